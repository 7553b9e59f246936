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
# > *You shall know a word by the company it keeps.* (J. R. Firth, 1957)
#
# Which word is nearest in meaning to *bank*: *money*, or *river*? A program without a dictionary has read 78 articles of Wikipedia and
# 300 news stories, with one task: guess which words stand beside which. Then we asked it for the nearest words to *moon*, to *aristotle* and to *bank*.
#
# **At the end you can**
#
# - turn a text into examples, for skip-gram and for CBOW;
# - score a guess in three ways: a full softmax, a walk down a Huffman tree, yes-or-no questions about words drawn at random;
# - write the training step of word2vec in twenty lines, and train vectors of your own in seconds;
# - judge word vectors by human ratings, and say how sure you can be;
# - let your own vectors answer: nearest words, analogies, and the odd one out.
#
# **Time** 135 minutes. **Difficulty** 3 of 5. **Before this**: lesson 02 (look-ups, softmax and what it costs).

# %% tags=["bootstrap"] slideshow={"slide_type": "skip"}
# (generated)

# %% tags=["setup"] slideshow={"slide_type": "skip"}
from lessons.l03_word2vec import ask, diagrams, exercises, figures, measure, predict, quiz, word_map
from lessons.l03_word2vec.experiments.word2vec import kept_vectors, training_sentences
from lessons.l03_word2vec.rank_correlation import spearman

import math

import gensim
import numpy as np
import torch

import bertlab.before.word2vec.objectives as objectives
from bertlab.before.word2vec import WordVectors, bert_word_vectors
from bertlab.before.word2vec.examples import cbow, count_words, encode, neighbors, skip_gram
from bertlab.before.word2vec.huffman import entropy_bits, huffman_tree
from bertlab.before.word2vec.model import descend
from bertlab.datasets import analogies, lee, minilm_folder, simlex999, wiki, wordsim353
from workbook.basics import begin_lesson, check, choose, claim, exercise, explore, recorded, show
from workbook.basics import text as typed

begin_lesson(num_threads=1)  # small operations: a second thread only waits
sentences = training_sentences()  # Wikipedia's training articles and some news, words only
vectors = kept_vectors()  # a recorded run: skip-gram, 100 numbers a word, five passes

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
opening = {word: vectors.neighbors(word, 5) for word in ("moon", "aristotle", "bank")}
nearest = {word: [neighbor.word for neighbor in found] for word, found in opening.items()}
title = f"Nearest to “bank” is neither money nor river: it is “{nearest['bank'][0]}”"
alt = "Bars of the five nearest words. " + " ".join(
    f"{word}: {', '.join(found)}." for word, found in nearest.items()
)
show(figures.draw_nearest(opening, title), alt=alt)
bank_sentences = [" ".join(sentence) for sentence in sentences if "bank" in sentence]
west_bank = sum("west bank" in sentence for sentence in bank_sentences)
print(f"{len(bank_sentences)} sentences with bank; in {west_bank} of them it is West Bank")
check(
    "strip and gaza are nearest to bank; lunar, plato",
    nearest["bank"][:2] == ["strip", "gaza"]
    and nearest["moon"][0] == "lunar"
    and "plato" in nearest["aristotle"],
)
check("31 of 73 are West Bank", (west_bank, len(bank_sentences)) == (31, 73))
check("78 articles and 300 stories", (len(wiki().train), len(lee().background)) == (78, 300))

# %% [markdown] slideshow={"slide_type": "-"}
# *Lunar* for *moon* and *plato* for *aristotle* are what you might say, too. But for *bank* the program says *strip* and *gaza*, as in *Gaza Strip*.
# It is right about what it read: 31 of the 73 sentences with *bank* are news from the *West Bank*, next to Gaza. Nobody told it
# what any word means; it only saw the company of each word. In this lesson you build this program, and at the end yours answers such questions, too.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 1. A word and its company
#
# The neural language model of lesson 02 learned word vectors on the way to something else, and it was slow. word2vec drops everything
# else and keeps the vectors. It stands on three old ideas. The **distributional hypothesis** (分布假说): words that occur in the same contexts tend to
# mean similar things (Harris 1954; Firth 1957). The **bag-of-words hypothesis** (词袋假说): which words occur tells much of what a text is
# about, even if we forget their order (Salton, Wong and Yang 1975). And the **vector space model** (向量空间模型) of the same paper: if we write such
# counts as a vector, then near in space means alike in topic. word2vec takes a word's *window* as the context, forgets the order
# in it, and learns a short vector in place of a long list of counts.
#
# So make the company a task. Slide a window over the text. **Skip-gram** (跳字模型) sees the word in the middle and guesses each neighbor.
# **CBOW** (continuous bag of words, 连续词袋模型) sees all neighbors at once and guesses the word in the middle. Nobody needs the
# guesses. The vectors that make them possible are the result.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
sentence = ["the", "old", "king", "rules", "his", "land"]
alt = (
    "The sentence twice. In skip-gram, arrows lead from 'king' to two words on either side; in CBOW "
    "they lead from these words to 'king'."
)
show(diagrams.windows(sentence, place=2, window=2), alt=alt)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 1: the pairs of skip-gram
# Difficulty 1 of 5, about 6 minutes. `words` is a list of strings, maybe empty; `window` is at least 1. Return a list of tuples (word, neighbor),
# word by word, neighbors from left to right. A neighbor stands at most `window` places away, on either side. A word without neighbors gives
# none; a pair that occurs twice stays twice.
#
# <details><summary>Hint 1</summary>Two loops: over the places i, and over the places j from i - window to i + window that exist.</details>
# <details><summary>Hint 2</summary><code>range</code> leaves its end out, and a negative index counts from the back.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.skip_gram_pairs)
def skip_gram_pairs(words, window):
    """Return the list of pairs (word, neighbor) of one sentence, in the order of the text."""
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
# For a whole text, loops are slow. `bertlab` makes a table: a row for each word of the text, its neighbors in the columns, and -1
# where there is none. Skip-gram takes each *entry* as an example, CBOW takes each *row*.

