"""Planting things in the workspace that bite whoever collects it."""

import os
import time

from attack import Stopped, run, syscall


def planted(what):
    raise Stopped(f"planted {what}; what is collected is looked at afterwards")


def link(facts):
    os.symlink(facts["secretFile"], "report.md")
    os.symlink(os.path.dirname(facts["secretFile"]), "src")
    planted("links to a file and to a folder")


def hard_link(facts):
    os.link(facts["secretFile"], "report.md")
    planted("a second name of a file outside")


def pipe(_facts):
    os.mkfifo("report.md")
    planted("a pipe that nobody writes to")


def names(facts):
    for name in [b"-rf", b"new\nline", b"\xff\xfe", b"..\\..\\up", "a\u202egpj.js".encode(), b"$(id)", b"x" * 255]:
        with open(name, "wb") as file:
            file.write(b"odd")
    planted("odd names")


def deep(_facts):
    for _ in range(1500):
        os.mkdir("dddd")
        os.chdir("dddd")
    planted("1500 folders in each other")


def sparse(facts):
    with open("report.md", "wb") as file:
        file.truncate(facts["bytes"])
    planted("a file of apparent size")


def many(facts):
    for index in range(facts["count"]):
        with open(f"f{index}", "wb") as file:
            file.write(b"x")
    planted("many files")


def exchange(one, other):
    """renameat2 with RENAME_EXCHANGE: at every moment both names lead to something."""
    syscall(316, 276, -100, one.encode(), -100, other.encode(), 2)


def swap(facts):
    """Changes a file and a folder into links and back, as fast as possible, while they are being collected."""
    folder = os.path.dirname(facts["secretFile"])
    name = os.path.basename(facts["secretFile"])
    os.mkdir("src")
    for path in ("report.md", os.path.join("src", name)):
        with open(path, "wb") as file:
            file.write(b"harmless")
    os.symlink(facts["secretFile"], "other-report")
    os.symlink(folder, "other-src")
    end = time.monotonic() + facts["seconds"]
    while time.monotonic() < end:
        for _ in range(50):
            exchange("report.md", "other-report")
            exchange("src", "other-src")
    planted("a race")


run(
    {
        "link": link,
        "hard-link": hard_link,
        "pipe": pipe,
        "names": names,
        "deep": deep,
        "sparse": sparse,
        "many": many,
        "swap": swap,
    }
)
