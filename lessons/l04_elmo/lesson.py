# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown] slideshow={"slide_type": "slide"}
# # 04. Words in context: ELMo
#
# > *The committee **may** meet in **May**.*
#
# You know at once that only the second *May* is a month, because you use the words around it. Our training text is all lower case, so the capital cannot help. And word2vec (lesson 03) has one vector for the word, wherever it stands. Which of
# the two uses does it describe?
#
# **At the end you can**
#
# - write the targets of two language models, one from each side, so that neither sees its answer;
# - join both into an ELMo, which gives each *use* of a word a vector of its own, and search a text for one sense of a word;
# - ask with controls what its vectors have learned, and mix its layers for a task;
# - say what each direction can see, and what BERT does in another way.
#
# **Time** 75 minutes in class, and 44 for the exercises; you can split it after part 5. **Difficulty** 3 of 5. **Before this**: lesson 02 (recurrent models), lesson 03 (word vectors).

# %% tags=["bootstrap"] slideshow={"slide_type": "skip"}
# (generated)

# %% tags=["setup"] slideshow={"slide_type": "skip"}
from lessons.l04_elmo import (
    ask,
    controls,
    diagrams,
    examples,
    exercises,
    figures,
    marked,
    measure,
    predict,
    quiz,
    senses,
)

import torch
from IPython.display import HTML, display
from torch import nn
from torch.nn.functional import cosine_similarity, cross_entropy, normalize

from bertlab.predecessors.elmo import published
from bertlab.predecessors.elmo.features import occurrences
from bertlab.predecessors.elmo.network import pad
from bertlab.predecessors.ngrams import tokenize, wiki_language_model_data, wiki_sentences
from workbook.basics import begin_lesson, check, choose, claim, exercise, explore, show, slide

begin_lesson()
data, sentences = wiki_language_model_data(), wiki_sentences().train

# %% [markdown] slideshow={"slide_type": "subslide"}
# Ask the vectors of lesson 03's opening, trained on Wikipedia articles and some news. How close is *may* to similar verbs, to other months, and to words that have nothing to do with it?

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
verbs = senses.word2vec_cosines("may", ["can", "must", "could", "might", "would", "should"])
months = senses.word2vec_cosines("may", ["march", "april", "june", "july", "august", "october"])
others = senses.word2vec_cosines("may", ["table", "water", "red"])
alt = (
    f"Bars: the cosine of 'may' is {min(verbs.values()):.2f} to {max(verbs.values()):.2f} with six "
    f"verbs such as can and must, and {min(months.values()):.2f} to {max(months.values()):.2f} with "
    f"six months, and {min(others.values()):.2f} to {max(others.values()):.2f} with table, water and red."
)
show(figures.draw_static(verbs, months, others), alt=alt)
claim(
    "word2vec's vector for may is closer to can, must and might than to any month",
    min(verbs.values()) > max(months.values()) + 0.3,
)
check("months are no nearer than unrelated words", max(months.values()) < min(others.values()))
places = senses.places_of(data, "may")
month = torch.tensor([senses.is_month(sentences[number], at) for number, at in places])
print(f"{len(places)} uses of may in the text,")
print(f"{month.sum()} as a month (by a rule, part 6)")
check("450 uses, 49 of them months", (len(places), month.sum().item()) == (450, 49))

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 1. A vector for each use
#
# One vector has to serve all 450 uses in the Wikipedia text, and those in the news. In Wikipedia the verb is used eight times as often, which may be why the vector lies with the verbs. By
# cosine the months are further away than *table* is. In this lesson a *language model* makes a new vector for each use.
#
# To guess the next word, a language model must remember what it has read. So its state at a word says something about that word
# *in this sentence*, as far as that helps to guess. **ELMo** (*Embeddings from Language Models*, Peters et al. 2018) takes these states as vectors. It appeared on arXiv in
# February 2018; GPT followed in June, and BERT in October.
#
# Our ELMo is small: two layers, as in the paper, but only 128 numbers in each direction, trained on the Wikipedia text of lessons 01 and 02. You will build it below. First compare the vectors of the two *may*, layer by layer.

# %% slideshow={"slide_type": "-"}
model = published()  # our ELMo, trained
network = model.network_.eval()
words = tokenize("The committee may meet in May.")
with torch.no_grad():
    layers = network(*pad([model.vocabulary.encode(words)]))[:, 0]  # (3, T, 256)
verb, month_name = 3, 6  # the places of the two may: pad puts <s> before and </s> after the words
for number in range(3):
    cosine = cosine_similarity(layers[number, verb], layers[number, month_name], dim=0)
    print(f"layer {number}: cosine of the two uses of may {cosine:.2f}")

# %% [markdown] slideshow={"slide_type": "-"}
# Layer 0 is a table of word vectors, so both vectors are the same. In the layers above they differ,
# but do they differ in the right way? For each of the two, here are the three most similar of the 450 uses, in the top layer.
# Three verbs prove little, because three uses drawn at random are mostly all verbs. Compare the cosines with the means below.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
uses = occurrences(model, data.train, "may")
found = {}
for place, kind in ((verb, "the first may"), (month_name, "the second may")):
    cosines = cosine_similarity(uses.vectors[2], layers[2, place][None], dim=1)
    best = cosines.topk(3).indices.tolist()
    found[kind] = [
        senses.is_month(sentences[uses.positions[i][0]], uses.positions[i][1]) for i in best
    ]
    hits = [
        (cosines[i].item(), sentences[uses.positions[i][0]], uses.positions[i][1]) for i in best
    ]
    display(HTML(marked.hits_table(hits, f"most similar to {kind} of: {' '.join(words)}")))
