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
# build it, from counting words to the model with real weights. It is for students who know Python, and for those who teach them.
#
# **At the end you can** say what each part of the series is for, and where to begin; measure whether a word has different
# vectors in different sentences; and test with a control what your measurement means.
#
# **Time** 35 minutes in class, and 6 for the exercises. **Difficulty** 1 of 5. **Before this**: Python, a little NumPy. A little PyTorch helps.
# You need no GPU. The games of *Your turn* can go on at home.

# %% tags=["bootstrap"] slideshow={"slide_type": "skip"}
# (generated)

# %% tags=["setup"] slideshow={"slide_type": "skip"}
from lessons.l00_start_here import ask, diagrams, exercises, figures, measure, predict, quiz, spread

import torch

from bertlab.model import BertModel
from bertlab.pretraining.readout import from_change
from bertlab.text import WordPieceTokenizer
from workbook.basics import begin_lesson, check, claim, exercise, explore, show, text

begin_lesson()
tokenizer = WordPieceTokenizer.from_folder("minilm")
model, gap_model = BertModel.from_pretrained("minilm"), from_change("minilm-words")
size = sum(parameter.numel() for parameter in model.parameters())
print(f"Ready: a model with {size:,} weights,\nthe numbers that training has set.")

# %% [markdown] slideshow={"slide_type": "subslide"}
# Here is how a real model fills four gaps, written `[MASK]`. It is MiniLM, a small relative of BERT, after one more hour of training, to fill
# gaps. We call it the **gap model**.


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def draw_gaps(yours):
    return figures.draw_gaps(
        measure.fill_gaps(gap_model, tokenizer, [*measure.ENDS, yours]), wrong=measure.FAILURE
    )


alt = "Four sentences with a gap; below each, bars for the three likeliest words."
explore(draw_gaps, alt=alt, yours=text(measure.FAILURE, label="Your sentence"))
best = measure.best_words(gap_model, tokenizer, measure.ENDS)
claim(
    "three sentences differ only in their end, and each gets another best word",
    len(set(best)) == 3,
)
failures = measure.best_words(gap_model, tokenizer, [measure.FAILURE, measure.SOLDIERS])
check("the failures are those that the text names", failures == ["paris", "army"])

# %% [markdown] slideshow={"slide_type": "-"}
# We chose three sentences on which the model does well. The fourth one fails: it says *paris* (this model knows no capital letters), a word that the sentence has
# already, and is very sure of it. In a running notebook you can type another sentence and press Enter. Try
# *The [MASK] was full of soldiers*, and write down your own word first.
#
# <details><summary>What the model says</summary>It says <em>army</em>.</details>
#
# Both mistakes are on the right topic, and wrong in the gap. The topic comes back below.
#
# The green line is a **claim**: the cell has computed it, and would stop if it were false.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## One word, two meanings
#
# How can words further on change what the model says for a gap? We look inside the model from which the gap model was made. We call it the **sentence model**, because
# it was tuned to bring whole sentences on one topic close together. The effect that we are after is large in it; at the end you compare the two models.
#
# A model reads **tokens** (词元): words, pieces of words, and signs such as the full stop. Each token begins as a row of a table, in which
# *bank* has one row: this is the **look-up**. A second vector, for its position in the sentence, is added. Then six **layers** (层)
# change the sum, and each mixes the vectors of the other tokens into it. So every token has a **vector** (向量) of 384 numbers after the look-up, and after each
# layer.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
alt = (
    "Two sentences with 'bank' as the second word, their tokens in a row, the full stop too. Below each token are its vectors: after the look-up, "
    "layer 1 and layer 6. Lines lead from all tokens to 'bank' in the next layer. Both begin alike and end different."
)
show(diagrams.every_token(), alt=alt)

