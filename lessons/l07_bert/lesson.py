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
# the words *animal*, *trapped* and *ocean*, so a search for these words cannot find it. A BERT that was tuned to compare texts puts it
# first. In this lesson you build that BERT, load its published weights, test that it is right, and let it search.
#
# At the end you can
#
# - assemble a whole BERT: embeddings below, the encoder layers of lesson 05, a pooler above;
# - predict how many parameters a BERT has, and say where they are;
# - load a published checkpoint, test it against a reference, and tell a bug from a rounding error;
# - search by meaning, and fill gaps in a text, with a model that you assembled.
#
# **Time** 65 minutes in class, and 31 for the exercises. **Difficulty** 3 of 5. **Before this**: lesson 05 (the encoder layer) and lesson 06 (token ids, masks).

# %% tags=["bootstrap"] slideshow={"slide_type": "skip"}
# (generated)

# %% tags=["setup"] slideshow={"slide_type": "skip"}
from lessons.l07_bert import ask, bugs, diagrams, exercises, figures, measure, predict, quiz
from lessons.l07_bert.alts import ALT
from lessons.l07_bert.layers import EncoderLayer
from lessons.l07_bert.loading import completed
from lessons.l07_bert.whole import assembles

import torch
import transformers
from safetensors.torch import load_file
from torch import nn
from torch.nn.functional import gelu, layer_norm, linear, normalize

from bertlab.datasets import book_reviews_zh, lee, minilm_folder
from bertlab.model import BertConfig, BertModel
from bertlab.model.checkpoint import to_hub
from bertlab.pretraining.generation import fill_mask
from bertlab.pretraining.readout import from_change
from bertlab.text import WordPieceTokenizer
from bertlab.vectors.text_vectors import text_vectors
from workbook.basics import begin_lesson, check, claim, exercise, explore, recorded, show, text

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

# %% [markdown] slideshow={"slide_type": "slide"}
# The model behind this picture is all-MiniLM-L6-v2, a BERT encoder of 6 layers. It was made in three steps. A narrow model of
# 12 layers learned to imitate a model as large as BERT base (UniLM v2, of BERT's kind); then every second layer was kept; and what was left
# was tuned to give texts of similar meaning similar vectors. In section 7 you draw the picture again, with a BERT of your own.
#
# What is missing? From lesson 06 you have token ids. From lesson 05 you have the encoder layer: attention lets tokens look at each other,
# the feed-forward network works on each token alone, and around both stand a residual connection and a LayerNorm. This lesson adds what
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

# %% slideshow={"slide_type": "-"}
pair = tokenizer.batch(["Who sat there?"], ["The cat sat."])
for position, piece in enumerate(pair.input_ids[0].tolist()):
    token_type = pair.token_type_ids[0, position].item()
    name = tokenizer.vocabulary[piece]
    print(f"{name:6s} id {piece:5d}  position {position:2d}  type {token_type}")

# %% [markdown] slideshow={"slide_type": "subslide"}
# Each number picks a row of a table, and each table is learned. Here is one token in tiny tables, with rows of length 3. It is piece 4, it stands
# at position 2, and its type is 1:

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
# - Return the vectors (B, T, D), in the dtype of the tables. `eps` belongs inside the root.
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
# **pooler** (池化层). What does it do? Here is that of `transformers` as a black box. Its matrix leaves vectors as they are, and its
# bias is zero. Each line shows what goes in, the vectors of a text of two tokens, and the one vector that comes out.

# %% slideshow={"slide_type": "-"}
box = measure.pooler_of_two()
for first, second in measure.TEXTS_OF_TWO:
    vector = box(torch.tensor([[first, second]]))[0]
    print(f"{first} {second} -> [{vector[0]:.2f}, {vector[1]:.2f}]")

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 2: the pooler
# Difficulty 1 of 5, about 2 minutes. Find out what the box does, and write it. It has three steps: it leaves something aside, then comes a linear map, and last
# a function that acts on each number alone.
#
# - `hidden` is (B, T, D); `weight` (D, D), stored as (out, in), and `bias` (D,) are those of the linear map.
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
# So the pooler reads the vector of [CLS] alone. In pre-training it has one purpose: from its result BERT says whether the second text of a
# pair really follows the first (lesson 08). Another way to one vector is the mean of all token vectors. In a batch this needs care, because
# short texts are padded, and what stands at padding means nothing.
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
# - Keep what the embeddings give and what each layer returns, in this order, in a list `self.states`. We shall look at it later.
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
# is compared with models of several shapes, so no size follows from another; all six arguments are ints.
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
# A **checkpoint** (检查点) is a folder: `config.json` with the sizes, `vocab.txt`, and `model.safetensors` with tensors that have names.
# Now we need numbers for all these parameters. In MiniLM's file, the names of
# the first layer begin with `encoder.layer.0.` and end with `.weight` or `.bias`. Between these stands:

