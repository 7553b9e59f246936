"""Right answers to the exercises of lesson 04, in other styles than the references."""

import numpy as np
import torch
from torch.nn import functional
from torch.nn.utils.rnn import pad_sequence


def both_targets_by_slices(tokens):
    ahead, behind = torch.full_like(tokens, -100), torch.full_like(tokens, -100)
    ahead[:, :-1] = tokens[:, 1:]
    behind[:, 1:] = tokens[:, :-1]
    return ahead, behind


def both_targets_by_concatenation(tokens):
    nothing = torch.full((len(tokens), 1), -100)
    return torch.cat([tokens[:, 1:], nothing], dim=1), torch.cat([nothing, tokens[:, :-1]], dim=1)


def both_targets_by_padding(tokens):
    padded = functional.pad(tokens, (1, 1), value=-100)
    return padded[:, 2:], padded[:, :-2]


def both_targets_by_lists(tokens):
    forward, backward = [], []
    for row in tokens.tolist():
        forward.append([*row[1:], -100])
        backward.append([-100, *row[:-1]])
    return torch.tensor(forward), torch.tensor(backward)


def both_targets_by_numpy(tokens):
    ahead, behind = np.roll(tokens.numpy(), -1, axis=1), np.roll(tokens.numpy(), 1, axis=1)
    ahead[:, -1] = behind[:, 0] = -100
    return torch.from_numpy(ahead), torch.from_numpy(behind)


def join_directions_by_loops(from_left, from_right, lengths):
    B, T, D = from_left.shape
    joined = torch.zeros(B, T, 2 * D)
    for b in range(B):
        for t in range(lengths[b]):
            joined[b, t] = torch.cat((from_left[b, t], from_right[b, lengths[b] - 1 - t]))
    return joined


def join_directions_by_gather(from_left, from_right, lengths):
    places = torch.arange(from_left.shape[1])
    inside = (places < lengths[:, None]).unsqueeze(-1)  # (B, T, 1)
    source = (lengths[:, None] - 1 - places).clamp(min=0)  # (B, T)
    turned = from_right.gather(1, source[:, :, None].expand_as(from_right))
    return torch.cat([from_left, turned], dim=2).masked_fill(~inside, 0)


def join_directions_by_padding(from_left, from_right, lengths):
    rows = []
    for left, right, n in zip(from_left, from_right, lengths.tolist(), strict=True):
        rows.append(torch.hstack([left[:n], torch.flipud(right[:n])]))
    joined = pad_sequence(rows, batch_first=True)
    return functional.pad(joined, (0, 0, 0, from_left.shape[1] - joined.shape[1]))


def join_directions_on_a_copy(from_left, from_right, lengths):
    turned = from_right.clone()
    for row, n in enumerate(lengths):
        turned[row, :n] = from_right[row, :n].flip(0)
    joined = torch.cat([from_left, turned], dim=-1)
    for row, n in enumerate(lengths):
        joined[row, n:] = 0
    return joined


def join_directions_by_numpy(from_left, from_right, lengths):
    a, b = from_left.numpy(), from_right.numpy()
    joined = np.zeros((a.shape[0], a.shape[1], 2 * a.shape[2]), dtype=a.dtype)
    for row, n in enumerate(lengths.tolist()):
        joined[row, :n] = np.concatenate([a[row, :n], b[row, :n][::-1]], axis=1)
    return torch.from_numpy(joined)


def scalar_mix_by_loop(layers, w, gamma):
    shares = torch.exp(w - max(w))
    shares = shares / shares.sum()
    mixture = torch.zeros_like(layers[0])
    for share, layer in zip(shares, layers, strict=True):
        mixture += share * layer
    return gamma * mixture


def scalar_mix_by_broadcasting(layers, w, gamma):
    return (layers * gamma * w.softmax(dim=0)[:, None, None]).sum(dim=0)


def scalar_mix_by_einsum(layers, w, gamma):
    return torch.einsum("l,ltf->tf", functional.softmax(w, dim=-1), layers) * gamma


def scalar_mix_by_last_axis(layers, w, gamma):
    return layers.permute(1, 2, 0) @ torch.softmax(w, 0) * gamma


def scalar_mix_by_numpy(layers, w, gamma):
    exponentials = np.exp(w.numpy() - w.numpy().max())
    return torch.tensor(gamma * np.average(layers.numpy(), axis=0, weights=exponentials)).float()


def nearest_agrees_by_loops(vectors, kinds):
    right = 0
    for i in range(len(vectors)):
        best, nearest = -2.0, None
        for j in range(len(vectors)):
            cosine = functional.cosine_similarity(vectors[i], vectors[j], dim=0)
            if i != j and cosine > best:
                best, nearest = cosine, j
        right += int(kinds[i] == kinds[nearest])
    return right / len(vectors)


def nearest_agrees_by_topk(vectors, kinds):
    unit = functional.normalize(vectors.double(), dim=1)
    second = (unit @ unit.T).topk(2, dim=1).indices[:, 1]  # the first is the use itself
    return (kinds[second] == kinds).float().mean().item()


def nearest_agrees_by_mask(vectors, kinds):
    cosines = functional.cosine_similarity(vectors[:, None], vectors[None], dim=2)
    others = cosines.masked_fill(torch.eye(len(kinds)).bool(), -torch.inf)
    return int((kinds[others.argmax(dim=1)] == kinds).sum()) / len(kinds)


def nearest_agrees_without_own_row(vectors, kinds):
    hits = []
    for i, vector in enumerate(vectors):
        rest = torch.cat([vectors[:i], vectors[i + 1 :]])
        labels = torch.cat([kinds[:i], kinds[i + 1 :]])
        nearest = functional.cosine_similarity(rest, vector[None]).argmax()
        hits.append(bool(labels[nearest] == kinds[i]))
    return sum(hits) / len(hits)


def nearest_agrees_by_numpy(vectors, kinds):
    rows = vectors.numpy() / np.linalg.norm(vectors.numpy(), axis=1, keepdims=True)
    cosines = rows @ rows.T
    np.fill_diagonal(cosines, -np.inf)
    return float(np.mean(kinds.numpy()[cosines.argmax(1)] == kinds.numpy()))


RIGHT = {
    "both_targets": (
        both_targets_by_slices,
        both_targets_by_concatenation,
        both_targets_by_padding,
        both_targets_by_lists,
        both_targets_by_numpy,
    ),
    "join_directions": (
        join_directions_by_loops,
        join_directions_by_gather,
        join_directions_by_padding,
        join_directions_on_a_copy,
        join_directions_by_numpy,
    ),
    "scalar_mix": (
        scalar_mix_by_loop,
        scalar_mix_by_broadcasting,
        scalar_mix_by_einsum,
        scalar_mix_by_last_axis,
        scalar_mix_by_numpy,
    ),
    "nearest_agrees": (
        nearest_agrees_by_loops,
        nearest_agrees_by_topk,
        nearest_agrees_by_mask,
        nearest_agrees_without_own_row,
        nearest_agrees_by_numpy,
    ),
}