# %% [markdown] slideshow={"slide_type": "-"}
# (Two signs that mark the beginning and the end are left out here; lesson 06 adds them.)
#
# Does the *bank* that keeps your money end up with a different vector from the river's?

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 1: how alike are two vectors?
# Difficulty 1 of 5, about 2 minutes. Return the cosine of the angle between two vectors of floats (neither is all zeros):
#
# $$\cos(a,b)=\frac{a\cdot b}{\lVert a\rVert\,\lVert b\rVert}$$
#
# It is 1 if both point the same way, 0 if they are perpendicular and −1 if they are opposite. PyTorch's arrays are **tensors**, much like NumPy's;
# return one of shape `()`, which is one number.
#
# Replace the `...` and run the cell; the line above `def` checks it. Until it is right, the workbook uses its own function. Then make a mistake on purpose: leave out the division, and read what the check says.
#
# <details><summary>Hint</summary>The length of <code>a</code> is <code>a.norm()</code>, and <code>a @ b</code> is the dot product. If they are new to you, begin with the tutorial under <em>Further reading</em>.</details>


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
# All three sentences begin with *The bank*, so after the look-up (layer 0) its vector is the same in all. All that helps stands to the right of *bank*, as for *song*:
# a model that reads from left to right would give all three the same vector after every layer. Your `cosine` compares the account's *bank* with the
# other two. `vectors` holds seven rows: the look-up and six layers. (We tried several sentences, and took three in which the effect is clear.)
# Guess first: the result opens after your choice.


# %% slideshow={"slide_type": "-"}
sentences = ["The bank charges for every account."]
sentences.append("The bank pays interest on my savings.")
sentences.append("The bank of the river hid the boat.")
vectors = measure.vectors_of(model, tokenizer, sentences, "bank")  # (7, 3, 384)
with_savings = [cosine(account, savings) for account, savings, boat in vectors]
with_boat = [cosine(account, boat) for account, savings, boat in vectors]


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def three_banks():
    near, far = torch.stack(with_savings), torch.stack(with_boat)
    boat = measure.vectors_of(model, tokenizer, sentences[2:], "boat")[:, 0]
    floor = torch.cosine_similarity(vectors[:, 0], boat, dim=1)
    drawn = {"savings' bank": near, "boat's bank": far, "“boat” itself": floor}
    alt = "Cosine with the account's bank, by layer. After the last: " + ", ".join(
        f"{name} {values[-1]:.2f}" for name, values in drawn.items()
    )
    show(figures.draw_banks(drawn), alt=alt)
    claim(
        "after every layer, the account's bank is nearer to that of savings than to the boat's",
        (near[1:] > far[1:]).all(),
    )
    check("six layers, 384 numbers", (len(vectors), vectors.shape[2]) == (7, 384))
    check("looked up, all are equal", min(near[0], far[0]) > 0.999)
    check("near 0.9 and 0.8 in the end", abs(near[6] - 0.9) < 0.05 and abs(far[6] - 0.8) < 0.05)
    check("another word stays below", (floor < far - 0.2).all())


predict("three banks", three_banks)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(2)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Right comparisons
#
# Three sentences prove little. We take 76, with *bank*, *bat*, *spring*, *match*, *plant* and *mouse* in two meanings each. Take a *same pair*, in
# which *bank* has the same meaning twice (account and savings), and a *different pair*, in which it has two meanings (account and boat). If the same pair has the higher cosine,
# this is a **right comparison**. *Bank* has eight sentences for each meaning: 28 + 28 = 56 same pairs, 8 × 8 = 64 different
# pairs, and so 56 × 64 comparisons. Tossing a coin would be right in 50% of them. (Statisticians call the proportion AUC.)
#
# ### Exercise 2: count right comparisons
# Difficulty 2 of 5, about 4 minutes. The list `same` holds the cosines of all same pairs, `different` those of all different pairs.
# Compare each number of the first with each of the second, and return the proportion that is right, a float. A tie counts one half.
# For `[0.9, 0.7]` and `[0.8, 0.7]` it is (1 + 1 + 0 + 0.5) / 4, or 0.625.
#
# <details><summary>Hint</summary>Two loops, one in the other, and a sum that begins with 0.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.right_comparisons)
def right_comparisons(same, different):
    """Return the proportion of right comparisons, a float."""
    ...


