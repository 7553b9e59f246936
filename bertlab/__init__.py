"""BERT from scratch, in the order in which the lessons build it.

===========================  =====================================================
lesson                       module
===========================  =====================================================
01 n-gram models             ``bertlab.baselines.ngram``, ``interpolation``, ``kneser_ney``
02 NNLM                      ``bertlab.baselines.nnlm``
03 word2vec                  ``bertlab.baselines.word2vec``
04 ELMo                      ``bertlab.baselines.elmo``
05 attention and encoder     ``bertlab.attention``, ``bertlab.encoder``
06 from text to input        ``bertlab.wordpiece``, ``bertlab.wordpiece_training``,
                             ``bertlab.truncation``
07 BERT from scratch         ``bertlab.config``, ``bertlab.heads``, ``bertlab.model``,
                             ``bertlab.tasks``, ``bertlab.checkpoint``, ``bertlab.pretrained``
08 pre-training              ``bertlab.masking``, ``bertlab.pretraining``, ``bertlab.objectives``,
                             ``bertlab.training``, ``bertlab.pretrain``
09 fine-tuning               ``bertlab.labelled_texts``, ``bertlab.finetuning``,
                             ``bertlab.pooling``, ``bertlab.optimization``, ``bertlab.layerwise``
10 four tasks                ``bertlab.inference_pairs``, ``bertlab.tagging``, ``bertlab.entities``,
                             ``bertlab.spans``, ``bertlab.answer_scores``, ``bertlab.choices``
11 attention, seen           ``bertlab.attention_viz``, ``bertlab.attention_measures``,
                             ``bertlab.attention_changes``
12 explanations              ``bertlab.shapley``, ``bertlab.explain``, ``bertlab.faithfulness``
===========================  =====================================================

Data comes from ``bertlab.datasets``. What only notebooks need (claims, figures, exercises, quizzes,
widgets) is in ``bertlab.notebook``, ``bertlab.figures``, ``bertlab.exercises``, ``bertlab.quiz``
and ``bertlab.widgets``; nothing else imports those.
"""

from bertlab.edition import EDITION, check_edition
from bertlab.hardware import device

__version__ = "0.1.0"
__all__ = ["EDITION", "__version__", "check_edition", "device"]
