package referee

import (
	"math"
	"slices"

	"gonao/msgs"
	"gonao/nao"
	room "gonao/soccer/referee"
)

// sightOf returns a robot and the ball as a truth has them, and false when it lacks one of both.
func sightOf(id room.ID, m *msgs.GroundTruth, ballName string) (room.Sight, room.Ball, bool) {
	torso, ball := slices.Index(m.Names, "torso"), slices.Index(m.Names, ballName)
	if torso < 0 || ball < 0 || max(torso, ball) >= len(m.Poses) {
		return room.Sight{}, room.Ball{}, false
	}
	p, b := &m.Poses[torso], &m.Poses[ball].Position
	q := p.Orientation
	yaw := math.Atan2(2*(q.W*q.Z+q.X*q.Y), 1-2*(q.Y*q.Y+q.Z*q.Z))
	upright := 1 - 2*(q.X*q.X+q.Y*q.Y) // cosine of the trunk's tilt
	s := room.Sight{
		ID: id, X: p.Position.X, Y: p.Position.Y, Theta: yaw, Fallen: upright < math.Cos(lies), Lean: math.Acos(max(-1, min(1, upright))),
	}
	if camera := slices.Index(m.Names, nao.TopCamera.OpticalFrame()); camera >= 0 && camera < len(m.Poses) {
		o := m.Poses[camera].Orientation // the camera looks along its z
		looks := math.Atan2(2*(o.Y*o.Z-o.W*o.X), 2*(o.X*o.Z+o.W*o.Y))
		s.HeadKnown, s.HeadYaw = true, math.Remainder(looks-yaw, 2*math.Pi)
	}
	return s, room.Ball{X: b.X, Y: b.Y, Z: b.Z}, true
}

// lies is the lean of the trunk from which on a robot lies, rad.
const lies = 1.0
