package motionlab

import (
	"fmt"

	"gonao/lab/trial"
	"gonao/lab/tune"
)

// readValues returns the numbers of a file for --values. The error names an engine that does not exist.
func readValues(path string) (map[string]float64, error) {
	values, err := tune.ReadValues(path)
	if err != nil {
		return nil, err
	}
	if err := trial.CheckValues(values); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return values, nil
}
