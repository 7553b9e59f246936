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
# > *See you at work* 😍
# >
# > *See you at work* 😡
#
# You would answer these two messages differently. Can BERT? A model computes with numbers, so before it reads anything, a **tokenizer**
# (分词器) cuts the text into parts and replaces each part by a number. What the tokenizer loses, the model can at best guess from the other words.
#
# **At the end you can**
#
# - train a vocabulary of word pieces, and cut any word with it;
# - say what becomes of names, capitals, accents, emojis (表情符号) and Chinese characters;
# - build the three tensors that BERT takes: ids, token types and mask, for one text or two;
# - choose a maximum length from data, and shorten what is longer;
# - add a token of your own, and train it until it means something.
#
# **Time** 75 minutes in class, and 57 for the exercises. **Difficulty** 3 of 5. **Before this**: lesson 05 (attention and its masks); strings and dicts in Python.

# %% tags=["bootstrap"] slideshow={"slide_type": "skip"}
# (generated)

# %% tags=["setup"] slideshow={"slide_type": "skip"}
from lessons.l06_text_to_input import ask, diagrams, exercises, figures, measure, predict, quiz

import unicodedata
from collections import Counter
from itertools import islice, pairwise

import numpy as np
import torch
import transformers

from bertlab import datasets
from bertlab.model import BertModel
from bertlab.text import WordPieceTokenizer, truncate
from bertlab.text import wordpiece_training as training
from workbook.basics import begin_lesson, check, choose, claim, exercise, explore, show
from workbook.basics import text as line

begin_lesson()
transformers.utils.logging.disable_progress_bar()
transformers.utils.logging.set_verbosity_error()
bert, tokenizer = BertModel.from_pretrained("minilm"), WordPieceTokenizer.from_folder("minilm")

# %% [markdown] slideshow={"slide_type": "subslide"}
# Here is what arrives at all-MiniLM-L6-v2, the BERT encoder of lesson 05. Its tokenizer has the vocabulary of the English BERT of 2018. Each box is one **token** (词元).
# `##` marks a token that continues a word. [UNK] means *unknown*.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
from lessons.l06_text_to_input import cards

ARRIVES = [
    ("See you at work 😍", ""),
    ("See you at work 😡", ""),
    ("The US asked us to polish my Polish résumé.", ""),
    ("Siobhán met Dvořák.", "an Irish first name, a Czech composer"),
    ("李小龙", "Bruce Lee's name, simplified characters; the last means dragon"),
]
same = tokenizer.tokenize(ARRIVES[0][0]) == tokenizer.tokenize(ARRIVES[1][0])
lines = tokenizer.tokenize(ARRIVES[2][0])
check("the two messages arrive as the same tokens", same)
check("US is us, Polish is polish", [lines.count("us"), lines.count("polish")] == [2, 2])
check("résumé is resume", "resume" in lines)
check("the dragon is unknown", tokenizer.tokenize("李小龙")[-1] == "[UNK]")
check("the traditional dragon is known", tokenizer.tokenize("李小龍")[-1] == "龍")
cards.what_arrives(tokenizer, ARRIVES)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 1. Between characters and words
#
# The two messages arrive as the *same* tokens, so no BERT with this tokenizer can answer them differently. The other words do not say which emoji it was. You will mend this in part 8.
#
# *US* has become *us*, *Polish* has become *polish*, and a *résumé* (a CV) has become *resume* (to go on). In this sentence the other words tell which was meant; in another they may not. Bruce Lee (李小龙) has lost his dragon, because the list has the traditional 龍 and not the simplified 龙.
#
# But unusual names survive: *Siobhán* is cut into three pieces, and only her accent and her capital letter are lost. To see why, we build the tokenizer step by step. This is the path of a text from characters to numbers:

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
way = "Siobhán sings"
alt = f"Seven lines of boxes: the text {way!r}, normalized, its words, its pieces "
alt += f"({', '.join(tokenizer.tokenize(way))}), its ids with padding, its token types, its mask."
show(diagrams.whole_way(tokenizer, way, 8), alt=alt)

# %% [markdown] slideshow={"slide_type": "subslide"}
# A model needs a closed list of symbols, its **vocabulary** (词表), because each symbol has its own row in a table of vectors. What should be in the list?
#
# - **Words.** Texts stay short. But each new text brings words that are not in the list.
# - **Characters.** For an alphabet the list is short and nearly complete. But texts become long, and attention pays for each pair of tokens.
# - **Word pieces** (子词). Frequent words stay whole, rare words are cut. A part that continues a word is marked: `##ged` continues,
#   `ged` begins.
#
# The list of pieces is learned from a text. At first it holds the characters only. Then the pair of neighbors that is most frequent in the text is *merged* into one piece, and this piece enters the list.
# This step, a **merge** (合并), is repeated until the list is long enough. Only neighbors inside a word are merged.
#
# We begin in the middle of the path: the words are given, in lower case, and part 4 tells how they are found. Here are eight:

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
text = "sing sing sing singing kings kings ring bring"
words = {}
for word, count in Counter(text.split()).items():
    letters = tuple(training.spell(word))
    words[letters] = count
    print(count, "x", *letters)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 1: the next pair to merge
