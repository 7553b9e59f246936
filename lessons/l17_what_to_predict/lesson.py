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
# # 17. What to predict
#
# > *The districts, **too**, have arranged sports for the holidays.*
# >
# > *Many ice rinks in the city will be open for free.*
#
# Which of the two came first? *Too* points back: something must have been said before. Is that understanding, or one small word? And nobody had to label anything: whoever wrote the text has put its sentences in order.
#
# BERT was taught with this in mind. It guesses hidden words, and it says whether sentence B follows sentence A (lesson 08). In 2019 RoBERTa dropped the second task and filled its inputs with unbroken text, and it did as well or better on nearly all tests. So what does a model learn from *which sentence comes next*?
#
# Lesson 16 changed what is hidden; this one changes the question. You find out what next sentences teach, put sentences into their order, and build the task that learns from every word: find what a machine has written.
#
# At the end you can
#
# - say what next-sentence prediction (NSP) rewards, and why one counts words first;
# - make pairs for sentence order prediction (SOP) that no cut gives away, and say which cues remain;
# - put the sentences of a news item into their order;
# - build the inputs and labels of ELECTRA, read a comparison per update, per prediction and per operation, and find replaced characters in a sentence of your own.
#
# **Time** 80 minutes in class, and 36 for the exercises. **Difficulty** 3 of 5. **Before this**: lesson 08 (pre-training) and lesson 16 (maskers; names as a judge).

# %% tags=["bootstrap"] slideshow={"slide_type": "skip"}
# (generated)

# %% tags=["setup"] slideshow={"slide_type": "skip"}
from lessons.l17_what_to_predict import ask, bugs, diagrams, exercises, figures, predict, quiz
from lessons.l17_what_to_predict.alts import ALT
from lessons.l17_what_to_predict.figures import Row, Said
from lessons.l17_what_to_predict.pairs import ALL_PAIRS, asked, pair_scores, tokenizer

import torch

from bertlab.model import BertForPreTraining
from bertlab.model.pretrained import CHECKPOINTS
from workbook.basics import begin_lesson, check, claim, exercise, recorded, show

begin_lesson()
bert = BertForPreTraining.from_pretrained("bert-mini-zh").eval()

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
RINKS = "太原市许多冰场将向市民免费开放。"
SPORTS = "太原市各城区、各郊县也安排了丰富的春节体育活动。"
STRANGER = "如今的屏幕上，不时可见嗲声嗲气的所谓爱情青春片。"
pairs = [(RINKS, SPORTS), (SPORTS, RINKS), (RINKS, STRANGER)]
follows = pair_scores(bert, pairs).sigmoid().tolist()
LABELS = ("A: rinks. B: the districts, too.", "A: the districts, too. B: rinks.",
          "A: rinks. B: films about love.")  # fmt: skip
said = [Said(label, *pair, p) for label, pair, p in zip(LABELS, pairs, follows, strict=True)]
show(figures.draw_said(said, "The head sees the stranger, and not the order"), ALT["three pairs"])
check("one pair: the order makes no difference to BERT's head, and the stranger does",
      abs(follows[0] - follows[1]) < 0.05 and follows[2] < 0.2)  # fmt: skip

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 1. Does B follow A?
#
# The picture shows our riddle in the newspaper of lesson 10, and what `bert-mini-zh` says of it. It was trained with both tasks, as BERT was. It gives both orders nearly the same score, and says no only to the stranger.
#
# **Next-sentence prediction** (下一句预测, NSP) shows two texts. Half of the time the second one followed the first, and half of the time it comes from another document.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
show(diagrams.next_sentence(), alt=ALT["NSP"])

# %% [markdown] slideshow={"slide_type": "subslide"}
# One riddle proves nothing. We ask about a pair of neighbors from each document in the test parts of the newspaper and of the reviews (lesson 09) that fits into 48 tokens. Each is asked in three ways: A B, then B A, and A C, where C is a sentence of another document, and about as long as B. One of them: A, *if one keeps to the eight points, relations across the strait can develop smoothly*; B, *otherwise there will be setbacks, and harm*; C, *he said, first, these countries are customers*.

# %% slideshow={"slide_type": "-"}
test = asked("test")
print(f"{len(test):,} pairs from {len({one.document for one in test})} documents")
one = test[3]
print("A:", one.first)
print("B:", one.second)
print("C:", one.stranger)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## 2. What counting knows
#
# Before we ask what a network has learned, we ask what can be had without one (lesson 15). Four ways to *count*, fitted on training pairs; none of them reads a sentence:
#
# - **cosine**: the cosine of two TF-IDF vectors (lesson 13). Do A and B have the same words?
# - **lengths** of both sentences;
# - **punctuation**: which marks stand in A and in B, at their beginnings and at their ends;
# - **characters**: which characters stand in A, and which in B (all three: logistic regression).


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
from lessons.l17_what_to_predict import findings

TITLE = "Same words tell a stranger, and never the order"
CUES = findings.cues(test)


def counting():
    scores = {
        test: {way: findings.accuracy(way, test) for way in findings.WAYS}
        for test in ("NSP", "SOP")
    }
    grey = dict.fromkeys(findings.WAYS, figures.COUNTING)
    show(figures.draw_tests(scores, TITLE, grey), alt=ALT["counting"])
    print(f"next or stranger, bert-mini-zh: {findings.accuracy('start', 'NSP').mean:.0%}")
    for what, cue in CUES.items():
        print(f"{what}: A in {cue[0]} pairs, B in {cue[1]}")
    buts, toos = CUES.values()
    check("a cue of B, and too is none",
          buts[1] > 2 * buts[0] and toos[1] < 1.2 * toos[0])  # fmt: skip
    cosine, order = scores["NSP"]["cosine"], scores["SOP"]["cosine"]
    claim("NSP: counting words is right in over 60%, and about the order in exactly half",
          cosine.low > 0.6 and order.mean == 0.5)  # fmt: skip


