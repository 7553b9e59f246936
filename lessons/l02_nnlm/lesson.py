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
# Which word comes next? The article goes on: *million people participated ...* The trigram model of lesson 01 hardly considers *million*, because its training
# text never has *eight million*. It has *million* after *three*, *four* and *seven*, and often after a number in digits (here always `<num>`).
#
# You know that *three*, *four* and *eight* are words of one kind; a model that counts does not. How could a model find it out, if nobody tells it? This lesson
# builds one that does.
#
# **At the end you can**
#
# - cut a text into windows, say why a one-hot vector times a matrix is a look-up, and which rows learn from a batch;
# - build the network of Bengio et al. (2003), and train it with your own step;
# - explain how a training perplexity can lie *above* the validation perplexity;
# - combine the network with a trigram model, choose the weight fairly, and ask where each is better;
# - take a direction out of a word's vector, choose a control, and say what this shows and what it does not.
#
# **Time** 80 minutes in class, and 59 for the exercises (44 in parts 2 to 8, 15 in the appendix).
# **Difficulty** 3 of 5. **Before this**: lesson 01 (perplexity, smoothing), a little PyTorch.

# %% tags=["bootstrap"] slideshow={"slide_type": "skip"}
# (generated)

# %% tags=["setup"] slideshow={"slide_type": "skip"}
from lessons.l02_nnlm import ask, diagrams, exercises, figures, measure, predict, quiz, space, tasks
from lessons.l02_nnlm.experiments import nnlm as nnlm_run

import math

import numpy as np
import torch
from torch import nn
from torch.nn.functional import cross_entropy, one_hot

from bertlab.predecessors.ngrams.corpus import tokenize, wiki_language_model_data
from bertlab.predecessors.ngrams.counts import END_ID, UNKNOWN_ID
from bertlab.predecessors.ngrams.kneser_ney import ModifiedKneserNey
from bertlab.predecessors.nnlm import model as nnlm
from bertlab.predecessors.word2vec.word_vectors import WordVectors
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

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 1. Words are no islands
#
# In the picture, each model has read *estimated that about ...* and one more word. The trigram model looks at the last two words, the network at four.
#
# *Six*, *eight*, *ten* and *twelve* never stand before *million* in the training text. After them counting is near 0, and the network gives *million* more than
# one part in a hundred. But after *animals* or *because* it gives almost nothing, and after *three*, counting is higher. We chose an example that shows the
# effect well; part 7 measures a whole text.
#
# To an n-gram model each word is an island: what it counted after *three* and *four* says nothing about *eight*. And no text shows everything: with 100,000
# words, ten in a row can be combined in $10^{50}$ ways (the **curse of dimensionality**, 维数灾难). Counting has a remedy, *classes* of words learned from text
# (Brown et al. 1992). But a word is in one class or not. A vector can make *eight* like *three* in one way and like *years* in another. Bengio et al. (2003)
# proposed three things at once:
#
# 1. give every word a **vector** (词向量) of a few dozen numbers;
# 2. compute the probability of the next word from the vectors of the words before, by a *smooth* function;
# 3. learn the vectors and the function together, by predicting text.
#
# *Smooth* matters most: after two words with nearly the same vector, the model says nearly the same. So if number words get similar vectors, what is learned
# after *three* and *four* also raises *million* after *eight*. Similar vectors are not built in; part 8 checks whether the network learns them.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 2. A vector for every word
#
# A network multiplies, so words must become numbers. The plain way is a **one-hot vector** (独热向量): 1 at the index of the word, and 0 at every other index of
# the vocabulary. The first layer is then a matrix $C$ with one row for each word.
#
# The vocabulary has $V$ words, and a word's vector has $m$ numbers, so $C$ is `(V, m)`. The network reads $T$ words before it predicts, and makes $B$
# predictions at once, a batch.

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
# The product multiplies all other rows by 0. So libraries **look up** (查表) the row instead, `C[ids]`. The result and its gradient are the same.
#
# The network reads a **window**: the last few words before the one to predict. Here is *the lake froze* with a window of two; `<s>` fills the places before the
# sentence, and `</s>` ends it.
#
# | window | next word |
# |---|---|
# | `<s>` `<s>` | the |
# | `<s>` the | lake |
# | the lake | froze |
# | lake froze | `</s>` |
#
# ### Exercise 1: windows and what follows them
# Difficulty 2 of 5, about 8 minutes. The network has one place for each word of its window, so every window has the same length. Return a tuple of two lists: the windows, each a list with the oldest word first, and the word that follows each,
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


# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 2: vectors end to end
# Difficulty 1 of 5, about 5 minutes. You get a batch of windows, `(B, T)` word ids, and the table `(V, m)`; the vector of the word with id $i$ is row $i$. Look up
# the vectors of each window and lay them end to end, oldest first: `(B, T * m)`.
#
# Why not add them? *dog bites man* and *man bites dog* have the same sum. End to end (**concatenation**, 拼接), every place keeps its own numbers.
#
# <details><summary>Hint</summary><code>embedding[windows]</code> looks all of them up at once: what is its shape, and which axes should become one?</details>


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
# The vectors of a window, end to end, are $x$. What turns $x$ into probabilities? The network gives each word of the vocabulary a score (logit), and a
# **softmax** turns the scores into probabilities. The scores are equation 1 of the paper:
#
# $$y = b + W x + U \tanh(d + H x)$$
#
# $H$ and $d$ make the **hidden layer** (隐藏层) of $D$ numbers, and $U$ and $b$ make the scores. Why a hidden layer? Without it, each word of the window adds its
# own vote to each score, whatever the others are. With it, a vote can depend on the *other* words: what follows *as well* need not be what *as* and *well* vote
# for alone.
#
# $W$ leads *directly* from the vectors to the scores. It is optional: our class leaves it out, and part 6 measures whether it helps.
#
# Below the picture, loops compute the equation for a tiny network with random weights.

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
# ### Exercise 3: the scores of a batch
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


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
# Does it work? Your two functions, with the weights that training found (W is zero).
learned = trained.network_
window = torch.tensor([vocabulary.encode(history)])  # estimated that about eight
features = window_features(window, learned.embedding.weight)
layers = learned.hidden.weight, learned.hidden.bias, learned.output.weight, learned.output.bias
said = next_word_scores(features, *layers, torch.zeros(len(vocabulary), 4 * 32))
best = said.softmax(dim=1)[0].topk(5)
print(vocabulary.decode(best.indices))  # those of the picture
print(best.values.detach().numpy().round(3))


# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Your turn: the network as a class
# Difficulty 2 of 5, about 3 minutes, not graded. The class has no direct connections. Write `forward`, from a batch of windows to the
# scores: `self.hidden(x)` computes $d + H x$, and `self.output(h)` computes $b + U h$.
#
# <details><summary>Our forward</summary><pre>x = window_features(windows, self.embedding.weight)  # (B, T m), yours
# hidden = torch.tanh(self.hidden(x))  # (B, D)
# return self.output(hidden)  # (B, V)</pre></details>


# %% slideshow={"slide_type": "-"}
class NNLM(nn.Module):
    def __init__(self, vocabulary_size, context_size, embedding_size, hidden_size):
        super().__init__()
        self.embedding = nn.Embedding(vocabulary_size, embedding_size)  # C
        self.hidden = nn.Linear(context_size * embedding_size, hidden_size)  # H and d
        self.output = nn.Linear(hidden_size, vocabulary_size)  # U and b

    @exercise(exercises.forward)
    def forward(self, windows):
        """Return a score for every word after each window: (B, T) ids give (B, V)."""
        ...


def new_network():
    return NNLM(len(vocabulary), context_size=4, embedding_size=32, hidden_size=64)


