package graph

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/ros/dynamic"
)

func TestTheFilterKeepsWhatFits(t *testing.T) {
	for filter, want := range map[string]bool{
		`m.data == "a" and true`: true, `m.data startsWith "b"`: false, `len(m.data) > 0`: true, `m.data == "b" or not false`: true,
	} {
		v := view{filter: filter}
		require.NoError(t, v.compile())
		m, err := dynamic.Compiled().Message("std_msgs/msg/String")
		require.NoError(t, err)
		require.NoError(t, m.SetText("data: a", time.Time{}))
		_, wanted, err := v.text(sample{m: m})
		require.NoError(t, err)
		require.Equal(t, want, wanted, filter)
	}
}

func TestAFilterOverAFieldThatIsNotThereIsRefused(t *testing.T) {
	m, err := dynamic.Compiled().Message("sensor_msgs/msg/JointState")
	require.NoError(t, err)
	for filter, want := range map[string]string{
		`m.nam == "a"`:                       `--filter: field "nam" of sensor_msgs/msg/JointState: no field "nam" (did you mean "name"?)`,
		`len(m.name) > 0 or m.header.id > 1`: `field "header.id" of sensor_msgs/msg/JointState: no field "id"`,
		`m.header.frame_id == "a"`:           "",
		`any(m.name, # == "HeadYaw")`:        "",
		`m["header"].stamp.sec > 0`:          "",
	} {
		v := view{filter: filter}
		require.NoError(t, v.compile())
		_, _, err := v.text(sample{m: m})
		if want == "" {
			require.NoError(t, err, filter)
			continue
		}
		require.ErrorContains(t, err, want)
	}
}

func TestAFilterThatIsNoTruthValueIsRefused(t *testing.T) {
	m, err := dynamic.Compiled().Message("std_msgs/msg/Float32")
	require.NoError(t, err)
	v := view{filter: "m.data"}
	require.NoError(t, v.compile())
	_, _, err = v.text(sample{m: m})
	require.EqualError(t, err, "--filter: the expression is a number; expected true or false, as of m.data > 3")
	for filter, want := range map[string]string{
		"1 + 1":                                  "--filter: the expression is a number; expected true or false, as of m.data > 3",
		strings.Repeat("m.data and ", 400) + "1": "--filter: expression of 4401 bytes, expected at most 2000",
	} {
		require.EqualError(t, (&view{filter: filter}).compile(), want)
	}
}
