"""What the lesson on input measures: pieces in a word, unknown tokens, padding."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import torch
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

from bertlab.model import BertModel
from bertlab.text import SPECIALS, WordPieceTokenizer
from bertlab.text import wordpiece_training as training


def spelled(counts: Mapping[str, int]) -> dict[tuple[str, ...], int]:
    """Return counted words, each spelled in single characters."""
    return {tuple(training.spell(word)): count for word, count in counts.items()}


def pieces_per_word(vocabulary: Sequence[str], words: Counter[str]) -> float:
    """Return the mean number of pieces in a word of a text."""
    cutter = WordPieceTokenizer(vocabulary)
    return sum(len(cutter.cut(word)) * n for word, n in words.items()) / words.total()


def unknown(tokenizer: WordPieceTokenizer, texts: Iterable[str]) -> float:
    """Return the proportion of [UNK] among the tokens of some texts."""
    ids = [i for text in texts for i in tokenizer.text_ids(text)]
    return ids.count(tokenizer.unk_id) / len(ids)


@torch.no_grad()
def without_mask(
    model: BertModel, tokenizer: WordPieceTokenizer, texts: Sequence[str], lengths: Sequence[int]
) -> dict[str, np.ndarray]:
    """Compare the mean vectors of texts alone with those that they get when they are padded.

    Args:
        model: Reads the texts.
        tokenizer: Makes their ids.
        texts: Those that are padded.
        lengths: To which they are padded; no text is longer.

    Returns:
        Cosines, ``"with the mask"`` and ``"without it"``: a row for each text, a column for each
        length.
    """
    rows = [tokenizer.encode(text).input_ids for text in texts]
    alone = [model(torch.tensor([row])).last_hidden_state[0].mean(dim=0) for row in rows]
    found: dict[str, np.ndarray] = {}
    for name in ("with the mask", "without it"):
        columns = []
        for length in lengths:
            ids = torch.tensor([row + [tokenizer.pad_id] * (length - len(row)) for row in rows])
            mask = torch.tensor([[1] * len(row) + [0] * (length - len(row)) for row in rows])
            hidden = model(ids, attention_mask=mask if name == "with the mask" else None)
            keep = mask.unsqueeze(-1)  # padding is left out of the mean
            padded = (hidden.last_hidden_state * keep).sum(dim=1) / keep.sum(dim=1)
            columns.append(torch.cosine_similarity(torch.stack(alone), padded, dim=1).numpy())
        found[name] = np.stack(columns, axis=1)
    return found


@torch.no_grad()
def different_texts(model: BertModel, tokenizer: WordPieceTokenizer, texts: Sequence[str]) -> float:
    """Return the mean cosine of the mean vectors of two different texts."""
    rows = [tokenizer.encode(text).input_ids for text in texts]
    means = [model(torch.tensor([row])).last_hidden_state[0].mean(dim=0) for row in rows]
    vectors = torch.nn.functional.normalize(torch.stack(means), dim=1)
    cosines = vectors @ vectors.T
    return cosines[~torch.eye(len(texts), dtype=torch.bool)].mean().item()


def library_ids(tokenizer: WordPieceTokenizer, texts: Sequence[str]) -> list[list[int]]:
    """Return the ids that the ``tokenizers`` library gives some texts, with the same vocabulary."""
    library = Tokenizer(models.WordPiece(tokenizer.ids, unk_token="[UNK]"))
    library.add_special_tokens(list(SPECIALS))
    library.normalizer = normalizers.BertNormalizer(lowercase=True)
    library.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    ends = ("[SEP]", tokenizer.sep_id), ("[CLS]", tokenizer.cls_id)
    library.post_processor = processors.BertProcessing(*ends)
    return [encoding.ids for encoding in library.encode_batch(list(texts))]
