"""What runs beside the student's code: words as tensors, the training, hangman, invented words."""

from lessons.l18_masks.learning import new_network, task_of
from lessons.l18_masks.words import (
    CLS,
    MASK,
    PAD,
    SEP,
    SPECIALS,
    Pair,
    WordBatches,
    said,
    spelled,
    tokens,
    vocabulary,
)

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from string import ascii_lowercase
from typing import NamedTuple

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from bertlab.datasets import SpokenWord
from bertlab.model import BertConfig, BertForMaskedLM
from bertlab.model.two_streams import TwoStreamModel
from bertlab.pretraining.many_masks import pairs_of
from bertlab.training.progress import progress

Scores = Callable[..., Tensor]  # (model, ids, types, mask) -> (B, T, V)
Task = tuple[Tensor, Tensor, Tensor]  # ids (B, T), mask (B, T, T), targets (B, T)
SIZE = {"hidden_size": 192, "num_heads": 6, "intermediate_size": 768}
TURNS = ("pronounce", "go on", "pronounce", "fill in")
FIRST_LETTER = len(SPECIALS)


def network(layers: int, seed: int = 0) -> BertForMaskedLM:
    """Return a BERT with random weights, 192 wide."""
    return new_network({**SIZE, "num_layers": layers}, seed)


# Masks without padding
def two_sided(ids: Int[Tensor, "B T"]) -> Bool[Tensor, "B T T"]:
    """Return BERT's mask, before padding is hidden."""
    B, T = ids.shape
    return torch.ones(B, T, T, dtype=torch.bool)


def causal(ids: Int[Tensor, "B T"]) -> Bool[Tensor, "B T T"]:
    """Return GPT's mask, before padding is hidden."""
    return two_sided(ids).tril()


def letters_see_all(types: Int[Tensor, "B T"]) -> Bool[Tensor, "B T T"]:
    """Return the friend's mask, which leaks."""
    return (types == 0)[:, :, None] | causal(types)


def without_padding(mask: Bool[Tensor, "B T T"], ids: Int[Tensor, "B T"]) -> Bool[Tensor, "B T T"]:
    """Hide the padding from all others; it sees itself, so that no row is empty."""
    seen = ids != PAD
    return mask & seen[:, None, :] | torch.diag_embed(~seen)


# The leak test
def walk() -> tuple[Int[Tensor, "1 T"], Int[Tensor, "1 T"]]:
    """Return the ids and the types of *walk* with its phonemes."""
    pairs = pairs_of([(spelled("walk"), said(["W", "AO", "K"]))])
    return pairs.ids, pairs.types


def other(ids: Int[Tensor, "B T"]) -> Int[Tensor, "B T"]:
    """Return at each place another id."""
    return ids % (len(vocabulary()) - 1) + 1


def answers(
    model: BertForMaskedLM, scores: Scores, types: Tensor, mask: Tensor
) -> Callable[[Tensor], Tensor]:
    """Return a function from ids to scores, with types and mask as they are."""
    return torch.no_grad()(lambda ids: scores(model, ids, types, mask))


# Learning
def gaps(ids: Int[Tensor, "B T"], seed: int) -> Task:
    """Return the task of filling gaps: letters alone, some of them as [MASK]."""
    rows: list[Pair] = [(row[: row.index(SEP) + 1], []) for row in ids.tolist()]
    task = task_of(rows, "fill", seed)
    return task.ids, two_sided(task.ids), task.targets


def train(
    model: BertForMaskedLM,
    words: Sequence[SpokenWord],
    three_tasks: Callable[..., Mapping[str, Task]],
    update: Callable[..., float],
    scores: Scores,
    steps: int = 400,
    highest: float = 1.5e-3,
) -> dict[str, list[float]]:
    """Let the student's functions teach a network; return the losses of each task.

    In four updates it pronounces twice, goes on once and fills in once. The learning rate rises in
    the first tenth of the updates and falls to 0 in the others.
    """
    batches, losses = WordBatches(words, 64, seed=0), dict[str, list[float]]()
    optimizer = torch.optim.AdamW(model.parameters(), betas=(0.9, 0.98), weight_decay=0.01)
    warm_up = steps // 10
    for step in progress(range(steps), desc="training"):
        pairs, turn = pairs_of(batches(step)), TURNS[step % len(TURNS)]
        second = torch.where(pairs.seen == 1, pairs.types, 1)  # padding is no first part
        ids, mask, targets = three_tasks(pairs.ids, second, pairs.seen, step)[turn]
        types = pairs.types[:, : ids.shape[1]] * (ids != PAD)
        rate = highest * min((step + 1) / warm_up, (steps - step) / (steps - warm_up))
        for group in optimizer.param_groups:
            group["lr"] = rate
        task = ids, without_padding(mask, ids), targets
        losses.setdefault(turn, []).append(update(model, optimizer, scores, types, task))
    return losses


