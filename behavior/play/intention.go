package play

import (
	"math"
	"slices"

	"gonao/hfsm"
	"gonao/nao/preset"
	"gonao/robot/percepts/plane"
)

// Choice is what a robot does with the ball.
type Choice uint8

// Choices.
const (
	Shoot   Choice = iota // at the goal
	Pass                  // to a teammate
	Dribble               // the ball rolls a little ahead of the robot
	Clear                 // away from the own goal
	Place                 // to a point
)

// String returns the choice's name, as the machines have it.
func (c Choice) String() string {
	return [...]string{"shoot", "pass", "dribble", "clear", "place"}[min(c, Place)]
}

// An Aim is a choice with its target.
type Aim struct {
	Choice   Choice
	X, Y     float64 // target, m in map
	Distance float64 // m, that the ball shall roll
}

// Outcomes of actions.
const (
	succeeded    = "succeeded"
	noTarget     = "no_target"
	unsupported  = "unsupported"
	ballLost     = "ball_lost"
	missed       = "missed"
	notLocalized = "not_localized"
)

// An intention is the robot's plan for the ball. A part with the value plan, 0 or best is inherited from the intention
// before.
type intention struct {
	target   string
	x, y     float64
	strength float64
	kick     string
	side     string // any, left or right: the foot in front of which the ball shall lie
}

// part is the intention that a use of an action sets.
type part struct {
	run *Run
	intention
}

// intentionOf returns the intention in the arguments of an action.
func intentionOf(a hfsm.Args) intention {
	i := intention{target: a["target"].String, x: a["x"].Float, y: a["y"].Float, strength: a["strength"].Float, kick: a["kick"].String, side: a["side"].String}
	if i.target == plan && (i.x != 0 || i.y != 0) {
		i.target = point
	}
	return i
}

// Words of arguments that are the default or that several actions have.
const (
	plan    = "plan"
	point   = "point"
	best    = "best"
	anySide = "any"
)

// sets reports whether it changes anything.
func (i *intention) sets() bool {
	return i.target != plan && i.target != "" || i.strength != 0 || i.kick != best && i.kick != "" || i.side != anySide && i.side != ""
}

// push makes a use of an action set the intention until pop, over those of earlier machines and outer states.
func (s *Skills) push(r *Run) {
	i := intentionOf(r.Args)
	if !skills[r.Name].intends || !i.sets() {
		return
	}
	at := len(s.parts)
	for at > 0 && s.parts[at-1].run.Order > r.Order {
		at--
	}
	s.parts = slices.Insert(s.parts, at, part{r, i})
	s.changed = true
}

// pop removes the intention that push has added.
func (s *Skills) pop(r *Run) {
	if at := slices.IndexFunc(s.parts, func(p part) bool { return p.run == r }); at >= 0 {
		s.parts = slices.Delete(s.parts, at, at+1)
		s.changed = true
	}
}

// intention returns the present intention.
func (s *Skills) intention() intention {
	want := intention{target: plan, kick: best, side: anySide}
	for i := range s.parts {
		p := &s.parts[i].intention
		if p.target != plan && p.target != "" {
			want.target, want.x, want.y = p.target, p.x, p.y
		}
		if p.strength != 0 {
			want.strength = p.strength
		}
		if p.kick != best && p.kick != "" {
			want.kick = p.kick
		}
		if p.side != anySide && p.side != "" {
			want.side = p.side
		}
	}
	return want
}

// Changed reports whether the intention is another one since the last [Skills.Aim].
func (s *Skills) Changed() bool { return s.changed }

// How far behind its line a goal and its corners are aimed at, m: a ball that lies on the line is kicked into it, not along it.
const (
	behindLine   = 0.6
	behindCorner = 0.2
)

