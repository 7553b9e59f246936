"""Explanations: sums, hidden tokens, unusual texts, and pictures that show what they should."""

import random
import re

import matplotlib.pyplot as plt
import numpy as np
import pytest
import torch

from bertlab.inspection.explain import OWEN, SHAPLEY, Explainer, exact, partition
from bertlab.inspection.explanation import Explanation, import_shap, segments, text_plot
from bertlab.inspection.text_game import TextGame, log_odds
from bertlab.model.tasks import BertForSequenceClassification
from bertlab.text.wordpiece import SPECIALS, WordPieceTokenizer
from tests.toy_classifier import LABELS, toy_classifier, toy_tokenizer

TEXT, CHINESE = "not a good film, unflinching.", "这本书不好看。"
LONG = "a good film . " * 9  # 36 tokens; the model reads 16 with [CLS] and [SEP]


@pytest.fixture(scope="module")
def explainer():
    return Explainer(toy_classifier(), toy_tokenizer())


@pytest.fixture(autouse=True)
def no_figure_stays_open():
    yield
    plt.close("all")


def score(model, rows, label=1):
    with torch.no_grad():
        return log_odds(model(torch.tensor(rows)), label).tolist()


# --- the score, and what is hidden ----------------------------------------------------------------


def test_log_odds_by_hand():
    two = log_odds(torch.tensor([[0.5, 2.0], [1.0, -1.0]]), 1)
    assert two.tolist() == [1.5, -2.0]
    logits = torch.tensor([[0.3, -1.0, 2.0]])
    probability = logits.double().softmax(dim=1)[0, 2]
    assert log_odds(logits, 2).item() == pytest.approx(torch.logit(probability).item())


@pytest.mark.parametrize("masking", ["mask", "remove"])
def test_a_group_is_worth_what_the_model_says(masking):
    model, tokenizer = toy_classifier().double(), toy_tokenizer()
    game = TextGame(model, tokenizer, "good film.", "positive", masking)
    cls, sep, mask = tokenizer.cls_id, tokenizer.sep_id, tokenizer.mask_id
    good, film, dot = tokenizer.text_ids("good film.")
    present = torch.tensor([[True, False, True], [False] * 3, [True] * 3])
    rows = {
        "mask": [[cls, good, mask, dot, sep], [cls, mask, mask, mask, sep]],
        "remove": [[cls, good, dot, sep], [cls, sep]],
    }[masking]
    rows.append([cls, good, film, dot, sep])
    expected = [score(model, [row])[0] for row in rows]
    assert game(present).tolist() == pytest.approx(expected, abs=1e-12)
    assert game.inputs(present) == rows


def test_a_group_has_one_worth(explainer):
    game = explainer.game(TEXT)
    present = torch.ones(3, len(game.tokens), dtype=torch.bool)
    present[1, 2] = False
    first = game(present)
    assert game.num_evaluated == 2
    assert torch.equal(game(present[[1, 2, 0]]), first[[1, 2, 0]])
    assert game.num_evaluated == 2


def test_typed_separators_are_no_players(explainer):
    game = explainer.game("good [SEP] film [MASK]")
    assert game.tokens == ("good", "film", "[MASK]")
    values = exact(game).values
    assert values[2] == pytest.approx(0, abs=1e-6)  # [MASK] for [MASK] changes nothing
    assert abs(values[0]) > 1e-4


def test_the_label_is_the_models_own_by_default(explainer):
    for text in (TEXT, "bad film", CHINESE):
        explanation = explainer(text)
        assert explanation.label in LABELS
        assert explanation.prediction > 0  # more than one half
        other = LABELS[1 - LABELS.index(explanation.label)]
        assert explainer(text, other).prediction == pytest.approx(-explanation.prediction)


