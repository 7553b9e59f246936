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
# > *The animal didn't cross the street because **it** was too tired.*
#
# What was tired, the animal or the street? To answer, you read on to *tired*, and then you looked back. A recurrent network cannot look
# back: it has only what it carried along, and *animal* was nine words ago. In 2014 a neural translator had to press a whole sentence into
# one vector, and long sentences came out badly. So Bahdanau and his coauthors let it look back at every word, and called this
# **attention**. In 2017 the recurrent network itself was left out: *Attention Is All You Need*. What remained is the heart of BERT.
#
# **At the end you can**
#
# - compute attention in loops and in three lines of matrix products, and split it into several heads;
# - write the two masks that make a model read both ways, as BERT does, or one way, as GPT does;
# - write the forward pass of an encoder layer, and say what each of its parts is for;
# - load a trained encoder into layers that you wrote, and test what one of its heads knows about the word *it*.
#
# **Time** 90 minutes in class, and 52 for the exercises. **Difficulty** 3 of 5. **Before this**: lesson 02 (recurrence), lesson 04 (what each direction can see).

# %% tags=["bootstrap"] slideshow={"slide_type": "skip"}
# (generated)

# %% tags=["setup"] slideshow={"slide_type": "skip"}
from lessons.l05_attention import (
    ask,
    bugs,
    diagrams,
    exercises,
    figures,
    heads,
    measure,
    predict,
    pronoun_figures,
    pronoun_pairs,
    quiz,
    stacks,
    trained,
)

import torch
from torch import nn

from bertlab.datasets import lee
from bertlab.inspection.attention_measures import measure_heads
from bertlab.model import BertModel
from bertlab.text import WordPieceTokenizer
from workbook.basics import begin_lesson, check, choose, claim, exercise, explore, show, slide

begin_lesson()
bert, tokenizer = BertModel.from_pretrained("minilm"), WordPieceTokenizer.from_folder("minilm")

# %% [markdown] slideshow={"slide_type": "subslide"}
# Here is what one part of all-MiniLM-L6-v2 does with the word *it* in that sentence (left), and in the same sentence
# with *wide* in place of *tired* (right). This model has BERT's architecture, with six layers; it was distilled from a larger model and then
# trained to compare sentences (lesson 14). The thicker a line, the more *it* takes from that word; the three largest numbers are written out.
# The model reads **tokens** (词元): words, pieces of words such as *didn*, and two special ones, [CLS] at the beginning and [SEP] at the end.
#
# With *tired*, two thirds of the weight go to *animal*; with *wide*, less than a third does. It looks as if this part knew what *it* is. But
# even with *wide*, *street* gets less than *animal*. Does it know? Keep your guess. The model has 72 such parts, called heads (6 layers of
# 12). This is layer 3, head 1, both counted from 0, and we chose it because in no other head does the weight on *animal* depend so much on the
# ending. So one picture is not yet a finding. At the end you compute these weights yourself, and put the head to the test.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
SENTENCE = "The animal didn't cross the street because it was too {}."
ends = ("tired", "wide")
seen = [trained.weights_of(bert, tokenizer, SENTENCE.format(end), "it", (3, 1)) for end in ends]
tired, wide = (dict(zip(each.pieces, each.weights.tolist(), strict=True)) for each in seen)
alt = (
    f"The tokens of the sentence in a column. From the left, with 'tired', a thick line joins "
    f"'it' and 'animal', weight {tired['animal']:.2f}. From the right, with 'wide', that line "
    f"has {wide['animal']:.2f}, and [CLS] has {wide['[CLS]']:.2f}."
)
title = "Where “it” looks: with “tired” mostly at the animal"
show(diagrams.looking_back(seen, "it", title), alt=alt)
check("with tired, two thirds rest on the animal", abs(tired["animal"] - 2 / 3) < 0.03)
check("with wide, less than a third does", wide["animal"] < 1 / 3)
check("even then the street gets less", wide["street"] < wide["animal"])

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 1. A weighted mean
#
# What does it mean to *take* from a word? Each token has a vector $x_j$, and the new
# vector of *it* is a **weighted mean** of them all:
#
# $$c_i = \sum_j a_{ij}\, x_j \qquad\text{with}\qquad \sum_j a_{ij} = 1 .$$
#
# The **attention weight** (注意力权重) $a_{ij}$ says how much token $i$ takes from token $j$; $c_i$ is the **context**
# (上下文向量). By hand, with the features noun, pronoun, living, place:

# %% slideshow={"slide_type": "-"}
words = ["animal", "street", "it"]
animal = [1.0, 0.0, 1.0, 0.0]
street = [1.0, 0.0, 0.0, 1.0]
it = [0.0, 1.0, 0.0, 0.0]
x = torch.tensor([animal, street, it])
weights_of_it = torch.tensor([0.8, 0.1, 0.1])
print("it was", x[2].tolist(), "and becomes", weights_of_it @ x)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 2. Queries, keys and values
#
# In part 1 the word *it* became mostly a noun and mostly something living. But there somebody gave us the weights. Where do good ones come from? Let the words compare vectors: a
# dot product is large when two vectors point the same way. But *it* should not look for words *like itself*; it looks for a noun. So what
# a word looks for, and what it can be found by, must be two vectors. What it hands over may be a third: *animal* is found
# because it is a noun, but it should tell *which* noun. Every token gets all three, each from a matrix that is **learned**:
#
# - a **query** (查询) $q_i = x_i W_Q$: what token $i$ looks for;
# - a **key** (键) $k_j = x_j W_K$: what token $j$ can be found by;
# - a **value** (值) $v_j = x_j W_V$: what token $j$ hands over, once it has been found.
#
# The **score** of a pair is $q_i \cdot k_j$. A softmax turns the scores of one query into weights that sum to 1, and the context is
# $c_i = \sum_j a_{ij} v_j$. All three come from the same text here, so this is **self-attention** (自注意力). With queries from
# another text, as in translation (Bahdanau et al. 2015), it is **cross-attention** (交叉注意力). In the picture there are
# $T = 3$ tokens, with $D = 4$ numbers in a vector and $d = 2$ in a query.

