"""Figures and tables of the further experiments: noises, SimBERT, two streams, beams, at scale."""

from lessons.l18_masks import diagrams, live
from lessons.l18_masks.experiments import noises as noises_run
from lessons.l18_masks.experiments import simbert as simbert_run
from lessons.l18_masks.experiments.pronouncing import groups_of_letters, test_words
from lessons.l18_masks.learning import pronounced
from lessons.l18_masks.simbert import both_orders
from lessons.l18_masks.tables import spread
from lessons.l18_masks.words import (
    LONGEST,
    SEP,
    error_rates,
    phoneme_errors,
    said,
    spelled,
    tokens,
)

import math
from collections.abc import Mapping, Sequence
from statistics import fmean
from string import ascii_lowercase
from typing import Any

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from bertlab.datasets import SpokenWord
from bertlab.datasets.generated.paraphrases import paraphrases
from bertlab.model import BertForMaskedLM
from bertlab.model.checkpoint import read_tensors
from bertlab.model.masks import permutation_masks, reach
from bertlab.model.two_streams import TwoStreamModel
from bertlab.model.writing import PrefixWriter, beam_search
from bertlab.pretraining.many_masks import TaskObjective, pairs_of, to_answer
from bertlab.statistics import proportion_difference
from bertlab.text import WordPieceTokenizer
from bertlab.vectors import hits_at_1, neighbor_ranks
from workbook.captions import Captioned, figure, table
from workbook.claims import check
from workbook.widgets import explore, text

TO_FIND = {  # by noise: what has to be found
    "mask": "which letters",
    "delete": "which letters, and where",
    "infill": "which letters, and how many",
    "shuffle": "the order",
    "rotate": "where it begins",
    "MASS": "which letters, without copying",
}
# Lewis et al. 2020, table 1: F1 on SQuAD 1.1
BART = {"mask": 90.4, "delete": 90.4, "infill": 90.8, "shuffle": 85.4, "rotate": 77.2}
PUBLISHED = [  # what each added, a score, and what it is compared with
    ["UniLM", "one network under several masks", "summaries (CNN/DailyMail): ROUGE-L 40.51",
     "the best that writes by itself, before: 38.47"],
    ["MASS", "a span is hidden from the encoder, and written by the decoder",
     "English to French, learned without pairs: BLEU 37.5", "above an early network with pairs"],
    ["BART", "spoiled text is mended", "summaries: up to 3.5 ROUGE more", "than the best before"],
    ["XLNet", "guesses in any order, with two streams", "exams (RACE): accuracy 77.4",
     "BERT large, same text: 75.1"],
    ["T5", "every task is text to text", "GLUE: 83.28", "not pre-trained: 66.22"],
]  # fmt: skip
# Raffel et al. 2020, tables 1 and 2: parameters, GLUE, exact answers on SQuAD
T5 = {
    "encoder-decoder": ("2P", 83.28, 80.88),
    "encoder-decoder, shared weights": ("P", 82.81, 80.63),
    "one network, prefix mask": ("P", 81.82, 78.94),
    "one network, causal mask": ("P", 74.70, 61.14),
}
T5_DEVIATIONS = 0.235, 0.343

BEAMS = 0.3, 0.3, 0.1  # wrong words: greedily, with five beams, by the best of the five


# Noises
def noised(word: str = "dictionary", seed: int = 7) -> Captioned:
    """Show what each noise makes of a word, and what is to be written."""
    rows = []
    for noise, found in TO_FIND.items():
        batch = noises_run.spoiled([(spelled(word), [])], noise, seed)
        read, written = ("".join(tokens(i[0, 1:-1].tolist())) for i in (batch.read, batch.written))
        check(f"{noise} changes the word", read != word)
        rows.append([noise, read.replace("[MASK]", "▢"), written, found])
    caption = f"*{word}*, spoiled in six ways. ▢ is [MASK]: with *infill* a span of any length."
    columns = ["noise", "the encoder reads", "the decoder writes", "what has to be found"]
    return table("18.7", caption, columns, rows)


def noises(record: Mapping[str, Any]) -> Captioned:
    """Show how well networks pronounce that mended words before, by noise."""
    rows, errors = [], {}
    for noise, seeds in record["results"].items():
        errors[noise] = [entries["phoneme errors"] for entries in seeds]
        average = f"{fmean(errors[noise]):.1%}"
        rows.append([noise, average, spread(errors[noise]), BART.get(noise, "")])
    mean = {noise: fmean(seeds) for noise, seeds in errors.items()}
    helpful = "mask", "delete", "infill", "rotate"
    worst, means = max(max(errors[noise]) for noise in helpful), [mean[noise] for noise in helpful]
    check("four noises help in each seed", worst < min(errors["nothing"]))
    check("and about equally", max(means) - min(means) < 0.01)
    gains = [mean["nothing"] - one for one in means]
    check("by 1.5 to 2 points", 0.0145 < min(gains) and max(gains) < 0.0205)
    rest = min(mean["copy"], mean["shuffle"])
    check("copying and shuffling hardly help", rest > mean["nothing"] - 0.005)
    asked = record["configuration"]
    caption = (
        f"Phoneme errors on {asked['test']:,} test words, after learning from "
        f"{asked['pronounced']:,} words (mean, lowest and highest of {len(asked['seeds'])} seeds). "
        "*nothing*: no mending before. *copy*: the words were not spoiled. At scale: F1 on "
        "SQuAD (Lewis et al. 2020); there sentences are shuffled, not letters."
    )
    columns = ["mended before", "phoneme errors", "by seed", "at scale"]
    return table("18.8", caption, columns, rows)


