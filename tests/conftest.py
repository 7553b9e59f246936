"""What holds for all tests: no network, no progress bars, and the same examples every time."""

import ipaddress
import os
import socket
from collections.abc import Iterator

import pytest
import torch
from hypothesis import settings

os.environ["TQDM_DISABLE"] = "1"
os.environ["HF_HUB_OFFLINE"] = "1"
if "PYTEST_XDIST_WORKER" in os.environ:  # each of several processes has a core
    torch.set_num_threads(1)

settings.register_profile("repeatable", derandomize=True, deadline=None, database=None)
settings.load_profile("repeatable")

collect_ignore_glob = ["notebooks/fixtures/*"]


class NetworkError(OSError):
    """A test tried to leave this machine."""


def is_local(address: object) -> bool:
    """Tell whether a socket address is on this machine."""
    if not isinstance(address, tuple):
        return True  # the path of a Unix socket
    host = address[0]
    if host in ("", "localhost", socket.gethostname()):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


@pytest.fixture(scope="session", autouse=True)
def no_network() -> Iterator[None]:
    """Refuse connections and look-ups that leave this machine: data comes from the cache."""

    def guarded(function, address_of):
        def call(*args, **kwargs):
            if not is_local(address_of(args)):
                raise NetworkError(f"tests run without the network, got {address_of(args)!r}")
            return function(*args, **kwargs)

        return call

    with pytest.MonkeyPatch.context() as patch:
        for name in ("connect", "connect_ex"):
            original = getattr(socket.socket, name)
            patch.setattr(socket.socket, name, guarded(original, lambda args: args[1]))
        patch.setattr(socket, "getaddrinfo", guarded(socket.getaddrinfo, lambda args: args[:1]))
        yield
