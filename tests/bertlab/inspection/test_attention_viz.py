"""BertViz's views of our models: complete, the same every time, and clear about bad input."""

import base64
import html
import io
import json
import re
from functools import cache

import numpy as np
import pytest
import torch
from PIL import Image
from torch import nn

from bertlab.inspection.attention_pages import PARAMETERS, Frame, pack, page, parts
from bertlab.inspection.attention_pictures import draw_heads, draw_neurons
from bertlab.inspection.attention_seen import MAX_TOKENS, Pieces, Replay, attention_of
from bertlab.inspection.attention_viz import head_view, model_view, neuron_view
from bertlab.model.bert import BertModel
from bertlab.model.config import BertConfig
from bertlab.model.tasks import BertForSequenceClassification
from bertlab.pictures import installed_letters, png
from bertlab.text.wordpiece import SPECIALS, WordPieceTokenizer

VIEWS = (head_view, model_view, neuron_view)
WORDS = ["the", "cat", "sat", "on", "a", "mat", "it", "was", "tired", "<", "/", "script", ">"]
PAIR = ("the cat sat on a mat", "it was tired")
TOKENIZER = WordPieceTokenizer([*SPECIALS, *WORDS, *"老爸叫买酱油，回来慢了"])
CONFIG = BertConfig(
    vocab_size=len(TOKENIZER.vocabulary),
    hidden_size=20,
    num_layers=3,
    num_heads=4,
    intermediate_size=24,
    max_positions=48,
)


@cache
def lively_model():
    """Return a model whose attention is not nearly equal everywhere, as in a fresh one."""
    torch.manual_seed(0)
    fresh = BertModel(CONFIG)
    with torch.no_grad():
        for layer in fresh.encoder.layers:
            for part in (layer.attention.query, layer.attention.key, layer.attention.value):
                part.weight *= 30
    return fresh


@pytest.fixture
def model():
    return lively_model()


@cache
def shown_of(view, *texts):
    """Return a view that several tests look at."""
    return view(lively_model(), TOKENIZER, *texts)


def content_of(view):
    """Return what a view's page hands to its script, with the tables unpacked."""
    found = re.search(r"window\.bertviz_params = expand\((.*)\);</script>", view.page)
    content = json.loads(found[1])
    for name, table in content["tables"].items():
        numbers = np.frombuffer(base64.b64decode(table["data"]), dtype="<i2")
        content["tables"][name] = numbers.reshape(table["shape"]) / table["scale"]
    return content


def test_packed_by_hand():
    packed = pack(torch.tensor([[0.5, 0.12346], [0.0, 1.0]]))
    assert packed["shape"] == [2, 2] and packed["scale"] == 10_000
    assert base64.b64decode(packed["data"]) == b"\x88\x13\xd3\x04\x00\x00\x10\x27"  # 5000 1235 0 1


@pytest.mark.parametrize(
    ("largest", "scale"), [(3.2, 1e4), (3.3, 1e3), (-32.8, 1e2), (40_000.0, 0.1)]
)
def test_large_numbers_keep_fewer_decimals(largest, scale):
    packed = pack(torch.tensor([largest, 0.0]))
    assert packed["scale"] == pytest.approx(scale)
    number = np.frombuffer(base64.b64decode(packed["data"]), dtype="<i2")[0] / packed["scale"]
    assert number == pytest.approx(largest, abs=0.5 / scale)


def test_nan_is_refused():
    with pytest.raises(ValueError, match="expected finite weights"):
        pack(torch.tensor([0.5, float("nan")]))


@pytest.mark.parametrize("second", [None, PAIR[1]])
def test_what_was_seen_is_what_the_model_computes(model, second):
    seen = attention_of(model.train(), TOKENIZER, PAIR[0], second)
    layers = model.eval().inspect(*TOKENIZER.batch([PAIR[0]], second and [second])).layers
    for number, layer in enumerate(layers):
        for name in ("weights", "queries", "keys"):
            ours = getattr(layer, name)[0]
            torch.testing.assert_close(
                getattr(seen, name)[number], ours.double(), atol=6e-5, rtol=0
            )
    assert seen.pieces[:3] == ["[CLS]", "the", "cat"]
    assert seen.second_start == (8 if second else None)
    assert torch.equal(seen.weights, seen.weights.round(decimals=4))


