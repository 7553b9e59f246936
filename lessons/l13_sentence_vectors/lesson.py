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
# # 13. Sentence vectors without labels
#
# > *The teacher got rid of the guitar.*
#
# Which of these says the same: *The schoolmaster put the guitar into the garbage*, or *The teacher longs to possess the guitar*? You see it at once. Counted
# words prefer the wrong one, because it has more words in common. A BERT that has read millions of sentences should know better, and the obvious way to ask it
# is to average the vectors of its tokens. The picture shows what comes out. In this lesson you measure what is wrong, and try what can be done **without a single label**.
#
# At the end you can
#
# - show that averaged BERT vectors make all sentences look alike, and measure what they share;
# - whiten vectors, and say how many sentences and dimensions that takes;
# - explain how a normalizing flow computes a density, how SimCSE makes pairs by dropout, and test whether dropout is what helps;
# - judge sentence vectors with intervals, and search and sort texts with them.
#
# **Time** 75 minutes in class, and 29 for the exercises. **Difficulty** 3 of 5. **Before this**: lesson 07 (pooling), lesson 09 (fine-tuning).

# %% tags=["bootstrap"] slideshow={"slide_type": "skip"}
# (generated)

# %% tags=["setup"] slideshow={"slide_type": "skip"}
from lessons.l13_sentence_vectors import (
    ask,
    diagrams,
    exercises,
    figures,
    measure,
    pictures,
    predict,
    quiz,
)
from lessons.l13_sentence_vectors.alts import ALT

import torch
from torch.nn.functional import cross_entropy, normalize

from bertlab.text import WordPieceTokenizer
from bertlab.vectors.flow import Flow, fit_flow
from bertlab.vectors.text_vectors import text_vectors
from bertlab.vectors.whitening import Whitening, mean_cosine
from workbook.basics import begin_lesson, check, claim, exercise, explore, recorded, show

begin_lesson()

# %% tags=["hide-input"] slideshow={"slide_type": "skip"}
from lessons.l13_sentence_vectors import corpora, reading

tokenizer = WordPieceTokenizer.from_folder("minilm")
bert, tuned = reading.load("minilm-words"), reading.load("minilm")
record, trained = recorded("sentence_vectors")["results"], recorded("simcse")["results"]
rows = measure.rows_of(record["ways"], trained)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
query = "The teacher got rid of the guitar."
others = [
    "The schoolmaster put the guitar into the garbage.",
    "The teacher longs to possess the guitar.",
    "The teacher found a buyer for the guitar.",
    "The priest cried a lot last night.",
    "In Athens, the singer was hurt in a collision.",
]
kinds = {
    "counted words": reading.counted([query, *others]),
    "BERT, averaged": text_vectors(bert, tokenizer, [query, *others]),
    "BERT, tuned\nwith labels": text_vectors(tuned, tokenizer, [query, *others]),
}
found = measure.cosines_with_first(kinds)
same, *rest = found["BERT, averaged"]
check("averaged BERT puts the right one first by a hair", 0 < same - max(rest) < 0.05)
words = f"Averaged BERT: at least {min(rest):.2f}, even for unrelated ones"
show(figures.draw_opening(query, 0, 1, found, words), alt=ALT["opening"])

# %% [markdown] slideshow={"slide_type": "-"}
# Averaged BERT does put the right sentence first, but only by a hair. And even a priest who cried has a high cosine with the guitar.
#
# The *BERT, averaged* of this lesson is `minilm-words` from lesson 08: an encoder of 6 layers that was trained to guess hidden words. A small BERT of our own would be
# too weak, and `minilm` is no example of an untuned BERT, because it was tuned on a billion pairs of texts that belong together. Most of these pairs were found
# (a question and its answer, a title and its text), not written by annotators; in this lesson "with labels" means such pairs. `minilm` stands last in the tables as the *reference*.
# It is also where `minilm-words` began, so something of the tuning may be left in all rows that use it.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 1. Everything is similar to everything
#
# If directions were even, two sentences drawn at random would have a cosine near 0. We take a thousand sentences and compare all pairs. That the
# mean cosine is far above 0 is called **anisotropy** (各向异性): the vectors point into a narrow cone.
#
# ### Exercise 1: anisotropy as a number
# Difficulty 2 of 5, about 4 minutes. Write the mean cosine of all pairs of *different* vectors. A vector with itself says nothing.
#
# For the rows (1, 0), (-2, 0) and (0, 3) the result is -1/3: of the three pairs one is opposite, and two are at right angles.
#
# - `vectors` is (N, D), with N of at least 2. Return one number, a tensor without axes.
#
# <details><summary>Hint 1</summary>Divide each row by its length. Then one matrix product gives all cosines.</details>
# <details><summary>Hint 2</summary>The diagonal has N ones. How many cosines are left without it?</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.mean_pair_cosine)
def mean_pair_cosine(vectors):
    """Return the mean cosine of all pairs of different vectors."""
    ...


