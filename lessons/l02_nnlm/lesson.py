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
# The trigram model of lesson 01 hardly considers *million*. Its training text has *three million*, *four million* and *seven million*, but not once
# *eight million*, and counting does not know that *three*, *four*, *seven* and *eight* are words of one kind. You do. How could a model find it out,
# if nobody tells it? This lesson builds one that does.
#
# **At the end you can**
#
# - say why a one-hot vector times a matrix is a look-up, and which rows of the matrix learn from a batch;
# - build the network of Bengio et al. (2003) in a class that you can retype, and train it with a step that you wrote;
# - explain how a training perplexity can lie *above* the validation perplexity;
# - mix the network with a trigram model, choose the weight fairly, and say where each of the two is better;
# - show what the network has learned about a word, and what your evidence does not show.
#
# **Time** 100 minutes in class, and 56 for the exercises. **Difficulty** 3 of 5. **Before this**: lesson 01 (perplexity, smoothing), a little PyTorch.

# %% tags=["bootstrap"] slideshow={"slide_type": "skip"}
# (generated)

# %% tags=["setup"] slideshow={"slide_type": "skip"}
from lessons.l02_nnlm import ask, diagrams, exercises, figures, measure, predict, quiz, space, tasks
from lessons.l02_nnlm.experiments import nnlm as nnlm_run
from lessons.l02_nnlm.recurrent import RecurrentNetwork, chunks

import html
import math

import numpy as np
import torch
from torch import nn
from torch.nn.functional import cross_entropy, one_hot

from bertlab.before.ngrams.corpus import tokenize, wiki_language_model_data
from bertlab.before.ngrams.kneser_ney import ModifiedKneserNey
from bertlab.before.nnlm import model as nnlm
from workbook.basics import begin_lesson, check, claim, exercise, explore, recorded, show, text
from workbook.claims import mean_sd
from workbook.scoreboard import table

begin_lesson(num_threads=1)  # small operations: a second thread only waits
data = wiki_language_model_data()
vocabulary = data.vocabulary

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
trigram = ModifiedKneserNey(3, vocabulary).fit(data.train)
trained = nnlm_run.kept_model()  # of the recorded run, seed 0
words = ["three", "four", "seven", "six", "eight", "ten", "twelve", "animals", "because"]
followed = measure.followed_by("million", words, data.train, vocabulary)
of_million = {
    name: [model.probability("million", ["estimated", "that", "about", word]) for word in words]
    for name, model in (("trigram model", trigram), ("network", trained))
}
counted, neural = of_million.values()
alt = (
    "Two marks for each of nine words, on a log scale. Three, four and seven, which were seen "
    "before 'million': both models are high. Six, eight, ten and twelve, never seen: the trigram "
    "model falls to the bottom, the network stays. Animals and because: both are low."
)
show(figures.draw_followers(followed, of_million, "million"), alt=alt)
print(f"P(million | ... about eight): trigram {counted[4]:.5f}, network {neural[4]:.3f}")

# %% tags=["hide-input"] slideshow={"slide_type": "skip"}
check("only three, four, seven were seen", [*followed.values()] == [6, 2, 1] + [0] * 6)
check("the network is 200 times as sure after eight", 200 < neural[4] / counted[4] < 300)
check(
    "unseen: below 1 in 10,000 against above 1 in 100",
    max(counted[3:7]) < 1e-4 < 1e-2 < min(neural[3:7]),
)
check("after other words it is near 0", max(neural[7:]) < 5e-4)
check("after three, counting is higher", counted[0] > 2 * neural[0])
goes_on = "estimated that about eight million people participated directly or at least indirectly"
validation_text = " ".join(" ".join(vocabulary.decode(sentence)) for sentence in data.validation)
check("the sentence is in the validation text", goes_on in validation_text)
check("album is in the training text 7 times", vocabulary.counts[vocabulary.index("album")] == 7)

