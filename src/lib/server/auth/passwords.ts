// Facilitators' passwords: argon2id with OWASP's first choice of parameters (Password Storage Cheat Sheet).
import { hash, verify } from '@node-rs/argon2';

const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }; // argon2id is the library's default
let nobody: Promise<string> | null = null;

export const hashPassword = (password: string): Promise<string> => hash(password, PARAMETERS);

/** Takes the same time whether or not there is an account: without one it verifies against nobody's hash. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
	nobody ??= hashPassword('no account has this password');
	const matches = await verify(stored ?? (await nobody), password, PARAMETERS);
	return matches && stored !== null;
}
