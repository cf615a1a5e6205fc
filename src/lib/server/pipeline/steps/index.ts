// The steps of a build, in order.
import { asStep, type AnyStep } from '../step.ts';
import { additionsStep } from './additions-step.ts';
import { agentStep } from './agent-step.ts';
import { artifactStep } from './artifact-step.ts';
import { scoreStep } from './score-step.ts';
import { checksStep, fingerprintsStep, staticStep } from './verify-steps.ts';
import { workspaceStep } from './workspace-step.ts';

export const STEPS: readonly AnyStep[] = [
	asStep(workspaceStep),
	asStep(agentStep),
	asStep(artifactStep),
	asStep(staticStep),
	asStep(checksStep),
	asStep(fingerprintsStep),
	asStep(additionsStep),
	asStep(scoreStep),
];