# %% tags=["solution"]
def mean_pair_cosine(vectors):
    unit = normalize(vectors, dim=1)
    cosines = unit @ unit.T
    different = ~torch.eye(len(vectors), dtype=torch.bool)
    return cosines[different].mean()


# %% slideshow={"slide_type": "subslide"}
sample = measure.stored_vectors()  # sentences of articles and reviews, read by minilm-words
print(tuple(sample.shape))
print(f"mean cosine of two different sentences: {mean_pair_cosine(sample):.2f}")
check(
    "the mean cosine is that of bertlab", abs(mean_pair_cosine(sample) - mean_cosine(sample)) < 1e-5
)


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def by_layer():
    curves = {
        name: [cosines[f"layer {number}"] for number in range(7)]
        for name, cosines in record["anisotropy"].items()
    }
    show(figures.draw_layers(curves), alt=ALT["layers"])
    words = curves["minilm-words"]
    claim("in the middle layers, two sentences drawn at random have a mean cosine above 0.6",
          min(words[1:6]) > 0.6)  # fmt: skip


predict("which layer", by_layer)

# %% [markdown] slideshow={"slide_type": "subslide"}
# Two things can be uneven. All vectors may share a mean, and they may vary more along some axes than along others. The mean cosine shows mainly the first. Is it
# bad? A ranking does not care about a number that is added to all cosines. But beside a long common part, what tells sentences apart is short. Let us measure both, and ask whether the
# strongest axis is something as dull as the length of a sentence.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
shape = measure.shape_of(sample, corpora.fitting_sentences(len(sample)))
print(f"{shape.common:.0%} of the squared length is the common mean")
print(f"{shape.strongest:.0%} of the variance is on the 3 strongest axes; if even: {3 / 384:.1%}")
print(f"the strongest axis and the number of words: rank correlation {shape.with_length:.1f}")
check("mean and variances are both uneven", shape.common > 0.3 and shape.strongest > 0.1)
check("length explains little of the first axis", shape.with_length < 0.4)

# %% [markdown] slideshow={"slide_type": "-"}
# So both are uneven. The length of a sentence explains only a small part of the strongest axis; what else is in it, we have not found. **Centering** (subtracting the mean) removes the common
# mean. To even out the variances takes more.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 2. Four ways to one vector, and how to judge them
#
# Averaging is one choice among several. From the vectors of the tokens there are at least four ways to one for the sentence.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
show(diagrams.poolings(), alt=ALT["poolings"])

# %% [markdown] slideshow={"slide_type": "subslide"}
# Which way is the best? A judge needs many cases, texts that nobody tuned on, and an interval. We use three:
#
# 1. **Neighbors.** A sentence of a newspaper editorial asks for the sentence that follows it, among 2,224 candidates. Neither training nor fitting has seen these editorials.
# 2. **Paraphrases.** A generated sentence asks for the one that says the same, among 600 of the same events, persons and things. You saw one above.
# 3. **People.** 50 news articles, and how similar readers found each two of them (lesson 07).
#
# For 1 and 2 the score is the **mean reciprocal rank** (平均倒数排名): 1 if the right sentence comes first, 1/2 if it is second, and so on. For the intervals we draw again whole
# articles (measure 1), events (2) or documents (3).

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
from bertlab.datasets.generated.paraphrases import paraphrases

pairs = corpora.editorial_neighbors()
print(f"{len(pairs.queries):,} pairs from {len(set(pairs.groups))} articles, for instance")
print(" -", pairs.queries[8])
print(" -", pairs.documents[8])
guesses = [measure.guess_among(len(each)) for each in (pairs.queries, paraphrases().test)]
print(f"a random order scores {guesses[0]:.3f}, and {guesses[1]:.3f} among the paraphrases")


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def pooled():
    names = ["TF-IDF", *(f"minilm-words, {pooling}" for pooling in reading.POOLINGS)]
    chosen = {name: rows[name] for name in [*names, "minilm, mean"]}
    title = "The pooling decides: [CLS] is ahead of the mean here, and the maximum is last"
    show(figures.draw_ways(chosen, title, "editorials"), alt=ALT["pooled"])
    ahead, _ = measure.lead_of("minilm-words, [CLS]", "minilm-words, mean")
    _, behind = measure.lead_of("minilm-words, max", "minilm-words, mean")
    claim("in this encoder [CLS] finds more neighbors than the mean, and the maximum finds fewer",
          ahead > 0 > behind)  # fmt: skip


predict("four ways", pooled)

