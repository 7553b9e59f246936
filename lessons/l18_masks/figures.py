"""The figures of the path."""

from lessons.l18_masks import diagrams, live
from lessons.l18_masks.looks import looks
from lessons.l18_masks.words import LONGEST, MASK, SEP, spelled, tokens

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

import matplotlib.pyplot as plt
import torch
from jaxtyping import Bool, Int
from torch import Tensor

from bertlab.datasets import cmudict
from bertlab.model import BertForMaskedLM
from bertlab.model.masks import causal_mask, prefix_mask, two_sided_mask
from bertlab.model.writing import PrefixWriter, greedy
from workbook.captions import Captioned, figure
from workbook.charts import headed
from workbook.claims import check
from workbook.diagrams.roles import role_of
from workbook.records import recorded

SHORT = {"[CLS]": "[C]", "[SEP]": "[S]", "[MASK]": "▢"}
NAMES = ("[C]", "w", "a", "l", "k", "[S]", "W", "AO", "K", "[S]")
COLORS = {"pronounce": "query", "go on": "key", "fill in": "value"}


GAPPED, BEGUN, ASKED = "j▢c▢et", "be", "jacket"  # a word of the test part


def three_games(model: BertForMaskedLM) -> Captioned:
    """Show one network in three games, each with its mask."""
    ids = torch.tensor([spelled(ASKED)])
    gaps = torch.tensor([[False, *(letter == "▢" for letter in GAPPED), False]])
    shown = ids.masked_fill(gaps, MASK)
    answers = _answers(model, shown, two_sided_mask(torch.ones_like(ids)))
    filled = torch.where(gaps, answers, ids)[0].tolist()
    text = torch.tensor([spelled(BEGUN)[:-1]])
    while int(text[0, -1]) != SEP and text.shape[1] < LONGEST:
        last = _answers(model, text, causal_mask(torch.ones_like(text)))[:, -1:]
        text = torch.cat([text, last], dim=1)
    said = greedy(PrefixWriter(model), ids, SEP, LONGEST)[0]
    both = torch.tensor([[*ids[0].tolist(), *said, SEP]])
    types = (torch.arange(both.shape[1]) >= ids.shape[1]).long()[None]
    games = {
        f"fills gaps:\n{_word(filled)}": (shown, two_sided_mask(torch.ones_like(ids))),
        f"goes on:\n{_word(text[0].tolist())}": (text, causal_mask(torch.ones_like(text))),
        f"pronounces:\n{' '.join(tokens(said))}": (both, prefix_mask(types, torch.ones_like(both))),
    }
    widths = [row.shape[1] for row, _ in games.values()]
    drawn, all_axes = plt.subplots(1, 3, figsize=(8, 4), layout="constrained", width_ratios=widths)
    for axes, (label, (row, mask)) in zip(all_axes, games.items(), strict=True):
        names = [SHORT.get(name, name) for name in tokens(row[0].tolist())]
        colors = types[0] if row is both else torch.zeros_like(row[0])
        diagrams.square(axes, mask[0, 0], names, names, colors, label)
    return figure(
        headed(drawn, "One network, three games"),
        "18.1",
        "The network of this lesson. Each row of a square is a token, and the colored fields are "
        "what it may look at.",
        alt=f"Three squares. {'; '.join(games)}.".replace("\n", " "),
    )


def _word(ids: list[int]) -> str:
    return "".join(tokens(ids)[1:-1])


@torch.no_grad()
def _answers(model: BertForMaskedLM, ids: Tensor, mask: Tensor) -> Int[Tensor, "1 T"]:
    """Return the likeliest token at each place, of a text with one part."""
    vectors = model.bert.encoder(model.bert.embeddings(ids, torch.zeros_like(ids)), mask)
    return model.masked_lm(vectors, model.bert.embeddings.word.weight).argmax(dim=-1)


