// Descriptors this process was started with and would pass on: a program inside must not get at what they lead to.
import fs from 'node:fs';
import type { StdioOptions } from 'node:child_process';

const CLOSE_ON_EXEC = 0o2000000;

function inheritable(): number[] {
	return fs
		.readdirSync('/proc/self/fd')
		.map(Number)
		.filter((descriptor) => {
			try {
				const flags = /^flags:\s+([0-7]+)/m.exec(fs.readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8'));
				return flags !== null && (parseInt(flags[1] ?? '0', 8) & CLOSE_ON_EXEC) === 0;
			} catch {
				return false;
			}
		});
}

/** `count` pipes, then an empty file in the place of every descriptor that would leak. Node opens its own close-on-exec. */
export function pipesOnly(count: number): StdioOptions {
	const stdio: ('pipe' | 'ignore' | number)[] = Array.from({ length: count }, () => 'pipe' as const);
	const leaking = inheritable().filter((descriptor) => descriptor >= count);
	for (const descriptor of leaking) {
		while (stdio.length < descriptor) stdio.push('ignore');
		stdio[descriptor] = emptyFile();
	}
	return stdio;
}

let empty: number | undefined;
function emptyFile(): number {
	empty ??= fs.openSync('/dev/null', 'r');
	return empty;
}
