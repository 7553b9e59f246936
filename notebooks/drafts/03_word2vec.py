# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown] slideshow={"slide_type": "slide"}
# # 03. Word vectors: word2vec
#
# The NNLM learned word vectors on the way to something else. word2vec drops everything else, and keeps the vectors. At the end you can
#
# - turn a text into examples, for skip-gram and for CBOW;
# - score a guess in three ways: full softmax, a walk down a Huffman tree, and yes-or-no questions about noise words;
# - derive and write the update of negative sampling, and say what its scores converge to;
# - judge vectors by human ratings, with an interval that says how sure you can be;
# - tell what more text brings.
#
# **Time** 70 minutes. **Difficulty** 3 of 5. **Before this**: lesson 02 (look-ups, softmax and what it costs).

# %% tags=["bootstrap"] slideshow={"slide_type": "skip"}
# (generated)

# %% tags=["setup"] slideshow={"slide_type": "skip"}
import math
import tempfile
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import torch
from safetensors.numpy import load_file
from torch.nn.functional import logsigmoid

from bertlab.baselines.huffman import entropy_bits, expected_length, huffman_tree
from bertlab.baselines.rank_correlation import spearman
from bertlab.baselines.word2vec import Training, Word2Vec
from bertlab.baselines.word2vec_examples import cbow, count_words, encode, neighbors, skip_gram
from bertlab.baselines.word2vec_objectives import (
    Decisions,
    FullSoftmax,
    HierarchicalSoftmax,
    NegativeSampling,
    decision_loss,
)
from bertlab.baselines.word_vectors import WordVectors
from bertlab.datasets import analogies, minilm_folder, simlex999, wordsim353
from bertlab.exercises import exercise
from bertlab.exercises import word2vec as word2vec_exercises
from bertlab.experiments import recorded, run_slice
from bertlab.experiments.word2vec import kept_vectors, training_sentences
from bertlab.figures import show
from bertlab.notebook import begin_lesson, claim
from bertlab.quiz import quiz
from bertlab.widgets import choose, explore

begin_lesson()

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Terms
#
# | English | 中文 | in one line |
# |---|---|---|
# | word vector (embedding) | 词向量（词嵌入） | the row of numbers that stands for a word |
# | window | 上下文窗口 | the words at most so many places away |
# | skip-gram | 跳字模型 | see the word in the middle, guess a neighbor |
# | CBOW (continuous bag of words) | 连续词袋模型 | see the mean of the neighbors, guess the middle |
# | subsampling | 下采样（高频词） | dropping some occurrences of frequent words |
# | hierarchical softmax | 层次 softmax | a guess as a walk down a binary tree |
# | Huffman code | 霍夫曼编码 | turns from root to leaf; frequent words need few |
# | negative sampling | 负采样 | tell the right word from some noise words |
# | noise-contrastive estimation (NCE) | 噪声对比估计 | the method that negative sampling simplifies |
# | analogy | 类比 | *a* is to *b* as *c* is to ? |

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 1. A word and its company
#
# Words that stand in the same surroundings tend to mean similar things (Harris 1954; Firth 1957). So make the surroundings a task.
# Slide a window over the text. **Skip-gram** sees the word in the middle and guesses each neighbor. **CBOW** sees all neighbors
# at once and guesses the word in the middle. Nobody needs the guesses: the vectors that make them possible are the result.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
sentence = ["the", "old", "king", "rules", "his", "land"]
figure, panels = plt.subplots(2, 1, figsize=(8, 3.4))
for axes, model in zip(panels, ("skip-gram", "CBOW"), strict=True):
    for place, word in enumerate(sentence):
        color = "C1" if word == "king" else "C0" if 0 <= place <= 4 else "0.6"
        axes.text(place, 0, word, ha="center", va="center", fontsize=14, color=color)
        if word == "king" or color == "0.6":
            continue
        ends = [(2, 0.3), (place, 0.3)] if model == "skip-gram" else [(place, 0.3), (2, 0.3)]
        bend = -0.35 if (place < 2) == (model == "CBOW") else 0.35
        arrow = {"arrowstyle": "-|>", "connectionstyle": f"arc3,rad={bend}", "shrinkA": 4}
        axes.annotate("", ends[1], ends[0], arrowprops={**arrow, "shrinkB": 4})
    says = "one word guesses four" if model == "skip-gram" else "four words, averaged, guess one"
    axes.set(xlim=(-0.5, 5.5), ylim=(-0.4, 1.3), title=f"{model}: {says}")
    axes.axis("off")
show(
    figure,
    alt="The sentence twice. In skip-gram arrows go from king to two words on either side; in CBOW they come from there.",
)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 1: the pairs of skip-gram
# Difficulty 1 of 5, about 6 minutes. Return a list of pairs (word, neighbor), word by word, neighbors from left to right. A neighbor stands
# at most `window` places away, on either side. **Predict first**: how many pairs has a sentence of 6 words with window 2?
#
# <details><summary>Hint 1</summary>Two loops: over the places i, and over the places j from i - window to i + window that exist.</details>
# <details><summary>Hint 2</summary><code>range</code> leaves its end out, and a negative index counts from the back.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(word2vec_exercises.skip_gram_pairs)
def skip_gram_pairs(words, window):
    """Return the list of pairs (word, neighbor) of one sentence."""
    ...


