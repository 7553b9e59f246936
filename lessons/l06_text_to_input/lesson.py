# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown] slideshow={"slide_type": "slide"}
# # 06. From text to input
#
# BERT reads numbers. This lesson follows a text until it is three rows of them. At the end you can
#
# - train a vocabulary of word pieces, and cut any word with it;
# - say what becomes of rare words, capitals, accents and Chinese characters;
# - lay out one text or two for BERT: [CLS], [SEP], token types, positions, padding and mask;
# - choose a maximum length from data, and shorten what is longer;
# - add a token of your own, and know what has to change in the model.
#
# **Time** 100 minutes. **Difficulty** 2 of 5. **Before this**: lesson 05 (attention and its masks); strings and dicts in Python.

# %% tags=["bootstrap"] slideshow={"slide_type": "skip"}
# (generated)

# %% tags=["setup"] slideshow={"slide_type": "skip"}
from lessons.l06_text_to_input import exercises, quiz
from lessons.l06_text_to_input.figures import token_cards

from collections import Counter
from dataclasses import replace
from itertools import islice, pairwise

import matplotlib.pyplot as plt
import numpy as np
import torch
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

from bertlab import datasets
from bertlab.model import BertModel
from bertlab.text import SPECIALS, WordPieceTokenizer, truncate
from bertlab.text import wordpiece_training as training
from workbook.basics import begin_lesson, choose, claim, exercise, explore, show
from workbook.basics import text as line

begin_lesson()

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Terms
#
# | English | 中文 | in one line |
# |---|---|---|
# | tokenization | 分词 | cutting a text into the units that a model knows |
# | word piece | 子词 | a word, or a part of one; `##` marks a part that continues a word |
# | vocabulary | 词表 | the list of all pieces; a piece's place in it is its id |
# | greedy longest match | 最长匹配 | take the longest piece that fits, then go on behind it |
# | unknown | 未登录词 | a word that no pieces spell; it becomes [UNK] |
# | normalization | 规范化 | making equal what is to count as equal, such as case and accents |
# | token type (segment) | 片段类型 | 0 in the first text of a pair, 1 in the second |
# | padding | 填充 | filling short rows up, so that a batch is a rectangle |
# | attention mask | 注意力掩码 | 1 for a token, 0 for padding |
# | truncation | 截断 | leaving out a part of a text that is too long |

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What BERT takes
#
# Three rows of whole numbers, one column for each token. The **ids** say which piece stands there. The **token types** say which of two
# texts it belongs to. The **mask** says whether it is a token at all, or padding.
#
# The **position** is not passed: the model counts it. Here is a question with its answer.

# %% slideshow={"slide_type": "-"}
tokenizer = WordPieceTokenizer.from_folder("minilm")
batch = tokenizer.batch(["Who unplugged it?"], ["Nobody."])
pieces = [tokenizer.vocabulary[i] for i in batch.input_ids[0].tolist()]
rows = {"piece": pieces, "id": batch.input_ids[0].tolist()}
rows |= {"type": batch.token_type_ids[0].tolist(), "mask": batch.attention_mask[0].tolist()}
rows["position"] = list(range(len(pieces)))
for name, values in rows.items():
    print(f"{name:9s}", "".join(f"{value!s:>7}" for value in values))

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 1. Between characters and words
#
# A model needs a closed list of symbols, since each has its own row in a table. What should stand in the list?
#
# - **Words.** Texts stay short. But no list is complete: each new text brings words that are not in it.
# - **Characters.** The list is short and nearly complete. But texts become long, and attention pays for each pair of tokens.
# - **Word pieces.** Frequent words stay whole, rare words are cut into parts. A part that continues a word is marked: `##ged` continues,
#   `ged` begins.
#
# The list is learned from a text. It begins with characters. Then, again and again, the two neighbors that stand side by side most often
# become one piece. Only neighbors inside a word are joined.

# %% slideshow={"slide_type": "subslide"}
text = "sing sing sing singing kings kings ring bring"
words = {tuple(training.spell(word)): count for word, count in Counter(text.split()).items()}
for pieces, count in words.items():
    print(count, "x", *pieces)
