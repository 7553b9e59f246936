"""The reference of ``wrong_facts``."""

Facts = dict[str, list[list[str]]]


def wrong_facts(facts: Facts) -> Facts:
    """Give each word the facts of the next one, and the last word those of the first.

    Args:
        facts: Of each word a list of facts, each of them a list of words.

    Returns:
        The same words in the same order; a word alone has an empty list.
    """
    if len(facts) < 2:
        return {word: [] for word in facts}
    lists = list(facts.values())
    return dict(zip(facts, lists[1:] + lists[:1], strict=True))
