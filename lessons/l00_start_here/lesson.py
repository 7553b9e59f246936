# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown] slideshow={"slide_type": "slide"}
# # 00. Start here
#
# > *The \_\_\_\_ was full of soldiers.*
#
# Which word is missing? You could not tell before you had read the end. Nor can a model that reads from left to right.
# **BERT** reads both sides of a gap, and in this series you build it: from counting words, to the model with its real weights,
# to what came after.
#
# **At the end you can** say what each part of the series is for, use what is in a lesson, measure that a word has different vectors
# in different sentences, and decide whether to come in.
#
# **Time** 15 minutes. **Difficulty** 1 of 5. **Before this**: Python and a little NumPy. You need no PyTorch yet, and no GPU.

# %% tags=["bootstrap"] slideshow={"slide_type": "skip"}
# (generated)

# %% tags=["setup"] slideshow={"slide_type": "skip"}
from lessons.l00_start_here import ask, diagrams, exercises, figures, measure, predict, quiz

import torch

from bertlab.model import BertModel
from bertlab.pretraining.readout import from_change
from bertlab.text import WordPieceTokenizer
from workbook.basics import begin_lesson, check, claim, exercise, explore, show, text

begin_lesson()
tokenizer = WordPieceTokenizer.from_folder("minilm")
model, gap_model = BertModel.from_pretrained("minilm"), from_change("minilm-words")
size = sum(parameter.numel() for parameter in model.parameters())
print(f"Ready: {size:,} weights.")

# %% [markdown] slideshow={"slide_type": "subslide"}
# Here is what a real model makes of the gap, `[MASK]`: its best three words, with their probabilities.


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def draw_gaps(yours):
    return diagrams.gaps(measure.fill_gaps(gap_model, tokenizer, [*measure.ENDS, yours]))


alt = "Four sentences with a gap; below each, bars for the three likeliest words."
explore(draw_gaps, alt=alt, yours=text("The [MASK] wrote a novel.", label="Your sentence"))
best = measure.best_words(gap_model, tokenizer, measure.ENDS)
claim("the beginning is the same, and the best word changes with the end", len(set(best)) == 3)
paris = measure.best_words(gap_model, tokenizer, ["Paris is the capital of [MASK]."])
check("the sentence that the text calls a failure is one", paris == ["paris"])

# %% [markdown] slideshow={"slide_type": "-"}
# The green line is a **claim**: the cell has just checked it, and would have stopped if it were wrong.

# %% [markdown] slideshow={"slide_type": "-"}
# The box is for you: in a running notebook, type a sentence of your own and press Enter. Try *Paris is the capital of [MASK].* It is
# a small model, and it can be very wrong.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## One word, two meanings
#
# Inside the model, each word becomes a **vector**, a list of 384 numbers. First the vector is looked up in a table, where *bank*
# has one row. Then six layers change it. Does the *bank*
# that keeps your money end up with another vector than the *bank* of a river?

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 1: how alike are two vectors?
# Difficulty 1 of 5, about 2 minutes. Return the cosine of the angle between two vectors of floats, neither all zeros, as a tensor
# of shape `()`:
#
# $$\cos(a, b) = \frac{a \cdot b}{\lVert a \rVert \, \lVert b \rVert}$$
#
# Replace the `...` and run the cell. Until your answer is right, the workbook's stands in. Then make a mistake on purpose.
#
# <details><summary>Hint</summary>The length of <code>a</code> is <code>a.norm()</code>, and <code>a @ b</code> is the dot product.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.cosine)
def cosine(a, b):
    """Return the cosine similarity of two vectors (D,) of equal length, as a tensor of shape ()."""
    ...


# %% tags=["solution"]
def cosine(a, b):
    """Return the cosine similarity of two vectors (D,) of equal length, as a tensor of shape ()."""
    return a @ b / (a.norm() * b.norm())


# %% slideshow={"slide_type": "subslide"}
sentences = [
    "She opened an account at the bank.",
    "He asked the bank for a loan.",
    "The boat drifted to the muddy bank.",
]
batch = tokenizer.batch(sentences)
layers = model.inspect(*batch).hidden_states  # after the look-up, and after each layer
is_bank = batch.input_ids == tokenizer.ids["bank"]

for number in (0, 2):  # at 0, only the place in the sentence makes a difference
    account, loan, boat = layers[number][is_bank].detach()
    near, far = cosine(account, loan), cosine(account, boat)
    print(f"layer {number}: account and loan {near:.2f}, account and boat {far:.2f}")
claim("after two layers, an account's bank is nearer to a loan's than to a boat's", near > far)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### A control
#
# Three sentences prove little. So we take 76, with *bank* and five more words such as *bat* and *spring*, each in two meanings.
# The test: how often are two uses of one meaning more alike than two of different meanings? A coin gets 50%.

