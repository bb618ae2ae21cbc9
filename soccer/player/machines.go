package player

import (
	"fmt"
	"math"
	"time"

	"gonao/behavior"
	"gonao/behavior/host"
	"gonao/behavior/play"
	"gonao/hfsm"
	"gonao/localization"
	"gonao/motion"
	"gonao/motion/kick"
	"gonao/percepts/plane"
	"gonao/planning"
	"gonao/soccer/game"
	"gonao/soccer/team"
)

// Machines is the behaviour of the four machines game, role, body and head. They are the members of
// one host, in this order.
type Machines struct {
	player *Player
	// Game, Role, Body and Head are the machines.
	Game, Role, Body, Head *hfsm.Machine

	host     host.Host[*member]
	bestRole team.Role // that the assignment returns after the machine game
	threat   crossing  // of the ball, after the machine role

	skills     play.Skills
	view       play.View
	order      play.Order // of this image; kept here so that a step does not allocate
	legs, head *play.Run  // whose activities are started now
}

// newMachines returns the behaviour of a player.
func newMachines(p *Player, models map[string]*hfsm.Model) (*Machines, error) {
	m := &Machines{player: p, skills: play.Skills{
		Body: body(&p.Config), Team: plan{p}, Guide: planning.NewGuide(p.Planner, p.Field, play.Clearance), Follow: p.planning,
	}}
	m.skills.Look = func(most float64) float64 {
		v := &p.View
		return localization.LookYaw(v.Field, v.Estimate.Pose, v.Estimate.Cov, p.Sight, most, v.HeadYaw)
	}
	for order, one := range []struct {
		name   string
		at     **hfsm.Machine
		before func() // what is computed in front of it
	}{
		{"game", &m.Game, func() {}},
		{"role", &m.Role, m.assign},
		{"body", &m.Body, m.aim},
		{"head", &m.Head, func() {}},
	} {
		model := models[one.name]
		if model == nil {
			return nil, fmt.Errorf("no machine %q", one.name)
		}
		machine, err := hfsm.New(model, &maker{m, order})
		if err != nil {
			return nil, fmt.Errorf("machine %q: %w", one.name, err)
		}
		states, err := behavior.NewStateInputs(model, m.host.Before(one.name))
		if err != nil {
			return nil, fmt.Errorf("machine %q: %w", one.name, err)
		}
		machine.Untraced()
		*one.at = machine
		m.host.Add(&member{Machine: machine, name: one.name, before: one.before, inputs: m.inputs(machine), states: states, of: m})
	}
	return m, nil
}

// member is a machine of a player's host.
type member struct {
	*hfsm.Machine
	name   string
	before func()   // what is computed in front of it
	inputs []func() // write those that it reads
	states behavior.StateInputs
	of     *Machines
}

// Name returns the name of the machine.
func (m *member) Name() string { return m.name }

// Tick steps the machine. An error of a guard ends the machine as failed, which a report shows.
func (m *member) Tick(now time.Duration) error {
	m.before()
	if m.of.skills.Changed() { // by a machine in front
		m.of.skills.Aim(&m.of.view)
	}
	for _, write := range m.inputs {
		write()
	}
	m.states.Write(m.Machine)
	if err := m.Machine.Tick(now); err != nil {
		m.of.player.Faults++
	}
	return nil
}

// Decide ticks the machines and runs the skills that they have started.
func (m *Machines) Decide(v *View, c *Command) {
	_ = m.host.Tick(v.Now) // a member counts its errors
	if m.skills.Changed() {
		m.skills.Aim(&m.view)
	}
	o := &m.order
	*o = play.Order{HeadYaw: c.HeadYaw, HeadDown: c.HeadDown}
	for _, run := range []*play.Run{m.legs, m.head} {
		if run != nil {
			m.skills.Step(run, &m.view, o)
		}
	}
	k := &o.Kick
	*c = Command{
		Action: Action(o.Action), Velocity: o.Velocity, HeadYaw: o.HeadYaw, HeadDown: o.HeadDown,
		Kick: motion.KickRequest{Foot: kick.Foot(k.Foot), Direction: k.Direction, Distance: k.Distance, BallX: k.BallX, BallY: k.BallY},
	}
}

// assign assigns roles: between the machines game and role.
func (m *Machines) assign() {
	v := &m.player.View
	v.Role = m.player.assigner.Assign(&v.Board)
	m.bestRole = v.Role
}

// aim decides what to do with the ball, and where it passes: between the machines role and body.
func (m *Machines) aim() {
	v := &m.player.View
	v.Role = team.ParseRole(m.Role.Path())
	m.look(v)
	m.skills.Aim(&m.view)
	m.threat.seconds, m.threat.side = m.player.threat()
}

