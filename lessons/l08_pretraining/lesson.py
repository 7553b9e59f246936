# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown] slideshow={"slide_type": "slide"}
# # 08. Pre-training: masked words and next sentences
#
# A BERT with fresh weights knows nothing. In this lesson it learns from plain text, which nobody has labelled. At the end you can
#
# - turn documents into pairs of texts, and pairs into masked batches;
# - say why masks are drawn anew in each epoch, and test that they are drawn right;
# - write the two losses, and say which mistakes they forgive and which they don't;
# - set up the optimization of the paper: warm-up, decay, clipping, and what decays;
# - recognize the plateau at which every run waits, and say what it waits for;
# - use a masked language model: fill gaps, judge pairs, write.
#
# **Time** 100 minutes. **Difficulty** 4 of 5. **Before this**: lesson 01 (entropy, perplexity), lesson 06 (pairs, masks), lesson 07 (the model).

# %% tags=["bootstrap"] slideshow={"slide_type": "skip"}
# (generated)

# %% tags=["setup"] slideshow={"slide_type": "skip"}
from lessons.l08_pretraining import exercises, figures, quiz
from lessons.l08_pretraining.experiments import plateau

from dataclasses import replace

import numpy as np
import torch
from scipy.stats import chisquare
from torch.nn.functional import cross_entropy

from bertlab.model import BertConfig, BertForPreTraining
from bertlab.pretraining import PretrainingData, corpus, fill_mask, gibbs_sample, mask_tokens
from bertlab.pretraining.trials import final_scores
from bertlab.text import WordPieceTokenizer
from bertlab.text.documents import join
from bertlab.training import TrainConfig
from workbook.basics import begin_lesson, claim, exercise, mean_sd, recorded, show
from workbook.widgets import choose, explore, slide, text

begin_lesson(num_threads=1)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Terms
#
# | English | 中文 | in one line |
# |---|---|---|
# | pre-training | 预训练 | learning from unlabelled text, before any task |
# | masked language model | 掩码语言模型 | guesses hidden words from both sides |
# | next-sentence prediction | 下一句预测 | does the second text follow the first? |
# | dynamic masking | 动态掩码 | new masks each time a text is read |
# | cross-entropy | 交叉熵 | mean surprise at the right answers, in nats |
# | unigram entropy | 一元熵 | the surprise of one who only knows how frequent words are |
# | warm-up | 预热 | the first updates, in which the learning rate rises |
# | weight decay | 权重衰减 | each update pulls weights a little towards 0 |
# | data parallelism | 数据并行 | each card has the whole model and a share of the batch |
# | Gibbs sampling | 吉布斯采样 | draw one word after the other, given all the others |

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 1. Documents become pairs
#
# Lesson 07 loaded weights that others had trained. Where do they come from? Text comes without labels, so BERT asks itself two questions whose answers
# stand in the text. Which words were hidden? And did this text really follow that one?
#
# The second question first. Take a stretch of a document and split it between two sentences. In half of the cases keep both parts. In the other half, put
# a stranger in the place of the second: sentences of another document.
#
# Each example is seeded by itself, (seed, epoch, number): so it does not matter which process draws it, or when.

# %% slideshow={"slide_type": "-"}
toy = [["The cat sat.", "It slept."], ["Rain fell.", "Rivers rose.", "A dam broke."]]
generator = np.random.default_rng(2)
for place in (0, 1, 0, 1):
    document, stranger = toy[place], toy[1 - place]
    split = int(generator.integers(1, len(document)))
    follows = generator.random() < 0.5
    second = document[split:] if follows else stranger[int(generator.integers(len(stranger))) :]
    print("is next " if follows else "stranger", " ".join(document[:split]), "|", " ".join(second))

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 1: a pair
# Difficulty 2 of 5, about 9 minutes. The random draws come as arguments, so that your answer can be compared. `documents` holds for each document its
# sentences, lists of ids. The first text is the first `split` sentences of document `place`. If `coin` is below 0.5, the rest of it follows, and the label is 0.
#
# Else the label is 1. Of the `n` *other* documents, in their order, number `int(n * which)`, counted from 0, is the stranger. Of its `m` sentences, the second text begins
# with number `int(m * where)`, from 0 as well, and goes on to the end. Return a tuple of three: both texts, each as one list of
# ids, and the label, an int. There are two documents or more (two may say the same, and so may two sentences), each of two sentences or more; `split` is at least 1 and leaves one at least. The lists
# you are given stay as they are.
#
# <details><summary>Hint 1</summary>Make the list of the others first: <code>[*documents[:place], *documents[place + 1 :]]</code>.</details>
# <details><summary>Hint 2</summary><code>join</code> puts the sentences of a list end to end.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.sentence_pair)
def sentence_pair(documents, place, split, coin, which, where):
    """Return (first text, second text, label): two lists of ids, and 0 if it followed, 1 if not."""
    ...


