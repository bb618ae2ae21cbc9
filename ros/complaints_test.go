package ros

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func said(list []complaint) []string {
	var out []string
	for _, c := range list {
		out = append(out, strings.TrimSpace(c.text+" "+fmt.Sprintln(c.args...)))
	}
	return out
}

func TestAPairThatCannotWorkIsNamedWithBothSides(t *testing.T) {
	reliable := QoS{Reliable: true, Depth: 10}
	ours := EndpointInfo{Node: "/listener", Type: "std_msgs/msg/String", QoS: reliable, GID: [16]byte{1}}
	theirs := EndpointInfo{Node: "/talker", Type: "std_msgs/msg/String", Writer: true, QoS: reliable, GID: [16]byte{2}, Participant: [16]byte{9}}
	rows := map[string]struct {
		ours, theirs func(e *EndpointInfo)
		want         []string // parts of the only complaint; none: no complaint
	}{
		"all fits": {},
		"best effort for reliable": {
			theirs: func(e *EndpointInfo) { e.QoS.Reliable = false },
			want: []string{
				"/chatter", "/talker", "/listener", "reliability: offered best effort, requested reliable",
				"publish reliable or subscribe best effort",
			},
		},
		"two policies, one complaint": {
			ours:   func(e *EndpointInfo) { e.QoS.TransientLocal, e.QoS.Deadline = true, time.Second },
			theirs: func(e *EndpointInfo) { e.QoS.Deadline = 2 * time.Second },
			want: []string{
				"durability: offered volatile, requested transient local", "deadline: offered deadline 2s, requested deadline 1s",
				"publish deadline 1s or subscribe deadline 2s",
			},
		},
		"liveliness by process for liveliness by topic": {
			ours: func(e *EndpointInfo) { e.QoS.ManualLiveliness = true },
			want: []string{"liveliness: offered automatic liveliness, lease infinite, requested manual by topic liveliness, lease infinite"},
		},
		"another type": {
			theirs: func(e *EndpointInfo) { e.Type = "std_msgs/msg/Bool" },
			want:   []string{"the types differ", "published std_msgs/msg/Bool subscribed std_msgs/msg/String"},
		},
		"another definition": {
			ours:   func(e *EndpointInfo) { e.Hash = "RIHS01_aa" },
			theirs: func(e *EndpointInfo) { e.Hash = "RIHS01_bb" },
			want:   []string{"different definitions", "published RIHS01_bb subscribed RIHS01_aa"},
		},
		"a definition that is not known": {ours: func(e *EndpointInfo) { e.Hash = "RIHS01_aa" }},
		"no node": {
			theirs: func(e *EndpointInfo) { e.Node, e.QoS.Reliable = "", false },
			want:   []string{"a program that is not a node"},
		},
		"both hear": {theirs: func(e *EndpointInfo) { e.Writer, e.QoS.Reliable = false, false }},
	}
	for name, row := range rows {
		t.Run(name, func(t *testing.T) {
			a, b := ours, theirs
			if row.ours != nil {
				row.ours(&a)
			}
			if row.theirs != nil {
				row.theirs(&b)
			}
			g := Graph{Topics: []TopicInfo{{Name: "/chatter", Endpoints: []EndpointInfo{a, b}}}}
			got := said(complaints(g, witness{node: "/listener"}))
			if row.want == nil {
				require.Empty(t, got)
				return
			}
			require.Len(t, got, 1)
			for _, part := range row.want {
				require.Contains(t, got[0], part)
			}
		})
	}
}

func TestANodeThatHearsItselfBadlySaysItOnce(t *testing.T) {
	g := Graph{Topics: []TopicInfo{{Name: "/chatter", Endpoints: []EndpointInfo{
		{Node: "/n", Type: "std_msgs/msg/String", QoS: QoS{Reliable: true}},
		{Node: "/n", Type: "std_msgs/msg/String", Writer: true},
	}}}}
	require.Len(t, complaints(g, witness{node: "/n"}), 1)
}

func TestAServiceOfAnotherTypeIsNamed(t *testing.T) {
	list := complaints(Graph{Services: []TopicInfo{{Name: "/add", Endpoints: []EndpointInfo{
		{Node: "/us", Type: "x/srv/A_Request", Writer: true},
		{Node: "/us", Type: "x/srv/A_Response"},
		{Node: "/them", Type: "x/srv/B_Request", Participant: [16]byte{7}},
		{Node: "/them", Type: "x/srv/B_Response", Participant: [16]byte{7}, Writer: true},
	}}}}, witness{node: "/us"})
	require.Len(t, list, 1)
	require.Contains(t, said(list)[0], "called x/srv/A served x/srv/B")
}

func TestASecondNodeOfTheNameIsNamedUnlessItIsDead(t *testing.T) {
	rows := map[string]struct {
		twin    NodeInfo
		running bool
		count   int
		after   time.Duration
	}{
		"alive on a host":    {NodeInfo{PID: 4711, Host: "pc", Participant: [16]byte{7}}, true, 1, 0},
		"dead":               {NodeInfo{PID: 4711, Host: "pc", Participant: [16]byte{7}}, false, 0, 0},
		"who knows":          {NodeInfo{Participant: [16]byte{7}}, false, 1, leaseEnds},
		"in our own process": {NodeInfo{}, true, 1, 0},
	}
	for name, row := range rows {
		t.Run(name, func(t *testing.T) {
			row.twin.Namespace, row.twin.Name = "/nao1", "vision"
			g := Graph{Nodes: []NodeInfo{{Namespace: "/nao1", Name: "vision"}, row.twin}}
			list := complaints(g, witness{node: "/nao1/vision", alone: true, running: func(string, int) bool { return row.running }})
			require.Len(t, list, row.count)
			for _, c := range list {
				require.Equal(t, row.after, c.after)
			}
			require.Empty(t, complaints(g, witness{node: "/nao1/vision"}), "tools may share a name")
		})
	}
}