pair = ("##n", "##g")
places = {pieces: list(pairwise(pieces)).count(pair) for pieces in words}
print(f"{pair} stands in the text {sum(words[p] * n for p, n in places.items())} times")

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 1: the next pair to join
# Difficulty 2 of 5, about 8 minutes. `words` is a dict from each word, a tuple of one piece or more, to its count. Return the most frequent pair of neighbors,
# a tuple of two pieces. In `##a ##a ##a` the pair stands twice. If several are equally frequent, return the first of them in alphabetical order, as Python sorts tuples.
# There is a pair at least. **Predict first**: which pair will it be in the text above?
#
# <details><summary>Hint 1</summary><code>pairwise(pieces)</code> gives the neighbors of one word. Add the word's count for each of them.</details>
# <details><summary>Hint 2</summary><code>min(counts, key=lambda pair: (-counts[pair], pair))</code> prefers large counts, then the alphabet.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.best_pair)
def best_pair(words):
    """Return the most frequent pair of neighbors, a tuple; of equals, the first in the alphabet."""
    ...


# %% tags=["solution"]
def best_pair(words):
    counts = Counter()
    for pieces, count in words.items():
        for pair in pairwise(pieces):
            counts[pair] += count
    return min(counts, key=lambda pair: (-counts[pair], pair))


# %% slideshow={"slide_type": "subslide"}
def slow_joins(words, number):
    """Count all pairs, join the best one in all words, and begin again."""
    for _ in range(number):
        pair = best_pair(words)
        yield pair
        words = {tuple(training.join_in(pieces, pair)): count for pieces, count in words.items()}


print("joined:", *(training.joined(*pair) for pair in slow_joins(words, 4)))
paragraphs = [p for document in datasets.wiki().train for p in document.paragraphs]
training_words = training.word_counts(paragraphs)
common = dict(training_words.most_common(1500))
slow = list(slow_joins({tuple(training.spell(word)): n for word, n in common.items()}, 50))
print("from Wikipedia:", *(training.joined(*pair) for pair in slow[:12]))
claim("bertlab finds the same 50 joins", list(islice(training.joins(common), 50)) == slow)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 2. A vocabulary of 8,000 pieces
#
# The loop counts everything anew after each join. `bertlab` corrects only the words that hold the joined pair, and keeps the pairs in a heap.
# So thousands of joins take seconds. BERT's own vocabulary was made in a similar way from far more text.
#
# A smaller vocabulary is the beginning of a larger one, so one training gives all sizes. **Predict first**: into how many pieces is a word
# of a new text cut with 1,000 pieces, and with 8,000?

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
vocabulary = training.train_wordpiece(paragraphs, 8000)
own = WordPieceTokenizer(vocabulary)
held_out = training.word_counts(p for d in datasets.wiki().validation for p in d.paragraphs)


def pieces_per_word(pieces):
    cutter = WordPieceTokenizer(pieces)
    return sum(len(cutter.cut(w)) * n for w, n in held_out.items()) / held_out.total()


sizes = [500, 1000, 2000, 4000, 8000]
means = [pieces_per_word(vocabulary[:size]) for size in sizes]
figure, axes = plt.subplots(figsize=(8, 2.7))
axes.plot(sizes, means, marker="o")
axes.set(xscale="log", xlabel="pieces in the vocabulary", ylabel="pieces in a word", ylim=(1, 2.8))
axes.set_title("A larger vocabulary cuts words into fewer pieces")
axes.set_xticks(sizes, [f"{size:,}" for size in sizes])
axes.minorticks_off()
show(figure, alt="Pieces in a word against the size of the vocabulary: a curve that falls.")
print("pieces in a word:", {size: round(mean, 2) for size, mean in zip(sizes, means, strict=True)})
missed = sum(n for word, n in held_out.items() if word not in training_words) / held_out.total()
print(f"a list of all {len(training_words):,} training words would miss {missed:.1%} of the words")
claim("each doubling leaves fewer pieces in a word", means == sorted(means, reverse=True))
unknown = [word for word in training_words if own.cut(word) == [own.unk_id]]
claim("every word of the training text can be cut", not unknown)

# %% [markdown] slideshow={"slide_type": "notes"}
# *Instructor:* collect guesses for 1,000 and 8,000 pieces first. Then ask what the last doubling costs: 4,000 more rows in the embedding
# table, and rows for rare pieces see little training. Five minutes.


