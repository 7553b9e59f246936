# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown] slideshow={"slide_type": "slide"}
# # 04. Words in context: ELMo
#
# A word2vec vector is the same wherever the word stands. *Left* in *he left the city* and in *his left arm* gets one vector. Here a
# language model gives each use its own. At the end you can
#
# - train a forward and a backward language model together, without letting either see its answer;
# - read contextual vectors off their layers, and find uses of a word that mean the same;
# - mix the layers for a task, and measure what that brings;
# - say what each direction can see, and why BERT had to look for another way.
#
# **Time** 90 minutes. **Difficulty** 3 of 5. **Before this**: lesson 02 (recurrent models), lesson 03 (word vectors).

# %% tags=["bootstrap"] slideshow={"slide_type": "skip"}
# (generated)

# %% tags=["setup"] slideshow={"slide_type": "skip"}
from lessons.l04_elmo import exercises, quiz
from lessons.l04_elmo.examples import dice_perplexity
from lessons.l04_elmo.experiments import elmo_features

import html

import matplotlib.pyplot as plt
import numpy as np
import torch
from torch import nn

from bertlab.before.elmo import ElmoNetwork, ScalarMix, published
from bertlab.before.elmo.features import cosines, mean_pool, occurrences
from bertlab.before.elmo.network import flip, pad
from bertlab.before.ngrams import tokenize, wiki_language_model_data, wiki_sentences
from bertlab.datasets import movie_reviews
from bertlab.model import BertModel
from bertlab.text import WordPieceTokenizer
from workbook.basics import begin_lesson, claim, exercise, recorded, run_slice, show
from workbook.scoreboard import rows, table
from workbook.widgets import choose, explore, slide

begin_lesson()

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Terms
#
# | English | 中文 | in one line |
# |---|---|---|
# | static vector | 静态词向量 | one vector a word, the same in every sentence |
# | contextual vector | 上下文词向量 | one vector for each place where a word stands |
# | LSTM | 长短期记忆网络 | a recurrent cell with a memory and gates that guard it |
# | backward language model | 反向语言模型 | reads from right to left and predicts the word before |
# | biLM | 双向语言模型 | a forward and a backward model that share word vectors and softmax |
# | leak | 信息泄漏 | the answer is among what the model may look at |
# | scalar mix | 标量混合 | one learned share a layer, and one scale |
# | frozen features | 冻结特征 | vectors of a trained model that a task uses and does not change |
# | pooling | 池化 | one vector for a text from one vector for each word |

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 1. One word, two uses, one vector
#
# The model of this lesson is in the repository: two layers of LSTMs in each direction, trained on the Wikipedia text of lessons 01 to 03.
# Take *right* in three sentences. **Predict first**: which two of the three should be closest?

# %% slideshow={"slide_type": "-"}
model = published()
network = model.network_
uses = [
    "they have the right to vote .",
    "everyone had the right to appeal .",
    "he raised his right arm .",
]
texts = [model.vocabulary.encode(tokenize(use)) for use in uses]
found = occurrences(model, texts, "right")
for layer, name in enumerate(("word vectors", "first layer", "top layer")):
    values = cosines(found.vectors[layer], found.vectors[layer, 0])
    print(f"{name:12s}  first with second {values[1]:.2f}   first with third {values[2]:.2f}")
    if layer == 0:
        claim("a static vector cannot tell them apart", torch.allclose(values, torch.ones(3)))
claim("the top layer can: the two rights of law are closer", values[1] > values[2] + 0.1)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 2. Two language models
#
# ELMo (*Embeddings from Language Models*, Peters et al. 2018) learns from plain text alone. One model reads forward and predicts the next
# word; another reads backward and predicts the word before:
#
# $$\sum_{t} \log P(w_t \mid w_1, \dots, w_{t-1}) + \log P(w_t \mid w_{t+1}, \dots, w_T)$$
#
# Here $w_t$ runs over the words; the forward model also predicts `</s>`, the backward one `<s>`. Each must guess what it has *not* read.
# The backward model at token $t$ has read $t$ and all that follows. So its answer stands at $t - 1$.

