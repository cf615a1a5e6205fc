// What the process's exit code means, for every command.
export const EXIT = {
	ok: 0,
	/** The command ran and the answer is no: a check failed, a program was refused, a test did not pass. */
	negative: 1,
	/** Unknown command or option, missing or senseless value. */
	usage: 2,
	/** This machine or installation lacks something: port, database, data directory, sandbox, file. */
	environment: 3,
} as const;
