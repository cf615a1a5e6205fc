// `npm run up`: from a clean clone to a running Forkpoint in one command.
import { ensureBuilt, ensureInstalled, runCli } from './project.mjs';

ensureInstalled();
ensureBuilt();
runCli(['up', ...process.argv.slice(2)]);