# %% slideshow={"slide_type": "-"}
encoded = encode([sentence], {word: index for index, word in enumerate(sentence)})
around = neighbors(encoded, reach=torch.full((6,), 2))
print(around)

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
examples = skip_gram(encoded.ids, around)
pairs = [(sentence[w], sentence[c]) for w, c in zip(*examples, strict=True)]
print(f"{len(pairs)} examples of skip-gram, {len(cbow(encoded.ids, around).targets)} of CBOW")
check("table and loops make the same pairs", pairs == skip_gram_pairs(sentence, 2))

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 2. Too much of the same
#
# Now every word has its company. But *the* stands beside everything, so it tells little about anything, and it fills most windows.
# word2vec drops occurrences of frequent words at random, *before* windows are formed (**subsampling**, 高频词下采样). With $f$ the word's
# proportion of the text, an occurrence stays with probability $\sqrt{t/f} + t/f$, at most 1. The threshold $t$ is a setting;
# gensim's default is 0.001. (Distance counts as well: in training, each word draws its own reach from 1 to 5, so that near neighbors are
# seen more often than far ones.)
#
# ### Exercise 2: who stays
# Difficulty 2 of 5, about 6 minutes. `counts` is a tensor of integers `(V,)`, one count per word, each at least 1; `sample` is $t$, a float.
# Return the probabilities `(V,)` in float64. (The paper prints $\sqrt{t/f}$. The program that came with it adds $t/f$, and so does gensim.)
#
# <details><summary>Hint 1</summary>f is a count divided by the sum of all counts. Make it <code>.double()</code> first.</details>
# <details><summary>Hint 2</summary><code>clamp(max=1)</code> cuts a tensor off at 1.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.keep_probability)
def keep_probability(counts, sample):
    """Return the probability of keeping one occurrence of each word: (V,), float64."""
    ...


# %% tags=["solution"]
def keep_probability(counts, sample):
    ratio = sample * counts.sum() / counts.double()  # t / f
    return (ratio.sqrt() + ratio).clamp(max=1)


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
words, counts = count_words(sentences, min_count=5)
frequency = counts.double() / counts.sum()
keep = keep_probability(counts, 1e-3)
print(f"{len(words):,} words, {counts.sum():,} occurrences")


def who_stays():
    alt = "The probability of staying is 1 for rare words and falls steeply for frequent ones."
    marked = ["the", "of", "he", "war", "king", "donkey"]
    show(figures.draw_keep(words, frequency, keep, marked), alt=alt)
    print(f"the: {frequency[0]:.1%} of the text, {keep[0]:.0%} of its occurrences stay")
    print(f"all words together: {frequency @ keep:.0%} stay")
    check("of the, an eighth stays", abs(keep[0] - 1 / 8) < 0.01)
    check("words rarer than 1 in 400 always stay", (keep[frequency < 1 / 400] == 1).all())


predict("who stays", who_stays)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 3. A guess is a dot product
#
# We have examples; now we need a model. Every word has **two** vectors: a row $v_w$ of the input table for when it is seen, and a row $u_c$ of the
# output table for when it is guessed. The score of a guess is the dot product $u_c \cdot v_w$, and a softmax makes it a probability:
#
# $$p(c \mid w) = \frac{\exp(u_c \cdot v_w)}{\sum_{c'} \exp(u_{c'} \cdot v_w)}$$
#
# That is all: no hidden layer, no bias, no order of words. In CBOW, the mean of the neighbors' vectors takes the place of $v_w$. The picture shows one such guess,
# with $C = 4$ neighbors, a vocabulary of $V = 4$ words and vectors of $D = 2$ numbers.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
seen = torch.tensor([[0.0, 1.0], [2.0, 1.0], [1.0, 2.0], [1.0, 0.0]])
guessed = torch.tensor([[1.0, 1.0], [0.5, -1.0], [1.0, 0.0], [0.0, 0.5]])
alt = (
    "Four input rows become their mean; it meets four output rows; bars of the softmax: 'king' has "
    "the largest probability."
)
picture = diagrams.cbow(
    ["the", "old", "rules", "his"], seen, ["king", "donkey", "land", "rules"], guessed
)
show(picture, alt=alt)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 3: what CBOW sees
# Difficulty 2 of 5, about 7 minutes. `context` `(B, C)` has a row of word indices for each example; -1, at any place, is no word. Every row has a
# word; one that stands there twice counts twice. Return for each row the mean of its words' rows of `vectors` `(V, D)`: a tensor `(B, D)`
# of the dtype of `vectors`.
#
# <details><summary>Hint 1</summary><code>vectors[context]</code> has the shape (B, C, D). What does it read at -1?</details>
# <details><summary>Hint 2</summary>Multiply by a mask (B, C, 1), add up, and divide by the number of words of each row.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.context_mean)
def context_mean(vectors, context):
    """Return the mean vector of each row's words (B, D)."""
    ...


# %% tags=["solution"]
def context_mean(vectors, context):
    is_word = (context >= 0).unsqueeze(-1)  # (B, C, 1)
    return (vectors[context] * is_word).sum(dim=1) / is_word.sum(dim=1)


# %% [markdown] slideshow={"slide_type": "subslide"}
# Here is one guess of skip-gram in a loop, with vectors of two numbers: what stands beside *king*?

# %% slideshow={"slide_type": "-"}
v_king = torch.tensor([1.0, 2.0])
u = torch.tensor([[0.0, 0.5], [1.0, 1.0], [0.5, -1.0], [2.0, 0.0]])
candidates = ["rules", "crown", "donkey", "his"]
scores = torch.zeros(4)
for c in range(4):
    scores[c] = u[c, 0] * v_king[0] + u[c, 1] * v_king[1]