# %% [markdown] slideshow={"slide_type": "-"}
# Each model has read *estimated that about ...* and one more word: the trigram model of lesson 01 and the network of this lesson, both
# trained on the same Wikipedia text. The marks show how probable they find *million*. After *six*, *eight*, *ten* and *twelve*, which never stood
# before *million*, counting is near 0. The network gives *million* more than one part in a hundred there. It is not generous with *million*
# everywhere: after *animals* or *because* it does not expect it. After *three*, which the text has six times before *million*, counting is better; we come back to that in part 7.
#
# We looked for an example that shows the effect well. Part 7 measures what happens over a whole text, and part 8 asks what the network has learned about *eight*.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 1. Words are no islands
#
# To an n-gram model each word is an island: what it counted after *three*, *four* and *seven* says nothing about *eight*. Bengio et al. (2003)
# proposed three steps at once:
#
# 1. give every word a **vector** (词向量) of a few dozen numbers;
# 2. compute the probability of the next word from the vectors of the words before, by a *smooth* function;
# 3. learn the vectors and the function together, by predicting text.
#
# Smooth is the point: if two words have nearly the same vector, the model says nearly the same after both. So if the number words get similar
# vectors, what the network learns after *three*, *four* and *seven* also raises *million* after *eight*. Similar vectors are not built in; the
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
# the paper. It gives a score to each word of the vocabulary, and a **softmax** turns the scores into probabilities:
#
# $$y = b + W x + U \tanh(d + H x)$$
#
# $H$ and $d$ make the **hidden layer** (隐藏层); $U$ and $b$ make the scores. $W$ connects the vectors with the scores *directly*, past the
# hidden layer. It is optional, so the picture leaves it out, and part 6 measures whether it helps. In the picture, $T$ is the length of the window, $m$ that of a
# word's vector, $D$ the size of the hidden layer and $V$ that of the vocabulary. Below the picture, the equation is computed in loops, for a vocabulary
# of 5 words, a window of 3, vectors of 2 numbers, 4 hidden units and random weights.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
history = ["estimated", "that", "about", "eight"]
after_eight = trained.distribution(history)
favorites = np.argsort(-after_eight, kind="stable")[:5]
alt = (
    "From below: four words, a row of C for each, the rows end to end, a tanh layer, the scores "
    "of all words, and bars of probabilities."
)
names = vocabulary.decode(favorites)
show(diagrams.network(history, names, after_eight[favorites].tolist()), alt=alt)
check("million is among its five favorites", "million" in names)

# %% slideshow={"slide_type": "subslide"}
torch.manual_seed(1)
H, d = torch.randn(4, 6), torch.randn(4)
U, b, W = torch.randn(5, 4), torch.randn(5), torch.randn(5, 6)
x = torch.cat([C[1], C[4], C[2]])  # the vectors of 3 words, end to end: 6 numbers
hidden = []
for unit in range(4):
    hidden.append(torch.tanh(d[unit] + sum(H[unit, j] * x[j] for j in range(6))))
scores = []
for word in range(5):
    direct = sum(W[word, j] * x[j] for j in range(6))
    scores.append(b[word] + direct + sum(U[word, unit] * hidden[unit] for unit in range(4)))
print("scores       ", torch.stack(scores).numpy().round(2))
print("probabilities", torch.stack(scores).softmax(dim=0).numpy().round(2))

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 2: the scores of a batch
# Difficulty 2 of 5, about 8 minutes. The same for all windows of a batch at once, without a loop: return their scores `(B, V)`. The features are
# `(B, T * m)`; $H$ is `hidden_weight`, $d$ `hidden_bias`, $U$ `output_weight`, $b$ `output_bias` and $W$ `direct_weight`, which is always there.
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
class NNLM(nn.Module):  # all of it, with your window_features and without direct connections
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


# %% tags=["hide-input"] slideshow={"slide_type": "skip"}
batched = next_word_scores(x[None], H, d, U, b, W)[0]
gap = (batched - torch.stack(scores)).abs().max()
check("your batch and the loops give the same scores to 1e-5", gap < 1e-5)
torch.manual_seed(0)
network = new_network()
some = torch.randint(len(vocabulary), (3, 4))
features = window_features(some, network.embedding.weight)
layers = network.hidden, network.output
weights = [tensor for layer in layers for tensor in (layer.weight, layer.bias)]
no_direct = torch.zeros(len(vocabulary), features.shape[1])
gap = (network(some) - next_word_scores(features, *weights, no_direct)).abs().max()
check("the class and your function give the same scores to 1e-4", gap < 1e-4)
theirs = nnlm.WindowNetwork(len(vocabulary), 4, 32, 64)
theirs.load_state_dict(network.state_dict())
check("bertlab's network is your class to 1e-6", (theirs(some) - network(some)).abs().max() < 1e-6)


# %% slideshow={"slide_type": "-"}
# Your turn (5 minutes, not graded): cover the class above, and write it again from memory.
class Retyped(nn.Module):
    """__init__(vocabulary_size, context_size, embedding_size, hidden_size), and forward(windows)"""


tasks.compare(Retyped)

# %% slideshow={"slide_type": "subslide"}
# At work you would write the same network in five lines, without a class.
library = nn.Sequential(
    nn.Embedding(len(vocabulary), 32),  # C
    nn.Flatten(),  # end to end
    nn.Linear(4 * 32, 64),  # H and d
    nn.Tanh(),
    nn.Linear(64, len(vocabulary)),  # U and b
)
_ = library.load_state_dict(
    dict(zip(library.state_dict(), network.state_dict().values(), strict=True))
)

# %% tags=["hide-input"] slideshow={"slide_type": "skip"}
with torch.no_grad():
    gap = (library(some) - network(some)).abs().max()
