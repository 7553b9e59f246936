# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown] slideshow={"slide_type": "slide"}
# # 01. Counting words: n-gram models
#
# > *Chamber music were adapted to the user can also cause frequent thunderstorms.*
#
# Nobody ever wrote this sentence. A program did. It had read 400,000 words of Wikipedia, and all that it knew was which word follows which
# two words, and how often. What it says is nonsense, and yet it is nearly English. How much of a language can one learn by **counting**?
#
# A program that gives every possible next word a probability is called a **language model** (语言模型). The keyboard of your phone has
# one, BERT is a relative, and every chatbot is built on one. The oldest language models only count, and they are easy to build. This lesson
# builds them, up to the best of their kind, and finds out where counting ends.
#
# **At the end you can**
#
# - count a text, and let the counts write;
# - say how good a language model is with one number, the perplexity, without fooling yourself;
# - explain and write three ways of smoothing, up to Kneser-Ney, and find their settings;
# - use your model to judge sentences, to put words in order, and to find the right one of two similar words.
#
# **Time** 65 minutes in class, and 51 for the exercises. **Difficulty** 2 of 5. **Before this**: Python and NumPy; lesson 00 for how exercises work.

# %% tags=["bootstrap"] slideshow={"slide_type": "skip"}
# (generated)

# %% tags=["setup"] slideshow={"slide_type": "skip"}
from lessons.l01_ngram import ask, diagrams, exercises, figures, measure, predict, quiz, tasks

import math
import random
from collections import Counter, defaultdict
from functools import cache, partial
from itertools import permutations

import numpy as np

from bertlab.before.ngrams.corpus import tokenize, wiki_language_model_data, wiki_sentences
from bertlab.before.ngrams.interpolation import Interpolated
from bertlab.before.ngrams.kneser_ney import KneserNey, ModifiedKneserNey
from bertlab.before.ngrams.ngram import AddK, MaximumLikelihood
from workbook.basics import (
    begin_lesson,
    check,
    choose,
    claim,
    exercise,
    explore,
    recorded,
    show,
    slide,
    text,
)
from workbook.scoreboard import table

begin_lesson()

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
train = wiki_sentences().train
check("about 400,000 words", abs(sum(map(len, train)) - 400_000) < 10_000)
looks = {1: "no word", 2: "one word", 3: "two words", 5: "four words"}
written = measure.first_texts(looks, seeds=(3, 5))
caption = (
    "Texts of four programs that only count. The first knows how frequent each word is; the others "
    "also look back, at one, two or four words. (# stands for any number. Some texts begin alike, "
    "because they use the same random numbers.)"
)
figures.texts({f"sees {looks[n]}": found for n, found in written.items()}, caption)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 1. One word after the other
#
# From top to bottom, a word list turns into English. So the last program must be the best one. Or is it? Keep this question in mind.
#
# We begin with a plainer one. How probable is a whole sentence? Nobody can count sentences, because most of them are said only once. But a
# sentence can be built word by word, and so can its probability: each word is predicted from all words before it. This is the *chain rule*
# (链式法则):
#
# $$P(w_1, \dots, w_T) = \prod_{t=1}^{T} P(w_t \mid w_1, \dots, w_{t-1})$$
#
# The words before the predicted one are its **history** (历史). Long histories are as rare as long sentences, so we shorten them. An
# **n-gram model** (n 元模型) looks back only $n - 1$ words. A *bigram* model, $n = 2$, sees one word; a *trigram* model, $n = 3$, sees two.
# To assume that this is enough is called a *Markov assumption*.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
alt = (
    "Three rows with the words 'I love deep learning'. To predict 'learning', the chain rule uses "
    "all three words before it, a trigram model the last two, and a bigram model only 'deep'."
)
show(diagrams.histories(["I", "love", "deep", "learning"]), alt=alt)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 1: n-grams with a beginning and an end
# Difficulty 1 of 5, about 5 minutes. The first word needs a history too, and a sentence has to end. So `order - 1` times `<s>`
# stands in front, and one `</s>` at the end. Return a list of tuples of `order` words each: one for each word and one for `</s>`, in the order
# of the sentence. The sentence is a list of words, perhaps an empty one, and is not changed; `order` is at least 1.
#
# <details><summary>Hint 1</summary>Build the padded list first, then cut windows of length <code>order</code>.</details>
# <details><summary>Hint 2</summary>A sentence of T words gives T + 1 windows, whatever the order.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.ngrams)
def ngrams(sentence, order):
    """Return a list of tuples: the n-grams that end with each word, and with </s>."""
    ...


# %% tags=["solution"]
def ngrams(sentence, order):
    padded = ["<s>"] * (order - 1) + [*sentence, "</s>"]
    return [tuple(padded[i : i + order]) for i in range(len(sentence) + 1)]


# %% [markdown] slideshow={"slide_type": "slide"}
# ## 2. Probabilities from counts
#
# You have the n-grams; now they need probabilities. How probable is *deep* after *love*? Take all words that followed *love*, and see
# what proportion of them is *deep*. With $c$ for *count*, $h$ for the history and $w$ for the next word:
#
# $$P(w \mid h) = \frac{c(h\,w)}{c(h)}$$
#
# This is the **maximum likelihood** (最大似然) estimate: no other numbers make the counted text more probable. Three sentences are
# enough to see it: *I love deep learning*, *I love deep rivers*, and *you love learning*.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
toy = [line.split() for line in ("I love deep learning", "I love deep rivers", "you love learning")]
rows, columns = ["love", "deep"], ["deep", "learning", "rivers"]
toy_pairs = Counter(pair for sentence in toy for pair in ngrams(sentence, 2))
toy_table = [[toy_pairs[first, second] for second in columns] for first in rows]
alt = (
    "After 'love': deep 2, learning 1, rivers 0; after 'deep': 0, 1, 1. Divided by the sums of the "
    "rows, 3 and 2, these are the probabilities 0.67, 0.33, 0 and 0, 0.5, 0.5."
)
show(diagrams.proportions(toy_table, rows, columns), alt=alt)
check("the alternative text has these counts", toy_table == [[2, 1, 0], [0, 1, 1]])

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 2: conditional probability
# Difficulty 2 of 5, about 8 minutes. From sentences (lists of words, without `<s>` and `</s>`), a history of one word and a word to the
# proportion $c(h\,w) / c(h)$. Here $c(h)$ counts the places where something follows $h$, the end of the sentence included. The history may
# be `<s>` (never `</s>`), the word may be `</s>` (never `<s>`). All sentences are counted together. Return a float; if the history
# never occurs, or there are no sentences, it is 0.
#
# <details><summary>Hint 1</summary>All pairs come from <code>ngrams(sentence, 2)</code>, sentence by sentence.</details>
# <details><summary>Hint 2</summary>The probabilities after one history sum to 1. Do yours, with <code>&lt;/s&gt;</code> among them?</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.conditional_probability)
def conditional_probability(sentences, history, word):
    """Return the proportion of the words after ``history`` that are ``word``, a float."""
    ...


