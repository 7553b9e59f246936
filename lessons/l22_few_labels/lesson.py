# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown] slideshow={"slide_type": "slide"}
# # 22. Few labels
#
# > *Sixteen labels: what can a BERT learn from them?*
#
# The BERT of lesson 09 learned from 8,492 labelled reviews. Now you have sixteen labels, eight for each class, and many reviews without one.
# But a BERT has a skill that needs no label: it fills gaps. In Figure 22.1 a gap stands after a review. Its four words are all rare there, but *bad* more than doubles after the bad one. **Can a gap take the place of labels?**
#
# **At the end you can**
#
# - turn a classification into a gap: a pattern, and words for each class;
# - measure what a model says of a text without content, and take it away;
# - train a cloze, prompt vectors and a new head on 16 labels;
# - choose with few labels, and judge with an interval over draws of these labels.
#
# **Time** 120 minutes with all exercises, in two sittings of 70 and 50. **Difficulty** 3 of 5. **Before this**: lesson 08 (masked words), lesson 09 (fine-tuning).

# %% tags=["bootstrap"] slideshow={"slide_type": "skip"}
# (generated)

# %% tags=["setup"] slideshow={"slide_type": "skip"}
from lessons.l22_few_labels import (
    controls,
    exercises,
    figures,
    live,
    predict,
    quiz,
    recorded_figures,
    tables,
)
from lessons.l22_few_labels.ways import FIRST_WORDS, NOTHING, PATTERNS

import math
import tempfile
from statistics import fmean

import torch
import transformers
from scipy import stats
from torch.nn.functional import cross_entropy

from bertlab.finetuning.calibration import center_at_median
from workbook.path import begin_lesson, check, exercise, recorded, yours
from workbook.recorded_answers import accuracy

begin_lesson()
transformers.utils.logging.disable_progress_bar()

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
figures.gap()

# %% [markdown] slideshow={"slide_type": "subslide"}
# Four words say what a method may learn from:
#
# | | texts with a label | texts without |
# |---|---|---|
# | **zero-shot** (零样本) | none | none |
# | **few-shot** (少样本) | a few, such as 16 | none |
# | **unsupervised** (无监督) | none | many |
# | **semi-supervised** (半监督) | a few | many |

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 1. A gap that answers
#
# A **pattern** (模板) lays a text beside a gap: *{} It was [MASK].* A **verbalizer** (标签词映射) says which words in the gap speak for which class: *great* and *good* for one, *terrible* and *bad* for the other. With a model they are a **cloze** (完形填空). So begins **PET** (pattern-exploiting training, Schick and Schütze 2021), with one word a class. No head is new, so the cloze has an answer before it has learned anything.
#
# ### Exercise 1: fill the pattern
# Difficulty 2 of 5, about 7 minutes. `pattern` and `tokens` are lists of tokens. The pattern has `"{}"` once, for the text, and `"[MASK]"` once. Return one list: `"[CLS]"`, the pattern with the text's tokens in place of `"{}"`, and `"[SEP]"`. If that has more than `max_length` tokens, the *text* loses its end, never the pattern. (The pattern and one token of the text always fit.)
#
# ```
# fill(["{}", "it", "was", "[MASK]", "."], ["a", "fine", "old", "film"], max_length=9)
#   ->  ["[CLS]", "a", "fine", "old", "it", "was", "[MASK]", ".", "[SEP]"]
# ```
#
# <details><summary>Hint</summary><code>pattern.index("{}")</code> divides the pattern; count what is left for the text before you cut it.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.fill)
def fill(pattern, tokens, max_length): ...


# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 2: the score of a class
# Difficulty 2 of 5, about 8 minutes. `logits` (B, V) has the logits of the whole vocabulary in the gap of each text. `words` has a list of ids for each class: `[[6659, 2919], [2307, 2204]]` stands for *terrible*, *bad* and *great*, *good*. Return (B, C): the logarithm of the summed probability of a class's words. If its words have the probabilities 0.1 and 0.4, the score is log 0.5. Logits may be large: no result is infinite. Gradients must reach the logits.
#
# <details><summary>Hint</summary>First <code>log_softmax</code>, over the vocabulary. <code>logsumexp</code> adds probabilities that are given as logarithms.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.class_scores)
def class_scores(logits, words): ...


