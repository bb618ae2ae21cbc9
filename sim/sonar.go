package sim

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
	"gonao/sim/mujoco"
)

// The sonar's beam: a ray along its axis and rings of others inside the cone. It
// measures ten times a second, what it hears first counts.
const (
	sonarEvery  = 8 // cycles
	sonarRadius = 0.8
	sonarAround = 4 // rays besides the one in the middle
)

// sonarNothing is what a sonar says when no echo comes back, m.
const sonarNothing = 5.0

// echoGroups are the groups of geoms that send an echo: the world's. The robot's own
// parts are in groups of their own, so that it does not hear its arms.
const echoGroups = 1 << 0

// sonars are the two sonars of the chest.
type sonars struct {
	places [nao.NumSonars]nao.Pose                // X_TS
	rays   [nao.NumSonars][sonarAround + 1]r3.Vec // in the torso
	groups uint32                                 // geoms that send an echo
}

func newSonars(groups uint32) sonars {
	s := sonars{groups: groups}
	for i := range nao.Sonar(nao.NumSonars) {
		x_TS := i.InTorso()
		s.places[i] = x_TS
		s.rays[i][0] = x_TS.Rotate(r3.Vec{X: 1})
		sin, cos := math.Sincos(sonarRadius * nao.SonarFOV / 2)
		for k := range sonarAround {
			around := 2 * math.Pi * float64(k) / sonarAround
			s.rays[i][k+1] = x_TS.Rotate(r3.Vec{X: cos, Y: sin * math.Cos(around), Z: sin * math.Sin(around)})
		}
	}
	return s
}

// listen gives the distance to the nearest thing in each beam, m. What is nearer
// than the sonar can hear is heard at its least distance.
func (s *sonars) listen(d *mujoco.Data, torso int, out *[2]float64) {
	x_WT := bodyPose(d, torso)
	for i := range out {
		from := x_WT.Apply(s.places[i].P)
		nearest := math.Inf(1)
		for _, ray := range s.rays[i] {
			along := x_WT.Rotate(ray)
			way := d.Ray([3]float64{from.X, from.Y, from.Z}, [3]float64{along.X, along.Y, along.Z}, s.groups, torso)
			if way >= 0 {
				nearest = min(nearest, way)
			}
		}
		out[i] = sonarNothing
		if nearest < sonarNothing {
			out[i] = max(nearest, nao.SonarMin)
		}
	}
}
