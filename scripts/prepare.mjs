// Runs after every install: generates what the sources import ($app types, Prisma client). Plain JavaScript for the
// host's own Node; the tools run on the project's.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const node = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

// On a first install Node 24 may come after this; scripts/project.mjs runs it again then.
if (existsSync(node)) {
	run('svelte-kit', join('@sveltejs', 'kit', 'svelte-kit.js'), ['sync']);
	// The client needs no engine; the stub keeps the command from downloading one.
	run('prisma', join('prisma', 'build', 'index.js'), ['generate', '--no-hints'], {
		PRISMA_SCHEMA_ENGINE_BINARY: '/bin/true',
	});
}

/**
 * @param {string} name
 * @param {string} script
 * @param {string[]} args
 */
function run(name, script, args, env = {}) {
	const { status, error } = spawnSync(node, [join(root, 'node_modules', script), ...args], {
		cwd: root,
		stdio: ['ignore', 'ignore', 'inherit'],
		env: { ...process.env, ...env, CHECKPOINT_DISABLE: '1' },
	});
	if (status !== 0) {
		console.error(`${name} ${args.join(' ')} failed${error ? `: ${error.message}` : ''}`);
		process.exit(1);
	}
}
