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
# > *An animal is trapped in the ocean.*
#
# Somewhere among 50 news articles is the one that this sentence is about. It tells of a whale in a shark net, and it contains none of
# the words *animal*, *trapped* and *ocean*, so a search for these words cannot find it. The model of this lesson puts it first. It is a
# BERT. The name (Google, 2018) stands for *Bidirectional Encoder Representations from Transformers*: every token may look to the left and
# to the right, so the vector of a word depends on all the words around it. You build this BERT, load its published weights, test that it is
# right, and let it search.
#
# At the end you can
#
# - assemble a whole BERT: embeddings below, the encoder layers of lesson 05, a pooler above;
# - predict how many parameters a BERT has, and say where they are;
# - load a published checkpoint, test it against a reference, and tell a bug from a rounding error;
# - search by meaning, and fill gaps in a text, with a model that you assembled.
#
# **Time** 70 minutes in class, and 34 for the exercises. **Difficulty** 3 of 5. **Before this**: lesson 05 (the encoder layer) and lesson 06 (token ids, masks).

# %% tags=["bootstrap"] slideshow={"slide_type": "skip"}
# (generated)

# %% tags=["setup"] slideshow={"slide_type": "skip"}
from lessons.l07_bert import ask, bugs, diagrams, exercises, figures, measure, predict, quiz
from lessons.l07_bert.alts import ALT
from lessons.l07_bert.layers import EncoderLayer
from lessons.l07_bert.loading import completed
from lessons.l07_bert.suspects import placed, suspects
from lessons.l07_bert.whole import assembles

from copy import deepcopy

import torch
import transformers
from safetensors.torch import load_file
from torch import nn
from torch.nn.functional import gelu, layer_norm, linear, normalize, pad

from bertlab.datasets import lee, minilm_folder
from bertlab.model import BertConfig, BertModel
from bertlab.model.checkpoint import to_hub
from bertlab.pretraining.generation import fill_mask
from bertlab.pretraining.readout import from_change
from bertlab.text import WordPieceTokenizer
from bertlab.text.wordpiece import Batch
from bertlab.vectors.text_vectors import text_vectors
from workbook.basics import begin_lesson, check, claim, exercise, explore, show, text

begin_lesson()
transformers.utils.logging.disable_progress_bar()
tokenizer = WordPieceTokenizer.from_folder("minilm")
articles, people = lee().documents, torch.from_numpy(lee().similarities.copy())

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
published = BertModel.from_pretrained("minilm")
question = "An animal is trapped in the ocean"
vectors = normalize(text_vectors(published, tokenizer, [question, *articles]), dim=1)
del published  # we shall build our own
cosines = vectors[1:] @ vectors[0]
hits = [(cosines[i].item(), articles[i]) for i in cosines.topk(3).indices]
show(figures.draw_hits("The whale comes first", hits), alt=ALT["hits"])
named = [word for word in ("animal", "trapped", "ocean") if word in hits[0][1].lower()]
check("the article has none of the three words", not named)

# %% [markdown] slideshow={"slide_type": "slide"}
# The model behind this picture is all-MiniLM-L6-v2, a small BERT of 6 layers that was tuned to give texts of similar meaning similar
# vectors. In section 7 the search runs again, with a BERT of your own.
#
# What do you still need for it? From lesson 06 you have token ids. From lesson 05 you have the encoder layer: attention lets tokens look at each
# other, the feed-forward network works on each token alone, and around both stand a residual connection and a LayerNorm. This lesson adds what
# comes below the layers and what comes above them. From the first layer to the last, the vectors keep their shape `(B, T, D)`: `B` texts,
# `T` tokens, `D` numbers for each token.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
show(diagrams.whole_model(), alt=ALT["model"])

# %% [markdown] slideshow={"slide_type": "notes"}
# *Instructor:* leave this picture on the board. Sections 1 and 2 fill in its boxes. Ask what the right half does before you go on.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 1. Below the layers: embeddings
#
# A token enters as three numbers: which piece it is, where it stands, and which of two texts it belongs to. Here they are for a pair of
# short texts.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
pair = tokenizer.batch(["Who sat there?"], ["The cat sat."])
for position, piece in enumerate(pair.input_ids[0].tolist()):
    token_type = pair.token_type_ids[0, position].item()
    name = tokenizer.vocabulary[piece]
    print(f"{name:6s} id {piece:5d}  position {position:2d}  type {token_type}")

