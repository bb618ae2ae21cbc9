package sim

import (
	"fmt"
	"math"

	"gonao/sim/mujoco"
	"gonao/sim/world"
)

// freeBall is a ball that rolls freely, with the numbers that its rolling friction needs.
type freeBall struct {
	body, height, dof int     // height in Data.QPos, dof in Data.QVel: the first of three
	radius, mass      float64 // m, kg
}

// findFreeBalls finds the balls that roll.
func findFreeBalls(m *mujoco.Model, w *world.World) ([]freeBall, error) {
	var balls []freeBall
	for _, b := range w.Balls {
		f := finder{model: m}
		ball := freeBall{radius: b.DiameterM / 2, mass: b.MassKg}
		joint := f.id(mujoco.Joint, b.Name)
		ball.body, ball.height, ball.dof = f.id(mujoco.Body, b.Name), f.at(m.JointQPos, joint)+2, f.at(m.JointDof, joint)
		if f.err != nil {
			return nil, fmt.Errorf("ball: %w", f.err)
		}
		balls = append(balls, ball)
	}
	return balls, nil
}

// liftedM is the height of a ball above the carpet from which on it no longer rolls, m.
const liftedM = 0.002

// slow brakes a ball that rolls on the ground, evenly in all directions. The effective
// mass of a hollow ball that does not slide is 5/3 of its mass.
func (b *freeBall) slow(d *mujoco.Data, dtSec float64) {
	force := d.AppliedWrench[6*b.body : 6*b.body+3]
	force[0], force[1], force[2] = 0, 0, 0
	vx, vy := d.QVel[b.dof], d.QVel[b.dof+1]
	speed := math.Hypot(vx, vy)
	if speed == 0 || d.QPos[b.height] > b.radius+liftedM {
		return
	}
	// The last few steps are gentler, so that the force does not reverse the ball's motion.
	brake := 5.0 / 3 * b.mass * min(world.RollingDeceleration, speed/(4*dtSec)) / speed
	force[0], force[1] = -brake*vx, -brake*vy
}
