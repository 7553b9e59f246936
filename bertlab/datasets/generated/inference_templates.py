"""Wordings of premises and hypotheses, family by family.

A template is a paragraph: premise | hypothesis | its opposite. ``{0}``, ``{1}``, ``{2}`` ... are
filled with names (of persons or things), other slots as
``bertlab.datasets.generated.inference_words`` says. The hypothesis speaks of ``{a}`` and perhaps
``{b}``, which are among the names of the premise: in which of its slots they stand decides the
label. The sentences of a premise may come in any order.
"""

from bertlab.datasets.generated.inference_words import CHAIN, FIRST, ONE_EACH, ORDERED, Family


def _lines(text: str) -> tuple[str, ...]:
    """Split a text into templates: one a paragraph, whatever its line breaks."""
    return tuple(" ".join(part.split()) for part in text.strip().split("\n\n"))


FAMILIES: dict[str, Family] = {
    "place": Family(*ONE_EACH, "person", *map(_lines, ("""
{0} lives in {x}. {1} lives in {y}. Nobody knows where {2} lives.
| {a} lives in {x}. | {a} does not live in {x}.

{0} was born in {x}. {1} was born in {y}. It is not known where {2} was born.
| {a} was born in {x}. | {a} was not born in {x}.

{0} spent the summer in {x}. {1} spent the summer in {y}. Nobody asked {2} about the summer.
| {a} spent the summer in {x}. | {a} did not spend the summer in {x}.

The office of {0} is in {x}. The office of {1} is in {y}. The office of {2} is not on the map.
| {a} has an office in {x}. | {a} has no office in {x}.

{0} is staying in {x} tonight. {1} is staying in {y} tonight. Where {2} is staying is a secret.
| {a} is in {x} tonight. | {a} is not in {x} tonight.
""", """
{0} works in {x}. {1} works in {y}. We could not find out where {2} works.
| {a} works in {x}. | {a} does not work in {x}.
""", """
{0} is buried in {x}. {1} is buried in {y}. The grave of {2} has not been found.
| The grave of {a} is in {x}. | The grave of {a} is not in {x}.

{0} grew up in {x}. {1} grew up in {y}. {2} does not speak of those years.
| {a} grew up in {x}. | {a} did not grow up in {x}.
"""))),
    "negation": Family(*ONE_EACH, "person", *map(_lines, ("""
{0} bought {thing}. {1} did not buy {thing}. Nobody asked {2}.
| {a} bought {thing}. | {a} did not buy {thing}.

{0} came to the party. {1} did not come to the party. Nobody remembers {2}.
| {a} came to the party. | {a} did not come to the party.

{0} has {thing}. {1} does not have {thing}. We did not ask {2}.
| {a} has {thing}. | {a} does not have {thing}.

{0} can swim. {1} cannot swim. {2} was not tested.
| {a} can swim. | {a} cannot swim.

{0} likes {x}. {1} has never liked {x}. {2} has no time to talk.
| {a} likes {x}. | {a} does not like {x}.
""", """
{0} speaks French. {1} does not speak French. {2} gave no answer.
| {a} speaks French. | {a} does not speak French.
""", """
{0} has read the book. {1} has not read the book. {2} said nothing.
| {a} has read the book. | {a} has not read the book.

{0} paid the bill. {1} refused to pay the bill. The list does not mention {2}.
| {a} paid the bill. | {a} did not pay the bill.
"""))),
    "modality": Family(*ONE_EACH, "person", *map(_lines, ("""
{0} is certainly {job}. {1} is certainly not {job}. {2} may be {job}.
| {a} is {job}. | {a} is not {job}.

It is true that {0} left. It is false that {1} left. It is possible that {2} left.
| {a} left. | {a} did not leave.

We know that {0} is {job}. We know that {1} is not {job}. We hope that {2} is {job}.
| {a} is {job}. | {a} is not {job}.

{0} managed to open the box. {1} failed to open the box. {2} was asked to open the box.
| {a} opened the box. | {a} did not open the box.

{0} remembered to call. {1} forgot to call. {2} promised to call.
| {a} called. | {a} did not call.
""", """
{0} is in fact married. {1} only pretends to be married. {2} is perhaps married.
| {a} is married. | {a} is not married.
""", """
It is a fact that {0} won. It is not the case that {1} won. Some believe that {2} won.
| {a} won. | {a} did not win.

{0} actually works as {job}. {1} by no means works as {job}. {2} would like to work as {job}.
| {a} works as {job}. | {a} does not work as {job}.
"""))),
    "quantifier": Family(((0,),), ((1,),), ((2,),), "things", *map(_lines, ("""
All of the {0} are {color}. At least some of the {1} are {color}. None of the {2} are {color}.
| All of the {a} are {color}. | Not all of the {a} are {color}.

Every one of the {0} is broken. At least one of the {1} is broken. Not one of the {2} is broken.
| Most of the {a} are broken. | At most half of the {a} are broken.

All of the {0} were sold. At least a few of the {1} were sold. None of the {2} were sold.
| Every one of the {a} was sold. | At least one of the {a} was not sold.

The {0} are all clean. At least some of the {1} are clean. None of the {2} are clean.
| Most of the {a} are clean. | At most half of the {a} are clean.
""", """
All of the {0} are new. At least one of the {1} is new. None of the {2} are new.
| Each of the {a} is new. | Not each of the {a} is new.
""", """
Each of the {0} was lost. At least some of the {1} were lost. No {2} were lost.
| All of the {a} were lost. | Not all of the {a} were lost.

The {0} are without exception {color}. At least one of the {1} is {color}. No {2} are {color}.
| Most of the {a} are {color}. | At most half of the {a} are {color}.
"""))),
    "comparison": Family(*FIRST, "person", *map(_lines, ("""
{0} is taller than {1} and {2}. | {a} is taller than {b}. | {a} is not taller than {b}.

{0} is older than both {1} and {2}. | {b} is younger than {a}. | {b} is not younger than {a}.

{0} ran faster than {1} and {2} did. | {a} ran faster than {b}. | {a} did not run faster than {b}.

Neither {1} nor {2} is as strong as {0}. | {a} is stronger than {b}. | {a} is not stronger than {b}.

Unlike {1} and {2}, {0} won the race. | {a} was ahead of {b}. | {a} was not ahead of {b}.

{1} and {2} are poorer than {0}. | {a} is richer than {b}. | {a} is not richer than {b}.
""", """
{0} is heavier than {1} and {2}. | {a} is heavier than {b}. | {a} is not heavier than {b}.
""", """
{0} earns more than {1} and {2}. | {a} earns more than {b}. | {a} does not earn more than {b}.

{0} is smarter than {1} and also than {2}.
| {a} is smarter than {b}. | {a} is not smarter than {b}.
"""))),
    "time": Family(*ORDERED, "person", *map(_lines, ("""
{0} arrived in {early} {year1}. {1} arrived in {late} {year1}. Nobody knows when {2} arrived.
| {a} arrived before {b}. | {a} did not arrive before {b}.

{1} was born in {year2}. {0} was born in {year1}. The birth year of {2} is not known.
| {a} is older than {b}. | {a} is not older than {b}.

{0} left before noon. {1} left after noon. Nobody saw {2} leave.
| {a} left earlier than {b}. | {a} did not leave earlier than {b}.

{1} moved in {year2}. {0} moved in {year1}. {2} moved at some time.
| {b} moved later than {a}. | {b} did not move later than {a}.
""", """
{0} called in {early} {year1}. {1} called in {late} {year1}. There is no date for the call of {2}.
| {a} called before {b}. | {a} did not call before {b}.
""", """
{0} died in {year1}. {1} died in {year2}. The year in which {2} died is not known.
| {a} died before {b}. | {a} did not die before {b}.

{0} finished in {early} {year1}. {1} finished in {late} {year1}. {2} finished at some time.
| {a} finished earlier than {b}. | {a} did not finish earlier than {b}.
"""))),
    "quantity": Family(*ORDERED, "person", *map(_lines, ("""
{0} has {many} {things}. {1} has {few} {things}. {2} has some {things}.
| {a} has more {things} than {b}. | {a} does not have more {things} than {b}.

{1} sold {few} {things}. {0} sold {many} {things}. {2} did not count the {things}.
| {b} sold fewer {things} than {a}. | {b} did not sell fewer {things} than {a}.

{0} found {many} {things}. {1} found {few} {things}. Nobody knows how many {things} {2} found.
| {a} found more {things} than {b}. | {a} did not find more {things} than {b}.

{1} lost {few} {things}. {0} lost {many} {things}. The number of {things} {2} lost is not known.
| {a} lost more {things} than {b}. | {a} did not lose more {things} than {b}.
""", """
{0} bought {many} {things}. {1} bought {few} {things}. {2} bought some {things}.
| {a} bought more {things} than {b}. | {a} did not buy more {things} than {b}.
""", """
{0} made {many} {things}. {1} made {few} {things}. {2} kept the number of {things} secret.
| {a} made more {things} than {b}. | {a} did not make more {things} than {b}.

{1} carried {few} {things}. {0} carried {many} {things}. {2} carried some {things}.
| {b} carried fewer {things} than {a}. | {b} did not carry fewer {things} than {a}.
"""))),
    "two steps": Family(*ONE_EACH, "object", *map(_lines, ("""
The {0} is in the box. The {1} is in the bag. The {2} is in the basket.
The box is in the {room1}. The bag is in the {room2}. Nobody knows where the basket is.
| The {a} is in the {room1}. | The {a} is not in the {room1}.

{p} has the {0}. {q} has the {1}. {r} has the {2}.
{p} is in {x}. {q} is in {y}. Nobody knows where {r} is.
| The {a} is in {x}. | The {a} is not in {x}.

The {0} is on the table. The {1} is on the shelf. The {2} is on the chair.
The table is in the {room1}. The shelf is in the {room2}. Nobody knows where the chair is now.
| The {a} is in the {room1}. | The {a} is not in the {room1}.
""", """
The {0} is in the car. The {1} is in the boat. The {2} is in the bus.
The car is in {x}. The boat is in {y}. The bus may be anywhere.
| The {a} is somewhere in {x}. | The {a} is nowhere in {x}.
""", """
The {0} is under the coat. The {1} is under the hat. The {2} is under the blanket.
The coat is in the {room1}. The hat is in the {room2}. Nobody can find the blanket.
| The {room1} is where the {a} is. | The {room1} is not where the {a} is.

{p} keeps the {0} in a pocket. {q} keeps the {1} in a pocket. {r} keeps the {2} in a pocket.
{p} is now in {x}. {q} is now in {y}. We do not know where {r} is now.
| The {a} is now in {x}. | The {a} is not in {x} now.
"""))),
    "chain": Family(*CHAIN, "person", *map(_lines, ("""
{0} is taller than {1}, who is taller than {2}. Nobody has measured {3}.
| {a} is taller than {b}. | {a} is not taller than {b}.

{0} arrived before {1}, who arrived before {2}. Nobody saw when {3} arrived.
| {b} arrived after {a}. | {b} did not arrive after {a}.

{0} is older than {1}, who is older than {2}. The age of {3} is not known.
| {b} is younger than {a}. | {b} is not younger than {a}.

{2} has less money than {1}, who has less money than {0}. {3} never speaks of money.
| {a} has more money than {b}. | {a} does not have more money than {b}.
""", """
{0} is louder than {1}, who is louder than {2}. {3} was not there.
| {a} is louder than {b}. | {a} is not louder than {b}.
""", """
{0} jumped higher than {1}, who jumped higher than {2}. The jump of {3} was not measured.
| {a} jumped higher than {b}. | {a} did not jump higher than {b}.

{0} woke up before {1}, who woke up before {2}. When {3} woke up is not known.
| {a} woke up earlier than {b}. | {a} did not wake up earlier than {b}.
"""))),
}  # fmt: skip