# %% [markdown] slideshow={"slide_type": "subslide"}
# The word *sat* comes twice, with the same id. Only position and type tell the two apart: without them, the layers would receive the same
# vector twice. Each of the three numbers picks a row of a table, and each table is learned. The table of positions has 512 rows, so BERT cannot
# read a 513th token. Here is one token in tiny tables, with rows of length 3. It is piece 4, it stands at position 2, and its type is 1:

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
show(diagrams.one_token(), alt=ALT["one token"])

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 1: input embeddings
# Difficulty 2 of 5, about 5 minutes. The picture follows one token. Do the same for all tokens of a batch, without a loop. Nobody hands you the positions:
# what must they be, and which shape lets their rows be added to each text?
#
# With the tables of the picture, `input_embeddings(torch.tensor([[4, 0, 4]]), torch.tensor([[1, 1, 1]]), tables)` has the shape (1, 3, 3). Its
# last row is the result in the picture. Its first row is another one, although piece and type are the same.
#
# - `input_ids` and `token_type_ids` are (B, T), int64.
# - `embeddings` is a dict with the names of a published file: `word_embeddings.weight` (V, D), `position_embeddings.weight` (P, D),
#   `token_type_embeddings.weight` (2, D), and, for $\gamma$ and $\beta$, `LayerNorm.weight` and `LayerNorm.bias` (D,).
# - LayerNorm is $\gamma \, (x - \text{mean}) / \sqrt{\text{variance} + \text{eps}} + \beta$, as in lesson 05, where the variance divides by D. The one of
#   `torch` is allowed. (In the picture, $\gamma$ is 1 and $\beta$ is 0.)
# - Return the vectors (B, T, D), in the dtype of the tables.
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
# ## 2. Above the layers: one vector for a text
#
# The last layer returns one vector for each token, but a search needs one vector for each *text*. BERT has a part of its own for this, the
# **pooler** (池化层). What does it do? Here is the pooler of the library `transformers`, as a black box. In the first four lines its matrix leaves
# vectors as they are and its bias is zero; the last line has another matrix and bias. Each line shows what goes in, the vectors of a text
# of two tokens, and the one vector that comes out.

# %% slideshow={"slide_type": "-"}
box = measure.pooler_box(weight=[[1.0, 0.0], [0.0, 1.0]], bias=[0.0, 0.0])
for first, second in measure.TEXTS_OF_TWO:
    vector = box(torch.tensor([[first, second]]))[0]
    print(f"{first} {second} -> [{vector[0]:.2f}, {vector[1]:.2f}]")

other = measure.pooler_box(weight=[[0.0, 1.0], [0.0, 0.0]], bias=[0.0, 0.5])
vector = other(torch.tensor([[[0.5, 1.0], [9.0, 9.0]]]))[0]
print(f"other box: [0.5, 1.0] [9.0, 9.0] -> [{vector[0]:.2f}, {vector[1]:.2f}]")

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 2: the pooler
# Difficulty 1 of 5, about 2 minutes. Find out what the box does, and write it. It has three steps: it ignores a part of its input, then comes a
# linear map, and last a function that acts on each number alone. The last line tells which way round the matrix is used.
#
# - `hidden` is (B, T, D); `weight` (D, D) and `bias` (D,) are those of the linear map.
# - Return one vector per text (B, D), in the dtype of `hidden`.
#
# <details><summary>Hint 1</summary>Compare the first two lines: which of the tokens has no influence?</details>
# <details><summary>Hint 2</summary>1 becomes 0.76, and 50 becomes 1. You know this function from the LSTM of lesson 04.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.pooler)
def pooler(hidden, weight, bias):
    """Return one vector per text (B, D)."""
    ...


# %% tags=["solution"]
def pooler(hidden, weight, bias):
    return torch.tanh(linear(hidden[:, 0], weight, bias))


# %% [markdown] slideshow={"slide_type": "subslide"}
# So the pooler takes the vector of [CLS], applies a linear map, and then tanh, which presses each number between −1 and 1. In BERT's pre-training
# it has one purpose: from its result BERT says whether the second text of a pair really follows the first (lesson 08). Another way to one vector is
# the mean of all token vectors. In a batch this needs care, because short texts are padded, and the vectors at padded positions mean nothing.
#
# ### Exercise 3: mean pooling
# Difficulty 2 of 5, about 3 minutes. Here are two texts, and the second one has a single token:
#
# ```python
# hidden = torch.tensor([[[1.0, 3.0], [5.0, 7.0]], [[3.0, 2.0], [90.0, -90.0]]])
# attention_mask = torch.tensor([[1, 1], [1, 0]])  # 0: padding
# ```
#
# `hidden.mean(dim=1)` counts the padding. `hidden[attention_mask == 1].mean(dim=0)` mixes the texts. Find a third way: `mean_pool(hidden, attention_mask)`
# has to give [[3, 5], [3, 2]], and the same however much padding is added.
#
# - `hidden` is (B, T, D). `attention_mask` (B, T), int64, is 1 for a token, [CLS] and [SEP] among them, and 0 for padding.
# - Padding may stand in front as well, or on both sides. Each text has at least one token. The vectors of tokens may contain zeros.
# - Return the mean of each text's tokens (B, D), in the dtype of `hidden`, without a loop.
#
# <details><summary>Hint 1</summary>Which number must each vector be multiplied by, so that padding adds nothing to a sum? Which axis is missing for that?</details>
# <details><summary>Hint 2</summary>The sum of a text is divided by the number of its own tokens, and the mask knows it.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.mean_pool)
def mean_pool(hidden, attention_mask):
    """Return the mean of each text's tokens (B, D), padding left out."""
    ...