verb_pair, month_pair, mixed_pair = senses.pairs(uses.vectors[2], month)
print(f"three drawn uses, all verbs: {(1 - month.double().mean()) ** 3:.0%}")
print("mean cosine in the top layer:")
print(f"  two verbs {verb_pair:.2f}, two months {month_pair:.2f},")
print(f"  a verb and a month {mixed_pair:.2f},")
print(f"  any two words of the text {senses.anywhere(network, data):.2f}")
check("verbs find verbs", found["the first may"] == [False] * 3)
check("months find months", found["the second may"] == [True] * 3)
equal = cosine_similarity(layers[0, verb], layers[0, month_name], dim=0)
unequal = cosine_similarity(layers[2, verb], layers[2, month_name], dim=0)
check("layer 0 has one vector, layer 2 has two", equal > 0.999 and unequal < 0.8)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 2. Two one-way readers
#
# Which states do we take? A model that reads from the left knows *in* when it comes to *May*, but not what follows. So ELMo trains **two** language
# models. The forward reader (前向语言模型) guesses the next word, as in lesson 02. The backward reader (反向语言模型) begins at the end of the
# sentence and guesses the word *before*. Together they are called a **biLM** (双向语言模型).
#
# Each reader is a chain of **LSTMs** (长短期记忆网络, Hochreiter and Schmidhuber 1997). An LSTM carries a *memory* beside its state. **Gates** (门), numbers between 0 and 1, say at each word how much of the memory is kept (the *forget gate*, Gers and others 2000), how much is added, and how much is shown. The appendix shows how.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
SHORT = ["<s>", "they", "left", "early", "</s>"]
alt = (
    "The words of a sentence in the middle. Above them a chain of LSTMs leads from left to right, and each "
    "guesses the next word; below them a chain leads from right to left, and each guesses the previous word."
)
show(diagrams.two_readers(SHORT), alt=alt)

# %% [markdown] slideshow={"slide_type": "-"}
# At *left*, the forward reader has read *left* and guesses *early*. At the same place the backward reader has read
# `</s>`, *early* and *left*, so it guesses *they*. The two share the word vectors and the softmax; their LSTMs are separate. They are
# trained together, to make the sum of both log-likelihoods large:
#
# $$\begin{aligned}\sum_{t} \big[ &\log P(w_t \mid w_1, \dots, w_{t-1}) \\ {}+{} &\log P(w_t \mid w_{t+1}, \dots, w_T) \big]\end{aligned}$$
#
# Each must guess a word that it has *not* read: at place $t$, the forward state is asked for the word at $t+1$, and the backward state for the word at $t-1$.
#
# A gap shows what each side is good for: *the moon ___ be seen at night*. After *the moon* many things can follow. Before
# *be seen* only a few words can stand: a verb such as *can*, or *to*. Here are the three best guesses of each reader, and of both together (part 9 shows how).
# In the picture below, each target is the gray cell beside the state's own word.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
guessed = measure.guesses(model, "the moon ___ be seen at night .")
for reader, gap in (
    ("forward reader", "the moon ___"),
    ("backward reader", "___ be seen at night ."),
    ("both, multiplied", "the moon ___ be seen at night ."),
):
    print(f"{gap}\n     {reader}:", *guessed[reader])
check("the backward reader knows the verb", guessed["backward reader"][0] == "can")
check("the forward one does not", not set(guessed["forward reader"]) & set(senses.VERBS))
alt = (
    "Two grids of 5 by 5 cells. A forward state has read its own word and all words before it: the lower "
    "triangle. A backward state has read its own word and all after it: the upper triangle."
)
show(diagrams.what_is_seen(SHORT), alt=alt)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 1: what each direction predicts
# Difficulty 2 of 5, about 7 minutes. `tokens` is a tensor (B, T) of ids, int64, `<s>` first and `</s>` last in each row and nowhere else, without padding. Return a tuple of two
# new tensors of the same shape and dtype: at each token the forward target and the backward target. Put -100 where there is none, because PyTorch's
# cross-entropy leaves that number out. For example, the tokens `[[1, 5, 7, 2]]` have the forward targets `[[5, 7, 2, -100]]` and the
# backward targets `[[-100, 1, 5, 7]]`. You will train with your targets in part 5.
#
# <details><summary>Hint 1</summary>Make a tensor full of -100, then copy a slice of <code>tokens</code> into a slice of it.</details>
# <details><summary>Hint 2</summary>Forward, places 0 to T - 2 hold tokens 1 to T - 1. Backward, places 1 to T - 1 hold tokens 0 to T - 2.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.both_targets)
def both_targets(tokens):
    """Return (forward targets, backward targets), each (B, T) int64, -100 where there is none."""
    ...


# %% tags=["solution"]
def both_targets(tokens):
    following, before = torch.full_like(tokens, -100), torch.full_like(tokens, -100)
    following[:, :-1] = tokens[:, 1:]
    before[:, 1:] = tokens[:, :-1]
    return following, before


# %% [markdown] slideshow={"slide_type": "slide"}
# ## 3. May the readers meet?
#
# Each reader knows only one side. Why not let the second layer read both halves of the first?

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
show(diagrams.leak(), alt=diagrams.LEAK)

# %% [markdown] slideshow={"slide_type": "-"}
# Follow the numbered arrows: we are at *left*, and the next word is *early*. The answer is among what the model may look at. This is called a
# **leak** (信息泄漏). Copying is much easier than language, so this is what such a network learns: part 5 shows a reader that copies.
#
# So ELMo keeps the readers apart in all layers. Only what the network *returns* has their states side by side.

# %% [markdown] slideshow={"slide_type": "notes"}
# *Instructor:* before you show the diagram, ask where the answer travels. The backward half of layer 1 at token t + 1 has read token t + 1.
# At token t, the backward half holds it too. Layer 2 reads both halves at t, and its forward half is asked for token t + 1.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 4. Two directions, one token: find the bug
#
# To read a sentence from its end, we reverse it. But the sentences of a batch differ in length. A friend has written this
# layer. It runs, and its shapes are right. Which line is wrong?
#
# A test: a sentence must get the same vectors alone and in a batch. The friend's layer gets our trained weights.


