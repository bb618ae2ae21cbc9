package sim

import (
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
	"gonao/sim/mujoco"
)

// maxContacts is how many contacts of a cycle are looked at; a robot that lies
// down has about thirty.
const maxContacts = 128

// A contact presses a bumper when it pushes backwards on the front of the foot,
// above the ground: further ahead than bumperX, N of force at least bumperN.
const (
	bumperX = 0.075
	bumperZ = -0.040 // above the sole, in the frame of the ankle, m
	bumperN = 1.0
)

// feet turns contact forces into what the soles and bumpers feel.
type feet struct {
	owner    []int32 // per geom: its body
	contacts []mujoco.Contact
	pads     [nao.NumFSR]r3.Vec // in the frame of the foot, m
}

func newFeet(m *mujoco.Model) feet {
	f := feet{owner: m.GeomBodies(), contacts: make([]mujoco.Contact, maxContacts)}
	for i := range nao.FSR(nao.NumFSR) {
		f.pads[i] = i.InFoot()
	}
	return f
}

// feel fills in the state's FSR and bumpers from the contacts of the last step.
func (f *feet) feel(d *mujoco.Data, b *limbs, state *nao.State) {
	state.FSR = [nao.NumFSR]float64{}
	for _, t := range bumpers {
		state.Touch[t[0]], state.Touch[t[1]] = false, false
	}
	for _, c := range f.contacts[:d.ReadContacts(f.contacts)] {
		for leg := range nao.Leg(nao.NumLegs) {
			side := -1.0 // the force is on the second geom
			switch int32(b.feet[leg]) {
			case f.owner[c.Geom[0]]:
			case f.owner[c.Geom[1]]:
				side = 1
			default:
				continue
			}
			x_WF := bodyPose(d, b.feet[leg])
			x_FW := x_WF.Inverse()
			p_F := x_FW.Apply(r3.Vec{X: c.Position[0], Y: c.Position[1], Z: c.Position[2]})
			force_F := x_FW.Rotate(r3.Scale(side, r3.Vec{X: c.Force[0], Y: c.Force[1], Z: c.Force[2]}))
			f.press(leg, p_F, force_F, state)
		}
	}
}

var bumpers = [nao.NumLegs][2]nao.Touch{
	nao.LeftLeg:  {nao.LFootBumperLeft, nao.LFootBumperRight},
	nao.RightLeg: {nao.RFootBumperLeft, nao.RFootBumperRight},
}

// press adds one force on a foot, both in the foot's frame.
func (f *feet) press(leg nao.Leg, p, force r3.Vec, state *nao.State) {
	if force.Z > 0 {
		first := nao.FSR(4 * leg)
		for i, share := range f.shares(first, p) {
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

// shares splits a force at p over the four pads of a sole, front left, front
// right, rear left, rear right: bilinearly between them, and all on the nearest
// ones outside. The shares add up to 1.
func (f *feet) shares(first nao.FSR, p r3.Vec) [4]float64 {
	pads := f.pads[first : first+4]
	front := unit(p.X, (pads[2].X+pads[3].X)/2, (pads[0].X+pads[1].X)/2)
	left := unit(p.Y, (pads[1].Y+pads[3].Y)/2, (pads[0].Y+pads[2].Y)/2)
	return [4]float64{front * left, front * (1 - left), (1 - front) * left, (1 - front) * (1 - left)}
}

// unit gives where v stands between low (0) and high (1), and not beyond.
func unit(v, low, high float64) float64 {
	return min(max((v-low)/(high-low), 0), 1)
}
