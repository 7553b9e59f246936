"""Fine-tuning: the loss, the memory, the best weights, the folder, and what is refused."""

import json
import math
from dataclasses import replace

import pytest
import torch

from bertlab.finetuning import classifier as finetuning
from bertlab.finetuning.classifier import (
    ClassificationObjective,
    EarlyStopping,
    accuracy_and_loss,
    fine_tune,
    logits_of,
)
from bertlab.finetuning.labelled_texts import LabelledTexts
from bertlab.model.tasks import BertForSequenceClassification
from bertlab.training.layerwise import freeze_lowest
from bertlab.training.loop import train
from bertlab.training.ownership import LOCK
from bertlab.training.state import HISTORY, SETTINGS, STATE
from tests.toy_pretraining import tiny_config, toy_tokenizer

TOKENIZER = toy_tokenizer(30)


def toy_texts(number=23, seed=0, **options):
    """Short texts of random words; the class says whether the first word is one of the first 15."""
    generator = torch.Generator().manual_seed(seed)
    texts, labels = [], []
    for _ in range(number):
        size = int(torch.randint(1, 9, (1,), generator=generator))
        words = torch.randint(0, 30, (size,), generator=generator).tolist()
        texts.append(" ".join(f"w{word}" for word in words))
        labels.append(int(words[0] < 15))
    return LabelledTexts(texts, labels, TOKENIZER, **{"max_length": 17, **options})


def spread(model, dtype=torch.float32):
    """Weights of ordinary size: in fresh ones mistakes hide."""
    model = model.to(dtype)
    with torch.no_grad(), torch.random.fork_rng():
        torch.manual_seed(11)
        for parameter in model.parameters():
            parameter.add_(0.1 * torch.randn(parameter.shape).to(dtype))
    return model.eval()


def toy_model(dropout=0.0, dtype=torch.float32, **options):
    with torch.random.fork_rng():
        torch.manual_seed(7)
        model = BertForSequenceClassification(tiny_config(dropout), **options)
    return spread(model, dtype)


def weights(model):
    return {name: tensor.clone() for name, tensor in model.state_dict().items()}


def same(first, second):
    assert first.keys() == second.keys()
    return all(torch.equal(first[name], second[name]) for name in first)


def without_times(history):
    return [{**line, "seconds": 0} for line in history]


def toy_config(data, epochs=4, **options):
    return data.config(epochs, **{"batch_size": 5, "learning_rate": 5e-3, **options})


# --- the loss


def test_loss_by_hand():
    """Logits set by hand: the sum over texts of log(sum exp) minus the right one, in nats."""
    model, data = toy_model(), toy_texts(3)
    with torch.no_grad():
        model.classifier.dense.weight.zero_()
        model.classifier.dense.bias.copy_(torch.tensor([0.0, math.log(3.0)]))  # 1/4 and 3/4
    batch = data.batch([0, 1, 2])
    right = [3 / 4 if label else 1 / 4 for label in data.labels]
    objective = ClassificationObjective(model)
    loss = objective(batch)["classification"].item()
    assert loss == pytest.approx(-sum(math.log(probability) for probability in right), rel=1e-6)
    assert objective.counts(batch) == {"classification": 3}


# --- a run


def test_a_model_learns():
    data, held_out = toy_texts(40), toy_texts(20, seed=1)
    model = toy_model()
    before = accuracy_and_loss(model, data)
    history = fine_tune(model, data, held_out, toy_config(data, 20, batch_size=10))
    assert [line["step"] for line in history] == list(range(4, 81, 4)), "a line an epoch"
    assert accuracy_and_loss(model, data)["loss"] < 0.5 * before["loss"]
    found = accuracy_and_loss(model, held_out)
    assert history[-1]["validation_accuracy"] == found["accuracy"]
    assert history[-1]["validation_loss"] == found["loss"]
    assert not model.training


def test_the_seed_of_the_settings_decides_the_order_too():
    data = toy_texts()
    runs = {}
    for name, seed in {"a": 0, "b": 0, "c": 1}.items():
        runs[name] = toy_model()
        fine_tune(runs[name], data, data, toy_config(data, 1, seed=seed))
    assert same(weights(runs["a"]), weights(runs["b"]))
    assert not same(weights(runs["a"]), weights(runs["c"]))


def test_frozen_parts_stay():
    model, data = toy_model(), toy_texts()
    freeze_lowest(model.bert, 1)
    before = weights(model)
    fine_tune(model, data, data, toy_config(data, 1, weight_decay=0.5))
    changed = {name for name in before if not torch.equal(before[name], model.state_dict()[name])}
    assert changed == {
        name for name in before if ".embeddings." not in name and ".layers.0." not in name
    }


