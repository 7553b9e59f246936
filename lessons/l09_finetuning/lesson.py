# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown] slideshow={"slide_type": "slide"}
# # 09. Fine-tuning, on a CPU or a GPU
#
# > *There isn't one moment in the film that surprises or delights.*
#
# You know at once that this review is not favorable, although *surprises* and *delights* are favorable words. A pre-trained BERT knows language, but no task. **Fine-tuning** (微调) teaches it one.
# Can BERT learn from a few thousand examples what you know at once? And when somebody shows you a higher score, how do you know that the model is better? Parts 1 to 3 answer the first question, parts 4 to 6 the second.
#
# **At the end you can**
#
# - say what simple methods reach before you train, and why a score means nothing without them;
# - read, use and repair the loop that fine-tunes BERT;
# - find in somebody else's training log what is wrong with the recipe;
# - compute the interval of a gain, test one change at a time, and say when there is no difference to see;
# - classify texts of your own with a model that you trained, and say what its test score does not promise.
#
# **Time** 90 minutes in class, and 59 for the exercises (33 of them optional, in the appendices). **Difficulty** 3 of 5. **Before this**: lessons 07 (the model) and 08 (how it is trained). All of it runs without a GPU, as our recorded runs did; where there is one, the same cells use it. It changes speed and size, not the loop.

# %% tags=["bootstrap"] slideshow={"slide_type": "skip"}
# (generated)

# %% tags=["setup"] slideshow={"slide_type": "skip"}
from lessons.l09_finetuning import ask, bugs, diagrams, exercises, figures, measure, predict, quiz
from lessons.l09_finetuning.baselines import lexicon_sum

import math
import tempfile
from pathlib import Path

import numpy as np
import torch
import transformers
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from torch import nn
from torch.nn.functional import cross_entropy

from bertlab import device
from bertlab.datasets import minilm_folder, movie_reviews, sentiment_lexicon
from bertlab.finetuning import read_texts
from bertlab.finetuning.sentiment import as_data, movie_classifier, sample
from bertlab.model import BertForSequenceClassification
from bertlab.text import WordPieceTokenizer
from workbook.basics import begin_lesson, check, claim, exercise, explore, recorded, show

begin_lesson()
transformers.logging.set_verbosity_error()
transformers.logging.disable_progress_bar()
tokenizer = WordPieceTokenizer.from_folder("minilm")
reviews, lexicon = movie_reviews(), sentiment_lexicon()

# %% [markdown] slideshow={"slide_type": "subslide"}
# Here are six snippets of film reviews (`movie_reviews`, from Hutto and Gilbert, 2014). Many people rated each from -4 to 4, and its rating is their mean. A **word list** adds up the ratings of single words: above 0, it says *favorable*. A small BERT, fine-tuned on all training snippets (by LoRA, see part 5), gives the probability of *favorable*. We chose snippets that are not favorable and that the word list gets wrong. All six are held out: BERT has not learned from them. (*Oatmeal* is a plain breakfast.)

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
starts = [
    "There isn't one moment",
    "A tedious parable",
    "Not once does it come close",
    "Not even the Hanson",
    "It has all the excitement",
    "The lower your expectations",
]
tuned = movie_classifier()
six = measure.readings(starts, reviews.validation, lexicon, tuned, tokenizer)
alt = "A table of six snippets. The word list calls all six favorable, which is wrong: "
alt += "; ".join(f"“{one.text}” {one.word_list:+.1f}, BERT {one.model:.2f}" for one in six)
show(figures.draw_readings(six, "The word list is wrong on all six, BERT on two"), alt=alt)
check("the word list is wrong on all six", all((one.word_list > 0) != one.label for one in six))
check("BERT on two", sum((one.model > 0.5) != one.label for one in six) == 2)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 1. How far do you get without BERT?
#
# BERT was right on four of the six. That says nothing about BERT, since we chose them: a program that always says *not favorable* would get all six right. A score means something only beside that of a simple method, a **baseline** (基线).
# The simplest, a **majority vote**, always says what most labels say.
#
# The task: is the rating of a snippet above 0? (Exactly 0 counts as *not*.)
#
# We split the snippets at random: eight of ten for training, and two parts that are held out (留出). (Snippets of one review may fall on both sides.) We choose on the **validation** texts (验证集). On the **test** texts (测试集), each method is scored once, after all its choices.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
import re
from textwrap import fill

labels = [review.label for review in sample(reviews.validation, None)]
texts = [review.text for review in sample(reviews.validation, None)]


def word_list():
    print(fill(f"“{texts[0]}”", 60))
    people = "favorable" if labels[0] else "not"
    print(f"sum of the word list {lexicon_sum(texts[0], lexicon):.1f}, people say {people}")
    right = np.mean(
        [(lexicon_sum(text, lexicon) > 0) == y for text, y in zip(texts, labels, strict=True)]
    )
    most = max(np.mean(labels), 1 - np.mean(labels))
    print(f"majority vote {most:.1%}, word list {right:.1%} of {len(labels):,} validation texts")
    words = [set(re.findall(r"[\w']+", text.lower())) for text in texts]
    without = sum(lexicon.keys().isdisjoint(some) for some in words)
    print(f"no word of the list: {without} of these texts")
    check("word list: about 62%", abs(right - 0.62) < 0.01)
    check("the majority is a coin", most < 0.51)


predict("word list", word_list)

# %% [markdown] slideshow={"slide_type": "subslide"}
# The next baseline learns. It counts words and pairs of words, and gives the rare ones more weight (TF-IDF). A **logistic regression** (逻辑回归) then learns one number for each.
# A baseline deserves a fair chance: for each number of snippets we took the best of a few values of `C` on the validation texts.


# %% slideshow={"slide_type": "-"}
def word_counts(number, C):
    some = sample(reviews.train, number)
    counts = TfidfVectorizer(ngram_range=(1, 2), min_df=2, sublinear_tf=True)
    method = make_pipeline(counts, LogisticRegression(C=C))
    return method.fit([review.text for review in some], [review.label for review in some])


counting = {600: word_counts(600, C=1), len(reviews.train): word_counts(len(reviews.train), C=3)}
counted = {number: method.score(texts, labels) for number, method in counting.items()}
for number, score in counted.items():
    print(f"word counts, learned from {number:,} snippets: {score:.1%}")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 2. A head, and everything below it learns
#
# To word counts, a word that no training snippet holds says nothing. BERT has met most words before. Ours, `minilm`, has six layers. It was distilled from a larger model, then trained to compare over a billion pairs of sentences. So what it reaches is not due to masked language modeling alone.
#
# To classify, we put a **head** (分类头) on top: a randomly initialized linear map. It reads the pooler's vector of [CLS], and returns one **logit** for each class. A softmax turns logits into probabilities, and the loss is the negative log-likelihood of the right class.
#
# With **frozen features** (冻结特征), only the head learns. That is cheap, because the vector of each text is computed once. In fine-tuning the gradient goes on, into every layer.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
alt = (
    "Two stacks, from below: a text, embeddings, six encoder layers, the pooler, the head, the loss. "
    "With frozen features, the arrow of the gradient goes from the loss to the head and stops. In "
    "fine-tuning, it goes on to the pooler, the layers and the embeddings."
)
show(diagrams.fine_tuning(), alt=alt)

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
# What does the gradient say where it starts? One text, three classes, logits that we chose:
logits = torch.tensor([[1.0, 2.0, 0.0]], requires_grad=True)
cross_entropy(logits, torch.tensor([0])).backward()  # the right class is the first
probabilities = logits.softmax(dim=1).detach()
truth = torch.tensor([[1.0, 0.0, 0.0]])
print("logits     ", logits.detach().numpy())
print("probability", probabilities.numpy().round(2), " truth", truth.numpy())
print("gradient   ", logits.grad.numpy().round(2))
check("probability - truth", torch.allclose(logits.grad, probabilities - truth, atol=1e-6))