# Difficulty 2 of 5, about 8 minutes. `words` is a dict from each word, a tuple of one piece or more, to its count. Return the most frequent pair of neighbors,
# a tuple of two pieces. For example, `best_pair({("a", "##b"): 3, ("a", "##b", "##c"): 2})` is `("a", "##b")`, which occurs 5 times.
#
# - In `##a ##a ##a` the pair of neighbors occurs twice.
# - If several pairs are equally frequent, return the first in alphabetical order, as Python sorts tuples (`#` comes before the letters).
# - At least one word has two pieces or more.
#
# <details><summary>Hint 1</summary><code>pairwise(pieces)</code> gives the neighbors of one word. Add the word's count for each of them.</details>
# <details><summary>Hint 2</summary><code>min(counts, key=lambda pair: (-counts[pair], pair))</code> prefers large counts, then the alphabet.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.best_pair)
def best_pair(words):
    """Return the most frequent pair of neighbors, a tuple; in a tie, the first in the alphabet."""
    ...


# %% tags=["solution"]
def best_pair(words):
    counts = Counter()
    for pieces, count in words.items():
        for pair in pairwise(pieces):
            counts[pair] += count
    return min(counts, key=lambda pair: (-counts[pair], pair))


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def learn_merges(words, number):
    """The whole training: find the best pair, merge it in all words, and begin again."""
    pairs = []
    for _ in range(number):
        pair = best_pair(words)  # yours
        pairs.append(pair)
        joined = {}
        for pieces, count in words.items():
            joined[tuple(training.join_in(pieces, pair))] = count
        words = joined
    return pairs


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def four_joins():
    pairs = learn_merges(words, 4)
    names = [training.joined(*pair) for pair in pairs]
    alt = f"Two words as boxes. Letters first; then, step by step, {', '.join(names)} are merged."
    show(diagrams.joining(["sing", "kings"], pairs, words), alt=alt)
    ring = training.spell("ring")
    for pair in pairs:
        ring = training.join_in(ring, pair)
    print("merged:", *names)
    print("ring is now:", *ring)
    check("sing is the third join", names == ["##in", "##ing", "sing", "##ings"])


predict("four joins", four_joins)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 2. A vocabulary of 8,000 pieces
#
# Next we learn from our part of Wikipedia. The loop around your `best_pair` makes 50 merges, from the 1,500 most frequent words, and we print the first 16. It counts everything anew after each merge, so for 8,000 pieces we take `bertlab`'s training: the same rule, on all words, and faster.
#
# Look at the first pieces. Short words and endings of English are among them (*the*, `##ed`), although nobody told the loop any grammar. Others, such as `##nd`, are only frequent.


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
paragraphs = [p for document in datasets.wiki().train for p in document.paragraphs]
training_words = training.word_counts(paragraphs)
common = dict(training_words.most_common(1500))
learned = learn_merges(measure.spelled(common), 50)
for start in (0, 8):
    print(*(training.joined(*pair) for pair in learned[start : start + 8]))
vocabulary = training.train_wordpiece(paragraphs, 8000)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
own = WordPieceTokenizer(vocabulary)
held_out = training.word_counts(p for d in datasets.wiki().validation for p in d.paragraphs)
missed = sum(n for word, n in held_out.items() if word not in training_words)
sizes = 500, 1000, 2000, 4000, 8000  # a smaller vocabulary is the beginning of a larger one
means = [measure.pieces_per_word(vocabulary[:size], held_out) for size in sizes]
published = len(tokenizer.vocabulary), measure.pieces_per_word(tokenizer.vocabulary, held_out)
letters_in_word = sum(len(word) * n for word, n in held_out.items()) / held_out.total()
alt = f"A falling curve: {means[0]:.1f} pieces in a word with 500 pieces, {means[-1]:.1f} with "
alt += f"8,000; {published[1]:.1f} with BERT's. Below, the numbers in the table grow with the list."
pieces_of = dict(zip(sizes, means, strict=True))
show(figures.draw_sizes(pieces_of, published, letters_in_word), alt=alt)
print(f"A list of all {len(training_words):,} training words")
print(f"lacks {missed / held_out.total():.1%} of the words of new text.")
check("each doubling cuts less, and saves less than the one before",
      all(0 < later < sooner for sooner, later in pairwise(a - b for a, b in pairwise(means))))  # fmt: skip
check("whole words miss 8.1%", round(missed / held_out.total(), 3) == 0.081)
check("bertlab finds the same 50 joins", list(islice(training.joins(common), 50)) == learned)

# %% [markdown] slideshow={"slide_type": "subslide"}
# A list of pieces cuts such a word; a list of words loses it. (The mean number of pieces in a word is also called *fertility*.) But a longer list has a price: each piece has a row in the table (768 numbers in BERT base), and the rows of rare pieces see little training. BERT base has 110 million numbers in all.
#
# Merging by count is called **byte pair encoding** (BPE, 字节对编码; Sennrich et al. 2016), because it was first a method to compress files, and merged bytes. GPT models cut a new word by repeating the merges in their order. BERT's way, **WordPiece**, differs in the cut, as you will see next, and probably in the training: the program that made BERT's list was never published. Many texts say that it divides the count of a pair by the counts of its two parts. We take the count itself, as the `tokenizers` library does.
#
# A longer list does not tell our two messages apart: even BERT's 30,522 pieces have no 😍.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 3. Cutting a word
#
# Now we have a list of pieces. How is a new word cut with it? (From here on we use BERT's own list of 30,522 pieces, except where we say *ours*.) BERT does not repeat the merges. It looks for the longest piece that begins the word, then for the
# longest `##` piece that continues it, and so on. This is the **greedy longest match** (最长匹配). If nothing fits at some place, the *whole* word becomes [UNK].

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
known = frozenset(tokenizer.vocabulary)
alt = (
    "The letters of 'kingfisher'; below, each try as a bar over its letters. Most are gray, not "
    f"in the vocabulary. Found are {', '.join(tokenizer.tokenize('kingfisher'))}."
)
show(diagrams.matching("kingfisher", known), alt=alt)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 2: greedy longest match
# Difficulty 3 of 5, about 10 minutes. `vocabulary` is a set of pieces, those inside a word with `##`. Return the list of pieces of one word,
# each spelled as in the vocabulary. For example, `longest_match("rings", {"r", "ring", "##s"})` is `["ring", "##s"]`. If nothing fits at some place, return `["[UNK]"]`. A word has 1 to 100 characters (`transformers` makes longer ones [UNK]).
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


