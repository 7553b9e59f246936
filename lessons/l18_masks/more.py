# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown]
# # 18. Masks as programs: further experiments
#
# Five questions that the path leaves open. Each section can be read alone, in any order.

# %% tags=["bootstrap"]
# (generated)

# %% tags=["setup"]
from lessons.l18_masks import ask, further, predict

from bertlab.model import BertForMaskedLM
from workbook.path import begin_lesson, recorded

begin_lesson(num_threads=1)
finished = BertForMaskedLM.from_pretrained("spoken-words")  # the network of the path

# %% [markdown]
# ## Which noise teaches most?
#
# BART (Lewis et al. 2020) learns by mending. Something spoils a text, the encoder reads what is left of it, and the decoder writes the text as it was. This needs no labels, because the text itself is the answer. But how should a
# text be spoiled? Table 18.7 shows five of BART's **noises** (噪声), and that of MASS (Song et al. 2019). Each of them asks for something else. With MASS the decoder writes the hidden span alone, and it is told at which positions the span stood.

# %% tags=["hide-input"]
further.noised()

# %% [markdown]
# Which noise is the best preparation? Small encoder-decoders mend words for 600 updates, each with one noise. Then all of them learn to pronounce, from 2,000 words only, because with few examples it matters most what was learned
# before. There are two controls. *nothing* mends no words at all. *copy* gets words that are not spoiled: it tells how much of a gain comes from reading and writing letters, without any noise (Table 18.8).

# %% tags=["hide-input"]
predict("which noise", lambda: further.noises(recorded("noises")))

# %% [markdown]
# ### At scale
#
# The last column is from BART's own comparison: a million updates for each noise, with whole texts. (With MASS, which we have not compared, it is 87.0.) Perhaps a text is too long for *rotate*: only one place is to be found, and all the rest can be copied.
# T5 (Raffel et al. 2020) also tried to shuffle all tokens of a text: it is about 10 points of GLUE behind hiding (73.2 against 83.0).

# %% tags=["hide-input"]
ask("a noise for your errors")

# %% [markdown]
# ## Does writing help finding?
#
# The robot of lesson 14 finds the question that is most similar to yours, and it cannot write one. **SimBERT** (Su 2020) does both in one network. Two sentences that say the same stand in a batch twice, in both orders (Table 18.9).

# %% tags=["hide-input"]
further.both_ways()

# %% [markdown]
# The mask is the prefix mask of the path. Each row has to *write* its second sentence, and to *find* its partner in the batch: the row that begins with the other sentence. For this the vectors $c$ of [CLS] are compared:
#
# $$\mathcal{L}_i = -\log P(b_i \mid a_i) - \log \frac{\exp(30 \cos(c_i, c_j))}{\sum_{k \neq i} \exp(30 \cos(c_i, c_k))}$$
#
# Row $i$ reads $a_i$ and writes $b_i$, and row $j$ is its partner. The row itself is left out of the sum, because no vector is more similar to $c_i$ than $c_i$. The factor 30 makes the softmax sharp, because a cosine is at most 1.
# **The mask makes this possible**: [CLS] belongs to the first part, so it sees the first sentence alone. Under a two-sided mask it would read both sentences in both rows, and to find the partner would be a leak.
#
# Does it help to learn both? Whoever has to write the partner needs to know what the sentence says. We let `bert-mini-en` go on with 2,000 pairs that were made from templates. Persons, events, things and wordings of the test
# sentences differ from those of the training (Table 18.10).

# %% tags=["hide-input"]
predict("does writing help", lambda: further.finding(recorded("simbert")))

# %% [markdown]
# ## Why two streams?
#
# On the path, XLNet (Yang et al. 2019) has two vectors for each token. Could one be enough? Figure 18.9 tries it with the leak test. The layers have the same weights each time, and no token may look at itself.
#
# - *From tokens*: the vector of each place begins as the embedding of its token. Each guess knows its answer. The mask cannot hide it, because the residual connection adds the vector to what attention brings.
# - *From nothing*: each place begins with the same learned vector. Nothing leaks, but no vector knows any token, so no guess hears of one.
# - *Two streams*: **what is looked at begins with its token, and what guesses begins without it.** The contents are looked at, and the queries guess.

# %% tags=["hide-input"]
further.streams()

