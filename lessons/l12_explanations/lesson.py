# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown] slideshow={"slide_type": "slide"}
# # 12. Explanations with SHAP
#
# A classifier calls a review favorable. Which words made it do so? In this lesson you compute an answer, and then check whether the answer is true of the model. At the end you can
#
# - compute Shapley values by their definition, and say what they promise;
# - turn a text into a game, and say what the way of hiding words decides;
# - tell Shapley values from the Owen values that SHAP's Partition explainer gives;
# - explain a classifier in English and Chinese, and a translator word by word;
# - measure how faithful an explanation is, and compare it with attention, gradients and chance;
# - say what neither the values nor the measure can show.
#
# **Time** 100 minutes. **Difficulty** 4 of 5. **Before this**: lesson 09 (the classifier), lesson 11 (why attention weights are not yet an explanation).

# %% tags=["bootstrap"] slideshow={"slide_type": "skip"}
# (generated)

# %% tags=["setup"] slideshow={"slide_type": "skip"}
from lessons.l12_explanations import exercises, quiz, shapley_figures
from lessons.l12_explanations import figures as explain_figures
from lessons.l12_explanations.experiments import faithfulness
from lessons.l12_explanations.number_words import english, french, splits
from lessons.l12_explanations.translation import Translator, explain_translation

import math
from itertools import permutations

import numpy as np
import torch

from bertlab.datasets import book_reviews_zh, movie_reviews
from bertlab.finetuning.sentiment import movie_classifier, review_classifier, short_texts
from bertlab.inspection import Explainer, exact, import_shap, partition, text_plot
from bertlab.inspection.faithfulness import (
    area,
    gradient_times_input,
    paired_interval,
    ranking,
    summarize,
)
from bertlab.inspection.faithfulness import deletion_curve as bertlab_deletion_curve
from bertlab.inspection.shapley import neighbor_tree, owen_values, shapley_values, subset_weight
from bertlab.text import WordPieceTokenizer
from workbook.basics import begin_lesson, claim, exercise, recorded, show
from workbook.widgets import choose, explore, slide, text

begin_lesson()

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Terms
#
# | English | 中文 | in one line |
# |---|---|---|
# | game | 博弈 | says what each group of players is worth |
# | Shapley value | 沙普利值 | what a player adds, averaged over all orders of coming |
# | Owen value | 欧文值 | the same, over orders that keep given groups together |
# | base | 基准值 | the score when all tokens are hidden |
# | logit | 对数几率 | log of p divided by 1 - p; above 0 means more than one half |
# | efficiency | 有效性 | the values sum to the prediction minus the base |
# | dummy | 哑元 | a player who never adds anything gets 0 |
# | faithful | 忠实 | says what the model uses, right or wrong |
# | plausible | 合理 | says what a person expects |
# | deletion curve | 删除曲线 | the score while the tokens ranked first are hidden |
# | bootstrap | 自助法 | draw the texts again, to see how far a mean may move |

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 1. Who decided?
#
# A tiny classifier, typed in by hand. It gives every group of the words *not*, *very*, *good* a score: above 0 is favorable. *Very good* gets 3, and *not very good* gets -1. How much of the -1 is due to *good*?
#
# Let the words come one after the other, and note what each adds to those before it. That depends on the order. *Good* first: it adds 2. *Good* last: it takes the score from *not very* to *not very good*.
#
# No order is the right one. So take them all, and average. This mean is the **Shapley value** (Shapley 1953).
#
# **Predict first**: is the value of *good* above 0?

# %% slideshow={"slide_type": "subslide"}
words = ("not", "very", "good")
scores = {"": 0.0, "not": -0.5, "very": 0.5, "good": 2.0, "not very": -0.5, "not good": -2.0}
scores |= {"very good": 3.0, "not very good": -1.0}
worth = {frozenset(words.index(w) for w in group.split()): s for group, s in scores.items()}
steps = []
for order in permutations(range(3)):
    steps.append([0.0] * 3)
    for number, player in enumerate(order):
        before = frozenset(order[:number])
        steps[-1][player] = worth[before | {player}] - worth[before]
    print(f"{' '.join(words[p] for p in order):14s}", *(f"{s:+5.1f}" for s in steps[-1]))
