package chart

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// delayUnits are the units of a delay, longer names first where one ends in the
// other.
var delayUnits = []struct {
	name string
	unit time.Duration
}{
	{"ms", time.Millisecond}, {"s", time.Second}, {"m", time.Minute}, {"h", time.Hour}, {"d", 24 * time.Hour},
}

// ParseDelay reads a delay as SCXML writes it: a number and ms or s, as in CSS; It also accepts m, h and d.
func ParseDelay(text string) (time.Duration, error) {
	text = strings.TrimSpace(text)
	for _, u := range delayUnits {
		digits, ok := strings.CutSuffix(text, u.name)
		if !ok {
			continue
		}
		if strings.Trim(digits, "+0123456789.") != "" {
			break
		}
		number, err := strconv.ParseFloat(digits, 64)
		if delay := number * float64(u.unit); err == nil && number >= 0 && delay < float64(1<<62) {
			return time.Duration(delay), nil
		}
		break
	}
	return 0, fmt.Errorf("%q; expected a delay such as 500ms or 2s", text)
}
