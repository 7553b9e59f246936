"""How much a classifier of movie reviews looks at sentiment words, before and after fine-tuning."""

from typing import NamedTuple

import torch
from jaxtyping import Float
from torch import Tensor

from bertlab.datasets import movie_reviews, sentiment_lexicon
from bertlab.finetuning.sentiment import movie_classifier, short_texts
from bertlab.inspection.attention_seen import attention_of
from bertlab.model.bert import BertModel
from bertlab.text.wordpiece import WordPieceTokenizer


class OnSentiment(NamedTuple):
    """What [CLS] gives to sentiment words in the last layer, as proportions of its weight.

    Attributes:
        equal: If it gave every token the same.
        before: In the model before fine-tuning, for each head (H,).
        after: And after it, (H,).
    """

    equal: float
    before: Float[Tensor, " H"]
    after: Float[Tensor, " H"]


class Answered(NamedTuple):
    """What a classifier answers to a review, and which token [CLS] looks at most in a head."""

    probability: float
    looked_at: str


@torch.no_grad()
def on_sentiment(published: BertModel, tokenizer: WordPieceTokenizer) -> OnSentiment:
    """Measure it on 200 held-out reviews; the sentiment words are those of a word list."""
    texts = short_texts(movie_reviews().validation, tokenizer, 200, 8, 32)
    batch = tokenizer.batch(texts)
    lexicon = sentiment_lexicon()
    listed = torch.tensor([piece in lexicon for piece in tokenizer.vocabulary])
    hits = listed[batch.input_ids]  # (B, T)
    found = []
    for bert in (published, movie_classifier().eval().bert):
        parts = zip(*(tensor.split(25) for tensor in batch), strict=True)  # for memory
        looks = [bert.inspect(*part).layers[-1].weights[:, :, 0] for part in parts]
        from_cls = torch.cat(looks)  # (B, H, T)
        found.append((from_cls * hits[:, None]).sum(dim=-1).mean(dim=0))
    equal = (hits.sum(dim=1) / batch.attention_mask.sum(dim=1)).mean().item()
    return OnSentiment(equal, *found)


@torch.no_grad()
def answered(tokenizer: WordPieceTokenizer, review: str, head: int) -> Answered:
    """Ask for a review, and look at a head of the last layer."""
    classifier = movie_classifier().eval()
    favorable = classifier(*tokenizer.batch([review])).softmax(dim=-1)[0, 1].item()
    seen = attention_of(classifier, tokenizer, review)
    return Answered(favorable, seen.pieces[int(seen.weights[-1, head, 0].argmax())])
