package sim

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
	"gonao/sim/mujoco"
)

// The sonar's beam is a ray along its axis and rings of others inside the cone. It
// measures ten times a second; the nearest echo counts.
const (
	sonarEvery  = 8 // cycles
	sonarRings  = 3
	sonarAround = 8 // rays in each ring
	sonarRays   = 1 + sonarRings*sonarAround
)

// sonarNothing is a sonar's value when no echo comes back, m.
const sonarNothing = 5.0

// groundGrazes is the sine of the steepest angle at which the ground reflects a beam away from the robot: a standing
// robot does not hear the floor in front of it, a bowing or lying one does.
const groundGrazes = 0.6

// glances reports whether a ray meets the ground after so many m, and at an angle too
// flat for an echo.
func glances(from, along r3.Vec, way float64) bool {
	const thick = 0.01
	return along.Z > -groundGrazes && from.Z+way*along.Z < thick
}

// echoGroups are the groups of the world's geoms, which return an echo. Robots are in
// other groups: a robot does not hear its own arms.
const echoGroups = 1 << 0

// SonarModel is how the two sonars of the chest are mounted and how far they hear.
type SonarModel struct {
	OpeningRad float64                 // of the beam's cone
	MinM, MaxM float64                 // a nearer object counts as at MinM; a farther one is not detected
	Places     [nao.NumSonars]nao.Pose // X_TS, x along the beam
}

// v6Sonars returns the sonars of a NAO V6.
func v6Sonars() SonarModel {
	m := SonarModel{OpeningRad: nao.SonarFOV, MinM: nao.SonarMin, MaxM: sonarNothing}
	for i := range nao.Sonar(nao.NumSonars) {
		m.Places[i] = i.InTorso()
	}
	return m
}

// naOISISSonars returns the sonars of the NaOISIS document (its figure 4 and the text before it): 40 cm above the ground
// in the middle, 19.48° to each side, 18° wide, from 0.15 to 0.75 m.
func naOISISSonars() SonarModel {
	m := SonarModel{OpeningRad: 18 * math.Pi / 180, MinM: 0.15, MaxM: 0.75}
	for i, side := range [nao.NumSonars]float64{nao.LeftSonar: 1, nao.RightSonar: -1} {
		m.Places[i] = nao.Rotation(r3.Vec{Z: 1}, side*19.48*math.Pi/180)
		m.Places[i].P.Z = 0.40 - nao.StandHeight
	}
	return m
}

// SonarPreset returns the sonars of a name: v6 or naoisis.
func SonarPreset(name string) (SonarModel, error) {
	switch name {
	case "v6":
		return v6Sonars(), nil
	case "naoisis":
		return naOISISSonars(), nil
	}
	return SonarModel{}, fmt.Errorf("sonars %q: expected v6 or naoisis", name)
}

// sonars are the two sonars of a robot's chest.
type sonars struct {
	places [nao.NumSonars]nao.Pose          // X_TS
	rays   [nao.NumSonars][sonarRays]r3.Vec // in the torso
	robots []echo                           // of the world
	own    int                              // the robot with the sonars
	minM   float64
	maxM   float64
}

// newSonars makes the sonars of robot number own.
func newSonars(robots []echo, own int, model *SonarModel) sonars {
	if model == nil {
		v6 := v6Sonars()
		model = &v6
	}
	s := sonars{robots: robots, own: own, minM: model.MinM, maxM: model.MaxM}
	for i, x_TS := range model.Places {
		s.places[i] = x_TS
		s.rays[i][0] = x_TS.Rotate(r3.Vec{X: 1})
		for k := range sonarRings * sonarAround {
			ring := k/sonarAround + 1
			sin, cos := math.Sincos(model.OpeningRad / 2 * float64(ring) / sonarRings)
			up, left := math.Sincos(2 * math.Pi * float64(k%sonarAround) / sonarAround)
			s.rays[i][k+1] = x_TS.Rotate(r3.Vec{X: cos, Y: sin * left, Z: sin * up})
		}
	}
	return s
}

// listen measures the distance to the nearest object in each beam, m. An object nearer than the sonar's range counts as
// at its least distance.
func (s *sonars) listen(d *mujoco.Data, torso int, out *[2]float64) {
	x_WT := bodyPose(d, torso)
	for i := range out {
		from := x_WT.Apply(s.places[i].P)
		nearest := math.Inf(1)
		for _, ray := range s.rays[i] {
			along := x_WT.Rotate(ray)
			way := d.Ray([3]float64{from.X, from.Y, from.Z}, [3]float64{along.X, along.Y, along.Z}, echoGroups, torso)
			if way >= 0 && !glances(from, along, way) {
				nearest = min(nearest, way)
			}
			nearest = s.listenToRobots(d, from, along, nearest)
		}
		out[i] = sonarNothing
		if nearest < s.maxM {
			out[i] = max(nearest, s.minM)
		}
	}
}

// listenToRobots returns the distance along a ray to the nearest other robot, m, or nearest if no robot is nearer.
func (s *sonars) listenToRobots(d *mujoco.Data, from, along r3.Vec, nearest float64) float64 {
	for i := range s.robots {
		if i == s.own || !s.robots[i].meets(d, from, along, min(nearest, sonarNothing)) {
			continue
		}
		way := d.RayGeoms([3]float64{from.X, from.Y, from.Z}, [3]float64{along.X, along.Y, along.Z}, s.robots[i].geoms)
		if way >= 0 {
			nearest = min(nearest, way)
		}
	}
	return nearest
}
