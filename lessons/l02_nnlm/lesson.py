# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown] slideshow={"slide_type": "slide"}
# # 02. A neural probabilistic language model
#
# > *... estimated that about **eight** ...*
#
# Which word comes next? The article goes on with *million people participated directly or at least indirectly in the spanish revolution*.
# The trigram model of lesson 01 hardly considers *million*. In its training text, *million* follows *three* six times, *four* twice, *seven* once, and
# 141 times a number in digits, because this text writes all of these as the one word `<num>`. *Eight* never stands before it, and counting does not
# know that these are words of one kind. You do. How could a model find it out, if nobody tells it? This lesson builds one that does.
#
# **At the end you can**
#
# - say why a one-hot vector times a matrix is a look-up, and which rows of the matrix learn from a batch;
# - build the network of Bengio et al. (2003), and train it with a step that you wrote;
# - explain how a training perplexity can lie *above* the validation perplexity;
# - combine the network with a trigram model, choose the weight fairly, and ask where each is better without looking at the answer;
# - take a direction out of a word's vector, choose a control, and say what this shows and what it does not.
#
# **Time** 100 minutes in class, and 66 for the exercises. **Difficulty** 3 of 5. **Before this**: lesson 01 (perplexity, smoothing), a little PyTorch.

# %% tags=["bootstrap"] slideshow={"slide_type": "skip"}
# (generated)

# %% tags=["setup"] slideshow={"slide_type": "skip"}
from lessons.l02_nnlm import ask, diagrams, exercises, figures, measure, predict, quiz, space, tasks
from lessons.l02_nnlm.choices import PAIRS, draw_choices, lead_in_choices, right_words
from lessons.l02_nnlm.experiments import nnlm as nnlm_run
from lessons.l02_nnlm.recurrent import chunks

import html
import math

import numpy as np
import torch
from torch import nn
from torch.nn.functional import cross_entropy, one_hot

from bertlab.before.ngrams.corpus import tokenize, wiki_language_model_data
from bertlab.before.ngrams.counts import END_ID, UNKNOWN_ID
from bertlab.before.ngrams.kneser_ney import ModifiedKneserNey
from bertlab.before.nnlm import model as nnlm
from bertlab.before.word2vec.word_vectors import WordVectors
from workbook.basics import begin_lesson, check, claim, exercise, explore, recorded, show, text
from workbook.claims import mean_sd

begin_lesson(num_threads=1)  # small operations: a second thread only waits
data = wiki_language_model_data()
vocabulary = data.vocabulary

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
trigram = ModifiedKneserNey(3, vocabulary).fit(data.train)
trained = nnlm_run.kept_model()  # of the recorded run, seed 0
number_words = ["three", "four", "seven", "<num>", "six", "eight", "ten", "twelve"]
words = [*number_words, "animals", "because"]
followed = measure.followed_by("million", words, data.train, vocabulary)
of_million = {
    name: [model.probability("million", ["estimated", "that", "about", word]) for word in words]
    for name, model in (("trigram model", trigram), ("network", trained))
}
counted, neural = of_million.values()
alt = (
    "Two marks for each of ten words, on a log scale. Three, four, seven and <num>, which stood "
    "before 'million': both models are high. Six, eight, ten and twelve, which never did: the "
    "trigram model falls to the bottom, the network stays. Animals and because: both are low."
)
show(figures.draw_followers(followed, of_million, "million"), alt=alt)
print(f"after eight: trigram {counted[5]:.5f}, network {neural[5]:.3f}")

# %% tags=["hide-input"] slideshow={"slide_type": "skip"}
check("only the first four were seen", [*followed.values()] == [6, 2, 1, 141] + [0] * 6)
check("the network is 200 times as sure after eight", 200 < neural[5] / counted[5] < 300)
check(
    "unseen: below 1 in 10,000 against above 1 in 100",
    max(counted[4:8]) < 1e-4 < 1e-2 < min(neural[4:8]),
)
check("after other words it is near 0", max(neural[8:]) < 5e-4)
check("after three, counting is higher", counted[0] > 2 * neural[0])
lower = [one < other for one, other in zip(counted[1:4], neural[1:4], strict=True)]
check("after four, seven and <num>, the network is higher", all(lower))
goes_on = "estimated that about eight million people participated directly or at least indirectly"
validation_text = " ".join(" ".join(vocabulary.decode(sentence)) for sentence in data.validation)
check("the sentence is in the validation text", goes_on in validation_text)

# %% [markdown] slideshow={"slide_type": "-"}
# Each model has read *estimated that about ...* and one more word. Both were trained on the same Wikipedia text: the trigram model of lesson 01, which looks
# at the last two words, and the network of this lesson, which looks at four. The number beside a word says how often the training text has it before
# *million*. After *six*, *eight*, *ten* and *twelve*, which never stand there, counting is near 0, and the network gives *million* more than
# one part in a hundred. It is not generous with *million* everywhere: after *animals* or *because* it does not expect it. After *three*, counting is
# higher; after *four*, *seven* and `<num>`, the network.
#
# We looked for an example that shows the effect well. Part 7 measures what happens over a whole text, and part 8 asks what the network has learned about *eight*.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 1. Words are no islands
#
# To an n-gram model each word is an island: what it counted after *three* and *four* says nothing about *eight*. And no text is long enough to show
# everything: with 100,000 words, ten in a row can be combined in $10^{50}$ ways (the **curse of dimensionality**, 维数灾难). Counting has a remedy of its own,
# *classes* of words, but somebody or something has to make the classes. Bengio et al. (2003) proposed three things at once:
#
# 1. give every word a **vector** (词向量) of a few dozen numbers;
# 2. compute the probability of the next word from the vectors of the words before, by a *smooth* function;
# 3. learn the vectors and the function together, by predicting text.
#
# Smooth is the point: if two words have nearly the same vector, the model says nearly the same after both. So if the number words get similar
# vectors, what the network learns after *three* and *four* also raises *million* after *eight*. Similar vectors are not built in; the
# network must learn them. Does it? Part 8 looks.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 2. A vector for every word
#
# A network multiplies, so a word has to become numbers. The plain way is a **one-hot vector** (独热向量): as long as the vocabulary, 0
# everywhere, and 1 at the index of the word. The first layer of the network is then a matrix $C$ with one row for each word.

# %% slideshow={"slide_type": "subslide"}
C = torch.tensor([[0.0, 0.0], [1.0, 0.2], [0.9, 0.3], [-1.0, 0.5], [0.1, -0.7]])  # (V, m)
ids = torch.tensor([2, 4, 2])
hot = one_hot(ids, num_classes=5).float()  # (3, 5)
print(hot.int().tolist())
print(hot @ C)
print(C[ids])

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
alt = "A row of five numbers, 1 in the third place, times a table of five rows: the third row."
show(diagrams.look_up(C, 2, ["the", "seven", "eight", "lake", "froze"]), alt=alt)
by_loop = torch.stack([sum(row[i] * C[i] for i in range(5)) for row in hot])
gap = max((by_loop - C[ids]).abs().max(), (hot @ C - C[ids]).abs().max())
check("loop, product and look-up give the same rows to 1e-6", gap < 1e-6)

# %% [markdown] slideshow={"slide_type": "subslide"}
# All other rows are multiplied by 0. So nobody multiplies: libraries **look up** (查表) the row, `C[ids]`. The result and its
# gradient are the same. Now the network needs its input: the last few words before each word of a text.
# Here is the sentence *the lake froze* with a window of two. `<s>` fills the places before the sentence, and `</s>` ends it.
#
# | window | next word |
# |---|---|
# | `<s>` `<s>` | the |
# | `<s>` the | lake |
# | the lake | froze |
# | lake froze | `</s>` |
#
# ### Exercise 1: vectors end to end
# Difficulty 1 of 5, about 5 minutes. Look up the vectors of a batch of windows `(B, T)` in the table `(V, m)`, whose row 0 belongs to id 0, and lay
# those of each window end to end, oldest first: `(B, T * m)`.
#
# Why not add them? *dog bites man* and *man bites dog* have the same sum. End to end (**concatenation**, 拼接), every place keeps its own numbers.
#
# <details><summary>Hint</summary><code>embedding[windows]</code> looks all of them up at once: what shape has it, and which axes should become one?</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.window_features)
def window_features(windows, embedding):
    """Return the features of each window: (B, T) ids and a (V, m) table give (B, T * m)."""
    ...