# %% tags=["solution"]
def mean_pool(hidden, attention_mask):
    keep = attention_mask.unsqueeze(-1).to(hidden.dtype)  # (B, T, 1)
    return (hidden * keep).sum(dim=1) / keep.sum(dim=1)


# And for the task below exercise 3, "Put it together":
@assembles
def forward(self, input_ids, token_type_ids, attention_mask):
    tables = dict(self.embeddings.named_parameters())
    hidden = input_embeddings(input_ids, token_type_ids, tables)  # (B, T, D)
    mask = attention_mask[:, None, None, :] == 1  # hide the padding
    self.states = [hidden]
    for layer in self.layers:
        hidden = layer(hidden, mask)
        self.states.append(hidden)
    return hidden, pooler(hidden, self.pooler.weight, self.pooler.bias)


# %% [markdown] slideshow={"slide_type": "subslide"}
# Now you have all the parts, and the whole can be put together. This is what a BERT is made of. There is no dropout in it, because dropout
# acts in training alone, and we do not train. The layer has the names of the one that you wrote in lesson 05.
#
# <details><summary>The encoder layer of lesson 05, as it is written here</summary>
#
# ```python
# class EncoderLayer(nn.Module):
#     def __init__(self, size, num_heads, inner_size):
#         super().__init__()
#         self.attention = SelfAttention(size, num_heads)  # all heads at once, without a loop
#         self.attention_norm = nn.LayerNorm(size, eps=1e-12)
#         self.expand = nn.Linear(size, inner_size)
#         self.contract = nn.Linear(inner_size, size)
#         self.output_norm = nn.LayerNorm(size, eps=1e-12)
#
#     def forward(self, x, mask):
#         x = self.attention_norm(x + self.attention(x, mask))
#         inner = gelu(self.expand(x))
#         return self.output_norm(x + self.contract(inner))
# ```
#
# </details>


# %% slideshow={"slide_type": "-"}
class Bert(nn.Module):
    def __init__(self, V, D, num_layers, num_heads, inner_size, max_positions=512):
        super().__init__()
        self.embeddings = nn.ModuleDict()
        self.embeddings["word_embeddings"] = nn.Embedding(V, D)
        self.embeddings["position_embeddings"] = nn.Embedding(max_positions, D)
        self.embeddings["token_type_embeddings"] = nn.Embedding(2, D)
        self.embeddings["LayerNorm"] = nn.LayerNorm(D, eps=1e-12)
        layers = [EncoderLayer(D, num_heads, inner_size) for _ in range(num_layers)]
        self.layers = nn.ModuleList(layers)
        self.pooler = nn.Linear(D, D)


# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Put it together
# About 8 minutes. What is missing is the way through these parts: `forward`, a method of the class above. Follow the
# picture at the beginning from the bottom to the top. `input_ids`, `token_type_ids` and `attention_mask` (1: token, 0: padding) are (B, T). Return
# two things: the vectors of the last layer (B, T, D), and what `pooler` makes of them (B, D).
#
# - `dict(self.embeddings.named_parameters())` is the dict that your `input_embeddings` takes; `self.pooler` has a `weight` and a `bias`.
# - A layer is called as `layer(hidden, mask)`. The mask is boolean and has the shape (B, 1, 1, T), for all heads and all queries; it is true where a token may be seen.
# - Keep what the embeddings give and what each layer returns, in this order, in a list `self.states`. The parity test of section 5 compares them.
#
# <details><summary>Hint 1</summary>The output of each layer is the input of the next one, so one name, <code>hidden</code>, is enough for both.</details>
# <details><summary>Hint 2</summary><code>attention_mask[:, None, None, :]</code> has the shape that is wanted. It holds ones and zeros, so compare it with 1.</details>


# %% slideshow={"slide_type": "-"}
@assembles
def forward(self, input_ids, token_type_ids, attention_mask):
    """Return one vector per token (B, T, D) and one per text (B, D)."""
    ...


Bert.forward = forward  # now it is a method

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(1, 2)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 3. How many numbers does it take?
#
# Before we look for weights, let us find out how many are needed. Papers state the size of a model in millions of parameters, and you can
# compute it from six numbers. Do not forget biases, and the two vectors of each LayerNorm.
#
# ### Exercise 4: predict the number of parameters
# Difficulty 2 of 5, about 5 minutes. Return the number of parameters as an int: pooler included, heads for tasks excluded. Your formula
# is compared with models of several shapes: do not assume, for instance, that `intermediate_size` is four times `hidden_size`. All six arguments
# are ints.
#
# <details><summary>Hint 1</summary>Go through the class above and through the picture of a layer, part by part. Every linear map has a bias.</details>
# <details><summary>Hint 2</summary>In a layer there are six linear maps: four from D to D, one from D to F, and one back.</details>


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


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def where_they_are():
    for name in ("minilm", "base", "large"):
        c = BertConfig.preset(name)
        sizes = c.vocab_size, c.hidden_size, c.num_layers, c.intermediate_size, c.max_positions, 2
        number, built = count_parameters(*sizes), sum(measure.parts(c).values())
        print(f"{name:7s} {number:11,} parameters")
        check("your formula gives the size of a model that is built", number == built)
    show(figures.draw_parts(("minilm", "base", "large")), alt=ALT["parts"])


