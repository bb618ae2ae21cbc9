package player

import (
	"fmt"
	"math"
	"time"

	"gonao/behavior"
	"gonao/behavior/host"
	"gonao/hfsm"
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

	legs, head string    // the skills whose activities are started now
	args       hfsm.Args // of the legs' skill
	done       bool      // what the legs' skill was to do, when it ends by itself
	asked      bool      // the body has been asked for the skill's action
	began      bool      // and does it
	walker     walker
}

// newMachines returns the behaviour of a player.
func newMachines(p *Player, models map[string]*hfsm.Model) (*Machines, error) {
	m := &Machines{player: p, walker: walker{player: p, guide: planning.NewGuide(p.Planner, p.Field, clearance)}}
	for _, one := range []struct {
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
		machine, err := hfsm.New(model, m)
		if err != nil {
			return nil, fmt.Errorf("machine %q: %w", one.name, err)
		}
		states, err := behavior.NewStateInputs(model, m.host.Before(one.name))
		if err != nil {
			return nil, fmt.Errorf("machine %q: %w", one.name, err)
		}
		machine.Untraced()
		*one.at = machine
		m.host.Add(&member{Machine: machine, name: one.name, before: one.before, inputs: m.inputs(machine), states: states, faults: &p.Faults})
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
	faults *int
}

// Name returns the name of the machine.
func (m *member) Name() string { return m.name }

// Tick steps the machine. An error of a guard ends the machine as failed, which a report shows.
func (m *member) Tick(now time.Duration) error {
	m.before()
	for _, write := range m.inputs {
		write()
	}
	m.states.Write(m.Machine)
	if err := m.Machine.Tick(now); err != nil {
		*m.faults++
	}
	return nil
}

// Decide ticks the machines and runs the skills that they have started.
func (m *Machines) Decide(v *View, c *Command) {
	_ = m.host.Tick(v.Now) // a member counts its errors
	m.runLegs(v, c)
	m.runHead(v, c)
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
	m.walker.aim(v)
	m.threat.seconds, m.threat.side = m.player.threat()
}

// inputs returns functions that write the inputs that a machine reads.
func (m *Machines) inputs(machine *hfsm.Machine) (all []func()) {
	v := &m.player.View
	texts := map[string]func() string{
		"game_state": func() string { return v.State.String() },
		"best_role":  func() string { return m.bestRole.String() },
		"choice":     func() string { return v.Decision.Choice.String() },
	}
	flags := map[string]func() bool{
		"penalized":       func() bool { return v.Penalized },
		"fallen":          func() bool { return v.Fallen },
		"returns":         func() bool { return v.Returns },
		"game_ball_known": func() bool { return v.Ball.Known },
		"may_play":        func() bool { return mayPlay(v) },
		"behind_ball":     func() bool { return m.walker.behind },
		"lined_up":        func() bool { return m.walker.lined },
		"rolls_by":        func() bool { return m.walker.rollsBy(v) },
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

// skill is an activity of a machine: it names what the legs or the head do while its state is active.
type skill struct {
	m    *Machines
	name string
	args hfsm.Args
	head bool
}

// Activity makes an activity; see [hfsm.Host].
func (m *Machines) Activity(_ *hfsm.Machine, name string, args hfsm.Args) (hfsm.Activity, error) {
	s := &skill{m: m, name: name, args: args, head: headSkills[name] != nil}
	if !s.head && legSkills[name] == nil {
		return nil, fmt.Errorf("no skill %q", name)
	}
	return s, nil
}

// Start begins the skill.
func (s *skill) Start(time.Duration, hfsm.Entry) {
	if s.head {
		s.m.head = s.name
		return
	}
	s.m.legs, s.m.args, s.m.done, s.m.asked, s.m.began = s.name, s.args, false, false, false
}

// Step reports whether the skill has done what it was to do.
func (s *skill) Step(time.Duration) (hfsm.Status, error) {
	if !s.head && s.m.legs == s.name && s.m.done {
		return hfsm.Final, nil
	}
	return hfsm.Running, nil
}

// Stop ends the skill.
func (s *skill) Stop(time.Duration) {
	if s.head {
		s.m.head = ""
	} else if s.m.legs == s.name {
		s.m.legs = ""
	}
}

func (m *Machines) runLegs(v *View, c *Command) {
	if run := legSkills[m.legs]; run != nil {
		run(m, v, c)
	}
}

func (m *Machines) runHead(v *View, c *Command) {
	if run := headSkills[m.head]; run != nil {
		run(m, v, c)
	}
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
