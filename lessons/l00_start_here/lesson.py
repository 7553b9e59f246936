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
# > *The \_\_\_\_ was ...*
#
# Which word is missing? You cannot know yet. Read on: *... sung by a choir.* Now you would say *song*. What helped you stands
# *after* the gap, and a model that reads from left to right has not seen it yet. **BERT** reads both sides. In this series you
# build it, from counting words to the model with real weights.
#
# **At the end you can** say what each part of the series is for, and whether it is for you; measure whether a word has different
# vectors in different sentences; and test with a control what your measurement means.
#
# **Time** 30 minutes in class, and 6 for the exercises. **Difficulty** 1 of 5. **Before this**: Python, a little NumPy. A little PyTorch helps; the hint gives the
# two calls you need. No GPU.

# %% tags=["bootstrap"] slideshow={"slide_type": "skip"}
# (generated)

# %% tags=["setup"] slideshow={"slide_type": "skip"}
from lessons.l00_start_here import (
    ask,
    counting,
    diagrams,
    exercises,
    figures,
    measure,
    predict,
    quiz,
)

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
# Here is how a real model fills four gaps, written `[MASK]`. We use two versions of MiniLM, a small BERT encoder; this one was trained
# further, to fill gaps.


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def draw_gaps(yours):
    return figures.draw_gaps(measure.fill_gaps(gap_model, tokenizer, [*measure.ENDS, yours]))


alt = "Four sentences with a gap; below each, bars for the three likeliest words."
explore(draw_gaps, alt=alt, yours=text(measure.FAILURE, label="Your sentence"))
best = measure.best_words(gap_model, tokenizer, measure.ENDS)
claim("three sentences that begin alike and end differently: three best words", len(set(best)) == 3)
failures = measure.best_words(gap_model, tokenizer, [measure.FAILURE, measure.SOLDIERS])
check("the failures are those that the text names", failures == ["paris", "army"])

# %% [markdown] slideshow={"slide_type": "-"}
# We chose three sentences on which the model does well. The fourth asks for knowledge, and there it fails: you would say
# *France*, and it says *paris*. Change this one: in a running notebook, type a sentence and press Enter. Try *The [MASK] was full of soldiers.* You would say
# *camp*; the model says *army*.
#
# The green line is a **claim**: the cell has computed it, and would stop if it were false.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## One word, two meanings
#
# How can the end of a sentence change a word? We look inside the other version of MiniLM, the one that was not trained on gaps. Each
# word becomes a **vector** (向量) of 384 numbers. It begins as a row of a table, in which *bank* has one row. A second vector, for its
# position in the sentence, is added. Then six layers change the sum, and each mixes in the other words.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
alt = (
    "Two sentences with 'bank' lead to one row of a table. From there, two ways go through six "
    "layers, one for each sentence, to two vectors, whose cosine is asked for."
)
show(diagrams.one_row(), alt=alt)

# %% [markdown] slideshow={"slide_type": "-"}
# Does the *bank* that keeps your money end up with a different vector from the river's?

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 1: how alike are two vectors?
# Difficulty 1 of 5, about 2 minutes. Return the cosine of the angle between two vectors of floats, neither all zeros, as a tensor
# of shape `()`. It is 1 if both point the same way:
#
# $$\cos(a,b)=\frac{a\cdot b}{\lVert a\rVert\,\lVert b\rVert}$$
#
# Replace the `...` and run the cell. Until your answer is right, the workbook uses its own function, so you can read on. Then
# make a mistake on purpose: leave out the division, and see what the check says.
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


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(1)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Three banks
#
# *Bank* is the seventh word of all three sentences, so its vector begins the same. Your `cosine` compares the first with the others,
# after the look-up (layer 0) and after each layer.
# Guess first: the result opens after your choice.