predict("where they are", where_they_are)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(3)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 4. Published weights
#
# Now we need numbers for all these parameters. They come in a **checkpoint** (检查点): a folder with `config.json` (the sizes), `vocab.txt`, and
# `model.safetensors` with tensors that have names. In MiniLM's file, each name of the first layer has three parts: `encoder.layer.0` in front,
# `weight` or `bias` at the end, and between the two the name of the part of the layer:

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
tensors = load_file(minilm_folder() / "model.safetensors")
for name in sorted(tensors):
    if name.startswith("encoder.layer.0.") and name.endswith("weight"):
        part = name.removeprefix("encoder.layer.0.").removesuffix(".weight")
        print(f"{part:26s} {tuple(tensors[name].shape)}")

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Complete the loading table
# About 3 minutes. The names in the file are not those of your layer. Replace each `...` by the part of *your* layer that the weights belong to:
# `attention_norm`, `output_norm`, `expand`, `contract` or `attention.output`. The picture of the layer helps, and so does its code (folded, before the
# class `Bert`). Shapes help too, but not for every row.
#
# The cell after the table loads the weights. In the embeddings, your names are those of the file, so only the layers need the table.
# `load_state_dict` complains if a tensor is missing, if there is one too many, or if a shape is wrong.

# %% slideshow={"slide_type": "-"}
names = {
    "attention.self.query": "attention.query",
    "attention.self.key": "attention.key",
    "attention.self.value": "attention.value",
    "attention.output.dense": ...,
    "attention.output.LayerNorm": ...,
    "intermediate.dense": ...,
    "output.dense": ...,
    "output.LayerNorm": ...,
}
names = completed(names)


# %% slideshow={"slide_type": "subslide"}
def load(tensors, bert):
    state = {}
    for name, tensor in tensors.items():
        name = name.removeprefix("bert.")
        if name.endswith("position_ids") or name.startswith("cls."):
            continue  # 0, 1, 2, ... is no weight; cls is a head, for later
        if name.startswith("encoder.layer."):
            layer, part = name.removeprefix("encoder.layer.").split(".", 1)
            part, kind = part.rsplit(".", 1)  # kind: weight or bias
            name = f"layers.{layer}.{names[part]}.{kind}"
        state[name.replace("pooler.dense", "pooler")] = tensor
    bert.load_state_dict(state)
    return bert.eval()


tensors = load_file(minilm_folder() / "model.safetensors")
your_bert = load(tensors, Bert(30522, 384, num_layers=6, num_heads=12, inner_size=1536))

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(4, 5)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 5. Is it right?
#
# There was no error: all tensors fit. But a model with one square matrix transposed would also load, and return numbers. So the question is not
# whether it runs. A **parity test** (一致性测试) gives the same inputs to two programs and compares the vectors that they compute, after the embeddings
# and after every layer. Now you write the comparison.
#
# ### Exercise 5: where do two programs differ?
# Difficulty 2 of 5, about 5 minutes. Each program hands you a list of tensors, one for each step. How far apart are they after each step?
#
# ```python
# mine = [torch.tensor([[[1.0, 2.0], [0.0, 0.0]]]), torch.tensor([[[5.0, 5.0], [0.0, 0.0]]])]
# theirs = [torch.tensor([[[1.0, 2.0], [9.0, 9.0]]]), torch.tensor([[[5.0, 8.0], [9.0, 9.0]]])]
# attention_mask = torch.tensor([[1, 0]])  # the second token is padding
# ```
#
# Here `largest_differences(mine, theirs, attention_mask)` is `[0.0, 3.0]`: the two agree after the first step, and in the second one there is a bug.
#
# - `mine` and `theirs` are lists of tensors (B, T, D); `attention_mask` is (B, T), int64, 1 for a token and 0 for padding.
# - Return a list of floats: after each step, the largest absolute difference of two numbers, over all tokens of all texts.
# - Padding does not count, whatever stands there, even NaN. Leave the dtype as it is, because soon we shall compare in float64.
#
# <details><summary>Hint 1</summary>A boolean mask (B, T) picks vectors from a tensor (B, T, D): <code>x[mask]</code> has one row for each token.</details>
# <details><summary>Hint 2</summary>Which comes first, <code>abs</code> or <code>max</code>? And which of your steps turns a tensor into a float?</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.largest_differences)
def largest_differences(mine, theirs, attention_mask):
    """Return the largest absolute difference after each step, padding left out: a list of floats."""
    ...


