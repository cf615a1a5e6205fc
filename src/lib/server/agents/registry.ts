// Every agent of this installation: adding one is a file and a line here.
import type { Agent } from './agent.ts';
import { rehearsalAgent } from './rehearsal-agent.ts';

const AGENTS: readonly Agent[] = [rehearsalAgent];

export const findAgent = (id: string): Agent | null => AGENTS.find((agent) => agent.id === id) ?? null;
