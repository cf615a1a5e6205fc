// Zod shapes of the files in a challenge pack. Strict: an unknown key is a typing error of the author, not data.
import { z } from 'zod';
import { compileCue } from '#lib/domain/challenge/cue.ts';
import { PHASES } from '#lib/domain/round/phase.ts';

const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case words joined by hyphens');
const line = z.string().trim().min(1).max(2000);

const cue = z
	.string()
	.min(1)
	.superRefine((source, ctx) => {
		try {
			compileCue(source);
		} catch (error) {
			ctx.addIssue({ code: 'custom', message: `does not compile: ${(error as Error).message}` });
		}
	});

/** Reports every second use of a key in a list, at the place where it stands. */
const uniqueBy =
	<T>(key: (item: T) => string, what: string) =>
	(items: T[], ctx: z.RefinementCtx): void => {
		const seen = new Set<string>();
		items.forEach((item, index) => {
			if (seen.has(key(item)))
				ctx.addIssue({
					code: 'custom',
					path: [index, 'id'],
					message: `${what} "${key(item)}" is used twice`,
				});
			seen.add(key(item));
		});
	};

const parameter = z
	.strictObject({
		id: slug,
		label: line,
		unit: z.enum(['times', 'ms', 's', 'min', 'h', 'days', 'count', 'minor-units']),
		min: z.int(),
		max: z.int(),
		default: z.int(),
	})
	.refine((p) => p.min <= p.default && p.default <= p.max, 'default must lie between min and max');

const alternative = z.strictObject({
	id: slug,
	label: line,
	consequence: line,
	parameters: z.array(parameter).superRefine(uniqueBy((p) => p.id, 'parameter')),
	cues: z.array(cue),
});

export const choicePointsSchema = z
	.array(
		z.strictObject({
			id: slug,
			title: line,
			question: line,
			context: line,
			consequenceRank: z.union([z.literal(1), z.literal(2), z.literal(3)]),
			cues: z.array(cue),
			alternatives: z
				.array(alternative)
				.min(2, 'a choice point needs at least two alternatives')
				.superRefine(uniqueBy((a) => a.id, 'alternative')),
		}),
	)
	.min(1)
	.superRefine(uniqueBy((c) => c.id, 'choice point'));

export const obligationsSchema = z
	.array(
		z.strictObject({
			id: slug,
			text: line,
			kind: z.enum(['explicit', 'implied']),
			weight: z.number().positive().max(10),
			cues: z.array(cue).min(1, 'needs at least one cue'),
		}),
	)
	.min(1)
	.superRefine(uniqueBy((o) => o.id, 'obligation'));

export const challengeSchema = z.strictObject({
	slug,
	version: z.string().regex(/^\d+\.\d+\.\d+$/, 'must look like 1.0.0'),
	title: line,
	summary: line,
	difficulty: z.union([z.literal(1), z.literal(2), z.literal(3)]),
	tags: z.array(line),
	authors: z.array(line).min(1),
	licence: line,
	minutes: z.partialRecord(z.enum(PHASES), z.number().positive().max(480)),
});

const anchors = z.tuple([line, line, line, line, line]);
export const rubricSchema = z
	.array(
		z.strictObject({
			id: z.enum(['coverage', 'alignment', 'skeleton']),
			title: line.optional(),
			question: line.optional(),
			weight: z.number().positive().optional(),
			anchors: anchors.optional(),
		}),
	)
	.superRefine(uniqueBy((c) => c.id, 'criterion'));

const sampleDecision = z.strictObject({
	choicePoint: slug,
	/** An alternative id, or `delegated`. */
	choose: slug,
	parameters: z.record(z.string(), z.int()).default({}),
	rationale: z.string().default(''),
	rejected: z.string().default(''),
	confidence: z.enum(['guess', 'lean', 'sure']).nullable().default(null),
	/** A passage of the sample's spec, word for word. */
	quote: z.string().optional(),
});

const range = z
	.tuple([z.number().min(0).max(4), z.number().min(0).max(4)])
	.refine(([low, high]) => low <= high, 'must be [low, high]');

export const sampleSchema = z.strictObject({
	id: slug,
	name: line,
	hand: line,
	description: line,
	late: z.boolean().default(false),
	decisions: z.array(sampleDecision),
	predictions: z.array(line),
	expected: z.strictObject({
		fingerprints: z.record(z.string(), slug),
		textDecides: z.record(z.string(), slug.nullable()),
		obligations: z.record(z.string(), z.enum(['absent', 'mentioned', 'specified', 'decided'])),
		/** Null: code cannot tell. */
		scores: z.record(z.enum(['coverage', 'alignment', 'skeleton']), range.nullable()),
	}),
});
export type SampleFile = z.infer<typeof sampleSchema>;
