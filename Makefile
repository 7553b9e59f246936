# Each target sets up what it needs. `make` alone lists the targets; `make lab` and `make test` are the
# two commands that most people need.

PYTHON ?= python3
VENV ?= .venv
CONSTRAINTS ?= constraints.txt
LAB_FLAGS ?=
LAB_SETTINGS := $(CURDIR)/workbook/setup/jupyter
# Tests of one file stay in one process: they share what is slow to make. Files come in the order of
# pyproject.toml, slow ones first, so that no process is left with a long one at the end.
PYTEST_FLAGS ?= --numprocesses auto --maxprocesses 4 --dist loadfile --no-loadscope-reorder --max-worker-restart 3 --durations 10 --junit-xml build/failures/tests.xml
PY := $(VENV)/bin/python
WB := $(PY) -m workbook
export VENV CONSTRAINTS
# PYTHON given by hand asks for that interpreter; the default only makes a new environment.
SET_UP := $(PYTHON) -m workbook setup $(if $(filter file,$(origin PYTHON)),,--asked)

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help env lab-env data doctor wheelhouse lab notebooks slides deck pages reset solutions lint tests nbval claims test nightly bench gpu bundle edition colab report lesson clean

help:
	@echo 'make lab        open the lessons in JupyterLab'
	@echo 'make test       run all checks: lint, tests, and every notebook compared with its outputs'
	@echo 'make notebooks  execute the lessons whose source, package or data changed; renew what instructors read'
	@echo 'make slides     build a slide deck of each lesson;   make pages: a page to read'
	@echo 'make deck LESSON=11 WITHOUT=8,"Myth check"   build the deck of one lesson without some parts'
	@echo 'make reset LESSON=07   begin your copy of a lesson anew; what you had is kept beside it'
	@echo 'make solutions LESSON=05   lay the solutions of a lesson beside your copy of it'
	@echo 'make data       fetch all data and weights (lessons fetch what they lack by themselves)'
	@echo 'make lint       ruff, mypy, import-linter;   make tests: pytest only;   make nbval: notebooks'
	@echo 'make claims     run every notebook without comparing what it prints: its claims must hold'
	@echo 'make nightly    run the slow checks: every deck, kills, mutants, other Pythons, ... (hours)'
	@echo 'make bench      measure speed beside other libraries, into data/benchmarks (about 20 minutes)'
	@echo 'make gpu        measure on a GPU what only it can tell, into data/runs (8 minutes; installs nothing)'
	@echo 'make env        set up .venv (PYTHON=python3.12 chooses the interpreter of a new one,'
	@echo '                VENV=folder another place); make lab-env: without what only tests need'
	@echo 'make doctor     say what this machine has, what is missing, and what mends it'
	@echo 'make wheelhouse   fill a folder from which set-up works without a network'
	@echo 'make bundle     write build/bert-workbook.zip, which students upload to Colab or Kaggle'
	@echo 'make edition OUT=../for-class   write the workbook without solutions, to give to a class'
	@echo 'make colab      run all lessons in the environment of Colab, made here (10 minutes, 6 GB)'
	@echo 'make report IN=submissions OUT=report   what a class has understood'
	@echo 'make lesson NAME=18_title   write the skeleton of a lesson that runs'
	@echo 'make clean      remove what was built; .venv and the data stay'

env:
	@$(SET_UP) test

lab-env:
	@$(SET_UP) lab

doctor:
	@$(PYTHON) -m workbook doctor

wheelhouse: lab-env
	@$(WB) wheelhouse

data: env
	@$(PY) -m bertlab.datasets fetch

lab: lab-env
	@$(PY) -m bertlab.datasets fetch minilm
	@$(WB) copies
	@echo 'Opening JupyterLab on my_notebooks/, your own copies; press Ctrl-C twice to stop it'
	@JUPYTER_CONFIG_PATH="$(LAB_SETTINGS)$${JUPYTER_CONFIG_PATH:+:$$JUPYTER_CONFIG_PATH}" \
		$(PY) -m jupyterlab my_notebooks/00_start_here.ipynb $(LAB_FLAGS)

notebooks: data
	$(WB) teaching
	$(WB) make

slides: data
	$(WB) slides

deck: data
	$(WB) slides notebooks/$(LESSON)*.ipynb --without "$(WITHOUT)"

pages: data
	$(WB) pages

reset: lab-env
	@$(WB) copies --reset $(LESSON)

solutions: lab-env
	@$(WB) copies --solutions $(LESSON)

lint: env
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(VENV)/bin/lint-imports --no-cache --no-logo
	$(PY) -m check_jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(PY) -m check_jsonschema --builtin-schema vendor.dependabot .github/dependabot.yml
	$(PY) -m check_jsonschema --builtin-schema vendor.citation-file-format CITATION.cff

# Threads that wait leave the processors to the other processes.
tests: data
	TQDM_DISABLE=1 OMP_WAIT_POLICY=PASSIVE $(PY) -m pytest $(PYTEST_FLAGS)

nbval: data
	$(WB) check

claims: data
	$(WB) make --force --into build/claims

# Checks of the code have one process, so they run beside the tests.
test:
	@$(MAKE) --no-print-directory --jobs 2 lint tests
	@$(MAKE) --no-print-directory nbval

nightly: data
	TQDM_DISABLE=1 CI=true $(PY) -m pytest -m nightly

bench: data
	$(PY) -m pip install --quiet --constraint $(CONSTRAINTS) --requirement benchmarks/peers.txt
	TQDM_DISABLE=1 $(PY) -m benchmarks

# With the Python of the machine, where torch, transformers and accelerate are.
gpu:
	@TQDM_DISABLE=1 $(PYTHON) -m benchmarks gpu $(GPU_FLAGS)

bundle: lab-env
	@$(WB) bundle

edition: lab-env
	@$(WB) edition "$(OUT)"

report: lab-env
	@$(WB) report "$(IN)" --out "$(or $(OUT),build/report)"

lesson: env
	@$(WB) lesson $(NAME)

colab: env
	TQDM_DISABLE=1 $(WB) colab
	$(PY) -m pytest tests/colab

clean:
	rm -rf build .pytest_cache .mypy_cache .ruff_cache lessons/.ruff_cache .hypothesis
