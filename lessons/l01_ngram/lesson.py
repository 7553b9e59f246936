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
# Nobody ever wrote this sentence. A program did. It had read 400,000 words of Wikipedia, and all it knew was how often each word follows
# each pair of words. What it says is nonsense, and yet it is nearly English. How much of a language can one learn by **counting**?
#
# A program that gives every possible next word a probability is called a **language model** (语言模型). The
# chatbots of today are built on one, and BERT is a relative. The oldest language models only count. This lesson builds them, up to the best of their kind,
# and finds out where counting ends.
#
# **At the end you can**
#
# - count a text, and let the counts write;
# - say how good a language model is with one number, the perplexity, without fooling yourself;
# - explain three ways of smoothing, write Kneser-Ney, and find settings on a text that was not counted;
# - let your model put words in order, and choose the right one of two words.
#
# **Time** 70 minutes in class, and 51 for the exercises. The open question takes 6 more; section 11 can be skipped. **Difficulty** 3 of 5. **Before this**: Python and NumPy; lesson 00 for how exercises work.

# %% tags=["bootstrap"] slideshow={"slide_type": "skip"}
# (generated)

# %% tags=["setup"] slideshow={"slide_type": "skip"}
from lessons.l01_ngram import (
    ask,
    diagrams,
    exercises,
    figures,
    measure,
    offers,
    pages,
    predict,
    quiz,
    rivals,
    tasks,
)

import math
import random
from collections import Counter, defaultdict
from functools import cache, partial
from itertools import permutations

import numpy as np

from bertlab.predecessors.ngrams.corpus import tokenize, wiki_language_model_data, wiki_sentences
from bertlab.predecessors.ngrams.interpolation import Interpolated
from bertlab.predecessors.ngrams.kneser_ney import KneserNey, ModifiedKneserNey
from bertlab.predecessors.ngrams.ngram import AddK, MaximumLikelihood
from workbook.basics import begin_lesson, check, claim, exercise, explore, recorded, show, text

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
pages.texts({f"sees {looks[n]}": found for n, found in written.items()}, caption)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 1. One word after the other
#
# From top to bottom, a word list turns into English. So is the last program the best one? Keep this question in mind.
#
# Before we can answer it, we need probabilities. How probable is a whole sentence? Nobody can count sentences, because most of them are said
# only once. But a sentence can be built word by word, and so can its probability: each word is predicted from all words before it. This is
# the *chain rule* (链式法则):
#
# $$P(w_1, \dots, w_T) = \prod_{t=1}^{T} P(w_t \mid w_1, \dots, w_{t-1})$$
#
# The words before the predicted one are its **history** (历史). Long histories are as rare as long sentences, so we shorten them. An
# **n-gram model** (n 元模型) looks back only $n - 1$ words. A *unigram* model, $n = 1$, sees none, a *bigram* model one word, and a *trigram* model two.
# The number $n$ is also called the **order** (阶) of the model. The assumption that so few words are enough is called the *Markov assumption* (马尔可夫假设).

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
alt = (
    "Three rows with the words 'I love deep learning'. To predict 'learning', the chain rule uses "
    "all three words before it, a trigram model the last two, and a bigram model only 'deep'."
)
show(diagrams.histories(["I", "love", "deep", "learning"]), alt=alt)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 1: n-grams with a beginning and an end
# Difficulty 1 of 5, about 5 minutes. The first word needs a history too, and a sentence has to end. So put `<s>` in front, `order - 1`
# times, and `</s>` at the end, once. You get a sentence (a list of words, perhaps an empty one; do not change it) and `order` (1 or more).
# Return a list of tuples of `order` words each: one tuple for each word and one for `</s>`, from the first to the last.
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
# Difficulty 2 of 5, about 8 minutes. You get sentences (lists of words, without `<s>` and `</s>`), a history of one word, and a word. Return
# the proportion $c(h\,w) / c(h)$, a float, with all sentences counted together:
#
# - $c(h)$ counts the places where something follows $h$; the end of a sentence, `</s>`, is something too.
# - The history may be `<s>`, but it is never `</s>`. The word may be `</s>`, but it is never `<s>`.
# - If the history never occurs, or there are no sentences, the result is 0.
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
# Your function counts the whole text anew for every question. It is better to count once, and keep a table for each history, as the first cell
# below does with *your* `ngrams`.
#
# ### Your turn: let the counts write
# Difficulty 2 of 5, about 3 minutes. Such counts can also write: draw a next word in proportion to its count, move the history on by one word,
# and repeat until `</s>` is drawn. Fill the three blanks in the second cell below and run both. The cell says what is wrong; nothing is graded.
# You know the first sentence that it writes. Then change `my_order` and `my_seeds`: from which order on does the text make sense?
#
# <details><summary>Hint</summary>A history of order 3 is a tuple of two words. It loses its first word and gets a new last one.</details>
# <details><summary>Solution</summary><code>weights=followed.values()</code>, then <code>if word == "&lt;/s&gt;":</code>, then
# <code>history = (*history, word)[1:]</code>.</details>


# %% slideshow={"slide_type": "-"}
class NgramCounts:
    def __init__(self, sentences, order):
        self.order = order
        self.after = defaultdict(Counter)  # history -> how often each word followed
        for sentence in sentences:
            for ngram in ngrams(sentence, order):  # yours
                history, word = ngram[:-1], ngram[-1]
                self.after[history][word] += 1


