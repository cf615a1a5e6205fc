// The one source of randomness for ids, secrets, codes and seeds; tests pass a deterministic one.
import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';

export interface Random {
	/** A new row's id. */
	id(): string;
	/** A secret of 32 random bytes, base64url. */
	token(): string;
	/** `length` characters drawn evenly from `alphabet`. */
	code(alphabet: string, length: number): string;
	/** A non-negative 31-bit integer for seeded draws. */
	seed(): number;
}

export const systemRandom: Random = {
	id: () => randomUUID(),
	token: () => randomBytes(32).toString('base64url'),
	code: (alphabet, length) => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join(''),
	seed: () => randomInt(2 ** 31 - 1),
};

/** What is stored of a secret with full entropy (tokens, not passwords or short codes). Hex. */
export const sha256 = (secret: string): string => createHash('sha256').update(secret).digest('hex');
