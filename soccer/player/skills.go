package player

import (
	"math"

	"gonao/localization"
	"gonao/motion"
	"gonao/percepts/plane"
	"gonao/planning"
	"gonao/soccer/game"
	"gonao/soccer/team"
)

// legSkills are what the body machine may have the legs do.
var legSkills = map[string]func(m *Machines, v *View, c *Command){
	"stand":           func(*Machines, *View, *Command) {},
	"get_up":          func(_ *Machines, v *View, c *Command) { c.Action = GetUp },
	"position":        position,
	"guard":           guard,
	"return_to_field": returnToField,
	"save":            func(m *Machines, v *View, c *Command) { m.once(v, c, Block) },
	"dive":            dive,
	"search_ball":     searchBall,
	"keep_off":        keepOff,
	"intercept_ball":  interceptBall,
	"go_to_ball":      goToBall,
	"line_up":         lineUp,
	"dribble":         dribble,
	"kick_to":         kickTo,
}

// headSkills are what the head machine may have the head do.
var headSkills = map[string]func(m *Machines, v *View, c *Command){
	"look_ahead":     func(_ *Machines, _ *View, c *Command) { c.HeadYaw = 0 },
	"look_around":    func(_ *Machines, v *View, c *Command) { c.HeadYaw = 1.05 * math.Sin(2*math.Pi*v.Now.Seconds()/4) },
	"look_for_place": lookForPlace,
	"look_at_ball":   trackBall,
	"scan":           scan,
}

// once has the body perform an action and notes when it has ended.
func (m *Machines) once(v *View, c *Command, a Action) {
	switch {
	case m.done:
	case m.asked && v.Refused, m.began && !v.Busy:
		m.done = true
	default:
		m.began = v.Busy
		if !v.Busy {
			c.Action, m.asked = a, true
		}
	}
}

func position(m *Machines, v *View, c *Command) {
	if p := m.player; m.args.String("place") == "kick_off" {
		m.walker.to(v, p.Plan.KickOffPlace(p.Number, v.Kicking == v.Side), false, c)
		return
	}
	m.walker.to(v, m.player.Plan.Places.Of(v.Role, &v.Board), true, c)
}

// guard stands on the line from the ball to the middle of the goal.
func guard(m *Machines, v *View, c *Command) {
	line := -v.Field.Length / 2
	depth := m.player.Plan.Keeper.Depth
	x, y := 0.0, 0.0
	if v.Ball.Known {
		x, y = v.Ball.X, v.Ball.Y
	}
	dx, dy := x-line+0.4, y
	at := plane.Pose{X: line + depth, Y: dy / max(dx, 0.3) * (depth + 0.4)}
	at.Y = max(-v.Field.GoalWidth/2+0.1, min(v.Field.GoalWidth/2-0.1, at.Y))
	at.Theta = math.Atan2(y-at.Y, x-at.X)
	own := v.Estimate.Pose
	if p := m.player; p.passes.seconds < 4 && p.Plan.Keeper.Steps {
		l := &p.Limits // it steps into the way of the ball
		c.Velocity = planning.Velocity{Y: max(-l.SideMPS, min(l.SideMPS, 3*p.passes.side))}
		return
	}
	if own.Distance(at) > 0.5 {
		m.walker.to(v, at, false, c)
		return
	}
	if own.Distance(at) > 0.07 || math.Abs(plane.Angle(own.Theta-at.Theta)) > 0.2 {
		c.Velocity = m.walker.near(own, at)
	}
}

// returnToField walks from the touchline straight into the field.
func returnToField(m *Machines, v *View, c *Command) {
	own := v.Estimate.Pose
	goal := plane.Pose{X: own.X, Y: math.Copysign(v.Field.Width/2-0.8, own.Y), Theta: 0}
	if math.Abs(own.Y) < v.Field.Width/2-0.6 {
		m.done = true
	}
	m.walker.to(v, goal, false, c)
}

func dive(m *Machines, v *View, c *Command) {
	if m.args.String("side") == "left" {
		m.once(v, c, DiveLeft)
		return
	}
	m.once(v, c, DiveRight)
}

// searchBall turns towards where the ball was, or round and round.
func searchBall(m *Machines, v *View, c *Command) {
	turn := m.player.Limits.TurnRadPerSec * 0.6
	if v.Number%2 == 0 {
		turn = -turn
	}
	c.Velocity.Theta = turn
}

// keepOff stands between the ball and the own goal, as far off as the rules want.
func keepOff(m *Machines, v *View, c *Command) {
	line := -v.Field.Length / 2
	dx, dy := line-v.Ball.X, -v.Ball.Y
	d := max(math.Hypot(dx, dy), 0.1)
	goal := plane.Pose{X: v.Ball.X + dx/d*1.1, Y: v.Ball.Y + dy/d*1.1, Theta: math.Atan2(-dy, -dx)}
	m.walker.to(v, goal, true, c)
}

