import { error, fail } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { sentenceOf, statusOf } from '#lib/contract/refusals.ts';
import { lockSpecSchema, saveSpecSchema } from '#lib/contract/spec.ts';
import { parseInput } from '#lib/server/http.ts';
import { viewDecisions } from '#lib/server/usecases/deciding/view-decisions.ts';
import { lockSpec } from '#lib/server/usecases/writing/lock-spec.ts';
import { saveSpec } from '#lib/server/usecases/writing/save-spec.ts';
import { viewSpec } from '#lib/server/usecases/writing/view-spec.ts';
import { at } from '#lib/server/web/identity.ts';

export const load: PageServerLoad = async (event) => {
	event.depends('room:spec');
	const spec = await viewSpec(event.locals.app, at(event));
	if (!spec.ok) {
		if (spec.reason === 'observer-cannot-write') return { spec: null, decisions: null, editId: '' };
		error(statusOf(spec.reason), sentenceOf(spec.reason));
	}
	// Refused unless choice points stand inside the template.
	const decisions = await viewDecisions(event.locals.app, at(event));
	return {
		spec: spec.value,
		decisions: decisions.ok && decisions.value.choicePoints.length > 0 ? decisions.value : null,
		editId: event.locals.app.newId(),
	};
};

/** The form without scripts: the textarea posts itself. What was refused is given back, so that nothing is lost. */
async function save(event: Parameters<Actions[string]>[0], then: 'save' | 'lock') {
	const form = Object.fromEntries(await event.request.formData());
	const input = parseInput({ ...form, baseRevision: Number(form['baseRevision']) }, saveSpecSchema);
	const text = String(form['text'] ?? '');
	if (!input.ok) return fail(400, { message: sentenceOf('invalid-input'), text, saved: null });
	const app = event.locals.app;
	const saved = await saveSpec(app, { ...at(event), ...input.value });
	if (!saved.ok)
		return fail(statusOf(saved.reason), { message: sentenceOf(saved.reason), text, saved: null });
	if (then === 'lock') {
		const revision = parseInput({ revision: saved.value.revision }, lockSpecSchema);
		const locked = revision.ok && (await lockSpec(app, { ...at(event), ...revision.value }));
		if (locked && !locked.ok)
			return fail(statusOf(locked.reason), { message: sentenceOf(locked.reason), text, saved: saved.value });
	}
	return { message: null, text: null, saved: saved.value };
}

export const actions: Actions = {
	save: (event) => save(event, 'save'),
	lock: (event) => save(event, 'lock'),
};
