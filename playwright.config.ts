// Browser tests run against the real built server on a data directory of their own.
import { defineConfig } from '@playwright/test';
import { systemBrowser } from './scripts/system-packages.mjs';

const executablePath = process.env['FORKPOINT_TEST_BROWSER'] ?? systemBrowser() ?? undefined;

export default defineConfig({
	testDir: 'tests/e2e',
	testMatch: '**/*.e2e.ts',
	globalSetup: './tests/e2e/server.ts',
	fullyParallel: true,
	workers: 2,
	timeout: 240_000,
	expect: { timeout: 20_000 },
	forbidOnly: Boolean(process.env['CI']),
	retries: 0,
	reporter: 'list',
	outputDir: 'test-results',
	use: {
		trace: 'retain-on-failure',
		screenshot: 'only-on-failure',
		launchOptions: {
			executablePath,
			args: [
				'--no-sandbox',
				'--disable-gpu',
				'--disable-quic',
				'--no-first-run',
				'--disable-background-networking',
				'--disable-component-update',
				'--disable-sync',
			],
		},
	},
});