# %% slideshow={"slide_type": "-"}
class FriendsLayer(nn.Module):
    def __init__(self, forward_reader, backward_reader):
        super().__init__()
        self.forward_reader = forward_reader
        self.backward_reader = backward_reader

    def forward(self, words):  # (B, T, D), short sentences are padded at the end
        from_left = self.forward_reader(words)[0]
        reversed_words = words.flip(1)
        from_right = self.backward_reader(reversed_words)[0].flip(1)
        return torch.cat([from_left, from_right], dim=-1)  # (B, T, 2D)


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
def in_company():
    layer = FriendsLayer(network.forward_layers[0], network.backward_layers[0])
    pair = ["they left .", "the committee may meet ."]
    ids = [model.vocabulary.encode(text.split()) for text in pair]
    ahead, behind = measure.company(layer, network.embedding, ids)
    print(f"largest change, forward halves {ahead:.2f}")
    print(f"largest change, backward halves {behind:.2f}")
    alt = (
        "A row with two places of padding. The friend's reader gets the padding first; what is needed is the sentence "
        "reversed within its own length, with the padding still at the end."
    )
    show(diagrams.turned(["<s>", "they", "left", ".", "</s>"], places=7), alt=alt)
    check("the forward halves stay", ahead < 1e-5)
    check("the backward halves depend on the company", behind > 0.05)


predict("in company", in_company)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 2: join the directions
# Difficulty 3 of 5, about 12 minutes. `from_left` (B, T, D) holds the forward states in the order of the text. `from_right` (B, T, D) holds the
# backward states *in the order of reading*: in each row from its last token to its first, then padding. `lengths` (B,) is a tensor: each row's
# number of tokens, at least 1; T may be larger. Return (B, T, 2D), in float32 like the states: for each token its forward state and then its backward state,
# and zeros at the padding. Do not change the arguments. For example, with D = 1 and a length of 2, the row `[[1], [2], [9]]` of `from_left` and the row `[[20], [10], [9]]` of `from_right` give
# `[[1, 10], [2, 20], [0, 0]]`.
#
# <details><summary>Hint 1</summary>Write a loop over rows first; slice to the length and flip that slice.</details>
# <details><summary>Hint 2</summary>The state at place 0 of <code>from_right</code> belongs to token <code>length - 1</code>.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.join_directions)
def join_directions(from_left, from_right, lengths):
    """Return the states of both directions side by side, (B, T, 2D), zeros at the padding."""
    ...


# %% tags=["solution"]
def join_directions(from_left, from_right, lengths):
    B, T, D = from_left.shape
    joined = torch.zeros(B, T, 2 * D)
    for row, length in enumerate(lengths.tolist()):
        joined[row, :length, :D] = from_left[row, :length]
        joined[row, :length, D:] = from_right[row, :length].flip(0)
    return joined


# And for the task of part 5, "Keep the readers apart":
@exercise(exercises.next_states)
def next_states(forward_lstm, backward_lstm, from_left, from_right, add_input):
    new_left = forward_lstm(from_left)[0]
    new_right = backward_lstm(from_right)[0]
    if add_input:
        return new_left + from_left, new_right + from_right
    return new_left, new_right


# %% [markdown] slideshow={"slide_type": "slide"}
# ## 5. Your ELMo
#
# You have word vectors, readers, and `join_directions`. A second layer in each direction reads the states of the first, and its
# output is *added* to its input, so that gradients also pass layer 2 directly (a residual connection). Layer 1 has none, as in the paper.
# The picture shows one word. Each LSTM also gets its own state from the word before (*from_left*) or from the word after (*from_right*).

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
show(diagrams.elmo(), alt=diagrams.ELMO)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Keep the readers apart
# About 6 minutes. Write one layer of both readers. `from_left` and `from_right` (B, T, D) are the states below it, each in its reader's own order. A call `lstm(x)` returns a tuple, and its first element holds the states.
# Return a tuple: the new forward and the new backward states. In layer 2 `add_input` is true: then add to each output its input.
#
# <details><summary>Hint</summary>May any number in <code>from_right</code> change the forward states?</details>


# %% slideshow={"slide_type": "-"}
@exercise(exercises.next_states)
def next_states(forward_lstm, backward_lstm, from_left, from_right, add_input):
    """Return the new states of both readers, each (B, T, D)."""
    ...


# %% slideshow={"slide_type": "subslide"}
from bertlab.predecessors.elmo.network import flip  # reverses each row within its own length


class YourElmo(nn.Module):
    """The whole network: it calls your layer twice."""

    def __init__(self, vocabulary_size, size):
        super().__init__()
        self.embedding = nn.Embedding(vocabulary_size, size)
        self.forward_layers, self.backward_layers = nn.ModuleList(), nn.ModuleList()
        for _ in range(2):
            self.forward_layers.append(nn.LSTM(size, size, batch_first=True))
            self.backward_layers.append(nn.LSTM(size, size, batch_first=True))
        self.output = nn.Linear(size, vocabulary_size)  # the softmax of both

    def forward(self, tokens, lengths):
        from_left = self.embedding(tokens)  # (B, T, D)
        from_right = flip(from_left, lengths)  # in the order of reading
        layers = [join_directions(from_left, from_right, lengths)]  # the word vector, twice
        for number in range(2):
            lstms = self.forward_layers[number], self.backward_layers[number]
            from_left, from_right = next_states(*lstms, from_left, from_right, number == 1)
            layers.append(join_directions(from_left, from_right, lengths))
        return torch.stack(layers)  # (3, B, T, 2D)


# %% [markdown] slideshow={"slide_type": "subslide"}
# Now train two language models with your `both_targets`. They are tiny and read *letters*: the first 30 of each sentence.
# With 29 characters the perplexity begins near 29. Each half of the top layer has targets and a loss of its own.


# %% slideshow={"slide_type": "subslide"}
def train(targets, steps=60):
    """Train a tiny ELMo on letters; return each reader's perplexity, step by step."""
    torch.manual_seed(0)
    tiny = YourElmo(len(examples.LETTERS), size=48)
    optimizer = torch.optim.Adam(tiny.parameters(), lr=0.02)
    curve = []
    for _ in range(steps):
        tokens = letters[torch.randint(len(letters), (32,))]  # 32 sentences
        lengths = torch.full((32,), tokens.shape[1])
        from_left, from_right = tiny(tokens, lengths)[2].chunk(2, dim=-1)
        following, before = targets(tokens)
        loss_left = cross_entropy(tiny.output(from_left).flatten(0, 1), following.flatten())
        loss_right = cross_entropy(tiny.output(from_right).flatten(0, 1), before.flatten())
        optimizer.zero_grad()
        (loss_left + loss_right).backward()
        optimizer.step()
        curve.append([loss_left.exp().item(), loss_right.exp().item()])
    return torch.tensor(curve)  # (steps, 2)


