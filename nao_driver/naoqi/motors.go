package naoqi

import (
	"context"
	"fmt"
	"math"

	"gonao/nao"
)

// motors holds the values last sent to NAOqi, so that only changes are sent.
type motors struct {
	position  nao.Joints // NaN if unknown
	stiffness nao.Joints
	commanded bool // something has been sent
}

// scope is the set of joints that a command moves.
type scope bool

const (
	everyJoint scope = false
	freeJoints scope = true // joints that ALMotion does not move while it walks
)

// has reports whether a joint is in the scope.
func (w scope) has(j nao.Joint) bool {
	switch j {
	case nao.HeadYaw, nao.HeadPitch, nao.LHand, nao.RHand:
		return true
	default:
		return w == everyJoint
	}
}

// smallestStep is the smallest change of a target that is worth sending, rad.
const smallestStep = 2e-4

// slowest is the lowest speed that is requested, as a share of a joint's top speed.
const slowest = 0.05

// ahead is the time in which a joint shall reach its target, in cycles. With less, the joint would start and stop
// in each cycle.
const ahead = 2

// forget makes the next call of send send all values.
func (m *motors) forget() {
	for j := range m.position {
		m.position[j], m.stiffness[j] = math.NaN(), math.NaN()
	}
}

// limp reports whether the stiffnesses sent last are 0.
func (m *motors) limp() bool { return m.stiffness == nao.Joints{} }

// stiff reports whether NAOqi may hold a joint stiff: the last stiffness sent was above 0, or nothing has been sent
// since the connection was lost.
func (m *motors) stiff() bool { return m.commanded && !m.limp() }

// send sends the values that have changed. A limp joint gets its target before it stiffens; otherwise it would move
// to an earlier target.
func (m *motors) send(ctx context.Context, r *robot, state *nao.State, out *nao.Command, which scope, maxSpeed, rate float64) error {
	m.commanded = true
	var calls []func() error
	wakes := false
	if joints, values := m.positions(out, which); joints != nil {
		speed := float32(speedFor(joints, state, out, maxSpeed, rate))
		calls = append(calls, func() error {
			return m.call(joints, values, &m.position, func() error {
				return r.motion.WithContext(ctx).SetAngles(names(jointsOf(joints)), floats(values), speed)
			}, "ALMotion.setAngles")
		})
	}
	if joints, values := m.stiffnesses(out, which); joints != nil {
		for i, j := range joints {
			wakes = wakes || values[i] > 0 && !(m.stiffness[j] > 0)
		}
		calls = append(calls, func() error {
			return m.call(joints, values, &m.stiffness, func() error {
				return r.motion.WithContext(ctx).SetStiffnesses(names(jointsOf(joints)), floats(values))
			}, "ALMotion.setStiffnesses")
		})
	}
	if wakes {
		err := oneByOne(calls)
		for j := range m.position {
			// The target is sent again later, because a limp joint may not keep it.
			m.position[j] = math.NaN()
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

// call makes a call and records the values that it has sent. After an error it records them as unknown.
func (m *motors) call(joints []nao.Joint, values []float32, into *nao.Joints, send func() error, name string) error {
	err := guarded(send)
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

// positions returns the changed targets of the stiff joints.
func (m *motors) positions(out *nao.Command, which scope) (joints []nao.Joint, values []float32) {
	for j := range nao.Joint(nao.NumJoints) {
		if !which.has(j) || which == everyJoint && out.Stiffness[j] <= 0 {
			continue
		}
		if step := math.Abs(out.Position[j] - m.position[j]); !(step < smallestStep) {
			joints, values = append(joints, j), append(values, float32(out.Position[j]))
		}
	}
	return joints, values
}

// stiffnesses returns the changed stiffnesses. While ALMotion walks, it controls the stiffnesses itself.
func (m *motors) stiffnesses(out *nao.Command, which scope) (joints []nao.Joint, values []float32) {
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

// speedFor returns the speed with which the joints reach their targets in the next cycles, as a share of their top
// speed. A call has only one speed, so the fastest joint decides.
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
