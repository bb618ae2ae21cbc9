// Package recorder is the node that measures a run from outside: it compares
// where the head camera looks with where the ball really is.
//
//	subscribes  ground_truth                  gonao_msgs/GroundTruth                camera and balls in the world
//	            color_blobs                   gonao_msgs/ColorBlobArray             what vision found
//	            machine_state                 gonao_msgs/MachineState               the active path and every transition
//	            cycle_stats                   gonao_msgs/CycleStats                 how the driver's cycle is kept
//	            simulator_stats               gonao_msgs/SimulatorStats             how fast the simulation runs
//	            play_motion/_action/feedback  gonao_msgs/PlayMotionFeedbackMessage  positions the arms reached
//
// It publishes nothing. What it collects is a [score.Record], which the demo reads.
package recorder

import (
	"context"
	"sync"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/internal/convert"
	"gonao/lab/score"
	"gonao/msgs"
	"gonao/nao"
	"gonao/robot/percepts"
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

// inputs are the node's inputs.
type inputs struct {
	Truth     *ros.Subscription[msgs.GroundTruth]               `topic:"ground_truth" qos:"sensor data, depth 50" doc:"camera and balls in the world"`
	Blobs     *ros.Subscription[msgs.ColorBlobArray]            `topic:"color_blobs" qos:"sensor data, depth 50" doc:"what vision found"`
	Machine   *ros.Subscription[msgs.MachineState]              `topic:"machine_state" qos:"transient local, depth 100" doc:"the active path and every transition"`
	Cycle     *ros.Subscription[msgs.CycleStats]                `topic:"cycle_stats" doc:"how the driver's cycle is kept"`
	Simulator *ros.Subscription[msgs.SimulatorStats]            `topic:"simulator_stats" doc:"how fast the simulation runs"`
	Feedback  *ros.Subscription[msgs.PlayMotionFeedbackMessage] `topic:"play_motion/_action/feedback" qos:"depth 20" doc:"positions the arms reached"`
}

// Run records until ctx ends.
func (r *Recorder) Run(ctx context.Context, n *ros.Node) error {
	var in inputs
	if err := ros.Open(n, &in); err != nil {
		return err
	}
	last := lastTransition{}
	for {
		select {
		case <-ctx.Done():
			return nil
		case m := <-in.Truth.C():
			r.groundTruth(&m)
		case m := <-in.Blobs.C():
			r.colorBlobs(&m)
		case m := <-in.Machine.C():
			r.machineState(&m, &last)
		case m := <-in.Feedback.C():
			r.motionFeedback(&m)
		case m := <-in.Cycle.C():
			r.mu.Lock()
			r.cycle = m
			r.mu.Unlock()
		case m := <-in.Simulator.C():
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
			x_WC, found = convert.FromPose(&m.Poses[i]), true
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