letters = examples.lines_of_letters(sentences)  # (N, 32), with <s> and </s>
curve = train(both_targets)
start, end = curve[0], curve[-10:].mean(dim=0)  # (2,): forward, backward
print(f"perplexities at the start {start.round().tolist()}")
print(f"and at the end {end.round().tolist()}")


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def wrong_targets():
    def next_twice(tokens):
        following, _ = both_targets(tokens)
        return following, following

    theirs = train(next_twice)
    curves = {
        "Your targets: both readers learn": curve,
        "The friend's: the backward reader copies": theirs,
    }
    ends = [rows[-10:].mean(dim=0).tolist() for rows in curves.values()]
    alt = "Falling curves. Perplexities at the end: " + "; ".join(
        f"forward {ahead:.0f}, backward {behind:.0f}" for ahead, behind in ends
    )
    show(figures.draw_training(curves), alt=alt + ".")
    check("your readers learn, and neither copies", all(5 < value < 14 for value in ends[0]))
    check("the friend's backward reader copies", ends[1][1] < 1.5 and ends[1][0] > 5)


predict("wrong targets", wrong_targets)

# %% [markdown] slideshow={"slide_type": "subslide"}
# For words we need a larger network. Ours was trained with the same two losses, for ten minutes on a CPU.
# (In training, the right words competed with a sample of 1,024 words, because the softmax over all 8,000 is most of the work.) Its weights fit your class. The table has perplexities on the held-out articles of lessons 01 and 02.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
your_elmo = YourElmo(len(model.vocabulary), size=128)
your_elmo.load_state_dict(network.state_dict())  # trained on words, for ten minutes
batch = pad([model.vocabulary.encode(words), model.vocabulary.encode(["they", "left", "."])])
with torch.no_grad():
    your_layers = your_elmo(*batch)
print("layers, sentences, places, numbers:", tuple(your_layers.shape))
parts = {name: p.numel() for name, p in your_elmo.named_parameters()}
shared = sum(size for name, size in parts.items() if name.startswith(("embedding", "output")))
print(f"{sum(parts.values()):,} parameters, {shared:,} of them shared by both readers")
alone = your_layers[:, 0]  # the longer of the two sentences, without padding
print("the vectors of part 1:", alone.allclose(layers, atol=1e-5))
check("your class gives the vectors of part 1, to 1e-5", (alone - layers).abs().max() < 1e-5)

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
lines, found, best, older = measure.scoreboard()
forward, backward = found
print(lines)
theirs = controls.packed_first_layer(network, batch)
check("torch's layer is yours, to 1e-5", (theirs - your_layers[1]).abs().max() < 1e-5)
lstm = nn.LSTM(128, 128, num_layers=2, bidirectional=True)
check("layer 2 reads both halves", lstm.weight_ih_l1.shape[1] == 256)
check(
    "each of the two readers beats the best n-gram model on held-out text",
    max(forward.perplexity, backward.perplexity) < best,
)
check("no better than the recurrent model", forward.perplexity >= older)
check("131 against 127", [round(row.perplexity) for row in (backward, forward)] == [131, 127])
minutes, small = measure.trainings()
check("ten minutes", abs(minutes - 10) < 1)
check("a small one learns, live", small[1] < small[0])

# %% [markdown] slideshow={"slide_type": "-"}
# Guessing from the right is hardly harder: 131 against 127. Two perfect readers would have the same perplexity, because by the chain rule both products are the same probability. Our forward reader stands behind both networks of lesson 02. We cannot say why: the size, the sample of words, and the shared tables differ, too.
#
# The paper's ELMo has 4,096 units in each LSTM, projected to 512 numbers. It computes word vectors from the *characters* of a word, so no word is unknown, and it has read about a billion words.
#
# On a padded batch, PyTorch's `nn.LSTM(bidirectional=True)` has the friend's bug, unless you *pack* the batch first
# (`nn.utils.rnn.pack_padded_sequence`). Packed, its first layer gives the same states as yours. But its second layer reads *both* halves of the first: as a language model it can copy. So use it where it learns from **labels** (tags, classes).

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(1, 2, 3)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 6. Does the vector know the sense? Ask controls
#
# Three hits prove little, so we count. A rule marks the months: a number
# beside *may*, or a word such as *in* before it. (We read them: one of the 49 is wrong, and the 100 unmarked uses of the test are all verbs.) For each use we look for the nearest other use in the top layer: has it the same sense?
#
# The rule itself reads the neighbors of *may*, so perhaps any mixture of them will do. A **control** (对照) is the same measurement with one thing taken away. What still works without it does not *need* it.
#
# ### Exercise 3: does the nearest use agree?
# Difficulty 3 of 5, about 8 minutes. `vectors` (N, F) holds one vector for each use of a word, none of them zero and no two the same; `kinds` (N,), int64, holds
# the number of each use's sense. Return a float: the proportion of uses whose nearest *other* use has the same sense. *Nearest* means the highest cosine.
# One slip would give every network 100%, trained or not. Which one is it?
#
# <details><summary>Hint 1</summary>If every row of a matrix has length 1, the products of all rows with all rows are all cosines.</details>
# <details><summary>Hint 2</summary><code>fill_diagonal_</code> changes the cosine of each use with itself. Which number is below every cosine?</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.nearest_agrees)
def nearest_agrees(vectors, kinds):
    """Return the proportion of uses whose nearest other use has the same sense, a float."""
    ...


# %% tags=["solution"]
def nearest_agrees(vectors, kinds):
    unit = normalize(vectors, dim=1)
    cosines = (unit @ unit.T).fill_diagonal_(-torch.inf)  # no use is its own neighbor
    nearest = cosines.argmax(dim=1)
    return (kinds[nearest] == kinds).double().mean().item()


