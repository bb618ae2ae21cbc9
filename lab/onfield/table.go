package onfield

import (
	"context"
	"fmt"
	"io"
	"math"
)

// Table plays some seeds, writes a line for each and what they have in common, and returns the records.
func Table(ctx context.Context, cfg Config, first uint64, seeds int, out io.Writer) ([]*Record, error) {
	fmt.Fprintln(out, "| seed | knows its place | scored | kicks | falls | error, median |\n|-|-|-|-|-|-|")
	var all []*Record
	for k := range uint64(seeds) {
		r, err := Play(ctx, cfg, first+k)
		if err != nil {
			return all, err
		}
		all = append(all, r)
		fmt.Fprintf(out, "| %d | %s | %s | %d | %d | %.1f cm |\n", r.Seed, seconds(r.FoundSec), seconds(r.ScoredSec), r.Kicks, r.Falls, 100*r.ErrorM)
	}
	fmt.Fprintln(out, Summary(all))
	return all, nil
}

// Summary returns how many runs scored, and in what time.
func Summary(all []*Record) string {
	scored, soon, touched := 0, 0, 0
	var times []float64
	for _, r := range all {
		if r.Scored() {
			scored++
			times = append(times, r.ScoredSec)
		}
		if r.ScoredSec <= 60 {
			soon++
		}
		if r.Touched {
			touched++
		}
	}
	return fmt.Sprintf("scored %d of %d, within 60 s %d, median %s; touched another robot %d", scored, len(all), soon, seconds(median(times)), touched)
}

// seconds returns a time, or that there is none.
func seconds(s float64) string {
	if math.IsNaN(s) {
		return "never"
	}
	return fmt.Sprintf("%.1f s", s)
}