# %% [markdown] slideshow={"slide_type": "subslide"}
# The gradient of the loss at a logit is *probability minus truth*. An update goes against the gradient, so the logit of the right class rises and the others fall.
# But the layers know something already and should move little, so learning rates of $10^{-5}$ to $10^{-4}$ and few epochs are usual.

# %% slideshow={"slide_type": "-"}
names = ("negative", "positive")
torch.manual_seed(0)
model = BertForSequenceClassification.from_pretrained("minilm", new_heads=True, labels=names)
batch = as_data(sample(reviews.train, 8), tokenizer).batch(range(8))
cross_entropy(model(*batch.inputs), batch.labels).backward()
learning = [parameter.grad.any().item() for parameter in model.parameters()]
rows = model.bert.embeddings.word.weight.grad.any(dim=1)
print(f"tensors with a gradient: {sum(learning)} of {len(learning)}")
print(f"rows of the piece embeddings with a gradient: {rows.sum()} of {len(rows):,}")

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
read = batch.input_ids[batch.attention_mask.bool()].unique()  # padding is masked
claim(
    "every tensor of the model gets a gradient, but of the table only the rows of pieces that were read",
    all(learning) and rows.nonzero().flatten().tolist() == read.tolist(),
)
model.zero_grad()
model.bert.requires_grad_(False)  # frozen features
cross_entropy(model(*batch.inputs), batch.labels).backward()
alone = [name for name, parameter in model.named_parameters() if parameter.grad is not None]
print(f"with frozen features: {len(alone)} of {len(learning)}, {' and '.join(alone)}")
check("frozen features: the head alone", len(alone) == 2)
model.bert.requires_grad_(True)
model.zero_grad()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 3. The training loop
#
# The loop makes one update for each batch.
#
# ### Repair a loop
# About 5 minutes. A friend wrote the loop from memory. It raises no error, but the loss stays where it was. Mend its two mistakes and run the cell again. (Our loop, `train`, is folded below: open it when yours learns.)
#
# <details><summary>Hint 1</summary>What does <code>optimizer.zero_grad()</code> delete, and who needs it in the next line?</details>
# <details><summary>Hint 2</summary><code>cross_entropy</code> takes logits: the softmax is a part of it.</details>


# %% slideshow={"slide_type": "-"}
def friends_loop(model, batches, learning_rate):
    optimizer = torch.optim.AdamW(model.parameters(), lr=learning_rate)
    for inputs, labels in batches:
        probabilities = model(inputs).softmax(dim=1)
        loss = cross_entropy(probabilities, labels)
        loss.backward()
        optimizer.zero_grad()
        optimizer.step()


bugs.examine_loop(friends_loop)


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
# Our loop: it can fine-tune any BERT of this lesson.
def train(model, data, epochs, learning_rate=1e-4, batch_size=32):
    model.to(device()).train()  # dropout on
    optimizer = torch.optim.AdamW(model.parameters(), lr=learning_rate)
    for epoch in range(epochs):
        for places in data.epoch(epoch, batch_size):  # the texts in a new order
            batch = data.batch(places).to(device())
            logits = model(*batch.inputs)  # (B, C)
            loss = cross_entropy(logits, batch.labels)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(f"epoch {epoch + 1}: loss of the last batch {loss.item():.2f}")
    model.eval()  # dropout off


# %% tags=["nbval-ignore-output"] slideshow={"slide_type": "-"}
@torch.no_grad()  # nothing is recorded for a backward pass: less memory
def evaluate(model, data):
    model.to(device()).eval()  # no dropout: the same text gets the same logits
    loss = right = 0
    for places in data.in_order_of_length(64):
        batch = data.batch(places).to(device())
        logits = model(*batch.inputs)
        loss += len(places) * cross_entropy(logits, batch.labels).item()
        right += (logits.argmax(dim=1) == batch.labels).sum().item()
    return {"loss": loss / len(data), "accuracy": right / len(data)}


on_cpu = device().type == "cpu"  # a GPU takes all snippets, a processor 384
train_data = as_data(sample(reviews.train, 384 if on_cpu else None), tokenizer)
held_out = as_data(sample(reviews.validation, 256 if on_cpu else None), tokenizer)
train(model, train_data, epochs=2)
after = evaluate(model, held_out)
print(f"learned from {len(train_data):,}, scored on {len(held_out):,}")
print(f"{after['accuracy']:.0%} right, loss {after['loss']:.2f}")
print(f"two standard errors: {100 / math.sqrt(len(held_out)):.0f} points at most")

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
claim(
    "after two epochs your model beats a coin: its loss is below log 2", after["loss"] < math.log(2)
)
model.zero_grad()  # frees the memory of the gradients


# %% [markdown] slideshow={"slide_type": "subslide"}
# On other texts, this score may differ by two standard errors. Each is at most $50/\sqrt{N}$ points, because $\sqrt{p(1-p)}$ is at most one half. We recorded longer runs with `bertlab`'s `fine_tune`, which is this loop with three additions. The learning rate first rises (warm-up, 预热) and then falls, the weights decay, and gradients that are too long are shortened (clipping).
#
# These runs take batches of 32, a rate of $10^{-4}$ and 3 epochs: usual values, not tuned on this data. They learn from a part of the snippets (`finetuning_knobs`) or from all (798 updates, `sentiment`), with three seeds. The ± is the standard deviation (SD) over the seeds, in points (per cent of the texts).
#
# The second figure also has *frozen vectors*: a logistic regression on the means of `minilm`'s last layer (no pooler), which is not fine-tuned.


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def labels_needed():
    bert = measure.is_right(measure.kept("finetuning_knobs", "standard"), labels)
    few = bert.mean(dim=1).tolist()
    runs = recorded("sentiment")["results"]["fine_tuned"]
    scores = {f"word counts, {number:,}": [score] for number, score in counted.items()}
    scores["fine-tuned BERT, 600"] = few
    scores["fine-tuned BERT, 8,492"] = [run["history"][-1]["validation_accuracy"] for run in runs]
    gap = 100 * (np.mean(few) - counted[8492])
    title = "BERT with 600 snippets does about as well as word counts with 8,492"
    alt = "Validation accuracy: " + "; ".join(
        f"{name} snippets: {measure.percent(found)}" for name, found in scores.items()
    )
    show(figures.draw_scores(scores, len(labels), title, figures.ON_VALIDATION), alt=alt)
    claim(
        "with 600 labeled snippets, fine-tuned BERT is within 2 points of word counts with 8,492",
        abs(gap) < 2,
    )
    check("and far ahead of word counts with 600", min(few) > counted[600] + 0.08)
    lead = measure.gain(bert, measure.same_labels(counting[8492].predict(texts), labels))
    measure.print_gain("BERT, 600, above counts, 8,492", lead)
    check("the interval holds 0 and reaches 3 points", -3.1 < lead.low < -2 < 0 < lead.high)


