// Predictions of an entry: a short ordered list, replaced as a whole.
import type { Querier } from './client.ts';

export interface PredictionRow {
	id: string;
	text: string;
	choicePointId: string | null;
}

export interface Predicting {
	entryId: string;
	predictions: PredictionRow[];
	doneAt: Date | null;
	/** The whole entry is frozen for the build. */
	frozen: boolean;
}

export async function findPredicting(q: Querier, participantId: string): Promise<Predicting | null> {
	const row = await q.entry.findUnique({
		where: { participantId },
		select: {
			id: true,
			lockedAt: true,
			predictionsDoneAt: true,
			predictions: { orderBy: { position: 'asc' }, select: { id: true, text: true, choicePointId: true } },
		},
	});
	return (
		row && {
			entryId: row.id,
			predictions: row.predictions,
			doneAt: row.predictionsDoneAt,
			frozen: row.lockedAt !== null,
		}
	);
}

/** Holds the entry against other changes of its list until the transaction ends. */
export async function lockEntryOf(tx: Querier, participantId: string): Promise<void> {
	await tx.$queryRaw`SELECT 1 FROM "Entry" WHERE "participantId" = ${participantId} FOR NO KEY UPDATE`;
}

export async function replacePredictions(
	tx: Querier,
	entryId: string,
	predictions: readonly PredictionRow[],
	at: Date,
): Promise<void> {
	await tx.prediction.deleteMany({ where: { entryId } });
	await tx.prediction.createMany({
		data: predictions.map((prediction, position) => ({ ...prediction, entryId, position, createdAt: at })),
	});
}
