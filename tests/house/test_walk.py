"""The walk of CONTRIBUTING.md: a sentence on its way from a data file to a SHAP value."""

import re
from importlib import import_module
from pathlib import Path

import pytest

from bertlab.datasets import movie_reviews
from bertlab.finetuning.sentiment import as_data, movie_classifier
from bertlab.inspection import Explainer
from bertlab.model import BertModel
from bertlab.text import WordPieceTokenizer
from bertlab.training.batches import SampledDataset

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
WALK = TEXT[TEXT.index("## A sentence on its way") : TEXT.index("## Add a lesson")]
STEPS = [
    [cell.strip() for cell in line.split("|")[2:4]]
    for line in WALK.splitlines()
    if re.match(r"\| \d+ \|", line)
]
(SENTENCE,) = re.findall(r'\*"(.*?)"\*', WALK)


def files(where: str) -> list[Path]:
    """Return the files of a step; those named alone are beside the one before."""
    found: list[Path] = []
    for name in re.findall(r"`(.*?)`", where):
        found.append(ROOT / name if "/" in name else found[-1].with_name(name))
    return found


@pytest.mark.parametrize(("where", "what"), STEPS)
def test_each_file_is_there_and_has_what_is_said(where, what):
    paths = files(where)
    assert paths and all(path.is_file() for path in paths)
    modules = [
        import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
        for path in paths
        if path.suffix == ".py" and path.name != "lesson.py"
    ]
    for name in re.findall(r"`([A-Za-z_]+)(?:\(\))?`", what):
        known = any(hasattr(module, name) for module in modules)
        assert known or name in ("movie_reviews", "minilm", "movie_classifier"), name


def test_the_sentence_walks(monkeypatch):
    (rated,) = [one for one in movie_reviews().train if one.text == SENTENCE]
    assert rated.label == 1
    tokenizer = WordPieceTokenizer.from_folder("minilm")
    data = as_data([rated], tokenizer)
    assert isinstance(data, SampledDataset)
    batch = data.batch([0])
    pieces = [tokenizer.vocabulary[i] for i in batch.input_ids[0].tolist()]
    (said,) = re.findall(r"into pieces: \*(.*?)\*", WALK)
    assert pieces == ["[CLS]", *said.split(), "[SEP]"]
    model = movie_classifier()
    assert isinstance(model.bert, BertModel)
    found = Explainer(model, tokenizer)(SENTENCE, "positive")
    assert list(found.tokens) == said.split()
    assert found.values.sum() == pytest.approx(found.prediction - found.base, abs=1e-6)
