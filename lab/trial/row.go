package trial

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"gonao/internal/journal"
	"gonao/internal/wording"
	"gonao/motion/tunable"
	"gonao/sim"
)

// Row is one thing that is measured: a line of the motion bench, what a tune file
// names as its measure, and what a test asserts on three seeds.
type Row struct {
	Name    string // for command lines: forward
	Title   string // for people: forward walk
	Paper   string // the paper's figures, simulated / on the robot
	Figures []Figure

	// Run measures once, in a world of its own, with the Setup's profile and seed.
	Run func(Setup) (Result, error)
	// Cost returns the value that tuning minimizes; nil: CostOf computes it from the figures.
	Cost func(Result) float64
	// Fields returns the numbers of the engines it runs, with their own values; the names
	// are those of Setup.Values. Its argument is the Setup's File. Nil: there are none.
	Fields func(file string) ([]tunable.Field, error)
	// Profiles lists the profiles in which it is measured unless others are requested; nil: ideal and real.
	Profiles []sim.Profile
	// Plays is the kind of file that it can play in place of the built-in one ("slot",
	// "cpg"), or nothing.
	Plays string
}

// Over is how the values of several seeds are combined.
type Over uint8

// Ways to combine the values of several seeds.
const (
	Mean  Over = iota // of the values that are not NaN
	Share             // share of the seeds in which it holds; each value is 0 or 1
	Worst             // the worst seed counts
)

// Figure is one number of a row's result, and what it has to be.
type Figure struct {
	Name       string
	Unit       string
	Over       Over
	Less       bool    // less is better
	Must, Goal float64 // NaN: no limit; shares are from 0 to 1
	Part       string  // not empty: one of several that a table puts into one line under this name
}

// none marks a figure without a limit.
var none = math.NaN()

// Result is the result of one trial: a value for every figure of its row. It is NaN if the trial has no such value, as for the
// distance of a ball that was not hit.
type Result struct {
	Values []float64
	Note   string // a remark
}

// kept is a result as a journal keeps it.
type kept struct {
	Values []journal.Number `json:"values"`
	Note   string           `json:"note,omitempty"`
}

// MarshalJSON writes a result, with null for NaN.
func (r Result) MarshalJSON() ([]byte, error) {
	k := kept{make([]journal.Number, len(r.Values)), r.Note}
	for i, v := range r.Values {
		k.Values[i] = journal.Number(v)
	}
	return json.Marshal(k)
}

// UnmarshalJSON reads a result.
func (r *Result) UnmarshalJSON(text []byte) error {
	var k kept
	if err := json.Unmarshal(text, &k); err != nil {
		return err
	}
	*r = Result{make([]float64, len(k.Values)), k.Note}
	for i, v := range k.Values {
		r.Values[i] = float64(v)
	}
	return nil
}

// CostOf returns the value that tuning minimizes. A figure without a value costs as much as one
// tenth of what it must be; shares that must be near 1 count as tenfold.
func (r *Row) CostOf(res Result) float64 {
	if r.Cost != nil {
		return r.Cost(res)
	}
	cost := 0.0
	for i, f := range r.Figures {
		scale := 1.0
		if f.Must > 0 {
			scale = f.Must
		}
		v := res.Values[i]
		switch {
		case f.Over == Share && !math.IsNaN(f.Must):
			cost += 10 * (1 - v)
		case i > 0 && f.Over != Share: // only the first figure and the shares count
		case math.IsNaN(v):
			cost += 10
		case f.Less:
			cost += v / scale
		default:
			cost -= v / scale
		}
	}
	return cost
}

// Find returns the row with a name.
func Find(name string) (*Row, error) {
	rows := Rows()
	names := make([]string, len(rows))
	for i := range rows {
		if rows[i].Name == name {
			return &rows[i], nil
		}
		names[i] = rows[i].Name
	}
	return nil, fmt.Errorf("row %q: no such row%s; there are %s", name, wording.DidYouMean(name, names), strings.Join(names, ", "))
}

// prefixed puts an engine's name before its fields' names.
func prefixed(engine string, fields []tunable.Field) []tunable.Field {
	out := make([]tunable.Field, len(fields))
	for i, f := range fields {
		f.Name = engine + "." + f.Name
		out[i] = f
	}
	return out
}

// tune sets an engine's numbers to the Setup's values for that engine.
func (s *Setup) tune(engine string, fields []tunable.Field) error {
	for name, v := range s.Values {
		if own, ok := strings.CutPrefix(name, engine+"."); ok {
			if err := tunable.Set(fields, own, v); err != nil {
				return fmt.Errorf("%s: %w", engine, err)
			}
		}
	}
	return nil
}

// seconds returns how long a row runs: the Setup's time, or usual if that is 0.
func (s *Setup) seconds(usual float64) float64 {
	if s.Seconds > 0 {
		return s.Seconds
	}
	return usual
}