# %% tags=["headline"] slideshow={"slide_type": "-"}
texts, labels = live.validation()  # 300 reviews; 1 is good
cloze = live.Cloze(fill, class_scores)
scores = live.by_pattern(cloze, texts)  # of five patterns: (5, 300, 2)

# %% [markdown] slideshow={"slide_type": "subslide"}
# Type a pattern and words of your own; each word must be one piece of the vocabulary. They are tried on 100 of the reviews, so differences below ten points say little.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
controls.own_pattern(live.Cloze(fill, class_scores), texts[:100], labels[:100])

# %% [markdown] slideshow={"slide_type": "subslide"}
# Five patterns were fixed beforehand: one of Gao et al. (2021), then PET's for reviews of restaurants, made to fit a film (Figure 22.2):
#
# 1. *{} It was [MASK].*
# 2. *It was [MASK]. {}*
# 3. *Just [MASK]! {}*
# 4. *{} All in all, it was [MASK].*
# 5. *{} In summary, the film is [MASK].*

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
predict("five patterns", lambda: figures.five_patterns(scores, labels))

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 2. What it says about nothing
#
# Why does a pattern say *good* of nearly all reviews, or of nearly none? Perhaps it would say so of any text. Zhao et al. (2021) asked GPT-3 about texts **without content** (无内容文本), such as *N/A*: whatever it answered, the text was not the reason. So they divided by that answer. This is **calibration** (校准).
#
# ### Exercise 3: calibrate
# Difficulty 2 of 5, about 7 minutes. `scores` (N, C) are the class scores of N texts, `empty` (K, C) those of K texts without content. They are logarithms, and not normalized. Take the softmax over the classes, in both. Return (N, C): the log probability of each class, minus the logarithm of the mean probability that this class has in the K empty texts. If these have 0.75 and 0.65 for class 1, log 0.7 is taken away. Scores may be large: no result is infinite.
#
# <details><summary>Hint</summary>The mean is one of probabilities, not of logarithms.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.calibrated)
def calibrated(scores, empty): ...


# %% tags=["headline"] slideshow={"slide_type": "-"}
few = live.few_labels()  # 16 reviews with labels, and 200 without
empty = live.by_pattern(cloze, NOTHING)  # "N/A", "...", "nothing"
others = live.by_pattern(cloze, few.unlabelled)
kinds = {
    "zero-shot": scores,
    "calibrated": live.each(calibrated, scores, empty),
    "at the median": live.each(center_at_median, scores, others),
}
figures.calibration(empty, kinds, labels)

# %% [markdown] slideshow={"slide_type": "subslide"}
# *At the median* (Figure 22.3) needs no label either, but we must know that about half of all reviews are good: a pattern says *good* of those above the **median** (中位数) of 200 reviews.
#
# **A large part of the difference between patterns is bias**: without it all five are between 55 and 61%. But calibration goes too far: the fourth pattern says *good* of 3% before, of 81% after.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 3. Sixteen labels
#
# Now let the cloze learn. Its loss is a cross-entropy over the *class scores* alone: how likely all other words are in the gap does not matter.
#
# ### Exercise 4: a step
# Difficulty 3 of 5, about 9 minutes. `inputs` is a tuple, and `model(*inputs)` returns class scores (B, C); `labels` (B,) are the classes. Make one step: clear old gradients; the mean cross-entropy of a softmax over the C scores; the gradients of all parameters, clipped together to the norm 1; a step of the optimizer. Return the loss before the step, as a float. Leave `train()` and `eval()` alone.
#
# <details><summary>Hint</summary><code>cross_entropy</code> takes the softmax itself; <code>torch.nn.utils.clip_grad_norm_</code> stands between <code>backward()</code> and <code>step()</code>.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.pattern_step)
def pattern_step(model, optimizer, inputs, labels): ...


