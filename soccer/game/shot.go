package game

import "gonao/robot/percepts/plane"

// shotRunUp is how far behind the ball the kicker of a penalty shot begins, m.
const shotRunUp = 1.0

// ShotPlace returns where the player of a penalty shot begins, in map: the kicker behind the penalty mark at x = mark, or the
// keeper on its goal line.
func ShotPlace(length, mark float64, kicks bool) plane.Pose {
	if kicks {
		return plane.Pose{X: mark - shotRunUp}
	}
	return plane.Pose{X: -length / 2}
}
