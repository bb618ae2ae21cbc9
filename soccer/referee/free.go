package referee

import (
	"math"

	"gonao/robot/percepts/plane"
)

// Least distances between placed robots, others and the ball.
const (
	farFromOthers = 0.45  // m, between the middles of two robots
	aside         = 0.15  // m, by which a place is moved
	clearOfBall   = 0.155 // m, between a robot that stands and the ball
	clearOfFallen = 0.4   // m, between a robot that lies and the ball
)

// Free returns a place for a robot: its own place, or, if another robot is there, one beside it.
func (s Stand) Free(robots []Robot) Stand {
	want := plane.Pose{X: s.X, Y: s.Y, Theta: s.Theta}
	at := want
	taken := func() bool {
		for i := range robots {
			if r := &robots[i]; r.ID != s.ID && r.distance(at.X, at.Y) < farFromOthers {
				return true
			}
		}
		return false
	}
	for k := 1; taken() && k < 40; k++ { // alternating to both sides
		at = want.Mul(plane.Pose{Y: aside * float64(k/2+1) * float64(1-2*(k%2))})
	}
	return Stand{ID: s.ID, X: at.X, Y: at.Y, Theta: at.Theta}
}

// FreeBall returns a place for the ball: the point, or, if a robot is there, one beside it.
func FreeBall(x, y float64, robots []Robot) (freeX, freeY float64) {
	covered := func(x, y float64) bool {
		for i := range robots {
			reach := clearOfBall
			if robots[i].Fallen || robots[i].GettingUp {
				reach = clearOfFallen
			}
			if robots[i].distance(x, y) < reach {
				return true
			}
		}
		return false
	}
	freeX, freeY = x, y
	for k := 0; k < 64 && covered(freeX, freeY); k++ {
		sin, cos := math.Sincos(float64(k) * math.Pi / 4)
		r := 0.08 * float64(k/8+1)
		freeX, freeY = x+r*cos, y+r*sin
	}
	return freeX, freeY
}

// Parking returns where the i-th robot stands while it is off the field: beside the carpet, facing it.
func Parking(length, width, border float64, i int) plane.Pose {
	return plane.Pose{X: -length/2 + 0.6 + 0.7*float64(i), Y: width/2 + border + 1.5, Theta: -math.Pi / 2}
}
