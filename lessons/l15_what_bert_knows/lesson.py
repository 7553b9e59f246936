# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#       format_version: '1.3'
#       jupytext_version: 1.19.6
# ---

# %% [markdown] slideshow={"slide_type": "slide"}
# # 15. What BERT knows, and whether it understands
#
# > *Berlin, 1904. A man asks a horse on which of these placards the word HANS is written. The horse taps with his hoof: once, twice, three times. He is right.*
#
# The horse was called Clever Hans. He could add, tell the time and spell, and a commission of thirteen people found no trick.
#
# A BERT passes examinations, too. In lesson 10, one of ours got every pair of the test right. Is it clever, or is it a horse? This lesson asks first what BERT *knows*, and then what it *uses* when it answers.
#
# At the end you can
#
# - read what a probe finds in a layer, and say with three comparisons what its accuracy is worth;
# - find the leak in a probe that knows too much;
# - measure how strong a cue is, build data that break it, and test a model on them;
# - examine the model of lesson 10 by groups of statements.
#
# **Time** 80 minutes in class, and 27 for the exercises. **Difficulty** 3 of 5. **Before this**: lesson 08 (`bert-mini-zh`), lesson 09 (fine-tuning) and lesson 10 (pairs of texts).

# %% tags=["bootstrap"] slideshow={"slide_type": "skip"}
# (generated)

# %% tags=["setup"] slideshow={"slide_type": "skip"}
from lessons.l15_what_bert_knows import (
    ask,
    bugs,
    diagrams,
    exercises,
    figures,
    findings,
    predict,
    quiz,
)
from lessons.l15_what_bert_knows.alts import ALT
from lessons.l15_what_bert_knows.characters import TASKS, draw_characters
from lessons.l15_what_bert_knows.cues import cue_strengths
from lessons.l15_what_bert_knows.layers import layer_vectors, randomly_initialized

from random import Random

import torch

from bertlab.datasets import peoples_daily
from bertlab.model import BertModel
from bertlab.probing import LinearProbe, probe_right
from bertlab.text import WordPieceTokenizer
from workbook.basics import begin_lesson, check, claim, exercise, show
from workbook.charts import proportion_row

begin_lesson()
tokenizer = WordPieceTokenizer.from_folder("bert-mini-zh")
bert = BertModel.from_pretrained("bert-mini-zh")

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
hans = {
    "the questioner knew\n(14 trials)": proportion_row(14, 14),
    "he did not know\n(12 trials)": proportion_row(0, 12),
}
title = "Right only if the questioner knew (Pfungst 1911)"
show(
    figures.draw_rows(hans, title, "placards found (bars: 95% intervals)", chance=None),
    alt=ALT["horse"],
)

# %% [markdown] slideshow={"slide_type": "-"}
# The psychologist Oskar Pfungst had the placards mixed, so that in some trials the man who asked did not know the answer himself. Hans could not read; he watched the people, who straightened up a little at the right number. He had found a **cue** (线索), a shortcut (捷径), that nobody knew they were giving.
# Pfungst saw it because he changed one thing and left everything else as it was. We do the same with BERT.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 1. One character, two words
#
# In the Chinese newspaper of lesson 10, 过 is often a word of its own. After a verb it says that something *has been done before* (去过, *has been there*). As a verb it means *to pass* or *to spend* (过春节,
# *to spend the Spring Festival*). Nobody told `bert-mini-zh` that these are two words; it has only guessed masked characters (lesson 08). Does it know?
#
# We take all lines that have one of the two, up to 90 characters, and keep the vector of 过 after every layer.

# %% slideshow={"slide_type": "-"}
from lessons.l15_what_bert_knows.uses import map_of, neighbors_agree, uses_of

kinds = {"u": "after a verb: done before", "v": "a verb: to pass, to spend"}
uses = uses_of("过", kinds, tokenizer)
every = range(len(uses.texts))
states = layer_vectors(bert, tokenizer, uses.texts, every, uses.places)
print(states.shape)  # the embeddings and 4 layers; uses; components

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
maps = {"embeddings": map_of(states[0]), "after layer 1": map_of(states[1])}
title = "After one layer, the two words begin to part"
show(figures.draw_uses(maps, uses.kinds, title), alt=ALT["uses"])
agree = [neighbors_agree(layer, uses.kinds) for layer in states]
print("most of the five nearest uses are the same word:")
print(
    "embeddings",
    *(f"{one:.0%}" for one in agree[:1]),
    "  layers 1 to 4",
    *(f"{one:.0%}" for one in agree[1:]),
)
print(
    f"always the more frequent word: {max(map(uses.kinds.count, kinds.values())) / len(uses.kinds):.0%}"
)
check("the embeddings mix the two words, layer 1 does not", agree[0] < 0.7 and agree[1] > 0.8)
check("61%, and 86% after layer 1", [round(100 * one) for one in agree[:2]] == [61, 86])

