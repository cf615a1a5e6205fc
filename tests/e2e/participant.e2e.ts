// The participant's way from the door to predicting, in real browsers, with the things that go wrong on the way.
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { editor, enter, saved, type } from './steps.ts';

interface Room {
	code: string;
	/** The facilitator's command on the round. */
	command(command: Record<string, unknown>): Promise<void>;
	/** Moves on from each of these phases in turn. */
	pass(...phases: string[]): Promise<void>;
	remove(participantId: string): Promise<void>;
}

async function openRoom(facilitator: Page, origin: string, settings: object = {}): Promise<Room> {
	const headers = { origin: new URL(origin).origin };
	const created = await facilitator.request.post('/api/competitions', {
		headers,
		data: {
			title: 'Round 1',
			team: 'Payments',
			challenge: 'data-marketplace-purchase',
			settings: {
				placement: 'after',
				optionalPhases: ['briefing', 'deciding', 'predicting'],
				minutes: { writing: 30, deciding: 10, predicting: 3, reviewing: 8, voting: 10 },
				...settings,
			},
		},
	});
	expect(created.ok(), await created.text()).toBe(true);
	const { code } = (await created.json()) as { code: string };
	const command = async (data: Record<string, unknown>) => {
		const answer = await facilitator.request.post(`/api/competitions/${code}/round`, { headers, data });
		expect(answer.ok(), await answer.text()).toBe(true);
	};
	return {
		code,
		command,
		async pass(...phases) {
			for (const expectedPhase of phases) await command({ type: 'advance', expectedPhase });
		},
		async remove(participantId) {
			const path = `/api/competitions/${code}/participants/${participantId}?reason=asked+to+leave`;
			const answer = await facilitator.request.delete(path, { headers });
			expect(answer.ok(), await answer.text()).toBe(true);
		},
	};
}

test('joins by name, is found again after a reload, and goes on at another device', async ({
	facilitator,
	stranger,
	serverUrl,
	expectAccessible,
}) => {
	const room = await openRoom(facilitator, serverUrl);
	const first = await stranger();
	await first.goto(`/join/${room.code}`);
	await expectAccessible(first);
	const recovery = await enter(first, room.code, 'Ada');
	// Which verdict depends on the machine; that there is one does not.
	await expect(first.getByText(/^This device (is ready|will do|will have trouble)\.$/)).toBeVisible({
		timeout: 60_000,
	});
	await expectAccessible(first);
	await first.reload();
	await expect(first.getByRole('heading', { name: 'You are in, Ada' })).toBeVisible();

	const second = await stranger();
	await second.goto(`/join/${room.code.toLowerCase()}`);
	await second.getByLabel('Your name').fill('ada');
	await second.getByRole('button', { name: 'Join', exact: true }).click();
	await expect(second.getByText('already has this name')).toBeVisible();
	await second.getByText('I was here already').click();
	await second.getByLabel('Recovery code').fill(recovery.toLowerCase());
	await second.getByRole('button', { name: 'Go on as before' }).click();
	await expect(second.getByRole('heading', { name: 'You are in, Ada' })).toBeVisible();
});

test('works without scripts: joins, saves and locks', async ({ facilitator, browser, serverUrl }) => {
	const room = await openRoom(facilitator, serverUrl);
	await room.pass('lobby', 'briefing');
	const context = await browser.newContext({ baseURL: serverUrl, javaScriptEnabled: false });
	const page = await context.newPage();
	await enter(page, room.code, 'Plain');
	await editor(page).fill('The buyer pays once.');
	await page.getByRole('button', { name: 'Save', exact: true }).click();
	await expect(editor(page)).toHaveValue('The buyer pays once.');
	await page.getByRole('button', { name: 'Save and lock' }).click();
	await page.goto(`/competitions/${room.code}/writing`);
	await expect(editor(page)).not.toBeEditable();
	await context.close();
});

test('follows the round, keeps what is typed when it moves on, and locks with a receipt', async ({
	facilitator,
	stranger,
	serverUrl,
	expectAccessible,
}) => {
	const room = await openRoom(facilitator, serverUrl);
	const ada = await stranger();
	await enter(ada, room.code, 'Ada');
	await room.pass('lobby');
	await ada.waitForURL('**/briefing');
	await expectAccessible(ada);
	await room.pass('briefing');
	await ada.waitForURL('**/writing');
	await type(ada, 'We retry three times, then park.');
	await expect(saved(ada)).toBeVisible();
	await expectAccessible(ada);
	await ada.getByRole('button', { name: 'Lock early' }).click();
	await ada.getByRole('button', { name: 'Lock it' }).click();
	await expect(ada.getByRole('region', { name: 'Receipt' })).toContainText(/[0-9a-f]{64}/);
	await expect(editor(ada)).not.toBeEditable();

	const bob = await stranger();
	await enter(bob, room.code, 'Bob');
	await type(bob, 'The last words before the bell.');
	await room.pass('writing');
	await bob.waitForURL('**/deciding');
	const spec = await bob.request.get(`/api/competitions/${room.code}/spec`);
	expect(((await spec.json()) as { text: string }).text).toContain('The last words before the bell.');
});