predict("labels needed", labels_needed)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
methods = recorded("sentiment")["results"]
scores = figures.method_scores(methods)
recipe = np.array(scores["fine-tuned BERT"])
best = max(score for name, score in methods["baselines"].items())
lead = 100 * (recipe.mean() - best)
alt = "Test accuracy: " + "; ".join(f"{n}: {measure.percent(found)}" for n, found in scores.items())
title = f"On all snippets, fine-tuning is {lead:.1f} points above the best baseline"
xlabel = "test texts classified correctly"
show(figures.draw_scores(scores, len(reviews.test), title, xlabel), alt=alt)
claim(
    "on the test texts, fine-tuning beats every baseline by 8 points or more, with each of 3 seeds",
    min(recipe) > best + 0.08,
)
frozen = methods["baselines"]["frozen vectors"]
check("frozen vectors: as word counts", abs(frozen - methods["baselines"]["word counts"]) < 0.01)
test = sample(reviews.test, None)
truth = [review.label for review in test]
three = measure.kept("sentiment", "fine-tuned")  # (3 seeds, texts, 2)
alone = measure.is_right(three, truth)
by_counts = measure.same_labels(counting[8492].predict([one.text for one in test]), truth)
measure.print_gain("fine-tuned above word counts", measure.gain(alone, by_counts))
check("798 updates in all", methods["fine_tuned"][0]["history"][-1]["step"] == 798)

# %% [markdown] slideshow={"slide_type": "subslide"}
# The frozen vectors are half a point above counting. (No interval: their single answers were not kept.) Fine-tuned, the model is right in 86 to 87 of 100 cases. The interval of its gain over counting is far above 0. So the answer to the first question is *nearly*: 13 or 14 of 100 snippets are still wrong.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(1, 2, 3)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 4. The clinic: a popular recipe
#
# Does a good score mean that the recipe is right? A tutorial that many have copied fine-tunes BERT on five classes of news. After five epochs it is at 98%. But read its log. What is the first loss a mean of?


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
from lessons.l09_finetuning import flawed_recipe

print("the log   training      validation")
print("updates   loss   right  loss   right")
for epoch, line in enumerate(flawed_recipe.PRINTED_LOG, start=1):
    print(f"{596 * epoch:5,}  ", *(f"{number:6.3f}" for number in line))


def first_epoch():
    line = flawed_recipe.PRINTED_LOG[0]
    first = flawed_recipe.mean_loss(
        line.train_loss, flawed_recipe.PRINTED_TEXTS, flawed_recipe.PRINTED_BATCH
    )
    guessing = math.log(flawed_recipe.PRINTED_CLASSES)
    print(
        f"printed {line.train_loss}; the mean loss of a text: {first:.2f}; guessing: {guessing:.2f}"
    )
    claim(
        "the printed loss of 0.795 was that of guessing, within 0.05 nats",
        abs(first - guessing) < 0.05,
    )
    check("at the end 98%", abs(flawed_recipe.PRINTED_LOG[-1].validation_accuracy - 0.98) < 0.005)


predict("first epoch", first_epoch)

# %% [markdown] slideshow={"slide_type": "subslide"}
# Which epoch is the first whose *training* loss is clearly below guessing? Double each printed loss before you say.
# <details><summary>Then look here</summary>The second, with 2 · 0.644 = 1.29 against 1.61. After the first, validation has 38.9% right and a loss of 2 · 0.751 = 1.50. So 596 updates taught only a little.</details>
#
# ### Exercise 1: the figures of an epoch
# Difficulty 2 of 5, about 8 minutes. Mend the recipe's loop: two lines are wrong. (The lines that set the sums to 0 and count `examples` are left out.) Return two `float`s as a tuple: the mean loss of an example in nats, and the proportion of examples whose label has the largest logit. Each example counts once.
#
# - `batches` holds pairs of vectors (B, D) and labels (B,); B is not always the same, but never 0.
# - No two logits of an example are equal, and none is beyond 50 or -50.
#
# ```python
# for pooled, labels in batches:
#     logits = relu(pooled @ weight.T + bias)
#     loss += cross_entropy(logits, labels).item()
#     correct += (logits.argmax(dim=1) == labels).sum().item()
# return loss / examples, correct / examples
# ```
#
# <details><summary>Hint</summary><code>cross_entropy</code> returns the mean of a batch unless you ask for <code>reduction="sum"</code>. And a logit is any number; softmax makes probabilities of them.</details>


# %% tags=["exercise"] slideshow={"slide_type": "subslide"}
@exercise(exercises.epoch_figures)
def epoch_figures(batches, weight, bias):
    """Return two floats: the mean loss of an example in nats, and the accuracy."""
    ...


# %% tags=["solution"]
def epoch_figures(batches, weight, bias):
    loss, correct, examples = 0.0, 0, 0
    for pooled, labels in batches:
        logits = pooled @ weight.T + bias
        loss += cross_entropy(logits, labels, reduction="sum").item()
        correct += (logits.argmax(dim=1) == labels).sum().item()
        examples += len(labels)
    return loss / examples, correct / examples


# %% [markdown] slideshow={"slide_type": "subslide"}
# The printed loss was one flaw. Here is the whole recipe:
#
# | the recipe | what to ask |
# |---|---|
# | `relu(linear(pooled))` goes into the cross-entropy | what if the right logit should be negative? |
# | all texts are padded to 512 tokens | what does the padding cost? |
# | batches of 2 | how noisy is a gradient from two texts? |
# | a learning rate of $10^{-6}$ | how far do the weights get? |
# | the printed loss: batch means, added up, divided by the number of *texts* | what is its unit? |
#
# Padding and the printed loss cannot hurt the accuracy. For the other three flaws, a recorded run (`finetuning_clinic`) fine-tunes on 400
# snippets for three epochs. We run the recipe as printed, then with all three mended (batches of 32, a rate of $10^{-4}$), then with one left in.


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def the_clinic():
    clinic = recorded("finetuning_clinic")["results"]
    heads = np.array(clinic["silent_heads"]["2"])
    most = np.mean(heads >= 0.5)
    print(f"{most:.0%} of {len(heads)} heads: half of the texts silent, or more")
    check("about 19 of 100 heads", abs(most - 0.19) < 0.01)
    scores = flawed_recipe.scores_of_kinds()
    alt = "Validation accuracy with three seeds: " + "; ".join(
        f"{kind} {', '.join(f'{one:.1%}' for one in found)}" for kind, found in scores.items()
    )
    title = "Mended, all three seeds learn; with the ReLU left in, two of three"
    split = {"ReLU alone": "1 of 3 at chance"}
    show(figures.draw_scores(scores, 500, title, figures.ON_VALIDATION, split=split), alt=alt)
    *_, batches_of_2, slow = scores.values()
    others, mended = batches_of_2 + slow, scores["mended"]
    print("mended, by seed:", ", ".join(f"{one:.1%}" for one in mended))
    check("mended: 6.6 points between two seeds", abs(max(mended) - min(mended) - 0.066) < 0.0005)
    check("the other flaws alone: below the mended, each seed", max(others) < min(mended))
    learned = [score > 0.6 for score in scores["ReLU alone"]]
    check("with the ReLU alone, two of three seeds learn", sum(learned) == 2)
    silent = clinic["kinds"]["ReLU alone"]["silent"]
    check("the ReLU silences one seed of three", sum(part > 0.3 for part in silent) == 1)


