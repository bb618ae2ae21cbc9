package carrier

import "math"

// The demo's carriers are as fast as a head can follow well, with enough distance for the
// ball to reverse without a jerk.
var (
	demoNear = Position{Angle: 0.16, Height: 0.06}     // about the braking distance: the ball does not stop at every position
	demoAway = Position{Angle: 9 * deg, Height: -0.30} // from the green ball's half of the yaw between them to the red ball
)

const deg = math.Pi / 180

// DemoCapacity returns the capacity of the demo's carriers: 38°/s round the robot; a lift of 13°/s seen from 1.1 m.
func DemoCapacity() Capacity {
	return Capacity{TurnSpeed: 0.66, TurnAcceleration: 1.2, LiftSpeed: 0.25, LiftAcceleration: 0.6}
}

// DemoNear returns how near to a position of the demo a ball must come.
func DemoNear() Position { return demoNear }

// DemoPaths returns the demo's two paths. The balls swing together through the range of
// the head, the green one on the left and above the head, the red one on the right and
// below it, so that neither hides the other, and a head that looks at one has the other
// in view.
func DemoPaths() []Path {
	swing := []Position{ // the green ball, without its offset to the left
		{32 * deg, 0.60},
		{10 * deg, 0.72},
		{-14 * deg, 0.62},
		{-34 * deg, 0.74},
		{-8 * deg, 0.60},
		{14 * deg, 0.70},
		{30 * deg, 0.64},
		{-2 * deg, 0.74},
		{-30 * deg, 0.60},
		{4 * deg, 0.70},
	}
	green := Path{Name: "ball_green"}
	red := Path{Name: "ball_red"}
	for _, at := range swing {
		green.Positions = append(green.Positions, Position{round(at.Angle + demoAway.Angle), at.Height})
		red.Positions = append(red.Positions, Position{round(at.Angle - demoAway.Angle), round(at.Height + demoAway.Height)})
	}
	return []Path{green, red}
}

// round keeps three decimals, as the parameter file writes them.
func round(v float64) float64 { return math.Round(v*1000) / 1000 }
