"""Read single members of an archive, and copy some to the cache. Nothing is unpacked wholesale."""

import hashlib
import tarfile
import zipfile
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from bertlab.datasets.fetching.download import fetch
from bertlab.datasets.fetching.integrity import is_cached, keep, sha256_of
from bertlab.datasets.fetching.releases import cache_folder, release_of


def read(loader: str, member: str) -> bytes:
    """Return the bytes of one member of the archive that serves a loader; see ``read_all``."""
    return read_all(loader, [member])[0]


def read_all(loader: str, members: Sequence[str]) -> list[bytes]:
    """Return the bytes of some members of the archive that serves a loader, fetching it if needed.

    Args:
        loader: A name of ``RELEASES``, such as ``"wiki"``.
        members: Paths inside the archive; for source archives without the leading folder.

    Raises:
        MissingDataError: If the archive can be neither found nor fetched.
        ValueError: If a path leaves the archive, or is no plain file of it.
    """
    release = release_of(loader)
    return read_members(fetch(release), [release.member_prefix + member for member in members])


def read_members(archive: Path, members: Sequence[str]) -> list[bytes]:
    """Return the bytes of plain files inside a .whl or .tar.gz archive, in the order asked for.

    Raises:
        ValueError: If a path is absolute, climbs with ``..``, is missing or is a link.
    """
    for member in members:
        _check_path(member)
    found: dict[str, bytes] = {}
    if archive.name.endswith(".whl"):
        with zipfile.ZipFile(archive) as wheel:
            found = {name: wheel.read(name) for name in set(members) & set(wheel.namelist())}
    else:
        with tarfile.open(archive, "r:gz") as source:
            for entry in source:
                if entry.name in members and entry.isreg():
                    content = source.extractfile(entry)
                    found[entry.name] = content.read() if content else b""
                if len(found) == len(set(members)):
                    break
    for member in members:
        if member not in found:
            raise ValueError(f"{archive.name} has no plain file {member!r}")
    return [found[member] for member in members]


def copy_members(loader: str, folder: str, members: Sequence[str]) -> Path:
    """Copy members of an archive to a folder of the cache, for libraries that want files.

    Copies made before are used again if they hold what was written then.

    Args:
        loader: A name of ``RELEASES``.
        folder: Name of the folder in the cache.
        members: Paths inside the archive; the files keep the last part as their name.

    Returns:
        The folder.
    """
    release = release_of(loader)
    target = cache_folder() / folder
    for member in members:
        _check_path(member)
        path, origin = target / PurePosixPath(member).name, f"{release.sha256}:{member}"
        if not is_cached(path, origin):
            keep(path, origin, read(loader, member))
    return target


def is_copy_intact(loader: str, folder: str, member: str) -> bool:
    """Tell whether a copied file has the SHA-256 of the archive's member."""
    path = cache_folder() / folder / PurePosixPath(member).name
    return sha256_of(path) == hashlib.sha256(read(loader, member)).hexdigest()


def _check_path(member: str) -> None:
    path = PurePosixPath(member)
    if path.is_absolute() or ".." in path.parts or "\\" in member or ":" in member:
        raise ValueError(f"expected a path inside the archive, got {member!r}")
