// Two requests of one buyer with the same request id are one purchase.

export const keyOf = ({ buyerId, requestId }) => 'request:' + buyerId + ':' + requestId;

/** A repeated request gets the first answer, whatever it was. */
export const mayTryAgain = () => false;
