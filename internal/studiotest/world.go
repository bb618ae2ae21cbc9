package studiotest

import (
	"context"
	"log/slog"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	rosgraphmsgs "gonao/msgs/rosgraph_msgs"
	"gonao/nodes/localization"
	"gonao/nodes/motion"
	naodriver "gonao/nodes/nao_driver"
	"gonao/nodes/planner"
	"gonao/nodes/simulator"
	statepublisher "gonao/nodes/state_publisher"
	"gonao/nodes/vision"
	worldmodel "gonao/nodes/world_model"
	"gonao/ros"
)

// A Part is a node of a real robot in a simulated world.
type Part string

// Parts that are started in addition to the simulator and the driver, which always run.
const (
	Motion         Part = "motion"
	Vision         Part = "vision"
	StatePublisher Part = "state_publisher"
	// Field is localization, world model and planner. Without Vision the simulator publishes percepts from the truth.
	Field Part = "field"
)

// NewWorld starts a stage with a real robot: the simulator with its physics and cameras, the driver, and the given
// parts.
func NewWorld(t *testing.T, o Options, parts ...Part) *Stage {
	t.Helper()
	o.NoBody = true
	s := NewStage(t, o)
	if o.SimTime || slices.Contains(parts, Field) || !slices.Contains(parts, Motion) {
		s.followSimulator()
	} else {
		t.Cleanup(s.beats())
	}
	socket := filepath.Join(t.TempDir(), "robocup")
	sim := simulator.DefaultConfig()
	// The images are drawn on the processor, so they are small and few.
	sim.Socket, sim.RealtimePriority, sim.LingerSec = socket, 0, 0
	sim.Camera.Width, sim.Camera.Height, sim.Camera.RateHz = 320, 240, 5
	if o.World != "" {
		sim.World = o.World
	}
	if slices.Contains(parts, Field) {
		if slices.Contains(parts, Vision) {
			sim.Camera.Width, sim.Camera.Height = 640, 480 // the resolution that the nets were trained for
		} else {
			sim.Percepts.Source = "truth"
		}
	}
	// The world waits for motion's commands: on a busy computer it runs slower, but the robot does not fall.
	sim.Lockstep = slices.Contains(parts, Motion)
	runNode(s, "simulator", &sim, simulator.Run)
	driver := naodriver.DefaultConfig()
	driver.LoLA.Path, driver.RealtimePriority = socket, 0
	if sim.Lockstep {
		driver.LoLA.AnswerWithin = time.Second
		s.realTime()
	}
	runNode(s, "nao_driver", &driver, naodriver.Run)
	for _, p := range parts {
		switch p {
		case Motion:
			cfg := motion.DefaultConfig()
			cfg.RealtimePriority = 0
			runNode(s, string(p), &cfg, motion.Run)
		case Vision:
			cfg := vision.DefaultConfig()
			cfg.ColorTables = t.TempDir()
			if slices.Contains(parts, Field) {
				cfg.Field, cfg.Camera = "spl", "both"
			}
			runNode(s, string(p), &cfg, vision.Run)
		case Field:
			localizes, believes, plans := localization.DefaultConfig(), worldmodel.DefaultConfig(), planner.DefaultConfig()
			runNode(s, "localization", &localizes, localization.Run)
			runNode(s, "world_model", &believes, worldmodel.Run)
			runNode(s, "planner", &plans, planner.Run)
		case StatePublisher:
			cfg := statepublisher.DefaultConfig()
			runNode(s, string(p), &cfg, statepublisher.Run)
		}
	}
	return s
}

// realTime limits a world in lockstep to the speed of the wall clock.
func (s *Stage) realTime() {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), patience)
	defer cancel()
	answer, err := ros.Call[msgs.SetSimulatorSpeedRequest, msgs.SetSimulatorSpeedResponse](ctx, s.Robot, "simulator/speed", msgs.SetSimulatorSpeedRequest{Speed: 1})
	require.NoError(s.t, err)
	require.True(s.t, answer.Success, answer.Message)
}

// followSimulator sets the time of the bus to that of the simulated world. Vision and localization compare the stamps
// of images, which come from the simulator, with those of joints and odometry, which the driver takes from the bus.
func (s *Stage) followSimulator() {
	s.t.Helper()
	clock, err := ros.Subscribe[rosgraphmsgs.Clock](s.Robot, "/clock", ros.BestEffort(), ros.Depth(1))
	require.NoError(s.t, err)
	s.t.Cleanup(goes(func(done <-chan struct{}) {
		for {
			select {
			case <-done:
				return
			case m := <-clock.C():
				s.Bus.Clock().Set(ros.StampTime(m.Clock))
			}
		}
	}))
}

// beats advances the time of the bus with the wall clock.
func (s *Stage) beats() (stop func()) {
	return goes(func(done <-chan struct{}) {
		beat := time.NewTicker(cycle)
		defer beat.Stop()
		for {
			select {
			case <-done:
				return
			case <-beat.C:
				s.Bus.Advance(cycle)
			}
		}
	})
}

// runNode runs a node of the robot with the simulator's time until the test ends.
func runNode[C any](s *Stage, name string, cfg *C, run func(context.Context, *ros.Node, C) error) {
	s.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	n, err := ros.NewNode(ctx, s.Bus, name, ros.NodeOptions{
		Namespace: Namespace, Logger: slog.New(slog.DiscardHandler), Parameters: cfg, UseSimTime: name != "simulator",
	})
	require.NoError(s.t, err)
	ended := make(chan error, 1)
	go func() { ended <- run(ctx, n, *cfg) }()
	s.t.Cleanup(sync.OnceFunc(func() {
		cancel()
		<-ended   //nolint:errcheck // the test is over
		n.Close() //nolint:errcheck // the test is over
	}))
}
