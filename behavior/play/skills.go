package play

import (
	"math"
	"time"

	"gonao/hfsm"
	"gonao/nao/preset"
	"gonao/robot/goals"
	"gonao/robot/percepts/plane"
	"gonao/robot/planning"
)

// Skills runs the actions of one robot's legs and head. It is not safe for concurrent use.
type Skills struct {
	View   View
	Body   Body
	Team   Team
	Guide  *planning.Guide // nil: the field is unknown
	Follow planning.Config // how a path is followed

	parts   []part // of the intention, the strongest last
	changed bool
	want    intention
	aim     Aim
	problem string // outcome of a target or a kick that cannot be; "": it can
	aimed   bool   // stance and pose are set
	stance  preset.Kick
	pose    plane.Pose
	behind  bool
	lined   bool
}

// A Run is one use of an action.
type Run struct {
	Name string
	Args hfsm.Args
	// Order is the place of the machine in its host: the intention of a later one is stronger.
	Order int

	Status  hfsm.Status
	Outcome string // outcome of an ended run

	began  time.Duration
	known  time.Duration // when the robot last had what the action needs
	ready  time.Duration // when a ball was last known
	there  time.Duration // since when the robot stands at the goal; 0: it does not
	late   time.Duration // since when the ball cannot be met; 0: it can
	closer float64       // m, the least way that was left
}

// Begin starts a run, again or for the first time.
func (s *Skills) Begin(r *Run, now time.Duration) {
	*r = Run{Name: r.Name, Args: r.Args, Order: r.Order, began: now, known: now, ready: now, closer: math.Inf(1)}
	s.push(r)
}

// End ends a run whose state is left.
func (s *Skills) End(r *Run) { s.pop(r) }

// Step fills the order for a run. While the robot lacks what the action needs, it stands and waits for a while.
func (s *Skills) Step(r *Run, o *Order) {
	v := &s.View
	if s.changed && v.World != nil {
		s.Aim()
	}
	if s.waits(r, v) || r.Status != hfsm.Running {
		return
	}
	skills[r.Name].do(s, r, v, o)
}

// waits reports whether a run lacks what its action needs, and ends it when that lasts too long.
func (s *Skills) waits(r *Run, v *View) bool {
	need := skills[r.Name].needs
	patience, outcome := waitBelief, "no_belief"
	switch {
	case need == NeedsNothing:
		return false
	case v.World == nil:
	case need == NeedsPlace && v.Field == nil:
		outcome = "no_field"
	case need == NeedsPlace && !v.Localized:
		patience, outcome = waitPlace, notLocalized
	default:
		r.known = v.Now
		return false
	}
	if v.Now-r.known > patience {
		r.end(outcome)
	}
	return true
}

// How long an action waits for missing inputs before it fails.
const (
	waitBelief   = 3 * time.Second
	waitPlace    = 12 * time.Second
	blockedAfter = 12 * time.Second
	ballUnseen   = 4 * time.Second
	lateFor      = 1500 * time.Millisecond
)

// Needs holds which parts of the belief an action needs.
type Needs uint8

// Needs.
const (
	NeedsNothing Needs = iota
	NeedsWorld         // ball and robots
	NeedsPlace         // the field and the robot's pose on it, too
)

// NeedsOf returns which parts of the belief an action needs.
func NeedsOf(action string) Needs { return skills[action].needs }

// Uses reports whether one of the actions that need the belief is used.
func Uses(used func(action string) bool) bool {
	for name, s := range skills {
		if s.needs != NeedsNothing && used(name) {
			return true
		}
	}
	return false
}

// ForHead reports whether an action moves the head.
func ForHead(action string) bool { return skills[action].head }

// ForLegs reports whether an action moves the legs, or holds them.
func ForLegs(action string) bool { s, ok := skills[action]; return ok && !s.head && action != "aim" }

// end ends a run.
func (r *Run) end(outcome string) {
	if r.Status != hfsm.Running {
		return
	}
	r.Status, r.Outcome = hfsm.Failed, outcome
	if outcome == succeeded {
		r.Status = hfsm.Final
	}
}

// skill is the implementation of an action.
type skill struct {
	do      func(s *Skills, r *Run, v *View, o *Order)
	needs   Needs
	head    bool
	intends bool // its arguments set the intention
}

