package main

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"gonao/internal/suggest"
	"gonao/ros"
)

// patience says when the graph counts as complete: it has not changed for settled,
// or, once the node of every endpoint is known, for quiet. Where nobody is, we give up
// after nobody.
type patience struct{ settled, quiet, nobody time.Duration }

// patient finds all of a graph over the air too.
var patient = patience{settled: 700 * time.Millisecond, quiet: 250 * time.Millisecond, nobody: 1500 * time.Millisecond}

// look is how often we look besides when something has changed.
const look = 50 * time.Millisecond

// graph gives the graph of the others once it is complete, or after wait.
func (t tool) graph(n *ros.Node, wait time.Duration) (ros.Graph, error) {
	g, _, err := t.search(n, wait, nil)
	return g, err
}

// search gives the graph of the others once found (nil: anything) holds and it is
// complete, or after wait; ok tells whether found held.
func (t tool) search(n *ros.Node, wait time.Duration, found func(ros.Graph) bool) (g ros.Graph, ok bool, err error) {
	signal := n.GraphChanged()
	tick := time.NewTicker(min(look, t.quiet))
	defer tick.Stop()
	var last ros.Graph
	start := time.Now()
	changed := start
	for {
		all, err := n.Graph()
		if err != nil {
			return ros.Graph{}, false, err
		}
		now := time.Now()
		if !reflect.DeepEqual(all, last) {
			last, changed = all, now
			g = without(all, n.FullName())
			ok = found == nil && len(g.Nodes)+len(g.Topics) > 0 || found != nil && found(g)
		}
		unchanged := now.Sub(changed)
		switch {
		case ok && (unchanged >= t.settled || unchanged >= t.quiet && complete(g)),
			now.Sub(start) >= wait, found == nil && !ok && now.Sub(start) >= t.nobody:
			return g, ok, nil
		}
		select {
		case <-n.Context().Done():
			return ros.Graph{}, false, n.Context().Err()
		case <-signal:
		case <-tick.C:
		}
	}
}

// complete tells whether the node of each endpoint is known.
func complete(g ros.Graph) bool {
	for _, list := range [][]ros.TopicInfo{g.Topics, g.Services} {
		for _, i := range list {
			unknown := func(e ros.EndpointInfo) bool { return e.Node == "" }
			if len(i.Endpoints) == 0 || slices.ContainsFunc(i.Endpoints, unknown) {
				return false
			}
		}
	}
	return true
}

// without drops a node from the graph, such as our own.
func without(g ros.Graph, node string) ros.Graph {
	g.Nodes = slices.DeleteFunc(slices.Clone(g.Nodes), func(n ros.NodeInfo) bool { return n.FullName() == node })
	return g
}

// hidden tells whether a part of the name begins with an underscore.
func hidden(name string) bool { return strings.Contains(name, "/_") }

// noteEmpty says on the error output when nobody was found, so that an empty list is
// not taken for a broken tool.
func (t tool) noteEmpty(g ros.Graph) {
	if len(g.Nodes) == 0 {
		fmt.Fprintln(t.errs, "no node found: is one running, with the same ROS_DOMAIN_ID?")
	}
}

// named is a topic, a service or an action with the types its endpoints speak.
type named struct {
	name  string
	types []string
}

// kind is what topics, services and actions have in common for the tool.
type kind struct {
	word string // "topic"
	all  func(ros.Graph) []named
}

func topics() kind {
	return kind{"topic", func(g ros.Graph) []named {
		var list []named
		for _, i := range g.Topics {
			if i.Publishers+i.Subscribers > 0 {
				list = append(list, named{i.Name, i.Types})
			}
		}
		return list
	}}
}

func services() kind {
	return kind{"service", func(g ros.Graph) []named {
		var list []named
		for _, i := range g.Services {
			if i.Publishers > 0 { // a client alone offers nothing
				list = append(list, named{i.Name, i.Types})
			}
		}
		return list
	}}
}

func actions() kind {
	return kind{"action", func(g ros.Graph) []named {
		var list []named
		for _, i := range g.Topics {
			if name, ok := strings.CutSuffix(i.Name, feedbackTopic); ok {
				list = append(list, named{name, actionTypes(i.Types)})
			}
		}
		return list
	}}
}

// An action is recognised by its feedback topic, which its servers publish and its
// clients subscribe to.
const feedbackTopic, feedbackType = "/_action/feedback", "_FeedbackMessage"

// actionTypes gives the actions' types from those of the feedback.
func actionTypes(feedback []string) []string {
	types := make([]string, 0, len(feedback))
	for _, t := range feedback {
		types = append(types, strings.TrimSuffix(t, feedbackType))
	}
	return types
}

// find gives the one of a name.
func (k kind) find(g ros.Graph, name string) (named, bool) {
	list := k.all(g)
	i := slices.IndexFunc(list, func(x named) bool { return x.name == name })
	if i < 0 {
		return named{}, false
	}
	return list[i], true
}

// await waits for the one of a name to appear.
func (k kind) await(t tool, n *ros.Node, name string, wait time.Duration) (named, ros.Graph, error) {
	name = absolute(name)
	g, ok, err := t.search(n, wait, func(g ros.Graph) bool {
		_, ok := k.find(g, name)
		return ok
	})
	if err != nil {
		return named{}, g, err
	}
	if !ok {
		var names []string
		for _, x := range k.all(g) {
			names = append(names, x.name)
		}
		return named{}, g, noSuch(k.word, name, names)
	}
	x, _ := k.find(g, name)
	return x, g, nil
}

// typeOf waits for the one of a name to appear and gives its only type.
func (k kind) typeOf(t tool, n *ros.Node, name string, wait time.Duration) (string, ros.Graph, error) {
	x, g, err := k.await(t, n, name, wait)
	if err != nil {
		return "", g, err
	}
	if len(x.types) != 1 {
		return "", g, fmt.Errorf("%s %s has several types: %s; name one", k.word, x.name, strings.Join(x.types, ", "))
	}
	return x.types[0], g, nil
}

// noSuch says which names are similar, or how many there are.
func noSuch(word, name string, names []string) error {
	var same []string
	_, last, _ := cutLast(name, "/")
	for _, n := range names {
		if _, l, _ := cutLast(n, "/"); l == last {
			same = append(same, n)
		}
	}
	near := suggest.DidYouMean(name, names)
	switch {
	case near == "" && len(same) > 0:
		near = " (did you mean " + strings.Join(same, " or ") + "?)"
	case len(names) == 0:
		near = ", nor any other: is a robot running, with the same ROS_DOMAIN_ID?"
	case near == "":
		near = fmt.Sprintf("; gonao %s list shows the %d there are", word, len(names))
	}
	return fmt.Errorf("no %s %s%s", word, name, near)
}

// cutLast is strings.Cut around the last separator.
func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return "", s, false
}
