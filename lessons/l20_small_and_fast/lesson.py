# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown] slideshow={"slide_type": "slide"}
# # 20. Small and fast
#
# > *How small? How fast? How much worse?*
#
# Our BERT of lesson 09 reads a sentence of a movie review and says whether it is good or bad. It weighs 91 megabytes and takes some milliseconds on one core. For a phone that is too heavy, and for a server with a thousand readers too slow.
# Figure 20.1 shows where it stands, and our target, the green area: half of the time, and no more than 3% of the accuracy lost. **What can be left out of a BERT?**
#
# **At the end you can**
#
# - count where the numbers of a model are, and measure where its time goes;
# - teach a small model by a large one (distillation), and tell what the teacher is worth;
# - round numbers to 8 bits, prune, and say which of these makes a model fast;
# - choose a model by one plot: accuracy against time, with intervals.
#
# **Time** 115 minutes with all exercises, in two sittings of 55 and 60. **Difficulty** 3 of 5. **Before this**: lesson 07 (the model), lesson 09 (fine-tuning).

# %% tags=["bootstrap"] slideshow={"slide_type": "skip"}
# (generated)

# %% tags=["setup"] slideshow={"slide_type": "skip"}
from lessons.l20_small_and_fast import exercises, figures, live, predict, quiz, tables

import tempfile
import time
from statistics import median

import torch
import transformers
from torch.nn.functional import kl_div

from bertlab.compression import copy_layers
from bertlab.finetuning.sentiment import movie_classifier
from workbook.path import begin_lesson, check, exercise, recorded, yours

begin_lesson(num_threads=1)  # as a busy server has them
transformers.utils.logging.disable_progress_bar()
teacher, reviews = movie_classifier(), live.reviews()

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
figures.where_we_are(live.milliseconds(live.work(teacher, reviews.train)), live.megabytes(teacher))

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 1. Where the numbers are
#
# The numbers that a model has learned are its **parameters** (参数). A layer of width $D$ has four matrices $D \times D$ in its attention and two of $D \times 4D$ in its feed-forward network: about $12 D^2$ numbers. Below all layers is the table of the $V$ pieces, $V \times D$. **ALBERT** (Lan et al. 2020) makes both smaller:
#
# - *Factorization* (分解): the table gets only $E$ columns, and one matrix $E \times D$ widens them. A piece alone has less to say than a piece in its sentence, so fewer numbers are enough for it.
# - *Sharing* (参数共享): all layers are one and the same.
#
# ### Exercise 1: count
# Difficulty 1 of 5, about 6 minutes. Return two numbers (int): those of the table, with the matrix that widens it if `E` is given, and those of all layers by the rule $12 D^2$, where a shared layer counts once. No biases, no positions.
#
# ```
# count(V=30_000, D=768, L=12)                        ->  (23_040_000, 84_934_656)
# count(V=30_000, D=768, L=12, E=128, shared=True)    ->  (3_938_304, 7_077_888)
# ```
#
# <details><summary>Hint</summary>Without <code>E</code> the table has V D numbers, with it V E + E D.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.count)
def count(V, D, L, E=None, shared=False): ...


# %% tags=["headline"] slideshow={"slide_type": "subslide"}
V = 30_522  # pieces
sizes = {"ours": (V, 384, 6), "BERT base": (V, 768, 12), "BERT large": (V, 1024, 24)}
counted = {k: (count(*n), count(*n, E=128, shared=True)) for k, n in sizes.items()}
tables.counted(counted)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **What to make smaller depends on the model** (Table 20.1): in ours the table is half of all numbers, in BERT large it is a tenth.
#
# ## 2. Where the time goes
#
# Does a model with fewer numbers need less time? To measure a time is an experiment, too. The first call is slow, because memory has to be fetched and allocated. Other programs disturb some calls, and make them slower, never faster. A few slow calls pull the mean up; the median (中位数) hardly moves. Figure 20.2 will divide numbers and time among the parts of our BERT.
#
# ### Exercise 2: milliseconds
# Difficulty 2 of 5, about 9 minutes. `work` is a function without arguments. Call it twice without looking at the clock. Then call it `repeats` times, and read the clock before and after each call. Return the median in milliseconds. The clock is `clock()`, which returns seconds, like `time.perf_counter`.
#
# <details><summary>Hint</summary>Collect the differences in a list; <code>median</code> is imported.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.milliseconds)
def milliseconds(work, repeats, clock=time.perf_counter): ...


