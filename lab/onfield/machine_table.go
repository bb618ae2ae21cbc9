package onfield

import (
	"encoding/csv"
	"fmt"
	"html"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonao/internal/wording"
	"gonao/lab/look"
)

// machineStates returns the outermost states of runs, in the order in which they were first entered.
func machineStates(runs []*MachineRun) []string {
	var all []string
	for _, r := range runs {
		for _, s := range r.Spans {
			if !slices.Contains(all, s.State) {
				all = append(all, s.State)
			}
		}
	}
	return all
}

// WriteMachineCSV writes a line for each run: its seed, outcome, times, counts, and the time in each state.
func WriteMachineCSV(w io.Writer, runs []*MachineRun) error {
	states := machineStates(runs)
	out := csv.NewWriter(w)
	head := []string{"seed", "outcome", "seconds", "transitions", "falls", "walked_m", "positions"}
	for _, s := range states {
		head = append(head, "seconds_in_"+s)
	}
	if err := out.Write(append(head, "cause")); err != nil {
		return err
	}
	for _, r := range runs {
		line := []string{
			strconv.FormatUint(r.Seed, 10), r.Outcome, fmt.Sprintf("%.3f", r.Seconds), strconv.Itoa(r.Transitions), strconv.Itoa(r.Falls),
			fmt.Sprintf("%.3f", r.WalkedM), strconv.Itoa(r.Reached),
		}
		for _, s := range states {
			line = append(line, fmt.Sprintf("%.3f", r.TimeIn(s)))
		}
		if err := out.Write(append(line, r.Cause)); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// MachineSummary returns how the runs ended, on one line.
func MachineSummary(runs []*MachineRun) string {
	outcomes := map[string]int{}
	falls := 0
	var times []float64
	for _, r := range runs {
		outcomes[r.Outcome]++
		falls += r.Falls
		if r.Outcome == Final {
			times = append(times, r.Seconds)
		}
	}
	text := fmt.Sprintf("%s: %d final, %d failed, %d still running; %s", wording.Count(len(runs), "run"), outcomes[Final], outcomes[Failed], outcomes[Running], wording.Count(falls, "fall"))
	if len(times) > 0 {
		slices.Sort(times)
		text += fmt.Sprintf("; final after %.1f s (median), %.1f s at most", times[(len(times)-1)/2], times[len(times)-1])
	}
	return text
}

// The plot: a line a run, coloured by state. px.
const (
	rowHeight  = 22
	leftMargin = 70
	plotWidth  = 800
	rightSpace = 190
	topMargin  = 46
)

// palette holds colours that people with red-green colour blindness can tell apart.
var palette = []string{"#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#bbbbbb", "#000000"}

// PlotMachine returns an SVG picture: time to the right, a line a seed, each state in its colour, and how each run ended.
func PlotMachine(title string, runs []*MachineRun) string {
	states := machineStates(runs)
	longest := 1.0
	for _, r := range runs {
		longest = max(longest, r.Seconds)
	}
	step := look.NiceStep(longest / 8)
	legend := max(len(states), 1)
	height := topMargin + rowHeight*max(len(runs), legend) + 50
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">`+"\n", leftMargin+plotWidth+rightSpace, height)
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" fill="white"/>`+"\n"+`<text x="%d" y="24" font-size="15">%s</text>`+"\n", leftMargin, html.EscapeString(title))
	bottom := topMargin + rowHeight*len(runs)
	x := func(sec float64) float64 { return leftMargin + plotWidth*sec/longest }
	for sec := 0.0; sec <= longest*1.0001; sec += step {
		fmt.Fprintf(&b, `<line x1="%.1f" x2="%.1f" y1="%d" y2="%d" stroke="#ddd"/><text x="%.1f" y="%d" text-anchor="middle">%g</text>`+"\n",
			x(sec), x(sec), topMargin, bottom, x(sec), bottom+16, math.Round(sec*1000)/1000)
	}
	fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle">time, s</text>`+"\n", leftMargin+plotWidth/2, bottom+34)
	for i, r := range runs {
		y := topMargin + rowHeight*i
		fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="end">seed %d</text>`+"\n", leftMargin-6, y+15, r.Seed)
		for _, s := range r.Spans {
			fmt.Fprintf(&b, `<rect x="%.1f" y="%d" width="%.1f" height="%d" fill="%s"><title>%s, %.1f to %.1f s</title></rect>`+"\n",
				x(s.From), y+3, max(x(s.To)-x(s.From), 0.5), rowHeight-6, colorOf(states, s.State), html.EscapeString(s.State), s.From, s.To)
		}
		fmt.Fprintf(&b, `<text x="%.1f" y="%d">%s</text>`+"\n", x(r.Seconds)+4, y+15, mark(r))
	}
	for i, s := range states {
		y := topMargin + rowHeight*i
		fmt.Fprintf(&b, `<rect x="%d" y="%d" width="14" height="14" fill="%s"/><text x="%d" y="%d">%s</text>`+"\n",
			leftMargin+plotWidth+60, y+4, colorOf(states, s), leftMargin+plotWidth+80, y+15, html.EscapeString(s))
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// mark returns how a run ended, for the end of its line.
func mark(r *MachineRun) string {
	text := map[string]string{Final: "✓", Failed: "✗", Running: "…"}[r.Outcome]
	if r.Falls > 0 {
		text += fmt.Sprintf(" %d×↓", r.Falls)
	}
	return text
}

// colorOf returns the colour of a state.
func colorOf(states []string, state string) string {
	return palette[max(0, slices.Index(states, state))%len(palette)]
}
