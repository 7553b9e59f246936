"""Words of generated scenes: things, what people do with them, and who has which."""

from typing import NamedTuple


class Use(NamedTuple):
    """What people do with things of a kind.

    Attributes:
        known: Things of all parts.
        new: Things of the test alone.
        endings: Two for training, one for validation, one for the test.
    """

    known: tuple[str, ...]
    new: tuple[str, ...]
    endings: tuple[str, str, str, str]


class Contexts(NamedTuple):
    """Wordings: {n} is a person, who has {x}; {a} and {b} are things that {n} does not have."""

    train: tuple[str, ...]
    validation: tuple[str, ...]
    test: tuple[str, ...]


USES: dict[str, Use] = {
    "music": Use(
        ("violin", "guitar", "flute", "trumpet"),
        ("cello", "harmonica"),
        (
            "played a slow melody",
            "practiced a song for the concert",
            "made music with some friends",
            "tuned it and hit a wrong note",
        ),
    ),
    "cutting": Use(
        ("knife", "saw", "axe", "cleaver"),
        ("hatchet", "dagger"),
        (
            "cut a rope into two pieces",
            "chopped off a branch",
            "sliced through a piece of wood",
            "was careful with the sharp blade",
        ),
    ),
    "reading": Use(
        ("novel", "newspaper", "magazine", "dictionary"),
        ("encyclopedia", "comic"),
        (
            "turned the pages one by one",
            "read until midnight",
            "looked for a certain paragraph",
            "studied the text on the cover",
        ),
    ),
    "riding": Use(
        ("bicycle", "motorcycle", "car", "truck"),
        ("scooter", "van"),
        (
            "went down the road at full speed",
            "stopped at a red light",
            "was at the station in five minutes",
            "was soon stuck in traffic",
        ),
    ),
    "eating": Use(
        ("apple", "sandwich", "cookie", "pizza"),
        ("banana", "muffin"),
        (
            "took a big bite",
            "ate half of it",
            "chewed with an open mouth",
            "was no longer hungry",
        ),
    ),
    "drinking": Use(
        ("juice", "lemonade", "coffee", "milk"),
        ("tea", "cocoa"),
        (
            "took a small sip",
            "drank it in one go",
            "emptied the whole cup",
            "was no longer thirsty",
        ),
    ),
    "clothes": Use(
        ("coat", "sweater", "jacket", "shirt"),
        ("cardigan", "blouse"),
        (
            "put it on at once",
            "wore it for the rest of the day",
            "looked in the mirror to see how it fit",
            "found that the sleeves were too long",
        ),
    ),
    "animals": Use(
        ("puppy", "kitten", "rabbit", "hamster"),
        ("parrot", "lamb"),
        (
            "stroked it gently",
            "fed it twice a day",
            "taught it a little trick",
            "took it to the vet",
        ),
    ),
    "gardening": Use(
        ("shovel", "rake", "spade", "hoe"),
        ("pickaxe", "trowel"),
        (
            "dug a hole in the garden",
            "loosened the soil",
            "made a bed for the potatoes",
            "worked the hard earth",
        ),
    ),
    "sport": Use(
        ("football", "basketball", "volleyball", "baseball"),
        ("handball", "softball"),
        (
            "threw it to a player of the team",
            "scored a point",
            "trained for the next match",
            "won the game",
        ),
    ),
    "writing": Use(
        ("pencil", "pen", "marker", "crayon"),
        ("ballpoint", "quill"),
        (
            "wrote down an address",
            "drew a small picture",
            "made notes on a sheet of paper",
            "signed a letter",
        ),
    ),
    "light": Use(
        ("lamp", "candle", "torch", "lantern"),
        ("flashlight", "lightbulb"),
        (
            "lit up the dark room",
            "could see at night",
            "made the cellar bright",
            "drove away the darkness",
        ),
    ),
}

CONTEXTS: dict[str, Contexts] = {
    "one thing": Contexts(
        (
            "{n} chose the {x}.",
            "In the end {n} decided to take the {x}.",
            "{n} was given the {x}.",
            "It was the {x} that {n} asked for.",
            "Somebody left the {x} to {n}.",
        ),
        ("{n} borrowed the {x}.",),
        ("At last the {x} belonged to {n}.", "{n} kept the {x}."),
    ),
    "three things": Contexts(
        (
            "{n} chose the {x}, not the {a} or the {b}.",
            "The {a} and the {b} were left behind, and {n} decided to take the {x}.",
            "{n} was given the {x}. The {a} and the {b} went to somebody else.",
            "Nobody wanted the {a} or the {b}, but {n} asked for the {x}.",
            "Instead of the {a} or the {b}, {n} took the {x}.",
            "{n} took the {x} and put back the {a} and the {b}.",
            "{n} sold the {a} and the {b} but not the {x}.",
            "{n} has the {x}. The {a} and the {b} belong to a friend.",
            "{n} left the {a} and the {b} at home and brought the {x}.",
            "{n} wanted the {a} and the {b}, but got only the {x}.",
            "After the sale of the {a} and the {b}, {n} had only the {x}.",
            "{n} lost the {a} and the {b}. The {x} is still there.",
        ),
        ("{n} borrowed the {x}. The {a} and the {b} stayed in the shop.",),
        (
            "The {a} and the {b} were sold already, so {n} got the {x}.",
            "{n} kept the {x} and gave away the {a} and the {b}.",
        ),
    ),
}
