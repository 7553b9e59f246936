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
# > *He opened the* ▢ *and went in.*<br>
# > *He opened the* ▢ *and began to read.*
#
# What did he open? You knew it at once, from the words *after* the gap. Nobody had to label these sentences: the answer is a word
# that we took out, as in a **cloze test** (Taylor 1953). Figure 8.1 shows a small BERT that plays it, and at the end your own does. **How does a
# network learn that from plain text?** This is **pre-training** (预训练), because it comes before any task.
#
# **At the end you can**
#
# - turn documents into pairs, and pairs into masked batches;
# - write BERT's losses, and the loop that makes them smaller;
# - take a BERT over its plateau on real text, and say what it has learned.
#
# **Time** 120 minutes with all exercises, in two sittings of 50 and 70. **Difficulty** 4 of 5. **Before this**: lesson 01 (entropy), lesson 06 (pairs, masks), lesson 07 (the model).

# %% tags=["bootstrap"] slideshow={"slide_type": "skip"}
# (generated)

# %% tags=["setup"] slideshow={"slide_type": "skip"}
from lessons.l08_pretraining import exercises, figures, live, predict, quiz, stories, tables

import torch
import transformers
from torch.nn.functional import cross_entropy
from torch.nn.utils import clip_grad_norm_

from bertlab.datasets import minilm_folder
from bertlab.text import WordPieceTokenizer
from bertlab.text.documents import join
from workbook.path import begin_lesson, check, exercise, recorded, yours

begin_lesson(num_threads=1)  # the networks of this lesson are small
transformers.utils.logging.disable_progress_bar()
tokenizer = WordPieceTokenizer.from_folder("minilm")

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
figures.both_sides(tokenizer)

# %% [markdown] slideshow={"slide_type": "subslide"}
# A model that sees the whole text cannot learn to guess the *next* word: it would look at it. GPT hides what follows. BERT wants every layer
# to see both sides. **So it must hide words: that is where [MASK] comes from.**
#
# The text itself answers two questions (Figure 8.2): which words were hidden (*masked language model*, MLM, 掩码语言模型), and did the
# second text follow the first (*next-sentence prediction*, NSP, 下一句预测)? This is **self-supervised** learning (自监督学习).

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
figures.two_questions()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 1. Documents become pairs
#
# Cut a document between two sentences. In half of the cases keep both parts, else replace the second by a *stranger*, sentences of another
# document:
#
# | | first text | second text |
# |---|---|---|
# | is next (label 0) | Rain fell. | Rivers rose. A dam broke. |
# | not next (label 1) | Rain fell. | It slept. |
#
# ### Exercise 1: a pair
# Difficulty 2 of 5, about 12 minutes. Make one pair. All random draws are arguments:
#
# ```
# documents = [[[1], [2], [3]],  [[7, 7], [8]],  [[9], [6]]]
# sentence_pair(documents, 0, 1, coin=0.2, which=0.6, where=0.9)
# ->  ([1], [2, 3], 0)
# sentence_pair(documents, 0, 1, coin=0.7, which=0.6, where=0.9)
# ->  ([1], [6], 1)
# ```
#
# - The first text is the first `split` sentences of document `index`; one or more are left.
# - If `coin` is below 0.5, the rest follows, with label 0. Else, with label 1, a stranger: of the `n` *other* documents, in their order,
#   number `int(n * which)`, from sentence `int(m * where)` of its `m` to the end. Both count from 0.
# - Return both texts as lists of ids, and the label. Documents may be equal: leave one out by its index. Change no list.
#
# <details><summary>Hint 1</summary>The others are <code>[*documents[:index], *documents[index + 1 :]]</code>.</details>
# <details><summary>Hint 2</summary><code>join</code> puts the sentences of a list end to end.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.sentence_pair)
def sentence_pair(documents, index, split, coin, which, where): ...


