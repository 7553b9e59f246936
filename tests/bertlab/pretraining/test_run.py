"""Pre-training from a configuration file: what is refused, what is written, what loads again."""

import json
import re

import numpy as np
import pytest
import torch
import transformers
from safetensors.torch import load_file

from bertlab.model.tasks import BertForPreTraining
from bertlab.pretraining import run as pretrain
from bertlab.pretraining.corpora import CORPORA, Corpus
from bertlab.pretraining.objectives import held_out_scores
from bertlab.pretraining.run import PretrainConfig, Pretraining, main
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.training import loop as training

WORDS = "the a old gray cat dog bird sat ran flew on under over mat tree house and then it slept"
ENTRIES = {
    "name": "toy",
    "corpora": ["toys"],
    "tokenizer": "wordpiece",
    "vocab_size": 70,
    "model": {"hidden_size": 12, "num_layers": 2, "num_heads": 3, "intermediate_size": 20},
    "training": {"steps": 6, "batch_size": 6, "log_every": 3, "save_every": 2},
    "max_length": 20,
    "held_out": 5,
}


def documents(count, seed):
    generator = np.random.default_rng(seed)
    return tuple(
        [
            " ".join(generator.choice(WORDS.split(), generator.integers(2, 8))) + "."
            for _ in range(generator.integers(2, 7))
        ]
        for _ in range(count)
    )


TOYS = Corpus(documents(20, 0), documents(6, 1))


@pytest.fixture
def toys(monkeypatch):
    monkeypatch.setitem(CORPORA, "toys", lambda: TOYS)


@pytest.fixture
def start(tmp_path, toys):
    """Run the command line on a configuration; everything is written below ``tmp_path``."""

    def start(**changes):
        path = tmp_path / "toy.json"
        path.write_text(json.dumps({**ENTRIES, **changes}))
        state, out = tmp_path / "state", tmp_path / "out"
        return main(["--config", str(path), "--state", str(state), "--out", str(out)])

    return start


@pytest.fixture
def written(start, tmp_path):
    assert start() == 0
    return tmp_path / "out"


# --- the command line, end to end


def test_what_is_written(written):
    assert sorted(path.name for path in written.iterdir()) == [
        "config.json",
        "model.safetensors",
        "run.json",
        "tokenizer_config.json",
        "vocab.txt",
    ]
    tensors = load_file(written / "model.safetensors")
    assert {tensor.dtype for tensor in tensors.values()} == {torch.float16}
    entries = json.loads((written / "config.json").read_text())
    assert entries["dtype"] == "float32"
    assert entries["architectures"] == ["BertForPreTraining"]
    assert entries["max_position_embeddings"] == 20
    vocabulary = (written / "vocab.txt").read_text().splitlines()
    assert entries["vocab_size"] == len(vocabulary) <= 70
    assert [piece for piece in vocabulary[5:] if len(piece) > 3], "longer pieces were joined"


def test_run_json(written, tmp_path):
    run = json.loads((written / "run.json").read_text())
    expected = ["command", "commit", "configuration", "parts", "hardware"]
    expected += ["minutes", "steps", "tokens_about", "validation", "history"]
    assert list(run) == expected
    assert run["command"].startswith("python -m bertlab.pretraining.run --config ")
    assert run["command"].endswith(f"--out {tmp_path / 'out'}")
    assert {name: run["configuration"][name] for name in ENTRIES} == ENTRIES
    assert run["steps"] == 6
    assert [line["step"] for line in run["history"]] == [3, 6]
    assert run["history"][0]["learning_rate"] == pytest.approx(1e-4 * 4 / 5, rel=1e-5)
    assert "validation_masked_lm" in run["history"][0]
    assert 6 * 6 * 5 < run["tokens_about"] < 6 * 6 * 20
    assert (tmp_path / "out" / "run.json").read_text().endswith("}\n")


def test_recorded_scores_are_those_of_the_files(written):
    run = json.loads((written / "run.json").read_text())
    data = Pretraining(PretrainConfig(**ENTRIES), {"toys": TOYS}).validation_data
    scores = held_out_scores(BertForPreTraining.from_pretrained(written), data, len(data))
    rounded = {name: round(value, 4) for name, value in scores.items()}
    assert run["validation"] == {"toys": {"examples": len(data), **rounded}}


