// The dependency directions are errors, not wishes: imports that break them are reported, allowed ones are not.
import { resolve } from 'node:path';
import { ESLint } from 'eslint';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');
const RULES = ['boundaries/dependencies', 'no-restricted-imports'];
const eslint = new ESLint({ cwd: ROOT });

async function complaints(file: string, source: string): Promise<string[]> {
	const line = `import '${source}';\n`;
	const text = file.endsWith('.svelte') ? `<script lang="ts">\n\t${line}</script>\n` : line;
	const [result] = await eslint.lintText(text, { filePath: resolve(ROOT, file) });
	return result!.messages.map(({ ruleId }) => ruleId ?? 'fatal').filter((rule) => RULES.includes(rule));
}

const FORBIDDEN: [file: string, source: string, rule: string][] = [
	['src/lib/domain/result.ts', '#lib/server/log.ts', 'boundaries/dependencies'],
	['src/lib/domain/result.ts', '../contract/events.ts', 'boundaries/dependencies'],
	['src/lib/contract/events.ts', '../server/log.ts', 'boundaries/dependencies'],
	['src/lib/server/log.ts', '#lib/client/error-text.ts', 'boundaries/dependencies'],
	['src/lib/server/log.ts', '../../routes/health/+server.ts', 'boundaries/dependencies'],
	['src/lib/client/error-text.ts', '#lib/server/log.ts', 'boundaries/dependencies'],
	['src/lib/components/ui/Button.svelte', '#lib/server/log.ts', 'boundaries/dependencies'],
	['src/lib/components/ui/Button.svelte', '#lib/contract/events.ts', 'boundaries/dependencies'],
	['src/lib/server/log.ts', '@prisma/client', 'no-restricted-imports'],
	['src/lib/server/log.ts', './db/generated/client.ts', 'no-restricted-imports'],
	['src/routes/health/+server.ts', '@prisma/client', 'no-restricted-imports'],
	['src/lib/server/log.ts', '$app/server', 'no-restricted-imports'],
	['src/lib/domain/result.ts', '$app/state', 'no-restricted-imports'],
];
const ALLOWED: [file: string, source: string][] = [
	['src/lib/contract/events.ts', '../domain/result.ts'],
	['src/lib/server/log.ts', '#lib/domain/result.ts'],
	['src/lib/server/db/client.ts', '@prisma/client'],
	['src/lib/client/error-text.ts', '$app/state'],
	['src/routes/health/+server.ts', '#lib/server/log.ts'],
	['src/lib/server/log.ts', 'node:fs'],
	['src/lib/server/log.ts', 'zod'],
];

describe('the linter', { timeout: 120_000 }, () => {
	it.each(FORBIDDEN)('forbids %s to import %s', async (file, source, rule) => {
		expect(await complaints(file, source)).toEqual([rule]);
	});
	it.each(ALLOWED)('lets %s import %s', async (file, source) => {
		expect(await complaints(file, source)).toEqual([]);
	});
});
