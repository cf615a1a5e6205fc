// Calls to the own server: a refusal and a dead line are values, told apart.
import type { Reason } from '../contract/refusals.ts';

export type Answer<T> =
	| { ok: true; value: T }
	| { ok: false; reason: Reason | 'unreachable'; message: string; detail: Record<string, unknown> };

interface CallOptions {
	/** Goes on after the page is gone; browsers allow it up to 64 KiB of body. */
	keepalive?: boolean;
	timeoutMs?: number;
}

const TIMEOUT_MS = 15_000;
export const KEEPALIVE_BYTES = 60 * 1024;

/** `path` below the competition, e.g. `/spec`. */
export async function call<T>(
	code: string,
	method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
	path: string,
	body?: unknown,
	{ keepalive = false, timeoutMs = TIMEOUT_MS }: CallOptions = {},
): Promise<Answer<T>> {
	try {
		const response = await fetch(`/api/competitions/${code}${path}`, {
			method,
			keepalive,
			headers: {
				accept: 'application/json',
				...(body !== undefined && { 'content-type': 'application/json' }),
			},
			body: body === undefined ? null : JSON.stringify(body),
			signal: keepalive ? null : AbortSignal.timeout(timeoutMs),
		});
		if (response.ok)
			return { ok: true, value: (response.status === 204 ? undefined : await response.json()) as T };
		return refused(await response.json());
	} catch {
		return unreachable();
	}
}

const unreachable = (): Answer<never> => ({
	ok: false,
	reason: 'unreachable',
	message: navigator.onLine ? 'The server does not answer.' : 'Your device is offline.',
	detail: {},
});

function refused(body: unknown): Answer<never> {
	if (typeof body !== 'object' || body === null || !('reason' in body) || !('message' in body))
		return unreachable();
	const detail = 'detail' in body && typeof body.detail === 'object' ? body.detail : {};
	return {
		ok: false,
		reason: body.reason as Reason,
		message: String(body.message),
		detail: detail as Record<string, unknown>,
	};
}

/** Random and unguessable also on plain http, where `crypto.randomUUID` does not exist. */
export function randomId(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(16));
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
