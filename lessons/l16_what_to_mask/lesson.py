# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown] slideshow={"slide_type": "slide"}
# # 16. What to mask
#
# > *She won the champions*▢ *in 1994.*<br>
# > *She won the* ▢▢ *in 1994.*
#
# You fill the first gap without reading the sentence: *champions* goes on with *hip*. The second is harder, because a whole word is hidden.
# BERT (lesson 08) hides single pieces, so it is often asked the easy kind, in Chinese more than in English (Figure 16.1). **Does it learn more if whole words are hidden?** Many papers since 2019 say so.
#
# **At the end you can**
#
# - write three maskers: whole words, spans, and similar words in place of [MASK];
# - write the loss, and go on with the pre-training of a BERT under two maskers;
# - compare the two fairly, with a judge outside the game;
# - say with an interval what three seeds show, and what they do not.
#
# **Time** 120 minutes with all exercises, in two sittings of 55 and 65. **Difficulty** 3 of 5. **Before this**: lesson 08 (pre-training), lesson 10 (names); lesson 03 (word2vec) helps. The examples are in English and Chinese, each Chinese one with its meaning.

# %% tags=["bootstrap"] slideshow={"slide_type": "skip"}
# (generated)

# %% tags=["setup"] slideshow={"slide_type": "skip"}
from lessons.l16_what_to_mask import (
    exercises,
    figures,
    halves,
    judge,
    live,
    masking,
    predict,
    quiz,
    recorded,
    tables,
)

from collections import Counter
from statistics import fmean, stdev

import torch
import transformers
from torch.nn.functional import cross_entropy
from torch.nn.utils import clip_grad_norm_

from bertlab.model import BertForMaskedLM
from bertlab.model.pretrained import CHECKPOINTS
from workbook.path import begin_lesson, check, exercise, yours

begin_lesson(num_threads=1)  # the networks of this lesson are small

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
figures.opening()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 1. Half of a word
#
# In English, a WordPiece tokenizer cuts rare words: *championship* is `champions` `##hip`. In Chinese each character is a piece, and most words have two. To hide a *word*, we have to know where it begins and ends. English pieces show it (`##`). Chinese needs a word segmenter; in our newspaper people marked the words.
#
# ### Exercise 1: the words of some pieces
# Difficulty 2 of 5, about 12 minutes. A piece with the prefix `##` continues the word before it. Return for each word the tuple (position of its first piece, position *after* its last):
#
# ```
# word_spans(["she", "won", "the", "champions", "##hip", "."])
# ->  [(0, 1), (1, 2), (2, 3), (3, 5), (5, 6)]
# ```
#
# - The first piece always begins a word, even with `##`: a text may have been cut there.
# - The prefix needs something after it: the pieces `#` and `##` are words, `###` continues one.
#
# <details><summary>Hint 1</summary>Go through <code>enumerate(pieces)</code>, and keep a list of spans. A piece that continues a word changes the end of the last span.</details>
# <details><summary>Hint 2</summary><code>spans[-1] = (spans[-1][0], position + 1)</code></details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.word_spans)
def word_spans(pieces): ...


# %% [markdown] slideshow={"slide_type": "subslide"}
# Take 500 words of two pieces in each language, from texts that neither BERT nor our control has read. How often does BERT guess the second half if it sees the first, and how often if both are hidden (Figure 16.2)? And does BERT need the sentence at all? We need a **control** (对照), something that cannot read. Ours is a list: it answers with the second half of the most frequent word that begins so.


# %% slideshow={"slide_type": "-"}
def second_halves(counts):  # sorted: the most frequent word comes last, and stays
    return {first: second for first, second in sorted(counts, key=counts.get)}


# %% tags=["headline"] slideshow={"slide_type": "subslide"}
languages = [halves.english(word_spans), halves.chinese()]
lists = [second_halves(language.counts) for language in languages]

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
predict("half a word", lambda: figures.half_a_word(languages, lists))

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 2. Whole words
#
# **Whole word masking** (全词掩码) hides all pieces of a word or none (Figure 16.3). Google released it for English in May 2019, Cui et al. for Chinese in June.
#
# **Why could it help?** If half of a word is in sight, the other half can be guessed from it alone, so the update teaches which halves go together. If the whole word is hidden, only the other words of the sentence are left. To guess from them, a model must have learned how words fit together, and later tasks need just this. But the question is harder: a small model may learn little from questions that it can hardly ever answer.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
figures.whole_words()

