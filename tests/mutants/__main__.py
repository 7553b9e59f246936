"""Try every mutant of every reference: ``python -m tests.mutants [PART OF A NAME ...]``."""

import sys

from tests.mutants.run import main

sys.exit(1 if main(sys.argv[1:]) else 0)
