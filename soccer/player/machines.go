package player

import (
	"fmt"
	"math"
	"time"

	"gonao/hfsm"
	"gonao/planning"
	"gonao/soccer/game"
	"gonao/soccer/team"
)

// Machines is the behaviour of the four machines game, role, body and head.
type Machines struct {
	player *Player
	// Game, Role, Body and Head are the machines; they tick in this order.
	Game, Role, Body, Head *hfsm.Machine

	legs, head string // the skills whose activities are started now
	side       string // of a dive
	done       bool   // what the legs' skill was to do, when it ends by itself
	began      bool   // the skill's action has begun on the body
	in         inputs
	walker     walker
}

// inputs are the handles of the machines' inputs; −1: the machine does not read it.
type inputs struct {
	gameState, penalized                               hfsm.Input
	bestRole                                           hfsm.Input
	mode, role, fallen, returns, known, ours, behind   hfsm.Input
	lined, choice, rolls, threat, threatSide, comesOut hfsm.Input
	headMode, age, distance, localized                 hfsm.Input
}

// newMachines returns the behaviour of a player.
func newMachines(p *Player, models map[string]*hfsm.Model) (*Machines, error) {
	m := &Machines{player: p, walker: walker{player: p, guide: planning.NewGuide(p.Planner, p.Field, clearance)}}
	for name, at := range map[string]**hfsm.Machine{"game": &m.Game, "role": &m.Role, "body": &m.Body, "head": &m.Head} {
		model := models[name]
		if model == nil {
			return nil, fmt.Errorf("no machine %q", name)
		}
		var err error
		if *at, err = hfsm.New(model, m); err != nil {
			return nil, fmt.Errorf("machine %q: %w", name, err)
		}
		(*at).Untraced()
	}
	find := func(machine *hfsm.Machine, name string) hfsm.Input {
		if in, ok := machine.Model().Input(name); ok {
			return in
		}
		return -1
	}
	m.in = inputs{
		gameState: find(m.Game, "game_state"), penalized: find(m.Game, "penalized"), bestRole: find(m.Role, "best_role"),
		mode: find(m.Body, "mode"), role: find(m.Body, "role"), fallen: find(m.Body, "fallen"), returns: find(m.Body, "returns"),
		known: find(m.Body, "ball_known"), ours: find(m.Body, "our_ball"), behind: find(m.Body, "behind_ball"), lined: find(m.Body, "lined_up"),
		choice: find(m.Body, "choice"), rolls: find(m.Body, "rolls_by"), threat: find(m.Body, "threat"), threatSide: find(m.Body, "threat_side"),
		comesOut: find(m.Body, "comes_out"), headMode: find(m.Head, "mode"), age: find(m.Head, "ball_age"),
		distance: find(m.Head, "ball_distance"), localized: find(m.Head, "localized"),
	}
	return m, nil
}

// Decide ticks the machines and runs the skills that they have started.
func (m *Machines) Decide(v *View, c *Command) {
	now := v.Now
	setString(m.Game, m.in.gameState, v.State.String())
	setBool(m.Game, m.in.penalized, v.Penalized)
	m.tick(m.Game, now)
	v.Role = m.player.assigner.Assign(&v.Board)
	setString(m.Role, m.in.bestRole, v.Role.String())
	m.tick(m.Role, now)
	v.Role = team.ParseRole(m.Role.Path())
	m.walker.aim(v)
	m.setBody(v)
	m.tick(m.Body, now)
	m.setHead(v)
	m.tick(m.Head, now)
	m.runLegs(v, c)
	m.runHead(v, c)
}

// tick steps a machine. An error of a guard ends the machine as failed, which a report shows.
func (m *Machines) tick(machine *hfsm.Machine, now time.Duration) {
	if err := machine.Tick(now); err != nil {
		m.player.Faults++
	}
}

// setBody writes what the body machine reads.
func (m *Machines) setBody(v *View) {
	b, in, w := m.Body, &m.in, &m.walker
	setString(b, in.mode, m.Game.Path())
	setString(b, in.role, v.Role.String())
	setBool(b, in.fallen, v.Fallen)
	setBool(b, in.returns, v.Returns)
	setBool(b, in.known, v.Ball.Known)
	setBool(b, in.ours, mayPlay(v))
	setBool(b, in.behind, w.behind)
	setBool(b, in.lined, w.lined)
	setString(b, in.choice, v.Decision.Choice.String())
	setBool(b, in.rolls, w.rollsBy(v))
	threat, side := m.player.threat()
	setFloat(b, in.threat, threat)
	setFloat(b, in.threatSide, side)
	setBool(b, in.comesOut, m.player.comesOut())
}

func (m *Machines) setHead(v *View) {
	setString(m.Head, m.in.headMode, m.Game.Path())
	setFloat(m.Head, m.in.age, v.Ball.Age)
	setFloat(m.Head, m.in.distance, v.Ball.Distance)
	setBool(m.Head, m.in.localized, v.Estimate.Localized)
}

func setString(m *hfsm.Machine, in hfsm.Input, s string) {
	if in >= 0 {
		m.SetString(in, s)
	}
}

func setBool(m *hfsm.Machine, in hfsm.Input, b bool) {
	if in >= 0 {
		m.SetBool(in, b)
	}
}

func setFloat(m *hfsm.Machine, in hfsm.Input, f float64) {
	if in >= 0 {
		m.SetFloat(in, f)
	}
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
	side string
	head bool
}

// Activity makes an activity; see [hfsm.Host].
func (m *Machines) Activity(_ *hfsm.Machine, name string, args hfsm.Args) (hfsm.Activity, error) {
	s := &skill{m: m, name: name, head: headSkills[name] != nil}
	if _, ok := args["side"]; ok {
		s.side = args.String("side")
	}
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
	s.m.legs, s.m.side, s.m.done, s.m.began = s.name, s.side, false, false
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
