// A build outside a competition: step outputs and events in memory, for the command line.
import type { BuildEvent } from '#lib/domain/build/event.ts';
import { StepSavedElsewhereError, type BuildStore } from './store.ts';

export interface MemoryBuild extends BuildStore {
	events: { seq: number; at: number; event: BuildEvent }[];
	saved: Record<string, unknown>;
}

export function createMemoryBuild(
	now: () => number,
	onEvent: (event: BuildEvent) => void = () => undefined,
): MemoryBuild {
	const build: MemoryBuild = {
		events: [],
		saved: {},
		outputs: () => Promise.resolve({ ...build.saved }),
		append(events) {
			for (const event of events) {
				build.events.push({ seq: build.events.length + 1, at: now(), event });
				onEvent(event);
			}
			return Promise.resolve();
		},
		save({ step, output, events }) {
			if (step in build.saved) throw new StepSavedElsewhereError(`The step "${step}" has an output already.`);
			build.saved[step] = output;
			return build.append(events);
		},
		finish: ({ events }) => build.append(events),
	};
	return build;
}
