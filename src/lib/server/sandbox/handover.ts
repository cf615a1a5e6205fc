// Lends a root-owned workspace to the unprivileged user of a sandbox, and takes it back when the last run in it ends.
import fs from 'node:fs';
import { entryNames, openFolder, within } from './folder-descriptor.ts';

interface Owner {
	uid: number;
	gid: number;
}

interface Loan {
	users: number;
	uid: number;
	owner: Owner;
	/** Entries that belonged to somebody else than the owner of the workspace. */
	others: Map<string, Owner>;
	writable: boolean;
	changed: boolean;
}

const loans = new Map<string, Loan>();

type Visit = (path: Buffer, stat: fs.Stats, relative: string) => void;

// One descriptor is open per level; a hostile program may nest thousands. What lies deeper keeps its owner.
const DEEPEST = 200;

function visitTree(descriptor: number, relative: string, visit: Visit, depth = 0): void {
	if (depth > DEEPEST) return;
	for (const name of entryNames(descriptor)) {
		const path = within(descriptor, name);
		const child = `${relative}/${name.toString('latin1')}`;
		let stat: fs.Stats;
		try {
			stat = fs.lstatSync(path);
		} catch {
			continue;
		}
		visit(path, stat, child);
		if (!stat.isDirectory()) continue;
		let inner: number;
		try {
			inner = openFolder(path);
		} catch {
			continue;
		}
		try {
			visitTree(inner, child, visit, depth + 1);
		} finally {
			fs.closeSync(inner);
		}
	}
}

/** A hard link may lead to a file outside the workspace: lending it would give that file away. */
const isShared = (stat: fs.Stats) => !stat.isDirectory() && stat.nlink > 1;

function isOpenToAll(stat: fs.Stats): boolean {
	if (stat.isSymbolicLink()) return true;
	const asOwner = (stat.mode >> 6) & 0o5;
	return (stat.mode & asOwner) === asOwner;
}

function lend(workspace: string, loan: Loan): void {
	const descriptor = openFolder(workspace);
	try {
		visitTree(descriptor, '', (path, stat, relative) => {
			if (stat.uid === loan.uid || isShared(stat) || (!loan.writable && isOpenToAll(stat))) return;
			if (stat.uid !== loan.owner.uid || stat.gid !== loan.owner.gid)
				loan.others.set(relative, { uid: stat.uid, gid: stat.gid });
			fs.lchownSync(path, loan.uid, loan.uid);
			loan.changed = true;
		});
		if (!loan.writable && isOpenToAll(fs.fstatSync(descriptor))) return;
		fs.fchownSync(descriptor, loan.uid, loan.uid);
		loan.changed = true;
	} finally {
		fs.closeSync(descriptor);
	}
}

function takeBack(workspace: string, loan: Loan): void {
	// A caller may have removed the workspace while its last process was ending.
	if (!fs.lstatSync(workspace, { throwIfNoEntry: false })?.isDirectory()) return;
	const descriptor = openFolder(workspace);
	try {
		visitTree(descriptor, '', (path, stat, relative) => {
			if (stat.uid !== loan.uid) return;
			const owner = loan.others.get(relative) ?? loan.owner;
			fs.lchownSync(path, owner.uid, owner.gid);
		});
		fs.fchownSync(descriptor, loan.owner.uid, loan.owner.gid);
	} finally {
		fs.closeSync(descriptor);
	}
}

export interface Handover {
	/** The user the sandbox must run as to use the workspace. */
	uid: number;
	/** Gives the workspace back; safe to call twice. */
	release(): void;
}

/** Runs that overlap in one workspace share one user, else the second would lock the first out of its own files. */
export function borrowWorkspace(workspace: string, uid: number, writable: boolean): Handover {
	const present = loans.get(workspace);
	const root = fs.lstatSync(workspace);
	const loan = present ?? {
		users: 0,
		uid,
		owner: { uid: root.uid, gid: root.gid },
		others: new Map<string, Owner>(),
		writable,
		changed: false,
	};
	if (!present || (writable && !loan.writable)) {
		loan.writable = writable;
		lend(workspace, loan);
		loans.set(workspace, loan);
	}
	loan.users += 1;
	let released = false;
	return {
		uid: loan.uid,
		release() {
			if (released) return;
			released = true;
			loan.users -= 1;
			if (loan.users > 0) return;
			loans.delete(workspace);
			if (loan.changed) takeBack(workspace, loan);
		},
	};
}