# %% [markdown] slideshow={"slide_type": "subslide"}
# Below, your function cuts some words (`a☃b` has a snowman inside). Play with the cards: type a name, a misspelled word, an emoji, or your own language (the controls need a running kernel). Each card has a piece and its id, and [UNK] is red.
#
# Look at the number as well: *1,024* is four tokens, so the model must put the quantity together by itself.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
for word in ("bank", "embeddings", "unaffable", "kingfisher", "a☃b"):
    print(f"{word:12s}", *longest_match(word, known))
same = [longest_match(word, known) == tokenizer.tokenize(word) for word in held_out]
check("your cut is bertlab's on every word of the validation split", all(same))
check("1,024 is four tokens", len(tokenizer.tokenize("1,024")) == 4)
by_name = {"BERT, 30,522 pieces": tokenizer, "ours, 8,000 pieces": own}
explore(
    lambda text, vocabulary: cards.token_cards(by_name[vocabulary], text),
    alt="A row of cards below a text, one for each token, with its piece and its id.",
    text=line("The kingfisher unplugged 1,024 naïve robots 😎", label="text"),
    vocabulary=choose(list(by_name)),
)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(1, 2)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 4. What is lost
#
# A word that can be cut is not lost: join its pieces, and it is back. So where did the emoji go, and the capital letters? Three things are lost: words that cannot be cut, what **normalization** (规范化) removes, and the spaces. First the unknown words.


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def words_seen_once():
    test_words = training.word_counts(p for d in datasets.wiki().test for p in d.paragraphs)
    once = [word for word, count in test_words.items() if count == 1]
    lost = [word for word in once if tokenizer.cut(word) == [tokenizer.unk_id]]
    cut = [word for word in once if len(tokenizer.cut(word)) > 1]
    print("English Wikipedia, words seen once")
    print(f"  [UNK]: {len(lost)} of {len(once):,}")
    print(f"  not in the list, so cut: {len(cut):,}")
    print("  a Greek one:", *tokenizer.tokenize("αβακoς"))
    check("the Greek word is one of those that are cut", "αβακoς" in cut)
    news = ["".join(sentence.words) for sentence in datasets.peoples_daily().test]
    chinese = measure.unknown(tokenizer, news)
    print("a Chinese newspaper, all tokens")
    print(f"  [UNK]: {chinese:.1%}")
    claim(
        "to English BERT, no word seen once in Wikipedia is unknown, but over half of a Chinese paper",
        (len(lost), len(once)) == (0, 3851) and chinese > 0.5,
    )


two = training.train_wordpiece(["北京 北京 北京"], vocab_size=100)
check("two Chinese characters are never merged", "北京" not in two and "京" in two)
predict("words seen once", words_seen_once)

# %% [markdown] slideshow={"slide_type": "subslide"}
# So *"rare words become [UNK]"* is true for lists of whole words only. With pieces, a word is unknown only if the list lacks one of its *characters*, at the beginning or with
# `##`. The emojis of our two messages are missing, and so are many Chinese characters.
#
# GPT-2 takes another way out. It begins with the 256 *bytes* instead of characters, and merges bytes. Then nothing is unknown, but what is rare becomes long: 😍 begins as four bytes, f0 9f 98 8d, and ends as one token only if training merged all four.
#
# The second loss comes before the cut: the text is *normalized*. The tokenizer of an *uncased* model lowercases the text and removes accents; that of a
# *cased* model keeps both. Then the text is split into words, at spaces and at each punctuation mark. This is the third loss, because nothing records the spaces.
#
# Each Chinese character becomes a word by itself. So training finds no neighbors to merge, and a Chinese vocabulary, such as that of `bert-base-chinese`, is mainly a list of characters.
#
# We made such a list from a Chinese newspaper, which wrote its digits as wide as its characters (１９９８). So the same year in ordinary digits is unknown, although a reader hardly sees the difference. Write your texts as the training text was written, or normalize both in the same way: the Unicode form *NFKC* (`unicodedata.normalize`) turns wide digits into ordinary ones.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
from lessons.l06_text_to_input import bugs, tagged

cased = WordPieceTokenizer(vocabulary, lowercase=False)
sentences = datasets.peoples_daily()
news = ["".join(sentence.words) for sentence in sentences.test]
zh = WordPieceTokenizer(training.character_vocabulary("".join(s.words) for s in sentences.train))
lost = measure.unknown(zh, news)
print(f"Chinese list: {len(zh.vocabulary):,} pieces")
print(f"unknown in new Chinese text: {lost:.2%}")
check("NFKC makes wide digits ordinary", unicodedata.normalize("NFKC", "１９９８") == "1998")
check("fewer than 1 in 500 tokens of unseen news is unknown", lost < 0.002)
english = "The US résumé"
cards.rows_of_cards(
    [
        (english, "uncased: normalized, not cut yet", tokenizer.words(english)),
        (english, "cased: normalized, not cut yet", cased.words(english)),
        *(
            (text, f"{meaning}; Chinese list", zh.tokenize(text))
            for text, meaning in cards.CHINESE.items()
        ),
    ]
)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Break it: two texts, the same ids
# About 5 minutes. The messages of the opening differ in a character that is unknown. But BERT also reads texts as the same where every character is known. Find three pairs of texts that differ in meaning, although BERT reads the same pieces, none of them [UNK].
# One pair differs in a capital letter, one in an accent, and one in neither. The first is done. Run the cell again until it says *right*: it also prints which pairs a cased model would tell apart.
#
# <details><summary>Hint 1</summary>Many languages tell words apart by an accent alone. In pinyin, <em>mǎi</em> is to buy and <em>mài</em> is to sell.</details>
# <details><summary>Hint 2</summary>Spaces are not tokens. Where can a text have a space or none, and both are cut at the same places? For example, <em>5-3</em> is the result of a match, and <em>5 -3</em> are two numbers, one of them negative.</details>

