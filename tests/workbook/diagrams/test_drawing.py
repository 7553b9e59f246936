"""The vocabulary: places, numbers, colors, arrows, and what it refuses."""

from itertools import combinations

import matplotlib.pyplot as plt
import numpy as np
import pytest
import torch
from matplotlib.colors import to_rgb

from workbook.diagrams import Drawing, Node, overlaps
from workbook.diagrams.roles import COLORS, role_of
from workbook.figures import use_style

# --- places ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "axis", "sign"),
    [("right_of", 0, 1), ("left_of", 0, -1), ("above", 1, 1), ("below", 1, -1)],
)
def test_a_thing_is_beside_another_labels_included(side, axis, sign):
    drawing = Drawing()
    first = drawing.matrix([[1.0, 2.0]], label="a long label", shape="(1, 2)", rows=["row"])
    second = drawing.matrix([[3.0]], label="another", shape="(1, 1)", gap=0.3, **{side: first})
    near, far = (first, second) if sign > 0 else (second, first)
    assert far.outer[axis] - near.outer[axis + 2] == pytest.approx(0.3)
    assert first.body.center[1 - axis] == pytest.approx(second.body.center[1 - axis])


def test_a_thing_is_in_line_with_a_third_one_and_with_several():
    drawing = Drawing()
    row = drawing.row(["a", "b", "c"])
    box = drawing.box("d", above=row, align=row[2])
    assert box.body.center[0] == pytest.approx(row[2].body.center[0])
    both = drawing.box("e", below=[row[0], row[1]])
    assert both.body.center[0] == pytest.approx((row[0].body.left + row[1].body.right) / 2)
    assert drawing.box("f", at=(5, 6)).body.center == pytest.approx((5, 6))
    column = drawing.column(["one", "twenty two"], at=(9, 0))
    assert column[0].body.size == column[1].body.size
    assert column[0].body.bottom > column[1].body.top


def test_boxes_hold_their_texts_and_frames_their_things():
    drawing = Drawing()
    box = drawing.box("a name of many letters\nand two lines", label="label", shape="(T, D)")
    frame = drawing.group(box, label="× 12", side="right_of")
    assert frame.body.holds(box.outer) and overlaps(drawing) == []
    with pytest.raises(ValueError, match=r"expected a side .* got 'up'"):
        drawing.bracket(box, side="up")


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ({}, "got nothing"),
        ({"above": None, "below": None}, "got above and below"),
        ({"beside": None}, "got beside"),
    ],
)
def test_where_a_thing_goes_is_said_once(place, message):
    drawing = Drawing()
    first = drawing.box("a")
    with pytest.raises(ValueError, match=f"where is 'b'.* {message}"):
        drawing.box("b", **dict.fromkeys(place, first))


# --- numbers --------------------------------------------------------------------------------------


def test_cells_show_the_numbers_of_a_tensor():
    drawing = Drawing()
    values = torch.tensor([[0.14, -2.06, -0.04], [-torch.inf, 10.0, 0.0]], requires_grad=True)
    matrix = drawing.matrix(values)
    assert [[cell.name for cell in row] for row in matrix] == [
        ["0.1", "−2.1", "0.0"],
        ["−∞", "10.0", "0.0"],
    ]
    assert [cell.name for cell in drawing.matrix(np.eye(2), decimals=None, below=matrix)[0]] == [
        "",
        "",
    ]


def test_the_larger_the_darker():
    drawing = Drawing()
    drawing.matrix([[0.0, 1.0, -3.0]], role="query")
    colors = [sum(patch.get_facecolor()[:3]) for patch in drawing.figure().axes[0].patches]
    assert colors == sorted(colors, reverse=True) and len(set(colors)) == 3


def test_a_mask_shows_who_sees_whom():
    drawing = Drawing()
    mask = drawing.mask(torch.ones(3, 3, dtype=torch.bool).tril(), list("abc"), list("abc"))
    assert ["".join(cell.name for cell in row) for row in mask] == ["✓✗✗", "✓✓✗", "✓✓✓"]
    with pytest.raises(ValueError, match=r"a boolean mask, got torch\.int64"):
        drawing.mask([[1, 0]], right_of=mask)


def test_bars_are_as_long_as_their_numbers():
    drawing = Drawing()
    bars = drawing.bars([0.5, 0.25], ["yes", "no"], longest=2)
    assert [bar.body.size[0] for bar in bars] == pytest.approx([2, 1])
    for wrong in ([-0.1], [[1.0]], [float("nan")], []):
        with pytest.raises(ValueError, match="expected one axis of numbers from 0 up"):
            drawing.bars(wrong, ["a"], below=bars)


