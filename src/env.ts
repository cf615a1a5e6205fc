// Environment declared for Kit. Everything the server reads goes through src/lib/server/app.ts instead,
// so that the same container runs under the web server, a bare worker, a script and a test.
import { defineEnvVars } from '@sveltejs/kit/env';

export const variables = defineEnvVars({});
