"""The misconceptions about ``show_group``, each a wrong function with advice."""

from lessons.l12_explanations.exercises.show_group import slips

from functools import partial

from workbook.exercises import Misconception

MISCONCEPTIONS = (
    Misconception(
        "present is inverted",
        "True means that the token is there. Inverted, every value comes out as that of the "
        "opposite group.",
        partial(slips.show, inverted=True),
    ),
    Misconception(
        "present is read from [CLS] on, so specials are hidden",
        "present has a truth value for each player only. [CLS] and [SEP] stay: a model has "
        "never seen an input without them, and [CLS] is what the classifier reads.",
        partial(slips.show, places=slips.from_the_first),
    ),
    Misconception(
        "everything between the first and the last token is taken for a player",
        "A pair has a [SEP] in its middle, and a batch has [PAD]s at its end: ask whether the "
        "id is special, not whether the place is an end.",
        partial(slips.show, places=slips.between_the_ends),
    ),
    Misconception(
        "tokens are hidden by their id, so equal ones go the same way",
        "Each occurrence is a player of its own, with a truth value of its own: hide places, not "
        "ids.",
        partial(slips.show, widen=slips.equal_ones_too),
        variants=(
            partial(slips.show, lookup=slips.last_of_equals),
            partial(slips.show, lookup=slips.first_of_equals),
        ),
    ),
    Misconception(
        "removal looks for the id, and finds an equal token elsewhere",
        "list.remove takes the first token with this id, and a test of ids takes them all. Keep "
        "what is present by its place.",
        partial(slips.show, remove=slips.remove_by_value),
        variants=(partial(slips.show, remove=slips.remove_equal_ones),),
    ),
    Misconception(
        "tokens are deleted one by one, while the places behind them change",
        "After a deletion all later tokens move one place to the front. Write those that stay "
        "into a new list.",
        partial(slips.show, remove=slips.delete_in_turn),
    ),
    Misconception(
        "a truth value is spent on each special token, too",
        "present has values for players only: go on to the next one only at a token that is not "
        "in special_ids. Places in the input and in present are not the same.",
        slips.spent_on_specials,
        variants=(slips.at(0), slips.at(0, specials_too=True), slips.every_next),
    ),
    Misconception(
        "a token's truth value is read one place too early",
        "That holds as long as [CLS] is the only special token before: a pair has a [SEP] in its "
        "middle. Count the tokens that are no specials.",
        slips.at(-1),
        variants=(slips.at(-1, specials_too=True),),
    ),
    Misconception(
        "of the specials only the first and the last are kept",
        "Keep each special token where it is: a pair has a [SEP] in its middle, padding more than "
        "one [PAD], and an input may begin or end without any.",
        slips.ends_only,
    ),
    Misconception(
        "a [MASK] of the text is taken for a special token",
        "Special is what special_ids holds. A [MASK] that the text had before is a token like "
        "others, with a truth value of its own.",
        partial(slips.show, places=slips.without_masks),
    ),
    Misconception(
        "the input without them is not shortened",
        "In the second list absent tokens leave no place: take the tokens that stay, and nothing "
        "for the others.",
        partial(slips.show, remove=slips.mask_absent),
    ),
    Misconception(
        "the two lists are exchanged",
        "Return first the input with mask_id, then the shorter one.",
        slips.exchanged,
    ),
    Misconception(
        "one [MASK] stands for several neighbors",
        "Put one [MASK] for each absent token: then the length stays, and so do the positions "
        "of all other tokens.",
        partial(slips.show, mask=slips.one_mask_for_a_run),
    ),
    Misconception(
        "absent tokens become [PAD]",
        "Use mask_id. [PAD] is for places behind the text that attention never sees; in its "
        "midst it is a piece like any other, one the model has not learned.",
        partial(slips.show, mask=slips.pad_absent),
    ),
    Misconception(
        "the shortened input is padded to the old length",
        "Removal closes the text up, and that is all. Padding comes later, when texts of "
        "different lengths share a batch.",
        partial(slips.show, remove=slips.close_up_and_pad),
    ),
    Misconception(
        "removal drops every [MASK], also one that was in the text",
        "Remove what is absent, by its place. A [MASK] that the text had before is a token "
        "like others, and present says whether it stays.",
        partial(slips.show, remove=slips.drop_every_mask),
    ),
    Misconception(
        "removal drops the specials as well",
        "[CLS] and [SEP] stay in the shortened input: the model expects its frame around the "
        "shortest text.",
        slips.players_only,
    ),
)
