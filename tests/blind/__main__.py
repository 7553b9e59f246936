"""Check the answers of the classes: ``python -m tests.blind [second] [l05 ...]`` prints all."""

import sys

from tests.blind.run import CLASSES, HELD, verdicts


def main() -> None:
    """Print each answer's thought and the checker's words."""
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
