"""The exercises on how weights are updated; every slip is written here a second time."""

from bertlab.exercises import diagnose, optimization
from tests.exercise_checks import assert_named, check_exercise_module, solve


def test_the_module_is_sound():
    check_exercise_module(optimization)


def assert_all_named(definition, slips):
    """State that each function is recognized, and that none of the names was forgotten."""
    assert {name for name, _ in slips} == {slip.name for slip in definition.misconceptions}
    for name, function in slips:
        assert_named(definition, function, name)


# --- the learning rate: a whole run written out ---------------------------------------------------


def curve(steps, warmup, first=1, flat=False, length=None, end=0, constant=False, fallen=0):
    """Return the shares of the highest rate for all updates of a run, one by one."""
    found, rate = [], 0.0
    for step in range(steps):
        if step < warmup:
            rate = 1.0 if flat else (step + first) / warmup
        else:
            length_of_fall = length or steps - warmup - end
            rate = 1.0 - (step - warmup + fallen) / length_of_fall
            rate = 1.0 if constant else rate
        found.append(rate)
    return found


def rates(make=curve, total="all", after=lambda steps, warmup, step: 0.0, warm="all"):
    """Look updates up in the curve of the run; each argument puts one slip in."""

    def learning_rate(step, steps_per_epoch, epochs, warmup, highest):
        steps = {"all": steps_per_epoch * epochs, "epoch": steps_per_epoch, "epochs": epochs}[total]
        rising = round(warmup * {"all": steps, "epoch": steps_per_epoch, "none": 0}[warm])
        points = make(steps, rising)
        return highest * (points[step] if step < steps else after(steps, rising, step))

    return learning_rate


def by_epochs(step, steps_per_epoch, epochs, warmup, highest):
    """Set the rate at the beginning of each epoch, as one may do with a scheduler."""
    epoch, rising = step // steps_per_epoch, round(warmup * epochs)
    points = curve(epochs, rising)
    return highest * (points[epoch] if epoch < epochs else 0.0)


def changed(**slip):
    return rates(lambda steps, warmup: curve(steps, warmup, **slip))


def too_long(steps, warmup):
    return curve(steps, warmup, length=steps)


def test_learning_rate():
    assert diagnose(optimization.learning_rate, rates()).right
    last = "the last update has a rate of 0"
    slips = [
        ("there is no warm-up", rates(warm="none")),
        ("the rate is at its highest from the first update", changed(flat=True)),
        ("the first update has a rate of 0", changed(first=0)),
        (
            "the fall is counted from the first update",
            rates(lambda steps, warmup: curve(steps, warmup, length=steps, fallen=warmup)),
        ),
        ("the fall takes as long as the whole run", rates(too_long)),
        (
            "the fall takes as long as the whole run",
            rates(too_long, after=lambda steps, warmup, step: 1 - (step - warmup) / steps),
        ),
        ("the rate does not fall", changed(constant=True)),
        (
            "the rate does not fall",
            rates(
                lambda steps, warmup: curve(steps, warmup, constant=True),
                after=lambda steps, warmup, step: 1.0,
            ),
        ),
        (
            "behind the end the rate is negative",
            rates(after=lambda steps, warmup, step: (steps - step) / (steps - warmup)),
        ),
        (last, changed(end=1)),
        (last, changed(fallen=1)),
        ("the rate changes once an epoch", by_epochs),
        ("the run is taken to be as long as an epoch", rates(total="epoch")),
        ("the number of epochs is taken for the number of updates", rates(total="epochs")),
        ("the warm-up is a share of one epoch", rates(warm="epoch")),
    ]
    assert_all_named(optimization.learning_rate, slips)


def test_a_whole_run_by_hand():
    rate = optimization.learning_rate.reference
    run = [rate(step, 5, 2, 0.2, 8.0) for step in range(12)]
    assert run == [4.0, 8.0, 8.0, 7.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0, 0.0, 0.0]


# --- decay: name by name --------------------------------------------------------------------------


def groups(keep, frozen=False):
    """Divide by a rule over the name and the shape."""

    def decay_groups(parameters):
        found = [], []
        for name, parameter in parameters.items():
            if parameter.requires_grad or frozen:
                found[0 if keep(name, len(parameter.shape)) else 1].append(name)
        return found

    return decay_groups


def is_matrix(name, axes):
    return axes > 1


def no_decay(*parts):
    """Return the rule of many recipes: no decay for names with one of these parts in them."""
    return groups(lambda name, axes: not any(part in name for part in parts))


def test_decay_groups():
    assert diagnose(optimization.decay_groups, groups(is_matrix)).right
    searched = "LayerNorm is looked for by a name that it does not have everywhere"
    slips = [
        ("everything decays", no_decay()),
        ("the biases do not decay, but the gains of LayerNorm do", no_decay("bias")),
        (
            "LayerNorm does not decay, but the other biases do",
            no_decay(".LayerNorm.", ".norm.", "_norm."),
        ),
        (searched, no_decay("bias", "LayerNorm.weight")),
        (searched, no_decay("bias", ".norm.")),
        (
            "the embeddings do not decay",
            groups(lambda name, axes: axes > 1 and ".embeddings." not in name),
        ),
        ("the two groups are exchanged", groups(lambda name, axes: axes == 1)),
        ("frozen parameters are in the groups", groups(is_matrix, frozen=True)),
        (
            "the heads do not decay",
            groups(
                lambda name, axes: (
                    axes > 1 and not name.startswith(("bert.pooler", "next_sentence"))
                )
            ),
        ),
    ]
    assert_all_named(optimization.decay_groups, slips)


def test_both_ways_of_naming_are_in_the_cases():
    for number, ending in ((0, "LayerNorm.weight"), (1, "attention_norm.weight")):
        case, (_, without) = solve(optimization.decay_groups, number)
        assert any(name.endswith(ending) for name in without)
        assert all(case.args[0][name].dim() == 1 for name in without)