by_orders = np.mean(steps, axis=0)
print("mean          ", *(f"{value:+5.2f}" for value in by_orders))
claim(
    "in every order the steps add up to the whole text's score", (np.sum(steps, axis=1) == -1).all()
)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 2. Count groups, not orders
#
# What a word adds depends on *which* words came before it, not on their order. So sum over groups $S$ of the other words, and weigh each by the share of the orders in which just this group comes first:
#
# $$\phi_i = \sum_{S \not\ni i} \frac{|S|!\,(N-|S|-1)!}{N!}\,\bigl(v(S \cup \{i\}) - v(S)\bigr)$$
#
# $v(S)$ is what a group is worth. Twelve words can come in 479,001,600 orders, but they have only 4,096 groups.
#
# ### Exercise 1: the weights
# Difficulty 2 of 5, about 7 minutes. There are N players (`num_players`, 1 to 12), the one in question among them. Return a list of N floats: the weight of one group of 0, 1, ..., N - 1 others, in this order.
#
# <details><summary>Hint 1</summary>Those in the group come first, in any order; then the player; then the others, in any order.</details>
# <details><summary>Hint 2</summary><code>math.factorial</code>.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.group_weights)
def group_weights(num_players):
    """Return the weight of one group of each size in a player's Shapley value."""
    ...


# %% tags=["solution"]
def group_weights(num_players):
    N = num_players
    orders = [math.factorial(size) * math.factorial(N - size - 1) for size in range(N)]
    return [number / math.factorial(N) for number in orders]


# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 2: one Shapley value
# Difficulty 3 of 5, about 10 minutes. `worth` is a dict with all $2^N$ groups: it says what each is worth, by the frozenset of its players 0 to N - 1, the empty group included. Return the Shapley value of `player`, one of these numbers, as a float. `num_players` is N.
#
# <details><summary>Hint 1</summary><code>itertools.combinations(others, size)</code> lists the groups of a size, from 0 to N - 1.</details>
# <details><summary>Hint 2</summary>For each: its weight, times (worth with the player - worth without).</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.shapley_value)
def shapley_value(worth, player, num_players):
    """Return what a player adds to a group, in a weighted mean over all groups of the others."""
    ...


# %% tags=["solution"]
def shapley_value(worth, player, num_players):
    from itertools import combinations

    others, N = [p for p in range(num_players) if p != player], num_players
    value = 0.0
    for size in range(N):
        weight = math.factorial(size) * math.factorial(N - size - 1) / math.factorial(N)
        for group in map(frozenset, combinations(others, size)):
            value += weight * (worth[group | {player}] - worth[group])
    return value


# %% slideshow={"slide_type": "subslide"}
def typed_game(present):
    """What each row of words is worth: (S, 3) truth values -> (S,)."""
    rows = [frozenset(row.nonzero().flatten().tolist()) for row in present]
    return torch.tensor([worth[row] for row in rows])


