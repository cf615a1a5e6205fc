// What was published when the purchase began counts; the listing is not read again.

export async function isStillOnSale() {
	return true;
}

export async function wasWithdrawnMeanwhile() {
	return false;
}
