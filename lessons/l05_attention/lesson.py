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
# > *People keep dogs because **they** bark.*<br>
# > *People keep dogs because **they** worry.*
#
# Who are *they*? One word at the end decides. A machine has to look that up: from *they* it must find the last word, and both nouns.
# Figure 5.1 shows where a published model, all-MiniLM-L6-v2 with BERT's architecture, looks from *they*: with *worry* a little more at *people*, with
# *bark* far more at *dogs*. **Does this model know what *they* means?**
#
# **At the end you can**
#
# - write attention with masks and heads;
# - put an encoder together, train it, and load published weights into it;
# - test what a picture of attention claims.
#
# **Time** 120 minutes with all exercises, in two sittings of 50 and 70. **Difficulty** 3 of 5. **Before this**: lesson 02.

# %% tags=["bootstrap"] slideshow={"slide_type": "skip"}
# (generated)

# %% tags=["setup"] slideshow={"slide_type": "skip"}
from lessons.l05_attention import ask, exercises, figures, live, predict, quiz, tables, world

import torch
from torch import nn
from transformers import BertModel
from transformers.utils import logging

from bertlab import model as bertlab_model
from bertlab.text import WordPieceTokenizer
from workbook.path import begin_lesson, check, exercise, yours

begin_lesson(num_threads=1)  # the networks of this lesson are small
logging.disable_progress_bar()
folder = bertlab_model.find_folder("minilm")
tokenizer = WordPieceTokenizer.from_folder("minilm")

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
figures.they(bertlab_model.BertModel.from_pretrained("minilm"), tokenizer)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 1. One word looks around
#
# Each of the six words gets a vector of four numbers: is it a noun, a pronoun, about persons, about
# dogs?

# %% slideshow={"slide_type": "-"}
words, x, (W_Q, W_K, W_V) = live.six_words()  # x: (6, 4), each W: (4, 2)

# %% [markdown] slideshow={"slide_type": "subslide"}
# With **attention** (注意力), the new vector of a word is a weighted mean of what all words hand over. Each word plays three parts:
#
# - its **query** (查询) $q_i = x_i W_Q$ says what word $i$ looks for;
# - its **key** (键) $k_j = x_j W_K$ says what word $j$ can be found by;
# - its **value** (值) $v_j = x_j W_V$ is what word $j$ hands over when it has been found.
#
# The matrices are learned; ours let a pronoun ask for nouns (Figure 5.2).

# %% slideshow={"slide_type": "-"}
Q, K, V = x @ W_Q, x @ W_K, x @ W_V

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
figures.projections(x, (W_Q, W_K, W_V), words)

# %% [markdown] slideshow={"slide_type": "subslide"}
# A key fits a query if their **dot product** is large. A softmax turns these scores into weights $a_j$ with the sum 1. The **context**
# (上下文向量) is the weighted mean of the values:
#
# $$\begin{aligned} s_j &= q \cdot k_j \\ a_j &= \frac{e^{s_j}}{\sum_t e^{s_t}} \\ c &= \sum_j a_j\, v_j \end{aligned}$$
#
# ### Exercise 1: one query
# Difficulty 1 of 5, about 5 minutes. `query` is (d,), `keys` and `values` are (T, d). Return the context (d,) and the weights (T,). A query of zeros gives each word the weight 1/T.
#
# <details><summary>Hint 1</summary>Three lines: scores, weights, context.</details>
# <details><summary>Hint 2</summary><code>keys @ query</code> gives all T scores at once; <code>scores.softmax(dim=0)</code> the weights.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.attend_one)
def attend_one(query, keys, values): ...


# %% tags=["headline"] slideshow={"slide_type": "subslide"}
context, weights = attend_one(Q[4], K, V)  # position 4: they
one_matrix = attend_one(Q[4], Q, V)[1]  # keys made by W_Q, too
own = attend_one(torch.tensor([2.0, -2.0]), K, V)[1]  # a query of your own: noun, dog
tables.looks(words, {"of *they*": weights, "one matrix": one_matrix, "yours": own})

