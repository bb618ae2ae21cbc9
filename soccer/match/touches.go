package match

import (
	"math"
	"time"

	"gonao/robot/percepts/plane"
	"gonao/sim/kinematic"
	"gonao/soccer/game"
	"gonao/soccer/team"
)

// Plays counts the plays of the two teams with the ball, from the truth, in both worlds by the same definitions:
//
//	touch     a robot meets the ball, which it has not touched for 0.25 s
//	kick      a commanded kick meets the ball; a command counts once, however long the contact takes
//	shot      a kick after which the ball would reach the opponents' goal if no robot stood in its way, or the last touch of the
//	          team that scores
//	pass      a kick after which a teammate is the next to touch the ball, 0.5 m or more from where it lay
//	save      the opponents' goalkeeper is the next to touch the ball of a shot
//	tackle    a touch that takes the ball from an opponent who had touched it last and is within 0.6 m of it
//	own goal  a goal without a touch of the team that scores, since the ball was placed
type Plays struct {
	Counts
	Goals    [2]int
	Attempts []Shot
	Free     time.Duration // time of PLAYING in which no robot touched the ball for 0.25 s

	robots  []kicker
	rolls   [3]roll        // the last one of each side; that of NoSide is empty
	last    game.Side      // side of the last roll
	before  kinematic.Ball // after the last cycle
	touched time.Duration  // time of the last touch of the ball
	owner   game.Side      // side that touched the ball last, even before it was placed
	calls   int
}

// Counts are numbers of [Plays], by side.
type Counts struct {
	Touches, Kicks, Shots  [2]int
	Passes, Saves, Tackles [2]int
	Chosen, Arrived        [2]int // kicks that the robot has chosen to be passes, and those of them that are one
	OwnGoals               [2]int // by the team that conceded them
}

const (
	apart  = 250 * time.Millisecond // between two touches of a robot
	settle = 300 * time.Millisecond // time after a contact until the ball rolls and no longer slides
	passM  = 0.5
	duelM  = 0.6
)

// A kicker holds a robot's relation to the ball.
type kicker struct {
	touched time.Duration // last
	met     bool          // the kick that it carries out has met the ball
}

// A roll is the way of the ball from a touch or kick to the next one.
type roll struct {
	robot  int
	side   game.Side
	x, y   float64 // m in world, where the ball was
	kick   bool
	passes bool // the kick was chosen to be a pass
	judged bool // whether it is a shot
	shot   int  // index of Attempts + 1
}

func (p *Plays) init(n int) {
	p.robots = make([]kicker, n)
	for i := range p.robots {
		p.robots[i].touched = -time.Hour
	}
	p.touched = -time.Hour
}

// step follows the ball through a cycle.
func (p *Plays) step(m *Match) {
	now := m.Now()
	if b := &m.World.Ball; math.Hypot(b.X-p.before.X, b.Y-p.before.Y) > 0.3 { // the ball was placed
		p.judge(m, &p.before)
		p.score(m)
		p.rolls, p.last = [3]roll{}, game.NoSide
	}
	for i := range p.robots {
		p.robots[i].met = p.robots[i].met && m.World.Robots[i].Posture == kinematic.Kicking
	}
	for k := range m.World.Contacts {
		switch c := &m.World.Contacts[k]; c.Kind {
		case kinematic.Kicked, kinematic.StillBall, kinematic.MovingBall:
			p.touch(m, c)
			p.touched = now
		case kinematic.MovingRobots, kinematic.StandingRobot, kinematic.Goalpost:
		}
	}
	if p.last != game.NoSide && now-p.robots[p.rolls[p.last].robot].touched >= settle {
		p.judge(m, &m.World.Ball)
	}
	p.score(m)
	if m.Game.Game.State == game.Playing && now-p.touched >= apart {
		p.Free += Cycle
	}
	p.before = m.World.Ball
}

