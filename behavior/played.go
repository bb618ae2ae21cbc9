package behavior

import (
	"errors"
	"math"
	"time"

	"gonao/behavior/play"
	"gonao/behavior/track"
	"gonao/behavior/vocabulary"
	"gonao/hfsm"
	"gonao/percepts/field"
	"gonao/planning"
)

// Errors of the actions that play the ball.
var (
	errNotLocalized = errors.New("nothing said where the robot is for some seconds")
	errPlayed       = errors.New("the action could not be done")
)

// ballLasts is how long a ball that was not seen again is believed in, as by a player of a team.
const ballLasts = 12 * time.Second

// players are the skills of a robot without a team, and what they see. All machines of a robot share them.
type players struct {
	skills   play.Skills
	view     play.View
	ball     play.Ball
	on       *field.Map // that the guide is for
	machines int        // that have asked for an order
	looked   bool
}

// newPlayers returns the skills of a robot.
func newPlayers() *players {
	p := &players{skills: play.Skills{Body: play.DefaultBody(), Follow: planning.DefaultConfig()}}
	p.skills.Team = play.Alone{View: &p.view, Body: &p.skills.Body}
	p.skills.Look = func(float64) float64 { return 0 }
	p.view.Ball, p.ball = &p.ball, noBallKnown
	return p
}

var noBallKnown = play.Ball{Age: neverSeen, Unseen: neverSeen, Distance: noBall}

// look takes the belief of now, once for all machines.
func (p *players) look(s *Senses, now time.Duration) {
	if p.looked && p.view.Now == now {
		return
	}
	p.looked = true
	p.view = play.View{Now: now, Number: 1, Ball: &p.ball, Fallen: s.fallen(), Rules: play.Rules{Playing: true, MayPlay: true}}
	p.ball = noBallKnown
	b, ok := s.Belief()
	if !ok || b.World == nil {
		return
	}
	v := &p.view
	v.Pose, v.Localized, v.World, v.Field = b.Pose, b.Localized, b.World, b.Field
	p.see(b)
	if b.Field != nil && p.on != b.Field {
		if planner, err := planning.NewTangents(planning.DefaultConfig()); err == nil { // its figures are valid
			p.on, p.skills.Guide = b.Field, planning.NewGuide(planner, b.Field, play.Clearance)
		}
	}
	p.skills.Aim(v)
}

// see takes the ball: the robot's own, or the one that a teammate sees.
func (p *players) see(at *Belief) {
	w, b := at.World, &p.ball
	own := &w.Ball
	if own.SeenAt > 0 {
		b.Age = (w.Stamp - own.SeenAt).Seconds()
	}
	switch {
	case own.Known && w.Stamp-own.SeenAt < ballLasts:
		b.Known, b.Own, b.Unseen = true, b.Age < 1.5, b.Age
		b.X, b.Y, b.LocalX, b.LocalY, b.VX, b.VY, b.StopX, b.StopY = own.MapX, own.MapY, own.X, own.Y, own.VX, own.VY, own.StopsX, own.StopsY
	case w.TeamBall.Known:
		b.Known, b.Unseen, b.X, b.Y = true, 0, w.TeamBall.X, w.TeamBall.Y
		b.LocalX, b.LocalY = at.Pose.Local(b.X, b.Y)
		b.StopX, b.StopY = b.LocalX, b.LocalY
	default:
		return
	}
	b.Distance = math.Hypot(b.LocalX, b.LocalY)
}

// fallen reports whether the robot lies, by the angles of its torso.
func (s *Senses) fallen() bool {
	state, ok := s.Body()
	return ok && (math.Abs(state.Angles[0]) > 1 || math.Abs(state.Angles[1]) > 1)
}

// played is one use of an action of package play.
type played struct {
	gaze
	machine  *hfsm.Machine
	run      play.Run
	order    play.Order // of this tick; kept here so that a tick does not allocate
	callers  map[play.Action]Caller
	task     Task // of a kick, a save or a get-up; nil: none was asked for
	shown    bool // the skill has seen that it runs
	canceled bool
	began    time.Duration
	known    time.Duration // when the robot had what the action needs last
}

