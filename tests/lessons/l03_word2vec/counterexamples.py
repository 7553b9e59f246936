"""Values under which claims of lesson 03 fail: those that the search does not break."""

from types import SimpleNamespace

import torch

INPUTS = torch.zeros(2, 4)
INPUTS.grad = torch.full((2, 4), 1e-4)

COUNTEREXAMPLES = {
    "autograd moves the inputs alike": {"inputs": INPUTS, "yours": (torch.zeros(2, 4), None)},
    "your correlation is that of the figure, to 0.01": {
        "todays": 0.4,
        "judged": {"wordsim353": {"yours": SimpleNamespace(seeds=[0.38])}},
        "people": SimpleNamespace(YOURS="yours"),
    },
}
