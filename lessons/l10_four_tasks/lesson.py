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
# A text in a class, a pair in a relation, a tag for each word, an answer in a passage: the same encoder does all four. What changes is the head, and which vectors it reads. At the end you can
#
# - put the right head on BERT for a task, and turn words into labels for pieces;
# - score names as wholes, and answers as SQuAD does;
# - find the best span of a passage, and decide when there is no answer;
# - build data that cannot be solved by reading half of it, and test that;
# - choose between a frozen encoder and a fine-tuned one, knowing what each costs;
# - hand a model over to `transformers`, and check that it says the same there.
#
# **Time** 100 minutes. **Difficulty** 3 of 5. **Before this**: lesson 06 (pieces, pairs), lesson 07 (the model), lesson 09 (fine-tuning).

# %% tags=["bootstrap"] slideshow={"slide_type": "skip"}
# (generated)

# %% tags=["setup"] slideshow={"slide_type": "skip"}
from lessons.l10_four_tasks import exercises, figures, quiz, tables
from lessons.l10_four_tasks.experiments import task_pairs, task_spans, task_tagging

import tempfile

import numpy as np
import torch

from bertlab.datasets.generated.inference_kinds import KNOWN, MIDDLE, NEW
from bertlab.datasets.generated.inference_pairs import (
    LABELS,
    baseline_accuracies,
    inference_pairs,
    words_of,
)
from bertlab.finetuning import TaggedWords, TaggingData, TaggingObjective, entity_scores
from bertlab.finetuning.entities import read_entities
from bertlab.finetuning.tagging import TAGS, encode_tagged
from bertlab.model import BertForTokenClassification, SpanOutput
from bertlab.pretraining.trials import final_scores
from bertlab.text import WordPieceTokenizer
from bertlab.training import train
from workbook.basics import begin_lesson, claim, exercise, mean_sd, recorded, show
from workbook.widgets import choose, explore, slide

begin_lesson()
tokenizer = WordPieceTokenizer.from_folder("minilm")
chinese = WordPieceTokenizer.from_folder("bert-mini-zh")

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Terms
#
# | English | 中文 | in one line |
# |---|---|---|
# | natural-language inference | 自然语言推理 | does the second text follow from the first? |
# | premise, hypothesis | 前提, 假设 | what is known, and what is claimed |
# | tagging | 序列标注 | a tag for each word |
# | named entity | 命名实体 | a name of a person, a place, an organization |
# | BIO tags | BIO 标注 | B begins a name, I goes on with it, O is outside |
# | extractive question answering | 抽取式问答 | the answer is a span of the passage |
# | exact match, F1 | 精确匹配, F1 值 | all words right; the share of words right |
# | multiple choice | 多项选择 | one score for each ending |
# | feature-based | 基于特征 | the encoder stays frozen, a model on top learns |
# | hypothesis-only baseline | 仅假设基线 | a model that sees half of the input |

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 1. One encoder, four heads
#
# Figure 4 of the paper (Devlin et al. 2019) is worth knowing by heart. The encoder gives a vector for each token. A task needs
#
# - a **class** for a text or a pair: a linear map of the vector at [CLS], behind the pooler;
# - a **tag** for each word: the same linear map at every token;
# - a **span**: two numbers for each token, its logits to be the first and to be the last of the answer.
#
# **Predict first**: what share of the weights is new, when `minilm` gets a head for seven tags?

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
from IPython.display import HTML

from bertlab.finetuning import best_spans
from bertlab.model import LinearHead

hidden = torch.tensor([[0.2, -1.0, 0.5], [1.0, 0.0, -0.5], [0.0, 2.0, 1.0], [-1.0, 0.5, 0.0]])
head = LinearHead(3, 2)  # each of 4 tokens has D = 3 numbers; 2 outputs
by_loop = torch.zeros(4, 2)
for t, vector in enumerate(hidden):
    for c, row in enumerate(head.dense.weight):
        by_loop[t, c] = head.dense.bias[c] + sum(w * x for w, x in zip(row, vector, strict=True))