check("the library's network is yours to 1e-5", gap < 1e-5)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 4. Which rows learn?
#
# The network is there, but its numbers are random. It learns from the **loss** of each window, $-\log P$ of the word that really follows.
# The gradient of the loss flows back to the numbers that were used. With 8,000 words and small batches, that makes a difference: does
# every word learn from every batch? We cut the first 2,000 sentences of the training text into windows, `windows` and `targets`, take the
# first 256 of them, and go back once.

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
        "AdamW, weight decay 0.1": (torch.optim.AdamW, {"lr": 0.003, "weight_decay": 0.1}),
    }
    ends = [(windows[part], targets[part]) for part in (slice(0, 256), slice(-256, None))]
    rows = {
        name: measure.moved_uninvited(new_network, *ends, kind, **settings)
        for name, (kind, settings) in kinds.items()
    }
    for name, moved in rows.items():
        print(f"{name:24s} moves {moved:5,} rows of words that are not in its batch")
    check("plain SGD moves none", rows["SGD"] == 0)
    memory = [rows["SGD with momentum 0.9"], rows["Adam"]]
    check("momentum and Adam move those of the batch before", 50 < min(memory) <= max(memory) < 300)
    check("weight decay moves nearly every row", rows["AdamW, weight decay 0.1"] > 7000)


predict("who moves", uninvited)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 5. Training
#
# We know what one batch does. Training is many of them, one **step** (步) after the other: score the windows, compute the loss, go back, and let the optimizer
# change the weights.
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
    """Take a step for each batch of 256 windows, in random order; return their mean loss."""
    losses = []
    for batch in torch.randperm(len(targets)).split(256):
        losses.append(step(network, windows[batch], targets[batch], optimizer))
    return sum(losses) / len(losses)


held_out = nnlm.windows_and_targets(data.validation[:300], 4, len(vocabulary))
torch.manual_seed(0)
network = new_network()
optimizer = torch.optim.AdamW(network.parameters(), lr=3e-3, weight_decay=0.1)
passes = []
for _ in range(3):
    during = math.exp(one_pass(network, windows, targets, optimizer))
    after = measure.perplexities(network, held_out).all
    passes.append((during, after))

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
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
# A model that knows nothing has a perplexity of 8,000, one for each word. One pass brings it below 250 on new text. But look again: on
# the text that the network is *trained* on, the perplexity is over 500. Should a model not be better on what it has studied?
#
# If you train networks, you will meet this riddle again, so let us solve it by measuring. It is not dropout: the network has none. There
# are two numbers, and they differ in *when* they were taken and in *what* was read. First the when: after the pass, with weights that no
# longer change, we score the training text again. We do it for three networks, with three seeds.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
training_text = nnlm.windows_and_targets(sentences[::6], 4, len(vocabulary))
first_passes = [
    measure.first_pass(
        lambda network, optimizer: one_pass(network, windows, targets, optimizer),
        new_network, seed, training_text, held_out,
    )
    for seed in range(3)
]  # fmt: skip


def scored_again():
    alt = (
        "Bars with a dot for each of three seeds: over 500 for the training text during the pass, "
        "about 225 for it scored again, and as much for the validation text."
    )
    show(figures.draw_again(first_passes), alt=alt)
    claim(
        "scored again after the first pass, the training text has less than half the perplexity",
        all(one.again.all < one.during / 2 for one in first_passes),
    )
    near = [abs(one.again.all / one.validation.all - 1) < 0.08 for one in first_passes]
    check("the two texts are within 8%, 3 seeds", all(near))


predict("scored again", scored_again)

# %% [markdown] slideshow={"slide_type": "subslide"}
# So the number *during the pass* is a mean over all the networks along the way, and the first of them knew nothing. That explains most of it,
# but not all: now both texts are equally hard, and still the network has studied only one of them. What about the *what*? The vocabulary was
# chosen from the training text, so a new text has more words outside it. All of these are one word, `<unk>`, and it is easy to guess
# (its own perplexity is below 20), because it is so frequent. What remains if we leave it out?

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
alt = (
    "Bars with a dot for each of three seeds, both texts after the first pass. All tokens: about "
    "225 for both. Without <unk>: under 300 for the training text, over 350 for the validation text."
)
show(figures.draw_known(first_passes), alt=alt)
rates = measure.unknown(training_text), measure.unknown(held_out)
print(f"<unk> in the training text: {rates[0]:.1%}, in the validation text: {rates[1]:.1%}")
claim(
    "without <unk>, the validation text is harder than the training text, with each of 3 seeds",
    all(one.validation.known > 1.2 * one.again.known for one in first_passes),
)
check("validation has twice as many <unk>", 2 < rates[1] / rates[0] < 2.3)
easy = [text.unknown for one in first_passes for text in (one.again, one.validation)]
check("<unk> itself has a perplexity below 20", max(easy) < 20)

