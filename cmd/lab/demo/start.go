package demo

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"gonao/cmd/gonao/launcher"
	"gonao/ros"
)

// The demo searches for other robots before it starts its own, until nothing new was seen
// for lookAround, at most for lookLongest. On one machine nodes find each other in a few
// milliseconds; on a busy one a process is seen long before its nodes.
const (
	lookAround  = 300 * time.Millisecond
	lookLongest = 3 * time.Second
)

// alone returns an error if another node is in the demo's namespace. Two robots on the same
// topics would both obey, and neither would work.
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
			return fmt.Errorf("node %s runs already in ROS_DOMAIN_ID %q%s: end it, or choose another domain or another namespace:=; --force starts beside it",
				info.FullName(), os.Getenv("ROS_DOMAIN_ID"), process(info))
		}
	}
	return nil
}

// process returns the process of a node as far as it is known, with a comma before it.
func process(info ros.NodeInfo) string {
	if info.PID == 0 {
		return ""
	}
	return fmt.Sprintf(", pid %d on %s", info.PID, info.Host)
}

// errEarly is returned when the demo was ended before anything was measured.
var errEarly = errors.New("ended before anything was measured")

// earlyFor is the time after the start without useful figures.
const earlyFor = 5 * time.Second

// tooEarly reports whether the demo was ended before the driver's first figures, or before the machine's first entry.
func (l *live) tooEarly() bool {
	cycles, _ := l.rec.Stats()
	return cycles.Cycles == 0 || l.elapsed() == 0
}

// removeOld removes the files of an earlier run.
func removeOld(dir string) error {
	for _, name := range []string{"summary.json", "head_camera.png", "image_error.png"} {
		if err := os.Remove(filepath.Join(dir, name)); err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("earlier run: %w", err)
		}
	}
	return nil
}

// tries is how often a process may fail before the demo ends. The launcher restarts it
// every time, but a wrong parameter stays wrong.
const tries = 3

// logDir returns the directory of the processes' output.
func (l *live) logDir() string { return filepath.Join(l.opts.Out, "log") }

// noteFailure counts a failure of a process and stores the last line of its log. l.mu must
// be held.
func (l *live) noteFailure(e launcher.Event) {
	if e.Stopping || !strings.HasPrefix(e.Status, "exit code") {
		return
	}
	name := e.Process.Name
	words := lastWords(filepath.Join(l.logDir(), name+".log"), e)
	l.words[name] = ": " + words
	l.failed[name]++
	if l.failed[name] == tries || e.GivenUp {
		select {
		case l.hopeless <- fmt.Errorf("process %s does not start: %s", name, words):
		default: // a reason is there already
		}
	}
}

// lastWords returns the line with which a process ended: a node that cannot continue prints
// "name: reason". Without such a line it returns where the log is.
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
