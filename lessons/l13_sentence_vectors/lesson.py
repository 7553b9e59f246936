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
# Which of these says the same: *The schoolmaster put the guitar into the garbage*, or *The teacher longs to possess the guitar*? Counted
# words prefer the wrong one, because it has more words in common. A BERT that has read millions of sentences should know better, and the obvious way to ask it
# is to average the vectors of its tokens. You measure what is wrong, and try what can be done **without labels**: we use pairs of texts only to test, never to train.
#
# At the end you can
#
# - show that in averaged BERT two sentences at random have a cosine far above 0, and measure what they share;
# - whiten vectors, and choose how many dimensions to keep;
# - explain how a normalizing flow computes a density, how SimCSE makes pairs by dropout, and what a control without dropout shows;
# - judge sentence vectors by the interval of a difference, and search texts with them.
#
# **Time** 80 minutes in class, and 31 for the exercises. **Difficulty** 3 of 5. **Before this**: lesson 07 (pooling), lesson 09 (fine-tuning).

# %% tags=["bootstrap"] slideshow={"slide_type": "skip"}
# (generated)

# %% tags=["setup"] slideshow={"slide_type": "skip"}
from lessons.l13_sentence_vectors import (
    ask,
    bugs,
    clouds,
    diagrams,
    exercises,
    figures,
    leads,
    measure,
    pictures,
    predict,
    quiz,
)
from lessons.l13_sentence_vectors.alts import ALT
from lessons.l13_sentence_vectors.flow import Flow, fit_flow

from statistics import fmean

import torch
from torch.nn.functional import cross_entropy, normalize

from bertlab.text import WordPieceTokenizer
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
    "The teacher is looking for the guitar.",
    "The priest cried a lot last night.",
    "In Athens, the singer was hurt in a collision.",
]
kinds = {
    "counted\nwords": reading.counted([query, *others]),
    "BERT,\naveraged": text_vectors(bert, tokenizer, [query, *others]),
    "tuned\non pairs": text_vectors(tuned, tokenizer, [query, *others]),
}
found = measure.cosines_with_first(kinds)
same, *rest = found["BERT,\naveraged"]
check("averaged BERT puts the right one first, just ahead", 0 < same - max(rest) < 0.05)
words = f"Averaged BERT: every cosine is at least {min(rest):.2f}"
show(figures.draw_opening(query, others, found, words), alt=ALT["opening"])

# %% [markdown] slideshow={"slide_type": "-"}
# Averaged BERT puts the right sentence first, but only just, and even a priest who cried has a high cosine.
#
# **What this BERT is, and what it cannot show.** *BERT, averaged* is `minilm-words` from lesson 08: an encoder of 6 layers that learned to guess hidden words. It began as `minilm`, which was tuned on
# a billion pairs of texts that belong together, such as a question and its answer. Something of this tuning may be left in it, so our order of the methods need not hold
# for a BERT that was never tuned; we give published numbers for that case. `minilm` itself is the reference, *tuned on pairs*, drawn in green.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 1. Two sentences at random are similar
#
# If directions were even, two sentences drawn at random would have a cosine near 0. We compare all pairs of 1,200 sentences of articles and reviews.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
sample = measure.stored_vectors()  # sentences of articles and reviews, read by minilm-words
cosines = {
    "even directions": measure.pair_cosines(measure.even_vectors(*sample.shape)),
    "averaged BERT": measure.pair_cosines(sample),
}
near_0 = (cosines["averaged BERT"] < 0.1).float().mean()
check("almost no cosine is near 0", near_0 < 0.001)
show(figures.draw_cosines(cosines, "Averaged BERT: almost no cosine is near 0"), alt=ALT["cosines"])

# %% [markdown] slideshow={"slide_type": "subslide"}
# Some directions are used more than others: this is **anisotropy** (各向异性). A mean cosine far above 0 is one sign of it: the vectors point into a cone, a wide one (a typical sentence lies more than 40 degrees from its axis).
#
# ### Exercise 1: anisotropy as a number
# Difficulty 2 of 5, about 4 minutes. Write the mean cosine of all pairs of *different* vectors. A vector with itself says nothing.
#
# For the rows (1, 0), (-2, 0) and (0, 3) the result is -1/3: of the three pairs one is opposite, and two are at right angles.
#
# - `vectors` is (N, D), with N of at least 2. Return one number, a tensor without axes, in their dtype.
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


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
print(tuple(sample.shape))
print(f"mean cosine of two sentences: {mean_pair_cosine(sample):.2f}")
check(
    "the mean cosine is that of bertlab", abs(mean_pair_cosine(sample) - mean_cosine(sample)) < 1e-5
)


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def by_layer():
    curves = {
        name: [cosines[f"layer {number}"] for number in range(7)]
        for name, cosines in record["anisotropy"].items()
    }
    show(pictures.draw_layers(curves), alt=ALT["layers"])
    words = curves["minilm-words"]
    claim("in the middle layers, two sentences drawn at random have a mean cosine above 0.6",
          min(words[1:6]) > 0.6)  # fmt: skip


