"""What the first lesson measures.

Which words fill a gap? And does a token's vector tell two meanings of a word apart?
"""

from lessons.l00_start_here.exercises.right_comparisons.reference import right_comparisons

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import torch
from jaxtyping import Bool, Float
from torch import Tensor
from torch.nn.functional import normalize

from bertlab.model.bert import BertModel
from bertlab.pretraining.generation import Candidate, MaskedModel, fill_mask
from bertlab.text.wordpiece import WordPieceTokenizer

Count = Callable[[Sequence[float], Sequence[float]], float]
CONTROLS = "the", "."  # what stands in every sentence and has one meaning
GAP = "[MASK]"
DECIMALS = 6  # of cosines: two that agree so far are equal
ENDS = tuple(
    f"The [MASK] was {end}."
    for end in ("sung by a choir", "commanded by a general", "released on DVD")
)
FAILURE = "Paris is the capital of [MASK]."
SOLDIERS = "The [MASK] was full of soldiers."


def fill_gaps(
    model: MaskedModel, tokenizer: WordPieceTokenizer, sentences: Sequence[str]
) -> dict[str, list[Candidate]]:
    """Return the three likeliest words for the first gap of each sentence."""
    return {line: fill_mask(model, tokenizer, line, top=3)[0] for line in sentences}


def best_words(
    model: MaskedModel, tokenizer: WordPieceTokenizer, sentences: Sequence[str]
) -> list[str]:
    """Return the likeliest word for the first gap of each sentence."""
    return [found[0].piece for found in fill_gaps(model, tokenizer, sentences).values()]


class Senses(NamedTuple):
    """Sentences with a word in two meanings.

    Attributes:
        sentences: First those with the first meaning, then the others.
        is_second: Which of them have the second meaning, (N,).
    """

    sentences: list[str]
    is_second: Bool[Tensor, " N"]


def read_senses() -> dict[str, Senses]:
    """Return the sentences of ``sentences.toml`` by word."""
    text = Path(__file__).with_name("sentences.toml").read_text(encoding="utf-8")
    found = {}
    for word, entry in tomllib.loads(text).items():
        sentences = entry["first"] + entry["second"]
        found[word] = Senses(sentences, torch.arange(len(sentences)) >= len(entry["first"]))
    return found


@torch.no_grad()
def vectors_of(
    model: BertModel, tokenizer: WordPieceTokenizer, sentences: Sequence[str], piece: str
) -> Float[Tensor, "L N D"]:
    """Return the vectors of the first occurrence of a piece in each sentence.

    Returns:
        One matrix for the input of the first layer, and one for the output of each layer.

    Raises:
        ValueError: If a sentence does not hold the piece.
    """
    batch = tokenizer.batch(sentences)
    is_piece = batch.input_ids == tokenizer.ids[piece]
    for sentence, found in zip(sentences, is_piece.any(dim=1).tolist(), strict=True):
        if not found:
            raise ValueError(f"expected {piece!r} in every sentence, got {sentence!r}")
    places = is_piece.int().argmax(dim=1)
    states = model.inspect(*batch).hidden_states
    return torch.stack([state[torch.arange(len(sentences)), places] for state in states])


def lead_of_first(
    model: BertModel,
    tokenizer: WordPieceTokenizer,
    word: str,
    sentence: str,
    senses: Senses,
    layer: int = -1,
) -> float:
    """Return by how much a word in a sentence is nearer to its first meaning, after a layer.

    Returns:
        The mean cosine with the sentences of the first meaning, minus that with the others.
    """
    vectors = vectors_of(model, tokenizer, [sentence, *senses.sentences], word)[layer]
    yours, *others = normalize(vectors, dim=1)
    cosines = torch.stack(others) @ yours
    return (cosines[~senses.is_second].mean() - cosines[senses.is_second].mean()).item()


def told_apart(
    vectors: Float[Tensor, "N D"], is_second: Bool[Tensor, " N"], count: Count = right_comparisons
) -> float:
    """Measure how well vectors tell two meanings apart.

    Args:
        vectors: Of the uses of a word.
        is_second: Which of them have the second meaning.
        count: Returns the proportion of right comparisons.

    Returns:
        How often two vectors of one meaning are more alike, by cosine, than two of different
        meanings, over all such pairs of pairs.
    """
    unit = normalize(vectors, dim=1)
    cosines = unit @ unit.T
    one_meaning = is_second[:, None] == is_second
    pairs = torch.ones_like(one_meaning).triu(diagonal=1)
    same, different = (
        cosines[pairs & kind].double().round(decimals=DECIMALS).tolist()
        for kind in (one_meaning, ~one_meaning)
    )
    return float(count(same, different))


def controls(
    model: BertModel,
    tokenizer: WordPieceTokenizer,
    senses: Mapping[str, Senses],
    count: Count = right_comparisons,
) -> dict[str, Float[Tensor, "W L"]]:
    """Measure words with two meanings beside *the* and the full stop of the same sentences.

    Args:
        model: The encoder.
        tokenizer: Of the model.
        senses: The sentences of each word.
        count: Returns the proportion of right comparisons.

    Returns:
        For ``"word"``, ``"the"`` and ``"."``: how well it tells the meanings apart, a row for each
        word of ``senses``, a column for the embeddings and for each layer.
    """
    return {
        name: curves(model, tokenizer, senses, "" if name == "word" else name, count)
        for name in ("word", *CONTROLS)
    }


def curves(
    model: BertModel,
    tokenizer: WordPieceTokenizer,
    senses: Mapping[str, Senses],
    piece: str = "",
    count: Count = right_comparisons,
) -> Float[Tensor, "W L"]:
    """Measure how well one token of the sentences tells the meanings of each word apart.

    Args:
        model: The encoder.
        tokenizer: Of the model.
        senses: The sentences of each word.
        piece: The token; by default the word itself.
        count: Returns the proportion of right comparisons.

    Returns:
        A row for each word of ``senses``, a column for the embeddings and for each layer.
    """
    rows = []
    for word, (sentences, is_second) in senses.items():
        layers = vectors_of(model, tokenizer, sentences, piece or word)
        rows.append([told_apart(vectors, is_second, count) for vectors in layers])
    return torch.tensor(rows)


def masked(senses: Mapping[str, Senses]) -> dict[str, Senses]:
    """Return the same sentences with a gap in place of their word."""
    found = {}
    for word, (sentences, is_second) in senses.items():
        whole = re.compile(rf"\b{re.escape(word)}\b", re.IGNORECASE)
        found[word] = Senses([whole.sub(GAP, line) for line in sentences], is_second)
    return found


def own_word(
    model: BertModel,
    tokenizer: WordPieceTokenizer,
    word: str,
    first: Sequence[str],
    second: Sequence[str],
) -> dict[str, Float[Tensor, "1 L"]]:
    """Measure a reader's word and its controls, see ``controls``.

    Raises:
        ValueError: If the model cuts the word into pieces, or a meaning has fewer than two
            sentences, or a sentence lacks the word, "the" or a full stop.
    """
    if word not in tokenizer.ids:
        raise ValueError(f"expected a word that is one token, in lower case, got {word!r}")
    if min(len(first), len(second)) < 2:
        got = f"{len(first)} and {len(second)}"
        raise ValueError(f"expected two sentences or more for each meaning, got {got}")
    sentences = [*first, *second]
    is_second = torch.arange(len(sentences)) >= len(first)
    return controls(model, tokenizer, {word: Senses(sentences, is_second)})