yours = [shapley_value(worth, player, 3) for player in range(3)]
ours = shapley_values(typed_game, 3)
print("groups:", {word: f"{value:+.2f}" for word, value in zip(words, yours, strict=True)})
print(f"12 words: {math.factorial(12):,} orders, {2**12:,} groups")
weights = np.array(group_weights(12)) - [subset_weight(size, 12) for size in range(12)]
claim("orders and your groups agree to 1e-6", np.abs(by_orders - yours).max() < 1e-6)
claim("your values and bertlab's agree to 1e-6", np.abs(ours.numpy() - yours).max() < 1e-6)
claim("so do the weights", np.abs(weights).max() < 1e-6)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 3. A text as a game
#
# Now the players are the tokens of a review, and a group is worth what a real classifier says when it sees *only these*. But a BERT needs an input. What stands in for a token that is absent?
#
# - **mask**: [MASK] takes its place. Length and positions stay.
# - **remove**: the others close up.
#
# [CLS] and [SEP] are no players: they are always there. And the score is in **logits**, log odds: a probability near 1 hardly moves, whatever the words add.
#
# ### Exercise 3: show some, hide the others
# Difficulty 2 of 5, about 8 minutes. `present` has a truth value for each token of the list `input_ids` that is not in the set `special_ids`, in order. Return two lists of ids, in this order: the input with `mask_id` for each absent token, of the same length, and the input without them. The special ones stay in both, wherever they are, and the arguments stay as they are.
#
# <details><summary>Hint 1</summary>Walk through <code>input_ids</code>, and take the next truth value only at a token that is no special one: <code>iter</code>, <code>next</code>.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.show_group)
def show_group(input_ids, special_ids, present, mask_id):
    """Return two lists: the input with [MASK] for what is absent, and the input without it."""
    ...


# %% tags=["solution"]
def show_group(input_ids, special_ids, present, mask_id):
    answers, masked, removed = iter(present), [], []
    for piece in input_ids:
        shown = piece in special_ids or next(answers)
        masked.append(piece if shown else mask_id)
        if shown:
            removed.append(piece)
    return masked, removed


# %% slideshow={"slide_type": "subslide"}
# The classifier of lesson 09. Predict first: what does it say when it sees nothing but masks?
tokenizer = WordPieceTokenizer.from_folder("minilm")
explainer = Explainer(movie_classifier(), tokenizer)
removing = Explainer(explainer.model, tokenizer, masking="remove")
sentence = "Not a good film, but never dull."
game, other_game = (one.game(sentence, "positive") for one in (explainer, removing))
specials, fits = {tokenizer.cls_id, tokenizer.sep_id, tokenizer.pad_id}, []
for group in ("", "good", "not good", "never dull", sentence.lower()):
    present = torch.tensor([[token in group for token in game.tokens]])
    shown = show_group(game.ids.tolist(), specials, present[0].tolist(), tokenizer.mask_id)
    fits += [[row] == g.inputs(present) for row, g in zip(shown, (game, other_game), strict=True)]
    pieces = " ".join(tokenizer.vocabulary[i] for i in shown[0][1:-1])
    print(
        f"{game(present).item():+.2f} masked, {other_game(present).item():+.2f} removed: {pieces}"
    )
claim("your inputs are bertlab's", all(fits))

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 4. Exact values of a sentence
#
# All groups of this sentence can be asked for. So its Shapley values follow from the definition, and nothing is estimated.
#
# A **waterfall** starts at the base, the score with all tokens hidden, and ends at the prediction. Each bar is one token's value.
#
# **Predict first**: which has the larger value, *never* or *good*? Which sign has *dull*?

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
explanation = exact(game)
alt = "Bars from the base to the prediction, one for each token of the sentence."
show(explain_figures.draw_waterfall(explanation), alt=alt)
gap = explanation.values.sum() - (explanation.prediction - explanation.base)
print(f"base {explanation.base:+.2f}, prediction {explanation.prediction:+.2f} logits")
print(f"{len(game.tokens)} tokens; the model read {game.num_asked} inputs")
claim("the values sum to the prediction minus the base, to 1e-6", abs(gap) < 1e-6)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### What the definition promises
#
# Shapley values are the only ones for which all of this holds, together with a rule for sums of games:
#
# - **efficiency**: they sum to the prediction minus the base;
# - **symmetry**: two players who can always stand in for each other get the same;
# - **dummy**: who never changes anything gets 0.
#
# Each can be tested. When words are removed, either *very* of *very very* leaves the same input behind. And where [MASK] stands for hidden words, a [MASK] that was in the text already cannot add anything.
#
# `shap` has an explainer that follows the definition as well, `Exact`. It gets the same game. In float64, both must agree to the last digits.

