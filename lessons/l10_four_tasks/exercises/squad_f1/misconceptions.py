"""The misconceptions about ``squad_f1``, each a wrong function with advice."""

from lessons.l10_four_tasks.exercises.squad_f1 import slips
from lessons.l10_four_tasks.exercises.squad_f1.slips import answer_words

from functools import partial

from workbook.exercises import Misconception

best = partial(partial, slips.best)  # with a step exchanged

MISCONCEPTIONS = (
    Misconception(
        "the case of letters counts",
        "Lower-case both answers first: the passage begins a sentence with a capital where "
        "the right answer may have none.",
        best(split=lambda text: slips.without_articles(slips.bare(text)).split()),
    ),
    Misconception(
        "articles are removed before the text is in lower case",
        "Lower-case first: The at the start of an answer is an article as well.",
        best(split=lambda text: slips.bare(slips.without_articles(text).lower()).split()),
        variants=(
            best(split=lambda text: slips.without_articles(slips.bare(text)).lower().split()),
        ),
    ),
    Misconception(
        "punctuation stays",
        "Remove the characters of string.punctuation: 'race.' and 'race' are the same answer.",
        best(split=lambda text: slips.without_articles(text.lower()).split()),
    ),
    Misconception(
        "neither punctuation nor articles are removed",
        "Lower case is the first of three steps: then remove the characters of string.punctuation, "
        "then the words a, an and the.",
        best(split=lambda text: text.lower().split()),
        variants=(best(split=str.split),),
    ),
    Misconception(
        "only one side is normalized",
        "Do the same to the answer given and to the right ones: else The Rome. and the rome have "
        "nothing in common.",
        partial(slips.one_side, right=answer_words, found=str.split),
        variants=(
            partial(slips.one_side, right=str.split, found=answer_words),
            partial(slips.one_side, right=lambda text: text.lower().split(), found=answer_words),
            partial(slips.one_side, right=answer_words, found=lambda text: text.lower().split()),
        ),
    ),
    Misconception(
        "the characters that are removed are not those of string.punctuation",
        "Take string.punctuation itself, all of it: it has the _ as well, which \\w takes for a "
        "letter, and the marks that are rare in texts.",
        best(split=partial(slips.without_marks, marks=r"[^\w\s]")),
    ),
    Misconception(
        "the text is cut at each space, so that empty words count",
        "Spaces in excess are no words: split() without an argument cuts at any number of them, "
        "and split(' ') at each.",
        best(
            split=lambda text: slips.without_articles(slips.bare(text.lower())).strip().split(" ")
        ),
        variants=(best(split=slips.at_each_space),),
    ),
    Misconception(
        "punctuation inside words stays",
        "The official script removes it everywhere, not only at the ends of words: 1,500 and "
        "1500 are one number.",
        best(split=slips.stripped),
    ),
    Misconception(
        "punctuation becomes a space",
        "Put nothing in its place: well-known becomes wellknown, one word, in both answers.",
        best(split=lambda text: slips.without_articles(slips.bare(text.lower(), " ")).split()),
    ),
    Misconception(
        "articles are removed before punctuation",
        "Punctuation first: in The, with a comma behind it, an article shows only when the "
        "comma is gone, and A-Team becomes ateam, which has none.",
        best(split=lambda text: slips.bare(slips.without_articles(text.lower())).split()),
        variants=(
            best(
                split=lambda text: slips.bare(
                    " ".join(slips.no_article_words(text.lower()))
                ).split(),
            ),
        ),
    ),
    Misconception(
        "an article is removed at the beginning only",
        "Remove a, an and the wherever they stand: the river Aare in the old town has two.",
        best(split=slips.without_first_article),
    ),
    Misconception(
        "not all of the three articles are removed",
        "There are three words to remove: a, an and the.",
        best(split=lambda text: slips.no_article_words(slips.bare(text.lower()), ("a", "the"))),
        variants=(
            best(split=lambda text: slips.no_article_words(slips.bare(text.lower()), ["the"])),
        ),
    ),
    Misconception(
        "some of several articles stay",
        "Make a new list of the words that are none. list.remove takes out one of them, and a list "
        "that changes while it is gone through passes over the next word.",
        best(split=slips.each_article_once),
        variants=(best(split=slips.while_going_through),),
    ),
    Misconception(
        "an article at the beginning or the end stays",
        "There is no space before the first word, nor behind the last one: split into words, and "
        "leave articles out.",
        best(split=slips.articles_between_spaces),
    ),
    Misconception(
        "the articles stay",
        "Remove a, an and the: whether an answer begins with the says nothing about its content.",
        best(split=lambda text: slips.bare(text.lower()).split()),
    ),
    Misconception(
        "articles are removed inside words",
        "Remove whole words only: replace takes the letters wherever they stand, at a word's end, "
        "too. Compare the words after the split, or use \\b in a regular expression.",
        best(split=slips.articles_anywhere),
        variants=(
            best(split=slips.articles_before_letters),
            best(split=slips.articles_before_spaces),
            best(split=partial(slips.articles_anywhere, articles=("the", "an", "a"))),
        ),
    ),
    Misconception(
        "words are compared as sets",
        "Count words: with sets, an answer that repeats a word is as good as one that says it "
        "once. Counter(a) & Counter(b) keeps the smaller count of each.",
        best(score=slips.of_sets),
        variants=(
            best(score=lambda right, found: slips.words_f1(sorted(set(right)), found)),
            best(score=lambda right, found: slips.words_f1(right, sorted(set(found)))),
            best(score=slips.with_common(lambda right, found: len(set(right) & set(found)))),
        ),
    ),
    Misconception(
        "a repeated word is in common each time",
        "A word is in common as often as *both* have it: each word of the right answer can be "
        "hit once.",
        best(score=slips.with_common(lambda right, found: sum(word in right for word in found))),
        variants=(
            best(
                score=slips.with_common(lambda right, found: sum(word in found for word in right))
            ),
        ),
    ),
    Misconception(
        "characters are counted, not words",
        "Split at spaces: any two English texts share most of their letters.",
        best(split=slips.characters),
        variants=(best(split=lambda text: list("".join(answer_words(text)))),),
    ),
    Misconception(
        "only the same answer counts",
        "That is the exact match, the other measure of SQuAD. F1 gives a part of the point "
        "for a part of the words.",
        best(score=lambda right, found: float(right == found)),
    ),
    Misconception(
        "the precision is returned",
        "Divide by the words of both answers: with precision alone, one right word is a full "
        "answer.",
        best(score=slips.over(lambda common, right, found: common / found)),
    ),
    Misconception(
        "the recall is returned",
        "Divide by the words of both answers: with recall alone, the whole passage is a full "
        "answer.",
        best(score=slips.over(lambda common, right, found: common / right)),
    ),
    Misconception(
        "an empty answer scores 0 where there is none to find",
        "If neither has words they agree, and the F1 is 1: to give no answer is right there.",
        best(score=slips.zero_if_empty),
        variants=(lambda predicted, answers: slips.best(predicted, answers) if predicted else 0.0,),
    ),
    Misconception(
        "a side without words agrees with every other",
        "F1 is 1 only if both are without words: no answer where there is one has 0.",
        best(score=slips.if_words(slips.words_f1, lambda right, found: 1.0)),
    ),
    Misconception(
        "an empty side is looked for before the text is normalized",
        "Look at the words that are left: of an answer like the nothing remains, though the text "
        "is not empty.",
        partial(slips.empty_texts, score=slips.unguarded),
        variants=(partial(slips.empty_texts, score=slips.zero_if_empty),),
    ),
    Misconception(
        "a division by 0 is not ruled out",
        "Precision, recall and F1 each divide by what may be 0: say first what F1 is without "
        "words, and that it is 0 with none in common.",
        best(score=slips.unguarded),
        variants=(
            best(score=slips.by_precision_and_recall),
            best(score=slips.if_words(slips.by_precision_and_recall)),
        ),
    ),
    Misconception(
        "precision and recall are averaged by their arithmetic mean",
        "F1 is the harmonic mean, 2 * words in common / words of both. It is near the smaller of "
        "the two.",
        best(
            score=slips.if_words(
                partial(slips.by_precision_and_recall, mean=lambda p, r: (p + r) / 2)
            )
        ),
    ),
    Misconception(
        "the 2 of the formula is missing",
        "Words in common are in both counts below the line, so they count twice above it.",
        best(score=slips.over(lambda common, right, found: common / (right + found))),
    ),
    Misconception(
        "the words in common are divided by all different words",
        "That is the Jaccard index. F1 divides twice the words in common by the words of both, "
        "where common ones count on both sides.",
        best(score=slips.over(lambda common, right, found: common / (right + found - common))),
    ),
    Misconception(
        "the last right answer decides",
        "Keep the highest F1 of all right answers, and do not overwrite it by that of the next.",
        best(choose=lambda scores: scores[-1]),
    ),
    Misconception(
        "the first right answer decides",
        "Take the highest F1 over all right answers: they are what different people marked, "
        "and to agree with one is enough.",
        best(choose=lambda scores: scores[0]),
    ),
    Misconception(
        "the mean over the right answers is taken",
        "Take the highest F1: nobody can agree with all people at once where they differ.",
        best(choose=slips.mean),
    ),
    Misconception(
        "the right answers are joined to one",
        "Compare with each right answer by itself: joined, each of them would miss the words "
        "of the others.",
        slips.joined,
    ),
)
