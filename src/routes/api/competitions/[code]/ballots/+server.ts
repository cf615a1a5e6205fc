import type { RequestHandler } from './$types';
import { reply } from '#lib/server/http.ts';
import { viewBallots } from '#lib/server/usecases/judging/voting.ts';
import { at } from '#lib/server/web/identity.ts';

export const GET: RequestHandler = async (event) => reply(await viewBallots(event.locals.app, at(event)));
