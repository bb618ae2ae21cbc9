// Package plane holds poses on the ground with their covariances, and the one conversion between the frames world and map.
//
// Lengths are in m, angles in rad, counterclockwise. A pose X_AB is that of frame B in A; X_AC = X_AB.Mul(X_BC).
package plane

import "math"

// Pose is a place on the ground and a heading.
type Pose struct{ X, Y, Theta float64 }

// Mul returns X_AC for p = X_AB and q = X_BC.
func (p Pose) Mul(q Pose) Pose {
	x, y := p.Point(q.X, q.Y)
	return Pose{x, y, Angle(p.Theta + q.Theta)}
}

// Inverse returns X_BA for p = X_AB.
func (p Pose) Inverse() Pose {
	sin, cos := math.Sincos(p.Theta)
	return Pose{-cos*p.X - sin*p.Y, sin*p.X - cos*p.Y, Angle(-p.Theta)}
}

// Point returns a point of frame B in A.
func (p Pose) Point(x, y float64) (float64, float64) { return p.Frame().Point(x, y) }

// Local returns a point of frame A in B.
func (p Pose) Local(x, y float64) (float64, float64) { return p.Frame().Local(x, y) }

// Frame returns the frame B for many points.
func (p Pose) Frame() Frame {
	sin, cos := math.Sincos(p.Theta)
	return Frame{p.X, p.Y, sin, cos}
}

// A Frame is a pose X_AB with the sine and cosine of its heading, to convert many points.
type Frame struct{ x, y, sin, cos float64 }

// Point returns a point of frame B in A.
func (f Frame) Point(x, y float64) (float64, float64) {
	return f.x + f.cos*x - f.sin*y, f.y + f.sin*x + f.cos*y
}

// Local returns a point of frame A in B.
func (f Frame) Local(x, y float64) (float64, float64) {
	dx, dy := x-f.x, y-f.y
	return f.cos*dx + f.sin*dy, f.cos*dy - f.sin*dx
}

// Distance returns the distance between two poses' places, m.
func (p Pose) Distance(q Pose) float64 { return math.Hypot(p.X-q.X, p.Y-q.Y) }

// Finite reports whether no part is NaN or infinite.
func (p Pose) Finite() bool { return Finite(p.X, p.Y, p.Theta) }

// Turned returns the pose seen from the other side of the field: turned by π about the centre.
func (p Pose) Turned() Pose { return Pose{-p.X, -p.Y, Angle(p.Theta + math.Pi)} }

// Angle returns an angle from −π to π.
func Angle(a float64) float64 {
	if a > -math.Pi && a <= math.Pi {
		return a
	}
	return math.Remainder(a, 2*math.Pi)
}

// Finite reports whether no number is NaN or infinite.
func Finite(all ...float64) bool {
	for _, v := range all {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	return true
}

// Cov2 is the covariance of a point, m².
type Cov2 struct{ XX, XY, YY float64 }

// Valid reports whether the covariance is finite and positive definite.
func (c Cov2) Valid() bool {
	return Finite(c.XX, c.XY, c.YY) && c.XX > 0 && c.YY > 0 && c.XX*c.YY > c.XY*c.XY
}

// Rotated returns the covariance in a frame in which the axes of c point to theta.
func (c Cov2) Rotated(theta float64) Cov2 {
	s, k := math.Sincos(theta)
	return Cov2{
		XX: k*k*c.XX - 2*s*k*c.XY + s*s*c.YY,
		XY: s*k*(c.XX-c.YY) + (k*k-s*s)*c.XY,
		YY: s*s*c.XX + 2*s*k*c.XY + k*k*c.YY,
	}
}

// Add returns the sum of two covariances.
func (c Cov2) Add(d Cov2) Cov2 { return Cov2{c.XX + d.XX, c.XY + d.XY, c.YY + d.YY} }

// Mahalanobis2 returns the squared distance of (dx, dy) in standard deviations of c.
func (c Cov2) Mahalanobis2(dx, dy float64) float64 {
	return (c.YY*dx*dx - 2*c.XY*dx*dy + c.XX*dy*dy) / (c.XX*c.YY - c.XY*c.XY)
}

// Cov3 is the covariance of a pose: m², m rad, rad².
type Cov3 struct{ XX, XY, XT, YY, YT, TT float64 }

// Team is one of the two teams of a game.
type Team uint8

// Teams. The frame world has +x towards the goal that blue defends in the first half.
const (
	Red Team = iota
	Blue
)

// Attack is the end of the frame world that a team plays to.
type Attack uint8

// Ends of the field.
const (
	PositiveX Attack = iota
	NegativeX
)

// Attacks returns where a team plays to in a half of the game, 1 or 2. Half-time changes it.
func Attacks(t Team, half int) Attack {
	if (t == Red) == (half != 2) {
		return PositiveX
	}
	return NegativeX
}

// Convert converts a pose of the frame world to the frame map of a robot that attacks one of the goals, with +x towards
// that goal, and back: the conversion is its own inverse.
func Convert(a Attack, p Pose) Pose {
	if a == PositiveX {
		return p
	}
	return p.Turned()
}