# %% slideshow={"slide_type": "subslide"}
# Many texts say that WordPiece divides: the pair's count over the counts of its two parts. Google's
# program was never published. The tokenizers library and bertlab take the pair's count itself.
def joins_by_quotient(words, number):
    for _ in range(number):
        pairs, parts = Counter(), Counter()
        for pieces, count in words.items():
            for piece in pieces:
                parts[piece] += count
            for pair in pairwise(pieces):
                pairs[pair] += count
        pair = min(pairs, key=lambda ab: (-pairs[ab] / (parts[ab[0]] * parts[ab[1]]), ab))
        yield training.joined(*pair)
        words = {tuple(training.join_in(pieces, pair)): count for pieces, count in words.items()}


by_quotient = list(joins_by_quotient({tuple(training.spell(w)): n for w, n in common.items()}, 200))
by_count = [training.joined(*pair) for pair in islice(training.joins(common), 200)]
print("by count:   ", *by_count[:8], "\nby quotient:", *by_quotient[:8])
letters = (*SPECIALS, *training.alphabet(training_words))
none, count, quotient = (pieces_per_word((*letters, *p)) for p in ((), by_count, by_quotient))
print(f"pieces in a word: {none:.2f} at first, {count:.2f} by count, {quotient:.2f} by quotient")
claim("200 joins by count save more than twice as much", none - count > 2 * (none - quotient))

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 3. Cutting a word
#
# BERT does not replay the joins. It looks for the longest piece that begins the word, then for the longest `##` piece that continues it,
# and so on. If nothing fits at some place, the *whole* word becomes [UNK].
#
# ### Exercise 2: greedy longest match
# Difficulty 3 of 5, about 10 minutes. `vocabulary` is a set of pieces, those inside a word with `##`. Return the list of pieces of one word,
# each as the vocabulary has it, or `["[UNK]"]`. A word has 1 to 100 characters.
#
# <details><summary>Hint 1</summary>Two loops: the outer one moves the start, the inner one moves the end from right to left.</details>
# <details><summary>Hint 2</summary>A <code>for</code> loop may have an <code>else</code>: it runs if no <code>break</code> was met.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.longest_match)
def longest_match(word, vocabulary):
    """Return the pieces of a word, the longest that fits first; ["[UNK]"] if a part fits none."""
    ...


# %% tags=["solution"]
def longest_match(word, vocabulary):
    pieces, start = [], 0
    while start < len(word):
        for end in range(len(word), start, -1):
            piece = ("##" if start else "") + word[start:end]
            if piece in vocabulary:
                break
        else:
            return ["[UNK]"]
        pieces.append(piece)
        start = end
    return pieces


# %% slideshow={"slide_type": "subslide"}
# Now with the 30,522 pieces of a published BERT.
known = frozenset(tokenizer.vocabulary)
for word in ("bank", "embeddings", "unaffable", "kingfisher", "a☃b"):
    print(f"{word:12s}", *longest_match(word, known))
same = [longest_match(word, known) == tokenizer.tokenize(word) for word in held_out]
print(f"{held_out.total():,} words, {len(held_out):,} of them different")
claim("your cut is bertlab's on every word of the validation split", all(same))
claim("4 of 5 words came before: cut once, then looked up", len(held_out) < held_out.total() / 5)

# %% slideshow={"slide_type": "subslide"}
# Type a name, a misspelled word, a number, a smiley, or your own language. Red is [UNK].
by_name = {"BERT, 30,522 pieces": tokenizer, "ours, 8,000 pieces": own}
explore(
    lambda first, second, vocabulary: token_cards(by_name[vocabulary], first, second or None),
    alt="A row of cards, one a token, with piece, id, type and position.",
    first=line("The kingfisher unplugged 1,024 naïve robots 😎", label="first text"),
    second=line("Really?", label="second text"),
    vocabulary=choose(list(by_name)),
)

# %% slideshow={"slide_type": "subslide"}
quiz(1, 2)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 4. What is unknown?
#
# *"Rare words become [UNK]"* was true for word lists such as that of lesson 02. With pieces, a word is unknown only if the list
# lacks one of its *characters*, as a beginning or with `##`. **Predict first**: of the words that occur once in the test split of Wikipedia,
# how many are [UNK]? And of the tokens of Chinese news, with this English vocabulary?

