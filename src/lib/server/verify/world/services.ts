// Applies one call: the built-in methods, the durable store, `ref`, and the pack's own reads and effects.
import { isRefuse, refusal, Refuse, UNKNOWN_METHOD, VerifierError, type Body } from './errors.ts';
import { canonical } from './faults.ts';
import type { Method, MethodContext, Params, StoredValue, World } from './types.ts';

export const TIMER = 'timer.after';
export const BUILT_IN = ['clock.now', TIMER, 'store.get', 'store.put', 'store.list'] as const;
type BuiltIn = (typeof BUILT_IN)[number];
const isBuiltIn = (method: string): method is BuiltIn => (BUILT_IN as readonly string[]).includes(method);

const isRecord = (v: unknown): v is Params => typeof v === 'object' && v !== null && !Array.isArray(v);
const copy = <T>(value: T): T => structuredClone(value);

export class Services<S> {
	readonly store = new Map<string, StoredValue>();
	private readonly refs = new Map<string, { body: string; result: string }>();
	private readonly world: World<S>;
	private readonly state: S;
	private readonly rng: () => number;

	constructor(world: World<S>, state: S, rng: () => number) {
		for (const method of [...Object.keys(world.reads), ...Object.keys(world.effects)])
			if (isBuiltIn(method)) throw new VerifierError(`a world must not define the built-in method ${method}`);
		this.world = world;
		this.state = state;
		this.rng = rng;
	}

	isEffect(method: string): boolean {
		return method === 'store.put' || Object.hasOwn(this.world.effects, method);
	}

	/** Virtual milliseconds a timer asks for; null when `params` is no timer that could ever be due. */
	static timerMs(params: unknown): number | null {
		const ms = isRecord(params) ? params.ms : undefined;
		return typeof ms === 'number' && Number.isFinite(ms) ? Math.max(0, Math.ceil(ms)) : null;
	}

	apply(method: string, params: unknown, now: number): Body {
		if (!isBuiltIn(method) && !this.own(method))
			return { error: { code: UNKNOWN_METHOD, message: `unknown method ${method.slice(0, 100)}` } };
		if (!isRecord(params)) return refusal('bad_request', 'params must be an object');
		const ref = this.isEffect(method) ? (params.ref ?? null) : null;
		if (typeof ref === 'object' && ref !== null) return refusal('bad_request', 'ref must be a string');
		const key = ref === null ? null : `${method}\n${canonical(ref)}`;
		const body = key === null ? '' : canonical(params);
		const known = key === null ? undefined : this.refs.get(key);
		if (known) {
			if (known.body !== body) return refusal('conflict', 'this ref was used for something else');
			return { result: JSON.parse(known.result) };
		}
		try {
			const result = this.call(method, copy(params), { now, rng: this.rng });
			if (key !== null) this.refs.set(key, { body, result });
			return { result: JSON.parse(result) };
		} catch (error) {
			if (isRefuse(error)) return refusal(error.kind, error.message);
			throw error;
		}
	}

	private own(method: string): Method<S> | undefined {
		const { effects, reads } = this.world;
		return Object.hasOwn(effects, method)
			? effects[method]
			: Object.hasOwn(reads, method)
				? reads[method]
				: undefined;
	}

	/** The result as JSON text: a snapshot nobody can change afterwards. */
	private call(method: string, params: Params, context: MethodContext): string {
		if (isBuiltIn(method)) return JSON.stringify(this.builtIn(method, params, context));
		let result: unknown;
		try {
			result = this.own(method)?.(this.state, params, context) ?? null;
			if (this.isEffect(method)) this.world.observe?.(this.state);
		} catch (error) {
			if (isRefuse(error)) throw error;
			throw new VerifierError(`the world's ${method} threw: ${String((error as Error)?.stack ?? error)}`);
		}
		if (result instanceof Promise) throw new VerifierError(`the world's ${method} is asynchronous`);
		try {
			return JSON.stringify(result) ?? 'null';
		} catch (error) {
			throw new VerifierError(`the world's ${method} returned no JSON: ${String(error)}`);
		}
	}

	private builtIn(method: BuiltIn, params: Params, { now }: MethodContext): unknown {
		switch (method) {
			case 'clock.now':
				return { now };
			case TIMER:
				if (Services.timerMs(params) === null) throw badRequest('ms must be a number');
				return { now };
			case 'store.get':
				return copy(this.store.get(keyOf(params)) ?? { value: null, version: 0 });
			case 'store.list':
				return { entries: this.list(params.prefix ?? '') };
			case 'store.put':
				return this.put(keyOf(params), params);
		}
	}

	private list(prefix: unknown): ({ key: string } & StoredValue)[] {
		if (typeof prefix !== 'string') throw badRequest('prefix must be a string');
		return [...this.store]
			.filter(([key]) => key.startsWith(prefix))
			.sort(([a], [b]) => (a < b ? -1 : 1))
			.map(([key, entry]) => ({ key, ...entry }));
	}

	private put(key: string, params: Params): { version: number } {
		const version = this.store.get(key)?.version ?? 0;
		const expected = params.ifVersion ?? null;
		if (expected !== null && expected !== version) throw new Refuse('conflict', `the version is ${version}`);
		this.store.set(key, { value: params.value ?? null, version: version + 1 });
		return { version: version + 1 };
	}
}

function keyOf(params: Params): string {
	if (typeof params.key !== 'string') throw badRequest('key must be a string');
	return params.key;
}

const badRequest = (message: string): Refuse => new Refuse('bad_request', message);
