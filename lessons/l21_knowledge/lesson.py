# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown] slideshow={"slide_type": "slide"}
# # 21. Knowledge
#
# > *Does hiding a name teach a fact?*
#
# A poodle is a dog. A model knows this if its texts told it. And a *rozuk*? No text tells. But a list of facts, a **knowledge graph** (知识图谱), may have the line *rozuk: is a breed of hunting dog*. Where can this line enter a BERT? Three places have been tried (Figure 21.1). **You build the first and the last, and find out when a model uses what it was told.**
#
# **At the end you can**
#
# - hang facts on the words of a sentence, as K-BERT does, and run BERT on this tree;
# - find out with a control whether a model *reads* a fact;
# - hide names, exchange names, and measure which of it teaches facts;
# - say whether a model knows more than counting.
#
# **Time** 120 minutes with all exercises, in two sittings of 60 and 60. **Difficulty** 4 of 5. **Before this**: lesson 05 (attention), lesson 08 (masked words).

# %% tags=["bootstrap"] slideshow={"slide_type": "skip"}
# (generated)

# %% tags=["setup"] slideshow={"slide_type": "skip"}
from lessons.l21_knowledge import exercises, figures, kinds, live, predict, quiz, tables

import torch

from workbook.path import begin_lesson, check, exercise, recorded, yours

begin_lesson(num_threads=1)

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
figures.three_places()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 1. A fact beside a word
#
# *The cello was heavy* has a word that we know something about: *a cello is an instrument*. If we just put the fact after its word, we get *the cello is an instrument was heavy*. **K-BERT** (Liu et al. 2020) keeps the sentence whole. The sentence is the trunk of a tree (句子树), and each fact is a **branch** that hangs on its word. A BERT reads a row, so the tree is written as one.
#
# ### Exercise 1: the sentence tree
# Difficulty 2 of 5, about 7 minutes. `words` is a list of words, `facts` has a list of facts for some of them; a fact is a list of words. Return one list of pairs (word, branch). The words of the sentence have branch 0. Directly after each word come its facts, each time that the word occurs. Each fact is one branch, numbered 1, 2, ... through the sentence. Words of facts get no facts.
#
# ```
# hang(["the", "cello", "was"], {"cello": [["is", "an", "instrument"]]})
#   ->  [("the", 0), ("cello", 0), ("is", 1), ("an", 1), ("instrument", 1), ("was", 0)]
# ```
#
# <details><summary>Hint</summary><code>facts.get(word, [])</code> is an empty list for a word without facts. Count the branches in a variable that is set once.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.hang)
def hang(words, facts): ...


# %% [markdown] slideshow={"slide_type": "subslide"}
# In this row *was* stands far from *the*. So K-BERT numbers the tree, not the row: these are its **soft positions** (软位置).
#
# ### Exercise 2: soft positions
# Difficulty 3 of 5, about 8 minutes. `branches` has the branch numbers of exercise 1: `[0, 0, 1, 1, 1, 0, 0]` for *the cello (is an instrument) was heavy*. Return a list with the position of each token. The words of the sentence, one of them first, count as if there were no branches: 0, 1, 2, ... A branch goes on from the position of its word: + 1, + 2, ... Two branches of one word both begin at + 1. Here the result is `[0, 1, 2, 3, 4, 2, 3]`.
#
# <details><summary>Hint</summary>Remember the position of the last word with branch 0. A new branch starts from there, a branch that was there before counts on.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.soft_positions)
def soft_positions(branches): ...


# %% slideshow={"slide_type": "subslide"}
known = {
    "cello": [["is", "an", "instrument"], ["has", "strings"]],
    "heavy": [["hard", "to", "carry"]],
}
tree = hang(["the", "cello", "was", "heavy"], known)
branches = [branch for word, branch in tree]

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
figures.sentence_tree(tree, soft_positions(branches))

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 2. Who sees whom
#
# In Figure 21.2, *is*, *has* and *was* share position 2. To keep them apart, K-BERT has the **visible matrix** (可见矩阵): a branch sees only itself and its word, and only they see it. *Heavy* does not see *instrument*. It sees *cello*, which has seen *instrument* one layer below.
#
# ### Exercise 3: who sees whom
# Difficulty 3 of 5, about 9 minutes. Return a tensor (T, T) of truth values for the same `branches`: True where token i sees token j. Tokens of the same branch see each other; the sentence is branch 0. A branch and the word that it hangs on see each other, too; this is the last word with branch 0 before it. Two branches of one word do not see each other. The first token is a word of the sentence. Figure 21.3 draws your matrix.
#
# <details><summary>Hint</summary>First find for each token the index of the last word with branch 0 up to this token. Two loops are fine.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.visible)
def visible(branches): ...


# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
figures.visible_matrix([word for word, branch in tree], visible(branches))

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 3. What is a rozuk?
#
# Your three functions are all that K-BERT adds: it has no weights of its own. Our BERT is `minilm-words` of lesson 08, which fills gaps. Type a noun and a fact. Table 21.1 has the words that the model expects: without the fact, with it as a branch, and as plain words, which all tokens see.

# %% slideshow={"slide_type": "-"}
k_bert = kinds.Parts(hang, soft_positions, visible)
model = kinds.model()

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
tables.ask_with_a_fact(model, k_bert)

# %% [markdown] slideshow={"slide_type": "subslide"}
# We have 64 nouns of 16 kinds, from the inference pairs of lesson 10, and a small knowledge graph with a fact for each: *poodle: is a breed of curly dog*. In three sentences, such as *the poodle is a kind of [MASK]*, we take the kind with the highest probability.
#
# But if the model is right with a fact, has it read the fact? It may know what a poodle is. So we need a control: *wrong* facts. A model that reads them answers wrong.
#
# ### Exercise 4: facts of another word
# Difficulty 2 of 5, about 6 minutes. Each word gets the facts of the next key of `facts`, and the last word gets those of the first. `facts` is a dict from a word to a list of facts. Return a new dict with the same words in the same order, and leave `facts` as it is. With one word alone there is no other: it gets an empty list.
#
# <details><summary>Hint</summary><code>list(facts.values())</code> gives all lists, in the order of the words.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.wrong_facts)
def wrong_facts(facts): ...


# %% tags=["headline"] slideshow={"slide_type": "subslide"}
facts = live.facts()
wrong = wrong_facts(facts)  # of another kind: the poodle is a bird
first = live.first_answers(kinds.model(), facts, wrong, k_bert)

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
predict("a branch or words", lambda: tables.first_answers(first))

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 4. Reading is learned
#
# The gap does not see the branch, so the noun has to take it in and hand it on. `minilm-words` has never had to do this. K-BERT is fine-tuned *with* its facts, so that it can learn it. But does it?
#
# Take 48 of the nouns with their right facts, and train the model to fill the gap. It can learn to read the branch, or 48 nouns by heart. To make it read, we leave it no choice: in each training text an **invented name** takes the place of the noun, such as *rozuk*, and the branch has the fact of the noun. The other 16 nouns are new.

# %% tags=["headline"] slideshow={"slide_type": "-"}
losses = kinds.learn(model, facts, k_bert, invent=True)
new = [noun for noun in facts if noun in kinds.NEW_NOUNS]
reads = {
    "right": live.right(model, facts, k_bert, new),
    "wrong": live.right(model, wrong, k_bert, new),
}

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
figures.it_reads(losses, reads)

# %% [markdown] slideshow={"slide_type": "subslide"}
# For many updates nothing happens, and then, within a few, the model has found out how to carry the kind's word from the branch to the gap (Figure 21.4). Now a wrong branch misleads it always. Go back to Table 21.1 and ask it about your noun again.
#
# And without the invented names? Other models were trained with the same facts on the *real* nouns, three seeds (Table 21.3).

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
predict("real nouns", lambda: tables.reading(recorded("reading")))

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 5. The same in a task
#
# Lesson 10 has measured a weakness: of pairs such as *The toy is a poodle. / The toy is a dog.*, a fine-tuned model judges those with new nouns worse. Do facts help there? K-BERT was trained on these pairs (three seeds): without facts, with right ones, wrong ones, and many, the right one and three others (Table 21.4).

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
tables.pairs(recorded("nouns"))

# %% [markdown] slideshow={"slide_type": "subslide"}
# Each interval contains 0, and the model that learned with right facts is as good with wrong ones: nothing made it read a branch. Fu et al. (2023) report the like of language models: with random facts they do as well. **A model that gets better with facts has not yet shown that it reads them. Wrong facts show it.**

