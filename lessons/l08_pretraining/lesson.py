# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown] slideshow={"slide_type": "slide"}
# # 08. Pre-training: masked words and next sentences
#
# > *He opened the* ▢ *and went in.*
# >
# > *He opened the* ▢ *and began to read.*
#
# What did he open? You knew it at once, from the words *after* the gap. Nobody had to label these sentences, because the answer is a word that we took
# out. This game is called a **cloze test** (Taylor 1953). Here a randomly initialized BERT learns in the same way, from plain text. This is
# **pre-training** (预训练), because it comes before any task. Training on a task, **fine-tuning** (微调), comes in lesson 09.
#
# At the end you can
#
# - turn documents into pairs, and pairs into masked batches;
# - say why masks are drawn anew, and test that they are drawn right;
# - write the two losses, and the rise and fall of the learning rate;
# - fill gaps and write with a masked language model;
# - find out what a young model has learned, and what not.
#
# **Time** 100 minutes in class, and 60 for the exercises. **Difficulty** 4 of 5. **Before this**: lesson 01 (entropy, perplexity), lesson 06 (pairs, masks), lesson 07 (the model).

# %% tags=["bootstrap"] slideshow={"slide_type": "skip"}
# (generated)

# %% tags=["setup"] slideshow={"slide_type": "skip"}
from lessons.l08_pretraining import ask, checks, diagrams, exercises, figures, predict, quiz
from lessons.l08_pretraining.experiments import plateau
from lessons.l08_pretraining.stories import examine_rule, judged, stories

import numpy as np
import torch
import transformers
from scipy.stats import chisquare
from torch.nn.functional import cross_entropy
from torch.nn.utils import clip_grad_norm_
from torch.nn.utils.rnn import pad_sequence

from bertlab.datasets import minilm_folder
from bertlab.model import BertConfig, BertForPreTraining, run_record
from bertlab.pretraining import PretrainingData, corpus, fill_mask, gibbs_sample, mask_tokens
from bertlab.pretraining.readout import from_change
from bertlab.pretraining.trials import final_scores
from bertlab.text import WordPieceTokenizer
from bertlab.text.documents import join
from bertlab.training.loop import parameter_groups
from workbook.basics import begin_lesson, check, claim, exercise, mean_sd, recorded, show
from workbook.widgets import choose, explore, slide, text

begin_lesson(num_threads=1)
transformers.utils.logging.disable_progress_bar()
tokenizer = WordPieceTokenizer.from_folder("minilm")

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
guesser = from_change("minilm-words")
both = ["He opened the [MASK] and went in.", "He opened the [MASK] and began to read."]
guesses = {sentence: fill_mask(guesser, tokenizer, sentence)[0] for sentence in both}
door, book = (guesses[sentence][0].piece for sentence in both)
alt = f"Two bar charts of guesses for the gap. First above: {door}. First below: {book}."
show(figures.draw_both_sides(guesses), alt=alt)
check("door, then book", (door, book) == ("door", "book"))

# %% [markdown] slideshow={"slide_type": "-"}
# These guesses come from `minilm-words`, the small BERT of lesson 07. An hour of training gave it its word head and changed its encoder, and its score was still rising. Its probabilities are low. In section 5 you train your own.
#
# ### Why only an encoder?
#
# In the original Transformer an encoder reads a sentence, and a decoder writes its translation. The decoder's causal mask (lesson 05) hides what is not
# written yet. BERT reads text that is there already, so it takes the encoder alone, and every word sees both sides.
#
# This has a price. A model that sees everything cannot learn to guess *the next word*, because it would simply look at it. ELMo joined a
# left-to-right and a right-to-left model, but then no layer sees both sides at once. Therefore BERT must
# hide words, and that is where [MASK] comes from.
#
# ### Learning without labels
#
# Pre-training is **self-supervised** learning (自监督学习): as in *supervised* learning each question has a right answer, but it comes from the text itself. *Unsupervised* learning,
# such as clustering, has no right answers. (The BERT paper says *unsupervised*, because nobody labeled the text.)
#
# Which words were hidden (*masked language model*, MLM, 掩码语言模型)? And did the second text follow the first (*next-sentence prediction*, NSP, 下一句预测)?

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
alt = (
    "A pair of texts with a gap goes into BERT. Above [MASK] a head answers 'fell', above [CLS] "
    "another one answers that the second text followed."
)
show(diagrams.two_questions(), alt=alt)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 1. Documents become pairs
#
# We begin with the second question. Cut a document between two sentences. In half of the cases keep both parts.
# In the other half replace the second part by sentences of another document: a *stranger*. Take two documents:
# *Rain fell. Rivers rose. A dam broke.* and *A cat ate. It slept.*
#
# | | first text | second text |
# |---|---|---|
# | is next | Rain fell. | Rivers rose. A dam broke. |
# | not next | Rain fell. | It slept. |
#
# A question that can be answered by a trick teaches the trick. If strangers tend to have another length than true second texts, counting tokens helps.
# Do your pairs allow that? After the exercise a decision tree judges pairs by their two lengths alone; guessing gives 50%. First it gets your pairs,
# from documents of four sentences. Then it gets those of `bertlab`, which draws eight strangers and takes the one nearest in length to the true second text.

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 1: a pair
# Difficulty 2 of 5, about 9 minutes. Write the function that makes one row of the table. All random draws are arguments, so that
# answers can be compared. Each number below is an id:
#
# ```
# documents = [[[1], [2], [3]],  [[7, 7], [8]],  [[9], [6]]]
# sentence_pair(documents, 0, 1, coin=0.2, which=0.6, where=0.9)
# ->  ([1], [2, 3], 0)
# sentence_pair(documents, 0, 1, coin=0.7, which=0.6, where=0.9)
# ->  ([1], [6], 1)
# ```
#
# - The first text is the first `split` sentences of document `place`. At least one sentence is left.
# - If `coin` is below 0.5, the rest of the document follows, and the label is 0.
# - Else a stranger follows, and the label is 1. Of the `n` *other* documents, in their order, it is number `int(n * which)`, counted from 0.
# - Of its `m` sentences, the text begins with number `int(m * where)`, and goes on to the end.
# - Return both texts, each as one list of ids, and the label. Documents may have the same content, so compare places. Do not change the given lists.
#
# <details><summary>Hint 1</summary>The others are <code>[*documents[:place], *documents[place + 1 :]]</code>.</details>
# <details><summary>Hint 2</summary><code>join</code> puts the sentences of a list end to end.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.sentence_pair)
def sentence_pair(documents, place, split, coin, which, where):
    """Return (first text, second text, label): two lists of ids, and 0 if it followed, 1 if not."""
    ...


# %% tags=["solution"]
def sentence_pair(documents, place, split, coin, which, where):
    first = join(documents[place][:split])
    if coin < 0.5:
        return first, join(documents[place][split:]), 0
    others = [*documents[:place], *documents[place + 1 :]]
    stranger = others[int(len(others) * which)]
    return first, join(stranger[int(len(stranger) * where) :]), 1


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
wiki = [[tokenizer.text_ids(s) for s in document] for document in corpus("wiki").train[:24]]
data = PretrainingData(wiki, tokenizer, max_length=96)
drawn = [data.example(epoch, place) for epoch in range(4) for place in range(len(data))]
true = sum(is_next for _, _, is_next in drawn)
for pair in (data.pair(0, 8), data.pair(0, 9)):
    before = tokenizer.decode(pair.first).split()[-6:]
    after = tokenizer.decode(pair.second).split()[:6]
    print("is next: " if pair.is_next else "not next:", "...", *before, "|", *after, "...")
own = checks.pair_lengths(sentence_pair, wiki)
matched = [(len(types) - sum(types), sum(types), is_next) for _, types, is_next in drawn]
told_own, guessed = (checks.told_apart_by_length(pairs) for pairs in (own, matched))
follows, strange = (np.mean([pair[1] for pair in own if pair[2] == kind]) for kind in (True, False))
print("\nA decision tree that sees the two lengths alone is right")
print(f"in {told_own:.0%} of your pairs: a true second text has {follows:.0f} tokens on average, "
      f"a stranger {strange:.0f}")  # fmt: skip
