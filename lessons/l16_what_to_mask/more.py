# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown] slideshow={"slide_type": "slide"}
# # 16. What to mask: further experiments
#
# Questions that the path leaves open. Each section can be read alone, in any order. The last three are about one task, Chinese spelling.

# %% tags=["bootstrap"]
# (generated)

# %% tags=["setup"]
from lessons.l16_what_to_mask import ask, exercises, further, predict
from lessons.l16_what_to_mask.spelling import figures as spelling

from workbook.path import begin_lesson, exercise

begin_lesson(num_threads=1)

# %% [markdown]
# ## Whoever chooses the test chooses the winner
#
# Which masker is best? The nearest test is a **cloze** (完形填空): hide something in new text, and count what is guessed. But *what* do we hide?
#
# All recorded models go on from `bert-mini-zh`, with the same 12,000 examples of the newspaper in the same order (1,000 updates), and equally many hidden characters. We ask each of them about the same 600 test examples twice: once
# with single characters hidden, once with whole words. We score only the positions that show [MASK], because at the others the answer could be copied. Table 16.5 has what they guess. (Its intervals draw examples and seeds anew, a bootstrap; those of the path's Figure 16.7 are about seeds alone.)

# %% tags=["hide-input"]
further.two_clozes()

# %% tags=["hide-input"]
ask("what would you hide")

# %% [markdown]
# ## Characters, words, names: ERNIE 1.0
#
# Sun and others (2019) wanted BERT to learn what is known *about names*. A name is often longer than a word: in our newspaper 北京大学 (*Peking University*) is two words. **ERNIE 1.0** learns in three stages: it hides
# single characters, then whole words, and finally names (Figure 16.8).

# %% tags=["hide-input"]
further.ernie()

# %% [markdown]
# In the last stage, a line with too few names has whole words hidden too. # Two things differ from the paper: its second stage hides phrases, and ours words; and the equal thirds are our choice. ERNIE also read more texts than BERT, so its scores do not say what its masks alone were worth:
# names in MSRA rose from 92.6 to 93.8 (F1).

# %% [markdown]
# ## The edges of a span: SpanBERT
#
# A question's answer is often a span of several words, and a head for answers (lesson 10) reads only the two ends of a span. So Joshi and others (2020) want an edge to know what lies between it and the other edge.
#
# The ends *inside* a hidden span show [MASK]. So their **boundary objective** (边界目标) reads the two visible tokens just *outside* (Figure 16.9): a second, small network guesses each hidden token from their vectors and its position in
# the span. For a span from $s$ to $e$ and a token $x_i$ in it, the loss is the sum of two surprisals:
#
# $$\begin{aligned} \mathcal{L}(x_i) = &-\log P(x_i \mid h_i) \\ &-\log P(x_i \mid b_i) \\ b_i = &\; f(h_{s-1},\, h_{e+1},\, p_{i-s+1}) \end{aligned}$$
#
# Here $h_{s-1}$ and $h_{e+1}$ are the edges, $p$ is a learned vector for the position in the span, and $f$ has two layers. After training $f$ is thrown away.

# %% tags=["hide-input"]
further.boundary()

# %% [markdown]
# Does it help? With BERT large, coreference rose from 76.3 to 79.0 (their table 7). In our recorded comparison the objective brings no gain for names that we can see (the path's Figure 16.7: *spans*, and *spans, second loss*).

# %% [markdown]
# ## The chicken farm: errors of spelling
#
# > 飞机在鸡场降落。 *The plane lands at the chicken farm.*
#
# Somebody typed *ji chang* for *airport* (机场) and took the wrong *ji*: 鸡 is a chicken. To type Chinese, one types sounds and then chooses characters, so many errors are **homophones** (同音字). 机 has 济, 记, 技 and dozens more.
#
# We make errors: the data set `pinyin` says how a character sounds (tones left aside), and in every second sentence of the newspaper one in ten characters is replaced by a homophone. Which one? Simplest is to draw each with equal
# probability. Table 16.6 tries a corrector that does not read: in a wrong sentence it marks the *rarest* characters, as many as there are errors.

# %% tags=["hide-input"]
predict("the rarest", spelling.rarest)

# %% [markdown]
# ### Two correctors for free
#
# A cue that gives the errors away would be learned instead of the language (lesson 15). So from here on errors are drawn by frequency: an input program lists frequent characters first. Two correctors need no training. One **counts**: which
# homophone stands most often after the character before? The other is `bert-mini-zh` as it is: **hide** each character in turn, and see whether a homophone fits better (Table 16.7). Both change a character only if a homophone is better
# by a margin, chosen on validation sentences.

# %% tags=["hide-input"]
spelling.hiding_example()

# %% [markdown]
# *Precision*: the proportion of changes that are right. *Recall*: the proportion of errors that are mended. *False alarms* (误报): the proportion of right sentences in which something is changed. **To mend a known error is easy, even by
# counting; the problem is to find it** (Table 16.8).

# %% tags=["hide-input"]
spelling.untrained()