# %% tags=["headline"] slideshow={"slide_type": "subslide"}
parts = live.parts(teacher, reviews.train)  # functions
spent = {name: milliseconds(work, repeats=30) for name, work in parts.items()}

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
figures.numbers_and_time(live.numbers(teacher), spent)

# %% [markdown] slideshow={"slide_type": "subslide"}
# And ALBERT, with its narrow table and its one layer? Four models of BERT base's sizes were measured (Table 20.2).

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
predict("twelve shared layers", lambda: tables.shared(recorded("small_and_fast")))

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 3. A student
#
# Fewer layers are less time, since the layers are where the time is spent. A **student** (学生模型) begins as a copy of some layers of its **teacher** (教师模型), with the teacher's table and classifier. DistilBERT (Sanh et al. 2019) takes every second one: layers that are neighbors do similar things, so one of two can stand for both.
#
# ### Exercise 3: which layers?
# Difficulty 1 of 5, about 3 minutes. A teacher has `L` layers, from 0; a student gets `S` of them. Return the list of S numbers that begins at 0 and goes up in equal steps, rounded down: number $i$ is $\lfloor i L / S \rfloor$.
#
# ```
# chosen_layers(L=12, S=6)  ->  [0, 2, 4, 6, 8, 10]
# chosen_layers(L=6, S=4)   ->  [0, 1, 3, 4]
# ```


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.chosen_layers)
def chosen_layers(L, S): ...


# %% tags=["headline"] slideshow={"slide_type": "-"}
student = copy_layers(teacher, chosen_layers(L=6, S=3))
live.accuracy(student, reviews.validation)

# %% [markdown] slideshow={"slide_type": "subslide"}
# It guesses: the upper layers get vectors that they have never seen. It has to learn, but from what?
#
# ## 4. Soft labels
#
# A label says *good*. The teacher says *good, with 71%*, and of another sentence *good, with 99.8%*. These are **soft labels** (软标签, Hinton et al. 2015): they tell which sentences are clear and which are not, and where the teacher's border lies.
# A sure teacher tells little more than the label. So the logits of teacher and student are divided by a **temperature** $T$ (温度) before the softmax (Figure 20.3):
#
# $$p = \mathrm{softmax}(\text{teacher} / T), \qquad q = \mathrm{softmax}(\text{student} / T)$$
# $$\mathcal{L} = T^2 \, \frac1B \sum_b \sum_c p_{bc} \, (\log p_{bc} - \log q_{bc})$$
#
# This is the Kullback-Leibler divergence, 0 if both say the same. Dividing by $T$ makes its gradients smaller by about $T^2$, and the factor makes up for it.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
figures.temperature(*live.some_snippets(teacher))

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 4: the loss of soft labels
# Difficulty 3 of 5, about 9 minutes. `student` and `teacher` are not models here, but their logits (B, C). Return the loss above, a mean over the batch.
#
# <details><summary>Hint</summary><code>log_softmax(dim=1)</code> of the divided logits gives both logarithms; p is <code>.exp()</code> of the teacher's.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.soft_loss)
def soft_loss(student, teacher, T): ...


# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 5: a step with a teacher
# Difficulty 3 of 5, about 12 minutes. `inputs` is a tuple: `student(*inputs)` and `teacher(*inputs)` return logits. Make one step, as in lesson 09: no old gradients; the teacher's logits without gradients; the loss, your `soft_loss` with temperature T; the gradients of the student, clipped together to the norm 1; a step. Return the loss as a float. Leave `train()` and `eval()` alone: both models are in the right mode.
#
# <details><summary>Hint</summary><code>torch.no_grad()</code> for the teacher, <code>optimizer.zero_grad()</code>, and <code>torch.nn.utils.clip_grad_norm_</code> between <code>backward()</code> and <code>step()</code>.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.distil_step)
def distil_step(student, teacher, optimizer, inputs, T): ...