# %% [markdown] slideshow={"slide_type": "subslide"}
# This fits the explanation: at the same moment and without `<unk>`, the training text is the easier one, as expected. It is no proof, because
# two different texts may also differ in how hard they are. The rule for your own logs: compare two perplexities only if they were taken at the same
# moment, and look at what is counted, `<unk>` above all.
#
# ### Your turn: find the bug
# Difficulty 2 of 5, about 4 minutes, not graded. A friend cuts the text in another way: as one long row of ids, in which each window begins one word
# later. The friend trains on half as much text as you did, for one pass only, and is proud of the perplexity that the cell prints. Your network ended near 200. A result that is too good
# is a bug until you have shown that it is not. Find it, mend it, and run the cell again.
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
# direct connections ($W$); that took minutes, so the run is recorded. Sizes and rates were chosen on the validation split; the test split was
# used once.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
record = recorded("nnlm")["results"]
found = record["models"]
trigram_alone = record["ngram"]["3"]["test"]
print(f"test perplexity: {trigram_alone:.1f}        trigram model (modified Kneser-Ney)")
for name, one in found.items():
    label = name.replace("window", "network with a window of 4")
    print(f"                 {mean_sd(one['test'])}  {label} ({one['parameters']:,} parameters)")
epochs = {name: np.array(one["epochs"]) for name, one in found.items()}  # (seeds, passes, 2)
panels = {"without direct connections": epochs["window"], "with": epochs["window, direct"]}
alt = (
    "Perplexity pass by pass, two models. Without direct connections, training ends just above "
    "validation; with them far below it. Validation ends a little below the trigram's line in both."
)
show(figures.draw_models(panels, record["ngram"]["3"]["validation"]), alt=alt)
gain = epochs["window, direct"][:, -1] - epochs["window"][:, -1]  # (seeds, 2)
check("direct connections: lower in training, not on new text", (gain * [-1, 1] > 0).all())

# %% tags=["hide-input"] slideshow={"slide_type": "skip"}
check(
    "during: above validation, 3 seeds",
    (epochs["window"][:, :, 0] > epochs["window"][:, :, 1]).all(),
)
check("15,591 sentences", len(data.train) == 15591)
check(
    "a tenth better than the trigram",
    0.1 < 1 - np.mean(found["window"]["test"]) / trigram_alone < 0.12,
)
more = found["window, direct"]["parameters"] - found["window"]["parameters"]
check("direct connections are more than a million parameters", more > 1e6)

# %% [markdown] slideshow={"slide_type": "subslide"}
# The network beats the trigram model, by about a tenth. Direct connections lower the training perplexity, but they do not help on new text, with none of the
# three seeds: more than a million further parameters mainly fit the training text. Bengio et al. (2003) saw something similar on the
# Brown corpus: direct connections made training faster, but the network generalized a little better without them. A larger text could
# change this, because it is harder to learn by heart.
# In the left panel you meet the riddle of part 5 again.
#
# ### Exercise 3: two models in one
# Difficulty 2 of 5, about 6 minutes. Two models have given each token a log-probability: two NumPy arrays of one length. Mix the models, with a weight
# from 0 to 1, both included, for the first, and return an array, the log-probability of each token under the mixture.
#
# <details><summary>Hint 1</summary>A mixture is a sum of probabilities, and these are logarithms.</details>
# <details><summary>Hint 2</summary>Two distributions with weights that sum to 1 make a distribution. Do yours?</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.interpolate)
def interpolate(first, second, weight):
    """Return log(weight * P_first + (1 - weight) * P_second), an array like both arguments."""
    ...


# %% tags=["solution"]
def interpolate(first, second, weight):
    return np.log(weight * np.exp(first) + (1 - weight) * np.exp(second))


# %% [markdown] slideshow={"slide_type": "slide"}
# ## 7. One answer from two models
#
# At the beginning, counting was better at *three million*, the network at *eight million*. Bengio et al. averaged their network with a trigram
# model. We do the same, with **interpolation** (插值): a weighted mean of the two distributions. Which weight? The validation text may choose it; the test text
# must not, because it is what we are judged by. Later figures judge the mixture on the validation text, which chose its weight. This can flatter the mixture, but
# only a little, because it is one number.


# %% slideshow={"slide_type": "-"}
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
    print("weights of the network, chosen on the validation text:", mixed["weight"])
    print(f"test: trigram {trigram_alone:.1f}, network {mean_sd(alone)}", end="")
    print(f", mixture {mean_sd(mixed['test'])}")
    wins = [m < min(a, trigram_alone) for m, a in zip(mixed["test"], alone, strict=True)]
    claim("with each of 3 seeds the mixture beats both models on the test text", all(wins))
    near = [min(curve) for curve in curves]
    check("the valley is near 100", max(abs(bottom - 100) for bottom in near) < 1)


