// Plays one participant from a sample: writes in pieces, decides, predicts, labels and votes as that hand would.
import type { BallotsView } from '../../lib/contract/ballot.ts';
import type { DecisionsView } from '../../lib/contract/decision.ts';
import type { Joined } from '../../lib/contract/joining.ts';
import type { PredictionsView } from '../../lib/contract/prediction.ts';
import type { ReviewView } from '../../lib/contract/review.ts';
import type { SpecSaved } from '../../lib/contract/spec.ts';
import type { Sample } from '../../lib/domain/challenge/sample.ts';
import { impressionsOf, labelFor, rubricOf } from '../../lib/server/usecases/sample/hand.ts';
import type { Person } from './person.ts';

/** How many times a spec is saved on the way to its end. */
const SAVES = 4;

export class Player {
	readonly person: Person;
	readonly sample: Sample;
	readonly #room: string;

	constructor(person: Person, sample: Sample, code: string) {
		this.person = person;
		this.sample = sample;
		this.#room = `/api/competitions/${code}`;
	}

	join(): Promise<Joined> {
		return this.person.post<Joined>(`${this.#room}/participants`, { name: this.person.name });
	}

	/** A latecomer does not finish and leaves the lock to the clock or the facilitator. */
	async write(): Promise<void> {
		const { spec, late } = this.sample;
		let revision = 0;
		for (let i = 1; i <= SAVES; i++) {
			const text = spec.slice(0, Math.ceil((spec.length * i) / SAVES));
			const edit = { text, baseRevision: revision, editId: crypto.randomUUID() };
			revision = (await this.person.put<SpecSaved>(`${this.#room}/spec`, edit)).revision;
		}
		if (!late) await this.person.post(`${this.#room}/spec/lock`, { revision });
	}

	async decide(): Promise<void> {
		const { choicePoints } = await this.person.get<DecisionsView>(`${this.#room}/decisions`);
		for (const { choicePointId, choice, rationale, rejected, confidence, span } of this.sample.decisions) {
			if (!choicePoints.some((point) => point.id === choicePointId)) continue;
			const place = span && { start: span.start, end: span.end };
			const decision = { choice, rationale, rejected, confidence, span: place, baseVersion: 0 };
			await this.person.put(`${this.#room}/decisions/${choicePointId}`, decision);
		}
		const answered = new Set(this.sample.decisions.map((d) => d.choicePointId));
		// Somebody who leaves a choice point open runs into the deadline; the round remembers it as never decided.
		if (choicePoints.every((point) => answered.has(point.id)))
			await this.person.post(`${this.#room}/decisions/done`);
	}

	async predict(): Promise<void> {
		const { version } = await this.person.get<PredictionsView>(`${this.#room}/predictions`);
		const predictions = this.sample.predictions.map((text) => ({ text, choicePointId: null }));
		await this.person.put(`${this.#room}/predictions`, { predictions, version });
		await this.person.post(`${this.#room}/predictions/done`);
	}

	async review(): Promise<void> {
		const { additions } = await this.person.get<ReviewView>(`${this.#room}/additions`);
		for (const addition of additions)
			await this.person.put(`${this.#room}/additions/${encodeURIComponent(addition.id)}`, labelFor(addition));
		await this.person.post(`${this.#room}/review/done`);
	}

	async impress(): Promise<void> {
		const { ballots } = await this.person.get<BallotsView>(`${this.#room}/ballots`);
		for (const { alias, impression } of impressionsOf(this.person.name, ballots))
			await this.person.put(`${this.#room}/ballots/${alias}`, { impression });
	}

	async score(): Promise<void> {
		const { ballots } = await this.person.get<BallotsView>(`${this.#room}/ballots`);
		for (const ballot of ballots)
			await this.person.put(`${this.#room}/ballots/${ballot.alias}`, {
				rubric: rubricOf(this.person.name, ballot),
				comment: '',
			});
	}
}