predict("which layer", by_layer)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
shape = measure.shape_of(sample)
print(f"common mean: {shape.common:.0%} of squared length")
print(f"  its largest number: {shape.largest:.0%} of this")
print(f"3 strongest axes: {shape.strongest:.0%} of variance")
print(f"  (if all 384 were equal: {3 / 384:.1%})")
alike = measure.token_cosine(bert, tokenizer)
print(f"mean cosine of two tokens: {alike:.2f}")
check("two tokens are less alike than two sentences", alike < mean_cosine(sample) / 2)
check("mean and variances are both uneven", shape.common > 0.3 and shape.strongest > 0.1)
check("no single number makes the mean", shape.largest < 0.1)

# %% [markdown] slideshow={"slide_type": "-"}
# So two things are uneven. First, all vectors share a **common mean**: the mean cosine is nearly the squared length of the mean of all unit vectors. In some models a few
# numbers of the vector make most of it (Timkey and van Schijndel 2021); here none does. Second, the vectors vary much more along some axes than along others.
# Much of this comes from averaging, which keeps what tokens share and cancels what differs: two *tokens* have a far lower mean cosine (the last line), and already averaged embeddings have a high one (layer 0 of the picture). But averaging is not all: in a BERT that was never tuned, Ethayarajh (2019) found a mean cosine above 0 for two words drawn at random, after every layer.
#
# Is it bad for a search? If the common mean added the same number to all cosines, it would change no order. It nearly does so, but a sentence that
# happens to lie along the mean gets a bonus with every query. **Centering** (subtracting the mean) removes this bonus. It does not even out the variances.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 2. Four ways to one vector, and how to judge them
#
# There are at least four ways from the vectors of the tokens to one of the sentence. The maximum takes, for each of the 384 numbers, the largest among the tokens.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
show(diagrams.poolings(), alt=ALT["poolings"])

# %% [markdown] slideshow={"slide_type": "subslide"}
# Which way is the best? We judge by three tasks:
#
# 1. **Neighbors.** A sentence of a newspaper editorial asks for the one that follows it, among 2,224 candidates. No training and no whitening has seen these editorials.
# 2. **Paraphrases.** Sentences made from templates tell of one of 14 events, a person and a detail. Each asks for the one that tells the same in other words; the other 599 candidates combine the same events, persons and details in other ways.
# 3. **People.** 50 news articles, and how similar readers found each pair of them (lesson 07).
#
# For 1 and 2 the score is the **mean reciprocal rank** (平均倒数排名): 1 if the right sentence comes first, 1/2 if it is second, and so on. (*Finds more neighbors* is short for a higher mean reciprocal rank.) For 3 it is the rank correlation of our cosines with
# the judgements of the readers. *TF-IDF* in the pictures means counted words (lesson 09). Bars and brackets are always 95% intervals over what was sampled: whole articles for 1, events for 2, documents for 3.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
from textwrap import fill

from bertlab.datasets.generated.paraphrases import paraphrases

pairs = corpora.editorial_neighbors()
print(f"{len(pairs.queries):,} pairs, {len(set(pairs.groups))} articles; for instance")
for sentence in (pairs.queries[8], pairs.documents[8]):
    print(fill(sentence, 40, initial_indent="- ", subsequent_indent="  "))
guesses = [measure.guess_among(len(each)) for each in (pairs.queries, paraphrases().test)]
print(f"a random order scores {guesses[0]:.3f},\nand {guesses[1]:.3f} among the paraphrases")


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def pooled():
    names = ["TF-IDF", *(f"minilm-words, {pooling}" for pooling in reading.POOLINGS)]
    chosen = {name: rows[name] for name in [*names, "minilm, mean"]}
    title = "The pooling decides: [CLS] is ahead of the mean here, and the maximum is last"
    show(figures.draw_ways(chosen, title, "editorials"), alt=ALT["pooled"])
    ahead, _ = leads.lead_of("minilm-words, [CLS]", "minilm-words, mean")
    _, behind = leads.lead_of("minilm-words, max", "minilm-words, mean")
    claim("in this encoder [CLS] finds more neighbors than the mean, and the maximum finds fewer",
          ahead > 0 > behind)  # fmt: skip


predict("four ways", pooled)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Your turn: who is ahead?
# About 6 minutes. Two ways have ranked the right sentence of the same N queries. Is the lead of one of them luck? The sentences of an article are not
# independent, so draw whole **articles** with replacement, as many as there are, and compute the lead in mean reciprocal rank each time. Return the middle 95% as two numbers.
#
# For instance, `ours` is 1, 2, 1 and `theirs` is 2, 2, 4 on queries of the articles A, A, B. If B is drawn twice, the lead is 3/4; if A is drawn twice, it is 1/4.
#
# - `ours` and `theirs` are (N,), ranks from 1; `articles` is a list of N names. Queries of one article need not be beside each other.
#
# <details><summary>Hint 1</summary>Take 1 / rank, then subtract query by query. Add up, for each article, its differences and the number of its queries. The lead of a draw is the sum of its differences, divided by the number of its queries.</details>
# <details><summary>Hint 2</summary>Number the articles. <code>torch.zeros(A).index_add(0, number_of_article, differences)</code> gives the A sums; <code>torch.randint(A, (draws, A))</code> draws the articles of all draws at once.</details>


