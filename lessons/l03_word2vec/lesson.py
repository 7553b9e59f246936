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
# > *You shall know a word by the company it keeps.* (J. R. Firth, 1957; *company*, 同伴: here the words around a word)
#
# Which word is nearest in meaning to *bank*: *money*, or *river*? A program without a dictionary has read 78 Wikipedia articles and 300 news stories.
# Its one task was to guess which words occur near each other. Then we asked it about *moon*, *aristotle* and *bank*.
#
# **At the end you can**
#
# - turn a text into pairs for skip-gram, and a window into one mean for CBOW;
# - score a guess in three ways: a full softmax, a walk down a Huffman tree, yes-or-no questions about random words;
# - write word2vec's training step in twenty lines, and train your own vectors in seconds;
# - tell two kinds of nearness apart: standing beside each other, and keeping the same company;
# - judge word vectors by human ratings;
# - let your vectors answer: nearest words, analogies, and the odd one out.
#
# **Time** 80 minutes in class, and 58 for the exercises; a good place for a break is after section 5. **Difficulty** 3 of 5. **Before this**: lesson 02 (look-ups, softmax and what it costs).

# %% tags=["bootstrap"] slideshow={"slide_type": "skip"}
# (generated)

# %% tags=["setup"] slideshow={"slide_type": "skip"}
import lessons.l03_word2vec.company as company
import lessons.l03_word2vec.comparisons as comparisons
import lessons.l03_word2vec.people as people
from lessons.l03_word2vec import ask, diagrams, exercises, figures, measure, predict, quiz, tasks
from lessons.l03_word2vec.company import both_lists, draw_pairs
from lessons.l03_word2vec.experiments.word2vec import kept_vectors, training_sentences

import math

import gensim
import numpy as np
import torch

import bertlab.predecessors.word2vec.objectives as objectives
from bertlab.datasets import analogies, lee, minilm_folder, simlex999, wiki, wordsim353
from bertlab.predecessors.word2vec import WordVectors, bert_word_vectors
from bertlab.predecessors.word2vec.examples import count_words, encode, neighbors
from bertlab.predecessors.word2vec.huffman import entropy_bits, huffman_tree
from bertlab.predecessors.word2vec.model import descend
from workbook.basics import begin_lesson, check, choose, claim, exercise, explore, recorded, show
from workbook.basics import text as typed

begin_lesson(num_threads=1)  # small operations: a second thread only waits
sentences = training_sentences()  # Wikipedia's training articles and some news, words only
vectors = kept_vectors()  # a recorded run: skip-gram with a tree, 100 numbers per word, five passes

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
opening = {word: vectors.neighbors(word, 5) for word in ("moon", "aristotle", "bank")}
nearest = {word: [neighbor.word for neighbor in found] for word, found in opening.items()}
title = f"Nearest to “bank” is neither money\nnor river: it is “{nearest['bank'][0]}”"
alt = "Bars of the five nearest words by cosine. " + " ".join(
    f"{word}: {', '.join(found)}." for word, found in nearest.items()
)
show(figures.draw_nearest(opening, title, marked="bank"), alt=alt)
bank_sentences = [" ".join(sentence) for sentence in sentences if "bank" in sentence]
west_bank = sum("west bank" in sentence for sentence in bank_sentences)
print(f"{len(bank_sentences)} sentences with bank,\n{west_bank} of them with West Bank")
check(
    "strip and gaza are nearest to bank; lunar, plato",
    nearest["bank"][:2] == ["strip", "gaza"]
    and nearest["moon"][0] == "lunar"
    and "plato" in nearest["aristotle"],
)
check("31 of 73 are West Bank", (west_bank, len(bank_sentences)) == (31, 73))
check("78 articles and 300 stories", (len(wiki().train), len(lee().background)) == (78, 300))

# %% [markdown] slideshow={"slide_type": "-"}
# *Lunar* fits *moon*, and *schopenhauer* and *plato* are philosophers like *aristotle*. (The **cosine**, 余弦相似度, is 1 if
# two vectors point the same way.) But for *bank* the program says *strip* and *gaza*, as in *Gaza Strip*. It is right about what it read: 31 of the 73 sentences with *bank*
# are about the *West Bank*, which the news names together with the Gaza Strip. Nobody told it what a word means; it only saw each word's company.
#
# You build a sister of this program, with the same text and task, but a simpler way to score guesses. In section 7 you ask it the same questions.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 1. A word and its company
#
# The model of lesson 02 learned word vectors on the way to something else, and slowly. word2vec (Mikolov and others 2013: two papers and a program) keeps only the
# vectors. One old idea stands behind it: words in the same contexts mean similar things (**distributional hypothesis**, 分布假说; Harris 1954, Firth 1957).
# (For whole texts there is the *bag-of-words hypothesis*: the words, in any order, tell the topic. So near vectors of counts mean similar topics: the *vector space model*, Salton et al. 1975.)
#
# So the company becomes a task. Slide a *window* over the text. **Skip-gram** (跳字模型) sees the word in the middle and guesses each neighbor.
# **CBOW** (continuous bag of words, 连续词袋模型) sees all neighbors at once and guesses the middle. Nobody needs the
# guesses: we want the vectors that make them possible.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
sentence = ["the", "old", "king", "rules", "his", "land"]
alt = (
    "The sentence twice. In skip-gram, arrows lead from 'king' to two words on either side; in CBOW "
    "they lead from these words to 'king'."
)
show(diagrams.windows(sentence, place=2, window=2), alt=alt)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 1: the pairs of skip-gram
# Difficulty 1 of 5, about 6 minutes. `words` is a list of strings. Return the list of pairs (word, neighbor), word by word, neighbors
# from left to right. A neighbor is at most `window` places away, on either side. Example: `["the", "old", "king"]` with window 1 gives
# `[("the", "old"), ("old", "the"), ("old", "king"), ("king", "old")]`. A list of one word, or of none, gives `[]`; equal pairs are all kept.
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


# %% [markdown] slideshow={"slide_type": "slide"}
# ## 2. Too much of the same
#
# Now every word has its company. But *the* occurs beside everything: it tells little and fills most windows. So word2vec drops occurrences of frequent words at random (**subsampling**, 高频词下采样). If $f$ is the word's
# proportion of the text, an occurrence stays with probability $\sqrt{t/f} + t/f$, at most 1. The threshold $t$ is a setting;
# gensim's default is 0.001. (The second paper prints only $\sqrt{t/f}$; the released program adds $t/f$, and so does gensim.)
#
# ### Exercise 2: who stays
# Difficulty 2 of 5, about 4 minutes. `counts` `(V,)` holds the count of each word, as integers, each at least 1; `sample` is $t$. Return the
# probabilities `(V,)` in float64. Example: counts 90 and 10 with $t$ = 0.1 give 0.44 and 1.
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
    print(f"the: {frequency[0]:.1%} of the text,\n{keep[0]:.0%} of its occurrences stay")
    print(f"all words together: {frequency @ keep:.0%} stay")
    alt = "Before, the window of king holds title, of, of, albania; after, took, title, albania, february."
    show(diagrams.subsampled(title_of_king[1:], stayed[1:], place=4, window=2), alt=alt)
    check("of the, an eighth stays", abs(keep[0] - 1 / 8) < 0.01)
    check("words rarer than 1 in 400 always stay", (keep[frequency < 1 / 400] == 1).all())


