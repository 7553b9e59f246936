"""The edition of the package: a notebook says to which one it belongs, and another one stops it.

Notebooks are copied, kept for years and opened beside whatever package is there. The first cell of
each one compares editions, so that a reader gets a sentence and no ImportError twenty cells later.
"""

EDITION = 3  # raise it when notebooks built before would not run any more


def check_edition(notebook: int) -> None:
    """Stop a notebook that belongs to another edition than this package.

    Args:
        notebook: The edition that the notebook was built for.

    Raises:
        SystemExit: If the editions differ. The message says which is older, and what to do.
    """
    if notebook < EDITION:
        raise SystemExit(
            f"This notebook is of edition {notebook}, and the workbook here is newer: edition "
            f"{EDITION}. Open the same lesson of edition {EDITION}, and copy your answers into it."
        )
    if notebook > EDITION:
        raise SystemExit(
            f"This notebook is of edition {notebook}, and the workbook here is older: edition "
            f"{EDITION}. Update the workbook (in Colab or Kaggle: upload the newer "
            "bert-workbook.zip and restart), then run this cell again."
        )
