# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#       format_version: '1.3'
#       jupytext_version: 1.19.6
# ---

# %% [markdown] slideshow={"slide_type": "slide"}
# # 07. BERT from scratch, with real weights
#
# In this lesson you assemble a whole BERT and pour published weights into it. At the end you can
#
# - turn token ids into vectors: three look-ups, one sum, one normalization;
# - build an encoder layer and say why its parts stand in that order;
# - compute the number of parameters of any BERT, and say where they sit;
# - load a published checkpoint and prove that your model is the same function;
# - follow a word through the layers, and turn a sentence into one vector.
#
# **Time** 120 minutes. **Difficulty** 3 of 5. **Before this**: lesson 05 (attention) and lesson 06 (token ids, masks).

# %% tags=["bootstrap"] slideshow={"slide_type": "skip"}
# (generated)

# %% tags=["setup"] slideshow={"slide_type": "skip"}
from lessons.l07_bert import exercises, quiz

import matplotlib.pyplot as plt
import torch
from torch.nn.functional import cosine_similarity, gelu, layer_norm, linear, normalize

from bertlab.model import BertConfig, BertModel, merge_heads, split_heads
from bertlab.model.attention import attention
from bertlab.text import WordPieceTokenizer
from workbook.basics import begin_lesson, choose, claim, exercise, explore, recorded, show, slide

begin_lesson()

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Terms
#
# | English | 中文 | in one line |
# |---|---|---|
# | embedding | 嵌入 | a row of a table: the vector that stands for an id |
# | token type (segment) | 片段类型 | 0 in the first text of a pair, 1 in the second |
# | encoder layer | 编码器层 | attention, then a feed-forward network, each with a residual |
# | residual connection | 残差连接 | a block's input is added to its output |
# | layer normalization | 层归一化 | a vector shifted to mean 0 and scaled to variance 1, then rescaled by learned numbers |
# | feed-forward network | 前馈网络 | two linear maps with a GELU between them, for each token alone |
# | pooler | 池化层 | a dense layer with tanh over the vector of [CLS] |
# | checkpoint | 检查点 | a file with a model's weights, and its configuration |
# | parity | 一致性 | two programs compute the same function, up to rounding |

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The whole model on one page
#
# BERT is a stack. Token ids become vectors at the bottom. Each layer rewrites all vectors by letting the tokens look at each other.
# Nothing else happens: the vectors keep their shape `(B, T, D)` from the first layer to the last.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
blocks = [
    ("token ids", "(B, T)"),
    ("embeddings: word + position + token type", "(B, T, D)"),
    ("encoder layer, L times: attention, feed-forward", "(B, T, D)"),
    ("pooler: dense + tanh over [CLS]", "(B, D)"),
]
figure, axes = plt.subplots(figsize=(8, 3.6))
for height, (name, shape) in enumerate(blocks):
    box = plt.Rectangle((0, height), 6, 0.62, facecolor=f"C{height}", alpha=0.25, edgecolor="k")
    axes.add_patch(box)
    axes.text(3, height + 0.31, name, ha="center", va="center", fontsize=12)
    axes.text(6.2, height + 0.31, shape, va="center", family="monospace", fontsize=11)
    if height:
        axes.annotate("", (3, height), (3, height - 0.38), arrowprops={"arrowstyle": "-|>"})
axes.set(
    xlim=(0, 7.6), ylim=(-0.1, 3.8), title="Ids go in at the bottom, vectors come out at the top"
)
axes.axis("off")
show(
    figure,
    alt="Four boxes, one above the other: token ids, embeddings, encoder layers, pooler, with their shapes.",
)

# %% [markdown] slideshow={"slide_type": "notes"}
# *Instructor:* leave this picture on the board. Every part of the lesson fills in one box, from the bottom up. Two minutes.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 1. Embeddings
#
# A token enters as three numbers: which piece it is, where it stands, and which of the two texts it belongs to.
# Each number picks a row from a table. The three rows are added, and the sum is normalized.
#
# Here is a pair of texts, so that the token types are not all zero.

# %% slideshow={"slide_type": "-"}
tokenizer = WordPieceTokenizer.from_folder("minilm")
batch = tokenizer.batch(["Who sat there?"], ["The cat sat."])
for position, (piece, token_type) in enumerate(
    zip(batch.input_ids[0].tolist(), batch.token_type_ids[0].tolist(), strict=True)
):
    print(
        f"position {position}   type {token_type}   id {piece:5d}   {tokenizer.vocabulary[piece]}"
    )

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### With tables small enough to read
#
# A vocabulary of 5 pieces, 4 positions, 2 types, and vectors of length 3. Look up the token at position 2: piece 4, type 1.

# %% slideshow={"slide_type": "-"}
word = torch.tensor([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [2, 1, 0]])
position = torch.tensor([[0.1, 0, 0], [0, 0.1, 0], [0, 0, 0.1], [0.1, 0.1, 0.1]])
token_type = torch.tensor([[0.0, 0, 0], [0, 0, 1]])
ids, types = torch.tensor([1, 3, 4, 2]), torch.tensor([0, 0, 1, 1])
print("word    ", word[4].tolist())
print("position", [round(x, 1) for x in position[2].tolist()])
print("type    ", token_type[1].tolist())
print("sum     ", [round(x, 1) for x in (word[4] + position[2] + token_type[1]).tolist()])

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Layer normalization
#
# Sums of three tables come in all sizes. Layer normalization takes each vector by itself: subtract its mean, divide by its
# standard deviation, then scale and shift by two learned vectors, $\gamma$ and $\beta$:
#
# $$\mathrm{LayerNorm}(x) = \gamma \, \frac{x - \mu}{\sqrt{\sigma^2 + \epsilon}} + \beta$$
#
# The variance $\sigma^2$ is the mean of the squared deviations: it divides by $D$, not by $D - 1$. BERT has $\epsilon = 10^{-12}$, inside the root.