# %% [markdown] tags=["sitting"] slideshow={"slide_type": "-"}
# The first sitting ends: your K-BERT reads what hangs on a noun.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 6. Facts in the training text
#
# Most of what a model knows comes from filling gaps in its training texts. **ERNIE** of Baidu (Sun et al. 2019) doubts BERT's gaps. In *[MASK] Potter was written by J. K. Rowling* the first word is guessed from the second, and nothing about the author is needed. Hide the whole name (**entity masking**, 实体掩码), and the rest of the sentence has to tell. So this should teach facts.
#
# To measure that, we must know all facts and all texts, so we invent a valley. It has 108 people, 24 towns and 6,000 sentences (Table 21.5). Few towns have most of the people, and half of the people have the usual trade of their town, so homes can be guessed. Sentences state 72 homes; the other 36, none.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
tables.some_texts()

# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 5: hide a name
# Difficulty 3 of 5, about 12 minutes. `names` has a pair (start, end) for each name in `words`, in order; the end is not included. Each name is one unit, each other word too. Draw `generator.random()` once for each unit, from left to right. If it is below `rate`, each word of the unit becomes `"[MASK]"`. Return a new list of words, and the list of hidden positions (indices of words). With draws of 0.9, 0.1, 0.6 and 0.2:
#
# ```
# hide_name(["the", "cello", "of", "Ada", "Blum"], [(3, 5)], 0.5, generator)
#   ->  (["the", "[MASK]", "of", "[MASK]", "[MASK]"], [1, 3, 4])
# ```
#
# <details><summary>Hint</summary><code>dict(names)</code> gives the end for each start. A <code>while</code> loop can go from unit to unit.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.hide_name)
def hide_name(words, names, rate, generator): ...


# %% [markdown] slideshow={"slide_type": "subslide"}
# ### Exercise 6: another name of the same type
# Difficulty 3 of 5, about 14 minutes. **WKLM** (Xiong et al. 2020) replaces names by others of their type, and the model says which were replaced. `words` and `names` are as in exercise 5. `same_type["Black Hill"]` lists all names of its type, itself too. Go through the names in order. A name without others of its type stays, and nothing is drawn. Otherwise draw `generator.random()`: below 0.5, replace the name by `generator.choice(others)`, with the others in the given order. Return a new list of words, and a list of labels, one for each name: 1 if replaced, else 0.
#
# <details><summary>Hint</summary>A new name may be longer or shorter. Build the new text from left to right; <code>name.split()</code> gives the words of a name, <code>" ".join</code> puts them together.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.exchange)
def exchange(words, names, same_type, generator): ...


# %% [markdown] slideshow={"slide_type": "slide"}
# ## 7. Your model of the valley
#
# A small BERT with random weights reads the sentences with the gaps that you make, for two minutes. (Sentences without a hidden name are drawn again.)

# %% tags=["headline"] slideshow={"slide_type": "-"}
valley = live.valley(hide_name, exchange)
reader = live.teach(None, valley, live.HIDING)

# %% [markdown] slideshow={"slide_type": "subslide"}
# Ask it where somebody lives, in a wording that no text had (Table 21.6). It is often wrong, even where texts state the home.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
tables.ask_for_a_home(reader, valley)

# %% [markdown] slideshow={"slide_type": "subslide"}
# Would other gaps teach more, and must names be whole? Figure 21.5 has recorded runs, three seeds for each way; all hide two words of a sentence. *Words*: any words. *Words of names*: words of names first, one by one. *Names*: whole names first, mostly one name, so it asks about towns less often. *One word of a name*: as often as *names*; so these two differ only in what is hidden together. The gray dots count: the most frequent town, or that of most people with the same trade.

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
predict("hidden names", lambda: figures.hidden_names(recorded("names")))

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 8. False names
#
# Your reader goes on, with exchanged names: it says of each name whether it belongs there. Then we take for each person the town that fits best (Figure 21.6).

# %% tags=["headline"] slideshow={"slide_type": "-"}
homes = live.homes(reader, valley)
detector = live.teach(reader, valley, live.EXCHANGING)
detected = live.homes(detector, valley, detects=True)

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
figures.exchanged(homes, detected, valley, recorded("names"))

# %% [markdown] slideshow={"slide_type": "subslide"}
# Your model had 1,500 more updates, and another question (*does this town fit?*), so its gain is no proof. The recorded models had 5,000 updates each, the last 2,000 with exchanged names or words. Their gain is not sure.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 9. Better than counting?
#
# Counting by trade is the baseline (Figure 21.7).

