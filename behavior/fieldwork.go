package behavior

import (
	"errors"
	"fmt"
	"math"
	"time"

	"gonao/behavior/play"
	"gonao/behavior/track"
	"gonao/behavior/vocabulary"
	"gonao/hfsm"
	"gonao/percepts/plane"
	"gonao/planning"
)

// Errors of the actions on the field.
var (
	errNoBelief = errors.New("nothing says where the ball is; are localization and world_model running?")
	errNoField  = errors.New("the field is not known")
	errBallLost = errors.New("the ball was not seen for some seconds")
	errMissed   = errors.New("the ball cannot be reached")
)

// Times of the actions on the field.
const (
	goalEvery  = 100 * time.Millisecond // a goal for the planner
	waitBelief = 3 * time.Second        // for the first belief
	ballUnseen = 4 * time.Second        // after which a ball counts as lost
)

// fieldGoalPort is the topic of the planner's goals that come anew.
var fieldGoalPort = vocabulary.Port{Kind: vocabulary.TopicPort, Name: "field_goal", Type: "gonao_msgs/msg/FieldGoal"}

// ended sets the input outcome and returns how an action of the field ends.
func (b *Brain) ended(m *hfsm.Machine, name, outcome string, err error) (hfsm.Status, error) {
	b.set(m, outcomeInput, hfsm.StringValue(outcome))
	if err == nil {
		return hfsm.Final, nil
	}
	return hfsm.Failed, fmt.Errorf("%s: %s: %w", name, outcome, err)
}

// believedBall returns the belief when it has a ball that was seen lately; why is set when it has not for too long.
func (b *Brain) believedBall(now, since, patience time.Duration) (at *Belief, outcome string, why error) {
	at, ok := b.senses.Belief()
	if !ok || at.World == nil {
		if now-since > waitBelief {
			return nil, "no_belief", errNoBelief
		}
		return nil, "", nil
	}
	ball := &at.World.Ball
	if !ball.Known || at.World.Stamp-ball.SeenAt > patience {
		if now-since > patience {
			return nil, "ball_lost", errBallLost
		}
		return nil, "", nil
	}
	return at, "", nil
}

// gaze turns the head to what is on the ground.
type gaze struct {
	brain *Brain
}

// Figures of the head, rad, m and s.
const (
	eyeHeight  = 0.5
	opticalTop = 0.021 // how far the upper camera looks down with the head level
	fastHead   = 4.0   // rad/s
	glanceAt   = 2200 * time.Millisecond
	glanceFor  = 700 * time.Millisecond
	glanceYaw  = 0.75
)

// at looks at a place on the ground in base_footprint.
func (g *gaze) at(now time.Duration, x, y float64) {
	pitch := math.Atan2(eyeHeight, math.Hypot(x, y)) - opticalTop
	g.brain.out.CommandHead(track.Command{Stamp: now, Mode: track.Position, Yaw: math.Atan2(y, x), Pitch: min(max(pitch, -0.3), 0.45)})
}

// ball looks at the ball, and for a short time now and then beside it while it is far, for the sake of the pose.
func (g *gaze) ball(now time.Duration, b *Belief) {
	ball := &b.World.Ball
	d := math.Hypot(ball.X, ball.Y)
	round := now % (2 * glanceAt)
	if d > 0.8 && b.World.Stamp-ball.SeenAt < time.Second && now%glanceAt < glanceFor {
		side := 1.0
		if round >= glanceAt {
			side = -1
		}
		yaw := min(max(math.Atan2(ball.Y, ball.X)+side*glanceYaw, -1.3), 1.3)
		g.brain.out.CommandHead(track.Command{Stamp: now, Mode: track.Position, Yaw: yaw, Pitch: 0.1})
		return
	}
	g.at(now, ball.X, ball.Y)
}

// rest lets the head stay where it is.
func (g *gaze) rest(now time.Duration) {
	g.brain.out.CommandHead(track.Command{Stamp: now, Mode: track.Speed})
}

// goToBall leads the robot to where it kicks the ball.
type goToBall struct {
	gaze
	machine *hfsm.Machine
	args    hfsm.Args
	planner Caller
	began   time.Duration
	seen    time.Duration // when there was a ball last
	sent    time.Duration
	there   time.Duration // since when it stands at the pose; 0: it does not
	run     play.Run      // by which it sets the intention
}

