package docs

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/hfsm"
)

// The pictures of the four histories are drawn from runs of the engine.
func TestTheHistoriesAreDrawnAsTheyRun(t *testing.T) {
	const length = 36 * time.Second
	for _, machine := range []struct{ source, picture, change string }{
		{"hfsm/testdata/paper.yaml", "histories.svg", "26"},
		{"internal/docs/testdata/three_levels.yaml", "histories_deep.svg", "15"},
	} {
		var rows []timeline
		for _, history := range []string{"none", "shallow", "deep", "resume"} {
			rows = append(rows, timeline{history, runs(t, machine.source, history, length)})
		}
		svg := timelines(rows, length)
		require.Contains(t, string(svg), ">"+machine.change+"<", "where resume goes on")
		golden(t, filepath.Join(root, "docs", "pictures", machine.picture), svg)
	}
}

// timeline is one of the four timelines.
type timeline struct {
	title  string
	stages []stage
}

// stage is the time between two transitions, with its active states, the outermost first.
type stage struct {
	from, to time.Duration
	states   []string
}

// runs runs a machine with one of the histories.
func runs(t *testing.T, file, history string, length time.Duration) []stage {
	t.Helper()
	source, err := os.ReadFile(filepath.Join(root, file))
	require.NoError(t, err)
	model, err := hfsm.Load(file, bytes.ReplaceAll(source, []byte("HISTORY"), []byte(history)), nil)
	require.NoError(t, err)
	m, err := hfsm.New(model, nil)
	require.NoError(t, err)
	var stages []stage
	m.OnTransition = func(tr hfsm.Transition) {
		if n := len(stages); n > 0 {
			stages[n-1].to = tr.Time
		}
		stages = append(stages, stage{tr.Time, length, strings.Split(tr.To, "/")})
	}
	for now := time.Duration(0); now < length; now += 10 * time.Millisecond {
		require.NoError(t, m.Tick(now))
	}
	return slices.DeleteFunc(stages, func(s stage) bool { return s.from == s.to })
}

// Sizes of the picture, in pixels.
const (
	perSecond = 18
	laneAt    = 24 // distance below the title of a row
	lane      = 22
	leftEdge  = 12
)

// timelines draws the rows one below the other.
func timelines(rows []timeline, length time.Duration) []byte {
	lanes := 0
	for _, r := range rows {
		for _, s := range r.stages {
			lanes = max(lanes, len(s.states))
		}
	}
	height := laneAt + lanes*lane + 24
	var out bytes.Buffer
	width := 2*leftEdge + int(length.Seconds())*perSecond
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" font-family="sans-serif" font-size="12">`+"\n", width, len(rows)*height+8)
	fmt.Fprintln(&out, `<rect width="100%" height="100%" fill="white"/>`)
	for i, r := range rows {
		r.draw(&out, i*height)
	}
	out.WriteString("</svg>\n")
	return out.Bytes()
}

// draw draws a timeline: a lane for each level, with the outermost at the top, and the times of the changes in s.
func (r timeline) draw(out *bytes.Buffer, y int) {
	fmt.Fprintf(out, `<text x="%d" y="%d" font-weight="bold" font-size="14">history: %s</text>`+"\n", leftEdge, y+18, r.title)
	deepest := 0
	for i, s := range r.stages {
		deepest = max(deepest, len(s.states))
		for level, name := range s.states {
			same := func(other stage) bool {
				return len(other.states) > level && slices.Equal(other.states[:level+1], s.states[:level+1])
			}
			if i > 0 && same(r.stages[i-1]) {
				continue // the state was drawn together with the previous stage
			}
			to := s.to
			for _, next := range r.stages[i+1:] {
				if !same(next) {
					break
				}
				to = next.to
			}
			box(out, x(s.from), x(to), y+laneAt+level*lane, name)
		}
	}
	for _, s := range r.stages {
		fmt.Fprintf(out, `<text x="%d" y="%d" text-anchor="middle" font-size="10" fill="#444">%s</text>`+"\n",
			x(s.from), y+laneAt+deepest*lane+12, strings.TrimSuffix(fmt.Sprintf("%.1f", s.from.Seconds()), ".0"))
	}
}

func x(t time.Duration) int { return leftEdge + int(t.Seconds()*perSecond+0.5) }

// box draws a state. A state has the same color everywhere.
func box(out *bytes.Buffer, from, to, y int, name string) {
	colors := map[string]string{
		"followBall": "#d9e2ec", "dance": "#fbe3c0", "red": "#f4b6b0", "green": "#b9dfb5", "right": "#fdf1de",
		"work": "#d9e2ec", "pause": "#eeeeee", "search": "#fbe3c0", "approach": "#cfe3f7", "far": "#f4b6b0", "near": "#b9dfb5",
	}
	fmt.Fprintf(out, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s" stroke="#555"/>`, from, y, to-from, lane-2, colors[name])
	const perLetter = 7
	if len(name)*perLetter < to-from {
		fmt.Fprintf(out, `<text x="%d" y="%d" text-anchor="middle">%s</text>`, (from+to)/2, y+lane-8, name)
	}
	out.WriteString("\n")
}
