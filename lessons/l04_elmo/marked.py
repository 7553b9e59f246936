"""All uses of *right* in the text, marked by hand, so that the hits of a search can be counted."""

from lessons.l04_elmo.controls import around
from lessons.l04_elmo.senses import Place

from collections.abc import Callable, Mapping, Sequence
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
DOUBTFUL = ("all", "less")  # before *right*: "be all right", "no less right" may be no "correct"
ENOUGH, AT_MOST = 4, 3  # hits of a search that found a sense, and of each control beside it
Hit = tuple[float, Sequence[str], int]
Search = Callable[..., list[Hit]]
Controls = Mapping[str, Sequence[ElmoNetwork | None]]  # None: the neighbors, without a network


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
    network: ElmoNetwork | None, texts: Sequence[Sequence[str]]
) -> tuple[Float[Tensor, "N F"], list[Place]]:
    """Return a vector for each *right*, and where it stands.

    Args:
        network: Gives the mean of its two layers; without one, the neighbors' word2vec vectors.
        texts: Sentences with the word.
    """
    places = uses(texts)
    if network is None:
        return torch.stack([around(texts[number], at) for number, at in places]), places
    layers = network.eval()(*pad([_vocabulary().encode(text) for text in texts]))[1:]
    numbers, columns = (torch.tensor(axis) for axis in zip(*places, strict=True))
    return layers[:, numbers, columns + 1].mean(dim=0), places  # <s> stands in front


@cache
def _searched(
    network: ElmoNetwork | None,
) -> tuple[list[Sequence[str]], Float[Tensor, "N F"], list[Place]]:
    """Return the sentences that are searched, and a network's vectors in them, computed once."""
    texts = [text for text in _text() if WORD in text and len(text) < LONGEST]
    return texts, *vectors(network, texts)


def hits_of(network: ElmoNetwork | None, question: str) -> list[Hit]:
    """Search as the student's ``search`` does, by another network, or by the neighbors alone."""
    texts, found, places = _searched(network)
    asked = vectors(network, [tokenize(question)])[0][:1]
    cosines = cosine_similarity(found, asked, dim=1)
    best = cosines.topk(HITS).indices.tolist()
    return [(cosines[i].item(), texts[places[i][0]], places[i][1]) for i in best]


def count(hits: Sequence[Hit], sense: str) -> int:
    """Return how many hits are marked with a sense."""
    marks = _senses()
    return sum(marks[" ".join(text), at] == sense for _, text, at in hits)


def counted(question: str, sense: str, search: Search, controls: Controls) -> dict[str, list[int]]:
    """Count the hits of a question: by the student's search, and by each control."""
    found = {"trained": [count(search(question, WORD, count=HITS), sense)]}
    for name, networks in controls.items():
        found[name] = [count(hits_of(network, question), sense) for network in networks]
    return found


def hits_in_words(search: Search) -> str:
    """Write the hits of *He was right*: the student's, and those of the neighbors alone."""
    found = {"your ELMo": search(OURS["correct"], WORD, count=HITS)}
    found["neighbors, word2vec"] = hits_of(None, OURS["correct"])
    lines = []
    for name, hits in found.items():
        lines.append(f"{name}:")
        for _, text, at in hits:
            sense = _senses()[" ".join(text), at]
            lines.append(f"  {sense:8s}{' '.join(text[max(0, at - 2) : at + 3])}")
    return "\n".join(lines)


def recount(search: Search, controls: Controls) -> str:
    """Write the hits of *correct*, and the best control's, without those that one may doubt."""

    def sure(hits: Sequence[Hit]) -> int:
        return count([hit for hit in hits if hit[1][hit[2] - 1] not in DOUBTFUL], "correct")

    lines = ["without “all right” and “less right”,", "your ELMo against the best control:"]
    networks = [network for some in controls.values() for network in some]
    for question in (OURS["correct"], *OTHER_WAYS):
        best = max(sure(hits_of(network, question)) for network in networks)
        lines.append(f"  {sure(search(question, WORD, count=HITS))} : {best}  {question}")
    return "\n".join(lines)


def highest(hits: Mapping[str, Sequence[int]]) -> int:
    """Return the most hits that a control has."""
    return max(max(values) for name, values in hits.items() if name != "trained")


def compare(search: Search, controls: Controls) -> dict[str, dict[str, list[int]]]:
    """Count the hits of our questions: one for each sense, and the other ways to ask for one."""
    asked = [*OURS.items(), *(("correct", question) for question in OTHER_WAYS)]
    return {
        f"{sense}: {question}": counted(question, sense, search, controls)
        for sense, question in asked
    }


def in_words(found: Mapping[str, Mapping[str, Sequence[int]]]) -> str:
    """Write the hits of some questions as a line."""
    lines = [
        f"{question} {'; '.join(f'{name} {values}' for name, values in hits.items())}."
        for question, hits in found.items()
    ]
    return f"Hits of {HITS}. {' '.join(lines)}"


def by_chance() -> dict[str, float]:
    """Return how many hits have each sense, on average, if they are drawn from all uses."""
    marks = list(_senses().values())
    return {sense: HITS * marks.count(sense) / len(marks) for sense in OURS}


def examine(question: object, sense: object, search: Search, controls: Controls) -> None:
    """Print the marked hits of a student's question, and whether the neighbors could give them."""

    def slip(theirs: object) -> str:
        if theirs is ...:
            return OPEN
        if not isinstance(theirs, str) or tokenize(theirs).count(WORD) != 1:
            return "It needs the word right, exactly once, in quotes as a string."
        if not isinstance(sense, str) or sense not in OURS:
            return f"The sense is one of {', '.join(OURS)}, in quotes as a string."
        return _slip_in_question(theirs, sense, search, controls)

    right = "found, and no control finds it: a sign that the reader has learned something."
    task(__name__, "question", question, None, slip, right)


def _slip_in_question(question: str, sense: str, search: Search, controls: Controls) -> str:
    """Print the hits of a question, and say what is wrong with it."""
    marks = _senses()
    for _, text, at in search(question, WORD, count=HITS):
        print(f"{marks[' '.join(text), at]:8s}", " ".join(text[max(0, at - 5) : at + 5]))
    hits = counted(question, sense, search, controls)
    print(f"\n{sense}, hits of {HITS} (by chance {by_chance()[sense]:.1f}):")
    for name, values in hits.items():
        print(f"   {name:28s} {', '.join(map(str, values))}")
    return verdict(hits["trained"][0], highest(hits))


def verdict(own: int, other: int) -> str:
    """Say what is wrong with a question, by the hits of a search and of the best control."""
    if own < ENOUGH:
        return (
            "The search did not find this sense. Does your sentence leave it open, or is it rare?"
        )
    if other > AT_MOST:
        return "Found, but by a control too: a neighbor is enough. Ask without that neighbor."
    return ""
