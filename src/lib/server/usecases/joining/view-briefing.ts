// The briefing slides of the challenge, Markdown each.
import { ok, refuse, type Result } from '../../../domain/result.ts';
import type { Deps } from '../deps.ts';
import type { At } from '../participant-room.ts';
import { enterRoom, type EnterReason } from '../room.ts';

export async function viewBriefing(
	deps: Deps,
	at: At,
): Promise<Result<string[], EnterReason | 'not-visible-yet'>> {
	const entered = await enterRoom(deps, { ...at, surface: 'participant' });
	if (!entered.ok) return entered;
	const { competition, visibility } = entered.value;
	if (!visibility.briefing) return refuse('not-visible-yet');
	const briefing = deps.packs.find(competition.challengeSlug)?.pack.briefing ?? '';
	return ok(slidesOf(briefing));
}

export const slidesOf = (briefing: string): string[] =>
	briefing
		.split(/^---\s*$/m)
		.map((slide) => slide.trim())
		.filter((slide) => slide !== '');
