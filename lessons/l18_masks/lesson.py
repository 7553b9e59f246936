# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown] slideshow={"slide_type": "slide"}
# # 18. Masks as programs
#
# > j ▢ c ▢ e t<br>
# > be…<br>
# > *jacket*, said aloud
#
# Three games: fill the gaps, go on, pronounce. BERT plays the first, GPT the second, and a machine for translation the third. Figure 18.1 shows one
# network that plays all three. It has one set of weights. From game to game the question changes, and with it a square: who may look at whom, so that nobody sees its answer.
# **How can a mask decide what a network is?**
#
# **At the end you can**
#
# - write the masks of UniLM and XLNet, and test any mask for leaks;
# - teach one network three tasks, and let it write;
# - say what an encoder, a decoder and cross-attention are, and why BERT kept only one of them.
#
# **Time** 120 minutes with all exercises, in two sittings of 60 and 60. **Difficulty** 3 of 5. **Before this**: lesson 05 (masks), lesson 07 (the model), lesson 08 (pre-training).

# %% tags=["bootstrap"] slideshow={"slide_type": "skip"}
# (generated)

# %% tags=["setup"] slideshow={"slide_type": "skip"}
from lessons.l18_masks import exercises, figures, live, predict, quiz, tables
from lessons.l18_masks.looks import looks

import bertviz
import torch
import transformers
from torch.nn.functional import cross_entropy

from bertlab.datasets import cmudict
from bertlab.model import BertForMaskedLM
from bertlab.model.pretrained import CHECKPOINTS
from workbook.bertviz_pages import offline
from workbook.path import begin_lesson, check, exercise, recorded, yours

begin_lesson(num_threads=1)  # the networks of this lesson are small
transformers.utils.logging.disable_progress_bar()
finished = BertForMaskedLM.from_pretrained("spoken-words")  # trained before, as you will

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
figures.three_games(finished)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 1. Three masks
#
# A row of the text has two parts: a word in letters, and how it sounds, in **phonemes** (音素), the sounds of a language. The CMU
# Pronouncing Dictionary writes them with capital letters:
#
# ```
# [CLS] w a l k [SEP] W AO K [SEP]
#   0   0 0 0 0   0   1  1 1   1
# ```
#
# The line below has the types: 0 for the first part, 1 for the second. Row $i$ of a mask says what token $i$ may look at.
#
# - **Two-sided** (双向): all tokens see all. Good for gaps. This is BERT.
# - **Causal** (因果): a token sees itself and what stands before it. Good to go on, because it cannot look at the token that it has to guess. This is GPT; such a model is **autoregressive** (自回归).
# - **Prefix** (前缀): the first part is read both ways, as BERT reads, and the second is written from left to right, as GPT writes. This is the third mask of **UniLM** (Dong et al. 2019),
#   and good to answer one text with another (Figure 18.2).
#
# **Why not simply causal, for everything?** The sound of a letter depends on those that follow: *c* is S in *cell* and K in *call*. Under the causal mask the vector of *c* cannot know this. The phonemes, which stand after all letters,
# have to put everything together. Under the prefix mask each letter arrives at them with its neighbors in mind.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
figures.three_masks()

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 1: the prefix mask
# Difficulty 2 of 5, about 7 minutes. `types` (B, T) has 0 for the first part and 1 for the second; there is no padding. Return bools (B, T, T), True at (b, i, j) where
# token i may look at token j. All tokens see the whole first part; a token of the second part also sees itself and the tokens of its part before it. For `[[0, 0, 1, 1]]`:
#
# ```
# [[[True, True, False, False],
#   [True, True, False, False],
#   [True, True, True,  False],
#   [True, True, True,  True]]]
# ```
#
# <details><summary>Hint 1</summary>Who may be seen? The whole first part, by everybody: a condition on j alone. And whatever is not after the one who looks: the triangle of the causal mask.</details>
# <details><summary>Hint 2</summary><code>types[:, None, :] == 0</code> has the shape (B, 1, T) and asks about j. <code>torch.ones(T, T, dtype=torch.bool).tril()</code> is the triangle. Join them
# with <code>|</code>.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.prefix_mask)
def prefix_mask(types): ...