# %% slideshow={"slide_type": "-"}
tensors = load_file(minilm_folder() / "model.safetensors")
for name in sorted(tensors):
    if name.startswith("encoder.layer.0.") and name.endswith("weight"):
        part = name.removeprefix("encoder.layer.0.").removesuffix(".weight")
        print(f"{part:26s} {tuple(tensors[name].shape)}")

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Complete the loading table
# About 3 minutes. The names in the file are not those of your layer. Replace each `...` by the part of *your* layer that the weights belong to:
# `attention_norm`, `output_norm`, `expand`, `contract` or `attention.output`. The picture of the layer, and its code above, help. Shapes help too, but not for every row.

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

# %% [markdown] slideshow={"slide_type": "subslide"}
# Now load the weights. In the embeddings, your names are those of the file, so only the layers need the table. `load_state_dict` complains if a
# tensor is missing, if there is one too many, or if a shape is wrong.


# %% slideshow={"slide_type": "-"}
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


your_bert = load(tensors, Bert(30522, 384, num_layers=6, num_heads=12, inner_size=1536))

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 5. Is it right?
#
# No error: all tensors fit. But a model with one square matrix transposed would also load, and return numbers. So *does it run* is not the
# question. A **parity test** (一致性测试) gives the same inputs to two programs and compares the vectors that they compute. We compare your
# BERT with that of the `transformers` library: after the embeddings, after every layer and after the pooler. Our inputs are two short
# pairs, with padding and both token types, because mistakes hide where these are missing, and a text of 512 tokens, the longest it can read.
# Expect no exact equality: two correct programs that add numbers in another order differ in the last digits. How close is close enough?

# %% slideshow={"slide_type": "-"}
library = transformers.BertModel.from_pretrained(minilm_folder(), attn_implementation="eager")
pairs = tokenizer.batch(
    ["The bank raised its rates.", "They sat on the bank of the river until dusk."],
    ["Loans became dearer.", "Nothing bit."],
)
long_text = tokenizer.batch([" ".join(articles[:5])], max_length=512)
for name, batch in {"two short pairs": pairs, "512 tokens": long_text}.items():
    largest = max(measure.differences(your_bert, library, batch))
    pooled = measure.pooled_difference(your_bert, library, batch)
    near = max(largest, pooled) < 2e-5
    print(f"{name}: equal {largest == 0}, near {near}")


# %% [markdown] slideshow={"slide_type": "subslide"}
# Both are near. Is that near enough? Here is how far two models are from `transformers` on the short pairs. One of them is your BERT, and in
# the other one we have hidden a bug.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
wrong, exact = bugs.one_with_a_bug(your_bert, library, pairs)
show(figures.draw_single({"model 1": wrong, "model 2": exact}), alt=ALT["single"])
check("in float32, both models look good", max(wrong.single + exact.single) < 2e-5)


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

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 6. Would a score notice?
#
# *Do the sums again in float64*: this settles many arguments, because rounding shrinks by a factor of about $2^{29}$, or $5 \cdot 10^8$, and a bug
# stays. Parity on a few inputs is strong evidence, but no proof: rows of the tables that no input looks up were never compared.
#
# A parity test also needs a second program, and often there is none. Then one asks how *good* a model is. Lee and colleagues (2005) asked
# readers how similar 50 short news articles are to each other. We let a BERT judge the same 1,225 pairs, by the cosine of two mean vectors,
# and compare the two rankings: 1 is perfect, 0 is chance. This number is the **agreement with people**. Do not expect 1, because readers do not
# agree either: between one reader and another, the paper reports a correlation of about 0.6. Can this score find bugs? We plant eight, one at a time.

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
    clear = [name for name, change in found.items() if change.high < 0]
    check("two of the eight bugs are clearly noticed", len(clear) == 2)
    check("one bug makes the score rise",
          [name for name, change in found.items() if change.low > 0] == ["padding is not hidden"])  # fmt: skip
    claim("with half its heads, a BERT runs on the same weights, and this score does not fall",
          found["6 heads instead of 12"].score >= right)  # fmt: skip


