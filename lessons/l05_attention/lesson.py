# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown] slideshow={"slide_type": "slide"}
# # 05. Attention and the Transformer encoder
#
# A recurrent model passes on what it has read from word to word. With attention, each word asks all the others directly. At the end you can
#
# - compute attention by hand, in loops, and in one line of matrices;
# - say why the scores are divided, and show it by a measurement;
# - hide padding, and hide the future, with a mask;
# - say what attention knows about the order of words, and how positions are added;
# - build an encoder layer from heads, residuals, normalization and a feed-forward network;
# - count what a longer text costs, and read a text that is too long.
#
# **Time** 95 minutes. **Difficulty** 3 of 5. **Before this**: lesson 02 (recurrence), lesson 04 (what each direction can see).

# %% tags=["bootstrap"] slideshow={"slide_type": "skip"}
# (generated)

# %% tags=["setup"] slideshow={"slide_type": "skip"}
from lessons.l05_attention import exercises, figures, quiz

import torch
from torch import nn
from torch.nn.functional import layer_norm
from torch.utils.flop_counter import FlopCounterMode

from bertlab.datasets import lee, wiki
from bertlab.model import BertConfig, BertModel, EncoderLayer, MultiHeadAttention
from bertlab.model.attention import attention
from bertlab.text import WordPieceTokenizer
from workbook.basics import begin_lesson, choose, claim, exercise, explore, show, slide

begin_lesson()

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Terms
#
# | English | 中文 | in one line |
# |---|---|---|
# | query, key, value | 查询、键、值 | what a token asks, what it is found by, what it gives |
# | score | 得分 | dot product of a query and a key, divided by the root of their length |
# | attention weights | 注意力权重 | softmax of a token's scores: positive, and their sum is 1 |
# | context | 上下文向量 | mean of the values, by these weights |
# | head | 注意力头 | one attention on a piece of the vectors; several work side by side |
# | mask | 掩码 | says which keys a query may see |
# | causal mask | 因果掩码 | each token sees itself and what stands before it |
# | position encoding | 位置编码 | a vector that says where a token stands |
# | residual connection | 残差连接 | a block's input is added to its output |
# | post-norm | 后归一化 | layer normalization after that addition, as in BERT |

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 1. Ask, match, take
#
# In a dictionary, you ask with a word, one entry matches, and you take what it says. Attention is a soft dictionary: every entry
# matches a little, and you take a mean.
#
# Each token has three vectors. Its **query** says what it looks for, its **key** what it can be found by, its **value** what it gives.
# With the vectors of all tokens as the rows of $Q$, $K$ and $V$:
#
# $$\mathrm{Attention}(Q, K, V) = \mathrm{softmax}\!\left(\frac{Q K^\top}{\sqrt{d_k}}\right) V$$
#
# Here $d_k$ is the length of a query or a key. The code calls it `K`, and so does the text from here on.
#
# Take three tokens with vectors of length 2. First one of them asks, then all: in loops, at once, and in `bertlab`. **Predict first**: which key fits the first query best, and will it get all the weight?

