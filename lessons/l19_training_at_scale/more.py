# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown]
# # 19. Training at scale, and BERT in 2026: further experiments
#
# Questions that the path leaves open. Each section can be read alone, in any order.

# %% tags=["bootstrap"]
# (generated)

# %% tags=["setup"]
from lessons.l19_training_at_scale import ask, further, predict

from workbook.path import begin_lesson, recorded

begin_lesson()

# %% [markdown]
# ## Larger batches, larger networks
#
# ### How large can a batch be?
#
# RoBERTa's authors (Liu et al. 2019) trained BERT base three times with the same texts, and tuned the learning rate for each batch (Table 19.8).

# %% tags=["hide-input"]
further.batches()

# %% [markdown]
# *Larger is better* is not what the table says. The middle row is best. The last one is no better than the first on the two tasks, though its perplexity is lower. There is one run for each row, so nobody knows what another seed would do. Why did they take 8,192 nevertheless? Because a large batch can be divided among more machines: it ends sooner.
#
# **LAMB** went further. With batches up to the memory of a whole TPU pod, says the abstract of You et al. (2020), BERT's training took 76 minutes in place of three days. That is a statement about time with very many chips. Once one machine is busy, a larger batch buys it nothing (here: Table 19.6).

# %% [markdown]
# ### Is a wider network better?
#
# The first version of ALBERT's paper (Lan et al. 2019) made BERT large twice as wide, and it became *worse* (first rows of Table 19.9). Its abstract named *unexpected model degradation* as a reason to share layers. In the last version of the paper the words and the experiment are gone. What had happened?

# %% tags=["hide-input"]
further.wider()

# %% [markdown]
# Shoeybi et al. (2019) moved LayerNorm *before* each part, as in your layer, and then larger was better again. With LayerNorm after each part their large models did not train in a stable way. These are different papers, with other data, so it is no proof. But width alone need not be the reason: **what looks like a limit of size can be a fault of training.** In the two layers of the path (Figure 19.7, *pre-norm*) nothing of it is to be expected: LayerNorm stands between few parts there.

# %% [markdown]
# ## What does rounding do to a sum?
#
# In lesson 09 three numbers were kept in 16 bits. Now, a whole sum, and all gradients of a model. *bf16* has about two decimal digits, *fp16* three. What if we add 0.001 to a sum, ten thousand times? And which gradients are too small for fp16 (Figure 19.9)?

# %% tags=["hide-input"]
further.rounding()

# %% [markdown]
# When a sum is more than a few hundred times as large as what is added, bf16 has no digit left for the difference: the sum stays where it is. A step of training is such a sum: a weight, plus a step that is a thousandth of it. Therefore **mixed precision** (混合精度) keeps weights, optimizer and sums in float32, and only multiplies matrices in 16 bits.
#
# (fp16 climbs too fast from 2 to 4: its numbers are 0.002 apart there, so 0.001 is rounded up.)
#
# fp16 has a second problem: below $6 \cdot 10^{-5}$ it has fewer and fewer digits, and below $3 \cdot 10^{-8}$ all is 0. Of our gradients hardly any is 0, but about a tenth loses digits; in large models more do. So the loss is multiplied by a large number before `backward()`, and the gradients are divided by it afterwards, in float32 (**loss scaling**, 损失缩放). bf16 needs none, because it has the exponents of float32.

# %% [markdown]
# ## Which change was it, at scale?
#
# NeoBERT (Le Breton et al. 2025) made ten changes one after the other, and measured each (Table 19.10).

# %% tags=["hide-input"]
further.neobert()

# %% [markdown]
# 1. All changes of the *layer* together are worth 1.9 points. Other text is worth more, and so is a larger model (250 M parameters).
# 2. The last row trains nothing anew: more learning rates are tried when the model is fine-tuned. It is worth nearly as much as the modern layer. So a comparison with another model says little if both were not tuned alike.
# 3. Two changes were kept although the number fell (0.5 and 0.6 points, after rounding). One seed each: nobody knows how much of a difference is chance.
#
# Geiping and Goldstein (2023) asked the same with one day on one GPU: the type of the network hardly changed the loss after that day. Rotary positions learn a little more per step, but each step is slower. Masking 40% won nothing. After fine-tuning, though, about two points of GLUE's mean came from their changes of the layer (no biases, LayerNorm before each part, a gate), one from the data, and half a point from the training.
#
# ### Is it faster?

# %% tags=["hide-input"]
further.speed()

# %% [markdown]
# For texts of equal length the old BERT is *faster* (Table 19.11): it has 12 layers, the modern one has 22 of the same width. The gain comes from texts of different lengths. BERT computes the padding, too, and does half as many real tokens (these texts are half as long on average); ModernBERT puts all texts in one row, without padding. (In `bertlab.model.modern` that is `unpadded`.)