def test_layers_learn_at_their_rates():
    """The first update of AdamW is as long as the learning rate, element by element."""
    model, data = toy_model(), toy_texts()
    before = weights(model)
    config = toy_config(data, 1, weight_decay=0.0, warmup=0.0, epsilon=1e-30, learning_rate=1e-3)
    fine_tune(model, data, data, replace(config, steps=1), layer_factor=0.5)
    for name, expected in {
        "classifier.dense.weight": 1e-3,
        "bert.pooler.dense.weight": 1e-3,
        "bert.encoder.layers.1.feed_forward.expand.weight": 1e-3,
        "bert.encoder.layers.0.feed_forward.expand.weight": 5e-4,
        "bert.embeddings.norm.weight": 2.5e-4,
    }.items():
        moved = (model.state_dict()[name] - before[name]).abs().median().item()
        assert moved == pytest.approx(expected, rel=1e-3), name


def test_logits_are_in_the_order_of_the_texts():
    model, data = toy_model(0.5), toy_texts()
    model.train()
    logits = logits_of(model, data, batch_size=4)
    assert model.training, "as it was"
    model.eval()
    assert len(set(data.lengths.tolist())) > 3
    for place in range(len(data)):
        alone = model(*data.batch([place]).inputs)[0]
        assert torch.allclose(logits[place], alone, atol=1e-6)


def test_a_model_of_several_labels_is_not_compared_with_one(tmp_path):
    model, data = toy_model(multi_label=True), toy_texts()
    for use in (
        lambda: accuracy_and_loss(model, data),
        lambda: fine_tune(model, data, data, toy_config(data)),
    ):
        with pytest.raises(ValueError, match="expected a model that gives a text one label"):
            use()
    model.save_pretrained(tmp_path)
    options = {"multi_label": False, "new_heads": True}
    again = BertForSequenceClassification.from_pretrained(tmp_path, labels=("a", "b"), **options)
    assert accuracy_and_loss(again, data)["loss"] > 0


# --- early stopping


def shown(model):
    return model.classifier.dense.bias[0].item()


def look(stopping, model, scores, steps=None):
    """Log lines with these scores, the model's first bias being the number of the line."""
    history, answers = [], []
    for number, score in enumerate(scores, start=1):
        with torch.no_grad():
            model.classifier.dense.bias[0] = number
        history.append({"step": number, "right": score})
        answers.append(stopping(history))
    return answers


@pytest.mark.parametrize(
    ("scores", "patience", "answers", "best"),
    [
        ([0.5, 0.6, 0.6, 0.5], 2, [False, False, False, True], 2),  # equal is not better
        ([0.5, 0.4], 1, [False, True], 1),
        ([0.1, 0.2, 0.3], 1, [False] * 3, 3),
        ([0.9, 0.1, 0.2, 0.95], 3, [False] * 4, 4),
        ([math.nan, 0.2, math.nan], 2, [False] * 3, 2),
    ],
)
def test_early_stopping_by_hand(scores, patience, answers, best):
    model = toy_model()
    stopping = EarlyStopping(ClassificationObjective(model), "right", patience)
    assert look(stopping, model, scores) == answers
    assert not any(p.requires_grad for p in stopping.best.parameters()), "no part of the update"
    stopping.restore()
    assert shown(model) == best


def test_early_stopping_refuses():
    objective = ClassificationObjective(toy_model())
    with pytest.raises(ValueError, match="patience must be at least 1, got 0"):
        EarlyStopping(objective, "right", 0)
    stopping = EarlyStopping(objective, "right", 1)
    with pytest.raises(ValueError, match="no line was logged yet"):
        stopping.restore()
    with pytest.raises(ValueError, match="a score among step, wrong; got 'right'"):
        stopping([{"step": 1, "wrong": 2}])


# --- interruptions


class InterruptedRunError(Exception):
    """Stands for a kill."""


@pytest.fixture
def scores(monkeypatch):
    """Validation scores by hand, epoch by epoch: what the best epoch is does not hang on luck."""
    planned = {}

    def scored(model, data):
        if planned["kill"] == planned["calls"]:
            raise InterruptedRunError
        planned["calls"] += 1
        step = planned["step"]()
        return {"accuracy": planned["by step"][step], "loss": 1.0}

    monkeypatch.setattr(finetuning, "accuracy_and_loss", scored)
    return planned


def run(scores, folder, by_step, kill=None, model=None, patience=2, data=None, **options):
    """Fine-tune with planned scores; ``kill`` ends the run at so many-th scoring."""
    model, data = model or toy_model(dropout=0.2), data or toy_texts()
    config = toy_config(data, 6, **options)
    made = []  # updates of the weights, in this run or before
    original = finetuning.train

    def noting(objective, draw, settings, place, evaluate, stop):
        def noted(step):
            made.append(step)
            return evaluate(step)

        return original(objective, draw, settings, place, noted, stop)

    scores.update({"calls": 0, "kill": kill, "by step": by_step, "step": lambda: made[-1]})
    finetuning.train = noting
    try:
        history = fine_tune(model, data, data, config, folder, patience)
    finally:
        finetuning.train = original
    return model, without_times(history)


RISE_AND_FALL = {5: 0.5, 10: 0.8, 15: 0.7, 20: 0.6, 25: 0.9, 30: 0.9}


def test_the_model_ends_with_its_best_weights(scores):
    """Those of step 10, as a plain training has them that ends there."""
    model, history = run(scores, None, RISE_AND_FALL)
    assert history[-1]["step"] == 20
    plain, data = toy_model(dropout=0.2), toy_texts()
    config = toy_config(data, 6)
    objective = ClassificationObjective(plain)
    train(objective, data.batch_sampler(config), config, stop=lambda history: len(history) == 2)
    assert same(weights(model), weights(plain))


