# Everything sets itself up: `make play` to play, `make test` to test. Only Python 3.11 or newer is needed, and make.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP     = $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
TOOLS  := $(VENV)/node/node_modules
PRETTIER = $(BIN)/node $(TOOLS)/prettier/bin/prettier.cjs --log-level warn
TSC     = $(BIN)/node $(TOOLS)/typescript/bin/tsc
PAGES  := src/tablier/web src/tablier/notebook tests/js package.json tsconfig.json

# What Python has compiled of our sources is kept, also where it is told not to: else each process compiles them anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help play check types style layers pages format quick test tools bench bench-lab bench-serve bench-cost bench-web strength simulate campaigns docs studies screenshots sbom golden clean

help:           ## Show this list
	@awk -F':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: $(VENV)/.prepared  ## Open the tables, and play in the browser
	@$(BIN)/tablier serve --open

check: types style layers pages  ## Format, lint, types, layers; with `--jobs 2` two at a time

types: $(VENV)/.dev
	$(BIN)/mypy

style: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

layers: $(VENV)/.dev
	$(BIN)/lint-imports

pages: $(VENV)/.node
	$(PRETTIER) --check $(PAGES)
	$(TSC)
	$(TSC) --project tests/js

format: $(VENV)/.dev $(VENV)/.node  ## Put the sources into form
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(PRETTIER) --write $(PAGES)

QUICK := tests/engine tests/record tests/picture tests/guide tests/language tests/games tests/work tests/js README.md

quick: $(VENV)/.dev  ## Run the tests of the rules, and of what all else stands on: under a minute
	$(BIN)/pytest -n auto --dist worksteal $(QUICK)

# Half of the time that tests take they wait: for a browser, for a server that is killed and comes back.
WORKERS := $(shell expr 2 '*' $$(getconf _NPROCESSORS_ONLN))

test: tools  ## Run every test
	$(BIN)/pytest -n $(WORKERS) --dist worksteal

tools: $(VENV)/.dev $(VENV)/.browser $(VENV)/.firefox $(VENV)/.proxies  # all that tests want

bench: $(VENV)/.bench  ## Measure what we claim about speed
	$(BIN)/python -m benchmarks

bench-lab: $(VENV)/.bench  ## Measure what we claim about the laboratory
	$(BIN)/python -m benchmarks.lab

bench-serve: $(VENV)/.bench  ## Measure what we claim about the server
	$(BIN)/python -m benchmarks.serve; status=$$?; $(BIN)/python docs/scale.py docs/scale.md; exit $$status

bench-cost: $(VENV)/.bench  ## Measure what an action at a table costs, and on what
	$(BIN)/python -m benchmarks.cost

bench-web: $(VENV)/.dev $(VENV)/.browser  ## Measure what we claim about the pages
	$(BIN)/python -m benchmarks.web

strength: $(VENV)/.bench  ## Measure what we claim about the bots
	$(BIN)/python -m benchmarks.bots

simulate: $(VENV)/.dev  ## Run the whole server in a simulator with faults: 10,000 sessions, over several runs
	$(BIN)/python -m tests.simulator sessions

campaigns: simulate  ## The same, and all other campaigns: twins, kills, nonsense; then each game under all its options
	$(BIN)/python -m tests.simulator twins
	$(BIN)/python -m tests.simulator kills
	$(BIN)/python -m tests.simulator falls
	$(BIN)/python -m tests.simulator fuzz
	@for game in $$($(BIN)/python -c 'import tablier; print(*tablier.games())'); do \
		$(BIN)/python -m tablier.testing check $$game || exit 1; done

docs: $(VENV)/.play  ## Draw the rules pages of docs/games again, and reckon docs/scale.md
	$(BIN)/python docs/build.py docs/games
	$(BIN)/python docs/scale.py docs/scale.md

studies: $(VENV)/.play  ## Make the studies of docs/studies again, or go on with them
	nice -n 10 $(BIN)/python docs/studies.py

screenshots: $(VENV)/.dev $(VENV)/.browser  ## Take pictures of a first game in every mode, and of every page
	$(BIN)/python docs/screenshots.py

sbom: $(VENV)/.dev  ## Write what all is made of, as CycloneDX, into build/sbom.json
	$(BIN)/python deploy/sbom.py build/sbom.json