predict("much better", much_better)

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
groups = measure.seen_groups(data.train, data.validation, vocabulary)
mixture = nnlm.mix(neural[0], counted, mixed["weight"][0])
by_group = {
    name: [np.exp(-logs[group].mean()).item() for group in groups.values()]
    for name, logs in (("trigram model", counted), ("network", neural[0]), ("mixture", mixture))
}
proportions = {name: group.mean() for name, group in groups.items()}
alt = (
    "Three bars for each group of tokens, log scale. Trigram seen: the trigram model is lowest. "
    "Only its bigram: network and mixture are lower. Neither: the network is lowest."
)
show(figures.draw_groups(proportions, by_group), alt=alt)
count, net = by_group["trigram model"], by_group["network"]
claim(
    "counting is better where it has seen the trigram; the network is better everywhere else",
    count[0] < net[0] and net[1] < count[1] and net[2] < count[2],
)
two = np.exp(-nnlm.mix(neural[0], neural[1], 0.5).mean())
print(
    f"two networks mixed: {two:.1f}; a network and the trigram model mixed: {np.exp(-mixture.mean()):.1f}"
)
check("a second network helps less than the trigram model", np.exp(-mixture.mean()) < two)

# %% [markdown] slideshow={"slide_type": "-"}
# Averages usually lie between what is averaged. This one lies below both, so the two models must be wrong in different places. Where? The figure
# sorts the tokens of the validation text by what the *training* text has shown: the whole trigram, only its last two words, or not even these.
#
# So the opening example holds for a whole text: counting is better where it has seen the words, the network elsewhere. Mixing in a *second network*, with another seed,
# helps less than mixing in the trigram model, which alone is worse than a network. So a partner that makes different mistakes is worth more here than a better one. At a
# larger scale, Bengio et al. (2003) report 252 for their mixture on the Brown corpus, against 312 for the best n-gram model, a class-based one, and
# 109 against 117 on AP News, a text that is more than ten times as long.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
ask("with more text")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 8. What the network has learned
#
# We know now that the network is better where counting has seen nothing. What does it know? We pour the weights of the recorded run into *your*
# class and look at the rows of $C$. Two words are near each other if the cosine of their rows is large. The table shows the
# nearest rows to the last word of a beginning, and how two models go on. With a running kernel, type *eight*: *nine* and *six* are among its
# three nearest words, but between them is *mm*. Type *album*: its neighbors make no sense, because it is in the training text only 7 times, and a
# word learns only where it stands (part 4).
#
# So single neighbors prove little. The map shows words of one kind together, number words and months, in the two directions in which
# their rows of 32 numbers differ most. The table below it shows how near *eight* is to the nine words of the first picture.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
yours = new_network()
yours.load_state_dict(trained.network_.state_dict())


@torch.no_grad()
def next_word(beginning):
    """Give P(next word) by your network, an array (V,)."""
    window = (["<s>"] * 4 + beginning)[-4:]
    return yours(torch.tensor([vocabulary.encode(window)])).softmax(dim=1)[0].numpy()


@torch.no_grad()
def nearest(word, count=8):
    rows = nn.functional.normalize(yours.embedding.weight, dim=1)
    cosines = rows @ rows[vocabulary.index(word)]
    values, places = cosines.topk(count + 1)
    return list(zip(vocabulary.decode(places), values.tolist(), strict=True))[1:]  # 0: itself


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def next_words(beginning):
    """A table: neighbors of the last word, and the favorites of both models."""
    known = vocabulary.decode(vocabulary.encode(tokenize(beginning)))
    columns = {"nearest in C": nearest(known[-1]) if known else [("", 0.0)] * 8}
    for name, one in (("your network", next_word), ("trigram model", trigram.distribution)):
        distribution = one(known)
        best = np.argsort(-distribution, kind="stable")[:8]
        columns[name] = list(zip(vocabulary.decode(best), distribution[best], strict=True))
    head = "".join(f"<th>{name}</th>" for name in columns)
    rows = zip(*columns.values(), strict=True)
    cells = [[f"<td>{html.escape(word)} {value:.2f}</td>" for word, value in row] for row in rows]
    body = "".join(f"<tr>{''.join(row)}</tr>" for row in cells)
    return f"<p>{html.escape(' '.join(known))} ...</p><table><tr>{head}</tr>{body}</table>"


alt = "A table: neighbors of the last word, and the most probable next words of two models."
explore(next_words, alt=alt, beginning=text("the war ended in january"))
of_eight = [word for word, _ in nearest("eight", 3)]
check("nine and six are among the three nearest to eight", {"nine", "six"} < set(of_eight))

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
numbers = "two three four five six seven eight nine ten eleven twelve"
months = "january february march april may june july august september october november december"
numbers, months = numbers.split(), months.split()
rows = yours.embedding.weight.detach()[vocabulary.encode(numbers + months)].numpy()
rows = rows / np.linalg.norm(rows, axis=1, keepdims=True)
alt = (
    "A map of 23 words. Eleven number words lie at the right, eleven months at the left, and may "
    "lies between the two groups."
)
title = "Number words, months, and “may” between them"
show(space.draw_map(rows, [numbers, months], title), alt=alt)
across = space.flat_map(rows)[:, 0]
of_numbers, of_months = across[: len(numbers)], np.delete(across[len(numbers) :], 4)
claim(
    "on the map all number words lie at one side, and all months but may at the other",
    of_numbers.min() > 0.3 and of_months.max() < -0.3,
)
check("may is between", of_months.max() < across[len(numbers) + 4] < of_numbers.min())
counts = [vocabulary.counts[vocabulary.index(word)] for word in months]
check("may is 450 times in the text, other months at most 92", sorted(counts)[-2:] == [92, 450])

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
table_c = yours.embedding.weight
cosines, places = space.nearness(table_c, vocabulary.index("eight"), vocabulary.encode(words))
print("word       before million   cosine with eight   P(million)")
for word, cosine, probability in zip(words, cosines, of_million["network"], strict=True):
    print(f"{word:10s} {followed[word]:14d} {cosine:19.2f} {probability:12.5f}")
