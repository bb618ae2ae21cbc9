package motion

import "math"

// ahead returns a place seen from another one, m and rad.
func ahead(at Odometry, dx, dy, dYaw float64) Odometry {
	sin, cos := math.Sincos(at.Yaw)
	return Odometry{X: at.X + cos*dx - sin*dy, Y: at.Y + sin*dx + cos*dy, Yaw: at.Yaw + dYaw}
}

// seenFrom returns a place as it is seen from another one; the turn is the shorter one.
func seenFrom(place, at Odometry) Odometry {
	sin, cos := math.Sincos(at.Yaw)
	dx, dy := place.X-at.X, place.Y-at.Y
	return Odometry{X: cos*dx + sin*dy, Y: -sin*dx + cos*dy, Yaw: math.Remainder(place.Yaw-at.Yaw, 2*math.Pi)}
}
