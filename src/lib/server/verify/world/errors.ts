// Three ways something can go wrong in a world: the service refuses, the verifier is broken, the request may not be repeated.

export const REFUSALS = [
	'bad_request',
	'rejected',
	'not_found',
	'conflict',
	'unavailable',
	'timeout',
] as const;
export type RefusalKind = (typeof REFUSALS)[number];

export const ERROR_CODE: Readonly<Record<RefusalKind, number>> = {
	bad_request: -32602,
	rejected: -32001,
	not_found: -32002,
	conflict: -32003,
	unavailable: -32010,
	timeout: -32011,
};
export const UNKNOWN_METHOD = -32601;

const BRAND = Symbol.for('forkpoint.world.refuse');

/** Thrown by a world's method: the call is answered with this error. Anything else that is thrown is a VerifierError. */
export class Refuse extends Error {
	override readonly name = 'Refuse';
	readonly kind: RefusalKind;
	readonly [BRAND] = true;
	constructor(kind: RefusalKind, message: string) {
		super(message);
		this.kind = kind;
	}
}

/** By brand, not by class: packs are loaded outside the server's bundle and may carry their own copy of the class. */
export const isRefuse = (error: unknown): error is Refuse =>
	typeof error === 'object' && error !== null && BRAND in error;

/** The verifier, a world or a scenario is wrong. Never the program's fault; never a verdict on it. */
export class VerifierError extends Error {
	override readonly name = 'VerifierError';
}

export interface RpcError {
	code: number;
	message: string;
	data?: unknown;
}
export type Body = { result: unknown } | { error: RpcError };

export const refusal = (kind: RefusalKind, message: string): Body => ({
	error: { code: ERROR_CODE[kind], message, data: { kind } },
});
