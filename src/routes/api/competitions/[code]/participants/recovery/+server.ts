import type { RequestHandler } from './$types';
import { reply } from '#lib/server/http.ts';
import { renewRecoveryCode } from '#lib/server/usecases/joining/resume.ts';
import { at } from '#lib/server/web/identity.ts';

export const POST: RequestHandler = async (event) =>
	reply(await renewRecoveryCode(event.locals.app, at(event)));