test('keeps text on the device while the network is gone, and sends it when a new page opens', async ({
	facilitator,
	stranger,
	serverUrl,
}) => {
	const room = await openRoom(facilitator, serverUrl);
	await room.pass('lobby', 'briefing');
	const page = await stranger();
	await enter(page, room.code, 'Ada');
	await type(page, 'Saved words.');
	await expect(saved(page)).toBeVisible();
	await page.context().setOffline(true);
	await type(page, ' Words typed in the dark.');
	await expect(page.getByText('Your device is offline')).toBeVisible();
	await expect(page.getByText('Your text is not saved on the server yet')).toBeVisible();
	await page.close();
	const reopened = await page.context().newPage();
	await page.context().setOffline(false);
	await reopened.goto(`/competitions/${room.code}/writing`);
	await expect(reopened.getByText('Your unsaved text is back')).toBeVisible();
	await expect(editor(reopened)).toContainText('Words typed in the dark.');
	await expect(saved(reopened)).toBeVisible();
});

test('lets one of two windows write, and the other take over', async ({
	facilitator,
	stranger,
	serverUrl,
}) => {
	const room = await openRoom(facilitator, serverUrl);
	await room.pass('lobby', 'briefing');
	const first = await stranger();
	await enter(first, room.code, 'Ada');
	await type(first, 'From the first window.');
	await expect(saved(first)).toBeVisible();
	const second = await first.context().newPage();
	await second.goto(`/competitions/${room.code}/writing`);
	await expect(first.getByText('You write in another window')).toBeVisible();
	await expect(editor(first)).not.toBeEditable();
	await type(second, ' From the second window.');
	await expect(saved(second)).toBeVisible();
	await first.getByRole('button', { name: 'Take over here' }).click();
	await expect(editor(first)).toContainText('From the second window.');
	await expect(editor(first)).toBeEditable();
	await expect(editor(second)).not.toBeEditable();
});

test('shows both texts when another device saved meanwhile, and keeps the chosen one', async ({
	facilitator,
	stranger,
	serverUrl,
}) => {
	const room = await openRoom(facilitator, serverUrl);
	await room.pass('lobby', 'briefing');
	const page = await stranger();
	await enter(page, room.code, 'Ada');
	await type(page, 'Mine.');
	await expect(saved(page)).toBeVisible();
	const { revision } = (await (await page.request.get(`/api/competitions/${room.code}/spec`)).json()) as {
		revision: number;
	};
	const elsewhere = await page.request.put(`/api/competitions/${room.code}/spec`, {
		headers: { origin: new URL(serverUrl).origin },
		data: { text: 'Typed on the phone.', baseRevision: revision, editId: 'from-the-phone' },
	});
	expect(elsewhere.ok()).toBe(true);
	await type(page, ' More of mine.');
	const choice = page.getByRole('alertdialog', { name: 'Which text is the right one?' });
	await expect(choice).toContainText('Typed on the phone.');
	await choice.getByRole('button', { name: 'Keep this one' }).click();
	await expect(saved(page)).toBeVisible();
	await expect(editor(page)).toContainText('More of mine.');
});

test('explains a pause, and goes on after it with nothing lost', async ({
	facilitator,
	stranger,
	serverUrl,
}) => {
	const room = await openRoom(facilitator, serverUrl);
	await room.pass('lobby', 'briefing');
	const page = await stranger();
	await enter(page, room.code, 'Ada');
	await type(page, 'Before the pause.');
	await expect(saved(page)).toBeVisible();
	await room.command({ type: 'pause', reason: 'the projector' });
	await expect(page.getByText('The round is paused')).toBeVisible();
	await expect(editor(page)).not.toBeEditable();
	await room.command({ type: 'resume' });
	await expect(editor(page)).toBeEditable();
	await expect(editor(page)).toContainText('Before the pause.');
});

test('decides at each fork or leaves it to the agent, and is told which are missing', async ({
	facilitator,
	stranger,
	serverUrl,
	expectAccessible,
}) => {
	const room = await openRoom(facilitator, serverUrl);
	await room.pass('lobby', 'briefing');
	const page = await stranger();
	await enter(page, room.code, 'Ada');
	await type(page, 'We retry three times, then park.');
	await expect(saved(page)).toBeVisible();
	await room.pass('writing');
	await page.waitForURL('**/deciding');
	await page.getByText('Retry, then park').click();
	await page.getByLabel('Why this one?').fill('Most outages are short.');
	await page.getByRole('button', { name: 'Select a passage' }).click();
	await page.getByRole('textbox', { name: 'Your spec' }).press('Control+End');
	await page.keyboard.press('Shift+Home');
	await page.getByRole('button', { name: 'Use this passage' }).click();
	await expect(page.getByRole('group', { name: 'Where does your spec say it?' })).toContainText('then park');
	await expect(saved(page)).toBeVisible();
	await expectAccessible(page);
	await page.getByRole('button', { name: 'I am done' }).click();
	await expect(page.getByText('Some choice points have neither')).toBeVisible();
	await expectAccessible(page);
	const forks = page.getByRole('navigation', { name: 'Forks' }).getByRole('button');
	for (let i = 1; i < (await forks.count()); i++) {
		await forks.nth(i).click();
		await page.getByText('Leave it to the agent', { exact: true }).click();
		await expect(saved(page)).toBeVisible();
	}
	await page.getByRole('button', { name: 'I am done' }).click();
	await expect(page.getByText('done', { exact: true })).toBeVisible();
	const stored = await page.request.get(`/api/competitions/${room.code}/decisions`);
	const { decisions } = (await stored.json()) as {
		decisions: { choice: { kind: string }; rationale: string }[];
	};
	expect(decisions.filter((d) => d.choice.kind === 'delegated')).toHaveLength((await forks.count()) - 1);
	expect(decisions.find((d) => d.choice.kind === 'alternative')?.rationale).toBe('Most outages are short.');
});

