// The start page's form: leads a typed code to its door.
import { redirect } from '@sveltejs/kit';
import type { RequestHandler } from './$types';
import { normaliseCode } from '#lib/server/usecases/room.ts';

export const GET: RequestHandler = ({ url }) => {
	const code = normaliseCode(url.searchParams.get('code') ?? '').slice(0, 20);
	redirect(303, code === '' ? '/' : `/join/${encodeURIComponent(code)}`);
};
