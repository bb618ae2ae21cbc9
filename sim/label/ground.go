package label

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/robot/percepts/field"
	"gonao/sim/camera"
)

// stepM is the distance of the points of a line that are looked at, m.
const stepM = 0.02

// lines fills in the visible parts of the field's lines and of its circle.
func (l *Labeller) lines(warp *camera.Warp, out *Labels) {
	if l.marks == nil {
		return
	}
	for i, line := range l.marks.Lines {
		n := max(1, int(math.Ceil(line.Length()/stepM)))
		out.Lines = l.pieces(warp, out, out.Lines, i, n, func(s float64) (x, y float64) {
			return line.FromX + s*(line.ToX-line.FromX), line.FromY + s*(line.ToY-line.FromY)
		})
	}
	if r := l.marks.CircleRadius; r > 0 {
		const chords = 72
		for i := range chords {
			out.Circle = l.pieces(warp, out, out.Circle, -1, 4, func(s float64) (x, y float64) {
				sin, cos := math.Sincos(2 * math.Pi * (float64(i) + s) / chords)
				return r * cos, r * sin
			})
		}
	}
}

// pieces appends the visible parts of one line: runs of its n+1 points that show the carpet.
func (l *Labeller) pieces(warp *camera.Warp, out *Labels, to []Piece, of, n int, at func(s float64) (x, y float64)) []Piece {
	x_CW := out.Camera.World.Inverse()
	var p Piece
	points := 0
	end := func() {
		if points > 1 {
			to = append(to, p)
		}
		points = 0
	}
	for i := range n + 1 {
		x, y := at(float64(i) / float64(n))
		u, v, ok := l.project(warp, &x_CW, r3.Vec{X: x, Y: y})
		if !ok || !l.shows(out, u, v, Line, Carpet) {
			end()
			continue
		}
		if points == 0 {
			p = Piece{Of: of, From: [2]float64{x, y}, U1: u, V1: v}
		}
		p.To, p.U2, p.V2 = [2]float64{x, y}, u, v
		points++
	}
	end()
	return to
}

// landmarks fills in the point landmarks inside the image.
func (l *Labeller) landmarks(warp *camera.Warp, out *Labels) {
	if l.marks == nil {
		return
	}
	x_CW := out.Camera.World.Inverse()
	from := out.Camera.World.P
	for i, point := range l.marks.Points {
		u, v, ok := l.project(warp, &x_CW, r3.Vec{X: point.X, Y: point.Y})
		if !ok {
			continue
		}
		m := Mark{Of: i, Kind: point.Kind, X: point.X, Y: point.Y, U: u, V: v, Range: math.Hypot(point.X-from.X, point.Y-from.Y)}
		switch point.Kind {
		case field.Post:
			m.Seen = l.shows(out, u, v, Post)
		case field.Pole:
			m.Seen = l.shows(out, u, v, Landmark)
		default:
			m.Seen = l.shows(out, u, v, Line, Carpet)
		}
		m.Seen = out.Shows(&m)
		out.Landmarks = append(out.Landmarks, m)
	}
}

// boundary fills in where the carpet ends, seen from the camera, in each column, as if nothing stood on it.
func (l *Labeller) boundary(warp *camera.Warp, out *Labels) {
	for u := range out.Boundary {
		out.Boundary[u] = math.NaN()
	}
	if l.field == nil {
		return
	}
	x, y := l.field.LengthM/2+l.field.BorderM, l.field.WidthM/2+l.field.BorderM
	corners := [4][2]float64{{x, y}, {-x, y}, {-x, -y}, {x, -y}}
	x_CW := out.Camera.World.Inverse()
	const parts = 400
	for i := range corners {
		a, b := corners[i], corners[(i+1)%4]
		var lastU, lastV float64
		before := false
		for k := range parts + 1 {
			s := float64(k) / parts
			u, v, ok := l.beside(warp, &x_CW, r3.Vec{X: a[0] + s*(b[0]-a[0]), Y: a[1] + s*(b[1]-a[1])})
			if ok {
				if before {
					out.edge(lastU, lastV, u, v)
				}
				lastU, lastV, before = u, v, true
				continue
			}
			before = false
		}
	}
}

// edge raises the boundary to a straight piece of the carpet's edge.
func (o *Labels) edge(u1, v1, u2, v2 float64) {
	if u1 > u2 {
		u1, v1, u2, v2 = u2, v2, u1, v1
	}
	for u := max(0, int(math.Ceil(u1))); u < o.Width && float64(u) <= u2; u++ {
		v := v1
		if u2 > u1 {
			v += (float64(u) - u1) / (u2 - u1) * (v2 - v1)
		}
		// A row above the image means that the carpet fills the column; below, that it is not in sight.
		if b := o.Boundary[u]; math.IsNaN(b) || v < b {
			o.Boundary[u] = v
		}
	}
}
