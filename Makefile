# gonao: `make help` lists what there is to do.
SHELL := /bin/sh
.DEFAULT_GOAL := help

DURATION ?=
FUZZ_N ?= 2000
RED ?= ours
BLUE ?= luar
MATCH_SEED ?= 1
SPEED ?= 8
FUZZTIME ?= 1m
BENCH ?= .
BENCHTIME ?= 1s
BENCHCOUNT ?= 1
ROWS ?=
STEPS ?=
TESTRUN ?=
SEEDS ?= 20
FIRST_SEED ?= 1
RENDERED ?=
IMAGES ?=
HOURS ?= 8
# bench-localization: as many seeds as each row has, from 1001 on.
PLACE_SEEDS = $(if $(filter-out file default,$(origin SEEDS)),$(SEEDS),0)
PLACE_FIRST = $(if $(filter-out file default,$(origin FIRST_SEED)),$(FIRST_SEED),1001)
# bench-vision and score-vision: SEEDS are worlds, such as 1001-1002.
SEEDS_GIVEN = $(filter-out file default,$(origin SEEDS))
BENCH_WORLDS = $(if $(SEEDS_GIVEN),$(SEEDS),1001-1020)
HELD_OUT = 5021-5040
SCORE_WORLDS = $(if $(SEEDS_GIVEN),$(SEEDS),$(HELD_OUT))
BODY ?=
PROFILE ?=
BUILD := build
# One build cache for all checkouts: compiled packages do not hold the directory's path.
export GOFLAGS := $(strip $(filter-out -trimpath,$(GOFLAGS)) -trimpath)
PKGS ?= ./...
# What sim.launch.yaml can start. Programs for matches, Gazebo and the laboratory, which double the time to compile, come with
# make build.
DEMO = demo gonao simulator nao_driver ball_mover state_publisher vision motion localization world_model planner executor \
	speech lights game_client studio
# The tests that ask package fuzzn how many random inputs to try.
FUZZ_TESTS = Random|TakenHere|IsRefused$$|OfPython$$|ComeBackAsTheyWere$$
# The packages in which one backend differs from the other.
RCLGO_PKGS ?= ./ros ./ros/rclgo ./ros/rmw ./ros/tf ./ros/bag ./cmd/...
# Found when a recipe runs, not before: deps may have fetched it just now. Its directory comes first in
# PATH, for the tests that run go themselves.
WITH_GO = PATH="$$(dirname "$$(scripts/go.sh)"):$$PATH"
GO = $(WITH_GO) go
LINT = $(BUILD)/tools/golangci-lint

.PHONY: help
help: ## this list
	@echo "gonao: program a NAO, simulated or real, in Go on ROS 2"
	@echo
	@sed -n 's/^\([a-z][a-z-]*\):.*## \(.*\)/  make \1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{printf "%-26s %s\n", $$1, $$2}'
	@echo
	@echo "  make demo DURATION=45s    ends by itself after 45 s of simulated time"

.PHONY: deps
deps: ## install what is missing: Debian packages, Go, a larger receive buffer
	@scripts/deps.sh

.PHONY: deps-test
deps-test:
	@scripts/deps.sh --test

.PHONY: deps-lab
deps-lab:
	@scripts/deps.sh --lab

.PHONY: build
build: deps ## build every program into build/bin, with the studio's page where npm is installed
	@scripts/page.sh
	@scripts/build.sh

.PHONY: page
page: deps ## build the studio's page into studio/web/dist, with npm and esbuild
	@scripts/page.sh

.PHONY: demo
demo: deps ## a simulated NAO follows balls and dances, with the studio in the browser; Ctrl-C ends it
	@scripts/build.sh $(DEMO)
	@scripts/page.sh & $(BUILD)/bin/demo --page studio/web/dist $(if $(DURATION),--duration $(DURATION))

.PHONY: demo-field
demo-field: deps-lab ## a simulated NAO finds its place, walks round two others to the ball and kicks it at the goal; writes a film (SEEDS=1 FIRST_SEED=1 RENDERED=1)
	@mkdir -p $(BUILD)
	@$(GO) run ./cmd/motion_lab field $(if $(RENDERED),--rendered) --seeds=$(if $(filter-out file default,$(origin SEEDS)),$(SEEDS),1) --first-seed=$(FIRST_SEED) --journal=$(BUILD)/demo-field.jsonl -o $(BUILD)/demo-field.svg

