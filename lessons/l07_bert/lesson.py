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
# the words *animal*, *trapped* and *ocean*. So looking for words finds nothing. A BERT finds it, because it compares what texts mean.
# In this lesson you build that BERT, load published weights into it, prove that it is right, and let it search.
#
# At the end you can
#
# - assemble a whole BERT: embeddings below, the encoder layers of lesson 05, a pooler above;
# - predict how many parameters a BERT has, and say where they are;
# - load a published checkpoint, and tell a bug from a rounding error;
# - search by meaning, and fill gaps in a text, with a model that you wrote.
#
# **Time** 95 minutes. **Difficulty** 3 of 5. **Before this**: lesson 05 (the encoder layer) and lesson 06 (token ids, masks).

# %% tags=["bootstrap"] slideshow={"slide_type": "skip"}
# (generated)

# %% tags=["setup"] slideshow={"slide_type": "skip"}
from lessons.l07_bert import ask, bugs, diagrams, exercises, figures, measure, predict, quiz
from lessons.l07_bert.alts import ALT
from lessons.l07_bert.layers import EncoderLayer
from lessons.l07_bert.loading import completed

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
cosines = vectors[1:] @ vectors[0]
hits = [(cosines[i].item(), articles[i]) for i in cosines.topk(3).indices]
show(figures.draw_hits(question, hits), alt=ALT["hits"])

# %% [markdown] slideshow={"slide_type": "slide"}
# The whale comes first. The model behind this picture is all-MiniLM-L6-v2, a BERT encoder of 6 layers. In section 7 you draw the picture
# again, with a BERT of your own.
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
    print(f"{name:6s}  id {piece:5d}   position {position:2d}   token type {token_type}")

# %% [markdown] slideshow={"slide_type": "subslide"}
# Each number picks a row of a table, and each table is learned. The three rows are added. Such sums come in all sizes, so a LayerNorm
# follows, as in the layers. For the token at position 2, with piece 4 and token type 1, and with vectors of length 3:

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
rows = torch.tensor([[2.0, 1.0, 0.0], [0.0, 0.0, 0.1], [0.0, 0.0, 1.0]])
show(diagrams.one_token(*rows), alt=ALT["one token"])

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 1: input embeddings
# Difficulty 2 of 5, about 5 minutes. `input_ids` and `token_type_ids` are (B, T), int64. `embeddings` is a dict with the names and tensors of a
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
# ## 2. Above the layers: one vector for a text
#
# The last layer returns one vector for each token. For tasks that need one vector for each *text*, BERT has the **pooler** (池化层): the
# vector of the first token, [CLS], goes through a linear map, and then through tanh. The other tokens' vectors are left aside.
#
# ### Exercise 2: the pooler
# Difficulty 1 of 5, about 2 minutes. `hidden` (B, T, D) comes from the last layer; `weight` (D, D), stored as (out, in), and `bias` (D,) are those of
# the linear map. Return one vector per text (B, D), in the dtype of `hidden`.
#
# <details><summary>Hint</summary>Take the first token before the linear map: the others are not needed.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.pooler)
def pooler(hidden, weight, bias):
    """Return one vector per text (B, D)."""
    ...


# %% tags=["solution"]
def pooler(hidden, weight, bias):
    return torch.tanh(linear(hidden[:, 0], weight, bias))


# %% [markdown] slideshow={"slide_type": "subslide"}
# Another way to one vector is the mean of all token vectors. In a batch, short texts are padded, and the vectors of padding mean nothing.
#
# ### Exercise 3: mean pooling
# Difficulty 2 of 5, about 3 minutes. `hidden` is (B, T, D); `attention_mask` (B, T), int64, has 1 for a token, [CLS] and [SEP] among them, and 0 for padding.
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
# That is all. `EncoderLayer` computes what that of lesson 05 does; only the heads are one product now. Read the whole BERT aloud, then close it and type it yourself.


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

    def forward(self, input_ids, token_type_ids, attention_mask):
        tables = dict(self.embeddings.named_parameters())
        hidden = input_embeddings(input_ids, token_type_ids, tables)  # (B, T, D)
        mask = attention_mask[:, None, None, :] == 1  # hide the padding
        self.states = [hidden]  # to look at later
        for layer in self.layers:
            hidden = layer(hidden, mask)
            self.states.append(hidden)
        return hidden, pooler(hidden, self.pooler.weight, self.pooler.bias)


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