print("tags", tuple(head(hidden).shape), " class", tuple(head(hidden[0]).shape), end=" ")
print(" span, first and last", [tuple(logits.shape) for logits in head(hidden).unbind(dim=-1)])
gap = (head(hidden) - by_loop).abs().max()
claim("one map, token by token: loop and head agree to 1e-6", gap < 1e-6)
tagger = BertForTokenClassification.from_pretrained("minilm", new_heads=True, labels=TAGS)
encoder, new = (task_tagging.size_of(part) for part in tagger.children())
print(f"seven tags on minilm: {new:,} of {encoder + new:,} weights are new")
claim("the new weights are less than 1 in 5,000", 5000 * new < encoder)
show(figures.draw_four_heads(), alt="The same encoder four times: a head reads other tokens.")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 2. Pairs: does it follow?
#
# A premise says what is known. A hypothesis follows from it (**entailment**), is excluded by it (**contradiction**), or is left open (**neutral**). The model reads [CLS] premise [SEP] hypothesis [SEP].
#
# The pairs are generated, since generated data can be made *fair*. A hypothesis names a kind: *... is a dog*. Three premises put another noun there: a poodle, a creature, a sword. It follows, it is open, it is excluded. Each hypothesis has each label once: who reads it alone is right once in three, whatever he says.
#
# The wordings of the test are new, the nouns are not: who is what could be learned by heart. So half of the test has nouns that training never shows. Is a *collie* a dog?
#
# A second set has premises of the same words in another order: *Anna lives in Rome. Nobody knows where Ben lives.* **Predict first**: what does one reach who reads the premise alone? And `minilm`, on new nouns, and where only the order tells?

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
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
explore(draw_three, alt=alt, kind=choose([*MIDDLE]), number=slide(0, 24))
labels = {tuple(sorted(pair.label for pair in three)) for three in threes.values()}
claim("three premises to a hypothesis, one for each label", labels == {(0, 1, 2)})
guessed = baseline_accuracies(pairs.train, pairs.test)
print("right, of three labels:", {name: f"{share:.1%}" for name, share in guessed.items()})
thirds = [guessed["hypothesis only"], guessed["word overlap"]]
claim("the hypothesis alone, or counting: a third", max(abs(x - 1 / 3) for x in thirds) < 1e-9)
# A broad noun (creature) never entails, a narrow one (poodle) is never open: not fair, but known.
claim("the premise alone: two labels of three, no more", 0.6 < guessed["premise only"] < 0.7)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
found = recorded("task_pairs")["results"]
runs, order = found["models"]["kinds"], [e["test"] for e in found["models"]["order"]]
known, new = ([e["families"][name] for e in runs] for name in (KNOWN, NEW))
bars = {
    **guessed,
    "minilm, known nouns": known,
    "minilm, new nouns": new,
    "minilm, word order": order,
}
show(
    figures.draw_pairs(bars), alt="Bars: shares of right labels for readers of a part, and minilm."
)
best = max(2 / 3, *found["baselines"]["kinds"].values())
claim("both texts: 10 points above every baseline, 3 of 3", min(known) > best + 0.1)
claim("nouns never trained on: above every baseline, 3 of 3", min(new) > best)
error = (2 / 9 / settings["order"]["test"]) ** 0.5  # the deviation of a third's share
claim("order alone, same budget: within 3 errors of a third", abs(order[0] - 1 / 3) < 3 * error)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 3. Tagging: from words to pieces
#
# A name may have several words, and a word several pieces. **BIO tags** write names down word by word: B-PER begins a person, I-PER goes on, O is outside. The encoder, however, sees pieces.
#
# The paper's rule: the *first* piece of a word has its tag. The others have the label -100, which the loss passes over, and so have [CLS], [SEP] and padding. When predicting, the tag of the first piece counts, and a word counts once.
#
# In Chinese each character is a word to BERT, so pieces and words mostly agree. Only runs of letters and digits are cut.

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