by_loop = scores.exp() / scores.exp().sum()
for word, probability in zip(candidates, by_loop, strict=True):
    print(f"{word:7s}{probability:.3f}")
at_once = (u @ v_king).softmax(dim=0)
check("loop and tensor version agree to 1e-6", (at_once - by_loop).abs().max() < 1e-6)

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
softmax = objectives.FullSoftmax().fit(torch.tensor([4, 3, 2, 1]))
ours = softmax.log_probability(v_king.expand(4, 2), torch.arange(4), u).exp()
check("bertlab's full softmax does, too", (ours - by_loop).abs().max() < 1e-6)
everything = encode(sentences, {word: index for index, word in enumerate(words)})
full_windows = neighbors(everything, reach=torch.full(everything.ids.shape, 5))
num_pairs = int((full_windows >= 0).sum())
print(f"our text, window 5: {num_pairs:,} pairs in one pass")
check("over twenty billion dot products", num_pairs * len(words) > 20e9)

# %% [markdown] slideshow={"slide_type": "subslide"}
# What does this cost? The sum below the softmax runs over *all* $V$ words, for every single guess: $V$ dot products of $D$ numbers each, so $V \times D$
# multiplications. Articles often write only $V$; and it is paid again for every pair of the text. With our three million pairs and 7,792 words, one pass
# takes over twenty billion dot products, nearly all of them about words that were not there. Two tricks made word2vec fast. One
# arranges the words in a tree, the other replaces the question.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 4. Hierarchical softmax: a walk down a tree
#
# Put the words at the leaves of a binary tree, and give each *inner node* $n$ a vector $u_n$. At each node the model decides: left, with probability
# $\sigma(u_n \cdot v_w)$, or right. A word's probability is the product of the turns that lead to it (**hierarchical softmax**, 层次 softmax).
#
# Which tree? **Huffman's** (霍夫曼编码): join the two rarest nodes into one, and again, until one is left. Here are the counts of eight words of our text:


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
few = ["the", "of", "and", "in", "is", "he", "war", "king"]
few_counts = [int(counts[words.index(word)]) for word in few]
print(dict(zip(few, few_counts, strict=True)))


def huffman_of_eight():
    turns = [len(code) for code in tree.codes]
    alt = "A binary tree of eight words: " + ", ".join(
        f"{word} after {number}" for word, number in zip(few, turns, strict=True)
    )
    show(diagrams.huffman(tree, few, few_counts, goal="he"), alt=f"{alt} turns.")
    check("no word has a longer code than a rarer one", turns == sorted(turns))
    check("the has one turn, king six", (turns[0], turns[-1]) == (1, 6))


tree = huffman_tree(few_counts)
predict("where is the", huffman_of_eight)

# %% [markdown] slideshow={"slide_type": "subslide"}
# Follow the yellow nodes down to *he*: five turns, so five decisions in place of a sum over all words. **Watch the formula.** You may read that the
# probability of a turn is $\sigma(u_n \cdot v_{\text{target}})$. That cannot be: the target is what the walk is to find. The
# vector in each turn is that of the word that is *seen* (in CBOW, the mean of the neighbors). As a target, a word has no vector of its own here, only a path.
#
# ### Exercise 4: the probability of a word
# Difficulty 2 of 5, about 8 minutes. `path` is a list of the inner nodes' numbers from the root on, `code` a list of the turn at each: 0 is left, 1
# is right. Return the word's probability as a Python float: `hidden` `(D,)` is $v_w$, and row $n$ of `nodes` is $u_n$. There is at least one turn.
#
# <details><summary>Hint 1</summary>The probability of left is <code>(nodes[n] @ hidden).sigmoid()</code>. That of right is what is left of 1.</details>
# <details><summary>Hint 2</summary>All turns have to happen: multiply.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.hierarchical_probability)
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


# %% [markdown] slideshow={"slide_type": "subslide"}
# Is it still a probability? Yes: at each node, left and right share what has arrived, so all words together have probability 1. Now take all
# 7,792 words of our text. No code can be shorter on average than the *entropy* of the words (Shannon 1948), and Huffman's is always less than one bit
# longer. So a guess costs about 10 decisions in place of 7,792 dot products. One price: words that share inner nodes share what is learned
# there, and neighbors in this tree are alike in frequency, not in meaning.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
hidden, nodes = torch.randn(3), torch.randn(7, 3)
ways = [(list(path), list(code)) for path, code in zip(tree.paths, tree.codes, strict=True)]
walked = torch.tensor([hierarchical_probability(hidden, nodes, *way) for way in ways])
walk = objectives.HierarchicalSoftmax().fit(torch.tensor(few_counts))
ours = walk.log_probability(hidden.expand(8, 3), torch.arange(8), nodes).exp()
check("all words together have probability 1", abs(walked.sum() - 1) < 1e-6)
check("bertlab's walk gives the same to 1e-6", (ours - walked).abs().max() < 1e-6)

lengths = torch.tensor([len(code) for code in huffman_tree(counts.tolist()).codes])
alt = "Code length falls with the logarithm of the count, in steps along a straight line."
show(figures.draw_code_lengths(counts, lengths), alt=alt)
entropy, balanced = entropy_bits(counts.tolist()), math.log2(len(words))
length = (frequency @ lengths.double()).item()
print(f"entropy {entropy:.2f} bits, expected turns {length:.2f}, log2 V {balanced:.2f}")
claim(
    "a word of our text is fewer than 10 turns away on average, within one bit of the entropy",
    entropy <= length < min(entropy + 1, 10),
)
check("and below log2 V, a balanced tree's", length < balanced)

