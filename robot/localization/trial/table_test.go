package trial

import (
	"math"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/robot/localization"
	"gonao/robot/percepts/field"
)

func load(t testing.TB, name string) *field.Map {
	t.Helper()
	f, err := field.Load(name)
	require.NoError(t, err)
	return f.Map()
}

func run1(t testing.TB, s Setup) Result {
	t.Helper()
	c := localization.DefaultConfig()
	c.Seed = s.Seed
	f, err := localization.New(s.Field, c)
	require.NoError(t, err)
	return Run(s, f)
}

// number returns the whole number of an environment variable.
func number(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return otherwise
}

// runs returns how many runs a row of the table has: TRIALS, or few.
func runs() int {
	if testing.Short() {
		return number("TRIALS", 1)
	}
	return number("TRIALS", 3)
}

// The table of figures: TRIALS=20 go test -v -run TestTheTable ./robot/localization/trial, from seed SEED (1).
func TestTheTable(t *testing.T) {
	first := number("SEED", 1)
	const deg = math.Pi / 180
	for _, row := range []struct {
		name   string
		field  string
		tilt   float64
		change func(*Setup)
	}{
		{"walks, tilt 0.3°", "spl", 0.3, nil},
		{"walks, tilt 0.8°", "spl", 0.8, nil},
		{"walks, tilt 1.5°", "spl", 1.5, nil},
		{"walks, tilt 0.8°, head looks where it helps", "spl", 0.8, func(s *Setup) { s.ActiveHead = true }},
		{"walks, tilt 0.8°, hsl_small", "hsl_small", 0.8, nil},
		{"walks, tilt 0.8°, field2010", "field2010", 0.8, nil},
		{"falls every 20 s", "spl", 0.8, func(s *Setup) { s.Fall = 20 * time.Second }},
		{"kidnapped every 40 s, head sweeps", "spl", 0.8, func(s *Setup) { s.Kidnap = 40 * time.Second }},
		{"kidnapped every 40 s, head looks where it helps", "spl", 0.8, func(s *Setup) { s.Kidnap = 40 * time.Second; s.ActiveHead = true }},
		{"kidnapped every 40 s, field2010", "field2010", 0.8, func(s *Setup) { s.Kidnap = 40 * time.Second }},
		{"put down anywhere", "spl", 0.8, func(s *Setup) { s.Unknown = true }},
	} {
		var all Result
		for i := range runs() {
			e := DefaultErrors()
			e.TiltDev = row.tilt * deg
			s := Setup{Field: load(t, row.field), Errors: e, Duration: 180 * time.Second, Seed: uint64(first + i)}
			if row.change != nil {
				row.change(&s)
			}
			all.Add(run1(t, s))
		}
		t.Logf("%-50s position %4.1f / %5.1f / %6.1f cm, heading %.1f / %.1f°, flips %d, jumps %d; found again %d: median %.1f s, 95 %% %.1f s",
			row.name, 100*Quantile(all.Position, 0.5), 100*Quantile(all.Position, 0.9), 100*Quantile(all.Position, 0.99),
			Quantile(all.Heading, 0.5)/deg, Quantile(all.Heading, 0.9)/deg, all.Flips, all.Jumps,
			len(all.Recovered), Quantile(all.Recovered, 0.5), Quantile(all.Recovered, 0.95))
		require.Zero(t, all.Jumps, row.name)
		require.Zero(t, all.Refused, row.name)
	}
}