def test_lines_are_as_thick_as_weights():
    drawing = Drawing()
    read = drawing.tokens(["a", "b"])
    reader = drawing.box("c", above=read)
    drawing.weights([[0.75, 0.25]], read, reader)
    thick = [patch.get_linewidth() for patch in drawing.figure().axes[0].patches[-2:]]
    assert thick[0] == pytest.approx(3 * thick[1])
    with pytest.raises(ValueError, match=r"of shape \(1, 2\), got \(2, 1\)"):
        drawing.weights([[0.5], [0.5]], read, reader)
    with pytest.raises(ValueError, match="expected weights from 0 to 1"):
        drawing.weights([[2.0, -1.0]], read, reader)


@pytest.mark.parametrize(
    ("values", "more", "message"),
    [
        ([1.0, 2.0], {}, r"two axes, got shape \(2,\) \(a vector: values\[None, :\]"),
        (torch.zeros(1, 2, 3), {}, r"two axes, got shape \(1, 2, 3\)"),
        (torch.zeros(0, 2), {}, r"two axes, got shape \(0, 2\)"),
        ([[float("nan")]], {}, "got nan or inf"),
        ([[1.0]], {"rows": ["a", "b"]}, "a name for each of 1 rows, got 2"),
        ([[1.0, 2.0]], {"columns": ["a"]}, "a name for each of 2 columns, got 1"),
        ([[1.0]], {"role": "querry"}, "Did you mean 'query'?"),
    ],
)
def test_what_is_no_matrix_is_refused(values, more, message):
    with pytest.raises(ValueError, match=message):
        Drawing().matrix(values, **more)


# --- arrows ---------------------------------------------------------------------------------------


def ends(drawing, number=-1):
    return np.round(drawing.lines[number].path.vertices[[0, -1]], 2).tolist()


def test_arrows_are_level_or_upright_where_things_allow_it():
    drawing = Drawing()
    row = drawing.tokens(["a", "b", "c"], size=(1, 0.4), between=0)
    wide = drawing.box("wide", size=(3, 0.4), above=row, gap=0.5)
    drawing.arrows(row, wide)
    starts = [ends(drawing, index)[0][0] for index in range(3)]
    assert starts == [ends(drawing, index)[1][0] for index in range(3)] == [-1, 0, 1]
    drawing.arrow(wide, drawing.box("right", right_of=wide))
    assert ends(drawing)[0][1] == ends(drawing)[1][1]
    drawing.arrow(row[0], row[2], sides=("bottom", "bottom"), bend=-0.5)
    assert drawing.lines[-1].path.vertices[:, 1].min() < row.body.bottom - 0.5
    drawing.arrow(row[2], row[0], sides=("top", "top"), bend=0.5)
    assert drawing.lines[-1].path.vertices[:, 1].max() > row.body.top + 0.5


@pytest.mark.parametrize(("side", "axis", "sign"), [("right", 0, 1), ("left", 0, -1)])
def test_a_skip_goes_round_what_is_between(side, axis, sign):
    drawing = Drawing()
    boxes = drawing.column(["a", "a wide box", "c"])
    drawing.skip(boxes[0], boxes[2], side=side, label="residual")
    path = drawing.lines[-1].path.vertices
    assert (sign * path[:, axis] > sign * getattr(boxes.body, side)).all()
    assert overlaps(drawing) == []


@pytest.mark.parametrize(
    ("where", "axis", "sign"),
    [("left", 0, -1), ("right", 0, 1), ("", 0, 1), ("above", 1, 1), ("below", 1, -1)],
)
def test_a_label_is_beside_its_arrow(where, axis, sign):
    drawing = Drawing()
    boxes = drawing.column(["a", "b"], between=1.0)
    drawing.arrow(boxes[0], boxes[1], label="(T, D)", label_on=where)
    center = drawing.extent_of(drawing.texts[-1].artist).center
    assert sign * (center[axis] - boxes.body.center[axis]) > 0.05
    assert drawing.texts[-1].artist.get_fontfamily()[0] == "DejaVu Sans Mono"  # as code
    assert bool(overlaps(drawing)) == (axis == 1)  # along the arrow, it is on it


def test_arrows_with_nowhere_to_go_are_refused():
    drawing = Drawing()
    row = drawing.row(["a", "b", "c"])
    with pytest.raises(ValueError, match="as many ends as starts, got 2 and 3"):
        drawing.arrows(row, [row[0], row[1]])
    with pytest.raises(ValueError, match=r"expected a side \(left.* got 'up'"):
        drawing.arrow(row[0], row[1], sides=("up", "top"))
    with pytest.raises(ValueError, match=r"expected a place .* got 'top'"):
        drawing.arrow(row[0], row[1], label="x", label_on="top")