# %% slideshow={"slide_type": "-"}
@leads.checked
def lead_interval(ours, theirs, articles, draws=1000):
    """Return (low, high): the middle 95% of the lead of ours over theirs."""
    ...


baseline = leads.ranks_of("minilm-words, mean")
for way in ("[CLS]", "max"):
    ranks = leads.ranks_of(f"minilm-words, {way}")
    low, high = lead_interval(ranks, baseline, pairs.groups)
    print(f"{way} minus mean: [{low:+.3f}, {high:+.3f}]")
together, apart = leads.widths("minilm-words, [CLS]", "minilm-words, mean")
print(f"width for [CLS]: {together:.3f}; apart: {apart:.3f}")

# %% [markdown] slideshow={"slide_type": "subslide"}
# Neither interval contains 0, so both differences are clear. If each way drew articles of its own, the first interval would be one and a half times as wide (the last line).
# An article that is difficult for one way is usually difficult for the other, and in the difference this cancels. So a difference may be clear although the bars of the two scores overlap.
#
# The order is no law. For BERT base, which was never tuned, Reimers and Gurevych (2019) found the contrary, on average over seven test sets: 29.2 for [CLS] and 54.8 for the mean.
# Ours was tuned once. Guessing words asks only at the hidden tokens, and nothing asks [CLS] for a word, so its vector may have changed less since the tuning. We go on with the mean, because repairing [CLS] would tell us about the tuning, not
# about a BERT without it.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 3. Whitening: take the cone apart
#
# Let us remove the cone by geometry. **Whitening** (白化) has three steps: subtract the mean, turn the cloud to its own
# axes, divide each axis by its spread (Su et al. 2021). Centering removes the common mean; all three steps make the variances equal, too. The
# arrows *a*, *b* and *c* are three of the invented points, seen as vectors. Follow the angle between *a* and *c*: turning the cloud does not change it, dividing does.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
steps = clouds.whitening_steps(clouds.toy_cloud())
show(pictures.draw_steps(steps), alt=ALT["steps"])

# %% [markdown] slideshow={"slide_type": "subslide"}
# In formulas: let $\mu$ be the mean of the vectors and $\Sigma$ their covariance. A covariance is symmetric, so it has eigenvectors $U$ at right angles, and its
# eigenvalues $\Lambda$ are the variances along them: $\Sigma = U \Lambda U^\top$. A vector $x$ becomes
#
# $$ \tilde{x} = (x - \mu)\, U \Lambda^{-1/2} . $$
#
# Now the second idea: keep only the $k$ directions in which the vectors vary most. Directions with little variance may be mostly noise, and
# whitening blows them up to the size of all others.
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
print(leads.line("minilm-words, centered", "minilm-words, mean"))
ours = whitened_cosines(sample.double(), sample[:5].double(), sample[5:9].double(), 64)
unit = normalize(after, dim=1)
check(
    "yours and bertlab's agree", torch.allclose(ours, (unit[:5] @ unit[5:9].T).double(), atol=1e-3)
)

# %% [markdown] slideshow={"slide_type": "subslide"}
# The cone is gone, by construction. But is the search better? Centering alone finds a few more neighbors (the last line). A covariance of 384 dimensions is symmetric, so it has 384 * 385 / 2 = 73,920 different numbers: it wants thousands of sentences.
#
# How many directions should be kept? (380 at most, since a few of the 384 hardly vary.) Here are all three measures, fitted on 6,000 sentences. Where we need one number, we take 256, the best on validation
# articles of Wikipedia.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
dims = [380, 256, 128, 64, 32]
curves = {
    name: {k: measure.value_of(rows[f"minilm-words, whitened to {k}"], name) for k in dims}
    for name in figures.MEASURES
}
plain = {name: measure.value_of(rows["minilm-words, mean"], name)[0] for name in figures.MEASURES}
title = "More dimensions: more neighbors, but no gain with people"
show(figures.draw_dims(curves, plain, title), alt=ALT["dims"])
whitened = "minilm-words, whitened to 256"
for other in ("mean", "whitened to 64"):
    print(leads.line(whitened, f"minilm-words, {other}"))
low = min(
    leads.lead_of(whitened, f"minilm-words, {other}")[0] for other in ("mean", "whitened to 64")
)
people = max(value for value, *_ in curves["lee"].values())
claim("256 dimensions find more neighbors than 64 or the mean; on people no cut is above the mean",
      low > 0 and people < plain["lee"])  # fmt: skip

# %% tags=["hide-input"] slideshow={"slide_type": "skip"}
from bertlab.datasets import lee

