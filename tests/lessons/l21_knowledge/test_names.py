"""What is hidden and exchanged, what is learned from it, and that the judge knows who knows."""

from types import SimpleNamespace

import numpy as np
import pytest
import torch
from safetensors.torch import load_file
from torch.nn.functional import one_hot

from lessons.l21_knowledge import judge
from lessons.l21_knowledge.experiments import names
from lessons.l21_knowledge.ways import KINDS, MASK, Asking, ReaderObjective, sampler
from lessons.l21_knowledge.world import HELD_OUT, TOWNS, make_world, state, town_counts
from workbook.records import recorded

SETTINGS = {**names.CONFIGURATION, **names.SLICE}
SETTINGS["size"] = {"hidden_size": 8, "num_layers": 1, "num_heads": 2, "intermediate_size": 8}


@pytest.fixture(scope="module")
def world():
    return make_world(**names.SLICE["world"])


@pytest.fixture(scope="module")
def asking(world):
    return Asking(world)


def every_question(world, asking, kind):
    generator = np.random.default_rng(0)
    for text in world.texts:
        yield text, asking.ask(kind, text, generator)


@pytest.mark.parametrize("kind", KINDS[:4])
def test_two_words_are_hidden_and_filled_in(world, asking, kind):
    for text, question in every_question(world, asking, kind):
        whole = asking.ids(text.words)
        assert len(question.hidden) == 2 and not question.names
        assert [whole[position] for position in question.hidden] == list(question.targets)
        changed = [i for i, (a, b) in enumerate(zip(whole, question.ids, strict=True)) if a != b]
        assert set(changed) <= set(question.hidden)


def test_names_come_first_and_are_hidden_as_a_whole_or_word_by_word(world, asking):
    partly, inside = dict.fromkeys(KINDS[:4], 0), dict.fromkeys(KINDS[:4], 0)
    for kind in partly:
        for text, question in every_question(world, asking, kind):
            parts = [set(range(unit.start + 1, unit.end + 1)) for unit in text.names]
            hidden = [len(part.intersection(question.hidden)) for part in parts]
            partly[kind] += any(0 < h < len(p) for h, p in zip(hidden, parts, strict=True))
            inside[kind] += sum(hidden)
    assert partly["names"] == 0 < min(partly["words"], partly["words of names"])
    assert inside["words"] < inside["names"] <= inside["words of names"] == 2 * len(world.texts)
    assert inside["one word of a name"] == len(world.texts)


def test_how_often_towns_are_asked_about():
    world = make_world(texts=1500)
    asking, asked = Asking(world), {}
    for kind in KINDS[:4]:
        towns = [
            any(unit.start < position <= unit.end for position in question.hidden)
            for text, question in every_question(world, asking, kind)
            if {unit.kind for unit in text.names} == {"person", "town"}
            for unit in text.names
            if unit.kind == "town"
        ]
        asked[kind] = np.mean(towns)
    assert asked["words of names"] == pytest.approx(0.75, abs=0.04)
    assert asked["names"] == pytest.approx(0.5, abs=0.04)
    assert asked["one word of a name"] == pytest.approx(0.5, abs=0.04)
    assert asked["words"] < 0.4


def test_the_readers_function_hides(world):
    """One word, at any position: drawn again until it is in a name."""

    def one_word(words, spans, rate, generator):
        position = int(generator.random() * len(words))
        assert rate == 0.15
        return [MASK if i == position else word for i, word in enumerate(words)], [position]

    asking, missed = Asking(world, hide=one_word), 0
    for text, question in every_question(world, asking, "hidden"):
        (position,), ids = question.hidden, asking.ids(text.words)
        assert question.ids == [*ids[:position], asking.tokenizer.mask_id, *ids[position + 1 :]]
        assert question.targets == [ids[position]]
        missed += not any(unit.start < position <= unit.end for unit in text.names)
    assert missed <= 2


def test_exchanged_names_begin_where_the_question_says(world, asking):
    pieces, number = asking.tokenizer.vocabulary, 0
    lower = {name.lower() for name in asking.same_type}
    for text, question in every_question(world, asking, "exchanged"):
        assert not question.hidden and len(question.names) == len(text.names)
        words = [pieces[i] for i in question.ids]
        for start, unit, label in zip(question.names, text.names, question.exchanged, strict=True):
            old = text.name(unit).lower().split()
            same = words[start : start + len(old)] == old
            assert same == (label == 0)
            assert {words[start], " ".join(words[start : start + 2])} & lower
            number += label
    assert 0.4 < number / sum(len(text.names) for text in world.texts) < 0.6


def test_an_unknown_question_is_refused(world, asking):
    with pytest.raises(ValueError, match=r"expected words, .*, exchanged, got 'all'"):
        asking.ask("all", world.texts[0], np.random.default_rng(0))


@pytest.mark.parametrize("kind", KINDS)
def test_a_step_is_always_the_same(world, asking, kind):
    draw = sampler(asking, world, kind, seed=1, batch_size=8)
    (batch,), (again,), (other,) = draw(3), draw(3), draw(4)
    assert torch.equal(batch.texts.input_ids, again.texts.input_ids)
    assert not torch.equal(batch.texts.input_ids[:, :5], other.texts.input_ids[:, :5])
    assert (len(batch.names) > 0) == (kind == "exchanged")


def reader(asking):
    return names.new_reader(asking, SETTINGS, seed=0).eval()


