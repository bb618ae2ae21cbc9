package hfsm

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/hfsm"
	"gonao/hfsm/trace"
	"gonao/internal/wording"
)

func newReplay(t cli.Terminal) *cobra.Command {
	var machines []string
	var expect string
	var words vocabulary
	var show bool
	cmd := &cobra.Command{
		Use: "replay TRACE", Short: "replay a recorded trace, and compare", Args: cobra.ExactArgs(1),
		Long: `replay runs the machine of a trace again: at the recorded times, with the
recorded inputs, events and results of activities, and compares everything that it does,
record by record. At the first difference it prints both sides and fails: a
trace is thus a regression test.

The machine is the present file that the trace names; --machine names another one,
or, repeated, the ones that replaced it while it ran. --expect compares with
a trace other than the replayed one.

Exit codes: 0 no difference, 1 a difference, or the trace cannot be read.`,
		Example: `  gonao hfsm replay hfsm/scenario/testdata/door.trace
  gonao hfsm replay hfsm/scenario/testdata/door.trace --machine hfsm/scenario/testdata/door.yaml --show
  gonao hfsm replay hfsm/scenario/testdata/door.trace --expect hfsm/scenario/testdata/door.trace`,
		RunE: func(_ *cobra.Command, args []string) error {
			out, err := replay(t, args[0], &words, machines, expect, show)
			if err != nil {
				return err
			}
			if out.Lost > 0 {
				fmt.Fprintf(t.Errs, "warning: %d records are missing from the trace\n", out.Lost)
			}
			if out.Difference != nil {
				return out.Difference
			}
			fmt.Fprintf(t.Out, "%s: the same, %s in %s\n", args[0], wording.Count(out.Records, "record"), wording.Count(out.Ticks, "tick"))
			return nil
		},
	}
	words.add(cmd)
	cmd.Flags().StringArrayVar(&machines, "machine", nil, "the machine's file (default: TRACE.yaml, or the one the trace names, beside it or from here)")
	cmd.Flags().StringVar(&expect, "expect", "", "compare with this trace instead of the replayed one")
	cmd.Flags().BoolVar(&show, "show", false, "print what the replay does, as lines of a trace")
	return cmd
}

// replay replays a trace file.
func replay(t cli.Terminal, file string, words *vocabulary, machines []string, expect string, show bool) (out trace.Replayed, err error) {
	in, err := os.Open(file)
	if err != nil {
		return out, fmt.Errorf("replay: %w", err)
	}
	defer func() { _ = in.Close() }()
	reader, err := trace.NewReader(file, in)
	if err != nil {
		return out, err
	}
	if len(machines) == 0 {
		machines = []string{machineOf(reader.File, file)}
	}
	models := map[string]*hfsm.Model{}
	var first *hfsm.Model
	for _, machine := range machines {
		model, err := loadMachine(words, machine)
		if err != nil {
			return out, err
		}
		models[model.Hash()] = model
		if first == nil {
			first = model
		}
	}
	if m, ok := models[reader.Hash]; ok {
		first = m
	} else {
		fmt.Fprintf(t.Errs, "note: %s has changed since the trace was recorded\n", machines[0])
	}
	o := trace.ReplayOptions{Models: func(hash string) (*hfsm.Model, error) {
		if m, ok := models[hash]; ok {
			return m, nil
		}
		return nil, errors.New("here the machine was replaced by a model that is in none of the files; expected --machine with that file")
	}}
	if show {
		o.Out = func(l *trace.Line) { fmt.Fprintln(t.Out, l) }
	}
	if expect != "" {
		want, err := os.Open(expect)
		if err != nil {
			return out, fmt.Errorf("replay: %w", err)
		}
		defer func() { _ = want.Close() }()
		return replayAgainst(reader, first, o, expect, want)
	}
	return trace.Replay(reader, first, o)
}

// replayAgainst compares a replay with another trace.
func replayAgainst(reader *trace.Reader, model *hfsm.Model, o trace.ReplayOptions, file string, want io.Reader) (trace.Replayed, error) {
	expected, err := trace.NewReader(file, want)
	if err != nil {
		return trace.Replayed{}, err
	}
	o.Expect = expected
	return trace.Replay(reader, model, o)
}

// machineOf returns the machine of a trace. In this order it is TRACE.yaml, the file that the trace names, as a
// path or beside the trace, or gonao's own machine of that name.
func machineOf(machine, trace string) string {
	if _, err := os.Stat(trace + ".yaml"); err == nil {
		return trace + ".yaml"
	}
	if _, err := os.Stat(machine); err == nil {
		return machine
	}
	near := filepath.Join(filepath.Dir(trace), filepath.Base(machine))
	if _, err := os.Stat(near); err != nil && filepath.Base(machine) == machine {
		if own := strings.TrimSuffix(machine, filepath.Ext(machine)); slices.Contains(ownMachines(), own) {
			return own
		}
	}
	return near
}