# %% slideshow={"slide_type": "-"}
x = torch.tensor([2.0, 1.0, 1.1])
mean = x.mean()
variance = ((x - mean) ** 2).mean()
print(f"mean {mean:.4f}, variance {variance:.4f}")
print("normalized", ((x - mean) / torch.sqrt(variance + 1e-12)).numpy().round(4))
print("torch     ", layer_norm(x, (3,), eps=1e-12).numpy().round(4))

# %% slideshow={"slide_type": "subslide"}
# The same for all tokens: the loop, and the version without one.
rows = [word[ids[t]] + position[t] + token_type[types[t]] for t in range(len(ids))]
by_loop = torch.stack(rows)
at_once = word[ids] + position[torch.arange(len(ids))] + token_type[types]
print(layer_norm(at_once, (3,), eps=1e-12).numpy().round(2))
claim("the loop and the tensor version give the same sums", torch.equal(by_loop, at_once))

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 1: input embeddings
# Difficulty 2 of 5, about 6 minutes. `input_ids` and `token_type_ids` are (B, T), int64. `embeddings` is a dict with the names and tensors of a
# published file: `word_embeddings.weight` (V, D), `position_embeddings.weight` (P, D), `token_type_embeddings.weight` (2, D), and, for $\gamma$ and
# $\beta$, `LayerNorm.weight` and `LayerNorm.bias` (D,). Return the normalized sum (B, T, D), in the dtype of the tables and with
# `eps` inside the root.
#
# <details><summary>Hint 1</summary>Positions are 0, 1, 2, ... up to T - 1, the same for each row of the batch. <code>torch.arange</code> makes them.</details>
# <details><summary>Hint 2</summary><code>layer_norm(x, (D,), gamma, beta, eps)</code> from <code>torch.nn.functional</code> does the normalization.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.input_embeddings)
def input_embeddings(input_ids, token_type_ids, embeddings, eps=1e-12):
    """Return one normalized vector per token (B, T, D); embeddings maps a file's names to its tensors."""
    ...


# %% tags=["solution"]
def input_embeddings(input_ids, token_type_ids, embeddings, eps=1e-12):
    T = input_ids.shape[1]
    total = (
        embeddings["word_embeddings.weight"][input_ids]
        + embeddings["position_embeddings.weight"][torch.arange(T)]
        + embeddings["token_type_embeddings.weight"][token_type_ids]
    )
    gamma, beta = embeddings["LayerNorm.weight"], embeddings["LayerNorm.bias"]
    return layer_norm(total, gamma.shape, gamma, beta, eps)


# %% [markdown] slideshow={"slide_type": "slide"}
# ### The same, in `bertlab`, with trained tables
#
# `bertlab.model.encoder.Embeddings` is that function with tables of its own. Here it holds the tables of a published model,
# all-MiniLM-L6-v2: 6 layers, vectors of length 384, the 30,522 uncased pieces of the original BERT.

# %% slideshow={"slide_type": "-"}
model = BertModel.from_pretrained("minilm")
tables, positions = model.embeddings, torch.arange(batch.input_ids.shape[1])
by_hand = tables.word.weight[batch.input_ids] + tables.position.weight[positions]
by_hand = by_hand + tables.token_type.weight[batch.token_type_ids]
by_hand = layer_norm(by_hand, (384,), tables.norm.weight, tables.norm.bias, eps=1e-12)
gap = (by_hand - tables(batch.input_ids, batch.token_type_ids)).abs().max()
claim("bertlab's embeddings equal the three look-ups to 1e-6", gap < 1e-6)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### What positions have learned
#
# Nothing in the code says that position 7 comes after position 6: position vectors are a table like the words', and training fills it.
# **Predict first**: after training, which positions have similar vectors?

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
unit = normalize(tables.position.weight.detach(), dim=1)
similarity = unit @ unit.T  # (512, 512)
steps = [1, 2, 5, 10, 20, 50, 100, 200, 300]
by_step = [similarity.diagonal(step).mean().item() for step in steps]
figure, (left, right) = plt.subplots(1, 2, figsize=(8, 3.6), width_ratios=(1, 1.3))
image = left.imshow(similarity[1:, 1:], vmin=-0.5, vmax=1)
left.set(xlabel="position", ylabel="position", title="Cosine similarity")
figure.colorbar(image, ax=left, shrink=0.8)
right.plot(steps, by_step, marker="o")
right.set(xscale="log", xlabel="distance in tokens", ylabel="mean cosine similarity")
right.set_title("Near positions are alike")
show(
    figure,
    alt="Left: similarity of all pairs of position vectors, bright along the diagonal. Right: mean similarity is highest for neighbors and falls, unevenly, to below zero at 300 tokens.",
)
print({step: round(value, 2) for step, value in zip(steps, by_step, strict=True)})
claim(
    "positions 1 apart are more alike than positions 10, 100 and 300 apart",
    by_step[0] > max(by_step[3], by_step[6], by_step[8]),
)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 2. The attention block
#
# Lesson 05 built attention from scores, softmax and a weighted sum. Inside BERT it is wrapped on both sides:
#
# 1. one linear map turns each vector into a query, a key and a value;
# 2. each is cut into $H$ heads of length $K = D / H$;
# 3. every head attends by itself; padding is hidden from all of them;
# 4. the heads are laid side by side again, and a last linear map mixes them.

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Cutting into heads
#
# Two tokens, vectors of length 6, three heads. Each head gets a piece of every token, so the axis of heads must come *before*
# the axis of tokens. A plain `reshape` to `(B, H, T, K)` runs without an error and mixes the tokens up.