# %% tags=["solution"]
def largest_differences(mine, theirs, attention_mask):
    tokens = attention_mask == 1
    largest = []
    for one, other in zip(mine, theirs, strict=True):
        difference = (one - other)[tokens]  # (number of tokens, D)
        largest.append(difference.abs().max().item())
    return largest


# And for "Where is the bug?" at the end of section 5:
placed({"A": "padding", "B": "layer 2", "C": "types"})

# %% [markdown] slideshow={"slide_type": "subslide"}
# The other program is the BERT of `transformers`. Our inputs are two short pairs, with padding and both token types, because mistakes hide where
# these are missing, and a text of 512 tokens, the longest it can read. Expect no exact equality: two correct programs that add numbers in
# another order differ in the last digits. Numbers near 10, the largest in these vectors, are about $10^{-6}$ apart in float32, and six layers
# of sums may lose several such steps. So let $2 \cdot 10^{-5}$ be the limit.
#
# Is that near enough? The figure below the numbers shows how far two models are from `transformers` on the short pairs. One of them is your
# BERT, and in the other one we have hidden a bug.

# %% slideshow={"slide_type": "-"}
library = transformers.BertModel.from_pretrained(minilm_folder(), attn_implementation="eager")
pairs = tokenizer.batch(
    ["The bank raised its rates.", "They sat on the bank of the river until dusk."],
    ["Loans became dearer.", "Nothing bit."],
)
long_text = tokenizer.batch([" ".join(articles[:5])], max_length=512)


@torch.no_grad()
def states_of(bert, batch):
    bert(*batch)
    return bert.states


for name, batch in {"two short pairs": pairs, "512 tokens": long_text}.items():
    mine, theirs = states_of(your_bert, batch), measure.library_states(library, batch)
    largest = max(largest_differences(mine, theirs, batch.attention_mask))
    size = max(state.abs().max().item() for state in mine)
    print(f"{name}: numbers up to {size:.0f}, equal {largest == 0}, near {largest < 2e-5}")

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
wrong, exact = bugs.one_with_a_bug(your_bert, library, pairs)
show(figures.draw_single({"model 1": wrong, "model 2": exact}), alt=ALT["single"])
check("in float32, both models look good", max(wrong.single + exact.single) < 2e-5)
pooled = measure.pooled_difference(your_bert, library, pairs)
check("the pooler's vectors are near as well", pooled < 2e-5)


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def whose_bug():
    titles = "model 1: stays in float64, so a bug", "model 2: vanishes in float64, so rounding"
    runs = dict(zip(titles, (wrong, exact), strict=True))
    show(figures.draw_differences(runs), alt=ALT["differences"])
    claim("your BERT computes what that of transformers does: the difference is rounding",
          max(exact.single) < 2e-5 and max(exact.single) / max(exact.double) > 1e6)  # fmt: skip
    check("the bug stays as large as it was", max(wrong.single) / max(wrong.double) < 10)
    check("the embeddings have no bug", wrong.double[0] < 1e-12)


predict("whose bug", whose_bug)

# %% [markdown] slideshow={"slide_type": "subslide"}
# So the rule is: *do the sums again in float64.* Both programs keep the same float32 weights, written with more digits; only the sums become more
# precise. Rounding then shrinks by a factor of about $2^{29}$, or $5 \cdot 10^8$, and a bug stays. In float32, too, rounding grows only
# little here from layer to layer. LayerNorm keeps the vectors at one size, so at least their size cannot make it larger.
#
# ### Where is the bug?
# About 3 minutes. Three models, A, B and C, have one bug each. The cell below runs your comparison in float64, on one text alone and on the two
# pairs (a difference below 0.005 is printed as 0.00). In each row the first number comes after the embeddings, the next six after layers 1 to 6.
# Read off which bug is where, and replace each `...` by one of these:
#
# - `"padding"`: tokens look at padding; `"types"`: all token types are taken as 0; `"positions"`: the positions begin with 1;
# - `"heads"`: 6 heads in place of 12; `"layer 2"`: the second layer has the weights of the first.
#
# <details><summary>Hint</summary>After which step does a model differ first? And for which of the two inputs does it not differ at all?</details>

# %% slideshow={"slide_type": "-"}
alone = tokenizer.batch(["The bank raised its rates."])
right = deepcopy(your_bert).double()
for name, model in suspects(your_bert).items():
    for kind, batch in {"one text ": alone, "two pairs": pairs}.items():
        mine, theirs = states_of(model, batch), states_of(right, batch)
        found = largest_differences(mine, theirs, batch.attention_mask)
        print(name, kind, "  ".join(f"{difference:.2f}" for difference in found))

