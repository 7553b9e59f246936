# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#       format_version: '1.3'
#       jupytext_version: 1.19.6
# ---

# %% [markdown] slideshow={"slide_type": "slide"}
# # 16. What to mask
#
# > *I live in ■■■■■■.* That is a riddle. *I live in ■■■don.* That is no riddle.
#
# BERT learns by guessing what is hidden (lesson 08). Its first version hid single pieces, and in Chinese a piece is one character. But most Chinese words have two. If half of a word gives away the other half, what does BERT learn from the riddle?
#
# Since 2019 many papers have changed *what is hidden*: whole words, names, long spans, or nothing at all. You build the first of these maskers, see how the others work, and judge whether it matters. At the end, a BERT finds spelling mistakes. (A good place for a break is after part 6.)
#
# At the end you can
#
# - hide whole words, say how names and spans are hidden, and keep the number of characters equal;
# - say what SpanBERT's boundary objective and MacBERT's similar words are for;
# - compare maskers fairly, and say why the cloze test must not decide;
# - build the soft mask of Soft-Masked BERT, and find out whether it does anything.
#
# **Time** 75 minutes in class, and 17 for the exercises. **Difficulty** 3 of 5. **Before this**: lesson 08 (pre-training, `bert-mini-zh`) and lesson 10 (names); lesson 03 (word2vec) helps.

# %% tags=["bootstrap"] slideshow={"slide_type": "skip"}
# (generated)

# %% tags=["setup"] slideshow={"slide_type": "skip"}
from lessons.l16_what_to_mask import (
    ask,
    bugs,
    diagrams,
    exercises,
    figures,
    findings,
    news,
    predict,
    quiz,
)
from lessons.l16_what_to_mask.alts import ALT
from lessons.l16_what_to_mask.figures import Riddle
from lessons.l16_what_to_mask.learners import ARMS, BASE, START, first_guess

from random import Random

import numpy as np
import torch

from bertlab.datasets import peoples_daily
from bertlab.model import BertForMaskedLM
from bertlab.pretraining.corpora import sentence_units
from workbook.basics import begin_lesson, check, claim, exercise, explore, recorded, show, text
from workbook.charts import Row, draw_differences, draw_proportions, proportion_row

begin_lesson()
tokenizer = news.tokenizer()
model = BertForMaskedLM.from_pretrained("bert-mini-zh").eval()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 1. A riddle that solves itself
#
# 我国的经济发展很快 means *our country's economy grows fast*. The word 经济 (*economy*) has two characters. We hide the first one from `bert-mini-zh`, and then both.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
sentence = tokenizer.text_ids("我国的经济发展很快。")
both_ways = first_guess(model, [sentence, sentence], [[3], [3, 4]])
riddles, TWO = [], ("我国的 ■ 济 发展很快。", "我国的 ■ ■ 发展很快。")
for probabilities, words in zip(both_ways, TWO, strict=True):
    top = probabilities.topk(5)
    pieces = [tokenizer.vocabulary[place] for place in top.indices.tolist()]
    guesses = list(zip(pieces, top.values.tolist(), strict=True))
    riddles.append(Riddle(f"{words}  What stands at the first ■?", guesses, "经"))
show(
    figures.draw_guesses(riddles, "The second half of the word tells the first"), alt=ALT["riddles"]
)
check("with the half: sure; without: lost", both_ways[0].max() > 0.9 and both_ways[1].max() < 0.2)

# %% [markdown] slideshow={"slide_type": "-"}
# With both hidden the model is lost: a comma comes first, then 大, 好 and 高 (*big, good, high*), but no 经.
#
# One sentence proves nothing. From each of 200 test lines of our newspaper (lesson 10) we take a word of two characters and hide the first, alone and with the second.

# %% slideshow={"slide_type": "-"}
words = news.half_words(200, max_length=40)
rows = [word.ids for word in words]
half = [[word.start] for word in words]
whole = [[word.start, word.start + 1] for word in words]
wanted = torch.tensor([word.ids[word.start] for word in words])
with_half = first_guess(model, rows, half).argmax(dim=1) == wanted
without = first_guess(model, rows, whole).argmax(dim=1) == wanted


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def halves():
    found = {}
    for name, right in (("the other half is visible", with_half), ("both are hidden", without)):
        found[name] = proportion_row(int(right.sum()), len(right))
    title = "With both halves hidden, next to nothing is guessed"
    show(draw_proportions(found, title, "first characters guessed"), alt=ALT["halves"])
    before = [[*places, places[0] - 1] for places in half]
    also = first_guess(model, rows, before).argmax(dim=1) == wanted
    print(f"the character before hidden too: {also.float().mean():.1%}")
    print(f"a list of words, from the half:  {news.listed(words).float().mean():.1%}")
    claim("of 200 words: over 25% of first halves guessed from the second; under 8% if both are hidden",
          with_half.float().mean() > 0.25 and without.float().mean() < 0.08)  # fmt: skip


