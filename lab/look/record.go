package look

import (
	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
)

// Sample is what is drawn of one cycle, in the world, m.
type Sample struct {
	Sec     float64
	CoM     r2.Vec
	ZMP     r2.Vec // centre of pressure of both soles, from the force sensors
	Loaded  bool   // the ZMP is known
	Soles   [nao.NumLegs]r3.Vec
	Support [4]float64 // of the support polygon: least and largest x, least and largest y
	OnFoot  bool       // the polygon is known
	Torque  nao.Joints // N m, from the currents
}

// Record collects states as samples. Without a true pose of the torso, the world frame follows the feet: the sole that bears
// more is assumed not to move.
type Record struct {
	Samples []Sample

	world_T nao.Pose
	begun   bool
	support nao.Leg
	last    nao.State
}

// loadedN is the force from which on a sole is on the ground.
const loadedN = 3

// Add adds a state; world_T is the torso's true pose, or nil.
func (r *Record) Add(state *nao.State, world_T *nao.Pose) {
	var soles [nao.NumLegs]nao.Pose // X_TF
	var force [nao.NumLegs]float64
	for leg := range nao.Leg(nao.NumLegs) {
		soles[leg] = nao.SoleInTorso(leg, &state.Position)
		for i := range nao.NumFSR / nao.NumLegs {
			force[leg] += max(state.FSR[int(leg)*nao.NumFSR/nao.NumLegs+i], 0)
		}
	}
	if world_T != nil {
		r.world_T = *world_T
	} else {
		r.follow(state, &soles, &force)
	}
	s := Sample{Sec: state.Time.Seconds()}
	com := r.world_T.Apply(nao.CoM(&state.Position))
	s.CoM = r2.Vec{X: com.X, Y: com.Y}
	touches := [nao.NumLegs]bool{force[0] > loadedN, force[1] > loadedN}
	for leg := range soles {
		soles[leg] = r.world_T.Mul(soles[leg])
		s.Soles[leg] = soles[leg].P
	}
	s.pressure(state, &soles)
	s.polygon(&soles, touches)
	for j := range nao.Joint(nao.NumJoints) {
		s.Torque[j] = state.Current[j] * supplyVolt / j.MaxSpeed() // of an ideal DC motor
	}
	r.last = *state
	r.Samples = append(r.Samples, s)
}

// supplyVolt is the voltage of the battery. A motor's torque constant, seen behind the gear, is this voltage divided by
// the motor's speed without load.
const supplyVolt = 24

// follow keeps the sole that bears more where it is; the torso's roll and pitch are the
// inertial unit's.
func (r *Record) follow(state *nao.State, soles *[nao.NumLegs]nao.Pose, force *[nao.NumLegs]float64) {
	tilt := func(yaw float64) nao.Pose { return nao.RollPitchYaw(state.Angles[0], state.Angles[1], yaw) }
	if !r.begun {
		r.begun = true
		r.world_T = tilt(0)
		r.world_T.P.Z = -min(r.world_T.Rotate(soles[0].P).Z, r.world_T.Rotate(soles[1].P).Z)
	} else {
		before := r.world_T.Mul(nao.SoleInTorso(r.support, &r.last.Position))
		_, _, wasYaw := before.RollPitchYaw()
		_, _, inTorso := soles[r.support].RollPitchYaw()
		r.world_T = tilt(wasYaw - inTorso)
		foot := r.world_T.Rotate(soles[r.support].P)
		r.world_T.P = r3.Sub(r3.Vec{X: before.P.X, Y: before.P.Y}, foot)
	}
	if other := 1 - r.support; force[other] > force[r.support] {
		r.support = other
	}
}

// pressure finds the centre of pressure of both soles.
func (s *Sample) pressure(state *nao.State, soles *[nao.NumLegs]nao.Pose) {
	sum := 0.0
	var at r2.Vec
	for i := range nao.FSR(nao.NumFSR) {
		leg := int(i) * nao.NumLegs / nao.NumFSR
		p := soles[leg].Apply(r3.Add(i.InFoot(), r3.Vec{Z: nao.FootHeight}))
		f := max(state.FSR[i], 0)
		at = r2.Add(at, r2.Scale(f, r2.Vec{X: p.X, Y: p.Y}))
		sum += f
	}
	if s.Loaded = sum > loadedN; s.Loaded {
		s.ZMP = r2.Scale(1/sum, at)
	}
}

// polygon sets the extent of the support polygon.
func (s *Sample) polygon(soles *[nao.NumLegs]nao.Pose, touches [nao.NumLegs]bool) {
	for leg := range nao.Leg(nao.NumLegs) {
		if !touches[leg] {
			continue
		}
		for _, c := range nao.SoleOutline(leg) {
			p := soles[leg].Apply(r3.Vec{X: c[0], Y: c[1]})
			if !s.OnFoot {
				s.Support, s.OnFoot = [4]float64{p.X, p.X, p.Y, p.Y}, true
			}
			s.Support = [4]float64{min(s.Support[0], p.X), max(s.Support[1], p.X), min(s.Support[2], p.Y), max(s.Support[3], p.Y)}
		}
	}
}