// touch counts a contact with the ball.
func (p *Plays) touch(m *Match, c *kinematic.Contact) {
	r := &p.robots[c.A]
	side, number := m.Number(c.A)
	p.owner = side
	fresh := m.Now()-r.touched >= apart
	kicks := c.Kind == kinematic.Kicked
	first := kicks && !r.met // by this command
	r.touched = m.Now()
	if !fresh && !first {
		return
	}
	i := side - game.Home
	if fresh {
		p.Touches[i]++
	}
	if last := &p.rolls[p.last]; p.last != game.NoSide && last.robot != c.A {
		p.judge(m, &p.before)
		p.meet(m, last, c.A, side, number)
	}
	next := roll{robot: c.A, side: side, x: p.before.X, y: p.before.Y, kick: kicks}
	next.passes = kicks && m.Players[c.A].View.Decision.Choice == team.Pass
	if first {
		r.met = true
		p.Kicks[i]++
		if next.passes {
			p.Chosen[i]++
		}
	}
	p.rolls[side], p.last = next, side
}

// meet updates the last roll after another robot's touch.
func (p *Plays) meet(m *Match, last *roll, robot int, side game.Side, number int) {
	i := side - game.Home
	switch b := &p.before; {
	case side == last.side:
		if last.kick && math.Hypot(b.X-last.x, b.Y-last.y) >= passM {
			p.Passes[i]++
			if last.passes {
				p.Arrived[i]++
			}
		}
	case last.shot > 0 && number == m.Game.Game.Team(side).Goalkeeper:
		p.Saves[i]++
		p.Attempts[last.shot-1].Saved = true
	default:
		at := &m.World.Robots[last.robot].Pose
		if math.Hypot(at.X-b.X, at.Y-b.Y) < duelM {
			p.Tackles[i]++
		}
	}
}

// judge decides, by how the ball rolls, whether the last roll is a shot.
func (p *Plays) judge(m *Match, b *kinematic.Ball) {
	last := &p.rolls[p.last]
	if p.last == game.NoSide || last.judged {
		return
	}
	last.judged = true
	if last.kick && m.onGoal(last.side, b) {
		p.shoot(m, last)
	}
}

// shoot counts a shot.
func (p *Plays) shoot(m *Match, by *roll) {
	_, number := m.Number(by.robot)
	at := plane.Convert(m.attack(by.side), plane.Pose{X: by.x, Y: by.y})
	p.Shots[by.side-game.Home]++
	p.Attempts = append(p.Attempts, Shot{Time: m.Now(), Side: by.side, Robot: number, X: at.X, Y: at.Y})
	by.shot = len(p.Attempts)
}

// score counts the goals that were called.
func (p *Plays) score(m *Match) {
	for ; p.calls < len(m.Calls); p.calls++ {
		c := &m.Calls[p.calls]
		if c.Action.Kind != game.Goal || c.Refuse != "" {
			continue
		}
		side := c.Action.Side
		by := &p.rolls[side]
		if by.side == game.NoSide {
			p.OwnGoals[side.Other()-game.Home]++
			continue
		}
		p.Goals[side-game.Home]++
		if by.shot == 0 {
			p.shoot(m, by)
		}
		p.Attempts[by.shot-1].Goal = true
	}
}

// onGoal reports whether the ball, as it rolls, would reach the goal that a side attacks.
func (m *Match) onGoal(s game.Side, b *kinematic.Ball) bool {
	f := m.World.Field
	goal := f.Length / 2
	if m.attack(s) == plane.NegativeX {
		goal = -goal
	}
	if b.VX*goal <= 0 {
		return false
	}
	t := (goal - b.X) / b.VX
	reach := b.Speed() * b.Speed() / (2 * m.World.Preset.Ball.Deceleration)
	return math.Abs(b.Y+t*b.VY) < f.GoalWidth/2 && math.Hypot(goal-b.X, t*b.VY) < reach
}
