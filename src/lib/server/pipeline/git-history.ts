// A git history of one commit, written without the git program: the same files give the same commit on every machine,
// and nothing of the host (name, mail, configuration, hooks, templates) can get into it.
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';

const compress = promisify(deflate);
const FILE_MODE = 0o100644;
const IDENTITY = 'Forkpoint <forkpoint@localhost> 946684800 +0000';
const CONFIG = '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n';

interface GitObject {
	id: string;
	body: Buffer;
}

function gitObject(type: 'blob' | 'tree' | 'commit', content: Buffer): GitObject {
	const body = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]);
	return { id: createHash('sha1').update(body).digest('hex'), body };
}

type Tree = Map<string, { blob: string } | { tree: Tree }>;

function treeOf(blobs: ReadonlyMap<string, string>): Tree {
	const root: Tree = new Map();
	for (const [file, blob] of blobs) {
		const names = file.split('/');
		const last = names.pop()!;
		let at = root;
		for (const name of names) {
			const known = at.get(name);
			const next: Tree = known && 'tree' in known ? known.tree : new Map();
			at.set(name, { tree: next });
			at = next;
		}
		at.set(last, { blob });
	}
	return root;
}

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** git sorts folders as if their names ended with a slash. */
function treeObject(tree: Tree, objects: GitObject[]): string {
	const entries = [...tree].map(([name, entry]) =>
		'tree' in entry
			? { key: `${name}/`, mode: '40000', name, id: treeObject(entry.tree, objects) }
			: { key: name, mode: '100644', name, id: entry.blob },
	);
	entries.sort((a, b) => byBytes(a.key, b.key));
	const content = entries.flatMap(({ mode, name, id }) => [
		Buffer.from(`${mode} ${name}\0`),
		Buffer.from(id, 'hex'),
	]);
	const object = gitObject('tree', Buffer.concat(content));
	objects.push(object);
	return object.id;
}

/** The staging area, version 2, with unknown file times: git looks at the files and finds them unchanged. */
function indexFile(blobs: ReadonlyMap<string, string>): Buffer {
	const header = Buffer.alloc(12);
	header.write('DIRC');
	header.writeUInt32BE(2, 4);
	header.writeUInt32BE(blobs.size, 8);
	const entries = [...blobs]
		.sort(([a], [b]) => byBytes(a, b))
		.map(([file, id]) => {
			const name = Buffer.from(file);
			const entry = Buffer.alloc(Math.ceil((62 + name.length + 1) / 8) * 8);
			entry.writeUInt32BE(FILE_MODE, 24);
			entry.write(id, 40, 'hex');
			entry.writeUInt16BE(Math.min(name.length, 0xfff), 60);
			name.copy(entry, 62);
			return entry;
		});
	const content = Buffer.concat([header, ...entries]);
	return Buffer.concat([content, createHash('sha1').update(content).digest()]);
}

/** Writes `.git` into `folder` with one commit of `files` on `main`, and returns the commit's id. */
export async function writeHistory(
	folder: string,
	files: Readonly<Record<string, string>>,
	message: string,
): Promise<string> {
	const objects: GitObject[] = [];
	const blobs = new Map<string, string>();
	for (const [file, content] of Object.entries(files)) {
		const blob = gitObject('blob', Buffer.from(content));
		objects.push(blob);
		blobs.set(file, blob.id);
	}
	const tree = treeObject(treeOf(blobs), objects);
	const commit = gitObject(
		'commit',
		Buffer.from(`tree ${tree}\nauthor ${IDENTITY}\ncommitter ${IDENTITY}\n\n${message}\n`),
	);
	objects.push(commit);
	const git = path.join(folder, '.git');
	for (const { id, body } of objects) {
		const place = path.join(git, 'objects', id.slice(0, 2));
		await mkdir(place, { recursive: true });
		await writeFile(path.join(place, id.slice(2)), await compress(body));
	}
	await mkdir(path.join(git, 'refs', 'heads'), { recursive: true });
	await writeFile(path.join(git, 'refs', 'heads', 'main'), `${commit.id}\n`);
	await writeFile(path.join(git, 'HEAD'), 'ref: refs/heads/main\n');
	await writeFile(path.join(git, 'config'), CONFIG);
	await writeFile(path.join(git, 'index'), indexFile(blobs));
	return commit.id;
}