# %% slideshow={"slide_type": "subslide"}
precise = movie_classifier().double()
twice = Explainer(precise, tokenizer, masking="remove").game("A very very fine film.", "positive")
with_mask = Explainer(precise, tokenizer).game("A [MASK] fine film.", "positive")
twice, with_mask = exact(twice), exact(with_mask)
for one in (twice, with_mask):
    print(*(f"{t} {v + 0.0:+.2f}  " for t, v in zip(one.tokens, one.values.round(4), strict=True)))
claim("symmetry: both get the same, to 1e-9", abs(twice.values[1] - twice.values[2]) < 1e-9)
claim("dummy: [MASK] gets 0, to 1e-9", abs(with_mask.values[1]) < 1e-9)

fresh, N = Explainer(precise, tokenizer).game(sentence, "positive"), len(game.tokens)
masker = import_shap().maskers.Independent(np.zeros((1, N)))
score_rows = lambda rows: fresh(torch.from_numpy(rows) > 0).numpy()  # noqa: E731
theirs = import_shap().explainers.Exact(score_rows, masker)(np.ones((1, N)), silent=True).values[0]
by_definition = exact(fresh).values
claim("shap's Exact and the definition agree to 1e-9", abs(theirs - by_definition).max() < 1e-9)

# %% slideshow={"slide_type": "subslide"}
quiz(1, 2, 3)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 5. Long texts: Partition
#
# A review of 30 tokens has a billion groups. SHAP's **Partition** explainer asks for few of them. It cuts the text into a tree: at ends of sentences, then of clauses, then between words. At each fork above a token, the branch beside it is there *as a whole or not at all*.
#
# So it answers another question. Its values are **Owen values** (Owen 1977): an average over those orders only in which each branch stays together. They still sum to the prediction minus the base.
#
# A toy shows what is lost. The tree is ((0, 1), 2), and a group is worth 1 only if it has 0, but not 1, and has 2.
#
# **Predict first**: which value does player 2 get, by Shapley and by Owen?

# %% slideshow={"slide_type": "subslide"}
torn = lambda present: (present[:, 0] & ~present[:, 1] & present[:, 2]).double()  # noqa: E731
additive = lambda present: present.double() @ torch.tensor([1.0, -2.0, 0.5]).double()  # noqa: E731
for name, toy in (("torn", torn), ("additive", additive)):
    by_groups, by_tree = shapley_values(toy, 3), owen_values(toy, ((0, 1), 2))
    print(f"{name:8s} Shapley {by_groups.numpy().round(2)}, Owen {by_tree.numpy().round(2)}")
tree = neighbor_tree(game.tokens)
print("tree of the sentence:", tree)
asked, by_tree = owen_values(fresh, tree), partition(fresh, max_evals=10_000, tree=tree)
claim("the toy: player 2 gets 1/6 by Shapley", abs(shapley_values(torn, 3)[2] - 1 / 6) < 1e-9)
claim("and nothing by Owen: {0, 2} tears a branch", owen_values(torn, ((0, 1), 2))[2] == 0)
claim("where players only add up, both agree", np.allclose(by_groups, additive(torch.eye(3) > 0)))
claim("Partition gives Owen values, to 1e-9", np.abs(asked.numpy() - by_tree.values).max() < 1e-9)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quick = explainer.game(sentence, "positive")
owen = partition(quick)
show(shapley_figures.draw_both(explanation, owen), alt="Shapley and Owen value of each token.")
print(f"inputs read: {game.num_asked} for Shapley values, {quick.num_asked} for Owen values")
apart = np.abs(explanation.values - owen.values).max()
gap = owen.values.sum() - (owen.prediction - owen.base)
claim("Owen values sum to the same, to 1e-6", abs(gap) < 1e-6)
claim("yet a token differs by more than a tenth of a logit", apart > 0.1)

