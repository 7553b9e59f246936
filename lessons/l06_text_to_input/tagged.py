"""Words with two meanings, messages with two replies, and questions that say which is wanted."""

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

CATEGORIES = "ANIMAL", "THING"
Ask = Callable[[Sequence[str], BertModel], Float[Tensor, "N 2 D"]]
SEARCHES = "its word", "another word", "no word", "the word alone"


class Sense(NamedTuple):
    """A word, a text that speaks of the animal, and one that speaks of something else."""

    word: str
    animal: str
    thing: str


def senses() -> list[Sense]:
    """Return the words, in the order of the file."""
    found = json.loads((Path(__file__).parent / "senses.json").read_text(encoding="utf-8"))
    return [Sense(*each) for each in found]


def messages(
    model: BertModel, tokenizer: WordPieceTokenizer
) -> tuple[list[str], Float[Tensor, "N 2 D"]]:
    """Return messages, and the vectors of two replies to each: to 😍 and to 😡."""
    found = json.loads((Path(__file__).parent / "messages.json").read_text(encoding="utf-8"))
    written = [text for _, friendly, angry in found for text in (friendly, angry)]
    vectors = text_vectors(model, tokenizer, written).unflatten(0, (-1, 2))
    return [message for message, _, _ in found], vectors


def on_new_messages(
    ask: Ask,
    grown: Callable[[], BertModel],
    texts: Sequence[str],
    replies: Float[Tensor, "N 2 D"],
    seeds: Sequence[int],
) -> list[float]:
    """Train with half of the messages, and return how often the right reply is nearer in the rest.

    Args:
        ask: The lesson's ``signed``.
        grown: Returns a frozen model whose table has two new rows.
        texts: The messages.
        replies: Two to each.
        seeds: One split of the messages each.
    """
    found = []
    for seed in seeds:
        seen, held_out = halves(len(texts), seed)
        trained = train_rows(ask, grown(), [texts[place] for place in seen], replies[seen])
        with torch.no_grad():
            asked = ask([texts[place] for place in held_out], trained)
        found.append(right(asked, replies[held_out]))
    return found


