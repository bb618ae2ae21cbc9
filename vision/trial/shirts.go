package trial

import (
	"context"
	"math"
	"slices"

	"gonao/robot/percepts"
	"gonao/vision/objects"
	"gonao/vision/train"
)

// Which robots' shirts are trained and must be recognised: the largest distance, and the visible share.
const (
	shirtFarM     = 2.5
	shirtTrainedM = 4.0
	shirtShare    = 0.7
	shirtsEach    = 4    // windows about each robot
	shirtOffM     = 0.08 // so far the place may be off
	shirtOthers   = 2    // windows on the ground, of no robot
)

// ShirtSet returns the trunks of robots in rendered images with the colours of their teams.
func ShirtSet(ctx context.Context, o Options) (*train.Set, error) {
	names := objects.ShirtOutputs()
	set := &train.Set{Width: objects.ShirtSide, Height: objects.ShirtSide, Channels: objects.ShirtChannels, Outputs: names, Targets: len(names)}
	err := each(ctx, o, func(f *frame) error {
		if !f.Seen {
			return nil
		}
		list := f.Robots()
		for _, r := range list {
			class, ok := objects.ShirtClass(r.Team)
			if !ok || r.Fallen || r.Share < shirtShare || r.DistM > shirtTrainedM || !shirtInside(f, &r) {
				continue
			}
			for range shirtsEach {
				f.addShirt(set, r.X+f.spread(shirtOffM), r.Y+f.spread(shirtOffM), class)
			}
		}
		for range shirtOthers {
			far, turn := 0.8+2.7*f.Random.Float64(), f.spread(0.5)+math.Atan2(f.View.X_RC.R[5], f.View.X_RC.R[2])
			x, y := far*math.Cos(turn), far*math.Sin(turn)
			if !slices.ContainsFunc(list, func(r trueRobot) bool { return math.Hypot(r.X-x, r.Y-y) < 0.6 }) {
				f.addShirt(set, x, y, 0)
			}
		}
		return nil
	})
	return set, err
}

// addShirt adds the trunk of a robot at a place, if it is in the image.
func (f *frame) addShirt(set *train.Set, x, y float64, class int) {
	var in objects.ShirtInput
	if in.Fill(f.Image, &f.View, f.lines.Light(), x, y) {
		target := make([]float32, len(set.Outputs))
		target[class] = 1
		set.Samples = append(set.Samples, train.Sample{Input: append([]uint8(nil), in[:]...), Target: target})
	}
}

// shirtScore is how often robots that stand up to 2.5 m away were assigned to a team, and how often to the right one.
type shirtScore struct{ Robots, Assigned, Right int }

// teams assigns each robot in the images to one of the two teams of its world. The places of the robots are the true
// ones. tell returns the Shirts for two colours of jerseys.
func teams(ctx context.Context, o Options, tell func(own, other string) (*objects.Shirts, error)) (*shirtScore, error) {
	type trunk struct {
		team  string
		input objects.ShirtInput
	}
	worlds := map[uint64][]trunk{}
	err := each(ctx, o, func(f *frame) error {
		for _, r := range f.Robots() {
			t := trunk{team: r.Team}
			if _, ok := objects.ShirtClass(r.Team); !ok || !f.Seen || r.DistM > shirtFarM || !r.Standard || r.Fallen || r.Share < shirtShare || !shirtInside(f, &r) {
				continue
			}
			if x, y, ok := f.View.Ground(r.U, r.V); ok && t.input.Fill(f.Image, &f.View, f.lines.Light(), x, y) {
				worlds[f.Seed] = append(worlds[f.Seed], t)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	s := &shirtScore{}
	for seed, list := range worlds {
		own, other := list[0].team, ""
		for _, t := range list {
			if t.team != own {
				other = t.team
			}
		}
		for i := seed; other == "" || other == own; i++ { // only one team was seen: the other may be any
			other = objects.ShirtColors[i%uint64(len(objects.ShirtColors))]
		}
		shirts, err := tell(own, other)
		if err != nil {
			return nil, err
		}
		for _, t := range list {
			s.Robots++
			want := percepts.OwnSide
			if t.team == other {
				want = percepts.OpponentSide
			}
			switch shirts.Side(&t.input) {
			case percepts.UnknownSide:
			case want:
				s.Assigned++
				s.Right++
			default:
				s.Assigned++
			}
		}
	}
	return s, nil
}

// shirtInside reports whether the middle of a robot's trunk is in the image.
func shirtInside(f *frame, r *trueRobot) bool {
	x, y, ok := f.Exact.Pixel(r.X, r.Y, 0.34)
	return ok && f.Exact.Inside(x, y, 8) && math.Hypot(r.X, r.Y) > 0
}
