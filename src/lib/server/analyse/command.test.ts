import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analysisReportSchema } from '../../contract/analysis.ts';
import { analyseBenchCommand, analyseCommand } from './command.ts';

let folder = '';
const at = (name: string): string => join(folder, name);

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'forkpoint-analyse-'));
	await writeFile(at('req.md'), 'Users pay for calls to our API and get an invoice.');
	await writeFile(
		at('spec.md'),
		'# Spec\n\n- If the invoice run fails, retry twice, then alert finance.\n- The page shows a list.\n',
	);
	const rows = [
		{
			req: 'req',
			spec: 's',
			text: 'If the invoice run fails, retry twice, then alert finance.',
			label: 'decision',
			flags: ['failure'],
		},
		{ req: 'req', spec: 's', text: 'The page shows a list of invoices.', label: 'description' },
	];
	await writeFile(at('data.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
	await writeFile(at('bad.jsonl'), '{"req":"req"}\n');
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('analyse', () => {
	it('prints JSON of the documented schema', async () => {
		const outcome = await analyseCommand({ requirement: at('req.md'), spec: at('spec.md'), json: true });
		const report = analysisReportSchema.parse(JSON.parse(outcome.ok ? outcome.output : ''));
		expect(report).toMatchObject({ requirement: 'req.md', spec: 'spec.md', analysis: { version: 1 } });
	});

	it('prints a readable report, coloured only when asked', async () => {
		const plain = await analyseCommand({ requirement: at('req.md'), spec: at('spec.md') });
		expect(plain.ok && plain.output).toContain('   3  decision');
		expect(plain.ok && plain.output).not.toContain('\u001b[');
		const coloured = await analyseCommand({ requirement: at('req.md'), spec: at('spec.md'), colour: true });
		expect(coloured.ok && coloured.output).toContain('\u001b[');
	});

	it('names the file it cannot read', async () => {
		const outcome = await analyseCommand({ requirement: at('none.md'), spec: at('spec.md') });
		expect(outcome).toMatchObject({
			ok: false,
			reason: 'unreadable',
			message: expect.stringContaining('none.md'),
		});
	});
});

describe('analyse bench', () => {
	it('measures labelled units beside the baselines', async () => {
		const outcome = await analyseBenchCommand({ data: at('data.jsonl'), requirements: folder, json: true });
		const report = JSON.parse(outcome.ok ? outcome.output : '{}');
		expect(report).toMatchObject({
			units: 2,
			analyser: { auc: { value: 1 }, macroF1: { value: 1 } },
			baselines: { 'always-decision': { auc: { value: 0.5 }, kappa: { value: 0 } } },
			failureRecall: { decided: 1, flagged: 1, of: 1 },
		});
	});

	it('prints a table', async () => {
		const outcome = await analyseBenchCommand({ data: at('data.jsonl'), requirements: folder });
		expect(outcome.ok && outcome.output).toMatch(/analyser +1\.000 \[/);
	});

	it('names the line that is no labelled unit, and a requirement outside the folder', async () => {
		expect(await analyseBenchCommand({ data: at('bad.jsonl'), requirements: folder })).toMatchObject({
			ok: false,
			reason: 'bad-line',
			message: expect.stringContaining('line 1'),
		});
		await writeFile(at('out.jsonl'), JSON.stringify({ req: '../req', spec: 's', text: 't', label: 'other' }));
		expect(await analyseBenchCommand({ data: at('out.jsonl'), requirements: folder })).toMatchObject({
			ok: false,
			reason: 'unreadable',
		});
	});
});
