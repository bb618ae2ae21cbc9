package executor

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/behavior"
	"gonao/msgs"
	"gonao/ros"
	"gonao/ros/inproc"
	"gonao/ros/param"
)

// world is a robot, vision and motion on an in-process bus, and the executor.
type world struct {
	t       *testing.T
	bus     *inproc.Bus
	robot   *ros.Node
	state   *ros.Publisher[msgs.RobotState]
	blobs   *ros.Publisher[msgs.ColorBlobArray]
	head    *ros.Subscription[msgs.HeadCommand]
	machine *ros.Subscription[msgs.MachineState]

	steps     int
	blind     bool
	hidden    bool
	headCount int
	lastHead  msgs.HeadCommand
	trace     []string
	beats     int
	last      msgs.MachineState
	playing   sync.Mutex // guards what is below
	played    []string
	cancelled int
}

func node(t *testing.T, bus *inproc.Bus, name string) *ros.Node {
	t.Helper()
	n, err := ros.NewNode(t.Context(), bus, name, ros.NodeOptions{Namespace: "nao1"})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, n.Close()) })
	return n
}

func newWorld(t *testing.T) *world {
	t.Helper()
	bus := inproc.NewBus()
	w := &world{t: t, bus: bus, robot: node(t, bus, "robot")}
	var err error
	w.state, err = ros.Advertise[msgs.RobotState](w.robot, "robot_state")
	require.NoError(t, err)
	w.blobs, err = ros.Advertise[msgs.ColorBlobArray](w.robot, "color_blobs")
	require.NoError(t, err)
	w.head, err = ros.Subscribe[msgs.HeadCommand](w.robot, "head_command", ros.Depth(100))
	require.NoError(t, err)
	w.machine, err = ros.Subscribe[msgs.MachineState](w.robot, "machine_state", ros.Reliable(), ros.TransientLocal(), ros.Depth(100))
	require.NoError(t, err)
	return w
}

// serveMotion plays motions of four positions, one every 0.8 s.
func (w *world) serveMotion(n *ros.Node) {
	_, err := ros.ServeAction(n, "play_motion", func(ctx context.Context, g msgs.PlayMotionGoal, say func(msgs.PlayMotionFeedback)) (msgs.PlayMotionResult, error) {
		w.playing.Lock()
		w.played = append(w.played, g.Name)
		w.playing.Unlock()
		for i := range uint32(4) {
			if err := n.Clock.Sleep(ctx, 800*time.Millisecond); err != nil {
				w.playing.Lock()
				w.cancelled++
				w.playing.Unlock()
				return msgs.PlayMotionResult{ErrorCode: msgs.PlayMotionResultCanceled, PositionsReached: i}, err
			}
			say(msgs.PlayMotionFeedback{PositionsReached: i + 1, Slots: 4})
		}
		return msgs.PlayMotionResult{PositionsReached: 4}, nil
	})
	require.NoError(w.t, err)
}

// start runs the executor; the function it returns ends it and gives its error.
func (w *world) start(cfg Config) (stop func() error) { return w.startAs("executor", cfg) }

func (w *world) startAs(name string, cfg Config) (stop func() error) {
	cfg.HotReload = false // a bubble does not get on with a watch of real files
	ctx, cancel := context.WithCancel(context.Background())
	n, err := ros.NewNode(ctx, w.bus, name, ros.NodeOptions{Namespace: "nao1", Parameters: &cfg})
	require.NoError(w.t, err)
	done := make(chan error, 1)
	go func() { done <- Run(ctx, n, cfg) }()
	return func() error {
		cancel()
		err := <-done
		require.NoError(w.t, n.Close())
		return err
	}
}

// open makes an executor whose rounds the test does; the function it returns ends it.
func (w *world) open(cfg Config) (e *executor, stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	n, err := ros.NewNode(ctx, w.bus, "executor", ros.NodeOptions{Namespace: "nao1", Parameters: &cfg})
	require.NoError(w.t, err)
	e, err = open(n, cfg)
	require.NoError(w.t, err)
	e.beside = ctx
	require.NoError(w.t, e.openSlots())
	return e, func() {
		e.machines.Stop(clockTime(n.Clock.Now()))
		cancel()
		e.others.Wait()
		require.NoError(w.t, n.Close())
	}
}