# %% [markdown] slideshow={"slide_type": "subslide"}
# A question that a trick can answer teaches the trick. In Table 8.1 a decision tree sees the *lengths* of both texts alone; chance is
# 50%. `bertlab` draws eight strangers and takes the one that is nearest in length.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
tables.lengths(sentence_pair, tokenizer)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 2. Pairs become masked
#
# Of the tokens that are not special, 15% are **chosen**, and the model has to say what stood there. What it *sees* there is drawn at random
# (Figure 8.3).
#
# Why not always [MASK]? Later tasks have none, and a model would never have been asked about a word that it sees. If a visible chosen
# word were always *kept*, the model could copy it, and would not read around it. If it were always *exchanged*, the model would learn that
# what it sees is never the answer. **With 10% of each, a visible word is right in half of the cases, and only its neighbors can tell.**
#
# Why 15%? With fewer, an update teaches less; with more, there is less to guess from. (For large models, 40% was better: Wettig et al. 2023.)

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
figures.corruptions()

# %% [markdown] slideshow={"slide_type": "subslide"}
# Of 18 tokens 15% are 2.7, so 3 are chosen; below each stands what it hides.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
tables.masks(tokenizer)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 2: choose and mask
# Difficulty 3 of 5, about 14 minutes. A score says whether a token is chosen, a draw what becomes of it:
#
# ```
# mask_id = 4
# ids      = [2, 51, 52, 53, 54, 3]
# maskable = [0,  1,  1,  1,  1, 0]
# scores   = [0, .7, .1, .9, .4, 0]
# draws    = [0,  0, .5,  0,  0, 0]
# random_ids [9, 71, 72, 73, 74, 9]
# shown     -> [2, 51,  4, 53, 54, 3]
# positions -> [2]
# answers   -> [52]
# ```
#
# - Of the `maskable` tokens choose 15%, by Python's `round`, but at least one: those with the smallest scores. No two are equal.
# - A draw below 0.8: `mask_id`. From 0.8 to below 0.9: the entry of `random_ids`. From 0.9 on the token stays.
# - Return three tensors of int64: what the model sees (T,), the chosen positions in rising order, and what stood there. Do not change `ids`.
#
# <details><summary>Hint 1</summary><code>maskable.nonzero().flatten()</code> lists the candidates, and <code>argsort</code> ranks their scores.</details>
# <details><summary>Hint 2</summary>Work on <code>ids.clone()</code>, and read the answers from <code>ids</code>.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.choose_and_mask)
def choose_and_mask(ids, maskable, mask_id, scores, draws, random_ids): ...


# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 3: find the bugs
# Difficulty 3 of 5, about 9 minutes. A wrong mask trains a slightly worse model, and no error tells you. A friend's masker has four bugs.
# Mend all four.
#
# <details><summary>Hint 1</summary>One shows in a text of two words and much padding: it may choose both. Three show if you count: 15% of what? Of the chosen tokens, how many become [MASK], and which number decides that?</details>
# <details><summary>Hint 2</summary>The line <code>ids[...] = mask_id</code> writes into the tensor of whoever called. When are the answers read, before it or after it?</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.friends_mask)
def friends_mask(ids, maskable, mask_id, scores, draws, random_ids):
    number = max(1, round(0.15 * len(ids)))
    ranked = scores.masked_fill(~maskable, 2.0).argsort()  # specials come last
    positions = ranked[:number].sort().values
    draw = scores[positions]
    ids[positions[draw < 0.8]] = mask_id
    exchanged = positions[(draw >= 0.8) & (draw < 0.9)]
    ids[exchanged] = random_ids[exchanged]
    return ids, positions, ids[positions]


# %% [markdown] slideshow={"slide_type": "subslide"}
# No error told. **So test the distribution, and not only the shapes** (Table 8.2).

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
tables.proportions(choose_and_mask)

# %% [markdown] slideshow={"slide_type": "subslide"}
# BERT's texts had ten masks each (**static masking**), so $0.85^{10} \approx 20\%$ of the words were never asked for. RoBERTa (Liu et al. 2019)
# draws new ones each time (**dynamic masking**, 动态掩码), and so do we.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 3. Two losses
#
# The **word head** makes scores for all $V$ pieces from the vector of a chosen token, the **pair head** two scores from the vector of [CLS]. An
# answer costs its **surprisal** (惊异值), $-\log p$, where $p$ is the softmax probability of the right answer. The loss is the sum of two means
# (Figure 8.4), over the $M$ chosen tokens of the batch and over its $B$ pairs:
#
# $$L = -\frac{1}{M} \sum_{m=1}^{M} \log p(\text{word}_m) -\frac{1}{B} \sum_{b=1}^{B} \log p(\text{label}_b)$$


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
figures.two_losses()

