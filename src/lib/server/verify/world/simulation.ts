// A discrete-event simulation: virtual clock, one event at a time, and the program gets a turn after each event.
import type { ChildProcess } from 'node:child_process';
import { Agenda, type Call } from './agenda.ts';
import { refusal, VerifierError, type Body } from './errors.ts';
import { FaultPlan } from './faults.ts';
import { CALL_MS, HORIZON_MS, LIMITS, MAX_CALLS, RESTART_MS, type Limits } from './limits.ts';
import { Peer, type Message } from './peer.ts';
import { rng } from './random.ts';
import { Requests } from './requests.ts';
import { Services, TIMER } from './services.ts';
import { RESTART, type Launch, type Outcome, type Params } from './types.ts';
import type { Run, Scenario, Send, TraceLine, World } from './types.ts';

export interface RunOptions {
	limits?: Partial<Limits>;
	/** Wall milliseconds to wait for a program that has a request open and nothing to wait for. */
	stallMs?: number;
	/** Wall milliseconds to wait for unasked messages before time moves on. */
	settleMs?: number;
	/** The same at the end, when nothing is open or pending. */
	quietMs?: number;
	/** Wall milliseconds a scenario may take in all; default: no end. */
	wallMs?: number;
	/** A slot for search runs: the process of a quiet run serves the next scenario. Never for verdicts. */
	reuse?: { peer?: Peer };
	signal?: AbortSignal;
	/** Tells whether a closed process had become the program at all; see Sandbox.ran. */
	ran?: (child: ChildProcess) => boolean;
}

type End = { outcome: Outcome; detail: string };
const IN_DOUBT = refusal('timeout', 'no answer in time; it may or may not have been done');
const asParams = (value: unknown): Params =>
	typeof value === 'object' && value !== null ? (value as Params) : {};

/**
 * Runs a program in a world until nothing is left to happen. Throws VerifierError when the world, the scenario or the
 * launch is at fault, and the signal's reason when aborted; whatever the program does is an outcome.
 */
export async function run<S>(
	world: World<S>,
	launch: Launch,
	scenario: Scenario,
	options: RunOptions = {},
): Promise<Run<S>> {
	const simulation = new Simulation(world, launch, scenario, options);
	try {
		return await simulation.play();
	} finally {
		await simulation.dispose();
	}
}

class Simulation<S> {
	private readonly limits: Limits;
	private readonly maxCalls: number;
	private readonly state: S;
	private readonly services: Services<S>;
	private readonly faults: FaultPlan;
	private readonly agenda: Agenda;
	private readonly requests: Requests;
	private readonly trace: TraceLine[] = [];
	private readonly said = { noise: [] as string[], violations: [] as string[], stderr: '' };
	private peer: Peer | null = null;
	private now = 0;
	private boot = 0;
	private started = false;
	private calls = 0;
	private offClock = 0;
	private answeredStarts = 0;
	private failedStarts = 0;
	private readonly deadline: number;
	private readonly launch: Launch;
	private readonly scenario: Scenario;
	private readonly options: RunOptions;

	constructor(world: World<S>, launch: Launch, scenario: Scenario, options: RunOptions) {
		this.launch = launch;
		this.scenario = scenario;
		this.options = options;
		this.limits = { ...LIMITS, ...options.limits };
		this.maxCalls = scenario.maxCalls ?? MAX_CALLS;
		this.deadline = performance.now() + (options.wallMs ?? Infinity);
		this.state = createState(world, scenario);
		this.services = new Services(world, this.state, rng(scenario.seed ^ 0x3013d));
		this.faults = new FaultPlan(scenario.faults ?? []);
		this.agenda = new Agenda(scenario.shuffle ? rng(scenario.seed ^ 0x5eed) : null);
		this.requests = new Requests(scenario, this.agenda);
	}

	async play(): Promise<Run<S>> {
		await this.start();
		for (;;) {
			this.options.signal?.throwIfAborted();
			const end = await this.step();
			if (end) return this.finish(end);
		}
	}

	async dispose(): Promise<void> {
		await this.peer?.kill();
	}

	/** Lets the next event happen; says how the run ended when there is none. */
	private async step(): Promise<End | null> {
		const peer = this.current();
		if (performance.now() > this.deadline)
			peer.giveUp(`more than ${this.options.wallMs?.toFixed(0)} ms of wall time`);
		if (peer.death) return { outcome: 'died', detail: `${peer.death.why}: ${peer.death.detail}` };
		if (this.calls > this.maxCalls)
			return { outcome: 'too-many-calls', detail: `more than ${this.maxCalls} calls` };
		const next = this.agenda.first({ sends: this.started }); // no request before `start` is answered
		if (!next || next.at > this.now + CALL_MS) {
			if (await peer.listen(this.patience(next !== undefined))) {
				await this.turn();
				return null;
			}
			if (peer.death) return null;
			if (!next) return this.nothingLeft();
			if (next.at > (this.scenario.horizonMs ?? HORIZON_MS))
				return { outcome: 'horizon', detail: `still waiting for ${next.at} ms` };
		}
		this.agenda.remove(next);
		this.now = peer.now = Math.max(this.now, next.at);
		await (next.type === 'send' ? this.deliver(next.send) : this.execute(next));
		return null;
	}

	/** Wall milliseconds to listen before time advances or the run ends: a program with a clock of its own shows itself. */
	private patience(more: boolean): number {
		const { settleMs = 3, quietMs = 15, stallMs = 300 } = this.options;
		if (more) return settleMs;
		return this.started && this.requests.unanswered().length === 0 ? quietMs : stallMs;
	}

