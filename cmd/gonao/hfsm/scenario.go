package hfsm

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/hfsm/scenario"
	"gonao/hfsm/trace"
)

func newTest(t cli.Terminal) *cobra.Command {
	var words vocabulary
	var update, coverage bool
	cmd := &cobra.Command{
		Use: "test FILE...", Short: "test machines with scenarios and recorded traces", Args: cobra.MinimumNArgs(1),
		Long: `test runs scenarios. A scenario is a file that sets the inputs of the robot over time and the ends of activities,
and states what a machine must do. A file that ends in .trace is replayed instead.

  scenario: the door is opened          # its name
  machine: door.yaml                    # from the directory of this file
  vocabulary: robot                     # only the robot's actions and inputs (loose: any)
  tick: 10ms                            # time between ticks (default: the machine's shortest period)
  for: 30s                              # length of the run (default: until the last step)
  activities:                           # how they end; others do not end
    open: {ends: final, after: 2s}      # or {ends: failed, after: 1s, error: stuck}
  steps:
    - {at: 0s, set: {distance: 2.0}}
    - {at: 1s, event: knock}            # or {name: knock, data: {times: 3}}
    - {at: 4s, end: {open: failed}}     # end the running activity now
    - {at: 5s, expect: {path: closed, in: [closed], not_in: [open], values: {knocks: 1}, status: running}}
  transitions:                          # all of them, in order; omitted keys are not compared
    - {at: 0s, to: closed}
    - {at: 1s, from: closed, to: opening, name: answer}
  golden: door.trace                    # the whole trace must be this one; --update writes it

A line of three hyphens separates two scenarios of one file.

Exit codes: 0 all passed, 1 a scenario failed.`,
		Example: `  gonao hfsm test hfsm/scenario/testdata/door_test.yaml
  gonao hfsm test hfsm/scenario/testdata/door_test.yaml hfsm/scenario/testdata/door.trace
  gonao hfsm test behavior/scenarios/search_ball_test.yaml
  gonao hfsm test --coverage behavior/scenarios/soccer_body_test.yaml`,
		RunE: func(_ *cobra.Command, args []string) error {
			failed, passed := 0, 0
			var covered scenario.Coverage
			for _, file := range args {
				n, bad, err := testFile(t, file, &words, update, &covered)
				if err != nil {
					return err
				}
				passed, failed = passed+n-bad, failed+bad
			}
			if coverage {
				writeCoverage(t, &covered)
			}
			fmt.Fprintf(t.Out, "%d passed, %d failed\n", passed, failed)
			if failed > 0 {
				return fmt.Errorf("%s failed", cli.Count(failed, "scenario"))
			}
			return nil
		},
	}
	words.add(cmd)
	cmd.Flags().BoolVar(&coverage, "coverage", false, "report how many of each machine's transitions the scenarios took, and list those that they did not take")
	cmd.Flags().BoolVar(&update, "update", false, "write the golden traces instead of comparing with them")
	return cmd
}

// testFile runs the scenarios of a file, or replays a trace. It returns their number as n.
func testFile(t cli.Terminal, file string, words *vocabulary, update bool, c *scenario.Coverage) (n, failed int, err error) {
	if strings.HasSuffix(file, ".trace") {
		out, err := replay(t, file, words, nil, "", false)
		if err == nil && out.Difference != nil {
			err = out.Difference
		}
		return 1, verdict(t, file, err), nil
	}
	src, err := os.ReadFile(file)
	if err != nil {
		return 0, 0, fmt.Errorf("read the scenario: %w", err)
	}
	all, found := scenario.Read(file, src)
	if len(found) > 0 {
		return 0, 0, found
	}
	for _, s := range all {
		failed += verdict(t, s.Name, testScenario(s, words.of(s.Vocabulary), update, c))
	}
	return len(all), failed, nil
}

// writeCoverage prints how much of each machine was covered.
func writeCoverage(t cli.Terminal, c *scenario.Coverage) {
	for _, m := range c.Machines() {
		fmt.Fprintf(t.Out, "%s: %d of %d transitions, %d %%\n", m.Machine, m.Taken, m.Edges, 100*m.Taken/max(m.Edges, 1))
		for _, missing := range m.Missing {
			fmt.Fprintf(t.Out, "      not taken: %s\n", missing)
		}
	}
}

// verdict prints the result of a test. It returns 1 for a failed one, else 0.
func verdict(t cli.Terminal, name string, err error) int {
	if err == nil {
		fmt.Fprintf(t.Out, "ok    %s\n", name)
		return 0
	}
	fmt.Fprintf(t.Out, "FAIL  %s\n", name)
	for line := range strings.SplitSeq(err.Error(), "\n") {
		fmt.Fprintf(t.Out, "      %s\n", line)
	}
	return 1
}

// testScenario runs one scenario. It returns an error for each expectation that was not
// met.
func testScenario(s *scenario.Scenario, words *vocabulary, update bool, c *scenario.Coverage) error {
	dir := filepath.Dir(s.File)
	machine := s.Machine
	if !filepath.IsAbs(machine) {
		machine = filepath.Join(dir, machine)
	}
	model, err := loadMachine(words, machine)
	if err != nil {
		return err
	}
	var recorded bytes.Buffer
	result, err := s.Run(model, scenario.Options{Trace: &recorded})
	if err != nil {
		return err
	}
	c.Add(model, result.Transitions)
	if len(result.Faults) > 0 {
		return result.Faults
	}
	if s.Golden == "" {
		return nil
	}
	golden := filepath.Join(dir, s.Golden)
	if update {
		return os.WriteFile(golden, recorded.Bytes(), 0o644)
	}
	want, err := os.ReadFile(golden)
	if errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("%s: no such file; gonao hfsm test --update writes it", golden)
	}
	if err != nil {
		return err
	}
	d, err := trace.Compare(golden, bytes.NewReader(want), "this run", &recorded)
	if err != nil {
		return err
	}
	if d != nil {
		return d
	}
	return nil
}
