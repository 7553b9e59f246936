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
# > *The cat sat on the mat. **It** was tired and slept.*
#
# Who was tired? You know at once. Does the model know? Below are the lines of *it* in one of the 72 heads of a small BERT encoder, and the strongest goes to *cat*.
# Such pictures are in many papers and talks, and they convince. But somebody chose this head.
# Here you learn to draw such views, and to find out whether what they suggest is true.
#
# **At the end you can**
#
# - call BertViz's head view and model view for a `transformers` model that returns its attention weights;
# - test what a picture suggests: with a control, and with sentences that differ in one thing;
# - find out what a head does over many texts, what its weights bring, and what a model loses without it;
# - say why attention weights do not yet explain a prediction, and show it by an experiment whose bounds are fixed beforehand;
# - make a measured portrait of all heads of a checkpoint.
#
# **Time** 90 minutes in class, and 42 for the exercises. **Difficulty** 3 of 5. **Before this**: lesson 05 (attention), lesson 07 (the model), lesson 08 (masked words), lesson 09 (fine-tuning, for part 8).

# %% tags=["bootstrap"] slideshow={"slide_type": "skip"}
# (generated)

# %% tags=["setup"] slideshow={"slide_type": "skip"}
from lessons.l11_attention_seen import ask, diagrams, exercises, figures, measure, predict, quiz
from lessons.l11_attention_seen import pronoun_figures as pronouns
from lessons.l11_attention_seen.texts import TURNED, held_out_pairs, held_out_sentences

import math

import bertviz
import torch
import transformers
from torch.nn.functional import linear

from bertlab.datasets import minilm_folder
from bertlab.inspection.attention_measures import entropy, head_roles, without_heads
from bertlab.inspection.attention_seen import attention_of
from bertlab.inspection.attention_viz import neuron_view
from bertlab.model import BertModel
from bertlab.model.pretrained import find_folder
from bertlab.text import WordPieceTokenizer
from workbook.basics import begin_lesson, check, choose, claim, exercise, explore, show, slide, text
from workbook.bertviz_pages import offline
from workbook.fonts.figures import letters_for

begin_lesson(num_threads=1)
transformers.logging.set_verbosity_error()
transformers.logging.disable_progress_bar()
minilm, tokenizer = BertModel.from_pretrained("minilm"), WordPieceTokenizer.from_folder("minilm")

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
pair = "The cat sat on the mat.", "It was tired and slept."
seen = attention_of(minilm, tokenizer, *pair)
looks = seen.weights[5, 11, seen.pieces.index("it")]
cat, mat = (looks[seen.pieces.index(noun)].item() for noun in ("cat", "mat"))
print(f"layer 5, head 11, weights of 'it':\n  cat {cat:.2f}, mat {mat:.2f}")
leads = seen.weights[:, :, seen.pieces.index("it")].argmax(dim=-1) == seen.pieces.index("cat")
print(f"its strongest line leads to 'cat'\n  in {leads.sum()} of {leads.numel()} heads")
at_cat = seen.weights[:, :, seen.pieces.index("it"), seen.pieces.index("cat")]  # (L, H)
check("the cat gets over twice as much as the mat", cat > 2 * mat)
check("few heads have this line", leads.sum() < 5)
check("no head gives the cat more", at_cat.argmax() == 5 * 12 + 11)
colors = {"C0": ["cat"], "C1": ["mat"]}
still = pronouns.draw_looks(seen.pieces, looks, "it", colors, f"L5H11: 'it' gives 'cat' {cat:.2f}")
show(still, alt=f"One head, L5H11: the lines of 'it' to all tokens. {cat:.2f} to 'cat'.")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 1. One layer: the head view
#
# How is such a picture made? In every head, each token has a row of weights: row $i$ says how much weight token $i$ gives to each token $j$. A row adds
# up to 1 (lesson 05). The **head view** (头视图) of BertViz (Vig 2019) draws a line from token $i$ on the left to token $j$ on the right. The
# larger the weight, the stronger the line. The line does not show how long the vector is that comes with it (part 6).
# We write L5H11 for head 11 of layer 5; both are counted from 0. Here is a head with weights that we chose by hand:

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
by_hand = torch.tensor(
    [[0.7, 0.1, 0.1, 0.1], [0.8, 0.1, 0.1, 0.0], [0.1, 0.6, 0.2, 0.1], [0.1, 0.1, 0.5, 0.3]]
)
words = ["the", "cat", "sat", "down"]
alt = (
    "Left: a table of weights of four words. Right: the words twice, joined by lines; the thickest "
    "lead from each word but the first to the word before it."
)
show(diagrams.from_table_to_lines(by_hand, words), alt=alt)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### The lines that you will type at work
#
# BertViz needs the weights of all layers, and the tokens. Nearly every encoder of the `transformers` library returns the weights if you ask for
# `eager` attention; the fast versions never store them (lesson 05).
#
# The model is `minilm`. It was **distilled** (蒸馏): the last layer of its parent was trained to attend as the last layer of a larger model does (Wang et al. 2020).
# Then every second layer was left out, and the rest was tuned to compare sentences. What holds for this small encoder need not hold for BERT-base.


# %% slideshow={"slide_type": "-"}
def load(folder):  # at work: a name from the Hub, such as "bert-base-uncased"
    model = transformers.AutoModel.from_pretrained(folder, attn_implementation="eager")
    # In double precision, so that the rounded numbers of this page are the same on every machine.
    return model.double().eval(), transformers.AutoTokenizer.from_pretrained(folder)


@torch.no_grad()
def attention_in(model, tokenizer, first, second=None):
    """Return the weights of all layers, the tokens, and where the second text begins."""
    inputs = tokenizer(first, second, return_tensors="pt")
    attention = model(**inputs, output_attentions=True).attentions
    tokens = tokenizer.convert_ids_to_tokens(inputs["input_ids"][0])
    second_start = inputs["token_type_ids"][0].tolist().index(1) if second else None
    return attention, tokens, second_start


hub_model, hub_tokenizer = load(minilm_folder())
attention, tokens, second_start = attention_in(hub_model, hub_tokenizer, *pair)
print(f"{len(attention)} layers, each of shape {tuple(attention[0].shape)}: (batch, heads, T, T)")
print(tokens)
view = bertviz.head_view(attention, tokens, second_start, heads=[2], html_action="return")
offline(view, alt="BertViz head view, layer 0, head 2: most lines lead to the token before.")