# %% slideshow={"slide_type": "-"}
same_to_bert = [
    ("I like Turkey.", "I like turkey."),
]
bugs.examine_same(same_to_bert, tokenizer, cased)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 5. One text, or two
#
# A list of pieces is not yet what BERT takes. [CLS] opens the input; in lesson 07 a vector for the whole text is taken from there. [SEP] ends each text. In a pair, such as a question and its answer, the **token
# types** (片段类型, also called segments) say which text a token belongs to. Each of our two messages is one text: [CLS] see you at work [UNK] [SEP], all of type 0. Below are two pairs; the mask and [PAD] are for part 6.


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
example = tokenizer.batch(["Kingfisher?", "Robin?"], ["Yes", "No"])
alt = (
    "Two pairs of texts as rows of boxes: pieces, input_ids, token_type_ids (0 in the first text, "
    "1 in the second) and attention_mask (1, and 0 for padding). The positions count from 0."
)
show(diagrams.batch(example, tokenizer.vocabulary), alt=alt)

# %% [markdown] slideshow={"slide_type": "subslide"}
# The position of a token is not passed: the model counts it by itself (lesson 05).
#
# ### Exercise 3: ids and token types
# Difficulty 2 of 5, about 5 minutes. Lay out one text or two. Return a tuple of two lists: the ids of [CLS] first [SEP] second [SEP], or of [CLS] first [SEP], and the type of each token. For example,
# `pair_input([7, 8], [9], 1, 2)` is `([1, 7, 8, 2, 9, 2], [0, 0, 0, 0, 1, 1])`.
#
# - `first` and `second` are lists of ids, and either may be empty. `second` is None for a single text.
# - The type is 0 from [CLS] to the first [SEP], and 1 after it.
# - Leave both arguments unchanged. (`cls_id` and `sep_id` do not occur in them.)
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


# %% [markdown] slideshow={"slide_type": "slide"}
# ## 6. Padding and the mask
#
# Each text by itself is complete now. But a model reads many at once, a *batch*, and a batch has to be a rectangle. So
# short rows are filled up with **padding** (填充), and the **attention mask** (注意力掩码) says which positions are padding.
# In each layer the scores of these positions become $-\infty$ before the softmax (lesson 05), so no token attends to them. The second pair of the figure above shows both.
#
# ### Exercise 4: pad a batch
# Difficulty 2 of 5, about 5 minutes. Turn rows of different lengths into two rectangles. Return a tuple of two tensors (B, T) of int64: the ids, padded at the end with `pad_id` to the longest row, and the mask, 1 for a token
# and 0 for padding. For example, `pad_batch([[5, 6], [7]], 0)` holds the ids `[[5, 6], [7, 0]]` and the mask `[[1, 1], [1, 0]]`. There is at least one row, each has at least one id, none of them `pad_id`. Leave `rows` unchanged.
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
# ### Your tokenizer
#
# Three of your functions are nearly a whole tokenizer, and the class below calls them in order. Only `words`, which normalizes a text and splits it (part 4), is borrowed. The list of pieces is BERT's; the one of part 2, which your `best_pair` began, fits as well. (Only very long words are missing: `transformers` makes those over 100 characters [UNK], Google's program those over 200.) To the two messages it still gives the same ids.


# %% slideshow={"slide_type": "-"}
class YourTokenizer:
    def __init__(self, vocabulary, words):
        self.vocabulary = list(vocabulary)
        self.words = words
        self.ids = {piece: number for number, piece in enumerate(self.vocabulary)}
        self.cls, self.sep = self.ids["[CLS]"], self.ids["[SEP]"]

    def text_ids(self, text):
        pieces = []
        for word in self.words(text):
            pieces += longest_match(word, self.ids)
        return [self.ids[piece] for piece in pieces]

    def batch(self, firsts, seconds=None):
        rows, types = [], []
        for place, text in enumerate(firsts):
            first = self.text_ids(text)
            second = None if seconds is None else self.text_ids(seconds[place])
            row, types_of_row = pair_input(first, second, self.cls, self.sep)
            rows.append(row)
            types.append(types_of_row)
        ids, mask = pad_batch(rows, self.ids["[PAD]"])
        types = [row + [0] * (ids.shape[1] - len(row)) for row in types]
        return ids, torch.tensor(types), mask


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
yours = YourTokenizer(tokenizer.vocabulary, tokenizer.words)
ids, types, mask = yours.batch(["Kingfisher?", "Robin?"], ["Yes", "No"])
for name, tensor in {"ids": ids, "token types": types, "mask": mask}.items():
    print(name, *tensor.tolist(), sep="\n")
