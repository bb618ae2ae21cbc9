package worldmodel

import (
	"math"

	"gonao/robot/percepts"
)

// farthestView is how far away things are looked for, m.
const farthestView = 6.0

// ViewOf returns the part of the ground that a camera sees whose lens opens to width and height, rad; m. If the image's
// upper border is above the horizon, it reaches to 6 m.
func ViewOf(c *percepts.CameraPose, width, height float64) View {
	// The optical axis is the third column of the rotation.
	x, y, z := c.Rotation[2], c.Rotation[5], c.Rotation[8]
	down := -math.Atan2(z, math.Hypot(x, y))
	v := View{Yaw: math.Atan2(y, x), HalfWidth: width / 2, FarM: farthestView}
	if low := down + height/2; low < math.Pi/2 && low > 0 {
		v.NearM = c.Position[2] / math.Tan(low)
	}
	if high := down - height/2; high > 0 {
		v.FarM = min(farthestView, c.Position[2]/math.Tan(high))
	}
	return v
}
