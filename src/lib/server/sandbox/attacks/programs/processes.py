"""Touching processes of the host, and outliving the run."""

import ctypes
import os
import signal
import subprocess
import sys
import time

from attack import LIBC, Stopped, run, syscall

PTRACE_SEIZE = 0x4206


def signal_decoy(facts):
    os.kill(facts["decoyPid"], signal.SIGKILL)
    return "signal delivered"


def broadcast(_facts):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    os.kill(-1, signal.SIGTERM)
    raise Stopped("whoever was reached, the host's process is looked at afterwards")


def trace(facts):
    syscall(101, 117, PTRACE_SEIZE, facts["decoyPid"], 0, 0)
    return "attached"


class Vector(ctypes.Structure):
    _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]


def read_memory(facts):
    pid = facts["decoyPid"]
    with open(f"/proc/{pid}/maps", encoding="utf8") as file:
        start = int(file.readline().split("-")[0], 16)
    buffer = ctypes.create_string_buffer(16)
    here, there = Vector(ctypes.addressof(buffer), 16), Vector(start, 16)
    LIBC.process_vm_readv.restype = ctypes.c_ssize_t
    size = LIBC.process_vm_readv(pid, ctypes.byref(here), ctypes.c_ulong(1), ctypes.byref(there), ctypes.c_ulong(1), ctypes.c_ulong(0))
    if size < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return buffer.raw[:4]


def visible(facts):
    others = [name for name in os.listdir("/proc") if name.isdigit() and int(name) == facts["decoyPid"]]
    for name in others:
        with open(f"/proc/{name}/cmdline", "rb") as file:
            if facts["decoyMark"].encode() in file.read():
                return "the host's process is listed"
    raise Stopped("not listed")


def daemon(facts):
    """Twice forked, own session, nothing of the run's descriptors left open: the classic way to stay."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for number in range(3):
                os.close(number)
            os.execv(sys.executable, [sys.executable, "-c", "import time; time.sleep(60)", facts["marker"]])
        os._exit(0)
    time.sleep(0.3)
    raise Stopped("started; whether it stayed is looked at afterwards")


def stubborn(_facts):
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(8)"])
    time.sleep(5)
    return "still here after its time"


run(
    {
        "signal": signal_decoy,
        "broadcast": broadcast,
        "ptrace": trace,
        "memory": read_memory,
        "visible": visible,
        "daemon": daemon,
        "stubborn": stubborn,
    }
)
