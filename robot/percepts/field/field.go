// Package field holds soccer fields as data: the dimensions, read from a file, and the landmarks that follow from them.
//
// A [Field] is a YAML (or JSON) file: one of ours by name (spl, hsl_small, field2010; see fields/) or anyone's by path.
// Its keys are those of RoboCup-SPL's field-dimension schema, and some more: measured_to, the goals' colours, the ball
// and two-colour landmarks. The simulator, localization and planning read the same file.
//
// Lengths are in m. Positions are in the frame world: origin at the centre of the field, x along its long axis, y left,
// z up. A [Map] holds the landmarks with positions to the middle of the lines.
package field

// Where a file's lengths end.
const (
	Middle  = "middle"  // at the middle of the lines
	Outside = "outside" // at the outer edge of the lines; a line belongs to the area it bounds
)

// Field is a field as its file describes it.
type Field struct {
	Title      string     `yaml:"title"`
	MeasuredTo string     `yaml:"measured_to"`
	Lines      Dimensions `yaml:"field"`
	Goal       Goal       `yaml:"goal"`
	Ball       Ball       `yaml:"ball"`
	Landmarks  []Beacon   `yaml:"landmarks"`
}

// Dimensions are the lengths of the lines. An area of length 0, a mark of size 0 and a circle of diameter 0 are absent.
type Dimensions struct {
	Length               float64 `yaml:"length"`
	Width                float64 `yaml:"width"`
	LineWidth            float64 `yaml:"lineWidth"` // 0: no lines
	PenaltyMarkSize      float64 `yaml:"penaltyMarkSize"`
	GoalAreaLength       float64 `yaml:"goalAreaLength"`
	GoalAreaWidth        float64 `yaml:"goalAreaWidth"`
	PenaltyAreaLength    float64 `yaml:"penaltyAreaLength"`
	PenaltyAreaWidth     float64 `yaml:"penaltyAreaWidth"`
	PenaltyMarkDistance  float64 `yaml:"penaltyMarkDistance"` // from the goal line to the mark's centre
	CenterCircleDiameter float64 `yaml:"centerCircleDiameter"`
	BorderStripWidth     float64 `yaml:"borderStripWidth"` // carpet beyond the lines
}

// Goal is the size of both goals; an inner width of 0 means no goals.
type Goal struct {
	PostDiameter   float64 `yaml:"postDiameter"`
	Height         float64 `yaml:"height"` // of the lower edge of the crossbar
	InnerWidth     float64 `yaml:"innerWidth"`
	Depth          float64 `yaml:"depth"`
	ColorPositiveX Color   `yaml:"color_positive_x"`
	ColorNegativeX Color   `yaml:"color_negative_x"`
}

// Ball is the league's ball.
type Ball struct {
	Diameter float64 `yaml:"diameter"`
	OneColor bool    `yaml:"one_color"` // such as orange; otherwise it has a pattern
}

// Beacon is a landmark of two colours: a post beside the field.
type Beacon struct {
	X        float64 `yaml:"x"`
	Y        float64 `yaml:"y"`
	Diameter float64 `yaml:"diameter"`
	Height   float64 `yaml:"height"`
	Upper    Color   `yaml:"upper"`
	Lower    Color   `yaml:"lower"`
}

// Color is a colour's name.
type Color string

// Colours of goals and landmarks.
const (
	White  Color = "white"
	Yellow Color = "yellow"
	Blue   Color = "blue"
	Orange Color = "orange"
	Red    Color = "red"
	Green  Color = "green"
	Pink   Color = "pink"
)

// Colors returns all colours that goals and landmarks may have.
func Colors() []Color { return []Color{White, Yellow, Blue, Orange, Red, Green, Pink} }

// ToMiddle returns the field with all lengths measured to the middle of the lines.
func (f Field) ToMiddle() Field {
	if f.MeasuredTo != Outside {
		return f
	}
	w := f.Lines.LineWidth
	less := func(v *float64, by float64) {
		if *v > 0 {
			*v -= by
		}
	}
	d := &f.Lines
	for _, v := range []*float64{
		&d.Length, &d.Width, &d.GoalAreaLength, &d.GoalAreaWidth, &d.PenaltyAreaLength, &d.PenaltyAreaWidth, &d.CenterCircleDiameter,
	} {
		less(v, w)
	}
	less(&d.PenaltyMarkDistance, w/2)
	d.BorderStripWidth += w / 2
	f.MeasuredTo = Middle
	return f
}

// GoalX returns the distance from the centre of the field to the centres of the posts, m: the posts touch the inner
// edge of the goal line from behind.
func (f Field) GoalX() float64 {
	m := f.ToMiddle()
	return m.Lines.Length/2 - m.Lines.LineWidth/2 + m.Goal.PostDiameter/2
}
