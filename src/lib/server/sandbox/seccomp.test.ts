import { describe, expect, it } from 'vitest';
import { seccompFilter } from './seccomp.ts';

interface Call {
	arch: number;
	nr: number;
	args?: number[];
}

/** Runs the filter as the kernel does, for the few instructions it uses. */
function verdict(filter: Buffer, { arch, nr, args = [] }: Call): string {
	const data = Buffer.alloc(64);
	data.writeUInt32LE(nr, 0);
	data.writeUInt32LE(arch, 4);
	args.forEach((value, index) => data.writeUInt32LE(value >>> 0, 16 + 8 * index));
	let accumulator = 0;
	for (let pc = 0; pc * 8 < filter.length; pc += 1) {
		const [code, ifTrue, ifFalse, value] = [
			filter.readUInt16LE(pc * 8),
			filter.readUInt8(pc * 8 + 2),
			filter.readUInt8(pc * 8 + 3),
			filter.readUInt32LE(pc * 8 + 4),
		];
		if (code === 0x20) accumulator = data.readUInt32LE(value);
		else if (code === 0x15) pc += accumulator === value ? ifTrue : ifFalse;
		else if (code === 0x35) pc += accumulator >= value ? ifTrue : ifFalse;
		else if (code === 0x45) pc += (accumulator & value) !== 0 ? ifTrue : ifFalse;
		else if (code === 0x06)
			return value === 0x7fff0000 ? 'allow' : value === 0x80000000 ? 'kill' : `errno ${value & 0xffff}`;
		else throw new Error(`unknown instruction ${code}`);
	}
	throw new Error('fell off the end');
}

const X64 = {
	arch: 0xc000003e,
	read: 0,
	clone: 56,
	ioctl: 16,
	socket: 41,
	clone3: 435,
	ptrace: 101,
	mount: 165,
	keyctl: 250,
};
const ARM64 = {
	arch: 0xc00000b7,
	read: 63,
	clone: 220,
	ioctl: 29,
	socket: 198,
	clone3: 435,
	ptrace: 117,
	mount: 40,
	keyctl: 219,
};

describe.each([
	['x64', X64],
	['arm64', ARM64],
] as const)(
	'the filter for %s',
	(name, { arch, read, clone, ioctl, socket, clone3, ptrace, mount, keyctl }) => {
		const filter = seccompFilter(name);
		const of = (nr: number, args?: number[]) => (filter ? verdict(filter, { arch, nr, args }) : 'no filter');

		it('lets ordinary calls, threads, pipes of a terminal and local sockets through', () => {
			expect([
				of(read),
				of(clone, [0x3d0f00]),
				of(ioctl, [0, 0x5401]),
				of(socket, [1]),
				of(socket, [2]),
			]).toEqual(Array(5).fill('allow'));
		});

		it('refuses tracing, mounting and keys', () => {
			expect([of(ptrace), of(mount), of(keyctl)]).toEqual(['errno 1', 'errno 1', 'errno 1']);
		});

		it('refuses every new namespace, and sends clone3 back to clone', () => {
			for (const flag of [0x00020000, 0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000])
				expect(of(clone, [flag | 17])).toBe('errno 1');
			expect(of(clone3)).toBe('errno 38');
		});

		it('refuses typing into a terminal, also with junk in the upper half of the request', () => {
			expect([of(ioctl, [0, 0x5412]), of(ioctl, [0, 0x541c])]).toEqual(['errno 1', 'errno 1']);
		});

		it('refuses address families without a namespace', () => {
			expect([of(socket, [17]), of(socket, [38]), of(socket, [40])]).toEqual(Array(3).fill('errno 97'));
		});

		it('kills calls of another architecture', () => {
			expect(filter && verdict(filter, { arch: 0x40000003, nr: read })).toBe('kill');
		});
	},
);

it('refuses the second numbering of x64', () => {
	const filter = seccompFilter('x64');
	expect(filter && verdict(filter, { arch: X64.arch, nr: 0x40000000 + X64.ptrace })).toBe('errno 38');
});

it('knows no filter for other processors', () => {
	expect(seccompFilter('riscv64')).toBeNull();
});