# %% [markdown] slideshow={"slide_type": "-"}
# The paper rounds the two larger ones to 110 and 340 million. Note what your formula does *not* contain: the number of heads. Heads cut
# the `D` columns of the same matrices into pieces, so more heads make the pieces smaller, and nothing else. Remember it for section 5.
#
# **Myth check.** *"The number of parameters grows exponentially with the number of layers."* You may have read that. What does your formula say?


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def growth():
    added = measure.added_by_layers(count_parameters, (2, 3, 13))
    print("added by layers 2, 3 and 13:", added)
    claim("each layer adds as many parameters as the last: the growth is linear",
          len(set(added)) == 1)  # fmt: skip


predict("growth", growth)

# %% slideshow={"slide_type": "subslide"}
quiz(1, 3, 4)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 4. Published weights
#
# A **checkpoint** (检查点) is a folder: `config.json` with the sizes, `vocab.txt`, and `model.safetensors` with tensors that have names.
# These are the names in the first layer of MiniLM's file:

# %% slideshow={"slide_type": "-"}
tensors = load_file(minilm_folder() / "model.safetensors")
for name in sorted(tensors):
    if name.startswith("encoder.layer.0.") and name.endswith("weight"):
        print(f"{name:50s} {tuple(tensors[name].shape)}")

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 5: complete the loading table
# Difficulty 2 of 5, about 3 minutes. The names in the file are not those of your layer. Replace each `...` by the part of *your* layer that the weights belong to:
# `attention_norm`, `output_norm`, `expand`, `contract` or `attention.output`. The picture of the layer helps. Shapes help too, but not for every row.

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
# Now pour. In the embeddings, your names are those of the file, so only the layers need the table. `load_state_dict` complains if a
# tensor is missing, if there is one too many, or if a shape is wrong.


# %% slideshow={"slide_type": "-"}
def pour(tensors, bert):
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


your_bert = pour(tensors, Bert(30522, 384, num_layers=6, num_heads=12, inner_size=1536))

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 5. Is it right?
#
# No error: all tensors fit. But a model with one matrix transposed would also run and return numbers. So the question is never *does it
# run* but *does it agree*. We give the same sentences to the `transformers` library and compare the vectors after every layer. The batch
# has padding and both token types, because mistakes hide where these are missing.

# %% slideshow={"slide_type": "-"}
library = transformers.BertModel.from_pretrained(minilm_folder(), attn_implementation="eager")
pairs = tokenizer.batch(
    ["The bank raised its rates.", "They sat on the bank of the river until dusk."],
    ["Loans became dearer.", "Nothing bit."],
)
news = tokenizer.batch(articles, max_length=64)  # for later
single = measure.differences(your_bert, library, pairs)
print("equal:", max(single) == 0, "  within 1e-5, after each layer:", max(single) < 1e-5)

# %% [markdown] slideshow={"slide_type": "-"}
# Close, but not equal. Two correct programs that add numbers in another order differ in the last digits. But a small bug could look the same.


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def whose_bug():
    other = bugs.with_bug(your_bert, bugs.epsilon(1e-6))
    exact = measure.in_both_precisions(your_bert, library, pairs)
    wrong = measure.in_both_precisions(other, library, pairs)
    show(figures.draw_differences({"BERT A": exact, "BERT B": wrong}), alt=ALT["differences"])
    claim("your BERT is that of transformers: what differs is rounding, and vanishes in float64",
          max(exact.single) < 1e-5 and max(exact.single) / max(exact.double) > 1e6)  # fmt: skip
    check("in float32, B looks as right as A", max(wrong.single) < 1e-5)
    check("the bug in B stays as large as it was", max(wrong.single) / max(wrong.double) < 10)


