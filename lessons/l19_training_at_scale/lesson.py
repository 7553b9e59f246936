# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown] slideshow={"slide_type": "slide"}
# # 19. Training at scale, and BERT in 2026
#
# > *reduced from 3 days to just 76 minutes* (You et al. 2020, on training BERT)
#
# Two questions have moved the field since 2018. How do many machines train *one* model? And which parts of BERT would be built differently today? Figure 19.1 shows the second: a layer of 2018 beside a layer of today. **In this lesson you build both**: the step that several processes make together, and the modern layer, equal to that of `transformers`.
#
# **At the end you can**
#
# - say what machines send each other at each step, and count the bytes;
# - train with batches that are too large for memory, and say what they cost;
# - write relative positions, a gate, a window, and put the modern layer together;
# - read an ablation: which of many changes made a model better?
#
# **Time** 115 minutes with all exercises, in two sittings of 60 and 55. **Difficulty** 4 of 5. **Before this**: lesson 05 (attention), lesson 07 (the model), lesson 08 (pre-training).

# %% tags=["bootstrap"] slideshow={"slide_type": "skip"}
# (generated)

# %% tags=["setup"] slideshow={"slide_type": "skip"}
from lessons.l19_training_at_scale import (
    exercises,
    figures,
    gaps,
    live,
    machines,
    predict,
    processes,
    quiz,
    tables,
    wire,
)

import math
from statistics import fmean

import torch
from torch.nn.functional import gelu

from workbook.path import begin_lesson, check, exercise, recorded, yours

begin_lesson()

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
figures.two_layers()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 1. One step, two machines
#
# A batch of 32 texts is divided between two machines (**data parallelism**, 数据并行): 20 texts for the faster one, 12 for the other. Both have the same weights, and compute gradients from their own part. To stay equal, both need the gradient of the whole batch.
#
# BERT's loss is a mean over *hidden words*. Say machine A has the losses 1, 2 and 3, and machine B has 6. The mean of all four is 3. But the mean of A is 2, that of B is 6, and the mean of these two means is 4: it counts the one word of B three times. Until October 2024 the `Trainer` of `transformers` made this mistake with parts of a batch. Therefore each machine computes the gradient of its *sum* of losses, and says how many losses there were.
#
# ### Exercise 1: one gradient from many
# Difficulty 2 of 5, about 7 minutes. `gradients` has one list for each machine: the gradients of its sum of losses, one tensor for each parameter. `counts` says how many losses are in each sum. Return one list: the gradients of the *mean* over all losses. Then two processes train with your function (Table 19.1).
#
# <details><summary>Hint</summary><code>zip(*gradients)</code> brings together what belongs to one parameter.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.averaged)
def averaged(gradients, counts): ...


# %% tags=["headline"] slideshow={"slide_type": "subslide"}
alone = machines.updates_alone(texts=32)
with machines.Processes(20, 12) as two:  # they have no memory in common
    mine, other = two.updates(averaged), two.updates(machines.mean_of_means)
tables.two_means(alone, mine, other)

# %% [markdown] slideshow={"slide_type": "subslide"}
# At work the processes send gradients to each other. The next cell starts one program twice, by `torchrun`, and once with twice the batch (Table 19.2).

# %% slideshow={"slide_type": "-"}
alone, shared = (processes.weights_of(number) for number in (1, 2))
tables.processes(alone, shared)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 2. What crosses the wire
#
# Every machine has to get the sum of all gradients, at every step. In a **ring all-reduce** (环形全归约) of P machines each one cuts its gradient into P pieces. In each round it sends one piece to the next machine, which adds its own numbers to it. After P - 1 rounds each machine has one piece that is complete. In P - 1 more rounds the complete pieces go around (Table 19.3).

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
tables.ring()

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 2: bytes
# Difficulty 1 of 5, about 4 minutes. A model has `numbers` parameters; there are `P` machines, and a number takes `size` bytes. Return how many bytes one machine sends in one training step, in all rounds together.


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.wire_bytes)
def wire_bytes(numbers, P, size=4): ...


