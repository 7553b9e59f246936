"""Messages with two replies, and tokens that say which is wanted."""

import json
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn
from torch.nn.functional import normalize

from bertlab.model import BertModel
from bertlab.text import WordPieceTokenizer

Ask = Callable[[Sequence[str], BertModel], Float[Tensor, "N 2 D"]]
Train = Callable[[Sequence[str], Float[Tensor, "N 2 D"]], BertModel]
EMOJI_IN_WORDS = "{} (in love)", "{} (angry)"
WAYS = "untrained", "in words", "trained", "trained, alone"
SEARCHES = "its text", "another text", "no text", "the text alone"


def messages(
    model: BertModel, tokenizer: WordPieceTokenizer
) -> tuple[list[str], Float[Tensor, "N 2 D"]]:
    """Return messages, and the vectors of two replies to each: to 😍 and to 😡."""
    found = json.loads((Path(__file__).parent / "messages.json").read_text(encoding="utf-8"))
    written = [text for _, friendly, angry in found for text in (friendly, angry)]
    vectors = text_vectors(model, tokenizer, written).unflatten(0, (-1, 2))
    return [message for message, _, _ in found], vectors


def halves(number: int, seed: int) -> tuple[list[int], list[int]]:
    """Split the places of some messages at random: one half to train on, one held out."""
    generator = torch.Generator().manual_seed(seed)
    places = torch.randperm(number, generator=generator).tolist()
    return places[: number // 2], places[number // 2 :]


def with_table(model: BertModel, table: nn.Module) -> BertModel:
    """Return a frozen copy of a model that looks its words up in a table with two rows more."""
    grown = deepcopy(model).requires_grad_(False)
    grown.config = replace(model.config, vocab_size=model.config.vocab_size + 2)
    grown.embeddings.word = table  # type: ignore[assignment]
    return grown


def draw_rows(rows: nn.Parameter, old: Float[Tensor, "V D"], seed: int) -> None:
    """Draw rows at random, each number with the mean and the deviation of its column."""
    noise = torch.randn(rows.shape, generator=torch.Generator().manual_seed(seed))
    with torch.no_grad():
        rows.copy_(old.mean(dim=0) + old.std(dim=0) * noise)


def text_vectors(
    model: BertModel, tokenizer: WordPieceTokenizer, texts: Sequence[str]
) -> Float[Tensor, "N D"]:
    """Return the mean of each text's vectors, padding left out, with length 1."""
    ids, _, mask = tokenizer.batch(texts)
    with torch.no_grad():
        return means(model, ids, mask)


def means(
    model: BertModel, ids: Int[Tensor, "N T"], mask: Int[Tensor, "N T"]
) -> Float[Tensor, "N D"]:
    """Return the mean of each row's vectors, padding left out, with length 1."""
    hidden = model(ids, attention_mask=mask).last_hidden_state  # (N, T, D)
    keep = mask.unsqueeze(-1)
    return normalize((hidden * keep).sum(dim=1) / keep.sum(dim=1), dim=1)


def in_words(
    model: BertModel, tokenizer: WordPieceTokenizer, texts: Sequence[str]
) -> Float[Tensor, "N 2 D"]:
    """Return vectors of texts that say in plain words what the two new tokens say."""
    written = [pattern.format(text) for text in texts for pattern in EMOJI_IN_WORDS]
    return text_vectors(model, tokenizer, written).unflatten(0, (-1, 2))


def alone(
    model: BertModel, tokenizer: WordPieceTokenizer, texts: Sequence[str]
) -> Float[Tensor, "N 2 D"]:
    """Return vectors of texts without a new token: both questions of a text are the same."""
    return text_vectors(model, tokenizer, texts).unsqueeze(1).expand(-1, 2, -1)


def right(questions: Float[Tensor, "N 2 D"], texts: Float[Tensor, "N 2 D"]) -> float:
    """Return how often a question lies nearer to the text that it asks for than to the other."""
    scores = torch.einsum("nqd,nsd->nqs", questions, texts)
    return (scores.argmax(dim=-1) == torch.arange(2)).double().mean().item()


def hits(
    asked: Float[Tensor, "N 2 D"], texts: Float[Tensor, "M 2 D"], places: Sequence[int]
) -> int:
    """Count the questions whose text is the nearest of all texts.

    Args:
        asked: The questions.
        texts: To search in: the two of each message.
        places: Of the messages that are asked for.
    """
    found = (texts.flatten(0, 1) @ asked.flatten(0, 1).T).argmax(dim=0)
    wanted = torch.tensor([2 * place + side for place in places for side in range(2)])
    return int((found == wanted).sum())


class Choice(NamedTuple):
    """Texts with two answers each, and the same questions without a new token.

    Attributes:
        ask: Returns the vectors of texts with each new token.
        texts: Messages.
        answers: Two to each.
        in_words: The questions in plain words.
        alone: The questions without the token.
    """

    ask: Ask
    texts: Sequence[str]
    answers: Float[Tensor, "N 2 D"]
    in_words: Float[Tensor, "N 2 D"]
    alone: Float[Tensor, "N 2 D"]


def compare(
    choice: Choice, train: Train, untrained: BertModel, seeds: Sequence[int]
) -> tuple[dict[str, list[float]], dict[str, list[float]]]:
    """Ask for the right answers to held-out texts in some ways, with several splits of the texts.

    The controls are the trained token alone or with another text, and the text alone.

    Args:
        choice: What is asked.
        train: Returns a model whose new rows were trained with some texts and their answers.
        untrained: A model whose table has two new rows, ``table.new``; they are drawn anew.
        seeds: One split of the texts each.

    Returns:
        How often the right one of two answers is nearer, for each way; and how often it is found
        in a search among the answers to all texts.
    """
    found: dict[str, list[float]] = {name: [] for name in WAYS}
    searches: dict[str, list[float]] = {name: [] for name in SEARCHES}
    for seed in seeds:
        seen, held_out = halves(len(choice.texts), seed)
        texts, answers = [choice.texts[place] for place in held_out], choice.answers[held_out]
        trained = train([choice.texts[place] for place in seen], choice.answers[seen])
        table = untrained.embeddings.word
        draw_rows(table.get_parameter("new"), table.get_buffer("old"), seed)
        with torch.no_grad():
            asked = {
                "its text": choice.ask(texts, trained),
                "another text": choice.ask([*texts[1:], texts[0]], trained),
                "no text": choice.ask([""] * len(texts), trained),
                "the text alone": choice.alone[held_out],
            }
            ways = (
                choice.ask(texts, untrained),
                choice.in_words[held_out],
                asked["its text"],
                asked["no text"],
            )
        for name, questions in zip(WAYS, ways, strict=True):
            found[name].append(right(questions, answers))
        for name, questions in asked.items():
            searches[name].append(hits(questions, choice.answers, held_out) / (2 * len(texts)))
    return found, searches
