"""``python -m bertlab.experiments NAME``: run an experiment and record it."""

import sys

from bertlab.experiments import names, record

if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(
            f"usage: python -m bertlab.experiments NAME, with NAME one of: {', '.join(names())}"
        )
    try:
        print(f"wrote {record(sys.argv[1]).name}")
    except ValueError as error:
        sys.exit(str(error))
