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
# What kind of thing is it about? Does Anna have the dagger? Which words name what? What does she have, word for word? And what will she do next? You answer all of
# this from one sentence. Before 2018, each of these questions usually had an architecture of its own. Devlin et al. (2019), like Radford et al. (2018) with GPT, started
# from one pre-trained network and added only a few thousand parameters on top: a **head** (任务头) for each task.
#
# Their paper draws *four* tasks: a class of one text, a class of a pair, tags, and a span. Here are *five* questions, because we add multiple choice, which the paper uses (for SWAG) but does not draw. So this lesson
# has four tasks of the paper, one more, and five heads.
#
# **At the end you can**
#
# - put the right head on BERT for a class, a pair of texts, tags, an answer in a passage, or a choice between endings;
# - score names as wholes, and answers as SQuAD does;
# - build a data set that cannot be solved by reading half of it, and test that;
# - run one encoder with five heads on sentences that you type, and hand a fine-tuned model over to `transformers`.
#
# **Time** 95 minutes in class, and 45 for the exercises. **Difficulty** 3 of 5. **Before this**: lesson 06 (pieces, pairs), lesson 07 (the model), lesson 09 (fine-tuning).

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
    predict,
    quiz,
    scenes,
    stories,
    tables,
)
from lessons.l10_four_tasks.one_forward import serves

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
# twelve minutes on one core, on generated sentences. *Cello*, *dagger* and *muffin* never occurred in that training, and neither did this wording. You will write the
# way through this model in part 8, and type sentences of your own.
#
# One sentence proves little. The second table tells how often each head was right on 120 validation sentences, whose wordings training did not have either. It is not perfect: a sentence counts for the tags
# only if *all* of its tags are right, and with these wordings that holds for about half. Guessing means one of the classes or endings, O for every tag, and *no answer* for every question.

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
record = recorded("task_four_heads")["results"]
guesses = {"sentence": 1 / len(stories.KINDS), "pair": 1 / 3, "tags": 0.0}
guesses |= {"span": 1 / 3, "choice": 1 / 3}  # always "no answer" is right in a third
rows = [(h, f"{right:.0%}", f"{guesses[h]:.0%}") for h, right in record["validation"].items()]
scores = tables.small_table(("head", "right in validation", "by guessing"), rows)
HTML(tables.answers_table(SENTENCE, answers, stories.TAGS) + scores)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 1. One encoder, a head for each task
#
# The encoder turns $T$ tokens into $T$ vectors. Figure 4 of BERT's paper shows what the tasks need from them:
#
# - a **class** of a text or of a pair of texts: one linear map of the vector at [CLS] (after the pooler of lesson 07);
# - a **tag** (标签) for each word: the same linear map at every token;
# - a **span** (片段), such as an answer in a passage: two numbers at every token, the logits of being its first and its last token.
#
# A span head can only *point*. To *who?* it answers *Anna Lee*, because these two tokens stand side by side in the passage. It cannot say *yes* or *no*, cannot count, and cannot
# name two persons who stand apart.
#
# So a head is a linear map. The tasks differ in how many outputs it has and in which vectors it reads. After the picture comes a tiny example: four
# tokens of $D = 3$ numbers and a head with two outputs, first in loops, then as one product.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
alt = (
    "Four panels, each with tokens below and the same encoder above them. Single sentence and "
    "pair: a class above [CLS]. Tagging: a tag above each word. Span: start and end above two "
    "tokens of the passage, Anna and Lee."
)
show(diagrams.four_tasks(), alt=alt)

# %% slideshow={"slide_type": "-"}
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
# A head is cheap. So if a model answers well, the knowledge must come from the encoder, or from a **shortcut** (捷径) in the data. This part
# is about shortcuts. The task is **natural-language inference** (自然语言推理): a **premise** says what is known. A **hypothesis** follows
# from it (*entailment*), is excluded by it (*contradiction*), or is left open (*neutral*). BERT reads
# [CLS] premise [SEP] hypothesis [SEP] and gives one of three classes.
#
# In data that people wrote, half of the pair often gives the label away (see the myth check). Our pairs are generated, so we can make them fair. Each hypothesis, such as *... is a dog*, comes
# with three premises that differ in a single noun: *poodle* (it follows), *creature* (it is open), *sword* (it is excluded).

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
from lessons.l10_four_tasks.experiments import task_pairs

from bertlab.datasets.generated import inference_kinds
from bertlab.datasets.generated.inference_pairs import LABELS, baseline_accuracies, words_of
from workbook.basics import choose, explore, slide

settings = task_pairs.CONFIGURATION
pairs = task_pairs.all_pairs(settings)["kinds"]
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
# **Your turn.** Write three premises for this hypothesis, one for each label, so that counting words cannot tell them apart: all three share
# equally many words with the hypothesis, and any two differ in one word only.

