// Package planning finds a way round obstacles to a pose on the field.
//
// Obstacles are circles, as wide as robot and obstacle together. The shortest way round circles consists of
// tangents and arcs; [Tangents] searches the graph of all of them by A*, exactly, with costs for turning at the start and for
// changing the side on which an obstacle is passed. Obstacles that move are advanced to where they will be when the robot passes.
// [Planner] is the interface by which a user's own planner replaces it.
//
// Frame map, m, rad, s. Source: the idea and the costs are those of B-Human's PathPlanner (150 mm per radian, 400 mm for
// a change of side).
package planning

import (
	"math"

	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
)

// MaxObstacles is the largest number of obstacles of a request; farther ones are left out.
const MaxObstacles = 20

// Obstacle is a circle that the middle of the robot must stay out of.
type Obstacle struct {
	X, Y   float64
	Radius float64 // m, of robot and obstacle together
	VX, VY float64 // m/s
}

// Request is the input of a plan.
type Request struct {
	Start     plane.Pose
	Goal      plane.Pose
	Obstacles []Obstacle
	// HalfLength and HalfWidth bound the carpet, m; 0: no bound.
	HalfLength, HalfWidth float64
	LastSide              Side // side of the last plan: changing it has a cost
}

// Side is on which side the robot passes the first obstacle.
type Side int8

// Sides.
const (
	Straight  Side = 0
	LeftWise  Side = 1  // counterclockwise round the obstacle, which is on the left
	RightWise Side = -1 // clockwise, the obstacle on the right
)

// Part is a piece of a path: a straight line, or an arc round an obstacle.
type Part struct {
	FromX, FromY     float64
	ToX, ToY         float64
	CenterX, CenterY float64 // for an arc
	Radius           float64 // 0: straight
	Direction        Side    // for an arc
	Length           float64
}

// maxParts is the largest number of parts: a line and an arc for each obstacle and direction.
const maxParts = 4*MaxObstacles + 2

// Plan is a way to a goal.
type Plan struct {
	Parts  [maxParts]Part
	Count  int
	Length float64 // m
	Side   Side    // side of the first obstacle
	// Tight reports that obstacles had to be made smaller to find a path, and Blocked that there was no path at all: the
	// plan is then the straight line.
	Tight, Blocked bool
	Dodges         bool // the beginning avoids an obstacle that comes near
	Goal           plane.Pose
}

// Planner computes plans. Ours is Tangents.
type Planner interface {
	// Plan fills a plan. An error means that the request has a number that is not finite; the plan is then empty.
	Plan(r *Request, p *Plan) error
}

// Config holds the figures of the planner.
type Config struct {
	TurnCost   float64 `yaml:"turn_cost" unit:"m/rad" min:"0" max:"5" desc:"cost of turning at the start, in metres of path per radian"`
	SideCost   float64 `yaml:"side_cost" unit:"m" min:"0" max:"5" desc:"smallest saving in metres of path for which it changes the side of the first obstacle"`
	SpeedMPS   float64 `yaml:"speed" unit:"m/s" min:"0.01" max:"5" desc:"speed of the robot, for the prediction of moving obstacles"`
	HorizonSec float64 `yaml:"horizon_sec" unit:"s" min:"0" max:"60" desc:"longest prediction of moving obstacles"`
	NearM      float64 `yaml:"near" unit:"m" min:"0" max:"5" desc:"within this distance, a moving obstacle also counts at its present place"`
	Clearance  float64 `yaml:"clearance" unit:"m" min:"0" max:"1" desc:"added to the radius of moving obstacles"`

	EndM        float64 `yaml:"-" min:"0.001" max:"1"` // within this distance of the goal the robot stops walking
	TurnToGoalM float64 `yaml:"-" min:"0.01" max:"5"`  // within this distance of the goal the robot turns to the goal's heading
}

// DefaultConfig returns figures for a NAO.
func DefaultConfig() Config {
	return Config{TurnCost: 0.15, SideCost: 0.4, SpeedMPS: 0.22, HorizonSec: 8, NearM: 0.9, Clearance: 0.05, EndM: 0.03, TurnToGoalM: 0.5}
}

// Radii of obstacles, m, of robot and obstacle together.
const (
	RobotRadius  = 0.50
	FallenRadius = 0.55
	PostRadius   = 0.30
	BallRadius   = 0.20
)

// Posts appends the goal posts of a field as obstacles.
func Posts(list []Obstacle, m *field.Map) []Obstacle {
	for i := range m.Points {
		if p := &m.Points[i]; p.Kind == field.Post {
			list = append(list, Obstacle{X: p.X, Y: p.Y, Radius: PostRadius})
		}
	}
	return list
}

// KickPose returns where the robot stands to kick a ball into a direction: behind it, with the kicking foot before the
// ball. Back is the distance from the middle of the feet to the ball along the direction, and aside how far the ball lies to
// the left of the middle: negative for the right foot.
func KickPose(ballX, ballY, direction, back, aside float64) plane.Pose {
	sin, cos := math.Sincos(direction)
	return plane.Pose{X: ballX - cos*back + sin*aside, Y: ballY - sin*back - cos*aside, Theta: plane.Angle(direction)}
}

// AroundBall returns the ball as an obstacle for a robot that goes to a kicking pose: a circle that leaves the pose
// just outside, so that the last half metre goes round the ball.
func AroundBall(ballX, ballY float64, goal plane.Pose) Obstacle {
	return Obstacle{X: ballX, Y: ballY, Radius: min(BallRadius, 0.98*math.Hypot(goal.X-ballX, goal.Y-ballY))}
}