// newGoToBall makes one use of go_to_ball.
func newGoToBall(b *Brain, m *hfsm.Machine, a *Action, args hfsm.Args) (hfsm.Activity, error) {
	planner, err := b.out.Open(fieldGoalPort, nil)
	if err != nil {
		return nil, fmt.Errorf("topic field_goal: %w", err)
	}
	return &goToBall{gaze: gaze{brain: b}, machine: m, args: args, planner: planner, run: play.Run{Name: a.Name, Args: args, Order: b.order}}, nil
}

// Start begins the way.
func (g *goToBall) Start(now time.Duration, _ hfsm.Entry) {
	g.began, g.seen, g.there, g.sent = now, now, 0, now-goalEvery
	g.brain.senses.play.skills.Begin(&g.run, now)
}

// How near the robot must be to the kicking pose.
const (
	kickNear    = 0.07 // m
	kickHeading = 0.17 // rad
	kickStands  = 250 * time.Millisecond
)

// Step sends the kicking pose to the planner, and is Final when the robot is there.
func (g *goToBall) Step(now time.Duration) (hfsm.Status, error) {
	b, outcome, err := g.brain.believedBall(now, g.seen, time.Duration(g.args.Float("patience")*float64(time.Second)))
	switch {
	case err != nil:
		return g.brain.ended(g.machine, "go_to_ball", outcome, err)
	case b == nil:
		return hfsm.Running, nil
	case b.Field == nil:
		return g.brain.ended(g.machine, "go_to_ball", "no_field", errNoField)
	}
	g.seen = now
	g.ball(now, b)
	if !b.Localized {
		g.there = 0
		return hfsm.Running, nil
	}
	pose, outcome := g.pose(now, b)
	if outcome != "" {
		return g.brain.ended(g.machine, "go_to_ball", outcome, errPlayed)
	}
	if b.Pose.Distance(pose) < kickNear && math.Abs(plane.Angle(b.Pose.Theta-pose.Theta)) < kickHeading {
		if g.there == 0 {
			g.there = now
		}
		if now-g.there >= kickStands {
			return g.brain.ended(g.machine, "go_to_ball", vocabulary.Succeeded, nil)
		}
	} else {
		g.there = 0
	}
	if now-g.sent >= goalEvery {
		g.sent = now
		g.planner.Begin([]Field{number("x", pose.X), number("y", pose.Y), number("theta", pose.Theta), truth("around_ball", true)})
	}
	return hfsm.Running, nil
}

// pose returns where the way ends, for where the ball will rest. The outcome is that of a target or a kick that cannot be.
func (g *goToBall) pose(now time.Duration, b *Belief) (at plane.Pose, outcome string) {
	p := g.brain.senses.play
	p.look(g.brain.senses, now)
	ball := p.ball
	p.ball.X, p.ball.Y = b.World.Pose.Point(b.World.Ball.StopsX, b.World.Ball.StopsY)
	p.skills.Aim(&p.view)
	at, outcome = p.skills.Before(g.args)
	p.ball = ball
	return at, outcome
}

// Stop lets the head rest. The planner ends by itself when no goal comes.
func (g *goToBall) Stop(now time.Duration) {
	g.brain.senses.play.skills.End(&g.run)
	g.rest(now)
}

// interceptBall walks into the way of a ball that rolls.
type interceptBall struct {
	gaze
	machine *hfsm.Machine
	args    hfsm.Args
	seen    time.Duration
	late    time.Duration // since when no meeting is possible; 0: one is
}

// newInterceptBall makes one use of intercept_ball.
func newInterceptBall(b *Brain, m *hfsm.Machine, _ *Action, args hfsm.Args) (hfsm.Activity, error) {
	return &interceptBall{gaze: gaze{brain: b}, machine: m, args: args}, nil
}

// Start begins.
func (i *interceptBall) Start(now time.Duration, _ hfsm.Entry) { i.seen, i.late = now, 0 }

// Figures of an interception.
const (
	metAt       = 0.21 // m, from the middle of the feet: the ball is at them
	interceptOf = 0.32 // m/s², of a rolling ball on carpet
	lateFor     = 1500 * time.Millisecond
	tooLate     = 2.0 // s
)

