"""The folders of sentence-transformers: read and written by hand, so that it need not be installed.

A folder is a checkpoint with a list of modules: an encoder, a pooling in a folder of its own, and
perhaps a normalization. Names and settings have changed over the years: both ways are read, and the
older one is written, which every version reads.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from jaxtyping import Float
from torch import Tensor
from torch.nn.functional import normalize

from bertlab.entries import entries_of
from bertlab.files import read_text, write_atomically
from bertlab.model.bert import BertModel
from bertlab.model.pretrained import find_folder
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.vectors.text_vectors import POOLINGS, text_vectors

PREFIX = "sentence_transformers.models."
ENCODER = "sentence_bert_config.json"
MODULES = {"Transformer": "", "Pooling": "1_Pooling", "Normalize": "2_Normalize"}
OLD_NAMES = {"pooling_mode_mean_tokens": "mean", "pooling_mode_cls_token": "cls"}


class SentenceModel(NamedTuple):
    """All that decides the vector of a text.

    Attributes:
        bert: The encoder.
        tokenizer: Cuts the texts.
        pooling: ``"mean"`` or ``"cls"``.
        normalized: Whether vectors have length 1.
        max_length: Pieces that are read of a text, specials included.
    """

    bert: BertModel
    tokenizer: WordPieceTokenizer
    pooling: str = "mean"
    normalized: bool = True
    max_length: int = 256

    def encode(self, texts: Sequence[str]) -> Float[Tensor, "N D"]:
        """Return a vector for each text."""
        vectors = text_vectors(self.bert, self.tokenizer, texts, self.pooling, self.max_length)
        return normalize(vectors, dim=1) if self.normalized else vectors


def load_sentence_model(name: str | Path) -> SentenceModel:
    """Read a folder that sentence-transformers, or ``save_sentence_model``, wrote.

    Args:
        name: A folder, or a checkpoint's name.

    Raises:
        ValueError: If it has modules or settings that are not known here.
        FileNotFoundError: If a file is missing.
    """
    folder = find_folder(name)
    modules = json.loads(read_text(folder / "modules.json"))
    try:
        kinds = [str(module["type"]).rsplit(".", 1)[-1] for module in modules]
        paths = [module["path"] for module in modules]
    except (LookupError, TypeError) as error:
        raise ValueError(f"modules.json: expected types and paths, got {modules!r:.80}") from error
    if kinds not in (list(MODULES)[:2], list(MODULES)):
        raise ValueError(f"modules.json: expected {', '.join(MODULES)}; got {', '.join(kinds)}")
    if paths != (expected := [MODULES[kind] for kind in kinds]):
        raise ValueError(f"modules.json: expected the paths {expected}, got {paths}")
    for name in ("config_sentence_transformers.json", "2_Normalize/config.json"):
        entries_of(folder, name)
    pooling = _pooling(entries_of(folder, "1_Pooling/config.json"))
    bert = BertModel.from_pretrained(folder, with_pooler=False)
    tokenizer = WordPieceTokenizer.from_folder(folder)
    if entries_of(folder, ENCODER).get("do_lower_case") and not tokenizer.lowercase:
        # Case goes before the tokenizer's own steps, which keep the accents.
        tokenizer = WordPieceTokenizer(tokenizer.vocabulary, True, bool(tokenizer.strip_accents))
    limit = _max_length(folder, bert)
    return SentenceModel(bert, tokenizer, pooling, "Normalize" in kinds, limit)


def _pooling(entries: dict[str, Any]) -> str:
    """Return the pooling that 1_Pooling/config.json names, in the newer or in the older way."""
    chosen = [name for name, on in entries.items() if name.startswith("pooling_mode_") and on]
    found = entries.get("pooling_mode", OLD_NAMES.get(chosen[0]) if len(chosen) == 1 else None)
    if found not in POOLINGS:
        got = entries.get("pooling_mode", chosen)
        raise ValueError(f"expected one pooling among {', '.join(POOLINGS)}; got {got}")
    return str(found)


def _max_length(folder: Path, bert: BertModel) -> int:
    """Return how many pieces are read, from the file that says so, or else the model's limit."""
    limit = bert.config.max_positions
    for name, entry in (
        (ENCODER, "max_seq_length"),
        ("tokenizer_config.json", "model_max_length"),
    ):
        found = entries_of(folder, name).get(entry)
        if found is not None:
            return min(int(found), limit)
    return limit


def save_sentence_model(model: SentenceModel, folder: str | Path) -> Path:
    """Write a folder that sentence-transformers reads; return it.

    Raises:
        OSError: If the folder cannot be written.
    """
    folder = Path(folder)
    model.bert.save_pretrained(folder)
    model.tokenizer.save(folder)
    names = list(MODULES) if model.normalized else list(MODULES)[:2]
    modules = [
        {"idx": index, "name": str(index), "path": MODULES[name], "type": PREFIX + name}
        for index, name in enumerate(names)
    ]
    pooling: dict[str, Any] = {"word_embedding_dimension": model.bert.config.hidden_size}
    pooling |= {old: name == model.pooling for old, name in OLD_NAMES.items()}
    files: dict[str, Any] = {
        "modules.json": modules,
        ENCODER: {"max_seq_length": model.max_length, "do_lower_case": False},
        "1_Pooling/config.json": pooling,
    }
    for name, entries in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        write_atomically(folder / name, (json.dumps(entries, indent=2) + "\n").encode())
    return folder
