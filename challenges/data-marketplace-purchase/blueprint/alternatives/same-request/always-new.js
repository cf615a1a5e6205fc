// Every request is a new purchase. Only a second delivery of the very same message after a crash is not.

export const keyOf = (params, deliveryId) => 'delivery:' + deliveryId;

export const mayTryAgain = () => false;