# %% slideshow={"slide_type": "subslide"}
query = torch.tensor([[2.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
key = torch.tensor([[1.0, 0.0], [0.0, 2.0], [0.5, 1.0]])
value = torch.tensor([[1.0, 0.0], [0.0, 1.0], [0.5, 0.5]])
scores = key @ query[0] / 2**0.5
weights = scores.softmax(dim=0)
print("scores ", scores.numpy().round(2))
print("weights", weights.numpy().round(2), " sum", round(weights.sum().item(), 2))
print("context", (weights @ value).numpy().round(2))

# %% slideshow={"slide_type": "-"}
by_loop = torch.zeros(3, 2)
for t in range(3):  # each token asks each
    weights = torch.stack([query[t] @ key[s] / 2**0.5 for s in range(3)]).softmax(dim=0)
    by_loop[t] = sum(weights[s] * value[s] for s in range(3))
at_once = (query @ key.T / 2**0.5).softmax(dim=-1) @ value
ours = attention(*(x[None, None] for x in (query, key, value))).context[0, 0]  # (B, H, T, K)
claim("loop and matrices agree to 1e-6", (by_loop - at_once).abs().max() < 1e-6)
claim("bertlab's attention agrees to 1e-6", (at_once - ours).abs().max() < 1e-6)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 2. Why the scores are divided
#
# A score is a sum of $K$ products, one for each component. Let the components be independent, with mean 0 and variance 1. Then each
# product has variance 1, and the sum has variance $K$ (Vaswani et al. 2017, footnote 4). Divided by $\sqrt{K}$, it has variance 1 again.
#
# Softmax answers to differences of scores. If they are large, the best key takes nearly all the weight $w$, and little can be learned: the slope of a
# weight in its own score is $w(1 - w)$.
#
# **Predict first**: a query has 64 random keys, and $K = 1024$. How much weight does the best key get, with and without the division?

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
sizes, seeds = [4, 16, 64, 256, 1024], range(5)
runs = [[figures.score_statistics(size, seed) for size in sizes] for seed in seeds]
found = {n: torch.tensor([[one[n] for one in run] for run in runs]) for n in ("raw", "scaled")}
alt = "Left: the variance of raw scores grows along a line, that of scaled scores stays at 1. Right: the largest raw weight rises towards 1, the scaled one stays low."
show(figures.draw_scaling(sizes, found), alt=alt)
for name, values in found.items():
    largest, slope = (values[..., n].mean(dim=0).numpy().round(2) for n in (1, 2))
    print(f"{name:6s} largest weight {largest}, sum of slopes {slope}")
raw, scaled = found["raw"], found["scaled"]
growth, divided = raw[..., 0] / torch.tensor(sizes), scaled[..., 0]
claim("raw: the variance is K, within 10%, in 5 seeds", (growth - 1).abs().max() < 0.1)
claim("divided: it is 1, within 10%, in 5 seeds", (divided - 1).abs().max() < 0.1)
claim("K = 1024, raw: one key of 64 takes over 9/10 of the weight", (raw[:, -1, 1] > 0.9).all())
lost = raw[:, -1, 2] / scaled[:, -1, 2]
claim("and the slopes are below a tenth of the scaled ones", (lost < 0.1).all())

# %% [markdown] slideshow={"slide_type": "notes"}
# *Instructor:* let the class work the first row of section 1 out on paper before you run it: two scores, one softmax, two minutes. For section 2, ask for
# the sign of the slope of a weight of 0.999, then of 0.5. The word to plant is *saturated*. Later, in section 4, ask who has met vanishing gradients;
# and before section 5, which of the formula's symbols could know the order. Five minutes in all.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 3. Masks
#
# The texts of a batch differ in length, so short ones are filled up with **padding**. Padding has vectors too. A mask lowers its scores so far
# that the softmax gives it a weight of 0.
#
# ### Exercise 1: one head, with padding
# Difficulty 3 of 5, about 10 minutes. `query`, `key` and `value` are (B, T, K). `attention_mask` (B, T), int64, has 1 for a token and 0 for padding,
# which may stand in front as well, or at both ends. Scores may be some hundreds.
# Return the context (B, T, K) and the weights (B, T, T), a tuple of two tensors in the dtype of `query`. One text may be all padding: its rows must not
# become NaN. Each row of its weights still sums to 1; which weights stand there does not matter.
#
# <details><summary>Hint 1</summary>Four lines: scores, mask, softmax, sum. Which axis of the weights must sum to 1?</details>
# <details><summary>Hint 2</summary>The mask hides <em>keys</em>. With shape (B, 1, T) it fits the scores (B, T, T).</details>
# <details><summary>Hint 3</summary>The softmax of a row of -inf is 0 / 0. <code>torch.finfo(scores.dtype).min</code> is finite.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.attention_head)
def attention_head(query, key, value, attention_mask):
    """Return the tuple of the context (B, T, K) and the weights (B, T, T); each row sums to 1."""
    ...


# %% tags=["solution"]
def attention_head(query, key, value, attention_mask):
    scores = query @ key.transpose(-2, -1) / query.shape[-1] ** 0.5  # (B, T, T)
    is_padding = attention_mask[:, None, :] == 0  # (B, 1, T)
    weights = scores.masked_fill(is_padding, torch.finfo(scores.dtype).min).softmax(dim=-1)
    return weights @ value, weights


# %% [markdown] slideshow={"slide_type": "slide"}
# ### Both ways, or one way
#
# A model that predicts the next word must not see it. So each token sees only itself and what stands before it: a **causal** mask. GPT has it in
# every layer; it is *unidirectional*. BERT has only the mask for padding, so every token sees both sides; it is *bidirectional*. Weights and code
# can be the same: the mask makes the difference.
#
# ### Exercise 2: the causal mask
# Difficulty 2 of 5, about 6 minutes. From `attention_mask` (B, T), int64, 1 for a token and 0 for padding, return a tensor (B, T, T) of dtype bool: True at
# (b, i, j) where place i of text b may see place j. Padding may stand in front, at both ends, or fill a whole text. It is never seen, not even by itself, but it has
# rows of its own: place i may be padding, and sees the tokens before it.
#
# <details><summary>Hint 1</summary>Compare two <code>torch.arange(T)</code>, one as a row and one as a column.</details>
# <details><summary>Hint 2</summary>Two conditions, joined by <code>&amp;</code>. The one for padding has the shape (B, 1, T).</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.causal_mask)
def causal_mask(attention_mask):
    """Return bools (B, T, T): True where i may see j, itself and earlier places, no padding."""
    ...


# %% tags=["solution"]
def causal_mask(attention_mask):
    T = attention_mask.shape[1]
    not_after = torch.arange(T)[None, :] <= torch.arange(T)[:, None]  # (T, T): j <= i
    return not_after & (attention_mask == 1)[:, None, :]


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
# Six tokens, the last is padding. Change one of them: whose vectors change?
block, hidden = MultiHeadAttention(8, 1), torch.randn(1, 6, 8)
keep = torch.tensor([[1, 1, 1, 1, 1, 0]])
masks = {"none": torch.ones(1, 6, 6, dtype=torch.bool), "both ways": keep.bool().expand(1, 6, 6)}
masks["one way"] = causal_mask(keep)


def noticed_by(changed, mask):
    """Return the tokens whose output changes when one input does."""
    other = hidden.clone()
    other[:, changed] += 1
    before, after = (block.inspect(x, mask[:, None]).output[0] for x in (hidden, other))
    return [t for t in range(6) if not torch.equal(before[t], after[t])]


seen = {name: block.inspect(hidden, m[:, None]).weights[0, 0].detach() for name, m in masks.items()}
alt = "Three square maps of weights: all filled; the last column white; the last column and the upper triangle white."
show(figures.draw_masks(seen, {name: mask[0] for name, mask in masks.items()}), alt=alt)
noticed = {(name, t): noticed_by(t, mask) for name, mask in masks.items() for t in (2, 5)}
print("token 2 is noticed by", {name: noticed[name, 2] for name in masks})
claim("without a mask, every token notices the padding", noticed["none", 5] == [0, 1, 2, 3, 4, 5])
claim("with one, only the padding itself does", noticed["both ways", 5] == [5])
claim("one way: no token notices a later one", noticed["one way", 2] == [2, 3, 4, 5])

# %% slideshow={"slide_type": "subslide"}
quiz(1, 2)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 4. One hop
#
# In a recurrent model, what token $j$ says reaches token $i$ through $i - j$ steps, one after the other. In attention it takes one: the weight of
# $j$ for $i$. To count the steps, cut the chain at one place and look if any gradient still arrives from the first token.
#
# Then measure how much arrives: the norm of the Jacobian of the last output with respect to an input some tokens back. The networks have fresh
# weights and read 65 tokens. **Predict first**: at a distance of 64, what is left of the value at distance 1?
#
# How much a step loses depends on the weights; training, or open gates, can change it. How many steps there are does not. And reach is only a
# possibility: what a trained model looks at is another question.

# %% slideshow={"slide_type": "subslide"}
cell, x = nn.RNNCell(8, 8), torch.randn(11, 8, requires_grad=True)


def arrives(cut):
    """Read 11 tokens, cut behind one of them: does the last state still depend on token 0?"""
    state = torch.zeros(8)
    for t in range(11):
        state = cell(x[t], state)
        state = state.detach() if t == cut else state
    (gradient,) = torch.autograd.grad(state.sum(), x)
    return bool(gradient[0].any())


needed = sum(not arrives(cut) for cut in range(10))
print(f"from token 0 to token 10, {needed} steps are needed")
claim("a recurrent model needs each of the i - j steps", needed == 10)
shortcut = torch.cat([x[:1], x[1:10].detach(), x[10:]])
one_hop = attention(*[shortcut[None, None]] * 3).context[0, 0, 10].sum()
claim("attention needs no token between", torch.autograd.grad(one_hop, x)[0][0].any())


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def orthogonal(D):
    """A recurrent network whose state is only turned from step to step, before the tanh."""
    network = nn.RNN(D, D, batch_first=True)
    nn.init.orthogonal_(network.weight_hh_l0)
    return network


makers = {"recurrent": lambda D: nn.RNN(D, D, batch_first=True)}
makers |= {"LSTM": lambda D: nn.LSTM(D, D, batch_first=True), "recurrent, orthogonal": orthogonal}
makers["attention, 4 heads"] = lambda D: MultiHeadAttention(D, 4)
measured = {n: torch.stack([figures.reach(m, s) for s in range(5)]) for n, m in makers.items()}
alt = "Log scale: three families of curves fall with the distance, at different rates; the curves of attention stay level."
show(figures.draw_reach(measured), alt=alt)
left = {name: values[:, 64] / values[:, 1] for name, values in measured.items()}
for name, ratio in left.items():
    print(f"{name:22s} left at 64 of distance 1: {ratio.min():.2g} to {ratio.max():.2g}")
level = left["attention, 4 heads"]
recurrent = torch.stack([ratio for name, ratio in left.items() if "attention" not in name])
claim(
    "attention: as much at 64 as at 1, within a factor of 3", ((1 / 3 < level) & (level < 3)).all()
)
claim("each recurrent network: less than a millionth, in 5 seeds", (recurrent < 1e-6).all())

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 5. Order
#
# Nothing in the formula says which token comes first. Queries meet keys in pairs, and a sum has no order. **Predict first**: shuffle the tokens,
# and run them through a whole encoder layer. What comes out?

# %% slideshow={"slide_type": "-"}
config, gaps = BertConfig(hidden_size=48, num_heads=4, intermediate_size=96), []
for seed in range(3):
    torch.manual_seed(seed)
    layer = EncoderLayer(config).double().eval()
    hidden, order = torch.randn(1, 9, 48, dtype=torch.float64), torch.randperm(9)
    gaps.append((layer(hidden)[:, order] - layer(hidden[:, order])).abs().max().item())
claim("shuffled in, equally shuffled out, to 1e-6: nothing else changes", max(gaps) < 1e-6)

# %% [markdown] slideshow={"slide_type": "subslide"}
# Such a function is called *permutation-equivariant*. It cannot tell *dog bites man* from *man bites dog*: each word gets the same vector in both.
# So a vector for the position is added to each token's. In the Transformer of 2017 it is a formula: pairs of waves, each slower than the one before.
#
# $$P_{p,\,2i} = \sin\frac{p}{10000^{2i/D}} \qquad P_{p,\,2i+1} = \cos\frac{p}{10000^{2i/D}}$$
#
# ### Exercise 3: sinusoidal positions
# Difficulty 3 of 5, about 8 minutes. Return the vectors of positions 0 to `num_positions` - 1, as one tensor (`num_positions`, D) of
# float32. `size` is D, an even number of 2 or more; there is at least one position.
#
# <details><summary>Hint 1</summary>First the angles, (T, D / 2). <code>torch.arange(0, size, 2)</code> is 2i for all pairs.</details>
# <details><summary>Hint 2</summary>To weave: make an empty tensor and fill <code>[:, 0::2]</code> and <code>[:, 1::2]</code>.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.sinusoidal_positions)
def sinusoidal_positions(num_positions, size):
    """Return one vector per position, a tensor (num_positions, size) of float32."""
    ...


# %% tags=["solution"]
def sinusoidal_positions(num_positions, size):
    angles = torch.arange(num_positions)[:, None] / 10000 ** (torch.arange(0, size, 2) / size)
    vectors = torch.empty(num_positions, size)
    vectors[:, 0::2] = angles.sin()
    vectors[:, 1::2] = angles.cos()
    return vectors


# %% [markdown] slideshow={"slide_type": "subslide"}
# ### A formula, or a table that learns
#
# BERT has no formula. Its positions are a table of 512 rows, filled by training. Beside the waves, here is the table of a published model,
# all-MiniLM-L6-v2. **Predict first**: does the similarity of two learned positions depend only on how far apart they are?

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
model, tokenizer = BertModel.from_pretrained("minilm"), WordPieceTokenizer.from_folder("minilm")
tables = {"waves": sinusoidal_positions(512, 384), "learned": model.embeddings.position.weight}
curves = {name: figures.similarity_by_distance(t.detach().double()) for name, t in tables.items()}
alt = "Left: stripes that widen from left to right. Right: cosines fall with the distance; the waves' without a band, the learned ones' with a wide one."
show(figures.draw_positions(sinusoidal_positions(60, 48), curves), alt=alt)
place = tables["waves"][:9, :48].double()  # the vectors of section 5 again, now with positions
moved = (layer(hidden + place)[:, order] - layer(hidden[:, order] + place)).abs().max()
spread = {name: deviations[49].item() for name, (_, deviations) in curves.items()}
print("deviation of the cosine 50 tokens apart:", {n: round(v, 2) for n, v in spread.items()})
claim("with positions, a layer notices the shuffle", moved > 0.1)
claim("the waves' similarity depends on the distance alone", spread["waves"] < 1e-4)
claim("that of learned positions does not", spread["learned"] > 0.1)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 6. Heads
#
# One head gives each token *one* weighted mean. A verb may want its subject and its object, and a mean of both blurs them. So the vectors are cut
# into $H$ pieces of length $K = D / H$, and each piece attends for itself. The contexts are laid side by side, and a linear map mixes them.
# Queries, keys and values of all heads come out of one product, with a matrix three times as wide: fewer calls, and larger ones.
#
# Then see the weights of a trained model. Layers, heads and tokens count from 0. Find a head that looks at the token before, one that looks at
# [CLS], and one that spreads its weight.

# %% slideshow={"slide_type": "-"}
block, hidden, keep = MultiHeadAttention(6, 3), torch.randn(1, 4, 6), torch.ones(1, 4).long()
parts = [x.split(2, dim=-1) for x in block.projection(hidden).chunk(3, dim=-1)]  # K = 6 / 3
contexts = [attention_head(*head, keep)[0] for head in zip(*parts, strict=True)]
gap = (block.output(torch.cat(contexts, dim=-1)) - block(hidden)).abs().max()
claim("your head, three times, is bertlab's block (1e-6)", gap < 1e-6)
queries = hidden @ block.projection.weight[:6].T + block.projection.bias[:6]
apart = (queries - torch.cat(parts[0], dim=-1)).abs().max()
claim("the product with the first third gives the queries (1e-6)", apart < 1e-6)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
SENTENCES = [
    "The old dog sleeps because it is tired.",
    "The trophy does not fit into the suitcase because it is too big.",
    "She left the book on the table and went home.",
]


def draw_query(sentence, layer, head, query):
    """Bars: where one token of a sentence looks, in one head."""
    batch = tokenizer.batch([sentence])
    with torch.no_grad():
        weights = model.inspect(*batch).layers[layer].weights[0, head]
    pieces = [tokenizer.vocabulary[piece] for piece in batch.input_ids[0]]
    asks = min(query, len(pieces) - 1)
    return figures.draw_weights(pieces, weights[asks], asks)


alt = "Bars over the pieces of a sentence: the attention weights of one token in one head."
controls = {"layer": slide(0, 5, value=1), "head": slide(0, 11, value=8)}
controls["query"] = slide(0, 15, value=6, label="token that asks")
explore(draw_query, alt=alt, sentence=choose(SENTENCES), **controls)

# %% slideshow={"slide_type": "subslide"}
quiz(3, 4)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 7. The frame: add, then normalize
#
# A context is a mean of values, and means of means become all alike. So a block does not *replace* a vector: its output is **added** to its
# input. That is the residual connection. The feed-forward network (FFN), two linear maps with a GELU between them, gets the same frame. BERT
# normalizes after the addition, which is called post-norm; many later models normalize the block's input instead.
#
# $$h' = \mathrm{LayerNorm}(h + \mathrm{Attention}(h)) \qquad h'' = \mathrm{LayerNorm}(h' + \mathrm{FFN}(h'))$$
#
# **Predict first**: 12 fresh layers, 32 random tokens. How alike are the tokens at the end, with the additions and without?

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
config = BertConfig(hidden_size=64, num_heads=4, intermediate_size=256)
names, alike = ("no residuals", "with residuals"), torch.empty(2, 5, 13)
for seed in range(5):
    torch.manual_seed(seed)
    layers, start = [EncoderLayer(config).eval() for _ in range(12)], torch.randn(1, 32, 64)
    bare = framed = start
    alike[:, seed, 0] = figures.likeness(start)
    for n, layer in enumerate(layers, 1):
        with torch.no_grad():
            attended = layer.attention_norm(layer.attention(bare))
            bare, framed = layer.output_norm(layer.feed_forward(attended)), layer(framed)
        alike[:, seed, n] = torch.tensor([figures.likeness(bare), figures.likeness(framed)])
alt = "One bundle of curves jumps to 1 within two layers, the other rises slowly, far below."
show(figures.draw_likeness(dict(zip(names, alike, strict=True))), alt=alt)
print("mean cosine after 12 layers: {:.2f} without, {:.2f} with".format(*alike[:, :, 12].mean(1)))
claim("without residuals, all tokens are alike after 2 layers", (alike[0, :, 2] > 0.99).all())
claim("with them, they still differ after 12, in 5 seeds", (alike[1, :, 12] < 0.5).all())

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 4: layer normalization
# Difficulty 2 of 5, about 5 minutes. After every addition, each token's vector is shifted to mean $\mu$ = 0 and scaled to variance $\sigma^2$ = 1 by
# its own numbers, then by a learned gain $\gamma$ and bias $\beta$:
#
# $$\mathrm{LayerNorm}(x) = \gamma \, \frac{x - \mu}{\sqrt{\sigma^2 + \epsilon}} + \beta$$
#
# Write it without torch's own. `x` is (B, T, D), `gain` and `bias` are (D,), `eps` is $\epsilon$. Return a tensor of the shape and dtype of `x`.
#
# <details><summary>Hint 1</summary>Mean and variance of each token: the last axis, with <code>keepdim=True</code>.</details>
# <details><summary>Hint 2</summary>The variance is the mean of the squared deviations: it divides by D, not by D - 1.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.layer_normalization)
def layer_normalization(x, gain, bias, eps=1e-12):
    """Return vectors of the same shape (B, T, D), each normalized by itself."""
    ...


# %% tags=["solution"]
def layer_normalization(x, gain, bias, eps=1e-12):
    deviation = x - x.mean(dim=-1, keepdim=True)
    variance = deviation.square().mean(dim=-1, keepdim=True)
    return gain * deviation / torch.sqrt(variance + eps) + bias


# %% slideshow={"slide_type": "subslide"}
layer, hidden = layers[0].double(), torch.randn(1, 7, 64, dtype=torch.float64)
first, second = ((norm.weight, norm.bias) for norm in (layer.attention_norm, layer.output_norm))
middle = layer_normalization(hidden + layer.attention(hidden), *first)
narrow = layer.feed_forward.contract(nn.functional.gelu(layer.feed_forward.expand(middle)))
whole = layer_normalization(middle + narrow, *second)
claim("these lines are bertlab's layer (1e-6)", (whole - layer(hidden)).abs().max() < 1e-6)
alone = layer.feed_forward(middle[:, 3])
claim("the feed-forward network sees one token", (alone - narrow[:, 3]).abs().max() < 1e-6)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 8. What a longer text costs
#
# Count operations, not seconds: a multiplication and an addition are two. With $F = 4D$, one layer needs $24\,T D^2$ for its linear maps, which
# touch each token once, and $4\,T^2 D$ for scores and sums, which touch each *pair*.
#
# | one layer | operations | steps that must wait for each other | longest way between two tokens |
# |---|---|---|---|
# | recurrent, tanh | $4\,T D^2$ | $T$ | $T - 1$ |
# | attention and feed-forward | $24\,T D^2 + 4\,T^2 D$ | 1 | 1 |
#
# **Predict first**: BERT base has $D = 768$. At its longest input, 512 tokens, what share of the operations are the pairs?

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
with torch.device("meta"):  # tracks shapes, computes nothing
    layer, cell = EncoderLayer(BertConfig()), nn.RNNCell(768, 768)


def counted(T):
    """Operations of the recurrent layer and of one layer of BERT base, counted by torch."""
    tokens, found = torch.empty(1, T, 768, device="meta"), []
    for run, inputs in ((cell, tokens[0]), (layer.inspect, tokens)):
        with FlopCounterMode(display=False) as counter:
            run(inputs)
        found.append(counter.get_total_flops())
    return found


lengths = [128, 512, 2048, 4608, 8192]
linear, pairs = [24 * T * 768**2 for T in lengths], [4 * T**2 * 768 for T in lengths]
alt = "Log scales: two lines, the pairs' steeper; they cross at 4,608 tokens."
show(figures.draw_cost(lengths, {"linear maps": linear, "pairs of tokens": pairs}), alt=alt)
shares = [p / (p + maps) for p, maps in zip(pairs, linear, strict=True)]
print("the pairs' share:", {T: f"{s:.0%}" for T, s in zip(lengths, shares, strict=True)})
formula = [[4 * T * 768**2, a + b] for T, a, b in zip(lengths, linear, pairs, strict=True)]
claim("torch counts what the table says, at every length", [counted(T) for T in lengths] == formula)
claim("the pairs catch up at T = 6 D", linear[3] == pairs[3] and lengths[3] == 6 * 768)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 9. Texts over the limit
#
# BERT's table of positions ends at 512. A longer text is cut into **windows**. A token at the edge of one window sees one side only. So windows
# overlap, and each token is read where it stands furthest inside.
#
# ### Exercise 5: overlapping windows
# Difficulty 2 of 5, about 7 minutes. `ids` is a list of one id or more. Return the windows as a list of lists. Each starts `step` tokens after
# the one before and holds `size` tokens; `step` is from 1 to `size`. The last is the first that reaches the end of the text; it alone may be shorter, and is not filled up.
#
# <details><summary>Hint 1</summary>A text of at most <code>size</code> tokens is one window.</details>
# <details><summary>Hint 2</summary>As long as <code>start + size</code> is less than the text's length, there is more to read.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.windows)
def windows(ids, size, step):
    """Return the windows of a text, a list of lists of ids."""
    ...


# %% tags=["solution"]
def windows(ids, size, step):
    found, start = [list(ids[:size])], 0
    while start + size < len(ids):
        start += step
        found.append(list(ids[start : start + size]))
    return found


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
ids = tokenizer.text_ids(" ".join(wiki().validation[0].paragraphs))
cut = {step: windows(ids, 510, step) for step in (510, 255)}  # [CLS] and [SEP] come on top
poorer = {s: figures.context_of_tokens([len(w) for w in found], s) for s, found in cut.items()}
alt = "Two zigzag curves: step 510 falls to 0 at every edge, step 255 stays above 120 after the first window."
show(figures.draw_context(poorer, 2500), alt=alt)
print(f"{len(ids):,} tokens: {len(cut[510])} windows without overlap, {len(cut[255])} with half")
claim("without overlap, some tokens see one side only", min(poorer[510][127:-127]) == 0)
claim("with it, each sees at least 127 tokens on both sides", min(poorer[255][127:-127]) >= 127)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Recurrence, in outline
#
# Windows know nothing of each other. Transformer-XL (Dai et al. 2019) keeps the vectors of the last segment at every layer. In the next segment,
# they serve as further keys and values: read, but not trained through. Each layer looks one segment further back, so $L$ layers reach $L$ segments.
#
# Two things change with it. Segments must come in reading order, in training too. And an absolute position would name two tokens at once, one in
# the memory and one in the segment, so positions become relative. The outline below leaves positions and the causal mask out.


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def attend(states, seen, maps):
    """One layer, one head: the states ask, and what they may see answers."""
    query, key, value = states @ maps[0], seen @ maps[1], seen @ maps[2]
    weights = (query @ key.T / 8**0.5).softmax(dim=-1)
    return layer_norm(states + weights @ value, (8,))


def read(segments, remember):
    """Read segment by segment; return the last layer's states of the last segment."""
    memory = [torch.zeros(0, 8)] * 3
    for segment in segments:
        states = [segment]
        for maps, before in zip(weights_of_layers, memory, strict=True):
            states.append(attend(states[-1], torch.cat([before, states[-1]]), maps))
        memory = states[:3] if remember else memory
    return states[-1]


weights_of_layers, text = torch.randn(3, 3, 8, 8) / 8**0.5, torch.randn(6, 4, 8)
changed = [text + (torch.arange(6) == k)[:, None, None] for k in range(6)]
felt = {r: [k for k in range(6) if (read(changed[k], r) != read(text, r)).any()] for r in (0, 1)}
print("6 segments, 3 layers. The last one feels a change in segment", felt[1])
claim("windows: the last segment feels only itself", felt[0] == [5])
claim("with recurrence, 3 layers reach 3 segments back", felt[1] == [2, 3, 4, 5])

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Myth check
#
# *"Attention picks out the one word that matters."* Pictures often show one bright line. Take the trained model and 50 news documents, the
# first 64 tokens of each. For every layer, head and token, note the largest weight and whom it goes to. Beside it stands the same model with fresh weights.
#
# (Whether a weight explains an answer is another question: lessons 11 and 12.)
#
# **Predict first**: in what share of all cases does one other *word* get more than half of the weight?

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
news = tokenizer.batch(lee().documents, max_length=64)
fresh = BertModel(BertConfig.preset("minilm")).eval()
rows = {"trained": figures.query_rows(model, news), "fresh": figures.query_rows(fresh, news)}
largest = {name: weights.amax(dim=-1) for name, weights in rows.items()}  # (tokens, layers, heads)
document, place = news.attention_mask.nonzero().T
target = rows["trained"].argmax(dim=-1)
piece = news.input_ids[document[:, None, None], target]
special = (piece == tokenizer.cls_id) | (piece == tokenizer.sep_id)
over = largest["trained"] > 0.5
other = ~special & (target != place[:, None, None])
word = over & other
shown = {"trained": largest["trained"], "trained, on another word": largest["trained"] * other}
shown["fresh"] = largest["fresh"]
alt = "Three falling curves: fresh weights drop to 0 at once, trained ones slowly, those on another word stay low."
show(figures.draw_largest({name: values.flatten() for name, values in shown.items()}), alt=alt)
by_document = torch.stack([over[document == n].float().mean() for n in range(50)])
print(f"a weight over one half: {over.float().mean():.0%} of all queries")
print(f"{special[over].float().mean():.0%} of these go to [CLS] or [SEP]")
print(f"to another word: {word.float().mean():.0%} of all queries")
claim("in each of 50 documents, most queries have no such weight", (by_document < 0.5).all())
claim("where there is one, it mostly goes to [CLS] or [SEP]", special[over].float().mean() > 0.5)
claim("fewer than 1 query in 10 picks another word", word.float().mean() < 0.1)
claim("fresh weights: never", not (largest["fresh"] > 0.5).any())

# %% slideshow={"slide_type": "subslide"}
quiz(5, 6)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Recap
#
# - Attention is a soft look-up: scores, softmax, a weighted mean of the values.
# - The variance of a score grows with the head size; divided by $\sqrt{K}$ it stays at 1, and the softmax stays soft.
# - A mask decides who sees whom. Padding is hidden as a key. The causal mask makes the model one-way.
# - Any two tokens are one hop apart; a recurrent model needs every step between.
# - Attention does not know the order of its tokens. Positions, by a formula or learned, tell it.
# - Residuals keep the tokens apart that attention averages. BERT normalizes after each addition.
# - In a trained model, few queries pick out one word. Most spread their weight, or send it to [CLS] or [SEP].
# - Cost has two parts: linear in T, and for the pairs quadratic. Windows and recurrence read what is too long.
#
# Next: **06. From text to input**.

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Further reading
#
# - Ashish Vaswani, Noam Shazeer, Niki Parmar, Jakob Uszkoreit, Llion Jones, Aidan N. Gomez, Lukasz Kaiser and Illia Polosukhin (2017). *Attention Is All You Need.* NeurIPS.
# - Dzmitry Bahdanau, Kyunghyun Cho and Yoshua Bengio (2015). *Neural Machine Translation by Jointly Learning to Align and Translate.* ICLR.
# - Jimmy Lei Ba, Jamie Ryan Kiros and Geoffrey E. Hinton (2016). *Layer Normalization.* arXiv:1607.06450.
# - Kaiming He, Xiangyu Zhang, Shaoqing Ren and Jian Sun (2016). *Deep Residual Learning for Image Recognition.* CVPR.
# - Yihe Dong, Jean-Baptiste Cordonnier and Andreas Loukas (2021). *Attention Is Not All You Need: Pure Attention Loses Rank Doubly Exponentially with Depth.* ICML.
# - Zihang Dai, Zhilin Yang, Yiming Yang, Jaime Carbonell, Quoc V. Le and Ruslan Salakhutdinov (2019). *Transformer-XL: Attentive Language Models beyond a Fixed-Length Context.* ACL.
# - Sepp Hochreiter, Yoshua Bengio, Paolo Frasconi and Jürgen Schmidhuber (2001). *Gradient Flow in Recurrent Nets: The Difficulty of Learning Long-Term Dependencies.* In: A Field Guide to Dynamical Recurrent Neural Networks, IEEE Press.
# - Kevin Clark, Urvashi Khandelwal, Omer Levy and Christopher D. Manning (2019). *What Does BERT Look At? An Analysis of BERT's Attention.* BlackboxNLP.
# - Jacob Devlin, Ming-Wei Chang, Kenton Lee and Kristina Toutanova (2019). *BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding.* NAACL-HLT.
