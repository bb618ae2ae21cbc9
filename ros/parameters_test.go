package ros_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	rclinterfaces "gonao/msgs/rcl_interfaces"
	"gonao/ros"
	"gonao/ros/inproc"
	"gonao/ros/param"
	"gonao/ros/paramtest"
)

// tuned is a node that can be tuned while it runs.
type tuned struct {
	Gain   float64  `yaml:"gain" unit:"1/s" min:"0" max:"10" desc:"how strongly it acts"`
	Rate   float64  `yaml:"rate"`
	Count  uint8    `yaml:"count" min:"1"`
	Mode   string   `yaml:"mode" enum:"slow|fast" desc:"how it acts"`
	Angles []int    `yaml:"angles" min:"-3" max:"3" unit:"deg"`
	Names  []string `yaml:"names"`
	File   string   `yaml:"file" readonly:"true"`
	Low    int      `yaml:"low"`
	High   int      `yaml:"high"`
	Camera struct {
		Width int `yaml:"width" min:"0" max:"640" step:"16" desc:"pixels of a row"`
	} `yaml:"camera" desc:"both cameras"`
}

func (c tuned) Validate() error {
	if c.Low > c.High {
		return fmt.Errorf("low %d: expected at most high, %d", c.Low, c.High)
	}
	return nil
}

func tunedConfig() tuned {
	return tuned{Gain: 1, Rate: 2, Count: 3, Mode: "slow", Angles: []int{1}, Names: []string{"a"}, File: "x", Low: 1, High: 2}
}

// tuner starts a node with these parameters and gives how its services are called.
func tuner(t *testing.T) (*ros.Node, func(name string, value param.Value) rclinterfaces.SetParametersResult) {
	t.Helper()
	config := tunedConfig()
	n, err := ros.NewNode(t.Context(), inproc.NewBus(), "act", ros.NodeOptions{Namespace: "nao1", Parameters: &config})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, n.Close()) })
	set, err := ros.NewClient[rclinterfaces.SetParametersRequest, rclinterfaces.SetParametersResponse](n, "~/set_parameters")
	require.NoError(t, err)
	return n, func(name string, value param.Value) rclinterfaces.SetParametersResult {
		a, err := set.Call(t.Context(), rclinterfaces.SetParametersRequest{Parameters: []rclinterfaces.Parameter{{Name: name, Value: ros.ParameterValue(value)}}})
		require.NoError(t, err)
		require.Len(t, a.Results, 1)
		return a.Results[0]
	}
}

func TestAChangeThatDoesNotFitIsRefusedWithTheReason(t *testing.T) {
	n, set := tuner(t)
	require.NoError(t, ros.OnReconfigure(n, func(c tuned) error {
		if c.Gain == 7 {
			return errors.New("7 is unlucky")
		}
		return nil
	}))
	rows := []struct {
		name   string
		value  param.Value
		reason string
	}{
		{"gian", 1.0, `parameter "gian": no such parameter (did you mean "gain"?)`},
		{"nothing_like_it", 1.0, `parameter "nothing_like_it": no such parameter`},
		{"use_sim_tim", true, `parameter "use_sim_tim": no such parameter (did you mean "use_sim_time"?)`},
		{"gain", int64(3), `parameter "gain": expected a float, got the integer 3: write 3.0`},
		{"gain", "fast", `parameter "gain": expected a float, got the string "fast"`},
		{"gain", 11.0, "Parameter gain out of range. Min: 0.0, Max: 10.0, value: 11.0"},
		{"gain", math.NaN(), `parameter "gain": NaN: expected 0 to 10 1/s`},
		{"gain", math.Inf(1), "Parameter gain out of range. Min: 0.0, Max: 10.0, value: +Inf"},
		{"rate", math.NaN(), `parameter "rate": NaN: expected a number`},
		{"rate", math.Inf(-1), `parameter "rate": -Inf: expected a number`},
		{"gain", 7.0, "7 is unlucky"},
		{"gain", nil, `parameter "gain": no value given: a node's parameter cannot be deleted`},
		{"count", int64(0), `parameter "count": 0: expected 1 or more`},
		{"count", int64(256), `parameter "count": 256: expected a whole number that fits uint8`},
		{"count", 1.0, `parameter "count": expected an integer, got the float 1.0`},
		{"mode", "quick", `parameter "mode": "quick": expected "slow" or "fast"`},
		{"mode", true, `parameter "mode": expected a string, got the bool true: write 'true'`},
		{"angles", []int64{0, 4}, `parameter "angles": element 1: 4: expected -3 to 3 deg`},
		{"angles", []float64{1}, `parameter "angles": element 0: expected an integer, got the float 1.0`},
		{"angles", []byte{1}, `parameter "angles": expected a list of integers, got a list of bytes`},
		{"angles", int64(1), `parameter "angles": expected a list of integers, got the integer 1`},
		{"camera.width", int64(100), `parameter "camera.width": 100: expected 0 to 640 in steps of 16`},
		{"camera", int64(100), `parameter "camera": no such parameter`},
		{"file", "y", "Trying to set a read-only parameter: file."},
		{"start_type_description_service", false, "Trying to set a read-only parameter: start_type_description_service."},
		{"low", int64(3), "low 3: expected at most high, 2"},
	}
	for _, row := range rows {
		got := set(row.name, row.value)
		require.False(t, got.Successful, row.name)
		require.Equal(t, row.reason, got.Reason)
	}
	for name, value := range map[string]param.Value{"gain": 10.0, "count": int64(255), "mode": "fast", "angles": []int64{}, "names": []bool{}, "camera.width": int64(640)} {
		require.Equal(t, rclinterfaces.SetParametersResult{Successful: true}, set(name, value), name)
	}
}