# %% tags=["headline"] slideshow={"slide_type": "-"}
tables.wire({name: wire_bytes(wire.parameters_of(name), P=64) for name in wire.MODELS})

# %% [markdown] slideshow={"slide_type": "subslide"}
# However many machines there are, each sends less than twice the gradient. (Table 19.4: 64.) But with more machines each has less to compute, so sending becomes a larger part of the time. ALBERT, which shares its layers and has a narrower word table, sends a tenth. (A model that is too large for one machine is itself divided: FSDP, or **model parallelism**, 模型并行.)
#
# Another way to send less is to send *less often*: a larger batch means more work for each message. It need not fit into memory.
#
# ### Exercise 3: a batch that fits nowhere (gradient accumulation)
# Difficulty 3 of 5, about 13 minutes. `parts` are the parts of one batch. `loss_sum(model, part)` returns the sum of its losses, a tensor; `count(part)` says how many there are. Make *one* step as if all parts were one batch: clear old gradients, collect the gradient of the mean over all losses, call `optimizer.step()` once. Call `backward()` for each part, which frees its memory, before `loss_sum` for the next. Return the mean loss as a float. Table 19.5 compares a step in eight parts with one at once.
#
# <details><summary>Hint</summary><code>backward()</code> adds to the gradients that are there. Count first, so that each sum can be divided by the total.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.accumulated_step)
def accumulated_step(model, optimizer, parts, loss_sum, count): ...


# %% tags=["headline"] slideshow={"slide_type": "-"}
small = live.one_batch(*[4] * 8)
at_once = live.stepped(accumulated_step, [small.whole])
in_parts = live.stepped(accumulated_step, small.parts)
tables.accumulated(at_once, in_parts)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 3. Large batches
#
# With the same texts, a batch that is 16 times as large makes 16 times *fewer* steps. So each step has to be longer. But then, say You et al., one learning rate for all matrices is a problem. AdamW moves each number by about the same amount. The same step is small for a matrix of large numbers, and large for a matrix of small ones. Their **LAMB** measures each matrix: its step gets a length in proportion to the matrix itself.
#
# ### Exercise 4: the trust ratio
# Difficulty 2 of 5, about 8 minutes. `weight` and `update` are tensors of the same shape; `update` is what AdamW would subtract, before it is multiplied by the learning rate. The **trust ratio** (信任比) is the norm (length) of `weight` divided by that of `update`; it is 1 if either norm is 0. Return the new weight: the old one minus rate times ratio times update. Change nothing in place (Figure 19.2).


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.lamb_update)
def lamb_update(weight, update, rate): ...


# %% tags=["headline"] slideshow={"slide_type": "-"}
figures.step_lengths(live.step_lengths(lamb_update))

# %% [markdown] slideshow={"slide_type": "subslide"}
# Does it help us? AdamW and LAMB saw the same number of texts, in batches of 32 and of 512. Each has its own learning rate, the best of four (Table 19.6).

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
predict("large batches", lambda: tables.batches(recorded("batches")))

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 4. Relative positions
#
# BERT adds to each word a vector that says *I am number 7*. Each position has a vector of its own, even if all that matters is how far two words are apart. **Rotary positions** (旋转位置编码, RoPE, Su et al. 2021) add nothing. They *rotate* queries and keys by an angle that grows with the position (not the values: in their sum nothing would undo it). A product of two vectors does not change if both are rotated alike; so only the *difference* of their angles counts. Say 30° are added with each position: 5 and 3 differ by 60°, and so do 105 and 103.
#
# A vector of K numbers is seen as K / 2 pairs, number $k$ together with number $k + K/2$, for $k$ from 0 to $K/2 - 1$. Each pair is a point in a plane, which can be rotated. At position $t$ the angle of pair $k$ is $t \cdot \theta^{-2k/K}$, with a fixed number $\theta$ (theta), such as 10,000. So the first pairs turn quickly and the last ones slowly, like the hands of a clock (Figure 19.3). Fast hands tell neighbors apart; slow ones tell near from far.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
figures.dials(torch.arange(4)[:, None] * torch.tensor([1, 0.5, 0.25]))

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 5: rotate
# Difficulty 3 of 5, about 13 minutes. `x` is (..., T, K), with positions 0 to T - 1 along the axis before the last. With $a$ the first half of a vector and $b$ the second, the new halves are $a \cos - b \sin$ and $b \cos + a \sin$. Return the same shape. Figure 19.4 has one query and one key.
#
# <details><summary>Hint</summary>The angles are (T, K/2): positions as a column times $\theta^{-2k/K}$ as a row. <code>x.chunk(2, dim=-1)</code> gives both halves.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.rotate)
def rotate(x, theta): ...


