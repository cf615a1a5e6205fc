// The table of attacks: what is tried and what must happen. The programs are in programs/<group>.py.
import type { Attack, AttackGroup } from './attack.ts';

type Options = Partial<Omit<Attack, 'group' | 'name' | 'key' | 'expectation'>>;

function attack(
	group: AttackGroup,
	key: string,
	name: string,
	expectation: string,
	options: Options = {},
): Attack {
	return {
		group,
		key,
		name,
		expectation,
		writable: true,
		limits: {},
		extra: {},
		killedBy: [],
		control: { try: true },
		aftermath: [],
		...options,
	};
}

const notOutside = (because: string): Options => ({ control: { try: false, because } });
const insideOnly = notOutside('means nothing without a sandbox');

const NETWORK = [
	attack('network', 'tcp', 'TCP to a service on 127.0.0.1', 'own, empty network'),
	attack('network', 'tcp6', 'TCP to a service on ::1', 'own, empty network'),
	attack('network', 'lan', 'TCP to the address of the host', 'own, empty network'),
	attack('network', 'udp', 'UDP to a service on 127.0.0.1', 'own, empty network'),
	attack('network', 'dns', 'name lookup', 'no resolver, no route'),
	attack(
		'network',
		'abstract',
		'abstract unix socket (X11)',
		'abstract names belong to the network namespace',
	),
	attack('network', 'path', 'unix socket by path (D-Bus)', 'the path is not mounted'),
	attack('network', 'interfaces', 'interfaces of the host', 'only loopback'),
	attack('network', 'packet', 'raw packet socket', 'address family refused'),
	attack('network', 'vsock', 'socket to the hypervisor', 'address family refused: it has no namespace'),
	attack('network', 'alg', 'socket to the kernel’s ciphers', 'address family refused'),
	attack(
		'network',
		'descriptor',
		'descriptor inherited from Forkpoint',
		'nothing but stdin, stdout, stderr',
		insideOnly,
	),
];

const victim: Options = { aftermath: ['victim-untouched'] };

const FILES = [
	attack('files', 'shadow', 'read /etc/shadow', 'not mounted'),
	attack('files', 'secret', 'read a file any user may read', 'not mounted'),
	attack('files', 'home', 'read a key in a home folder', 'not mounted'),
	attack('files', 'project', 'read .forkpoint of the project', 'not mounted'),
	attack('files', 'neighbours', 'list and read other workspaces', 'not mounted'),
	attack('files', 'link', 'read through a symbolic link', 'the link leads nowhere'),
	attack('files', 'dots', 'read through ../../..', 'the root is the sandbox’s'),
	attack('files', 'proc', 'read through /proc/PID/root and cwd', 'only own processes, same root'),
	attack(
		'files',
		'environ',
		'secret in /proc/PID/environ',
		'only own processes; bubblewrap starts with PATH alone',
	),
	attack('files', 'hard-link', 'hard link to a file outside', 'not mounted'),
	attack('files', 'disk', 'raw disks and memory in /dev', 'no such devices'),
	attack('files', 'device', 'make a device file and read it', 'no capability, mounts without devices'),
	attack('files', 'kcore', 'kernel memory in /proc/kcore', 'not root outside'),
	attack('files', 'kernel-log', 'kernel log', 'call refused'),
	attack('files', 'kallsyms', 'kernel addresses', 'shown as zero'),
	attack('files', 'sys', 'read /sys', 'not mounted'),
	attack('files', 'sysctl', 'write /proc/sys', 'not root outside'),
	attack('files', 'sysrq', 'open /proc/sysrq-trigger', 'not root outside'),
	attack('files', 'write-host', 'append to a file any user may write', 'not mounted', victim),
	attack('files', 'write-new', 'new file in a folder any user may write', 'not mounted', {
		aftermath: ['host-folder-empty'],
	}),
	attack('files', 'write-system', 'new file in /usr, /etc, /opt, / or /dev', 'read-only'),
	attack('files', 'write-runtime', 'replace the Node program', 'read-only', insideOnly),
	attack('files', 'read-only', 'write to a read-only workspace', 'read-only', { writable: false }),
];