# %% slideshow={"slide_type": "subslide"}
words = ("Angela", "Merkel", "visited", "Wolfsburg", "with", "Bo", ".")
sentence = TaggedWords(words, ("B-PER", "I-PER", "O", "B-LOC", "O", "B-PER", "O"))
encoded = encode_tagged(sentence, tokenizer)
owner = [None, *(n for n, word in enumerate(words) for _ in tokenizer.text_ids(word)), None]
pieces = [tokenizer.vocabulary[i] for i in encoded.input_ids]
labels = word_tags_to_pieces(owner, sentence.tags, list(TAGS))
claim("your labels are bertlab's", labels == encoded.labels)
HTML(tables.alignment_table(pieces, owner, labels, TAGS))

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 2: names as wholes
# Difficulty 4 of 5, about 12 minutes. If nine of ten words are O, a tagger that knows no name gets nine of ten tags right. So *names* are counted: one is right if its kind, its first and its last word are. Precision is the share of found names that are right, recall the share of right names that are found, F1 their harmonic mean:
#
# $$F_1 = \frac{2 \cdot \text{names in common}}{\text{right names} + \text{found names}}$$
#
# `expected` and `predicted` are lists with a list of tags (O, B-KIND, I-KIND, where KIND is letters) for each sentence, as many in both. Count over all sentences together; a name is in common only in the same sentence. A name begins at B-KIND, and, as in seqeval, at an I-KIND where none of its kind is open. It goes on through the tags I-KIND of the same kind, and ends with its sentence at the latest. Return a `float`, 0.0 if no name is right, also where neither side has one.
#
# <details><summary>Hint 1</summary>Make a set of (sentence, kind, first word, last word) of each.</details>
# <details><summary>Hint 2</summary>Put an O behind each sentence: then every name is closed by a tag.</details>


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


# %% slideshow={"slide_type": "subslide"}
right = [["B-PER", "I-PER", "O", "B-LOC"], ["B-PER", "O", "B-ORG", "I-ORG"]]
said = [["B-PER", "I-PER", "O", "B-LOC"], ["O", "O", "B-ORG", "O"]]
print(f"4 names to find, 3 found, 2 right: F1 {entity_f1(right, said):.3f}")
claim("by hand: 2 * 2 / (4 + 3)", abs(entity_f1(right, said) - 4 / 7) < 1e-12)
drawn = np.random.default_rng(0).choice(TAGS, (2, 40, 12)).tolist()
gap = abs(entity_f1(*drawn) - entity_scores(*drawn)["all"].f1)
claim("your F1 is bertlab's, on 40 random sentences", gap < 1e-12)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Names in the news
#
# `peoples_daily` has lines of a newspaper of 1998, segmented and tagged by hand. Its tags nr, ns and nt become names of persons, places and organizations; a surname and a given name are joined.
#
# A baseline that reads no context: tag each character as it is tagged most often. **Predict first**: nearly all its tags are right. How many names?

# %% tags=["nbval-ignore-output"] slideshow={"slide_type": "subslide"}
from bertlab.finetuning import predict_tags

few = {"train": 400, "validation": 150, "test": 1}
lines = task_tagging.news({**task_tagging.CONFIGURATION, "lines": few})
expected = [text.tags for text in lines["validation"]]
counted = task_tagging.most_frequent_tags(lines["train"], lines["validation"])
data = {part: TaggingData(lines[part], chinese) for part in ("train", "validation")}
torch.manual_seed(0)
tagger = BertForTokenClassification.from_pretrained("bert-mini-zh", new_heads=True, labels=TAGS)
config = data["train"].config(epochs=2, batch_size=16, learning_rate=1e-3)
history = train(TaggingObjective(tagger), data["train"].drawer(config), config)
tags = predict_tags(tagger, data["validation"])
print([f"loss {line['loss']:.2f}" for line in history], f"F1 {entity_f1(expected, tags):.1%}")

