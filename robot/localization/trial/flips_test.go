package trial

import (
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// On the wrong side of the field a robot plays for the other team: FLIPS=100 go test -v -run NeverFlips ./robot/localization/trial
// runs 100 times 10 min.
func TestARobotNeverFlipsToTheOtherSide(t *testing.T) {
	count := number("FLIPS", 2)
	duration := 10 * time.Minute
	if testing.Short() && os.Getenv("FLIPS") == "" {
		duration = 2 * time.Minute
	}
	for _, name := range []string{"spl", "field2010"} {
		flips, poor := 0, 0
		for i := range count {
			r := run1(t, Setup{Field: load(t, name), Errors: DefaultErrors(), Duration: duration, Seed: uint64(number("SEED", 1) + i), Fall: time.Minute})
			flips += r.Flips
			if Quantile(r.Position, 0.5) > 0.05 {
				poor++
			}
		}
		t.Logf("%s: %d flips in %d times %v with a fall a minute, %d runs with a median above 5 cm", name, flips, count, duration, poor)
		require.Zero(t, flips)
	}
}