predict("half a word", halves)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 2. Whole words
#
# To guess a *whole* word, one has to read the rest. What if the riddles were harder?
#
# All our pictures of maskers show one sentence, *teachers visit Peking University today*. (They hide more than 15%; M is [MASK].)

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
show(diagrams.plain(), alt=ALT["plain"])
show(diagrams.whole_words(), alt=ALT["whole words"])

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Whole word masking** (全词掩码) hides all pieces of a word or none. Google released it in May 2019 for English. Cui and others (2019) did the same for Chinese, where a program must first cut the line into words; our newspaper was cut by people.
#
# For a fair comparison every masker must hide the same number of characters, 15% of a line.
#
# ### Exercise 1: hide whole words
# Difficulty 2 of 5, about 7 minutes. `words` has a pair (start, end) for each word of a line: the place of its first character, and the place *after* its last. `order` is a list of indices into `words`: visit the words in this order. `number` is how many characters may be hidden at most.
# A word is hidden as a whole or not at all. One that is too long for what is left is passed over, and the next ones are tried. Return the list of hidden places, in increasing order.
# For example, with `words = [(0, 2), (2, 3), (3, 6)]`, `order = [0, 2, 1]` and `number = 3` the answer is `[0, 1, 2]`: the word of three no longer fits.
#
# <details><summary>Hint</summary>Before you take a word, compare its length with what is left. <code>range(start, end)</code> has its places.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.hide_words)
def hide_words(words, order, number):
    """Return the places of whole words, at most so many."""
    ...


# %% tags=["solution"]
def hide_words(words, order, number):
    hidden = []
    for index in order:
        start, end = words[index]
        if len(hidden) + end - start <= number:
            hidden += range(start, end)
    return sorted(hidden)


# %% [markdown] slideshow={"slide_type": "-"}
# Here is a real line: *Clinton gives his address on the state of the union, stresses a balanced budget, and watches the finances of East Asia*. It has two names, 克林顿 (*Clinton*) and 东亚 (*East Asia*). Words and names are **units** (单元), tokens that belong together. Below the words you see what your function, `bertlab`'s `Masker` (single characters) and its `SpanMasker` (words) hide. Short words fill what is left, so the numbers below come out equal.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
from bertlab.pretraining.maskers import Masker, SpanMasker

line = peoples_daily().test[1243]
[(ids, units)] = sentence_units(line, tokenizer)
ids, maskable = np.array(ids), np.ones(len(ids), dtype=bool)
print(" ".join(line.words))
order = Random(1).sample(range(len(line.words)), len(line.words))
its_words = [(unit.start, unit.end) for unit in units if unit.kind == "word"]
mine = hide_words(its_words, order, number=4)
theirs = [masker(ids, maskable, units, np.random.default_rng(1)).positions
          for masker in (Masker(tokenizer), SpanMasker(tokenizer))]  # fmt: skip
for name, places in zip(("yours", "Masker", "SpanMasker"), (mine, *theirs), strict=True):
    print(f"{name}:")
    print("".join("■" if n in places else one for n, one in enumerate(line.text)))

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
some = [found for line in peoples_daily().test[:120] for found in sentence_units(line, tokenizer)]


def masked_by(masker):
    """Mask some lines; return what is shown, hidden, and hidden within names."""
    shown, total, in_names = [], 0, 0
    for seed, (pieces, found) in enumerate(some):
        flags = np.ones(len(pieces), dtype=bool)
        masked = masker(np.array(pieces), flags, found, np.random.default_rng(seed))
        names = {n for unit in found if unit.kind == "name" for n in range(*unit[:2])}
        shown.append(masked.input_ids)
        total += len(masked.positions)
        in_names += len(names.intersection(masked.positions.tolist()))
    return shown, total, in_names


kinds = {"single characters": Masker(tokenizer), "whole words": SpanMasker(tokenizer),
         "names first": SpanMasker(tokenizer, first="name")}  # fmt: skip
made = {name: masked_by(masker) for name, masker in kinds.items()}
for name in ("single characters", "whole words"):
    print(f"{name:18} {made[name][1]:,} of {sum(len(one) for one, _ in some):,} characters hidden")
totals = [total for _, total, _ in made.values()]
check("all hide as many, within half a percent", max(totals) <= 1.005 * min(totals))

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 3. Characters, words, names: ERNIE
#
# Sun and others (2019) wanted BERT to learn what is known *about names*, and a name is often longer than a word: in our newspaper 北京大学 (*Peking University*) is two words. **ERNIE 1.0** learns in three stages: first it hides single characters, then whole words, and finally names. (The paper's second stage hides phrases; ours hides words, and the equal thirds are our choice.)
#
# In the last stage a line that has too few names has whole words hidden too. ERNIE also read more texts than BERT, so it is hard to say what its masks were worth.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
show(diagrams.ernie(), alt=ALT["ernie"])

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
for name, (_, total, in_names) in made.items():
    print(f"{name:18} {in_names / total:4.0%} of the hidden characters are in names")
shares = [in_names / total for _, total, in_names in made.values()]
check("names first hides four times as much of names", shares[2] > 3.5 * max(shares[:2]))

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 4. A run of words: SpanBERT
#
# Answers to questions are often spans of several words (lesson 10). **SpanBERT** (Joshi and others 2020) hides such spans, and need not know where names are: it starts at a word and takes the next ones as well.
#
# A chosen token is shown as [MASK] in 80% of cases, as a random one in 10%, as it is in 10% (lesson 08).
#
# ### Find the bug
# About 5 minutes. A friend's function shows spans, and its proportions are right. And yet its riddles solve themselves, as in part 1. `ids` are whole numbers (3 is [MASK]), `spans` has pairs (start, end), and `generator` is a `random.Random`. Mend it.


