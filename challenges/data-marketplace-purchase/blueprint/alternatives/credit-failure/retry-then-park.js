// Retries crediting the owner, then parks the money for a person to decide.

export const RETRIES = 3;
const WAIT = 30;
export const WAIT_MS = WAIT * 1000;

/** The status the purchase is closed with. The money stays where it is: held. */
export async function handleUnpaidOwner() {
	return 'parked';
}