# %% slideshow={"slide_type": "subslide"}
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
my_order, my_seeds = 3, (2, 6, 14)  # change them
mine = NgramCounts(train, my_order)
pages.texts({f"order {my_order}": [measure.readable(write(mine, seed)) for seed in my_seeds]})


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def word_for_word():
    known, found = {tuple(sentence) for sentence in train}, {}
    trigrams, longest = (NgramCounts(train, order) for order in (3, 5))
    for model in (trigrams, longest):
        found[model.order] = measure.copied(partial(write, model), known, count=1000)
    only_one = np.mean([len(words) == 1 for words in longest.after.values()])
    print(f"copied: n = 3 {found[3]:.1%}, n = 5 {found[5]:.1%}")
    print(f"{only_one:.0%} of 4-word histories: one next word")
    claim(
        "of the sentences that raw 5-gram counts write, more than half are copies of training sentences",
        found[5] > 0.5,
    )
    check("97% of the histories of four words", round(only_one, 2) == 0.97)
    first = measure.readable(tasks.our_write(trigrams, 2))
    check(
        "the lesson opens with a text of these counts",
        first == "Chamber music were adapted to the user can also cause frequent thunderstorms.",
    )
    pieces = measure.pieces(tokenize(written[5][0].rstrip(" .")), train)
    check("longer histories, longer pieces", max(map(len, pieces)) > 20)
    check("four words stand in both sentences", measure.glued(pieces, train, shared=4))
    return pages.copies_as_html(pieces, shared=4)


predict("word for word", word_for_word)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 3. Perplexity: how unsure is the model?
#
# The text that reads best is mostly copied, so we need a number. The better of two models gives a *new* text the higher probability: what people really wrote was less of a
# surprise to it. That probability shrinks with every word. So we take the geometric mean over all $N$ predictions; one divided by it is
# the **perplexity** (困惑度):
#
# $$\mathrm{PP} = \Big( \prod_{i=1}^{N} p_i \Big)^{-1/N}$$
#
# $$\phantom{\mathrm{PP}} = \exp\Big( -\frac{1}{N} \sum_{i=1}^{N} \ln p_i \Big)$$
#
# A perplexity of 8 means: as unsure as if 8 words were equally likely. Lower is better. $N$ counts all predictions: the words
# and each `</s>`. The mean $-\frac{1}{N} \sum \ln p_i$ is called the **cross-entropy** (交叉熵); it is the loss of the
# next lessons. Here is the first toy sentence, read by its own counts:

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
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
# <details><summary>Hint 1</summary>Every prediction counts the same.</details>
# <details><summary>Hint 2</summary>Use the formula's second form, with logarithms.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.perplexity)
def perplexity(probabilities):
    """Return the perplexity of a text (a float), from one list for each sentence."""
    ...


# %% tags=["solution"]
def perplexity(probabilities):
    flat = [p for sentence in probabilities for p in sentence]
    if min(flat) == 0:
        return math.inf
    return math.exp(-math.fsum(math.log(p) for p in flat) / len(flat))


# %% [markdown] slideshow={"slide_type": "slide"}
# ## 4. A real text
#
# To measure honestly, the text to measure on must not be counted: it is **held out** (留出). We divide the Wikipedia articles into three parts:
# *training* articles to count, and two held-out parts, *validation* articles (验证集) to choose settings, and *test* articles (测试集),
# which no model predicts before the final table.
#
# Words are in lower case, punctuation marks count as words, and every number has become `<num>` (printed as #). A new article has words that
# the training articles do not have. A model with a fixed list of words, its **vocabulary** (词表), cannot name them. So the words outside the
# vocabulary are replaced by one word, `<unk>` (*unknown*), in all three parts. Which words should stay?
#
# ### Exercise 4: the words a model may know
# Difficulty 2 of 5, about 7 minutes. You get training sentences, held-out sentences, and a `size` (1 or more). Keep the `size` most frequent
# words, and write `<unk>` for every other word of the held-out sentences. Return these, a list of lists of words.
#
# - Of equally frequent words, those that come first in alphabetical order are kept.
# - `<unk>` takes none of the `size` places. If there are fewer than `size` words, all are kept.
# - Either text may be empty.
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
# From here on, every word is a number, its place in the vocabulary, and `bertlab` counts, for any $n$, with arrays, which is
# faster. Its vocabulary has 8,000 entries: the most frequent words, `<unk>`, `<s>` and `</s>`. Does your function find as many
# unknown words?

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
data = wiki_language_model_data(vocabulary_size=8000)
vocabulary, V = data.vocabulary, len(data.vocabulary)
for name in ("train", "validation", "test"):
    words = [word for sentence in getattr(data, name) for word in sentence]
    print(f"{name:10s} {len(words):7,d} words {words.count(0) / len(words):5.1%} unknown")

replaced = encode_held_out(train, wiki_sentences().validation, V - 3)  # yours
unknown = sum(sentence.count("<unk>") for sentence in replaced) / sum(map(len, replaced))
print(f"by your function:         {unknown:.1%} unknown")


@cache
def fitted(kind, order):
    return kind(order, vocabulary).fit(data.train)


# %% [markdown] slideshow={"slide_type": "slide"}
# ## 5. What was never seen
#
# A longer history says more about the next word. But a longer n-gram is less likely to have been seen. Look at the counts of six first and
# six second words that we picked. Many of the zeros are right, because nobody writes *los born*. Others are only bad luck: *united was* stands
# in English sentences (*Manchester United was founded in 1878*), but not in our training text. The counts cannot tell one zero from the
# other. Keep these two zeros in mind (framed below): each of our three answers has to give them a probability.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
bigram = fitted(MaximumLikelihood, 2)
new, york = vocabulary.index("new"), vocabulary.index("york")
rows = ["new", "united", "los", "he", "was", "in"]
columns = ["york", "states", "angeles", "was", "the", "born"]
lookup = measure.pairs_of(data.train)
cells = [[lookup[vocabulary.index(a), vocabulary.index(b)] for b in columns] for a in rows]
alt = (
    "A table of the counts of pairs, six first words by six second words. A few are large, such as "
    f"'in the' with {cells[5][4]:,}; most are 0. Two zeros have a frame: 'united was' and 'los born'."
)
zeros = [("united", "was"), ("los", "born")]
show(diagrams.sparse(cells, rows, columns, framed=zeros), alt=alt)
sizes = [len(level.ngrams) for level in fitted(MaximumLikelihood, 3).levels_]
print("different    seen     of possible")
print(f"pairs     {sizes[1]:,} {V**2:15,}\ntriples   {sizes[2]:,} {V**3:15,}")
check("most cells are empty", np.mean(np.array(cells) == 0) > 0.5)


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def new_triples():
    models = [fitted(MaximumLikelihood, order) for order in range(1, 6)]
    unseen = [model.unseen_proportion(data.validation) for model in models]
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

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
on_train, on_new = [], []
for order in range(1, 6):
    model = fitted(MaximumLikelihood, order)
    on_train.append(model.perplexity(data.train))
    on_new.append(model.perplexity(data.validation))
    print(f"n = {order}  training {on_train[-1]:6.1f}  new text {on_new[-1]:6.1f}")
