// The listing is read again right before the payment; a withdrawn one is refused.
import { insist } from './patience.js';

export async function isStillOnSale({ listingId }) {
	return (await insist('listing.get', { listingId })).status === 'published';
}

export async function wasWithdrawnMeanwhile() {
	return false;
}