# %% [markdown]
# All queries begin alike, so how does a query know where it stands? Attention in XLNet uses the distance between two tokens. After pre-training the queries are dropped, and the contents alone are fine-tuned.
#
# Three more ideas belong to XLNet. *Partial prediction*: only the last sixth of an order is asked, because the first tokens have little to be guessed from. *Memory*: the vectors of the text before are kept, and looked at as further
# contents; this is from Transformer-XL (Dai et al. 2019). And *no two answers are guessed blindly*: if *New* and *York* are both hidden, BERT guesses each of them without the other, while XLNet knows the first one when it guesses
# the second.
#
# What is the order worth? The authors trained models of BERT base's size on BERT's text (their table 6; medians of five runs). On SQuAD 2.0 (F1), BERT has 76.3; Transformer-XL, asked as BERT is, has 79.6; XLNet has 81.0. So of less than 5
# points, more than 3 were there **before any order was drawn.** What part is the network's, and what part the way it is trained (BERT also learned next sentences), this column cannot say.

# %% [markdown]
# ## Is the likeliest answer the best?
#
# On the path the network takes the likeliest phoneme each time. This is **greedy**: a phoneme that looks good now can end in a bad answer. **Beam search** (束搜索) keeps several beginnings, here five. In each step it tries all ways to
# go on, and keeps the five that are likeliest as a whole. In the end it has five answers, each with its probability.
#
# *read* can be said in two ways. A greedy search returns one of them, and five beams return both. Type another word (a running kernel is needed): *wind*, *dove*, *bow*, or your name.

# %% tags=["hide-input"]
further.ways(finished)

# %% [markdown]
# Beam search finds likelier answers. Are they better ones? We ask for 200 test words, first greedily, then with five beams. In the last row of Table 18.11 somebody who knows the dictionary chooses among the five.

# %% tags=["hide-input"]
predict("likelier", lambda: further.beams(finished))

# %% [markdown]
# ### Search errors and model errors
#
# Two things can go wrong. In a *search error* the model gives a higher probability to another answer, and the search does not find it. In a *model error* the likeliest answer is wrong. A better search mends only the first kind.
#
# Large translators have the same problem. Stahlberg and Byrne (2019) searched for the likeliest of *all* translations. For more than half of the sentences it was the empty one. So their translators needed a search that misses the
# likeliest answer.

# %% [markdown]
# ## One network or two, at scale?
#
# Table 18.12 has a score of each model. It cannot say which idea is the best, because sizes and texts differ as well.

# %% tags=["hide-input"]
further.published()

# %% [markdown]
# T5 (Raffel et al. 2020) is the comparison that was missing: its authors changed one thing at a time (Table 18.13). A causal mask over both parts is far behind, because the text that is read sees only one side. The prefix mask
# repairs most of that. An encoder-decoder that shares all weights between reading and writing is still a point ahead, with as many parameters; the authors think that cross-attention is the reason. And twice the parameters bring
# little more.
#
# The runs of one network deviate by a quarter of a point of GLUE, so a point is a real difference, but a small one: **with its weights shared, a prefix mask loses a point or two against cross-attention.**

# %% tags=["hide-input"]
further.one_or_two()

# %% tags=["hide-input"]
ask("one network or two")

# %% [markdown]
# <details><summary>Further reading</summary><ul>
# <li>Lewis et al. (2020). <em>BART: Denoising Sequence-to-Sequence Pre-training for Natural Language Generation, Translation, and Comprehension.</em> ACL.</li>
# <li>Song et al. (2019). <em>MASS: Masked Sequence to Sequence Pre-training for Language Generation.</em> ICML.</li>
# <li>Su (2020). <em>SimBERT: Integrating Retrieval and Generation into BERT.</em> Technical report, github.com/ZhuiyiTechnology/simbert.</li>
# <li>Yang et al. (2019). <em>XLNet: Generalized Autoregressive Pretraining for Language Understanding.</em> NeurIPS.</li>
# <li>Dai et al. (2019). <em>Transformer-XL: Attentive Language Models beyond a Fixed-Length Context.</em> ACL.</li>
# <li>Stahlberg and Byrne (2019). <em>On NMT Search Errors and Model Errors: Cat Got Your Tongue?</em> EMNLP.</li>
# <li>Dong et al. (2019). <em>Unified Language Model Pre-training for Natural Language Understanding and Generation.</em> NeurIPS.</li>
# <li>Raffel et al. (2020). <em>Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer.</em> JMLR.</li>
# </ul></details>

# %% tags=["claims"]
from lessons.l18_masks.words import tokens

from workbook.path import check

found = further.five(finished, "read")
two = {" ".join(way) for way, value in found[:2] if value > -1}
check("read is said in two ways, both likely", two == {"R IY D", "R EH D"})
glue = {name: score for name, (_, score, _) in further.T5.items()}
shared, prefix = glue["encoder-decoder, shared weights"], glue["one network, prefix mask"]
check("a point is more than the runs deviate", shared - prefix > 3 * further.T5_DEVIATIONS[0])
check("the prefix mask repairs most", prefix - glue["one network, causal mask"] > shared - prefix)