// newPlayed makes one use of an action.
func newPlayed(b *Brain, m *hfsm.Machine, a *Action, args hfsm.Args) (hfsm.Activity, error) {
	p := &played{gaze: gaze{brain: b}, machine: m, run: play.Run{Name: a.Name, Args: args, Order: b.order}, callers: map[play.Action]Caller{}}
	switch a.Name {
	case "kick_to", "play_ball":
		kick, err := b.out.Open(action("kick", "Kick"), nil)
		p.callers[play.KickBall] = kick
		return p, err
	case "dive":
		save, err := b.out.Open(action("save", "Save"), nil)
		p.callers[play.DiveLeft], p.callers[play.DiveRight] = save, save
		return p, err
	}
	return p, nil
}

// Start begins.
func (p *played) Start(now time.Duration, _ hfsm.Entry) {
	p.brain.senses.play.skills.Begin(&p.run, now)
	p.task, p.shown, p.canceled, p.began, p.known = nil, false, false, now, now
}

// needs is what an action needs of the belief.
type needs uint8

const (
	nothing needs = iota
	belief
	place // the pose, too
)

// needsOf returns what an action needs.
func needsOf(name string) needs {
	switch name {
	case "aim", "stand", "look_ahead":
		return nothing
	case "scan", "search_ball", "dive":
		return belief
	}
	return place
}

// missing returns the outcome of what the action needs and has not had for too long; wait is true while it may still come.
func (p *played) missing(now time.Duration, v *play.View) (outcome string, why error, wait bool) {
	need := needsOf(p.run.Name)
	patience, outcome, why := waitBelief, "no_belief", errNoBelief
	switch {
	case need == nothing:
		return "", nil, false
	case v.World == nil:
	case need == place && v.Field == nil:
		outcome, why = "no_field", errNoField
	case need == place && !v.Localized:
		patience, outcome, why = ballLasts, "not_localized", errNotLocalized
	default:
		p.known = now
		return "", nil, false
	}
	if now-p.known > patience {
		return outcome, why, false
	}
	return "", nil, true
}

// Step does the action on.
func (p *played) Step(now time.Duration) (hfsm.Status, error) {
	all := p.brain.senses.play
	all.look(p.brain.senses, now)
	v := &all.view
	outcome, why, wait := p.missing(now, v)
	switch {
	case why != nil:
		p.stand()
		return p.brain.ended(p.machine, p.run.Name, outcome, why)
	case wait:
		p.stand()
		return hfsm.Running, nil
	}
	if all.skills.Changed() && v.World != nil {
		all.skills.Aim(v)
	}
	v.Busy, v.Refused = p.report()
	p.order = play.Order{}
	all.skills.Step(&p.run, v, &p.order)
	p.act(now, v, &p.order)
	switch p.run.Status {
	case hfsm.Final:
		p.stand()
		return p.brain.ended(p.machine, p.run.Name, vocabulary.Succeeded, nil)
	case hfsm.Failed:
		p.stand()
		return p.brain.ended(p.machine, p.run.Name, p.run.Outcome, errPlayed)
	case hfsm.Running:
	}
	return hfsm.Running, nil
}

// report returns how the task stands: whether it runs, and its outcome if it failed. The first time it runs, so that also a task that
// has ended at once is seen.
func (p *played) report() (busy bool, refused string) {
	if p.task == nil {
		return false, ""
	}
	r := p.task.Report()
	if r.Status == hfsm.Failed {
		return false, r.Outcome
	}
	if !p.shown {
		p.shown = true
		return true, ""
	}
	return r.Status == hfsm.Running, ""
}

// act passes on what the skill wants.
func (p *played) act(now time.Duration, v *play.View, o *play.Order) {
	if play.ForHead(p.run.Name) {
		p.brain.out.CommandHead(track.Command{Stamp: now, Mode: track.Position, Yaw: o.HeadYaw, Pitch: play.HeadPitch + o.HeadDown})
		return
	}
	switch p.run.Name {
	case "aim", "stand":
		return
	case "line_up", "kick_to", "play_ball", "dribble", "keep_off", "guard":
		if v.Ball.Known {
			p.at(now, v.Ball.LocalX, v.Ball.LocalY)
		}
	}
	if caller := p.callers[o.Action]; caller != nil {
		if p.task == nil {
			p.stand()
			p.task = caller.Begin(goalOf(o))
		}
		return
	}
	if p.task == nil {
		p.brain.out.Walk(Velocity{X: o.Velocity.X, Y: o.Velocity.Y, Turn: o.Velocity.Theta})
	}
}

