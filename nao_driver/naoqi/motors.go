package naoqi

import (
	"context"
	"fmt"
	"math"

	"gonao/nao"
)

// motors remembers what NAOqi was told, so that only what changes is sent.
type motors struct {
	position  nao.Joints // not a number: not known
	stiffness nao.Joints
	told      bool
}

// whose joints a command moves.
type whose bool

const (
	everyJoint whose = false
	freeJoints whose = true // those that ALMotion leaves alone while it walks
)

// frees reports whether a joint may be moved.
func (w whose) frees(j nao.Joint) bool {
	switch j {
	case nao.HeadYaw, nao.HeadPitch, nao.LHand, nao.RHand:
		return true
	default:
		return w == everyJoint
	}
}

// What is less than this is no change: rad.
const smallestStep = 2e-4

// slowest is the least share of a joint's top speed that is asked for.
const slowest = 0.05

// ahead is how far behind its target a joint goes, in cycles: at a smaller figure it
// would start and stop in each cycle.
const ahead = 2

// forget makes the next sending tell everything.
func (m *motors) forget() {
	for j := range m.position {
		m.position[j], m.stiffness[j] = math.NaN(), math.NaN()
	}
}

// limp reports whether NAOqi was told to let all joints go.
func (m *motors) limp() bool { return m.stiffness == nao.Joints{} }

// stiff reports whether NAOqi was told to hold a joint, or was not told anything since the
// connection was lost.
func (m *motors) stiff() bool { return m.told && !m.limp() }

// send tells NAOqi what changed. A joint that was limp gets its target before it stiffens,
// or it would go where it was told to before.
func (m *motors) send(ctx context.Context, r *robot, state *nao.State, out *nao.Command, which whose, maxSpeed, rate float64) error {
	m.told = true
	var calls []func() error
	wakes := false
	if joints, values := m.positions(out, which); joints != nil {
		speed := float32(speedFor(joints, state, out, maxSpeed, rate))
		calls = append(calls, func() error {
			return m.tell(joints, values, &m.position, func() error {
				return r.motion.WithContext(ctx).SetAngles(names(jointsOf(joints)), floats(values), speed)
			}, "ALMotion.setAngles")
		})
	}
	if joints, values := m.stiffnesses(out, which); joints != nil {
		for i, j := range joints {
			wakes = wakes || values[i] > 0 && !(m.stiffness[j] > 0)
		}
		calls = append(calls, func() error {
			return m.tell(joints, values, &m.stiffness, func() error {
				return r.motion.WithContext(ctx).SetStiffnesses(names(jointsOf(joints)), floats(values))
			}, "ALMotion.setStiffnesses")
		})
	}
	if wakes {
		err := oneByOne(calls)
		for j := range m.position {
			m.position[j] = math.NaN() // said again: a joint that is limp may not keep what it was told
		}
		return err
	}
	return together(calls...)
}

func oneByOne(calls []func() error) error {
	for _, call := range calls {
		if err := call(); err != nil {
			return err
		}
	}
	return nil
}

// tell makes a call and takes note of what it told, also when it failed: then of nothing.
func (m *motors) tell(joints []nao.Joint, values []float32, into *nao.Joints, call func() error, name string) error {
	err := guarded(call)
	for i, j := range joints {
		into[j] = float64(values[i])
		if err != nil {
			into[j] = math.NaN()
		}
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// positions lists the targets that changed, of joints that are held.
func (m *motors) positions(out *nao.Command, which whose) (joints []nao.Joint, values []float32) {
	for j := range nao.Joint(nao.NumJoints) {
		if !which.frees(j) || which == everyJoint && out.Stiffness[j] <= 0 {
			continue
		}
		if step := math.Abs(out.Position[j] - m.position[j]); !(step < smallestStep) {
			joints, values = append(joints, j), append(values, float32(out.Position[j]))
		}
	}
	return joints, values
}

// stiffnesses lists the stiffnesses that changed. While ALMotion walks they are its own.
func (m *motors) stiffnesses(out *nao.Command, which whose) (joints []nao.Joint, values []float32) {
	if which == freeJoints {
		return nil, nil
	}
	for j := range nao.Joint(nao.NumJoints) {
		if v := float32(out.Stiffness[j]); float64(v) != m.stiffness[j] {
			joints, values = append(joints, j), append(values, v)
		}
	}
	return joints, values
}

// speedFor returns the share of their top speed with which the joints come near their
// targets in the next cycles. One call has one speed: the fastest joint's.
func speedFor(joints []nao.Joint, state *nao.State, out *nao.Command, maxSpeed, rate float64) float64 {
	share := slowest
	for _, j := range joints {
		way := math.Abs(out.Position[j] - state.Position[j])
		share = max(share, way*rate/ahead/j.MaxSpeed())
	}
	return min(share, maxSpeed)
}

func jointsOf(joints []nao.Joint) []string {
	list := make([]string, len(joints))
	for i, j := range joints {
		list[i] = jointNames[j]
	}
	return list
}