golden: $(VENV)/.dev  ## Record the golden games again, after a change of rules, notation or drawings
	@for game in $$($(BIN)/python -c 'import tablier; print(*tablier.games())'); do \
		$(BIN)/python -m tablier.testing record $$game; done

clean:          ## Remove what this Makefile has made
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis

# --- setting up: each stamp is made once, and again when what is to be installed changes

$(VENV)/.play: pyproject.toml constraints.txt | $(VENV)/.made
	@echo "Installing tablier and what it needs (once, about half a minute)..."
	@$(PIP) --editable .
	@touch $@

$(VENV)/.prepared: $(VENV)/.play
	@echo "Compiling the games, so that the bots are strong from the first move (once, about half a minute)..."
	@$(BIN)/tablier prepare
	@touch $@

$(VENV)/.dev: pyproject.toml constraints.txt | $(VENV)/.made
	@echo "Installing tablier and the tools that check it (once, about a minute)..."
	@$(PIP) --editable '.[dev]'
	@touch $@ $(VENV)/.play

$(VENV)/.node: package.json package-lock.json .npmrc | $(VENV)/.dev  # Node itself came as a wheel
	@echo "Installing what checks the JavaScript of the pages (once, a few seconds)..."
	@mkdir -p $(VENV)/node && cp package.json package-lock.json .npmrc $(VENV)/node
	@cd $(VENV)/node && ../bin/npm ci --silent
	@touch $@

# Pages are tested in a Chromium. Its headless shell opens one in a quarter of the time that a whole browser takes.
$(VENV)/.browser: | $(VENV)/.made
	@command -v chromium-headless-shell >/dev/null || { \
		echo "Installing Chromium's headless shell, in which the pages are tested (once, about a minute)..."; \
		{ apt-get update -qq && apt-get install -y -qq chromium-headless-shell; } >/dev/null 2>&1; } || \
		{ command -v chromium || command -v chromium-browser || command -v google-chrome; } >/dev/null || { \
		echo "It could not be installed. On Debian: sudo apt install chromium-headless-shell"; \
		echo "Elsewhere any Chromium will do, a little slower."; exit 1; }
	@touch $@

# The main ways are tested in a Firefox too; where there is none, those tests are skipped, and say so.
$(VENV)/.firefox: | $(VENV)/.browser  # apt installs one thing at a time
	@command -v firefox-esr >/dev/null || command -v firefox >/dev/null || { \
		echo "Installing Firefox, in which the main ways are tested too (once, about a minute)..."; \
		{ apt-get update -qq && apt-get install -y -qq firefox-esr; } >/dev/null 2>&1; } || \
		echo "It could not be installed, and its tests are skipped. On Debian: sudo apt install firefox-esr"
	@touch $@

# The server is tested behind nginx and Caddy. They are unpacked, not installed: so they start nothing by themselves.
# Where one cannot be had, its tests are skipped, and say so.
PROXIES := $(VENV)/proxies
$(VENV)/.proxies: | $(VENV)/.firefox
	@mkdir -p $(PROXIES)
	@for proxy in nginx caddy; do command -v $$proxy >/dev/null || { \
		echo "Unpacking $$proxy, behind which the server is tested (once, a few seconds)..."; \
		( cd $(PROXIES) && \
		{ apt-get download $$proxy || { apt-get update -qq && apt-get download $$proxy; }; } && \
		dpkg-deb -x $${proxy}_*.deb . && rm -f $${proxy}_*.deb ) >/dev/null 2>&1; } || \
		echo "It could not be had, and its tests are skipped. On Debian: sudo apt install $$proxy"; done
	@touch $@

$(VENV)/.bench: pyproject.toml constraints.txt | $(VENV)/.made
	@echo "Installing tablier and what it is compared with (once, about a minute)..."
	@$(PIP) --editable '.[bench]'
	@touch $@ $(VENV)/.play

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "Tablier needs Python 3.11 or newer; '$(PYTHON)' is not. Name another: make PYTHON=python3.12 ..."; exit 1; }
	@echo "Making a virtual environment in $(VENV)..."
	@$(PYTHON) -m venv --clear $(VENV) || { \
		echo "Python could not make it. On Debian and Ubuntu: apt install python3-venv"; exit 1; }
	@touch $@