title_of_king = ["he", "took", "the", "title", "of", "king", "of", "albania", "in", "february"]
stayed = [word not in ("the", "of", "in") for word in title_of_king]
low = keep[[words.index(word) for word in title_of_king]] < 0.25
check("the sentence is in our text", title_of_king in sentences)
check("what is dropped here seldom stays", low.tolist() == [not one for one in stayed])
predict("who stays", who_stays)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 3. A guess is a dot product
#
# Now we need a model. Every word has **two** vectors: a row $v_w$ of the input table for when it is seen, and a row $u_c$ of the
# output table for when it is guessed. The score of a guess is the dot product $u_c \cdot v_w$, and a softmax makes it a probability:
#
# $$p(c \mid w) = \frac{\exp(u_c \cdot v_w)}{\sum_{c'} \exp(u_{c'} \cdot v_w)}$$
#
# That is all: no hidden layer, no bias, no word order. Here is one guess in a loop: what occurs beside *king*?

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

# %% [markdown] slideshow={"slide_type": "subslide"}
# In CBOW, the mean of the neighbors' vectors takes the place of $v_w$. The picture after your function shows one guess, with $V = 5$ words and $D = 2$ numbers a vector.
# *King* is the word to guess, so only the other $C = 4$ words are looked up.
#
# ### Exercise 3: what CBOW sees
# Difficulty 2 of 5, about 6 minutes. `context` `(B, C)` has a row of word indices for each example. At the edge of a sentence neighbors are
# missing, so -1, at any place, means *no word*. Return for each row the mean of its words' rows of `vectors` `(V, D)`: a tensor `(B, D)` of the same dtype. So for the
# row `[3, -1, 3, 1]` add row 3 twice and row 1 once, and divide by 3. Every row has at least one word.
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


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
vocabulary = ["the", "old", "king", "rules", "his"]
seen = torch.tensor([[0.0, 1.0], [2.0, 1.0], [0.5, -1.0], [1.0, 2.0], [1.0, 0.0]])
guessed = torch.tensor([[0.5, -0.5], [0.0, 0.5], [1.0, 1.0], [1.0, -0.5], [-0.5, 0.5]])
alt = (
    "Four of five input rows become their mean, (1, 1). With five output rows it gives the scores "
    "0, 0.5, 2, 0.5, 0; in the bars of their softmax 'king' has the largest probability."
)
show(diagrams.cbow(vocabulary, seen, guessed, middle=2), alt=alt)

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
around_king = torch.tensor([[0, 1, 3, 4]])  # the, old, rules, his
[your_mean] = context_mean(seen, around_king).tolist()
print("context_mean, in the picture:", your_mean)
check("the mean of the picture", your_mean == [1.0, 1.0])
softmax = objectives.FullSoftmax().fit(torch.tensor([4, 3, 2, 1]))
ours = softmax.log_probability(v_king.expand(4, 2), torch.arange(4), u).exp()
same_pairs = neighbors(
    encode([sentence], {word: i for i, word in enumerate(sentence)}), torch.full((6,), 2)
)
check(
    "bertlab makes the same pairs",
    int((same_pairs >= 0).sum()) == len(skip_gram_pairs(sentence, 2)),
)
check("bertlab's full softmax does, too", (ours - by_loop).abs().max() < 1e-6)
everything = encode(sentences, {word: index for index, word in enumerate(words)})
full_windows = neighbors(everything, reach=torch.full(everything.ids.shape, 5))
num_pairs = int((full_windows >= 0).sum())
print(f"window 5: {num_pairs:,} pairs in one pass")
num_seen = int((full_windows >= 0).any(dim=1).sum())
print(f"{num_seen:,} words seen x {len(words):,} rows\n= {num_seen * len(words):,} dot products")
check("over two billion dot products", num_seen * len(words) > 2e9)

# %% [markdown] slideshow={"slide_type": "subslide"}
# What does this cost? The softmax's denominator sums over *all* $V$ words, each with a dot product of $D$ numbers: $V \times D$ multiplications. In skip-gram, all neighbors of one word share this sum. Even so, one pass over our small text takes nearly three billion dot products, nearly all about absent words.
#
# Two tricks made word2vec fast: a tree of words, and an easier question.
#
# Which model do we train? Skip-gram, because it makes an example from each neighbor, and CBOW only one from each window. So a small text gives it more examples. Your `context_mean` comes back in section 7.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 4. Hierarchical softmax: a walk down a tree
#
# Put the words at the leaves of a binary tree, and give each *inner node* $n$ a vector $u_n$. At each node the model turns left or right, with a probability made of a score.
# The **sigmoid** $\sigma(s) = 1/(1 + e^{-s})$ squeezes any score between 0 and 1, and $\sigma(-s) = 1 - \sigma(s)$. Left has probability
# $\sigma(u_n \cdot v_w)$, and right $1 - \sigma(u_n \cdot v_w)$. A word's probability is the product of these along its path (**hierarchical softmax**, 层次 softmax).
#
# Which tree? **Huffman's** (霍夫曼编码): join the two rarest nodes into one, whose count is their sum, until one node is left. So frequent words are joined last, near the
# root. The program of the opening used such a tree.
#
# Here is the tree of eight words. Follow the blue nodes to *he*: five turns, where a balanced tree takes three. But *the* is one turn away, and comes sixteen times as often.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
few = ["the", "of", "and", "in", "is", "he", "war", "king"]
few_counts = [int(counts[words.index(word)]) for word in few]
tree = huffman_tree(few_counts)
turns = [len(code) for code in tree.codes]
alt = "A binary tree of eight words: " + ", ".join(
    f"{word} after {number}" for word, number in zip(few, turns, strict=True)
)
show(diagrams.huffman(tree, few, few_counts, goal="he"), alt=f"{alt} turns.")
check("no word has a longer code than a rarer one", turns == sorted(turns))
mean_turns = np.dot(few_counts, turns) / sum(few_counts)
print(f"mean of all occurrences: {mean_turns:.1f} turns, not 3")
check(
    "he has five turns, and comes a sixteenth as often as the",
    (turns[few.index("he")], round(few_counts[0] / few_counts[few.index("he")])) == (5, 16),
)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Whose vector stands in each turn?** That of the word that is *seen*, $v_w$. The word to guess only chooses the path, so as a target it has no vector of its own here.
#
# At each node, left and right divide what has arrived, so all words together should have probability 1.
#
# ### Exercise 4: the probability of a word
# Difficulty 2 of 5, about 8 minutes. `path` is a list of the inner nodes' numbers from the root on, `code` a list of the turn at each: 0 is left, 1
# is right. Return the word's probability as a Python float: `hidden` `(D,)` is $v_w$, and row $n$ of `nodes` is $u_n$. A path has at least one turn. Example: in the tree above, *of* has the path `[6, 5, 4]` and the code `[0, 0, 0]`, and *he* has `[6, 5, 3, 2, 1]` and `[0, 1, 1, 1, 0]`.
#
# <details><summary>Hint 1</summary>The probability of left is <code>(nodes[n] @ hidden).sigmoid()</code>. The two together are 1.</details>
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


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
v_seen, nodes = torch.randn(3), torch.randn(7, 3)
ways = [(list(path), list(code)) for path, code in zip(tree.paths, tree.codes, strict=True)]
walked = torch.tensor([hierarchical_probability(v_seen, nodes, *way) for way in ways])
walk = objectives.HierarchicalSoftmax().fit(torch.tensor(few_counts))
ours = walk.log_probability(v_seen.expand(8, 3), torch.arange(8), nodes).exp()
print(f"the eight probabilities: sum {walked.sum():.3f}")
check("all words together have probability 1", abs(walked.sum() - 1) < 1e-6)
by_word = dict(zip(few, ways, strict=True))
told = {"of": ([6, 5, 4], [0, 0, 0]), "he": ([6, 5, 3, 2, 1], [0, 1, 1, 1, 0])}
check("the two paths of the exercise", all(by_word[word] == way for word, way in told.items()))
check("bertlab's walk gives the same to 1e-6", (ours - walked).abs().max() < 1e-6)