	private nothingLeft(): End {
		const open = this.started ? this.requests.unanswered() : ['start'];
		if (open.length === 0) return { outcome: 'quiet', detail: '' };
		return { outcome: 'stalled', detail: `waits for nothing; unanswered: ${open.join(', ')}` };
	}

	private async deliver(send: Send): Promise<void> {
		if (send.method === RESTART) {
			this.requests.close(send, { result: null }, this.now);
			return this.crash();
		}
		this.note({ what: 'send', method: send.method, params: send.params });
		this.current().request(this.requests.deliver(send), send.method, send.params);
		await this.turn();
	}

	private async execute(call: Call): Promise<void> {
		const peer = this.current();
		const { id, method, params, fault, asked } = call;
		if (call.held) {
			peer.answer(id, call.held);
			return this.turn();
		}
		if (fault) this.faults.strike(fault);
		const line = this.note({ what: 'call', asked, method, params, ...(fault && { fault: fault.kind }) });
		if (fault?.kind === 'crash-before') return this.crash();
		const body = this.outcomeOf(call);
		line.out = body;
		if (fault?.kind === 'crash-after') return this.crash();
		if (fault?.kind === 'timeout' || fault?.kind === 'lost-answer') {
			this.agenda.add({ ...call, fault: null, held: IN_DOUBT }, this.now + (fault.ms ?? 10_000));
			return;
		}
		peer.answer(id, body);
		if (fault?.kind === 'double-answer') peer.again(id, body);
		await this.turn();
	}

	private outcomeOf({ fault, method, params }: Call): Body {
		if (fault?.kind === 'unavailable') return refusal('unavailable', 'service unavailable, nothing was done');
		if (fault?.kind === 'timeout') return IN_DOUBT;
		return this.services.apply(method, params, this.now);
	}

	private async start(): Promise<void> {
		this.boot++;
		this.started = false;
		const kept = this.options.reuse?.peer;
		if (this.options.reuse) this.options.reuse.peer = undefined;
		this.peer = kept && !kept.death ? kept : new Peer(this.launch, this.limits, this.options.ran);
		this.peer.reset();
		this.peer.now = this.now;
		this.peer.request(this.startId(), 'start', { protocol: 1, boot: this.boot });
		this.note({ what: 'start' });
		await this.turn();
	}

	private startId(): string {
		return `start-${this.boot}`;
	}

	private async crash(): Promise<void> {
		await this.current().kill();
		this.gather();
		this.note({ what: 'crash' });
		this.now += RESTART_MS;
		this.agenda.crash(this.now);
		this.requests.crash(this.now);
		await this.start();
	}

	/** Takes in everything the program says until it answers `sync`. */
	private async turn(): Promise<void> {
		for (const message of await this.current().sync()) {
			if (message.unasked) this.offClock++;
			if (message.type === 'call') this.receiveCall(message);
			else this.receiveReply(message);
		}
	}

	private receiveCall({ id, method, params }: Extract<Message, { type: 'call' }>): void {
		if (++this.calls > this.maxCalls) return;
		const fault = this.faults.meet(method, asParams(params), this.services.isEffect(method));
		let ms: number = CALL_MS;
		if (method === TIMER) ms = Services.timerMs(params) ?? CALL_MS;
		if (fault?.kind === 'slow') ms += fault.ms ?? 5000;
		this.agenda.add({ type: 'call', id, method, params, fault, asked: this.now }, this.now + ms);
	}

	private receiveReply({ id, result, error }: Extract<Message, { type: 'reply' }>): void {
		if (id === this.startId()) {
			this.started = true;
			this.answeredStarts++;
			if (error) this.failedStarts++;
			return;
		}
		const send = this.requests.settle(id, error ? { error } : { result }, this.now);
		if (send)
			this.note({
				what: 'reply',
				method: send.method,
				params: send.params,
				out: error ? { error } : { result },
			});
	}

	private note(line: Omit<TraceLine, 't' | 'boot'>): TraceLine {
		const whole: TraceLine = { t: this.now, boot: this.boot, ...line };
		this.trace.push(whole);
		return whole;
	}

	private current(): Peer {
		if (!this.peer) throw new VerifierError('the program was not started');
		return this.peer;
	}

	private gather(): void {
		const { noise, violations, stderr } = this.current();
		this.said.noise.push(...noise.slice(0, Math.max(0, 20 - this.said.noise.length)));
		this.said.violations.push(...violations);
		this.said.stderr = (this.said.stderr + stderr).slice(0, this.limits.stderrChars);
	}

	private async finish({ outcome, detail }: End): Promise<Run<S>> {
		const peer = this.current();
		const { death } = peer;
		const keep = outcome === 'quiet' && this.options.reuse && !this.offClock;
		if (!keep) await peer.kill();
		this.gather();
		if (keep && this.options.reuse) this.options.reuse.peer = peer;
		this.peer = null;
		const { state, trace, said, now, offClock, answeredStarts, failedStarts, boot: boots } = this;
		const { replies } = this.requests;
		const [lost, unhit, { store }] = [this.requests.neverAnswered(), this.faults.unhit(), this.services];
		return {
			outcome,
			detail,
			death,
			state,
			trace,
			replies,
			lost,
			unhit,
			offClock,
			...said,
			now,
			boots,
			answeredStarts,
			failedStarts,
			store,
		};
	}
}

function createState<S>(world: World<S>, { seed, setup }: Scenario): S {
	try {
		return world.create(seed, setup);
	} catch (error) {
		throw new VerifierError(`the world cannot be created: ${String((error as Error)?.stack ?? error)}`);
	}
}
