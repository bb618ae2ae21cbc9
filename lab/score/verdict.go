package score

import "fmt"

// Verdict compares a figure with its target.
type Verdict struct {
	Value  float64 `json:"value"`
	Target string  `json:"target"`
	Met    bool    `json:"met"`
}

// AtLeast returns the verdict of a value that must be limit or more.
func AtLeast(value, limit float64) Verdict {
	return Verdict{value, fmt.Sprintf(">= %g", limit), value >= limit}
}

// AtMost returns the verdict of a value that must be limit or less.
func AtMost(value, limit float64) Verdict {
	return Verdict{value, fmt.Sprintf("<= %g", limit), value <= limit}
}

// Within returns the verdict of a value that must be no further than tolerance from want.
func Within(value, want, tolerance float64) Verdict {
	return Verdict{value, fmt.Sprintf("%g +- %g", want, tolerance), value >= want-tolerance && value <= want+tolerance}
}