print(f"in {guessed:.0%} of bertlab's pairs")
check("half are true: chi-square, p > 1%", chisquare([true, len(drawn) - true]).pvalue > 0.01)
check("lengths give next to nothing away: right in less than 53%", guessed < 0.53)
check("without eight strangers they do: 57% or more, strangers are longer",
      told_own > 0.57 and strange > 1.1 * follows)  # fmt: skip

# %% [markdown] slideshow={"slide_type": "-"}
# So the trick is there, although nobody put it there. Of four sentences, a true second text has one to three, and a stranger one to
# four. If the lengths are near each other, the tree can hardly do better than toss a coin.
# BERT's released code adds sentences to the second text until the pair has about the planned length. So what the paper calls a *sentence* is mostly several.
#
# A second trick is harder to take away. A stranger is mostly about another *topic*, so a model can compare topics.
# ALBERT (Lan et al. 2020) therefore asks for the *order* of two texts of one document (lesson 17).

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 2. Pairs become masked
#
# A pair gives one answer. Words give many more. Of the tokens that are not special, 15% are **chosen**, and the model has to say
# what stood there. What it *sees* there is drawn at random, as the three rows below show.
#
# Why 15%? With fewer, an update teaches less. With more, there is less to guess from. RoBERTa keeps 15%, but a model of the size of BERT large does better with 40% (Wettig et al. 2023).
#
# Why not always [MASK]? Two rows show a wrong word, and even the answer. In section 5 you train BERTs with these two fates and without them.
#
# Our pair is *The man went to the store because it rained. He bought a gallon of milk there.* [CLS], [SEP] and padding are never chosen. That leaves 18
# tokens, full stops included. 15% of 18 are 2.7, so 3 are chosen. Move the slider: what a chosen token hides stands below it.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
alt = (
    "Three rows, one sentence. At the chosen place stands [MASK] in 80%, another word in 10%, the "
    "word itself in 10%. To the right of them stands the one answer, 'book'."
)
show(diagrams.three_fates(), alt=alt)

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
first, second = "The man went to the store because it rained.", "He bought a gallon of milk there."
ids = np.array(tokenizer.encode(first, second).input_ids)
specials = [tokenizer.pad_id, tokenizer.cls_id, tokenizer.sep_id, tokenizer.mask_id]
words = np.setdiff1d(np.arange(len(tokenizer.vocabulary)), [*specials, tokenizer.unk_id])
maskable = ~np.isin(ids, specials)
our_words = [tokenizer.vocabulary[piece] for piece in ids[maskable]]


def draw_mask(seed):
    """The text as the model sees it; below each chosen token what stood there."""
    generator = np.random.default_rng(seed)
    masked = mask_tokens(ids, maskable, tokenizer.mask_id, words, generator)
    return figures.mask_table(masked, tokenizer.vocabulary)


alt = "The pieces of a pair of texts in a row; three are marked, with the piece they hide below."
explore(draw_mask, alt=alt, seed=slide(0, 30, value=25))
ours = mask_tokens(ids, maskable, tokenizer.mask_id, words, np.random.default_rng(25))
check("18 pieces may be chosen, 3 are", (maskable.sum(), len(ours.positions)) == (18, 3))

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 2: choose and mask
# Difficulty 3 of 5, about 12 minutes. Write a function that does what the slider shows. A score says whether a token is chosen, and a fate what becomes
# of it. Here the second of four words is chosen, and hidden:
#
# ```
# mask_id = 4
# ids      = [2, 51, 52, 53, 54, 3]
# maskable = [0,  1,  1,  1,  1, 0]
# scores   = [0, .7, .1, .9, .4, 0]
# fates    = [0,  0, .5,  0,  0, 0]
# random_ids [9, 71, 72, 73, 74, 9]
# shown   -> [2, 51,  4, 53, 54, 3]
# places  -> [2]
# answers -> [52]
# ```
#
# (0 is False, 1 is True.) With the fate .85 the model would see 72 there, and with .95 it would see 52.
#
# - Of the `maskable` tokens choose 15%, rounded by Python's `round`, but at least one: those with the smallest scores. Scores lie between 0 and 1, and no two are equal.
# - A chosen token with a fate below 0.8 becomes `mask_id`. From 0.8 to below 0.9 it becomes the entry of `random_ids` at its place. From 0.9 on it stays.
# - Return three tensors of int64: the ids that the model sees (T,), the chosen places in rising order, and what stood there.
# - All arguments but the int `mask_id` are tensors (T,). Do not change `ids` itself.
#
# <details><summary>Hint 1</summary><code>maskable.nonzero().flatten()</code> lists the candidates, and <code>argsort</code> ranks their scores.</details>
# <details><summary>Hint 2</summary>Work on <code>ids.clone()</code>, and read the targets from <code>ids</code>.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.choose_and_mask)
def choose_and_mask(ids, maskable, mask_id, scores, fates, random_ids):
    """Return (ids as the model sees them, chosen places, what stood there), tensors of int64."""
    ...


# %% tags=["solution"]
def choose_and_mask(ids, maskable, mask_id, scores, fates, random_ids):
    candidates = maskable.nonzero().flatten()
    number = max(1, round(0.15 * len(candidates)))
    places = candidates[scores[candidates].argsort()[:number]].sort().values
    shown, fate = ids.clone(), fates[places]
    shown[places[fate < 0.8]] = mask_id
    swapped = places[(fate >= 0.8) & (fate < 0.9)]
    shown[swapped] = random_ids[swapped]
    return shown, places, ids[places]


# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Find the bug
# About 6 minutes. A slightly wrong mask trains a slightly worse model, and no error tells you. So test the *distribution*, and not only the shapes.
# First come right counts, by `bertlab` from the pairs of section 1. Then comes a friend's function. Three bugs show in its counts. A fourth shows in
# none: `ids` itself must not change. Mend them until the cell says that it is right.
#
# Our rule takes 15% of the tokens that may be chosen. BERT's released code counts [CLS] and [SEP], too, but never padding.
#
# <details><summary>Hint</summary>First line of the report: 15% of what? The three fates: which number decides? Last line: when are the answers read?</details>

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
from lessons.l08_pretraining import bugs, measure

fates, asked, free, chosen_specials = checks.count_masks(drawn, tokenizer)
for proportion, fate in zip(fates / fates.sum(), ("hidden", "exchanged", "kept"), strict=True):
    print(f"{proportion:4.0%}  {fate}, by bertlab")
fits = chisquare(fates, fates.sum() * np.array([0.8, 0.1, 0.1])).pvalue
evenly = chisquare(asked, free * asked.sum() / free.sum()).pvalue
check("80/10/10, at every place alike: p > 1%", min(fits, evenly) > 0.01)
check("no special was ever chosen", chosen_specials == 0)
check("15% are chosen, within half a percent", abs(asked.sum() / free.sum() - 0.15) < 0.005)


# %% slideshow={"slide_type": "-"}
def friends_mask(ids, maskable, mask_id, scores, fates, random_ids):
    number = max(1, round(0.15 * len(ids)))
    ranked = scores.masked_fill(~maskable, 2.0).argsort()  # specials come last
    places = ranked[:number].sort().values
    fate = scores[places]
    ids[places[fate < 0.8]] = mask_id
    swapped = places[(fate >= 0.8) & (fate < 0.9)]
    ids[swapped] = random_ids[swapped]
    return ids, places, ids[places]


