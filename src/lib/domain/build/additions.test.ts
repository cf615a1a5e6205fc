import { describe, expect, it } from 'vitest';
import type { Decision } from '../challenge/decision.ts';
import type { ChoicePoint } from '../challenge/pack.ts';
import { findAdditions, MOST_ADDITIONS, type AdditionsInput } from './additions.ts';
import { staticSigns } from './static-signs.ts';
import { supportIn } from './supporting-span.ts';
import type { FingerprintResult, Observation } from './verification.ts';

const alternative = (id: string) => ({
	id,
	label: id,
	consequence: '',
	cues: [],
	parameters: [{ id: 'retries', label: 'Retries', unit: 'times' as const, min: 0, max: 9, default: 1 }],
});
const point: ChoicePoint = {
	id: 'credit',
	title: 'The credit fails',
	question: '',
	context: '',
	consequenceRank: 3,
	cues: ['credit'],
	alternatives: [alternative('park'), alternative('refund')],
};
const measured: FingerprintResult = {
	choicePointId: 'credit',
	value: { retries: 3 },
	alternativeId: 'park',
	parameters: { retries: 3 },
	summary: 'It parks.',
	unknown: null,
	trace: [],
};
const decide = (choice: Decision['choice']): Decision[] => [
	{ choicePointId: 'credit', choice, rationale: '', rejected: '', confidence: null, span: null },
];
const chose = (alternativeId: string, retries: number): Decision[] =>
	decide({ kind: 'alternative', alternativeId, parameters: { retries } });
const find = (more: Partial<AdditionsInput>) =>
	findAdditions({
		pack: { choicePoints: [point] },
		decisions: [],
		spec: '',
		files: {},
		starterFiles: {},
		verification: { fingerprints: [measured], observations: [] },
		...more,
	});