# %% [markdown] slideshow={"slide_type": "subslide"}
# Do not take this for a law. The encoder began as `minilm`, which was tuned for sentences, and then learned to guess hidden words. The word [CLS] is never hidden, so its
# vector probably kept more of the tuning; our experiment cannot prove it. For BERT base, which was never tuned, Reimers and Gurevych (2019) found the contrary, on average over seven test
# sets: 29.2 for [CLS] and 54.8 for the mean. The maximum is last, since a few large numbers decide about it. What *can* be said: how one pools matters as much as what comes in the next sections.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 3. Whitening: take the cone apart
#
# If the cone is the problem, let us remove it by geometry. **Whitening** (白化) has three steps: subtract the mean, turn the cloud to its own
# axes, divide each axis by its spread. Su et al. (2021) did this to BERT. Centering removes the common mean; all three steps together make the variances equal, too.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
steps = measure.whitening_steps(measure.toy_cloud())
show(figures.draw_steps(steps), alt=ALT["steps"])

# %% [markdown] slideshow={"slide_type": "subslide"}
# In formulas: let $\mu$ be the mean of the vectors and $\Sigma$ their covariance. A covariance is symmetric, so it has eigenvectors $U$ at right angles, and its
# eigenvalues $\Lambda$ are the variances along them: $\Sigma = U \Lambda U^\top$. A vector $x$ becomes
#
# $$ \tilde{x} = (x - \mu)\, U \Lambda^{-1/2} . $$
#
# Now the second idea: keep only the $k$ directions in which the vectors vary most. Directions with little variance may be mostly noise, and
# whitening blows them up to the size of all others. We shall test what the cut costs.
#
# ### Exercise 2: search after whitening
# Difficulty 4 of 5, about 10 minutes. Mean and covariance come from the vectors `fitted`. Whiten `queries` and `documents` with them, keep `dims` directions, and return the cosine
# of each query with each document.
#
# For `fitted` (2, 0), (-2, 0), (0, 1), (0, -1), query (1, 1), document (1, 0) and `dims` 2 the cosine is 0.45; before whitening it was 0.71.
#
# - `fitted` is (F, D), `queries` (Q, D), `documents` (N, D). Return (Q, N), in their dtype.
# - `torch.linalg.eigh` returns eigenvalues and eigenvectors of a symmetric matrix. Look up in which order, and whether the vectors are rows or columns.
#
# <details><summary>Hint 1</summary><code>torch.cov</code> expects variables in rows, so it takes <code>fitted.T</code>.</details>
# <details><summary>Hint 2</summary>The matrix is (D, dims): columns of U, each divided by the root of its eigenvalue. The same matrix serves queries and documents.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.whitened_cosines)
def whitened_cosines(fitted, queries, documents, dims):
    """Return the cosines (Q, N) of queries and documents after whitening."""
    ...


# %% tags=["solution"]
def whitened_cosines(fitted, queries, documents, dims):
    mean = fitted.mean(dim=0)
    eigenvalues, eigenvectors = torch.linalg.eigh(torch.cov(fitted.T))
    matrix = eigenvectors[:, -dims:] / eigenvalues[-dims:].sqrt()
    asked = normalize((queries - mean) @ matrix, dim=1)
    found = normalize((documents - mean) @ matrix, dim=1)
    return asked @ found.T


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
white = Whitening(64).fit(sample)
after = white.transform(sample)
before, now = mean_pair_cosine(sample), mean_pair_cosine(after)
print(f"mean cosine before: {before:.2f}, after: {abs(now):.2f}")
ours = whitened_cosines(sample.double(), sample[:5].double(), sample[5:9].double(), 64)
unit = normalize(after, dim=1)
check(
    "yours and bertlab's agree", torch.allclose(ours, (unit[:5] @ unit[5:9].T).double(), atol=1e-3)
)

# %% [markdown] slideshow={"slide_type": "subslide"}
# The cone is gone, by construction. But is the search better? Two numbers have to be chosen: on how many sentences mean and covariance are fitted, and how many directions are kept.
# A covariance of 384 dimensions is symmetric, so it has 384 * 385 / 2 = 73,920 different numbers. (We keep 380 at most, since of the 384 directions three hardly vary.)


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def fitted_on():
    plain = rows["minilm-words, mean"]["editorials"]["reciprocal"]
    show(figures.draw_fit_sizes(record["fit_sizes"], plain), alt=ALT["fit sizes"])
    few, many = (record["fit_sizes"][size]["380"]["editorials"] for size in ("600", "6000"))
    claim("380 whitened dimensions lose to no whitening if fitted on 600 sentences, and win on 6,000",
          few < plain < many)  # fmt: skip


predict("few sentences", fitted_on)

