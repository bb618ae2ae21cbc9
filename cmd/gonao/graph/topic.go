package graph

// This part of the package holds the commands gonao topic: list, show, measure and publish topics.

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/ros"
)

// NewTopic returns the commands.
func NewTopic(t Access) *cobra.Command {
	return cli.Group("topic", "list, show, measure and publish topics",
		newList(t, Topics()), newTopicInfo(t), newType(t, Topics()), newFind(t, Topics()),
		newTopicEcho(t), newHz(t), newBw(t), newDelay(t), newPub(t))
}

func newTopicInfo(t Access) *cobra.Command {
	var wait time.Duration
	var verbose bool
	cmd := &cobra.Command{
		Use: "info TOPIC", Short: "show who publishes and subscribes to a topic", Args: cobra.ExactArgs(1),
		Long: `info shows the type of a topic and how many publish it and subscribe to it. With -v it
shows each of them with node, type, hash, GID and QoS, and warns of those that do not
connect because a subscriber requests more than a publisher offers.`,
		Example:           "  gonao topic info /nao1/robot_state\n  gonao topic info /nao1/machine_state -v",
		ValidArgsFunction: t.CompleteNames(Topics(), 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return Topics().show(cmd, t, args[0], wait, func(x Named, g ros.Graph) {
				i := slices.IndexFunc(g.Topics, func(i ros.TopicInfo) bool { return i.Name == x.Name })
				showTopic(t.Out, g.Topics[i], verbose)
				if verbose {
					for _, line := range mismatches(g.Topics[i]) {
						fmt.Fprintln(t.Errs, "warning: "+line)
					}
				}
			})
		},
	}
	cmd.Flags().BoolVarP(&verbose, "verbose", "v", false, "show each publisher and subscriber")
	SearchFlag(cmd, &wait)
	return cmd
}

// showTopic prints a topic as `ros2 topic info` does.
func showTopic(out io.Writer, i ros.TopicInfo, verbose bool) {
	end := "\n"
	if verbose {
		end = "\n\n"
	}
	types := strings.Join(i.Types, ", ")
	if len(i.Types) > 1 {
		types = "['" + strings.Join(i.Types, "', '") + "']"
	}
	fmt.Fprintf(out, "Type: %s%s", types, end)
	fmt.Fprintf(out, "Publisher count: %d%s", i.Publishers, end)
	if verbose {
		showEndpoints(out, i.Endpoints, true)
	}
	fmt.Fprintf(out, "Subscription count: %d%s", i.Subscribers, end)
	if verbose {
		showEndpoints(out, i.Endpoints, false)
	}
}

// showEndpoints prints the publishers or the subscribers, each followed by an empty line.
func showEndpoints(out io.Writer, list []ros.EndpointInfo, writers bool) {
	for _, e := range list {
		if e.Writer == writers {
			fmt.Fprintln(out, endpointText(e))
		}
	}
}

// endpointText returns the lines of `ros2 topic info -v` for an endpoint.
func endpointText(e ros.EndpointInfo) string {
	namespace, name := "_NODE_NAMESPACE_UNKNOWN_", "_NODE_NAME_UNKNOWN_"
	if before, after, ok := cutLast(e.Node, "/"); ok {
		namespace, name = before, after
		namespace = cmp.Or(namespace, "/")
	}
	hash, kind := e.Hash, "SUBSCRIPTION"
	hash = cmp.Or(hash, "INVALID")
	if e.Writer {
		kind = "PUBLISHER"
	}
	q := e.QoS
	return fmt.Sprintf(`Node name: %s
Node namespace: %s
Topic type: %s
Topic type hash: %s
Endpoint type: %s
GID: %s
QoS profile:
  Reliability: %s
  History (Depth): %s
  Durability: %s
  Lifespan: %s
  Deadline: %s
  Liveliness: %s
  Liveliness lease duration: %s
`, name, namespace, e.Type, hash, kind, gidText(e.GID),
		either(q.Reliable, "RELIABLE", "BEST_EFFORT"), historyText(q), either(q.TransientLocal, "TRANSIENT_LOCAL", "VOLATILE"),
		durationText(q.Lifespan), durationText(q.Deadline), either(q.ManualLiveliness, "MANUAL_BY_TOPIC", "AUTOMATIC"), durationText(q.Lease))
}

// either returns yes if b is true, else no.
func either(b bool, yes, no string) string {
	if b {
		return yes
	}
	return no
}

// historyText returns the history of a QoS. Some RMWs do not announce it.
func historyText(q ros.QoS) string {
	switch {
	case q.KeepAll:
		return "KEEP_ALL"
	case q.Depth > 0:
		return fmt.Sprintf("KEEP_LAST (%d)", q.Depth)
	}
	return "UNKNOWN"
}

// durationText returns a duration as ros2 prints it; 0 is infinite.
func durationText(d time.Duration) string {
	if d <= 0 {
		return "Infinite"
	}
	return fmt.Sprintf("%d nanoseconds", d.Nanoseconds())
}

// gidText returns the bytes as two hex digits each, joined by dots.
func gidText(gid [16]byte) string {
	parts := make([]string, len(gid))
	for i, b := range gid {
		parts[i] = fmt.Sprintf("%02x", b)
	}
	return strings.Join(parts, ".")
}

// mismatches returns a line for each publisher and subscriber that do not connect, with the
// reason.
func mismatches(i ros.TopicInfo) []string {
	var lines []string
	for _, w := range i.Endpoints {
		for _, r := range i.Endpoints {
			if !w.Writer || r.Writer {
				continue
			}
			who := fmt.Sprintf("%s does not hear %s: ", nodeLabel(r.Node), nodeLabel(w.Node))
			if w.Type != r.Type {
				lines = append(lines, who+fmt.Sprintf("it wants %s, the publisher has %s", r.Type, w.Type))
				continue
			}
			for _, policy := range w.QoS.Misfits(r.QoS) {
				lines = append(lines, who+fmt.Sprintf("it requests %s, the publisher offers %s", r.QoS.Value(policy), w.QoS.Value(policy)))
			}
		}
	}
	return lines
}
