// What tests of the facilitator's use cases need besides a room: accounts, and the parts of a container they use.
import { randomUUID } from 'node:crypto';
import type { Database } from '../src/lib/server/db/client.ts';
import { addFacilitator } from '../src/lib/server/db/competition-repository.ts';
import { createSessions } from '../src/lib/server/auth/sessions.ts';
import { systemRandom } from '../src/lib/server/random.ts';
import { enterRoom, type Identity, type Room, type Surface } from '../src/lib/server/usecases/room.ts';
import { createRoom, type TestRoom } from './room.ts';

export interface Facilitated extends TestRoom {
	/** The container's parts; nobody is connected. */
	app: TestRoom['deps'] & {
		random: typeof systemRandom;
		sessions: ReturnType<typeof createSessions>;
		live: { presence: { isHere(id: string): boolean } };
	};
	fay: Identity & { facilitatorId: string };
	/** Enters afresh, as a request would. */
	enter(identity?: Identity, surface?: Surface): Promise<Room>;
}

export async function createAccount(db: Database, name: string): Promise<Facilitated['fay']> {
	const id = randomUUID();
	const email = `${id}@example.org`;
	await db.prisma.facilitator.create({ data: { id, email, name, passwordHash: '-' } });
	return { facilitatorId: id, facilitatorName: name, participantId: null, stageToken: null };
}

export async function createFacilitated(
	db: Database,
	settings?: Parameters<typeof createRoom>[1],
): Promise<Facilitated> {
	const room = await createRoom(db, settings);
	const fay = await createAccount(db, 'Fay');
	await addFacilitator(db.prisma, room.competitionId, fay.facilitatorId);
	const app = {
		...room.deps,
		random: systemRandom,
		sessions: createSessions(db.prisma),
		live: { presence: { isHere: () => false } },
	};
	return Object.assign(room, {
		app,
		fay,
		async enter(identity: Identity = fay, surface: Surface = 'facilitator') {
			const entered = await enterRoom(app, { code: room.code, identity, surface });
			if (!entered.ok) throw new Error(entered.reason);
			return entered.value;
		},
	});
}