# %% [markdown] slideshow={"slide_type": "subslide"}
# Two models begin with the same weights and read the same sixteen reviews twenty times. One is your cloze with the first pattern. The other gets a new head on [CLS], as in lesson 09. It returns one score for each class as well, so your step trains both (Figure 22.4; about half a minute).

# %% tags=["headline"] slideshow={"slide_type": "-"}
trained, head = live.Cloze(fill, class_scores), live.NewHead()
for model in (trained, head):
    live.learn(model, pattern_step, few.texts, few.labels)
learned = {"cloze, zero-shot": accuracy(scores[0], labels)}
for name, model in (("cloze, 16 labels", trained), ("new head, 16 labels", head)):
    learned[name] = accuracy(live.scores_of(model, texts), labels)
figures.after("22.4", "Cloze or new head? One draw cannot tell", learned, len(texts))

# %% [markdown] slideshow={"slide_type": "subslide"}
# Part 7 has more draws of the labels. Type a review. The cloze is sure, right or wrong.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
controls.ask({"cloze": trained, "new head": head})

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 4. Which pattern?
#
# Papers often report their best pattern. But who knows it *before* the test? Figure 22.5 shows all five, with several draws of the labels.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
recorded_figures.pattern_spread(recorded("few_labels"))

# %% [markdown] slideshow={"slide_type": "subslide"}
# On these reviews another pattern is the worst. And sixteen labels bring the five to where the median had them.
#
# To choose a pattern by the test reviews needs hundreds of labels, and you have sixteen. **Cross-validation** (交叉验证) uses each label twice: divide the 16 reviews into four **folds** (折); learn from three, judge on the fourth, and let each fold be the judge once.
#
# ### Exercise 5: folds
# Difficulty 3 of 5, about 9 minutes. `labels` is a list of 0 and 1. Return `k` lists of indices. Deal out each class by itself, in its order, like cards: the first index of class 0 to fold 0, the second to fold 1, and so on, and after the last fold again to fold 0. Class 1 begins at fold 0, too. Each fold is sorted. Raise a `ValueError` of your own if `k` is below 2, or if a class has fewer than `k` labels.
#
# ```
# folds([0, 1, 0, 1, 1, 0], k=3)  ->  [[0, 1], [2, 3], [4, 5]]
# ```
#
# <details><summary>Hint</summary><code>indices[f::k]</code> has every k-th index, from f.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.folds)
def folds(labels, k): ...


# %% [markdown] slideshow={"slide_type": "subslide"}
# Twenty trainings for one choice would take minutes. So let us learn only one number: the threshold between *bad* and *good*.
#
# ### Exercise 6: judge a pattern
# Difficulty 3 of 5, about 13 minutes. `margins` (N,) has for each review the score of *good* minus that of *bad*, and `labels` (N,) its class, 0 or 1. Use your `folds`. For each fold, take the mean margin of each class in all *other* folds; the threshold is the middle between the two means. A review of the fold is classified as 1 if its margin is above the threshold. Return the proportion of all N reviews that are classified rightly, as a float.
#
# <details><summary>Hint</summary><code>labels.tolist()</code> for <code>folds</code>. A list of indices picks from a tensor: <code>margins[fold]</code>.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.cross_validated)
def cross_validated(margins, labels, k): ...


# %% [markdown] slideshow={"slide_type": "subslide"}
# Now 16 of the 300 reviews are drawn 200 times, with their labels. For each draw the best of five patterns is chosen by your function, with four folds. It gets a threshold from all 16 labels, and the other 284 reviews judge it. Then the same with 64 (Figure 22.6).

# %% tags=["headline"] slideshow={"slide_type": "-"}
choices = {n: live.chosen_with(cross_validated, scores, labels, n) for n in (16, 64)}

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
predict("a choice", lambda: figures.choices(choices))

