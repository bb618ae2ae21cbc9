// Package fieldfilm draws what a robot on a field did and believed, as a film.
//
// Frame map: x along the field, y left; m, rad.
package fieldfilm

import (
	"fmt"
	"html"
	"math"
	"slices"
	"strings"
	"time"

	"gonao/internal/estimate"
	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
)

// Frame is one moment.
type Frame struct {
	At               time.Duration
	Truth, Belief    plane.Pose
	Known, Localized bool // Belief is there; and localization trusts it
	Hypotheses       []plane.Pose
	Ball             bool // there is a ball, at BallX and BallY
	BallX, BallY     float64
	BelievesBall     bool
	BelievedX        float64
	BelievedY        float64
	Path             []plane.Pose // the planned way from Belief on
	State            string       // of the machine
}

// Film is a run from above.
type Film struct {
	Field  *field.Map
	Others []plane.Pose // other robots
	Frames []Frame      // at least one
	Title  string
}

// SVG draws the film as an SVG that moves: truth, belief, hypotheses, ball, way and others, and below it the error of the pose over
// time. One metre is 100 units; the film lasts as long as the run and begins again.
func (m *Film) SVG() string {
	f := filming{Film: m, width: 50*m.Field.Length + 100*m.Field.Border, height: 50*m.Field.Width + 100*m.Field.Border}
	f.begin()
	f.ground()
	f.others()
	f.hypotheses()
	f.way()
	f.robot("#ffeb3b", 16, func(m *Frame) (plane.Pose, bool) { return m.Truth, true })
	f.robot("#2196f3", 11, func(m *Frame) (plane.Pose, bool) { return m.Belief, m.Known })
	if slices.ContainsFunc(m.Frames, func(m Frame) bool { return m.Ball }) {
		f.disc("#ffffff", 6, "#000000", func(m *Frame) (float64, float64, bool) { return m.BallX, m.BallY, m.Ball })
		f.disc("none", 9, "#ff5722", func(m *Frame) (float64, float64, bool) { return m.BelievedX, m.BelievedY, m.BelievesBall })
	}
	f.states()
	f.errors()
	f.out.WriteString("</svg>\n")
	return f.out.String()
}

// chartHeight is the height of the chart below the field.
const chartHeight = 180.0

// filming is a film that is being drawn.
type filming struct {
	*Film
	out           strings.Builder
	width, height float64 // of half the picture
	keys          string  // times of the frames, 0 to 1
	seconds       float64
}