# %% slideshow={"slide_type": "-"}
hypothesis = "The plant in the kitchen is a flower."
premises = [
    "The plant in the kitchen is a rose.",
    "In the kitchen something is growing.",  # your turn
    "The dog in the kitchen is a poodle.",  # your turn
]
bugs.examine_premises(hypothesis, premises)

# %% [markdown] slideshow={"slide_type": "subslide"}
# Readers that see only a part must now fail; we call them **controls** (对照). A logistic regression reads the hypothesis alone. Another
# gets the number of shared words. A third reads the premise alone.


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
guessed = baseline_accuracies(pairs.train, pairs.test)


def premise_alone():
    alt = "Controls from chance on: " + ", ".join(f"{n} {v:.0%}" for n, v in guessed.items())
    title = "The premise alone tells more than nothing"
    show(figures.draw_proportions(guessed, 1 / 3, title, "test pairs right", 480), alt=alt)
    thirds = [guessed["hypothesis only"], guessed["word overlap"]]
    check("hypothesis and overlap: a third", max(abs(x - 1 / 3) for x in thirds) < 1e-9)
    check("the premise alone: almost two thirds", 0.6 < guessed["premise only"] < 0.67)


predict("premise alone", premise_alone)

# %% [markdown] slideshow={"slide_type": "subslide"}
# `minilm` was fine-tuned on 1,200 such pairs, with three seeds. The wordings of the test are new. Half of its pairs also have nouns that
# training never showed: is a *collie* a dog? A second, separate set is harder. All three premises have the same words in another order:
# *Anna lives in Rome. Ben lives in Oslo. Nobody knows where Carl lives.* Does Ben live in Rome?
#
# The last row below is a null result of one seed: the model gave every pair the same label. That tells about the budget (1,206 pairs, three epochs),
# not about BERT: part 6 has a task of word order that the same encoder learns. At scale, BERT base reaches 84.6% on the 392,000
# training pairs of MultiNLI (Devlin et al. 2019, table 1). Even there order is a weak spot: *The doctor was paid by the actor. / The
# doctor paid the actor.* Of such pairs, a BERT trained on MultiNLI called most an entailment (McCoy et al. 2019).

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
found = recorded("task_pairs")["results"]
runs, order = found["models"]["kinds"], [e["test"] for e in found["models"]["order"]]
known = [entry["families"][inference_kinds.KNOWN] for entry in runs]
new = [entry["families"][inference_kinds.NEW] for entry in runs]
rows = {**guessed, "minilm, known nouns": known, "minilm, new nouns": new, "minilm, order": order}
alt = (
    f"Accuracy from chance on. Controls: 33, 62 and 33%. minilm: {np.mean(known):.0%} with known "
    f"nouns, {np.mean(new):.0%} with new ones, {order[0]:.0%} where only the order tells."
)
title = "Reading both texts pays; word order alone is not learned"
show(figures.draw_proportions(rows, 1 / 3, title, "test pairs right", 240), alt=alt)
best = max(guessed.values())
claim("both texts: 10 points above each control, with 3 of 3 seeds", min(known) > best + 0.1)
check("new nouns: above each control with 3 of 3 seeds", min(new) > best)
error = (2 / 9 / settings["order"]["test"]) ** 0.5  # the standard error of a third
check("order alone: within 3 errors of a third", abs(order[0] - 1 / 3) < 3 * error)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 3. Tagging: from words to pieces
#
# A class is one answer for a whole text. To find *who* and *where* we need an answer for each word. **Named entities** (命名实体) are names of
# persons (PER), places (LOC) and organizations (ORG). **BIO tags** write them down word by word: B-PER begins a person, I-PER
# continues it, and O is outside.
#
# The encoder, however, sees word pieces, not words. The rule of the paper: the *first* piece of a word carries its tag. All other pieces get
# the label -100, which the loss ignores, and so do [CLS], [SEP] and padding. In prediction, too, the tag at the first piece
# counts. So each word counts once, however long it is. In Chinese, each character is a word to BERT, so pieces and words mostly agree.

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 1: tags of words, labels of pieces
# Difficulty 2 of 5, about 6 minutes. `words` holds for each piece the number of its word, None for [CLS], [SEP] and [PAD]: for [CLS] an ##na left [SEP] that is None, 0, 0, 1, None. The pieces of a word stand side by side. `tags` has the tag of each word, `names` all tags there are; all three are lists. Return a list of integers, one for each piece: for the first piece of a word the place of its tag in `names`, counted from 0, for all others -100.
#
# A word may have no piece at all, or be cut off: look its tag up by its number.
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

words = ("Angela", "Merkel", "visited", "Wolfsburg", "with", "Bo", ".")
sentence = TaggedWords(words, ("B-PER", "I-PER", "O", "B-LOC", "O", "B-PER", "O"))
encoded = encode_tagged(sentence, tokenizer)
owner = [None]  # [CLS]
for number, word in enumerate(words):
    owner += [number] * len(tokenizer.text_ids(word))
