package onfield

import (
	"fmt"
	"math"

	"gonao/internal/estimate"
	"gonao/internal/journal"
)

// Outcome holds the fields of a Record that a table shows. NaN means the same as there.
type Outcome struct {
	Seed                        uint64
	FoundSec, ScoredSec, ErrorM journal.Number
	Kicks, Falls                int
	Touched                     bool
}

// Outcome returns the fields of the record that a table shows.
func (rec *Record) Outcome() Outcome {
	return Outcome{
		Seed: rec.Seed, FoundSec: journal.Number(rec.FoundSec), ScoredSec: journal.Number(rec.ScoredSec), ErrorM: journal.Number(rec.ErrorM),
		Kicks: rec.Kicks, Falls: rec.Falls, Touched: rec.Touched,
	}
}

// Header is the header of a table of outcomes in Markdown.
const Header = "| seed | knows its place | scored | kicks | falls | error, median |\n|-|-|-|-|-|-|"

// Line returns the outcome as a line of the table.
func (r *Outcome) Line() string {
	return fmt.Sprintf("| %d | %s | %s | %d | %d | %.1f cm |", r.Seed, seconds(float64(r.FoundSec)), seconds(float64(r.ScoredSec)), r.Kicks, r.Falls, 100*r.ErrorM)
}

// Summary returns how many runs scored, and in what time.
func Summary(all []Outcome) string {
	scored, soon, touched := 0, 0, 0
	var times []float64
	for _, r := range all {
		if sec := float64(r.ScoredSec); !math.IsNaN(sec) {
			scored++
			times = append(times, sec)
		}
		if r.ScoredSec <= 60 {
			soon++
		}
		if r.Touched {
			touched++
		}
	}
	return fmt.Sprintf("scored %d of %d, within 60 s %d, median %s; touched another robot %d", scored, len(all), soon, seconds(estimate.Quantile(times, 0.5)), touched)
}

// seconds returns a time as text, also for NaN.
func seconds(s float64) string {
	if math.IsNaN(s) {
		return "never"
	}
	return fmt.Sprintf("%.1f s", s)
}
