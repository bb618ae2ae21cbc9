package world

import (
	"cmp"

	"gonao/robot/percepts/field"
)

// readField reads the world's field file and sets what follows from it: lines, goals, landmarks, and the size of balls
// without a size.
func (w *World) readField(dir string) error {
	if w.FieldName == "" {
		return nil
	}
	f, err := field.LoadFrom(dir, w.FieldName)
	if err != nil {
		return err
	}
	f = f.ToMiddle()
	w.Map = f.Map()
	d := f.Lines
	w.Field = &Field{
		LengthM: d.Length, WidthM: d.Width, LineWidthM: d.LineWidth, BorderM: d.BorderStripWidth,
		PenaltyMarkSizeM: d.PenaltyMarkSize, PenaltyMarkDistanceM: d.PenaltyMarkDistance,
		GoalAreaLengthM: d.GoalAreaLength, GoalAreaWidthM: d.GoalAreaWidth,
		PenaltyAreaLengthM: d.PenaltyAreaLength, PenaltyAreaWidthM: d.PenaltyAreaWidth,
		CenterCircleDiameterM: d.CenterCircleDiameter,
		Carpet:                w.Carpet.Color, CarpetNoise: w.Carpet.Noise, Lines: w.Carpet.Lines,
	}
	for _, side := range []struct {
		x, facing float64
		color     field.Color
	}{{f.GoalX(), 180, f.Goal.ColorPositiveX}, {-f.GoalX(), 0, f.Goal.ColorNegativeX}} {
		color, err := ParseColor(string(side.color))
		if err != nil {
			return err
		}
		if f.Goal.InnerWidth > 0 {
			w.Goals = append(w.Goals, Goal{
				XM: side.x, FacingDeg: side.facing, InnerWidthM: f.Goal.InnerWidth, HeightM: f.Goal.Height,
				DepthM: f.Goal.Depth, PostDiameterM: f.Goal.PostDiameter, Color: color, Net: true,
			})
		}
	}
	for i := range w.Balls {
		w.Balls[i].DiameterM = cmp.Or(w.Balls[i].DiameterM, f.Ball.Diameter)
	}
	return w.readPoles(f)
}

// readPoles sets the landmarks of two colours.
func (w *World) readPoles(f field.Field) error {
	for _, b := range f.Landmarks {
		upper, err := ParseColor(string(b.Upper))
		if err != nil {
			return err
		}
		lower, err := ParseColor(string(b.Lower))
		if err != nil {
			return err
		}
		w.Poles = append(w.Poles, Pole{XM: b.X, YM: b.Y, DiameterM: b.Diameter, HeightM: b.Height, Upper: upper, Lower: lower})
	}
	return nil
}