// interceptLimits are the speeds that a meeting counts on.
var interceptLimits = planning.Limits{ForwardMPS: 0.25, SideMPS: 0.16, TurnRadPerSec: 1}

// Step walks to where the ball is met. It is Final when the ball is at the feet.
func (i *interceptBall) Step(now time.Duration) (hfsm.Status, error) {
	b, outcome, err := i.brain.believedBall(now, i.seen, ballUnseen)
	switch {
	case err != nil:
		return i.brain.ended(i.machine, "intercept_ball", outcome, err)
	case b == nil:
		i.brain.out.Walk(Velocity{})
		return hfsm.Running, nil
	}
	i.seen = now
	ball := &b.World.Ball
	i.at(now, ball.X, ball.Y)
	if math.Hypot(ball.X, ball.Y) < metAt {
		return i.brain.ended(i.machine, "intercept_ball", vocabulary.Succeeded, nil)
	}
	rolling := planning.RollingBall{X: ball.X, Y: ball.Y, VX: ball.VX, VY: ball.VY, Deceleration: interceptOf}
	meeting := planning.Meet(&rolling, interceptLimits)
	if meeting.SlackSec > -tooLate {
		i.late = 0
	} else if i.late == 0 {
		i.late = now
	} else if now-i.late > lateFor {
		return i.brain.ended(i.machine, "intercept_ball", "missed", errMissed)
	}
	v := meeting.Velocity(&rolling, interceptLimits)
	i.brain.out.Walk(Velocity{X: v.X, Y: v.Y, Turn: v.Theta})
	return hfsm.Running, nil
}

// Stop stands.
func (i *interceptBall) Stop(now time.Duration) {
	i.brain.out.Walk(Velocity{})
	i.rest(now)
}

// lookAround turns the head from side to side.
type lookAround struct {
	gaze
	machine *hfsm.Machine
	args    hfsm.Args
	began   time.Duration
}

// newLookAround makes one use of look_around.
func newLookAround(b *Brain, m *hfsm.Machine, _ *Action, args hfsm.Args) (hfsm.Activity, error) {
	return &lookAround{gaze: gaze{brain: b}, machine: m, args: args}, nil
}

// Start begins on the side to which the head is turned.
func (l *lookAround) Start(now time.Duration, _ hfsm.Entry) { l.began = now }

// Step turns the head on. It is Final after the number of sweeps.
func (l *lookAround) Step(now time.Duration) (hfsm.Status, error) {
	sweep := l.args.Float("sweep")
	share := (now - l.began).Seconds() / sweep
	if n := l.args.Int("times"); n > 0 && share >= float64(n) {
		return l.brain.ended(l.machine, "look_around", vocabulary.Succeeded, nil)
	}
	// A sweep goes from the middle to the left, to the right and back; every second one looks farther down.
	yaw := l.args.Float("yaw") * math.Sin(2*math.Pi*share)
	pitch := l.args.Float("pitch")
	if int(share)%2 == 1 {
		pitch += 0.2
	}
	l.brain.out.CommandHead(track.Command{Stamp: now, Mode: track.Position, Yaw: yaw, Pitch: pitch})
	return hfsm.Running, nil
}

// Stop lets the head rest where it is.
func (l *lookAround) Stop(now time.Duration) { l.rest(now) }

// lookAtBall follows the ball of the world model with the head.
type lookAtBall struct{ gaze }

// newLookAtBall makes one use of look_at_ball.
func newLookAtBall(b *Brain, _ *hfsm.Machine, _ *Action, _ hfsm.Args) (hfsm.Activity, error) {
	return &lookAtBall{gaze{brain: b}}, nil
}

// Start begins to look.
func (l *lookAtBall) Start(now time.Duration, _ hfsm.Entry) { _, _ = l.Step(now) }

// Step looks at the ball, if there is one.
func (l *lookAtBall) Step(now time.Duration) (hfsm.Status, error) {
	if b, ok := l.brain.senses.Belief(); ok && b.World != nil && b.World.Ball.Known {
		l.at(now, b.World.Ball.X, b.World.Ball.Y)
	}
	return hfsm.Running, nil
}

// Stop lets the head rest where it is.
func (l *lookAtBall) Stop(now time.Duration) { l.rest(now) }
