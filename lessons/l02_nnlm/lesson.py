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
# Counting treats every word as an island. Here words get vectors, and what is learned about one word helps its neighbors. At the end you can
#
# - say why a one-hot vector times a matrix is a look-up, and which rows of the matrix learn from a batch;
# - build the network of Bengio et al. (2003): windows, vectors end to end, a tanh layer, a softmax;
# - mix it with a trigram model, choose the weight fairly, and explain why the mixture beats both;
# - count where the multiplications go as the vocabulary grows;
# - replace the window by a carried state, and train it on unbroken text.
#
# **Time** 100 minutes. **Difficulty** 3 of 5. **Before this**: lesson 01 (perplexity, smoothing), a little PyTorch.

# %% tags=["bootstrap"] slideshow={"slide_type": "skip"}
# (generated)

# %% tags=["setup"] slideshow={"slide_type": "skip"}
from lessons.l02_nnlm import exercises, figures, quiz
from lessons.l02_nnlm.experiments import nnlm as nnlm_run
from lessons.l02_nnlm.recurrent import RecurrentNetwork, chunks

import html
import math

import numpy as np
import torch
from torch.nn.functional import cross_entropy, one_hot

from bertlab.before.ngrams.corpus import tokenize, wiki_language_model_data
from bertlab.before.ngrams.kneser_ney import ModifiedKneserNey
from bertlab.before.ngrams.ngram import MaximumLikelihood
from bertlab.before.nnlm import model as nnlm
from bertlab.before.nnlm.training import Training
from workbook.basics import begin_lesson, claim, exercise, explore, recorded, show, text
from workbook.scoreboard import table

begin_lesson(num_threads=1)  # small operations: a second thread only waits

# %% [markdown] slideshow={"slide_type": "subslide"}
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

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 1. Words are no islands
#
# A trigram model that has seen *the river froze* knows nothing about *the lake froze*. The counts of the two share nothing, although the words
# are used alike. Bengio et al. (2003) proposed three steps at once:
#
# 1. give every word a vector of a few dozen numbers;
# 2. compute the probability of the next word from the vectors of the words before, by a *smooth* function;
# 3. learn the vectors and the function together, by predicting text.
#
# Smooth is the point: if two words have nearly the same vector, the model says nearly the same after both.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
alt = "Five boxes with arrows, from word ids at the bottom to probabilities on top."
show(figures.draw_steps(), alt=alt)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 2. A vector for every word
#
# A network multiplies, so a word has to become numbers. The plain way is a *one-hot* vector: as long as the vocabulary, 0 everywhere, 1 at
# the word's index. Its first layer is then a matrix $C$ with one row a word.
#
# **Predict first**: what is a one-hot vector times $C$, and how many of the multiplications matter?

# %% slideshow={"slide_type": "-"}
C = torch.tensor([[0.0, 0.0], [1.0, 0.2], [0.9, 0.3], [-1.0, 0.5], [0.1, -0.7]])  # (V, m)
ids = torch.tensor([2, 4, 2])
hot = one_hot(ids, num_classes=5).float()  # (3, 5)
by_loop = torch.stack([sum(row[i] * C[i] for i in range(5)) for row in hot])
print(f"{hot.int().tolist()} @ C =\n{(hot @ C).numpy()}")
print(f"multiplications: {hot.numel() * C.shape[1]}; by look-up: 0")
gap = max((by_loop - C[ids]).abs().max(), (hot @ C - C[ids]).abs().max())
claim("loop, product and look-up give the same rows to 1e-6", gap < 1e-6)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 1: windows and what follows them
# Difficulty 2 of 5, about 8 minutes. The network has one place for each word of its window. So every window has the same length, and `<s>` fills
# the places before the sentence. Return a tuple of two lists: the windows, each a list with the oldest word first, and the word that follows each,
# with `</s>` as the last. The sentence is a list of words, perhaps an empty one, and is not changed; `context_size` is at least 1.
#
# <details><summary>Hint 1</summary>Put <code>context_size</code> times <code>&lt;s&gt;</code> in front and one <code>&lt;/s&gt;</code> behind, then slide along.</details>
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
# Difficulty 1 of 5, about 5 minutes. Look up the vectors of a batch of windows `(B, T)` in the table `(V, m)`, whose row 0 belongs to id 0, and lay
# those of each window end to end, oldest first: `(B, T * m)`.
#
# Why not add them? *dog bites man* and *man bites dog* have the same sum. End to end, every place keeps its own numbers.
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
# ## 3. One equation
#
# With $x$ for the vectors end to end, the whole network is equation 1 of the paper. It gives a score to every word of the vocabulary:
#
# $$y = b + W x + U \tanh(d + H x)$$
#
# $H$ and $d$ make the hidden layer, $U$ and $b$ the scores. $W$ connects the vectors *directly* to the scores; it may be left out.
# Softmax turns the scores into probabilities. In loops, for a vocabulary of 5 words and a window of 3:

# %% slideshow={"slide_type": "subslide"}
torch.manual_seed(1)
sizes = {"vocabulary_size": 5, "context_size": 3, "embedding_size": 2, "hidden_size": 4}
tiny = nnlm.WindowNetwork(**sizes, direct=True).requires_grad_(False).double()
H, d, W = tiny.hidden.weight, tiny.hidden.bias, tiny.direct.weight
U, b = tiny.output.weight, tiny.output.bias
window = torch.tensor([1, 4, 2])
x = [number for word in window for number in tiny.embedding.weight[word]]
hidden = [math.tanh(d[k] + sum(H[k, j] * x[j] for j in range(6))) for k in range(4)]
scores = []
for word in range(5):
    direct = sum(W[word, j] * x[j] for j in range(6))
    scores.append((b[word] + direct + sum(U[word, k] * hidden[k] for k in range(4))).item())
print("scores       ", np.round(scores, 2))
print("probabilities", torch.tensor(scores).softmax(dim=0).numpy().round(2))
gap = (tiny(window[None])[0] - torch.tensor(scores)).abs().max()
claim("the loops and bertlab's network give the same scores to 1e-6", gap < 1e-6)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 3: the scores of a batch
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


# %% [markdown] slideshow={"slide_type": "slide"}
# ## 4. Which rows learn?
#
# The loss of a window is $-\log P$ of the word that really follows. Its gradient flows back to the numbers that were used.
# Take a batch of 256 windows of the Wikipedia text and go back once.
#
# **Predict first**: how many of the 8,000 rows of $C$ have a gradient? How many of the 8,000 rows of $U$?

# %% slideshow={"slide_type": "subslide"}
data = wiki_language_model_data()
vocabulary = data.vocabulary
windows, targets = nnlm.windows_and_targets(data.train[:60], 4, len(vocabulary))
contexts, words = context_windows(vocabulary.decode(data.train[0]), 4)
print(" ".join(contexts[3]), "->", words[3])
same = [vocabulary.encode(context) for context in contexts] == windows[: len(contexts)].tolist()
claim("bertlab cuts the windows as you do", same)
torch.manual_seed(0)
network = nnlm.WindowNetwork(len(vocabulary), 4, 32, 64)
cross_entropy(network(windows[:256]), targets[:256]).backward()
rows_c = (network.embedding.weight.grad != 0).any(dim=1)
rows_u = (network.output.weight.grad != 0).any(dim=1)
print(f"different words in the windows: {len(windows[:256].unique())}")
print(f"rows of C with gradient: {rows_c.sum()},  rows of U: {rows_u.sum()}")
only_those = torch.equal(rows_c.nonzero().flatten(), windows[:256].unique())
claim("C gets gradient in the rows of the words in the windows, and nowhere else", only_those)
claim("U gets gradient in every row: softmax compares all words", rows_u.all())

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Myth check: what moves
#
# *"A step changes only the vectors of the words in the batch."* A gradient of zero is not the same as standing still. Momentum and Adam remember
# earlier gradients, and weight decay pulls at every number. Two steps, two batches: how many rows does the *second* step change whose word is not in
# the second batch?


# %% slideshow={"slide_type": "subslide"}
def moved_uninvited(optimizer, **settings):
    torch.manual_seed(0)
    network = nnlm.WindowNetwork(len(vocabulary), 4, 32, 64)
    stepper = optimizer(network.parameters(), **settings)
    for part in (slice(0, 256), slice(-256, None)):
        before = network.embedding.weight.detach().clone()
        stepper.zero_grad()
        cross_entropy(network(windows[part]), targets[part]).backward()
        stepper.step()
    moved = (network.embedding.weight != before).any(dim=1)
    moved[windows[part].unique()] = False
    return moved.sum().item()