# %% slideshow={"slide_type": "-"}
test_words = training.word_counts(p for d in datasets.wiki().test for p in d.paragraphs)
once = [word for word, count in test_words.items() if count == 1]
lost = [word for word in once if tokenizer.cut(word) == [tokenizer.unk_id]]
print(f"English: {len(once):,} words occur once, {len(lost)} of them are [UNK]")
news = ["".join(sentence.words) for sentence in datasets.peoples_daily().test]


def unknown_share(cutter, texts):
    return np.mean([i == cutter.unk_id for text in texts for i in cutter.text_ids(text)])


print(f"Chinese news: {unknown_share(tokenizer, news):.1%} of the tokens are [UNK]")
claim("fewer than 1 in 1,000 rare English words is unknown", len(lost) < len(once) / 1000)
claim("of Chinese news more than half is", unknown_share(tokenizer, news) > 0.5)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 5. Case, accents, and Chinese
#
# Before the cut, the text is *normalized*, one character at a time. An *uncased* model writes small letters and takes accents off. All
# models drop control characters and split at spaces and punctuation.
#
# A Chinese character is split off as a word by itself. So training has no neighbors to join, and the vocabulary is a list of characters.
# Look at the digits below: characters that look alike can be different pieces.

# %% slideshow={"slide_type": "subslide"}
cased = WordPieceTokenizer(tokenizer.vocabulary, lowercase=False)
print("uncased:", tokenizer.words("Résumé, RESUME"), "  cased:", cased.words("Résumé, RESUME"))
small, ours = "ΟΔΟΣ".lower(), tokenizer.words("ΟΔΟΣ")[0]
print(f"a Greek word: Python writes {small}, BERT {ours}")
claim("the whole word's lower case has another last letter", small[-1] != ours[-1])
learned = training.train_wordpiece(["北京 北京 北京"], vocab_size=100)
print("learned from 北京 three times:", learned[5:])
claim("two Chinese characters are never joined", "北京" not in learned and "京" in learned)
characters = training.character_vocabulary("".join(s.words) for s in datasets.peoples_daily().train)
zh = WordPieceTokenizer(characters)
print(f"learned from the news: {len(characters):,} pieces, first", *characters[5:20])
print(f"unknown in the test split: {unknown_share(zh, news):.2%}")
print("１９９８年 in the wide digits of the news:", zh.tokenize("１９９８年"))
print("1998年 in ASCII digits:", zh.tokenize("1998年"))
claim("fewer than 1 in 500 tokens of unseen news is unknown", unknown_share(zh, news) < 0.002)

# %% slideshow={"slide_type": "subslide"}
# Is this what BERT's own tokenizer does? The tokenizers library is the judge, in both languages. Here
# are four test splits; the workbook's tests compare every text of every data set, cased and uncased.
library = Tokenizer(models.WordPiece(tokenizer.ids, unk_token="[UNK]"))
library.add_special_tokens(list(SPECIALS))
library.normalizer = normalizers.BertNormalizer(lowercase=True)
library.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
ends = ("[SEP]", tokenizer.sep_id), ("[CLS]", tokenizer.cls_id)
library.post_processor = processors.BertProcessing(*ends)
texts = [p for d in datasets.wiki().test for p in d.paragraphs] + news
texts += [x.text for x in (*datasets.movie_reviews().test, *datasets.book_reviews_zh().test)]
expected = [encoding.ids for encoding in library.encode_batch(texts)]
equal = [tokenizer.encode(t).input_ids == ids for t, ids in zip(texts, expected, strict=True)]
print(f"{sum(equal):,} of {len(equal):,} texts have the same ids")
claim("every text of four test splits has the library's ids", all(equal))

# %% [markdown] slideshow={"slide_type": "slide"}
# ### Myth check
#
# *"A word is cut into prefix, stem and ending, so its pieces have a meaning."* Training counts; it knows no grammar. Take words of the test
# split that are cut, and that begin with a prefix before a known word: *un* + *healthy*. How often do the pieces respect that border?
# For comparison: a cut put anywhere in the word hits it by chance.


# %% slideshow={"slide_type": "subslide"}
def borders(word):
    """Where a word is cut."""
    ends = np.cumsum([len(piece.removeprefix("##")) for piece in tokenizer.tokenize(word)])
    return ends[:-1].tolist()