# %% [markdown] slideshow={"slide_type": "subslide"}
# At work, `bertviz.head_view(attention, tokens)` alone is enough, because the view loads its libraries from the internet.
# Our pages should work without a network, so `offline` puts the libraries and a still picture into the view.
#
# Its controls:
#
# - **Layer** changes the layer. For a pair, **Attention** picks a part, such as *Sentence A -> Sentence B*.
# - Each colored square is a head. A **click** hides or shows it; a **double click** leaves this head only, or brings all back.
# - **Point at a token** on the left to see its lines alone, and at one on the right to see who looks at it.
# - A line is as strong as the weight *divided by the number of heads shown*. With twelve heads, even a weight of 1 is faint.
# - There are ten colors, so head 10 has the color of head 0.
#
# **Nothing moves?** JupyterLab runs no scripts of a notebook that somebody else ran. Run the cell yourself.
#
# The view above shows L0H2. It seems to look at the token before. How strongly, on average?

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 1: the token before
# Difficulty 2 of 5, about 6 minutes. For each head, return the weight that a token gives to the token before it, averaged over all tokens that have one.
#
# - `weights` is (H, T, T), of one text. The first `length` tokens are real, the others padding; `length` is from 2 to T. Return (H,), of the weights' dtype.
# - Example: one head with rows [1, 0, 0], [0.7, 0.3, 0], [0.2, 0.5, 0.3] and `length` 3 gives [0.6], the mean of 0.7 and 0.5. With `length` 2 it gives [0.7].
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


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
T = len(tokens)
weights = attention[0][0]  # layer 0: (H, T, T)
by_loop = sum(weights[2, i, i - 1] for i in range(1, T)) / (T - 1)
yours = previous_token_share(weights, T)
print(f"L0H2, to the token before: {yours[2]:.2f}")
check("the loop and your function agree to 1e-6", abs(by_loop - yours[2]) < 1e-6)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 2. All layers: the model view
#
# The head view shows one layer. Which of the 72 heads is worth a look? The **model view** (模型视图) shows heads as thumbnails, a row for each
# layer. Now a *color* is a layer, and a line is as strong as its weight. A **click** on a thumbnail opens or closes it. `include_layers` chooses layers: we show four of the six.
#
# Three kinds of pictures come again and again: parallel lines (the head looks at a neighbor), a fan (it looks at one
# token), and a haze (it looks everywhere). Here is one of each, and below them are the thumbnails
# (the still picture has layer 1 alone). Which kind is L1H8?
#
# <details><summary>Answer</summary>Parallel lines that lead down by one: it looks mostly at the token <i>after</i>. Some lines fan to [CLS].</details>

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
kinds = {"L0H2": "parallel lines", "L1H11": "a fan", "L3H11": "a haze"}
places = [(0, 2), (1, 11), (3, 11)]
three = [seen.weights[place] for place in places]
alt = (
    "Three heads with the tokens of the pair on both sides. Left: lines to the token before. "
    "Middle: most lines end at [CLS]. Right: faint lines from every token to every other."
)
named = [f"{name}:\n{kind}" for name, kind in kinds.items()]
show(diagrams.draw_kinds(seen.pieces, dict(zip(named, three, strict=True))), alt=alt)
parallel, fan = three[0].diagonal(-1).mean(), three[1][:, 0].mean()
wide = entropy(three[2]).mean().exp() / len(seen.pieces)
check("lines, a fan and a haze", min(parallel, fan, wide) > 0.55)
theirs = torch.cat(attention)
check("each row adds up to 1", (theirs.sum(dim=-1) - 1).abs().max() < 1e-6)
check("transformers and bertlab see the same", (theirs - seen.weights).abs().max() < 1e-3)

# %% slideshow={"slide_type": "subslide"}
view = bertviz.model_view(
    attention,
    tokens,
    second_start,
    display_mode="light",
    include_layers=[0, 1, 3, 5],
    html_action="return",
)
still = diagrams.draw_layer(seen.weights[1], 1)
offline(view, alt="BertViz model view of a pair: thumbnails of lines, one a head.", still=still)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 3. Whom does 他 (he, him) mean?
#
# Do the views tell whom a pronoun means? Here are two Chinese sentences that begin with the same words:
#
# | Chinese | in English | 他 (he, him) is |
# |---|---|---|
# | 老爸叫小宏去买酱油，回来慢了就骂他。 | Dad sent Xiaohong for soy sauce; he was slow to return, so Dad scolded **him**. | 小宏, the son |
# | 老爸叫小宏去买酱油，回来慢了就**被**他骂。 | Dad sent Xiaohong for soy sauce; he was slow to return, so he was scolded **by him**. | 老爸, Dad |
#
# One character, 被 (which marks the passive), and the order that comes with it turn the meaning of 他 around. The model is `bert-mini-zh`, a tiny one, which lesson 08
# trained on news and book reviews, character by character. It was trained on pairs, so each sentence is divided at the comma.
# We begin with the head that gives 小宏 (the son) the largest lead in the first sentence: L2H0. Equal weights would give each of the two about 0.10. In the live view, point at 他; the still picture has its lines alone.
# The son is ahead; but the thickest line goes to 酱 (of 酱油, soy sauce): already a warning. If the head has understood, it must turn to the father in the second sentence. We measure that for all 24 heads.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
chinese_model, chinese_tokenizer = load(find_folder("bert-mini-zh"))
attention, tokens, second_start = attention_in(
    chinese_model, chinese_tokenizer, measure.ERRAND, measure.SON_IS_SCOLDED
)
view = bertviz.head_view(attention, tokens, second_start, layer=2, heads=[0], html_action="return")
at_he = attention[2][0, 0, tokens.index("他")]
alt = "BertViz head view of the Chinese pair, L2H0. Still picture: 他 gives the son more than Dad."
with letters_for("".join(tokens)):
    still = pronouns.draw_he(tokens, at_he, "L2H0, first sentence")
son, father = measure.both_errands()
print(f"L2H0, 他: son {son.son[2, 0]:.2f}, Dad {son.father[2, 0]:.2f}")
print("  (two characters each,\n  added before rounding)")
print(f"its strongest line: to {tokens[at_he.argmax()]}, {at_he.max():.2f}")
check("equal weights give a tenth", abs(son.equal - 0.1) < 0.01)
check("L2H0 has the largest lead", son.lead().argmax() == 2 * 6)
offline(view, alt=alt, still=still)


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def the_second_sentence():
    alt = (
        "A point for each of 24 heads: the son's lead in the first sentence, to the right, and in "
        "the second one, upwards. The area that would follow the meaning is almost empty."
    )
    show(pronouns.draw_scolded(son, father), alt=alt)
    print(f"L2H0, second sentence: son {father.son[2, 0]:.2f}, Dad {father.father[2, 0]:.2f}")
    smaller = torch.minimum(son.lead(), -father.lead())
    neutral = measure.without_particle().lead() - son.lead()
    change = neutral.flatten()[smaller.argmax()].abs()
    print(f"best head: {smaller.max():.3f} ahead; without 了 it moves {change:.3f}")
    claim(
        "in no head of bert-mini-zh is the right person ahead by 0.02 both times",
        smaller.max() < 0.02,
    )
    wrong = torch.minimum(-son.lead(), father.lead())
    for way, ahead in (("right", smaller), ("wrong", wrong)):
        print(f"{way} signs: {(ahead > 0).sum()} of 24 heads;")
        print(f"  {(ahead > neutral.abs()).sum()} beyond their own change without 了")
    check("a neutral change moves this head by more", change > smaller.max())
    check("one head has the right signs", (smaller > 0).sum() == 1)
    check("L2H0 gives the son more than before", father.son[2, 0] > son.son[2, 0])


