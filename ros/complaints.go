package ros

import (
	"cmp"
	"fmt"
	"strings"
	"time"
)

// complaint is a warning about something in the graph that keeps a node from working with another.
type complaint struct {
	key   string        // the same for the same two endpoints or nodes
	after time.Duration // logged only if it lasts this long, since it may be a passing state
	text  string
	args  []any // as in slog
}

// witness is the node that logs the warnings.
type witness struct {
	node        string                          // full name
	participant [16]byte                        // all zero if the backend does not report it: then the name alone identifies the node
	alone       bool                            // warns about another node with the same name
	running     func(host string, pid int) bool // false only when that process has surely ended
}

const (
	nameArrives = 2 * time.Second  // the name of a node follows its endpoints, with Fast DDS late
	leaseEnds   = 12 * time.Second // a process that died stays in the graph for 10 s
)

// complaints returns a node's warnings about the graph.
func complaints(g Graph, w witness) []complaint {
	var out []complaint
	for _, t := range g.Topics {
		w.pairs(t.Endpoints, func(ours, theirs EndpointInfo) {
			out = append(out, topicComplaints(t.Name, ours, theirs)...)
		})
	}
	for _, s := range g.Services {
		w.pairs(s.Endpoints, func(ours, theirs EndpointInfo) {
			out = append(out, serviceComplaints(s.Name, ours, theirs)...)
		})
	}
	if w.alone {
		out = append(out, w.twins(g.Nodes)...)
	}
	return out
}

// pairs calls f with each of the node's endpoints and each on the other side. A pair with the node on both sides is
// passed once.
func (w witness) pairs(all []EndpointInfo, f func(ours, theirs EndpointInfo)) {
	for _, ours := range all {
		if !w.owns(ours) {
			continue
		}
		for _, theirs := range all {
			if theirs.Writer != ours.Writer && (!ours.Writer || !w.owns(theirs)) {
				f(ours, theirs)
			}
		}
	}
}

func (w witness) owns(e EndpointInfo) bool {
	return e.Node == w.node && (e.Participant == w.participant || w.participant == [16]byte{})
}

// topicComplaints returns the warnings about a pair of a writer and a reader.
func topicComplaints(topic string, ours, theirs EndpointInfo) []complaint {
	writer, reader := ours, theirs
	if !ours.Writer {
		writer, reader = theirs, ours
	}
	complain := func(text string, args ...any) []complaint {
		where := []any{"topic", topic, "publisher", known(writer.Node), "subscriber", known(reader.Node)}
		return []complaint{pairComplaint(ours, theirs, text, append(where, args...))}
	}
	switch {
	case writer.Type != reader.Type:
		return complain("the types differ: the subscriber does not hear the publisher", "published", writer.Type, "subscribed", reader.Type)
	case differ(writer.Hash, reader.Hash):
		return complain("the two have different definitions of the type, so messages are misread; build both from one definition",
			"type", writer.Type, "published", writer.Hash, "subscribed", reader.Hash)
	}
	misfits := writer.QoS.Misfits(reader.QoS)
	if len(misfits) == 0 {
		return nil
	}
	var policies, cures []string
	for _, policy := range misfits {
		policies = append(policies, fmt.Sprintf("%s: offered %s, requested %s", policy, writer.QoS.Value(policy), reader.QoS.Value(policy)))
		cures = append(cures, fmt.Sprintf("publish %s or subscribe %s", reader.QoS.Value(policy), writer.QoS.Value(policy)))
	}
	return complain("the QoS does not fit: the subscriber does not hear the publisher",
		"policies", strings.Join(policies, "; "), "cure", strings.Join(cures, "; "))
}

// differ reports whether two hashes differ; "" is an unknown one.
func differ(a, b string) bool { return a != "" && b != "" && a != b }

// serviceComplaints returns the warnings about a client and a server, from the endpoints of one of the two DDS topics
// of a service.
func serviceComplaints(service string, ours, theirs EndpointInfo) []complaint {
	requests := strings.HasSuffix(ours.Type, "_Request") && strings.HasSuffix(theirs.Type, "_Request")
	if !requests {
		return nil // the requests' endpoints stand for the replies' too
	}
	client, server := ours, theirs
	if !ours.Writer {
		client, server = theirs, ours
	}
	complain := func(text string, args ...any) []complaint {
		where := []any{"service", service, "client", known(client.Node), "server", known(server.Node)}
		return []complaint{pairComplaint(ours, theirs, text, append(where, args...))}
	}
	plain := func(typ string) string { return strings.TrimSuffix(typ, "_Request") }
	switch {
	case client.Type != server.Type:
		return complain("the types differ: the server does not hear the client", "called", plain(client.Type), "served", plain(server.Type))
	case differ(client.Hash, server.Hash):
		return complain("the two have different definitions of the service, so messages are misread; build both from one definition",
			"type", plain(client.Type), "called", client.Hash, "served", server.Hash)
	}
	return nil
}

func pairComplaint(ours, theirs EndpointInfo, text string, args []any) complaint {
	c := complaint{key: fmt.Sprintf("pair %x %x", ours.GID, theirs.GID), text: text, args: args}
	if theirs.Node == "" {
		c.after = nameArrives
	}
	return c
}

func known(node string) string {
	return cmp.Or(node, "(a program that is not a node)")
}

// twins returns the warnings about other nodes of the same name.
func (w witness) twins(nodes []NodeInfo) []complaint {
	var out []complaint
	own := 0
	for _, n := range nodes {
		if n.FullName() != w.node {
			continue
		}
		if n.Participant == w.participant || n.Participant == [16]byte{} || w.participant == [16]byte{} {
			if own++; own == 1 {
				continue
			}
		}
		c := complaint{
			key: fmt.Sprintf("twin %x", n.Participant), after: leaseEnds,
			text: "another node has the same name: their services, parameters and logs cannot be distinguished; rename one with -r __node:=NAME or -r __ns:=/NAMESPACE",
			args: []any{"name", w.node, "participant", fmt.Sprintf("%x", n.Participant)},
		}
		if n.Participant == w.participant {
			c.after, c.args = 0, append(c.args, "process", "this one")
		}
		if n.PID != 0 {
			if !w.running(n.Host, n.PID) {
				continue // killed and started again; DDS keeps the old one for a while
			}
			c.after, c.args = 0, append(c.args, "host", n.Host, "pid", n.PID)
		}
		out = append(out, c)
	}
	return out
}
