"""What holds for all tests: no network, no progress bars, and the same examples every time.

Of a lesson that is not there, the tests are not collected.
"""

import ipaddress
import os
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import jaxtyping
import matplotlib.pyplot as plt
import pytest
import torch
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

os.environ["TQDM_DISABLE"] = "1"
os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["BERTLAB_KERNELS"] = "torch"  # on every machine the same
os.environ["BERTLAB_PROGRESS"] = "off"  # a test keeps no progress where it runs
if "PYTEST_XDIST_WORKER" in os.environ:  # each of several processes has a core
    torch.set_num_threads(1)

pytest_plugins = ["tests.hangs"]

settings.register_profile(
    "repeatable",
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],  # a busy machine draws slowly
    database=None,
    max_examples=int(os.environ.get("BERTLAB_EXAMPLES", "100")),
)
settings.load_profile("repeatable")

HERE = Path(__file__).parent
ROOMS = {room.name for room in (HERE.parent / "lessons").glob("l[0-9][0-9]_*")}
collect_ignore_glob = ["workbook/make/fixtures/*"]
collect_ignore_glob += [
    f"lessons/{folder.name}/*"
    for folder in (HERE / "lessons").glob("l[0-9][0-9]_*")
    if folder.name not in ROOMS
]


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


@pytest.fixture(scope="session", autouse=True)
def views_carry_fonts() -> None:
    """Let views carry our fonts, as in every lesson: what they look like is then the same."""
    from workbook.fonts.figures import bring_fonts

    bring_fonts()


@pytest.fixture
def without_annotations() -> Iterator[None]:
    """Call the package as users do: no shape annotation speaks before our own messages."""
    jaxtyping.config.update("jaxtyping_disable", True)
    yield
    jaxtyping.config.update("jaxtyping_disable", False)


@pytest.fixture(autouse=True)
def _as_it_was() -> Iterator[None]:
    """Leave no figure open, no style behind, and as many threads as there were.

    A lesson's set-up takes two threads; in processes side by side, each with a core, all tests that
    come after it would take several times as long.
    """
    threads = torch.get_num_threads()
    with plt.rc_context():
        yield
        plt.close("all")
    torch.set_num_threads(threads)


@pytest.fixture
def lesson_style(_as_it_was: None) -> None:
    """Draw as lessons do: their charts refuse words that lie on others, and fonts decide that."""
    from workbook.figures import use_style

    use_style()


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    """Start one Chromium for the tests of a file."""
    from workbook.publish.browser import launch

    with launch() as started:
        yield started


ABSENT = re.compile("could not import|no chromium|no package index")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """In CI, what a test needs has to be there: a test that was skipped for it has failed."""
    report = yield
    reason = report.longrepr[-1] if report.skipped and type(report.longrepr) is tuple else ""
    if os.environ.get("CI") == "true" and ABSENT.search(str(reason)):
        report.outcome, report.longrepr = "failed", f"{item.nodeid} was skipped in CI: {reason}"
    return report
