package sim

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/sim/mujoco"
)

// echo is a robot as other robots' sonars hear it: its collision shapes, with a ball
// round the torso that holds them all whatever its limbs do.
type echo struct {
	torso int
	geoms []int32
}

// echoRadiusM is the radius of that ball: a raised arm and a stretched leg end within it.
const echoRadiusM = 0.60

// collisionGroup is the group of a robot's collision shapes; see nao.MJCFParts.
const collisionGroup = 3

// findEchoes finds the collision shapes of all robots.
func findEchoes(m *mujoco.Model, bodies []*Body) []echo {
	echoes := make([]echo, len(bodies))
	groups, owners := m.GeomGroups(), m.GeomBodies()
	for i, b := range bodies {
		echoes[i].torso = b.limbs.torso
		for g, owner := range owners {
			if owner > 0 && int(m.BodyRoot[owner]) == b.limbs.torso && groups[g] == collisionGroup {
				echoes[i].geoms = append(echoes[i].geoms, int32(g))
			}
		}
	}
	return echoes
}

// meets reports whether a ray from a point along a unit direction passes the robot's
// ball within a distance, m.
func (e *echo) meets(d *mujoco.Data, from, along r3.Vec, within float64) bool {
	at := d.BodyPosition[3*e.torso:]
	to := r3.Sub(r3.Vec{X: at[0], Y: at[1], Z: at[2]}, from)
	ahead := r3.Dot(to, along)
	if ahead < -echoRadiusM || ahead > within+echoRadiusM {
		return false
	}
	ahead = math.Max(ahead, 0)
	return r3.Norm2(r3.Sub(to, r3.Scale(ahead, along))) <= echoRadiusM*echoRadiusM
}