# %% tags=["solution"]
def window_features(windows, embedding):
    return embedding[windows].flatten(1)


# %% [markdown] slideshow={"slide_type": "slide"}
# ## 3. The network
#
# We have the vectors of a window, end to end: $x$. What turns them into a probability for every word? The whole network is equation 1 of
# the paper. It gives a score (logit) to each word of the vocabulary, and a **softmax** turns the scores into probabilities:
#
# $$y = b + W x + U \tanh(d + H x)$$
#
# $H$ and $d$ make the **hidden layer** (隐藏层); $U$ and $b$ make the scores. $W$ connects the vectors with the scores *directly*, past the
# hidden layer. It is optional: our class leaves it out, and part 6 measures whether it helps. In the picture, $T$ is the length of the window, $m$ that of a
# word's vector, $D$ the size of the hidden layer and $V$ that of the vocabulary. Below the picture, the equation is computed in loops, for a vocabulary
# of 5 words, a window of 4, vectors of 2 numbers, 4 hidden units and random weights.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
history = ["estimated", "that", "about", "eight"]
after_eight = trained.distribution(history)
favorites = np.argsort(-after_eight, kind="stable")[:5]
alt = (
    "From below: four words, a row of C for each, the rows end to end, a tanh layer, the scores "
    "of all words, and bars of probabilities. An arrow W leads past the tanh layer."
)
names = vocabulary.decode(favorites)
show(diagrams.network(history, names, after_eight[favorites].tolist(), direct=True), alt=alt)
check("million is among its five favorites", "million" in names)

# %% slideshow={"slide_type": "subslide"}
torch.manual_seed(1)
H, d = torch.randn(4, 8), torch.randn(4)
U, b, W = torch.randn(5, 4), torch.randn(5), torch.randn(5, 8)
x = torch.cat([C[0], C[1], C[4], C[2]])  # the vectors of 4 words, end to end: 8 numbers
hidden = []
for unit in range(4):
    hidden.append(torch.tanh(d[unit] + sum(H[unit, j] * x[j] for j in range(8))))
scores = []
for word in range(5):
    direct = sum(W[word, j] * x[j] for j in range(8))
    scores.append(b[word] + direct + sum(U[word, unit] * hidden[unit] for unit in range(4)))
print("scores       ", torch.stack(scores).numpy().round(2))
print("probabilities", torch.stack(scores).softmax(dim=0).numpy().round(2))

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 2: the scores of a batch
# Difficulty 2 of 5, about 8 minutes. Now compute the same for all windows of a batch at once, without a loop: return their scores `(B, V)`. The features are
# `(B, T * m)`; $H$ is `hidden_weight`, $d$ `hidden_bias`, $U$ `output_weight`, $b$ `output_bias` and $W$ `direct_weight` (here it is never left out).
#
# <details><summary>Hint 1</summary>Weights are stored as <code>nn.Linear</code> stores them: (out, in). A batch of rows is multiplied by the transpose.</details>
# <details><summary>Hint 2</summary>Three terms, and only one of them goes through tanh.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.next_word_scores)
def next_word_scores(
    features, hidden_weight, hidden_bias, output_weight, output_bias, direct_weight
):
    """Return y = b + W x + U tanh(d + H x) for each row x of the features: (B, V)."""
    ...


# %% tags=["solution"]
def next_word_scores(
    features, hidden_weight, hidden_bias, output_weight, output_bias, direct_weight
):
    hidden = torch.tanh(hidden_bias + features @ hidden_weight.T)
    return output_bias + features @ direct_weight.T + hidden @ output_weight.T


# %% slideshow={"slide_type": "-"}
# Does it work? Your two functions, with the weights that training found (W is zero).
learned = trained.network_
window = torch.tensor([vocabulary.encode(history)])  # estimated that about eight
features = window_features(window, learned.embedding.weight)
layers = learned.hidden.weight, learned.hidden.bias, learned.output.weight, learned.output.bias
said = next_word_scores(features, *layers, torch.zeros(len(vocabulary), 4 * 32))
best = said.softmax(dim=1)[0].topk(5)
print(vocabulary.decode(best.indices))  # those of the picture
print(best.values.detach().numpy().round(3))


# %% slideshow={"slide_type": "-"}
# The same as a class, without direct connections.
class NNLM(nn.Module):
    def __init__(self, vocabulary_size, context_size, embedding_size, hidden_size):
        super().__init__()
        self.embedding = nn.Embedding(vocabulary_size, embedding_size)  # C
        self.hidden = nn.Linear(context_size * embedding_size, hidden_size)  # H and d
        self.output = nn.Linear(hidden_size, vocabulary_size)  # U and b

    def forward(self, windows):  # (B, T) ids
        x = window_features(windows, self.embedding.weight)  # (B, T m), yours
        hidden = torch.tanh(self.hidden(x))  # (B, D)
        return self.output(hidden)  # (B, V): a score for every word


def new_network():
    return NNLM(len(vocabulary), context_size=4, embedding_size=32, hidden_size=64)


# %% slideshow={"slide_type": "subslide"}
# And as you would write it at work, from the library's layers.
torch.manual_seed(0)
network = new_network()
library = nn.Sequential(
    network.embedding,  # nn.Embedding(8000, 32): C
    nn.Flatten(),  # end to end
    network.hidden,  # nn.Linear(4 * 32, 64): H and d
    nn.Tanh(),
    network.output,  # nn.Linear(64, 8000): U and b
)
print(torch.allclose(library(window), network(window), atol=1e-5))

# %% tags=["hide-input"] slideshow={"slide_type": "skip"}
check("your functions have the picture's favorites", vocabulary.decode(best.indices) == names)
batched = next_word_scores(x[None], H, d, U, b, W)[0]
gap = (batched - torch.stack(scores)).abs().max()
check("your batch and the loops give the same scores to 1e-5", gap < 1e-5)
some = torch.randint(len(vocabulary), (3, 4))
theirs = nnlm.WindowNetwork(len(vocabulary), 4, 32, 64)
theirs.load_state_dict(network.state_dict())
check("bertlab's network is your class to 1e-6", (theirs(some) - network(some)).abs().max() < 1e-6)
gap = (library(some) - network(some)).abs().max()
check("the library's network is yours to 1e-5", gap < 1e-5)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 4. Which rows learn?
#
# The network is there, but its numbers are random. It learns from the **loss** of each window, $-\log P$ of the word that really follows (the
# cross-entropy). The gradient of the loss flows back to the numbers that were used. With 8,000 words and small batches, that makes a difference: does
# every word learn from every batch? We cut the first 2,000 sentences of the training text into windows, `windows` and `targets`, take the
# first 256 of them, and compute the gradient once, by back-propagation.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
sentences = data.train[:2000]
windows, targets = nnlm.windows_and_targets(sentences, 4, len(vocabulary))


def rows_that_learn():
    rows_c, rows_u = measure.rows_with_gradient(network, (windows[:256], targets[:256]))
    print(f"rows of C with a gradient: {rows_c.sum():,} of {len(rows_c):,}")
    print(f"rows of U with a gradient: {rows_u.sum():,} of {len(rows_u):,}")
    looked_up = windows[:256].unique()
    only_those = torch.equal(rows_c.nonzero().flatten(), looked_up)
    claim(
        "a batch gives gradient to the rows of C that it looked up, and to every row of U",
        only_those and rows_u.all().item(),
    )