# %% slideshow={"slide_type": "subslide"}
quiz(4, 5, 6)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 6. One line for any text
#
# `explainer(text)` takes the definition where the budget allows it, and Partition elsewhere. What it returns draws itself: **click on a token** to see its value. Orange adds to the score, blue takes from it.
#
# The same works for the small Chinese BERT of lesson 08, fine-tuned on reviews. Its tokens are characters. And it works for the odd ones: a text with no token, with one, with more than the model reads.
#
# One text says what happened there. Over **many texts** each word has a mean size, and the spread shows whether it always pulls the same way.
#
# **Predict first**: 一点也不好看。 (*not at all good to read*) Which character moves the score most? And over many movie reviews: which words will lead, and will one of them pull both ways?

# %% slideshow={"slide_type": "subslide"}
from IPython.display import display

chinese = Explainer(review_classifier(), WordPieceTokenizer.from_folder("bert-mini-zh"))
in_english = explainer("A clumsy start, a thin plot, and yet two hours of pure, unashamed joy.")
in_chinese = chinese("这书一点也不好看。", "positive")
display(in_english, in_chinese)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
alt = "Bars for the characters of a Chinese sentence, the largest on top."
show(explain_figures.draw_bar(in_chinese), alt=alt)
gaps = [one.values.sum() - (one.prediction - one.base) for one in (in_english, in_chinese)]
claim("in both languages the values sum up, to 1e-6", max(map(abs, gaps)) < 1e-6)
claim("不 (not) takes from the score", in_chinese.values[in_chinese.tokens.index("不")] < 0)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
snippets = short_texts(movie_reviews().test, tokenizer, 60, most=14)
found = Explainer(explainer.model, tokenizer, max_evals=64).all(snippets, "positive")
alt = "Left: mean size for each word; right: a dot for each time that it stands in a text."
show(explain_figures.draw_global(explain_figures.importance(found, 3), "positive"), alt=alt)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
reviews = short_texts(book_reviews_zh().test, chinese.tokenizer, 60, most=24)
found = Explainer(chinese.model, chinese.tokenizer, max_evals=64).all(reviews, "positive")
alt = "The same for Chinese characters in reviews."
show(explain_figures.draw_global(explain_figures.importance(found, 4), "positive"), alt=alt)


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def draw_own(sentence, masking, label):
    """Explain any sentence, even one without tokens."""
    chosen = Explainer(explainer.model, tokenizer, masking, max_evals=200)(sentence, label)
    draw = explain_figures.draw_waterfall if chosen.tokens else text_plot
    return draw(chosen)


odd = {"nothing": "", "one token": "好", "too long": "这本书很好看。" * 20}
answers = {name: chinese(one_text, "positive") for name, one_text in odd.items()}
print({n: f"{len(a.values)} values, {a.left_out} left out" for n, a in answers.items()})
gaps = [a.values.sum() + a.base - a.prediction for a in answers.values()]
claim("odd ones: what there is sums up, to 1e-6", np.abs(gaps).max() < 1e-6)
alt = "A waterfall from the base to the prediction, one bar for each token."
masking, label = choose(["mask", "remove"]), choose(["positive", "negative"])
own = text("The plot is thin, but who cares?")
explore(draw_own, alt=alt, sentence=own, masking=masking, label=label)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 7. A translator, word by word
#
# Explanations are not only for classes. A small Marian network (Junczys-Dowmunt et al. 2018), trained here, translates numbers from English to French. Each French word has a log-probability, given the words before it: so each is a **game of its own**, with the English words as players.
#
# French numbers are a good test, since we know what depends on what. 71 is *soixante-et-onze*, sixty and eleven: *eleven* follows from *seventy* and *one* together.
#
# In training, English words were often hidden. So hidden words are nothing new to this model, unlike to the classifier.
#
# **Predict first**: 271 is *two hundred and seventy-one*. To which English word does *et* (and) owe most? To which does *onze* (eleven)?