# %% [markdown] tags=["sitting"] slideshow={"slide_type": "-"}
# The first sitting ends: you have a student and a way to teach it.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 5. It learns
#
# One round through the training snippets of lesson 09, a few minutes. No label is used: all that the student hears of a snippet are two logits. Figure 20.4 shows where it arrives.

# %% tags=["headline"] slideshow={"slide_type": "-"}
losses = live.distil(student, teacher, reviews.train, distil_step, T=2)
reached, wanted = (live.accuracy(one, reviews.validation) for one in (student, teacher))
both = [live.work(one, reviews.train) for one in (student, teacher)]
took, its = (milliseconds(work, repeats=30) for work in both)
mine = live.Point("your student", reached / wanted, took / its, live.megabytes(student))
figures.beside_the_teacher("20.4", "Your student, and the target", [mine])

# %% [markdown] slideshow={"slide_type": "subslide"}
# Half of the layers are gone, and half of the time, but only 21 of 91 megabytes: the table is still there. Part 6 takes care of it.
#
# Type a sentence of your own; both read it. The first one is a complaint that the teacher takes for praise.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
figures.ask_both(teacher, student)

# %% [markdown] slideshow={"slide_type": "subslide"}
# Does it need the teacher? Two things come from there, the layers and the labels. So three kinds of students were recorded, with two rounds and three seeds each (Table 20.3). The first has the teacher's layers and its soft labels; the second its layers, but the *true* labels; the third has layers of `minilm`, from which the teacher was fine-tuned in lesson 09, and the true labels. The last rows of the table are another case: only 200 snippets have a label.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
predict("a teacher", lambda: tables.teachers(recorded("students"), recorded("places")))

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 6. Eight bits
#
# A float has 32 bits. Do we need them? **Quantization** (量化) keeps, for each row of a matrix, one scale $s$ and whole numbers $n$, so that $w \approx s \cdot n$. With 8 bits, $n$ goes from -127 to 127, and the matrix takes a quarter of the bytes.
#
# ### Exercise 6: round a matrix
# Difficulty 2 of 5, about 8 minutes. `weight` is (N, M). With `bits` bits the numbers go from $-m$ to $m$, where $m = 2^{bits - 1} - 1$. For each row the scale is its largest absolute value divided by $m$; the numbers are the weights divided by their scale and rounded. Return numbers (N, M) as `torch.int8`, whatever `bits` is, and scales (N, 1). A row of zeros has the scale 1. Figure 20.5 shows how few bits are enough, with a scale for each row, and with one for a whole matrix.
#
# <details><summary>Hint</summary><code>weight.abs().amax(dim=1, keepdim=True)</code> has the largest of each row.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.quantize)
def quantize(weight, bits=8): ...


# %% tags=["headline"] slideshow={"slide_type": "subslide"}
def accuracy_with(bits, one_scale=False):  # all matrices, and the table
    rounded = live.rounded(student, quantize, bits, one_scale)
    return live.accuracy(rounded, reviews.validation)


by_row = {bits: accuracy_with(bits) for bits in (8, 6, 4)}
by_matrix = {bits: accuracy_with(bits, one_scale=True) for bits in (8, 6, 4)}

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
weight = student.bert.encoder.layers[0].feed_forward.expand.weight.detach()
figures.rounding(weight, quantize, reached, by_row, by_matrix)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Eight bits are enough, and a scale for each row is what makes them enough.** One large weight makes the steps of all weights coarse that share its scale; with rows, the damage stays in one row.
#
# Your rounded student consists of floats again, so it shows what the rounding costs, and not the time that it saves. Table 20.4 has models that really multiply whole numbers: the inputs of a matrix are rounded as well, while the model runs. Beside them stand *bf16* (a float of 16 bits, with the range of a float of 32 and two or three digits) and *ONNX Runtime*, a program that runs a network from a file, without torch.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
tables.ways(recorded("small_and_fast"))