where = {"A": ..., "B": ..., "C": ...}
placed(where)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 6. Would a score notice?
#
# Parity on a few inputs is strong evidence, but no proof: rows of the tables that no input looks up were never compared. And a parity test needs a
# second program, which often does not exist. Then one asks how *good* a model is. Lee and colleagues (2005) asked students how similar 50 short
# news articles are to each other: each pair was judged by about ten of them, on a scale from 1 to 5. We let a BERT judge the same 1,225 pairs, by the
# cosine of two mean vectors, and compare its ranking with that of the mean judgments: 1 is perfect, 0 is chance. This number (a rank correlation) is
# the **agreement with people**.
#
# Two single readers agree at about 0.6 only. But the mean of ten readers is much steadier, so a perfect model could come close to 1. Our BERT
# reaches about 0.5. Can this score find bugs? We plant eight, one at a time.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
library = None  # frees its memory
news = tokenizer.batch(articles, max_length=256)  # the longest has 154 tokens
padding = (news.attention_mask == 0).float().mean().item()
print(f"{tuple(news.input_ids.shape)} positions, {padding:.0%} of them padding")
check("no article is cut, and about a third is padding",
      news.input_ids.shape[1] == 154 and 0.3 < padding < 0.4)  # fmt: skip


def eight_bugs():
    right, found = bugs.scores(your_bert, news, people)
    show(figures.draw_bugs(right, found), alt=ALT["bugs"])
    clear = {name for name, change in found.items() if change.high < 0}
    claim("of eight planted bugs, this score clearly notices two",
          clear == {"query and key swapped", "the two LayerNorms swapped"})  # fmt: skip
    check("none clearly raises it", all(change.low < 0 for change in found.values()))


predict("half the heads", eight_bugs)

# %% [markdown] slideshow={"slide_type": "subslide"}
# So this score does not replace a parity test. The last bug is a slip in the table of section 4: two names exchanged, all shapes right. This one the
# score notices. *One matrix transposed*, the fear of section 5, it does not clearly notice. (We look at eight intervals, so each is made wider, and all
# eight hold together with a probability of 95%.)
#
# Some bugs can be found without a second program, by a law that a right model obeys. One such law: a text's vectors must not change when padding
# is added. Your comparison tests it, when ten [PAD] are added to one text. Before you run the cell: which of the eight bugs will it find?
#
# <details><summary>After the cell: what does the law find, and what does it miss?</summary>
#
# Of the eight bugs, the law finds one, *padding is not hidden*, which the score did not clearly notice. There are more laws of this kind (a text
# alone and in a batch, a batch in another order), but none speaks of the number of heads. The score clearly notices two bugs and the law one.
# For the other five, we have only the reference.
#
# </details>
#
# <details><summary>A true story: sometimes the reference itself is in doubt</summary>
#
# In 2018, Google's first code of BERT computed the exact GELU, $x \cdot \Phi(x)$, where $\Phi(x)$ is the probability that a standard normal variable
# is below $x$. Later, the same word in the same file meant a formula with tanh, which comes within 0.0005 of it. Published configurations say
# only `"hidden_act": "gelu"`, and `transformers` reads this as the exact one. Neither is wrong: take the function that the weights were trained with.
# MiniLM was tuned with `transformers`. The figure above shows how little it matters for the score.
#
# </details>

# %% slideshow={"slide_type": "-"}
padded = Batch(*(pad(each, (0, 10)) for each in alone))  # id, type and mask of [PAD] are 0
T = alone.input_ids.shape[1]
changes = {}
for name in ("no bug", *bugs.BUGS):
    bert = bugs.with_bug(your_bert, bugs.BUGS[name]) if name in bugs.BUGS else your_bert
    before, after = states_of(bert, alone), states_of(bert, padded)
    after = [state[:, :T] for state in after]
    changes[name] = max(largest_differences(before, after, alone.attention_mask))
    print(f"{name:36s} {changes[name]:.2f}")

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
claim("adding padding betrays the model that looks at padding, and no other",
      [name for name, change in changes.items() if change > 1e-4] == ["padding is not hidden"])  # fmt: skip

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
ask("ten inputs")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 7. Your BERT searches
#
# Enough of tests: back to the whale. Your BERT has passed them, so let it work. To search is to compare vectors: one for each article, computed once, and one for the
# question. We take the mean of the token vectors, since MiniLM was tuned for it.
#
# The figure below shows the three articles of the beginning, with the same cosines, from code that you assembled; and now you see all 50, and
# how alone the whale stands. Then try to fool your search: ask for something that is in no article, or turn a question into its opposite. The
# cell below the figure has three such questions. Change them, and write questions of your own.


# %% slideshow={"slide_type": "subslide"}
@torch.no_grad()
def vectors_of(texts):
    batch = tokenizer.batch(texts, max_length=256)
    hidden, _ = your_bert(*batch)
    return normalize(mean_pool(hidden, batch.attention_mask), dim=1)


news_vectors = vectors_of(articles)  # (50, 384), computed once