# --- values ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("masking", ["mask", "remove"])
@pytest.mark.parametrize("text", [TEXT, CHINESE, "bad", "", "good " * 14, LONG, "字 $ 😀"])
def test_values_sum_to_the_prediction_minus_the_base(masking, text):
    model, tokenizer = toy_classifier(), toy_tokenizer()
    explanation = Explainer(model, tokenizer, masking, max_evals=100)(text, "positive")
    ids = tokenizer.encode(text, None, 16).input_ids
    frame, hidden = [ids[0], ids[-1]], len(ids) - 2
    bare = [frame[0], *[tokenizer.mask_id] * (hidden if masking == "mask" else 0), frame[1]]
    assert explanation.prediction == pytest.approx(score(model, [ids])[0], abs=1e-5)
    assert explanation.base == pytest.approx(score(model, [bare])[0], abs=1e-5)
    gap = explanation.prediction - explanation.base - explanation.values.sum()
    assert abs(gap) < 1e-9
    assert len(explanation.values) == len(explanation.tokens) == hidden
    assert explanation.values.dtype == np.float64


def test_sums_hold_for_a_published_encoder():
    torch.manual_seed(0)
    model = BertForSequenceClassification.from_pretrained("minilm", new_heads=True, labels=LABELS)
    model.double()  # so that a difference is a fault, and no rounding
    with torch.no_grad():
        model.classifier.dense.weight.mul_(50)  # logits as large as after training
    tokenizer = WordPieceTokenizer.from_folder("minilm")
    explanation = Explainer(model, tokenizer)("A slow, fine film.", "positive")
    with torch.no_grad():
        whole = log_odds(model(*tokenizer.batch(["A slow, fine film."])), 1).item()
    assert explanation.method == SHAPLEY
    assert abs(explanation.values.sum() - (whole - explanation.base)) < 1e-9


def test_short_texts_are_exact_and_long_ones_are_not(explainer):
    assert explainer("not a good film .").method == SHAPLEY
    assert explainer(TEXT + TEXT).method == OWEN
    few = Explainer(explainer.model, explainer.tokenizer, max_evals=8)
    assert few("a good film").method == SHAPLEY
    assert few("a good film .").method == OWEN


def test_a_budget_that_ends_early_divides_equally(explainer):
    """Four groups: none, all, and the two halves. What a half adds goes to its tokens alike."""
    game = explainer.game("a good film .")
    values = partition(game, max_evals=4, tree=((0, 1), (2, 3))).values
    none, left, right, both = game(
        torch.tensor([[0, 0, 0, 0], [1, 1, 0, 0], [0, 0, 1, 1], [1, 1, 1, 1]]).bool()
    ).tolist()
    first, second = (left - none + both - right) / 4, (right - none + both - left) / 4
    assert values.tolist() == pytest.approx([first, first, second, second])
    assert game.num_evaluated == 4


def test_partition_keeps_the_random_state(explainer):
    np.random.seed(3)
    expected = np.random.rand(2)
    np.random.seed(3)
    values = [partition(explainer.game(TEXT), 20).values for _ in range(2)]
    assert np.array_equal(*values)
    assert np.array_equal(np.random.rand(2), expected)


def test_one_token_gets_everything(explainer):
    for explanation in (explainer("good"), partition(explainer.game("good"))):
        assert explanation.tokens == ("good",)
        assert explanation.values[0] == pytest.approx(explanation.prediction - explanation.base)


def test_nothing_is_explained_by_nothing(explainer):
    for text in ("", "  \n", "\u200b"):
        assert partition(explainer.game(text)).method == OWEN
        explanation = explainer(text)
        assert explanation.tokens == ()
        assert explanation.base == explanation.prediction


def test_the_end_of_a_long_text_is_counted(explainer):
    explanation = explainer(LONG)
    assert len(explanation.tokens) == 14
    assert explanation.left_out == 36 - 14
    assert explainer("good " * 14).left_out == 0
    assert "22 tokens at the end were too many" in explanation._repr_html_()