number_words = [place for word, place in zip(words, places, strict=True) if word in numbers]
print(f"The number words are among the {max(number_words) + 1} rows nearest to eight, of 8,000.")
claim(
    "the rows of all number words of the first picture are nearer to eight than 97% of all words",
    max(number_words) < 0.03 * len(vocabulary),
)
check("animals and because are on the other side", max(cosines[7:9]) < 0)
of_num = measure.followed_by("million", ["<num>"], data.train, vocabulary)
check("<num> million is there 141 times", of_num["<num>"] == 141)

# %% [markdown] slideshow={"slide_type": "subslide"}
# Nobody told the network what a number or a month is. But months stand in similar places, so similar rows predict well there. *May* fits
# this idea: the text has it 450 times, every other month at most 92 times, probably because *may* is mostly a verb. Its row
# is not with the months.
#
# The number words are near *eight*. But is that *why* the network expects *million*? Among the number words themselves, a larger cosine does not mean a higher probability.
# So we **intervene** (干预): we take away from the row of *eight* the direction that it has in common with ten other number words, and ask
# the network again. As a control, we take away the direction of the months, and of ten random words, 200 times.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
window, million = vocabulary.encode(history), vocabulary.index("million")
taken = {
    "nothing": [],
    "number words": [word for word in numbers if word != "eight"],
    "<num>": ["<num>"],
    "months": [word for word in months if word != "may"],
}
after_taking = {
    name: space.probability_without(yours, window, million, vocabulary.encode(some))
    for name, some in taken.items()
}
at_random = space.random_directions(yours, window, million, size=10, times=200)
print("taken from the row of eight     P(million | ... eight)")
for name, probability in after_taking.items():
    print(f"direction of {name:14s} {probability:21.4f}")
print(f"of ten random words, 200 times  {min(at_random):.3f} to {max(at_random):.3f}")
claim(
    "without the number words' direction, million is not half as probable as in any control",
    after_taking["number words"] < 0.5 * min(*at_random, after_taking["months"]),
)

# %% tags=["hide-input"] slideshow={"slide_type": "skip"}
check(
    "the direction of <num> alone takes most of it",
    after_taking["<num>"] < 0.2 * after_taking["nothing"],
)
check(
    "it is a seventh of what it was",
    6.5 < after_taking["nothing"] / after_taking["number words"] < 7.5,
)

# %% [markdown] slideshow={"slide_type": "-"}
# That answers the question of the beginning. In what *eight* has in common with the other number words lies most of its chance for *million*: without
# it, the probability falls to a seventh. Which of them taught it? The text has *three million* six times, *four million* twice, *seven million*
# once, and `<num> million` 141 times: every number in digits is the one word `<num>`. Its direction alone takes most of the chance away, too. But
# these directions overlap, and that of the number words is also a larger piece of the row than a random one. To know how much each word gave, you
# would train again on a text without it.
#
# And now let the mixture write. Each word is drawn from the mixture of your network and the trigram model, and then it is part of what
# the next word is drawn from.


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def write(beginning, seed, num_words=20):
    words, generator = beginning.split(), np.random.default_rng(seed)
    while len(words) < num_words and words[-1] != ".":
        mix = 0.63 * next_word(words) + 0.37 * trigram.distribution(words)
        mix[vocabulary.encode(["<unk>", "<s>", "</s>"])] = 0.0
        sharper = mix**1.5  # prefers what is probable
        word = generator.choice(len(vocabulary), p=sharper / sharper.sum())
        words = words + vocabulary.decode([word])
    return " ".join(words)


for seed in range(4):
    print(write("the river is", seed))

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### The right word
#
# Text generators of this size talk nonsense. But a language model can also *choose*. Take a sentence with *is* or *are* in it, put the other
# word in its place, and ask which of the two sentences is more probable: that is a small grammar checker. The validation text has more
# than 2,000 such places for five pairs of words. The baseline always takes the word that is more frequent in the training text.


# %% tags=["hide-input"] slideshow={"slide_type": "skip"}
answers = measure.right_words(
    lambda some: np.log(trigram.probabilities(some)),
    trained.log_probabilities,
    mixed["weight"][0],
    data.validation,
    vocabulary,
)
right = {name: [group.mean() for group in groups] for name, groups in answers.items()}
of_a = {name: [groups[3]] for name, groups in answers.items()}
far, half = measure.lead(of_a, "trigram model", "network")
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
    show(figures.draw_choices(measure.PAIRS, answers), alt=alt)
    ahead = []
    for other in ("trigram model", "network"):
        far, half = measure.lead(answers, "mixture", other)
        print(f"mixture minus {other}: {far:+.1%} ± {half:.1%}")
        ahead.append(far > half)
    claim(
        "over all gaps the mixture chooses better than each model alone (95%)",
        all(ahead),
    )


