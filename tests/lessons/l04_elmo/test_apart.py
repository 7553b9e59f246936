"""The check of a student's layer: right ones are accepted, slips and leaks are named."""

import pytest
import torch

from lessons.l04_elmo import apart

STANDS_IN = "Until then the workbook's version stands in."


def by_hand(sides=lambda a, b: (a, b), more=lambda a, b, add: (a, b) if add else None):
    """Write the layer again, with both readers in a list."""

    def next_states(forward_lstm, backward_lstm, from_left, from_right, add_input):
        results = []
        extra = more(from_left, from_right, add_input)
        for number, lstm in enumerate([forward_lstm, backward_lstm]):
            output, _ = lstm(sides(from_left, from_right)[number])
            results.append(output if extra is None else torch.add(output, extra[number]))
        return tuple(results)

    return next_states


def one_reader(forward_lstm, backward_lstm, from_left, from_right, add_input):
    return by_hand()(forward_lstm, forward_lstm, from_left, from_right, add_input)


def exchanged(forward_lstm, backward_lstm, from_left, from_right, add_input):
    one, other = by_hand()(forward_lstm, backward_lstm, from_left, from_right, add_input)
    return other, one


SLIPS = {
    "sum of both": by_hand(lambda a, b: (a + b, a + b)),
    "backward LSTM reads the forward": by_hand(lambda a, b: (a, a)),
    "reads the other side": by_hand(lambda a, b: (b, a)),
    "One LSTM reads both": one_reader,
    "turned round": by_hand(lambda a, b: (a, torch.flip(b, [1]))),
    "never added": by_hand(more=lambda a, b, add: None),
    "always added": by_hand(more=lambda a, b, add: (a, b)),
    "input of the other side": by_hand(more=lambda a, b, add: (b, a) if add else None),
    "exchanged": exchanged,
}


def test_right_ones_are_accepted(capsys):
    for function in (apart.our_layer, by_hand()):
        assert apart.keeps_apart(function) is function
        said = "next_states: right, and no word reaches the other reader.\n"
        assert capsys.readouterr().out == said


def test_an_open_one_is_filled_in(capsys):
    def next_states(forward_lstm, backward_lstm, from_left, from_right, add_input): ...

    assert apart.keeps_apart(next_states) is apart.our_layer
    expected = "next_states: not filled in yet; the workbook's version stands in.\n"
    assert capsys.readouterr().out == expected


@pytest.mark.parametrize("words", SLIPS)
def test_each_slip_written_again_is_named(words, capsys):
    assert apart.keeps_apart(SLIPS[words]) is apart.our_layer
    (said,) = [slip.says for slip in apart.MISTAKES if words in slip.says]
    assert capsys.readouterr().out == f"next_states: not yet. {said}\n{STANDS_IN}\n"


def test_every_slip_is_written_again():
    assert len(SLIPS) == len(apart.MISTAKES)


@pytest.mark.parametrize("slip", apart.MISTAKES, ids=lambda slip: slip.says.split(".")[0])
def test_each_slip_is_told_from_the_others(slip):
    assert apart.mistake(slip.wrong) == slip.says


def changes_its_input(forward_lstm, backward_lstm, from_left, from_right, add_input):
    result = apart.our_layer(forward_lstm, backward_lstm, from_left, from_right, add_input)
    from_left += 1
    return result


def whole_tuples(forward_lstm, backward_lstm, from_left, from_right, add_input):
    return forward_lstm(from_left), backward_lstm(from_right)


@pytest.mark.parametrize(
    ("function", "says"),
    [
        (lambda *given: apart.our_layer(*given)[0], "Return two things"),
        (whole_tuples, "An LSTM returns a tuple"),
        (lambda *given: [s[:, 1:] for s in apart.our_layer(*given)], "tensors of the shape"),
        (changes_its_input, "It changes from_left or from_right itself"),
        (by_hand(lambda a, b: (a + 0.1 * b, b)), "in from_right changes, so do the forward states"),
        (by_hand(lambda a, b: (a, b - a)), "in from_left changes, so do the backward states"),
        (by_hand(lambda a, b: (2 * a, 2 * b)), "though the readers do not meet"),
    ],
)
def test_other_slips_are_described(function, says):
    assert says in apart.mistake(function)


def test_the_global_seed_stays():
    torch.manual_seed(5)
    expected = torch.rand(1)
    torch.manual_seed(5)
    apart.mistake(apart.our_layer)
    assert torch.equal(torch.rand(1), expected)
