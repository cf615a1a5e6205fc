// One buyer buys one listing once.

export const keyOf = ({ buyerId, listingId }) => 'pair:' + buyerId + ':' + listingId;

/** A purchase that came to nothing does not stand in the way of the next. */
export const mayTryAgain = ({ status }) => status === 'rejected' || status === 'failed';
