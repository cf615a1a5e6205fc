// Correctness and architecture; formatting is Prettier's. The dependency directions below are ARCHITECTURE.md's.
import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import boundaries from 'eslint-plugin-boundaries';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

const room = (type, pattern = `src/lib/${type}`) => ({ type, pattern });
const may = (from, ...to) => ({
	from: { element: { type: from } },
	allow: { to: { element: { types: { anyOf: to } } } },
});

const NO_APP = {
	group: ['$app/*'],
	message: '$app/* only in routes, hooks, client, components and server/app.ts.',
};
const NO_PRISMA = {
	group: ['@prisma/*', '**/db/generated/*', '**/generated/client.ts'],
	message: 'Only server/db imports Prisma; everybody else asks a repository.',
};

export default ts.config(
	{
		ignores: [
			'build/',
			'.svelte-kit/',
			'.forkpoint/',
			'.stryker-tmp/',
			'reports/',
			'test-results/',
			'src/lib/server/db/generated/',
			'challenges/*/contract/',
			'challenges/*/blueprint/', // material of programs, read as text and never imported
			'challenges/*/strangers/', // programs as others write them
		],
	},
	js.configs.recommended,
	...ts.configs.strict,
	...svelte.configs.recommended,
	prettier,
	...svelte.configs.prettier,
	{
		languageOptions: { globals: { ...globals.node, ...globals.browser } },
		linterOptions: { reportUnusedDisableDirectives: 'error' },
		rules: {
			'no-undef': 'off', // TypeScript knows better
			'@typescript-eslint/no-non-null-assertion': 'off', // indexed access is checked; a proven index is asserted
			'@typescript-eslint/no-invalid-void-type': 'off',
			'@typescript-eslint/no-unused-vars': [
				'error',
				{ argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
			],
			'no-restricted-imports': ['error', { patterns: [NO_PRISMA] }],
		},
	},
	{
		files: ['**/*.svelte', '**/*.svelte.ts'],
		languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'] } },
		rules: {
			// Links stay inside one deployment at the root; the base path is not configurable.
			'svelte/no-navigation-without-resolve': 'off',
			// Collections of timers, listeners and requests under way: nothing renders them.
			'svelte/prefer-svelte-reactivity': 'off',
			'prefer-const': 'off', // $state and $props are assigned through bindings
		},
	},
	{
		files: ['src/lib/{domain,contract,server}/**/*.ts', 'src/cli/**/*.ts', 'worker/**/*.ts'],
		rules: { 'no-restricted-imports': ['error', { patterns: [NO_APP, NO_PRISMA] }] },
	},
	{
		files: ['src/lib/server/db/**/*.ts'],
		rules: { 'no-restricted-imports': ['error', { patterns: [NO_APP] }] },
	},
	{
		files: ['src/lib/server/app.ts'],
		rules: { 'no-restricted-imports': ['error', { patterns: [NO_PRISMA] }] },
	},
	{
		files: ['src/**/*.{ts,svelte}', 'worker/**/*.ts'],
		ignores: ['**/*.test.ts'],
		plugins: { boundaries },
		settings: {
			'import/resolver': { typescript: { project: './tsconfig.json' } },
			'boundaries/elements': [
				room('domain'),
				room('contract'),
				room('server'),
				room('client'),
				room('ui', 'src/lib/components/ui'),
				room('components'),
				room('styles'),
				room('cli', 'src/cli'),
				room('routes', 'src/routes'),
				room('worker', 'worker'),
			],
		},
		rules: {
			'boundaries/dependencies': [
				'error',
				{
					default: 'disallow',
					policies: [
						{ allow: { to: { module: { origin: ['external', 'core'] } } } },
						may('domain', 'domain'),
						may('contract', 'contract', 'domain'),
						may('server', 'server', 'contract', 'domain'),
						may('client', 'client', 'contract', 'domain'),
						may('ui', 'ui', 'client', 'domain', 'styles'),
						may('components', 'components', 'ui', 'client', 'contract', 'domain', 'styles'),
						may('routes', 'routes', 'server', 'components', 'ui', 'client', 'contract', 'domain', 'styles'),
						may('cli', 'cli', 'server', 'contract', 'domain'),
						may('worker', 'cli', 'server'),
					],
				},
			],
		},
	},
);
