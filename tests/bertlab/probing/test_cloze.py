"""Hidden tokens that all models are asked about."""

import torch

from bertlab.model.tasks import BertForMaskedLM
from bertlab.pretraining.objectives import spread
from bertlab.probing import cloze
from tests.toy_pretraining import tiny_config, toy_data


def test_guesses_targets_and_examples_go_together():
    data = toy_data(next_sentence=False)
    model = BertForMaskedLM(tiny_config()).eval()
    said, wanted = cloze.guesses(model, data, 7), cloze.targets(data, 7)
    examples = cloze.examples_of(data, 7)
    assert len(said) == len(wanted) == len(examples)
    for number, name in enumerate(spread(data, 7)):
        batch = data.batch([name])
        with torch.no_grad():
            logits = model(batch.input_ids, batch.token_type_ids, batch.attention_mask)
        here = [place for place, example in enumerate(examples) if example == number]
        assert wanted[here].tolist() == batch.targets.tolist()
        assert said[here].tolist() == logits[0, batch.positions].argmax(dim=1).tolist()


def test_examples_asked_are_the_same_for_all():
    data = toy_data(next_sentence=False)
    assert sum(len(b.input_ids) for b in cloze.batches(data, 7, 3)) == len(spread(data, 7)) == 7
