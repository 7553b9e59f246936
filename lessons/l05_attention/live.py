"""What the lesson computes while it is read: six words, published weights, pairs of sentences."""

import json
from collections.abc import Callable, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import torch
from jaxtyping import Float
from safetensors.torch import load_file
from torch import Tensor, nn
from torch.nn.functional import gelu, layer_norm

from bertlab.model.bert import BertModel
from bertlab.text.wordpiece import WordPieceTokenizer

RENAMES = {
    "embeddings.word_embeddings": "word",
    "embeddings.position_embeddings": "position",
    "embeddings.token_type_embeddings": "token_type",
    "embeddings.LayerNorm": "norm",
    "encoder.layer.": "layers.",
    "attention.self.": "attention.",
    "intermediate.dense": "expand",
    "output.dense": "contract",
    "output.LayerNorm": "output_norm",
    "attention.output.dense": "attention.output",
    "attention.output.LayerNorm": "attention_norm",
}


def six_words() -> tuple[list[str], Float[Tensor, "6 4"], Float[Tensor, "3 4 2"]]:
    """Return words, vectors that say what each is, and matrices by which a pronoun finds nouns."""
    vectors = {
        "people": [1, 0, 1, 0],  # a noun, about persons
        "keep": [0, 0, 0, 0],
        "dogs": [1, 0, 0, 1],  # a noun, about dogs
        "because": [0, 0, 0, 0],
        "they": [0, 1, 0, 0],  # a pronoun, and nothing else
        "bark": [0, 0, 0, 1],  # about dogs
    }
    asks = [[0, 0], [2, 0], [0, 0], [0, 0]]  # a pronoun asks for: noun
    found = [[1, 0], [0, 0], [0, 0], [0, 1]]  # found by: noun, dog
    hands = [[0, 0], [0, 0], [1, 0], [0, 1]]  # hands over: person, dog
    x, matrices = torch.tensor(list(vectors.values())), torch.tensor([asks, found, hands])
    return list(vectors), x.float(), matrices.float()


def one_layer(x: Float[Tensor, " D"], context: Float[Tensor, " 2"]) -> list[Tensor]:
    """Return the vector of *they* after each step of a layer; its weights are chosen by hand.

    Args:
        x: The word's own vector.
        context: Person and dog, as attention has found them.
    """
    nothing = torch.zeros(2)
    attended = torch.cat([nothing, context])  # person and dog get back to their own numbers
    h = layer_norm(x + attended, x.shape)
    inner = gelu(8 * torch.stack([h[2] - h[3], h[3] - h[2]]))  # more person? more dog?
    added = torch.cat([nothing, inner])
    return [x, attended, x + attended, h, added, h + added, layer_norm(h + added, x.shape)]


def norm_of(function: Callable[..., Tensor]) -> type[nn.LayerNorm]:
    """Return LayerNorm as a module: torch keeps gain and bias, and a function computes."""

    class LayerNorm(nn.LayerNorm):
        def forward(self, x: Tensor) -> Tensor:
            return function(x, self.weight, self.bias)

    return LayerNorm


def published(folder: Path) -> dict[str, Tensor]:
    """Return a published model's tensors by name, without what the lesson's model has no place for.

    Args:
        folder: With ``model.safetensors``.
    """
    tensors = load_file(folder / "model.safetensors")
    return {
        name: tensor
        for name, tensor in tensors.items()
        if not name.startswith("pooler") and not name.endswith("position_ids")
    }


class Pair(NamedTuple):
    """A sentence with a gap for its ending; each of two endings fits one of two nouns."""

    sentence: str
    first: str
    second: str
    endings: tuple[str, str]
    pronouns: tuple[str, str] = ("it", "it")


OPENING = Pair(
    "People keep dogs because they {}.", "people", "dogs", ("worry", "bark"), ("they", "they")
)


