// The room in the address and who asks, as the use cases of participants take it.
import type { RequestEvent } from '@sveltejs/kit';
import type { At } from '../usecases/participant-room.ts';
import { identityOf } from './room-request.ts';

export const at = (
	event: Pick<RequestEvent, 'cookies' | 'locals' | 'url'> & { params: { code: string } },
): At => ({ code: event.params.code, identity: identityOf(event) });
