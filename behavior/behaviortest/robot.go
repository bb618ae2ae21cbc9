// Package behaviortest has a robot for tests of behaviours: it follows the test, without delay and without physics.
// Joints and head obey at a limited speed, walking is dead reckoning without slip, balls are seen where the head looks,
// and motions have the duration and the effect that the test sets.
package behaviortest

import (
	"fmt"
	"math"
	"time"

	"gonao/behavior"
	"gonao/nao"
	"gonao/robot/percepts"
)

// Step is how far Run moves the time on at once: a camera's and a machine's pace.
const Step = 20 * time.Millisecond

// Motion is the effect of a motion of the robot.
type Motion struct {
	Takes  time.Duration
	Slots  int          // positions it reaches on the way; at least 1
	Effect func(*Robot) // at its end; may be nil
	Fails  bool         // instead of the effect
}

// Ball is a ball beside the robot.
type Ball struct {
	Color string
	X, Y  float64 // m on the field, where odometry counts from
}

// Robot is a scripted robot. It is [behavior.Inputs] and [behavior.Outputs].
type Robot struct {
	State   nao.State
	At      percepts.Odometry
	NoOdom  bool // without odometry
	NoLegs  bool // walk_to has no server
	NoImage bool // the camera is dead
	Motions map[string]Motion
	Balls   []Ball
	Field   *behavior.Belief // its belief about the field; may be nil

	Log      []string // requests to the robot: "1.20 play getup"
	Velocity behavior.Velocity

	image   percepts.Image
	imaged  time.Duration
	head    nao.HeadCommand
	headSet bool
	going   []*Going
	place   *walk // target of walk_to
}

// Standing returns a robot that stands at the origin and looks ahead.
func Standing() *Robot {
	r := &Robot{Motions: map[string]Motion{}}
	r.Upright()
	return r
}

// Upright makes it stand.
func (r *Robot) Upright() {
	r.State.Accelerometer = [3]float64{0, 0, 9.81}
	r.State.Angles = [2]float64{}
	for i := range r.State.FSR {
		r.State.FSR[i] = 53.0 / nao.NumFSR
	}
}

// Lie makes it lie with this axis of the torso up: +x on its back, -x on its front,
// +y on its right side, -y on its left side.
func (r *Robot) Lie(x, y float64) {
	r.State.Accelerometer = [3]float64{9.81 * x, 9.81 * y, 0}
	r.State.Angles = [2]float64{-y * math.Pi / 2, -x * math.Pi / 2}
	r.State.FSR = [nao.NumFSR]float64{}
}

// Run ticks a brain until a condition is true, at most for a time; it reports whether it became true.
func (r *Robot) Run(b *behavior.Brain, atMost time.Duration, until func() bool) (bool, error) {
	for end := r.State.Time + atMost; r.State.Time < end; {
		if err := b.Tick(r.State.Time); err != nil {
			return false, err
		}
		if until() {
			return true, nil
		}
		r.move(Step)
	}
	return false, nil
}

// move moves the robot and the time on.
func (r *Robot) move(dt time.Duration) {
	r.State.Time += dt
	r.State.Cycle++
	sec := dt.Seconds()
	r.stepWalk()
	sin, cos := math.Sincos(r.At.Theta)
	r.At.X += sec * (cos*r.Velocity.X - sin*r.Velocity.Y)
	r.At.Y += sec * (sin*r.Velocity.X + cos*r.Velocity.Y)
	r.At.Theta += sec * r.Velocity.Yaw
	r.At.Stamp = r.State.Time
	r.moveHead(sec)
	for _, g := range r.going {
		g.step()
	}
	const frame = 33 * time.Millisecond
	if !r.NoImage && r.State.Time-r.imaged >= frame {
		r.see()
	}
}

// moveHead follows the head's command at up to 5 rad/s.
func (r *Robot) moveHead(sec float64) {
	if !r.headSet {
		return
	}
	for _, axis := range []struct {
		joint       nao.Joint
		angle, rate float64
	}{{nao.HeadYaw, r.head.Yaw, r.head.YawRate}, {nao.HeadPitch, r.head.Pitch, r.head.PitchRate}} {
		at := &r.State.Position[axis.joint]
		const fastest = 5
		way := axis.angle - *at
		if r.head.Mode == nao.HeadSpeed {
			way = axis.rate * sec
		}
		*at = axis.joint.Clamp(*at + min(max(way, -fastest*sec), fastest*sec))
	}
}

// A ball always looks as one of 5 cm radius 1.24 m away, whatever its place.
const (
	ballRad = 0.04037 // rad
	ballM   = 1.24
)

// see simulates an image: it shows the balls within half the camera's opening.
func (r *Robot) see() {
	const half = 0.45
	r.imaged = r.State.Time
	yaw, pitch := r.State.Position[nao.HeadYaw], r.State.Position[nao.HeadPitch]
	r.image = percepts.Image{Stamp: r.State.Time, HeadYaw: yaw, HeadPitch: pitch}
	for _, ball := range r.Balls {
		bearing := math.Remainder(math.Atan2(ball.Y-r.At.Y, ball.X-r.At.X)-r.At.Theta, 2*math.Pi)
		if off := math.Remainder(bearing-yaw, 2*math.Pi); math.Abs(off) < half {
			r.image.Blobs = append(r.image.Blobs, percepts.Blob{
				Color: ball.Color, Confidence: 1, AngularRadius: ballRad, Distance: ballM,
				Bearing: percepts.Bearing{Azimuth: bearing, Elevation: -0.2, ImageAzimuth: -off, ImageElevation: 0.2 - pitch},
			})
		}
	}
}

// Image returns the newest image.
func (r *Robot) Image() (*percepts.Image, bool) { return &r.image, r.imaged > 0 }

// Body returns the state.
func (r *Robot) Body() (*nao.State, bool) { return &r.State, true }

// Odometry returns where it is.
func (r *Robot) Odometry() (percepts.Odometry, bool) { return r.At, !r.NoOdom }

// Belief returns the belief about the field that the test has set.
func (r *Robot) Belief() (*behavior.Belief, bool) { return r.Field, r.Field != nil }

// Fallen reports whether it lies.
func (r *Robot) Fallen() bool {
	return math.Abs(r.State.Angles[0]) > 1 || math.Abs(r.State.Angles[1]) > 1
}

// CommandHead stores a head command.
func (r *Robot) CommandHead(c nao.HeadCommand, _ bool) { r.head, r.headSet = c, true }

// Walk stores a speed.
func (r *Robot) Walk(v behavior.Velocity) {
	if stands := v == (behavior.Velocity{}); stands != (r.Velocity == behavior.Velocity{}) {
		r.say("walks: %v", !stands)
	}
	r.Velocity = v
}

func (r *Robot) say(format string, args ...any) {
	r.Log = append(r.Log, fmt.Sprintf("%.2f ", r.State.Time.Seconds())+fmt.Sprintf(format, args...))
}