claim(
    "without smoothing, every model that looks back has an infinite perplexity on new text",
    min(on_new[1:]) == math.inf,
)
check("on the training text, longer is always better", on_train == sorted(on_train, reverse=True))
check("at n = 1, the new text has the lower perplexity", on_new[0] < on_train[0])
same_words = [vocabulary.decode(sentence) for sentence in data.validation] == replaced
check("your function and bertlab replace the same words", same_words)
check("united was: never seen", lookup[vocabulary.index("united"), vocabulary.index("was")] == 0)

# %% [markdown] slideshow={"slide_type": "notes"}
# *Instructor:* the two columns of perplexities are the heart of the lesson. On the training text every longer history looks better; on new
# text a single unseen n-gram makes the product 0. Ask what a perplexity of 1 on the training text would mean: a model that can only recite.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 6. First answer: pretend you saw more
#
# The first row of section 5's last table is odd: a model without a history finds the *new* text easier than its own. The vocabulary was chosen from the training
# text, so fewer words are `<unk>` there (7.5%) than in new articles (14.1%). And `<unk>` is a single word with a large count, so it is easy to guess. So compare
# perplexities only with one vocabulary. In the other rows, a single 0 makes the product 0.
#
# What we need is **smoothing** (平滑): take a little probability from what was seen, and give it to what was not. How much, and to whom?
#
# The oldest repair adds a number $k$ to every count. With $k = 1$ it is called *add-one*, or Laplace smoothing:
#
# $$P(w \mid h) = \frac{c(h\,w) + k}{c(h) + k\,V'}$$
#
# $V'$ is the number of outcomes: all words, `<unk>` and `</s>`, but not `<s>`.


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def one_added():
    followed = bigram.distribution(["alexander"]) > 0
    rows = []
    for k in (1.0, 0.1, 0.01, 0.001):
        model = AddK(2, vocabulary, k).fit(data.train)
        kept = model.distribution(["alexander"])[followed].sum()
        rows.append((k, kept, model.perplexity(data.validation)))
    alt = (
        f"Bars: with k = 1 the {followed.sum()} words that were seen after alexander keep "
        f"{rows[0][1]:.1%} of the probability, with k = 0.001 {rows[3][1]:.0%}. "
        "The perplexity is lowest at k = 0.01."
    )
    show(figures.draw_kept(rows, "alexander"), alt=alt)
    none = fitted(AddK, 1).perplexity(data.validation)
    print(f"add-one without looking back: perplexity {none:.0f}")
    check("with add-one, looking back one word is worse than not looking back", rows[0][2] > none)
    stands = vocabulary.counts[vocabulary.index("alexander")]
    check("40 times, 15 words", (V, stands, followed.sum()) == (8000, 40, 15))
    check("less than 1% is kept", rows[0][1] < 0.01)
    best = min(rows, key=lambda row: row[2])
    check("of the four k, 0.01 is best, and reaches 209", (best[0], round(best[2])) == (0.01, 209))


predict("one added", one_added)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 7. Second answer: ask the shorter history too
#
# Add-k gives every word that was not seen after a history the same probability, *born* as much as *was*. Yet some words are simply more frequent.
# After a rare word, a bigram model knows next to nothing, but a unigram model knows at least which words are frequent. So mix what the two say.
# This is **interpolation** (插值). Here is its simplest form, with one weight $\lambda$ between 0 and 1 (Jelinek and Mercer, 1980, give
# frequent and rare histories different weights):
#
# $$P(w \mid h) = \lambda \, \frac{c(h\,w)}{c(h)} + (1 - \lambda) \, \frac{c(w)}{c}$$
#
# Here $c$ alone counts all words of the training text, each `</s>` included.
#
# Which weight is best? We search in steps of 0.1, on the validation text.

# %% slideshow={"slide_type": "-"}
one = fitted(MaximumLikelihood, 1).probabilities(data.validation)  # P(w) at each place
two = fitted(MaximumLikelihood, 2).probabilities(data.validation)  # P(w | the word before)
grid = [step / 10 for step in range(11)]
found = []
for weight in grid:
    mixed = weight * two + (1 - weight) * one
    found.append(perplexity([mixed.tolist()]))  # yours
    print(f"weight {weight:.1f}   perplexity {found[-1]:6.1f}")


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

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Your turn: find three weights
# Difficulty 2 of 5, about 4 minutes. Mix in the trigram model. Three weights, none below 0, sum to 1. Which model deserves the largest? Search, by
# hand or with two loops: can you come below 142? Nothing is graded.
#
# <details><summary>Solution</summary><code>steps = [(a / 20, b / 20, (20 - a - b) / 20) for a in range(21) for b in range(21 - a)]</code>, then
# <code>min(steps, key=lambda weights: measured(*weights))</code>. The pairs get the largest weight.</details>

# %% slideshow={"slide_type": "-"}
three = fitted(MaximumLikelihood, 3).probabilities(data.validation)


def measured(a, b, c):
    mixed = a * one + b * two + c * three
    return perplexity([mixed.tolist()])  # yours