predict("one flaw left in", the_clinic)

# %% [markdown] slideshow={"slide_type": "subslide"}
# *Batches of 2, at 1e-4* makes 600 updates, yet it hardly learns. Probably the gradient of two texts is too noisy for steps of this size. A run at $10^{-5}$ would tell; we did not make it.
#
# *Rate of 1e-6 alone* makes only 39 updates. In one update, Adam moves a weight by about the learning rate, whatever the size of the gradient. So no weight moves by much more than 0.00004, where those of the new head begin at about 0.02, and the score stays near that of a coin. How did the tutorial reach 98%? Probably because 2,980 updates moved all layers a little, which was enough for news.
#
# So a good score does not mean that the recipe is right. Easy news and many updates hid its flaws; 400 snippets show them.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(4, 5)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 5. Is it better, or was it luck?
#
# Many tricks have helped in a paper, often by little. But two models of the *same* recipe differ as well. The seed decides the head's first weights, the order of the texts and the dropout. With 400 or 600 snippets, it also draws these. Dodge et al. (2020) fine-tuned BERT hundreds of times with other seeds alone; the best runs were well above reported scores. Mosbach et al. (2021) trace failed runs to vanishing gradients. And on other texts, both models would have other scores. So first: what does chance alone do?
#
# The **bootstrap** (自助法) imitates other texts: it draws N of our N texts, with replacement, and computes the result again. After a thousand draws or more, the middle 95% of the results are the interval.
#
# ### Exercise 2: the interval of a gain
# Difficulty 2 of 5, about 7 minutes. Models A and B read the same N texts. Return the two ends of the 95% interval of B's gain over A, as a tuple of two `float`s in points (100 times a proportion).
#
# - `right_a` and `right_b`, both (N,), hold for each text a 1 if the model is right, else a 0.
# - Each row of `draws`, (R, N), holds the numbers of N texts that were drawn with replacement. With right answers 1 0 0 of A and 1 1 0 of B, the row 1 1 2 gives a gain of 66.7 points.
# - Cut off 2.5% of the R results at each end.
#
# <details><summary>Hint 1</summary>Use the same row of <code>draws</code> for both models. Why?</details>
# <details><summary>Hint 2</summary><code>values[draws]</code> has the shape of <code>draws</code>; <code>np.percentile(results, [2.5, 97.5])</code> gives both ends, also of a tensor.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.paired_interval)
def paired_interval(right_a, right_b, draws):
    """Return (lower end, upper end) of the gain of B over A, in points."""
    ...


# %% tags=["solution"]
def paired_interval(right_a, right_b, draws):
    gains = 100 * (right_b - right_a)  # (N,), text by text
    results = gains[draws].mean(dim=1)  # (R,)
    low, high = np.percentile(results, [2.5, 97.5])
    return low, high


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
first, second, _ = measure.is_right(measure.kept("finetuning_knobs", "standard"), labels)
size = (2000, len(labels))
draws = torch.from_numpy(np.random.default_rng(0).integers(len(labels), size=size))
low, high = paired_interval(first, second, draws)
apart = measure.unpaired(second, first)
gap = 100 * (second - first).mean().item()
ways = {"each on texts of its own": measure.Change([gap], *apart)}
ways["on the same texts"] = measure.Change([gap], low, high)
alt = "Gain of the second seed: " + "; ".join(
    f"{name}, 95% interval {one.low:.1f} to {one.high:.1f}" for name, one in ways.items()
)
title = f"Two seeds of one recipe: {gap:.1f} points apart, and the interval contains 0"
show(figures.draw_changes(ways, title, figures.ABOVE_FIRST), alt=alt)
check("nearly a point, and the interval holds 0", low < 0 < gap < 1)
check("about half as wide", abs((high - low) / (apart[1] - apart[0]) - 0.5) < 0.1)
differ = (first != second).sum().item()  # texts
error = 100 * math.sqrt(differ) / len(labels)
print(f"one right, one wrong: {differ} of {len(labels):,} texts")
print(f"standard error {error:.1f} points")
check("a standard error of a point", abs(error - 1) < 0.05)

# %% [markdown] slideshow={"slide_type": "subslide"}
# Nothing but the seed differs here. If each model had read texts of its own, the interval would be about twice as wide. So subtract text by text.
#
# A formula for its width lets you plan. Only the texts count on which one model is right and the other wrong: a proportion $d$ of the $N$ texts, here a tenth. If the gain is small, its standard error is
# about $100\sqrt{d/N}$ points, here one. The interval reaches about two of them to either side.
#
# We make one change at a time, with 600 snippets (57 updates) and three seeds (`finetuning_knobs`, `finetuning_poolings`). The bootstrap draws the texts, each with its mean gain over the seeds.
#
# | change | what it does |
# |---|---|
# | **what the head reads** | |
# | last [CLS] | the last layer's [CLS], without the pooler |
# | mean | the mean of the last layer's tokens |
# | [CLS] of the last four | the last four layers' [CLS], mixed in learned proportions |
# | all tokens of the last four | the same mixture, of each layer's mean over its tokens |
# | [CLS] of all layers | the six [CLS] vectors, end to end |
# | **what it learns from** | |
# | multi-sample dropout | the head sees the vector five times, each time with other elements dropped (Inoue 2019) |
# | auxiliary task | the same vector also predicts the rating itself (Caruana 1997) |
# | extra features | length, punctuation and the word list's sum join the vector |
# | **how it trains** | |
# | 3 layers frozen | the lowest three stay as they are |
# | layer-wise rates | each layer learns more slowly than the one above (Howard and Ruder 2018) |
# | no warm-up | the rate starts at its highest |
# | early stopping* | up to twice the epochs; the best weights are kept (Prechelt 1998) |
# | LoRA, rank 16* | see below; its own rate of $10^{-3}$ (Hu et al. 2022) |
#
# **LoRA** (低秩适配) keeps the matrix $W$ of each linear map in BERT, and uses $W + BA$ in its place. For $W$ of shape (D, D), $B$ is (D, 16) and $A$ (16, D), so only $32D$ numbers learn and not $D^2$. At first $B$ is all 0, so training begins at the pre-trained model.
#
# The stars mark unfair tests. The epoch of *early stopping* is chosen by the texts that score it. LoRA's rate was the best of three (tried on 1,000 snippets), and the standard recipe's was not tuned.


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def thirteen_changes():
    found = measure.changes(labels)
    better = [name for name, one in found.items() if one.low > 0]
    worse = [name for name, one in found.items() if one.high < 0]
    alt = "Points above the standard recipe, mean of three seeds: " + "; ".join(
        f"{name} {np.mean(one.seeds):+.1f}" for name, one in found.items()
    )
    title = f"{len(found)} changes: {len(better)} intervals lie above 0, and {len(worse)} below"
    show(figures.draw_changes(found, title, wide=measure.changes(labels, 100 - 5 / 13)), alt=alt)
    claim("of 13 changes to the recipe, none is clearly better: no 95% interval lies above 0",
          len(found) == 13 and not better)  # fmt: skip
    check("two are clearly worse", sorted(worse) == ["3 layers frozen", "layer-wise rates"])
    others = [np.mean(one.seeds) for name, one in found.items() if name not in worse]
    check("the others are within a point", max(map(abs, others)) < 1)
    reach = [max(-one.low, one.high) for name, one in found.items() if name not in worse]
    check("their intervals reach nearly two points", 1.5 < max(reach) < 2)
    begins = found["multi-sample dropout"].low
    check("the interval of multi-sample dropout begins at 0", begins == 0)
    seeds = found["all tokens of the last four"].seeds
    check("three points between two seeds", 3 < max(seeds) - min(seeds) < 4)
    luck = measure.luck_of_seeds(labels)
    check("luck of seeds: 0.3", abs(luck - 0.3) < 0.03)