print("single texts, our 8,000 pieces")
print(*YourTokenizer(vocabulary, own.words).batch(["Kingfisher?", "Robin?"])[0].tolist(), sep="\n")
same = [torch.equal(*pair) for pair in zip((ids, types, mask), example, strict=True)]
check("your batch is bertlab's", all(same))


def company():
    lengths = [16, 32, 64]
    reviews = (x.text for x in datasets.movie_reviews().validation)
    short = list(islice((t for t in reviews if 6 <= len(tokenizer.text_ids(t)) <= 14), 20))
    found = measure.without_mask(bert, tokenizer, short, lengths)
    without = found["without it"][:, -1]  # padded to 64
    other = measure.different_texts(bert, tokenizer, short)
    alt = f"1 with the mask, {without.mean():.2f} without it at 64, {other:.2f} for two texts."
    show(figures.draw_company(lengths, found, other), alt=alt)
    check("with the mask, padding changes nothing", found["with the mask"].min() > 0.9999)
    claim("without the mask, padding to 64 tokens moves the vectors of all 20: cosines below 0.85",
          without.max() < 0.85)  # fmt: skip


predict("company", company)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(3)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 7. How long is long enough?
#
# Your tokenizer takes texts of any length, but BERT has 512 positions. No input may be longer, and a lower limit saves time and memory. Our two messages take only seven tokens each, but what do other texts take? Look at the data
# before you choose. (The Chinese reviews are counted with our list from the newspaper, one character a token.)
#
# **Choose** (2 minutes): which of the four limits below is the smallest that keeps at least 95% of a collection whole? The last line is the price: the scores that one head computes for one text of this length.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
collections = {
    "movie reviews": (tokenizer, [x.text for x in datasets.movie_reviews().train]),
    "Wikipedia paragraphs": (tokenizer, paragraphs),
    "Chinese book reviews": (zh, [x.text for x in datasets.book_reviews_zh().train]),
}
lengths = {}
for name, (cutter, texts) in collections.items():
    lengths[name] = np.array([len(cutter.text_ids(text)) + 2 for text in texts])
at_128 = {name: np.mean(values <= 128) for name, values in lengths.items()}
alt = "Three rising curves of the texts that fit. In 128 tokens: " + ", ".join(
    f"{name} {part:.0%}" for name, part in at_128.items()
)
show(figures.draw_lengths(lengths), alt=alt + ".")
limits = 64, 128, 256, 512
print(cards.fits_in_words(lengths, limits))
smallest = [next(n for n in limits if np.mean(v <= n) >= 0.95) for v in lengths.values()]
check("the smallest limits that keep 95% whole", smallest == [64, 256, 256])
whole = [min(np.mean(v <= limit) for v in lengths.values()) for limit in (128, 512)]
check("128 keeps most texts whole, 512 more than 99%", whole[0] > 0.5 and whole[1] > 0.99)
padding = 1 - np.minimum(lengths["Chinese book reviews"], 512).mean() / 512
claim("512 keeps over 99% of the texts, but book reviews padded to 512 are over 4/5 padding",
      whole[1] > 0.99 and padding > 0.8)  # fmt: skip

# %% [markdown] slideshow={"slide_type": "slide"}
# ### What to leave out
#
# <details><summary>Your choice of part 7</summary>64 for the movie reviews, and 256 for the two others. With 256 in place of 512 a head computes a quarter of the scores.</details>
#
# 512 keeps nearly everything, but if every text is padded to it, the model computes mostly padding. So pad each batch only to its own longest text, and choose a lower limit where most texts fit.
#
# What is longer than the limit must lose something (**truncation**, 截断). Keep the *head* (the beginning), the *tail* (the end), or both. Sun et al. (2019) found 128 tokens from the beginning and
# 382 from the end best for long reviews and news. For other data another choice may be better, so compare them on validation data.
#
# ### Exercise 5: head and tail
# Difficulty 3 of 5, about 8 minutes. Shorten one text. The list `ids` holds [CLS] text [SEP]. Return a list of at most `max_length` ids: [CLS], the first `head` pieces of the text, as many of its last
# pieces as fit, [SEP]. For example, `head_and_tail([1, 5, 6, 7, 8, 9, 2], 5, head=1)` is `[1, 5, 8, 9, 2]`.
#
# - A text that fits is returned as it is, the same list or a copy. `ids` itself stays unchanged.
# - `head` is from 0 to `max_length` - 2. The ids of [CLS] and [SEP] stand nowhere within the text.
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


# And for the task of part 8:
@exercise(exercises.reply_loss)
def reply_loss(asked, replies):
    scores = 20 * asked @ replies.transpose(1, 2)  # (N, emojis, replies)
    right = torch.arange(2).repeat(len(asked))
    return torch.nn.functional.cross_entropy(scores.flatten(0, 1), right)


# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Find the bug: a friend's batch
# About 5 minutes. A friend makes ids and masks in one function. It runs without an error, but two of its lines are wrong. Mend them, and run the cell again until it says *right*.
#
# <details><summary>Hint 1</summary>Print the last id of the longer row. Which token should be there?</details>
# <details><summary>Hint 2</summary>Which tokens does the mask let a token see?</details>


# %% slideshow={"slide_type": "-"}
def friends_batch(texts, max_length):
    rows = []
    for text in texts:
        ids = [tokenizer.cls_id, *tokenizer.text_ids(text), tokenizer.sep_id]
        rows.append(ids[:max_length])
    longest = max(len(row) for row in rows)
    padded = [row + [tokenizer.pad_id] * (longest - len(row)) for row in rows]
    ids = torch.tensor(padded)
    mask = (ids == tokenizer.pad_id).long()
    return ids, mask


