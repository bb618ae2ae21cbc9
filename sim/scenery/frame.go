package scenery

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
	"gonao/sim/label"
)

// Frame is the description of one image: a line of frames.jsonl. Lengths are in m, angles in rad, pixels as in package
// label.
type Frame struct {
	Name      string       `json:"name"` // of its files, without ending
	Seed      uint64       `json:"seed"`
	Number    uint64       `json:"number"`
	Width     int          `json:"width"`
	Height    int          `json:"height"`
	Camera    FrameCamera  `json:"camera"`
	Things    []FrameThing `json:"things"`
	Lines     []framePiece `json:"lines"`
	Circle    []framePiece `json:"circle"`
	Landmarks []frameMark  `json:"landmarks"`
	Boundary  []*float64   `json:"boundary"` // row of the carpet's edge in each column; null: out of sight
}

// FrameCamera is a [label.Camera].
type FrameCamera struct {
	Which   string             `json:"which"` // top, bottom
	World   [12]float64        `json:"x_wc"`  // rows of [R | p]
	Ground  [12]float64        `json:"x_rc"`
	Torso   [12]float64        `json:"x_wt"`
	Joints  map[string]float64 `json:"joints"`
	Roll    float64            `json:"roll"`
	Pitch   float64            `json:"pitch"`
	Turning [3]float64         `json:"turning"`
	FX      float64            `json:"fx"`
	FY      float64            `json:"fy"`
	CX      float64            `json:"cx"`
	CY      float64            `json:"cy"`
	K1      float64            `json:"k1"`
}

// FrameThing is a [label.Thing].
type FrameThing struct {
	Class  string     `json:"class"`
	Name   string     `json:"name"`
	Box    [4]int     `json:"box"`  // left, top, right, bottom; the last two are not inside
	Full   [4]int     `json:"full"` // as box, if nothing was before the object
	Count  int        `json:"count"`
	Share  float64    `json:"share"` // visible share
	Cut    bool       `json:"cut"`
	U      float64    `json:"u"`
	V      float64    `json:"v"`
	Radius float64    `json:"radius,omitempty"`
	Place  [3]float64 `json:"place"`
	Size   float64    `json:"size,omitempty"`
	Color  string     `json:"color,omitempty"`
	Number int        `json:"number,omitempty"`
	Team   string     `json:"team,omitempty"`
	Fallen bool       `json:"fallen,omitempty"`
	Yaw    float64    `json:"yaw,omitempty"`
}

// framePiece is a [label.Piece]: of which line, from x, y to x, y in world, from u, v to u, v in the image.
type framePiece struct {
	Of    int        `json:"of"`
	World [4]float64 `json:"world"`
	Image [4]float64 `json:"image"`
}

// frameMark is a [label.Mark].
type frameMark struct {
	Of    int     `json:"of"`
	Kind  string  `json:"kind"`
	X     float64 `json:"x"`
	Y     float64 `json:"y"`
	U     float64 `json:"u"`
	V     float64 `json:"v"`
	Range float64 `json:"range"`
	Seen  bool    `json:"seen"`
}

// frameOf describes a shot.
func frameOf(s *Shot) Frame {
	l := &s.Labels
	f := Frame{
		Name: nameOf(s), Seed: s.Seed, Number: s.Number, Width: l.Width, Height: l.Height, Camera: frameCamera(&l.Camera),
		Things: make([]FrameThing, 0, len(l.Things)), Lines: pieces(l.Lines), Circle: pieces(l.Circle),
		Landmarks: make([]frameMark, 0, len(l.Landmarks)), Boundary: make([]*float64, len(l.Boundary)),
	}
	for i := range l.Things {
		f.Things = append(f.Things, frameThing(&l.Things[i]))
	}
	for _, m := range l.Landmarks {
		f.Landmarks = append(f.Landmarks, frameMark{
			Of: m.Of, Kind: m.Kind.String(), X: round(m.X), Y: round(m.Y), U: round(m.U), V: round(m.V), Range: round(m.Range), Seen: m.Seen,
		})
	}
	for i, v := range l.Boundary {
		if !math.IsNaN(v) {
			v = round(v)
			f.Boundary[i] = &v
		}
	}
	return f
}

func frameThing(t *label.Thing) FrameThing {
	return FrameThing{
		Class: t.Class.String(), Name: t.Name, Box: corners(t.Box), Full: corners(t.Full), Count: t.Count, Share: round(t.Share), Cut: t.Cut,
		U: round(t.U), V: round(t.V), Radius: round(t.Radius), Place: [3]float64{round(t.Place.X), round(t.Place.Y), round(t.Place.Z)},
		Size: round(t.Size), Color: string(t.Color), Number: t.Look.Number, Team: t.Look.Team, Fallen: t.Look.Fallen, Yaw: round(t.Look.Yaw),
	}
}

func frameCamera(c *label.Camera) FrameCamera {
	f := FrameCamera{
		Which: c.Which.String(), World: rows(c.World), Ground: rows(c.Ground), Torso: rows(c.Torso), Joints: map[string]float64{},
		Roll: c.Roll, Pitch: c.Pitch, Turning: vector(c.Turning), FX: c.FX, FY: c.FY, CX: c.CX, CY: c.CY, K1: c.K1,
	}
	for j := range nao.Joint(nao.NumJoints) {
		f.Joints[j.String()] = c.Joints[j]
	}
	return f
}

func pieces(from []label.Piece) []framePiece {
	to := make([]framePiece, 0, len(from))
	for _, p := range from {
		to = append(to, framePiece{
			Of: p.Of, World: [4]float64{round(p.From[0]), round(p.From[1]), round(p.To[0]), round(p.To[1])},
			Image: [4]float64{round(p.U1), round(p.V1), round(p.U2), round(p.V2)},
		})
	}
	return to
}

// rows returns the rows of [R | p].
func rows(x nao.Pose) [12]float64 {
	r, p := &x.R, x.P
	return [12]float64{r[0], r[1], r[2], p.X, r[3], r[4], r[5], p.Y, r[6], r[7], r[8], p.Z}
}

func vector(v r3.Vec) [3]float64 { return [3]float64{v.X, v.Y, v.Z} }

func corners(b label.Box) [4]int { return [4]int{b.Left, b.Top, b.Right, b.Bottom} }

// round keeps four digits: a tenth of a millimetre, a ten-thousandth of a pixel.
func round(v float64) float64 { return math.Round(v*1e4) / 1e4 }
