# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown]
# # 20. Small and fast: further experiments
#
# Questions that the path leaves open. Each section can be read alone, in any order.

# %% tags=["bootstrap"]
# (generated)

# %% tags=["setup"]
from lessons.l20_small_and_fast import ask, further, predict

from workbook.path import begin_lesson, recorded

begin_lesson(num_threads=1)

# %% [markdown]
# ## Where can a student look?
#
# On the path the student imitates what its teacher *says*. **TinyBERT** (Jiao et al. 2020) lets it imitate what the teacher *computes*, at four places:
#
# - the **embeddings**, where the text enters;
# - the **hidden states** (隐藏状态), the vectors after a layer: the student's layer 1 learns from the teacher's layer 3, and layer 2 from layer 6. The loss is the squared difference of the vectors;
# - **attention**: the squared difference of the scores $QK^\top / \sqrt{K}$ of each head, before the softmax;
# - the **soft labels**.
#
# If the student is narrower, one learned matrix widens its vectors before they are compared. Ours is as wide as its teacher.
#
# Its authors found that most is lost if attention and hidden states are left out together. Their student of four layers is narrower than its teacher, so it cannot begin with the teacher's layers; ours does. All losses have the weight 1, and are learned at the same time (TinyBERT learns the inner ones first). Table 20.7 has 2,000 snippets in place of 8,492, so that there is more to gain. Controls have other starts or other labels: *random start* has soft labels, and no layer of any model; *minilm's layers* never saw a review. In the last two rows only 200 labels exist: for the student itself, or for a teacher that then labels the rest.

# %% tags=["hide-input"]
predict("four places", lambda: further.places(recorded("places")))

# %% [markdown]
# ### What does a published recipe need most?
#
# DistilBERT's authors left out one part of their recipe at a time (Table 20.8).

# %% tags=["hide-input"]
further.recipe()

# %% [markdown]
# ## Which heads can go?
#
# In lesson 11 a head was switched off to see what it is for. Here heads are *taken away*: their rows of the matrices for queries, keys and values, and their columns of the output matrix. So the matrices become smaller, and no zero is multiplied. Which heads go first?
# Michel et al. (2019) put a gate $g = 1$ behind each head, and ask how much the loss changes with it: $\left|\partial \mathcal{L} / \partial g\right|$, the mean over some texts. One pass backwards asks for all heads (Figure 20.8).

# %% tags=["hide-input"]
further.heads(recorded("small_and_fast"))

# %% [markdown]
# The time falls slowly, because attention is only a part of it, and the feed-forward networks stay whole. Gordon et al. (2020) say why zeros spread over a matrix do not help at all: a processor takes the same time for a matrix with zeros, unless it has a special program for them.

# %% [markdown]
# ## What do published numbers hide?
#
# *ALBERT has 18 times fewer parameters than BERT large, and better scores.* Both are true, of two models (Table 20.9).

# %% tags=["hide-input"]
further.published()

# %% [markdown]
# *Large* is 18 times smaller, and nearly 3 points worse than BERT large. *xxlarge* is better, with 70% of the parameters, and its layers are four times as wide: it is three times *slower*. The speed in the table is that of training, on many machines that send each other their gradients: fewer parameters are less to send. How fast one text is read stands in Table 20.2.
# With equal *time* for training (32 and 34 hours; their Table 6) xxlarge has 88.7, and BERT large 87.2.
#
# Which part of the sharing costs most? In Table 20.10 parts of the layers are shared.

# %% tags=["hide-input"]
further.sharing()

# %% [markdown]
# To share attention costs little or nothing. Nearly all is lost with the feed-forward networks.
#
# ### Three more numbers to read with care
#
# - *60% faster* (DistilBERT's abstract): 410 seconds in place of 668, measured with one text at a time. So it does 1.6 times as much in an hour; it needs 39% less time.
# - *96.8% of the teacher* (TinyBERT's abstract): its training texts were multiplied by 20, with a BERT that replaces words.
# - *0.6% lower F1 after quantization* (text of torch's tutorial): the table above that sentence shows no loss: 0.9019 before, 0.902 after. (438 MB become 181, and not a quarter, because torch leaves the table of pieces in floats.)

# %% [markdown]
# ## A runtime of its own
#
# **ONNX** is a file format for networks: their matrices, and the list of what is done with them. ONNX Runtime reads the file and needs neither Python's classes nor torch. In Table 20.4 it takes about half of the time for one snippet, and more time for 32. Why? For one snippet the products are small, and much of the time goes to starting them, one after the other. A runtime knows the whole list beforehand, and joins neighbors. For 32 snippets the products themselves take the time, and torch's are the faster ones on this processor.
#
# In this project: `pip install 'bertlab[onnx]'`, then
#
# ```python
# from pathlib import Path
# from bertlab.compression.runtime import OnnxModel, export
#
# export(student, Path("student.onnx"))
# OnnxModel(Path("student.onnx"))(*batch.inputs)
# ```

# %% tags=["hide-input"]
ask("a phone")

# %% [markdown]
# <details><summary>Further reading</summary><ul>
# <li>Jiao et al. (2020). <em>TinyBERT: Distilling BERT for Natural Language Understanding.</em> Findings of EMNLP.</li>
# <li>Sanh et al. (2019). <em>DistilBERT, a distilled version of BERT: smaller, faster, cheaper and lighter.</em> EMC2 at NeurIPS.</li>
# <li>Michel, Levy, Neubig (2019). <em>Are Sixteen Heads Really Better than One?</em> NeurIPS.</li>
# <li>Gordon, Duh, Andrews (2020). <em>Compressing BERT: Studying the Effects of Weight Pruning on Transfer Learning.</em> RepL4NLP.</li>
# <li>Lan et al. (2020). <em>ALBERT: A Lite BERT for Self-supervised Learning of Language Representations.</em> ICLR.</li>
# </ul></details>
