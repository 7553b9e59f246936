# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown]
# # 05. Attention: further experiments
#
# Three questions that the path leaves open. Each section can be read alone, in any order.

# %% tags=["bootstrap"]
# (generated)

# %% tags=["setup"]
from lessons.l05_attention import ask, further, predict

from bertlab.model import BertModel
from workbook.path import begin_lesson

begin_lesson()
bert = BertModel.from_pretrained("minilm")

# %% [markdown]
# ## Vectors for positions
#
# BERT *learns* a vector for each of its 512 positions; the Transformer of 2017 computes them from sines and cosines of many wavelengths. Both are added to the
# word's vector. Does adding not destroy the word? In Figure 5.10, nearly all of the position vectors lies in a few directions, in which the word vectors have next to nothing. **A learned
# matrix can read mainly these directions, and another one mainly the rest.** Neighbors are most alike in both tables: that is the dark diagonal. The stripes on
# the left show that learned vectors become alike again every few positions, as waves do. Nobody built that in.

# %% tags=["hide-input"]
further.positions(bert)

# %% [markdown]
# ## How far back, and at which price
#
# In a recurrent network, what word $j$ says reaches word $i$ in $i - j$ steps, and each step may lose some of it. In attention it takes one step (Figure 5.11), and all words are computed at once: **that is why
# Transformers train fast on GPUs.** The price is paid in pairs. Queries, keys, values and output are four matrices of $D \times D$, so they take $8TD^2$ operations, and the feed-forward network
# takes $16TD^2$. $QK^\top$ and the weighted sum take $2T^2D$ each. Both parts are equal at $T = 6D$, which is 4,608 tokens in BERT base; at 512 tokens, its longest text, the pairs are a tenth
# of the work. Longer texts are cut into overlapping windows, or, as in Transformer-XL (Dai et al. 2019), keep the last window's vectors as further keys and values.

# %% tags=["hide-input"]
predict("far back", further.far_back)

# %% [markdown]
# ## Do seven heads find what a pronoun means?
#
# On the path seven heads followed *he* and *she* in all eight pairs of the control, and five turned the wrong way in all eight.

# %% tags=["hide-input"]
ask("do seven heads find what a pronoun means")

# %% tags=["claims"]
from lessons.l05_attention import reach

import torch

from workbook.path import check

linear, pairs = reach.price(tokens=torch.tensor([512, 4608]), size=768)
check("torch counts as many", reach.counted([512, 4608]) == (linear + pairs).tolist())
check("equal at T = 6 D", bool(linear[1] == pairs[1]))
check("at 512 tokens a tenth", abs(float(pairs[0] / (linear + pairs)[0]) - 0.1) < 0.005)