my_weights = (1 / 3, 1 / 3, 1 / 3)  # of single words, of pairs, of triples: change them
print(f"validation perplexity {measured(*my_weights):.1f}")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 8. Third answer: Kneser-Ney
#
# Our interpolation takes the same *percentage* from every count (with the weight 0.6, it takes 40%), and it gives what it took to *frequent*
# words. Ney, Essen and Kneser (1994) changed the first, and Kneser and Ney (1995) the second.
#
# ### How much to take?
#
# We cut the training text into two halves, in two ways: by sentences, so that both halves have the same articles, and by articles, so that they
# share none. Take all pairs that were seen $r$ times in one half. How often do they occur in the other half, on average (Church and Gale 1991)?


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def seen_twice():
    same, apart = measure.halves(data.train), measure.halves(data.train, apart=True)
    lost, other = (np.array(cut.counts) - cut.again for cut in (same, apart))
    alt = (
        f"What a count of 1 to 9 loses. Same articles: between {lost.min():.1f} and {lost.max():.1f}, near a level "
        f"line. Different articles: it rises from {other[0]:.1f} to {other[-1]:.1f}. 40% would rise from 0.4 to 3.6."
    )
    show(figures.draw_halves(same, apart), alt=alt)
    rivals.table_of_losses({"same articles": lost, "different": other})
    fixed, percentage = measure.misfits(same.counts, lost)
    apart_fixed, apart_percentage = measure.misfits(same.counts, other)
    claim(
        "in halves of the same articles, what a pair seen 1 to 9 times loses is nearer to a fixed amount than to any percentage",
        fixed < percentage / 3,
    )
    check("in halves of different articles, a percentage is nearer", apart_fixed > apart_percentage)
    first_two = np.stack([lost[:2], other[:2]])
    check("0.65 and 1 in both cuts, within 0.15", (abs(first_two - [0.65, 1]) < 0.15).all())
    check("between 0.6 and 1.3 is lost", 0.6 < lost.min() and lost.max() < 1.3)
    check("a 1 loses less than a 2, and a 2 less than a 3", lost[0] < lost[1] < lost[2])
    check("a 1 loses least", (lost[0], other[0]) == (lost.min(), other.min()))


predict("seen twice", seen_twice)

# %% [markdown] slideshow={"slide_type": "subslide"}
# More than four of five different pairs were seen only once or twice, and for these both cuts nearly agree: about 0.65 and about 1 are
# lost. So the simplest way is to subtract a fixed **discount** (折扣) $D$ from every count. This is called *absolute discounting*.
#
# How large is $D$? Let $n_1$ different pairs have been seen once, and $n_2$ twice. If nearly everything was seen only once, a count was mostly
# luck, and $D$ should be near 1. Ney, Essen and Kneser's formula is $D = n_1 / (n_1 + 2 n_2)$. For our pairs it gives 0.70, because for one pair seen
# twice there are nearly five seen once. For larger counts this is too little, so section 9 also tries three discounts.
#
# ### To whom to give it: words that follow many different words
#
# What was taken goes to the next lower order, here the single words. Absolute discounting gives it to *frequent* words, as interpolation does.
# But *york* and *near* are about equally frequent, and after a word where neither was seen, only *near* is a good guess. So do not ask how
# *often* a word occurs. Ask how many *different words* stand before it: this is its **continuation count** (接续计数).
#
# After *house*, 27% of the probability is handed out. Here are two ways to divide it:

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
discount = fitted(KneserNey, 2).discounts_[1][0]
one_discount = rivals.two_ways(data, discount)
offered, shown = rivals.offered(one_discount, ("york", "near"), "house"), {}
for word in ("york", "near"):
    at = vocabulary.index(word)
    shown[word] = (vocabulary.counts[at], sum(second == at for _, second in lookup))
    print(f"{word}: {shown[word][0]} times, after {shown[word][1]} different")
often, different = offered.values()
alt = (
    f"After 'house', by frequency york gets {often['york']:.6f} and near {often['near']:.6f}; by "
    f"different words before, york {different['york']:.6f} and near {different['near']:.6f}."
)
total, kinds = rivals.row(fitted(KneserNey, 2), "house")
handed_out = kinds * discount / total
show(figures.draw_offered("house", offered), alt=alt)
print(f"house: {total} times, before {kinds} different;\neach of these loses {discount:.3f}.")
print(f"Handed out: {kinds} × {discount:.3f} / {total} = {handed_out:.2f}")
ratios = [way["near"] / way["york"] for way in (often, different)]
check("only continuation counts tell them apart", ratios[0] < 2 and ratios[1] > 30)
check("york follows one word only", shown["york"][1] == 1)
unseen = [lookup[vocabulary.index("house"), vocabulary.index(word)] for word in ("york", "near")]
check("neither follows house", unseen == [0, 0])

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 5: Kneser-Ney for bigrams
# Difficulty 4 of 5, about 15 minutes. Both ideas are in one formula. $N_{1+}(h\,\cdot)$ is the number of different words after $h$, and
# $N_{1+}(\cdot\,w)$ that of the different words before $w$. (1+ means *seen once or more*, and the dot stands for any word.) $\gamma(h)$ is the part of the
# probability after $h$ that is handed out:
#
# $$\begin{aligned} P(w \mid h) &= \frac{\max(c(h\,w) - D,\,0)}{c(h)} \\ &\quad + \gamma(h) \cdot \frac{N_{1+}(\cdot\,w)}{\text{different pairs}} \end{aligned}$$
#
# $$\gamma(h) = \frac{D \, N_{1+}(h\,\cdot)}{c(h)}$$
#
# First find $P(\textit{deep} \mid \textit{you})$ in the toy sentences by hand, with $D = 0.5$. Then write the formula for all texts: you get
# sentences (at least one, without `<s>` and `</s>`), a history, a word, and the discount $D$ between 0 and 1. Return a float.
#
# <details><summary>By hand</summary>After <em>you</em> came <em>love</em> alone, once. So nothing is left for <em>deep</em>, and 0.5 · 1 / 1 = 0.5 is handed
# out. One of the ten different pairs ends with <em>deep</em>: 0.5 · 1 / 10 = 0.05.</details>
#
# - All counts are taken from the pairs of Exercise 1, with `<s>` and `</s>`.
# - For a history that was never seen the result is $N_{1+}(\cdot\,w)$ / different pairs.
# - As in Exercise 2, the history is never `</s>`, and the word never `<s>`.
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


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
outcomes = ["deep", "learning", "rivers", "love", "</s>", "I", "you"]
parts = rivals.parts(toy_pairs, outcomes, "love", 0.5)
alt = "In the three toy sentences, what is left and what is given after 'love': " + "; ".join(
    f"{word} {left:.3f} + {given:.3f}" for word, (left, given) in parts.items()
)
show(figures.draw_parts(parts, "love"), alt=alt)
by_you = [kneser_ney(toy, "love", word, 0.5) for word in outcomes]
check("the picture is what your function says", np.allclose(by_you, [*map(sum, parts.values())]))
check("deep after you gets 0.05", abs(kneser_ney(toy, "you", "deep", 0.5) - 0.05) < 1e-9)