# Writing
def pronounced(
    pronounce: Callable[..., list[int]],
    model: BertForMaskedLM,
    scores: Scores,
    words: Iterable[str],
) -> dict[str, list[str]]:
    """Return the phonemes that a network writes for each word, by the student's function."""
    with torch.no_grad():
        return {word: tokens(pronounce(model, scores, spelled(word), SEP)) for word in words}


def invent(model: BertForMaskedLM, scores: Scores, number: int, seed: int) -> list[str]:
    """Let a network go on from [CLS], drawing each token, until words of 4 letters or more end."""
    generator, invented = torch.Generator().manual_seed(seed), list[str]()
    while len(invented) < number:
        ids = torch.tensor([[CLS]])
        while int(ids[0, -1]) != SEP and ids.shape[1] < 15:
            with torch.no_grad():
                last = scores(model, ids, torch.zeros_like(ids), causal(ids))[0, -1]
            last[[PAD, CLS, MASK]] = -torch.inf
            drawn = torch.multinomial(last.softmax(dim=0), 1, generator=generator)
            ids = torch.cat([ids, drawn[None]], dim=1)
        word = "".join(tokens(ids[0, 1:-1].tolist()))
        if len(word) >= 4 and set(word) <= set(ascii_lowercase) and int(ids[0, -1]) == SEP:
            invented.append(word)
    return invented


# Hangman
class Game(NamedTuple):
    """A word, and the letters that were tried, in this order."""

    word: str
    tried: str

    @property
    def missed(self) -> int:
        """How many of them stand nowhere in the word."""
        return sum(letter not in self.word for letter in self.tried)


def at_gaps(
    model: BertForMaskedLM, scores: Scores, word: str, tried: Iterable[str]
) -> Float[Tensor, "G 26"]:
    """Return the probability of each letter at each gap: a letter that was tried leaves none."""
    ids = torch.tensor([spelled(word)])
    hidden = [False, *(letter not in set(tried) for letter in word), False]
    shown = ids.masked_fill(torch.tensor([hidden]), MASK)
    with torch.no_grad():
        found = scores(model, shown, torch.zeros_like(ids), two_sided(ids))[shown == MASK]
    letters = found[:, FIRST_LETTER : FIRST_LETTER + 26].softmax(dim=1)
    ruled_out = [ascii_lowercase.index(letter) for letter in tried]
    letters[:, ruled_out] = 0  # a gap is no letter that was tried
    return letters / letters.sum(dim=1, keepdim=True)


def play(
    best_letter: Callable[[Tensor, set[int]], int],
    model: BertForMaskedLM,
    scores: Scores,
    word: str,
) -> Game:
    """Guess letters until the word is there."""
    tried = ""
    while not set(word) <= set(tried):
        found = at_gaps(model, scores, word, tried)
        letter = best_letter(found, {ascii_lowercase.index(one) for one in tried})
        tried += ascii_lowercase[letter]
    return Game(word, tried)


def by_frequency(words: Sequence[SpokenWord]) -> str:
    """Return the letters in the order of how many words have them."""
    counts = Counter(letter for word in words for letter in set(word.spelling))
    return "".join(sorted(ascii_lowercase, key=lambda letter: -counts[letter]))


def play_in_order(letters: str, word: str) -> Game:
    """Try letters in an order that is fixed, until the word is there."""
    needed = max(letters.index(letter) for letter in word) + 1
    return Game(word, letters[:needed])


def play_by_list(known: Iterable[str], order: str, word: str) -> Game:
    """Try the letter that most of the known words that still fit have; of equals, by an order."""
    tried, fitting = "", [one for one in known if len(one) == len(word)]
    while not set(word) <= set(tried):
        counts = Counter(letter for one in fitting for letter in set(one))
        left = [letter for letter in order if letter not in tried]
        letter = max(left, key=lambda letter: counts[letter])  # the first of equals
        tried += letter
        fitting = [
            one
            for one in fitting
            if all((a == letter) == (b == letter) for a, b in zip(one, word, strict=True))
        ]
    return Game(word, tried)


def hangman_words(words: Sequence[SpokenWord], number: int) -> list[str]:
    """Return words of 6 letters or more, evenly spread over the alphabet."""
    long = [word.spelling for word in words if len(word.spelling) >= 6]
    return [long[i * len(long) // number] for i in range(number)]


# XLNet
def five() -> Int[Tensor, "1 5"]:
    """Return five ids."""
    return torch.arange(5, 10)[None]


def two_streams(seed: int = 0) -> TwoStreamModel:
    """Return a network of three layers with two streams and random weights."""
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        config = BertConfig(20, 32, 3, 4, 64, 8, initializer_range=0.2)
        return TwoStreamModel(config).eval()


def guesses(
    model: TwoStreamModel, content: Bool[Tensor, "B T T"], query: Bool[Tensor, "B T T"]
) -> Callable[[Tensor], Tensor]:
    """Return a function from ids to scores; a query that sees nothing is given itself."""
    alone = torch.diag_embed(~query.any(dim=-1))
    return torch.no_grad()(lambda ids: model(ids, content[:, None], (query | alone)[:, None]))