# %% tags=["headline"] slideshow={"slide_type": "-"}
query, key = live.one_query_and_key(K=32)  # the same at all of 24 positions
scores = rotate(query, theta=100) @ rotate(key, theta=100).T
figures.diagonals(scores)

# %% [markdown] slideshow={"slide_type": "subslide"}
# Can a model that has learned with short texts read longer ones? Four kinds of positions were trained with texts of 64 characters, and then read 128 (Table 19.7):
#
# - *learned*: BERT's, a vector for each of 128 positions;
# - *learned relative*: a vector for each distance, added to keys and values; all distances of 16 or more share one in each direction;
# - *functional*: the same, but the vectors are sines and cosines of the distance (NEZHA, Wei et al. 2019), and nothing is learned;
# - *rotary*: yours.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
predict("read longer", lambda: tables.lengths(recorded("lengths")))

# %% [markdown] tags=["sitting"] slideshow={"slide_type": "-"}
# ### A break
#
# The first sitting ends: two processes train one model, and positions know distances.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 5. The layer of today
#
# Four more changes follow: a gate, a window, norms before each part, no biases.
#
# ### Exercise 6: a gate
# Difficulty 2 of 5, about 6 minutes. BERT's feed-forward network widens a vector, lets little of its negative numbers through (GELU), and narrows it again. Today, a second set of numbers multiplies the first, one by one (**GeGLU**, Shazeer 2020): so the network can multiply two things that it has found. `x` is (..., D); the matrices `wide` (2F, D) and `narrow` (D, F) are kept as in `nn.Linear`. `x` by `wide` gives 2F numbers. Multiply `gelu` of the first F by the other F, one by one; `narrow` makes D of them. No biases.


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.gated)
def gated(x, wide, narrow): ...


# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 7: a window
# Difficulty 1 of 5, about 5 minutes. Attention over T tokens makes T² scores. In two of three layers of ModernBERT (Warner et al. 2024) a token sees its neighbors alone (**local attention**, 局部注意力); what is far away arrives through the third. Return (T, T) truth values: may token i see token j? They may be `window // 2` apart at most. If `window` is None, all see all. Figure 19.5 draws your window.


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.window_mask)
def window_mask(T, window=None): ...


# %% tags=["headline"] slideshow={"slide_type": "-"}
figures.windows(window_mask(24, window=8), window_mask(24))


# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 8: the layer
# Difficulty 4 of 5, about 17 minutes. BERT normalizes *after* it adds (post-norm). Today it is done *before*: x + attention(norm(x)), then x + gated(norm(x)). So x goes from the first layer to the last by residual connections alone. Gradients go back through no norm, and vanish less easily in deep networks.
#
# `x` is (B, T, D). The layer has modules with the library's names: `layer.attn_norm` and `layer.mlp_norm`; `layer.attn.Wqkv` gives 3D numbers: queries, then keys, then values, each head by head; `layer.attn.Wo` mixes the heads; `layer.mlp.Wi` and `layer.mlp.Wo`, whose `.weight` your `gated` takes. There are `H` heads. Use `rotate` for queries and keys, with `theta`, and `window_mask`, with `window`. Scores are divided by the square root of the head size. (There is no padding.)
#
# <details><summary>Hint</summary><code>.view(B, T, 3, H, -1).permute(2, 0, 3, 1, 4)</code> makes (3, B, H, T, K), which can be unpacked into q, k and v. <code>masked_fill(~mask, -math.inf)</code> before the softmax; <code>.transpose(1, 2).reshape(B, T, D)</code> after it.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.modern_layer)
def modern_layer(x, layer, H, theta, window=None): ...