predict("whose bug", whose_bug)

# %% [markdown] slideshow={"slide_type": "subslide"}
# This test settles many arguments: *do the sums again in float64*. Rounding shrinks by a factor of about $2^{29}$, or $5 \cdot 10^8$. A
# bug stays.
#
# ### One name, two functions
#
# Between the two linear maps of the feed-forward network stands the GELU, $x \cdot \Phi(x)$, where $\Phi(x)$ is the probability that a
# standard normal variable is below $x$. There is also a formula with tanh that comes close to it. Which one is BERT's? Published
# configurations say `"hidden_act": "gelu"`. `transformers` reads this as the exact one (and calls the other one `gelu_new`). Google's own
# `modeling.py` maps the same word to the tanh formula; its first version, of 2018, had computed the exact one. Does it matter?


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def two_functions():
    show(figures.draw_gelu(), alt=ALT["gelu"])
    other = bugs.with_bug(your_bert, bugs.each_layer_is(bugs.TanhLayer))
    gap = max(measure.differences(other, your_bert, news))
    scores = [measure.agreement(bert, news, people) for bert in (your_bert, other)]
    print(f"largest difference in the vectors: {gap:.0e}")
    print("agreement with people: exact {:.3f}, tanh {:.3f}".format(*scores))
    check("vectors notice, the score does not", gap > 1e-4 and abs(scores[0] - scores[1]) < 0.005)


predict("two functions", two_functions)

# %% [markdown] slideshow={"slide_type": "slide"}
# ### Eight bugs
#
# *Agreement with people* needs an explanation. Lee and colleagues (2005) asked readers how similar 50 short news articles are to each
# other. We let a BERT judge the same 1,225 pairs, by the cosine of two vectors, and compare the two rankings: 1 is perfect, 0 is chance. So it
# measures whether a model is *good*. Could we use it instead of a parity test, and find our bugs by it?


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def eight_bugs():
    found = bugs.scores(your_bert, news, people)
    unnoticed = [name for name in bugs.BUGS if found[name] > found["no bug"] - 0.02]
    check("five of the eight bugs are not noticed", len(unnoticed) == 5)
    show(figures.draw_bugs(found), alt=ALT["bugs"])
    claim("with half its heads, a BERT runs on the same weights and scores higher",
          found["6 heads instead of 12"] > found["no bug"])  # fmt: skip


predict("half the heads", eight_bugs)

# %% [markdown] slideshow={"slide_type": "slide"}
# ### Exercise 6: find the bug
# Difficulty 3 of 5, about 5 minutes. A friend wrote the layer below. It loads every tensor and runs, but it agrees with people less than yours. Compare it with the
# picture at the beginning of the lesson, line by line. Mend it, and run the cell again until it says that this is the right BERT.
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

# %% slideshow={"slide_type": "subslide"}
quiz(2, 8, 9)

# %% slideshow={"slide_type": "subslide"}
ask("ten inputs")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 6. What the layers do to a word
#
# The *bat* of *The bat flew out of the cave* is an animal; the *bat* of *The bat broke when she hit the ball* is a club. Both begin as the
# same embedding, so only the layers can tell them apart. We take three sentences for each sense, and compare the vectors of *bat*: how much
# more alike are they within a sense than across the two? We do the same for *the*, which stands before it. It has only one meaning, so it
# serves as a **control** (对照). There are seven more words: *bank*, *spring*, *seal*, *mouse*, *crane*, *organ* and *palm*.


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def two_senses():
    found = measure.senses(your_bert, tokenizer)
    show(figures.draw_senses(found), alt=ALT["senses"])
    leads = (found.itself > found.control).sum(dim=0).tolist()  # words, for each layer
    print("words, of 8, that tell their senses apart better than 'the'")
    print("after layers 1 to 6:", leads[1:])
    claim("the word leads 'the' after layer 1 in 8 words of 8, and after layer 6 in none",
          leads[1] == 8 and leads[6] == 0)  # fmt: skip


