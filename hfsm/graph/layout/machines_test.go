package layout

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"html"
	"io"
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/hfsm/chart"
	"gonao/hfsm/graph"
)

// sixty writes a machine of sixty states: in six automata, or all in one.
func sixty(boxes, places bool) string {
	random := rand.New(rand.NewPCG(60, 1))
	var states, layout strings.Builder
	level := func(indent, prefix, path string, n, row int, inside func(i int)) {
		for i := range n {
			fmt.Fprintf(&states, "%s%s%d:\n%s  transitions:\n", indent, prefix, i, indent)
			for _, to := range []int{(i + 1) % n, random.IntN(n)} {
				fmt.Fprintf(&states, "%s    - {to: %s%d, after: %ds}\n", indent, prefix, to, 1+random.IntN(9))
			}
			fmt.Fprintf(&layout, "  %s%s%d: {x: %d, y: %d}\n", path, prefix, i, i%row*220+random.IntN(30), i/row*120+random.IntN(30))
			inside(i)
		}
	}
	if boxes {
		level("  ", "g", "", 6, 3, func(g int) {
			states.WriteString("    initial: t0\n    states:\n")
			level("      ", "t", fmt.Sprintf("g%d/", g), 9, 3, func(int) {})
		})
	} else {
		level("  ", "s", "", 60, 8, func(int) {})
	}
	if !places {
		layout.Reset()
		layout.WriteString("  {}\n")
	}
	initial := map[bool]string{true: "g0", false: "s0"}[boxes]
	return "machine: sixty\ninitial: " + initial + "\nstates:\n" + states.String() + "layout:\n" + layout.String()
}

// drawnSixty returns the drawing of a machine and those of its automata.
func drawnSixty(t *testing.T, text string, options graph.Options) (whole string, parts []string) {
	t.Helper()
	m, findings := chart.ReadYAML("sixty.yaml", []byte(text))
	require.Empty(t, findings.Errors())
	var out bytes.Buffer
	require.NoError(t, graph.SVG(t.Context(), &out, m, options, func(ctx context.Context, dots [][]byte) ([][]byte, error) {
		all, err := All(ctx, bytes.Join(dots, []byte(Next)))
		svgs := bytes.SplitAfter(bytes.TrimSpace(all), []byte("</svg>"))
		svgs = svgs[:len(svgs)-1]
		for _, svg := range svgs {
			parts = append(parts, string(svg))
		}
		return svgs, err
	}))
	return out.String(), parts
}

func TestEdgesOfSixtyStatesCrossNoBox(t *testing.T) {
	for _, c := range []struct {
		name          string
		boxes, places bool
		panels        int
	}{{"six automata", true, false, 7}, {"six automata with places", true, true, 7}, {"one automaton with places", false, true, 1}} {
		t.Run(c.name, func(t *testing.T) {
			whole, parts := drawnSixty(t, sixty(c.boxes, c.places), graph.Options{})
			require.Len(t, parts, c.panels)
			edges := 0
			for _, svg := range parts {
				boxes, curves := elements(t, svg)
				for name, curve := range curves {
					from, to, _ := strings.Cut(name, "->")
					for node, box := range boxes {
						if node != from && node != to {
							require.False(t, crosses(curve, box), "the edge %s runs through the box %s", name, node)
						}
					}
				}
				edges += len(curves)
			}
			require.Greater(t, edges, 60)
			textsOf(t, []byte(whole)) // is XML
		})
	}
}

func TestACurveThroughABoxIsFound(t *testing.T) {
	box := [4]float64{10, 10, 20, 20}
	require.True(t, crosses([]float64{0, 15, 10, 15, 20, 15, 30, 15}, box))
	require.False(t, crosses([]float64{0, 15, 4, 15, 8, 15, 10, 15}, box), "it ends at the border")
}

func TestStatesStandWhereTheFileHasThem(t *testing.T) {
	_, parts := drawnSixty(t, sixty(false, true), graph.Options{})
	boxes, _ := elements(t, parts[0])
	for i := range 60 {
		here := boxes[fmt.Sprint("s", i+1)] // the number in the document; the machine is 0
		if i%8 != 7 && i != 59 {
			require.Less(t, here[0], boxes[fmt.Sprint("s", i+2)][0], "s%d is left of s%d", i, i+1)
		}
		if i+8 < 60 {
			require.Less(t, here[3], boxes[fmt.Sprint("s", i+9)][1], "s%d is above s%d", i, i+8)
		}
	}
	_, anew := drawnSixty(t, sixty(false, true), graph.Options{NoLayout: true, PageWidth: 8, PageHeight: 11})
	require.NotEqual(t, parts, anew)
}

