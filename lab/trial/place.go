package trial

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
	"gonao/sim/mujoco"
)

// Place is a position and a heading on the ground: m, rad.
type Place struct{ X, Y, Yaw float64 }

// In returns the place as seen from another one.
func (p Place) In(from Place) Place {
	sin, cos := math.Sincos(from.Yaw)
	dx, dy := p.X-from.X, p.Y-from.Y
	return Place{X: cos*dx + sin*dy, Y: cos*dy - sin*dx, Yaw: wrapAngle(p.Yaw - from.Yaw)}
}

// Distance returns the distance between two places, m.
func (p Place) Distance(q Place) float64 { return math.Hypot(p.X-q.X, p.Y-q.Y) }

// wrapAngle wraps an angle to −π to π.
func wrapAngle(rad float64) float64 { return math.Remainder(rad, 2*math.Pi) }

// Sole returns X_WF, the true pose of a sole.
func (s *Stage) Sole(leg nao.Leg) nao.Pose {
	d, b := s.Sim.Data(), s.feet[leg]
	var x nao.Pose
	copy(x.R[:], d.BodyMatrix[9*b:9*b+9])
	x.P = r3.Vec{X: d.BodyPosition[3*b], Y: d.BodyPosition[3*b+1], Z: d.BodyPosition[3*b+2]}
	return x.Mul(nao.Translation(r3.Vec{Z: -nao.FootHeight}))
}

// Place returns the true place of the robot: midway between its soles, with their mean
// heading, as its odometry counts it.
func (s *Stage) Place() Place {
	l, r := s.Sole(nao.LeftLeg), s.Sole(nao.RightLeg)
	_, _, yawL := l.RollPitchYaw()
	_, _, yawR := r.RollPitchYaw()
	return Place{X: (l.P.X + r.P.X) / 2, Y: (l.P.Y + r.P.Y) / 2, Yaw: yawL + wrapAngle(yawR-yawL)/2}
}

// CoM returns the true centre of mass in world, m.
func (s *Stage) CoM() r3.Vec {
	c := s.Sim.Data().SubtreeCom[3*s.torso:]
	return r3.Vec{X: c[0], Y: c[1], Z: c[2]}
}

// find looks up the parts of the model that are measured.
func (s *Stage) find() error {
	m := s.Sim.Model()
	var err error
	if s.torso, err = m.ID(mujoco.Body, s.prefix+nao.LinkTorso.String()); err != nil {
		return err
	}
	for leg := range nao.Leg(nao.NumLegs) {
		if s.feet[leg], err = m.ID(mujoco.Body, s.prefix+leg.Foot().String()); err != nil {
			return err
		}
	}
	return nil
}

// Track measures the robot's path. Call Add once a cycle. The heading is continuous beyond half turns.
type Track struct {
	From, At Place
	Turned   float64 // rad, since From
	PathM    float64 // the way of the middle of the feet, sampled once a second
	cycles   int
	last     Place
}

// Begin starts a track.
func (t *Track) Begin(s *Stage) {
	p := s.Place()
	*t = Track{From: p, At: p, last: p}
}

// Add adds the robot's present place.
func (t *Track) Add(s *Stage) {
	p := s.Place()
	t.Turned += wrapAngle(p.Yaw - t.At.Yaw)
	t.At = p
	if t.cycles++; t.cycles%83 == 0 {
		t.PathM += p.Distance(t.last)
		t.last = p
	}
}