predict("the right word", the_right_word)

# %% [markdown] slideshow={"slide_type": "notes"}
# *Instructor:* good beginnings: *the university of*, *in the early*, *he was*. Let the room guess the favorites before you press Enter. Ask for a beginning
# whose trigram was never seen: the trigram model falls back on frequent words, the network does not. Five minutes.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 9. Where the work goes
#
# Better than counting, but at a price: the trigram model is fitted in less than a second, the network took two minutes. Where does the time go? Looking up four vectors costs no
# multiplication. The hidden layer costs $4 \cdot 32 \cdot 64$ of them for each prediction, whatever the vocabulary. And each of the $V$ words
# needs a score: $64\,V$ multiplications, even if you want the probability of one word only, because softmax divides by the sum over all words.


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def where_the_work_goes():
    sizes = np.array([1000, 2000, 4000, 8000, 16000, 32000])
    networks = [nnlm.WindowNetwork(V, 4, 32, 64) for V in sizes.tolist()]
    counts = [nnlm.count_operations(network) for network in networks]
    totals = np.array([sum(count) for count in counts])
    spent = np.array([count.softmax_share for count in counts])
    times = recorded("softmax_cost")["results"]
    measured = 1 - np.array(times["without_softmax"]) / np.array(times["step"])
    alt = "Left: a straight line. Right: proportions near 100 percent for large vocabularies."
    show(figures.draw_cost(sizes, totals, spent, measured), alt=alt)
    slopes = np.diff(totals) / np.diff(sizes)
    check("multiplications grow linearly in V: 64 more for each word", (slopes == 64).all())
    claim(
        "with 8,000 words, 98% of the multiplications only make the scores",
        round(spent[3], 2) == 0.98,
    )


predict("where the work goes", where_the_work_goes)

# %% tags=["hide-input"] slideshow={"slide_type": "skip"}
board = recorded("ngram_perplexity")["results"]["scoreboard"]
seconds = {row["model"]: row["seconds"] for row in board}
check("trigram below 1 s", seconds["trigram, modified Kneser-Ney"] < 1)
check("network about two minutes", 100 < np.mean(found["window"]["seconds"]) < 140)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(2)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 10. Without a window
#
# Your network sees four words, and each further one makes $H$ wider. Mikolov et al. (2010) let the network carry its hidden layer along. The new
# **state** (隐藏状态) $s_t$ is made from the word's vector and the state before:
#
# $$s_t = \tanh(C(w_t) + d + R\,s_{t-1}) \qquad y_t = b + U s_t$$
#
# Such a network is called *recurrent* (循环). Nothing in it says how far back a word can count. Large ones with gates (LSTMs, lesson 04) left counting far
# behind: on a benchmark of a billion words one of them brought the best perplexity of a single model from 51.3 to 30.0 (Jozefowicz et al. 2016).

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
alt = (
    "Four words; above each a state, made from the word by C and from the state before by R; above "
    "each state, by U, the scores of all words."
)
show(diagrams.recurrent(["the", "river", "froze", "over"]), alt=alt)

# %% slideshow={"slide_type": "subslide"}
recurrent = RecurrentNetwork(vocabulary_size=15, hidden_size=3)
state = recurrent.first_state(1)  # zeros; as long as C(w), because the two are added
for word in (7, 8, 9):
    vector = recurrent.embedding.weight[word]  # C(w)
    state = torch.tanh(vector + recurrent.recurrence(state))  # recurrence: R and d
print(state.shape)

# %% tags=["hide-input"] slideshow={"slide_type": "skip"}
after = recurrent(torch.tensor([[7, 8, 9]]), recurrent.first_state(1)).state
gap = (after - state).abs().max()
check("loop and bertlab's network carry the same state to 1e-6", gap < 1e-6)

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
for words, following in chunks(torch.arange(15), num_streams=2, chunk_size=4):
    print("words", words.tolist(), " next words", following.tolist())
alt = (
    "Six words in two chunks of three. Straight arrows lead from each state to the next, also "
    "between the chunks; bent arrows, the gradient, lead back inside each chunk only; a dashed wall marked "
    "detach stands between the chunks."
)
show(diagrams.truncated(["the", "river", "froze", "and", "the", "lake"], 3), alt=alt)

