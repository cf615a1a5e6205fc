// The listing is read again after the payment; when it was withdrawn the money goes back.
import { insist } from './patience.js';

export async function isStillOnSale() {
	return true;
}

export async function wasWithdrawnMeanwhile({ listingId }) {
	return (await insist('listing.get', { listingId })).status !== 'published';
}