bugs.examine(friends_mask)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 3. New masks in each epoch
#
# Training reads a text *about 40* times, the paper says. Should the mask stay the same? Then only 15% of the text is asked
# for. The released code copied each text ten times *before* training, each copy with a mask of its own: **static masking**.
# RoBERTa (Liu et al. 2019) draws a new mask each time a text is read: **dynamic masking** (动态掩码).
#
# A run that is interrupted, or shared among processes, has to draw the same masks as one that is not. So the places depend on the arguments alone:
#
# ```python
# def places_to_mask(num_tokens, number, seed, epoch, example):
#     generator = np.random.default_rng([seed, epoch, example])
#     return sorted(generator.choice(num_tokens, number, replace=False).tolist())
# ```


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def places_to_mask(num_tokens, number, seed, epoch, example):
    generator = np.random.default_rng([seed, epoch, example])
    return sorted(generator.choice(num_tokens, number, replace=False).tolist())


grids = {
    name: np.array([np.isin(np.arange(18), places_to_mask(18, 3, 0, epoch, 42)) for epoch in used])
    for name, used in {"one mask": [0] * 10, "a new mask each time": range(10)}.items()
}
reached = {name: int(grid.any(axis=0).sum()) for name, grid in grids.items()}
alt = "Two grids of 18 words and 10 epochs. Words asked for at least once: " + str(reached)
show(figures.draw_grids(grids, our_words), alt=alt)
check("one mask reaches 3 of 18 words, new masks 12 or more",
      reached["one mask"] == 3 and reached["a new mask each time"] >= 12)  # fmt: skip


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def asked_at_least_once():
    masks = {"a new mask each time": 40, "ten masks, in turn": 10, "one mask": 1}
    asked = {name: checks.coverage(places_to_mask, n, epochs=40) for name, n in masks.items()}
    ends = ", ".join(f"{name}: {curve[-1]:.0%}" for name, curve in asked.items())
    show(figures.draw_coverage(asked), alt=f"Three curves. After 40 epochs, {ends}.")
    gaps = [abs(asked[name][-1] - (1 - 0.85**n)) for name, n in masks.items()]
    check("each curve ends at 1 - 0.85^masks, within a point", max(gaps) < 0.01)
    check("after 40 epochs, ten masks have left out a fifth of the words; new masks, under 1%",
          abs(asked["ten masks, in turn"][-1] - 0.8) < 0.02
          and asked["a new mask each time"][-1] > 0.99)  # fmt: skip


predict("asked at least once", asked_at_least_once)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 4. Two losses
#
# How is an answer judged? The word head turns the vector of a chosen token into
# scores for all $V$ pieces. The pair head turns the vector of [CLS] into two scores. The loss of one answer is its **surprisal** (惊异值), the negative
# log-likelihood $-\log p$, where $p$ is the softmax probability of the right answer. BERT's loss is $L_\text{words} + L_\text{pairs}$, the sum of two
# means:
#
# $$L_\text{words} = -\frac{1}{M} \sum_{m=1}^{M} \log p(\text{word}_m)$$
#
# $$L_\text{pairs} = -\frac{1}{B} \sum_{b=1}^{B} \log p(\text{label}_b)$$
#
# $M$ counts the chosen tokens of the whole batch, $B$ its pairs. Below the picture the first mean is taken by hand, for two tokens and three pieces.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
alt = "M vectors and B vectors go through a head each; two means of -log p are added to one loss."
show(diagrams.two_losses(), alt=alt)

# %% slideshow={"slide_type": "-"}
scores = torch.tensor([[2.0, 0.0, 1.0], [0.0, 0.0, 3.0]])
for row, piece in zip(scores, [0, 1], strict=True):
    probabilities = row.softmax(dim=0)
    surprisal = -probabilities[piece].log()
    print(probabilities.numpy().round(3), " surprisal", round(surprisal.item(), 3))
mean = cross_entropy(scores, torch.tensor([0, 1]))  # softmax, -log p and mean in one
print("mean", round(mean.item(), 3))

# %% [markdown] slideshow={"slide_type": "-"}
# The first guess was good, the second one bad. Nobody needs the scores of tokens that were not chosen, and each token costs $2DV$ operations. Therefore
# `bertlab` picks the chosen vectors first. Your loss gets all scores, because that is simpler.
#
# ### Exercise 3: the loss of BERT
# Difficulty 2 of 5, about 6 minutes. Write the sum of the two means. If all scores are equal, it is $\log V + \log 2$:
#
# ```
# logits      = zeros(2, 5, 7)
# ids         = ones(2, 5)
# chosen      : True at three places
# next_logits = zeros(2, 2)
# next_labels = [0, 1]
# ->  log 7 + log 2 = 2.639
# ```
#
# - `logits` (B, T, V) are the scores at all places, and `ids` (B, T) what stood there.
# - `chosen` (B, T) is True where a word has to be guessed. At least one token is chosen, and any id may be, 0 as well.
# - `next_logits` (B, 2) has *is next* in column 0; `next_labels` (B,) is 0 for a true pair, 1 for another.
# - Return a tensor of shape () in the dtype of the logits, not a Python number: training needs its gradients.
#
# <details><summary>Hint</summary><code>logits[chosen]</code> has the shape (M, V), and <code>cross_entropy</code> takes the mean by itself.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.pretraining_loss)
def pretraining_loss(logits, ids, chosen, next_logits, next_labels):
    """Return the masked-word loss plus the next-sentence loss, in nats, a tensor of shape ()."""
    ...


# %% tags=["solution"]
def pretraining_loss(logits, ids, chosen, next_logits, next_labels):
    return cross_entropy(logits[chosen], ids[chosen]) + cross_entropy(next_logits, next_labels)


# And for the tasks of sections 5 and 6, "the factor" and "one visit":
@exercise(exercises.factor)
def factor(step, steps, warmup):
    return min((step + 1) / warmup, (steps - step) / (steps - warmup))


@exercise(exercises.visit)
def visit(ids, place, mask_id, scores_of, draw):
    ids = ids.clone()
    ids[:, place] = mask_id
    ids[:, place] = draw(scores_of(ids)[:, place].softmax(dim=1))
    return ids


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(1, 2)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 5. The loop
#
# What is missing is text, a model and a loop. To see the result within seconds, we take a tiny language: 40 stories of two sentences, with ten subjects
# and four things. Within the first sentence, only its *end* tells what was opened. Your
# BERT reads 32 stories. In each of the other 8, a subject opens a thing that it never opens in the 32. Your `sentence_pair` and `choose_and_mask` make
# the examples. The special pieces have the ids 0 to 4, so `ids > 4` says what may be chosen.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
told = stories()
small = told.tokenizer
documents = told.documents()
V = len(small.vocabulary)
for story in told.train[:4]:
    print(" ".join(story))
print(f"\n{V} pieces in the vocabulary")
print("to be filled later:", told.gaps[0].text)


# %% slideshow={"slide_type": "subslide"}
from functools import cache


def masked_pair(seed, step, example):
    generator = np.random.default_rng([seed, step, example])
    place = int(generator.integers(len(documents)))
    first, second, label = sentence_pair(documents, place, 1, *generator.random(3))
    ids = torch.tensor([small.cls_id, *first, small.sep_id, *second, small.sep_id])
    types = torch.tensor([0] * (len(first) + 2) + [1] * (len(second) + 1))
    scores, fates = torch.from_numpy(generator.random((2, len(ids))))
    random_ids = torch.from_numpy(generator.integers(5, V, len(ids)))
    shown, places, _ = choose_and_mask(ids, ids > 4, small.mask_id, scores, fates, random_ids)
    chosen = torch.zeros(len(ids), dtype=torch.bool)
    chosen[places] = True
    return shown, types, ids, chosen, torch.tensor(label)


@cache  # an experiment at the end of this section reads the same batches again
def draw_batch(seed, step):
    examples = [masked_pair(seed, step, example) for example in range(32)]
    shown, types, ids, chosen, labels = zip(*examples, strict=True)
    padded = [pad_sequence(column, batch_first=True) for column in (shown, types, ids, chosen)]
    return *padded, torch.stack(labels)


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
shown, _, ids, chosen, label = masked_pair(seed=0, step=0, example=11)
print("it sees:", small.decode(shown.tolist(), skip_specials=False))
for place in chosen.nonzero().flatten().tolist():
    sees = small.vocabulary[shown[place]]
    answer = small.vocabulary[ids[place]]
    print(f"at place {place} it sees '{sees}', and the answer is '{answer}'")
