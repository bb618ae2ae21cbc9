package train

import (
	"fmt"
	"math"
	"slices"

	"gonao/vision/net"
)

// Score evaluates a net on samples that it was not trained with, and writes the figures to its origin: for each output
// is_… the threshold at which falseShare of the windows or cells without an object pass (a logit), recall there, for each at_… the median error;
// for class_… the share that is right.
func Score(n *net.Net, set *Set, falseShare float64) error {
	if err := set.Check(); err != nil {
		return fmt.Errorf("score: %w", err)
	}
	r, per := net.NewRunner(n), len(n.Outputs)
	l, err := newLoss(n.Outputs)
	if err != nil {
		return fmt.Errorf("score: %w", err)
	}
	s := scorer{l: l, there: make([][]float64, per), absent: make([][]float64, per), errors: make([][]float64, per)}
	input := make([]float32, set.Width*set.Height*set.Channels)
	for _, sample := range set.Samples {
		for i, v := range sample.Input {
			input[i] = (float32(v) - 128) / 128
		}
		out := r.Run(input)
		for at := 0; at < len(out); at += per {
			s.add(out[at:at+per], sample.Target[at:at+per])
		}
	}
	n.Origin.Scores, n.Origin.Thresholds = map[string]float64{}, map[string]float64{}
	for _, i := range l.is {
		if len(s.there[i]) == 0 || len(s.absent[i]) == 0 {
			continue
		}
		slices.Sort(s.absent[i])
		threshold := s.absent[i][int(float64(len(s.absent[i])-1)*(1-falseShare))]
		found := 0
		for _, v := range s.there[i] {
			if v > threshold {
				found++
			}
		}
		n.Origin.Thresholds[n.Outputs[i]] = round(threshold)
		n.Origin.Scores["recall_"+n.Outputs[i]] = round(float64(found) / float64(len(s.there[i])))
	}
	for _, i := range l.at {
		if len(s.errors[i]) > 0 {
			slices.Sort(s.errors[i])
			n.Origin.Scores["median_error_"+n.Outputs[i]] = round(s.errors[i][len(s.errors[i])/2])
		}
	}
	if s.classified > 0 {
		n.Origin.Scores["right_class"] = round(float64(s.right) / float64(s.classified))
	}
	return nil
}

func round(x float64) float64 { return math.Round(x*1e4) / 1e4 }

// scorer collects outputs.
type scorer struct {
	l                     *loss
	there, absent, errors [][]float64
	right, classified     int
}

// add adds the outputs of one pixel.
func (s *scorer) add(out, target []float32) {
	for _, i := range s.l.is {
		if target[i] > 0.5 {
			s.there[i] = append(s.there[i], float64(out[i]))
		} else if target[i] < 0.5 { // 0.5: neither is wrong
			s.absent[i] = append(s.absent[i], float64(out[i]))
		}
	}
	if len(s.l.class) > 0 {
		best, truth := s.l.class[0], s.l.class[0]
		for _, i := range s.l.class {
			if out[i] > out[best] {
				best = i
			}
			if target[i] > target[truth] {
				truth = i
			}
		}
		s.classified++
		if best == truth {
			s.right++
		}
	}
	if !s.l.there(target) {
		return
	}
	for _, i := range s.l.at {
		s.errors[i] = append(s.errors[i], math.Abs(float64(out[i]-target[i])))
	}
}
