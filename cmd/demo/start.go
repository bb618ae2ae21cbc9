package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"gonao/launcher"
)

// lookAround is how long the demo looks for other robots before it starts its own;
// on one machine nodes find each other in a few milliseconds.
const lookAround = 300 * time.Millisecond

// alone makes sure that nobody else's nodes are where the demo's shall be: two robots
// on the same topics would both obey, and neither would work.
func (l *live) alone(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(lookAround):
	}
	graph, err := l.node.Graph()
	if err != nil {
		return err
	}
	for _, info := range graph.Nodes {
		if info.Namespace == l.node.Namespace() && info.FullName() != l.node.FullName() {
			return fmt.Errorf("node %s runs already in ROS_DOMAIN_ID %q: end it, or choose another domain or another namespace:=",
				info.FullName(), os.Getenv("ROS_DOMAIN_ID"))
		}
	}
	return nil
}

// triesAtStart is how often a process may fail before the demo gives up on it, as long
// as the machine has not begun: the launcher starts it again and again, but a wrong
// parameter stays wrong.
const triesAtStart = 3

// logDir is where the launcher keeps the processes' output.
func (l *live) logDir() string { return filepath.Join(l.opts.out, "log") }

// noteFailure counts a process's failures at the start. l.mu is held.
func (l *live) noteFailure(e launcher.Event) {
	_, begun := l.rec.Record.Started()
	if begun || e.Stopping || !strings.HasPrefix(e.Status, "exit code") {
		return
	}
	name := e.Process.Name
	l.failed[name]++
	if l.failed[name] == triesAtStart {
		select {
		case l.hopeless <- fmt.Errorf("process %s does not start: %s", name, lastWords(filepath.Join(l.logDir(), name+".log"), e)):
		default: // one reason is enough
		}
	}
}

// lastWords gives what a process said last before it failed: a node that cannot go on
// says "name: reason". Otherwise it says where its log is.
func lastWords(log string, e launcher.Event) string {
	text, err := os.ReadFile(log)
	lines := strings.Split(string(text), "\n")
	program := filepath.Base(e.Process.Program) + ": "
	for i := len(lines) - 1; err == nil && i >= 0; i-- {
		if strings.HasPrefix(lines[i], program) {
			return lines[i]
		}
	}
	return e.Status + "; see " + log
}