print("the pair is", ["next", "not next"][label])

# %% [markdown] slideshow={"slide_type": "subslide"}
# The paper's settings (Devlin et al. 2019, appendix A.2), and what each is for:
#
# | | BERT | why |
# |---|---|---|
# | optimizer | Adam with *L2 weight decay of 0.01*; the released code decouples it (Loshchilov and Hutter 2019), and leaves out biases and LayerNorm | keeps the matrices small; the scale of a LayerNorm should stay near 1 |
# | learning rate | rises to $10^{-4}$ over 10,000 updates (**warm-up**, 预热), then falls to 0 by update 1,000,000 | small first steps, because Adam's first estimates rest on few gradients; small last ones let the loss settle |
# | batch | 256 sequences, of 128 tokens for 90% of the updates, then of 512 | short ones have a quarter of the tokens and a sixteenth of the work in attention ($T^2$); long ones train the positions after 128 |
# | dropout | 0.1 in all layers | less is learned by heart; we leave it out, to be fast |
#
# Our highest rate is 0.004, because a model this small can take such large steps, and it has only 250 updates.
# The released code also **clips** the gradient: a norm above 1 is scaled to 1, so one strange batch cannot throw the weights far off. As in section 3, each example has its own generator.
#
# ### Your turn: the factor
# About 4 minutes. By which factor is the highest learning rate multiplied in an update? Steps are counted from 0. An update with the factor 0 would be
# wasted. So the rise begins at `1 / warmup`, and the fall would reach 0 one update after the last:
#
# | `steps=100, warmup=10`, `step=` | 0 | 4 | 9 | 10 | 55 | 99 |
# |---|---|---|---|---|---|---|
# | `factor` | 0.1 | 0.5 | 1 | 1 | 0.5 | 1/90 |
#
# <details><summary>Hint</summary>The factor is the smaller of two straight lines, one that rises and one that falls.</details>
#
# For 250 updates, 25 of them warm-up:

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
heights = [checks.factor(step, 250, 25) for step in range(250)]
alt = "A line rises to 1 in the first 25 updates, then falls to nearly 0 by update 250."
show(figures.draw_schedule(heights, 25), alt=alt)


# %% slideshow={"slide_type": "-"}
@exercise(exercises.factor)
def factor(step, steps, warmup):
    """Return what the highest learning rate is multiplied by in an update, a float."""
    ...


# %% slideshow={"slide_type": "subslide"}
def pretrain(model, steps, seed, always_mask=False):
    decaying, others = parameter_groups(model, weight_decay=0.01)
    optimizer = torch.optim.AdamW([decaying, others], lr=4e-3, eps=1e-6)
    warmup = steps // 10
    losses = []
    for step in range(steps):
        decaying["lr"] = others["lr"] = 4e-3 * factor(step, steps, warmup)
        shown, types, ids, chosen, labels = draw_batch(seed, step)
        if always_mask:
            shown = ids.masked_fill(chosen, small.mask_id)
        words, pairs = model(shown, types, (ids != small.pad_id).long())
        loss = pretraining_loss(words, ids, chosen, pairs, labels)
        loss.backward()
        clip_grad_norm_(model.parameters(), max_norm=1.0)
        optimizer.step()
        optimizer.zero_grad()
        losses.append(loss.item())
    return losses


# %% slideshow={"slide_type": "subslide"}
config = BertConfig(
    vocab_size=V, hidden_size=64, num_layers=2, num_heads=4, intermediate_size=256,
    max_positions=32, hidden_dropout=0.0, attention_dropout=0.0, initializer_range=0.05,
)  # fmt: skip
models, losses = [], []
for seed in range(3):
    torch.manual_seed(seed)
    models.append(BertForPreTraining(config))
    losses.append(pretrain(models[seed], steps=250, seed=seed))
your_bert = models[0].eval()
alt = "Three loss curves fall from the dashed line of equal probabilities to about a tenth of it."
show(figures.draw_learning(losses, np.log(V) + np.log(2)), alt=alt)
new_pairs = [draw_batch(0, 1000 + number) for number in range(8)]
paired = [measure.pairs_right(model, new_pairs) for model in models]
print("256 new pairs, of the 32 stories it has read")
print("right:", ", ".join(f"{part:.0%}" for part in paired))
check("pairs: better than counting sentences, and not all", 0.8 < min(paired) <= max(paired) < 0.97)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Your turn: a trick in your own pairs
# About 4 minutes. A coin gets 50% of these pairs. But is there a trick, as in section 1? Design a rule that reads no word and is right in more than
# 70%. It gets two lists of words and full stops, and may count. Remember what `sentence_pair` does.
#
# <details><summary>A worked answer</summary>A true second text is always one sentence. A stranger has one or two, equally often. So
# <code>second.count(".") == 1</code> is right for all true pairs and half of the strangers: 75%. Compare your BERT's score with that. The limit is 94%
# (appendix).</details>


# %% slideshow={"slide_type": "-"}
def rule(first, second):
    return True  # "is next", whatever the texts are


examine_rule(rule, sentence_pair, told)


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def from_the_right():
    cut = [gap._replace(text=gap.cut()) for gap in told.gaps]
    whole = [checks.gaps_filled(model, small, told.gaps) for model in models]
    halves = [checks.gaps_filled(model, small, cut) for model in models]
    for gap in told.gaps[:3]:
        guess = fill_mask(your_bert, small, gap.text, top=1)[0][0]
        print(f"{guess.piece:7s}{gap.text}")
    guesses = [fill_mask(your_bert, small, gap.text, top=1)[0][0].piece for gap in cut]
    print("of 8, whole:", whole)
    print("of 8, cut off after the gap:", halves)
    print("your first guesses there:", *guesses)
    fell = [np.mean(model[-20:]) for model in losses]
    check("from over 4 to below 1", losses[0][0] > 4 and max(fell) < 1)
    others = parameter_groups(your_bert, weight_decay=0.01)[1]
    check("what does not decay has one axis", all(p.dim() == 1 for p in others["params"]))
    gap = checks.gap_to_bertlab(pretraining_loss, data)
    check("the losses of such a loop are bertlab's, update by update, to 1e-4", gap < 1e-4)
    claim("each of 3 BERTs fills 7 or more of 8 new gaps, and at most 3 without the right side",
          min(whole) >= 7 and max(halves) <= 3)  # fmt: skip


predict("from the right", from_the_right)

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
known = [story[0] for story in told.train]
check("he opened both in the 32 stories",
      {"he opened the door and went in.", "he opened the book and began to read."} <= {*known})  # fmt: skip
print("The question of the first page:")
for end in ("and went in.", "and began to read."):
    [gap] = fill_mask(your_bert, small, f"he opened the [MASK] {end}", top=1)
    print(f"he opened the {gap[0].piece} {end}")
print("(Both are in the 32 stories. The 8 gaps were not.)")

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
from lessons.l08_pretraining import visible

only_masks = []
for seed in range(3):
    torch.manual_seed(seed)
    only_masks.append(BertForPreTraining(config))
    pretrain(only_masks[seed], steps=250, seed=seed, always_mask=True)
torch.manual_seed(3)
untrained = [BertForPreTraining(config).eval() for _ in range(3)]
kinds = {"three fates": models, "[MASK] alone": [model.eval() for model in only_masks]}
filled = {k: [checks.gaps_filled(m, small, told.gaps) for m in ms] for k, ms in kinds.items()}
print(f"Each of the six trained BERTs fills {min(map(min, filled.values()))} of 8 gaps.")
check("both kinds fill the gaps", min(map(min, filled.values())) >= 7)


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def nothing_is_hidden():
    kinds["untrained"] = untrained
    seen = {k: [visible.words_named(m, small) for m in ms] for k, ms in kinds.items()}
    read = {k: [visible.words_read(m, told) for m in ms] for k, ms in kinds.items()}
    alt = (
        "Above: by their word heads the kinds differ. Below: a new layer reads even the untrained."
    )
    show(figures.draw_named(seen, read), alt=alt)
    claim("nothing hidden: with three fates each BERT names over 70% of the words, else under 60%",
          min(seen["three fates"]) > 0.7 and max(seen["[MASK] alone"]) < 0.6)  # fmt: skip
    check("a new linear layer reads 90% or more from the vectors of each of the nine",
          min(map(min, read.values())) >= 0.9)  # fmt: skip


