"""Looking into a trained BERT: attention measured, changed and drawn, and predictions explained.

``attention_seen`` reads a model's attention; ``attention_measures`` asks where heads look and what
happens without them. ``attention_viz`` shows attention with BertViz, on the pages of
``attention_pages``, with the pictures of ``attention_pictures`` for where nothing moves.
``shapley`` computes Shapley values of any game, ``text_game`` makes a game of a text; ``explain``
explains a classifier, ``explanation`` is what it returns.
"""

from bertlab.inspection.attention_measures import measure_heads, without_heads
from bertlab.inspection.attention_seen import attention_of
from bertlab.inspection.attention_viz import head_view, model_view, neuron_view
from bertlab.inspection.explain import Explainer, exact, partition
from bertlab.inspection.explanation import Explanation, import_shap, text_plot
from bertlab.inspection.shapley import owen_values, shapley_values

__all__ = [
    "Explainer",
    "Explanation",
    "attention_of",
    "exact",
    "head_view",
    "import_shap",
    "measure_heads",
    "model_view",
    "neuron_view",
    "owen_values",
    "partition",
    "shapley_values",
    "text_plot",
    "without_heads",
]