articles = reading.read(bert, tokenizer, lee().documents, max_length=256)
mean, cls = articles["mean"], articles["[CLS]"]
changed = {"[CLS]": cls, "whitened to 256": Whitening(256).fit(sample).transform(mean)}
found = {name: leads.on_people(each, mean) for name, each in changed.items()}
print("people, lead over the mean, 95%:")
for name, (value, low, high) in found.items():
    print(f"  {name}: {value:+.2f} [{low:+.2f}, {high:+.2f}]")
check("on people [CLS] is ahead of the mean, and 256 dimensions are behind",
      found["[CLS]"][1] > 0 > found["whitened to 256"][2])  # fmt: skip

# %% [markdown] slideshow={"slide_type": "-"}
# Whitening helps to find neighbors (a third of its gain is that of centering), and more dimensions help more. On people it is the other way round: 256 dimensions are clearly behind the mean (the printed interval, with a whitening fitted on our 1,200 sentences), and keeping fewer
# dimensions lost less. Perhaps the next sentence is found by detail (names, numbers), which
# does not help to say whether two articles are about the same thing; or it matters that we fitted on sentences, not on articles. In any case *what a vector is for* should decide how it is cut.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(1)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 4. A flow: if the cloud is bent
#
# If the cloud is bent like a banana, no linear map makes it round. Li et al. (2020) used a **normalizing flow** (标准化流) instead: an invertible network $f$ that maps the
# vectors to a space in which they look like a Gaussian. It learns by maximum likelihood, and for this we need the density of $x$ if $z = f(x)$ is
# Gaussian. Where $f$ stretches space, points come to lie farther apart in $z$. So the density at $x$ is larger than that at $f(x)$, by the factor of the stretch: the absolute
# determinant of the Jacobian, the matrix of all derivatives. In logarithms:
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
# It is triangular, so its determinant is the product of its diagonal, and the logarithm is the sum of $s$. The way back needs no inverse of the small network, since $x_1$ is still there.
# Below, two numbers stay and two change, with $s$ = -0.5 and -1. The lower left of the Jacobian is not zero, but the determinant does not need it.
#
# **Your turn: the way back.** Write `uncouple(y)`, which inverts `couple`: `uncouple(couple(x))` is `x`.


# %% slideshow={"slide_type": "-"}
def couple(x):
    s, t = 0.5 * x[:2] - 1.5, 3 * x[:2]  # a small network would compute these
    return torch.cat((x[:2], x[2:] * s.exp() + t))


jacobian = torch.autograd.functional.jacobian(couple, torch.tensor([2.0, 1.0, 5.0, 3.0]))
print(jacobian.numpy().round(1))
print(f"log det: {torch.linalg.slogdet(jacobian).logabsdet:.2f}")


@bugs.inverts
def uncouple(y):
    """Return x, so that couple(x) is y."""
    ...


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
from workbook.basics import slide

points = clouds.banana()
flow = Flow(size=2, num_layers=4, hidden_size=32)
losses = fit_flow(flow, points, steps=400)
states = clouds.through(flow, points)


def draw_flow(layer):
    return pictures.draw_flow(states, layer)


explore(
    draw_flow,
    alt=lambda layer: ALT["flow"] if layer == 4 else ALT["bent"],
    layer=slide(0, 4, value=4),
)

# %% [markdown] slideshow={"slide_type": "-"}
# After the last of four layers the cloud is nearly round (the circle lies at two standard deviations). On BERT's vectors we trained six layers on the same 6,000 sentences as the whitening, for 600 updates. The flow takes all 384 dimensions, each divided by its spread; it drops no weak direction, so we compare it with the whitening to 380. Is it better for a search?

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
for other in ("mean", "centered", "whitened to 380"):
    print(leads.line("minilm-words, flow", f"minilm-words, {other}"))
low, _ = leads.lead_of("minilm-words, flow", "minilm-words, mean")
_, high = leads.lead_of("minilm-words, flow", "minilm-words, whitened to 380")
check("the flow is between the two", low > 0 > high)

# %% [markdown] slideshow={"slide_type": "-"}
# The flow finds more neighbors than the plain mean, is not clearly ahead of centering, and is behind whitening, which takes one eigenvalue decomposition: a good density need not give a good search. For Su et al., too, whitening
# came close to the flow or passed it.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(2)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 5. SimCSE: the same sentence twice
#
# Whitening and flow leave the encoder as it is. To train it we need pairs that belong together, and we have none. Gao et al. (2021) found a
# simple source: **read the same sentence twice**. Dropout strikes out different numbers each time, so the two vectors differ a little. They form the pair,
# and the other sentences of the batch are the wrong answers.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
show(diagrams.in_batch(), alt=ALT["in batch"])

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 3: the loss of SimCSE
# Difficulty 3 of 5, about 7 minutes. For each sentence of the batch, the first reading has to find the second one. Its scores are the cosines with all second readings of the
# batch, divided by a **temperature** (温度), which decides how strongly the softmax favors the highest score. The loss is the negative logarithm of the probability that a softmax over these scores gives to the right one; return its mean over the batch.
#
# If all vectors are equal, the loss is $\log B$, at any temperature: nothing better than a guess among $B$.
#
# - `first` and `second` are (B, D), with B of at least 2; row i of both is sentence i. `temperature` is a float from 0.02 on. Return one number, a tensor without axes, in their dtype.
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
# About 4 minutes. A friend wrote the two readings, and something is wrong. Run the cell, read what it says, mend the function, and run it again. `bugs.mean_vectors` is mean pooling, as you wrote it in lesson 07.
#
# <details><summary>Hint</summary>What in BERT is random, and when does it act?</details>