# %% [markdown] slideshow={"slide_type": "notes"}
# *Instructor:* before the tree is shown, let the class build it on the board from eight counts. Two minutes. Then ask for the code of the rarest word, and for
# its length in a balanced tree. Somebody will ask whether neighbors in the tree are alike: they are alike in frequency only.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(1, 2, 3, 9)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 5. Negative sampling: is this word real?
#
# The tree still decides *which word?* The second trick asks something easier: *is this word real?* For each real neighbor, draw $k$ words from
# a noise distribution $q$. Of these $1 + k$ words, which one came from the text?

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
alt = (
    "The vector of 'king' meets the output vectors of five words. For 'rules', the right answer is "
    "1, real; for four drawn words it is 0."
)
picture = diagrams.negative_sampling("king", "rules", ["of", "engine", "the", "donkey"])
show(picture, alt=alt)

# %% [markdown] slideshow={"slide_type": "subslide"}
# If we knew the true probabilities, Bayes' rule would tell how sure one can be:
#
# $$P(\text{real} \mid c, w) = \frac{p(c \mid w)}{p(c \mid w) + k\,q(c)} = \sigma\big(\log p(c \mid w) - \log k\,q(c)\big)$$
#
# **Noise-contrastive estimation** (NCE, 噪声对比估计; Gutmann and Hyvärinen 2010) puts the score $u_c \cdot v_w$ in the place of $\log p(c \mid w)$. So it learns probabilities without a sum over
# all words. **Negative sampling** (负采样) drops the term $\log k\,q(c)$ and takes $\sigma(u_c \cdot v_w)$: it wants vectors, not probabilities.
#
# What does it learn instead? Take a small table with a score for each pair, free to be anything, and train until nothing changes:

# %% slideshow={"slide_type": "-"}
p = torch.tensor([[0.7, 0.2, 0.05, 0.05], [0.1, 0.2, 0.3, 0.4]]).double()  # p(c | w)
q = torch.tensor([0.4, 0.1, 0.3, 0.2]).double()  # the noise
k = 2


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def where_scores_end():
    nce = measure.final_scores(p, q, k, shift=(k * q).log())
    negative = measure.final_scores(p, q, k, shift=0.0)
    print("exp of NCE's scores\n", nce.exp().numpy().round(3))
    print("scores of negative sampling\n", negative.numpy().round(3) + 0.0)
    check("NCE ends at log p", (nce - p.log()).abs().max() < 1e-6)
    claim(
        "scores of negative sampling end at log p - log kq: how much more likely than noise",
        (negative - (p / (k * q)).log()).abs().max() < 1e-6,
    )


predict("a pair as likely as noise", where_scores_end)

# %% [markdown] slideshow={"slide_type": "subslide"}
# With $q$ the frequencies of words, $\log \frac{p(c \mid w)}{q(c)}$ is the *pointwise mutual information* (点互信息) of the pair. So skip-gram with
# negative sampling factors a table of it, shifted by $\log k$ (Levy and Goldberg 2014).
#
# And which noise? If words were drawn as they occur, every twelfth noise word would be *the*, which teaches little. In a uniform draw, *donkey* would come
# as often as *the*, although it is hardly ever met.
#
# ### Exercise 5: the noise
# Difficulty 1 of 5, about 4 minutes. The paper's noise lies between the words as they are and a uniform draw: $q(c) \propto \text{count}(c)^{3/4}$.
# `counts` is a tensor of integers, each at least 1; `power` is the exponent, a float. Return the probabilities `(V,)` in float64: float32 has too few
# digits for a sum over many words.
#
# <details><summary>Hint</summary>Power first, then divide by the sum <em>of the powers</em>.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.noise_distribution)
def noise_distribution(counts, power):
    """Return the probability of each word as noise: (V,), float64."""
    ...


# %% tags=["solution"]
def noise_distribution(counts, power):
    weights = counts.double() ** power
    return weights / weights.sum()


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
noise = objectives.NegativeSampling(num_negatives=5).fit(counts)
for power in (1.0, 0.75, 0.0):
    probabilities = noise_distribution(counts, power)
    rare = probabilities[words.index("donkey")]
    print(f"power {power:4}: the {probabilities[0]:.4f}, donkey {rare:.6f}")
gap = (noise.noise_ - noise_distribution(counts, 0.75)).abs().max()
check("bertlab's noise is yours, to 1e-12", gap < 1e-12)
check("as they are, every twelfth word is the", abs(frequency[0] - 1 / 12) < 0.005)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(5, 6)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 6. Learning
#
# We can ask the questions; now the vectors must learn from the answers. The loss of a pair $(w, c)$ with noise words $n_i$ is
# $-\log \sigma(u_c \cdot v_w) - \sum_i \log \sigma(-u_{n_i} \cdot v_w)$. Its derivative with respect to a score is the *error* $e$:
# the probability of *real*, minus 1 for the neighbor, minus 0 for noise. Each word that takes part moves a little:
#
# $$u \leftarrow u - \eta\, e\, v_w \qquad\qquad v_w \leftarrow v_w - \eta \textstyle\sum e\, u$$
#
# The neighbor's error is negative, so it is pulled towards $v_w$. Noise words have positive errors, so they are pushed away.
#
# ### Exercise 6: one step
# Difficulty 4 of 5, about 15 minutes. `inputs` holds the rows $v$ and `outputs` the rows $u$, `(V, D)` each; `center` and `neighbor` are
# indices, `noise` is a list of indices, maybe empty, and `rate` is $\eta$. Return both tables after one step, as a tuple. The arguments stay as they are.
# Skip noise words that are the neighbor, no others; a word drawn twice counts twice. Compute everything from the old tables before anything moves.
#
# <details><summary>Hint 1</summary>Clone both tables; read from the old ones, write to the new ones.</details>
# <details><summary>Hint 2</summary>Loop over the neighbor with label 1 and the noise words with label 0.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.negative_sampling_step)
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


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def both_at_zero():
    inputs, outputs = torch.zeros(2, 8, 4)
    for _ in range(100):
        inputs, outputs = negative_sampling_step(inputs, outputs, 6, 2, [0, 1, 5], rate=0.1)
    largest = max(inputs.abs().max(), outputs.abs().max()).item()
    print("largest number in both tables after 100 steps:", largest)
    check("with both tables at zero nothing is learned", largest == 0)