# %% slideshow={"slide_type": "-"}
def show_spans(ids, spans, generator):
    shown = list(ids)
    for start, end in spans:
        for place in range(start, end):
            fate = generator.random()
            if fate < 0.8:
                shown[place] = bugs.MASK
            elif fate < 0.9:
                shown[place] = generator.choice(bugs.OTHERS)
    return shown


line_of_ids, two_spans = list(range(10, 20)), [(1, 5), (6, 9)]
print("it shows:", *show_spans(line_of_ids, two_spans, Random(25)))
show_spans = bugs.spans_of_friend(show_spans)
print("SpanBERT:", *show_spans(line_of_ids, two_spans, Random(25)))

# %% [markdown] slideshow={"slide_type": "-"}
# What happens to a token we call its **fate**. SpanBERT draws one fate for a whole span.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
show(diagrams.spans(), alt=ALT["spans"])

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(1, 2)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **How long is a span?** It begins with one word. With probability 0.2 it ends there; otherwise one word is added and the question comes again (a **geometric distribution**, 几何分布). A span of more than 10 words is drawn again. The mean is 3.8 words.
#
# **The boundary objective.** Lesson 10's head for answers reads only the two ends of a span, so an edge should know what lies inside. Here the ends inside are hidden, so SpanBERT takes the two visible tokens just *outside*: a second, small network guesses each hidden token from their vectors and its place in the span.
#
# For a span from $s$ to $e$ and a token $x_i$ in it, the loss is the sum of two surprisals:
#
# $$\begin{aligned} \mathcal{L}(x_i) = &-\log P(x_i \mid h_i) \\ &-\log P(x_i \mid b_i) \\ b_i = &\; f(h_{s-1},\, h_{e+1},\, p_{i-s+1}) \end{aligned}$$
#
# Here $h_{s-1}$ and $h_{e+1}$ are the edges, $p$ is a learned vector for the place in the span (counted from 1, in our code from 0), and $f$ has two layers. After training, $f$ is thrown away; edges that know what lies between them are meant to remain.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
show(diagrams.boundary(), alt=ALT["boundary"])

# %% slideshow={"slide_type": "-"}
from lessons.l16_what_to_mask.span_boundary import boundaries

places = torch.tensor([3, 4, 5, 9])  # two spans in a row of 12 tokens
edges = boundaries(places, length=12)
print("left edge ", edges.left.tolist())
print("right edge", edges.right.tolist())
print("place     ", edges.offset.tolist())
check("the tokens beside", edges.left.tolist() == [2, 2, 2, 8] and edges.offset[2] == 2)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 5. No mask at all: MacBERT
#
# All of these show [MASK], a piece that no text has. After pre-training, the model never sees it again. Does that matter? **MacBERT** (Cui and others 2020) writes a *similar word* there. The riddle becomes: which words are wrong, and what should be there? They call it *MLM as correction*.
#
# For similar words we trained word2vec (lesson 03) on the newspaper, and keep for each word its three nearest neighbors with as many characters. MacBERT chooses runs of one (40%), two (30%), three (20%) or four words (10%). Of these, 80% are replaced by similar words, 10% by random ones, and 10% stay.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
show(diagrams.similar(), alt=ALT["similar"])

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
from lessons.l16_what_to_mask.experiments.similar_words import table_of

similar = table_of(recorded("similar_words")["results"])
glosses = {"北京": "Beijing", "今天": "today", "总理": "premier", "下降": "fall", "飞机": "plane"}
for word, gloss in glosses.items():
    print(f"{word} ({gloss}):", " ".join(similar[word]))
check("rise is a neighbor of fall", "上升" in similar["下降"])

# %% [markdown] slideshow={"slide_type": "-"}
# Beijing's neighbors are Guangzhou, Shanghai and Nanjing; today's are tonight, yesterday and afternoon. Those of 下降 (*to fall*) are *rise*, *go up* and *decrease*: opposites stand in the same company (lesson 03). For MacBERT this is no fault, because they fit the place. Half a word may stay in sight (天 above), but the model does not know which half. But *premier* also has *invite*, and *plane* has *all the way*: a small newspaper makes odd neighbors.
#
# All our maskers choose anew each time they see a line, as RoBERTa does (lesson 08).

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(3)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 6. Which riddle teaches most?
#
# Each paper reports that its own idea is better. (*SpanBERT spans* hides spans only; *SpanBERT* has the boundary objective as well.) We trained all models beforehand, from the same start (`bert-mini-zh`), with the same 12,000 lines of our newspaper in the same order, and the same numbers of updates and of hidden characters.
#
# Who decides? The nearest test is the riddle itself: hide something in new text and count what is guessed, a **cloze** (完形填空). But *what* do we hide? Both single characters and whole words, in the same 600 test examples. We score only the places that show [MASK]: a tenth is shown as it is, and could be copied.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
record = recorded("what_to_mask")
settings, results = record["configuration"], record["results"]
print(settings["training"]["steps"], "updates of", settings["training"]["batch_size"], "lines;",
      len(settings["seeds"]), "seeds")  # fmt: skip
hidden = [entry["hidden"] for arm in ARMS for entry in results[arm]]
print(f"each: {min(hidden):,} to {max(hidden):,} hidden")
check("equal numbers of hidden characters, within 1%", max(hidden) <= 1.01 * min(hidden))

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
WAYS = ("single characters", "whole words")