rows = {
    "SGD": moved_uninvited(torch.optim.SGD, lr=0.1),
    "SGD, momentum": moved_uninvited(torch.optim.SGD, lr=0.1, momentum=0.9),
    "Adam": moved_uninvited(torch.optim.Adam, lr=0.003),
    "AdamW, decay 0.1": moved_uninvited(torch.optim.AdamW, lr=0.003, weight_decay=0.1),
}
print(rows)
claim("true for plain SGD", rows["SGD"] == 0)
inherited = min(rows["SGD, momentum"], rows["Adam"])
claim("false for momentum and Adam: rows of the batch before still move", inherited > 50)
claim("false for weight decay: it moves nearly every row", rows["AdamW, decay 0.1"] > 7000)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 5. Training
#
# All of it learns at once, $C$ included: walk over the windows in random order, in batches, and step against the gradient. After each pass, ask the
# validation text; once its perplexity rises, stop and keep the best weights. Here live, on the first 2,000 sentences.
#
# A model that knows nothing has a perplexity of 8,000. **Predict first**: where is it after three passes?

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
live = nnlm.NeuralLanguageModel(vocabulary, training=Training(3e-3, max_epochs=3))
live.fit(data.train[:2000], data.validation[:300])
alt = "Perplexity on the training and on the validation text: both lines fall."
show(figures.draw_passes(live.epochs_), alt=alt)
claim("three passes bring the perplexity from 8,000 below 400", live.epochs_[-1].validation < 400)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 4: perplexity over batches
# Difficulty 2 of 5, about 8 minutes. A text is scored in batches, and not all are of one size: the last one is often smaller. You get two lists, of
# the scores `(B, V)` and of the targets `(B,)` of each batch; the targets are word ids, and there is at least one token. Return the perplexity of the
# whole text, as a Python float: the batches must not leave a trace.
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


# %% [markdown] slideshow={"slide_type": "slide"}
# ## 6. On the whole text
#
# A recorded run (`python -m workbook record nnlm`) trains on all of the training split: window of 4, vectors of 32 numbers, 64 hidden units, 3 seeds,
# without and with direct connections. Sizes and rates were chosen on the validation split; the test split is used once.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
record = recorded("nnlm")["results"]
found = record["models"]
trigram_alone = record["ngram"]["3"]["test"]
print(f"test perplexity: {trigram_alone:.1f}  trigram, modified Kneser-Ney")
for name, one in found.items():
    mean, deviation = np.mean(one["test"]), np.std(one["test"], ddof=1)
    print(f"  {mean:.1f} ± {deviation:.1f}  NNLM, {name} ({one['parameters']:,} parameters)")
epochs = {name: np.array(one["epochs"]) for name, one in found.items()}  # (seeds, passes, 2)
alt = "Perplexity pass by pass, two models: training and validation fall below the trigram's line."
show(figures.draw_models(epochs, record["ngram"]["3"]["validation"]), alt=alt)
gain = epochs["window, direct"][:, -1] - epochs["window"][:, -1]
claim("direct connections: lower in training, not on new text, 3 seeds", (gain * [-1, 1] > 0).all())

