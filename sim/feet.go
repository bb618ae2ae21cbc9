package sim

import (
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
	"gonao/sim/mujoco"
)

// A contact presses a bumper when it pushes backwards on the front of the foot,
// above the ground: further ahead than bumperX, N of force at least bumperN.
const (
	bumperX = 0.075
	bumperZ = -0.040 // above the sole, in the frame of the ankle, m
	bumperN = 1.0
)

// soles turns contact forces into the values of force cells and bumpers.
type soles struct {
	pads [nao.NumFSR]r3.Vec // in the frame of the foot, m
}

func newSoles() (s soles) {
	for i := range nao.FSR(nao.NumFSR) {
		s.pads[i] = i.InFoot()
	}
	return s
}

// clearFeet sets the force cells to 0 and releases the bumpers.
func clearFeet(state *nao.State) {
	state.FSR = [nao.NumFSR]float64{}
	for _, t := range bumpers {
		state.Touch[t[0]], state.Touch[t[1]] = false, false
	}
}

// feel adds a contact of a foot to the state; side is 1 when the force acts on the foot
// and -1 when the foot exerts it.
func (s *soles) feel(d *mujoco.Data, b *limbs, leg nao.Leg, c *mujoco.Contact, side float64, state *nao.State) {
	x_FW := bodyPose(d, b.feet[leg]).Inverse()
	s.press(leg, x_FW.Apply(vec(c.Position)), x_FW.Rotate(r3.Scale(side, vec(c.Force))), state)
}

var bumpers = [nao.NumLegs][2]nao.Touch{
	nao.LeftLeg:  {nao.LFootBumperLeft, nao.LFootBumperRight},
	nao.RightLeg: {nao.RFootBumperLeft, nao.RFootBumperRight},
}

// press adds a force at a point of a foot, both in the foot's frame.
func (s *soles) press(leg nao.Leg, p, force r3.Vec, state *nao.State) {
	if force.Z > 0 {
		first := nao.FSR(4 * leg)
		for i, share := range s.shares(first, p) {
			state.FSR[int(first)+i] += share * force.Z
		}
	}
	if -force.X >= bumperN && p.X > bumperX && p.Z > bumperZ {
		if p.Y > 0 {
			state.Touch[bumpers[leg][0]] = true
		} else {
			state.Touch[bumpers[leg][1]] = true
		}
	}
}

// shares returns how a force at p is divided among the four pads of a sole, front left,
// front right, rear left, rear right: bilinearly between them, and outside among the
// nearest ones. The shares add up to 1.
func (s *soles) shares(first nao.FSR, p r3.Vec) [4]float64 {
	pads := s.pads[first : first+4]
	front := unit(p.X, (pads[2].X+pads[3].X)/2, (pads[0].X+pads[1].X)/2)
	left := unit(p.Y, (pads[1].Y+pads[3].Y)/2, (pads[0].Y+pads[2].Y)/2)
	return [4]float64{front * left, front * (1 - left), (1 - front) * left, (1 - front) * (1 - left)}
}

// unit returns the place of v between low (0) and high (1), clamped to these.
func unit(v, low, high float64) float64 {
	return min(max((v-low)/(high-low), 0), 1)
}