.PHONY: match
match: deps ## watch five robots against five in the browser, or as text (RED=ours BLUE=luar MATCH_SEED=1 SPEED=8)
	@scripts/page.sh & $(GO) run ./cmd/match --watch --page=studio/web/dist --red=$(RED) --blue=$(BLUE) --seed=$(MATCH_SEED) --speed=$(SPEED)

.PHONY: test
test: deps-test ## build the studio's page where npm is, and run the tests within a budget of processor time, those of code that shares memory with the race detector (PKGS=./hfsm/... FUZZ_N=2000 random inputs per parser)
	@scripts/page.sh
	@FUZZ_N=$(FUZZ_N) $(GO) run ./internal/testrun $(TESTRUN) $(PKGS)

.PHONY: test-times
test-times: deps-test ## the processor time of each package and test, compiling and running apart; nothing comes from the test cache
	@scripts/page.sh
	@FUZZ_N=$(FUZZ_N) $(GO) run ./internal/testrun -times $(TESTRUN) $(PKGS)

.PHONY: check
check: lint test ## everything that CI runs: format, lint, tests

.PHONY: nightly
nightly: deps-test ## what takes longer than CI may, step by step; goes on where the same commit was ended (STEPS="tests race fuzz"; scripts/nightly.sh names all)
	@$(WITH_GO) scripts/nightly.sh $(STEPS)

.PHONY: nehalem
nehalem: deps-test ## the robot's nodes and vision's tests on a processor without AVX, as the robot's: GOAMD64=v1 under qemu-x86_64 -cpu Nehalem
	@scripts/nehalem.sh

.PHONY: soak
soak: build ## the simulated robot for HOURS=8 with studio, recorder and killed nodes: memory, threads, sockets and descriptors stay within 5 %
	@mkdir -p $(BUILD)
	@$(GO) build -o $(BUILD)/tools/soak ./internal/soak && $(BUILD)/tools/soak -hours $(HOURS) -bin $(BUILD)/bin -out $(BUILD)/soak

.PHONY: fault-matrix
fault-matrix: deps-test ## do to each node what can happen to it while the robot walks, and write docs/faults.md
	@FAULT_MATRIX=$(CURDIR)/docs/faults.md $(GO) test -count=1 -vet=off -timeout=60m -run='^TestFaultMatrix$$' -v ./internal/e2e

.PHONY: page-node
page-node: deps ## build and test the studio's page under node 18, that of Debian 12, fetched by npm
	@scripts/page_node18.sh

.PHONY: interop
interop: deps-test ## communicate with C, Fast DDS and, where installed, ROS 2 programs; print a table
	@mkdir -p $(BUILD); table=$(CURDIR)/$(BUILD)/interop; rm -f $$table.*; status=0; \
		GONAO_INTEROP_TABLE=$$table.cyclone $(GO) test -count=1 -timeout 20m ./internal/interop || status=$$?; \
		if rcl=$$(scripts/rcl.sh 2>/dev/null); then \
			for rmw in rmw_cyclonedds_cpp rmw_fastrtps_cpp; do \
				if [ ! -e "$$rcl/lib/lib$$rmw.so" ]; then \
					echo "Our side on the backend rclgo, $$rmw: not run: it is not installed" >$$table.$$rmw; continue; \
				fi; \
				RMW_IMPLEMENTATION=$$rmw GONAO_INTEROP_TABLE=$$table.$$rmw $(WITH_GO) scripts/rcl.sh go test -tags rclgo \
					-count=1 -timeout 20m -run 'OfARealROS|Field|LateReader' ./internal/interop || status=$$?; \
			done; \
		else echo "Our side on the backend rclgo: not run: no rcl found; source a ROS 2" >$$table.rclgo; fi; \
		cat $$table.*; exit $$status

.PHONY: jderobot
jderobot: ## fetch JdeRobot's public machines; the studio opens, draws and saves each
	@scripts/jderobot.sh && $(GO) test -count=1 -v -run JdeRobot ./studio

.PHONY: conformance
conformance: deps ## the W3C's SCXML suite on our engine; prints how many of its documents pass
	@suite=$$(scripts/scxml.sh) && $(GO) run ./internal/conformance -suite $$suite

