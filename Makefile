# `make demo` and `make test` do all the set-up themselves: a virtual environment in .venv with what they need.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# The CPU build that the tests are written against; your own torch is left alone.
TORCH ?= torch==2.13.0

# Processes that run tests at a time.
JOBS ?= auto

.PHONY: demo test quick recordings check bench bench-gpu bench-models transparency faults suites matrix newest sanitize valgrind bless dist docs workflows clean

$(VENV)/.ready: pyproject.toml constraints.txt setup.py $(wildcard src/whygrad/record/hotpath/_hotpath*.[ch])
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet $(TORCH)
	$(BIN)/python -m pip install --quiet --constraint constraints.txt -e ".[dev]"
	touch $@

demo: $(VENV)/.ready  ## whygrad finds the bug in a little training script
	@echo "$$ whygrad run examples/train.py"
	@$(BIN)/whygrad run examples/train.py; test $$? -eq 1

test: $(VENV)/.ready  ## all tests, on all cores
	$(BIN)/python -m pytest -q -n $(JOBS) --dist worksteal

QUICK := tests/replay tests/graph tests/source tests/render tests/test_layers.py tests/test_recording.py tests/test_owner.py
quick: $(VENV)/.ready  ## the quickest checks: recordings diagnosed again, units, lint
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	$(BIN)/python -m pytest -q -n $(JOBS) --dist worksteal $(QUICK)

recordings: $(VENV)/.ready  ## record all programs anew, or those with ONLY=text in their name; read the diff
	$(BIN)/python tests/replay/make_recordings.py $(ONLY)

check: $(VENV)/.ready  ## format, lint, types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

bench: $(VENV)/.ready  ## the cost of recording, as ratios measured in one run
	$(BIN)/python benchmarks/overhead.py
	$(BIN)/python benchmarks/steady.py
	$(BIN)/python benchmarks/compiled.py
	$(BIN)/python benchmarks/calls.py
	$(BIN)/python benchmarks/memory.py
	$(BIN)/python benchmarks/endless.py
	$(BIN)/python benchmarks/elements.py
	$(BIN)/python benchmarks/explain.py
	$(BIN)/python benchmarks/startup.py
	$(BIN)/python benchmarks/first_steps.py
	$(BIN)/python benchmarks/real_programs.py

bench-gpu:  ## the same on an accelerator, by the Python that has torch for it: make bench-gpu PYTHON=python
	$(PYTHON) setup.py -q build_ext --inplace
	PYTHONPATH=src $(PYTHON) benchmarks/overhead.py --accelerator
	PYTHONPATH=src $(PYTHON) benchmarks/steady.py --accelerator

$(VENV)/.models: $(VENV)/.ready
	$(BIN)/python -m pip install --quiet --constraint constraints.txt $(TORCH) -e ".[models]"
	touch $@

bench-models: $(VENV)/.models  ## whether whygrad keeps silent about healthy models, and changes nothing
	$(BIN)/python benchmarks/silence.py
	$(BIN)/python benchmarks/public_programs.py

transparency: $(VENV)/.ready  ## whether recording changes any operator or program; about a quarter of an hour
	$(BIN)/python benchmarks/transparency.py

faults: $(VENV)/.ready  ## whether a fault of ours at any place reaches the program; `make test` tries some of them
	WHYGRAD_WHOLE=1 $(BIN)/python -m pytest -q -n $(JOBS) tests/test_faults.py

suites: $(VENV)/.ready  ## test suites of other libraries, plainly and recorded; from PyPI, about an hour
	$(BIN)/python benchmarks/suites.py

matrix:  ## whether whygrad is right on each torch and each Python; makes environments of about 5 GB each, in .matrix
	$(PYTHON) benchmarks/matrix.py

newest:  ## the same on the newest torch alone, with this Python: what a change must pass
	$(PYTHON) benchmarks/matrix.py --only newest py$$($(PYTHON) -c 'print("{}.{}".format(*__import__("sys").version_info))') --suites cases pages patches transparency

sanitize: $(VENV)/.ready  ## whether address and undefined-behaviour sanitizers find anything in the C part
	$(BIN)/python benchmarks/sanitize.py

valgrind: $(VENV)/.ready  ## whether valgrind finds anything in the C part, which runs without torch here
	PYTHONMALLOC=malloc valgrind -q --error-exitcode=9 --num-callers=40 --leak-check=no --suppressions=tests/c_part/python.supp \
		$(BIN)/python tests/c_part/alone.py src/whygrad/record/hotpath

bless: $(VENV)/.ready  ## rewrite pages and golden files from what whygrad says now; read the diff
	WHYGRAD_BLESS=1 $(BIN)/python -m pytest -q tests

$(VENV)/.release: $(VENV)/.ready
	$(BIN)/python -m pip install --quiet -e ".[release]"
	touch $@

dist: $(VENV)/.release  ## sdist and wheels in dist/, each checked, installed into an environment of its own, and tried there
	$(BIN)/python tools/dist.py

$(VENV)/.docs: $(VENV)/.ready
	$(BIN)/python -m pip install --quiet --constraint constraints.txt -e ".[docs]"
	touch $@

docs: $(VENV)/.docs  ## the site of the docs, in build/docs/index.html; a warning or a dead link is an error
	$(BIN)/python -m sphinx -q -W --keep-going -c docs/site docs build/docs

workflows: $(VENV)/.release  ## whether .github/ is what GitHub expects
	$(BIN)/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(BIN)/check-jsonschema --builtin-schema vendor.dependabot .github/dependabot.yml
	$(BIN)/check-jsonschema --builtin-schema vendor.github-issue-forms .github/ISSUE_TEMPLATE/[!c]*.yml
	$(BIN)/check-jsonschema --builtin-schema vendor.citation-file-format CITATION.cff
	$(BIN)/zizmor --quiet --offline --min-severity medium .github/workflows

clean:
	rm -rf $(VENV) dist .mypy_cache .ruff_cache .pytest_cache