# %% slideshow={"slide_type": "-"}
hidden = torch.tensor(
    [[[10.0, 11, 12, 13, 14, 15], [20, 21, 22, 23, 24, 25]]]
)  # (B, T, D) = (1, 2, 6)
print("right, head 0:", split_heads(hidden, 3)[0, 0].tolist())
print("wrong, head 0:", hidden.reshape(1, 3, 2, 2)[0, 0].tolist())

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### One head in loops
#
# With real weights now. Token `t` asks, every token `s` answers, and the answers are weighted.

# %% slideshow={"slide_type": "-"}
block = model.encoder.layers[0].attention
hidden = model.embeddings(batch.input_ids, batch.token_type_ids).detach()  # (1, T, 384)
query, key, value = (
    split_heads(part, 12)[0, 0] for part in block.projection(hidden).chunk(3, dim=-1)
)
T, K = query.shape
context = torch.zeros(T, K)
for t in range(T):
    scores = torch.stack([query[t] @ key[s] / K**0.5 for s in range(T)])
    weights = scores.softmax(dim=0)
    for s in range(T):
        context[t] += weights[s] * value[s]
print("context of head 0:", tuple(context.shape), "for", T, "tokens")

# %% slideshow={"slide_type": "subslide"}
# All heads at once: attention works on four axes, (B, H, T, K).
query, key, value = (split_heads(part, 12) for part in block.projection(hidden).chunk(3, dim=-1))
contexts, weights = attention(query, key, value)
attended = block.output(merge_heads(contexts))
claim("the loop gives head 0 to 1e-6", (contexts[0, 0] - context).abs().max() < 1e-6)
claim("bertlab's block gives the same to 1e-6", (block(hidden) - attended).abs().max() < 1e-6)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 2: multi-head self-attention
# Difficulty 4 of 5, about 12 minutes. Steps 1 to 3 of the block, and the heads side by side. `hidden` is (B, T, D); `attention_mask` (B, T),
# int64, has 1 for a token and 0 for padding, which may stand in front as well; each text has a token at least. Scores may be large, a thousand, say. `layer` maps a file's names to tensors: `attention.self.query.weight` (D, D),
# stored as (out, in), `attention.self.query.bias` (D,), and the same for `key` and `value`. `split_heads` and `merge_heads` may help. Here and below, results have the dtype
# of `hidden`.
#
# <details><summary>Hint 1</summary>Weights are stored as <code>nn.Linear</code> stores them: (out, in). <code>torch.nn.functional.linear</code> takes them so.</details>
# <details><summary>Hint 2</summary>The mask says which <em>keys</em> may be seen. It needs the shape (B, 1, 1, T) to fit the scores (B, H, T, T).</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.self_attention)
def self_attention(hidden, attention_mask, layer, num_heads):
    """Return the contexts of all heads side by side (B, T, D), before the last linear map."""
    ...


# %% tags=["solution"]
def self_attention(hidden, attention_mask, layer, num_heads):
    parts = []
    for name in ("query", "key", "value"):
        weight, bias = layer[f"attention.self.{name}.weight"], layer[f"attention.self.{name}.bias"]
        parts.append(split_heads(linear(hidden, weight, bias), num_heads))  # (B, H, T, K)
    query, key, value = parts
    scores = query @ key.transpose(-2, -1) / query.shape[-1] ** 0.5  # (B, H, T, T)
    scores = scores.masked_fill(
        attention_mask[:, None, None, :] == 0, torch.finfo(scores.dtype).min
    )
    return merge_heads(scores.softmax(dim=-1) @ value)


# %% [markdown] slideshow={"slide_type": "slide"}
# ## 3. The encoder layer
#
# A layer is two blocks. Attention moves information between tokens; the feed-forward network works on each token alone.
# Around each block stands the same frame: **add** the block's output to its input, then **normalize**.
#
# $$h' = \mathrm{LayerNorm}(h + \mathrm{Attention}(h)) \qquad h'' = \mathrm{LayerNorm}(h' + \mathrm{FFN}(h'))$$
#
# Normalizing after the addition is called *post-norm*. Most large generators of text since GPT-2 normalize before the block (*pre-norm*), which
# trains more easily when there are many layers. BERT and the encoders that followed it closely, such as RoBERTa, kept post-norm.

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### The feed-forward network
#
# Two linear maps: from $D$ up to $F = 4D$ and back. Between them stands GELU, $x \cdot \Phi(x)$, where $\Phi$ is the probability
# that a standard normal variable is below $x$. There is a faster formula with tanh, which some code uses instead. Published BERT configurations say `gelu`, the exact one.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
x = torch.linspace(-4, 4, 401, dtype=torch.float64)
gap = (gelu(x) - gelu(x, approximate="tanh")).abs()
figure, (left, right) = plt.subplots(1, 2, figsize=(8, 3.2))
left.plot(x, gelu(x), label="GELU")
left.plot(x, x.relu(), label="ReLU", linestyle="--")
left.set(xlabel="x", ylabel="activation", title="GELU is a rounded ReLU")
left.legend()
right.plot(x, 1e4 * gap)
right.set(
    xlabel="x",
    ylabel="difference, in units of 0.0001",
    title="tanh comes close",
)
show(
    figure,
    alt="Left: GELU beside ReLU; GELU dips below zero left of the origin. Right: the tanh formula differs by up to a few ten-thousandths.",
)
print(f"largest difference: {gap.max():.1e}")
claim(
    "the tanh formula differs by more than 1e-4: a parity check at 1e-5 finds it", gap.max() > 1e-4
)

