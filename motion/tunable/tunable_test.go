package tunable_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/motion/tunable"
)

func TestNumbersAreReachedByNameAndStayInTheirRange(t *testing.T) {
	period := 0.5
	fields := []tunable.Field{{Name: "period", Value: &period, Min: 0.2, Max: 1, Unit: "s", Doc: "of a step"}}
	require.NoError(t, tunable.Check(fields))
	require.NoError(t, tunable.Set(fields, "period", 0.3))
	require.InDelta(t, 0.3, period, 0)
	require.EqualError(t, tunable.Set(fields, "period", 2), "period 2: expected 0.2 to 1 s")
	require.EqualError(t, tunable.Set(fields, "periode", 1), "periode: no such number (did you mean \"period\"?): expected one of period")
	require.Error(t, tunable.Set(fields, "period", math.NaN()))
	require.InDelta(t, 0.3, period, 0)
	period = math.NaN()
	require.EqualError(t, tunable.Check(fields), "period NaN: expected 0.2 to 1 s")
}
