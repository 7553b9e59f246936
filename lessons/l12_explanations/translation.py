"""A small translator, numbers from English to French, whose words can be hidden and shown.

The network is Marian, as ``transformers`` has it: an encoder reads the English words, a decoder
writes the French ones, each by those before it and by what the encoder found. It has seen hidden
words in training, so it can say what is likely without them.
"""

from lessons.l12_explanations.number_words import ENGLISH_WORDS, FRENCH_WORDS

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor
from transformers import MarianConfig, MarianMTModel

from bertlab.files import published, read_json, write_atomically
from bertlab.inspection.shapley import coalitions, shapley_values
from bertlab.model.checkpoint import read_tensors, write_tensors
from bertlab.model.header import check_weights
from bertlab.model.pretrained import find_folder

PAD, END, MASK = 0, 1, 2
WORDS = ("<pad>", "</s>", "<mask>", *dict.fromkeys((*ENGLISH_WORDS, *FRENCH_WORDS)))
PLACES = {word: place for place, word in enumerate(WORDS)}
LONGEST = 24  # words of a text, with the end


def split_words(text: str) -> list[str]:
    """Cut a number in words: at spaces and hyphens.

    Raises:
        ValueError: If there are no words, too many, or one is unknown.
    """
    words = re.split(r"[\s-]+", text.strip().lower())
    unknown = [word for word in words if word not in PLACES]
    if unknown or len(words) >= LONGEST:
        raise ValueError(f"expected 1 to {LONGEST - 1} words for numbers, got {text!r}")
    return words


def encode(texts: Sequence[str]) -> Int[Tensor, "B T"]:
    """Return the words' numbers, each text with its end, padded."""
    rows = [torch.tensor([PLACES[w] for w in split_words(text)] + [END]) for text in texts]
    return torch.nn.utils.rnn.pad_sequence(rows, batch_first=True, padding_value=PAD)


def decode(row: Sequence[int]) -> str:
    """Return the French text of a row of numbers, up to its end."""
    words = [WORDS[place] for place in row]
    end = words.index("</s>") if "</s>" in words else len(words)
    return "-".join(word for word in words[:end] if word != "<pad>")


def small_network(hidden_size: int = 64, num_layers: int = 2, num_heads: int = 4) -> MarianMTModel:
    """Return a Marian with fresh weights, as many layers in encoder and decoder."""
    layers: dict[str, Any] = {f"{part}_layers": num_layers for part in ("encoder", "decoder")}
    heads: dict[str, Any] = {
        f"{part}_attention_heads": num_heads for part in ("encoder", "decoder")
    }
    sizes: dict[str, Any] = {f"{part}_ffn_dim": 2 * hidden_size for part in ("encoder", "decoder")}
    config = MarianConfig(
        vocab_size=len(WORDS),
        d_model=hidden_size,
        max_position_embeddings=LONGEST + 1,
        scale_embedding=True,
        dropout=0.0,
        pad_token_id=PAD,
        eos_token_id=END,
        decoder_start_token_id=PAD,
        forced_eos_token_id=None,
        **layers,
        **heads,
        **sizes,
    )
    return MarianMTModel(config)


