"""The misconceptions about ``word_tags_to_pieces``, each a wrong function with advice."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from bertlab.finetuning.tagging import IGNORED
from workbook.exercises import Misconception

Label = Callable[[str, Sequence[str]], Any]  # (the tag, all names)
Labelled = Callable[[Sequence[int | None], Sequence[str], int], bool]  # (words, tags, place)


def _ignored(tag: str, names: Sequence[str]) -> int:
    return IGNORED


def _number(tag: str, names: Sequence[str]) -> int:
    return names.index(tag)


def _outside(tag: str, names: Sequence[str]) -> int:
    return names.index("O")


def _zero(tag: str, names: Sequence[str]) -> int:
    return 0


def _inside(tag: str, names: Sequence[str]) -> int:
    return names.index(tag.replace("B-", "I-"))


def _first(words: Sequence[int | None], tags: Sequence[str], place: int) -> bool:
    return words[place - 1] != words[place]  # [CLS] is first, so there is one before


def _last(words: Sequence[int | None], tags: Sequence[str], place: int) -> bool:
    return words[place + 1] != words[place]


def _not_word_0(words: Sequence[int | None], tags: Sequence[str], place: int) -> bool:
    return words[place] != 0 and _first(words, tags, place)


def _another_tag(words: Sequence[int | None], tags: Sequence[str], place: int) -> bool:
    before, word = words[place - 1], words[place]
    return before is None or word is None or tags[before] != tags[word]


def _labels(
    words: Sequence[int | None],
    tags: Sequence[str],
    names: Sequence[str],
    *,
    labelled: Labelled = _first,
    number: Label = _number,
    later: Label = _ignored,
    special: Label = _ignored,
) -> list[Any]:
    found = []
    for place, word in enumerate(words):
        if word is None:
            found.append(special("O", names))
        elif labelled(words, tags, place):
            found.append(number(tags[word], names))
        else:
            found.append(later(tags[word], names))
    return found


def _without_specials(words: Any, tags: Any, names: Any) -> list[int]:
    pairs = zip(words, _labels(words, tags, names), strict=True)
    return [label for word, label in pairs if word is not None]


def _from_cls_on(words: Any, tags: Any, names: Any) -> list[int]:
    found = _without_specials(words, tags, names)
    return found + [IGNORED] * (len(words) - len(found))


def _one_by_one(words: Any, tags: Any, names: Any) -> list[int]:
    left = iter(tags)
    return [
        names.index(tag) if word is not None and (tag := next(left, None)) else IGNORED
        for word in words
    ]


def _counted(words: Any, tags: Any, names: Any) -> list[int]:
    left, found = iter(tags), []
    for place, word in enumerate(words):
        starts = word is not None and _first(words, tags, place)
        found.append(names.index(next(left)) if starts else IGNORED)
    return found


def _by_place(words: Any, tags: Any, names: Any, offset: int) -> list[int]:
    return [
        names.index(tags[place + offset])
        if word is not None and _first(words, tags, place)
        else -100
        for place, word in enumerate(words)
    ]


def _of_words(words: Any, tags: Any, names: Any, ends: int) -> list[int]:
    return [IGNORED] * ends + [names.index(tag) for tag in tags] + [IGNORED] * ends


def _without_later_pieces(words: Any, tags: Any, names: Any, specials: bool) -> list[int]:
    labels = _labels(words, tags, names)
    return [
        label
        for place, label in enumerate(labels)
        if (specials if words[place] is None else _first(words, tags, place))
    ]


def _own_numbers(words: Any, tags: Any, names: Any, order: Callable[[Any, Any], Any]) -> list[int]:
    return _labels(words, tags, order(tags, names))


MISCONCEPTIONS = (
    Misconception(
        "every piece of a word has its tag",
        "Label the first piece alone and give the others -100: else B-LOC on three pieces "
        "says that three places begin, and long words count more than short ones.",
        partial(_labels, later=_number),
    ),
    Misconception(
        "the later pieces have the I- tag of their word",
        "That is another way in use, but here a word counts once: its later pieces get -100, "
        "and the loss passes over them.",
        partial(_labels, later=_inside),
    ),
    Misconception(
        "word 0 counts as no word",
        "0 is a number of a word, and None is not: ask word is not None. A test like if word takes "
        "both for False.",
        partial(_labels, labelled=_not_word_0),
    ),
    Misconception(
        "the last piece of a word has its tag, not the first",
        "Label the first piece, as BERT's paper does. Training and prediction have to read "
        "the same piece.",
        partial(_labels, labelled=_last),
    ),
    Misconception(
        "the later pieces are labelled O",
        "O is an answer: it would teach that the second half of a name is no name. -100 asks "
        "nothing.",
        partial(_labels, later=_outside),
        variants=(partial(_labels, later=_zero),),
    ),
    Misconception(
        "[CLS], [SEP] and padding are labelled O",
        "Give them -100. As O they are counted as easy right answers, and the more padding a "
        "batch has, the lower its loss looks.",
        partial(_labels, special=_outside),
        variants=(partial(_labels, special=_zero),),
    ),
    Misconception(
        "all that should be ignored is labelled O",
        "Use -100, which cross_entropy passes over. 0 and O are classes: specials, padding "
        "and later pieces would be trained on.",
        partial(_labels, later=_outside, special=_outside),
        variants=(partial(_labels, later=_zero, special=_zero),),
    ),
    Misconception(
        "what is ignored has the label -1",
        "cross_entropy passes over -100 (its ignore_index) and refuses -1: there is no such class.",
        partial(_labels, later=lambda tag, names: -1, special=lambda tag, names: -1),
    ),
    Misconception(
        "there is one label for each word, not for each piece",
        "The list has a label for each element of words, -100 at later pieces and specials: the "
        "model scores every piece.",
        partial(_of_words, ends=0),
        variants=(
            partial(_of_words, ends=1),
            partial(_without_later_pieces, specials=True),
            partial(_without_later_pieces, specials=False),
        ),
    ),
    Misconception(
        "words with the tag O are ignored",
        "O is a tag like others, with a place in names: the model has to learn where no name is.",
        partial(_labels, number=lambda tag, names: -100 if tag == "O" else names.index(tag)),
    ),
    Misconception(
        "the tag is looked up by the place of the piece",
        "tags has one element for each word: look it up by the number that words holds, "
        "tags[word], and not by a place in the input.",
        partial(_by_place, offset=0),
        variants=(partial(_by_place, offset=-1),),
    ),
    Misconception(
        "[CLS], [SEP] and padding have no label",
        "Return a label for each piece of the input, with -100 at those three: the model "
        "scores every place, and the lists have to be as long as each other.",
        _without_specials,
    ),
    Misconception(
        "the labels begin at [CLS]",
        "The first word stands behind [CLS], so the labels begin with -100. Now every label "
        "belongs to the piece one place further on.",
        _from_cls_on,
    ),
    Misconception(
        "the tags are dealt out piece by piece",
        "Look up the word of each piece: behind the first word of two pieces, all tags would "
        "stand at the wrong word.",
        _one_by_one,
    ),
    Misconception(
        "the words are counted as they come",
        "Take the tag by the number of the word, tags[word]. A word without a piece never "
        "comes, and from there on a count is one behind.",
        _counted,
    ),
    Misconception(
        "a piece counts as a later one if it has the tag of the piece before",
        "Compare the words, not the tags: two words in a row may both be O, or both B-PER, "
        "and each has a label.",
        partial(_labels, labelled=_another_tag),
    ),
    Misconception(
        "the tags are numbered anew",
        "Take the place in names: it says which output of the model belongs to which tag, and "
        "it must be the same for all sentences.",
        partial(_own_numbers, order=lambda tags, names: sorted(set(tags))),
        variants=(
            partial(_own_numbers, order=lambda tags, names: list(dict.fromkeys(tags))),
            partial(_own_numbers, order=lambda tags, names: sorted(names)),
        ),
    ),
    Misconception(
        "the places in names are counted from 1",
        "The first tag of names has the place 0, as the first output of the model: names.index "
        "counts so.",
        partial(_labels, number=lambda tag, names: names.index(tag) + 1),
    ),
    Misconception(
        "tags are returned, not their numbers",
        "Return names.index(tag): a tensor of labels holds numbers.",
        partial(_labels, number=lambda tag, names: tag),
    ),
)