# %% slideshow={"slide_type": "subslide"}
translator = Translator.from_pretrained()
unseen = splits().test[:300]
translated = translator.translate([english(number) for number in unseen])
right = np.mean([t == french(n) for t, n in zip(translated, unseen, strict=True)])
score = recorded("number_translator")["results"]["test"]
print(f"{len(splits().train)} numbers learned from, {len(splits().test)} held out")
print(f"right to the last word: {score:.2%} of all held out, {right:.2%} of these {len(unseen)}")
seventy_one = explain_translation(translator, english(271))
sums = seventy_one.values.sum(axis=1) - (seventy_one.prediction - seventy_one.base)
print(english(271), "->", "-".join(seventy_one.translation))
claim("each French word's values sum up to 1e-6", np.abs(sums).max() < 1e-6)
claim("over 95% of the held-out numbers are translated right", min(score, right) > 0.95)


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def draw_number(number):
    """Explain the translation of a number."""
    return shapley_figures.draw_translation(explain_translation(translator, english(number)))


alt = "A map: French words are rows, English words columns, colored by what one adds to the other."
explore(draw_number, alt=alt, number=slide(0, 9999, value=271))
rows = {word: row for word, row in zip(seventy_one.translation, seventy_one.values, strict=True)}
owes = {word: seventy_one.words[row.argmax()] for word, row in rows.items()}
print(owes)
claim("soixante and onze owe most to seventy", owes["soixante"] == owes["onze"] == "seventy")
claim(
    "et owes most to one, and next to nothing to and", owes["et"] == "one" and rows["et"][2] < 0.2
)
claim("to one, onze owes less than a fifth of a nat", abs(rows["onze"][4]) < 0.2)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Given the words before
#
# You may have expected *onze* to owe as much to *one* as to *seventy*. It does not, since each French word is explained **given those before it**. Once *soixante-et* is written, only *un* (61) and *onze* (71) can follow. *One* has had its say at *et*; *seventy* has yet to tell sixty from seventy.
#
# The English *and* stands for the hundreds. It does nothing for *et*, the word that a dictionary would give for it.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 8. Is it true of the model?
#
# An explanation that sums up nicely can still miss what the model uses. **Test it**: hide the token that it ranks first, then the next, and so on, and watch the score. If the ranking is right, the score falls at once. This is the **deletion curve**. The area under it is one number: the lower, the better.
#
# The other way round, **insertion** shows one token after the other. There a large area is good.
#
# ### Exercise 4: a deletion curve
# Difficulty 3 of 5, about 10 minutes. `score` takes a list with a truth value for each token, whether it is shown, and returns a float. `values` is a list of what an explanation says of each, one or more and no two equal. Hide the tokens one after the other, the largest value first. Return a tuple of two things: a list (no array) of the N + 1 scores with 0, 1, ..., N tokens hidden, and a float, the area under them by trapezoids, the points spread evenly over 0 to 1.
#
# <details><summary>Hint 1</summary><code>sorted(range(N), key=lambda token: -values[token])</code>.</details>
# <details><summary>Hint 2</summary>A trapezoid has the mean of both ends as its height, and 1 / N as its width.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.deletion_curve)
def deletion_curve(score, values):
    """Return the list of scores with 0 to N tokens hidden, and the area under them."""
    ...


# %% tags=["solution"]
def deletion_curve(score, values):
    N = len(values)
    present = [True] * N
    scores = [score(present)]
    for token in sorted(range(N), key=lambda token: -values[token]):
        present = [shown and place != token for place, shown in enumerate(present)]
        scores.append(score(present))
    middles = (np.array(scores[1:]) + scores[:-1]) / 2
    return scores, float(middles.mean())


