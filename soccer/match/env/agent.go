package env

import (
	"fmt"

	"gonao/robot/goals"
	"gonao/robot/percepts/plane"
	"gonao/robot/planning"
	"gonao/soccer/player"
)

// An Action is an agent's action until its next one.
type Action struct {
	X        float64 `json:"x"` // m/s, velocities in base_footprint
	Y        float64 `json:"y"`
	Theta    float64 `json:"theta"` // rad/s
	HeadYaw  float64 `json:"head_yaw"`
	Do       string  `json:"do"`       // walk, kick, get_up, block, dive_left or dive_right; "": walk
	Left     bool    `json:"left"`     // the foot of a kick
	Distance float64 `json:"distance"` // m that a kick rolls; 0: as far as it can
}

// An Observation is the perception and belief of a robot.
type Observation struct {
	Time      float64      `json:"time"`  // s since the beginning of the match
	State     string       `json:"state"` // of the game
	Pose      [3]float64   `json:"pose"`  // m, m, rad, in map: the opponents' goal is ahead
	Localized bool         `json:"localized"`
	Fallen    bool         `json:"fallen"`
	Busy      bool         `json:"busy"` // a kick or a get-up runs
	BallKnown bool         `json:"ball_known"`
	Ball      [2]float64   `json:"ball"` // m, in base_footprint
	Velocity  [2]float64   `json:"ball_velocity"`
	BallAge   float64      `json:"ball_age"` // s since the robot has seen it; 1e9: never
	Robots    [][3]float64 `json:"robots"`   // x, y in map, and 1 for an opponent, 0 otherwise
	HeadYaw   float64      `json:"head_yaw"`
	Role      string       `json:"role"`
}

func (a *Action) validate() error {
	if !plane.Finite(a.X, a.Y, a.Theta, a.HeadYaw, a.Distance) {
		return fmt.Errorf("expected finite numbers")
	}
	switch a.Do {
	case "", "walk", "kick", "get_up", "block", "dive_left", "dive_right":
		return nil
	}
	return fmt.Errorf("do %q: expected walk, kick, get_up, block, dive_left or dive_right", a.Do)
}

// agent is the behaviour of a robot that the user moves.
type agent struct {
	Agent
	action  Action
	seen    Observation
	present bool // it has seen an image
}

// Decide stores the robot's perception and returns the agent's action.
func (a *agent) Decide(v *player.View, c *player.Command) {
	a.seen, a.present = observe(v), true
	act := a.action
	c.Velocity = planning.Velocity{X: act.X, Y: act.Y, Yaw: act.Theta}
	c.HeadYaw = act.HeadYaw
	switch act.Do {
	case "kick":
		k := &goals.Kick{BallKnown: true, BallX: v.Ball.LocalX, BallY: v.Ball.LocalY, Distance: act.Distance, Foot: goals.RightFoot}
		if act.Left {
			k.Foot = goals.LeftFoot
		}
		c.Goals = append(c.Goals, k)
	case "get_up":
		c.Goals = append(c.Goals, &goals.GetUp{})
	case "block":
		c.Goals = append(c.Goals, &goals.Save{Kind: goals.SaveBlock})
	case "dive_left":
		c.Goals = append(c.Goals, &goals.Save{Kind: goals.SaveDiveLeft})
	case "dive_right":
		c.Goals = append(c.Goals, &goals.Save{Kind: goals.SaveDiveRight})
	}
}

// observe returns the observation of a view.
func observe(v *player.View) Observation {
	o := Observation{
		Time: v.Now.Seconds(), State: v.State.String(), Pose: [3]float64{v.Estimate.Pose.X, v.Estimate.Pose.Y, v.Estimate.Pose.Theta},
		Localized: v.Estimate.Localized, Fallen: v.Fallen, Busy: v.Busy, BallKnown: v.Ball.Known, Ball: [2]float64{v.Ball.LocalX, v.Ball.LocalY},
		Velocity: [2]float64{v.Ball.VX, v.Ball.VY}, BallAge: v.Ball.Age, Robots: [][3]float64{}, HeadYaw: v.HeadYaw, Role: v.Role.String(),
	}
	for i := range v.World.Count {
		r := &v.World.Robots[i]
		o.Robots = append(o.Robots, [3]float64{r.MapX, r.MapY, 0})
	}
	return o
}