# %% tags=["solution"]
def conditional_probability(sentences, history, word):
    pairs = [pair for sentence in sentences for pair in ngrams(sentence, 2)]
    total = sum(first == history for first, _ in pairs)
    return pairs.count((history, word)) / total if total else 0.0


# %% [markdown] slideshow={"slide_type": "subslide"}
# Your function counts the whole text anew for every question. It is better to count once and to keep, for each history, a table of the words
# that followed. Here is such a model around *your* `ngrams`:


# %% slideshow={"slide_type": "-"}
class NgramCounts:
    def __init__(self, sentences, order):
        self.order = order
        self.after = defaultdict(Counter)  # history -> how often each word followed
        for sentence in sentences:
            for ngram in ngrams(sentence, order):  # yours
                history, word = ngram[:-1], ngram[-1]
                self.after[history][word] += 1


# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Your turn: let the counts write
# Difficulty 2 of 5, about 4 minutes. Such counts can also write: draw a next word in proportion to its count, move the history on by one word,
# and repeat until `</s>` is drawn. Three places of the loop are open. Fill them in, and run the cell; it names a mistake, and nothing is graded.
# You know the first sentence that it writes. Then change the seeds and the order: from which order on does the text make sense?
#
# <details><summary>Hint</summary>A history of order 3 is a tuple of two words. It loses its first word and gets a new last one.</details>
# <details><summary>Solution</summary><code>weights=followed.values()</code>, then <code>if word == "&lt;/s&gt;":</code>, then
# <code>history = (*history, word)[1:]</code>.</details>


# %% slideshow={"slide_type": "-"}
def write(model, seed):
    generator = random.Random(seed)
    history = ("<s>",) * (model.order - 1)
    words = []
    while len(words) < 300:
        followed = model.after[history]  # a Counter of words
        word = generator.choices(list(followed), weights=...)[0]  # how often each is drawn
        if ...:  # is this the end?
            break
        words.append(word)
        history = ...  # the history of the next word
    return words


write = tasks.checked_write(write)
trigrams = NgramCounts(train, 3)
figures.texts({"order 3": [measure.readable(write(trigrams, seed)) for seed in (2, 6, 14)]})


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def word_for_word():
    known = {tuple(sentence) for sentence in train}
    found = {}
    for model in (trigrams, NgramCounts(train, 5)):
        found[model.order] = measure.copied(partial(write, model), known, count=1000)
    for n, proportion in found.items():
        print(f"n = {n}: {proportion:.1%} of 1,000 sentences stand in the training text")
    claim(
        "of the sentences that raw 5-gram counts write, more than half are copies of training sentences",
        found[5] > 0.5,
    )
    first = measure.readable(tasks.our_write(trigrams, 2))
    check(
        "the lesson opens with a text of these counts",
        first == "Chamber music were adapted to the user can also cause frequent thunderstorms.",
    )


predict("word for word", word_for_word)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 3. Perplexity: how unsure is the model?
#
# The text that reads best is mostly copied. Looks deceive, so we need a number.
#
# Which of two models is better? The one that gives a *new* text the higher probability, because it was less surprised by what people
# really wrote. That probability shrinks with every word. So we take the geometric mean over all $N$ predictions, and its inverse is
# the **perplexity** (困惑度):
#
# $$\mathrm{PP} = \Big( \prod_{i=1}^{N} p_i \Big)^{-1/N} = \exp\Big( -\frac{1}{N} \sum_{i=1}^{N} \ln p_i \Big)$$
#
# A perplexity of 8 means: as unsure as if 8 words were equally likely every time. Lower is better. $N$ counts all predictions: the words
# and each `</s>`. Here is the first toy sentence, read by its own counts:

# %% slideshow={"slide_type": "-"}
probabilities = []
for history, word in ngrams(toy[0], 2):
    probabilities.append(conditional_probability(toy, history, word))

alt = "Bars of the five probabilities; their product; and the perplexity, which is its root, inverted."
show(diagrams.perplexity([*toy[0], "</s>"], probabilities), alt=alt)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 3: perplexity
# Difficulty 2 of 5, about 7 minutes. You get one list of probabilities for each sentence, one for each prediction in it. Texts are long: a
# product of thousands of probabilities is too small for a float. Return the perplexity of all of it as one float; if any probability is 0, that is
# `math.inf`. There is at least one probability.
#
# <details><summary>Hint 1</summary>Put all sentences together first. Every prediction counts the same.</details>
# <details><summary>Hint 2</summary>Use the formula's second form, with logarithms.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.perplexity)
def perplexity(probabilities):
    """Return the perplexity of a text (a float), from one list of probabilities a sentence."""
    ...


# %% tags=["solution"]
def perplexity(probabilities):
    flat = [p for sentence in probabilities for p in sentence]
    if min(flat) == 0:
        return math.inf
    return math.exp(-sum(math.log(p) for p in flat) / len(flat))


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def two_models():
    a, b = perplexity([[0.5, 0.5, 0.5, 0.5]]), perplexity([[0.9, 0.9, 0.9, 0.01]])
    print(f"perplexity of A {a:.2f}, of B {b:.2f}")
    check("one bad prediction outweighs three good ones", a < b)


