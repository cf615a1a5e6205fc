// `npm run dev`: Vite's development server on the embedded database.
import { become, ensureInstalled, ROOT } from './project.mjs';

ensureInstalled();
become(['src/cli/dev.ts', ...process.argv.slice(2)], { FORKPOINT_ROOT: ROOT });
