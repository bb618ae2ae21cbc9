package play

import (
	"math"
	"time"

	"gonao/hfsm"
	"gonao/percepts/plane"
	"gonao/planning"
)

// Skills are what one robot does with its legs and its head. They are not safe for concurrent use.
type Skills struct {
	Body   Body
	Team   Team
	Guide  *planning.Guide
	Follow planning.Config // how a way is followed
	// Look returns the yaw, of most to either side, at which the pose becomes surer most.
	Look func(most float64) float64

	parts   []part // of the intention, the strongest last
	changed bool
	want    intention
	aim     Aim
	problem string // outcome of a target or a kick that cannot be; "": it can
	aimed   bool   // stance and pose are set
	stance  Kick
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
	Outcome string // of a run that has ended

	began  time.Duration
	ready  time.Duration // when it had what it needs last
	there  time.Duration // since when the robot stands at the goal; 0: it does not
	asked  bool          // the body has been asked for the action
	acting bool          // and does it
	closer float64       // m, the least way that was left
}

// Begin starts a run, again or for the first time.
func (s *Skills) Begin(r *Run, now time.Duration) {
	*r = Run{Name: r.Name, Args: r.Args, Order: r.Order, began: now, ready: now, closer: math.Inf(1)}
	s.push(r)
}

// End ends a run whose state is left.
func (s *Skills) End(r *Run) { s.pop(r) }

// Step lets a run fill the order. One that has ended goes on with what it walks until its state is left, unless it failed.
func (s *Skills) Step(r *Run, v *View, o *Order) {
	if skill := legSkills[r.Name]; skill != nil {
		skill(s, r, v, o)
	} else if skill := headSkills[r.Name]; skill != nil {
		skill(s, r, v, o)
	}
}

// ForHead reports whether an action moves the head, and ForLegs whether it moves the rest.
func ForHead(action string) bool { return headSkills[action] != nil }

// ForLegs reports whether an action moves the legs.
func ForLegs(action string) bool { return legSkills[action] != nil }

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

const succeeded = "succeeded"

type skill func(s *Skills, r *Run, v *View, o *Order)

// intends are the actions whose arguments set the intention.
var intends = map[string]bool{"aim": true, "go_to_ball": true, "line_up": true, "kick_to": true, "play_ball": true}

// legSkills are what the legs may do.
var legSkills = map[string]skill{
	"aim":             func(*Skills, *Run, *View, *Order) {},
	"stand":           func(*Skills, *Run, *View, *Order) {},
	"get_up":          getUp,
	"position":        (*Skills).position,
	"guard":           (*Skills).guard,
	"return_to_field": (*Skills).returnToField,
	"save":            (*Skills).save,
	"dive":            (*Skills).dive,
	"search_ball":     (*Skills).searchBall,
	"keep_off":        (*Skills).keepOff,
	"intercept_ball":  (*Skills).interceptBall,
	"go_to_ball":      (*Skills).goToBall,
	"line_up":         (*Skills).lineUp,
	"dribble":         (*Skills).dribble,
	"kick_to":         (*Skills).kickTo,
	"play_ball":       (*Skills).playBall,
}

// headSkills are what the head may do.
var headSkills = map[string]skill{
	"look_ahead":     (*Skills).lookAhead,
	"look_around":    (*Skills).lookAround,
	"look_for_place": (*Skills).lookForPlace,
	"look_at_ball":   (*Skills).lookAtBall,
	"scan":           (*Skills).scan,
}

// once has the body perform an action; the run ends when the body has.
func (r *Run) once(v *View, o *Order, a Action) {
	switch {
	case r.Status != hfsm.Running:
	case r.asked && v.Refused != "":
		r.end(v.Refused)
	case r.acting && !v.Busy:
		r.end(succeeded)
	default:
		r.acting = v.Busy
		if !v.Busy {
			o.Action, r.asked = a, true
		}
	}
}