// skills are the actions by their names.
var skills = map[string]skill{
	"aim":             {do: func(*Skills, *Run, *View, *Order) {}, intends: true},
	"stand":           {do: func(*Skills, *Run, *View, *Order) {}},
	"position":        {do: (*Skills).position, needs: NeedsPlace},
	"guard":           {do: (*Skills).guard, needs: NeedsPlace},
	"return_to_field": {do: (*Skills).returnToField, needs: NeedsPlace},
	"save":            {do: (*Skills).save},
	"dive":            {do: (*Skills).dive, needs: NeedsWorld},
	"search_ball":     {do: (*Skills).searchBall, needs: NeedsWorld},
	"keep_off":        {do: (*Skills).keepOff, needs: NeedsPlace},
	"intercept_ball":  {do: (*Skills).interceptBall, needs: NeedsWorld},
	"go_to_ball":      {do: (*Skills).goToBall, needs: NeedsPlace, intends: true},
	"line_up":         {do: (*Skills).lineUp, needs: NeedsPlace, intends: true},
	"dribble":         {do: (*Skills).dribble, needs: NeedsPlace},
	"kick_to":         {do: (*Skills).kickTo, needs: NeedsPlace, intends: true},
	"play_ball":       {do: (*Skills).playBall, needs: NeedsPlace, intends: true},
	"look_ahead":      {do: (*Skills).lookAhead, head: true},
	"look_around":     {do: (*Skills).lookAround, head: true},
	"look_at_ball":    {do: func(_ *Skills, _ *Run, v *View, o *Order) { v.watch(o) }, head: true},
	"look_for_place":  {do: (*Skills).lookForPlace, needs: NeedsPlace, head: true},
	"scan":            {do: (*Skills).scan, needs: NeedsWorld, head: true},
}

func (s *Skills) position(r *Run, v *View, o *Order) {
	var at plane.Pose
	ball := true
	switch r.Args["place"].String {
	case "kick_off":
		at, ball = s.Team.KickOffPlace(), false
	case point:
		at = plane.Pose{X: r.Args["x"].Float, Y: r.Args["y"].Float}
		at.Theta = math.Atan2(v.Ball.Y-at.Y, v.Ball.X-at.X)
	default:
		at = s.Team.RolePlace()
	}
	switch r.Args["facing"].String {
	case "ball":
		at.Theta = math.Atan2(v.Ball.Y-at.Y, v.Ball.X-at.X)
	case "goal":
		at.Theta = math.Atan2(-at.Y, v.Field.Length/2-at.X)
	case "own_goal":
		at.Theta = math.Atan2(-at.Y, -v.Field.Length/2-at.X)
	case "heading":
		at.Theta = r.Args["theta"].Float
	}
	s.to(v, at, ball, o)
}

// nearer is by how much a way is shorter that counts as nearer, m.
const nearer = 0.05

// returnToField walks from the touchline straight into the field.
func (s *Skills) returnToField(r *Run, v *View, o *Order) {
	own := v.Pose
	inside := r.Args["inside"].Float
	goal := plane.Pose{X: own.X, Y: math.Copysign(v.Field.Width/2-inside, own.Y), Theta: 0}
	left := math.Abs(own.Y) - (v.Field.Width/2 - inside)
	if left < r.closer-nearer {
		r.closer, r.there = left, v.Now
	}
	switch {
	case math.Abs(own.Y) < v.Field.Width/2-math.Round((inside-0.2)*1e6)/1e6:
		r.end(succeeded)
	case v.Now-max(r.there, r.began) > blockedAfter:
		r.end("blocked")
	default:
		s.to(v, goal, false, o)
	}
}

// searchBall turns on the spot until the ball is known.
func (s *Skills) searchBall(r *Run, v *View, o *Order) {
	turn := s.Body.Limits.TurnRadPerSec * 0.6
	if t := r.Args["turn"].Float; t > 0 {
		turn = min(t, s.Body.Limits.TurnRadPerSec)
	}
	right := v.Number%2 == 0
	switch r.Args["direction"].String {
	case "left":
		right = false
	case "right":
		right = true
	case "ball":
		right = v.Ball.LocalY < 0
	}
	if right {
		turn = -turn
	}
	if v.Ball.Known {
		r.end(succeeded)
		return
	}
	o.Velocity.Yaw = turn
}

