"""The running table of the language models: held-out perplexity, parameters, seconds.

Each lesson's recorded run keeps its rows under ``results["scoreboard"]``, as ``entry`` writes them.
A lesson shows its own rows below those of the lessons before:

    print(table(recorded("ngram_perplexity"), recorded("nnlm")))

All rows are about the same test split, vocabulary and way of counting (those of
``bertlab.predecessors.ngrams.corpus``), or they could not stand in one table.
"""

import math
from collections.abc import Mapping
from typing import Any, NamedTuple


class Row(NamedTuple):
    """One model.

    Attributes:
        model: Its name.
        perplexity: On the test split; the mean where several seeds were run.
        parameters: How many numbers the fitted model stores.
        seconds: To fit it, on the hardware of the record.
        deviation: Standard deviation of the perplexity over seeds; None for a model that has none.
    """

    model: str
    perplexity: float
    parameters: int
    seconds: float
    deviation: float | None = None


def entry(row: Row) -> dict[str, Any]:
    """Turn a row into what a record keeps. JSON has no infinity: it becomes None."""
    finite = math.isfinite(row.perplexity)
    return {**row._asdict(), "perplexity": row.perplexity if finite else None}


def rows(record: Mapping[str, Any]) -> tuple[Row, ...]:
    """Read the rows of a record.

    Raises:
        ValueError: If the record has no rows, or one with other fields.
    """
    entries = record.get("results", {}).get("scoreboard")
    if not entries:
        raise ValueError(f"expected rows under results.scoreboard, got {entries!r}")
    found = []
    for fields in entries:
        if set(fields) != set(Row._fields):
            raise ValueError(f"expected the fields {Row._fields}, got {tuple(fields)}")
        perplexity = math.inf if fields["perplexity"] is None else fields["perplexity"]
        found.append(Row(**{**fields, "perplexity": perplexity}))
    return tuple(found)


def table(*records: Mapping[str, Any]) -> str:
    """Lay out the rows of several records, the highest perplexity first.

    Example of a line:
        ``trigram, add-k                   825.20            253,122            0.40``
    """
    every = sorted((row for record in records for row in rows(record)), key=lambda row: row.model)
    every.sort(key=lambda row: -row.perplexity)
    width = max(len(row.model) for row in every)
    lines = [f"{'model':<{width}}  test perplexity   parameters  seconds to fit"]
    for row in every:
        deviation = "" if row.deviation is None else f" ± {row.deviation:.1f}"
        perplexity = "infinite" if math.isinf(row.perplexity) else f"{row.perplexity:.1f}"
        lines.append(
            f"{row.model:<{width}}  {perplexity + deviation:>15}  {row.parameters:>11,}"
            f"  {row.seconds:>14,.2f}"
        )
    return "\n".join(lines)
