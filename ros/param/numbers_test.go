package param_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/ros/param"
)

// gait is a room's configuration, which knows nothing of parameters.
type gait struct{ Lift, Period float64 }

// gaitNumbers shows it as parameters.
type gaitNumbers gait

func (g *gaitNumbers) Numbers() []param.Number {
	return []param.Number{
		{Name: "lift", Value: &g.Lift, Min: 0.004, Max: 0.04, Unit: "m", Desc: "of the swing foot"},
		{Name: "period", Value: &g.Period, Min: 0.15, Max: 0.5, Unit: "s"},
	}
}

type walks struct {
	Fast bool        `yaml:"fast"`
	Walk gaitNumbers `yaml:"walk" desc:"how it walks"`
	Kept gaitNumbers `yaml:"kept" readonly:"true"`
}

func walksConfig() walks {
	return walks{Walk: gaitNumbers{0.01, 0.25}, Kept: gaitNumbers{0.02, 0.3}}
}

func TestAGroupMayNameItsNumbersItself(t *testing.T) {
	c := walksConfig()
	text, err := param.Manual("go", "nodes/go", c)
	require.NoError(t, err)
	require.Contains(t, string(text), `
    fast: false

    walk:                              # how it walks
      lift: 0.01                       # m, 0.004 to 0.04: of the swing foot
      period: 0.25                     # s, 0.15 to 0.5

    kept:
      lift: 0.02                       # m, 0.004 to 0.04: of the swing foot (start only)
      period: 0.3                      # s, 0.15 to 0.5 (start only)
`)
	settings, err := param.Parse("go.yaml", []byte("/**/go:\n  ros__parameters:\n    walk: {lift: 0.03}\n    kept.period: 0.4\n"))
	require.NoError(t, err)
	require.NoError(t, param.FromSettings("/go", settings).Decode(&c))
	require.Equal(t, walks{Walk: gaitNumbers{0.03, 0.25}, Kept: gaitNumbers{0.02, 0.4}}, c)
}

func TestAWrongNumberOfAGroupIsRefused(t *testing.T) {
	for line, want := range map[string]string{
		"walk: {lift: 0.05}":  `go.yaml:3: parameter "walk.lift": 0.05: expected 0.004 to 0.04 m`,
		"walk: {lift: .nan}":  `parameter "walk.lift": NaN: expected 0.004 to 0.04 m`,
		"walk: {lift: low}":   `parameter "walk.lift": expected a float, got`,
		"walk: {lifts: 0.01}": `(did you mean "walk.lift"?)`,
		"walk.lift.x: 0.01":   `no such parameter`,
		"walk: 0.01":          `parameter "walk": expected parameters below it`,
	} {
		settings, err := param.Parse("go.yaml", []byte("/**/go:\n  ros__parameters:\n    "+line+"\n"))
		require.NoError(t, err)
		c := walksConfig()
		require.ErrorContains(t, param.FromSettings("/go", settings).Decode(&c), want, line)
	}
	c := walksConfig()
	c.Walk.Period = math.NaN()
	require.EqualError(t, param.Check(&c), "walk.period: NaN: expected 0.15 to 0.5 s")
}

func TestANumberOfAGroupChangesInACopy(t *testing.T) {
	c := walksConfig()
	next, err := param.Change(&c, []param.Setting{{Name: "walk.period", Value: 0.2}})
	require.NoError(t, err)
	require.Equal(t, walksConfig(), c)
	require.InDelta(t, 0.2, next.(*walks).Walk.Period, 0)
	_, err = param.Change(&c, []param.Setting{{Name: "kept.period", Value: 0.2}})
	require.ErrorIs(t, err, param.ErrReadOnly)
	_, err = param.Change(&c, []param.Setting{{Name: "walk.perido", Value: 0.2}})
	require.ErrorIs(t, err, param.ErrUnknown)
	_, err = param.Change(&c, []param.Setting{{Name: "walk.period", Value: int64(1)}})
	require.ErrorContains(t, err, "expected a float, got")
}