# %% slideshow={"slide_type": "-"}
same = np.mean(np.concatenate(expected) == np.concatenate(counted))
base = entity_f1(expected, counted)
print(f"by counting: {same:.1%} of the tags right, F1 of names {base:.1%}")
claim("counting: 9 of 10 tags right, and less than 1/3 of F1", same > 0.9 and base < 1 / 3)
claim("400 lines, two epochs: a higher F1", entity_f1(expected, tags) > base)
line = lines["validation"][4]
HTML(tables.tagged_text(line.words, read_entities(line.tags)))

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 4. Frozen features or fine-tuning?
#
# There is a second way to use a pre-trained encoder: leave it as it is, keep its vectors, and let a small model learn from them. ELMo was used like that (lesson 04). It is cheap: nothing goes backwards through the encoder, and the vectors are computed once.
#
# Which vectors? The paper compares (table 7): the embeddings, the last layer, the last four side by side, or all layers in learned shares, the **scalar mix** of lesson 04:
#
# $$v_t = \gamma \sum_{j} s_j h_{j,t}, \qquad s = \text{softmax}(w)$$
#
# On top the paper has a two-layer LSTM of both directions. With that, the last four of BERT-base come within 0.3 points of fine-tuning on English news. Here a linear map is on top, as in the fine-tuned model, and once a one-layer LSTM. **Predict first**: sort the ways by F1.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
scores = figures.scores_of_ways(recorded("task_tagging")["results"])
show(figures.draw_ways(scores), alt="Bars: F1 of counting, of fine-tuning, of frozen features.")
_, tuned, least, last, four, _, above = (np.array(values) for values in scores.values())
claim("fine-tuning beats all frozen features, 3 of 3", tuned.min() > max(*last, *four, *above))
claim("four layers tell more than the last, 3 of 3", four.min() > last.max())
claim("the embeddings alone come last, 3 of 3", least.max() < last.min())
steps = [above.min() - four.max(), four.max() - last.min()]  # at least, at most
claim("an LSTM on top gains more than three more layers, 3 of 3", steps[0] > steps[1])

# %% slideshow={"slide_type": "subslide"}
quiz(3, 5, 6)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 5. Spans: the answer is in the passage
#
# The input is [CLS] question [SEP] passage [SEP]. Each token gets two logits: to be the **first** of the answer, and to be the **last**. The score of a span is their sum, and the loss the mean of two surprises. A question without an answer has both places at [CLS].
#
# Not every pair of places is an answer: the last must not lie before the first, both lie in the passage, and an answer is short. So look at pairs, not at two maxima.

# %% slideshow={"slide_type": "subslide"}
words = ["[CLS]", "where", "?", "[SEP]", "Ann", "left", "Rome", "in", "May", ".", "[SEP]"]
start = torch.tensor([1.0, 0.0, 0.0, 0.0, 0.5, 0.0, 3.0, 0.2, 3.5, 0.0, 0.0])
end = torch.tensor([1.0, 0.0, 0.0, 0.0, 2.6, 0.0, 3.4, 0.1, 2.5, 0.0, 0.0])
passage = slice(4, 10)
print("two maxima:", words[start.argmax()], "...", words[end.argmax()])
alt = "A triangle of colored cells, a span each; the best is marked."
show(figures.draw_span_scores(start[passage], end[passage], words[passage], 3), alt=alt)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 3: the best span
# Difficulty 3 of 5, about 12 minutes. `start` and `end` are the logits (T,) of all pieces, `passage` (T,), truth values, is True for those of the passage, one stretch that does not begin at place 0. A span lies in the passage, ends where it starts or after, and has at most `max_pieces` pieces. Its score is start logit + end logit; no answer has the score `start[0] + end[0]`.
#
# Return a tuple of two integers (no tensors): the places of the first and of the last piece of the best span, counted in the whole input, the last one inclusive; but (0, 0) if the score of no answer is above that of the best span by more than `threshold` (just as much is not more). At least one span is allowed, and no two have the same score.
#
# <details><summary>Hint 1</summary><code>start[:, None] + end</code> has all pairs, first pieces in rows.</details>
# <details><summary>Hint 2</summary>In a table of truth values <code>triu()</code> keeps ends behind starts, <code>tril(max_pieces - 1)</code> short spans. Then fill the scores of all other pairs with <code>-torch.inf</code>.</details>


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


