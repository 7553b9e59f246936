# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown] slideshow={"slide_type": "slide"}
# # 11. Attention, seen with BertViz
#
# Attention weights can be drawn, and a drawing suggests a lot. In this lesson you look first, and then count. At the end you can
#
# - read BertViz's head, model and neuron view, and use the controls that nothing on the page tells of;
# - show them to people who have no network and run no script;
# - find the heads that have a role, over many sentences and not at one;
# - measure what is lost when a head is silenced;
# - say why attention weights do not explain a prediction, and show it by an experiment whose bounds are fixed beforehand.
#
# **Time** 95 minutes. **Difficulty** 3 of 5. **Before this**: lesson 05 (attention), lesson 07 (the model), lesson 08 (masked words).

# %% tags=["bootstrap"] slideshow={"slide_type": "skip"}
# (generated)

# %% tags=["setup"] slideshow={"slide_type": "skip"}
from lessons.l11_attention_seen import change_figures as changes
from lessons.l11_attention_seen import exercises, quiz
from lessons.l11_attention_seen import measure_figures as figures
from lessons.l11_attention_seen.experiments import head_removal
from lessons.l11_attention_seen.other_weights import CLOSE, FAR, MaskedWord, change_attention
from lessons.l11_attention_seen.texts import WHICH_IS_MEANT, held_out_pairs, held_out_sentences

import math

import torch
from torch.nn.functional import linear

from bertlab.inspection.attention_measures import entropy, head_roles, measure_heads, without_heads
from bertlab.inspection.attention_seen import attention_of
from bertlab.inspection.attention_viz import head_view, model_view, neuron_view
from bertlab.model import BertModel
from bertlab.text import WordPieceTokenizer
from workbook.basics import begin_lesson, choose, claim, exercise, explore, recorded, show, slide

begin_lesson(num_threads=1)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Terms
#
# | English | 中文 | in one line |
# |---|---|---|
# | head view | 头视图 | one layer: a line from each token to those it looks at |
# | model view | 模型视图 | all heads of all layers as thumbnails |
# | neuron view | 神经元视图 | one head: query times key, element by element |
# | role of a head | 注意力头的角色 | the kind of token that gets most of its weight |
# | entropy | 熵 | how widely a token spreads its weight, in nats |
# | to silence a head | 屏蔽注意力头 | its context is replaced by zeros |
# | no-op | 空操作 | a head that adds next to nothing for a token |
# | explanation | 解释 | what the prediction depends on; a change of it must change the prediction |
# | counter-example | 反例 | one case that refutes a general claim |
# | distillation | 蒸馏 | a small model learns to answer like a large one |

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 1. One layer: the head view
#
# Every head of every layer holds a table of weights: row $i$ says how token $i$ shares out its look. The **head view** of BertViz (Vig 2019) draws a line from token $i$ on the left to
# token $j$ on the right, as strong as the weight.
#
# The model is `minilm`. It is **distilled**: trained to answer like a larger model, and then tuned to compare sentences. So it shows what a BERT encoder can do, and not what
# Google's checkpoint does.
#
# First a corner of one table, as numbers. **Predict first**: this is head 2 of layer 0. What does it do?

# %% slideshow={"slide_type": "subslide"}
minilm, tokenizer = BertModel.from_pretrained("minilm"), WordPieceTokenizer.from_folder("minilm")
pair = "The cat sat on the mat.", "It was tired and slept."
seen = attention_of(minilm, tokenizer, *pair)
L, H, T, _ = seen.weights.shape
print(f"{L} layers of {H} heads, {T} tokens: {' '.join(seen.pieces)}")
print(seen.weights[0, 2, :5, :5].numpy().round(2))
claim("each row adds up to 1", (seen.weights.sum(dim=-1) - 1).abs().max() < 0.001)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### The head view's controls
#
# - The menu **Layer** changes the layer. For a pair, **Attention** picks a part, such as *Sentence A -> Sentence B*. A part's rows need not add up to 1.
# - Each colored square is a head. A **click** hides or shows it; the last one stays.
# - A **double click** leaves this head only. A double click on the only head left brings all back.
# - There are ten colors: head 10 has that of head 0.
# - **Point at a token** on the left, and only its lines stay. Point at one on the right to see who looks at it. The boxes on the other side are as strong as the weights.
# - A line is as strong as the weight *divided by the number of heads shown*. With twelve, even a weight of 1 is faint.
#
# **Nothing moves?** Then you see the still picture behind the view. JupyterLab runs no scripts of a notebook that somebody else ran. Run the cell yourself, or choose *Trust Notebook* in
# the command palette. Trust a notebook only if you would run its code: its scripts may do what you may.

