import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChoicePoint, Obligation } from '../challenge/pack.ts';
import { analyseSpec, createIncremental } from './analyse.ts';

const REQUIREMENT =
	'Tenants can book the laundry room from their phone and pay per wash. Machines are often out of order. The caretaker should not have to settle quarrels.';

const PIECES = [
	'# Plan',
	'## Money',
	'- If the card is declined, the slot is released and the next in the queue is asked.',
	'- The page shows the list of machines with their status.',
	'Tenants can book the laundry room from their phone and pay per wash.',
	'We retry three times, then the caretaker gets a ticket.',
	'The app has a login page and a start page.',
	'Who decides about refunds?',
	'| late | slot lost after ten minutes |',
	'Only one booking per flat, never two.',
	'洗衣机坏了怎么办。',
	'😀 The price is fixed when the wash starts.',
	'```\nif free: book()\n```',
	'',
];
const spec = fc
	.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'grapheme', maxLength: 40 })), {
		maxLength: 20,
	})
	.map((lines) => lines.join('\n'));

function onlyUnit(text: string) {
	const { units } = analyseSpec({ requirement: REQUIREMENT, spec: text });
	return units[0]!;
}

describe('analyseSpec', () => {
	it('never throws, for any requirement and spec', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary', maxLength: 60 }), spec, (requirement, text) => {
				const analysis = analyseSpec({ requirement, spec: text });
				expect(analysis.version).toBe(1);
				for (const unit of analysis.units) expect(unit.probability >= 0 && unit.probability <= 1).toBe(true);
			}),
			{ numRuns: 60 },
		);
	});

	it('covers the text with spans that do not overlap, evidence inside its unit', () => {
		fc.assert(
			fc.property(spec, (text) => {
				let covered = 0;
				for (const unit of analyseSpec({ requirement: REQUIREMENT, spec: text }).units) {
					expect(unit.start).toBeGreaterThanOrEqual(covered);
					covered = unit.end;
					for (const each of unit.evidence) {
						expect(each.start).toBeGreaterThanOrEqual(unit.start);
						expect(each.end).toBeLessThanOrEqual(unit.end);
						expect(each.end).toBeGreaterThan(each.start);
					}
				}
			}),
			{ numRuns: 60 },
		);
	});

	it('gives the same answer again, and the same one incrementally after other versions', () => {
		fc.assert(
			fc.property(spec, spec, (one, two) => {
				const incremental = createIncremental({ requirement: REQUIREMENT });
				incremental.analyse(one);
				incremental.analyse(two);
				const again = incremental.analyse(one);
				expect(again).toEqual(analyseSpec({ requirement: REQUIREMENT, spec: one }));
				expect(again).toEqual(analyseSpec({ requirement: REQUIREMENT, spec: one }));
			}),
			{ numRuns: 30 },
		);
	});

	it('lets context reach the neighbouring units and no further', () => {
		fc.assert(
			fc.property(
				fc.array(fc.constantFrom(...PIECES.slice(2, 10)), { minLength: 6, maxLength: 10 }),
				fc.constantFrom(...PIECES.slice(2, 10)),
				(lines, other) => {
					const join = (parts: readonly string[]): string =>
						parts.map((line) => `- ${line.replace(/^[-|] /, '')}`).join('\n');
					const before = analyseSpec({ requirement: REQUIREMENT, spec: join(lines) }).units;
					const after = analyseSpec({
						requirement: REQUIREMENT,
						spec: join([...lines.slice(0, -1), other]),
					}).units;
					const key = (unit: (typeof before)[number]): string => `${unit.class} ${unit.probability}`;
					expect(after.slice(0, -2).map(key)).toEqual(before.slice(0, -2).map(key));
				},
			),
			{ numRuns: 40 },
		);
	});

	it('keeps the classes inside a section when whole sections change places, but for the units at the seams', () => {
		const a =
			'## A\n\n- The page shows a list.\n- We retry three times, then give up.\n- There is a login page.\n- Only the owner may cancel.\n- The list has columns.\n';
		const b =
			'## B\n\n- Slots end at midnight.\n- The app shows a map.\n- No refunds after the start.\n- Users have a name.\n';
		const inner = (text: string): Map<string, string> =>
			new Map(
				analyseSpec({ requirement: REQUIREMENT, spec: text })
					.units.filter((unit) => unit.kind === 'item')
					.map((unit) => [text.slice(unit.start, unit.end), `${unit.class} ${unit.probability}`]),
			);
		const ab = inner(`${a}\n${b}`);
		const ba = inner(`${b}\n${a}`);
		for (const text of [
			'We retry three times, then give up.',
			'There is a login page.',
			'Only the owner may cancel.',
			'The app shows a map.',
			'No refunds after the start.',
		]) {
			expect(ba.get(text)).toBe(ab.get(text));
		}
	});

	it('never raises the share of decisions when the requirement is copied in', () => {
		fc.assert(
			fc.property(
				fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }),
				fc.integer({ min: 1, max: 4 }),
				(lines, times) => {
					const text = lines.join('\n');
					const share = analyseSpec({ requirement: REQUIREMENT, spec: text }).summary.decidedShare;
					const padded = `${text}\n\n${`${REQUIREMENT}\n\n`.repeat(times)}`;
					expect(
						analyseSpec({ requirement: REQUIREMENT, spec: padded }).summary.decidedShare,
					).toBeLessThanOrEqual(share + 0.02);
				},
			),
			{ numRuns: 40 },
		);
	});

	it('tells copies, failure policies, bare lists and plain descriptions apart', () => {
		expect(onlyUnit('Tenants can book the laundry room from their phone and pay per wash.').class).toBe(
			'restatement',
		);
		expect(onlyUnit('If crediting fails we retry three times, then refund the tenant.').class).toBe(
			'decision',
		);
		expect(
			onlyUnit('If crediting fails we retry three times, then refund the tenant.').flags.failureBranch,
		).toBe(true);
		expect(onlyUnit('deduct payment, generate record, update wallets, notify').class).toBe('description');
		expect(onlyUnit('The page shows the machines in a list with their name and status.').class).toBe(
			'description',
		);
	});

	it('is not moved by a claimed decision or a hollow reason', () => {
		const plain = onlyUnit('The page shows the machines in a list.').probability;
		const dressed = onlyUnit(
			'We decided that the page shows the machines in a list because it is better than the alternative.',
		);
		expect(dressed.class).toBe('description');
		expect(dressed.probability).toBeLessThan(plain + 0.3);
		expect(dressed.evidence.filter((each) => each.kind === 'hollow')).toHaveLength(2);
	});

	it('does not judge what it cannot read, and says why', () => {
		expect(onlyUnit('洗衣机坏了怎么办。')).toMatchObject({ class: 'other', notJudged: 'language' });
		expect(onlyUnit('# Heading')).toMatchObject({ class: 'other', notJudged: 'structure' });
	});

	it('counts a decision that is said twice once', () => {
		const line = '- If the card is declined, the slot is released after 5 minutes.';
		const once = analyseSpec({ requirement: REQUIREMENT, spec: line }).summary;
		const twice = analyseSpec({ requirement: REQUIREMENT, spec: `${line}\n${line}` }).summary;
		expect(twice.wordsByClass.decision).toBe(once.wordsByClass.decision);
		expect(twice.units.decision).toBe(2);
	});

	it('records a delegation as a decision to hand over', () => {
		expect(onlyUnit('The format of the receipt is left to the agent.')).toMatchObject({
			class: 'decision',
			flags: { delegation: true },
		});
	});

	it('lists vague terms with their place', () => {
		const text = 'The list is loaded fast and errors are shown as appropriate, etc.';
		const { vagueTerms } = analyseSpec({ requirement: '', spec: text });
		expect(vagueTerms.map((term) => text.slice(term.start, term.end))).toEqual([
			'fast',
			'as appropriate',
			'etc.',
		]);
	});
});

