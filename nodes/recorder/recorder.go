// Package recorder is the node that measures a run from outside: it compares
// where the head camera looks with where the ball really is.
//
//	subscribes  ground_truth     gonao_msgs/GroundTruth     camera and balls in the world
//	subscribes  color_blobs      gonao_msgs/ColorBlobArray  what vision found
//	subscribes  machine_state    gonao_msgs/MachineState    the active path and every transition
//	subscribes  cycle_stats      gonao_msgs/CycleStats      how the driver's cycle is kept
//	subscribes  simulator_stats  gonao_msgs/SimulatorStats  how fast the simulation runs
//	subscribes  play_motion/_action/feedback                positions the arms reached
//
// It publishes nothing. What it collects is a [score.Record], which the demo reads.
package recorder

import (
	"context"
	"sync"

	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/internal/convert"
	"gonao/lab/score"
	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	"gonao/nao"
	"gonao/percepts"
	"gonao/ros"
)

// Recorder collects messages. Its methods are safe for concurrent use.
type Recorder struct {
	Record *score.Record

	cfg Config

	mu        sync.Mutex
	machine   string
	cycle     msgs.CycleStats
	simulator msgs.SimulatorStats
	goals     map[[16]byte]uint32 // positions reached by each goal
}

// New returns a recorder for one run.
func New(cfg Config) *Recorder {
	return &Recorder{Record: score.NewRecord(cfg.Colors...), cfg: cfg, goals: make(map[[16]byte]uint32)}
}

// Stats returns the latest statistics of driver and simulator.
func (r *Recorder) Stats() (msgs.CycleStats, msgs.SimulatorStats) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.cycle, r.simulator
}

// Machine returns the name of the machine that runs; empty before its first entry.
func (r *Recorder) Machine() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.machine
}

// Run records until ctx ends.
func (r *Recorder) Run(ctx context.Context, n *ros.Node) error {
	truth, err := ros.Subscribe[msgs.GroundTruth](n, "ground_truth", ros.SensorData(), ros.Depth(50))
	if err != nil {
		return err
	}
	blobs, err := ros.Subscribe[msgs.ColorBlobArray](n, "color_blobs", ros.SensorData(), ros.Depth(50))
	if err != nil {
		return err
	}
	machine, err := ros.Subscribe[msgs.MachineState](n, "machine_state", ros.TransientLocal(), ros.Depth(100))
	if err != nil {
		return err
	}
	cycle, err := ros.Subscribe[msgs.CycleStats](n, "cycle_stats")
	if err != nil {
		return err
	}
	simulator, err := ros.Subscribe[msgs.SimulatorStats](n, "simulator_stats")
	if err != nil {
		return err
	}
	feedback, err := ros.Subscribe[msgs.PlayMotionFeedbackMessage](n, "play_motion/_action/feedback", ros.Depth(20))
	if err != nil {
		return err
	}
	last := lastTransition{}
	for {
		select {
		case <-ctx.Done():
			return nil
		case m := <-truth.C():
			r.groundTruth(&m)
		case m := <-blobs.C():
			r.colorBlobs(&m)
		case m := <-machine.C():
			r.machineState(&m, &last)
		case m := <-feedback.C():
			r.motionFeedback(&m)
		case m := <-cycle.C():
			r.mu.Lock()
			r.cycle = m
			r.mu.Unlock()
		case m := <-simulator.C():
			r.mu.Lock()
			r.simulator = m
			r.mu.Unlock()
		}
	}
}

func (r *Recorder) groundTruth(m *msgs.GroundTruth) {
	var x_WC nao.Pose
	found := false
	balls := make(map[string]r3.Vec, len(r.cfg.Colors))
	for i, name := range m.Names {
		if i >= len(m.Poses) {
			break
		}
		if name == r.cfg.Camera {
			x_WC, found = pose(&m.Poses[i]), true
		}
		for _, color := range r.cfg.Colors {
			if name == "ball_"+color {
				p := m.Poses[i].Position
				balls[color] = r3.Vec{X: p.X, Y: p.Y, Z: p.Z}
			}
		}
	}
	if found {
		r.Record.Truth(ros.StampSinceEpoch(m.Header.Stamp), x_WC, balls)
	}
}

func (r *Recorder) colorBlobs(m *msgs.ColorBlobArray) {
	image := percepts.Image{Stamp: ros.StampSinceEpoch(m.Header.Stamp), Blobs: make([]percepts.Blob, 0, len(m.Blobs))}
	for i := range m.Blobs {
		image.Blobs = append(image.Blobs, convert.Blob(&m.Blobs[i]))
	}
	r.Record.Image(&image)
}

// lastTransition identifies a transition, since machine_state repeats the last one once a second.
type lastTransition struct {
	any      bool
	epoch    uint32
	sequence uint64
}

func (r *Recorder) machineState(m *msgs.MachineState, last *lastTransition) {
	stamp := ros.StampTime(m.Stamp)
	now := lastTransition{true, m.Epoch, m.Sequence}
	if now == *last {
		return
	}
	*last = now
	r.mu.Lock()
	r.machine = m.Machine
	r.mu.Unlock()
	r.Record.Transition(ros.SinceEpoch(stamp), score.Transition{TSec: m.Time, Path: m.Path, From: m.Source, To: m.Target})
}

func (r *Recorder) motionFeedback(m *msgs.PlayMotionFeedbackMessage) {
	id := m.GoalId.Uuid
	for ; r.goals[id] < m.Feedback.PositionsReached; r.goals[id]++ {
		r.Record.PositionReached()
	}
}

// pose returns the pose of a message.
func pose(m *geometrymsgs.Pose) nao.Pose {
	q := m.Orientation
	return nao.FromQuat(
		r3.Vec{X: m.Position.X, Y: m.Position.Y, Z: m.Position.Z},
		quat.Number{Real: q.W, Imag: q.X, Jmag: q.Y, Kmag: q.Z},
	)
}
