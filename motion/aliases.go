package motion

// Velocity is what walking is asked for: m/s forward and to the left, rad/s
// counterclockwise, in base_footprint. The zero value stands.
type Velocity struct{ X, Y, Yaw float64 }

// Odometry is a place in m and rad, and the velocity there.
type Odometry struct{ X, Y, Yaw, VX, VY, VYaw float64 }

// Foot says which foot kicks.
type Foot uint8

// KickRequest is what a kick shall do.
type KickRequest struct {
	BallX, BallY float64
	Direction    float64
	Distance     float64
	Foot         Foot
}
