package shots

import (
	"math"

	"gonao/percepts"
	"gonao/vision/robots"
)

// shirtFarM is how far away a robot's team must be recognized, m.
const shirtFarM = 2.5

// ShirtScore is how often robots that stand up to 2.5 m away were assigned to a team, and how often to the right one.
type ShirtScore struct{ Robots, Assigned, Right int }

// Shirts assigns teams to the robots of an image, whose places are the true ones, by the colours of the world's teams. Own
// is the colour of the own team, other that of the opponents.
func (s *ShirtScore) Shirts(f *Frame, shirts *robots.Shirts, own, other string) {
	var list []robots.Robot
	var teams []string
	for _, r := range f.Robots() {
		if r.DistM > shirtFarM || !r.Standard || r.Fallen || r.Share < 0.7 || r.Team != own && r.Team != other {
			continue
		}
		var seen robots.Robot
		var ok bool
		if seen.X, seen.Y = r.U, r.V; !shirtInside(f, &r) {
			continue
		}
		if seen.Seen.X, seen.Seen.Y, ok = f.View.Ground(r.U, r.V); ok {
			list, teams = append(list, seen), append(teams, r.Team)
		}
	}
	shirts.Assign(f.Image, &f.View, f.lines.Light(), list)
	for i := range list {
		s.Robots++
		want := percepts.OwnSide
		if teams[i] == other {
			want = percepts.OpponentSide
		}
		switch list[i].Seen.Side {
		case percepts.UnknownSide:
		case want:
			s.Assigned++
			s.Right++
		default:
			s.Assigned++
		}
	}
}

// shirtInside reports whether the middle of a robot's trunk is in the image.
func shirtInside(f *Frame, r *Robot) bool {
	x, y, ok := f.Exact.Pixel(r.X, r.Y, 0.34)
	return ok && f.Exact.Inside(x, y, 8) && math.Hypot(r.X, r.Y) > 0
}
