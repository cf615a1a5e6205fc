// The steps of `npm run verify`. Each runs even when an earlier one failed, so that one run shows everything.
// `verify STEP...` runs only those.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, NODE, ROOT } from './project.mjs';
import { ensureSystemPackages } from './system-packages.mjs';

const REPORTS = join(ROOT, 'reports');
const bin = (/** @type {string} */ path) => join(ROOT, 'node_modules', path);
const vitest = (/** @type {string} */ project) => [
	bin('vitest/vitest.mjs'),
	'run',
	`--project=${project}`,
	'--reporter=default',
	'--reporter=json',
	`--outputFile.json=${join(REPORTS, `${project}.json`)}`,
];

/** Playwright takes the place of its report from the environment only. */
const playwright = (/** @type {string} */ choice) => [
	bin('@playwright/test/cli.js'),
	'test',
	'--reporter=list,json',
	choice,
	'@competition',
];

/** @type {{ name: string, args: string[], report?: string, before?: () => void }[]} */
const STEPS = [
	{ name: 'format', args: [bin('prettier/bin/prettier.cjs'), '--check', '--log-level=warn', '.'] },
	{ name: 'lint', args: [bin('eslint/bin/eslint.js'), '--max-warnings=0', '.'] },
	{
		name: 'types',
		args: [bin('svelte-check/bin/svelte-check'), '--tsconfig', './tsconfig.json', '--fail-on-warnings'],
	},
	{ name: 'unit', args: vitest('unit'), report: 'unit.json' },
	{ name: 'integration', args: vitest('integration'), report: 'integration.json' },
	{ name: 'browser', args: playwright('--grep-invert'), report: 'browser.json', before: ensureBuilt },
	// Ten browsers and eight builds fill the machine for minutes; beside other tests both would starve.
	{ name: 'competition', args: playwright('--grep'), report: 'competition.json', before: ensureBuilt },
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !STEPS.some((step) => step.name === name));
if (unknown.length > 0) {
	console.error(
		`Unknown step ${unknown.join(', ')}. There are: ${STEPS.map((step) => step.name).join(', ')}.`,
	);
	process.exit(2);
}
const steps = STEPS.filter((step) => wanted.length === 0 || wanted.includes(step.name));

const packages = ensureSystemPackages(
	steps.some((step) => step.before === ensureBuilt) ? ['bubblewrap', 'chromium'] : ['bubblewrap'],
);
if (!packages.ok) {
	console.error(packages.instructions);
	process.exit(3);
}

mkdirSync(REPORTS, { recursive: true });
const outcomes = steps.map(runStep);
const passed = sum(outcomes.map((outcome) => outcome.passed));
const failed = sum(outcomes.map((outcome) => outcome.failed));

console.log('\nverify');
for (const { name, ok, seconds, passed, failed } of outcomes)
	console.log(
		`  ${ok ? 'ok    ' : 'FAILED'}  ${name.padEnd(12)} ${String(seconds).padStart(4)} s  ${passed} passed, ${failed} failed`,
	);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** A step without a report counts as one. A step that failed without a failed test counts as one failure too. */
function runStep(/** @type {typeof STEPS[number]} */ { name, args, report, before }) {
	console.log(`\n--- ${name}`);
	const file = report ? join(REPORTS, report) : null;
	if (file) rmSync(file, { force: true });
	before?.();
	const started = Date.now();
	const env = { ...process.env, CI: '1', ...(file && { PLAYWRIGHT_JSON_OUTPUT_FILE: file }) };
	const { status } = spawnSync(NODE, args, { cwd: ROOT, stdio: 'inherit', env });
	const seconds = Math.round((Date.now() - started) / 1000);
	const ok = status === 0;
	const counts =
		file && existsSync(file)
			? countsOf(JSON.parse(readFileSync(file, 'utf8')))
			: { passed: ok ? 1 : 0, failed: ok ? 0 : 1 };
	return {
		name,
		ok,
		seconds,
		passed: counts.passed,
		failed: ok ? counts.failed : Math.max(counts.failed, 1),
	};
}

/** Vitest's and Playwright's JSON reports. */
function countsOf(/** @type {any} */ report) {
	if (report.stats)
		return { passed: report.stats.expected, failed: report.stats.unexpected + report.stats.flaky };
	return { passed: report.numPassedTests, failed: report.numFailedTests };
}

function sum(/** @type {number[]} */ numbers) {
	return numbers.reduce((a, b) => a + b, 0);
}
