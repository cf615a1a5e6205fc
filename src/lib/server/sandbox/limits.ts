// Every limit of a sandboxed command, declared once.

export interface SandboxLimits {
	/** Wall clock, milliseconds. */
	wallMs: number;
	/** Processor time of one process, seconds. */
	cpuSeconds: number;
	/** Resident memory of the whole process tree, MiB. */
	memoryMb: number;
	/** Processes and threads together. */
	processes: number;
	/** Open files of one process. */
	openFiles: number;
	/** One file, MiB. */
	fileSizeMb: number;
	/** All files of a writable workspace, MiB, counted in blocks on disk. */
	diskMb: number;
	/** Files and folders of a writable workspace, and of the private /tmp. */
	inodes: number;
	/** stdout and stderr together, bytes. */
	outputBytes: number;
	/** Private /tmp, MiB; /dev/shm has the same size. */
	tmpMb: number;
}

export const DEFAULT_LIMITS: SandboxLimits = {
	wallMs: 30_000,
	cpuSeconds: 60,
	memoryMb: 768,
	processes: 128,
	openFiles: 512,
	fileSizeMb: 100,
	diskMb: 256,
	inodes: 20_000,
	outputBytes: 1 << 20,
	tmpMb: 64,
};

export const LIMIT_NAMES = Object.keys(DEFAULT_LIMITS) as (keyof SandboxLimits)[];

/** Defaults overlaid with what the caller set; an absent or undefined value keeps the default. */
export function limitsOf(given: Partial<SandboxLimits> | undefined): SandboxLimits {
	const limits = { ...DEFAULT_LIMITS };
	for (const name of LIMIT_NAMES) {
		const value = given?.[name];
		if (value === undefined) continue;
		if (!Number.isFinite(value) || value <= 0)
			throw new RangeError(`limit ${name} must be a positive number`);
		limits[name] = value;
	}
	return limits;
}

const MIB = 1 << 20;
// Node's address-space cage: under 1.5 GiB of RLIMIT_DATA its worker threads fail to start.
const SMALLEST_DATA_LIMIT = 2048 * MIB;

/** Arguments for prlimit(1). The per-process data limit is a fast stop for what outruns the memory sampler. */
export function prlimitArguments(limits: SandboxLimits, processes: number | null): string[] {
	const cpu = Math.ceil(limits.cpuSeconds);
	const args = [
		`--fsize=${Math.ceil(limits.fileSizeMb * MIB)}`,
		`--cpu=${cpu}:${cpu + 1}`,
		`--nofile=${limits.openFiles}`,
		'--core=0',
		'--memlock=65536',
		'--msgqueue=65536',
		`--data=${Math.max(SMALLEST_DATA_LIMIT, Math.ceil(limits.memoryMb * 2 * MIB))}`,
	];
	if (processes !== null) args.push(`--nproc=${processes}`);
	return args;
}