# %% [markdown] tags=["sitting"] slideshow={"slide_type": "-"}
# ### A break
#
# The first sitting ends: your cloze learns.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 5. Must a pattern be words?
#
# A pattern's words are chosen by a person. But BERT reads vectors, not words. **P-tuning** (Liu et al. 2021) puts *trainable vectors* (可训练的提示向量) into the pattern: six slots, whose vectors belong to no word and are learned.
#
# ### Exercise 7: vectors in their slots
# Difficulty 3 of 5, about 9 minutes. `vectors` (B, T, D) are the vectors of the tokens, `slots` (B, T) is a boolean tensor: exactly S are true in each row, but not at the same positions in all rows. `prompts` (S, D) are trained. Return a new tensor (B, T, D): in each text the s-th slot from the left has `prompts[s]`, and every other token keeps its vector. Gradients must reach the prompts; `vectors` stays as it is.
#
# <details><summary>Hint</summary><code>vectors.clone()</code> may be changed. <code>prompts.repeat(B, 1)</code> has a row for each slot of the batch, text by text.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.with_prompts)
def with_prompts(vectors, slots, prompts): ...


# %% [markdown] slideshow={"slide_type": "subslide"}
# The six vectors begin as those of *all in all, it was*. First they alone learn, and all weights stay: 6 × 384 numbers of 22.7 million. In a second model everything learns (Figure 22.7; about half a minute).

# %% tags=["headline"] slideshow={"slide_type": "-"}
learned = {}
for name in ("vectors alone", "vectors and all"):
    prompted = live.PromptCloze(fill, class_scores, with_prompts, FIRST_WORDS)
    if name == "vectors alone":
        prompted.model.requires_grad_(False)
        learned["before"] = accuracy(live.scores_of(prompted, texts), labels)
    live.learn(prompted, pattern_step, few.texts, few.labels)
    learned[name] = accuracy(live.scores_of(prompted, texts), labels)
del prompted  # its memory
figures.after("22.7", "Vectors or all? One draw cannot tell", learned, len(texts))

# %% [markdown] slideshow={"slide_type": "subslide"}
# Ours learned for 20 updates. At scale, with all labels, Lester et al. (2021) reach fine-tuning with vectors alone only when models have *billions* of parameters. (P-tuning's small LSTM is left out.)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 6. Texts without labels
#
# A model can give a review a **pseudo-label** (伪标签), which may be wrong. PET lets several patterns vote, and a classifier learns from their mean probabilities (*soft* labels). We keep the class alone.
#
# ### Exercise 8: pseudo-labels
# Difficulty 3 of 5, about 8 minutes. `scores` (M, N, C) are the class scores of M models for N texts, not normalized. Take each model's softmax over the classes, then the mean over the models. Return two tensors of whole numbers: the indices of the texts whose highest mean probability is at least `threshold`, in order, and the class of each. If two models give a text 0.95 and 0.75 for class 0, the mean is 0.85.
#
# <details><summary>Hint</summary><code>means.max(dim=1)</code> returns the highest values and where they are. <code>torch.where</code> of a boolean tensor returns indices, in a tuple.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.pseudo_labels)
def pseudo_labels(scores, threshold): ...


# %% [markdown] slideshow={"slide_type": "subslide"}
# Your voters are the five patterns at their medians: no label at all. They label the 200 reviews (Figure 22.8, where the true labels judge them), and a new head learns from those that get 70% or more.

# %% tags=["headline"] slideshow={"slide_type": "-"}
votes = live.each(center_at_median, others, others)
indices, guessed = pseudo_labels(votes, threshold=0.7)
taught = live.NewHead()
labelled = [few.unlabelled[index] for index in indices]
live.learn(taught, pattern_step, labelled, guessed.tolist())
counts = live.guesses(pseudo_labels, votes, few.unlabelled)
figures.votes(counts, len(few.unlabelled))

# %% slideshow={"slide_type": "-"}
learned = {"16 labels": accuracy(live.scores_of(head, texts), labels)}
learned["pseudo-labels"] = accuracy(live.scores_of(taught, texts), labels)
figures.after("22.9", "Votes or labels? One draw cannot tell", learned, len(texts))

