"""No further processes: a filter that the kernel asks before each call of a student's process.

A limit of processes (RLIMIT_NPROC) holds for ordinary users, but not for root, who runs many
containers. The filter holds for all: fork, vfork, clone without threads and clone3 fail. Threads
stay allowed, since libraries start some. See seccomp(2); numbers from the kernel's headers.
"""

import ctypes
import errno
import platform
import struct
from typing import NamedTuple

ALLOW, KILL = 0x7FFF0000, 0x80000000  # answers; those between are errors
DENY, ABSENT = 0x00050000 | errno.EPERM, 0x00050000 | errno.ENOSYS
LOAD, EQUAL, ABOVE, BITS, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06  # of a word of the call
NUMBER, ARCHITECTURE, FIRST_ARGUMENT = 0, 4, 16  # offsets in struct seccomp_data
CLONE_THREAD, X32 = 0x10000, 0x40000000
NO_NEW_PRIVILEGES, SET_SECCOMP, FILTER = 38, 22, 2  # of prctl


class Calls(NamedTuple):
    """Numbers of a machine's calls: its architecture, those that only fork, clone and clone3."""

    architecture: int
    forks: tuple[int, ...]
    clone: int
    clone3: int


KNOWN = {
    "x86_64": Calls(0xC000003E, (57, 58), 56, 435),
    "aarch64": Calls(0xC00000B7, (), 220, 435),
}


def program(calls: Calls) -> bytes:
    """Return the filter as the kernel reads it: code, jump if true, jump if false, number."""
    first = [(LOAD, 0, 0, ARCHITECTURE), (EQUAL, 1, 0, calls.architecture), (RETURN, 0, 0, KILL)]
    first += [(LOAD, 0, 0, NUMBER), (ABOVE, 0, 1, X32), (RETURN, 0, 0, DENY)]
    for number in calls.forks:
        first += [(EQUAL, 0, 1, number), (RETURN, 0, 0, DENY)]
    first += [(EQUAL, 0, 1, calls.clone3), (RETURN, 0, 0, ABSENT)]
    first += [(EQUAL, 0, 3, calls.clone), (LOAD, 0, 0, FIRST_ARGUMENT)]
    first += [(BITS, 1, 0, CLONE_THREAD), (RETURN, 0, 0, DENY), (RETURN, 0, 0, ALLOW)]
    return b"".join(struct.pack("=HBBI", *line) for line in first)


def forbid_processes() -> bool:
    """Forbid this process to start others, for ever; tell whether this kernel does it."""
    calls = KNOWN.get(platform.machine())
    if calls is None:
        return False
    code = program(calls)
    held = ctypes.create_string_buffer(code, len(code))
    given = struct.pack("@HxxxxxxP", len(code) // 8, ctypes.addressof(held))
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    prctl.argtypes = [ctypes.c_int, *[ctypes.c_ulong] * 4]
    if prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0) != 0:
        return False
    described = ctypes.create_string_buffer(given, len(given))
    return bool(prctl(SET_SECCOMP, FILTER, ctypes.addressof(described), 0, 0) == 0)