# %% tags=["solution"]
def right_comparisons(same, different):
    """Return the proportion of right comparisons, a float."""
    right = 0.0
    for a in same:
        for b in different:
            if a > b:
                right += 1
            elif a == b:
                right += 0.5
    return right / (len(same) * len(different))


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(3)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### A control
#
# The row of *bank* is always the same. So, apart from its position, all of the difference between two *banks* comes from the other tokens. The question is what *bank* has taken from
# them: its own meaning, or only what every token of the sentence has taken as well? A **control** (对照) helps: a token that does *not* have two meanings. We take the
# first *the* of each sentence, and its full stop. Your `right_comparisons` computes every point.


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
senses = measure.read_senses()
found = measure.controls(model, tokenizer, senses, right_comparisons)
lead = found["word"] - torch.maximum(found["the"], found["."])  # (words, layers)
mean_lead = lead.mean(dim=0)
mean = torch.stack([values.mean(dim=0) for values in found.values()])  # (3, layers)


def control_words():
    show(figures.draw_controls(found), alt=figures.in_words(found))
    claim(
        "after layers 1 and 2, five of the six words lead both controls by at least 5 points",
        ((lead[:, 1:3] > 0.05).all(dim=1)).sum() == 5,
    )
    named = torch.tensor([0.80, 0.75, 0.75])
    check("the prediction names the right numbers", (mean[:, 6] - named).abs().max() < 0.015)


predict("control words", control_words)

