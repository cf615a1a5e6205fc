import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { ServerClock } from './server-clock.ts';

/** A world with true time, a local wall clock that may be wrong, and a network with given delays (ms there, ms back). */
class World {
	true = 1_800_000_000_000;
	wallError = 0;
	asleep = 0;
	asked = 0;
	reachable = true;
	delays: [number, number][] = [];
	onAsk: (() => void) | null = null;

	pass(ms: number): void {
		this.true += ms;
	}
	/** Time passes, but the monotonic clock stands still. */
	sleep(ms: number): void {
		this.true += ms;
		this.asleep += ms;
	}
	clock(): ServerClock {
		return new ServerClock({
			wall: () => this.true + this.wallError,
			mono: () => this.true - this.asleep,
			ask: () => this.#ask(),
		});
	}
	async #ask(): Promise<number> {
		this.asked += 1;
		if (!this.reachable) throw new TypeError('Failed to fetch');
		const [there, back] = this.delays.shift() ?? [5, 5];
		this.pass(there);
		const answer = this.true;
		this.onAsk?.();
		this.pass(back);
		return Promise.resolve(answer);
	}
}

describe('ServerClock', () => {
	it('knows the server time whatever the local clock says', async () => {
		const world = new World();
		world.wallError = -47 * 60_000;
		const clock = world.clock();
		await clock.sync();
		expect(clock.now()).toBe(world.true);
		expect(clock.remaining(world.true + 90_000)).toBe(90_000);
		expect(clock.state).toBe('synced');
	});

	it('does not count: an hour without a single call changes nothing', async () => {
		const world = new World();
		const clock = world.clock();
		await clock.sync();
		const deadline = world.true + 3_600_000;
		world.pass(3_599_000);
		expect(clock.remaining(deadline)).toBe(1_000);
		world.pass(60_000);
		expect(clock.remaining(deadline)).toBe(0);
	});

	it('takes the shortest round trip and is never further off than half of it', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.tuple(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 0, max: 3_000 })), {
					minLength: 4,
					maxLength: 4,
				}),
				fc.integer({ min: -1e9, max: 1e9 }),
				async (delays, wallError) => {
					const world = new World();
					world.wallError = wallError;
					world.delays = delays.map((pair) => [...pair]);
					const clock = world.clock();
					await clock.sync();
					expect(Math.abs(clock.now() - world.true)).toBeLessThanOrEqual(clock.uncertainty);
					const taken = delays.slice(0, world.asked).map(([there, back]) => (there + back) / 2);
					expect(clock.uncertainty).toBe(Math.min(...taken));
				},
			),
		);
	});

	it('asks once when the network is quick, again when it is slow', async () => {
		const world = new World();
		await world.clock().sync();
		expect(world.asked).toBe(1);
		world.delays = Array.from({ length: 4 }, () => [200, 30]);
		await world.clock().sync();
		expect(world.asked).toBe(5);
	});

	it('is right after ten minutes of sleep, before and after it measures again', async () => {
		const world = new World();
		const clock = world.clock();
		await clock.sync();
		const deadline = world.true + 15 * 60_000;
		world.sleep(10 * 60_000);
		expect(clock.jumped()).toBe(true);
		expect(clock.remaining(deadline)).toBe(5 * 60_000);
		await clock.sync();
		expect(clock.remaining(deadline)).toBe(5 * 60_000 - 10);
	});

	it('does not give time back when someone sets the local clock back', async () => {
		const world = new World();
		const clock = world.clock();
		await clock.sync();
		const deadline = world.true + 60_000;
		world.wallError = -3_600_000;
		expect(clock.jumped()).toBe(true);
		expect(clock.remaining(deadline)).toBe(60_000);
	});

	it('measures the change when the local clock is set forward', async () => {
		const world = new World();
		const clock = world.clock();
		await clock.sync();
		world.wallError = 3_600_000;
		expect(clock.jumped()).toBe(true);
		await clock.sync();
		expect(clock.now()).toBe(world.true);
	});

	it('sees no jump in ordinary time', () => {
		const world = new World();
		const clock = world.clock();
		world.pass(60_000);
		expect(clock.jumped()).toBe(false);
		world.wallError = 20;
		expect(clock.jumped()).toBe(false);
	});

	it('throws away a sample during which the clock jumped', async () => {
		const world = new World();
		const clock = world.clock();
		world.onAsk = () => {
			world.wallError += 7_200_000;
			world.onAsk = null;
		};
		await clock.sync();
		expect(world.asked).toBe(2);
		expect(clock.now()).toBe(world.true);
	});

	it('keeps the last offset and says so while the server is away', async () => {
		const world = new World();
		world.wallError = 90_000;
		const clock = world.clock();
		await clock.sync();
		world.reachable = false;
		expect(await clock.sync()).toBe(false);
		expect(clock.state).toBe('stale');
		expect(clock.now()).toBe(world.true);
		world.reachable = true;
		expect(await clock.sync()).toBe(true);
		expect(clock.state).toBe('synced');
	});

	it('uses a hint until it has measured, and not after', async () => {
		const world = new World();
		world.wallError = 500_000;
		const clock = world.clock();
		clock.hint(world.true);
		expect(clock.now()).toBe(world.true);
		clock.hint(Number.NaN);
		expect(clock.now()).toBe(world.true);
		await clock.sync();
		clock.hint(world.true - 10_000);
		expect(clock.now()).toBe(world.true);
	});

	it('shares one measurement between callers', async () => {
		const world = new World();
		const clock = world.clock();
		expect(await Promise.all([clock.sync(), clock.sync(), clock.sync()])).toEqual([true, true, true]);
		expect(world.asked).toBe(1);
	});

	it('does not believe an answer that is no number', async () => {
		const clock = new ServerClock({
			wall: () => 1_000,
			mono: () => 0,
			ask: () => Promise.resolve(Number.NaN),
		});
		expect(await clock.sync()).toBe(false);
		expect(clock.now()).toBe(1_000);
	});
});