predict("rows that learn", rows_that_learn)


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def uninvited():
    kinds = {
        "SGD": (torch.optim.SGD, {"lr": 0.1}),
        "SGD with momentum 0.9": (torch.optim.SGD, {"lr": 0.1, "momentum": 0.9}),
        "Adam": (torch.optim.Adam, {"lr": 0.003}),
        "AdamW, decay 0.1": (torch.optim.AdamW, {"lr": 0.003, "weight_decay": 0.1}),
    }
    ends = [(windows[part], targets[part]) for part in (slice(0, 256), slice(256, 512))]
    first, second = [set(end[0].flatten().tolist()) for end in ends]
    print(f"words in batch 1: {len(first)}, in batch 2: {len(second)}")
    print(f"in batch 1 and not in batch 2: {len(first - second)}\n")
    rows = {
        name: measure.moved_uninvited(new_network, *ends, kind, **settings)
        for name, (kind, settings) in kinds.items()
    }
    print("rows that move in step 2, of words not in batch 2")
    for name, moved in rows.items():
        print(f"{name:24s}{moved:6,}")
    check("plain SGD moves none", rows["SGD"] == 0)
    memory = [rows["SGD with momentum 0.9"], rows["Adam"]]
    check("momentum and Adam move those of batch 1", memory == [len(first - second)] * 2)
    check("weight decay moves all of them", rows["AdamW, decay 0.1"] == 8000 - len(second))


predict("who moves", uninvited)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 5. Training
#
# We know what one batch does. Training is many of them, one **step** (步) after the other: score the windows, compute the loss, back-propagate, and let the
# optimizer change the weights. Ours is AdamW with weight decay, so the row of a rare word is pulled towards 0 in every step, but gets a gradient in few of them.
#
# ### Your turn: a training step
# Difficulty 2 of 5, about 5 minutes, not graded. Fill in the function; `targets` holds the id of the word after each window. The cell says what is
# wrong, if something is. Without you, the lesson goes on with our step.
#
# <details><summary>Hint</summary>Four things happen: <code>cross_entropy(scores, targets)</code>, <code>zero_grad()</code>, <code>backward()</code>, <code>step()</code>. Why must the second come before the third?</details>
# <details><summary>Our step</summary><pre>loss = cross_entropy(network(windows), targets)
# optimizer.zero_grad()  # backward() adds to the gradient that is there
# loss.backward()
# optimizer.step()
# return loss.item()</pre></details>


# %% slideshow={"slide_type": "-"}
def your_step(network, windows, targets, optimizer):
    """Make a step on one batch; return its loss, a float."""
    ...


step = tasks.completed_step(your_step)


# %% slideshow={"slide_type": "subslide"}
def one_pass(network, windows, targets, optimizer):
    """Take a step for each batch of 256 windows, in random order; return their losses."""
    losses = []
    for batch in torch.randperm(len(targets)).split(256):
        losses.append(step(network, windows[batch], targets[batch], optimizer))
    return losses


held_out = nnlm.windows_and_targets(data.validation[:300], 4, len(vocabulary))
torch.manual_seed(0)
network = new_network()
optimizer = torch.optim.AdamW(network.parameters(), lr=3e-3, weight_decay=0.1)
passes = []  # through all windows; a pass is also called an epoch
for _ in range(3):
    during = math.exp(np.mean(one_pass(network, windows, targets, optimizer)))
    after = measure.perplexities(network, held_out).all
    passes.append((during, after))

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
alt = (
    "Perplexity over three passes. On the training text it falls from above 500 to about 150, on "
    "the validation text it is near 200 from the first pass on, far below the training text's."
)
show(figures.draw_passes(passes), alt=alt)
ahead = [during > after for during, after in passes]
check("training lies above validation in the first two passes alone", ahead == [True, True, False])
check("the third pass ends near 200", abs(passes[-1][1] - 200) < 15)
check("first pass: over 500 against below 250", passes[0][0] > 500 > 250 > passes[0][1])

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Why is the training perplexity above the validation perplexity?
#
# A model that knows nothing has a perplexity of 8,000, one for each word. One pass brings it below 250 on new text. But look at the other curve: on
# the text that the network is *trained* on, the perplexity is over 500. Should a model not be better on what it has studied?
#
# If you train networks, you will meet this riddle again, so let us solve it by measuring. It is not dropout: the network has none. The two
# numbers differ in *when* they were taken and in *which text* was read. Begin with the time: after the pass, with weights that no
# longer change, we score the training text again. We do it for three networks, with three seeds.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
parts = sentences[::6], data.train[2000::45]  # studied; of the same split, and not studied
studied, unstudied = (nnlm.windows_and_targets(part, 4, len(vocabulary)) for part in parts)
first_passes = [
    measure.first_pass(
        lambda network, optimizer: one_pass(network, windows, targets, optimizer),
        new_network, seed, measure.Texts(studied, unstudied, held_out),
    )
    for seed in range(3)
]  # fmt: skip


def scored_again():
    alt = (
        "The perplexity of each batch of the first pass, log scale: it falls from 8,000 to about "
        "300. Its mean over the pass lies above 500. After the pass the training text is at about "
        "225, and so is the validation text."
    )
    show(figures.draw_first_pass(first_passes), alt=alt)
    claim(
        "scored again after the first pass, the training text has less than half the perplexity",
        all(one.studied.all < one.during / 2 for one in first_passes),
    )


predict("scored again", scored_again)

# %% [markdown] slideshow={"slide_type": "subslide"}
# One thing is still strange. The network has read one of the two texts and not the other, so the training text should be *lower*. Something makes the validation text look easy.
# Is it that studying does not help at all? To find out, we score a third text: sentences of the training split that the network has not read.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
rates = [measure.unknown(text) for text in (studied, unstudied, held_out)]
alt = (
    "Bars with a dot for each of three seeds, three texts after the first pass, all tokens and "
    "without <unk>. Studied: about 225 and 280. Not studied, of the same split: about 490 and "
    "650. Validation: about 225 and 375."
)
show(figures.draw_known(first_passes, rates), alt=alt)
claim(
    "text of the same split that was not studied is twice as hard, with each of 3 seeds",
    all(one.unstudied.all > 2 * one.studied.all for one in first_passes),
)
check("the two texts of the split have as many <unk>", abs(rates[0] - rates[1]) < 0.005)
check("validation has twice as many <unk>", 2 < rates[2] / rates[0] < 2.3)
known = [one.validation.known / one.studied.known for one in first_passes]
check("without <unk>, validation is harder than the studied text", min(known) > 1.2)
near = [abs(one.studied.all / one.validation.all - 1) < 0.08 for one in first_passes]
check("the two texts are within 8%, 3 seeds", all(near))
easy = [text.unknown for one in first_passes for text in (one.studied, one.validation)]
check("<unk> itself has a perplexity below 20", max(easy) < 20)

# %% [markdown] slideshow={"slide_type": "subslide"}
# So studying does help, by more than half. The validation text is as new as the second text, and yet it looks as easy as the first. Why? The vocabulary was
# chosen from the training split. A rare word of a training article is in it, and a network that has not read the article hardly knows the word. A
# rare word of a validation article is outside, so it counts as `<unk>`, and `<unk>` is frequent and easy to guess (its own perplexity is below
# 20). The validation text has twice as many of them as the others; without them, it is harder than the studied text, as it should be. (It
# stays easier than the second text, whose rare words are counted, and not left out.) The rule for your own
# logs: compare two perplexities only if they were taken at the same moment, and look at what is counted, `<unk>` above all.
#
# ### Your turn: find the bug
# Difficulty 2 of 5, about 4 minutes, not graded. A friend cuts the text in another way: as one long row of ids, in which each window begins one word
# later. The friend trains on half as much text as you did, for one pass only, and is proud of the validation perplexity that the cell prints. Your network ended
# near 200. A result that is too good is a bug until you have shown that it is not. Find it, mend it, and run the cell again.
#
# <details><summary>Hint</summary>Try it small: what are <code>cut(torch.arange(10))[0][0]</code> and <code>cut(torch.arange(10))[1][0]</code>?</details>
# <details><summary>Solution</summary>The next word of the window 0 1 2 3 is 4, but <code>stream[3:]</code> begins with 3. So each window ends with its own answer. Mended: <code>stream.unfold(0, 4, 1)[:-1], stream[4:]</code>.</details>