# %% [markdown] slideshow={"slide_type": "slide"}
# ## 2. Does it leak?
#
# A mask with an error does not stop a program. So we need a test that
# looks at the *network*, whatever its mask: exchange one token, and see which outputs change. If the output at $i$ changes with token $j$, then $i$ has heard of $j$.
#
# ### Exercise 2: the leak test
# Difficulty 3 of 5, about 10 minutes. `answer` is a function from ids (1, T) to an output for each token, (1, T, V), without dropout (else all outputs change). For each place j alone: take `ids` (1, T) with the id of `others` (1, T) at j, which is another one,
# and call `answer`. Return bools (T, T), True at (i, j) where a number of output i changes.
# Do not change `ids`. With `answer = lambda ids: ids.cumsum(1)[..., None]` (each output is the sum up to there) and T = 3:
#
# ```
# [[True, False, False],
#  [True, True,  False],
#  [True, True,  True]]
# ```
#
# <details><summary>Hint 1</summary>Before the loop: <code>before = answer(ids)</code>. In it: a clone of <code>ids</code> with one other token.</details>
# <details><summary>Hint 2</summary><code>(answer(changed) != before)[0].any(dim=1)</code> is a column, (T,). <code>torch.stack(columns, dim=1)</code> puts them side by side.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.reach)
def reach(answer, ids, others): ...


# %% [markdown] slideshow={"slide_type": "subslide"}
# The network is the BERT of lesson 07: its layers take any mask.


# %% slideshow={"slide_type": "-"}
def scores(model, ids, types, mask):
    vectors = model.bert.embeddings(ids, types)  # (B, T, D)
    vectors = model.bert.encoder(vectors, mask[:, None])  # one axis more, for the heads
    return model.masked_lm(vectors, model.bert.embeddings.word.weight)  # (B, T, V)


# %% [markdown] slideshow={"slide_type": "subslide"}
# With three layers and random weights, it reads *walk* under your mask and under the two others (Figure 18.3).

# %% tags=["headline"] slideshow={"slide_type": "-"}
ids, types = live.walk()  # (1, 10) each
untrained = live.network(layers=3)
masks = {
    "two-sided": live.two_sided(ids),
    "causal": live.causal(ids),
    "prefix": prefix_mask(types),
}
found = {
    name: reach(live.answers(untrained, scores, types, mask), ids, live.other(ids))
    for name, mask in masks.items()
}

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
figures.reached(found, masks)

# %% [markdown] slideshow={"slide_type": "subslide"}
# In three layers, news can travel three steps: *k* takes something from *a*, and in the next layer W takes it from *k*. Yet nothing more arrives than the mask shows: *k* has seen the letters alone, which W may see anyway. **Whoever is seen must not see more than the one who looks.** Such a mask is *transitive* (传递). A matrix product takes two steps, so it tests this without a network:

# %% slideshow={"slide_type": "-"}
two_steps = {name: (mask.float() @ mask.float()) > 0 for name, mask in masks.items()}
{name: bool((two_steps[name] <= mask).all()) for name, mask in masks.items()}

# %% [markdown] slideshow={"slide_type": "subslide"}
# A friend's mask fails (Figure 18.4). *The phonemes are asked*, says the friend, *and their rows are right*.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
figures.leaking(
    prefix_mask(types),
    lambda mask: reach(live.answers(untrained, scores, types, mask), ids, live.other(ids)),
)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 3: find the leak
# Difficulty 2 of 5, about 5 minutes. The output at W has to guess AO, and has a cross at AO. By which way did it come? Mend the friend's mask.
#
# <details><summary>Hint 1</summary>The row of W sees no phoneme that follows. Whom does it see, and what does <em>that</em> token see?</details>
# <details><summary>Hint 2</summary>The condition on i opens whole rows. Which columns may a letter see?</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.friends_mask)
def friends_mask(types):
    T = types.shape[1]
    before = torch.ones(T, T, dtype=torch.bool).tril()
    letters = (types == 0)[:, :, None]
    return letters | before