class Translator:
    """Translates numbers, and says how likely it holds each word of a translation.

    Args:
        network: A Marian over ``WORDS``.
    """

    def __init__(self, network: MarianMTModel) -> None:
        self.network = network.eval()

    @classmethod
    def from_pretrained(cls, name: str | Path = "number-translator") -> "Translator":
        """Load a translator, by path or as a checkpoint's name.

        Raises:
            FileNotFoundError: If there is none.
            ValueError: If its words are others.
        """
        folder = find_folder(name)
        sizes = read_json(folder / "config.json")
        if tuple(sizes.pop("words")) != WORDS:
            raise ValueError(f"expected the {len(WORDS)} words of this module in {folder.name}")
        tensors = read_tensors(folder / "model.safetensors")
        check_weights(tensors)
        width = tensors.get("model.shared.weight", torch.empty(0)).shape[-1]
        depth = sum(name.endswith("encoder_attn.q_proj.bias") for name in tensors)
        if not {"hidden_size": width, "num_layers": depth}.items() <= sizes.items():
            raise ValueError(f"{folder.name}: expected {depth} layers of {width}, got {sizes}")
        network = small_network(**sizes)
        state = network.state_dict()
        network.load_state_dict(state | {name: t.float() for name, t in tensors.items()})
        return cls(network)

    def save(self, folder: Path) -> None:
        """Write sizes, words and weights, the weights in half precision."""
        config = self.network.config
        sizes = {
            "hidden_size": config.d_model,
            "num_layers": config.encoder_layers,
            "num_heads": config.encoder_attention_heads,
        }
        text = json.dumps({**sizes, "words": WORDS}, indent=1, ensure_ascii=False) + "\n"
        named = dict(self.network.named_parameters())  # without copies and fixed positions
        tensors = {name: tensor.detach().half().contiguous() for name, tensor in named.items()}
        with published(folder) as prepared:
            write_atomically(prepared / "config.json", text.encode())
            write_tensors(prepared / "model.safetensors", tensors)

    @torch.no_grad()
    def translate(self, texts: Sequence[str], batch_size: int = 500) -> list[str]:
        """Translate, always writing the likeliest word.

        Raises:
            ValueError: If a text is no number in words.
        """
        found: list[str] = []
        for start in range(0, len(texts), batch_size):
            ids = encode(texts[start : start + batch_size])
            rows = torch.full((len(ids), 1), PAD)  # the decoder's start
            encoded = self.network.get_encoder()(ids, attention_mask=ids != PAD)
            while rows.shape[1] < LONGEST and not (rows == END).any(dim=1).all():
                logits = self.network(
                    attention_mask=ids != PAD, encoder_outputs=encoded, decoder_input_ids=rows
                ).logits
                rows = torch.cat([rows, logits[:, -1:].argmax(dim=-1)], dim=1)
            found += [decode(row) for row in rows[:, 1:].tolist()]
        return found

    @torch.no_grad()
    def log_probabilities(
        self, text: str, translation: str, present: Bool[Tensor, "S N"]
    ) -> Float[Tensor, "S M"]:
        """Return how likely each word of a translation is when some words are hidden.

        Args:
            text: N English words.
            translation: M French words; each is asked for with those before it given.
            present: Which English words are shown; the others become ``<mask>``.

        Returns:
            Logarithms (nats), float64.
        """
        ids, answers = encode([text])[0], encode([translation])[0, :-1]
        if present.shape[1] != len(ids) - 1:
            expected, got = len(ids) - 1, present.shape[1]
            raise ValueError(f"expected groups of {expected} words, got groups of {got}")
        rows = ids.repeat(len(present), 1)
        rows[:, :-1] = torch.where(present, ids[:-1], MASK)
        given = torch.cat([torch.tensor([PAD]), answers[:-1]]).expand(len(rows), -1)
        logits = self.network(
            rows, attention_mask=torch.ones_like(rows), decoder_input_ids=given
        ).logits
        chosen = answers.expand(len(rows), -1)[..., None]
        return logits.double().log_softmax(dim=-1).gather(-1, chosen)[..., 0]


@dataclass(frozen=True, eq=False)
class TranslationExplanation:
    """What each English word adds to the log-probability of each French one.

    Attributes:
        words: N English words.
        translation: M French words, as the model wrote them.
        values: Shapley values, (M, N), in nats. Row m sums to ``prediction[m] - base[m]``.
        base: Log-probability of each French word with all English ones hidden, (M,).
        prediction: With all shown, (M,).
    """

    words: tuple[str, ...]
    translation: tuple[str, ...]
    values: Float[np.ndarray, "M N"]
    base: Float[np.ndarray, " M"]
    prediction: Float[np.ndarray, " M"]


def _known(worth: Tensor, present: Tensor) -> Tensor:
    """Return what all groups are worth, for one who asks for all of them."""
    return worth


def explain_translation(translator: Translator, text: str) -> TranslationExplanation:
    """Explain a translation word by word: exact Shapley values, a game for each French word.

    Raises:
        ValueError: If the text is no number in words, or has too many for all groups of them, or
            the translation has no words.
    """
    (translation,) = translator.translate([text])
    if not translation:
        raise ValueError(f"expected a translation with words, got an empty one of {text!r}")
    words, written = split_words(text), split_words(translation)
    present = coalitions(len(words))  # the last group has all words, the first none
    worth = translator.log_probabilities(text, translation, present)  # (S, M)
    values = [shapley_values(partial(_known, column), len(words)) for column in worth.T]
    return TranslationExplanation(
        tuple(words),
        tuple(written),
        torch.stack(values).numpy(),
        worth[0].numpy(),
        worth[-1].numpy(),
    )