describe('additions at choice points', () => {
	it.each([
		['nothing when it is honoured', chose('park', 3), []],
		['other figures', chose('park', 1), ['contradicted-choice']],
		['another alternative', chose('refund', 0), ['contradicted-choice']],
		['a delegation', decide({ kind: 'delegated' }), ['delegated-choice']],
		['silence', [], ['undecided-choice']],
	])('lists %s', (_, decisions, kinds) => {
		expect(find({ decisions }).map((a) => a.kind)).toEqual(kinds);
	});

	it('counts what the text decides, and points at the place', () => {
		const finding = {
			choicePointId: 'credit',
			alternativeId: 'park',
			parameters: {},
			span: { start: 0, end: 4, quote: 'Park' },
		};
		expect(find({ freeTextFindings: [finding] })).toEqual([]);
		const [against] = find({ freeTextFindings: [{ ...finding, alternativeId: 'refund' }] });
		expect(against).toMatchObject({ kind: 'contradicted-choice', span: { quote: 'Park' } });
		expect(against?.detail).toContain('The text says "refund".');
		const left = decide({ kind: 'delegated' });
		expect(find({ decisions: left, freeTextFindings: [finding] })).toEqual([]);
		const [figures] = find({
			decisions: left,
			freeTextFindings: [{ ...finding, parameters: { retries: 1 } }],
		});
		expect(figures).toMatchObject({ kind: 'contradicted-choice', span: { quote: 'Park' } });
	});

	it('lists a decision that the text speaks against, although it was honoured', () => {
		const finding = {
			choicePointId: 'credit',
			alternativeId: 'refund',
			parameters: {},
			span: { start: 0, end: 6, quote: 'Refund' },
		};
		const [against] = find({ decisions: chose('park', 3), freeTextFindings: [finding] });
		expect(against).toMatchObject({ kind: 'contradicted-choice', span: { quote: 'Refund' } });
		expect(against?.title).toContain('against the text');
	});

	it('says in words what was decided, where, and what was seen instead', () => {
		const text = (more: Partial<AdditionsInput>) => {
			const [{ id, title, detail, consequence } = { id: '', title: '', detail: '', consequence: 0 }] =
				find(more);
			return [id, title, detail, consequence];
		};
		const finding = {
			choicePointId: 'credit',
			alternativeId: 'refund',
			parameters: {},
			span: { start: 0, end: 6, quote: 'Refund' },
		};
		const elsewhere = { ...measured, alternativeId: null };
		expect(text({ decisions: chose('refund', 0) })).toEqual([
			'contradicted-choice:credit',
			'The credit fails: not as decided',
			'You chose "refund". It parks.',
			39,
		]);
		expect(text({ freeTextFindings: [finding] })).toEqual([
			'contradicted-choice:credit',
			'The credit fails: not as the spec says',
			'The text says "refund". It parks.',
			39,
		]);
		expect(text({ decisions: chose('park', 1) })).toEqual([
			'contradicted-choice:credit',
			'The credit fails: other figures than decided',
			'Retries: 1 decided, 3 measured. It parks.',
			39,
		]);
		const endless = { fingerprints: [{ ...measured, parameters: {} }], observations: [] };
		expect(text({ decisions: chose('park', 1), verification: endless })[2]).toBe(
			'Retries: 1 decided, no end measured. It parks.',
		);
		expect(text({ decisions: decide({ kind: 'delegated' }) })).toEqual([
			'delegated-choice:credit',
			'The credit fails: the agent chose "park"',
			'You left this to the agent. It parks.',
			33,
		]);
		expect(text({ verification: { fingerprints: [elsewhere], observations: [] } })).toEqual([
			'undecided-choice:credit',
			'The credit fails: nobody decided, the agent took "none of the named alternatives"',
			'It parks.',
			35,
		]);
		expect(text({ decisions: chose('park', 3), freeTextFindings: [finding] })).toEqual([
			'contradicted-choice:credit',
			'The credit fails: as decided, against the text',
			'The decision says "park", the text says "refund". It parks.',
			39,
		]);
	});

	it('quotes the author, or nothing where nobody decided', () => {
		const span = { start: 2, end: 5, quote: 'own' };
		const said = (choice: Decision['choice']): Decision[] => decide(choice).map((d) => ({ ...d, span }));
		expect(find({ decisions: said({ kind: 'delegated' }) })[0]?.span).toEqual(span);
		expect(
			find({ decisions: said({ kind: 'alternative', alternativeId: 'refund', parameters: {} }) })[0]?.span,
		).toEqual(span);
		expect(find({})[0]?.span).toBeNull();
	});

	it('shows the measurement as it went, up to forty lines', () => {
		const trace = [
			{ t: 1, boot: 1, what: 'start' as const },
			{
				t: 5,
				boot: 1,
				what: 'call' as const,
				method: 'credit',
				params: { to: 'x'.repeat(200) },
				fault: 'timeout',
			},
			...Array.from({ length: 50 }, (_, t) => ({ t, boot: 1, what: 'crash' as const })),
		];
		const [{ evidence: [shown] = [] } = {}] = find({
			verification: { fingerprints: [{ ...measured, trace }], observations: [] },
		});
		expect(shown).toMatchObject({ kind: 'trace', summary: 'It parks.' });
		const lines = shown?.kind === 'trace' ? shown.lines : [];
		expect(lines).toHaveLength(40);
		expect(lines[0]).toBe('1 ms start');
		expect(lines[1]).toBe(`5 ms call credit ${`{"to":"${'x'.repeat(200)}"}`.slice(0, 160)} [timeout]`);
	});

	it('passes over choice points the pack does not have, and findings about others', () => {
		const unknown = { ...measured, choicePointId: 'other' };
		expect(find({ verification: { fingerprints: [unknown], observations: [] } })).toEqual([]);
		const elsewhere = { choicePointId: 'other', alternativeId: 'refund', parameters: {}, span: null };
		expect(find({ decisions: chose('park', 3), freeTextFindings: [elsewhere] })).toEqual([]);
	});

	it('says nothing about what could not be measured', () => {
		const unknown = { ...measured, value: null, alternativeId: null, unknown: 'it died' };
		expect(find({ verification: { fingerprints: [unknown], observations: [] } })).toEqual([]);
	});

	it('adds an assumption about a listed choice point to it, and lists the others', () => {
		const files = { 'ASSUMPTIONS.md': '# A\n\n- The credit fails: park.\n- Prices are in cents.\n' };
		const [choice, other] = find({ files });
		expect(choice?.evidence.at(-1)).toEqual({
			kind: 'file',
			path: 'ASSUMPTIONS.md',
			line: 3,
			excerpt: 'The credit fails: park.',
		});
		expect(other).toEqual({
			id: 'assumption:ASSUMPTIONS.md:4',
			kind: 'assumption',
			title: 'Prices are in cents.',
			detail: 'The agent wrote this down as an assumption.',
			evidence: [{ kind: 'file', path: 'ASSUMPTIONS.md', line: 4, excerpt: 'Prices are in cents.' }],
			span: null,
			choicePointId: null,
			consequence: 5,
		});
	});
});

