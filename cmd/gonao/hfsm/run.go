package hfsm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"go.yaml.in/yaml/v3"

	"gonao/cmd/gonao/cli"
	"gonao/hfsm"
	"gonao/hfsm/scenario"
)

// runFlags are the flags of hfsm run.
type runFlags struct {
	words      vocabulary
	sets       []string
	events     []string
	activities []string
	script     string
	length     time.Duration
	tick       time.Duration
	real       bool
	record     string
	asJSON     bool
}

func newRun(t cli.Terminal) *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use: "run MACHINE", Short: "run a machine in the terminal", Args: cobra.ExactArgs(1),
		Long: `run runs a machine without a robot and prints its transitions: the time since the machine started,
the state that it left, the state that it entered, and the name of the transition. Time is simulated, so that
a minute passes at once; --real-time waits for real time.

The inputs of the robot come from --set and --event, or from the steps of a scenario
with --script (see gonao hfsm test --help). Activities run until their state is left,
unless --activity ends them. Any input and activity is accepted;
use gonao hfsm check to check them.

Exit codes: 0 done, 1 the machine failed or an expectation of the script was not met, 2 wrong command line.`,
		Example: `  gonao hfsm run dance --for 5s --set positions_reached=10@2s --set positions_reached=0@2.1s
  gonao hfsm run hfsm/scenario/testdata/door.yaml --event knock@1s --activity open=final@2s --for 10s
  gonao hfsm run hfsm/scenario/testdata/door.yaml --script hfsm/scenario/testdata/door_test.yaml --json`,
		RunE: func(cmd *cobra.Command, args []string) error { return runMachine(cmd.Context(), t, args[0], &f) },
	}
	f.words.add(cmd)
	cmd.Flags().StringArrayVar(&f.sets, "set", nil, "set a parameter, or an input from the beginning or at a time: name=value or name=value@2s; may be repeated")
	cmd.Flags().StringArrayVar(&f.events, "event", nil, "post an event: name or name@2s; may be repeated")
	cmd.Flags().StringArrayVar(&f.activities, "activity", nil, "end an activity: name=final@2s or name=failed@500ms after its start; may be repeated")
	cmd.Flags().StringVar(&f.script, "script", "", "use the steps and activities of the first scenario in this file")
	cmd.Flags().DurationVar(&f.length, "for", 0, "how long to run (default: until the last --set, --event or step, at least 10s)")
	cmd.Flags().DurationVar(&f.tick, "tick", 0, "how often to tick it (default: the machine's shortest period)")
	cmd.Flags().BoolVar(&f.real, "real-time", false, "wait between the ticks")
	cmd.Flags().StringVar(&f.record, "record", "", "write the trace to this file, for gonao hfsm replay")
	cmd.Flags().BoolVar(&f.asJSON, "json", false, "print the whole trace instead of the transitions")
	return cmd
}

// at splits "text@2s" into text and time. Without "@" the time is 0.
func at(text string) (before string, when time.Duration, err error) {
	i := strings.LastIndexByte(text, '@')
	if i < 0 {
		return text, 0, nil
	}
	when, err = time.ParseDuration(text[i+1:])
	if err != nil || when < 0 {
		return "", 0, cli.Usagef("%q: expected a time such as 2s or 500ms after the @", text)
	}
	return text[:i], when, nil
}

