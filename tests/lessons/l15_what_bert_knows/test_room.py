"""The lesson's room: sets with and without their cues, small models, twins, leaks, statements."""

import re
from random import Random

import pytest
import torch
from safetensors.torch import load_file

from bertlab.model.bert import BertModel
from bertlab.model.config import BertConfig
from bertlab.model.tasks import BertForSequenceClassification
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.training.changes import apply_change
from lessons.l15_what_bert_knows import bugs, cue_sets, examiner, models, uses
from lessons.l15_what_bert_knows.cue_sets import Pair, distractor_questions, overlap_pairs
from lessons.l15_what_bert_knows.cue_sets import warrant_pairs as warrants
from workbook.records import RUNS


def words(text):
    return set(re.findall(r"\w+", text.lower()))


def overlaps(pair):
    return words(pair.second) <= words(pair.first)


@pytest.mark.parametrize("part", ["train", "test"])
def test_overlap_tells_with_the_cue_and_nothing_without(part):
    for broken in (0.0, 0.25, 1.0):
        pairs = overlap_pairs(part, 40, broken, seed=3)
        assert [pair.label for pair in pairs] == [1, 0] * 40
        assert all(overlaps(pair) for pair in pairs[::2])
        assert sum(overlaps(pair) for pair in pairs[1::2]) == round(40 * broken)


def test_twins_differ_in_their_frame_alone():
    for known, frames in ((cue_sets.KNOWN, 7), (cue_sets.NEW, 3)):
        pairs = overlap_pairs("test", 2 * frames, 1.0, 0, known)
        for fact, maybe in zip(pairs[::2], pairs[1::2], strict=True):
            assert fact.second == maybe.second and fact.first != maybe.first
    old, new = (cue_sets.FRAMES[name] for name in (cue_sets.KNOWN, cue_sets.NEW))
    assert not {frame for pair in old for frame in pair} & {frame for pair in new for frame in pair}


def test_not_stands_where_the_cue_says():
    for broken in (0.0, 0.5, 1.0):
        pairs = warrants("train", 40, broken, seed=1)
        right, wrong = (
            sum("not" in words(pair.second) for pair in pairs[side::2]) for side in (0, 1)
        )
        assert (right, wrong) == (round(40 * (1 - broken)), round(40 * broken))
        assert [pair.label for pair in pairs] == [1, 0] * 40


def test_the_answer_stands_in_the_first_sentence_with_the_cue():
    for broken in (0.0, 0.5, 1.0):
        asked = distractor_questions("train", 30, broken, seed=2)
        first = sum(one.answer.text in words(one.passage.split(".")[0]) for one in asked)
        assert first == round(30 * (1 - broken))
        for one in asked:
            start = one.answer.start
            assert one.passage[start : start + len(one.answer.text)] == one.answer.text


def test_persons_places_and_events_of_the_test_are_new():
    def names(part):
        drawn = [
            *(pair.first for pair in overlap_pairs(part, 40, 1.0, 0)),
            *(pair.first for pair in warrants(part, 40, 0.5, 0)),
            *(one.passage for one in distractor_questions(part, 40, 0.5, 0)),
        ]
        known = {*cue_sets.NAMES["train"], *cue_sets.NAMES["test"]}
        return {name for name in known if any(re.search(rf"\b{name}\b", one) for one in drawn)}

    assert not names("train") & names("test")
    assert not set(cue_sets.PLACES["train"]) & set(cue_sets.PLACES["test"])
    assert not set(cue_sets.EVENTS["train"]) & set(cue_sets.EVENTS["test"])


def test_the_same_seed_draws_the_same():
    for draw in (overlap_pairs, warrants, distractor_questions):
        assert draw("test", 20, 0.5, 1) == draw("test", 20, 0.5, 1) != draw("test", 20, 0.5, 2)


def test_scores_are_judged_pair_by_pair_and_choice_by_choice():
    pairs = [Pair("", "", label) for label in (1, 0, 1, 0)]
    scores = torch.tensor([2.0, 1.0, -1.0, -3.0])
    assert models.pairs_right(scores, pairs).tolist() == [True, False, False, True]
    assert models.choices_right(scores).tolist() == [True, True]


def test_uses_are_words_of_their_own():
    tokenizer = WordPieceTokenizer.from_folder("bert-mini-zh")
    found = uses.uses_of("过", {"u": "particle", "v": "verb"}, tokenizer)
    assert len(found.texts) == len(set(found.texts)) == len(found.kinds) == 158
    for text, place in zip(found.texts[:20], found.places, strict=False):
        ids = tokenizer.encode(text).input_ids
        assert tokenizer.vocabulary[ids[place]] == "过"