# %% slideshow={"slide_type": "subslide"}
# A layer by hand, with the weights of the first layer of the published model.
layer = model.encoder.layers[0]
after_attention = layer.attention_norm(hidden + layer.attention(hidden))
expanded = gelu(layer.feed_forward.expand(after_attention))  # (1, T, 1536)
after_layer = layer.output_norm(after_attention + layer.feed_forward.contract(expanded))
gap = (layer(hidden) - after_layer).abs().max()
claim("bertlab's layer equals these four lines to 1e-6", gap < 1e-6)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 3: the encoder layer
# Difficulty 3 of 5, about 8 minutes. Use `self_attention` from above, then three dense maps and two norms. Their names behind `layer`:
# `attention.output.dense`, `attention.output.LayerNorm`, `intermediate.dense`, `output.dense`, `output.LayerNorm`, each with `.weight` and `.bias`.
# Dense weights are stored as (out, in), and `eps` is that of both norms. The mask and the other arguments are those of `self_attention`. Return the new vectors (B, T, D).
#
# <details><summary>Hint 1</summary>The second residual starts from the vectors <em>after</em> attention, not from the layer's input.</details>
# <details><summary>Hint 2</summary><code>torch.nn.functional.gelu</code> without arguments is the exact GELU.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.encoder_layer)
def encoder_layer(hidden, attention_mask, layer, num_heads, eps=1e-12):
    """Return the vectors after one layer (B, T, D): attention and feed-forward, each in its frame."""
    ...


# %% tags=["solution"]
def encoder_layer(hidden, attention_mask, layer, num_heads, eps=1e-12):
    def dense(vectors, name):
        return linear(vectors, layer[f"{name}.weight"], layer[f"{name}.bias"])

    def norm(vectors, name):
        gamma, beta = layer[f"{name}.weight"], layer[f"{name}.bias"]
        return layer_norm(vectors, gamma.shape, gamma, beta, eps)

    context = self_attention(hidden, attention_mask, layer, num_heads)
    attended = norm(hidden + dense(context, "attention.output.dense"), "attention.output.LayerNorm")
    expanded = gelu(dense(attended, "intermediate.dense"))
    return norm(attended + dense(expanded, "output.dense"), "output.LayerNorm")


# %% slideshow={"slide_type": "subslide"}
quiz(1, 2)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 4. The stack and the pooler
#
# The encoder applies its layers one after the other. What comes out is one vector per token. For tasks that need one vector per
# *text*, BERT has the pooler: a dense layer with tanh over the vector of the first token, [CLS].

# %% slideshow={"slide_type": "-"}
vectors = model.embeddings(batch.input_ids, batch.token_type_ids)
for layer in model.encoder.layers:
    vectors = layer(vectors)
pooled = torch.tanh(model.pooler.dense(vectors[:, 0]))
output = model(batch.input_ids, batch.token_type_ids)
print("tokens", tuple(output.last_hidden_state.shape), "  text", tuple(output.pooled.shape))
claim("the model is its parts in a row (1e-6)", (output.pooled - pooled).abs().max() < 1e-6)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 4: the pooler
# Difficulty 1 of 5, about 3 minutes. `hidden` (B, T, D) comes from the last layer; `weight` (D, D), stored as (out, in), and `bias` (D,) are those of
# the dense layer. Return one vector per text (B, D), in the dtype of `hidden`.
#
# <details><summary>Hint</summary>Take the first token before the dense layer: the others are not needed.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.pooler)
def pooler(hidden, weight, bias):
    """Return one vector per text (B, D)."""
    ...


# %% tags=["solution"]
def pooler(hidden, weight, bias):
    return torch.tanh(linear(hidden[:, 0], weight, bias))


# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Your BERT
#
# Your functions take the tensors of a file as they are. So here is the file of the published model, and your own BERT on top of it.

# %% slideshow={"slide_type": "-"}
from safetensors.torch import load_file

from bertlab.datasets import minilm_folder

weights = load_file(minilm_folder() / "model.safetensors")


def under(prefix):
    """The tensors whose names begin with a prefix, without it."""
    return {name.removeprefix(prefix): weights[name] for name in weights if name.startswith(prefix)}


vectors = input_embeddings(batch.input_ids, batch.token_type_ids, under("embeddings."))
for i in range(6):
    vectors = encoder_layer(
        vectors, batch.attention_mask, under(f"encoder.layer.{i}."), num_heads=12
    )
yours = pooler(vectors, weights["pooler.dense.weight"], weights["pooler.dense.bias"])
claim(
    "your functions on published weights equal bertlab's model (1e-5)",
    (yours - output.pooled).abs().max() < 1e-5,
)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 5. Counting parameters
#
# Every weight has its place in a formula. With vocabulary $V$, hidden size $D$, feed-forward size $F$, $P$ positions, 2 types and $L$ layers:
#
# | part | parameters |
# |---|---|
# | embeddings and their norm | $(V + P + 2)\,D + 2D$ |
# | attention, in each layer | $4\,(D^2 + D)$ |
# | feed-forward, in each layer | $2DF + F + D$ |
# | two norms, in each layer | $4D$ |
# | pooler | $D^2 + D$ |
#
# The number of heads does not appear. **Why?**
#
# <details><summary>Answer</summary>Heads cut the D columns of the same three matrices into H pieces. More heads, smaller pieces, equal size.</details>

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 5: count them
# Difficulty 2 of 5, about 7 minutes. Return the number of parameters as an int: pooler included, heads for tasks excluded. Your formula
# is compared with models of several shapes, so no size follows from another; all six arguments are ints.
#
# <details><summary>Hint</summary>Count one layer first; its norms have 2D numbers each, and every linear map has a bias.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.count_parameters)
def count_parameters(
    vocab_size, hidden_size, num_layers, intermediate_size, max_positions, type_vocab_size
):
    """Return the number of parameters, an int: pooler included, heads for tasks excluded."""
    ...