# %% slideshow={"slide_type": "-"}
def two_readings(bert, batch):
    bert.eval()
    first = bugs.mean_vectors(bert, batch)
    second = bugs.mean_vectors(bert, batch)
    return first, second


two_readings = bugs.examine(two_readings)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
from bertlab.vectors.contrastive import in_batch_loss
from bertlab.vectors.simcse import set_dropout

fitting = list(corpora.fitting_sentences(144))
batch = tokenizer.batch(fitting[:16], max_length=32)
set_dropout(bert, 0.1)
torch.manual_seed(0)
with torch.no_grad():
    first, second = two_readings(bert, batch)
bert.eval()
print(f"cosine of two readings: {torch.cosine_similarity(first, second).mean():.2f}")
loss = contrast(first, second, 0.05)
check("the loss is that of bertlab", abs(loss - in_batch_loss(first, second, 0.05)) < 1e-4)

# %% [markdown] slideshow={"slide_type": "-"}
# What would your friend's version learn? With dropout off, nothing has to be brought together, and only the pushing apart is left.
# So a training without dropout is the control: if it does as well, then dropout was not what helped. Both take the mean over the tokens, and 30 updates with batches of 48 sentences (fixed, like the learning rate, after one trial on validation).


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def with_and_without():
    names = ["minilm-words, mean", "minilm-words, SimCSE", "minilm-words, no dropout"]
    chosen = {name: rows[name] for name in names}
    title = "Both find more neighbors than before, with dropout and without"
    show(figures.draw_ways(chosen, title, "editorials"), alt=ALT["simcse"])
    print(leads.line(*names[1:]))
    print(leads.line(*names[1:], "paraphrases").splitlines()[1])
    gain, _ = leads.lead_of("minilm-words, SimCSE", "minilm-words, mean")
    low, high = leads.lead_of("minilm-words, SimCSE", "minilm-words, no dropout")
    claim("30 updates find more neighbors, over three seeds, and dropout has no visible part in it",
          gain > 0 and low < 0 < high)  # fmt: skip
    low, _ = leads.lead_of(*names[1:], "paraphrases")
    check("on paraphrases dropout is a little ahead", low > 0)


predict("dropout off", with_and_without)

# %% [markdown] slideshow={"slide_type": "-"}
# Open the result before you go on. It does not carry over to a long training: Gao et al. trained BERT base, which had never seen pairs, on a million sentences of Wikipedia, and judged it on one development set:
#
# | dropout of SimCSE | score |
# |---|---|
# | none | 71.1 |
# | 10% | **82.5** |
# | 10%, the same mask in both readings | 43.6 |
#
# Our control is the first row, so at scale dropout is worth 11 points. (The paper does not say why the same mask is so much worse.) What separates us from them? Another judge (their pairs are more like our paraphrases, where dropout is ahead here too), 30 updates in place of thousands, low-rank ones in place of all weights, sentences cut at 20 tokens, an encoder that was tuned once, the mean in place of [CLS], and perhaps a task that is too easy: look at the losses that the next cell prints. A guess among 48 would cost $\log 48$, or 3.9 nats.

# %% slideshow={"slide_type": "subslide"}
# What can an update still change? Three of the 30, with your loss,
# on a copy of BERT in which low-rank updates learn (lesson 09).
# After each one, 48 editorial sentences are read without dropout.
from lessons.l13_sentence_vectors.experiments.simcse import with_low_rank

encoder = with_low_rank(rank=8, seed=0)
set_dropout(encoder, 0.1)
trainable = [one for one in encoder.parameters() if one.requires_grad]
optimizer = torch.optim.AdamW(trainable, lr=1e-3)
unseen = pairs.queries[:48]
spread = [mean_cosine(text_vectors(encoder, tokenizer, unseen, max_length=20))]
torch.manual_seed(0)
for update in range(3):
    texts = fitting[48 * update : 48 * update + 48]
    first, second = two_readings(encoder, tokenizer.batch(texts, max_length=20))
    loss = contrast(first, second, 0.05)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    spread.append(mean_cosine(text_vectors(encoder, tokenizer, unseen, max_length=20)))
    print(f"loss {loss.item():.3f}, cosine {spread[-2]:.2f} -> {spread[-1]:.2f}")