# %% slideshow={"slide_type": "-"}
tokens = ["<s>", "they", "left", "early", "</s>"]
for t, token in enumerate(tokens):
    ahead = tokens[t + 1] if t + 1 < len(tokens) else "-"
    behind = tokens[t - 1] if t else "-"
    print(f"at {token:6s} forward predicts {ahead:6s} backward predicts {behind}")

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 1: what each direction predicts
# Difficulty 2 of 5, about 7 minutes. `tokens` is a tensor (B, T) of ids, int64, `<s>` first and `</s>` last in each row and nowhere else, without padding. Return a tuple of two
# new tensors of the same shape and dtype: at each token the forward target and the backward target. Put -100 where there is none.
#
# <details><summary>Hint 1</summary>Make a tensor full of -100, then copy a slice of <code>tokens</code> into a slice of it.</details>
# <details><summary>Hint 2</summary>Forward, places 0 to T - 2 hold tokens 1 to T - 1. Backward, the other way round.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.both_targets)
def both_targets(tokens):
    """Return (forward targets, backward targets), each (B, T) int64, -100 where there is none."""
    ...


# %% tags=["solution"]
def both_targets(tokens):
    ahead, behind = torch.full_like(tokens, -100), torch.full_like(tokens, -100)
    ahead[:, :-1] = tokens[:, 1:]
    behind[:, 1:] = tokens[:, :-1]
    return ahead, behind


# %% [markdown] slideshow={"slide_type": "slide"}
# ## 3. Why two models, and not one that looks both ways?
#
# Why not let the second layer read both directions of the first? Try it on a text that nobody can predict: 20 words, drawn by dice. The
# best possible perplexity is 20. Both networks have two layers and the same loss; in one, the layers above see both directions.
# **Predict first**: what perplexity does each reach on new dice?

# %% slideshow={"slide_type": "-"}
leaking, honest = dice_perplexity(crossed=True), dice_perplexity(crossed=False)
print(f"layers that see both directions {leaking:.1f}, directions kept apart {honest:.1f}")
claim("layers that see both directions beat the dice, so they read the answer", leaking < 10)
claim("directions kept apart cannot", honest > 19)

# %% [markdown] slideshow={"slide_type": "notes"}
# *Instructor:* ask where the answer travels. The backward half of layer 1 at token t + 1 has read token t + 1. At token t, the backward half
# holds it too. Layer 2 reads both halves at t, and its forward half is asked for token t + 1. Nothing about language was learned.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 4. The cell: a memory with gates
#
# The recurrent model of lesson 02 rewrites its whole state at every word. An LSTM (Hochreiter and Schmidhuber 1997) keeps a *memory* $c$
# beside the state $h$. Gates between 0 and 1 say how much to take in ($i$), to keep ($f$) and to show ($o$):
#
# $$c_t = f \odot c_{t-1} + i \odot \tanh(g) \qquad h_t = o \odot \tanh(c_t)$$
#
# All four, $i, f, g, o$, are linear in the word's vector and the state before; $i, f, o$ pass through a sigmoid. First with numbers.

# %% slideshow={"slide_type": "-"}
memory, i, f, o, g = 0.8, 0.1, 0.9, 0.5, -1.0
memory_new = f * memory + i * np.tanh(g)
print(f"memory {memory} -> {memory_new:.3f}: most is kept, little is taken in")
print(f"shown: {o * np.tanh(memory_new):.3f}")


# %% slideshow={"slide_type": "subslide"}
def read(vectors, lstm):
    """One direction, word by word: (T, D) -> (T, D)."""
    state, memory, states = torch.zeros(lstm.hidden_size), torch.zeros(lstm.hidden_size), []
    for x in vectors:
        sums = lstm.weight_ih_l0 @ x + lstm.bias_ih_l0 + lstm.weight_hh_l0 @ state + lstm.bias_hh_l0
        i, f, g, o = sums.chunk(4)
        memory = f.sigmoid() * memory + i.sigmoid() * g.tanh()
        state = o.sigmoid() * memory.tanh()
        states.append(state)
    return torch.stack(states)