# %% [markdown] slideshow={"slide_type": "subslide"}
# Table 5.1: *they* gives both nouns, *people* and *dogs*, the same weight, **because its query is made from its own vector, and *bark* is
# not in there.** In a second layer queries are made from contexts.
#
# Why is a key another vector than a query? If one matrix made both, scores would be symmetric, and *they* would find what asks as it does:
# itself (second row). The third row asks for *a noun, but no dog*. Change this query to find *dogs* alone.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 2. All words at once
#
# $QK^\top$ holds all 36 scores; row $i$ belongs to the query of word $i$ (Figure 5.3). Here all three come from one text:
# *self*-attention. In translation, the queries come from another text: *cross*-attention (交叉注意力).
#
# The price: $T$ words have $T^2$ scores in each head and layer, 16,384 for 128, 262,144 for 512, 16,777,216 for 4,096. So BERT
# saw only 128 tokens in nine of ten training steps (Devlin et al. 2019).

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
figures.attention(Q, K, V, words)

# %% [markdown] slideshow={"slide_type": "subslide"}
# Our queries have $d = 2$ numbers, MiniLM's 32. A score is a sum of $d$ products: for independent numbers of mean 0 and variance 1 its variance
# is $d$, so its spread is $\sqrt d$ (Table 5.2).

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
tables.scaling()

# %% [markdown] slideshow={"slide_type": "subslide"}
# A softmax over large scores gives nearly all the weight to one key, and its gradient $a(1 - a)$ is near 0. **So scores are divided by $\sqrt d$**
# (Vaswani et al. 2017):
#
# $$\mathrm{Attention}(Q, K, V) = \mathrm{softmax}\!\left(\frac{QK^\top}{\sqrt d}\right) V$$

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 3. Masks: who may look at whom
#
# Short texts of a batch are filled up with **padding** (填充). A **mask** (掩码) hides it: where $i$ may not look at $j$, the score
# becomes so low, *before* the softmax, that the weight is 0. The other weights still sum to 1.
#
# ### Exercise 2: attention with a mask
# Difficulty 3 of 5, about 7 minutes. `query`, `key` and `value` are (..., T, d); the dots are axes for texts, later for heads.
# `mask` holds bools and broadcasts to (..., T, T); True at (i, j) lets i look at j. Return context and weights. Queries of zeros and the mask
# `[[True, False], [True, True]]` give the weights `[[1, 0], [0.5, 0.5]]`. A row that is all False may have any weights that sum
# to 1, but no NaN.
#
# <details><summary>Hint 1</summary>Four lines: scores, mask, softmax, mean. Count axes from the end: <code>key.transpose(-2, -1)</code>.</details>
# <details><summary>Hint 2</summary><code>scores.masked_fill(~mask, number)</code> writes the number where mask is False. Minus infinity gives NaN in
# an empty row; <code>torch.finfo(scores.dtype).min</code> is finite.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.attend)
def attend(query, key, value, mask): ...


# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 3: BERT's mask and GPT's mask
# Difficulty 2 of 5, about 7 minutes. BERT hides only padding. GPT predicts the *next* word, so no word may see what follows: a **causal
# mask** (因果掩码).
#
# `attention_mask` (B, T) has 1 for a word and 0 for padding, anywhere. `padding_mask` returns bools (B, 1, T): one row for all queries.
# `causal_mask` returns (B, T, T): True where j is i or an earlier position, and no padding. For `[[1, 1, 0]]` they return `[[[True, True, False]]]` and
#
# ```
# [[[True, False, False],
#   [True, True,  False],
#   [True, True,  False]]]
# ```
#
# <details><summary>Hint 1</summary><code>attention_mask[:, None, :]</code> has the shape (B, 1, T).</details>
# <details><summary>Hint 2</summary>Compare two <code>torch.arange(T)</code>, one as a column (i), one as a row (j), and join both conditions by
# <code>&amp;</code>.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.padding_mask)
def padding_mask(attention_mask): ...