# %% [markdown] slideshow={"slide_type": "subslide"}
# An example:

# %% slideshow={"slide_type": "-"}
scores = torch.tensor([[2.0, 0.0, 1.0], [0.0, 0.0, 3.0]])  # 2 tokens, 3 pieces
right = torch.tensor([0, 1])  # a good guess, and a bad one
surprisals = -scores.softmax(dim=1)[[0, 1], right].log()
surprisals, surprisals.mean(), cross_entropy(scores, right)

# %% [markdown] slideshow={"slide_type": "subslide"}
# `cross_entropy` is softmax, $-\log p$ and mean in one.
#
# Why only at chosen tokens? At all others the answer stands in the input. To copy it teaches nothing about language, and with 85% of the
# tokens, copying would be most of the loss.
#
# ### Exercise 4: the loss of BERT
# Difficulty 2 of 5, about 4 minutes. Write the sum of the two means:
#
# ```
# logits      = zeros(2, 5, 7)
# ids         = ones(2, 5)
# chosen      : True at three positions
# next_logits = zeros(2, 2)
# next_labels = [0, 1]
# ->  log 7 + log 2 = 2.639
# ```
#
# - `logits` (B, T, V) are the scores, `ids` (B, T) what stood there. `chosen` (B, T) is True where a word is asked for: at least once.
# - `next_logits` (B, 2) has *is next* in column 0; `next_labels` (B,) is 0 for a true pair.
# - Return a tensor: training needs its gradients.
#
# <details><summary>Hint 1</summary><code>logits[chosen]</code> has the shape (M, V).</details>
# <details><summary>Hint 2</summary><code>cross_entropy</code> takes the mean by itself: two calls and a plus.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.pretraining_loss)
def pretraining_loss(logits, ids, chosen, next_logits, next_labels): ...


# %% [markdown] slideshow={"slide_type": "slide"}
# ## 4. One update
#
# BERT's settings (Devlin et al. 2019, appendix A.2, and their program):
#
# | | BERT | why |
# |---|---|---|
# | optimizer | Adam, **weight decay** (权重衰减) 0.01, not for biases and LayerNorm | keeps the matrices small |
# | learning rate | rises to $10^{-4}$ in 10,000 updates (**warm-up**, 预热), falls to 0 by update 1,000,000 | see below |
# | gradient | scaled to the norm 1 if longer (**clipping**, 梯度裁剪) | one strange batch cannot do much |
#
# Why warm-up? Adam divides each gradient by its usual size, which it learns from the gradients so far. In the first update there is only
# one, so every weight moves by the full learning rate or more, however small and accidental its gradient. Small rates do little harm until the
# sizes are known.

# %% [markdown] tags=["sitting"] slideshow={"slide_type": "-"}
# The first sitting ends here. Next, a network learns.

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 5: one update
# Difficulty 3 of 5, about 17 minutes. `batch` is the tuple `(shown, types, ids, chosen, labels)`: `shown` what the model sees, token `types`, and `ids`
# what stood there, all int64 (B, T), 0 is padding; `chosen` bool (B, T), `labels` (B,). Make one update:
#
# - set `rate` as the `"lr"` of every dictionary in `optimizer.param_groups`;
# - call `model(shown, types, attention_mask)`; the mask, int64, is 1 where `ids` is not 0. It returns scores of words (B, T, V) and of pairs (B, 2);
# - take your `pretraining_loss`, set the gradients to 0, go backward;
# - clip the gradient of all parameters together to the norm 1 with `clip_grad_norm_`, and step;
# - return the loss before the step, a float.
#
# <details><summary>Hint 1</summary><code>(ids != 0).long()</code> is the attention mask.</details>
# <details><summary>Hint 2</summary>The order is <code>optimizer.zero_grad()</code>, <code>loss.backward()</code>, <code>clip_grad_norm_(model.parameters(), 1.0)</code>, <code>optimizer.step()</code>, and then <code>loss.item()</code>.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.update)
def update(model, optimizer, batch, rate): ...


