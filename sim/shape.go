package sim

import (
	"math"

	"gonao/nao"
	"gonao/sim/mujoco"
)

// shape makes the compiled model into this robot on this ground.
func (s *Simulation) shape() error {
	if err := s.weigh(); err != nil {
		return err
	}
	m := s.model
	floor, err := m.ID(mujoco.Geom, "floor")
	if err != nil {
		return err
	}
	friction := m.GeomFriction()
	for g, owner := range m.GeomBodies() {
		if g == floor || m.BodyRoot[owner] == int32(s.body.torso) && owner > 0 {
			friction[3*g] = s.is.Friction // two geoms meet with the larger of theirs
		}
	}
	if s.is.SinkM > 0 {
		m.GeomSolRef()[2*floor] = carpetSec * math.Sqrt(s.is.SinkM/carpetSinkM) * math.Pow(carpetFriction/s.is.Friction, 1.37)
		copy(m.GeomSolImp()[5*floor:], []float64{carpetGive, carpetGive})
		m.GeomSolMix()[floor] = 1e4 // the carpet gives way, whatever stands on it
	}
	return nil
}

// A carpet is a soft contact: a standing robot sinks by carpetSinkM when the contact's
// time constant is carpetSec and the friction carpetFriction. The sink grows with the
// square of the one and, measured, the 2.7th power of the other. The give is a
// compromise: more of it, and the soles creep under a sideways force as on ice.
const (
	carpetGive     = 0.7
	carpetSec      = 0.0366
	carpetSinkM    = 0.001
	carpetFriction = 0.8
)

// weigh gives every link its mass.
func (s *Simulation) weigh() error {
	if s.is.Mass == ExactBody(Ideal).Mass && s.is.CoM == ExactBody(Ideal).CoM {
		return nil
	}
	m := s.model
	inertia, com := m.BodyInertia(), m.BodyCom()
	for l := range nao.Link(nao.NumLinks) {
		id, err := m.ID(mujoco.Body, l.String())
		if err != nil {
			return err
		}
		m.BodyMass[id] *= s.is.Mass[l]
		for i, shift := range [3]float64{s.is.CoM[l].X, s.is.CoM[l].Y, s.is.CoM[l].Z} {
			inertia[3*id+i] *= s.is.Mass[l]
			com[3*id+i] += shift
		}
	}
	return m.SetConst(s.data)
}

// distort is what this robot's sensors add to what they say.
func (b *Body) distort(state *nao.State) {
	for i := range 3 {
		state.Accelerometer[i] += b.AccBias[i]
		state.Gyroscope[i] += b.GyroBias[i]
	}
	for i := range state.Angles {
		state.Angles[i] += b.AngleBias[i]
	}
	for i := range state.FSR {
		state.FSR[i] *= b.FSRGain[i]
	}
	if b.EncoderStep > 0 {
		for j := range state.Position {
			state.Position[j] = math.Round(state.Position[j]/b.EncoderStep) * b.EncoderStep
		}
	}
}
