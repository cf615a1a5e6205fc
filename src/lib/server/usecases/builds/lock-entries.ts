// Locks entries for the build: everything a build depends on, frozen in one document per entry.
import type { AgentDescription } from '../../agents/agent.ts';
import { sha256 } from '../../random.ts';
import type { Transaction } from '../../db/client.ts';
import { currentRequirement, type Competition } from '../../db/competition-repository.ts';
import { listEntriesToLock, saveLock, type EntryToLock } from '../../db/build-repository.ts';
import { listDecisions } from '../../db/decision-repository.ts';
import type { Decision } from '../../../domain/challenge/decision.ts';
import { lockHash, type LockDocument } from '../../../domain/spec/lock.ts';

/** The same for everybody in a round. */
export interface LockTerms {
	challenge: LockDocument['challenge'];
	agent: AgentDescription;
	sandbox: LockDocument['sandbox'];
}

/** Locks every entry whose spec is final and that has no lock yet; returns them in the order to build them. */
export async function lockEntries(
	tx: Transaction,
	competition: Pick<Competition, 'id'>,
	terms: LockTerms,
	now: number,
): Promise<EntryToLock[]> {
	const requirement = await currentRequirement(tx, competition.id);
	const entries = await listEntriesToLock(tx, competition.id);
	for (const entry of entries) {
		const document: LockDocument = {
			format: 'forkpoint-lock/1',
			competitionId: competition.id,
			entryId: entry.id,
			lockedAt: now,
			spec: { text: entry.specText, revision: entry.revision },
			decisions: (await listDecisions(tx, entry.id)).map(plainDecision),
			predictions: entry.predictions,
			requirement,
			...terms,
		};
		await saveLock(tx, entry.id, { document, hash: lockHash(document, sha256), at: new Date(now) });
	}
	return entries;
}

const plainDecision = (decision: Decision): Decision => {
	const { choicePointId, choice, rationale, rejected, confidence, span } = decision;
	return { choicePointId, choice, rationale, rejected, confidence, span };
};