# %% [markdown] slideshow={"slide_type": "subslide"}
# What does such a leak do to a network that learns with it (Table 18.1)?

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
predict("the leak", lambda: tables.leak(recorded("pronouncing")))

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 3. What is asked
#
# Under a two-sided mask BERT hides tokens and asks for them. Under the other two nothing needs to be hidden: a token is asked for the *next* one, where it cannot see it. (A leak: to depend on what one is asked.) All that may be asked
# is written into **targets** (目标): the right answer at each place, and -100 where there is no question. `cross_entropy` leaves -100 out.
#
# ### Exercise 4: the next token
# Difficulty 2 of 5, about 6 minutes. `ids` and `asked` are (B, T), int64; `asked` is 1 at tokens that have to be guessed. Return targets (B, T): at place $i$ the token at $i + 1$ if
# that one is asked, else -100. For
#
# ```
# ids   = [[1, 8, 2, 40, 2]]     # [CLS] e [SEP] IY [SEP]
# asked = [[0, 0, 0,  1, 1]]
# ->  [[-100, -100, 40, 2, -100]]
# ```
#
# With `asked = types` the second part is written; with 1 at all tokens it is GPT's task. (UniLM hides tokens under each of its masks, and asks for these.) The first [SEP] is asked for the first phoneme.
#
# <details><summary>Hint 1</summary>Begin with <code>torch.full_like(ids, -100)</code>. The last place has no next token.</details>
# <details><summary>Hint 2</summary><code>targets[:, :-1] = ...</code> takes <code>ids[:, 1:]</code>, with -100 where <code>asked[:, 1:]</code> is 0: see <code>masked_fill</code>.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.next_tokens)
def next_tokens(ids, asked): ...


# %% [markdown] slideshow={"slide_type": "subslide"}
# The three tasks, each with its mask (`live` hides the padding; `seen` is 1 at tokens and 0 at padding):


# %% slideshow={"slide_type": "-"}
def three_tasks(ids, types, seen, seed):
    return {
        "fill in": live.gaps(ids, seed),  # letters alone; 10% to 90% of them are [MASK]
        "go on": (ids, live.causal(ids), next_tokens(ids, seen)),
        "pronounce": (ids, prefix_mask(types), next_tokens(ids, types * seen)),
    }


# %% [markdown] slideshow={"slide_type": "slide"}
# ### Exercise 5: one update
# Difficulty 3 of 5, about 11 minutes. `task` is one of the tuples above: what the network sees, the mask, the targets. Call `scores`, take the mean cross-entropy (`cross_entropy` is imported) where the targets are not -100,
# clip the gradient of all parameters together to the norm 1, make a step, and return the loss, from before the step, as a float.
#
# <details><summary>Hint 1</summary><code>cross_entropy(logits.flatten(0, 1), targets.flatten())</code> leaves -100 out by itself.</details>
# <details><summary>Hint 2</summary>The order is <code>optimizer.zero_grad()</code>, <code>loss.backward()</code>, <code>torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)</code>,
# <code>optimizer.step()</code>.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.update)
def update(model, optimizer, scores, types, task): ...


# %% [markdown] tags=["sitting"] slideshow={"slide_type": "-"}
# The first sitting ends: your masks are tested. Next, one network learns three tasks.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 4. One network learns three tasks
#
# Now the network has four layers, 192 wide: nearly two million parameters. The words of the dictionary are divided by *family*, because whoever has learned *walk* knows most of *walked*.
# In every four updates the network pronounces twice, goes on once and fills in once. *Go on* and *pronounce* have the same row; only the mask differs, and *go on* asks for letters, too. Hidden letters are hard to guess, because up to 90% are hidden: the curve ends a little below the dotted line (Figure 18.5). About three minutes:

# %% tags=["headline"] slideshow={"slide_type": "-"}
words = cmudict()
mine = live.network(layers=4)
losses = live.train(mine, words.train, three_tasks, update, scores, steps=400)

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
figures.losses(losses)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 5. It writes
#
# ### Exercise 6: pronounce
# Difficulty 3 of 5, about 13 minutes. `first` is a list of ids: [CLS], letters, [SEP] (id `end`). Write the second part token by token: let the network see all ids so far, with types 0 for the first part and 1 for what you wrote, under
# your `prefix_mask`; take the token with the highest score at the last place, and put it at the end. Stop when it is `end`, or after 16 tokens. Return what was written as a
# list of int, without `end`.
#
# `scores(model, ids, types, mask)` returns (1, T, V).
#
# <details><summary>Hint 1</summary>Keep two lists: <code>first</code>, which stays, and <code>written</code>. In each round make tensors of both: <code>torch.tensor([first + written])</code>.</details>
# <details><summary>Hint 2</summary>The types are <code>[0] * len(first) + [1] * len(written)</code>, and the best token is <code>int(scores(...)[0, -1].argmax())</code>.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.pronounce)
def pronounce(model, scores, first, end): ...


