"""The misconceptions about ``best_span``, each a wrong function with advice."""

from lessons.l10_four_tasks.exercises.best_span import slips

from functools import partial

import torch

from workbook.exercises import Misconception

MISCONCEPTIONS = (
    Misconception(
        "start and end are chosen by themselves",
        "Score pairs: the best start and the best end may belong to different answers, and "
        "then the end lies before the start or far away.",
        partial(slips.answer, allowed=slips.inside(-slips.FAR, slips.FAR)),
        variants=(
            partial(
                slips.answer,
                allowed=lambda passage, limit: slips.steps(passage, -slips.FAR, slips.FAR),
            ),
        ),
    ),
    Misconception(
        "the end may lie before the start",
        "Ask for start <= end as well: a length test like end - start < max_pieces lets "
        "negative lengths pass.",
        partial(slips.answer, allowed=slips.inside(-slips.FAR, 0)),
        variants=(
            partial(slips.answer, allowed=slips.either_way),
            partial(slips.answer, allowed=slips.either_way, span=slips.turned),
            partial(slips.answer, allowed=slips.backwards),
        ),
    ),
    Misconception(
        "one end is chosen first, then the other to go with it",
        "Look at the sums of all allowed pairs: a good start may have no good end, and then "
        "the second best start wins.",
        slips.one_after_the_other,
        variants=(
            partial(slips.one_after_the_other, end_first=True),
            partial(slips.one_after_the_other, limited=False),
            partial(slips.one_after_the_other, end_first=True, limited=False),
        ),
    ),
    Misconception(
        "the answer may lie outside the passage",
        "Allow pieces of the passage only: the words of the question look like an answer to "
        "the model, too, and padding has logits as well.",
        partial(slips.answer, allowed=slips.anywhere),
        variants=(partial(slips.answer, allowed=slips.not_at_cls),),
    ),
    Misconception(
        "only one end has to lie in the passage",
        "Mask start and end: a span that begins in the question or ends behind the passage is "
        "no text of the passage.",
        partial(slips.answer, allowed=slips.starting_inside),
        variants=(partial(slips.answer, allowed=slips.ending_inside),),
    ),
    Misconception(
        "the logits are multiplied by the mask",
        "Set them to -inf with masked_fill: 0 is a logit like others, and where those of the "
        "passage are negative it is the highest.",
        slips.multiplied_by_mask,
    ),
    Misconception(
        "0 counts as a score that a pair has",
        "Fill what is not allowed with -torch.inf, and begin a loop's best there: triu, tril and a "
        "product with a mask leave zeros, and where all scores are negative 0 is the highest.",
        partial(slips.answer, forbid=slips.zero_off_the_band),
        variants=(
            partial(slips.answer, forbid=slips.zero_in_the_passage),
            partial(slips.answer, forbid=slips.zero),
        ),
    ),
    Misconception(
        "the logits of start and end are exchanged",
        "Rows are first pieces and columns last ones: start[:, None] + end. The other way round "
        "a span begins where the model expects an end.",
        partial(slips.answer, score=lambda start, end: (start + end).T),
    ),
    Misconception(
        "the length is not limited",
        "Allow max_pieces pieces at most: two good places far from each other are seldom one "
        "answer.",
        partial(slips.answer, allowed=slips.inside(0, slips.FAR)),
    ),
    Misconception(
        "the longest answer has a piece too many",
        "From start to end, both inclusive, there are end - start + 1 pieces: ask for end - "
        "start < max_pieces.",
        partial(slips.answer, allowed=slips.inside(0, 1)),
    ),
    Misconception(
        "the longest answer has a piece too few",
        "end - start may be as large as max_pieces - 1: a span with one piece has end == start.",
        partial(slips.answer, allowed=slips.inside(0, -1)),
    ),
    Misconception(
        "a span of one piece is not allowed",
        "The last piece may be the first one, end - start goes from 0 to max_pieces - 1: triu() "
        "keeps the diagonal, triu(1) does not.",
        partial(slips.answer, allowed=slips.inside(1, 0)),
        variants=(partial(slips.answer, allowed=slips.inside(1, 1)),),
    ),
    Misconception(
        "the last piece of the passage is left out",
        "An answer may begin and end there, too: a range needs the place behind it as its end.",
        partial(slips.answer, allowed=slips.without_last("start end")),
        variants=(
            partial(slips.answer, allowed=slips.without_last("start")),
            partial(slips.answer, allowed=slips.without_last("end")),
        ),
    ),
    Misconception(
        "a long answer is cut",
        "Search among the spans that are short enough: the end of a span that is cut was "
        "chosen by nobody.",
        partial(slips.answer, allowed=slips.inside(0, slips.FAR), span=slips.cut),
    ),
    Misconception(
        "a pair that is not allowed becomes no answer",
        "Take the best of the allowed pairs: that two good places do not fit does not mean "
        "that the passage says nothing.",
        partial(slips.answer, allowed=slips.inside(-slips.FAR, slips.FAR), span=slips.or_none),
        variants=(partial(slips.answer, allowed=slips.inside(0, slips.FAR), span=slips.or_none),),
    ),
    Misconception(
        "there always is an answer",
        "Compare with start[0] + end[0], read before a mask makes them -inf: in training, "
        "questions without an answer have both ends at [CLS].",
        partial(slips.answer, refuse=lambda none, best, threshold: False),
    ),
    Misconception(
        "the threshold is not used",
        "No answer has to be ahead by more than threshold, a number that is chosen on "
        "validation questions.",
        partial(slips.answer, refuse=lambda none, best, threshold: none > best),
    ),
    Misconception(
        "no answer is given already if it is ahead by just the threshold",
        "It has to be ahead by more: > and not >=. Where both are equal, the span is returned.",
        partial(slips.answer, refuse=lambda none, best, threshold: none >= best + threshold),
    ),
    Misconception(
        "the decision is the wrong way round",
        "Return (0, 0) if the score of no answer is ahead, and the best span if it is not.",
        partial(slips.answer, refuse=lambda none, best, threshold: none <= best + threshold),
        variants=(
            partial(slips.answer, refuse=lambda none, best, threshold: best > none + threshold),
        ),
    ),
    Misconception(
        "the threshold has the wrong sign",
        "Add it to the score of the span: the higher the threshold, the more questions are "
        "answered.",
        partial(slips.answer, refuse=lambda none, best, threshold: none > best - threshold),
    ),
    Misconception(
        "one of the scores alone is compared with the threshold",
        "Compare the difference: logits have no zero of their own, and only what they are "
        "relative to each other counts.",
        partial(slips.answer, refuse=lambda none, best, threshold: none > threshold),
        variants=(
            partial(slips.answer, refuse=lambda none, best, threshold: best < threshold),
            partial(slips.answer, refuse=lambda none, best, threshold: best < -threshold),
        ),
    ),
    Misconception(
        "of [CLS] one logit alone is compared",
        "The score of no answer has two logits, as that of a span: start[0] + end[0].",
        partial(slips.answer, none=lambda start, end: start),
        variants=(partial(slips.answer, none=lambda start, end: end),),
    ),
    Misconception(
        "logits are made probabilities first",
        "Add the logits as they are: probabilities cannot be compared with a threshold that was "
        "chosen for logits, and their sum says something else.",
        slips.of_probabilities,
        variants=(partial(slips.of_probabilities, score=torch.mul),),
    ),
    Misconception(
        "logits are multiplied, not added",
        "Add them: a sum of logits is a product of probabilities. A product of two very "
        "negative logits would be large.",
        partial(slips.answer, score=torch.mul, none=torch.mul),
        variants=(partial(slips.answer, score=torch.mul),),
    ),
    Misconception(
        "places are counted from the start of the passage",
        "Return places in the input: they lie behind [CLS], the question and [SEP].",
        partial(
            slips.answer,
            span=lambda first, last, passage, limit: (
                first - int(passage.int().argmax()),
                last - int(passage.int().argmax()),
            ),
        ),
    ),
    Misconception(
        "the last piece comes first in the result",
        "Return the place of the first piece, then that of the last: in start[:, None] + end the "
        "row is the first piece.",
        partial(slips.answer, span=lambda first, last, passage, limit: (last, first)),
    ),
    Misconception(
        "the end is the place behind the last piece",
        "Return the place of the last piece itself: the label of the end, too, is the place "
        "of a piece.",
        partial(slips.answer, span=lambda first, last, passage, limit: (first, last + 1)),
    ),
)
