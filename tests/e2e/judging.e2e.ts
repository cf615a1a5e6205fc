// From reviewing to the debrief in real browsers: a facilitator, a stage, authors and an observer, with real builds.
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { reviewAll } from './steps.ts';

test.setTimeout(600_000);

interface Author {
	page: Page;
	name: string;
}
type Open = () => Promise<Page>;

const SPECS = {
	Ada: 'When the seller cannot be credited we retry three times, then park the purchase for an operator, because money must not hang.',
	Bob: 'A buyer can purchase a listing. The system shows a nice page about it, with many pictures and friendly words. '.repeat(
		4,
	),
};

class Round {
	readonly code: string;
	readonly #page: Page;
	readonly #headers: { origin: string };

	constructor(code: string, facilitator: Page, origin: string) {
		this.code = code;
		this.#page = facilitator;
		this.#headers = { origin };
	}

	static async open(facilitator: Page, url: string): Promise<Round> {
		const { origin } = new URL(url);
		const data = { title: 'Round 1', team: 'Payments', challenge: 'data-marketplace-purchase' };
		const created = await facilitator.request.post('/api/competitions', { headers: { origin }, data });
		expect(created.ok(), await created.text()).toBe(true);
		return new Round(((await created.json()) as { code: string }).code, facilitator, origin);
	}

	async command(data: Record<string, unknown>): Promise<void> {
		const path = `/api/competitions/${this.code}/round`;
		const answer = await this.#page.request.post(path, { headers: this.#headers, data });
		expect(answer.ok(), await answer.text()).toBe(true);
	}
	async pass(...phases: string[]): Promise<void> {
		for (const expectedPhase of phases) await this.command({ type: 'advance', expectedPhase, endOpen: true });
	}
	async join(open: Open, name: string, role: 'participant' | 'observer' = 'participant'): Promise<Author> {
		const page = await open();
		await this.send({ page, name }, 'post', '/participants', { name, role });
		return { page, name };
	}
	async send({ page }: Author, method: 'post' | 'put', path: string, data: unknown): Promise<void> {
		const answer = await page.request[method](`/api/competitions/${this.code}${path}`, {
			headers: this.#headers,
			data,
		});
		expect(answer.ok(), await answer.text()).toBe(true);
	}
	async write(author: Author, text: string): Promise<void> {
		await this.send(author, 'put', '/spec', { text, baseRevision: 0, editId: `edit-of-${author.name}` });
	}
	goto({ page }: Author, phase: string) {
		return page.goto(`/competitions/${this.code}/${phase}`);
	}
}

/** Two authors with real builds of the rehearsal agent, and an observer, in reviewing. */
async function reviewing(facilitator: Page, open: Open, url: string) {
	const round = await Round.open(facilitator, url);
	const [ada, bob] = [await round.join(open, 'Ada'), await round.join(open, 'Bob')];
	const olga = await round.join(open, 'Olga', 'observer');
	await round.pass('lobby', 'briefing');
	await round.write(ada, SPECS.Ada);
	await round.write(bob, SPECS.Bob);
	await round.pass('writing', 'deciding');
	const predicting = await ada.page.request.get(`/api/competitions/${round.code}/predictions`);
	const { version } = (await predicting.json()) as { version: string };
	const predictions = [{ text: 'It will write a log', choicePointId: null }];
	await round.send(ada, 'put', '/predictions', { predictions, version });
	await round.goto(ada, 'predicting');
	await round.pass('predicting');
	await ada.page.waitForURL('**/reviewing', { timeout: 480_000 });
	return { round, ada, bob, olga };
}

test('an author labels every addition by keyboard, takes one back, and judges a prediction', async ({
	facilitator,
	stranger,
	serverUrl,
	expectAccessible,
}) => {
	const { round, ada, olga } = await reviewing(facilitator, stranger, serverUrl);
	const { page } = ada;
	await expect(page.getByRole('heading', { name: 'What did the agent add?' })).toBeVisible();
	await expectAccessible(page);
	const first = page.getByRole('navigation', { name: 'Additions' }).getByRole('button').first();
	await page.keyboard.press('5');
	await expect(page.getByRole('radio', { name: /Embellishment/ })).toBeChecked();
	await page.keyboard.press('u');
	await expect(page.getByRole('radio', { name: /Embellishment/ })).not.toBeChecked();
	await page.getByRole('button', { name: 'I am done' }).click();
	await expect(page.getByText(/additions? (is|are) not finished/)).toBeVisible();
	await first.click();
	await reviewAll(page);
	await page.getByLabel('Prediction 1 came true by').selectOption({ index: 1 });
	await expect(page.getByText('came true', { exact: true })).toBeVisible();
	await page.getByRole('button', { name: 'I am done' }).click();
	await expect(page.getByText('done', { exact: true })).toBeVisible();
	await page.reload();
	await expect(first).toHaveAccessibleName(/labelled$/);
	await expect(page.getByText('done', { exact: true })).toBeVisible();
	await round.goto(olga, 'reviewing');
	await expect(olga.page.getByText('You watch this round')).toBeVisible();
});