inputs, outputs = torch.randn(2, 8, 4, dtype=torch.float64)
small, target = objectives.NegativeSampling(5).fit(torch.arange(8, 0, -1)), torch.tensor([2])
asked = small.decisions(target, torch.Generator().manual_seed(3))
yours = negative_sampling_step(inputs, outputs, 6, 2, asked.rows[0, 1:].tolist(), rate=0.1)
found = small.gradients(inputs[[6]], target, outputs, torch.Generator().manual_seed(3))
moved = outputs.index_add(0, found.rows, -0.1 * found.output)
check("bertlab moves the outputs alike (1e-6)", (moved - yours[1]).abs().max() < 1e-6)
inputs.requires_grad_()
objectives.decision_loss(inputs[[6]], outputs, asked).sum().backward()
check("autograd moves the inputs alike", (inputs - 0.1 * inputs.grad - yours[0]).abs().max() < 1e-6)


predict("both tables at zero", both_at_zero)

# %% [markdown] slideshow={"slide_type": "slide"}
# ### The whole of word2vec
#
# One pair at a time is slow in Python, so we take 512 at once, all with the same old tables, and add their steps. There is one trap: if *the*
# takes part in half of them, it would go hundreds of steps at once and overshoot. `bertlab`'s `descend` adds the steps, but moves no row by
# more than the mean of its gradients. The class below is your step for a whole batch. When you have read it, write it from memory.
#
# Then it is trained: three passes over the text, with the subsampling of exercise 2 (a stronger one, so that it takes seconds) and a rate that falls to zero.
# What comes out are *your* vectors, made by your functions. They will work for you at the end of the lesson.


# %% slideshow={"slide_type": "-"}
class SkipGram:
    def __init__(self, counts, size=50):
        self.noise = noise_distribution(counts, 0.75)  # yours
        self.inputs = (torch.rand(len(counts), size).double() - 0.5) / size
        self.outputs = torch.zeros(len(counts), size).double()

    def step(self, centers, neighbors, rate):
        drawn = torch.multinomial(self.noise, 5 * len(centers), replacement=True)
        noise = drawn.view(-1, 5)
        asked = torch.cat([neighbors[:, None], noise], dim=1)  # (B, 6), the neighbor first
        v = self.inputs[centers]  # (B, D)
        u = self.outputs[asked]  # (B, 6, D)
        error = torch.einsum("bkd,bd->bk", u, v).sigmoid()  # the probability of "real"
        error[:, 0] -= 1
        error[:, 1:] *= noise != neighbors[:, None]  # a noise word that is the neighbor: skip
        step_of_v = torch.einsum("bk,bkd->bd", error, u)
        step_of_u = torch.einsum("bk,bd->bkd", error, v)
        descend(self.inputs, centers, step_of_v, rate)
        descend(self.outputs, asked.flatten(), step_of_u.flatten(0, 1), rate)


# %% slideshow={"slide_type": "subslide"}
torch.manual_seed(0)
my_words, my_counts = count_words(sentences, min_count=10)
my_text = encode(sentences, {word: index for index, word in enumerate(my_words)})
stays = keep_probability(my_counts, 1e-4)  # yours
model = SkipGram(my_counts)
for epoch in range(3):
    centers, others = measure.draw_pairs(my_text, stays)  # in random order
    starts = range(0, len(centers), 512)
    for start in starts:
        done = (epoch + start / len(centers)) / 3
        batch = slice(start, start + 512)
        model.step(centers[batch], others[batch], rate=0.2 * (1 - done))
mine = WordVectors(my_words, model.inputs.numpy())
for word in ("moon", "aristotle", "bank"):
    print(word, [neighbor.word for neighbor in mine.neighbors(word, 4)])

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### What the short cuts cost
#
# Two questions about short cuts remain. The first: is it safe to take many pairs at once? In recorded runs (CBOW with negative sampling, three seeds, a
# small vocabulary, validation articles) the sum of the gradients diverges from 1,024 examples a step on. With the limit of `descend`, large
# batches only learn more slowly.
#
# The second: how much worse does a model guess if it looks at 6 or 8 rows of the output table instead of all 789? Both contexts were trained
# with all three objectives, three seeds each, and guess words of test articles. (For negative sampling, part 5 told how to get probabilities back: a softmax over $u_c \cdot v_w + \log q(c)$.)

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
variants = recorded("word2vec_variants")["results"]
sizes = variants["batch_sizes"]
alt = "Perplexity against batch size. The unlimited curve ends early: larger batches diverge."
show(figures.draw_batch_sizes(sizes), alt=alt)
check(
    "with the limit no size diverges, in three seeds", all(None not in s["limited"] for s in sizes)
)
diverged = [s["size"] for s in sizes if None in s["unlimited"]]
check("without it, batches of 1,024 and more do", diverged == [1024, 4096, 16384])


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def six_ways():
    ways, means = variants["six_ways"], {}
    for row in ways:
        means[row["context"], row["objective"]] = np.mean(row["perplexity"])
    touched = {row["objective"]: row["rows_per_example"] for row in ways}
    print("rows for each pair:", ", ".join(f"{name} {n:.1f}" for name, n in touched.items()))
    alt = (
        "Bars of perplexity. Within each context the three objectives differ by a few percent; "
        "skip-gram is near the guess by frequency alone, CBOW well below it."
    )
    show(figures.draw_objectives(ways, variants["unigram"]), alt=alt)
    ratios = [means[c, o] / means[c, "full softmax"] for c, o in means]
    claim("both short cuts guess within 5% of the full softmax, 3 seeds", max(ratios) < 1.05)


