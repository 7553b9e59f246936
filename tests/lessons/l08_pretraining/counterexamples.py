"""Values under which claims of lesson 08 fail: those that the search does not break."""

COUNTEREXAMPLES = {
    "pairs: better than counting sentences, and not all": {"paired": [0.9, 0.75, 0.9]},
}
