package surface

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/gazebo_bridge/gztest"
	"gonao/gazebo_bridge/transport"
	"gonao/msgs"
	"gonao/nao_driver/naoqi/fake"
	"gonao/nodes/camera"
	"gonao/nodes/executor"
	gameclient "gonao/nodes/game_client"
	gamecontroller "gonao/nodes/game_controller"
	gazebobridge "gonao/nodes/gazebo_bridge"
	"gonao/nodes/motion"
	naodriver "gonao/nodes/nao_driver"
	"gonao/nodes/player"
	"gonao/nodes/simulator"
	"gonao/nodes/studio"
	"gonao/ros"
	"gonao/ros/inproc"
)

var discard = slog.New(slog.DiscardHandler)

// recorder is a bus that records every endpoint created on it.
type recorder struct {
	*inproc.Bus

	mu     sync.Mutex
	lines  map[string]map[string]string // by node, then by the line with ~ in place of the node's name
	hashes map[string]string            // hashes of types
}

func newRecorder() *recorder {
	return &recorder{Bus: inproc.NewBus(), lines: map[string]map[string]string{}, hashes: map[string]string{}}
}

// CreateNode creates a node on the bus and records its endpoints.
func (r *recorder) CreateNode(namespace, name string) (ros.NodeHandle, error) {
	handle, err := r.Bus.CreateNode(namespace, name)
	return &recorded{handle, r, name}, err
}

