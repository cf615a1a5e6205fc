import { defineConfig } from 'vitest/config';

// Two kinds of test: `unit` touches no database; `integration` gets one real PostgreSQL per run.
export default defineConfig({
	test: {
		projects: [
			{
				test: {
					name: 'unit',
					testTimeout: 60_000,
					environment: 'node',
					include: [
						'src/**/*.test.ts',
						'challenges/**/*.test.ts',
						'bench/**/*.test.ts',
						'scripts/**/*.test.ts',
					],
					exclude: ['**/*.integration.test.ts', 'node_modules/**'],
				},
			},
			{
				test: {
					name: 'integration',
					environment: 'node',
					include: ['src/**/*.integration.test.ts', 'tests/**/*.integration.test.ts'],
					globalSetup: ['tests/postgres.ts'],
					testTimeout: 30_000,
					hookTimeout: 60_000,
				},
			},
		],
	},
});