tiny, batch = ElmoNetwork(12, 4), pad([[5, 9, 7, 4], [8, 6]])
words, first = tiny.embedding(batch.tokens), tiny.forward_layers[0]
loops = read(words[0], first)
claim("the loop equals torch's LSTM", torch.allclose(loops, first(words)[0][0], atol=1e-6))
backward = read(words[0].flip(0), tiny.backward_layers[0]).flip(0)  # read from behind, turn back
ours = tiny(*batch)[1, 0]
claim("bertlab's layer 1 is both, side by side", torch.allclose(ours[:, :4], loops, atol=1e-6))
claim("the backward half too, to 1e-6", torch.allclose(ours[:, 4:], backward, atol=1e-6))

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 5. Two directions, one token
#
# In a batch, short rows are padded. The backward model must begin at each row's own last token, not at the padding. So rows are reversed
# within their lengths, read, and turned back.
#
# ### Exercise 2: join the directions
# Difficulty 3 of 5, about 12 minutes. `ahead` (B, T, D) holds the forward states in the order of the text. `behind` (B, T, D) holds the
# backward states *in the order of reading*: row by row from the last token to the first, then padding. `lengths` (B,) is a tensor: each row's
# number of tokens, at least 1; T may be larger than all of them. Return (B, T, 2D), in float32 like the states: for each token its forward state and then its backward state,
# and zeros at the padding. The arguments stay as they are.
#
# <details><summary>Hint 1</summary>Write a loop over rows first; slice to the length and flip that slice.</details>
# <details><summary>Hint 2</summary>The state at place 0 of <code>behind</code> belongs to token <code>length - 1</code>.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.join_directions)
def join_directions(ahead, behind, lengths):
    """Return the states of both directions side by side, (B, T, 2D), zeros at the padding."""
    ...


# %% tags=["solution"]
def join_directions(ahead, behind, lengths):
    B, T, D = ahead.shape
    joined = torch.zeros(B, T, 2 * D)
    for row, length in enumerate(lengths.tolist()):
        joined[row, :length, :D] = ahead[row, :length]
        joined[row, :length, D:] = behind[row, :length].flip(0)
    return joined


# %% slideshow={"slide_type": "subslide"}
print("rows\n", batch.tokens.numpy(), "lengths", batch.lengths.tolist())
print("as the backward model reads them\n", flip(batch.tokens, batch.lengths).numpy())
behind = tiny.backward_layers[0](flip(words, batch.lengths))[0]
joined = join_directions(first(words)[0], behind, batch.lengths)
inside = torch.arange(6) < batch.lengths[:, None]  # (B, T)
same = torch.allclose(joined[inside], tiny(*batch)[1][inside], atol=1e-6)
claim("your rows are bertlab's layer 1, to 1e-6", same)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 6. The whole model, and how well it predicts
#
# Above layer 1 stands a second LSTM in each direction; its output is added to its input. The softmax on top serves both directions, and so do
# the word vectors. The paper builds these from characters; we look them up, which is smaller and knows no new words.
#
# A full softmax over all words is most of the work in training (lesson 02). So training compares with a random sample of words, as the
# authors did. Every perplexity below uses all words. First a small model, live, then the recorded one.

# %% slideshow={"slide_type": "-"}
small = run_slice("elmo")["epochs"]
print("small model, validation perplexity after each pass:", [round(v) for _, v in small])
claim("it learns", small[1][1] < small[0][1])
data = wiki_language_model_data()
parts = {name: p.numel() for name, p in network.named_parameters()}
shared = sum(n for name, n in parts.items() if name.startswith(("embedding", "output")))
print(f"recorded model: {sum(parts.values()):,} parameters, {shared:,} of them shared")
padded = pad(data.test[:3])

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
record = recorded("elmo")
passes = [round(v, 1) for _, v in record["results"]["epochs"]]
print("validation perplexity, both directions together, after each pass:", passes)
print("The test split; the seconds of both directions are those of one joint training.\n")
print(table(*map(recorded, ("ngram_perplexity", "nnlm", "nnlm_recurrent")), record))
forward, backward = rows(record)
best = min(row.perplexity for row in rows(recorded("ngram_perplexity")))
claim("both directions beat the best n-gram model", max(forward[1], backward[1]) < best)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 7. Neighbors in context
#
# Take all places where a word stands in the training text, and one of them as the question. Which other places are closest? A static vector
# has no answer: all cosines are 1. Choose a word, a place and a layer. Layer 0 is the word vector, 2 the top.
#
# Then a count. Our text is lower-cased, so *may* is a month and a verb. A rule marks the months: a number beside it, or a word such as *in*
# before it. Is a month's nearest neighbor a month too? The rule looks at one word on each side, which the model has read as well: this shows
# that the vectors hold such clues, not that they hold more.


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def places_of(word):
    return occurrences(model, data.train, word)