@pytest.mark.parametrize(("kill", "save_every"), [(1, 5), (2, 3), (3, 7)])
def test_the_best_weights_survive_an_interruption(tmp_path, scores, kill, save_every):
    """The best epoch may lie before the interruption, and steps may be saved between two epochs."""
    whole, history = run(scores, None, RISE_AND_FALL)
    assert [line["step"] for line in history] == [5, 10, 15, 20], "it stopped"
    with pytest.raises(InterruptedRunError):
        run(scores, tmp_path, RISE_AND_FALL, kill, save_every=save_every)
    assert (tmp_path / STATE).exists()
    resumed, other = run(scores, tmp_path, RISE_AND_FALL, save_every=save_every)
    assert other == history
    assert same(weights(resumed), weights(whole)), "those of step 10"


def test_a_finished_run_gives_its_best_weights_again(tmp_path, scores):
    first, history = run(scores, tmp_path, RISE_AND_FALL)
    again, other = run(scores, tmp_path, RISE_AND_FALL, kill=0)
    assert same(weights(first), weights(again))
    assert history == other


def test_without_patience_all_epochs_are_trained(scores):
    _, history = run(scores, None, RISE_AND_FALL, patience=None)
    assert [line["step"] for line in history] == [5, 10, 15, 20, 25, 30]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"data": toy_texts(seed=5)}, "was made with training data = "),
        ({"data": toy_texts(max_length=6)}, "made with training data = "),
        ({"model": toy_model()}, "made with model = "),
        ({"patience": None}, "keeps the best weights = True, this run has False"),
        ({"seed": 3}, "seed = 0, this run has 3"),
    ],
)
def test_a_folder_of_another_run(tmp_path, scores, change, message):
    run(scores, tmp_path, RISE_AND_FALL)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert sorted(before) == sorted([LOCK, STATE, HISTORY, SETTINGS])
    with pytest.raises(ValueError, match=message):
        run(scores, tmp_path, RISE_AND_FALL, **change)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_frozen_layers_make_another_run(tmp_path):
    data = toy_texts()
    fine_tune(toy_model(), data, data, toy_config(data, 1), tmp_path)
    model = toy_model()
    freeze_lowest(model.bert, 1)
    with pytest.raises(ValueError, match="trained parameters = "):
        fine_tune(model, data, data, toy_config(data, 1), tmp_path)
    with pytest.raises(ValueError, match="validation data = "):
        fine_tune(toy_model(), data, toy_texts(seed=1), toy_config(data, 1), tmp_path)
    with pytest.raises(ValueError, match=r"layer_factor = 1\.0, this run has 0\.9"):
        fine_tune(toy_model(), data, data, toy_config(data, 1), tmp_path, layer_factor=0.9)


def test_before_a_state_is_saved_settings_may_change(tmp_path):
    data = toy_texts()
    (tmp_path / SETTINGS).write_text(json.dumps({"layer_factor": 0.1}))
    fine_tune(toy_model(), data, data, toy_config(data, 1), tmp_path)
    assert json.loads((tmp_path / SETTINGS).read_text())["layer_factor"] == 1.0


# --- what goes wrong


def single():
    return LabelledTexts(["w1", "w2"], [1, 1], TOKENIZER)


def long():
    return LabelledTexts(["w1 " * 40, "w2"], [0, 1], TOKENIZER, max_length=50)


def foreign():
    return LabelledTexts(["w1", "w2"], [0, 1], toy_tokenizer(31))


@pytest.mark.parametrize(
    ("model", "data", "message"),
    [
        (
            lambda: toy_model(labels=("a", "b", "c")),
            toy_texts,
            r"the model has, 3 \('a', 'b', 'c'\), got num_classes=2",
        ),
        (toy_model, lambda: toy_texts(num_classes=3), "the model has, 2 .*, got num_classes=3; na"),
        (toy_model, lambda: toy_texts(max_length=99, pad_to_longest=False), "to 17 tokens, got 99"),
        (toy_model, long, "texts of up to 17 tokens, got 42; max_length shortens"),
        (toy_model, foreign, "own tokenizer, of 35 pieces, got 36"),
        (toy_model, single, r"two classes or more to learn from, got only \[1\]"),
    ],
)
def test_data_that_does_not_fit(model, data, message):
    with pytest.raises(ValueError, match=message):
        fine_tune(model(), data(), data(), toy_config(toy_texts(), 1))


def test_texts_to_be_scored_on_may_have_one_class():
    data = toy_texts()
    assert len(fine_tune(toy_model(), data, single(), toy_config(data, 1))) == 1


def test_validation_is_checked_before_anything_is_trained():
    data, model = toy_texts(), toy_model()
    before = weights(model)
    with pytest.raises(ValueError, match="got num_classes=3"):
        fine_tune(model, data, toy_texts(num_classes=3), toy_config(data, 1))
    assert same(before, weights(model))