def turns_of_a_guess():
    lengths = torch.tensor([len(code) for code in huffman_tree(counts.tolist()).codes])
    length = (frequency @ lengths.double()).item()
    print(f"{len(words):,} words, {length:.1f} turns on average")
    claim("in a Huffman tree, a word of our text is under 10 turns away on average", length < 10)


predict("turns of a guess", turns_of_a_guess)

# %% [markdown] slideshow={"slide_type": "notes"}
# *Instructor:* before the tree is shown, let the class build it on the board from eight counts. Two minutes. Then ask for the code of the rarest word, and for
# its length in a balanced tree. Somebody will ask whether neighbors in the tree are alike: they are alike in frequency only.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(1, 2)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 5. Negative sampling: is this word real?
#
# The tree still asks *which word is it?* **Negative sampling** (负采样) asks something easier. For each real neighbor, draw $k$ words from
# a noise distribution $q$. Then ask of each of these $1 + k$ words: did it come from the text? *Yes* gets the probability $\sigma(u_c \cdot v_w)$,
# with the sigmoid of section 4, $\sigma(s) = 1/(1 + e^{-s})$.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
alt = (
    "The vector of 'king' meets the output vectors of five words. For 'rules', the right answer is "
    "1, real; for four drawn words it is 0."
)
picture = diagrams.negative_sampling("king", "rules", ["of", "engine", "the", "donkey"])
show(picture, alt=alt)

# %% [markdown] slideshow={"slide_type": "subslide"}
# The sum over all words is gone. The price is that a softmax of the scores no longer gives $p(c \mid w)$. If the vectors have enough numbers and training goes on to the end, a score is the logarithm
# of a ratio: how often the pair occurs, over how often it is drawn as noise (see the appendix).
#
# Which noise? If words were drawn as often as they occur, every twelfth would be *the*, which teaches little. In a uniform draw, nearly every
# noise word is rare and easy to tell, and frequent words are hardly ever pushed. The second paper chooses a middle way: counts to the power 3/4.
#
# ### Exercise 5: the noise
# Difficulty 1 of 5, about 3 minutes. `counts` is a tensor of integers, each at least 1; `power` is the exponent, a float. Return the
# probabilities `(V,)` in float64. Counts 1 and 16 with power 0.75 give 1/9 and 8/9. The lines below your function also count what the two tricks save in one pass over our text.
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
lengths = torch.tensor([len(code) for code in huffman_tree(counts.tolist()).codes])
probabilities = noise_distribution(counts, 0.75)
for word in ("the", "donkey"):
    print(f"{word}: 1 noise word in {1 / probabilities[words.index(word)]:,.0f}")
in_a_pass = {
    "full softmax": num_seen * len(words),  # once for each word that is seen
    "tree": int(lengths[full_windows[full_windows >= 0]].sum()),  # for each pair its turns
    "negatives": num_pairs * (1 + 5),  # for each pair its questions
}
print("dot products in one pass, in millions")
for name, number in in_a_pass.items():
    print(f"  {name:13s}{number / 1e6:6,.0f}")
gap = (noise.noise_ - probabilities).abs().max()
check("bertlab's noise is yours, to 1e-12", gap < 1e-12)
check("as they are, every twelfth word is the", abs(frequency[0] - 1 / 12) < 0.005)
check(
    "a pass with a tree takes under 2% of a full softmax's dot products, with noise less",
    in_a_pass["negatives"] < in_a_pass["tree"] < 0.02 * in_a_pass["full softmax"],
)

