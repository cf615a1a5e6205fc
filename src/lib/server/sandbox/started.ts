// A started command as the supervisor sees it, whatever the level.
import type { ChildProcess } from 'node:child_process';

export interface Started {
	child: ChildProcess;
	/** True when the root process has file systems of its own. */
	isolated: boolean;
	/** Host id of the process whose descendants are the command; undefined when it is not known. */
	root(): number | undefined;
	/** Ends every process of the command. */
	kill(): void;
	/** After the end: false when the command itself was never started. */
	ran(): boolean;
	/** Resolves after the end, when no process of the command is left; the child itself may end before the others. */
	gone: Promise<void>;
}