predict("two short cuts", six_ways)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 7. Looking at vectors
#
# What did the vectors learn? From here on we look at the recorded run of the opening: skip-gram with a tree, 100 numbers a word, five passes. Two vectors
# are compared by the **cosine** (余弦相似度) of their angle. Pick a word in the bars below. Then try the dot product: what changes?
#
# A hundred dimensions cannot be drawn, but **t-SNE** (van der Maaten and Hinton 2008) places words on paper so that near ones stay near.
# Read it with care: groups mean something, distances between groups do not.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
explore(
    lambda word, measure: figures.draw_neighbors(vectors, word, measure),
    alt=lambda word, measure: f"Bars of the ten words with the largest {measure} to {word}.",
    word=choose(["river", "king", "physics", "hydrogen", "monday", "seven", "he", "computer"]),
    measure=choose(["cosine", "dot product"]),
)

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
kinds = measure.KINDS
alt = (
    "A map of 29 words in five groups that do not mix: countries, days, chemistry, family, numbers."
)
show(word_map.draw_map(vectors, kinds), alt=alt)
strangers = measure.strangers(vectors, kinds)
print(f"nearest neighbor (in 100 dimensions) of another kind: {len(strangers)} of 29 words")
claim("each of 29 words has its nearest neighbor in its own kind", not strangers)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 8. How good are they?
#
# A map shows what we chose to draw. To judge vectors, ask people: WordSim-353 has ratings of how *related* two words are, SimLex-999 of how *alike*.
# Good vectors rank the pairs as people do. **Spearman's rank correlation** (斯皮尔曼等级相关) measures it: 1 is the same order, 0 is chance.
# One more set of vectors stands beside ours: the input table of all-MiniLM-L6-v2, a small BERT, which has read far more text (and differs in more than that: it was trained as a BERT).


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def what_people_say():
    minilm, ours, ahead = bert_word_vectors(minilm_folder()), record["models"][:2], {}
    found = {}
    for name, pairs in (("wordsim353", wordsim353()), ("simlex999", simlex999())):
        same = minilm.score_pairs([pairs[place] for place in record["places"][name]])
        rows = {f"ours: {measure.SHORT[r['objective']]}": r["ours"] for r in ours}
        found[name] = {label: row[f"{name} spearman"] for label, row in rows.items()}
        best = max(found[name]["ours: tree"])
        found[name]["minilm"] = [spearman(same.human, same.cosine)]
        ahead[name] = found[name]["minilm"][0] - best
        means = [f"{label} {np.mean(values):.2f}" for label, values in found[name].items()]
        print(f"{name}:", ", ".join(means))
    alt = "Dots of rank correlations: ours are below 0.4 on both lists, minilm's is far ahead."
    show(figures.draw_people(found), alt=alt)
    tree_seeds, noise_seeds = list(found["wordsim353"].values())[:2][::-1]
    claim(
        "vectors from far more text are ahead by 0.2 or more, on both lists",
        min(ahead.values()) > 0.2,
    )
    check("on WordSim each seed with a tree beats each without", min(tree_seeds) > max(noise_seeds))


record = recorded("word2vec")["results"]
predict("what people say", what_people_say)

# %% [markdown] slideshow={"slide_type": "subslide"}
# Is this weak because our program is bad? **gensim**, which most people use, trained on the same tokens with the same settings (its defaults), five seeds
# each. We fixed the claim before: skip-gram with negative sampling is *not worse than gensim by 0.03*. To show that, draw pairs and seeds with replacement, the same for both, 2,000 times (a
# paired bootstrap). The claim holds if the interval that holds 95% of the differences lies above -0.03.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
alt = (
    "Intervals of the difference to gensim, four models on two lists, with lines at 0 and at -0.03."
)
show(figures.draw_differences(record["models"], margin=-0.03), alt=alt)
low = {}
for name, places in record["places"].items():
    low[name] = record["models"][0]["difference"][name]["low"]
    print(f"{name}: {len(places)} pairs, lower end for the first model {low[name]:.3f}")
claim(
    "skip-gram with negative sampling: not worse than gensim by 0.03, on both lists",
    min(low.values()) > -0.03,
)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### The tree for rare words, noise words for frequent ones?
#
# The page of the released program gives advice that many articles repeat: hierarchical softmax is *better for infrequent words*, negative
# sampling *better for frequent words, better with low dimensional vectors*. We trained skip-gram with both, with vectors of 10 to 300 numbers,
# three seeds each, and asked two judges that were fixed before: people, and minilm (of the ten words that minilm puts nearest to a word, how many are among our ten?).


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def tree_or_noise():
    alt = (
        "The proportion of minilm's neighbors found, against how often a word occurs. The tree is "
        "above noise words, but for the most frequent words with 10 numbers."
    )
    found = measure.agreements(by_size)
    show(figures.draw_bands(found, (10, 100), measure.BANDS), alt=alt)
    lead = {size: measure.leads_by_band(found, size) for size in (10, 30, 100, 300)}
    claim(
        "for words met fewer than 30 times, the tree is ahead at every length, in each of 3 seeds",
        min(values[:2].min() for values in lead.values()) > 0,
    )
    tree, noise = found[10, "hierarchical softmax"][:, 3], found[10, "negative sampling"][:, 3]
    check("with 10 numbers, noise words are ahead for frequent words", noise.min() > tree.max())
    long = min(lead[100].min(), lead[300].min())
    check("with 30 numbers the tree is not, with more it is", lead[30][3] < 0 < long)