# %% tags=["solution"]
def count_parameters(
    vocab_size, hidden_size, num_layers, intermediate_size, max_positions, type_vocab_size
):
    V, D, F = vocab_size, hidden_size, intermediate_size
    embeddings = (V + max_positions + type_vocab_size) * D + 2 * D
    layer = 4 * (D * D + D) + (2 * D * F + F + D) + 4 * D
    return embeddings + num_layers * layer + D * D + D


# %% [markdown] slideshow={"slide_type": "subslide"}
# ### The formula against real models
#
# The paper rounds to 110 M and 340 M. A model on torch's `meta` device has shapes and no memory, so even the large one is counted at once.
#
# ### Myth check
#
# *"The number of parameters grows exponentially with the number of layers."* You may have read that. The second cell below counts a few.


# %% slideshow={"slide_type": "subslide"}
def count(config):
    """Parameters by your formula (or the workbook's)."""
    return count_parameters(
        config.vocab_size, config.hidden_size, config.num_layers,
        config.intermediate_size, config.max_positions, config.type_vocab_size,
    )  # fmt: skip


for name in ("minilm", "base", "large"):
    config = BertConfig.preset(name)
    with torch.device("meta"):
        built = sum(parameter.numel() for parameter in BertModel(config).parameters())
    print(f"{name:7s} formula {count(config) / 1e6:7.2f} M   built {built / 1e6:7.2f} M")
    claim(f"the formula gives the size of {name} exactly", count(config) == built)

# %% slideshow={"slide_type": "subslide"}
sizes = {layers: count(BertConfig(num_layers=layers)) for layers in (1, 2, 3, 12, 13, 24)}
added = [sizes[2] - sizes[1], sizes[3] - sizes[2], sizes[13] - sizes[12]]
print("1, 2 and 3 layers:", [f"{sizes[layers] / 1e6:.2f} M" for layers in (1, 2, 3)])
print("added by a layer: ", [f"{number / 1e6:.2f} M" for number in added])
claim("each layer adds the same number: growth is linear", len(set(added)) == 1)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
figure, axes = plt.subplots(figsize=(8, 3.4))
for row, name in enumerate(("minilm", "base", "large")):
    c = BertConfig.preset(name)
    D, F, L = c.hidden_size, c.intermediate_size, c.num_layers
    parts = {
        "embeddings": (c.vocab_size + c.max_positions + c.type_vocab_size + 2) * D,
        "attention": L * 4 * (D * D + D),
        "feed-forward": L * (2 * D * F + F + D),
        "norms and pooler": L * 4 * D + D * D + D,
    }
    left = 0.0
    for i, (part, number) in enumerate(parts.items()):
        share = number / count(c)
        axes.barh(row, share, left=left, color=f"C{i}", label="" if row else part)
        if share > 0.04:
            axes.text(left + share / 2, row, f"{share:.0%}", ha="center", va="center")
        left += share
    claim(f"{name}: the parts add up to the whole", sum(parts.values()) == count(c))
axes.set_yticks(range(3), ["minilm", "base", "large"])
axes.set(xlabel="share of all parameters", title="Small: mostly vocabulary. Large: feed-forward")
axes.legend(ncols=4, loc="upper center", bbox_to_anchor=(0.5, -0.2))
show(
    figure,
    alt="Stacked bars, three models: embeddings' share falls with size, that of feed-forward grows.",
)


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def draw_size(layers, hidden, vocabulary):
    """Bars of a model's parameters, part by part."""
    config = BertConfig(vocabulary, hidden, layers, 12, 4 * hidden)
    empty, single = (count(BertConfig(vocabulary, hidden, n, 12, 4 * hidden)) for n in (1, 2))
    per_layer = single - empty
    figure, axes = plt.subplots(figsize=(8, 2.4))
    axes.barh(
        ["all layers", "the rest"],
        [layers * per_layer / 1e6, (count(config) - layers * per_layer) / 1e6],
    )
    axes.set(
        xlabel="million parameters",
        xlim=(0, 400),
        title=f"{count(config) / 1e6:.1f} M parameters in all",
    )
    return figure


explore(
    draw_size,
    alt="Two bars: the parameters of all layers together, and those of the embeddings and the pooler.",
    layers=slide(1, 24, value=12, label="layers"),
    hidden=slide(96, 1056, value=768, step=96, label="hidden size"),
    vocabulary=choose([8000, 21128, 30522, 119547], value=30522, label="vocabulary"),
)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 6. Published weights
#
# A checkpoint is a folder: `config.json` with the sizes, `model.safetensors` with named tensors, `vocab.txt`.
# The names in the file are not ours, so loading is a table, row by row. `bertlab` keeps query, key and value in one matrix,
# since one large product is faster than three small ones: there the table says which third.

# %% slideshow={"slide_type": "-"}
from bertlab.model.checkpoint import BODY, LAYER, table

for row in (*BODY[:2], *LAYER[:5:2], LAYER[12]):
    third = "" if row.third is None else f"  third {row.third}"
    print(f"{row.hub:40s} -> {row.ours}{third}")
print(len(table(num_layers=6)), "rows for 6 layers, heads included")

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Is it the same function?
#
# A model with one transposed matrix still runs and returns numbers. So the question is never *does it run* but *does it agree*.
# We ask the `transformers` library for every layer's vectors and compare. The batch has padding and both token types: mistakes
# hide where those are missing.

# %% slideshow={"slide_type": "-"}
import transformers

transformers.utils.logging.disable_progress_bar()