# %% tags=["solution"]
def skip_gram_pairs(words, window):
    pairs = []
    for i in range(len(words)):
        for j in range(max(i - window, 0), min(i + window + 1, len(words))):
            if j != i:
                pairs.append((words[i], words[j]))
    return pairs


# %% [markdown] slideshow={"slide_type": "subslide"}
# ### The same, without loops
#
# One table holds all windows: a row for each word, -1 where there is no neighbor. Both models read the same table, skip-gram entry
# by entry, CBOW row by row.
#
# In training each word draws its own reach from 1 to 5. Near words are seen more often than far ones, with no weights at all.

# %% slideshow={"slide_type": "-"}
text = encode([sentence], {word: index for index, word in enumerate(sentence)})
around = neighbors(text, reach=torch.full((6,), 2))
print(around)
examples = skip_gram(text.ids, around)
pairs = [(sentence[w], sentence[c]) for w, c in zip(examples.inputs, examples.targets, strict=True)]
print(len(pairs), "pairs;", len(cbow(text.ids, around).targets), "examples of CBOW")
claim("table and loops make the same pairs", pairs == skip_gram_pairs(sentence, 2))
reach = torch.randint(1, 6, (100_000,))
seen = torch.stack([(reach >= d).float().mean() for d in range(1, 6)])
print("chance that a neighbor at distance 1, 2, ... is seen:", seen.numpy().round(2))
claim(
    "it falls by a fifth with each step",
    (seen - torch.tensor([1, 0.8, 0.6, 0.4, 0.2])).abs().max() < 0.01,
)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 2. Too much of the same
#
# *The* stands beside everything, so it tells little about anything. word2vec drops occurrences of frequent words by chance, *before*
# windows are formed. With $f$ the word's share of the text, an occurrence stays with probability $\sqrt{t/f} + t/f$, at most 1.
#
# ### Exercise 2: who stays
# Difficulty 2 of 5, about 6 minutes. `counts` is a tensor with one count per word; `sample` is $t$. (The paper prints $\sqrt{t/f}$. The
# program that came with it adds $t/f$, and so does everyone since.)
#
# <details><summary>Hint 1</summary>f is a count divided by the sum of all counts. Make it <code>.double()</code> first.</details>
# <details><summary>Hint 2</summary><code>clamp(max=1)</code> cuts a tensor off at 1.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(word2vec_exercises.keep_probability)
def keep_probability(counts, sample):
    """Return the probability of keeping one occurrence of each word (V,)."""
    ...


# %% tags=["solution"]
def keep_probability(counts, sample):
    ratio = sample * counts.sum() / counts.double()  # t / f
    return (ratio.sqrt() + ratio).clamp(max=1)


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
sentences = training_sentences()  # Wikipedia's training articles and some news, words only
words, counts = count_words(sentences, min_count=5)
share, keep = counts.double() / counts.sum(), keep_probability(counts, 1e-3)
figure, axes = plt.subplots(figsize=(8, 3.4))
axes.semilogx(share, keep, color="C0")
for word in ("the", "of", "he", "war", "king", "donkey"):
    place = words.index(word)
    axes.plot(share[place], keep[place], "o", color="C1")
    axes.annotate(word, (share[place], keep[place]), xytext=(4, 6), textcoords="offset points")
axes.set(xlabel="share of the text", ylabel="probability to stay", ylim=(0, 1.15))
axes.set_title("Only the most frequent words are thinned out")
show(
    figure,
    alt="The probability to stay is 1 for rare words and falls below a fifth for the most frequent word.",
)
print(f"{len(words):,} words, {counts.sum():,} occurrences, {share @ keep:.0%} of them stay")
thinned = share * keep / (share @ keep)
print(
    f"the 20 most frequent words: {share[:20].sum():.0%} of the text, then {thinned[:20].sum():.0%}"
)
claim("words rarer than 1 in 400 always stay", (keep[share < 1 / 400] == 1).all())

# %% slideshow={"slide_type": "subslide"}
quiz("word2vec", 1, 2)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 3. A guess is a dot product
#
# Every word has **two** vectors: a row $v_w$ of the input table for when it is seen, a row $u_c$ of the output table for when it is
# guessed. The score of a guess is $u_c \cdot v_w$, and a softmax over the vocabulary makes it a probability:
#
# $$p(c \mid w) = \frac{\exp(u_c \cdot v_w)}{\sum_{c'} \exp(u_{c'} \cdot v_w)}$$
#
# No hidden layer, no bias, no order of words. That is the whole model.

# %% slideshow={"slide_type": "-"}
v_king = torch.tensor([1.0, 2.0])
u = torch.tensor([[0.0, 0.5], [1.0, 1.0], [0.5, -1.0], [2.0, 0.0]])  # rules, crown, donkey, his
scores = [sum(u[c, d].item() * v_king[d].item() for d in range(2)) for c in range(4)]
total = sum(math.exp(score) for score in scores)
by_loop = torch.tensor([math.exp(score) / total for score in scores])
print("scores", scores, "-> probabilities", by_loop.numpy().round(3))
at_once = (u @ v_king).softmax(dim=0)
objective = FullSoftmax().fit(torch.tensor([4, 3, 2, 1]))
ours = objective.log_probability(v_king.expand(4, 2), torch.arange(4), u).exp()
claim("loop and tensor version agree to 1e-6", (at_once - by_loop).abs().max() < 1e-6)
claim("bertlab's full softmax does, too", (ours - by_loop).abs().max() < 1e-6)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 3: what CBOW sees
# Difficulty 2 of 5, about 7 minutes. CBOW has the mean of its neighbors' vectors in the place of $v_w$. `context` has a row of word indices for
# each example; -1 is no word. Every row has at least one word.
#
# <details><summary>Hint 1</summary><code>vectors[context]</code> has the shape (B, C, D). What does it read at -1?</details>
# <details><summary>Hint 2</summary>Multiply by a mask (B, C, 1), add up, and divide by the number of words of each row.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(word2vec_exercises.context_mean)
def context_mean(vectors, context):
    """Return the mean vector of each row's words (B, D)."""
    ...


