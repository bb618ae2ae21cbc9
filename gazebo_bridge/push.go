package gazebobridge

import "gonum.org/v1/gonum/spatial/r3"

// force acts on a link's origin during one step of the physics in each of some cycles.
type force struct {
	link   uint32 // id of the link in Gazebo
	newton r3.Vec // in the world's axes
	cycles int    // remaining
}

// Push applies a force, N in the world's axes, to the origin of a link, given by its id in Gazebo, during one step
// of the physics in each of the next cycles. It replaces an earlier force. In lockstep, with the steps of our own
// worlds, it acts without interruption.
func (d *Driver) Push(link uint32, newton r3.Vec, cycles int) {
	d.protocol.mu.Lock()
	defer d.protocol.mu.Unlock()
	d.protocol.force = force{link, newton, cycles}
}

// nextForce returns the force for the next cycle, and counts that cycle.
func (p *protocol) nextForce() force {
	p.mu.Lock()
	defer p.mu.Unlock()
	f := p.force
	p.force.cycles = max(0, f.cycles-1)
	return f
}

// add adds the force to the changes of the next step.
func (f force) add(c *changes) error {
	if f.cycles == 0 {
		return nil
	}
	return c.push(f.link, f.newton)
}