# %% tags=["solution"]
def sentence_pair(documents, place, split, coin, which, where):
    first = join(documents[place][:split])
    if coin < 0.5:
        return first, join(documents[place][split:]), 0
    others = [*documents[:place], *documents[place + 1 :]]
    stranger = others[int(len(others) * which)]
    return first, join(stranger[int(len(stranger) * where) :]), 1


# %% slideshow={"slide_type": "subslide"}
from lessons.l08_pretraining.checks import (
    count_masks,
    coverage,
    information_used,
    masked_lm_operations,
    told_apart_by_length,
)

# Predict first: a program sees only the lengths of two texts. Can it guess which pairs are true? A
# stranger of another length would give itself away, so the best of eight is taken.
tokenizer = WordPieceTokenizer.from_folder("minilm")
wiki = [[tokenizer.text_ids(s) for s in document] for document in corpus("wiki").train[:24]]
data = PretrainingData(wiki, tokenizer, max_length=96)
for pair in (data.pair(0, 8), data.pair(0, 9)):
    print("is next " if pair.is_next else "not next", tokenizer.decode(pair.first)[-64:])
    print("        |", tokenizer.decode(pair.second)[:64])
drawn = [data.example(epoch, place) for epoch in range(4) for place in range(len(data))]
true = sum(is_next for _, _, is_next in drawn)
guessed = told_apart_by_length(drawn)
print(f"{len(drawn):,} pairs, {true / len(drawn):.1%} true; guessed by length: {guessed:.1%}")
claim("half are true: chi-square, p > 1%", chisquare([true, len(drawn) - true]).pvalue > 0.01)
claim("lengths give next to nothing away: right in less than 53%", guessed < 0.53)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 2. Pairs become masked
#
# Now the first question. Of the tokens that are words, 15% are **chosen**. The model has to say what stood there. What it sees in their places:
#
# | share of the chosen | the model sees | so that |
# |---|---|---|
# | 80% | [MASK] | it has to guess from what is around |
# | 10% | a random piece | it does not trust every word that it sees |
# | 10% | the word itself | it does not distrust every word that it sees |
#
# [CLS], [SEP] and padding are never chosen (Devlin et al. 2019, section 3.1). The number is fixed, as in the released code: 15%, rounded, but at least one. (That code takes
# 15% of all tokens, specials counted; here it is 15% of what may be chosen.)
#
# **Predict first**: of the pair below, 18 pieces may be chosen. How many are, and how many of them become [MASK], on average?
#
# <details><summary>Answer</summary>15% of 18 is 2.7, so 3 are chosen. Each becomes [MASK] in 80% of the draws: 2.4 on average.</details>

# %% slideshow={"slide_type": "subslide"}
first, second = "The man went to the store because it rained.", "He bought a gallon of milk there."
ids = np.array(tokenizer.encode(first, second).input_ids)
specials = [tokenizer.pad_id, tokenizer.cls_id, tokenizer.sep_id, tokenizer.mask_id]
words = np.setdiff1d(np.arange(len(tokenizer.vocabulary)), [*specials, tokenizer.unk_id])
maskable = ~np.isin(ids, specials)


def draw_mask(seed):
    """The text as the model sees it; below each chosen token what stood there."""
    generator = np.random.default_rng(seed)
    masked = mask_tokens(ids, maskable, tokenizer.mask_id, words, generator)
    return figures.mask_table(masked, tokenizer.vocabulary)


alt = "The pieces of a pair of texts in a row; three are marked, with the piece they hide below."
explore(draw_mask, alt=alt, seed=slide(0, 30, value=25))

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 2: choose and mask
# Difficulty 3 of 5, about 12 minutes. Each token has a score and a fate, both in [0, 1). Of the `maskable` tokens choose 15%, to the nearest whole number
# (Python's `round`, halves to the even number) but at least one: those with the smallest scores; no two scores are equal. A chosen token whose fate is below 0.8 becomes `mask_id`; from 0.8 to
# below 0.9 it becomes its own entry of `random_ids`; from 0.9 on it stays. All tensors have the shape (T,); `maskable` is bool and true at one place or more,
# `mask_id` is an int.
#
# Return a tuple of three tensors of int64: the ids that the model sees (T,), the chosen places in `ids` in rising order, and what stood there. `ids` itself stays as it is.
#
# <details><summary>Hint 1</summary><code>maskable.nonzero().flatten()</code> lists the candidates, and <code>argsort</code> ranks their scores.</details>
# <details><summary>Hint 2</summary>Work on <code>ids.clone()</code>, and read the targets from <code>ids</code>.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.choose_and_mask)
def choose_and_mask(ids, maskable, mask_id, scores, fates, random_ids):
    """Return (ids as the model sees them, chosen places, what stood there), tensors of int64."""
    ...