@pytest.mark.parametrize("second", [None, PAIR[1]])
@pytest.mark.parametrize("view", VIEWS)
def test_the_page_holds_the_weights(model, view, second):
    seen = attention_of(model, TOKENIZER, PAIR[0], second)
    content = content_of(shown_of(view, PAIR[0], *([second] if second else [])))
    assert content["pieces"] == seen.pieces
    expected = {"attn": seen.weights}
    if view is neuron_view:
        expected |= {"queries": seen.queries, "keys": seen.keys}
    assert content["tables"].keys() == expected.keys()
    for name, table in expected.items():
        step = 1e-4 if name == "attn" else 1e-3  # vectors have elements beyond 3.2767
        np.testing.assert_allclose(content["tables"][name], table.numpy(), atol=0.51 * step, rtol=0)


def test_parts_of_a_pair_by_hand():
    both, first, second = [0, 12], [0, 8], [8, 12]
    expected = [
        ("0", both, both),
        ("1", first, first),
        ("2", second, second),
        ("3", first, second),
        ("4", second, first),
    ]
    for view in (head_view, model_view):
        found = content_of(shown_of(view, *PAIR))["parts"]
        assert [(part["key"], part["left"], part["right"]) for part in found] == expected
    found = content_of(shown_of(neuron_view, *PAIR))["parts"]
    spans = {"all": (both, both), "aa": (first, first), "bb": (second, second)}
    spans |= {"ab": (first, second), "ba": (second, first)}
    assert {part["key"]: (part["left"], part["right"]) for part in found} == spans


def test_parts_cut_what_bertviz_cuts(model):
    import bertviz.neuron_view

    seen = attention_of(model, TOKENIZER, *PAIR)
    theirs = bertviz.neuron_view.get_attention(
        Replay(seen), "bert", Pieces(TOKENIZER), *PAIR, include_queries_and_keys=True
    )
    names = {key: key and " -> ".join(f"Sentence {c.upper()}" for c in key) for key in theirs}
    for part in parts(names, seen.second_start, len(seen.pieces)):
        left, right = slice(*part["left"]), slice(*part["right"])
        data = theirs[part["key"]]
        assert data["left_text"] == seen.pieces[left]
        assert data["right_text"] == seen.pieces[right]
        assert torch.equal(
            torch.tensor(data["attn"]).double(), seen.weights[..., left, right].float().double()
        )
        assert np.allclose(data["queries"], seen.queries[:, :, left])
        assert np.allclose(data["keys"], seen.keys[:, :, right])


@pytest.mark.parametrize("view", VIEWS)
def test_nothing_comes_from_elsewhere_or_by_chance(model, view):
    first, again = shown_of(view, *PAIR), view(model, TOKENIZER, *PAIR)
    assert first == again and first.html == again.html and first.picture == again.picture
    assert not re.search(r"<(script|link|img|iframe)[^>]*(src|href)=[\"']?(https?:)?//", first.html)
    assert not re.search(r"bertviz-[0-9a-f]{32}", first.html)
    assert "HACK: {" not in first.page
    policy = "default-src 'none';\nscript-src 'unsafe-inline'; style-src 'unsafe-inline'"
    assert f'http-equiv="Content-Security-Policy" content="{policy}; font-src data:"' in first.page
    assert re.findall('<iframe sandbox="(.*?)" ', first.html) == ["allow-scripts"]


@pytest.mark.parametrize("view", VIEWS)
def test_bundle(model, view):
    shown = view(model, TOKENIZER, *PAIR, alt="The cat is looked at.")
    data, metadata = shown._repr_mimebundle_()
    assert set(data) == {"text/html", "image/png", "text/plain"}
    assert data["text/plain"] == shown.words == "The cat is looked at."
    assert metadata == {"image/png": {"alt": "The cat is looked at."}}
    with Image.open(io.BytesIO(base64.b64decode(data["image/png"]))) as image:
        assert image.width > 300 and image.height > 100
        assert len(image.convert("RGB").getcolors()) > 5
    assert f'src="data:image/png;base64,{data["image/png"]}"' in data["text/html"]
    inner = re.search(r"srcdoc='([^']*)'></iframe>", data["text/html"])[1]
    assert html.unescape(inner) == shown.page


@pytest.mark.parametrize("view", VIEWS)
def test_default_words_name_the_text(view):
    words = shown_of(view, *PAIR).words
    assert "12 tokens: [CLS] the cat sat on a mat [SEP] it was tired [SEP]" in words
    assert re.search(r"BertViz (head|model|neuron) view of layer", words)


