package robot

import (
	"gonao/behavior"
	"gonao/nao"
	"gonao/robot/percepts"
)

// senses is the brain's view of the robot.
type senses struct{ *Agent }

// Image returns the newest image that has arrived.
func (s senses) Image() (*percepts.Image, bool) { return s.image, s.image != nil }

// Body returns the body's last state.
func (s senses) Body() (*nao.State, bool) { return s.state, s.started }

// Odometry returns where the walk has led.
func (s senses) Odometry() (percepts.Odometry, bool) {
	at := s.body.Odometry()
	return percepts.Odometry{Stamp: s.state.Time, X: at.X, Y: at.Y, Theta: at.Yaw}, s.started
}

// Belief returns what the robot believes about the field.
func (s senses) Belief() (*behavior.Belief, bool) { return s.Agent.Belief() }

// Fallen reports whether the robot falls, lies or gets up.
func (s senses) Fallen() bool { return lies(s.body.State()) }

// output is how the brain acts.
type output struct{ *Agent }

// CommandHead commands the neck. A command that is refused, because something else moves the head, is dropped.
func (h output) CommandHead(c nao.HeadCommand, _ bool) { _ = h.body.SetHead(c) }

// Walk commands a velocity. It is kept while the robot cannot walk, as after a fall.
func (h output) Walk(v behavior.Velocity) {
	_ = h.body.SetVelocity(v)
}