# %% tags=["solution"]
def choose_and_mask(ids, maskable, mask_id, scores, fates, random_ids):
    candidates = maskable.nonzero().flatten()
    number = max(1, round(0.15 * len(candidates)))
    places = candidates[scores[candidates].argsort()[:number]].sort().values
    shown, fate = ids.clone(), fates[places]
    shown[places[fate < 0.8]] = mask_id
    swapped = places[(fate >= 0.8) & (fate < 0.9)]
    shown[swapped] = random_ids[swapped]
    return shown, places, ids[places]


# %% slideshow={"slide_type": "subslide"}
# bertlab.pretraining.masking.mask_tokens deals the fates the other way round: small ones are not masked. A loop
# with the same draws must give the same masks, to the last token.
def masked_by_loop(ids, maskable, generator):
    candidates = [t for t in range(len(ids)) if maskable[t]]
    number = max(1, round(0.15 * len(candidates)))
    places = sorted(generator.choice(candidates, number, replace=False))
    fates, pieces = generator.random(number), generator.choice(words, number)
    shown = ids.tolist()
    for place, fate, piece in zip(places, fates, pieces, strict=True):
        shown[place] = tokenizer.mask_id if fate >= 0.2 else ids[place] if fate >= 0.1 else piece
    return shown, places


alike = []
for seed in range(50):
    one, two = (np.random.default_rng(seed) for _ in range(2))
    ours = mask_tokens(ids, maskable, tokenizer.mask_id, words, two)
    alike.append(masked_by_loop(ids, maskable, one) == (ours.input_ids.tolist(), [*ours.places]))
claim("loop and bertlab mask alike, in 50 draws", all(alike))
claim("18 pieces may be chosen, 3 are", (maskable.sum(), len(ours.places)) == (18, 3))

# %% slideshow={"slide_type": "subslide"}
# A mask that is slightly wrong trains slightly worse, and nobody notices: test the distribution.
fates, asked, free, chosen_specials = count_masks(drawn, tokenizer)
show(figures.draw_masks(fates, asked, free), alt="Bars of 80, 10, 10 percent; ten bars of 15.")
fits = chisquare(fates, fates.sum() * np.array([0.8, 0.1, 0.1])).pvalue
evenly = chisquare(asked, free * asked.sum() / free.sum()).pvalue
claim("80/10/10, at every place alike: p > 1%", min(fits, evenly) > 0.01)
claim("no special was ever chosen", chosen_specials == 0)
claim("the share is 15%, within half a percent", abs(asked.sum() / free.sum() - 0.15) < 0.005)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 3. New masks in each epoch
#
# The released code of BERT masked its texts *before* training, and went through them about 40 times. With a single mask, 85% of a text would never be
# asked. So each text was copied ten times, each copy with a mask of its own. RoBERTa (Liu et al. 2019) drew a new mask each time a text was read: **dynamic masking**.
#
# **Predict first**: after 40 epochs, what share of a text has been asked at least once: with one mask, with ten, with a new one each time?
#
# ### Exercise 3: places to mask
# Difficulty 2 of 5, about 5 minutes. Draw `number` (from 0 to `num_tokens`) of the places 0 to `num_tokens` - 1, each at most once, by a single call of `choice` of
# `np.random.default_rng([seed, epoch, example])`. Return a sorted list of ints. It must depend on the five arguments alone: then a run
# can be interrupted, or shared among processes, and still see the same masks.
#
# <details><summary>Hint 1</summary>Make the generator inside the function, so that no call depends on those before it.</details>
# <details><summary>Hint 2</summary>May <code>choice</code> draw a place twice? Look at its argument <code>replace</code>. Does it return them in order?</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.places_to_mask)
def places_to_mask(num_tokens, number, seed, epoch, example):
    """Return the places of an example that are masked in an epoch, a list of ints, rising."""
    ...


# %% tags=["solution"]
def places_to_mask(num_tokens, number, seed, epoch, example):
    generator = np.random.default_rng([seed, epoch, example])
    return sorted(generator.choice(num_tokens, number, replace=False).tolist())