# %% tags=["solution"]
def context_mean(vectors, context):
    is_word = (context >= 0).unsqueeze(-1)  # (B, C, 1)
    return (vectors[context] * is_word).sum(dim=1) / is_word.sum(dim=1)


# %% [markdown] slideshow={"slide_type": "slide"}
# ## 4. Hierarchical softmax: twenty questions
#
# The sum below the fraction runs over all $V$ words, for every single guess. A tree avoids it. Put the words at the leaves of a binary
# tree, and give each *inner node* a vector $u_n$. At each node the model decides: left, with probability $\sigma(u_n \cdot v_w)$, or
# right. A word's probability is the product of the turns that lead to it.
#
# Which tree? Huffman's: join the two rarest nodes until one is left. **Predict first**: where will *the* end up?

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
few = ["the", "of", "he", "war", "king", "river", "physics", "donkey"]
few_counts = [int(counts[words.index(word)]) for word in few]
tree, places, V = huffman_tree(few_counts), {}, len(few)


def lay_out(node, depth):
    """Place leaves side by side and each inner node above the middle of its children."""
    below = [] if node < V else [lay_out(child, depth + 1) for child in tree.children[node - V]]
    x = sum(below) / 2 if below else sum(n < V for n in places)
    places[node] = (x, -depth)
    return x


lay_out(2 * V - 2, 0)
figure, axes = plt.subplots(figsize=(8, 4))
for inner, pair in enumerate(tree.children):
    for turn, child in enumerate(pair):
        (x0, y0), (x1, y1) = places[V + inner], places[child]
        axes.plot([x0, x1], [y0, y1], color="0.7", zorder=1)
        axes.text((x0 + x1) / 2, (y0 + y1) / 2, turn, ha="center", va="center", color="C1")
        if child < V:
            axes.text(x1, y1 - 0.15, f"{few[child]}\n{few_counts[child]:,}", ha="center", va="top")
axes.plot(*zip(*(places[V + n] for n in range(V - 1)), strict=True), "o", color="C0")
axes.set(ylim=(min(y for _, y in places.values()) - 1.2, 0.3))
axes.set_title("The most frequent word is one turn away, the rarest are far down")
axes.axis("off")
show(
    figure,
    alt="A lopsided binary tree of eight words with their counts: the is one turn from the root, donkey is among the deepest.",
)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 4: the probability of a word
# Difficulty 2 of 5, about 8 minutes. `path` lists the inner nodes from the root on, `code` the turn at each: 0 is left, 1 is right.
#
# <details><summary>Hint 1</summary>The probability of left is <code>(nodes[n] @ hidden).sigmoid()</code>. That of right is what is left of 1.</details>
# <details><summary>Hint 2</summary>All turns have to happen: multiply.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(word2vec_exercises.hierarchical_probability)
def hierarchical_probability(hidden, nodes, path, code):
    """Return the probability (a float) of the word at the end of a path."""
    ...


# %% tags=["solution"]
def hierarchical_probability(hidden, nodes, path, code):
    probability = 1.0
    for node, turn in zip(path, code, strict=True):
        left = (nodes[node] @ hidden).sigmoid().item()
        probability *= left if turn == 0 else 1 - left
    return probability


