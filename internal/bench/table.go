package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// The columns of the table. The ratio is the number of times by which the value is better than the peer's.
var columns = [...]string{"", "value", "unit", "peer", "ratio", "wanted", ""}

// writeTable prints the sections that have a measured figure.
func writeTable(to io.Writer, r results) {
	var rows [][len(columns)]string
	for _, s := range sections {
		lines := sectionRows(s, r)
		if len(lines) > 0 {
			rows = append(rows, [len(columns)]string{s.title})
			rows = append(rows, lines...)
		}
	}
	if len(rows) == 0 {
		fmt.Fprintln(to, "Nothing was measured that the table shows.")
		return
	}
	rows = slices.Insert(rows, 0, columns)
	widths := widthsOf(rows)
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			pad := strings.Repeat(" ", max(0, widths[i]-utf8.RuneCountInString(cell)))
			if i == 1 || i == 4 { // numbers
				line.WriteString(pad + cell + "  ")
			} else {
				line.WriteString(cell + pad + "  ")
			}
		}
		fmt.Fprintln(to, strings.TrimRight(line.String(), " "))
	}
}

// widthsOf returns each column's width; titles may be wider than their column.
func widthsOf(rows [][len(columns)]string) (widths [len(columns)]int) {
	for _, row := range rows {
		if row[1] == "" {
			continue
		}
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	return widths
}

// sectionRows returns the figures of a section, or nil if none was measured.
func sectionRows(s section, r results) (rows [][len(columns)]string) {
	measured := false
	for _, f := range s.figures {
		row := [len(columns)]string{0: "  " + f.text, 5: f.want.text}
		value, ok := r.value(f.benchmark, f.unit)
		if !ok {
			row[1] = "not measured"
			rows = append(rows, row)
			continue
		}
		measured = true
		value /= f.scale
		row[1], row[2] = number(value), f.shown
		ratio, hasPeer := 0.0, false
		if p, ok := r.value(f.benchmark, f.peer); f.peer != "" && ok {
			p /= f.scale
			ratio, hasPeer = times(value, p, more[f.unit]), true
			row[3], row[4] = f.name+" "+number(p), number(ratio)
		}
		row[6] = f.want.verdict(value, ratio, hasPeer)
		rows = append(rows, row)
	}
	if !measured {
		return nil
	}
	return rows
}

// times returns the number of times by which a value is better than the peer's.
func times(value, peer float64, moreIsBetter bool) float64 {
	if moreIsBetter {
		value, peer = peer, value
	}
	if value == 0 {
		return 0
	}
	return peer / value
}

// verdict returns "met" or "missed", or "" if there is no target.
func (t target) verdict(value, ratio float64, hasPeer bool) string {
	if t.text == "" || t.ratio && !hasPeer {
		return ""
	}
	if t.ratio {
		value = ratio
	}
	if t.atLeast && value >= t.limit || !t.atLeast && value <= t.limit {
		return "met"
	}
	return "missed"
}

// number formats a value with three significant digits.
func number(v float64) string {
	switch {
	case v == 0:
		return "0"
	case v >= 100:
		return fmt.Sprintf("%.0f", v)
	case v >= 10:
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.2f", v)
}

// units returns the lines from which benchstat reads the units for which a higher value is better.
func units() string {
	var out strings.Builder
	names := make([]string, 0, len(more))
	for name := range more {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		fmt.Fprintf(&out, "Unit %s better=higher\n", name)
	}
	return out.String()
}
