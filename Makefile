# Each target sets up what it needs. `make` alone lists the targets; `make lab` and `make test` are the
# two commands that most people need.

PYTHON ?= python3
LAB_FLAGS ?=
# Tests of one file stay in one process: they share what is slow to make.
PYTEST_FLAGS ?= --numprocesses auto --maxprocesses 4 --dist loadfile
PY := .venv/bin/python

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help env data lab notebooks slides pages lint tests nbval test bench clean

help:
	@echo 'make lab        open the lessons in JupyterLab'
	@echo 'make test       run all checks: lint, tests, and every notebook compared with its outputs'
	@echo 'make notebooks  execute the lessons whose source, package or data changed; renew TEACHING.md'
	@echo 'make slides     build a slide deck of each lesson;   make pages: a page to read'
	@echo 'make data       fetch the data and weights'
	@echo 'make lint       ruff and mypy only;   make tests: pytest only;   make nbval: notebooks only'
	@echo 'make bench      measure speed beside other libraries, into data/benchmarks (about 9 minutes)'
	@echo 'make env        set up .venv (PYTHON=python3.12 chooses the interpreter of a new one)'
	@echo 'make clean      remove what was built; .venv and the data stay'

env:
	@$(PYTHON) tools/setup_env.py

data: env
	@$(PY) -m bertlab.datasets fetch

lab: data
	@echo 'Opening JupyterLab on notebooks/; press Ctrl-C twice to stop it'
	@$(PY) -m jupyterlab notebooks $(LAB_FLAGS)

notebooks: data
	$(PY) tools/build_notebooks.py
	$(PY) tools/build_teaching.py

slides: data
	$(PY) tools/build_slides.py

pages: data
	$(PY) tools/build_pages.py

lint: env
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy

tests: data
	TQDM_DISABLE=1 $(PY) -m pytest $(PYTEST_FLAGS)

nbval: data
	$(PY) tools/check_notebooks.py

test: lint tests nbval

bench: data
	TQDM_DISABLE=1 $(PY) -m bertlab.benchmarks

clean:
	rm -rf build .pytest_cache .mypy_cache .ruff_cache .hypothesis