torch.manual_seed(0)
network = new_network()
layers = network.embedding, nn.Flatten(), network.hidden, nn.Tanh(), network.output
library = nn.Sequential(*layers)  # the same, as you would write it at work
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
# The network's numbers are still random. It learns from the **loss** (损失) of each window: $-\log P$ of the word that really follows (the cross-entropy). Its
# gradient flows back to the numbers that were used. A batch uses only a few of the 8,000 words. Does every word learn from every batch?
#
# We cut the first 2,000 training sentences into `windows`, and `targets` holds the word after each.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
sentences = data.train[:2000]
windows, targets = nnlm.windows_and_targets(sentences, 4, len(vocabulary))
contexts, _ = context_windows(vocabulary.decode(sentences[0]), 4)
same = [vocabulary.encode(context) for context in contexts] == windows[: len(contexts)].tolist()
check("bertlab cuts the windows as you do", same)


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

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Your turn: the gradient of U
# Difficulty 3 of 5, about 5 minutes, not graded. The answer above has the derivative of the loss of one window with respect to one score,
# $y_i = b_i + U_i \cdot h$, where $U_i$ is row $i$ of $U$ and $h$ the hidden layer. Compute, without autograd, the gradient of the *mean* loss of a batch with respect to $U$.
# You get the `scores`, `(B, V)`, the hidden layers `(B, D)` and the `targets` `(B,)`.
#
# <details><summary>Hint</summary>Make a matrix of the derivatives with respect to all scores, <code>(B, V)</code>. Which product of it with <code>hidden</code> is <code>(V, D)</code>, and sums over the batch?</details>
# <details><summary>Our function</summary><pre>of_scores = scores.softmax(dim=1) - one_hot(targets, scores.shape[1])  # P - 1 for the word that came
# return of_scores.T @ hidden / len(targets)</pre></details>


# %% slideshow={"slide_type": "-"}
@exercise(exercises.gradient_of_u)
def gradient_of_u(scores, hidden, targets):
    """Return the gradient of the mean loss with respect to U, (V, D)."""
    ...


# %% tags=["hide-input"] slideshow={"slide_type": "skip"}
hidden = torch.tanh(network.hidden(network.embedding(windows[:256]).flatten(1)))
of_batch = network.output(hidden)
network.zero_grad()
cross_entropy(of_batch, targets[:256]).backward()
by_hand = gradient_of_u(of_batch.detach(), hidden.detach(), targets[:256])
check(
    "your gradient of U is autograd's to 1e-6",
    (by_hand - network.output.weight.grad).abs().max() < 1e-6,
)