predict("half the heads", eight_bugs)

# %% [markdown] slideshow={"slide_type": "subslide"}
# So this score does not replace a parity test; it even prefers the model that reads padding. Some bugs can be found without a second
# program, by a law that a right model obeys: a text's vectors must stay the same when padding is added. This law finds that very bug. For most bugs
# we know none.
#
# And sometimes the reference itself is in doubt. The GELU is $x \cdot \Phi(x)$, where $\Phi(x)$ is the probability that a standard normal
# variable is below $x$; a formula with tanh comes within 0.0005 of it. Published configurations say `"hidden_act": "gelu"`. `transformers`
# reads this as the exact one, and Google's own `modeling.py` as the tanh formula (in its first version, of 2018, as the exact one). Neither is
# wrong: take the function that the weights were trained with. MiniLM was tuned with `transformers`.

# %% [markdown] slideshow={"slide_type": "slide"}
# ### Find the bug
# About 5 minutes. A friend wrote the layer below. It loads every tensor and runs, but it agrees with people less than yours. Compare it with the
# picture at the beginning, line by line. Mend it, and run the cell again until it says that this is the right BERT.
#
# <details><summary>Hint</summary>The differences begin after the first layer. So look at where each sum starts.</details>


# %% slideshow={"slide_type": "-"}
class FriendsLayer(EncoderLayer):
    def forward(self, x, mask):
        context = self.attention(x, mask)
        attended = self.attention_norm(x + context)
        inner = gelu(self.expand(attended))
        result = self.contract(inner)
        return self.output_norm(x + result)


bugs.examine(FriendsLayer, your_bert, news, people)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(4, 5)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
ask("ten inputs")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 7. Your BERT searches
#
# Your BERT has passed its tests, so it may work. To search is to compare vectors: one for each article, computed once, and one for the
# question. We take the mean of the token vectors, since MiniLM was tuned for it.


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
    found = [(cosine, articles[i]) for cosine, i in search(question)[:3]]
    return figures.draw_hits(f"“{question}”", found)


same = [(round(cosine, 4), articles[i]) for cosine, i in search(question)[:3]]
check("as at the beginning", same == [(round(cosine, 4), article) for cosine, article in hits])
explore(draw_search, alt=ALT["hits"], question=text(question, label="your question"))

# %% [markdown] slideshow={"slide_type": "-"}
# These are the three articles of the beginning, with the same cosines, from code that you assembled. Ask for something else: *A bird ends in a
# kitchen*, for instance. Was the whale luck? We wrote twelve questions that share no
# word with their article, apart from words like *the* and *in*: *Employees lose their work at a lender*, *Dishonest cops*, *Water everywhere in Prague* and
# nine more. And we let three other searches try: counted words; the mean of the rows that MiniLM's table has for a text's pieces, without any
# layer; and `bert-mini-en`, a small BERT that this project pre-trained, but never tuned to compare texts.


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
from lessons.l07_bert import searching


def no_word_in_common():
    table = your_bert.embeddings["word_embeddings"]
    places = searching.others(articles, tokenizer, table)
    asked = searching.questions()
    shared = [searching.common_words(one.question, articles[one.article]) for one in asked]
    check("question and article share no word", not any(shared))
    ours = [[i for _, i in search(one.question)] for one in asked]
    places["your BERT,\ntuned for sentences"] = [
        searching.rank(found, one.article) for found, one in zip(ours, asked, strict=True)
    ]
    firsts = [each.count(1) for each in places.values()]
    show(figures.draw_found(places), alt=ALT["found"])
    claim("without a word in common, your BERT finds 10 of 12 articles at first place",
          firsts[-1] == 10)  # fmt: skip
    check("the others find few", max(firsts[:-1]) <= 2)
    near, place = searching.cosine_in_table("cops", "police", tokenizer, table)
    check("police is nearest to cops", place == 1 and round(near, 2) == 0.68)


predict("no word in common", no_word_in_common)