@pytest.mark.parametrize("view", VIEWS)
def test_no_token_ends_the_script(model, view):
    shown = view(model, TOKENIZER, "the </script> cat < mat", alt="'a' < \"b\"</title>")
    content = re.search(r"window\.bertviz_params = .*", shown.page)[0]
    assert content.count("<") == 1 and content.endswith("</script>")
    assert "<" in content_of(shown)["pieces"]
    assert html.unescape(re.search(r"srcdoc='([^']*)'>", shown.html)[1]) == shown.page
    assert "<title>&#x27;a&#x27; &lt; &quot;b&quot;&lt;/title&gt;</title>" in shown.page


def test_starts_where_asked(model):
    head = content_of(head_view(model, TOKENIZER, PAIR[0], layer=2, heads=[3, 1]))
    assert (head["layer"], head["heads"]) == (2, [3, 1])
    neuron = content_of(neuron_view(model, TOKENIZER, PAIR[0], layer=1, head=3))
    assert (neuron["layer"], neuron["head"]) == (1, 3)


def test_some_layers_of_the_model_view(model):
    seen = attention_of(model, TOKENIZER, PAIR[0])
    content = content_of(model_view(model, TOKENIZER, PAIR[0], layers=[2, 0]))
    assert content["include_layers"] == [2, 0]
    np.testing.assert_allclose(content["tables"]["attn"], seen.weights[[2, 0]].numpy(), atol=1e-9)


def test_classifier_shows_its_encoder():
    torch.manual_seed(1)
    classifier = BertForSequenceClassification(CONFIG)
    inner = head_view(classifier.bert, TOKENIZER, PAIR[0])
    assert head_view(classifier, TOKENIZER, PAIR[0]) == inner


@pytest.mark.parametrize("view", VIEWS)
def test_a_pair_of_40_tokens_in_three_megabytes(view):
    """In the largest model of the lessons: 6 layers, 12 heads of 32."""
    torch.manual_seed(0)
    large = BertModel(BertConfig(len(TOKENIZER.vocabulary), 384, 6, 12, 64, 64))
    with torch.no_grad():  # as sharp as trained heads
        for layer in large.encoder.layers:
            for part in (layer.attention.query, layer.attention.key, layer.attention.value):
                part.weight *= 8
    pair = ("the cat sat on a mat " * 4)[:-1], "it was tired " * 4 + "the"
    assert len(TOKENIZER.encode(*pair).input_ids) == 40
    data, _ = view(large, TOKENIZER, *pair)._repr_mimebundle_()
    assert 500_000 < sum(len(text.encode()) for text in data.values()) < 3_000_000


# --- bad input ------------------------------------------------------------------------------------


@pytest.mark.usefixtures("without_annotations")
@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("",), "expected text to hold at least one token, got ''"),
        (("the cat", " \n"), "expected second to hold at least one token, got ' .n'"),
        (("the cat", ""), "expected second to hold at least one token, got ''"),
        ((7,), "expected a text .str., got int"),
        (("the " * 47,), "expected up to 48 tokens, got 49; shorten the text"),
    ],
)
def test_texts_that_cannot_be_shown(model, view, arguments, problem):
    with pytest.raises(ValueError, match=problem):
        view(model, TOKENIZER, *arguments)


def test_no_view_is_longer_than_can_be_read(model):
    torch.manual_seed(0)
    sizes = {**vars(CONFIG), "max_positions": 200}
    long = BertModel(BertConfig(**sizes))
    assert head_view(long, TOKENIZER, "the " * (MAX_TOKENS - 2)).words
    with pytest.raises(ValueError, match=f"expected up to {MAX_TOKENS} tokens, got 65"):
        head_view(long, TOKENIZER, "the " * (MAX_TOKENS - 1))


@pytest.mark.parametrize("view", VIEWS)
def test_models_without_weights(view):
    with pytest.raises(ValueError, match="Linear gives no attention weights"):
        view(nn.Linear(2, 2), TOKENIZER, "the cat")