# %% [markdown] slideshow={"slide_type": "subslide"}
# Now measure. There are more verbs than months, so 20 times we draw as many verbs as months, and take the mean. Chance is about 50%, and a static vector cannot do better. The uses are from the training text: trained weights may profit from that, random weights cannot.
#
# The first control is for the measurement itself: if we **shuffle** the senses, it must fall to chance. Four more replace the trained network:
#
# - **random weights** in the whole network, in three seeds: nothing was learned;
# - **trained word vectors and random LSTMs**: only the reading was not learned;
# - **four neighbors**, two on each side: the mean of their word2vec vectors, without a network;
# - **all words of the sentence**: the mean of their trained word vectors, so their order is lost.


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
from statistics import fmean


def agreement(vectors, is_month):
    """Measure 20 times, each time with as many verbs as months; return the mean."""
    draws = senses.balanced(is_month)
    found = [nearest_agrees(vectors[rows], is_month[rows].long()) for rows in draws]
    return fmean(found)


some_places, some_month = senses.months_and_some_verbs(places, month)
top = senses.states_at(network, data, some_places)[-1]  # (N, 256)
torch.manual_seed(0)
shuffles = [some_month[torch.randperm(len(some_month))] for _ in range(10)]
shuffled = fmean(agreement(top, senses_drawn) for senses_drawn in shuffles)
print(f"nearest use agrees: {agreement(top, some_month):.1%}")
print(f"senses shuffled (mean of 10): {shuffled:.0%}")


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def untrained_too():
    whole = {"all words": [controls.all_words(network, data)]}
    found = senses.with_controls(agreement, ways | whole, some_places, some_month)
    title = "“May”: random weights do nearly as well"
    show(figures.draw_controls(found, title, "C0"), alt=controls.bars_in_words(found))
    claim(
        "with random weights, too, the nearest may has the same sense in over 9 of 10 cases",
        min(found["random weights"]) > 0.9,
    )
    check("97.5%, as the question says", abs(found["trained"][0] - 0.975) < 0.004)
    mixed_mean = fmean(found["trained words, random LSTM"])
    check("96 of 100 with random LSTMs", round(100 * mixed_mean) == 96)


random_networks = senses.untrained(len(model.vocabulary), seeds=range(3))
mixed_networks = controls.with_trained_words(network, random_networks)
networks = {"trained": [network], "trained words, random LSTM": mixed_networks}
networks["random weights"] = random_networks
ways = controls.ways_to_vectors(networks, data, sentences)
check("shuffled, it is chance", abs(shuffled - 0.5) < 0.06)
predict("untrained", untrained_too)

# %% [markdown] slideshow={"slide_type": "subslide"}
# So for the sense of *may* we have not shown that training the readers helps. Wieting and Kiela (2019) compare trained encoders with random ones, and Hewitt and Liang (2019) train a classifier on labels drawn at random for each word type.
#
# The authors of ELMo tested their vectors on senses from a dictionary (WordNet). Always choosing the most frequent sense reached an F1 of 65.9 (higher is better; see lesson 10),
# their first layer 67.4, and their top layer 69.0 (Peters et al. 2018, Table 5). ELMo only takes the nearest sense. A trained classifier in the same table, with hand-made features and word2vec vectors of the words around, has 70.1 (Iacobacci et al. 2016).
# No row has random weights.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 7. Your ELMo searches for a sense
#
# A search engine should find uses of a *sense*, not of a spelling, so it needs a vector for each use. We take
# the mean of the two layers above the word vector, computed by your `YourElmo`.
# The engine compares only uses of the word that you name. Try the words in the box (it works only while the notebook runs).
# Below the box you see one more search, and counts of three rare senses, by the word beside them.


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
@torch.no_grad()
def vectors_of(word, texts):
    """Return the vector of each use of a word, (N, 256), and where it stands."""
    padded = pad([model.vocabulary.encode(text) for text in texts])
    layers = your_elmo(*padded)  # (3, B, T, 256)
    index = model.vocabulary.index(word)
    numbers, columns = (padded.tokens == index).nonzero(as_tuple=True)
    uses = layers[1:, numbers, columns]  # (2, N, 256): without the word vectors
    return uses.mean(dim=0), numbers.tolist(), (columns - 1).tolist()


def search(question, word, which=0, count=5):
    asked = vectors_of(word, [tokenize(question)])[0][which]
    texts = [text for text in sentences if word in text and len(text) < 100]  # to save time
    found, numbers, columns = vectors_of(word, texts)
    cosines = cosine_similarity(found, asked[None], dim=1)
    best = cosines.topk(count).indices.tolist()
    return [(cosines[i].item(), texts[numbers[i]], columns[i]) for i in best]


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def draw_search(question, results):
    text, word = senses.QUESTIONS[question]
    return marked.hits_table(search(text, word, count=results), f"{word}: {text}")


alt = "A table: the uses of a word that are most similar to the one in the question, with cosines."
explore(draw_search, alt=alt, question=choose(senses.offered()), results=slide(3, 10, value=5))
display(HTML(draw_search(9, 5)))
rare = senses.rare_uses(sentences)
print(*(f"{name}: {few} of {uses} uses" for name, (few, uses) in rare.items()), sep="\n")


def beside(number, step):
    text, word = senses.QUESTIONS[number]
    return [text[at + step] for _, text, at in search(text, word, count=3)]


check("the right to ... finds the right to ...", beside(0, 1) == ["to"] * 3)
check("one second finds seconds", beside(3, -1) == ["every", "per", "per"])
check("will leave finds other verbs", beside(5, 1) == ["continue", "become", "connect"])
check("his will finds what people want", beside(6, -1) == ["'s", "our", "underlying"])
check("his left leg finds people who leave", not set(beside(9, 1)) & {"leg", "arm", "foot", "hand"})
check("the bank of the river finds a central bank", beside(10, -1)[0] == "central")