# %% [markdown] slideshow={"slide_type": "subslide"}
# **A fair comparison hides equally much.** Each hidden piece is a question that the model learns from, but it is also a piece of text less to read. If one model is asked for 15% of the pieces and another for 21%, the difference may come from the amount alone. So every masker has a budget in pieces.
#
# ### Exercise 2: hide whole words
# Difficulty 2 of 5, about 10 minutes. `words` has the spans of a line, as `word_spans` returns them, and `order` the indices of the words, shuffled. Visit the words in this order, and hide a word if the number of hidden positions stays at most `number`. Return them in rising order:
#
# ```
# hide_words([(0, 2), (2, 3), (3, 6)], order=[0, 2, 1], number=3)
# ->  [0, 1, 2]
# ```
#
# Word 2 has three positions and does not fit, so it is passed over. Word 1 fits.
#
# <details><summary>Hint</summary>Before you take a word, compare its length with what is left. <code>range(start, end)</code> has its positions.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.hide_words)
def hide_words(words, order, number): ...


# %% [markdown] slideshow={"slide_type": "subslide"}
# If each piece counts as a word of its own, the same function masks single pieces, as BERT does (Table 16.1: *in* and *Edinburgh* are two words).

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
tables.two_maskers(word_spans, hide_words)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 3. Spans
#
# An answer to a question is often several words long (lesson 10). **SpanBERT** (Joshi et al. 2020) hides **spans** (片段), words next to each other. How many? A coin decides: with probability 0.2 the span ends, otherwise one word is added and the coin is thrown again. This is a **geometric distribution** (几何分布): short spans are the most frequent. The mean would be 5 words; as longer spans than 10 are drawn again, it is 3.8.


# %% slideshow={"slide_type": "-"}
def span_length(random):  # a span of more than 10 words is drawn again
    length = 1
    while random.random() >= 0.2:
        length += 1
    return length if length <= 10 else span_length(random)


# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 3: hide spans
# Difficulty 3 of 5, about 15 minutes. `starts` has the index of the first word of each span, `lengths` how many words it has. Visit the spans in order, and return those that are hidden, in this order, each as (first position, position after its last):
#
# ```
# words = [(0, 2), (2, 3), (3, 6), (6, 7)]
# hide_spans(words, starts=[1, 0, 3], lengths=[2, 1, 5], number=6)
# ->  [(2, 6), (0, 2)]
# ```
#
# - The words have no gaps between them, so a span is one run of positions. It ends where the line ends, even if it should have more words.
# - Pass a span over if a position of it is already hidden, or if more than `number` positions would be hidden in all: above, the third would be one too many.
#
# <details><summary>Hint 1</summary><code>words[start : start + length]</code> stops at the end of the line by itself. Its first and last word have the ends of the span.</details>
# <details><summary>Hint 2</summary>Keep a set of hidden positions: <code>hidden.isdisjoint(range(first, end))</code>.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.hide_spans)
def hide_spans(words, starts, lengths, number): ...


# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 4: find the bugs
# Difficulty 2 of 5, about 4 minutes. Of what is chosen, BERT shows 80% as [MASK], 10% as another piece, 10% as it is. SpanBERT draws *once for a span* (Figure 16.4): the draw at its first position decides for all of it. Below 0.8 the model sees [MASK], from 0.8 to below 0.9 a random piece at each position, from 0.9 on the text. A friend's code has two bugs. Mend both.
#
# <details><summary>Hint 1</summary>Which draw does the friend read for the second position of a span?</details>
# <details><summary>Hint 2</summary><code>shown = ids</code> gives a list a second name. <code>list(ids)</code> makes a new one.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.friends_spans)
def friends_spans(ids, spans, mask_id, draws, random_ids):
    shown = ids
    for start, end in spans:
        for position in range(start, end):
            draw = draws[position]
            if draw < 0.8:
                shown[position] = mask_id
            elif draw < 0.9:
                shown[position] = random_ids[position]
    return shown


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
figures.spans()

