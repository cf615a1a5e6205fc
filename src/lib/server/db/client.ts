// One pool per process, shared by Prisma and by hand-written SQL on the hot paths.
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { Prisma, PrismaClient } from './generated/client.ts';

export { Prisma };

/** Prisma inside a transaction: repositories take `Transaction | Database['prisma']` as their first argument. */
export type Transaction = Prisma.TransactionClient;
/** A place to query: the client itself or a transaction. */
export type Querier = Transaction;

export interface Database {
	prisma: PrismaClient;
	/** For single hand-written statements; parameters as `$1`. Never for transactions. */
	pool: pg.Pool;
	url: string;
	close(): Promise<void>;
}
export interface DatabaseOptions {
	/** Connections of this process's pool. */
	poolSize?: number;
	/** A pooled connection broke while idle; the pool replaces it. */
	onConnectionError?: (error: Error) => void;
}

const DEFAULT_POOL_SIZE = 10;

export function createDatabase(url: string, options: DatabaseOptions = {}): Database {
	const pool = new pg.Pool({
		connectionString: url,
		max: options.poolSize ?? DEFAULT_POOL_SIZE,
		application_name: 'forkpoint',
		connectionTimeoutMillis: 10_000,
	});
	pool.on('error', (error) => options.onConnectionError?.(error));
	const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });
	return {
		prisma,
		pool,
		url,
		async close() {
			await prisma.$disconnect();
			await pool.end();
		},
	};
}

/**
 * Runs `work` in one transaction at READ COMMITTED; throwing rolls back. Keep I/O other than the database out of it
 * and off hot paths altogether: there, one SQL statement on `pool`.
 */
export function inTransaction<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
	return db.prisma.$transaction(work, {
		maxWait: 10_000,
		timeout: 15_000,
		isolationLevel: Prisma.TransactionIsolationLevel.ReadCommitted,
	});
}

/** True when `error` is a violated unique constraint. */
export function isUniqueViolation(error: unknown): boolean {
	return error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';
}

/** True when an update or delete found no row. */
export function isMissingRow(error: unknown): boolean {
	return error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2025';
}