def test_words_are_the_sums_of_their_pieces(explainer):
    explanation = explainer("not unflinching.")
    assert explanation.tokens == ("not", "un", "##flinch", "##ing", ".")
    joined = explanation.words()
    assert joined.tokens == ("not", "unflinching", ".")
    values = explanation.values
    assert joined.values.tolist() == pytest.approx([values[0], values[1:4].sum(), values[4]])
    assert joined.base == explanation.base


def test_without_html_it_is_a_sum():
    terms = "1.50 +0.50 (un) -2.00 (##ing) +1.00 ($x$) +0.25 (好) -0.50 (<b>) = 0.75"
    assert repr(MADE_UP) == f"Owen values, label a_b$: {terms}"


def test_segments():
    assert "".join(segments(["not", "un", "##ing", ".", "好", "看", "a"])) == "not uning .好看a"
    assert segments([]) == []


def test_one_line_from_a_folder(tmp_path):
    toy_classifier().save_pretrained(tmp_path)
    toy_tokenizer().save(tmp_path)
    explanation = Explainer.from_pretrained(tmp_path, max_evals=64)("a good film")
    assert explanation.method == SHAPLEY


# --- bad input ------------------------------------------------------------------------------------


@pytest.mark.usefixtures("without_annotations")
@pytest.mark.parametrize("text", [None, 3, ["a good film"], b"good"])
def test_what_is_no_text(explainer, text):
    with pytest.raises(ValueError, match=r"expected a text \(str\), got"):
        explainer(text)


@pytest.mark.usefixtures("without_annotations")
def test_settings_that_make_no_sense(explainer):
    model, tokenizer = explainer.model, explainer.tokenizer
    with pytest.raises(ValueError, match=r"label must be one of .*, got 'neutral'"):
        explainer(TEXT, "neutral")
    with pytest.raises(ValueError, match=r"masking must be one of .*, got 'zero'"):
        Explainer(model, tokenizer, masking="zero")(TEXT)
    with pytest.raises(ValueError, match="batch_size must be at least 1, got 0"):
        Explainer(model, tokenizer, batch_size=0)(TEXT)
    with pytest.raises(ValueError, match="max_evals must be at least 4, got 3"):
        Explainer(model, tokenizer, max_evals=3)(TEXT)
    with pytest.raises(ValueError, match="needs tokens 0 to 2 once each, got"):
        partition(explainer.game("a good film"), tree=(0, 1))
    with pytest.raises(ValueError, match="expected a list of texts, got one str"):
        explainer.all("a good film")
    with pytest.raises(ValueError, match=r"got 17 players"):
        exact(Explainer(toy_classifier(max_positions=40), tokenizer).game("good " * 17))


def test_a_model_in_training_mode():
    explainer = Explainer(toy_classifier().train(), toy_tokenizer())
    with pytest.raises(ValueError, match="evaluation mode"):
        explainer(TEXT)


def test_the_tokenizer_of_another_model(explainer):
    larger = WordPieceTokenizer([*SPECIALS, *(f"w{i}" for i in range(60))])
    with pytest.raises(ValueError, match="the tokenizer has 65 pieces, but the model knows"):
        Explainer(explainer.model, larger)("w50")


# --- pictures -------------------------------------------------------------------------------------

MADE_UP = Explanation(
    ("un", "##ing", "$x$", "好", "<b>"),
    np.array([0.5, -2.0, 1.0, 0.25, -0.5]),
    1.5,
    0.75,
    "a_b$",
    OWEN,
)
HUE = r"rgba?\(([\d.]+), ?([\d.]+), ?([\d.]+)"
COLOR = re.compile(r"rgba?\(\d[\d.]*(, ?\d[\d.e-]*){2,3}\)")


def unreadable_colors(page):
    return [
        page[m.start() :][:40]
        for m in re.finditer(r"rgba?\(", page)
        if not COLOR.match(page, m.start())
    ]


