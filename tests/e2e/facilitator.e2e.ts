// The facilitator's side in real browsers: three clicks to a lobby, one primary button, undo, questions, the stage.
import { expect, test } from './fixtures.ts';
import { enter, goOn, openLobby, openStage, round } from './steps.ts';

test('a round begins in three clicks, moves by one button and can be taken back', async ({
	facilitator,
	stranger,
	expectAccessible,
}) => {
	const code = await openLobby(facilitator);
	await expectAccessible(facilitator);
	const ann = await stranger();
	await enter(ann, code, 'Ann');
	await expect(facilitator.getByRole('row', { name: /Ann/ })).toBeVisible();

	await goOn(facilitator, 'Start the briefing');
	await goOn(facilitator, 'Start writing');
	await expect(round(facilitator).getByRole('heading', { name: 'Writing' })).toBeVisible();
	await ann.waitForURL('**/writing');

	await round(facilitator).getByRole('button', { name: 'Open the choice points' }).click();
	const dialog = facilitator.getByRole('alertdialog');
	await expect(dialog.getByText('Not finished with writing: 1')).toBeVisible();
	await expect(dialog.getByText('Ann')).toBeVisible();
	await dialog.getByRole('button', { name: 'Open the choice points' }).click();
	await ann.waitForURL('**/deciding');
	await facilitator.keyboard.press('u');
	await expect(round(facilitator).getByRole('heading', { name: 'Writing' })).toBeVisible();
	await ann.waitForURL('**/writing');
	await expectAccessible(facilitator);
});

test('what is pressed before the scripts of a page have come is done when they have', async ({
	facilitator,
}) => {
	await openLobby(facilitator);
	let release = () => {};
	const come = new Promise<void>((resolve) => (release = resolve));
	await facilitator.route('**/*.js', async (route) => {
		await come;
		await route.continue();
	});
	await facilitator.reload({ waitUntil: 'commit' });
	await round(facilitator).getByRole('button', { name: 'Start the briefing' }).click();
	await expect(facilitator.getByRole('alertdialog')).toBeHidden();
	release();
	const dialog = facilitator.getByRole('alertdialog');
	await dialog.getByRole('button', { name: 'Start the briefing' }).click();
	await expect(round(facilitator).getByRole('heading', { name: 'Briefing' })).toBeVisible();
});

test('time is given and stopped with a reason that stands in the audit log', async ({
	facilitator,
	stranger,
}) => {
	const code = await openLobby(facilitator);
	const ann = await stranger();
	await enter(ann, code, 'Ann');
	await goOn(facilitator, 'Start the briefing');
	await goOn(facilitator, 'Start writing');
	await round(facilitator).getByRole('button', { name: 'Extend' }).click();
	const dialog = facilitator.getByRole('alertdialog');
	await dialog.getByRole('button', { name: 'Give 5 min' }).click();
	await expect(dialog.getByRole('alert')).toHaveText('Give a reason; it goes into the audit log.');
	await dialog.getByLabel('Reason').fill('the projector failed');
	await dialog.getByRole('button', { name: 'Give 5 min' }).click();
	await expect(dialog).toBeHidden();
	await round(facilitator).getByRole('button', { name: 'Pause' }).click();
	await dialog.getByLabel('Reason').fill('fire alarm');
	await dialog.getByRole('button', { name: 'Pause' }).click();
	await expect(ann.getByText('The round is paused')).toBeVisible();
	await round(facilitator).getByRole('button', { name: 'Resume the round' }).click();
	await expect(ann.getByText('The round is paused')).toBeHidden();
	await facilitator.getByRole('link', { name: 'Audit log' }).click();
	await expect(facilitator.getByText('gave everybody 5 more min of writing')).toBeVisible();
	await expect(facilitator.getByText('the projector failed')).toBeVisible();
});

