package place

import (
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"gonao/internal/seeds"
)

// Measured is a row with its runs.
type Measured struct {
	Row     *Row
	Seeds   seeds.List
	Lasts   time.Duration
	Samples []Sample // one a seed
}

// WriteTable writes rows as a table with the seeds and what each figure must reach.
func WriteTable(w io.Writer, all []Measured) error {
	var b strings.Builder
	b.WriteString("| row | seeds | figure | value | must | goal | |\n|-|-|-|-|-|-|-|\n")
	for i := range all {
		m := &all[i]
		if len(m.Samples) == 0 {
			continue
		}
		title := fmt.Sprintf("%s (`%s`), %v each", m.Row.Title, m.Row.Name, m.Lasts)
		ran := m.Seeds.String()
		for k := range m.Row.Figures {
			f := &m.Row.Figures[k]
			v := f.Of(m.Samples)
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %s |\n", title, ran, f.Name, number(v, f.Unit), number(f.Must, f.Unit), number(f.Goal, f.Unit), f.Verdict(v))
			title, ran = "", ""
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// number returns a value with its unit, or a dash for NaN.
func number(v float64, unit string) string {
	if math.IsNaN(v) {
		return "–"
	}
	if unit != "" && unit != "°" {
		unit = " " + unit
	}
	if v == math.Trunc(v) {
		return fmt.Sprintf("%.0f%s", v, unit)
	}
	return fmt.Sprintf("%.1f%s", v, unit)
}
