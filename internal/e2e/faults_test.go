package e2e

import (
	"context"
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	rclinterfaces "gonao/msgs/rcl_interfaces"
	rosgraphmsgs "gonao/msgs/rosgraph_msgs"
	tf2msgs "gonao/msgs/tf2_msgs"
	"gonao/ros"
	"gonao/ros/cdr"
	"gonao/ros/rmw"
)

// patrol is a machine that walks between two places of the field, follows the red ball with the head and blinks, so
// that each node has work.
const patrol = `
machine: patrol
inputs: {pose_x: {type: float, unit: m}}
initial: there
states:
  there:
    do: [{go_to: {x: 0.7, y: 0.0, theta: 0.0}}, {track: {color: red}}, {play_lights: {group: chest, pattern: blink, color: "#00ff00"}}]
    transitions: [{if: pose_x > 0.6, to: back}, {if: failed, after: 0.5s, to: back}]
  back:
    do: [{go_to: {x: -0.7, y: 0.0, theta: =pi}}, {track: {color: red}}, {play_lights: {group: chest, pattern: blink, color: "#0000ff"}}]
    transitions: [{if: pose_x < -0.6, to: there}, {if: failed, after: 0.5s, to: there}]
`

// work holds, by node, the topic on which the node publishes repeatedly. It is "" for a node without such a topic; its
// parameters are read instead.
var work = map[string]string{
	"simulator": "/clock", "nao_driver": "robot_state", "motion": "joint_command", "vision": "color_blobs", "localization": "pose_estimate",
	"world_model": "world_model", "planner": "", "executor": "machine_state", "state_publisher": "/tf", "ball_mover": "carrier_command",
	"lights": "lights", "speech": "", "game_client": "", "studio": "",
}

const (
	recovery = 5 * time.Second // time within which a node must be back
	silence  = 1500 * time.Millisecond
	tilted   = 0.5 // cosine of the torso's tilt below which the robot has fallen over
	trial    = 60 * time.Second
)

// TestFaultMatrix applies each kind of fault to each node while the robot walks, and reports what the robot and the
// other nodes do. The test fails if the robot falls or a process does not come back, except that a robot whose driver
// is stopped may fall. Times are reported only, because they depend on the computer.
// FAULT_MATRIX names the file to write (docs/faults.md). FAULT_REPEAT is the number of times that each fault is
// applied, for running single faults:
//
//	FAULT_REPEAT=5 go test -run '^TestFaultMatrix$/^executor_restarted$' -v ./internal/e2e
func TestFaultMatrix(t *testing.T) {
	if testing.Short() {
		t.Skip("72 faults take a quarter of an hour; make nightly STEPS=faults runs them")
	}
	times := 1
	if text := os.Getenv("FAULT_REPEAT"); text != "" {
		var err error
		times, err = strconv.Atoi(text)
		require.NoError(t, err)
	}
	m := newMatrix(t)
	m.walks(t, time.Now())
	for _, node := range slices.Sorted(maps.Keys(work)) {
		for _, f := range faults {
			t.Run(node+" "+f.name, func(t *testing.T) {
				for range times {
					m.try(t, node, f)
				}
			})
		}
	}
	for _, by := range []time.Duration{10 * time.Second, -10 * time.Second} {
		name := fmt.Sprintf("clock jumps by %v", by)
		t.Run("clock "+name, func(t *testing.T) {
			m.try(t, "/clock", fault{name, func(t *testing.T, m *matrix, _ string) { m.jump(t, by) }, false})
		})
	}
	if file := os.Getenv("FAULT_MATRIX"); file != "" {
		require.NoError(t, os.WriteFile(file, []byte(m.table()), 0o644))
	}
	m.launch.signal(syscall.SIGINT)
	require.Zero(t, m.launch.exit())
	require.Empty(t, m.left(), "processes that outlive the launch")
}

// fault is something that is done to a node. Its function returns when the fault is over.
type fault struct {
	name     string
	do       func(t *testing.T, m *matrix, node string)
	restarts bool // whether the launcher starts the node again
}

// stop is the name of the fault that stops a process.
const stop = "stopped for 3 s"