// note records an endpoint. Names in the node's namespace are written without the namespace.
func (r *recorder) note(node, verb, name, typ, qos string) {
	name = strings.TrimPrefix(name, "/nao1/")
	line := func(name string) string { return fmt.Sprintf("%-10s  %s  %s%s", verb, name, typ, prefixed("  ", qos)) }
	own := name
	if private, ok := strings.CutPrefix(name, node+"/"); ok {
		own = "~/" + private
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.lines[node] == nil {
		r.lines[node] = map[string]string{}
	}
	r.lines[node][line(own)] = line(name)
}

func (r *recorder) hash(typ, hash string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.hashes[typ] = hash
}

// recorded is a node on the recorder.
type recorded struct {
	ros.NodeHandle
	*recorder
	name string
}

func (n *recorded) Publisher(s ros.TopicSpec) (ros.RawPublisher, error) {
	n.topic("publishes", s)
	return n.NodeHandle.Publisher(s)
}

func (n *recorded) Subscriber(s ros.TopicSpec, deliver ros.Deliver) (ros.RawSubscriber, error) {
	n.topic("subscribes", s)
	return n.NodeHandle.Subscriber(s, deliver)
}

func (n *recorded) Server(s ros.ServiceSpec, handle func(ros.RequestID, []byte)) (ros.RawServer, error) {
	n.service("serves", s)
	return n.NodeHandle.Server(s, handle)
}

func (n *recorded) Client(s ros.ServiceSpec, reply func(int64, []byte)) (ros.RawClient, error) {
	n.service("calls", s)
	return n.NodeHandle.Client(s, reply)
}

// Close closes the node, not the bus.
func (n *recorded) Close() error { return n.NodeHandle.Close() }

// topic records an endpoint of a topic. The endpoints that every action has are left out; the action's line stands for
// them.
func (n *recorded) topic(verb string, s ros.TopicSpec) {
	n.hash(s.Type, s.Hash)
	if action, ok := strings.CutSuffix(s.Name, "/_action/feedback"); ok {
		n.note(n.name, verb, action+" (feedback)", strings.TrimSuffix(s.Type, "_FeedbackMessage"), s.QoS.String())
		return
	}
	if action, ok := strings.CutSuffix(s.Name, "/_action/status"); ok {
		n.note(n.name, verb, action+" (status)", s.Type, s.QoS.String())
		return
	}
	n.note(n.name, verb, s.Name, s.Type, s.QoS.String())
}

func (n *recorded) service(verb string, s ros.ServiceSpec) {
	n.hash(s.RequestType, s.RequestHash)
	n.hash(s.ResponseType, s.ResponseHash)
	typ := strings.TrimSuffix(s.RequestType, "_Request")
	if action, ok := strings.CutSuffix(s.Name, "/_action/send_goal"); ok {
		n.note(n.name, verb, action+" (action)", strings.TrimSuffix(typ, "_SendGoal"), "")
	} else if !strings.Contains(s.Name, "/_action/") {
		n.note(n.name, verb, s.Name, typ, "")
	}
}

// text returns the endpoints. Those that every node has come first, then those of every managed node.
func (r *recorder) text() string {
	names := slices.Sorted(maps.Keys(r.lines))
	common := map[string]bool{}
	for own := range r.lines[names[0]] {
		common[own] = true
		for _, lines := range r.lines {
			common[own] = common[own] && lines[own] != ""
		}
	}
	var out strings.Builder
	out.WriteString("# every node\n")
	for _, own := range slices.Sorted(maps.Keys(common)) {
		if common[own] {
			out.WriteString(own + "\n")
		}
	}
	managers := []string{"camera", "gazebo_bridge", "localization", "motion", "nao_driver"}
	managed := map[string]bool{}
	for own := range r.lines["motion"] {
		managed[own] = !common[own]
		for _, name := range managers {
			managed[own] = managed[own] && r.lines[name][own] != ""
		}
	}
	out.WriteString("\n# every managed node\n")
	for _, own := range slices.Sorted(maps.Keys(managed)) {
		if managed[own] {
			out.WriteString(own + "\n")
		}
	}
	for _, name := range names {
		fmt.Fprintf(&out, "\n# %s\n", name)
		var lines []string
		for own, line := range r.lines[name] {
			if !common[own] && (!managed[own] || !slices.Contains(managers, name)) {
				lines = append(lines, line)
			}
		}
		slices.Sort(lines)
		out.WriteString(strings.Join(lines, "\n") + "\n")
	}
	return out.String()
}

// parted are the nodes that communicate with something besides ROS; the others run in a synctest bubble.
var parted = []string{"nao_driver", "simulator", "gazebo_bridge", "studio", "team_comm", "player", "match_player"}

func TestTopicsServicesAndActionsAreAsTheyWere(t *testing.T) {
	r := newRecorder()
	for _, n := range nodes() {
		if !slices.Contains(parted, n.name) {
			inBubble(t, r, n, quiet)
		}
	}
	inBubble(t, r, program("executor"), func(config any) {
		quiet(config)
		config.(*executor.Config).Machines = []string{"arms:=dance"}
	})
	// The simulator runs with the driver of its robot.
	socket := filepath.Join(t.TempDir(), "robocup")
	t.Run("LoLA", func(t *testing.T) {
		bus := r.on(inproc.NewBus())
		runUntilState(t, bus, program("nao_driver"), func(config any) {
			c := config.(*naodriver.Config)
			c.LoLA.Path, c.RealtimePriority, c.LoLA.RetryEvery = socket, 0, 10*time.Millisecond
		}, program("simulator"), func(config any) {
			c := config.(*simulator.Config)
			c.World, c.Socket, c.RealtimePriority = "empty", socket, 0
		})
	})
	t.Run("NAOqi", func(t *testing.T) {
		robot, err := fake.Start(fake.Config{TimeScale: 4})
		require.NoError(t, err)
		defer robot.Close()
		runUntilState(t, r.on(inproc.NewBus()), program("nao_driver"), func(config any) {
			c := config.(*naodriver.Config)
			c.Protocol, c.RealtimePriority, c.NAOqi.Robot.Address, c.NAOqi.Walk = "naoqi", 0, robot.Address(), "naoqi"
		})
	})
	t.Run("Gazebo", func(t *testing.T) {
		partition := "surface" + time.Now().Format("150405.000000000")
		world, err := gztest.Start(gztest.Options{Transport: transport.Options{Partition: partition, IP: "127.0.0.1"}})
		require.NoError(t, err)
		defer world.Close()
		runUntilState(t, r.on(inproc.NewBus()), program("gazebo_bridge"), func(config any) {
			c := config.(*gazebobridge.Config)
			c.Partition, c.Address, c.Driver.MostRealTime = partition, "127.0.0.1", 0
		})
	})
	t.Run("player", func(t *testing.T) {
		bus := r.on(inproc.NewBus())
		runUntilState(t, bus, program("player"), func(config any) {
			c := config.(*player.Config)
			c.LoLA.Path, c.RealtimePriority = socket+"_player", 0
		}, program("simulator"), func(config any) {
			c := config.(*simulator.Config)
			c.World, c.Socket, c.RealtimePriority = "empty", socket+"_player", 0
		})
	})
	t.Run("match_player", func(t *testing.T) {
		runUntilPublished(t, r.on(inproc.NewBus()), program("match_player"), "/nao1/blue5/head/machine_state")
	})
	t.Run("team_comm", func(t *testing.T) { runUntilPublished(t, r.on(inproc.NewBus()), program("team_comm"), "/diagnostics") })
	t.Run("studio", func(t *testing.T) { runUntilListed(t, r.on(inproc.NewBus()), program("studio")) })
	compare(t, "topics.txt", r.text())
	var types strings.Builder
	for _, typ := range slices.Sorted(maps.Keys(r.hashes)) {
		fmt.Fprintf(&types, "%s  %s\n", typ, r.hashes[typ])
	}
	compare(t, "types.txt", types.String())
}

// on returns a recorder on another bus that shares the records.
func (r *recorder) on(bus *inproc.Bus) ros.Backend { return &elsewhere{Bus: bus, to: r} }

// elsewhere is a bus whose endpoints another recorder records.
type elsewhere struct {
	*inproc.Bus
	to *recorder
}

// CreateNode creates a node on the bus and records its endpoints.
func (e *elsewhere) CreateNode(namespace, name string) (ros.NodeHandle, error) {
	handle, err := e.Bus.CreateNode(namespace, name)
	if name == watcher {
		return handle, err
	}
	return &recorded{handle, e.to, name}, err
}

// quiet removes everything from a configuration that needs the machine: devices, sockets, watched files, real-time
// priority.
func quiet(config any) {
	switch c := config.(type) {
	case *camera.Config:
		c.Cameras = "none"
	case *executor.Config:
		c.HotReload = false
	case *gameclient.Config:
		c.UDP = false
	case *gamecontroller.Config:
		c.UDP = false
	case *motion.Config:
		c.RealtimePriority = 0
	}
}

// inBubble runs a node for a second of its bus's time.
func inBubble(t *testing.T, r *recorder, n node, edit func(config any)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		bus := inproc.NewBus()
		ctx, cancel := context.WithCancel(context.Background())
		ended := make(chan error, 1)
		go func() { ended <- n.start(ctx, r.on(bus), edit) }()
		for range 10 {
			synctest.Wait()
			bus.Advance(100 * time.Millisecond)
		}
		synctest.Wait()
		cancel()
		require.NoError(t, <-ended, n.name)
	})
}