def test_a_tree_has_its_root_above_the_middle_of_its_children():
    leaves = Node("a", edge="0"), Node("b", edge="1")
    drawing = Drawing()
    root, left, right = drawing.tree(Node("root", leaves))
    assert root.body.center[0] == pytest.approx((left.body.center[0] + right.body.center[0]) / 2)
    assert root.body.bottom > left.body.top and left.body.right < right.body.left
    assert {"0", "1"} < {text.artist.get_text() for text in drawing.texts}


# --- colors ---------------------------------------------------------------------------------------

TO_XYZ = np.array([[0.412, 0.358, 0.180], [0.213, 0.715, 0.072], [0.019, 0.119, 0.950]])
SEEN_BY = {  # Machado, Oliveira and Fernandes (2009), full severity
    "all": np.eye(3),
    "protanopes": [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]],
    "deuteranopes": [[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]],
}


def lab(color: str, eyes: str) -> np.ndarray:
    """Return a color in CIELAB, where a distance of 2 can just be seen."""
    parts = np.array(to_rgb(color))
    light = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    xyz = TO_XYZ @ np.clip(SEEN_BY[eyes] @ light, 0, 1) / TO_XYZ.sum(axis=1)
    x, y, z = np.where(xyz > 0.0089, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("eyes", SEEN_BY)
def test_boxes_of_two_roles_look_different_to_all_eyes(eyes):
    """Those that stand side by side in a diagram; masks are hatched, and segments are tokens."""
    names = [name for name in COLORS if name not in ("mask", "special", "first", "second")]
    for one, other in combinations(names, 2):
        seen = lab(role_of(one).fill, eyes) - lab(role_of(other).fill, eyes)
        assert np.linalg.norm(seen) > 6, (one, other)


def test_colors_are_those_of_the_lessons_style():
    with plt.style.context("default"):
        use_style()
        cycle = {color.upper() for color in plt.rcParams["axes.prop_cycle"].by_key()["color"]}
    okabe_ito_and_neutral = {f"#{color.removeprefix('#')}" for color in cycle}
    assert set(COLORS.values()) - okabe_ito_and_neutral == {"#F0E442", "#808080", "#FFFFFF"}


def test_an_unknown_role_is_answered_with_a_near_one():
    with pytest.raises(ValueError, match=r"got 'valeu'\. Did you mean 'value'\?"):
        Drawing().box("x", role="valeu")
    with pytest.raises(ValueError, match="expected one role, or one for each of 2 things, got 1"):
        Drawing().row(["a", "b"], role=["key"])


# --- the figure, and what overlaps in it ----------------------------------------------------------


def test_a_drawing_that_does_not_fit_is_refused():
    drawing = Drawing(width=4)
    drawing.row(["a wide box"] * 4)
    with pytest.raises(ValueError, match=r"at most 4 inches wide, got \d"):
        drawing.figure()
    titled = Drawing(width=2, title="A sentence that is longer than two inches")
    titled.box("a")
    with pytest.raises(ValueError, match="a title at most 2 inches wide"):
        titled.figure()
    with pytest.raises(ValueError, match="at least one thing, got none"):
        Drawing().figure()
    with pytest.raises(ValueError, match="at least one thing or name, got none"):
        Drawing().tokens([])


def test_the_figure_is_as_high_as_what_was_drawn():
    drawing = Drawing()
    box = drawing.box("a")
    low = drawing.figure().get_figheight()
    drawing.box("b", above=box)
    assert drawing.figure().get_figheight() == pytest.approx(low + box.body.size[1] + 0.4)
    assert drawing.figure().get_figheight() == drawing.figure().get_figheight()


def test_dollars_of_a_text_begin_no_formula():
    drawing = Drawing()
    drawing.tokens(["$5", "to", "$9_9$"])
    assert not any(text.artist.get_parse_math() for text in drawing.texts)


@pytest.mark.parametrize(
    ("plant", "found"),
    [
        (lambda d, a: d.note("near", at=(0.1, 0.0)), "'first' overlaps 'near'"),
        (
            lambda d, a: d.note("on the border", at=(0.9, 0)),
            "'on the border' crosses the border of",
        ),
        (
            lambda d, a: d.box("too long a name", size=(0.4, 0.4), below=a),
            "is larger than what it is",
        ),
        (lambda d, a: d.box("b", size=(1, 1), at=(1.2, 0.2)), "'first' and 'b' cross each other"),
        (
            lambda d, a: d.arrow(a, d.box("b", right_of=a, gap=0.1), "(a, long, shape)"),
            "crosses the",
        ),
        (lambda d, a: d.skip(a, a, gap=-0.7), "an arrow or line (first → first) crosses 'first'"),
    ],
)
def test_what_overlaps_is_found(plant, found):
    drawing = Drawing()
    first = drawing.box("first", size=(1.6, 0.5))
    assert overlaps(drawing) == []
    plant(drawing, first)
    assert found in "; ".join(overlaps(drawing))