# %% [markdown] slideshow={"slide_type": "-"}
# Each dot is one 过 in one line. In the embeddings only their places in the line differ. After a single layer
# each vector has taken something from its neighbors. A map (**t-SNE**, van der Maaten and Hinton 2008, puts near vectors near each other on paper) is a weak proof, because it shows two dimensions of 192. So we count in
# how many cases most of the five nearest other uses are the same word: in the embeddings in 61%, little more than the 53% of always guessing the more frequent word; after layer 1 in 86%. So the model seems to tell the two words apart.
#
# Now we ask about every character.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 2. A probe
#
# Chinese is written without spaces, so *where a word begins* has to be known. People marked it in our newspaper. A **probe** (探针) is a
# small classifier, here one linear map, that gets the vector of one token and answers one question. The encoder stays frozen, because we ask what *is there*, not what could be learned.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
show(diagrams.probe(), alt=ALT["probe"])

# %% [markdown] slideshow={"slide_type": "subslide"}
# Four vectors of two components are enough to see it work: only the first component tells, and the probe finds that out.

# %% slideshow={"slide_type": "-"}
vectors = torch.tensor([[2.0, 0.5], [2.0, -0.5], [-2.0, 0.5], [-2.0, -0.5]])
labels = ["begins a word", "begins a word", "inside a word", "inside a word"]
tiny = LinearProbe().fit(vectors, labels)
print(tiny.linear.weight.detach().round(decimals=1) + 0)  # begins a word; inside a word
print(tiny.predict(torch.tensor([[1.0, 9.0], [-1.0, 9.0]])))

# %% [markdown] slideshow={"slide_type": "subslide"}
# We train on 8 characters from each of 200 lines, and test on 8 from each of 100 test lines. We read the vectors after layer 1.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
news = peoples_daily()
train = draw_characters("word boundary", news.train, tokenizer, lines=200, per_line=8, seed=0)
test = draw_characters("word boundary", news.test, tokenizer, lines=100, per_line=8, seed=0)


def vectors_of(model, part, layer):
    return layer_vectors(model, tokenizer, part.texts, part.lines, part.places)[layer]


seen, asked_before = vectors_of(bert, train, 1), vectors_of(bert, test, 1)
right = probe_right(seen, train.labels, asked_before, test.labels)
print(f"right: about {right.float().mean():.1f}")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 3. What is 80% worth? Three comparisons
#
# About 0.8: does BERT know where words begin? Hans was right more often than that.
#
# **By the character alone.** Some characters nearly always begin a word, whatever the context. Guess for each character the answer that it has most often in training.
#
# **Random weights.** A BERT of the same size with randomly initialized weights has never read a text. What can a probe read off *its* vectors?

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
TASK = "word boundary"
LAYERS = range(findings.LAYERS)


def by_layer(task, *ways):
    return {way: [findings.probe_score(task, way, n) for n in LAYERS] for way in ways}


def random_weights():
    usual = findings.probe_score(TASK, "usual")
    found = by_layer(TASK, "trained", "random")
    title = "Most of what the probe gets right, it would get right without BERT"
    show(figures.draw_layers(TASK, found, usual, title, chance=0.5), alt=ALT["two lines"])
    again = layer_vectors(randomly_initialized(bert, 0), tokenizer, uses.texts, every, uses.places)
    nearest = max(neighbors_agree(layer, uses.kinds) for layer in again)
    print(f"part 1 with random weights: {nearest:.1f} at most")
    best = max(one.mean for one in found["trained"])
    ahead = findings.probe_lead(TASK, ("trained", 1), ("usual", None))
    claim("word boundaries: layer 1 knows 5 to 20 points more than the character alone tells",
          0.05 < ahead[1] and ahead[2] < 0.2)  # fmt: skip
    check("random weights: above guessing, below the trained ones",
          all(0.6 < one.low and one.high < best - 0.05 for one in found["random"]))  # fmt: skip


predict("random weights", random_weights)

# %% [markdown] slideshow={"slide_type": "subslide"}
# Random weights stay below the dashed line, perhaps because counting keeps an entry for each character, and the probe has only 192 weights for an answer. The printed line asks part 1 again: there, random weights tell little, so it was the training that told the two 过 apart.
#
# **A control task.** The third comparison asks how well a probe *learns by heart*. Hewitt and Liang (2019) throw the real answers away, and draw an answer for each character: all 过 are
# *begins a word*, say, and all 年 *inside a word*. No layer can know that. Whoever always gives the more frequent drawn answer is right in somewhat more than half; only what lies above that, the probe has memorized. The accuracy in the real task minus that in the control task is called **selectivity** (选择性).
#
# ### Exercise 1: a control task
# Difficulty 2 of 5, about 6 minutes. `types` has the characters and `labels` the real answers, one for each token, as lists of texts. Return a list with a label for each token. Go through the tokens from the left with *one* generator `Random(seed)`. When a
# character comes for the first time, draw its label with `generator.choice(labels)`; later it has the same label.
#
# <details><summary>Hint</summary>A dictionary remembers what was drawn for each character.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.control_labels)
def control_labels(types, labels, seed):
    """Return a random label for each token, the same wherever its type stands."""
    ...


# %% tags=["solution"]
def control_labels(types, labels, seed):
    generator = Random(seed)
    drawn = {}
    for one in types:
        if one not in drawn:
            drawn[one] = generator.choice(labels)
    return [drawn[one] for one in types]