def cloze_row(arm, way):
    ours, plain = (findings.cloze_score(one, way).seeds for one in (arm, BASE))
    return Row(*findings.cloze_lead(arm, way), tuple(np.subtract(ours, plain)))


def two_clozes():
    every = (START, *ARMS)
    ahead = {arm: tuple(cloze_row(arm, way) for way in WAYS) for arm in every}
    guessed = {arm: tuple(findings.cloze_score(arm, way).mean for way in WAYS) for arm in every}
    title = "Plain masks win at single characters, whole words at whole words"
    show(figures.draw_two_clozes(ahead, guessed, title), alt=ALT["cloze"])
    single, whole = (findings.cloze_lead("whole words", way) for way in WAYS)
    claim("cloze: plain masks win at single characters, whole words at whole words, bars doubled",
          2 * single.high - single.mean < 0 < 2 * whole.low - whole.mean)  # fmt: skip


predict("two clozes", two_clozes)

# %% [markdown] slideshow={"slide_type": "subslide"}
# Which model is better? Whoever chooses the test chooses the winner. MacBERT is not even asked its own riddle: in its 1,000 updates it saw no [MASK]. So the cloze must not decide.
#
# We want a model that is good at something *else*. Our judge is finding names (lesson 10). If it favors anyone, it is ERNIE, which practiced names. And all models start from a BERT trained with plain masks, which may help plain masks. Each model is fine-tuned on the same 1,000 lines, and asked once about all test lines. All this was fixed beforehand; only the bars were widened later.


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def names_decide():
    seeds = {arm: np.array(findings.name_score(arm).seeds) for arm in (START, *ARMS)}
    rows = {
        arm: Row(*findings.name_lead(arm), tuple(seeds[arm] - seeds[BASE]))
        for arm in seeds
        if arm != BASE
    }
    title = "No masker is clearly ahead of plain masks; both bars of SpanBERT lie below 0"
    show(draw_differences(rows, title, "points of F1, against plain masks"), alt=ALT["names"])
    base = findings.name_score(BASE)
    print(f"plain masks: F1 {100 * base.mean:.1f} (standard deviation {100 * base.sd:.1f})")
    value, low, high = (100 * one for one in findings.name_lead("whole words", START))
    print(f"whole words against start:\n  {value:+.1f} points [{low:+.1f}, {high:+.1f}]")
    highs = [rows[arm].high for arm in ("SpanBERT spans", "SpanBERT")]
    claim("names: no masker is clearly ahead of plain masks; both bars of SpanBERT lie below 0",
          max(highs) < 0 and max(rows[arm].low for arm in ARMS if arm != BASE) < 0)  # fmt: skip


predict("who finds names", names_decide)

# %% [markdown] slideshow={"slide_type": "subslide"}
# MacBERT, trained without [MASK], is no better: 0.3 points behind, with 0 in its bar. So we cannot see that [MASK] does harm.
#
# A bar is a 95% interval, and small dots are seeds. Whole words are behind plain masks with each of three seeds, and yet their bar contains 0: the bars draw the test lines anew *and* the seeds, and with one of the seeds whole words are only a little behind. Even so, a bar may be half as wide as it should be, because three seeds say little about how much seeds differ. Twice as wide, SpanBERT's bar would contain 0, too.
#
# So whole words have brought no gain here. There may be two reasons; we tested neither. After a start with plain masks, 1,000 updates may be too few for long gaps. And a model that uses the half of a word may know better where words end, which finding names needs.
#
# Plain masks are ahead of `start`, perhaps because they practiced with this newspaper.
#
# ### At scale
# Joshi and others asked our question with BERT large, everything equal but the mask (four of the columns of their table 6, on development sets: F1 of answers in SQuAD and TriviaQA and of coreference; accuracy of inference in MNLI).
#
# | hidden | SQuAD 2.0 | TriviaQA | coref. | MNLI |
# |---|---|---|---|---|
# | pieces | 83.8 | 76.3 | **77.7** | 86.7 |
# | whole words | 84.3 | 77.1 | 76.6 | 86.3 |
# | names | 84.8 | 78.7 | 75.6 | 86.0 |
# | noun phrases | 85.0 | 77.7 | 76.7 | 86.5 |
# | spans | **85.4** | 78.8 | 76.4 | **87.0** |
#
# For answers, which are spans, larger units help. The table gives no intervals, so 78.8 against 78.7 is no win. For coreference every larger unit did harm, until the boundary objective was added (79.0, from 76.3 without it; their table 7, where training reads one text at a time).
#
# In Chinese, Cui and others report for names in our own newspaper, with a BERT some forty times as large, an F1 of 94.9 before whole words and 95.1 after. Their *before* is like our `start`: there whole words are 0.2 points ahead, and here 0.2 behind, far within the interval. They have no control with plain masks.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
ask("what would you hide")

