// Deliberate defects of blueprint programs: a step dropped or swapped, a failure ignored, an effect doubled, a thing
// forgotten. The checks must find at least nine in ten.
import type { Mutant } from '#lib/server/verify/runtime.ts';

const mutant = (
	id: string,
	title: string,
	file: string,
	find: string,
	replace: string,
	base: Record<string, string> = {},
): Mutant => ({ id, title, base, edits: [{ file, find, replace }] });

/** Ids that differ per attempt; while they follow from the request, `ref` alone makes every repetition harmless. */
const FRESH_IDS = {
	file: 'purchase.js',
	find: "const transactionId = key + '/' + attempt;",
	replace: "const transactionId = key + '/' + Math.random();",
};

const money: Mutant[] = [
	mutant(
		'no-debit',
		'The buyer never pays',
		'wallet.js',
		"return attempt('wallet.debit'",
		"return null; attempt('wallet.debit'",
	),
	mutant(
		'no-credit',
		'The owner is never paid',
		'wallet.js',
		"return attempt('wallet.credit'",
		"return null; attempt('wallet.credit'",
	),
	mutant(
		'wrong-amount',
		'The owner gets one unit less',
		'wallet.js',
		'accountId: p.ownerId, amount: p.amount, transactionId: p.transactionId };\n\treturn',
		'accountId: p.ownerId, amount: p.amount - 1, transactionId: p.transactionId };\n\treturn',
	),
	mutant(
		'wrong-account',
		'The credit goes to the buyer',
		'wallet.js',
		'accountId: p.ownerId, amount: p.amount, transactionId: p.transactionId };\n\treturn',
		'accountId: p.buyerId, amount: p.amount, transactionId: p.transactionId };\n\treturn',
	),
	mutant(
		'debit-without-ref',
		'The debit can be repeated',
		'wallet.js',
		'ref: debitRef(p.transactionId) }',
		'ref: String(Math.random()) }',
	),
	mutant(
		'credit-without-ref',
		'The credit can be repeated',
		'wallet.js',
		'ref: creditRef(p) }',
		'ref: String(Math.random()) }',
		{
			'credit-failure': 'retry-then-park',
		},
	),
	mutant(
		'refusal-ignored',
		'A refused debit is taken as done',
		'wallet.js',
		'return error.message;',
		'return null;',
	),
	mutant(
		'doubt-is-failure',
		'A timeout is taken as not done',
		'wallet.js',
		"return entry ? null : '",
		"return entry && false ? null : '",
	),
	mutant(
		'doubt-is-success',
		'A timeout is taken as done',
		'wallet.js',
		"return entry ? null : '",
		"return true ? null : '",
	),
	mutant(
		'unpaid-owner-ignored',
		'A failed credit completes all the same',
		'purchase.js',
		'if (refusal === null) return complete(p);',
		'return complete(p);',
	),
	mutant('no-refund', 'The roll-back gives nothing back', 'credit-failure.js', 'await refundBuyer(p);', '', {
		'credit-failure': 'roll-back',
	}),
	mutant(
		'refund-twice',
		'The roll-back gives back twice',
		'wallet.js',
		"ref: p.transactionId + '/refund' });",
		"ref: p.transactionId + '/refund' });\n\tawait insist('wallet.credit', params);",
		{
			'credit-failure': 'roll-back',
		},
	),
	mutant(
		'refund-undecided',
		'The roll-back is not written down before it is done',
		'purchase.js',
		"await advance(p, 'owner-unpaid');",
		"p.stage = 'owner-unpaid';",
		{
			'credit-failure': 'roll-back',
		},
	),
	mutant(
		'no-event',
		'The compensating event is not published',
		'credit-failure.js',
		"await insist('events.publish'",
		"void ('events.publish'",
	),
	mutant(
		'event-twice',
		'The compensating event is published twice',
		'credit-failure.js',
		"return 'failed';",
		"await insist('events.publish', { type: 'purchase.compensation-required', transactionId, amount });\n\treturn 'failed';",
	),
	mutant(
		'parks-nothing',
		'The money is given back and parked',
		'credit-failure.js',
		'export async function handleUnpaidOwner() {',
		"import { refundBuyer } from './wallet.js';\nexport async function handleUnpaidOwner(p) {\n\tawait refundBuyer(p);",
		{
			'credit-failure': 'retry-then-park',
		},
	),
	mutant(
		'one-retry-less',
		'Gives up one attempt too early',
		'wallet.js',
		'tried >= retries',
		'tried + 1 >= retries',
		{
			'credit-failure': 'retry-then-park',
		},
	),
];

const records: Mutant[] = [
	mutant(
		'no-record',
		'Nothing is recorded before the money',
		'record.js',
		"await insist('transactions.record'",
		"void ('transactions.record'",
	),
	mutant(
		'never-closed',
		'The record stays pending',
		'record.js',
		"await insist('transactions.update'",
		"void ('transactions.update'",
	),
	mutant(
		'completed-at-once',
		'The first record says completed',
		'record.js',
		"status: 'pending' }",
		"status: 'completed' }",
	),
	mutant(
		'only-success-recorded',
		'What failed is never recorded',
		'record.js',
		'if (!paid) return;',
		"if (status !== 'completed') return;",
		{
			'record-order': 'money-first',
		},
	),
	mutant(
		'answers-completed',
		'Whatever happened is answered as completed',
		'purchase.js',
		'return end(p, status, reason);',
		"return end(p, 'completed', reason);",
		{
			'credit-failure': 'retry-then-park',
		},
	),
];

