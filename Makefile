# gonao: `make help` lists what there is to do.
SHELL := /bin/sh
.DEFAULT_GOAL := help

DURATION ?=
FUZZ_N ?= 100000
BENCH ?= .
BENCHTIME ?= 1s
BENCHCOUNT ?= 1
BUILD := build
GO = $(shell scripts/go.sh || echo go)
export PATH := $(dir $(shell scripts/go.sh)):$(PATH)
LINT = $(BUILD)/tools/golangci-lint

.PHONY: help
help: ## this list
	@echo "gonao: program a NAO, simulated or real, in Go on ROS 2"
	@echo
	@sed -n 's/^\([a-z][a-z-]*\):.*## \(.*\)/  make \1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{printf "%-16s %s\n", $$1, $$2}'
	@echo
	@echo "  make demo DURATION=45s   ends by itself after 45 s of simulated time"

.PHONY: deps
deps: ## install what is missing: Debian packages, Go, a larger receive buffer
	@scripts/deps.sh

.PHONY: deps-test
deps-test:
	@scripts/deps.sh --test

.PHONY: build
build: deps ## build every program into build/bin
	@scripts/build.sh

.PHONY: demo
demo: build ## a simulated NAO follows balls and dances; Ctrl-C ends it
	@$(BUILD)/bin/demo $(if $(DURATION),--duration $(DURATION))

.PHONY: test
test: deps-test ## run the tests (FUZZ_N=100000 random inputs per parser)
	@FUZZ_N=$(FUZZ_N) $(GO) test -timeout 20m ./...

.PHONY: check
check: deps-test lint ## format, lint and test with the race detector
	@FUZZ_N=1000 $(GO) test -race -timeout 30m ./...

.PHONY: lint
lint: $(LINT) ## formatting and lint alone
	@$(LINT) fmt --diff
	@$(LINT) run ./...

.PHONY: fmt
fmt: $(LINT) ## format the code
	@$(LINT) fmt

.PHONY: fuzz
fuzz: deps-test ## the fuzzing tests with ten million random inputs each
	@FUZZ_N=10000000 $(GO) test -timeout 12h -run 'Random|TakenHere' ./...

.PHONY: bench
bench: deps-test ## benchmarks, printed as ratios beside a peer in the same run
	@$(GO) run ./internal/bench -bench '$(BENCH)' -benchtime $(BENCHTIME) -count $(BENCHCOUNT) -out $(BUILD)/bench.txt

.PHONY: golden
golden: deps-test ## rewrite the golden files in testdata
	@GOLDEN=write $(GO) test ./...

.PHONY: generate
generate: ## rewrite the generated files
	@$(GO) generate ./...

.PHONY: clean
clean: ## remove build
	@rm -rf $(BUILD)

$(LINT): tools/go.mod
	@echo "building golangci-lint (a minute or two)"
	@mkdir -p $(@D)
	@$(GO) build -modfile=tools/go.mod -o $@ github.com/golangci/golangci-lint/v2/cmd/golangci-lint