# %% slideshow={"slide_type": "subslide"}
hidden, nodes = torch.randn(3), torch.randn(V - 1, 3)
by_loop = torch.tensor(
    [
        hierarchical_probability(hidden, nodes, path, code)
        for path, code in zip(tree.paths, tree.codes, strict=True)
    ]
)
objective = HierarchicalSoftmax().fit(torch.tensor(few_counts))
ours = objective.log_probability(hidden.expand(V, 3), torch.arange(V), nodes).exp()
print({word: round(p, 3) for word, p in zip(few, by_loop.tolist(), strict=True)})
claim("all words together have probability 1", abs(by_loop.sum() - 1) < 1e-6)
claim("bertlab's walk gives the same to 1e-6", (ours - by_loop).abs().max() < 1e-6)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### How long is a walk?
#
# Shannon: no code of turns is shorter on average than the *entropy* of the words, $-\sum_w f_w \log_2 f_w$ bits. Huffman's is less
# than one bit longer. Now for the whole vocabulary of our text.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
big = huffman_tree(counts.tolist())
lengths = torch.tensor([len(code) for code in big.codes])
entropy, length = entropy_bits(counts.tolist()), expected_length(big, counts.tolist())
figure, axes = plt.subplots(figsize=(8, 3.2))
axes.semilogx(counts, lengths, ".", color="C0", label="a word")
axes.semilogx(counts, -share.log2(), color="C1", label="$-\\log_2 f$")
axes.axhline(math.log2(len(words)), color="0.5", linestyle=":", label="$\\log_2 V$: all alike")
axes.set(xlabel="occurrences of the word", ylabel="turns (bits)")
axes.set_title("Frequent words have short codes, rare ones pay for it")
axes.legend()
show(
    figure, alt="Code length falls with the logarithm of the count, in steps along a straight line."
)
print(f"entropy {entropy:.3f} bits, expected length {length:.3f}, longest {lengths.max()}")
print(
    f"log2 V {math.log2(len(words)):.3f}: a balanced tree; the full softmax has V = {len(words):,}"
)
claim("the expected code length is within one bit of the entropy", entropy <= length < entropy + 1)
claim("and below log2 V", length < math.log2(len(words)))

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 5. From NCE to negative sampling
#
# Another way around the sum: do not ask *which word?*, ask *is this word real?* For each real neighbor draw $k$ words from a noise
# distribution $q$. Of $1 + k$ words, those that came from the text are real. Bayes' rule says how sure one can be:
#
# $$P(\text{real} \mid c, w) = \frac{p(c \mid w)}{p(c \mid w) + k\,q(c)} = \sigma\big(\log p(c \mid w) - \log k\,q(c)\big)$$
#
# **Noise-contrastive estimation** (Gutmann and Hyvärinen 2010) puts the score in the place of $\log p(c \mid w)$, and learns
# probabilities without ever summing over the vocabulary. **Negative sampling** drops $\log k\,q(c)$: it asks for vectors, not for
# probabilities.

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Where do the scores end?
#
# Two words seen, four words guessed, a score for each cell, and the expected gradient in the place of draws. **Predict first**: after
# negative sampling with $k = 2$, what is the score of a pair with $p(c \mid w) = q(c)$? (The second row has one.)

# %% slideshow={"slide_type": "-"}
p = torch.tensor([[0.7, 0.2, 0.05, 0.05], [0.1, 0.2, 0.3, 0.4]], dtype=torch.float64)
q, k = torch.tensor([0.4, 0.1, 0.3, 0.2], dtype=torch.float64), 2


def final_scores(shift):
    """Descend the expected gradient of P(real) = sigmoid(score - shift)."""
    scores = torch.zeros_like(p)
    for _ in range(5000):
        real = (scores - shift).sigmoid()
        scores -= k * q * real - p * (1 - real)
    return scores


nce, negative = final_scores(shift=(k * q).log()), final_scores(shift=0.0)
print("exp of NCE's scores\n", nce.exp().numpy().round(3))
print("scores of negative sampling\n", negative.numpy().round(3))
claim("NCE ends at log p", (nce - p.log()).abs().max() < 1e-6)
claim(
    "negative sampling ends at log p - log kq", (negative - (p / (k * q)).log()).abs().max() < 1e-6
)

# %% [markdown] slideshow={"slide_type": "subslide"}
# With $q$ the frequencies of words, $\log \frac{p(c \mid w)}{q(c)}$ is the *pointwise mutual information* of the pair: skip-gram with
# negative sampling factors a matrix of it, shifted by $\log k$ (Levy and Goldberg 2014).
#
# ### Exercise 5: the noise
# Difficulty 1 of 5, about 4 minutes. The paper's noise lies between the words as they are and a uniform draw: $q(c) \propto \text{count}(c)^{3/4}$.
#
# <details><summary>Hint</summary>Power first, then divide by the sum <em>of the powers</em>.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(word2vec_exercises.noise_distribution)
def noise_distribution(counts, power):
    """Return the probability of each word as noise (V,)."""
    ...


# %% tags=["solution"]
def noise_distribution(counts, power):
    weights = counts.double() ** power
    return weights / weights.sum()


# %% slideshow={"slide_type": "subslide"}
from scipy.stats import chisquare

noise = noise_distribution(counts, 0.75)
for word in ("the", "king", "donkey"):
    place = words.index(word)
    print(f"{word:7s} share {share[place]:.5f}  as noise {noise[place]:.5f}")
objective = NegativeSampling(num_negatives=5).fit(counts)
drawn = objective.draw((1_000_000,), torch.Generator().manual_seed(0))
observed = torch.bincount(drawn, minlength=len(words)).numpy()
for power in (0.75, 1.0, 0.0):
    expected = noise_distribution(counts, power).numpy() * len(drawn)
    test = chisquare(observed, expected)
    print(f"power {power}: chi-square {test.statistic:,.0f}, p-value {test.pvalue:.3f}")
    claim(
        f"the draws {'fit' if power == 0.75 else 'do not fit'} it",
        (test.pvalue > 0.01) == (power == 0.75),
    )

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Myth check
#
# *"Negatives are words from outside the context."* You can read that they are drawn from words that do not stand in the window. Nobody
# checks. The released program skips a noise word only if it is the very word to be guessed. Let us count, with the windows of our text.

# %% slideshow={"slide_type": "-"}
text = encode(sentences[:4000], {word: index for index, word in enumerate(words)})
around = neighbors(text, reach=torch.full(text.ids.shape, 5))  # (N, 10)
center, place = (around >= 0).nonzero(as_tuple=True)
target = around[center, place]
drawn = objective.draw((len(target), 5), torch.Generator().manual_seed(1))
is_target = drawn == target[:, None]
in_window = torch.stack([(around[center] == word[:, None]).any(dim=1) for word in drawn.T], dim=1)
inside = (in_window & ~is_target).double().mean().item()
print(
    f"{drawn.numel():,} negatives: {is_target.double().mean():.2%} are the word to guess (skipped),"
)
print(f"another {inside:.2%} stand in the same window (pushed away all the same)")
claim("some negatives stand in the window, and are pushed away", inside > 0.01)