reference = transformers.BertModel.from_pretrained(
    minilm_folder(), attn_implementation="eager"
).eval()
pairs = tokenizer.batch(
    ["The bank raised its rates.", "They sat on the bank of the river until dusk."],
    ["Loans became dearer.", "Nothing bit."],
)


def layer_differences(ours, theirs):
    """Largest difference of the vectors before the first layer and after each."""
    with torch.no_grad():
        seen = ours.inspect(*pairs).hidden_states
        expected = theirs(
            pairs.input_ids, pairs.attention_mask, pairs.token_type_ids, output_hidden_states=True
        )
    return [(a - b).abs().max().item() for a, b in zip(seen, expected.hidden_states, strict=True)]


# %% slideshow={"slide_type": "subslide"}
single = layer_differences(model, reference)
double = layer_differences(model.double(), reference.double())
model.float()
claim("float32: all layers within 1e-5", max(single) < 1e-5)
claim("float64: all layers within 1e-10", max(double) < 1e-10)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### A bug or rounding?
#
# Two correct programs that add in another order differ in the last digits. How do you know that a difference of a millionth is not a
# small bug? Do the sums again in float64. Rounding shrinks by a factor of $2^{29}$, about $5 \cdot 10^8$. A bug stays as large as it was.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
figure, axes = plt.subplots(figsize=(8, 3.4))
axes.semilogy(single, marker="o", label="float32")
axes.semilogy([max(d, 1e-17) for d in double], marker="s", label="float64")
axes.axhline(1e-5, color="0.6", linestyle=":")
axes.text(0, 1.4e-5, "limit in float32", fontsize=9)
axes.set(xlabel="after layer (0: embeddings)", ylabel="largest difference", ylim=(3e-18, 1e-3))
axes.set_title("The difference to transformers is rounding")
axes.legend(loc="center right")
show(
    figure,
    alt="Differences per layer on a log scale: about one millionth in float32, and nearly a billion times smaller in float64.",
)
claim(
    "float64 shrinks the difference more than a million times, so it is rounding",
    max(single) / max(double) > 1e6,
)

# %% slideshow={"slide_type": "subslide"}
quiz(3, 4)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 7. What the layers do to a word
#
# The word *bat* is an animal in three sentences and a club in three others. It stands at the same place in all six, so its
# embedding is the same six times. Whatever tells the two meanings apart must come from the layers.
#
# (These weights are MiniLM's: a BERT encoder of 6 layers, distilled from a larger one and then tuned for sentences.)

# %% slideshow={"slide_type": "-"}
animal = [
    "The bat flew out of the cave at dusk.",
    "The bat hung upside down under the roof.",
    "The bat caught moths above the pond.",
]
club = [
    "The bat broke when she hit the ball.",
    "The bat lay beside the baseball gloves.",
    "The bat was too heavy for the batter.",
]
six = tokenizer.batch(animal + club)
with torch.no_grad():
    states = model.inspect(*six).hidden_states
bats = torch.stack([state[:, 2] for state in states])  # (7, 6, 384): states, sentences, D
print({tokenizer.vocabulary[i] for i in six.input_ids[:, 2].tolist()}, tuple(bats.shape))

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Same meaning, other meaning
#
# **Predict first**: how does the similarity of two *bats* change from layer to layer, for the same meaning and for different ones?

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
unit = normalize(bats, dim=-1)
similarity = unit @ unit.transpose(1, 2)  # (7, 6, 6)
is_club = torch.arange(6) >= 3
same_sense = (is_club[:, None] == is_club) & ~torch.eye(6, dtype=torch.bool)
within = [s[same_sense].mean().item() for s in similarity]
across = [s[is_club[:, None] != is_club].mean().item() for s in similarity]
figure, axes = plt.subplots(figsize=(8, 3.6))
axes.plot(within, marker="o", label="same meaning")
axes.plot(across, marker="s", label="other meaning")
axes.set(xlabel="after layer (0: embeddings)", ylabel="mean cosine similarity")
axes.set_title("The two meanings of bat end further apart than they began")
axes.legend()
show(
    figure,
    alt="Two falling curves that begin together at 1; the curve for different meanings falls below the one for equal meanings.",
)
print("gap per layer:", [round(a - b, 3) for a, b in zip(within, across, strict=True)])
claim("the embedding cannot tell the meanings apart", abs(within[0] - across[0]) < 1e-6)
claim(
    "after the last layer the gap is wider than after the first",
    within[-1] - across[-1] > within[1] - across[1] > 0,
)


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def draw_drift(text):
    """Heat map (layers x tokens) of the similarity to the embeddings."""
    one = tokenizer.batch([text], max_length=24)
    with torch.no_grad():
        states = torch.stack(model.inspect(*one).hidden_states)[:, 0]  # (7, T, 384)
    drift = cosine_similarity(states, states[:1], dim=-1)
    pieces = [tokenizer.vocabulary[i] for i in one.input_ids[0]]
    figure, axes = plt.subplots(figsize=(8, 3.2))
    image = axes.imshow(drift, vmin=0, vmax=1, aspect="auto")
    axes.set_xticks(range(len(pieces)), pieces, rotation=60)
    axes.set(ylabel="after layer", title="Each layer moves the tokens away from where they began")
    figure.colorbar(image, label="cosine similarity")
    return figure


explore(
    draw_drift,
    alt="Layers by tokens: similarity to the embeddings is 1 in the first row and falls below it.",
    text=choose([animal[0], club[0], "It is not unlike a bank of sand."], label="sentence"),
)

# %% slideshow={"slide_type": "subslide"}
quiz(5, 6)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 8. One vector for a text
#
# Two ways are common: take the vector of [CLS], or take the mean of all tokens' vectors. The mean must leave the padding out,
# or a text's vector would depend on its neighbors in the batch.