# %% [markdown] slideshow={"slide_type": "subslide"}
# Some searches fail. *His left leg* finds people who leave, *he wrote his will* (a testament) finds what God or a philosopher *wants*, and the *bank of the river* finds a central bank.
# Such uses are rare. But of the six uses of *left* for a side, none is among the first hits.
#
# Do the good hits need a trained reader? We marked all 63 uses of *right* in the text by hand: 27 are a `"claim"` (somebody may do something), 14 a `"side"` (not left),
# 9 are `"correct"` (not wrong), and 13 something else. One person, who knew what we wanted to test, marked them once (`marked.py`).
#
# Now the controls of part 6 can search as well, and we count hits. We ask for each sense in five ways (`WAYS` there), with five hits each: 25 hits.


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def trained_or_not():
    counts = marked.compare(search, others)
    chance = marked.by_chance(hits=25)
    few = marked.proportions(search, others, "correct")
    claims, sides, correct = counts.values()
    best = marked.highest(correct)
    title = f"“Correct”: trained {correct['trained'][0]} of 25, controls at most {best}"
    show(figures.draw_hits(counts, chance, 25, title), alt=marked.in_words(counts))
    print("“correct”, of the different uses found:")
    print(marked.proportions_in_words(few))
    controlled = [a / b for name, some in few.items() if name != "trained" for a, b in some]
    claim("asked for “correct”: all five different uses are so marked; in each control at most half",
          few["trained"] == [(5, 5)] and max(controlled) <= 0.5)  # fmt: skip
    check("25 hits of 25", correct["trained"] == [25] and best < 25 / 2)
    check("claims: a control finds as many", marked.highest(claims) >= claims["trained"][0])
    check("sides: and here", marked.highest(sides) >= sides["trained"][0])


others = {
    "random weights": random_networks,
    "trained words, random LSTM": mixed_networks,
    "neighbors, word2vec": [None],
}
predict("trained or not", trained_or_not)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
print(marked.hits_in_words(search))
check("few of each", [few for few, _ in rare.values()] == [1, 6, 1])
marks = [marked.SENSES[letter] for letter in marked.MARKS]
check("27, 14, 9 and 13", [marks.count(s) for s in marked.SENSES.values()] == [27, 14, 9, 13])
five = marked.different(lambda way: search(way, "right"), marked.WAYS["correct"])
check("all five ways find the same five uses", len(five) == 5)
last = [way for way in marked.WAYS["side"] if way.endswith("right.")]
sides_last = marked.different(lambda way: search(way, "right"), last)
check("two questions for a side end with right, too", len(last) == 2 and not five & sides_last)

# %% [markdown] slideshow={"slide_type": "subslide"}
# Read the hits before you believe the 25. Only *be quite right* surely means *correct*; *doing right* is moral, *conditions are right* means *suitable*, and *all right* and *no less right* one may doubt as well.
# In all five, *right* ends a phrase after a verb. Perhaps the trained reader has found this *place*, a pattern of syntax, and not a sense. (Two of our questions for a side end with *the right.* and find none of the five, but their *the* is a neighbor.)
#
# ### Your search: is it more than the neighbors?
# About 5 minutes. Choose a sense, and write three sentences with *right* for it *before* you run anything. Report all three. Which words beside *right* make the test too easy?
#
# <details><summary>Three of ours, for the sense “claim”</summary><i>Nobody may take this right away. The king had no right to tax them. Her right was never in doubt.</i> With <i>right to</i> the neighbor <i>to</i> is enough, so every control finds the sense.</details>

# %% slideshow={"slide_type": "-"}
questions = ...  # a list of three sentences with "right" in them
sense = ...  # "claim", "side" or "correct"
marked.examine(questions, sense, search, others)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
ask("one vector or many")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 8. The scalar mix
#
# Your search took the mean of two layers. Which layers should a *task* take, such as finding names? In the paper the first layer was better at finding parts of speech (97.3 against 96.8, Table 6), and the top layer at
# finding senses (part 6).
#
# ELMo lets the task decide: it learns one number $w_j$ for each layer. A softmax turns them into
# weights $s_j$ that sum to 1. One more number $\gamma$ scales the sum. This is the **scalar mix** (标量混合):
#
# $$\mathrm{ELMo} = \gamma \sum_{j=0}^{L} s_j\, h_j \qquad s = \mathrm{softmax}(w)$$
#
# The language model stays as it is (*frozen*, 冻结); a task learns only $w$, $\gamma$ and its own layers. They receive the mix beside the task's own word vectors: $[x_k; \mathrm{ELMo}_k]$.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
three = torch.tensor([[1.0, 2.0], [3.0, 0.0], [5.0, 4.0]])  # three layers of one word
alt = (
    "Three numbers w = 0, 0, 0.7 become the weights 0.25, 0.25, 0.50. They multiply the vectors of three layers, which are added up; "
    "the sum is multiplied by gamma = 2."
)
show(diagrams.mix(three, torch.tensor([0.0, 0.0, 0.7]), gamma=2.0), alt=alt)
expected = torch.tensor([0.0, 0.0, 0.7]).softmax(dim=0)
check("the weights in the alt text", expected.allclose(torch.tensor([0.25, 0.25, 0.5]), atol=2e-3))

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 4: scalar mix
# Difficulty 2 of 5, about 6 minutes. `layers` is (layers, T, F), `w` is (layers,), the numbers before the softmax, of any sign and possibly so large
# that a bare `exp` overflows, and `gamma` a float. Return the mixture $\gamma \sum_j s_j h_j$ with $s = \mathrm{softmax}(w)$, a tensor (T, F).
#
# <details><summary>Hint 1</summary>PyTorch's own <code>softmax</code> subtracts the largest number first, so that <code>exp</code> cannot overflow.</details>
# <details><summary>Hint 2</summary><code>torch.tensordot(weights, layers, dims=1)</code> sums over the first axis.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.scalar_mix)
def scalar_mix(layers, w, gamma):
    """Return gamma times the sum of the layers, weighted by the softmax of w: (T, F)."""
    ...


# %% tags=["solution"]
def scalar_mix(layers, w, gamma):
    return gamma * torch.tensordot(w.softmax(dim=0), layers, dims=1)