print("The two zeros, by the three answers:")
mixture = Interpolated(2, vocabulary, weights=[1.0, 0.6]).fit(data.train)  # of section 7
answers = {"add-one": fitted(AddK, 2), "mixture": mixture, "Kn.-Ney": [*one_discount.values()][1]}
zeros = np.array(rivals.table_of_zeros(answers))  # united was, los born; los was, united born
even, by_frequency, by_variety = zeros[:, 0] / zeros[:, 1]
twice = zeros[2, [0, 3]] / zeros[2, [2, 1]]
check("after united, twice as much as after los, for both words", np.allclose(twice, 2, atol=0.05))
check("add-one does not tell the two zeros apart", max(even, 1 / even) < 1.05)
check("it has doubled, from 43", round(by_frequency) == 43 < by_variety / 1.9)
check("Kneser-Ney gives both less than interpolation", (zeros[2] < zeros[1] / 5)[:2].all())

# %% [markdown] slideshow={"slide_type": "subslide"}
# The formula gives a part to *every* word. (In Kneser and Ney's own, only unseen words receive. Chen and Goodman's change works better, and
# libraries call it *interpolated* Kneser-Ney.)
#
# Our two zeros, *united was* and *los born*, get less than by interpolation, because after *united* and *los* one word follows most of the time,
# so a fixed discount hands out little there. Their ratio has doubled, because twice as much is handed out after *united* as after *los*. Two pairs prove nothing; section 9 measures all places.
#
# The other two pairs show what is still missing: *los was* gets more than *united born*. Who gets how much depends on the second word
# alone, and no answer knows that *was* fits *united*.
#
# Was the new way of giving needed? Compare what each way expects with what was counted.


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
yours, in_bertlab = kneser_ney(data.train, new, york, discount), [*one_discount.values()][1]
house = vocabulary.index("house")
check("all words after house", total == sum(c for (a, _), c in lookup.items() if a == house))
check("a quarter is handed out after house", abs(handed_out - 0.26) < 0.02)
seldom = [sum(count == r for count in lookup.values()) for r in (1, 2)]
check("nearly five to one", (round(discount, 2), round(seldom[0] / seldom[1], 1)) == (0.7, 4.7))
check("more than four of five pairs, once or twice", sum(seldom) > 0.8 * len(lookup))
check("yours is bertlab's", abs(yours - in_bertlab.probability("york", ["new"])) < 1e-9)


def expected_york():
    words = ("york", "near", "states")
    counted = np.array([vocabulary.counts[vocabulary.index(word)] for word in words])
    ways = one_discount.values()
    frequent, varied = np.array([[rivals.expected(way, word) for word in words] for way in ways])
    print("                    expected by\n         counted  frequency  different")
    for word, *row in zip(words, counted, frequent, varied, strict=True):
        print(f"{word:7s} {row[0]:8d} {row[1]:10.1f} {row[2]:10.1f}")
    check("by different words, as often as counted", np.allclose(varied, counted))
    check("by frequency, 9% off and more", (np.abs(frequent / counted - 1) > 0.09).all())
    check("york is offered too often", 98 < frequent[0] < 102)


predict("expected york", expected_york)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 9. All of them, on new text
#
# Which answer is best, and which idea helps how much? We fitted five models at every $n$. *One weight* is the interpolation of section 7, mixed step by step: triples are mixed
# with the mixture of pairs and single words, and so on (exact weights and $1/V'$ turn its 147.0 into 145.7).
# *Grouped* has different weights for frequent and for rare histories, like Jelinek and Mercer's. *Absolute* takes a fixed discount and gives
# it to frequent words, and *Kneser-Ney* gives it to words that follow many different words.
#
# *Modified* Kneser-Ney (Chen and Goodman 1999, appendix) has three discounts, for counts of 1, 2, and 3 or more, because in the halves pairs
# seen once lost less than pairs seen twice, and these less than pairs seen three times.
#
# Interpolation has a small advantage here, because its weights were chosen on the text that scores the models. (Add-k, with 209 at $n = 2$, is
# outside the picture. As a last step, every model also mixes in $1/V'$ for each outcome, so none gets 0.)


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def five_or_three():
    absolute, plain, best = map(np.array, list(compared.values())[2:])
    show(figures.draw_methods([1, 2, 3, 4, 5], compared), alt=rivals.told(compared))
    again = [fitted(ModifiedKneserNey, n).perplexity(data.validation) for n in (1, 2, 3)]
    others = np.array([*list(compared.values())[:4], record["add-one"], record["add-k"]])
    check(
        "with modified Kneser-Ney, perplexity falls from unigram to trigram, and nothing else does better",
        again == sorted(again, reverse=True) and (others[:, 1:] > best[1:]).all(),
    )
    claim(
        "from n = 3 on, a fixed discount alone gets worse with n; with continuation counts it does not",
        (np.diff(absolute[2:]) > 0).all() and (np.diff(plain[2:]) < 0).all(),
    )
    check("the recorded run gives the same", np.allclose(again, best[:3]))
    gains, wanted = rivals.gains(compared)[:3, [0, 3]], [[0.05, 0.05], [0.01, -0.15], [0.05, 0.16]]
    check("5, 1 and 5% at n = 2; -15 and 16% at n = 5", np.allclose(gains, wanted, atol=0.006))
    less = both.passed[:, 0] / both.passed[:, 1]
    check("the same at n = 2, half as much at n = 5", less[0] == 1 and abs(less[3] - 0.5) < 0.05)


