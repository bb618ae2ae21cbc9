package tool

import (
	"fmt"
	"io"
	"maps"
	"slices"
)

// printFigures prints a net's figures on pictures that it was not trained with.
func printFigures(w io.Writer, scores, thresholds map[string]float64) error {
	for _, name := range slices.Sorted(maps.Keys(scores)) {
		if _, err := fmt.Fprintf(w, "  %-28s %.4f\n", name, scores[name]); err != nil {
			return err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(thresholds)) {
		if _, err := fmt.Fprintf(w, "  threshold %-18s %.4f\n", name, thresholds[name]); err != nil {
			return err
		}
	}
	return nil
}
