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
# This series builds BERT, from counting words to explaining a prediction. At the end of this first notebook you can
#
# - say which question each lesson answers, and why the next one follows;
# - use the exercises, quizzes, controls and slides;
# - tell whether your machine has what the lessons need;
# - show that a real BERT encoder gives one word different vectors in different sentences.
#
# **Time** 30 minutes. **Difficulty** 1 of 5. **Before this**: Python, NumPy and a little PyTorch.

# %% tags=["bootstrap"] slideshow={"slide_type": "skip"}
# (generated)

# %% tags=["setup"] slideshow={"slide_type": "skip"}
from lessons.l00_start_here import exercises, quiz

import matplotlib.pyplot as plt
import torch
from torch.nn.functional import normalize

import bertlab
from bertlab.model import BertModel
from bertlab.text import WordPieceTokenizer
from workbook.basics import begin_lesson, choose, claim, exercise, explore, show

begin_lesson()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## The road
#
# Each lesson answers a question that the one before it leaves open.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
steps = [
    ("01 n-grams", "count words"), ("02 NNLM", "share what\nwords have\nin common"), ("03 word2vec", "one vector\nper word"),
    ("04 ELMo", "one vector\nper use"), ("05-08 BERT", "look both\nways, deeply"), ("09-10 tasks", "learn from\nfew labels"),
    ("11-12 inside", "ask why"),
]  # fmt: skip
figure, axes = plt.subplots(figsize=(8, 2.9))
for i, (name, idea) in enumerate(steps):
    axes.add_patch(plt.Circle((i, 0), 0.16, color=f"C{i}"))
    axes.text(i, 0.4, name, ha="center", fontsize=10, fontweight="bold")
    axes.text(i, -0.4, idea, ha="center", va="top", fontsize=9)
    if i:
        axes.annotate(
            "", (i - 0.2, 0), (i - 0.8, 0), arrowprops={"arrowstyle": "-|>", "color": "0.5"}
        )
axes.set(
    xlim=(-0.6, 6.6),
    ylim=(-1.6, 0.9),
    aspect="equal",
    title="From counting words to asking a model why",
)
axes.axis("off")
show(
    figure,
    alt="Seven steps in a row: n-grams, NNLM, word2vec, ELMo, BERT, tasks, looking inside, with the idea that each adds.",
)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Terms
#
# | English | 中文 | in one line |
# |---|---|---|
# | language model | 语言模型 | gives each text, or each next word, a probability |
# | token | 词元 | a word or a piece of one: what a model reads |
# | vector | 向量 | a list of numbers that stands for a token |
# | contextual vector | 上下文向量 | a vector that depends on the words around |
# | cosine similarity | 余弦相似度 | 1 for equal directions, 0 for perpendicular ones |
# | pre-trained | 预训练 | trained on plain text, before any task |

# %% [markdown] slideshow={"slide_type": "slide"}
# ## How a lesson works
#
# - **Read, predict, run.** Where it says *Predict first*, say your answer before you run the cell.
# - **Claims.** A line with a green bar that begins with *Claim holds* was checked when the cell ran. If it were wrong, the notebook would stop there.
# - **Exercises.** You write a function. It is compared with the right one, and with mistakes that are easy to make. Until yours is right, the workbook's stands in under the same name. The last cell of a lesson says how many you have solved; that is kept in a file beside the notebook, and goes nowhere else.
# - **Figures** state what they show in their title. **Quizzes** answer each choice. **Solutions** are in `notebooks/solutions/`.
# - **Slides.** Instructors: `make slides` makes a deck of each lesson, with notes.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Is everything there?
#
# The lessons run on a CPU. A graphics card helps from lesson 08 on. The weights are those of MiniLM, a BERT encoder of 6 layers
# that was distilled from a larger one and then tuned to compare sentences.

# %% tags=["nbval-ignore-output"] slideshow={"slide_type": "-"}
print("bertlab", bertlab.__version__, "  torch", torch.__version__.split("+")[0])
print("device:", bertlab.device())

# %% slideshow={"slide_type": "-"}
tokenizer, model = WordPieceTokenizer.from_folder("minilm"), BertModel.from_pretrained("minilm")
size = sum(parameter.numel() for parameter in model.parameters())
print(f"{len(tokenizer.vocabulary):,} word pieces, {size:,} weights")
unit = normalize(model.embeddings.word.weight.detach(), dim=1)
nearest_piece = (unit @ unit[tokenizer.ids["bank"]]).topk(2).indices[1].item()
print("nearest to bank:", tokenizer.vocabulary[nearest_piece])
claim("trained weights are here: banks is nearest to bank", nearest_piece == tokenizer.ids["banks"])

# %% [markdown] slideshow={"slide_type": "slide"}
# ## A first look: one word, two meanings
#
# *Bank* has money in three of these sentences, and a river in the other three.

