package walk

import "errors"

// Velocity is a velocity in the robot's frame: m/s forward and left, rad/s to the left.
type Velocity struct{ X, Y, Yaw float64 }

// Phase is the phase of the legs.
type Phase uint8

// The phases.
const (
	Standing Phase = iota // both feet on the ground
	Starting              // swaying before the first step
	Walking
	Stopping // the last steps
)

// String returns the phase's name in lower case.
func (p Phase) String() string {
	return [...]string{"standing", "starting", "walking", "stopping"}[p]
}

// Odometry is the pose of the robot's frame (midway between the feet) since New, and its velocity, in its own axes.
type Odometry struct {
	X, Y, Yaw    float64 // m, rad
	VX, VY, VYaw float64 // m/s, rad/s
}

// ErrNotFinite is returned for a command with NaN or infinity in it.
var ErrNotFinite = errors.New("expected finite numbers")
