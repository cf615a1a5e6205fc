// The door: accounts by link, sessions, and what a stranger is told.
import { createAccount, expect, inviteLink, newAccount, OWNER, signIn, test } from './fixtures.ts';

test('an invited facilitator signs out and in again, and a link works once', async ({ stranger }) => {
	const owner = await stranger();
	await signIn(owner, OWNER);
	const link = await inviteLink(owner);
	const account = newAccount('Grace');
	const first = await stranger();
	await createAccount(first, link, account);
	const second = await stranger();
	await second.goto(link);
	await expect(second.getByRole('heading', { level: 1 })).toContainText(/no longer/i);
	await signIn(second, account);
	await expect(second).toHaveURL(/\/competitions$/);
});

test('a wrong password is refused without saying what was wrong', async ({ stranger }) => {
	const page = await stranger();
	for (const email of [OWNER.email, 'nobody@example.org']) {
		await page.goto('/login');
		await page.locator('input[name="email"]').fill(email);
		await page.locator('input[name="password"]').fill('not the password at all');
		await page.locator('input[name="password"]').press('Enter');
		await expect(page.getByText('E-mail or password is wrong.').first()).toBeVisible();
	}
});

test('session cookies are out of reach of scripts and other sites', async ({ facilitator, serverUrl }) => {
	const cookies = await facilitator.context().cookies(serverUrl);
	const session = cookies.find((cookie) => cookie.name === 'forkpoint_session');
	expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', secure: false, path: '/' });
});

test('no page of the entrance breaks its own content policy or axe', async ({
	stranger,
	expectAccessible,
}) => {
	const page = await stranger();
	const problems: string[] = [];
	page.on('console', (message) => {
		if (message.type() === 'error') problems.push(message.text());
	});
	page.on('pageerror', (error) => problems.push(error.message));
	for (const path of ['/', '/login']) {
		await page.goto(path);
		await expectAccessible(page);
	}
	expect(problems).toEqual([]);
});

test('a write from another site is refused, whatever its type', async ({ request }) => {
	const headers = { origin: 'http://elsewhere.example', 'content-type': 'application/json' };
	const answer = await request.post('/api/session', { headers, data: { email: 'a@b.c', password: 'x' } });
	expect(answer.status()).toBe(403);
	expect(await answer.json()).toMatchObject({ reason: 'cross-site' });
});
