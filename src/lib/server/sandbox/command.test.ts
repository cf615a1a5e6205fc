import { expect, it } from 'vitest';
import { sandboxCommand } from './command.ts';
import { SandboxSetupError, type Sandbox, type SandboxLevel, type SandboxReport } from './sandbox.ts';

const REPORT: SandboxReport = {
	exitCode: 0,
	signal: null,
	killed: null,
	stdout: '',
	stderr: '',
	wallMs: 1,
	peakMemoryMb: 1,
	level: 'bwrap',
};

function probeOf(change: Partial<SandboxReport>, level: SandboxLevel = 'bwrap') {
	const seen: Parameters<Sandbox['run']>[0][] = [];
	const sandbox: Sandbox = {
		level,
		run: async (command) => {
			seen.push(command);
			return { ...REPORT, ...change };
		},
		launch: () => {
			throw new Error('not used');
		},
		ran: () => true,
	};
	return { seen, probe: async () => ({ sandbox, level, why: 'bubblewrap is not installed' }) };
}

const options = { workspace: '/tmp', command: ['true'] };

it.each([
	[{ exitCode: 3 }, 3],
	[{ exitCode: null, killed: 'timeout' }, 124],
	[{ exitCode: null, killed: 'cpu' }, 124],
	[{ exitCode: null, killed: 'memory' }, 137],
	[{ exitCode: null, killed: 'cancelled' }, 130],
] as const)('exits as documented for %j', async (change, exitCode) => {
	expect(await sandboxCommand(options, probeOf(change).probe)).toMatchObject({ exitCode, report: change });
});

it('passes on the workspace as an absolute path, the mode and the limits', async () => {
	const { seen, probe } = probeOf({});
	await sandboxCommand(
		{ ...options, workspace: '/tmp/../tmp', readOnly: true, limits: ['memoryMb=64', 'wallMs=5e3'] },
		probe,
	);
	expect(seen).toMatchObject([
		{ workspace: '/tmp', writable: false, limits: { memoryMb: 64, wallMs: 5000 } },
	]);
});

it.each([
	[['memory=64'], /unknown limit "memory"; known are wallMs/],
	[['memoryMb='], /needs a positive number/],
	[['memoryMb=-1'], /needs a positive number/],
	[['memoryMb'], /needs a positive number/],
])('refuses the limits %j', async (limits, message) => {
	const { seen, probe } = probeOf({});
	expect(await sandboxCommand({ ...options, limits }, probe)).toMatchObject({
		exitCode: 125,
		report: null,
		error: expect.stringMatching(message),
	});
	expect(seen).toEqual([]);
});

it('does not run without a boundary unless it is told to', async () => {
	const { seen, probe } = probeOf({}, 'weak');
	expect(await sandboxCommand(options, probe)).toMatchObject({ exitCode: 125, report: null });
	expect(seen).toEqual([]);
	expect(await sandboxCommand({ ...options, allowWeak: true }, probe)).toMatchObject({ exitCode: 0 });
});

it('reports a sandbox that could not be set up, and lets other faults through', async () => {
	const { probe } = probeOf({});
	const failing = (error: Error) => async () => {
		const found = await probe();
		return { ...found, sandbox: { ...found.sandbox, run: () => Promise.reject(error) } };
	};
	expect(await sandboxCommand(options, failing(new SandboxSetupError('no such folder')))).toEqual({
		exitCode: 125,
		report: null,
		error: 'no such folder',
	});
	await expect(sandboxCommand(options, failing(new TypeError('bug')))).rejects.toThrow('bug');
});