# %% slideshow={"slide_type": "subslide"}
quiz("word2vec", 3, 4, 5)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 6. Learning
#
# The loss of a pair $(w, c)$ with noise words $n_1, \dots, n_k$ is $-\log \sigma(u_c \cdot v_w) - \sum_i \log \sigma(-u_{n_i} \cdot v_w)$. Its derivative
# by a score is the *error*: the probability of *real*, less 1 for the neighbor, less 0 for noise. So, with one error $e$ a word:
#
# $$u \leftarrow u - \eta\, e\, v_w \qquad\qquad v_w \leftarrow v_w - \eta \sum e\, u$$
#
# ### Exercise 6: one step
# Difficulty 4 of 5, about 15 minutes. Return both tables after one step. Skip noise words that are the neighbor; a word drawn twice counts
# twice. Compute everything from the old tables before anything moves.
#
# <details><summary>Hint 1</summary>Clone both tables; read from the old ones, write to the new ones.</details>
# <details><summary>Hint 2</summary>Loop over the neighbor with label 1 and the noise words with label 0, and collect what the input row gets.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(word2vec_exercises.negative_sampling_step)
def negative_sampling_step(inputs, outputs, center, neighbor, noise, rate):
    """Return (inputs, outputs), both (V, D), after one step of gradient descent."""
    ...


# %% tags=["solution"]
def negative_sampling_step(inputs, outputs, center, neighbor, noise, rate):
    new_inputs, new_outputs = inputs.clone(), outputs.clone()
    asked = [(neighbor, 1.0)] + [(word, 0.0) for word in noise if word != neighbor]
    for word, label in asked:
        error = (outputs[word] @ inputs[center]).sigmoid() - label
        new_outputs[word] -= rate * error * inputs[center]
        new_inputs[center] -= rate * error * outputs[word]
    return new_inputs, new_outputs


# %% slideshow={"slide_type": "subslide"}
inputs, outputs = torch.randn(2, 8, 4, dtype=torch.float64)
objective, target = NegativeSampling(5).fit(torch.arange(8, 0, -1)), torch.tensor([2])
asked = objective.decisions(target, torch.Generator().manual_seed(3))
noise = asked.rows[0, 1:].tolist()
yours = negative_sampling_step(inputs, outputs, 6, 2, noise, rate=0.1)

found = objective.gradients(inputs[[6]], target, outputs, torch.Generator().manual_seed(3))
new_outputs = outputs.index_add(0, found.rows, -0.1 * found.output)
claim("bertlab moves the outputs alike (1e-6)", (new_outputs - yours[1]).abs().max() < 1e-6)
new_row = inputs[6] - 0.1 * found.hidden[0]
claim("and the input (1e-6)", (new_row - yours[0][6]).abs().max() < 1e-6)

inputs.requires_grad_()
decision_loss(inputs[[6]], outputs, Decisions(*asked)).sum().backward()
claim("autograd agrees", (inputs - 0.1 * inputs.grad - yours[0]).abs().max() < 1e-6)

# %% [markdown] slideshow={"slide_type": "slide"}
# ### Many examples at once
#
# The released program takes one pair after the other. A tensor program takes some hundred pairs at once, with the same old tables, and
# adds their gradients. If *the* is in half of them, its row gets a hundred times the step that any single pair would have asked for.
# `bertlab` limits a row to the *mean* of its gradients. The figure is a recorded run (`python -m bertlab.experiments
# word2vec_variants`): CBOW on a small vocabulary that keeps every *the*, three seeds, perplexity on validation articles.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
run = recorded("word2vec_variants")
rows, bound = run["results"]["batch_sizes"], 0.0
figure, axes = plt.subplots(figsize=(8, 3.2))
for name, color in (("limited", "C0"), ("unlimited", "C1")):
    sizes = [row["size"] for row in rows if None not in row[name]]
    values = np.array([row[name] for row in rows if None not in row[name]])
    label = f"{name}: diverges beyond {sizes[-1]}" if len(sizes) < len(rows) else name
    axes.errorbar(
        sizes, values.mean(1), values.std(1, ddof=1), marker="o", color=color, label=label
    )
axes.set_xscale("log", base=2)
axes.set_xticks([row["size"] for row in rows], [row["size"] for row in rows])
axes.set(xlabel="examples a step", ylabel="validation perplexity")
axes.set_title("Summed gradients diverge; limited ones only learn more slowly")
axes.legend()
show(
    figure,
    alt="Perplexity against batch size. The unlimited curve ends early: larger batches diverge.",
)
for row in rows:
    best = [
        f"{np.mean(row[n]):.1f}" if None not in row[n] else "diverged"
        for n in ("limited", "unlimited")
    ]
    print(f"{row['size']:6d} examples: limited {best[0]}, unlimited {best[1]}")
claim(
    "with the limit no size diverges, in three seeds", all(None not in r["limited"] for r in rows)
)
claim("without it the largest does", None in rows[-1]["unlimited"])

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Six models
#
# Two contexts times three objectives: nothing in `Word2Vec` depends on which. All six guess in articles that nobody trained on. The softmax
# over $u_c \cdot v_w + \log q(c)$ turns the scores of negative sampling back into probabilities. **Predict first**: how much worse than
# the full softmax are the other two, which never look at more than a few rows?

