"""Documents as sentences of ids: joined, cut into segments, checked."""

from collections.abc import Sequence

Document = Sequence[Sequence[int]]  # sentences of ids, without specials


def join(sentences: Document) -> list[int]:
    """Put sentences end to end."""
    return [token for sentence in sentences for token in sentence]


def cut_into_chunks(document: Document, room: int) -> list[tuple[int, int]]:
    """Cut a document into segments of whole sentences that fill a sequence.

    Args:
        document: Sentences of ids; at least two.
        room: Tokens a sequence has for text. A segment ends with the sentence that reaches it.

    Returns:
        (start, end) of each segment, counted in sentences, end exclusive. Each has two sentences or
        more, so that it can be split: a last one by itself joins the segment before.
    """
    chunks, start, length = [], 0, 0
    for index, sentence in enumerate(document):
        length += len(sentence)
        if length >= room and index > start:
            chunks.append((start, index + 1))
            start, length = index + 1, 0
    rest = len(document) - start
    if rest >= 2:
        chunks.append((start, len(document)))
    elif rest == 1 and chunks:
        chunks[-1] = (chunks[-1][0], len(document))
    return chunks


def check_ids(documents: Sequence[Document], vocab_size: int) -> None:
    """Raise ValueError unless all ids are in a vocabulary of this size."""
    for sentence in (sentence for document in documents for sentence in document):
        if min(sentence) < 0 or max(sentence) >= vocab_size:
            raise ValueError(
                f"ids must be in [0, {vocab_size}), got {min(sentence)} to {max(sentence)}"
            )