# %% tags=["headline"] slideshow={"slide_type": "subslide"}
asked = ["walk", "google", "pizza"]
with torch.no_grad():
    by_mine = live.pronounced(pronounce, mine, scores, asked)
    by_finished = live.pronounced(pronounce, finished, scores, asked)

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
tables.pronounced(asked, by_mine, by_finished, recorded("spoken_words"))

# %% [markdown] slideshow={"slide_type": "subslide"}
# The finished network learned as yours did, but much longer (Table 18.2). How good is it? Table 18.3 counts errors in words of new families: phonemes that are wrong, missing or too many. *A list* of the training words says of a new word what the most similar one says.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
tables.at_scale(recorded("pronouncing"), recorded("spoken_words"))

# %% [markdown] slideshow={"slide_type": "subslide"}
# Were the games worth their time (Table 18.4)?

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
predict("one or three", lambda: tables.error_rates(recorded("pronouncing")))

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 6. It fills gaps
#
# In hangman you guess letters. Where a letter stands, it is uncovered; if it stands nowhere, you lose a life. The network plays under its two-sided mask: of each gap it says how probable each letter is (Table 18.5).
#
# ### Exercise 7: which letter next?
# Difficulty 3 of 5, about 8 minutes. `probabilities` (G, 26) has a row for each gap: how probable each letter is there, a to z. The chance that a letter stands in *at least one* gap is 1 minus the
# product, over all gaps, of 1 minus its probability (as if gaps did not know of each other). Return the index (int) of the letter with the highest chance that is not in the set `tried`. With two gaps and three letters,
#
# ```
# probabilities = [[.5,   .5,  .0],
#                  [.125, .25, .625]]
# tried = set()  ->  1      # chances .5625, .625, .625: of equals the first
# tried = {1, 2} ->  0
# ```
#
# <details><summary>Hint 1</summary><code>(1 - probabilities).prod(dim=0)</code> is the probability that a letter stands in no gap.</details>
# <details><summary>Hint 2</summary>Give letters that were tried the chance -1, and take <code>argmax</code>.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.best_letter)
def best_letter(probabilities, tried): ...


# %% tags=["headline"] slideshow={"slide_type": "subslide"}
asked = live.hangman_words(words.test, number=50)
games = [live.play(best_letter, finished, scores, word) for word in asked]

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
tables.hangman(games)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
tables.play(best_letter, finished, scores)  # a word of your own

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 7. It goes on
#
# Under the causal mask the network invents words: from [CLS], it samples (采样) token after token, until [SEP]; then it says how its word sounds (Table 18.6).

# %% slideshow={"slide_type": "-"}
invented = live.invent(finished, scores, number=200, seed=1)

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
tables.invented(invented, pronounce, finished, scores)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 8. Six models, one square
#
# BERT's paper has arrows for three of them (its Figure 3); squares are easier to compare (Figure 18.6).

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
figures.six_models()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **The Transformer** (Vaswani et al. 2017) began as an **encoder-decoder** (编码器-解码器). An **encoder** reads under a two-sided mask. A **decoder** writes under a causal one, and in each layer it
# also looks at what the encoder made: queries from the text that is written, keys and values from the one that was read. This is **cross-attention** (lesson 05). BART (Lewis et al. 2020) is such a pair:
# its encoder reads a spoiled text, its decoder writes it as it was.
#
# A prefix mask does nearly the same in one network, and nearly as well (Table 18.4). Both parts share all weights, and one softmax looks at letters and phonemes. **BERT kept the encoder alone**: a class, a tag or a
# span needs both sides, and no writing.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
figures.cross_attention()

# %% [markdown] slideshow={"slide_type": "subslide"}
# BertViz (lesson 11) shows each head of Figure 18.7. A row of the decoder is the step that *writes* its token; *Decoder* in the menu shows the causal mask: no line goes down.

