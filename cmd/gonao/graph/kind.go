package graph

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gonao/internal/wording"
	"gonao/ros"
)

// Named is a topic, a service or an action, with the types of its endpoints.
type Named struct {
	Name  string
	Types []string
}

// Kind stands for topics, services or actions. The commands list, type and find are the same for
// all three.
type Kind struct {
	Word string // "topic", "service" or "action"
	All  func(ros.Graph) []Named
}

// Topics returns the kind of topics.
func Topics() Kind {
	return Kind{"topic", func(g ros.Graph) []Named {
		var list []Named
		for _, i := range g.Topics {
			if i.Publishers+i.Subscribers > 0 {
				list = append(list, Named{i.Name, i.Types})
			}
		}
		return list
	}}
}

// Services returns the kind of services.
func Services() Kind {
	return Kind{"service", func(g ros.Graph) []Named {
		var list []Named
		for _, i := range g.Services {
			if i.Publishers > 0 { // a client alone serves nothing
				list = append(list, Named{i.Name, i.Types})
			}
		}
		return list
	}}
}

// Actions returns the kind of actions.
func Actions() Kind {
	return Kind{"action", func(g ros.Graph) []Named {
		var list []Named
		for _, i := range g.Topics {
			if name, ok := strings.CutSuffix(i.Name, feedbackTopic); ok {
				list = append(list, Named{name, actionTypes(i.Types)})
			}
		}
		return list
	}}
}

// feedbackTopic is the end of the name of an action's feedback topic. Every server of an
// action publishes that topic and every client subscribes to it.
const feedbackTopic, feedbackType = "/_action/feedback", "_FeedbackMessage"

// actionTypes returns the types of actions from the types of their feedback.
func actionTypes(feedback []string) []string {
	types := make([]string, 0, len(feedback))
	for _, t := range feedback {
		types = append(types, strings.TrimSuffix(t, feedbackType))
	}
	return types
}

// find returns the topic, service or action of a name.
func (k Kind) find(g ros.Graph, name string) (Named, bool) {
	list := k.All(g)
	i := slices.IndexFunc(list, func(x Named) bool { return x.Name == name })
	if i < 0 {
		return Named{}, false
	}
	return list[i], true
}

// Await blocks until the topic, service or action of a name is in the graph, at most for
// wait.
func (k Kind) Await(t Access, n *ros.Node, name string, wait time.Duration) (Named, ros.Graph, error) {
	name = Absolute(name)
	g, ok, err := t.Search(n, wait, func(g ros.Graph) bool {
		_, ok := k.find(g, name)
		return ok
	})
	if err != nil {
		return Named{}, g, err
	}
	if !ok {
		var names []string
		for _, x := range k.All(g) {
			names = append(names, x.Name)
		}
		return Named{}, g, noSuch(k.Word, name, names)
	}
	x, _ := k.find(g, name)
	return x, g, nil
}

// show calls f with the topic, service or action of a name, as Await finds it.
func (k Kind) show(cmd *cobra.Command, t Access, name string, wait time.Duration, f func(x Named, g ros.Graph)) error {
	return t.WithNode(cmd.Context(), func(n *ros.Node) error {
		x, g, err := k.Await(t, n, name, wait)
		if err == nil {
			f(x, g)
		}
		return err
	})
}

// TypeOf blocks as Await does and returns the only type of that name. Several types are an
// error.
func (k Kind) TypeOf(t Access, n *ros.Node, name string, wait time.Duration) (string, ros.Graph, error) {
	x, g, err := k.Await(t, n, name, wait)
	if err != nil {
		return "", g, err
	}
	if len(x.Types) != 1 {
		return "", g, fmt.Errorf("%s %s has several types: %s; name one", k.Word, x.Name, strings.Join(x.Types, ", "))
	}
	return x.Types[0], g, nil
}

// noSuch returns the error for a name that is not in the graph, with similar names or the
// number of those there are.
func noSuch(word, name string, names []string) error {
	var same []string
	_, last, _ := cutLast(name, "/")
	for _, n := range names {
		if _, l, _ := cutLast(n, "/"); l == last {
			same = append(same, n)
		}
	}
	near := wording.DidYouMean(name, names)
	switch {
	case near == "" && len(same) > 0:
		near = " (did you mean " + strings.Join(same, " or ") + "?)"
	case len(names) == 0:
		near = ", nor any other: start a robot with gonao launch sim.launch.yaml, or set ROS_DOMAIN_ID as where one runs"
	case near == "":
		near = fmt.Sprintf("; gonao %s list shows the %d there are", word, len(names))
	}
	return fmt.Errorf("no %s %s%s", word, name, near)
}

// cutLast returns the parts of s around the last sep, as strings.Cut does for the first.
func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return "", s, false
}

// fullType returns the full name of a type: std_msgs/msg/String for std_msgs/String. word
// is the kind, such as "topic".
func fullType(name, word string) string {
	middle := map[string]string{"topic": "msg", "service": "srv", "action": "action"}[word]
	if pkg, base, ok := strings.Cut(name, "/"); ok && !strings.Contains(base, "/") {
		return pkg + "/" + middle + "/" + base
	}
	return name
}

// Absolute returns the full name of a relative one; the tool is in the namespace "/".
func Absolute(name string) string { return "/" + strings.TrimPrefix(name, "/") }
