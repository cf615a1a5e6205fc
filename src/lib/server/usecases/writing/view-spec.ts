// One's own spec: text, receipt, paste notes, and what an untouched one starts from.
import type { SpecReceipt, SpecView } from '../../../contract/spec.ts';
import { ok, refuse, type Result } from '../../../domain/result.ts';
import { specTemplate } from '../../../domain/spec/template.ts';
import { currentRequirement } from '../../db/competition-repository.ts';
import { findSpec, listPasteNotes, type Spec } from '../../db/spec-repository.ts';
import type { Deps } from '../deps.ts';
import { enterAsParticipant, type At, type ParticipantReason } from '../participant-room.ts';
import type { Room } from '../room.ts';

export async function viewSpec(
	deps: Deps,
	at: At,
): Promise<Result<SpecView, ParticipantReason | 'not-visible-yet' | 'no-such-thing'>> {
	const entered = await enterAsParticipant(deps, at);
	if (!entered.ok) return entered;
	const { room, me } = entered.value;
	if (room.visibility.specs === 'none') return refuse('not-visible-yet');
	const spec = await findSpec(deps.db.prisma, me.id);
	if (!spec) return refuse('no-such-thing');
	const pastes = await listPasteNotes(deps.db.prisma, spec.entryId);
	return ok({
		text: spec.text,
		revision: spec.revision,
		savedAt: spec.savedAt?.getTime() ?? null,
		wordCount: spec.wordCount,
		openness: room.visibility.edit.spec,
		receipt: receiptOf(spec),
		pastes: pastes.map(({ entryId: _, at: notedAt, ...note }) => ({ ...note, at: notedAt.getTime() })),
		template: templateFor(deps, room),
		mirror: await mirrorFor(deps, room),
	});
}

function templateFor(deps: Deps, { competition }: Room): string {
	if (competition.settings.placement !== 'inside') return specTemplate();
	return specTemplate(deps.packs.find(competition.challengeSlug)?.pack.choicePoints);
}

async function mirrorFor(deps: Deps, { competition, visibility }: Room): Promise<SpecView['mirror']> {
	if (!competition.settings.liveMirror || visibility.analysis === 'none') return null;
	return { requirement: (await currentRequirement(deps.db.prisma, competition.id)).text };
}

export const receiptOf = (spec: Spec): SpecReceipt | null =>
	spec.lockedAt && spec.lockedBy && spec.hash !== null
		? {
				hash: spec.hash,
				revision: spec.revision,
				wordCount: spec.wordCount,
				lockedAt: spec.lockedAt.getTime(),
				by: spec.lockedBy,
			}
		: null;
