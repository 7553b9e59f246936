"""The misconceptions about ``entity_f1``, each a wrong function with advice."""

from lessons.l10_four_tasks.exercises.entity_f1 import slips

from collections import Counter
from functools import partial

from workbook.exercises import Misconception

MISCONCEPTIONS = (
    Misconception(
        "the accuracy of the tags is returned",
        "Count names, not words: most words are O, so a tagger that finds no name at all is "
        "right about most tags.",
        slips.accuracy,
    ),
    Misconception(
        "the accuracy of the tags other than O is returned",
        "Count whole names, found ones too: names that are invented where O is right cost "
        "nothing in this count.",
        slips.accuracy_of_named,
    ),
    Misconception(
        "words are counted, not names",
        "A name with a wrong border is wrong as a whole: compare (kind, first, last), not one "
        "word after the other.",
        slips.f1_of_words,
        variants=(partial(slips.f1_of_words, cut=2),),
    ),
    Misconception(
        "the kind is not compared",
        "Compare the kind as well as both borders: a person that is called a place is not found.",
        partial(slips.pooled, key=lambda sentence, name: (sentence, *name[1:])),
    ),
    Misconception(
        "a part of a name is enough",
        "Both borders have to be right: half a name is a wrong name, and counts against "
        "precision and recall.",
        slips.overlapping,
        variants=(
            partial(slips.pooled, key=lambda sentence, name: (sentence, *name[:2])),
            partial(slips.pooled, key=lambda sentence, name: (sentence, name[0], name[2])),
        ),
    ),
    Misconception(
        "the F1 of the sentences is averaged",
        "Add up the counts of all sentences, then compute one F1: else a sentence with one "
        "name weighs as much as one with ten.",
        slips.of_sentences,
        variants=(
            partial(slips.of_sentences, empty=1.0),
            partial(slips.of_sentences, empty=None),
        ),
    ),
    Misconception(
        "the F1 of the kinds is averaged",
        "That is the macro average. Here every name counts the same, so add up the counts of "
        "all kinds first.",
        slips.of_kinds,
    ),
    Misconception(
        "the sentence of a name is forgotten",
        "Put the number of the sentence into the tuple: the same kind at the same words of "
        "two sentences is two names. Without it a set keeps one, and in lists a name can be found "
        "in another sentence.",
        partial(slips.pooled, key=lambda sentence, name: name),
        variants=(
            partial(slips.listed, common=lambda a, b: (Counter(a) & Counter(b)).total()),
            partial(slips.listed, common=lambda a, b: sum(name in a for name in b)),
            partial(slips.listed, common=lambda a, b: sum(name in b for name in a)),
        ),
    ),
    Misconception(
        "the sentences are joined to one",
        "Close each name at the end of its sentence: joined, an I-PER at the start of the "
        "next sentence goes on with it.",
        slips.joined,
    ),
    Misconception(
        "a B- behind a name of its kind does not begin a new one",
        "B- always begins a name: B-PER B-PER are two persons side by side. That is what the "
        "B is for.",
        partial(
            slips.pooled,
            read=partial(slips.read, goes_on=lambda mark, named, kind: named == kind),
        ),
    ),
    Misconception(
        "an I- without a B- before it is dropped",
        "Begin a name there, as seqeval does by default. What a model writes need not follow "
        "the rules of BIO, and its strict mode is another measure.",
        partial(slips.pooled, read=partial(slips.read, opening="B")),
    ),
    Misconception(
        "an I- of another kind goes on with the name",
        "B-PER I-LOC are two names: a person of one word, then a place. Go on only if the "
        "kind is that of the open name.",
        partial(
            slips.pooled,
            read=partial(slips.read, goes_on=lambda mark, named, kind: mark == "I"),
        ),
    ),
    Misconception(
        "an I- of another kind ends a name, but begins none",
        "As in seqeval a name begins at an I- where none of its kind is open: close the old one "
        "and go on to ask whether a new one begins here.",
        partial(slips.pooled, read=partial(slips.read, begins_anew=False)),
    ),
    Misconception(
        "a name is lost where another one begins right behind it",
        "Keep the open name before you begin a new one: B-PER B-PER are two persons, and only an O "
        "closes nothing but a name.",
        partial(slips.pooled, read=partial(slips.read, lost_at="B I")),
        variants=(
            partial(slips.pooled, read=partial(slips.read, lost_at="I")),
            partial(slips.pooled, read=partial(slips.read, lost_at="B")),
        ),
    ),
    Misconception(
        "only O ends a name",
        "B- always begins a new name, and so does an I- of another kind: close the open one there.",
        partial(
            slips.pooled, read=partial(slips.read, goes_on=lambda mark, named, kind: mark != "O")
        ),
    ),
    Misconception(
        "a name counts as another one if it begins with I- and not with B-",
        "Compare kind, first and last word: whether the first tag is B- or I- only says where a "
        "name begins.",
        partial(slips.pooled, read=slips.with_first_tags),
    ),
    Misconception(
        "the places of a name are not compared",
        "Compare the first and the last word as well: another person in the same sentence is "
        "another name.",
        partial(slips.pooled, key=lambda sentence, name: (sentence, name[0])),
    ),
    Misconception(
        "a name at the end of a sentence is lost",
        "Close the open name when the tags end; an O put behind them does it.",
        partial(slips.pooled, read=partial(slips.read, closing=())),
    ),
    Misconception(
        "names of one word are lost",
        "A name may end at the word where it begins: first and last are then equal.",
        partial(slips.pooled, read=partial(slips.read, shortest=2)),
    ),
    Misconception(
        "the precision is returned",
        "Precision asks which of the found names are right. A tagger that finds one name, "
        "rightly, has 1: recall has to come in.",
        partial(slips.pooled, score=lambda right, expected, found: right / max(1, found)),
        variants=(partial(slips.pooled, score=lambda right, expected, found: right / found),),
    ),
    Misconception(
        "the recall is returned",
        "Recall asks which of the right names are found, and names that are invented cost it "
        "nothing: precision has to come in.",
        partial(slips.pooled, score=lambda right, expected, found: right / max(1, expected)),
        variants=(partial(slips.pooled, score=lambda right, expected, found: right / expected),),
    ),
    Misconception(
        "precision and recall are averaged by their arithmetic mean",
        "F1 is the harmonic mean, 2PR / (P + R). It is near the smaller of the two, and 0 if "
        "one of them is.",
        partial(
            slips.pooled,
            score=lambda right, expected, found: (
                right * (1 / max(1, expected) + 1 / max(1, found)) / 2
            ),
        ),
        variants=(
            partial(
                slips.pooled,
                score=lambda right, expected, found: (right / expected + right / found) / 2,
            ),
        ),
    ),
    Misconception(
        "a division by 0 is not ruled out where no name is right",
        "Return 0.0 there: precision divides by the names that are found, recall by the right ones "
        "and F1 by the sum of both, and each of the three may be 0.",
        partial(slips.pooled, score=slips.guarded()),
        variants=(
            partial(slips.pooled, score=slips.guarded("sum")),
            partial(slips.pooled, score=slips.guarded("found")),
            partial(slips.pooled, score=slips.guarded("found", "sum")),
            partial(slips.pooled, score=slips.guarded("expected")),
            partial(slips.pooled, score=slips.guarded("expected", "sum")),
            partial(slips.pooled, score=slips.guarded("found", "expected")),
            partial(
                slips.pooled, score=lambda right, expected, found: 2 * right / (expected + found)
            ),
        ),
    ),
    Misconception(
        "two sides without a name have an F1 of 1",
        "No name is right there, so return 0.0: this F1 counts what is found, and silence about "
        "a text without names earns nothing.",
        partial(
            slips.pooled,
            score=lambda right, expected, found: (
                2 * right / (expected + found) if expected + found else 1.0
            ),
        ),
    ),
    Misconception(
        "the 2 of the formula is missing",
        "Names in common are in both counts below the line, so they count twice above it: "
        "without the 2 a faultless tagger has 0.5.",
        partial(
            slips.pooled,
            score=lambda right, expected, found: right / max(1, expected + found),
        ),
    ),
    Misconception(
        "the names in common are divided by all different names",
        "That is the Jaccard index. F1 divides twice the names in common by right names + found "
        "names, where common ones count on both sides.",
        partial(
            slips.pooled,
            score=lambda right, expected, found: right / max(1, expected + found - right),
        ),
    ),
    Misconception(
        "precision and recall are multiplied",
        "F1 is their harmonic mean, 2PR / (P + R): divide the product by the sum of both.",
        partial(
            slips.pooled,
            score=lambda right, expected, found: right**2 / max(1, expected * found),
        ),
        variants=(
            partial(
                slips.pooled,
                score=lambda right, expected, found: 2 * right**2 / max(1, expected * found),
            ),
        ),
    ),
)
