// Entries with finished builds, as the pipeline leaves them, for tests of what is done with them.
import type { AdditionKind } from '../src/lib/domain/build/addition.ts';
import type { BuildOutcome } from '../src/lib/domain/build/outcome.ts';
import type { Verification } from '../src/lib/domain/build/verification.ts';
import { analyseSpec } from '../src/lib/domain/analysis/analyse.ts';
import type { Database } from '../src/lib/server/db/client.ts';
import { PACK } from './room.ts';

export const SPEC = [
	'# Steps',
	'',
	'If the payment fails, we retry three times and then cancel the order, because money must not hang.',
	'The system lets a buyer purchase things and shows a nice page about it.',
].join('\n');

export interface Built {
	entryId: string;
	alias: string;
	buildId: string;
}

/** What a program does at each fork; null: could not be measured. */
export type Behaviour = Record<string, string | null>;

const verification = (behaviour: Behaviour, failed: number): Verification => ({
	seed: 1,
	sandboxLevel: 'bwrap',
	checks: Array.from({ length: 4 }, (_, i) => ({
		id: `secret-check-${i}`,
		title: `Secret check ${i}`,
		cites: [],
		verdict: i < failed ? ('fail' as const) : ('pass' as const),
		why: i < failed ? ['The secret reason.'] : [],
		runs: 1,
		trace: [],
	})),
	fingerprints: Object.entries(behaviour).map(([choicePointId, alternativeId]) => ({
		choicePointId,
		value: alternativeId === null ? null : { way: alternativeId },
		alternativeId,
		parameters: {},
		summary: `It goes ${alternativeId}.`,
		unknown: alternativeId === null ? 'It did not answer.' : null,
		trace: [],
	})),
	breaches: [],
	observations: [],
});

/** Gives the entry of `participantId` a spec, its analysis, and a build with additions and the checks' scores. */
export async function giveBuild(
	db: Database,
	participantId: string,
	built: {
		behaviour?: Behaviour;
		failed?: number;
		outcome?: BuildOutcome;
		scores?: Partial<Record<'coverage' | 'alignment' | 'skeleton', number>>;
		additions?: { id: string; kind?: AdditionKind; choicePointId?: string | null; consequence?: number }[];
		spec?: string;
		/** Forks the analyser is to have read as decided in the spec's third line, and how. */
		textDecides?: Record<string, string>;
	} = {},
): Promise<Built> {
	const entry = await db.prisma.entry.findUniqueOrThrow({ where: { participantId } });
	const { behaviour = { first: 'left', second: 'right' }, failed = 0, spec = SPEC } = built;
	const outcome = built.outcome ?? (failed > 0 ? 'failed' : 'passed');
	const buildId = `build-of-${entry.id}`;
	const read = analyseSpec({ requirement: PACK.requirement, spec, choicePoints: PACK.choicePoints });
	const start = spec.split('\n').slice(0, 2).join('\n').length + 1;
	const analysis = {
		...read,
		choices: read.choices.map((choice) => {
			const alternativeId = built.textDecides?.[choice.choicePointId];
			const spans = [{ start, end: start + (spec.split('\n')[2] ?? '').length }];
			return alternativeId ? { ...choice, status: 'decided', alternativeId, spans } : choice;
		}),
	};
	await db.prisma.entry.update({
		where: { id: entry.id },
		data: {
			specText: spec,
			wordCount: spec.split(/\s+/).length,
			analysis: JSON.parse(JSON.stringify(analysis)),
		},
	});
	await db.prisma.build.deleteMany({ where: { entryId: entry.id } });
	await db.prisma.build.create({
		data: {
			...{ id: buildId, entryId: entry.id, attempt: 1, agent: 'rehearsal', status: 'finished', outcome },
			artifactHash: 'artifact',
			verification: JSON.parse(JSON.stringify(verification(behaviour, failed))),
			steps: {
				create: {
					...{ step: 'artifact', startedAt: new Date(0), finishedAt: new Date(0) },
					output: { files: [{ path: 'main.py', size: 5, sha256: 'x', mode: 420 }] },
				},
			},
			additions: {
				create: (built.additions ?? []).map(
					({ id, kind = 'retry', choicePointId = null, consequence = 1 }) => ({
						...{ id, kind, choicePointId, consequence, entryId: entry.id, title: `Addition ${id}` },
						...{
							detail: 'It does more.',
							evidence: [{ kind: 'file', path: 'main.py', line: 1, excerpt: 'x' }],
						},
					}),
				),
			},
		},
	});
	for (const [criterion, value] of Object.entries(built.scores ?? {}))
		await db.prisma.score.create({
			data: {
				...{
					id: `${criterion}-${entry.id}`,
					entryId: entry.id,
					criterion,
					source: 'check',
					judge: 'code',
					value,
				},
				evidence: [{ text: 'The spec says so.', quote: spec.slice(0, 20) }],
			},
		});
	return { entryId: entry.id, alias: entry.alias, buildId };
}
