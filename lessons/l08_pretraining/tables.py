"""The tables of the path: what is measured there, and its claims."""

from lessons.l08_pretraining import distributions, live, stories
from lessons.l08_pretraining.exercises import friends_mask

import html
import math
from collections.abc import Callable, Sequence
from statistics import fmean
from typing import Any

import numpy as np

from bertlab.model import BertForPreTraining
from bertlab.pretraining.corpora import corpus
from bertlab.pretraining.data import PretrainingData
from bertlab.pretraining.masking import Masked, mask_tokens
from bertlab.text.wordpiece import SPECIALS, WordPieceTokenizer
from workbook.captions import Captioned, table
from workbook.claims import check
from workbook.exercises import load
from workbook.widgets import explore, slide

CELL = "background: {}; color: #111; padding: 2px 5px"
CHOSEN, PLAIN = "#fbe3c0", "#e8e8e8"
EXAMPLES = 3
MASKS = "The pieces of a pair of texts in a row; three are marked, with the piece they hide below."
PAIR = "The man went to the store because it rained.", "He bought a gallon of milk there."


def lengths(sentence_pair: Callable[..., Any], tokenizer: WordPieceTokenizer) -> Captioned:
    """Show how often lengths alone tell true pairs, the student's and those of ``bertlab``."""
    articles = [[tokenizer.text_ids(s) for s in article] for article in corpus("wiki").train[:24]]
    own = distributions.pair_lengths(sentence_pair, articles)
    matched = distributions.matched_lengths(PretrainingData(articles, tokenizer, max_length=96))
    found = [distributions.told_apart_by_length(pairs) for pairs in (own, matched)]
    check("lengths tell your pairs, 57% or more, and bertlab's in under 53%",
          found[0] > 0.57 and found[1] < 0.53)  # fmt: skip
    rows = []
    for name, pairs, right in zip(
        ("yours", "those of `bertlab`"), (own, matched), found, strict=True
    ):
        means = (fmean(n for _, n, follows in pairs if follows == kind) for kind in (True, False))
        rows.append([name, f"{right:.0%}", *(f"{mean:.0f}" for mean in means)])
    columns = ["pairs", "told by lengths", "tokens of a true second text", "of a stranger"]
    return table("8.1", "What the lengths of two texts give away.", columns, rows)


def masks(tokenizer: WordPieceTokenizer) -> None:
    """Let a reader draw masks of the lesson's pair."""
    ids = np.array(tokenizer.encode(*PAIR).input_ids)
    specials = [tokenizer.ids[special] for special in SPECIALS]
    pieces = np.setdiff1d(np.arange(len(tokenizer.vocabulary)), specials)
    maskable = ~np.isin(ids, specials)
    check("18 tokens may be chosen", maskable.sum() == 18)

    def draw(seed: int) -> str:
        generator = np.random.default_rng(seed)
        masked = mask_tokens(ids, maskable, tokenizer.mask_id, pieces, generator)
        check("3 are", len(masked.positions) == 3)
        return mask_table(masked, tokenizer.vocabulary)

    explore(draw, alt=MASKS, seed=slide(0, 30, value=25))


def mask_table(masked: Masked, vocabulary: Sequence[str]) -> str:
    """Return HTML: a text as the model sees it, and below each chosen token what stood there."""
    answers = dict(zip(masked.positions.tolist(), masked.targets.tolist(), strict=True))
    cells = ""
    for position, piece in enumerate(masked.input_ids.tolist()):
        is_chosen = position in answers
        below = html.escape(vocabulary[answers[position]]) if is_chosen else "&nbsp;"
        style = CELL.format(CHOSEN if is_chosen else PLAIN)
        cells += f'<div style="{style}">{html.escape(vocabulary[piece])}<br><b>{below}</b></div>'
    return f'<div style="display: flex; flex-wrap: wrap; gap: 3px">{cells}</div>'


def proportions(mask: live.Masking) -> Captioned:
    """Show what a masking function, and the friend's before it was mended, do to random texts."""
    friends = load(friends_mask).misconceptions[0].wrong
    yours, theirs = (distributions.proportions(function) for function in (mask, friends))
    apart = [
        max(abs(each[name] - rule) for name, rule in distributions.RULE.items())
        for each in (yours, theirs)
    ]
    check("yours keeps the rule, the friend's does not", apart[0] < 0.02 < 0.1 < apart[1])
    rows = [
        [name, f"{rule:.0%}", f"{yours[name]:.0%}", f"{theirs[name]:.0%}"]
        for name, rule in distributions.RULE.items()
    ]
    columns = ["", "rule", "yours", "the friend's, with its bugs"]
    return table("8.2", "What becomes of the tokens of 400 texts.", columns, rows)


def gaps(models: Sequence[Any], one_sided: Sequence[Any], told: live.Language) -> Captioned:
    """Show how many new gaps models fill, whole and cut off after the gap, and one way only."""
    whole = stories.gaps()
    cut = [gap._replace(text=gap.cut()) for gap in whole]
    tried = (models, whole), (models, cut), (one_sided, whole)
    found = [[stories.filled(model, told, given) for model in kind] for kind, given in tried]
    check("7 or more of 8, and at most 3 without the right side",
          min(found[0]) >= 7 and max(found[1] + found[2]) <= 3)  # fmt: skip
    texts = [given[0].text.replace(stories.GAP, "▢") for _, given in tried]
    names = "both sides", "both sides", "left to right"
    rows = [
        [name, f"*{text}*", *(f"{n} of 8" for n in numbers)]
        for name, text, numbers in zip(names, texts, found, strict=True)
    ]
    columns = ["BERT sees", "sentences such as", *(f"seed {n}" for n in range(len(models)))]
    return table("8.3", "New gaps that your BERTs fill.", columns, rows)