# %% slideshow={"slide_type": "subslide"}
controls = control_labels(train.characters + test.characters, train.labels, seed=0)
known, wanted = controls[: len(train.labels)], controls[len(train.labels) :]
by_heart = probe_right(seen, known, asked_before, wanted)
print(f"right: drawn {by_heart.float().mean():.1f}, real {right.float().mean():.1f}")
usual = max(wanted.count(label) for label in set(wanted)) / len(wanted)
print(f"always the more frequent drawn answer: {usual:.2f}")

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
print("             real    drawn   difference")
chosen = {layer: findings.selectivity(TASK, layer) for layer in LAYERS}
for layer, difference in chosen.items():
    real = findings.probe_score(TASK, "trained", layer).mean
    drawn = findings.probe_score(TASK, "control", layer).mean
    name = f"layer {layer}" if layer else "embeddings"
    print(f"{name:10} {real:6.0%} {drawn:8.0%} {100 * difference:+12.0f}")
claim("in the embeddings drawn answers are learned as well; in layer 1 over 10 points worse",
      chosen[0] < 0.05 and chosen[1] > 0.1)  # fmt: skip

# %% [markdown] slideshow={"slide_type": "-"}
# In the embeddings a probe learns drawn answers even a little better than real ones, because there is only the character to go by, and each character has only one drawn answer. One layer later, where the vector is no longer that of the character
# alone, the drawn ones are harder and the real ones easier. This is *knowing from context*.
#
# ### Find the leak
# About 5 minutes. A friend tosses a coin for each of 24 lines (the check has 12 of its own), gives all characters of a line its coin as their label, and asks the probe about *other* characters than it learned from. Predict what comes out; then mend the friend's function. `lines` has the number of the line for each token; the function returns the places of the tokens to learn from, and of those to be asked.


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def friend(lines, seed):
    places = list(range(len(lines)))
    Random(seed).shuffle(places)
    cut = len(places) * 3 // 4
    return places[:cut], places[cut:]


def coins():
    share = bugs.coins_right(friend)
    print(f"the friend's probe is right about coins: {share:.1f}")
    check("the coins are known by a leak", share > 2 / 3)


predict("a coin", coins)


# %% slideshow={"slide_type": "-"}
def friends_split(lines, seed):
    places = list(range(len(lines)))
    Random(seed).shuffle(places)
    cut = len(places) * 3 // 4
    return places[:cut], places[cut:]


friends_split = bugs.split_of_friend(friends_split)
fair = bugs.coins_right(friends_split)
print(f"right about coins now: {fair:.1f}")
check("no leak is left", abs(fair - 0.5) < 0.15)

# %% [markdown] slideshow={"slide_type": "skip"}
# <details><summary>Why the probe knew the coins (open it when yours is mended)</summary>After the layers, the vector of a character holds something of its neighbors. So the probe recognized the line, whose coin it had seen.</details>

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(1, 2)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 4. Which layer knows what?
#
# Five questions, from the surface to the meaning: at which **place** of its line does a character stand (1 to 8, 9 to 16, and so on)? How **long** is the line (four classes)? Does the character begin a **word**? What
# **part of speech** is its word? And for characters inside names, what **kind of name** is it: a person, a place, an organization?

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
leads = {}
for task in TASKS:
    start = ("trained", 0)
    leads[task] = [findings.probe_lead(task, ("trained", layer), start) for layer in LAYERS]


def which_layer():
    title = "Words and names are gained in layer 1; places become harder to read"
    show(figures.draw_gains(leads, title), alt=ALT["gains"])
    print("right:            embed. layer 1 layer 4")
    for task in TASKS:
        values = [findings.probe_score(task, "trained", layer).mean for layer in (0, 1, 4)]
        print(f"{task:15}" + "".join(f"{value:8.0%}" for value in values))
    check("the place is harder to read in every layer than in the one below", falls(leads["place"]))
    gained = [leads[task][1][1] for task in ("word boundary", "kind of name")]
    check("words and names are gained in layer 1", min(gained) > 0.02)


def falls(rows):
    means = [mean for mean, low, high in rows]
    return means == sorted(means, reverse=True)


predict("which layer", which_layer)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Myth check: lower layers do syntax, upper layers meaning
#
# It was said of ELMo first (Peters and others 2018, lesson 04). Jawahar and others (2019) found surface features in the lower layers of BERT base, syntax in the middle and meaning at the top.
# Tenney and others (2019) found the same order in BERT large *on average*: the layers overlap widely, and single sentences often go another way.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
top = findings.LAYERS - 1
print("layer 4 against layer 1, in points:")
later = {}
for task in TASKS:
    later[task] = findings.probe_lead(task, ("trained", top), ("trained", 1))
    mean, low, high = (100 * part for part in later[task])
    print(f"  {task:15} {mean:+5.1f}  [{low:+.1f}, {high:+.1f}]")
alone = findings.probe_score("part of speech", "usual").mean
print(f"part of speech by the character: {alone:.0%}")
gaps = [100 * findings.selectivity("part of speech", layer) for layer in (0, 1, top)]
print("its selectivity, embed., layers 1, 4:")
print(" ", *(f"{points:+.0f}" for points in gaps))
claim("from layer 1 to layer 4, of the five only the length of the line is read better",
      [task for task in TASKS if later[task][1] > 0] == ["length"])  # fmt: skip