# %% slideshow={"slide_type": "subslide"}
head_view(minilm, tokenizer, *pair, layer=0, heads=[2])

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 1: the token before
# Difficulty 2 of 5, about 6 minutes. `weights` is (H, T, T), of one text; its first `length` rows are tokens, the others padding. Return a tensor (H,) of the same dtype: for each head the weight that a token gives to the one before it, averaged over all tokens that have one. `length` is from 2 to T.
#
# <details><summary>Hint 1</summary>Token 0 has none before it. So <code>length - 1</code> tokens count.</details>
# <details><summary>Hint 2</summary>The weights from i to i - 1 stand below the main diagonal: <code>weights.diagonal(-1, dim1=1, dim2=2)</code>.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.previous_token_share)
def previous_token_share(weights, length):
    """Return the mean weight on the token before, for each head (H,)."""
    ...


# %% tags=["solution"]
def previous_token_share(weights, length):
    return weights.diagonal(-1, dim1=1, dim2=2)[:, : length - 1].mean(dim=1)


# %% slideshow={"slide_type": "subslide"}
batch = tokenizer.batch([pair[0]], [pair[1]])
weights = minilm.inspect(*batch).layers[0].weights[0].detach()  # (H, T, T)
by_loop = sum(weights[2, i, i - 1] for i in range(1, T)) / (T - 1)
yours = previous_token_share(weights, T)
ours = measure_heads(minilm, tokenizer, [pair[0]], [pair[1]]).previous[0]
print(f"layer 0, head 2: {by_loop:.2f} of the weight goes to the token before")
claim("the loop and your function agree to 1e-6", abs(by_loop - yours[2]) < 1e-6)
claim("your function and bertlab agree to 1e-6, all heads", (yours - ours).abs().max() < 1e-6)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 2. All layers: the model view
#
# Which of the many heads is worth a look? The **model view** shows all of them, a row for each layer. Here a *color* is a layer, and lines are as strong as the weights themselves.
#
# - A **click** on a thumbnail opens it with its tokens; a second click closes it.
# - In an open one, **point at a token** on the left to see only its lines.
#
# A head is named by layer and number: *head 0.2* is head 2 of layer 0.
#
# **Predict first**: do the layers look alike? Which kinds of pictures come again and again?

