package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gonao/internal/suggest"
	"gonao/msgs/registry"
	"gonao/ros"
	"gonao/ros/cdr"
)

// tool is what the commands need from outside.
type tool struct {
	open      ros.Opener
	out, errs io.Writer
}

// nodeName is our own name on the graph; names that begin with an underscore are
// hidden in the lists of ROS 2, and in ours.
const nodeName = "_gonao"

// withNode runs f with a node on the graph.
func (t tool) withNode(ctx context.Context, f func(n *ros.Node) error) (err error) {
	backend, err := t.open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, backend.Close()) }()
	log := slog.New(slog.NewTextHandler(t.errs, nil))
	n, err := ros.NewNode(ctx, backend, nodeName, ros.NodeOptions{Logger: log, Bare: true})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, n.Close()) }()
	return f(n)
}

// How long the graph must stay as it is to count as complete, and how often we look.
const (
	settled = 700 * time.Millisecond
	look    = 50 * time.Millisecond
)

// graph gives the graph once it holds somebody else and has not changed for a
// while, or after wait.
func graph(n *ros.Node, wait time.Duration) (ros.Graph, error) {
	var last ros.Graph
	start := time.Now()
	changed := start
	for {
		g, err := n.Graph()
		if err != nil {
			return ros.Graph{}, err
		}
		now := time.Now()
		if !reflect.DeepEqual(g, last) {
			last, changed = g, now
		}
		others := hideSelf(last)
		if now.Sub(changed) >= settled && len(others.Nodes) > 0 || now.Sub(start) >= wait {
			return others, nil
		}
		if err := pause(n.Context(), look); err != nil {
			return ros.Graph{}, err
		}
	}
}

// pause waits for d, or until ctx ends.
func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// hideSelf drops the hidden nodes, such as ours.
func hideSelf(g ros.Graph) ros.Graph {
	g.Nodes = slices.DeleteFunc(slices.Clone(g.Nodes), func(n ros.NodeInfo) bool { return strings.HasPrefix(n.Name, "_") })
	return g
}

// topicType waits for a topic to appear and gives its only type.
func topicType(n *ros.Node, topic string, wait time.Duration) (string, error) {
	topic = "/" + strings.TrimPrefix(topic, "/")
	start := time.Now()
	for {
		g, err := n.Graph()
		if err != nil {
			return "", err
		}
		for _, info := range g.Topics {
			if info.Name != topic {
				continue
			}
			if len(info.Types) > 1 {
				return "", fmt.Errorf("topic %s has several types: %s; name one", topic, strings.Join(info.Types, ", "))
			}
			if len(info.Types) == 1 {
				return info.Types[0], nil
			}
		}
		if time.Since(start) >= wait {
			return "", unknownTopic(topic, g)
		}
		if err := pause(n.Context(), look); err != nil {
			return "", err
		}
	}
}

// unknownTopic says which topics have a similar name, or how many there are.
func unknownTopic(topic string, g ros.Graph) error {
	var names, same []string
	_, last, _ := cutLast(topic, "/")
	for _, info := range g.Topics {
		names = append(names, info.Name)
		if _, l, _ := cutLast(info.Name, "/"); l == last {
			same = append(same, info.Name)
		}
	}
	near := suggest.DidYouMean(topic, names)
	switch {
	case near == "" && len(same) > 0:
		near = " (did you mean " + strings.Join(same, " or ") + "?)"
	case len(names) == 0:
		near = ", nor on any other: is a robot running, with the same ROS_DOMAIN_ID?"
	case near == "":
		near = fmt.Sprintf("; gonao topic list shows the %d there are", len(names))
	}
	return fmt.Errorf("topic %s: nobody speaks on it%s", topic, near)
}

// newMessage makes a message of a type; "std_msgs/String" is short for
// "std_msgs/msg/String".
func newMessage(typeName string) (cdr.Message, error) {
	if m := registry.New(typeName); m != nil {
		return m, nil
	}
	if pkg, name, ok := strings.Cut(typeName, "/"); ok {
		if m := registry.New(pkg + "/msg/" + name); m != nil {
			return m, nil
		}
	}
	names := registry.Names()
	if near := suggest.DidYouMean(typeName, names); near != "" {
		return nil, fmt.Errorf("type %q is not known%s", typeName, near)
	}
	_, wanted, _ := cutLast(typeName, "/")
	var near, packages []string
	for _, name := range names {
		pkg, _, _ := strings.Cut(name, "/")
		packages = append(packages, pkg)
		if _, last, _ := cutLast(name, "/"); strings.EqualFold(last, wanted) {
			near = append(near, name)
		}
	}
	if len(near) > 0 {
		return nil, fmt.Errorf("type %q is not known (did you mean %s?)", typeName, strings.Join(near, " or "))
	}
	return nil, fmt.Errorf("type %q is not compiled in; expected package/msg/Name of one of: %s",
		typeName, strings.Join(slices.Compact(packages), ", "))
}

// cutLast is strings.Cut around the last separator.
func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return "", s, false
}

// spinFlag adds the flag that says how long to wait for others to be found.
func spinFlag(cmd *cobra.Command, wait *time.Duration) {
	cmd.Flags().DurationVar(wait, "timeout", 3*time.Second, "how long to look for nodes and topics")
}
