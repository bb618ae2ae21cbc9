package motionlab

import (
	"context"
	"fmt"
	"io"
	"math"
	"strings"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/lab"
	"gonao/internal/wording"
	"gonao/lab/trial"
)

// transfer measures the paper's behaviours before and after they were adapted.
func (p program) transfer(ctx context.Context, o *lab.Transfer) error {
	if !(o.Seconds >= 0 && o.Seconds <= 600) || math.IsNaN(o.Seconds) {
		return fmt.Errorf("--seconds %g: expected 0 to 600", o.Seconds)
	}
	rows, err := transferRows(o.Rows)
	if err != nil {
		return err
	}
	if err := cli.CheckOutputs(o.Output); err != nil {
		return err
	}
	all, err := trial.MeasureTransfer(ctx, o.Journal, rows, trial.Setup{Seconds: o.Seconds}, o.Seeds, p.runs(o.Workers))
	if err != nil {
		return err
	}
	return p.write(o.Output, func(w io.Writer) error { return trial.WriteTransfer(w, all) })
}

// transferRows returns the paper's rows whose names begin with one of some words, or all rows if there are no words.
func transferRows(words []string) ([]*trial.Row, error) {
	all := trial.DocumentRows()
	if len(words) == 0 {
		return all, nil
	}
	var rows []*trial.Row
	names := make([]string, len(all))
	found := map[string]bool{}
	for i, row := range all {
		names[i] = row.Name
		for _, word := range words {
			if strings.HasPrefix(row.Name, word) {
				found[word] = true
				rows = append(rows, row)
				break
			}
		}
	}
	for _, word := range words {
		if !found[word] {
			return nil, fmt.Errorf("--rows %q: no such behaviour%s; there are %s", word, wording.DidYouMean(word, names), strings.Join(names, ", "))
		}
	}
	return rows, nil
}