# %% slideshow={"slide_type": "-"}
def cut(stream):
    """Cut a row of ids into windows of 4 words, (N, 4), and the word after each, (N,)."""
    windows_of_four = stream.unfold(0, 4, 1)  # (N, 4): each begins one word later
    next_words = stream[3:]
    return windows_of_four, next_words


def train(network, optimizer, text):
    return one_pass(network, *text, optimizer)


tasks.examine_cut(cut, train, new_network, targets[:25_000], held_out[1])

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 6. On the whole text
#
# 2,000 sentences are few. We trained the same network on all 15,591 sentences of the training split, four passes, three seeds, once without and once with
# direct connections ($W$); each takes about two minutes, so the runs are recorded. Sizes and rates were chosen on the validation split; the test split was
# used once for each model, after everything was chosen. The table has the mean and the standard deviation of three seeds.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
record = recorded("nnlm")["results"]
found = record["models"]
trigram_alone = record["ngram"]["3"]["test"]
is_word = np.concatenate([[*sentence, END_ID] for sentence in data.test]) != UNKNOWN_ID
of_trigram = np.log(trigram.probabilities(data.test))
known = {"trigram": np.exp(-of_trigram[is_word].mean())}
print("test perplexity     all       no <unk>")
print(f"trigram       {trigram_alone:5.1f} {known['trigram']:12.1f}")
print(f"5-gram        {record['ngram']['5']['test']:5.1f}")
for name, one in found.items():
    logs = nnlm_run.kept_logs(f"test.{name}")[:, is_word]  # (seeds, tokens)
    known[name] = np.exp(-logs.mean(axis=1))
    label = name.replace("window", "network").replace(", direct", " + W")
    print(f"{label:12s} {mean_sd(one['test']):>12} {mean_sd(known[name]):>12}")
print(f"<unk>: {1 - is_word.mean():.1%} of the tokens")

# %% tags=["hide-input"] slideshow={"slide_type": "skip"}
check("15,591 sentences", len(data.train) == 15591)
drop = 1 - np.mean(found["window"]["test"]) / trigram_alone
check("a tenth better than the trigram", 0.1 < drop < 0.12)
without = 1 - np.mean(known["window"]) / known["trigram"]
check("and a little more without <unk>", 0.11 < without < 0.13)
more = found["window, direct"]["parameters"] - found["window"]["parameters"]
check("direct connections are more than a million parameters", more > 1e6)
epochs = {name: np.array(one["epochs"]) for name, one in found.items()}  # (seeds, passes, 2)
gain = epochs["window, direct"][:, -1] - epochs["window"][:, -1]  # (seeds, 2)
check("direct connections: lower in training, not on new text", (gain * [-1, 1] > 0).all())
check(
    "the 5-gram model is less than 1% better", trigram_alone / record["ngram"]["5"]["test"] < 1.01
)
check("trigram on validation: 119", int(record["ngram"]["3"]["validation"]) == 119)
board = recorded("ngram_perplexity")["results"]["scoreboard"]
seconds = {row["model"]: row["seconds"] for row in board}
check("trigram below 1 s", seconds["trigram, modified Kneser-Ney"] < 1)
check("network about two minutes", 100 < np.mean(found["window"]["seconds"]) < 140)

# %% [markdown] slideshow={"slide_type": "subslide"}
# The network is better than the trigram model by about a tenth, and by a little more if `<unk>` does not count. It also reads two words more than its
# rival. But to counting, two more words are worth little: the 5-gram model is hardly better than the trigram model. With direct connections the training perplexity
# falls lower, but with none of the three seeds do they help on new text: a million further parameters mainly fit the training text. Both
# networks had the same passes and the same weight decay, so this speaks about our settings as much as about $W$. Bengio et al. (2003) saw something similar on the
# Brown corpus: with direct connections training was faster, and without them the network generalized a little better.
#
# ### Where the work goes
#
# Better than counting, but at a price: the trigram model is fitted in less than a second, the network took two minutes. Where does the time go? Looking up four vectors costs no
# multiplication. The hidden layer costs $4 \cdot 32 \cdot D$ of them for each prediction, with $D = 64$ hidden units in ours. And each of the $V = 8{,}000$ words
# needs a score, which costs $D$ multiplications, even if you want the probability of one word only, because softmax divides by the sum over all words.


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def where_the_work_goes():
    sizes = np.array([1000, 2000, 4000, 8000, 16000, 32000])
    spent = np.array(
        [nnlm.count_operations(nnlm.WindowNetwork(V, 4, 32, 64)).softmax_share for V in sizes]
    )
    times = recorded("softmax_cost")["results"]
    measured = 1 - np.array(times["without_softmax"]) / np.array(times["step"])
    alt = (
        "Proportion of the work that makes the scores, against the vocabulary: above 85 percent "
        "from 1,000 words on, 98 percent of the multiplications at 8,000."
    )
    show(figures.draw_cost(sizes, spent, measured), alt=alt)
    of_sizes = {}
    for D in (16, 64, 256, 1024):
        hidden, scores = nnlm.count_operations(nnlm.WindowNetwork(8000, 4, 32, D))[:2]
        of_sizes[D] = scores / (hidden + scores)
        print(f"D = {D:5,}: hidden {hidden:8,}, scores {scores:10,} ({of_sizes[D]:.0%})")
    check("98% with every size", {round(part, 2) for part in of_sizes.values()} == {0.98})


predict("where the work goes", where_the_work_goes)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(1, 2, 3)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 7. One answer from two models
#
# In the first picture, counting was better at *three million*, the network at *eight million*. Bengio et al. averaged their network with a trigram
# model. We do the same, with **interpolation** (插值): a weighted mean of the two distributions. Which weight? The validation text may choose it; the test text
# must not, because it is what we are judged by. The validation text is easier for every model (119 for the trigram model, 141 on the test text), so never compare a number of one
# with a number of the other.
#
# ### Exercise 3: two models in one
# Difficulty 2 of 5, about 6 minutes. Two models have given each token a log-probability: two NumPy arrays of one length. Mix the models: `weight`
# (from 0 to 1, both allowed) is the weight of the first. Return an array, the log-probability of each token under the mixture.
#
# <details><summary>Hint 1</summary>A mixture is a sum of probabilities, and these are logarithms.</details>
# <details><summary>Hint 2</summary>With a log-probability of -800, <code>np.exp</code> gives 0, and the logarithm of 0 is minus infinity. <code>np.logaddexp(a, b)</code> is log(exp(a) + exp(b)) without that. What are a and b here, and what is the logarithm of a weight of 0?</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.interpolate)
def interpolate(first, second, weight):
    """Return log(weight * P_first + (1 - weight) * P_second), an array like both arguments."""
    ...


# %% tags=["solution"]
def interpolate(first, second, weight):
    return np.log(weight * np.exp(first) + (1 - weight) * np.exp(second))


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
counted = np.log(trigram.probabilities(data.validation))  # log P of each token
neural = nnlm_run.kept_logs("validation.window")  # (3 seeds, tokens), from the recorded run
weights = np.linspace(0, 1, 21)
curves = []
for seed in range(3):
    mixtures = [interpolate(neural[seed], counted, weight) for weight in weights]  # yours
    curves.append([np.exp(-logs.mean()) for logs in mixtures])


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
mixed, alone = found["window"]["mixed"]["3"], found["window"]["test"]
gap = np.abs(interpolate(neural[0], counted, 0.3) - nnlm.mix(neural[0], counted, 0.3)).max()
check("your mixture is bertlab's to 1e-6", gap < 1e-6)


