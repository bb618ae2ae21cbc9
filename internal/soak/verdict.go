package main

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
)

// share is the largest allowed growth of each value during a run, as a fraction.
const share = 0.05

// slack is the growth that is always allowed for each value, even if share allows less. A Go program's heap grows and
// is collected in steps of megabytes. Go does not end threads, so their number is the largest number that were ever
// inside kernel or C calls at the same time.
var slack = [4]float64{4, 2, 2, 2}

// row is the use of one program.
type row struct {
	program     string
	early, late [4]float64 // medians of the second eighth of the time and of the last eighth
	growth      [4]float64 // growth during the run, by the slope
}

// growth returns how much a program's use would have grown during the whole run, computed from the median of the slopes
// between all pairs of readings of one process (Theil-Sen estimator). A process has settled after a sixteenth of the
// run. A leak raises most slopes. A single step, or the size that a heap happens to have at the end, does not.
func (t *table) growth(program string) (out [4]float64) {
	settle := t.last / 16
	began := map[int]time.Duration{}
	var slopes [4][]float64
	all := t.readings[program]
	for i, b := range all {
		if _, known := began[b.pid]; !known {
			began[b.pid] = b.at
		}
		for _, a := range all[:i] {
			if a.pid != b.pid || a.at < max(began[a.pid]+settle, t.last/8) || a.at == b.at {
				continue
			}
			from, to := a.values(), b.values()
			for k := range slopes {
				slopes[k] = append(slopes[k], (to[k]-from[k])/(b.at-a.at).Seconds())
			}
		}
	}
	for k, s := range slopes {
		if len(s) == 0 {
			out[k] = math.NaN()
			continue
		}
		slices.Sort(s)
		out[k] = s[len(s)/2] * t.last.Seconds()
	}
	return out
}

// grew reports whether a value of a row grew by more than is allowed, by its slope or from early to late. A value
// counts as grown if no process lived long enough to measure a slope.
func (r row) grew(i int) bool {
	most := max(share*r.early[i], slack[i])
	return !(r.growth[i] <= most) || r.late[i]-r.early[i] > most
}

// flat reports whether something was measured and nothing grew.
func flat(rows []row) bool {
	for _, r := range rows {
		for i := range names {
			if r.grew(i) {
				return false
			}
		}
	}
	return len(rows) > 0
}

// render returns the table as Markdown.
func render(rows []row, length time.Duration) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\nearly → late, and in brackets the growth in %v by the slope\n\n| program | %s |\n|-|-|-|-|-|\n", length.Round(time.Second), strings.Join(names[:], " | "))
	for _, r := range rows {
		fmt.Fprintf(&b, "| %s |", r.program)
		for i := range names {
			mark := ""
			if r.grew(i) {
				mark = " **grew**"
			}
			fmt.Fprintf(&b, " %s → %s (%+.1f)%s |", number(r.early[i]), number(r.late[i]), r.growth[i], mark)
		}
		b.WriteString("\n")
	}
	verdict := "flat within 5 %"
	if !flat(rows) {
		verdict = "not flat"
	}
	fmt.Fprintf(&b, "\n%s (or %s MB, %s threads, sockets, descriptors)\n", verdict, number(slack[0]), number(slack[1]))
	return b.String()
}

// number formats a value, with a decimal only if it has one.
func number(v float64) string {
	if v == math.Trunc(v) {
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.1f", v)
}
