// A whole competition as a room lives it: a facilitator, a stage and eight participants, each in a browser of their own, with
// what goes wrong in a room, and results that are known beforehand.
import type { Page } from '@playwright/test';
import { createHash } from 'node:crypto';
import type { BallotsView } from '#lib/contract/ballot.ts';
import type { DecisionsView } from '#lib/contract/decision.ts';
import type { DebriefView, ResultsView } from '#lib/contract/results.ts';
import { expect, test } from './fixtures.ts';
import { editor, enter, goOn, openLobby, openStage, reviewAll, round, saved, type } from './steps.ts';

test.setTimeout(900_000);

/** Ten browsers and eight builds leave two cores nothing for other tests: it runs by itself, as a step of its own. */
const WHOLE = { tag: '@competition' };

/** Who writes what, and the score everybody gives them in each criterion. `glance` is the first impression. */
const PEOPLE = {
	Ada: {
		spec: 'If the credit fails, retry three times every 30 seconds, then park it for a person.',
		score: 4,
		glance: 1,
	},
	Ben: {
		spec: 'Ben lets the purchase be recorded first, as pending, before any money moves.',
		score: 3,
		glance: 1,
	},
	Cleo: {
		spec: 'Cleo wants one client request id per purchase; the same id never pays twice.',
		score: 3,
		glance: 1,
	},
	Dan: {
		spec: 'Dan reserves the price before the wallet is debited, so that two purchases cannot share it.',
		score: 2,
		glance: 1,
	},
	Eve: { spec: 'Eve never lets a notification stop a purchase.', score: 2, glance: 1 },
	Finn: {
		spec: 'Finn describes a very nice page with many pictures and a friendly tone.',
		score: 1,
		glance: 4,
	},
	Gus: { spec: 'Gus thinks that the platform should be robust.', score: 1, glance: 1 },
	Hana: { spec: 'Hana came late and writes one sentence.', score: 0, glance: 1 },
} as const;
type Name = keyof typeof PEOPLE;
const NAMES = Object.keys(PEOPLE) as Name[];
const RANKS: Record<Name, number> = { Ada: 1, Ben: 2, Cleo: 2, Dan: 4, Eve: 4, Finn: 6, Gus: 6, Hana: 8 };
const NAMED = new RegExp(`\\b(${NAMES.join('|')})\\b`);

