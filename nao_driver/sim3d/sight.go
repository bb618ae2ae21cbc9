package sim3d

import (
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/internal/si"
	"gonao/nao"
	"gonao/robot/percepts"
	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
)

// Sight holds what the server reports as seen, in the frame of the head: x forward, y left, z up, m.
type Sight struct {
	Balls  []r3.Vec
	Posts  []r3.Vec // posts of both goals
	Lines  [][2]r3.Vec
	Robots []seenRobot
}

// seenRobot is another robot that was seen.
type seenRobot struct {
	Own    bool // it belongs to the robot's team
	Number int
	At     r3.Vec // place of its head, or of the part that is seen
}

// read fills in the sight from the expression See.
func (s *Sight) read(e expr, team string) {
	s.Balls, s.Posts, s.Lines, s.Robots = s.Balls[:0], s.Posts[:0], s.Lines[:0], s.Robots[:0]
	for o := range e.each {
		switch name := o.head(); {
		case string(name) == "B":
			if p, ok := polar(o); ok {
				s.Balls = append(s.Balls, p)
			}
		case len(name) == 3 && name[0] == 'G':
			if p, ok := polar(o); ok {
				s.Posts = append(s.Posts, p)
			}
		case string(name) == "L":
			if ends, n := polars(o); n == 2 {
				s.Lines = append(s.Lines, ends)
			}
		case string(name) == "P":
			s.robot(o, team)
		}
	}
}

// robot adds a robot at the place of its head, or else of the first part that is seen.
func (s *Sight) robot(o expr, team string) {
	number, _ := strconv.Atoi(string(o.text("id"))) // 0 if unknown
	for part := range o.each {
		if at, ok := polar(part); ok {
			s.Robots = append(s.Robots, seenRobot{Own: strings.EqualFold(string(o.text("team")), team), Number: number, At: at})
			return
		}
	}
}

// polar returns the place of an object, if it has one.
func polar(o expr) (r3.Vec, bool) {
	all, n := polars(o)
	return all[0], n > 0
}

// polars returns the first two places in an object, and the number of its places. Places are given as distance, and
// angles to the left and upwards in degrees.
func polars(o expr) (first [2]r3.Vec, n int) {
	for inner := range o.each {
		var d, azimuth, elevation float64
		if string(inner.head()) != "pol" || !inner.behindHead(&d, &azimuth, &elevation) {
			continue
		}
		if n < len(first) {
			sa, ca := math.Sincos(azimuth * si.Degree)
			se, ce := math.Sincos(elevation * si.Degree)
			first[n] = r3.Vec{X: d * ce * ca, Y: d * ce * sa, Z: d * se}
		}
		n++
	}
	return first, n
}

// Found is a sight converted to the ground, in base_footprint.
type Found struct {
	Camera   percepts.CameraPose
	Features percepts.FieldFeatures
	Balls    []percepts.SeenBall
	Robots   []percepts.SeenRobot
}

// ground fills in out from the sight and the state.
func (s *Sight) ground(state *nao.State, out *Found) {
	x_RH := nao.TorsoInFootprint(&state.Position, state.Angles).Mul(nao.LinkHead.InTorso(&state.Position))
	x_RC := x_RH.Mul(opticalInHead)
	out.Camera = percepts.CameraPose{Stamp: state.Time, Position: [3]float64{x_RC.P.X, x_RC.P.Y, x_RC.P.Z}, Rotation: x_RC.R}
	f := &out.Features
	f.Stamp, f.HeightM, f.Points, f.Lines = state.Time, x_RH.P.Z, f.Points[:0], f.Lines[:0]
	out.Balls, out.Robots = out.Balls[:0], out.Robots[:0]
	for _, p := range s.Balls {
		q := x_RH.Apply(p)
		out.Balls = append(out.Balls, percepts.SeenBall{Stamp: state.Time, X: q.X, Y: q.Y, Cov: scatter(p), Confidence: 1})
	}
	for _, r := range s.Robots {
		q := x_RH.Apply(r.At)
		side := percepts.OpponentSide
		if r.Own {
			side = percepts.OwnSide
		}
		out.Robots = append(out.Robots, percepts.SeenRobot{Stamp: state.Time, X: q.X, Y: q.Y, Cov: scatter(r.At), Side: side, Number: r.Number, Confidence: 1})
	}
	for _, p := range s.Posts {
		q := x_RH.Apply(p)
		f.Points = append(f.Points, percepts.FieldPoint{Kind: field.Post, X: q.X, Y: q.Y, Cov: scatter(p), Confidence: 1})
	}
	for _, l := range s.Lines {
		a, b := x_RH.Apply(l[0]), x_RH.Apply(l[1])
		cov := scatter(r3.Scale(0.5, r3.Add(l[0], l[1])))
		heading := 4 * cov.XX / max(math.Hypot(a.X-b.X, a.Y-b.Y), 0.2) / max(math.Hypot(a.X-b.X, a.Y-b.Y), 0.2)
		f.Lines = append(f.Lines, percepts.FieldLine{FromX: a.X, FromY: a.Y, ToX: b.X, ToY: b.Y, OffsetVar: cov.XX, HeadingVar: heading})
	}
}

// opticalInHead is the pose of the optical axes (x right, y down, z forward) in the head.
var opticalInHead = nao.Pose{R: [9]float64{0, 0, 1, -1, 0, 0, 0, -1, 0}}

// scatter returns the variance of a place. The server's noise grows with the distance, and the tilt is only
// estimated.
func scatter(p r3.Vec) plane.Cov2 {
	sigma := 0.02 + 0.02*r3.Norm(p)
	return plane.Cov2{XX: sigma * sigma, YY: sigma * sigma}
}
