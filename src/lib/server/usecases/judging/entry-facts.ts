// What is derived of an entry for judging: its alignment, its current scores, and how it may be shown to a viewer.
import type { ShownBehaviour, ShownDecision, ShownEntry } from '../../../contract/shown-entry.ts';
import { compareAlignment, type Alignment } from '../../../domain/build/alignment.ts';
import { summarise } from '../../../domain/build/verification.ts';
import type { Choice } from '../../../domain/challenge/decision.ts';
import { findingsOf, type TextFinding } from '../../../domain/challenge/finding.ts';
import type { ChallengePack, ChoicePoint } from '../../../domain/challenge/pack.ts';
import { settle } from '../../../domain/challenge/settled.ts';
import { alignmentEvidence, CODE_JUDGE } from '../../../domain/judging/code-scores.ts';
import { rubricScores, type Score } from '../../../domain/judging/scores.ts';
import { isBefore } from '../../../domain/round/phase.ts';
import { appearance, isUnveiled, type EntryPlace } from '../../../domain/round/visibility.ts';
import type { Ballot } from '../../db/ballot-repository.ts';
import type { JudgedEntry } from '../../db/judged-entry-repository.ts';
import type { Deps } from '../deps.ts';
import type { Room } from '../room.ts';

export const packOf = (deps: Deps, { competition }: Pick<Room, 'competition'>): ChallengePack | null =>
	deps.packs.find(competition.challengeSlug)?.pack ?? null;

/** Choice points as they were put to people; none where they were switched off. */
export const pointsOf = (
	pack: ChallengePack | null,
	{ competition }: Pick<Room, 'competition'>,
): readonly ChoicePoint[] => (competition.settings.placement === 'off' ? [] : scoredPoints(pack));

/** What alignment is scored on: the text may decide also what nobody was asked. */
export const scoredPoints = (pack: ChallengePack | null): readonly ChoicePoint[] => pack?.choicePoints ?? [];

/** What the free text of a spec decides; nothing before it was analysed. */
export const findingsIn = ({ analysis, spec }: JudgedEntry): TextFinding[] =>
	analysis ? findingsOf(analysis.choices, spec) : [];

/** Against the fingerprints of the build that counts, with the labels the author gave. */
export const alignmentOf = (entry: JudgedEntry, points: readonly ChoicePoint[]): Alignment =>
	compareAlignment({
		choicePoints: points,
		decisions: entry.decisions,
		findings: findingsIn(entry),
		fingerprints: entry.build?.verification?.fingerprints ?? [],
		additions: entry.build?.additions ?? [],
	});

/** Which code gave the alignment score after the review. */
const REVIEWED_JUDGE = `${CODE_JUDGE} after review`;

/**
 * The checks' scores, the alignment again with the author's labels (it supersedes the one given before the review),
 * and the people's rubrics.
 */
export function scoresOf(
	entry: JudgedEntry,
	ballots: readonly Ballot[],
	points: readonly ChoicePoint[],
): Score[] {
	const alignment = alignmentOf(entry, points);
	const reviewed: Score = {
		entryId: entry.id,
		criterion: 'alignment',
		source: 'check',
		judge: REVIEWED_JUDGE,
		value: alignment.score,
		evidence: [
			...alignmentEvidence(alignment, points),
			...alignment.penalties.map((p) => ({
				text: `An addition the author labelled ${p.label} costs ${p.points}.`,
				quote: entry.build?.additions.find((a) => a.id === p.additionId)?.title ?? null,
			})),
		],
		at: Number.MAX_SAFE_INTEGER,
	};
	const people = ballots.flatMap((ballot) => {
		if (ballot.entryId !== entry.id || ballot.rubric === null) return [];
		const given = Object.entries(ballot.rubric).map(([criterion, value]) => ({ criterion, value }));
		const by = {
			entryId: entry.id,
			source: 'person' as const,
			judge: ballot.voterId,
			at: ballot.rubricAt?.getTime() ?? 0,
		};
		const scores = rubricScores(given, by);
		// Refused when it was stored; a broken row must not count as zero.
		return scores.ok ? scores.scores : [];
	});
	return [...entry.scores, ...(entry.build ? [reviewed] : []), ...people];
}

