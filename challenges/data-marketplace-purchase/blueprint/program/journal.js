// What the program knows about each purchase, kept in the durable store so that a restart can go on.
import { insist } from './patience.js';

const PREFIX = 'purchase/';

export async function load(key) {
	return (await insist('store.get', { key: PREFIX + key })).value;
}

export async function save(p) {
	await insist('store.put', { key: PREFIX + p.key, value: p });
}

/** Writes down how far a purchase is, before the next step is taken. */
export async function advance(p, stage) {
	p.stage = stage;
	await save(p);
}

export async function all() {
	return (await insist('store.list', { prefix: PREFIX })).entries.map((entry) => entry.value);
}
