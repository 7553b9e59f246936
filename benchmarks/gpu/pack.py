"""What travels to a machine with a GPU and no network: a cache of data that fits into 64 MiB.

``python -m benchmarks gpu --pack`` fills ``build/gpu``, in the layout of ``data/cache``: weights of
``minilm`` in float16, the archives of the reviews and of the plays, and the articles of Wikipedia,
parsed. A run reads from there when the folder exists. Of the tree it needs ``benchmarks``,
``bertlab``, ``workbook`` and ``data`` with these folders alone: ``pretraining``, and
``checkpoints/minilm-movies``. Where only a small tree travels, leave the rest out::

    git sparse-checkout set --no-cone '/*' '!/notebooks' '!/tests' '!/data/runs'
    git sparse-checkout add '!/data/checkpoints/*' '/data/checkpoints/minilm-movies'

and bring it back with ``git sparse-checkout disable``.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from safetensors.torch import save

from bertlab.datasets import movie_reviews, shakespeare, wiki
from bertlab.datasets.assets import COPIES
from bertlab.datasets.fetching.integrity import keep
from bertlab.datasets.fetching.releases import cache_folder, release_of
from bertlab.model.checkpoint import read_tensors
from bertlab.model.pretrained import find_folder
from bertlab.training.provenance import commit

LIMIT = 64 * 2**20  # bytes, of this and of the program
VARIABLE = "BERTLAB_CACHE"
WHOLE = ("parsed/wiki.json", "checked/parsed-wiki.json.json")


def pack(folder: Path) -> int:
    """Fill a folder with the data of the measurements; return its size in bytes.

    Raises:
        ValueError: If it is larger than ``LIMIT``.
        MissingDataError: If something is neither in the cache nor to be fetched.
    """
    for loader in (movie_reviews, shakespeare, wiki):  # each fetches, and parses, what it lacks
        loader()
    minilm, cache = find_folder("minilm"), cache_folder()
    shutil.rmtree(folder, ignore_errors=True)
    archives = [release_of(name).archive for name in ("movie_reviews", "shakespeare")]
    for path in [*archives, *(cache / name for name in WHOLE)]:
        target = folder / path.relative_to(cache)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
    name, members = COPIES["minilm"]
    with reading_from(folder):
        for member in members:
            file = minilm / Path(member).name
            content = _halved(file) if file.suffix == ".safetensors" else file.read_bytes()
            keep(folder / name / file.name, f"{release_of('minilm').sha256}:{member}", content)
    (folder / "commit").write_text(commit() + "\n", encoding="utf-8")
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    if size > LIMIT:
        raise ValueError(f"expected up to {LIMIT / 2**20:.0f} MiB, got {size / 2**20:.1f} MiB")
    return size


def _halved(weights: Path) -> bytes:
    """Return a file of weights with its floats in float16: what 64 MiB have room for."""
    tensors = read_tensors(weights).items()
    halves = {name: t.half() if t.is_floating_point() else t for name, t in tensors}
    return save(halves, metadata={"format": "pt"})


@contextmanager
def reading_from(folder: Path) -> Iterator[None]:
    """Read data from a packed folder, if there is one, for a while."""
    before = os.environ.get(VARIABLE)
    if folder.is_dir():
        os.environ[VARIABLE] = str(folder)
    try:
        yield
    finally:
        os.environ.pop(VARIABLE, None)
        if before is not None:
            os.environ[VARIABLE] = before
