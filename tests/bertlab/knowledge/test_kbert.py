"""A classifier of texts with facts: beside the plain one, beside transformers, layer by layer."""

from dataclasses import replace

import pytest
import torch
import transformers

from bertlab.finetuning.classifier import fine_tune, logits_of
from bertlab.finetuning.labelled_texts import LabelledTexts
from bertlab.knowledge.kbert import Fact, KBert, TextsWithFacts, tree_embeddings
from bertlab.model.config import BertConfig
from bertlab.model.tasks import BertForSequenceClassification
from bertlab.text.wordpiece import SPECIALS, WordPieceTokenizer
from bertlab.training.layerwise import freeze_lowest

WORDS = "a the toy is was lost of no dog poodle cat ##s curly wool robin bird red breed"
TOKENIZER = WordPieceTokenizer([*SPECIALS, *WORDS.split()])
CONFIG = BertConfig(
    vocab_size=len(TOKENIZER.vocabulary),
    hidden_size=24,
    num_layers=3,
    num_heads=4,
    intermediate_size=40,
    max_positions=32,
)
TEXTS = ["the toy was a poodle", "a robin", "the poodle lost the robin of wool"]
SWITCH = (False, True)
SECONDS = ["a dog", "the toy is a robin", "no dogs"]
FACTS = {
    "poodle": [Fact("is a", "breed of dog"), Fact("is", "curly")],
    "robin": [Fact("is a", "red bird")],
}


def texts(facts=FACTS, **options) -> TextsWithFacts:
    return TextsWithFacts(TEXTS, [0, 1, 0], TOKENIZER, facts=facts, pairs=SECONDS, **options)


@pytest.fixture
def theirs(tmp_path):
    """A model of transformers with random weights of ordinary size, saved, in float64."""
    entries = {**CONFIG.to_hub(), "num_labels": 2}
    config = transformers.BertConfig(**entries, attn_implementation="eager")
    model = transformers.BertForSequenceClassification(config).eval()
    generator = torch.Generator().manual_seed(3)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(0.3 * torch.randn(parameter.shape, generator=generator))
    model.save_pretrained(tmp_path)
    return model.double()


@pytest.fixture
def model(theirs, tmp_path) -> KBert:
    """The same weights: K-BERT has none of its own."""
    return KBert.from_pretrained(tmp_path).double()


def test_a_pair_with_facts_in_both_texts():
    data = texts(pair_facts={"dog": [Fact("is", "a toy")]})
    first = data.batch([0])
    laid = "[CLS] the toy was a poodle is a breed of dog is curly [SEP] a dog is a toy [SEP]"
    expected = laid.split()
    assert data.trees[0].pieces == expected
    assert first.input_ids.tolist() == [[TOKENIZER.ids[piece] for piece in expected]]
    assert first.token_type_ids.tolist() == [[0] * 14 + [1] * 6]
    assert data.trees[0].position_ids[5:] == [5, 6, 7, 8, 9, 10, 6, 7, 6, 7, 8, 9, 10, 11, 9]
    assert data.trees[2].pieces[-3:] == ["dog", "##s", "[SEP]"], "dogs are another word"
    without = texts().trees[1].pieces
    assert without.count("bird") == 1 and without.index("bird") < without.index("[SEP]")


def test_without_facts_it_is_the_plain_classifier(model, tmp_path):
    plain = BertForSequenceClassification.from_pretrained(tmp_path).double()
    given = LabelledTexts(TEXTS, [0, 1, 0], TOKENIZER, pairs=SECONDS)
    batch = texts(facts={}).batch([0, 1, 2])
    assert (batch.attention_mask == 0).any()
    difference = model(*batch.inputs) - plain(*given.batch([0, 1, 2]).inputs)
    assert difference.abs().max() <= 1e-12
    found = logits_of(model, texts(facts={})) - logits_of(plain, given)
    assert found.abs().max() <= 1e-12
    assert (logits_of(model, texts()) - logits_of(plain, given)).abs().max() > 1e-3


def test_padding_and_neighbors_change_nothing(model):
    data = texts()
    together = model(*data.batch([0, 1, 2]).inputs)
    alone = torch.cat([model(*data.batch([row]).inputs) for row in range(3)])
    assert len(set(data.lengths)) == 3
    assert (together - alone).abs().max() <= 1e-12