test('entries are presented blind, voted on in two halves, revealed from last to first and debriefed', async ({
	facilitator,
	stranger,
	serverUrl,
	expectAccessible,
}) => {
	const { round, ada, bob, olga } = await reviewing(facilitator, stranger, serverUrl);
	await round.pass('reviewing');
	await ada.page.waitForURL('**/presenting');

	await facilitator.goto(`/competitions/${round.code}/stage`);
	await round.goto(olga, 'presenting');
	const label = olga.page.getByRole('heading', { level: 1 });
	const [before, onStage] = [
		await label.textContent(),
		facilitator.getByRole('heading', { level: 2 }).first(),
	];
	await expect(onStage).toHaveText((before ?? '').trim());
	await expect(facilitator.locator('.stage')).not.toContainText(/\b(Ada|Bob)\b/);
	await expect(facilitator.locator('pre').first()).toBeVisible();
	await expectAccessible(olga.page);
	await facilitator.keyboard.press(' ');
	await expect(label).not.toHaveText(before ?? '');

	await round.pass('presenting');
	await ada.page.waitForURL('**/voting');
	await round.goto(bob, 'voting');
	await olga.page.waitForURL('**/voting');
	await expect(olga.page.getByRole('heading', { name: 'First impressions' })).toBeVisible();
	await expectAccessible(olga.page);
	for (const { page } of [ada, bob, olga]) {
		const ballots = page.getByRole('navigation', { name: 'Ballots' }).getByRole('button');
		for (let i = 0; i < (await ballots.count()); i++) {
			await ballots.nth(i).click();
			const pictures = await page.getByText('many pictures').count();
			await page.getByRole('radio', { name: pictures > 0 ? /Would ship/ : /Weak/ }).check();
			await expect(ballots.nth(i)).toHaveAccessibleName(/marked$/);
		}
		await expect(page.getByText('all marked')).toBeVisible();
		await expect(page.getByText('What was measured')).toHaveCount(0);
		await expect(page.getByText('saved', { exact: true })).toBeVisible();
	}
	await round.command({ type: 'openInformed', expectedPhase: 'voting' });
	for (const { page } of [ada, bob, olga]) {
		await expect(page.getByRole('heading', { name: 'The rubric' })).toBeVisible();
		await expect(page.getByRole('heading', { name: 'What was measured' })).toBeVisible();
		const groups = page.locator('.criterion');
		for (const [i, word] of ['3', 'Cannot tell', '2'].entries())
			await groups.nth(i).getByText(word, { exact: true }).first().click();
		await expect(page.getByText('saved', { exact: true })).toBeVisible();
	}
	await expectAccessible(ada.page);

	await round.pass('voting');
	await ada.page.waitForURL('**/results');
	await expect(ada.page.getByText('Nothing is revealed yet')).toBeVisible();
	await expect(facilitator.getByText('2 entries')).toBeVisible();
	await facilitator.keyboard.press(' ');
	await expect(ada.page.getByText('1 of 2 revealed')).toBeVisible();
	await facilitator.keyboard.press(' ');
	await expect(ada.page.getByText('All 2 entries are revealed.')).toBeVisible();
	await expect(ada.page.getByRole('region', { name: 'Your result' })).toContainText('Ada');
	await ada.page.getByText('Where these numbers come from').last().click();
	await expectAccessible(ada.page);

	await round.pass('results');
	await ada.page.waitForURL('**/debrief');
	await expect(ada.page.getByRole('heading', { name: 'Fork by fork' })).toBeVisible();
	await expectAccessible(ada.page);
	await ada.page.getByRole('button', { name: /retry three times/ }).click();
	await ada.page.getByLabel('You say it is').selectOption('description');
	await expect(ada.page.getByText('Contested. The facilitator sees it')).toBeVisible();
	await facilitator.keyboard.press('ArrowRight');
	await expect(facilitator.getByRole('columnheader', { name: 'People chose' })).toBeVisible();

	await facilitator.goto(`/competitions/${round.code}/console/results`);
	await expect(facilitator.getByText('Contested by their authors')).toBeVisible();
	await expectAccessible(facilitator);
	const download = facilitator.waitForEvent('download');
	await facilitator.getByRole('link', { name: 'Everything' }).click();
	expect((await download).suggestedFilename()).toBe(`forkpoint-${round.code}.zip`);
	for (const [width, height] of [
		[390, 844],
		[1280, 800],
	] as const) {
		await ada.page.setViewportSize({ width, height });
		const overflow = await ada.page.evaluate(
			() => document.documentElement.scrollWidth - document.documentElement.clientWidth,
		);
		expect(overflow, `${width}`).toBe(0);
	}
});