predict("two senses", two_senses)

# %% [markdown] slideshow={"slide_type": "subslide"}
# Without the control we would have written: *the last layer separates the meanings best*. It does, but it separates *the* even better, so
# that is no knowledge about *bat*. What a sentence is about seems to spread to all its tokens; MiniLM was tuned to compare sentences, which
# may be the reason. What belongs to the word itself shows in the lower layers.


# %% [markdown] slideshow={"slide_type": "slide"}
# ## 7. Your BERT searches
#
# To search is to compare vectors: one for each article, computed once, and one for the question. We take the mean of the token vectors,
# since MiniLM was tuned for it.
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


for cosine, i in search(question)[:3]:
    print(f"{cosine:.2f}  {articles[i][:80]}...")
same = [(round(cosine, 4), articles[i]) for cosine, i in search(question)[:3]]
check("as at the beginning", same == [(round(cosine, 4), article) for cosine, article in hits])


# %% [markdown] slideshow={"slide_type": "-"}
# The same three articles as at the beginning, with the same cosines, by code that you can retype. Was it luck? We wrote twelve questions that share no
# word with their article, apart from words like *the* and *in*: *Employees lose their work at a lender*, *Dishonest cops*, *Water everywhere in Prague* and nine more.


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def no_word_in_common():
    places = {}
    for asked in measure.questions():
        shared = measure.common_words(asked.question, articles[asked.article])
        check("question and article share no word", not shared)
        found = [article for _, article in search(asked.question)]
        places[asked.question] = measure.rank(found, asked.article)
    for missed in (words for words, place in places.items() if place > 1):
        print(f"place {places[missed]}   {missed}")
    claim("without a word in common, your BERT finds 10 of 12 articles at first place",
          list(places.values()).count(1) == 10)  # fmt: skip


predict("no word in common", no_word_in_common)


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def draw_search(question):
    return figures.draw_hits(
        question, [(cosine, articles[i]) for cosine, i in search(question)[:3]]
    )


alt = "Three bars: the articles that fit a question best, with their cosines."
explore(draw_search, alt=alt, question=text("A bird ends in a kitchen", label="your question"))

# %% [markdown] slideshow={"slide_type": "slide"}
# ### It fills gaps
#
# BERT was trained to guess hidden words. MiniLM's checkpoint comes without the head for it, so this project trained one: `minilm-words`,
# which changes the encoder a little as well (lesson 08 tells how). Your `pour` loads it. The **head** (输出头) is a linear map, GELU and LayerNorm;
# then the vector is compared with the embedding of *every* piece in the vocabulary.

# %% slideshow={"slide_type": "-"}
guesser = from_change("minilm-words")
tensors = to_hub(guesser.state_dict(), num_layers=6)
tensors["pooler.dense.weight"] = your_bert.pooler.weight  # the file has none; gaps need none
tensors["pooler.dense.bias"] = your_bert.pooler.bias
word_bert = pour(tensors, Bert(30522, 384, num_layers=6, num_heads=12, inner_size=1536))
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
    print(f"{sentence:48s} {', '.join(guesses)}")
expected = ["states", "century", "team", "ocean", "sea", "sun"]
right = [guess == word for guess, word in zip(firsts, expected, strict=True)]
check("five gaps are filled as expected, the last is not", right == [True] * 5 + [False])

# %% [markdown] slideshow={"slide_type": "-"}
# Five sound right, and the last is nonsense: this is a small encoder with a head that was trained for minutes. At scale it looks different.
# Petroni et al. (2019) turned facts from Wikidata into sentences with a gap, and asked BERT large, which nobody had tuned for that: its
# first guess was right in 32% of them.

