// Who may see what, and when: the one place that decides it, for pages, snapshots and events alike. Whatever is not
// granted here is not sent. Proven by the leak matrix beside it.
import { isOpenFor, type Openness } from './deadline.ts';
import { isBefore, type Phase } from './phase.ts';
import type { RoundState } from './state.ts';

export type Role = 'participant' | 'observer' | 'stage' | 'facilitator';

export interface Viewer {
	role: Role;
	/** Participants and observers only. */
	participantId?: string | null;
}

export type Placement = 'after' | 'inside' | 'off';

/** What visibility depends on besides the viewer. */
export interface VisibleRound {
	state: RoundState;
	/** Where choice points stand. */
	placement: Placement;
	/** Authors see their own decision marks while writing. */
	liveMirror: boolean;
}

/**
 * Whose content is visible. From 'presented' on, the own entry is visible as well.
 * - presented: own, and by label the entries presented so far
 * - blind: every entry, by label
 * - revealed: every entry, with the author's name where it has been revealed
 */
export type Reach = 'none' | 'own' | 'presented' | 'blind' | 'revealed' | 'named';

/** Names, scores and ranks: nothing about an entry, not even the own one, before it is revealed. */
export type Unveiled = 'none' | 'revealed' | 'all';

/** A fact about people as nothing, as a bare number, or by name. */
export type Headcount = 'none' | 'count' | 'names';

export interface Visibility {
	requirement: boolean;
	briefing: boolean;
	/** Questions, alternatives and their consequences. */
	choicePoints: boolean;
	/** 'own' means the own questions; 'all' includes who asked. */
	clarifications: 'broadcast' | 'own' | 'all';

	/** Who has joined. */
	people: Headcount;
	/** Who is connected right now. */
	presence: Headcount;
	/** Who has not finished the phase. */
	unfinished: Headcount;
	lockTimes: Reach;
	wordCounts: Reach;

	specs: Reach;
	decisions: Reach;
	predictions: Reach;
	/** What the agent wrote. */
	outputs: Reach;
	/** Decision, description or restatement, unit by unit. */
	analysis: Reach;

	/** Which step a build is at; says nothing of how it went. */
	buildProgress: Reach;
	/** Free text of a build: may quote the spec. */
	buildLogs: Reach;
	/** That a build failed through the platform or the agent's provider, and why. */
	buildFaults: Reach;
	/** Outcome, check verdicts and fingerprints. */
	checks: Reach;
	/** Names of the hidden checks. */
	hiddenCheckNames: boolean;
	additions: Reach;

	/** Whose ballots: 'blind' is all of them without the voters' names. */
	ballots: Reach;
	/** Votes or ratings per entry, live or final. */
	voteCounts: Unveiled;
	authors: Unveiled;
	scores: Unveiled;
	standings: Unveiled;
	/** Per choice point, how many chose what. */
	choiceDistribution: boolean;
	/** The seed of checks and orders. */
	seed: boolean;
	audit: boolean;

	/** What the viewer may write now. */
	edit: { spec: Openness; decisions: Openness; predictions: Openness; labels: Openness; ballots: Openness };
}

/** What the viewer may see of entries whose content is shared step by step, by phase. */
function content(round: VisibleRound, role: Role): Reach {
	switch (round.state.phase) {
		case 'presenting':
			return 'presented';
		case 'voting':
			return role === 'stage' ? 'none' : 'blind';
		case 'results':
			return 'revealed';
		case 'debrief':
			return 'named';
		default:
			return 'none';
	}
}

/** Measured facts stay back until first impressions are in; with no vote there is nothing to keep free of them. */
function measured(round: VisibleRound, role: Role): Reach {
	const { phase, phases, informedAt } = round.state;
	if (phase === 'presenting' && phases.includes('voting')) return 'none';
	if (phase === 'voting' && informedAt === null) return 'none';
	return content(round, role);
}

/** At least the own content, for participants. */
const orOwn = (reach: Reach, own: boolean): Reach => (reach === 'none' && own ? 'own' : reach);

const debriefOnly = (open: boolean, own: boolean): Reach => orOwn(open ? 'named' : 'none', own);

function unveiled(phase: Phase): Unveiled {
	if (phase === 'debrief') return 'all';
	return phase === 'results' ? 'revealed' : 'none';
}

function choicePointsFrom(placement: Placement): Phase {
	if (placement === 'inside') return 'writing';
	return placement === 'after' ? 'deciding' : 'reviewing';
}

function buildVisibility(round: VisibleRound, role: Role) {
	const { phase } = round.state;
	const since = (start: Phase): boolean => !isBefore(phase, start);
	const participant = role === 'participant';
	const built = since('building');
	const late = since('results') ? content(round, role) : 'none';
	const watching = role === 'participant' ? 'own' : role === 'facilitator' ? 'named' : 'blind';
	return {
		buildProgress: (built ? (phase === 'debrief' ? 'named' : watching) : 'none') as Reach,
		buildLogs: orOwn(late, participant && built),
		buildFaults: (role === 'facilitator' && built ? 'named' : orOwn(late, participant && built)) as Reach,
		checks: orOwn(measured(round, role), participant && since('reviewing')),
		hiddenCheckNames: since('results'),
		additions: orOwn(measured(round, role), participant && since('reviewing')),
	};
}