def draw_neighbors(word, use, layer):
    """A table: the question, then its five nearest uses."""
    places, vectors = places_of(word)
    asked = round(use / 40 * (len(places) - 1))
    values = cosines(vectors[layer], vectors[layer, asked])
    values[asked] = 2  # the question itself comes first
    lines = ""
    for number in values.topk(6).indices.tolist():
        sentence, at = wiki_sentences().train[places[number][0]], places[number][1]
        parts = sentence[max(0, at - 6) : at], [sentence[at]], sentence[at + 1 : at + 7]
        left, middle, right = (html.escape(" ".join(part)) for part in parts)
        label = f"{values[number]:.2f}" if values[number] < 2 else "asked"
        lines += f"<tr><td>{label}</td><td align='left'>{left} <b>{middle}</b> {right}</td></tr>"
    return f"<table>{lines}</table>"


ambiguous = choose(["right", "play", "left", "state", "bank", "second", "may"])
alt = "A table: one use of the chosen word, and the five uses nearest to it with their cosines."
controls = {"use": slide(0, 40, value=20), "layer": slide(0, 2, value=2)}
explore(draw_neighbors, alt=alt, word=ambiguous, **controls)

# %% slideshow={"slide_type": "subslide"}
BEFORE = {"in", "of", "on", "by", "from", "since", "until", "early", "late", "between", "<num>"}
may, is_month = places_of("may"), []
for number, at in may.places:
    sentence = ["", *wiki_sentences().train[number], ""]
    is_month.append(sentence[at] in BEFORE or sentence[at + 2] == "<num>")
is_month = torch.tensor(is_month)
print(
    f"{len(is_month)} uses, {is_month.sum()} of them months: chance {is_month.float().mean():.1%}"
)
agree = []
for layer in (1, 2):
    directions = nn.functional.normalize(may.vectors[layer], dim=1)
    nearest = (directions @ directions.T).fill_diagonal_(-1).argmax(dim=1)
    agree.append(is_month[nearest][is_month].float().mean().item())
    print(f"layer {layer}: the nearest neighbor of a month is a month in {agree[-1]:.1%}")
claim("in context, a month's nearest neighbor is a month in 4 of 5 cases", min(agree) > 0.8)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 8. The scalar mix
#
# Which layer should a task use? ELMo lets the task decide. It learns one number $w_j$ a layer, turns them into shares, and scales the sum:
#
# $$\mathrm{ELMo} = \gamma \sum_{j=0}^{L} s_j\, h_j \qquad s = \mathrm{softmax}(w)$$
#
# The language model stays frozen. Only $w$, $\gamma$ and the task's own layers learn. **Predict first**: with $w = (0, 0, 0)$, what are the shares?

# %% slideshow={"slide_type": "-"}
layers = torch.tensor([[[1.0, 2.0]], [[3.0, 0.0]], [[5.0, 4.0]]])  # 3 layers, 1 token, 2 numbers
for w in ([0.0, 0.0, 0.0], [0.0, 0.0, 2.0], [-9.0, 0.0, -9.0]):
    shares = torch.tensor(w).softmax(dim=0)
    mixed = (shares[:, None, None] * layers).sum(dim=0)
    print("w", w, "shares", [round(s, 2) for s in shares.tolist()], "mix", mixed.numpy().round(2))

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 3: scalar mix
# Difficulty 2 of 5, about 6 minutes. `layers` is (layers, T, F), `w` is (layers,), the numbers before the softmax, of any sign and so large
# that a bare `exp` overflows, and `gamma` a float. Return the mixture $\gamma \sum_j s_j h_j$ with $s = \mathrm{softmax}(w)$, a tensor (T, F).
#
# <details><summary>Hint 1</summary>The shares are positive and sum to 1.</details>
# <details><summary>Hint 2</summary><code>torch.tensordot(shares, layers, dims=1)</code> sums over the first axis.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.scalar_mix)
def scalar_mix(layers, w, gamma):
    """Return gamma times the sum of the layers, weighted by the softmax of w: (T, F)."""
    ...


