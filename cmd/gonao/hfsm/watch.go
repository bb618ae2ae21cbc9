package hfsm

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/graph"
	"gonao/msgs"
)

// watchFlags are the flags of hfsm watch.
type watchFlags struct {
	liveFlags
	tree   bool
	values bool
	all    bool
	asJSON bool
	count  int
	length time.Duration
}

func newWatch(t graph.Access) *cobra.Command {
	var f watchFlags
	cmd := &cobra.Command{
		Use: "watch", Short: "show what a machine on a robot does", Args: cobra.NoArgs,
		Long: `watch shows a state machine that runs on a robot: first its state, then a line for each
transition, event, error, pause and new version, with the time since its first entry.

--tree draws all states instead, again at each change: * is active, with the time in it and the time
left until its first timed transition; ~ is remembered: it becomes active when its parent is entered again.

watch only reads: it changes nothing, and no tick waits for it.

Exit codes: 0 interrupted or --count reached, 1 there is no such machine, 2 wrong command line.`,
		Example: `  gonao hfsm watch
  gonao hfsm watch --machine /nao1/skill --all
  gonao hfsm watch --tree --values
  gonao hfsm watch --count 3 --json`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if f.count < 0 || f.length < 0 {
				return cli.Usagef("--count %d, --for %v: expected 0 or more", f.count, f.length)
			}
			ctx := cmd.Context()
			if f.length > 0 {
				var cancel context.CancelFunc
				ctx, cancel = context.WithTimeoutCause(ctx, f.length, context.Canceled)
				defer cancel()
			}
			return withLive(ctx, t, &f.liveFlags, func(m live) error { return f.run(t.Terminal, m) })
		},
	}
	f.add(t, cmd)
	cmd.Flags().BoolVar(&f.tree, "tree", false, "draw the tree of states at each change")
	cmd.Flags().BoolVar(&f.values, "values", false, "with --tree, show inputs, variables and outputs too")
	cmd.Flags().BoolVar(&f.all, "all", false, "show the inputs that guards read and the ends of activities too")
	cmd.Flags().BoolVar(&f.asJSON, "json", false, "write one JSON object a line: the machine's snapshot, then its changes")
	cmd.Flags().IntVarP(&f.count, "count", "n", 0, "stop after this many lines, or trees (0: never)")
	cmd.Flags().DurationVar(&f.length, "for", 0, "stop after this time (0: never)")
	return cmd
}

// run shows the machine until it is interrupted.
func (f *watchFlags) run(t cli.Terminal, m live) error {
	shown := 0
	more := func() bool {
		shown++
		return f.count == 0 || shown < f.count
	}
	redraw := cli.OnTerminal(t.Out)
	reload := ""
	return m.follow(func(s *msgs.MachineSnapshot, d *msgs.MachineDelta) bool {
		switch {
		case f.asJSON:
			return f.object(t, s, d) && more()
		case f.tree:
			if redraw {
				fmt.Fprint(t.Out, "\x1b[H\x1b[2J") // upper left corner of an empty screen
			}
			fmt.Fprintln(t.Out, stateText(s))
			writeTree(t.Out, s)
			if f.values {
				writeValues(t.Out, s)
			}
			return more()
		case d == nil:
			fmt.Fprintln(t.Out, stateText(s))
			return more()
		}
		if d.ReloadError != reload && d.ReloadError != "" {
			fmt.Fprintf(t.Out, "%10s  not taken: %s\n", "", d.ReloadError)
		}
		reload = d.ReloadError
		for i := range d.Events {
			if text := eventText(&d.Events[i], f.all); text != "" {
				fmt.Fprintln(t.Out, text)
				if !more() {
					return false
				}
			}
		}
		return true
	})
}

// object writes a snapshot or a delta as JSON. It returns false if that fails.
func (f *watchFlags) object(t cli.Terminal, s *msgs.MachineSnapshot, d *msgs.MachineDelta) bool {
	e := json.NewEncoder(t.Out)
	if d == nil {
		return e.Encode(map[string]any{"snapshot": s}) == nil
	}
	return e.Encode(map[string]any{"delta": d}) == nil
}
