package field

import "math"

// Line is a straight line from the middle of one end to the middle of the other, m.
type Line struct{ FromX, FromY, ToX, ToY float64 }

// Length returns the length of the line, m.
func (l Line) Length() float64 { return math.Hypot(l.ToX-l.FromX, l.ToY-l.FromY) }

// Kind is the appearance of a point feature.
type Kind uint8

// Kinds of point features.
const (
	CornerL Kind = iota
	CornerT
	CrossX // the halfway line and the circle
	Mark   // a penalty mark
	Center // the middle of the centre circle, on the halfway line
	Post   // the foot of a goal post
	Pole   // the foot of a two-colour landmark
	Kinds  = 7
)

// String returns the kind's name.
func (k Kind) String() string {
	names := [Kinds]string{"L", "T", "X", "mark", "circle", "post", "landmark"}
	if int(k) < len(names) {
		return names[k]
	}
	return "unknown"
}

// Landmark is a point feature with its place on the field.
type Landmark struct {
	Kind         Kind
	X, Y         float64 // m
	Heading      float64 // rad; of an L the bisector of its rays, of a T its stem, of X and Center the halfway line
	Symmetry     int     // turns by 2π/Symmetry look the same; 0: without direction
	Color, Lower Color   // of posts and landmarks
}

// Map holds the landmarks of a field, lengths to the middle of the lines.
type Map struct {
	Length, Width float64 // of the lines, m
	Border        float64 // width of the carpet outside the lines, m
	CircleRadius  float64 // m; 0: no circle
	Lines         []Line
	Points        []Landmark
	PostRadius    float64 // m
	GoalX         float64 // m, from the centre to the goals' posts
	GoalWidth     float64 // m, between the posts' inner edges; 0: no goals
	BallRadius    float64 // m
	Symmetric     bool    // a turn by π maps every landmark to one with the same appearance
}

// Map returns the landmarks that follow from the dimensions.
func (f Field) Map() *Map {
	f = f.ToMiddle()
	d := f.Lines
	m := &Map{
		Length: d.Length, Width: d.Width, Border: d.BorderStripWidth,
		GoalX: f.GoalX(), GoalWidth: f.Goal.InnerWidth, PostRadius: f.Goal.PostDiameter / 2, BallRadius: f.Ball.Diameter / 2,
	}
	if d.LineWidth > 0 {
		m.CircleRadius = d.CenterCircleDiameter / 2
		m.addLines(d)
		m.addCorners()
		m.addCircle()
		if d.PenaltyMarkSize > 0 {
			for _, side := range []float64{1, -1} {
				m.Points = append(m.Points, Landmark{Kind: Mark, X: side * (d.Length/2 - d.PenaltyMarkDistance)})
			}
		}
	}
	if f.Goal.InnerWidth > 0 {
		y := f.Goal.InnerWidth/2 + m.PostRadius
		for _, at := range []struct {
			x     float64
			color Color
		}{{m.GoalX, f.Goal.ColorPositiveX}, {-m.GoalX, f.Goal.ColorNegativeX}} {
			m.Points = append(m.Points, Landmark{Kind: Post, X: at.x, Y: y, Color: at.color}, Landmark{Kind: Post, X: at.x, Y: -y, Color: at.color})
		}
	}
	for _, b := range f.Landmarks {
		m.Points = append(m.Points, Landmark{Kind: Pole, X: b.X, Y: b.Y, Color: b.Upper, Lower: b.Lower})
	}
	m.Symmetric = m.looksTheSameTurned()
	return m
}

// addLines adds the straight lines.
func (m *Map) addLines(d Dimensions) {
	x, y := d.Length/2, d.Width/2
	add := func(fromX, fromY, toX, toY float64) { m.Lines = append(m.Lines, Line{fromX, fromY, toX, toY}) }
	add(0, -y, 0, y)
	for _, s := range []float64{1, -1} {
		add(s*x, -y, s*x, y)
		add(-x, s*y, x, s*y)
		for _, area := range [][2]float64{{d.GoalAreaLength, d.GoalAreaWidth}, {d.PenaltyAreaLength, d.PenaltyAreaWidth}} {
			if area[0] > 0 {
				front, side := s*(x-area[0]), area[1]/2
				add(front, -side, front, side)
				add(front, -side, s*x, -side)
				add(front, side, s*x, side)
			}
		}
	}
}

// addCorners finds where a line along x and a line along y meet. Two rays make an L, three a T, four an X.
func (m *Map) addCorners() {
	for _, h := range m.Lines {
		if h.FromY != h.ToY {
			continue
		}
		for _, v := range m.Lines {
			if v.FromX == v.ToX {
				m.addCorner(h, v)
			}
		}
	}
}

// addCorner adds the corner of a line along x and a line along y, if they meet.
func (m *Map) addCorner(h, v Line) {
	const eps = 1e-9
	x, y := v.FromX, h.FromY
	left, right := x-min(h.FromX, h.ToX), max(h.FromX, h.ToX)-x
	below, above := y-min(v.FromY, v.ToY), max(v.FromY, v.ToY)-y
	if left < -eps || right < -eps || below < -eps || above < -eps {
		return
	}
	rays := 0
	var dx, dy float64
	for _, r := range [4][3]float64{{left, -1, 0}, {right, 1, 0}, {below, 0, -1}, {above, 0, 1}} {
		if r[0] > eps {
			rays++
			dx += r[1]
			dy += r[2]
		}
	}
	switch rays {
	case 2:
		m.Points = append(m.Points, Landmark{Kind: CornerL, X: x, Y: y, Heading: math.Atan2(dy, dx), Symmetry: 1})
	case 3:
		m.Points = append(m.Points, Landmark{Kind: CornerT, X: x, Y: y, Heading: math.Atan2(dy, dx), Symmetry: 1})
	case 4:
		m.Points = append(m.Points, Landmark{Kind: CrossX, X: x, Y: y, Heading: math.Pi / 2, Symmetry: 4})
	}
}

// addCircle adds the circle's middle and its crossings with the halfway line.
func (m *Map) addCircle() {
	if r := m.CircleRadius; r > 0 {
		m.Points = append(m.Points,
			Landmark{Kind: CrossX, Y: r, Heading: math.Pi / 2, Symmetry: 2},
			Landmark{Kind: CrossX, Y: -r, Heading: math.Pi / 2, Symmetry: 2},
			Landmark{Kind: Center, Heading: math.Pi / 2, Symmetry: 2})
	}
}

// looksTheSameTurned reports whether every point has one of the same look on the other side of the centre.
func (m *Map) looksTheSameTurned() bool {
	for _, p := range m.Points {
		found := false
		for _, q := range m.Points {
			found = found || q.Kind == p.Kind && q.Color == p.Color && q.Lower == p.Lower && math.Hypot(q.X+p.X, q.Y+p.Y) < 1e-6
		}
		if !found {
			return false
		}
	}
	return true
}

// Turned returns the map turned by π about the centre: in the frame map of a robot that attacks the goal at −x of world.
func (m *Map) Turned() *Map {
	t := *m
	t.Lines = make([]Line, len(m.Lines))
	for i, l := range m.Lines {
		t.Lines[i] = Line{-l.FromX, -l.FromY, -l.ToX, -l.ToY}
	}
	t.Points = make([]Landmark, len(m.Points))
	for i, p := range m.Points {
		p.X, p.Y = -p.X, -p.Y
		if p.Symmetry > 0 {
			p.Heading = math.Remainder(p.Heading+math.Pi, 2*math.Pi)
		}
		t.Points[i] = p
	}
	return &t
}