var faults = []fault{
	{"killed", func(t *testing.T, m *matrix, node string) { m.signal(t, node, syscall.SIGKILL) }, true},
	{"restarted", func(t *testing.T, m *matrix, node string) { m.signal(t, node, syscall.SIGTERM) }, true},
	{stop, func(t *testing.T, m *matrix, node string) {
		m.signal(t, node, syscall.SIGSTOP)
		time.Sleep(3 * time.Second) // the fault itself takes this long
		m.signal(t, node, syscall.SIGCONT)
	}, false},
	{"slow", func(t *testing.T, m *matrix, node string) { // simulated time runs for a tenth of the time
		for range 50 {
			m.signal(t, node, syscall.SIGSTOP)
			time.Sleep(90 * time.Millisecond)
			m.signal(t, node, syscall.SIGCONT)
			time.Sleep(10 * time.Millisecond)
		}
	}, false},
	{"sends garbage", func(t *testing.T, m *matrix, node string) { m.garbage(t, node) }, false},
}

// matrix is the running robot and what is observed of it.
type matrix struct {
	*sandbox
	launch *process
	rows   []matrixRow
	loads  []float64 // load averages

	mu      sync.Mutex
	last    map[string]time.Time     // time of the newest sign of each node
	gap     map[string]time.Duration // longest silence of each node since forget
	states  []string                 // states of the body since forget, without repetitions
	name    string                   // name of the body's newest state
	limp    bool                     // whether the legs lost their stiffness since forget
	fallen  bool
	at, was [2]float64 // position of the torso now and at the last mark, m in world
	upright float64    // cosine of the torso's tilt now
}

// matrixRow is one cell of the matrix: a node and a fault.
type matrixRow struct {
	node, fault, robot, others string
	back, walks                time.Duration
	early                      bool // whether a fall began before the fault was over
}

func newMatrix(t *testing.T) *matrix {
	m := &matrix{sandbox: newSandbox(t), last: map[string]time.Time{}, gap: map[string]time.Duration{}}
	m.observe()
	for node, topic := range work {
		switch node {
		case "state_publisher":
			listen(m, topic, func(f *tf2msgs.TFMessage) {
				if slices.ContainsFunc(f.Transforms, func(x geometrymsgs.TransformStamped) bool { return x.ChildFrameId == "l_ankle" }) {
					m.sign(node)
				}
			})
		case "simulator":
			listen(m, topic, func(*rosgraphmsgs.Clock) { m.sign(node) })
		case "nao_driver":
			listen(m, topic, func(s *msgs.RobotState) { m.sign(node); m.legs(s) })
		case "motion":
			listen(m, topic, func(*msgs.JointCommand) { m.sign(node) })
		case "vision":
			listen(m, topic, func(*msgs.ColorBlobArray) { m.sign(node) })
		case "localization":
			listen(m, topic, func(*msgs.PoseEstimate) { m.sign(node) })
		case "world_model":
			listen(m, topic, func(*msgs.WorldModel) { m.sign(node) })
		case "executor":
			listen(m, topic, func(*msgs.MachineState) { m.sign(node) })
		case "ball_mover":
			listen(m, topic, func(*msgs.CarrierCommand) { m.sign(node) })
		case "lights":
			listen(m, topic, func(*msgs.Lights) { m.sign(node) })
		default:
			m.ask(node)
		}
	}
	listen(m, "motion_state", m.body)
	listen(m, "ground_truth", m.truth)
	// On a busy computer answers are late. The driver waits for them, since the robot would otherwise fall.
	m.launch = m.startEnv([]string{"GONAO_NAO_DRIVER_ANSWER_WITHIN_SEC=0.1"}, "gonao", "launch", "sim.launch.yaml", "camera:=paper", "percepts:=truth", "localization:=true", "speech:=true", "lights:=true",
		"game:=machine", "studio:=true", "socket:="+m.socket, "machine:="+m.file("patrol.yaml", patrol))
	return m
}

// listen calls f with each message of a topic until the test ends.
func listen[T any, P ros.Message[T]](m *matrix, topic string, f func(*T)) {
	var zero T
	sub, err := ros.SubscribeRaw(m.node, topic, P(&zero).TypeName(), P(&zero).TypeHash(), func(data []byte, _ time.Time) {
		var v T
		if cdr.Unmarshal(data, P(&v)) == nil {
			f(&v)
		}
	}, ros.BestEffort(), ros.Depth(50))
	require.NoError(m.t, err)
	m.t.Cleanup(func() { sub.Close() })
}