# %% slideshow={"slide_type": "subslide"}
masks = {"a new mask each time": 40, "ten masks, in turn": 10, "one mask": 1}
asked = {name: coverage(places_to_mask, number, epochs=40) for name, number in masks.items()}
alt = "Three curves: flat at 15%; rising to 80% in ten epochs, then flat; rising to 1."
show(figures.draw_coverage(asked), alt=alt)
print("after 40 epochs:", {name: f"{curve[-1]:.0%}" for name, curve in asked.items()})
gaps = [abs(asked[name][-1] - (1 - 0.85**n)) for name, n in masks.items()]
claim("each curve ends at 1 - 0.85^masks, within a point", max(gaps) < 0.01)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 4. Two losses
#
# The masked-word head turns a vector into scores for all pieces, the next-sentence head turns [CLS] into two. Softmax makes shares of them. The loss of an answer
# is its **surprise**, $-\log p$, where $p$ is the share that the right answer got. BERT's loss is the sum of two means:
#
# $$L = \frac{1}{M} \sum_{m=1}^{M} -\log p(\text{word}_m) \;+\; \frac{1}{B} \sum_{b=1}^{B} -\log p(\text{label}_b)$$
#
# $M$ counts the chosen tokens of the whole batch, $B$ its pairs. All other tokens count for nothing, so they need no scores either. Scores are costly: $2DV$ operations
# for each place, with $V$ = 30,522. `bertlab` picks the chosen vectors first, and scores about a seventh of the places. The last layer saves something, too: what
# follows its attention works on each token by itself, so it is left out for tokens that nobody reads.

# %% slideshow={"slide_type": "subslide"}
scores = torch.tensor([[2.0, 0.0, 1.0], [0.0, 0.0, 3.0]])  # two chosen places, three pieces
surprises = []
for row, stood_there in zip(scores, (0, 1), strict=True):
    shares = row.softmax(dim=0)
    surprises.append(-shares[stood_there].log().item())
    print("shares", shares.numpy().round(3), " surprise", round(surprises[-1], 3))
print("mean", round(np.mean(surprises), 3), " torch", cross_entropy(scores, torch.tensor([0, 1])))

saved = []
for name in ("mini", "minilm", "base"):
    config = BertConfig.preset(name)
    all_scored, some = (masked_lm_operations(config, 128, number) / 1e9 for number in (128, 19))
    saved.append(1 - some / all_scored)
    print(f"{name}: {all_scored:.1f}, or {some:.1f} billion operations, {saved[-1]:.0%} less")
claim("19 chosen of 128 tokens save a fifth, or more", min(saved) > 0.2)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 4: the loss of BERT
# Difficulty 3 of 5, about 10 minutes. `logits` (B, T, V) are the scores at all places, `ids` (B, T) what stood there, `chosen` (B, T) is True where a word has to be
# guessed; any id may be chosen, 0 as well. `next_logits` (B, 2) has *is next* in column 0, and `next_labels` (B,) is 0 for a true pair, 1 for another. Return the sum of the two means as a tensor
# of shape () in the dtype of the logits, not as a Python number: training has to find its gradients. One token of the batch is chosen, or more. No logit is beyond 40 or -40.
#
# <details><summary>Hint 1</summary><code>logits[chosen]</code> has the shape (M, V).</details>
# <details><summary>Hint 2</summary><code>cross_entropy</code> wants logits and labels, and takes the mean by itself.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.pretraining_loss)
def pretraining_loss(logits, ids, chosen, next_logits, next_labels):
    """Return the masked-word loss plus the next-sentence loss, in nats, a tensor of shape ()."""
    ...


# %% tags=["solution"]
def pretraining_loss(logits, ids, chosen, next_logits, next_labels):
    return cross_entropy(logits[chosen], ids[chosen]) + cross_entropy(next_logits, next_labels)


# %% slideshow={"slide_type": "subslide"}
from bertlab.pretraining import PretrainingObjective

small = BertConfig(
    hidden_size=48, num_layers=2, num_heads=4, intermediate_size=96, max_positions=96
)
model, batch = BertForPreTraining(small).eval(), data.batch(data.order(0, 8))
with torch.no_grad():
    logits = model(batch.input_ids, batch.token_type_ids, batch.attention_mask)  # of all places
    sums = PretrainingObjective(model)(batch)  # from the chosen ones