# %% [markdown] tags=["sitting"] slideshow={"slide_type": "-"}
# The first sitting ends here: you can hide words and spans. Next comes a masker without [MASK].

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 4. No mask at all
#
# No text has [MASK] in it, so BERT is trained on inputs that it never meets afterwards. **MacBERT** (Cui et al. 2020) shows a *similar word* (近义词) instead (Figure 16.5), and asks what stood there. Ours come from word2vec (lesson 03), trained on the newspaper (Table 16.2).

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
figures.similar()

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
tables.similar_words()

# %% [markdown] slideshow={"slide_type": "subslide"}
# Antonyms are neighbors too, because they occur in the same contexts. They fit into the gap, too.
#
# ### Exercise 5: show similar words
# Difficulty 2 of 5, about 14 minutes. Each span has a draw from 0 to 1, and in `others` a random word of its length. Make what the model sees:
#
# ```
# ids     = [5, 6, 7, 8]
# spans   = [(0, 2), (3, 4)]
# similar = {(5, 6): (1, 2)}
# show_similar(ids, spans, similar, draws=[.3, .4], others=[(9, 9), (4,)])
# ->  [1, 2, 7, 4]
# ```
#
# - Below 0.8: show the similar word, or the random one if `similar` has none (here for `(8,)`).
# - From 0.8 to below 0.9: show the random word. From 0.9 on: the word stays.
# - The keys of `similar` are whole words, tuples of ids. Do not change `ids`.
#
# <details><summary>Hint 1</summary><code>zip(spans, draws, others)</code> gives all three at once; the word is <code>tuple(ids[start:end])</code>.</details>
# <details><summary>Hint 2</summary><code>similar.get(word, other)</code>, and <code>shown[start:end] = ...</code> puts a whole word in.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.show_similar)
def show_similar(ids, spans, similar, draws, others): ...


# %% [markdown] slideshow={"slide_type": "subslide"}
# A masker gets a text and its words, and returns what the model sees, and the chosen positions:


# %% slideshow={"slide_type": "-"}
def whole_words(ids, words, random):
    order = masking.shuffled(words, random)
    positions = hide_words(words, order, masking.number_to_hide(ids))
    return masking.corrupted(ids, positions, random), positions


def single_characters(ids, words, random):
    return whole_words(ids, [(i, i + 1) for i in range(len(ids))], random)


# %% tags=["headline"] slideshow={"slide_type": "subslide"}
maskers = {
    "single characters": single_characters,
    "whole words": whole_words,
    "spans": masking.spans(span_length, hide_spans, friends_spans),
    "similar words": masking.similar_words(hide_spans, show_similar),
}
tables.one_line(maskers)

# %% [markdown] slideshow={"slide_type": "subslide"}
# **Before training, look at what a masker does** (Table 16.3, Table 16.4). All four choose equally much. One surprise: whole words still show a few halves beside hidden ones, because `masking.corrupted` draws for each piece, as Google's program does.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
tables.fair(maskers)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 5. Two models go on
#
# `bert-mini-zh` of lesson 08 has learned from single characters. It now goes on twice, once with single characters and once with your whole words: the same start, the same lines in the same order, the same number of updates.
#
# ### Exercise 6: the loss of a step
# Difficulty 3 of 5, about 9 minutes. A batch has three tensors (B, T): `shown` is what the model sees, `ids` what stood there (0 is padding), `chosen` where it is asked. Return the mean loss of the chosen positions:
#
# | call | shape |
# |---|---|
# | `model.bert(shown, attention_mask=...).last_hidden_state` | (B, T, D) |
# | the vectors of the chosen positions | (M, D) |
# | `model.masked_lm(vectors, model.bert.embeddings.word.weight)` | (M, V) |
#
# - The attention mask is an integer tensor: 1 for a token, 0 for padding.
# - **Why select before scoring?** V is 4,000, and only one position in seven is asked: the other scores would be thrown away.
#
# <details><summary>Hint 1</summary><code>(ids != 0).long()</code> is the attention mask, and <code>vectors[chosen]</code> takes the rows where <code>chosen</code> is True.</details>
# <details><summary>Hint 2</summary><code>cross_entropy(scores, ids[chosen])</code> is a mean over M positions.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.masked_loss)
def masked_loss(model, shown, ids, chosen): ...