@pytest.mark.parametrize("kind", ["hidden", "exchanged"])
def test_losses_are_those_of_whole_texts_at_the_positions(world, asking, kind):
    model = reader(asking)
    (batch,) = sampler(asking, world, kind, seed=0, batch_size=6)(0)
    losses = ReaderObjective(model)(batch)
    logits = model(*batch.texts).flatten(0, 1)[batch.hidden]
    right = logits.log_softmax(1).gather(1, batch.targets[:, None])
    assert torch.allclose(losses["words"], -right.sum(), atol=1e-4)
    vectors = model.bert(*batch.texts).last_hidden_state.flatten(0, 1)[batch.names]
    chance = model.detection(vectors).sigmoid()
    truth = torch.where(batch.exchanged > 0, chance, 1 - chance)
    assert torch.allclose(losses["names"], -truth.log().sum(), atol=1e-4)


def test_the_judges_score_each_town_by_its_words_and_by_the_fit_of_names(world, asking):
    model, person = reader(asking), 7
    filled, fit = (one(model, asking, world) for one in (judge.filled_in, judge.detected))
    assert filled.shape == fit.shape == (len(HELD_OUT), len(world.people), len(TOWNS))
    for row, wording in enumerate(HELD_OUT):
        for column in (0, len(TOWNS) - 1):
            text = state(wording, person=world.people[person].name, town=TOWNS[column])
            ids = torch.tensor([asking.ids(text.words)])
            unit = next(unit for unit in text.names if unit.kind == "town")
            inside, gapped = slice(unit.start + 1, unit.end + 1), ids.clone()
            gapped[0, inside] = asking.tokenizer.mask_id
            score = model(gapped)[0, inside].log_softmax(1).gather(1, ids[0, inside, None]).sum()
            assert torch.allclose(score, filled[row, person, column], atol=1e-4)
            begins = [one.start + 1 for one in text.names]
            chance = model.detection(model.bert(ids).last_hidden_state[0, begins]).sigmoid()
            assert torch.allclose((1 - chance).log().sum(), fit[row, person, column], atol=1e-4)


def test_who_knows_all_is_always_right_and_who_counts_as_often_as_counting(world):
    homes = torch.tensor([person.town for person in world.people])
    knows = one_hot(homes, len(TOWNS)).float().numpy()[None]
    assert set(judge.summary(judge.completed(knows, world), world).values()) == {1}
    assert set(judge.summary(judge.completed(-knows, world), world).values()) == {0}
    counts = town_counts(world)
    accuracies = judge.summary(judge.completed(counts, world), world)
    for number, group in ((1, "one word"), (2, "two words")):
        those = [c for c, town in enumerate(TOWNS) if len(town.split()) == number]
        most = max(those, key=lambda column: counts[0, column])
        of = [one.town for one in world.people if one.stated and one.town in those]
        assert accuracies[group] == round(of.count(most) / len(of), 4)


def test_a_model_that_fills_in_what_is_true_is_judged_right(world, asking):
    """A model by hand: it finds the person in the text, and knows the town's words by heart."""
    pieces = asking.tokenizer.vocabulary

    def answers(questions):
        T, logits = questions.texts.input_ids.shape[1], []
        for number, position in enumerate(questions.hidden.tolist()):
            row = questions.texts.input_ids[position // T].tolist()
            text = " ".join(pieces[i] for i in row)
            one = next(one for one in world.people if f" {one.name.lower()} " in text)
            words = [asking.tokenizer.ids[w] for w in TOWNS[one.town].lower().split()]
            second = number and questions.hidden[number - 1] == position - 1
            logits.append(one_hot(torch.tensor(words[-1] if second else words[0]), len(pieces)))
        return 9.0 * torch.stack(logits), torch.empty(0)

    scores = judge.filled_in(SimpleNamespace(answers=answers), asking, world).numpy()
    assert judge.completed(scores, world).all()


@pytest.mark.parametrize("kind", KINDS[:-1])
def test_gaps_are_learned(world, asking, kind):
    training = {"batch_size": 16, "warmup": 0.1, "log_every": 20}
    model = reader(asking)
    (batch,) = sampler(asking, world, kind, seed=0, batch_size=64)(99)
    before = ReaderObjective(model)(batch)["words"].item()
    history = names.taught(model, asking, world, [[kind, 20, 1e-2]], training, seed=0)
    assert ReaderObjective(model)(batch)["words"] < before
    assert [(line["kind"], line["step"]) for line in history] == [(kind, 20)]


def test_exchanged_names_are_learned_by_heart(world, asking):
    """One text, whose names are always said to be exchanged."""
    model, training = reader(asking), {"batch_size": 8, "warmup": 0.1, "log_every": 100}
    few = world._replace(texts=world.texts[:1])
    always = Asking(world, exchange=lambda words, names, same, draws: (words, [1] * len(names)))
    history = names.taught(model, always, few, [["exchanged", 100, 1e-2]], training, seed=0)
    (batch,) = sampler(always, few, "exchanged", seed=0, batch_size=4)(0)
    assert history[-1]["kind"] == "exchanged"
    assert ReaderObjective(model)(batch)["names"] / len(batch.names) < 0.1


def test_scores_that_are_kept_have_the_recorded_accuracies():
    record, kept = recorded("names"), load_file(names.KEPT)
    world = make_world(**record["configuration"]["world"])
    assert kept.keys() == record["results"]["ways"].keys()
    for way, runs in record["results"]["ways"].items():
        for towns, one in zip(kept[way], runs, strict=True):
            right = judge.are_homes(towns[:-1].numpy(), world)
            assert judge.summary(right, world) == one["accuracies"]
