"""ELECTRA at work: a generator writes into a sentence, and its detector looks for what it wrote."""

import copy
import json
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch

from bertlab.files import read_json, write_atomically
from bertlab.model.checkpoint import read_tensors
from bertlab.model.config import BertConfig
from bertlab.model.detection import BertForTokenDetection
from bertlab.model.pretrained import find_folder
from bertlab.model.tasks import BertForMaskedLM
from bertlab.pretraining.masking import number_to_mask
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.training.changes import CHANGE, WHOLE, read_change, save_change

NAME = "zh-replaced"


class Piece(NamedTuple):
    """A piece of a sentence in which a generator may have written.

    Attributes:
        written: What stands there now.
        author: What the author wrote there.
        hidden: Whether the generator had to fill the place.
        probability: The detector's, that the piece is not the author's.
    """

    written: str
    author: str
    hidden: bool
    probability: float

    @property
    def replaced(self) -> bool:
        """Whether something else stands there now."""
        return self.written != self.author


class Finder:
    """A generator and a detector that learned together.

    Args:
        generator: Fills hidden places.
        detector: Says which pieces were replaced.
        tokenizer: Of both.
    """

    def __init__(
        self,
        generator: BertForMaskedLM,
        detector: BertForTokenDetection,
        tokenizer: WordPieceTokenizer,
    ) -> None:
        self.generator, self.detector = generator.eval(), detector.eval()
        self.tokenizer = tokenizer

    @classmethod
    def from_pretrained(cls, name: str | Path = NAME) -> "Finder":
        """Load what ``save_pretrained`` wrote.

        Raises:
            ValueError: If the configuration or the weights are not those of such models.
            FileNotFoundError: If there is no such checkpoint.
        """
        folder = find_folder(name)
        detector = BertForTokenDetection.from_pretrained(folder)
        config = BertConfig.from_hub(read_json(folder / "generator" / "config.json"))
        generator = _with_table_of(detector, BertForMaskedLM(config))
        _check_complete(generator, folder / "generator")
        read_change(generator, folder / "generator")
        return cls(generator, detector, WordPieceTokenizer.from_folder(folder))

    def save_pretrained(self, folder: str | Path) -> None:
        """Write detector and vocabulary, and the generator in a folder within, in half precision.

        ``transformers`` loads the folder as ElectraForPreTraining. The generator is stored without
        its table of words, which is the detector's.

        Raises:
            ValueError: If both do not share their table.
        """
        folder = Path(folder)
        table, other = (m.bert.embeddings.word.weight for m in (self.generator, self.detector))
        if not torch.equal(table, other):
            raise ValueError("expected a generator with the detector's table, got another one")
        self.detector.save_pretrained(folder, dtype=torch.float16)
        self.tokenizer.save(folder)
        without = copy.deepcopy(self.generator)
        without.bert.embeddings.word.requires_grad_(False)
        save_change(without, folder / "generator")
        text = json.dumps(without.config.to_hub(), indent=2) + "\n"
        write_atomically(folder / "generator" / "config.json", text.encode())

    @torch.no_grad()
    def read(self, text: str) -> list[Piece]:
        """Let the detector read a sentence as it is.

        Raises:
            ValueError: If the sentence has no piece, or more than the model has positions for.
        """
        ids = self._ids(text)
        return self._pieces(ids, ids, [])

    @torch.no_grad()
    def rewrite(self, text: str, seed: int = 0, rate: float = 0.15) -> list[Piece]:
        """Hide some pieces of a sentence, let the generator fill them, and the detector read.

        Args:
            text: One sentence.
            seed: Of the hidden places and of what is drawn there.
            rate: The proportion; one piece at least.

        Raises:
            ValueError: See ``read``.
        """
        ids = self._ids(text)
        generator = np.random.default_rng(seed)
        number = number_to_mask(np.ones(len(ids), bool), rate)
        places = np.sort(generator.choice(len(ids), number, replace=False)).tolist()
        shown = list(ids)
        for place in places:
            shown[place] = self.tokenizer.mask_id
        guesses = self.generator(self._input(shown))[0, 1:-1].softmax(dim=1)
        written = list(ids)
        for place in places:
            odds = guesses[place].double().numpy()
            written[place] = int(generator.choice(len(odds), p=odds / odds.sum()))
        return self._pieces(written, ids, places)

    def _ids(self, text: str) -> list[int]:
        ids, most = self.tokenizer.text_ids(text), self.detector.config.max_positions - 2
        if not 0 < len(ids) <= most:
            raise ValueError(f"expected a sentence of 1 to {most} pieces, got {len(ids)}")
        return ids

    def _input(self, ids: list[int]) -> torch.Tensor:
        return torch.tensor([[self.tokenizer.cls_id, *ids, self.tokenizer.sep_id]])

    def _pieces(self, written: list[int], author: list[int], places: list[int]) -> list[Piece]:
        said = self.detector(self._input(written))[0, 1:-1].sigmoid().tolist()
        names = self.tokenizer.vocabulary
        rows = zip(written, author, said, strict=True)
        return [
            Piece(names[now], names[before], place in places, probability)
            for place, (now, before, probability) in enumerate(rows)
        ]


def _with_table_of(detector: BertForTokenDetection, generator: BertForMaskedLM) -> BertForMaskedLM:
    own, other = (m.bert.embeddings.word for m in (generator, detector))
    if own.weight.shape != other.weight.shape:
        sizes = f"{tuple(own.weight.shape)} and {tuple(other.weight.shape)}"
        raise ValueError(f"expected one table for generator and detector, got {sizes}")
    own.load_state_dict(other.state_dict())
    return generator


def _check_complete(generator: BertForMaskedLM, folder: Path) -> None:
    """Raise ValueError if a file lacks a tensor of a generator, but for its table of words."""
    table = generator.bert.embeddings.word.weight
    wanted = {WHOLE + name for name, weight in generator.named_parameters() if weight is not table}
    lacking = sorted(wanted - read_tensors(folder / CHANGE).keys())
    if lacking:
        raise ValueError(f"the generator's file lacks {len(lacking)} tensors: {lacking[0]}, ...")