predict("nothing is hidden", nothing_is_hidden)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 6. Your BERT writes
#
# Your BERT guesses single words. Can it also *write*? **Gibbs sampling** (吉布斯采样; Wang and Cho 2019) begins with gaps only and visits them in
# random order. It masks each one again, and draws its word given all the others. After some rounds a sentence stands there.
#
# Below, each of the three models writes 200 sentences. How many are correct, and how many of these are new? *Correct* means: the first sentence of one
# of the 40 stories. *New* means: of one of the 8 unread ones. (*Nobody opened the door and went outside* is wrong here.)
#
# ### Your turn: one visit
# About 5 minutes. Write the visit of one place, in all texts at once: mask it again, score, and draw.
#
# - Return `ids` (N, T) with new pieces at `place`, in each text, and nowhere else. `ids` itself stays unchanged.
# - `scores_of(ids)` returns scores (N, T, V), with minus infinity for special pieces.
# - `draw(probabilities)` takes probabilities (N, V) and returns a piece for each text, (N,).
#
# Why is the place masked *again*? Leave it out once, and read what the check says.
#
# <details><summary>Why?</summary>The word is to be drawn given all the <em>others</em>. An old word that stays visible has a say in its own replacement.
# BERT has learned that a visible word is often the answer, because half of the chosen words that are shown were kept.</details>


# %% slideshow={"slide_type": "-"}
@exercise(exercises.visit)
def visit(ids, place, mask_id, scores_of, draw):
    """Return the texts (N, T): a place masked again, and drawn given all the others."""
    ...


# %% slideshow={"slide_type": "-"}
@torch.no_grad()
def write(model, length, rounds, seed, number):
    generator = torch.Generator().manual_seed(seed)
    ids = torch.tensor([small.encode("[MASK] " * length).input_ids] * number)

    def scores_of(ids):
        scores = model(ids, torch.zeros_like(ids), torch.ones_like(ids)).masked_lm
        scores[:, :, :5] = -torch.inf  # no special pieces
        return scores

    def draw(probabilities):
        return torch.multinomial(probabilities, 1, generator=generator)[:, 0]

    for _ in range(rounds):
        for place in torch.randperm(length, generator=generator) + 1:
            ids = visit(ids, place, small.mask_id, scores_of, draw)
    return [small.decode(row.tolist()) for row in ids]


# %% tags=["hide-input", "nbval-ignore-output"] slideshow={"slide_type": "-"}
for length in (8, 9):
    print(*write(your_bert, length, rounds=6, seed=0, number=3), sep="\n")
verdicts = []
for model in models:
    lines = [line for length in (8, 9) for line in write(model, length, 6, 0, 100)]
    verdicts.append(judged(lines, told))
for number, verdict in enumerate(verdicts):
    print(f"seed {number}: {verdict.correct} correct, {verdict.new} of them new")

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
ours = write(your_bert, 8, 6, seed=2, number=1)[0]
theirs = gibbs_sample(your_bert, small, "[MASK] " * 8, sweeps=6, seed=2)[-1]
check("bertlab writes the same", ours == theirs)
check("a quarter to half are correct, and fewer than one in six of these is new",
      all(45 <= x.correct <= 110 and x.new < x.correct / 6 for x in verdicts))  # fmt: skip
claim(
    "each of 3 BERTs writes 40 or more correct sentences of 200, and 2 or more it has never read",
    min(x.correct for x in verdicts) >= 40 and min(x.new for x in verdicts) >= 2,
)

# %% [markdown] slideshow={"slide_type": "subslide"}
# About a quarter to half of the sentences are correct, although nobody stated the grammar. With 8 pieces only the door and the window
# fit, with 9 the book and the bottle. About one correct sentence in ten is new. If all correct sentences of a length came equally often, one in five
# would be, 4 of 20. So these three models have not only learned by heart, but they prefer what they have read.
#
# <details><summary>What is wrong with the wrong ones?</summary>Most neighbors fit, but one story's beginning can stand with another's end (<em>nora
# opened the book and drank some wine</em>). A sentence that is too short ends with two full stops.</details>
#
# Gibbs sampling is proved right only if the probabilities at all gaps come from one joint distribution over sentences. Nothing in BERT's training makes
# sure of that (Torroba Hennigen and Kim 2023), so take it as a procedure that works here.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 7. A real language
#
# **Here the second half begins**. Does it go the same way in a real language? And which parts were needed? We need more models:
#
# | model | reads | layers × width | updates |
# |---|---|---|---|
# | *your BERT* | 32 stories, 45 pieces | 2 × 64 | 250 |
# | *letter models* | English articles, 121 letters and signs | 2 × 128, and others | 1,600 |
# | `bert-mini-zh` | Chinese news and reviews, 4,000 characters | 4 × 192 | 12,000 |
# | `bert-mini-en` | English articles, plays and reviews, 8,000 pieces | 4 × 192 | 12,000 |
#
# The first trained in section 5, in seconds. The others were trained before, a letter model in minutes and a `bert-mini` in about an hour.
#
# We begin with the letter models. Two numbers help to judge their loss. To give all 121 letters and signs the same probability costs
# $\log 121 \approx 4.8$ nats. Answering always with the *frequencies* of the letters costs less: the **unigram entropy** (一元熵) of lesson 01, here
# about 3.6.
#
# ### How long does it take?
#
# The *standard* letter model has two layers, sees both sides, and learns words and pairs. Beside it stands
# one with *four layers*; both have three seeds. An update reads 32 pairs of up to 64 letters. Letters that begin a word have their own vocabulary entries.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
from lessons.l08_pretraining import results, riddle
from lessons.l08_pretraining.experiments import ablation

found = recorded("ablation")["results"]["runs"]
sizes = {results.KINDS[kind]: found[kind]["curves"] for kind in ("full", "full, large")}
guesses = measure.guesses_at_letters()
unigram, entries = guesses.frequencies, len(measure.letters().vocabulary)
width = ablation.SETTINGS["sizes"]["middle"]["hidden_size"]
alt = "Six curves fall below the unigram line, stay nearly flat, then fall steeply, one by one."
show(results.draw_waiting(sizes, guesses), alt=alt)
losses_at = {step: results.held_out_at([*sizes["standard"], *sizes["four layers"]], step)
             for step in (200, 500, 1600)}  # fmt: skip
claim(
    "each of 6 runs gains under 0.15 nats from update 200 to 500, and over 0.9 after it",
    max(a - b for a, b in zip(losses_at[200], losses_at[500], strict=True)) < 0.15
    and min(a - b for a, b in zip(losses_at[500], losses_at[1600], strict=True)) > 0.9,
)
check("121 letters and signs, 128 wide", (entries, width) == (121, 128))
check("the frequencies cost about 3.6", abs(unigram - 3.6) < 0.05)
check("at update 200 each is 0.2 to 0.5 nats below the frequencies",
      all(0.2 < unigram - x < 0.5 for x in losses_at[200]))  # fmt: skip