# %% slideshow={"slide_type": "-"}
means = {}
for row in run["results"]["six_ways"]:
    name, perplexity = f"{row['context']}, {row['objective']}", row["perplexity"]
    means[row["context"], row["objective"]] = np.mean(perplexity)
    print(
        f"{name:31s} {row['rows_per_example']:6.1f} rows an example, "
        f"perplexity {np.mean(perplexity):6.2f} (sd {np.std(perplexity, ddof=1):.2f})"
    )
print("guessing by frequency alone:", run["results"]["unigram"])
claim(
    "both fast objectives come within 5% of the full softmax, in the mean of three seeds",
    all(mean < 1.05 * means[context, "full softmax"] for (context, _), mean in means.items()),
)

# %% [markdown] slideshow={"slide_type": "skip"}
# Perplexities of one context can be compared, not those of two: four neighbors together tell more about the middle than the middle
# tells about one of them.
#
# The next cell trains a slice live: a few sentences, one pass, ours and gensim's. It runs the code that made the records.

# %% slideshow={"slide_type": "subslide"}
live = run_slice("word2vec")
print(f"{live['num_tokens']:,} words of text, {live['num_words']:,} in the vocabulary")
falling = []
for seed in range(3):
    training = Training(vector_size=20, min_count=5, epochs=3, seed=seed)
    model = Word2Vec(cbow, HierarchicalSoftmax(), training).fit(sentences[:3000])
    falling.append(model.losses_[0] > model.losses_[1] > model.losses_[2])
claim("three seeds: the loss falls from pass to pass", all(falling))

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 7. Looking at vectors
#
# These vectors were trained for a recorded run: skip-gram, hierarchical softmax, 100 numbers a word, five passes over the text.
# Similarity is the **cosine** of the angle between two vectors. Pick a word.


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
vectors = kept_vectors()


def draw_neighbors(word, measure):
    """Bars of the ten nearest words."""
    if measure == "cosine":
        found = vectors.neighbors(word, 10)
    else:
        scores = vectors.vectors.astype(float) @ vectors[word].astype(float)
        scores[vectors.index(word)] = -np.inf
        found = [(vectors.words[i], scores[i]) for i in np.argsort(-scores)[:10]]
    names, values = zip(*found, strict=True)
    figure, axes = plt.subplots(figsize=(8, 3.6))
    axes.barh(names, values)
    axes.invert_yaxis()
    axes.set(xlabel=measure, title=f"Nearest to {word}, by {measure}")
    return figure


explore(
    draw_neighbors,
    alt=lambda word, measure: f"Bars of the ten words with the largest {measure} to {word}.",
    word=choose(
        [
            "river",
            "king",
            "physics",
            "hydrogen",
            "monday",
            "france",
            "seven",
            "he",
            "war",
            "computer",
        ]
    ),
    measure=choose(["cosine", "dot product"]),
)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
from sklearn.decomposition import PCA
from sklearn.manifold import TSNE

groups = {
    "countries": "france germany spain italy britain russia china india australia greece turkey",
    "time": "monday tuesday wednesday thursday friday saturday sunday week month",
    "chemistry": "hydrogen oxygen carbon methane atom molecules ions acid bonds",
    "family": "father mother son daughter brother wife husband sister",
    "numbers": "two three four five six seven eight nine ten",
}
groups = {name: [w for w in text.split() if w in vectors] for name, text in groups.items()}
chosen = [word for members in groups.values() for word in members]
unit = np.stack([vectors[w] / np.linalg.norm(vectors[w]) for w in chosen])
flat = {
    "PCA": PCA(2, random_state=0).fit_transform(unit),
    "t-SNE": TSNE(2, perplexity=8, init="pca", random_state=0).fit_transform(unit),
}
figure, panels = plt.subplots(1, 2, figsize=(8, 4))
for axes, (method, points) in zip(panels, flat.items(), strict=True):
    for color, members in enumerate(groups.values()):
        for word in members:
            axes.text(*points[chosen.index(word)], word, fontsize=7, color=f"C{color}", ha="center")
    axes.set(xlim=(points[:, 0].min() * 1.15, points[:, 0].max() * 1.15), title=method)
    axes.set(ylim=(points[:, 1].min() * 1.15, points[:, 1].max() * 1.15), xticks=[], yticks=[])
figure.suptitle("Words of one kind lie together", fontweight="bold")
show(
    figure,
    alt="Two maps of about 45 words: countries, days, chemistry, family and numbers form clusters, more clearly with t-SNE.",
)

# %% slideshow={"slide_type": "skip"}
kind = np.array([i for i, members in enumerate(groups.values()) for _ in members])
cosines, same = unit @ unit.T, (kind[:, None] == kind) & ~np.eye(len(chosen), dtype=bool)
other = kind[:, None] != kind
print(
    f"mean cosine within a kind {cosines[same].mean():.2f}, across kinds {cosines[other].mean():.2f}"
)
nearest = np.where(np.eye(len(chosen), dtype=bool), -1, cosines).argmax(axis=1)
print(
    f"{np.mean(kind[nearest] == kind):.0%} of the words have their nearest neighbor in their own kind"
)
claim(
    "words of one kind are nearer to each other than to others (in 100 dimensions, not on the map)",
    cosines[same].mean() > cosines[other].mean() + 0.2,
)