predict("thirteen changes", thirteen_changes)

# %% [markdown] slideshow={"slide_type": "subslide"}
# *Is there no gain?* *We saw none* is not *there is none*. Ten times as many texts would make the intervals about a third as long.
#
# *Are the two that are worse bad luck?* If no change did anything, at least one of 13 independent 95% intervals would still miss 0 in about half of all cases. With the thin lines, of 99.6%, this chance is about 5% at most, and only *3 layers frozen* is clearly worse. After 57 updates, slower layers have probably not finished learning, and frozen ones have not begun.
#
# *Would it be so with other seeds?* The intervals draw other texts, not other seeds. Let seeds scatter by a standard deviation of $s$. They alone give the gain between two means of $k$ seeds a standard error of about $s\sqrt{2/k}$. For the standard recipe this is the 0.3 points printed above, but three runs tell $s$ only roughly, and some changes scatter more. Look at the dots: with *all tokens of the last four* and *[CLS] of all layers*, two seeds are more than three points apart.
#
# *And with other data?* On SST-2 (67,000 labeled phrases from the same collection of reviews), Devlin et al. (2019, table 1) report 93.5% for BERT base and 94.9% for BERT large. But SST-2 leaves out neutral sentences, so it is easier.
#
# All this was with 600 snippets. With all of them, does the mean of three models' probabilities help, or LoRA, which trains only a fortieth of the weights? We compare each with the average score of the three single models on the test texts. Neither is clearly better, because both intervals below contain 0.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
ensemble = measure.is_right(three.softmax(dim=2).mean(dim=0, keepdim=True), truth)
low_rank = measure.is_right(measure.kept("sentiment_low_rank", "low rank"), truth)
print("one model, three seeds:", measure.percent(alone.mean(dim=1).tolist()))
for name, right in (("LoRA, one seed", low_rank), ("mean of three", ensemble)):
    change = measure.gain(right, alone.mean(dim=0, keepdim=True))
    print(f"{name}: {right.mean():.1%}, {change.seeds[0]:+.1f} points")
    print(f"    95% interval {change.low:.1f} to {change.high:.1f}")
wide = measure.changes(labels, level=100 - 5 / 13)
sure = [name for name, one in wide.items() if one.low > 0 or one.high < 0]
check("with room for 13 looks: one", sure == ["3 layers frozen"])
check("the interval of the ensemble's gain holds 0", change.low < 0 < change.high)
of_lora = measure.gain(low_rank, alone.mean(dim=0, keepdim=True))
check("the interval of LoRA's gain holds 0", of_lora.low < 0 < of_lora.high)
check("low rank: within a point", abs(low_rank.mean() - alone.mean()) < 0.01)
every = sum(parameter.numel() for parameter in model.parameters())
trained = recorded("sentiment_low_rank")["results"]["trained"] / every
check("a fortieth of the weights", abs(trained - 1 / 40) < 0.003)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
curves = [run["history"] for run in methods["fine_tuned"]]
alt = "Validation after epochs 1, 2, 3: " + "; ".join(
    "loss " + ", ".join(f"{line['validation_loss']:.2f}" for line in curve)
    + ", accuracy " + ", ".join(f"{line['validation_accuracy']:.1%}" for line in curve)
    for curve in curves
)  # fmt: skip
show(
    figures.draw_curves(curves, "In the third epoch the loss rises; the accuracy hardly changes"),
    alt=alt,
)
print("accuracy after epoch    1      2      3")
for seed, curve in enumerate(curves):
    print(f"seed {seed}           ", *(f"{line['validation_accuracy']:6.1%}" for line in curve))
losses = np.array([[line["validation_loss"] for line in curve] for curve in curves])
scores = np.array([[line["validation_accuracy"] for line in curve] for curve in curves])
check("the loss rises by a tenth or more", (losses[:, 2] - losses[:, 1]).min() > 0.1)
check("the accuracy falls by 1.2 points at most", (scores[:, 1] - scores[:, 2]).max() < 0.012)
by = len(labels) * (scores[:, 1] - np.delete(scores, 1, axis=1).max(axis=1))  # texts
check("the second epoch is the best, twice by one text", sorted(by.round())[:2] == [1, 1])

# %% [markdown] slideshow={"slide_type": "subslide"}
# The figure follows the three single models. When the loss rises and the number of right answers hardly changes, the model is probably surer of its wrong answers. This is a sign of **overfitting** (过拟合); a proof needs the training loss as well. With each seed the accuracy is highest after the second epoch, but twice by a single text of 1,044. By the loss, two of the three runs are best after the first.
#
# *Early stopping* chooses the number of epochs.
#
# ### Exercise 3: stop early
# Difficulty 2 of 5, about 6 minutes. Return a tuple of two integers: the epoch whose weights are kept, counted from 1, and the number of epochs that were run. `early_stopping([81, 85, 84, 84, 90], patience=2)` is `(2, 4)`.
#
# - `scores` is a list: the validation accuracy (0 or more) after each epoch that the budget allows, at least one.
# - Training stops after `patience` (at least 1) epochs in a row without a new best, or when the budget ends. An equal score is not better.
# - Keep the best epoch that was run.
#
# <details><summary>Hint</summary>Remember the best epoch; when the present one is <code>patience</code> after it, return.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.early_stopping)
def early_stopping(scores, patience):
    """Return (the epoch whose weights are kept, the epochs that were run)."""
    ...


# %% tags=["solution"]
def early_stopping(scores, patience):
    best = 1
    for epoch, score in enumerate(scores, start=1):
        if score > scores[best - 1]:
            best = epoch
        if epoch - best == patience:
            return best, epoch
    return best, len(scores)


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(6, 7)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
ask("one point better")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 6. Your texts, your model
#
# All scores so far are about one collection. So we wrote twelve other texts: six that we took for easy, and six for hard. Your model from part 3 and `tuned`, the LoRA model of the first picture, read them. (`positive` means favorable; the labels are ours.)


# %% tags=["hide-input", "nbval-ignore-output"] slideshow={"slide_type": "-"}
def let_both_read(lines):
    file = Path(tempfile.mkdtemp()) / "texts.tsv"
    file.write_text("\n".join(lines), encoding="utf-8")
    found = read_texts(file, names=model.labels)  # lines: label, tab, text
    both = {"your model": model, "tuned": tuned}
    measure.print_table(found, both, lexicon, tokenizer)
    return found


