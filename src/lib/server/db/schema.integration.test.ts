// The migrations and schema.prisma must describe the same database; nothing else compares them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parsePrismaSchema } from '../../../../tests/prisma-schema.ts';
import { useTestDatabase } from '../../../../tests/test-database.ts';

const db = useTestDatabase();
const expected = parsePrismaSchema(
	readFileSync(join(import.meta.dirname, '../../../../prisma/schema.prisma'), 'utf8'),
);
const rows = async <T extends object>(sql: string): Promise<T[]> =>
	(await db.current.pool.query<T>(sql)).rows;
const ACTIONS: Record<string, string> = {
	a: 'NO ACTION',
	r: 'RESTRICT',
	c: 'CASCADE',
	n: 'SET NULL',
	d: 'SET DEFAULT',
};

describe('a migrated database', () => {
	it('has exactly the tables of the schema', async () => {
		const found = await rows<{ table: string }>(
			`SELECT tablename AS table FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'`,
		);
		expect(found.map((row) => row.table).sort()).toEqual([...expected.tables].sort());
		expect(found.length).toBeGreaterThan(20);
	});

	it('has exactly the columns, types, nullability and defaults of the schema', async () => {
		const found = await rows<{
			table: string;
			column: string;
			type: string;
			notNull: boolean;
			value: string | null;
		}>(
			`SELECT c.relname AS table, a.attname AS column, format_type(a.atttypid, a.atttypmod) AS type,
			        a.attnotnull AS "notNull", pg_get_expr(d.adbin, d.adrelid) AS value
			 FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid AND c.relkind = 'r'
			 JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'public'
			 LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
			 WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relname <> '_prisma_migrations'`,
		);
		const line = (table: string, column: string, type: string, nullable: boolean, value: string | null) =>
			`${table}.${column} ${type}${nullable ? '' : ' not null'}${value === null ? '' : ` default ${value}`}`;
		expect(found.map((row) => line(row.table, row.column, row.type, !row.notNull, row.value)).sort()).toEqual(
			expected.columns.map((c) => line(c.table, c.column, c.type, c.nullable, c.default)).sort(),
		);
	});

	it('has exactly the primary keys, unique and plain indexes of the schema', async () => {
		const found = await rows<{
			table: string;
			name: string;
			primary: boolean;
			unique: boolean;
			columns: string[];
		}>(
			`SELECT t.relname AS table, i.relname AS name, x.indisprimary AS primary, x.indisunique AS unique,
			        (SELECT array_agg(a.attname::text ORDER BY k.n) FROM unnest(x.indkey) WITH ORDINALITY AS k(att, n)
			         JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.att) AS columns
			 FROM pg_index x JOIN pg_class t ON t.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
			 JOIN pg_namespace n ON n.oid = t.relnamespace AND n.nspname = 'public'
			 WHERE t.relname <> '_prisma_migrations'`,
		);
		const kind = (row: { primary: boolean; unique: boolean }) =>
			row.primary ? 'primary' : row.unique ? 'unique' : 'plain';
		const line = (table: string, name: string, what: string, columns: string[]) =>
			`${table} ${name} ${what} (${columns.join(', ')})`;
		expect(found.map((row) => line(row.table, row.name, kind(row), row.columns)).sort()).toEqual(
			expected.indexes.map((i) => line(i.table, i.name, i.kind, i.columns)).sort(),
		);
	});

	it('has exactly the foreign keys and actions of the schema', async () => {
		const found = await rows<
			Record<'table' | 'name' | 'target' | 'del' | 'upd', string> & Record<'from' | 'to', string[]>
		>(
			`SELECT t.relname AS table, c.conname AS name, r.relname AS target, c.confdeltype AS del, c.confupdtype AS upd,
			        (SELECT array_agg(a.attname::text ORDER BY k.n) FROM unnest(c.conkey) WITH ORDINALITY AS k(att, n)
			         JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.att) AS from,
			        (SELECT array_agg(a.attname::text ORDER BY k.n) FROM unnest(c.confkey) WITH ORDINALITY AS k(att, n)
			         JOIN pg_attribute a ON a.attrelid = r.oid AND a.attnum = k.att) AS to
			 FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid JOIN pg_class r ON r.oid = c.confrelid
			 JOIN pg_namespace n ON n.oid = t.relnamespace AND n.nspname = 'public' WHERE c.contype = 'f'`,
		);
		const line = (
			f: { table: string; name: string; from: string[]; target: string; to: string[] },
			del?: string,
			upd?: string,
		) =>
			`${f.table} ${f.name} (${f.from.join(', ')}) -> ${f.target}(${f.to.join(', ')}) delete ${del} update ${upd}`;
		expect(found.map((row) => line(row, ACTIONS[row.del], ACTIONS[row.upd])).sort()).toEqual(
			expected.foreignKeys
				.map((f) =>
					line({ ...f, from: f.columns, target: f.references, to: f.referenced }, f.onDelete, f.onUpdate),
				)
				.sort(),
		);
	});
});

describe('append-only history', () => {
	it('refuses update, delete and truncate of the audit log, but goes with its competition', async () => {
		const { pool } = db.current;
		await pool.query(
			`INSERT INTO "Competition" (id, code, title, team, "challengeSlug", "challengeVersion", "challengeHash", agent,
			 settings, round, phase, seed) VALUES ('c1', 'CODE', 't', 't', 's', '1', 'h', 'rehearsal', '{}', '{}', 'lobby', 1)`,
		);
		await pool.query(
			`INSERT INTO "AuditEntry" ("competitionId", actor, "actorName", action, data) VALUES ('c1', 'clock', 'Clock', 'close', '{}')`,
		);
		await expect(pool.query(`UPDATE "AuditEntry" SET reason = 'x'`)).rejects.toThrow(
			'append-only: UPDATE refused',
		);
		await expect(pool.query(`DELETE FROM "AuditEntry"`)).rejects.toThrow('append-only: DELETE refused');
		await expect(pool.query(`TRUNCATE "AuditEntry"`)).rejects.toThrow('append-only: TRUNCATE refused');
		await pool.query(`DELETE FROM "Competition" WHERE id = 'c1'`);
		expect((await pool.query(`SELECT 1 FROM "AuditEntry"`)).rowCount).toBe(0);
	});

	it.each(['AuditEntry', 'RoomEvent', 'SpecRevision', 'BuildEvent'])(
		'guards %s with both triggers',
		async (table) => {
			const { rows: found } = await db.current.pool.query<{ tgname: string }>(
				`SELECT tgname FROM pg_trigger WHERE tgrelid = $1::regclass AND NOT tgisinternal ORDER BY 1`,
				[`"${table}"`],
			);
			expect(found.map((row) => row.tgname)).toEqual([`${table}_append_only`, `${table}_no_truncate`]);
		},
	);
});