test(
	'eight people go through the whole round, through what goes wrong, to the results they gave',
	WHOLE,
	async ({ facilitator, stranger, serverUrl }) => {
		const code = await openLobby(facilitator);
		const api = `/api/competitions/${code}`;
		const headers = { origin: new URL(serverUrl).origin };
		const stage = await stranger();
		await openStage(facilitator, stage);
		const pages = Object.fromEntries(
			await Promise.all(NAMES.map(async (name) => [name, await stranger()] as const)),
		) as Record<Name, Page>;
		const read = async <T>(name: Name, path: string): Promise<T> => {
			const answer = await pages[name].request.get(api + path);
			expect(answer.ok(), await answer.text()).toBe(true);
			return (await answer.json()) as T;
		};
		const put = async (name: Name, path: string, data: unknown) => {
			const answer = await pages[name].request.put(api + path, { headers, data });
			expect(answer.ok(), await answer.text()).toBe(true);
		};
		const everybody = (act: (name: Name, page: Page) => Promise<unknown>) =>
			Promise.all(NAMES.map((name) => act(name, pages[name])));

		await test.step('the lobby fills, and the stage says who is there', async () => {
			for (const name of NAMES.slice(0, 7)) await enter(pages[name], code, name);
			await expect(stage.getByRole('listitem').filter({ hasText: /^(Ada|Gus)$/ })).toHaveCount(2);
			await goOn(facilitator, 'Start the briefing');
			await goOn(facilitator, 'Start writing');
		});

		await test.step('everybody writes, also who comes late', async () => {
			for (const name of NAMES.slice(0, 7)) {
				await pages[name].waitForURL('**/writing');
				await write(pages[name], PEOPLE[name].spec);
			}
			await enter(pages.Hana, code, 'Hana');
			await expect(pages.Hana).toHaveURL(/\/writing$/);
			await expect(pages.Hana.getByRole('timer')).toContainText(/^\d\d:\d\d/);
			await write(pages.Hana, PEOPLE.Hana.spec);
			await expect(facilitator.getByRole('row', { name: /Hana/ })).toContainText('at work');
		});

		await test.step('one closes the tab and goes on where it was', async () => {
			await type(pages.Ben, ' The tab closes now.');
			await expect(saved(pages.Ben)).toBeVisible();
			const context = pages.Ben.context();
			await pages.Ben.close();
			pages.Ben = await context.newPage();
			await pages.Ben.goto(`/join/${code}`);
			await pages.Ben.getByRole('link', { name: /go on|go in/i }).click();
			await pages.Ben.waitForURL('**/writing');
			await expect(editor(pages.Ben)).toContainText(`${PEOPLE.Ben.spec} The tab closes now.`);
		});

		await test.step('one writes on while the network is gone', async () => {
			await pages.Cleo.context().setOffline(true);
			await type(pages.Cleo, ' Written in the dark.');
			await expect(pages.Cleo.getByText('Your text is not saved on the server yet')).toBeVisible();
			expect((await read<{ text: string }>('Ada', '/spec')).text).toBe(PEOPLE.Ada.spec);
			await pages.Cleo.context().setOffline(false);
			await expect(saved(pages.Cleo)).toBeVisible();
			expect((await read<{ text: string }>('Cleo', '/spec')).text).toContain('Written in the dark.');
		});

		await test.step('time is given to all, and every clock has it', async () => {
			const before = await secondsLeft(pages.Dan);
			await round(facilitator).getByRole('button', { name: 'Extend' }).click();
			const dialog = facilitator.getByRole('alertdialog');
			await dialog.getByLabel('Reason').fill('the projector failed');
			await dialog.getByRole('button', { name: 'Give 5 min' }).click();
			for (const page of [pages.Dan, stage])
				await expect.poll(() => secondsLeft(page)).toBeGreaterThan(before + 4 * 60);
		});

		await test.step('a pause stops every clock and every pen', async () => {
			await round(facilitator).getByRole('button', { name: 'Pause' }).click();
			const dialog = facilitator.getByRole('alertdialog');
			await dialog.getByLabel('Reason').fill('fire alarm');
			await dialog.getByRole('button', { name: 'Pause' }).click();
			await everybody(async (_, page) => {
				await expect(page.getByText('The round is paused')).toBeVisible();
				await expect(editor(page)).not.toBeEditable();
			});
			const standing = await secondsLeft(pages.Eve);
			await round(facilitator).getByRole('button', { name: 'Resume the round' }).click();
			await expect(editor(pages.Eve)).toBeEditable();
			expect(Math.abs((await secondsLeft(pages.Eve)) - standing)).toBeLessThan(10);
		});

		await test.step('a lock is confirmed by the hash of the very text', async () => {
			await pages.Ada.getByRole('button', { name: 'Lock early' }).click();
			await pages.Ada.getByRole('button', { name: 'Lock it' }).click();
			await expect(pages.Ada.getByRole('region', { name: 'Receipt' })).toContainText(
				createHash('sha256').update(PEOPLE.Ada.spec).digest('hex'),
			);
			await expect(stage.getByText('1 of 8 locked')).toBeVisible();
			await goOn(facilitator, 'Open the choice points');
		});

		await test.step('everybody decides, one leaves a fork to the agent, one runs out of time', async () => {
			const ada = pages.Ada;
			await ada.waitForURL('**/deciding');
			await ada.getByText('Retry, then park').click();
			await ada.getByLabel('Why this one?').fill('Most outages are short.');
			await expect(saved(ada)).toBeVisible();
			const forks = ada.getByRole('navigation', { name: 'Forks' }).getByRole('button');
			await forks.nth(1).click();
			await ada.getByText('Leave it to the agent', { exact: true }).click();
			await expect(saved(ada)).toBeVisible();
			await everybody(async (name) => {
				const { choicePoints, decisions } = await read<DecisionsView>(name, '/decisions');
				const open = choicePoints.filter((point) => !decisions.some((d) => d.choicePointId === point.id));
				for (const point of name === 'Gus' ? open.slice(0, -1) : open) {
					const first = point.alternatives.find((alternative) => alternative.index === 0)!;
					const choice = { kind: 'alternative', alternativeId: first.id };
					await put(name, `/decisions/${point.id}`, { choice, baseVersion: 0 });
				}
			});
			await goOn(facilitator, 'Ask for predictions');
			await pages.Eve.getByRole('textbox', { name: 'Expectation 1' }).fill('An audit log');
			await expect(pages.Eve.getByText('1 saved')).toBeVisible();
		});

		await test.step('the agent builds, and authors see what it added', async () => {
			await goOn(facilitator, 'Lock the entries and build');
			await expect(stage.locator('.stage')).not.toContainText(NAMED);
			await pages.Ada.waitForURL('**/reviewing', { timeout: 600_000 });
			await reviewAll(pages.Ada);
			await pages.Ada.getByRole('button', { name: 'I am done' }).click();
			await expect(pages.Ada.getByText('done', { exact: true })).toBeVisible();
			const others = await pages.Ben.request.get(`${api}/ballots`);
			expect(others.status()).toBeGreaterThanOrEqual(400);
		});

		await test.step('every entry is presented without its name', async () => {
			await goOn(facilitator, 'Start presenting');
			const label = stage.getByRole('heading', { level: 2 }).first();
			const shown = new Set<string>();
			for (let i = 1; i <= NAMES.length; i++) {
				await expect(label).not.toHaveText([...shown].at(-1) ?? '');
				shown.add((await label.textContent()) ?? '');
				await expect(stage.locator('header').filter({ hasText: NAMED })).toHaveCount(0);
				if (i < NAMES.length) await round(facilitator).getByRole('button', { name: 'Next entry' }).click();
			}
			expect(shown.size).toBe(NAMES.length);
		});

		await test.step('two vote on the page, the others over the interface, all blind', async () => {
			await goOn(facilitator, 'Open the vote');
			await everybody(async (name, page) => {
				await page.waitForURL('**/voting');
				const { ballots } = await read<BallotsView>(name, '/ballots');
				expect(ballots).toHaveLength(NAMES.length - 1);
				for (const { entry } of ballots)
					expect([entry.author, entry.own, entry.measured]).toEqual([null, false, null]);
				if (name === 'Ada' || name === 'Ben') await impress(page);
				else
					for (const { alias, entry } of ballots)
						await put(name, `/ballots/${alias}`, { impression: PEOPLE[authorOf(entry.spec)].glance });
			});
			for (const name of ['Ada', 'Ben'] as const)
				await expect.poll(async () => (await read<BallotsView>(name, '/ballots')).left).toBe(0);
			await goOn(facilitator, 'Show the check results');
			await everybody(async (name, page) => {
				await expect(page.getByRole('heading', { name: 'The rubric' })).toBeVisible();
				const { ballots } = await read<BallotsView>(name, '/ballots');
				for (const { alias, entry } of ballots) {
					const { score } = PEOPLE[authorOf(entry.spec)];
					if (name === 'Ada') await scoreOnPage(page, alias, score);
					else
						await put(name, `/ballots/${alias}`, {
							rubric: { coverage: score, alignment: score, skeleton: score },
						});
				}
			});
		});

		await test.step('nothing is out before the reveal, and the reveal is what they gave', async () => {
			await expect.poll(async () => (await read<BallotsView>('Ada', '/ballots')).left).toBe(0);
			await goOn(facilitator, 'Go to the results');
			await pages.Finn.waitForURL('**/results');
			expect(await read<ResultsView>('Finn', '/results')).toMatchObject({
				revealed: 0,
				standings: [],
				crowdFavourites: [],
			});
			await round(facilitator).getByRole('button', { name: 'Reveal the last place' }).click();
			await expect(pages.Finn.getByText('1 of 8 revealed')).toBeVisible();
			await expect(pages.Finn.getByRole('heading', { name: 'Hana' })).toBeVisible();
			await expect(pages.Finn.locator('main')).not.toContainText('Ada');
			for (let revealed = 1; revealed < NAMES.length; revealed++) {
				await round(facilitator).getByText(`${revealed} of 8 revealed.`).first().waitFor();
				await round(facilitator).getByRole('button', { name: 'Reveal the next place' }).click();
			}
			await expect(pages.Finn.getByText('All 8 entries are revealed.')).toBeVisible();
			await expect(stage.getByText('Ada').first()).toBeVisible();

			const results = await read<ResultsView>('Finn', '/results');
			const of = (name: Name) => results.standings.find((s) => s.author === name)!;
			for (const name of NAMES) {
				const { score, glance } = PEOPLE[name];
				expect(of(name), name).toMatchObject({
					rank: RANKS[name],
					total: score,
					raters: 7,
					crowd: { mean: glance, raters: 7 },
					outcome: of(name).checks.failed === 0 ? 'passed' : 'failed',
					checks: { verifierErrors: 0 },
				});
			}
			expect(results.rubricWinners).toEqual([of('Ada').alias]);
			expect(results.crowdFavourites).toEqual([of('Finn').alias]);
			expect(of('Finn').gap?.name).toBe('looks-complete');
			const statuses = (name: Name) => of(name).alignment.map(({ status }) => status);
			expect(statuses('Ada').filter((status) => status === 'agent-chose')).toHaveLength(1);
			expect(statuses('Ada').filter((status) => status === 'honoured')).toHaveLength(5);
			expect(statuses('Gus').filter((status) => status === 'agent-chose-undecided')).toHaveLength(1);
			expect(statuses('Ben')).toEqual(Array<string>(6).fill('honoured'));
			await expect(pages.Finn.getByRole('region', { name: 'Your result' })).toContainText('1.00');
		});

		await test.step('the debrief says who decided', async () => {
			await goOn(facilitator, 'Go to the debrief');
			await pages.Gus.waitForURL('**/debrief');
			const { team, entries } = await read<DebriefView>('Gus', '/debrief');
			expect(team).toMatchObject({
				total: 48,
				decided: 46,
				delegated: 1,
				undecided: 1,
				decidedShare: 46 / 48,
			});
			expect(entries.find((e) => e.author === 'Ada')).toMatchObject({
				decided: 5,
				delegated: 1,
				undecided: 0,
			});
			expect(entries.find((e) => e.author === 'Gus')).toMatchObject({
				decided: 5,
				delegated: 0,
				undecided: 1,
			});
			for (const page of [pages.Gus, stage]) await expect(page.getByText(/96.%/).first()).toBeVisible();
			const audit = await facilitator.request.get(`${api}/audit`);
			const said = await audit.text();
			for (const reason of ['the projector failed', 'fire alarm']) expect(said).toContain(reason);
		});
	},
);