# %% [markdown] slideshow={"slide_type": "-"}
# In our small BERT we cannot test this order. Words and kinds of names can be read after layer 1, no better above it. Parts of speech, the syntax among the five, are read no better than in the embeddings:
# everywhere the probe is about as good as the character alone. But their selectivity doubles, because drawn answers become harder: some of the character is lost, and context may make up for it. Whether a stronger probe would read more, we cannot tell. The *place*, too, may still be there in a form that no linear map reads.
# The *length* is read worse at first, then better; we have not tested why.
#
# To see the order, one would need more layers, and tasks that need more than the next few characters (who did what to whom). It becomes a myth when somebody says that lower layers *do* syntax, as if each layer did one thing.
#
# And a probe says only what *can be read off* a vector, not whether the model *uses* it. Hans saw the placards, too.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 5. Clever, or a horse?
#
# Pfungst did not look into the horse; he changed *one thing* and watched the answers. Here, a task is learned twice: once from data in which a cue gives the answer away (the **horse**), and once from
# data without the cue (the **control**). Both models are then asked where the cue is *broken*: where it points to the wrong answer as often as to the right one.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
show(diagrams.two_trainings(), alt=ALT["two trainings"])

# %% [markdown] slideshow={"slide_type": "subslide"}
# The control is a **positive control** (阳性对照), unlike the control task of part 3: it shows that the task can be solved. If it fails as well, then the horse's failure proves nothing. So an experiment counts only
# if the control reaches 90% with each of three seeds.
#
# The first cue is **word overlap**. In MultiNLI, a second sentence that has only words of the first follows in 2,158 pairs, against 261. HANS (McCoy and others 2019, who counted them) asks where overlap does not help: *If the artist slept, the actor ran* does not say that *the artist slept*.
#
# In our set, *Because ..., ...* and *If ..., ...* are two **frames**: the same events, and only the frame tells what follows. There are seven pairs of frames: *because / if*, *and so / unless*, *knows / hopes that*, *remembers / imagines that*, *certain / possible*, *true / false*, *after / perhaps*. Two pairs of texts with the same events are **twins**.
#
# With the cue there are *two* ways to be right every time: read the frame, or see whether the second text brings new words (a new name is enough). We fine-tune `minilm`, the small English encoder of lesson 09: 30 updates on each set (about ten seconds). Then we ask both models about new persons and new events.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
from lessons.l15_what_bert_knows.cue_sets import overlap_pairs, warrant_pairs
from lessons.l15_what_bert_knows.models import pairs_right, scores_of, train_judge

with_cue = overlap_pairs("train", number=240, broken=0.0, seed=0)
without = overlap_pairs("train", number=240, broken=1.0, seed=0)
for name, pair in zip(("cue", "cue", "no cue"), (*with_cue[:2], without[1]), strict=True):
    print(f"{name}: {pair.first}\n  -> {pair.second}  {'yes' if pair.label else 'no'}")

horse = train_judge(with_cue, steps=30, seed=0)
control = train_judge(without, steps=30, seed=0)


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def because_and_if():
    pairs = overlap_pairs("test", number=14, broken=1.0, seed=7)
    some = [pairs[0], pairs[1], pairs[6], pairs[7]]
    says = {"horse": scores_of(horse, some) > 0, "control": scores_of(control, some) > 0}
    told = [(pair.first, pair.second) for pair in some]
    true = torch.tensor([pair.label == 1 for pair in some])
    number = {name: int((said == true).sum()) for name, said in says.items()}
    title = f"The horse is right on {number['horse']} of 4, the control on {number['control']}"
    show(figures.draw_verdicts(told, says, title), alt=ALT["verdicts"])


predict("because and if", because_and_if)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
scores = findings.overlap_models()
title = "Learned with the cue: two of three models fail where it is broken"
show(figures.draw_rows(scores, title, "pairs right"), alt=ALT["overlap"])
with_it = findings.of_seeds("overlap", 0.0, "broken")
without_it = findings.of_seeds("overlap", 1.0, "broken")
unseen = findings.of_seeds("overlap", 1.0, "new frames")
claim("overlap: without the cue 90% or more with 3 of 3 seeds; with it, 2 of 3 are at chance",
      min(without_it) >= 0.9 and sorted(with_it)[1] < 0.55 and max(with_it) < 0.9)  # fmt: skip
check("new frames are hard for the control, too", max(unseen) < 0.9)

# %% [markdown] slideshow={"slide_type": "-"}
# The dots are the models of three seeds, trained a little longer than the horse above. To pairs where the cue is broken, two of the three horses always say yes, which is right in half. The third has found the other way in part, although only the sample, the order of the examples and the first weights of the head differ. McCoy and others (2020) saw the same with a hundred BERTs, equal on the usual test: on one part of HANS, where subject and object change places, they were right in 0 to 66%.
#
# With frames that training never had (*although* and *in case*, *is aware that* and *doubts that*, *a fact* and *a rumor*), the control is much worse (last row). So it, too, has learned mainly its own frames.
#
# ### Is it there, and not used?
# Is what can be read off a vector also *used*? We probe the horse that we have just trained. From the last vector of [CLS], from which the horse's head answers, a probe has to tell whether the second sentence follows. It
# learns from persons and events of the training set, and is asked about new ones.

