"""The misconceptions about ``kneser_ney``, each a wrong function with advice."""

from lessons.l01_ngram.exercises.kneser_ney import slips

from functools import partial
from itertools import chain

from workbook.exercises import Misconception

MISCONCEPTIONS = (
    Misconception(
        "the lower order counts occurrences, not continuations",
        "Below the bigram, count after how many different words a word was seen: "
        "`francisco` is frequent, but only after `san`.",
        partial(slips.mixed, before=slips.occurrences, among=lambda seen: seen.pairs.total()),
        variants=(
            partial(
                slips.mixed, before=lambda s: s.words.count(s.word), among=lambda s: len(s.words)
            ),
            partial(slips.mixed, before=slips.occurrences),
            partial(
                slips.mixed,
                before=slips.occurrences,
                among=lambda seen: (
                    seen.pairs.total() + sum(n for (h, _), n in seen.pairs.items() if h == "<s>")
                ),
            ),
        ),
    ),
    Misconception(
        "<s> is left out of the different words before",
        "Count <s> too, in the number of different pairs and among the words before: no word "
        "itself, it is what the first word of a sentence follows.",
        partial(slips.mixed, before=slips.not_after_s, among=slips.not_from_s),
        variants=(
            partial(slips.mixed, before=slips.not_after_s),
            partial(slips.mixed, among=slips.not_from_s),
        ),
    ),
    Misconception(
        "continuations are counted on the wrong side",
        "Count the different words before the word, not after it: the lower order is asked how "
        "easily the word follows something new.",
        partial(
            slips.mixed, before=lambda seen: sum(first == seen.word for first, _ in seen.pairs)
        ),
    ),
    Misconception(
        "the continuation count is divided by the number of words",
        "Divide by the number of different pairs: only then do the continuation probabilities "
        "of all words sum to 1.",
        partial(slips.mixed, among=lambda seen: len({second for _, second in seen.pairs})),
        variants=(
            partial(slips.mixed, among=lambda seen: len(set(seen.words))),
            partial(slips.mixed, among=lambda seen: len(set(chain(*seen.pairs)))),
            partial(slips.mixed, among=lambda seen: len(seen.words)),
        ),
    ),
    Misconception(
        "the continuation count is divided by all occurrences of pairs",
        "Divide by the number of different pairs, for different pairs are what the continuation "
        "count counts: only then do the continuation probabilities of all words sum to 1.",
        partial(slips.mixed, among=lambda seen: seen.pairs.total()),
    ),
    Misconception(
        "the continuation count is not divided",
        "Divide by the number of different pairs: the last fraction is a probability, at most 1.",
        partial(slips.mixed, among=lambda seen: 1),
    ),
    Misconception(
        "the discount is not given back",
        "What was taken off the counts has to go to the lower order: without it the "
        "probabilities after a history sum to less than 1, and new words get 0.",
        partial(slips.mixed, weight=lambda seen: 0),
    ),
    Misconception(
        "one discount is given back instead of one per different word",
        "The discount is taken off once for each different word after the history, so give "
        "back discount * (number of different words) / count of the history.",
        partial(slips.mixed, weight=lambda seen: seen.discount / seen.total),
    ),
    Misconception(
        "the weight of the lower order is the discount alone",
        "Multiply by the number of different words after the history, and divide by the count of "
        "the history: counted with repeats, they cancel that count.",
        partial(slips.mixed, weight=lambda seen: seen.discount),
    ),
    Misconception(
        "the weight of the lower order is not divided by the count of the history",
        "What was taken off is a share: discount * (number of different words after the history) "
        "/ (count of the history). Without the division the probabilities sum to more than 1.",
        partial(slips.mixed, weight=lambda seen: seen.discount * len(seen.after)),
    ),
    Misconception(
        "the weight of the lower order lacks the discount",
        "Multiply by the discount: what is given back is what was taken off, once for each "
        "different word after the history.",
        partial(slips.mixed, weight=lambda seen: len(seen.after) / seen.total),
    ),
    Misconception(
        "the weight of the lower order counts words before, not those after the history",
        "Count the different words after the history: from each of them a discount was taken.",
        partial(
            slips.mixed, weight=lambda s: s.discount * slips.words_before(s, s.history) / s.total
        ),
        variants=(
            partial(
                slips.mixed, weight=lambda s: s.discount * slips.words_before(s, s.word) / s.total
            ),
        ),
    ),
    Misconception(
        "the weights are 1 - discount and the discount, as in an interpolation with a constant",
        "Take the discount off each count, and give back what that amounts to after this history: "
        "the weight of the lower order depends on the history.",
        partial(
            slips.mixed,
            kept=lambda seen: (1 - seen.discount) * slips.count(seen) / seen.total,
            weight=lambda seen: seen.discount,
        ),
    ),
    Misconception(
        "the discount is given back without having been taken",
        "Subtract the discount from the count first: otherwise the probabilities after a "
        "history sum to more than 1.",
        partial(slips.mixed, kept=lambda seen: slips.count(seen) / seen.total),
    ),
    Misconception(
        "the discount is taken from words that were not seen",
        "Use max(count - discount, 0): a word that never followed has nothing to take off.",
        partial(slips.mixed, kept=lambda seen: (slips.count(seen) - seen.discount) / seen.total),
    ),
    Misconception(
        "the discount is taken off the share, not off the count",
        "Subtract before you divide: the discount is a part of one occurrence.",
        partial(
            slips.mixed, kept=lambda seen: max(slips.count(seen) / seen.total - seen.discount, 0)
        ),
    ),
    Misconception(
        "the discounted count is not divided by the count of the history",
        "Divide both terms by the count of the history: only then are they shares.",
        partial(slips.mixed, kept=lambda seen: max(slips.count(seen) - seen.discount, 0)),
    ),
    Misconception(
        "the lower order helps only words that were not seen",
        "Interpolate: add the lower order's share to every word, seen or not. Left out for "
        "the seen words, the probabilities sum to less than 1.",
        partial(
            slips.mixed,
            weight=lambda seen: (
                0.0 if seen.word in seen.after else seen.discount * len(seen.after) / seen.total
            ),
        ),
        variants=(partial(slips.mixed, weight=lambda seen: float(seen.word not in seen.after)),),
    ),
    Misconception(
        "the count of the history is the number of different words after it",
        "c(h) counts every place where something follows the history; the number of different "
        "words is N1+(h .), in the second term.",
        partial(slips.mixed, total=lambda seen: len(seen.after)),
    ),
    Misconception(
        "the history is counted in the sentences without padding, where <s> never occurs",
        "Count the history in the padded pairs: <s> stands before every sentence.",
        partial(slips.mixed, total=slips.in_sentences),
        variants=(
            partial(slips.mixed, total=slips.in_sentences, unseen=lambda lower: 0.0),
            partial(slips.mixed, total=slips.in_sentences, unseen=lambda lower: lower / 0),
        ),
    ),
    Misconception(
        "the pairs lack <s> or </s>",
        "Make the pairs with <s> in front and </s> behind, as in Exercise 1: sentences begin and "
        "end, and both are counted.",
        partial(slips.mixed, pad=lambda sentences: sentences),
        variants=(
            partial(slips.mixed, pad=lambda sentences: [["<s>", *s] for s in sentences]),
            partial(slips.mixed, pad=lambda sentences: [[*s, "</s>"] for s in sentences]),
        ),
    ),
    Misconception(
        "pairs reach across sentences",
        "Make the pairs sentence by sentence: the last word of one sentence and the first of the "
        "next, or </s> and <s>, were never side by side.",
        partial(slips.mixed, pad=lambda sentences: [[*chain(*slips.padded(sentences))]]),
        variants=(
            partial(slips.mixed, pad=lambda sentences: [["<s>", *chain(*sentences), "</s>"]]),
            partial(slips.mixed, pad=lambda sentences: [[*chain(*sentences)]]),
        ),
    ),
    Misconception(
        "a history that was never seen gives 0",
        "Fall back on the lower order alone when the history is new: there was nothing to "
        "discount, and the word can still occur.",
        partial(slips.mixed, unseen=lambda lower: 0.0),
    ),
    Misconception(
        "a history that was never seen divides by zero",
        "Ask first whether the history occurs: if its count is 0, the result is the "
        "number of different words before the word, divided by the number of different pairs.",
        partial(slips.mixed, unseen=lambda lower: lower / 0),
    ),
    Misconception(
        "the first term is missing",
        "Add the discounted count of the pair, as a share of the count of the history.",
        partial(slips.mixed, kept=lambda seen: 0),
    ),
)