func (f *filming) begin() {
	frames := f.Frames
	begin := frames[0].At.Seconds()
	f.seconds = max(frames[len(frames)-1].At.Seconds()-begin, 0.1)
	times := make([]string, len(frames))
	for i := range frames {
		times[i] = fmt.Sprintf("%.4f", min((frames[i].At.Seconds()-begin)/f.seconds, 1))
	}
	f.keys = strings.Join(times, ";")
	fmt.Fprintf(&f.out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="%.0f %.0f %.0f %.0f" font-family="sans-serif" font-size="20">`+"\n",
		-f.width, -f.height, 2*f.width, 2*f.height+chartHeight)
}

func (f *filming) ground() {
	m := f.Field
	fmt.Fprintf(&f.out, `<rect x="%.0f" y="%.0f" width="%.0f" height="%.0f" fill="#2e7d32"/>`+"\n", -f.width, -f.height, 2*f.width, 2*f.height)
	for _, l := range m.Lines {
		fmt.Fprintf(&f.out, `<line x1="%.0f" y1="%.0f" x2="%.0f" y2="%.0f" stroke="#fff" stroke-width="5"/>`+"\n", 100*l.FromX, -100*l.FromY, 100*l.ToX, -100*l.ToY)
	}
	fmt.Fprintf(&f.out, `<circle r="%.0f" fill="none" stroke="#fff" stroke-width="5"/>`+"\n", 100*m.CircleRadius)
	for _, side := range []float64{1, -1} {
		color := map[float64]string{1: "#ffca28", -1: "#90a4ae"}[side]
		x := 50 * m.Length * side
		fmt.Fprintf(&f.out, `<rect x="%.0f" y="%.0f" width="50" height="%.0f" fill="none" stroke="%s" stroke-width="6"/>`+"\n", min(x, x+50*side), -50*m.GoalWidth, 100*m.GoalWidth, color)
	}
	fmt.Fprintf(&f.out, `<text x="%.0f" y="%.0f" fill="#fff">%s: truth yellow, belief blue, hypotheses pale, way dashed<tspan x="%.0[1]f" dy="24">ball white, believed ball orange, others red</tspan></text>`+"\n",
		20-f.width, 28-f.height, html.EscapeString(f.Title))
}

func (f *filming) others() {
	for _, o := range f.Others {
		sin, cos := math.Sincos(o.Theta)
		fmt.Fprintf(&f.out, `<circle cx="%.0f" cy="%.0f" r="18" fill="#c62828"/><line x1="%.0f" y1="%.0f" x2="%.0f" y2="%.0f" stroke="#fff" stroke-width="4"/>`+"\n",
			100*o.X, -100*o.Y, 100*o.X, -100*o.Y, 100*o.X+25*cos, -100*o.Y-25*sin)
	}
}

// animate writes the values of an attribute, one a frame.
func (f *filming) animate(tag, attributes string, value func(m *Frame) string) {
	all := make([]string, len(f.Frames))
	for i := range f.Frames {
		all[i] = value(&f.Frames[i])
	}
	fmt.Fprintf(&f.out, `<%s %s calcMode="discrete" dur="%.2fs" repeatCount="indefinite" keyTimes="%s" values="%s"/>`+"\n",
		tag, attributes, f.seconds, f.keys, strings.Join(all, ";"))
}

// robot draws a disc with its heading that moves.
func (f *filming) robot(color string, radius float64, of func(m *Frame) (plane.Pose, bool)) {
	f.out.WriteString("<g>\n")
	f.animate("animateTransform", `attributeName="transform" type="translate"`, func(m *Frame) string {
		p, _ := of(m)
		return fmt.Sprintf("%.1f,%.1f", 100*p.X, -100*p.Y)
	})
	f.animate("animate", `attributeName="opacity"`, func(m *Frame) string {
		if _, ok := of(m); ok {
			return "1"
		}
		return "0"
	})
	fmt.Fprintf(&f.out, `<circle r="%.0f" fill="%s"/><g><line x2="%.0f" stroke="%s" stroke-width="6"/>`+"\n", radius, color, 2*radius, color)
	f.animate("animateTransform", `attributeName="transform" type="rotate"`, func(m *Frame) string {
		p, _ := of(m)
		return fmt.Sprintf("%.0f", -p.Theta*180/math.Pi)
	})
	f.out.WriteString("</g></g>\n")
}

// disc draws a disc that moves.
func (f *filming) disc(fill string, radius float64, border string, of func(m *Frame) (x, y float64, there bool)) {
	fmt.Fprintf(&f.out, `<circle r="%.0f" fill="%s" stroke="%s" stroke-width="3">`+"\n", radius, fill, border)
	for axis, attribute := range []string{"cx", "cy"} {
		f.animate("animate", fmt.Sprintf(`attributeName="%s"`, attribute), func(m *Frame) string {
			x, y, _ := of(m)
			return fmt.Sprintf("%.1f", [2]float64{100 * x, -100 * y}[axis])
		})
	}
	f.animate("animate", `attributeName="opacity"`, func(m *Frame) string {
		if _, _, ok := of(m); ok {
			return "1"
		}
		return "0"
	})
	f.out.WriteString("</circle>\n")
}

// hypotheses draws all poses that localization holds possible, as short lines.
func (f *filming) hypotheses() {
	f.out.WriteString(`<path fill="none" stroke="#bbdefb" stroke-width="7" stroke-linecap="round" opacity="0.8">` + "\n")
	f.animate("animate", `attributeName="d"`, func(m *Frame) string {
		var d strings.Builder
		for i := range m.Hypotheses {
			p := &m.Hypotheses[i]
			sin, cos := math.Sincos(p.Theta)
			fmt.Fprintf(&d, "M%.0f %.0fl%.0f %.0f", 100*p.X, -100*p.Y, 30*cos, -30*sin)
		}
		return orNothing(d.String())
	})
	f.out.WriteString("</path>\n")
}

// way draws the planner's path.
func (f *filming) way() {
	f.out.WriteString(`<path fill="none" stroke="#e1f5fe" stroke-width="3" stroke-dasharray="10 8">` + "\n")
	f.animate("animate", `attributeName="d"`, func(m *Frame) string {
		if len(m.Path) == 0 {
			return orNothing("")
		}
		d := fmt.Sprintf("M%.0f %.0f", 100*m.Belief.X, -100*m.Belief.Y)
		for _, p := range m.Path {
			d += fmt.Sprintf("L%.0f %.0f", 100*p.X, -100*p.Y)
		}
		return d
	})
	f.out.WriteString("</path>\n")
}

// orNothing returns the path, or, if it is empty, a path that draws nothing.
func orNothing(d string) string {
	if d == "" {
		return "M0 0"
	}
	return d
}

// states writes the state of the machine while it is active.
func (f *filming) states() {
	frames := f.Frames
	for i := 0; i < len(frames); {
		state := frames[i].State
		from := i
		for i < len(frames) && frames[i].State == state {
			i++
		}
		fmt.Fprintf(&f.out, `<text x="%.0f" y="%.0f" fill="#fff" opacity="0">%s`+"\n", 20-f.width, f.height-16, state)
		low, high := frames[from].At, frames[i-1].At
		f.animate("animate", `attributeName="opacity"`, func(m *Frame) string {
			if m.At >= low && m.At <= high {
				return "1"
			}
			return "0"
		})
		f.out.WriteString("</text>\n")
	}
}

// errors draws the error of the place over time, up to 0.5 m; pale where localization does not trust its pose.
func (f *filming) errors() {
	const most = 0.5 // m
	frames := f.Frames
	fmt.Fprintf(&f.out, `<rect x="%.0f" y="%.0f" width="%.0f" height="%.0f" fill="#fafafa"/>`+"\n", -f.width, f.height, 2*f.width, chartHeight)
	begin := frames[0].At.Seconds()
	var trusted, other strings.Builder
	var offs []float64
	for i := range frames {
		m := &frames[i]
		if !m.Known {
			continue
		}
		x := -f.width + 2*f.width*(m.At.Seconds()-begin)/f.seconds
		off := m.Truth.Distance(m.Belief)
		y := f.height + chartHeight*(1-min(off, most)/most)
		into := &other
		if m.Localized {
			into = &trusted
			offs = append(offs, off)
		}
		fmt.Fprintf(into, "M%.1f %.1fh4", x, y)
	}
	fmt.Fprintf(&f.out, `<path d="%s" stroke="#1565c0" stroke-width="4"/><path d="%s" stroke="#ffab91" stroke-width="4"/>`+"\n", orNothing(trusted.String()), orNothing(other.String()))
	fmt.Fprintf(&f.out, `<text x="%.0f" y="%.0f">error of the place over %.0f s, median of the blue %.1f cm; the line is 25 cm, the top 50 cm</text>`+"\n",
		10-f.width, f.height+24, f.seconds, 100*estimate.Quantile(offs, 0.5))
	fmt.Fprintf(&f.out, `<path d="M%.0f %.0fh%.0f" stroke="#bdbdbd" stroke-dasharray="6"/>`+"\n", -f.width, f.height+chartHeight/2, 2*f.width)
}