# %% slideshow={"slide_type": "subslide"}
model_view(minilm, tokenizer, pair[0])

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 3. One head: the neuron view
#
# Where does a weight come from? The **neuron view** takes one head apart: the query of a token, times each key, element by element; the sum, divided by $\sqrt{K}$; the softmax.
#
# - The menus choose layer and head. **Point at a token** on the left: a **plus sign** appears beside it.
# - A **click on the plus** opens the computation. Now point at other tokens. The **minus sign** closes it.
# - Blue (in the still picture violet) is above 0, orange below. Colors saturate: an element of 8 looks like one of 80.
# - Scores are divided already, so $q \cdot k$ is what the softmax gets.
#
# **Predict first**: two keys have scores that differ by 3. How do their weights compare?

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
one = attention_of(minilm, tokenizer, pair[0])
query, keys = one.queries[0, 2, 2], one.keys[0, 2]  # of token 2, "cat"
scores = keys @ query / len(query) ** 0.5
print("scores of 'cat'", scores.numpy().round(1))
print("its weights    ", one.weights[0, 2, 2].numpy().round(2))
best, second = scores.topk(2).values.tolist()
print(f"the best is {best - second:.1f} ahead: {math.exp(best - second):,.0f} times the weight")
gap = (scores.softmax(dim=0) - one.weights[0, 2, 2]).abs().max()
claim("the softmax of the scores gives the weights, to a thousandth", gap < 0.001)
neuron_view(minilm, tokenizer, pair[0], layer=0, head=2, query=2)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 4. A Chinese pair
#
# 老爸叫小宏去买酱油，/ 回来慢了就骂他。 *Dad told Xiaohong to buy soy sauce; he was slow to come back, and so was scolded.* The last 他 is the son. The model is `bert-mini-zh`, trained in lesson 08, character by character.
#
# The view brings its own letters, so no reader sees empty boxes. Two heads are shown at first; double-click a square to see one of them alone.
#
# **Predict first**: a small model has read some news and reviews. Will a head of it tie 他 to 小宏?

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
chinese = BertModel.from_pretrained("bert-mini-zh")
characters = WordPieceTokenizer.from_folder("bert-mini-zh")
errand = "老爸叫小宏去买酱油，", "回来慢了就骂他。"
zh = attention_of(chinese, characters, *errand)
to_son = zh.weights[:, :, -3, 4:6].sum(dim=-1)  # what 他 gives 小 and 宏, (L, H)
print(f"他 gives 小宏 at most {to_son.max():.2f}; equal weights give {2 / len(zh.pieces):.2f}")
claim("no head gives 小宏 half of the weight of 他", to_son.max() < 0.5)
head_view(chinese, characters, *errand, layer=0, heads=[3, 5])

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 5. What the eye suggests
#
# Go back to the head view of the English pair, to layer 5, and double-click head 11. Point at *it*: its strongest line goes to *cat*. It was the cat that was tired. Has this head understood whom *it* means?
#
# A good picture is a hypothesis. Test it: keep the first sentence, and change the second so that *it* means the other noun. *The cat sat on the mat. It was woven from wool.*
#
# **Predict first**: eight such sentences. In how many does *it* now look more at the other noun?


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def at_it(first, second, nouns):
    """The weights that "it" gives two nouns, in head 11 of layer 5."""
    inputs = tokenizer.batch([first], [second])
    names = [tokenizer.vocabulary[i] for i in inputs.input_ids[0].tolist()]
    row = minilm.inspect(*inputs).layers[5].weights[0, 11, names.index("it")]
    return [row[names.index(noun)].item() for noun in nouns]


cat, mat = at_it(*pair, ("cat", "mat"))
print(f"our example: {cat:.2f} to the cat, {mat:.2f} to the mat")
ahead = {"the first noun": 0, "the second": 0}
for first, *nouns, about_first, about_second in WHICH_IS_MEANT:
    for meant, second in zip(ahead, (about_first, about_second), strict=True):
        one, other = at_it(first, second, nouns)
        ahead[meant] += one > other
for meant, number in ahead.items():
    print(f"it means {meant}: the first noun is ahead in {number} of {len(WHICH_IS_MEANT)}")
claim("at our example, the cat gets over twice as much as the mat", cat > 2 * mat)
claim("the first noun is ahead in most cases, whichever is meant", min(ahead.values()) > 4)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 6. Count: which heads have a role?
#
# The head looks at a *first* noun, not at the noun that is meant. One sentence could not tell. So from here on, what is said of a head was counted over many held-out texts, which no model of this series has seen.
#
# A head has a **role** if it gives more than half of its weight to one kind of token: the one before, the one behind, [CLS] or [SEP]. The half is fixed before we look.
#
# Two more numbers say how a head looks: **entropy**, how widely, and **distance**, how far.
#
# ### Exercise 2: entropy
# Difficulty 2 of 5, about 8 minutes. `weights` is (B, H, T, T), the integers `attention_mask` (B, T) are 1 for tokens and 0 for padding, which comes last and has no weight. Return a tensor (H,) of the weights' dtype: for each head the entropy of a row in nats, averaged over all tokens of all texts together. Padding has rows too.
#
# <details><summary>Hint 1</summary>0 times its logarithm counts as 0: <code>torch.special.entr</code> knows that.</details>
# <details><summary>Hint 2</summary>(B, H, T) with the tokens moved forward, <code>transpose(1, 2)</code>, can be indexed by a mask (B, T).</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.attention_entropy)
def attention_entropy(weights, attention_mask):
    """Return the mean entropy of a token's row, for each head (H,), in nats."""
    ...


