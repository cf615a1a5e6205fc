// `npm run verify`: everything that must hold before a change is accepted, with one summary at the end.
import { ensureInstalled, NODE, ROOT } from './project.mjs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

ensureInstalled();
const { status } = spawnSync(NODE, [join(ROOT, 'scripts', 'verify-steps.mjs'), ...process.argv.slice(2)], {
	cwd: ROOT,
	stdio: 'inherit',
	// What npm hands down would point tools at the host's Node.
	env: { ...process.env, PATH: `${join(ROOT, 'node_modules', '.bin')}:${process.env.PATH ?? ''}` },
});
process.exit(status ?? 1);