# %% [markdown] slideshow={"slide_type": "subslide"}
# Your loss in the loop of lesson 08 (a few minutes):


# %% slideshow={"slide_type": "-"}
def go_on(mask, steps=500, rate=5e-4):
    model = BertForMaskedLM.from_pretrained("bert-mini-zh")
    optimizer = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=0.01)
    schedule = live.warm_up_and_decay(optimizer, steps)
    for shown, ids, chosen in live.batches(mask, steps):
        optimizer.zero_grad()
        masked_loss(model, shown, ids, chosen).backward()
        clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
    return model.eval()


# %% tags=["headline"] slideshow={"slide_type": "subslide"}
games = {name: maskers[name] for name in ("single characters", "whole words")}
models = {name: go_on(mask) for name, mask in games.items()}

# %% [markdown] slideshow={"slide_type": "subslide"}
# Which model is better? The nearest test is the game itself, a **cloze** (完形填空): hide something in new text, and count what is guessed.
#
# ### Exercise 7: score a cloze
# Difficulty 2 of 5, about 7 minutes. A guess is the piece with the highest of the `logits` (B, T, V). A position counts if it is chosen and *not* shown as it is, because such a piece could be copied. Return how many of these are guessed, and how many there are:
#
# ```
# shown   = [[9, 4, 4, 8]]
# ids     = [[9, 7, 6, 8]]
# chosen  = [[False, True, True, True]]
# guesses = 9, 7, 5, 8  ->  (1, 2)
# ```
#
# <details><summary>Hint</summary>Combine two masks with <code>&</code>. <code>logits.argmax(dim=-1)</code> has the guesses, and <code>int(mask.sum())</code> counts.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.cloze_score)
def cloze_score(logits, shown, ids, chosen): ...


# %% [markdown] slideshow={"slide_type": "subslide"}
# But *what* do we hide? Both models play both games (Figure 16.6):

# %% tags=["headline"] slideshow={"slide_type": "-"}
clozes = {
    game: {name: live.cloze(model, mask, cloze_score) for name, model in models.items()}
    for game, mask in games.items()
}

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
predict("each game", lambda: figures.two_clozes(clozes, models, languages[1]))

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 6. A judge outside the game
#
# We want a BERT that is good at something else than gaps. Our judge is the task of finding names (命名实体识别, lesson 10): persons, places and organizations.
#
# **Why is this judge fair?** Neither of your maskers has a hand in it, and no [MASK] is shown. The task needs what both maskers should teach: to read the words around a name, since a new name stands in no list. Each model is fine-tuned on the same 1,000 lines, and scored on 500 others (F1, one run each, in tenths: the next digits change with the processor):

# %% tags=["headline"] slideshow={"slide_type": "-"}
finders = {name: judge.finder(model) for name, model in models.items()}
scores = {name: judge.names_f1(finder) for name, finder in finders.items()}
{name: round(f1, 1) for name, f1 in scores.items()}