# %% tags=["solution"]
def attention_entropy(weights, attention_mask):
    entropies = torch.special.entr(weights).sum(dim=-1)  # (B, H, T)
    return entropies.transpose(1, 2)[attention_mask.bool()].mean(dim=0)


# %% slideshow={"slide_type": "subslide"}
rows = torch.tensor([[1.0, 0.0, 0.0, 0.0], [0.25, 0.25, 0.25, 0.25], [0.5, 0.5, 0.0, 0.0]])
by_loop = torch.tensor([-sum(w * math.log(w) for w in row if w > 0) for row in rows.tolist()])
print("entropies", by_loop.abs().numpy().round(2), "see", by_loop.exp().numpy().round(2), "tokens")
yours = attention_entropy(weights[None], torch.ones(1, T).long())
ours = measure_heads(minilm, tokenizer, [pair[0]], [pair[1]]).entropy[0]
claim("the loop and bertlab agree to 1e-6", (by_loop - entropy(rows)).abs().max() < 1e-6)
claim("your function and bertlab agree to 1e-6", (yours - ours).abs().max() < 1e-6)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 3: the share of [SEP]
# Difficulty 3 of 5, about 9 minutes. `weights` is (B, H, T, T); `input_ids` (B, T) holds single texts and pairs, at their ends padded with `pad_id`; each has a [SEP] at least. Return a tensor (H,) of the weights' dtype: for each head the weight that a token gives to all [SEP]s (`sep_id`) of its text together, averaged over all tokens of all texts together. [CLS] and [SEP] are tokens like others, padding is not.
#
# <details><summary>Hint 1</summary>The column is seen: <code>input_ids == sep_id</code>, as (B, 1, 1, T), picks the columns.</details>
# <details><summary>Hint 2</summary>A pair has two [SEP]s. Add what they get. Then average over rows that are not <code>pad_id</code>.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.separator_share)
def separator_share(weights, input_ids, sep_id, pad_id):
    """Return the mean weight on all [SEP]s of a token's text, for each head (H,)."""
    ...


# %% tags=["solution"]
def separator_share(weights, input_ids, sep_id, pad_id):
    received = (weights * (input_ids == sep_id)[:, None, None, :]).sum(dim=-1)  # (B, H, T)
    return received.transpose(1, 2)[input_ids != pad_id].mean(dim=0)


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
models = {"minilm": (minilm, tokenizer, "wiki")}
for name, source in (("bert-mini-en", "wiki"), ("bert-mini-zh", "peoples_daily")):
    models[name] = BertModel.from_pretrained(name), WordPieceTokenizer.from_folder(name), source
found, equal, kinds = {}, {}, {}
for name, (model, cut, source) in models.items():
    texts = sorted(held_out_sentences(source, cut, number=100), key=len)
    found[name] = measure_heads(model, cut, texts)
    equal[name] = figures.equal_weights([len(cut.encode(text).input_ids) for text in texts])
alt = "Maps of layers and heads for three models and four kinds of tokens; dots mark the roles."
show(figures.draw_roles(found, threshold=0.5), alt=alt)
for name, means in found.items():
    roles = head_roles(means, threshold=0.5)
    kinds[name] = [role.role for role in roles]
    print(f"{name}, of {means.entropy.numel()} heads: {figures.in_words(roles[:4])}")