# %% slideshow={"slide_type": "subslide"}
score = lambda present: game(torch.tensor([present])).item()  # noqa: E731
areas = {}
for name, values in (("SHAP", explanation.values), ("gradient", gradient_times_input(game))):
    yours, areas[name] = deletion_curve(score, values.tolist())
    print(f"{name:8s} area {areas[name]:+.2f}:", *(f"{point:+.1f}" for point in yours))
ours = bertlab_deletion_curve(game, ranking(torch.as_tensor(values)))
claim("your curve is bertlab's, to 1e-6", np.abs(np.array(yours) - ours).max() < 1e-6)
claim("so is the area", abs(areas["gradient"] - area(ours)) < 1e-6)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Four methods, the same texts
#
# One sentence shows nothing. So: held-out snippets, and the label that the classifier gives each. Four rankings of their tokens:
#
# - **SHAP**: Owen values, with a budget of inputs for each text;
# - **gradient x input**: the slope of the score along a token's word vector, times that vector: one pass forward and one back;
# - **attention**: what [CLS] gives each token in the last layer, averaged over the heads;
# - **chance**: what each of them has to beat.
#
# SHAP hides words by [MASK], and is judged by hiding words. Is that fair? So the curves are taken a second time, with words *removed*.
#
# **Predict first**: an order of the four. Where is attention?

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
record = recorded("faithfulness")
by_method = {name: summarize(rows) for name, rows in faithfulness.kept_curves("mask").items()}
alt = "Mean deletion and insertion curves of four methods."
show(explain_figures.draw_curves(by_method), alt=alt)
part = {**record["configuration"], **faithfulness.SLICE}
again, few = faithfulness.measure(part)["maskings"]["mask"], part["texts"]
areas = {name: one.deletion[:few].mean() for name, one in by_method.items()}
gaps = [abs(again[name]["deletion"]["area"] - mean) for name, mean in areas.items()]
print(f"{len(record['results']['lengths'])} texts recorded; the first {few} measured again")
claim("measured again, deletion areas are those recorded, to 0.05", max(gaps) < 0.05)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
maskings = record["results"]["maskings"]
alt = "For each method how far it is behind SHAP, with 95% intervals, masked and removed."
show(shapley_figures.draw_behind(maskings), alt=alt)
for masking, rows in maskings.items():
    for side in faithfulness.SIDES:
        print(f"{masking:6s} {side:9s}", *(f"{n} {r[side]['area']:+.2f}" for n, r in rows.items()))
lead = [
    row[side]["behind"][0]
    for rows in maskings.values()
    for name, row in rows.items()
    for side in faithfulness.SIDES
    if name != "SHAP"
]
claim("SHAP is ahead of each, on both curves, masked and removed: intervals above 0", min(lead) > 0)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Myth check
#
# *"Attention weights tell which word decided."*
#
# If they did, hiding what [CLS] looks at most would bring the score down about as fast as SHAP does; and both would mostly rank the same word first.
#
# But do not go to the other end either: a ranking that is right in part is ahead of chance. So there are two questions, and both are asked of the same texts.
#
# **Predict first**: in how many of the texts do attention and SHAP rank the same token first? And which method is *not* ahead of chance?

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
first = {name: np.array(places) for name, places in record["results"]["first"].items()}
agree = {name: np.mean(places == first["SHAP"]) for name, places in first.items()}
print("the same token first as SHAP:", {name: f"{share:.0%}" for name, share in agree.items()})
leads = {}
for name, one in by_method.items():
    leads[name] = paired_interval(by_method["chance"].deletion, one.deletion)
    print(f"{name:16s} leads chance by {leads[name][0]:+.2f} to {leads[name][1]:+.2f} logits")