both = rivals.measured(data, [fitted(KneserNey, n) for n in range(1, 6)])
record = recorded("ngram_perplexity")["results"]["validation"]
compared = rivals.compared(record, both)
predict("five or three", five_or_three)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
rivals.table(compared)
# The counts of one text tell the discounts: n_r pairs were seen r times. They should count as
# (r + 1) n_(r+1) / n_r (Good 1953). The discount is r minus that, after a factor Y makes it smaller.
# (D1 comes out as Y itself: it is the one discount that plain Kneser-Ney uses.)
counts = fitted(ModifiedKneserNey, 2).levels_[1].counts  # of all pairs
n1, n2, n3, n4 = [(counts == r).sum() for r in (1, 2, 3, 4)]
Y = n1 / (n1 + 2 * n2)
D1 = 1 - Y * 2 * n2 / n1
D2 = 2 - Y * 3 * n3 / n2
D3 = 3 - Y * 4 * n4 / n3
print(f"\nmodified, pairs: discount {D1:.2f} for 1,\n{D2:.2f} for 2, {D3:.2f} for 3 or more\n")
estimated = fitted(ModifiedKneserNey, 2).discounts_[1]
check("the discounts above are bertlab's", np.allclose(estimated, (D1, D2, D3)))
check("they rise with the count, as in the halves", D1 < D2 < D3)
check("the first is Y, and the one of Kneser-Ney", np.allclose((D1, discount), Y))
extra = rivals.gains(compared)[3]  # of three discounts
check("three discounts gain 2 to 3%", (0.015 < extra.min()) and (extra.max() < 0.035))
grouped, absolute = (np.array(compared[name]) for name in ("grouped", "absolute"))
check("a fixed discount alone: no gain from n = 3 on", (absolute[2:] > grouped[2:]).all())
leads = 1 - np.array(compared["Kneser-Ney"])[1:] / grouped[1:]
check("Kneser-Ney leads by 4 to 6%", 0.035 < leads.min() and leads.max() < 0.06)
rivals.table_of_passed(both)

# %% [markdown] slideshow={"slide_type": "subslide"}
# At $n = 2$, every idea gains something. Grouped weights, which hand out less after a frequent history than after a rare one, gain 5%. A
# fixed discount does that as well, and gains only 1% more. Continuation counts gain another 5%. From $n = 3$ on, a fixed discount alone is *worse*
# than grouped weights, by 15% at $n = 5$; Kneser-Ney leads them by 4 to 6%. It
# differs from *absolute* only in what the shorter histories count. Three discounts instead of one gain 2 to 3% more.
#
# Why does a fixed discount need continuation counts at $n = 5$? Take the places where the history was seen, but never with this word. What part of the
# probability goes all the way down to the single words? The last two lines above say it: at $n = 5$ it is twice as much with continuation counts.
# A likely reason: with plain counts, the shorter histories keep most of what they
# are handed for words that they have seen *often*. With continuation counts, many repeats count only once, so more is passed on.
#
# So the last program of the opening wrote well because it copied. What an honest 5-gram model *knows* is hardly more than what a trigram model
# knows, on a text of this size, although it stores more than twice as many counts as the text has words. (With almost a billion words, people did use $n = 5$: Chelba et al. 2014.)
#
# Now the test articles, and then texts of the best model. The order of the models is the same. All numbers are higher than on the validation text,
# partly perhaps because fewer words are `<unk>` (section 4). So never compare different texts. Kneser-Ney's lead over
# *grouped* is smaller, although these weights were not chosen on the test text; we do not know why, and have no intervals.


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
board = recorded("ngram_perplexity")["results"]["scoreboard"]
tested = rivals.table_of_tests(board, both)
harder = tested[0] / on_new[0]
check("the unigram finds the test text over a tenth harder", harder > 1.1)
order = np.argsort(tested[1:6]).tolist()
check("on the test text, the order is the same", order == [4, 3, 1, 0, 2])
length = sum(map(len, data.train))
stored = sum(len(level.ngrams) for level in fitted(ModifiedKneserNey, 5).levels_)
print(f"A 5-gram model stores {stored:,} counts\nof a text of {length:,} words.")
check("more counts than words", stored > 2 * length)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
known = {tuple(sentence) for sentence in data.train}
honest, copies, never_seen = {}, [], {}
for n in (3, 5):
    smoothed = fitted(ModifiedKneserNey, n)
    drawn = [smoothed.sample(seed, max_words=40) for seed in range(40)]
    encoded = [vocabulary.encode(words) for words in drawn]
    copies.append(sum(tuple(words) in known for words in encoded))
    never_seen[n] = [smoothed.unseen_proportion(lines) for lines in (encoded, data.validation)]
    honest[f"n = {n}"] = [measure.readable(words) for words in drawn[:2]]
caption = (
    "Modified Kneser-Ney writes. Copied: {} of 40 sentences with n = 3, {} with n = 5.".format(
        *copies
    )
)
check("the smoothed models hardly copy", max(copies) < 4)
share = "never seen: {:.0%} of the {}-grams\nit writes, {:.0%} of those of new articles"
print("\n".join(share.format(mine, n, theirs) for n, (mine, theirs) in never_seen.items()))
check("it writes as many new trigrams as people do", abs(np.subtract(*never_seen[3])) < 0.02)
pages.texts(honest, caption)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 10. What your counts can do
#
# The smoothed model has by far the better perplexity, but its text reads worse to us. Why? More than half of its trigrams were never seen, as in
# the articles of people. But a person chooses a new word that fits, while the model draws one, and one bad draw spoils a sentence. So how well a
# model writes and how well it predicts are two questions. (Not quite fair: we picked the seeds of the raw texts, and raw
# counts write no `<unk>`.)
#
# Where the words are given, the model only has to choose.
#
# ### Your turn: put words in order
# Difficulty 2 of 5, about 2 minutes. Of all arrangements of some words, return the one that the model (the trigram model of section 9) finds most
# probable, as a list. Nothing is graded.
#
# <details><summary>Hint</summary><code>permutations(words)</code> gives every arrangement, as a tuple. <code>max</code> takes a
# <code>key</code>.</details>
# <details><summary>Solution</summary><code>return list(max(permutations(words), key=log_probability))</code></details>

# %% slideshow={"slide_type": "subslide"}
model = fitted(ModifiedKneserNey, 3)
arrangements = list(permutations(["he", "was", "born", "in", "london", "."]))
print(f"{len(arrangements)} arrangements, such as\n{' '.join(arrangements[100])}")


