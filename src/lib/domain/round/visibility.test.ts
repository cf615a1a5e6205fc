// The leak matrix: role x moment x field, written out. A change of visibility must change this table.
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import { after, MINUTE, roundIn, START } from './fixture.ts';
import type { RoundState } from './machine.ts';
import { AUDIENCES, forViewer, mayReceive, type WireEvent, type WireEventType } from './audience.ts';
import { appearance, isUnveiled, visibleTo } from './visibility.ts';
import type { Placement, Role, Viewer, Visibility, VisibleRound } from './visibility.ts';

const reveal = (state: RoundState, times: number): RoundState => {
	for (let i = 0; i < times; i++)
		state = after(state, { type: 'revealNext', expectedRevealed: state.revealed, entries: 2 }, START);
	return state;
};

const voting = roundIn('voting');
const MOMENTS = {
	lobby: roundIn('lobby'),
	briefing: roundIn('briefing'),
	writing: roundIn('writing'),
	deciding: roundIn('deciding'),
	predicting: roundIn('predicting'),
	building: roundIn('building'),
	reviewing: roundIn('reviewing'),
	presenting: roundIn('presenting'),
	'voting, first impression': voting,
	'voting, informed': after(voting, { type: 'openInformed', expectedPhase: 'voting' }, START),
	'results, none revealed': roundIn('results'),
	'results, one of two revealed': reveal(roundIn('results'), 1),
	'results, all revealed': reveal(roundIn('results'), 2),
	debrief: roundIn('debrief'),
} as const;

const viewers: Record<Role, Viewer> = {
	participant: { role: 'participant', participantId: 'ann' },
	observer: { role: 'observer', participantId: 'eve' },
	stage: { role: 'stage' },
	facilitator: { role: 'facilitator' },
};

const at = (state: RoundState, change: Partial<VisibleRound> = {}): VisibleRound => ({
	state,
	placement: 'after',
	liveMirror: false,
	...change,
});

/** One letter per value. */
const CODE: Record<string, string> = {
	none: '-',
	false: '-',
	own: 'o',
	presented: 'p',
	blind: 'b',
	revealed: 'r',
	named: 'N',
	all: 'A',
	true: 'Y',
	count: '#',
	names: 'N',
	broadcast: 'B',
};

