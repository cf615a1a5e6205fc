// One answer at one choice point: an alternative with its parameters, or the explicit wish to leave it to the agent.
import type { Decide, DecisionView } from '../../../contract/decision.ts';
import type { ChoicePoint } from '../../../domain/challenge/pack.ts';
import type { Choice, Decision, SpecSpan } from '../../../domain/challenge/decision.ts';
import { LIMITS } from '../../../domain/limits.ts';
import { ok, refuse, type Result } from '../../../domain/result.ts';
import { storable } from '../../../domain/spec/storable.ts';
import { findDeciding, saveDecision } from '../../db/decision-repository.ts';
import { findSpec } from '../../db/spec-repository.ts';
import type { Deps } from '../deps.ts';
import {
	acceptWork,
	enterAsParticipant,
	untilSettled,
	type At,
	type ClosedReason,
	type Moved,
	type ParticipantReason,
	type ParticipantRoom,
} from '../participant-room.ts';
import { choicePointsOf } from './view-decisions.ts';

export type DecideReason =
	| ParticipantReason
	| ClosedReason
	| 'not-visible-yet'
	| 'no-such-thing'
	| 'no-such-alternative'
	| 'invalid-input'
	| 'stale-version';
type Decided = Result<DecisionView, DecideReason>;
export type DecideInput = At & Decide & { choicePointId: string };

export async function decideAt(deps: Deps, input: DecideInput): Promise<Decided> {
	return untilSettled(async () => {
		const entered = await enterAsParticipant(deps, input);
		return entered.ok ? tryDecide(deps, entered.value, input) : entered;
	});
}

async function tryDecide(
	deps: Deps,
	{ room, me }: ParticipantRoom,
	input: DecideInput,
): Promise<Decided | Moved> {
	if (!room.visibility.choicePoints) return refuse('not-visible-yet');
	const accepted = acceptWork(room, room.visibility.edit.decisions);
	if (!accepted.ok) return accepted;
	const point = choicePointsOf(deps, room).find((p) => p.id === input.choicePointId);
	if (!point) return refuse('no-such-thing');
	const choice = checkChoice(point, input.choice);
	if (!choice.ok) return choice;
	const span = await quote(deps, me.id, input.span);
	if (!span.ok) return span;
	const decision: Decision = {
		choicePointId: point.id,
		choice: choice.value,
		rationale: storable(input.rationale),
		rejected: storable(input.rejected),
		confidence: input.confidence,
		span: span.value,
	};
	const version = await saveDecision(deps.db, {
		competitionVersion: room.competition.version,
		participantId: me.id,
		decision,
		baseVersion: input.baseVersion,
		at: new Date(room.now),
	});
	if (version === null) return missed(deps, me.id, input);
	await tellProgress(deps, room.competition.id, me.id);
	return ok({ ...decision, version, decidedAt: room.now });
}

/** Every parameter of the alternative within its bounds, the missing ones at their default, and no others. */
function checkChoice(
	point: ChoicePoint,
	choice: Choice,
): Result<Choice, 'no-such-alternative' | 'invalid-input'> {
	if (choice.kind === 'delegated') return ok(choice);
	const alternative = point.alternatives.find((a) => a.id === choice.alternativeId);
	if (!alternative) return refuse('no-such-alternative');
	const fields: Record<string, string[]> = {};
	const parameters: Record<string, number> = {};
	for (const { id, min, max, default: preset } of alternative.parameters) {
		const value = Object.hasOwn(choice.parameters, id) ? (choice.parameters[id] ?? preset) : preset;
		if (value < min || value > max) fields[`choice.parameters.${id}`] = [`Between ${min} and ${max}.`];
		parameters[id] = value;
	}
	for (const id of Object.keys(choice.parameters))
		if (!Object.hasOwn(parameters, id)) fields[`choice.parameters.${id}`] = ['No such parameter.'];
	if (Object.keys(fields).length > 0) return refuse('invalid-input', { fields });
	return ok({ kind: 'alternative', alternativeId: alternative.id, parameters });
}

/** The passage as the spec has it now; what the client says it quotes is not trusted. */
async function quote(
	deps: Deps,
	participantId: string,
	span: { start: number; end: number } | null,
): Promise<Result<SpecSpan | null, 'invalid-input' | 'no-such-thing'>> {
	if (!span) return ok(null);
	const spec = await findSpec(deps.db.prisma, participantId);
	if (!spec) return refuse('no-such-thing');
	const { start, end } = span;
	const limit = LIMITS.text.spanQuote;
	if (end <= start || end > spec.text.length || end - start > limit)
		return refuse('invalid-input', { fields: { span: [`Select 1 to ${limit} characters of your spec.`] } });
	return ok({ start, end, quote: spec.text.slice(start, end).toWellFormed() });
}

async function missed(deps: Deps, participantId: string, input: DecideInput): Promise<Decided | Moved> {
	const spec = await findSpec(deps.db.prisma, participantId);
	if (!spec) return refuse('no-such-thing');
	if (spec.frozen) return refuse('frozen');
	const deciding = await findDeciding(deps.db.prisma, participantId);
	const stored = deciding?.decisions.find((d) => d.choicePointId === input.choicePointId);
	if ((stored?.version ?? 0) === input.baseVersion) return 'moved';
	return refuse('stale-version', {
		decision: stored ? { ...stored, decidedAt: stored.decidedAt.getTime() } : null,
	});
}

async function tellProgress(deps: Deps, competitionId: string, participantId: string): Promise<void> {
	const deciding = await findDeciding(deps.db.prisma, participantId);
	deps.events.say(competitionId, {
		type: 'progress',
		rows: [{ participantId, decided: deciding?.decisions.length ?? 0 }],
	});
}
