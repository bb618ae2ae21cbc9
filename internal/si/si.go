// Package si converts between SI units and what people write in files and messages.
package si

import (
	"math"
	"time"
)

// Degree is one degree in rad: 30*si.Degree is 30° in rad, rad/si.Degree an angle in degrees.
const Degree = math.Pi / 180

// Seconds returns s seconds as a duration, rounded towards zero to whole nanoseconds.
func Seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// IsFinite reports whether v is neither NaN nor infinite.
func IsFinite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