describe('assumptions', () => {
	const two = {
		...point,
		id: 'order',
		title: 'Order',
		consequenceRank: 1 as const,
		cues: ['sequence'],
		alternatives: [alternative('first'), alternative('last')],
	};
	const listed = (text: string, more: Partial<AdditionsInput> = {}) =>
		find({
			pack: { choicePoints: [point, two] },
			verification: { fingerprints: [], observations: [] },
			files: { 'docs/assumptions.txt': text },
			...more,
		});

	it.each([
		['- one two', 'one two'],
		['* one two', 'one two'],
		['+ one two  ', 'one two'],
		['  1. one two', 'one two'],
		['12) one two', 'one two'],
		['-   one', 'one'],
	])('are list items: %j', (line, title) => expect(listed(line).map((a) => a.title)).toEqual([title]));

	it.each(['one two', '# one', '-one', '- ab', '1 one', 'a - one', '1] one'])(
		'are nothing else: %j',
		(line) => expect(listed(line)).toEqual([]),
	);

	it('are not read from the starter, nor from other files', () => {
		expect(listed('- one two', { starterFiles: { 'docs/assumptions.txt': '- one two' } })).toEqual([]);
		expect(listed('- one two', { starterFiles: { 'docs/assumptions.txt': '- other' } })).toHaveLength(1);
		expect(listed('', { files: { 'notes.md': '- one two', 'my-assumptions.md.bak': '- one two' } })).toEqual(
			[],
		);
	});

	it.each([
		['ORDER: as it comes', 'order'],
		['we take "last" here', 'order'],
		['the sequence of steps', 'order'],
		['about credit', 'credit'],
		['something else', null],
		['in Order', null],
	])('belong to the choice point they name: %j', (said, id) => {
		const [found] = listed(`- ${said}`);
		expect([found?.choicePointId, found?.consequence]).toEqual([
			id,
			id === null ? 5 : id === 'order' ? 10 : 30,
		]);
	});

	it('go by the title before a label, and by a label before a cue', () => {
		expect(listed('- The credit fails: last')[0]?.choicePointId).toBe('credit');
		expect(listed('- credit comes last')[0]?.choicePointId).toBe('order');
	});

	it('are cut for the title and for the excerpt, and quote the spec where it speaks of them', () => {
		const long = 'x'.repeat(400);
		const [cut] = listed(`- ${long}`);
		expect(cut?.title).toBe(`${'x'.repeat(117)}...`);
		expect(cut?.evidence[0]).toMatchObject({ excerpt: 'x'.repeat(300) });
		expect(listed(`- ${'y'.repeat(120)}`)[0]?.title).toBe('y'.repeat(120));
		expect(listed('- prices in cents', { spec: 'All prices are cents.' })[0]?.span?.quote).toBe(
			'All prices are cents.',
		);
	});

	it('are no more than a person can go through', () => {
		const many = Array.from({ length: 5000 }, (_, i) => `- assumption number ${i}`).join('\n');
		expect(listed(many)).toHaveLength(MOST_ADDITIONS);
		const about = Array.from({ length: 5000 }, () => '- The credit fails: park.').join('\n');
		const [choice] = find({ files: { 'ASSUMPTIONS.md': about } });
		expect(choice?.evidence).toHaveLength(101);
	});
});

