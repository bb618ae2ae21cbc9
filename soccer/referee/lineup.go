package referee

import (
	"math"

	"gonao/robot/percepts/plane"
)

// besideLine is how far from the touchline robots wait for the beginning of a half, m.
const besideLine = 0.05

// LineUp returns where a player waits for the beginning of a half: beside a touchline of its own half, in world, facing the
// field. Even numbers wait at the other touchline than odd ones.
func LineUp(length, width float64, a plane.Attack, number, players int) plane.Pose {
	y := -width/2 - besideLine
	if number%2 == 0 {
		y = -y
	}
	x := -length/2 + (0.5+float64(number-1))*(length/2-0.6)/float64(max(players, 1))
	return plane.Convert(a, plane.Pose{X: x, Y: y, Theta: -math.Copysign(math.Pi/2, y)})
}
