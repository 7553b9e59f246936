"""What is checked before a fine-tuning begins: that data and model fit."""

from torch import nn

from bertlab.finetuning.labelled_texts import LabelledTexts
from bertlab.model.bert import BertModel
from bertlab.model.tasks import BertForSequenceClassification


class TextClassifier(nn.Module):
    """Any other model that puts texts into classes; it is called with the ``inputs`` of a batch."""

    bert: BertModel
    labels: tuple[str, ...]


Classifier = BertForSequenceClassification | TextClassifier


def check_fit(
    model: Classifier,
    data: LabelledTexts,
    training: bool = False,
) -> None:
    """Raise ValueError unless a model can read these texts and learn these labels.

    Args:
        model: A classifier.
        data: The texts.
        training: Whether it shall learn from them: then there must be more than one class.
    """
    with_one_label(model)
    config, found = model.bert.config, sorted(set(data.labels))
    longest = int(data.lengths.max()) if data.pad_to_longest else data.max_length
    vocab_size = len(data.tokenizer.vocabulary)
    if data.num_classes != len(model.labels):
        raise ValueError(
            f"expected as many classes as the model has, {len(model.labels)} {model.labels}, got "
            f"num_classes={data.num_classes}; name the classes with labels= when you load the model"
        )
    if training and len(found) < 2:
        raise ValueError(f"expected labels of two classes or more to learn from, got only {found}")
    if longest > config.max_positions:
        raise ValueError(
            f"expected texts of up to {config.max_positions} tokens, got {longest}; "
            f"max_length shortens them"
        )
    if vocab_size > config.vocab_size:
        raise ValueError(
            f"expected the model's own tokenizer, of {config.vocab_size} pieces, got {vocab_size}"
        )


def with_one_label(model: Classifier) -> Classifier:
    """Return a model, or raise ValueError if it gives a text several labels, as no data here do."""
    if isinstance(model, BertForSequenceClassification) and model.multi_label:
        raise ValueError(
            "expected a model that gives a text one label, got one with multi_label=True; with "
            "multi_label=False, new_heads=True and labels= it loads with a head for one"
        )
    return model