check("three updates spread the sentences", spread[-1] < spread[0] - 0.05)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
editorials = text_vectors(bert.eval(), tokenizer, pairs.queries[:150], max_length=64)
spreads = {"before": mean_cosine(editorials)}
for name, runs in trained.items():
    spreads[name] = fmean(one["anisotropy"] for one in runs)
for which, measured in leads.COLUMNS.items():
    print(f"{measured}, three seeds:")
    for name, runs in trained.items():
        print(f"  {name}:", *(f"{one[which]['reciprocal']:.3f}" for one in runs))
    print(f"{measured}, lead over the mean, 95%:")
    for name in trained:
        said = leads.line(f"minilm-words, {name}", "minilm-words, mean", which)
        print(f"  {name}:", said.split(": ")[1])
print("mean cosine of two editorial sentences:")
for name, value in spreads.items():
    print(f"  {name}: {value:.2f}")
check("training spreads the sentences", max(list(spreads.values())[1:]) < spreads["before"] / 2)

# %% [markdown] slideshow={"slide_type": "-"}
# So three updates already lower the mean cosine of the same 48 sentences, and 30 spread the sentences, with dropout and without. How can so small a loss do this? A likely reason, not tested: AdamW divides each gradient by its own recent size, so even tiny gradients make full steps. On paraphrases every seed with dropout is above every one without it. Bringing the two readings together and pushing the sentences apart are called **alignment** and **uniformity** (Wang and Isola 2020); without dropout only the second is left,
# and on neighbors it was enough. The easy task may explain why. To find out, one would train an untuned BERT base for thousands of updates, or with more dropout or a higher temperature.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(3)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 6. All of them in one picture
#
# Here is one of each kind by the three measures; the dashed line is the plain mean. The whitening is the one that was chosen on Wikipedia. SimCSE and its control are means over three seeds. Only the last row, in green, was tuned on pairs in its last step.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
title = "The order of the methods changes from task to task"
show(figures.draw_all(rows, title), alt=ALT["all"])
for which in leads.COLUMNS:
    print(leads.line("minilm, mean", "minilm-words, [CLS]", which).replace("minilm, mean", "pairs"))
print(leads.line("minilm-words, [CLS]", "minilm-words, whitened to 256"))
low = min(leads.lead_of("minilm, mean", "minilm-words, [CLS]", one)[0] for one in leads.COLUMNS)
check("pairs are ahead of [CLS] on neighbors and paraphrases", low > 0)
for name in ("SimCSE", "no dropout"):
    row = rows[f"minilm-words, {name}"]
    gains = [measure.value_of(row, one)[0] - plain[one] for one in plain]
    check("the contrastive training raises all three scores", min(gains) > 0)
linear = ["centered", *(f"whitened to {k}" for k in dims), "flow"]
worst = [
    min(measure.value_of(rows[f"minilm-words, {name}"], one)[0] - plain[one] for one in plain)
    for name in linear
]
check("nothing else that starts from the mean raises all three", max(worst) < 0)
cost = recorded("search_cost")["results"]
print(f"""milliseconds on one core
  BERT reads a sentence: {cost["read"]:.0f}
  its words are counted: {cost["tf-idf"]:.2f}
  search among 100,000 vectors
    of 384 numbers: {cost["search"]["384"]:.1f}
    of 64 numbers: {cost["search"]["64"]:.1f}""")

# %% [markdown] slideshow={"slide_type": "subslide"}
# What does the picture say?
#
# - **Pairs win on neighbors and paraphrases**: there their lead over [CLS] is clear (the printed lines).
# - **[CLS] is second on paraphrases, and has the highest score on people**, clearly ahead of the mean (section 3). On neighbors no difference to the best whitening can be seen (the third printed line).
# - **Whitening helps one task and harms another.** With many dimensions it finds more neighbors, and is behind the mean on people.
# - **The flow is like whitening**: a few more neighbors than the mean, and on people 0.24 in place of 0.46.
# - **Of all that starts from the mean, only the training of section 5 has all three scores higher**, with dropout and without. On people, 50 documents cannot tell whether the gain is
#   real.
# - **Counted words are no bad baseline.** On neighbors counting keeps up, perhaps because neighboring sentences share names. On paraphrases it fails.
# - **Shorter vectors make the search cheaper, not the reading.**

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### At scale
#
# For a BERT base that was never tuned on pairs the order is another one. Gao et al. (2021) judged by seven test sets of sentence pairs that people had rated (mean rank correlations, times 100).
#
# | sentence vectors | score |
# |---|---|
# | averaged GloVe word vectors | 61.3 |
# | averaged BERT (first-last) | 56.7 |
# | BERT-flow | 66.6 |
# | whitening | 66.3 |
# | SimCSE | **76.3** |
# | SimCSE with labels (inference pairs) | 81.6 |
#
# If you begin with a BERT that has never seen pairs, trust this table more than our picture.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(4, 5, 6)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 7. A search
#
# We take 320 held-out snippets: movie reviews, product reviews, editorials and tweets, 80 of each. Type a question of your own.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
from lessons.l13_sentence_vectors.experiments.simcse import trained_encoder

