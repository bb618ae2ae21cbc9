package referee

import (
	"math"

	"gonao/soccer/game"
)

// bodyRadius is how far a standing NAO's body reaches around its middle, m.
const bodyRadius = 0.1

// field holds the outer edges of the lines, which are part of what they enclose, m.
type field struct {
	x, y     float64 // of goal line and touchline
	circle   float64 // radius
	goalHalf float64
	*game.FieldRules
}

func fieldOf(b *game.Book) field {
	half := 0.0
	if b.Field.LinesToCentres {
		half = b.Field.Line.Value / 2
	}
	return field{
		x: b.Field.Length.Value/2 + half, y: b.Field.Width.Value/2 + half, circle: b.Field.CircleDiameter.Value/2 + half,
		goalHalf: b.Field.GoalWidth.Value / 2, FieldRules: &b.Field,
	}
}

// attacks returns the sign of x of the goal that a side attacks.
func attacks(g *game.Game, s game.Side) float64 {
	if g.DefendsLeft(s) {
		return 1
	}
	return -1
}

// defender returns the side that defends the goal on the side of x.
func defender(g *game.Game, x float64) game.Side {
	if g.DefendsLeft(game.Home) == (x < 0) {
		return game.Home
	}
	return game.Away
}

// side returns the sign of y, and + in the middle.
func side(y float64) float64 {
	if y < 0 {
		return -1
	}
	return 1
}

// leavesAtEnd reports whether the whole ball is over a goal line, leavesAtSide over a touchline.
func (f *field) leavesAtEnd(b Ball) bool  { return math.Abs(b.X)-f.BallRadius.Value > f.x }
func (f *field) leavesAtSide(b Ball) bool { return math.Abs(b.Y)-f.BallRadius.Value > f.y }

// inGoal reports whether the whole ball is in a goal.
func (f *field) inGoal(b Ball) bool {
	return f.leavesAtEnd(b) && math.Abs(b.Y) < f.goalHalf && b.Z < f.GoalHeight.Value
}
