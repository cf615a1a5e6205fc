// A ZIP archive of small files, stored without compression (APPNOTE 6.3.10, methods 0, UTF-8 names).
import { crc32 } from 'node:zlib';

export interface ArchiveFile {
	/** Relative, with forward slashes. */
	path: string;
	content: string;
}

const UTF8 = 0x0800;
const VERSION = 20;

/** MS-DOS date and time, in UTC: two-second steps since 1980. */
function dosTime(at: Date): [time: number, date: number] {
	const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
	const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
	return [time, date];
}

/** The fields that a local header and its entry in the directory share. */
function common(data: Buffer, name: Buffer, at: Date): Buffer {
	const [time, date] = dosTime(at);
	const fields = Buffer.alloc(26);
	fields.writeUInt16LE(VERSION, 0);
	fields.writeUInt16LE(UTF8, 2);
	fields.writeUInt16LE(time, 6);
	fields.writeUInt16LE(date, 8);
	fields.writeUInt32LE(crc32(data), 10);
	fields.writeUInt32LE(data.length, 14);
	fields.writeUInt32LE(data.length, 18);
	fields.writeUInt16LE(name.length, 22);
	return fields;
}

const signature = (value: number): Buffer => {
	const bytes = Buffer.alloc(4);
	bytes.writeUInt32LE(value);
	return bytes;
};

export function zip(files: readonly ArchiveFile[], at: Date): Buffer {
	const locals: Buffer[] = [];
	const directory: Buffer[] = [];
	let offset = 0;
	for (const { path, content } of files) {
		const [name, data] = [Buffer.from(path), Buffer.from(content)];
		const fields = common(data, name, at);
		const local = Buffer.concat([signature(0x04034b50), fields, name, data]);
		const more = Buffer.alloc(14);
		more.writeUInt32LE(offset, 10);
		directory.push(signature(0x02014b50), Buffer.from([VERSION, 3]), fields, more, name);
		locals.push(local);
		offset += local.length;
	}
	const list = Buffer.concat(directory);
	const end = Buffer.alloc(18);
	end.writeUInt16LE(files.length, 4);
	end.writeUInt16LE(files.length, 6);
	end.writeUInt32LE(list.length, 8);
	end.writeUInt32LE(offset, 12);
	return Buffer.concat([...locals, list, signature(0x06054b50), end]);
}