# %% [markdown] slideshow={"slide_type": "subslide"}
# So both tricks save about 99% of the dot products.
#
# Nobody asks whether a noise word stands in the window: the picture above has *the* as noise for *king*, and section 1 has it in the window. Only a noise word that is the very word to guess is skipped.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 6. Learning
#
# Now the vectors must learn from the answers. The loss of a pair $(w, c)$ with noise words $n_i$ is
# $-\log \sigma(u_c \cdot v_w) - \sum_i \log \sigma(-u_{n_i} \cdot v_w)$. It is small if the neighbor gets a *yes* and the noise a *no*. How does it change with one score $s = u \cdot v_w$? Since $\sigma'(s) = \sigma(s)\,(1 - \sigma(s))$,
#
# $$\frac{d}{ds}\big(-\log \sigma(s)\big) = \sigma(s) - 1$$
# $$\frac{d}{ds}\big(-\log \sigma(-s)\big) = \sigma(s)$$
#
# The first is for the neighbor, the second for noise. So the **error** $e$ is what the model says minus what is true (1 or 0), as in lesson 02.
#
# The derivative of $s$ is $v_w$ with respect to $u$, and $u$ with respect to $v_w$. So each word $j$ that is asked about moves its row $u_j$, and the seen word moves its row $v_w$:
#
# $$u_j \leftarrow u_j - \eta\, e_j\, v_w$$
# $$v_w \leftarrow v_w - \eta \textstyle\sum_j e_j\, u_j$$
#
# Suppose that the text has *West Bank*, and the noise is *music* and *engine*. The error of *west* is negative, so it is pulled along $v$ of *bank*.
# The errors of the noise words are positive, so they are pushed away. *West* scored high already and hardly moves. *Music* scored high, too, but wrongly, so it gets the longest push. *Bank* takes the sum of three steps, one for each word (thin arrows).

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
v, u = torch.tensor([1.6, 0.8]), torch.tensor([[0.3, 1.5], [1.2, -0.7], [-0.9, 1.0]])
after = measure.one_step(v, u, torch.tensor([1.0, 0.0, 0.0]), rate=0.8)
alt = (
    "Arrows: west moves a little along v of bank, music moves far the other way, engine less far. "
    "Three thin arrows, end to end, make up the step of bank."
)
show(figures.draw_step(["bank", "west", "music", "engine"], (v, u), after), alt=alt)
check("west is pulled, noise is pushed", ((after[1] - u) @ v * torch.tensor([1, -1, -1]) > 0).all())

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Your task: who is asked, and how wrong is the answer?
# About 5 minutes, difficulty 3 of 5. `inputs` holds the rows $v$ and `outputs` the rows $u$, `(V, D)` each; `center` and `neighbor` are
# indices, and `noise` is a list of indices. Return a list of pairs (word, error), each error a float: the neighbor first, then the noise as it was drawn. With neighbor 2 and noise `[5, 2, 5]`, skip the
# 2, because it is the neighbor, and list 5 twice. The test tells you what is wrong; until it is right, the lesson goes on with ours.
#
# <details><summary>Hint</summary>Whose row is in <code>inputs</code>: that of the word that is seen, or of the word that is asked about?</details>


# %% slideshow={"slide_type": "-"}
@exercise(exercises.errors)
def errors(inputs, outputs, center, neighbor, noise):
    """Return a list of pairs (word, error)."""
    ...


# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 6: one step
# Difficulty 4 of 5, about 10 minutes. The arguments are those of `errors`, which you can call, and `rate` is $\eta$. Return both tables after one step, as a tuple; do not change the old ones. Compute every
# error and step from the *old* tables. A word listed twice moves twice. Example: $v$ = (1, 0), $\eta$ = 1, and zero rows for neighbor and noise: these become (0.5, 0) and (-0.5, 0), and $v$ stays.
#
# <details><summary>Hint 1</summary>Clone both tables; read from the old ones, write to the new ones.</details>
# <details><summary>Hint 2</summary>Go through the pairs of <code>errors</code>: each moves one row of the outputs, and adds its part to the step of the center.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.negative_sampling_step)
def negative_sampling_step(inputs, outputs, center, neighbor, noise, rate):
    """Return (inputs, outputs), both (V, D), after one step of gradient descent."""
    ...


# %% tags=["solution"]
def negative_sampling_step(inputs, outputs, center, neighbor, noise, rate):
    new_inputs, new_outputs = inputs.clone(), outputs.clone()
    asked = [(neighbor, 1.0), *((word, 0.0) for word in noise if word != neighbor)]
    for word, label in asked:  # what errors() returns, written out
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
    print("largest number after 100 steps:", largest)
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
print("negative_sampling_step follows\nPyTorch's gradient: equal to 1e-6")
check("autograd moves the inputs alike", (inputs - 0.1 * inputs.grad - yours[0]).abs().max() < 1e-6)


predict("both tables at zero", both_at_zero)

# %% [markdown] slideshow={"slide_type": "slide"}
# ### Find the bug: the whole of word2vec
# About 5 minutes. One pair at a time is slow in Python, so we take 512 at once. But if *the*
# takes part in half of them, the sum of its steps overshoots, because all start at the same place. So `descend` adds the $n$ steps of a row only while $n$ times the rate is at most 1.
# Otherwise, the row takes the mean gradient with rate 1:
#
# ```python
# times = torch.bincount(rows, minlength=len(table))  # how often each row occurs
# rates = (1 / times).clamp(max=rate)
# table.index_add_(0, rows, -rates[rows][:, None] * gradients)
# ```
#
# A friend wrote your step for a whole batch. It runs without an error message, but **one line is missing**. Compare it with exercise 6, add the line, and run the
# cell until the test says that the step is right. If you leave it, the lesson goes on with ours. Then train it on the whole text, in the cell after it.
#
# <details><summary>Hint</summary>What is the error of the real neighbor? It stands in the first column.</details>
# <details><summary>Answer</summary>After the line that computes <code>error</code>: <code>error[:, 0] -= 1</code></details>


# %% slideshow={"slide_type": "subslide"}
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
        error = torch.einsum("bkd,bd->bk", u, v).sigmoid()  # (B, 6): the probability of "real"
        error[:, 1:] *= noise != neighbors[:, None]  # a noise word that is the neighbor: skip
        step_of_v = torch.einsum("bk,bkd->bd", error, u)  # (B, D): the sum over the 6
        step_of_u = torch.einsum("bk,bd->bkd", error, v)  # (B, 6, D): one for each row
        descend(self.inputs, centers, step_of_v, rate)
        descend(self.outputs, asked.flatten(), step_of_u.flatten(0, 1), rate)


SkipGram = tasks.repaired(SkipGram)


# %% slideshow={"slide_type": "subslide"}
def train(sentences):
    """Go over the text three times, with a rate that falls to zero."""
    torch.manual_seed(0)
    words, counts = count_words(sentences, min_count=10)  # only words that occur ten times or more
    text = encode(sentences, {word: index for index, word in enumerate(words)})
    stays = keep_probability(counts, 1e-4)  # yours, with a small t, so that it takes seconds
    model = SkipGram(counts)
    for epoch in range(3):
        # your pairs, with window 5; each word draws a window size from 1 to 5 and keeps what is
        # inside, so near neighbors are seen more often than far ones
        centers, others = draw_pairs(text, stays, skip_gram_pairs)  # in random order
        for start in range(0, len(centers), 512):
            done = (epoch + start / len(centers)) / 3
            batch = slice(start, start + 512)
            model.step(centers[batch], others[batch], rate=0.2 * (1 - done))
    return words, model


my_words, model = train(sentences)
mine = WordVectors(my_words, model.inputs.numpy())
print(f"{len(my_words):,} words, a row of 50 numbers for each")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 7. Looking at vectors
#
# Now ask your program what we asked ours: which word is nearest to *bank*?
#
# ### Your task: the nearest words
# About 6 minutes, difficulty 3 of 5. `words` are the words of the vocabulary, and row i of `vectors` `(V, D)` is the vector of word i. Return the `number` words whose vectors have the largest cosine with that of `word`, the nearest
# first. The word itself does not count. The test tells you what is wrong; until it is right, the lesson goes on with ours.
#
# <details><summary>Hint 1</summary>A cosine is the dot product of two vectors of length 1.</details>
# <details><summary>Hint 2</summary><code>argsort(descending=True)</code> gives the places of the numbers, the largest first.</details>