// ask reads a node's parameters repeatedly until the test ends.
func (m *matrix) ask(node string) {
	client, err := ros.NewClient[rclinterfaces.GetParametersRequest, rclinterfaces.GetParametersResponse](m.node, node+"/get_parameters")
	require.NoError(m.t, err)
	ctx := m.t.Context()
	go func() {
		for tick := time.NewTicker(200 * time.Millisecond); ctx.Err() == nil; <-tick.C {
			ctx, cancel := context.WithTimeout(ctx, time.Second)
			if _, err := client.Call(ctx, rclinterfaces.GetParametersRequest{}); err == nil {
				m.sign(node)
			}
			cancel()
		}
	}()
}

// sign records that a node works.
func (m *matrix) sign(node string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := time.Now()
	if last, ok := m.last[node]; ok {
		m.gap[node] = max(m.gap[node], now.Sub(last))
	}
	m.last[node] = now
}

// legs records whether the legs have lost their stiffness.
func (m *matrix) legs(s *msgs.RobotState) {
	m.mu.Lock()
	defer m.mu.Unlock()
	const first, last = 7, 17 // in LoLA's order: hips to ankles
	if !slices.ContainsFunc(s.Stiffness[first:last], func(v float32) bool { return v > 0.05 }) {
		m.limp = true
	}
}

// body records the state of the body.
func (m *matrix) body(s *msgs.MotionState) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.name = s.Name
	if len(m.states) == 0 || m.states[len(m.states)-1] != s.Name {
		m.states = append(m.states, s.Name)
	}
}

// truth records where the torso is, and whether the robot has fallen.
func (m *matrix) truth(g *msgs.GroundTruth) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(g.Poses) == 0 {
		return
	}
	p, q := g.Poses[0].Position, g.Poses[0].Orientation
	m.at, m.upright = [2]float64{p.X, p.Y}, 1-2*(q.X*q.X+q.Y*q.Y)
	if m.upright < tilted {
		m.fallen = true
	}
}

// tips reports whether the torso leans further than that of a walking robot, or the robot has fallen.
func (m *matrix) tips() bool {
	const leans = 0.9 // cosine of the torso's tilt
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.fallen || m.upright < leans
}

// forget begins a new trial.
func (m *matrix) forget() {
	m.mu.Lock()
	defer m.mu.Unlock()
	clear(m.gap)
	m.states, m.limp, m.fallen = nil, false, false
}

// mark starts measuring how far the robot walks.
func (m *matrix) mark() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.was = m.at
}

// walks waits until every node has given a sign since the given time and the robot has walked 10 cm. It returns the
// time when both were true.
func (m *matrix) walks(t *testing.T, since time.Time) time.Time {
	t.Helper()
	m.mark()
	var missing []string
	for deadline := time.Now().Add(trial); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if missing = m.missing(since); len(missing) == 0 {
			return time.Now()
		}
	}
	require.Fail(t, "the robot does not work again", "after %v: %v", trial, missing)
	return time.Time{}
}

// missing returns the nodes that have not given a sign since the given time.
func (m *matrix) missing(since time.Time) []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	var all []string
	for node := range work {
		if !m.last[node].After(since) {
			all = append(all, node)
		}
	}
	if math.Hypot(m.at[0]-m.was[0], m.at[1]-m.was[1]) < 0.1 || m.name != "walking" { // a robot that falls and gets up moves, too
		all = append(all, "walking")
	}
	return all
}

// try applies a fault to a node, waits until the robot works again, and adds the row.
func (m *matrix) try(t *testing.T, node string, f fault) {
	before := m.pids(t)
	m.forget()
	f.do(t, m, node)
	over := time.Now()
	early := m.tips()
	if f.restarts {
		for deadline := over.Add(trial); m.launch.pidOf(node) == before[node]; time.Sleep(10 * time.Millisecond) {
			require.True(t, time.Now().Before(deadline), "the launcher does not start %s again", node)
		}
	}
	started := time.Now()
	m.mark()
	back := over
	if _, isNode := work[node]; isNode {
		for deadline := started.Add(trial); ; time.Sleep(5 * time.Millisecond) {
			m.mu.Lock()
			back = m.last[node]
			m.mu.Unlock()
			if back.After(started) {
				break
			}
			require.True(t, time.Now().Before(deadline), "%s does not work again", node)
		}
	}
	walks := m.walks(t, started)
	m.note(t, matrixRow{node: node, fault: f.name, back: back.Sub(over), walks: walks.Sub(over), early: early}, before)
}

