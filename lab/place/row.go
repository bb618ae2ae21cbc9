// Package place measures localization and world model: rows of a table, each with the figures that it must reach.
//
// A row is run once per seed. Some rows draw what the cameras see, others make percepts from truth with a camera's
// errors (package robot/localization/trial). Seeds 1 to 1000 tune, 1001 to 5000 may be looked at, those from 5001 on are scored once.
//
// m, rad and s inside; figures are in the unit that they name.
package place

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"gonao/internal/estimate"
	"gonao/internal/wording"
	"gonao/robot/localization"
)

// Sample holds what a run measured: values by name.
type Sample map[string][]float64

// Over says how the values of all runs are combined into one figure.
type Over uint8

// Kinds of figures.
const (
	Median Over = iota
	Ninety      // 90 %
	NinetyFive
	PerHour // values are counts, of Hours
	Sum
)

// Figure is one number of a row.
type Figure struct {
	Name, Value string // Value is its name in a Sample
	Unit        string
	Over        Over
	Must, Goal  float64 // at the most; NaN: nothing is required
}

// Row is what is measured once per seed.
type Row struct {
	Name, Title string
	Figures     []Figure
	Run         func(Setup) (Sample, error)
	// Lasts is how long a run is, unless a Setup has another time.
	Lasts time.Duration
	Runs  int // seeds of the whole table
}

// Setup is one run of a row.
type Setup struct {
	Seed         uint64
	Lasts        time.Duration
	Localization localization.Config
	Nets         Nets // of rendered rows
}

// Nets are the files of weights of vision's nets; an empty name is ours.
type Nets struct{ Corners, Posts, Balls, Robots string }

// hours is the name of a run's duration, h, in a Sample.
const hours = "hours"

// none marks a figure that has no requirement.
var none = math.NaN()

// Of returns the figure over samples; NaN without values.
func (f *Figure) Of(samples []Sample) float64 {
	var all, time []float64
	for _, s := range samples {
		all = append(all, s[f.Value]...)
		time = append(time, s[hours]...)
	}
	if len(all) == 0 {
		return math.NaN()
	}
	switch f.Over {
	case Ninety:
		return estimate.Quantile(all, 0.9)
	case NinetyFive:
		return estimate.Quantile(all, 0.95)
	case PerHour:
		return sum(all) / sum(time)
	case Sum:
		return sum(all)
	case Median:
	}
	return estimate.Quantile(all, 0.5)
}

func sum(values []float64) (s float64) {
	for _, v := range values {
		s += v
	}
	return s
}

// Verdict returns goal, must or below; it returns a dash if there is no requirement or no value.
func (f *Figure) Verdict(value float64) string {
	switch {
	case math.IsNaN(value) || math.IsNaN(f.Must):
		return "–"
	case value <= f.Goal:
		return "goal"
	case value <= f.Must:
		return "must"
	}
	return "**below**"
}

// Rows returns all rows.
func Rows() []Row {
	return slices.Concat(renderedRows(), perceptRows(), teamRows())
}

// Find returns the rows whose names begin with one of the prefixes, or all rows if there are no prefixes.
func Find(prefixes []string) ([]Row, error) {
	all := Rows()
	if len(prefixes) == 0 {
		return all, nil
	}
	var found []Row
	for _, p := range prefixes {
		if !slices.ContainsFunc(all, func(r Row) bool { return strings.HasPrefix(r.Name, p) }) {
			var names []string
			for i := range all {
				names = append(names, all[i].Name)
			}
			return nil, fmt.Errorf("row %q: want one of %s%s", p, strings.Join(names, ", "), wording.DidYouMean(p, names))
		}
	}
	for i := range all {
		if slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(all[i].Name, p) }) {
			found = append(found, all[i])
		}
	}
	return found, nil
}
