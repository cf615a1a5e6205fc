// `forkpoint`: the tree of commands. Each loads its own code only when it is called.
import { defineCommand } from 'citty';
import { EnvironmentError, runTree, UsageError, type CommandTree } from './command.ts';
import { EXIT } from './exit-codes.ts';

const root = defineCommand({
	meta: {
		name: 'forkpoint',
		description:
			'Teams learn, by competing, to write specs that decide. ' +
			'Exit codes: 0 ok, 1 the answer is no, 2 wrong usage, 3 something is missing here.',
	},
});

const tree: CommandTree = {
	up: {
		description: 'Start Forkpoint on this machine',
		load: () => import('./commands/up.ts').then((module) => module.up),
	},
	serve: {
		description: 'Start Forkpoint as a service, configured by the environment',
		load: () => import('./commands/serve.ts').then((module) => module.serve),
	},
	export: {
		description: 'Write the results of a competition as files',
		load: () => import('./commands/export.ts').then((module) => module.exportResults),
	},
	build: {
		description: 'Build a spec and verify the program, outside a competition',
		load: () => import('./commands/build.ts').then((module) => module.build),
	},
	rehearse: {
		description: 'Play a whole round with participants from the samples of a challenge',
		load: () => import('./commands/rehearse.ts').then((module) => module.rehearse),
	},
	sandbox: {
		description: 'Run one command in the sandbox and report what it did',
		load: () => import('./commands/sandbox.ts').then((module) => module.sandbox),
		children: {
			attacks: {
				description: 'Attack the sandbox of this machine and show what was stopped',
				load: () => import('./commands/sandbox-attacks.ts').then((module) => module.sandboxAttacks),
			},
		},
	},
	analyse: {
		description: 'Tell what a spec decides from what it only describes',
		load: () => import('./commands/analyse.ts').then((module) => module.analyse),
		children: {
			bench: {
				description: 'Measure the analyser on labelled units',
				load: () => import('./commands/analyse.ts').then((module) => module.analyseBench),
			},
		},
	},
	challenge: {
		description: 'Challenge packs and programs made for them',
		load: () => import('./commands/challenge.ts').then((module) => module.challenge),
		children: {
			list: {
				description: 'List the installed packs',
				load: () => import('./commands/challenge.ts').then((module) => module.list),
			},
			check: {
				description: "Run a challenge's checks and fingerprints on a program",
				load: () => import('./commands/challenge.ts').then((module) => module.check),
			},
			verify: {
				description: 'Prove a pack',
				load: () => import('./commands/challenge.ts').then((module) => module.verify),
			},
		},
	},
};

/** Faults a person can do something about: by name, because the built application has its own copy of the classes. */
const ENVIRONMENT_ERRORS = new Set([
	'EnvironmentError',
	'DataDirectoryInUseError',
	'EmbeddedPostgresError',
	'MigrationError',
	'NotBuiltError',
	'PortInUseError',
	'SettingsError',
]);

try {
	process.exitCode = await runTree(root, tree, process.argv.slice(2));
} catch (error) {
	process.exitCode = report(error);
}

function report(error: unknown): number {
	if (!(error instanceof Error)) throw error;
	if (error instanceof UsageError) {
		console.error(
			`${error.message}\nforkpoint --help lists the commands, forkpoint COMMAND --help their options.`,
		);
		return EXIT.usage;
	}
	if (error instanceof EnvironmentError || ENVIRONMENT_ERRORS.has(error.name) || 'syscall' in error) {
		console.error(error.message);
		return EXIT.environment;
	}
	console.error(error);
	return EXIT.environment;
}