@exercise(exercises.causal_mask)
def causal_mask(attention_mask): ...


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
attention_mask = torch.tensor([[1, 1, 1, 1, 1, 1], [1, 1, 0, 0, 0, 0]])
figures.masks(padding_mask(attention_mask), causal_mask(attention_mask), words)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **The mask alone makes a model read both ways or one way** (Figure 5.4).

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 4. Several heads
#
# *They* needs the nouns *and* the word at the end. One weighted mean would blur them. So a layer has several **heads**
# (注意力头): each works on its own $d = D / H$ columns of $Q$, $K$ and $V$ (Figure 5.5). Their contexts are put side by side, and a last
# matrix mixes them. Your `attend` takes heads as an axis in front: (B, H, T, d).

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
figures.heads(words)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 4: split and merge
# Difficulty 3 of 5, about 6 minutes. `split_heads(x, H)` turns (B, T, D) into (B, H, T, d), and `merge_heads(x)` back. Figure
# 5.5 shows which numbers go together.
#
# <details><summary>Hint 1</summary><code>x.unflatten(-1, (H, -1))</code> splits the last axis into two; <code>transpose(1, 2)</code> exchanges two axes.</details>
# <details><summary>Hint 2</summary>To merge, go the same way back: <code>transpose(1, 2)</code>, then <code>flatten(2)</code>.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.split_heads)
def split_heads(x, H): ...


@exercise(exercises.merge_heads)
def merge_heads(x): ...


# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 5: find the bug
# Difficulty 3 of 5, about 5 minutes. A friend does without transposes. The shapes are right, but the last three of our six words never
# hear of *people*. Mend the code.
#
# <details><summary>Hint 1</summary>A view counts the same row of memory in another way. In Figure 5.5, which numbers does <code>view(B, H, T, D // H)</code> give to head 0?</details>
# <details><summary>Hint 2</summary>The way back has to undo what the way there did: two places need a transpose.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.friends_heads)
def friends_heads(query, key, value, mask, H):
    B, T, D = query.shape
    parts = [part.view(B, H, T, D // H) for part in (query, key, value)]
    context, _ = attend(*parts, mask[:, None])
    return context.reshape(B, T, D)


# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 6: self-attention
# Difficulty 3 of 5, about 9 minutes. Write `forward`. `x` is (B, T, D), `mask` is (B, 1, T) or (B, T, T). Make queries, keys and values,
# split each, attend, merge, and return what `self.output` makes of it, (B, T, D). Keep the weights as `self.weights`, (B, H, T, T).
#
# <details><summary>Hint 1</summary><code>query = split_heads(self.query(x), self.num_heads)</code>, and so on.</details>
# <details><summary>Hint 2</summary>The weights have an axis for heads, and the mask has none yet: give it one with <code>mask[:, None]</code>.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.self_attention)
class SelfAttention(nn.Module):
    def __init__(self, D, H):
        super().__init__()
        self.num_heads = H
        self.query, self.key = nn.Linear(D, D), nn.Linear(D, D)
        self.value, self.output = nn.Linear(D, D), nn.Linear(D, D)

    def forward(self, x, mask): ...


# %% [markdown] tags=["sitting"] slideshow={"slide_type": "-"}
# The first sitting ends here. Next, it learns.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 5. One layer
#
# Three parts are missing. Figure 5.6 follows *they* through them.
#
# - **Residual connection** (残差连接): what a block returns is *added* to its input. Otherwise a word would become a mean of other words, and
#   soon all would be alike. The gradient gets a direct way back, too: $x + f(x)$ has the derivative $1 + f'(x)$.
# - **LayerNorm** (层归一化): each addition can make vectors longer, and long vectors make large scores, where a softmax hardly learns
#   (section 2). So every vector is brought to mean 0 and variance 1: one length, whatever was added.
# - **Feed-forward network** (前馈网络): attention decides from whom to take; what it takes are means of values, and these are linear in the
#   vectors. So each vector goes by itself to $4D$ numbers, through a GELU (a smooth ReLU), and back. That can ask: is dog larger than person?

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
figures.layer(x[4], context)

# %% [markdown] slideshow={"slide_type": "subslide"}
# $$\begin{aligned} h &= \mathrm{LayerNorm}(x + \mathrm{Attention}(x)) \\ y &= \mathrm{LayerNorm}(h + W_2\,\mathrm{gelu}(W_1 h)) \end{aligned}$$
#
# ### Exercise 7: LayerNorm
# Difficulty 2 of 5, about 5 minutes.
#
# $$\mathrm{LayerNorm}(x) = \gamma\, \frac{x - \mu}{\sqrt{\sigma^2 + \epsilon}} + \beta$$
#
# `x` and the result are (B, T, D), the learned gain $\gamma$ and bias $\beta$ (D,); $\mu$ and $\sigma^2$ are mean and variance (divided by
# D) of each word's own numbers. Do without `nn.LayerNorm`. `[1, 3]` becomes `[-1, 1]`.
#
# <details><summary>Hint 1</summary><code>x.mean(dim=-1, keepdim=True)</code> keeps the axis, so that it broadcasts.</details>
# <details><summary>Hint 2</summary>The variance is the mean of the squared deviations. <code>x.var</code> divides by D - 1, which is another number.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.layer_normalization)
def layer_normalization(x, gain, bias, eps=1e-12): ...


# %% tags=["given"] slideshow={"slide_type": "subslide"}
LayerNorm = live.norm_of(layer_normalization)  # gain, bias and your function


# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 8: the encoder layer
# Difficulty 2 of 5, about 5 minutes. Write the two equations above as `forward`: `expand` is $W_1$, `contract` is $W_2$, and `mask` goes to
# the attention.
#
# <details><summary>Hint 1</summary>What goes into a block is needed twice: by the block and by the addition.</details>
# <details><summary>Hint 2</summary>Three lines: h, the inner vectors <code>nn.functional.gelu(self.expand(h))</code>, and y.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.encoder_layer)
class EncoderLayer(nn.Module):
    def __init__(self, D, H):
        super().__init__()
        self.attention, self.attention_norm = SelfAttention(D, H), LayerNorm(D)
        self.expand, self.contract = nn.Linear(D, 4 * D), nn.Linear(4 * D, D)
        self.output_norm = LayerNorm(D)

    def forward(self, x, mask): ...


# %% [markdown] slideshow={"slide_type": "slide"}
# ## 6. The whole model
#
# Which line of your `SelfAttention` knows which word comes first (Table 5.3)?

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
predict("swapped", lambda: tables.swapped(SelfAttention, x))

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Positions
#
# To the vector of each word, a vector for the **position** (位置) is added, so that a query can also ask *where*, and one
# for the text (here row 0). Follow the yellow line in Figure 5.7: each block adds to
# it, and LayerNorm follows, as in BERT (*post-norm*). **Attention is the only place where words meet.**

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
figures.model()


# %% slideshow={"slide_type": "subslide"}
class Encoder(nn.Module):
    def __init__(self, V, T, D, H, L):
        super().__init__()
        self.word, self.position = nn.Embedding(V, D), nn.Embedding(T, D)
        self.token_type, self.norm = nn.Embedding(2, D), LayerNorm(D)
        self.layers = nn.ModuleList(EncoderLayer(D, H) for _ in range(L))

    def forward(self, ids, mask):
        position = self.position(torch.arange(ids.shape[1]))
        x = self.norm(self.word(ids) + position + self.token_type.weight[0])  # text 1
        for layer in self.layers:
            x = layer(x, mask)
        return x


# %% [markdown] slideshow={"slide_type": "slide"}
# ## 7. It learns
#
# Can it learn what *they* means? In the small world of Table 5.4 all sentences have the form of ours, and one of the two nouns
# fits the ending. **Two nouns that meet in a test sentence never meet in training.**

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
tables.abilities()

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 9: a step of training
# Difficulty 2 of 5, about 9 minutes. The vector of *they*, position 4, has to name the noun: its scores (B, V) are dot products with all
# word vectors, `model.word.weight` (V, D). Take the cross-entropy with `answers` (B,), make a step, and return the loss as a number.
#
# <details><summary>Hint 1</summary><code>model(ids, mask)[:, 4] @ model.word.weight.T</code></details>
# <details><summary>Hint 2</summary>The last four lines: <code>optimizer.zero_grad()</code>, <code>loss.backward()</code>, <code>optimizer.step()</code>,
# <code>return loss.item()</code>.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.train_step)
def train_step(model, optimizer, ids, answers, mask): ...


# %% slideshow={"slide_type": "subslide"}
train = world.trainer(Encoder, train_step)  # 250 steps with 64 sentences each
everything = padding_mask(torch.ones(1, 6))  # BERT's mask: no padding here

# %% tags=["headline"] slideshow={"slide_type": "subslide"}
small, losses = train(everything, seed=0)
print(f"held-out answers that are right: {world.accuracy(small, everything):.1%}")

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
figures.loss(losses)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
tables.learned(small, words)

# %% [markdown] slideshow={"slide_type": "subslide"}
# The loss falls far below that of a guess (Figure 5.8). **Nobody told the heads to divide the work** (Table 5.5). One seed may be luck, so
# we train four more. Would GPT's mask do as well (Table 5.6)?

# %% tags=["headline"] slideshow={"slide_type": "-"}
networks = [small] + [train(everything, seed)[0] for seed in range(1, 5)]
causal = causal_mask(torch.ones(1, 6, dtype=torch.int64))

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
predict("causal", lambda: tables.two_masks(networks, train, everything, causal))

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Take something away
#
# Which part does our small network need? We take one out of six layers, three times each (Table 5.7).

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
predict("without", lambda: tables.ablation(train, everything))

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 8. Published weights
#
# Now the same class in MiniLM's size. A published model is a **state dict**, a file of named tensors. Table 5.8 pairs its names with yours.

# %% slideshow={"slide_type": "-"}
published = live.published(folder)  # tensors by name, without the pooler of lesson 07
minilm = Encoder(V=30522, T=512, D=384, H=12, L=6)

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
tables.names()

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 10: load the weights
# Difficulty 3 of 5, about 9 minutes. `published` is a dictionary from names to tensors, `renames` one from parts of names to yours, in any
# order. Return a dictionary from your names to the tensors. For example, `encoder.layer.3.attention.output.dense.bias` becomes `layers.3.attention.output.bias`.
#
# <details><summary>Hint 1</summary>Two loops: over the tensors, and inside it over the parts, with <code>name = name.replace(...)</code>.</details>
# <details><summary>Hint 2</summary><code>attention.output.dense</code> contains <code>output.dense</code>: replace longer parts first,
# <code>sorted(renames, key=len, reverse=True)</code>.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.translate)
def translate(published, renames): ...


# %% [markdown] slideshow={"slide_type": "subslide"}
# Two texts, one padded, go through both libraries:

# %% tags=["headline"] slideshow={"slide_type": "-"}
minilm.load_state_dict(translate(published, live.RENAMES))
batch = tokenizer.batch(["People keep dogs because they bark", "Dogs bark"])
library = BertModel.from_pretrained(folder).eval()
ours = minilm(batch.input_ids, padding_mask(batch.attention_mask))  # (2, 8, 384)
theirs = library(batch.input_ids, batch.attention_mask).last_hidden_state
difference = (ours - theirs)[batch.attention_mask == 1].abs().max().item()
print(f"largest difference to transformers below 1e-5: {difference < 1e-5}")

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
yours(exercises)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **These are MiniLM's vectors, computed by your layers.** At work you would write
# `nn.functional.scaled_dot_product_attention(query, key, value, attn_mask=mask)` for `attend`. In its mask True means *may look*, as in yours; in
# `nn.MultiheadAttention` it means *hidden*.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 9. Does it know what *they* means?
#
# Figure 5.1 shows one head of 72 and one pair of sixteen, chosen because the ending moves most there. **So the picture is no evidence: a
# test needs new sentences, and a number.**
#
# We take twelve new pairs, such as *The fish ate the worm because it was hungry / tasty* (*Winograd schemas*: one word decides;
# Levesque et al. 2012). The number is $p$, the pronoun's weight on the first noun, divided by its weight on both. *Hungry* fits
# the first noun, *tasty* the second. **So in a head that finds the meaning, $p$ falls from the first ending to the second.**
#
# ### Exercise 11: the measure
# Difficulty 2 of 5, about 9 minutes. `measure` gets a model, a text (`ids` (1, T) and `mask`), and the positions of the pronoun and of both
# nouns. Return $p$, (L, H). `follows` gets $p$ of N pairs with two endings, (N, 2, L, H). Count for each head the pairs in which $p$ falls by
# 0.1 or more, (L, H).
#
# <details><summary>Hint 1</summary>After <code>model(ids, mask)</code>, <code>model.layers[0].attention.weights[0]</code> is (H, T, T). Stack what you need of all layers.</details>
# <details><summary>Hint 2</summary>Row or column: who looks? <code>weights[0, :, they]</code> is (H, T).</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.measure)
def measure(model, ids, mask, they, first, second): ...


@exercise(exercises.follows)
def follows(p): ...


# %% [markdown] slideshow={"slide_type": "subslide"}
# Two **controls**. Perhaps $p$ can never fall: so eight pairs like *The king thanked the queen because he / she was kind*, where the pronoun's
# own query changes, show whether it can move. Perhaps $p$ falls by chance in some of 72 heads: so we exchange the endings and count where it
# *rises*, which no meaning explains. Figure 5.9 has the head of Figure 5.1, Table 5.9 all.

# %% tags=["headline"] slideshow={"slide_type": "-"}
p_opening = live.measured(measure, minilm, tokenizer, [live.OPENING])  # (1, 2, 6, 12)
p_twelve = live.measured(measure, minilm, tokenizer, live.twelve_pairs())
p_control = live.measured(measure, minilm, tokenizer, live.he_or_she())
moved = torch.stack([follows(p_twelve), follows(p_twelve.flip(1))])  # falls, rises
moved_control = torch.stack([follows(p_control), follows(p_control.flip(1))])

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
predict("twelve", lambda: tables.twelve(p_twelve, p_opening, moved, moved_control))

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Is the measure fair?
#
# Would a network that *knows* the answer pass this test? Table 5.10 measures your five small networks with 100 pairs of their world.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
predict("small", lambda: tables.small_world(networks, measure, follows))

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Your pair, and your verdict
#
# Write a pair of your own. Pronoun and nouns stand in it once, each as one token; the first ending fits the first noun.

# %% slideshow={"slide_type": "-"}
gap = "The cat could not climb the tree because it was too {}."
mine = live.Pair(gap, "cat", "tree", ("lazy", "tall"))
p_mine = live.measured(measure, minilm, tokenizer, [mine])[0]  # (2, 6, 12)
falls, rises = follows(p_mine[None]).sum(), follows(p_mine[None].flip(1)).sum()
print(f"p falls in {falls} of 72 heads, and rises in {rises}")

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
ask("what may you say")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What you have found out
#
# - **Attention is a weighted mean; queries, keys and a mask make the weights.** Around it, each block adds to a word's vector.
# - **Between your code and a published model lies a table of names.**
# - **Figure 5.1 is a chosen exception.** In twelve new pairs no head follows the meaning more than twice.
# - **Nor does the test convict the model.** Your small networks answer, and their heads fail it. A picture of one head is a
#   question, not an answer.
#
# Further experiments: `more/05_attention_more.ipynb`.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz()

# %% [markdown] slideshow={"slide_type": "skip"}
# <details><summary>The twelve pairs and the control</summary><ul>
# <li>The trophy doesn't fit in the suitcase because it is too [big / small].</li>
# <li>The ball broke the table because it was made of [steel / glass].</li>
# <li>The truck overtook the bus because it was going so [fast / slow].</li>
# <li>The bottle fell from the shelf because it was [round / crooked].</li>
# <li>The bag of flour was under the bag of rice, so it had to be moved [second / first].</li>
# <li>The dog chased the cat until it was [tired / caught].</li>
# <li>The cup did not fit on the plate because it was too [large / small].</li>
# <li>The fish ate the worm because it was [hungry / tasty].</li>
# <li>The boat could not pass under the bridge because it was too [high / low].</li>
# <li>The key did not open the door because it was [bent / blocked].</li>
# <li>The horse did not jump the fence because it was too [weak / high].</li>
# <li>The lamp did not light the room because it was too [weak / large].</li>
# </ul>
# <p>Trophy, ball, truck, flour and fish are after Levesque et al. (2012); the others are ours. The control:</p>
# <ul>
# <li>The boy called the girl because [he / she] was late.</li>
# <li>The king thanked the queen because [he / she] was kind.</li>
# <li>The man visited the woman because [he / she] was ill.</li>
# <li>The waiter asked the waitress whether [he / she] was free.</li>
# <li>The actor met the actress when [he / she] was young.</li>
# <li>The father phoned the mother after [he / she] came home.</li>
# <li>The uncle wrote to the aunt when [he / she] was in Paris.</li>
# <li>The son left the daughter behind because [he / she] was tired.</li>
# </ul></details>
#
# ## Terms
#
# | English | 中文 | in one line |
# |---|---|---|
# | query, key, value | 查询、键、值 | asks, is found, hands over |
# | cross-attention | 交叉注意力 | queries from another text |
# | attention weights | 注意力权重 | softmax of one query's scores |
# | context | 上下文向量 | weighted mean of the values |
# | head | 注意力头 | one attention of several |
# | causal mask | 因果掩码 | hides what comes after |
# | position embedding | 位置嵌入 | vector of a position |
# | residual connection | 残差连接 | input added to output |
# | LayerNorm | 层归一化 | each vector: mean 0, variance 1 |
# | feed-forward network | 前馈网络 | two linear maps, GELU between |
# | Winograd schema | 威诺格拉德模式 | one word decides the pronoun |
#
# <details><summary>Further reading</summary><ul>
# <li>Vaswani et al. (2017). <em>Attention Is All You Need.</em> NeurIPS.</li>
# <li>Bahdanau, Cho and Bengio (2015). <em>Neural Machine Translation by Jointly Learning to Align and Translate.</em> ICLR. Attention, before the Transformer.</li>
# <li>Ba, Kiros and Hinton (2016). <em>Layer Normalization.</em> arXiv:1607.06450.</li>
# <li>He, Zhang, Ren and Sun (2016). <em>Deep Residual Learning for Image Recognition.</em> CVPR.</li>
# <li>Dong, Cordonnier and Loukas (2021). <em>Attention Is Not All You Need: Pure Attention Loses Rank Doubly Exponentially with Depth.</em> ICML.</li>
# <li>Xiong et al. (2020). <em>On Layer Normalization in the Transformer Architecture.</em> ICML. Post-norm and pre-norm.</li>
# <li>Levesque, Davis and Morgenstern (2012). <em>The Winograd Schema Challenge.</em> KR.</li>
# <li>Clark, Khandelwal, Levy and Manning (2019). <em>What Does BERT Look At? An Analysis of BERT's Attention.</em> BlackboxNLP.</li>
# <li>Devlin, Chang, Lee and Toutanova (2019). <em>BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding.</em> NAACL-HLT.</li>
# </ul></details>

# %% tags=["claims"]
check("one layer finds both nouns equally", abs(float(weights[0] - weights[2])) < 1e-6)
check("parity with transformers", difference < 1e-5)
before, after = p_opening[0, :, 3, 1].tolist()
check("p falls in the opening pair", before > 0.5 > after)
check("one pair alone looks convincing", (int(falls), int(rises)) == (10, 1))
two = follows(p_twelve[10:]).sum()  # horse and lamp
check("horse and lamp: more than half of all falls", bool(2 * two > moved[0].sum()))
check("one matrix: they finds itself", bool(one_matrix[4] > 0.9 and own[0] > 0.6))
sentences = world.sentences()
check("1,456 and 448 sentences", [len(side.ids) for side in sentences] == [1456, 448])
check("nine in ten held-out answers", world.accuracy(small, everything) > 0.85)
check("the loss falls far below a guess", sum(losses[-20:]) / 20 < 0.05)