# %% [markdown] slideshow={"slide_type": "subslide"}
# With 6,000 sentences whitening finds more neighbors, and this is no accident of some articles: the interval of its lead is above 0. So is the best number
# of dimensions the largest? Here are all three measures. On the validation articles, 256 dimensions were best, so this is the number that we report.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
dims = [380, 256, 128, 64, 32]
curves = {
    name: {k: measure.value_of(rows[f"minilm-words, whitened to {k}"], name) for k in dims}
    for name in figures.MEASURES
}
plain = {name: measure.value_of(rows["minilm-words, mean"], name)[0] for name in figures.MEASURES}
show(figures.draw_dims(curves, plain), alt=ALT["dims"])
best = {name: max(dims, key=lambda k: values[k][0]) for name, values in curves.items()}
low, _ = measure.lead_of("minilm-words, whitened to 256", "minilm-words, mean")
check("the lead on neighbors is clear", low > 0)
low, _ = measure.lead_of("minilm-words, whitened to 256", "minilm-words, whitened to 64")
check("256 dimensions find more neighbors than 64", low > 0)
check("no whitening beats the mean on people",
      max(value for value, *_ in curves["lee"].values()) < plain["lee"])  # fmt: skip
claim("for neighbors, paraphrases and people, the highest score is at three different numbers",
      len(set(best.values())) == 3)  # fmt: skip

# %% [markdown] slideshow={"slide_type": "-"}
# Neighbors gain from many dimensions; there the lead of 256 over 64 has an interval above 0. On people no whitening scored above the untouched mean, and keeping fewer
# dimensions lost less. Fifty documents make this uncertain: look at the intervals. A possible reason is that the next sentence is found by detail (names, numbers, a turn of phrase), which
# does not help to say whether two articles are about the same thing. So *what a vector is for* should decide how it is cut, and a single score for "quality" hides it.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(1, 2)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 4. A flow: if the cloud is bent
#
# Whitening is linear. If the cloud is bent like a banana, no linear map makes it round. Li et al. (2020) used a **normalizing flow** (标准化流) instead: an invertible network $f$ that maps the
# vectors to a space in which they look like a Gaussian. It learns by maximum likelihood, and for this we need the density of $x$ if $z = f(x)$ is
# Gaussian. Where $f$ stretches space, points that were close in $x$ come to lie farther apart in $z$. So the density at $x$ is larger than that at $f(x)$, by the factor of the stretch: the absolute
# determinant of the Jacobian, the matrix of all derivatives. (In one dimension, $f(x) = 2x$ gives $p(x) = 2\, \mathcal{N}(2x; 0, 1)$.) In logarithms:
#
# $$ \log p(x) = \log \mathcal{N}(f(x); 0, I) + \log \left| \det \frac{\partial f}{\partial x} \right| . $$
#
# A determinant of 384 x 384 for each sentence would be slow. So the network is built from **coupling layers** (耦合层), which make it easy.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
show(diagrams.coupling(), alt=ALT["coupling"])

# %% [markdown] slideshow={"slide_type": "subslide"}
# One half stays, $y_1 = x_1$, and the other half becomes $y_2 = x_2 \odot e^{s(x_1)} + t(x_1)$, where $\odot$ multiplies number by number. The next layer exchanges the halves. The Jacobian is
#
# $$ \begin{pmatrix} I & 0 \\ * & \operatorname{diag}(e^{s}) \end{pmatrix} . $$
#
# ### Fill the gap: there and back
# About 4 minutes. Return $x_2$ from $y_2$, $s$ and $t$, and the logarithm of the absolute determinant. All are (N, D/2); the logarithm is (N,), one for each vector. You need no inverse of
# the small network, since $x_1$ is still there.


# %% slideshow={"slide_type": "-"}
from lessons.l13_sentence_vectors import couplings


@couplings.checked
def undo(y2, s, t):
    """Return x2, and the log of the absolute determinant of the way there."""
    ...


x1, x2 = torch.tensor([[2.0]]), torch.tensor([[5.0]])
s, t = 0.5 * x1 - 1.5, 3 * x1  # a small network would compute these
y2 = x2 * s.exp() + t
back, log_det = undo(y2, s, t)
print(f"y2 = {y2.item():.2f}, back: {back.item():.2f}, log det = {log_det.item():.2f}")

# %% slideshow={"slide_type": "subslide"}
points = measure.banana()
flow = Flow(size=2, num_layers=4, hidden_size=32)
losses = fit_flow(flow, points, steps=400)
last = sum(losses[-100:]) / 100
print(f"the negative log-likelihood fell by {losses[0] - last:.1f} nats a number")

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
from workbook.basics import slide

states = measure.through(flow, points)


def draw_flow(layer):
    return pictures.draw_flow(states, layer)


explore(
    draw_flow,
    alt=lambda layer: ALT["flow"] if layer == 4 else ALT["bent"],
    layer=slide(0, 4, value=4),
)

# %% [markdown] slideshow={"slide_type": "-"}
# After the last layer the cloud is nearly round. Move the control to see the layers between. On BERT's 384 dimensions we trained six such layers on the same 6,000 sentences as the whitening. Here is what it gained.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
names = ["mean", "centered", "whitened to 256", "whitened to 380", "flow"]
chosen = {name: rows[f"minilm-words, {name}"] for name in names}
low, _ = measure.lead_of("minilm-words, flow", "minilm-words, mean")
_, high = measure.lead_of("minilm-words, flow", "minilm-words, whitened to 380")
check("the flow is between the two", low > 0 > high)
title = "The flow helps, but whitening with all dimensions helps more"
show(figures.draw_ways(chosen, title, "editorials"), alt=ALT["flow gain"])

