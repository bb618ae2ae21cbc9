package hfsm

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/graph"
	"gonao/internal/latest"
	"gonao/msgs"
)

func newAttach(t graph.Access) *cobra.Command {
	var f liveFlags
	cmd := &cobra.Command{
		Use: "attach", Short: "debug a machine that runs on a robot, in the terminal", Args: cobra.NoArgs,
		Long: `attach debugs a state machine on a robot while it runs. It reads commands, one a line, from the terminal
or from a file, and prints what the machine does, as gonao hfsm watch does.

` + attachHelp() + `
While it is paused the machine's time stands still and its activities rest: the robot stands. Leaving
attach (quit, Ctrl-D, Ctrl-C) changes nothing: a paused machine stays paused, breakpoints stay.

From a file or a pipe the first command that is refused ends it:

  printf 'break dance/left#0\nwait\nwhy\n' | gonao hfsm attach

Exit codes: 0 left, 1 a command of a file was refused, or there is no such machine, 2 wrong command line.`,
		Example: `  gonao hfsm attach
  gonao hfsm attach --machine /nao1/skill`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withLive(cmd.Context(), t, &f, func(m live) error {
				return attach(t.Terminal, m)
			})
		},
	}
	f.add(t, cmd)
	return cmd
}

// attachHelp returns a line for each command.
func attachHelp() string {
	var b strings.Builder
	for i := range attachCommands {
		c := &attachCommands[i]
		fmt.Fprintf(&b, "  %-24s %s\n", strings.Join(c.names, ", ")+" "+c.args, c.about)
	}
	return b.String()
}

// attached is a debugger in a terminal.
type attached struct {
	live
	t      cli.Terminal
	ctx    context.Context
	prompt string

	mu     sync.Mutex // guards the fields below and the terminal
	stands bool       // the machine is paused, or no machine runs
	points []string

	changed chan struct{} // holds one element after a change
}

// attach reads and executes commands until the input ends.
func attach(t cli.Terminal, m live) error {
	a := &attached{live: m, t: t, ctx: m.n.Context(), changed: make(chan struct{}, 1)}
	file, ok := t.In.(*os.File)
	interactive := ok && cli.OnTerminal(file)
	if interactive {
		a.prompt = "> "
	}
	s, err := m.snapshot()
	if err != nil {
		return err
	}
	a.points = s.Breakpoints
	go a.show()
	fmt.Fprintf(t.Out, "%s: %s; help lists the commands\n", m.name, stateText(&s))
	lines := make(chan string)
	go readLines(t.In, lines)
	for {
		fmt.Fprint(t.Out, a.prompt)
		var line string
		select {
		case <-a.ctx.Done():
			return context.Cause(a.ctx)
		case line, ok = <-lines:
			if !ok {
				return nil
			}
		}
		words := strings.Fields(line)
		if len(words) == 0 || strings.HasPrefix(words[0], "#") {
			continue
		}
		if words[0] == "quit" || words[0] == "q" {
			return nil
		}
		if err := a.do(words[0], words[1:]); err != nil {
			if !interactive {
				return fmt.Errorf("%s: %w", strings.TrimSpace(line), err)
			}
			a.printf("%v\n", err)
		}
	}
}

// readLines sends the lines of a reader.
func readLines(in io.Reader, lines chan<- string) {
	defer close(lines)
	for s := bufio.NewScanner(in); s.Scan(); {
		lines <- s.Text()
	}
}

// printf prints to the terminal. It is safe for concurrent use.
func (a *attached) printf(format string, args ...any) {
	a.mu.Lock()
	defer a.mu.Unlock()
	fmt.Fprintf(a.t.Out, format, args...)
}

// show prints what the machine does.
func (a *attached) show() {
	_ = a.follow(func(s *msgs.MachineSnapshot, d *msgs.MachineDelta) bool {
		a.mu.Lock()
		defer a.mu.Unlock()
		if d != nil {
			for i := range d.Events {
				if text := eventText(&d.Events[i], false); text != "" {
					fmt.Fprintln(a.t.Out, text)
				}
			}
		}
		if stands := s.Paused || s.Idle; stands != a.stands {
			if a.stands = stands; stands && d != nil {
				fmt.Fprintf(a.t.Out, "%s\n%s", stateText(s), a.prompt)
			}
		}
		latest.Notify(a.changed)
		return a.ctx.Err() == nil
	})
}

// do executes one command.
func (a *attached) do(word string, args []string) error {
	for i := range attachCommands {
		c := &attachCommands[i]
		for _, name := range c.names {
			if name != word {
				continue
			}
			if len(args) < c.least || c.most >= 0 && len(args) > c.most {
				return fmt.Errorf("expected %s %s", c.names[0], c.args)
			}
			if c.do == nil {
				a.printf("%s", attachHelp())
				return nil
			}
			return c.do(a, args)
		}
	}
	return fmt.Errorf("no command %q; help lists them", word)
}
