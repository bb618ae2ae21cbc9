package tunable_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/motion/tunable"
)

// swing is an engine's configuration.
type swing struct {
	Name   string  `yaml:"name"`
	Steps  int     `yaml:"steps" min:"1" max:"2"`
	Period float64 `yaml:"period" unit:"s" min:"0.2" max:"1" desc:"of a step"`
	Secret float64 `yaml:"-" min:"0" max:"1"`
	Free   float64 `yaml:"free"`
}

func TestNumbersAreReachedByNameAndStayInTheirRange(t *testing.T) {
	cfg := swing{Period: 0.5}
	fields := tunable.Of(&cfg)
	require.Equal(t, []tunable.Field{{Name: "period", Value: &cfg.Period, Min: 0.2, Max: 1, Unit: "s", Doc: "of a step"}}, fields)
	require.NoError(t, tunable.Set(fields, "period", 0.3))
	require.InDelta(t, 0.3, cfg.Period, 0)
	require.EqualError(t, tunable.Set(fields, "period", 2), "period 2: expected 0.2 to 1 s")
	require.EqualError(t, tunable.Set(fields, "periode", 1), "periode: no such number (did you mean \"period\"?): expected one of period")
	require.Error(t, tunable.Set(fields, "period", math.NaN()))
	require.InDelta(t, 0.3, cfg.Period, 0)
}