# %% tags=["headline"] slideshow={"slide_type": "subslide"}
counted, stated = live.counted_homes(valley), live.stated(valley)
groups = {"stated": stated, "not stated": ~stated}
ahead = {name: live.ahead(detected[:, of], counted[of]) for name, of in groups.items()}

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
figures.ahead(ahead)

# %% [markdown] slideshow={"slide_type": "subslide"}
# Where a home is stated, the model knows far more than counting. Where it is stated nowhere, it is not ahead: **our model learned what its texts state.** Tests of real facts often mix both: who says *Italian* of somebody with an Italian name has guessed well. In a known test (LAMA, T-REx), BERT base has 31% right, and 22% without easily guessed names (Wang et al. 2021, Table 11).

# %% tags=["hide-input"] slideshow={"slide_type": "-"}
yours(exercises)

# %% [markdown] slideshow={"slide_type": "slide"}
# ## 10. At work
#
# `transformers` reads your tree, too: its BERT takes positions, and a mask for each pair of tokens. The logits in the gap are equal.

# %% slideshow={"slide_type": "-"}
library = live.library_model(model)
fact = {"rozuk": [["is", "a", "fish"]]}
row = kinds.laid_out("the rozuk is a [MASK] .", fact, k_bert)
theirs = live.library_logits(row, library)
ours = kinds.gap_logits(model, [row])[0]
print(f"largest difference below 1e-4: {(theirs - ours).abs().max().item() < 1e-4}")

# %% [markdown] slideshow={"slide_type": "subslide"}
# Today facts mostly enter as plain words: a search finds texts, and they are put before the question (*retrieval-augmented generation*). Table 21.2 shows why: it needs no training. And its danger: the model believes what stands there.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## What you have found out
#
# - **A fact as plain words works at once**, and a wrong one misleads at once. To read a branch, a model must first learn.
# - **Ours learned to read branches only where it had to.** Wrong facts show whether it reads.
# - **Asking about names teaches facts.** Whether it helps to hide them whole stays open.
# - **Our model learned what its texts state.**
#
# Further experiments: `more/21_knowledge_more.ipynb`.

# %% tags=["hide-input"] slideshow={"slide_type": "subslide"}
quiz()

# %% [markdown] slideshow={"slide_type": "skip"}
# ## Terms
#
# | English | 中文 | in one line |
# |---|---|---|
# | knowledge graph | 知识图谱 | a list of facts: a thing, a relation, a thing |
# | sentence tree | 句子树 | a sentence with facts that hang on its words |
# | soft positions | 软位置 | positions in the tree, not in the row |
# | visible matrix | 可见矩阵 | which token sees which |
# | entity masking | 实体掩码 | a name is hidden as a whole |
# | control | 对照 | a comparison that lacks only what is tested |
#
# <details><summary>Further reading</summary><ul>
# <li>Liu et al. (2020). <em>K-BERT: Enabling Language Representation with Knowledge Graph.</em> AAAI.</li>
# <li>Sun et al. (2019). <em>ERNIE: Enhanced Representation through Knowledge Integration.</em> arXiv 1904.09223.</li>
# <li>Xiong et al. (2020). <em>Pretrained Encyclopedia: Weakly Supervised Knowledge-Pretrained Language Model.</em> ICLR.</li>
# <li>Fu et al. (2023). <em>Revisiting the Knowledge Injection Frameworks.</em> arXiv 2311.01150.</li>
# <li>Petroni et al. (2019). <em>Language Models as Knowledge Bases?</em> EMNLP.</li>
# <li>Poerner, Waltinger, Schütze (2020). <em>E-BERT: Efficient-Yet-Effective Entity Embeddings for BERT.</em> Findings of EMNLP.</li>
# <li>Wang et al. (2021). <em>KEPLER: A Unified Model for Knowledge Embedding and Pre-trained Language Representation.</em> TACL.</li>
# </ul></details>

# %% tags=["claims"]
check("it reads", reads["right"] > 0.9 and reads["wrong"] < 0.1)
check("more than counting knows", ahead["stated"][1] > 0.2)
check("and not more of what was not stated", ahead["not stated"][1] < 0)
check("as many as the text says", (int(stated.sum()), len(stated)) == (72, 108))
