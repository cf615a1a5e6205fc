// Failures that have no place on the page go to a toast; the toaster is loaded at the first one.

interface Failure {
	id: number;
	message: string;
	detail: string | undefined;
}

class Failures {
	pending = $state<Failure[]>([]);
	#last = 0;

	take(): Failure[] {
		const taken = this.pending;
		this.pending = [];
		return taken;
	}

	add(message: string, detail?: string): void {
		this.pending = [...this.pending, { id: (this.#last += 1), message, detail }];
	}
}

export const failures = new Failures();

/** Says that something failed: what happened, and as detail what to do now. Browser only. */
export function notifyFailure(message: string, detail?: string): void {
	failures.add(message, detail);
}
