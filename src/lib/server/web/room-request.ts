// Who a request says it is, and as what it enters a room. One browser may be guest, facilitator and stage at once.
import type { RequestEvent } from '@sveltejs/kit';
import { LIMITS } from '../../domain/limits.ts';
import type { Result } from '../../domain/result.ts';
import {
	enterRoom,
	normaliseCode,
	type EnterReason,
	type Identity,
	type Room,
	type Surface,
} from '../usecases/room.ts';

type RoomEvent = Pick<RequestEvent, 'cookies' | 'locals' | 'params' | 'url'>;

const codePattern = new RegExp(`^[${LIMITS.codes.alphabet}]{${LIMITS.codes.join}}$`);

/** The cookie of a stage that was opened by a link; null for what is no code. */
export function stageCookie(code: string): string | null {
	const normal = normaliseCode(code);
	return codePattern.test(normal) ? `forkpoint_stage_${normal}` : null;
}

export function identityOf({ cookies, locals, params }: RoomEvent): Identity {
	const cookie = stageCookie(params['code'] ?? '');
	return {
		facilitatorId: locals.facilitator?.id ?? null,
		facilitatorName: locals.facilitator?.name ?? null,
		participantId: locals.guest?.participantId ?? null,
		stageToken: cookie === null ? null : (cookies.get(cookie) ?? null),
	};
}

const SURFACES: readonly Surface[] = ['participant', 'facilitator', 'stage'];

/** `?as=`: which of the things it may be this browser wants to be; undefined leaves it to the room. */
export const surfaceOf = (url: URL): Surface | undefined =>
	SURFACES.find((surface) => surface === url.searchParams.get('as'));

/** Enters the room of the address as `surface`, or as what `?as=` says. */
export const enter = (event: RoomEvent, surface?: Surface): Promise<Result<Room, EnterReason>> =>
	enterRoom(event.locals.app, {
		code: event.params['code'] ?? '',
		identity: identityOf(event),
		surface: surface ?? surfaceOf(event.url),
	});