# %% [markdown] slideshow={"slide_type": "-"}
# So the flow finds more neighbors than the plain mean, and fewer than the linear map, which takes one eigenvalue decomposition. Su and colleagues saw the same on their data: whitening
# came close to the flow or passed it. A larger flow, trained for longer, might do better; ours is small.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 5. SimCSE: the same sentence twice
#
# Whitening and flow leave the encoder as it is. To train the encoder we need pairs that belong together, and nobody labelled any. Gao et al. (2021) found a
# surprisingly simple source: **read the same sentence twice**, each time with dropout. Dropout strikes out different numbers each time, so the two vectors differ a little. They form the pair,
# and the other sentences of the batch are the wrong answers.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
show(diagrams.in_batch(), alt=ALT["in batch"])

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 3: the loss of SimCSE
# Difficulty 3 of 5, about 7 minutes. For each sentence of the batch, the first reading has to find the second one. Its scores are the cosines with all second readings of the
# batch, divided by a **temperature** (温度). The loss is the negative logarithm of the probability that a softmax over these scores gives to the right one; return its mean over the batch.
#
# If all vectors are equal, the loss is $\log B$, at any temperature: nothing better than a guess among $B$.
#
# - `first` and `second` are (B, D), with B of at least 2; row i of both is sentence i. `temperature` is a float above 0. Return one number, a tensor without axes.
#
# <details><summary>Hint 1</summary>All scores are one matrix product of unit vectors, (B, B). Where in it are the right ones?</details>
# <details><summary>Hint 2</summary>You know this loss from classification: row i has B classes, and the right class is i.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.contrast)
def contrast(first, second, temperature):
    """Return the mean loss of finding each second reading, in nats."""
    ...


# %% tags=["solution"]
def contrast(first, second, temperature):
    scores = normalize(first, dim=1) @ normalize(second, dim=1).T / temperature
    return cross_entropy(scores, torch.arange(len(first)))


# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Find the bug
# About 4 minutes. A friend wrote the two readings. The loss falls, and yet something is wrong. Run the cell, look at the cosine, mend the function, and run it again. `bugs.mean_vectors` is mean pooling, as you wrote it in lesson 07.
#
# <details><summary>Hint</summary>What in BERT is random, and when does it act?</details>


# %% slideshow={"slide_type": "-"}
from lessons.l13_sentence_vectors import bugs


def two_readings(bert, batch):
    bert.eval()
    first = bugs.mean_vectors(bert, batch)
    second = bugs.mean_vectors(bert, batch)
    return first, second


two_readings = bugs.examine(two_readings)

# %% slideshow={"slide_type": "subslide"}
from bertlab.vectors.contrastive import in_batch_loss
from bertlab.vectors.simcse import set_dropout

batch = tokenizer.batch(list(corpora.fitting_sentences(16)), max_length=32)
set_dropout(bert, 0.1)
torch.manual_seed(0)
with torch.no_grad():
    first, second = two_readings(bert, batch)
bert.eval()
print(f"cosine of two readings: {torch.cosine_similarity(first, second).mean():.2f}")
loss = contrast(first, second, 0.05)
check("the loss is that of bertlab", abs(loss - in_batch_loss(first, second, 0.05)) < 1e-4)

# %% [markdown] slideshow={"slide_type": "-"}
# What would your friend's version learn? With dropout off, the two readings are equal. Nothing has to be brought together any more, and only the pushing apart is left.
# So a training without dropout is the control: if it does as well, then dropout was not what helped. In both, the sentence vector is the mean over the tokens.


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
from workbook.basics import mean_sd


def with_and_without():
    names = ["minilm-words, mean", "minilm-words, SimCSE", "minilm-words, no dropout"]
    chosen = {name: rows[name] for name in names}
    title = "Both find more neighbors than before, with dropout and without"
    show(figures.draw_ways(chosen, title, "editorials"), alt=ALT["simcse"])
    for name, runs in trained.items():
        print(f"{name}: {mean_sd([one['editorials']['reciprocal'] for one in runs], 3)}")
    gain, _ = measure.lead_of("minilm-words, SimCSE", "minilm-words, mean")
    low, high = measure.lead_of("minilm-words, SimCSE", "minilm-words, no dropout")
    claim("30 updates find more neighbors, over three seeds, and dropout has no visible part in it",
          gain > 0 and low < 0 < high)  # fmt: skip
    low, _ = measure.lead_of(*names[1:], "paraphrases")
    check("on paraphrases dropout is a little ahead", low > 0)


predict("dropout off", with_and_without)