def much_better():
    alt = (
        "Validation perplexity against the weight of the network, three nearly equal curves: from "
        "119 at weight 0 down to 100 near 0.6, and up to 110 at weight 1."
    )
    show(figures.draw_mixtures(weights, curves), alt=alt)
    print("weights of the network, chosen on validation:", mixed["weight"])
    print(f"on the test text: trigram {trigram_alone:.1f}, network {mean_sd(alone)},")
    print(f"                  mixture {mean_sd(mixed['test'])}")
    wins = [m < min(a, trigram_alone) for m, a in zip(mixed["test"], alone, strict=True)]
    claim("with each of 3 seeds the mixture beats both models on the test text", all(wins))
    near = [min(curve) for curve in curves]
    check("the valley is near 100", max(abs(bottom - 100) for bottom in near) < 1)


predict("much better", much_better)

# %% [markdown] slideshow={"slide_type": "subslide"}
# Where are the two models wrong in different places? We may sort the tokens only by
# what can be known *before* the word comes. So the figure sorts them by the two words in front: how often does the training text have these two?

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
groups = measure.groups_by_context(data.train, data.validation)
mixtures = [nnlm.mix(neural[seed], counted, mixed["weight"][seed]) for seed in range(3)]
by_model = {"trigram model": counted[None], "network": neural, "mixture": np.stack(mixtures)}
by_group = {
    name: np.stack([np.exp(-logs[:, group].mean(axis=1)) for group in groups.values()])
    for name, logs in by_model.items()  # each (groups, seeds)
}
proportions = {name: group.mean() for name, group in groups.items()}
alt = (
    "Perplexity of three models for four groups of tokens. Two new words in front: trigram model "
    "150, network 127. Seen 1 to 9 times: 113 and 104. 10 to 99 times: about equal. 100 times and "
    "more: 113 and 106. The mixture is lowest in all four."
)
show(figures.draw_groups(proportions, by_group), alt=alt)
lead = by_group["trigram model"] / by_group["network"]  # (groups, seeds)
claim(
    "the network leads most where the two words before are new together, with each of 3 seeds",
    (lead[0] > lead[1:].max(axis=0)).all(),
)
check("it leads by a sixth there", 1.15 < lead[0].min() <= lead[0].max() < 1.21)
check("10 to 99 times: within 2%", np.abs(lead[2] - 1).max() < 0.02)
lowest = np.minimum(by_group["trigram model"], by_group["network"])
check("the mixture is lowest in every group", (by_group["mixture"] < lowest).all())

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
seen = measure.seen_groups(data.train, data.validation, vocabulary)["trigram seen"]
outcome = [np.exp(-logs[seen].mean()) for logs in (counted, neural[0])]
print(f"whole trigram seen: trigram {outcome[0]:.0f}, network {outcome[1]:.0f}")
two = np.exp(-nnlm.mix(neural[0], neural[1], 0.5).mean())
one = np.exp(-mixtures[0].mean())
print(f"two networks mixed {two:.1f}, network and trigram {one:.1f}")
check("a second network helps less than the trigram model", one < two)
check("sorted by the outcome, counting looks better by a quarter", outcome[0] < 0.75 * outcome[1])

# %% [markdown] slideshow={"slide_type": "-"}
# Where the two words in front are new together, counting has to fall back on shorter histories, and the network's perplexity is lower by 15%. Where they were seen 10 to 99
# times, the two are equal. Beyond that the network leads again. The mixture is best in every group, so the models differ *inside* each
# group as well. The weights were chosen on this text, which flatters the mixture a little.
#
# It is tempting to sort by the whole trigram instead. Then counting looks better wherever it has seen the trigram: 15 against 20. But that sorts by the word
# to be predicted. A model that counts must look good where what it counted has come, and you do not know in advance whether it will. This mistake is called
# **selection on the outcome**.
#
# A *second network*, with another seed, helps less than the trigram model, which alone is worse than a network. So a partner that makes different mistakes is worth more here than a
# better one. At a larger scale, Bengio et al. (2003) report 252 for their mixture on the Brown corpus, against 312 for the best n-gram model, one that counts
# classes of words, and 109 against 117 on AP News, a text that is more than ten times as long.
#
# ### The right word
#
# What is the mixture good for? A language model can *choose*. Take a sentence with *is* or *are* in it, put the other
# word in its place, and ask which of the two sentences is more probable: that is a small grammar checker. The exchange changes the probability of the word and
# of the words after it that have it in their window. The validation text has more
# than 2,000 such gaps for five pairs of words. The baseline always takes the word that is more frequent in the training text; for *has* and *have* that is
# the rarer one here, so it falls below one half.


# %% tags=["hide-input"] slideshow={"slide_type": "skip"}
answers = right_words(
    lambda some: np.log(trigram.probabilities(some)),
    trained.log_probabilities,
    mixed["weight"][0],
    data.validation,
    vocabulary,
)
right = {name: [group.mean() for group in groups] for name, groups in answers.items()}
of_a = {name: [groups[3]] for name, groups in answers.items()}
far, half = lead_in_choices(of_a, "trigram model", "network")
check("counting leads for a, an (paired 95% interval)", far > half)
check("its lead is 2.2 ± 1.6 points", (round(100 * far, 1), round(100 * half, 1)) == (2.2, 1.6))
check("the network leads for is, are", right["network"][0] > right["trigram model"][0])
overall = {name: np.concatenate(groups).mean() for name, groups in answers.items()}
check(
    "all: 70% by frequency, 83% by the mixture",
    (round(overall["more frequent word"], 2), round(overall["mixture"], 2)) == (0.7, 0.83),
)


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def the_right_word():
    alt = (
        "Right choices of four choosers for five pairs of words and over all. The more frequent "
        "word is lowest over all, at 70%, the mixture highest, at 83%; the trigram model leads for "
        "a and an, the network for is and are."
    )
    show(draw_choices(PAIRS, answers), alt=alt)
    ahead = []
    for other in ("trigram model", "network"):
        far, half = lead_in_choices(answers, "mixture", other)
        print(f"mixture minus {other}: {far:+.1%} ± {half:.1%}")
        ahead.append(far > half)
    print("(± half of the 95% interval over the gaps, one network)")
    check("over all gaps the mixture chooses better than each model alone", all(ahead))


predict("the right word", the_right_word)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
ask("with more text")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 8. What the network has learned
#
# The network leads most where counting has not seen the two words in front. What does it know there? We pour the weights of the recorded run into *your*
# class and look at the rows of $C$. Two words are near each other if the cosine of their rows is large. The table shows the
# nearest rows to the last word of a beginning, and how two models go on. Below it stand the nearest rows of two other words, and how often each is in the training text.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
yours = new_network()
yours.load_state_dict(trained.network_.state_dict())
table_c = yours.embedding.weight.detach()
rows_of_c = WordVectors(vocabulary.words, table_c.numpy())


def next_words(beginning):
    """A table: neighbors of the last word, and the favorites of both models."""
    known = vocabulary.decode(vocabulary.encode(tokenize(beginning)))
    columns = {"nearest in C": rows_of_c.neighbors(known[-1] if known else "</s>", 8)}
    for name, one in (("network", trained.distribution), ("trigram", trigram.distribution)):
        distribution = one(known)
        best = np.argsort(-distribution, kind="stable")[:8]
        columns[name] = list(zip(vocabulary.decode(best), distribution[best], strict=True))
    return f"<p>{html.escape(' '.join(known))} ...</p>{space.side_by_side(columns)}"


