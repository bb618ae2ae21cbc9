package shots

import (
	"context"
	"fmt"
	"math"

	"gonao/sim/label"
	"gonao/vision/robots"
	"gonao/vision/train"
)

// What of a robot is to be found: the share that can be seen, its size and its distance. Less is neither right nor wrong.
const (
	robotShare   = 0.5
	robotPixels  = 250
	robotFarM    = 4.0
	trainedFarM  = 5.5
	hintedPixels = 80
)

// Robot is another robot in an image.
type Robot struct {
	U, V     float64 // px, of the ground below its trunk
	X, Y     float64 // m, in base_footprint
	DistM    float64
	Share    float64
	Pixels   int
	Fallen   bool
	Name     string
	InFront  bool // U, V are in the image, or less than two cells outside
	Standard bool // it must be found
}

// Robots returns the other robots in the image.
func (f *Frame) Robots() (list []Robot) {
	cam := &f.Labels.Camera
	x_RW := cam.Ground.Mul(cam.World.Inverse())
	for i := range f.Labels.Things {
		t := &f.Labels.Things[i]
		if t.Class != label.Robot {
			continue
		}
		p := x_RW.Apply(t.Place)
		r := Robot{X: p.X, Y: p.Y, Share: t.Share, Pixels: t.Count, Fallen: t.Look.Fallen, Name: t.Name}
		r.DistM = math.Hypot(p.X-f.Exact.X_RC.P.X, p.Y-f.Exact.X_RC.P.Y)
		var ok bool
		r.U, r.V, ok = f.Exact.Pixel(p.X, p.Y, 0)
		w, h := robots.CellSize(f.Image.Width, f.Image.Height)
		r.InFront = ok && f.Exact.Inside(r.U, r.V, -2*max(w, h))
		r.Standard = r.InFront && r.Share >= robotShare && r.Pixels >= robotPixels && f.Exact.Inside(r.U, r.V, 4)
		list = append(list, r)
	}
	return list
}

// RobotSet returns the reduced images of rendered worlds with the robots in each cell, and their mirror images.
func RobotSet(ctx context.Context, o Options) (*train.Set, error) {
	names := robots.Outputs()
	set := &train.Set{
		Width: robots.InputWidth, Height: robots.InputHeight, Channels: robots.Channels, Outputs: names,
		Targets: robots.CellsX * robots.CellsY * len(names),
	}
	err := Each(ctx, o, func(f *Frame) error {
		var in robots.Input
		in.Fill(f.Image, &f.View)
		target := f.robotTarget(len(names))
		set.Samples = append(set.Samples, train.Sample{Input: append([]uint8(nil), in[:]...), Target: target})
		set.Samples = append(set.Samples, mirror(set.Samples[len(set.Samples)-1]))
		return nil
	})
	return set, err
}

// robotTarget returns the outputs of all cells. A robot that is hardly seen is 0.5 in its cell: neither is wrong.
func (f *Frame) robotTarget(outputs int) []float32 {
	target := make([]float32, robots.CellsX*robots.CellsY*outputs)
	w, h := robots.CellSize(f.Image.Width, f.Image.Height)
	for _, r := range f.Robots() {
		if !r.InFront {
			continue
		}
		x := min(max(int(r.U/w), 0), robots.CellsX-1)
		y := min(max(int(r.V/h), 0), robots.CellsY-1)
		t := target[(y*robots.CellsX+x)*outputs:][:outputs]
		switch {
		case r.Share < 0.35 || r.Pixels < robotPixels || r.DistM > trainedFarM:
			if t[0] == 0 && r.Pixels >= hintedPixels {
				t[0] = 0.5
			}
		case t[0] < 1 || r.DistM < 2:
			fallen := float32(0)
			if r.Fallen {
				fallen = 1
			}
			copy(t, []float32{1, fallen, float32(r.U/w - float64(x) - 0.5), float32(r.V/h - float64(y) - 0.5)})
		}
	}
	return target
}

// RobotScore is how well robots were found. A robot counts if half of it can be seen, the ground below it is in the image
// and it is up to 4 m away; finding another one is no mistake.
type RobotScore struct {
	Images, Robots, Found, False int
	PlaceM                       []float64 // distances to the true places, all
	NearM                        []float64 // of robots from 1.5 to 2.5 m away
}

// Precision returns the share of what was found that is a robot.
func (s *RobotScore) Precision() float64 { return share(s.Found, s.Found+s.False) }

// Recall returns the share of the robots that was found.
func (s *RobotScore) Recall() float64 { return share(s.Found, s.Robots) }

// String returns the figures as a row of a table.
func (s *RobotScore) String() string {
	return fmt.Sprintf("%d images, %d robots up to %g m: precision %.4f, recall %.4f; place median %.1f cm, 90 %% %.1f cm; at 2 m median %.1f cm",
		s.Images, s.Robots, robotFarM, s.Precision(), s.Recall(), 100*quantile(s.PlaceM, 0.5), 100*quantile(s.PlaceM, 0.9), 100*quantile(s.NearM, 0.5))
}

// add compares what was found in one image with the truth: each find belongs to the nearest robot.
func (s *RobotScore) add(f *Frame, found []robots.Robot) {
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

// mirror returns a sample of the robot net as a mirror shows it.
func mirror(s train.Sample) train.Sample {
	const width, channels = robots.InputWidth, robots.Channels
	m := train.Sample{Input: make([]uint8, len(s.Input)), Target: make([]float32, len(s.Target))}
	for y := range robots.InputHeight {
		for x := range width {
			copy(m.Input[(y*width+x)*channels:][:channels], s.Input[(y*width+width-1-x)*channels:])
		}
	}
	n := len(robots.Outputs())
	for y := range robots.CellsY {
		for x := range robots.CellsX {
			t := m.Target[(y*robots.CellsX+x)*n:][:n]
			copy(t, s.Target[(y*robots.CellsX+robots.CellsX-1-x)*n:])
			t[2] = -t[2]
		}
	}
	return m
}
