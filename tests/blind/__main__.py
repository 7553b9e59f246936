"""Check all answers of the class: ``python -m tests.blind [l05 ...]`` prints what they met."""

import sys

from tests.blind.run import LESSONS, verdicts


def main() -> None:
    """Print each answer's thought and the checker's words."""
    for lesson in sys.argv[1:] or LESSONS:
        for key, (answer, verdict) in verdicts(lesson).items():
            print(f"### {key}: {'accepted' if verdict.right else verdict.misconception or '-'}")
            if answer.thought:
                print(f"thought: {answer.thought}")
            if bool(answer.thought) == verdict.right or not verdict.misconception:
                print(verdict.text)
            print()


if __name__ == "__main__":
    main()