func TestSetAtomicallySetsAllOrNothing(t *testing.T) {
	n, _ := tuner(t)
	config, err := ros.WatchConfig[tuned](n, nil)
	require.NoError(t, err)
	client, err := ros.NewClient[rclinterfaces.SetParametersAtomicallyRequest, rclinterfaces.SetParametersAtomicallyResponse](n, "~/set_parameters_atomically")
	require.NoError(t, err)
	ask := func(high int64) rclinterfaces.SetParametersResult {
		a, err := client.Call(t.Context(), rclinterfaces.SetParametersAtomicallyRequest{Parameters: []rclinterfaces.Parameter{
			{Name: "low", Value: ros.ParameterValue(int64(5))}, {Name: "high", Value: ros.ParameterValue(high)}, {Name: "use_sim_time", Value: ros.ParameterValue(false)},
		}})
		require.NoError(t, err)
		return a.Result
	}
	require.Equal(t, rclinterfaces.SetParametersResult{Reason: "low 5: expected at most high, 4"}, ask(4))
	_, ok := config.Next()
	require.False(t, ok)
	require.True(t, ask(6).Successful, "each alone would be refused")
	got, ok := config.Next()
	require.True(t, ok)
	require.Equal(t, 5, got.Low)
	require.Equal(t, 6, got.High)
	_, ok = config.Next()
	require.False(t, ok, "it was given already")
	require.Zero(t, testing.AllocsPerRun(100, func() { config.Next() }), "a loop asks in every cycle")
}

func TestWithoutACallbackParametersAreReadOnly(t *testing.T) {
	n, set := tuner(t)
	describe, err := ros.NewClient[rclinterfaces.DescribeParametersRequest, rclinterfaces.DescribeParametersResponse](n, "~/describe_parameters")
	require.NoError(t, err)
	readOnly := func(name string) bool {
		a, err := describe.Call(t.Context(), rclinterfaces.DescribeParametersRequest{Names: []string{name}})
		require.NoError(t, err)
		require.Len(t, a.Descriptors, 1)
		return a.Descriptors[0].ReadOnly
	}
	require.Equal(t, "Trying to set a read-only parameter: gain.", set("gain", 2.0).Reason)
	require.True(t, readOnly("gain"))
	require.False(t, readOnly("use_sim_time"))
	require.True(t, set("use_sim_time", true).Successful)

	require.NoError(t, ros.OnReconfigure(n, func(tuned) error { return nil }))
	require.True(t, set("gain", 2.0).Successful)
	require.False(t, readOnly("gain"))
	require.True(t, readOnly("file"))
	require.ErrorContains(t, ros.OnReconfigure(n, func(captured) error { return nil }), "changes of ros_test.captured expected, but they are ros_test.tuned")
}

func TestADescriptionTellsUnitGroupRangeAndWords(t *testing.T) {
	n, _ := tuner(t)
	require.NoError(t, ros.OnReconfigure(n, func(tuned) error { return nil }))
	describe, err := ros.NewClient[rclinterfaces.DescribeParametersRequest, rclinterfaces.DescribeParametersResponse](n, "~/describe_parameters")
	require.NoError(t, err)
	a, err := describe.Call(t.Context(), rclinterfaces.DescribeParametersRequest{Names: []string{"gain", "mode", "camera.width", "angles", "count"}})
	require.NoError(t, err)
	require.Equal(t, []rclinterfaces.ParameterDescriptor{
		{
			Name: "gain", Type: rclinterfaces.ParameterTypeParameterDouble, Description: "how strongly it acts [1/s]",
			FloatingPointRange: []rclinterfaces.FloatingPointRange{{FromValue: 0, ToValue: 10}},
		},
		{Name: "mode", Type: rclinterfaces.ParameterTypeParameterString, Description: "how it acts", AdditionalConstraints: "slow or fast"},
		{
			Name: "camera.width", Type: rclinterfaces.ParameterTypeParameterInteger, Description: "pixels of a row (both cameras)",
			IntegerRange: []rclinterfaces.IntegerRange{{FromValue: 0, ToValue: 640, Step: 16}},
		},
		{Name: "angles", Type: rclinterfaces.ParameterTypeParameterIntegerArray, Description: "[deg]", AdditionalConstraints: "-3 to 3"},
		{
			Name: "count", Type: rclinterfaces.ParameterTypeParameterInteger,
			IntegerRange: []rclinterfaces.IntegerRange{{FromValue: 1, ToValue: math.MaxInt64}},
		},
	}, a.Descriptors)
	none, err := describe.Call(t.Context(), rclinterfaces.DescribeParametersRequest{Names: []string{"gain", "gian"}})
	require.NoError(t, err)
	require.Empty(t, none.Descriptors, "as rclcpp and rclpy answer")
}

