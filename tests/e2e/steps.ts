// What people do on the pages, in the words of the round; shared by the browser tests.
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Three clicks from the list to a lobby; returns the code. */
export async function openLobby(page: Page): Promise<string> {
	await page.goto('/competitions');
	await page.getByRole('link', { name: 'New competition' }).first().click();
	await page.getByRole('button', { name: 'Create and open the lobby' }).first().click();
	await page.waitForURL('**/console');
	return page.url().split('/').at(-2)!;
}

/** Opens the stage where nobody is signed in. */
export async function openStage(facilitator: Page, stage: Page): Promise<void> {
	await facilitator.getByRole('button', { name: 'Stage on another device' }).click();
	const link = await facilitator.getByText(/\/stage\?key=/).textContent();
	await stage.goto(link!.trim());
}

/** Comes in through the door; returns the recovery code. */
export async function enter(page: Page, code: string, name: string): Promise<string> {
	await page.goto(`/join/${code}`);
	await page.getByLabel('Your name').fill(name);
	await page.getByRole('button', { name: 'Join', exact: true }).click();
	await expect(page.getByRole('heading', { name: 'Your recovery code' })).toBeVisible();
	const recovery = (await page.locator('.digits').textContent()) ?? '';
	await page.getByRole('link', { name: 'Go in' }).click();
	await page.waitForURL(`**/competitions/${code}/*`);
	return recovery;
}

export const round = (facilitator: Page) => facilitator.getByRole('region', { name: 'The round' });

/** Presses the primary button and confirms it. */
export async function goOn(facilitator: Page, name: string): Promise<void> {
	await round(facilitator).getByRole('button', { name, exact: true }).click();
	await facilitator.getByRole('alertdialog').getByRole('button', { name, exact: true }).click();
}

export const editor = (page: Page) => page.getByRole('textbox', { name: 'Your spec, in Markdown' });
export const saved = (page: Page) => page.getByText(/^saved \d\d:\d\d:\d\d$/);

/** Types at the end of the spec. */
export async function type(page: Page, text: string): Promise<void> {
	await page.locator('.cm-content').click();
	await page.keyboard.press('Control+End');
	await page.keyboard.type(text);
}

/** Labels and links every addition by keyboard. */
export async function reviewAll(page: Page): Promise<void> {
	const additions = page.getByRole('navigation', { name: 'Additions' }).getByRole('button');
	await expect(additions.first()).toBeVisible();
	const count = await additions.count();
	for (let i = 0; i < count; i++) {
		await page.keyboard.press('4');
		await page.keyboard.press('n');
		await expect(additions.nth(i)).toHaveAccessibleName(/labelled$/);
		if (i + 1 < count) await page.keyboard.press('j');
	}
}