predict("turns to the father", the_second_sentence)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 4. What the eye suggests
#
# Two sentences in a tiny model are not a count. Clark et al. (2019) counted over many documents, and
# found a head of BERT-base that links mentions to what they refer to over 10 points better than string matching, and nearly as well as a system of rules.
# But nobody there turned the meaning around.
#
# Back to the opening picture, L5H11 of `minilm`. **A good picture is a hypothesis**. The simplest **control** (对照) is in the picture itself: what
# do the *other* tokens give to *cat*? A head passes if *it* gives more than each of them.
#
# ### Your turn: write the control
# About 4 minutes. Below is what the picture shows: whether the strongest line of token `i` leads to `j`. Turn it into the control: does `i` give more to `j` than
# every other token does? Leave `j` itself out, because many tokens look at themselves.
#
# - `weights` is (H, T, T), of one text. Return truth values (H,).
# - Example: four tokens give token 1 the weights [0.2, 0.9, 0.5, 0.4]. For `j` = 1, token `i` = 2 passes, and `i` = 3 does not, since token 2 gives more.
#
# The figure asks all 72 heads. Those whose strongest line leads to *cat* are marked.


# %% slideshow={"slide_type": "-"}
@exercise(exercises.passes_control)
def passes_control(weights, i, j):
    """Return for each head whether token i gives more to j than every other token, (H,)."""
    return weights[:, i].argmax(dim=-1) == j


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
others = [row for row, piece in enumerate(seen.pieces) if piece != "it"]
to_cat = seen.weights[..., seen.pieces.index("cat")]  # (L, H, T)
strongest = (seen.weights[5, 11, others].argmax(dim=-1) == seen.pieces.index("cat")).sum()
rest = [row for row in others if seen.pieces[row] != "cat"]
control = to_cat[:, :, rest].amax(dim=-1)  # (L, H)
more = [seen.pieces[row] for row in rest if to_cat[5, 11, row] > cat]
print(f"'it' {cat:.2f}; {len(rest)} others but 'cat' itself:")
print(f"  mean {to_cat[5, 11, rest].mean():.2f}; more than 'it': {', '.join(more)}")
print(f"of {len(others)} tokens beside 'it', {strongest} have\n  their strongest line to 'cat'")
ends = seen.pieces.index("it"), seen.pieces.index("cat")
passing = torch.stack([passes_control(layer, *ends) for layer in seen.weights])  # (L, H)
print(f"{passing.sum()} of 72 heads pass your control")
givers = [row for row, piece in enumerate(seen.pieces) if piece != "cat"]
wins = to_cat[:, :, givers].argmax(dim=-1).flatten().bincount()  # heads that each token wins
most = [f"{seen.pieces[givers[k]]} {wins[k]}" for k in wins.argsort(descending=True)[:4]]
print(f"heads won, of all tokens but 'cat':\n  {', '.join(most)}")
check("nearly all tokens look at the cat", strongest == len(others) - 1)
check("your control is the one that is drawn", passing.equal(at_cat > control))
alt = (
    "A point for each of 72 heads: to the right, the most that another token gives to cat; upwards, "
    "what 'it' gives. Of the marked heads, two lie above the diagonal and two below."
)
show(pronouns.draw_controls(at_cat, control, leads), alt=alt)
check("of the heads with this line, two pass the control", (at_cat > control)[leads].sum() == 2)
check("the opening's head does not", at_cat[5, 11] < control[5, 11])

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
layers = [layer[None] for layer in seen.weights]
view = bertviz.head_view(
    layers, seen.pieces, seen.second_start, layer=5, heads=[11], html_action="return"
)
alt = "BertViz head view, L5H11: from nearly every token, the strongest line leads to 'cat'."
offline(view, alt=alt)

# %% [markdown] slideshow={"slide_type": "subslide"}
# So the line says little about *it*: nearly every token looks at *cat*, as you see if you point at others. "More than *each*" is strict: one token lets a head fail. Here *the* and *sat* give more,
# and a head that links a verb to its subject would look from *sat* to *cat*. But the mean of all others is high, too.
# Nor is the vector at *cat* this word alone: before layer 5, five layers have mixed others into it (Abnar and Zuidema 2020).
#
# *It* gives most in 12 heads, but *the* in 11 and *sat* in 10. So the count singles out no token, either. The second test is that of part 3: change the ending so that
# *it* means the other noun. *The cat sat on the mat. It was woven from wool.* We wrote eight such pairs, with a living noun and a thing. Each is also turned round, with the thing first: *The mat lay under the cat.*


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def eight_pairs():
    found = measure.pronouns(minilm, tokenizer, 5, 11)
    turned = measure.pronouns(minilm, tokenizer, 5, 11, TURNED)
    prefers = torch.cat([found.prefers_living(), turned.prefers_living()], dim=1)
    alt = (
        "Four marks for each of 8 pairs of nouns, by the lead of the living noun: for either ending, and "
        "for either order of the nouns. In six pairs, all four are on the living noun's side."
    )
    show(pronouns.draw_pronouns(found, turned), alt=alt)
    claim(
        "in 6 of 8 pairs, the opening's head gives the living noun more, wherever it stands, meant or not",
        prefers.all(dim=1).sum() == 6,
    )
    follows = found.follows()
    most = pronouns.told(measure.follows_everywhere(minilm, tokenizer), len(follows))
    check("no head follows the meaning in more than 5 pairs", most == 5)
    check("it follows the meaning in one pair", follows.sum() == 1)
    moves = [(each.lead()[:, 0] > each.lead()[:, 1]).sum().item() for each in (found, turned)]
    print(f"L5H11 moves the right way in {moves[0]} and {moves[1]}")
    check("the ending moves it the right way in 7", moves == [7, 7])


predict("the other noun", eight_pairs)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Your own minimal pair
#
# A **minimal pair** (最小对立对) is stricter: two sentences that differ in one word. If a weight changes, this word
# has done it. Below is one after Levesque et al. (2012). Write your own: which bars should
# change if the head understood?


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def draw_my_pair(first, second, layer, head):
    mine = measure.minimal_pair(minilm, tokenizer, (first, second))
    return pronouns.draw_minimal_pair(mine, layer, head)


def words_of_my_pair(first, second, layer, head):
    return f"Bars: what 'it' gives to each token in L{layer}H{head}, in two sentences that differ in one word."


