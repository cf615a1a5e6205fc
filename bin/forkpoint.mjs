#!/usr/bin/env node
// The command line: goes over to the project's own Node, installing it when it is missing.
import { ensureBuilt, ensureInstalled, runCli } from '../scripts/project.mjs';

const args = process.argv.slice(2);
ensureInstalled();
if (args[0] === 'up' && !args.includes('--help')) ensureBuilt();
runCli(args);
