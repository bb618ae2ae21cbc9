package hfsm

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/hfsm"
	"gonao/hfsm/scenario"
	"gonao/hfsm/trace"
)

func newScenario(t cli.Terminal) *cobra.Command {
	var machine, name string
	var words vocabulary
	var from, to time.Duration
	cmd := &cobra.Command{
		Use: "scenario TRACE", Short: "turn a recorded run into a test", Args: cobra.ExactArgs(1),
		Long: `scenario turns the trace of a machine into a scenario, which gonao hfsm test runs: the
inputs, the events and the ends of activities become its steps, and the transitions become what it
expects. --from and --to select a part of the run, which begins with the whole state of the
machine. The scenario is run before it is written: a run that does not repeat, such as one in
which somebody set a variable by hand, is refused with the reason.

The scenario names the machine's file relative to the present directory: write it here, or edit the path.`,
		Example: `  gonao hfsm scenario hfsm/scenario/testdata/door.trace
  gonao hfsm scenario hfsm/scenario/testdata/door.trace --to 3s > part_test.yaml`,
		RunE: func(_ *cobra.Command, args []string) error {
			if machine == "" {
				var err error
				if machine, err = machineNamed(args[0]); err != nil {
					return err
				}
			}
			model, err := loadMachine(&words, machine)
			if err != nil {
				return err
			}
			if name == "" {
				name = strings.TrimSuffix(filepath.Base(args[0]), filepath.Ext(args[0]))
			}
			r := scenario.Recording{Name: name, Machine: machine, Vocabulary: looseVocabulary, Model: model, To: to}
			if err := readRun(&r, args[0], from, to); err != nil {
				return err
			}
			text, err := r.Write()
			if err != nil {
				return err
			}
			fmt.Fprint(t.Out, text)
			return nil
		},
	}
	words.add(cmd)
	cmd.Flags().StringVar(&machine, "machine", "", "the machine's file (default: TRACE.yaml, or the one the trace names, beside it or from here)")
	cmd.Flags().StringVar(&name, "name", "", "name of the scenario (default: that of the trace)")
	cmd.Flags().DurationVar(&from, "from", 0, "start of the part, after the machine's first entry, such as 3s")
	cmd.Flags().DurationVar(&to, "to", 0, "end of the part, such as 9s (default: the last record)")
	return cmd
}

// machineNamed returns the file of the machine of a trace.
func machineNamed(file string) (string, error) {
	in, err := os.Open(file)
	if err != nil {
		return "", fmt.Errorf("scenario: %w", err)
	}
	defer func() { _ = in.Close() }()
	reader, err := trace.NewReader(file, in)
	if err != nil {
		return "", err
	}
	return machineOf(reader.File, file), nil
}

// readRun reads a part of a trace: the machine's state at its beginning, and its lines.
func readRun(r *scenario.Recording, file string, from, to time.Duration) error {
	in, err := os.Open(file)
	if err != nil {
		return fmt.Errorf("scenario: %w", err)
	}
	defer func() { _ = in.Close() }()
	reader, err := trace.NewReader(file, in)
	if err != nil {
		return err
	}
	if from > 0 {
		reader.AllowCut()
		stood, err := trace.At(reader, r.Model, 0, from, nil)
		if err != nil {
			return fmt.Errorf("scenario: %w", err)
		}
		r.Begin = stood.Machine.Snapshot()
		stood.Close()
		if _, err := in.Seek(0, io.SeekStart); err != nil {
			return fmt.Errorf("scenario: %w", err)
		}
		if reader, err = trace.NewReader(file, in); err != nil {
			return err
		}
	}
	reader.AllowCut()
	return readPart(r, reader, from, to)
}

func readPart(r *scenario.Recording, reader *trace.Reader, from, to time.Duration) error {
	now := time.Duration(0)
	for {
		l, err := reader.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if now = max(now, l.Last); l.Kind == hfsm.RecordTick {
			now = l.Time
		}
		switch {
		case to > 0 && now > to, l.Epoch > 0:
			return nil
		case l.Kind == hfsm.RecordSnapshot && (r.Begin != nil || l.Sequence == 0):
		case l.Kind == hfsm.RecordSnapshot && len(r.Lines) == 0:
			r.Begin, _ = l.Data.(*hfsm.Snapshot)
		case l.Kind == hfsm.RecordSnapshot:
		case r.Begin != nil && l.Kind.Sample() && now <= from, r.Begin != nil && !l.Kind.Sample() && l.Sequence < r.Begin.Sequence:
		default:
			r.Lines = append(r.Lines, l)
		}
	}
}
