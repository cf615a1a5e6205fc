// The checker's end of one program process. It owns no policy: it parses, caps, counts and hands over what was said in a turn.
import type { ChildProcess } from 'node:child_process';
import { VerifierError, type Body, type RpcError } from './errors.ts';
import { LineSplitter, parseLine, type IdText, type Parsed } from './framing.ts';
import { LIMITS, type Limits } from './limits.ts';
import type { Death, Launch, Params } from './types.ts';

export type Message =
	| { type: 'call'; id: IdText; method: string; params: unknown; unasked: boolean }
	| { type: 'reply'; id: string; result: unknown; error: RpcError | null; unasked: boolean };

const GRANDCHILD_MS = 100;

export class Peer {
	readonly noise: string[] = [];
	readonly violations: string[] = [];
	stderr = '';
	/** Virtual milliseconds, stamped on every message to the program. */
	now = 0;
	death: Death | null = null;
	/** Set when the process could not even be started: nobody's verdict, a verifier error. */
	startError: Error | null = null;
	private readonly closed: Promise<void>;
	private readonly child: ChildProcess;
	private readonly limits: Limits;
	private readonly splitter = new LineSplitter();
	private inbox: Message[] = [];
	private readonly asked = new Set<string>();
	private readonly openIds = new Set<IdText>();
	private read = 0;
	private written = 0;
	private noisy = 0;
	private calls = 0;
	private turns = 0;
	private turn: { id: string; done: () => void } | null = null;
	private wake: (() => void) | null = null;

	/** `ran`: false when a closed process never was the program, because its sandbox failed before. */
	constructor(launch: Launch, limits: Limits = LIMITS, ran: (child: ChildProcess) => boolean = () => true) {
		const child = launch((limit) => this.die('over-limit', `more ${limit} than its sandbox allows`));
		const { stdin, stdout, stderr } = child;
		if (!stdin || !stdout || !stderr) throw new VerifierError('a program must be launched with piped stdio');
		this.child = child;
		this.limits = limits;
		stdout.on('data', (chunk: Buffer) => this.feed(chunk));
		stdout.on('end', () =>
			setTimeout(() => this.die('closed-stdout', 'it closed its stdout'), GRANDCHILD_MS),
		);
		stderr.on('data', (chunk: Buffer) => {
			if (this.stderr.length < limits.stderrChars)
				this.stderr = (this.stderr + chunk.toString()).slice(0, limits.stderrChars);
		});
		// A broken pipe is reported by the exit; the other streams break only when they are destroyed below.
		for (const stream of [stdin, stdout, stderr]) stream.on('error', () => undefined);
		this.closed = new Promise((resolve) => {
			child.on('error', (error) => {
				if (child.pid === undefined) this.startError = error;
				this.die('exited', `cannot start: ${error.message}`);
				if (child.pid === undefined) resolve();
			});
			// A grandchild may hold the pipes for ever.
			child.on('exit', () => setTimeout(() => this.destroyStreams(), GRANDCHILD_MS));
			child.on('close', (code, signal) => {
				if (!this.death && !ran(child))
					this.startError ??= new Error(`its sandbox failed: ${this.stderr.trim().slice(0, 300)}`);
				this.die('exited', signal ? `signal ${signal}` : `exit code ${code}`);
				resolve();
			});
		});
	}

	request(id: string, method: string, params: Params): void {
		this.asked.add(id);
		this.write(JSON.stringify(id), { method, params });
	}

	answer(id: IdText, body: Body): void {
		this.openIds.delete(id);
		this.write(id, body);
	}

	/** A second copy of an answer: the program must ignore it. */
	again(id: IdText, body: Body): void {
		this.write(id, body);
	}

	/** Resolves when the program has answered `sync`, died, or ran out of wall time, with everything it said since the last turn. */
	async sync(): Promise<Message[]> {
		if (!this.death) {
			this.calls = 0;
			await new Promise<void>((resolve) => {
				const { turnMs } = this.limits;
				const timer = setTimeout(
					() => this.die('unresponsive', `no answer to sync within ${turnMs} ms of wall time`),
					turnMs,
				);
				const done = (): void => {
					clearTimeout(timer);
					this.turn = null;
					resolve();
				};
				this.turn = { id: `sync-${++this.turns}`, done };
				this.write(JSON.stringify(this.turn.id), { method: 'sync' });
			});
		}
		if (this.startError) throw new VerifierError(`cannot start the program: ${this.startError.message}`);
		return this.inbox.splice(0);
	}

