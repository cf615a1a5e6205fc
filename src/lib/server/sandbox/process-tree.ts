// Reads one process tree from /proc: cost follows the size of the tree, not the number of processes on the host.
import fs from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

export interface TreeSample {
	pids: number[];
	/** Sum of resident memory, MiB; pages shared between processes are counted once per process. */
	residentMb: number;
}

function readText(path: string): string {
	try {
		return fs.readFileSync(path, 'latin1');
	} catch {
		return '';
	}
}

function names(path: string): string[] {
	try {
		return fs.readdirSync(path);
	} catch {
		return [];
	}
}

function childrenOf(pid: number): number[] {
	const children: number[] = [];
	for (const thread of names(`/proc/${pid}/task`))
		for (const word of readText(`/proc/${pid}/task/${thread}/children`).split(' '))
			if (word) children.push(Number(word));
	return children;
}

/** Resident pages of one process in MiB; 0 when it is gone. */
function residentMb(pid: number): number {
	const kib = /^VmRSS:\s+(\d+) kB/m.exec(readText(`/proc/${pid}/status`));
	return kib ? Number(kib[1]) / 1024 : 0;
}

/** The tree below and including `root`. Empty when `root` is gone or there is no /proc. */
export function sampleTree(root: number): TreeSample {
	const pids: number[] = [];
	const open = [root];
	let total = 0;
	for (let pid = open.pop(); pid !== undefined; pid = open.pop()) {
		const resident = residentMb(pid);
		pids.push(pid);
		total += resident;
		open.push(...childrenOf(pid));
	}
	return { pids, residentMb: total };
}

/** Like the sum of resident memory, but a page shared by n processes counts 1/n each; stops once above `limitMb`. */
export function exceedsProportionally(pids: readonly number[], limitMb: number): boolean {
	let total = 0;
	for (const pid of pids) {
		const pss = /^Pss:\s+(\d+) kB/m.exec(readText(`/proc/${pid}/smaps_rollup`));
		total += pss ? Number(pss[1]) / 1024 : residentMb(pid);
		if (total > limitMb) return true;
	}
	return false;
}

const isGone = (pid: number) => {
	const status = readText(`/proc/${pid}/status`);
	return status === '' || /^State:\s+[ZX]/m.test(status);
};

/** Resolves when process `pid` has ended, also if nobody has collected it yet; after `timeoutMs` in any case. */
export async function untilGone(pid: number, timeoutMs: number): Promise<void> {
	const deadline = performance.now() + timeoutMs;
	for (let wait = 1; !isGone(pid) && performance.now() < deadline; wait = Math.min(wait * 2, 20))
		await delay(wait);
}