// look fills what the skills see.
func (m *Machines) look(v *View) {
	m.view = play.View{
		Now: v.Now, Number: v.Number, Pose: v.Estimate.Pose, Localized: v.Estimate.Localized, Ball: &v.Ball, World: &v.World, Field: v.Field,
		Fallen: v.Fallen, Busy: v.Busy, Refused: m.player.refused,
		Rules: play.Rules{
			Playing: v.State == game.Playing, MayPlay: mayPlay(v), KickOff: v.SetPlay == game.KickOff, Set: v.State == game.Set,
			OffBall: v.Role != team.Striker && v.Role != team.Keeper,
		},
	}
}

// inputs returns functions that write the inputs that a machine reads.
func (m *Machines) inputs(machine *hfsm.Machine) (all []func()) {
	v := &m.player.View
	texts := map[string]func() string{
		"game_state": func() string { return v.State.String() },
		"best_role":  func() string { return m.bestRole.String() },
		"choice":     func() string { return m.skills.Choice() },
	}
	flags := map[string]func() bool{
		"penalized":       func() bool { return v.Penalized },
		"fallen":          func() bool { return v.Fallen },
		"returns":         func() bool { return v.Returns },
		"game_ball_known": func() bool { return v.Ball.Known },
		"may_play":        func() bool { return mayPlay(v) },
		"behind_ball":     func() bool { return m.skills.Behind() },
		"lined_up":        func() bool { return m.skills.LinedUp() },
		"rolls_by":        func() bool { return v.Ball.RollsBy() },
		"comes_out":       m.player.comesOut,
		"localized":       func() bool { return v.Estimate.Localized },
	}
	numbers := map[string]func() float64{
		"threat":             func() float64 { return m.threat.seconds },
		"threat_side":        func() float64 { return m.threat.side },
		"ball_seen_age":      func() float64 { return v.Ball.Age },
		"game_ball_distance": func() float64 { return v.Ball.Distance },
		"game_ball_x":        func() float64 { return v.Ball.LocalX },
		"game_ball_y":        func() float64 { return v.Ball.LocalY },
		"game_ball_field_x":  func() float64 { return v.Ball.X },
		"game_ball_field_y":  func() float64 { return v.Ball.Y },
	}
	for _, slot := range machine.Model().Slots() {
		in, ok := machine.Model().Input(slot.Name)
		if slot.Role != hfsm.InputRole || !ok || slot.Declaration != nil && slot.Declaration.Machine != nil {
			continue
		}
		if read := texts[slot.Name]; read != nil {
			all = append(all, func() { machine.SetString(in, read()) })
		} else if read := flags[slot.Name]; read != nil {
			all = append(all, func() { machine.SetBool(in, read()) })
		} else if read := numbers[slot.Name]; read != nil {
			all = append(all, func() { machine.SetFloat(in, read()) })
		}
	}
	return all
}

// mayPlay reports whether the rules let the robot play the ball now.
func mayPlay(v *View) bool {
	if v.State != game.Playing {
		return false
	}
	return v.SetPlay == game.NoSetPlay || v.Kicking == v.Side || v.Kicking == game.NoSide
}

// maker makes the activities of one machine.
type maker struct {
	*Machines
	order int // of the machine in the host
}

// Activity makes an activity; see [hfsm.Host].
func (m *maker) Activity(machine *hfsm.Machine, name string, args hfsm.Args) (hfsm.Activity, error) {
	if !play.ForHead(name) && !play.ForLegs(name) {
		return nil, fmt.Errorf("a player of a team has no action %q", name)
	}
	return &skill{m: m.Machines, machine: machine, run: play.Run{Name: name, Args: args, Order: m.order}}, nil
}

// skill is an activity of a machine: what the legs or the head do while its state is active.
type skill struct {
	m       *Machines
	machine *hfsm.Machine
	run     play.Run
}

// place returns where the skill runs; nil: it only sets the intention.
func (s *skill) place() **play.Run {
	switch {
	case play.ForHead(s.run.Name):
		return &s.m.head
	case s.run.Name == "aim":
		return nil
	}
	return &s.m.legs
}

// Start begins the skill.
func (s *skill) Start(now time.Duration, _ hfsm.Entry) {
	s.m.skills.Begin(&s.run, s.m.player.View.Now)
	if at := s.place(); at != nil {
		*at = &s.run
	}
}

// Step reports whether the skill has done what it was to do.
func (s *skill) Step(time.Duration) (hfsm.Status, error) {
	r := &s.run
	if r.Status == hfsm.Running {
		return r.Status, nil
	}
	if in, ok := s.machine.Model().Input("outcome"); ok {
		s.machine.SetString(in, r.Outcome)
	}
	if r.Status == hfsm.Failed {
		return r.Status, fmt.Errorf("%s: %s", r.Name, r.Outcome)
	}
	return r.Status, nil
}

// Stop ends the skill.
func (s *skill) Stop(time.Duration) {
	s.m.skills.End(&s.run)
	if at := s.place(); at != nil && *at == &s.run {
		*at = nil
	}
}

