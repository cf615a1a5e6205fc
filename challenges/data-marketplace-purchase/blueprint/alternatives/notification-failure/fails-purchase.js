// A purchase about which somebody could not be told is taken back.
import { call } from './rpc.js';
import { peopleFor } from './people.js';

/** People are told before the purchase is closed, because it depends on it. */
export const TELLS_FIRST = true;

export async function tell(p, kind) {
	const { transactionId } = p;
	let everybody = true;
	for (const to of peopleFor(p, kind)) {
		try {
			await call('notify', { to, kind, transactionId, ref: transactionId + '/' + kind + '/' + to });
		} catch {
			everybody = false;
		}
	}
	return everybody;
}

export function resumeTelling() {}
