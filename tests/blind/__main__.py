"""Check the answers of the classes: ``python -m tests.blind [second] [l05 ...]`` prints all.

``--stamp`` judges those again of which something has changed, and ``--all`` all of them; what is
judged as it should gets a stamp in ``stamps.json``, so that the tests need not judge it again.
"""

import sys

from tests.blind.run import CLASSES, HELD, stamp, verdicts


def main() -> None:
    """Print each answer's thought and the checker's words, or stamp what is right."""
    if {"--stamp", "--all"} & set(sys.argv):
        wrong = stamp(again="--all" in sys.argv)
        print(*wrong, sep="\n", end="\n" if wrong else "")
        raise SystemExit(1 if wrong else 0)
    groups = [word for word in sys.argv[1:] if word in CLASSES] or CLASSES
    wanted = {word for word in sys.argv[1:] if word not in CLASSES}
    held = [(group, lesson) for group in groups for lesson in HELD[group]]
    for group, lesson in (pair for pair in held if not wanted or pair[1] in wanted):
        for key, (answer, verdict) in verdicts(group, lesson).items():
            print(f"### {key}: {'accepted' if verdict.right else verdict.misconception or '-'}")
            if answer.thought:
                print(f"thought: {answer.thought}")
            if bool(answer.thought) == verdict.right or not verdict.misconception:
                print(verdict.text)
            print()


if __name__ == "__main__":
    main()