const alive: Options = { aftermath: ['decoy-alive'] };

const PROCESSES = [
	attack('processes', 'visible', 'see a process of the host', 'own process namespace'),
	attack('processes', 'signal', 'SIGKILL to a process of the host', 'own process namespace', alive),
	attack('processes', 'broadcast', 'SIGTERM to everybody', 'reaches the sandbox only', {
		...alive,
		...notOutside('would end every process of this user'),
	}),
	attack('processes', 'ptrace', 'attach to a process of the host', 'call refused'),
	attack('processes', 'memory', 'read the memory of a process of the host', 'call refused'),
	attack('processes', 'daemon', 'leave a daemon behind', 'the namespace ends with the run'),
	attack('processes', 'stubborn', 'ignore signals and overstay', 'SIGKILL at the wall clock', {
		limits: { wallMs: 1500 },
		killedBy: ['timeout'],
	}),
];

const PRIVILEGES = [
	attack('privileges', 'root', 'setuid(0)', 'no capability'),
	attack('privileges', 'setuid-file', 'programs with the setuid mark', 'no new privileges'),
	attack('privileges', 'capabilities', 'capabilities of the process', 'all sets empty'),
	attack('privileges', 'userns', 'new user namespace (unshare)', 'call refused'),
	attack('privileges', 'userns-clone', 'new user namespace (clone)', 'flag refused'),
	attack('privileges', 'userns-clone3', 'new user namespace (clone3)', 'call refused'),
	attack('privileges', 'setns', 'join a namespace', 'call refused'),
	attack('privileges', 'mount', 'mount a file system', 'call refused'),
	attack(
		'privileges',
		'remount',
		'remount /usr writable',
		'call refused',
		notOutside('would change this machine'),
	),
	attack('privileges', 'chroot', 'escape by chroot', 'call refused'),
	attack('privileges', 'handle', 'open a file by its number', 'call refused'),
	attack('privileges', 'keyring', 'key in the kernel’s keyring', 'call refused'),
	attack('privileges', 'bpf', 'load BPF', 'call refused'),
	attack('privileges', 'perf', 'performance counters', 'call refused'),
	attack('privileges', 'userfaultfd', 'userfaultfd', 'call refused'),
	attack('privileges', 'io-uring', 'io_uring', 'call refused'),
	attack('privileges', 'sysv-queue', 'System V message queue', 'call refused'),
	attack('privileges', 'terminal', 'type into a terminal (TIOCSTI)', 'request refused'),
	attack('privileges', 'outer-terminal', 'type into the terminal of the host', 'no controlling terminal'),
	attack('privileges', 'raise-limits', 'lift the limits', 'hard limits stay'),
	attack('privileges', 'oom-shield', 'hide from the out-of-memory killer', 'no capability'),
];