bugs.examine_batch(friends_batch, tokenizer, bert)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 8. A token of your own
#
# Back to the two messages. Their emojis are lost because no piece spells them, so you put them into the list. Nothing else in your tokenizer changes, and the two messages become two different inputs. (Mind the space: in *work😍* the emoji continues a word. `##😍` is not in the list, so the whole word becomes [UNK], *work* included.)
#
# But the new ids point outside BERT's table of embeddings, whose last row is 30521. So the table has to grow as well.


# %% slideshow={"slide_type": "-"}
emojis = YourTokenizer([*tokenizer.vocabulary, "😍", "😡"], tokenizer.words)
for message in ("See you at work 😍", "See you at work 😡"):
    print(message, emojis.text_ids(message))


class GrownTable(torch.nn.Module):
    """The old rows stay as they are; new rows start at their mean, and training can move them."""

    def __init__(self, table, num_new):
        super().__init__()
        self.register_buffer("old", table.weight.detach())  # (V, D), moves with the model
        self.new = torch.nn.Parameter(self.old.mean(dim=0).repeat(num_new, 1))  # (num_new, D)

    def forward(self, ids):
        is_new = ids >= len(self.old)
        vectors = torch.nn.functional.embedding(ids.masked_fill(is_new, 0), self.old)
        vectors[is_new] = self.new[ids[is_new] - len(self.old)]
        return vectors


table = GrownTable(bert.embeddings.word, num_new=2)
happy, angry = table(torch.tensor([30522, 30523]))
print(*happy.shape, "numbers each; equal rows:", torch.equal(happy, angry))

# %% [markdown] slideshow={"slide_type": "subslide"}
# Each emoji has an id and a row. But both rows start at the same place, so the model still cannot tell the messages apart: the rows need *training*, while the rest of the model stays as it is.
#
# We wrote 16 other messages that may be meant well or badly, such as *You ate my cake.* Each has a reply to 😍 (*It was delicious ...*) and one to 😡 (*Forgive me ...*). *See you at work* is not among them.
#
# The model does not write a reply. It chooses the one whose mean vector has the larger cosine with the message's.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
alt = "The id of an emoji is looked up in 2 new rows, trained; the others in 30,522 frozen ones."
show(diagrams.new_rows(), alt=alt)


def grown():
    return tagged.with_table(bert, GrownTable(bert.embeddings.word, 2))


messages, replies = tagged.messages(bert, tokenizer)  # 16 texts; (16, 2, D)
plain = tokenizer.batch(["Who won?"])
before, after = (model(*plain).last_hidden_state for model in (bert, grown()))
check("texts without the new token keep their vectors", torch.equal(before, after))

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Build: the loss that trains the rows
# About 5 minutes. `asked` holds the vectors of N messages, each with 😍 and with 😡, and `replies` those of their replies to 😍 and to 😡, both (N, 2, D). Return the mean cross-entropy of the 2N choices between a message's own two replies.
# For example, `reply_loss(torch.eye(2)[None], torch.eye(2)[None])` is nearly 0: for the one message, each choice is right and sure.
#
# - All vectors have length 1. The cosines are close together, so the scores are 20 times the cosines. (20 is the *scale*, and 1/20 the *temperature* of the softmax.)
# - Reply 0 is right for 😍, and reply 1 for 😡.
#
# <details><summary>Hint 1</summary><code>asked @ replies.transpose(1, 2)</code> holds the cosines, (N, emojis, replies).</details>
# <details><summary>Hint 2</summary><code>cross_entropy</code> of <code>torch.nn.functional</code> takes scores (2N, 2) and 2N right answers: 0 1 0 1 ...</details>


# %% slideshow={"slide_type": "-"}
@exercise(exercises.reply_loss)
def reply_loss(asked, replies):
    """Return the mean cross-entropy of choosing the right one of two replies, a tensor ()."""
    ...


# %% slideshow={"slide_type": "subslide"}
def signed(messages, model):
    """Return the vectors of each message with both emojis, (N, 2, D), each of length 1."""
    ids, _, mask = emojis.batch([f"{text} {emoji}" for text in messages for emoji in "😍😡"])
    return tagged.means(model, ids, mask).unflatten(0, (-1, 2))


def train(messages, replies):
    """Return a frozen copy of the model, with two new rows that are trained."""
    model = grown()
    optimizer = torch.optim.Adam([model.embeddings.word.new], lr=0.02)
    for _ in range(15):
        optimizer.zero_grad()
        reply_loss(signed(messages, model), replies).backward()
        optimizer.step()
    return model


answering = train(messages, replies)
choices = ["Great, I am looking forward to it!", "I am sorry. What have I done wrong?"]
vectors = tagged.text_vectors(bert, tokenizer, choices)  # (2, D)
best = (signed(["See you at work"], answering)[0] @ vectors.T).argmax(dim=1)
for emoji, place in zip("😍😡", best, strict=True):
    print("See you at work", emoji, "\n ->", choices[place])