test('the stage follows on a device without an account, shows names in the lobby and no text later', async ({
	facilitator,
	stranger,
	expectAccessible,
}) => {
	const code = await openLobby(facilitator);
	const stage = await stranger();
	await openStage(facilitator, stage);
	await expect(stage).toHaveURL(new RegExp(`/competitions/${code}/stage$`));
	await expectAccessible(stage);
	const ann = await stranger();
	await enter(ann, code, 'Ann');
	await expect(stage.getByRole('listitem').filter({ hasText: 'Ann' })).toBeVisible();
	await goOn(facilitator, 'Start the briefing');
	await expect(stage.getByText(/^(Briefing|The requirement) 1 of [1-9]/)).toBeVisible();
	await goOn(facilitator, 'Start writing');
	await expect(stage.getByRole('timer')).toBeVisible();
	await expect(stage.getByText('0 of 1 locked')).toBeVisible();
	await expect(stage.getByText('Ann')).toHaveCount(0);
	await stage.goto(`/competitions/${code}/console`);
	await expect(stage).toHaveURL(/\/login/);
});

test('a second facilitator comes by link, sees the first and can go on alone', async ({
	facilitator,
	stranger,
}) => {
	const code = await openLobby(facilitator);
	await facilitator.getByText('Add a facilitator').click();
	await facilitator.getByRole('button', { name: 'No account yet: make a link' }).click();
	const link = await facilitator.getByText(/\/invite\//).textContent();
	const gil = await stranger();
	await gil.goto(link!.trim());
	await gil.locator('input[name="name"]').fill('Gil');
	await gil.locator('input[name="email"]').fill(`gil-${code.toLowerCase()}@example.org`);
	await gil.locator('input[name="password"]').fill('correct horse battery');
	await gil.getByRole('button', { name: 'Create the account' }).click();
	await gil.waitForURL(`**/competitions/${code}/console`);
	await expect(facilitator.getByText('made Gil a facilitator here')).toBeVisible();
	await facilitator.close();
	await goOn(gil, 'Start the briefing');
	await expect(round(gil).getByRole('heading', { name: 'Briefing' })).toBeVisible();
});

test('people are found, renamed, removed and let in again', async ({ facilitator, stranger }) => {
	const code = await openLobby(facilitator);
	const [ann, bob] = [await stranger(), await stranger()];
	await enter(ann, code, 'Ann');
	await enter(bob, code, 'Bob');
	await facilitator.keyboard.press('/');
	await facilitator.keyboard.type('bo');
	await expect(facilitator.getByRole('row', { name: /Ann/ })).toBeHidden();
	await facilitator.getByRole('button', { name: 'Actions for Bob' }).click();
	await facilitator.getByRole('menuitem', { name: 'Rename' }).click();
	const dialog = facilitator.getByRole('alertdialog');
	await dialog.getByLabel('Name').fill('Ann');
	await dialog.getByRole('button', { name: 'Rename' }).click();
	await expect(dialog.getByRole('alert')).toContainText('already has this name');
	await dialog.getByLabel('Name').fill('Bobby');
	await dialog.getByRole('button', { name: 'Rename' }).click();
	await facilitator.getByRole('button', { name: 'Actions for Bobby' }).click();
	await facilitator.getByRole('menuitem', { name: 'Remove' }).click();
	await dialog.getByRole('button', { name: 'Remove' }).click();
	await expect(bob.getByText(/removed you/)).toBeVisible();
	await facilitator.getByRole('button', { name: 'Let Bobby in again' }).click();
	await expect(facilitator.getByRole('row', { name: /Bobby/ })).toBeVisible();
});

test('nobody facilitates without signing in, and a wrong password says so kindly', async ({ stranger }) => {
	const page = await stranger();
	await page.goto('/competitions');
	await expect(page).toHaveURL(/\/login\?next=%2Fcompetitions$/);
	await page.getByLabel('E-mail').fill('nobody@example.org');
	await page.getByLabel('Password').fill('not the password');
	await page.getByRole('button', { name: 'Sign in' }).click();
	await expect(page.getByText('E-mail or password is wrong.')).toBeVisible();
	await expect(page.getByLabel('E-mail')).toHaveValue('nobody@example.org');
});
