"""BertViz's own calls, of any model of ``transformers``, need no network."""

import html
import json
import re

import bertviz
import matplotlib.pyplot as plt
import pytest
import torch
from transformers import DistilBertConfig, DistilBertModel, GPT2Config, GPT2Model

from bertlab.inspection.attention_seen import Attended, Pieces, Replay
from bertlab.text.wordpiece import SPECIALS, WordPieceTokenizer
from workbook.bertviz_pages import offline

# BertViz leaves it to the garbage collector to close its files.
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")
WORDS = ["[CLS]", "the", "cat", "[SEP]", "it", "slept", "[SEP]"]
IDS = torch.tensor([[1, 2, 3, 4, 5, 6, 4]])


def distilbert():
    torch.manual_seed(0)
    sizes = {"vocab_size": 10, "dim": 12, "n_layers": 3, "n_heads": 3, "hidden_dim": 8}
    config = DistilBertConfig(**sizes, attn_implementation="eager")
    with torch.no_grad():
        return DistilBertModel(config).eval()(IDS, output_attentions=True).attentions


def gpt2():
    torch.manual_seed(0)
    config = GPT2Config(vocab_size=10, n_embd=12, n_layer=2, n_head=3, attn_implementation="eager")
    with torch.no_grad():
        return GPT2Model(config).eval()(IDS, output_attentions=True).attentions


def parameters(shown):
    """Return the data of a view's page."""
    written = re.search(r"window\.bertviz_params = (\{.*\});", shown.page)[1]
    return json.loads(written.replace("\\u003c", "<"))


@pytest.mark.parametrize("attention", [distilbert(), gpt2()], ids=["distilbert", "gpt2"])
@pytest.mark.parametrize("second_start", [None, 4])
@pytest.mark.parametrize("view", [bertviz.head_view, bertviz.model_view])
def test_any_model_of_transformers(view, attention, second_start):
    shown = offline(view(attention, WORDS, second_start, html_action="return"))
    again = offline(view(attention, WORDS, second_start, html_action="return"))
    assert shown == again and shown.html == again.html and shown.picture == again.picture
    outside = r"<(script|link|img|iframe)[^>]*(src|href)=[\"']?(https?:)?//"
    assert not re.search(outside, shown.html)
    content = parameters(shown)
    parts = [part["name"] for part in content["attention"]]
    assert len(parts) == (1 if second_start is None else 5)
    table = torch.tensor(content["attention"][0]["attn"])
    torch.testing.assert_close(table, torch.cat(attention), atol=6e-5, rtol=0)
    assert content["attention"][0]["left_text"] == WORDS
    inner = re.search(r"srcdoc='([^']*)'></iframe>", shown.html)[1]
    assert html.unescape(inner) == shown.page
    assert "[CLS] the cat [SEP] it slept [SEP]" in shown.words


def test_options_arrive():
    attention = distilbert()
    shown = offline(
        bertviz.head_view(
            attention, WORDS, layer=2, heads=[1], include_layers=[0, 2], html_action="return"
        ),
        alt="A head.",
    )
    content = parameters(shown)
    assert (content["layer"], content["heads"], content["include_layers"]) == (2, [1], [0, 2])
    assert shown.words == "A head."
    dark = offline(bertviz.model_view(attention, WORDS, include_layers=[1], html_action="return"))
    assert parameters(dark)["display_mode"] == "dark"


def test_another_still_picture():
    view = bertviz.head_view(distilbert(), WORDS, html_action="return")
    assert offline(view, still=plt.figure()).picture != offline(view).picture
    plt.close("all")


def test_no_token_ends_the_script():
    words = [*WORDS[:-1], "</script>"]
    shown = offline(bertviz.head_view(distilbert(), words, html_action="return"))
    line = re.search(r"window\.bertviz_params = .*", shown.page)[0]
    assert line.count("<") == 1 and line.endswith("</script>")
    assert parameters(shown)["attention"][0]["left_text"][-1] == "</script>"


def test_a_translator_with_texts_of_two_lengths():
    source, written = ["two", "hundred", "one", "</s>"], ["deux", "cent", "</s>"]
    encoder, decoder = torch.full((2, 1, 2, 4, 4), 0.25), torch.full((2, 1, 2, 3, 3), 1 / 3)
    cross = torch.full((2, 1, 2, 3, 4), 0.25)
    texts = {"encoder_tokens": source, "decoder_tokens": written, "html_action": "return"}
    tables = {"decoder_attention": list(decoder), "cross_attention": list(cross)}
    for view in (bertviz.head_view, bertviz.model_view):
        shown = offline(view(encoder_attention=list(encoder), **tables, **texts))
        names = [part["name"] for part in parameters(shown)["attention"]]
        assert names == ["Encoder", "Decoder", "Cross"]
        shown = offline(view(encoder_attention=list(encoder), **tables, **texts), first="Cross")
        names = [part["name"] for part in parameters(shown)["attention"]]
        assert names == ["Cross", "Encoder", "Decoder"]
        assert re.findall(r'<option value="\d">([^<]*)', shown.page) == names
        alone = offline(view(cross_attention=list(cross), **texts))
        assert parameters(alone)["attention"][0]["right_text"] == source
        assert alone.words.endswith("deux cent </s>; two hundred one </s>")


def test_what_is_no_view_of_bertviz():
    tokenizer = WordPieceTokenizer([*SPECIALS, "the", "cat"])
    weights = torch.full((1, 2, 4, 4), 0.25)
    pieces = ["[CLS]", "the", "cat", "[SEP]"]
    seen = Attended(pieces, None, weights, torch.zeros(1, 2, 4, 3), torch.zeros(1, 2, 4, 3))
    shown = bertviz.neuron_view.show(
        Replay(seen), "bert", Pieces(tokenizer), "the cat", html_action="return"
    )
    with pytest.raises(ValueError, match="got a neuron view"):
        offline(shown)
    shown.data = "<p>"
    with pytest.raises(ValueError, match="expected a page of bertviz"):
        offline(shown)