/** Replaces the template by a text. */
async function write(page: Page, text: string): Promise<void> {
	await page.locator('.cm-content').click();
	await page.keyboard.press('Control+A');
	await page.keyboard.insertText(text);
	await expect(saved(page)).toBeVisible();
}

async function secondsLeft(page: Page): Promise<number> {
	const [minutes, seconds] =
		((await page.getByRole('timer').first().textContent()) ?? '').match(/\d+/g) ?? [];
	return Number(minutes) * 60 + Number(seconds);
}

const authorOf = (spec: string): Name => {
	const author = NAMES.find((name) => spec.startsWith(PEOPLE[name].spec));
	if (!author) throw new Error(`Nobody wrote: ${spec}`);
	return author;
};

/** First impressions by hand: high for the one with many pictures, low for the others. */
async function impress(page: Page): Promise<void> {
	const ballots = page.getByRole('navigation', { name: 'Ballots' }).getByRole('button');
	for (let i = 0; i < (await ballots.count()); i++) {
		await ballots.nth(i).click();
		const pictures = await page.locator('main').getByText('many pictures').count();
		await page.getByRole('radio', { name: pictures > 0 ? /Would ship/ : /Weak/ }).check();
		await expect(ballots.nth(i)).toHaveAccessibleName(/marked$/);
	}
	await expect(page.getByText('saved', { exact: true })).toBeVisible();
}

async function scoreOnPage(page: Page, alias: string, score: number): Promise<void> {
	await page.getByRole('navigation', { name: 'Ballots' }).getByRole('button', { name: alias }).click();
	for (const group of await page.locator('.criterion').all())
		await group.getByText(String(score), { exact: true }).first().click();
	await expect(page.getByText('saved', { exact: true })).toBeVisible();
}