def test_the_text_has_colors_that_browsers_read(explainer):
    upstream = import_shap().plots.text(MADE_UP.to_shap(), display=False)
    page = text_plot(MADE_UP)
    drawn = r"(?:fill|stroke|background): ?rgba?\("
    assert len(re.findall(drawn, page)) == len(re.findall(drawn, upstream)) > 10
    assert not unreadable_colors(page)
    assert unreadable_colors("fill:rgb(np.float64(255.0), np.float64(0.0), 87.0)")
    assert "np." not in page


def test_the_text_has_the_colors_of_our_figures():
    """Orange adds, blue takes away; none of shap's own is left, not even in another release."""
    page = text_plot(MADE_UP)
    hues = {tuple(map(float, found)) for found in re.findall(HUE, page)}
    ours = {(184, 80, 0), (0, 114, 178), (213, 94, 0)}
    assert {hue for hue in hues if max(hue) - min(hue) > 60} == ours
    for sign, hue in ((1, "213, 94, 0"), (-1, "0, 114, 178")):
        shown = text_plot(replace_tokens("good", values=[sign * 0.5]))
        assert f"background: rgba({hue}, 0." in shown  # black words can be read on it


def test_the_text_is_whole_and_safe():
    page = text_plot(MADE_UP)
    assert "<b>$" not in page
    assert "&lt;b&gt;" in page
    assert not re.search(r"(src|href)\s*=", page.replace("src: url(", ""))
    assert "1.500 with all tokens hidden, 0.750 with all shown (Owen values)" in page
    assert not re.search(r"\d\.\d{5,}", page)


def test_letters_are_brought_along_under_a_name_of_their_own():
    page = text_plot(MADE_UP)
    (family,) = set(re.findall(r"letters-[0-9a-f]{8}", page))
    stack = page[: page.index("<style>")].replace("&quot;", '"')
    assert f'font-family: "{family} Chinese", "{family} Sans"' in stack
    assert "data:font/otf;base64," in page
    english = text_plot(replace_tokens("good"))
    assert re.findall("data:font/(...)", english) == ["ttf"]
    assert family not in english


def replace_tokens(*tokens, values=None):
    values = np.ones(len(tokens)) if values is None else np.array(values)
    return Explanation(tokens, values, 0.0, float(values.sum()), "positive", SHAPLEY)


def test_the_text_repeats_whatever_the_random_state_and_leaves_it():
    pages, numbers = {text_plot(MADE_UP)}, set()
    for seed in (4, 5):  # were the state changed, it would be the same for both
        random.seed(seed)
        pages.add(text_plot(MADE_UP))
        numbers.add(random.random())
    assert len(pages) == 1
    assert len(numbers) == 2
    pages.add(text_plot(replace_tokens("good")))
    first, second = (set(re.findall(r"_tp_(\w{20})_ind", page)) for page in pages)
    assert first
    assert not first & second


@pytest.mark.parametrize("tokens", [("good",), ("好",), ()])
def test_short_texts_have_pictures(tokens):
    page = text_plot(replace_tokens(*tokens))
    assert ("There are no tokens to explain" in page) == (not tokens)
    assert all(token in page for token in tokens)


def test_equal_values_have_pictures():
    explanation = replace_tokens("a", "b", values=[0.0, 0.0])
    assert not unreadable_colors(text_plot(explanation))


def test_many_texts(explainer):
    found = explainer.all(["good film", "bad film"], label="positive")
    assert [explanation.tokens for explanation in found] == [("good", "film"), ("bad", "film")]
    assert {explanation.label for explanation in found} == {"positive"}


@pytest.mark.parametrize("plot", ["waterfall", "bar"])
def test_upstreams_plots_take_explanations(plot):
    explanation = replace_tokens("good", "film", values=[0.5, 0.25]).to_shap()
    axes = getattr(import_shap().plots, plot)(explanation, show=False)
    assert any("good" in label.get_text() for label in axes.get_yticklabels())
