# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown] slideshow={"slide_type": "slide"}
# # 18. Masks as programs
#
# > g ▢ i ▢ a r<br>
# > gu…<br>
# > *guitar*, said aloud
#
# Three games: fill the gaps, go on, pronounce. BERT plays the first, GPT the second, and a machine for translation the third. Figure 18.1 shows one
# network that plays all three. It has one set of weights, and from game to game only a square of black and white fields changes.
# **How can a mask decide what a network is?**
#
# **At the end you can**
#
# - write the masks of BERT, GPT, UniLM and XLNet, and test them for leaks;
# - teach one network three tasks, and let it write;
# - say what an encoder, a decoder and cross-attention are, and why BERT kept only one of them.
#
# **Time** 120 minutes with all exercises, in two sittings of 50 and 70. **Difficulty** 4 of 5. **Before this**: lesson 05 (masks), lesson 08 (pre-training).

# %% tags=["bootstrap"] slideshow={"slide_type": "skip"}
# (generated)

# %% tags=["setup"] slideshow={"slide_type": "skip"}
from lessons.l18_masks import exercises, figures, live, predict, quiz, tables

import torch
from torch.nn.functional import cross_entropy

from bertlab.datasets import cmudict
from bertlab.model import BertForMaskedLM
from workbook.path import begin_lesson, check, exercise, recorded, yours

begin_lesson(num_threads=1)  # the networks of this lesson are small
finished = BertForMaskedLM.from_pretrained("spoken-words")  # trained before, as you will

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
figures.three_games(finished)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 1. Three masks
#
# A row of the text has two parts: a word in letters, and how it sounds, in **phonemes** (音素), the sounds of a language. English has about 39; the CMU
# Pronouncing Dictionary writes them with capital letters:
#
# ```
# [CLS] w a l k [SEP] W AO K [SEP]
#   0   0 0 0 0   0   1  1 1   1
# ```
#
# The line below has the types: 0 for the first part, 1 for the second. Row $i$ of a mask says what token $i$ may look at.
#
# - **Two-sided** (双向): all tokens see all. Good for gaps. This is BERT.
# - **Causal** (因果): a token sees itself and what stands before it. Good to go on, because it cannot look at the token that it has to guess. This is GPT.
# - **Prefix** (前缀): the first part is read both ways, as BERT reads, and the second is written from left to right, as GPT writes. This is the third mask of **UniLM** (Dong et al. 2019),
#   and good to answer one text with another.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
figures.three_masks()

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 1: the prefix mask
# Difficulty 3 of 5, about 8 minutes. `types` (B, T) has 0 for the first part and 1 for the second; there is no padding. Return bools (B, T, T), True at (b, i, j) where
# token i may look at token j: at all of the first part, if i is in the first part; if i is in the second, also at itself and the tokens of the second part before it. For `[[0, 0, 1, 1]]`:
#
# ```
# [[[True, True, False, False],
#   [True, True, False, False],
#   [True, True, True,  False],
#   [True, True, True,  True]]]
# ```
#
# <details><summary>Hint 1</summary>Who may be seen? The whole first part, by everybody: a condition on j. And whatever stands before, by the second part alone: a condition on i and one on both.</details>
# <details><summary>Hint 2</summary><code>types[:, None, :] == 0</code> has the shape (B, 1, T) and asks about j, <code>types[:, :, None] == 1</code> is (B, T, 1) and asks about i. Join them with
# <code>&amp;</code> and <code>|</code>.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.prefix_mask)
def prefix_mask(types): ...


# %% [markdown] slideshow={"slide_type": "slide"}
# ## 2. Does it leak?
#
# A mask with an error does not stop a program. The loss even falls faster, because the network finds the answers in its input. So we need a test that
# looks at the *network*, whatever its mask: exchange one token, and see which outputs change. If the output at $i$ changes with token $j$, then $i$ has heard of $j$.
#
# ### Exercise 2: the leak test
# Difficulty 3 of 5, about 10 minutes. `answer` is a function from ids (1, T) to an output for each token, (1, T, V). Token by token, put the id of `others` (1, T) in place of
# that of `ids` (1, T), and call `answer` again. Return bools (T, T), True at (i, j) where at least one number of output i is not what it was when token j is exchanged.
# Do not change `ids`. With `answer = lambda ids: ids.cumsum(1)[..., None]` (each output is the sum up to there) and T = 3:
#
# ```
# [[True, False, False],
#  [True, True,  False],
#  [True, True,  True]]
# ```
#
# <details><summary>Hint 1</summary>Before the loop: <code>before = answer(ids)</code>. In it: a clone of <code>ids</code> with one other token.</details>
# <details><summary>Hint 2</summary><code>(answer(changed) != before)[0].any(dim=1)</code> is a column, (T,). <code>torch.stack(columns, dim=1)</code> puts them side by side.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.reach)
def reach(answer, ids, others): ...


# %% [markdown] slideshow={"slide_type": "subslide"}
# A network of three layers with random weights reads *walk* under your mask and under the two others. The test needs no training (Figure 18.3).

# %% tags=["headline"] slideshow={"slide_type": "-"}
ids, types = live.walk()  # (1, 10) each
untrained = live.new_network(layers=3)
masks = {"two-sided": live.two_sided(ids), "causal": live.causal(ids), "prefix": prefix_mask(types)}
found = {
    name: reach(live.answers(untrained, types, mask), ids, live.other(ids))
    for name, mask in masks.items()
}

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
figures.reached(found, masks)

# %% [markdown] slideshow={"slide_type": "subslide"}
# In three layers, news can travel in three steps. Yet nothing more arrives than the mask shows, **because whoever you may see may see nothing that you may not.**
#
# ### Exercise 3: find the leak
# Difficulty 3 of 5, about 6 minutes. A friend lets the letters see all tokens: *only the phonemes are asked, and their rows are right.* Your test says
# otherwise: the output that has to guess W knows all phonemes. By which way did they come? Mend the friend's mask.
#
# <details><summary>Hint 1</summary>Look at rows of the second part in the friend's mask: they see no phoneme that follows. Whom do they see, and what does *that* token see?</details>
# <details><summary>Hint 2</summary>The condition on i opens whole rows of letters. Which columns may they have?</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.friends_mask)
def friends_mask(types):
    T = types.shape[1]
    before = torch.ones(T, T, dtype=torch.bool).tril()
    letters = (types == 0)[:, :, None]  # they may see everything
    return letters | before


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
predict("the leak", lambda: tables.leak(recorded("pronouncing")))