describe('skeleton', () => {
	it('lists ordered steps and which fallible ones have no failure branch', () => {
		const text =
			'1. Tenant opens the app\n2. The system charges the card\n3. If the charge fails, release the slot\n4. The system sends a receipt by mail\n';
		const { skeleton } = analyseSpec({ requirement: REQUIREMENT, spec: text });
		const lacking = skeleton.unfinished.map((index) =>
			text.slice(skeleton.steps[index]!.start, skeleton.steps[index]!.end),
		);
		expect(lacking).toContain('The system sends a receipt by mail');
		expect(lacking).not.toContain('The system charges the card');
		expect(skeleton.parts['failure-branches'].present).toBe(true);
		expect(skeleton.parts['out-of-scope'].present).toBe(false);
	});
});

const POINT: ChoicePoint = {
	id: 'failed-charge',
	title: 'Charge fails',
	question: 'What then?',
	context: '',
	consequenceRank: 3,
	cues: ['\\b(charge|payment)\\w*\\b', '('],
	alternatives: [
		{
			id: 'retry',
			label: 'Retry',
			consequence: '',
			parameters: [
				{ id: 'retries', label: '', unit: 'times', min: 1, max: 10, default: 3 },
				{ id: 'wait', label: '', unit: 's', min: 1, max: 600, default: 30 },
			],
			cues: ['\\bretr(y|ies)\\b'],
		},
		{ id: 'release', label: 'Release', consequence: '', parameters: [], cues: ['\\breleas\\w+'] },
	],
};
const OBLIGATION: Obligation = {
	id: 'pay',
	text: '',
	kind: 'explicit',
	weight: 1,
	cues: ['\\bpay\\b|\\bcharge'],
};