# %% tags=["hide-input"] slideshow={"slide_type": "-"}
w = torch.tensor([-99.0, 0.0, 0.0])  # almost nothing of layer 0, the others in equal parts
mixed = scalar_mix(your_layers[:, 0], w, gamma=1.0)
searched = your_layers[1:, 0].mean(dim=0)
print("your search used this mix:", mixed.allclose(searched, atol=1e-5))
check("the mean of part 7 is a mix", (mixed - searched).abs().max() < 1e-5)

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### What ELMo gained
# Six good models with static vectors got ELMo's in addition, and each set a new record (Peters et al. 2018, Table 1; ± is the standard deviation over five seeds, where they give it):
#
# | task | measure | without ELMo | with ELMo |
# |---|---|---|---|
# | questions about a text, SQuAD | F1 | 81.1 | 85.8 |
# | inference, SNLI | accuracy | 88.0 | 88.7 ± 0.17 |
# | who did what to whom (semantic roles) | F1 | 81.4 | 84.6 |
# | which names and pronouns are the same (coreference) | F1 | 67.2 | 70.4 |
# | names of persons, places, organizations | F1 | 90.15 | 92.22 ± 0.10 |
# | sentiment in five classes, SST-5 | accuracy | 51.4 | 54.7 ± 0.5 |
#
# And the mix? On SQuAD's development set the baseline had 80.8, the top layer alone 84.7, weights held close to a plain mean 85.0, and freer weights 85.2 (their Table 2). So most of the gain came with
# the top layer, and freeing the weights added 0.2.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(4, 5)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 9. What each direction can see
#
# ELMo's readers never meet (part 3). To measure this, take the state of one token, and its gradient with respect to every word's vector. A
# gradient of exactly 0 says that a small change of that word does not move the state. (A large change could, so the cell also exchanges a word.)
#
# Here are the two halves of our ELMo's top layer, and the *first* layer of a small BERT encoder that is trained (lesson 05 builds it).

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
LEFT = ["they", "left", "the", "bank", "early"]
ids = model.vocabulary.encode(LEFT)
maps = measure.reach_of_elmo(network, ids)
shown = {
    "ELMo,\nforward": maps["layer 2, forward"],
    "ELMo,\nbackward": maps["layer 2, backward"],
    "BERT,\nlayer 1": measure.reach_of_bert(" ".join(LEFT)),
}
alt = "Three square maps of gradients: a lower triangle, an upper triangle, and a full square."
show(figures.draw_reach(shown, LEFT), alt=alt)
moved = controls.moved_by_exchange(network, ids, at=3)
reached = measure.words_seen_by_a_unit()
print(controls.sides_in_words(LEFT, 3, moved, reached))
claim(
    "no word to the right reaches ELMo's forward states: a gradient of 0, in both layers",
    all((maps[f"layer {layer}, forward"].triu(1) == 0).all() for layer in (1, 2)),
)
check("nor one to the left the backward states",
      all((maps[f"layer {layer}, backward"].tril(-1) == 0).all() for layer in (1, 2)))  # fmt: skip
check("BERT's states see all", (shown["BERT,\nlayer 1"] > 0).all())
check("an exchanged word moves no state to its left", moved == [4, 5, 6])
check("ELMo sees one side in every layer", reached["ELMo"] == [4, 4])
check("torch's LSTM sees both from layer 2 on", reached["nn.LSTM"] == [4, 7])

# %% [markdown] slideshow={"slide_type": "-"}
# Each number in an ELMo vector knows one side only. This is called
# **shallow bidirectionality** (浅层双向; Devlin et al. 2019 speak of a *shallow concatenation*).
#
# ### Myth check
# *"A bidirectional LSTM sees both sides at every layer, as BERT does."* This is only half true: BERT sees both sides in every layer, PyTorch's LSTM only from layer 2 on.
#
# ### What are two sides worth?
# Take every known word of 60 held-out sentences for a gap. The forward state one place before it and the backward state one place after it have not read the word. To let both decide, we use Bayes' rule. If the two sides were
# independent once the word is known, then
#
# $$P(w \mid l, r) \;\propto\; \frac{P(w \mid l)\, P(w \mid r)}{P(w)}$$
#
# Here $l$ and $r$ are the text on the left and on the right, and $P(w)$ is the frequency of the word in the training text.
# We divide because each of the two has already counted this frequency. In truth the sides are not independent, so the product loses something. context2vec (Melamud et al. 2016) can win it back: it reads the two states together before it guesses.


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def both_sides():
    filled = measure.gaps_filled(model, data.test[:60])
    percent = {name: round(100 * value) for name, value in filled.items()}
    gaps = [index for row in data.test[:60] for index in row if index >= measure.SPECIAL]
    floor = gaps.count(model.vocabulary.index("the")) / len(gaps)
    alt = "Bars: " + ", ".join(f"{name} {value}%" for name, value in percent.items())
    show(figures.draw_gaps(filled), alt=alt + ".")
    print(f"of {len(gaps):,} gaps; by always “the”: {floor:.0%}")
    rare_gaps = measure.gaps_filled(model, data.test[:60], lowest=measure.SPECIAL + 50)
    rarer = [round(100 * value) for value in rare_gaps.values()]
    print("without the 50 most frequent words:")
    print("  forward {}%, backward {}%, both {}%".format(*rarer))
    check("the floor, and rarer words", (round(100 * floor), rarer) == (6, [0, 1, 2]))
    check("as the question says", list(percent.values()) == [19, 20, 29])
    ahead, behind, both = filled.values()
    claim(
        "both sides together fill over a third more gaps than the better reader alone",
        both > 4 / 3 * max(ahead, behind),
    )


predict("both readers", both_sides)

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz(6)