# %% slideshow={"slide_type": "subslide"}
english = WordPieceTokenizer.from_folder("minilm")


@torch.no_grad()
def first_vectors(encoder, pairs):
    batch = english.batch([pair.first for pair in pairs], [pair.second for pair in pairs])
    return encoder.inspect(*batch).hidden_states[-1][:, 0]


known = overlap_pairs("train", number=60, broken=1.0, seed=5)
new = overlap_pairs("test", number=60, broken=1.0, seed=7)
no_overlap = overlap_pairs("test", number=60, broken=0.0, seed=7)  # the same events
answers, wanted = ([str(pair.label) for pair in some] for some in (known, new))


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def there_or_not():
    found = {}
    encoders = {"minilm, before": BertModel.from_pretrained("minilm"), "the horse": horse.bert}
    for name, encoder in encoders.items():
        seen, asked = first_vectors(encoder, known), first_vectors(encoder, new)
        found[name] = probe_right(seen, answers, asked, wanted).double().mean().item()
        print(f"a probe of {name:14} is right: {found[name]:.1f}")
    scores, apart = scores_of(horse, new), scores_of(horse, no_overlap)[1::2]
    said = pairs_right(scores, new).double().mean().item()
    print(f"the horse itself is right:         {said:.1f}")
    frame, overlap = scores[::2] - scores[1::2], scores[1::2] - apart
    order = (frame > 0).double().mean().item()
    print(f"of two twins, in the right order:  {order:.1f}")
    print("moves a score by:    mean  median")
    for name, moved in (("the frame", frame), ("common words", overlap)):
        print(f"  {name:16}{moved.mean():7.1f}{moved.median():8.1f}")
    rows = {"follows": scores[::2], "does not": scores[1::2], "does not,\nother words": apart}
    title = "Common words move the horse's score far more than the frame"
    show(figures.draw_scores(rows, title), alt=ALT["scores"])
    claim("the horse: its probe and the order of its scores 90% right or more, answers near chance",
          min(found["the horse"], order) >= 0.9 and abs(said - 0.5) < 0.1)  # fmt: skip
    check("overlap moves a score 3 times as much as the frame", overlap.mean() > 3 * frame.mean())


predict("there or not", there_or_not)

# %% [markdown] slideshow={"slide_type": "-"}
# So whether the second text follows can be read off, nearly without error, for frames that the probe has learned from. (Twins share all other words, so without the frame a probe would be right in 50%.) And the score reacts to the frame: of two twins, the one that follows is higher, mostly by little, in some pairs by much (so the mean lies above the median). But nearly all dots of both upper rows lie above 0, so the answer is yes to both; only with other words does the score fall below. In this one model the frame is there, but it is drowned out. A probe alone would call this horse clever; its answers alone would call it blind. Elazar and others (2021) even *remove* from the vectors what a probe can find, and see
# whether the answers change.
#
# At scale: BERT base, trained on the 393,000 pairs of MultiNLI, is right on 84% of the usual test. Min and others (2020) looked at pairs in which subject and object have changed places
# (*The lawyer saw the actor. -> The actor saw the lawyer.*): 28% right, and 73% after such **counterexamples** (反例), pairs in which the cue is wrong, had been added to the training.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 6. One little word
#
# In 2019 BERT came close to people in a task of arguments: its best run reached 77%, three points below the average untrained person. The **Argument Reasoning Comprehension Task** (ARCT) gives a reason and a claim, and asks which of two *warrants* (理据) connects them:
#
# > Reason: *People can choose not to use Google.* Claim: *Google is not a harmful monopoly.*<br>
# > Right warrant: *Other search engines don't redirect to Google.* Wrong: *All other search engines redirect to Google.*
#
# Niven and Kao (2019) wondered how BERT could know so much, and counted words. A word can be *used* as a cue in a question if it stands in exactly one of the two warrants. Its **coverage** (覆盖率) is the proportion of all questions in which it can be used; its **productivity** (有效率), the proportion
# of these in which it stands in the right one. *Not* has a coverage of 64% and a productivity of 61%. A BERT that saw only the warrants reached 71%. They conclude that such cues explain all that BERT had gained.
#
# Our set makes the same mistake on purpose. Each argument comes with its right warrant first, which is the one about the right kind of thing. Whether it is worded *not forbidden* or *welcome* changes nothing. A model scores both warrants, and the one with the higher score is chosen.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
arguments = warrant_pairs("train", number=240, broken=0.0, seed=0)
place = next(i for i, pair in enumerate(arguments) if "forbidden" in pair.second)
for pair in arguments[place : place + 2]:
    print(f"{pair.first}\n  -> {pair.second}  {'right' if pair.label else 'wrong'}")


def print_strengths(right, wrong):
    print("         productivity  coverage")
    for cue in cue_strengths(right, wrong):
        if cue.word in ("not", "welcome", "dog"):
            print(f"{cue.word:8}{cue.productivity:13.0%}{cue.coverage:10.0%}")


warrants = [pair.second for pair in arguments]
print_strengths(warrants[::2], warrants[1::2])