owner += [None]  # [SEP]
labels = word_tags_to_pieces(owner, sentence.tags, list(TAGS))
check("your labels are bertlab's", labels == encoded.labels)
pieces = [tokenizer.vocabulary[i] for i in encoded.input_ids]
HTML(tables.alignment_table(pieces, owner, labels, TAGS))

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 2: names as wholes
# Difficulty 4 of 5, about 12 minutes. If nine of ten words are O, a tagger that knows no name gets nine of ten tags right. So *names* are counted: one is right if its kind, its first and its last word are. Precision is the proportion of found names that are right, recall the proportion of right names that are found, F1 their harmonic mean:
#
# $$F_1 = \frac{2 \cdot \text{names in common}}{\text{right names} + \text{found names}}$$
#
# `expected` and `predicted` are lists with a list of tags (O, B-KIND, I-KIND, where KIND is letters) for each sentence, as many in both. Count over all sentences together; a name is in common only in the same sentence. A name begins at B-KIND, and, as in seqeval, at an I-KIND where none of its kind is open. It goes on through the tags I-KIND of the same kind, and ends with its sentence at the latest. Return a `float`, 0.0 if no name is right, also where neither side has one.
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
print(f"4 names to find, 3 found, 2 right: F1 {entity_f1(right, said):.3f}")
check("by hand: 2 * 2 / (4 + 3)", abs(entity_f1(right, said) - 4 / 7) < 1e-12)
drawn = np.random.default_rng(0).choice(TAGS, (2, 40, 12)).tolist()
difference = abs(entity_f1(*drawn) - entity_scores(*drawn)["all"].f1)
check("your F1 is bertlab's, on 40 random sentences", difference < 1e-12)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Names in the news
#
# `peoples_daily` holds lines of a Chinese newspaper of 1998, segmented and tagged by hand. Its tags become names of persons, places and
# organizations. We train `bert-mini-zh`, the small Chinese BERT of lesson 08, on 400 lines for two epochs: enough to see it learn.
# The control is a table that gives each character its most frequent tag, without looking at the context.

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
history = train(TaggingObjective(tagger), data["train"].drawer(config), config)
expected = [text.tags for text in lines["validation"]]
predicted = predict_tags(tagger, data["validation"])
print(f"after 2 epochs on 400 lines: F1 of names {entity_f1(expected, predicted):.1%}")


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def names_by_counting():
    counted = task_tagging.most_frequent_tags(lines["train"], lines["validation"])
    same = np.mean(np.concatenate(expected) == np.concatenate(counted))
    base = entity_f1(expected, counted)
    tuned = np.mean(np.concatenate(expected) == np.concatenate(predicted))
    f1 = entity_f1(expected, predicted)
    rows = [
        ("each character's most frequent tag", f"{same:.0%}", f"{base:.0%}"),
        ("bert-mini-zh, 400 lines, 2 epochs", f"{tuned:.0%}", f"{f1:.0%}"),
    ]
    display(HTML(tables.small_table(("tagger", "tags right", "F1 of names"), rows)))
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
    tables.tagged_text(line.words, read_entities(line.tags)) + f"<p>In English: <i>{GLOSS}</i></p>"
)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 4. Frozen features or fine-tuning?
#
# So far, training changed the whole encoder. ELMo was used in another way (lesson 04): the encoder stays **frozen** (冻结), its vectors are computed once and
# stored, and only a small model on top learns. That is cheap, because no gradient goes through the encoder. But which vectors
# should it read? The paper compares the embeddings, the last layer, the last four layers side by side, or a learned mixture of all layers,
# the **scalar mix** of lesson 04:
#
# $$v_t = \gamma \sum_{j} s_j h_{j,t}, \qquad s = \text{softmax}(w)$$
#
# On CoNLL-2003 (BERT base, validation F1) it reports 96.4 for fine-tuning, 96.1 for the last four layers under a two-layer LSTM, 94.9 for the last layer
# and 91.0 for the embeddings (table 7); on the test set fine-tuning gives 92.4. So on a strong encoder, frozen features are a serious choice.
#
# Here are the same ways on our news: 1,500 lines, three seeds, a linear map on top and once a small LSTM. The order is the paper's; the distances are much
# larger. Our encoder is small and was pre-trained on little text, so fine-tuning probably has more left to do.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
scores = figures.scores_of_ways(recorded("task_tagging")["results"])
_, tuned, least, last, four, _, above = (np.array(values) for values in scores.values())
alt = "F1 of names, with intervals over seeds: " + ", ".join(
    f"{w} {np.mean(v):.0%}" for w, v in scores.items()
)
title = "On 1,500 lines, fine-tuning finds most names"
show(figures.draw_ways(scores, title), alt=alt + ".")
claim(
    "fine-tuning finds more names than each frozen reader, with 3 of 3 seeds",
    tuned.min() > max(*least, *last, *four, *above),
)
check("four layers tell more than the last, 3 of 3", four.min() > last.max())
check("the embeddings alone come last, 3 of 3", least.max() < last.min())
steps = [above.min() - four.max(), four.max() - last.min()]  # at least, at most
check("an LSTM on top gains more than three more layers, 3 of 3", steps[0] > steps[1])

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(1, 2, 3, 4)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 5. Spans: the answer is in the passage
#
# A tag looks at one word at a time. An answer such as *in the spring of 1987* is a stretch of words, whose two ends must fit each other. In
# **extractive question answering** (抽取式问答) BERT reads [CLS] question [SEP] passage [SEP] and gives each token two logits: to be the **first** token of the
# answer, and to be the **last**. The score of a span is the sum of the two; the loss is the mean of two cross-entropies, one for each end. If a question
# has no answer in the passage, both ends point at [CLS].
#
# Here are such logits, chosen by hand. Each end has a clear maximum:

# %% slideshow={"slide_type": "-"}
words = ["[CLS]", "where", "?", "[SEP]", "Ann", "left", "Rome", "in", "May", ".", "[SEP]"]
start = torch.tensor([1.0, 0.0, 0.0, 0.0, 0.5, 0.0, 3.0, 0.2, 3.5, 0.0, 0.0])
end = torch.tensor([1.0, 0.0, 0.0, 0.0, 2.6, 0.0, 3.4, 0.1, 2.5, 0.0, 0.0])
print("the two maxima:", words[start.argmax()], "...", words[end.argmax()])

# %% [markdown] slideshow={"slide_type": "subslide"}
# *May ... Rome* begins after its end, so it is no answer. Two maxima are not enough: we must compare **pairs** of places. Both must lie in the
# passage, the last must not come before the first, and an answer is short.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
passage = slice(4, 10)
alt = "Colored cells along the diagonal, one for each allowed span; that of Rome alone is marked."
show(figures.draw_span_scores(start[passage], end[passage], words[passage], 3), alt=alt)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 3: the best span
# Difficulty 3 of 5, about 12 minutes. `start` and `end` are the logits (T,) of all pieces, `passage` (T,), truth values, is True for those of the passage, one stretch that does not begin at place 0. A span lies in the passage, ends where it starts or after, and has at most `max_pieces` pieces. Its score is start logit + end logit; no answer has the score `start[0] + end[0]`.
#
# Return a tuple of two integers (no tensors): the places of the first and of the last piece of the best span, counted in the whole input, the last one inclusive; but (0, 0) if the score of no answer is above that of the best span by more than `threshold` (just as much is not more). At least one span is allowed, and no two have the same score.
#
# <details><summary>Hint 1</summary><code>start[:, None] + end</code> has all pairs, first pieces in rows.</details>
# <details><summary>Hint 2</summary>In a table of truth values <code>triu()</code> keeps ends after starts, <code>tril(max_pieces - 1)</code> short spans. Then fill the scores of all other pairs with <code>-torch.inf</code>.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.best_span)
def best_span(start, end, passage, max_pieces, threshold):
    """Return the places of the answer's first and last piece, two integers; (0, 0) for no answer."""
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

inside = torch.zeros(11, dtype=torch.bool)
inside[passage] = True
first, last = best_span(start, end, inside, 3, 0.0)
print("best span:", " ".join(words[first : last + 1]))
logits = SpanOutput(*(3 * torch.randn(2, 50, 11, generator=torch.Generator().manual_seed(1))))
yours = [best_span(a, b, inside, 3, float("inf")) for a, b in zip(*logits, strict=True)]
ours = torch.stack(best_spans(logits, inside.long().expand(50, -1), 3)[:2], dim=1)
check("your spans are bertlab's, in 50 draws", torch.tensor(yours).equal(ours))

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 4: how right is an answer?
# Difficulty 3 of 5, about 9 minutes. SQuAD counts two ways (Rajpurkar et al. 2016). Before both, an answer is *normalized*, in this order: lower case, no characters of `string.punctuation`, no words a, an, the, no spaces in excess. A word is what stands between spaces. **Exact match** asks whether the rest is the same. **F1** compares the words as bags: 2 × words in common / (words predicted + words right).
#
# Write `squad_f1(predicted, answers)`, which returns a `float`. `predicted` is a text (ASCII alone), `answers` a list of one or more right ones, of which the one that fits best counts. A word that both have twice is in common twice. If one side is without words after that, F1 is 1 if both are, else 0.
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
from bertlab.finetuning import answer_f1, exact_match

for text in ("The Rome.", "in Rome, Italy", "Oslo", ""):
    f1 = squad_f1(text, ["Rome"])
    print(f"{text!r:17} for 'Rome': exact {exact_match('Rome', text)}, F1 {f1:.2f}")
    check("your F1 is bertlab's", f1 == answer_f1("Rome", text))