# %% [markdown] slideshow={"slide_type": "skip"}
# <details><summary>One good answer, to compare with yours</summary>
#
# Units: chords, or bars, because a single note is given away by the others of its chord. Equal: notes hidden, updates, start, pieces of music. Judge: something that nobody masks, such as telling the composer of new pieces. The cloze is shown for both units, and decides nothing.
# Unit of the interval: the piece, not the note; three seeds. Fixed before: a difference worth having, say one point; it does not matter if the whole interval lies between -1 and +1. Give yourself a point for each: a reason for the unit, one thing changed, a judge whose favors are named, a unit of the interval.
#
# </details>

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 7. The chicken farm
#
# > 飞机在鸡场降落。 *The plane lands at the chicken farm.*
#
# Somebody typed *ji chang* for *airport* (机场) and took the wrong *ji*: 鸡 is a chicken. To type Chinese, one types sounds and then chooses characters, so many slips are **homophones** (同音字). To mend them is MacBERT's riddle, with characters. We kept only MacBERT's answers, not the model, so it cannot try.
#
# We make the mistakes: the data set `pinyin` says how a character sounds (tones left aside, as one types), and in every second sentence of the newspaper one in ten characters is replaced by a homophone.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
from lessons.l16_what_to_mask.spelling.sentences import data, homophones

sounds = homophones()
for character in "机他":
    others = sounds.of(tokenizer.ids[character])
    listed = [f"{tokenizer.vocabulary[n]} {sounds.frequency[n]:,.0f}" for n in others[:3]]
    print(f"{character}: {len(others)} homophones, most frequent:")
    print("  " + ", ".join(listed))

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Which homophone?** Simplest is to draw each with equal probability. Imagine a corrector that doesn't read: in a wrong sentence it marks the *rarest* characters, as many as there are errors.


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
spelling = recorded("spelling")["results"]


def rarest():
    print("errors found by marking the rarest:")
    named = {"alike": "each equally likely", "by frequency": "drawn by frequency"}
    for way, share in spelling["rarest"].items():
        print(f"  {named[way]:19} {share:.0%}")
    claim("marking the rarest finds over 50% of equally likely errors, under 25% of those by frequency",
          spelling["rarest"]["alike"] > 0.5 and spelling["rarest"]["by frequency"] < 0.25)  # fmt: skip


predict("the rarest", rarest)

# %% [markdown] slideshow={"slide_type": "subslide"}
# This is a cue (lesson 15): a model trained on such data could learn to mark rare characters. An input program lists frequent ones first, so we draw by frequency. (Real slips are often whole words.)
#
# **Two correctors for free.** One **counts**: which homophone stands most often after the character before? The other is `bert-mini-zh` as it is: **hide** each character in turn, and see whether a homophone fits better. Both change a character only if a homophone beats it by a margin, chosen on validation sentences.
#
# *Precision*: the share of changes that are right. *Recall*: the share of errors that are mended. *False alarms*: the share of right sentences in which something is changed.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
from lessons.l16_what_to_mask.spelling.sentences import leads_by_hiding

written = "飞机在鸡场降落。"
row = tokenizer.text_ids(written)
for character, (best, lead) in zip(written, leads_by_hiding([row], model)[0], strict=True):
    if lead > 1:
        print(f"{character}: {tokenizer.vocabulary[int(best)]} leads by {lead:.0f} nats")
print("margin:", spelling["margins"]["hiding"], "nats")

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
from lessons.l16_what_to_mask.spelling.findings import (
    rates,
    spelling_lead,
    spelling_score,
    strict_hiding,
)

CORRECTORS = ("counts", "hiding", "fine-tuned", "no mask", "soft mask")


def print_rates(rates_by_name):
    print("           prec recall    F1 alarms")
    for name, (precision, recall, f1, alarms) in rates_by_name.items():
        print(f"{name:10} {precision:4.0%} {recall:6.0%} {f1:5.0%} {alarms:6.0%}")


print("place given, right homophone first:")
for way, share in spelling["given the place"].items():
    print(f"  {way:10} {share:.0%}")
print("nothing given, 1,500 test sentences:")
print_rates({arm: rates(arm) for arm in ("counts", "hiding")})
check(
    "hiding is ahead of counting", spelling_lead("hiding", "counts", asked="homophones").low > 0.1
)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 8. A soft mask
#
# If the place is known, mending is easy, even by counting; the problem is to *find* it. And hiding reads a sentence once for each character. Can a BERT read it once, and write it anew?
#
# **Fine-tuning.** Show BERT the sentence with its mistakes, and ask at *every* place what should stand there. Mostly it is the character itself, so BERT learns above all to repeat what it sees.
#
# **Soft-Masked BERT** (Zhang and others 2020) puts a detector before it, and hides what is suspicious. The detector is a small recurrent network (GRU).

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
show(diagrams.soft_masked(), alt=ALT["soft mask"])

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 2: as hidden as suspected
# Difficulty 2 of 5, about 5 minutes. `words` (T, D) are the embeddings of what is written, `mask` (D,) is that of [MASK], and `wrong` (T,) has the detector's probability that each is wrong. Return (T, D), what BERT is to read. What is certainly right (0) is the word itself, what is certainly wrong (1) is [MASK], and between the two the vector moves *evenly* from one to the other.
#
# <details><summary>Hint</summary>Begin with one word and a number. Then give <code>wrong</code> a second axis.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.soft_mask)
def soft_mask(words, mask, wrong):
    """Return the vectors, each hidden as much as it is suspected."""
    ...


# %% tags=["solution"]
def soft_mask(words, mask, wrong):
    p = wrong[:, None]
    return p * mask + (1 - p) * words