// lost ends a run when the ball is not known.
func (r *Run) lost(v *View) bool {
	if !v.Ball.Known {
		r.end(ballLost)
	}
	return r.Status == hfsm.Failed
}

// keepOff stands between the ball and the own goal, as far off as the rules want.
func (s *Skills) keepOff(r *Run, v *View, o *Order) {
	if r.lost(v) {
		return
	}
	v.watch(o)
	off := r.Args["distance"].Float
	if off == 0 {
		off = 1.1
	}
	line := -v.Field.Length / 2
	dx, dy := line-v.Ball.X, -v.Ball.Y
	d := max(math.Hypot(dx, dy), 0.1)
	goal := plane.Pose{X: v.Ball.X + dx/d*off, Y: v.Ball.Y + dy/d*off, Theta: math.Atan2(-dy, -dx)}
	s.to(v, goal, true, o)
}

// How an interception ends.
const (
	metAt   = 0.21 // m, from the middle of the feet: the ball is at them
	tooLate = 2.0  // s
)

// interceptBall walks to where the robot meets the ball, without turning away from it.
func (s *Skills) interceptBall(r *Run, v *View, o *Order) {
	b := v.Ball
	if !s.sees(r, v, ballUnseen) {
		return
	}
	v.watch(o)
	if b.Distance < metAt {
		r.end(succeeded)
		return
	}
	ball := b.rolling()
	meeting := planning.Meet(&ball, s.Body.Limits)
	switch {
	case meeting.SlackSec > -tooLate:
		r.late = 0
	case r.late == 0:
		r.late = v.Now
	case v.Now-r.late > lateFor:
		r.end(missed)
		return
	}
	o.Velocity = meeting.Velocity(&ball, s.Body.Limits)
}

// sees reports whether there is a ball that was seen lately, and ends a run that has waited for one for too long.
func (s *Skills) sees(r *Run, v *View, patience time.Duration) bool {
	if v.Ball.Known && seconds(v.Ball.Unseen) <= patience {
		r.ready = v.Now
		return true
	}
	if v.Now-r.ready > patience {
		r.end(ballLost)
	}
	return false
}

// How near the robot must be to where go_to_ball ends.
const (
	kickNear    = 0.07 // m
	kickHeading = 0.17 // rad
	kickStands  = 250 * time.Millisecond
)

// approach is how far behind where the kick begins the way round the ball ends, m.
const approach = 0.22

// goToBall walks round the ball and others to where the kick begins, or the last part of the way to it.
func (s *Skills) goToBall(r *Run, v *View, o *Order) {
	v.glance(o)
	if s.hopeless(r, v, seconds(r.Args["patience"].Float)) {
		return
	}
	goal := s.before(r.Args)
	own := v.Pose
	if own.Distance(goal) >= kickNear || math.Abs(plane.Angle(own.Theta-goal.Theta)) >= kickHeading {
		r.there = 0
	} else if r.there == 0 {
		r.there = v.Now
	} else if v.Now-r.there >= kickStands {
		r.end(succeeded)
		return
	}
	s.round(v, goal, o)
}

// hopeless ends a run whose target or kick is impossible, or whose ball no robot has seen for too long.
func (s *Skills) hopeless(r *Run, v *View, patience time.Duration) bool {
	if s.problem != "" {
		r.end(s.problem)
	}
	s.sees(r, v, patience)
	return r.Status == hfsm.Failed || !s.aimed
}

// before returns the final pose of go_to_ball, for the place where the ball comes to rest.
func (s *Skills) before(a hfsm.Args) plane.Pose {
	goal, k, b := s.pose, &s.stance, s.View.Ball
	x, y := s.View.Pose.Point(b.StopX, b.StopY)
	goal.X, goal.Y = goal.X+x-b.X, goal.Y+y-b.Y
	sin, cos := math.Sincos(goal.Theta)
	back := a["behind"].Float
	if d := a["distance"].Float; d > 0 {
		back = d - k.X
	}
	goal.X, goal.Y = goal.X-back*cos, goal.Y-back*sin
	if aside := a["aside"].Float; aside >= 0 {
		right := math.Copysign(aside, k.Y) - k.Y
		goal.X, goal.Y = goal.X+right*sin, goal.Y-right*cos
	}
	return goal
}

