package localization

import (
	"math"

	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
)

// Start holds the known poses at the start of localization: one of them is the robot's.
type Start struct {
	places [maxPlaces]place
	count  int
}

// maxPlaces is how many places a Start may have.
const maxPlaces = 5

// place is a possible pose with its deviations.
type place struct {
	pose             plane.Pose
	devM, headingDev float64
}

// Anywhere returns the start of a robot that may be anywhere. On a field with equal halves it assumes its own half.
func Anywhere() Start { return Start{} }

// At returns the start at a pose that is known, such as rviz's initialpose, with its deviations in m and rad.
func At(p plane.Pose, devM, headingDev float64) Start {
	return Start{places: [maxPlaces]place{{p, devM, headingDev}}, count: 1}
}

// First returns the first of the places; false when the robot may be anywhere.
func (s Start) First() (plane.Pose, bool) { return s.places[0].pose, s.count > 0 }

// Or returns a start that may also be at a pose, such as a robot that was penalised and perhaps not carried away. A start with
// five places, and one at a pose that is not finite, stay as they are.
func (s Start) Or(p plane.Pose, devM, headingDev float64) Start {
	if s.count < maxPlaces && p.Finite() {
		s.places[s.count] = place{p, devM, headingDev}
		s.count++
	}
	return s
}

// PenaltyReturn returns the start of a robot that returns from a penalty: at one of the touchlines, beside its own
// penalty mark, facing the field.
func PenaltyReturn(m *field.Map) Start {
	x := -m.Length/2 + 1.3
	for _, p := range m.Points {
		if p.Kind == field.Mark && p.X < 0 {
			x = p.X
		}
	}
	y := m.Width/2 + 0.3
	return Start{places: [maxPlaces]place{
		{plane.Pose{X: x, Y: y, Theta: -math.Pi / 2}, 0.35, 0.25},
		{plane.Pose{X: x, Y: -y, Theta: math.Pi / 2}, 0.35, 0.25},
	}, count: 2}
}

// KickOff returns the start of a game: the robot stands at one of the touchlines of its own half, facing the field.
func KickOff(m *field.Map) Start {
	x, y := m.Length/4, m.Width/2
	return Start{places: [maxPlaces]place{
		{plane.Pose{X: -0.6 * x, Y: y, Theta: -math.Pi / 2}, 0.5, 0.3},
		{plane.Pose{X: -0.6 * x, Y: -y, Theta: math.Pi / 2}, 0.5, 0.3},
		{plane.Pose{X: -1.5 * x, Y: y, Theta: -math.Pi / 2}, 0.5, 0.3},
		{plane.Pose{X: -1.5 * x, Y: -y, Theta: math.Pi / 2}, 0.5, 0.3},
	}, count: 4}
}