.PHONY: conformance-robot
conformance-robot: deps-test ## one suite on every body: LoLA on the simulator and with faults, NAOqi on its fake, Gazebo on a scripted peer and the installed server
	@mkdir -p $(BUILD); out=$(BUILD)/conformance-robot.txt; status=0; \
		$(GO) test -count=1 -timeout 15m -v ./internal/bodytest >$$out 2>&1 || status=$$?; \
		if [ $$status = 0 ]; then grep -E '^( {4})?--- ' $$out; else cat $$out; fi; \
		if on=$$(sed -n 's/.*: on \(Gazebo .*\)/\1/p' $$out | sort -u | grep .); then echo "Gazebo: its bridge ran on a real server too: $$on"; \
		else echo "Gazebo: its bridge ran against a scripted peer only: no Gazebo is installed (docs/gazebo.md)"; fi; exit $$status

.PHONY: check-rclgo
check-rclgo: deps-test ## build, vet and test on ROS 2's own rcl, where it is found
	@if rcl=$$(scripts/rcl.sh); then \
		echo "check-rclgo: rcl in $$rcl" && \
		$(WITH_GO) scripts/rcl.sh go vet -tags rclgo ./... && \
		$(WITH_GO) scripts/rcl.sh go test -tags rclgo -timeout 20m $(RCLGO_PKGS); \
	else echo "check-rclgo: not run: there is no rcl on this machine"; fi

.PHONY: lint
lint: deps-test $(LINT) ## formatting and lint alone
# Without -trimpath: what cgo makes of a file holds the file's path, and the shared cache may hold that of another checkout.
	@$(WITH_GO) $(LINT) fmt --diff
	@$(WITH_GO) GOFLAGS="$(filter-out -trimpath,$(GOFLAGS))" $(LINT) run ./...

.PHONY: fmt
fmt: deps-test $(LINT) ## format the code
	@$(WITH_GO) $(LINT) fmt

.PHONY: fuzz
fuzz: deps-test ## fuzz: ten million random inputs for each random test, FUZZTIME=1m for each native target
	@$(GO) run ./internal/fuzzall -time $(FUZZTIME) $(PKGS)
	@FUZZ_N=10000000 $(GO) test -timeout 12h -run '$(FUZZ_TESTS)' $(PKGS)

.PHONY: bench
bench: deps-test ## benchmarks, printed as ratios beside a peer in the same run
	@$(GO) run ./internal/bench -bench '$(BENCH)' -benchtime $(BENCHTIME) -count $(BENCHCOUNT) -out $(BUILD)/bench.txt

.PHONY: studio-figures
studio-figures: deps-test ## what the studio costs beside a simulated robot: CPU, bytes, recording, camera and how fast the page is (five minutes, on a quiet machine)
	@FIGURES=1 $(GO) test -count=1 -timeout 20m -v -run FiguresOfTheStudio ./internal/e2e
	@FIGURES=1 $(GO) test -count=1 -timeout 20m -v -run FiguresOfThePage ./internal/studiotest
	@$(GO) test -run NONE -bench Encode -count 1 ./nodes/internal/images

.PHONY: bench-localization
bench-localization: deps-lab ## poses, flips, kidnapping, balls, robots, times and planning beside what they must reach; goes on where it was interrupted (ROWS=hall_spl,flips SEEDS=20 FIRST_SEED=1001 RUNS=30s SCENES=500)
	@mkdir -p $(BUILD)
	@$(GO) run ./cmd/motion_lab localization --rows='$(ROWS)' --seeds=$(PLACE_SEEDS) --first-seed=$(PLACE_FIRST) --duration=$(or $(RUNS),0s) \
		--journal $(BUILD)/bench-localization.jsonl -o $(BUILD)/bench-localization.md
	@JOURNAL=$(CURDIR)/$(BUILD)/bench-planning.jsonl SCENES=$(or $(SCENES),500) FIRST=$(PLACE_FIRST) $(GO) test -count=1 -v -timeout 60m -run SevenMoving ./planning
	@JOURNAL=$(CURDIR)/$(BUILD)/bench-balls.jsonl SEEDS=$(or $(BALLS),100) FIRST=$(PLACE_FIRST) $(GO) test -count=1 -v -timeout 60m -run MeetsABall ./lab/onfield

