// Deliberate defects of blueprint programs. The checks must find at least nine in ten.
import type { Mutant } from '#lib/server/verify/runtime.ts';

export const mutants: readonly Mutant[] = [];