# %% [markdown] slideshow={"slide_type": "subslide"}
# 1. Eight bits take a quarter of the megabytes, the table included, and cost less than a point.
# 2. For one snippet, as on a phone, 8 bits in ONNX Runtime are the fastest. For 32 at once, as on a server, bf16 is, because this processor has instructions for its products. So measure with your batches, on your machine.
# 3. The ways can be *combined*: fewer layers, in fewer bits, in another runtime.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 7. Zeros
#
# **Pruning** (剪枝) leaves out what matters least. The simplest guess is: the weights that are nearest to zero.
#
# ### Exercise 7: prune
# Difficulty 3 of 5, about 12 minutes. `weights` is a list of tensors of any shapes. Of all their elements together, set the `int(rate * number)` with the smallest absolute values to zero; if two are equal, either may go. Return new tensors, and leave the old ones as they are.
#
# ```
# prune([tensor([3., -1.]), tensor([[0.5, -4.]])], rate=0.5)  ->  [tensor([3., 0.]), tensor([[0., -4.]])]
# ```
#
# Figure 20.6 will show the teacher with half of its weights.
#
# <details><summary>Hint</summary><code>torch.cat</code> of the flat absolute values, <code>argsort</code>, and <code>split</code> to get the pieces back.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.prune)
def prune(weights, rate): ...


# %% tags=["headline"] slideshow={"slide_type": "subslide"}
half = live.pruned(teacher, prune, rate=0.5)
kept = live.accuracy(half, reviews.validation) / wanted
both = [live.work(one, reviews.train) for one in (half, teacher)]
took, its = (milliseconds(work, repeats=30) for work in both)
zeros = live.Point("half zeros", kept, took / its, live.megabytes(half))

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
title = "Half of the weights are zero, and no time is won"
predict("zeros", lambda: figures.beside_the_teacher("20.6", title, [mine, zeros]))

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Zeros, or smaller matrices?
#
# Table 20.5 has other rates, and whole *heads* that were taken away, the least important first. Then the matrices are smaller, and time is won, a little.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
tables.pruned(recorded("small_and_fast"))

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 8. One plot
#
# A model is **on the frontier** (帕累托前沿) if no other one is at least as accurate *and* at least as fast, and better in one of the two.
#
# ### Exercise 8: the frontier
# Difficulty 3 of 5, about 8 minutes. `points` is a list of pairs (time, accuracy). Return the indices of those on the frontier, in rising order. Two equal points do not beat each other: both stay. Figure 20.7 draws your frontier through all models of this lesson, and Table 20.6 names them.
#
# ```
# frontier([(12, 84), (6, 83), (7, 82), (3, 80), (3, 80)])  ->  [0, 1, 3, 4]
# ```
#
# <details><summary>Hint</summary>Write a function that says whether one point beats another; a point stays if nobody beats it.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.frontier)
def frontier(points): ...


# %% tags=["headline"] slideshow={"slide_type": "subslide"}
both = [live.accuracy(one, reviews.test) for one in (student, teacher)]
mine = mine._replace(accuracy=both[0] / both[1])  # once, at the end
points = [*live.recorded_points(recorded("small_and_fast")), mine]
best = frontier([(point.time, point.accuracy) for point in points])

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
figures.one_plot(points, best)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
tables.best(points, best, recorded("students")["results"]["teacher"])

