"""Late interaction: a vector for each token, and a score in which each word of the query counts."""

from collections.abc import Sequence

import torch
from jaxtyping import Float, Int
from torch import Tensor
from torch.nn.functional import normalize

from bertlab.model.bert import BertModel
from bertlab.text.wordpiece import WordPieceTokenizer


def max_sim(
    query: Float[Tensor, "Q D"], documents: Float[Tensor, "N T D"], mask: Int[Tensor, "N T"]
) -> Float[Tensor, " N"]:
    """Return a score for each document: the sum of each query token's best match.

    Args:
        query: Vectors of the query's tokens, of length 1.
        documents: Vectors of the documents' tokens, of length 1.
        mask: 1 for a token, 0 for padding, which matches nothing.

    Returns:
        At most Q, since a match is a cosine.

    Source: Khattab and Zaharia 2020, ColBERT, equation 3.
    """
    cosines = torch.einsum("qd,ntd->nqt", query, documents)
    cosines = cosines.masked_fill(mask[:, None, :] == 0, -torch.inf)
    return cosines.amax(dim=2).sum(dim=1)


@torch.no_grad()
def token_vectors(
    bert: BertModel, tokenizer: WordPieceTokenizer, texts: Sequence[str], max_length: int = 256
) -> tuple[Float[Tensor, "N T D"], Int[Tensor, "N T"]]:
    """Return the vectors of the texts' own pieces, of length 1, and their mask.

    [CLS] and [SEP] have vectors as well, but they are masked: they would match in every text.
    """
    batch = tokenizer.pad([tokenizer.encode(text, max_length=max_length) for text in texts])
    hidden = bert.eval()(*batch).last_hidden_state
    special = torch.isin(batch.input_ids, torch.tensor([tokenizer.cls_id, tokenizer.sep_id]))
    mask = batch.attention_mask * ~special
    return normalize(hidden, dim=-1), mask.to(batch.attention_mask.dtype)