function choice(text: string) {
	return analyseSpec({
		requirement: REQUIREMENT,
		spec: text,
		choicePoints: [POINT],
		obligations: [OBLIGATION],
	});
}

describe('choice points and obligations', () => {
	it('reads the alternative with its parameters in the unit the pack asks for', () => {
		const { choices } = choice('If the charge fails, retry 4 times, 2 minutes apart, then give up.');
		expect(choices[0]).toMatchObject({
			status: 'decided',
			alternativeId: 'retry',
			parameters: { retries: 4, wait: 120 },
		});
	});

	it('does not take a rejected alternative for the choice', () => {
		const { choices } = choice('If the charge fails the slot is released at once, we do not retry.');
		expect(choices[0]).toMatchObject({ status: 'decided', alternativeId: 'release' });
		expect(choices[0]?.named.find((each) => each.alternativeId === 'retry')?.rejected).toBe(true);
	});

	it('sees contradiction, delegation and silence', () => {
		expect(
			choice('- If the charge fails, retry 3 times.\n- Failed charge: the slot is released at once.')
				.choices[0]?.status,
		).toBe('conflicting');
		expect(choice('What happens when the charge fails is left to the agent.').choices[0]?.status).toBe(
			'delegated',
		);
		expect(choice('There is a login page.').choices[0]).toMatchObject({
			status: 'absent',
			alternativeId: null,
			spans: [],
		});
	});

	it('grades an obligation by the best unit that touches it', () => {
		expect(choice('There is a login page.').obligations[0]?.level).toBe('absent');
		expect(choice(REQUIREMENT.split('. ')[0]!).obligations[0]?.level).toBe('mentioned');
		expect(choice('The app shows a page where tenants pay with a form.').obligations[0]?.level).toBe(
			'specified',
		);
		expect(choice('If the charge fails, retry 3 times, then release the slot.').obligations[0]?.level).toBe(
			'decided',
		);
	});
});