# %% [markdown] slideshow={"slide_type": "subslide"}
# This is a **plateau** (平台期): for hundreds of updates the loss stands 0.2 to 0.5 nats below the frequencies, and then it falls steeply.
# So a loss that does not move need not be a bug. The larger model waits longer. Not every model waits: the loss of the appendix's Chinese one falls more slowly for a while, but never stops.
#
# But here is a riddle. What does a model know on its plateau, where it is better than the frequencies? Think of the three fates:
# are all chosen places really hidden?
#
# ### Exercise 4: score each fate apart
# Difficulty 2 of 5, about 6 minutes. Write the function that takes the score apart. With [MASK] as piece 4:
#
# ```
# shown      = [ 4, 51,  4, 72]
# answers    = [50, 51, 52, 53]
# surprisals = [ 3,  1,  5,  6]
# ->  [4, 6, 1]
# ```
#
# - `shown` (M,) is what the model sees at the chosen places, `answers` (M,) what stood there.
# - `surprisals` (M,) is $-\log p$ of each answer, and `mask_id` the piece [MASK], an int.
# - Return three means, a tensor (3,): of hidden, of exchanged and of kept places. There is at least one of each kind.
#
# <details><summary>Hint</summary>Make one mask of True and False for each kind.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.by_fate)
def by_fate(shown, answers, mask_id, surprisals):
    """Return the mean surprisals at hidden, at exchanged and at kept places, a tensor (3,)."""
    ...


# %% tags=["solution"]
def by_fate(shown, answers, mask_id, surprisals):
    hidden = shown == mask_id
    kept = shown == answers
    exchanged = ~hidden & ~kept
    return torch.stack([surprisals[kind].mean() for kind in (hidden, exchanged, kept)])


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
asked_places, sheets = riddle.places(), riddle.sheets()
by_step = {
    step: np.array([by_fate(*asked_places, row.double()).tolist() for row in sheet.surprise])
    for step, sheet in sheets.items()
}
waiting, ready = by_step
on_plateau = by_step[waiting], float(sheets[waiting].surprise.mean()), guesses
alt = "On the plateau hidden places lie near the line of the frequencies, kept ones far below it."
show(riddle.draw_fates(by_step, guesses), alt=alt)
print(f"after {waiting} updates, mean of 3 seeds:")
print(riddle.table(*on_plateau))
claim("on the plateau each of 3 runs is within 0.2 nats of the frequencies at hidden places, "
      "and over 2 nats below them at kept ones",
      (abs(by_step[waiting][:, 0] - unigram) < 0.2).all()
      and (unigram - by_step[waiting][:, 2] > 2).all())  # fmt: skip
check("at the end hidden places are over 1.2 nats below the frequencies",
      (unigram - by_step[ready][:, 0] > 1.2).all())  # fmt: skip
check("who looks at his own place only is within 0.15 nats of the plateau",
      abs(on_plateau[1] - guesses.own_place) < 0.15)  # fmt: skip

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Your turn: the free part
# About 3 minutes. Of the chosen places 80% are hidden, 10% exchanged and 10% kept. Which fraction of the plateau's gain
# over the frequencies comes from places that are *not* hidden? Write it as an expression with the numbers above.
#
# <details><summary>A worked answer, and what it solves</summary>At all places together the gain is 3.57 − 3.18 = 0.39 nats. Exchanged and kept places
# bring 0.1 · (3.57 − 3.97) + 0.1 · (3.57 − 0.59) ≈ 0.26 of it, about two thirds. This solves most of the riddle. A letter that is shown is the answer
# in half of the cases, and a model can know that without any neighbor. The rest is gained at hidden places, so a little of the text is used
# already.</details>
#
# <details><summary>What do they wait for?</summary>One possible explanation, which we have not tested: a randomly initialized attention head gives all
# tokens nearly the same weight. Finding a neighbor helps only if its value is useful, and the value becomes useful only if it is found. So neither
# grows fast while the other is small.</details>

# %% slideshow={"slide_type": "-"}
free_part = ...
riddle.examine_part(free_part, *on_plateau)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 8. The long run
#
# The two `bert-mini` models made 12,000 updates each: 2,000 with texts
# of 32 tokens, which are cheap, and then 10,000 with texts of 128.


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
records = {name: run_record(name) for name in ("bert-mini-zh", "bert-mini-en")}
steps = {record["history"][-1]["step"] for record in records.values()}
check("12,000 updates", steps == {12_000})


def words_or_pairs():
    alt = "Above: masked-word accuracy rises early. Below: pair accuracy leaves chance only late."
    show(results.draw_long_runs(records), alt=alt)
    ends = [record["history"][-1]["validation_masked_accuracy"] for record in records.values()]
    then = [r["history"][24] for r in records.values()]  # a line every 200 updates: number 5,000
    done = [x["validation_masked_accuracy"] / end for x, end in zip(then, ends, strict=True)]
    claim("after 5,000 updates both models have 4/5 of their word accuracy, and under 57% of pairs",
          min(done) > 0.8
          and max(x["validation_next_accuracy"] for x in then) < 0.57)  # fmt: skip
    news = records["bert-mini-zh"]["validation"]["peoples_daily"]
    error = 0.5 / news["examples"] ** 0.5  # the standard error of a coin
    check("news pairs: 3 errors above a coin", news["next_accuracy"] > 0.5 + 3 * error)


predict("words or pairs", words_or_pairs)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
for name, source in (("bert-mini-zh", "peoples_daily"), ("bert-mini-en", "wiki")):
    scores = results.scores_line(records[name]["validation"][source])
    print(f"{name}, {source}:\n  " + scores.replace(", ", "\n  "))
print("All held-out text of one corpus. A tenth of the")
print("places show their answer, so that part is free.")
before = [results.word_losses(record, 1600, 2000) for record in records.values()]
after = [results.word_losses(record, 2600, 3000) for record in records.values()]
for name, early, late in zip(records, before, after, strict=True):
    print(f"{name}: held-out loss is higher than")
    print(f"training loss by {early[1] - early[0]:.1f} nats before the gray")
    print(f"line, and by {late[1] - late[0]:.1f} nats after it")
check(
    "before the gray line the held-out loss of both is over 0.8 nats higher, after it under 0.2",
    min(held_out - own for own, held_out in before) > 0.8
    and max(held_out - own for own, held_out in after) < 0.2,
)

# %% [markdown] slideshow={"slide_type": "subslide"}
# Do not compare the two perplexities, because one model guesses characters and the other word pieces. The curves' last values differ a little, because they use part of the held-out text of all corpora.
#
# The accuracy for words rises steeply after the gray line, where the texts get longer. Probably the evaluation was too hard before it. The models read
# texts of 32 tokens, but were evaluated on up to 128, whose later position vectors were untrained. So if you train on short texts, evaluate on short
# texts, too.
#
# ### Your turn: two ends
# About 5 minutes. Try any sentence with [MASK]. For `bert-mini-zh` take
# 中国人民[MASK]行, *the Chinese people's [ba]nk*: is 银 (*silver*, the first half of *bank*) among the guesses?
#
# Then write a sentence with a gap and two ends, such that the *end* decides the model's first guess. Those in the second cell do not work yet. Change
# them, or the whole sentence, until the cell says that the right side decides. (Those of the first page do not count.) Then look for two ends that
# decide for you, and not for the model.
#
# <details><summary>An example</summary><em>She bought a</em> ▢ <em>and drove it home</em> gives <em>car</em>, and with <em>and read it at home</em> it gives <em>book</em>.</details>


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
experts = {
    name: (BertForPreTraining.from_pretrained(name), WordPieceTokenizer.from_folder(name))
    for name in records
}
experts["minilm-words"] = guesser, tokenizer
layers = {(model.config.num_layers, model.config.hidden_size) for model, _ in experts.values()}
example = [fill_mask(*experts["minilm-words"], f"She bought a [MASK] {end}", top=1)[0][0].piece
           for end in ("and drove it home.", "and read it at home.")]  # fmt: skip
check("car, then book", example == ["car", "book"])
check("each bert-mini has 4 layers of 192", (4, 192) in layers and len(layers) == 2)


def draw_gaps(model, sentence):
    """The likeliest pieces for each gap."""
    return figures.gap_table(sentence, fill_mask(*experts[model], sentence))


alt = "A table: for each gap of a sentence the likeliest pieces with their probabilities."
ship = text("The ship sank in the Atlantic [MASK].", label="text")
explore(draw_gaps, alt=alt, model=choose(["minilm-words", *records]), sentence=ship)


