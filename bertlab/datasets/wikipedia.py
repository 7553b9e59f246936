"""107 articles of the English Wikipedia (a dump of 2016), as plain text."""

import bz2
import sys
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass
from functools import cache

from bertlab.datasets import wikitext
from bertlab.datasets.fetching.archive import read
from bertlab.datasets.fetching.parsed import parsed_once
from bertlab.datasets.splits import split

_MEMBER = (
    "gensim/test/test_data/enwiki-latest-pages-articles1.xml-p000000010p000030302-shortened.bz2"
)
_SEED = 10  # the first under which validation and test get 9.5 to 10.5% of the words each

# Articles that share sentences (two runs of ten words or more) stay on one side of the split.
_TOGETHER = (
    ("Apollo 8", "Apollo 11"),
    ("Aristotle", "Art"),
    ("Amphibian", "Anatomy"),
    ("Appellate court", "Appellate procedure in the United States"),
    (
        *("Angola", "Angolan Armed Forces", "Demographics of Angola", "Economy of Angola"),
        *("Foreign relations of Angola", "Politics of Angola", "Transport in Angola"),
    ),
)


@dataclass(frozen=True)
class Document:
    """A text with a title.

    Attributes:
        title: The article's or play's name.
        paragraphs: Plain text, in order, without line breaks inside a paragraph.
    """

    title: str
    paragraphs: tuple[str, ...]


@dataclass(frozen=True)
class Documents:
    """Documents in three parts that share no document."""

    train: tuple[Document, ...]
    validation: tuple[Document, ...]
    test: tuple[Document, ...]


@cache
def wiki() -> Documents:
    """Return the articles, split by article (about 80/10/10 by words).

    Redirects and pages without running text are left out; headings, tables, captions, footnotes
    and lists of references are not part of the text (``wikitext.paragraphs_of``).
    """
    pages = parsed_once("wiki", _parse, sys.modules[__name__], wikitext)
    articles = [Document(title, tuple(paragraphs)) for title, paragraphs in pages]
    group = {title: titles[0] for titles in _TOGETHER for title in titles}
    parts = split(articles, lambda article: group.get(article.title, article.title), _SEED)
    return Documents(*(tuple(part) for part in parts))


def _parse() -> list[tuple[str, tuple[str, ...]]]:
    """Read the dump: title and paragraphs of each page that has some."""
    root = ElementTree.fromstring(bz2.decompress(read("wiki", _MEMBER)))
    space = root.tag.partition("}")[0] + "}"
    pages = []
    for page in root.iter(f"{space}page"):
        if page.find(f"{space}redirect") is None and page.findtext(f"{space}ns") == "0":
            title = page.findtext(f"{space}title") or ""
            text = page.findtext(f"{space}revision/{space}text") or ""
            paragraphs = wikitext.paragraphs_of(text)
            if paragraphs:
                pages.append((title, paragraphs))
    return pages
