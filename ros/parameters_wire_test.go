package ros_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	rclinterfaces "gonao/msgs/rcl_interfaces"
	"gonao/ros"
	"gonao/ros/cdr"
	"gonao/ros/inproc"
)

// captured is the node whose services and events are among the captures of a real
// ROS 2 (msgs/testdata/README.md), where it was written in Python.
type captured struct {
	Bool     bool      `yaml:"p_bool"`
	Int      int       `yaml:"p_int" desc:"an int" min:"0" max:"100" step:"2"`
	Double   float64   `yaml:"p_double" desc:"a double" min:"-1" max:"5" step:"0.5" constraints:"none"`
	String   string    `yaml:"p_string"`
	Bytes    []byte    `yaml:"p_bytes"`
	Bools    []bool    `yaml:"p_bools"`
	Ints     []int64   `yaml:"p_ints"`
	Doubles  []float64 `yaml:"p_doubles"`
	Strings  []string  `yaml:"p_strings"`
	ReadOnly string    `yaml:"p_readonly" readonly:"true"`
	Dynamic  any       `yaml:"p_dyn"`
	Group    struct {
		Sub struct {
			X int `yaml:"x"`
		} `yaml:"sub"`
	} `yaml:"grp"`
}

func capturedConfig() captured {
	c := captured{
		Bool: true, Int: 42, Double: 2.5, String: "text", Bytes: []byte{1, 2, 255}, Bools: []bool{true, false, true},
		Ints: []int64{1, -2, 3000000000}, Doubles: []float64{0.5, -1.5}, Strings: []string{"a", "", "bcd"}, ReadOnly: "ro",
	}
	c.Group.Sub.X = 7
	return c
}

// sample reads a capture: the encapsulation header and the payload.
func sample(t *testing.T, name string, serviceHeader int) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "msgs", "testdata", "captures", "params", name+".bin"))
	require.NoError(t, err)
	return append(data[:cdr.HeaderSize:cdr.HeaderSize], data[cdr.HeaderSize+serviceHeader:]...)
}

// replay asks a service what the capture asked, and expects the captured bytes.
func replay[Q, A any, PQ ros.Request[Q], PA ros.Message[A]](t *testing.T, n *ros.Node, service, capture string) {
	t.Helper()
	const header = 16
	client, err := ros.NewClient[Q, A, PQ, PA](n, "/cap/param_node/"+service)
	require.NoError(t, err)
	var q Q
	require.NoError(t, cdr.Unmarshal(sample(t, capture+"_request", header), PQ(&q)))
	a, err := client.Call(t.Context(), q)
	require.NoError(t, err)
	if l, ok := any(&a).(*rclinterfaces.ListParametersResponse); ok { // rclpy's nodes do not have this one
		l.Result.Names = slices.DeleteFunc(l.Result.Names, func(name string) bool { return name == "service_introspection" })
	}
	requireSameBytes(t, sample(t, capture+"_reply", header), PA(&a))
}

// requireSameBytes compares except for the padding at the end, which is the transport's.
func requireSameBytes(t *testing.T, want []byte, m cdr.Message) {
	t.Helper()
	got := cdr.Marshal(m)
	require.LessOrEqual(t, len(want)-len(got), 3)
	for len(got) < len(want) {
		got = append(got, 0)
	}
	require.Equal(t, want, got)
}

func TestParametersAnswerByteForByteAsRclpy(t *testing.T) {
	bus := inproc.NewBus()
	bus.Clock().Set(time.Unix(1795181853, 0))
	look, err := ros.NewNode(t.Context(), bus, "look", ros.NodeOptions{Bare: true})
	require.NoError(t, err)
	defer look.Close()
	events, err := ros.Subscribe[rclinterfaces.ParameterEvent](look, "/parameter_events", ros.Depth(100))
	require.NoError(t, err)

	config := capturedConfig()
	n, err := ros.NewNode(t.Context(), bus, "param_node", ros.NodeOptions{Namespace: "/cap", Parameters: &config})
	require.NoError(t, err)
	defer n.Close()
	var last captured
	require.NoError(t, ros.OnReconfigure(n, func(c captured) error { last = c; return nil }))

	replay[rclinterfaces.ListParametersRequest, rclinterfaces.ListParametersResponse](t, look, "list_parameters", "list_parameters_0")
	replay[rclinterfaces.ListParametersRequest, rclinterfaces.ListParametersResponse](t, look, "list_parameters", "list_parameters_1")
	replay[rclinterfaces.GetParametersRequest, rclinterfaces.GetParametersResponse](t, look, "get_parameters", "get_parameters_0")
	replay[rclinterfaces.GetParametersRequest, rclinterfaces.GetParametersResponse](t, look, "get_parameters", "get_parameters_1")
	replay[rclinterfaces.GetParameterTypesRequest, rclinterfaces.GetParameterTypesResponse](t, look, "get_parameter_types", "get_parameter_types_0")
	replay[rclinterfaces.DescribeParametersRequest, rclinterfaces.DescribeParametersResponse](t, look, "describe_parameters", "describe_parameters_0")
	require.Len(t, (<-events.C()).NewParameters, 15)
	replay[rclinterfaces.SetParametersRequest, rclinterfaces.SetParametersResponse](t, look, "set_parameters", "set_parameters_0")
	replay[rclinterfaces.SetParametersAtomicallyRequest, rclinterfaces.SetParametersAtomicallyResponse](t, look, "set_parameters_atomically", "set_parameters_atomically_0")

	for _, name := range []string{"parameter_event_13", "parameter_event_14", "parameter_event_15"} {
		var want rclinterfaces.ParameterEvent
		data := sample(t, name, 0)
		require.NoError(t, cdr.Unmarshal(data, &want))
		got := <-events.C()
		require.Equal(t, want.Stamp.Sec, got.Stamp.Sec)
		got.Stamp = want.Stamp
		requireSameBytes(t, data, &got)
	}
	require.Empty(t, events.C(), "what was refused is not an event")
	require.Equal(t, 10, last.Int)
	require.Equal(t, []string{"q", "r"}, last.Strings)
	require.Equal(t, []float64{9}, last.Doubles)
	require.False(t, last.Bool)
	require.Equal(t, capturedConfig(), config, "the start's values are the caller's")
}