by_size = recorded("word2vec_sizes")
rare, frequent = measure.leads_with_people(by_size["results"], "wordsim353")
check("rare pairs: each seed with a tree is ahead at every length", min(rare.values()) > 0)
check("frequent pairs, 10 numbers: the seeds overlap", frequent[10] < 0)
at_30 = [measure.agreements(by_size)[30, name][:, 3].mean() for name in measure.SHORT]
check("frequent words, 30 numbers: the two are level", abs(at_30[0] - at_30[1]) < 0.005)
predict("tree or noise words", tree_or_noise)

# %% [markdown] slideshow={"slide_type": "-"}
# So the advice holds in our small text, with all its parts. The tree leads for rare words. Noise words lead for frequent words, and there only with short
# vectors: with 30 numbers the two are level, with 100 or 300 the tree leads everywhere. People agree about rare words: on the rarer half of WordSim, each seed with
# a tree is ahead at every length. On the more frequent half, with 10 numbers, the seeds overlap.
#
# A likely reason, which we did not measure: every word trains the inner nodes near the root, so even a word that is met five times finds directions there that mean something. The
# output rows of negative sampling start at zero, and most of them move rarely.
#
# Be careful, though. This is skip-gram with gensim's defaults, five passes over a small text, in which most words are rare. At scale, after a
# billion words, noise words won on analogies: 61% right with 15 noise words, 55% with the tree, both with subsampling (Mikolov et al. 2013, *Distributed Representations*, table 1).

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
ask("does the tree help rare words")

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
ask("are the vectors good")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 9. Your vectors at work
#
# Back to the vectors that *you* trained in part 6. First a puzzle for them: which of four words does not belong? The odd one out is the word
# farthest from the mean of all four.


# %% slideshow={"slide_type": "-"}
def odd_one_out(vectors, four):
    rows = torch.stack([torch.tensor(vectors[word]) for word in four])
    unit = rows / rows.norm(dim=1, keepdim=True)
    closeness = unit @ unit.mean(dim=0)
    return four[int(closeness.argmin())]


for four in ("father wife carbon son", "orbit moon israel spacecraft", "music poetry songs acid"):
    print(f"{four:30s} -> {odd_one_out(mine, four.split())}")

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
puzzles = measure.four_words(kinds, 500, mine)
solved = [odd_one_out(mine, four) == odd for four, odd in puzzles]
print(f"500 puzzles from the map's words: {np.mean(solved):.0%} solved; by chance 25%")
check("most puzzles are solved", np.mean(solved) > 0.8)

# %% [markdown] slideshow={"slide_type": "-"}
# Now play (the controls need a running kernel): four words of your own, a neighbor that surprises you, an analogy. In an **analogy** (类比) *a is to b as c is to ?*, the
# answer is the word nearest to $b - a + c$. Try yours against the recorded vectors and against minilm.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
minilm = bert_word_vectors(minilm_folder())
SOURCES = {"yours": mine, "recorded": vectors, "minilm": minilm}


def answers(source, word, four, analogy):
    return figures.answers_page(SOURCES[source], word, four, analogy, odd_one_out)


explore(
    answers,
    alt=lambda source, word, four, analogy: f"Answers of {source}: {word}; {four}; {analogy}.",
    source=choose(list(SOURCES)),
    word=typed("apollo", label="near to"),
    four=typed("france river spain britain", label="odd one"),
    analogy=typed("france french spain", label="analogy"),
)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
family = [question for question in analogies() if question.section == "family"]
for name, source in SOURCES.items():
    right, asked_of_it = source.answer(family)
    print(f"{name:9s} {right:3d} right of {asked_of_it} questions with known words")

# %% [markdown] slideshow={"slide_type": "-"}
# Analogies made word2vec famous: *man* is to *woman* as *king* is to *queen*. Above are the answers to the questions of the released program about family words.
# *Spanish* was a lucky choice of ours: with so little text, most analogies fail. Neighbors come early, analogies late. At scale they work: Mikolov et al. (2013, *Distributed Representations*, table 1) report 61% of all
# analogies right for skip-gram with 15 noise words, after a billion words of news.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 10. The same with gensim
#
# At work you will type this. The names of the settings are now yours: `sg` chooses skip-gram or CBOW, `hs` the tree, `negative` the number of noise words. It keeps
# the same vocabulary as you did, and finds the same odd word. Also useful: `at_work.wv.most_similar("moon")`, and for an analogy
# `at_work.wv.most_similar(positive=["king", "woman"], negative=["man"])`.

# %% slideshow={"slide_type": "-"}
at_work = gensim.models.Word2Vec(
    sentences,
    vector_size=50,
    window=5,
    min_count=10,
    sg=1,  # 1: skip-gram, 0: CBOW
    hs=0,  # 1: hierarchical softmax
    negative=5,
    ns_exponent=0.75,
    sample=1e-4,
    alpha=0.1,
    epochs=3,
    workers=1,
    seed=1,
)
print(at_work.wv.doesnt_match(["father", "wife", "carbon", "son"]))

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
theirs = [word for word, _ in at_work.wv.most_similar("moon", topn=10)]
yours_of_moon = [neighbor.word for neighbor in mine.neighbors("moon", 10)]
both = len(set(theirs) & set(yours_of_moon))
check("gensim has the vocabulary of ours", set(at_work.wv.index_to_key) == set(my_words))
check(
    "gensim finds the odd one, too",
    at_work.wv.doesnt_match(["father", "carbon", "son"]) == "carbon",
)
check("at least 3 of the 10 nearest to moon are the same", both >= 3)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Myth check
#
# 1. *"Skip-gram makes the cosine of neighbors large."* Cosine is how vectors are compared afterwards. The loss has a dot product, of rows of two different tables.
#    Test: a loss with a cosine could only *turn* a vector; its gradient would have no part along the vector. The gradient of the dot product has one, and after training, vectors are much longer than before.
# 2. *"Negatives come from outside the context."* You can read that noise words are words that do not stand in the window. Let us count.


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def noise_in_the_window():
    drawn = measure.noise_in_windows(sentences[:4000], words, counts)
    print(f"{drawn.number:,} noise words: {drawn.skipped:.1%} are the word to guess, skipped;")
    print(f"another {drawn.inside:.1%} stand in the same window, and are pushed away all the same")
    check("of the noise words, 3% stand in the window", abs(drawn.inside - 0.03) < 0.005)
    along = measure.gradient_along()
    stretched = np.linalg.norm(vectors.vectors, axis=1).mean()
    print(
        f"mean length of a vector: {stretched:.2f} after training, {math.sqrt(1 / 300):.2f} before"
    )
    check(
        "the loss stretches vectors, a cosine cannot",
        along["dot product"] > 0.1 > 1e-6 > along["cosine"],
    )
    check("training stretched the vectors", stretched > 10 * math.sqrt(1 / 300))