	/** Waits in wall time for anything unasked; true when something came. */
	async listen(ms: number): Promise<boolean> {
		if (this.inbox.length === 0 && !this.death) {
			await new Promise<void>((resolve) => {
				const timer = setTimeout(resolve, ms);
				this.wake = () => {
					clearTimeout(timer);
					resolve();
				};
			});
			this.wake = null;
		}
		return this.inbox.length > 0;
	}

	/** Forgets what was counted, for a process that serves another scenario. */
	reset(): void {
		this.noise.length = this.violations.length = 0;
		this.read = this.written = this.noisy = 0;
		this.stderr = '';
		this.openIds.clear();
		this.asked.clear();
	}

	/** Its time is over: nothing more is heard from it. */
	giveUp(detail: string): void {
		this.die('too-slow', detail);
	}

	/** Kills the whole process group; returns after a bounded time even if something holds the pipes. */
	async kill(): Promise<void> {
		this.die('killed', '');
		const { pid } = this.child;
		try {
			if (pid !== undefined) process.kill(-pid, 'SIGKILL');
		} catch {
			this.child.kill('SIGKILL');
		}
		let timer: NodeJS.Timeout | undefined;
		const bound = new Promise<void>((resolve) => (timer = setTimeout(resolve, this.limits.killMs)));
		await Promise.race([this.closed, bound]);
		clearTimeout(timer);
		this.destroyStreams();
	}

	private destroyStreams(): void {
		this.child.stdin?.destroy();
		this.child.stdout?.destroy();
		this.child.stderr?.destroy();
	}

	private write(id: IdText, rest: object): void {
		if (this.death) return;
		const line = `{"jsonrpc":"2.0","now":${this.now},"id":${id},${JSON.stringify(rest).slice(1)}\n`;
		this.written += line.length;
		if (this.written > this.limits.inputBytes)
			this.die('too-much-input', `${this.written} characters were sent to it`);
		else this.child.stdin?.write(line);
	}

	private die(why: Death['why'], detail: string): void {
		this.death ??= { why, detail };
		this.turn?.done();
		this.wake?.();
	}

	private feed(chunk: Buffer): void {
		if (this.death) return;
		const { outputBytes, lineBytes } = this.limits;
		this.read += chunk.length;
		if (this.read > outputBytes) return this.die('too-much-output', `more than ${outputBytes} bytes`);
		const fits = this.splitter.feed(chunk, lineBytes, (line) => {
			this.line(line);
			return this.death === null;
		});
		if (!fits) this.die('line-too-long', `a line of more than ${lineBytes} bytes`);
	}

	private line(line: string | null): void {
		const parsed: Parsed = line === null ? { type: 'noise' } : parseLine(line, this.limits.depth);
		if (parsed.type === 'noise') return this.noteNoise(line ?? '(no UTF-8)');
		if (parsed.type === 'violation') return this.violate(parsed.what, line ?? '');
		if (parsed.flaw) this.violate(parsed.flaw, line ?? '');
		if (parsed.type === 'call') this.receiveCall(parsed, line ?? '');
		else this.receiveAnswer(parsed, line ?? '');
	}

	private receiveCall(m: Extract<Parsed, { type: 'call' }>, line: string): void {
		if (this.openIds.has(m.id)) return this.violate('an id that is still open', line);
		const { callsPerTurn } = this.limits;
		if (++this.calls > callsPerTurn) return this.die('flood', `more than ${callsPerTurn} calls in one turn`);
		this.openIds.add(m.id);
		this.inbox.push({
			type: 'call',
			id: m.id,
			method: m.method,
			params: m.params,
			unasked: this.turn === null,
		});
		this.wake?.();
	}

	private receiveAnswer(m: Extract<Parsed, { type: 'answer' }>, line: string): void {
		if (m.id === null) return;
		if (this.turn?.id === m.id) {
			if (m.error || m.result !== null) this.violate('sync answered with something else than null', line);
			return this.turn?.done();
		}
		if (!this.asked.delete(m.id)) return; // an answer to nothing open is ignored
		this.inbox.push({
			type: 'reply',
			id: m.id,
			result: m.result,
			error: m.error,
			unasked: this.turn === null,
		});
		this.wake?.();
	}

	private noteNoise(line: string): void {
		if (this.noise.length < 20) this.noise.push(line.slice(0, 200));
		if (++this.noisy > this.limits.noiseLines)
			this.die('too-much-noise', `${this.noisy} lines that are no message`);
	}

	private violate(what: string, line: string): void {
		this.violations.push(`${what}: ${line.slice(0, 120)}`);
		if (this.violations.length > this.limits.violations)
			this.die('too-many-violations', `${this.violations.length} messages that break the protocol`);
	}
}
