"""What generated paraphrases are made of: events with several wordings, and words for their slots.

A paragraph is an event; its wordings are divided by ``|``. ``{who}`` is a person, who has two names
that mean the same; the other slot is a ``{place}``, a ``{thing}`` or a ``{time}``.
"""


def _events(text: str) -> tuple[tuple[str, ...], ...]:
    """Split a text into events, and each into its wordings."""
    return tuple(
        tuple(" ".join(wording.split()) for wording in paragraph.split("|"))
        for paragraph in text.strip().split("\n\n")
    )


EVENTS: dict[str, tuple[tuple[str, ...], ...]] = {
    "train": _events("""
{who} moved to {place}. | {who} now lives in {place}. | {place} is the new home of {who}. | {who}
has changed address and settled in {place}.

{who} was born in {place}. | {place} is the birthplace of {who}. | {who} came into the world in
{place}. | The cradle of {who} stood in {place}.

{who} bought {thing}. | {who} paid for {thing} and took it away. | {thing} was sold to {who}. |
{who} is now the owner of {thing}, after a purchase.

{who} lost {thing}. | {who} cannot find {thing} any more. | {thing} of {who} is missing. | {who}
does not know where {thing} has gone.

{who} broke {thing}. | {thing} fell to pieces in the hands of {who}. | {who} did damage to
{thing}. | Because of {who}, {thing} does not work any longer.

{who} fell ill {time}. | {who} became sick {time}. | The health of {who} got worse {time}. |
{time}, {who} came down with a disease.

{who} got married {time}. | The wedding of {who} took place {time}. | {who} became a spouse
{time}. | {time}, {who} said yes at the altar.

{who} quit the job {time}. | {who} resigned {time}. | {time}, {who} gave up the position. | {who}
stopped working for the company {time}.

{who} won the race in {place}. | In {place}, {who} was the fastest of all. | {who} came first in
the run at {place}. | Nobody beat {who} over the distance in {place}.

{who} repaired {thing}. | {who} fixed {thing}. | {thing} works again, thanks to {who}. | {who} put
{thing} back in order.

{who} is afraid of {thing}. | {thing} frightens {who}. | {who} is scared when near {thing}. | The
sight of {thing} makes {who} tremble.

{who} gave away {thing}. | {who} made a present of {thing}. | Somebody received {thing} as a gift
from {who}. | {who} let others have {thing} for free.

{who} woke up early {time}. | {time}, {who} was out of bed before the others. | {who} got up at an
early hour {time}. | Sleep ended soon for {who} {time}.

{who} opened a restaurant in {place}. | A place to eat was started in {place} by {who}. | {who}
has begun to serve meals to the public in {place}. | {place} has a new eatery, run by {who}.

{who} was arrested in {place}. | The police caught {who} in {place}. | {who} was taken into
custody in {place}. | In {place}, officers put handcuffs on {who}.

{who} missed the train to {place}. | The train to {place} left without {who}. | {who} came too
late to catch the train to {place}. | {who} stood on the platform as the train for {place} pulled
out.

{who} hates {thing}. | {who} cannot stand {thing}. | {thing} is what {who} dislikes most. |
Nothing annoys {who} as much as {thing}.

{who} went to the dentist {time}. | {time}, {who} had a tooth looked at. | {who} saw the dentist
{time}. | A dentist treated {who} {time}.

{who} telephoned {time}. | {who} rang up {time}. | There was a call from {who} {time}. | {time},
the voice of {who} was on the line.

{who} is building a house in {place}. | A home for {who} is under construction in {place}. | In
{place}, the walls of the house of {who} are going up. | {who} is having a new house put up in
{place}.
"""),
    "validation": _events("""
{who} is learning to drive in {place}. | {who} takes driving lessons in {place}. | In {place},
{who} is being taught how to handle a car. | An instructor in {place} shows {who} how to steer.

{who} hid {thing}. | {who} put {thing} where nobody would see it. | {thing} was concealed by
{who}. | {who} found a secret spot for {thing}.

{who} arrived late {time}. | {time}, {who} was not on time. | {who} kept everybody waiting {time}.
| The others were already there when {who} came in {time}.

{who} painted {thing}. | {who} covered {thing} with fresh color. | {thing} got a new coat of paint
from {who}. | {who} used a brush to change the look of {thing}.
"""),
    "test": _events("""
{who} died in {place}. | {who} passed away in {place}. | The life of {who} came to an end in
{place}. | {place} is where {who} drew a last breath.

{who} is on holiday in {place}. | {who} is spending the vacation in {place}. | {who} has gone to
{place} to relax for some weeks. | {place} is where {who} rests from work.

{who} studies medicine in {place}. | {who} goes to medical school in {place}. | In {place}, {who}
is learning to treat the sick. | The university of {place} is teaching {who} how to heal.

{who} had an accident in {place}. | {who} was involved in a crash in {place}. | In {place}, {who}
was hurt in a collision. | A car hit {who} on a street in {place}.

{who} found work in {place}. | {who} was hired in {place}. | A firm in {place} gave {who} a job. |
{who} is no longer unemployed, thanks to an employer in {place}.

{who} stole {thing}. | {who} took {thing} without permission. | {thing} was robbed by {who}. |
{who} walked off with {thing} that belonged to somebody else.

{who} sold {thing}. | {who} found a buyer for {thing}. | {who} got money for {thing}. | {thing}
changed hands, and {who} was paid.

{who} cleaned {thing}. | {who} washed the dirt off {thing}. | {thing} is spotless, because of
{who}. | {who} scrubbed {thing} until it shone.

{who} would like to have {thing}. | {who} wishes for {thing}. | {thing} is what {who} dreams of
owning. | {who} longs to possess {thing}.

{who} threw away {thing}. | {who} put {thing} into the garbage. | {thing} ended in the bin of
{who}. | {who} got rid of {thing}.

{who} stayed at home {time}. | {who} did not go out {time}. | {time}, {who} remained indoors. |
{time}, {who} never left the house.

{who} had a baby {time}. | {who} became a parent {time}. | A child was born to {who} {time}. |
{time}, the family of {who} grew by one.

{who} cried a lot {time}. | {time}, {who} was in tears. | {who} could not stop weeping {time}. |
{time}, there was no end to the sobbing of {who}.

{who} cooked dinner {time}. | {who} prepared the evening meal {time}. | {time}, {who} stood at the
stove and made supper. | The food on the table {time} was made by {who}.
"""),
}