predict("noise in the window", noise_in_the_window)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(4, 7, 8)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Recap
#
# - A word is known by its company. Windows make examples out of text: skip-gram guesses the neighbors one by one, CBOW guesses the middle from their mean.
# - A score is a dot product of an input row and an output row. A full softmax needs all rows, for every guess.
# - Hierarchical softmax asks the inner nodes on one path. Its tree is a Huffman code, so frequent words are cheap.
# - Negative sampling asks $1 + k$ yes-or-no questions. Its scores become log-ratios, not probabilities.
# - Judge vectors by people's ratings, with several seeds and an interval. On a small text they agree weakly, whoever trains them.
# - There is one vector a word, wherever it stands: *bank* has one, for the Gaza news and for the Reserve Bank alike.
#
# Next: **04. Words in context: ELMo**, where a word's vector depends on its sentence.

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Terms
#
# | English | 中文 | in one line |
# |---|---|---|
# | word vector (embedding) | 词向量（词嵌入） | the row of numbers that stands for a word |
# | distributional hypothesis | 分布假说 | words in the same contexts tend to mean similar things |
# | bag of words | 词袋 | which words occur, without their order |
# | window | 上下文窗口 | the words at most so many places away |
# | skip-gram | 跳字模型 | see the word in the middle, guess a neighbor |
# | CBOW (continuous bag of words) | 连续词袋模型 | see the mean of the neighbors, guess the middle |
# | subsampling | 高频词下采样 | dropping some occurrences of frequent words |
# | hierarchical softmax | 层次 softmax | a guess as a walk down a binary tree |
# | Huffman code | 霍夫曼编码 | turns from root to leaf; frequent words need few |
# | negative sampling | 负采样 | tell the right word from some noise words |
# | noise-contrastive estimation (NCE) | 噪声对比估计 | the method that negative sampling simplifies |
# | rank correlation | 等级相关 | do two lists put things in the same order? |
# | analogy | 类比 | *a* is to *b* as *c* is to ? |

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Further reading
#
# - Tomas Mikolov, Kai Chen, Greg Corrado and Jeffrey Dean (2013). *Efficient Estimation of Word Representations in Vector Space.* ICLR Workshop.
# - Tomas Mikolov, Ilya Sutskever, Kai Chen, Greg Corrado and Jeffrey Dean (2013). *Distributed Representations of Words and Phrases and their Compositionality.* NIPS.
# - Gerard Salton, Anita Wong and Chung-Shu Yang (1975). *A Vector Space Model for Automatic Indexing.* Communications of the ACM.
# - Peter D. Turney and Patrick Pantel (2010). *From Frequency to Meaning: Vector Space Models of Semantics.* Journal of Artificial Intelligence Research. (Names the bag-of-words and the distributional hypothesis.)
# - Tomas Mikolov and others (2013). *word2vec: Tool for computing continuous distributed representations of words.* The page of the released program, with its advice on settings (Google Code Archive).
# - Frederic Morin and Yoshua Bengio (2005). *Hierarchical Probabilistic Neural Network Language Model.* AISTATS.
# - Michael U. Gutmann and Aapo Hyvärinen (2010). *Noise-Contrastive Estimation: A New Estimation Principle for Unnormalized Statistical Models.* AISTATS.
# - Omer Levy and Yoav Goldberg (2014). *Neural Word Embedding as Implicit Matrix Factorization.* NIPS.
# - Omer Levy and Yoav Goldberg (2014). *Linguistic Regularities in Sparse and Explicit Word Representations.* CoNLL.
# - Ozan İrsoy, Adrian Benton and Karl Stratos (2021). *Corrected CBOW Performs as well as Skip-gram.* Workshop on Insights from Negative Results in NLP. (The released program gives each word of a CBOW window the whole gradient of their mean. So does `bertlab`, to be comparable.)
# - Claude E. Shannon (1948). *A Mathematical Theory of Communication.* Bell System Technical Journal.
# - David A. Huffman (1952). *A Method for the Construction of Minimum-Redundancy Codes.* Proceedings of the IRE.
# - Thomas M. Cover and Joy A. Thomas (2006). *Elements of Information Theory*, chapter 5. Wiley.
# - Lev Finkelstein, Evgeniy Gabrilovich, Yossi Matias, Ehud Rivlin, Zach Solan, Gadi Wolfman and Eytan Ruppin (2002). *Placing Search in Context: The Concept Revisited.* ACM Transactions on Information Systems.
# - Felix Hill, Roi Reichart and Anna Korhonen (2015). *SimLex-999: Evaluating Semantic Models with (Genuine) Similarity Estimation.* Computational Linguistics.
# - Zellig S. Harris (1954). *Distributional Structure.* Word. John R. Firth (1957). *A Synopsis of Linguistic Theory, 1930-1955.* Studies in Linguistic Analysis.
# - Laurens van der Maaten and Geoffrey Hinton (2008). *Visualizing Data using t-SNE.* Journal of Machine Learning Research.
