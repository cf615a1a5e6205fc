import { afterEach, describe, expect, it, vi } from 'vitest';
import { runUntilSignal } from './signals.ts';

const closable = () => ({ close: vi.fn(() => Promise.resolve()) });
const stop = (): boolean => process.emit('SIGTERM', 'SIGTERM');

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const before = new Map(SIGNALS.map((signal) => [signal, process.listeners(signal)]));

// A command ends with its process and never takes its listeners back; a test has to.
afterEach(() => {
	for (const signal of SIGNALS)
		for (const listener of process.listeners(signal))
			if (!before.get(signal)?.includes(listener)) process.off(signal, listener);
});

describe('runUntilSignal', () => {
	it('closes what runs when it is told to stop', async () => {
		const running = closable();
		const started = vi.fn(() => void stop());
		await runUntilSignal(() => Promise.resolve(running), started);
		expect(started).toHaveBeenCalledWith(running);
		expect(running.close).toHaveBeenCalledOnce();
	});

	it('lets a start that is told to stop come up, and closes it without greeting', async () => {
		const running = closable();
		const started = vi.fn();
		const up = Promise.withResolvers<typeof running>();
		const onStop = vi.fn();
		const ended = runUntilSignal(() => up.promise, started, onStop);
		stop();
		expect(onStop).toHaveBeenCalledOnce();
		expect(running.close).not.toHaveBeenCalled();
		up.resolve(running);
		await ended;
		expect(started).not.toHaveBeenCalled();
		expect(running.close).toHaveBeenCalledOnce();
	});

	it('tells of a start that fails', async () => {
		await expect(runUntilSignal(() => Promise.reject(new Error('no port')), vi.fn())).rejects.toThrow(
			'no port',
		);
	});
});