# %% tags=["solution"]
def scalar_mix(layers, w, gamma):
    return gamma * torch.tensordot(w.softmax(dim=0), layers, dims=1)


# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 4: the mean over the words
# Difficulty 2 of 5, about 8 minutes. A classifier needs one vector a text. `vectors` is (B, T, F); `lengths` (B,) is a tensor that
# counts `<s>`, the words and `</s>` of each row; padding follows, which can be any numbers. Return the mean over the words only, (B, F).
# Every row has a word.
#
# <details><summary>Hint 1</summary>Words stand at places 1 to length - 2.</details>
# <details><summary>Hint 2</summary>Multiply by a mask, sum over T, divide by the number of words.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.mean_of_words)
def mean_of_words(vectors, lengths):
    """Return the mean over the words of each row, without its ends and the padding, (B, F)."""
    ...


# %% tags=["solution"]
def mean_of_words(vectors, lengths):
    places = torch.arange(vectors.shape[1])
    inside = (places >= 1) & (places < lengths[:, None] - 1)  # (B, T)
    return (vectors * inside[..., None]).sum(dim=1) / inside.sum(dim=1, keepdim=True)


# %% slideshow={"slide_type": "subslide"}
layers, mix = network(*padded).detach(), ScalarMix(3)  # (3, B, T, 2D)
with torch.no_grad():
    mix.w.copy_(torch.tensor([0.5, -1.0, 2.0]))
    mix.gamma.fill_(1.5)
    ours = mix(mean_pool(layers, padded.lengths))  # pool, then mix
mixed = torch.stack([scalar_mix(layers[:, b], mix.w.detach(), 1.5) for b in range(3)])
yours = mean_of_words(mixed, padded.lengths)  # mix, then pool
claim("both orders give the same, to 1e-5", torch.allclose(ours, yours, atol=1e-5))

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 9. Do the layers help a classifier?
#
# Snippets of movie reviews, positive or negative. The language model is frozen; a logistic layer reads the mean over the words of one layer,
# or of the mix. Each seed draws its own training snippets and first weights. The validation split decides when to stop, the test split
# was scored once. **Predict first**: which curve is on top?
#
# The deviation over seeds shows the chance in the training snippets. The test split is a sample too: below, its snippets are drawn again with
# replacement, many times, to see how the gain of the mix varies (*bootstrap*).

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
features = recorded("elmo_features")
sizes, results = features["configuration"]["sizes"], features["results"]
scores = {
    v: np.array([elmo_features.accuracies(results, v, n) for n in sizes])
    for v in elmo_features.VARIANTS
}
figure, axes = plt.subplots(figsize=(8, 2.9))
for shift, (name, values) in zip((0.94, 0.98, 1.02, 1.06), scores.items(), strict=True):
    places, percent = [n * shift for n in sizes], 100 * values
    axes.errorbar(places, percent.mean(1), percent.std(1, ddof=1), marker="o", label=name)
axes.set(xscale="log", xlabel="training snippets", ylabel="test accuracy, %")
axes.set_xticks(sizes, [f"{size:,}" for size in sizes])
axes.minorticks_off()
axes.legend(fontsize=8)
axes.set_title("The mix takes the lead only with the most training snippets")
show(
    figure,
    alt="Four curves with overlapping error bars; with 6,000 snippets the scalar mix is on top.",
)
print(f"mean and deviation over {len(scores['scalar mix'][0])} seeds, {sizes} snippets")
for name, values in scores.items():
    pairs = zip(100 * values.mean(1), 100 * values.std(1, ddof=1), strict=True)
    print(f"{name:15s}", "   ".join(f"{mean:.1f} ± {sd:.1f}" for mean, sd in pairs))


# %% slideshow={"slide_type": "subslide"}
def right(variant, size):
    """Which test snippets were classified correctly: (seeds, snippets)."""
    predicted = results["predictions"][variant][str(size)]
    answers = np.array(list(results["labels"]))
    return np.array([list(digits) for digits in predicted]) == answers


draws = np.random.default_rng(0).integers(0, len(results["labels"]), (2000, len(results["labels"])))
intervals = {}
for size in sizes:
    for other in ("static vectors", "top layer"):
        gain = 100 * (right("scalar mix", size).mean(0) - right(other, size).mean(0))
        low, high = intervals[size, other] = np.percentile(gain[draws].mean(1), [2.5, 97.5])
        print(
            f"{size:5d}, over {other:14s} {gain.mean():+.1f} points, 95% from {low:+.2f} to {high:+.2f}"
        )