predict("what counting knows", counting)

# %% [markdown] slideshow={"slide_type": "-"}
# (Bars: 95% intervals over documents.) A stranger speaks of something else, so it has other words. Comparing words is nearly as good as `bert-mini-zh`, which was trained for this question, among others, with 12,000 updates. NSP asks two things at once, *same topic?* and *does it continue?*, and the first is easier, the authors of **ALBERT** (Lan and others 2020) suspect. At their scale NSP reaches 90% (part 3).
#
# Look at the lower panel, too. Marks and single characters know something of the *order*. A sentence that begins with *but* comes second three times out of four (17 pairs). *Too* hardly helps, because it may point back to an earlier sentence. Which character is the best cue?
#
# ### Exercise 1: the best cue
# Difficulty 2 of 5, about 8 minutes. `pairs` is a list of (first, second): neighbors as they stand in their document. A character can tell them apart if only one of the two has it. Count for each character in how many pairs the second sentence alone has it, and in how many the first alone. Return (character, second alone, first alone) for the character with the largest difference, second minus first. If several are equally good, take the one that is sorted first. (For at least one character the difference is positive.)
#
# <details><summary>Hint</summary><code>set(second) - set(first)</code> has what the second sentence alone has; a <code>Counter</code> takes it with <code>update</code>.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.best_cue)
def best_cue(pairs):
    """Return the best cue of second sentences, with its two counts."""
    ...


# %% tags=["solution"]
def best_cue(pairs):
    from collections import Counter

    in_second, in_first = Counter(), Counter()
    for first, second in pairs:
        in_second.update(set(second) - set(first))
        in_first.update(set(first) - set(second))
    best = max(sorted(in_second), key=lambda one: in_second[one] - in_first[one])
    return best, in_second[best], in_first[best]


# %% slideshow={"slide_type": "subslide"}
neighbors = [(one.first, one.second) for one in asked("validation")]
cue, in_second, in_first = best_cue(neighbors)
print(f"best cue: {cue}")
print(f"validation pairs: {in_second} second, {in_first} first")
later = sum(cue in one.second and cue not in one.first for one in test)
earlier = sum(cue in one.first and cue not in one.second for one in test)
print(f"test pairs: {later} second, {earlier} first")
check("the bracket gives it away", cue == "（" and later > 9 * earlier > 0)

# %% [markdown] slideshow={"slide_type": "-"}
# An opening bracket, which nobody would call language understanding: a reporter's name, in brackets, closes the text. We chose the cue on validation pairs, and it holds on test pairs. A model that learns the order has to beat such cues, and not 50%.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(1, 2)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 3. Which came first?
#
# How does one take the topic away? ALBERT takes *both* texts from the same place, and swaps them in half of the pairs, at random. This is **sentence order prediction** (句序预测, SOP). Both labels have the same topic and words; only the order differs.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
show(diagrams.sentence_order(), alt=ALT["SOP"])

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Find the bug
# About 6 minutes. A friend makes such pairs from characters. Both texts together may have `room` characters, so what is too long is cut, as in lesson 08: the first text loses its beginning, and the second its end. A model trained with these pairs is right nine times out of ten. Too good! Mend the function; it may return `None` for a pair that it cannot make.
#
# <details><summary>Hint</summary>Make a few pairs that are too long, in both orders. Look at how each text begins and ends.</details>


