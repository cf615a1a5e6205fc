// Small programs for the tests of the kit, as sources for `node -e`; they use no starter.
import { spawn } from 'node:child_process';
import type { Launch } from './types.ts';

/** Raw plumbing: `call(method, params)` gives the whole answer, `on(method, handler)` serves, `raw(text)` writes a line. */
const PLUMBING = `
const waiting = new Map(); let id = 0; const handlers = { start: async () => null };
const raw = (text) => process.stdout.write(text + '\\n');
const send = (m) => raw(JSON.stringify({ jsonrpc: '2.0', ...m }));
const call = (method, params) => new Promise((r) => { const mine = ++id; waiting.set(mine, r); send({ id: mine, method, params }); });
const on = (method, f) => { handlers[method] = f; };
let now = 0, answerSync = true;
require('node:readline').createInterface({ input: process.stdin }).on('line', async (line) => {
	const m = JSON.parse(line); now = m.now;
	if (m.method === 'sync') { if (answerSync) setImmediate(() => send({ id: m.id, result: null })); return; }
	if (!m.method) { const r = waiting.get(m.id); waiting.delete(m.id); if (r) r(m); return; }
	const result = await handlers[m.method](m.params, m);
	if (result !== undefined) send({ id: m.id, result });
}).on('close', () => process.exit(0));
`;

/** A program whose body is `source`. */
export const program =
	(source: string): Launch =>
	() =>
		spawn(process.execPath, ['-e', PLUMBING + source], {
			detached: true,
			stdio: ['pipe', 'pipe', 'pipe'],
			env: { PATH: process.env.PATH ?? '', HOME: '/tmp' },
		});
