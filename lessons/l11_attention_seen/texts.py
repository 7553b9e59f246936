"""Held-out texts to measure attention on: sentences, and pairs of neighbors."""

from bertlab.pretraining.corpora import corpus
from bertlab.text.wordpiece import WordPieceTokenizer

SHORTEST, LONGEST = 8, 48  # pieces, without specials
# A sentence, its two nouns, and two sentences that follow: in the first "it" is the living one.
WHICH_IS_MEANT = (
    ("The cat sat on the mat.", "cat", "mat", "It was tired and slept.", "It was woven from wool."),
    ("The dog dropped the ball.", "dog", "ball", "It was hungry.", "It was made of rubber."),
    ("The horse pulled the cart.", "horse", "cart", "It was thirsty.", "It was built of wood."),
    ("The bird left the nest.", "bird", "nest", "It wanted to fly.", "It was built of twigs."),
    ("The mouse ate the cheese.", "mouse", "cheese", "It was hungry.", "It smelled strong."),
    ("The baby broke the cup.", "baby", "cup", "It was tired and cried.", "It was full of tea."),
    ("The lion watched the river.", "lion", "river", "It was thirsty.", "It was deep and cold."),
    ("The cow stood by the gate.", "cow", "gate", "It was hungry.", "It was painted green."),
)
_TURNED = (  # the same nouns, the other one first
    "The mat lay under the cat.",
    "The ball was dropped by the dog.",
    "The cart was pulled by the horse.",
    "The nest was left by the bird.",
    "The cheese was eaten by the mouse.",
    "The cup was broken by the baby.",
    "The river was watched by the lion.",
    "The gate stood near the cow.",
)
TURNED = tuple(
    (sentence, *others) for sentence, (_, *others) in zip(_TURNED, WHICH_IS_MEANT, strict=True)
)


def held_out_sentences(
    name: str, tokenizer: WordPieceTokenizer, number: int, longest: int = LONGEST
) -> list[str]:
    """Return sentences that no model here was trained on, spread evenly over a corpus.

    Args:
        name: Of the corpus.
        tokenizer: Counts pieces: a sentence has at least ``SHORTEST``.
        number: How many.
        longest: Most pieces of a sentence.

    Raises:
        ValueError: If there are not so many, or no corpus of that name.
    """
    fitting = [
        sentence
        for document in corpus(name).validation
        for sentence in document
        if SHORTEST <= len(tokenizer.text_ids(sentence)) <= longest
    ]
    return _spread(fitting, number)


def held_out_pairs(
    name: str, tokenizer: WordPieceTokenizer, number: int
) -> tuple[list[str], list[str]]:
    """Return first and second texts: sentences that follow each other, spread over a corpus.

    Each sentence has ``SHORTEST`` pieces or more; a pair has up to 2 x ``LONGEST`` together.

    Raises:
        ValueError: If there are not so many, or no corpus of that name.
    """
    fitting = []
    for document in corpus(name).validation:
        sizes = [len(tokenizer.text_ids(sentence)) for sentence in document]
        for place in range(len(document) - 1):
            first, second = sizes[place : place + 2]
            if min(first, second) >= SHORTEST and first + second <= 2 * LONGEST:
                fitting.append((document[place], document[place + 1]))
    found = _spread(fitting, number)
    return [first for first, _ in found], [second for _, second in found]


def _spread(texts: list, number: int) -> list:
    """Return some texts, evenly spread."""
    if not 1 <= number <= len(texts):
        raise ValueError(f"expected from 1 to {len(texts)} texts, got {number}")
    return [texts[i * len(texts) // number] for i in range(number)]