# %% [markdown] slideshow={"slide_type": "-"}
# Why are the two so close? Take 48 sentences, a batch of that training, and compute the loss *before* the first update. A guess among 48 would cost $\log 48$.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
batch = tokenizer.batch(list(corpora.fitting_sentences(48)), max_length=20)
set_dropout(bert, 0.1)
bert.train()
torch.manual_seed(0)
with torch.no_grad():
    first, second = (bugs.mean_vectors(bert, batch) for time in range(2))
    bert.eval()
    once = bugs.mean_vectors(bert, batch)
guess, early = torch.tensor(48.0).log(), contrast(first, second, 0.05)
print(f"a guess: {guess:.1f} nats, before training: {early:.3f} nats")
print(f"without dropout: {contrast(once, once, 0.05):.3f} nats")
spreads = {"before": record["anisotropy"]["minilm-words"]["mean"]}
for name, runs in trained.items():
    spreads[name] = sum(one["anisotropy"] for one in runs) / len(runs)
print("mean cosine:", ", ".join(f"{name} {value:.2f}" for name, value in spreads.items()))
check("training spreads the sentences", max(list(spreads.values())[1:]) < spreads["before"] / 2)
check("the batch is told apart from the start", early < guess / 100)

# %% [markdown] slideshow={"slide_type": "-"}
# So the task is nearly solved before training begins: a sentence resembles its second reading far more than any other sentence, dropout or not. The small loss explains why dropout hardly
# matters here. It does not explain the gain: even a small gradient still pushes the sentences apart, and after 30 updates their mean cosine is far lower, with dropout and without.
# (The two cosines after training are of editorial sentences, the one before is of other texts.)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(3, 4)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 6. All of them in one table
#
# Each row is a way to a sentence vector, and the columns are the three measures of section 2. After ± stands half the width of the 95% interval.
# SimCSE and its control are means over three seeds. Only the last row was tuned on pairs last. All other rows but TF-IDF add no labels, but their encoder descends from `minilm`.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
print(measure.table(rows))
for name in ("SimCSE", "no dropout"):
    row = rows[f"minilm-words, {name}"]
    gains = [measure.value_of(row, one)[0] - plain[one] for one in plain]
    check("the contrastive training raises all three scores", min(gains) > 0)
cost = recorded("search_cost")["results"]
print(f"""
Milliseconds on one core: {cost["read"]:.0f} to read a sentence with BERT, {cost["tf-idf"]:.2f} to count its words;
{cost["search"]["384"]:.1f} for a search among 100,000 vectors of 384 numbers, {cost["search"]["64"]:.1f} with 64.""")

# %% [markdown] slideshow={"slide_type": "subslide"}
# What does the table say?
#
# - **With labels it is easy.** `minilm` is far ahead on neighbors, where nothing else comes near; on paraphrases only [CLS] does.
# - **[CLS] is a special case.** What it owes to the history of this encoder, we cannot tell (section 2).
# - **Whitening takes with one hand what it gives with the other.** With many dimensions it finds more neighbors, and agrees less with people. With few it loses neighbors too.
# - **The contrastive training is the only change of the mean whose three scores are all higher**, and this holds with dropout and without. On people, 50 documents cannot tell whether the gain is
#   real. Dropout itself did little: on neighbors nothing that we could see, on paraphrases a little.
# - **Counted words are no bad baseline.** Neighboring sentences share names, so TF-IDF keeps up with the averaged vectors there. On paraphrases it fails.
# - **The flow** does in minutes what whitening does in a second, and a little worse.

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### At scale
#
# Our encoder is small, and our training short. Gao et al. (2021) trained BERT base on a million sentences of Wikipedia and judged it by seven test sets of sentence pairs that people had
# rated (mean rank correlation, times 100): averaged GloVe word vectors 61.3, averaged BERT 56.7, BERT-flow 66.6, whitening 66.3, **SimCSE 76.3**. With labels it was 81.6. They
# also varied the dropout, on one development set: without it 71.1, with 10% 82.5. With the *same* mask, where numbers are struck out but the same ones in both readings, it was 43.6. Our control is the case
# "without it". So at scale the order is clear, and dropout decides. What separates us from them? 30 updates in place of thousands, an encoder that was tuned once, the mean in place of their [CLS] with a
# layer on top in training, and a task that is too easy from the start. An untuned BERT base and thousands of updates are what we would change first. The batch need not be large: Gao et al. used 64.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(5, 6)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 7. A search, and groups
#
# Now let the vectors work. We take 320 held-out snippets: movie reviews, product reviews, editorials and tweets, 80 of each. Type a question of your own.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
from lessons.l13_sentence_vectors.experiments.simcse import trained_encoder

snippets = measure.snippets(80)
texts, sources = [one.text for one in snippets], [one.source for one in snippets]
simcse = trained_encoder()
plain_vectors = text_vectors(bert, tokenizer, texts, max_length=64)
simcse_vectors = text_vectors(simcse, tokenizer, texts, max_length=64)
tuned_vectors = text_vectors(tuned, tokenizer, texts, max_length=64)


