// Package behavior is what the robot does: state machines ([hfsm]) with the
// inputs and activities of a NAO.
//
// A [Brain] runs one machine. It reads the robot through [Inputs] and acts
// through [Outputs], which the executor node implements over ROS and robot/
// within one process. Times are on one clock of the caller's; angles are rad.
//
// Inputs a machine may declare, besides those of the body in [Senses]:
//
//	positions_reached  int    positions the arm reached since the active state's play began
//	ball_age           float  s since the followed ball was last seen; 1e9 when never
//	ball_azimuth       float  rad, from the neck, left positive
//	ball_elevation     float  rad, from the neck, up positive
//	odom_x, odom_y     float  m walked, odom_theta in rad
//
// Activities:
//
//	track {color}          follows the ball of a colour with the head, searches when it is lost
//	search {color}         turns the head until the ball of a colour is seen
//	play {motion, times}   plays a slot motion so many times, 0: again and again, and counts
//	                       positions_reached; the count goes on when the state is resumed
//	servo {joint, angle, speed}       takes a joint to an angle, rad, at a share of its top speed
//	walk {x, y, turn}                 walks, m/s and rad/s, until the state is left
//	walk_to {x, y, theta, speed}      walks to a place seen from where it began, m and rad
//	skill {call}           has skills executed, such as "goto{x=1.0, y=0.5}; kick()": for
//	                       agents; ends as they do
package behavior

import (
	"errors"
	"fmt"

	"gonao/behavior/track"
	"gonao/hfsm"
	"gonao/nao"
	"gonao/percepts"
)

// Inputs is what the brain reads of the robot.
type Inputs interface {
	// Image gives the newest image; ok is false before the first. Its blobs are
	// the caller's until the next call.
	Image() (image *percepts.Image, ok bool)
	// Body gives what the body reported last; ok is false before the first. It is
	// the caller's until the next call.
	Body() (state *nao.State, ok bool)
	// Odometry gives where the robot has walked to; ok is false where nobody tells.
	Odometry() (at percepts.Odometry, ok bool)
}

// Outputs is how the brain acts. The calls return at once.
type Outputs interface {
	// CommandHead commands the neck.
	CommandHead(c track.Command)
	// Play begins a motion.
	Play(motion string) Motion
	// Move takes a joint to an angle, rad, at a share of its top speed.
	Move(joint nao.Joint, angle, speed float64) Motion
	// Walk asks for a speed; it holds for half a second.
	Walk(v Velocity)
	// Execute has skills executed by whoever does that.
	Execute(call string) Execution
}

// Motion is a motion that was asked for.
type Motion interface {
	// Progress gives the positions reached so far and whether the motion runs,
	// has ended, or could not be played.
	Progress() (positions int, status hfsm.Status)
	// Cancel asks for its end, which Progress tells. Canceling an ended motion does
	// nothing.
	Cancel()
}

// Execution is a call of skills that was asked for.
type Execution interface {
	// Progress gives how the call stands, and why it failed.
	Progress() (hfsm.Status, error)
	// Cancel asks for its end, which Progress tells: the robot is safe then.
	Cancel()
}

// NoSkills is the [Execution] of a robot without skills: it has failed.
type NoSkills struct{}

// Progress tells that nobody executes skills.
func (NoSkills) Progress() (hfsm.Status, error) {
	return hfsm.Failed, errors.New("skill: nobody executes skills here")
}

// Cancel does nothing.
func (NoSkills) Cancel() {}

// Config holds the figures of the behaviours.
type Config struct {
	Controller    string   // "predictive" or "proportional"
	Colors        []string // that vision reports
	MinConfidence float64  // of a blob, 0 to 1
	Track         track.Config
}

// Validate names the figure that is wrong, as parameter files call it, and what
// was expected.
func (c *Config) Validate() error {
	if c.Controller != "predictive" && c.Controller != "proportional" {
		return fmt.Errorf("controller: %q; expected predictive or proportional", c.Controller)
	}
	if len(c.Colors) == 0 {
		return fmt.Errorf("colors: none; expected the names of vision's colours")
	}
	if !(c.MinConfidence >= 0 && c.MinConfidence <= 1) {
		return fmt.Errorf("min_confidence %g: expected 0 to 1", c.MinConfidence)
	}
	return c.Track.Validate()
}