# %% slideshow={"slide_type": "-"}
sentences = ["She opened an account at the bank.", "My savings are safe in the bank."]
sentences.append("The boat drifted to the muddy bank.")
vectors = measure.vectors_of(model, tokenizer, sentences, "bank")  # (layers, sentences, 384)
with_savings = [cosine(account, savings) for account, savings, boat in vectors]
with_boat = [cosine(account, boat) for account, savings, boat in vectors]


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def three_banks():
    near, far = torch.stack(with_savings), torch.stack(with_boat)
    print("layer  with savings  with boat")
    for number in range(len(vectors)):
        print(f"{number:5} {near[number]:13.2f} {far[number]:10.2f}")
    claim(
        "after every layer, the account's bank is nearer to that of savings than to the boat's",
        (near[1:] > far[1:]).all(),
    )
    check("six layers, 384 numbers", (len(vectors), vectors.shape[2]) == (7, 384))
    check("looked up, all are equal", min(near[0], far[0]) > 0.999)
    check("near 0.9 and 0.7 in the end", abs(near[6] - 0.9) < 0.05 and abs(far[6] - 0.7) < 0.05)


predict("three banks", three_banks)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(2)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### A control
#
# Three sentences prove little. So we take 76, with *bank* and five more words such as *bat* and *spring*, and count **right
# comparisons**. A comparison takes a pair of sentences in which the word has the same meaning, and a pair in which it has different meanings. It is
# right if the first pair has the higher cosine, as *account* and *savings* have, compared with *account* and *boat*. A coin is right
# in 50%. (Statisticians call the proportion of right comparisons AUC.)
#
# ### Your turn: count right comparisons
# About 4 minutes, not graded. `same` holds the cosines of all pairs with one meaning, `different` those of all pairs with two.
# Compare each number of the first list with each of the second, and return the proportion that is right, from 0 to 1. A tie counts one half.
# For `[0.9, 0.7]` and `[0.8, 0.7]` it is (1 + 1 + 0 + 0.5) / 4, or 0.625. The measurement below uses your function.
#
# <details><summary>Hint</summary>Two loops, one in the other, and a sum that begins with 0.</details>
# <details><summary>Solution</summary><pre>right = 0
# for a in same:
#     for b in different:
#         right += 1 if a > b else 0.5 if a == b else 0
# return right / (len(same) * len(different))</pre></details>


# %% slideshow={"slide_type": "-"}
def right_comparisons(same, different):
    """Return the proportion of right comparisons, a float."""
    ...


right_comparisons = counting.checked(right_comparisons)