# %% slideshow={"slide_type": "-"}
def cut_pair(first, second, swapped, room):
    too_long = max(0, len(first) + len(second) - room)
    first = first[too_long // 2 :]
    second = second[: len(second) - (too_long - too_long // 2)]
    return (second, first) if swapped else (first, second)


cut_pair = bugs.pairs_of_friend(cut_pair)

# %% [markdown] slideshow={"slide_type": "-"}
# Here is a rule that reads nothing: *if the first text ends with a full stop (or another mark that ends sentences), the two are in order*. It is asked about 2,000 pairs, from two neighbors of each of 1,000 documents in both orders.


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def one_mark():
    of_friend = bugs.told_by_a_mark(bugs.of_friend)
    whole = bugs.told_by_a_mark(bugs.whole_pair, room=100)
    turned = bugs.told_by_a_mark(bugs.changed_first)
    print("told by one mark")
    print(f"pairs of the friend:  {of_friend[1]:.0%} of {of_friend[0]:,}")
    print(f"order changed first:  {turned[1]:.0%} of {turned[0]:,}")
    print(f"whole sentences only: {whole[1]:.0%} of {whole[0]:,}")
    claim("one mark tells the order of over 75% of the cut pairs, and of under 55% of whole ones",
          of_friend[1] > 0.75 and whole[1] < 0.55)  # fmt: skip
    check("where the order is changed first, the mark tells nothing", turned[1] < 0.55)


predict("one mark", one_mark)

# %% [markdown] slideshow={"slide_type": "-"}
# The friend cut first and swapped afterwards. So a text without a full stop must be the second one of its document. If one swaps first, the mark tells nothing (second line). We take whole sentences only, and leave out what does not fit; so these pairs are fewer (third line).
#
# ### Exercise 2: whole pairs
# Difficulty 2 of 5, about 7 minutes. `sentences` has the ids of each sentence of a document. Every two neighbors make a pair; `swapped` has an entry for each, in the same order: whether the two change places. With [CLS] and two [SEP] an input may have `max_length` tokens, and a pair that does not fit is left out. Return a list of (first, second, label), where the label is 0 for the order of the document and 1 for the other.
#
# <details><summary>Hint</summary>Go through the places 0, 1, ... of the first sentence of a pair. How many places are there for five sentences?</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.whole_pairs)
def whole_pairs(sentences, swapped, max_length):
    """Return the pairs of neighbors that fit, each with its label."""
    ...


# %% tags=["solution"]
def whole_pairs(sentences, swapped, max_length):
    pairs = []
    for n in range(len(sentences) - 1):
        first, second = sentences[n], sentences[n + 1]
        if len(first) + len(second) + 3 > max_length:
            continue
        pairs.append((second, first, 1) if swapped[n] else (first, second, 0))
    return pairs


# %% slideshow={"slide_type": "subslide"}
STORY = (
    "４年前，王国栋以７分之差高考落榜。",
    "他多么想复读啊，可是父亲因两次住院手术，全家债台高筑。",
    "带着遗憾和不甘，王国栋进城打工。",
)
ids = [tokenizer().text_ids(sentence) for sentence in STORY]
for first, second, label in whole_pairs(ids, [False, True], max_length=48):
    print(label, *("".join(tokenizer().vocabulary[n] for n in one) for one in (first, second)))

# %% [markdown] slideshow={"slide_type": "-"}
# This is a news item: *Four years ago, Wang Guodong failed the entrance examination by seven points. / How he would have liked to repeat the year, but his father had been operated on twice, and the family was deep in debt. / With regret and reluctance, Wang Guodong went to work in the city.*
#
# ### Two tasks, two tests
# `bert-mini-zh` gets a new head for pairs, and goes on with one of the two tasks. Both arms see the same neighbors, equally often and with the same seeds; their wrong examples differ (A C, or B A). Then *both* heads answer *both* tests: 2 × 2. Each input is judged alone, and *yes* is a probability over 50%. The arms do not start alike: the encoder has learned NSP for 12,000 updates, and the order never.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
record = recorded("sentence_order")
settings, numbers = record["configuration"]["training"], record["results"]["numbers"]
print(settings["steps"], "updates of", settings["batch_size"], "inputs;",
      len(record["configuration"]["seeds"]), "seeds;", f"{numbers['pairs']:,} test pairs")  # fmt: skip
ARMS, COUNTED = ("NSP", "SOP"), {"NSP": "cosine", "SOP": "characters"}
above = {arm: findings.scored_above(arm) for arm in (findings.START, *ARMS)}
encoders = {"start": "bert-mini-zh", "SOP": "zh-sentence-order"}
frozen = {arm: findings.told_by_new_head(name) for arm, name in encoders.items()}
check("the pairs of the record are these", numbers["pairs"] == len(test))


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def two_by_two():
    scores = findings.both_tests(COUNTED, ARMS)
    colors = {f"counting ({way})": figures.COUNTING for way in COUNTED.values()}
    colors["bert-mini-zh"] = figures.START
    title = "Each head answers its own question, and hardly the other"
    show(figures.draw_tests(scores, title, colors), alt=ALT["two by two"])
    strangers, order = (scores[test]["trained: NSP"] for test in ("NSP", "SOP"))
    ahead = findings.lead("SOP", "characters", "SOP")
    print("SOP - counting:", findings.points(ahead))
    for arm, row in above.items():
        print(f"A B above B A, {arm}: {findings.percent(row)}")
    for name, row in frozen.items():
        print(f"strangers, new head, {name}: {findings.percent(row)}")
    check("52%, 55% and 67%", [round(100 * row.mean) for row in above.values()] == [52, 55, 67])
    check("strangers: SOP's encoder says much less", frozen["SOP"].high < frozen["start"].low)
    check("SOP is level with counting", ahead.low < 0 < ahead.high)
    known = (scores["NSP"]["counting (cosine)"], scores["NSP"]["bert-mini-zh"], strangers)
    check("63%, 65% and 70%", [round(100 * one.mean) for one in known] == [63, 65, 70])
    claim("trained with NSP: right in over 67% there, and about the order within 3 points of chance",
          strangers.low > 0.67 and abs(order.mean - 0.5) < 0.03)  # fmt: skip


predict("two by two", two_by_two)

# %% [markdown] slideshow={"slide_type": "-"}
# (Bars: 95% intervals, for which documents and seeds are drawn anew; small dots: seeds.) The head that learned to tell strangers is the best at it, and is right about the order half of the time, as `bert-mini-zh` is. But a head that says *yes* to all pairs on one topic must be. So the next lines compare A B with B A: NSP scores the right order higher in 55%, a little more than chance, and SOP in 67%.
#
# The head for the order hardly tells strangers. Has only its *head* forgotten them? We freeze both encoders and fit a new linear head to 500 validation pairs (last lines, one seed). It is right in 65% with `bert-mini-zh`, and in 56% after SOP. So a linear head reads much less of the topic there: 1,000 updates that did not ask for it were enough.
#
# Is the order *understood*? Not by this measure: SOP ends where counting characters ends. It has seen 8,000 pairs, each in both orders (16 inputs in an update), and what it knows may well be marks and first words. ALBERT reads segments of several sentences, 4,096 inputs in each of 125,000 updates.
#
# ### At scale
# Lan and others trained ALBERT base with each task, everything else equal (their table 5: accuracy of the pre-training tasks on held-out text, then F1 or accuracy of five tasks on development sets, and their mean).
#
# | trained with | masked words | NSP | SOP | SQuAD 1.1 | SQuAD 2.0 | MNLI | SST-2 | RACE | mean |
# |---|---|---|---|---|---|---|---|---|---|
# | neither | 54.9 | 52.4 | 53.3 | 88.6 | 78.1 | 81.5 | 89.9 | 61.7 | 79.0 |
# | NSP | 54.5 | 90.5 | 52.0 | 88.4 | 77.2 | 81.6 | **91.1** | 62.3 | 79.2 |
# | SOP | 54.0 | 78.9 | 86.5 | **89.3** | **80.0** | **82.0** | 90.3 | **64.0** | **80.1** |
#
# NSP teaches nothing of the order there (52.0). But there, a model that learned the order also finds strangers (78.9). Ours hardly does; our pairs are single sentences, our training is short, and our head is new. SOP is a point ahead on average, and most where several sentences have to be read together: SQuAD 2.0 and RACE. Perhaps these ask for what SOP teaches. SST-2 is about single sentences, and there NSP is ahead.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(3)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 4. Put the story in order
#
# Shuffle the three sentences of Wang Guodong (part 3), and let the model that learned the order sort them. It only knows *pairs*: of two neighbors, its head says whether the first stands before the second. So we ask it about all pairs, and look for the order whose neighbors fit best.
#
# ### Exercise 3: the best order
# Difficulty 3 of 5, about 9 minutes. `scores` (N, N) has in row i and column j the log odds that sentence i stands before sentence j, *if the two are neighbors*: only such pairs were trained. We assume that the best order is the one whose neighbors have the largest sum. So add up the scores of the neighbors of an order. Return the best order as a list of numbers; of several best ones, the one that comes first in the order of numbers ([0, 1, 2] before [0, 2, 1]). N is at most 6.
#
# <details><summary>Hint 1</summary><code>itertools.permutations(range(n))</code> gives all orders, in the order of numbers.</details>
# <details><summary>Hint 2</summary><code>max</code> keeps the first of several best ones.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.best_order)
def best_order(scores):
    """Return the order whose neighbors have the largest sum."""
    ...


# %% tags=["solution"]
def best_order(scores):
    from itertools import pairwise, permutations

    def value(order):
        return sum(float(scores[i, j]) for i, j in pairwise(order))

    return list(max(permutations(range(len(scores))), key=value))


# %% slideshow={"slide_type": "subslide"}
orderer = BertForPreTraining.from_pretrained("zh-sentence-order").eval()


def sort_story(sentences):
    scores = torch.zeros(3, 3)
    each = [(sentences[i], sentences[j]) for i, j in ALL_PAIRS]
    for (i, j), score in zip(ALL_PAIRS, pair_scores(orderer, each), strict=True):
        scores[i, j] = score
    return [sentences[n] for n in best_order(scores)]


shuffled = [STORY[2], STORY[0], STORY[1]]
for sentence in sort_story(shuffled):
    print(STORY.index(sentence) + 1, sentence)
print("the riddle, right and wrong:", pair_scores(orderer, pairs[:2]).sigmoid())


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def in_order():
    rows = {"trained: SOP": findings.ordered("SOP")}
    rows["counting (characters)"], riddle = findings.ordered_by_counting(pairs[:2])
    rows |= {"trained: NSP": findings.ordered("NSP"), "bert-mini-zh": findings.ordered("start")}
    title = "SOP puts more stories in order than chance, and no more than counting"
    show(figures.draw_rows(rows, title, "stories in order (line: chance)", 1 / 6), ALT["ordered"])
    print(f"{numbers['stretches']} stories: the first three sentences that fit")
    more = findings.ahead_with_all_pairs("SOP")
    print("all pairs added:", findings.points(more))
    check("all pairs or neighbors: no difference is seen", more.low < 0 < more.high)
    claim("three sentences: SOP orders over 22% of the stories, and so does counting",
          min(rows[name].low for name in ("trained: SOP", "counting (characters)")) > 0.22)  # fmt: skip
    level = [rows[name].mean for name in ("trained: SOP", "counting (characters)")]
    check("as many stories", abs(level[0] - level[1]) < 0.03)
    check("our story is in order", sort_story(shuffled) == list(STORY))
    check(
        "the riddle is not decided",
        abs(pair_scores(orderer, pairs[:2]).sigmoid().diff().item()) < 0.05,
    )
    check("counting turns it round as well", riddle[0] < riddle[1])


predict("in order", in_order)

# %% [markdown] slideshow={"slide_type": "-"}
# Our story comes out right, and there was luck in it: most stories do not. A regression that sees only which characters stand in A and in B (fitted on 10,607 pairs) orders as many stories, so we cannot tell our model from such cues. Adding all pairs may be better: the interval (last line) contains 0.
#
# And the riddle of the beginning? The model cannot decide (45% and 46%), and counting prefers the wrong order. One small word was not enough for them. You knew what *too* points back to.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 5. Or no pairs at all?
#
# Is the question about pairs needed? Liu and others (2019, RoBERTa) changed the *inputs* as well, because two things come together in BERT's recipe: a loss for pairs, and inputs made of two pieces. Their table 2, with BERT base (F1; accuracy):
#
# | input | loss for pairs | SQuAD 1.1 / 2.0 | MNLI-m | SST-2 | RACE |
# |---|---|---|---|---|---|
# | two **segments** of several sentences, together up to 512 tokens (BERT) | NSP | 90.4 / 78.7 | 84.0 | **92.9** | 64.2 |
# | two single **sentences** | NSP | 88.7 / 76.2 | 82.9 | 92.1 | 63.0 |
# | **full** inputs of 512 tokens, across documents | none | 90.4 / 79.1 | **84.7** | 92.5 | 64.8 |
# | full inputs within one **document** | none | **90.6 / 79.7** | **84.7** | 92.7 | **65.6** |
#
# (Bold: the best of a column.) Single sentences are worst. The authors suspect that in so little text a model cannot learn what is far away. With unbroken text and no loss for pairs, everything is as good or better, except on SST-2. So NSP can be left out. Whether NSP itself is of any use, the table cannot say, because a row is missing: segments *without* the loss. (Devlin and others had found NSP useful. Perhaps, RoBERTa's authors suspect, they had taken away the loss and kept the two pieces. Then theirs is the missing row, and there NSP helped.)
#
# RoBERTa took the third row, because batches of equal size are simpler.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 6. How many words to hide?
#
# Why are 15% of the words hidden? Devlin and others did not compare. If more is hidden, each line has more riddles, which helps, and less text to solve them with, which does not help. Which of the two wins? `bert-mini-zh` goes on with 25% and with 40% hidden, and in all else as with the plain masks of lesson 16 (15%): 1,000 updates, three seeds. Names decide, as they did there: each model is fine-tuned as a whole on the same 1,000 lines, and then finds people, places and organizations in the newspaper.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
from lessons.l17_what_to_predict import figures_learned, learned

RATES = {"15%": 0.15, "25%": 0.25, "40%": 0.4}


def rates():
    scores = {words: learned.names_with(rate) for words, rate in RATES.items()}
    leads = {words: learned.lead_of_rate(rate) for words, rate in list(RATES.items())[1:]}
    show(
        figures_learned.draw_rates(
            scores, leads, "15, 25 or 40% hidden: names are found about equally well"
        ),
        alt=ALT["rates"],
    )
    print("single characters guessed, with 15% hidden:")
    for words, rate in RATES.items():
        print(f"  trained with {words}: {learned.guessed_with(rate, 'single characters').mean:.1%}")
    gain = scores["15%"].mean - learned.names_after("start").mean
    check("1.1 points over the start", round(100 * gain, 1) == 1.1)
    claim("names: three seeds tell neither 25% nor 40% hidden from 15%",
          all(lead.low < 0 < lead.high for lead in leads.values()))  # fmt: skip
    check("and the means are close", max(abs(lead.mean) for lead in leads.values()) < 0.005)


predict("how many to hide", rates)

# %% [markdown] slideshow={"slide_type": "-"}
# (Small dots: seeds. The intervals draw lines and seeds anew; from three seeds they are rough.) With 40% hidden there are nearly three times as many riddles, and three seeds show neither a gain of names nor a loss. But all 1,000 updates (with 15%) bring 1.1 points over the start, so a difference between rates could hardly show; and `bert-mini-zh` has learned with 15% before.
#
# ### At scale
# Wettig and others (2023) tried it from the start: with **BERT large, 40% is ahead of 15%**, on GLUE and on SQuAD, and even with 80% the model keeps most of its score. Larger models, they find, should hide more than smaller ones. ModernBERT (2024) hides 30%. So 15% is no magic number.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 7. Learn at every word: ELECTRA
#
# However many words are hidden, BERT learns only where it has to guess. It reads the other 85% of a text, and gets no lesson there. Can one ask about *every* word? Not *which word is this?*, because the word is in sight. But one can ask: *is this the word that the author wrote?*
#
# For this question somebody has to write wrong words, and good ones: a random word is too easy to find. **ELECTRA** (Clark and others 2020) has two networks:
#
# - the **generator** (生成器), a small BERT, guesses hidden words (15%), and what it *draws* from its guesses is written into the text;
# - the **detector** (判别器; *discriminator* in the paper) reads the result and says of each word whether it was **replaced** (替换词检测, replaced token detection).

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
show(diagrams.electra(), alt=ALT["electra"])

# %% [markdown] slideshow={"slide_type": "-"}
# In the end the generator is thrown away, and the detector is fine-tuned as BERT would be. It looks like a game of forger and expert, and so like a GAN; but the forger does not try to deceive. It learns as a masked language model, and no gradient of the detector's loss reaches the generator's guesses, because a word that was *drawn* has none. (They share embeddings, which learn from both.)
#
# With the generator $G$ and the detector's logits $d_t$, and with $y_t = 1$ where the token at place $t$ is not the author's, the loss is
#
# $$\mathcal{L} \;=\; \mathcal{L}_{\text{MLM}}(G) \;+\; 50 \cdot \frac{1}{T}\sum_{t=1}^{T} -\Big[\, y_t \log \sigma(d_t) + (1 - y_t)\log\big(1 - \sigma(d_t)\big) \Big].$$
#
# The factor 50 is needed because a yes or no costs few nats, and most of these answers are easy.
#
# ### Exercise 4: what the detector reads, and what is asked
# Difficulty 2 of 5, about 6 minutes. `ids` (B, T) is the text. `chosen` (B, T) is true where the generator had to guess, and `drawn` (M,) has what it drew there, row by row. Return two tensors of shape (B, T): what the detector reads, and the labels, whole numbers: 1 where the token differs from `ids`, and 0 elsewhere.
#
# <details><summary>Hint</summary>Never change <code>ids</code> itself: take a clone. And think of a generator that guesses well.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.replaced)
def replaced(ids, chosen, drawn):
    """Return what the detector reads, and 1 for each replaced token."""
    ...


# %% tags=["solution"]
def replaced(ids, chosen, drawn):
    shown = ids.clone()
    shown[chosen] = drawn
    return shown, (shown != ids).long()


# %% slideshow={"slide_type": "subslide"}
row = torch.tensor([tokenizer().text_ids(SPORTS)])
chosen = torch.zeros_like(row, dtype=torch.bool)
chosen[0, [3, 10, 13, 20]] = True
with torch.no_grad():
    guesses = bert(row.masked_fill(chosen, tokenizer().mask_id)).masked_lm[chosen].softmax(dim=-1)
drawn = torch.multinomial(guesses, 1, generator=torch.Generator().manual_seed(2))[:, 0]
shown, labels = replaced(row, chosen, drawn)
for sentence in (row, shown):
    print("".join(tokenizer().vocabulary[one] for one in sentence[0].tolist()))
marks = zip(labels[0], chosen[0], strict=True)
print("".join("＾" if label else "○" if guessed else "　" for label, guessed in marks))
print("hidden: 4, replaced:", labels.sum().item())
check("one of the four is guessed right", bool(labels.sum() == 3))

# %% [markdown] slideshow={"slide_type": "subslide"}
# (Here the whole `bert-mini-zh` drew: 各, *each*, became 长, *long*; 也, *too*, became 海, *sea*; 了 became a comma; ○: guessed right.)
#
# **How good a forger?** The generator must be weaker than the detector; the authors take one of a quarter to half the size. Ours has one layer of the detector's four, shares its embeddings, and begins with random weights. We come back to this choice.
#
# **A detector that does not read.** A small generator has favorite words. If they are rare in the newspaper, they give themselves away. So we count first, as in part 2: how often is a 的 that we see a replaced one, and so on for each character? A counter that knows these rates marks the most suspicious characters, as many as were replaced. How many does it find, and how many does the trained detector find?


# %% slideshow={"slide_type": "subslide"}
from lessons.l17_what_to_predict.finder import Finder
from lessons.l17_what_to_predict.learning.detectors import (
    PieceCounts,
    proportion_found,
    read_held_out,
)

finder = Finder.from_pretrained("zh-replaced")
before, held_out = read_held_out(finder.detector, finder.generator, number=100)
by_counts = PieceCounts(before, len(tokenizer().vocabulary))(held_out.pieces)


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def detection():
    counted = proportion_found(by_counts, held_out.replaced)
    detected = proportion_found(held_out.logits, held_out.replaced)
    print(f"{len(held_out.pieces):,} characters, {held_out.chosen:,} hidden,")
    print(f"{held_out.replaced.sum():,} of these replaced")
    check("99 of 100 are wrong", round(100 * held_out.replaced.sum() / held_out.chosen) == 99)
    print(f"found by counting:     {counted:.0%}")
    print(f"found by the detector: {detected:.0%}")
    claim("replaced characters: counting finds under 30%, and the detector over 40%",
          counted < 0.3 and detected > 0.4)  # fmt: skip


predict("found by counting", detection)

# %% [markdown] slideshow={"slide_type": "-"}
# `zh-replaced` is `bert-mini-zh` after 1,000 more updates, as a detector.
#
# ### Is it better, and why?
# ELECTRA's argument is **a training signal at every place**. It asks for a **control**: ELECTRA in everything, but with the detector's loss at the *chosen* places only, so its head is computed there alone. It is the third row in the picture.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
show(diagrams.one_in_seven(), alt=ALT["places"])

# %% [markdown] slideshow={"slide_type": "subslide"}
# We compare as in part 6: `bert-mini-zh` goes on with **masked words**, as **ELECTRA**'s detector, or as the **control**, with the same start, lines and 1,000 updates, three seeds, and names decide.
#
# Before you predict: our young generator is right at only 1 of 100 hidden places (above: hidden against replaced). So at the chosen places, what is nearly always the right answer?


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def who_learns():
    ways = {"start": "start", "ELECTRA": "ELECTRA", "control": "chosen places"}
    rows = {name: Row(*learned.lead_of(way), learned.leads_of_seeds(way))
            for name, way in ways.items()}  # fmt: skip
    title = "Masked words and ELECTRA lie close, and the control falls far behind"
    show(figures.draw_leads(rows, title, "points of F1, against masked words"), alt=ALT["leads"])
    base, score = learned.names_after("masked words"), learned.names_after("ELECTRA")
    print(f"masked words: F1 {100 * base.mean:.1f}; ELECTRA: {100 * score.mean:.1f}")
    leads = {other: learned.lead_of("ELECTRA", other) for other in ("masked words", "start")}
    for other, lead in leads.items():
        print(f"ELECTRA - {other}: {100 * lead.low:+.1f} to {100 * lead.high:+.1f}")
    claim("names: three seeds do not tell ELECTRA from masked words, nor from the start",
          all(lead.low < 0 < lead.high for lead in leads.values()))  # fmt: skip
    check("between the start and masked words", rows["start"].mean < rows["ELECTRA"].mean < 0)
    behind = learned.lead_of("chosen places", "start")
    check("the control ends behind the start", behind.high < 0)


predict("masked words or ELECTRA", who_learns)

# %% [markdown] slideshow={"slide_type": "-"}
# (Bars: 95% intervals, for which test lines and seeds are drawn anew; small dots: seeds.) On average ELECTRA ends between the start and masked words, but three seeds cannot tell it from either. That does not speak against it. `bert-mini-zh` has learned masked words for 12,000 updates, and goes on. The detector has a new question and a new head, and its generator begins from nothing. In the paper all begin from nothing, for hundreds of thousands of updates. We have measured a change of task in the middle of the way.
#
# And the control? It has even lost what the start knew. At the chosen places the answer is nearly always *replaced*, so it need not read. Such a control cannot say what *more* places are worth.
#
# ### A better forger
# So we made both again, with a generator that had learned before: the first layer of `bert-mini-zh`, and 500 more updates with masked words. All else is as it was.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
from lessons.l17_what_to_predict.learning.continued import PRETRAINED

better = {way: learned.right_guesses(way) for way in ("ELECTRA", "ELECTRA" + PRETRAINED)}
forgers = {f"{right:.0%}": way.removeprefix("ELECTRA") for way, right in better.items()}
names = {"ELECTRA": "ELECTRA", "control": "chosen places"}
ways = {"start": "start"} | {f"{name}, forger {right}": way + end
        for name, way in names.items() for right, end in forgers.items()}  # fmt: skip
rows = {name: Row(*learned.lead_of(way), learned.leads_of_seeds(way)) for name, way in ways.items()}
title = "A better forger keeps its control from forgetting"
show(figures.draw_leads(rows, title, "points of F1, against masked words"), ALT["forgers"])
mended = learned.lead_of("chosen places" + PRETRAINED, "chosen places")
apart = learned.lead_of("ELECTRA" + PRETRAINED, "chosen places" + PRETRAINED)
level = learned.lead_of("chosen places" + PRETRAINED, "start")
print("control, better forger - older:", findings.points(mended))
print("control, better forger - start:", findings.points(level))
print("better forger, ELECTRA - control:", findings.points(apart))
claim("names: the control with a forger right at 15 of 100 is ahead of that with 1 of 100",
      mended.low > 0 and list(forgers) == ["1%", "15%"])  # fmt: skip
check("ELECTRA and its control are not told apart", apart.low < 0 < apart.high)
check("the control is level with the start", level.low < 0 < level.high)

# %% [markdown] slideshow={"slide_type": "-"}
# The better forger is right at 15 of 100 places. Now the control has to read, and it keeps what the start knew: it is level with the start (second line), and clearly ahead of the older control. ELECTRA learns at six times as many places and is 0.6 points ahead of it, but the interval contains 0. So here we cannot say what *all places* are worth; more updates, or more seeds, might tell. ELECTRA itself did not gain from the better forger. What we can say is what a control needs: a question to which one constant answer is wrong often enough to teach.
#
# **Better per what?** An update, a prediction, or an hour? The cell counts, for ten batches of our news, at how many tokens a model learns, and how many billion multiplications its forward passes need, the generator's counted.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
from lessons.l17_what_to_predict.learning.continued import work_of

from bertlab.probing.news import masked_news

news = masked_news("validation", 128, 0)
batches = [news.batch(news.order(step, 12)) for step in range(10)]
ways = {"masked words": "masked words", "ELECTRA": "ELECTRA", "control": "chosen places"}
works = {name: work_of(way, batches) for name, way in ways.items()}
for way, work in works.items():
    billions = work.multiplications / 1e9
    print(f"{way:12} {work.predictions:6,} tokens, {billions:.0f} billion")
check("ELECTRA learns at six times as many tokens, with less than half more work",
      works["ELECTRA"].predictions > 6 * works["masked words"].predictions
      and works["ELECTRA"].multiplications < 1.5 * works["masked words"].multiplications)  # fmt: skip

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
curves = {way: learned.curve(way) for way in ("masked words", "ELECTRA")}
title = "On average, ELECTRA leads on no axis"
show(figures_learned.draw_curves(curves, title), alt=ALT["curves"])
last = {way: points[-1] for way, points in curves.items()}
check("masked words lead at the end, with a sixth of the predictions and less work",
      last["masked words"].f1.mean > last["ELECTRA"].f1.mean
      and 6 * last["masked words"].work.predictions < last["ELECTRA"].work.predictions
      and last["masked words"].work.multiplications < last["ELECTRA"].work.multiplications)  # fmt: skip
seeds = {way: point.f1.seeds for way, point in last.items()}
check("seeds overlap", max(seeds["ELECTRA"]) > min(seeds["masked words"]))

# %% [markdown] slideshow={"slide_type": "-"}
# An update of ELECTRA costs more, so *per update* flatters it. *Per prediction* does the reverse, because each of its predictions is a mere yes or no. The fair axis is work, the lowest. There Clark and others find it ahead: it needs less than a quarter of the operations of RoBERTa for a comparable score. In our picture it leads on no axis, but the seeds (small dots) overlap.
#
# ### At scale
# Clark and others asked with BERT base why it works (their table 5: mean of GLUE, development sets).
#
# | task | learns at | reads [MASK] | GLUE |
# |---|---|---|---|
# | masked words (BERT) | 15% | yes | 82.2 |
# | **Replace MLM**: guess, where the generator wrote | 15% | no | 82.4 |
# | **ELECTRA 15%**: detect, where the generator wrote | 15% | no | 82.4 |
# | **All-Tokens MLM**: guess the author's word everywhere | 100% | no | 84.3 |
# | **ELECTRA** | 100% | no | 85.0 |
#
# Read it from top to bottom. Removing [MASK] brings 0.2 points; detecting instead of guessing brings nothing at 15%, and 0.7 at every place. To ask at *every* place brings 1.9 points to guessing, and 2.6 to detecting. *ELECTRA 15%* is our control: level with masked words, and far behind ELECTRA. There the reason is *all places*.

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Myth check: 87% right is good
#
# Our detector is right about 87 of 100 characters. Is that good? Compare it with an alarm that never rings.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
rings = held_out.logits > 0
right, silent = (rings == held_out.replaced).mean(), (~held_out.replaced).mean()
print(f"the detector is right:        {right:.0%}")
print(f"an alarm that never rings:    {silent:.0%}")
print(f"of its alarms are true:       {held_out.replaced[rings].mean():.0%}")
print(f"replaced characters it finds: {rings[held_out.replaced].mean():.0%}")
check("right answers: the detector is under 4 points ahead of an alarm that never rings",
      0 < right - silent < 0.04)  # fmt: skip
check("87 and 85 of 100", [round(100 * one) for one in (right, silent)] == [87, 85])

# %% [markdown] slideshow={"slide_type": "-"}
# Hardly. So we have marked as many characters as were replaced, and asked how many are found.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(4, 5)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
ask("what would you predict")

# %% [markdown] slideshow={"slide_type": "skip"}
# <details><summary>One good answer, to compare with yours</summary>
#
# Two steps of *one* recipe, in order or changed. Cues to look for: numbers, *first* and *finally*, *serve*, the length; a regression that sees these alone says how far they go, and the numbers are taken away beforehand. The model of this task also answers *same recipe?*, and the other way round. It is worth its time if something else gets better, say, to find the cooking time, at equal operations, over three seeds, with an interval over recipes.
# Give yourself a point for each: wrong examples from the same recipe, a cue with a way to measure it, the other task as a test, a judge that neither was made for.
#
# </details>

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 8. Who wrote this?
#
# Type a sentence. Our generator rewrites some of its characters (thick frames; the author's stand above), and the detector, which sees the lower row only, writes below each how sure it is that this is *not* yours. The slider draws again. In draw 7, 放 (in 开放, *open*) has become a quotation mark, and 民 (in 市民, *citizens*) has become 医, *doctor*: of its two most suspicious one is right, and it suspects the untouched 开 more than 医.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
from lessons.l17_what_to_predict.shown import checked

from workbook.basics import explore, slide, text

explore(checked(finder.rewrite), alt=ALT["control"],
        sentence=text(RINKS, label="sentence"), seed=slide(0, 9, 7, label="draw"))  # fmt: skip

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 9. What each model predicts
#
# | model | year | predicts | pairs |
# |---|---|---|---|
# | BERT | 2018 | 15% hidden pieces | next, or stranger (NSP) |
# | ERNIE 2.0 | 2019 | words, names, capitals, ... in sequence | sentence order and distance |
# | RoBERTa | 2019 | 15%, drawn anew | none |
# | SpanBERT | 2019 | spans, and their contents from the edges | none |
# | ALBERT | 2019 | spans of up to three words | order (SOP) |
# | StructBERT | 2019 | hidden pieces; the order of three words | next, before, or stranger |
# | ELECTRA | 2020 | *replaced?* at every place | none |
# | MacBERT | 2020 | what should stand for a similar word | order (SOP) |
# | DeBERTa v3 | 2021 | *replaced?* at every place | none |
# | ModernBERT | 2024 | 30% hidden | none |
#
# After BERT, no row asks the question of 2018 alone. Two rows keep the stranger as one class of three (ERNIE 2.0's *distance* has *other document*), four ask about the order, and none since 2021 asks about pairs at all. Hidden words are still there, and *every place* lives on in DeBERTa v3. (Its detector adds a learned difference to the generator's embeddings, and sends no gradient into these.)
#
# <details><summary>Scores as published</summary>They are not comparable, because sizes, texts and times differ. GLUE, large models, test: BERT 80.5; ERNIE 2.0 83.6; RoBERTa 88.5 and ALBERT (xxlarge) 89.4, both with several models. GLUE, development: ELECTRA 89.5 (large). SQuAD 2.0, test: SpanBERT 88.7 F1 (large). MNLI: DeBERTa v3 90.6 (base). GLUE: ModernBERT 88.4 (base).</details>

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 10. At work
#
# `transformers` has both: `ElectraForPreTraining` is a detector, and `AlbertForPreTraining` has a head for the order. Our detector was saved in the layout of ELECTRA, so the first loads it. The second gets random weights here, to show what it returns.

# %% slideshow={"slide_type": "-"}
import transformers

transformers.utils.logging.disable_progress_bar()
reader = transformers.AutoTokenizer.from_pretrained(CHECKPOINTS / "zh-replaced")
electra = transformers.ElectraForPreTraining.from_pretrained(CHECKPOINTS / "zh-replaced").eval()
with torch.no_grad():
    suspicious = electra(**reader(RINKS, return_tensors="pt")).logits.sigmoid()
print("ELECTRA: a number for each token,", tuple(suspicious.shape))
sizes = {"vocab_size": 100, "embedding_size": 8, "hidden_size": 16, "num_attention_heads": 2}
albert = transformers.AlbertForPreTraining(
    transformers.AlbertConfig(**sizes, num_hidden_layers=1, intermediate_size=32)
)
outputs = albert(torch.tensor([[2, 11, 12, 3, 13, 3]]))
print("ALBERT:", {name: tuple(value.shape) for name, value in outputs.items()})

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
check("ALBERT's order has two logits", outputs.sop_logits.shape == (1, 2))

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Recap
#
# - NSP asks mostly whether two texts are about the same thing: counting words is right in 63% of the questions *next or stranger?* (chance: 50%), and the model trained for it in 70%. What a task teaches is what its wrong examples make necessary.
# - SOP takes the topic away and leaves the order, with its cues. Never cut before you swap: a full stop gives it away. Count there, too: counting characters orders as many stories as our model.
# - Ask every model about the other task, too. A 2 × 2 shows what a score alone hides. Fit a new head to a *frozen* encoder, too: what an old head does not say, its encoder may still know. In ours a new head was right in 56% instead of 65% (one seed).
# - RoBERTa dropped the pairs and filled its inputs with unbroken text, and did as well or better on nearly all tests. Whether NSP itself is of any use, its table cannot say.
# - ELECTRA asks at every word: *is this the author's?* A right guess of the generator is the author's word. At scale a control shows that asking at *every place* brings the gain. In ours, with a forger right at 15 of 100 places, three seeds do not tell ELECTRA from its control.
# - When you call a model faster, say per what: per update, per prediction, or per operation.
#
# To come: **18. Masks as programs**: one network that fills in, continues and paraphrases, changed by its attention mask alone.

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Terms
#
# | English | 中文 | in one line |
# |---|---|---|
# | next-sentence prediction (NSP) | 下一句预测 | does the second text follow, or is it a stranger? |
# | sentence order prediction (SOP) | 句序预测 | do two neighbors stand in their order? |
# | coherence | 连贯性 | how sentences fit onto each other |
# | TF-IDF | 词频-逆文档频率 | counts of words, rare ones weighted up |
# | cue | 线索 | what gives an answer away without reading |
# | masking rate | 掩码率 | the proportion of tokens that are hidden |
# | replaced token detection | 替换词检测 | which tokens are not the author's? |
# | generator | 生成器 | the small network that writes replacements |
# | detector (discriminator) | 判别器 | the network that finds them |
# | control | 对照 | everything equal but the thing in question |
#
# ## Further reading
#
# - Zhenzhong Lan, Mingda Chen, Sebastian Goodman, Kevin Gimpel, Piyush Sharma and Radu Soricut (2020). *ALBERT: A Lite BERT for Self-supervised Learning of Language Representations.* ICLR.
# - Yinhan Liu and others (2019). *RoBERTa: A Robustly Optimized BERT Pretraining Approach.* arXiv 1907.11692.
# - Kevin Clark, Minh-Thang Luong, Quoc V. Le and Christopher D. Manning (2020). *ELECTRA: Pre-training Text Encoders as Discriminators Rather Than Generators.* ICLR.
# - Alexander Wettig, Tianyu Gao, Zexuan Zhong and Danqi Chen (2023). *Should You Mask 15% in Masked Language Modeling?* EACL.
# - Wei Wang and others (2020). *StructBERT: Incorporating Language Structures into Pre-training for Deep Language Understanding.* ICLR.
# - Pengcheng He, Jianfeng Gao and Weizhu Chen (2023). *DeBERTaV3: Improving DeBERTa using ELECTRA-Style Pre-Training with Gradient-Disentangled Embedding Sharing.* ICLR.
# - Benjamin Warner and others (2024). *Smarter, Better, Faster, Longer: A Modern Bidirectional Encoder.* arXiv 2412.13663.