check("the two messages get different replies", best.tolist() == [0, 1])


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def an_emoji_alone():
    written = tagged.in_words(bert, tokenizer, messages)
    asked = tagged.Choice(
        signed, messages, replies, written, tagged.alone(bert, tokenizer, messages)
    )
    found, searches = tagged.compare(asked, train, grown(), seeds=range(3))
    means = {name: np.mean(values) for name, values in found.items()}
    rates = {name: np.mean(values) for name, values in searches.items()}
    alt = "Right replies to held-out messages, mean of 3 splits: " + figures.listed(means)
    alt += ". First of 32 in a search: " + figures.listed(rates)
    show(figures.draw_replies(found, searches, 16), alt=alt + ".")
    claim("trained emojis are right in over 70% of the choices, with the message or without, 3 times",
          min(found["trained"] + found["trained, alone"]) > 0.7)  # fmt: skip
    check("untrained rows are near chance", abs(means["untrained"] - 0.5) < 0.15)
    check("plain words help, but less", 0.6 < means["in words"] < means["trained"] - 0.05)
    others = max(rates["another text"], rates["no text"])
    check("the message is read", rates["its text"] > 0.15 and others < 0.06)
    gain = rates["its text"] - rates["the text alone"]
    check("the emoji hardly helps the search", abs(gain) < 0.1)
    check("23% with the emoji, 21% without",
          (round(rates["its text"], 2), round(rates["the text alone"], 2)) == (0.23, 0.21))  # fmt: skip


predict("an emoji alone", an_emoji_alone)


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
@torch.no_grad()
def answer(message, friendly, unhappy):
    vectors = tagged.text_vectors(bert, tokenizer, [friendly, unhappy])
    cosines = (signed([message], answering)[0] @ vectors.T).tolist()  # 2 emojis, 2 replies
    return cards.chosen_replies(message, [friendly, unhappy], cosines)


explore(
    answer,
    alt="Below the message with each emoji, two replies with their cosines; the larger is blue.",
    message=line("See you at work", label="message"),
    friendly=line("I cannot wait.", label="reply to 😍"),
    unhappy=line("I cannot come.", label="reply to 😡"),
)

# %% [markdown] slideshow={"slide_type": "subslide"}
# In the last row of the upper panel, the trained emojis find the right reply *without any message*. The first two rows are for comparison. *Untrained* rows are drawn at random here, because two equal rows would give exactly 50%. The second row has the plain words *(in love)* or *(angry)* in place of the emoji. Plain words need no training, so try them first.
#
# Is the message read at all? The lower panel tells, with a *search*: is the right reply the first of all 32? An emoji with its own message finds it far more often than with another message or with none, so the message is read.
#
# Now leave out the emoji. One vector must then serve both replies, so it can be right in at most 50% of the searches. It is right in 21%; with the emoji it is 23%. So these few searches show no clear gain from the emoji.
#
# The two rows have learned what they were trained for: the choice between a friendly reply and an unhappy one. For our two messages, this choice is what we want. The choice can fail where no word of the replies is friendly or unhappy by itself, as with *I cannot wait* and *I cannot come*. Try replies of your own above.
#
# A token can also add what you know but the text does not say. A website on animals knows that *jaguar* is not a car, so it can put a category token, [CAT=ANIMAL], before the word. This takes the same three steps: an id, a row, training.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(4, 5)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
ask("a tokenizer for your texts")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 9. The same with `transformers`
#
# At work you will type this. `from_pretrained` takes a folder, as here, or the name of a model on the Hugging Face Hub, such as `"bert-base-uncased"` or
# `"bert-base-chinese"`, which it downloads once. One call does all that you built: normalize, cut, lay out, shorten, pad (`padding=True` is *to the longest of the batch*).
#
# A token of your own takes the same three steps. `add_tokens` gives it an id. Added tokens are found before the text is split, so they are never cut: 😍 is found even in *work😍*. An uncased tokenizer lowercases them too, so [CAT=ANIMAL] and [cat=animal] become the same token; with `special_tokens=True` only the exact capitals are found.
#
# `resize_token_embeddings` gives the token a row; in recent versions it lies near the mean of the old rows, as ours did. The third step, training, is still yours. There the whole table can be trained, so freeze the old rows (as `GrownTable` did) if your texts are few.
#
# Is *your* tokenizer BERT's? The last cell of this part compares its ids with the library's, for all texts of four test splits: Wikipedia paragraphs, Chinese news, movie reviews and Chinese book reviews.

# %% slideshow={"slide_type": "-"}
their_tokenizer = transformers.AutoTokenizer.from_pretrained(datasets.minilm_folder())
by_library = their_tokenizer(
    ["Kingfisher?", "Robin?"],
    ["Yes", "No"],
    padding=True,
    truncation="longest_first",
    max_length=128,
    return_tensors="pt",
)
for name, tensor in by_library.items():
    print(name, tuple(tensor.shape))
