package motion

import (
	"cmp"
	"fmt"
	"math"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/internal/si"
	"gonao/motion/head"
	"gonao/nao"
)

// Frame is the frame of a point.
type Frame uint8

// The frames.
const (
	BaseFootprint Frame = iota // on the ground midway between the feet, x forward
	BaseLink                   // the torso
	Odom                       // the origin of the odometry; the point is fixed in the world
)

// LookAt is a point to look at.
type LookAt struct {
	Point   r3.Vec // m
	Frame   Frame
	Camera  nao.Camera
	Speed   float64 // share of the neck's speed, above 0 to 1; 0 is 0.5
	HoldSec float64 // time to keep the camera on the point once it is there; negative: until canceled
}

// When the head counts as looking at a point.
const (
	seenWithin   = 0.03 // rad between the optical axis and the point
	looseNeck    = 0.02 // more of it, for a neck that hangs a little
	lookSlackSec = 1.5  // time for the head to arrive after its target has
	lookSpeed    = 0.5
	sideSlack    = 0.2 // rad that the head looks farther past a point than it must, to stay on its side
	streamSec    = 0.5 // head commands that go on for less than this after a look has begun did not end for it
)

// Check returns an error that names a wrong field of the request.
func (l LookAt) Check() error {
	for _, v := range [5]float64{l.Point.X, l.Point.Y, l.Point.Z, l.Speed, l.HoldSec} {
		if !si.IsFinite(v) {
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

// headControl moves the head by commands, or to look at a point.
type headControl struct {
	commands *head.Controller
	idle     *head.Controller // used by SuggestHead
	look     look
}

// look is the head's task.
type look struct {
	at      LookAt
	control *head.Controller
	took    time.Duration // when it took the head from head commands; 0: it did not
	seenSec float64       // time that the head has been on the point
	sentSec float64       // time that its target has been on the point
}

func newHeadControl(cfg head.Config) headControl {
	return headControl{commands: head.NewController(cfg), idle: head.NewController(cfg), look: look{control: head.NewController(cfg)}}
}

// set stores a head command that was checked. It ends a look.
func (h *headControl) set(c *core, cmd nao.HeadCommand) error {
	if c.body.state == waiting {
		return ErrNotReady
	}
	if c.tasks.headSerial != 0 {
		leaveLook(c, Preempted, h.look.endedByCommand(c.now))
	}
	if err := c.free(headOwner, groups[Head]); err != nil {
		return err
	}
	if c.joints.owners[nao.HeadYaw] != headOwner {
		c.joints.claim(headOwner, groups[Head])
	}
	h.commands.Set(cmd, c.now)
	return nil
}

// endedByCommand returns why a head command ends the look: it has the head now, or it never gave it up.
func (l *look) endedByCommand(now time.Duration) error {
	if l.took > 0 && (now-l.took).Seconds() < streamSec {
		return fmt.Errorf("look_at: %w, which go on: stop who sends them first", &TakenError{Joint: nao.HeadYaw, Owner: ownerNames[headOwner]})
	}
	return fmt.Errorf("look_at: %w: a head command", errPreempted)
}

// lookAt begins to look at a point that was checked. It ends head commands and a look before. When the head commands go on, the look ends
// with a [*TakenError].
func (h *headControl) lookAt(c *core, at LookAt) (Task, error) {
	switch c.body.state {
	case falling, fallen, gettingUp:
		return Task{}, ErrFallen
	case waiting:
		return Task{}, ErrNotReady
	default:
	}
	var took time.Duration
	if c.joints.owners[nao.HeadYaw] == headOwner {
		h.commands.Stop() // a task goes before a stream
		c.joints.release(headOwner)
		took = c.now
	}
	if err := c.free(lookOwner, groups[Head]); err != nil {
		return Task{}, err
	}
	c.tasks.endHead(Preempted, fmt.Errorf("look_at: %w: another point", errPreempted))
	at.Speed = cmp.Or(at.Speed, lookSpeed)
	h.look.control.Tune(c.cfg.Head)
	h.look.control.Slow(at.Speed)
	h.look = look{at: at, control: h.look.control, took: took}
	c.joints.claim(lookOwner, groups[Head])
	return c.tasks.begin(lookTask), nil
}

// step advances the head. A fall takes it from commands and from a look.
func (h *headControl) step(c *core, walked Odometry) {
	if h.commands.Active() {
		if !c.joints.holds(headOwner) {
			h.commands.Stop()
		} else if !h.commands.Step(c.now, c.dtSec, &c.measured, &c.joints.command.Position) {
			c.joints.releaseMoving(headOwner)
		}
	}
	if h.idle.Active() {
		if c.joints.owners[nao.HeadYaw] != idleHeadOwner || c.joints.owners[nao.HeadPitch] != idleHeadOwner {
			h.stopIdle(c)
		} else if !h.idle.Step(c.now, c.dtSec, &c.measured, &c.joints.command.Position) {
			c.joints.releaseMoving(idleHeadOwner)
		}
	}
	switch {
	case c.tasks.headSerial == 0:
	case !c.joints.holds(lookOwner):
		c.tasks.endHead(Fell, fmt.Errorf("look_at: %w", ErrFallen))
	default:
		h.look.step(c, walked)
	}
}

// step turns the head towards the point, and ends the look when it is there for long enough,
// or cannot come there.
func (l *look) step(c *core, walked Odometry) {
	command := &c.joints.command.Position
	p_T := l.inTorso(&c.sensors, walked)
	yaw, pitch, best := nao.LookAtWithin(l.at.Camera, p_T)
	// A point behind is as far to the left as to the right: the head stays on its side.
	if best > seenWithin && math.Abs(yaw) > math.Pi/2 && yaw*command[nao.HeadYaw] < 0 {
		if other := offAxis(l.at.Camera, -yaw, pitch, p_T); other < best+sideSlack {
			yaw, best = -yaw, other
		}
	}
	q := &c.sensors.Position
	l.control.Set(nao.HeadCommand{Stamp: c.now, Mode: nao.HeadPosition, Yaw: yaw, Pitch: pitch}, c.now)
	l.control.Step(c.now, c.dtSec, q, command)
	off := offAxis(l.at.Camera, q[nao.HeadYaw], q[nao.HeadPitch], p_T)
	c.tasks.head().report.ErrorRad = off
	if math.Hypot(command[nao.HeadYaw]-yaw, command[nao.HeadPitch]-pitch) < 0.01 {
		l.sentSec += c.dtSec
	}
	switch hold := l.at.HoldSec; {
	case best > seenWithin:
		if l.sentSec > 0.2 {
			leaveLook(c, Unreachable, fmt.Errorf("look_at: %w: the neck stays %.0f° off", ErrUnreachable, best*180/math.Pi))
		}
	case off <= seenWithin+looseNeck:
		if l.seenSec += c.dtSec; hold >= 0 && l.seenSec >= hold {
			leaveLook(c, Finished, nil)
		}
	case l.sentSec > lookSlackSec && hold >= 0:
		leaveLook(c, NotReached, fmt.Errorf("look_at: the head stays %.1f° off", off*180/math.Pi))
	}
}

// leaveLook ends the look; the head comes to rest and stays there.
func leaveLook(c *core, outcome Outcome, why error) {
	c.tasks.endHead(outcome, why)
	c.joints.releaseMoving(lookOwner)
}

// offAxis returns the angle between the optical axis and a point, rad.
func offAxis(cam nao.Camera, yaw, pitch float64, p_T r3.Vec) float64 {
	var q nao.Joints
	q[nao.HeadYaw], q[nao.HeadPitch] = yaw, pitch
	p_C := nao.CameraInTorso(cam, &q).Inverse().Apply(p_T)
	return math.Atan2(math.Hypot(p_C.X, p_C.Y), p_C.Z)
}

// inTorso returns the point in the torso's frame.
func (l *look) inTorso(state *nao.State, walked Odometry) r3.Vec {
	p := l.at.Point
	switch l.at.Frame {
	case BaseLink:
		return p
	case Odom:
		here := seenFrom(Odometry{X: p.X, Y: p.Y}, walked)
		p.X, p.Y = here.X, here.Y
	default:
	}
	return TorsoInFootprint(state).Inverse().Apply(p)
}

// TorsoInFootprint returns X_RT: the torso in base_footprint, which lies on the ground
// midway between the soles and looks where the torso looks. The ground is level and
// where the lower sole is.
func TorsoInFootprint(state *nao.State) nao.Pose {
	return nao.TorsoInFootprint(&state.Position, state.Angles)
}
