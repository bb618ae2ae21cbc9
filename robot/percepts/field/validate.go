package field

import (
	"errors"
	"fmt"
	"slices"
)

// Validate reports the first value that is not possible, with its key: a NaN, a length out of range, lines that cross
// where no field has a crossing, a field without a landmark.
func (f Field) Validate() error {
	c := checker{}
	if f.MeasuredTo != Middle && f.MeasuredTo != Outside {
		c.fail("measured_to", "%q: want %s or %s", f.MeasuredTo, Middle, Outside)
	}
	c.ranges(f)
	if c.err != nil {
		return c.err
	}
	c.lines(f.ToMiddle())
	if m := f.Lines; m.LineWidth == 0 && f.Goal.InnerWidth == 0 && len(f.Landmarks) == 0 {
		c.fail("field.lineWidth", "0, and neither goals nor landmarks: a robot could not find its place; want lines, goals or landmarks")
	}
	return c.err
}

// checker keeps the first error.
type checker struct{ err error }

func (c *checker) fail(key, format string, args ...any) {
	if c.err == nil {
		c.err = errors.New(key + ": " + fmt.Sprintf(format, args...))
	}
}

func (c *checker) within(key string, v, low, high float64) {
	if !(v >= low && v <= high) { // NaN is not
		c.fail(key, "%g: want %g to %g m", v, low, high)
	}
}

func (c *checker) color(key string, v Color) {
	if !slices.Contains(Colors(), v) {
		c.fail(key, "%q: want one of %v", v, Colors())
	}
}

// ranges checks each value by itself.
func (c *checker) ranges(f Field) {
	d := f.Lines
	c.within("field.length", d.Length, 1, 40)
	c.within("field.width", d.Width, 1, 40)
	c.within("field.lineWidth", d.LineWidth, 0, 0.5)
	c.within("field.penaltyMarkSize", d.PenaltyMarkSize, 0, 1)
	c.within("field.goalAreaLength", d.GoalAreaLength, 0, 40)
	c.within("field.goalAreaWidth", d.GoalAreaWidth, 0, 40)
	c.within("field.penaltyAreaLength", d.PenaltyAreaLength, 0, 40)
	c.within("field.penaltyAreaWidth", d.PenaltyAreaWidth, 0, 40)
	c.within("field.penaltyMarkDistance", d.PenaltyMarkDistance, 0, 40)
	c.within("field.centerCircleDiameter", d.CenterCircleDiameter, 0, 40)
	c.within("field.borderStripWidth", d.BorderStripWidth, 0, 5)
	g := f.Goal
	c.within("goal.innerWidth", g.InnerWidth, 0, 10)
	if g.InnerWidth > 0 {
		c.within("goal.postDiameter", g.PostDiameter, 0.01, 0.5)
		c.within("goal.height", g.Height, 0.1, 5)
		c.within("goal.depth", g.Depth, 0.05, 5)
	}
	c.color("goal.color_positive_x", g.ColorPositiveX)
	c.color("goal.color_negative_x", g.ColorNegativeX)
	c.within("ball.diameter", f.Ball.Diameter, 0.02, 0.5)
	for i, b := range f.Landmarks {
		at := fmt.Sprintf("landmarks[%d].", i)
		c.within(at+"x", b.X, -25, 25)
		c.within(at+"y", b.Y, -25, 25)
		c.within(at+"diameter", b.Diameter, 0.02, 1)
		c.within(at+"height", b.Height, 0.1, 3)
		c.color(at+"upper", b.Upper)
		c.color(at+"lower", b.Lower)
	}
}

// lines checks that no two lines cross or lie on each other. Lengths are to the middle of the lines.
func (c *checker) lines(f Field) {
	d := f.Lines
	apart := 2 * d.LineWidth // smallest distance of two lines' middles
	c.area("field.goalArea", d.GoalAreaLength, d.GoalAreaWidth, d, apart)
	c.area("field.penaltyArea", d.PenaltyAreaLength, d.PenaltyAreaWidth, d, apart)
	if d.GoalAreaLength > 0 && d.PenaltyAreaLength > 0 {
		if d.GoalAreaLength > d.PenaltyAreaLength-apart {
			c.fail("field.goalAreaLength", "%g: the goal area's front line crosses the penalty area; want less than penaltyAreaLength", d.GoalAreaLength)
		}
		if d.GoalAreaWidth > d.PenaltyAreaWidth-2*apart {
			c.fail("field.goalAreaWidth", "%g: the goal area's sides cross the penalty area; want less than penaltyAreaWidth", d.GoalAreaWidth)
		}
	}
	radius := d.CenterCircleDiameter / 2
	if radius > 0 && radius > d.Width/2-apart {
		c.fail("field.centerCircleDiameter", "%g: the circle crosses the touchlines; want less than the width", d.CenterCircleDiameter)
	}
	if radius > 0 && radius > d.Length/2-max(d.PenaltyAreaLength, d.GoalAreaLength)-apart {
		c.fail("field.centerCircleDiameter", "%g: the circle crosses the penalty areas", d.CenterCircleDiameter)
	}
	if d.PenaltyMarkSize > 0 && d.PenaltyMarkDistance+d.PenaltyMarkSize/2 > d.Length/2 {
		c.fail("field.penaltyMarkDistance", "%g: the mark lies beyond the halfway line; want at most half the length", d.PenaltyMarkDistance)
	}
	if f.Goal.InnerWidth > 0 && f.Goal.InnerWidth+2*f.Goal.PostDiameter > d.Width {
		c.fail("goal.innerWidth", "%g: the goal is wider than the field", f.Goal.InnerWidth)
	}
}

// area checks one of the two areas before a goal.
func (c *checker) area(key string, length, width float64, d Dimensions, apart float64) {
	if (length > 0) != (width > 0) {
		c.fail(key+"Width", "%g, with a length of %g: want both, or both 0", width, length)
	}
	if length > 0 && length > d.Length/2-apart {
		c.fail(key+"Length", "%g: its front line crosses the halfway line; want less than half the length", length)
	}
	if width > 0 && width > d.Width-2*apart {
		c.fail(key+"Width", "%g: its sides cross the touchlines; want less than the width", width)
	}
}