def log_probability(words):
    return np.log(model.probabilities([vocabulary.encode(words)])).sum()


def best_order(words):
    """Return the words in their most probable arrangement, a list."""
    ...


best_order = tasks.checked_best_order(best_order, model)
sentences = [
    "he was born in london .",
    "it is known for its music .",
    "the capital of france is paris .",
]
ordered = tasks.shuffled_and_ordered(best_order, sentences)

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
from bertlab.statistics import proportion_interval

fives = measure.put_in_order(model, data.train, data.validation)
print(f"\n{len(fives)} groups of five neighboring words\nof new text, in the exact order again:")
low, high = proportion_interval(fives.mean(), len(fives))  # at 95%
print(f"{fives.mean():.0%} ± {(high - low) / 2:.0%} (by chance: {1 / 120:.1%})")
claim(
    "given the two words before, counts restore the exact order of five familiar words in one case of three",
    fives.mean() > 0.3,
)
check("two of three come back", ordered[:2] == sentences[:2])
check("the third is another true sentence", ordered[2] == "paris is the capital of france .")

# %% [markdown] slideshow={"slide_type": "subslide"}
# Two of our three sentences come back, and the one mistake says the same. Each group has five different words, all in the vocabulary, and the model also sees the two words before. It cannot have copied them, because they stand
# nowhere in the training text. The ± is half of a **95% interval** (置信区间): with other groups of the same kind, such an interval would hold the true
# proportion 95 times in 100.
#
# **Choose the right word.** *Their* or *there*? At every place where one of two such words stands in the validation articles, we put in one word,
# then the other, and choose the more probable *whole sentence*. So the two words after the gap count too: each has the gap in its history.


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def hard_pair():
    found = measure.choices(model, data.validation, measure.PAIRS)
    alt = (
        "Right answers of the trigram model, and of always saying the more frequent word: "
        + "; ".join(f"{' or '.join(c.words)} {c.right:.0%} and {c.frequent:.0%}" for c in found)
    )
    show(figures.draw_choices(found), alt=alt)
    worst = min(found, key=lambda choice: choice.right)
    claim(
        "for six of the eight pairs of words, the neighbors are a clearly better guide than the frequency of the words",
        sum(choice.interval[0] > choice.frequent + 0.01 for choice in found) == 6,
    )
    check("is / are is the hardest", worst.words == ("is", "are"))
    articles = measure.by_next_word(model, data.validation, ("a", "an"))
    check(
        "an unknown next word hides it", np.allclose([*articles.values()], (0.94, 0.74), atol=0.01)
    )


predict("hard pair", hard_pair)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What comes next?** Type a beginning. Equal numbers usually mean: seen once after these two words.
#
# **Where counting ends.** The figure below the box shows it, for four cities that we picked. A reader who has met *in paris* and *in vienna* expects *in rome* as well. The counts do not: they do not know that
# words are alike.


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def likely_next(beginning):
    return offers.as_html(model, vocabulary.encode(tokenize(beginning)))


explore(
    likely_next,
    alt="The six most probable next words of the trigram model, with their probabilities.",
    beginning=text("he lived in"),
)
names = ("paris", "london", "vienna", "rome")
cities = offers.after(fitted(ModifiedKneserNey, 2), lookup, names, "in")
alt = "; ".join(f"{n}: {a} times, {b} after 'in', {p:.6f}" for n, (a, b, p) in cities.items())
show(figures.draw_cities(cities, "in"), alt=alt)
claim(
    "rome is more frequent than vienna, and less than a tenth as probable after in",
    cities["rome"][0] > cities["vienna"][0] and cities["vienna"][2] > 10 * cities["rome"][2],
)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 11. The same with nltk
#
# For pairs, the library nltk has the same interpolated Kneser-Ney with one discount. (For longer n-grams it is another one: nltk gives some probability to `<s>`.) For large texts, people use KenLM (Heafield 2011). N-grams are still
# counted: Liu et al. (2024) count trillions of words, with histories of any length.

# %% slideshow={"slide_type": "-"}
from nltk.lm import KneserNeyInterpolated
from nltk.lm.preprocessing import padded_everygram_pipeline

few = [list(sentence) for sentence in train[:60]]
grams, words = padded_everygram_pipeline(2, few)
library = KneserNeyInterpolated(2, discount=0.75)
library.fit(grams, words)
print(f"nltk  P(the | of) = {library.score('the', ['of']):.4f}")
print(f"yours P(the | of) = {kneser_ney(few, 'of', 'the', 0.75):.4f}")