# %% [markdown]
# ## A soft mask
#
# To hide each character in turn, BERT reads a sentence many times. Can it read once, and write the sentence anew? *Fine-tuned* to do so, it learns above all to repeat what it sees. **Soft-Masked BERT** (Zhang and others 2020) puts a detector, a small recurrent
# network, before it, and hides what is suspicious (Figure 16.10).

# %% tags=["hide-input"]
spelling.soft_masked()

# %% [markdown]
# ### Exercise: as hidden as suspected
#
# Difficulty 2 of 5, about 5 minutes. `words` (T, D) are the embeddings of what is written, `mask` (D,) is that of [MASK], and `wrong` (T,) has the detector's $p$ of each. Return (T, D), what BERT is to read. What is certainly
# right (0) stays itself, what is certainly wrong (1) becomes [MASK], and between the two the vector moves *evenly* from one to the other.
#
# <details><summary>Hint</summary>Begin with one word and a number. Then give <code>wrong</code> a second axis.</details>


# %% tags=["exercise"]
@exercise(exercises.soft_mask)
def soft_mask(words, mask, wrong):
    """Return the vectors, each hidden as much as it is suspected."""
    ...


# %% [markdown]
# ### Who corrects best?
#
# The mask keeps BERT from copying while it *reads*. At the end $e$ is added once more (a residual connection), so that the *output* can copy where the suspicion was false. In the control, *no mask*, nothing is hidden.
#
# Two correctors need no training: *counts* takes the homophone that most often stands after the character before, and *hiding* one that fits better where BERT sees [MASK]. All choose among homophones only (Table 16.9).

# %% tags=["hide-input"]
predict("who corrects", spelling.correctors)

# %% [markdown]
# ### With as few false alarms
#
# In Table 16.10 hiding gets a stricter margin, until it has no more false alarms than the others. **It still mends more, with no training on errors.**

# %% tags=["hide-input"]
spelling.strict_hiding()

# %% [markdown]
# ### What does the detector hide?
#
# The soft mask cannot be told apart from its control. Table 16.11 asks its detector about the same test sentences.

# %% tags=["hide-input"]
predict("how suspicious", spelling.suspicion)

# %% [markdown]
# ### An oracle
#
# What would these weights do with a better mask? In Figure 16.11 the corrector reads through your function: with its own $p$, with no mask, and with an **oracle** that knows the errors: $p$ is 1 there, and 0 elsewhere. Then we also cut the
# residual, and finally ask `bert-mini-zh` before fine-tuning.

# %%
spelling.masks(soft_mask)

# %% [markdown]
# The oracle mends more than the detector's own $p$, **so a mask can help, and our detector fails**. But half of the errors stay, because the residual shows the output what was written. Without it the same weights mend nearly as
# many as before fine-tuning, and spoil far more right characters than they mend in addition.
#
# *At scale* the soft mask is ahead. Our detector learned from 16,000 sentences, with one character in twenty wrong; that of the authors from five million, with 15% replaced. On SIGHAN 2015, sentences of learners of Chinese, F1 by sentences
# rose from 64.9 (the same BERT, fine-tuned) to 66.4. So our null result says nothing about theirs; but a control that hides nothing is not reported there.

# %% [markdown]
# ## Mend my sentence
#
# Type a sentence with a wrong character (a running kernel is needed). A changed character stands in a thick frame, what it becomes above it. Below each character is the detector's $p$, or for hiding by how many nats the best homophone is better.
# Here it is *the leaders of all countries attended the meeting*, with 领倒人 for 领导人, a wrong *dao*. Then try the chicken farm: 飞机在鸡场降落。

# %% tags=["hide-input"]
spelling.mend()

# %% [markdown]
# <details><summary>What happens at the chicken farm?</summary>Hiding lands the plane at the airport. Soft-Masked BERT changes nothing, and <i>p</i> is low at the chicken too. In the first sentence both mend the error, but the right 席 has as
# high a <i>p</i> as the wrong 倒: the detector does not find it.</details>
#
# <details><summary>Further reading</summary><ul>
# <li>Sun et al. (2019). <em>ERNIE: Enhanced Representation through Knowledge Integration.</em> arXiv:1904.09223.</li>
# <li>Joshi et al. (2020). <em>SpanBERT: Improving Pre-training by Representing and Predicting Spans.</em> TACL.</li>
# <li>Zhang et al. (2020). <em>Spelling Error Correction with Soft-Masked BERT.</em> ACL.</li>
# </ul></details>

# %% tags=["claims"]
from lessons.l16_what_to_mask import recorded
from lessons.l16_what_to_mask.spelling.sentences import homophones, tokenizer

from workbook.path import check

of_edges = recorded.name_difference("SpanBERT", "SpanBERT spans")
check("for names, no gain of the boundary objective is seen", of_edges.low < 0 < of_edges.high)
sounds = [tokenizer().vocabulary[n] for n in homophones().of(tokenizer().ids["机"])]
check("ji sounds like these and dozens more", {*"济记技"} < {*sounds} and len(sounds) > 40)
