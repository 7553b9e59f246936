"""Mutants of the references that are right as well, and the inputs on which they have to be."""

import torch

EQUIVALENT = {
    "attend": {
        "Queries and keys have the same number of features.": ["attend: query -> key (2)"],
    },
    "attend_one": {
        "The scores have one axis, which is both the first and the last.": ["attend_one: 0 -> -1"],
    },
    "measure": {
        "There is one text, which is both the first and the last.": ["measure: 0 -> -1"],
    },
    "translate": {
        "Parts of one length do not meet in a name, so either may be replaced first.": [
            "translate: sorted(renames, key=len, reverse=True) -> "
            "sorted(list(renames)[::-1], key=len, reverse=True)"
        ],
    },
}


def _attend(generator):
    B, T, K = generator.integers(1, 6, 3).tolist()
    vectors = torch.from_numpy(generator.standard_normal((3, B, T, K)))
    lengths = torch.from_numpy(generator.integers(1, T + 1, B))
    return *vectors, (torch.arange(T) < lengths[:, None])[:, None]


def _attend_one(generator):
    T, K = generator.integers(1, 6, 2).tolist()
    query, keys, values = (generator.standard_normal(shape) for shape in ((K,), (T, K), (T, K)))
    return tuple(map(torch.from_numpy, (query, keys, values)))


def _measure(generator):
    L, H, T = generator.integers((1, 1, 3), (4, 4, 7)).tolist()
    weights = torch.from_numpy(generator.random((L, H, T, T))).softmax(dim=-1)
    return weights, *generator.permutation(T)[:3].tolist()


def _translate(generator):
    parts = ["a", "b", "a.b", "c.d", "ab.cd"]
    renames = {part: part.upper() for part in generator.permutation(parts).tolist()}
    names = [".".join(generator.choice(parts, 3)) for _ in range(3)]
    return {name: torch.zeros(n) for n, name in enumerate(names)}, renames


INPUTS = {
    "attend": _attend,
    "attend_one": _attend_one,
    "measure": _measure,
    "translate": _translate,
}