type Field = Exclude<keyof Visibility, 'edit'>;
/** One column per moment: lobby briefing | writing deciding predicting | building reviewing | presenting | voting x2 | results x3 | debrief */
const MATRIX: Record<Field, Record<Role, string>> = {
	//                      LB WDP BR P VV RRR D
	requirement: {
		participant: '        -Y YYY YY Y YY YYY Y',
		observer: '           -Y YYY YY Y YY YYY Y',
		stage: '              -Y YYY YY Y YY YYY Y',
		facilitator: '        YY YYY YY Y YY YYY Y',
	},
	briefing: {
		participant: '        -Y YYY YY Y YY YYY Y',
		observer: '           -Y YYY YY Y YY YYY Y',
		stage: '              -Y YYY YY Y YY YYY Y',
		facilitator: '        YY YYY YY Y YY YYY Y',
	},
	// Knowing the forks beforehand would spoil who decides unprompted; the facilitator's screen may be projected.
	choicePoints: {
		participant: '        -- -YY YY Y YY YYY Y',
		observer: '           -- -YY YY Y YY YYY Y',
		stage: '              -- -YY YY Y YY YYY Y',
		facilitator: '        -- -YY YY Y YY YYY Y',
	},
	clarifications: {
		participant: '        oo ooo oo o oo ooo o',
		observer: '           oo ooo oo o oo ooo o',
		stage: '              BB BBB BB B BB BBB B',
		facilitator: '        AA AAA AA A AA AAA A',
	},
	people: {
		participant: '        NN NNN NN N NN NNN N',
		observer: '           NN NNN NN N NN NNN N',
		stage: '              NN NNN NN N NN NNN N',
		facilitator: '        NN NNN NN N NN NNN N',
	},
	presence: {
		participant: '        -- --- -- - -- --- -',
		observer: '           -- --- -- - -- --- -',
		stage: '              ## ### ## # ## ### #',
		facilitator: '        NN NNN NN N NN NNN N',
	},
	unfinished: {
		participant: '        -- --- -- - -- --- -',
		observer: '           -- --- -- - -- --- -',
		stage: '              ## ### ## # ## ### #',
		facilitator: '        NN NNN NN N NN NNN N',
	},
	lockTimes: {
		participant: '        -- ooo oo o oo rrr N',
		observer: '           -- --- -- - -- rrr N',
		stage: '              -- --- -- - -- rrr N',
		facilitator: '        -- NNN NN N NN NNN N',
	},
	// Names beside word counts would unmask the labels once texts are shown.
	wordCounts: {
		participant: '        -- ooo oo p bb rrr N',
		observer: '           -- --- -- p bb rrr N',
		stage: '              -- --- -- p -- rrr N',
		facilitator: '        -- NNN NN p bb rrr N',
	},
	specs: {
		participant: '        -- ooo oo p bb rrr N',
		observer: '           -- --- -- p bb rrr N',
		stage: '              -- --- -- p -- rrr N',
		facilitator: '        -- --- -- p bb rrr N',
	},
	decisions: {
		participant: '        -- ooo oo p bb rrr N',
		observer: '           -- --- -- p bb rrr N',
		stage: '              -- --- -- p -- rrr N',
		facilitator: '        -- --- -- p bb rrr N',
	},
	predictions: {
		participant: '        -- --o oo o oo ooo N',
		observer: '           -- --- -- - -- --- N',
		stage: '              -- --- -- - -- --- N',
		facilitator: '        -- --- -- - -- --- N',
	},
	outputs: {
		participant: '        -- --- oo p bb rrr N',
		observer: '           -- --- -- p bb rrr N',
		stage: '              -- --- -- p -- rrr N',
		facilitator: '        -- --- -- p bb rrr N',
	},
	analysis: {
		participant: '        -- --- oo o oo ooo N',
		observer: '           -- --- -- - -- --- N',
		stage: '              -- --- -- - -- --- N',
		facilitator: '        -- --- -- - -- --- N',
	},
	buildProgress: {
		participant: '        -- --- oo o oo ooo N',
		observer: '           -- --- bb b bb bbb N',
		stage: '              -- --- bb b bb bbb N',
		facilitator: '        -- --- NN N NN NNN N',
	},
	buildLogs: {
		participant: '        -- --- oo o oo rrr N',
		observer: '           -- --- -- - -- rrr N',
		stage: '              -- --- -- - -- rrr N',
		facilitator: '        -- --- -- - -- rrr N',
	},
	buildFaults: {
		participant: '        -- --- oo o oo rrr N',
		observer: '           -- --- -- - -- rrr N',
		stage: '              -- --- -- - -- rrr N',
		facilitator: '        -- --- NN N NN NNN N',
	},
	// The first impression comes before any verdict, so presenting shows none either when there is a vote.
	checks: {
		participant: '        -- --- -o o ob rrr N',
		observer: '           -- --- -- - -b rrr N',
		stage: '              -- --- -- - -- rrr N',
		facilitator: '        -- --- -- - -b rrr N',
	},
	hiddenCheckNames: {
		participant: '        -- --- -- - -- YYY Y',
		observer: '           -- --- -- - -- YYY Y',
		stage: '              -- --- -- - -- YYY Y',
		facilitator: '        -- --- -- - -- YYY Y',
	},
	additions: {
		participant: '        -- --- -o o ob rrr N',
		observer: '           -- --- -- - -b rrr N',
		stage: '              -- --- -- - -- rrr N',
		facilitator: '        -- --- -- - -b rrr N',
	},
	ballots: {
		participant: '        -- --- -- - oo ooo b',
		observer: '           -- --- -- - oo ooo b',
		stage: '              -- --- -- - -- --- b',
		facilitator: '        -- --- -- - -- --- b',
	},
	voteCounts: {
		participant: '        -- --- -- - -- rrr A',
		observer: '           -- --- -- - -- rrr A',
		stage: '              -- --- -- - -- rrr A',
		facilitator: '        -- --- -- - -- rrr A',
	},
	authors: {
		participant: '        -- --- -- - -- rrr A',
		observer: '           -- --- -- - -- rrr A',
		stage: '              -- --- -- - -- rrr A',
		facilitator: '        -- --- -- - -- rrr A',
	},
	scores: {
		participant: '        -- --- -- - -- rrr A',
		observer: '           -- --- -- - -- rrr A',
		stage: '              -- --- -- - -- rrr A',
		facilitator: '        -- --- -- - -- rrr A',
	},
	standings: {
		participant: '        -- --- -- - -- rrr A',
		observer: '           -- --- -- - -- rrr A',
		stage: '              -- --- -- - -- rrr A',
		facilitator: '        -- --- -- - -- rrr A',
	},
	choiceDistribution: {
		participant: '        -- --- -- - -- --- Y',
		observer: '           -- --- -- - -- --- Y',
		stage: '              -- --- -- - -- --- Y',
		facilitator: '        -- --- -- - -- --- Y',
	},
	seed: {
		participant: '        -- --- -- - -- --Y Y',
		observer: '           -- --- -- - -- --Y Y',
		stage: '              -- --- -- - -- --Y Y',
		facilitator: '        -- --- -- - -- --Y Y',
	},
	audit: {
		participant: '        -- --- -- - -- --- -',
		observer: '           -- --- -- - -- --- -',
		stage: '              -- --- -- - -- --- -',
		facilitator: '        YY YYY YY Y YY YYY Y',
	},
};