# %% [markdown]
# ## Where does a reader of this lesson go next?
#
# Table 19.12 names some encoders, and what is new in them.

# %% tags=["hide-input"]
further.models()

# %% [markdown]
# Many languages in one model have a price. Google's own page of mBERT says that on Chinese inference it has 74.2% (76.6% its later, cased version), where the BERT for Chinese alone has 77.2%; Conneau et al. (2020) saw accuracy fall from 71.8 to 67.7% when a model of the same size learned 100 languages in place of 7.
#
# A published *number of parameters* is a matter of taste: in DeBERTaV3 base (86 M) the table of words is not counted.

# %% [markdown]
# ## What to learn from
#
# ### Three tasks: one after the other, or together?
#
# ERNIE 2.0 (Sun et al. 2020) learns several tasks. One after the other, an encoder would forget the first while it learns the last. All at once, all tasks have to be there from the beginning. So a task is *added* to those that are already learned (continual multi-task learning).
#
# A small test: an encoder of today reads lower-case text, and has a head for each of three tasks. *masked*: fill in hidden characters; *capital*: did this word begin with a capital letter? *order*: were both halves of the text exchanged? The number of texts is the same for all ways, but not that of each task: *joint* and *sequential* read 15,000 texts for each; *cumulative* reads 27,500, 12,500 and 5,000 (Table 19.13).

# %% tags=["hide-input"]
predict("three tasks", lambda: further.tasks(recorded("tasks")))

# %% [markdown]
# ### How much should be hidden?
#
# 30% of the characters hidden were better than 15% (Figure 19.7). How far does it go, and why? Hiding more does two things at once. The text becomes *harder to read*, and each update has *more answers* to learn from. Table 19.14 parts them. *30% hidden, 15% asked*: half of the hidden characters are not asked for. *15% hidden, 30% asked*: each text comes twice, with other gaps (so an update takes twice the work).
#
# The row *any* is another kind of model. For each text the rate is drawn between 0 and 1, and its loss is the mean over its gaps. So the model learns to fill in texts of which nearly everything is hidden. That is nearly the training of **masked diffusion** (掩码扩散, Sahoo et al. 2024), where every hidden character becomes [MASK] (here BERT's 80-10-10 is kept): such a model writes, beginning with a text of masks alone.

# %% tags=["hide-input"]
predict("mask rates", lambda: further.rates(recorded("rates")))

# %% [markdown]
# ### Does the order of the sentences matter?
#
# *It is critical to use a document-level corpus rather than a shuffled sentence-level corpus*, says BERT's paper, because texts of many pieces are cut from it. Is it, for what stands in a gap? The same sentences were learned from in three orders: in their *documents*; *shuffled*; and *alike*: each followed by the one that has most words in common with it, weighed by TF-IDF. A text of 128 word pieces has three or four sentences. All are asked about articles in their own order (Figure 19.10).

# %% tags=["hide-input"]
predict("order of sentences", lambda: further.order(recorded("order")))

# %% [markdown]
# ## Four trainings, and which?

# %% tags=["hide-input"]
ask("which encoder")

# %% [markdown]
# <details><summary>Further reading</summary><ul>
# <li>Liu et al. (2019). <em>RoBERTa: A Robustly Optimized BERT Pretraining Approach.</em> arXiv 1907.11692.</li>
# <li>You et al. (2020). <em>Large Batch Optimization for Deep Learning: Training BERT in 76 minutes.</em> ICLR.</li>
# <li>Shoeybi et al. (2019). <em>Megatron-LM: Training Multi-Billion Parameter Language Models Using Model Parallelism.</em> arXiv 1909.08053.</li>
# <li>Le Breton et al. (2025). <em>NeoBERT: A Next-Generation BERT.</em> arXiv 2502.19587.</li>
# <li>Sun et al. (2020). <em>ERNIE 2.0: A Continual Pre-training Framework for Language Understanding.</em> AAAI.</li>
# <li>Aroca-Ouellette, Rudzicz (2020). <em>On Losses for Modern Language Models.</em> EMNLP.</li>
# <li>Wettig et al. (2023). <em>Should You Mask 15% in Masked Language Modeling?</em> EACL.</li>
# <li>Sahoo et al. (2024). <em>Simple and Effective Masked Diffusion Language Models.</em> NeurIPS.</li>
# <li>Shi et al. (2024). <em>In-Context Pretraining: Language Modeling Beyond Document Boundaries.</em> ICLR.</li>
# <li>Geiping, Goldstein (2023). <em>Cramming: Training a Language Model on a Single GPU in One Day.</em> ICML.</li>
# <li>Conneau et al. (2020). <em>Unsupervised Cross-lingual Representation Learning at Scale.</em> ACL.</li>
# </ul></details>