real_words, found = training_words.keys() | test_words.keys(), {}
for prefix in ("un", "re", "dis", "non", "anti", "over", "inter"):
    for word in test_words:
        rest = word.removeprefix(prefix)
        if word != rest and len(rest) > 3 and rest in real_words and borders(word):
            found[word] = (len(prefix), borders(word))
hit = np.mean([border in cuts for border, cuts in found.values()])
exact = np.mean([cuts == [border] for border, cuts in found.values()])
chance = np.mean([len(cuts) / (len(word) - 1) for word, (_, cuts) in found.items()])
for word in ("unhealthy", "undefined", "disloyalty", "rediscovery"):
    print(f"{word:12s}", *tokenizer.tokenize(word))
print(f"{len(found)} words: {hit:.0%} are cut after the prefix, by chance it would be {chance:.0%}")
print(f"{exact:.0%} are cut there and nowhere else")
claim("more often than chance, but rarely prefix + word", chance < hit < 2 / 3 and exact < 1 / 5)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 6. One text, or two
#
# [CLS] opens the input; lesson 07 reads a text's vector off it. [SEP] ends each text. In a pair, the token types tell the texts apart.
#
# ### Exercise 3: ids and token types
# Difficulty 2 of 5, about 6 minutes. `first` and `second` are lists of ids, and either may be empty; `second` is None for a single text. `cls_id` and `sep_id` are two ids that stand in neither.
# Return a tuple of two lists: the ids of [CLS] first [SEP] second [SEP], or [CLS] first [SEP], and a type for each: 0 up to the first [SEP], [CLS] too, 1 behind it. Both arguments stay as they are.
#
# <details><summary>Hint 1</summary>Each [SEP] belongs to the text that it ends.</details>
# <details><summary>Hint 2</summary><code>if second is not None</code>: an empty second text is still a text.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.pair_input)
def pair_input(first, second, cls_id, sep_id):
    """Return (ids, token types), two lists, of one text (second is None) or of two."""
    ...


# %% tags=["solution"]
def pair_input(first, second, cls_id, sep_id):
    ids = [cls_id, *first, sep_id]
    types = [0] * len(ids)
    if second is not None:
        ids += [*second, sep_id]
        types += [1] * (len(second) + 1)
    return ids, types


# %% slideshow={"slide_type": "subslide"}
# Tutorials sometimes call the types "positions". Look at both in a pair.
pair = "Is the kingfisher back?", "No, it is not."
ids, types = pair_input(*map(tokenizer.text_ids, pair), tokenizer.cls_id, tokenizer.sep_id)
theirs = library.encode(*pair)
print("pieces   ", *theirs.tokens)
print("types    ", types, "\npositions", list(range(len(ids))))
claim("the pair's ids and types are the library's", (ids, types) == (theirs.ids, theirs.type_ids))
claim("the types are not the positions", types != list(range(len(ids))))

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 7. Padding and the mask
#
# A batch is a rectangle, and texts are not equally long. Short rows are filled up with [PAD]. The attention mask says which is which, so
# that no token attends to padding (lesson 05). Without it, a text's vectors would depend on its company.
#
# ### Exercise 4: pad a batch
# Difficulty 2 of 5, about 7 minutes. `rows` is a list of one list of ids or more, each with one id or more, none of them `pad_id`; they stay as they are. Return a tuple of two tensors (B, T) of
# int64: the ids, padded at the end with `pad_id` to the longest row, and the mask, 1 for a token and 0 for padding.
#
# <details><summary>Hint</summary>For each row: how many are missing? Build both lists with <code>*</code> and <code>+</code>, then call <code>torch.tensor</code> once.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.pad_batch)
def pad_batch(rows, pad_id):
    """Return (ids, mask), both (B, T) of int64: ids padded at the end; mask 1 token, 0 padding."""
    ...


# %% tags=["solution"]
def pad_batch(rows, pad_id):
    T = max(len(row) for row in rows)
    ids = [row + [pad_id] * (T - len(row)) for row in rows]
    mask = [[1] * len(row) + [0] * (T - len(row)) for row in rows]
    return torch.tensor(ids), torch.tensor(mask)