def three_masks() -> Captioned:
    """Show the three masks of *walk* with its phonemes."""
    ids, types = live.walk()
    seen = torch.ones_like(ids)
    masks = {
        "two-sided": two_sided_mask(seen)[0, 0],
        "causal": causal_mask(seen)[0, 0],
        "prefix": prefix_mask(types, seen)[0, 0],
    }
    return figure(
        diagrams.side_by_side(masks, NAMES, types[0], "One text, three masks"),
        "18.2",
        "Rows look, columns are looked at; [C] is [CLS], [S] is [SEP]. Hatched is hidden; blue is "
        "the first part, orange the second.",
        alt="Three squares of ten rows and columns. Two-sided: all is open. Causal: the lower "
        "triangle. Prefix: the columns of the first part, and the lower triangle of the second.",
    )


def reached(
    found: Mapping[str, Bool[Tensor, "T T"]], masks: Mapping[str, Bool[Tensor, "1 T T"]]
) -> Captioned:
    """Show what each output depends on, as found by the student's test, over the masks."""
    for name, mask in masks.items():
        check(f"{name}: what is reached is what is shown", torch.equal(found[name], mask[0]))
    types = live.walk()[1][0]
    return figure(
        diagrams.side_by_side(
            {name: mask[0] for name, mask in masks.items()},
            NAMES,
            types,
            "Nothing arrives that the mask does not show",
            found,
        ),
        "18.3",
        "Your leak test on a network of three layers: a cross where the output of the row changes "
        "with the token of the column.",
        alt="The squares of the figure before: each open field has a cross, and no other has.",
    )


def leaking(
    yours: Bool[Tensor, "1 T T"], test: Callable[[Bool[Tensor, "1 T T"]], Bool[Tensor, "T T"]]
) -> Captioned:
    """Show what the reader's mask and a friend's let through, by the reader's test."""
    types = live.walk()[1]
    masks = {"your mask": yours, "the friend's mask": live.letters_see_all(types)}
    found = {name: test(mask) for name, mask in masks.items()}
    hidden = {name: bool((found[name] & ~mask[0]).any()) for name, mask in masks.items()}
    check("the friend's mask leaks, and yours does not", list(hidden.values()) == [False, True])
    return figure(
        diagrams.side_by_side(
            {name: mask[0] for name, mask in masks.items()},
            NAMES,
            types[0],
            "A leak: crosses where the mask shows nothing",
            found,
        ),
        "18.4",
        "Your leak test of your mask, and of a friend's.",
        alt="Two squares. Left, crosses on open fields alone. Right, the letters see all; the "
        "rows of the phonemes have crosses on hatched fields, too: each depends on all tokens.",
    )


def letter_entropy() -> float:
    """Return the loss of guessing letters by how frequent they are in the training words."""
    counts = torch.tensor(
        list(Counter("".join(word.spelling for word in cmudict().train)).values())
    )
    return float(torch.distributions.Categorical(counts.double()).entropy())


def losses(curves: Mapping[str, Sequence[float]]) -> Captioned:
    """Show the loss of each task in the training."""
    drawn, axes = plt.subplots(figsize=(8, 2.8), layout="constrained")
    ends = {}
    for name, values in curves.items():
        smooth = torch.tensor(values).unfold(0, 9, 1).mean(dim=1)
        steps = torch.linspace(0, 1, len(smooth)) * sum(map(len, curves.values()))
        ends[name] = float(smooth[-1])
        axes.plot(steps, smooth, color=role_of(COLORS[name]).color, linewidth=2)
        axes.annotate(name, (float(steps[-1]), ends[name]), xytext=(4, 0),
                      textcoords="offset points", va="center")  # fmt: skip
    frequent = letter_entropy()
    check("gaps are filled better than by frequency", ends.get("fill in", 0.0) < frequent)
    axes.axhline(frequent, color="black", linestyle=":")
    label = f"knows only how frequent letters are: {frequent:.2f}"
    axes.annotate(label, (1, frequent), xycoords=("axes fraction", "data"), xytext=(-4, 4),
                  textcoords="offset points", ha="right")  # fmt: skip
    axes.margins(x=0.12)
    axes.set(xlabel="update", ylabel="loss (nats a token)", ylim=(0, None))
    return figure(
        headed(drawn, "One network learns three tasks"),
        "18.5",
        "The loss of your network, by task.",
        alt="Three lines fall, that of pronouncing lowest. That of filling in ends below the "
        "dotted line of who knows only how frequent letters are.",
    )


