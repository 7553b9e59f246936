"""Like with like: rankings with a sign among themselves, sizes among themselves.

The texts are those of ``faithfulness``, and so are the budget of SHAP and the way of hiding; there
are more methods, and the same values without their sign. The second half asks which token each
method ranks first in the short texts that the classifier gets wrong. Nothing is chosen by the
result. Budget: a quarter of an hour of one core.
"""

from lessons.l12_explanations import measure
from lessons.l12_explanations.experiments import faithfulness

from typing import Any

from bertlab.datasets import movie_reviews
from bertlab.finetuning.sentiment import movie_classifier
from bertlab.inspection.explain import Explainer
from bertlab.text.wordpiece import WordPieceTokenizer
from workbook.records import one_thread

CONFIGURATION: dict[str, Any] = {
    **{name: faithfulness.CONFIGURATION[name] for name in ("classifier", "texts", "tokens")},
    "max_evals": measure.BUDGET,  # inputs that SHAP may ask for, for a text
    "steps": measure.gradients.STEPS,  # of integrated gradients
    "wrong": None,  # how many wrong predictions: all
}
SLICE: dict[str, Any] = {"texts": 2, "wrong": 1}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Measure all methods, on one thread.

    Returns:
        ``areas``: for each method the area under the deletion curve of each text, in logits.
        ``first``: for each method with its own way of ranking the place of the token that it ranks
        first, in each short text that is classified wrongly.
    """
    with one_thread():
        return _measure(configuration)


def _measure(configuration: dict[str, Any]) -> dict[str, Any]:
    model = movie_classifier(configuration["classifier"])
    explainer = Explainer(model, WordPieceTokenizer.from_folder("minilm"))
    games = measure.snippets(explainer, configuration["texts"], *configuration["tokens"])
    areas = measure.areas(games, measure.values_of(games))
    wrong, _, _ = measure.fooled(explainer, movie_reviews().test)
    return {
        "areas": {name: [round(a, 4) for a in found.tolist()] for name, found in areas.items()},
        "first": {
            name: measure.ranked_first(wrong[: configuration["wrong"]], method)
            for name, method in measure.METHODS.items()
        },
    }