specials = [role for role in kinds["minilm"] if role in ("first", "separator")]
claim("minilm: head 0.2 gives over 95% to the token before", found["minilm"].previous[0, 2] > 0.95)
claim(
    "minilm: 10 heads or more rest on [CLS], none on [SEP]",
    len(specials) > 9 and set(specials) == {"first"},
)
claim(
    "both small models: one head looks before, one behind, and no other has a role",
    all(sorted(kinds[name]) == ["next", "previous"] for name in list(kinds)[1:]),
)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
alt = "Left: entropy by layer; right: distance by layer; a dot for each head of three models."
show(figures.draw_layers(found, equal), alt=alt)
by_layer = {name: means.entropy.mean(dim=1) for name, means in found.items()}
for name, values in by_layer.items():
    print(f"{name}: entropy {values.numpy().round(1)} nats, equal weights {equal[name][0]:.1f}")
share = by_layer["bert-mini-en"][1:] / equal["bert-mini-en"][0]
claim("bert-mini-en, from layer 1 on: over 4/5 of that of equal weights", (share > 0.8).all())

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
from bertlab.datasets.fonts.figures import letters_for

sentences = {"minilm": pair[0], "bert-mini-en": pair[0], "bert-mini-zh": "".join(errand)}


def draw_one(model, layer, head):
    """The weights of one head at a short text."""
    shown = attention_of(*models[model][:2], sentences[model])
    layer, head = min(layer, len(shown.weights) - 1), min(head, shown.weights.shape[1] - 1)
    with letters_for(shown.pieces):
        return figures.draw_head(shown.pieces, shown.weights[layer, head], f"head {layer}.{head}")


alt = "A square map: rows are tokens that look, columns are tokens that are seen."
explore(
    draw_one,
    alt=alt,
    model=choose(list(models)),
    layer=slide(0, 5, value=1),
    head=slide(0, 11, value=8),
)

# %% slideshow={"slide_type": "subslide"}
quiz(1, 2, 3)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 7. Silence a head
#
# Weights show where a head looks. What is it good for? Take it away, and ask the model for masked words again. To **silence** a head, replace what it found by zeros, before the output matrix mixes the heads.
#
# ### Exercise 4: the output without one head
# Difficulty 3 of 5, about 8 minutes. `context` is (B, H, T, K), of two heads or more; `weight` (D, D) and `bias` (D,) are those of the output matrix, as `nn.Linear` keeps them. The matrix is applied to the heads' contexts laid side by side, head 0 first, so D = H K. Return the block's output (B, T, D) with the context of `head` (counted from 0) at 0; all else stays as it is, the arguments too.
#
# <details><summary>Hint 1</summary>Work on <code>context.clone()</code>, and set <code>[:, head]</code> to 0.</details>
# <details><summary>Hint 2</summary>Merge the heads: swap axes 1 and 2, then <code>flatten(2)</code>. Then <code>linear(merged, weight, bias)</code>.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.output_without_head)
def output_without_head(context, weight, bias, head):
    """Return the attention block's output (B, T, D) with one head silenced."""
    ...


# %% tags=["solution"]
def output_without_head(context, weight, bias, head):
    kept = context.clone()
    kept[:, head] = 0.0
    return linear(kept.transpose(1, 2).flatten(2), weight, bias)


# %% slideshow={"slide_type": "subslide"}
block = minilm.encoder.layers[0].attention
hidden = minilm.embeddings(batch.input_ids, batch.token_type_ids)
with torch.no_grad():
    details = block.inspect(hidden)
    context = details.weights @ details.values  # (B, H, T, K)
    yours = output_without_head(context, block.output.weight, block.output.bias, 2)
    with without_heads(minilm, [(0, 2)]):
        ours = block(hidden)
claim(
    "your function and bertlab silence head 0.2 alike, to 1e-5", (yours - ours).abs().max() < 1e-5
)
claim("and the output is another one", (details.output - ours).abs().max() > 0.1)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### One at a time, and together
#
# Each head of two models was silenced alone, on masked words of held-out articles: `minilm-words` (lesson 08: `minilm` with a masked-word head) and `bert-mini-en`. Then more and more heads were silenced together: the
# cheapest first, by an order that *other* articles gave, and beside it in random orders. The numbers are recorded; three heads are asked again here. Points are of accuracy.
#
# **Predict first**: do heads with a role matter more than others? If each of two heads costs next to nothing, what do both cost?

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
removal = recorded("head_removal")["results"]
alt = "Two maps of layers and heads, colored by what the loss rises when a head is silenced."
show(changes.draw_alone(removal), alt=alt)
_, scoring = head_removal.stretches("bert-mini-en", head_removal.CONFIGURATION)
asked = head_removal.Asked(head_removal.LOAD["bert-mini-en"](), scoring)
again = asked.costs([[(0, 2)], [(0, 3)], [(3, 1)]])
for name, head in zip(
    ("0.2, looks behind", "0.3, looks before", "3.1, no role"), again, strict=True
):
    print(
        f"bert-mini-en without {name:17s}: {head['nats']:+.2f} nats, {-head['points']:+.1f} points"
    )
