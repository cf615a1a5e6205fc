// A classic-BPF seccomp filter: refuses system calls no participant's program needs and that reach past the mounts.

interface CallTable {
	audit: number;
	calls: Record<string, number>;
}

// Numbers from the kernel's syscall tables (x86: syscall_64.tbl; arm64: the generic table).
const TABLES: Partial<Record<NodeJS.Architecture, CallTable>> = {
	x64: {
		audit: 0xc000003e,
		calls: {
			clone: 56,
			ioctl: 16,
			socket: 41,
			clone3: 435,
			shmget: 29,
			semget: 64,
			msgget: 68,
			mq_open: 240,
			memfd_create: 319,
			memfd_secret: 447,
			ptrace: 101,
			process_vm_readv: 310,
			process_vm_writev: 311,
			kcmp: 312,
			pidfd_getfd: 438,
			add_key: 248,
			request_key: 249,
			keyctl: 250,
			mount: 165,
			umount2: 166,
			pivot_root: 155,
			chroot: 161,
			unshare: 272,
			setns: 308,
			open_tree: 428,
			move_mount: 429,
			fsopen: 430,
			fsconfig: 431,
			fsmount: 432,
			fspick: 433,
			mount_setattr: 442,
			name_to_handle_at: 303,
			open_by_handle_at: 304,
			fanotify_init: 300,
			quotactl: 179,
			io_uring_setup: 425,
			io_uring_enter: 426,
			io_uring_register: 427,
			bpf: 321,
			perf_event_open: 298,
			userfaultfd: 323,
			init_module: 175,
			finit_module: 313,
			delete_module: 176,
			kexec_load: 246,
			kexec_file_load: 320,
			iopl: 172,
			ioperm: 173,
			swapon: 167,
			swapoff: 168,
			reboot: 169,
			acct: 163,
			syslog: 103,
			vhangup: 153,
			settimeofday: 164,
			clock_settime: 227,
			clock_adjtime: 305,
			adjtimex: 159,
		},
	},
	arm64: {
		audit: 0xc00000b7,
		calls: {
			clone: 220,
			ioctl: 29,
			socket: 198,
			clone3: 435,
			shmget: 194,
			semget: 190,
			msgget: 186,
			mq_open: 180,
			memfd_create: 279,
			memfd_secret: 447,
			ptrace: 117,
			process_vm_readv: 270,
			process_vm_writev: 271,
			kcmp: 272,
			pidfd_getfd: 438,
			add_key: 217,
			request_key: 218,
			keyctl: 219,
			mount: 40,
			umount2: 39,
			pivot_root: 41,
			chroot: 51,
			unshare: 97,
			setns: 268,
			open_tree: 428,
			move_mount: 429,
			fsopen: 430,
			fsconfig: 431,
			fsmount: 432,
			fspick: 433,
			mount_setattr: 442,
			name_to_handle_at: 264,
			open_by_handle_at: 265,
			fanotify_init: 262,
			quotactl: 60,
			io_uring_setup: 425,
			io_uring_enter: 426,
			io_uring_register: 427,
			bpf: 280,
			perf_event_open: 241,
			userfaultfd: 282,
			init_module: 105,
			finit_module: 273,
			delete_module: 106,
			kexec_load: 104,
			kexec_file_load: 294,
			swapon: 224,
			swapoff: 225,
			reboot: 142,
			acct: 89,
			syslog: 116,
			vhangup: 58,
			settimeofday: 170,
			clock_settime: 112,
			clock_adjtime: 266,
			adjtimex: 171,
		},
	},
};

const LOAD = 0x20;
const JUMP_EQUAL = 0x15;
const JUMP_GREATER_OR_EQUAL = 0x35;
const JUMP_ANY_BIT = 0x45;
const RETURN = 0x06;
const ALLOW = 0x7fff0000;
const KILL_PROCESS = 0x80000000;
const fail = (errno: number) => 0x00050000 | errno;
const EPERM = 1;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;

const NR_OFFSET = 0;
const ARCH_OFFSET = 4;
const argumentOffset = (index: number) => 16 + 8 * index;
const X32_BIT = 0x40000000;
const NAMESPACE_FLAGS = 0x7e020000;
const TERMINAL_INJECTIONS = [0x5412 /* TIOCSTI */, 0x541c /* TIOCLINUX */];
// unix, inet, inet6, netlink: the last three see only the empty network of the sandbox. vsock and alg are not namespaced.
const FAMILIES = [1, 2, 10, 16];
const FILTERED_BY_ARGUMENT = new Set(['clone', 'ioctl', 'socket', 'clone3']);

type Instruction = [code: number, ifTrue: number, ifFalse: number, value: number];
const load = (offset: number): Instruction => [LOAD, 0, 0, offset];
const give = (action: number): Instruction => [RETURN, 0, 0, action];
const unlessEqual = (value: number, skip: number): Instruction => [JUMP_EQUAL, 0, skip, value];

function program({ audit, calls }: CallTable): Instruction[] {
	const { clone = 0, ioctl = 0, socket = 0, clone3 = 0 } = calls;
	const out: Instruction[] = [
		load(ARCH_OFFSET),
		[JUMP_EQUAL, 1, 0, audit],
		give(KILL_PROCESS),
		load(NR_OFFSET),
		[JUMP_GREATER_OR_EQUAL, 0, 1, X32_BIT],
		give(fail(ENOSYS)),
		// libc falls back to clone, whose flags (unlike clone3's) a filter can read.
		unlessEqual(clone3, 1),
		give(fail(ENOSYS)),
		unlessEqual(clone, 4),
		load(argumentOffset(0)),
		[JUMP_ANY_BIT, 0, 1, NAMESPACE_FLAGS],
		give(fail(EPERM)),
		give(ALLOW),
	];
	out.push(unlessEqual(ioctl, 2 + 2 * TERMINAL_INJECTIONS.length), load(argumentOffset(1)));
	for (const request of TERMINAL_INJECTIONS) out.push(unlessEqual(request, 1), give(fail(EPERM)));
	out.push(give(ALLOW));
	out.push(unlessEqual(socket, 2 + 2 * FAMILIES.length), load(argumentOffset(0)));
	for (const family of FAMILIES) out.push(unlessEqual(family, 1), give(ALLOW));
	out.push(give(fail(EAFNOSUPPORT)));
	for (const [name, number] of Object.entries(calls))
		if (!FILTERED_BY_ARGUMENT.has(name)) out.push(unlessEqual(number, 1), give(fail(EPERM)));
	out.push(give(ALLOW));
	return out;
}

/** The filter as `struct sock_filter[]` for this processor, or null where the call numbers are not known. */
export function seccompFilter(architecture: NodeJS.Architecture = process.arch): Buffer | null {
	const table = TABLES[architecture];
	if (!table) return null;
	const instructions = program(table);
	const buffer = Buffer.alloc(instructions.length * 8);
	instructions.forEach(([code, ifTrue, ifFalse, value], index) => {
		buffer.writeUInt16LE(code, index * 8);
		buffer.writeUInt8(ifTrue, index * 8 + 2);
		buffer.writeUInt8(ifFalse, index * 8 + 3);
		buffer.writeUInt32LE(value >>> 0, index * 8 + 4);
	});
	return buffer;
}