# %% slideshow={"slide_type": "-"}
start = "He opened the [MASK]"
ends = ["and went in.", "and went out."]
checks.compare_ends(*experts["minilm-words"], start, ends)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 9. What is needed?
#
# Two questions, both sides, many layers: which of these does BERT need? The paper left them out one at a time (Devlin et al. 2019, section 5), in an
# **ablation** (消融实验). Ours has letter models, three seeds each, which differ from the *standard* one as their names say. All read the same batches in
# the same order, and are asked about the same held-out places. The **left to right** model
# sees nothing to the right of a place and learns no pairs, but it is asked for every token.


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
right = {k: 100 * final_scores(found[k], "held_out_masked_accuracy") for k in results.KINDS}
pairs = 100 * final_scores(found["full"], "held_out_next_accuracy")
lead = results.lead(found["left to right"], found["full"])
drawn = "left to right", "full", "without next sentences", "full, large"
curves = {results.KINDS[kind]: found[kind]["curves"] for kind in drawn}
hidden = riddle.right_where_hidden(asked_places, sheets)
at_end = 100 * np.array(hidden[1600])


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def which_kind():
    alt = "Accuracy of four kinds of models; left to right rises first and ends highest."
    show(results.draw_comparison(curves, hidden), alt=alt)
    claim("left to right ahead, 3 of 3 seeds; its lead grows, then shrinks to under half",
          min(right["left to right"]) > max(right["full"]) and lead[100] < lead[500]
          and lead[1600] < lead[500] / 2)  # fmt: skip
    check("6 points, 17, then 3", [round(lead[n]) for n in (100, 500, 1600)] == [6, 17, 3])
    check("at hidden places it ends 7 to 10 points ahead",
          7 < right["left to right"].mean() - at_end.mean() < 10)  # fmt: skip
    check("without pairs, as many words, within 1.5 points",
          abs(right["without next sentences"].mean() - right["full"].mean()) < 1.5)  # fmt: skip
    check("pairs: no seed 3 errors from a coin", (abs(pairs - 50) < 3 * 50 / 400**0.5).all())
    check("half the width costs 6 to 8 points",
          6 < right["full"].mean() - right["full, small"].mean() < 8)  # fmt: skip
    check("the large model is below the middle one", max(right["full, large"]) < min(right["full"]))


predict("which kind", which_kind)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
print("letters guessed right at the end:")
for kind, name in results.KINDS.items():
    print(f"{mean_sd(right[kind])}% {name}")
print(f"{results.KINDS['full']}:")
print(f"  hidden places alone: {mean_sd(at_end)}%")
print(f"  pairs: {mean_sd(pairs)}%")

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### The same questions at scale
#
# In the paper both sides win, and size and pairs help. Two of our results point the opposite way, and one says little.
#
# - *Both sides*: left to right guesses 3 points more letters. This even flatters the masked model, because a tenth of its places show their answer. At hidden places it is behind by more than twice as much.
# - *Size*: four layers are worse than two. They leave the plateau later (section 7) and have fewer updates left; and all sizes have the same learning rate. We did not test which of the two matters. Half the width costs about 7 points, so in width size helps here, too.
# - *Pairs*: they stay at chance, 50%. A task that was not learned can hardly help. We see no harm either (43.4% with pairs, 43.6% without). Whether *learned* pairs help we cannot say.
#
# At scale (Devlin et al. 2019, Table 5; F1 for SQuAD, else accuracy):
#
# | BERT base | MNLI | QNLI | MRPC | SST-2 | SQuAD |
# |---|---|---|---|---|---|
# | both sides, words and pairs | 84.4 | 88.4 | 86.7 | 92.7 | 88.5 |
# | both sides, words only | 83.9 | 84.9 | 86.5 | 92.6 | 87.9 |
# | left to right, words only | 82.1 | 84.3 | 77.5 | 92.1 | 77.8 |
# | left to right, and a BiLSTM on top | 82.1 | 84.1 | 75.7 | 91.6 | 84.9 |
#
# The right side matters for each task, most on MRPC (do two sentences mean the same?) and on SQuAD (find an answer in a text). On MNLI (does one sentence follow from another?) it brings 1.8 points. It matters little on QNLI (does a sentence hold the answer? 0.6 points) and SST-2 (the tone of a review, 0.5).
# A BiLSTM on top, which reads both ways, wins back much of the loss on SQuAD, and none on MRPC. Leaving out the pairs costs most on QNLI, 3.5 points.
#
# Why do we see something else? Three things differ, and we have tested none alone:
#
# - *the budget*: 1,600 updates and not 1,000,000. Since update 500 the lead over all places has shrunk from 17 points to 3, but the curves never crossed;
# - *the measure*: letters guessed, and not a task after fine-tuning. The paper's masked model learns slightly more slowly, but fine-tuned on MNLI it is better *almost immediately* (appendix C.1). So the measure may matter more than the budget;
# - *the holes*: even in the evaluation our masked model reads with 13.5% of the letters hidden or exchanged (90% of the 15%).
#
# About pairs the literature disagrees: RoBERTa (Liu et al. 2019) trained without them and was as good or slightly better (lesson 17).
#
# And the three fates of section 5, where the vectors had not lost the word? The paper's Table 8:
#
# | chosen tokens | MNLI | names (NER) | names, frozen vectors |
# |---|---|---|---|
# | three fates | 84.2 | 95.4 | 94.9 |
# | [MASK] alone | 84.3 | 94.9 | 94.0 |
#
# Fine-tuning is *surprisingly robust*, it says. Frozen vectors lose most, 0.9 points for names. So a frozen vector has to do more than keep its word
# readable. As for size, BERT large beats BERT base on all tasks of GLUE (a collection of such tasks), *especially those with very little training data*.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
ask("a budget for pre-training")

# %% [markdown] slideshow={"slide_type": "slide"}
# ### The same with `transformers`
#
# At work a *collator* draws the masks, anew for each batch. Tokens that were not chosen get the label -100, which the loss leaves out. This collator tosses a coin for each token, while the paper's code fixes the number. It makes no pairs.

# %% slideshow={"slide_type": "-"}
hub_tokenizer = transformers.AutoTokenizer.from_pretrained(minilm_folder())
collator = transformers.DataCollatorForLanguageModeling(hub_tokenizer, mlm_probability=0.15)
torch.manual_seed(0)
hub_model = transformers.BertForMaskedLM(transformers.BertConfig(num_hidden_layers=2))

texts = [" ".join(document) for document in corpus("wiki").train[:8]]
examples = [hub_tokenizer(text, truncation=True, max_length=96) for text in texts]
torch.manual_seed(0)
batch = collator(examples)
loss = hub_model(**batch).loss

chosen = batch["labels"] != -100
words_there = batch["attention_mask"].sum() - 2 * len(examples)  # without [CLS] and [SEP]
proportion = chosen.sum() / words_there
hidden = (batch["input_ids"] == hub_tokenizer.mask_token_id).sum() / chosen.sum()
print(f"{proportion:.0%} chosen, {hidden:.0%} of these hidden")
print(f"loss {loss.item():.1f} nats; log V = {np.log(30522):.1f}")
check("about 15%, about 80%", abs(proportion - 0.15) < 0.04 and abs(hidden - 0.8) < 0.08)
check("about log V", abs(loss.item() - np.log(30522)) < 0.4)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(3, 4, 5)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Recap
#
# - Pre-training is self-supervised: the text holds the answers. BERT sees both sides, so words must be hidden.
# - 15% of the words are chosen. Of these 80% become [MASK], 10% another piece, and 10% stay, so the word head learns to name visible words, too.
# - Draw masks anew each time, from seed, epoch and example alone. Test distributions, not only shapes.
# - The loss is the sum of two means, over chosen tokens and over pairs.
# - The rate rises, then falls; biases and LayerNorm do not decay; long gradients are clipped.
# - First a model learns how frequent words are, and that a shown word is often the answer. Then its loss may hardly fall for hundreds of updates. So score hidden, exchanged and kept places apart.
# - After 1,600 updates left to right guesses more letters; in the paper both sides win. So state the budget and the measure.
# - Your own BERT fills *he opened the* ▢ *and went in* with *door*, and *began to read* with *book*.
#
# Next: **09. Fine-tuning, on a CPU or a GPU**.

