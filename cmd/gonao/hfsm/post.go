package hfsm

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/graph"
	"gonao/msgs"
)

func newPost(t graph.Access) *cobra.Command {
	var f liveFlags
	cmd := &cobra.Command{
		Use: "post EVENT [DATA]", Short: "post an event to a machine that runs on a robot", Args: cobra.RangeArgs(1, 2),
		Long: `post posts an event to a state machine that runs on a robot, which reads it in its next tick.
DATA is YAML, such as {power: 3}; transitions read it as the data of the event.

Exit codes: 0 posted, 1 refused, or there is no such machine, 2 wrong command line.`,
		Example: `  gonao hfsm post whistle
  gonao hfsm post ball.seen '{distance: 1.5}' --machine /nao1`,
		RunE: func(cmd *cobra.Command, args []string) error {
			q := msgs.PostEventRequest{Name: args[0], Data: strings.Join(args[1:], "")}
			return withLive(cmd.Context(), t, &f, func(m live) error {
				a, err := ask[msgs.PostEventRequest, msgs.PostEventResponse](m, "post_event", q)
				if err := done(err, a.Success, a.Message); err != nil {
					return err
				}
				fmt.Fprintf(t.Out, "%s posted to %s\n", q.Name, m.name)
				return nil
			})
		},
	}
	f.add(t, cmd)
	return cmd
}
