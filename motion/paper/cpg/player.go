package cpg

import (
	"fmt"

	"gonao/motion/paper/gait"
	"gonao/nao"
)

// Player plays a behaviour without a jump: it begins at the commanded posture with amplitudes
// of 0, which grow, and fade to the offsets at the stop.
type Player struct {
	motion *Motion
	size   float64 // of the amplitudes, 0 to 1
	tSec   float64 // since the beginning
	clock  gait.Clock
	out    gait.Output
	phase  gait.Phase
	pose   nao.Joints
	names  [nao.NumJoints]bool // the joints that the behaviour moves
}

// NewPlayer returns a player that stands.
func NewPlayer(m *Motion) *Player {
	p := &Player{motion: m}
	for _, j := range m.Joints {
		p.names[j.Joint] = true
	}
	return p
}

// Begin starts at the last commanded posture.
func (p *Player) Begin(_ *nao.State, command *nao.Command) {
	*p = Player{motion: p.motion, names: p.names, phase: gait.Starting}
	p.pose = command.Position
	p.out.Begin(command)
}

// SetVelocity stops the behaviour if the velocity is 0, and otherwise continues it at its own speed.
func (p *Player) SetVelocity(v gait.Velocity) error {
	if err := v.Check(); err != nil {
		return fmt.Errorf("cpg %q: %w", p.motion.Name, err)
	}
	switch {
	case v == gait.Velocity{}:
		p.Stop()
	case p.phase == gait.Standing || p.phase == gait.Stopping:
		p.phase = gait.Starting
	}
	return nil
}

// Stop ends the behaviour: the amplitudes fade.
func (p *Player) Stop() {
	if p.phase != gait.Standing {
		p.phase = gait.Stopping
	}
}

// Phase returns the phase of the player.
func (p *Player) Phase() gait.Phase { return p.phase }

// Step writes the targets of one cycle, of the joints that the behaviour names.
func (p *Player) Step(state *nao.State, out *nao.Command) {
	dt := p.clock.Tick(state.Time)
	ramp, to := p.motion.Start.Seconds(), 1.0
	if p.phase == gait.Stopping || p.phase == gait.Standing {
		ramp, to = p.motion.Stop.Seconds(), 0
	}
	if p.out.TakenOver() || to == 0 {
		p.size = gait.Ramp(p.size, to, dt, ramp)
	}
	if p.size > 0 {
		p.tSec += dt
	}
	switch {
	case p.phase == gait.Starting && p.size == 1:
		p.phase = gait.Walking
	case p.phase == gait.Stopping && p.size == 0:
		p.phase = gait.Standing
	}
	size := gait.Ease(p.size)
	for i := range p.motion.Joints {
		j := &p.motion.Joints[i]
		p.pose[j.Joint] = j.At(p.tSec, size)
	}
	p.out.WriteSome(dt, &p.pose, &p.names, out)
	out.Cycle = state.Cycle
}
