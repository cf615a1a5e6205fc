// The executable part of this pack, in one place.
import type { ChallengeRuntime } from '#lib/server/verify/runtime.ts';
import { checks } from './checks.ts';
import { fingerprints } from './fingerprints.ts';
import { invariants } from './invariants.ts';
import { mutants } from './mutants.ts';
import { observe } from './observations.ts';
import { market, type Market } from './world.ts';

const own: ChallengeRuntime<Market> = { world: market, checks, fingerprints, invariants, observe, mutants };

/** The state of the world is known only in here. */
export const runtime = own as ChallengeRuntime<unknown> as ChallengeRuntime;