# %% [markdown] slideshow={"slide_type": "subslide"}
# The **lead** of a word is its percentage minus that of its better control: a cautious estimate of what belongs to the word itself.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
moves = spread.covariance(model, tokenizer, senses)  # of the mean lead, between layers
band = 2 * moves.diag().sqrt()
show(figures.draw_leads(lead, list(senses), band), alt=figures.leads_in_words(lead, senses))
claim(
    "averaged over the six words, less than half of the lead after layer 1 is left after the last",
    mean_lead[6] < mean_lead[1] / 2,
)
check("after layer 1 the lead is well above 0", mean_lead[1] > band[1])
falls = (moves[1, 1] + moves[6, 6] - 2 * moves[1, 6]).sqrt()
print(
    f"It falls by {100 * (mean_lead[1] - mean_lead[6]):.0f} points (standard error {100 * falls:.1f})."
)
check("the fall is over twice its standard error", mean_lead[1] - mean_lead[6] > 2 * falls)
check("the mean lead is largest after layer 1", mean_lead.argmax() == 1)
check("the word's own curve does not fall", mean[0, 2:].min() > mean[0, 1])
check("after the look-up, none is better than a coin", (mean[:, 0] < 0.52).all())
check("after layer 1, the controls are near a coin", (mean[1:, 1] < 0.54).all())
by_word = dict(zip(senses, lead, strict=True))
exceptions = by_word["mouse"].max(), by_word["bat"][6], by_word["spring"].argmax()
check("mouse hardly leads, bat falls behind", exceptions[0] < 0.05 and exceptions[1] < -0.05)
check("spring leads most after layer 3", exceptions[2] == 3)
pairs = [(kind[:, None] == kind).triu(1).sum().item() for _, kind in senses.values()]
check("bank has 56 same pairs and 64 different ones", pairs[0] == 56 == 16 * 15 // 2 - 64)

# %% [markdown] slideshow={"slide_type": "subslide"}
# The pale band shows how far the mean moves with the sentences: two standard errors, from leaving out one sentence at a time. (It takes the six words as given.) A single word moves more:
# *spring* leads most after layer 3, *mouse* hardly leads anywhere, and *bat* ends behind a control, each on 12 sentences.
#
# ### Topic or copy?
#
# How can a full stop tell a river from money? It may have copied *bank*, or it may know the topic from the other words. We put
# `[MASK]` in place of the word in all 76 sentences, so that there is nothing to copy, and measure again.


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
hidden = measure.masked(senses)
before = found["."]
after = measure.curves(model, tokenizer, hidden, ".", right_comparisons)
gaps = measure.curves(model, tokenizer, hidden, measure.GAP, right_comparisons)


def topic_or_copy():
    drawn = {"full stop": before, "full stop, masked": after, "[MASK] itself": gaps}
    title = "Without the word, the full stop still knows much"
    show(figures.draw_controls(drawn, title), alt=figures.in_words(drawn))
    old, new = before[:, 6].mean(), after[:, 6].mean()
    claim(
        "after the last layer, masking the word leaves the full stop at least three quarters of "
        "its advantage over a coin",
        new - 0.5 > 0.75 * (old - 0.5),
    )
    check("the prediction names the right number", abs(new - 0.7) < 0.02)
    change = (after - before)[:, 6]
    check("spring loses most, match gains", change.argmin() == 2 and change[3] > 0.02)


predict("topic or copy", topic_or_copy)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(4)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Why do topics spread?
#
# Layers mix all tokens, and the tuning for whole sentences may add to it. So we ask the gap model, too. What do you expect there of the full stop, and of `[MASK]`?

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
in_gaps = measure.controls(gap_model.bert, tokenizer, senses)
in_gaps["[MASK] itself"] = measure.curves(gap_model.bert, tokenizer, hidden, measure.GAP)
both = {"sentence model": found | {"[MASK] itself": gaps}, "gap model": in_gaps}
alt = " ".join(f"In the {name}: {figures.in_words(drawn)}" for name, drawn in both.items())
show(figures.draw_models(both), alt=alt)
ends = torch.stack([values[:, 6].mean() for values in in_gaps.values()])
claim(
    "in the gap model both controls end at least 5 points lower than in the sentence model",
    (ends[1:3] < mean[1:, 6] - 0.05).all(),
)
named = torch.tensor([0.78, 0.65, 0.67, 0.89])
check("the text names the right numbers", (ends - named).abs().max() < 0.015)

# %% [markdown] slideshow={"slide_type": "-"}
# In the gap model *the* ends at 65% and the full stop at 67%, not at 75%. So the tuning has a part in it; how large it is we cannot say, because the gap model was made from
# the sentence model. And `[MASK]`, the lowest curve before, ends at 89%, above the word itself (78%): what is missing is what this model was trained to put there.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Your turn
#
# **Fool the model.** If topics count for so much after the last layer, they can mislead. `which_bank` compares *bank* in your sentence
# with eight about money and eight about rivers. Write one about money that the model places nearer to the river. Do you expect that it fools layer 3 as well? Try it: add `layer=3`, as in `which_bank("...", layer=3)`.
#
# <details><summary>One that works</summary><em>The boat was sold to the bank</em> fools layer 6, but not layer 3. Do yours agree?</details>


# %% slideshow={"slide_type": "-"}
def which_bank(sentence, layer=6):
    known = measure.read_senses()["bank"].sentences  # eight about money, then eight about rivers
    yours, *others = measure.vectors_of(model, tokenizer, [sentence, *known], "bank")[layer]
    cosines = torch.stack([cosine(yours, other) for other in others])
    print(sentence)
    print(f"   money {cosines[:8].mean():.2f}, river {cosines[8:].mean():.2f}")


which_bank("The bank lent her some money.")
which_bank("Her house is on the bank of the river.")
which_bank("We paid at the bank.")  # yours

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Measure your own word.** Here it is *seal*, an animal or a stamp. Each sentence needs *the* and a full stop; mix the places of your word in the same way for both meanings. Is its lead, too, largest after
# layer 1? Then write `encoder = gap_model.bert`: do the controls fall back here, too?
#
# <details><summary>What we see</summary>No: <em>seal</em> leads most after layers 3 and 4. But the controls catch up here, too, and even pass it. Is this
# <em>seal</em>, or chance? Change two of the eight sentences, and see. In the gap model the controls stay near 50%.</details>

# %% slideshow={"slide_type": "-"}
encoder = model  # or gap_model.bert
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
figures.show_word(encoder, tokenizer, word, first, second)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
ask("a word of your own")

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(5)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The road
#
# Look back at the gap. `[MASK]` has one row in the table, too, and it stands for no word. All that its last vector knows of the sentence has come from the other tokens, as in our full stop. In
# the gap model, which was trained for this, the vector takes one more small step and is scored against the rows of the table: *song* gets the highest score. So mixing,
# which spoiled our measurement, is also what fills the gap.
#
# Here the model came from a file. Now you build it. Begin at 01, or at 05 if you know recurrent models and word vectors. To explain a classifier's answers,
# take 05 to 09, 11 and 12. Most lessons take an hour to an hour and a half in class, and up to an hour for the exercises.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
alt = (
    "Six parts with their lessons and the question that each leaves open. I, before BERT, 00 to 04: "
    "can one model read both sides at once? II, BERT from scratch, 05 to 08: it fills gaps, but can it "
    "do a task? III, using BERT, 09 and 10: why this answer? IV, looking inside, 11 and 12: can it "
    "compare whole sentences? V, after BERT, 13 to 17: can it also write? VI, 18 to 22, is to come."
)
show(diagrams.road(), alt=alt)

# %% [markdown] slideshow={"slide_type": "slide"}
# ### Recap
#
# - BERT reads both sides of a gap, and gives each use of a word its own vector.
# - In the sentence model, on average over six words: after the first layer, the word tells its two uses apart, and the two controls hardly do; after the last, they do it nearly as well. In the gap model they fall back.
# - So measure a control, too. Without it, 80% looks like the meaning of the word.

# %% [markdown] slideshow={"slide_type": "-"}
# Next: **01. Counting words**, or **05. Attention** if you know recurrent models and word vectors.

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Terms
#
# | English | 中文 | in one line |
# |---|---|---|
# | language model | 语言模型 | gives every possible next word, or every word for a gap, a probability |
# | token | 词元 | a word or a piece of one: what a model reads |
# | vector | 向量 | a list of numbers, here one that stands for a token |
# | contextual vector | 语境化向量 | a vector that depends on the words around |
# | layer | 层 | one of the steps that change the vectors, each with weights of its own |
# | cosine similarity | 余弦相似度 | 1 for equal directions, 0 for perpendicular ones |
# | control | 对照 | a measurement where the effect should be missing, if our explanation is right |
# | right comparisons (AUC) | 正确比较的比例 | how often a same pair has a higher cosine than a different pair |

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Further reading
#
# - PyTorch. *Tensors*, in *Learn the Basics*: https://pytorch.org/tutorials/beginner/basics/tensorqs_tutorial.html. Half an hour, if PyTorch is new to you.
# - Daniel Jurafsky and James H. Martin. *Speech and Language Processing*, 3rd edition, draft. The chapters on n-gram language models, embeddings and masked language models.
# - Jacob Devlin, Ming-Wei Chang, Kenton Lee and Kristina Toutanova (2019). *BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding.* NAACL-HLT.
# - Kawin Ethayarajh (2019). *How Contextual are Contextualized Word Representations?* EMNLP. The vectors of words such as *the* depend on their sentences most of all.
# - John Hewitt and Percy Liang (2019). *Designing and Interpreting Probes with Control Tasks.* EMNLP. Another kind of control: can a classifier on the vectors learn labels that mean nothing?
# - Wenhui Wang and others (2020). *MiniLM: Deep Self-Attention Distillation for Task-Agnostic Compression of Pre-Trained Transformers.* NeurIPS.
# - Nils Reimers and Iryna Gurevych (2019). *Sentence-BERT: Sentence Embeddings using Siamese BERT-Networks.* EMNLP. How models are tuned to compare sentences (lesson 14).

# %% [markdown] slideshow={"slide_type": "skip"}
# ### Files, models, slides and GPU
#
# - **Solutions** are in `notebooks/solutions/`, and your progress is in a file beside the notebook. It goes nowhere else.
# - **The models.** The sentence model is MiniLM, a BERT encoder of 6 layers that was distilled from a larger one and tuned to compare sentences; the
#   gap model is the same after some training on Wikipedia here (lesson 08).
# - **Slides**: `make slides` makes a deck of each lesson, with notes for the instructor.
# - **A GPU** is used where there is one, and no lesson needs it. `make doctor` says what this machine has.

# %% [markdown] slideshow={"slide_type": "notes"}
# *Instructor:* show the gaps, and let the class fill each aloud before the bars are read. The point is the *same beginning*: a
# model that reads from left to right has seen only *The* when it must guess. Then take the vote on the control; most expect 50%.