def test_transformers_reads_it(written):
    theirs, report = transformers.BertForPreTraining.from_pretrained(
        written, output_loading_info=True
    )
    assert not report["missing_keys"] and not report["unexpected_keys"]
    assert theirs.dtype == torch.float32
    texts, seconds = ["The old cat sat.", "A bird"], ["It slept under the tree.", "flew."]
    batch = WordPieceTokenizer.from_folder(written).batch(texts, seconds)
    tokenizer = transformers.BertTokenizer.from_pretrained(written)
    encoded = tokenizer(texts, seconds, padding=True, return_tensors="pt")
    for name, tensor in batch._asdict().items():
        assert torch.equal(tensor, encoded[name]), name
    with torch.no_grad():
        expected = theirs.eval()(**encoded)
        ours = BertForPreTraining.from_pretrained(written)(*batch)
    assert (ours.masked_lm - expected.prediction_logits).abs().max() <= 1e-5
    assert (ours.next_sentence - expected.seq_relationship_logits).abs().max() <= 1e-5


def test_once_more_it_is_not_trained_further(start, tmp_path, monkeypatch):
    def refuse(*arguments):
        raise AssertionError("trained again")

    assert start() == 0
    before = (tmp_path / "out" / "model.safetensors").read_bytes()
    monkeypatch.setattr(training.Loop, "update", refuse)
    assert start() == 0
    assert (tmp_path / "out" / "model.safetensors").read_bytes() == before


def test_interrupted_and_started_again(start, tmp_path, monkeypatch):
    scores, asked = Pretraining.scores, []

    def interrupted(self):
        asked.append("scores")
        if len(asked) == 2:  # after step 6; the last state saved is that of step 4
            raise KeyboardInterrupt
        return scores(self)

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(Pretraining, "scores", interrupted)
        start()
    assert not (tmp_path / "out").exists()
    assert start() == 0
    resumed = (tmp_path / "out" / "model.safetensors").read_bytes()
    whole = Pretraining(PretrainConfig(**ENTRIES), {"toys": TOYS})
    whole.run()
    pretrain.publish(whole, tmp_path / "whole")
    assert (tmp_path / "whole" / "model.safetensors").read_bytes() == resumed


def test_default_folders(start, tmp_path, toys, monkeypatch):
    monkeypatch.setattr(pretrain, "PROJECT", tmp_path / "project")
    monkeypatch.setattr(pretrain, "CHECKPOINTS", tmp_path / "checkpoints")
    path = tmp_path / "toy.json"
    path.write_text(json.dumps(ENTRIES))
    assert main(["--config", str(path)]) == 0
    assert (tmp_path / "project/build/pretraining/toy/state.safetensors").is_file()
    assert (tmp_path / "checkpoints/toy/run.json").is_file()


def test_characters_and_single_texts(start, tmp_path):
    assert start(tokenizer="characters", next_sentence=False, vocab_size=25) == 0
    vocabulary = (tmp_path / "out" / "vocab.txt").read_text().splitlines()
    assert len(vocabulary) == 25
    assert all(len(piece.removeprefix("##")) == 1 for piece in vocabulary[5:])
    run = json.loads((tmp_path / "out" / "run.json").read_text())
    assert set(run["validation"]["toys"]) == {"examples", "masked_lm", "masked_accuracy"}


# --- the run


@pytest.fixture
def run():
    return Pretraining(PretrainConfig(**ENTRIES), {"toys": TOYS})


def test_fresh_weights_follow_from_the_seed(run):
    state = torch.get_rng_state()
    again = Pretraining(PretrainConfig(**ENTRIES), {"toys": TOYS})
    assert torch.equal(state, torch.get_rng_state()), "the caller's random numbers go on"
    other = {**ENTRIES, "training": {**ENTRIES["training"], "seed": 1}}
    other = Pretraining(PretrainConfig(**other), {"toys": TOYS})
    weights = [one.model.state_dict()["masked_lm.dense.weight"] for one in (run, again, other)]
    assert torch.equal(weights[0], weights[1])
    assert not torch.equal(weights[0], weights[2])


def test_the_vocabulary_is_learned_from_training_texts():
    hidden = Corpus(TOYS.train, (["Zebra zebra zebra.", "Zebra."], ["Zebra.", "Zebra."]))
    run = Pretraining(PretrainConfig(**ENTRIES), {"toys": hidden})
    assert not [piece for piece in run.tokenizer.vocabulary if "z" in piece]


def test_validation_examples_are_of_validation_texts(run):
    sentences = {tuple(run.tokenizer.text_ids(s)) for d in TOYS.validation for s in d}
    assert {tuple(s) for d in run.validation_data.documents for s in d} == sentences