# %% slideshow={"slide_type": "subslide"}
mix, static, top = (scores[name] for name in ("scalar mix", "static vectors", "top layer"))
claim(
    "with 6,000 snippets the mix is ahead of both on average",
    mix[2].mean() > max(static[2].mean(), top[2].mean()),
)
claim("of the top layer in each of 5 seeds", (mix[2] > top[2]).all())
spans = {key: low <= 0 <= high for key, (low, high) in intervals.items()}
claim("other test snippets could turn the gain over the top layer round", spans[6000, "top layer"])
claim(
    "with 500 or 2,000 snippets every interval holds 0",
    all(v for (n, _), v in spans.items() if n < 6000),
)
print("shares of layers 0, 1, 2:", np.mean(results["shares"]["6000"], axis=0).round(2).tolist())
words = [word for rated in movie_reviews().train for word in tokenize(rated.text)]
unknown = np.mean([word not in model.vocabulary for word in words])
wiki_unknown = np.mean([word == 0 for sentence in data.test for word in sentence])
print(
    f"unknown words: {unknown:.0%} in the reviews, {wiki_unknown:.0%} in the Wikipedia test split"
)

# %% [markdown] slideshow={"slide_type": "subslide"}
# So the claim of the paper is *not shown* at our size. The order of the means fits it where there is most to learn from. But only one of six
# intervals leaves out 0, and by little: with six questions, that is weak evidence.
#
# What it depends on is in the output. The mix has more to fit than one layer, so it needs labeled snippets. Our language model read
# encyclopedia articles, and more of the words in reviews are unknown to it. The paper trained on about a billion words,
# spelled every word from its characters, and put LSTMs on top where we take a mean.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 10. What each direction can see
#
# Read a sentence, take the state of one token, and ask for its gradient with respect to every word's vector. Where the gradient is 0, that word
# has no influence at all. **Predict first**: draw the picture for the forward half of the top layer.


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def reach(states, vectors):
    """How strongly each token's state depends on each word's vector: (T, T)."""
    lines = []
    for state in states:
        (gradient,) = torch.autograd.grad(state.square().sum(), vectors, retain_graph=True)
        lines.append(gradient[0].norm(dim=-1))
    return torch.stack(lines)


sentence = ["they", "left", "the", "right", "bank", "in", "may"]
one = pad([model.vocabulary.encode(sentence)])
vectors = network.embedding(one.tokens).detach().requires_grad_()
states = network.contextualize(vectors, one.lengths)[:, 0]  # (3, T, 2D)
maps = {
    f"layer {layer}, {name}": reach(states[layer, :, half], vectors)
    for layer in (1, 2)
    for name, half in (("forward", slice(0, 128)), ("backward", slice(128, 256)))
}
bert, pieces = BertModel.from_pretrained("minilm").eval(), WordPieceTokenizer.from_folder("minilm")
encoded = pieces.encode(" ".join(sentence))
ids, types = torch.tensor([encoded.input_ids]), torch.tensor([encoded.token_type_ids])
inputs = bert.embeddings(ids, types).detach().requires_grad_()
maps["BERT, layer 1"] = reach(bert.encoder.layers[0](inputs)[0], inputs)

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
figure, axes = plt.subplots(1, 3, figsize=(8, 3.2))
for axis, name in zip(
    axes, ("layer 2, forward", "layer 2, backward", "BERT, layer 1"), strict=True
):
    values = maps[name] / maps[name].max()
    axis.imshow(np.ma.masked_equal(values.numpy(), 0), cmap="viridis", norm="log", vmin=1e-4)
    axis.set(title=name, xlabel="word whose vector changes")
    first, last = ("[CLS]", "[SEP]") if "BERT" in name else ("<s>", "</s>")
    axis.set_xticks(range(9), [first, *sentence, last], rotation=90, fontsize=8)
    axis.set_yticks(range(9), [first, *sentence, last], fontsize=8)
    axis.grid(False)
