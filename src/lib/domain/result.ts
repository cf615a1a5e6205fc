// Expected refusals are values. A fault is an exception.

export type Ok<T> = { ok: true; value: T };
export type Refused<R extends string> = { ok: false; reason: R; detail?: Record<string, unknown> };
export type Result<T, R extends string> = Ok<T> | Refused<R>;

export const ok = <T>(value: T): Ok<T> => ({ ok: true, value });
export const refuse = <R extends string>(reason: R, detail?: Record<string, unknown>): Refused<R> =>
	detail ? { ok: false, reason, detail } : { ok: false, reason };
