"""Command line: ``python -m bertlab.datasets list | fetch [NAME ...] | verify``."""

import argparse
import sys
from collections.abc import Sequence

from bertlab.datasets.assets import COPIES
from bertlab.datasets.fetching.archive import copy_members, is_copy_intact
from bertlab.datasets.fetching.download import fetch, is_fetched
from bertlab.datasets.fetching.integrity import hash_anew
from bertlab.datasets.fetching.releases import RELEASES, Release, cache_folder, release_of
from bertlab.files import MissingDataError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status: 0 good, 1 data trouble, 2 wrong usage."""
    parser = argparse.ArgumentParser(
        prog="python -m bertlab.datasets",
        description="The data of the lessons. See data/README.md for sources and licences.",
    )
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("list", help="show what there is, how large it is and what is cached")
    fetching = commands.add_parser("fetch", help="download what is not cached yet")
    fetching.add_argument("names", nargs="*", metavar="NAME", help="default: everything")
    commands.add_parser("verify", help="compare everything in the cache with the pinned hashes")
    options = parser.parse_args(arguments)
    try:
        if options.command == "list":
            return _list()
        return _verify() if options.command == "verify" else _fetch(options.names)
    except OSError as error:  # a disk that is full, or that only can be read
        print(f"{cache_folder()}: {error}", file=sys.stderr)
        return 1


def _list() -> int:
    print(f"{'name':<16} {'cached':<7} {'release':<31} {'MB':>5}  what it is")
    for release in RELEASES:
        pinned = f"{release.name} {release.version}"
        cached = "yes" if is_fetched(release) else "no"
        for name, what in release.loaders.items():
            print(f"{name:<16} {cached:<7} {pinned:<31} {release.megabytes:>5.1f}  {what}")
    megabytes = sum(release.megabytes for release in RELEASES)
    print(f"\n{megabytes:.0f} MB in {len(RELEASES)} releases; cache: {cache_folder()}")
    return 0


def _fetch(names: Sequence[str]) -> int:
    try:
        wanted = [release_of(name) for name in names] or list(RELEASES)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    failed = 0
    for release in dict.fromkeys(wanted):
        try:
            fetch(release)
            for loader in release.loaders:
                if loader in COPIES:
                    copy_members(loader, *COPIES[loader])
            print(f"{release.name} {release.version}: in the cache")
        except MissingDataError as error:
            print(error, file=sys.stderr)
            failed = 1
    return failed


def _verify() -> int:
    damaged = []
    hash_anew()
    for release in RELEASES:
        if not release.archive.exists():
            state = "not fetched"
        elif not is_fetched(release):
            state = "damaged"
        else:
            state = _copies(release)
        print(f"{release.name} {release.version}: {state}")
        if state.startswith("damaged"):
            damaged.append(next(iter(release.loaders)))
    if damaged:
        print(
            f"{len(damaged)} damaged. To fetch again, run: "
            f"python -m bertlab.datasets fetch {' '.join(damaged)}",
            file=sys.stderr,
        )
    return 1 if damaged else 0


def _copies(release: Release) -> str:
    """Compare the copied files of a good archive with it."""
    for loader in release.loaders:
        folder, members = COPIES.get(loader, ("", ()))
        for member in members:
            path = cache_folder() / folder / member.rpartition("/")[2]
            if path.exists() and not is_copy_intact(loader, folder, member):
                return f"damaged copy {path}"
    return "good"


if __name__ == "__main__":
    sys.exit(main())
