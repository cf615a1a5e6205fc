"""Shared by all attack programs: says in one last line whether the attack reached its aim.

REACHED: it did. STOPPED: the system refused it. BROKEN: the program itself is wrong, which proves nothing.
"""

import ctypes
import json
import os
import platform
import sys

LIBC = ctypes.CDLL(None, use_errno=True)
ARM = platform.machine() == "aarch64"


class Stopped(Exception):
    """The aim was not reached although no system call failed."""


def syscall(x64, arm64, *args):
    """A raw system call by its number on either processor; raises OSError as Python's own wrappers do."""
    ctypes.set_errno(0)
    LIBC.syscall.restype = ctypes.c_long
    words = [arg if isinstance(arg, (bytes, type(None))) else ctypes.c_long(arg) if isinstance(arg, int) else arg for arg in args]
    result = LIBC.syscall(ctypes.c_long(arm64 if ARM else x64), *words)
    if result == -1:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def run(attacks):
    name, facts = sys.argv[1], json.loads(sys.argv[2])
    try:
        detail = attacks[name](facts)
        print("\nREACHED", str(detail)[:300], flush=True)
    except (OSError, Stopped, MemoryError) as refusal:
        print("\nSTOPPED", type(refusal).__name__, str(refusal)[:300], flush=True)
    except Exception as mistake:  # noqa: BLE001
        print("\nBROKEN", type(mistake).__name__, str(mistake)[:300], flush=True)