.PHONY: score-localization
score-localization: deps-lab ## localization's rows on the seeds 5001 to 5020, which nobody tunes on, of this commit; once; goes on where it was interrupted (to try it: ROWS= SEEDS=2 FIRST_SEED=1001 RUNS=30s)
	@test -n "$(SEEDS_GIVEN)" || test -z "$$(git status --porcelain)" || { echo "score-localization: there are changes that are not committed: expected a clean tree, as the score belongs to a commit"; exit 1; }
	@mkdir -p $(BUILD); commit=$$(git rev-parse --short HEAD); seeds=$(if $(SEEDS_GIVEN),$(SEEDS),20); first=$(if $(SEEDS_GIVEN),$(PLACE_FIRST),5001); \
		out=$(BUILD)/score-localization-$$commit-$$first; echo "commit $$commit, $$seeds seeds from $$first"; \
		$(GO) run ./cmd/motion_lab localization --rows='$(ROWS)' --seeds=$$seeds --first-seed=$$first --duration=$(or $(RUNS),0s) --journal $$out.jsonl -o $$out.md

.PHONY: bench-vision
bench-vision: deps-lab ## what vision finds in rendered worlds, and times beside OpenCV's; goes on where it was interrupted (SEEDS=1001-1020 IMAGES=15 BALL_NET= ROBOT_NET=)
	@mkdir -p $(BUILD)
	@$(GO) run ./cmd/motion_lab vision --seeds='$(BENCH_WORLDS)' --images=$(or $(IMAGES),15) \
		--ball-net='$(BALL_NET)' --robot-net='$(ROBOT_NET)' --keep=$(BUILD)/pictures --journal=$(BUILD)/bench-vision.jsonl -o $(BUILD)/bench-vision.md
	@$(GO) test -run NONE -bench . ./vision/net ./vision/ball ./vision/robots ./vision/trial/shots
	@if /usr/bin/python3 -c 'import cv2' 2>/dev/null; then /usr/bin/python3 scripts/opencv_net_bench.py vision/ball/ball.net; \
		else echo "OpenCV: not run: install python3-opencv"; fi

.PHONY: score-vision
score-vision: deps-lab ## vision on the worlds 5021 to 5040, which nobody tunes on (5001 to 5020 were scored before), of this commit; once: docs/vision-scores.txt counts the runs; goes on where it was interrupted (to try it: SEEDS=1001-1002 IMAGES=3)
	@test -n "$(SEEDS_GIVEN)" || test -z "$$(git status --porcelain -- . ':!docs/vision-scores.txt')" || { echo "score-vision: there are changes that are not committed: expected a clean tree, as the score belongs to a commit"; exit 1; }
	@mkdir -p $(BUILD); commit=$$(git rev-parse --short HEAD); out=$(BUILD)/score-vision-$$commit.md; \
		if [ "$(SCORE_WORLDS)" = $(HELD_OUT) ]; then grep -q "^$$commit worlds $(HELD_OUT)" docs/vision-scores.txt || echo "$$commit worlds $(HELD_OUT), $$(date -u +%F)" >>docs/vision-scores.txt; fi; \
		echo "commit $$commit, worlds $(SCORE_WORLDS); the worlds $(HELD_OUT) were scored of $$(grep -c ' worlds $(HELD_OUT)' docs/vision-scores.txt) commits so far"; \
		$(GO) run ./cmd/motion_lab vision --seeds='$(SCORE_WORLDS)' --images=$(or $(IMAGES),15) --plain-images=$(or $(IMAGES),5) --keep=$(BUILD)/pictures --journal=$${out%.md}.jsonl -o $$out

.PHONY: score-sight
score-sight: ## score-vision and score-localization: the tables of sight and place, with their seeds
	@$(MAKE) --no-print-directory score-vision
	@$(MAKE) --no-print-directory score-localization

.PHONY: bench-motion
bench-motion: deps-lab ## all motions in the simulator beside the paper's figures; goes on where it was interrupted (ROWS=forward,turn SEEDS=20 FIRST_SEED=1001 PROFILE=worn BODY=file.yaml)
	@mkdir -p $(BUILD)
	@$(GO) run ./cmd/motion_lab bench --rows='$(ROWS)' --seeds=$(SEEDS) --first-seed=$(FIRST_SEED) --profile='$(PROFILE)' --body='$(BODY)' \
		--journal=$(BUILD)/bench-motion.jsonl -o $(BUILD)/bench-motion.md