def search(question):
    asked = text_vectors(bert, tokenizer, [question], max_length=64)
    whitened = whitened_cosines(sample, asked, plain_vectors, 256)[0]
    labelled = text_vectors(tuned, tokenizer, [question], max_length=64)[0]
    words = reading.counted([question, *texts])
    learned = text_vectors(simcse, tokenizer, [question], max_length=64)[0]
    return {
        "counted words": measure.nearest(words[0], words[1:]),
        "BERT, averaged": measure.nearest(asked[0], plain_vectors),
        "your whitening, 256 dimensions": measure.best_of(whitened),
        "SimCSE": measure.nearest(learned, simcse_vectors),
        "BERT, tuned with labels": measure.nearest(labelled, tuned_vectors),
    }


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
from workbook.basics import text


def draw_search(question):
    hits = {
        name: [(cosine, snippets[place]) for cosine, place in found]
        for name, found in search(question).items()
    }
    return pictures.draw_hits(question, hits)


first_question = "The battery is empty after an hour."
explore(draw_search, alt=ALT["hits"], question=text(first_question, label="your question"))

# %% [markdown] slideshow={"slide_type": "subslide"}
# One question proves nothing, but look: averaging, which the scores put behind, found the batteries here, and counted words found a ski lodge, because of *after an hour*.
#
# And groups: k-means puts the 320 snippets into four groups, and never learns where they come from. How well do the groups agree with the four sources? We let it start three times (the dots).


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def groups():
    white = Whitening(256).fit(sample)
    found = {
        "TF-IDF": measure.grouped(reading.counted(texts), sources),
        "minilm-words, mean": measure.grouped(plain_vectors, sources),
        "minilm-words, whitened to 256": measure.grouped(white.transform(plain_vectors), sources),
        "minilm-words, SimCSE": measure.grouped(simcse_vectors, sources),
        "minilm, mean": measure.grouped(tuned_vectors, sources),
    }
    show(pictures.draw_groups(found), alt=ALT["groups"])
    claim("without labels, k-means on averaged BERT vectors sorts four sources better than on TF-IDF",
          min(found["minilm-words, mean"]) > max(found["TF-IDF"]) + 0.1)  # fmt: skip


predict("groups", groups)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
ask("your own texts")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 8. Myth check: the more even the directions, the better
#
# *"BERT's vectors are bad because they are anisotropic. Make them isotropic, and they are good."* If this is so, then whitening must help any encoder whose vectors are not perfectly even, and
# `minilm` is one of them.


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def more_even():
    names = ["minilm, mean", *(f"minilm, whitened to {k}" for k in (380, 256, 128, 64))]
    title = "Whitening takes neighbors away from the tuned encoder"
    show(figures.draw_ways({name: rows[name] for name in names}, title, "editorials"),
         alt=ALT["reference"])  # fmt: skip
    for name in ("minilm, mean", "minilm, whitened to 64"):
        value, low, high = measure.value_of(rows[name], "paraphrases")
        print(f"paraphrases, {name}: {value:.2f} [{low:.2f}, {high:.2f}]")
    _, high = measure.lead_of("minilm, whitened to 256", "minilm, mean")
    claim("whitening finds fewer neighbors in the encoder that was tuned with labels", high < 0)


predict("whitening the reference", more_even)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
points = measure.evenness(record["anisotropy"], trained, sample, rows)
show(pictures.draw_isotropy(points), alt=ALT["isotropy"])
whitened = [point for name, point in points.items() if "whitened" in name]
cosines, scores = zip(*whitened, strict=True)
furthest = max(abs(cosine) for cosine in cosines)
print(
    f"whitened: mean cosine {furthest:.2f} at most, scores {min(scores):.2f} to {max(scores):.2f}"
)
check("whitened vectors are even and differ", furthest < 0.02 and max(scores) > 1.5 * min(scores))

# %% [markdown] slideshow={"slide_type": "-"}
# The picture has all ways of this lesson: how even their directions are, and what they find. So the myth is false: all whitened vectors have a mean cosine near 0 and equal variances, yet one finds far more neighbors than another. Uneven variances are partly information.
#
# And the guitar? Here are its sentences again, with what you built.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
sentences = [query, *others]
again = {
    "BERT, averaged": kinds["BERT, averaged"],
    "whitened": Whitening(256).fit(sample).transform(kinds["BERT, averaged"]),
    "SimCSE": text_vectors(simcse, tokenizer, sentences),
    "BERT, tuned\nwith labels": kinds["BERT, tuned\nwith labels"],
}
found = measure.cosines_with_first(again)
unrelated = {name: max(values[3:]) for name, values in found.items()}
far = max(list(unrelated.values())[1:])
check("the unrelated ones went down", far < unrelated["BERT, averaged"] - 0.1)
words = f"Unrelated sentences: at most {far:.2f}, from {unrelated['BERT, averaged']:.2f}"
show(figures.draw_opening(query, 0, 1, found, words), alt=ALT["again"])

