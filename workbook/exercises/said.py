"""What is shown below a student's function: words for the student, data for the class report."""

from IPython import get_ipython
from IPython.display import display

from bertlab.edition import EDITION
from workbook.exercises.progress import Kept

FORMAT = 1  # of the metadata; raise it when a reader of the old one would misread the new


def say(text: str, where: tuple[str, str] | None, found: Kept, attempts: int | None = None) -> None:
    """Show an answer; in a notebook, with what was found in the metadata of the output.

    Args:
        text: The words.
        where: The lesson's number and the exercise's name, or None for one outside the lessons.
        found: What was found.
        attempts: How many attempts there were until now; None if they are not counted here.
    """
    if where is None or not hasattr(get_ipython(), "kernel"):
        print(text)
        return
    lesson, name = where
    about = {"format": FORMAT, "edition": EDITION, "lesson": lesson, "exercise": name}
    about |= found._asdict() | {"attempts": attempts}
    display({"text/plain": text}, raw=True, metadata={"bertlab": about})