# %% [markdown] slideshow={"slide_type": "slide"}
# ## 8. How long is long enough?
#
# BERT has 512 positions: no input may be longer. A shorter limit saves time. So look at the data before you choose. Below: how many texts
# fit in how many tokens, [CLS] and [SEP] counted. **Predict first**: which of the three needs more than 128?

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
collections = {
    "movie reviews": (tokenizer, [x.text for x in datasets.movie_reviews().train]),
    "Wikipedia paragraphs": (tokenizer, paragraphs),
    "Chinese book reviews": (zh, [x.text for x in datasets.book_reviews_zh().train]),
}
lengths = {}
figure, axes = plt.subplots(figsize=(8, 3))
for name, (cutter, texts) in collections.items():
    lengths[name] = np.sort([len(cutter.text_ids(text)) + 2 for text in texts])
    axes.plot(lengths[name], np.arange(1, len(texts) + 1) / len(texts), label=name)
axes.axvline(512, color="0.7", linestyle=":", label="512 tokens")
axes.set(xscale="log", xlabel="tokens", ylabel="share of texts that fit", xlim=(4, 3000))
axes.set_xticks([8, 32, 64, 128, 256, 512, 2048], [8, 32, 64, 128, 256, 512, "2,048"])
axes.minorticks_off()
axes.legend()
axes.set_title("Most texts fit in 128 tokens; a few reviews exceed 512")
show(figure, alt="Three rising curves: the share of texts that fit, against the number of tokens.")
for name, v in lengths.items():
    shares = "  ".join(f"{limit}: {np.mean(v <= limit):.1%}" for limit in (64, 128, 256, 512))
    print(f"{name:20s} {shares}  longest {v[-1]:,}")
full = 1 - np.minimum(lengths["Chinese book reviews"], 512).mean() / 512
print(f"Chinese book reviews, all padded to 512: {full:.0%} of the tokens are padding")
claim("padding to 512 spends 4 of 5 tokens on nothing", full > 0.8)
whole = [min(np.mean(v <= limit) for v in lengths.values()) for limit in (128, 512)]
claim("128 keeps most texts whole, 512 more than 99%", whole[0] > 0.5 and whole[1] > 0.99)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 9. What to leave out
#
# Keep the **head** (the beginning), the **tail** (the end), or **both**. Sun et al. (2019) found 128 tokens from the beginning and
# 382 from the end best for long reviews and news. It is a choice to try on validation data, not a rule; lesson 09 does.
#
# ### Exercise 5: head and tail
# Difficulty 3 of 5, about 8 minutes. The list `ids` holds [CLS] text [SEP], with these two ids nowhere else. Return a list of at most `max_length` ids: [CLS], the first `head`
# pieces of the text, as many of its last pieces as fit, [SEP]. A text that fits is returned as it is, the same list or a copy; `ids` itself stays unchanged. `head` is from 0
# to `max_length` - 2.
#
# <details><summary>Hint 1</summary>How many pieces may the tail have? Count [CLS] and [SEP] too.</details>
# <details><summary>Hint 2</summary>If the tail has 0 pieces, <code>text[-0:]</code> is a trap.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.head_and_tail)
def head_and_tail(ids, max_length, head):
    """Shorten the list [CLS] text [SEP]: keep head pieces, and as many of the last as fit."""
    ...


# %% tags=["solution"]
def head_and_tail(ids, max_length, head):
    if len(ids) <= max_length:
        return ids
    text, tail = ids[1:-1], max_length - 2 - head
    return [ids[0], *text[:head], *text[len(text) - tail :], ids[-1]]


# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 6: a pair that is too long
# Difficulty 3 of 5, about 8 minutes. `first` and `second` are lists of ids, without special pieces; either may be empty. Both must fit into `max_length` places, an odd number from 3 on, with *three* special pieces: an even number is left for the two. Take pieces from the end of the longer text, one by one, until
# both fit; where both are equally long, either may lose one. So a short question stays whole beside a long answer. Return a tuple of the two lists,
# without special pieces; the arguments stay unchanged.
#
# <details><summary>Hint 1</summary>A loop: as long as both together are too long, the longer one loses its last piece.</details>
# <details><summary>Hint 2</summary>Work on copies, <code>first[:]</code>: <code>pop</code> changes the caller's list.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.shorten_pair)
def shorten_pair(first, second, max_length):
    """Return (first, second), shortened from the end until both fit with [CLS] and two [SEP]s."""
    ...


# %% tags=["solution"]
def shorten_pair(first, second, max_length):
    first, second = first[:], second[:]
    while len(first) + len(second) > max_length - 3:
        (first if len(first) > len(second) else second).pop()
    return first, second