# %% [markdown] slideshow={"slide_type": "subslide"}
# **The surer the votes, the more of them are right**: at 70%, 27 of 36. What they teach cannot be told apart from sixteen true labels (Figure 22.9).

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 7. One table
#
# Your accuracies come from *one* draw of sixteen labels, and 300 reviews. So every way was recorded with five draws of 16 labels and three of 64 (40 updates, 500 texts without labels), and judged on 500 test reviews. To say *bad* of all has 54% right.
#
# ### Exercise 9: an interval over draws
# Difficulty 2 of 5, about 8 minutes. `differences` (D, N), integers, has a row for each draw and a column for each test review: 1 if only method A is right, -1 if only method B is, else 0. All reviews of a row were judged by the same trained models, so they are not independent: take the mean of each *draw*. Return three floats: the mean of these D means, and that mean minus and plus $t \, s / \sqrt{D}$. $s$ is the standard deviation of the D means (divide by D - 1), and `stats.t.ppf(0.975, D - 1)` is $t$: 2.78 for five draws. With fewer than two draws, raise a `ValueError` of your own that says how many came.
#
# <details><summary>Hint</summary><code>differences.double()</code> can be averaged; <code>std()</code> divides by D - 1.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.interval)
def interval(differences): ...


# %% tags=["headline"] slideshow={"slide_type": "-"}
record = recorded("few_labels")
gains = tables.gains(interval, record)  # of each way, against the new head

# %% [markdown] slideshow={"slide_type": "subslide"}
# Table 22.1 has all ways with 0, 16, 64 and 2,000 labels. Beside yours there are *sentence vectors* (a logistic regression on those of lesson 13), and three ways of the further experiments: VAT, pseudo-labels of trained clozes, and copies.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
predict("all ways", lambda: tables.methods(record, gains))

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### More labels
#
# What do more labels bring (Figure 22.10)? With sixteen, no way is ahead of the first pattern at its median, without any. With 64 labels the cloze gains ten points. Large models gain more: with *ten* labels PET's RoBERTa large has 52.9% of five classes right, a new head 21.1%.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
recorded_figures.over_labels(record)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### What a published table hides
#
# A Chinese article (Su 2021) compares these ways, too (Table 22.2).

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
tables.article()

# %% [markdown] slideshow={"slide_type": "subslide"}
# It seems to show that P-tuning learns well from few labels. But:
#
# - *VAT* is best on the test reviews, and plain fine-tuning is ahead of the pattern.
# - Each number is *one run* with one draw. P-tuning is 0.4 points ahead of fine-tuning; our draws of the labels differ by several points.
# - The best epoch was chosen by the *whole validation set*, whose labels nobody counted.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
yours(exercises)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 8. At work
#
# Your cloze is a masked language model. `transformers` reads its folder, and its pipeline fills gaps:

# %% slideshow={"slide_type": "-"}
review, (bad, good) = controls.START, (["terrible", "bad"], ["great", "good"])
with tempfile.TemporaryDirectory() as folder:
    trained.model.save_pretrained(folder)
    trained.tokenizer.save(folder)
    pipeline = transformers.pipeline("fill-mask", folder, device="cpu")
filled = pipeline(f"{review} It was [MASK].", targets=[*bad, *good])
theirs = {word["token_str"]: word["score"] for word in filled}
own = live.scores_of(trained, [review])[0].tolist()  # bad, good
for name, words, score in (("bad", bad, own[0]), ("good", good, own[1])):
    summed = math.log(sum(theirs[word] for word in words))
    print(f"{name}: equal to yours: {math.isclose(summed, score, abs_tol=1e-4)}")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What you have found out
