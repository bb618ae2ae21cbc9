package doctor

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/graph"
	"gonao/ros"
)

// JudgeGraph returns the findings about a graph: its nodes, their middleware, and the topics that do not connect.
func JudgeGraph(g ros.Graph) []Finding {
	names := graph.NodeNames(g, false)
	if len(names) == 0 {
		return one(OK, "graph", "start nodes, or compare ROS_DOMAIN_ID and the network with theirs", "no node answers")
	}
	found := one(OK, "graph", "", "%s: %s", cli.Count(len(names), "node"), listed(names))
	found = append(found, twins(names)...)
	found = append(found, middleware(g)...)
	found = append(found, simTime(g)...)
	for _, t := range g.Topics {
		found = append(found, mismatches(t)...)
	}
	return found
}

// listed returns the names as text, and shortens a long list.
func listed(names []string) string {
	const many = 8
	if len(names) > many {
		return strings.Join(names[:many], ", ") + ", …"
	}
	return strings.Join(names, ", ")
}

// twins finds nodes that have the same name.
func twins(names []string) []Finding {
	var found []Finding
	for i := 1; i < len(names); i++ {
		if names[i] == names[i-1] && (i == 1 || names[i-2] != names[i]) {
			found = append(found, one(Error, "graph", "end one of them, or start it in another namespace", "several nodes are named %s", names[i])...)
		}
	}
	return found
}

// middleware counts the programs by their middleware.
func middleware(g ros.Graph) []Finding {
	programs := map[string]map[[16]byte]bool{}
	for _, t := range slices.Concat(g.Topics, g.Services) {
		for _, e := range t.Endpoints {
			if e.RMW == "" {
				continue
			}
			if programs[e.RMW] == nil {
				programs[e.RMW] = map[[16]byte]bool{}
			}
			programs[e.RMW][e.Participant] = true
		}
	}
	var found []Finding
	for _, rmw := range slices.Sorted(maps.Keys(programs)) {
		n := cli.Count(len(programs[rmw]), "program")
		if rmw == "rmw_cyclonedds_cpp" || rmw == "rmw_fastrtps_cpp" {
			found = append(found, one(OK, "peers", "", "%s on %s", n, rmw)...)
			continue
		}
		found = append(found, one(Warning, "peers", "export RMW_IMPLEMENTATION=rmw_cyclonedds_cpp where they start (docs/ros.md)",
			"%s on %s: topics work, services, actions and parameters do not", n, rmw)...)
	}
	return found
}

// simTime reports an error if several programs publish /clock.
func simTime(g ros.Graph) []Finding {
	for _, t := range g.Topics {
		if t.Name == "/clock" && t.Publishers > 1 {
			return one(Error, "graph", "end all simulators and players but one, or use another ROS_DOMAIN_ID", "%d programs publish /clock: time jumps", t.Publishers)
		}
	}
	return nil
}

// mismatches finds writers and readers of a topic that do not connect.
func mismatches(t ros.TopicInfo) []Finding {
	if graph.Hidden(t.Name) {
		return nil
	}
	if len(t.Types) > 1 {
		return one(Error, "topics", "give one of them another name", "%s has several types: %s", t.Name, strings.Join(t.Types, ", "))
	}
	said := map[string]bool{}
	var found []Finding
	for _, w := range t.Endpoints {
		for _, r := range t.Endpoints {
			if !w.Writer || r.Writer {
				continue
			}
			text, do := mismatch(t.Name, w, r)
			if text != "" && !said[text] {
				said[text] = true
				found = append(found, Finding{Error, "topics", text, do})
			}
		}
	}
	return found
}

// mismatch returns why a writer and a reader do not connect, or "".
func mismatch(topic string, w, r ros.EndpointInfo) (text, do string) {
	if misfits := w.QoS.Misfits(r.QoS); len(misfits) > 0 {
		policy := misfits[0]
		return fmt.Sprintf("%s: %s publishes %s, %s wants %s: nothing arrives", topic, w.Node, w.QoS.Value(policy), r.Node, r.QoS.Value(policy)),
			"subscribe with the publisher's " + policy + "; in rviz and rqt it is an option of the display"
	}
	if w.Hash != "" && r.Hash != "" && w.Hash != r.Hash {
		return fmt.Sprintf("%s: %s and %s have different definitions of %s", topic, w.Node, r.Node, w.Type), "build both from the same messages"
	}
	return "", ""
}