predict("two models", two_models)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 4. A real text
#
# To measure honestly, the text to measure on must not be counted: it is **held out** (留出). We divide the Wikipedia articles into three parts:
# *training* articles to count, and two held-out parts, *validation* articles (验证集) to choose settings, and *test* articles (测试集),
# looked at once, for the final table.
#
# A new article has words that the training articles do not have. A model with a fixed list of words, its **vocabulary** (词表), cannot
# name them. So rare words are replaced by one word, `<unk>` (*unknown*), in all three parts. Which words are rare?
#
# ### Exercise 4: the words a model may know
# Difficulty 2 of 5, about 7 minutes. Keep the `size` most frequent words (ties: alphabetical order; `<unk>` is not one of
# them), then write `<unk>` for every other word of the held-out sentences, and return them as a list of lists of words. If there are fewer
# than `size` words, all are kept. Either text may be empty; `size` is at least 1. Decide first: in which of the two texts do you count
# the words?
#
# <details><summary>Hint</summary>A model is finished before it sees the held-out text. So is its vocabulary.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.encode_held_out)
def encode_held_out(train, held_out, size):
    """Return the held-out sentences as lists of words, with <unk> for unknown ones."""
    ...


# %% tags=["solution"]
def encode_held_out(train, held_out, size):
    counts = Counter(word for sentence in train for word in sentence)
    known = set(sorted(counts, key=lambda word: (-counts[word], word))[:size])
    return [[word if word in known else "<unk>" for word in sentence] for sentence in held_out]


# %% [markdown] slideshow={"slide_type": "subslide"}
# From here on, every word is a number, its place in the vocabulary, and `bertlab` counts, for any $n$. It does so with arrays, because that is
# faster than our loop (appendix A).

# %% slideshow={"slide_type": "-"}
data = wiki_language_model_data(vocabulary_size=8000)
vocabulary, V = data.vocabulary, len(data.vocabulary)
for name in ("train", "validation", "test"):
    words = [word for sentence in getattr(data, name) for word in sentence]
    print(f"{name:10s} {len(words):7,d} words, {words.count(0) / len(words):.1%} unknown")


@cache
def fitted(kind, order):
    return kind(order, vocabulary).fit(data.train)


# %% [markdown] slideshow={"slide_type": "slide"}
# ## 5. What was never seen
#
# A longer history says more about the next word. But a longer n-gram is less likely to have been seen. Look at real counts: each row is a
# frequent first word, each column a frequent second word. Many of the zeros are right, because nobody writes *los born*. Others are only bad luck:
# *united was* stands in English sentences (*Manchester United was founded in 1878*), but not in our training text. The counts cannot tell one
# zero from the other.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
bigram = fitted(MaximumLikelihood, 2)
new, york = vocabulary.index("new"), vocabulary.index("york")
rows = ["new", "united", "los", "he", "was", "in"]
columns = ["york", "states", "angeles", "was", "the", "born"]
lookup = measure.pairs_of(data.train)
cells = [[lookup[vocabulary.index(a), vocabulary.index(b)] for b in columns] for a in rows]
alt = (
    "A table of the counts of pairs, six first words by six second words. A few are large, such as "
    f"'in the' with {cells[5][4]:,}; most are 0."
)
show(diagrams.sparse(cells, rows, columns), alt=alt)
sizes = [len(level.ngrams) for level in fitted(MaximumLikelihood, 3).levels_]
print(f"pairs:   {sizes[1]:,} different ones were seen, of {V**2:,} that could be formed")
print(f"triples: {sizes[2]:,} different ones were seen, of {V**3:,}")
check("most cells are empty", np.mean(np.array(cells) == 0) > 0.5)


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def new_triples():
    models = [fitted(MaximumLikelihood, order) for order in range(1, 6)]
    unseen = [model.unseen_share(data.validation) for model in models]
    alt = (
        f"Bars: the proportion of never seen n-grams rises from 0 at n = 1 over {unseen[2]:.0%} "
        f"at n = 3 to {unseen[4]:.0%} at n = 5."
    )
    show(figures.draw_unseen(range(1, 6), unseen), alt=alt)
    claim(
        "more than half of the 3-grams of a new text were never seen, and the proportion grows with n",
        unseen[2] > 0.5 and unseen == sorted(set(unseen)),
    )
    check(
        "a fifth of the pairs, seven in eight 5-grams",
        np.allclose(unseen[1::3], (0.2, 0.875), atol=0.01),
    )


predict("new triples", new_triples)

# %% [markdown] slideshow={"slide_type": "subslide"}
# One n-gram that was never seen has the probability 0, and one factor of 0 makes the whole product 0. The same models on two texts:

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
on_train, on_new = [], []
for order in range(1, 6):
    model = fitted(MaximumLikelihood, order)
    on_train.append(model.perplexity(data.train))
    on_new.append(model.perplexity(data.validation))
    print(f"n = {order}   training text {on_train[-1]:6.1f}   new text {on_new[-1]:6.1f}")
claim(
    "without smoothing, every model that looks back has an infinite perplexity on new text",
    min(on_new[1:]) == math.inf,
)
check("on the training text, longer is always better", on_train == sorted(on_train, reverse=True))
check("at n = 1, the new text has the lower perplexity", on_new[0] < on_train[0])
check("united was: never seen", lookup[vocabulary.index("united"), vocabulary.index("was")] == 0)