# %% slideshow={"slide_type": "-"}
with torch.no_grad():
    vectors = model(*six).last_hidden_state  # (6, T, 384)
    alone = model(*tokenizer.batch([animal[2]])).last_hidden_state.mean(dim=1)
keep = six.attention_mask.unsqueeze(-1)  # (6, T, 1)
mean, careless = (vectors * keep).sum(dim=1) / keep.sum(dim=1), vectors.mean(dim=1)
print("tokens per sentence:", six.attention_mask.sum(dim=1).tolist())
for name, pooled in (("with mask", mean), ("without", careless)):
    print(f"change by padding, {name}: {(pooled[2] - alone[0]).abs().max():.3f}")

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 6: mean pooling
# Difficulty 2 of 5, about 4 minutes. `hidden` is (B, T, D); `attention_mask` (B, T), int64, has 1 for a token, [CLS] and [SEP] among them, and 0 for padding.
# Padding may stand in front as well, or on both sides, and each text has a token at least; its numbers may be 0. Return the mean of each text's tokens (B, D), in the dtype of `hidden`.
#
# <details><summary>Hint</summary>Multiply by the mask, add up, and divide by the number of real tokens of each text.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.mean_pool)
def mean_pool(hidden, attention_mask):
    """Return the mean of each text's tokens (B, D), padding left out."""
    ...


# %% tags=["solution"]
def mean_pool(hidden, attention_mask):
    keep = attention_mask.unsqueeze(-1).to(hidden.dtype)  # (B, T, 1)
    return (hidden * keep).sum(dim=1) / keep.sum(dim=1)


# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Myth check
#
# *"The vector of [CLS] is the meaning of the sentence."* Let people judge: Lee and colleagues asked how similar 50 short news
# documents are to each other. A good text vector ranks the 1,225 pairs as the readers did (Spearman's rank correlation).

# %% slideshow={"slide_type": "subslide"}
from scipy.stats import spearmanr

from bertlab.datasets import lee

news = tokenizer.batch(lee().documents, max_length=256)
with torch.no_grad():
    output = model(*news)
texts = {
    "[CLS], last layer": output.last_hidden_state[:, 0],
    "[CLS], pooler": output.pooled,
    "mean of tokens": mean_pool(output.last_hidden_state, news.attention_mask),
}
human = torch.from_numpy(lee().similarities.copy())


def agreement(vectors, documents):
    """Rank correlation with the readers, over all pairs of some documents."""
    pairs = torch.combinations(documents)
    first, second = pairs[pairs[:, 0] != pairs[:, 1]].T
    scores = cosine_similarity(vectors[first], vectors[second])
    return float(spearmanr(scores, human[first, second]).statistic)


for name, vectors in texts.items():
    print(f"{name:18s} {agreement(vectors, torch.arange(50)):.2f}")

# %% slideshow={"slide_type": "subslide"}
# How sure is the order? Draw 50 documents with replacement, 200 times, and compare again.
generator = torch.Generator().manual_seed(0)
draws = [torch.randint(50, (50,), generator=generator) for _ in range(200)]
mean, cls = texts["mean of tokens"], texts["[CLS], last layer"]
gaps = torch.tensor([agreement(mean, draw) - agreement(cls, draw) for draw in draws])
low, high = gaps.quantile(torch.tensor([0.025, 0.975])).tolist()
print(f"mean of tokens minus [CLS]: 95% interval from {low:.2f} to {high:.2f}")
claim("50 documents cannot tell [CLS] and the mean apart", low < 0 < high)

# %% [markdown] slideshow={"slide_type": "skip"}
# So the myth gets no support: nothing makes [CLS] special here. Nor is it refuted: this model was tuned, after its training,
# so that the *mean* carries the meaning of a sentence. So ask a model that was only pre-trained, `bert-mini-zh`; lesson 08 tells how.
# It stays as it is. From each of three vectors of about 600 Chinese reviews, a logistic regression learns which reviews are positive.

# %% slideshow={"slide_type": "subslide"}
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from bertlab.datasets import book_reviews_zh

reviews, name = book_reviews_zh().train[::23], "bert-mini-zh"
characters, labels = WordPieceTokenizer.from_folder(name), [review.label for review in reviews]
batch = characters.batch([review.text for review in reviews], max_length=128)
with torch.no_grad():
    output = BertModel.from_pretrained(name)(*batch)
vectors = [output.last_hidden_state[:, 0], output.pooled]
vectors.append(mean_pool(output.last_hidden_state, batch.attention_mask))
learner = make_pipeline(StandardScaler(), LogisticRegression(C=0.1, max_iter=500))
shares = torch.zeros(3, 3)
for seed in range(3):
    folds = StratifiedKFold(5, shuffle=True, random_state=seed)
    for i, vector in enumerate(vectors):
        shares[seed, i] = cross_val_score(learner, vector.numpy(), labels, cv=folds).mean()
print({name: f"{x:.1%}" for name, x in zip(texts, shares.mean(dim=0).tolist(), strict=True)})
claim("the mean does better than [CLS], 3 times of 3", (shares[:, 2:] > shares[:, :2]).all())

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 9. What a longer text costs
#
# Linear maps touch each token once: $8TD^2$ operations for attention's four maps and $4TDF$ for the feed-forward network, in each layer.
# Scores and weighted sums touch each *pair* of tokens: $4T^2D$. Torch can count for us.
#
# Time depends on the machine, so it comes from a recorded run: `python -m workbook record forward_cost`.

# %% slideshow={"slide_type": "-"}
from torch.utils.flop_counter import FlopCounterMode


