"""A masked-word read-out on a published encoder: teach it again to say which word is missing.

``minilm`` was made for sentence vectors and comes without the head that guesses masked words. Here
it gets one. How much of the encoder has to change with it is a question for measurement, so the
change is kept apart: see ``bertlab.training.changes``.
"""

from pathlib import Path

from bertlab.model.config import BertConfig
from bertlab.model.pretrained import find_folder
from bertlab.model.tasks import BertForMaskedLM
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.training.changes import read_change
from bertlab.training.low_rank import LowRankUpdate, add_low_rank


def with_fresh_head(num_layers: int | None = None) -> BertForMaskedLM:
    """Return ``minilm``, or its first layers, with a head that has learned nothing yet.

    Raises:
        ValueError: If it has fewer layers.
    """
    model = BertForMaskedLM.from_pretrained("minilm", new_heads=True)
    layers = model.bert.encoder.layers
    if num_layers is None:
        return model
    if not 1 <= num_layers <= len(layers):
        raise ValueError(f"num_layers must be in [1, {len(layers)}], got {num_layers}")
    entries = model.config.to_hub() | {"num_hidden_layers": num_layers}
    short = BertForMaskedLM(BertConfig.from_hub(entries))
    kept = short.state_dict().keys()
    short.load_state_dict({k: tensor for k, tensor in model.state_dict().items() if k in kept})
    return short.eval()


def free_top_layers(model: BertForMaskedLM, number: int) -> BertForMaskedLM:
    """Freeze everything but the head and the last layers; 0 leaves the head alone.

    Raises:
        ValueError: If there are fewer layers.
    """
    layers = model.bert.encoder.layers
    if not 0 <= number <= len(layers):
        raise ValueError(f"number must be in [0, {len(layers)}], got {number}")
    model.requires_grad_(False)
    model.masked_lm.requires_grad_(True)
    for layer in list(layers)[len(layers) - number :]:
        layer.requires_grad_(True)
    return model


def free_low_rank(model: BertForMaskedLM, rank: int) -> BertForMaskedLM:
    """Give every linear map of the encoder a low-rank update; the head is free as a whole."""
    add_low_rank(model.bert.encoder, rank)
    model.requires_grad_(False)
    model.masked_lm.requires_grad_(True)
    for module in model.modules():
        if isinstance(module, LowRankUpdate):
            module.requires_grad_(True)
    return model


def from_change(folder: str | Path) -> BertForMaskedLM:
    """Return ``minilm`` with a head for masked words and a change of its weights.

    Args:
        folder: With ``change.safetensors``, by path or as a checkpoint's name.

    Raises:
        ValueError: If the change does not fit.
        FileNotFoundError: If there is none.
    """
    return read_change(with_fresh_head(), folder)


def full_folder(change_folder: str | Path, folder: str | Path) -> Path:
    """Write ``minilm`` with a change as a folder that ``from_pretrained`` and transformers load.

    Args:
        change_folder: A checkpoint with ``change.safetensors``, by path or name.
        folder: Made if it does not exist.

    Returns:
        The folder.

    Raises:
        ValueError: If the change does not fit.
        FileNotFoundError: If there is none.
    """
    model = from_change(change_folder)
    model.save_pretrained(folder)
    WordPieceTokenizer.from_folder(find_folder("minilm")).save(folder)
    return Path(folder)