def pairs(
    accuracy: Callable[..., float],
    models: Sequence[Any],
    told: live.Language,
    batches: Sequence[live.Batch],
) -> Captioned:
    """Show how many pairs of new stories models tell, by the student's function, kind by kind."""
    of = {"all": batches, **stories.kinds_of_pairs(told, batches)}
    found = {kind: [accuracy(model, given) for model in models] for kind, given in of.items()}
    check("over 85% of all, and what no one can tell is not told",
          min(found["all"]) > 0.85 and max(found[stories.PAIRS[-1]]) < 0.2)  # fmt: skip
    rows = [[kind, *(f"{right:.0%}" for right in of_models)] for kind, of_models in found.items()]
    columns = ["second text", *(f"seed {n}" for n in range(len(models)))]
    return table("8.4", "Pairs of new stories that your BERTs tell; chance is 50%.", columns, rows)


def neighbors(
    before: Any, after: Any, language: live.Language, batches: Sequence[live.Batch]
) -> Captioned:
    """Show how much a head looks at the neighbors of a hidden letter, and how pairs are told."""
    mask_id = language.tokenizer.mask_id
    found = [live.neighbor_weights(model, batches[:4], mask_id) for model in (before, after)]
    check("no head looks at a neighbor on the plateau, one at each after it",
          max(found[0]) < 0.15 < 0.5 < min(found[1]))  # fmt: skip
    names = "on the plateau", "after your run"
    rows = [
        [name, *(f"{weight:.0%}" for weight in weights)]
        for name, weights in zip(names, found, strict=True)
    ]
    rows.insert(0, ["if it were even", *[f"{1 / len(batches[0][0][0]):.0%}"] * 2])
    columns = ["", "to the letter before", "to the letter after"]
    caption = "Attention from hidden letters, of the head that gives most."
    return table("8.5", caption, columns, rows)


def letters(after: Any, language: live.Language) -> Captioned:
    """Show what a model guesses at single gaps of held-out sentences, and did on the plateau.

    The examples are the first hits and the first misses, in the proportion of all gaps.
    """
    gaps = live.letter_gaps(language)
    models = live.before_the_fall(language), after
    guesses = [live.guesses(model, gaps, language) for model in models]
    hits = [[g == gap.answer for g, gap in zip(of, gaps, strict=True)] for of in guesses]
    right = [sum(of) for of in hits]
    check("few on the plateau, three times as many after it", right[1] > max(3 * right[0], 60))
    ranked = sorted(range(len(gaps)), key=lambda i: not hits[1][i])  # hits first, in their order
    number = round(EXAMPLES * right[1] / len(gaps))
    examples = ranked[:number] + ranked[right[1] :][: EXAMPLES - number]
    rows = [[gaps[i].text, gaps[i].answer, *(of[i] for of in guesses)] for i in examples]
    rows.append([f"right, of {len(gaps)}", "", *(f"{n / len(gaps):.0%}" for n in right)])
    columns = ["held-out text", "letter", "on the plateau", "after your run"]
    caption = "One letter hidden: first guesses. Hits and misses stand in their proportion."
    return table("8.6", caption, columns, rows)


PHRASES = (  # a gap in phrases of the news, its answer, and what they mean
    ("中华人[MASK]共和国", "民", "People's Republic of China"),
    ("人民[MASK]府", "政", "People's Government"),
    ("经济[MASK]展", "发", "economic development"),
)


def characters(fill: Callable[..., list[tuple[str, float]]]) -> Captioned:
    """Show what a Chinese BERT fills, by the student's function, into phrases of the news."""
    model = BertForPreTraining.from_pretrained("bert-mini-zh")
    tokenizer, rows = WordPieceTokenizer.from_folder("bert-mini-zh"), []
    for text, answer, meaning in PHRASES:
        (first, probability), *_ = fill(model, tokenizer, text, 1)
        check("the phrase is filled", first == answer)
        rows.append([text.replace("[MASK]", "▢"), meaning, f"{first} ({probability:.0%})"])
    caption = "Phrases of the news, which we chose."
    return table("8.7", caption, ["phrase", "in English", "first guess"], rows)


def trainer(trained: Any) -> Captioned:
    """Show what the ``Trainer`` of ``transformers`` logged: the loss of words, first and last."""
    losses = [line["loss"] for line in trained.state.log_history if "loss" in line]
    V = trained.model.config.vocab_size
    check(
        "it begins near log V and falls",
        abs(losses[0] - math.log(V)) < 1 < losses[0] - losses[-1],
    )
    rows = [["the first 10 updates", f"{losses[0]:.1f}"], ["the last 10", f"{losses[-1]:.1f}"]]
    rows.append(["equal probabilities, log V", f"{math.log(V):.1f}"])
    return table("8.8", "A `Trainer`, in nats.", ["", "loss"], rows)
