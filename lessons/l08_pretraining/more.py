# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown]
# # 08. Pre-training: further experiments
#
# Questions that the path leaves open. Each section can be read alone, in any order.

# %% tags=["bootstrap"]
# (generated)

# %% tags=["setup"]
from lessons.l08_pretraining import (
    ask,
    further,
    gaps,
    letter_models,
    long_runs,
    predict,
    story_experiments,
)

from workbook.gpu_records import gpu_report
from workbook.path import begin_lesson

begin_lesson(num_threads=1)
experts = gaps.experts()

# %% [markdown]
# ## Which parts does BERT need?
#
# An **ablation** (消融实验) changes one part at a time. The *standard* is a small BERT that reads English articles letter by letter. It sees both sides, learns words and pairs, and has two
# layers of width 128. Four others differ from it as their names say: *without pairs*, *half the width*, *four layers*, and *left to right*. The last one sees no letter to the right of
# a position and learns no pairs, but is asked for every letter. All make 1,600 updates with the same batches, and are asked about the same 3,600 held-out positions.
# When the masked models are asked, a fifth of these is not hidden: a tenth shows another letter, a tenth the answer.

# %% tags=["hide-input"]
predict("which kind", letter_models.which_kind)

# %% [markdown]
# ### The same question at scale
#
# In the paper (Devlin et al. 2019, section 5) both sides win, and pairs and size help. Figure 8.10 and Table 8.9 do not repeat this. Three things differ, and we tested none of them alone:
#
# - *The budget.* Ours is 1,600 updates, the paper's 1,000,000. Our curves come nearer to each other, but they have not crossed.
# - *The measure.* We count letters, the paper scores tasks after fine-tuning. There, too, the masked model learns slightly more slowly; and fine-tuned on MNLI it is better *almost immediately* (appendix C.1).
# - *The holes.* A masked model, even when it is evaluated, reads text in which 13.5% of the letters are hidden or exchanged.
#
# What can be said of the parts? *Pairs* stay at chance here, and a task that is not learned can hardly help. (RoBERTa, Liu et al. 2019, left it out and was as good or slightly better: lesson 17.) *Width* helps: half of it
# costs 7 points. *Depth* cannot be judged: four layers leave their plateau later and have fewer updates left, and all sizes had the same learning rate.
#
# <details><summary>The paper's Table 5</summary>
#
# F1 for SQuAD, else accuracy; BERT base, with parts left out.
#
# | | MNLI | QNLI | MRPC | SST-2 | SQuAD |
# |---|---|---|---|---|---|
# | both sides, words and pairs | 84.4 | 88.4 | 86.7 | 92.7 | 88.5 |
# | both sides, words alone | 83.9 | 84.9 | 86.5 | 92.6 | 87.9 |
# | left to right, words alone | 82.1 | 84.3 | 77.5 | 92.1 | 77.8 |
# | left to right, and a BiLSTM on top | 82.1 | 84.1 | 75.7 | 91.6 | 84.9 |
#
# Most depends on the right side in MRPC (do two sentences mean the same?) and in SQuAD (find the answer in a text). The pairs bring most in QNLI (does a sentence hold the answer?).
# A BiLSTM on top, which reads both ways, wins back much on SQuAD, and nothing on MRPC.
#
# </details>

# %% tags=["hide-input"]
ask("a budget for pre-training")

# %% [markdown]
# <details><summary>What a good plan has</summary>It compares curves, not end points, at equal budgets, with two others: fine-tuning alone, and a run from nothing on
# the same text. It goes on from published weights and keeps their vocabulary, because 100 MB of English are roughly 17 million words, and BERT read 3,300 million. It measures on held-out text of the field,
# and sees from the frequencies whether a plateau is over. It draws masks anew each time, because 100 MB are read often. Its stopping rule is a number that is fixed beforehand.</details>

# %% [markdown]
# ## The long run
#
# Two models of four layers and width 192 were trained for about an hour each: `bert-mini-zh` on Chinese news and book reviews, `bert-mini-en` on English articles, plays and reviews.
# Each made 12,000 updates, 2,000 of them with texts of 32 tokens, which are cheap, and then 10,000 with texts of 128. A word has thousands of possible answers, a pair has two.

# %% tags=["hide-input"]
predict("words or pairs", long_runs.words_or_pairs)

# %% [markdown]
# ### Evaluate on what you train
#
# In Figure 8.11 held-out words become much easier just after the gray line. Probably the evaluation was too hard before: models that had read 32 tokens were asked about texts of up to 128, whose later
# position vectors were untrained. Table 8.10 has the models' final scores.
#
# ### Fill any gap
#
# Try any sentence with [MASK] (a running kernel is needed). For `bert-mini-zh` take 中国人民[MASK]行, *the Chinese people's [ba]nk*: is 银 (*silver*, the first half of *bank*) among the guesses?

# %% tags=["hide-input"]
gaps.play(experts)

# %% [markdown]
# ### Your turn: two ends
#
# About 5 minutes. Write a sentence with a gap and two ends, such that the *end* decides the model's first guess. The ends below do not work yet. Change them, or the whole sentence, until the cell says
# that the right side decides. Then look for two ends that decide for you, and not for the model.
#
# <details><summary>An example</summary><em>She bought a</em> ▢ <em>and drove it home</em> gives <em>car</em>, and with <em>and read it at home</em> it gives <em>book</em>.</details>