# %% [markdown] slideshow={"slide_type": "subslide"}
# A measurement needs a **control**: something that should *not* show the effect. We take *the* and the full stop of the same
# sentences.


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def control_words():
    found = measure.controls(model, tokenizer, measure.read_senses(), right_comparisons)
    mean = torch.stack([values.mean(dim=0) for values in found.values()])  # (3, layers)
    alt = (
        f"All begin near 50%. The word rises to {mean[0, 1]:.0%} at once, and to {mean[0, 6]:.0%}. "
        f"'The' and the full stop rise slowly, to {mean[1:, 6].max():.0%}."
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
    check("the lead is largest after layer 1", mean_lead.argmax() == 1)
    check("after the look-up, none is better than a coin", (mean[:, 0] < 0.52).all())
    named = torch.tensor([0.80, 0.75, 0.75])
    check("the prediction names the right numbers", (mean[:, 6] - named).abs().max() < 0.015)


predict("control words", control_words)

# %% [markdown] slideshow={"slide_type": "subslide"}
# So the two *banks* do end up with different vectors. But after the last layer, most of the difference can come from other words,
# because even the full stop shows it: the topic of the sentence, or *bank* itself, copied from its neighbor. What survives the
# control is the word's lead. It is largest after layer 1, and small after the last. Here it is for each word alone, beside the better of its two
# controls.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
senses = measure.read_senses()
found = measure.controls(model, tokenizer, senses)
leads_of_words = found["word"] - torch.maximum(found["the"], found["."])  # (words, layers)
first_lead, last_lead = leads_of_words[:, 1], leads_of_words[:, 6]
check(
    "each lead is smaller after the last layer than after the first", (first_lead > last_lead).all()
)
alt = "A panel for each word: the word, and the better of its controls, by layer. " + ", ".join(
    f"{word}: ahead by {100 * early:.0f} points after layer 1, {100 * late:.0f} after the last"
    for word, early, late in zip(senses, first_lead, last_lead, strict=True)
)
show(figures.draw_words(found, list(senses)), alt=alt)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(3)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Your turn
#
# **Fool the model.** If topics decide in the last layer, they can mislead. `which_bank` compares *bank* in your sentence
# with eight sentences about money and eight about rivers. Write one about money that the model puts at the river.
#
# <details><summary>One that works</summary><em>The boat was sold to the bank.</em></details>


# %% slideshow={"slide_type": "-"}
def which_bank(sentence):
    known = measure.read_senses()["bank"].sentences  # eight about money, then eight about rivers
    yours, *others = measure.vectors_of(model, tokenizer, [sentence, *known], "bank")[6]
    cosines = torch.stack([cosine(yours, other) for other in others])
    print(f"money {cosines[:8].mean():.2f}, river {cosines[8:].mean():.2f}: {sentence}")


which_bank("The bank lent her some money.")
which_bank("Her house is on the bank of the river.")
which_bank("We paid at the bank.")  # yours

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Measure your own word.** Here it is *seal*, an animal or a stamp. Each sentence needs *the* and a full stop. After which layers does *seal*
# lead its controls most, and what happens after the last? Eight sentences decide little: write more, and look again.

# %% slideshow={"slide_type": "-"}
word = "seal"
first = [
    "The seal swam under the ice.",
    "A seal slept on the beach.",
    "The seal caught a fish in the bay.",
    "The pup of the seal is white.",
]
second = [
    "The seal on the letter was broken.",
    "The king put his seal on the paper.",
    "A wax seal closed the envelope.",
    "The seal of the state is on the flag.",
]

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
own = measure.own_word(model, tokenizer, word, first, second)
alt = (
    "Right comparisons by layer for one word, 'the' and the full stop. After the last layer: "
    + ", ".join(f"{name!r} {values[0, 6]:.0%}" for name, values in own.items())
)
show(figures.draw_controls(own, f"Which tells the meanings of “{word}” apart?"), alt=alt)
examples = ["The bank lent her some money.", "Her house is on the bank of the river."]
examples.append("The boat was sold to the bank.")
known = measure.read_senses()["bank"]
leads = [measure.lead_of_first(model, tokenizer, "bank", line, known) for line in examples]
check("the first is money, the second a river", leads[0] > 0 > leads[1])
check("the one in the hint fools the model", leads[2] < 0)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
ask("a word of your own")

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(4, 5)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The road
#
# Here the model came from a file. Now you build it. At the end you have a BERT of your own, which searches the news and fills gaps; a
# classifier of your own texts, which says which words decided; and pictures of what it looks at. The series is for students who know
# Python, and for those who teach them. Each lesson states its minutes, in class and for the exercises.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
alt = (
    "Six parts with their lessons and the question that each leaves open. I, before BERT, 00 to 04: "
    "can one model read both sides at once? II, BERT from scratch, 05 to 08: it fills gaps, but can it "
    "do a task? III, using BERT, 09 and 10: why this answer? IV, looking inside, 11 and 12: what is "
    "better today? V, after BERT, 13 to 15: what can be done better? VI, 16 to 22, is to come."
)
show(diagrams.road(), alt=alt)

# %% [markdown] slideshow={"slide_type": "slide"}
# ### Recap
#
# - BERT reads both sides of a gap, and gives each use of a word its own vector.
# - A word leads its controls most in the first layers. In the last, even the full stop is nearly as good.

# %% [markdown] slideshow={"slide_type": "-"}
# Next: **01. Counting words**, or **05. Attention** if you know language models. Was `a.norm()` new? Begin with PyTorch's tutorial.

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Terms
#
# | English | 中文 | in one line |
# |---|---|---|
# | language model | 语言模型 | gives each text, or each missing word, a probability |
# | token | 词元 | a word or a piece of one: what a model reads |
# | vector | 向量 | a list of numbers that stands for a token |
# | contextual vector | 语境化向量 | a vector that depends on the words around |
# | layer | 层 | one of the steps that change the vectors, each with weights of its own |
# | cosine similarity | 余弦相似度 | 1 for equal directions, 0 for perpendicular ones |
# | control | 对照 | a measurement that should not show the effect |
# | right comparisons (AUC) | 正确比较的比例 | how often a pair with one meaning has a higher cosine than a pair with two |

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

# %% [markdown] slideshow={"slide_type": "notes"}
# *Instructor:* show the gaps, and let the class fill each aloud before the bars are read. The point is the *same beginning*: a
# model that reads from left to right has seen only *The* when it must guess. Then take the vote on the control; most say *no*.
