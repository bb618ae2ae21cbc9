// Package play is how a robot plays the ball on the field: where it walks, when it kicks, where it looks, for the actions of the groups
// field, play and head that a robot on the field has. The activities of machines run it, in a team and alone. It moves no body: it
// fills an [Order].
//
// Frames: map, with +x towards the goal that the robot attacks, and base_footprint; m, rad, s.
package play

import (
	"math"
	"time"

	"gonao/nao/preset"
	"gonao/robot/goals"
	"gonao/robot/localization"
	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
	"gonao/robot/percepts/rates"
	"gonao/robot/planning"
	"gonao/robot/worldmodel"
)

// A Ball is the ball that the robot uses: its own, or the team's.
type Ball struct {
	Known    bool
	Own      bool    // the robot sees it itself
	X, Y     float64 // m in map
	LocalX   float64 // m in base_footprint
	LocalY   float64
	VX, VY   float64 // m/s in base_footprint
	Age      float64 // s since this robot saw it; 1e9: never
	Unseen   float64 // s since any robot of the team saw it
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

// rolling returns the ball as a rolling one: it comes to rest at its predicted place.
func (b *Ball) rolling() planning.RollingBall {
	ball := planning.RollingBall{X: b.LocalX, Y: b.LocalY, VX: b.VX, VY: b.VY}
	if way := math.Hypot(b.StopX-b.LocalX, b.StopY-b.LocalY); way > 0 {
		ball.Deceleration = (b.VX*b.VX + b.VY*b.VY) / (2 * way)
	}
	return ball
}

// A View is the robot's knowledge at one moment.
type View struct {
	Now       time.Duration
	Number    int
	Pose      plane.Pose // in map
	Cov       plane.Cov3
	Localized bool
	Ball      *Ball
	World     *worldmodel.Snapshot // nil before the first
	Field     *field.Map           // nil: unknown
	HeadYaw   float64
	Rules     Rules
	Game      Game
	Fallen    bool // it falls, lies or gets up
}

// Rules holds what the game allows now.
type Rules struct {
	Playing bool // the game is on
	MayPlay bool // the robot may play the ball
	KickOff bool // the set play is a kick-off
	Set     bool
	OffBall bool // the robot's role does not play the ball
}

// Game holds the referee's and the team's data about the robot, for machines to read.
type Game struct {
	State     string
	BestRole  string
	Penalized bool
	Returns   bool // from a penalty, and is not yet on the field
	ComesOut  bool // the keeper may leave its place
}

// A Body holds the abilities of the robot.
type Body struct {
	Limits    planning.Limits
	Kicks     []preset.Kick
	StraightM float64 // distance that the ball of a kick ahead rolls
	SideM     float64 // distance that the ball of a kick to a side rolls
	FromWalk  bool    // it can also kick out of the walk
	Sight     localization.View
}

// BodyOf returns the body of a preset, with a camera of a table of errors.
func BodyOf(p *preset.Preset, t *rates.Table) Body {
	return Body{
		Limits: planning.Limits{ForwardMPS: p.Walk.Forward, SideMPS: p.Walk.Side, TurnRadPerSec: p.Walk.Turn},
		Kicks:  p.Kicks.All(), StraightM: p.Kicks.Straight.Distance, SideM: p.Kicks.Side.Distance,
		Sight: localization.View{
			WidthRad: t.Camera.Opening, NearM: t.Camera.Near, FarM: t.Features.Range - 0.5, HeightM: t.Camera.Height, TiltDev: max(t.Camera.Tilt, 0.001),
		},
	}
}

// A Team is the plan of the team: the robot's place, and the use of the ball.
type Team interface {
	Aim() Aim
	// Pass returns the best pass to a teammate, and false without one.
	Pass() (Aim, bool)
	// Clear returns a kick out of the own half, and false in the other one.
	Clear() (Aim, bool)
	KickOffPlace() plane.Pose
	RolePlace() plane.Pose
	Keeper() Keeper
}

// A Keeper is how a goalkeeper plays.
type Keeper struct {
	DepthM float64 // distance in front of its line
	Steps  bool    // it steps into the path of a ball
	Blocks bool
	Dives  bool
}

// Action is an action of the body other than walking.
type Action uint8

// Actions.
const (
	Walk Action = iota
	KickBall
	Save
)

// An Order is the request of a robot to its body.
type Order struct {
	Action    Action
	Velocity  planning.Velocity
	Kick      goals.Kick // for KickBall
	Save      goals.Save // for Save; if it has a ball, the body decides when and which
	Looks     bool       // the head is to be turned
	HeadYaw   float64
	HeadPitch float64
}

// HeadPitch is the default pitch of the head, down, rad.
const HeadPitch = 0.25
