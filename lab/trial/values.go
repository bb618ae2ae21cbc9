package trial

import (
	"fmt"
	"slices"
	"strings"

	"gonao/internal/wording"
)

// engines returns the names of the engines whose numbers Setup.Values may hold, in alphabetical order.
func engines() []string {
	var names []string
	for _, row := range Rows() {
		if row.Fields == nil {
			continue
		}
		fields, err := row.Fields("")
		if err != nil {
			continue // its numbers are those of a file
		}
		for _, f := range fields {
			engine, _, _ := strings.Cut(f.Name, ".")
			names = append(names, engine)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// CheckValues returns an error that names a number of no engine. A row sets the numbers of its own engines only, so that
// it would ignore such a number.
func CheckValues(values map[string]float64) error {
	known := engines()
	var unknown []string
	for name := range values {
		if engine, _, _ := strings.Cut(name, "."); !slices.Contains(known, engine) {
			unknown = append(unknown, engine)
		}
	}
	if len(unknown) == 0 {
		return nil
	}
	engine := slices.Min(unknown)
	return fmt.Errorf("engine %q: no such engine%s; there are %s", engine, wording.DidYouMean(engine, known), strings.Join(known, ", "))
}