def halves(number: int, seed: int) -> tuple[list[int], list[int]]:
    """Split the places of some words at random: one half to train on, one held out."""
    generator = torch.Generator().manual_seed(seed)
    places = torch.randperm(number, generator=generator).tolist()
    return places[: number // 2], places[number // 2 :]


def with_table(model: BertModel, table: nn.Module) -> BertModel:
    """Return a frozen copy of a model that looks its words up in a table with two rows more."""
    grown = deepcopy(model).requires_grad_(False)
    grown.config = replace(model.config, vocab_size=model.config.vocab_size + len(CATEGORIES))
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


def answers(
    model: BertModel, tokenizer: WordPieceTokenizer, found: Sequence[Sense]
) -> Float[Tensor, "N 2 D"]:
    """Return the vectors of the two texts of each word."""
    texts = [text for sense in found for text in (sense.animal, sense.thing)]
    return text_vectors(model, tokenizer, texts).unflatten(0, (-1, 2))


def in_words(
    model: BertModel, tokenizer: WordPieceTokenizer, found: Sequence[Sense]
) -> Float[Tensor, "N 2 D"]:
    """Return vectors of questions that write the category before the word: *animal: bat*."""
    texts = [f"{name.lower()}: {sense.word}" for sense in found for name in CATEGORIES]
    return text_vectors(model, tokenizer, texts).unflatten(0, (-1, 2))


def word_alone(
    model: BertModel, tokenizer: WordPieceTokenizer, words: Sequence[str]
) -> Float[Tensor, "N 2 D"]:
    """Return vectors of questions without a category: both questions of a word are the same."""
    return text_vectors(model, tokenizer, words).unsqueeze(1).expand(-1, 2, -1)


def right(questions: Float[Tensor, "N 2 D"], texts: Float[Tensor, "N 2 D"]) -> float:
    """Return how often a question lies nearer to the text that it asks for than to the other."""
    scores = torch.einsum("nqd,nsd->nqs", questions, texts)
    return (scores.argmax(dim=-1) == torch.arange(2)).double().mean().item()


def train_rows(
    ask: Ask,
    model: BertModel,
    words: Sequence[str],
    texts: Float[Tensor, "N 2 D"],
    search: bool = False,
    steps: int = 40,
) -> BertModel:
    """Train new rows so that each question lies nearer to its text than to others.

    Args:
        ask: The lesson's ``questions``.
        model: With a table whose new rows can be trained; it is changed and returned.
        words: To train on.
        texts: Theirs.
        search: Whether the others are the texts of all words; by default the other of its word.
        steps: Of training.
    """
    optimizer = torch.optim.Adam(model.embeddings.word.parameters(), lr=0.01)
    number = len(words)
    right = torch.arange(2 * number) if search else torch.arange(2).repeat(number)
    for _ in range(steps):
        if search:
            scores = 20 * ask(words, model).flatten(0, 1) @ texts.flatten(0, 1).T  # (2N, 2N)
        else:
            scores = (20 * ask(words, model) @ texts.transpose(1, 2)).flatten(0, 1)  # (2N, 2)
        loss = torch.nn.functional.cross_entropy(scores, right)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return model


def hits(
    asked: Float[Tensor, "N 2 D"],
    texts: Float[Tensor, "M 2 D"],
    places: Sequence[int],
    most: int = 3,
) -> int:
    """Count the questions whose text is among the nearest few of all texts.

    Args:
        asked: The questions.
        texts: To search in: the two of each word.
        places: Of the words that are asked for.
        most: How many texts a search returns.
    """
    found = (texts.flatten(0, 1) @ asked.flatten(0, 1).T).topk(most, dim=0).indices
    wanted = torch.tensor([2 * place + side for place in places for side in range(2)])
    return int((found == wanted).any(dim=0).sum())


def compare(
    ask: Ask,
    grown: Callable[[], BertModel],
    tokenizer: WordPieceTokenizer,
    model: BertModel,
    seeds: Sequence[int],
) -> tuple[dict[str, list[float]], dict[str, list[float]]]:
    """Ask for the meanings of held-out words in three ways, with several splits of the words.

    The controls are the trained token alone or with another word, and the word alone.

    Returns:
        How often the right one of two texts is nearer, for each way; and how often the trained
        tokens find the right text among the first three of all.

    Args:
        ask: The lesson's ``questions``.
        grown: Returns a frozen model whose table has two new rows, ``table.new``.
        tokenizer: Of the published model.
        model: The published model.
        seeds: One split of the words each.
    """
    every = senses()
    texts, written = answers(model, tokenizer, every), in_words(model, tokenizer, every)
    names = "untrained token", "in words", "trained token", "trained, no word"
    found: dict[str, list[float]] = {name: [] for name in names}
    searches: dict[str, list[float]] = {n: [] for n in SEARCHES}
    for seed in seeds:
        seen, held_out = halves(len(every), seed)
        words = [every[place].word for place in held_out]
        trained = train_rows(ask, grown(), [every[place].word for place in seen], texts[seen])
        untrained = grown()
        draw_rows(
            untrained.embeddings.word.get_parameter("new"), model.embeddings.word.weight, seed
        )
        with torch.no_grad():
            found["untrained token"].append(right(ask(words, untrained), texts[held_out]))
            found["in words"].append(right(written[held_out], texts[held_out]))
            asked = {
                "its word": ask(words, trained),
                "another word": ask([*words[1:], words[0]], trained),
                "no word": ask([""] * len(words), trained),
                "the word alone": word_alone(model, tokenizer, words),
            }
            found["trained token"].append(right(asked["its word"], texts[held_out]))
            found["trained, no word"].append(right(asked["no word"], texts[held_out]))
            for name, rows in asked.items():
                searches[name].append(hits(rows, texts, held_out) / (2 * len(words)))
    return found, searches