describe('additions the world saw', () => {
	const seen: Observation = {
		key: 'event:order.done',
		kind: 'unasked-effect',
		title: 'Publishes "order.done"',
		detail: 'Nobody asked.',
		lines: ['5 ms events.publish'],
		consequence: 2,
	};
	const observed = (more: Partial<AdditionsInput> = {}, observations: Observation[] = [seen]) =>
		find({ verification: { fingerprints: [], observations }, ...more });

	it('carry what was seen, and where it stands in the program\u2019s own files', () => {
		const source = [
			'x',
			"  publish('order.done')",
			'publish("order.done.late")',
			'`order.done`',
			"'order.done'",
		].join('\n');
		const files = {
			'a.js': source,
			'b.py': '# "order.done"',
			'c.txt': "'order.done'",
			'd.js': "'order.done'",
		};
		expect(observed({ files, starterFiles: { 'd.js': "'order.done'" } })[0]).toEqual({
			id: 'unasked-effect:order.done',
			kind: 'unasked-effect',
			title: 'Publishes "order.done"',
			detail: 'Nobody asked.',
			evidence: [
				{ kind: 'trace', summary: 'Publishes "order.done"', lines: ['5 ms events.publish'] },
				{ kind: 'file', path: 'a.js', line: 2, excerpt: "publish('order.done')" },
				{ kind: 'file', path: 'a.js', line: 3, excerpt: 'publish("order.done.late")' },
				{ kind: 'file', path: 'a.js', line: 4, excerpt: '`order.done`' },
			],
			span: null,
			choicePointId: null,
			consequence: 16,
		});
		expect(
			observed({ files: { 'b.py': 'x = "order.done"', 'm.mjs': "'order.done'", 't.ts': "'order.done'" } })[0]
				?.evidence,
		).toHaveLength(4);
		const long = { 'a.js': `'order.done' ${'x'.repeat(300)}` };
		expect(observed({ files: long })[0]?.evidence[1]).toMatchObject({
			excerpt: `'order.done' ${'x'.repeat(187)}`,
		});
	});

	it('quote the passage of the spec that speaks of them, by their parts', () => {
		expect(observed({ spec: 'It rains. When the order is done publish an event.' })[0]?.span?.quote).toBe(
			'When the order is done publish an event.',
		);
		const retry: Observation = { ...seen, key: 'retry:wallet.debit', kind: 'retry' };
		expect(observed({ spec: 'Retry the debit twice.' }, [retry])[0]?.span?.quote).toBe(
			'Retry the debit twice.',
		);
	});

	it('have one name each: of two with the same the first stands', () => {
		const twice = [
			seen,
			{ ...seen, key: 'notice:order.done', title: 'Tells somebody', consequence: 1 as const },
		];
		expect(observed({}, twice).map((a) => a.title)).toEqual(['Publishes "order.done"']);
	});

	it('take in the place where the source says so', () => {
		const stored: Observation = { ...seen, key: 'store:audit', kind: 'stored-state', title: 'Keeps audit' };
		const files = {
			'a.js': "await call('store.put', { key: 'audit/1' });\nawait call('store.put', { key: `audit/2` });",
		};
		const [only, ...more] = observed({ files }, [stored]);
		expect(more).toEqual([]);
		expect(only?.evidence.map((e) => (e.kind === 'file' ? e.line : e.kind))).toEqual(['trace', 1, 2]);
	});

	it('come by falling consequence, and by name where that is equal', () => {
		const of = (key: string, consequence: 1 | 2 | 3): Observation => ({
			...seen,
			key: `event:${key}`,
			consequence,
		});
		const ids = observed({}, [of('b', 1), of('c', 3), of('a', 1), of('d', 2)]).map((a) => a.id.at(-1));
		expect(ids).toEqual(['c', 'd', 'a', 'b']);
	});
});

