import { defineCommand } from 'citty';
import { describe, expect, it } from 'vitest';
import { asCommand, runTree, UsageError, type CommandTree } from './command.ts';
import { lanAddresses } from './network.ts';

const calls: unknown[] = [];
const root = asCommand(defineCommand({ meta: { name: 'forkpoint' } }));
const leaf = asCommand(
	defineCommand({
		args: {
			name: { type: 'positional', required: true },
			'dry-run': { type: 'boolean' },
			out: { type: 'string', alias: 'o' },
		},
		run: ({ args, data }) => {
			calls.push([args.name, args['dry-run'], args.out, data]);
			return 1;
		},
	}),
);
const group = asCommand(defineCommand({ meta: { description: 'A group' } }));
const tree: CommandTree = {
	group: {
		description: 'A group',
		load: async () => group,
		children: { leaf: { description: 'A leaf', load: async () => leaf } },
	},
};
const run = (...argv: string[]) => runTree(root, tree, argv);

describe('the command line', () => {
	it('runs the command below its group and returns its exit code', async () => {
		expect(await run('group', 'leaf', 'x', '--dry-run', '-o', 'dir', '--', '--not', 'ours')).toBe(1);
		expect(calls.pop()).toEqual(['x', true, 'dir', ['--not', 'ours']]);
	});
	it.each([
		[[], 'Say which command: group.'],
		[['group'], 'Say which command: leaf.'],
		[['grp'], 'Unknown command "grp". There are: group.'],
		[['group', 'leaf'], 'Missing required positional argument: NAME'],
		[['group', 'leaf', 'x', '--dryrun'], 'Unknown option --dryrun.'],
		[['group', 'leaf', 'x', 'y'], 'Unexpected argument "y".'],
		[['group', 'leaf', 'x', '--out'], 'Option --out needs a value.'],
	])('refuses %j', async (argv, message) => {
		await expect(run(...argv)).rejects.toThrow(new UsageError(message));
		expect(calls).toEqual([]);
	});
});

it('offers private addresses first and never loopback or link-local ones', () => {
	const of = (address: string, internal = false) => [
		{ address, internal, family: 'IPv4' as const, netmask: '', mac: '', cidr: null },
	];
	const interfaces = {
		a: of('203.0.113.5'),
		b: of('192.168.1.5'),
		lo: of('127.0.0.1', true),
		c: of('169.254.3.3'),
	};
	expect(lanAddresses(interfaces)).toEqual(['192.168.1.5', '203.0.113.5']);
});
