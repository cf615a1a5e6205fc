// Ends a long-running command once, on Ctrl-C or a stop from outside; a second signal does not wait.
export function closeOnSignal(close: () => Promise<void>, onStop?: () => void): Promise<void> {
	return new Promise((resolve, reject) => {
		let stopping = false;
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
			process.on(signal, () => {
				if (stopping) process.exit(130);
				stopping = true;
				onStop?.();
				close().then(resolve, reject);
			});
	});
}