func TestSixtyStatesFitAPageAndCanBeRead(t *testing.T) {
	const width, height, letters = 7.8, 11.2, 11
	for name, text := range map[string]string{"six automata": sixty(true, false), "one automaton": sixty(false, false), "places": sixty(true, true)} {
		t.Run(name, func(t *testing.T) {
			whole, _ := drawnSixty(t, text, graph.Options{PageWidth: width, PageHeight: height})
			size := regexp.MustCompile(`<svg width="([0-9.]+)pt" height="([0-9.]+)pt"\s+viewBox="0.00 0.00 ([0-9.]+) `).FindStringSubmatch(whole)
			require.Len(t, size, 4)
			n := floats(strings.Join(size[1:], " "))
			require.LessOrEqual(t, n[0], 72*width+1)
			require.LessOrEqual(t, n[1], 72*height+1)
			require.Greater(t, letters*n[0]/n[2], 2.0, "points of a letter's height")
			require.NoError(t, graph.PNG(io.Discard, []byte(whole)))
		})
	}
}

func TestEdgesThereAndBackAreApartAndTheirLabelsFit(t *testing.T) {
	whole, parts := drawnSixty(t, `machine: blink
initial: on
states:
  on: {transitions: [{after: 700ms, to: off, name: a name}]}
  off: {transitions: [{after: 300ms, to: on, name: another}]}
layout:
  on: {x: 100, y: 100}
  off: {x: 200, y: 100}
`, graph.Options{})
	boxes, curves := elements(t, parts[0])
	require.Greater(t, boxes["s2"][0]-boxes["s1"][2], 60.0, "room for a label")
	there, back := curves["s1->s2"], curves["s2->s1"]
	require.NotEmpty(t, there)
	require.Less(t, there[1], back[1]-10, "the way to the right is above that to the left")
	require.Contains(t, whole, "another")
}

// port matches the corner of a box at which an edge begins or ends.
var port = regexp.MustCompile(`:[ns][ew]`)

// elements returns the boxes (left, top, right, bottom) of the states in Graphviz's drawing, and the points along its edges,
// by their names. An edge that is there twice has a number.
func elements(t *testing.T, svg string) (boxes map[string][4]float64, curves map[string][]float64) {
	boxes, curves = map[string][4]float64{}, map[string][]float64{}
	var class, title string
	for dec := xml.NewDecoder(strings.NewReader(svg)); ; {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return boxes, curves
		}
		require.NoError(t, err)
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		at := map[string]string{}
		for _, a := range start.Attr {
			at[a.Name.Local] = a.Value
		}
		switch start.Name.Local {
		case "g":
			if at["class"] != "" {
				class = at["class"]
			}
		case "title":
			require.NoError(t, dec.DecodeElement(&title, &start))
			title = port.ReplaceAllString(html.UnescapeString(title), "")
		case "path", "polygon":
			xy := floats(at["d"] + at["points"])
			switch {
			case class == "node" && strings.HasPrefix(title, "s"):
				boxes[title] = around(xy)
			case class == "edge" && start.Name.Local == "path":
				name := title
				for i := 2; curves[name] != nil; i++ {
					name = fmt.Sprint(title, " ", i)
				}
				curves[name] = xy
			}
		}
	}
}

// floats returns the numbers in a text.
func floats(text string) []float64 {
	var all []float64
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return !strings.ContainsRune("0123456789.-", r) }) {
		if n, err := strconv.ParseFloat(word, 64); err == nil {
			all = append(all, n)
		}
	}
	return all
}

func around(xy []float64) [4]float64 {
	box := [4]float64{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
	for i := 0; i+1 < len(xy); i += 2 {
		box = [4]float64{min(box[0], xy[i]), min(box[1], xy[i+1]), max(box[2], xy[i]), max(box[3], xy[i+1])}
	}
	return box
}

// crosses reports whether a curve of cubic pieces is anywhere more than 1 pt inside a box.
func crosses(curve []float64, box [4]float64) bool {
	for i := 0; i+8 <= len(curve); i += 6 {
		p := curve[i : i+8]
		for k := range 51 {
			u := float64(k) / 50
			v := 1 - u
			a, b, c, d := v*v*v, 3*v*v*u, 3*v*u*u, u*u*u
			x, y := a*p[0]+b*p[2]+c*p[4]+d*p[6], a*p[1]+b*p[3]+c*p[5]+d*p[7]
			if x > box[0]+1 && x < box[2]-1 && y > box[1]+1 && y < box[3]-1 {
				return true
			}
		}
	}
	return false
}