def operations(T, D=384, F=1536, L=6):
    """Operations of one forward pass: a multiplication and an addition are two."""
    return L * (8 * T * D**2 + 4 * T * D * F + 4 * T**2 * D) + 2 * D**2


for T in (16, 64):
    with FlopCounterMode(display=False) as counter:
        model.inspect(torch.ones(1, T, dtype=torch.int64))
    print(
        f"T = {T}: formula {operations(T) / 1e9:.3f}, counted {counter.get_total_flops() / 1e9:.3f} billion"
    )
    claim(f"the formula is exact at T = {T}", operations(T) == counter.get_total_flops())

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
run = recorded("forward_cost")
lengths, cost = run["configuration"]["tokens"], run["results"]
figure, panels = plt.subplots(1, 2, figsize=(8, 3.4))
panels[0].loglog(lengths, cost["milliseconds"], marker="o")
panels[0].set(xlabel="tokens", ylabel="milliseconds", title="Time of one forward pass")
panels[1].loglog(lengths, cost["weight_megabytes"], marker="s", color="C1")
panels[1].set(xlabel="tokens", ylabel="megabytes", title="Attention weights, if kept")
for axes in panels:
    axes.set_xticks(lengths, lengths, rotation=45)
    axes.minorticks_off()
show(
    figure,
    alt="Rising curves on log scales: time against tokens, and memory of all attention weights.",
)
share = 4 * 512 * 384 / (8 * 384**2 + 4 * 384 * 1536 + 4 * 512 * 384)
print(f"pairs' share of all operations at 512 tokens: {share:.0%}")
print(
    f"times measured on {run['hardware']['cpu_cores']} CPU cores, torch {run['hardware']['torch']}"
)
counted, memory = [operations(T) for T in lengths], cost["weight_megabytes"]
claim("the record counts what the formula says", cost["operations"] == counted)
doubled = memory[-1] / memory[lengths.index(256)]
claim("twice the tokens, four times the attention weights", doubled == 4)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Where the time goes
#
# Operations are not seconds. A product of matrices uses each number many times once it is loaded; a sum or a LayerNorm uses it once, so it waits for memory.
# And torch hands a product to a library, which does it well or badly: on an AMD processor with AVX-512, MKL needs twice the time of oneDNN, and torch brings both.
# So `bertlab` tries the ways to a product once, for a few milliseconds, and takes the fastest (`bertlab.products`; here it leaves them to torch, so that digits stay equal).
#
# **Predict first**: the products with weights are 95% of the operations. How much of the time are they on *your* machine?

# %% tags=["nbval-ignore-output"] slideshow={"slide_type": "subslide"}
from lessons.l07_bert import time_spent

for kind, share in time_spent.shares_of_time(model, torch.ones(8, 128, dtype=torch.int64)).items():
    print(f"{share:4.0%}  {kind}")
for way, rate in time_spent.rates().items():
    print(f"{rate / 1e9:4.0f}  billion operations a second, products by {way}")

# %% slideshow={"slide_type": "-"}
with_weights = 1 - 6 * 4 * 128**2 * 384 / (operations(128) - 2 * 384**2)
print(f"of the operations on 128 tokens, {with_weights:.0%} are products with weights")
claim("nine tenths of the operations or more", with_weights >= 0.9)
first, *others = time_spent.products().values()
claim(
    "every way gives the same product, to 1e-3", all((first - o).abs().max() < 1e-3 for o in others)
)

# %% slideshow={"slide_type": "subslide"}
quiz(7, 8)

# %% slideshow={"slide_type": "subslide"}
quiz(9, 10)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Recap
#
# - The input is a sum of three look-ups, normalized. Positions are learned, and neighbors end up alike.
# - A layer is attention and a feed-forward network, each added to its input and then normalized.
# - Parameters grow linearly with layers; a layer grows with the square of the width. Heads add none.
# - Your model agrees with `transformers` to rounding: float64 tells rounding from bugs.
# - An embedding cannot tell two meanings of a word apart. The layers can, as *bat* showed in this model.
# - [CLS] is no better than the mean of the tokens as the vector of a text here: on 50 documents they cannot be told apart.
#
# Next: **08. Pre-training**, where these weights come from.

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Further reading
#
# - Jacob Devlin, Ming-Wei Chang, Kenton Lee and Kristina Toutanova (2019). *BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding.* NAACL-HLT.
# - Ashish Vaswani, Noam Shazeer, Niki Parmar, Jakob Uszkoreit, Llion Jones, Aidan N. Gomez, Lukasz Kaiser and Illia Polosukhin (2017). *Attention Is All You Need.* NeurIPS.
# - Jimmy Lei Ba, Jamie Ryan Kiros and Geoffrey E. Hinton (2016). *Layer Normalization.* arXiv:1607.06450.
# - Dan Hendrycks and Kevin Gimpel (2016). *Gaussian Error Linear Units (GELUs).* arXiv:1606.08415.
# - Ruibin Xiong, Yunchang Yang, Di He and others (2020). *On Layer Normalization in the Transformer Architecture.* ICML.
# - Wenhui Wang, Furu Wei, Li Dong, Hangbo Bao, Nan Yang and Ming Zhou (2020). *MiniLM: Deep Self-Attention Distillation for Task-Agnostic Compression of Pre-Trained Transformers.* NeurIPS.
# - Nils Reimers and Iryna Gurevych (2019). *Sentence-BERT: Sentence Embeddings using Siamese BERT-Networks.* EMNLP-IJCNLP.
# - Michael D. Lee, Brandon Pincombe and Matthew Welsh (2005). *An Empirical Evaluation of Models of Text Document Similarity.* Proceedings of the 27th Annual Conference of the Cognitive Science Society.