def search(question):
    cosines = news_vectors @ vectors_of([question])[0]
    best = cosines.argsort(descending=True).tolist()
    return [(cosines[i].item(), i) for i in best]


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def draw_search(question):
    found = [(cosine, articles[i]) for cosine, i in search(question)]
    return figures.draw_search(question, found)


same = [(round(cosine, 4), articles[i]) for cosine, i in search(question)[:3]]
check("as at the beginning", same == [(round(cosine, 4), article) for cosine, article in hits])
explore(draw_search, alt=ALT["search"], question=text(question, label="your question"))

# %% slideshow={"slide_type": "-"}
for asked in (
    "A bird ends in a kitchen",
    "A recipe for apple pie",
    "No animal is trapped in the ocean",
):
    cosine, i = search(asked)[0]
    print(f"{asked}\n    {cosine:.2f}  {articles[i][:66]} ...")

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
claim("a question and its opposite find the same article",
      search(question)[0][1] == search("No " + question.removeprefix("An "))[0][1])  # fmt: skip

# %% [markdown] slideshow={"slide_type": "subslide"}
# <details><summary>What do the three tell you?</summary>
#
# The first is a good find: the article tells of a wild goose. The second shows that a search always returns something, so a low cosine is
# itself an answer: *nothing here*. The third has the cosine of the whale's question, although it says the opposite. The vectors tell what
# a text is *about*, and hardly what it says of it; lesson 13 comes back to this.
#
# </details>
#
# Where does the ability to search by meaning come from? The tables and the layers come from the same training:
#
# - A narrow model of 12 layers first learned to imitate a wider one, of the width of BERT base; then every second layer was kept.
# - These 6 layers were tuned on about 1.2 billion pairs of texts that belong together, says the model card of MiniLM.
#
# What can tuning bring? Reimers and Gurevych (2019) tuned BERT base on about a million labeled pairs of sentences (does one follow from the other?), and
# compared mean vectors on seven other test sets, by their agreement with people (rank correlation times 100):
#
# | averaged GloVe word vectors | BERT base, not tuned | BERT base, tuned |
# |---|---|---|
# | 61.3 | 54.8 | 74.9 |
#
# So do not expect a good search from any BERT: without tuning, BERT base was worse than averaged word vectors.
#
# And the vector of [CLS]? Often it is called *the meaning of the sentence*. But in the same comparison, [CLS] of the untuned BERT base reached
# only 29.2. Nothing in the architecture makes it the meaning, so only training can. Take the vector that a model was tuned for. For MiniLM this is
# the mean; lesson 13 compares the two.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 8. Your BERT fills gaps
#
# BERT was pre-trained to guess hidden words. The gap enters as a piece of its own, `[MASK]`; its vector in the last layer goes through a **head** (输出头), a
# linear map with GELU and LayerNorm, and is then compared with the embedding of *every* piece in the vocabulary. MiniLM's checkpoint comes
# without this head, so this project trained one for an hour, and with it the encoder, which changed much (lesson 14 compares the two). This is
# `minilm-words`; lesson 08 tells how it was trained. Your `load` reads it as it is.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
guesser = from_change("minilm-words")
tensors = to_hub(guesser.state_dict(), num_layers=6)
tensors["pooler.dense.weight"] = your_bert.pooler.weight  # the file has none; gaps need none
tensors["pooler.dense.bias"] = your_bert.pooler.bias
word_bert = load(tensors, Bert(30522, 384, num_layers=6, num_heads=12, inner_size=1536))
head = {name.removeprefix("cls.predictions."): tensor for name, tensor in tensors.items()}


def transformed(x):
    x = gelu(linear(x, head["transform.dense.weight"], head["transform.dense.bias"]))
    gamma, beta = head["transform.LayerNorm.weight"], head["transform.LayerNorm.bias"]
    return layer_norm(x, gamma.shape, gamma, beta, 1e-12)


# %% slideshow={"slide_type": "-"}
@torch.no_grad()
def fill(sentence):
    batch = tokenizer.batch([sentence])
    hidden, _ = word_bert(*batch)
    gap = hidden[batch.input_ids == tokenizer.mask_id]  # (1, D)
    table = word_bert.embeddings["word_embeddings"].weight  # (V, D): in and out, the same table
    scores = transformed(gap) @ table.T + head["bias"]
    return [tokenizer.vocabulary[i] for i in scores[0].topk(3).indices]


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
sentences = [
    "The [MASK] flows through the city.",
    "The [MASK] was published in 1950.",
    "The [MASK] sings and plays the guitar in a band.",
    "The [MASK] barked all night.",
    "He paid money into the [MASK].",
    "He was elected president of the United [MASK].",
]
firsts = []
for sentence in sentences:
    guesses = fill(sentence)
    firsts.append(guesses[0])
    theirs = fill_mask(guesser, tokenizer, sentence, top=3)[0]
    check("your BERT guesses what bertlab's does", guesses == [one.piece for one in theirs])
    print(f"{sentence.replace('[MASK]', '____'):50s}", ", ".join(guesses))