# %% tags=["hide-input"] slideshow={"slide_type": "skip"}
asked = [(history, word) for history, word in ngrams(few[0], 2)]
asked += [(history, "of") for history, word in asked]
by_you = [kneser_ney(few, history, word, 0.75) for history, word in asked]
theirs = [library.score(word, [history]) for history, word in asked]
check("the formula and nltk give the same", np.allclose(by_you, theirs, rtol=0, atol=1e-9))

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Recap
#
# - The probability of a sentence is a product of next-word probabilities. An n-gram model looks back $n - 1$ words.
# - Raw counts write well with long histories because they copy. They call most new text impossible.
# - Perplexity is measured on text that was not counted. It compares models only if vocabulary, text and predictions are the same.
# - Smoothing needs two decisions: how much to take, and whom to give it to. Kneser-Ney takes a fixed discount, and gives it to words that
#   follow many different words. With pairs and one discount, each word is then expected exactly as often as it was counted. On our text, the fixed
#   discount alone is worse than grouped weights from $n = 3$ on. With continuation counts, it leads them by 4 to 6%.
# - Settings are searched on validation text, because the training text always prefers the longest history.
#
# So how much of a language can one learn by counting? One can learn which words stand side by side: enough to restore the order of five
# familiar words in one case of three, when the two before are known. But what stands far away is out of sight, and *in vienna* says nothing about *in rome*. For that, one has to learn more than
# counts.
#
# Next: **02. A neural probabilistic language model**, where similar words help each other.

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Terms
#
# | English | 中文 | in one line |
# |---|---|---|
# | language model | 语言模型 | gives every possible next word a probability |
# | n-gram, n-gram model | n 元组，n 元模型 | n words in a row: the last one is predicted from the others |
# | order | 阶 | the n of an n-gram model |
# | chain rule | 链式法则 | the probability of a sentence is the product of those of its words |
# | Markov assumption | 马尔可夫假设 | the last few words are history enough |
# | vocabulary | 词表 | the words that a model knows |
# | history | 历史（上文） | the n - 1 words before the predicted one |
# | maximum likelihood | 最大似然 | the estimate that makes the training text most probable: a quotient of counts |
# | held-out text | 留出文本 | text that is not counted: validation text for settings, test text for the final table |
# | perplexity | 困惑度 | the inverse geometric mean of the probabilities of the words |
# | cross-entropy | 交叉熵 | the mean negative logarithm of the probabilities; perplexity is exp of it |
# | smoothing | 平滑 | moving probability from what was seen to what was not |
# | interpolation | 插值 | a weighted mean of models with longer and shorter histories |
# | discount | 折扣 | what smoothing subtracts from a count |
# | continuation count | 接续计数 | how many different words were seen before a word |
# | 95% interval | 置信区间 | made so that it holds the true value 95 times in 100 |
# | unknown word | 未登录词 | a word outside the vocabulary, written `<unk>` |
#
# ## Further reading
#
# - C. E. Shannon (1948). A mathematical theory of communication. *Bell System Technical Journal* 27. Section 3 lets counts write English, with n from 1 on.
# - I. J. Good (1953). The population frequencies of species and the estimation of population parameters. *Biometrika* 40. For the appendix.
# - F. Jelinek, R. L. Mercer (1980). Interpolated estimation of Markov source parameters from sparse data. *Pattern Recognition in Practice*.
# - K. W. Church, W. A. Gale (1991). A comparison of the enhanced Good-Turing and deleted estimation methods for estimating probabilities of English bigrams. *Computer Speech and Language* 5.
# - H. Ney, U. Essen, R. Kneser (1994). On structuring probabilistic dependences in stochastic language modelling. *Computer Speech and Language* 8.
# - R. Kneser, H. Ney (1995). Improved backing-off for m-gram language modeling. *ICASSP*.
# - S. F. Chen, J. Goodman (1999). An empirical study of smoothing techniques for language modeling. *Computer Speech and Language* 13.
# - C. Chelba, T. Brants, W. Neveitt, P. Xu (2010). Study on interaction between entropy pruning and Kneser-Ney smoothing. *Interspeech*.
# - K. Heafield (2011). KenLM: Faster and smaller language model queries. *Workshop on Statistical Machine Translation*.
# - C. Chelba, T. Mikolov, M. Schuster, Q. Ge, T. Brants, P. Koehn, T. Robinson (2014). One billion word benchmark for measuring progress in statistical language modeling. *Interspeech*.
# - J. Liu, S. Min, L. Zettlemoyer, Y. Choi, H. Hajishirzi (2024). Infini-gram: Scaling unbounded n-gram language models to a trillion tokens. *COLM*.
# - D. Jurafsky, J. H. Martin. *Speech and Language Processing*, 3rd edition draft, chapter 3: N-gram language models.
#
# ### Test yourself
#
# Five questions, then an experiment to design.

# %% tags=["hide-input"] slideshow={"slide_type": "skip"}
quiz(1, 2, 3, 4, 5)

# %% tags=["hide-input"] slideshow={"slide_type": "skip"}
ask("when counting is enough")

# %% [markdown] slideshow={"slide_type": "skip"}
# <details><summary>The keyboard: compare with ours</summary>
#
# Yes: a bigram or trigram model fits into 20 MB if its rare counts are removed, and longer n-grams gain little. But continuation counts are made
# of rare pairs, so Kneser-Ney suffers more from this than other smoothing does (Chelba et al. 2010). Compare it with interpolation *after* the
# removal, by perplexity, with one vocabulary. But the test that matters is of the task: on texts of real users, held out by user, count the
# keystrokes that are saved, with an interval, against offering the most frequent words. Count names and unknown words apart.
#
# </details>
#
# ## Appendix: modified Kneser-Ney, term by term
#
# <details><summary>Open</summary>
#
# $$\begin{aligned} P(w \mid h) &= \underbrace{\frac{c(h\,w) - D\big(c(h\,w)\big)}{c(h)}}_{\text{what is left}} \\ &\quad + \underbrace{\gamma(h)}_{\text{what was taken}} \; \underbrace{P(w \mid h')}_{\text{who gets it}} \end{aligned}$$
#
# $$\begin{aligned} \gamma(h) = \frac{1}{c(h)} \big( &D_1\,N_1(h\,\cdot) + D_2\,N_2(h\,\cdot) \\ &+ D_{3+}\,N_{3+}(h\,\cdot) \big) \end{aligned}$$
#
# Term by term:
#
# - $c(h\,w)$: how often $w$ followed $h$. In all orders below the highest it is the continuation count: how many *different* words
#   stand before $h\,w$.
# - $D(c)$: the discount of that count, so $D_1 = 1 - 2Y\,n_2/n_1$, $D_2 = 2 - 3Y\,n_3/n_2$ or $D_{3+} = 3 - 4Y\,n_4/n_3$, with $Y = n_1 / (n_1 + 2 n_2)$, where $n_r$
#   pairs were seen $r$ times; it is 0 for a count of 0. $D_1$ is the $D$ of section 8, and the quotients $(r + 1)\,n_{r+1} / n_r$ are Good's (1953).
# - $c(h)$: the sum of the counts $c(h\,w)$ of all words $w$ after $h$.
# - $\gamma(h)$: $N_1(h\,\cdot)$, $N_2(h\,\cdot)$ and $N_{3+}(h\,\cdot)$ say how many different words followed $h$ once, twice, and three times or
#   more. So the numerator is the sum of everything that was taken after $h$, and all probabilities after $h$ sum to 1.
# - $P(w \mid h')$: the same formula again, with the history $h'$ that is one word shorter. Below the unigrams stands $1/V'$.
#
# </details>
