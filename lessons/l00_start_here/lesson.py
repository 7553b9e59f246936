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
# Which word is missing? You cannot know yet. Read on: *... sung by a choir.* Now you would say *song*, or *hymn*. The words that helped
# you stand *after* the gap, where a model that reads from left to right has not been yet. **BERT** reads both sides of a gap. In this
# series you build it: from counting words, to the model with its real weights, to what came after.
#
# **At the end you can**
#
# - say what each part of the series is for;
# - measure whether a word has different vectors in different sentences;
# - test with a control what such a measurement means;
# - decide whether this series is for you.
#
# **Time** 20 minutes. **Difficulty** 1 of 5. **Before this**: Python and a little NumPy. A little PyTorch helps, and the hint of the
# exercise gives the two calls that you need. You need no GPU.

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
# Here is what a real model makes of four gaps, each written `[MASK]`. It is MiniLM, a small BERT encoder, after some training here to
# fill gaps. Below each sentence stand its best three words, with their probabilities.


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def draw_gaps(yours):
    return figures.draw_gaps(measure.fill_gaps(gap_model, tokenizer, [*measure.ENDS, yours]))


alt = "Four sentences with a gap; below each, bars for the three likeliest words."
explore(draw_gaps, alt=alt, yours=text(measure.FAILURE, label="Your sentence"))
best = measure.best_words(gap_model, tokenizer, measure.ENDS)
claim("the beginning is the same, and the best word changes with the end", len(set(best)) == 3)
failures = measure.best_words(gap_model, tokenizer, [measure.FAILURE, measure.SOLDIERS])
check("the failures are those that the text names", failures == ["paris", "army"])

# %% [markdown] slideshow={"slide_type": "-"}
# In the first three, the end decides, and the model answers well; we chose them for that. The fourth is a failure: you would say
# *France*, and the model says *paris*. It has found the topic, but not the fact. The fourth sentence is yours: in a running notebook,
# type another one into the box and press Enter. Try *The [MASK] was full of soldiers.* You would say *camp*; the model says *army*.
#
# The green line is a **claim**. The cell has just computed it, and would have stopped with an error if it were false.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(1)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## One word, two meanings
#
# How can the end of a sentence change a word? We look inside MiniLM, as it was before the training on gaps. Each word becomes a
# **vector**, a list of 384 numbers. First the vector is looked up in a table, in which *bank* has one row, and its place in the
# sentence is added. Then six layers change it, and each of them mixes in the other words.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
alt = (
    "Two sentences with 'bank' lead to one row of a table. From there, two ways go through six "
    "layers, one for each sentence, to two vectors, whose cosine is asked for."
)
show(diagrams.one_row(), alt=alt)

# %% [markdown] slideshow={"slide_type": "-"}
# Does the *bank* that keeps your money end up with a different vector from the *bank* of a river? To answer, we must compare vectors.

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 1: how alike are two vectors?
# Difficulty 1 of 5, about 2 minutes. Return the cosine of the angle between two vectors of floats, neither all zeros, as a tensor
# of shape `()`, that is, a single number. It is 1 if both point the same way:
#
# $$\cos(a, b) = \frac{a \cdot b}{\lVert a \rVert \, \lVert b \rVert}$$
#
# Replace the `...` and run the cell. Until your answer is right, the workbook uses its own function, so that you can read on. Then
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
quiz(2)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Three banks
#
# In all three sentences, *bank* is the seventh word, so its vector begins the same in each. Your `cosine` compares the first with
# the other two, after the look-up (layer 0) and after each layer.

# %% slideshow={"slide_type": "-"}
sentences = [
    "She opened an account at the bank.",
    "My savings are safe in the bank.",
    "The boat drifted to the muddy bank.",
]

# %% slideshow={"slide_type": "-"}
batch = tokenizer.batch(sentences)
layers = model.inspect(*batch).hidden_states  # after the look-up, and after each layer
is_bank = batch.input_ids == tokenizer.ids["bank"]

# %% slideshow={"slide_type": "-"}
with_savings, with_boat = [], []
for layer in layers:
    account, savings, boat = layer[is_bank].detach()
    with_savings.append(cosine(account, savings))
    with_boat.append(cosine(account, boat))

# %% [markdown] slideshow={"slide_type": "-"}
# Before the result, a guess: the result opens after your choice, and a wrong one costs nothing.


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def three_banks():
    near, far = torch.stack(with_savings), torch.stack(with_boat)
    print("layer   account, savings   account, boat")
    for number in range(len(layers)):
        print(f"{number:5} {near[number]:18.2f} {far[number]:15.2f}")
    claim(
        "after every layer, the account's bank is nearer to that of savings than to the boat's",
        (near[1:] > far[1:]).all(),
    )
    check("six layers, 384 numbers", (len(layers), layers[0].shape[-1]) == (7, 384))
    check("looked up, all are equal", min(near[0], far[0]) > 0.999)
    check("near 0.9 and 0.7 in the end", abs(near[6] - 0.9) < 0.05 and abs(far[6] - 0.7) < 0.05)


predict("three banks", three_banks)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(3)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Your turn: fool the model
#
# So the vectors of *bank* know money from rivers, it seems. Try to break this. `which_bank` compares *bank* in one sentence
# with *bank* in sixteen others, after the last layer. Its two numbers are the mean cosine with the eight that are about money, and
# with the eight that are about rivers. Now write a sentence in which *bank* keeps money, and which the model puts at the river.
#
# <details><summary>One that works</summary><em>The boat was sold to the bank.</em></details>

