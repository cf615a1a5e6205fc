import type { RequestHandler } from './$types';
import { reply } from '#lib/server/http.ts';
import { viewOwnComments } from '#lib/server/usecases/judging/own-marks.ts';
import { at } from '#lib/server/web/identity.ts';

export const GET: RequestHandler = async (event) => reply(await viewOwnComments(event.locals.app, at(event)));
