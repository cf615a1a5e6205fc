import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyseSpec } from '../domain/analysis/analyse.ts';
import { analysisSchema, labelledUnitSchema } from './analysis.ts';

describe('analysisSchema', () => {
	it('accepts what the analyser gives, unchanged, for any text', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (spec) => {
				const analysis = analyseSpec({
					requirement: 'Users pay for calls.',
					spec: `- If it fails, retry twice.\n- ${spec}`,
				});
				expect(analysisSchema.parse(analysis)).toEqual(analysis);
			}),
			{ numRuns: 40 },
		);
	});

	it('refuses another version and an unknown label', () => {
		const analysis = analyseSpec({ requirement: '', spec: 'x' });
		expect(analysisSchema.safeParse({ ...analysis, version: 2 }).success).toBe(false);
		expect(labelledUnitSchema.safeParse({ req: 'a', spec: 'b', text: 'c', label: 'choice' }).success).toBe(
			false,
		);
	});
});
