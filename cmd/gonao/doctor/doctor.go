// Package doctor holds the command gonao doctor. It checks a computer, its network and the programs of a ROS graph
// for common mistakes, and prints what to do about each.
package doctor

import (
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/graph"
	"gonao/ros"
)

// Level is the severity of a finding.
type Level string

// The levels.
const (
	OK      Level = "ok"
	Warning Level = "warning" // works, but not as well as it could
	Error   Level = "error"   // does not work
)

// Finding is the result of one check.
type Finding struct {
	Level Level  `json:"level"`
	About string `json:"about"`          // subject of the check: network, buffers, …
	Text  string `json:"text"`           // result of the check
	Do    string `json:"todo,omitempty"` // what to do about it
}

// New returns the command.
func New(t graph.Access, version func() string) *cobra.Command {
	var wait time.Duration
	var asJSON, offline bool
	cmd := &cobra.Command{
		Use: "doctor", Short: "look for mistakes in this computer, its network and the graph", Args: cobra.NoArgs,
		Long: `doctor checks what often keeps robots, nodes and tools from finding each other or from running in time:
the network and ROS 2's variables for it, the kernel's receive buffer, the domain, the clock, the
programs that answer and the middleware they use, topics whose endpoints do not match, versions, real-time
priority, processors, the disk, and optional programs. Each line shows what was found and
what to do.

Exit codes: 0 nothing wrong (there may be warnings), 1 something is wrong, 2 wrong command line.`,
		Example: "  gonao doctor\n  gonao doctor --json\n  gonao doctor --offline     # without looking for other programs",
		RunE: func(cmd *cobra.Command, _ []string) error {
			found := Judge(Gather())
			if !offline {
				found = append(found, look(cmd, t, wait)...)
			}
			found = append(found, Finding{OK, "version", version(), ""})
			if err := show(t.Out, found, asJSON); err != nil {
				return err
			}
			return verdict(found)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write a list of objects")
	cmd.Flags().BoolVar(&offline, "offline", false, "do not join the graph")
	graph.SearchFlag(cmd, &wait)
	return cmd
}

// look joins the graph and judges it.
func look(cmd *cobra.Command, t graph.Access, wait time.Duration) []Finding {
	var found []Finding
	err := t.WithNode(cmd.Context(), func(n *ros.Node) error {
		g, err := t.Graph(n, wait)
		if err == nil {
			found = JudgeGraph(g)
		}
		return err
	})
	if err != nil {
		found = append(found, Finding{Error, "graph", err.Error(), "repair what the message names; gonao doctor --offline skips the graph"})
	}
	return found
}

// show prints findings, one a line with what to do below it, or as JSON.
func show(out io.Writer, found []Finding, asJSON bool) error {
	if asJSON {
		e := json.NewEncoder(out)
		e.SetIndent("", "  ")
		return e.Encode(found)
	}
	for _, f := range found {
		if _, err := fmt.Fprintf(out, "%-8s%-10s%s\n", f.Level, f.About, f.Text); err != nil {
			return err
		}
		if f.Do != "" {
			if _, err := fmt.Fprintf(out, "%-18s→ %s\n", "", f.Do); err != nil {
				return err
			}
		}
	}
	return nil
}

// verdict returns an error if something is wrong.
func verdict(found []Finding) error {
	wrong, doubtful := 0, 0
	for _, f := range found {
		switch f.Level {
		case Error:
			wrong++
		case Warning:
			doubtful++
		case OK:
		}
	}
	if wrong > 0 {
		return fmt.Errorf("%s, %s", cli.Count(wrong, "error"), cli.Count(doubtful, "warning"))
	}
	return nil
}
