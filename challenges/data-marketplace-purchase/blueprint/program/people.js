// Who is concerned: the buyer by everything, the owner only by money that was meant for the owner.

export const peopleFor = ({ buyerId, ownerId, stage }, kind) =>
	kind === 'purchase.failed' && stage !== 'taking-back' ? [buyerId] : [buyerId, ownerId];