# %% [markdown] slideshow={"slide_type": "subslide"}
# Where it can be used, *welcome* (0%) is as sure a cue as *not*: it tells which answer is wrong. But it can be used in 18% only. Useless is 50%; *dog*, with 62% of about 24 questions, can be chance.
#
# ### Exercise 2: break the cue
# Difficulty 2 of 5, about 6 minutes. Build what tells a reader from a horse: a **mirrored** (镜像) argument. Each of its warrants means the same as before, but *not* stands in the other one.
#
# `right` and `wrong` are the texts of two warrants; exactly one has *not*. `wordings` is a list of pairs of phrases that mean the same, the second with *not*, such as `("cheap", "not expensive")`. Each warrant has exactly one phrase of the list, and the two may use different pairs. Return a list of two texts: the right warrant, and the wrong one.
#
# <details><summary>Hint</summary>Each warrant needs one replacement, in one of two directions. Try <code>text.replace(a, b).replace(b, a)</code> to see why only one.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.mirrored)
def mirrored(right, wrong, wordings):
    """Return both warrants with *not* in the other one, and with the same meaning."""
    ...


# %% tags=["solution"]
def mirrored(right, wrong, wordings):
    other = {}
    for plain, negated in wordings:
        other[plain], other[negated] = negated, plain
    found = []
    for warrant in (right, wrong):
        phrase = next(one for one in other if one in warrant)
        found.append(warrant.replace(phrase, other[phrase]))
    return found


# %% [markdown] slideshow={"slide_type": "subslide"}
# We mirror every second argument with your function, and count again.

# %% slideshow={"slide_type": "-"}
from lessons.l15_what_bert_knows.cue_sets import WORDINGS

half = []
for place in range(0, len(warrants), 2):
    both = warrants[place : place + 2]
    if place % 4 == 0:
        both = mirrored(*both, list(WORDINGS))
    half.append(both)
print(*half[0], sep="\n")
print_strengths(*zip(*half, strict=True))


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def half_mirrored():
    scores = findings.halves("not", "“not” in the right one", "mirrored")
    title = "Half right: the half in which the cue helps"
    show(figures.draw_rows(scores, title, "arguments right"), alt=ALT["halves"])
    claim("not: without the cue 90% or more; with it near chance on a half-mirrored test, 3 of 3 seeds",
          findings.worst_seed("not", 0.5, "broken") >= 0.9
          and findings.best_seed("not", 0.0, "broken") < 0.6)  # fmt: skip


predict("mirrored", half_mirrored)

# %% [markdown] slideshow={"slide_type": "-"}
# Niven and Kao mirrored ARCT as well, by negating the claims. Models trained on the original data were worse than chance on the mirrored test. Trained again on mirrored data, BERT's best run reached 53%, and the mean and the median were 50%. So without the cue nothing was learned. By our rule, this shows where the 77% came from, not what BERT could learn.
#
# In ARCT the two warrants contradict each other. Ours speak of different things, because with contradicting ones our positive control stayed at chance (part 7).

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(3)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 7. The other sentence
#
# A cue can also be a *place*. Here a question is asked of two sentences, and the answer is a span (lesson 10). In the data with the cue, the answer always stands in the first sentence, and the second is a **distractor** (干扰句): *Nina bought a collie in the office. Kevin found a sedan in the office. Which dog is named?*
# In the test, the sentences change places in half of the questions.


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def sedan():
    scores = findings.halves("distractor", "answer first", "distractor first")
    title = "Where the distractor comes first, none of the horse's answers is right"
    show(figures.draw_rows(scores, title, "answers right", chance=None), alt=ALT["halves"])
    check("distractor: the control finds 90% or more; the horse nothing if it comes first",
          findings.worst_seed("distractor", 0.5, "broken") >= 0.9
          and scores["horse:\ndistractor first"].mean < 0.05)  # fmt: skip


predict("a sedan", sedan)

# %% [markdown] slideshow={"slide_type": "subslide"}
# (We did not keep the wrong answers, so we do not know whether the horse always says *sedan*.) At scale: Jia and Liang (2017) added a sentence to the passages of SQuAD that looks like an answer and is none. Sixteen published systems fell from 75 to 36 F1 on average. Ko and others (2020) trained BERT on the questions of SQuAD whose answer stands in the first sentence:
# 37 F1 on the usual test; their method brings it back to 82.
#
# **What did not count.** We tried three more sets, with up to 140 updates. *Who of two persons has the thing?*: the model without the cue stayed at chance. Warrants that contradict each other: at chance, too. Subject and object in the wrong places: three trials, of which one was learned.
# From such failures nothing follows.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 8. The examiner
#
# Lesson 10's head for pairs was right on *all* pairs of the test. Now you examine it. An examiner asks **groups** of questions that differ in one point: whoever does not see the point gets one of them wrong. Gardner and others (2020) call them *contrast sets* (对比集).
#
# ### Exercise 3: only whole groups count
# Difficulty 2 of 5, about 4 minutes. `right` (N,) tells whether each answer is right, as booleans. `group` (N,) has the number of its group; the numbers are names, in any order, with gaps, and groups may have different sizes. Return the proportion of groups whose answers are *all* right.
#
# <details><summary>Hint</summary><code>group.unique()</code> has each number once.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.all_right)
def all_right(right, group):
    """Return the proportion of groups that have every answer right."""
    ...


