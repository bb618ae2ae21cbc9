package behavior

import (
	"fmt"
	"time"

	"gonao/behavior/play"
	"gonao/behavior/vocabulary"
	"gonao/hfsm"
	"gonao/nao"
)

// played is one use of an action of package play.
type played struct {
	brain   *Brain
	machine *hfsm.Machine
	run     play.Run
	order   play.Order // of this tick; a field so that a tick does not allocate
	goal    *goal      // goal of a kick or a save; may be nil
	walks   bool
	left    bool // its state
}

// newPlayed makes one use of an action.
func newPlayed(b *Brain, m *hfsm.Machine, a *Action, args hfsm.Args) (hfsm.Activity, error) {
	p := &played{brain: b, machine: m, run: play.Run{Name: a.Name, Args: args, Order: b.order}}
	p.walks = play.ForLegs(a.Name) && play.NeedsOf(a.Name) != play.NeedsNothing
	var port Port
	switch a.Name {
	case "kick_to", "play_ball":
		port = portOf("kick")
	case "dive", "save":
		port = portOf("save")
	default:
		return p, nil
	}
	var err error
	p.goal, err = newGoal(b, m, &a.Action, port, p.want)
	return p, err
}

// Start begins.
func (p *played) Start(now time.Duration, _ hfsm.Entry) {
	p.left = false
	if p.goal != nil {
		p.goal.task = nil
	}
	p.brain.senses.play.Begin(&p.run, now)
	p.act(now)
}

// Step runs the skill until there is a goal for its request, then follows the goal.
func (p *played) Step(now time.Duration) (hfsm.Status, error) {
	if p.goal != nil && p.goal.task != nil {
		return p.goal.Step(now)
	}
	p.act(now)
	r := &p.run
	if r.Status == hfsm.Running {
		return r.Status, nil
	}
	p.brain.set(p.machine, outcomeInput, hfsm.StringValue(r.Outcome))
	if r.Status == hfsm.Failed {
		return r.Status, fmt.Errorf("%s: %s: %s", r.Name, r.Outcome, outcomeTexts[r.Outcome])
	}
	return r.Status, nil
}

// act carries out the present order of the skill.
func (p *played) act(now time.Duration) {
	s, o := p.brain.senses, &p.order
	s.updateView(now)
	s.play.View.Now = now
	*o = play.Order{}
	s.play.Step(&p.run, o)
	if o.Looks {
		p.brain.out.CommandHead(nao.HeadCommand{Stamp: now, Mode: nao.HeadPosition, Yaw: o.HeadYaw, Pitch: o.HeadPitch}, !play.ForHead(p.run.Name))
	}
	if p.walks {
		p.brain.out.Walk(o.Velocity)
	}
	if o.Action != play.Walk {
		p.goal.Start(now, hfsm.Anew)
	}
}

// want returns the goal of a kick or a save.
func (p *played) want() any {
	if p.order.Action == play.KickBall {
		return &p.order.Kick
	}
	return &p.order.Save
}

// Stopping stands, cancels a kick or a save, and waits until the robot is safe.
func (p *played) Stopping(now time.Duration) (done bool) {
	if !p.left {
		p.left = true
		p.brain.senses.play.End(&p.run)
		if p.walks {
			p.brain.out.Walk(Velocity{})
		}
	}
	return p.goal == nil || p.goal.Stopping(now)
}

// Stop stops without waiting.
func (p *played) Stop(now time.Duration) { p.Stopping(now) }

// playAction returns an action that package play does.
func playAction(group, name, cancel, about string, final bool, ends []vocabulary.Outcome, args ...vocabulary.Arg) Action {
	switch play.NeedsOf(name) {
	case play.NeedsPlace:
		ends = append(ends, outcomes(0, "no_belief", "no_field", "not_localized")...)
	case play.NeedsWorld:
		ends = append(ends, outcomes(0, "no_belief")...)
	case play.NeedsNothing:
	}
	return Action{
		Action: vocabulary.Action{
			Name: name, Description: about, Group: group, Ends: final, Args: args, Cancel: cancel, Outcomes: ends, Unused: unusedArgs,
		},
		make: newPlayed,
	}
}

// usedPlay is an input of the groups game and play that a machine reads.
type usedPlay struct {
	in   hfsm.Input
	read func(*play.Skills) hfsm.Value
}

// usedPlays returns the inputs of the groups game and play that a model has declared.
func usedPlays(model *hfsm.Model) (all []usedPlay) {
	for i := range playInputs {
		if in, ok := model.Input(playInputs[i].Name); ok {
			all = append(all, usedPlay{in, playInputs[i].play})
		}
	}
	return all
}

// setPlayInputs writes the machine's inputs of the groups game and play.
func (b *Brain) setPlayInputs(now time.Duration) {
	if len(b.plays) == 0 {
		return
	}
	s := b.senses
	s.updateView(now)
	if s.play.Changed() && s.play.View.World != nil { // by an earlier machine
		s.play.Aim()
	}
	for _, u := range b.plays {
		write(b.machine, u.in, u.read(s.play))
	}
}
