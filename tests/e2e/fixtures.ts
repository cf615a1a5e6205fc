// What every browser test starts from. Everything goes through the public pages; nothing reaches into the database.
import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { randomBytes } from 'node:crypto';

export { expect };

export interface Account {
	email: string;
	name: string;
	password: string;
}
interface WorkerFixtures {
	serverUrl: string;
}
interface TestFixtures {
	/** A page of a signed-in facilitator with an account of their own. */
	facilitator: Page;
	/** Opens a fresh browser of somebody nobody knows; closed after the test. */
	stranger: () => Promise<Page>;
	/** Fails the test when axe finds something on the page. */
	expectAccessible: (page: Page) => Promise<void>;
}

/** The account that the server's set-up created through the printed link; it invites all others. */
export const OWNER: Account = {
	email: 'owner@example.org',
	name: 'Olga Owner',
	password: 'a long first passphrase',
};

export const newAccount = (name = 'Fay Facilitator'): Account => ({
	email: `${randomBytes(6).toString('hex')}@example.org`,
	name,
	password: `passphrase ${randomBytes(6).toString('hex')}`,
});

export const test = base.extend<TestFixtures, WorkerFixtures>({
	// Playwright reads the destructuring pattern of a fixture, so an empty one cannot be left out.
	serverUrl: [async ({ browserName: _ }, use) => use(needed('FORKPOINT_E2E_URL')), { scope: 'worker' }],
	baseURL: ({ serverUrl }, use) => use(serverUrl),
	stranger: async ({ browser, serverUrl }, use) => {
		const contexts: BrowserContext[] = [];
		await use(() => newPage(browser, serverUrl, contexts));
		await Promise.all(contexts.map((context) => context.close()));
	},
	facilitator: async ({ stranger }, use) => {
		const owner = await stranger();
		await signIn(owner, OWNER);
		const page = await stranger();
		await createAccount(page, await inviteLink(owner), newAccount());
		await use(page);
	},
	expectAccessible: ({ browserName: _ }, use) => use(expectNoViolations),
});

async function newPage(browser: Browser, baseURL: string, contexts: BrowserContext[]): Promise<Page> {
	const context = await browser.newContext({ baseURL });
	contexts.push(context);
	return context.newPage();
}

/** Fills the form behind a first-login link or an invitation; ends on the list of competitions. */
export async function createAccount(page: Page, link: string, account: Account): Promise<void> {
	await page.goto(link);
	await page.locator('input[name="name"]').fill(account.name);
	await page.locator('input[name="email"]').fill(account.email);
	await page.locator('input[name="password"]').fill(account.password);
	await page.locator('input[name="password"]').press('Enter');
	await page.waitForURL('**/competitions');
}

export async function signIn(page: Page, account: Account): Promise<void> {
	await page.goto('/login');
	await page.locator('input[name="email"]').fill(account.email);
	await page.locator('input[name="password"]').fill(account.password);
	await page.locator('input[name="password"]').press('Enter');
	await page.waitForURL('**/competitions');
}

/** A link for a colleague, as the account page of a signed-in facilitator shows it. */
export async function inviteLink(page: Page): Promise<string> {
	await page.goto('/account');
	await page.getByRole('button', { name: /invit/i }).click();
	const text = await page
		.getByText(/\/invite\/[\w-]{40,}/)
		.first()
		.textContent();
	const link = /https?:\/\/\S+\/invite\/[\w-]+/.exec(text ?? '')?.[0];
	if (!link) throw new Error('The account page shows no invitation link.');
	return link;
}

async function expectNoViolations(page: Page): Promise<void> {
	const { violations } = await new AxeBuilder({ page }).analyze();
	expect(violations.map(({ id, nodes }) => ({ id, where: nodes.map((node) => node.target) }))).toEqual([]);
}

function needed(name: string): string {
	const value = process.env[name];
	if (!value) throw new Error(`${name} is not set: run the tests with "npx playwright test".`);
	return value;
}