// run moves the time on in steps of 12 ms, as /clock does.
func (w *world) run(d time.Duration) {
	for end := w.bus.Clock().Now().Add(d); w.bus.Clock().Now().Before(end); w.steps++ {
		now := w.bus.Clock().Now()
		if !w.blind {
			require.NoError(w.t, w.state.Publish(msgs.RobotState{Stamp: ros.Stamp(now)}))
			if w.steps%3 == 0 {
				m := msgs.ColorBlobArray{Width: 640, Height: 480, Blobs: []msgs.ColorBlob{
					{Color: "red", Azimuth: -0.3, ImageAzimuth: 0.3, Radius: 30, Confidence: 1},
					{Color: "green", Azimuth: 0.3, ImageAzimuth: -0.3, Radius: 30, Confidence: 1},
				}}
				m.Header.Stamp = ros.Stamp(now)
				if w.hidden {
					m.Blobs = nil
				}
				require.NoError(w.t, w.blobs.Publish(m))
			}
		}
		w.bus.Advance(12 * time.Millisecond)
		synctest.Wait()
		w.collect()
	}
}

func (w *world) collect() {
	for {
		select {
		case w.lastHead = <-w.head.C():
			w.headCount++
		case m := <-w.machine.C():
			if len(w.trace) == 0 || m.Sequence != w.last.Sequence || m.Epoch != w.last.Epoch {
				w.trace = append(w.trace, fmt.Sprintf("%d/%d %.1f %s -> %s", m.Epoch, m.Sequence, m.Time, m.Source, m.Path))
			} else {
				w.beats++
			}
			w.last = m
		default:
			return
		}
	}
}

// inBubble runs a test in which time stands still while goroutines work.
func inBubble(t *testing.T, test func(t *testing.T, w *world)) {
	synctest.Test(t, func(t *testing.T) { test(t, newWorld(t)) })
}

func TestTheExecutorLeavesThePapersTrace(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		w.serveMotion(w.robot)
		stop := w.start(DefaultConfig())
		w.blind = true
		w.run(3 * time.Second)
		require.Empty(t, w.trace, "nothing begins before the robot is there")
		require.Zero(t, w.headCount)
		w.blind = false
		w.run(9 * time.Second)
		require.InDelta(t, 0.3, w.lastHead.Yaw, 0.02, "looks at the green ball")
		require.Greater(t, w.headCount, 30*9, "at least 30 commands a second")
		w.run(19 * time.Second)
		require.NoError(t, stop())
		w.collect()
		require.Equal(t, []string{
			"0/0 0.0  -> followBall/red",
			"0/1 8.0 followBall/red -> followBall/green",
			"0/2 10.0 followBall/green -> dance/right",
			"0/3 18.7 dance/right -> dance/left",
			"0/4 20.0 dance/left -> followBall/green",
			"0/5 26.0 followBall/green -> followBall/red",
		}, w.trace)
		require.InDelta(t, 28, w.beats, 6, "a heartbeat a second")
		require.Equal(t, []string{"dance_right", "dance_right", "dance_right", "dance_left"}, w.played)
		require.Equal(t, 2, w.cancelled, "the third right one, and the left one at 20 s")
		require.Equal(t, "follow_and_dance", w.last.Machine)
		require.Equal(t, []string{"followBall", "red"}, w.last.Active)
		require.NoError(t, w.robot.Close())
	})
}

func TestMotionMayDieAndComeBack(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		cfg := DefaultConfig()
		cfg.Machine = "dance"
		motion := node(t, w.bus, "motion")
		stop := w.start(cfg)
		w.run(3 * time.Second)
		require.Equal(t, "right", w.last.Path, "it begins without motion")
		w.serveMotion(motion)
		w.run(2 * time.Second)
		require.Equal(t, []string{"dance_right"}, w.played)
		require.NoError(t, motion.Close())
		w.run(4 * time.Second)
		motion = node(t, w.bus, "motion")
		w.serveMotion(motion)
		w.run(15 * time.Second)
		require.Contains(t, w.trace[len(w.trace)-1], "right -> left", "%v", w.played)
		require.NoError(t, stop())
		require.NoError(t, motion.Close())
		require.NoError(t, w.robot.Close())
	})
}