T, words_lost, pairs_lost = batch.input_ids.shape[1], 0.0, 0.0
for place, target in zip(batch.places.tolist(), batch.targets.tolist(), strict=True):
    words_lost -= logits.masked_lm[place // T, place % T].log_softmax(dim=0)[target].item()
for row, label in zip(logits.next_sentence, batch.next_labels, strict=True):
    pairs_lost -= row.log_softmax(dim=0)[label].item()
by_loop = words_lost / len(batch.targets) + pairs_lost / 8
chosen, before = torch.zeros_like(batch.input_ids, dtype=torch.bool), batch.input_ids.clone()
chosen.view(-1)[batch.places], before.view(-1)[batch.places] = True, batch.targets
yours = pretraining_loss(logits.masked_lm, before, chosen, logits.next_sentence, batch.next_labels)
ours = sums["masked_lm"] / len(batch.targets) + sums["next_sentence"] / 8
guess = np.log(small.vocab_size) + np.log(2)
print(f"a fresh model: {ours:.2f}; with equal shares for all, log V + log 2 = {guess:.2f}")
gap = max(abs(by_loop - ours), abs(yours - ours))
claim("the loop, your function and bertlab agree to 1e-5", gap < 1e-5)
claim("a fresh model knows nothing: equal shares, within 0.1", abs(ours - guess) < 0.1)

# %% slideshow={"slide_type": "subslide"}
quiz(1, 2, 5)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 5. The loop
#
# Draw a batch, compute the loss, go backwards, make a step: the loop is that of every network. The paper's settings (Devlin et al. 2019, appendix A.2):
#
# | | BERT | why |
# |---|---|---|
# | optimizer | Adam with weight decay 0.01 | as a step of its own, not through the gradient; biases and LayerNorm do not decay |
# | learning rate | $10^{-4}$ at most | rises over 10,000 updates, then falls to 0 by update 1,000,000 |
# | batch | 256 sequences | 128 tokens for 90% of the updates, then 512 |
# | dropout | 0.1 | everywhere |
#
# A gradient longer than 1 is shortened to 1, so that one strange batch cannot throw the weights far off (the released code does this).
# Below are six updates by hand, and six by `bertlab.training.loop.train` from the same weights.

# %% slideshow={"slide_type": "subslide"}
from bertlab.training.loop import parameter_groups, train

config = TrainConfig(steps=6, batch_size=8, learning_rate=1e-3, warmup=0.5, log_every=1)
model = BertForPreTraining(replace(small, hidden_dropout=0.0, attention_dropout=0.0))
start = {name: tensor.clone() for name, tensor in model.state_dict().items()}
objective = PretrainingObjective(model)
decaying, others = parameter_groups(model, weight_decay=0.01)
optimizer = torch.optim.AdamW([decaying, others], betas=(0.9, 0.999), eps=1e-6)
by_hand = []
for step in range(6):
    batch = data.batch(data.order(step, 8))
    sums, counts = objective(batch), objective.counts(batch)
    loss = sum(sums[name] / counts[name] for name in sums)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0)
    decaying["lr"] = others["lr"] = 1e-3 * ((step + 1) / 3 if step < 3 else (6 - step) / 3)
    optimizer.step()
    optimizer.zero_grad()
    by_hand.append(loss.item())
model.load_state_dict(start)
history = train(objective, lambda step, *_: [data.batch(data.order(step, 8))], config)
print("by hand", np.round(by_hand, 2), "\nbertlab", np.round([line["loss"] for line in history], 2))
gaps = [abs(line["loss"] - loss) for line, loss in zip(history, by_hand, strict=True)]
claim("the loop by hand is bertlab's, update by update (1e-4)", max(gaps) < 1e-4)
claim("what does not decay has one axis", all(p.dim() == 1 for p in others["params"]))

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 6. The plateau
#
# Let us train a small BERT from scratch, on Chinese news, character by character. Before you look, ask what is *easy* to learn. The first thing that pays is to know which
# characters are frequent: one bias for each is enough. Whoever knows only that gives the same answer at every gap, and its mean surprise is the **unigram entropy**.
#
# **Predict first**: what will the loss look like after a minute: still near $\log V$, near the unigram entropy, or well below it?