# %% [markdown] slideshow={"slide_type": "slide"}
# ### Exercise 5: two models in one
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
# ## 7. Together they know more
#
# Bengio et al. averaged their network with a trigram model, and the average was better than either. We let the validation text choose the weight.
#
# **Predict first**: the two models have nearly the same perplexity. Can a mixture of them be much better than both?

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
trigram = ModifiedKneserNey(3, vocabulary).fit(data.train)
counted = np.log(trigram.probabilities(data.validation))
neural = nnlm_run.kept_logs("validation.window")  # (3 seeds, tokens), from the recorded run
weights = np.linspace(0, 1, 21)
curves = [[np.exp(-interpolate(n, counted, w).mean()) for w in weights] for n in neural]
alt = "Validation perplexity against the weight: a valley for each of three seeds."
show(figures.draw_mixtures(weights, curves), alt=alt)
mixed, alone = found["window"]["mixed"]["3"], found["window"]["test"]
print("weights chosen on the validation text:", mixed["weight"])
print(f"test: trigram {trigram_alone:.1f}, networks {np.round(alone, 1)}", end=", ")
print(f"mixtures {np.round(mixed['test'], 1)}")
wins = [m < min(a, trigram_alone) for m, a in zip(mixed["test"], alone, strict=True)]
claim("with each of 3 seeds the mixture beats both models on the test text", all(wins))
gap = np.abs(interpolate(neural[0], counted, 0.3) - nnlm.mix(neural[0], counted, 0.3)).max()
claim("your mixture is bertlab's to 1e-6", gap < 1e-6)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
raw = [MaximumLikelihood(n, vocabulary).fit(data.train) for n in (2, 3)]
pair, triple = (model.probabilities(data.validation) > 0 for model in raw)  # seen in training?
groups = {"trigram seen": triple, "only its bigram": pair & ~triple, "neither": ~pair}
mixture = nnlm.mix(neural[0], counted, mixed["weight"][0])
by_group = {
    name: [round(np.exp(-logs[group].mean()).item(), 1) for group in groups.values()]
    for name, logs in (("trigram model", counted), ("network", neural[0]), ("mixture", mixture))
}
shares = {name: group.mean() for name, group in groups.items()}
alt = "Perplexity of three models for tokens by whether their trigram was seen."
show(figures.draw_groups(shares, by_group), alt=alt)
print(by_group)
two = np.exp(-nnlm.mix(neural[0], neural[1], 0.5).mean())
one_of_each = np.exp(-mixture.mean())
print(f"mixtures: two networks {two:.1f}, network and trigram model {one_of_each:.1f}")
count, net = by_group["trigram model"], by_group["network"]
claim("where the trigram was seen, counting is better", count[0] < net[0])
claim("where not even the bigram was, the network is", net[2] < count[2])
claim("a second network helps less than the trigram model", one_of_each < two)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 8. Where the work goes
#
# Looking up four vectors costs no multiplication. The hidden layer costs $4 \cdot 32 \cdot 64$ for each prediction, whatever the vocabulary.
# And each of the $V$ words needs a score: $64\,V$ multiplications, even if you want the probability of one word only, since softmax divides by
# the sum over all. **Predict first**: with $V = 8{,}000$, which share is that?

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
sizes = np.array([1000, 2000, 4000, 8000, 16000, 32000])
networks = [nnlm.WindowNetwork(V, 4, 32, 64) for V in sizes.tolist()]
totals = np.array([sum(nnlm.count_operations(network)) for network in networks])
shares = np.array([nnlm.count_operations(network).softmax_share for network in networks])
times = recorded("softmax_cost")["results"]
measured = 1 - np.array(times["without_softmax"]) / np.array(times["step"])
alt = "Left: a straight line. Right: shares near 100 percent for large vocabularies."
show(figures.draw_cost(sizes, totals, shares, measured), alt=alt)
print({V: f"{share:.1%}" for V, share in zip(sizes.tolist(), shares, strict=True)})
slopes = np.diff(totals) / np.diff(sizes)
claim("multiplications grow linearly in V: 64 more for each word", (slopes == 64).all())

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 9. Without a window
#
# Four words are few. Mikolov et al. (2010) let the network carry its hidden layer along. The new *state* is made from the word's vector and the state before:
#
# $$s_t = \tanh(C(w_t) + d + R\,s_{t-1}) \qquad y_t = b + U s_t$$
#
# The text is one unbroken stream, and nothing says how far back a word can count. For training, the stream is cut into a few long rows that
# are read side by side, a chunk of columns at a time. Row 0 of a chunk goes on where row 0 of the last one ended.

# %% slideshow={"slide_type": "-"}
for words, following in chunks(torch.arange(15), num_streams=2, chunk_size=4):
    print("words", words.tolist(), " next words", following.tolist())
recurrent = RecurrentNetwork(vocabulary_size=15, hidden_size=3)
state = recurrent.first_state(1)  # zeros
for word in (7, 8, 9):
    state = torch.tanh(recurrent.embedding.weight[word] + recurrent.recurrence(state))
after = recurrent(torch.tensor([[7, 8, 9]]), recurrent.first_state(1)).state
claim("loop and bertlab's network carry the same state to 1e-6", (after - state).abs().max() < 1e-6)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 6: truncated back-propagation through time
# Difficulty 4 of 5, about 12 minutes. Going back through a whole book would need every state in memory. So the gradient stops where a chunk begins, and
# the *value* of the state crosses. You get a vector and a target for each word `(T, D)` and the recurrence `(D, D)`. A chunk has `chunk_size` words, at least
# one; the last one may have fewer.
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