func TestListsGoAsDeepAsAsked(t *testing.T) {
	type deep struct {
		A struct {
			B struct {
				C int `yaml:"c"`
			} `yaml:"b"`
			D int `yaml:"d"`
		} `yaml:"a"`
		Ab int `yaml:"ab"`
	}
	n, err := ros.NewNode(t.Context(), inproc.NewBus(), "deep", ros.NodeOptions{Parameters: &deep{}})
	require.NoError(t, err)
	defer n.Close()
	client, err := ros.NewClient[rclinterfaces.ListParametersRequest, rclinterfaces.ListParametersResponse](n, "~/list_parameters")
	require.NoError(t, err)
	common := []string{"use_sim_time", "start_type_description_service", "service_introspection"}
	rows := []struct {
		prefixes []string
		depth    uint64
		want     []string
		groups   []string
	}{
		{nil, 0, append(common, "a.b.c", "a.d", "ab"), []string{"a.b", "a"}},
		{nil, 1, append(common, "ab"), nil},
		{nil, 2, append(common, "a.d", "ab"), []string{"a"}},
		{[]string{"a"}, 0, []string{"a.b.c", "a.d"}, []string{"a.b", "a"}},
		{[]string{"a"}, 1, []string{"a.d"}, []string{"a"}},
		{[]string{"a"}, 2, []string{"a.b.c", "a.d"}, []string{"a.b", "a"}},
		{[]string{"a.b", "ab"}, 1, []string{"a.b.c", "ab"}, []string{"a.b"}},
		{[]string{"b"}, 0, nil, nil},
	}
	for _, row := range rows {
		a, err := client.Call(t.Context(), rclinterfaces.ListParametersRequest{Prefixes: row.prefixes, Depth: row.depth})
		require.NoError(t, err)
		require.Equal(t, row.want, a.Result.Names, row)
		require.Equal(t, row.groups, a.Result.Prefixes, row)
	}
}

func TestTwoNodesOfOneProcessTakeTheirOwnFromTheSameArguments(t *testing.T) {
	t.Setenv("ROS_NAMESPACE", "team")
	args, err := param.ParseArgs([]string{
		"--ros-args", "-r", "left:__node:=port", "-r", "port:__ns:=/nao1", "-p", "gain:=3.0", "-r", "port:words:=out",
	})
	require.NoError(t, err)
	left, right := tunedConfig(), tunedConfig()
	var got []string
	for name, config := range map[string]*tuned{"left": &left, "right": &right} {
		opts, err := ros.Configure(args, name, config)
		require.NoError(t, err)
		n, err := ros.NewNode(context.Background(), inproc.NewBus(), name, opts)
		require.NoError(t, err)
		got = append(got, n.FullName(), fmt.Sprint(len(opts.Remaps)))
		require.NoError(t, n.Close())
	}
	require.ElementsMatch(t, []string{"/nao1/port", "1", "/team/right", "0"}, got)
	require.InDelta(t, 3.0, left.Gain, 0)
	require.InDelta(t, 3.0, right.Gain, 0)

	t.Setenv("ROS_NAMESPACE", "te am")
	_, err = ros.Configure(args, "right", &right)
	require.ErrorContains(t, err, "ROS_NAMESPACE")
}

func TestAParameterIsSetByItsFormerNameWithAWarning(t *testing.T) {
	type config struct {
		Radius float64 `yaml:"radius" was:"radius_m"`
	}
	synctest.Test(t, func(t *testing.T) {
		a, err := param.ParseArgs([]string{"--ros-args", "-p", "radius_m:=0.25"})
		require.NoError(t, err)
		var log bytes.Buffer
		c := config{Radius: 1}
		opts, err := ros.Configure(a, "act", &c)
		require.NoError(t, err)
		opts.Logger = slog.New(slog.NewTextHandler(&log, nil))
		n, err := ros.NewNode(t.Context(), inproc.NewBus(), "act", opts)
		require.NoError(t, err)
		defer n.Close()
		require.InDelta(t, 0.25, c.Radius, 0)
		require.Contains(t, log.String(), `-p: parameter \"radius_m\" is called \"radius\" now`)
		require.NoError(t, ros.OnReconfigure(n, func(next config) error { c = next; return nil }))
		set := paramtest.Setter(t, n, "act")
		require.Empty(t, set("radius_m", 0.5))
		require.InDelta(t, 0.5, c.Radius, 0)
		require.Contains(t, log.String(), `set_parameters: parameter \"radius_m\" is called \"radius\" now`)
	})
}