# %% [markdown] slideshow={"slide_type": "-"}
# The unrelated sentences went far down. But the three about a teacher and a guitar are still close together, even with labels: who gets rid of something and who wants it, is not yet solved.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## At work
#
# Whitening is in scikit-learn, under the name PCA. Its axes may point the other way, which changes no cosine.

# %% slideshow={"slide_type": "-"}
from sklearn.decomposition import PCA

pca = PCA(n_components=64, whiten=True, svd_solver="full").fit(sample.numpy())
theirs = torch.from_numpy(pca.transform(plain_vectors[:20].numpy()))
same = white.transform(plain_vectors[:20])
signs = (theirs * same).sum(dim=0).sign()
agree = torch.allclose(theirs * signs, same, atol=1e-2)
print("the same vectors, signs aside:", agree)
check("scikit-learn whitens as we do", agree)

# %% [markdown] slideshow={"slide_type": "-"}
# For unsupervised SimCSE one types these lines with the library `sentence-transformers`. They are not run here, because they want a model from the Hub. The loss is that of
# exercise 3: it takes pairs, and here a pair is twice the same sentence.
#
# ```python
# from sentence_transformers import InputExample, SentenceTransformer, losses
# from torch.utils.data import DataLoader
#
# model = SentenceTransformer("bert-base-uncased")  # adds mean pooling
# pairs = [InputExample(texts=[sentence, sentence]) for sentence in sentences]
# loader = DataLoader(pairs, batch_size=64, shuffle=True)
# loss = losses.MultipleNegativesRankingLoss(model, scale=20)  # 1 / 0.05
# model.fit([(loader, loss)], epochs=1)
# vectors = model.encode(sentences, normalize_embeddings=True)
# ```

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Recap
#
# - Vectors of an encoder that was not tuned for sentences point into a cone: two sentences at random have a cosine far above 0.
# - Uneven means two things: a common mean, and unequal variances. A ranking survives a number added to all cosines, and unequal variances are partly information.
# - Whitening is mean, rotation, division. It wants thousands of sentences, and the number of dimensions depends on the task.
# - A flow computes a density by the change of variables. Couplings make its determinant a sum.
# - SimCSE reads a sentence twice with dropout on, and asks which two readings belong together. The control is the same training without dropout.
# - Judge with many cases, with intervals over what was sampled, and on more than one task: the order of the methods changed from task to task.
#
# Next: **14. Sentence vectors, trained**: what labels add.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(7)

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Terms
#
# | English | 中文 | in one line |
# |---|---|---|
# | sentence vector (sentence embedding) | 句向量 | one vector for a whole sentence |
# | anisotropy | 各向异性 | directions are uneven: random pairs have a large cosine |
# | pooling | 池化 | from the vectors of the tokens to one |
# | mean reciprocal rank | 平均倒数排名 | the mean of 1 / rank of the right answer |
# | covariance | 协方差 | how the dimensions vary together |
# | whitening | 白化 | a linear map after which the covariance is the identity |
# | normalizing flow | 标准化流 | an invertible network that turns data into a Gaussian |
# | coupling layer | 耦合层 | half of the numbers stay and say how the others change |
# | change of variables | 变量替换 | the density after a map, by the determinant of its Jacobian |
# | contrastive learning | 对比学习 | pull what belongs together closer, push the rest away |
# | temperature | 温度 | what scores are divided by before the softmax |
# | dropout | 随机失活 | in training, numbers are struck out at random |

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Further reading
#
# - Kawin Ethayarajh (2019). *How Contextual are Contextualized Word Representations? Comparing the Geometry of BERT, ELMo, and GPT-2 Embeddings.* EMNLP-IJCNLP.
# - Bohan Li, Hao Zhou, Junxian He, Mingxuan Wang, Yiming Yang and Lei Li (2020). *On the Sentence Embeddings from Pre-trained Language Models.* EMNLP. (BERT-flow.)
# - Jianlin Su, Jiarun Cao, Weijie Liu and Yangyiwen Ou (2021). *Whitening Sentence Representations for Better Semantics and Faster Retrieval.* arXiv:2103.15316.
# - Tianyu Gao, Xingcheng Yao and Danqi Chen (2021). *SimCSE: Simple Contrastive Learning of Sentence Embeddings.* EMNLP.
# - Laurent Dinh, Jascha Sohl-Dickstein and Samy Bengio (2017). *Density Estimation Using Real NVP.* ICLR.
# - Aaron van den Oord, Yazhe Li and Oriol Vinyals (2018). *Representation Learning with Contrastive Predictive Coding.* arXiv:1807.03748.
# - Michael D. Lee, Brandon Pincombe and Matthew Welsh (2005). *An Empirical Evaluation of Models of Text Document Similarity.* Proceedings of the 27th Annual Conference of the Cognitive Science Society.