// round walks round the ball and others to a pose.
func (s *Skills) round(v *View, goal plane.Pose, o *Order) {
	if v.Pose.Distance(goal) < 0.3 {
		o.Velocity = s.near(v.Pose, goal)
		return
	}
	if s.to(v, goal, true, o) {
		o.Velocity = s.near(v.Pose, goal)
	}
}

// aimless ends a run whose ball is unknown, or whose target or kick is impossible.
func (s *Skills) aimless(r *Run, v *View) bool {
	if s.problem != "" {
		r.end(s.problem)
	}
	return r.lost(v) || !s.aimed
}

// lineUp makes the last steps: first the heading and the side, then ahead.
func (s *Skills) lineUp(r *Run, v *View, o *Order) {
	if s.aimless(r, v) {
		return
	}
	v.watch(o)
	if s.lined {
		r.end(succeeded)
		return
	}
	b, l := v.Ball, &s.Body.Limits
	turn := plane.Angle(s.pose.Theta - v.Pose.Theta)
	x, y := b.LocalX-s.stance.X, b.LocalY-s.stance.Y
	if math.Abs(turn) > 0.3 || math.Abs(y) > 0.08 {
		x = min(x-0.08, 0.1)
	}
	// The robot turns about the ball, so that the ball stays in front.
	o.Velocity = planning.Velocity{X: bound(1.6*x, l.ForwardMPS*0.6), Y: bound(2*y-turn*b.LocalX, l.SideMPS), Yaw: bound(1.8*turn, l.TurnRadPerSec*0.6)}
}

// dribble walks through the ball towards the target.
func (s *Skills) dribble(r *Run, v *View, o *Order) {
	if r.lost(v) {
		return
	}
	v.watch(o)
	toX, toY := s.aim.X, s.aim.Y
	switch r.Args["towards"].String {
	case "goal":
		toX, toY = v.Field.Length/2+behindLine, 0
	case point:
		toX, toY = r.Args["x"].Float, r.Args["y"].Float
	}
	b, l := v.Ball, &s.Body.Limits
	toward := math.Atan2(toY-b.Y, toX-b.X)
	turn := plane.Angle(toward - v.Pose.Theta)
	side := b.LocalY - turn*b.LocalX
	ahead := l.ForwardMPS
	if share := r.Args["speed"].Float; share > 0 {
		ahead *= share
	}
	if math.Abs(b.LocalY) > 0.07 || math.Abs(turn) > 0.4 {
		ahead = max(0, min(ahead, b.LocalX-0.25))
	}
	o.Velocity = planning.Velocity{X: ahead, Y: bound(2*side, l.SideMPS), Yaw: bound(1.5*turn, l.TurnRadPerSec*0.6)}
}

// kickTo kicks in the stance that was chosen.
func (s *Skills) kickTo(r *Run, v *View, o *Order) {
	if s.aimless(r, v) {
		return
	}
	v.watch(o)
	k := &s.stance
	distance := s.aim.Distance
	if s.aim.Choice == Shoot || s.aim.Choice == Clear {
		distance = s.Body.StraightM
	}
	if s.want.strength > 0 {
		distance = s.want.strength * k.LongestM
	}
	o.Action = KickBall
	o.Kick = goals.Kick{
		BallKnown: true, BallX: v.Ball.LocalX, BallY: v.Ball.LocalY, Direction: k.Direction, Distance: distance,
		Foot: uint8(k.Foot), FromWalk: s.want.kick == fromWalk,
	}
}

// playBall goes to the ball, lines up and kicks, or dribbles.
func (s *Skills) playBall(r *Run, v *View, o *Order) {
	v.glance(o)
	switch {
	case s.hopeless(r, v, ballUnseen):
	case s.lined && s.aim.Choice != Dribble:
		s.kickTo(r, v, o)
	case s.behind && s.aim.Choice == Dribble:
		s.dribble(r, v, o)
	case s.behind:
		s.lineUp(r, v, o)
	default:
		goal := s.pose
		sin, cos := math.Sincos(goal.Theta)
		goal.X, goal.Y = goal.X-approach*cos, goal.Y-approach*sin
		s.round(v, goal, o)
	}
}

// seconds returns a duration.
func seconds(s float64) time.Duration { return time.Duration(min(s, 1e9) * float64(time.Second)) }