def test_shares_of_processes_are_the_whole_batch(run):
    (whole,) = run.draw(4, 0, 1)
    parts = [run.draw(4, process, 3)[0] for process in range(3)]
    rows = [
        row[mask.bool()].tolist()
        for batch in parts
        for row, mask in zip(batch.input_ids, batch.attention_mask, strict=True)
    ]
    expected = [
        row[mask.bool()].tolist()
        for row, mask in zip(whole.input_ids, whole.attention_mask, strict=True)
    ]
    assert sorted(rows) == sorted(expected)
    assert [len(batch.input_ids) for batch in parts] == [2, 2, 2]
    assert run.draw(4, 6, 7) == [], "no example for the seventh of seven processes"


def test_micro_batches(run):
    entries = {**ENTRIES, "training": {**ENTRIES["training"], "micro_batch_size": 4}}
    small = Pretraining(PretrainConfig(**entries), {"toys": TOYS})
    assert [len(batch.input_ids) for batch in small.draw(0, 0, 1)] == [4, 2]


def test_strangers_are_of_the_same_collection():
    """Two collections that share no word: no pair mixes them."""
    letters = Corpus((["a b.", "b a."], ["a a.", "b."]), (["a.", "b."], ["b.", "a."]))
    digits = Corpus((["1 2.", "2 1."], ["1 1.", "2."]), (["1.", "2."], ["2.", "1."]))
    run = Pretraining(PretrainConfig(**ENTRIES), {"letters": letters, "digits": digits})
    kinds = set()
    for epoch in range(20):
        for place in range(len(run.train_data)):
            pair = run.train_data.pair(epoch, place)
            pieces = [run.tokenizer.vocabulary[i] for i in pair.first + pair.second]
            kinds.add((pair.is_next, frozenset(p.isdigit() for p in pieces if p != ".")))
    assert kinds == {(n, frozenset([d])) for n in (True, False) for d in (True, False)}


def test_scores_cover_all_collections():
    """A few examples are spread over the collections, not taken from the first."""
    run = Pretraining(PretrainConfig(**ENTRIES), {"toys": TOYS, "more": TOYS})
    seen = []
    batch = run.validation_data.batch
    run.validation_data.batch = lambda names: seen.extend(names) or batch(names)
    held_out_scores(run.model, run.validation_data, 4)
    half = len(run.validation_data) // 2
    assert [place >= half for _, place in seen] == [False, False, True, True]
    with pytest.raises(ValueError, match="expected at least 1 example to score, got 0"):
        held_out_scores(run.model, run.validation_data, 0)


def test_scores_are_those_of_the_files(run, monkeypatch, tmp_path):
    """What is scored is what was written, even where the model in memory is another."""
    other = {**ENTRIES, "training": {**ENTRIES["training"], "seed": 7}}
    other = Pretraining(PretrainConfig(**other), {"toys": TOYS}).model
    monkeypatch.setattr(run.model, "save_pretrained", other.save_pretrained)
    run.history = [{"step": 1, "seconds": 1.0}]
    pretrain.publish(run, tmp_path)
    found = json.loads((tmp_path / "run.json").read_text())["validation"]["toys"]["masked_lm"]
    data = run.validation_data
    scores = [held_out_scores(model, data, len(data))["masked_lm"] for model in (other, run.model)]
    assert abs(scores[0] - scores[1]) > 1e-3
    assert found == pytest.approx(scores[0], abs=2e-4)


# --- short sequences first


def test_short_sequences_come_first():
    entries = {**ENTRIES, "short_length": 8, "short_steps": 3}
    run = Pretraining(PretrainConfig(**entries), {"toys": TOYS})
    lengths = [run.draw(step, 0, 1)[0].input_ids.shape[1] for step in range(30)]
    assert max(lengths[:3]) <= 8
    assert max(lengths[3:]) > 8
    # As many tokens in a short step: 6 sequences of 20, or 15 of 8.
    assert [len(run.draw(step, 0, 1)[0].input_ids) for step in (0, 2, 3, 4)] == [15, 15, 6, 6]
    names = [name for step in range(3, 33) for name in run.train_data.order(step - 3, 6)]
    first = names[: len(run.train_data)]
    assert sorted(place for _, place in first) == list(range(len(run.train_data)))
    drawn = run.draw(3, 0, 1)[0]
    assert torch.equal(drawn.input_ids, run.train_data.batch(names[:6]).input_ids)