# %% slideshow={"slide_type": "subslide"}
# Both on real text.
ids = tokenizer.encode(max(paragraphs, key=len)).input_ids
kept = head_and_tail(ids, 17, head=5)
print(len(ids), "tokens become:", *(tokenizer.vocabulary[i] for i in kept))
first, second = map(tokenizer.text_ids, paragraphs[:2])
short = shorten_pair(first, second, 21)
print(len(first), "and", len(second), "pieces become", len(short[0]), "and", len(short[1]))
claim("the shortened pair is bertlab's", tuple(short) == truncate(first, second, 21))

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 10. A token of your own
#
# You know more than the text says, such as its topic. A token [CAT=SPORT] behind [CLS] can tell the model. Three things have to happen.
#
# 1. The token gets an id of its own. Written into the text, it would be cut at its brackets.
# 2. The table of embeddings gets a row for it, or the id points outside. The old rows stay as they are.
# 3. The new row must be *trained*. Until then it says nothing. A usual start is the mean of all rows.
#
# BERT's vocabulary also holds unused pieces, whose rows can be taken instead.

# %% slideshow={"slide_type": "subslide"}
wider = WordPieceTokenizer((*tokenizer.vocabulary, "[CAT=SPORT]"))
sport = wider.ids["[CAT=SPORT]"]
print("in the text:", tokenizer.tokenize("[CAT=SPORT] Who won?"))
tagged = torch.tensor([[wider.cls_id, sport, *wider.text_ids("Who won?"), wider.sep_id]])
model = BertModel.from_pretrained("minilm")
try:
    model(tagged)
except ValueError as error:
    print("before:", error)
state = model.state_dict()
old = state["embeddings.word.weight"]
state["embeddings.word.weight"] = torch.cat([old, old.mean(dim=0, keepdim=True)])
grown = BertModel(replace(model.config, vocab_size=len(wider.vocabulary))).eval()
grown.load_state_dict(state)
plain = wider.batch(["Who won?"])
with torch.no_grad():
    before, after = model(*plain).last_hidden_state, grown(*plain).last_hidden_state
    print("after: ", tuple(grown(tagged).last_hidden_state.shape), "from id", sport)
print(sum(piece.startswith("[unused") for piece in known), "pieces of the vocabulary are unused")
claim("texts without the new token keep their vectors", torch.equal(before, after))

# %% slideshow={"slide_type": "subslide"}
quiz(3, 4)

# %% slideshow={"slide_type": "subslide"}
quiz(5, 6)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Recap
#
# - A vocabulary is learned by joining the most frequent neighbors inside words. Frequent words stay whole; rare ones are cut.
# - A word is cut from the left into the longest pieces that fit. One part that fits nothing makes the whole word [UNK].
# - Pieces come from counts. They respect a prefix more often than chance, but not reliably.
# - Text is normalized one character at a time; a Chinese character is a word.
# - Ids, token types and mask are three rows of equal length. Positions are counted by the model.
# - Shorten before [SEP] is set, never after. A new token needs an id, a row, and training.
#
# Next: **07. BERT from scratch**, which turns these rows into vectors.

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Further reading
#
# - Mike Schuster and Kaisuke Nakajima (2012). *Japanese and Korean Voice Search.* ICASSP.
# - Yonghui Wu, Mike Schuster, Zhifeng Chen and others (2016). *Google's Neural Machine Translation System.* arXiv:1609.08144.
# - Rico Sennrich, Barry Haddow and Alexandra Birch (2016). *Neural Machine Translation of Rare Words with Subword Units.* ACL.
# - Jacob Devlin, Ming-Wei Chang, Kenton Lee and Kristina Toutanova (2019). *BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding.* NAACL-HLT.
# - Chi Sun, Xipeng Qiu, Yige Xu and Xuanjing Huang (2019). *How to Fine-Tune BERT for Text Classification?* CCL.
# - Kaj Bostrom and Greg Durrett (2020). *Byte Pair Encoding is Suboptimal for Language Model Pretraining.* Findings of EMNLP.
# - Xinying Song, Alex Salcianu, Yang Song, Dave Dopson and Denny Zhou (2021). *Fast WordPiece Tokenization.* EMNLP.