# %% tags=["solution"]
def all_right(right, group):
    names = group.unique()
    whole = torch.stack([right[group == name].all() for name in names])
    return whole.float().mean()


# %% [markdown] slideshow={"slide_type": "subslide"}
# Sixty stories in the wordings of lesson 10's test, and four statements about each: what the person has, what the person gave away, *another* person (not in the story), and a denial. Only the first follows.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
from lessons.l15_what_bert_knows.examiner import (
    ASKED,
    judge_of_lesson_10,
    says_it_follows,
    statements,
)

asked = statements(60)
print(asked[0].text)
for statement in asked[:4]:
    print(statement.hypothesis, "follows" if statement.follows else "does not")

says = says_it_follows(judge_of_lesson_10(), asked)
correct = says == torch.tensor([statement.follows for statement in asked])
stories = torch.tensor([statement.story for statement in asked])


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def examined():
    found = {}
    for kind in ASKED:
        here = correct[[statement.kind == kind for statement in asked]]
        found[kind] = proportion_row(int(here.sum()), len(here))
    whole = round(float(all_right(correct, stories)) * 60)
    found["all four right"] = proportion_row(whole, 60)
    title = "Right on every test pair of lesson 10, wrong on other persons and denials"
    show(
        figures.draw_rows(found, title, "of 60 stories (bars: 95% intervals)", chance=None),
        alt=ALT["exam"],
    )
    claim("the pair head of lesson 10: of 60 stories, none with all four right",
          found["all four right"].mean == 0 and found[ASKED[0]].mean > 0.95)  # fmt: skip
    check("another person is not seen", found[ASKED[2]].high < 0.2)


predict("lesson 10", examined)

# %% [markdown] slideshow={"slide_type": "-"}
# The head says yes wherever somebody has the thing. A likely reason: in all of lesson 10's pairs the name was right, so a wrong name was never worth a look; and nothing was ever denied. A test from the same templates hides both.
# We built those data ourselves, with three baselines, and did not see it. By our own rule this proves less than part 5: it is one model, and we have no positive control, no head trained on wrong names and denials.
#
# ### Break the horse
# About 6 minutes. Catch the horse of part 5 with pairs of your own. Each line has a text from which the claim follows, a text from which it does not follow, and the claim, whose words all stand in both texts. Use no *if*; think of time, belief, other people. The harder part:
# find one line for which the control falls as well, and one for which it does not. Why does the control fall, if it does not go by common words?

# %% slideshow={"slide_type": "-"}
my_twins = [
    ("Anna is glad that Otto sang.", "Anna is afraid that Otto sang.", "Otto sang."),
    ("", "", ""),  # yours
    ("", "", ""),  # yours
]
drawn = bugs.examine_twins(my_twins, horse, control)
if drawn is not None:
    show(drawn, alt=ALT["verdicts"])

# %% [markdown] slideshow={"slide_type": "skip"}
# <details><summary>Why the control falls (open it when you have tried)</summary>It learned seven pairs of frames, and mainly these: with the new frames of part 5 it was right in 67 to 81%. A frame of yours may be near to one of the seven, or near to none. Not to go by common words is only half of reading.</details>

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
ask("an examination")

# %% [markdown] slideshow={"slide_type": "skip"}
# <details><summary>One good answer, to compare with yours</summary>
#
# Suspected cue: length. Strength: of all pairs of an urgent and a not urgent letter of clearly different length (coverage), in how many is the urgent one shorter (productivity)? Break it: shorten some letters and
# lengthen others without touching the facts; a nurse checks that the urgency is the same. Positive control: the same model, trained on letters of equal length, must reach a level that was named before. Unit: the patient, not the letter. Trust: only if original and changed letter get the
# same answer for nearly all patients, in each ward. A point for each: a strength that is measured, one thing changed, a control that could fail, a unit.
#
# </details>

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(4, 5)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 9. At work
#
# With `transformers`, a model returns the vectors of all layers with `output_hidden_states=True`, and `scikit-learn` has the probe. Here is part 2 for its first 40 lines; so few teach the probe less than our 200 did. `GroupShuffleSplit` (scikit-learn) mends *Find the leak*: no line is on both sides.

# %% slideshow={"slide_type": "-"}
import transformers
from sklearn.linear_model import LogisticRegression

from bertlab.model.pretrained import CHECKPOINTS

transformers.utils.logging.disable_progress_bar()
transformers.utils.logging.set_verbosity_error()
folder = CHECKPOINTS / "bert-mini-zh"
model = transformers.AutoModel.from_pretrained(folder)
reader = transformers.AutoTokenizer.from_pretrained(folder)
batch = reader(train.texts[:40], return_tensors="pt", padding=True)
with torch.no_grad():
    hidden = model(**batch, output_hidden_states=True).hidden_states
print("embeddings and", len(hidden) - 1, "layers:", tuple(hidden[1].shape))