print(*their_tokenizer.convert_ids_to_tokens(by_library["input_ids"][1]))
model = transformers.AutoModel.from_pretrained(datasets.minilm_folder())
their_tokenizer.add_tokens(["😍", "😡"])
model.resize_token_embeddings(len(their_tokenizer))
print(*their_tokenizer.tokenize("See you at work😍"))
print(tuple(model.embeddings.word_embeddings.weight.shape))

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
theirs = [by_library[name] for name in ("input_ids", "token_type_ids", "attention_mask")]
agree = [torch.equal(*pair) for pair in zip(theirs, example, strict=True)]
check("the library's batch is yours", all(agree))
check("two rows more", len(model.embeddings.word_embeddings.weight) == 30524)
every = [p for d in datasets.wiki().test for p in d.paragraphs] + news
every += [x.text for x in (*datasets.movie_reviews().test, *datasets.book_reviews_zh().test)]
found = (pair_input(yours.text_ids(text), None, yours.cls, yours.sep)[0] for text in every)
pairs = zip(found, measure.library_ids(tokenizer, every), strict=True)
equal = [ids == expected for ids, expected in pairs]
print(f"the same ids: {sum(equal):,} of {len(equal):,} texts")
claim("your tokenizer and the library's give the same ids for every text of four test splits",
      all(equal))  # fmt: skip

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Recap
#
# - Our vocabulary is learned by merging the most frequent neighbors inside words (byte pair encoding). Frequent words stay whole; rare ones are cut.
# - A word is cut from the left into the longest pieces that fit. One part that fits nothing makes the whole word [UNK].
# - BERT's tokenizer loses words with an unknown character and all spaces, and an uncased one also capitals and accents. What the other words do not tell is lost before the first layer.
# - Ids, token types and mask are three tensors of the same shape. Positions are counted by the model.
# - Without the mask, a text's vectors depend on its padding.
# - Shorten the text between [CLS] and [SEP], never these two.
# - A new token takes three steps: an id, a row, and training. Without training it is hardly better than chance, although nothing warns you.
# - And the two messages? With a trained token for each emoji, the model chooses a different reply to each. But remember what the token has learned: a choice between two kinds of reply.
#
# Next: **07. BERT from scratch**, which turns these ids into vectors.

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Appendix: a pair that is too long
#
# In part 7 you shortened one text. For a pair the original BERT has another rule, and `truncation="longest_first"` is its name in `transformers`.
#
# ### Exercise 6: a pair that is too long
# Difficulty 3 of 5, about 6 minutes. A short question should stay whole beside a long answer. So take pieces from the end of the longer text, one by one, until both texts and three special pieces fit into `max_length` positions.
# Return a tuple of the two lists, still without special pieces. For example, `shorten_pair([5, 6], [7, 8, 9, 10], 7)` is `([5, 6], [7, 8])`.
#
# - Either list may be empty. The arguments stay unchanged.
# - Where both are equally long, either may lose one.
# - `max_length` is an odd number from 3 on, so an even number of positions is left for the two.
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


# %% tags=["hide-input"] slideshow={"slide_type": "skip"}
first = tokenizer.text_ids("Which bird dives for fish, and where does it live?")
second = tokenizer.text_ids(paragraphs[1])
short = shorten_pair(first, second, 65)
print(len(first), "and", len(second), "pieces become", len(short[0]), "and", len(short[1]))
check("the shortened pair is bertlab's", tuple(short) == truncate(first, second, 65))

# %% [markdown] slideshow={"slide_type": "skip"}
# ## The open question of part 8
#
# <details><summary>What a good answer contains</summary>It names numbers and limits: the pieces in a word of the notes beside those of Wikipedia, the proportion of [UNK], and the proportion of the notes beyond 512 tokens; and for each a value at which it would decide otherwise. It says what each way costs: to keep the tokenizer costs nothing; new tokens have untrained rows, so they need enough notes that hold them; a new vocabulary loses the pre-trained table, so it needs pre-training. (SciBERT, Beltagy et al. 2019, was pre-trained anew on scientific papers, and its own list brought about 0.6 points of F1 on average.) It looks at doses and at case separately, since pieces split numbers and an uncased model loses capitals. It decides by the score of the task on held-out notes, with several seeds.</details>
#
# ## Terms
#
# | English | 中文 | in one line |
# |---|---|---|
# | tokenization | 分词 | cutting a text into the units that a model knows |
# | token | 词元 | one such unit: a word, a piece of a word, or a special piece |
# | merge | 合并 | making one piece of two neighbors, wherever they stand inside a word |
# | word piece (subword) | 子词 | a word, or a part of one; `##` marks a part that continues a word |
# | byte pair encoding (BPE) | 字节对编码 | learning pieces by merging the most frequent neighbors, again and again |
# | vocabulary | 词表 | the list of all pieces; a piece's place in it is its id |
# | greedy longest match | 最长匹配 | take the longest piece that fits, then go on after it |
# | special tokens | 特殊词元 | [CLS] opens an input, [SEP] ends a text, [PAD] fills up |
# | unknown | 未登录词 | a word that no pieces spell; it becomes [UNK] |
# | normalization | 规范化 | making equal what is to count as equal, such as case and accents |
# | token type (segment) | 片段类型 | 0 in the first text of a pair, 1 in the second |
# | cased, uncased | 区分大小写, 不区分大小写 | keeping capitals and accents, or losing them |
# | batch | 批 | several texts that a model reads at once |
# | padding | 填充 | filling short rows up, so that a batch is a rectangle |
# | attention mask | 注意力掩码 | 1 for a token, 0 for padding |
# | truncation | 截断 | leaving out a part of a text that is too long |
#
# ## Further reading
#
# - Mike Schuster and Kaisuke Nakajima (2012). *Japanese and Korean Voice Search.* ICASSP.
# - Yonghui Wu, Mike Schuster, Zhifeng Chen and others (2016). *Google's Neural Machine Translation System.* arXiv:1609.08144.
# - Rico Sennrich, Barry Haddow and Alexandra Birch (2016). *Neural Machine Translation of Rare Words with Subword Units.* ACL.
# - Jacob Devlin, Ming-Wei Chang, Kenton Lee and Kristina Toutanova (2019). *BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding.* NAACL-HLT.
# - Iz Beltagy, Kyle Lo and Arman Cohan (2019). *SciBERT: A Pretrained Language Model for Scientific Text.* EMNLP-IJCNLP.
# - Chi Sun, Xipeng Qiu, Yige Xu and Xuanjing Huang (2019). *How to Fine-Tune BERT for Text Classification?* CCL.
# - Xinying Song, Alex Salcianu, Yang Song, Dave Dopson and Denny Zhou (2021). *Fast WordPiece Tokenization.* EMNLP.