# %% slideshow={"slide_type": "-"}
senses = measure.read_senses()
known = senses["bank"].sentences  # eight about money, then eight about rivers


# %% slideshow={"slide_type": "-"}
def which_bank(sentence):
    vectors = measure.vectors_of(model, tokenizer, [sentence, *known], "bank")
    yours, *others = vectors[6]  # after the last layer
    cosines = torch.stack([cosine(yours, other) for other in others])
    money, river = cosines[:8].mean(), cosines[8:].mean()
    print(f"money {money:.2f}, river {river:.2f}: {sentence}")


# %% slideshow={"slide_type": "-"}
which_bank("The bank lent her some money.")
which_bank("Her house is on the bank of the river.")

# %% tags=["hide-input"] slideshow={"slide_type": "skip"}
examples = ["The bank lent her some money.", "Her house is on the bank of the river."]
examples.append("The boat was sold to the bank.")
leads = [measure.lead_of_first(model, tokenizer, "bank", line, senses["bank"]) for line in examples]
check("the first is money, the second a river", leads[0] > 0 > leads[1])
check("the one in the hint fools the model", leads[2] < 0)

# %% [markdown] slideshow={"slide_type": "-"}
# A boat is enough. So what have we measured: the meaning of *bank*, or only the topic of its sentence?

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### A control
#
# A few sentences prove little. So we take 76, with *bank* and five more words such as *bat* and *spring*, each in two meanings,
# and count **right comparisons**. A comparison takes two pairs of sentences: in one pair the word has one meaning, in the other
# pair it has two. It is right if the pair with one meaning has the higher cosine. The three banks are an example: account and savings
# have one meaning, account and boat two, and the first cosine is higher, so that comparison is right. A coin is right in 50%.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(4)

# %% [markdown] slideshow={"slide_type": "subslide"}
# And a measurement needs a **control**: something that should *not* show the effect. *The* and the full stop are in all of these
# sentences, and they have one meaning.


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def control_words():
    found = measure.controls(model, tokenizer, senses)
    mean = torch.stack([values.mean(dim=0) for values in found.values()])  # (3, layers)
    alt = (
        f"Right comparisons by layer. All begin near 50%. The word rises to {mean[0, 1]:.0%} at "
        f"once, and to {mean[0, 6]:.0%}. 'The' and the full stop rise slowly, to "
        f"{mean[1:, 6].max():.0%}."
    )
    show(figures.draw_controls(found, list(senses)), alt=alt)
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

# %% [markdown] slideshow={"slide_type": "subslide"}
# So does the *bank* that keeps your money end up with a different vector from the river's? Yes. But after the last layer, most
# of the difference can be the topic of the sentence, because even the full stop shows it. What survives the control is the early lead: in
# layers 1 and 2, the vectors of all six words say more about their meaning than *the* and the full stop do.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(5)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Your own word
#
# Does that hold for a word that we did not choose? Here is *seal*, an animal or a stamp. Put in a word and sentences of your own:
# as many for both meanings, each with the word, with *the*, and with a full stop at its end.

# %% slideshow={"slide_type": "-"}
word = "seal"
first = [
    "The seal swam under the ice.",
    "A seal slept on the beach.",
    "The seal caught a fish in the bay.",
    "The pup of the seal is white.",
]

# %% slideshow={"slide_type": "-"}
second = [
    "The seal on the letter was broken.",
    "The king put his seal on the paper.",
    "A wax seal closed the envelope.",
    "The seal of the state is on the flag.",
]

# %% slideshow={"slide_type": "-"}
own = measure.own_word(model, tokenizer, word, first, second)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
alt = (
    "Right comparisons by layer for one word, 'the' and the full stop. After the last layer: "
    + ", ".join(f"{name!r} {values[0, 6]:.0%}" for name, values in own.items())
)
show(figures.draw_controls(own, [word], f"Which tells the meanings of “{word}” apart?"), alt=alt)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
ask("a word of your own")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The road
#
# In this lesson the model came from a file, and its layers stayed closed. In the series you build both. Each part answers the
# question that the one before leaves open.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
alt = (
    "Five parts with their lessons and the question that each leaves open. I, before BERT, 00 to 04: "
    "can one model read both sides at once? II, BERT from scratch, 05 to 08: it fills gaps, but can it "
    "do a task? III, using BERT, 09 and 10: why this answer? IV, looking inside, 11 and 12: what is "
    "better today? V, after BERT, 13 to 22, to come: does it understand what it reads?"
)
show(diagrams.road(), alt=alt)

# %% [markdown] slideshow={"slide_type": "slide"}
# ### Recap
#
# - BERT reads both sides of a gap.
# - It gives a word a different vector in each sentence: those of one meaning are more alike than those of two.
# - A control says how much of that belongs to the word. In the first layers the word is ahead of its controls; in the last,
#   even the full stop shows the topic.

# %% [markdown] slideshow={"slide_type": "-"}
# Could you solve the exercise? Then go on with **01. Counting words**, or, if you know language models, with **05. Attention**. If
# `a @ b` was new to you, begin with PyTorch's tutorial on tensors.

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