# %% slideshow={"slide_type": "subslide"}
W_Q = torch.zeros(4, 2)  # columns of queries and keys: noun, living
W_Q[1, 0] = 4.0  # a pronoun asks for a noun; real models learn this, we chose it by hand
W_K = torch.tensor([[1.0, 0.0], [0.0, 0.0], [0.0, 1.0], [0.0, 0.0]])  # is a noun; is living
W_V = torch.tensor([[0.0, 0.0], [0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])  # which noun: living, place
queries, keys, values = x @ W_Q, x @ W_K, x @ W_V

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
alt = (
    "A table of three words with four numbers each goes through three matrices and comes out as "
    "queries, keys and values, two numbers for each word. The query of 'it' is 4, 0, the others "
    "are 0; its key is 0, those of 'animal' and 'street' are 1, 1 and 1, 0."
)
title = "Each word becomes a query, a key and a value"
asks, gives = ["noun", "living"], ["living", "place"]
columns = [["noun", "pronoun", "living", "place"], asks, asks, gives]
show(diagrams.projections(x, W_Q, W_K, W_V, title=title, rows=words, columns=columns), alt=alt)

# %% slideshow={"slide_type": "subslide"}
contexts = torch.zeros(3, 2)  # first in loops: each word asks, and takes a weighted mean
for i in range(3):
    scores = torch.stack([queries[i] @ keys[j] for j in range(3)])
    weights = scores.softmax(dim=0)
    print(f"{words[i]:6s} takes {weights.numpy().round(3)} from {words}")
    contexts[i] = sum(weights[j] * values[j] for j in range(3))

scores = queries @ keys.T  # and now for all words at once: row i has the scores of query i
weights = scores.softmax(dim=1)
found = weights @ values
check("loops and matrices agree to 1e-6", (found - contexts).abs().max() < 1e-6)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
alt = (
    "Above: a table of queries times a table of keys gives the scores, one for each pair of words. "
    "Below: the softmax of each row, the weights, times the values gives the contexts."
)
show(diagrams.attention(queries, keys, values, words, (asks, gives)), alt=alt)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Your turn: change a query
# About 3 minutes. *Animal* and *street* have the query 0: they ask for nothing, so all their scores are equal and they take a plain mean.
# *It* takes as much from the street as from the animal. Change one number of $W_Q$, so that *it* takes more than 0.9 from *animal*.

# %% slideshow={"slide_type": "-"}
mine = W_Q.clone()
mine[0, 0] = 0.0  # your turn: another row, another column, another number

bugs.examine_query(mine, x, W_K)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 3. Why the scores are divided
#
# Three words and two numbers are a toy. In a BERT encoder, a query has 32 or 64 numbers, and a score is a sum of 32 or 64
# products. How far from 0 does such a sum lie? Assume that all numbers are independent, with mean 0 and variance 1. Then each
# product has variance 1, and a sum of $d$ of them has variance $d$. So scores have a standard deviation of $\sqrt{d}$, which is 8 for
# 64 numbers. What does a softmax make of such scores?


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def sizes_of_heads():
    sizes = [4, 16, 64, 256, 1024]
    drawn = measure.random_scores(64)
    found = measure.scaling(sizes, seeds=range(5))
    alt = (
        "Left: a bell of 10,000 scores, two thirds of them between -8 and 8. Right: the largest of "
        "64 weights rises to nearly 1 the more numbers a query has; divided, it stays near a tenth."
    )
    show(figures.draw_scaling(drawn, sizes, found), alt=alt)
    largest = found["not divided"].largest[:, sizes.index(64)]
    claim(
        "random queries of 64 numbers, scores not divided: one key of 64 takes over 3/4 of the weight",
        (largest > 0.75).all(),
    )
    check("scores have a standard deviation of 8, within 3%", abs(drawn.std() / 8 - 1) < 0.03)
    check("divided, about a tenth", ((found["divided"].largest - 0.1).abs() < 0.03).all())
    left = {name: scaling.sensitivity.mean(dim=0) for name, scaling in found.items()}
    for place in (2, 4):
        bare, divided = (left[name][place] for name in ("not divided", "divided"))
        print(f"sum of a(1 - a), {sizes[place]:,} numbers: {bare:.2f}; divided {divided:.2f}")
    check("not divided, a third of it is left at most", bare < divided / 3)


predict("without the division", sizes_of_heads)

# %% [markdown] slideshow={"slide_type": "subslide"}
# How well can the network still learn where to look? The derivative of a weight $a$ with respect to its own score is $a(1 - a)$, which is 0 for a
# weight of 0 and for a weight of 1. The sum over all keys says how much a small change of the scores still moves the weights; open the result
# above for its values (64 equal weights give 63/64, all weight on one key gives 0). When it is near 0, the softmax is called *saturated*. The authors of the Transformer suspected that this slows
# learning, so they divided the scores by $\sqrt{d}$. In formulas we write $d_\text{head}$ from here on for how many numbers a query has; in shapes it stays d. The vectors of all words
# are the rows of $Q$, $K$ and $V$:
#
# $$\mathrm{Attention}(Q, K, V) = \mathrm{softmax}\!\left(\frac{Q K^\top}{\sqrt{d_\text{head}}}\right) V$$
#
# This is the formula of *Attention Is All You Need* (2017). You have built all but the division.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 4. Masks: who may look at whom
#
# The texts of a batch differ in length, so the short ones are filled up with **padding** (填充). Padding gets queries, keys and values
# like any word, and the formula cannot tell that it has no meaning. A **mask** (掩码) hides it: the scores of hidden keys are
# lowered so far that the softmax gives them a weight of 0.
#
# ### Exercise 1: one head, with padding
# Difficulty 3 of 5, about 10 minutes. `query`, `key` and `value` are (B, T, d): B texts, T tokens, vectors of d numbers.
# `attention_mask` (B, T), int64, has 1 for a token and 0 for padding. Write the formula of part 3 for a whole batch, so that padding gets
# no weight. Return a tuple of two tensors in the dtype of `query`: the context (B, T, d) and the weights (B, T, T).
#
# For example, one text of two tokens whose queries and keys are all 0: with the mask `[[1, 1]]` each row of the weights is
# `[0.5, 0.5]`, and with the mask `[[1, 0]]` it is `[1, 0]`.
#
# Three cases are easy to get wrong:
#
# - Padding may stand in front as well, or at both ends.
# - Scores may be several hundred, even after they are divided. So a hidden score of -100 is not low enough.
# - One text may be all padding. Its rows must not become NaN: each row of weights still sums to 1, but which weights stand there does not
#   matter.
#
# <details><summary>Hint 1</summary>Four lines: scores, mask, softmax, sum.</details>
# <details><summary>Hint 2</summary>The mask hides <em>keys</em>. With shape (B, 1, T) it fits the scores (B, T, T).</details>
# <details><summary>Hint 3</summary>The softmax of a row of -inf is 0 / 0. <code>torch.finfo(scores.dtype).min</code> is finite.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.attention_head)
def attention_head(query, key, value, attention_mask):
    """Return the tuple of the context (B, T, d) and the weights (B, T, T); each row sums to 1."""
    ...


# %% tags=["solution"]
def attention_head(query, key, value, attention_mask):
    scores = query @ key.transpose(-2, -1) / query.shape[-1] ** 0.5  # (B, T, T)
    is_padding = attention_mask[:, None, :] == 0  # (B, 1, T)
    weights = scores.masked_fill(is_padding, torch.finfo(scores.dtype).min).softmax(dim=-1)
    return weights @ value, weights


# %% [markdown] slideshow={"slide_type": "slide"}
# ### BERT's mask and GPT's mask
#
# A model that is trained to predict the *next* word must not see it. GPT therefore hides, from each token, all that comes after it: a
# **causal mask** (因果掩码). So a text of $T$ tokens gives $T$ predictions in one pass, and none of them sees its answer. Such a model is
# *unidirectional*. BERT hides only the padding, so every token sees both sides; it is *bidirectional*. The head is the same in both; only the
# mask differs, and below you hand both masks to *your* head.
#
# What becomes of the padding's own output? It means nothing, but it does no harm: no real token looks at it, and no loss is computed from it.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
alt = (
    "Two grids of 4 by 4 cells, a row for each token that looks, a column for each that is seen. "
    "BERT: only the column of the padding is hidden. GPT: the upper triangle is hidden as well."
)
show(diagrams.masks(["the", "dog", "sleeps", "[PAD]"]), alt=alt)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 2: the causal mask
# Difficulty 2 of 5, about 5 minutes. From `attention_mask` (B, T), int64, 1 for a token and 0 for padding, return a tensor (B, T, T) of
# dtype bool: True at (b, i, j) where place i of text b may see place j, which is itself or an earlier one. For example, `[[1, 1, 0]]` gives one
# text with these rows:
#
# ```
# [[[True, False, False],
#   [True, True,  False],
#   [True, True,  False]]]
# ```
#
# - Padding may stand anywhere, and a text may be only padding. No place sees padding.
# - A place that holds padding follows the same rule as any other: it sees the real tokens before it.
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


# %% slideshow={"slide_type": "-"}
def attend_with(mask, query, key, value):
    """Let token i see what row i of the mask (T, T) allows; query, key and value are (T, d)."""
    # Your head takes one row of 1 and 0 for a text; your mask has one row for each token. So the
    # head gets the text T times, and token i reads copy i, with row i of the mask.
    T = len(query)
    copies = [part.expand(T, T, -1) for part in (query, key, value)]
    contexts, weights = attention_head(*copies, mask.long())  # copy i gets row i of the mask
    token = torch.arange(T)
    return contexts[token, token], weights[token, token]  # token i, as it reads copy i


attention_mask = torch.tensor([[1, 1, 1, 1, 1, 0]])
masks = {"BERT": attention_mask.bool().expand(6, 6), "GPT": causal_mask(attention_mask)[0]}


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def who_notices():
    noticed = measure.noticed_by(2, masks, attend_with)
    equal = torch.zeros(6, 2)
    print("Weights of your head when all scores are equal: BERT's mask, and GPT's")
    rows = [attend_with(mask, equal, equal, equal)[1].tolist() for mask in masks.values()]
    for both in zip(*rows, strict=True):
        print("   ".join(" ".join(f"{weight:.2f}" for weight in row) for row in both))
    print("If token 2 is changed, these outputs change:", noticed)
    check("with GPT's mask, no token notices what comes after it", noticed["GPT"] == [2, 3, 4, 5])
    check("with BERT's, all notice", noticed["BERT"] == [0, 1, 2, 3, 4, 5])


predict("who notices", who_notices)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(1, 2)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 5. Several heads
#
# One head gives each token *one* weighted mean. A verb may want its subject and its object, and a mean of both blurs them. So a
# layer has several **heads** (注意力头) side by side, each with queries, keys and values of its own. Their contexts are joined, and a
# last matrix $W_O$ mixes them. In practice one large matrix makes the queries of all heads, and each row of its result is cut into pieces:
# with $D = 384$ and 12 heads, each head works with $d_\text{head} = 384 / 12 = 32$ numbers. In the picture, 2.4 is number 4 of token 2, both counted from 0;
# $D$ is 6 there, and each of three heads gets two columns.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
alt = (
    "From below: the vectors go through one matrix, and the queries of four tokens come out, six "
    "numbers each. Their columns are cut into three tables of two columns, one for each head; each "
    "goes into an attention of its own, and the three contexts are joined and mixed."
)
show(diagrams.heads(num_heads=3), alt=alt)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Your turn: split, attend, join
# About 8 minutes. `queries`, `keys` and `values` are (B, T, D), as the large matrices make them. Cut the D numbers of each token into
# `num_heads` pieces of equal size, in their order: head 0 gets the first piece of the queries, of the keys and of the values. Call
# your `attention_head` for each head. Return a tuple of two tensors:
#
# - the contexts of all heads, joined in the same order, (B, T, D);
# - the weights of all heads, (B, H, T, T).
#
# With `num_heads=12`, tensors of shape (2, 16, 384) give contexts (2, 16, 384) and weights (2, 12, 16, 16).
#
# <details><summary>Hint 1</summary><code>tensor.chunk(n, dim=-1)</code> cuts the last axis into n pieces.</details>
# <details><summary>Hint 2</summary><code>torch.cat</code> joins along an axis that is there; <code>torch.stack</code> makes a new one.</details>


# %% slideshow={"slide_type": "-"}
@heads.checked
def all_heads(queries, keys, values, attention_mask, num_heads):
    """Return the contexts of all heads, joined (B, T, D), and their weights (B, H, T, T)."""
    ...


# %% slideshow={"slide_type": "subslide"}
class SelfAttention(nn.Module):
    def __init__(self, size, num_heads):
        super().__init__()
        self.num_heads = num_heads
        self.query = nn.Linear(size, size)
        self.key = nn.Linear(size, size)
        self.value = nn.Linear(size, size)
        self.output = nn.Linear(size, size)

    def forward(self, x, attention_mask):
        queries, keys, values = self.query(x), self.key(x), self.value(x)
        # the weights are kept, to look at them later
        contexts, self.weights = all_heads(queries, keys, values, attention_mask, self.num_heads)
        return self.output(contexts)  # (B, T, D)


# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Find the bug
# About 5 minutes. A loop over heads is slow on a GPU. So a friend hands all heads to `attention_head` in one call, as if they were further
# texts of the batch. The shapes are right, and there is no error. But when the value of one token is changed, not every head
# notices. Run the cell, read what it prints, find the line with the bug and mend it.
#
# <details><summary>Hint</summary>A <code>view</code> moves no number: it only cuts the long row of numbers in memory in another way. In which order do they lie there?</details>


# %% slideshow={"slide_type": "-"}
def friends_heads(queries, keys, values, attention_mask, num_heads):
    B, T, D = queries.shape
    pieces = []
    for part in (queries, keys, values):
        of_heads = part.view(B, num_heads, T, D // num_heads)
        pieces.append(of_heads.flatten(0, 1))  # (B * H, T, d)
    masks = attention_mask.repeat_interleave(num_heads, dim=0)  # (B * H, T)
    contexts, weights = attention_head(*pieces, masks)
    contexts = contexts.unflatten(0, (B, num_heads))  # (B, H, T, d)
    joined = contexts.transpose(1, 2).flatten(2)  # (B, T, D)
    return joined, weights.unflatten(0, (B, num_heads))


bugs.examine_heads(friends_heads)


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def cut_by_view():
    alt = (
        "Two rows of three tables. Above, columns are cut: head 0 has the first two numbers of all "
        "tokens. Below, as the friend's view cuts: head 0 has all six numbers of token 0 and two "
        "of token 1, and nothing of tokens 2 and 3."
    )
    show(diagrams.two_cuts(num_heads=3), alt=alt)


predict("what a view cuts", cut_by_view)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 6. Order
#
# Read `SelfAttention` again. Which line knows which word comes first?


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def shuffled():
    gap = measure.gap_after_shuffling(SelfAttention(48, 4))
    claim("if the words are shuffled, attention's outputs are shuffled in the same way", gap < 1e-6)


predict("shuffled words", shuffled)

# %% [markdown] slideshow={"slide_type": "subslide"}
# BERT has to tell *dog bites man* from *man bites dog*. So a vector for the **position** is added to each token's vector. The same word
# then has another query, key and value at another place. Does adding not destroy the word? 384 dimensions have room for both: in this encoder the position vectors lie almost wholly in 16 directions, in which the word vectors have
# next to nothing (see the printed lines). A learned matrix can read mainly these directions, and another mainly the rest. A query can then ask for "the
# token before me"; in part 9 you find a head that does. In the Transformer of 2017, sines and cosines of many wavelengths give these vectors. BERT
# *learns* them, as a table of 512 rows (position embeddings, 位置嵌入).
#
# The picture compares the position vectors with each other. In both tables neighbors are most alike: that is the dark diagonal. The stripes on the left
# show that the learned vectors become alike again every few positions, as waves do. Nobody built that in.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
learned, sines = measure.learned(bert, 64), measure.sinusoids(64, 384)
tables = {"learned by this encoder": learned, "sines and cosines": sines}
alt = (
    "Two tables of cosines between the vectors of positions 0 to 63. In both there is a dark band "
    "along the diagonal. The learned one has further, paler stripes beside it."
)
cosines = {name: measure.cosines(vectors) for name, vectors in tables.items()}
show(figures.draw_positions(cosines), alt=alt)
check("neighbors are alike", all(c.diagonal(1).mean() > 0.8 for c in cosines.values()))
near, far = (cosines["learned by this encoder"].diagonal(k).mean() for k in (9, 12))
check("12 positions apart they are more alike than 9 apart", far > near + 0.2)
some_words = bert.embeddings.word.weight[2000:6000]
parts = measure.parts_in_main_directions(bert.embeddings.position.weight, some_words, 16)
print(f"16 of 384 directions hold {parts[0]:.0%} of the position vectors' squared length")
print(f"and {parts[1]:.0%} of that of 4,000 word vectors")
check("positions have directions of their own", parts[0] > 0.95 and parts[1] < 0.02)
positions = measure.sinusoids(9, 48)
told = measure.gap_after_shuffling(SelfAttention(48, 4), positions=positions)
check("with positions, shuffled words give other vectors", told > 0.01)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 7. The encoder layer
#
# Attention is not yet a layer. A layer has two **blocks**, attention and a feed-forward network, and something is done around each of them.
#
# 1. **The feed-forward network** (前馈网络, FFN): two linear maps, from $D$ to $4D$ numbers and back, with a GELU between them, a smooth
#    ReLU. It works on each token by itself. Attention moves information between tokens, but for given weights it is linear, and a stack
#    of linear maps is one linear map; here a layer can compute something new.
# 2. **Residual connections** (残差连接): a block does not *replace* a vector; its output is **added** to its input.
# 3. **LayerNorm** (层归一化): after the addition, each vector is brought to mean 0 and variance 1. This order is *post-norm*;
#    many later models normalize a block's input instead (*pre-norm*).
#
# In the picture, $h$ enters the layer, $h'$ is what lies between the blocks, and $h''$ leaves it. What are residual connections and LayerNorm for? We take each away
# and see, in layers that were not trained. So we learn what a network *starts* with, not what training can repair.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
alt = (
    "From below: the vectors h enter self-attention; an arrow leads from h around it to an addition "
    "and LayerNorm, which give h prime. H prime enters the feed-forward network from D to 4 D and "
    "back; an arrow leads from h prime around it to an addition and LayerNorm: h double prime."
)
show(diagrams.layer(), alt=alt)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Take the residuals away
#
# 12 layers with randomly initialized parameters read 32 different tokens; LayerNorm stays. The parameters are about as large as BERT's at its
# start, rescaled because a vector has 64 numbers here and 768 in BERT base. From the input to the output we measure the mean cosine of two tokens. Then we go back with the gradient, from layer 12 to the
# input: we take the gradient of *one* token's output, and ask what proportion of it belongs to the same token's vector.


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def without_residuals():
    found = stacks.residuals(seeds=range(5))
    alt = (
        "Above: without residuals the mean cosine of two tokens is 1 from the second layer on; "
        "with them it rises slowly, to less than a half. Below, from right to left: with "
        "residuals nine tenths of a token's gradient reach its own input; without them, 1 in 32."
    )
    show(figures.draw_residuals(found), alt=alt)
    claim(
        "without residuals, all tokens are alike after 2 layers (cosine over 0.99), in 5 seeds",
        (found["without"].alike[:, 2] > 0.99).all(),
    )
    check("with them they still differ after 12", (found["with"].alike[:, 12] < 0.5).all())
    check("and most of a gradient finds its token", (found["with"].own[:, 0] > 0.8).all())
    check("without them it is spread", (found["without"].own[:, 0] < 0.05).all())
    larger = stacks.residuals(range(5), larger=True)["with"].alike[:, 12].mean()
    print(
        f"larger start (the first Transformer's), with residuals: cosine {larger:.1f} after 12 layers"
    )
    check("from a larger start they hardly do", larger > 0.85)


predict("without residuals", without_residuals)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Take LayerNorm away
#
# In the last experiment the layers attended nearly evenly and their tokens became alike, as Dong et al. (2021) prove for stacked attention without residuals
# and feed-forward networks. But in part 3 random numbers gave one key nearly all the weight. So *random* says neither even nor
# peaked; the **size** of the scores decides. In part 3 they had a standard deviation of 8. In the layers of the last experiment, LayerNorm keeps the vectors at
# variance 1, the parameters are small and the scores are divided, so the weights are nearly equal.
#
# Now LayerNorm goes, and the additions stay. The size of the parameters matters here, so we take two starts: that of the first Transformer's program,
# tensor2tensor (Xavier's rule, Glorot and Bengio 2010), and a smaller one, as BERT has it. As in part 3, we ask how much of a query's weight goes to
# its best key, out of 32.


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def without_layernorm():
    xavier = stacks.sizes_of_vectors(seeds=range(5))
    smaller = stacks.sizes_of_vectors(seeds=range(5), std=stacks.BERT_START)
    normed, bare, small = xavier["with"], xavier["without"], smaller["without"]
    names = "without LayerNorm", "without, smaller start", "with LayerNorm"
    alt = (
        "Without LayerNorm the vectors grow with every layer (above), and the largest weight rises "
        "to nearly 1 (below); from a smaller start to a third. With LayerNorm both stay low."
    )
    show(figures.draw_sizes(dict(zip(names, (bare, small, normed), strict=True))), alt=alt)
    grown = bare.vectors[:, -1].log().mean().exp() / bare.vectors[:, 0].mean()
    block = grown ** (1 / 24)
    print(f"a block makes the vectors {block:.2f} times as long, 24 blocks {grown:.0f} times")
    claim(
        "without LayerNorm, one key of 32 takes over 9/10 of the weight in layer 12, in 5 seeds",
        (bare.largest[:, -1] > 0.9).all(),
    )
    check("with LayerNorm, none takes a tenth", (normed.largest[:, -1] < 0.1).all())
    check("about 28 times as long", abs(grown / 28 - 1) < 0.15)
    added = bare.added.mean(dim=(0, 1))
    check("a block adds a little more than half", ((added - 0.53).abs() < 0.05).all())
    check("from BERT's start about a third", abs(small.largest[:, -1].mean() - 0.33) < 0.05)


predict("without LayerNorm", without_layernorm)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 3: layer normalization
# Difficulty 2 of 5, about 5 minutes. Let $\mu$ and $\sigma^2$ be the mean and the variance of a token's own $D$ numbers; gain
# $\gamma$ and bias $\beta$ are learned:
#
# $$\mathrm{LayerNorm}(x) = \gamma \, \frac{x - \mu}{\sqrt{\sigma^2 + \epsilon}} + \beta$$
#
# The variance is divided by $D$, and BERT's $\epsilon$ is 1e-12. Write it without `nn.LayerNorm`. `x` is (B, T, D), `gain` and `bias` are (D,), `eps`
# is $\epsilon$. Return a tensor of the shape and dtype of `x`.
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


# %% [markdown] slideshow={"slide_type": "slide"}
# ### Exercise 4: the encoder layer
# Difficulty 2 of 5, about 5 minutes. Read the picture from below and write what it does: the first addition takes $h$, the second $h'$. Here $h$ is `x`, of shape
# (B, T, D), and `attention_mask` is (B, T). `layer` holds five parts with learned parameters, and you call them like functions:
#
# - `layer.attention(x, attention_mask)`, your `SelfAttention`, and `layer.attention_norm(x)`, its LayerNorm;
# - `layer.expand(x)` and `layer.contract(x)`, the linear maps of the FFN, from D to 4D numbers and back (the GELU between them is
#   `nn.functional.gelu`), and `layer.output_norm(x)`, its LayerNorm.
#
# Return the vectors $h''$, (B, T, D). Do not change `x` itself. The folded cell after yours makes a class of it, `EncoderLayer`.
#
# <details><summary>Hint 1</summary>What goes into a block is needed twice: by the block, and by the addition. Keep it under a name.</details>
# <details><summary>Hint 2</summary>First write the line of h' alone and run the cell: it tells what is missing.</details>
# <details><summary>Hint 3</summary>h' = LayerNorm(h + Attention(h)), and h'' has the same form, with the FFN.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.encoder_layer)
def encoder_layer(x, attention_mask, layer):
    """Return the vectors (B, T, D) after attention and the feed-forward network."""
    ...


# %% tags=["solution"]
def encoder_layer(x, attention_mask, layer):
    x = layer.attention_norm(x + layer.attention(x, attention_mask))
    inner = nn.functional.gelu(layer.expand(x))
    return layer.output_norm(x + layer.contract(inner))


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
class LayerNorm(nn.LayerNorm):  # torch's class holds gain and bias; your function computes
    def forward(self, x):
        return layer_normalization(x, self.weight, self.bias, self.eps)


class EncoderLayer(nn.Module):
    def __init__(self, size, num_heads, inner_size):
        super().__init__()
        self.attention = SelfAttention(size, num_heads)
        self.attention_norm = LayerNorm(size, eps=1e-12)
        self.expand = nn.Linear(size, inner_size)
        self.contract = nn.Linear(inner_size, size)
        self.output_norm = LayerNorm(size, eps=1e-12)

    def forward(self, x, attention_mask):
        return encoder_layer(x, attention_mask, self)  # yours


# %% [markdown] slideshow={"slide_type": "slide"}
# ## 8. One step, and its price
#
# In a recurrent network, what word $j$ says reaches word $i$ in $i - j$ steps, and each step may lose some of it. In attention it takes one
# step. How much arrives? We change an input a little and measure how much the output of the last of 65 tokens changes (the norm of
# the *Jacobian*), in networks with randomly initialized parameters: a simple RNN; an LSTM; an RNN with an orthogonal matrix, which turns the
# state and keeps its length, so that only its tanh can lose anything; and attention with 4 heads.


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def far_back():
    found = measure.reaches(seeds=range(5))
    alt = (
        "Log scale: three recurrent networks fall with distance; attention, open gates stay level."
    )
    show(figures.draw_reach(found), alt=alt)
    left = {name: values[:, 64] / values[:, 1] for name, values in found.items()}
    recurrent = torch.stack([left[name] for name in ("RNN", "LSTM", "orthogonal RNN")])
    claim(
        "64 words back, RNN, LSTM and orthogonal RNN have lost all but a millionth, in 5 seeds",
        (recurrent < 1e-6).all(),
    )
    check("attention keeps a third or more", (left["attention"] > 1 / 3).all())
    check("open gates: half to twice", (left["LSTM, gates open"].log2().abs() < 1.1).all())
    longer = torch.stack([measure.reach(measure.attention_of_heads, s, 257) for s in range(5)])
    part = (longer[:, 64] / found["attention"][:, 64]).mean()
    print("attention, 64 tokens back:")
    print(f"in a text of 257 tokens the effect is {part:.1f} of that in a text of 65")
    check("a longer text weakens it", part < 1 / 3)
    near = torch.stack([values[:, 1] for values in found.values()])  # the last is attention
    check("attention begins lower than all", (near[-1] < near[:-1]).all())
    check("and is higher at distance 0", (found["attention"][:, 0] > near[-1]).all())


predict("far back", far_back)

# %% [markdown] slideshow={"slide_type": "subslide"}
# So losing is no fate: an LSTM whose forget gates begin nearly open (dashed) loses nothing on average. (Its five seeds keep between half and twice the effect.) What no training changes is the
# number of steps. They must wait for each other, while attention computes all tokens at once: that is why Transformers train fast on
# GPUs. And that a token *can* be reached does not mean that it is used (lesson 11).
#
# What is the price? Count the operations of one layer; a multiplication and an addition are two. Queries, keys, values and output are four
# matrices of $D \times D$, so they take $4 \cdot 2TD^2 = 8TD^2$. The FFN has two of $D \times 4D$, which take $16TD^2$. Together these linear maps take $24TD^2$,
# a part for each **token**. $QK^\top$ takes $2T^2D$, and weights times values take as much: $4T^2D$, a part for each **pair** of tokens. The two sums are
# equal at $T = 6D$, which is 4,608 tokens in BERT base, where $D = 768$. At 512 tokens, BERT's longest text, the pairs are a tenth
# of the work. Memory has the same price: a layer that stores its weights stores $T^2$ of them for each head.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 9. Your encoder reads the sentence
#
# We copy the trained parameters of all-MiniLM-L6-v2 into six layers of *your* class, and the opening sentence goes through them. All weights
# below are computed by your `attention_head`, `all_heads`, `layer_normalization` and `encoder_layer` (the workbook's stand in for those that
# are still open).
#
# Only the *last* word of the two sentences differs. How can it change where *it* looks, when a query is made from the vector of *it* alone? The
# head stands in layer 3. By then, three rounds of attention have mixed *tired* or *wide* into the vectors of all other words.
#
# Now look around (the controls need a running kernel). Find a head that looks at the token before, one that looks at [CLS], and one that
# spreads its weight everywhere.
#
# <details><summary>The best of each kind, for the opening sentence</summary>Layer 0, head 2 looks at the token before; layer 4, head 5 looks at
# [CLS]; layer 0, head 3 spreads its weight most evenly.</details>

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
linear, pairs = measure.price(tokens=torch.tensor([512, 4608]), size=768)
check("torch counts as many", measure.counted([512, 4608]) == (linear + pairs).tolist())
check("equal at T = 6 D", linear[1] == pairs[1])
check("at 512 tokens a tenth", abs(pairs[0] / (linear + pairs)[0] - 0.1) < 0.005)

your_layers = [
    trained.poured(EncoderLayer(size=384, num_heads=12, inner_size=1536), layer)
    for layer in bert.encoder.layers
]


@torch.no_grad()
def your_weights(sentence):
    """Return the pieces of a sentence and the weights of all layers and heads, (L, H, T, T)."""
    batch = tokenizer.batch([sentence])
    # token_type_ids tell the two texts of a pair apart: all 0 for a single text (lesson 06)
    hidden = bert.embeddings(batch.input_ids, batch.token_type_ids)
    weights = []
    for layer in your_layers:
        hidden = layer(hidden, batch.attention_mask)
        weights.append(layer.attention.weights[0])
    return [tokenizer.vocabulary[piece] for piece in batch.input_ids[0]], torch.stack(weights)


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
on_animal, gap = [], 0.0
for end in ends:
    batch = tokenizer.batch([SENTENCE.format(end)])
    theirs = torch.stack([layer.weights[0] for layer in bert.inspect(*batch).layers])
    pieces, weights = your_weights(SENTENCE.format(end))
    gap = max(gap, (weights - theirs).abs().max().item())
    on_animal.append(weights[:, :, pieces.index("it"), pieces.index("animal")])
print("your encoder and the library, largest difference in 72 heads is under 1e-5:", gap < 1e-5)
check("your encoder gives bertlab's weights, to 1e-5", gap < 1e-5)
moved = on_animal[0] - on_animal[1]
looks = measure_heads(bert, tokenizer, [SENTENCE.format("tired")])
check("the answers above", measure.best_roles(looks) == [(0, 2), (4, 5), (0, 3)])
check("the head of the opening changes most", moved[3, 1] == moved.abs().max())
title = "How the head was chosen: weight from it to animal, tired minus wide"
alt = (
    "A table of 6 layers and 12 heads. One cell is dark, layer 3, head 1; all others are pale, "
    f"below a third of its {moved[3, 1]:.2f}."
)
show(pronoun_figures.draw_chosen(moved, (3, 1), title), alt=alt)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
CHOICES = [
    SENTENCE.format("tired"),
    "The dog that chased the cats was tired.",
    "She left the book on the table and went home.",
]


def draw_query(sentence, layer, head, query):
    pieces, weights = your_weights(sentence)
    asks = min(query, len(pieces) - 1)
    return figures.draw_weights(pieces, weights[layer, head, asks], asks)


def words_of_query(sentence, layer, head, query):
    pieces, weights = your_weights(sentence)
    asks = min(query, len(pieces) - 1)
    best = weights[layer, head, asks].argmax()
    return (
        f"Bars of attention weights: {pieces[asks]!r} gives most of its weight to {pieces[best]!r}."
    )


controls = {"layer": slide(0, 5, value=3), "head": slide(0, 11, value=1)}
controls["query"] = slide(0, 15, value=10, label="word that looks")
explore(draw_query, alt=words_of_query, sentence=choose(CHOICES), **controls)

# %% [markdown] slideshow={"slide_type": "slide"}
# ### Does this head find what *it* means?
#
# We chose this head because of one pair of sentences. Pairs like it, in which one word decides what a pronoun means, are called **Winograd
# schemas** (Levesque et al. 2012). Here are twelve more, some of them after theirs, such as *The fish ate the worm because it was hungry / tasty*
# (all stand after the terms). Let $p$ be the weight of *it* on the first noun, divided by its weight on both nouns. In the opening pair, $p$
# falls from 0.93 with *tired* to 0.70 with *wide*. If the head found out what *it* means, $p$ would fall in every pair.
#
# Such a test needs a **control**: could it see a head that finds the right noun? So we add eight pairs that the pronoun's form decides, such as *The king
# thanked the queen because he / she was kind*. This is easier, because the pronoun itself changes, so its own query can carry the answer. In the twelve pairs
# the answer has to come from the ending.
#
# ### Your turn: measure the head
# About 5 minutes. `weights` (T, T) are those of one head, `pieces` the T tokens; `first` and `second` are the two nouns. Return $p$ for the
# pronoun *it*, a number.
#
# <details><summary>Hint</summary><code>pieces.index("it")</code> is the place of <em>it</em>. Row or column: who looks?</details>


# %% slideshow={"slide_type": "-"}
@pronoun_pairs.checked
def proportion_on_first(weights, pieces, first, second):
    """Return p: of the weight of "it" on both nouns, the proportion on the first."""
    ...


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
rows, head = [trained.OPENING, *trained.twelve_pairs()], (3, 1)
yours = pronoun_pairs.proportions(proportion_on_first, your_weights, rows, head)
found = trained.pronouns(your_weights, rows[1:])


def twelve_more():
    alt = (
        "The marks of both endings are far apart in the opening pair, fish / worm and horse / "
        "fence, and never on two sides of one half. No head moves more than 2 of the 12 pairs."
    )
    names = ["opening: animal / street", *found.names]
    shown = dict(zip(names, yours, strict=True))
    show(pronoun_figures.draw_pronouns(shown, head, found), alt=alt)
    first = yours[1:] > 0.5  # by pair and ending
    same = first[:, 0] == first[:, 1]
    claim("in all 12 pairs, this head prefers the same noun whatever the ending", same.all())


predict("twelve more", twelve_more)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
control = trained.pronouns(your_weights, pronoun_pairs.HE_OR_SHE)
alt = "A point for each head, as above: seven heads move all eight pairs of the control, ours five."
show(pronoun_figures.draw_control(control, head), alt=alt)
told = (control.moved() >= 0.1).sum(dim=0)
print(f"{(told == 8).sum()} heads move all 8 pairs, and ours moves {told[3, 1]}.")
print(
    f"If each pair were a coin, {told.numel() / 2**8:.1f} of {told.numel()} heads would move all 8."
)
print("So the test can see a head that follows a pronoun.")
check("seven heads move all pairs of the control", (told == 8).sum() == 7)
check("ours moves five of them", told[3, 1] == 5)

# %% tags=["hide-input"] slideshow={"slide_type": "skip"}
falls = yours[:, 0] - yours[:, 1]  # the opening pair first
moved, on_nouns = found.moved() >= 0.1, found.on_nouns()
check(
    "in the opening pair, 0.93 and 0.70",
    (yours[0] - torch.tensor([0.93, 0.70])).abs().max() < 0.006,
)
check(
    "fish and horse follow the ending", (falls[1:] >= 0.1).nonzero().flatten().tolist() == [7, 10]
)
check("nine pairs go the right way", (falls[1:] > 0).sum() == 9)
check(
    "three pairs go the wrong way", (falls[1:] <= -0.02).nonzero().flatten().tolist() == [0, 1, 6]
)
check("mostly the first noun", (yours[1:] > 0.5).all(dim=1).sum() == 9)
check("no head puts more weight on the two nouns", on_nouns[3, 1] == on_nouns.max())
check("no head moves more than 2 pairs", moved.sum(dim=0).max() == 2)

# %% slideshow={"slide_type": "-"}
# Be sceptical of us, too: write pairs of your own here, before you look. Each needs "it" once, and
# nouns that the tokenizer keeps whole: sentence, first and second noun, the endings that fit them.
my_pairs = [
    ("The cat did not climb the tree because it was too {}.", "cat", "tree", "lazy", "tall"),
]
pronoun_pairs.report(proportion_on_first, your_weights, (3, 1), my_pairs)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Myth check
#
# *"Attention picks out the one word that matters."* Pictures often show a single thick line; so did ours. We read
# the first 64 tokens of 50 news articles of the Lee corpus. For every layer, head and token, [CLS] and [SEP] too, we note who gets more than
# half of the weight, if anybody does. Lesson 11 asks the same of a model that was trained to fill in masked words. Whether a weight *explains*
# an answer is yet another question, for lessons 11 and 12.


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def one_bright_line():
    found, random = trained.largest_weights(bert, tokenizer, lee().documents)
    over = found.largest > 0.5
    special, words = over & (found.who == 0), over & (found.who >= 2)
    alt = (
        "Bars, as proportions of all queries. In two thirds no key gets over half of the weight. "
        f"[CLS] or [SEP] gets it in {special.float().mean():.0%}, a word next to it or further "
        f"away in {words.float().mean():.0%} together, the token itself hardly ever."
    )
    show(figures.draw_largest(found), alt=alt)
    claim(
        "fewer than 1 query in 10 gives a word other than itself over half of its weight",
        words.float().mean() < 0.1,
    )
    check("two thirds of the queries give no key so much", abs(over.float().mean() - 1 / 3) < 0.02)
    part = special.sum() / over.sum()
    check("where one key has it, a special token in five of six", abs(part - 5 / 6) < 0.02)
    check("randomly initialized parameters never do", not (random.largest > 0.5).any())


predict("one bright line", one_bright_line)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## At work
#
# At work you will call PyTorch's own attention. All heads go into one call, with the heads as an axis of their own. Its fast versions
# never store the (T, T) weights, which saves memory; so they cannot show you where a token looks. Mind the mask: True means
# *may be seen* here, and *hidden* in `nn.MultiheadAttention`.

# %% slideshow={"slide_type": "-"}
batch = tokenizer.batch([SENTENCE.format("tired")])
x = bert.embeddings(batch.input_ids, batch.token_type_ids)  # (1, T, 384), positions added
block = your_layers[0].attention
query, key, value = (
    part(x).unflatten(-1, (12, 32)).transpose(1, 2)  # (1, T, 384) to (1, 12, T, 32)
    for part in (block.query, block.key, block.value)
)
may_be_seen = batch.attention_mask[:, None, None, :] == 1
context = nn.functional.scaled_dot_product_attention(query, key, value, attn_mask=may_be_seen)
fused = block.output(context.transpose(1, 2).flatten(2))
difference = (fused - block(x, batch.attention_mask)).abs().max().item()
print("as your SelfAttention, to 1e-5:", difference < 1e-5)
check("torch's attention is yours, to 1e-5", difference < 1e-5)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(3, 4, 5)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
ask("do seven heads find what a pronoun means")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Recap
#
# - Attention gives each token a weighted mean of values. The weights come from queries and keys, by dot products and a softmax.
# - Scores grow with $\sqrt{d_\text{head}}$. Divided by it, they keep a softmax over random vectors from saturating.
# - A mask decides who sees whom. BERT hides only padding; GPT hides the future as well. The head is the same.
# - Each head works with its own piece of every token's queries, keys and values.
# - Without a causal mask, attention does not know the order of its tokens. Position vectors tell it.
# - In layers that were not trained, residuals keep tokens apart and bring each gradient to its own token. LayerNorm keeps the
#   vectors at one size; without it, large starting parameters saturate the softmax of the upper layers. The feed-forward network works on each
#   token alone, and keeps a stack of layers from being one linear map for given weights.
# - Any two tokens are one step apart. The price is paid in pairs, $T^2$, and overtakes the rest at $T = 6D$.
#
# So what was tired, the animal or the street? Your encoder works: it gives the numbers of the trained one. But the head of the
# opening picture is not far from your toy of part 2, once you had changed its query: it prefers one noun, whatever the ending. The control shows that the test could have seen more. One head, chosen for one picture, does not say what was tired. Another model may do
# better: this one is small, and it was trained to compare sentences, not to resolve pronouns. In BERT base, Clark et al. (2019) found one
# head of 144 that picks the right antecedent in about two thirds of cases; that head was chosen among 144, too. And whether a whole *model* knows is another question. Lesson 11 asks it of all heads at once, in a model that was trained to fill in masked words.
#
# Next: **06. From text to input**, because your encoder still needs something that turns words into ids.

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Appendix: texts over the limit
#
# You need nothing of this for the next lessons. BERT's table of positions ends at 512. A longer text is cut into **windows** (窗口). A
# token at the edge of a window sees one side only, so windows overlap, and each token is read in the window where it is furthest from
# an edge. Transformer-XL (Dai et al. 2019) instead keeps the vectors of the previous window, as further keys and values for the next
# one; no gradient goes through them.
#
# ### Exercise 5: overlapping windows
# Difficulty 2 of 5, about 6 minutes, if you like. `ids` is a list of one id or more. Return the windows as a list of lists. Each starts `step`
# tokens after the one before and holds `size` tokens; `step` is from 1 to `size`. Stop at the first window that reaches the end of the
# text. Only this last one may be shorter than `size`; do not pad it.
#
# <details><summary>Hint 1</summary>A text of at most <code>size</code> tokens is one window.</details>
# <details><summary>Hint 2</summary>As long as <code>start + size</code> is less than the text's length, there is more to read.</details>


# %% tags=["exercise"] slideshow={"slide_type": "skip"}
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


# %% [markdown] slideshow={"slide_type": "skip"}
# ## Terms
#
# | English | 中文 | in one line |
# |---|---|---|
# | query, key, value | 查询、键、值 | what a token looks for, what it is found by, what it gives |
# | self-attention, cross-attention | 自注意力、交叉注意力 | queries from the same text as keys and values; from another one |
# | token, padding | 词元、填充 | a word or a piece of one; what fills short texts of a batch up |
# | score | 得分 | dot product of a query and a key; it is divided by $\sqrt{d_\text{head}}$ before the softmax |
# | saturated | 饱和 | of a softmax: one weight is nearly 1, and small changes of the scores move nothing |
# | attention weights | 注意力权重 | softmax of one query's scores: positive, with the sum 1 |
# | context | 上下文向量 | weighted mean of the values |
# | head | 注意力头 | one attention among several in a layer, with queries, keys and values of its own |
# | mask | 掩码 | says which keys a query may see |
# | causal mask | 因果掩码 | each token sees itself and what stands before it |
# | position embedding | 位置嵌入 | a vector that says where a token stands; computed from sines, it is called a position encoding (位置编码) |
# | residual connection | 残差连接 | the input of a block is added to its output |
# | LayerNorm, post-norm | 层归一化、后归一化 | each vector gets mean 0 and variance 1; after the addition, as in BERT |
# | feed-forward network (FFN) | 前馈网络 | two linear maps with a GELU between them, for each token by itself |
# | Winograd schema | 威诺格拉德模式 | two sentences that differ in one word, which decides what a pronoun means |
# | window | 窗口 | a part of a text that is short enough for the model |
#
# <details><summary>The twelve pairs of sentences of part 9</summary><ul>
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
#
# The control:
#
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
# ## Further reading
#
# - Ashish Vaswani, Noam Shazeer, Niki Parmar, Jakob Uszkoreit, Llion Jones, Aidan N. Gomez, Lukasz Kaiser and Illia Polosukhin (2017). *Attention Is All You Need.* NeurIPS.
# - Dzmitry Bahdanau, Kyunghyun Cho and Yoshua Bengio (2015). *Neural Machine Translation by Jointly Learning to Align and Translate.* ICLR.
# - Jimmy Lei Ba, Jamie Ryan Kiros and Geoffrey E. Hinton (2016). *Layer Normalization.* arXiv:1607.06450.
# - Kaiming He, Xiangyu Zhang, Shaoqing Ren and Jian Sun (2016). *Deep Residual Learning for Image Recognition.* CVPR.
# - Yihe Dong, Jean-Baptiste Cordonnier and Andreas Loukas (2021). *Attention Is Not All You Need: Pure Attention Loses Rank Doubly Exponentially with Depth.* ICML.
# - Zihang Dai, Zhilin Yang, Yiming Yang, Jaime Carbonell, Quoc V. Le and Ruslan Salakhutdinov (2019). *Transformer-XL: Attentive Language Models beyond a Fixed-Length Context.* ACL.
# - Xavier Glorot and Yoshua Bengio (2010). *Understanding the Difficulty of Training Deep Feedforward Neural Networks.* AISTATS.
# - Hector Levesque, Ernest Davis and Leora Morgenstern (2012). *The Winograd Schema Challenge.* KR. Five of the twelve pairs (trophy, ball, truck, flour, fish) are after theirs.
# - Jakob Uszkoreit (2017). *Transformer: A Novel Neural Network Architecture for Language Understanding.* Google Research Blog. The opening pair is from there.
# - Sepp Hochreiter, Yoshua Bengio, Paolo Frasconi and Jürgen Schmidhuber (2001). *Gradient Flow in Recurrent Nets: The Difficulty of Learning Long-Term Dependencies.* In: A Field Guide to Dynamical Recurrent Neural Networks, IEEE Press.
# - Kevin Clark, Urvashi Khandelwal, Omer Levy and Christopher D. Manning (2019). *What Does BERT Look At? An Analysis of BERT's Attention.* BlackboxNLP.
# - Jacob Devlin, Ming-Wei Chang, Kenton Lee and Kristina Toutanova (2019). *BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding.* NAACL-HLT.