lines = [
    "positive\tA warm and clever film that stays with you.",
    "positive\tI left the cinema with a smile.",
    "positive\tWe laughed from the first minute to the last.",
    "negative\tTwo hours of my life that I want back.",
    "negative\tIt is neither funny nor sad, only long.",
    "negative\tThe actors do their best, but the story falls apart.",
    "positive\tI expected to hate it, and I was wrong.",  # from here on: hard
    "positive\tNot a dull minute.",
    "positive\tYou will laugh, and then you will think.",
    "negative\tIt could have been a great film.",
    "negative\tI kept looking at my watch.",
    "negative\tThe best thing about it is that it ends.",
]
mine = let_both_read(lines)

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
chances = measure.favorable(tuned, tokenizer, mine.texts)
right = [(one > 0.5) == label for one, label in zip(chances.tolist(), mine.labels, strict=True)]
easy, hard = sum(right[:6]), sum(right[6:])
listed = [(lexicon_sum(t, lexicon) > 0) == y for t, y in zip(mine.texts, mine.labels, strict=True)]
print(f"tuned is right on {easy} of 6 easy ones and on {hard} of 6 hard ones")
check("six of twelve each", easy + hard == sum(listed) == 6)
ways = [
    "We smiled from the first minute to the last.",
    "I laughed from the first minute to the last.",
]
lifted = (measure.favorable(tuned, tokenizer, [*ways, "We laughed to the last."]) > 0.5).tolist()
check("of three words changed, smiled alone lifts it", lifted == [True, False, False])
differ = [mine.texts[n][:6] for n in range(12) if right[n] != listed[n]]
claim("`tuned` and the word list disagree on two of the twelve", differ == ["We lau", "The ac"])
check("word list: 63% of the test texts", abs(methods["baselines"]["lexicon"] - 0.63) < 0.005)
check("right on 87% of the test texts", abs(low_rank.mean() - 0.87) < 0.005)

# %% [markdown] slideshow={"slide_type": "-"}
# On the test texts, the word list is right on 63% and `tuned` on 87%. Of these twelve, both get six right, and of the two on which they disagree, one each.
#
# The 87% are about snippets *like those it learned from*. Ours have other authors, and half are hard on purpose. So label texts of your own, and make them your test set.
#
# **Your turn.** Why does `tuned` give the easy *We laughed ...* so little? Guess a word, change it alone, and run the cell below: *smiled* for *laughed*, *I* for *We*, or leave out *from the first minute*. Then try your own texts.
# <details><summary>What we found</summary>Of these three, only <i>smiled</i> lifts it above 0.5. So <i>laughed</i> is to blame here, perhaps because reviewers also write it of films that are laughed <i>at</i>.</details>

# %% slideshow={"slide_type": "-"}
my_lines = [
    # take away the # of a line, and change the text (its label, a tab, the text)
    # "positive\tWe laughed from the first minute to the last.",
    # "negative\tHere stands a text of yours.",
]
if my_lines:
    let_both_read(my_lines)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(8)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Recap
#
# - First ask what simple methods reach.
# - The gradient of the loss at a logit is probability minus truth. In fine-tuning, it reaches every layer.
# - Ask of each printed loss what it is a mean of, and compare it with the loss of guessing, $\ln C$.
# - A ReLU after the logits cuts off the gradient of some texts. At a learning rate of $10^{-6}$, few updates hardly move a weight.
# - Seeds of one recipe were 0.8 points apart with 600 snippets, and 6.6 with 400. Subtract text by text.
# - Test one change at a time. Of 13, we saw none that clearly helps, but the intervals reach nearly two points.
# - Choose on validation texts. Score each method once on the test texts.
#
# Can BERT learn what you know at once? Nearly: on snippets like those it learned from, it is right in 86 to 87 of 100 cases. How do you know that a model is better? By its gain on the same texts, with an interval, over several seeds, after all choices were made.
#
# Next: **10. One encoder, four tasks**.

# %% [markdown] slideshow={"slide_type": "notes"}
# *Instructor:* begin part 4 with the log on the board: why is a loss of 0.795 no success? In part 5, collect guesses of each change's gain, in points. Ask who would have reported the best seed.

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Appendix: at work
#
# In `transformers`, `from_pretrained` takes a folder or a model's name on the Hub, such as `"bert-base-uncased"`. `bertlab`'s takes our checkpoints' names or a downloaded folder. `Trainer`, of `transformers`, is this loop. It clips gradients, and its rate falls from 5e-5. Warm-up and weight decay are off until you set `warmup_steps` and `weight_decay` in its `TrainingArguments`.

# %% slideshow={"slide_type": "skip"}
folder = minilm_folder()  # or the name of a model on the Hub
hub_tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
hub_model = transformers.AutoModelForSequenceClassification.from_pretrained(folder, num_labels=2)
optimizer = torch.optim.AdamW(hub_model.parameters(), lr=1e-4)
hub_model.train()  # dropout on
some = sample(reviews.train, 64)
options = {"padding": True, "truncation": True, "max_length": 64, "return_tensors": "pt"}
for start in (0, 32):
    part = some[start : start + 32]
    batch = hub_tokenizer([review.text for review in part], **options)
    loss = hub_model(**batch, labels=torch.tensor([review.label for review in part])).loss
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print("two updates made")
hub_model = optimizer = loss = None  # frees their memory

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Appendix: more changes, and the recipe of 2018
#
# *Multi-sample dropout* is short, because each call of a dropout layer drops other elements.
#
# ```python
# dropout = nn.Dropout(0.5)
# losses = [cross_entropy(head(dropout(vector)), labels) for _ in range(5)]
# loss = torch.stack(losses).mean()
# ```
#
# ### Exercise 4: a mixture of layers
# Difficulty 2 of 5, about 6 minutes, if you like. *[CLS] of the last four* lets training decide how much each layer counts. `hidden_states` is a tuple of the embeddings and then the output of each of four layers or more, (B, T, D) each. Return a mixture, (B, D), of the [CLS] vectors of the last four layers.
# `w` is a tensor of four numbers, the lowest layer first, which training may move anywhere, even to thousands. Make proportions from them, above 0 and with a sum of 1. A layer counts $e$ times as much when its number grows by 1.
#
# <details><summary>Hint 1</summary>Which function of lesson 05 makes weights from scores?</details>
# <details><summary>Hint 2</summary>Stack the four vectors of each text to (4, B, D). Which axis is summed away?</details>


# %% tags=["exercise"] slideshow={"slide_type": "skip"}
@exercise(exercises.mixed_cls)
def mixed_cls(hidden_states, w):
    """Return one vector per text, (B, D)."""
    ...


# %% tags=["solution"]
def mixed_cls(hidden_states, w):
    cls = torch.stack([layer[:, 0] for layer in hidden_states[-4:]])  # (4, B, D)
    return torch.einsum("l,lbd->bd", w.softmax(dim=0), cls)


# %% tags=["hide-input"] slideshow={"slide_type": "skip"}
from lessons.l09_finetuning.pooling import LastFourPooling

bert = model.cpu().bert
pooling = LastFourPooling(bert)
torch.nn.init.normal_(pooling.scores)
some = as_data(sample(reviews.validation, 8), tokenizer)
with torch.no_grad():
    seen = bert.inspect(*some.batch(range(8)).inputs).hidden_states
    gap = (mixed_cls(seen, pooling.scores) - pooling(seen[1:], None)).abs().max()
