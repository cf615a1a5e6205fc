import type { RequestHandler } from './$types';
import { reply } from '#lib/server/http.ts';
import { viewDecisions } from '#lib/server/usecases/deciding/view-decisions.ts';
import { at } from '#lib/server/web/identity.ts';

export const GET: RequestHandler = async (event) => reply(await viewDecisions(event.locals.app, at(event)));
