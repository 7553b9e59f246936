"""Values under which claims of lesson 09 fail: those that the search does not break."""

from types import SimpleNamespace

COUNTEREXAMPLES = {
    "BERT on two": {"six": [SimpleNamespace(label=0, model=0.9)] * 3},
}
