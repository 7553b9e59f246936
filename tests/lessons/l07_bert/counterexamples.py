"""Values under which claims of lesson 07 fail: those that the search does not break."""

from types import SimpleNamespace

COUNTEREXAMPLES = {
    "the bug stays as large as it was": {"wrong": SimpleNamespace(single=[1e-6], double=[1e-15])},
    "a question and its opposite find the same article": {
        "search": lambda text: [(0, text)],
        "question": "An animal is trapped in the ocean",
    },
}