describe('additions read in the source', () => {
	const read = (line: string, spec = '') =>
		find({
			verification: { fingerprints: [], observations: [] },
			files: { 'lib/payRetry.js': line },
			spec,
		}).map(({ id, title, detail, consequence, span }) => [
			id,
			title,
			detail,
			consequence,
			span?.quote ?? null,
		]);

	it.each([
		['const retries = 3;', 'retry:lib/payRetry.js', 'Tries things again (lib/payRetry.js)', 7],
		['AbortSignal.timeout(5)', 'timeout:lib/payRetry.js', 'Limits how long it waits (lib/payRetry.js)', 7],
		['setTimeout(go, 5)', 'timer:lib/payRetry.js', 'Waits (lib/payRetry.js)', 4],
		["import axios from 'axios';", 'dependency:axios', 'Depends on axios', 14],
		[
			"await call('store.put', { key: 'audit/' });",
			'stored-state:audit',
			'Keeps state of its own (audit)',
			6,
		],
	])('are named by what they are: %s', (line, id, title, consequence) => {
		expect(read(line)).toEqual([[id, title, 'Nothing in the spec speaks of it.', consequence, null]]);
	});

	it('count less where the spec speaks of them, by the words of the line and of the file', () => {
		const spec = 'Pay the owner. Then retry the debit.';
		expect(read('const maxDebit_retries = 3;', spec)).toEqual([
			[
				'retry:lib/payRetry.js',
				'Tries things again (lib/payRetry.js)',
				'The spec speaks of it.',
				4,
				'Then retry the debit.',
			],
		]);
		expect(read('const retries = 3;', 'Pay again.')[0]?.[4]).toBe('Pay again.');
		expect(read('const retries = 3;', 'Debit the owner.')[0]?.[4]).toBeNull();
	});
});

describe('static signs', () => {
	it('finds them in JavaScript, with file and line, and not in comments or strings of kinds', () => {
		const source = [
			"import axios from 'axios';",
			"import { call } from './rpc.js';",
			'// retry 3 times, setTimeout(1)',
			'const MAX_RETRIES = 3;',
			'for (let attempt = 0; attempt < MAX_RETRIES; attempt++) {}',
			"if (error.kind === 'timeout') await sleep(100);",
			"await call('store.put', { key: 'audit/' + id, value });",
		].join('\n');
		const signs = staticSigns({ 'main.js': source }, {});
		expect(signs.map((s) => `${s.kind} ${s.subject} ${s.evidence.map((e) => e.line).join()}`).sort()).toEqual(
			['dependency axios 1', 'retry main.js 4,5', 'stored-state audit 7', 'timer main.js 6'],
		);
	});

	it('finds them in Python', () => {
		const source = [
			'"""',
			'retry = 3',
			'"""',
			'import json',
			'import requests',
			'for attempt in range(5):',
			'    time.sleep(1)',
			"open('x', 'w')",
		].join('\n');
		const signs = staticSigns({ 'main.py': source }, {});
		expect(signs.map((s) => `${s.kind} ${s.subject} ${s.evidence.map((e) => e.line).join()}`).sort()).toEqual(
			['dependency requests 5', 'retry main.py 6', 'stored-state main.py 8', 'timer main.py 7'],
		);
	});

	it('reads the beginning of a line only: a file of one long line takes no longer than its size', () => {
		const long = `const retries = 3; ${'for '.repeat(100_000)}`;
		const [sign] = staticSigns(
			{ 'main.js': long, 'far.js': `${'x'.repeat(600)} = 1; const retries = 3;` },
			{},
		);
		expect(sign).toMatchObject({
			kind: 'retry',
			subject: 'main.js',
			evidence: [{ line: 1, excerpt: long.slice(0, 200) }],
		});
		expect(staticSigns({ 'far.js': `${'x'.repeat(600)} = 1; const retries = 3;` }, {})).toEqual([]);
	});

	it('finds new dependencies in package.json and leaves the starter alone', () => {
		const starter = { 'package.json': '{"dependencies":{"a":"1"}}', 'rpc.js': 'setTimeout(f, 1)' };
		const files = { ...starter, 'package.json': '{"dependencies":{"a":"1","b":"2"}}' };
		expect(staticSigns(files, starter).map((s) => s.subject)).toEqual(['b']);
	});
});

