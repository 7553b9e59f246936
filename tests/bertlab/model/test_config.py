"""A configuration that cannot work is refused when it is made."""

import json

import numpy as np
import pytest

from bertlab.model.config import PRESETS, BertConfig
from bertlab.training.config import TrainConfig


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("num_heads", 5, "multiple of num_heads, got 768 and 5"),
        ("hidden_size", 0, "hidden_size must be at least 1, got 0"),
        ("num_layers", 2.0, "num_layers must be an integer, got 2.0"),
        ("num_layers", True, "must be an integer, got True"),
        ("hidden_dropout", 1.0, r"hidden_dropout must be in \[0, 1\), got 1.0"),
        ("layer_norm_eps", "1e-12", "layer_norm_eps must be a finite number, got '1e-12'"),
        ("initializer_range", float("inf"), "must be a finite number, got inf"),
        ("hidden_dropout", None, "hidden_dropout must be a finite number, got None"),
        ("layer_norm_eps", 0.0, "layer_norm_eps must be above 0, got 0.0"),
        ("pad_token_id", 30522, r"pad_token_id must be in \[0, 30522\), got 30522"),
    ],
)
@pytest.mark.usefixtures("without_annotations")
def test_refused(field, value, message):
    with pytest.raises(ValueError, match=message):
        BertConfig(**{field: value})


def test_round_trip_through_config_json():
    for config in PRESETS.values():
        assert BertConfig.from_hub(config.to_hub()) == config


@pytest.mark.usefixtures("without_annotations")
def test_numbers_of_numpy_are_numbers():
    config = BertConfig(
        hidden_size=np.int64(24), num_heads=np.int32(3), hidden_dropout=np.float32(0)
    )
    assert BertConfig.from_hub(json.loads(json.dumps(config.to_hub()))) == config
    settings = TrainConfig(steps=np.int64(3), learning_rate=np.float32(0.5))
    assert (type(settings.steps), settings.learning_rate) == (int, 0.5)
    with pytest.raises(ValueError, match="num_layers must be an integer, got True"):
        BertConfig(num_layers=np.bool_(True))


def test_names_of_the_hub():
    entries = BertConfig(num_layers=7, hidden_dropout=0.25).to_hub()
    assert entries["num_hidden_layers"] == 7
    assert entries["hidden_dropout_prob"] == 0.25


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"model_type": "roberta"}, "model_type must be 'bert' or 'electra', got 'roberta'"),
        ({"hidden_act": "relu"}, "hidden_act must be 'gelu' or 'gelu_python', got 'relu'"),
        ({"position_embedding_type": "relative_key"}, "position_embedding_type"),
        ({"model_type": "electra", "embedding_size": 8}, "embedding_size must be 256, got 8"),
    ],
)
def test_another_kind_of_model_is_refused(entry, message):
    with pytest.raises(ValueError, match=message):
        BertConfig.from_hub(entry)


def test_unknown_preset():
    assert BertConfig.preset("large").num_layers == 24
    with pytest.raises(ValueError, match="no preset 'huge'; there are base, base_chinese"):
        BertConfig.preset("huge")


def test_head_size():
    assert BertConfig.preset("minilm").head_size == 32


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("steps", -1, "steps must be an integer of at least 0, got -1"),
        ("steps", 3.0, "steps must be an integer of at least 0, got 3.0"),
        ("steps", True, "steps must be an integer of at least 0, got True"),
        ("batch_size", 0, "batch_size must be an integer of at least 1, got 0"),
        ("micro_batch_size", 0, "micro_batch_size must be an integer of at least 1, got 0"),
        ("log_every", "9", "log_every must be an integer of at least 1, got '9'"),
        ("save_every", 0, "save_every must be an integer of at least 1, got 0"),
        ("seed", -1, "seed must be an integer of at least 0, got -1"),
        ("learning_rate", 0.0, "learning_rate must be a number above 0, got 0.0"),
        ("learning_rate", "fast", "learning_rate must be a number above 0, got 'fast'"),
        ("learning_rate", float("nan"), "learning_rate must be a number above 0, got nan"),
        ("epsilon", float("inf"), "epsilon must be a number above 0, got inf"),
        ("epsilon", None, "epsilon must be a number above 0, got None"),
        ("max_grad_norm", -1.0, "max_grad_norm must be a number above 0, got -1.0"),
        ("warmup", 1.5, r"warmup must be in \[0, 1\] and weight_decay .* got 1.5 and 0.01"),
        ("warmup", "0.1", r"warmup must be in \[0, 1\] and weight_decay .* got '0.1' and 0.01"),
        ("weight_decay", -0.1, "weight_decay at least 0, got 0.1 and -0.1"),
        ("betas", (0.9, 1.0), r"betas must be two numbers in \[0, 1\), got \(0.9, 1.0\)"),
        ("betas", [0.9], r"betas must be two numbers in \[0, 1\), got \(0.9,\)"),
        ("betas", "ab", r"betas must be two numbers in \[0, 1\), got 'ab'"),
        ("betas", None, r"betas must be two numbers in \[0, 1\), got None"),
        ("precision", "fp8", 'precision must be "no", "bf16", "fp16" or "auto", got \'fp8\''),
    ],
)
@pytest.mark.usefixtures("without_annotations")
def test_refused_for_training(field, value, message):
    with pytest.raises(ValueError, match=message):
        TrainConfig(**{"steps": 3, field: value})


@pytest.mark.usefixtures("without_annotations")
def test_training_settings_from_json():
    config = TrainConfig(**{"steps": 3, "betas": [0.8, 0.9], "micro_batch_size": None})
    assert config == TrainConfig(steps=3, betas=(0.8, 0.9))
    assert hash(config) == hash(TrainConfig(steps=3, betas=(0.8, 0.9)))