# %% slideshow={"slide_type": "subslide"}
inside = torch.zeros(11, dtype=torch.bool)
inside[passage] = True
first, last = best_span(start, end, inside, 3, 0.0)
print("best span:", " ".join(words[first : last + 1]))
logits = SpanOutput(*(3 * torch.randn(2, 50, 11, generator=torch.Generator().manual_seed(1))))
yours = [best_span(a, b, inside, 3, float("inf")) for a, b in zip(*logits, strict=True)]
ours = torch.stack(best_spans(logits, inside.long().expand(50, -1), 3)[:2], dim=1)
claim("your spans are bertlab's, in 50 draws", torch.tensor(yours).equal(ours))

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 4: how right is an answer?
# Difficulty 3 of 5, about 9 minutes. SQuAD counts two ways (Rajpurkar et al. 2016). Before both, an answer is *normalized*, in this order: lower case, no characters of `string.punctuation`, no words a, an, the, no spaces in excess. A word is what stands between spaces. **Exact match** asks whether the rest is the same. **F1** compares the words as bags: 2 × words in common / words of both.
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


# %% slideshow={"slide_type": "subslide"}
from bertlab.finetuning import answer_f1, exact_match

examples = [
    ("The Rome.", "rome"),
    ("in Rome, Italy", "Rome"),
    ("Oslo", "Rome"),
    ("", "Rome"),
    ("", ""),
]
for predicted, answer in examples:
    print(
        f"{predicted!r:17} for {answer!r:7} exact {exact_match(answer, predicted)}, F1 {squad_f1(predicted, [answer]):.2f}"
    )
claim("by hand: in Rome Italy, Rome: 2 * 1 / (3 + 1)", squad_f1("in Rome, Italy", ["Rome"]) == 0.5)
claim("your F1 is bertlab's", all(squad_f1(p, [a]) == answer_f1(a, p) for p, a in examples))

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Few questions, and a threshold
#
# The passages are generated: four persons did the same things in other places and years, so that each answer has rivals of its type. For three questions of ten all words stand in the passage, but do not go together. Then there is no answer.
#
# SQuAD has 87,599 questions to learn from; here 1,400 have to do, eight times over. Look at the loss of each epoch. First the model learns which words *could* be an answer; that it also has to look for the right name comes later, and then the loss falls fast. How far no answer must be ahead before it is given is chosen on validation. Each part has its own wordings of the questions.
#
# **Predict first**: one who takes any candidate of the right type from the sentence with most words in common finds four answers of ten. How many does the model find?

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
from bertlab.datasets.generated.passages import passage_questions

questions = passage_questions(**task_spans.CONFIGURATION["questions"])
asked = next(one for one in questions.validation if one.answer is None)
print(f"{asked.passage[:150]} ...\n{asked.question}")
found = recorded("task_spans")["results"]
print(*task_spans.in_words(found), sep="\n")
models, best = found["models"], max(way["f1"] for way in found["baselines"].values())
losses = np.array([task_spans.epoch_losses(m["curve"]) for m in models])  # (seeds, epochs)
print("loss of each epoch, seed by seed:", *losses.round(2), sep="\n")
lowest = min(m["test"]["f1"] for m in models)
claim("F1 is above twice that of the best guesser, 3 of 3", lowest > 2 * best)
claim(
    "the last epoch has less than a tenth of the first's loss",
    all(losses[:, -1] < losses[:, 0] / 10),
)
gained = [m["test"]["f1"] - m["always"]["f1"] for m in models]
claim("who may refuse gains a fifth, 3 of 3", min(gained) > 0.2)
panels, margins = {}, np.linspace(-40, 40, 161).tolist()
for part in ("validation", "test"):
    kept = task_spans.kept_answers(task_spans.KEPT, questions, part)[0]
    gold = task_spans.gold(getattr(questions, part))
    panels[part] = figures.threshold_curves(gold, kept, margins)
alt = "Two panels, three curves of F1 against the threshold: with answers up, without down, all."
show(figures.draw_thresholds(margins, panels, models[0]["threshold"]), alt=alt)

# %% slideshow={"slide_type": "subslide"}
quiz(7, 8)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 6. Multiple choice, in brief
#
# Which ending fits? Each ending is read *together with the context*, as a pair, and gets one number from [CLS]; a softmax over the endings makes shares of them. So a question with N endings is N inputs, and the head has a single output (SWAG in the paper). The endings are compared only at the very end, in the softmax.

# %% slideshow={"slide_type": "-"}
from bertlab.finetuning.choices import BertForMultipleChoice, ChoiceData, choice_questions