check("by hand: in Rome Italy, Rome: 2 * 1 / (3 + 1)", squad_f1("in Rome, Italy", ["Rome"]) == 0.5)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### A passage, and a threshold
#
# The passages are generated. Four persons did the same things in other places and years, so each answer has rivals of its own type. In three
# questions of ten all words occur in the passage but do not belong together; then the right answer is *no answer*. `minilm` learned from 1,400 questions.
# One decision remains: how far must *no answer* be ahead before the model refuses? That **threshold** (阈值) is chosen on validation. With a very low one the model refuses every question, with a very high one none; in between the
# range is wide here, because on these easy passages the model is sure either of its answer or that there is none.
#
# The scores below look splendid because all passages come from a few templates. On SQuAD 1.1, with 87,599 training questions that people asked about Wikipedia, BERT
# base has an F1 of 88.5 and BERT large 90.9 (development set); people have 91.2 (test set). SQuAD 2.0 adds questions without an answer: BERT large falls to 81.9, people
# have 89.0 (Devlin et al. 2019, tables 2 and 3).

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
from lessons.l10_four_tasks.experiments import task_spans

from bertlab.datasets.generated.passages import passage_questions

questions = passage_questions(**task_spans.CONFIGURATION["questions"])
asked = next(one for one in questions.validation if one.answer is None)
print(f"{asked.passage[:150]} ...\n{asked.question} (no answer)\n")
found = recorded("task_spans")["results"]
models, best = found["models"], max(way["f1"] for way in found["baselines"].values())
rows = {name: way["f1"] for name, way in found["baselines"].items()}
rows = {name.removeprefix("the sentence with "): value for name, value in rows.items()}
rows["minilm, fine-tuned"] = [model["test"]["f1"] for model in models]
alt = "F1 of all test questions: " + "; ".join(f"{n} {np.mean(v):.0%}" for n, v in rows.items())
title, label = "Three guessers, and a reader", "F1, test"
never = rows["never an answer"]
show(figures.draw_proportions(rows, never, title, label, 240, "never an answer"), alt=alt)
lowest = min(m["test"]["f1"] for m in models)
check("a fine-tuned reader has over twice the F1 of the best guesser, 3 of 3", lowest > 2 * best)
gained = [m["test"]["f1"] - m["always"]["f1"] for m in models]
check("whoever may refuse gains a fifth, 3 of 3", min(gained) > 0.2)

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
parts, margins = {}, np.linspace(-40, 40, 161).tolist()
for part in ("validation", "test"):
    kept = task_spans.kept_answers(task_spans.KEPT, questions, part)[0]
    gold = task_spans.gold(getattr(questions, part))
    parts[part] = figures.threshold_curves(gold, kept, margins)
alt = (
    "With a higher threshold, F1 on questions with an answer rises, F1 on those "
    "without falls; over all it is highest in between, on validation and on test."
)
show(figures.draw_thresholds(margins, parts, models[0]["threshold"]), alt=alt)
low, high = measure.plateau(margins, parts["validation"]["all"])
check("the range of good thresholds is wide", high - low > 30)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(5, 6)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 6. Multiple choice: which ending fits?
#
# The last task has its answer neither in one class nor in the passage: three endings are given, and one of them continues the text. SWAG
# (Zellers et al. 2018) asks this about scenes of videos, with four endings. How can one head compare endings, when their number may change?
#
# Each ending is read *together with the context*, as a pair, and [CLS] gives it **one number**. A softmax over the numbers of all
# endings makes them probabilities. So a question with $N$ endings is $N$ inputs, and the endings meet only in the softmax.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
example = scenes.scenes("one thing", 3, 3, 6).questions.test[0]
rows = tokenizer.batch([example.context] * 3, list(example.endings))
with torch.no_grad():
    probabilities = trained("choice", *rows)[:, 0].softmax(dim=0).tolist()
alt = (
    f"Three inputs, each the context {example.context!r} with another ending; each goes through "
    f"the encoder to one score; a softmax makes {', '.join(f'{p:.2f}' for p in probabilities)}."
)
show(diagrams.choices(example.context, example.endings, probabilities), alt=alt)

# %% [markdown] slideshow={"slide_type": "subslide"}
# In code, $B$ questions with $N$ endings become $B \cdot N$ rows for the encoder, and its $B \cdot N$ scores become $B$ rows of $N$ again:

# %% slideshow={"slide_type": "-"}
from bertlab.finetuning import BertForMultipleChoice, ChoiceData

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
check("as bertlab's model, to 1e-5", (logits - theirs).abs().max() < 1e-5)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Find the bug
#
# A friend trains such a model and wonders why the loss stays high, and changes with the batch. The loss gets the logits $(B, N)$ and the place of the right ending of
# each question. Run it, read what is printed, and mend it.


# %% slideshow={"slide_type": "-"}
def friends_loss(logits, answers):
    probabilities = logits.softmax(dim=0)
    right = probabilities[torch.arange(len(answers)), answers]
    return -right.log().mean()


