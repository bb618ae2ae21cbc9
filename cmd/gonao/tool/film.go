package tool

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"gonao/internal/convert"
	"gonao/msgs"
	"gonao/robot/percepts/field"
	"gonao/robot/percepts/fieldfilm"
	"gonao/robot/percepts/plane"
	"gonao/ros"
	"gonao/ros/bag"
)

// moment is where the robot was and where it believed itself to be, m and rad in map.
type moment struct {
	at            time.Duration
	truth, belief plane.Pose
	other         [maxOthers]plane.Pose // hypotheses except the best one
	others        int                   // number of other hypotheses
	known         bool                  // the robot was localized
	fit           float64
	reason, count int // reason of a jump, and number of hypotheses
}

// maxOthers is the number of hypotheses that are drawn besides the best one.
const maxOthers = 3

// localizedErrors returns the errors of the moments in which the robot was localized, m and rad.
func localizedErrors(all []moment) (place, heading []float64) {
	for _, m := range all {
		if m.known {
			place = append(place, m.truth.Distance(m.belief))
			heading = append(heading, math.Abs(plane.Angle(m.truth.Theta-m.belief.Theta)))
		}
	}
	return place, heading
}

// moments reads each pose_estimate from a bag with the ground_truth of the same time.
func moments(r *bag.Reader, namespace string, attack plane.Attack) ([]moment, error) {
	truths, err := truths(r, namespace+"/ground_truth", attack)
	if err != nil {
		return nil, err
	}
	var all []moment
	for s, err := range bag.Messages[msgs.PoseEstimate](r, namespace+"/pose_estimate") {
		if err != nil {
			return nil, err
		}
		e := &s.Message
		m := moment{at: ros.StampSinceEpoch(e.Header.Stamp), belief: plane.Pose{X: e.X, Y: e.Y, Theta: e.Theta}, known: e.Localized}
		m.fit, m.reason, m.count = float64(e.Fit), int(e.Reason), len(e.Hypotheses)
		i, _ := slices.BinarySearchFunc(truths, m.at, func(t moment, at time.Duration) int { return int(t.at - at) })
		if i == len(truths) || truths[i].at-m.at > 20*time.Millisecond {
			continue // there is no truth for this time
		}
		m.truth = truths[i].truth
		for i := 1; i < len(e.Hypotheses) && m.others < maxOthers; i++ {
			h := &e.Hypotheses[i]
			m.other[m.others] = plane.Pose{X: h.X, Y: h.Y, Theta: h.Theta}
			m.others++
		}
		all = append(all, m)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("no pose_estimate has a ground_truth of the same time; expected both in %s", namespace)
	}
	return all, nil
}

// truths reads the poses of the torso, in map.
func truths(r *bag.Reader, topic string, attack plane.Attack) ([]moment, error) {
	var all []moment
	for s, err := range bag.Messages[msgs.GroundTruth](r, topic) {
		if err != nil {
			return nil, err
		}
		g := &s.Message
		i := slices.Index(g.Names, "torso")
		if i < 0 || i >= len(g.Poses) {
			return nil, errors.New("ground_truth without a torso")
		}
		all = append(all, moment{at: ros.StampSinceEpoch(g.Header.Stamp), truth: plane.Convert(attack, convert.Planar(&g.Poses[i]))})
	}
	slices.SortStableFunc(all, func(a, b moment) int { return int(a.at - b.at) })
	return all, nil
}

// film returns an animated SVG of the field from above, with truth, belief and other hypotheses, and the error over time below.
func film(m *field.Map, all []moment) string {
	f := fieldfilm.Film{Field: m, Title: "localization"}
	for i := range all {
		at := &all[i]
		f.Frames = append(f.Frames, fieldfilm.Frame{
			At: at.at, Truth: at.truth, Belief: at.belief, Known: true, Localized: at.known, Hypotheses: at.other[:at.others],
		})
	}
	return f.SVG()
}