def test_parity_with_transformers(model, theirs):
    batch = texts().batch([0, 1, 2])
    hidden = torch.zeros(batch.visible.shape, dtype=torch.float64)
    hidden.masked_fill_(~batch.visible, torch.finfo(torch.float64).min)
    expected = theirs(
        input_ids=batch.input_ids,
        token_type_ids=batch.token_type_ids,
        attention_mask=hidden,
        position_ids=batch.position_ids,
    ).logits
    assert (model(*batch.inputs) - expected).abs().max() <= 1e-10
    assert expected.std() > 0.1, "of ordinary size"


def test_a_fact_reaches_its_subject_in_one_layer_and_the_text_in_two(model):
    batch = texts().batch([0])
    tree = texts().trees[0]
    changed = batch.input_ids.clone()
    branch = torch.tensor(tree.branches) == 1
    changed[0, branch] = TOKENIZER.ids["wool"]
    one, other = (
        model.bert.encoder.inspect(
            tree_embeddings(model.bert.embeddings, ids, batch.token_type_ids, batch.position_ids),
            batch.visible,
        )[0]
        for ids in (batch.input_ids, changed)
    )
    moved = [(a - b)[0].abs().amax(dim=-1) > 0 for a, b in zip(one, other, strict=True)]
    subject = torch.tensor([piece == "poodle" for piece in tree.pieces])
    trunk = torch.tensor(tree.branches) == 0
    curly = torch.tensor(tree.branches) == 2
    assert torch.equal(moved[0], branch)
    assert torch.equal(moved[1], branch | subject)
    assert torch.equal(moved[2], branch | trunk | curly)


def test_both_ways_of_reading_can_be_left_out(model):
    batch = texts(soft_positions=False, hide_branches=False).batch([0, 1, 2])
    assert batch.position_ids is None and batch.visible is None
    plain = BertForSequenceClassification.forward(model, *batch[:3])
    assert (model(*batch.to("cpu").inputs) - plain).abs().max() <= 1e-12
    ways = [texts(soft_positions=soft, hide_branches=hide) for soft in SWITCH for hide in SWITCH]
    logits = [logits_of(model, way) for way in ways]
    assert len({way.fingerprint() for way in ways}) == 4
    for number, one in enumerate(logits):
        assert all((one - other).abs().max() > 1e-3 for other in logits[:number])


def test_it_learns_what_a_fact_says():
    """All names have one vector, which stays as it is: nothing but their facts tells."""
    names, labels = ["cat", "poodle", "robin", "toy"], [0, 1, 0, 1]
    facts = {
        name: [Fact("is", ("red", "curly")[label])]
        for name, label in zip(names, labels, strict=True)
    }
    data = TextsWithFacts([f"the {name}" for name in names], labels, TOKENIZER, facts=facts)
    torch.manual_seed(0)
    network = KBert(replace(CONFIG, initializer_range=0.3))
    freeze_lowest(network.bert, 0)
    with torch.no_grad():
        words = network.bert.embeddings.word.weight
        words[[TOKENIZER.ids[name] for name in names]] = words[TOKENIZER.ids["dog"]].clone()
    fine_tune(network, data, data, data.config(epochs=60, batch_size=4, learning_rate=3e-3))
    assert logits_of(network, data).argmax(dim=1).tolist() == labels


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"poodle": [Fact("is a", " ")]}, "expected a relation and an object"),
        ({"poodle": [Fact("", "dog")]}, "expected a relation and an object"),
        ({" ": [Fact("is a", "dog")]}, "expected a subject of known pieces"),
        ({"zebra": [Fact("is a", "dog")]}, r"'zebra': \('\[UNK\]',\)"),
    ],
)
def test_facts_that_say_nothing_are_refused(facts, message):
    with pytest.raises(ValueError, match=message):
        texts(facts)


def test_what_is_too_long_is_refused(model):
    long = texts({"poodle": [Fact("is", "curly " * 40)]})
    with pytest.raises(ValueError, match="up to 32 tokens, got"):
        model(*long.batch([0]).inputs)
    batch = texts().batch([0])
    with pytest.raises(ValueError, match=r"position_ids must be in \[0, 32\), got values"):
        model(*batch.inputs[:3], batch.position_ids + 30, batch.visible)
    config = long.config(epochs=1)
    with pytest.raises(ValueError, match="expected texts of up to 32 tokens"):
        fine_tune(model.float(), long, long, config)
