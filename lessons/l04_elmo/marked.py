"""All uses of *right* in the text, marked by hand, so that the hits of a search can be counted."""

from lessons.l04_elmo.senses import Place

from collections.abc import Callable, Sequence
from functools import cache

import torch
from jaxtyping import Float
from torch import Tensor
from torch.nn.functional import cosine_similarity

from bertlab.before.elmo.network import ElmoNetwork, pad
from bertlab.before.ngrams import tokenize, wiki_language_model_data, wiki_sentences
from bertlab.before.ngrams.corpus import Vocabulary
from workbook.exercises.tasks import OPEN, task

# The marks: a letter for each use of the word, in the order of the text.
WORD, HITS, LONGEST = "right", 5, 100
SENSES = {"l": "claim", "s": "side", "c": "correct", "o": "other"}
MARKS = "sssllcllccloslscosocssollsscolllllloooccocssllollollllollllloss"
OURS = {
    "claim": "They have the right to vote.",
    "side": "He raised his right arm.",
    "correct": "He was right.",
}
OTHER_WAYS = (  # to ask for the sense "correct"
    *("They were right.", "It is not right.", "I think you are right."),
    "The answer may be right.",
)
ENOUGH, AT_MOST = 4, 3  # hits of a search that found a sense, and of random weights beside it
Hit = tuple[float, Sequence[str], int]
Search = Callable[..., list[Hit]]


@cache
def _text() -> Sequence[Sequence[str]]:
    """Read the training text once."""
    return wiki_sentences().train


@cache
def _vocabulary() -> Vocabulary:
    """Read the vocabulary once."""
    return wiki_language_model_data().vocabulary


@cache
def _senses() -> dict[tuple[str, int], str]:
    """Mark the training text once."""
    return senses_of(_text())


def uses(sentences: Sequence[Sequence[str]]) -> list[Place]:
    """Return where *right* stands, in the order of the text."""
    return [
        (number, at)
        for number, text in enumerate(sentences)
        for at, word in enumerate(text)
        if word == WORD
    ]


def senses_of(sentences: Sequence[Sequence[str]]) -> dict[tuple[str, int], str]:
    """Return the sense of each use, by its sentence and its place there."""
    return {
        (" ".join(sentences[number]), at): SENSES[mark]
        for (number, at), mark in zip(uses(sentences), MARKS, strict=True)
    }


@torch.no_grad()
def vectors(
    network: ElmoNetwork, texts: Sequence[Sequence[str]]
) -> tuple[Float[Tensor, "N F"], list[Place]]:
    """Return the mean of both layers at each *right*, and where it stands."""
    places = uses(texts)
    layers = network.eval()(*pad([_vocabulary().encode(text) for text in texts]))[1:]
    numbers, columns = (torch.tensor(axis) for axis in zip(*places, strict=True))
    return layers[:, numbers, columns + 1].mean(dim=0), places  # <s> stands in front


def hits_of(network: ElmoNetwork, question: str) -> list[Hit]:
    """Search as the student's ``search`` does, by another network."""
    texts = [text for text in _text() if WORD in text and len(text) < LONGEST]
    found, places = vectors(network, texts)
    asked = vectors(network, [tokenize(question)])[0][:1]
    cosines = cosine_similarity(found, asked, dim=1)
    best = cosines.topk(HITS).indices.tolist()
    return [(cosines[i].item(), texts[places[i][0]], places[i][1]) for i in best]


def count(hits: Sequence[Hit], sense: str) -> int:
    """Return how many hits are marked with a sense."""
    marks = _senses()
    return sum(marks[" ".join(text), at] == sense for _, text, at in hits)


def other_ways(random_ones: Sequence[ElmoNetwork], search: Search) -> list[tuple[int, int]]:
    """Count the hits of the other ways to ask: the student's, and the most of random weights."""
    return [
        (
            count(search(question, WORD, count=HITS), "correct"),
            max(count(hits_of(network, question), "correct") for network in random_ones),
        )
        for question in OTHER_WAYS
    ]


def compare(
    search: Search, random_ones: Sequence[ElmoNetwork]
) -> dict[str, tuple[int, tuple[int, ...]]]:
    """Count the hits of our three questions, by the student's search and by random weights."""
    found = {}
    for sense, question in OURS.items():
        others = tuple(count(hits_of(network, question), sense) for network in random_ones)
        own = count(search(question, WORD, count=HITS), sense)
        found[f"{sense}: {question}"] = own, others
    return found


def examine(
    question: object, sense: str, search: Search, random_ones: Sequence[ElmoNetwork]
) -> None:
    """Print the marked hits of a student's question, and whether the neighbors could give them."""

    def slip(theirs: object) -> str:
        if theirs is ...:
            return OPEN
        if not isinstance(theirs, str) or tokenize(theirs).count(WORD) != 1:
            return "It needs the word right, exactly once, in quotes as a string."
        if sense not in OURS:
            return f"The sense is one of {', '.join(OURS)}."
        return _slip_in_question(theirs, sense, search, random_ones)

    right = "found, and no random network finds it: this was learned."
    task(__name__, "question", question, None, slip, right)


def _slip_in_question(
    question: str, sense: str, search: Search, random_ones: Sequence[ElmoNetwork]
) -> str:
    """Print the hits of a question, and say what is wrong with it."""
    hits, marks = search(question, WORD, count=HITS), _senses()
    for _, text, at in hits:
        print(f"{marks[' '.join(text), at]:8s}", " ".join(text[max(0, at - 5) : at + 5]))
    own = count(hits, sense)
    others = [count(hits_of(network, question), sense) for network in random_ones]
    print(
        f"\n{sense}: {own} of {HITS}; with random weights {', '.join(map(str, others))};", end=" "
    )
    print(f"by chance {HITS * list(marks.values()).count(sense) / len(marks):.1f}")
    return verdict(own, max(others))


def verdict(own: int, other: int) -> str:
    """Say what is wrong with a question, by the hits of a search and of the best random network."""
    if own < ENOUGH:
        return (
            "The search did not find this sense. Does your sentence leave it open, or is it rare?"
        )
    if other > AT_MOST:
        return (
            "Found, but with random weights too: a neighbor is enough. Ask without that neighbor."
        )
    return ""