snippets = measure.snippets(80)
texts = [one.text for one in snippets]
simcse = trained_encoder()
plain_vectors = text_vectors(bert, tokenizer, texts, max_length=64)
simcse_vectors = text_vectors(simcse, tokenizer, texts, max_length=64)
tuned_vectors = text_vectors(tuned, tokenizer, texts, max_length=64)


def search(question):
    asked = text_vectors(bert, tokenizer, [question], max_length=64)
    whitened = whitened_cosines(sample, asked, plain_vectors, 256)[0]
    by_pairs = text_vectors(tuned, tokenizer, [question], max_length=64)[0]
    words = reading.counted([question, *texts])
    learned = text_vectors(simcse, tokenizer, [question], max_length=64)[0]
    return {
        "counted words": measure.nearest(words[0], words[1:], 2),
        "BERT, averaged": measure.nearest(asked[0], plain_vectors, 2),
        "BERT, whitened to 256 by you": measure.best_of(whitened, 2),
        "SimCSE": measure.nearest(learned, simcse_vectors, 2),
        "tuned on pairs": measure.nearest(by_pairs, tuned_vectors, 2),
    }


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
from workbook.basics import text


def draw_search(question):
    hits = {
        name: [(cosine, snippets[place]) for cosine, place in found]
        for name, found in search(question).items()
    }
    return pictures.hits_html(question, hits)


first_question = "My head aches terribly."
answers = search(first_question)
tops = {texts[hits[0][1]] for name, hits in answers.items() if name != "counted words"}
check("all encoders find the headache", len(tops) == 1 and "headache" in min(tops))
explore(draw_search, alt=ALT["hits"], question=text(first_question, label="your question"))

# %% [markdown] slideshow={"slide_type": "subslide"}
# All encoders find the tweet about the headache, which has no word in common with the question, so counting cannot. Type *Sleeping after lunch makes you sharper.* One snippet says it in other words: *An afternoon nap, the researchers claim, has us waking up smarter, sassier and more productive.* Which of the five find it? Last, type *The battery is empty after an hour.* None of the 320 says this: look at what each takes for near.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
ask("your own texts")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 8. Myth check: the more even the directions, the better
#
# *"BERT's vectors are bad because they are anisotropic. Make them isotropic, and they are good."* If so, whitening must help any encoder whose vectors are not perfectly even, and
# `minilm` is one of them.


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def more_even():
    names = ["minilm, mean", *(f"minilm, whitened to {k}" for k in (380, 256, 128, 64))]
    title = "Whitening takes neighbors away from the tuned encoder"
    show(figures.draw_ways({name: rows[name] for name in names}, title, "editorials"),
         alt=ALT["reference"])  # fmt: skip
    print(leads.line("minilm, whitened to 380", "minilm, mean"))
    print(leads.line("minilm, whitened to 64", "minilm, mean", "paraphrases"))
    _, high = leads.lead_of("minilm, whitened to 380", "minilm, mean")
    claim("whitening finds fewer neighbors in the encoder that was tuned on pairs", high < 0)
    print(
        f"mean cosine of [CLS], minilm-words: {record['anisotropy']['minilm-words']['[CLS]']:.2f}"
    )


predict("whitening the reference", more_even)

# %% [markdown] slideshow={"slide_type": "-"}
# Two observations speak against the myth.
#
# - Even directions are not *enough*: in `minilm` whitening took neighbors away. So there the unequal variances were probably partly information. (Or the weak axes were blown up: perhaps 6,000 sentences are too few.)
# - And a mean cosine near 0 is not *needed*: that of [CLS] in `minilm-words` is far above 0 (the last line), and yet [CLS] is not visibly behind the best whitening (section 6).
#
# And the guitar? Here are its sentences again, with the whitening fitted on our 1,200 sentences.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
sentences = [query, *others]
again = {
    "BERT,\naveraged": kinds["BERT,\naveraged"],
    "BERT,\n[CLS]": reading.read(bert, tokenizer, sentences)["[CLS]"],
    "whitened\nto 256": Whitening(256).fit(sample).transform(kinds["BERT,\naveraged"]),
    "SimCSE": text_vectors(simcse, tokenizer, sentences),
    "tuned\non pairs": kinds["tuned\non pairs"],
}
found = measure.cosines_with_first(again)
unrelated = {name: max(values[3:]) for name, values in found.items()}
far = max(list(unrelated.values())[2:])
check("[CLS] puts another guitar first", found["BERT,\n[CLS]"][0] < max(found["BERT,\n[CLS]"][1:3]))
check("the unrelated ones went down", far < unrelated["BERT,\naveraged"] - 0.1)
same, *rest = found["whitened\nto 256"]
check("whitening puts another guitar first", same < max(rest))
words = "Whitening: strangers far down, and a wrong sentence first"
show(figures.draw_opening(query, others, found, words), alt=ALT["again"])