.PHONY: bench-lines
bench-lines: deps-lab ## lines, corners, marks and posts in rendered pictures beside their labels, the pose by them, and times beside OpenCV's; goes on where it was interrupted (WORLDS=20 IMAGES=50 SEED=1001)
	@mkdir -p $(BUILD)
	@JOURNAL=$(CURDIR)/$(BUILD)/bench-lines.jsonl WORLDS=$(or $(WORLDS),20) IMAGES=$(or $(IMAGES),50) SEED=$(or $(SEED),1001) $(GO) test -count=1 -v -timeout 120m -run 'RenderedPictures' ./vision/trial
	@GONAO_BENCH_IMAGE=$(CURDIR)/$(BUILD)/bench.yuyv $(GO) test -count=3 -run '^$$' -bench . ./vision/segment | tee $(BUILD)/bench-segment.txt
	@$(GO) test -count=1 -run '^$$' -bench . ./vision/trial
	@if python3 -c 'import cv2' 2>/dev/null; then python3 scripts/opencv_bench.py $(BUILD)/bench.yuyv $(BUILD)/bench-segment.txt; \
		elif /usr/bin/python3 -c 'import cv2' 2>/dev/null; then /usr/bin/python3 scripts/opencv_bench.py $(BUILD)/bench.yuyv $(BUILD)/bench-segment.txt; \
		else echo "OpenCV: not run: install python3-opencv"; fi

.PHONY: score-motion
score-motion: deps-lab ## all motions on the seeds 5001 to 5020, which nobody tunes on, of this commit; once; goes on where it was interrupted (ROWS= PROFILE=)
	@test -z "$$(git status --porcelain)" || { echo "score-motion: there are changes that are not committed: expected a clean tree, as the score belongs to a commit"; exit 1; }
	@mkdir -p $(BUILD); commit=$$(git rev-parse --short HEAD); echo "commit $$commit, seeds 5001 to 5020"; \
		$(GO) run ./cmd/motion_lab bench --rows='$(ROWS)' --seeds=20 --first-seed=5001 --profile='$(PROFILE)' \
			--journal=$(BUILD)/score-motion-$$commit.jsonl -o $(BUILD)/score-motion-$$commit.md

.PHONY: golden
golden: deps-test ## rewrite the golden files in testdata
	@GOLDEN=write $(GO) test ./...

.PHONY: guard
guard: deps-test ## rewrite the digests of what gonao does, internal/guard/digests_*.txt; a change of them needs a line in CHANGELOG.md
	@GOLDEN=write $(GO) test -count=1 -v ./internal/guard

.PHONY: generate
generate: deps-test ## rewrite the generated files
	@$(GO) generate ./...

.PHONY: clean
clean: ## remove build
	@rm -rf $(BUILD)

DIST_TOOLS = $(BUILD)/tools/dist $(BUILD)/tools/go-licenses

.PHONY: dist
dist: deps $(DIST_TOOLS) ## pack a release into build/dist: a tar file and a Debian package with the studio's page, licences and a bill of materials
	@scripts/dist.sh

.PHONY: dist-twice
dist-twice: deps $(DIST_TOOLS) ## pack the committed release twice, in two directories and from an empty build cache, and compare the bytes (some minutes)
	@scripts/dist_twice.sh

.PHONY: dist-try
dist-try: ## install build/dist's Debian package in a clean Debian, start the simulated robot in it, upgrade and remove it (as root, with debootstrap)
	@scripts/dist_try.sh

.PHONY: vulnerabilities
vulnerabilities: deps ## known vulnerabilities in what the programs link, by the database of vuln.go.dev
	@scripts/vulnerabilities.sh

$(BUILD)/tools/dist: tools/release/go.mod $(wildcard tools/release/dist/*.go)
	@echo "building $(@F)"
	@mkdir -p $(@D)
	@$(GO) build -C tools/release -o $(CURDIR)/$@ ./dist

$(BUILD)/tools/go-licenses: tools/release/go.mod
	@echo "building $(@F)"
	@mkdir -p $(@D)
	@$(GO) build -C tools/release -o $(CURDIR)/$@ github.com/google/go-licenses/v2

$(LINT): tools/go.mod
	@echo "building golangci-lint (a minute or two)"
	@mkdir -p $(@D)
	@$(GO) build -modfile=tools/go.mod -o $@ github.com/golangci/golangci-lint/v2/cmd/golangci-lint
