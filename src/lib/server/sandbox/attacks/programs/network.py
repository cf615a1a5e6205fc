"""Reaching the network, the host's services and its local sockets."""

import os
import socket

from attack import Stopped, run


def exchange(family, kind, address):
    with socket.socket(family, kind) as sock:
        sock.settimeout(2)
        sock.connect(address)
        sock.send(b"hello")
        return sock.recv(100)


def dns(_facts):
    return socket.getaddrinfo("example.org", 80)


def interfaces(_facts):
    others = [name for _, name in socket.if_nameindex() if name != "lo"]
    if not others:
        raise Stopped("only loopback")
    return others


def packet(_facts):
    with socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(3)):
        return "raw packet socket opened"


def lan(facts):
    if not facts["lanAddress"]:
        raise Stopped("the host has no address beyond loopback")
    return exchange(socket.AF_INET, socket.SOCK_STREAM, (facts["lanAddress"], facts["tcpPort"]))


def passed_descriptor(_facts):
    for name in os.listdir("/proc/self/fd"):
        number = int(name)
        if number > 2:
            try:
                target = os.readlink(f"/proc/self/fd/{number}")
            except FileNotFoundError:
                continue
            if target != "/dev/null" and not target.startswith(f"/proc/"):
                return f"{number} leads to {target}"
    raise Stopped("no descriptor beyond the standard three")


def opened(family, kind):
    with socket.socket(family, kind):
        return "socket opened"


run(
    {
        "tcp": lambda f: exchange(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", f["tcpPort"])),
        "tcp6": lambda f: exchange(socket.AF_INET6, socket.SOCK_STREAM, ("::1", f["tcpPort"])),
        "lan": lan,
        "udp": lambda f: exchange(socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", f["udpPort"])),
        "dns": dns,
        "abstract": lambda f: exchange(socket.AF_UNIX, socket.SOCK_STREAM, "\0" + f["abstractName"]),
        "path": lambda f: exchange(socket.AF_UNIX, socket.SOCK_STREAM, f["socketPath"]),
        "interfaces": interfaces,
        "packet": packet,
        "vsock": lambda _: opened(40, socket.SOCK_STREAM),
        "alg": lambda _: opened(38, socket.SOCK_SEQPACKET),
        "descriptor": passed_descriptor,
    }
)