# %% slideshow={"slide_type": "-"}
@exercise(exercises.nearest_words)
def nearest_words(words, vectors, word, number):
    """Return the words nearest to a word, as a list of strings."""
    ...


for word in ("moon", "aristotle", "bank"):
    print(f"{word}: {', '.join(nearest_words(my_words, model.inputs, word, 3))}")

# %% [markdown] slideshow={"slide_type": "subslide"}
# *Lm* is the **l**unar **m**odule of the Apollo crews. And *bank* is again the *bank* of the
# news: after *palestinian* comes *reserve*, as in *Reserve Bank*. One vector has to hold both.
#
# But you trained *v of one word* to fit *u of its neighbors*. Why should two rows $v$ be near at all? Take four short sentences: your `skip_gram_pairs` makes eight pairs, and your `negative_sampling_step` takes 1500 steps.


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
lines = ["drink coffee", "drink tea", "read books", "read letters"]
names = ["drink", "coffee", "tea", "read", "books", "letters"]
pairs = [pair for line in lines for pair in skip_gram_pairs(line.split(), 1)]


def tea_and_coffee():
    tables = [measure.train_small(names, pairs, negative_sampling_step, seed) for seed in range(3)]
    found = [both_lists(names, *both, "coffee") for both in tables]
    guessed_first = [next(iter(one)) for one, _ in found]
    nearest_first = [next(iter(other)) for _, other in found]
    alt = "Above, drink has the only positive score; below, tea has the cosine 1, the others less."
    title = "“Coffee” stands beside “drink”,\nbut points where “tea” points"
    show(figures.draw_two_lists("coffee", *found[0], title), alt=alt)
    claim(
        "coffee guesses drink, but its nearest vector is that of tea, which it never met (3 seeds)",
        (guessed_first, nearest_first) == (["drink"] * 3, ["tea"] * 3),
    )


predict("tea and coffee", tea_and_coffee)

# %% [markdown] slideshow={"slide_type": "subslide"}
# This is the central idea of word vectors. Training made $v$ of *coffee* fit $u$ of its neighbor *drink*, and $v$ of *tea* the same $u$, although the two never met.
#
# - $u \cdot v$ asks: do these two stand beside each other? (**first-order** similarity, 一阶相似: company)
# - $v \cdot v$ asks: do these two keep the same company? (**second-order** similarity, 二阶相似: alike)
#
# The distributional hypothesis speaks of the second. So from here on, *near* means: the cosine of two rows of the **input** table.
#
# The mean of several rows $v$ asks, as in CBOW: who stands beside all of these? The lines below ask it with your `context_mean`: one guess is good, one is bad.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
for gap in ("the surface of the _ and the crew", "beaten in the second round of the _"):
    print(f"{gap}\n  {', '.join(company.fill(gap, my_words, model, context_mean))}")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 8. How good are they?
#
# Lists of neighbors show only words that we chose. To judge vectors, ask people. In **WordSim-353** (Finkelstein et al. 2002) they rated how *related* two words are, in **SimLex-999** (Hill et al. 2015) how *alike*, both from 0 to 10.
# *Professor* and *student* get 6.81 in the first and 1.95 in the second: they have much to do with each other, but are not alike.
#
# A cosine and a rating have different scales, so we compare only ranks: good vectors order the pairs as people do. **Spearman's rank correlation** (斯皮尔曼等级相关)
# is the usual correlation of the ranks: 1 is the same order, 0 no agreement, -1 the reverse order.
#
# ### Your task: do two lists agree?
# About 5 minutes, difficulty 2 of 5. `cosines` and `ratings` are NumPy arrays with one number for each pair of words. Return Spearman's rank correlation as a float. You need not care about equal values.
# Example: `[0.1, 0.9, 0.3]` and `[2.0, 9.0, 8.0]` have the same order, so it is 1.
#
# <details><summary>Hint 1</summary><code>values.argsort()</code> says which value comes first. To get the rank of each value, apply it twice: <code>values.argsort().argsort()</code>.</details>
# <details><summary>Hint 2</summary><code>np.corrcoef(a, b)[0, 1]</code> is the usual correlation of two arrays.</details>


# %% slideshow={"slide_type": "-"}
@exercise(exercises.rank_correlation)
def rank_correlation(cosines, ratings):
    """Return Spearman's rank correlation of two arrays, as a float."""
    ...


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
lists = {"wordsim353": wordsim353(), "simlex999": simlex999()}
ratings = {
    name: {frozenset((pair.first, pair.second)): pair.score for pair in pairs}
    for name, pairs in lists.items()
}
apart = measure.apart(SkipGram, negative_sampling_step)
check("for one pair, the class takes your step", apart < 1e-6)
first = {word: [near.word for near in mine.neighbors(word, 2)] for word in ("moon", "bank")}
check(
    "lm; palestinian, reserve",
    [first["moon"][0], *first["bank"]] == ["lm", "palestinian", "reserve"],
)
check(
    "professor and student: 6.81 and 1.95",
    [of_pairs[frozenset(("professor", "student"))] for of_pairs in ratings.values()]
    == [6.81, 1.95],
)


