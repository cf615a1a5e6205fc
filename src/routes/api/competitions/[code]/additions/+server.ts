import type { RequestHandler } from './$types';
import { reply } from '#lib/server/http.ts';
import { viewReview } from '#lib/server/usecases/judging/review.ts';
import { at } from '#lib/server/web/identity.ts';

export const GET: RequestHandler = async (event) => reply(await viewReview(event.locals.app, at(event)));
