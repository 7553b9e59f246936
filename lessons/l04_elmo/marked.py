"""All uses of *right* in the text, marked by hand, so that the hits of a search can be counted."""

from lessons.l04_elmo.controls import around
from lessons.l04_elmo.senses import Place

import html
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial

import torch
from jaxtyping import Float
from torch import Tensor
from torch.nn.functional import cosine_similarity

from bertlab.predecessors.elmo.network import ElmoNetwork, pad
from bertlab.predecessors.ngrams import tokenize, wiki_language_model_data, wiki_sentences
from bertlab.predecessors.ngrams.corpus import Vocabulary
from workbook.exercises.tasks import OPEN, task

# The marks: a letter for each use of the word, in the order of the text.
WORD, HITS, LONGEST = "right", 5, 100
SENSES = {"l": "claim", "s": "side", "c": "correct", "o": "other"}
MARKS = "sssllcllccloslscosocssollsscolllllloooccocssllollollllollllloss"
WAYS = {  # five ways to ask for each sense, written before any search
    "claim": (
        *("They have the right to vote.", "Women won the right to own land."),
        *("It is their right to speak.", "This is a right of all people."),
        "The law gives him this right.",
    ),
    "side": (
        *("He raised his right arm.", "The house stands on the right."),
        *("Turn right at the bridge.", "It moved to the right."),
        "The right bank of the river is high.",
    ),
    "correct": (
        *("He was right.", "They were right.", "It is not right.", "I think you are right."),
        "The answer may be right.",
    ),
}
QUESTIONS = 3  # that a student writes
Hit = tuple[float, Sequence[str], int]
Search = Callable[..., list[Hit]]
Asked = Callable[[str], list[Hit]]  # a search that needs the question alone
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
    """Write the five questions, and the hits of the first: the student's, and the neighbors'."""
    question = WAYS["correct"][0]
    found = {"your ELMo, five times": search(question, WORD, count=HITS)}
    found["neighbors, word2vec, for the first"] = hits_of(None, question)
    lines = ["asked for “correct”:", *(f"  {way}" for way in WAYS["correct"])]
    for name, hits in found.items():
        lines.append(f"{name}:")
        for _, text, at in hits:
            sense = _senses()[" ".join(text), at]
            lines.append(f"  {sense:8s}{' '.join(text[max(0, at - 2) : at + 3])}")
    return "\n".join(lines)


def different(search: Asked, questions: Sequence[str]) -> set[tuple[str, int]]:
    """Return the different uses that a search finds for some questions together."""
    return {(" ".join(text), at) for way in questions for _, text, at in search(way)}


def proportions(search: Search, controls: Controls, sense: str) -> dict[str, list[tuple[int, int]]]:
    """Count the different uses found for a sense: those that have it, and all."""

    def students(question: str) -> list[Hit]:
        return search(question, WORD, count=HITS)

    searches: dict[str, list[Asked]] = {"trained": [students]}
    for name, networks in controls.items():
        searches[name] = [partial(hits_of, network) for network in networks]
    found = {}
    for name, some in searches.items():
        uses_of_each = [different(way, WAYS[sense]) for way in some]
        found[name] = [
            (sum(_senses()[use] == sense for use in those), len(those)) for those in uses_of_each
        ]
    return found


def proportions_in_words(found: Mapping[str, Sequence[tuple[int, int]]]) -> str:
    """Write how many of the different uses have the sense, for each network."""
    lines = []
    for name, counts in found.items():
        each = " ".join(f"{few}/{every}" for few, every in counts)
        lines.append(f"{name}: {each}")
    return "\n".join(lines)


def highest(hits: Mapping[str, Sequence[int]]) -> int:
    """Return the most hits that a control has."""
    return max(max(values) for name, values in hits.items() if name != "trained")


def compare(search: Search, controls: Controls) -> dict[str, dict[str, list[int]]]:
    """Count the hits of all ways to ask for each sense, added up."""
    found = {}
    for sense, questions in WAYS.items():
        asked = [counted(question, sense, search, controls) for question in questions]
        found[sense] = {
            name: [sum(hits) for hits in zip(*(each[name] for each in asked), strict=True)]
            for name in asked[0]
        }
    return found


def in_words(found: Mapping[str, Mapping[str, Sequence[int]]]) -> str:
    """Write the hits of each sense as a line."""
    lines = [
        f"{sense}: {'; '.join(f'{name} {values}' for name, values in hits.items())}."
        for sense, hits in found.items()
    ]
    return f"Hits of {HITS * len(WAYS['claim'])}. {' '.join(lines)}"


def by_chance(hits: int = HITS) -> dict[str, float]:
    """Return how many hits have each sense, on average, if drawn from all uses."""
    marks = list(_senses().values())
    return {sense: hits * marks.count(sense) / len(marks) for sense in WAYS}


def examine(questions: object, sense: object, search: Search, controls: Controls) -> None:
    """Print the hits of a student's three questions, and those of the best control."""

    def slip(theirs: object) -> str:
        if theirs is ...:
            return OPEN
        if not isinstance(theirs, list | tuple) or len(theirs) != QUESTIONS:
            return f"It needs a list of {QUESTIONS} sentences."
        if ... in theirs:
            return OPEN
        if not all(isinstance(text, str) and tokenize(text).count(WORD) == 1 for text in theirs):
            return "Each needs the word right, exactly once, in quotes as a string."
        if not isinstance(sense, str) or sense not in WAYS:
            return f"The sense is one of {', '.join(WAYS)}, in quotes as a string."
        print(f"{sense}, hits of {HITS} (by chance {by_chance()[sense]:.1f})")
        print("your ELMo : the best control")
        for text in theirs:
            hits = counted(text, sense, search, controls)
            print(f"  {hits['trained'][0]} : {highest(hits)}  {text}")
        return ""

    task(__name__, "questions", questions, None, slip, "report all three, whoever is ahead.")


def hits_table(hits: Sequence[Hit], asked: str = "") -> str:
    """Return found uses as a table: the cosine, and the word in bold among its neighbors."""
    rows = [f"<caption style='text-align: left'>{html.escape(asked)}</caption>"] if asked else []
    for cosine, sentence, at in hits:
        parts = sentence[max(0, at - 6) : at], sentence[at : at + 1], sentence[at + 1 : at + 7]
        left, middle, right = (html.escape(" ".join(part)) for part in parts)
        words = f"{left} <b>{middle}</b> {right}"
        rows.append(f"<tr><td>{cosine:.2f}</td><td style='text-align: left'>{words}</td></tr>")
    return f"<table>{''.join(rows)}</table>"