# %% [markdown] slideshow={"slide_type": "subslide"}
# For training, the text is one unbroken stream. It is cut into a few long rows that are read side by side, a **chunk** (块) of columns at a time. Row
# 0 of a chunk goes on where row 0 of the last chunk ended, so the state can be carried from chunk to chunk. But to go back through
# a whole book, a gradient would need every state in memory. So it stops where a chunk begins, while the *value* of the state goes on: *truncated
# back-propagation through time* (截断的随时间反向传播). The figure shows
# the path of the gradient in one row.
#
# ### Exercise 4: truncated back-propagation through time
# Difficulty 4 of 5, about 12 minutes. You get a vector and a target for each word `(T, D)` and the recurrence `(D, D)`. A chunk has
# `chunk_size` words, at least one; the last one may have fewer.
#
# The state starts at zeros; each word makes it `tanh(vector + recurrence @ state)`. The loss is the sum of all squared differences between state and target.
# Return a tuple: the gradient of the loss with respect to the recurrence `(D, D)`, and the last state `(D,)`. The arguments stay as they are.
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
kinds = [("trigram", [trigram_alone]), ("window of 4", found["window"]["test"])]
kinds.append(("recurrent", later["results"]["models"]["recurrent"]["test"]))
kinds.append(("window + trigram", mixed["test"]))
print("test perplexity, mean of three seeds")
for name, values in kinds:
    print(f"{name:18s} {np.mean(values):6.1f}")
print("\nThe running table, on the same test text:\n")
print(table(recorded("ngram_perplexity"), recorded("nnlm"), later))
recurrent_test, window_test = (
    np.mean(run["results"]["models"][name]["test"])
    for run, name in ((later, "recurrent"), (recorded("nnlm"), "window"))
)
spread = np.std(later["results"]["models"]["recurrent"]["test"], ddof=1)
check(
    "the recurrent network is ahead by less than 1",
    0 < window_test - recurrent_test < min(1, spread),
)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Myth check
#
# *"A recurrent network uses the whole history."* It may. But in the running table it is ahead of the window of four words by less than one
# point of perplexity, which is less than its own deviation between seeds. Does it use what it could? That can be measured: keep the last
# $k$ words true, and replace everything before them by the state of another place of the text. If the words before matter, the
# perplexity must rise.


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
    claim("16 true words do within 1% of 64, with each of 3 seeds", (sixteen < 1.01 * most).all())


predict("whole history", whole_history)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(5)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 11. Exercises for home
#
# The lesson cut the windows and measured perplexity for you. Here you write both, and then you plan an experiment of your own.
#
# ### Exercise 5: windows and what follows them
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
# ### Exercise 6: perplexity over batches
# Difficulty 2 of 5, about 8 minutes. A text is scored in batches, and not all are of one size: the last one is often smaller. You get two lists, of
# the scores `(B, V)` and of the targets `(B,)` of each batch; the targets are word ids, and there is at least one token. Return the perplexity of the
# whole text, as a Python float: the result must not depend on how the text is cut into batches.
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


# %% slideshow={"slide_type": "-"}
# Your turn (at home, not graded): how long should the window be? Design an experiment:
# which sizes, which seeds? A run takes seconds. The cell says what your design can show.
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
# ## Recap
#
# - A one-hot vector times $C$ is a look-up. Only the rows that were looked up get gradient; optimizers with a memory move others too.
# - Vectors end to end keep the order of the words. A tanh layer and a softmax turn them into a probability for every word.
# - A training perplexity is a mean over a pass in which the weights change. Compare texts at one moment, and mind `<unk>`.
# - Counting is better where it has seen the words, the network where it has not. So a mixture beats both, with a weight from the validation text.
# - Nearly all multiplications make the $V$ scores of the softmax, and they grow linearly in $V$. Lesson 03 avoids them.
# - Number words lie near each other in $C$, and so do months. So what was learned after one of them serves the others.
# - A recurrent network (part 10) replaces the window by a state. The value crosses from chunk to chunk, the gradient does not.
#
# Next: **03. word2vec**, because if the vectors are all we want, most of this network can go.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
quiz(1, 3, 6, 7)

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Terms
#
# | English | 中文 | in one line |
# |---|---|---|
# | one-hot vector | 独热向量 | all zeros but for a single 1, at the word's index |
# | word vector (embedding) | 词向量（嵌入） | the row of a matrix that belongs to a word; it is learned |
# | look-up | 查表 | taking a row of a table by its index |
# | context window | 上下文窗口 | the few words before the one to predict |
# | concatenation | 拼接 | laying vectors end to end |
# | hidden layer | 隐藏层 | numbers between input and output; here through tanh |
# | direct connections | 直连 | a second way from the vectors to the scores, past the tanh layer |
# | softmax | 归一化指数函数 | turns V scores into V probabilities |
# | interpolation | 插值 | a weighted mean of two distributions |
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
# - Rafal Jozefowicz, Oriol Vinyals, Mike Schuster, Noam Shazeer and Yonghui Wu (2016). *Exploring the Limits of Language Modeling.* arXiv:1602.02410.
# - Urvashi Khandelwal, He He, Peng Qi and Dan Jurafsky (2018). *Sharp Nearby, Fuzzy Far Away: How Neural Language Models Use Context.* ACL.