# %% [markdown] slideshow={"slide_type": "slide"}
# ### Myth check: the whole history
#
# *"A recurrent network uses the whole history."* It may. Whether it does can be measured: keep the last $k$ words true, and replace everything before them
# by the state of another place of the text. If the words before mattered, the perplexity suffers.
#
# **Predict first**: how many true words does it need to be as good as with all of them?

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
later = recorded("nnlm_recurrent")
true_words = later["configuration"]["true_words"]
reach = np.array(later["results"]["reach"])  # (seeds, k)
alt = "Perplexity against the number of true words: it falls, ever less."
show(figures.draw_reach(true_words, reach, np.mean(found["window"]["validation"])), alt=alt)
print(dict(zip(true_words, reach.mean(axis=0).round(1).tolist(), strict=True)))
sixteen, most = (reach[:, true_words.index(k)] for k in (16, 64))
claim("16 true words do within 1% of 64, with each of 3 seeds", (sixteen < 1.01 * most).all())

# %% slideshow={"slide_type": "subslide"}
print("The running table, on the same test text; neural models are means over three seeds.\n")
print(table(recorded("ngram_perplexity"), recorded("nnlm"), later))

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 10. Ask them
#
# Type the beginning of a sentence: the network's favorites beside those of the trigram model, and the words nearest in $C$ to the last word you typed
# (cosine). The network is the one of the recorded run, seed 0. Words outside the vocabulary are read as `<unk>`.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
model = nnlm_run.kept_model()


def next_words(beginning):
    """A table: neighbors of the last word, and the favorites of both models."""
    known = vocabulary.decode(vocabulary.encode(tokenize(beginning)))
    columns = {"nearest in C": model.neighbors(known[-1], 8) if known else [("", 0.0)] * 8}
    for name, one in (("network", model), ("trigram model", trigram)):
        distribution = one.distribution(known)
        best = np.argsort(-distribution, kind="stable")[:8]
        columns[name] = list(zip(vocabulary.decode(best), distribution[best], strict=True))
    head = "".join(f"<th>{name}</th>" for name in columns)
    rows = zip(*columns.values(), strict=True)
    cells = [[f"<td>{html.escape(word)} {value:.2f}</td>" for word, value in row] for row in rows]
    body = "".join(f"<tr>{''.join(row)}</tr>" for row in cells)
    return f"<p>{html.escape(' '.join(known))} ...</p><table><tr>{head}</tr>{body}</table>"


alt = "A table: neighbors of the last word, and the most probable next words of two models."
explore(next_words, alt=alt, beginning=text("he was born in"))

# %% [markdown] slideshow={"slide_type": "notes"}
# *Instructor:* good beginnings: *the university of*, *in the early*, *he was*. Let the room guess the favorites before you press Enter. Ask for a beginning
# whose trigram was never seen: the trigram model falls back on frequent words, the network does not. Five minutes.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Recap
#
# - A one-hot vector times $C$ is a look-up. Only the rows that were looked up get gradient; optimizers with a memory move others too.
# - Vectors end to end keep the order of the words. A tanh layer and a softmax turn them into a distribution.
# - Counting is better where it has seen the words, the network where it has not. So a mixture beats both, with a weight from the validation text.
# - Nearly all multiplications make the $V$ scores of the softmax, and they grow linearly in $V$. Lesson 03 avoids them.
# - A recurrent network replaces the window by a state. The value crosses the chunks, the gradient does not.

# %% slideshow={"slide_type": "skip"}
quiz()

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Further reading
#
# - Y. Bengio, R. Ducharme, P. Vincent, C. Jauvin (2003). A neural probabilistic language model. *Journal of Machine Learning Research* 3, 1137-1155. Its mixture with a trigram model has weight 0.5 throughout.
# - H. Schwenk (2007). Continuous space language models. *Computer Speech and Language* 21. How to pay for the softmax in speech recognition.
# - T. Mikolov, M. Karafiát, L. Burget, J. Černocký, S. Khudanpur (2010). Recurrent neural network based language model. *Interspeech*.
# - T. Mikolov, S. Kombrink, L. Burget, J. Černocký, S. Khudanpur (2011). Extensions of recurrent neural network language model. *ICASSP*. Gradients over several words.
# - R. J. Williams, J. Peng (1990). An efficient gradient-based algorithm for on-line training of recurrent network trajectories. *Neural Computation* 2. Truncated back-propagation through time.
# - J. L. Elman (1990). Finding structure in time. *Cognitive Science* 14.
