# make demo   set up and show a monster's turn, suggested by the shipped policy
# make test   set up and run all tests
# make train  set up the training extras, train a small policy for a few minutes, show what it wins, export it
# make policy train by `standard` for ten minutes: a smaller policy of the flagship's kind, exported and asked
# make browser  get the Chromium that the tests of the page need (make test does)
# make warm   compile the rules once            make bench   measure the rules on one core
# make clean  remove everything that make and training built here

PYTHON ?= python3
VENV ?= .venv
JOBS ?= 2
MINUTES ?= 4
CONFIG ?= quick
RUN ?= runs/$(CONFIG)
PY := $(VENV)/bin/python
FOEMIND := $(VENV)/bin/foemind
PIP := PYTHONWARNINGS=ignore $(PY) -m pip --disable-pip-version-check install --quiet -c constraints.txt

.PHONY: demo test train policy warm bench browser clean

$(PY):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Foemind needs Python 3.11 or newer; run make with PYTHON=python3.11"; exit 1; }
	@echo "== Making a virtual environment in $(VENV)"
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.base: pyproject.toml constraints.txt | $(PY)
	@echo "== Installing Foemind into $(VENV) (the base: no torch)"
	@$(PIP) -e .
	@touch $@

$(VENV)/.test: pyproject.toml constraints.txt | $(PY)
	@echo "== Installing Foemind with the training and test extras into $(VENV) (torch is large; this takes a while the first time)"
	@$(PIP) -e '.[train,test]'
	@touch $@ $(VENV)/.base $(VENV)/.train

$(VENV)/.train: pyproject.toml constraints.txt | $(PY)
	@echo "== Installing Foemind with the training extras into $(VENV) (torch is large; this takes a while the first time)"
	@$(PIP) -e '.[train]'
	@touch $@ $(VENV)/.base

demo: $(VENV)/.base
	@$(PY) -m judge.demo

warm: $(VENV)/.base
	@$(FOEMIND) warm

bench: $(VENV)/.base
	@$(FOEMIND) bench

# Chromium is looked for by its usual names; where there is none and this may install packages, it comes from the system's (apt).
browser:
	@for name in chromium chromium-browser google-chrome google-chrome-stable; do command -v $$name >/dev/null && exit 0; done; \
	if [ "$$(id -u)" = 0 ]; then may=""; elif sudo -n true 2>/dev/null; then may="sudo -n"; else may="no"; fi; \
	if [ "$$may" != "no" ] && command -v apt-get >/dev/null; then \
		echo "== Installing Chromium for the tests of the page"; \
		{ $$may apt-get update -qq && $$may env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium fonts-liberation; } >/dev/null 2>&1; \
	fi; \
	for name in chromium chromium-browser google-chrome google-chrome-stable; do command -v $$name >/dev/null && exit 0; done; \
	echo "The tests of the page need Chromium: install it as your system does, such as with apt-get install chromium; without it they fail and all others run."

test: $(VENV)/.test browser
	@echo "== Compiling the rules once, so that parallel tests find them ready"
	@$(FOEMIND) warm
	@echo "== Running the tests, $(JOBS) at a time"
	@$(PY) -m pytest -n $(JOBS)

train: $(VENV)/.train
	@echo "== Training by $(CONFIG) for $(MINUTES) minutes into $(RUN)"
	@$(FOEMIND) train $(CONFIG) --out $(RUN) --minutes $(MINUTES)
	@echo "== Exporting to $(RUN)/policy.onnx"
	@$(FOEMIND) export $(RUN) -o $(RUN)/policy.onnx
	@echo "== Its advice for a monster's turn"
	@$(FOEMIND) suggest duel --agent policy:$(RUN)/policy.onnx

policy:
	@$(MAKE) --no-print-directory train CONFIG=standard MINUTES=10 RUN=runs/policy

clean:
	rm -rf $(VENV) runs build dist *.egg-info .pytest_cache .hypothesis .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
