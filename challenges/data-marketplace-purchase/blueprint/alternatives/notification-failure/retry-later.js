// Whoever could not be told is written down and told later; the purchase stands meanwhile.
import { call, sleep } from './rpc.js';
import { mayWorkLater } from './patience.js';
import { save } from './journal.js';
import { peopleFor } from './people.js';

const RETRIES = 3;
const WAIT = 60;

export const TELLS_FIRST = false;

/** First attempt at once; the rest goes on after the request was answered. */
export async function tell(p, kind) {
	const missed = await attempt(p, kind, peopleFor(p, kind));
	p.untold = missed.length > 0 ? { kind, people: missed, left: RETRIES } : null;
	if (p.untold) {
		await save(p);
		void tellLater(p);
	}
	return true;
}

/** After a restart: goes on with whom the last process could not tell. */
export function resumeTelling(p) {
	if (p.untold) void tellLater(p);
}

async function tellLater(p) {
	while (p.untold) {
		await sleep(WAIT * 1000);
		const { kind, people, left } = p.untold;
		const missed = await attempt(p, kind, people);
		p.untold = missed.length > 0 && left > 1 ? { kind, people: missed, left: left - 1 } : null;
		await save(p);
	}
}

async function attempt({ transactionId }, kind, people) {
	const missed = [];
	for (const to of people) {
		try {
			await call('notify', { to, kind, transactionId, ref: transactionId + '/' + kind + '/' + to });
		} catch (error) {
			if (mayWorkLater(error)) missed.push(to);
		}
	}
	return missed;
}