alt = "A table: neighbors of the last word, and the most probable next words of two models."
explore(next_words, alt=alt, beginning=text("estimated that about eight"))
for word in ("january", "album"):
    times = vocabulary.counts[vocabulary.index(word)]
    near = ", ".join(neighbor.word for neighbor in rows_of_c.neighbors(word, 3))
    print(f"{word} ({times} times): {near}")

# %% [markdown] slideshow={"slide_type": "notes"}
# *Instructor:* good beginnings: *the university of*, *in the early*, *he was*. Let the room guess the favorites before you press Enter. Ask for a beginning
# whose trigram was never seen: the trigram model falls back on frequent words, the network does not. Five minutes.

# %% [markdown] slideshow={"slide_type": "subslide"}
# *January* is among the months. *Nine* and *six* are near *eight*, but *mm* stands between them. The neighbors of *album* make no sense: it is in the text only 7 times, so in
# four passes its row had a gradient in at most 7 · 4 · 4 = 112 steps, and it has not moved far from where chance put it. (Weight decay makes it short, but a cosine does not see length.) So single neighbors prove little. The map shows words of one kind
# together, number words and months, in the two directions in which their rows of 32 numbers differ most. The directions were computed from these two kinds, so it is no
# surprise that the kinds lie apart. The gray dots, 300 frequent words that had no say in it, show where other words lie.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
numbers = "two three four five six seven eight nine ten eleven twelve"
months = "january february march april may june july august september october november december"
numbers, months = numbers.split(), months.split()
rows = nn.functional.normalize(table_c, dim=1).numpy()
chosen = vocabulary.encode(numbers + months)
frequent = np.argsort(-np.array(vocabulary.counts), kind="stable")[:330]
others = rows[[word for word in frequent if word not in chosen][:300]]
alt = (
    "A map of 23 words and 300 gray dots. Eleven number words lie at the right, eleven months at "
    "the left; may lies between the two groups, among the gray dots."
)
title = "Number words right, months left, “may” with neither"
show(space.draw_map(rows[chosen], [numbers, months], title, others), alt=alt)
across = space.flat_map(rows[chosen])[:, 0]
of_numbers, of_months = across[: len(numbers)], np.delete(across[len(numbers) :], 4)
check("numbers and months lie apart", of_numbers.min() > 0.3 and of_months.max() < -0.3)
check("may is between", of_months.max() < across[len(numbers) + 4] < of_numbers.min())
counts = [vocabulary.counts[vocabulary.index(word)] for word in months]
check("may is 450 times in the text, other months at most 92", sorted(counts)[-2:] == [92, 450])

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
eight, million = vocabulary.encode(["eight", "million"])
asked = [word for word in words if word not in ("eight", "<num>")]
cosines, places = space.nearness(table_c, eight, vocabulary.encode(asked))
print("cosine with eight")
for some in (slice(0, 3), slice(3, 6), slice(6, 8)):
    pairs = zip(asked[some], cosines[some], strict=True)
    print("  ".join(f"{word} {cosine:.2f}" for word, cosine in pairs))
rarest = min(vocabulary.counts[vocabulary.index(word)] for word in numbers)
as_frequent = [word for word in range(len(vocabulary)) if vocabulary.counts[word] >= rarest]
_, ranks = space.nearness(table_c[as_frequent], as_frequent.index(eight),
                          [as_frequent.index(word) for word in vocabulary.encode(asked[:6])])  # fmt: skip
print(f"{len(as_frequent):,} words are at least as frequent as the number words;")
print(f"at most {max(ranks)} are nearer to eight than one of these six")
check("the six are nearer than 97% of words as frequent", max(ranks) < 0.03 * len(as_frequent))
check("animals and because are on the other side", max(cosines[6:]) < 0)
check("three and twelve: below 0.4", max(cosines[0], cosines[5]) < 0.4)
of_eight = [neighbor.word for neighbor in rows_of_c.neighbors("eight", 3)]
check("nine and six are among the three nearest to eight", {"nine", "six"} < set(of_eight))
lengths = table_c.norm(dim=1)[vocabulary.encode(["album", "the"])].tolist()
check("album: 7 times, and a short row", times == 7 and lengths[0] < 2 < 3 < lengths[1])

# %% [markdown] slideshow={"slide_type": "subslide"}
# Nobody told the network what a number or a month is. But months stand in similar places, so similar rows predict well there. *May* fits
# this idea: the text has it 450 times, every other month at most 92 times, probably because *may* is mostly a verb. Its row
# is not with the months. The number words are nearer to *eight* than nearly all words that are as frequent.
#
# But is that *why* the network expects *million*? A cosine of 0.37 is far from *nearly the same vector*, so smoothness alone, the argument of part 1, does
# not explain the first picture. A network needs less: **one direction** that the number words share and that the hidden layer can read. To test this, we
# **intervene** (干预): we take that direction out of the row of *eight*, and ask the network again.
#
# You will take away the direction of the ten other number words, that of `<num>`, and, as a control, that of the months. But the number words' direction is
# also the largest piece of the row, and a larger change may by itself change the answer more. So there is a second control: 200 changes in random directions, each as long as
# the piece that the number words took. And what remains is a shorter row. So a third control keeps the direction of *eight* and makes the row just as short.
#
# ### Your turn: take a direction out
# Difficulty 3 of 5, about 4 minutes, not graded. `row` has $m$ numbers, and `others`, $(n, m)$, are the rows of other words. Their common direction $u$ is the direction of
# their mean, and has length 1. Return what remains of `row`, as in the picture below: the part along $u$ is gone, and nothing else. The cell says what is wrong, if something
# is. Without you, the lesson goes on with our function.
#
# <details><summary>Hint</summary>How long is the part of the row along u? With u = (1, 0) and the row (3, 4) it is 3, and (0, 4) remains.</details>
# <details><summary>Our function</summary><pre>u = others.mean(dim=0)
# u = u / u.norm()
# return row - (row @ u) * u</pre></details>


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def million_without(taken, word="eight", before=("estimated", "that", "about")):
    """Return P(million) after a word whose row lost the direction of other words."""
    row = table_c[vocabulary.index(word)]
    if taken:
        row = without_direction(row, table_c[vocabulary.encode(taken)])  # yours
    window = vocabulary.encode((["<s>"] * 4 + [*before, word])[-4:])
    return space.probability_with(yours, window, million, row)


alt = (
    "Two arrows from one point: a row, and the direction u. A dotted line falls from the tip of "
    "the row onto u. What remains of the row stands at a right angle to u."
)
show(space.draw_taking(), alt=alt)


# %% slideshow={"slide_type": "-"}
def without_direction(row, others):
    """Return the row (m,) without its part along the mean of the others (n, m)."""
    ...


without_direction = tasks.completed_direction(without_direction)
# Which words would you take away from eight? Guess P(million) first; whole, it is 0.014.
print(f"{million_without(['january', 'march']):.4f}")


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
other_numbers = [word for word in numbers if word != "eight"]
taken = {"nothing": [], "months": months, "<num>": ["<num>"], "number words": other_numbers}
after_taking = {name: million_without(some) for name, some in taken.items()}
row = table_c[eight]
shorter = (
    row * without_direction(row, table_c[vocabulary.encode(other_numbers)]).norm() / row.norm()
)
lost = {
    name: (row - without_direction(row, table_c[vocabulary.encode(some)])).norm().item()
    for name, some in taken.items()
    if some
}
window = vocabulary.encode(history)
only_shorter = space.probability_with(yours, window, million, shorter)
at_random = space.equal_changes(yours, window, million, lost["number words"], times=200)

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
alt = (
    "P(million) after eight on a log scale. Nothing or the months taken away: 0.014. <num>: 0.003. "
    "The number words: 0.002. Only made as short: 0.012. The 200 random changes of equal length "
    "spread from 0.002 to 0.03, all of them above that of the number words."
)
show(space.draw_taken({**after_taking, "only made\nas short": only_shorter}, at_random), alt=alt)
print(f"the row without the number words has {shorter.norm() / row.norm():.0%} of its length")
print("taken, of the length of the row:")
print(", ".join(f"{name} {part / row.norm():.0%}" for name, part in lost.items()))
below = np.mean(np.array(at_random) <= after_taking["number words"])
claim(
    "of 200 random changes as long, fewer than 1 in 50 make million as improbable",
    below < 0.02,
)

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
beginnings = [
    "estimated that about",
    "more than",
    "a total of",
    "population of",
    "at least",
    "nearly",
]
left = []
for word in ("six", "eight", "ten", "twelve"):
    rest = [number for number in numbers if number != word]
    for beginning in beginnings:
        place = {"word": word, "before": beginning.split()}
        left.append(million_without(rest, **place) / million_without([], **place))
