// The world's requests to the program: which are open, which wait for another, what was answered and what was lost.
import type { Agenda } from './agenda.ts';
import { VerifierError } from './errors.ts';
import { opaque } from './random.ts';
import type { Reply, Scenario, Send } from './types.ts';

export class Requests {
	readonly replies: Record<string, Reply> = {};
	private readonly lost: string[] = [];
	/** By the id the program sees, in order of delivery. */
	private readonly open = new Map<string, Send>();
	private readonly waiting = new Map<string, Send[]>();
	private readonly scenario: Scenario;
	private readonly agenda: Agenda;

	constructor(scenario: Scenario, agenda: Agenda) {
		checkSends(scenario.sends);
		this.scenario = scenario;
		this.agenda = agenda;
		for (const send of scenario.sends) {
			if (send.after === undefined) agenda.add({ type: 'send', send }, send.at ?? 0);
			else this.waiting.set(send.after, [...(this.waiting.get(send.after) ?? []), send]);
		}
	}

	/** Opens a request and returns the id it is delivered under: the same at every delivery. */
	deliver(send: Send): string {
		const id = opaque(this.scenario.seed, send.id);
		this.open.set(id, send);
		return id;
	}

	/** Takes an answer; null when nothing with this id is open. */
	settle(id: string, reply: Reply, now: number): Send | null {
		const send = this.open.get(id);
		if (!send) return null;
		this.open.delete(id);
		this.close(send, reply, now);
		return send;
	}

	close(send: Send, reply: Reply, now: number): void {
		this.replies[send.id] = reply;
		this.release(send.id, now);
	}

	/** Open requests are queued again for `now`, or lost. */
	crash(now: number): void {
		const unanswered = [...this.open.values()];
		this.open.clear();
		for (const send of unanswered) {
			if (this.scenario.redeliver ?? true) this.agenda.add({ type: 'send', send }, now);
			else {
				this.lost.push(send.id);
				this.release(send.id, now);
			}
		}
	}

	/** Ids of the sends that are delivered and unanswered. */
	unanswered(): string[] {
		return [...this.open.values()].map((send) => send.id);
	}

	/** Ids of the sends that never got an answer, lost in a crash or open at the end. */
	neverAnswered(): string[] {
		return [...this.lost, ...this.unanswered()];
	}

	private release(id: string, now: number): void {
		for (const send of this.waiting.get(id) ?? [])
			this.agenda.add({ type: 'send', send }, now + (send.at ?? 0));
		this.waiting.delete(id);
	}
}

function checkSends(sends: readonly Send[]): void {
	const ids = new Set(sends.map((send) => send.id));
	if (ids.size !== sends.length) throw new VerifierError('two sends have the same id');
	for (const send of sends)
		if (send.after !== undefined && !ids.has(send.after))
			throw new VerifierError(`send ${send.id} waits for ${send.after}, which is never sent`);
}
