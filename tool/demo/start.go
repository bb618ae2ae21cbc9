package demo

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"gonao/tool/launcher"
)

// The demo looks for other robots before it starts its own until nothing new was
// seen for lookAround, at most for lookLongest: on one machine nodes find each other
// in a few milliseconds, on a busy one a process is seen long before its nodes.
const (
	lookAround  = 300 * time.Millisecond
	lookLongest = 3 * time.Second
)

// alone makes sure that nobody else's nodes are where the demo's shall be: two robots
// on the same topics would both obey, and neither would work.
func (l *live) alone(ctx context.Context) error {
	changed := l.node.GraphChanged()
	for enough, quiet := time.After(lookLongest), false; !quiet; {
		select {
		case <-ctx.Done():
			return errEarly
		case _, open := <-changed:
			quiet = !open // the node is closed
		case <-time.After(lookAround):
			quiet = true
		case <-enough:
			quiet = true
		}
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

// errEarly tells that somebody ended the demo before there was anything to measure.
var errEarly = errors.New("ended before anything was measured")

// earlyFor is how long after the start there are no figures worth a table.
const earlyFor = 5 * time.Second

// tooEarly tells whether the demo was ended before the driver's first figures.
func (l *live) tooEarly() bool {
	cycles, _ := l.rec.Stats()
	return cycles.Cycles == 0 && time.Since(l.started) < earlyFor
}

// removeOld removes what an earlier run left, so that nobody takes it for this one's.
func removeOld(dir string) error {
	for _, name := range []string{"summary.json", "world.png", "head_camera.png", "image_error.png"} {
		if err := os.Remove(filepath.Join(dir, name)); err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("earlier run: %w", err)
		}
	}
	return nil
}

// tries is how often a process may fail before the demo gives up on it: the launcher
// starts it again and again, but a wrong parameter stays wrong.
const tries = 3

// logDir is where the launcher keeps the processes' output.
func (l *live) logDir() string { return filepath.Join(l.opts.out, "log") }

// noteFailure counts a process's failures, and keeps its words. l.mu is held.
func (l *live) noteFailure(e launcher.Event) {
	if e.Stopping || !strings.HasPrefix(e.Status, "exit code") {
		return
	}
	name := e.Process.Name
	words := lastWords(filepath.Join(l.logDir(), name+".log"), e)
	l.words[name] = ": " + words
	l.failed[name]++
	if l.failed[name] == tries {
		select {
		case l.hopeless <- fmt.Errorf("process %s does not start: %s", name, words):
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