// scenario returns the flags as a scenario.
func (f *runFlags) scenario(file string) (*scenario.Scenario, error) {
	if f.length < 0 || f.tick < 0 {
		return nil, cli.Usagef("--for %v, --tick %v: expected no time below 0", f.length, f.tick)
	}
	s := &scenario.Scenario{File: "the command line", Name: "run", Machine: file, Activities: map[string]scenario.Ending{}}
	if f.script != "" {
		src, err := os.ReadFile(f.script)
		if err != nil {
			return nil, fmt.Errorf("read the script: %w", err)
		}
		all, found := scenario.Read(f.script, src)
		if len(found) > 0 {
			return nil, found
		}
		*s = *all[0]
		s.Transitions, s.Golden = nil, ""
		if s.Activities == nil {
			s.Activities = map[string]scenario.Ending{}
		}
	}
	for _, text := range f.sets {
		step, err := setStep(text)
		if err != nil {
			return nil, err
		}
		s.Steps = append(s.Steps, step)
	}
	for _, text := range f.events {
		name, when, err := at(text)
		if err != nil {
			return nil, err
		}
		s.Steps = append(s.Steps, scenario.Step{Key: "--event " + text, At: when, Events: []hfsm.Event{{Name: name}}})
	}
	for _, text := range f.activities {
		if err := ending(text, s.Activities); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(s.Steps, func(a, b scenario.Step) int { return cmp.Compare(a.At, b.At) })
	s.For = max(s.For, 10*time.Second)
	if n := len(s.Steps); n > 0 {
		s.For = max(s.For, s.Steps[n-1].At)
	}
	if f.length > 0 {
		s.For = f.length
		s.Steps = slices.DeleteFunc(s.Steps, func(step scenario.Step) bool { return step.At > f.length })
	}
	if f.tick > 0 {
		s.Tick = f.tick
	}
	return s, nil
}

// setStep parses name=value@2s.
func setStep(text string) (scenario.Step, error) {
	pair, when, err := at(text)
	if err != nil {
		return scenario.Step{}, err
	}
	name, word, ok := strings.Cut(pair, "=")
	var value any
	if !ok || name == "" || yaml.Unmarshal([]byte(word), &value) != nil {
		return scenario.Step{}, cli.Usagef("--set %q: expected name=value, such as ball_age=0.5@2s", text)
	}
	switch v := value.(type) {
	case int:
		value = int64(v)
	case bool, float64, string:
	default:
		return scenario.Step{}, cli.Usagef("--set %q: expected a value: true, 3, 0.5 or a text", text)
	}
	key := "--set " + text
	return scenario.Step{Key: key, At: when, Set: []scenario.Setting{{Key: key, Input: name, Value: value}}}, nil
}

// ending parses name=final@2s.
func ending(text string, into map[string]scenario.Ending) error {
	pair, when, err := at(text)
	if err != nil {
		return err
	}
	name, word, _ := strings.Cut(pair, "=")
	e := scenario.Ending{After: when}
	switch word {
	case "final":
		e.Status = hfsm.Final
	case "failed":
		e.Status = hfsm.Failed
	default:
		return cli.Usagef("--activity %q: expected name=final@2s or name=failed@2s", text)
	}
	into[name] = e
	return nil
}

// runMachine runs the command run.
func runMachine(ctx context.Context, t cli.Terminal, file string, f *runFlags) error {
	model, err := loadMachine(&f.words, file)
	if err != nil {
		return err
	}
	printWarnings(t, model)
	s, err := f.scenario(file)
	if err != nil {
		return err
	}
	var trace io.Writer
	if f.record != "" {
		out, err := os.Create(f.record)
		if err != nil {
			return fmt.Errorf("record: %w", err)
		}
		defer func() { _ = out.Close() }()
		trace = out
	}
	if f.asJSON {
		trace = both(trace, t.Out)
	}
	o := scenario.Options{Trace: trace}
	if !f.asJSON {
		o.OnLog = func(text string) { fmt.Fprintf(t.Out, "%10s  log: %s\n", "", text) }
		o.OnError = func(now time.Duration, err error) { fmt.Fprintf(t.Out, "%10.3f  error: %v\n", now.Seconds(), err) }
		o.OnTransition = func(tr hfsm.Transition) { fmt.Fprintln(t.Out, transitionText(&tr)) }
	}
	o.Wait = func(time.Duration) error { return ctx.Err() }
	if f.real {
		begin := time.Now()
		o.Wait = func(now time.Duration) error { return cli.Pause(ctx, now-time.Since(begin)) }
	}
	result, err := s.Run(model, o)
	if err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	if !f.asJSON {
		fmt.Fprintf(t.Out, "%10.3f  %s\n", result.Time.Seconds(), result.End)
	}
	if len(result.Faults) > 0 { // from --set, and from expectations of the script
		return result.Faults
	}
	if result.Status == hfsm.Failed {
		return fmt.Errorf("machine %s: %s", model.Name(), result.End)
	}
	return nil
}

// both returns a writer to b and, unless it is nil, to a.
func both(a, b io.Writer) io.Writer {
	if a == nil {
		return b
	}
	return io.MultiWriter(a, b)
}

// printWarnings prints the warnings about a machine.
func printWarnings(t cli.Terminal, model *hfsm.Model) {
	for _, w := range model.Warnings() {
		fmt.Fprintln(t.Errs, w)
	}
}

// transitionText returns a transition in one line.
func transitionText(tr *hfsm.Transition) string {
	to, name := tr.To, ""
	to = cmp.Or(to, tr.Target)
	if tr.Name != "" {
		name = "  (" + tr.Name + ")"
	}
	if tr.Event != "" {
		name += "  on " + tr.Event
	}
	if tr.Source == "" {
		return fmt.Sprintf("%10.3f  begins in %s", tr.Time.Seconds(), to)
	}
	from := tr.From
	if from != tr.Source && !strings.HasPrefix(from, tr.Source+"/") { // in another region than the first
		from, to = tr.Source, tr.Target
	}
	return fmt.Sprintf("%10.3f  %s -> %s%s", tr.Time.Seconds(), from, to, name)
}