// getUp gets up, and ends when the robot stands.
func getUp(_ *Skills, r *Run, v *View, o *Order) {
	o.Action = GetUp
	if !v.Fallen {
		r.end(succeeded)
	}
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

// guard stands on the line from the ball to the middle of the goal.
func (s *Skills) guard(r *Run, v *View, o *Order) {
	line := -v.Field.Length / 2
	depth, steps := s.Team.Keeper()
	if d := r.Args["depth"].Float; d >= 0 {
		depth = d
	}
	x, y := 0.0, 0.0
	if v.Ball.Known {
		x, y = v.Ball.X, v.Ball.Y
	}
	dx, dy := x-line+0.4, y
	at := plane.Pose{X: line + depth, Y: dy / max(dx, 0.3) * (depth + 0.4)}
	at.Y = max(-v.Field.GoalWidth/2+0.1, min(v.Field.GoalWidth/2-0.1, at.Y))
	at.Theta = math.Atan2(y-at.Y, x-at.X)
	own := v.Pose
	if seconds, side := s.Team.Crossing(); seconds < 4 && steps {
		l := &s.Body.Limits // it steps into the way of the ball
		o.Velocity = planning.Velocity{Y: max(-l.SideMPS, min(l.SideMPS, 3*side))}
		return
	}
	if own.Distance(at) > 0.5 {
		s.to(v, at, false, o)
		return
	}
	if own.Distance(at) > 0.07 || math.Abs(plane.Angle(own.Theta-at.Theta)) > 0.2 {
		o.Velocity = s.near(own, at)
	}
}

// Times after which an action gives up. The body machine of gonao's teams is never as patient.
const (
	blockedAfter = 12 * time.Second
	nearer       = 0.05 // m that count as nearer
)

// returnToField walks from the touchline straight into the field.
func (s *Skills) returnToField(r *Run, v *View, o *Order) {
	own := v.Pose
	inside := r.Args["inside"].Float
	goal := plane.Pose{X: own.X, Y: math.Copysign(v.Field.Width/2-inside, own.Y), Theta: 0}
	left := math.Abs(own.Y) - (v.Field.Width/2 - inside)
	if math.Abs(own.Y) < v.Field.Width/2-math.Round((inside-0.2)*1e6)/1e6 {
		r.end(succeeded)
	}
	if left < r.closer-nearer {
		r.closer, r.there = left, v.Now
	}
	if v.Localized {
		r.ready = v.Now
	}
	switch {
	case v.Now-r.ready > blockedAfter:
		r.end("not_localized")
	case v.Now-max(r.there, r.began) > blockedAfter:
		r.end("blocked")
	}
	if r.Status != hfsm.Failed {
		s.to(v, goal, false, o)
	}
}

// save blocks or dives; auto decides by where the ball passes.
func (s *Skills) save(r *Run, v *View, o *Order) {
	switch r.Args["kind"].String {
	case "block":
		r.once(v, o, Block)
	case "dive_left":
		r.once(v, o, DiveLeft)
	case "dive_right":
		r.once(v, o, DiveRight)
	default:
		seconds, side := s.Team.Crossing()
		switch {
		case r.asked: // what has begun goes on
			r.once(v, o, r.saves(side))
		case seconds < 99:
			r.once(v, o, r.saves(side))
		}
	}
}

// saves returns what stops a ball that passes at a side, m to the left.
func (*Run) saves(side float64) Action {
	switch {
	case side > blockReach:
		return DiveLeft
	case side < -blockReach:
		return DiveRight
	}
	return Block
}

// blockReach is how far to a side a ball may pass and still meet the robot's block, m.
const blockReach = 0.3

func (s *Skills) dive(r *Run, v *View, o *Order) {
	a := DiveRight
	switch r.Args["side"].String {
	case "left":
		a = DiveLeft
	case "auto":
		seconds, side := s.Team.Crossing()
		if seconds >= 99 && !r.asked {
			r.end("missed")
			return
		}
		if side > 0 {
			a = DiveLeft
		}
	}
	r.once(v, o, a)
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
	o.Velocity.Theta = turn
	if v.Ball.Known {
		r.end(succeeded)
	}
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

// interceptBall walks to where the robot meets the ball, without turning away from it.
func (s *Skills) interceptBall(_ *Run, v *View, o *Order) {
	ball := v.Ball.rolling()
	meeting := planning.Meet(&ball, s.Body.Limits)
	o.Velocity = meeting.Velocity(&ball, s.Body.Limits)
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
	if s.hopeless(r, v, seconds(r.Args["patience"].Float)) || r.Status != hfsm.Running {
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

// hopeless ends a run whose target or kick cannot be, or whose ball nobody has seen for too long.
func (s *Skills) hopeless(r *Run, v *View, patience time.Duration) bool {
	if v.Ball.Known && seconds(v.Ball.Unseen) <= patience {
		r.ready = v.Now
	}
	switch {
	case s.problem != "":
		r.end(s.problem)
	case v.Now-r.ready > patience:
		r.end(ballLost)
	}
	return r.Status == hfsm.Failed || !s.aimed
}

// Before returns the pose at which go_to_ball ends, or the outcome of a target or a kick that cannot be.
func (s *Skills) Before(a hfsm.Args) (at plane.Pose, outcome string) { return s.before(a), s.problem }

// before returns the pose at which go_to_ball ends.
func (s *Skills) before(a hfsm.Args) plane.Pose {
	goal, k := s.pose, &s.stance
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

// aimless ends a run whose ball is not known, or whose target or kick cannot be.
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
	if s.lined {
		r.end(succeeded)
	}
	b, l := v.Ball, &s.Body.Limits
	turn := plane.Angle(s.pose.Theta - v.Pose.Theta)
	x, y := b.LocalX-s.stance.X, b.LocalY-s.stance.Y
	if math.Abs(turn) > 0.3 || math.Abs(y) > 0.08 {
		x = min(x-0.08, 0.1)
	}
	// The robot turns about the ball, so that the ball stays in front.
	o.Velocity = planning.Velocity{X: bound(1.6*x, l.ForwardMPS*0.6), Y: bound(2*y-turn*b.LocalX, l.SideMPS), Theta: bound(1.8*turn, l.TurnRadPerSec*0.6)}
}

// dribble walks through the ball towards the target.
func (s *Skills) dribble(r *Run, v *View, o *Order) {
	if r.lost(v) {
		return
	}
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
	o.Velocity = planning.Velocity{X: ahead, Y: bound(2*side, l.SideMPS), Theta: bound(1.5*turn, l.TurnRadPerSec*0.6)}
}

// kickTo kicks in the stance that was chosen.
func (s *Skills) kickTo(r *Run, v *View, o *Order) {
	if !r.asked && s.aimless(r, v) {
		return
	}
	k := &s.stance
	distance := s.aim.Distance
	if s.aim.Choice == Shoot || s.aim.Choice == Clear {
		distance = s.Body.StraightM
	}
	if s.want.strength > 0 {
		distance = s.want.strength * k.LongestM
	}
	o.Kick = Request{
		Foot: k.Foot, Direction: k.Direction, Distance: distance, BallX: v.Ball.LocalX, BallY: v.Ball.LocalY, FromWalk: s.want.kick == fromWalk,
	}
	r.once(v, o, KickBall)
}

// ballPatience is how long play_ball waits for a ball that nobody sees.
const ballPatience = 4 * time.Second

// playBall goes to the ball, lines up and kicks, or dribbles.
func (s *Skills) playBall(r *Run, v *View, o *Order) {
	switch {
	case r.Status != hfsm.Running:
	case r.asked:
		s.kickTo(r, v, o)
	case s.hopeless(r, v, ballPatience):
	case s.lined && s.aim.Choice != Dribble:
		s.kickTo(r, v, o)
	case s.behind && s.aim.Choice == Dribble:
		s.dribble(r, v, o)
	case s.behind:
		end := *r // line_up ends when the robot is lined up, which is not the end of this run
		s.lineUp(&end, v, o)
	default:
		goal := s.pose
		sin, cos := math.Sincos(goal.Theta)
		goal.X, goal.Y = goal.X-approach*cos, goal.Y-approach*sin
		s.round(v, goal, o)
	}
}

// seconds returns a duration.
func seconds(s float64) time.Duration { return time.Duration(min(s, 1e9) * float64(time.Second)) }