func TestABackwardClockBeginsTheMachineAgainWithTheNextEpoch(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		w.serveMotion(w.robot)
		stop := w.start(DefaultConfig())
		w.run(9 * time.Second)
		w.bus.Clock().Set(time.Unix(0, 0))
		w.blind = true
		w.run(2 * time.Second)
		require.Equal(t, uint32(0), w.last.Epoch, "it waits for the robot")
		w.blind = false
		w.run(9 * time.Second)
		require.NoError(t, stop())
		require.Equal(t, []string{
			"0/0 0.0  -> followBall/red", "0/1 8.0 followBall/red -> followBall/green",
			"1/0 0.0  -> followBall/red", "1/1 8.0 followBall/red -> followBall/green",
		}, w.trace)
		require.NoError(t, w.robot.Close())
	})
}

func TestALostBallIsSearched(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		cfg := DefaultConfig()
		cfg.Machine, cfg.Behavior.Controller = "follow_ball", "proportional"
		stop := w.start(cfg)
		w.run(time.Second)
		require.Equal(t, msgs.HeadCommandModeSpeed, w.lastHead.Mode)
		require.Negative(t, w.lastHead.YawRate, "towards the red ball on the right")
		w.hidden = true
		w.run(4 * time.Second)
		require.Equal(t, msgs.HeadCommandModePosition, w.lastHead.Mode)
		require.NotZero(t, w.lastHead.YawRate, "the head sweeps")
		require.NoError(t, stop())
		w.collect()
		require.Equal(t, msgs.HeadCommandModeSpeed, w.lastHead.Mode, "and rests at the end")
		require.Zero(t, w.lastHead.YawRate)
		require.NoError(t, w.robot.Close())
	})
}

func TestWrongParametersStopTheStart(t *testing.T) {
	file := filepath.Join(t.TempDir(), "bad.yaml")
	require.NoError(t, os.WriteFile(file, []byte("machine: m\nstates: {a: {transitions: [{to: b}]}}\n"), 0o600))
	misspelt := filepath.Join(t.TempDir(), "misspelt.yaml")
	require.NoError(t, os.WriteFile(misspelt, []byte("machine: m\ninitial: a\nstates: {a: {do: {play: {motion: dance_rihgt}}}}\n"), 0o600))
	for want, spoil := range map[string]func(*Config){
		`executor: machine "danse": no such machine`:         func(c *Config) { c.Machine = "danse" },
		`bad.yaml:1:1: initial: missing`:                     func(c *Config) { c.Machine = file },
		`bad.yaml:2:33: states.a.transitions[0].to: no`:      func(c *Config) { c.Machine = file },
		`"dance_rihgt"; expected a motion that is installed`: func(c *Config) { c.Machine = misspelt },
		`executor: motion_dir "nowhere": stat`:               func(c *Config) { c.MotionDir = "nowhere" },
		`"red"; expected one of vision's colours: blue`:      func(c *Config) { c.Behavior.Colors = []string{"blue"} },
	} {
		inBubble(t, func(t *testing.T, w *world) {
			cfg := DefaultConfig()
			spoil(&cfg)
			require.ErrorContains(t, w.start(cfg)(), want)
			require.NoError(t, w.robot.Close())
		})
	}
	cfg := DefaultConfig()
	cfg.Behavior.Controller = "x"
	require.ErrorContains(t, param.Check(&cfg), `controller: "x": expected "predictive"`)
}

func TestTheParameterFileHoldsTheDefaults(t *testing.T) {
	require.NoError(t, param.CheckFile("../../launch/params/executor.yaml", "/executor", DefaultConfig()))
}

func TestTheDefaultsAreThoseOfTheRoom(t *testing.T) {
	ours, rooms := DefaultConfig().Behavior, behavior.DefaultConfig()
	a, b := reflect.ValueOf(rooms.Track), reflect.ValueOf(ours.Track)
	for i := range a.NumField() {
		require.InDelta(t, a.Field(i).Float(), b.Field(i).Float(), 1e-9, a.Type().Field(i).Name)
	}
	ours.Track = rooms.Track
	require.Equal(t, rooms, ours)
}

// file writes a file and gives its path.
func (w *world) file(name, text string) string {
	file := filepath.Join(w.t.TempDir(), name)
	require.NoError(w.t, os.WriteFile(file, []byte(text), 0o600))
	return file
}