# %% [markdown] slideshow={"slide_type": "slide"}
# ## 5. Training
#
# Training takes one **step** (步) for each of many batches: score the windows, compute the loss, back-propagate, and let the optimizer change the weights. Our
# optimizer is AdamW. Its *weight decay* pulls every number a little towards 0 in each step, even the row of a rare word, which gets a gradient in few steps.
#
# ### Your turn: a training step
# Difficulty 2 of 5, about 5 minutes, not graded. Fill in the first function; `targets` holds the id of the word after each window. Then the cell trains for three passes, with your step or, if you leave it empty, with ours.
#
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
# A model that knows nothing has a perplexity of 8,000. One pass brings it below 250 on new text, but on the *training* text it is over 500. Shouldn't a model
# do better on text that it has read?
#
# Dropout is not the reason: there is none. The two numbers differ in *when* they were taken and in *which text* was scored. First the time: we score the
# training text again after the pass, with three seeds.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
texts = measure.Texts(nnlm.windows_and_targets(sentences[::6], 4, len(vocabulary)), held_out)
first_passes = [
    measure.first_pass(
        lambda network, optimizer: one_pass(network, windows, targets, optimizer),
        new_network, seed, texts,
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
        all(one.training.all < one.during / 2 for one in first_passes),
    )


predict("scored again", scored_again)

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
rates = [measure.unknown(text) for text in texts]
print("after the pass   all  no <unk>  <unk>")
for name, rate in zip(texts._fields, rates, strict=True):
    after = np.mean([getattr(one, name) for one in first_passes], axis=0)
    print(f"{name:12s} {after[0]:7.0f} {after[1]:9.0f} {rate:6.1%}")
near = [abs(one.training.all / one.validation.all - 1) < 0.08 for one in first_passes]
check("the two texts are within 8%, 3 seeds", all(near))
check("validation has twice as many <unk>", 2 < rates[1] / rates[0] < 2.3)
known = [one.validation.known / one.training.known for one in first_passes]
check("without <unk>, validation is harder than the text that was read", min(known) > 1.2)

# %% [markdown] slideshow={"slide_type": "subslide"}
# Scored at one moment, the two texts look equally hard, although the network has read only one of them. One reason is `<unk>`: the vocabulary comes from the
# training split, so the validation text has twice as many unknown words, and `<unk>` is frequent and easy to guess. Without it, the text that was read is the
# easier one, as you would expect.
#
# For your own logs: compare two perplexities only at the same moment, and look at what is counted, `<unk>` above all.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 6. On the whole text
#
# 2,000 sentences are few. We trained the same network on all 15,591 sentences of the training split, with four passes and three seeds, without and with direct
# connections ($W$). The runs are recorded. Sizes and rates were chosen on the validation split. The test split was used once for each model, at the end. The
# table has means and standard deviations.

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
# The network is better than the trigram model by about a tenth, and by a little more without `<unk>`. But it reads two words more, which favors it here and in
# the first picture. To counting, two more words are worth little: the 5-gram model is hardly better. To the network they may be worth more; we trained none
# with a window of two.
#
# Direct connections lower the training perplexity, but help on new text with none of the three seeds. So their million parameters mainly fit the training text.
# (With other settings $W$ might help.) Bengio et al. (2003) saw something similar on the Brown corpus.
#
# ### What the network costs
#
# The trigram model is fitted in less than a second, and our network took two minutes. In 2003, on the 14 million words of AP News, Bengio et al. trained for
# about three weeks on 40 processors. So most systems went on counting for years; speech recognizers were among the first to pay the price (Schwenk 2007). What
# lasted is the idea that a word gets its vector by predicting text. Lesson 03 makes it cheap.
#
# Where does the time go? A prediction costs $4 \cdot 32 \cdot D$ multiplications in the hidden layer; ours has $D = 64$. Each of the $V = 8{,}000$ scores costs
# $D$ multiplications. Even one probability needs all scores, because the softmax divides by a sum over all words.


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def where_the_work_goes():
    many = [128, 1000, 8000, 100_000]
    sizes = [(size, D) for D in (16, 64, 1024) for size in many]
    with torch.device("meta"):  # shapes only: no numbers are stored
        counts = [nnlm.count_operations(nnlm.WindowNetwork(V, 4, 32, D)) for V, D in sizes]
    of_sizes = np.array([one.softmax_proportion for one in counts]).reshape(3, -1)  # (D, V)
    print("multiplications that make scores\n  words   D = 16      64    1024")
    for size, shares in zip(many, of_sizes.T, strict=True):
        print(f"{size:7,}" + "".join(f"{share:8.0%}" for share in shares))
    ours = of_sizes[:, many.index(8000)]
    check("98% with every size", {round(part, 2) for part in ours} == {0.98})
    check("one half at V = 128", of_sizes[1, many.index(128)] == 0.5)


predict("where the work goes", where_the_work_goes)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(1, 2, 3)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 7. One answer from two models
#
# In the first picture, counting gave more to *three million*, and the network to *eight million*. Can one model have both? Like Bengio et al., we average the
# network with a trigram model. **Interpolation** (插值) takes a weighted mean of the two distributions.
#
# The weight is chosen on the validation text, because the test text judges us. The validation text is easier for every model: the trigram model has 119 there,
# and 141 on the test text. So never compare numbers of one with numbers of the other.
#
# ### Exercise 4: two models in one
# Difficulty 2 of 5, about 6 minutes. Two models have given each token a log-probability, never below -50: two NumPy arrays of one length. Mix the models: `weight`
# (from 0 to 1, both allowed) is the weight of the first. Return an array, the log-probability of each token under the mixture.
#
# <details><summary>Hint 1</summary>A mixture is a sum of probabilities, and these are logarithms.</details>
# <details><summary>Hint 2</summary>With a log-probability of -800, <code>np.exp</code> would give 0, and the logarithm of 0 is minus infinity. Down to -50 all is well: <code>np.exp</code>, mix, <code>np.log</code>. (<code>np.logaddexp(a, b)</code> is log(exp(a) + exp(b)) for any a and b. But what is the logarithm of a weight of 0?)</details>


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
mixed, alone = found["window"]["mixed"]["3"], found["window"]["test"]
gap = np.abs(interpolate(neural[0], counted, 0.3) - nnlm.mix(neural[0], counted, 0.3)).max()
check("your mixture is bertlab's to 1e-6", gap < 1e-6)


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def much_better():
    alt = (
        "Validation perplexity against the weight of the network, three nearly equal curves: from "
        "119 at weight 0 down to 100 near 0.6, and up to 110 at weight 1."
    )
    show(figures.draw_mixtures(weights, curves), alt=alt)
    print(f"test text: trigram {trigram_alone:.1f}, network {mean_sd(alone)},")
    print(f"mixture {mean_sd(mixed['test'])}")
    wins = [m < min(a, trigram_alone) for m, a in zip(mixed["test"], alone, strict=True)]
    claim("with each of 3 seeds the mixture beats both models on the test text", all(wins))
    near = [min(curve) for curve in curves]
    check("the valley is near 100", max(abs(bottom - 100) for bottom in near) < 1)


predict("much better", much_better)

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
print("weights of the network:", mixed["weight"])
expected, gained = [], []
print("\nWhat the mixture allows for:")
print("P(million)  trigram  network  mixture")
for word in ("eight", "three"):
    count, net = (values[words.index(word)] for values in of_million.values())
    both = mixed["weight"][0] * net + (1 - mixed["weight"][0]) * count
    print(f"after {word} {count:8.5f} {net:8.3f} {both:8.3f}")
    expected.append(round(both, 3))
    gained.append(both / count)
check("the mixture: 0.009 and 0.032", expected == [0.009, 0.032])
check("eight million: about 165 times what counting gives", abs(gained[0] - 165) < 1)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
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
never = measure.followed_by("eight", ["about"], data.train, vocabulary)["about"] == 0
check("the training text never has about eight", never)

# %% [markdown] slideshow={"slide_type": "subslide"}
# Where do the models make different mistakes? The figure sorts the validation tokens by how often the two words in front were seen in training. This is known
# *before* the word comes. Where the two are new together, like *about eight*, counting falls back on shorter histories, and the network's perplexity is 15%
# lower. Where they were seen 10 to 99 times, the models are equal. Above that the network leads again, and we do not know why. The mixture is best in every
# group, so the models make different mistakes *inside* each group too. (The weights were chosen on this text, which flatters the mixture a little.) On AP News,
# too, Bengio et al. (2003) report 109 for their mixture, and 117 for the best n-gram model.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
ask("with more text")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 8. What the network has learned
#
# The network leads most where counting has not seen the two words in front. What does it know there? We load the recorded weights into *your* class and look at
# the rows of $C$. Two words are near each other if the cosine of their rows is large. The table shows the words nearest to a beginning's last word, and how
# both models go on.

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
    return space.side_by_side(columns, f"{' '.join(known)} ...")


alt = "A table: neighbors of the last word, and the most probable next words of two models."
explore(next_words, alt=alt, beginning=text("estimated that about eight"))

# %% [markdown] slideshow={"slide_type": "notes"}
# *Instructor:* good beginnings: *the university of*, *in the early*, *he was*. Let the room guess first. Ask for an unseen trigram: only counting falls back on
# frequent words. Five minutes.

# %% [markdown] slideshow={"slide_type": "subslide"}
# *Nine* and *six* are near *eight*, but *mm* stands between them. A single neighbor proves little.
#
# A whole kind of words proves more. The mean of its rows is its **direction**. In the figure, a number word or month is compared with the *others* of its kind,
# so none helps to make its own direction. The gray dots are all other words that are not rarer.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
numbers = space.NUMBERS
months = "january february march april may june july august september october november december"
months = months.split()
kinds = {"number words": vocabulary.encode(numbers), "months": vocabulary.encode(months)}
both_ways = np.stack([space.along(table_c, ids) for ids in kinds.values()], axis=1)  # (V, 2)
pool = space.other_words(vocabulary)
others = vocabulary.encode([word for word in pool if word not in months])
alt = (
    "A gray cloud of words around zero. Nine of the eleven number words lie at its right, from 0.6 on; nine "
    "and eleven lie further left, among gray dots. Eleven months lie far above it; may is in the cloud."
)
named = {
    word: both_ways[vocabulary.index(word)] for word in ("eight", "nine", "eleven", "may", "few")
}
places = {"other words": both_ways[others]} | {k: both_ways[ids] for k, ids in kinds.items()}
show(space.draw_along(places, named), alt=alt)
rightmost = sorted(others, key=lambda word: -both_ways[word, 0])[:3]
print("other words farthest right:\n ", ", ".join(vocabulary.decode(rightmost)))

# %% tags=["hide-input"] slideshow={"slide_type": "skip"}
of_numbers = both_ways[kinds["number words"], 0]
of_months = dict(zip(months, both_ways[kinds["months"], 1], strict=True))
ahead = (both_ways[others, 0][:, None] < of_numbers).mean(axis=0)
check("nine of eleven are right of 99% of other words", sum(ahead > 0.99) >= 9)
check("nine and eleven are farthest left", {*np.argsort(of_numbers)[:2]} == {7, 9})
no_may = [value for month, value in of_months.items() if month != "may"]
check("months but may lie above all other words", min(no_may) > both_ways[others, 1].max())
check("may is below 0.2", of_months["may"] < 0.2)
check("few, recent, several", {"few", "several"} < {*vocabulary.decode(rightmost)})
counts = [vocabulary.counts[vocabulary.index(word)] for word in months]
check("may is 450 times in the text, other months at most 92", sorted(counts)[-2:] == [92, 450])
of_eight = [neighbor.word for neighbor in rows_of_c.neighbors("eight", 3)]
check("nine and six are among the three nearest to eight", {"nine", "six"} < set(of_eight))

# %% [markdown] slideshow={"slide_type": "subslide"}
# Nobody told the network what a number or a month is. But months stand in similar places, so similar rows predict well there. *May* fits this idea: its row is
# not with the months. The text has it 450 times, and every other month at most 92 times, probably because *may* is mostly a verb. *Few* and *several* lie far
# right too; they stand before nouns as number words do.
#
# So the number words share a direction. Is that *why* the network expects *million*? A smooth function does not need nearly equal rows: **one direction** that
# the number words share, and that the hidden layer can read, is enough.
#
# To test this, we **intervene** (干预): we take the direction of the ten other number words out of the row of *eight*, and ask again. If *million* becomes
# improbable, there may still be another reason. A **control** (对照) is a change that has this other reason too, but does not touch what is tested. Write down
# two such reasons, and a control for each, before you open the list.
#
# <details><summary>Two doubts, and a control for each</summary>The row only changes too much: 200 random changes, each as large. It only becomes too short: a row only made as short.</details>
#
# ### Your turn: take a direction out
# Difficulty 3 of 5, about 4 minutes, not graded. `row` has $m$ numbers, and `others`, $(n, m)$, are the rows of other words. Their direction $u$ is that of
# their mean, and has length 1. Return what remains of `row` when the part along $u$ is taken away, and nothing else, as in the picture.
#
# <details><summary>Hint</summary>How long is the part of the row along u? With u = (1, 0) and the row (3, 4) it is 3, and (0, 4) remains.</details>
# <details><summary>Our function</summary><pre>u = others.mean(dim=0)
# u = u / u.norm()
# return row - (row @ u) * u</pre></details>


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
eight, million = vocabulary.encode(["eight", "million"])
other_numbers = [word for word in numbers if word != "eight"]


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
@exercise(exercises.without_direction)
def without_direction(row, others):
    """Return the row (m,) without its part along the mean of the others (n, m)."""
    ...


# Which words would you take away from eight? Guess P(million) first; whole, it is 0.014.
print(f"{million_without(['january', 'march']):.4f}")


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
taken = {
    "nothing": [],
    "<num>": ["<num>"],
    "three, four\nand seven": ["three", "four", "seven"],
    "ten number\nwords": other_numbers,
}
after_taking = {name: million_without(some) for name, some in taken.items()}
row = table_c[eight]
without = without_direction(row, table_c[vocabulary.encode(other_numbers)])
length = (row - without).norm().item()
window = vocabulary.encode(history)
shorter = row * without.norm() / row.norm()
only_shorter = space.probability_with(yours, window, million, shorter)
at_random = space.equal_changes(yours, window, million, length, times=200)
of_zeros = space.probability_with(yours, window, million, torch.zeros_like(row))
after_animals = million_without([], word="animals")
print(f"of the row, the ten number words take {length / row.norm():.0%}")

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
with_shorter = {**after_taking, "only made\nas short": only_shorter}
marks = {"row of\nzeros": of_zeros, "after\nanimals": after_animals}
alt = (
    "P(million) on a log scale. Nothing taken from eight: 0.014. <num>: 0.003; three, four "
    "and seven: 0.004; ten number words: 0.002. Only made as short: 0.012. The 200 random changes "
    "spread from 0.002 to 0.03. Dashed: a row of zeros at 0.0015, after animals 0.0002."
)
show(space.draw_taken(with_shorter, {"200 random\nchanges": at_random}, marks), alt=alt)
print(f"lowest of 200 random changes: {min(at_random):.4f}")
tenth = after_taking["ten number\nwords"]
claim("none of 200 random changes as large makes million as improbable", min(at_random) > tenth)

# %% tags=["hide-input"] slideshow={"slide_type": "skip"}
whole = after_taking["nothing"]
check("the direction of <num> alone takes most of it", after_taking["<num>"] < 0.25 * whole)
check("it is a seventh of what it was", 6.5 < whole / tenth < 7.6)
three_take = after_taking["three, four\nand seven"] / whole
check("three, four and seven: less than a third is left", three_take < 1 / 3)
check("a shorter row: about a sixth less", 0.8 < only_shorter / whole < 0.87)
check("still nine times as probable as after animals", round(tenth / after_animals) == 9)
check("a row of zeros is as low", of_zeros < tenth)
check("typical random changes take less than half", np.median(at_random) > 0.5 * whole)

# %% [markdown] slideshow={"slide_type": "-"}
# Without the direction of the other number words, P(*million*) falls to a seventh, about what a row of zeros gives, a word that says nothing. It is still nine
# times what *animals* gives. A row only made as short loses about a sixth, and no random change goes as low. So most of the chance of *million* goes with this
# direction, or with one close to it. We have tried none of those, and no other words; you can, because `million_without` takes any list.
#
# This was one word, after one beginning, in the network of seed 0, because no other was kept. And which words taught the direction? Without that of *three*,
# *four* and *seven*, most of the probability is gone, and without that of `<num>` as well; but these directions overlap. To know, you would train again without
# the sentences that have `<num> million`.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Recap
#
# - A one-hot vector times $C$ is a look-up. Only the rows looked up get gradient.
# - Vectors end to end keep the order of the words. A tanh layer and a softmax turn them into probabilities.
# - A training perplexity is a mean over a pass in which the weights change. Compare texts at one moment, and mind `<unk>`.
# - Nearly all multiplications make the scores of the softmax.
# - The network leads most after two words that are new together, and a mixture beats both models.
# - In the network that we opened, number words share a direction. Without it, or one close to it, P(million) after *eight* falls to a seventh. Which words taught it, we have not shown.
# - (Appendix) A recurrent network carries a state. Ours is hardly better than a window of four.
#
# Next: **03. word2vec**, because if the vectors are all we want, most of this network can go.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
quiz(4, 5)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Appendix: without a window
#
# For home, before lesson 04. Each further word of a window makes $H$ wider. Elman (1990) and Mikolov et al. (2010) let the network carry its hidden layer
# along. The **state** (隐藏状态) $s_t$ is made from the word's vector and the state before, and the scores from the state:
#
# $$s_t = \tanh(C(w_t) + d + R\,s_{t-1})$$
#
# $$y_t = b + U s_t$$
#
# Such a network is called *recurrent* (循环). A word's vector is as long as the state, so the two can be added. Nothing limits how far back a word can matter.
# Large recurrent networks with gates (LSTMs, lesson 04) left counting far behind. On a benchmark of a billion words, a Kneser-Ney 5-gram model reached a
# perplexity of 67.6 (Chelba et al. 2013), and a large LSTM 30.0 (Jozefowicz et al. 2016).
#
# But to go back through a whole book, a gradient would need every state in memory. So the text is read in **chunks** (块). The *value* of the state goes on, but
# the gradient stops where a chunk begins (in PyTorch, `state.detach()`): *truncated back-propagation through time* (截断的随时间反向传播).

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
alt = (
    "Three words; above each a state, made from the word by C and from the state before by R; above "
    "each state, by U, the scores of all words."
)
show(diagrams.recurrent(["the", "river", "froze"]), alt=alt)
alt = (
    "Four words in two chunks of two. Straight arrows lead from each state to the next, also "
    "between the chunks; bent arrows, the gradient, lead back inside each chunk only; a dashed wall marked "
    "detach stands between the chunks."
)
show(diagrams.truncated(["the", "river", "froze", "over"], 2), alt=alt)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 5: truncated back-propagation through time
# Difficulty 4 of 5, about 15 minutes. You get a vector and a target for each word `(T, D)` and the recurrence `(D, D)`. A chunk has
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
check("the example of exercise 5", example == [1.41, 1.07])
check(
    "the recurrent network is ahead by less than 1",
    0 < window_test - recurrent_test < min(1, spread),
)

# %% [markdown] slideshow={"slide_type": "subslide"}
# The recurrent network has 64 hidden units and was trained for four passes, in chunks of 20 words. It is ahead of the window of four by less than one point of
# perplexity, less than its own deviation between seeds.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(6)

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Terms
#
# | English | 中文 | in one line |
# |---|---|---|
# | curse of dimensionality | 维数灾难 | more combinations than any text can show |
# | one-hot vector | 独热向量 | all zeros but a 1 at the word's index |
# | word vector (embedding) | 词向量（嵌入） | a word's row of a matrix; it is learned |
# | look-up | 查表 | taking a row of a table by its index |
# | context window | 上下文窗口 | the few words before the one to predict |
# | concatenation | 拼接 | laying vectors end to end |
# | hidden layer | 隐藏层 | numbers between input and output; here through tanh |
# | direct connections | 直连 | from the vectors to the scores, past the tanh layer |
# | softmax | 归一化指数函数 | turns V scores into V probabilities |
# | loss | 损失 | what training makes small; here the mean -log P of the words that came |
# | interpolation | 插值 | a weighted mean of two distributions |
# | intervention | 干预 | changing one thing and looking at what follows |
# | control | 对照 | a change that shares the other possible reasons, but not what is tested |
# | chunk | 块 | the words between which a gradient may go back |
# | hidden state | 隐藏状态 | the vector that a recurrent network carries along |
# | truncated back-propagation through time | 截断的随时间反向传播 | gradients go back no further than the beginning of the chunk |
#
# ## Further reading
#
# - Yoshua Bengio, Réjean Ducharme, Pascal Vincent and Christian Jauvin (2003). *A Neural Probabilistic Language Model.* Journal of Machine Learning Research 3, 1137-1155.
# - Peter F. Brown, Vincent J. Della Pietra, Peter V. deSouza, Jenifer C. Lai and Robert L. Mercer (1992). *Class-Based n-gram Models of Natural Language.* Computational Linguistics 18(4).
# - Holger Schwenk (2007). *Continuous Space Language Models.* Computer Speech and Language 21.
# - Tomáš Mikolov, Martin Karafiát, Lukáš Burget, Jan Černocký and Sanjeev Khudanpur (2010). *Recurrent Neural Network Based Language Model.* Interspeech.
# - Tomáš Mikolov, Stefan Kombrink, Lukáš Burget, Jan Černocký and Sanjeev Khudanpur (2011). *Extensions of Recurrent Neural Network Language Model.* ICASSP. Gradients over several words.
# - Ronald J. Williams and Jing Peng (1990). *An Efficient Gradient-Based Algorithm for On-Line Training of Recurrent Network Trajectories.* Neural Computation 2. Truncated back-propagation through time.
# - Jeffrey L. Elman (1990). *Finding Structure in Time.* Cognitive Science 14.
# - Ciprian Chelba et al. (2013). *One Billion Word Benchmark for Measuring Progress in Statistical Language Modeling.* arXiv:1312.3005.
# - Rafal Jozefowicz, Oriol Vinyals, Mike Schuster, Noam Shazeer and Yonghui Wu (2016). *Exploring the Limits of Language Modeling.* arXiv:1602.02410.
