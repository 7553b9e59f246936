"""Values under which claims of lesson 13 fail: those that the search does not break."""

import torch

COUNTEREXAMPLES = {
    "yours and bertlab's agree": {"ours": torch.ones(5, 4).double(), "unit": torch.eye(9)},
}
