package kick

import (
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
)

// pose turns channels into angles. Channels see the kick of a left foot; for the
// right one everything is mirrored.
type pose struct {
	kick, stand nao.Leg
	side        float64 // 1: the left foot kicks; −1: the right one
	torso       r3.Vec  // over S, of the last solution
	rest        nao.Joints
	links       [nao.NumLinks]nao.Pose
}

// begin stores the posture that arms and head keep.
func (p *pose) begin(leg nao.Leg, command *nao.Joints) {
	p.kick, p.stand, p.side = leg, 1-leg, 1
	if leg == nao.RightLeg {
		p.side = -1
	}
	p.rest = *command
}

// channelsOf returns the channels of a posture.
func (p *pose) channelsOf(q *nao.Joints) channels {
	x_ST := nao.SoleInTorso(p.stand, q).Inverse()
	x_SW := x_ST.Mul(nao.SoleInTorso(p.kick, q))
	com := x_ST.Apply(nao.CoM(q))
	p.torso = x_ST.P
	var at channels
	at[footX], at[footY], at[footZ] = x_SW.P.X, p.side*x_SW.P.Y, x_SW.P.Z
	roll, pitch, yaw := x_SW.RollPitchYaw()
	at[footRoll], at[footPitch], at[footYaw] = p.side*roll, pitch, p.side*yaw
	roll, pitch, _ = x_ST.RollPitchYaw()
	at[comX], at[comY], at[height] = com.X, p.side*com.Y, x_ST.P.Z
	at[leanRoll], at[leanPitch] = p.side*roll, pitch
	at[weight] = 0.5
	return at
}

// solve writes the legs' and arms' angles of the channels. The torso's place is found
// by shifting it until the centre of mass is where it is to be. False: out of reach.
func (p *pose) solve(at *channels, q *nao.Joints) bool {
	*q = p.rest
	p.swingArms(at[arms], q)
	x_SW := nao.RollPitchYaw(p.side*at[footRoll], at[footPitch], p.side*at[footYaw])
	x_SW.P = r3.Vec{X: at[footX], Y: p.side * at[footY], Z: at[footZ]}
	x_ST := nao.RollPitchYaw(p.side*at[leanRoll], at[leanPitch], p.side*at[footYaw]/2)
	ok := false
	const rounds = 3 // each leaves about a fifth of the error
	for range rounds {
		x_ST.P = r3.Vec{X: p.torso.X, Y: p.torso.Y, Z: at[height]}
		x_TS := x_ST.Inverse()
		ok = p.legs(x_TS, x_TS.Mul(x_SW), q)
		nao.LinkPoses(q, &p.links)
		com := x_ST.Apply(p.com())
		p.torso.X += at[comX] - com.X
		p.torso.Y += p.side*at[comY] - com.Y
	}
	return ok
}

// legs writes both legs' angles. The common yaw of the hips is that of the standing leg, whose sole must not turn on the
// ground.
func (p *pose) legs(stand_T, kick_T nao.Pose, q *nao.Joints) bool {
	yaw, _ := nao.LegYaw(p.stand, stand_T)
	stand, ok1 := nao.LegIK(p.stand, stand_T, yaw)
	kick, ok2 := nao.LegIK(p.kick, kick_T, yaw)
	kick.Put(p.kick, q)
	stand.Put(p.stand, q)
	return ok1 && ok2
}

// first returns the leg's HipRoll; HipPitch, KneePitch, AnklePitch and AnkleRoll follow.
func first(leg nao.Leg) nao.Joint {
	if leg == nao.LeftLeg {
		return nao.LHipRoll
	}
	return nao.RHipRoll
}

// com returns the centre of mass in the torso, of the links' poses.
func (p *pose) com() r3.Vec {
	var moment r3.Vec
	mass := 0.0
	for l := range nao.Link(nao.NumLinks) {
		m, c := massOf(l)
		moment = r3.Add(moment, r3.Scale(m, p.links[l].Apply(c)))
		mass += m
	}
	return r3.Scale(1/mass, moment)
}

func massOf(l nao.Link) (float64, r3.Vec) {
	f := l.Facts()
	return f.Mass, f.CoM
}

// swingArms turns the shoulders: the arm on the kick's side goes back when the leg
// goes forward, the other one forward, against the moment about the vertical.
func (p *pose) swingArms(rad float64, q *nao.Joints) {
	l, r := rad, -rad
	if p.kick == nao.RightLeg {
		l, r = -rad, rad
	}
	q[nao.LShoulderPitch] += l
	q[nao.RShoulderPitch] += r
}

const gravity = 9.81

// relieve adds to the legs' angles the bend by their loads: by the torque that holds the part above a joint of the
// standing leg, or below a joint of the kicking leg. share is the standing leg's share of the weight.
func (p *pose) relieve(q *nao.Joints, share, compliance float64) {
	nao.LinkPoses(q, &p.links)
	single := max(2*share-1, 0)
	x_TS := p.links[p.stand.Foot()]
	down := r3.Scale(-gravity, x_TS.AxisZ())
	var yaw float64
	for _, leg := range [...]nao.Leg{p.stand, p.kick} {
		var mass float64 // mass of the links below the joint
		var moment r3.Vec
		for l := leg.Foot(); ; l-- {
			f := l.Facts()
			mass += f.Mass
			moment = r3.Add(moment, r3.Scale(f.Mass, p.links[l].Apply(f.CoM)))
			axis, at := p.links[l].Rotate(f.Axis), p.links[l].P
			torque := p.torque(leg, single, mass, moment, axis, at, down)
			if f.Joint == nao.LHipYawPitch {
				yaw += torque
				break
			}
			q[f.Joint] = f.Joint.Clamp(q[f.Joint] + compliance*torque)
		}
	}
	q[nao.LHipYawPitch] = nao.LHipYawPitch.Clamp(q[nao.LHipYawPitch] + compliance*yaw)
}

// torque returns the torque that a joint's motor has to hold, N m. mass and moment are those of the links below it; the
// links above are all others.
func (p *pose) torque(leg nao.Leg, single, mass float64, moment, axis, at, down r3.Vec) float64 {
	below := r3.Cross(r3.Sub(moment, r3.Scale(mass, at)), down)
	if leg == p.kick {
		return -single * r3.Dot(axis, below)
	}
	all := nao.TotalMass()
	com := r3.Scale(all, p.com())
	above := r3.Cross(r3.Sub(r3.Sub(com, moment), r3.Scale(all-mass, at)), down)
	return single * r3.Dot(axis, above)
}