@pytest.mark.parametrize(
    ("view", "options", "problem"),
    [
        (head_view, {"layer": 3}, "expected layer from 0 to 2, each once, got .3."),
        (head_view, {"layer": -1}, "expected layer from 0 to 2"),
        (head_view, {"heads": [0, 4]}, "expected heads from 0 to 3, each once, got .0, 4."),
        (head_view, {"heads": []}, "expected heads from 0 to 3, each once, got .."),
        (head_view, {"heads": [1, 1]}, "expected heads from 0 to 3, each once, got .1, 1."),
        (model_view, {"layers": [3]}, "expected layers from 0 to 2"),
        (neuron_view, {"layer": 3}, "expected layer from 0 to 2"),
        (neuron_view, {"head": 4}, "expected head from 0 to 3"),
        (neuron_view, {"query": 4}, "expected query from 0 to 3"),
    ],
)
def test_layers_and_heads_that_are_not_there(model, view, options, problem):
    with pytest.raises(ValueError, match=problem):
        view(model, TOKENIZER, "the cat", **options)


@pytest.mark.usefixtures("without_annotations")
@pytest.mark.parametrize("number", [np.int64(1), np.uint8(1), torch.tensor(1)])
def test_numbers_of_other_libraries_are_numbers(model, number):
    views = (
        (head_view, {"layer": number, "heads": [number]}, {"layer": 1, "heads": [1]}),
        (model_view, {"layers": [number]}, {"layers": [1]}),
        (neuron_view, {"layer": number, "head": number, "query": number}, {"layer": 1, "head": 1}),
    )
    for view, options, plain in views:
        found, expected = (view(model, TOKENIZER, "the cat", **one) for one in (options, plain))
        assert (found.words, len(found.page)) == (expected.words, len(expected.page))
    with pytest.raises(ValueError, match="expected layer from 0 to 2"):
        head_view(model, TOKENIZER, "the cat", layer=1.0)


def test_another_bertviz_is_noticed():
    table = {"attn": torch.zeros(1, 1, 2, 2)}
    with pytest.raises(ValueError, match="expected a page of bertviz"):
        page("<p>const params = {};</p>", "a page", ["[CLS]", "[SEP]"], None, table, Frame(9, 9))
    with pytest.raises(ValueError, match="expected a part of a pair"):
        parts({"0": "All", "1": "Cross"}, 1, 2)
    assert PARAMETERS.search("const params = {}; // HACK: {} is a marker\n")


# --- pictures and letters -------------------------------------------------------------------------


def test_chinese_in_pictures_and_pages(model):
    text = "老爸叫买酱油，"
    for view in VIEWS:  # a missing letter is a warning, and warnings are errors here
        shown = view(model, TOKENIZER, text, "回来慢了")
        assert "data:font/otf" in shown.page
        assert len(shown.page) < 465_000
    english = head_view(model, TOKENIZER, "the cat").page
    assert re.findall("data:font/(...)", english) == ["ttf"]


def test_a_figure_without_the_letters_warns():
    weights = torch.full((1, 2, 2), 0.5)
    with pytest.warns(UserWarning, match="missing from font"):
        png(draw_heads(["老", "爸"], weights, 0, [0]))


def test_heads_are_drawn_as_strong_as_their_weights():
    weights = torch.tensor([[[0.0, 1.0], [0.5, 0.5]], [[1.0, 0.0], [0.01, 0.99]]])
    with installed_letters().of_figure([]):
        figure = draw_heads(["a", "b"], weights, 0, [0, 1])
    first, second = figure.axes[0].collections
    assert [segment.tolist() for segment in first.get_segments()] == [
        [[0, 0], [1, 1]],
        [[0, 1], [1, 0]],
        [[0, 1], [1, 1]],
    ]
    assert first.get_colors()[:, 3].tolist() == [0.5, 0.25, 0.25]  # over the number of heads
    assert len(second.get_segments()) == 2  # the faintest is left out
    png(figure)


def test_the_neuron_picture_shows_one_query(model):
    seen = attention_of(model, TOKENIZER, *PAIR)
    queries, keys, weights = (table[1, 3] for table in (seen.queries, seen.keys, seen.weights))
    with installed_letters().of_figure(seen.pieces):
        figure = draw_neurons(seen.pieces, queries, keys, weights, 2, "Layer 1, head 3")
        asked, _, products, scores, shares = figure.axes
        row = asked.images[0].get_array()
        assert row.mask.all(axis=1).tolist() == [place != 2 for place in range(12)]
        np.testing.assert_allclose(row[2], queries[2])
        np.testing.assert_allclose(products.images[0].get_array(), queries[2] * keys)
        widths = torch.tensor([bar.get_width() for bar in scores.patches]).double()
        torch.testing.assert_close(widths, keys @ queries[2] / 5**0.5)
        np.testing.assert_allclose([bar.get_width() for bar in shares.patches], weights[2])
        png(figure)