check("your mixture is the lesson's, to 1e-6", gap < 1e-6)

# %% [markdown] slideshow={"slide_type": "skip"}
# **A category.** A text may come with more than its words, such as its length or a category. Numbers can join its vector as they are (*meta features*). A category is no number, so it gets a row of a table,
# an **embedding** (嵌入), learned with the head (the folded class below). In a linear head, a category can only shift the logits of all its texts by the same amount.


# %% tags=["hide-input"] slideshow={"slide_type": "skip"}
class JoinedHead(nn.Module):
    def __init__(self, text_size=384, num_features=3, num_categories=4, category_size=8):
        super().__init__()
        self.category = nn.Embedding(num_categories, category_size)
        self.head = nn.Linear(text_size + num_features + category_size, 2)

    def forward(self, vector, features, category):
        joined = torch.cat([vector, features, self.category(category)], dim=1)
        return self.head(joined)


logits = JoinedHead()(torch.randn(5, 384), torch.randn(5, 3), torch.tensor([0, 1, 2, 3, 0]))
check("the joined head has two logits for each text", logits.shape == (5, 2))
alt = (
    "The vector of a text, meta features and the row of its category are joined end to end; one "
    "head reads them."
)
show(diagrams.joined_head(), alt=alt)


# %% [markdown] slideshow={"slide_type": "skip"}
# **The recipe of 2018.** BERT's first repository came with a script, `run_classifier.py`. In `bertlab`, its flags are:
#
# | flag | its usual value | here |
# |---|---|---|
# | `--max_seq_length` | 128 | `LabelledTexts(..., max_length=128)` |
# | `--train_batch_size` | 32 | `TrainConfig(batch_size=32)` |
# | `--learning_rate` | 2e-5 | `TrainConfig(learning_rate=2e-5)` |
# | `--num_train_epochs` | 3 | `data.config(epochs=3)` |
# | `--warmup_proportion` | 0.1 | `TrainConfig(warmup=0.1)` |
# | `--init_checkpoint` | a file, `bert_model.ckpt` | `from_pretrained("minilm")` |
#
# For data of your own, one wrote a `DataProcessor`, which turns lines of the train, dev and test files into examples. In the files here, only the test file has a heading line, and it has no labels.
#
# ### Find the bug: a reader of files
# About 5 minutes, if you like. The class below follows one in a popular article. Mend it until all parts arrive.


# %% slideshow={"slide_type": "skip"}
class DemoProcessor:
    def examples(self, lines, part):
        found = []
        for number, line in enumerate(lines):
            if part == "test" and number == 0:
                continue
            guid = f"{part}-{number}"
            if part == "test":
                text = line[0]
                label = "0"
            else:
                text = line[1]
                label = line[0]
                found.append(bugs.InputExample(guid, text, label))
        return found


bugs.examine_processor(DemoProcessor)

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Appendix: on a GPU
#
# **Padding** changes no answer, because it is masked, but it is computed like any token. Pad to the longest text of the batch, not to 512. Or put texts of similar length together: shuffle, then sort within a *bucket*.
#
# ### Exercise 5: buckets
# Difficulty 3 of 5, about 10 minutes, if you like. `shuffled` holds the numbers of all texts in random order, `lengths` their lengths by number. Return all batches in one list. Each is a list of texts' numbers (ints, Python's or numpy's), from short to long. Without texts the list is empty.
#
# - Cut `shuffled` into buckets of `bucket * batch_size` texts. Sort each from short to long (equal lengths in either order) and cut it into batches.
# - Put the batches of each bucket in the order of `generator.permutation(number of its batches)`. Call it once for each bucket, from the first to the last.
# - Nothing is dropped: rests make a smaller bucket and a smaller batch.
#
# <details><summary>Hint 1</summary><code>range(0, len(shuffled), bucket * batch_size)</code> gives where buckets begin.</details>
# <details><summary>Hint 2</summary><code>sorted(texts, key=lambda text: lengths[text])</code></details>


# %% tags=["exercise"] slideshow={"slide_type": "skip"}
@exercise(exercises.bucketed_batches)
def bucketed_batches(shuffled, lengths, batch_size, bucket, generator):
    """Return the batches of an epoch as lists of the texts' numbers."""
    ...


# %% tags=["solution"]
def bucketed_batches(shuffled, lengths, batch_size, bucket, generator):
    batches, size = [], bucket * batch_size
    for start in range(0, len(shuffled), size):
        texts = sorted(shuffled[start : start + size], key=lambda text: lengths[text])
        found = [texts[i : i + batch_size] for i in range(0, len(texts), batch_size)]
        batches += [found[number] for number in generator.permutation(len(found))]
    return batches


# %% tags=["hide-input"] slideshow={"slide_type": "skip"}
from lessons.l09_finetuning import padding

from workbook.widgets import slide

lengths = as_data(sample(reviews.train, 512), tokenizer).lengths


def draw_batches(bucket):
    """Text and padding of 512 snippets in batches of 8, without and with buckets."""
    ways = {}
    for name, size in (("shuffled", 1), ("your buckets", bucket)):
        order = bucketed_batches(list(range(512)), lengths, 8, size, np.random.default_rng(0))
        ways[name] = [(lengths[batch], lengths[batch].max()) for batch in order]
    return padding.draw_padding(ways)


alt = "Four batches of eight texts: shuffled ones with much padding, those in buckets with hardly any."
explore(draw_batches, alt=alt, bucket=slide(2, 16, value=8))

# %% tags=["hide-input"] slideshow={"slide_type": "skip"}
one_epoch = bucketed_batches(list(range(512)), lengths, 8, 8, np.random.default_rng(0))
tokens = {
    "all to 512": 512 * len(lengths),
    "longest of the batch": sum(8 * max(lengths[i : i + 8]) for i in range(0, 512, 8)),
    "your buckets": sum(len(batch) * max(lengths[text] for text in batch) for batch in one_epoch),
    "no padding": sum(lengths),
}
for name, number in tokens.items():
    print(f"{number:8,} tokens, {name}")
check("512 costs 15 times as much", tokens["all to 512"] > 15 * tokens["your buckets"])
check(
    "buckets add less than a quarter",
    tokens["your buckets"] < 1.25 * tokens["no padding"] < tokens["longest of the batch"],
)

# %% [markdown] slideshow={"slide_type": "skip"}
# **Batches** that do not fit into memory go through in *micro-batches*: `backward()` adds gradients up, and only then comes the update.
#
# ### Exercise 6: accumulate
# Difficulty 4 of 5, about 12 minutes, if you like. `micro_batches` is a list of one pair or more, vectors (B, D) and labels (B,), with a B of their own. Train a head, `weight` (C, D), by plain gradient descent. Return the last weight, a tensor (C, D) of the same dtype, with or without `requires_grad`.
#
# - The logits are `vectors @ weight.T`, none beyond 50 or -50; the loss is the cross-entropy.
# - After each group of `every` micro-batches (the last may have fewer) subtract `rate` times the gradient of the *mean* loss of all examples of the group.
# - Work on a clone: the argument stays as it is.
#
# <details><summary>Hint</summary>The mean is the sum of all losses, divided by the number of the group's examples: count these first. <code>zero_grad</code> comes after the update.</details>


