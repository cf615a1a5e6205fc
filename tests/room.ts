// A room on a real database for tests of use cases: a facilitator's competition, guests, a clock the test moves, and
// a record of what was said in passing.
import { randomUUID } from 'node:crypto';
import type { CompetitionSettings } from '../src/lib/contract/competition.ts';
import type { EphemeralEvent, RoomEvent } from '../src/lib/contract/events.ts';
import type { ChallengePack } from '../src/lib/domain/challenge/pack.ts';
import { DEFAULT_MINUTES } from '../src/lib/domain/limits.ts';
import { createRound, type RoundCommand } from '../src/lib/domain/round/machine.ts';
import { OPTIONAL_PHASES } from '../src/lib/domain/round/phase.ts';
import type { GuestDeps } from '../src/lib/server/auth/guests.ts';
import type { Database } from '../src/lib/server/db/client.ts';
import { createCompetition } from '../src/lib/server/db/competition-repository.ts';
import { appendRoomEvents, listRoomEvents } from '../src/lib/server/db/room-event-repository.ts';
import { systemRandom } from '../src/lib/server/random.ts';
import type { Deps } from '../src/lib/server/usecases/deps.ts';
import { join } from '../src/lib/server/usecases/joining/join.ts';
import { changeRound, type Identity } from '../src/lib/server/usecases/room.ts';

export const START = Date.UTC(2030, 0, 1, 9);

/** Two forks, one with a parameter; cues that must never reach a browser. */
export const PACK: ChallengePack = {
	slug: 'two-forks',
	version: '1.0.0',
	title: 'Two forks',
	summary: '',
	difficulty: 1,
	tags: [],
	authors: [],
	licence: 'MIT',
	minutes: {},
	requirement: 'When it happens, do it.',
	briefing: '# One\n\n---\n\n# Two',
	obligations: [],
	choicePoints: ['first', 'second'].map((id) => ({
		id,
		title: `The ${id} fork`,
		question: 'Which way?',
		context: 'You stand at a fork.',
		consequenceRank: 2,
		cues: ['secret-cue'],
		alternatives: ['left', 'right', 'back'].map((alternative) => ({
			id: alternative,
			label: `Go ${alternative}`,
			consequence: 'You will see.',
			cues: ['secret-cue'],
			parameters:
				alternative === 'left'
					? [{ id: 'steps', label: 'Steps', unit: 'count' as const, min: 1, max: 9, default: 3 }]
					: [],
		})),
	})),
	rubric: [],
};

export interface TestRoom {
	deps: Deps & GuestDeps;
	competitionId: string;
	code: string;
	/** Epoch ms; tests set it. */
	now: number;
	said: EphemeralEvent[];
	/** Joins and returns whom further requests come from. */
	guest(name: string, role?: 'participant' | 'observer'): Promise<Identity & { participantId: string }>;
	/** The facilitator's or the clock's command; fails the test when refused. */
	command(command: RoundCommand): Promise<void>;
	/** Moves the round on until it is in `phase`. */
	moveTo(phase: string): Promise<void>;
	events(): Promise<RoomEvent[]>;
}

export async function createRoom(
	db: Database,
	settings: Partial<Omit<CompetitionSettings, 'minutes'>> = {},
): Promise<TestRoom> {
	const [competitionId, facilitatorId] = [randomUUID(), randomUUID()];
	const code = systemRandom.code('23456789ABCDEFGHJKMNPQRSTUVWXYZ', 6);
	const said: EphemeralEvent[] = [];
	const installed = { pack: PACK, hash: 'h', dir: '/nowhere' };
	const room: TestRoom = {
		now: START,
		said,
		competitionId,
		code,
		deps: {
			db,
			now: () => room.now,
			newId: systemRandom.id,
			newSeed: systemRandom.seed,
			random: systemRandom,
			packs: { list: () => [installed], find: (slug) => (slug === PACK.slug ? installed : null) },
			events: {
				append: (tx, id, events) => appendRoomEvents(tx, id, new Date(room.now), events),
				since: (id, seq) => listRoomEvents(db.prisma, id, seq),
				say: (_, event) => void said.push(event),
			},
		},
		async guest(name, role = 'participant') {
			const joined = await join(room.deps, { code, name, role, address: `${name}.test` });
			if (!joined.ok) throw new Error(joined.reason);
			return identityOf(joined.value.joined.participantId);
		},
		async command(command) {
			const by = { actor: `facilitator:${facilitatorId}`, actorName: 'Fay' };
			const changed = await changeRound(room.deps, { competitionId, command, by });
			if (!changed.ok) throw new Error(`${command.type}: ${JSON.stringify(changed)}`);
		},
		async moveTo(phase) {
			for (let i = 0; i < 11; i++) {
				const row = await db.prisma.competition.findUniqueOrThrow({ where: { id: competitionId } });
				if (row.phase === phase) return;
				await room.command({ type: 'advance', expectedPhase: row.phase as 'lobby', endOpen: true });
			}
			throw new Error(`This round has no ${phase}.`);
		},
		events: async () => (await listRoomEvents(db.prisma, competitionId, 0)).map(({ event }) => event),
	};
	await createRows(db, { competitionId, facilitatorId, code, settings });
	return room;
}

export const identityOf = (participantId: string) => ({
	facilitatorId: null,
	facilitatorName: null,
	participantId,
	stageToken: null,
});

async function createRows(
	db: Database,
	input: {
		competitionId: string;
		facilitatorId: string;
		code: string;
		settings: Partial<Omit<CompetitionSettings, 'minutes'>>;
	},
): Promise<void> {
	const { competitionId: id, facilitatorId, code } = input;
	const email = `${facilitatorId}@example.org`;
	await db.prisma.facilitator.create({ data: { id: facilitatorId, email, name: 'Fay', passwordHash: '-' } });
	const settings: CompetitionSettings = {
		placement: 'after',
		optionalPhases: [...OPTIONAL_PHASES],
		minutes: { ...DEFAULT_MINUTES, writing: 15 },
		liveMirror: false,
		...input.settings,
	};
	const off = OPTIONAL_PHASES.filter((phase) => !settings.optionalPhases.includes(phase));
	const round = createRound({ off, minutes: settings.minutes }, START);
	if (!round.ok) throw new Error(round.reason);
	await createCompetition(
		db.prisma,
		{
			id,
			code,
			title: 'Round 1',
			team: 'Payments',
			challengeSlug: PACK.slug,
			challengeVersion: PACK.version,
			challengeHash: 'h',
			agent: 'rehearsal',
			settings,
			round: round.state,
			seed: 7,
			sample: false,
			createdAt: new Date(START),
		},
		facilitatorId,
		PACK.requirement,
	);
}