# %% slideshow={"slide_type": "subslide"}
settings = {**plateau.CONFIGURATION, "documents": 4000, "steps": 133, "logged": 16}
runs = [plateau.prepare(settings, "128", seed) for seed in range(3)]
curves = [plateau.follow(run) for run in runs]
alt = "Three curves fall from the height of equal shares to 0, and run along it."
show(figures.draw_descent(curves, len(runs[0].tokenizer.vocabulary)), alt=alt)
above = np.array([np.array(curve["validation"]) - curve["unigram"] for curve in curves])
claim("each of 3 runs ends within 0.15 nats of the unigram guess", (abs(above[:, -1]) < 0.15).all())
claim("and was there by half-time", (abs(above[:, above.shape[1] // 2]) < 0.3).all())

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### What it waits for
#
# If that is right, the answer must not depend on the text. Ask for the likeliest characters at four gaps. And measure, in nats, what the text around a gap tells the model about the answer:
# for one who always answers the same it is 0.
#
# **Why is the next step hard?** A fresh attention head gives all tokens nearly the same weight, so a gap receives the mean of the whole text. That says a little about the matter, and nothing about
# the neighbors. To use a neighbor, a head must first find it by its position. That pays only once the values it brings are useful, and they become useful only once it is found.
# Until both have grown a little, the gradient hardly shows the way.
#
# **Predict first**: sequences of 32 tokens or of 128, the same number of tokens in all. Which leave the plateau sooner?

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
sentences = [
    "中国人[MASK]生活水平提高了",
    "会议今天在北[MASK]举行",
    "一九九[MASK]年",
    "他[MASK]我们很好",
]
answers = []
for run in runs:
    gaps = [fill_mask(run.model, run.tokenizer, sentence, top=2)[0] for sentence in sentences]
    answers.append(["".join(sorted(candidate.piece for candidate in gap)) for gap in gaps])
print(dict(zip(sentences, answers[0], strict=True)))
claim("3 models, 4 gaps: always the comma and 的", answers == [["的，"] * 4] * 3)
informed = [information_used(run.model, run.validation_data) for run in runs]
claim("on the plateau, the text tells each of 3 models less than 0.1 nats", max(informed) < 0.1)
recorded_runs = recorded("plateau")["results"]
alt = "Curves for sequences of 32 and 128 tokens; the first fall below the unigram guess sooner."
show(figures.draw_plateaus(recorded_runs, plateau.MARGIN), alt=alt)
left = {n: [plateau.left_at(run) / 1e6 for run in seeds] for n, seeds in recorded_runs.items()}
print({f"up to {n}": f"left after {mean_sd(left[n], 2)} M tokens" for n in left})
claim(
    "each run with 32 leaves the plateau before each with 128", max(left["32"]) < min(left["128"])
)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 7. The long run
#
# Two checkpoints of this project were trained as above, on a processor, without a card, and stored with all they did: `bert-mini-zh` on Chinese news and book reviews, character by character, and
# `bert-mini-en` on English articles, plays and reviews, with a vocabulary of its own.
#
# **Predict first**: what is learned sooner, words or pairs?
#
# A masked language model can also *write*, by **Gibbs sampling** (Wang and Cho 2019): start with gaps, and draw one word after the other, given all the others. That is exact if all the answers
# belong to one joint distribution. Nothing in the training makes sure of that, so take it as a procedure that works.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
from bertlab.model import run_record
from bertlab.pretraining.readout import from_change

records = {name: run_record(name) for name in ("bert-mini-zh", "bert-mini-en")}
alt = "Left: masked-word accuracy of both models rises. Right: accuracy on pairs rises later."
show(figures.draw_long_runs(records), alt=alt)
for name, record in records.items():
    print(f"{name}: {record['tokens_about'] / 1e6:.1f} M tokens, {record['minutes']:.0f} minutes")
    for source, scores in record["validation"].items():
        print(f"  {source:15s}", figures.scores_line(scores))
ends = [record["history"][-1]["validation_masked_accuracy"] for record in records.values()]
then = [r["history"][24] for r in records.values()]  # a line every 200 updates: number 5,000
done = [x["validation_masked_accuracy"] / end for x, end in zip(then, ends, strict=True)]
claim("after 5,000 updates words have 4/5 of their final share", min(done) > 0.8)
claim("pairs are still below 57% then", max(x["validation_next_accuracy"] for x in then) < 0.57)
news = records["bert-mini-zh"]["validation"]["peoples_daily"]
error = 0.5 / news["examples"] ** 0.5  # the deviation of a coin's share
claim("in the end, news pairs: 3 errors above a coin", news["next_accuracy"] > 0.5 + 3 * error)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
experts = {
    name: (BertForPreTraining.from_pretrained(name), WordPieceTokenizer.from_folder(name))
    for name in records
}
experts["minilm-words"] = from_change("minilm-words"), tokenizer  # see section 9


def draw_gaps(model, sentence):
    """The likeliest pieces for each gap."""
    return figures.gap_table(sentence, fill_mask(*experts[model], sentence))


alt = "A table: for each gap of a sentence the likeliest pieces with their probabilities."
explore(
    draw_gaps, alt=alt, model=choose(list(experts)), sentence=text("中国人民[MASK]行", label="text")
)
written = gibbs_sample(*experts["bert-mini-zh"], "[MASK] " * 14, sweeps=6, seed=0)
for sweep, line in enumerate(written, 1):
    print(f"written, sweep {sweep}: {line}")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 8. What is needed?
#
# The paper left parts of BERT out, one at a time, and compared (Devlin et al. 2019, section 5). So does this table: a model over *characters*, on the articles of `wiki`, three seeds each. All read the same batches in the same order.
# All are asked about the same places of held-out text, after the same number of updates.
#
# The model that reads **left to right** sees nothing behind a place, but it learns from every token, not from 15%. So two things pull in different directions. **Predict first**: which kind guesses most characters?

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
found = recorded("ablation")["results"]["runs"]
kinds = ["full", "without next sentences", "left to right", "full, small", "full, large"]
right = {kind: 100 * final_scores(found[kind], "held_out_masked_accuracy") for kind in kinds}
for kind in kinds:
    print(f"{kind:24s} {found[kind]['parameters']:8,} parameters, {mean_sd(right[kind])}% right")
alt = "Five groups of three curves: accuracy on held-out characters against updates."
show(figures.draw_comparison({kind: found[kind]["curves"] for kind in kinds}), alt=alt)
pairs = 100 * final_scores(found["full"], "held_out_next_accuracy")
lead = figures.lead(found["left to right"], found["full"])
print(
    f"pairs {mean_sd(pairs)}% right; lead of left to right {lead[600]:.1f}, then {lead[1600]:.1f}"
)
claim("left to right is ahead, with each of 3 seeds", min(right[kinds[2]]) > max(right["full"]))
claim(
    "and its lead shrinks: at the end it is less than half of that at 600",
    lead[1600] < lead[600] / 2,
)
claim(
    "without pairs, as many words, within 1.5 points",
    abs(right[kinds[1]].mean() - right["full"].mean()) < 1.5,
)
claim("pairs: no seed 3 errors from a coin", (abs(pairs - 50) < 3 * 50 / 400**0.5).all())
claim("the large model is behind the middle one", max(right["full, large"]) < min(right["full"]))

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### What the table says
#
# Three lines of it contradict what you may have read.
#
# - **Left to right wins.** A masked model gets a seventh of the answers to learn from, and reads text with holes. It also waits on its plateau, while the other model never had one: the token before is
#   always the same step away. But the lead shrinks. The paper compared after a million updates, and on tasks; there, reading both ways won.
# - **Larger is not better**, not in so short a time: four layers wait longer than two.
# - **Pairs stay a coin's throw.** Two short texts give little to compare. So leaving them out costs nothing here. The long runs above did learn pairs, late.
#
# A budget decides which comparison comes out how. Whoever compares models should say after how many updates, and show the curves.

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### GPT and BERT, and what cards tell each other
#
# | | GPT | BERT |
# |---|---|---|
# | text | BooksCorpus, 800 M words | BooksCorpus and English Wikipedia, 800 M + 2,500 M words |
# | question | the next word, from the left | hidden words, from both sides; does this text follow? |
# | a batch, 1 M updates | 32,000 words | 128,000 words |
# | [CLS], [SEP], segments | learned in fine-tuning only | learned in pre-training |
#
# Devlin et al. 2019, appendix A.4; appendix A.2 adds that this is about 40 epochs, and that 90% of the updates had 128 tokens. Do these two fit together? The next cell computes it.
#
# With **data parallelism**, each of $n$ cards has the whole model and its share of the batch. After the backward pass the gradients are added up, so that all make the same update. In a ring each card
# sends $2 (n - 1) / n$ times the gradient: once round to add the parts up, once round to hand them out.

# %% slideshow={"slide_type": "subslide"}
epochs = [1e6 * 256 * words / 3.3e9 for words in (512, 0.9 * 128 + 0.1 * 512)]
with torch.device("meta"):  # shapes only
    numbers = sum(p.numel() for p in BertForPreTraining(BertConfig()).parameters())
sent = {n: 2 * (n - 1) / n * 4 * numbers / 1e6 for n in (2, 16)}
print("epochs: all with 512 tokens {:.0f}, 90% with 128 {:.0f}".format(*epochs))
print("a card sends in an update:", {f"one of {n}": f"{sent[n]:.0f} MB" for n in sent})
claim("40 epochs are those of 512 tokens throughout", 38 < epochs[0] < 42)
claim("16 cards: each sends less than twice what it does with 2", sent[16] < 2 * sent[2])

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 9. Which layer still knows the word?
#
# `minilm` came without its masked-word head, and was then tuned to compare sentences. Does it still know words? Give it a new head, and let more and more of the encoder change with it:
# the head alone on layer 3 or 6, then the last layers, then all, or a **low-rank update** of every matrix (Hu et al. 2022: two thin matrices whose product is added). Same batches, as many updates, three seeds.
# The learning rate is the better of two for each group of ways. The best small change, `minilm-words`, was then trained longer.
#
# **Predict first**: is the head better off on the last layer or on the middle one?

# %% slideshow={"slide_type": "subslide"}
ways = recorded("readout")["results"]["ways"]
longer = recorded("readout_long")["results"]["stored"]["masked_accuracy"]
show(figures.draw_readout(ways, longer), alt="Bars: held-out accuracy of six ways to free minilm.")
middle, top, _, last3, everything, thin = figures.last_accuracies(ways)
claim("the head does better on layer 3 than on layer 6, 3 of 3", min(middle) > max(top))
claim("even with the last three layers freed it stays behind layer 3", max(last3) < min(middle))
claim("thin updates of all matrices do best", min(thin) > max(everything))
print([c.piece for c in fill_mask(*experts["minilm-words"], "Paris is the capital of [MASK].")[0]])

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Myth check
#
# *"A mask drawn once is as good as a new one each time."* Section 3 showed that one mask never asks for 85% of a text. Does it matter? It depends on how often a text is read. Here is a case where it is read often: the model of
# section 8 on eight articles, which are read again and again. The two kinds differ in nothing but the masks.

# %% slideshow={"slide_type": "subslide"}
few = {kind: found[f"few articles, {kind}"] for kind in ("new masks", "one mask")}
alt = "Left: one mask, training loss falls lower. Right: one mask, held-out loss turns up."
show(figures.draw_two_losses({kind: few[kind]["curves"] for kind in few}), alt=alt)
losses = {kind: final_scores(few[kind], "held_out_masked_lm") for kind in few}
print("held-out loss:", {kind: mean_sd(values, 2) for kind, values in losses.items()})
claim("one mask: a higher loss on new text", min(losses["one mask"]) > max(losses["new masks"]))

# %% slideshow={"slide_type": "subslide"}
quiz(3, 4, 6)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Recap
#
# - Text asks its own questions: hidden words, and whether one text follows another.
# - 15% of the words are chosen; 80% of these become [MASK], 10% another piece, 10% stay. Specials are never chosen.
# - Draw masks anew each time, from a seed that names epoch and example. Test distributions, not only shapes.
# - The loss is the sum of two means, over the chosen tokens of the batch and over its pairs. Score the chosen places only.
# - The rate rises, then falls; biases and LayerNorm do not decay.
# - First a model learns how frequent words are. It waits at the unigram entropy until a head has found its neighbors.
# - Which model is ahead depends on the budget: left to right learns from every token, and leads at first. Compare curves, not points.
# - Masks drawn once are learned by heart, if the text is read often.
# - The word is still there in the middle layers of `minilm`; a change must reach down to them.
# - Data parallelism sends the gradient in each update, whatever the size of the batch.
#
# Next: **09. Fine-tuning on a GPU**.

# %% [markdown] slideshow={"slide_type": "notes"}
# *Instructor:* play the model first: write a sentence on the board, hide two words, and let the class guess from one side only, then from both. For section 2, ask what would happen if all chosen words became [MASK]. For
# section 6, collect the predictions as three curves on the board before the cell runs; most draw a curve that falls smoothly. The words to plant are *frequent first, context later*. Twelve minutes in all.

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Further reading
#
# - Jacob Devlin, Ming-Wei Chang, Kenton Lee and Kristina Toutanova (2019). *BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding.* NAACL-HLT.
# - Wilson L. Taylor (1953). *"Cloze Procedure": A New Tool for Measuring Readability.* Journalism Quarterly 30(4).
# - Alec Radford, Karthik Narasimhan, Tim Salimans and Ilya Sutskever (2018). *Improving Language Understanding by Generative Pre-Training.* OpenAI.
# - Yinhan Liu, Myle Ott, Naman Goyal, Jingfei Du, Mandar Joshi, Danqi Chen, Omer Levy, Mike Lewis, Luke Zettlemoyer and Veselin Stoyanov (2019). *RoBERTa: A Robustly Optimized BERT Pretraining Approach.* arXiv:1907.11692.
# - Ilya Loshchilov and Frank Hutter (2019). *Decoupled Weight Decay Regularization.* ICLR.
# - Alex Wang and Kyunghyun Cho (2019). *BERT has a Mouth, and It Must Speak: BERT as a Markov Random Field Language Model.* NeuralGen.
# - Lucas Torroba Hennigen and Yoon Kim (2023). *Deriving Language Models from Masked Language Models.* ACL.
# - Edward J. Hu, Yelong Shen, Phillip Wallis, Zeyuan Allen-Zhu, Yuanzhi Li, Shean Wang, Lu Wang and Weizhu Chen (2022). *LoRA: Low-Rank Adaptation of Large Language Models.* ICLR.
# - Pitch Patarasuk and Xin Yuan (2009). *Bandwidth Optimal All-reduce Algorithms for Clusters of Workstations.* Journal of Parallel and Distributed Computing 69(2).