/** `findings`: what the text decides counts where the record is open; nothing of it while measured facts are kept back. */
export function shownDecisions(
	entry: JudgedEntry,
	points: readonly ChoicePoint[],
	findings: readonly TextFinding[],
): ShownDecision[] {
	return points.map((point) => {
		const { rationale = '', rejected = '' } = entry.decisions.find((d) => d.choicePointId === point.id) ?? {};
		const { choice, decidedBy, span } = settle(point.id, entry.decisions, findings);
		return {
			choicePointId: point.id,
			title: point.title,
			choice: shownChoice(choice, point),
			decidedBy,
			quote: span?.quote ?? null,
			rationale,
			rejected,
		};
	});
}

function shownChoice(choice: Choice | null, point: ChoicePoint): ShownDecision['choice'] {
	if (!choice || choice.kind === 'delegated') return choice;
	const label = point.alternatives.find((a) => a.id === choice.alternativeId)?.label ?? choice.alternativeId;
	return { ...choice, label };
}

export function placeOf(
	entry: JudgedEntry,
	room: Room,
	revealPosition = Number.POSITIVE_INFINITY,
): EntryPlace {
	return {
		own: room.participant?.id === entry.participantId,
		position: entry.presentingOrder ?? Number.POSITIVE_INFINITY,
		revealPosition,
	};
}

/** Null when this viewer may not see it now. */
export function showEntry(
	room: Room,
	pack: ChallengePack | null,
	entry: JudgedEntry,
	place = placeOf(entry, room),
): ShownEntry | null {
	const { round, visibility } = room;
	const sees = (reach: typeof visibility.specs) => appearance(reach, place, round) !== 'hidden';
	if (!sees(visibility.specs)) return null;
	const points = pointsOf(pack, room);
	const measurable = sees(visibility.checks) && canBeMeasured(room);
	const findings = measurable ? findingsIn(entry) : [];
	const named = place.own || (visibility.authors !== 'none' && isUnveiled(visibility.authors, place, round));
	return {
		alias: entry.alias,
		own: place.own,
		author: named ? entry.author : null,
		spec: entry.spec,
		wordCount: entry.wordCount,
		decisions: sees(visibility.decisions) ? shownDecisions(entry, points, findings) : [],
		output:
			entry.build && sees(visibility.outputs) ? { buildId: entry.build.id, files: entry.build.files } : null,
		measured: measurable ? measuredOf(entry, points, visibility.hiddenCheckNames) : null,
	};
}

/** One's own checks are known from the review; beside the others they wait for the informed half like theirs. */
const canBeMeasured = ({ round }: Room): boolean => !isBefore(round.phase, 'presenting');

function measuredOf(
	entry: JudgedEntry,
	points: readonly ChoicePoint[],
	namesShown: boolean,
): ShownEntry['measured'] {
	const verification = entry.build?.verification;
	if (!entry.build || !verification) return null;
	const { passed, failed } = summarise(verification);
	const alignment = alignmentOf(entry, points);
	return {
		outcome: entry.build.outcome,
		passed,
		failed,
		checks: verification.checks.map(({ id, title, verdict, why }, index) => ({
			id: namesShown ? id : `check-${index + 1}`,
			title: namesShown ? title : null,
			verdict,
			why: namesShown ? why : [],
		})),
		behaviours: alignment.points.map((point): ShownBehaviour => {
			const { choicePointId, status, decidedBy, evidence, measuredAlternativeId } = point;
			const title = points.find((p) => p.id === choicePointId)?.title ?? choicePointId;
			const alternativeId = measuredAlternativeId;
			return { choicePointId, title, summary: evidence, status, decidedBy, alternativeId };
		}),
		additions: entry.build.additions.map(({ title, label, consequence }) => ({ title, label, consequence })),
	};
}