# %% [markdown] slideshow={"slide_type": "subslide"}
# A network that reads both *together*, in every layer, may do
# better still: what shallow bidirectionality *costs* stays open here. (Lesson 08 compares reading from left to right with seeing both sides.)
#
# Left and right may be joined at a place that has not read its own word, as in context2vec. But if the joined state is passed on to another place, the answer travels with it (part 3). BERT's way out is to **hide** the word: if
# the input has [MASK] in its place, every layer may look at both sides, and no path leads to the answer. Lesson 05 builds the layer that looks both ways,
# and lesson 08 trains it by hiding words.
#
# ### What our tests have shown
#
# | question | ELMo | strongest control | we may say |
# |---|---|---|---|
# | sense of *may* (6) | 97.5% | 96%, random LSTMs | training not shown to help |
# | *right*: correct (7) | 5 of 5 uses | 4 of 8, a random LSTM | perhaps syntax, not sense |
#
# Both ELMo numbers rest on one training run, and both words were tested on its training text.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Recap
#
# - A static vector has to serve all uses of a word. The states of a language model give each use a vector of its own.
# - Two readers, forward and backward, share word vectors and softmax. No reader may be asked for a word that reaches its state by any path, or the answer leaks.
# - Controls ask what training has added. For the sense of *may*, no gain is shown; for *right*, there is one, but perhaps it is syntax.
# - A task learns a scalar mix: weights from a softmax, and one scale. The language model stays frozen.
# - At scale, vectors in context are better features than static ones: ELMo improved six tasks.
# - Each half of an ELMo vector has seen one side only. BERT hides words, so that all layers can look at both sides.
#
# Next: **05. Attention**, the layer that sees both sides at once.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Appendix: a memory with gates
#
# An LSTM keeps a *memory* $c$ beside its state $h$. Gates, numbers between 0 and 1, decide how much of
# the memory is kept ($f$), how much is taken in ($i$), and how much is shown ($o$):
#
# $$\begin{aligned} i, f, o &= \sigma(W x_t + U h_{t-1} + b) \\ g &= \tanh(W x_t + U h_{t-1} + b) \\ c_t &= f \odot c_{t-1} + i \odot g \\ h_t &= o \odot \tanh(c_t) \end{aligned}$$
#
# Each of the four has a $W$, a $U$ and a $b$ of its own; $\sigma$ is the sigmoid. Along the memory, the derivative of $c_t$ by $c_{t-1}$ is $f$ (leaving aside the path through $h$). So where $f$ stays near 1, a gradient from a late word reaches an early one almost undiminished. A unit could, say, keep its $f$ near 1 until a bracket closes.
#
# The loop below reads a sentence, word by word, with trained weights. PyTorch's own class gives the same states.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
alt = (
    "The memory goes from left to right: it is multiplied by f, i times g is added, and it goes on; shown through tanh and "
    "o it becomes the state. The gates are computed from the word vector and the state before."
)
show(diagrams.cell(), alt=alt)


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
def read(vectors, lstm):
    """Read a sentence in one direction: (T, D) to (T, D)."""
    state = torch.zeros(lstm.hidden_size)
    memory = torch.zeros(lstm.hidden_size)
    states = []
    for x in vectors:
        from_word = lstm.weight_ih_l0 @ x + lstm.bias_ih_l0
        from_state = lstm.weight_hh_l0 @ state + lstm.bias_hh_l0
        i, f, g, o = (from_word + from_state).chunk(4)
        i, f, g, o = i.sigmoid(), f.sigmoid(), g.tanh(), o.sigmoid()
        memory = f * memory + i * g
        state = o * memory.tanh()
        states.append(state)
    return torch.stack(states)


first_layer = network.forward_layers[0]
vectors = network.embedding(torch.tensor(model.vocabulary.encode(words)))
with torch.no_grad():
    by_loop = read(vectors, first_layer)
    by_torch = first_layer(vectors)[0]
print("shape", tuple(by_loop.shape))
print("the same as torch's:", by_loop.allclose(by_torch, atol=1e-5))
check("the loop is torch's LSTM, to 1e-5", (by_loop - by_torch).abs().max() < 1e-5)

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Terms
#
# | English | 中文 | in one line |
# |---|---|---|
# | static vector | 静态词向量 | one vector for a word, the same in every sentence |
# | contextual vector | 上下文词向量 | one vector for each place where a word stands |
# | forward, backward language model | 前向、反向语言模型 | guesses the next word; reads from right to left and guesses the word before |
# | biLM | 双向语言模型 | a forward and a backward model that share word vectors and softmax |
# | leak | 信息泄漏 | the answer is among what the model may look at |
# | LSTM | 长短期记忆网络 | a recurrent cell with a memory, and gates that guard it |
# | gate | 门 | a number from 0 to 1 that says how much passes |
# | scalar mix | 标量混合 | one learned weight for each layer, and one scale |
# | frozen features | 冻结特征 | vectors of a trained model that a task uses and does not change |
# | control | 对照 | the same measurement with one thing taken away |
# | shallow bidirectionality | 浅层双向 | both directions exist, but no unit has seen both sides |

#
# ## Further reading
#
# - Matthew E. Peters, Mark Neumann, Mohit Iyyer, Matt Gardner, Christopher Clark, Kenton Lee and Luke Zettlemoyer (2018). *Deep Contextualized Word Representations.* NAACL-HLT. The tables quoted here are its Tables 1, 2, 5 and 6.
# - Sepp Hochreiter and Jürgen Schmidhuber (1997). *Long Short-Term Memory.* Neural Computation 9(8).
# - Sébastien Jean, Kyunghyun Cho, Roland Memisevic and Yoshua Bengio (2015). *On Using Very Large Target Vocabulary for Neural Machine Translation.* ACL-IJCNLP. The sampled softmax.
# - Matthew E. Peters, Waleed Ammar, Chandra Bhagavatula and Russell Power (2017). *Semi-Supervised Sequence Tagging with Bidirectional Language Models.* ACL.
# - Matthew E. Peters, Mark Neumann, Luke Zettlemoyer and Wen-tau Yih (2018). *Dissecting Contextual Word Embeddings: Architecture and Representation.* EMNLP.
# - Felix A. Gers, Jürgen Schmidhuber and Fred Cummins (2000). *Learning to Forget: Continual Prediction with LSTM.* Neural Computation 12(10).
# - Oren Melamud, Jacob Goldberger and Ido Dagan (2016). *context2vec: Learning Generic Context Embedding with Bidirectional LSTM.* CoNLL.
# - Ignacio Iacobacci, Mohammad Taher Pilehvar and Roberto Navigli (2016). *Embeddings for Word Sense Disambiguation: An Evaluation Study.* ACL.
# - John Wieting and Douwe Kiela (2019). *No Training Required: Exploring Random Encoders for Sentence Classification.* ICLR.
# - John Hewitt and Percy Liang (2019). *Designing and Interpreting Probes with Control Tasks.* EMNLP-IJCNLP.
# - Jacob Devlin, Ming-Wei Chang, Kenton Lee and Kristina Toutanova (2019). *BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding.* NAACL-HLT.