const RESOURCES = [
	attack('resources', 'fork-bomb', 'fork bomb', 'fork fails at the limit', {
		limits: { processes: 40 },
		extra: { count: 200 },
	}),
	attack('resources', 'memory', 'memory in one process', 'killed', {
		limits: { memoryMb: 100 },
		extra: { mib: 300 },
		killedBy: ['memory'],
	}),
	attack('resources', 'memory-spread', 'memory over many processes', 'killed by the sum', {
		limits: { memoryMb: 150 },
		extra: { mib: 30, count: 12 },
		killedBy: ['memory'],
	}),
	attack('resources', 'memfd', 'memory in files without a place', 'call refused', {
		limits: { memoryMb: 100 },
		extra: { mib: 30, count: 10 },
		killedBy: ['memory'],
	}),
	attack('resources', 'sysv-memory', 'System V shared memory', 'call refused', {
		limits: { memoryMb: 100 },
		extra: { mib: 30, count: 10 },
		killedBy: ['memory'],
	}),
	attack('resources', 'tmp', 'fill /tmp', 'size-capped', { limits: { tmpMb: 16 }, extra: { mib: 60 } }),
	attack('resources', 'dev-shm', 'fill /dev/shm', 'size-capped', {
		limits: { tmpMb: 16 },
		extra: { mib: 60 },
	}),
	attack('resources', 'cpu', 'burn one processor', 'killed at its processor time', {
		limits: { cpuSeconds: 1 },
		extra: { seconds: 2 },
		killedBy: ['cpu'],
	}),
	attack('resources', 'cpu-spread', 'burn processors from many processes', 'killed at the wall clock', {
		limits: { wallMs: 1500 },
		extra: { seconds: 2, count: 4 },
		killedBy: ['timeout'],
	}),
	attack('resources', 'one-file', 'one huge file', 'write fails at the limit', {
		limits: { fileSizeMb: 5 },
		extra: { mib: 30 },
	}),
	attack('resources', 'many-files', 'fill the disk', 'killed', {
		limits: { diskMb: 20 },
		extra: { mib: 2, count: 30 },
		killedBy: ['disk'],
	}),
	attack('resources', 'nameless', 'fill the disk with deleted files', 'killed', {
		limits: { diskMb: 20 },
		extra: { mib: 5, count: 10 },
		killedBy: ['disk'],
	}),
	attack('resources', 'nameless-mapped', 'fill the disk with deleted, closed, mapped files', 'killed', {
		limits: { diskMb: 20, fileSizeMb: 5 },
		extra: { mib: 5, count: 10 },
		killedBy: ['disk'],
	}),
	attack('resources', 'deep', 'hide data below 400 folders', 'killed', {
		limits: { diskMb: 5 },
		extra: { mib: 10, count: 400 },
		killedBy: ['disk', 'inodes'],
	}),
	attack('resources', 'inodes', 'a flood of empty files in the workspace', 'killed', {
		limits: { inodes: 500 },
		extra: { count: 3000, folder: 'flood' },
		killedBy: ['inodes'],
	}),
	attack('resources', 'inodes', 'a flood of empty files in /tmp', 'killed', {
		limits: { inodes: 500 },
		extra: { count: 3000, folder: '/tmp/forkpoint-attack-flood' },
		killedBy: ['inodes'],
	}),
	attack('resources', 'sparse', 'a sparse file of 200 GiB', 'fails at the limit on one file', {
		extra: { gib: 200 },
	}),
	attack('resources', 'flood', 'flood of output', 'killed; the report stays small', {
		limits: { outputBytes: 65_536 },
		extra: { mib: 8 },
		killedBy: ['output'],
		aftermath: ['bounded-output'],
	}),
	attack('resources', 'descriptors', 'open files without end', 'fails at the limit', {
		limits: { openFiles: 128 },
		extra: { count: 900 },
	}),
];

const ARTIFACT = [
	attack('artifact', 'link', 'links to files and folders of the host', 'dropped and reported', {
		collect: 'after',
	}),
	attack('artifact', 'hard-link', 'second name of a file of the host', 'cannot be made; would be dropped', {
		collect: 'after',
	}),
	attack('artifact', 'swap', 'file and folder swapped for links while collecting', 'never followed', {
		collect: 'during',
		extra: { seconds: 2 },
	}),
	attack('artifact', 'pipe', 'a pipe in place of a file', 'dropped without waiting', {
		collect: 'after',
		...insideOnly,
	}),
	attack('artifact', 'names', 'odd names', 'dropped or kept as plain names', {
		collect: 'after',
		...insideOnly,
	}),
	attack('artifact', 'deep', '1500 folders in each other', 'dropped at the limit', {
		collect: 'after',
		killedBy: ['inodes'],
		...insideOnly,
	}),
	attack('artifact', 'sparse', 'a file of huge apparent size', 'dropped unread', {
		collect: 'after',
		extra: { bytes: 90_000_000 },
		...insideOnly,
	}),
	attack('artifact', 'many', 'more files than allowed', 'dropped at the limit', {
		collect: 'after',
		extra: { count: 3000 },
		...insideOnly,
	}),
];

export const ATTACKS: readonly Attack[] = [
	...NETWORK,
	...FILES,
	...PROCESSES,
	...PRIVILEGES,
	...RESOURCES,
	...ARTIFACT,
];