alone = {name: changes.costs_alone(run) for name, run in removal.items()}
small, large = alone["bert-mini-en"], alone["minilm-words"]
recorded_ones = [small[0, 2], small[0, 3], small[3, 1]]
claim(
    "asked again, three heads cost what the record says, to 0.01",
    max(abs(a["nats"] - b) for a, b in zip(again, recorded_ones, strict=True)) < 0.01,
)
claim(
    "bert-mini-en: its two heads with a role are the dearest of all",
    set(small.flatten().topk(2).indices.tolist()) == {2, 3},
)
claim("minilm-words: no head alone costs a tenth of a nat", large.max() < 0.1)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
alt = "Two panels: the loss rises with the number of silenced heads, above the sum of single costs."
show(changes.draw_together(removal), alt=alt)
halves, added = {}, {}
for name, run in removal.items():
    half = run["numbers"].index(run["numbers"][-1] // 2)
    cheap, *by_chance = [round(costs[half]["nats"], 2) for costs in run["together"].values()]
    halves[name] = cheap, min(by_chance)
    added[name] = run["together"]["cheapest first"][-1]["nats"] / changes.sums_alone(run)[-1]
    print(f"{name}: the cheap half of the heads costs {cheap:.2f} nats, random ones {by_chance}")
    print(f"    all heads: {added[name]:.1f} times the sum of their costs alone")
claim(
    "the cheap half costs less than half of what any random one does",
    all(cheap < chance / 2 for cheap, chance in halves.values()),
)
claim(
    "all heads cost more than their sum; in minilm-words over twice as much",
    min(added.values()) > 1 and added["minilm-words"] > 2,
)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 8. Is it an explanation?
#
# A head view ends in a sentence like *the model said X because it looked at Y*. Here is a model that says something: `minilm`, fine-tuned on movie reviews (lesson 09). It reads its answer from [CLS], after the last layer.
#
# The cell counts how much of the weight of [CLS] goes to **sentiment words**, those of the word list of lesson 09: in the last layer, on held-out reviews, before and after fine-tuning. Then it
# shows the head in which the share rose most, at *A warm and funny film, though the plot is dull.* Point at [CLS].
#
# **Predict first**: fine-tuning taught the model to tell praise from blame. Which share do the sentiment words get?

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
from bertlab.datasets import movie_reviews, sentiment_lexicon
from bertlab.finetuning.sentiment import movie_classifier, short_texts

classifier = movie_classifier().eval()
reviews = tokenizer.batch(short_texts(movie_reviews().validation, tokenizer, 200, 8, 32))
listed = torch.tensor([piece in sentiment_lexicon() for piece in tokenizer.vocabulary])
hits = listed[reviews.input_ids]  # (B, T): which tokens are sentiment words
rest = hits.sum(dim=1) / reviews.attention_mask.sum(dim=1)
shares = {"equal weights": rest.mean()}
for name, bert in (("published", minilm), ("fine-tuned", classifier.bert)):
    with torch.no_grad():
        from_cls = bert.inspect(*reviews).layers[5].weights[:, :, 0]  # (B, H, T)
    shares[name] = (from_cls * hits[:, None]).sum(dim=-1).mean(dim=0)  # (H,)
for name, share in shares.items():
    print(f"{name:13s}: {share.mean():.1%} of the weight on sentiment words")
few, many = shares["published"].mean(), shares["fine-tuned"].mean()
claim("this classifier: more than before fine-tuning, and under a fifth", few < many < 0.2)
head = int((shares["fine-tuned"] - shares["published"]).argmax())
review = "A warm and funny film, though the plot is dull."
answer = classifier(*tokenizer.batch([review])).softmax(dim=-1)[0, 1]
at = attention_of(classifier, tokenizer, review)
looked = at.pieces[int(at.weights[5, head, 0].argmax())]
print(f"favorable: {answer:.2f}; [CLS] looks most at {looked!r}")
claim("it looks most at 'dull', and calls the review favorable", looked == "dull" and answer > 0.9)
head_view(classifier, tokenizer, review, layer=5, heads=[head])

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### A counter-example
#
# Sentiment words get a small share, and the head that likes them best looked at *dull* when the answer was *favorable*. If weights explain a prediction, other weights have to lead to another prediction. So look for a **counter-example**:
# weights far from the model's own, and the same prediction (Jain and Wallace 2019). *Far* and *same* must be fixed before the search, or anything can be called a counter-example:
#
# - **far**: half of the weight of a row moves to other tokens, on average over all rows, heads and layers;
# - **same**: no probability changes by more than one hundredth, of any piece of the vocabulary.
#
# The model is `minilm-words`, and it guesses a masked word. The search starts with every row shuffled by chance, and follows the gradient of the difference between both predictions. **Predict first**: will it
# succeed? Will shuffling alone do?

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
from bertlab.pretraining.readout import from_change

far, close = 0.5, 0.01
claim("these are the bounds of the recorded searches, too", (far, close) == (FAR, CLOSE))
words = from_change("minilm-words").double()
gap_text = tokenizer.batch(["Paris is the capital of [MASK]."])
place = gap_text.input_ids[0].tolist().index(tokenizer.mask_id)
changed = change_attention(MaskedWord(words, place), gap_text, seed=0, far=far, close=close)
own = [layer.weights[0].detach() for layer in words.bert.inspect(*gap_text).layers]
top = changed.before.topk(4).indices.tolist()
shares = {tokenizer.vocabulary[i]: (changed.before[i].item(), changed.after[i].item()) for i in top}
shown = [tokenizer.vocabulary[i] for i in gap_text.input_ids[0].tolist()]
alt = "Left and middle: two maps of weights that share little. Right: equal bars of the prediction."
show(changes.draw_change(shown, own[3], changed.weights[3], shares, "Layer 3"), alt=alt)
print(f"all layers: {changed.moved:.0%} of the weight moved")
claim("far: at least half of the weight moved", changed.moved >= far)
claim("same: no probability changed by over a hundredth", changed.gap <= close)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
gaps = recorded("changed_attention")["results"]["gaps"]
alt = "For each gap, dots of shuffled weights high up, and dots of searched ones below the bound."
show(changes.draw_searches(gaps, close), alt=alt)
searches = [seed for gap in gaps for seed in gap["seeds"]]
by_chance = sum(one["shuffled"] <= close for one in searches)
print(f"shuffled rows alone keep {by_chance} of {len(searches)} predictions")
claim("at each gap, with 3 seeds, other weights were found", all(s["found"] for s in searches))
claim("shuffling alone keeps fewer than one in ten", by_chance < len(searches) / 10)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### What it shows, and what not
#
# The prediction does not pin the weights down. So *it looked at Y* is not yet a reason.
#
# But the weights were put in from outside. No query and key of this model need to yield them, and they fit one text only. Wiegreffe and Pinter (2019) object to just that: that *some* weights do the same does not mean that the model's own say nothing.
# Silencing a head, as in section 7, asks the model itself. That attention *can* matter is plain: shuffle it, and the prediction is gone.
#
# Weights are where to begin. Lesson 12 asks which words a prediction depends on, and measures the answers.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Myth check
#
# *"BERT's heads rest on [SEP]."* In the published BERT-base, [SEP] gets more than half of all weight in layers 6 to 10 (Clark et al. 2019). It is often told of all BERTs. Section 6 counted it on single sentences; here are pairs, as in their paper.
#
# *"What gets the most weight matters most."* A weight says how much of a value is taken, not how large the value is. So measure the length of what arrives: weight, times value, times the head's rows of the output matrix (Kobayashi et al. 2020).
#
# **Predict first**: in the middle layers of `minilm`, [CLS] gets more than a third of the weight. Which share of all that arrives does it bring?

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
from bertlab.inspection.attention_contributions import shares_of_kinds

brought = {}
for name, (model, cut, source) in models.items():
    brought[name] = shares_of_kinds(model, cut, *held_out_pairs(source, cut, 40))
alt = "Three panels by layer. minilm: the weight on [CLS] is high, what it brings is near 0."
show(figures.draw_contributions(brought), alt=alt)
most = {name: shares.weight[:, 1].max().item() for name, shares in brought.items()}
print("largest share of [SEP] in a layer:", {name: f"{share:.2f}" for name, share in most.items()})
claim("[SEP]: in no layer of our three models a tenth of the weight", max(most.values()) < 0.1)
weight, arrived = (table[1:5, 0] for table in brought["minilm"])
claim("minilm, layers 1 to 4: [CLS] gets a third or more of the weight", (weight > 1 / 3).all())
claim("and brings less than a twentieth of what arrives: a no-op", (arrived < 0.05).all())

# %% slideshow={"slide_type": "subslide"}
quiz(4, 5, 6)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Recap
#
# - Head view: one layer, a color for each head. Model view: all heads. Neuron view: one head, down to its elements.
# - Views that carry their libraries, letters and a still picture can be read by anyone, with or without a network.
# - A picture is a hypothesis. *It* looked at *cat*, and at the first noun of other sentences, whichever was meant.
# - Roles are counted over many texts, with a bound fixed beforehand: neighbors in layer 0, and in `minilm` many heads on [CLS].
# - Silence a head to ask what it is good for. Heads stand in for each other: together they cost more than one by one.
# - Much weight can bring next to nothing: look at what arrives.
# - Other weights can give the same prediction. Weights alone do not explain it.
#
# Next: **12. Explanations with SHAP**.

# %% [markdown] slideshow={"slide_type": "notes"}
# *Instructor:* after a click inside a view, the arrow keys go to its frame, and the slides stand still. Click on the slide beside the frame, then go on. Show the controls of the head view once, slowly: one head by a double click, then a token. In section 5, let the class
# write down what they believe about head 11 before the cell runs, and ask who would have stopped at the picture. In section 8, agree on *far* and *same* by a show of hands before you show the two bounds. Fifteen minutes in all.

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Further reading
#
# - Jesse Vig (2019). *A Multiscale Visualization of Attention in the Transformer Model.* ACL, System Demonstrations.
# - Kevin Clark, Urvashi Khandelwal, Omer Levy and Christopher D. Manning (2019). *What Does BERT Look At? An Analysis of BERT's Attention.* BlackboxNLP.
# - Paul Michel, Omer Levy and Graham Neubig (2019). *Are Sixteen Heads Really Better than One?* NeurIPS.
# - Elena Voita, David Talbot, Fedor Moiseev, Rico Sennrich and Ivan Titov (2019). *Analyzing Multi-Head Self-Attention: Specialized Heads Do the Heavy Lifting, the Rest Can Be Pruned.* ACL.
# - Sarthak Jain and Byron C. Wallace (2019). *Attention is not Explanation.* NAACL-HLT.
# - Sarah Wiegreffe and Yuval Pinter (2019). *Attention is not not Explanation.* EMNLP-IJCNLP.
# - Goro Kobayashi, Tatsuki Kuribayashi, Sho Yokoi and Kentaro Inui (2020). *Attention is Not Only a Weight: Analyzing Transformers with Vector Norms.* EMNLP.
# - Wenhui Wang, Furu Wei, Li Dong, Hangbo Bao, Nan Yang and Ming Zhou (2020). *MiniLM: Deep Self-Attention Distillation for Task-Agnostic Compression of Pre-Trained Transformers.* NeurIPS.