const roles = Object.keys(viewers) as Role[];
const moments = Object.entries(MOMENTS);
const fields = Object.keys(MATRIX) as Field[];

describe('the leak matrix', () => {
	it('has a row for every field that visibleTo decides', () => {
		const decided = Object.keys(visibleTo(viewers.stage, at(MOMENTS.lobby), START)).filter(
			(f) => f !== 'edit',
		);
		expect(decided.sort()).toEqual([...fields].sort());
	});

	for (const field of fields)
		for (const role of roles)
			it(`${field} for the ${role}`, () => {
				const seen = moments.map(
					([, state]) => CODE[String(visibleTo(viewers[role], at(state), START)[field])],
				);
				expect(seen.join('')).toBe(MATRIX[field][role].replaceAll(' ', ''));
			});
});

describe('where choice points stand', () => {
	const from = (placement: Placement): string[] =>
		moments
			.filter(([, state]) => visibleTo(viewers.participant, at(state, { placement }), START).choicePoints)
			.map(([name]) => name);

	it('decides when they are shown', () => {
		expect(from('inside')[0]).toBe('writing');
		expect(from('after')[0]).toBe('deciding');
		expect(from('off')[0]).toBe('reviewing');
	});
});

describe('a round without a vote', () => {
	const state = roundIn('presenting', { off: ['voting'] });

	it.each(roles)('shows measured facts with what is presented, to the %s', (role) => {
		expect(visibleTo(viewers[role], at(state), START)).toMatchObject({
			checks: 'presented',
			additions: 'presented',
		});
	});
});

describe('the live mirror', () => {
	it('shows authors their own marks while writing, and nobody else', () => {
		const sees = (role: Role, state: RoundState) =>
			visibleTo(viewers[role], at(state, { liveMirror: true }), START).analysis;
		expect(sees('participant', MOMENTS.briefing)).toBe('none');
		expect(sees('participant', MOMENTS.writing)).toBe('own');
		expect(sees('observer', MOMENTS.writing)).toBe('none');
		expect(sees('facilitator', MOMENTS.writing)).toBe('none');
	});
});