# %% [markdown] slideshow={"slide_type": "subslide"}
# Who has reached the target? The *teacher itself*, with 8 bits in ONNX Runtime: about a fifth of its time, a quarter of its megabytes, and half a point lost. The students of three layers are faster still, and stand at the lower edge; their intervals reach into the green area, those of two layers do not.
#
# **The frontier is a first choice, and intervals have the last word.** *12 heads gone* is on it by 0.2%, much less than its interval: that is chance. Where two intervals overlap, take the model that is smaller, or simpler.
#
# On validation snippets your student was in the green area, and here it is not. What has moved? Not the student, which has about as many right in both. The *teacher* is better on the test snippets (Table 20.6). With 1,000 snippets, no accuracy is known better than to about two points.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
yours(exercises)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 9. At work
#
# Your student is a BERT of three layers. `transformers` reads its folder, and says the same:

# %% slideshow={"slide_type": "-"}
with tempfile.TemporaryDirectory() as folder:
    student.save_pretrained(folder)
    load = transformers.AutoModelForSequenceClassification.from_pretrained
    library = load(folder).eval()
ids, types, mask = live.one_snippet(reviews.validation)
with torch.no_grad():
    theirs = library(ids, token_type_ids=types, attention_mask=mask).logits
    difference = (theirs - student(ids, types, mask)).abs().max().item()
print(f"largest difference below 1e-4: {difference < 1e-4}")
logits = torch.tensor([[2.0, -1.0]]), torch.tensor([[1.0, 0.5]])
own, given = (one.div(2).log_softmax(dim=1) for one in logits)  # T = 2
loss = 4 * kl_div(own, given, reduction="batchmean", log_target=True)
print(f"torch's loss is yours: {torch.isclose(loss, soft_loss(*logits, T=2))}")

# %% [markdown] slideshow={"slide_type": "subslide"}
# Ready-made students are on the Hub: `distilbert-base-uncased` has 6 layers of BERT base. What *60% faster* means, and how ONNX Runtime works, is in the further experiments.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What you have found out
#
# - **Fewer numbers save memory; fewer products save time.** A layer that is shared saves no time, and neither does a zero.
# - **Half of the layers keep 95 to 97% of the accuracy**, with a teacher or without, if each snippet has a label. A teacher is worth more where labels are missing: 5 points here.
# - **Eight bits are enough** here: a quarter of the bytes, for less than a point of accuracy.
# - **One plot with intervals decides.** Here the first thing to try for one snippet is a runtime with 8 bits, for many at once bf16, and then fewer layers.
#
# Further experiments: `more/20_small_and_fast_more.ipynb`.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz()

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Terms
#
# | English | 中文 | in one line |
# |---|---|---|
# | factorization | 分解 | a large matrix as the product of two small ones |
# | parameter sharing | 参数共享 | all layers are one and the same |
# | parameters | 参数 | the numbers that a model has learned |
# | distillation | 蒸馏 | a student learns from what a teacher says |
# | soft labels | 软标签 | the teacher's probabilities |
# | temperature | 温度 | what logits are divided by before a softmax |
# | quantization | 量化 | numbers with fewer bits |
# | pruning | 剪枝 | to leave out what matters least |
# | frontier | 帕累托前沿 | those that nobody beats in all respects |
#
# <details><summary>Further reading</summary><ul>
# <li>Lan et al. (2020). <em>ALBERT: A Lite BERT for Self-supervised Learning of Language Representations.</em> ICLR.</li>
# <li>Sanh et al. (2019). <em>DistilBERT, a distilled version of BERT: smaller, faster, cheaper and lighter.</em> EMC2 at NeurIPS.</li>
# <li>Hinton, Vinyals, Dean (2015). <em>Distilling the Knowledge in a Neural Network.</em> arXiv 1503.02531.</li>
# <li>Zafrir et al. (2019). <em>Q8BERT: Quantized 8Bit BERT.</em> EMC2 at NeurIPS.</li>
# </ul></details>

# %% tags=["claims"]
check("it learned", reached > 0.9 * wanted)
check("eight bits cost little", reached - by_row[8] < 0.02)
check("the student did not move", abs(both[0] - reached) < 0.025)
check("one scale for a matrix costs more", by_row[6] - by_matrix[6] > 0.1)
check("zeros take as long", 0.75 < live.times_as_long(half, teacher, reviews.train) < 1.33)
