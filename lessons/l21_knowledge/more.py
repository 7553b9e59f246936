# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown]
# # 21. Knowledge: further experiments
#
# Questions that the path leaves open. Each section can be read alone, in any order.

# %% tags=["bootstrap"]
# (generated)

# %% tags=["setup"]
from lessons.l21_knowledge import ask, further

from workbook.path import begin_lesson, recorded

begin_lesson(num_threads=1)

# %% [markdown]
# ## Do roles help, and do they have to be right?
#
# *The poet was pushed by the guard.* Who did it? A **semantic role labeler** (语义角色标注) marks each word with its role: *guard* is the doer, *pushed* the action, *poet* the one to whom it is done. **SemBERT** (Zhang et al. 2020) gives each role a vector, and joins it to the vector of the word.
#
# Its authors' labeler makes errors, and they join the roles *after* the encoder. We can be stricter, because our sentences are generated: all roles are known. And we add the vectors *before* the encoder, so that attention can compare them. The question is whether *the guard did it* follows from the premise. Table 21.7 has models that learned with right roles (*gold*), with wrong ones, with roles in a random order (*shuffled*), and with none.

# %% tags=["hide-input"]
further.roles(recorded("roles"))

# %% [markdown]
# With right roles the model is right nearly always, also with wordings that no training pair has. Without roles, two of three models stayed near chance, because 192 pairs are few. But a model with roles believes them more than the words: if doer and done-to are exchanged, it gives the other answer, and without its roles it guesses. It is the same as with K-BERT's facts on the path: a model uses what was the shortest way to the answer in training.
#
# Do the roles have to be right? Here they do. With 20% of them wrong less than half of the gain is left, and with 40% none for sure. SemBERT's authors made as many roles wrong, and lost less than a point of F1 on SQuAD (two summaries of the paper say so; we have not seen its table). Both can be true. Their roles are one more hint beside a large BERT that reads the sentence well. Ours carry the answer.
#
# A detail of the [released code](https://github.com/cooelf/SemBERT): its classifier of whole texts reads the joined vector of the *first* token. The roles of other words do not reach this vector, because they are joined after the encoder, and the recurrent network that could carry them there is written, but not called (in the version of the code that we read). So look at the code before you explain a gain by the roles.

# %% [markdown]
# ## Can a vector tell what no text says?
#
# A **knowledge graph** (知识图谱) of the path's valley has all homes, also those of 36 people whose home no text states. **TransE** (Bordes et al. 2013) learns a vector for each name and for each relation, so that *person + home* is close to the town. The cell learns them now, in a few seconds: once from the whole graph, once from a graph that knows only what the texts say (Table 21.8).

# %% tags=["hide-input"]
further.vectors()

# %% [markdown]
# The **ERNIE** of Tsinghua University (Zhang et al. 2019) brings such vectors into a BERT. They are fixed, and enter in the middle of the encoder, at the first token of the name. At some names the vector is replaced (5%) or left out (15%), and the model is to tell which entity belongs to the name: the **alignment task** (实体对齐). In Table 21.9 *TransE* has both, and so have the controls: vectors of no meaning (*random*), and those of the texts' graph. A name that is to be filled in has no vector. In the rows with *no words*, the vector stands in place of the name: its words are hidden.

# %% tags=["hide-input"]
further.entities(recorded("entities"))

# %% [markdown]
# With a vector beside each name, far more *stated* homes are learned. But random vectors do this as well: a vector is a good name tag (one sign where a name has two words), and the homes are learned by heart. What the graph knows is hardly read: what is better than with the texts' graph may be chance. Without the words there is less to learn by heart, and **then the vectors tell what no text says**: stated homes and others are completed nearly alike, and the texts' graph, whose vectors know where people of a trade live, is 20 points behind. So it is the same as on the path, where invented names made the model read a branch.
#
# For homes that no text states, no row is better than counting by trade. The vectors themselves have all the homes (Table 21.8), but 1,000 updates do not teach a small model to read them well.

# %% [markdown]
# ### Is the vector an input or an objective?
#
# Articles describe this ERNIE in two ways: its knowledge goes in at the *input*, or it learns an *alignment objective*. Each is one half. The paper says: *the entity embeddings are fixed during training*, and they join the tokens after layer 6 of 12; so they are an input, but not of the first layer. And *the overall pre-training loss is the sum of the dEA, MLM and NSP loss*, where dEA is the alignment task. The authors left out one half at a time. On FewRel, a test of relations between two names, BERT has an F1 of 84.9, and ERNIE 88.3; it is 85.8 without the vectors in fine-tuning, and 85.6 without the alignment task in pre-training. So neither half alone brings much.

# %% [markdown]
# ## Can a sentence have too many facts?
#
# K-BERT's authors warn of **knowledge noise** (知识噪声): facts that are true, but turn a sentence away from its meaning. Soft positions and the visible matrix are to prevent it. In Table 21.10 a model that learned with one right fact for each noun reads more facts, wrong ones or none; then without the matrix (*all see all*), and with tokens *numbered through*.

# %% tags=["hide-input"]
further.branches(recorded("nouns"))

# %% [markdown]
# With new nouns no interval of such a change leaves out 0: the model does not read the facts, so it does not matter how many they are. *All see all* looks worse with known nouns, but this interval, too, contains 0. A task in which only the fact can tell is another matter.

# %% tags=["hide-input"]
ask("a hospital")

# %% [markdown]
# <details><summary>Further reading</summary><ul>
# <li>Zhang et al. (2020). <em>Semantics-aware BERT for Language Understanding.</em> AAAI.</li>
# <li>Zhang et al. (2019). <em>ERNIE: Enhanced Language Representation with Informative Entities.</em> ACL.</li>
# <li>Bordes et al. (2013). <em>Translating Embeddings for Modeling Multi-relational Data.</em> NeurIPS.</li>
# <li>Liu et al. (2020). <em>K-BERT: Enabling Language Representation with Knowledge Graph.</em> AAAI.</li>
# </ul></details>