questions_of_choice = choice_questions(8, 4, 4).train
torch.manual_seed(0)
chooser = BertForMultipleChoice.from_pretrained("minilm", new_heads=True)
batch = ChoiceData(questions_of_choice, tokenizer).batch([0, 1])
with torch.no_grad():
    logits = chooser(*batch[:3])  # (B, N)
    alone = [chooser(*(part[:, n : n + 1] for part in batch[:3])) for n in range(3)]
print(questions_of_choice[0].context, *questions_of_choice[0].endings, sep="\n  ")
print("ids", tuple(batch.input_ids.shape), "logits", tuple(logits.shape))
claim(
    "each ending by itself has the same logit, to 1e-5",
    (logits - torch.cat(alone, dim=1)).abs().max() < 1e-5,
)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 7. BERT, GPT, ELMo side by side
#
# The paper's figure 3 shows three ways to read: BERT sees both sides in every layer; GPT the left side only; ELMo has two readers, one for each side, that never meet before the top. Here all three are trained on the same batches for as many updates, with as many parameters, and asked for the same hidden characters. The first two runs are those of lesson 08.
#
# The two-way LSTM answers by $p(c \mid \text{left}) \cdot p(c \mid \text{right}) / p(c)$: right if the sides are independent given the character. One thing is not equal: in an update a masked model learns from 15 of 100 characters, the others learn from all. **Predict first**: which of the three guesses most?

# %% slideshow={"slide_type": "subslide"}
kinds = figures.side_by_side(recorded("ablation")["results"], recorded("two_way_lstm")["results"])
right = {way: 100 * final_scores(kind, "held_out_masked_accuracy") for way, kind in kinds.items()}
print({way: f"{mean_sd(shares)}%" for way, shares in right.items()})
show(figures.draw_kinds(kinds), alt="Five groups of three curves: characters guessed right.")
bert, gpt, forward, backward, joined = right.values()
claim("both directions joined beat each alone", joined.min() > max(*forward, *backward))
claim("so few updates: BERT is behind left to right, 3 of 3", bert.max() < gpt.min())
claim("sizes differ by less than 3%", figures.spread_of_sizes(kinds) < 0.03)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 8. Hand it over
#
# A fine-tuned model is a folder: `config.json`, `vocab.txt`, `model.safetensors`. The names of its tensors are those of `transformers`, so its pipelines run it, and so does whatever is built on them. Trust, but check: same inputs, same outputs.

# %% slideshow={"slide_type": "subslide"}
import transformers

from bertlab.finetuning import SpanData, SpanObjective

transformers.utils.logging.disable_progress_bar()
folder = tempfile.TemporaryDirectory()
tagger.save_pretrained(folder.name)
chinese.save(folder.name)
task = {"model": folder.name, "aggregation_strategy": "first"}
pipe = transformers.pipeline("token-classification", **task)
theirs = [(e["start"], e["end"], e["entity_group"]) for e in pipe("".join(line.words))]
ends = np.cumsum([0, *map(len, line.words)]).tolist()
said = read_entities(predict_tags(tagger, TaggingData([line], chinese))[0])
ours = [(ends[first], ends[last], kind) for first, last, kind in said]
claim("the pipeline finds the same names at the same places", theirs == ours)
reader, data = task_spans.fresh_model(seed=0), SpanData(questions.train[:8], tokenizer)
config = data.config(epochs=1, batch_size=4)
train(SpanObjective(reader), data.drawer(config), config)
reader.save_pretrained(folder.name)
theirs = transformers.AutoModelForQuestionAnswering.from_pretrained(folder.name).eval()
ids, types, mask, *_ = data.batch(range(8))
with torch.no_grad():
    ours, output = reader(ids, types, mask), theirs(ids, mask, types)
gaps = [ours.start - output.start_logits, ours.end - output.end_logits]
claim("span logits are the same there, to 1e-5", max(gap.abs().max() for gap in gaps) < 1e-5)

# %% slideshow={"slide_type": "subslide"}
from bertlab.finetuning import LabelledTexts, fine_tune, logits_of

