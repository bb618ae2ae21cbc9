package param_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/ros/param"
)

// renamed is a configuration whose parameters had other names.
type renamed struct {
	Radius float64 `yaml:"radius" was:"radius_m|size" min:"0" max:"1"`
	Gait   struct {
		Height float64 `yaml:"height" was:"lift|/step_height"`
		Speed  float64 `yaml:"speed"`
	} `yaml:"gait" was:"walk"`
	Numbers formerNumbers `yaml:"numbers"`
	_       struct{}      `was:"fov_deg" desc:"camera_info has it"`
}

type formerNumbers struct {
	Period float64 `yaml:"period" min:"0" max:"1" was:"cycle"`
}

func decodeRenamed(t *testing.T, lines string) (c renamed, warnings []string, err error) {
	t.Helper()
	settings, err := param.Parse("mine.yaml", []byte("/**/act:\n  ros__parameters:\n"+lines))
	require.NoError(t, err)
	v := param.FromSettings("/nao1/act", settings)
	err = v.Decode(&c)
	return c, v.Warnings(), err
}

func TestAFormerNameIsAcceptedWithAWarning(t *testing.T) {
	c, warnings, err := decodeRenamed(t, `    radius_m: 0.5
    fov_deg: 60.0
    gait: {lift: 0.25}
    walk: {speed: 2.0}
    numbers: {cycle: 0.75}
`)
	require.NoError(t, err)
	require.InDelta(t, 0.5, c.Radius, 0)
	require.InDelta(t, 0.25, c.Gait.Height, 0)
	require.InDelta(t, 2.0, c.Gait.Speed, 0)
	require.InDelta(t, 0.75, c.Numbers.Period, 0)
	require.Equal(t, []string{
		`mine.yaml:3: parameter "radius_m" is called "radius" now: the next release will refuse the old name`,
		`mine.yaml:4: parameter "fov_deg" is no longer used: camera_info has it`,
		`mine.yaml:5: parameter "gait.lift" is called "gait.height" now: the next release will refuse the old name`,
		`mine.yaml:6: parameter "walk.speed" is called "gait.speed" now: the next release will refuse the old name`,
		`mine.yaml:7: parameter "numbers.cycle" is called "numbers.period" now: the next release will refuse the old name`,
	}, warnings)

	c, warnings, err = decodeRenamed(t, "    step_height: 0.125\n    size: 0.25\n")
	require.NoError(t, err)
	require.Equal(t, []float64{0.125, 0.25}, []float64{c.Gait.Height, c.Radius})
	require.Len(t, warnings, 2)

	_, warnings, err = decodeRenamed(t, "    radius: 0.5\n")
	require.NoError(t, err)
	require.Empty(t, warnings)
}

func TestAFormerNameIsCheckedAsTheNameOfToday(t *testing.T) {
	_, _, err := decodeRenamed(t, "    radius_m: 2.0\n")
	require.ErrorContains(t, err, `mine.yaml:3: parameter "radius": 2.0: expected 0 to 1`)
	_, _, err = decodeRenamed(t, "    radius_m: 0.5\n    radius: 0.25\n")
	require.ErrorContains(t, err, `mine.yaml:3: parameter "radius_m": it is called "radius" now, which mine.yaml:4 sets too`)
	_, _, err = decodeRenamed(t, "    radius_mm: 0.5\n")
	require.ErrorContains(t, err, "no such parameter")
}

func TestTheLaterLayerWinsByEitherName(t *testing.T) {
	for _, last := range []string{"radius", "radius_m"} {
		first := map[string]string{"radius": "radius_m", "radius_m": "radius"}[last]
		a, err := param.ParseArgs([]string{"--ros-args", "-p", first + ":=0.25", "-p", last + ":=0.75"})
		require.NoError(t, err)
		var c renamed
		require.NoError(t, param.Decode(a, "/nao1/act", &c))
		require.InDelta(t, 0.75, c.Radius, 0, last)
	}
}

func TestAFormerNameIsAVariableToo(t *testing.T) {
	for variable, warning := range map[string]string{
		"GONAO_ACT_SIZE":    `environment variable GONAO_ACT_SIZE: its parameter is called "radius" now: the next release will refuse the old name`,
		"GONAO_ACT_FOV_DEG": `environment variable GONAO_ACT_FOV_DEG: its parameter is no longer used`,
	} {
		t.Run(variable, func(t *testing.T) {
			t.Setenv(variable, "0.5")
			c := renamed{Radius: 0.5}
			v := param.FromSettings("/nao1/act", nil)
			require.NoError(t, v.Decode(&c))
			require.InDelta(t, 0.5, c.Radius, 0)
			require.Equal(t, []string{warning}, v.Warnings())
		})
	}
	t.Setenv("GONAO_ACT_SIZE", "3.0")
	require.ErrorContains(t, param.FromSettings("/nao1/act", nil).Decode(&renamed{}), "GONAO_ACT_SIZE")
}

func TestATagThatHidesAParameterIsAnError(t *testing.T) {
	settings, err := param.Parse("mine.yaml", []byte("/**/act:\n  ros__parameters:\n    a: 1\n"))
	require.NoError(t, err)
	require.ErrorContains(t, param.FromSettings("/act", settings).Decode(&struct {
		A int `yaml:"a"`
		B int `yaml:"b" was:"a"`
	}{}), `was:"a": it is the name of a parameter`)
}
