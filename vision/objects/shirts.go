package objects

import (
	"fmt"
	"math"

	"gonao/robot/percepts"
	"gonao/vision"
	"gonao/vision/net"
	"gonao/vision/segment"
	"gonao/vision/view"
)

// Shirts distinguishes teams by the colour of their jerseys or waistbands. The net is the file shirt.net, which gonao
// vision train shirt wrote. It is not safe for concurrent use.
type Shirts struct {
	runner *net.Fixed
	own    int // class of the own team's colour; 0: none
	other  int // of the opponents'
	input  ShirtInput
}

// NewShirts returns a Shirts for two teams by the names of their colours. A team without a colour, "", is not recognized.
func NewShirts(own, opponent string) (*Shirts, error) {
	n, err := net.Decode(shirtWeights)
	if err != nil {
		return nil, fmt.Errorf("shirt.net: %w", err)
	}
	return newShirtsWith(n, own, opponent)
}

// newShirtsWith is [NewShirts] with a net of one's own.
func newShirtsWith(n *net.Net, own, opponent string) (*Shirts, error) {
	if err := n.Expect(ShirtShape(), ShirtOutputs()...); err != nil {
		return nil, fmt.Errorf("shirt net: %w", err)
	}
	s := &Shirts{runner: net.NewFixed(n)}
	var err error
	if s.own, err = shirtClass(own); err != nil {
		return nil, err
	}
	if s.other, err = shirtClass(opponent); err != nil {
		return nil, err
	}
	if own == opponent && own != "" {
		return nil, fmt.Errorf("team colours: both are %q: expected two colours", own)
	}
	return s, nil
}

// A robot belongs to a team if the probability of its colour is at least leastColor, and exceeds the other team's by this
// factor.
const (
	robotsLeastColor = 0.35
	surerColor       = 8.0
)

// Assign sets the sides of the robots that stand in the image. Light is that of the image. It does not allocate.
func (s *Shirts) Assign(img vision.Image, v *view.View, light *segment.Light, robots []Robot) {
	if s.own == 0 && s.other == 0 {
		return
	}
	for i := range robots {
		r := &robots[i]
		if !r.Seen.Fallen && s.input.Fill(img, v, light, r.Seen.X, r.Seen.Y) {
			r.Seen.Side = s.Side(&s.input)
		}
	}
}

// Side returns the team whose colour the net recognises.
func (s *Shirts) Side(in *ShirtInput) percepts.RobotSide {
	out := s.runner.Run(in[:])
	high := out[0]
	for _, v := range out {
		high = max(high, v)
	}
	total := 0.0
	for _, v := range out {
		total += math.Exp(float64(v - high))
	}
	share := func(class int) float64 {
		if class == 0 {
			return 0
		}
		return math.Exp(float64(out[class]-high)) / total
	}
	switch own, other := share(s.own), share(s.other); {
	case own >= robotsLeastColor && own >= surerColor*other:
		return percepts.OwnSide
	case other >= robotsLeastColor && other >= surerColor*own:
		return percepts.OpponentSide
	}
	return percepts.UnknownSide
}