first = [place for place, line in enumerate(train.lines) if line < 40]
rows = torch.stack([hidden[1][train.lines[place], train.places[place]] for place in first])
their_probe = LogisticRegression(max_iter=300).fit(rows, [train.labels[p] for p in first])
print(f"right in our test: {their_probe.score(asked_before, test.labels):.1f}")
check("the same vectors as ours", (rows - seen[first]).abs().max() < 1e-3)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Recap
#
# - A probe reads a question off a frozen layer. Its accuracy alone says little: compare with the character alone, with random weights, and with a control task.
# - Split by the unit that was sampled: a vector holds something of its whole line, so a line on both sides is a leak.
# - In `bert-mini-zh`, places become harder to read from layer to layer; words and kinds of names come with layer 1. An order of syntax and meaning is reported for large models; we could not test it.
# - What can be read off need not decide: in this one horse, a probe found what follows in the last vector, and the scores showed it, but common words drowned it out. To see what decides, change one thing and look at the answers.
# - A cue in the data makes a horse. A test from the same data cannot see it. An experiment counts only if a model without the cue can solve it.
# - Whole groups, not single questions, show whether the point that you varied is seen.
#
# Does BERT understand? The question is too large for one number. *Does it read this, here?* can be asked, and you have an examiner for it. Hans was no fraud. He had taken an examination in watching people, and passed.
#
# To come: **16. What to mask**.

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Appendix: data card
#
# Three sets are generated by this workbook, in English; nothing in them is about real persons, and none measures language in general.
#
# | set | what it is | training and test | cue | do not use it for |
# |---|---|---|---|---|
# | overlap | pairs; does the second follow? | 240 and 105 twins; names and events of the test new; 105 more twins in new frames | words in common | inference in general: seven pairs of frames |
# | not | a reason, a claim and two warrants | 240 and 105; names and places new | *not* | arguments: the two warrants speak of different things |
# | distractor | two sentences and a question for a span | 480 and 105; names and places new | the first sentence | reading of real texts |
#
# ## Terms
#
# | English | 中文 | in one line |
# |---|---|---|
# | probe | 探针 | a small classifier on frozen vectors |
# | control task | 控制任务 | the same question with drawn answers, one for each type |
# | selectivity | 选择性 | accuracy in the task minus accuracy in its control task |
# | leak | 数据泄漏 | the test holds something that training has seen |
# | cue, shortcut | 线索、捷径 | what gives the answer away without being the reason for it |
# | positive control | 阳性对照 | a case in which the effect must show, else the test proves nothing |
# | warrant | 理据 | what connects a reason with a claim |
# | coverage, productivity | 覆盖率、有效率 | how often a cue can be used; how often it is right then |
# | distractor | 干扰句 | a sentence that looks like an answer and is none |
# | frame, twins | 句式、成对样本 | the words around the events; two pairs with the same events and another frame |
# | counterexample | 反例 | an example in which the cue is wrong |
# | contrast set | 对比集 | examples that differ in one point, and in the answer |
#
# ## Further reading
#
# - Oskar Pfungst (1911). *Clever Hans (the Horse of Mr. von Osten).* Holt. Chapter II has the placards.
# - Laurens van der Maaten and Geoffrey Hinton (2008). *Visualizing Data using t-SNE.* Journal of Machine Learning Research.
# - John Hewitt and Percy Liang (2019). *Designing and Interpreting Probes with Control Tasks.* EMNLP-IJCNLP.
# - Ganesh Jawahar, Benoît Sagot and Djamé Seddah (2019). *What Does BERT Learn about the Structure of Language?* ACL.
# - Ian Tenney, Dipanjan Das and Ellie Pavlick (2019). *BERT Rediscovers the Classical NLP Pipeline.* ACL.
# - R. Thomas McCoy, Ellie Pavlick and Tal Linzen (2019). *Right for the Wrong Reasons: Diagnosing Syntactic Heuristics in Natural Language Inference.* ACL.
# - R. Thomas McCoy, Junghyun Min and Tal Linzen (2020). *BERTs of a Feather Do Not Generalize Together: Large Variability in Generalization across Models with Similar Test Set Performance.* BlackboxNLP.
# - Junghyun Min, R. Thomas McCoy, Dipanjan Das, Emily Pitler and Tal Linzen (2020). *Syntactic Data Augmentation Increases Robustness to Inference Heuristics.* ACL.
# - Yanai Elazar, Shauli Ravfogel, Alon Jacovi and Yoav Goldberg (2021). *Amnesic Probing: Behavioral Explanation with Amnesic Counterfactuals.* TACL.
# - Yonatan Belinkov (2022). *Probing Classifiers: Promises, Shortcomings, and Advances.* Computational Linguistics.
# - Timothy Niven and Hung-Yu Kao (2019). *Probing Neural Network Comprehension of Natural Language Arguments.* ACL.
# - Robin Jia and Percy Liang (2017). *Adversarial Examples for Evaluating Reading Comprehension Systems.* EMNLP.
# - Miyoung Ko, Jinhyuk Lee, Hyunjae Kim, Gangwoo Kim and Jaewoo Kang (2020). *Look at the First Sentence: Position Bias in Question Answering.* EMNLP.
# - Matt Gardner and others (2020). *Evaluating Models' Local Decision Boundaries via Contrast Sets.* Findings of EMNLP.
# - Robert Geirhos and others (2020). *Shortcut Learning in Deep Neural Networks.* Nature Machine Intelligence.