# %% [markdown] slideshow={"slide_type": "subslide"}
# The loop around it. `factor` is warm-up and fall, the smaller of two straight lines:


# %% slideshow={"slide_type": "subslide"}
def factor(step, steps, warmup):
    return min((step + 1) / warmup, (steps - step) / (steps - warmup))


def pretrain(model, batch_of, steps, highest, seed=0):
    matrices = [p for p in model.parameters() if p.dim() > 1]
    others = [p for p in model.parameters() if p.dim() <= 1]  # biases, and gains near 1
    optimizer = torch.optim.AdamW(others, eps=1e-6, weight_decay=0.0)
    optimizer.add_param_group({"params": matrices, "weight_decay": 0.01})
    losses = []
    for step in live.steps(steps):
        rate = highest * factor(step, steps, warmup=steps // 10)
        losses.append(update(model, optimizer, batch_of(seed, step), rate))
    return losses


# %% [markdown] slideshow={"slide_type": "slide"}
# ## 5. A tiny language
#
# In 40 stories of two sentences, ten people open one of four things, and only the *end* of the first sentence tells
# which. Your BERT reads 32 stories. In the 8 others, somebody opens a thing that this person never opens in the 32: for *he* a door
# and a book, as on the first page.

# %% slideshow={"slide_type": "-"}
told = stories.language()
story_batches = live.batches(told, sentence_pair, choose_and_mask)  # and [CLS], [SEP]

# %% tags=["headline"] slideshow={"slide_type": "subslide"}
berts, losses = [], []
for seed in range(3):
    berts.append(stories.new_model(told, seed))  # two layers, 64 wide
    losses.append(pretrain(berts[seed], story_batches, 250, highest=4e-3, seed=seed))

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
figures.learning(losses, len(told.tokenizer.vocabulary))

# %% [markdown] slideshow={"slide_type": "subslide"}
# The loss falls within seconds (Figure 8.5). Was it learned by heart? And does it need both sides? We train the same network **left to
# right** as well, with lesson 05's causal mask (Table 8.3).

# %% slideshow={"slide_type": "-"}
one_sided = [live.left_to_right(stories.new_model(told, seed)) for seed in range(3)]
for seed, model in enumerate(one_sided):
    pretrain(model, story_batches, 250, highest=4e-3, seed=seed)

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
predict("from the right", lambda: tables.gaps(berts, one_sided, told))

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 6: does the second text follow?
# Difficulty 2 of 5, about 9 minutes. Which proportion of pairs does the pair head tell? Its answer is the column of the larger score:
#
# ```
# scores of pairs = [[2, 0], [0, 3], [1, 0]]
# labels          = [0, 1, 1]
# ->  2/3
# ```
#
# - `batches` is a list of tuples as in exercise 5, of any sizes. Let the model read whole texts: `ids`, not `shown`.
# - Return a float.
#
# <details><summary>Hint 1</summary><code>scores.argmax(dim=1) == labels</code> is True where a pair is told.</details>
# <details><summary>Hint 2</summary>Collect these in a list; <code>torch.cat</code> joins them, and <code>.double().mean().item()</code> is the proportion.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.pair_accuracy)
def pair_accuracy(model, batches): ...


# %% tags=["headline"] slideshow={"slide_type": "-"}
new_pairs = live.held_out(told, sentence_pair, choose_and_mask)
[f"{pair_accuracy(model, new_pairs):.0%}" for model in berts]

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
tables.pairs(pair_accuracy, berts, told, new_pairs)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Your BERTs know what follows**: what is about the same thing (Table 8.4). A *whole* stranger is told by its length: the
# trick of Table 8.1. The last row no one can tell: a stranger opened the same.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 6. Real text
#
# Now English articles, letter by letter, because whole words would take hours: a BERT of two layers, 128 wide, learns 121 letters and signs in minutes (Figure 8.6). Equal
# probabilities cost $\log 121 \approx 4.8$ nats. Always to answer with the *frequencies* of the letters costs less: the **unigram entropy** (一元熵) of lesson 01.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
figures.plateau(recorded("approach"))

# %% [markdown] slideshow={"slide_type": "subslide"}
# This is a **plateau** (平台期): for hundreds of updates the loss hardly falls, not far below the frequencies, then steeply. **So a loss
# that hardly moves need not be a bug.** What does a model know there? We stored one of the three:

# %% slideshow={"slide_type": "-"}
english = live.english()
bert, mask_id = live.before_the_fall(english), english.tokenizer.mask_id
held_out = live.held_out(english, sentence_pair, choose_and_mask)  # batches

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 7: hidden, exchanged and kept apart
# Difficulty 2 of 5, about 4 minutes. Not all chosen positions are hidden, so take the score apart. With [MASK] as piece 4:
#
# ```
# shown      = [ 4, 51,  4, 72]
# answers    = [50, 51, 52, 53]
# surprisals = [ 3,  1,  5,  6]
# ->  [4, 6, 1]
# ```
#
# All but the int `mask_id`, which is not always 4, have an entry for each chosen position (M,). Return the means of hidden, exchanged and
# kept positions, (3,). Each kind occurs.
#
# <details><summary>Hint 1</summary>Make one mask of True and False for each kind: <code>hidden = shown == mask_id</code>, and so on.</details>
# <details><summary>Hint 2</summary><code>surprisals[hidden].mean()</code>; <code>torch.stack</code> makes a tensor of three.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.by_corruption)
def by_corruption(shown, answers, mask_id, surprisals): ...


# %% slideshow={"slide_type": "-"}
found = live.answers(bert, held_out)
before = by_corruption(found.shown, found.answers, mask_id, found.surprisals)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### You cross it
#
# Now your own loop goes on (Figure 8.7). Figure 8.8 takes the loss apart.

# %% tags=["headline"] slideshow={"slide_type": "subslide"}
letter_batches = live.batches(english, sentence_pair, choose_and_mask)
watched, curve = live.watch(letter_batches, bert, held_out)  # every 50 updates
losses = pretrain(bert, watched, steps=600, highest=2e-3)
found = live.answers(bert, held_out)
after = by_corruption(found.shown, found.answers, mask_id, found.surprisals)

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
figures.crossing(recorded("approach"), curve)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
predict("on the plateau", lambda: figures.by_corruption(before, after, recorded("approach")))

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Why it stood, and why it fell
#
# A hidden letter can only be told from its neighbors. But at first attention is spread widely, and such a mean of 63 tokens is much the same
# at every gap. The word head cannot use a neighbor that attention does not look at, and attention is not taught to look at it as long as the
# word head cannot use it. **Each waits for the other**; frequencies need neither, so they come first. Once a head leans a little to one
# neighbor, both push each other on: a steep fall. Table 8.5 fits this explanation; we did not test it further.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
tables.neighbors(live.before_the_fall(english), bert, english, held_out)

# %% slideshow={"slide_type": "-"}
f"{pair_accuracy(bert, held_out):.0%}"

# %% [markdown] slideshow={"slide_type": "-"}
# And pairs? Still a coin: a text has one pair and many letters. RoBERTa left next sentences out
# without loss, and ALBERT asks for their order instead (lesson 17).

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 7. It fills gaps

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 8: fill a gap
# Difficulty 3 of 5, about 10 minutes. For a text with exactly one [MASK] return the `top` likeliest pieces by falling probability: a list of
# tuples (piece, probability), str and float. `tokenizer.encode(text).input_ids` is a list of ids with [CLS] and [SEP], `tokenizer.mask_id` the id of [MASK],
# `tokenizer.vocabulary[i]` the piece of id i. Call the model as in exercise 5: one text, types 0, no padding. If the scores at the gap are
# log 1, log 2 and log 5, with `top=2`:
#
# ```
# [("book", 0.625), ("door", 0.25)]
# ```
#
# <details><summary>Hint 1</summary><code>ids = torch.tensor([tokenizer.encode(text).input_ids])</code> has the shape (1, T). <code>torch.zeros_like(ids)</code> are the types, <code>torch.ones_like(ids)</code> the mask.</details>
# <details><summary>Hint 2</summary>Softmax over the V scores at the gap first, then <code>.topk(top)</code>: it has <code>.indices</code> and <code>.values</code>, and <code>tolist()</code> makes numbers of them.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.fill)
def fill(model, tokenizer, text, top): ...


# %% tags=["headline"] slideshow={"slide_type": "-"}
guesses = fill(bert, english.tokenizer, "the history of th[MASK] world", top=3)
[(piece, f"{p:.0%}") for piece, p in guesses]

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
tables.letters(bert, english)

# %% [markdown] slideshow={"slide_type": "subslide"}
# Single letters of held-out sentences are harder (Table 8.6). `bert-mini-zh` went through the same loop for an hour, with Chinese characters
# (Table 8.7).

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
tables.characters(fill)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### What did he open?
#
# The first question, for your BERT of section 5 (Figure 8.9):

# %% tags=["headline"] slideshow={"slide_type": "-"}
opened = [fill(berts[0], told.tokenizer, text, top=4) for text in figures.OPENING]

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
figures.answered(opened)

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
yours(exercises)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 8. At work
#
# With `transformers`, a *collator* draws new masks for each batch and a `Trainer` holds the loop (Table 8.8). On several GPUs, each sends a number for each parameter before every update
# (lesson 19).

# %% slideshow={"slide_type": "-"}
torch.manual_seed(0)
hub_tokenizer = transformers.AutoTokenizer.from_pretrained(minilm_folder())
size = {"hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 2}
trainer = transformers.Trainer(
    transformers.BertForMaskedLM(transformers.BertConfig(**size)),
    transformers.TrainingArguments(max_steps=40, learning_rate=4e-3, **live.quiet()),
    data_collator=transformers.DataCollatorForLanguageModeling(hub_tokenizer),  # 15%
    train_dataset=live.articles(hub_tokenizer),
)
trainer.remove_callback(transformers.PrinterCallback)
result = trainer.train()
# %% tags=["hide-input"] slideshow={"slide_type": "-"}
tables.trainer(trainer)

# %% [markdown] slideshow={"slide_type": "subslide"}
# <details><summary>What pre-training brings at scale, and what else differs between GPT and BERT</summary>
# <p>BERT base and large, fine-tuned (Devlin et al. 2019, Tables 1 and 6):</p>
# <table>
# <tr><th></th><th>MNLI</th><th>QQP</th><th>QNLI</th><th>SST-2</th><th>CoLA</th><th>STS-B</th><th>MRPC</th><th>RTE</th><th>mean</th></tr>
# <tr><td>GPT, 12 layers</td><td>82.1</td><td>70.3</td><td>87.4</td><td>91.3</td><td>45.4</td><td>80.0</td><td>82.3</td><td>56.0</td><td>75.1</td></tr>
# <tr><td>BERT base, 12 layers</td><td>84.6</td><td>71.2</td><td>90.5</td><td>93.5</td><td>52.1</td><td>85.8</td><td>88.9</td><td>66.4</td><td>79.6</td></tr>
# <tr><td>BERT large, 24 layers</td><td>86.7</td><td>72.1</td><td>92.7</td><td>94.9</td><td>60.5</td><td>86.5</td><td>89.3</td><td>70.1</td><td>82.1</td></tr>
# </table>
# <p>(GLUE, test sets; the mean is the paper's, over both parts of MNLI.) The official GLUE score is 80.5, which is 7.7 points more than before; on SQuAD 1.1 the test F1 is 93.2 (1.5 more), on SQuAD 2.0 it is 83.1 (5.1 more). Articles that quote 80.4 (7.6 more), and 5.6 points
# more on MNLI, follow the paper's first version of 2018; the second says 4.6.</p>
# <p>Larger models guess better and transfer better (development sets):</p>
# <table>
# <tr><th>layers</th><th>width</th><th>heads</th><th>perplexity of hidden words</th><th>MNLI</th><th>MRPC</th><th>SST-2</th></tr>
# <tr><td>3</td><td>768</td><td>12</td><td>5.84</td><td>77.9</td><td>79.8</td><td>88.4</td></tr>
# <tr><td>6</td><td>768</td><td>3</td><td>5.24</td><td>80.6</td><td>82.2</td><td>90.7</td></tr>
# <tr><td>6</td><td>768</td><td>12</td><td>4.68</td><td>81.9</td><td>84.8</td><td>91.3</td></tr>
# <tr><td>12</td><td>768</td><td>12</td><td>3.99</td><td>84.4</td><td>86.7</td><td>92.9</td></tr>
# <tr><td>12</td><td>1024</td><td>16</td><td>3.54</td><td>85.7</td><td>86.9</td><td>93.3</td></tr>
# <tr><td>24</td><td>1024</td><td>16</td><td>3.23</td><td>86.6</td><td>87.8</td><td>93.7</td></tr>
# </table>
# <p>BERT base was made as large as the first GPT (Radford et al. 2018), and yet more than the mask differs (appendix A.4):</p>
# <table>
# <tr><th></th><th>GPT</th><th>BERT</th></tr>
# <tr><td>each token sees</td><td>what stands before it</td><td>all tokens</td></tr>
# <tr><td>questions</td><td>next word</td><td>hidden words, next sentences</td></tr>
# <tr><td>text</td><td>BooksCorpus, 800 M words</td><td>BooksCorpus and Wikipedia, 3,300 M words</td></tr>
# <tr><td>a batch, 1 M updates</td><td>32,000 words</td><td>128,000 words</td></tr>
# <tr><td>[CLS], [SEP], token types</td><td>first met in fine-tuning; no token types</td><td>learned in pre-training</td></tr>
# <tr><td>rate of fine-tuning</td><td>5e-5 for all tasks</td><td>chosen for each task</td></tr>
# </table>
# <p>So when BERT beats GPT, the mask is not the only reason. That is why the paper leaves parts out one at a time (further experiments).</p>
# </details>

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What you have found out
#
# - **The text holds the answers: hide words, and ask for them.**
# - **Test distributions, and look for tricks.**
# - **A loss may hardly move for hundreds of updates, and then fall**: your own loop crossed it.
#
# Further experiments: `more/08_pretraining_more.ipynb`.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz()

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Terms
#
# | English | 中文 | in one line |
# |---|---|---|
# | pre-training | 预训练 | learning from text, before any task |
# | self-supervised | 自监督 | the data hold the answers |
# | masked language model | 掩码语言模型 | guesses hidden words from both sides |
# | next-sentence prediction | 下一句预测 | does the second text follow the first? |
# | dynamic masking | 动态掩码 | new masks each time |
# | surprisal, negative log-likelihood | 惊异值、负对数似然 | $-\log p$ of the right answer, in nats |
# | unigram entropy | 一元熵 | surprisal if only frequencies are known |
# | warm-up | 预热 | at first the learning rate rises |
# | weight decay | 权重衰减 | pulls weights towards 0 |
# | gradient clipping | 梯度裁剪 | long gradients are made shorter |
# | plateau | 平台期 | the loss hardly falls for a while |
#
# <details><summary>Further reading</summary><ul>
# <li>Devlin, Chang, Lee and Toutanova (2019). <em>BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding.</em> NAACL-HLT.</li>
# <li>Taylor (1953). <em>"Cloze Procedure": A New Tool for Measuring Readability.</em> Journalism Quarterly 30(4).</li>
# <li>Radford, Narasimhan, Salimans and Sutskever (2018). <em>Improving Language Understanding by Generative Pre-Training.</em> OpenAI.</li>
# <li>Liu et al. (2019). <em>RoBERTa: A Robustly Optimized BERT Pretraining Approach.</em> arXiv:1907.11692.</li>
# <li>Loshchilov and Hutter (2019). <em>Decoupled Weight Decay Regularization.</em> ICLR.</li>
# <li>Wettig, Gao, Zhong and Chen (2023). <em>Should You Mask 15% in Masked Language Modeling?</em> EACL.</li>
# <li>Lan et al. (2020). <em>ALBERT: A Lite BERT for Self-supervised Learning of Language Representations.</em> ICLR.</li>
# </ul></details>

# %% tags=["claims"]
difference = surprisals.mean() - cross_entropy(scores, right)
check("the mean by hand is cross_entropy", bool(difference.abs() < 1e-6))
