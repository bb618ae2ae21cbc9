# gonao: `make help` lists the targets.
SHELL := /bin/sh
.DEFAULT_GOAL := help

DURATION ?=
FUZZ_N ?= 2000
RED ?= ours
BLUE ?= luar
MATCH_SEED ?= 1
SPEED ?= 8
ROWS ?=
STEPS ?=
TO ?=
TESTRUN ?=
OF ?= peers
SEEDS ?=
RENDERED ?=
# Variables for make bench, score and nightly; internal/scripts/bench.sh and internal/scripts/nightly.sh have their defaults.
BENCH ?=
BENCHTIME ?=
BENCHCOUNT ?=
BODY ?=
PROFILE ?=
IMAGES ?=
RUNS ?=
HOURS ?=
FUZZTIME ?=
BUILD := build
# All checkouts share one build cache: compiled packages do not contain the path of the directory.
export GOFLAGS := $(strip $(filter-out -trimpath,$(GOFLAGS)) -trimpath)
PKGS ?= ./...
# The programs that sim.launch.yaml can start, and those that the lessons, matches and experiments need. make build also
# builds the programs for Gazebo, Graphviz and the other tools.
DEMO = demo gonao simulator motion_lab match match_player nao_driver ball_mover state_publisher vision motion localization world_model planner executor \
	speech lights game_client studio
# The tests that call fuzzn.N for the number of random inputs.
FUZZ_TESTS = Random|TakenHere|IsRefused$$|OfPython$$|ComeBackAsTheyWere$$
# Go is searched for when a recipe runs, because deps may have just fetched it. Its directory comes first in PATH, for
# tests that run go themselves.
WITH_GO = PATH="$$(dirname "$$(internal/scripts/go.sh)"):$$PATH"
GO = $(WITH_GO) go
LINT = $(BUILD)/tools/golangci-lint

.PHONY: help
help: ## print this list
	@echo "gonao: program a NAO, simulated or real, in Go on ROS 2"
	@echo
	@sed -n 's/^\([a-z][a-z-]*\):.*## \(.*\)/  make \1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{printf "%-26s %s\n", $$1, $$2}'
	@echo
	@echo "  make demo DURATION=45s    ends by itself after 45 s of simulated time"

.PHONY: deps
deps: ## install what is missing: Debian packages, Go, a larger receive buffer
	@internal/scripts/deps.sh

.PHONY: deps-test
deps-test:
	@internal/scripts/deps.sh --test

.PHONY: deps-lab
deps-lab:
	@internal/scripts/deps.sh --lab

.PHONY: build
build: deps ## build every program into build/bin, with the studio's page where npm is installed
	@internal/scripts/page.sh
	@internal/scripts/build.sh

.PHONY: page
page: deps ## build the studio's page into studio/web/dist, with npm and esbuild
	@internal/scripts/page.sh

.PHONY: demo
demo: deps ## a simulated NAO follows balls and dances, with the studio in the browser; Ctrl-C ends it
	@internal/scripts/build.sh $(DEMO)
	@internal/scripts/page.sh & $(BUILD)/bin/demo --page studio/web/dist $(if $(DURATION),--duration $(DURATION))

.PHONY: demo-field
demo-field: deps-lab ## a simulated NAO finds its place, walks round two others to the ball and kicks it at the goal; writes a film (SEEDS=1 RENDERED=1)
	@mkdir -p $(BUILD)
	@$(GO) run ./cmd/lab motion_lab field $(if $(RENDERED),--rendered) --seeds=$(or $(SEEDS),1) --journal=$(BUILD)/demo-field.jsonl -o $(BUILD)/demo-field.svg

.PHONY: match
match: deps ## watch five robots against five in the browser, or as text (RED=ours BLUE=luar MATCH_SEED=1 SPEED=8)
	@internal/scripts/page.sh & $(GO) run ./cmd/lab match --watch --page=studio/web/dist --red=$(RED) --blue=$(BLUE) --seed=$(MATCH_SEED) --speed=$(SPEED)

.PHONY: test
test: deps-test ## run the tests within a budget of processor time; code that shares memory runs with the race detector (PKGS=./hfsm/... TESTRUN=-times prints what each test costs)
	@internal/scripts/page.sh
	@FUZZ_N=$(FUZZ_N) $(GO) run ./internal/testrun $(TESTRUN) $(PKGS)

.PHONY: check
check: lint test ## everything that CI runs: format, lint, tests

.PHONY: nightly
nightly: deps-test ## run what takes longer than CI may, step by step; continues where it stopped at the same commit (STEPS="race interop" runs these; internal/scripts/nightly.sh explains all)
	@$(WITH_GO) FUZZ_TESTS='$(FUZZ_TESTS)' internal/scripts/nightly.sh $(STEPS)

.PHONY: lint
lint: deps-test $(LINT) ## check format and lint only
# Lint runs without -trimpath: the files that cgo generates contain paths, and the shared cache may have those of another
# checkout.
	@$(WITH_GO) $(LINT) fmt --diff
	@$(WITH_GO) GOFLAGS="$(filter-out -trimpath,$(GOFLAGS))" $(LINT) run ./...

.PHONY: fmt
fmt: deps-test $(LINT) ## format the code
	@$(WITH_GO) $(LINT) fmt

.PHONY: bench
bench: ## measure OF=peers (ratios beside other programs), motion, vision, lines, localization or studio; internal/scripts/bench.sh explains these and their arguments
	@internal/scripts/bench.sh $(OF)

.PHONY: score
score: ## measure OF=motion, vision or localization on seeds that are never used for tuning, once per commit
	@internal/scripts/bench.sh --score $(filter-out peers,$(OF))

.PHONY: golden
golden: deps-test ## rewrite the golden files in testdata
	@GOLDEN=write $(GO) test ./...

.PHONY: guard
guard: deps-test ## rewrite the digests of what gonao does, internal/guard/digests_*.txt; changed digests need a line in CHANGELOG.md
	@GOLDEN=write $(GO) test -count=1 -v ./internal/guard

.PHONY: generate
generate: deps-test ## rewrite the generated files
	@$(GO) generate ./...

.PHONY: module-path
module-path:
	@internal/scripts/module_path.sh "$(TO)"

.PHONY: clean
clean: ## remove build
	@rm -rf $(BUILD)

DIST_TOOLS = $(BUILD)/tools/dist $(BUILD)/tools/go-licenses

.PHONY: dist
dist: deps $(DIST_TOOLS) ## pack a release into build/dist: a tar file and a Debian package with the studio's page, licences and a bill of materials
	@internal/scripts/dist.sh

.PHONY: vulnerabilities
vulnerabilities: deps ## look up known vulnerabilities in everything that the programs link, in the database of vuln.go.dev
	@internal/scripts/vulnerabilities.sh

$(BUILD)/tools/dist: internal/tools/release/go.mod $(wildcard internal/tools/release/dist/*.go)
	@echo "building $(@F)"
	@mkdir -p $(@D)
	@$(GO) build -C internal/tools/release -o $(CURDIR)/$@ ./dist

$(BUILD)/tools/go-licenses: internal/tools/release/go.mod
	@echo "building $(@F)"
	@mkdir -p $(@D)
	@$(GO) build -C internal/tools/release -o $(CURDIR)/$@ github.com/google/go-licenses/v2

$(LINT): internal/tools/go.mod
	@echo "building golangci-lint (a minute or two)"
	@mkdir -p $(@D)
	@$(GO) build -modfile=internal/tools/go.mod -o $@ github.com/golangci/golangci-lint/v2/cmd/golangci-lint