# %% [markdown] slideshow={"slide_type": "subslide"}
# Because the vector moves evenly and never jumps, the detector gets a gradient. In the paper's notation: $\tilde e_i = p_i\, e_{\text{mask}} + (1 - p_i)\, e_i$. The mask keeps BERT from copying while it *reads*. After the last layer, $e_i$ is added once more (the **residual**), so that the *output* can copy, in case the suspicion was false. Detector and corrector learn together, with the loss $0.8$ (correction) $+\; 0.2$ (detection).
#
# Now a BERT reads through your function. (Position and segment, which $e_i$ and $e_{\text{mask}}$ share, are added after it.)


# %% slideshow={"slide_type": "-"}
def read_softly(bert, ids, visible, p, residual):
    """Return a BERT's last vectors, if each word is hidden by p."""
    tables = bert.bert.embeddings
    words, mask = tables.word(ids), tables.word.weight[tokenizer.mask_id]
    mixed = soft_mask(words.flatten(0, 1), mask, p.flatten()).view_as(words)
    rest = tables.position.weight[: ids.shape[1]] + tables.token_type.weight[0]
    last = bert.bert.encoder(tables.norm(mixed + rest), visible[:, None, None, :])
    return last + tables.norm(words + rest) if residual else last


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
ids_of = torch.tensor([[tokenizer.cls_id, *row, tokenizer.sep_id]])
apart = []
for p, shown in ((0.0, ids_of), (1.0, torch.full_like(ids_of, tokenizer.mask_id))):
    with torch.no_grad():
        softly = read_softly(model, ids_of, ids_of > -1, torch.full(ids_of.shape, p), False)
        apart.append((softly - model.bert.inspect(shown).hidden_states[-1]).abs().max())
plain_apart, masked_apart = apart
print(f"p = 0, from the sentence:    {plain_apart:.4f}")
print(f"p = 1, from a row of [MASK]: {masked_apart:.4f}")
check("p = 0 reads the sentence", plain_apart < 1e-3)
check("p = 1 reads a row of [MASK]", masked_apart < 1e-3)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **The measurement.** Two trained correctors, and a control: **no mask** has detector, losses and residual, but hides nothing. A soft mask that brings something must be ahead of it. All have 1,000 updates with 16 sentences, three seeds, and choose among homophones only. We did not tune how easily they change a character. They learned mostly to copy, so they may be more cautious.


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def correctors():
    found = {}
    for arm in CORRECTORS:
        score = spelling_score(arm, asked="homophones")
        found[arm] = Row(score.mean, score.low, score.high, score.seeds)
    title = "With a tuned margin, hiding has the highest F1; no gain from the soft mask is seen"
    show(
        draw_proportions(found, title, "F1 of correction, 1,500 test sentences"), ALT["correctors"]
    )
    print_rates({arm: rates(arm) for arm in CORRECTORS})


predict("who corrects", correctors)

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
soft = spelling_lead("soft mask", "no mask", asked="homophones")
value, low, high = (100 * one for one in (soft.mean, soft.low, soft.high))
print(f"soft mask against no mask, F1:\n  {value:+.1f} points [{low:+.1f}, {high:+.1f}]")
strict = strict_hiding(model, CORRECTORS[2:], sentences=500)
print(f"hiding with a margin of {strict.margin} nats:")
print_rates(strict.rates)
lows = [lead.low for lead in strict.recall_leads.values()]
alarms = [one[-1] for one in strict.rates.values()]  # of hiding, and then of the others
claim("spelling: hiding mends more errors than the others, with no more false alarms",
      min(lows) > 0 and alarms[0] <= min(alarms[1:]))  # fmt: skip
claim("spelling: no gain from the soft mask is seen; a bar twice as wide ends below 4 points",
      soft.low < 0 < soft.high and 2 * soft.high - soft.mean < 0.04)  # fmt: skip

# %% [markdown] slideshow={"slide_type": "-"}
# In the figure, hiding mends more, and gives more false alarms. So the last cell raises its margin until, on 1,000 test sentences, it has no more of them than the others, and looks at the other 500. Hiding still mends more, with no training on errors, but it takes longer.
#
# The soft mask cannot be told apart from its control. We ask the detector of the first seed: how suspicious are the wrong characters, and how suspicious the right ones?

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
from lessons.l16_what_to_mask.spelling.corrector import SpellingCorrector

corrector = SpellingCorrector.from_pretrained("zh-spelling")
part = data("test", 300, seed=1002)
batches = [part.batch(range(n, n + 50)) for n in range(0, 300, 50)]
with torch.no_grad():
    suspected = [corrector.model(*batch[:3]).detection.sigmoid() for batch in batches]
p_wrong, p_right = [], []
for batch, p in zip(batches, suspected, strict=True):
    p_wrong += p[batch.is_wrong.bool()].tolist()
    p_right += p[batch.right_ids == batch.input_ids].tolist()


def suspicion():
    groups = {f"{len(p_wrong):,} wrong characters": p_wrong,
              f"{len(p_right):,} right characters": p_right}  # fmt: skip
    title = "The detector hardly suspects the wrong characters"
    show(figures.draw_suspicion(groups, title), alt=ALT["suspicion"])
    print(f"mean p: wrong {np.mean(p_wrong):.0%}, right {np.mean(p_right):.0%}")
    claim("the detector is hardly suspicious: mean p below 20% at wrong characters",
          np.mean(p_wrong) < 0.2)  # fmt: skip
    check("and more suspicious of wrong ones", np.mean(p_wrong) > np.mean(p_right))