# %% [markdown] slideshow={"slide_type": "-"}
# And a measurement needs a control: something that should *not* show the effect. We measure *the* and the full stop of the
# same sentences. Predict first; the result opens after your choice.


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def control_words():
    found = measure.controls(model, tokenizer, measure.read_senses())
    mean = torch.stack([values.mean(dim=0) for values in found.values()])  # (3, layers)
    alt = (
        f"Curves by layer. All begin near 50%. The word rises to {mean[0, 1]:.0%} at once, and to "
        f"{mean[0, 6]:.0%}. 'The' and the full stop rise slowly, to {mean[1:, 6].max():.0%}."
    )
    show(figures.draw_controls(found), alt=alt)
    lead = found["word"] - torch.maximum(found["the"], found["."])  # (words, layers)
    claim(
        "in layers 1 and 2, each of the six words tells its meanings apart better than the controls",
        (lead[:, 1:3] > 0).all(),
    )
    mean_lead = lead.mean(dim=0)
    claim(
        "in the last layer, less than half of that lead is left",
        mean_lead[6] < mean_lead[1:3].mean() / 2,
    )
    check("after the look-up, none is better than a coin", (mean[:, 0] < 0.52).all())
    named = torch.tensor([0.80, 0.75, 0.75])
    check("the prediction names the right numbers", (mean[:, 6] - named).abs().max() < 0.015)


predict("control words", control_words)

# %% slideshow={"slide_type": "subslide"}
quiz(1)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The road
#
# Each part answers what the one before left open.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
alt = (
    "Five parts with their lessons. I, before BERT: 00 to 04. II, BERT from scratch: 05 to 08. "
    "III, using BERT: 09 and 10. IV, looking inside: 11 and 12. V, after BERT: 13 to 22, to come."
)
show(diagrams.road(), alt=alt)

# %% [markdown] slideshow={"slide_type": "slide"}
# ### Recap
#
# - BERT reads both sides of a gap, and gives a word a vector for each use.
# - A measurement without a control can mislead.

# %% [markdown] slideshow={"slide_type": "-"}
# Could you write the exercise? Then come in: **01. Counting words**, or, if you know language models, **05. Attention**. If `a @ b`
# was a riddle, begin with PyTorch's tutorial on tensors.

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Terms
#
# | English | 中文 | in one line |
# |---|---|---|
# | language model | 语言模型 | gives each text, or each missing word, a probability |
# | token | 词元 | a word or a piece of one: what a model reads |
# | vector | 向量 | a list of numbers that stands for a token |
# | contextual vector | 上下文向量 | a vector that depends on the words around |
# | layer | 层 | one of the steps that change the vectors, each with weights of its own |
# | cosine similarity | 余弦相似度 | 1 for equal directions, 0 for perpendicular ones |
# | pre-trained | 预训练 | trained on plain text, before any task |
# | control | 对照 | a measurement that should not show the effect |

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Further reading
#
# - PyTorch. *Tensors*, in *Learn the Basics*: pytorch.org/tutorials. Half an hour, if PyTorch is new to you.
# - Daniel Jurafsky and James H. Martin. *Speech and Language Processing*, 3rd edition, draft. The chapters on n-gram language models, embeddings and masked language models.
# - Jacob Devlin, Ming-Wei Chang, Kenton Lee and Kristina Toutanova (2019). *BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding.* NAACL-HLT.
# - Kawin Ethayarajh (2019). *How Contextual are Contextualized Word Representations?* EMNLP. The vectors of words such as *the* depend on their sentences most of all.
# - John Hewitt and Percy Liang (2019). *Designing and Interpreting Probes with Control Tasks.* EMNLP.

# %% [markdown] slideshow={"slide_type": "skip"}
# ### How the other things work
#
# - **Solutions** are in `notebooks/solutions/`, and your progress is in a file beside the notebook. It goes nowhere else.
# - **The models** are MiniLM, a BERT encoder of 6 layers that was distilled from a larger one and tuned to compare sentences; and,
#   for the gaps, the same after some training on Wikipedia here (lesson 08).
# - **Slides**: `make slides` makes a deck of each lesson, with notes for the instructor.
# - **A GPU** is used where there is one, and no lesson needs it. `make doctor` says what this machine has.

# %% tags=["hide-input"] slideshow={"slide_type": "skip"}
ask("a word of your own")

# %% [markdown] slideshow={"slide_type": "skip"}
# ### More questions, whenever you like

# %% slideshow={"slide_type": "skip"}
quiz(2, 3, 4, 5, 6)

# %% [markdown] slideshow={"slide_type": "notes"}
# *Instructor:* show the gaps, and let the class fill each aloud before the bars are read. The point is the *same beginning*: a
# model that reads from left to right has seen only *The* when it must guess. Then take the vote on the control; most say *no*.
