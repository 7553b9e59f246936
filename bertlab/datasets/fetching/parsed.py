"""Keep what took seconds to parse as JSON, for as long as neither source nor parser changes."""

import contextlib
import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from bertlab.datasets.fetching.integrity import is_cached, keep
from bertlab.datasets.fetching.releases import cache_folder, release_of


def parsed_once(loader: str, parse: Callable[[], Any], *parsers: ModuleType) -> Any:
    """Return ``parse()``, from the cache if this archive was parsed by this code before.

    Args:
        loader: A name of ``RELEASES``; its archive's hash is part of the key.
        parse: Returns something that JSON can hold.
        parsers: Modules whose source decides the result; editing one parses anew.
    """
    key = hashlib.sha256(release_of(loader).sha256.encode())
    for module in parsers:
        key.update(Path(str(module.__file__)).read_bytes())
    path = cache_folder() / "parsed" / f"{loader}.json"
    if is_cached(path, key.hexdigest()):
        return json.loads(path.read_bytes())
    result = parse()
    with contextlib.suppress(OSError):  # a cache that cannot be written: parse again next time
        keep(path, key.hexdigest(), json.dumps(result, ensure_ascii=False).encode())
    return result
