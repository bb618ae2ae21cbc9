package sight

import (
	"math"

	"gonao/robot/percepts/plane"
	"gonao/sim/world"
)

// Puppets returns the robots of a world that stay where they are, for a [Scene]. They belong to team 2.
func Puppets(all []world.Puppet) []Robot {
	robots := make([]Robot, 0, len(all))
	for _, p := range all {
		robots = append(robots, Robot{
			Pose: plane.Pose{X: p.XM, Y: p.YM, Theta: p.YawDeg * math.Pi / 180}, Team: 2, Number: p.Number, Fallen: p.Posture == "front" || p.Posture == "back",
		})
	}
	return robots
}