// interceptBall walks to where the robot meets the ball, without turning away from it.
func interceptBall(m *Machines, v *View, c *Command) {
	ball := rolling(&v.Ball)
	meeting := planning.Meet(&ball, m.player.Limits)
	c.Velocity = meeting.Velocity(&ball, m.player.Limits)
}

// rolling returns the ball as it rolls: it comes to rest where the view has it stop.
func rolling(b *BallView) planning.RollingBall {
	ball := planning.RollingBall{X: b.LocalX, Y: b.LocalY, VX: b.VX, VY: b.VY}
	if way := math.Hypot(b.StopX-b.LocalX, b.StopY-b.LocalY); way > 0 {
		ball.Deceleration = (b.VX*b.VX + b.VY*b.VY) / (2 * way)
	}
	return ball
}

// goToBall walks round the ball and others to where the last part of the way begins.
func goToBall(m *Machines, v *View, c *Command) {
	w := &m.walker
	goal := w.pose
	sin, cos := math.Sincos(goal.Theta)
	goal.X, goal.Y = goal.X-0.22*cos, goal.Y-0.22*sin
	if v.Estimate.Pose.Distance(goal) < 0.3 {
		c.Velocity = w.near(v.Estimate.Pose, goal)
		return
	}
	if w.to(v, goal, true, c) {
		c.Velocity = w.near(v.Estimate.Pose, goal)
	}
}

// lineUp makes the last steps: first the heading and the side, then ahead.
func lineUp(m *Machines, v *View, c *Command) {
	w, b := &m.walker, &v.Ball
	turn := plane.Angle(w.pose.Theta - v.Estimate.Pose.Theta)
	x, y := b.LocalX-w.stance.X, b.LocalY-w.stance.Y
	l := &m.player.Limits
	bound := func(v, most float64) float64 { return max(-most, min(most, v)) }
	if math.Abs(turn) > 0.3 || math.Abs(y) > 0.08 {
		x = min(x-0.08, 0.1)
	}
	// The robot turns about the ball, so that the ball stays in front.
	c.Velocity = planning.Velocity{X: bound(1.6*x, l.ForwardMPS*0.6), Y: bound(2*y-turn*b.LocalX, l.SideMPS), Theta: bound(1.8*turn, l.TurnRadPerSec*0.6)}
}

// dribble walks through the ball towards the target.
func dribble(m *Machines, v *View, c *Command) {
	b, l := &v.Ball, &m.player.Limits
	toward := math.Atan2(v.Decision.Y-b.Y, v.Decision.X-b.X)
	turn := plane.Angle(toward - v.Estimate.Pose.Theta)
	side := b.LocalY - turn*b.LocalX
	ahead := l.ForwardMPS
	if math.Abs(b.LocalY) > 0.07 || math.Abs(turn) > 0.4 {
		ahead = max(0, min(ahead, b.LocalX-0.25))
	}
	bound := func(v, most float64) float64 { return max(-most, min(most, v)) }
	c.Velocity = planning.Velocity{X: ahead, Y: bound(2*side, l.SideMPS), Theta: bound(1.5*turn, l.TurnRadPerSec*0.6)}
}

// kickTo kicks in the stance that the walker has chosen.
func kickTo(m *Machines, v *View, c *Command) {
	s := &m.walker.stance
	distance := v.Decision.Distance
	if v.Decision.Choice == team.Shoot || v.Decision.Choice == team.Clear {
		distance = m.player.Kick.Distance
	}
	c.Kick = motion.KickRequest{Foot: s.Foot, Direction: s.Direction, Distance: distance, BallX: v.Ball.LocalX, BallY: v.Ball.LocalY}
	m.once(v, c, KickBall)
}

func trackBall(_ *Machines, v *View, c *Command) {
	if v.Ball.Known {
		c.HeadYaw = math.Atan2(v.Ball.LocalY, v.Ball.LocalX)
	}
}

// lookForPlace turns the head where the covariance of the pose shrinks most.
func lookForPlace(m *Machines, v *View, c *Command) {
	e := &v.Estimate
	c.HeadYaw = localization.LookYaw(v.Field, e.Pose, e.Cov, m.player.Sight, 1.5, v.HeadYaw)
}

// scan searches from side to side, beginning where the ball was seen last.
func scan(_ *Machines, v *View, c *Command) {
	start := 0.0
	if v.World.Ball.Known || v.Ball.Known {
		start = max(-0.8, min(0.8, math.Atan2(v.Ball.LocalY, v.Ball.LocalX)))
	}
	c.HeadYaw = start + 1.1*math.Sin(2*math.Pi*v.Now.Seconds()/2.5)
	if v.State == game.Set {
		c.HeadYaw = 0.9 * math.Sin(2*math.Pi*v.Now.Seconds()/3)
	}
}