# %% [markdown] slideshow={"slide_type": "slide"}
# ### Myth check
#
# *"Skip-gram makes the cosine of neighbors large."* Cosine is how vectors are compared afterwards. What is trained is a dot product, and it
# is not between two vectors of one table. Two tests. If the loss contained a cosine, then
#
# 1. making $v_w$ longer would change no probability;
# 2. the gradient could only turn a vector, never stretch it: it would have no part along the vector.

# %% slideshow={"slide_type": "-"}
for name in ("dot product", "cosine"):
    v, u = torch.tensor([1.0, 2.0], requires_grad=True), torch.tensor([2.0, 0.5])
    score = (u @ v) if name == "dot product" else (u @ v) / (u.norm() * v.norm())
    (-logsigmoid(score)).backward()
    along = (v.grad @ v.detach() / v.detach().norm()).item()
    print(f"{name:11s} probability {score.sigmoid():.3f}, gradient along the vector {along:.3f}")
    claim(
        f"{name}: stretching {'helps' if name[0] == 'd' else 'does nothing'}",
        (abs(along) > 0.01) == (name[0] == "d"),
    )
norms, start = np.linalg.norm(vectors.vectors, axis=1), math.sqrt(1 / 3 / 100)
print(f"lengths: {start:.3f} before training (root mean square)")
for low, high in ((10, 100), (100, 1000), (1000, 3000), (3000, len(words))):
    print(f"after it, words of rank {low:4d} to {high:4d}: mean {norms[low:high].mean():.2f}")
claim("training stretches every vector", norms.min() > start)

# %% slideshow={"slide_type": "subslide"}
quiz("word2vec", 6, 7)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 8. How good are they?
#
# People rated pairs of words: WordSim-353 asks how *related* two words are, SimLex-999 how *alike*. Vectors are good if they rank the pairs
# as people do: Spearman's rank correlation. Beside ours stands gensim, on the same tokens, with the same settings (gensim's defaults; nothing was
# tuned), five seeds each. And the input table of a real BERT, `minilm`: a word that is one piece of its vocabulary has one row there.
#
# **Predict first**: our text has under 400,000 words. Where between 0 and 1 do we end up?

# %% slideshow={"slide_type": "subslide"}
table = load_file(minilm_folder() / "model.safetensors")["embeddings.word_embeddings.weight"]
pieces = (minilm_folder() / "vocab.txt").read_text(encoding="utf-8").splitlines()
whole = [i for i, piece in enumerate(pieces) if not piece.startswith(("##", "["))]
minilm = WordVectors([pieces[i] for i in whole], table[whole])
record = recorded("word2vec")["results"]
for name, pairs in (("wordsim353", wordsim353()), ("simlex999", simlex999())):
    known = [pairs[place] for place in record["places"][name]]
    print(f"{name}: {len(pairs)} pairs, {len(known)} in our vocabulary")
    for row in record["models"]:
        numbers = [row[system][f"{name} spearman"] for system in ("ours", "gensim")]
        print(
            f"   {row['context']:9s} {row['objective']:20s}",
            *(
                f"{s} {np.mean(n):.3f} (sd {np.std(n, ddof=1):.3f})"
                for s, n in zip(("ours", "gensim"), numbers, strict=False)
            ),
        )
    for label, some in (("same pairs", known), ("all it knows", pairs)):
        scores = minilm.score_pairs(some)
        found = spearman(scores.human, scores.cosine)
        print(f"   minilm, {label}: {len(scores.places)} pairs, {found:.3f}")

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### As good as gensim?
#
# The claim was fixed before: skip-gram with negative sampling is *not worse than gensim by 0.03*. One number a side cannot show
# that. So draw pairs with replacement, the same for both sides, and seeds, 2,000 times: 95% of the differences lie in an interval. The
# claim holds if the interval stays above -0.03.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
figure, panels = plt.subplots(1, 2, figsize=(8, 3), sharey=True)
labels = [f"{row['context']}\n{row['objective']}" for row in record["models"]]
for axes, name in zip(panels, ("wordsim353", "simlex999"), strict=True):
    for place, row in enumerate(record["models"]):
        d = row["difference"][name]
        axes.plot([d["low"], d["high"]], [place, place], color="C1" if d["low"] <= -0.03 else "C0")
        axes.plot(d["mean"], place, "o", color="C1" if d["low"] <= -0.03 else "C0")
    axes.axvline(0, color="0.5", linewidth=1)
    axes.axvline(-0.03, color="0.5", linestyle=":")
    axes.set(xlabel="ours less gensim, Spearman", title=name)
panels[0].set_yticks(range(len(labels)), labels, fontsize=8)
panels[0].invert_yaxis()
show(
    figure,
    alt="Intervals of the difference to gensim for four models on two lists; all include or exceed zero, two reach below -0.03.",
)
for name in ("wordsim353", "simlex999"):
    d = record["models"][0]["difference"][name]
    print(f"{name}: difference {d['mean']:+.3f}, interval {d['low']:+.3f} to {d['high']:+.3f}")
    claim(
        f"skip-gram, negative sampling: not worse than gensim by 0.03 on {name}", d["low"] > -0.03
    )
wide = sum(r["difference"][n]["low"] <= -0.03 for r in record["models"] for n in record["places"])
print(f"of the {2 * len(record['models'])} intervals, {wide} reach below -0.03: too wide to tell")

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### What decides at this size
#
# Three things that the table and the records show:

# %% slideshow={"slide_type": "-"}
skip_ns, skip_hs = record["models"][0], record["models"][1]
name = "wordsim353 spearman"
claim(
    "every seed of hierarchical softmax beats every seed of negative sampling (skip-gram, WordSim)",
    min(skip_hs["ours"][name]) > max(skip_ns["ours"][name]),
)
same = [wordsim353()[place] for place in record["places"]["wordsim353"]]
scores = minilm.score_pairs(same)
claim(
    "minilm's input table, from far more text, is far ahead on the pairs both know",
    spearman(scores.human, scores.cosine) > max(skip_hs["ours"][name]) + 0.2,
)
right, asked = (np.array(skip_hs["ours"]["analogies"]).mean(axis=0)).tolist()
print(f"analogies: {asked:.0f} of {len(analogies()):,} can be asked, {right:.1f} right in the mean")
royal = [q for q in analogies() if q.section == "family"]
for label, some in (("ours", vectors), ("minilm", minilm)):
    right, asked = some.answer(royal)
    print(f"family analogies, {label}: {right} of {asked} right")

# %% [markdown] slideshow={"slide_type": "skip"}
# *Hierarchical softmax is better for rare words*, Mikolov wrote on the page of the released program. In a small text nearly all words are rare:
# five passes give a rare output vector few positive steps, while inner nodes are shared by many words. More text or more passes
# change the order, so take the ranking here as one of *this* size.
#
# The analogies are a warning. They made word2vec famous; with this little text they fail almost always.

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### A file that others can read
#
# The released program writes text: a line with the number of words and of columns, then one line a word. Many tools still read it.

# %% slideshow={"slide_type": "-"}
from gensim.models import KeyedVectors

with tempfile.TemporaryDirectory() as folder:
    path = Path(folder) / "vectors.txt"
    WordVectors(vectors.words[:1000], vectors.vectors[:1000]).save(path)
    print(path.read_text(encoding="utf-8")[:60].replace("\n", " | "), "...")
    theirs = KeyedVectors.load_word2vec_format(str(path))
    again = WordVectors.load(path)
claim("gensim reads the same numbers", (theirs.vectors == vectors.vectors[:1000]).all())
claim("and so do we", (again.vectors == theirs.vectors).all())

# %% slideshow={"slide_type": "subslide"}
quiz("word2vec", 8)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Recap
#
# - Windows make examples out of text. Skip-gram guesses the neighbors one by one; CBOW guesses the middle from their mean.
# - A score is a dot product of an input row and an output row.
# - Hierarchical softmax asks about a dozen inner nodes; its tree is a Huffman code, so frequent words are cheap.
# - Negative sampling asks $1 + k$ yes-or-no questions. Its scores converge to log-ratios, not to probabilities.
# - Judge vectors with several seeds and an interval. On a small text, they rank pairs weakly, whoever trains them.
# - One vector a word, wherever it stands: *bank* has one, too.
#
# Next: **04. Words in context: ELMo**, where a word's vector depends on its sentence.

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Further reading
#
# - Tomas Mikolov, Kai Chen, Greg Corrado and Jeffrey Dean (2013). *Efficient Estimation of Word Representations in Vector Space.* ICLR Workshop.
# - Tomas Mikolov, Ilya Sutskever, Kai Chen, Greg Corrado and Jeffrey Dean (2013). *Distributed Representations of Words and Phrases and their Compositionality.* NIPS.
# - Frederic Morin and Yoshua Bengio (2005). *Hierarchical Probabilistic Neural Network Language Model.* AISTATS.
# - Michael U. Gutmann and Aapo Hyvärinen (2010). *Noise-Contrastive Estimation: A New Estimation Principle for Unnormalized Statistical Models.* AISTATS.
# - Omer Levy and Yoav Goldberg (2014). *Neural Word Embedding as Implicit Matrix Factorization.* NIPS.
# - Omer Levy and Yoav Goldberg (2014). *Linguistic Regularities in Sparse and Explicit Word Representations.* CoNLL.
# - Ozan İrsoy, Adrian Benton and Karl Stratos (2021). *Corrected CBOW Performs as well as Skip-gram.* Workshop on Insights from Negative Results in NLP. (The released program gives each word of a CBOW window the whole gradient of the mean; so does `bertlab`, to be comparable.)
# - David A. Huffman (1952). *A Method for the Construction of Minimum-Redundancy Codes.* Proceedings of the IRE.
# - Thomas M. Cover and Joy A. Thomas (2006). *Elements of Information Theory*, chapter 5. Wiley.
# - Lev Finkelstein, Evgeniy Gabrilovich, Yossi Matias, Ehud Rivlin, Zach Solan, Gadi Wolfman and Eytan Ruppin (2002). *Placing Search in Context: The Concept Revisited.* ACM Transactions on Information Systems.
# - Felix Hill, Roi Reichart and Anna Korhonen (2015). *SimLex-999: Evaluating Semantic Models with (Genuine) Similarity Estimation.* Computational Linguistics.
# - Zellig S. Harris (1954). *Distributional Structure.* Word. John R. Firth (1957). *A Synopsis of Linguistic Theory, 1930-1955.* Studies in Linguistic Analysis.
# - Laurens van der Maaten and Geoffrey Hinton (2008). *Visualizing Data using t-SNE.* Journal of Machine Learning Research.