describe('the right to write', () => {
	const CLOSED = {
		spec: 'closed',
		decisions: 'closed',
		predictions: 'closed',
		labels: 'closed',
		ballots: 'closed',
	};

	it.each(['stage', 'facilitator'] as const)('is never the %s\u2019s', (role) => {
		for (const [, state] of moments) {
			expect(visibleTo(viewers[role], at(state), START).edit).toEqual(CLOSED);
			expect(visibleTo({ role, participantId: 'ann' }, at(state), START).edit).toEqual(CLOSED);
		}
	});

	it('is the vote only for observers', () => {
		for (const [, state] of moments) {
			const { ballots, ...rest } = visibleTo(viewers.observer, at(state), START).edit;
			expect(Object.values(rest).every((openness) => openness === 'closed')).toBe(true);
			expect(ballots === 'open').toBe(state.phase === 'voting');
		}
	});

	it.each([
		['writing', 'spec'],
		['deciding', 'decisions'],
		['predicting', 'predictions'],
		['reviewing', 'labels'],
		['voting', 'ballots'],
	] as const)('in %s is: %s', (phase, own) => {
		const now = START + LIMITS.round.graceMs;
		const edit = visibleTo(viewers.participant, at(roundIn(phase)), now).edit;
		expect(Object.entries(edit).filter(([, openness]) => openness === 'open')).toEqual([[own, 'open']]);
	});

	it.each([
		['after', {}, ['deciding']],
		['inside', {}, ['writing', 'deciding']],
		['inside', { off: ['deciding'] }, ['writing']],
		['off', {}, []],
		['off', { off: ['deciding'] }, []],
	] as const)('to decisions, with choice points %s and %j, is open in %j', (placement, config, expected) => {
		const now = START + LIMITS.round.graceMs;
		const phases = roundIn('debrief', config).phases;
		const open = phases.filter(
			(phase) =>
				visibleTo(viewers.participant, at(roundIn(phase, config), { placement }), now).edit.decisions ===
				'open',
		);
		expect(open).toEqual(expected);
	});

	it('follows the deadline of the person', () => {
		const state = after(
			roundIn('writing'),
			{ type: 'extendOne', expectedPhase: 'writing', participantId: 'ann', minutes: 5, reason: 'late' },
			START,
		);
		const end = (state.closesAt ?? 0) + MINUTE;
		expect(visibleTo(viewers.participant, at(state), end).edit.spec).toBe('open');
		expect(visibleTo({ role: 'participant', participantId: 'bob' }, at(state), end).edit.spec).toBe('closed');
	});

	it.each([null, undefined, ''])('needs an identity, not %j', (participantId) => {
		expect(visibleTo({ role: 'participant', participantId }, at(roundIn('writing')), START).edit).toEqual(
			CLOSED,
		);
	});
});

describe('how one entry appears', () => {
	const state = { ...reveal(roundIn('results'), 1), presenting: 1 };
	const place = { own: false, position: 1, revealPosition: 0 };

	it.each([
		['none', {}, 'hidden'],
		['none', { own: true }, 'hidden'],
		['own', {}, 'hidden'],
		['own', { own: true }, 'named'],
		['presented', {}, 'blind'],
		['presented', { position: 2 }, 'hidden'],
		['presented', { position: 2, own: true }, 'named'],
		['blind', { position: 2 }, 'blind'],
		['blind', { own: true }, 'named'],
		['revealed', { revealPosition: 1 }, 'blind'],
		['revealed', {}, 'named'],
		['named', { revealPosition: 9, position: 9 }, 'named'],
	] as const)('%s %j: %s', (reach, change, expected) => {
		expect(appearance(reach, { ...place, ...change }, state)).toBe(expected);
	});

	it('keeps score and rank back until the entry is revealed, the own one included', () => {
		expect(isUnveiled('none', { revealPosition: 0 }, state)).toBe(false);
		expect(isUnveiled('revealed', { revealPosition: 0 }, state)).toBe(true);
		expect(isUnveiled('revealed', { revealPosition: 1 }, state)).toBe(false);
		expect(isUnveiled('all', { revealPosition: 9 }, state)).toBe(true);
	});
});

/** Who hears an event about ann: a(nn), b(ob, another participant), e(ve, observer), s(tage), f(acilitator). */
const HEARD: Record<WireEventType, string> = {
	'phase.changed': 'abesf',
	'phase.undone': 'abesf',
	'round.paused': 'abesf',
	'round.resumed': 'abesf',
	'round.extended': 'a f',
	'entry.reopened': 'a f',
	'participant.joined': 'abesf',
	'participant.renamed': 'abesf',
	'participant.removed': 'abesf',
	'participant.merged': 'abesf',
	'entry.locked': 'a f',
	'entry.finished': 'a f',
	'clarification.asked': 'a f',
	'clarification.answered': 'a f',
	'clarification.broadcast': 'abesf',
	'build.progress': 'a esf',
	'presenting.moved': 'abesf',
	'voting.informed': 'abesf',
	'results.revealed': 'abesf',
	'facilitators.changed': 'f',
	'competition.changed': 'abesf',
	progress: 'f',
	'room.counts': 'sf',
};

const listeners: Record<string, Viewer> = {
	a: viewers.participant,
	b: { role: 'participant', participantId: 'bob' },
	e: viewers.observer,
	s: viewers.stage,
	f: viewers.facilitator,
};

