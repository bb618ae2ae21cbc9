package tool

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"gonao/msgs"
	"gonao/robot/percepts/field"
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

// localizedErrors returns the errors of the moments in which the robot was localized, m and rad, sorted.
func localizedErrors(all []moment) (place, heading []float64) {
	for _, m := range all {
		if m.known {
			place = append(place, m.truth.Distance(m.belief))
			heading = append(heading, math.Abs(plane.Angle(m.truth.Theta-m.belief.Theta)))
		}
	}
	slices.Sort(place)
	slices.Sort(heading)
	return place, heading
}

// quantile returns the value that a share of the sorted values does not exceed.
func quantile(sorted []float64, share float64) float64 {
	if len(sorted) == 0 {
		return math.NaN()
	}
	return sorted[min(len(sorted)-1, int(share*float64(len(sorted))))]
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
		p, q := g.Poses[i].Position, g.Poses[i].Orientation
		pose := plane.Pose{X: p.X, Y: p.Y, Theta: math.Atan2(2*(q.W*q.Z+q.X*q.Y), 1-2*(q.Y*q.Y+q.Z*q.Z))}
		all = append(all, moment{at: ros.StampSinceEpoch(g.Header.Stamp), truth: plane.Convert(attack, pose)})
	}
	slices.SortStableFunc(all, func(a, b moment) int { return int(a.at - b.at) })
	return all, nil
}

// film returns an animated SVG of the field from above, with truth, belief and other hypotheses, and a curve of the
// error over time below. One metre is 100 units. The film lasts as long as the run and then repeats.
func film(m *field.Map, all []moment) string {
	var out strings.Builder
	w, h := 50*m.Length+100*m.Border, 50*m.Width+100*m.Border
	const chart = 160.0
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="%.0f %.0f %.0f %.0f" font-family="sans-serif" font-size="20">`+"\n", -w, -h, 2*w, 2*h+chart)
	fmt.Fprintf(&out, `<rect x="%.0f" y="%.0f" width="%.0f" height="%.0f" fill="#2e7d32"/>`+"\n", -w, -h, 2*w, 2*h)
	for _, l := range m.Lines {
		fmt.Fprintf(&out, `<line x1="%.0f" y1="%.0f" x2="%.0f" y2="%.0f" stroke="#fff" stroke-width="5"/>`+"\n", 100*l.FromX, -100*l.FromY, 100*l.ToX, -100*l.ToY)
	}
	fmt.Fprintf(&out, `<circle r="%.0f" fill="none" stroke="#fff" stroke-width="5"/>`+"\n", 100*m.CircleRadius)
	for i := range maxOthers {
		if slices.ContainsFunc(all, func(m moment) bool { return i < m.others }) {
			mover(&out, all, "#bbdefb", 12, func(m *moment) (plane.Pose, bool) { return m.other[i], i < m.others })
		}
	}
	mover(&out, all, "#ffeb3b", 16, func(m *moment) (plane.Pose, bool) { return m.truth, true })
	mover(&out, all, "#2196f3", 12, func(m *moment) (plane.Pose, bool) { return m.belief, true })
	curve(&out, all, -w, h, 2*w, chart)
	fmt.Fprintf(&out, `<text x="%.0f" y="%.0f" fill="#fff">truth yellow, belief blue, other hypotheses pale</text>`+"\n</svg>\n", 20-w, 30-h)
	return out.String()
}

// mover draws a disc with its heading that moves.
func mover(out *strings.Builder, all []moment, color string, radius float64, of func(*moment) (plane.Pose, bool)) {
	begin, length := all[0].at, max(all[len(all)-1].at-all[0].at, time.Millisecond)
	var times, places, turns, shown []string
	for i := range all {
		p, ok := of(&all[i])
		times = append(times, fmt.Sprintf("%.4f", float64(all[i].at-begin)/float64(length)))
		places = append(places, fmt.Sprintf("%.1f,%.1f", 100*p.X, -100*p.Y))
		turns = append(turns, fmt.Sprintf("%.0f", -p.Theta*180/math.Pi))
		shown = append(shown, map[bool]string{true: "1", false: "0"}[ok])
	}
	animate := func(tag, attributes string, values []string) {
		fmt.Fprintf(out, `<%s %s calcMode="discrete" dur="%.2fs" repeatCount="indefinite" keyTimes="%s" values="%s"/>`+"\n",
			tag, attributes, length.Seconds(), strings.Join(times, ";"), strings.Join(values, ";"))
	}
	fmt.Fprintf(out, "<g>\n")
	animate("animateTransform", `attributeName="transform" type="translate"`, places)
	animate("animate", `attributeName="opacity"`, shown)
	fmt.Fprintf(out, `<circle r="%.0f" fill="%s"/><g><line x2="%.0f" stroke="%s" stroke-width="6"/>`+"\n", radius, color, 2*radius, color)
	animate("animateTransform", `attributeName="transform" type="rotate"`, turns)
	fmt.Fprintf(out, "</g></g>\n")
}

// curve draws the error of the place over time, up to 0.5 m.
func curve(out *strings.Builder, all []moment, x, y, width, height float64) {
	const most = 0.5 // m
	begin, length := all[0].at, max(all[len(all)-1].at-all[0].at, time.Millisecond)
	fmt.Fprintf(out, `<rect x="%.0f" y="%.0f" width="%.0f" height="%.0f" fill="#fafafa"/>`+"\n", x, y, width, height)
	fmt.Fprintf(out, `<text x="%.0f" y="%.0f">error, 0 to 50 cm, over %.0f s</text>`+"\n", x+10, y+24, length.Seconds())
	var points []string
	for i := range all {
		e := min(all[i].truth.Distance(all[i].belief), most)
		points = append(points, fmt.Sprintf("%.1f,%.1f", x+width*float64(all[i].at-begin)/float64(length), y+height*(1-e/most)))
	}
	fmt.Fprintf(out, `<polyline points="%s" fill="none" stroke="#1565c0" stroke-width="2"/>`+"\n", strings.Join(points, " "))
}
