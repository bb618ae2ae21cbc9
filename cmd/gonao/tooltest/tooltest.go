// Package tooltest runs the command gonao in tests: alone, or beside a node on a bus in
// the same process.
package tooltest

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/graph"
	"gonao/cmd/gonao/tool"
	exampleinterfaces "gonao/msgs/example_interfaces"
	stdmsgs "gonao/msgs/std_msgs"
	stdsrvs "gonao/msgs/std_srvs"
	"gonao/ros"
	"gonao/ros/dynamic"
	"gonao/ros/inproc"
)

// Graph is a bus with the node /nao1/talker on it, and gonao on the same bus.
type Graph struct {
	Bus   *inproc.Bus
	Node  *ros.Node
	Typed string // the standard input of gonao

	t *testing.T
}

// New returns a graph that is closed when the test ends.
func New(t *testing.T) *Graph {
	bus := inproc.NewBus()
	n, err := ros.NewNode(t.Context(), bus, "talker", ros.NodeOptions{Namespace: "/nao1", Bare: true})
	require.NoError(t, err)
	t.Cleanup(func() { _ = n.Close() })
	return &Graph{t: t, Bus: bus, Node: n}
}

// hasty is enough patience for a bus in this process, where everything is known at once.
var hasty = graph.Patience{Settled: 5 * time.Millisecond, Quiet: 5 * time.Millisecond, Nobody: 5 * time.Millisecond}

// Gonao runs gonao with args, for at most 30 s, and returns everything that it prints.
func (g *Graph) Gonao(args ...string) (string, error) {
	var out Buffer
	ctx, stop := context.WithTimeout(g.t.Context(), 30*time.Second)
	defer stop()
	err := g.Run(ctx, &out, args...)
	return out.String(), err
}

// Run runs gonao with args until it ends; canceling ctx interrupts it, as Ctrl-C does.
func (g *Graph) Run(ctx context.Context, out io.Writer, args ...string) error {
	root := tool.New(graph.Access{
		Terminal: cli.Terminal{Out: out, Errs: out, In: strings.NewReader(g.Typed)},
		Open:     func() (ros.Backend, error) { return g.Bus, nil }, Patience: hasty,
	})
	root.SetArgs(args)
	return root.ExecuteContext(ctx)
}

// Talk publishes text on /nao1/chatter repeatedly until the test ends.
func (g *Graph) Talk(text string) {
	p, err := ros.Advertise[stdmsgs.String](g.Node, "chatter")
	require.NoError(g.t, err)
	g.Again(func() { _ = p.Publish(stdmsgs.String{Data: text}) })
}

// Repeat publishes bytes on a topic repeatedly until the test ends.
func (g *Graph) Repeat(topic, typeName, hash string, data []byte) {
	p, err := ros.AdvertiseRaw(g.Node, topic, typeName, hash)
	require.NoError(g.t, err)
	g.Again(func() { _ = p.Publish(data) })
}

// Rate measures the rate of a topic, for longer each time until messages have come, and returns what the tool says.
func (g *Graph) Rate(topic string) string {
	for duration := 20 * time.Millisecond; ; duration *= 2 {
		out, err := g.Gonao("topic", "hz", topic, "--duration", duration.String())
		require.NoError(g.t, err)
		if strings.Contains(out, "average rate: ") || duration > time.Minute {
			return out
		}
	}
}

// Again calls f every millisecond until the test ends.
func (g *Graph) Again(f func()) {
	done, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			select {
			case <-done:
				return
			case <-time.After(time.Millisecond):
				f()
			}
		}
	}()
	g.t.Cleanup(func() { close(done); <-stopped })
}

// Speak adds a publisher, a service and an action to the node, and the node /listener
// with a subscriber and an action client.
func (g *Graph) Speak() {
	_, err := ros.Advertise[stdmsgs.String](g.Node, "chatter")
	require.NoError(g.t, err)
	_, err = ros.Serve(g.Node, "~/ping", func(context.Context, stdsrvs.TriggerRequest) (stdsrvs.TriggerResponse, error) {
		return stdsrvs.TriggerResponse{Success: true}, nil
	})
	require.NoError(g.t, err)
	_, err = ros.ServeAction(g.Node, "count", func(_ context.Context, goal exampleinterfaces.FibonacciGoal, _ func(exampleinterfaces.FibonacciFeedback)) (exampleinterfaces.FibonacciResult, error) {
		return exampleinterfaces.FibonacciResult{Sequence: []int32{goal.Order}}, nil
	})
	require.NoError(g.t, err)
	other, err := ros.NewNode(g.t.Context(), g.Bus, "listener", ros.NodeOptions{Bare: true})
	require.NoError(g.t, err)
	g.t.Cleanup(func() { _ = other.Close() })
	_, err = ros.Subscribe[stdmsgs.String](other, "/nao1/chatter")
	require.NoError(g.t, err)
	_, err = ros.NewActionClient[exampleinterfaces.FibonacciGoal, exampleinterfaces.FibonacciResult, exampleinterfaces.FibonacciFeedback](other, "/nao1/count")
	require.NoError(g.t, err)
}

// Serve adds a service in the node's own namespace that calls answer.
func Serve[Q, A any, PQ ros.Request[Q], PA ros.Message[A]](t *testing.T, n *ros.Node, name string, answer func(Q) A) {
	_, err := ros.Serve[Q, A, PQ, PA](n, "~/"+name, func(_ context.Context, q Q) (A, error) { return answer(q), nil })
	require.NoError(t, err)
}

// Gonao runs gonao without a graph and returns its output and error output.
func Gonao(t *testing.T, args ...string) (out, errs string, err error) {
	t.Helper()
	var toOut, toErrs bytes.Buffer
	root := tool.New(graph.Access{Terminal: cli.Terminal{Out: &toOut, Errs: &toErrs, In: strings.NewReader("")}})
	root.SetArgs(args)
	err = root.ExecuteContext(t.Context())
	return toOut.String(), toErrs.String(), err
}

// File writes text to a file with that name in a new directory, and returns the path of the file.
func File(t *testing.T, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	return file
}

// OddLibrary returns a library with the type odd_msgs/msg/Odd, which no program was compiled with, and the
// directory of its definition.
func OddLibrary(t *testing.T, definition string) (*dynamic.Library, string) {
	dir := t.TempDir()
	require.NoError(t, os.MkdirAll(dir+"/odd_msgs/msg", 0o755))
	require.NoError(t, os.WriteFile(dir+"/odd_msgs/msg/Odd.msg", []byte(definition), 0o644))
	lib := dynamic.Compiled()
	require.NoError(t, lib.AddDir(dir))
	return lib, dir
}

// Buffer is a buffer that a command may write to while the test reads it.
type Buffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

// Write appends p.
func (b *Buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

// String returns everything that was written.
func (b *Buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

// WriteFile writes text to a file.
func WriteFile(t *testing.T, path, text string) {
	t.Helper()
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
}
