// Which agents can build here, and what is missing for the others.
import { AGENTS, type AgentId } from '../../../contract/competition.ts';
import { findAgent } from '../../agents/registry.ts';

export interface AgentChoice {
	id: AgentId;
	label: string;
	hint: string;
	/** Null: it can build here. */
	missing: string | null;
}

const LABELS: Record<AgentId, [label: string, hint: string]> = {
	rehearsal: [
		'Rehearsal agent',
		'Deterministic, needs no key and no network. It compiles the decisions into a real program and says where it took its own default.',
	],
	openai: ['Built-in agent', 'A tool loop on any OpenAI-compatible endpoint.'],
	codex: ['Codex CLI', 'The real tool, run in the sandbox behind a metering proxy.'],
	claude: ['Claude Code CLI', 'The real tool, run in the sandbox behind a metering proxy.'],
	recorded: ['Recorded run', 'Replays a run that was recorded before.'],
};

/** Null when the agent can build here, else one sentence saying what is missing. */
export const missingFor = (agent: AgentId): string | null =>
	findAgent(agent) ? null : 'This installation has no connection for this agent.';

export const listAgents = (): AgentChoice[] =>
	AGENTS.map((id) => ({ id, label: LABELS[id][0], hint: LABELS[id][1], missing: missingFor(id) }));