# %% slideshow={"slide_type": "-"}
money = [
    "The bank raised its interest rates.",
    "She opened an account at the bank.",
    "The bank lent him money for a house.",
]
river = [
    "We sat on the bank of the river.",
    "The boat drifted to the muddy bank.",
    "Trees grow along the bank of the stream.",
]
batch = tokenizer.batch(money + river)
where = batch.input_ids == tokenizer.ids["bank"]
with torch.no_grad():
    embedded = model.embeddings.word(batch.input_ids)[where]
    contextual = model(*batch).last_hidden_state[where]
print("one vector for each sentence's bank:", tuple(contextual.shape))

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 1: how alike are two vectors?
# Difficulty 1 of 5, about 5 minutes. The cosine of the angle between two vectors of floats, neither of them all zeros, is their dot product, divided by both lengths. Return it as a tensor without axes, of shape `()`:
#
# $$\cos(a, b) = \frac{a \cdot b}{\lVert a \rVert \, \lVert b \rVert}$$
#
# Replace the `...` and run the cell. **Then make a mistake on purpose**, say by leaving out the division, and run it again.
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


# %% [markdown] slideshow={"slide_type": "slide"}
# ### Before the model has read the sentence, and after
#
# **Predict first**: which of the six *banks* will be alike in the left picture, and which in the right one?

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
figure, panels = plt.subplots(1, 2, figsize=(8, 3.2))
names = ["rates", "account", "lent", "sat", "boat", "trees"]
for axes, vectors, title in zip(
    panels,
    (embedded, contextual),
    ("Look-up: all the same", "After 6 layers: two groups"),
    strict=True,
):
    table = torch.tensor([[cosine(a, b) for b in vectors] for a in vectors])
    image = axes.imshow(table, vmin=0.3, vmax=1)
    axes.set_xticks(range(6), names, rotation=45)
    axes.set_yticks(range(6), names)
    axes.set_title(title)
figure.colorbar(image, ax=panels, label="cosine similarity", shrink=0.8)
show(
    figure,
    alt="Two 6 by 6 tables of similarity. Left: all ones. Right: two bright blocks, money with money and river with river.",
)

# %% slideshow={"slide_type": "-"}
is_river, diagonal = torch.arange(6) >= 3, torch.eye(6, dtype=torch.bool)
same = (is_river[:, None] == is_river) & ~diagonal
other = is_river[:, None] != is_river
print(f"same meaning {table[same].mean():.2f}, other meaning {table[other].mean():.2f}")
nearest = table.masked_fill(diagonal, -1).argmax(dim=1)
claim("uses of equal meaning lie closer together", table[same].mean() > table[other].mean())
claim("the nearest bank always has the same meaning", (is_river[nearest] == is_river).all())

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Try it: which words stand near?
#
# A control like this one recomputes its picture on your machine. On a page that nobody runs you see its first state.


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def draw_neighbors(word):
    """The nearest pieces of a word, by their look-up vectors."""
    similarity = unit @ unit[tokenizer.ids[word]]
    best = similarity.topk(9).indices[1:].tolist()
    figure, axes = plt.subplots(figsize=(8, 2.8))
    axes.barh([tokenizer.vocabulary[i] for i in best], similarity[best])
    axes.invert_yaxis()
    axes.set(
        xlabel="cosine similarity of the look-up vectors",
        xlim=(0, 1),
        title=f"The nearest neighbors of {word}",
    )
    return figure


explore(
    draw_neighbors,
    alt="Bars for the eight nearest neighbors of a word, the nearest on top.",
    word=choose(["bank", "river", "money", "london", "play", "blue"], label="word"),
)

# %% [markdown] slideshow={"slide_type": "slide"}
# ### Questions 1 and 2

# %% slideshow={"slide_type": "-"}
quiz(1, 2)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Questions 3 and 4

# %% slideshow={"slide_type": "-"}
quiz(3, 4)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Question 5

# %% slideshow={"slide_type": "-"}
quiz(5)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Recap
#
# - A look-up table gives a word one vector, whatever it means. A model that reads the sentence gives it a vector per use.
# - Getting from the first to the second is what this series is about.
# - Claims are checked, exercises answer with the mistake, and you may break things: nothing you do here is lost for good.
#
# Next: **01. Counting words**, or, if you know language models, **05. Attention**.

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Further reading
#
# - Daniel Jurafsky and James H. Martin. *Speech and Language Processing*, 3rd edition, draft. The chapters on n-gram language models, embeddings and masked language models.
# - Jacob Devlin, Ming-Wei Chang, Kenton Lee and Kristina Toutanova (2019). *BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding.* NAACL-HLT.
# - Anna Rogers, Olga Kovaleva and Anna Rumshisky (2020). *A Primer in BERTology: What We Know About How BERT Works.* Transactions of the ACL 8.