// note completes a row, and requires that the robot did not fall and no other process ended.
func (m *matrix) note(t *testing.T, row matrixRow, before map[string]int) {
	var others []string
	for other, pid := range m.pids(t) {
		if other != row.node && pid != before[other] {
			others = append(others, other+" was started again")
			t.Errorf("%s ended", other)
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for other, gap := range m.gap {
		if gap = max(gap, time.Since(m.last[other])); other != row.node && gap > silence {
			others = append(others, fmt.Sprintf("%s silent for %.1f s", other, gap.Seconds()))
		}
	}
	slices.Sort(others)
	row.others = strings.Join(others, ", ")
	if row.others == "" {
		row.others = "go on"
	}
	row.robot = describe(m.states)
	if m.limp {
		row.robot += "; was let down"
	}
	switch stopped := row.node == "nao_driver" && row.fault == stop; {
	case m.fallen && stopped && row.early:
		row.robot += "; **fell** while nobody moved its joints"
	case m.fallen:
		row.robot += "; **fell**"
		t.Errorf("the robot fell")
	}
	t.Logf("%s %s: %s; others: %s; back after %.1f s, walks after %.1f s", row.node, row.fault, row.robot, row.others, row.back.Seconds(), row.walks.Seconds())
	m.rows = append(m.rows, row)
	if data, err := os.ReadFile("/proc/loadavg"); err == nil {
		var load float64
		fmt.Sscan(string(data), &load)
		m.loads = append(m.loads, load)
	}
}

// describe returns the states of a body in words; a long list is shortened to the first and the last.
func describe(states []string) string {
	if n := len(states); n > 8 {
		states = slices.Concat(states[:3], []string{fmt.Sprintf("%d more", n-6)}, states[n-3:])
	}
	if len(states) == 1 && states[0] == "walking" {
		return "walks on"
	}
	return strings.ReplaceAll(strings.Join(states, ", "), "_", " ")
}

// pids returns the process id of each node.
func (m *matrix) pids(t *testing.T) map[string]int {
	t.Helper()
	all := map[string]int{}
	for node := range work {
		all[node] = m.launch.pidOf(node)
	}
	return all
}

func (m *matrix) signal(t *testing.T, node string, s syscall.Signal) {
	t.Helper()
	require.NoError(t, syscall.Kill(m.launch.pidOf(node), s))
}

// garbage publishes invalid messages for two seconds on all topics of a node that other nodes read: the node's own
// messages with flipped bits, with missing bytes, with numbers that are NaN, infinite or huge, and plain noise.
func (m *matrix) garbage(t *testing.T, node string) {
	graph, err := m.node.Graph()
	require.NoError(t, err)
	backend, err := rmw.Open()
	require.NoError(t, err)
	defer backend.Close()
	own, err := ros.NewNode(t.Context(), backend, "garbage", ros.NodeOptions{Namespace: "nao1"})
	require.NoError(t, err)
	defer own.Close()
	var streams []*stream
	for _, topic := range graph.Topics {
		if s := openStream(t, own, node, topic); s != nil {
			streams = append(streams, s)
		}
	}
	time.Sleep(time.Second) // time to collect samples
	random := rand.New(rand.NewPCG(1, uint64(len(m.rows))))
	for range 200 {
		for _, s := range streams {
			_ = s.out.Publish(s.spoiled(random)) // a reader that is behind loses the message
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// stream is a topic together with a sample of its messages.
type stream struct {
	out    ros.RawPublisher
	mu     sync.Mutex
	sample []byte
}

// openStream opens a topic that the node publishes and another node reads; it returns nil for other topics.
func openStream(t *testing.T, own *ros.Node, node string, topic ros.TopicInfo) *stream {
	writes := func(e ros.EndpointInfo) bool { return e.Writer && e.Node == "/nao1/"+node }
	read := func(e ros.EndpointInfo) bool {
		return !e.Writer && e.Node != "/nao1/observer" && e.Node != "/nao1/garbage"
	}
	if len(topic.Types) != 1 || !slices.ContainsFunc(topic.Endpoints, writes) || !slices.ContainsFunc(topic.Endpoints, read) {
		return nil
	}
	e := topic.Endpoints[slices.IndexFunc(topic.Endpoints, writes)]
	s := &stream{sample: []byte{0, 1, 0, 0}}
	sub, err := ros.SubscribeRaw(own, topic.Name, e.Type, e.Hash, func(data []byte, _ time.Time) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.sample = append(s.sample[:0], data...)
	}, ros.WithQoS(e.QoS))
	require.NoError(t, err)
	_ = sub // closed together with the node
	s.out, err = ros.AdvertiseRaw(own, topic.Name, e.Type, e.Hash, ros.WithQoS(e.QoS))
	require.NoError(t, err)
	return s
}

// spoiled returns a damaged copy of the sample.
func (s *stream) spoiled(r *rand.Rand) []byte {
	s.mu.Lock()
	data := slices.Clone(s.sample)
	s.mu.Unlock()
	body := data[4:]
	switch kind := r.IntN(5); {
	case kind == 0 || len(body) < 8:
		data = data[:4]
		for range r.IntN(200) {
			data = append(data, byte(r.Uint32()))
		}
	case kind == 1:
		data = data[:4+r.IntN(len(body))]
	case kind == 2:
		for range 1 + r.IntN(8) {
			body[r.IntN(len(body))] ^= 1 << r.IntN(8)
		}
	case kind == 3:
		wide := []float64{math.NaN(), math.Inf(1), -1e300, 1e18}[r.IntN(4)]
		binary.LittleEndian.PutUint64(body[r.IntN(len(body)/8)*8:], math.Float64bits(wide))
	default:
		narrow := []float32{float32(math.NaN()), float32(math.Inf(-1)), 1e30, -1e9}[r.IntN(4)]
		binary.LittleEndian.PutUint32(body[r.IntN(len(body)/4)*4:], math.Float32bits(narrow))
	}
	return data
}

// jump publishes one time that differs from the simulator's. The simulator is stopped until the nodes accept the time
// of another publisher.
func (m *matrix) jump(t *testing.T, by time.Duration) {
	out, err := ros.Advertise[rosgraphmsgs.Clock](m.node, "/clock", ros.BestEffort())
	require.NoError(t, err)
	defer out.Close()
	now := await(t, subscribe[rosgraphmsgs.Clock](m.sandbox, "/clock"), "the time", func(*rosgraphmsgs.Clock) bool { return out.Subscribers() > 10 })
	m.signal(t, "simulator", syscall.SIGSTOP)
	defer m.signal(t, "simulator", syscall.SIGCONT)
	time.Sleep(2500 * time.Millisecond) // this is the fault itself
	require.NoError(t, out.Publish(rosgraphmsgs.Clock{Clock: ros.Stamp(ros.StampTime(now.Clock).Add(by))}))
}

// load returns the smallest and the largest load average, measured at the ends of the trials.
func (m *matrix) load() string {
	return fmt.Sprintf("%.0f to %.0f", slices.Min(m.loads), slices.Max(m.loads))
}

// table returns the matrix as a Markdown page.
func (m *matrix) table() string {
	var b strings.Builder
	b.WriteString(`# What happens when a node fails
Written by ` + "`make nightly STEPS=faults`" + ` (internal/e2e/faults_test.go): sim.launch.yaml with localization, speech, lights, a game and the studio.
The robot walks between two places while one node after the other gets a fault.

- *Back* is the time from the end of the fault until the node works again, *walks* until all nodes work and the robot has walked 10 cm.
  A time over ` + recovery.String() + ` until a node is back is bold. All of them depend on the computer: this run had ` + fmt.Sprint(runtime.NumCPU()) + ` processors and a load of ` + m.load() + `.
- *Restarted* is SIGTERM: the node ends in order and is started again. The driver first lets the robot down (3 s).
- *Stopped*: a robot whose driver is stopped keeps the joints of that moment. In the middle of a step it may tip over before the driver
  continues; any other fall fails the test. In one process it does not fall in any phase of a step (sim/robot/driver_faults_test.go).
- *Slow*: the process runs for a tenth of the time, for five seconds.
- *Sends garbage*: for two seconds, 100 times a second, the other nodes get spoiled copies of the node's messages, on all of its topics.
- Silences of less than ` + silence.String() + ` are not listed.

| node | fault | the robot | the others | back, s | walks, s |
|-|-|-|-|-|-|
`)
	for _, r := range m.rows {
		back := fmt.Sprintf("%.1f", r.back.Seconds())
		if r.back > recovery {
			back = "**" + back + "**"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %.1f |\n", r.node, r.fault, r.robot, r.others, back, r.walks.Seconds())
	}
	return b.String()
}