# %% [markdown] slideshow={"slide_type": "subslide"}
# With another seed, a difference of a point may turn round. So we recorded three seeds of 1,000 updates each, scored on all test lines, of six maskers: single characters; whole words; spans; similar words; **ERNIE 1.0**, which hides characters, then words, then names; and spans with SpanBERT's **second loss**. It asks for each hidden piece once more, from the two pieces just outside the span. So these edges learn what lies between them: a head for answers (lesson 10) reads only edges.
#
# Take the difference $d_i$ of two variants *seed by seed*, because both saw the same lines. The mean $\bar d$ of $n$ seeds has the 95% interval
#
# $$\bar d \pm t \, \frac{s}{\sqrt n}, \qquad s = \sqrt{\frac{1}{n-1} \sum_i (d_i - \bar d)^2}$$
#
# **Why $t$?** Three values often lie close together by chance: in a fifth of all cases, $s$ is less than half of the true deviation, and the interval would be far too narrow. So $t$ is 4.303 for three seeds, and 1.96 for very many. (Other test lines would move the scores, too; the interval does not cover this.)
#
# ### Exercise 8: what do three seeds say?
# Difficulty 2 of 5, about 9 minutes. Both lists have a score for each seed. Return the mean of ours minus base, and the ends of its interval:
#
# ```
# seed_interval(ours=[53, 56, 57], base=[50, 54, 53], t=4.303)
# ->  (3.0, 0.516, 5.484)
# ```
#
# <details><summary>Hint 1</summary>First the list of differences, then everything from this list alone.</details>
# <details><summary>Hint 2</summary><code>fmean</code> and <code>stdev</code> of Python are there; <code>stdev</code> divides by n - 1.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.seed_interval)
def seed_interval(ours, base, t): ...


# %% [markdown] slideshow={"slide_type": "subslide"}
# **Whom does this comparison favor?** (Figure 16.7.) Single characters: the start practiced them, and the learning rate was chosen with them. ERNIE: the same people marked the names that it practiced and those of the judge. All maskers that use words: people marked these, too. And the recorded runs are not quite yours: longer texts, twice the updates, similar words in runs of up to four.

# %% tags=["headline"] slideshow={"slide_type": "subslide"}
f1 = recorded.f1_of_names()  # of each model, by seeds
base = f1["plain"]  # single characters
intervals = {name: seed_interval(ours, base, t=4.303) for name, ours in f1.items()}

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
predict("who finds names", lambda: figures.seven_ways(f1, intervals))

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 7. Your model finds names
#
# The judge is also a useful tool. This is your second model, with the head for names: *President Jiang Zemin met President Clinton in Beijing today*. Each name has its sound (pinyin): which one is Clinton? Type another sentence, such as 张三昨天从上海飞往巴黎 (*Zhang San flew from Shanghai to Paris yesterday*).

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
tables.find_names(list(finders.values())[-1])

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
yours(exercises)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 8. At work
#
# In `transformers`, a **data collator** masks each batch anew. `whole_word_mask=True` hides whole words, and takes everything between two spaces for one:

# %% slideshow={"slide_type": "-"}
reader = transformers.AutoTokenizer.from_pretrained(CHECKPOINTS / "bert-mini-zh")
collate = transformers.DataCollatorForLanguageModeling(
    reader, whole_word_mask=True, mask_replace_prob=1.0, random_replace_prob=0.0, seed=0
)
asked = {"return_offsets_mapping": True, "return_special_tokens_mask": True}
batch = collate([reader("教师今天到北京大学参观", **asked) for _ in range(40)])
Counter((batch["labels"] != -100).sum(dim=1).tolist())  # hidden characters: how often