print(f"{len(left)} cases: {min(left):.0%} to {max(left):.0%} of P(million) is left")
claim(
    "after four number words and six beginnings, million loses more than two thirds each time",
    len(left) == 24 and max(left) < 1 / 3,
)
whole = after_taking["nothing"]
check("the direction of <num> alone takes most of it", after_taking["<num>"] < 0.25 * whole)
check("it is a seventh of what it was", 6.5 < whole / after_taking["number words"] < 7.6)
check("a shorter row: about a sixth less", 0.8 < only_shorter / whole < 0.87)
check("the months change little", abs(after_taking["months"] / whole - 1) < 0.1)
check("typical random changes take less than half", np.median(at_random) > 0.5 * whole)

# %% [markdown] slideshow={"slide_type": "-"}
# Without the direction that *eight* shares with the other number words, the probability of *million* falls to a seventh. The months' direction changes little. The size of the change matters, too: some random
# changes lower the probability a lot, but none of these 200 as far. A row that is only made as short loses about a sixth. And the effect is not special to one word or one beginning. So after a number word, most of the
# chance of *million* needs the direction that number words share. We have not shown that the direction is enough, nor that only *million* needs it.
#
# Which word taught it is open. The direction of `<num>` alone takes nearly as much away, so the network may have learned *million* from the 141 numbers in digits, rather than from *three*, *four* and *seven*. But
# the two directions overlap, and taking one away takes a part of the other. To know, you would train again without the sentences that have `<num> million`, with several seeds. And all of this was measured in one network; another seed gives other rows.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 9. Exercises for home
#
# The lesson cut the windows and measured perplexity for you. Here you write both, and then you plan an experiment of your own.
#
# ### Exercise 4: windows and what follows them
# Difficulty 2 of 5, about 8 minutes. The network has one place for each word of its window. So every window has the same length, and `<s>` fills
# the places before the sentence. Return a tuple of two lists: the windows, each a list with the oldest word first, and the word that follows each,
# with `</s>` as the last. The sentence is a list of words, perhaps an empty one, and is not changed; `context_size` is at least 1.
#
# <details><summary>Hint 1</summary>Put <code>context_size</code> times <code>&lt;s&gt;</code> in front and one <code>&lt;/s&gt;</code> at the end, then slide along.</details>
# <details><summary>Hint 2</summary>A sentence of T words gives T + 1 windows. Does any of them hold its own answer?</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.context_windows)
def context_windows(sentence, context_size):
    """Return (windows, next words): ([["<s>", "<s>"], ...], ["the", ...])."""
    ...


# %% tags=["solution"]
def context_windows(sentence, context_size):
    padded = ["<s>"] * context_size + list(sentence) + ["</s>"]
    places = range(context_size, len(padded))
    return [padded[i - context_size : i] for i in places], [padded[i] for i in places]


# %% tags=["hide-input"] slideshow={"slide_type": "skip"}
contexts, _ = context_windows(vocabulary.decode(sentences[0]), 4)
same = [vocabulary.encode(context) for context in contexts] == windows[: len(contexts)].tolist()
check("bertlab cuts the windows as you do", same)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 5: perplexity over batches
# Difficulty 2 of 5, about 8 minutes. A text is scored in batches, and not all are of one size: the last one is often smaller. You get two lists, of
# the scores `(B, V)` and of the targets `(B,)` of each batch; the targets are word ids, and there is at least one token. Return the perplexity of the
# whole text, as a Python float: the result must not depend on how the text is cut into batches.
# One line of part 5 makes the mistake that this forbids. Which, and why does it hardly matter there?
#
# <details><summary>Hint 1</summary><code>cross_entropy(scores, targets, reduction="sum")</code> is the sum of the losses of a batch.</details>
# <details><summary>Hint 2</summary>Divide once, by the number of all tokens, and take exp once.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.perplexity)
def perplexity(score_batches, target_batches):
    """Return the perplexity over all tokens of all batches, a float."""
    ...


# %% tags=["solution"]
def perplexity(score_batches, target_batches):
    loss = sum(
        cross_entropy(scores, targets, reduction="sum").item()
        for scores, targets in zip(score_batches, target_batches, strict=True)
    )
    return math.exp(loss / sum(map(len, target_batches)))


# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Your turn: how long should the window be?
# Difficulty 2 of 5, about 10 minutes, not graded. Guess first: is 2, 4 or 8 best with our 2,000 sentences, and would more text change this? Then choose sizes and
# seeds, so that the differences between sizes can be told from those between seeds. A run takes seconds. The cell says what your design can show.


# %% slideshow={"slide_type": "-"}
def perplexity_with(context_size, seed):
    torch.manual_seed(seed)
    network = NNLM(len(vocabulary), context_size, embedding_size=32, hidden_size=64)
    optimizer = torch.optim.AdamW(network.parameters(), lr=3e-3, weight_decay=0.1)
    parts = (sentences, data.validation[:300])
    text, new = (nnlm.windows_and_targets(part, context_size, len(vocabulary)) for part in parts)
    one_pass(network, *text, optimizer)
    return measure.perplexities(network, new).all


sizes, seeds = [2], [0]  # your design
tasks.judge({size: [perplexity_with(size, seed) for seed in seeds] for size in sizes})

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(4)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 10. Without a window
#
# This part can wait for another evening, but read it before lesson 04. Your network sees four words, and each further one makes $H$ wider. Mikolov et al. (2010) let the network carry its hidden layer along. The new
# **state** (隐藏状态) $s_t$ is made from the word's vector and the state before, and the scores are made from the state:
#
# $$s_t = \tanh(C(w_t) + d + R\,s_{t-1})$$
# $$y_t = b + U s_t$$
#
# Here a word's vector is as long as the state, so the two can be added. Such a network is called *recurrent* (循环). Nothing in it limits how far back a word can matter. Large ones with gates (LSTMs, lesson 04) left counting far
# behind: on a benchmark of a billion words, a Kneser-Ney 5-gram model reached a perplexity of 67.6 (Chelba et al. 2013), and a large LSTM 30.0 (Jozefowicz et al. 2016).
#
# For training, the text is one unbroken stream, here of 15 words. We cut it into two rows and read both rows from left to right, a **chunk** (块) of four columns at a
# time. In each row, a chunk goes on where the last one ended, so the state can be carried over. But to go back through a whole book, a gradient would need
# every state in memory. So it stops where a chunk begins, while the *value* of the state goes on (in PyTorch, `state.detach()`): *truncated
# back-propagation through time* (截断的随时间反向传播). The figures below show the network, and the path of the gradient in one row, drawn with chunks of three words.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
alt = (
    "Four words; above each a state, made from the word by C and from the state before by R; above "
    "each state, by U, the scores of all words."
)
show(diagrams.recurrent(["the", "river", "froze", "over"]), alt=alt)
for number, (words, following) in enumerate(chunks(torch.arange(15), 2, chunk_size=4), 1):
    print(f"chunk {number}: words {words.tolist()}")
    print(f"         next {following.tolist()}")