PERSONS: dict[str, tuple[tuple[str, str], ...]] = {
    "train": (
        ("the doctor", "the physician"),
        ("the lawyer", "the attorney"),
        ("the boss", "the manager"),
        ("the policeman", "the police officer"),
        ("the writer", "the author"),
        ("the sailor", "the seaman"),
        ("the cook", "the chef"),
        ("the guest", "the visitor"),
        ("the shopkeeper", "the owner of the store"),
        ("the thief", "the burglar"),
        ("the pianist", "the piano player"),
        ("the detective", "the investigator"),
    ),
    "validation": (
        ("the journalist", "the reporter"),
        ("the actor", "the performer"),
        ("the boy", "the young lad"),
        ("the customer", "the client"),
        ("the gardener", "the man who tends the garden"),
        ("the judge", "the magistrate"),
    ),
    "test": (
        ("the teacher", "the schoolmaster"),
        ("the soldier", "the trooper"),
        ("the singer", "the vocalist"),
        ("the tourist", "the traveler"),
        ("the priest", "the clergyman"),
        ("the driver", "the motorist"),
        ("the scientist", "the researcher"),
        ("the farmer", "the owner of the farm"),
        ("the student", "the college girl"),
        ("the painter", "the artist"),
    ),
}

DETAILS: dict[str, dict[str, tuple[str, ...]]] = {
    "train": {
        "place": (
            *("Rome", "Oslo", "Cairo", "Boston", "Vienna", "Tokyo", "Lima", "Delhi", "Lisbon"),
            *("Brussels", "Havana", "Seattle"),
        ),
        "thing": (
            *("the old clock", "the red car", "the piano", "the camera", "the big dog"),
            *("the wooden table", "the white boat", "the mirror", "the radio", "the ladder"),
            *("the suitcase", "the lamp"),
        ),
        "time": (
            *("on Monday", "on Tuesday", "in May", "in June", "last year", "in March"),
            *("after the war", "two weeks ago", "at noon", "before the exam", "in autumn"),
            "on the first day",
        ),
    },
    "validation": {
        "place": ("Paris", "Madrid", "Chicago", "Berlin", "Prague", "Seoul"),
        "thing": ("the box", "the door", "the black chair", "the gun", "the wagon", "the drum"),
        "time": (
            *("on Friday", "in July", "yesterday", "during the storm", "at Christmas"),
            "in the afternoon",
        ),
    },
    "test": {
        "place": (
            *("London", "Athens", "Moscow", "Sydney", "Dublin", "Toronto", "Warsaw", "Mumbai"),
            *("Nairobi", "Stockholm", "Istanbul", "Miami", "Zurich", "Bangkok"),
        ),
        "thing": (
            *("the gold ring", "the bicycle", "the guitar", "the blue coat", "the computer"),
            *("the carpet", "the telephone", "the silver spoon", "the sofa", "the umbrella"),
            *("the knife", "the motorcycle", "the telescope", "the leather bag"),
        ),
        "time": (
            *("on Thursday", "on Sunday", "in October", "last night", "in winter"),
            *("during the election", "after the concert", "on Saturday", "in February"),
            *("in the morning", "three days ago", "in summer", "on a rainy day", "at midnight"),
        ),
    },
}