describe('supporting passage', () => {
	const spec = 'A buyer pays.\n- If the debit fails, retry it twice.\n- Notify both.';
	it('is the sentence that shares the most content words', () => {
		const span = supportIn(spec)('retry attempt debit');
		expect(span?.quote).toBe('- If the debit fails, retry it twice.');
		expect(spec.slice(span?.start, span?.end)).toBe(span?.quote);
	});
	it('is none when nothing speaks of it', () => expect(supportIn(spec)('audit log store')).toBeNull());

	const quoteOf = (text: string, what: string, topic?: string) => supportIn(text)(what, topic)?.quote ?? null;

	it('is found at its place in any text, without the blanks around it', () => {
		const text = '  First one.\n\n   Store the audit log!  Version 1.5 of the audit log; keep it?';
		const found = supportIn(text)('version audit log');
		expect(found).toEqual({ start: 39, end: 68, quote: 'Version 1.5 of the audit log;' });
		expect(text.slice(found?.start, found?.end)).toBe(found?.quote);
		const indented = supportIn(text)('store audit log');
		expect(indented).toEqual({ start: 17, end: 37, quote: 'Store the audit log!' });
		expect(quoteOf('debit retry', 'debit retry')).toBe('debit retry');
		expect(quoteOf('pay v1.2.3 debit retry.', 'debit retry')).toBe('pay v1.2.3 debit retry.');
	});

	it('needs two words in common, takes the most, and of equals the first', () => {
		expect(quoteOf('The debit.', 'debit retry')).toBeNull();
		expect(quoteOf('Debit retry. Debit retry event.', 'debit retry event')).toBe('Debit retry event.');
		expect(quoteOf('Debit retry one. Debit retry two.', 'debit retry')).toBe('Debit retry one.');
		expect(quoteOf('Debit retry event. Debit retry.', 'debit retry event')).toBe('Debit retry event.');
	});

	it('must speak of the topic when there is one', () => {
		expect(quoteOf('Debit the owner. Debit owner retry.', 'debit owner', 'retry')).toBe('Debit owner retry.');
		expect(quoteOf('Debit the owner.', 'debit owner', 'retry')).toBeNull();
	});

	it.each([
		['retried payments', 'retry debits'],
		['retries', 'retry'],
		['notifications', 'notify'],
		['notifying', 'notify'],
		['reservation', 'reserv'],
		['reserving', 'reserv'],
		['assumedly', 'assum'],
		['debited', 'debit'],
		['repeating', 'attempts'],
		['seller', 'owner'],
		['waits', 'delay'],
		['emits', 'events'],
		['RETRY', 'retry'],
	])('takes %s for %s', (said, asked) => {
		expect(quoteOf(`${said} zebra quagga`, `${asked} zebra`)).not.toBeNull();
		expect(quoteOf(`${said} quagga`, `${asked} quagga`)).not.toBeNull();
		expect(quoteOf(`${said} quagga`, 'zebra quagga')).toBeNull();
	});

	it('does not count short or common words, nor names every object has', () => {
		expect(quoteOf('It is at the debit when they go.', 'the when they debit')).toBeNull();
		expect(quoteOf('Go to it: debit.', 'go to it debit')).toBeNull();
		expect(quoteOf('The constructor of debit.', 'constructor debit')).toBe('The constructor of debit.');
		expect(quoteOf('constructor. debit', 'tostring debit')).toBeNull();
	});
});
