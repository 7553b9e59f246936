"""Tasks under three masks: what is shown, what is asked, and that no answer can be copied."""

import pytest
import torch

from bertlab.model import BertConfig, BertForMaskedLM
from bertlab.model.encoder_decoder import EncoderDecoder
from bertlab.model.masks import reach
from bertlab.pretraining.many_masks import (
    IGNORED,
    AnswerObjective,
    TaskObjective,
    answers_of,
    pairs_of,
    task_scores,
    to_answer,
    to_continue,
    to_fill,
)
from bertlab.training.config import TrainConfig
from bertlab.training.loop import train

CLS, SEP, MASK = 1, 2, 3
ROWS = [((CLS, 5, 6, SEP), (7, 8, SEP)), ((CLS, 9, SEP), (10, SEP))]
PAIRS = pairs_of(ROWS)
TASKS = {
    "fill": to_fill(PAIRS, (0, CLS, SEP), MASK, 0.4, seed=0),
    "continue": to_continue(PAIRS),
    "answer": to_answer(PAIRS),
}
_ = IGNORED


def model() -> BertForMaskedLM:
    torch.manual_seed(0)
    return BertForMaskedLM(BertConfig(12, 16, 2, 2, 32, 8, initializer_range=0.3)).eval()


def test_pairs_are_filled_up() -> None:
    assert PAIRS.ids.tolist() == [[1, 5, 6, 2, 7, 8, 2], [1, 9, 2, 10, 2, 0, 0]]
    assert PAIRS.types.tolist() == [[0, 0, 0, 0, 1, 1, 1], [0, 0, 0, 1, 1, 0, 0]]
    assert PAIRS.seen.tolist() == [[1] * 7, [1, 1, 1, 1, 1, 0, 0]]
    with pytest.raises(ValueError, match="expected pairs with a first part"):
        pairs_of([((), (1,))])
    with pytest.raises(ValueError, match="expected pairs with a first part"):
        pairs_of([])


def test_what_is_asked() -> None:
    assert TASKS["continue"].targets.tolist() == [[5, 6, 2, 7, 8, 2, _], [9, 2, 10, 2, _, _, _]]
    assert TASKS["answer"].targets.tolist() == [[_, _, _, 7, 8, 2, _], [_, _, 10, 2, _, _, _]]
    fill = TASKS["fill"]
    hidden = fill.targets != IGNORED
    assert hidden.any() and (fill.ids[hidden] == MASK).all()
    assert torch.equal(fill.targets[hidden], PAIRS.ids[hidden])
    assert torch.equal(fill.ids[~hidden], PAIRS.ids[~hidden])
    for seed in range(50):
        asked = to_fill(PAIRS, (0, CLS, SEP), MASK, 0.05, seed).targets != IGNORED
        assert (
            1 <= asked.sum() and not (asked & torch.isin(PAIRS.ids, torch.tensor([0, 1, 2]))).any()
        )


@pytest.mark.parametrize("name", ["continue", "answer"])
def test_no_answer_depends_on_what_is_asked(name) -> None:
    task, network = TASKS[name], model()
    one = type(task)(*(tensor[:1] for tensor in task))
    found = reach(
        lambda ids: task_scores(network, one._replace(ids=ids)), one.ids, one.ids % 11 + 1
    )
    for place in (one.targets[0] != IGNORED).nonzero().flatten().tolist():
        assert not found[place, place + 1 :].any() and found[place, : place + 1].all()


@pytest.mark.parametrize("name", TASKS)
def test_padding_and_neighbors_change_nothing(name) -> None:
    network, task = model().double(), TASKS[name]
    alone = type(task)(*(tensor[1:, ..., :5] for tensor in task))
    alone = alone._replace(visible=task.visible[1:, :, :5, :5])
    difference = task_scores(network, task)[1, :5] - task_scores(network, alone)[0]
    assert difference.abs().max() < 1e-12


def test_a_loss_is_a_sum_over_what_is_asked() -> None:
    network, task = model(), TASKS["answer"]
    objective = TaskObjective(network)
    logs = task_scores(network, task).log_softmax(dim=-1)
    wanted = -(logs[0, 3, 7] + logs[0, 4, 8] + logs[0, 5, 2] + logs[1, 2, 10] + logs[1, 3, 2])
    assert objective.counts(task) == {"tokens": 5}
    assert objective(task)["tokens"].item() == pytest.approx(wanted.item(), rel=1e-5)


def test_an_encoder_decoder_answers_the_same_questions() -> None:
    torch.manual_seed(0)
    network = EncoderDecoder(BertConfig(12, 16, 1, 2, 32, 8, initializer_range=0.3), 1).eval()
    batch = answers_of(ROWS, first_id=CLS)
    assert batch.read.tolist() == [[1, 5, 6, 2], [1, 9, 2, 0]] and batch.seen[1, 3] == 0
    assert batch.written.tolist() == [[1, 7, 8, 2], [1, 10, 2, 0]]
    assert batch.targets.tolist() == [[7, 8, 2, _], [10, 2, _, _]]
    objective = AnswerObjective(network)
    logs = network(batch.read, batch.seen, batch.written).log_softmax(dim=-1)
    wanted = -(logs[0, 0, 7] + logs[0, 1, 8] + logs[0, 2, 2] + logs[1, 0, 10] + logs[1, 1, 2])
    assert objective.counts(batch) == {"tokens": 5}
    assert objective(batch)["tokens"].item() == pytest.approx(wanted.item(), rel=1e-5)


def test_one_network_learns_three_tasks() -> None:
    network = model()
    config = TrainConfig(90, learning_rate=5e-3, precision="no", log_every=30)
    tasks = list(TASKS.values())
    history = train(TaskObjective(network), lambda step, *_: [tasks[step % 3]], config)
    assert history[-1]["loss"] < 0.7  # what follows [CLS] cannot be known: log 2
    for task in tasks:
        asked = task.targets != IGNORED
        assert (task_scores(network, task).argmax(dim=-1) == task.targets)[
            asked
        ].float().mean() > 0.7