bugs.examine_loss(friends_loss)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Questions with controls
#
# We generate questions in threes. Three questions have the *same* endings, and each ending is right in one of them. So whoever reads the
# endings alone is right in one of three. There are two sets. In the first, the contexts name **one thing**: *Anna kept the cello.* In the second, each context
# names **three things**: *Anna kept the cello and gave away the dagger and the muffin.* There the three contexts have the same words, and only their order
# tells who fits.
#
# Three controls do without training on whole questions: one reads the endings alone, one counts words in common, and one takes the ending whose mean vector
# in the published `minilm` has the largest cosine with that of the context. In the first set, the last one is already right in most questions, because
# `minilm` knows which things and deeds go together.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
from lessons.l10_four_tasks.experiments import task_choices

drawn = scenes.scenes("three things", **task_choices.CONFIGURATION["questions"])
rows = [(one.context, one.endings[one.answer]) for one in drawn.questions.test[:3]]
HTML(tables.small_table(("context", "the ending that fits"), rows))


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def which_ending():
    untrained = "cosine, not trained"
    results = recorded("task_choices")["results"]
    rows = measure.all_choice_rows(results)
    alt = "Accuracy from chance on: " + "; ".join(f"{n} {np.mean(v):.0%}" for n, v in rows.items())
    title = "Where order decides, only the trained model reads it"
    show(figures.draw_proportions(rows, 1 / 3, title, "test questions right", 120), alt=alt + ".")
    found = [results[name] for name in task_choices.SETS]
    controls = [each["baselines"][name] for each in found for name in task_choices.FAIR]
    check("endings alone and words in common: a third", max(controls) < 1 / 3 + 1e-3)
    cosine = found[0]["baselines"][untrained]
    check("cosines know most of the first set", abs(cosine - 0.83) < 0.02)
    one, three = (measure.gains(each, untrained) for each in found)
    check("one thing: training adds less than 10 points", max(one) < 0.1)
    claim("three things: training adds over 40 points to the cosine, 3 of 3", min(three) > 0.4)


predict("which ending", which_ending)

# %% [markdown] slideshow={"slide_type": "subslide"}
# With one thing, training adds less than ten points to the cosine (of a `minilm` that never saw our questions, but was tuned to compare sentences): the knowledge was there. With three things it adds far more, because a
# mean vector does not tell who has what. So the same encoder that stayed at a third on word order in part 2 can learn a task of word order. How it was trained mattered: in a trial with one seed, a learning rate of 2e-4
# and three epochs left the loss at $\ln 3$, the loss of guessing; with 1e-4 and six epochs, it fell from the second epoch on. We did not
# repeat the pairs of part 2 with these settings.
#
# What do published models reach? SWAG has 73,546 training questions, each with four endings. The numbers are those of Devlin et al. (2019), table 4; accuracy on the test set, but for BERT base on the development set:
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

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 7. BERT, GPT, ELMo side by side
#
# In the table above, ELMo, GPT and BERT differ in size, data and training, not only in how they read. To see the reading alone, we trained three networks of nearly equal size on the same batches, for equally many updates, and
# asked all of them for the same hidden characters. BERT sees both sides in every layer, GPT the left side only. ELMo has two readers, one for each side; they meet only at the top, by
# $p(c \mid \text{left}) \cdot p(c \mid \text{right}) / p(c)$. (This part can be left out: nothing later needs it.)


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
from bertlab.pretraining.trials import final_scores


def side_by_side():
    records = [recorded(name)["results"] for name in ("ablation", "two_way_lstm")]
    kinds = figures.side_by_side(*records)
    right = {
        way: 100 * final_scores(kind, "held_out_masked_accuracy") for way, kind in kinds.items()
    }
    alt = "Curves over the updates: the joined LSTMs end highest, BERT below left to right."
    show(figures.draw_kinds(kinds, "With so few updates, the joined one-way readers lead"), alt=alt)
    bert, gpt, forward, backward, joined = right.values()
    claim(
        "after equally few updates, BERT finds fewer characters than GPT, 3 of 3",
        bert.max() < gpt.min(),
    )
    check("both directions joined beat each alone", joined.min() > max(*forward, *backward))
    check("and all others", joined.min() > max(*bert, *gpt))
    check("sizes differ by less than 3%", figures.spread_of_sizes(kinds) < 0.03)


predict("side by side", side_by_side)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
kinds = figures.side_by_side(recorded("ablation")["results"], recorded("two_way_lstm")["results"])
found = {way: 100 * final_scores(kind, "held_out_masked_accuracy") for way, kind in kinds.items()}
rows = [(way, f"{mean_sd(values)}%") for way, values in found.items()]
display(HTML(tables.small_table(("reader", "hidden characters found"), rows)))

# %% [markdown] slideshow={"slide_type": "-"}
# Does BERT lose, then? It starts more slowly, because in an update it learns from 15 of 100 characters and the others from all. On a *task* the paper finds the opposite (table 5): without both sides (and
# without next sentences), SQuAD falls from an F1 of 88.5 to 77.8. More updates, or a task in place of hidden characters, may change our result.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 8. Your encoder answers
#
# In the paper, each task gets its own fine-tuned copy of the encoder. But since the tasks differ only in their heads, *one* set of weights can serve
# all of them. These are its parts:


# %% slideshow={"slide_type": "-"}
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
# ### One way through, five heads
# About 6 minutes. What is missing is `forward`. `task` is a text, the name of one of the five heads; the other three arguments are (B, T).
# `self.bert(input_ids, token_type_ids, attention_mask)` returns two things: the vectors of all tokens, (B, T, D), and a pooled vector of [CLS], (B, D). Return the logits of the head that `task` names. Which vectors does each head have to read?
#
# <details><summary>Hint 1</summary><code>getattr(self, "pair")</code> is <code>self.pair</code>.</details>
# <details><summary>Hint 2</summary>Two of the five heads need an answer at every token.</details>


# %% slideshow={"slide_type": "-"}
@serves
def forward(self, task, input_ids, token_type_ids, attention_mask):
    """Return the logits of the head that the task names."""
    ...


OneEncoder.forward = forward  # now it is a method

# %% slideshow={"slide_type": "-"}
# The trained weights go into your class. Then type a sentence of your own.
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
# These weights were trained on one core: `minilm` stayed as it is, and only low-rank updates (lesson 09) and the five heads learned. Each update took four generated sentences, asked
# all five heads, and added up the five losses.
#
# The model answers beyond the words of its training, probably because `minilm` knew them before. Now find its limits: two persons, a passive, a thing
# that somebody *almost* bought, a question about the past. Where we can count, we did: 120 generated sentences for validation and 120 for the test,
# all with wordings that training did not have, and in the test half of them with new things. A sentence counts only if *all* of its tags are right. That holds for half of the
# sentences in validation and for all in the test: a new wording can be easy or hard, and a handful of wordings says little about the next one.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
title = "A new wording can be easy or hard for a head"
alt = "Sentences right, validation and test: " + "; ".join(
    f"{head} {record['validation'][head]:.0%} and {record['test'][head]:.0%}"
    for head in record["test"]
)
show(figures.draw_heads(record, guesses, 120, title), alt=alt)
check("test: each head is right in two thirds or more", min(record["test"].values()) > 2 / 3)
check("validation: all tags right in half of the sentences", record["validation"]["tags"] < 0.6)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## At work
#
# At work you will fine-tune with `transformers`. Its classes are named after the task: `AutoModelForSequenceClassification` (a text or a pair),
# `AutoModelForTokenClassification`, `AutoModelForQuestionAnswering` and `AutoModelForMultipleChoice`. `from_pretrained` takes a folder, or the
# name of a model on the Hugging Face Hub, such as `bert-base-cased`. Here we give it the folder of our tagger from part 3, and the line about Harbin.
#
# People had marked three names in this line: Harbin, Xinhua and Zhou Que. Do not expect all of them: after two epochs on 400 lines our tagger finds fewer than half of all names, and some it cuts in two, as it may do here with the three characters of
# Harbin. The last line printed says which of the three were not found whole. That is the tagger's fault, and not one of `transformers`.

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
# ## Myth check
#
# *"A high score on an inference set shows that the model compares the two texts."* People who write hypotheses have habits: to contradict,
# they like to use *not*. Let us give our data that habit. The set of word order has a denial in half of its hypotheses, equally often with each label.
# We keep only those contradictions that deny something, and only those other pairs that do not. Then a regression learns from hypotheses alone.


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
from bertlab.datasets.generated.inference_pairs import inference_pairs


def the_habit():
    found = {"with the habit": [], "fair": []}
    families = tuple(settings["order"]["families"])
    for seed in range(3):
        drawn = inference_pairs(**{**settings["order"], "families": families, "seed": seed})
        habit = measure.with_habit(drawn.train)
        for name, test in (
            ("fair", drawn.test),
            ("with the habit", measure.with_habit(drawn.test)),  # fewer: they decide the interval
        ):
            found[name].append(baseline_accuracies(habit, test)["hypothesis only"])
    title = "The habit is learned, and on fair pairs it is of no use"
    alt = "Test pairs right: " + ", ".join(f"{n} {np.mean(v):.0%}" for n, v in found.items())
    show(figures.draw_proportions(found, 1 / 3, title, "test pairs right", len(test)), alt=alt)
    claim(
        "with the habit, the hypothesis alone is right in over 60%, 3 of 3",
        min(found["with the habit"]) > 0.6,
    )
    check("on fair pairs it is at a third", max(abs(x - 1 / 3) for x in found["fair"]) < 0.04)


predict("the habit", the_habit)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(7, 8)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
ask("what the score hides")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Recap
#
# - One encoder serves all tasks. A head is one linear map: a class reads [CLS], tags read every token, a span needs two logits at every token, and a
#   choice needs one score for each ending.
# - The first piece of a word has its tag; everything else has -100, which the loss ignores.
# - Count names as wholes. Most tags are O, so the proportion of right tags says little.
# - The best span is the best *pair* of places. When to give no answer is a threshold, chosen on validation.
# - Frozen features are cheap. On our small encoder fine-tuning finds more; on BERT base the last four layers come within 0.3 points.
# - A score means little without controls that see less. Build data on which such controls fail, or say what they reach.
# - With few updates a masked model finds fewer hidden characters than models that learn from every character.
#
# So what will Anna do with the cello? Your model says that she tunes it; and it took one encoder to read the sentence for all five questions.
#
# Next: **11. Attention, seen with BertViz**.