behind = maskings["mask"]["attention"]["deletion"]["behind"]
claim(
    "attention and SHAP agree on the first token in fewer than a quarter",
    agree["attention"] < 1 / 4,
)
claim("attention is ahead of chance: its interval is above 0", leads["attention"][0] > 0)
claim("but over twice as far behind SHAP", behind[0] > 2 * leads["attention"][1])
low, high = leads["gradient x input"]
claim("gradient x input is not told from chance: 0 is in its interval", low < 0 < high)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### What neither shows
#
# - **Other inputs.** A classifier has not learned from sentences full of [MASK], or with gaps. Part of each value is how it takes such a text. Hence two ways of hiding, and a translator that was trained on hidden words.
# - **The same idea twice.** Deletion asks by hiding, and so does SHAP: it is close to what it is tested by. Being ahead says that it knows what hiding does. It is not the only thing that *reason* may mean.
# - **What is absent.** *Trois-cents* ends in *s* because no word follows. No player can get credit for that.
# - **Pairs.** *Not* and *good* share what they do together. A sum of single values cannot tell that from two words of their own.
# - **The world.** A value says what moved *this* model at *this* text. It does not say that the model is right, nor that a change of the word would change a reader's mind.

# %% slideshow={"slide_type": "subslide"}
quiz(7, 8)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Recap
#
# - A Shapley value is what a player adds, averaged over all orders. Groups suffice: 4,096 for twelve tokens.
# - Efficiency, symmetry, dummy: three promises, and each can be tested.
# - A text becomes a game by hiding tokens. How they are hidden is part of the answer.
# - Partition keeps branches of a tree together. It gives Owen values, which differ where words of different branches act together.
# - Any score can be explained: a class in logits, or each word of a translation.
# - Faithfulness is measured, on many texts, against chance, with an interval.
# - Attention weights were tested in the same way. They know something, and do not tell which word decided. Gradient x input was no better than chance here.
#
# This was the last lesson. You have built a BERT, trained it, used it, and asked it for reasons.

# %% [markdown] slideshow={"slide_type": "notes"}
# *Instructor:* let the class work out the orders of *not very good* on the board before the first cell runs; someone will take *good* away from the whole text and stop there. In section 5, ask which groups the tree forbids. In section 6, click on a token of the text: a second click hides its value again.
# Upstream's own text plot fails on a single token, and under NumPy 2 its bars are black; ours repairs both. In section 8, collect the predicted orders before the figure. Why does gradient x input fail? LayerNorm follows the embeddings, so the length of their sum hardly matters, and the slope along the sum is about 0: along the word's vector it is that along the position's, with the sign turned. Let the class find this. Fifteen minutes for sections 1 and 2, the rest evenly.

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Further reading
#
# - Lloyd S. Shapley (1953). *A Value for n-Person Games.* Contributions to the Theory of Games II.
# - Guillermo Owen (1977). *Values of Games with a Priori Unions.* Mathematical Economics and Game Theory.
# - Scott M. Lundberg and Su-In Lee (2017). *A Unified Approach to Interpreting Model Predictions.* NeurIPS.
# - Wojciech Samek, Alexander Binder, Grégoire Montavon, Sebastian Lapuschkin and Klaus-Robert Müller (2017). *Evaluating the Visualization of What a Deep Neural Network Has Learned.* IEEE Transactions on Neural Networks and Learning Systems.
# - Vitali Petsiuk, Abir Das and Kate Saenko (2018). *RISE: Randomized Input Sampling for Explanation of Black-box Models.* BMVC.
# - Alon Jacovi and Yoav Goldberg (2020). *Towards Faithfully Interpretable NLP Systems: How Should We Define and Evaluate Faithfulness?* ACL.
# - Jasmijn Bastings and Katja Filippova (2020). *The Elephant in the Interpretability Room: Why Use Attention as Explanation When We Have Saliency Methods?* BlackboxNLP.
# - Marcin Junczys-Dowmunt et al. (2018). *Marian: Fast Neural Machine Translation in C++.* ACL, System Demonstrations.