check("the first guesses are as described",
      firsts == ["river", "book", "singer", "night", "bank", "states"])  # fmt: skip

# %% [markdown] slideshow={"slide_type": "-"}
# In the first four, nothing but *The* stands at the left of the gap, so only what comes *after* it can decide. A language model that reads from
# left to right has to guess all four alike; BERT looks to both sides. Five first guesses fit, and the dog is missed: *night* only repeats a word of
# the sentence. This is a small encoder with one hour of training on gaps, and we chose the sentences. Facts are harder, even for a large model:
# Petroni et al. (2019) turned facts from Wikidata into sentences with a gap, and asked BERT large, without any tuning. Its first guess was right in 32% of them.
#
# ### The same with `transformers`
#
# At work you will type this, with a name from the Hub in place of the folder. You now know what each line does.

# %% slideshow={"slide_type": "-"}
hub_tokenizer = transformers.AutoTokenizer.from_pretrained(minilm_folder())
hub_model = transformers.AutoModel.from_pretrained(minilm_folder())


@torch.no_grad()
def hub_vectors(texts):
    batch = hub_tokenizer(texts, padding=True, truncation=True, max_length=256, return_tensors="pt")
    hidden = hub_model(**batch).last_hidden_state
    keep = batch["attention_mask"].unsqueeze(-1)
    return normalize((hidden * keep).sum(dim=1) / keep.sum(dim=1), dim=1)


cosines = hub_vectors(articles) @ hub_vectors([question])[0]
best = cosines.topk(3).indices.tolist()
print("their first three articles:", best)
print("yours:                     ", [i for _, i in search(question)[:3]])
check("your search finds the same", [i for _, i in search(question)[:3]] == best)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Recap
#
# - BERT is three look-ups and a LayerNorm, a stack of equal layers, and a pooler. You wrote `forward`, from the ids to the vectors.
# - The parameters grow linearly with the number of layers; a layer grows with the square of the width. The number of heads adds none.
# - Loading is a table of names. Names and shapes that fit do not make a model right. Agreement with a reference, layer by layer, is strong evidence.
# - In float64, rounding nearly vanishes and a bug stays. The first step that differs says where the bug is.
# - A score need not fall when there is a bug, so a good score is no proof. A law, such as that of padding, finds some bugs without a reference.
# - The mean vectors of an encoder that was *tuned for it* can find a text that has none of the question's main words. They hardly hear a *no*.
# - Nothing makes [CLS] the meaning of a sentence but training. Take the vector that a model was tuned for.
#
# The encoder that found the whale was pre-trained, and then tuned on a billion pairs of texts. We did not separate what each gave. What
# pre-training is, is the next question:
#
# Next: **08. Pre-training**, where these weights come from.

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Terms
#
# | English | 中文 | in one line |
# |---|---|---|
# | embedding | 嵌入 | a row of a table: the vector that stands for an id |
# | token type (segment) | 片段类型 | 0 in the first text of a pair, 1 in the second |
# | pooler | 池化层 | a linear map with tanh over the vector of [CLS] |
# | parameter | 参数 | a number that training sets |
# | checkpoint | 检查点 | a folder with a model's weights, its configuration and its vocabulary |
# | parity test | 一致性测试 | the same inputs to two programs, and their vectors compared |
# | agreement with people | 与人的一致程度 | the rank correlation of cosines and of what readers judged |
# | head | 输出头 | a small network that turns the encoder's vectors into answers |
# | mean pooling | 平均池化 | the mean of a text's token vectors, without padding |
# | semantic search | 语义搜索 | finding texts by the cosine of their vectors |
#
# ## Further reading
#
# - Jacob Devlin, Ming-Wei Chang, Kenton Lee and Kristina Toutanova (2019). *BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding.* NAACL-HLT.
# - Google Research (2018). *modeling.py.* The code of BERT, github.com/google-research/bert.
# - Dan Hendrycks and Kevin Gimpel (2016). *Gaussian Error Linear Units (GELUs).* arXiv:1606.08415.
# - Wenhui Wang, Furu Wei, Li Dong, Hangbo Bao, Nan Yang and Ming Zhou (2020). *MiniLM: Deep Self-Attention Distillation for Task-Agnostic Compression of Pre-Trained Transformers.* NeurIPS.
# - Nils Reimers and Iryna Gurevych (2019). *Sentence-BERT: Sentence Embeddings using Siamese BERT-Networks.* EMNLP-IJCNLP.
# - Fabio Petroni, Tim Rocktäschel, Patrick Lewis, Anton Bakhtin, Yuxiang Wu, Alexander H. Miller and Sebastian Riedel (2019). *Language Models as Knowledge Bases?* EMNLP-IJCNLP.
# - Michael D. Lee, Brandon Pincombe and Matthew Welsh (2005). *An Empirical Evaluation of Models of Text Document Similarity.* Proceedings of the 27th Annual Conference of the Cognitive Science Society.
