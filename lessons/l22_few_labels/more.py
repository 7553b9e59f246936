# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown]
# # 22. Few labels: further experiments
#
# Questions that the path leaves open. Each section can be read alone, in any order. English models learn with 40 updates, and are judged by the same 500 test reviews.

# %% tags=["bootstrap"]
# (generated)

# %% tags=["setup"]
from lessons.l22_few_labels import ask, further, tables

from workbook.path import begin_lesson, recorded

begin_lesson(num_threads=1)

# %% [markdown]
# ## Which pattern would the labels choose?
#
# In Table 22.3 each pattern answers the labelled reviews zero-shot, and the one that has most of them right is trained. This choice is close to the mean of all five; the best by the test reviews is up to 5 points above.

# %% tags=["hide-input"]
tables.patterns(recorded("few_labels"))

# %% [markdown]
# *At scale.* With larger models a pattern is worth more. RoBERTa large with ten labels has 52.9% on Yelp's five classes with PET, and 21.1% with a new head; with a hundred it is 61.9% and 53.0% (PET's repository; PET also read up to 10,000 texts for each class, without labels). Le Scao and Rush (2021) ask how many labels a pattern is worth: about 3,500 for MNLI and 280 for RTE, both inference, and *minus* 424 for senses of words (WiC).

# %% [markdown]
# ## Can texts without labels make a classifier calm?
#
# **Virtual adversarial training** (VAT, 虚拟对抗训练; Miyato et al. 2017) needs no label for a part of its loss. A small change of the word vectors should not change the answer:
#
# $$\mathcal{L}_{\text{VAT}} = \mathrm{KL}\big(p(y \mid x) \,\|\, p(y \mid x + r)\big), \qquad \lVert r \rVert = \varepsilon.$$
#
# Which $r$? The one that changes the answer most. It is found with one gradient: take a random change, ask in which direction the KL divergence grows, and go there. *Virtual* means that the model's own answer takes the place of the label. So the 500 reviews without labels can be read, too. $\varepsilon$ is 1 (Table 22.4).

# %% tags=["hide-input"]
further.adversarial(recorded("few_labels"))

# %% [markdown]
# **VAT gains nothing here**: all intervals contain 0, and the order of the reviews (AUC) is no better. Ours is a small test of it: 40 updates, in which 500 reviews without labels are read once or twice.
#
# *At scale.* The authors reach 94.1% on IMDb, with all 25,000 labels, and an LSTM that was trained as a language model before.

# %% [markdown]
# ## Can a model teach another one without labels?
#
# **Pseudo-labels** (伪标签): five clozes, one for each pattern, learn from the labels. Their mean answer labels the other 500 reviews, and a new head learns from all of them. PET's authors keep the probabilities (*soft* labels), and their classifier reads nothing else; we take the class, and add the labelled texts. Two rows in Table 22.5 could refute it: the new head without pseudo-labels, and the teachers themselves.

# %% tags=["hide-input"]
further.pseudo_labels(recorded("few_labels"))

# %% [markdown]
# **The student is worse than its teachers.** With 16 labels it says the same of nearly all reviews: *good* in three draws, *bad* in two. But its AUC is that of a teacher, so it puts the reviews into about the same order; what it has lost is the threshold. The teachers lean to one class, each draw to another, and so do the labels that they give. A student that reads 516 reviews once learns this first.
#
# What would change it? As many pseudo-labels of each class, as your threshold at the median gives them, only the sure ones, or soft labels. PET's authors let the student read up to 10,000 texts for each class, in 5,000 updates.

# %% tags=["hide-input"]
ask("letters")

# %% [markdown]
# ## Do copies with other words help?
#
# A masked language model knows words that fit a gap. So each labelled review gets four copies, in which 15% of the words are replaced by likely ones. The label stays: this is **data augmentation** (数据增强). Table 22.6 shows copies of a sentence. The control replaces the same words by random words of the reviews.

# %%
further.examples("The plot is thin, but the actors made me laugh until the end.")

# %% [markdown]
# A likely word need not keep the label. *Good* and *bad* fit the same gap. Table 22.7 shows what is learned from the copies.