const repeats: Mutant[] = [
	mutant(
		'no-idempotency',
		'Every delivery is a new purchase',
		'same-request.js',
		"'request:' + buyerId + ':' + requestId",
		"'request:' + Math.random()",
	),
	{
		id: 'forgets-on-restart',
		title: 'Repetitions are known to the process only',
		edits: [
			FRESH_IDS,
			{ file: 'purchase.js', find: 'const known = await load(key);', replace: 'const known = null;' },
		],
	},
	{
		id: 'not-at-once',
		title: 'Two repetitions at once run side by side',
		edits: [FRESH_IDS, { file: 'purchase.js', find: 'if (under) return under;', replace: '' }],
	},
	mutant(
		'swallows-purchases',
		'Another request id is taken for the same purchase',
		'same-request.js',
		"'request:' + buyerId + ':' + requestId",
		"'request:' + buyerId",
	),
	mutant(
		'pair-ignored',
		'The same pair can be bought twice',
		'same-request.js',
		"'pair:' + buyerId + ':' + listingId",
		"'pair:' + Math.random()",
		{
			'same-request': 'buyer-and-listing',
		},
	),
	mutant(
		'dedupes-unasked',
		'A repeated request id is swallowed',
		'same-request.js',
		"'delivery:' + deliveryId",
		"'request:' + params.requestId",
		{
			'same-request': 'always-new',
		},
	),
];

const crashes: Mutant[] = [
	mutant(
		'no-recovery',
		'A restart takes nothing up',
		'purchase.js',
		'const open = purchases.filter((p) => !p.answer);',
		'const open = [];',
	),
	mutant(
		'not-written-down',
		'A purchase is not written down before it begins',
		'purchase.js',
		"await advance(p, 'approved');",
		"p.stage = 'approved';",
	),
	mutant(
		'stages-in-memory',
		'Stages are not written down',
		'journal.js',
		'\tp.stage = stage;\n\tawait save(p);',
		"\tp.stage = stage;\n\tif (stage === 'done') await save(p);",
	),
	mutant(
		'no-patience',
		'Nothing is tried again',
		'patience.js',
		'const ATTEMPTS = 12;',
		'const ATTEMPTS = 1;',
	),
	mutant(
		'leaves-early',
		'The process ends after the first purchase',
		'purchase.js',
		"await advance(p, 'done');",
		"await advance(p, 'done');\n\tprocess.exit(0);",
	),
];

const people: Mutant[] = [
	mutant('owner-untold', 'The owner is never told', 'people.js', ': [buyerId, ownerId]', ': [buyerId]'),
	mutant('buyer-untold', 'The buyer is never told', 'people.js', ': [buyerId, ownerId]', ': [ownerId]'),
	mutant(
		'told-too-early',
		'People are told before the money moves',
		'purchase.js',
		'await openRecord(p);',
		"await openRecord(p);\n\t\tawait tell(p, 'purchase.completed');",
	),
	mutant(
		'told-twice',
		'A notification in doubt is sent again',
		'notifications.js',
		"ref: transactionId + '/' + kind + '/' + to",
		'ref: String(Math.random())',
	),
	mutant(
		'untold-forgotten',
		'A restart forgets who was not told',
		'notifications.js',
		'if (p.untold) void tellLater(p);',
		'',
	),
	mutant(
		'untold-fails',
		'A failed notification fails the request',
		'notifications.js',
		'// Some people never hear of it: that was the decision.',
		"throw new Error('nobody could be told');",
		{
			'notification-failure': 'never-blocks',
		},
	),
	mutant('untold-stands', 'A failed notification is ignored', 'notifications.js', 'everybody = false;', '', {
		'notification-failure': 'fails-purchase',
	}),
	mutant(
		'owner-keeps-money',
		'The owner keeps what is taken back',
		'wallet.js',
		"await insist('wallet.debit'",
		"void ('wallet.debit'",
		{
			'notification-failure': 'fails-purchase',
		},
	),
];

const refusals: Mutant[] = [
	mutant(
		'sells-withdrawn',
		'A withdrawn listing is sold',
		'purchase.js',
		"if (listing.status !== 'published')",
		'if (false)',
		{
			'listing-withdrawn': 'honour-request',
		},
	),
	mutant(
		'no-recheck',
		'The listing is not looked at again',
		'listing.js',
		"(await insist('listing.get', { listingId })).status === 'published'",
		'true || listingId',
	),
	mutant(
		'no-refund-when-withdrawn',
		'A withdrawal during payment is ignored',
		'listing.js',
		"(await insist('listing.get', { listingId })).status !== 'published'",
		'false && listingId',
		{
			'listing-withdrawn': 'refund-after-payment',
		},
	),
	mutant(
		'trusts-input',
		'Malformed requests are carried out',
		'purchase.js',
		"typeof id === 'string' && id !== ''",
		'true || id',
	),
	mutant(
		'unknown-listing-breaks',
		'An unknown listing is an error',
		'purchase.js',
		"return { status: 'rejected', reason: error.message };",
		'throw error;',
	),
	mutant(
		'reserves-nothing',
		'Reservations of others are not counted',
		'funds.js',
		'if (!entry) free -= amount;',
		'',
		{
			'concurrent-purchases': 'reserve',
		},
	),
	{
		id: 'reserves-for-ever',
		title: 'Reservations are never released',
		base: { 'concurrent-purchases': 'reserve' },
		edits: [
			{ file: 'funds.js', find: 'if (!entry) free -= amount;', replace: 'free -= amount;' },
			{ file: 'funds.js', find: 'delete holds[p.transactionId];', replace: '' },
		],
	},
	mutant('no-turns', 'Purchases of one buyer run side by side', 'funds.js', 'before.then(work)', 'work()', {
		'concurrent-purchases': 'take-turns',
	}),
];

export const mutants: readonly Mutant[] = [
	...money,
	...records,
	...repeats,
	...crashes,
	...people,
	...refusals,
];