# %% tags=["headline"] slideshow={"slide_type": "subslide"}
library = live.library_model()  # a ModernBERT of transformers, with random weights
ids = torch.randint(100, (2, 40), generator=torch.Generator().manual_seed(0))
mine = live.with_layers(live.read(library), modern_layer)
with torch.no_grad():
    same = torch.allclose(mine(ids), library(ids).logits, atol=1e-4)
print(f"equal to transformers: {same}")

# %% [markdown] slideshow={"slide_type": "subslide"}
# Break it: in a new cell write `def rotate(x, theta): return x`, without `@exercise`. Run the cell above again: does it notice?
#
# Does your layer also learn? Two small models, with the layer of 2018 and with yours, see the same texts for 400 steps each (Figure 19.6; with a GPU 4,000).

# %% tags=["headline"] slideshow={"slide_type": "-"}
new = live.new_model(modern_layer)
old = live.trial({})  # no switch is on: the layer of 2018
learned = {"layer of 2018": old.curve(), "your layer": new.curve()}
figures.curves("19.6", "Your layer learns sooner", learned)

# %% [markdown] slideshow={"slide_type": "subslide"}
# On a CPU, 400 steps end while the layer of 2018 still stands on a *plateau*: it knows how frequent letters are, and nothing about their neighbors. So it fills nearly every gap with the same letter. Type a sentence (up to 62 letters): every fourth letter is hidden.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
gaps.fill_both(old, new)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 6. Which change was it?
#
# Five things are different at once, and 400 steps are few. So each change was made *alone*, in a model of 2018, with the same total number of multiplications, and with three seeds. (A cheaper model gets more steps; the window of 16, in the second layer, counts as cheaper.) Two changes of the training, too: 30% masked, and a learning rate that stays constant and then falls (WSD). All have one learning rate (0.002, tuned for none), and are tested with 15% hidden (Figure 19.7). From each loss that of the model of 2018 with the same seed is subtracted. Is the mean of three differences more than chance?
#
# ### Exercise 9: an interval from three seeds
# Difficulty 3 of 5, about 7 minutes. `differences` has n numbers. Return two floats (low, high): their mean minus and plus $t \, s / \sqrt n$. $s$ is the standard deviation: divide by $n - 1$, not $n$, before the square root. With three seeds 95% need t = 4.303, since three numbers say little about their own spread.


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.interval)
def interval(differences, t=4.303): ...


# %% tags=["headline"] slideshow={"slide_type": "-"}
record = recorded("switches")
differences = live.switch_differences(record)
intervals = {switch: interval(found) for switch, found in differences.items()}

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
predict("switches", lambda: figures.switches(differences, intervals, record))

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Your choice
#
# Train one more model, with two switches; all others stay as in 2018. Which two come closest to all five (Figure 19.8)? Choose with Figure 19.7. (One seed: a small gap says nothing.)

