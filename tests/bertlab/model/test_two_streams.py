"""Two streams beside ``transformers``' XLNet, in float64 with padding; and no leak."""

import torch
from transformers import XLNetConfig, XLNetLMHeadModel

from bertlab.model import BertConfig
from bertlab.model.masks import permutation_masks, reach
from bertlab.model.two_streams import TwoStreamModel, sinusoids

D, H, V, T = 16, 2, 23, 6
IDS = torch.tensor([[3, 4, 5, 6, 7, 8], [9, 10, 11, 12, 0, 0]])
SEEN = (IDS != 0).long()
ORDER = torch.tensor([[2, 0, 5, 1, 4, 3], [1, 3, 2, 0, 4, 5]])
PARTS = {  # ours -> theirs
    "attention.query": "q",
    "attention.key": "k",
    "attention.value": "v",
    "attention.distance": "r",
    "attention.output": "o",
}


def ours() -> TwoStreamModel:
    torch.manual_seed(0)
    model = TwoStreamModel(BertConfig(V, D, 3, H, 32, initializer_range=0.4)).double().eval()
    for parameter in model.parameters():
        torch.nn.init.normal_(parameter, std=0.4)
    return model


def theirs(model: TwoStreamModel) -> XLNetLMHeadModel:
    """Return XLNet with the same weights; its sinusoids are rounded to float32, ours take over."""
    sizes = {"vocab_size": V, "d_model": D, "n_layer": 3, "n_head": H, "d_inner": 32}
    library = XLNetLMHeadModel(XLNetConfig(**sizes, ff_activation="gelu")).double().eval()
    state = {"transformer.word_embedding.weight": model.word.weight, "lm_loss.bias": model.bias}
    state["lm_loss.weight"] = model.word.weight
    state["transformer.mask_emb"] = model.query[None, None]
    for number, layer in enumerate(model.layers):
        start = f"transformer.layer.{number}."
        for name, part in PARTS.items():
            weight = layer.get_submodule(name).weight
            shaped = weight.T if part != "o" else weight  # (D, H * K), also for the output
            state[f"{start}rel_attn.{part}"] = shaped.reshape(D, H, D // H)
        state[f"{start}rel_attn.r_w_bias"] = layer.attention.content_bias[:, 0]
        state[f"{start}rel_attn.r_r_bias"] = layer.attention.distance_bias[:, 0]
        state[f"{start}rel_attn.r_s_bias"] = torch.zeros(H, D // H)  # no segments here
        state[f"{start}rel_attn.seg_embed"] = torch.zeros(2, H, D // H)
        for name, part in (("weight", "weight"), ("bias", "bias")):
            for norm, where in (("attention_norm", "rel_attn"), ("output_norm", "ff")):
                tensor = getattr(layer.get_submodule(norm), name)
                state[f"{start}{where}.layer_norm.{part}"] = tensor
            for linear, where in (("expand", "layer_1"), ("contract", "layer_2")):
                tensor = getattr(layer.feed_forward.get_submodule(linear), name)
                state[f"{start}ff.{where}.{part}"] = tensor
    library.load_state_dict(state)

    def waves(qlen: int, klen: int, bsz: int, **_: object) -> torch.Tensor:
        return sinusoids(torch.arange(klen, -qlen, -1), D)[:, None].expand(-1, bsz, -1)

    library.transformer.relative_positional_encoding = waves
    return library


@torch.no_grad()
def test_scores_are_those_of_xlnet() -> None:
    model = ours()
    library = theirs(model)
    hidden = (ORDER[:, None, :] >= ORDER[:, :, None]).double()  # theirs: 1 where it may not look
    wanted = library(
        IDS,
        attention_mask=SEEN.double(),
        perm_mask=hidden,
        target_mapping=torch.eye(T, dtype=torch.float64).expand(2, T, T),
    ).logits
    content, query = permutation_masks(ORDER, SEEN)
    asked = (ORDER > 0) & SEEN.bool()
    found = model(IDS, content, query)
    assert wanted.std() > 1 and asked.sum() == 8
    assert (found - wanted)[asked].abs().max() < 1e-10


def test_a_guess_depends_on_what_was_guessed_before_and_on_nothing_else() -> None:
    model, order = ours(), ORDER[:1]
    masks = permutation_masks(order, SEEN[:1])
    found = reach(lambda ids: model(ids, *masks), IDS[:1], IDS[:1] + 1)
    asked = order[0] > 0
    assert torch.equal(found[asked], order[0] < order[0][asked, None])


def test_one_stream_leaks() -> None:
    """If contents were asked, each would see itself: there would be nothing to learn."""
    model, order = ours(), ORDER[:1]
    content, _ = permutation_masks(order, SEEN[:1])

    def one_stream(ids: torch.Tensor) -> torch.Tensor:
        hidden = model.word(ids)
        for layer in model.layers:
            hidden = layer(hidden, hidden, content)
        return hidden

    assert reach(one_stream, IDS[:1], IDS[:1] + 1).diagonal().all()


def test_scores_depend_on_distances_alone() -> None:
    """Moved as a whole, a text without anything before it gets the same scores."""
    model = ours()
    waves = sinusoids(torch.arange(-5, 6), D)
    assert waves.shape == (11, D) and torch.allclose(
        waves[5, : D // 2], torch.zeros(D // 2).double()
    )
    moved = torch.cat([torch.tensor([[0, 0]]), IDS[:1]], dim=1)
    order = torch.cat([torch.tensor([[6, 7]]), ORDER[:1]], dim=1)
    seen = (moved != 0).long()
    with torch.no_grad():
        here = model(IDS[:1], *permutation_masks(ORDER[:1], SEEN[:1]))
        there = model(moved, *permutation_masks(order, seen))[:, 2:]
    assert (here - there)[ORDER[:1] > 0].abs().max() < 1e-10
