"""What generated passages and questions are made of: names, events, and how they are put in words.

``{who}``, ``{where}``, ``{when}`` and ``{number}`` are filled by
``bertlab.datasets.generated.passages``.
"""

from typing import NamedTuple


class Event(NamedTuple):
    """Something a person did, once, with two details.

    Attributes:
        statements: Ways to tell it.
        base: As after *did she*: plant trees.
        past: As after *she*: planted trees.
        verb, verb_past, noun: The parts of the same, where trees are counted.
        place: The word before a place: in, to.
    """

    statements: tuple[str, ...]
    base: str
    past: str
    verb: str = ""
    verb_past: str = ""
    noun: str = ""
    place: str = "in"


def _counted(verb: str, past: str, noun: str, detail: str) -> Event:
    statements = (
        f"{{who}} {past} {{number}} {noun} in {detail}",
        f"in {detail}, {{who}} {past} {{number}} {noun}",
        f"{{number}} {noun} were {past} by {{who}} in {detail}",
    )
    return Event(statements, f"{verb} {noun}", f"{past} {noun}", verb, past, noun)


# Events of a group have the same details, so that a type of answer never decides between them.
GROUPS: dict[tuple[str, str], tuple[Event, ...]] = {
    ("where", "when"): (
        Event(
            (
                "{who} moved to {where} in {when}",
                "in {when}, {who} moved to {where}",
                "{where} is where {who} moved in {when}",
            ),
            "move",
            "moved",
            place="to",
        ),
        Event(
            (
                "{who} opened a bakery in {where} in {when}",
                "in {when}, {who} opened a bakery in {where}",
                "a bakery in {where} was opened by {who} in {when}",
            ),
            "open a bakery",
            "opened a bakery",
        ),
        Event(
            (
                "{who} won the chess prize in {where} in {when}",
                "in {when}, {who} won the chess prize in {where}",
                "the chess prize in {where} was won by {who} in {when}",
            ),
            "win the chess prize",
            "won the chess prize",
        ),
        Event(
            (
                "{who} got married in {where} in {when}",
                "in {when}, {who} got married in {where}",
                "the wedding of {who} was in {where} in {when}",
            ),
            "get married",
            "got married",
        ),
    ),
    ("number", "where"): (
        _counted("plant", "planted", "trees", "{where}"),
        _counted("repair", "repaired", "clocks", "{where}"),
        _counted("paint", "painted", "boats", "{where}"),
    ),
    ("number", "when"): (
        _counted("sell", "sold", "chairs", "{when}"),
        _counted("collect", "collected", "stamps", "{when}"),
        _counted("record", "recorded", "songs", "{when}"),
    ),
}
LINKS = (", while ", ", and ", "; ", ", whereas ")
OPENINGS = (
    "{0}, {1}, {2} and {3} went to the same school in {where}. ",
    "The chronicle of {where} speaks of {0}, {1}, {2} and {3}. ",
    "{0}, {1}, {2} and {3} are friends from {where}. ",
)
CLOSINGS = ("These notes were printed in {when}.", "The last entry was made in {when}.")

# How questions are put. No wording stands in two parts.
QUESTIONS: dict[str, dict[str, tuple[str, ...]]] = {
    "train": {
        "where": ("Where did {who} {base}?", "In which town was it that {who} {past}?"),
        "when": ("When did {who} {base}?", "In which month was it that {who} {past}?"),
        "number": ("How many {noun} did {who} {verb}?", "{who} {verb_past} how many {noun}?"),
        "who by where": ("Who {past} {place} {where}?", "Tell me who {past} {place} {where}."),
        "who by when": ("Who {past} in {when}?", "Tell me who {past} in {when}."),
    },
    "validation": {
        "where": ("Which place did {who} {base} {place}?",),
        "when": ("What was the date when {who} {past}?",),
        "number": ("What number of {noun} did {who} {verb}?",),
        "who by where": ("Which person {past} {place} {where}?",),
        "who by when": ("Which person {past} in {when}?",),
    },
    "test": {
        "where": ("What is the name of the town where {who} {past}?",),
        "when": ("{who} {past} at what time?",),
        "number": ("What is the count of the {noun} that {who} {verb_past}?",),
        "who by where": ("What is the name of the one who {past} {place} {where}?",),
        "who by when": ("What is the name of the one who {past} in {when}?",),
    },
}

FIRST_NAMES = (
    *("Anna", "Ben", "Carl", "Clara", "David", "Dora", "Edith", "Emma", "Felix", "Frank", "Gina"),
    *("Grace", "Henry", "Hugo", "Irene", "Jack", "Julia", "Karen", "Kevin", "Laura", "Leo"),
    *("Maria", "Martin", "Nina", "Nora", "Oscar", "Otto", "Paul", "Peter", "Rita", "Rosa"),
    *("Samuel", "Simon", "Thomas", "Tina", "Vera", "Victor", "Walter", "Wendy", "Zoe"),
)
LAST_NAMES = (
    *("Adams", "Baker", "Berg", "Brown", "Cook", "Fisher", "Hill", "Lake", "Long", "Marsh"),
    *("Moss", "Parker", "Stone", "Taylor", "Wood", "Young"),
)
PLACES = (
    *("Athens", "Berlin", "Boston", "Cairo", "Chicago", "Copenhagen", "Dallas", "Delhi", "Dublin"),
    *("Geneva", "Havana", "Lima", "Lisbon", "London", "Madrid", "Manila", "Milan", "Moscow"),
    *("Munich", "Naples", "New York", "Oslo", "Paris", "Prague", "Quebec", "Rome", "San Diego"),
    *("Seattle", "Seoul", "Stockholm", "Sydney", "Tokyo", "Toronto", "Vienna", "Warsaw", "Zurich"),
)
MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July", "August", "September"),
    *("October", "November", "December"),
)
YEARS = tuple(range(1900, 2000))
NUMBERS = tuple(range(11, 100))
