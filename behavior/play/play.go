// Package play is how a robot plays the ball on the field: where it walks, when it kicks, where it looks, for the actions of the groups
// field, play and head that a robot on the field has. A player of a team runs it once per image; any other robot runs it from the
// activities of its machines. It moves no body: it fills an [Order].
//
// Frames: map, with +x towards the goal that the robot attacks, and base_footprint; m, rad, s.
package play

import (
	"math"
	"time"

	"gonao/percepts/field"
	"gonao/percepts/plane"
	"gonao/planning"
	"gonao/worldmodel"
)

// A Ball is the ball as the robot takes it: its own, or the team's.
type Ball struct {
	Known    bool
	Own      bool    // it sees it itself
	X, Y     float64 // m in map
	LocalX   float64 // m in base_footprint
	LocalY   float64
	VX, VY   float64 // m/s in base_footprint
	Age      float64 // s since this robot saw it; 1e9: never
	Unseen   float64 // s since anybody of the team saw it
	Distance float64 // m; 99: not known
	StopX    float64 // m in base_footprint, where it comes to rest
	StopY    float64
}

// RollsBy reports whether the ball rolls past the robot so near and so slowly that it can be stopped.
func (b *Ball) RollsBy() bool {
	speed := math.Hypot(b.VX, b.VY)
	if !b.Own || speed < 0.35 || b.Distance > 3 || b.Distance < 0.3 {
		return false
	}
	t := -(b.LocalX*b.VX + b.LocalY*b.VY) / (speed * speed)
	across := math.Abs(b.LocalX*b.VY-b.LocalY*b.VX) / speed
	stop := math.Hypot(b.StopX-b.LocalX, b.StopY-b.LocalY)
	return t > 0.3 && t < 4 && across < 0.6 && stop > t*speed*0.8
}

// rolling returns the ball as it rolls: it comes to rest where it is said to stop.
func (b *Ball) rolling() planning.RollingBall {
	ball := planning.RollingBall{X: b.LocalX, Y: b.LocalY, VX: b.VX, VY: b.VY}
	if way := math.Hypot(b.StopX-b.LocalX, b.StopY-b.LocalY); way > 0 {
		ball.Deceleration = (b.VX*b.VX + b.VY*b.VY) / (2 * way)
	}
	return ball
}

// A View is what the robot knows at one moment.
type View struct {
	Now       time.Duration
	Number    int
	Pose      plane.Pose // in map
	Localized bool
	Ball      *Ball
	World     *worldmodel.Snapshot
	Field     *field.Map
	Rules     Rules
	Fallen    bool
	Busy      bool   // a kick, a save or a get-up runs
	Refused   string // outcome of what was asked for last and was refused; "": it was not
}

// Rules are what the game allows now.
type Rules struct {
	Playing bool // the game is on
	MayPlay bool // the robot may play the ball
	KickOff bool // the set play is a kick-off
	Set     bool
	OffBall bool // the robot's role is one that does not play the ball
}

// A Kick is one that the body has.
type Kick struct {
	Foot      int     // of the kick's request
	Direction float64 // rad, of the ball, from ahead
	LongestM  float64 // that the ball rolls
	X, Y      float64 // m, the ball in front of the robot
}

// A Body is what the robot can do.
type Body struct {
	Limits    planning.Limits
	Kicks     []Kick
	StraightM float64 // that a kick ahead rolls
	SideM     float64 // that one to a side rolls
	FromWalk  bool    // it kicks out of the walk, too
}

// A Team is what a plan says: where the robot stands, and what is done with the ball.
type Team interface {
	Aim() Aim
	// Pass returns the best pass to a teammate, and false without one.
	Pass() (Aim, bool)
	// Clear returns a kick out of the own half, and false in the other one.
	Clear() (Aim, bool)
	KickOffPlace() plane.Pose
	RolePlace() plane.Pose
	// Keeper returns how far before its line the goalkeeper stands, and whether it steps into the way of a ball.
	Keeper() (depthM float64, steps bool)
	// Crossing returns the time until the ball passes the robot on its way into the own goal, and where, to its left; 99: it does not.
	Crossing() (seconds, side float64)
}

// Action is what the body does besides walking.
type Action uint8

// Actions.
const (
	Walk Action = iota
	KickBall
	GetUp
	Block
	DiveLeft
	DiveRight
)

// An Order is what the robot wants of its body.
type Order struct {
	Action   Action
	Velocity planning.Velocity
	Kick     Request // of KickBall
	HeadYaw  float64
	HeadDown float64 // rad, beyond [HeadPitch]
}

// HeadPitch is how far the head looks down, rad, unless an argument says otherwise.
const HeadPitch = 0.25

// A Request is a kick that is asked for.
type Request struct {
	Foot         int
	Direction    float64
	Distance     float64
	BallX, BallY float64
	FromWalk     bool
}