// goalOf returns the goal of a kick or a dive.
func goalOf(o *play.Order) []Field {
	switch o.Action {
	case play.DiveLeft:
		return []Field{whole("kind", 2)}
	case play.DiveRight:
		return []Field{whole("kind", 3)}
	default:
		k := &o.Kick
		return []Field{
			number("direction", k.Direction), number("distance", k.Distance), whole("foot", int64(k.Foot)), truth("ball_known", true),
			number("ball_x", k.BallX), number("ball_y", k.BallY), truth("from_walk", k.FromWalk),
		}
	}
}

// stand stands, unless the action moves no legs.
func (p *played) stand() {
	if !play.ForHead(p.run.Name) && needsOf(p.run.Name) != nothing {
		p.brain.out.Walk(Velocity{})
	}
}

// Stopping stands, lets the head rest, cancels a kick or a dive, and waits until the robot is safe.
func (p *played) Stopping(now time.Duration) (done bool) {
	if !p.canceled {
		p.canceled = true
		p.brain.senses.play.skills.End(&p.run)
		p.stand()
		if play.ForHead(p.run.Name) {
			p.rest(now)
		}
		if p.task != nil {
			p.task.Cancel()
		}
	}
	return p.task == nil || p.task.Report().Status != hfsm.Running
}

// Stop stops without waiting.
func (p *played) Stop(now time.Duration) { p.Stopping(now) }

// usedPlay is an input of the groups game and play that a machine reads.
type usedPlay struct {
	in   hfsm.Input
	name string
}

// usedPlays returns the inputs of the groups game and play that a model has declared.
func usedPlays(model *hfsm.Model) (all []usedPlay) {
	for i := range playInputs {
		if in, ok := model.Input(playInputs[i].Name); ok {
			all = append(all, usedPlay{in, playInputs[i].Name})
		}
	}
	return all
}

// tellPlay writes the machine's inputs of the groups game and play. A robot without a team and a game plays by itself.
func (b *Brain) tellPlay(now time.Duration) {
	if len(b.plays) == 0 {
		return
	}
	p := b.senses.play
	p.look(b.senses, now)
	if p.skills.Changed() && p.view.World != nil {
		p.skills.Aim(&p.view)
	}
	for _, u := range b.plays {
		write(b.machine, u.in, p.input(u.name))
	}
}

// input returns the value of an input.
func (p *players) input(name string) hfsm.Value {
	b := &p.ball
	switch name {
	case "game_state":
		return hfsm.StringValue("playing")
	case "may_play":
		return hfsm.BoolValue(true)
	case "best_role":
		return hfsm.StringValue("striker")
	case "fallen":
		return hfsm.BoolValue(p.view.Fallen)
	case "game_ball_known":
		return hfsm.BoolValue(b.Known)
	case "game_ball_distance":
		return hfsm.FloatValue(b.Distance)
	case "game_ball_x":
		return hfsm.FloatValue(b.LocalX)
	case "game_ball_y":
		return hfsm.FloatValue(b.LocalY)
	case "game_ball_field_x":
		return hfsm.FloatValue(b.X)
	case "game_ball_field_y":
		return hfsm.FloatValue(b.Y)
	case "behind_ball":
		return hfsm.BoolValue(p.skills.Behind())
	case "lined_up":
		return hfsm.BoolValue(p.skills.LinedUp())
	case "choice":
		return hfsm.StringValue(p.skills.Choice())
	case "rolls_by":
		return hfsm.BoolValue(b.RollsBy())
	case "threat":
		return hfsm.FloatValue(noThreat)
	case "threat_side":
		return hfsm.FloatValue(0)
	}
	return hfsm.BoolValue(false) // penalized, returns, comes_out
}