# %% tags=["exercise"] slideshow={"slide_type": "skip"}
@exercise(exercises.accumulated_updates)
def accumulated_updates(weight, micro_batches, every, rate):
    """Return the weight (C, D) after the last update."""
    ...


# %% tags=["solution"]
def accumulated_updates(weight, micro_batches, every, rate):
    weight = weight.clone().requires_grad_()
    optimizer = torch.optim.SGD([weight], lr=rate)
    for start in range(0, len(micro_batches), every):
        group = micro_batches[start : start + every]
        examples = sum(len(labels) for _, labels in group)
        for vectors, labels in group:
            (cross_entropy(vectors @ weight.T, labels, reduction="sum") / examples).backward()
        optimizer.step()
        optimizer.zero_grad()
    return weight.detach()


# %% [markdown] slideshow={"slide_type": "skip"}
# **Bits**: a GPU multiplies large matrices much faster in 16 bits than in 32. *Mixed precision* computes products in 16 bits and keeps the weights in 32. The kinds:
#
# | | bits for the exponent | for the digits | below this, digits are lost |
# |---|---|---|---|
# | float32 | 8 | 23 | about $10^{-38}$ |
# | bf16 | 8 | 7 | about $10^{-38}$ |
# | fp16 | 5 | 10 | about $6 \cdot 10^{-5}$ |
#
# Newer GPUs have bf16. Older ones such as the T4 have only fp16, in which gradients below about $3 \cdot 10^{-8}$ become 0.
# So with fp16 the loss is *scaled* up, and the gradients are scaled down again.
#
# Does it cost accuracy? A recorded run (`precision`) fine-tunes on 4,000 snippets in both, on two cores of a processor that has instructions for bf16. The first folded cell shows what
# came of it: bf16 takes about two thirds of the time, and no seed's validation accuracy differs by more than a third of a point.
#
# On a GPU, the last folded cell measures how many texts BERT base learns from in a second. Its last line is what we recorded on one GPU, or *not measured*.

# %% tags=["hide-input"] slideshow={"slide_type": "skip"}
gradient, scale = torch.tensor([1e-2, 1e-5, 1e-8]), 2.0**16
kept = {"bf16": gradient.bfloat16(), "fp16": gradient.half()}
kept["fp16, scaled"] = (gradient * scale).half().float() / scale
off = {name: (value.float() / gradient - 1).abs() for name, value in kept.items()}
print("relative error of a gradient of")
print("            ", *(f"{value:8.0e}" for value in gradient.tolist()))
for name, errors in off.items():
    print(f"{name:12s}", *(f"{error:8.1%}" for error in errors.tolist()))
check("fp16 loses the smallest", off["fp16"][2] == 1)
check("bf16 and a scaled loss keep it", max(off["bf16"][2], off["fp16, scaled"][2]) < 0.01)
in_full, in_half = recorded("precision")["results"].values()
print("fine-tuning, 3 seeds       seconds  accuracy")
for name, runs in (("float32", in_full), ("mixed precision with bf16", in_half)):
    print(f"{name:26s} {np.mean(runs['seconds']):7.0f}  {np.mean(runs['validation']):8.1%}")
cost = np.subtract(in_full["validation"], in_half["validation"])
check("no seed loses or gains a third of a point", np.abs(cost).max() < 1 / 300)
check("two thirds of the time", 0.6 < np.sum(in_half["seconds"]) / np.sum(in_full["seconds"]) < 0.7)

# %% tags=["hide-input"] slideshow={"slide_type": "skip"}
from lessons.l09_finetuning import throughput

from workbook.gpu_records import gpu_report

if not on_cpu:  # a minute or two
    print(throughput.line(throughput.measure_card()))
print(gpu_report("finetuning"))

# %% tags=["hide-input"] slideshow={"slide_type": "skip"}
quiz(9, 10, 11, 12)

# %% [markdown] slideshow={"slide_type": "skip"}
# <details><summary>The open question of part 5: one answer, to compare with yours</summary>With a standard error of 0.4, a true gain of 0.8 points is found in only half of all experiments, because the interval reaches two errors to either side. To find it in 8 of 10, the error must be 0.8/2.8 = 0.29. If seeds scatter by s = 0.4, ten of each recipe give 0.4·√(2/10) = 0.18 of it; with squares subtracted, 0.22 is left. If the recipes differ on a tenth of the texts, 100·√(0.1/N) = 0.22 gives N ≈ 21,000 texts, not 1,000. This is on the safe side, because means over seeds differ on fewer texts than one pair. I give both recipes as many tries on validation texts, and score each seed once on the same test texts. I write down the mean gain and its 95% interval. The author is shown wrong only if the whole interval lies below 0.8. If it contains 0 and 0.8, the experiment was too small.</details>
#
# ## Terms
#
# | English | 中文 | in one line |
# |---|---|---|
# | fine-tuning | 微调 | train all weights further, on a labeled task |
# | classification head | 分类头 | a linear map from a text's vector to logits |
# | logit | 对数几率 | a class's score before softmax |
# | bootstrap | 自助法 | draw the texts again, with replacement |
# | baseline | 基线 | what a simple method reaches |
# | held-out set | 留出集 | texts that no weight learns from: validation to choose, test to report |
# | logistic regression | 逻辑回归 | a linear classifier, here of counts |
# | frozen features | 冻结特征 | vectors of a model that no longer learns |
# | early stopping | 早停 | stop when validation no longer gets better; keep the best weights |
# | layer-wise rates | 分层学习率 | the lower a layer, the slower it learns |
# | low-rank adaptation (LoRA) | 低秩适配 | train two narrow matrices beside each frozen one |
# | ensemble | 集成 | the mean of several models' probabilities |
# | gradient accumulation | 梯度累积 | add the gradients of small batches before an update |
# | mixed precision | 混合精度 | compute in 16 bits, keep weights in 32 |
#
# ## Further reading
#
# - Jacob Devlin et al. (2019). *BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding.* NAACL-HLT.
# - Chi Sun, Xipeng Qiu et al. (2019). *How to Fine-Tune BERT for Text Classification?* CCL.
# - Marius Mosbach et al. (2021). *On the Stability of Fine-tuning BERT: Misconceptions, Explanations, and Strong Baselines.* ICLR.
# - Jesse Dodge et al. (2020). *Fine-Tuning Pretrained Language Models: Weight Initializations, Data Orders, and Early Stopping.* arXiv:2002.06305.
# - C. J. Hutto and Eric Gilbert (2014). *VADER: A Parsimonious Rule-Based Model for Sentiment Analysis of Social Media Text.* ICWSM.
# - Paulius Micikevicius et al. (2018). *Mixed Precision Training.* ICLR.
# - Hiroshi Inoue (2019). *Multi-Sample Dropout for Accelerated Training and Better Generalization.* arXiv:1905.09788.
# - Jeremy Howard and Sebastian Ruder (2018). *Universal Language Model Fine-tuning for Text Classification.* ACL.
# - Rich Caruana (1997). *Multitask Learning.* Machine Learning 28.
# - Lutz Prechelt (1998). *Early Stopping - But When?* Neural Networks: Tricks of the Trade.
# - Edward J. Hu et al. (2022). *LoRA: Low-Rank Adaptation of Large Language Models.* ICLR.
