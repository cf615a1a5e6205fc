// Maps results of use cases to HTTP, and bodies to parsed input. The only place that knows both.
import { z } from 'zod';
import { sentenceOf, statusOf, type Reason } from '../contract/refusals.ts';
import { refuse, type Refused, type Result } from '../domain/result.ts';

/** JSON answer of a use case: the value, or `{ reason, message, detail }` with the reason's status. */
export function reply<T>(result: Result<T, Reason>): Response {
	if (result.ok)
		return result.value === undefined ? new Response(null, { status: 204 }) : Response.json(result.value);
	return refusal(result);
}

export function refusal(refused: Refused<Reason>): Response {
	const { reason, detail } = refused;
	return Response.json(
		{ reason, message: sentenceOf(reason), ...(detail && { detail }) },
		{ status: statusOf(reason) },
	);
}

/** Parses a JSON body; every problem is reported by path, nothing is guessed. */
export async function parseBody<S extends z.ZodType>(
	request: Request,
	schema: S,
): Promise<{ ok: true; value: z.infer<S> } | Refused<'invalid-input'>> {
	let body: unknown;
	try {
		body = await request.json();
	} catch {
		return refuse('invalid-input', { fields: { '': ['The body is not JSON.'] } });
	}
	return parseInput(body, schema);
}

export function parseInput<S extends z.ZodType>(
	input: unknown,
	schema: S,
): { ok: true; value: z.infer<S> } | Refused<'invalid-input'> {
	const parsed = schema.safeParse(input);
	if (parsed.success) return { ok: true, value: parsed.data };
	const fields: Record<string, string[]> = {};
	for (const issue of parsed.error.issues) (fields[issue.path.join('.')] ??= []).push(issue.message);
	return refuse('invalid-input', { fields });
}
