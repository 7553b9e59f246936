"""The reference of ``word_tags_to_pieces``: it stands in until the student is right."""

from collections.abc import Sequence

from bertlab.finetuning.tagging import IGNORED


def word_tags_to_pieces(
    words: Sequence[int | None], tags: Sequence[str], names: Sequence[str]
) -> list[int]:
    """Give each piece of an input the label that the loss compares with.

    Args:
        words: For each piece the number of its word in the sentence; None for [CLS], [SEP] and
            [PAD]. The pieces of a word stand side by side. A word whose characters the tokenizer
            drops has no piece, and the words at the end may be cut off.
        tags: The tag of each word.
        names: All tags there are, in the order of the model's outputs.

    Returns:
        For the first piece of a word the place of its tag in ``names``; for all others -100.
    """
    labels = []
    before = None
    for word in words:
        labels.append(IGNORED if word is None or word == before else names.index(tags[word]))
        before = word
    return labels
