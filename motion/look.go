package motion

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/motion/head"
	"gonao/nao"
)

// Frame says in which frame a point is.
type Frame uint8

// The frames.
const (
	BaseFootprint Frame = iota // on the ground midway between the feet, x forward
	BaseLink                   // the torso
	Odom                       // where odometry counts from; the point stays in the world
)

// LookAt is a point to look at.
type LookAt struct {
	Point   r3.Vec // m
	Frame   Frame
	Camera  nao.Camera
	Speed   float64 // share of the neck's speed, above 0 to 1; 0 is 0.5
	HoldSec float64 // to stay on it once it is there; below 0: until it is canceled
}

// What counts as looking at a point.
const (
	seenWithin   = 0.03 // rad between the optical axis and the point
	looseNeck    = 0.02 // more of it, for a neck that hangs a little
	lookSlackSec = 1.5  // for the head to arrive after it was sent there
	lookSpeed    = 0.5
	sideSlack    = 0.2 // rad that the head looks farther past a point than it must, to stay on its side
)

// look is the task of the head.
type look struct {
	at      LookAt
	control *head.Controller
	seenSec float64 // for so long the head has been there
	sentSec float64 // for so long its target has been
}

// Check names what is wrong with it.
func (l LookAt) Check() error {
	for _, v := range [5]float64{l.Point.X, l.Point.Y, l.Point.Z, l.Speed, l.HoldSec} {
		if !finite(v) {
			return fmt.Errorf("%w: %g: expected a finite number", ErrBadGoal, v)
		}
	}
	switch {
	case l.Speed < 0 || l.Speed > 1:
		return fmt.Errorf("%w: speed %g: expected 0 to 1", ErrBadGoal, l.Speed)
	case l.Camera >= nao.NumCameras:
		return fmt.Errorf("%w: camera %d: expected 0 (top) or 1 (bottom)", ErrBadGoal, l.Camera)
	case l.Frame > Odom:
		return fmt.Errorf("%w: frame %d", ErrBadGoal, l.Frame)
	}
	return nil
}

// LookAt turns the head to a point, and keeps it there. It takes the place of a look
// before it. A point that the neck does not reach ends the task with [Unreachable],
// once the head looks as near to it as it can.
func (m *Motion) LookAt(at LookAt) (Task, error) {
	if err := at.Check(); err != nil {
		return Task{}, fmt.Errorf("look_at: %w", err)
	}
	switch m.state {
	case Falling, Fallen, GettingUp:
		return Task{}, fmt.Errorf("look_at: %w", ErrFallen)
	default:
	}
	if !m.started {
		return Task{}, fmt.Errorf("look_at: %w", ErrNotReady)
	}
	if m.owners[nao.HeadYaw] == headOwner {
		m.head.Stop() // a task outranks a stream
		m.release(headOwner)
	}
	if err := m.free(lookOwner, headJoints); err != nil {
		return Task{}, fmt.Errorf("look_at: %w", err)
	}
	m.endLook(Preempted, fmt.Errorf("look_at: %w: another point", ErrPreempted))
	if at.Speed == 0 {
		at.Speed = lookSpeed
	}
	cfg := m.cfg.Head
	cfg.MaxYawSpeed, cfg.MaxPitchSpeed = at.Speed*cfg.MaxYawSpeed, at.Speed*cfg.MaxPitchSpeed
	m.look.control.Tune(cfg)
	m.look = look{at: at, control: m.look.control}
	m.claim(lookOwner, headJoints)
	return m.beginTask(lookTask), nil
}

// stepLook turns the head on.
func (m *Motion) stepLook(state *nao.State) {
	if m.headTask == 0 {
		return
	}
	l := &m.look
	p_T := m.inTorso(state)
	yaw, pitch, best := nao.LookAtWithin(l.at.Camera, p_T)
	// A point behind is as far to the left as to the right: the head stays on its side.
	if best > seenWithin && math.Abs(yaw) > math.Pi/2 && yaw*m.command.Position[nao.HeadYaw] < 0 {
		if other := offAxis(l.at.Camera, -yaw, pitch, p_T); other < best+sideSlack {
			yaw, best = -yaw, other
		}
	}
	l.control.Set(head.Command{Time: m.now, Mode: head.Position, Yaw: yaw, Pitch: pitch}, m.now)
	l.control.Step(m.now, m.dtSec, &state.Position, &m.command.Position)
	off := offAxis(l.at.Camera, state.Position[nao.HeadYaw], state.Position[nao.HeadPitch], p_T)
	m.taskAt(m.headTask).report.ErrorRad = off
	if math.Hypot(m.command.Position[nao.HeadYaw]-yaw, m.command.Position[nao.HeadPitch]-pitch) < 0.01 {
		l.sentSec += m.dtSec
	}
	switch hold := l.at.HoldSec; {
	case best > seenWithin:
		if l.sentSec > 0.2 {
			m.leaveLook(Unreachable, fmt.Errorf("look_at: %w: the neck stays %.0f° off", ErrUnreachable, best*180/math.Pi))
		}
	case off <= seenWithin+looseNeck:
		if l.seenSec += m.dtSec; hold >= 0 && l.seenSec >= hold {
			m.leaveLook(Finished, nil)
		}
	case l.sentSec > lookSlackSec && hold >= 0:
		m.leaveLook(NotReached, fmt.Errorf("look_at: the head stays %.1f° off", off*180/math.Pi))
	}
}

// leaveLook ends the look; the head stays where it comes to rest.
func (m *Motion) leaveLook(outcome Outcome, why error) {
	m.endLook(outcome, why)
	m.coast(lookOwner)
}

// offAxis is the angle between the optical axis and a point, rad.
func offAxis(cam nao.Camera, yaw, pitch float64, p_T r3.Vec) float64 {
	var q nao.Joints
	q[nao.HeadYaw], q[nao.HeadPitch] = yaw, pitch
	p_C := nao.CameraInTorso(cam, &q).Inverse().Apply(p_T)
	return math.Atan2(math.Hypot(p_C.X, p_C.Y), p_C.Z)
}

// inTorso gives the point in the torso's frame.
func (m *Motion) inTorso(state *nao.State) r3.Vec {
	p := m.look.at.Point
	switch m.look.at.Frame {
	case BaseLink:
		return p
	case Odom:
		here := seenFrom(Odometry{X: p.X, Y: p.Y}, m.Odometry())
		p.X, p.Y = here.X, here.Y
	default:
	}
	return TorsoInFootprint(state).Inverse().Apply(p)
}

// TorsoInFootprint gives X_RT: the torso in base_footprint, which lies on the ground
// midway between the soles and looks where the torso looks. The ground is level and
// where the lower sole is.
func TorsoInFootprint(state *nao.State) nao.Pose {
	x := nao.RollPitchYaw(state.Angles[0], state.Angles[1], 0)
	left := x.Apply(nao.SoleInTorso(nao.LeftLeg, &state.Position).P)
	right := x.Apply(nao.SoleInTorso(nao.RightLeg, &state.Position).P)
	x.P = r3.Vec{X: -(left.X + right.X) / 2, Y: -(left.Y + right.Y) / 2, Z: -min(left.Z, right.Z)}
	return x
}
