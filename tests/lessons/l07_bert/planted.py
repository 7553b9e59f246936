"""Inputs under which the claims of lesson 07 must fail."""

from types import SimpleNamespace

import torch

ZEROS = torch.zeros(2, 3)
OFF_BY_2E_6 = torch.full((2, 3), 2e-6)
OUTPUT = SimpleNamespace(pooled=ZEROS)

PLANTED = {
    "the loop and the tensor version give the same sums": {
        "by_loop": ZEROS,
        "at_once": OFF_BY_2E_6,
    },
    "bertlab's embeddings equal the three look-ups to 1e-6": {"gap": torch.tensor(2e-6)},
    "positions 1 apart are more alike than positions 10, 100 and 300 apart": {
        "by_step": [0.5, 0, 0, 0.5, 0, 0, 0.1, 0, 0.1],
    },
    "the loop gives head 0 to 1e-6": {"contexts": ZEROS[None, None], "context": OFF_BY_2E_6},
    "bertlab's block gives the same to 1e-6": {
        "block": lambda hidden: hidden,
        "hidden": ZEROS,
        "attended": OFF_BY_2E_6,
    },
    "the tanh formula differs by more than 1e-4: a parity check at 1e-5 finds it": {
        "gap": torch.tensor([0.0, 1e-4], dtype=torch.float64),
    },
    "bertlab's layer equals these four lines to 1e-6": {"gap": torch.tensor(2e-6)},
    "the model is its parts in a row (1e-6)": {"output": OUTPUT, "pooled": OFF_BY_2E_6},
    "your functions on published weights equal bertlab's model (1e-5)": {
        "output": OUTPUT,
        "yours": 10 * OFF_BY_2E_6,
    },
    "f'the formula gives the size of {name} exactly'": {
        "count": lambda config: 109_482_241,
        "config": None,
        "built": 109_482_240,
    },
    "each layer adds the same number: growth is linear": {"added": [7, 7, 8]},
    "f'{name}: the parts add up to the whole'": {
        "parts": {"a": 1, "b": 2},
        "count": lambda c: 4,
        "c": None,
    },
    "float32: all layers within 1e-5": {"single": [1e-7, 1e-5]},
    "float64: all layers within 1e-10": {"double": [1e-15, 1e-10]},
    "float64 shrinks the difference more than a million times, so it is rounding": {
        "single": [1e-6],
        "double": [1e-12],
    },
    "the embedding cannot tell the meanings apart": {"within": [0.99], "across": [0.98]},
    "after the last layer the gap is wider than after the first": {
        "within": [1.0, 0.9, 0.8],
        "across": [1.0, 0.8, 0.75],
    },
    "50 documents cannot tell [CLS] and the mean apart": {"low": 0.01, "high": 0.12},
    "f'the formula is exact at T = {T}'": {
        "operations": lambda tokens: 100,
        "T": 16,
        "counter": SimpleNamespace(get_total_flops=lambda: 101),
    },
    "the record counts what the formula says": {
        "cost": {"operations": [10, 21]},
        "counted": [10, 20],
    },
    "twice the tokens, four times the attention weights": {"doubled": 2},
    "nine tenths of the operations or more": {"with_weights": 0.89},
    "every way gives the same product, to 1e-3": {
        "first": torch.ones(2),
        "others": [torch.ones(2), torch.tensor([1.0, 1.002])],
    },
    "the mean does better than [CLS], 3 times of 3": {
        "shares": torch.tensor([[0.65, 0.64, 0.7], [0.7, 0.64, 0.69], [0.6, 0.6, 0.7]])
    },
}