# %% [markdown] slideshow={"slide_type": "notes"}
# *Instructor:* cover the premises and let the class label five hypotheses aloud; then five of a set with the habit. The second round goes well, which is the point. For part 3, have two students tag the same sentence by hand and compute their F1: two people seldom reach 1. Part 5 is best drawn first: two rows of numbers on the board, and the question why the two maxima are no answer. Fifteen minutes in all.

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Appendix: data cards
#
# All four sets are generated by this workbook, in English, so nothing in them is about real persons. None of them measures language in general.
#
# | set | what it is | parts | controls | do not use it for |
# |---|---|---|---|---|
# | pairs of kinds | premise and hypothesis that differ in a noun; three labels | 1,200 / 192 / 480; test wordings new, half of its nouns new | hypothesis alone and overlap at 1/3; premise alone about 62%, because a narrow noun is never *neutral* | inference in general |
# | pairs of word order | the same words in another order; three labels | 1,206 / 90 / 270; test wordings new | each part alone near 1/3 | as above |
# | passages | four persons, events, places, years; 3 of 10 questions without an answer | 1,400 / 160 / 240; question wordings new in each part | best guesser: F1 about 1/3 | reading of real texts |
# | choices | a thing and three endings, in threes | 480 / 96 / 240 for each set; wordings of contexts and endings new in each part, half of the test's things new | endings alone and overlap at 1/3; untrained cosine: see part 6 | common sense in general: 12 kinds of things, 72 nouns |
#
# The five-headed model of part 8 learned from generated sentences of the same 12 kinds, with one seed. It answers confidently about sentences that it does not
# understand; do not use it to decide anything.
#
# ## Terms
#
# | English | 中文 | in one line |
# |---|---|---|
# | head | 任务头 | the small map on top of the encoder that makes a task's answer |
# | natural-language inference | 自然语言推理 | does the second text follow from the first? |
# | premise, hypothesis | 前提、假设 | what is known, and what is claimed |
# | sequence tagging | 序列标注 | a tag for each word |
# | named entity | 命名实体 | a name of a person, a place, an organization |
# | BIO tags | BIO 标注 | B begins a name, I continues it, O is outside |
# | extractive question answering | 抽取式问答 | the answer is a span of the passage |
# | exact match, F1 | 精确匹配、F1 值 | the same words; harmonic mean of precision and recall |
# | multiple choice | 多项选择 | one score for each ending, and a softmax over them |
# | feature-based | 基于特征 | the encoder stays frozen, a model on top learns |
# | control, hypothesis-only baseline | 对照、仅假设基线 | a model that sees only a part of the input |
#
# ## Further reading
#
# - Jacob Devlin, Ming-Wei Chang, Kenton Lee and Kristina Toutanova (2019). *BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding.* NAACL-HLT.
# - Matthew E. Peters, Sebastian Ruder and Noah A. Smith (2019). *To Tune or Not to Tune? Adapting Pretrained Representations to Diverse Tasks.* RepL4NLP.
# - Samuel R. Bowman, Gabor Angeli, Christopher Potts and Christopher D. Manning (2015). *A large annotated corpus for learning natural language inference.* EMNLP.
# - Suchin Gururangan, Swabha Swayamdipta, Omer Levy, Roy Schwartz, Samuel R. Bowman and Noah A. Smith (2018). *Annotation Artifacts in Natural Language Inference Data.* NAACL-HLT.
# - R. Thomas McCoy, Ellie Pavlick and Tal Linzen (2019). *Right for the Wrong Reasons: Diagnosing Syntactic Heuristics in Natural Language Inference.* ACL.
# - Erik F. Tjong Kim Sang and Fien De Meulder (2003). *Introduction to the CoNLL-2003 Shared Task: Language-Independent Named Entity Recognition.* CoNLL.
# - Pranav Rajpurkar, Jian Zhang, Konstantin Lopyrev and Percy Liang (2016). *SQuAD: 100,000+ Questions for Machine Comprehension of Text.* EMNLP.
# - Pranav Rajpurkar, Robin Jia and Percy Liang (2018). *Know What You Don't Know: Unanswerable Questions for SQuAD.* ACL.
# - Rowan Zellers, Yonatan Bisk, Roy Schwartz and Yejin Choi (2018). *SWAG: A Large-Scale Adversarial Dataset for Grounded Commonsense Inference.* EMNLP.
# - Matthew E. Peters, Mark Neumann, Mohit Iyyer, Matt Gardner, Christopher Clark, Kenton Lee and Luke Zettlemoyer (2018). *Deep Contextualized Word Representations.* NAACL-HLT.
