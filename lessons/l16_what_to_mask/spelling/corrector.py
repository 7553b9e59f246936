"""A corrector for anybody's sentences, and the folder that holds it."""

from lessons.l16_what_to_mask.spelling.soft_masked import SoftMaskedBert

import json
from pathlib import Path
from typing import NamedTuple

import torch

from bertlab.files import published, read_json, write_atomically
from bertlab.model import checkpoint
from bertlab.model.config import BertConfig
from bertlab.model.header import check_sizes, check_weights, shapes_in
from bertlab.model.pretrained import find_folder
from bertlab.model.tasks import BertForMaskedLM
from bertlab.text.offsets import piece_offsets
from bertlab.text.wordpiece import WordPieceTokenizer

DETECTOR = "detector."  # begins the names of its tensors; the others are a BERT's


class Correction(NamedTuple):
    """What a corrector says of one piece of a text.

    Attributes:
        start: Its first position in the text.
        written: What stands there.
        proposed: What should stand there; mostly the same.
        error: The detector's probability of an error.
    """

    start: int
    written: str
    proposed: str
    error: float


class SpellingCorrector:
    """Reads a sentence, and says of each piece how suspicious it is and what should stand there.

    Args:
        model: Detector and BERT.
        tokenizer: Cuts the sentences.
    """

    def __init__(self, model: SoftMaskedBert, tokenizer: WordPieceTokenizer) -> None:
        self.model, self.tokenizer = model.eval(), tokenizer
        self._chinese = torch.tensor([is_chinese(piece) for piece in tokenizer.vocabulary])

    @classmethod
    def from_pretrained(cls, name: str | Path = "zh-spelling") -> "SpellingCorrector":
        """Load a corrector, by path or as a checkpoint's name.

        Raises:
            FileNotFoundError: If there is none.
            ValueError: If a file is cut short, or does not fit the configuration.
        """
        folder = find_folder(name)
        tokenizer = WordPieceTokenizer.from_folder(folder)
        config = BertConfig.from_hub(read_json(folder / "config.json"))
        shapes = shapes_in(folder / "model.safetensors")
        check_sizes(config, shapes)
        tensors = checkpoint.read_tensors(folder / "model.safetensors")
        check_weights(tensors)
        size = shapes[f"{DETECTOR}score.weight"][1] // 2  # of each direction
        model = SoftMaskedBert(BertForMaskedLM(config), tokenizer.mask_id, size)
        own = {name for name in tensors if name.startswith(DETECTOR)}
        bert = {name: tensor for name, tensor in tensors.items() if name not in own}
        expected = model.corrector.state_dict()
        model.corrector.load_state_dict(checkpoint.to_ours(bert, expected, config.num_layers))
        detector = {name.removeprefix(DETECTOR): tensors[name].float() for name in own}
        model.detector.load_state_dict(detector)
        return cls(model, tokenizer)

    def save_pretrained(self, folder: str | Path) -> None:
        """Write configuration, vocabulary and weights, the weights in half precision."""
        bert = self.model.corrector
        tensors = checkpoint.to_hub(bert.state_dict(), bert.config.num_layers)
        tensors |= {DETECTOR + k: t for k, t in self.model.detector.state_dict().items()}
        entries: dict[str, object] = {"architectures": [bert.architecture], "dtype": "float32"}
        entries |= {**bert.config.to_hub(), "detector_size": self.model.detector_size}
        self.tokenizer.save(folder)
        with published(Path(folder)) as prepared:
            half = {name: tensor.half().contiguous() for name, tensor in tensors.items()}
            checkpoint.write_tensors(prepared / "model.safetensors", half)
            text = json.dumps(entries, indent=2) + "\n"
            write_atomically(prepared / "config.json", text.encode())

    @torch.no_grad()
    def correct(self, text: str) -> list[Correction]:
        """Read one sentence. Only Chinese characters are proposed, and only for others.

        Returns:
            What is said of each piece, from left to right; nothing of what the tokenizer drops.

        Raises:
            ValueError: If it is no text, has no Chinese character, or is too long for the model.
        """
        if not isinstance(text, str) or not any(map(is_chinese, text)):
            raise ValueError(f"expected a text with a Chinese character, got {text!r:.60}")
        pieces, most = (
            piece_offsets(text, self.tokenizer),
            self.model.corrector.config.max_positions,
        )
        if len(pieces) > most - 2:
            raise ValueError(f"expected at most {most - 2} pieces, got {len(pieces)}; cut the text")
        found = self.model(*self.tokenizer.batch([text]))
        logits = found.correction[0, 1:-1].masked_fill(~self._chinese, -torch.inf)  # (T, V)
        errors, best = found.detection[0, 1:-1].sigmoid().tolist(), logits.argmax(dim=-1).tolist()
        corrections = []
        for piece, new, error in zip(pieces, best, errors, strict=True):
            written = text[piece.start : piece.end]
            known = bool(self._chinese[piece.id])
            proposed = self.tokenizer.vocabulary[new] if known else written
            corrections.append(Correction(piece.start, written, proposed, error))
        return corrections


def is_chinese(piece: str) -> bool:
    """Tell whether a piece is one Chinese character."""
    return len(piece) == 1 and "\u4e00" <= piece <= "\u9fff"