rows = [{"text": p.premise, "text_pair": p.hypothesis, "label": p.label} for p in pairs.train[:12]]
columns = {name: [row[name] for row in rows] for name in rows[0]}  # as `datasets` has them
data, again = (LabelledTexts(given, None, tokenizer, 3) for given in (rows, columns))
claim("rows or columns: the same batches", data.fingerprint() == again.fingerprint())
judge = task_pairs.fresh_model(seed=0)
fine_tune(judge, data, data, data.config(epochs=1, batch_size=8))
judge.save_pretrained(folder.name)
tokenizer.save(folder.name)
pipe = transformers.pipeline("text-classification", model=folder.name, top_k=None)
gaps = []
for row, shares in zip(rows, logits_of(judge, data).softmax(dim=1), strict=True):
    said = pipe({"text": row["text"], "text_pair": row["text_pair"]})
    gaps += [abs(shares[LABELS.index(one["label"])].item() - one["score"]) for one in said]
claim("the pipeline's shares are ours, to 1e-5", max(gaps) < 1e-5)
folder.cleanup()

# %% slideshow={"slide_type": "subslide"}
quiz(1, 2, 4)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Myth check
#
# *"A high score on an inference set shows that the model compares the two texts."* People who write hypotheses have habits: to contradict, they like to put in a *not*. Gururangan et al. 2018 reached 67% on SNLI without its premises.
#
# Let us give pairs that habit. The set of word order has a *not* in half of its hypotheses, with each label equally often. Leave pairs out: a contradiction keeps its *not*, the others have none. Then let a regression read the hypothesis alone, and take it to the fair pairs.
#
# **Predict first**: what does it reach on pairs with the habit, and what on fair ones?


# %% slideshow={"slide_type": "subslide"}
import re


def with_habit(part):
    """Keep the contradictions that deny something, and the other pairs that do not."""
    denies = [bool(re.search(r"\b(not|no|cannot|never)\b", pair.hypothesis)) for pair in part]
    return [
        p for p, no in zip(part, denies, strict=True) if no == (LABELS[p.label] == "contradiction")
    ]


shares, families = {"with the habit": [], "fair": []}, tuple(settings["order"]["families"])
for seed in range(3):
    drawn = inference_pairs(**{**settings["order"], "families": families, "seed": seed})
    for name, test in (("with the habit", with_habit(drawn.test)), ("fair", drawn.test)):
        shares[name].append(baseline_accuracies(with_habit(drawn.train), test)["hypothesis only"])
print({name: mean_sd([100 * share for share in values]) for name, values in shares.items()})
claim(
    "with the habit, the hypothesis alone is right in more than 60%, 3 of 3",
    min(shares["with the habit"]) > 0.6,
)
claim(
    "on fair pairs the same regression is at a third",
    max(abs(s - 1 / 3) for s in shares["fair"]) < 0.04,
)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Recap
#
# - One encoder; a head is one linear map. Classes read [CLS], tags every token, spans two logits a token, choices one score an ending.
# - The first piece of a word has its tag; all else is -100, which the loss passes over.
# - Count names as wholes. Most tags are O, so a share of right tags says little.
# - The best span is the best *pair* of places that may be an answer. When to give none is a threshold, chosen on validation. Look at the score with an answer and the score without one.
# - Frozen features are cheap; fine-tuning finds more. A small LSTM on top gains more than more layers do.
# - Both sides tell more than one. A masked model sees both in every layer, and pays with fewer guesses an update: with little training, two separate readers joined at the end are ahead.
# - A score means nothing without a baseline that sees less. Build data that such baselines fail on, or say what they reach.
# - What is saved here runs in `transformers`, with the same outputs.
#
# Next: **11. Attention, seen with BertViz**.

# %% [markdown] slideshow={"slide_type": "notes"}
# *Instructor:* cover the premises and let the class label five hypotheses aloud; then five of a set with the habit. The second round goes well, which is the point. For section 3, have two students tag the same sentence by hand and compute their F1: two people seldom reach 1. Section 5 is best drawn first: two rows of numbers on the board, and the question why the two maxima are no answer. Fifteen minutes in all.

# %% [markdown] slideshow={"slide_type": "skip"}
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
