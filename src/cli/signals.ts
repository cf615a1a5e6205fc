interface Closable {
	close(): Promise<void>;
}

/**
 * Runs something until Ctrl-C or a stop from outside, which may come at any moment: what is still starting is let up
 * and then closed in order, so that no database stays behind. A second signal does not wait.
 */
export async function runUntilSignal<T extends Closable>(
	start: () => Promise<T>,
	started: (running: T) => Promise<void> | void,
	/** Hears of the stop at once; what is still starting has nothing to say yet. */
	onStop?: (running?: T) => void,
): Promise<void> {
	let isStopping = false;
	let running: T | undefined = undefined;
	const stopped = new Promise<void>((resolve) => {
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
			process.on(signal, () => {
				if (isStopping) process.exit(130);
				isStopping = true;
				onStop?.(running);
				resolve();
			});
	});
	running = await start();
	if (!isStopping) await started(running);
	await stopped;
	await running.close();
}