axes[0].set_ylabel("state of this token")
figure.suptitle("Each ELMo direction sees one side; a BERT layer sees both (white: exactly 0)")
show(
    figure,
    alt="Three square maps of gradients: a lower triangle, an upper triangle, and a full square.",
)
for name, values in maps.items():
    print(f"{name:18s} above the diagonal {np.count_nonzero(values.triu(1)):2d} of 36,", end=" ")
    print(f"below {np.count_nonzero(values.tril(-1)):2d} of 36")
forward_maps = [maps[f"layer {layer}, forward"] for layer in (1, 2)]
backward_maps = [maps[f"layer {layer}, backward"] for layer in (1, 2)]
claim("forward: exactly 0 from the right", all((m.triu(1) == 0).all() for m in forward_maps))
claim("backward: exactly 0 from the left", all((m.tril(-1) == 0).all() for m in backward_maps))

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Myth check
#
# No unit of ELMo combines left and right; the halves are joined after each is done: *shallow* bidirectionality. BERT's layers look both ways, so
# BERT cannot learn by predicting the next word (section 3). It hides words and predicts those: lesson 08.
#
# *"A bidirectional LSTM sees both sides at every layer, as BERT does."* Measure three networks with two layers, at a word in the middle of seven.
# In torch's `nn.LSTM(bidirectional=True)` the second layer reads both halves of the first: the network that leaked in section 3.
# **Predict first**: how many words does one unit of each layer see?


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def words_seen(state, vectors):
    """From how many words a state gets gradient, and how many there are."""
    (gradient,) = torch.autograd.grad(state.square().sum(), vectors, retain_graph=True)
    return int((gradient[0].abs().sum(dim=-1) > 0).sum())


torch.manual_seed(0)
x = torch.randn(1, 7, 8, requires_grad=True)
low, high = (nn.LSTM(size, 8, batch_first=True, bidirectional=True) for size in (8, 16))
crossed = [low(x)[0]]
crossed.append(high(crossed[0])[0])
apart = list(ElmoNetwork(9, 8).contextualize(x, torch.tensor([7])))[1:]
seen = {"ELMo": apart, "nn.LSTM, bidirectional": crossed}
counts = {
    name: [words_seen(layer[0, 3, :8], x) for layer in layers] for name, layers in seen.items()
}
middle = maps["BERT, layer 1"][4]
print("words seen of 7, forward half of layers 1 and 2:", counts)
print(f"BERT, layer 1: {np.count_nonzero(middle)} of {len(middle)} tokens")
claim("ELMo's units see one side in every layer", counts["ELMo"] == [4, 4])
claim("a crossed LSTM sees both sides from layer 2 on", counts["nn.LSTM, bidirectional"] == [4, 7])
claim("BERT does from layer 1 on", np.count_nonzero(middle) == len(middle))

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Recap
#
# - A language model that reads in one direction gives each use of a word its own vector.
# - Two of them, forward and backward, share word vectors and softmax; they never meet below the top, or the answer leaks.
# - A task takes a scalar mix: shares from a softmax, and one scale.
# - Vectors that tell uses apart need not be better features: that depends on the text, the task and the number of labels. Measure it.
# - Each half sees one side only. Lesson 05 builds the layer that sees both, lesson 08 the task that makes this honest.

# %% slideshow={"slide_type": "skip"}
quiz()

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Further reading
#
# - M. E. Peters, M. Neumann, M. Iyyer, M. Gardner, C. Clark, K. Lee, L. Zettlemoyer (2018). Deep contextualized word representations. *NAACL-HLT*.
# - S. Hochreiter, J. Schmidhuber (1997). Long short-term memory. *Neural Computation* 9(8).
# - S. Jean, K. Cho, R. Memisevic, Y. Bengio (2015). On using very large target vocabulary for neural machine translation. *ACL-IJCNLP*.
# - M. E. Peters, W. Ammar, C. Bhagavatula, R. Power (2017). Semi-supervised sequence tagging with bidirectional language models. *ACL*.
# - M. E. Peters, M. Neumann, L. Zettlemoyer, W. Yih (2018). Dissecting contextual word embeddings: architecture and representation. *EMNLP*.
# - J. Devlin, M.-W. Chang, K. Lee, K. Toutanova (2019). BERT: pre-training of deep bidirectional transformers for language understanding. *NAACL-HLT*.