# %% [markdown] slideshow={"slide_type": "notes"}
# *Instructor:* the two columns of perplexities are the heart of the lesson. On the training text every longer history looks better; on new
# text a single unseen n-gram makes the product 0. Ask what a perplexity of 1 on the training text would mean: a model that can only recite.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 6. First answer: pretend you saw more
#
# On the text that was counted, longer histories look better and better. On new text, they fail at the first n-gram that they have not seen.
# What we need is **smoothing** (平滑): take a little probability from what was seen, and give it to what was not. How much, and to whom?
#
# The oldest repair adds a number $k$ to every count, so that nothing stays at 0. With $k = 1$ it is called *add-one*, or Laplace's rule:
#
# $$P(w \mid h) = \frac{c(h\,w) + k}{c(h) + k\,V'}$$
#
# $V'$ is the number of possible outcomes: all words, `<unk>` and `</s>`, but not `<s>`, which is never predicted.


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def one_added():
    followed = bigram.distribution(["alexander"]) > 0
    rows = []
    for k in (1.0, 0.1, 0.01):
        model = AddK(2, vocabulary, k).fit(data.train)
        kept = model.distribution(["alexander"])[followed].sum()
        rows.append((k, kept, model.perplexity(data.validation)))
    alt = (
        f"Bars: with k = 1 the {followed.sum()} words that were seen after alexander keep "
        f"{rows[0][1]:.1%} of the probability, with k = 0.01 {rows[2][1]:.0%}."
    )
    show(figures.draw_kept(rows, "alexander"), alt=alt)
    none = fitted(AddK, 1).perplexity(data.validation)
    print(f"add-one that looks back at no word: perplexity {none:.0f}")
    claim("with add-one, looking back one word is worse than not looking back", rows[0][2] > none)
    stands = vocabulary.counts[vocabulary.index("alexander")]
    check("40 times, 15 words", (V, stands, followed.sum()) == (8000, 40, 15))
    check("less than 1% is kept", rows[0][1] < 0.01)


predict("one added", one_added)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 7. Second answer: ask the shorter history too
#
# A small $k$ helps. But add-k gives every unseen word the same, *the* as much as *phytoplankton*, although some words are simply more frequent.
# After a rare word, a bigram model knows next to nothing; but a unigram model knows at least which words are frequent. So mix what the two say.
# This is **interpolation** (插值, Jelinek and Mercer 1980), with a weight $\lambda$ between 0 and 1:
#
# $$P(w \mid h) = \lambda \, \frac{c(h\,w)}{c(h)} + (1 - \lambda) \, \frac{c(w)}{N}$$
#
# Which weight is best? We search: every weight in steps of 0.1, on the validation text.

# %% slideshow={"slide_type": "-"}
one = fitted(MaximumLikelihood, 1).probabilities(data.validation)  # P(w) at each place
two = fitted(MaximumLikelihood, 2).probabilities(data.validation)  # P(w | the word before)
grid = [step / 10 for step in range(11)]
found = []
for weight in grid:
    mixed = weight * two + (1 - weight) * one
    found.append(perplexity([mixed.tolist()]))  # yours
    print(f"weight {weight:.1f}   validation perplexity {found[-1]:6.1f}")


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def weight_of_training():
    alone, paired = (fitted(MaximumLikelihood, n).probabilities(data.train) for n in (1, 2))
    training = [math.exp(-np.log(weight * paired + (1 - weight) * alone).mean()) for weight in grid]
    best, wanted = np.argmin(found), np.argmin(training)
    alt = (
        f"Two curves over the weight of the pairs. On the validation text the lowest perplexity, "
        f"{found[best]:.0f}, is at {grid[best]}; on the training text the curve falls up to 1.0."
    )
    show(figures.draw_weights(grid, found, training), alt=alt)
    check("validation chooses 0.6, training 1.0", (grid[best], grid[wanted]) == (0.6, 1.0))
    check("alone, the pairs reach 48 on the training text", round(training[-1]) == 48)


predict("weight of the training text", weight_of_training)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
said = {
    f"{name} model": fitted(MaximumLikelihood, n).probability("the", ["to"][: n - 1])
    for n, name in ((1, "unigram"), (2, "bigram"))
}
chosen = grid[int(np.argmin(found))]
alt = (
    f"Two models give 'the' after 'to' the probabilities {', '.join(f'{x:.3f}' for x in said.values())}; "
    f"lines as thick as their weights, {1 - chosen:.1f} and {chosen:.1f}, lead to the mixture."
)
show(diagrams.interpolation(said, (1 - chosen, chosen), "P(the | to)"), alt=alt)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 8. Third answer: Kneser-Ney
#
# With interpolation, a new pair no longer has the probability 0: the unigram model vouches for its word. Three models are mixed in the same way
# (appendix B). But interpolation takes the same *percentage* from every count, and gives what it took to *frequent* words. Kneser and Ney (1995) found something
# better for both. When Chen and Goodman (1999) compared the methods of their time, a variant of this one came out best.
#
# ### How much to take?
#
# Cut the training sentences into two halves. Take all pairs that were seen $r$ times in one half, and look at how often they occur in the other
# half, on average (Church and Gale 1991).


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def seen_twice():
    halves = measure.halves(data.train)
    lost = np.array(halves.counts) - halves.again
    alt = (
        "Mean count in the other half against the count in one: a line nearly parallel to the "
        f"diagonal, between {lost.min():.1f} and {lost.max():.1f} below it."
    )
    show(figures.draw_halves(halves), alt=alt)
    print(
        "lost:",
        ", ".join(f"{r}: {value:.2f}" for r, value in zip(halves.counts, lost, strict=True)),
    )
    claim(
        "a pair that was seen r times, from 1 to 9, comes about once less in the other half (0.5 to 1.5)",
        0.5 < lost.min() and lost.max() < 1.5,
    )
    check("a 1 loses less than a 2, and a 2 less than a 3", lost[0] < lost[1] < lost[2])


predict("seen twice", seen_twice)

# %% [markdown] slideshow={"slide_type": "subslide"}
# So subtract a fixed **discount** (折扣) $D$ from every count. *About one* is coarse, so $D$ is computed from the whole text: with
# $n_1$ different pairs that were seen once and $n_2$ that were seen twice, $D = n_1 / (n_1 + 2 n_2)$.
#
# ### To whom to give it: words that follow many different words
#
# What was taken goes to the order below. There, interpolation prefers frequent words. *York* is frequent, so it would be
# offered everywhere. Yet it hardly ever stands anywhere but after *new*. So do not ask how *often* a word occurs; ask how many *different words*
# stand before it. This is its **continuation count** (接续计数).
#
# The second picture puts both ideas together, for *new york*, which was seen, and for *new in*, which was not. In its blue boxes, a pair counts
# once, however often it occurs.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
unigrams = fitted(ModifiedKneserNey, 2).levels_[0]  # its n-grams are words
often = (unigrams.counts >= 20) & (unigrams.ngrams > 2)
shown = {}
for word in ("york", "united", "same", "through", "near"):
    at = np.flatnonzero(unigrams.ngrams == vocabulary.index(word))[0]
    shown[word] = (int(unigrams.counts[at]), int(unigrams.continuations[at]))