alt = (
    "Six words in two chunks of three. Straight arrows lead from each state to the next, also "
    "between the chunks; bent arrows, the gradient, lead back inside each chunk only; a dashed wall marked "
    "detach stands between the chunks."
)
show(diagrams.truncated(["the", "river", "froze", "and", "the", "lake"], 3), alt=alt)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 6: truncated back-propagation through time
# Difficulty 4 of 5, about 8 minutes. You get a vector and a target for each word `(T, D)` and the recurrence `(D, D)`. A chunk has
# `chunk_size` words, at least one; the last one may have fewer.
#
# The state starts at zeros; each word makes it `tanh(vector + recurrence @ state)`. So that the exercise needs no $U$, the loss is the sum of all squared differences between state and target.
# Return a tuple: the gradient of the loss with respect to the recurrence `(D, D)`, and the last state `(D,)`. You may use autograd. The arguments stay as they are.
#
# To check by hand: with $D = 1$, the vectors 1, 0, 0, targets 0 and recurrence 1, the gradient is 1.41 in one chunk of 3, and 1.07 in chunks of 2.
#
# <details><summary>Hint 1</summary><code>state.detach()</code> is the same number without its past. Where does it go, and how often?</details>
# <details><summary>Hint 2</summary>Make a copy that wants a gradient: <code>recurrence.clone().requires_grad_()</code>. One <code>backward()</code> at the end is enough.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.truncated_gradient)
def truncated_gradient(vectors, targets, recurrence, chunk_size):
    """Return (gradient of the loss with respect to the recurrence, state after the last word)."""
    ...


# %% tags=["solution"]
def truncated_gradient(vectors, targets, recurrence, chunk_size):
    weight = recurrence.clone().requires_grad_()
    state, loss = torch.zeros(vectors.shape[1]), 0.0
    for t in range(len(vectors)):
        if t % chunk_size == 0:
            state = state.detach()
        state = torch.tanh(vectors[t] + weight @ state)
        loss = loss + (state - targets[t]).square().sum()
    loss.backward()
    return weight.grad, state.detach()


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
later = recorded("nnlm_recurrent")
of_recurrent = later["results"]["models"]["recurrent"]["test"]
kinds = [("window of 4", alone), ("recurrent", of_recurrent), ("window + trigram", mixed["test"])]
print("test perplexity, three seeds")
print(f"trigram            {trigram_alone:6.1f}")
for name, values in kinds:
    print(f"{name:18s} {mean_sd(values):>12}")
window_test, recurrent_test = np.mean(alone), np.mean(of_recurrent)
spread = np.std(of_recurrent, ddof=1)
small = torch.tensor([[1.0], [0.0], [0.0]]), torch.zeros(3, 1), torch.ones(1, 1)
example = [round(truncated_gradient(*small, size)[0].item(), 2) for size in (3, 2)]
check("the example of exercise 6", example == [1.41, 1.07])
check(
    "the recurrent network is ahead by less than 1",
    0 < window_test - recurrent_test < min(1, spread),
)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Myth check
#
# *"A recurrent network uses the whole history."* It could. But in the table it is ahead of the window of four words by less than one
# point of perplexity, which is less than its own deviation between seeds. Does it use what it could? That can be measured: keep the last
# $k$ words true, and replace everything before them by the state of another place of the text. If older words matter, the
# perplexity rises when they are wrong.


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def whole_history():
    true_words = later["configuration"]["true_words"]
    reach = np.array(later["results"]["reach"])  # (seeds, k)
    alt = (
        "Perplexity against the number of true words, mean of three seeds: it falls steeply up to 4, "
        "slowly up to 16, and then not at all. At 8 words it is near that of a window of 4."
    )
    window = np.mean(recorded("nnlm")["results"]["models"]["window"]["validation"])
    show(figures.draw_reach(true_words, reach, window), alt=alt)
    means = zip(true_words, reach.mean(axis=0), strict=True)
    print("k, perplexity: " + "; ".join(f"{k}, {value:.1f}" for k, value in means))
    sixteen, most = (reach[:, true_words.index(k)] for k in (16, 64))
    claim("16 true words come within 1% of 64, with each of 3 seeds", (sixteen < 1.01 * most).all())


predict("whole history", whole_history)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(5)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Recap
#
# - A one-hot vector times $C$ is a look-up. Only the rows that were looked up get gradient; optimizers with a memory move others too.
# - Vectors end to end keep the order of the words. A tanh layer and a softmax turn them into a probability for every word.
# - A training perplexity is a mean over a pass in which the weights change. Compare texts at one moment, and mind `<unk>`.
# - Nearly all multiplications make the $V$ scores of the softmax. Lesson 03 avoids them.
# - The network leads most where the two words before are new together, and a mixture beats both models. Sort by what is known in advance, not by what came.
# - Number words share a direction in $C$, and without it most of the chance of *million* after *eight* is gone. Which word taught it we have not shown.
# - A recurrent network carries a state, and the gradient stops where a chunk begins. Ours uses about 16 words and is hardly better than a window of four.
#
# Next: **03. word2vec**, because if the vectors are all we want, most of this network can go.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
quiz(6, 7)

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Terms
#
# | English | 中文 | in one line |
# |---|---|---|
# | curse of dimensionality | 维数灾难 | there are more combinations than any text can show |
# | one-hot vector | 独热向量 | all zeros but for a single 1, at the word's index |
# | word vector (embedding) | 词向量（嵌入） | the row of a matrix that belongs to a word; it is learned |
# | look-up | 查表 | taking a row of a table by its index |
# | context window | 上下文窗口 | the few words before the one to predict |
# | concatenation | 拼接 | laying vectors end to end |
# | hidden layer | 隐藏层 | numbers between input and output; here through tanh |
# | direct connections | 直连 | a second way from the vectors to the scores, past the tanh layer |
# | softmax | 归一化指数函数 | turns V scores into V probabilities |
# | interpolation | 插值 | a weighted mean of two distributions |
# | intervention | 干预 | changing one thing in a model and looking at what follows |
# | hidden state | 隐藏状态 | the vector that a recurrent network carries from word to word |
# | truncated back-propagation through time | 截断的随时间反向传播 | gradients go back only a fixed number of words |
#
# ## Further reading
#
# - Yoshua Bengio, Réjean Ducharme, Pascal Vincent and Christian Jauvin (2003). *A Neural Probabilistic Language Model.* Journal of Machine Learning Research 3, 1137-1155. Its mixture with a trigram model has weight 0.5 throughout.
# - Holger Schwenk (2007). *Continuous Space Language Models.* Computer Speech and Language 21. How to pay for the softmax in speech recognition.
# - Tomáš Mikolov, Martin Karafiát, Lukáš Burget, Jan Černocký and Sanjeev Khudanpur (2010). *Recurrent Neural Network Based Language Model.* Interspeech.
# - Tomáš Mikolov, Stefan Kombrink, Lukáš Burget, Jan Černocký and Sanjeev Khudanpur (2011). *Extensions of Recurrent Neural Network Language Model.* ICASSP. Gradients over several words.
# - Ronald J. Williams and Jing Peng (1990). *An Efficient Gradient-Based Algorithm for On-Line Training of Recurrent Network Trajectories.* Neural Computation 2. Truncated back-propagation through time.
# - Jeffrey L. Elman (1990). *Finding Structure in Time.* Cognitive Science 14.
# - Ciprian Chelba et al. (2013). *One Billion Word Benchmark for Measuring Progress in Statistical Language Modeling.* arXiv:1312.3005.
# - Rafal Jozefowicz, Oriol Vinyals, Mike Schuster, Noam Shazeer and Yonghui Wu (2016). *Exploring the Limits of Language Modeling.* arXiv:1602.02410.
# - Urvashi Khandelwal, He He, Peng Qi and Dan Jurafsky (2018). *Sharp Nearby, Fuzzy Far Away: How Neural Language Models Use Context.* ACL.