function peopleVisibility(round: VisibleRound, role: Role) {
	const { phase } = round.state;
	const since = (start: Phase): boolean => !isBefore(phase, start);
	const names = role === 'facilitator';
	const headcount: Headcount = names ? 'names' : role === 'stage' ? 'count' : 'none';
	const late = since('results') ? content(round, role) : 'none';
	const own = role === 'participant' && since('writing');
	return {
		people: 'names' as Headcount,
		presence: headcount,
		unfinished: headcount,
		lockTimes: (names && since('writing') ? 'named' : orOwn(late, own)) as Reach,
		wordCounts: (names && isBefore(phase, 'presenting') && since('writing')
			? 'named'
			: orOwn(content(round, role), own)) as Reach,
	};
}

/** Authors see marks on their own spec only after the lock, unless the facilitator turned the mirror on. */
function seesOwnAnalysis(round: VisibleRound): boolean {
	const { phase, lockedAt } = round.state;
	return lockedAt !== null || (round.liveMirror && !isBefore(phase, 'writing'));
}

function contentVisibility(round: VisibleRound, role: Role) {
	const { phase } = round.state;
	const since = (start: Phase): boolean => !isBefore(phase, start);
	const participant = role === 'participant';
	const shared = content(round, role);
	const debrief = phase === 'debrief';
	return {
		specs: orOwn(shared, participant && since('writing')),
		decisions: orOwn(shared, participant && since('writing')),
		predictions: debriefOnly(debrief, participant && since('predicting')),
		outputs: orOwn(shared, participant && since('building')),
		analysis: debriefOnly(debrief, participant && seesOwnAnalysis(round)),
		ballots: (debrief
			? 'blind'
			: (participant || role === 'observer') && since('voting')
				? 'own'
				: 'none') as Reach,
	};
}

/** Choice points inside the template are open with the spec until deciding, if there is such a phase, takes over. */
function decidingPhase({ state, placement }: VisibleRound): Phase {
	const taken = state.phases.includes('deciding') && !isBefore(state.phase, 'deciding');
	return placement === 'inside' && !taken ? 'writing' : 'deciding';
}

function editRights(viewer: Viewer, round: VisibleRound, now: number): Visibility['edit'] {
	const { state, placement } = round;
	const id = viewer.participantId ?? '';
	const open = (phase: Phase, allowed: boolean): Openness =>
		allowed && id !== '' ? isOpenFor(state, id, phase, now) : 'closed';
	const author = viewer.role === 'participant';
	return {
		spec: open('writing', author),
		decisions: open(decidingPhase(round), author && placement !== 'off'),
		predictions: open('predicting', author),
		labels: open('reviewing', author),
		ballots: open('voting', author || viewer.role === 'observer'),
	};
}

/** Everything `viewer` may see and write at `now`. */
export function visibleTo(viewer: Viewer, round: VisibleRound, now: number): Visibility {
	const { role } = viewer;
	const { state } = round;
	const since = (start: Phase): boolean => !isBefore(state.phase, start);
	const facilitator = role === 'facilitator';
	const ranked = unveiled(state.phase);
	return {
		requirement: facilitator || since('briefing'),
		briefing: facilitator || since('briefing'),
		choicePoints: since(choicePointsFrom(round.placement)),
		clarifications: facilitator ? 'all' : role === 'stage' ? 'broadcast' : 'own',
		...peopleVisibility(round, role),
		...contentVisibility(round, role),
		...buildVisibility(round, role),
		voteCounts: ranked,
		authors: ranked,
		scores: ranked,
		standings: ranked,
		choiceDistribution: state.phase === 'debrief',
		seed: state.revealedAt !== null,
		audit: facilitator,
		edit: editRights(viewer, round, now),
	};
}

/** One entry as seen from a viewer. */
export interface EntryPlace {
	own: boolean;
	/** Index in the presentation order. */
	position: number;
	/** Counted from the last rank, 0 first: the order of the reveal. */
	revealPosition: number;
}

/** How one entry appears under a reach: not at all, by its label, or with its author's name. */
export function appearance(reach: Reach, entry: EntryPlace, state: RoundState): 'hidden' | 'blind' | 'named' {
	if (reach === 'none') return 'hidden';
	if (entry.own || reach === 'named') return 'named';
	if (reach === 'own') return 'hidden';
	if (reach === 'presented') return entry.position <= state.presenting ? 'blind' : 'hidden';
	return reach === 'revealed' && isUnveiled('revealed', entry, state) ? 'named' : 'blind';
}

/** Whether name, score and rank of one entry may be shown. */
export const isUnveiled = (level: Unveiled, entry: { revealPosition: number }, state: RoundState): boolean =>
	level === 'all' || (level === 'revealed' && entry.revealPosition < state.revealed);