# %% slideshow={"slide_type": "subslide"}
at_work = gensim.models.Word2Vec(  # what people use at work, with your settings
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


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def what_people_say():
    for name, pairs in lists.items():
        rated[name] = people.rate(name, pairs, today, records)
        judged[name] = people.agreements(rated[name])
        known = people.rate(name, pairs, {people.LARGE: minilm}, records)  # all seeds recorded
        lead[name] = people.leads(known)  # so it is the same on every processor
    alt = "Intervals of rank correlations: yours and gensim's are below 0.6, minilm is far ahead."
    show(comparisons.draw_people(judged), alt=alt)
    ahead = [-lead[name][people.LARGE][2] for name in lists]
    claim(
        "minilm's input table agrees better with people than yours, on both lists (95% intervals)",
        min(ahead) > 0,
    )


records = recorded("word2vec_yours")["results"], recorded("word2vec")["results"]
minilm = bert_word_vectors(minilm_folder())
theirs = WordVectors(at_work.wv.index_to_key, at_work.wv.vectors)
today = {people.YOURS: mine, people.SAME: theirs, people.LARGE: minilm}
rated, judged, lead = {}, {}, {}
predict("what people say", what_people_say)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
human, cosines = rated["wordsim353"].human, rated["wordsim353"].cosines[people.YOURS][0]
todays = rank_correlation(cosines, human)
print(f"rank_correlation on wordsim353: {todays:.2f}")
check(
    "your correlation is that of the figure, to 0.01",
    abs(todays - judged["wordsim353"][people.YOURS].seeds[0]) < 0.01,
)
for name, leads in lead.items():
    print(f"{name}, {len(rated[name].human)} of {len(lists[name])} pairs:\nyours minus gensim")
    for other, said in people.VERSUS.items():
        mean, low, high = leads[other]
        print(f"  {said}\n    {mean:+.2f} ({low:+.2f} to {high:+.2f})")
print("(in brackets: 95% interval)")

# %% [markdown] slideshow={"slide_type": "-"}
# **Whom do we compare with?** At work people use **gensim**. In the second row it has your settings, but a smaller rate, because it goes pair by pair. The next two rows are gensim's default settings, made for large texts.
# Your vectors agree better with people than its default negative sampling does. Against the second row and the default tree, the interval of the difference contains 0 on both lists.
# So these pairs do not show which is better. The defaults differ in several settings at once, so we do not know which matters.
# (A pair counts only if all models have both words: 152 of 353. The intervals hold the middle 95% of 500 repeats, each with other pairs of the list and other seeds; lesson 09 builds such an interval. The differences are those of recorded runs.)
#
# Each of your dots is another seed, and today's has a ring. On WordSim-353 they lie between 0.38 and 0.50, although only the seed differs, and today's is the lowest. One seed alone would have told another story.
#
# The last row is the input table of all-MiniLM-L6-v2, a small BERT. It has read far more text, and was trained to put similar sentences near each other. Which of the two gives it the lead? The figure cannot tell.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
even = [lead[name][people.SAME] for name in lists]
check("gensim and yours: not told apart", max(low for _, low, _ in even) < 0)
defaults = [[lead[name][other][1] for name in lists] for other in people.DEFAULTS.values()]
check("ahead of one default, not of the other", min(defaults[0]) > 0 > max(defaults[1]))
seeds = judged["wordsim353"][people.YOURS].seeds
check("seeds from 0.38 to 0.50, today's the lowest", min(seeds) == seeds[0] < max(seeds) - 0.1)
check("gensim has the vocabulary of ours", set(theirs.words) == set(mine.words))
check("gensim finds the odd one", at_work.wv.doesnt_match(["moon", "lunar", "tennis"]) == "tennis")
ask("are the vectors good")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 9. Your vectors at work
#
# *Your* vectors can solve puzzles. Which word does not belong: *father, wife, carbon, son*? Make each vector one unit long, and
# take the mean of the four. The odd one has the smallest cosine to this mean.
#
# We made 500 such puzzles from seven kinds (months, sport, war, space, politics, places, money). Three words are of one kind, the fourth of another.


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def odd_one_out(vectors, four):
    """Return the one of four words that does not belong."""
    rows = np.stack([vectors[word] for word in four])
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return four[(unit @ unit.mean(axis=0)).argmin()]


for four in ("father wife carbon son", "orbit moon israel spacecraft", "music poetry songs acid"):
    print(f"{four}\n  -> {odd_one_out(mine, four.split())}")
puzzles = measure.four_words(measure.KINDS, 500, mine)
solved = [odd_one_out(mine, four) == odd for four, odd in puzzles]
print(f"500 puzzles: {np.mean(solved):.0%} solved; by chance 25%")
missed, odd = next(puzzle for puzzle, right in zip(puzzles, solved, strict=True) if not right)
print(f"missed: {', '.join(missed)}\n  said {odd_one_out(mine, missed)}, expected {odd}")
check("most puzzles are solved", np.mean(solved) > 0.8)

# %% [markdown] slideshow={"slide_type": "subslide"}
# Analogies (类比) made word2vec famous: *man* is to *woman* as *king* is to *queen*. The answer to *a : b = c : ?* is the word nearest to $b - a + c$, with vectors of length 1.
#
# Play with all three kinds of questions (with a running kernel). *Apollo* is a second *bank*: a god in one article, a spacecraft in others. Most neighbors belong to the god, but *moon* to the
# spacecraft.
#
# Usually the three given words are left out of the search. The brackets below the table show which word wins if all may win.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
minilm = bert_word_vectors(minilm_folder())
SOURCES = {"yours": mine, "opening": vectors, "minilm": minilm}


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

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
family = [question for question in analogies() if question.section == "family"]
asked = measure.known_to_all(family, list(SOURCES.values()))
for given in (("man", "woman", "king"), ("father", "mother", "son"), ("france", "french", "spain")):
    print("{} : {} = {} : ?".format(*given))
    for name in ("yours", "minilm"):
        without = SOURCES[name].analogy(*given)[0].word
        best = measure.with_all(SOURCES[name], *given)
        print(f"  {name:7s}{without} (of all: {best})")
near_apollo = [neighbor.word for neighbor in mine.neighbors("apollo", 8)]
check("artemis and the moon are near apollo", {"artemis", "moon"} <= set(near_apollo))
print(f"right of {len(asked)} questions on family words")
for name, source in SOURCES.items():
    words_in = [measure.with_all(source, q.a, q.b, q.c) == q.d for q in asked]
    print(f"  {name:9s}{source.answer(asked)[0]:2d} (of all: {sum(words_in)})")
nations = [q for q in analogies() if q.section == "gram6-nationality-adjective"]
nations = measure.known_to_all(nations, list(SOURCES.values()))
right_nations = mine.answer(nations)[0]
print(f"nationalities, yours: {right_nations} of {len(nations)}")
right_answers = [source.answer(asked)[0] for source in SOURCES.values()]
check("2, 11 and 34 of 42", (right_answers, len(asked)) == ([2, 11, 34], 42))
check(
    "with your vectors, france : french = spain : spanish",
    mine.analogy("france", "french", "spain")[0].word == "spanish",
)

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
bias = {word: minilm.cosine(word, "she") - minilm.cosine(word, "he") for word in people.AT_WORK}
bias = dict(sorted(bias.items(), key=lambda item: item[1]))
alt = "Bars of ten occupations: " + ", ".join(f"{word} {x:+.2f}" for word, x in bias.items())
show(comparisons.draw_between(bias, "he", "she"), alt=f"{alt}.")
check(
    "a nurse is nearer to she, an engineer to he",
    bias["nurse"] > 0.05 and bias["engineer"] < -0.05,
)

# %% [markdown] slideshow={"slide_type": "subslide"}
# *Spanish* was a lucky choice: of 334 such questions on nationalities, your vectors get 19 right. Of 42 on family words they get 2, although they solve 93% of the puzzles. But a puzzle has only four possible answers; an analogy has all words. The opening's vectors get 11 from the same text. Objective, size and passes differ, so we cannot say what matters. If all words may win, one of the three given nearly always does (Linzen 2016), because $b - a + c$ contains $b$ and $c$.
#
# Vectors repeat prejudices, too. The figure above places ten occupations, which we picked, between *he* and *she* by minilm's vectors. What a text repeats about a group of people comes back in its vectors (Bolukbasi et al. 2016; Caliskan et al. 2017).
#
# Two relatives are **GloVe** (from counts; Pennington et al. 2014) and **fastText** (Bojanowski et al. 2017). fastText adds up vectors of parts of words, so it has one even for words it never met.
# All three share a limit: a text with both banks gets one vector for both. The next lesson changes this.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(3, 4)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Recap
#
# - A word is known by its company. Skip-gram guesses the neighbors in a window one by one; CBOW guesses the middle from their mean.
# - A score is a dot product of an input row and an output row. A full softmax needs all rows, for every guess.
# - Hierarchical softmax asks the inner nodes on one path. In a Huffman tree, frequent words are cheap.
# - Negative sampling asks $1 + k$ yes-or-no questions. With enough numbers for each word, trained to the end, its scores become log-ratios.
# - $u \cdot v$ is trained to tell who stands beside whom; two near $v$ hint that two words keep the same company.
# - Judge vectors by people's ratings, with several seeds and an interval. On our small text, the agreement is weak.
# - Each word has one vector: *bank* has one for the Gaza news and the Reserve Bank alike.
#
# Next: **04. Words in context: ELMo**, where a word's vector depends on its sentence.

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Terms
#
# | English | 中文 | in one line |
# |---|---|---|
# | word vector (embedding) | 词向量（词嵌入） | a word's row of numbers |
# | distributional hypothesis | 分布假说 | words in the same contexts tend to mean similar things |
# | company | 同伴 | here: the words around a word |
# | cosine | 余弦相似度 | 1 if two vectors point the same way, 0 at right angles |
# | bag-of-words hypothesis | 词袋假说 | a text's words tell its topic, in any order (Turney and Pantel 2010) |
# | vector space model | 向量空间模型 | near vectors of counts mean similar topics (Salton et al. 1975) |
# | window | 上下文窗口 | the words at most so many places away |
# | skip-gram | 跳字模型 | see the middle word, guess a neighbor |
# | CBOW (continuous bag of words) | 连续词袋模型 | see the mean of the neighbors, guess the middle |
# | subsampling | 高频词下采样 | dropping some occurrences of frequent words |
# | sigmoid | S 型函数 | $\sigma(s) = 1/(1+e^{-s})$, between 0 and 1 |
# | hierarchical softmax | 层次 softmax | a guess as a walk down a binary tree |
# | Huffman code | 霍夫曼编码 | turns from root to leaf; frequent words need few |
# | negative sampling | 负采样 | tell the right word from some noise words |
# | noise distribution | 噪声分布 | how often each word is drawn as noise |
# | noise-contrastive estimation (NCE) | 噪声对比估计 | negative sampling simplifies it |
# | first-order, second-order similarity | 一阶、二阶相似 | standing beside each other; keeping the same company |
# | rank correlation | 等级相关 | do two lists have the same order? |
# | analogy | 类比 | *a* is to *b* as *c* is to ? |

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Appendix: theory, costs, and a piece of advice
#
# The next lessons need nothing of this.
#
# **A. What do scores of negative sampling mean?**
#
# With the true probabilities, Bayes' rule tells how sure one can be that a word is real:
#
# $$P(\text{real} \mid c, w) = \frac{p(c \mid w)}{p(c \mid w) + k\,q(c)} = \sigma\big(\log p(c \mid w) - \log k\,q(c)\big)$$
#
# **Noise-contrastive estimation** (NCE, 噪声对比估计; Gutmann and Hyvärinen 2010) puts the score $u_c \cdot v_w$ in the place of $\log p(c \mid w)$. So it learns probabilities without a sum over
# all words. Negative sampling drops the term $\log k\,q(c)$ and takes $\sigma(u_c \cdot v_w)$. What does it learn instead? The difference of the two. Output A shows this in a small table of two words and four neighbors, with a free score for each pair, trained until nothing changes. (With $q$ the frequencies of words, these scores are
# their *pointwise mutual information*, 点互信息, less $\log k$; Levy and Goldberg 2014.) The table is trained without the rule of section 6. If noise that is the neighbor is skipped, $c$ is drawn less often, and $q(c)$ becomes $q(c)\,(1 - p(c \mid w))$.
#
# **B. How short can a code be?**
#
# No code can be shorter on average than the *entropy* of the words (Shannon 1948), and Huffman's is always less than one bit longer. Words that share inner nodes share what is learned there, but neighbors in this tree are alike only in frequency.

# %% tags=["hide-input"] slideshow={"slide_type": "skip"}
p = torch.tensor([[0.7, 0.2, 0.05, 0.05], [0.1, 0.2, 0.3, 0.4]]).double()  # p(c | w)
q = torch.tensor([0.4, 0.1, 0.3, 0.2]).double()  # the noise
k = 2
nce = measure.final_scores(p, q, k, shift=(k * q).log())
negative = measure.final_scores(p, q, k, shift=0.0)
print(f"A. p(c | w), a row for each w\n{p.numpy().round(2)}\nnoise q {q.numpy().round(2)}, k = {k}")
print("scores of negative sampling\n", negative.numpy().round(3) + 0.0)
check("NCE ends at log p", (nce - p.log()).abs().max() < 1e-6)
claim(
    "scores of negative sampling end at log p - log kq: how much more likely than noise",
    (negative - (p / (k * q)).log()).abs().max() < 1e-6,
)
lengths = torch.tensor([len(code) for code in huffman_tree(counts.tolist()).codes])
alt = "Code length falls with the logarithm of the count, in steps along a straight line."
show(figures.draw_code_lengths(counts, lengths), alt=alt)
entropy, balanced = entropy_bits(counts.tolist()), math.log2(len(words))
length = (frequency @ lengths.double()).item()
print(f"B. entropy {entropy:.2f} bits\nexpected turns {length:.2f}, log2 V {balanced:.2f}")
check("within one bit of the entropy", entropy <= length < entropy + 1)
check("and below log2 V, a balanced tree's", length < balanced)

# %% [markdown] slideshow={"slide_type": "skip"}
# **C. What do the shortcuts cost?**
#
# How much worse does a model guess with 6 or 8 output rows instead of all 789 (here only the most frequent words)? Both contexts were trained
# with all three objectives, three seeds each. They guess words of test articles: skip-gram a neighbor, CBOW the middle word, so do not compare the two panels. For negative sampling, a softmax over $u_c \cdot v_w + \log q(c)$ gives probabilities back. A fair
# measure is the gain over guessing by frequency alone.
#
# **D. The tree for rare words, negative sampling for frequent ones?**
#
# So the page of the released program advises (Mikolov and others 2013, see below), and negative sampling also for short vectors. We trained both with default settings, three seeds each, and counted how many of
# minilm's ten nearest words are among our ten. (minilm is no truth, only a larger model.) In our small text, the tree is ahead for rare words, but both find little. For frequent words negative sampling is ahead only with 10 numbers, and level with 30. On the rarer half of
# WordSim, too, each seed with a tree is ahead. After a billion words another measure, which does not split words by frequency, favored negative sampling. It got 61% of the analogies right and the tree
# 55% (with subsampling and 15 noise words; without subsampling, the tree had 47%; Mikolov et al. 2013, *Distributed Representations*, table 1).


# %% tags=["hide-input"] slideshow={"slide_type": "skip"}
def six_ways():
    variants = recorded("word2vec_variants")["results"]
    ways, means = variants["six_ways"], {}
    for row in ways:
        means[row["context"], row["objective"]] = np.mean(row["perplexity"])
    print("C. rows for each pair")
    for row in ways[:3]:
        print(f"  {row['objective']}: {row['rows_per_example']:.1f}")
    unigram, kept = variants["unigram"], {}
    print("perplexity by frequency alone:")
    print(" ".join(f"  {context} {number:.0f}" for context, number in unigram.items()))
    for (context, objective), mean in means.items():
        gain = unigram[context] - means[context, "full softmax"]
        kept[context, objective] = (unigram[context] - mean) / gain
    alt = (
        "Bars of the gain in perplexity, with the part of the full softmax's gain: over 85% in all."
    )
    show(comparisons.draw_gains(ways, unigram), alt=alt)
    claim(
        "with 789 words, tree and negative sampling keep over 85% of a full softmax's gain, 3 seeds",
        min(kept.values()) > 0.85 and variants["num_words"] == 789,
    )


six_ways()

# %% tags=["hide-input"] slideshow={"slide_type": "skip"}
by_size = recorded("word2vec_sizes")
alt = (
    "The proportion of minilm's neighbors found, against how often a word occurs. The tree is "
    "above negative sampling, but for the most frequent words with 10 numbers."
)
found = measure.agreements(by_size)
print("D. proportion found, words met\n5 to 9 times (100 numbers)")
for objective in measure.OBJECTIVES:
    print(f"  {objective}: {found[100, objective][:, 0].mean():.3f}")
show(
    comparisons.draw_bands(found, (10, 30, 100, 300), measure.BANDS, chance=10 / len(words)),
    alt=alt,
)
lead = {size: measure.leads_by_band(found, size) for size in (10, 30, 100, 300)}
claim(
    "for words met fewer than 30 times, the tree is ahead at all four sizes, in each of 3 seeds",
    min(values[:2].min() for values in lead.values()) > 0,
)
tree, noise = (found[10, objective][:, 3] for objective in measure.OBJECTIVES)
check("10 numbers, frequent words: negative sampling is ahead", noise.min() > tree.max())
long = min(lead[100].min(), lead[300].min())
check("with 30 numbers the tree is not, with more it is", lead[30][3] < 0 < long)
rare, _ = measure.leads_with_people(by_size["results"], "wordsim353")
check("rare pairs: each seed with a tree is ahead at every length", min(rare.values()) > 0)

# %% tags=["hide-input"] slideshow={"slide_type": "skip"}
quiz(5)

# %% tags=["hide-input"] slideshow={"slide_type": "skip"}
ask("does the tree help rare words")

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Further reading
#
# - Tomas Mikolov, Kai Chen, Greg Corrado and Jeffrey Dean (2013). *Efficient Estimation of Word Representations in Vector Space.* ICLR Workshop.
# - Tomas Mikolov, Ilya Sutskever, Kai Chen, Greg Corrado and Jeffrey Dean (2013). *Distributed Representations of Words and Phrases and their Compositionality.* NIPS.
# - Gerard Salton, Anita Wong and Chung-Shu Yang (1975). *A Vector Space Model for Automatic Indexing.* Communications of the ACM.
# - Peter D. Turney and Patrick Pantel (2010). *From Frequency to Meaning: Vector Space Models of Semantics.* Journal of Artificial Intelligence Research.
# - Tomas Mikolov and others (2013). *word2vec: Tool for computing continuous distributed representations of words.* The released program's page, with advice on settings (Google Code Archive).
# - Frederic Morin and Yoshua Bengio (2005). *Hierarchical Probabilistic Neural Network Language Model.* AISTATS.
# - Michael U. Gutmann and Aapo Hyvärinen (2010). *Noise-Contrastive Estimation: A New Estimation Principle for Unnormalized Statistical Models.* AISTATS.
# - Omer Levy and Yoav Goldberg (2014). *Neural Word Embedding as Implicit Matrix Factorization.* NIPS.
# - Omer Levy and Yoav Goldberg (2014). *Linguistic Regularities in Sparse and Explicit Word Representations.* CoNLL.
# - Tal Linzen (2016). *Issues in Evaluating Semantic Spaces Using Word Analogies.* Workshop on Evaluating Vector-Space Representations for NLP.
# - Tolga Bolukbasi, Kai-Wei Chang, James Zou, Venkatesh Saligrama and Adam Kalai (2016). *Man is to Computer Programmer as Woman is to Homemaker? Debiasing Word Embeddings.* NIPS.
# - Aylin Caliskan, Joanna Bryson and Arvind Narayanan (2017). *Semantics Derived Automatically from Language Corpora Contain Human-like Biases.* Science.
# - Jeffrey Pennington, Richard Socher and Christopher Manning (2014). *GloVe: Global Vectors for Word Representation.* EMNLP.
# - Piotr Bojanowski, Edouard Grave, Armand Joulin and Tomas Mikolov (2017). *Enriching Word Vectors with Subword Information.* Transactions of the ACL.
# - Ozan İrsoy, Adrian Benton and Karl Stratos (2021). *Corrected CBOW Performs as well as Skip-gram.* Workshop on Insights from Negative Results in NLP. (The released program gives each word of a CBOW window the whole gradient of their mean. So does `bertlab`, to be comparable.)
# - Claude E. Shannon (1948). *A Mathematical Theory of Communication.* Bell System Technical Journal.
# - David A. Huffman (1952). *A Method for the Construction of Minimum-Redundancy Codes.* Proceedings of the IRE.
# - Thomas M. Cover and Joy A. Thomas (2006). *Elements of Information Theory*, chapter 5. Wiley.
# - Lev Finkelstein, Evgeniy Gabrilovich, Yossi Matias, Ehud Rivlin, Zach Solan, Gadi Wolfman and Eytan Ruppin (2002). *Placing Search in Context: The Concept Revisited.* ACM Transactions on Information Systems.
# - Felix Hill, Roi Reichart and Anna Korhonen (2015). *SimLex-999: Evaluating Semantic Models with (Genuine) Similarity Estimation.* Computational Linguistics.
# - Zellig S. Harris (1954). *Distributional Structure.* Word. John R. Firth (1957). *A Synopsis of Linguistic Theory, 1930-1955.* Studies in Linguistic Analysis.