# %% [markdown] slideshow={"slide_type": "subslide"}
# Where does the ability come from? Partly from the table: there *police* is the nearest of all 30,522 pieces to *cops*, with a cosine of 0.68.
# But the table alone finds few articles, and so does a small BERT that was only pre-trained. MiniLM was tuned on about 1.2 billion pairs of texts that
# belong together, says its model card. Reimers and Gurevych (2019) measured what such tuning does: on seven test sets of sentence pairs, the mean
# vectors of an untuned BERT base agree with people less (54.8, rank correlation times 100) than averaged GloVe word vectors do (61.3); after
# tuning it is 74.9. So do not expect a good search from any BERT.

# %% [markdown] slideshow={"slide_type": "slide"}
# ### It fills gaps
#
# BERT was trained to guess hidden words. MiniLM's checkpoint comes without the head for it, so this project trained one: `minilm-words`,
# which changes the encoder a little as well (lesson 08 tells how). Your `load` takes it. The **head** (输出头) is a linear map, GELU and LayerNorm;
# then the vector is compared with the embedding of *every* piece in the vocabulary.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
guesser = from_change("minilm-words")
tensors = to_hub(guesser.state_dict(), num_layers=6)
tensors["pooler.dense.weight"] = your_bert.pooler.weight  # the file has none; gaps need none
tensors["pooler.dense.bias"] = your_bert.pooler.bias
word_bert = load(tensors, Bert(30522, 384, num_layers=6, num_heads=12, inner_size=1536))
head = {name.removeprefix("cls.predictions."): tensor for name, tensor in tensors.items()}


@torch.no_grad()
def fill(sentence):
    batch = tokenizer.batch([sentence])
    hidden, _ = word_bert(*batch)
    x = hidden[batch.input_ids == tokenizer.mask_id]  # (1, D)
    x = gelu(linear(x, head["transform.dense.weight"], head["transform.dense.bias"]))
    gamma, beta = head["transform.LayerNorm.weight"], head["transform.LayerNorm.bias"]
    x = layer_norm(x, gamma.shape, gamma, beta, 1e-12)
    words = word_bert.embeddings["word_embeddings"].weight  # (V, D)
    probabilities = linear(x, words, head["bias"])[0].softmax(dim=0)
    return [tokenizer.vocabulary[i] for i in probabilities.topk(3).indices]


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
sentences = [
    "He was elected president of the United [MASK].",
    "The church was built in the 12th [MASK].",
    "He played for the national football [MASK].",
    "The ship sank in the Atlantic [MASK].",
    "The whale swam in the [MASK].",
    "The earth moves around the [MASK].",
]
firsts = []
for sentence in sentences:
    guesses = fill(sentence)
    firsts.append(guesses[0])
    theirs = fill_mask(guesser, tokenizer, sentence, top=3)[0]
    check("your BERT guesses what bertlab's does", guesses == [one.piece for one in theirs])
    print(sentence.replace("[MASK].", "_"))
    print("   ", ", ".join(guesses))
expected = ["states", "century", "team", "ocean", "sea", "sun"]
right = [guess == word for guess, word in zip(firsts, expected, strict=True)]
check("five gaps are filled as expected, the last is not", right == [True] * 5 + [False])

# %% [markdown] slideshow={"slide_type": "-"}
# Five sound right, and the last is nonsense: this is a small encoder with a head that was trained for minutes. And these sentences are easy,
# because we chose them. Facts are harder, even for a large model: Petroni et al. (2019) turned facts from Wikidata into sentences with a gap, and asked BERT large,
# which nobody had tuned for that. Its first guess was right in 32% of them.
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
best = cosines.argmax().item()
print(f"{cosines[best]:.2f}  {articles[best][:30]}...")
check("your search finds the same", search(question)[0][1] == best)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 8. Myth check: is [CLS] the meaning of the sentence?
#
# *"The vector of [CLS] is the meaning of the sentence."* Let people judge: which kind of vector has the best agreement with them, on the
# 50 articles of section 6?


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def which_vector():
    found = measure.text_vectors_of(your_bert, news)
    scores = {name: measure.spearman(vectors, people) for name, vectors in found.items()}
    leads = {}
    for name in ("pooler", "[CLS]"):
        leads[name] = measure.resampled(found["mean"], found[name], people)
    show(figures.draw_vectors(scores, leads), alt=ALT["vectors"])
    check("the mean is a little ahead", scores["mean"] == max(scores.values()))
    claim("50 articles cannot tell the pooler's vector, [CLS] and the mean of all tokens apart",
          all(low < 0 < high for low, high in leads.values()))  # fmt: skip


