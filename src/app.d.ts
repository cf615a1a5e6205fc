// What a request carries, and what an error page gets.
import type { Container } from '#lib/server/container.ts';
import type { Guest } from '#lib/server/auth/guests.ts';

declare global {
	namespace App {
		interface Locals {
			app: Container;
			/** Shown on error pages and written into the log. */
			requestId: string;
			facilitator: { id: string; name: string; email: string } | null;
			/** The guest of the competition in the address (`[code]`), from this browser's cookie for it. */
			guest: Guest | null;
		}
		interface Error {
			message: string;
			/** Look for it in the server's log. */
			id?: string;
		}
	}
}

export {};