# %% tags=["hide-input"]
further.words_replaced(recorded("few_labels"))

# %% [markdown]
# **Likely words are as good as random ones, and neither helps.** In both numbers of labels the two kinds of copies differ by less than 3 points, whatever draws come. So if copies had helped, it would not have been the language model's choice of words. (With 64 labels the copies may even harm: 40 updates read each text and copy twice, where the plain new head reads a text ten times.)
#
# *At scale.* Longpre et al. (2020) tried word replacement and back-translation with BERT, XLNet and RoBERTa on six data sets. Their title asks how effective they are; their answer: they *fail to consistently improve performance for pretrained transformers, even when training data is limited*.

# %% [markdown]
# ### What would back-translation need?
#
# **Back-translation** (回译): a text is translated to another language and back. What returns has other words and, one hopes, the same meaning. It needs two translators. This project has one, from English to French, and it knows only numbers (lesson 12). To it, every other word is hidden (Table 22.8).

# %% tags=["hide-input"]
further.back_translation()

# %% [markdown]
# It makes a number of a review: a translator says something whatever it reads. So we could not measure back-translation, and do not. Xie et al. (2020, UDA) use it for texts *without* labels: a model should say the same of a review and of its back-translation. With 20 labels of IMDb and all other reviews without labels, BERT base goes from about 68 to about 90% (their repository).

# %% [markdown]
# ## Can a gap tell what follows from what?
#
# Lesson 10 had pairs: does the hypothesis follow from the premise? PET's pattern for such pairs puts a gap between both, and *yes*, *maybe* and *no* into it. Before we ask how many are right, a **positive control**: questions whose answer is certain. A premise follows from itself. And it contradicts *it is false that*, followed by itself (Table 22.9).

# %% tags=["hide-input"]
further.inference()

# %% [markdown]
# The model says *yes* to nearly everything, even to the denial. So it does not compare the two texts, and the first row, about a third, tells nothing about inference. That is no verdict on the pattern: with RoBERTa large and 100 labels, PET's authors reach 74.7% on MNLI, where a new head has 47.9%. Without labels their patterns have 39.1%, of three classes.

# %% [markdown]
# ## And in Chinese?
#
# `bert-mini-zh` is small: 4 layers of 192, trained by this project. Table 22.10 has the five patterns of a Chinese article (Su 2021) on reviews of books. It asks whether 很 (*very*) or 不 (*not*) fits the gap: 很满意 is *very satisfied*.

# %% tags=["hide-input"]
further.chinese(recorded("few_labels"))

# %% [markdown]
# Zero-shot, and with 16 labels, our small model is near chance. With 64 labels the picture is that of the path: the patterns order the reviews better than a new head (AUC 0.62 and 0.54), and the accuracies differ too little for three draws. A pattern can only ask for what pre-training has put in: RoBERTa has up to 84% with the same words, without any label.
#
# His patterns differ by 25 points without labels, and by 6 with about 200. So labels shrink the differences between patterns there, too.

# %% [markdown]
# <details><summary>Further reading</summary><ul>
# <li>Miyato, Dai, Goodfellow (2017). <em>Adversarial Training Methods for Semi-Supervised Text Classification.</em> ICLR.</li>
# <li>Schick, Schütze (2021). <em>Exploiting Cloze Questions for Few Shot Text Classification and Natural Language Inference.</em> EACL.</li>
# <li>Wei, Zou (2019). <em>EDA: Easy Data Augmentation Techniques for Boosting Performance on Text Classification Tasks.</em> EMNLP.</li>
# <li>Longpre, Wang, DuBois (2020). <em>How Effective is Task-Agnostic Data Augmentation for Pretrained Transformers?</em> Findings of EMNLP.</li>
# <li>Xie et al. (2020). <em>Unsupervised Data Augmentation for Consistency Training.</em> NeurIPS.</li>
# <li>Su (2021). <a href="https://kexue.fm/archives/8295"><em>P-tuning: automatically built patterns</em></a> (Chinese).</li>
# </ul></details>