// body returns what a player's body can do.
func body(c *Config) play.Body {
	b := play.Body{Limits: c.Limits, StraightM: c.Kick.Distance, SideM: c.Kick.Side}
	for _, k := range c.Kicks {
		b.Kicks = append(b.Kicks, play.Kick{Foot: int(k.Foot), Direction: k.Direction, LongestM: k.LongestM, X: k.X, Y: k.Y})
	}
	return b
}

// plan is what the skills ask of a player's team.
type plan struct{ player *Player }

// Aim returns what the player decided to do with the ball.
func (p plan) Aim() play.Aim { return aimOf(&p.player.View.Decision) }

// Pass returns the best pass.
func (p plan) Pass() (play.Aim, bool) {
	d, ok := team.BestPass(&p.player.situation)
	return aimOf(&d), ok
}

// Clear returns a kick out of the own half.
func (p plan) Clear() (play.Aim, bool) {
	d, ok := team.ClearBall(&p.player.situation)
	return aimOf(&d), ok
}

func aimOf(d *team.Decision) play.Aim {
	return play.Aim{Choice: play.Choice(d.Choice), X: d.X, Y: d.Y, Distance: d.Distance}
}

// KickOffPlace returns where the player stands at SET.
func (p plan) KickOffPlace() plane.Pose {
	v := &p.player.View
	return p.player.Plan.KickOffPlace(v.Number, v.Kicking == v.Side)
}

// RolePlace returns the place of the player's role.
func (p plan) RolePlace() plane.Pose {
	v := &p.player.View
	return p.player.Plan.Places.Of(v.Role, &v.Board)
}

// Keeper returns how the goalkeeper stands.
func (p plan) Keeper() (depthM float64, steps bool) {
	k := &p.player.Plan.Keeper
	return k.Depth, k.Steps
}

// Crossing returns where the ball passes the player towards its goal.
func (p plan) Crossing() (seconds, side float64) {
	c := &p.player.passes
	return c.seconds, c.side
}

// threat returns the time until the ball crosses the line on which the robot stands, towards the own goal, and where that is
// to its left; 99 when it does not, or would miss the goal.
func (p *Player) threat() (seconds, side float64) {
	p.passes = crossing{seconds: 99}
	v := &p.View
	b := &v.Ball
	if !b.Own || !p.Plan.Keeper.Blocks {
		return 99, 0
	}
	pose := v.Estimate.Pose
	sin, cos := math.Sincos(pose.Theta)
	vx, vy := cos*b.VX-sin*b.VY, sin*b.VX+cos*b.VY
	if vx > -0.3 || b.X < pose.X {
		return 99, 0
	}
	t := (pose.X - b.X) / vx
	y := b.Y + t*vy
	line := -v.Field.Length / 2
	atLine := b.Y + (line-b.X)/vx*vy
	stopX, _ := pose.Point(b.StopX, b.StopY)
	if stopX > line+0.3 || math.Abs(atLine) > v.Field.GoalWidth/2+0.25 {
		return 99, 0
	}
	_, side = pose.Local(pose.X, y)
	p.passes = crossing{t, side}
	if math.Abs(side) > blockReach && !p.Plan.Keeper.Dives {
		return 99, 0
	}
	return t, side
}

// blockReach is how far to a side a ball may pass and still meet the robot's block, m.
const blockReach = 0.3

// comesOut reports whether the keeper should play the ball: it lies near its goal and the keeper is the first to reach it.
func (p *Player) comesOut() bool {
	v := &p.View
	if v.Role != team.Keeper || p.Plan.Keeper.ComesOut <= 0 || !v.Ball.Known || !mayPlay(v) {
		return false
	}
	reach := p.Plan.Keeper.ComesOut
	if v.Returns || math.Hypot(v.Ball.X+v.Field.Length/2, v.Ball.Y) > reach || math.Hypot(v.Ball.VX, v.Ball.VY) > 0.5 {
		return false
	}
	for i := range v.Board.Mates {
		m := &v.Board.Mates[i]
		if m.Active && m.Number != p.Number && !m.Fallen && math.Hypot(m.Pose.X-v.Ball.X, m.Pose.Y-v.Ball.Y)+0.3 < v.Ball.Distance {
			return false
		}
	}
	return true
}

// Machines returns the machines of the player, and nil where a user's own behaviour runs. While a player commits an offence, its
// machines go on, and their orders are replaced.
func (p *Player) Machines() *Machines {
	b := p.behaviour
	if o, ok := b.(*offender); ok {
		b = o.Behaviour
	}
	m, _ := b.(*Machines)
	return m
}

// Target returns where the player wants the ball to go, in map; false while that cannot be, as without a teammate to pass to.
func (m *Machines) Target() (play.Aim, bool) { return m.skills.Target() }
