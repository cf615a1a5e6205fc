// What the team learns: who decided and who described, fork by fork, and what nobody expected.
import type { Reason } from '../../../contract/refusals.ts';
import type { DebriefView } from '../../../contract/results.ts';
import type { AnalysedUnit } from '../../../domain/analysis/types.ts';
import type { ChoicePoint } from '../../../domain/challenge/pack.ts';
import { ok, refuse, type Result } from '../../../domain/result.ts';
import { computeDebrief, type DebriefEntry, type PointDebrief } from '../../../domain/round/debrief.ts';
import { listJudgedEntries, type JudgedEntry } from '../../db/judged-entry-repository.ts';
import type { Deps } from '../deps.ts';
import type { Room } from '../room.ts';
import { findingsIn, packOf, pointsOf } from './entry-facts.ts';

/** Passages shown of one entry and class, and their least length in characters: shorter ones tell little. */
const PASSAGES_EACH = 1;
const PASSAGE_MIN = 30;
const PASSAGES_MAX = 12;

export async function viewDebrief(deps: Deps, room: Room): Promise<Result<DebriefView, Reason>> {
	if (!room.visibility.choiceDistribution) return refuse('not-visible-yet');
	const entries = await listJudgedEntries(deps.db.prisma, room.competition.id);
	const points = pointsOf(packOf(deps, room), room);
	const debrief = computeDebrief(points, entries.map(toDebriefEntry));
	return ok({
		points: debrief.points.map((point) => pointView(point, points)),
		team: debrief.team,
		entries: entries.map((entry) => {
			const own = debrief.entries.find((e) => e.entryId === entry.id)!;
			const predictions = debrief.predictions.find((p) => p.entryId === entry.id)!;
			const { entryId: _, ...counts } = own;
			return {
				alias: entry.alias,
				author: entry.author,
				wordCount: entry.wordCount,
				...counts,
				decidedShare: entry.analysis?.summary.decidedShare ?? null,
				restatementShare: entry.analysis?.summary.restatementShare ?? null,
				expected: predictions.expected.map((e) => ({ text: e.text, addition: e.addition.title })),
				guessedWrong: predictions.guessedWrong,
				surprises: predictions.surprises.map(({ title, kind, label, link }) => ({
					title,
					kind,
					label,
					link,
				})),
			};
		}),
		passages: entries.flatMap(passagesOf).slice(0, PASSAGES_MAX),
	});
}

const toDebriefEntry = (entry: JudgedEntry): DebriefEntry => ({
	entryId: entry.id,
	decisions: entry.decisions,
	unprompted: findingsIn(entry),
	fingerprints: entry.build?.verification?.fingerprints ?? null,
	additions: entry.build?.additions ?? [],
	predictions: entry.predictions,
});

function pointView(
	{ chosen, outputs, ...point }: PointDebrief,
	points: readonly ChoicePoint[],
): DebriefView['points'][number] {
	const { title, question, alternatives } = points.find((p) => p.id === point.choicePointId)!;
	return {
		...point,
		title,
		question,
		alternatives: alternatives.map(({ id, label }) => ({
			id,
			label,
			chosen: chosen.find((c) => c.alternativeId === id)?.count ?? 0,
			outputs: outputs.find((o) => o.alternativeId === id)?.count ?? 0,
		})),
	};
}

/** The clearest decision, description and near-copy of an entry. */
function passagesOf(entry: JudgedEntry): DebriefView['passages'] {
	const units = (entry.analysis?.units ?? []).filter(
		(u) => !u.abstain && !u.repeats && u.end - u.start >= PASSAGE_MIN,
	);
	const clearest = (of: AnalysedUnit['class'], byProbability: number): AnalysedUnit[] =>
		units
			.filter((u) => u.class === of)
			.sort((a, b) => byProbability * (b.probability - a.probability))
			.slice(0, PASSAGES_EACH);
	return [...clearest('decision', 1), ...clearest('description', -1), ...clearest('restatement', -1)].map(
		(unit) => ({
			alias: entry.alias,
			author: entry.author,
			text: entry.spec.slice(unit.start, unit.end),
			class: unit.class,
		}),
	);
}