# %% slideshow={"slide_type": "-"}
seen = looks("jacket")
view = bertviz.head_view(
    encoder_attention=[seen.encoder],
    decoder_attention=[seen.decoder],
    cross_attention=[seen.cross],
    encoder_tokens=seen.letters,
    decoder_tokens=seen.phonemes,
    html_action="return",
)
offline(view, first="Cross")  # our pages have no network

# %% [markdown] slideshow={"slide_type": "subslide"}
# **XLNet** (Yang et al. 2019) wants both sides without [MASK], because no later task shows a [MASK], and because BERT's guesses do not know of each other. So it guesses the tokens one by one, in an order that is drawn at random: the text stays as it is, and only the mask follows the order. But then a token may
# stand anywhere, so its place has to be known before its content. Each token gets two vectors: *content* knows the token, *query* only where it stands.
#
# ### Exercise 8: XLNet's two masks
# Difficulty 3 of 5, about 8 minutes. `order` (B, T) says when each token is guessed, as a permutation of 0, ..., T - 1. Return two masks (B, T, T): for contents, True at (b, i, j) where token j is guessed before token i or is i itself; for
# queries only where it is guessed before. For `[[2, 0, 1]]` (the second token is guessed first, the first one last):
#
# ```
# content: [[[True,  True,  True],     query: [[[False, True,  True],
#            [False, True,  False],             [False, False, False],
#            [False, True,  True]]]             [False, True,  False]]]
# ```
#
# <details><summary>Hint 1</summary>Compare the order with itself, once as a row (j) and once as a column (i).</details>
# <details><summary>Hint 2</summary><code>order[:, None, :] &lt; order[:, :, None]</code> is (B, T, T).</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.permutation_masks)
def permutation_masks(order): ...


# %% [markdown] slideshow={"slide_type": "subslide"}
# Five tokens, a to e; b is guessed first (Figure 18.8: numbers are turns):

# %% tags=["headline"] slideshow={"slide_type": "-"}
order = torch.tensor([[2, 0, 4, 1, 3]])
content, query = permutation_masks(order)
two_streams = live.two_streams()  # three layers of XLNet, random weights
heard = reach(live.guesses(two_streams, content, query), live.five(), live.five() + 1)

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
figures.permuted(order, content, query, heard)

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
yours(exercises)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 9. At work
#
# `transformers` has BERT, GPT, BART and XLNet. A BERT takes any mask with an axis for the heads. So the finished network, loaded as a BERT of the library, reads and writes under your mask:

# %% slideshow={"slide_type": "-"}
library = transformers.BertForMaskedLM.from_pretrained(CHECKPOINTS / "spoken-words")
mask = prefix_mask(types)
theirs = library(ids, token_type_ids=types, attention_mask=mask[:, None]).logits
difference = (theirs - scores(finished, ids, types, mask)).abs().max().item()
print(f"largest difference below 1e-4: {difference < 1e-4}")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What you have found out
#
# - **The mask decides what may be asked**: only what is not in sight.
# - **A leak makes the loss fall**: test a network before you train it.
# - **Whoever is seen must not see more than the one who looks.**
# - **One network can read and write.**
#
# Further experiments: `more/18_masks_more.ipynb`.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz()

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Terms
#
# | English | 中文 | in one line |
# |---|---|---|
# | phoneme | 音素 | a sound of a language |
# | two-sided mask | 双向掩码 | all tokens see all |
# | prefix mask | 前缀掩码 | reads the first part both ways, writes the second |
# | target | 目标 | what a place has to answer |
# | autoregressive | 自回归 | writes token by token, each after those before it |
# | encoder-decoder | 编码器-解码器 | one network reads, another writes |
#
# <details><summary>Further reading</summary><ul>
# <li>Dong et al. (2019). <em>Unified Language Model Pre-training for Natural Language Understanding and Generation.</em> NeurIPS.</li>
# <li>Lewis et al. (2020). <em>BART: Denoising Sequence-to-Sequence Pre-training for Natural Language Generation, Translation, and Comprehension.</em> ACL.</li>
# <li>Yang et al. (2019). <em>XLNet: Generalized Autoregressive Pretraining for Language Understanding.</em> NeurIPS.</li>
# <li>Vaswani et al. (2017). <em>Attention Is All You Need.</em> NeurIPS.</li>
# </ul></details>

# %% tags=["claims"]
check("nothing leaks", torch.equal(found["prefix"], masks["prefix"][0]))