alt = "Words by their count and by the number of different words before them: " + "; ".join(
    f"{word} {count} and {before}" for word, (count, before) in shown.items()
)
show(
    figures.draw_continuations(unigrams.counts[often], unigrams.continuations[often], shown),
    alt=alt,
)
print(f"york: {shown['york'][0]} times, after {shown['york'][1]} word")
check("york follows one word only", shown["york"][1] == 1)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
level = fitted(KneserNey, 2).levels_[1]
after_new = level.counts[level.ngrams // V == np.searchsorted(level.histories, new)]
discount = fitted(KneserNey, 2).discounts_[1][0]
total, kinds = int(after_new.sum()), len(after_new)
shown = {}
for word in ("york", "in"):
    at = vocabulary.index(word)
    shown[word] = (lookup[new, at], sum(second == at for _, second in lookup))
alt = (
    f"What was taken from {kinds} different words after 'new' is handed out. York ends one pair "
    "only, so nearly all of its probability is its own discounted count; 'in' never stands "
    "after 'new', and lives on what was taken."
)
show(diagrams.discounting("new", shown, (total, kinds, discount), len(lookup)), alt=alt)
check("all words after new", total == sum(c for (a, _), c in lookup.items() if a == new))

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 5: Kneser-Ney for bigrams
# Difficulty 4 of 5, about 15 minutes. $N_{1+}(h\,\cdot)$ is the number of different words after $h$, $N_{1+}(\cdot\,w)$ of those before $w$:
#
# $$P(w \mid h) = \frac{\max(c(h\,w) - D,\,0)}{c(h)} + \frac{D \, N_{1+}(h\,\cdot)}{c(h)} \cdot \frac{N_{1+}(\cdot\,w)}{\text{number of different pairs}}$$
#
# The first term is the discounted count. The second gives back what was taken. For a history that was never seen the result is the last fraction alone.
# The sentences, at least one, come without `<s>` and `</s>`; their pairs have them, as in Exercise 1, and all counts are taken from these pairs. The
# discount $D$ lies between 0 and 1. As there, no history is `</s>` and no word `<s>`. Return a float.
#
# <details><summary>Hint 1</summary>A <code>Counter</code> of the pairs is enough: its keys are the different pairs.</details>
# <details><summary>Hint 2</summary>Check one history: the probabilities of all words and <code>&lt;/s&gt;</code> must sum to 1.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.kneser_ney)
def kneser_ney(sentences, history, word, discount):
    """Return P(word | history), a float, with one discount, padded by <s> and </s>."""
    ...


# %% tags=["solution"]
def kneser_ney(sentences, history, word, discount):
    pairs = Counter(pair for sentence in sentences for pair in ngrams(sentence, 2))
    continuation = sum(second == word for _, second in pairs) / len(pairs)
    after = {second: count for (first, second), count in pairs.items() if first == history}
    if not after:
        return continuation
    kept = max(after.get(word, 0) - discount, 0)
    return (kept + discount * len(after) * continuation) / sum(after.values())


# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Modified Kneser-Ney: three discounts
#
# In the halves, pairs that were seen once lose less than those that were seen twice, and these less than those that were seen three times. So
# Chen and Goodman (1999) use three discounts, for counts of 1, of 2, and of 3 or more (appendix C has the formula). They are not what the halves
# lost, because the two methods differ: *about one* was coarse, and these are computed from how many pairs of the whole text were seen once,
# twice, and so on.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
discounts = fitted(ModifiedKneserNey, 2).discounts_[1]
print("discounts of pairs: {:.2f} for 1, {:.2f} for 2, {:.2f} for 3 or more".format(*discounts))
yours = kneser_ney(data.train, new, york, discount)
print(f"yours, with {discount:.2f} for all: P(york | new) = {yours:.4f}")
check("yours is that of the picture", abs(yours - 0.1968) < 5e-5)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 9. All of them, on new text
#
# Which answer is best? We fitted every smoothing at every $n$ on the same training articles, and chose its settings on the validation
# articles. (This is a recorded run; the next cell counts some of it again.)

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
results = recorded("ngram_perplexity")["results"]
validation = results["validation"]
alt = (
    "Above: perplexity by n; add-one rises from the start and add-k from n = 2 on, both to "
    "thousands; the other three fall and lie close together. Below: these three, in percent above modified Kneser-Ney: "
    "interpolation lies about 13% above it, Kneser-Ney 2 to 3%."
)
show(figures.draw_methods([1, 2, 3, 4, 5], validation), alt=alt)
print("validation perplexity   n = 1      2      3      4      5")
for name in ("interpolation", "Kneser-Ney", "modified Kneser-Ney"):
    print(f"{name:22s}" + "".join(f"{value:7.1f}" for value in validation[name]))
again = [fitted(ModifiedKneserNey, n).perplexity(data.validation) for n in (1, 2, 3)]
best = validation["modified Kneser-Ney"]
others = np.array(
    [validation[name] for name in ("add-one", "add-k", "interpolation", "Kneser-Ney")]
)
claim(
    "with modified Kneser-Ney, perplexity falls from unigram to trigram, and nothing else does better",
    again == sorted(again, reverse=True) and (others[:, 1:] > np.array(best[1:])).all(),
)
check("the recorded run gives the same perplexities", np.allclose(again, best[:3]))
percent = dict(measure.above_best(validation))
check("interpolation is about 13% above", np.allclose(percent["interpolation"][1:], 13, atol=1))
check("Kneser-Ney is 1 to 4% above", np.allclose(percent["Kneser-Ney"][1:], 2.5, atol=1.5))
check("from n = 3 to n = 5 about 1% is gained", abs(1 - best[4] / best[2] - 0.01) < 0.005)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
curve = np.array(results["curve"]["perplexity"])  # (sizes, seeds, orders)
alt = (
    "By how many percent the perplexity falls, against the size of the training text: from n = 2 "
    "to 3 the gain rises with the text; from n = 3 to 5 it stays near or below one percent."
)
show(figures.draw_growth(results["curve"]["words"], curve), alt=alt)
gains = 1 - curve[:-1, :, 2] / curve[:-1, :, 1]  # all parts but the whole text
grows = (np.diff(gains, axis=0) > 0).all()
check("with each of 3 seeds the trigram's gain over the bigram grows with the text", grows)
print("\nThe test articles, used once for each model (seconds as recorded):")
print(table(recorded("ngram_perplexity")))

# %% [markdown] slideshow={"slide_type": "-"}
# Add-one gets worse with every word that it looks back, and add-k from $n = 3$ on. Interpolation and Kneser-Ney get better, but from $n = 3$ to
# $n = 5$ there is only about 1% to gain. This answers our first question: the last program wrote so well because it copied. What an
# honest 5-gram model *knows* is hardly more than what a trigram model knows.
#
# In the second picture we took random parts of the training text (three of each size; mean and standard deviation). A larger text would
# probably gain more: the upper curve still rises. With almost a billion words, people did use $n = 5$ (Chelba et al. 2014).

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 10. What your counts can do
#
# **Judge sentences.** Somebody speaks, and a program has heard two sentences that sound the same. Which one was said? For decades, speech
# recognition asked an n-gram model. Ask yours: the logarithm of a sentence's probability is the sum over its pairs.

# %% slideshow={"slide_type": "-"}
some = train[:3000]
log_probabilities = []
for line in ("people can see the sun .", "people can sea the son ."):
    total = 0.0
    for history, word in ngrams(line.split(), 2):
        probability = kneser_ney(some, history, word, 0.75)  # yours
        total += (
            math.log(probability) if probability else -math.inf
        )  # 0: nowhere in these sentences
    print(f"{total:6.1f}   {line}")
    log_probabilities.append(total)
times = math.exp(log_probabilities[0] - log_probabilities[1])
print(f"The first is {times:.0f} times as probable.")

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 6: put words in order
# Difficulty 2 of 5, about 5 minutes. We shuffle a sentence. Of all orders, return the one that the model finds most probable, as a list of
# words. The model is the modified Kneser-Ney trigram of section 9. Nothing is
# graded; the cell names a mistake. Can word order be found by counting alone?
#
# <details><summary>Hint</summary><code>permutations(words)</code> gives every order, as a tuple. <code>max</code> takes a
# <code>key</code>.</details>
# <details><summary>Solution</summary><code>return list(max(permutations(words), key=log_probability))</code></details>

# %% slideshow={"slide_type": "-"}
model = fitted(ModifiedKneserNey, 3)
orders = list(permutations(["he", "was", "born", "in", "london", "."]))
print(f"{len(orders)} orders, such as {orders[100]}")


def log_probability(words):
    return np.log(model.probabilities([vocabulary.encode(words)])).sum()


def best_order(words):
    """Return the words in their most probable order."""
    ...


best_order = tasks.checked_best_order(best_order, model)
sentences = [
    "he was born in london .",
    "the city is known for its music",
    "the capital of france is paris .",
]
ordered = tasks.shuffled_and_ordered(best_order, sentences)

# %% [markdown] slideshow={"slide_type": "subslide"}
# A model that looks back two words has found whole sentences. And its one mistake says the same as the sentence that we had shuffled.
#
# **Choose the right word.** *Their* or *there*? *Then* or *than*? A spelling checker that knows single words finds both of them right. The
# counts can tell, because they see the neighbors. We take every place in the validation articles where one of two such words stands, hide it, and let
# the model choose.


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
check("the first sentence was said", times > 10)
check("two of three come back", ordered[:2] == sentences[:2])
check("the third is another true sentence", ordered[2] == "paris is the capital of france .")


def hard_pair():
    found = measure.choices(model, data.validation, measure.PAIRS)
    alt = (
        "Right answers of the trigram model, and of always saying the more frequent word: "
        + "; ".join(f"{' or '.join(c.words)} {c.right:.0%} and {c.frequent:.0%}" for c in found)
    )
    show(figures.draw_choices(found), alt=alt)
    worst = min(found, key=lambda choice: choice.right)
    claim(
        "for six of 8 pairs of words, the neighbors tell clearly more than the frequency of the words",
        sum(choice.interval[0] > choice.frequent + 0.01 for choice in found) == 6,
    )
    check("is / are is the hardest", worst.words == ("is", "are"))


predict("hard pair", hard_pair)

# %% [markdown] slideshow={"slide_type": "subslide"}
# For *who / whom* and *word / world*, the interval reaches, or nearly reaches, what one gets by always saying the more frequent word. The
# validation articles have too few of these words to tell.
#
# **Offer the next word.** With a running kernel, type the beginning of a sentence and compare. Raw counts are sure of themselves until they
# fall silent: after a history they never saw, all bars are 0. Add-one forgets what it saw. Kneser-Ney keeps the favorites and leaves a little
# for every word.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
KINDS = {k.__name__: k for k in (ModifiedKneserNey, KneserNey, AddK, MaximumLikelihood)}


def draw_next(beginning, n, smoothing):
    known = vocabulary.encode(tokenize(beginning))
    distribution = fitted(KINDS[smoothing], n).distribution(known)
    likely = np.argsort(-distribution, kind="stable")[:10]
    names = vocabulary.decode(likely)
    return figures.draw_next(names, distribution[likely], " ".join(vocabulary.decode(known)))


def words_of_next(beginning, n, smoothing):
    distribution = fitted(KINDS[smoothing], n).distribution(vocabulary.encode(tokenize(beginning)))
    return f"Bars: after {beginning!r} the most probable word is {vocabulary.words[distribution.argmax()]!r}."


controls = {"n": slide(1, 5, value=3), "smoothing": choose(list(KINDS))}
explore(draw_next, alt=words_of_next, beginning=text("there is a war in the"), **controls)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 11. The same with nltk
#
# The library nltk has Kneser-Ney with one discount; it pads and counts with one call. For large texts, people use KenLM (Heafield 2011).

# %% slideshow={"slide_type": "-"}
from nltk.lm import KneserNeyInterpolated
from nltk.lm.preprocessing import padded_everygram_pipeline

few = [list(sentence) for sentence in train[:60]]
grams, words = padded_everygram_pipeline(2, few)
library = KneserNeyInterpolated(2, discount=0.75)
library.fit(grams, words)
print(f"nltk  P(the | of) = {library.score('the', ['of']):.4f}")
print(f"yours P(the | of) = {kneser_ney(few, 'of', 'the', 0.75):.4f}")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Myth check
#
# *"A lower perplexity means a better model."* It is true if both models predict the same words. Here the same smoothing, the same $n$ and the same
# training text meet vocabularies of different sizes:

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
# first, what has to hold of the section before
asked = [(history, word) for history, word in ngrams(few[0], 2)]
asked += [(history, "of") for history, word in asked]
yours = [kneser_ney(few, history, word, 0.75) for history, word in asked]
theirs = [library.score(word, [history]) for history, word in asked]
bertlabs = measure.kneser_ney_of(few, asked, 0.75)
check("the formula and nltk give the same", np.allclose(yours, theirs, rtol=0, atol=1e-9))
check("the formula and bertlab give the same", np.allclose(yours, bertlabs, rtol=0, atol=1e-9))

print("vocabulary   unknown   trigram   unigram: training   validation")
judged = {}
for size in (1000, 4000, 8000, 16000):
    judged[size] = measure.judged(size, "train")
    unknown, three_words, train_one, new_one = judged[size]
    print(f"{size:10,d} {unknown:9.1%} {three_words:9.1f} {train_one:19.1f} {new_one:12.1f}")
by_size = [row.trigram for row in judged.values()]
claim("a model that knows fewer words has the lower perplexity", by_size == sorted(by_size))

# %% [markdown] slideshow={"slide_type": "-"}
# The first model is not the best one; it is the one that knows least. `<unk>` is a single word with a large count, so it is easy to guess. This also
# explains something odd in section 5, where the unigram model did *better* on new articles than on its own. The vocabulary was chosen from the training text, so the rare words of the training text are in it, while
# those of new articles have become `<unk>`; a unigram model has an easier time with them.


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def the_leak():
    leaked, honest = measure.judged(8000, "train", "validation"), judged[8000]
    for name, row in (("training text only", honest), ("both texts", leaked)):
        print(f"words from {name:18s}   {row.unknown:5.1%} unknown   perplexity {row.trigram:.1f}")
    check("the leak hides over a third of the unknown", leaked.unknown < honest.unknown * 2 / 3)
    check("the leak raises perplexity by half", leaked.trigram > 1.5 * honest.trigram)
    turned = honest.held_out < honest.train and leaked.held_out > leaked.train
    check("it also turns the riddle round", turned)


predict("the leak", the_leak)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
ask("find the slips")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Recap
#
# - The probability of a sentence is a product of next-word probabilities. An n-gram model looks back $n - 1$ words.
# - Raw counts write well with long histories because they copy. They call most new text impossible.
# - Perplexity is measured on text that was not counted. It compares models only if vocabulary, text and predictions are the same.
# - Smoothing needs two decisions, how much to take and whom to give it to. Kneser-Ney takes a fixed discount, and gives it to words that
#   follow many different words. Three discounts are better than one.
# - Settings are searched on validation text, because the training text always prefers the longest history.
# - What no counting does: *deep rivers* says nothing about *deep lakes*, and the subject four words back is out of sight.
#
# So how much of a language can one learn by counting? Which words stand side by side: enough to prefer *see the sun* to *sea the son*, and often
# enough to put the words of a short sentence in order. Not what a word is like, and not what stands far away. For that, one has to learn more than counts.
#
# Next: **02. A neural probabilistic language model**, where similar words help each other.

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Terms
#
# | English | 中文 | in one line |
# |---|---|---|
# | language model | 语言模型 | gives every possible next word a probability |
# | n-gram | n 元组 | n words in a row: the last one is predicted from the others |
# | history | 历史（上文） | the n - 1 words before the predicted one |
# | maximum likelihood | 最大似然 | the estimate that makes the training text most probable: a quotient of counts |
# | held-out text | 留出文本 | text that is not counted: validation text for settings, test text for the final table |
# | perplexity | 困惑度 | the inverse geometric mean of the probabilities of the words |
# | smoothing | 平滑 | moving probability from what was seen to what was not |
# | interpolation | 插值 | a weighted mean of models with longer and shorter histories |
# | expectation-maximization | 期望最大化 | improves the weights of a mixture step by step |
# | discount | 折扣 | what smoothing subtracts from a count |
# | continuation count | 接续计数 | how many different words were seen before a word |
# | unknown word | 未登录词 | a word outside the vocabulary, written `<unk>` |
#
# ## Further reading
#
# - C. E. Shannon (1948). A mathematical theory of communication. *Bell System Technical Journal* 27. Section 3 lets counts write English, with n from 1 on.
# - I. J. Good (1953). The population frequencies of species and the estimation of population parameters. *Biometrika* 40.
# - F. Jelinek, R. L. Mercer (1980). Interpolated estimation of Markov source parameters from sparse data. *Pattern Recognition in Practice*.
# - K. W. Church, W. A. Gale (1991). A comparison of the enhanced Good-Turing and deleted estimation methods for estimating probabilities of English bigrams. *Computer Speech and Language* 5.
# - R. Kneser, H. Ney (1995). Improved backing-off for m-gram language modeling. *ICASSP*.
# - S. F. Chen, J. Goodman (1999). An empirical study of smoothing techniques for language modeling. *Computer Speech and Language* 13.
# - K. Heafield (2011). KenLM: Faster and smaller language model queries. *Workshop on Statistical Machine Translation*.
# - C. Chelba, T. Mikolov, M. Schuster, Q. Ge, T. Brants, P. Koehn, T. Robinson (2014). One billion word benchmark for measuring progress in statistical language modeling. *Interspeech*.
# - D. Jurafsky, J. H. Martin. *Speech and Language Processing*, 3rd edition draft, chapter 3: N-gram language models.
#
# ### Test yourself
#
# Five questions, and one to design.

# %% tags=["hide-input"] slideshow={"slide_type": "skip"}
quiz(1, 2, 3, 4, 5)

# %% tags=["hide-input"] slideshow={"slide_type": "skip"}
ask("when counting is enough")

# %% [markdown] slideshow={"slide_type": "skip"}
# ### Appendix A: counting with arrays
#
# <details><summary>Open</summary>
#
# A pair of words becomes *one* number, first · V + second. Then counting is sorting, which NumPy does quickly.
#
# </details>
#
# ### Appendix B: three weights at once
#
# <details><summary>Open</summary>
#
# With three models, a grid has too many points. But there is a way to improve all weights at once. At each place of the validation text, ask
# which part of the mixed probability came from each model. A model's new weight is its mean part. Repeat. This is
# **expectation-maximization** (EM, 期望最大化); no step can make the validation text less probable. The code below begins without any
# opinion, with a third for each model.
#
# This flat mixture wastes something: after a history that was never seen, the trigram says 0, and its weight is lost. So `bertlab` mixes
# step by step:
#
# $$P_n(w \mid h) = \lambda_n \, \frac{c(h\,w)}{c(h)} + (1 - \lambda_n) \, P_{n-1}(w \mid h')$$
#
# Here $h'$ is the history without its oldest word. After a history that was never seen, the shorter one speaks alone, with the whole weight. That
# is why the perplexity below is lower. It is this mixture that section 9 calls *interpolation*.
#
# </details>
#
# ### Appendix C: modified Kneser-Ney, term by term
#
# <details><summary>Open</summary>
#
# $$P(w \mid h) = \underbrace{\frac{c(h\,w) - D\big(c(h\,w)\big)}{c(h)}}_{\text{what is left}} + \underbrace{\gamma(h)}_{\text{what was taken}} \; \underbrace{P(w \mid h')}_{\text{who gets it}}$$
#
# $$\gamma(h) = \frac{D_1\,N_1(h\,\cdot) + D_2\,N_2(h\,\cdot) + D_{3+}\,N_{3+}(h\,\cdot)}{c(h)}$$
#
# Term by term:
#
# - $c(h\,w)$: how often $w$ followed $h$. In all orders below the highest it is the continuation count: how many *different* words
#   stand before $h\,w$.
# - $D(c)$: the discount of that count, so $D_1$, $D_2$ or $D_{3+}$; it is 0 for a count of 0.
# - $c(h)$: the sum of the counts $c(h\,w)$ of all words $w$ after $h$.
# - $\gamma(h)$: $N_1(h\,\cdot)$, $N_2(h\,\cdot)$ and $N_{3+}(h\,\cdot)$ say how many different words followed $h$ once, twice, and three times or
#   more. So the numerator is the sum of everything that was taken after $h$, and all probabilities after $h$ sum to 1.
# - $P(w \mid h')$: the same formula again, with the history $h'$ that is one word shorter. Below the unigrams stands $1/V'$.
#
# </details>


# %% tags=["hide-input"] slideshow={"slide_type": "skip"}
ids = np.concatenate([[1, *sentence, 2] for sentence in data.train])  # 1 is <s>, 2 is </s>
numbers = ids[:-1] * V + ids[1:]
pairs, pair_counts = np.unique(numbers, return_counts=True)
by_array = pair_counts[pairs == new * V + york][0]
by_loop = NgramCounts(train, 2).after["new",]["york"]
print(f"new york: {by_array} times by array, {by_loop} times by loop")

from_counts = by_array / pair_counts[pairs // V == new].sum()
check("loops and arrays agree", by_array == by_loop)
check(
    "bertlab gives their quotient",
    abs(bigram.probability("york", ["new"]) - from_counts) < 1e-6,
)

# %% tags=["hide-input"] slideshow={"slide_type": "skip"}
three = fitted(MaximumLikelihood, 3).probabilities(data.validation)
models = np.stack([one, two, three])  # (3, N)
weights = np.full(3, 1 / 3)
for step in range(21):
    mixed = weights @ models
    if step % 5 == 0:
        print(f"step {step:2d}   weights {weights.round(2)}   perplexity {perplexity([mixed]):.1f}")
    parts = weights[:, None] * models / mixed  # (3, N): each column sums to 1
    weights = parts.mean(axis=1)

# %% tags=["hide-input"] slideshow={"slide_type": "skip"}
trigram = Interpolated(3, vocabulary, weights=[0.5, 0.5, 0.5]).fit(data.train)
before = trigram.perplexity(data.validation)
trigram.fit_weights(data.validation)
after = trigram.perplexity(data.validation)
print(f"bertlab, step by step: perplexity {before:.1f} at equal weights, {after:.1f} after EM")
step_by_step = 1 / (V - 1)
for n, weight in enumerate(trigram.weights_, 1):
    frequency = fitted(MaximumLikelihood, n).probability("the", ["according", "to"])
    step_by_step = weight * frequency + (1 - weight) * step_by_step
check(
    "bertlab mixes as the formula says",
    abs(step_by_step - trigram.probability("the", ["according", "to"])) < 1e-6,
)
check("the pairs get the largest weight", weights.argmax() == 1)
check("step by step is better than at once", after < perplexity([mixed]))

# %% tags=["hide-input"] slideshow={"slide_type": "skip"}
# The counts of one text tell the discounts: n_r pairs were seen r times. They should count as
# (r + 1) n_(r+1) / n_r (Good 1953). The discount is r minus that, after a factor Y makes it smaller.
# (D1 comes out as Y itself: it is the one discount that plain Kneser-Ney uses.)
counts = fitted(ModifiedKneserNey, 2).levels_[1].counts  # of all pairs
n1, n2, n3, n4 = [(counts == r).sum() for r in (1, 2, 3, 4)]
Y = n1 / (n1 + 2 * n2)
D1 = 1 - Y * 2 * n2 / n1
D2 = 2 - Y * 3 * n3 / n2
D3 = 3 - Y * 4 * n4 / n3
print(f"discounts of pairs: {D1:.2f} for 1, {D2:.2f} for 2, {D3:.2f} for 3 or more")
estimated = fitted(ModifiedKneserNey, 2).discounts_[1]
check("the discounts above are bertlab's", np.allclose(estimated, (D1, D2, D3)))
check("they rise with the count, as in the halves", D1 < D2 < D3)
check("the first is Y, and the one of Kneser-Ney", np.allclose((D1, discount), Y))