def twelve_pairs() -> list[Pair]:
    """Return the pairs of ``pronouns.json``."""
    rows = json.loads((files(__package__) / "pronouns.json").read_text(encoding="utf-8"))
    return [
        Pair(row["sentence"], first, second, tuple(row["endings"]))
        for row in rows
        for first, second in [row["nouns"]]
    ]


def he_or_she() -> list[Pair]:
    """Return pairs in which the pronoun itself decides."""
    both = ("he", "she")
    return [
        Pair(sentence, he, she, both, both)
        for sentence, he, she in (
            ("The boy called the girl because {} was late.", "boy", "girl"),
            ("The king thanked the queen because {} was kind.", "king", "queen"),
            ("The man visited the woman because {} was ill.", "man", "woman"),
            ("The waiter asked the waitress whether {} was free.", "waiter", "waitress"),
            ("The actor met the actress when {} was young.", "actor", "actress"),
            ("The father phoned the mother after {} came home.", "father", "mother"),
            ("The uncle wrote to the aunt when {} was in Paris.", "uncle", "aunt"),
            ("The son left the daughter behind because {} was tired.", "son", "daughter"),
        )
    ]


Measure = Callable[..., Tensor]  # the exercise of that name


@torch.no_grad()
def measured(
    measure: Measure, model: Any, tokenizer: WordPieceTokenizer, pairs: Sequence[Pair]
) -> Float[Tensor, "N 2 L H"]:
    """Apply a measure of one text to pairs of sentences.

    Args:
        measure: The exercise of that name.
        model: An ``Encoder`` of the lesson, with published weights.
        tokenizer: Cuts the texts.
        pairs: N pairs.

    Raises:
        ValueError: If a pronoun or noun does not stand exactly once in a text, as one token.
    """
    p = []
    for pair in pairs:
        for ending, pronoun in zip(pair.endings, pair.pronouns, strict=True):
            ids = tokenizer.batch([pair.sentence.format(ending)]).input_ids
            tokens = [tokenizer.vocabulary[i] for i in ids[0]]
            places = [_once(word, tokens) for word in (pronoun, pair.first, pair.second)]
            p.append(measure(model, ids, torch.ones(1, 1, len(tokens)).bool(), *places))
    return torch.stack(p).unflatten(0, (len(pairs), 2))


def _once(word: str, tokens: list[str]) -> int:
    if tokens.count(word) != 1:
        raise ValueError(f"expected {word!r} once, as one token, got {' '.join(tokens)}")
    return tokens.index(word)


class Scaled(NamedTuple):
    """What a softmax makes of random queries and 64 random keys of d numbers."""

    d: int
    spread: float
    largest: float
    divided: float


def scaling(sizes: Sequence[int]) -> list[Scaled]:
    """Measure standard deviation of the scores, and the largest weight with and without sqrt(d)."""
    found = []
    for d in sizes:
        generator = torch.Generator().manual_seed(0)
        scores = (
            torch.randn(2000, d, generator=generator) @ torch.randn(64, d, generator=generator).T
        )
        largest = [(s.softmax(dim=1).amax(dim=1).mean().item()) for s in (scores, scores / d**0.5)]
        found.append(Scaled(d, scores.std().item(), *largest))
    return found


@torch.no_grad()
def looks(
    model: BertModel, tokenizer: WordPieceTokenizer, pair: Pair, layer: int, head: int
) -> tuple[list[str], Float[Tensor, "2 T"]]:
    """Return the tokens of a pair's first sentence, and where the pronoun looks in both."""
    rows = []
    for ending in pair.endings[::-1]:
        batch = tokenizer.batch([pair.sentence.format(ending)])
        tokens = [tokenizer.vocabulary[i] for i in batch.input_ids[0]]
        weights = model.inspect(*batch).layers[layer].weights[0, head]
        rows.append(weights[tokens.index(pair.pronouns[0])])
    return tokens, torch.stack(rows[::-1])
