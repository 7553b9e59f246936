"""The misconceptions about ``squad_f1``, each a wrong function with advice."""

from lessons.l10_four_tasks.exercises.squad_f1 import slips
from lessons.l10_four_tasks.exercises.squad_f1.slips import answer_words

from functools import partial

from workbook.exercises import Misconception

MISCONCEPTIONS = (
    Misconception(
        "the case of letters counts",
        "Lower-case both answers first: the passage begins a sentence with a capital where "
        "the right answer may have none.",
        partial(slips.best, split=lambda text: slips.without_articles(slips.bare(text)).split()),
    ),
    Misconception(
        "articles are removed before the text is in lower case",
        "Lower-case first: The at the start of an answer is an article as well.",
        partial(
            slips.best,
            split=lambda text: slips.bare(slips.without_articles(text).lower()).split(),
        ),
        variants=(
            partial(
                slips.best,
                split=lambda text: slips.without_articles(slips.bare(text)).lower().split(),
            ),
        ),
    ),
    Misconception(
        "punctuation stays",
        "Remove the characters of string.punctuation: 'race.' and 'race' are the same answer.",
        partial(slips.best, split=lambda text: slips.without_articles(text.lower()).split()),
    ),
    Misconception(
        "punctuation inside words stays",
        "The official script removes it everywhere, not only at the ends of words: 1,500 and "
        "1500 are one number.",
        partial(slips.best, split=slips.stripped),
    ),
    Misconception(
        "punctuation becomes a space",
        "Put nothing in its place: well-known becomes wellknown, one word, in both answers.",
        partial(
            slips.best,
            split=lambda text: slips.without_articles(slips.bare(text.lower(), " ")).split(),
        ),
    ),
    Misconception(
        "articles are removed before punctuation",
        "Punctuation first: of A-Team it makes ateam, which has no article in it; the other "
        "way round team is left.",
        partial(
            slips.best,
            split=lambda text: slips.bare(slips.without_articles(text.lower())).split(),
        ),
    ),
    Misconception(
        "the articles stay",
        "Remove a, an and the: whether an answer begins with the says nothing about its content.",
        partial(slips.best, split=lambda text: slips.bare(text.lower()).split()),
    ),
    Misconception(
        "articles are removed inside words",
        "Remove whole words only: str.replace makes ater of theater. Compare the words after "
        "the split, or use \\b in a regular expression.",
        partial(slips.best, split=slips.articles_anywhere),
        variants=(
            partial(
                slips.best, split=partial(slips.articles_anywhere, articles=("the", "an", "a"))
            ),
        ),
    ),
    Misconception(
        "words are sets",
        "Count words: with sets, an answer that repeats a word is as good as one that says it "
        "once. Counter(a) & Counter(b) keeps the smaller count of each.",
        partial(slips.best, score=slips.of_sets),
        variants=(
            partial(
                slips.best,
                score=slips.with_common(lambda right, found: len(set(right) & set(found))),
            ),
        ),
    ),
    Misconception(
        "a repeated word is in common each time",
        "A word is in common as often as *both* have it: each word of the right answer can be "
        "hit once.",
        partial(
            slips.best,
            score=slips.with_common(lambda right, found: sum(word in right for word in found)),
        ),
        variants=(
            partial(
                slips.best,
                score=slips.with_common(lambda right, found: sum(word in found for word in right)),
            ),
        ),
    ),
    Misconception(
        "characters are counted, not words",
        "Split at spaces: any two English texts share most of their letters.",
        partial(slips.best, split=slips.characters),
        variants=(partial(slips.best, split=lambda text: list("".join(answer_words(text)))),),
    ),
    Misconception(
        "only the same answer counts",
        "That is the exact match, the other measure of SQuAD. F1 gives a part of the point "
        "for a part of the words.",
        partial(slips.best, score=lambda right, found: float(right == found)),
    ),
    Misconception(
        "the precision is returned",
        "Divide by the words of both answers: with precision alone, one right word is a full "
        "answer.",
        partial(slips.best, score=slips.over(lambda common, right, found: common / found)),
    ),
    Misconception(
        "the recall is returned",
        "Divide by the words of both answers: with recall alone, the whole passage is a full "
        "answer.",
        partial(slips.best, score=slips.over(lambda common, right, found: common / right)),
    ),
    Misconception(
        "no answer where there is none scores 0",
        "If neither has words they agree, and the F1 is 1: to give no answer is right there.",
        partial(slips.best, score=slips.zero_if_empty),
    ),
    Misconception(
        "the first right answer decides",
        "Take the highest F1 over all right answers: they are what different people marked, "
        "and to agree with one is enough.",
        partial(slips.best, choose=lambda scores: scores[0]),
    ),
    Misconception(
        "the mean over the right answers is taken",
        "Take the highest F1: nobody can agree with all people at once where they differ.",
        partial(slips.best, choose=slips.mean),
    ),
    Misconception(
        "the right answers are joined to one",
        "Compare with each right answer by itself: joined, each of them would miss the words "
        "of the others.",
        slips.joined,
    ),
)