const heardBy = (event: WireEvent, state: RoundState): string =>
	Object.keys(listeners)
		.filter((key) => mayReceive(listeners[key] as Viewer, at(state), event))
		.join('');

describe('who hears an event about one participant', () => {
	const types = Object.keys(AUDIENCES) as WireEventType[];

	it.each(types)('%s, in building', (type) => {
		expect(heardBy({ type, participantId: 'ann' }, MOMENTS.building)).toBe(HEARD[type].replaceAll(' ', ''));
	});

	it.each(types)('%s: nobody hears more in another phase before the results', (type) => {
		for (const [name, state] of moments) {
			if (name.startsWith('results') || name === 'debrief') continue;
			for (const key of heardBy({ type, participantId: 'ann' }, state)) expect(HEARD[type]).toContain(key);
		}
	});

	it('no build is heard of before there are builds', () => {
		expect(heardBy({ type: 'build.progress', participantId: 'ann' }, MOMENTS.predicting)).toBe('');
	});

	it('an extension for everybody is heard by everybody', () => {
		expect(heardBy({ type: 'round.extended', participantId: null }, MOMENTS.writing)).toBe('abesf');
	});

	it('an event without a subject is private, not public', () => {
		for (const type of ['entry.locked', 'entry.reopened', 'clarification.asked'] as const) {
			expect(heardBy({ type }, MOMENTS.writing)).toBe('f');
			expect(heardBy({ type, participantId: null }, MOMENTS.writing)).toBe('f');
			expect(heardBy({ type, participantId: '' }, MOMENTS.writing)).toBe('f');
		}
		expect(heardBy({ type: 'round.extended' }, MOMENTS.writing)).toBe('f');
	});

	it('two viewers without an identity are not each other\u2019s subject', () => {
		const nobody: Viewer = { role: 'participant', participantId: '' };
		expect(mayReceive(nobody, at(MOMENTS.writing), { type: 'entry.locked', participantId: '' })).toBe(false);
	});

	it('a type that nobody declared is not sent', () => {
		expect(heardBy({ type: 'unknown.event' as WireEventType, participantId: 'ann' }, MOMENTS.debrief)).toBe(
			'',
		);
	});
});

describe('how a build ended', () => {
	const event = (outcome: 'passed' | 'infra_error' | null) =>
		({ type: 'build.progress', participantId: 'ann', step: 'checks', outcome }) as const;
	const outcomeFor = (key: string, outcome: 'passed' | 'infra_error', state: RoundState) =>
		forViewer(listeners[key] as Viewer, at(state), event(outcome))?.outcome;

	it('is told to its author only, until the debrief', () => {
		for (const state of [
			MOMENTS.building,
			MOMENTS['voting, informed'],
			MOMENTS['results, one of two revealed'],
		]) {
			expect(outcomeFor('a', 'passed', state)).toBe('passed');
			expect(outcomeFor('f', 'passed', state)).toBeNull();
			expect(outcomeFor('s', 'passed', state)).toBeNull();
			expect(outcomeFor('e', 'passed', state)).toBeNull();
		}
		expect(outcomeFor('s', 'passed', MOMENTS.debrief)).toBe('passed');
	});

	it('is told to the facilitator when the platform failed, so that it can be mended', () => {
		expect(outcomeFor('f', 'infra_error', MOMENTS.building)).toBe('infra_error');
		expect(outcomeFor('s', 'infra_error', MOMENTS.building)).toBeNull();
	});

	it('keeps whose build it is from those who know labels only, and leaves other events as they are', () => {
		expect(forViewer(listeners.s as Viewer, at(MOMENTS.building), event('passed'))).toEqual({
			...event('passed'),
			participantId: null,
			outcome: null,
		});
		expect(forViewer(listeners.s as Viewer, at(MOMENTS.building), event(null))).toEqual({
			...event(null),
			participantId: null,
		});
		expect(forViewer(listeners.b as Viewer, at(MOMENTS.building), event('passed'))).toBeNull();
		const joined = { type: 'participant.joined', participantId: 'ann' } as const;
		expect(forViewer(listeners.b as Viewer, at(MOMENTS.lobby), joined)).toBe(joined);
	});
});