test('writes down what it expects of the agent, and asks a question', async ({
	facilitator,
	stranger,
	serverUrl,
	expectAccessible,
}) => {
	const room = await openRoom(facilitator, serverUrl);
	await room.pass('lobby', 'briefing', 'writing', 'deciding');
	const page = await stranger();
	await enter(page, room.code, 'Ada');
	await page.getByRole('textbox', { name: 'Expectation 1' }).fill('An audit log');
	await expect(page.getByText('1 saved')).toBeVisible();
	await page.getByRole('button', { name: 'I am done' }).click();
	await expect(page.getByText('done', { exact: true })).toBeVisible();
	await page.getByRole('button', { name: 'Questions' }).click();
	await page.getByLabel('Ask the facilitator').fill('May a wallet go below zero?');
	await page.getByRole('button', { name: 'Ask', exact: true }).click();
	await expect(page.getByText('No answer yet.')).toBeVisible();
	await expectAccessible(page);
});

test('tells somebody removed that they were removed', async ({ facilitator, stranger, serverUrl }) => {
	const room = await openRoom(facilitator, serverUrl);
	const page = await stranger();
	await enter(page, room.code, 'Ada');
	const frame = (await (await page.request.get(`/api/competitions/${room.code}`)).json()) as {
		me: { participantId: string };
	};
	await room.remove(frame.me.participantId);
	await expect(page.getByText(/facilitator has removed you/).first()).toBeVisible();
	await page.goto(`/join/${room.code}`);
	await expect(page.getByText('The facilitator has removed you')).toBeVisible();
});

for (const [width, height] of [
	[390, 844],
	[1280, 800],
] as const)
	test(`fits a screen of ${width} by ${height} on the whole way`, async ({
		facilitator,
		stranger,
		serverUrl,
	}) => {
		const room = await openRoom(facilitator, serverUrl);
		const page = await stranger();
		await page.setViewportSize({ width, height });
		await enter(page, room.code, 'A name of exactly forty characters, long');
		for (const phase of ['lobby', 'briefing', 'writing', 'deciding', 'predicting']) {
			await page.waitForURL(`**/${phase}`);
			await expect(page.getByRole('button', { name: 'My device' })).toBeVisible();
			const overflow = await page.evaluate(
				() => document.documentElement.scrollWidth - document.documentElement.clientWidth,
			);
			expect(overflow, phase).toBe(0);
			if (phase !== 'predicting') await room.pass(phase);
		}
	});

test('the live mirror marks sentences while they are written, and only where it was turned on', async ({
	facilitator,
	stranger,
	serverUrl,
	expectAccessible,
}) => {
	const [plain, mirrored] = await Promise.all([
		openRoom(facilitator, serverUrl),
		openRoom(facilitator, serverUrl, { liveMirror: true }),
	]);
	const [ada, bob] = await Promise.all([stranger(), stranger()]);
	await Promise.all([enter(ada, mirrored.code, 'Ada'), enter(bob, plain.code, 'Bob')]);
	await Promise.all([mirrored, plain].map((room) => room.pass('lobby', 'briefing')));
	for (const page of [ada, bob]) {
		await page.locator('.cm-content').click();
		await page.keyboard.press('Control+A');
		await page.keyboard.type(
			'If the credit fails, refund the buyer within 30 seconds and mark the order FAILED.',
		);
	}
	const mirror = ada.getByRole('group', { name: 'Live mirror' });
	await expect(mirror).toContainText(/100.% of your words decide/);
	await expect(ada.getByTitle('Decision', { exact: true })).toHaveCount(1);
	await ada.keyboard.type(' The platform is nice and modern and everybody likes to use it.');
	await expect(mirror).not.toContainText(/100.% of your words decide/);
	await expect(ada.getByTitle('Decision', { exact: true })).toHaveCount(1);
	await expect(ada.getByTitle('Description', { exact: true })).toHaveCount(1);
	await expectAccessible(ada);
	await expect(saved(bob)).toBeVisible();
	await expect(bob.getByRole('group', { name: 'Live mirror' })).toHaveCount(0);
	await expect(bob.locator('.mark')).toHaveCount(0);
});
