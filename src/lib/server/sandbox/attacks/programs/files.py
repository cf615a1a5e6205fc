"""Reading and writing what lies outside the workspace."""

import glob
import os
import stat

from attack import Stopped, run, syscall


def read(path, size=200):
    with open(path, "rb") as file:
        data = file.read(size)
    if not data:
        raise Stopped("empty")
    return data


def write(path, mode="ab"):
    with open(path, mode) as file:
        file.write(b"attack")
    return path


def by_link(facts):
    os.symlink(facts["secretFile"], "way-out")
    return read("way-out")


def by_dots(facts):
    return read("../" * 40 + facts["secretFile"].lstrip("/"))


def by_proc(facts):
    failure = Stopped("no process leads there")
    for root in glob.glob("/proc/[0-9]*/root") + glob.glob("/proc/[0-9]*/cwd"):
        if root.startswith(f"/proc/{os.getpid()}/"):
            continue
        try:
            return read(root + ("/" + "../" * 40 if root.endswith("cwd") else "") + facts["secretFile"])
        except OSError as refusal:
            failure = refusal
    raise failure


def environments(facts):
    for path in glob.glob("/proc/[0-9]*/environ"):
        try:
            with open(path, "rb") as file:
                if facts["environmentSecret"].encode() in file.read():
                    return path
        except OSError:
            continue
    raise Stopped("in no environment")


def neighbours(facts):
    names = os.listdir(facts["workspacesFolder"])
    if "other-entry" not in names:
        raise Stopped("not listed")
    return read(os.path.join(facts["workspacesFolder"], "other-entry", "SPEC.md"))


def disk(_facts):
    failure = Stopped("no block device")
    for path in ["/dev/mem", "/dev/kmsg", *glob.glob("/dev/[sv]d*"), *glob.glob("/dev/nvme*n*")]:
        try:
            return path, read(path, 16)
        except OSError as refusal:
            failure = refusal
    raise failure


def device(_facts):
    os.mknod("device", 0o600 | stat.S_IFBLK, os.makedev(254, 0))
    return read("device", 16)


def kernel_log(_facts):
    import ctypes

    buffer = ctypes.create_string_buffer(100)
    return syscall(103, 116, 3, buffer, 100)


def kernel_addresses(_facts):
    with open("/proc/kallsyms", encoding="ascii") as file:
        address = file.readline().split()[0]
    if int(address, 16) == 0:
        raise Stopped("addresses are hidden")
    return address


def sys_tree(_facts):
    return os.listdir("/sys/class/net")


def sysctl(_facts):
    with open("/proc/sys/kernel/hostname", encoding="ascii") as file:
        name = file.read()
    with open("/proc/sys/kernel/hostname", "w", encoding="ascii") as file:
        file.write(name)
    return "hostname written through /proc/sys"


def first_writable(paths):
    failure = Stopped("nothing there")
    for path in paths:
        try:
            write(path)
            if path.startswith("/") and path.endswith(".attack"):
                os.unlink(path)
            return path
        except OSError as refusal:
            failure = refusal
    raise failure


def hard_link(facts):
    os.link(facts["secretFile"], "second-name")
    return read("second-name")


def read_only(_facts):
    return write("new-file")


run(
    {
        "shadow": lambda _: read("/etc/shadow"),
        "secret": lambda f: read(f["secretFile"]),
        "home": lambda f: read(f["homeFile"]),
        "project": lambda f: read(f["projectFile"]),
        "neighbours": neighbours,
        "link": by_link,
        "dots": by_dots,
        "proc": by_proc,
        "environ": environments,
        "hard-link": hard_link,
        "disk": disk,
        "device": device,
        "kcore": lambda _: read("/proc/kcore", 16),
        "kernel-log": kernel_log,
        "kallsyms": kernel_addresses,
        "sys": sys_tree,
        "sysctl": sysctl,
        "sysrq": lambda _: os.close(os.open("/proc/sysrq-trigger", os.O_WRONLY)),
        "write-host": lambda f: write(f["victimFile"]),
        "write-new": lambda f: write(os.path.join(f["hostFolder"], "planted")),
        "write-system": lambda _: first_writable(["/usr/bin/x.attack", "/etc/x.attack", "/opt/x.attack", "/x.attack", "/dev/x.attack"]),
        "write-runtime": lambda f: os.close(os.open(f["nodeInside"], os.O_WRONLY)),
        "read-only": read_only,
    }
)
