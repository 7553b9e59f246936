"""Values under which claims of lesson 18 fail: those that the search does not break."""

COUNTEREXAMPLES = {"few different answers after MASS": {"said": ["a", "b", "a"]}}