# SimBERT
def both_ways() -> Captioned:
    """Show a batch of SimBERT: two pairs, four rows."""
    tokenizer = WordPieceTokenizer.from_folder("bert-mini-en")
    pairs = [(pair.first, pair.second) for pair in paraphrases().train[2:4]]
    batch, rows = both_orders(pairs, tokenizer), []
    for row, (ids, types, seen) in enumerate(zip(*batch, strict=True)):
        parts = [ids[(types == part) & (seen == 1)].tolist() for part in (0, 1)]
        partner = (row + len(pairs)) % len(batch.ids)
        rows.append([row + 1, *map(tokenizer.decode, parts), f"row {partner + 1}"])
    caption = "Two pairs, each in both orders: four rows, each of which is asked two questions."
    return table("18.9", caption, ["row", "read", "to be written", "to be found"], rows)


def finding(record: Mapping[str, Any]) -> Captioned:
    """Show how often each of SimBERT's losses finds the partner, and how it writes."""
    results, ranks, rows, mean = record["results"], read_tensors(simbert_run.KEPT), [], {}
    names = {"start": "neither", "finding": "finding", "writing": "writing", "both": "both"}
    for arm, name in names.items():
        found, losses = ([one[key] for one in results[arm]] for key in ("found", "writing"))
        mean[arm] = fmean(found)
        rows.append([name, f"{mean[arm]:.1%}", spread(found), f"{fmean(losses):.1f}"])
    counted = counted_alike(record["configuration"])
    check("counting finds a third of what both find, or less", counted < mean["both"] / 3)
    rows.append(["nothing: counts letters", f"{counted:.1%}", "", ""])
    both, alone = ((ranks[arm] == 1).numpy() for arm in ("both", "finding"))  # (seeds, sentences)
    difference = proportion_difference(both, alone, range(both.shape[1]))
    check("finding has to be taught", mean["finding"] > 2 * max(mean["start"], mean["writing"]))
    check("both losses are ahead in each seed", min(both.mean(1)) > max(alone.mean(1)))
    check("other sentences could turn this around", difference.low < 0 < difference.high)
    nats = fmean(one["writing"] for one in results["both"])
    points = "{:+.1f} points ({:+.1f} to {:+.1f})".format(*(100 * each for each in difference))
    training, test = record["configuration"]["training"], record["configuration"]["test"]
    caption = (
        f"After {training['steps']} updates of {training['batch_size']} pairs: of {test} test "
        "sentences, how many have their partner as the nearest [CLS] vector, or, counted, share "
        "most groups of letters with it (mean, lowest and highest of three seeds), and the loss of "
        f"writing it, in nats a token ({nats:.1f} are a probability of {math.exp(-nats):.1%}). "
        f"Both losses minus finding alone: {points}; in brackets the interval over sentences and "
        "seeds."
    )
    return table("18.10", caption, ["learned with", "found", "by seed", "writing"], rows)


def counted_alike(asked: Mapping[str, Any]) -> float:
    """Return how many test sentences share most groups of letters with their partner (TF-IDF)."""
    test = paraphrases(train=asked["pairs"], test=asked["test"]).test
    sides = [[getattr(pair, side) for pair in test] for side in ("first", "second")]
    groups = groups_of_letters([*sides[0], *sides[1]])
    vectors = (torch.from_numpy(groups.transform(side).toarray()) for side in sides)
    return hits_at_1(neighbor_ranks(*vectors))


# Two streams
def streams() -> Captioned:
    """Show that one stream tells too much or nothing, by the leak test."""
    model, ids, order = live.two_streams(), live.five(), torch.tensor([[2, 0, 4, 1, 3]])
    content, query = permutation_masks(order, torch.ones_like(ids))
    nothing = model.query.expand(1, 5, -1)
    networks = {
        "one stream, from tokens": lambda ids: one_stream(model, model.word(ids), query),
        "one stream, from nothing": lambda ids: one_stream(model, nothing, query),
        "two streams": lambda ids: model(ids, content, query),
    }
    asked = order[0] > 0
    heard = {name: reach(net, ids, ids + 1) & asked[:, None] for name, net in networks.items()}
    of_tokens, of_nothing, of_both = heard.values()
    allowed = query[0, 0] & asked[:, None]
    check("from tokens, each guess knows its answer", torch.equal(of_tokens.diagonal(), asked))
    check("from nothing, no guess knows anything", not of_nothing.any())
    check("two streams know what was guessed before", torch.equal(of_both, allowed))
    names, colors = [str(turn + 1) for turn in order[0].tolist()], torch.zeros_like(order[0])
    title = "One stream tells too much, or nothing"
    return figure(
        diagrams.side_by_side(dict.fromkeys(heard, allowed), names, colors, title, heard),
        "18.9",
        "The leak test on three layers with random weights; tokens are named by their turns. "
        "Colored: what a guess may depend on. Crosses: what it does depend on. The first turn is "
        "not asked.",
        alt="Three squares with the same colored fields. From tokens: crosses there and on the "
        "diagonal. From nothing: no cross. Two streams: crosses on the colored fields alone.",
    )