# %% [markdown] slideshow={"slide_type": "-"}
# Of 11 characters it hides all or none, because a line without spaces is one word to it. So cut the words first, mask with a function such as yours, and print what it hides before you train.
#
# <details><summary>What the papers report at scale</summary>
# <p>BERT large, everything equal but what is hidden (Joshi et al. 2020, four columns of Table 6, development sets: F1 of answers and of coreference, accuracy of MNLI):</p>
# <table>
# <tr><th>hidden</th><th>SQuAD 2.0</th><th>TriviaQA</th><th>coreference</th><th>MNLI</th></tr>
# <tr><td>pieces</td><td>83.8</td><td>76.3</td><td>77.7</td><td>86.7</td></tr>
# <tr><td>whole words</td><td>84.3</td><td>77.1</td><td>76.6</td><td>86.3</td></tr>
# <tr><td>names</td><td>84.8</td><td>78.7</td><td>75.6</td><td>86.0</td></tr>
# <tr><td>noun phrases</td><td>85.0</td><td>77.7</td><td>76.7</td><td>86.5</td></tr>
# <tr><td>spans</td><td>85.4</td><td>78.8</td><td>76.4</td><td>87.0</td></tr>
# </table>
# <p>For answers, which are spans, larger units help. For coreference each of them does harm, until SpanBERT's second loss is added (from 76.3 to 79.0, Table 7).</p>
# <p>The Chinese family (Cui et al.; means of ten runs, test set of CMRC 2018, F1 of answers):</p>
# <table>
# <tr><th>model</th><th>begins with</th><th>text, words</th><th>updates at length 128, then 512</th><th>F1</th></tr>
# <tr><td>BERT (Google)</td><td>nothing</td><td>0.4 billion</td><td>not said</td><td>86.3</td></tr>
# <tr><td>BERT-wwm</td><td>BERT</td><td>0.4 billion</td><td>100,000, then 100,000</td><td>86.7</td></tr>
# <tr><td>BERT-wwm-ext</td><td>BERT</td><td>5.4 billion</td><td>1 million, then 400,000</td><td>87.0</td></tr>
# <tr><td>RoBERTa-wwm-ext</td><td>BERT</td><td>5.4 billion</td><td>512 alone: 1 million</td><td>88.8</td></tr>
# <tr><td>RoBERTa-wwm-ext-large</td><td>nothing</td><td>5.4 billion</td><td>512 alone: 2 million</td><td>90.0</td></tr>
# </table>
# <p>The first two stages use LAMB and 2,560 or 384 texts in a batch (lesson 19). BERT-wwm also made more updates than BERT, so its 0.4 points are not those of the mask alone.</p>
# </details>

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What you have found out
#
# - **Half of a word can tell the rest**, and a list knows more halves than our BERTs do.
# - **A fair comparison** hides equally much, and reads the same text.
# - **Each model wins its own game**, so a judge outside it decides.
# - **Does BERT learn more from whole words?** With three seeds and a small model this is neither shown nor refuted. At scale, longer units help to find answers, and harm coreference.
#
# Further experiments: `more/16_what_to_mask_more.ipynb`, with a BERT that mends spelling.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz()

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Terms
#
# | English | 中文 | in one line |
# |---|---|---|
# | whole word masking | 全词掩码 | all pieces of a word are hidden, or none |
# | span | 片段 | words next to each other |
# | geometric distribution | 几何分布 | how many trials until the first success |
# | similar word | 近义词 | a near neighbor of a word in word2vec |
# | cloze | 完形填空 | a text with gaps to fill |
# | control | 对照 | the same measurement where the effect cannot be |
# | named entity recognition | 命名实体识别 | finding persons, places and organizations |
#
# <details><summary>Further reading</summary><ul>
# <li>Cui, Che, Liu, Qin, Yang, Wang and Hu (2021). <em>Pre-Training with Whole Word Masking for Chinese BERT.</em> IEEE/ACM Transactions on Audio, Speech, and Language Processing; first arXiv:1906.08101 (2019).</li>
# <li>Sun et al. (2019). <em>ERNIE: Enhanced Representation through Knowledge Integration.</em> arXiv:1904.09223.</li>
# <li>Joshi, Chen, Liu, Weld, Zettlemoyer and Levy (2020). <em>SpanBERT: Improving Pre-training by Representing and Predicting Spans.</em> TACL.</li>
# <li>Cui, Che, Liu, Qin, Wang and Hu (2020). <em>Revisiting Pre-Trained Models for Chinese Natural Language Processing.</em> Findings of EMNLP.</li>
# </ul></details>

# %% tags=["claims"]
from random import Random

mean, low, high = seed_interval([53, 56, 57], [50, 54, 53], 4.303)
check("the example of exercise 8", abs(low - 0.516) < 5e-4 and abs(high - 5.484) < 5e-4)
check("the collator hides all or none", {0, 11} == {*(batch["labels"] != -100).sum(1).tolist()})
random = Random(0)
words = fmean(span_length(random) for _ in range(20_000))
check("a span has 3.8 words", abs(words - 3.8) < 0.1)
deviations = [stdev(random.gauss(0, 1) for _ in range(3)) for _ in range(20_000)]
narrow = fmean(deviation < 0.5 for deviation in deviations)
check("in one sample of five s is less than half of the deviation", 0.18 < narrow < 0.25)
check("both find names", min(scores.values()) > 0.4)