// target returns the target of an intention, or the outcome if it is impossible.
func (s *Skills) target(i *intention, v *View) (a Aim, problem string) {
	goal := Aim{Choice: Shoot, Distance: s.Body.StraightM}
	if v.Field != nil {
		goal.X = v.Field.Length/2 + behindLine
	}
	ok := true
	switch i.target {
	case plan:
		a = s.Team.Aim()
	case "goal":
		a = goal
	case "near_corner", "far_corner":
		a = goal
		if v.Field != nil {
			a.X = v.Field.Length/2 + behindCorner
			a.Y = math.Copysign(v.Field.GoalWidth/4, v.Ball.Y)
		}
		if i.target == "far_corner" {
			a.Y = -a.Y
		}
	case "mate":
		a, ok = s.Team.Pass()
	case "clear":
		a, ok = s.Team.Clear()
	case point:
		a = Aim{Choice: Place, X: i.x, Y: i.y, Distance: math.Hypot(i.x-v.Ball.X, i.y-v.Ball.Y)}
	}
	switch {
	case !ok:
		return a, noTarget
	case i.kick == fromWalk && !s.Body.FromWalk:
		return a, unsupported
	}
	return a, ""
}

const fromWalk = "from_walk"

// fits reports whether the intention allows a kick.
func (s *Skills) fits(k *preset.Kick) bool {
	switch s.want.side {
	case "left":
		if k.Y < 0 {
			return false
		}
	case "right":
		if k.Y > 0 {
			return false
		}
	}
	switch s.want.kick {
	case "straight", fromWalk:
		return k.Direction == 0
	case "side":
		return k.Direction != 0
	}
	return k.Direction == 0 || s.aim.Choice != Dribble && s.aim.Distance <= s.Body.SideM+0.3
}

// Aim chooses the target, the kick, and the robot's pose for it.
func (s *Skills) Aim() {
	v := &s.View
	s.changed, s.behind, s.lined = false, false, false
	s.want = s.intention()
	s.aim, s.problem = s.target(&s.want, v)
	b := v.Ball
	if !b.Known || s.problem != "" {
		return
	}
	toward := math.Atan2(s.aim.Y-b.Y, s.aim.X-b.X)
	least := math.Inf(1)
	before := s.stance
	for i := range s.Body.Kicks {
		k := s.Body.Kicks[i]
		if !s.fits(&k) {
			continue
		}
		theta := toward - k.Direction
		sin, cos := math.Sincos(theta)
		pose := plane.Pose{X: b.X - cos*k.X + sin*k.Y, Y: b.Y - sin*k.X - cos*k.Y, Theta: plane.Angle(theta)}
		cost := v.Pose.Distance(pose) + 0.35*math.Abs(plane.Angle(pose.Theta-v.Pose.Theta))
		if k != before {
			cost += 0.15
		}
		if cost < least {
			least, s.stance, s.pose = cost, k, pose
		}
	}
	if math.IsInf(least, 1) {
		s.problem = unsupported // the body has no such kick
		return
	}
	s.aimed = true
	s.judge(v)
}

// judge sets behind and lined for the chosen kick.
func (s *Skills) judge(v *View) {
	b, own := v.Ball, v.Pose
	turned := math.Abs(plane.Angle(own.Theta - s.pose.Theta))
	x, y := s.pose.Local(own.X, own.Y) // the robot's pose relative to its desired one
	s.behind = b.Distance < 0.75 && x < 0.12 && x > -0.65 && math.Abs(y) < 0.25-0.2*min(x, 0) && turned < 0.8 && b.LocalX > 0
	k := &s.stance
	accuracy := 0.16
	if s.aim.Choice == Clear {
		accuracy = 0.35
	}
	s.lined = b.Own && b.Age < 0.6 && math.Hypot(b.VX, b.VY) < 0.25 && turned < accuracy &&
		math.Abs(b.LocalX-k.X) < 0.028 && math.Abs(b.LocalY-k.Y) < 0.033
}

// Behind reports whether the robot stands where the last part of the way to the kick begins.
func (s *Skills) Behind() bool { return s.behind }

// LinedUp reports whether the ball lies where the kick hits it, and the kick has the right direction.
func (s *Skills) LinedUp() bool { return s.lined }

// Choice returns the choice for the ball; "" without a target.
func (s *Skills) Choice() string {
	if s.problem != "" {
		return ""
	}
	return s.aim.Choice.String()
}

// Target returns where the ball is to go, in map.
func (s *Skills) Target() (a Aim, ok bool) { return s.aim, s.problem == "" }