#
# - **A pattern makes a classifier without a single label.** Ours went from chance to 60%, by the pattern.
# - **A large part of the difference between patterns is bias.** On the test reviews the median leaves 3 of 11 points, texts without content 7.
# - **Sixteen labels cannot choose a pattern.** The winner of a cross-validation promises too much.
# - **With sixteen labels the draw decides as much as the method.** No way is surely more accurate than a new head, and the median of texts without labels brings as much. The cloze orders reviews better, mostly from pre-training.
#
# Further experiments: `more/22_few_labels_more.ipynb`.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz()

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Terms
#
# | English | 中文 | in one line |
# |---|---|---|
# | zero-shot | 零样本 | no labelled text of the task |
# | few-shot | 少样本 | a few labelled texts |
# | semi-supervised | 半监督 | a few texts with labels, many without |
# | pattern | 模板 | a text with a gap beside it |
# | verbalizer | 标签词映射 | which words in the gap speak for which class |
# | calibration | 校准 | what a model says of nothing is taken away |
# | prompt vectors | 提示向量 | vectors in a pattern that are trained and belong to no word |
# | pseudo-label | 伪标签 | a label that a model gave |
# | cross-validation | 交叉验证 | each part of the labels is the judge once |
#
# <details><summary>Further reading</summary><ul>
# <li>Schick, Schütze (2021). <em>Exploiting Cloze Questions for Few Shot Text Classification and Natural Language Inference.</em> EACL.</li>
# <li>Gao, Fisch, Chen (2021). <em>Making Pre-trained Language Models Better Few-shot Learners.</em> ACL.</li>
# <li>Zhao et al. (2021). <em>Calibrate Before Use: Improving Few-Shot Performance of Language Models.</em> ICML.</li>
# <li>Perez, Kiela, Cho (2021). <em>True Few-Shot Learning with Language Models.</em> NeurIPS.</li>
# <li>Liu et al. (2021). <em>GPT Understands, Too.</em> arXiv 2103.10385.</li>
# <li>Lester, Al-Rfou, Constant (2021). <em>The Power of Scale for Parameter-Efficient Prompt Tuning.</em> EMNLP.</li>
# <li>Le Scao, Rush (2021). <em>How Many Data Points is a Prompt Worth?</em> NAACL.</li>
# <li>Su (2021). <a href="https://kexue.fm/archives/8295"><em>P-tuning: automatically built patterns</em></a> (Chinese).</li>
# </ul></details>

# %% tags=["claims"]
late = [accuracy(one, labels) for name in list(kinds)[1:] for one in kinds[name]]
check("calibrated, all five are between 55 and 61%", 0.55 < min(late) < max(late) < 0.61)
before, after = (100 * kinds[k][3].argmax(dim=1).double().mean().item() for k in list(kinds)[:2])
check("the fourth goes too far", abs(before - 3) < 1 and abs(after - 81) < 1)
zero = [accuracy(one, labels) for one in scores]
check("the fourth is the worst, not the third", zero.index(min(zero)) == 3)
right = counts[0.7][1] * len(indices)
check("27 of 36 votes", abs(len(indices) - 36) <= 1 and abs(right - 27) <= 1)
results = record["results"]
means = {
    n: {way: fmean(one["accuracy"] for one in each) for way, each in results[n].items()}
    for n in ("0", "16", "64", "2000")
}
check(
    "no way with 16 labels is ahead of a median",
    means["0"]["at the median"] > max(means["16"].values()),
)
check(
    "with 64 a cloze gains ten points",
    0.09 < means["64"]["pattern"] - means["16"]["pattern"] < 0.12,
)
mean, low, high = (round(100 * value, 1) for value in gains["16"]["pattern"])
check("the answer: accuracies", (mean, round(100 * gains["64"]["pattern"].mean, 1)) == (2.1, 5.9))
check(
    "the answer: no way", not any(one.low > 0 for each in gains.values() for one in each.values())
)
aucs = [
    fmean(one["auc"] for one in results[n][way])
    for n, way in (("16", "pattern"), ("16", "classifier"), ("0", "zero-shot"))
]
check("the answer: three areas", [round(auc, 2) for auc in aucs] == [0.66, 0.58, 0.63])
areas = [tables.order(record, n) for n in gains]
check("the answer: areas", areas == ["+7.5 [+1.3, +13.8]", "+6.2 [+0.6, +11.9]"])
worse = [way for way, one in gains["16"].items() if one.high < 0]
check("the answer: one way is worse", worse == ["pseudo-labels"])
heads = [round(100 * one["accuracy"]) for one in results["16"]["classifier"]]
check("the answer: draws", (min(heads), max(heads)) == (51, 58))