one, other = (
    f"The trophy did not fit in the suitcase because it was too {w}." for w in ("big", "small")
)
controls = {"layer": slide(0, 5, value=5), "head": slide(0, 11, value=11)}
explore(
    draw_my_pair,
    alt=words_of_my_pair,
    first=text(one, "first"),
    second=text(other, "second"),
    **controls,
)
moved = measure.minimal_pair(minilm, tokenizer, (one, other)).moved()[5, 11]
check("in the pair of the trophy, L5H11 moves less than a tenth", moved < 0.1)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 5. Count: which heads have a role?
#
# A few sentences could not tell us what a head does. So from here on we count over many held-out texts, in these models:
#
# | model | layers × heads | trained | it answers | parts |
# |---|---|---|---|---|
# | `minilm` | 6 × 12 | distilled (part 1) | (vectors) | 1, 2, 4 to 6 |
# | `bert-mini-zh` | 4 × 6 | in lesson 08 | masked characters | 3, 5 |
# | `bert-mini-en` | 4 × 6 | in lesson 08 | masked words | 5, 7, 9 |
# | `minilm-words` | 6 × 12 | as `minilm`, then in lesson 08 | masked words | 7, 8 |
# | `minilm`, fine-tuned | 6 × 12 | on reviews, lesson 09 | favorable or not | 8 |
#
# A head has a **role** (注意力头的角色) if it gives more than half of its weight, as a mean over 100 texts, to one kind of token: the token before, the token after, [CLS] or
# [SEP]. The half is fixed before we look. The **entropy** (熵) of a row, $-\sum_j a_{ij} \ln a_{ij}$, where $a_{ij}$ is what token $i$ gives to $j$, says how widely token $i$ looks:
# it is 0 if it looks at one token alone, and $\ln T$ if it looks at all $T$ tokens equally. (0 times its logarithm counts as 0.) We call $e$ to the entropy the *tokens seen*.
#
# ### Exercise 2: entropy
# Difficulty 2 of 5, about 7 minutes. For each head, return the entropy of a token's row in nats, averaged over all tokens of all texts together.
#
# - `weights` is (B, H, T, T). The integers `attention_mask` (B, T) are 1 for tokens and 0 for padding, which comes last. Return (H,), of the weights' dtype.
# - Nobody looks at padding, but padding has rows, too: leave them out.
# - Example: one head whose two tokens have the rows [1, 0] and [0.5, 0.5] has the entropies 0 and 0.69, so 0.35 on average.
#
# <details><summary>Hint 1</summary><code>torch.special.entr</code> knows what 0 times its logarithm is.</details>
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


# %% slideshow={"slide_type": "-"}
rows = torch.tensor(
    [[1.0, 0, 0, 0], [0.25, 0.25, 0.25, 0.25], [0.5, 0.5, 0, 0], [0.7, 0.1, 0.1, 0.1]]
)
by_loop = torch.tensor([-sum(w * math.log(w) for w in row if w > 0) for row in rows.tolist()])
print("entropies", by_loop.abs().numpy().round(2), "see", by_loop.exp().numpy().round(2), "tokens")
yours = attention_entropy(rows[None, None, :, :], torch.ones(1, 4).long())
check("the loop and bertlab agree to 1e-6", (by_loop - entropy(rows)).abs().max() < 1e-6)
check("your function gives the mean", abs(yours - by_loop.mean()).max() < 1e-6)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 3: what [SEP] gets
# *BERT's heads rest on [SEP]*, one often hears. In part 9 your function measures it in `bert-mini-en`.
#
# Difficulty 3 of 5, about 7 minutes. For each head, return the weight that a token gives to all [SEP]s of its text together, averaged over all tokens of all texts together.
#
# - `weights` is (B, H, T, T); `input_ids` (B, T) holds single texts and pairs, padded at their ends with `pad_id`. Return (H,), of the weights' dtype.
# - Each text has one [SEP] (`sep_id`) or more. [CLS] and [SEP] are tokens like others, padding is not.
# - Example: one text, [CLS] a [SEP], with rows [0.5, 0.2, 0.3], [0.6, 0.3, 0.1], [0.1, 0.1, 0.8] gives [0.4], the mean of 0.3, 0.1 and 0.8.
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


# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Find the bug: what [CLS] gets
# About 5 minutes. Somebody wrote the same for [CLS], which is always the first token. Every head of every model gets almost the
# same number: a bad sign. There are two bugs. Repair both; the cell says what is left.


# %% slideshow={"slide_type": "-"}
@exercise(exercises.weight_on_cls)
def weight_on_cls(weights, attention_mask):
    """Return what a token gives to [CLS], averaged over all tokens of all texts, (H,)."""
    given = weights[:, :, 0]  # (B, H, T)
    return given.transpose(1, 2).flatten(0, 1).mean(dim=0)


# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Your turn: design a head
# About 3 minutes. Does a role mean that a head looks at one token alone? Write the weights of four tokens: more than half of the weight goes
# to the token before, and yet the entropy is above 0.9 nats. Each row adds up to 1. The first token has none before it.

# %% slideshow={"slide_type": "-"}
from lessons.l11_attention_seen.tasks import examine_head

designed = torch.tensor(
    [
        [1.0, 0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0, 0.0],  # your turn: move some weight, in this row and in the others
        [0.0, 1.0, 0.0, 0.0],
        [0.0, 0.0, 1.0, 0.0],
    ]
)
examine_head(designed)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
from lessons.l11_attention_seen import silenced

models = silenced.three_models()
found = silenced.heads_of(models, number=100)


def roles_of_heads():
    alt = "A grid of layers and heads for each of three models; colored heads have a role."
    show(figures.draw_roles(found, threshold=0.5), alt=alt)
    kinds = {}
    for name, means in found.items():
        roles = head_roles(means, threshold=0.5)
        kinds[name] = [role.role for role in roles]
    figures.tell_roles("minilm", found["minilm"])
    specials = [role for role in kinds["minilm"] if role in ("first", "separator")]
    claim("in minilm, 18 of 72 heads give over half of their weight to [CLS], and none to [SEP]",
          specials == ["first"] * 18)  # fmt: skip
    check(
        "in both models from scratch, one head looks at the token before, one at the token after, and no other head has a role",
        all(sorted(kinds[name]) == ["next", "previous"] for name in list(kinds)[1:]),
    )
    check("L0H2: over 95% to the token before", found["minilm"].previous[0, 2] > 0.95)


predict("most common role", roles_of_heads)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(1, 2, 3)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 6. What a line brings
#
# In `minilm`, one token gets much weight from many heads. Does as much come from it? What token $i$ receives from token $j$ in a head is the vector
# $a_{ij}\, v_j W$: the weight, times the value of $j$, times the head's part of the output matrix. So its length is $a_{ij}\, \lVert v_j W \rVert$
# (Kobayashi et al. 2020). We add these lengths over all heads of a layer and all tokens $i$, and ask which proportion comes from a token $j$.
# (Lengths do not show that vectors can cancel, and the residual connection is not counted.) Here are two tokens with vectors that we chose; then `minilm`, on held-out pairs:

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
weights = torch.tensor([0.8, 0.2])
values = torch.tensor([[0.06, 0.08], [1.2, 1.6]])  # after the output matrix
arrives = (weights[:, None] * values).norm(dim=1)
alt = "Two tokens. Weight: A long, B short. Length of the vector: A hardly visible, B long. Product: mostly B."
show(figures.draw_two_tokens(weights, values), alt=alt)
check("most of the weight, little that arrives", arrives[0] / arrives.sum() < 0.2)

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
from lessons.l11_attention_seen.contributions import shares_of_kinds

