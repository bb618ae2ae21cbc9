package trial

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gonao/sim/label"
	"gonao/vision/objects"
	"gonao/vision/train"
)

// Which robots must be found: the visible share, the size and the distance. Finding others is neither right nor wrong.
const (
	robotShare   = 0.5
	robotPixels  = 250
	robotFarM    = 4.0
	trainedFarM  = 5.5
	hintedPixels = 80
)

// trueRobot is another robot in an image.
type trueRobot struct {
	U, V     float64 // px, of the ground below its trunk
	X, Y     float64 // m, in base_footprint
	DistM    float64
	Share    float64
	Pixels   int
	Fallen   bool
	Name     string
	Team     string // colour of its jersey or waistband
	InFront  bool   // U, V are in the image, or less than two cells outside
	Standard bool   // it must be found
}

// Robots returns the other robots in the image.
func (f *frame) Robots() (list []trueRobot) {
	cam := &f.Labels.Camera
	x_RW := cam.Ground.Mul(cam.World.Inverse())
	for i := range f.Labels.Things {
		t := &f.Labels.Things[i]
		if t.Class != label.Robot {
			continue
		}
		p := x_RW.Apply(t.Place)
		r := trueRobot{X: p.X, Y: p.Y, Share: t.Share, Pixels: t.Count, Fallen: t.Look.Fallen, Name: t.Name, Team: t.Look.Team}
		r.DistM = math.Hypot(p.X-f.Exact.X_RC.P.X, p.Y-f.Exact.X_RC.P.Y)
		var ok bool
		r.U, r.V, ok = f.Exact.Pixel(p.X, p.Y, 0)
		w, h := objects.RobotCellSize(f.Image.Width, f.Image.Height)
		r.InFront = ok && f.Exact.Inside(r.U, r.V, -2*max(w, h))
		r.Standard = r.InFront && r.Share >= robotShare && r.Pixels >= robotPixels && f.Exact.Inside(r.U, r.V, 4)
		list = append(list, r)
	}
	return list
}

// RobotSet returns the reduced images of rendered worlds with the robots in each cell, and their mirror images.
func RobotSet(ctx context.Context, o Options) (*train.Set, error) {
	names := objects.RobotOutputs()
	set := &train.Set{
		Width: objects.InputWidth, Height: objects.InputHeight, Channels: objects.Channels, Outputs: names,
		Targets: objects.CellsX * objects.CellsY * len(names),
	}
	err := each(ctx, o, func(f *frame) error {
		var in objects.RobotInput
		in.Fill(f.Image, &f.View)
		target := f.robotTarget()
		set.Samples = append(set.Samples, train.Sample{Input: append([]uint8(nil), in[:]...), Target: target})
		set.Samples = append(set.Samples, train.MirrorRobots(set.Samples[len(set.Samples)-1]))
		return nil
	})
	return set, err
}

// robotTarget returns the outputs of all cells. A robot that is hardly seen is 0.5 in its cell: neither is wrong.
func (f *frame) robotTarget() []float32 {
	var grid objects.RobotGrid
	w, h := objects.RobotCellSize(f.Image.Width, f.Image.Height)
	list := f.Robots()
	// The nearest one counts where two are in one cell.
	slices.SortFunc(list, func(a, b trueRobot) int { return cmp.Compare(b.DistM, a.DistM) })
	for _, r := range list {
		switch {
		case !r.InFront:
		case r.Share >= 0.35 && r.Pixels >= robotPixels && r.DistM <= trainedFarM:
			grid.Put(r.U/w, r.V/h, r.Fallen)
		case r.Pixels >= hintedPixels:
			grid.Skip(r.U/w, r.V/h)
		}
	}
	return grid.Target()
}

// RobotScore is the result for robots. A robot counts if half of it is visible, the ground below it is in the image and
// it is up to 4 m away; finding another robot is not an error.
type RobotScore struct {
	Images, Robots, Found, False int
	PlaceM                       []float64 // distances to the true places, all
	NearM                        []float64 // of robots from 1.5 to 2.5 m away
}

// Precision returns the share of the finds that are robots.
func (s *RobotScore) Precision() float64 { return share(s.Found, s.Found+s.False) }

// Recall returns the share of the robots that was found.
func (s *RobotScore) Recall() float64 { return share(s.Found, s.Robots) }

// String returns the figures as a row of a table.
func (s *RobotScore) String() string {
	return fmt.Sprintf("%d images, %d robots up to %g m: precision %.4f, recall %.4f; place median %.1f cm, 90 %% %.1f cm; at 2 m median %.1f cm",
		s.Images, s.Robots, robotFarM, s.Precision(), s.Recall(), 100*quantile(s.PlaceM, 0.5), 100*quantile(s.PlaceM, 0.9), 100*quantile(s.NearM, 0.5))
}