# %% [markdown] slideshow={"slide_type": "slide"}
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
print(f"{cosines[best]:.2f}  {articles[best][:80]}...")
check("your search finds the same", search(question)[0][1] == best)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 8. Myth check: is [CLS] the meaning of the sentence?
#
# *"The vector of [CLS] is the meaning of the sentence."* Let people judge. A good text vector ranks the 1,225 pairs of news articles as the
# readers did.


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def which_vector():
    found = measure.text_vectors_of(your_bert, tokenizer.batch(articles, max_length=256))
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
# So nothing makes [CLS] special here; but this model was tuned so that the *mean* carries the meaning. Therefore we ask a second model that
# was only pre-trained: `bert-mini-zh`, which this project trained on Chinese text (lesson 08). It stays as it is. From each of three vectors
# of about 600 Chinese book reviews, a logistic regression learns which reviews are positive.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
reviews = book_reviews_zh().train[::23]
right = measure.read_off("bert-mini-zh", reviews)
show(figures.draw_read_off(right), alt=ALT["read off"])
others = [max(pair) for pair in zip(right["[CLS]"], right["pooler"], strict=True)]
claim(
    "only pre-trained: the mean tells more about a review than [CLS] does, 3 times of 3",
    all(mean > other for mean, other in zip(right["mean"], others, strict=True)),
)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 9. Where the time goes
#
# In lesson 05 you counted operations. Operations are not seconds: a product of matrices uses each number many times once it is loaded, while a
# sum or a LayerNorm uses it once and so waits for memory. And a product is done by a library, well or badly: on some processors, one of the two
# libraries that torch brings needs twice the time of the other. First, where the time goes on *your* machine, for 8 texts of 128 tokens; then
# time and memory of longer and longer texts, recorded on two CPU cores.

# %% tags=["hide-input", "nbval-ignore-output"] slideshow={"slide_type": "-"}
from lessons.l07_bert import time_spent

ids = torch.ones(8, 128, dtype=torch.int64)
for kind, proportion in time_spent.shares_of_time(published, ids).items():
    print(f"{proportion:4.0%}  {kind}")
for way, rate in time_spent.rates().items():
    print(f"{rate / 1e9:4.0f}  billion operations a second, products by {way}")
first, *others = time_spent.products().values()
check("every way gives the same product", all((first - o).abs().max() < 1e-3 for o in others))

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
run = recorded("forward_cost")
lengths, cost = run["configuration"]["tokens"], run["results"]
show(figures.draw_cost(lengths, cost), alt=ALT["cost"])
half = lengths.index(256)
memory = cost["weight_megabytes"][-1] / cost["weight_megabytes"][half]
time = cost["milliseconds"][-1] / cost["milliseconds"][half]
claim("512 tokens need 4 times the attention weights of 256, but not 2.5 times the time",
      memory == 4 and time < 2.5)  # fmt: skip

# %% slideshow={"slide_type": "subslide"}
quiz(5, 6, 7, 10)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Recap
#
# - BERT is three look-ups and a LayerNorm, a stack of equal layers, and a pooler. You can retype it.
# - Parameters grow linearly with the layers and with the square of the width. The number of heads adds none.
# - Loading is a table of names. Names and shapes that fit do not make a model right; only agreement, layer by layer, does.
# - In float64, rounding vanishes and a bug stays. A score can miss a bug, or even rise with it, so a good score is no proof.
# - *gelu* names two functions. A configuration is read by code, and two programs may read it differently.
# - The word tells its senses apart in the lower layers; in the upper ones, so does *the*. Always take a control.
# - Mean vectors find texts by meaning. [CLS] is not special unless a training made it so.
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
# | checkpoint | 检查点 | a file with a model's weights, and its configuration |
# | parity | 一致性 | two programs compute the same function, up to rounding |
# | head | 输出头 | a small network that turns the encoder's vectors into answers |
# | control | 对照 | a measurement where the effect should not be |
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