brought, sizes = {}, {}
for name, (model, cut, source) in models.items():
    firsts, seconds = held_out_pairs(source, cut, 40)
    brought[name] = shares_of_kinds(model, cut, firsts, seconds)
    both = zip(firsts, seconds, strict=True)
    sizes[name] = [len(cut.encode(*one).input_ids) for one in both]


def what_arrives():
    alt = "Bars by layer: [CLS] gets about 40% of the weight in layers 1 to 4, and brings 2 or 3%. A dotted line: an equal share."
    length = math.fsum(sizes["minilm"]) / len(sizes["minilm"])
    show(figures.draw_contributions("minilm", brought["minilm"], 1 / length), alt=alt)
    print(f"tokens of a pair, mean: {length:.0f};")
    print(f"  an equal share of one: {1 / length:.1%}")
    weight, arrived = (table[1:5, 0] for table in brought["minilm"])
    claim(
        "in layers 1 to 4 of minilm, [CLS] gets a third of the weight or more, and brings less than a twentieth of what arrives",
        (weight > 1 / 3).all() and (arrived < 0.05).all(),
    )


predict("what arrives", what_arrives)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 7. Silence a head
#
# We know where a head looks and what it brings. But does the model need it? Take it away, and ask for masked words again. To
# **silence** a head (屏蔽注意力头) means to replace its context by zeros, before the output matrix mixes the heads.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
alt = (
    "Three heads hand their contexts to the output matrix. The context of head 1 is replaced by "
    "zeros; the other two are as before."
)
show(diagrams.silenced(num_heads=3, silent=1), alt=alt)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 4: the output without one head
# Difficulty 3 of 5, about 7 minutes. Return the attention block's output (B, T, D) with the context of one `head` (counted from 0) set to 0.
#
# - `context` is (B, H, T, K), of two heads or more, where K is d_head. `weight` (D, D) and `bias` (D,) are those of the output matrix, as `nn.Linear` keeps them.
# - The matrix is applied to the heads' contexts laid side by side, head 0 first, so D = H K. All else stays as it is, the arguments too.
# - Example: one token, two heads with the contexts [3] and [5], `weight` the unit matrix and `bias` [1, 1]. Without head 0, the output is [1, 6].
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


# %% tags=["hide-input"] slideshow={"slide_type": "skip"}
batch = tokenizer.batch([pair[0]], [pair[1]])
block = minilm.encoder.layers[0].attention
hidden = minilm.embeddings(batch.input_ids, batch.token_type_ids)
with torch.no_grad():
    details = block.inspect(hidden)
    context = details.weights @ details.values  # (B, H, T, d_head)
    yours = output_without_head(context, block.output.weight, block.output.bias, 2)
    with without_heads(minilm, [(0, 2)]):
        ours = block(hidden)
check("your function and bertlab silence L0H2 alike", (yours - ours).abs().max() < 1e-5)
check("and the output is another one", (details.output - ours).abs().max() > 0.1)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### One at a time
#
# Each head of two models was silenced alone, on masked words of held-out articles: `bert-mini-en`, and `minilm-words`, which is `minilm` with a
# masked-word head and a changed encoder (lesson 08). We look at the rise of the loss, in nats.


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
from workbook.basics import recorded

removal = recorded("head_removal")["results"]


heads = {(0, 2): "the token after", (0, 3): "the token before", (3, 1): "no kind of token"}
rest = [(i, j) for i in range(4) for j in range(6) if (i, j) not in ((0, 2), (0, 3))]
*again, left = silenced.costs_again("bert-mini-en", [*([head] for head in heads), rest])
both_left = left["nats"] / removal["bert-mini-en"]["together"]["cheapest first"][-1]["nats"]
check("with the two neighbor heads alone: under a quarter of the whole rise", both_left < 0.25)
means = silenced.cost_with_means("bert-mini-en", rest)


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def one_at_a_time():
    alt = "Two maps of layers and heads, colored by the rise of the loss when a head is silenced."
    show(figures.draw_alone(removal), alt=alt)
    small, large = (figures.costs_alone(removal[n]) for n in ("bert-mini-en", "minilm-words"))
    for (head, kind), cost in zip(heads.items(), again, strict=True):
        name = "L{}H{}".format(*head)
        print(f"without {name}, which prefers {kind}: {cost['nats']:+.2f} nats")
    gaps = [abs(cost["nats"] - small[head]) for head, cost in zip(heads, again, strict=True)]
    check("as recorded, to 0.01", max(gaps) < 0.01)
    claim(
        "in bert-mini-en, two heads of 24 cost over 0.1 nats: the two that have a role",
        (small > 0.1).nonzero().tolist() == [[0, 2], [0, 3]],
    )
    check("over 0.8 nats each", small[0, 2:4].min() > 0.8)
    check("minilm-words: no head alone costs a tenth of a nat", large.max() < 0.1)