// add compares the finds in one image with the truth: each find belongs to the nearest robot.
func (s *RobotScore) add(f *frame, found []objects.Robot) {
	truth := f.Robots()
	hit := make([]bool, len(truth))
	for _, d := range found {
		nearest, apart := -1, math.Inf(1)
		for i, r := range truth {
			gate := 0.25 + 0.12*r.DistM
			if off := math.Hypot(d.Seen.X-r.X, d.Seen.Y-r.Y); off < gate && off < apart {
				nearest, apart = i, off
			}
		}
		switch {
		case nearest < 0 && math.Hypot(d.Seen.X, d.Seen.Y) <= robotFarM:
			s.False++
		case nearest >= 0 && truth[nearest].Standard && truth[nearest].DistM <= robotFarM && !hit[nearest]:
			hit[nearest] = true
			s.Found++
			s.PlaceM = append(s.PlaceM, apart)
			if d := truth[nearest].DistM; d > 1.5 && d < 2.5 {
				s.NearM = append(s.NearM, apart)
			}
		}
	}
	for _, r := range truth {
		if r.Standard && r.DistM <= robotFarM {
			s.Robots++
		}
	}
}

// Windows of figures.
const (
	figuresEach   = 7 // about each robot
	figureThings  = 2 // on each person, post and ball
	figureParts   = 8 // on each robot: its hands, knees and hips look like feet
	figureLines   = 3 // on the lines of an image
	figureNearX   = 0.35
	figureNearY   = 0.22
	figureFarX    = 0.5
	figureFarY    = 0.4
	figureOfThing = 40 // px of a thing
)

// FigureSet returns the windows in which the second net searches robots: around the first net's finds, true robots, and
// other objects.
func FigureSet(ctx context.Context, o Options, first *objects.RobotFinder) (*train.Set, error) {
	names := objects.FigureOutputs()
	set := &train.Set{Width: objects.FigureSide, Height: objects.FigureSide, Channels: objects.FigureChannels, Outputs: names, Targets: len(names)}
	err := each(ctx, o, func(f *frame) error {
		if !f.Seen {
			return nil
		}
		truth := f.Robots()
		proposed, err := first.Propose(f.Image, &f.View)
		if err != nil {
			return err
		}
		for _, p := range proposed {
			f.addFigure(set, p.X, p.Y, truth)
		}
		for _, r := range truth {
			at, ok := objects.FigureAt(&f.View, r.U, r.V)
			if !ok || !r.InFront {
				continue
			}
			for range figuresEach {
				f.addFigure(set, r.U+at.Side*f.spread(figureNearX), r.V+at.Side*f.spread(figureNearY), truth)
			}
		}
		f.addOthers(set, truth)
		return nil
	})
	return set, err
}

// addOthers adds windows on things and lines.
func (f *frame) addOthers(set *train.Set, truth []trueRobot) {
	l := f.Labels
	for i := range l.Things {
		if t := &l.Things[i]; t.Count >= figureOfThing {
			windows := figureThings
			if t.Class == label.Robot {
				windows = figureParts
			}
			for range windows {
				f.addFigure(set, float64(t.Box.Left+f.Random.IntN(t.Box.Width())), float64(t.Box.Top+f.Random.IntN(t.Box.Height())), truth)
			}
		}
	}
	for range figureLines {
		if len(l.Lines) > 0 {
			p, s := l.Lines[f.Random.IntN(len(l.Lines))], f.Random.Float64()
			f.addFigure(set, p.U1+s*(p.U2-p.U1), p.V1+s*(p.V2-p.V1), truth)
		}
	}
}

// addFigure adds the window about a pixel, unless it is not clear whether a robot stands there.
func (f *frame) addFigure(set *train.Set, x, y float64, truth []trueRobot) {
	at, ok := objects.FigureAt(&f.View, x, y)
	if !ok {
		return
	}
	target := make([]float32, len(set.Outputs))
	for _, r := range truth {
		if !r.InFront {
			continue
		}
		dx, dy := (r.U-x)/at.Side, (r.V-y)/at.Side
		if math.Abs(dx) > figureFarX || math.Abs(dy) > figureFarY {
			continue
		}
		if math.Abs(dx) > figureNearX || math.Abs(dy) > figureNearY || r.Share < 0.35 || r.Pixels < robotPixels/2 || r.DistM > trainedFarM {
			return
		}
		if target[0] == 0 || math.Abs(dx) < math.Abs(float64(target[1])) {
			target[0], target[1], target[2] = 1, float32(dx), float32(dy)
		}
	}
	var in objects.FigureInput
	if in.Fill(f.Image, &f.Masks.Green, at) {
		set.Samples = append(set.Samples, train.Sample{Input: append([]uint8(nil), in[:]...), Target: target})
	}
}
