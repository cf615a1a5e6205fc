// The world kit: what a pack's world, checks and fingerprints are written with.
export { Refuse, VerifierError } from './errors.ts';
export { rng, opaque } from './random.ts';
export { run, type RunOptions } from './simulation.ts';
export { RESTART, FAULT_KINDS } from './types.ts';
export type { Fault, FaultKind, Launch, Method, Params, Reply, Run, Scenario, Send, World } from './types.ts';