predict("silenced alone", one_at_a_time)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Together
#
# In `minilm-words` no single head matters much. May all of them go? More and more heads were silenced together: those that cost least first, in an
# order measured on *other* articles, and in three random orders. Bars are 95% intervals over masked words; the lines only join what was measured.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
halves, added = {}, {}
for name, run in removal.items():
    half = run["numbers"].index(run["numbers"][-1] // 2)
    cheap, *by_chance = [round(costs[half]["nats"], 2) for costs in run["together"].values()]
    halves[name] = cheap, min(by_chance)
    added[name] = run["together"]["cheapest first"][-1]["nats"] / figures.sums_alone(run)[-1]
    print(f"{name}, half of the heads:\n  cheapest first {cheap:.2f} nats")
    print(f"  at random {by_chance}\n  all heads: {added[name]:.1f} times the sum of all costs")
alt = (
    "Two panels: the loss rises with the number of silenced heads; in random orders it rises early, "
    "cheapest first it rises late. A dotted line, the sum of single costs, lies below at the end."
)
show(figures.draw_together(removal, {"bert-mini-en": (22, left["nats"])}), alt=alt)
claim(
    "silenced together, with zeros, all heads cost more than the sum of what they cost alone; in minilm-words over twice as much",
    min(added.values()) > 1 and added["minilm-words"] > 2,
)
check("cheap half", all(cheap < chance / 2 for cheap, chance in halves.values()))
check("next to nothing in bert-mini-en", halves["bert-mini-en"][0] < 0.05)

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
print("bert-mini-en, at random: as which\nof 24 are L0H2 and L0H3 silenced?")
for number, steps in enumerate(silenced.silenced_at([(0, 2), (0, 3)], number=24, per_layer=6)):
    print(f"  order {number + 1}: as number {steps[0]} and {steps[1]}")
print("only L0H2 and L0H3 left (the star):")
for kind, cost in (("zeros", left), ("means", means)):
    print(f"  {kind} for the others: {cost['nats']:.2f} ± {2 * cost['error']:.2f}")
check("most of the star comes from the zeros", means["nats"] < left["nats"] / 2)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What it shows.** Half of the heads of `bert-mini-en`, well chosen, can go for next to nothing. The same number at random costs much: in the first order both neighbor heads are among the
# first 12, in the other two one of them. With only these two left (the star), the loss rises by less than a quarter of what it rises without any head.
#
# **What may be wrong with it.** A model never saw contexts of zeros. The usual remedy is the head's mean context over many texts (*mean ablation*): then the star
# falls to a small part of its height, so most of its cost came from the zeros. How much of the cost of *all* heads comes from them was not measured. And `bert-mini-en` had little training: this panel says more about it than about BERT.
#
# **A role is not yet a need.** L0H3 of `bert-mini-en` passes both tests: nearly all of its weight goes to the token before, and without it the loss rises by 0.85 nats. L0H2 of `minilm` has as clear a role;
# but in `minilm-words`, its changed copy, no head alone costs even 0.1 nats.
#
# **At scale.** Michel et al. (2019) fine-tuned BERT-base on MNLI (does a sentence follow
# from another one?) and removed heads by a measure of their importance. About 40% of them could go before the accuracy fell noticeably. In a translator,
# heads that look at a neighbor were among the last to go (Voita et al. 2019).

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 8. Is it an explanation?
#
# *The model said X because it looked at Y*: an **explanation** (解释) says what the prediction depends on.
# It sounds convincing (*plausible*). Is it also true of the model (*faithful*)? Take `minilm`, fine-tuned on movie reviews. It reads its answer from [CLS], after the last layer.
# **Sentiment words** are those of the word list of lesson 09.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
from lessons.l11_attention_seen import reviews

looks = reviews.on_sentiment(minilm, tokenizer)
before, after = looks.before.mean(), looks.after.mean()
print("last layer, [CLS] to sentiment words:")
print(f"  before fine-tuning {before:.1%}, after {after:.1%}")
print(f"  equal weights would give {looks.equal:.1%}")
check("more than before, and under a fifth", before < after < 0.2)
head = int((looks.after - looks.before).argmax())
review = "A warm and funny film, though the plot is dull."
answer = reviews.answered(tokenizer, review, head)
print(review)
print(f"  favorable: {answer.probability:.2f}")
print(f"  in L5H{head}, [CLS] looks at {answer.looked_at!r}")
check("it looks most at 'dull'", answer.looked_at == "dull")
check("and calls the review favorable", answer.probability > 0.9)

# %% [markdown] slideshow={"slide_type": "subslide"}
# Fine-tuning moved only a little weight to the sentiment words. And in the head where it moved most, [CLS] looks most at *dull*, while the answer
# is *favorable*. That is one review, a hypothesis. So think of an experiment. Jain and Wallace (2019) argue as follows: **if the weights
# are *the* reason for a prediction, then other weights should lead to another prediction.** Let us look for a **counter-example** (反例): weights far from the
# model's own, and the same prediction. (They tested mainly recurrent networks, with one attention layer. We have 72 tables to turn, so a
# counter-example is easier to find, and says less about each table.) *Far* and *same* must be fixed before the search, or anything can be called a counter-example:
#
# - **far**: half of the weight of a row moves to other tokens, on average over all rows, heads and layers;
# - **same**: no probability changes by more than one hundredth.
#
# The search starts with shuffled rows, and follows the gradient of the difference between the two predictions. But the weight on [CLS] brings far less than its proportion (part 6), so it may
# be cheap to move. So we also measure how far *what arrives* has moved, with the proportions of part 6 in place of the weight. With the two classes of a review, *same* may be easy. So we search in
# `minilm-words`: at a masked word, *same* has to hold for thousands of pieces.
#
# ### Your turn: how far is far?
# About 3 minutes. `own` and `other` are weights (H, T, T). Return one number: the proportion of its weight that a row moves to other tokens, as a mean over all rows.
#
# - Example: a row [0.7, 0.2, 0.1] that becomes [0.1, 0.2, 0.7] has moved 0.6. Rows that share no token have moved 1.


# %% slideshow={"slide_type": "-"}
@exercise(exercises.moved_weight)
def moved_weight(own, other):
    """Return which proportion of a row's weight has moved, as a mean over all rows."""
    ...


# %% slideshow={"slide_type": "subslide"}
from lessons.l11_attention_seen.other_weights import MaskedWord, change_attention, moved_arrival

from bertlab.pretraining.readout import from_change

far, close = 0.5, 0.01  # the two bounds, before the search
guesser = from_change("minilm-words").double()
gap_text = tokenizer.batch(["He lives in New [MASK], a city in America."])
place = gap_text.input_ids[0].tolist().index(tokenizer.mask_id)
changed = change_attention(MaskedWord(guesser, place), gap_text, far, close)
own = torch.stack([layer.weights[0].detach() for layer in guesser.bert.inspect(*gap_text).layers])
by_you = moved_weight(own.flatten(0, 1), torch.stack(changed.weights).flatten(0, 1))
arrives = moved_arrival(guesser, gap_text, changed.weights)
print(f"moved: {by_you:.0%} of the weight,\n  {arrives:.0%} of what arrives")
print(f"largest change of a probability: {changed.gap:.3f}")
print(f"  by shuffled rows, without a search: {changed.shuffled_gap:.2f}")

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
top = changed.before.topk(4).indices.tolist()
both = {tokenizer.vocabulary[i]: (changed.before[i].item(), changed.after[i].item()) for i in top}
shown = [tokenizer.vocabulary[i] for i in gap_text.input_ids[0].tolist()]
alt = "Above: two maps of weights that look different. Below: nearly equal bars of probabilities."
shifts = (own[3] - changed.weights[3]).abs().sum(dim=-1).mean(dim=-1) / 2  # (H,)
h = int((shifts - shifts.mean()).abs().argmin())  # the head that moves as its layer does
show(figures.draw_change(shown, own[3][h], changed.weights[3][h], both, f"L3H{h}"), alt=alt)
jersey = tokenizer.vocabulary.index("jersey")
print(f"jersey: {changed.before[jersey]:.4f}, then {changed.after[jersey]:.4f}")
check("the model guesses 'york'", next(iter(both)) == "york")
check(
    "far: at least half of the weight moved, and of what arrives",
    min(changed.moved, arrives) >= far,
)
check("same: no probability changed by over a hundredth", changed.gap <= close)
check("the shuffle alone changes the prediction", changed.shuffled_gap > 10 * close)
check("your distance is that of the search", abs(by_you - changed.moved) < 1e-6)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### What it shows, and what not
#
# It shows:
#
# - The prediction does not determine the weights. So the prediction alone cannot prove that *it looked at Y* was the reason. (In long texts, not even a head's output determines its weights: Brunner et al. 2020.)
# - Was *far* cheap only because the weight lay on [CLS]? No: most of what arrives has moved, too.
# - Attention matters all the same: the shuffled rows, with which the search began, changed the prediction.
#
# It does not show:
#
# - that there are such weights for every text: we searched for one.
# - that the model can do without a word that loses its weight. In later layers another position may carry this word (part 4): weights choose positions, not words.
# - that the model could yield such weights. They were put in from outside, and they fit one text only. Wiegreffe and Pinter (2019) object to just that.
# - that the model's own weights are no reason: there may be more than one (they object to this, too).
# - that this holds of attention alone. Other hidden vectors may give the same prediction, too.
# - that nothing else changed. *Same* looks at the largest change alone, and a small probability may change by a large factor, as that of *jersey* does.
#
# A more common test today is *activation patching*: put a vector from a run on one text into a run on another, and see whether the answer changes (Vig et al. 2020).

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 9. A portrait of any model
#
# The cell measures all heads over many sentences with *your* functions, and shows
# the head that looks most at the token before, at *your* sentence. `MY_MODEL` can be any BERT that `transformers` loads: a folder, or a name
# from the Hub. (Models without a [SEP] need another column.) In the map with sliders, the title gives a head's numbers at one sentence and over 100 texts. Look
# for a head where the two disagree: its map would have deceived you.
#
# The cell lists the heads that see the fewest tokens. In `bert-mini-en`, L0H2 looks at the token *after*: add a column for it. L0H1 sees only about four tokens, but it has no role. What does it look at? The map begins with it.
#
# <details><summary>Answer</summary>Mostly at the token <i>two</i> before (the line below the map says how much): a role that we did not ask for. We can only find the four kinds that we chose beforehand.</details>

# %% slideshow={"slide_type": "-"}
MY_MODEL = find_folder("bert-mini-en")
MY_TEXT = "The animal didn't cross the street because it was too tired."
SENTENCES = held_out_sentences("wiki", models["bert-mini-en"][1], 100)


@torch.no_grad()
def portrait(model, tokenizer, texts):
    """Return, for each layer and head, what your four functions measure: (4, L, H)."""
    batch = tokenizer(texts, padding=True, truncation=True, max_length=64, return_tensors="pt")
    mask, ids = batch["attention_mask"], batch["input_ids"]
    layers = []
    for weights in model(**batch, output_attentions=True).attentions:
        lengths = mask.sum(dim=1).tolist()
        before = sum(previous_token_share(weights[i], n) * (n - 1) for i, n in enumerate(lengths))
        before = before / (sum(lengths) - len(lengths))  # the mean over all tokens of all texts
        separator = separator_share(weights, ids, tokenizer.sep_token_id, tokenizer.pad_token_id)
        seen = attention_entropy(weights, mask).exp()
        layers.append(torch.stack([before, weight_on_cls(weights, mask), separator, seen]))
    return torch.stack(layers, dim=1)


# %% slideshow={"slide_type": "subslide"}
my_model, my_tokenizer = load(MY_MODEL)
before, cls, separator, tokens_seen = portrait(my_model, my_tokenizer, SENTENCES)
print("head   before  [CLS]  [SEP]  tokens seen")
for place in tokens_seen.flatten().argsort()[:8].tolist():
    layer, head = divmod(place, tokens_seen.shape[1])
    shares = "".join(f"{table[layer, head]:7.2f}" for table in (before, cls, separator))
    print(f"L{layer}H{head:<3} {shares} {tokens_seen[layer, head]:8.1f}")

layer, head = divmod(int(before.argmax()), before.shape[1])
attention, tokens, _ = attention_in(my_model, my_tokenizer, MY_TEXT)
view = bertviz.head_view(attention, tokens, layer=layer, heads=[head], html_action="return")
offline(view, alt=f"BertViz head view of your sentence, L{layer}H{head}.")

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
sentences = {"minilm": pair[0], "bert-mini-en": pair[0], "bert-mini-zh": measure.ERRAND}


def draw_one(model, layer, head):
    shown = attention_of(*models[model][:2], sentences[model])
    layer, head = min(layer, len(shown.weights) - 1), min(head, shown.weights.shape[1] - 1)
    with letters_for(shown.pieces):
        name = f"{model}, L{layer}H{head}"
        over = figures.in_many_texts(found[model], layer, head, texts=100)
        return figures.draw_head(shown.pieces, shown.weights[layer, head], name, over)


alt = "A square map: rows are tokens that look, columns are tokens that are seen."
controls = {"layer": slide(0, 5, value=0), "head": slide(0, 11, value=1)}
explore(draw_one, alt=alt, model=choose(list(models), value="bert-mini-en"), **controls)
difference = (before - found["bert-mini-en"].previous).abs().max().item()
two_back = silenced.two_before(*models["bert-mini-en"][:2], SENTENCES, 0, 1)
print(f"bert-mini-en, L0H1, to the token\n  two before: {two_back:.2f}")
check("L0H1 looks mostly at the token two before", two_back > 0.5)
check("your portrait agrees with bertlab", MY_MODEL.name != "bert-mini-en" or difference < 0.02)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Myth check
#
# *"BERT's heads rest on [SEP]."* In the published BERT-base, [SEP] gets more than half of all weight in layers 6 to 10 of 12, counted from 1 (Clark et al. 2019). This is often told of all
# BERTs. The cell counts it on pairs, as in their paper: in our three models, [SEP] gets less than a tenth in every layer; and only
# `minilm` leans on [CLS]. **So**: it is true of the published BERT-base, not of every BERT.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
most = {name: shares.weight[:, 1].max().item() for name, shares in brought.items()}
print("[SEP], its largest proportion in a layer:")
for name, proportion in most.items():
    print(f"  {name}: {proportion:.2f}")
check("[SEP]: in no layer of our three models a tenth of the weight", max(most.values()) < 0.1)
leans = [name for name, shares in brought.items() if shares.weight[:, 0].max() > 1 / 4]
check("only minilm leans on [CLS]", leans == ["minilm"])

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(4, 5, 6)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
ask("a picture as evidence")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Recap
#
# - `head_view` shows one layer, `model_view` all heads, of any `transformers` model that returns its attention.
# - A picture is a hypothesis. *It* looked at *cat*, but so did nearly all other tokens; and in six of eight pairs, more at the
#   living noun, meant or not. In seven the ending moved its weight a little the right way. For 他, most heads kept their favorite, son or father.
# - Roles are counted over many texts, with a bound fixed beforehand. Our models have heads for neighbors, and `minilm` has many on [CLS].
# - Look at what arrives: [CLS] got about 40% of the weight, and brought at most twice an equal share.
# - Silence a head to ask whether the model needs it. With zeros, all heads together cost more than one by one; with means, we measured only the star.
# - Other weights can give the same prediction. So the prediction alone cannot prove that these weights were its reason.
#
# Who was tired, then? The head of the opening picture does not tell you, and none of the 72 heads turned with the meaning in more than five of our eight pairs (or against it in more than two).
# There are better ways than lines to find which words a prediction depends on.
#
# Next: **12. Explanations with SHAP**.
#
# <details><summary>A good answer to the open question, to compare with yours</summary>
# The head was chosen after looking, so the picture shows only that such a head can be found. I ask for a count over new sentences, with a bound fixed
# before: in how many pairs does the weight turn when the ending turns the meaning? As controls, what other tokens give to the same noun, and sentences in which the
# other noun stands first or is the living one. Last, silence the head: does the model guess the wrong noun more often?</details>

# %% [markdown] slideshow={"slide_type": "notes"}
# *Instructor:* after a click inside a view, the slides stand still: click on the slide beside the frame, then go on. Show the controls of the head view once, slowly. In part 4, let the class
# write down what they believe about L5H11 first. In part 8, agree on *far* and *same* before you show the two bounds.

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Appendix: between two texts, a translator
#
# A translator has a second kind of attention: its decoder, which writes, looks
# at what its encoder has read. In this **cross-attention** (交叉注意力) the queries come from one text, and keys and values from the other.
#
# The translator of lesson 12, a small Marian network, turns numbers into French. French says 71 as
# *soixante-et-onze*, sixty and eleven. So to write *onze* (eleven) after *soixante* (sixty), the network must know that the number is *seventy-one*.
# The picture is perfect: L1H1 looks at the very word that decides. But without this head, both translations stay as they were, so they do not
# depend on it alone. (Each row of the decoder stands for the step that *writes* this word.)

# %% tags=["hide-input"] slideshow={"slide_type": "skip"}
from lessons.l11_attention_seen.translator import translate

numbers = "two hundred and seventy-one", "two hundred and sixty-one"
translated = translate(numbers[0])
looks = translated.cross[1][0, :, translated.written.index("onze")]  # (H, N), last layer
seventy = looks[1, translated.source.index("seventy")]
print(f"writing 'onze', L1H1 looks at\n  'seventy' with {seventy:.2f}")
for number in numbers:
    print(f"{number}:\n  {' '.join(translate(number).written[:-1])}")
    print(f"  without L1H1:\n  {' '.join(translate(number, silent=(1, 1)).written[:-1])}")
check("L1H1 looks at seventy", seventy > 0.9)
same = [translate(n).written == translate(n, silent=(1, 1)).written for n in numbers]
check("and neither translation needs it", all(same))
view = bertviz.head_view(
    encoder_attention=translated.encoder,
    decoder_attention=translated.decoder,
    cross_attention=translated.cross,
    encoder_tokens=translated.source,
    decoder_tokens=translated.written,
    layer=1,
    heads=[1],
    html_action="return",
)
alt = "BertViz head view of a translator, cross-attention, L1H1: soixante, et and onze look at seventy."
offline(view, alt=alt, first="Cross")

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Appendix: one head in the neuron view
#
# The **neuron view** (神经元视图) shows where a weight comes from: the query of a
# token times each key, element by element; the sum, divided by $\sqrt{d_\text{head}}$, is the score; and the softmax makes weights of the scores.
# `transformers` does not return queries and keys, so this view is made from `bertlab`'s model, for L0H2 of `minilm`.
#
# - **Point at a token** on the left: a **plus sign** appears beside it. A click on it opens the computation; the **minus sign** closes it.
# - Blue (in the still picture violet) is above 0, orange below. The colors saturate: an element of 8 looks like one of 80.
# - Scores are divided already, so the column $q \cdot k$ is what the softmax gets.

# %% tags=["hide-input"] slideshow={"slide_type": "skip"}
query = torch.tensor([2.0, -1.0, 0.5])
keys = torch.tensor([[1.0, 0.0, 0.5], [2.0, -1.0, 1.0], [-0.5, 1.0, 0.0]])
alt = (
    "A query of three numbers and the keys of three words; their products, element by element; a "
    "score for each word; and the weights, of which 'cat' gets most."
)
show(diagrams.neuron(query, keys, words[:3]), alt=alt)
place = seen.pieces.index("cat")
query, keys = seen.queries[0, 2, place], seen.keys[0, 2]  # L0H2
scores = keys @ query / len(query) ** 0.5
best, second = scores.topk(2).values.tolist()
print(f"'cat': best score {best:.1f}, second best {second:.1f}")
times = round(math.exp(best - second), -3)
print(f"ratio of the weights: about {times:,.0f}")
gap = (scores.softmax(dim=0) - seen.weights[0, 2, place]).abs().max()
check("the softmax of the scores gives the weights, to a thousandth", gap < 0.001)
neuron_view(minilm, tokenizer, *pair, layer=0, head=2, query=place)

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Terms
#
# | English | 中文 | in one line |
# |---|---|---|
# | head view | 头视图 | one layer: a line from each token to those it looks at |
# | model view | 模型视图 | all heads of all layers as thumbnails |
# | neuron view | 神经元视图 | one head: query times key, element by element |
# | cross-attention | 交叉注意力 | queries from one text, keys and values from another |
# | role of a head | 注意力头的角色 | the kind of token that gets more than half of its weight |
# | entropy | 熵 | how widely a token spreads its weight, in nats |
# | to silence a head | 屏蔽注意力头 | its context is replaced by zeros |
# | no-op | 空操作 | a head that adds very little for a token |
# | minimal pair | 最小对立对 | two sentences that differ in one word |
# | attention sink | 注意力汇 | a token that gets much weight and brings little |
# | control | 对照 | the same measurement where the effect should not be |
# | explanation | 解释 | what a prediction depends on |
# | counter-example | 反例 | one case that refutes a general claim |
# | distillation | 蒸馏 | a small model learns to do as a large one: here, to attend alike |
#
# ## Further reading
#
# - Hector J. Levesque, Ernest Davis and Leora Morgenstern (2012). *The Winograd Schema Challenge.* KR.
# - Jesse Vig (2019). *A Multiscale Visualization of Attention in the Transformer Model.* ACL, System Demonstrations.
# - Kevin Clark, Urvashi Khandelwal, Omer Levy and Christopher D. Manning (2019). *What Does BERT Look At? An Analysis of BERT's Attention.* BlackboxNLP.
# - Paul Michel, Omer Levy and Graham Neubig (2019). *Are Sixteen Heads Really Better than One?* NeurIPS.
# - Elena Voita, David Talbot, Fedor Moiseev and others (2019). *Analyzing Multi-Head Self-Attention: Specialized Heads Do the Heavy Lifting, the Rest Can Be Pruned.* ACL.
# - Sarthak Jain and Byron C. Wallace (2019). *Attention is not Explanation.* NAACL-HLT.
# - Sarah Wiegreffe and Yuval Pinter (2019). *Attention is not not Explanation.* EMNLP-IJCNLP.
# - Jesse Vig, Sebastian Gehrmann, Yonatan Belinkov and others (2020). *Investigating Gender Bias in Language Models Using Causal Mediation Analysis.* NeurIPS.
# - Gino Brunner, Yang Liu, Damián Pascual and others (2020). *On Identifiability in Transformers.* ICLR.
# - Samira Abnar and Willem Zuidema (2020). *Quantifying Attention Flow in Transformers.* ACL.
# - Goro Kobayashi, Tatsuki Kuribayashi, Sho Yokoi and Kentaro Inui (2020). *Attention is Not Only a Weight: Analyzing Transformers with Vector Norms.* EMNLP.
# - Guangxuan Xiao, Yuandong Tian, Beidi Chen, Song Han and Mike Lewis (2024). *Efficient Streaming Language Models with Attention Sinks.* ICLR.
# - Wenhui Wang, Furu Wei, Li Dong and others (2020). *MiniLM: Deep Self-Attention Distillation for Task-Agnostic Compression of Pre-Trained Transformers.* NeurIPS.