# %%
start = "He opened the [MASK]"
ends = ["and went in.", "and went out."]
gaps.compare_ends(*experts["minilm-words"], start, ends)

# %% [markdown]
# ## Short sequences first
#
# BERT read sequences of 128 tokens in nine of ten updates, and of 512 in the rest. Short sequences are cheaper, because the work of attention grows with the square of their length. Are they better, too?
# In Figure 8.12 a small Chinese BERT (two layers of width 64, 2,000 characters) reads a million tokens of news, in sequences of up to 32 or of up to 128 tokens. An update has about 1,500 tokens in both cases.
#
# The dotted line is the loss of one who knows how frequent characters are, and nothing else. The dashed line is the loss of one who also looks at the chosen position itself, where a fifth is not hidden, and half of these show
# the answer. No run gets more than 0.1 nats below it. **So nearly all that these models have learned, they could have learned without reading the text around.**

# %% tags=["hide-input"]
further.short_sequences()

# %% [markdown]
# With short sequences the loss falls after fewer tokens (Table 8.11). We did not test why. A neighbor may be easier to find among few; each of the 32 position vectors is trained about four times as often; and the
# held-out texts are short, too.

# %% [markdown]
# ## Which layer still knows the word?
#
# MiniLM has six layers. It was published without its word head, and then it had been tuned to compare sentences. What do its vectors still say of a hidden word? We trained a new head on them, and in Table 8.12 more and more of the encoder with
# it. **Low-rank updates** (LoRA, Hu et al. 2022) add to each matrix the product of two narrow ones, and only these are trained. All ways had the same batches, 160 updates, and the better of two learning rates.

# %% tags=["hide-input"]
further.readout()

# %% [markdown]
# The head alone does better on layer 3 than on layer 6: **the last layers have lost more of the word.** A few trained layers on top do not bring it back in so few updates; small changes in all layers do.
#
# ### On a GPU
#
# From how many tokens does BERT base learn in a second, and what do longer runs reach? These are our records of one GPU, or *not measured*.

# %% tags=["hide-input"]
print(gpu_report("pretraining"))
print(gpu_report("longer"))

# %% [markdown]
# ## Three corruptions, or [MASK] alone?
#
# Of the chosen words 10% are exchanged and 10% kept. What for? We train the BERTs of the path's 32 stories again, and others for which each chosen word becomes [MASK], three of each kind.

# %% tags=["hide-input"]
predict("nothing is hidden", story_experiments.nothing_is_hidden)

# %% [markdown]
# ### The same question at scale
#
# The paper's reason for three corruptions is that in fine-tuning [MASK] never appears (section 3.1). Its Table 8 compares them:
#
# | chosen tokens | MNLI | names (NER) | names, frozen vectors |
# |---|---|---|---|
# | three corruptions | 84.2 | 95.4 | 94.9 |
# | [MASK] alone | 84.3 | 94.9 | 94.0 |
#
# Fine-tuning is *surprisingly robust*, it says. Frozen vectors lose most, 0.9 points for names. Fine-tuning throws the word head away, so what Table 8.13 shows of the head does not explain this.

# %% [markdown]
# ## A masked language model that writes
#
# Your BERT guesses single words. Can it also *write*? **Gibbs sampling** (吉布斯采样; Wang and Cho 2019) begins with gaps only and visits them in random order. It masks each one again, and draws its word
# given all the others. Why *again*? The word is to be drawn given all the *others*: an old word that stays visible has a say in its own replacement, because BERT has learned that a visible word is often the answer.
#
# Below, three BERTs of the 32 stories write 40 sentences each, after six rounds (Table 8.14). *Correct* means: the first sentence of one of the 40 stories. *New* means: of one of the 8 that it has not read.

# %% tags=["hide-input"]
story_experiments.writes()

# %% [markdown]
# Nobody stated the grammar, and yet many sentences are correct. Most neighbors fit; what goes wrong is that one story's beginning stands with another's end. Gibbs sampling is proved right only if the probabilities at all
# gaps come from one joint distribution over sentences. Nothing in BERT's training makes sure of that (Torroba Hennigen and Kim 2023), so take it as a procedure that works here.
#
# <details><summary>Further reading</summary><ul>
# <li>Liu et al. (2019). <em>RoBERTa: A Robustly Optimized BERT Pretraining Approach.</em> arXiv:1907.11692.</li>
# <li>Hu et al. (2022). <em>LoRA: Low-Rank Adaptation of Large Language Models.</em> ICLR.</li>
# <li>Wang and Cho (2019). <em>BERT has a Mouth, and It Must Speak: BERT as a Markov Random Field Language Model.</em> NeuralGen.</li>
# <li>Torroba Hennigen and Kim (2023). <em>Deriving Language Models from Masked Language Models.</em> ACL.</li>
# </ul></details>

# %% tags=["claims"]
from bertlab.pretraining import fill_mask
from workbook.path import check

sizes = {(x.config.num_layers, x.config.hidden_size) for x, _ in experts.values()}
check("each bert-mini has 4 layers of 192", sizes == {(6, 384), (4, 192)})
ends = ("and drove it home.", "and read it at home.")
model, words = experts["minilm-words"]
gaps = [fill_mask(model, words, f"She bought a [MASK] {end}", top=1)[0][0] for end in ends]
check("car, then book", [gap.piece for gap in gaps] == ["car", "book"])
