"""Taking more than allowed. Every attack is bounded, so that the same program can be tried without a sandbox."""

import ctypes
import mmap
import os
import resource
import sys
import time

from attack import LIBC, Stopped, run, syscall

MIB = 1 << 20


def hold(facts):
    """A watchdog acts within seconds, not at once: only what can be kept counts as reached."""
    time.sleep(facts["hold"])


def touch(size):
    memory = mmap.mmap(-1, size, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    for offset in range(0, size, 4096):
        memory[offset] = 1
    return memory


def fork_bomb(facts):
    children = []
    try:
        for _ in range(facts["count"]):
            pid = os.fork()
            if pid == 0:
                time.sleep(20)
                os._exit(0)
            children.append(pid)
        return f"{len(children)} processes at once"
    finally:
        for pid in children:
            os.kill(pid, 9)
        for pid in children:
            os.waitpid(pid, 0)


def memory(facts):
    kept = touch(facts["mib"] * MIB)
    hold(facts)
    return len(kept)


def memory_spread(facts):
    children = []
    taken, tell = os.pipe()
    for _ in range(facts["count"]):
        pid = os.fork()
        if pid == 0:
            kept = touch(facts["mib"] * MIB)
            os.write(tell, b"x")
            time.sleep(60)
            os._exit(0 if kept else 1)
        children.append(pid)
    try:
        for _ in children:
            os.read(taken, 1)
        hold(facts)
    finally:
        for pid in children:
            os.kill(pid, 9)
    return f"{facts['count']} times {facts['mib']} MiB"


def fill(path, mib):
    with open(path, "wb") as file:
        for _ in range(mib):
            file.write(b"\1" * MIB)


def fill_and_remove(path, facts):
    try:
        fill(path, facts["mib"])
    finally:
        os.unlink(path)
    return path


def memory_file(facts):
    kept = []
    for index in range(facts["count"]):
        descriptor = syscall(319, 279, b"attack", 0)
        kept.append(descriptor)
        for _ in range(facts["mib"]):
            os.write(descriptor, b"\1" * MIB)
    hold(facts)
    return f"{len(kept)} files in memory"


def shared_memory(facts):
    LIBC.shmat.restype = ctypes.c_void_p
    kept = []
    try:
        for _ in range(facts["count"]):
            kept.append(syscall(29, 194, 0, facts["mib"] * MIB, 0o1600))
            address = LIBC.shmat(kept[-1], None, 0)
            ctypes.memset(address, 1, facts["mib"] * MIB)
            LIBC.shmdt(ctypes.c_void_p(address))
        hold(facts)
        return f"{len(kept)} segments"
    finally:
        for segment in kept:
            LIBC.shmctl(segment, 0, None)


def burn(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def cpu(facts):
    burn(facts["seconds"])
    return f"{facts['seconds']} s"


def cpu_spread(facts):
    children = []
    for _ in range(facts["count"]):
        pid = os.fork()
        if pid == 0:
            burn(facts["seconds"])
            os._exit(0)
        children.append(pid)
    for pid in children:
        os.waitpid(pid, 0)
    return f"{facts['count']} times {facts['seconds']} s"


def many_files(facts):
    for index in range(facts["count"]):
        fill(f"filler-{index}", facts["mib"])
    hold(facts)
    return f"{facts['count']} files of {facts['mib']} MiB"


def nameless(facts):
    kept = []
    for index in range(facts["count"]):
        descriptor = os.open(f"nameless-{index}", os.O_RDWR | os.O_CREAT)
        os.unlink(f"nameless-{index}")
        for _ in range(facts["mib"]):
            os.write(descriptor, b"\1" * MIB)
        kept.append(descriptor)
    hold(facts)
    return f"{len(kept)} files without a name"


def nameless_mapped(facts):
    kept = []
    for index in range(facts["count"]):
        with open(f"mapped-{index}", "w+b") as file:
            file.write(b"\1" * (facts["mib"] * MIB))
            file.flush()
            os.unlink(f"mapped-{index}")
            kept.append(mmap.mmap(file.fileno(), 4096, mmap.MAP_SHARED))
    hold(facts)
    return f"{len(kept)} mapped files without name or descriptor"


def inodes(facts):
    folder = facts["folder"]
    os.makedirs(folder, exist_ok=True)
    for index in range(facts["count"]):
        os.close(os.open(f"{folder}/{index}", os.O_CREAT | os.O_WRONLY))
    hold(facts)
    return f"{facts['count']} files"


def deep(facts):
    for _ in range(facts["count"]):
        os.mkdir("d")
        os.chdir("d")
    fill("bottom", facts["mib"])
    hold(facts)
    return f"{facts['count']} folders deep"


def sparse(facts):
    with open("sparse", "wb") as file:
        file.truncate(facts["gib"] << 30)
    return os.stat("sparse").st_size


def flood(facts):
    chunk = b"x" * 4095 + b"\n"
    for _ in range(facts["mib"] * 256):
        os.write(1, chunk)
    return "all written"


def descriptors(facts):
    kept = []
    try:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        for _ in range(facts["count"]):
            kept.append(os.open("/dev/null", os.O_RDONLY))
        return f"{len(kept)} open, {soft} allowed at first"
    finally:
        for descriptor in kept:
            os.close(descriptor)


run(
    {
        "fork-bomb": fork_bomb,
        "memory": memory,
        "memory-spread": memory_spread,
        "memfd": memory_file,
        "sysv-memory": shared_memory,
        "tmp": lambda f: fill_and_remove("/tmp/forkpoint-attack", f),
        "dev-shm": lambda f: fill_and_remove("/dev/shm/forkpoint-attack", f),
        "cpu": cpu,
        "cpu-spread": cpu_spread,
        "one-file": lambda f: fill_and_remove("filler", f),
        "many-files": many_files,
        "nameless": nameless,
        "nameless-mapped": nameless_mapped,
        "inodes": inodes,
        "deep": deep,
        "sparse": sparse,
        "flood": flood,
        "descriptors": descriptors,
    }
)