# %% slideshow={"slide_type": "-"}
# all: {"biases": False, "pre_norm": True, "positions": "rotary",
#       "gated": True, "window": 16}
kept = {"gated": True}  # your turn: two of these five
learned["your choice"] = live.trial(live.switched(kept)).curve()
figures.curves("19.8", "Your choice beside all five", learned)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 7. At work
#
# `torchrun --nproc_per_node=8 train.py` starts one program on eight GPUs:
#
# ```python
# accelerator = Accelerator(mixed_precision="bf16")
# model, optimizer, batches = accelerator.prepare(model, optimizer, batches)
# for batch in batches:
#     loss_sum, count = loss_of(model, batch)
#     total = accelerator.gather(count).sum()
#     accelerator.backward(loss_sum * accelerator.num_processes / total)
#     optimizer.step()
#     optimizer.zero_grad()
# ```
#
# `backward` exchanges the gradients, and takes their *mean over machines*. So each sum is multiplied by the number of machines, and divided by the total count.
#
# Published weights of the modern encoder are used as those of BERT: `pipeline("fill-mask", "answerdotai/ModernBERT-base")`.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
yours(exercises)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What you have found out
#
# - **Gradients are sums**, so machines add up sums and counts.
# - **Each machine sends less than twice the gradient**, however many there are. A large batch can be computed in parts: the step is the same.
# - **A larger batch means fewer steps** with the same text. With 125 of them, neither a higher rate nor LAMB made up for it.
# - **Positions that know distances** read twice the trained length, where a table of positions fails.
# - **Two of seven changes surely help here**: rotary positions and more masks; a window probably. With them the loss falls sooner. The others cannot be told from chance. What a change is worth depends on what is already there.
#
# Further experiments: `more/19_training_at_scale_more.ipynb`.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz()

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Terms
#
# | English | 中文 | in one line |
# |---|---|---|
# | data parallelism | 数据并行 | each machine has all weights and a part of the batch |
# | ring all-reduce | 环形全归约 | sums go around until all have them |
# | gradient accumulation | 梯度累积 | parts one after the other, one step |
# | trust ratio | 信任比 | the length of a matrix divided by that of its step |
# | rotary positions | 旋转位置编码 | queries and keys are turned by their position |
# | gate | 门控 | numbers that decide what may pass |
# | pre-norm | 前置归一化 | LayerNorm before a part, not after it |
# | ablation | 消融实验 | one change at a time, to see what it is worth |
#
# <details><summary>Further reading</summary><ul>
# <li>You et al. (2020). <em>Large Batch Optimization for Deep Learning: Training BERT in 76 minutes.</em> ICLR.</li>
# <li>Nado et al. (2021). <em>A Large Batch Optimizer Reality Check: Traditional, Generic Optimizers Suffice Across Batch Sizes.</em> arXiv 2102.06356.</li>
# <li>Su et al. (2021). <em>RoFormer: Enhanced Transformer with Rotary Position Embedding.</em> arXiv 2104.09864.</li>
# <li>Shazeer (2020). <em>GLU Variants Improve Transformer.</em> arXiv 2002.05202.</li>
# <li>Wei et al. (2019). <em>NEZHA: Neural Contextualized Representation for Chinese Language Understanding.</em> arXiv 1909.00204.</li>
# <li>Chen et al. (2023). <em>Extending Context Window of Large Language Models via Positional Interpolation.</em> arXiv 2306.15595.</li>
# <li>Warner et al. (2024). <em>Smarter, Better, Faster, Longer: A Modern Bidirectional Encoder for Fast, Memory Efficient, and Long Context Finetuning and Inference.</em> arXiv 2412.13663.</li>
# </ul></details>

# %% tags=["claims"]
means = {switch: fmean(found) for switch, found in differences.items()}
helping = [switch for switch, (_, high) in intervals.items() if high < 0]
alone = [switch for switch in means if not switch.startswith("all")]
filled = [gaps.alike(gaps.fill(one.model, gaps.START)) for one in (old, new)]
alike = live.on_gpu() or filled[0] > 0.8 > 0.4 > filled[1]
check("the layer of 2018 fills most gaps alike", alike)
check("three changes help", helping[:3] == ["rotary", "window", "30% masked"])
check("all together help", helping[3:] == ["all", "all but rotary"])
check("rotary helps most", min(alone, key=means.get) == "rotary")
check("together they are worth less", means["all"] > sum(means[one] for one in helping[:3]))
alone.remove("rotary")
others = [value for switch in alone for value in differences[switch]]
check("its dots are left of all others", max(differences["rotary"]) < min(others))
strict = [switch for switch in helping[:3] if interval(differences[switch], t=11.8)[1] < 0]
check("with t for seven the window contains 0", strict == ["rotary", "30% masked"])
named = [round(means[one], 2) for one in ("rotary", "all but rotary", "all")]
check("as the answer says", named == [-0.32, -0.37, -0.44])