# %% [markdown] slideshow={"slide_type": "-"}
# SimCSE and the tuning on pairs keep the right one first, with a small lead. One sentence
# proves nothing: [CLS], so good at paraphrases, fails here. But a lower cosine of unrelated sentences is not yet a better order of the related ones: who gets rid of something and who longs for it, none of these vectors says clearly.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## At work
#
# Whitening is in scikit-learn, as an option of PCA. Its axes may point the other way, which changes no cosine. `white` is the whitening to 64 of section 3, and `plain_vectors` are the snippets of section 7.

# %% slideshow={"slide_type": "-"}
from sklearn.decomposition import PCA

pca = PCA(n_components=64, whiten=True, svd_solver="full").fit(sample.numpy())
theirs = torch.from_numpy(pca.transform(plain_vectors[:20].numpy()))
same = white.transform(plain_vectors[:20])
agree = torch.allclose(theirs.abs(), same.abs(), atol=1e-2)
print("the same vectors, signs aside:", agree)
check("scikit-learn whitens as we do", agree)

# %% [markdown] slideshow={"slide_type": "-"}
# Unsupervised SimCSE with the library `sentence-transformers` (not run here, because it wants a model from the Hub); `my_sentences` is a long list of your own. The loss is that of
# exercise 3. A pair is twice the same sentence, and `fit` trains with dropout on. (Gao et al. took [CLS], with a small head in training.)
#
# ```python
# from sentence_transformers import InputExample, SentenceTransformer, losses
# from torch.utils.data import DataLoader
#
# model = SentenceTransformer("bert-base-uncased")  # adds mean pooling
# twice = [InputExample(texts=[one, one]) for one in my_sentences]
# loader = DataLoader(twice, batch_size=64, shuffle=True)
# loss = losses.MultipleNegativesRankingLoss(model, scale=20)  # 1 / 0.05
# model.fit([(loader, loss)], epochs=1)
# vectors = model.encode(my_sentences, normalize_embeddings=True)
# ```

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Recap
#
# - In our averaged BERT two sentences at random have a cosine far above 0; others found the same in BERTs that were never tuned.
# - Uneven means two things: a common mean, and unequal variances. The common mean is a third of whitening's gain on neighbors; unequal variances are probably partly information.
# - Whitening is mean, rotation, division. How many dimensions to keep depends on the task.
# - A flow computes a density by the change of variables. The Jacobian of a coupling is triangular, so the logarithm of its determinant is the sum of $s$.
# - SimCSE reads a sentence twice with dropout on, and asks which two readings belong together. The control is the same training without dropout: after our 30 updates it did as well on neighbors; at scale it does not.
# - On neighbors, [CLS] was level with our best repair of the mean, and on paraphrases ahead, perhaps by the old tuning: in a BERT that was never tuned, it was far behind the mean.
# - Judge with many cases, by the interval of the difference, and on more than one task: the order changed from task to task.
#
# Next: **14. Sentence vectors, trained**: what pairs and labels add.

# %% [markdown] slideshow={"slide_type": "skip"}
# ## One good answer to the open question
#
# <details><summary>One good answer (write yours first)</summary>
# Fit whitening and SimCSE on 15,000 descriptions, and choose the number of dimensions on 1,000 others. Judge by the rest: the first half of a description asks for the second half. (A title would favor counting, because the description repeats its words.) The score is the mean reciprocal rank. Draw the books again, and look at the interval of each difference to counted words.
# SimCSE needs its control without dropout. Have readers judge the results of 50 questions as well, because halves of a text are not what they search for. Decide before: if no lead is above 0.03 with an
# interval above 0, take the counted words.
# </details>
#
# ## Terms
#
# | English | 中文 | in one line |
# |---|---|---|
# | sentence vector (sentence embedding) | 句向量 | one vector for a whole sentence |
# | anisotropy | 各向异性 | some directions are used more than others |
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
# - Nils Reimers and Iryna Gurevych (2019). *Sentence-BERT: Sentence Embeddings using Siamese BERT-Networks.* EMNLP-IJCNLP.
# - Tongzhou Wang and Phillip Isola (2020). *Understanding Contrastive Representation Learning through Alignment and Uniformity on the Hypersphere.* ICML.
# - William Timkey and Marten van Schijndel (2021). *All Bark and No Bite: Rogue Dimensions in Transformer Language Models Obscure Representational Quality.* EMNLP.
# - Laurent Dinh, Jascha Sohl-Dickstein and Samy Bengio (2017). *Density Estimation Using Real NVP.* ICLR. (The coupling layers.)
# - Aaron van den Oord, Yazhe Li and Oriol Vinyals (2018). *Representation Learning with Contrastive Predictive Coding.* arXiv:1807.03748. (The loss.)
# - Michael D. Lee, Brandon Pincombe and Matthew Welsh (2005). *An Empirical Evaluation of Models of Text Document Similarity.* Proceedings of the 27th Annual Conference of the Cognitive Science Society.