def one_stream(
    model: TwoStreamModel, hidden: Float[Tensor, "B T D"], mask: Bool[Tensor, "B 1 T T"]
) -> Float[Tensor, "B T V"]:
    """Return the guesses of the same layers with one vector for each token."""
    for layer in model.layers:
        hidden = layer(hidden, hidden, mask)
    return hidden @ model.word.weight.T


# Beams
def five(model: BertForMaskedLM, word: str) -> list[tuple[list[str], float]]:
    """Return what five beams write of a word, each with its log probability, likeliest first."""
    found = beam_search(PrefixWriter(model), torch.tensor([spelled(word)]), SEP, LONGEST, beams=5)
    return [(tokens(ids), value) for ids, value in found]


def ways(model: BertForMaskedLM) -> None:
    """Let a reader set a word, and show the five likeliest ways to say it."""

    def shown(word: str) -> str:
        word = word.strip().lower()
        if not word or not set(word) <= set(ascii_lowercase) or len(word) > 20:
            return "Type a word of the letters a to z, 20 at most."
        found = [(" ".join(way), f"{math.exp(value):.0%}") for way, value in five(model, word)]
        rows = "".join(f"<tr><td>{way}</td><td>{chance}</td></tr>" for way, chance in found)
        return f'<table class="bertlab-table">{rows}</table>'

    alt = "Five pronunciations and their probabilities."
    explore(shown, alt=alt, word=text("read", label="word"))


def beams(model: BertForMaskedLM, number: int = 200) -> Captioned:
    """Show the errors of the likeliest phoneme each time, and of five beams."""
    words, rows, wrong, values = test_words(number), list[list[str]](), list[int](), list[float]()
    found = [five(model, word.spelling) for word in words]
    answers = {
        "the likeliest phoneme each time": pronounced(
            PrefixWriter(model), [word.spelling for word in words]
        ),
        "five beams: the likeliest answer": [beam[0][0] for beam in found],
        "five beams: the one with the fewest errors": [
            min((way for way, _ in beam), key=lambda way: phoneme_errors(way, word))
            for beam, word in zip(found, words, strict=True)
        ],
    }
    for name, given in answers.items():
        errors = error_rates(given, words)
        wrong.append(round(errors["word errors"] * number))
        values.append(log_probability(model, words, given))
        rows.append(
            [
                name,
                f"{values[-1]:.2f}",
                f"{errors['phoneme errors']:.1%}",
                f"{wrong[-1]} of {number}",
            ]
        )
    check("beams find likelier answers", values[1] > values[0] + 0.01)
    near = [abs(count / number - rate) <= 0.025 for count, rate in zip(wrong, BEAMS, strict=True)]
    check("and about as many wrong ones", near[0] and near[1])
    check("for most of these a right one is among the five", near[2])
    caption = f"{number} test words, said by the finished network (log probabilities are means)."
    columns = ["answer", "log probability", "phoneme errors", "wrong words"]
    return table("18.11", caption, columns, rows)


def log_probability(
    model: BertForMaskedLM, words: Sequence[SpokenWord], answers: Sequence[Sequence[str]]
) -> float:
    """Return the mean log probability of answers to words, in nats."""
    pairs = [(spelled(w.spelling), said(way)) for w, way in zip(words, answers, strict=True)]
    with torch.no_grad():
        return -TaskObjective(model)(to_answer(pairs_of(pairs)))["tokens"].item() / len(words)


# At scale
def published() -> Captioned:
    """Show what each model added, and a score at scale."""
    caption = "Each model has its own task, size and text, so two rows cannot be compared."
    columns = ["model", "what it added", "a score", "compared with"]
    return table("18.12", caption, columns, PUBLISHED)


def one_or_two() -> Captioned:
    """Show T5's comparison of an encoder-decoder with one network."""
    rows = [[name, size, f"{glue:.1f}", f"{squad:.1f}"] for name, (size, glue, squad) in T5.items()]
    caption = (
        "P: the parameters of BERT base. All four need about as many operations, and learned to "
        "mend the same spoiled text (Raffel et al. 2020, table 2). GLUE, and exact answers on "
        "SQuAD; ten runs of the first row deviate by {} and {}.".format(*T5_DEVIATIONS)
    )
    return table("18.13", caption, ["network", "parameters", "GLUE", "SQuAD"], rows)