def test_tokens_are_counted_stage_by_stage():
    entries = {**ENTRIES, "short_length": 8, "short_steps": 3}
    run = Pretraining(PretrainConfig(**entries), {"toys": TOYS})
    tokens = [
        int(batch.attention_mask.sum()) for step in range(40) for batch in run.draw(step, 0, 1)
    ]
    run.history = [{"step": 2}]
    assert run.tokens_about() == pytest.approx(sum(tokens[:2]), rel=0.1)
    run.history = [{"step": 40}]
    assert run.tokens_about() == pytest.approx(sum(tokens), rel=0.05)


# --- a state and its settings


def test_a_state_keeps_its_settings(start, capsys, tmp_path):
    assert start() == 0
    assert start(max_length=18) == 1
    assert "was made with max_length = 20, this run has 18" in capsys.readouterr().err
    assert start(held_out=4) == 0, "how progress is watched may change"


def test_a_state_keeps_its_vocabulary(start, capsys, tmp_path, monkeypatch):
    assert start() == 0
    monkeypatch.setitem(CORPORA, "toys", lambda: Corpus(documents(20, 5), documents(6, 1)))
    assert start() == 1
    assert "was made with vocabulary = " in capsys.readouterr().err


# --- what is refused


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"colour": 1}, "toy.json: .*unexpected keyword argument 'colour'"),
        ({"tokenizer": "bytes"}, r"tokenizer must be among \['characters', 'wordpiece'\], got 'by"),
        ({"corpora": "toys"}, "corpora must be a list of names, got the text 'toys'"),
        ({"corpora": ["news"]}, r"expected a name among .*got 'news'"),
        ({"corpora": []}, "at least one word"),
        ({"vocab_size": "70"}, "vocab_size must be int, got '70'"),
        ({"next_sentence": 1}, "next_sentence must be bool, got 1"),
        ({"vocab_size": 7}, "vocab_size of at least"),
        ({"max_length": 4}, "max_length must be at least 5"),
        ({"held_out": 0}, "expected at least 1 example to score, got 0"),
        ({"model": {"hiden_size": 12}}, "model: expected entries among .*hidden_size.*hiden_size"),
        ({"model": {"vocab_size": 12}}, "model: expected entries among "),
        ({"model": []}, r"model: expected entries among .*got \[\]"),
        ({"model": {"hidden_size": 13, "num_heads": 3}}, "multiple of num_heads, got 13 and 3"),
        ({"training": {"steps": 3, "rate": 1}}, "training: expected entries among .*'rate': 1"),
        ({"training": {}}, "training: expected steps, the number of updates, got none"),
        ({"training": {"steps": 0}}, "training: expected steps, the number of updates, got none"),
        ({"training": {"steps": 2, "learning_rate": "big"}}, "learning_rate must be a number"),
    ],
)
@pytest.mark.usefixtures("without_annotations")
def test_bad_configurations(start, capsys, tmp_path, changes, message):
    assert start(**changes) == 1
    error = capsys.readouterr().err
    assert error.startswith("error: ")
    assert re.search(message, error), error
    assert not (tmp_path / "out").exists()


def test_missing_entries(toys, tmp_path):
    path = tmp_path / "toy.json"
    path.write_text(json.dumps({"name": "toy", "corpora": ["toys"]}))
    with pytest.raises(ValueError, match=r"toy\.json: .*missing .*'tokenizer'"):
        PretrainConfig.from_file(path)


@pytest.mark.parametrize(
    ("text", "message"), [("{", "is no JSON"), ("[]", "JSON object, got list")]
)
def test_no_json(tmp_path, text, message):
    path = tmp_path / "toy.json"
    path.write_text(text)
    with pytest.raises(ValueError, match=message):
        PretrainConfig.from_file(path)


def test_no_file(tmp_path, capsys):
    assert main(["--config", str(tmp_path / "none.json")]) == 1
    assert "error: no none.json in" in capsys.readouterr().err


def test_no_config(capsys):
    with pytest.raises(SystemExit) as failure:
        main([])
    assert failure.value.code == 2
    assert "--config" in capsys.readouterr().err


def test_a_run_that_fails_says_so(start, capsys, tmp_path, monkeypatch):
    monkeypatch.setattr(Pretraining, "draw", lambda self, step, process, processes: [])
    assert start() == 1
    assert "error: expected a micro-batch" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
