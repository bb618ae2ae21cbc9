package player

import (
	"fmt"
	"math"
	"time"

	"gonao/behavior"
	"gonao/behavior/host"
	"gonao/behavior/play"
	"gonao/hfsm"
	"gonao/nao"
	"gonao/robot/percepts"
	"gonao/robot/percepts/plane"
	"gonao/robot/planning"
	"gonao/soccer/game"
	"gonao/soccer/team"
)

// Machines is the behaviour of the four machines game, role, body and head. They are the members of
// one host, in this order.
type Machines struct {
	player *Player
	// Game, Role, Body and Head are the machines.
	Game, Role, Body, Head *hfsm.Machine

	host   host.Host[*member]
	skills play.Skills
	belief behavior.Belief
	output output
}

// newMachines returns the behaviour of a player.
func newMachines(p *Player, models map[string]*hfsm.Model) (*Machines, error) {
	m := &Machines{player: p, skills: play.Skills{
		Body: p.Body, Team: plan{p}, Guide: planning.NewGuide(p.Planner, p.Field, play.Clearance), Follow: p.planning,
	}}
	m.output.pitch = play.HeadPitch
	m.output.errands.Way = planning.NewErrand(planning.NewGuide(p.Planner, p.Field, play.Clearance), planning.DefaultPatience())
	m.output.hands.GoTo = m.output.goTo
	cfg := behavior.DefaultConfig()
	senses := behavior.NewTeamSenses(cfg, inputs{m}, &m.skills)
	assignment := host.Assignment{Outputs: &m.output}
	for _, one := range []struct {
		name   string
		at     **hfsm.Machine
		before func() // called before it is ticked
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
		brain, err := behavior.New(model, cfg, senses, assignment.For(one.name))
		if err == nil {
			err = brain.Read(m.host.Before(one.name))
		}
		if err != nil {
			return nil, fmt.Errorf("machine %q: %w", one.name, err)
		}
		*one.at = brain.Machine()
		own := &member{Brain: brain, name: one.name, before: one.before, player: p, tick: brain.Tick}
		if p.Look == nil {
			brain.Machine().Untraced()
		} else {
			own.tick = p.Look(one.name, brain).Tick
		}
		m.host.Add(own)
	}
	return m, nil
}

// member is a machine of a player's host.
type member struct {
	*behavior.Brain
	name   string
	before func() // called before it is ticked
	player *Player
	tick   func(now time.Duration) error // of the brain, or of the place through which viewers access it
}

// Name returns the name of the machine.
func (m *member) Name() string { return m.name }

// Path returns the active path of the machine.
func (m *member) Path() string { return m.Machine().Path() }

// Tick steps the machine. An error of a guard ends the machine as failed, which a report shows.
func (m *member) Tick(now time.Duration) error {
	m.before()
	if err := m.tick(now); err != nil && m.Machine().Status() == hfsm.Failed {
		m.player.Faults++
	}
	return nil
}

// Decide ticks the machines, which move legs and head.
func (m *Machines) Decide(v *View, c *Command) {
	m.look(v)
	_ = m.host.Tick(v.Now) // a member counts its errors
	m.output.lead(v, m.player.doing, &m.player.planning, m.player.Body.Limits)
	m.output.fill(c)
}

// assign assigns roles: between the machines game and role.
func (m *Machines) assign() {
	v := &m.player.View
	v.Role = m.player.assigner.Assign(&v.Board)
	m.skills.View.Game.BestRole = v.Role.String()
}

// aim chooses the use of the ball: between the machines role and body.
func (m *Machines) aim() {
	v, known := &m.player.View, &m.skills.View
	v.Role = team.ParseRole(m.Role.Path())
	known.Rules.OffBall = v.Role != team.Striker && v.Role != team.Keeper
	known.Game.ComesOut = m.player.comesOut()
	m.skills.Aim()
}

// look fills the views of the skills and the machines.
func (m *Machines) look(v *View) {
	e, before := &v.Estimate, m.skills.View.Game
	m.skills.View = play.View{
		Now: v.Now, Number: v.Number, Pose: e.Pose, Cov: e.Cov, Localized: e.Localized, Ball: &v.Ball, World: &v.World, Field: v.Field,
		HeadYaw: v.HeadYaw, Fallen: v.Fallen,
		Rules: play.Rules{Playing: v.State == game.Playing, MayPlay: mayPlay(v), KickOff: v.SetPlay == game.KickOff, Set: v.State == game.Set},
		Game: play.Game{
			State: v.State.String(), Penalized: v.Penalized, Returns: v.Returns, BestRole: before.BestRole, ComesOut: before.ComesOut,
		},
	}
	m.belief = behavior.Belief{
		PoseStamp: v.Now, Pose: e.Pose, Cov: e.Cov, Localized: e.Localized, Fit: e.Fit, World: &v.World, Field: v.Field, Features: m.player.features,
	}
}

// inputs is the machines' view of the robot, in addition to that of the skills.
type inputs struct{ *Machines }

// Image returns nil: a player has no coloured balls.
func (inputs) Image() (*percepts.Image, bool) { return nil, false }

// Body returns the state of the body, where it has one.
func (i inputs) Body() (*nao.State, bool) { return i.player.body, i.player.body != nil }

// Odometry returns where the robot has walked to.
func (i inputs) Odometry() (percepts.Odometry, bool) { return i.player.odometry, true }

// Belief returns the player's belief about the field.
func (i inputs) Belief() (*behavior.Belief, bool) { return &i.belief, true }

// Fallen reports whether the robot lies.
func (i inputs) Fallen() bool { return i.player.View.Fallen }

// mayPlay reports whether the rules let the robot play the ball now.
func mayPlay(v *View) bool {
	if v.State != game.Playing {
		return false
	}
	return v.SetPlay == game.NoSetPlay || v.Kicking == v.Side || v.Kicking == game.NoSide
}

// plan is the skills' view of a player's team.
type plan struct{ player *Player }

// Aim returns the player's decision for the ball.
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

// Keeper returns how the goalkeeper plays.
func (p plan) Keeper() play.Keeper {
	k := &p.player.Plan.Keeper
	return play.Keeper{DepthM: k.Depth, Steps: k.Steps, Blocks: k.Blocks, Dives: k.Dives}
}

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
// machines continue, and their orders are replaced.
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