predict("how suspicious", suspicion)

# %% [markdown] slideshow={"slide_type": "-"}
# So almost nothing is hidden. What would these weights do with a better mask? (Trained beside a better detector, they might trust the copy less.) The same corrector reads the same sentences through your function: with no mask, and with that of an **oracle** that knows the wrong places ($p = 1$ there, $p = 0$ elsewhere). Then we also cut the residual, and finally ask `bert-mini-zh` before fine-tuning.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
trained, choices = corrector.model.corrector, homophones().choices()
READERS = {"its own p": (trained, lambda p, wrong: p, True),
           "no mask": (trained, lambda p, wrong: 0 * p, True),
           "oracle": (trained, lambda p, wrong: wrong, True),
           "oracle, no residual": (trained, lambda p, wrong: wrong, False),
           "oracle, not fine-tuned": (model, lambda p, wrong: wrong, False)}  # fmt: skip
by_mask, spoiled = dict.fromkeys(READERS, 0), dict.fromkeys(READERS, 0)
for batch, p in zip(batches, suspected, strict=True):
    wrong, visible = batch.is_wrong.bool(), batch.attention_mask.bool()
    asked_of = wrong | (batch.right_ids == batch.input_ids)
    allowed, wanted_ids = choices[batch.input_ids[asked_of]], batch.right_ids[asked_of]
    for name, (bert, mask_of, residual) in READERS.items():
        with torch.no_grad():
            given = mask_of(p, batch.is_wrong)
            last = read_softly(bert, batch.input_ids, visible, given, residual)[asked_of]
            scores = bert.masked_lm(last, bert.bert.embeddings.word.weight)
        hits = scores.masked_fill_(~allowed, -torch.inf).argmax(-1) == wanted_ids
        by_mask[name] += hits[wrong[asked_of]].sum().item()
        spoiled[name] += (~hits)[~wrong[asked_of]].sum().item()

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
mended_rows = {name: proportion_row(number, len(p_wrong)) for name, number in by_mask.items()}
title = "With the wrong places known, the residual holds back the mending"
label = "wrong characters mended (one seed, 300 sentences)"
show(draw_proportions(mended_rows, title, label), alt=ALT["oracle"])
print(f"right characters spoiled, of {len(p_right):,}:")
for name, number in spoiled.items():
    print(f"  {name:22} {number:5}")
check("the oracle's mask helps", by_mask["oracle"] > 1.2 * by_mask["its own p"])
check("its own mask does nothing", abs(by_mask["its own p"] - by_mask["no mask"]) < 5)
check("the residual copies", by_mask["oracle, no residual"] > 1.3 * by_mask["oracle"])
check("it saves right characters", spoiled["oracle, no residual"] > 5 * spoiled["oracle"])

# %% [markdown] slideshow={"slide_type": "-"}
# With its own $p$ the corrector mends as many as with no mask: that is stronger evidence than three seeds. The oracle mends more, so a mask can help, and our detector fails. But half of the errors stay, because the residual shows the output what was written: without it, the same weights mend nearly as many as before fine-tuning (part 7 asked nearly the same: 82%). Yet they also spoil far more right characters than they mend in addition. (Bars: 95% intervals over characters.)
#
# Our soft mask has seen 16,000 sentences, with one character in twenty wrong. The authors trained on five million, with 15% of the characters replaced, and there it is ahead: on SIGHAN 2015, sentences of learners of Chinese, F1 of correction by sentences rises from 64.9 (the same BERT, fine-tuned) to 66.4. On their own data a hard mask, random probabilities, or training without the residual did worse; a control that hides nothing is not reported. So our null result says nothing about theirs.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(4, 5)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 9. Mend my sentence
#
# Type a sentence with a wrong character. What is changed stands above, in a thick frame. Below each character stands the detector's $p$, or for hiding the lead of the best homophone, in nats. Here *the leaders of all countries attended the meeting*, with the wrong *dao*: 领倒人 for 领导人. Then try the chicken farm: 飞机在鸡场降落。
#
# <details><summary>What happens at the chicken farm?</summary>Hiding lands the plane at the airport. Soft-Masked BERT changes nothing, and <i>p</i> is low at the chicken too. In the first sentence both mend the error, but the right 席 has as high a <i>p</i> as the wrong 倒: the detector does not find it.</details>

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
from lessons.l16_what_to_mask.spelling.shown import by_hiding, corrected

hide = by_hiding(model, spelling["margins"]["hiding"])
explore(corrected(corrector.correct, hide), alt=ALT["control"], sentence=text("各国领倒人出席了会议。", label="sentence"))  # fmt: skip
mended = "".join(one.proposed for one in corrector.correct("各国领倒人出席了会议。"))
check("the wrong dao is mended", mended == "各国领导人出席了会议。")
farm = corrector.correct("飞机在鸡场降落。")
check("the chicken stays, and p is low", max(one.error for one in farm) < 0.15
      and all(one.proposed == one.written for one in farm))  # fmt: skip