# %% [markdown] slideshow={"slide_type": "notes"}
# *Instructor:* play the model first: hide two words of a sentence on the board. Let the class guess from one side only, then from both. At section 2,
# collect guesses why some chosen words are not hidden; compare them with the end of section 5. Before section 7's figure, let the class draw the curve that it expects; most draw a smooth fall. Plant the words *frequent first, context later*. Twelve minutes in all. If time is short, leave out *two ends* and *The
# same with transformers*.

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Appendix: short sequences and `minilm-words`
#
# <details><summary>The open question of section 9: what a good plan has</summary>It compares curves, not end points, at equal budgets, with fine-tuning
# alone (the baseline) and a run from nothing on the same text. It goes on from published weights and keeps their vocabulary, because 100 MB of English
# are roughly 17 million words, and BERT read 3,300 million.
# It measures on held-out text of the field, and sees from
# the frequencies whether a plateau is over. It draws masks anew each time, because 100 MB are read often. And its stopping rule is a number fixed beforehand.</details>
#
# **Pairs of the tiny language.** Of the 31 other stories 7 open the same thing, and half of the strangers begin with their second sentence. So about
# one stranger in nine is the very sentence that follows, and no model can tell. That is about one pair in eighteen, so on average nobody gets more than
# 94%. With 256 pairs luck can add or take a point or two.
#
# **GPT and BERT.** BERT base was made as large as the first GPT (Radford et al. 2018). What differs (Devlin et al. 2019, appendix A.4)?
#
# | | GPT | BERT |
# |---|---|---|
# | each token sees | what stands before it | all tokens |
# | questions | next word | hidden words, next sentences |
# | text | BooksCorpus, 800 M words | BooksCorpus and Wikipedia, 3,300 M words |
# | a batch, 1 M updates | 32,000 words | 128,000 words |
#
# So when BERT beats GPT, the mask is not the only reason, and an ablation is needed.
#
# **Short sequences** (the first picture below). In recorded runs a small Chinese BERT (2 × 64, 2,000 characters) reads a million tokens of news, about 1,500
# in an update for both lengths. The lower line shows what a look at the chosen place alone gains, as in section 7's riddle. No curve ends more than 0.1 nats below it, so
# most of the fall need not come from the text. Why is it sooner with 32 tokens? A neighbor may be easier to find among few. Each of the 32 position
# vectors is trained about four times as often. And the held-out texts are short, too.
#
# **Which layer still knows the word?** (The second picture.) `minilm` came without its word head, and was then tuned to compare sentences. We trained a
# new head, and more and more of the encoder with it, or gave all matrices **low-rank updates**. (LoRA, Hu et al. 2022, adds the product of two narrow
# matrices.) All had the same batches and as many updates, three seeds, and the better of two learning rates. The head alone does better on the middle
# layer than on the last one. The best way, trained for an hour, is `minilm-words`.
#
# **On a GPU**, from how many tokens does BERT base learn in a second, and what do longer runs reach? The last cell has our records of one GPU, or *not measured*.

# %% tags=["hide-input"] slideshow={"slide_type": "skip"}
recorded_runs = recorded("plateau")["results"]
left = {n: [plateau.left_at(run) / 1e6 for run in seeds] for n, seeds in recorded_runs.items()}
alt = "Loss curves against tokens read: the three with 32 tokens fall before those with 128."
run = plateau.prepare({**plateau.CONFIGURATION, "documents": 1500}, "128", seed=0)
counted = plateau.target_counts(run.validation_data)
own_place = measure.own_place_gain(counted, len(run.tokenizer.vocabulary))
show(figures.draw_lengths(recorded_runs, own_place), alt=alt)
lowest = min(x["validation"][-1] - x["unigram"] for n in recorded_runs.values() for x in n)
check("no curve ends 0.1 nats below own place", lowest > -own_place - 0.1)
print(f"own place: {own_place:.2f} nats below the frequencies")
for n, tokens in left.items():
    print(f"{n} tokens: {plateau.MARGIN} nats below")
    print(f"after {mean_sd(tokens, 2)} million tokens")
check(
    "each of 3 runs with 32 tokens is 0.3 nats below before each of 3 with 128",
    max(left["32"]) < min(left["128"]),
)

# %% tags=["hide-input"] slideshow={"slide_type": "skip"}
ways = recorded("readout")["results"]["ways"]
longer = recorded("readout_long")["results"]["stored"]["masked_accuracy"]
alt = "Bars: held-out accuracy of six ways to train a head on minilm; low-rank updates lead."
show(results.draw_readout(ways, longer), alt=alt)
middle, top, _, last3, everything, low_rank = results.last_accuracies(ways)
check("the head does better on layer 3 than on layer 6, 3 of 3", min(middle) > max(top))
check("with the last three layers it stays below layer 3", max(last3) < min(middle))
check("low-rank updates of all matrices do best", min(low_rank) > max(everything))

# %% tags=["hide-input"] slideshow={"slide_type": "skip"}
from workbook.gpu_records import gpu_report

print(gpu_report("pretraining"))
print(gpu_report("longer"))

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Terms
#
# | English | 中文 | in one line |
# |---|---|---|
# | pre-training | 预训练 | learning from unlabeled text, before any task |
# | self-supervised | 自监督 | the data themselves hold the right answers |
# | masked language model | 掩码语言模型 | guesses hidden words from both sides |
# | next-sentence prediction | 下一句预测 | does the second text follow the first? |
# | dynamic masking | 动态掩码 | new masks each time a text is read |
# | surprisal, negative log-likelihood | 惊异值、负对数似然 | $-\log p$ of the right answer, in nats |
# | cross-entropy | 交叉熵 | the mean surprisal |
# | unigram entropy | 一元熵 | the mean surprisal if only frequencies are known |
# | warm-up | 预热 | at first the learning rate rises |
# | weight decay | 权重衰减 | each update pulls weights a little towards 0 |
# | ablation | 消融实验 | leaving out one part to see what it brings |
# | plateau | 平台期 | a time in which the loss hardly falls |
# | Gibbs sampling | 吉布斯采样 | draw one word after the other, given all the others |
#
# ## Further reading
#
# - Jacob Devlin, Ming-Wei Chang, Kenton Lee and Kristina Toutanova (2019). *BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding.* NAACL-HLT.
# - Wilson L. Taylor (1953). *"Cloze Procedure": A New Tool for Measuring Readability.* Journalism Quarterly 30(4).
# - Alec Radford, Karthik Narasimhan, Tim Salimans and Ilya Sutskever (2018). *Improving Language Understanding by Generative Pre-Training.* OpenAI.
# - Yinhan Liu and others (2019). *RoBERTa: A Robustly Optimized BERT Pretraining Approach.* arXiv:1907.11692.
# - Ilya Loshchilov and Frank Hutter (2019). *Decoupled Weight Decay Regularization.* ICLR.
# - Alex Wang and Kyunghyun Cho (2019). *BERT has a Mouth, and It Must Speak: BERT as a Markov Random Field Language Model.* NeuralGen.
# - Zhenzhong Lan and others (2020). *ALBERT: A Lite BERT for Self-supervised Learning of Language Representations.* ICLR.
# - Lucas Torroba Hennigen and Yoon Kim (2023). *Deriving Language Models from Masked Language Models.* ACL.
# - Alexander Wettig, Tianyu Gao, Zexuan Zhong and Danqi Chen (2023). *Should You Mask 15% in Masked Language Modeling?* EACL.
# - Edward J. Hu and others (2022). *LoRA: Low-Rank Adaptation of Large Language Models.* ICLR.