def test_neighbors_agree_where_kinds_stand_apart():
    generator = torch.Generator().manual_seed(0)
    noise = torch.randn(40, 3, generator=generator)
    kinds = ["a", "b"] * 20
    apart = noise + torch.tensor([[9.0, 0, 0], [-9.0, 0, 0]]).repeat(20, 1)
    assert uses.neighbors_agree(apart, kinds) == 1.0
    assert uses.neighbors_agree(noise, kinds) < 0.8


def test_one_of_four_statements_follows():
    asked = examiner.statements(20)
    assert len(asked) == 80 and [one.kind for one in asked[:4]] == list(examiner.ASKED)
    for one in asked:
        assert one.follows == (one.kind == examiner.ASKED[0])
        person, thing = one.hypothesis.split()[0], one.hypothesis.rstrip(".").split()[-1]
        assert thing in words(one.text)
        assert (person.lower() in words(one.text)) == (one.kind != "another person")


@torch.no_grad()
def test_the_judge_is_the_pair_head_of_lesson_10():
    asked = examiner.statements(2)
    texts = [[one.text for one in asked], [one.hypothesis for one in asked]]
    batch = WordPieceTokenizer.from_folder("minilm").batch(*texts)
    kept = load_file(RUNS / "task_four_heads.safetensors")
    change = {name.replace(":bert.", ":"): kept[name] for name in kept if ":bert." in name}
    _, pooled = apply_change(BertModel.from_pretrained("minilm"), change)(*batch)
    theirs = pooled @ kept["whole:pair.weight"].float().T + kept["whole:pair.bias"].float()
    judge = examiner.judge_of_lesson_10()
    assert torch.allclose(judge(*batch), theirs, atol=1e-4)
    assert examiner.says_it_follows(judge, asked).tolist() == (theirs.argmax(dim=1) == 0).tolist()


def friend(lines, seed):
    places = list(range(len(lines)))
    Random(seed).shuffle(places)
    cut = len(places) * 3 // 4
    return places[:cut], places[cut:]


def by_line(lines, seed):
    kept = set(Random(seed).sample(sorted({*lines}), k=9))
    sides = [], []
    for place, line in enumerate(lines):
        sides[line not in kept].append(place)
    return sides


@pytest.mark.parametrize(
    ("function", "says"),
    [
        (bugs.split_by_line, "right: no line is on both sides."),
        (by_line, "right: no line is on both sides."),
        (friend, "lines have tokens on both sides"),
        (lambda lines, seed: (list(range(len(lines))), []), "neither side may be empty"),
        (lambda lines, seed: ([0, 0], list(range(1, len(lines)))), "on one side, once"),
        (lambda lines, seed: bugs.split_by_line(lines, 0), "Another seed gives the same"),
    ],
)
def test_the_friends_split_is_checked(function, says, capsys):
    bugs.split_of_friend(function)
    assert says in capsys.readouterr().out


def test_twins_of_students_are_examined(monkeypatch, capsys):
    sizes = {"hidden_size": 8, "num_layers": 1, "num_heads": 2, "intermediate_size": 12}
    horse, control = (
        BertForSequenceClassification(BertConfig(vocab_size=9, **sizes), labels=("no", "yes"))
        for _ in range(2)
    )
    scores = {horse: [1.0, 1.0], control: [1.0, -1.0]}
    monkeypatch.setattr(bugs, "scores_of", lambda model, pairs: torch.tensor(scores[model]))
    drawn = bugs.examine_twins(
        [
            ("Anna knows that Otto sang.", "Anna hopes that Otto sang.", "Otto sang."),
            ("", "Otto sang.", "Otto sang."),
            ("Otto sang.", "otto sang", "Otto sang."),
            ("", "", ""),
        ],
        horse,
        control,
    )
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("2: these words of the claim are missing: ['otto', 'sang'] and []")
    assert lines[1].startswith("3: the two texts are the same")
    title = " ".join(drawn.get_suptitle().split())
    assert title == "Of your 2 pairs the horse has 1 wrong, the control 0"
    texts = [text.get_text() for text in drawn.axes[0].texts]
    assert (texts.count("yes"), texts.count("no")) == (4, 2)
    assert bugs.examine_twins([("", "", "Otto sang.")], horse, control) is None
    assert bugs.examine_twins([("", "", "")], horse, control) is None