both_sentences = ("各国领倒人出席了会议。", "飞机在鸡场降落。")
by_itself = ["".join(one.proposed for one in hide(given)) for given in both_sentences]
check("hiding mends both", by_itself == ["各国领导人出席了会议。", "飞机在机场降落。"])
p_of = {one.written: one.error for one in corrector.correct("各国领倒人出席了会议。")}
check("xi is as suspicious as dao", p_of["席"] > 0.9 * p_of["倒"])

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 10. At work
#
# In `transformers`, a **data collator** makes batches and masks them. `DataCollatorForLanguageModeling` hides single tokens as BERT does, and now has `whole_word_mask=True` (before: `DataCollatorForWholeWordMask`). It takes everything between two spaces for one word. Think of Chinese before you run the cell.

# %% slideshow={"slide_type": "-"}
from collections import Counter

import transformers

from bertlab.model.pretrained import CHECKPOINTS

reader = transformers.AutoTokenizer.from_pretrained(CHECKPOINTS / "bert-mini-zh")
collate = transformers.DataCollatorForLanguageModeling(
    reader, whole_word_mask=True, mask_replace_prob=1.0, random_replace_prob=0.0, seed=0
)
asked = {"return_offsets_mapping": True, "return_special_tokens_mask": True}
batch = collate([reader("教师今天到北京大学参观", **asked) for _ in range(40)])
hidden = Counter((batch["labels"] != -100).sum(dim=1).tolist())
print("hidden of 11 characters, and how many of 40 times:", dict(hidden))

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
numbers = set((batch["labels"] != -100).sum(dim=1).tolist())
check("a Chinese line is one word to it: all or nothing", numbers == {0, 11})

# %% [markdown] slideshow={"slide_type": "-"}
# All or nothing: a line without spaces is one word to it. For Chinese, cut the words first (jieba is a program for it) and mask with a function such as yours; and always print what a masker hides before you train for a week.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Recap
#
# - BERT guesses about 30% of hidden first halves from the second half, and 2% without it.
# - For a fair comparison all maskers hide equally many characters. SpanBERT draws one fate for a span, and trains its edges to know what lies between. MacBERT shows similar words and no [MASK].
# - Which masker wins the cloze depends on what the cloze hides. Let a task decide, and say beforehand whom it favors.
# - Judged by names, no masker was clearly ahead of plain masks at our size; both kinds of SpanBERT were behind, but three seeds are too few to be sure. Draw the seeds anew as well as the lines. At scale, in the columns shown, no mask alone is best for every task.
# - Draw spelling errors by frequency. Otherwise rare characters give them away.
# - A soft mask hides only what its detector suspects, and a residual copies errors as well as what is right: look at both before you believe in it. Hiding each character in turn mended more here, with no more false alarms.
#
# To come: **17. What to predict**.

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Terms
#
# | English | 中文 | in one line |
# |---|---|---|
# | whole word masking | 全词掩码 | all pieces of a word are hidden, or none |
# | unit | 单元 | tokens that belong together: a word, a name |
# | fate | 处理方式 | whether a chosen token is shown as [MASK], random, or as it is |
# | span | 片段 | words next to each other |
# | geometric distribution | 几何分布 | how many trials until the first success |
# | boundary objective | 边界目标 | guess what a span holds from its two edges |
# | similar word | 近义词 | a near neighbor of a word in word2vec |
# | cloze | 完形填空 | a text with gaps to fill |
# | homophone | 同音字 | a character that sounds like another |
# | detector, corrector | 检错网络、纠错网络 | says where an error is; says what should be written |
# | soft mask | 软掩码 | a mixture of a word's vector and that of [MASK] |
# | false alarm | 误报 | a right sentence in which something is changed |
#
# ### More published results
#
# In Chinese, with models of BERT base's size (means of ten runs, where the authors give means):
#
# | idea | task | before | after | what else was changed |
# |---|---|---|---|---|
# | whole words (Cui and others) | names in the People's Daily, F1 | 94.9 | 95.1 | goes on from BERT, with more updates |
# | | CMRC 2018 (answers), F1 | 86.3 | 86.7 | |
# | ERNIE 1.0 (Sun and others) | names in MSRA, F1 | 92.6 | 93.8 | more and other texts, a task with dialogues |
# | MacBERT (Cui and others) | CMRC 2018, F1 | 88.8 (RoBERTa-wwm-ext) | 89.2 | runs of up to four words; sentence order as a second task |
#
# RoBERTa-wwm-ext hides whole words too, but it read more and other text and has no second task. So its 88.8 cannot be compared with the 86.7 above.
#
# ## Further reading
#
# - Yiming Cui and others (2021). *Pre-Training with Whole Word Masking for Chinese BERT.* IEEE/ACM Transactions on Audio, Speech, and Language Processing. First as arXiv 1906.08101 (2019).
# - Yu Sun and others (2019). *ERNIE: Enhanced Representation through Knowledge Integration.* arXiv 1904.09223.
# - Yu Sun and others (2020). *ERNIE 2.0: A Continual Pre-Training Framework for Language Understanding.* AAAI.
# - Mandar Joshi and others (2020). *SpanBERT: Improving Pre-training by Representing and Predicting Spans.* TACL.
# - Yiming Cui and others (2020). *Revisiting Pre-Trained Models for Chinese Natural Language Processing.* Findings of EMNLP.
# - Yinhan Liu and others (2019). *RoBERTa: A Robustly Optimized BERT Pretraining Approach.* arXiv 1907.11692.
# - Shaohua Zhang and others (2020). *Spelling Error Correction with Soft-Masked BERT.* ACL.