predict("which vector", which_vector)

# %% [markdown] slideshow={"slide_type": "subslide"}
# This model was tuned so that the *mean* carries the meaning. What of one that was only pre-trained? For an untuned BERT base, Reimers and
# Gurevych (2019) report 29.2 for [CLS] on the seven test sets of section 7, and 54.8 for the mean. Is it the same here? `bert-mini-zh`, which this project
# pre-trained on Chinese text (lesson 08), gives three vectors for each of about 600 Chinese book reviews. We do not train it further: a
# logistic regression learns from its vectors which reviews are positive.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
reviews = book_reviews_zh().train[::23]
read = measure.read_off("bert-mini-zh", reviews)
words = "accuracy on held-out reviews (0.5 is chance)"
show(figures.draw_vectors(read.accuracy, read.leads, words, chance=0.5), alt=ALT["read off"])
claim("on a BERT that was only pre-trained, too, [CLS] is not ahead of the mean",
      read.accuracy["mean"] == max(read.accuracy.values()))  # fmt: skip
check("the lead over [CLS] may be 0", read.leads["[CLS]"][0] < 0 < read.leads["[CLS]"][1])

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Recap
#
# - BERT is three look-ups and a LayerNorm, a stack of equal layers, and a pooler. You wrote the way through it.
# - The parameters grow linearly with the number of layers; a layer grows with the square of the width. The number of heads adds none.
# - Loading is a table of names. Names and shapes that fit do not make a model right. Agreement with a reference, layer by layer, is strong evidence.
# - In float64, rounding nearly vanishes and a bug stays. A score need not fall when there is a bug, so a good score is no proof.
# - A configuration is read by code, and two programs may read it differently: *gelu* names two functions.
# - The mean vectors of an encoder that was *tuned for it* find texts without a word in common. Pre-training alone, of a small BERT, did not suffice.
# - We saw no advantage of [CLS] over the mean. What a vector carries depends on the training.
#
# Next: **08. Pre-training**, where these weights come from.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Appendix: What long texts cost
#
# If a text is twice as long, the linear maps have twice the work. But every token looks at every token, so there are four times as many
# attention weights. Which of the two is felt? Time and memory of MiniLM were recorded on two CPU cores. At these lengths the
# linear maps rule the time, and the attention weights the memory, if they are kept.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
run = recorded("forward_cost")
lengths, cost = run["configuration"]["tokens"], run["results"]
show(figures.draw_cost(lengths, cost), alt=ALT["cost"])
half = lengths.index(256)
memory = cost["weight_megabytes"][-1] / cost["weight_megabytes"][half]
time = cost["milliseconds"][-1] / cost["milliseconds"][half]
claim("512 tokens need 4 times the attention weights of 256, but not 2.5 times the time",
      memory == 4 and time < 2.5)  # fmt: skip

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(6)

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

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Further reading
#
# - Jacob Devlin, Ming-Wei Chang, Kenton Lee and Kristina Toutanova (2019). *BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding.* NAACL-HLT.
# - Google Research (2018). *modeling.py.* The code of BERT, github.com/google-research/bert.
# - Dan Hendrycks and Kevin Gimpel (2016). *Gaussian Error Linear Units (GELUs).* arXiv:1606.08415.
# - Wenhui Wang, Furu Wei, Li Dong, Hangbo Bao, Nan Yang and Ming Zhou (2020). *MiniLM: Deep Self-Attention Distillation for Task-Agnostic Compression of Pre-Trained Transformers.* NeurIPS.
# - Nils Reimers and Iryna Gurevych (2019). *Sentence-BERT: Sentence Embeddings using Siamese BERT-Networks.* EMNLP-IJCNLP.
# - Fabio Petroni, Tim Rocktäschel, Patrick Lewis, Anton Bakhtin, Yuxiang Wu, Alexander H. Miller and Sebastian Riedel (2019). *Language Models as Knowledge Bases?* EMNLP-IJCNLP.
# - Michael D. Lee, Brandon Pincombe and Matthew Welsh (2005). *An Empirical Evaluation of Models of Text Document Similarity.* Proceedings of the 27th Annual Conference of the Cognitive Science Society.