// runUntilListed runs the studio until its page can be opened.
func runUntilListed(t *testing.T, bus ros.Backend, n node) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "studio.json")
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	port := l.Addr().(*net.TCPAddr).Port
	require.NoError(t, l.Close())
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		ended <- n.start(ctx, bus, func(config any) {
			c := config.(*studio.Config)
			c.TokenFile, c.Port, c.Ports, c.Address, c.Directory = file, port, 1, "127.0.0.1", t.TempDir()
		})
	}()
	require.Eventually(t, func() bool {
		c, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port))
		return err == nil && c.Close() == nil
	}, time.Minute, 10*time.Millisecond)
	cancel()
	require.NoError(t, <-ended)
}

// runUntilPublished runs a node that has a socket until a topic has a publisher. From then on the node may be stopped
// at any time.
func runUntilPublished(t *testing.T, bus ros.Backend, n node, topic string) {
	t.Helper()
	w, err := ros.NewNode(t.Context(), bus, watcher, ros.NodeOptions{Namespace: "/nao1", Bare: true, Logger: discard})
	require.NoError(t, err)
	defer w.Close()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- n.start(ctx, bus, nil) }()
	require.Eventually(t, func() bool {
		graph, err := w.Graph()
		require.NoError(t, err)
		return slices.ContainsFunc(graph.Topics, func(at ros.TopicInfo) bool { return at.Name == topic && at.Publishers > 0 })
	}, time.Minute, 10*time.Millisecond)
	cancel()
	require.NoError(t, <-ended)
}

// watcher is the name of a node of the test.
const watcher = "surface_watcher"

// runUntilState runs a driver, and what it needs besides, until its first robot_state. All endpoints are created before
// that.
func runUntilState(t *testing.T, bus ros.Backend, driver node, edit func(config any), beside ...any) {
	t.Helper()
	n, err := ros.NewNode(t.Context(), bus, watcher, ros.NodeOptions{Namespace: "/nao1", Bare: true, Logger: discard})
	require.NoError(t, err)
	defer n.Close()
	states, err := ros.Subscribe[msgs.RobotState](n, "robot_state", ros.BestEffort(), ros.Depth(1))
	require.NoError(t, err)
	type end struct {
		node string
		err  error
	}
	ended := make(chan end, 2)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	running := 1
	go func() { ended <- end{driver.name, driver.start(ctx, bus, edit)} }()
	for i := 0; i < len(beside); i += 2 {
		running++
		go func() {
			other := beside[i].(node)
			ended <- end{other.name, other.start(ctx, bus, beside[i+1].(func(any)))}
		}()
	}
	select {
	case <-states.C():
	case e := <-ended:
		t.Fatalf("%s ended before the first robot_state: %v", e.node, e.err)
	case <-time.After(2 * time.Minute):
		t.Fatalf("%s: no robot_state", driver.name)
	}
	cancel()
	for range running {
		e := <-ended
		require.NoError(t, e.err, e.node)
	}
}