def cross_attention() -> Captioned:
    """Show where an encoder-decoder looks while it writes the phonemes of two words."""
    asked = [word.spelling for word in cmudict().test[:: len(cmudict().test) // 100]][:100]
    forward = sum(_goes_forward(word) for word in asked)
    check("it goes from left to right in nine of ten words", forward >= 90)
    errors = recorded("reader_writer")["results"]["phoneme errors"]
    most = []
    drawn, all_axes = plt.subplots(1, 2, figsize=(8, 3.4), layout="constrained")
    for axes, word in zip(all_axes, ("jacket", "phone"), strict=True):
        seen = looks(word)
        weights = seen.cross[0].mean(dim=0)  # (T, S), over heads
        pairs = zip(seen.phonemes, weights.argmax(dim=1).tolist(), strict=True)
        most += [f"{phoneme} at {seen.letters[place]}" for phoneme, place in pairs]
        axes.imshow(weights.numpy(), cmap="Blues", vmin=0, vmax=1)
        axes.set_xticks(range(len(seen.letters)), [SHORT.get(name, name) for name in seen.letters])
        axes.set_yticks(range(len(seen.phonemes)),
                        [SHORT.get(name, name) for name in seen.phonemes])  # fmt: skip
        axes.xaxis.tick_top()
        axes.tick_params(length=0)
    return figure(
        headed(drawn, "It looks from left to right, without being told"),
        "18.7",
        "Cross-attention of a small encoder-decoder that learned for long (one layer each, "
        f"{errors:.0%} phoneme errors), the mean of four heads. A row is where a "
        "phoneme is asked, the columns are what was read. The darkest fields never go back in "
        f"{forward} of 100 test words.",
        alt="Two tables of weights. In both the dark fields go from the upper left to the lower "
        f"right; most is looked at: {', '.join(most)}.",
    )


def _goes_forward(word: str) -> bool:
    """Tell whether no phoneme looks most at a letter before that of the phoneme before it."""
    return bool((looks(word).cross[0].mean(dim=0).argmax(dim=1).diff() >= 0).all())


def six_models() -> Captioned:
    """Show the masks of six models."""
    return figure(
        diagrams.six_models(),
        "18.6",
        "Each row looks at the colored columns. ELMo: two LSTMs, one from the left (blue), "
        "one from the right (orange); neither sees both sides. BART: the encoder reads a "
        "to d, the decoder writes x to z (orange), and looks at what was read (green). XLNet: the "
        "numbers are turns; a query sees what was guessed before.",
        alt="Six squares. BERT: all open. GPT: lower triangle. ELMo: two triangles, one of each "
        "color. UniLM and BART: the columns of the first part, and a small triangle. XLNet: fields "
        "without a pattern.",
    )


def permuted(
    order: Int[Tensor, "1 T"],
    content: Bool[Tensor, "1 T T"],
    query: Bool[Tensor, "1 T T"],
    heard: Bool[Tensor, "T T"],
) -> Captioned:
    """Show the student's two masks, and what each guess depends on."""
    asked = order[0] > 0
    check("a guess depends on what was guessed before", torch.equal(heard[asked], query[0][asked]))
    names = [f"{name} {turn + 1}" for name, turn in zip("abcde", order[0].tolist(), strict=True)]
    crosses = heard & asked[:, None]
    drawn = diagrams.side_by_side(
        {"content": content[0], "query": query[0], "guesses, by your test": query[0]},
        names,
        torch.zeros(len(names), dtype=torch.int64),
        "XLNet: the text stays in order, the guesses do not",
        {"content": torch.zeros_like(crosses), "query": torch.zeros_like(crosses),
         "guesses, by your test": crosses},
    )  # fmt: skip
    return figure(
        drawn,
        "18.8",
        "Your two masks for five tokens, each with its turn, and your leak test on a network "
        "with two streams. The first turn has nothing to guess from, and is not asked.",
        alt="Three squares of five rows and columns. Contents see themselves and earlier turns, "
        "queries earlier turns alone. Crosses stand where queries see.",
    )
