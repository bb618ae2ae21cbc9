package graph_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/cmd/gonao/graph"
	"gonao/cmd/gonao/tooltest"
	rclinterfaces "gonao/msgs/rcl_interfaces"
	"gonao/ros"
	rosparam "gonao/ros/param"
)

// fakeParams serves the parameters of a node as ROS's own nodes do.
type fakeParams struct {
	values   map[string]rclinterfaces.ParameterValue
	readOnly string // a name
}

func (f *fakeParams) serve(t *testing.T, n *ros.Node) {
	tooltest.Serve(t, n, "list_parameters", func(rclinterfaces.ListParametersRequest) (a rclinterfaces.ListParametersResponse) {
		for name := range f.values {
			a.Result.Names = append(a.Result.Names, name)
		}
		return a
	})
	tooltest.Serve(t, n, "get_parameters", func(q rclinterfaces.GetParametersRequest) (a rclinterfaces.GetParametersResponse) {
		for _, name := range q.Names {
			a.Values = append(a.Values, f.values[name])
		}
		return a
	})
	tooltest.Serve(t, n, "get_parameter_types", func(q rclinterfaces.GetParameterTypesRequest) (a rclinterfaces.GetParameterTypesResponse) {
		for _, name := range q.Names {
			a.Types = append(a.Types, f.values[name].Type)
		}
		return a
	})
	tooltest.Serve(t, n, "describe_parameters", func(q rclinterfaces.DescribeParametersRequest) (a rclinterfaces.DescribeParametersResponse) {
		for _, name := range q.Names {
			if _, ok := f.values[name]; !ok {
				return rclinterfaces.DescribeParametersResponse{} // as rclcpp does
			}
			a.Descriptors = append(a.Descriptors, rclinterfaces.ParameterDescriptor{
				Name: name, Type: f.values[name].Type, Description: "what " + name + " is", ReadOnly: name == "count",
				FloatingPointRange: []rclinterfaces.FloatingPointRange{{FromValue: 0, ToValue: 2.5}}, AdditionalConstraints: "be kind",
			})
		}
		return a
	})
	tooltest.Serve(t, n, "set_parameters", func(q rclinterfaces.SetParametersRequest) (a rclinterfaces.SetParametersResponse) {
		for _, p := range q.Parameters {
			old, known := f.values[p.Name]
			switch {
			case !known:
				a.Results = append(a.Results, rclinterfaces.SetParametersResult{Reason: p.Name + " is not declared"})
			case p.Name == f.readOnly:
				a.Results = append(a.Results, rclinterfaces.SetParametersResult{Reason: p.Name + " is read-only"})
			case p.Value.Type != 0 && p.Value.Type != old.Type:
				a.Results = append(a.Results, rclinterfaces.SetParametersResult{Reason: "wrong type"})
			default:
				f.values[p.Name] = p.Value
				a.Results = append(a.Results, rclinterfaces.SetParametersResult{Successful: true})
			}
		}
		return a
	})
}

func newParamGraph(t *testing.T) (*tooltest.Graph, *fakeParams) {
	g := tooltest.New(t)
	f := &fakeParams{values: map[string]rclinterfaces.ParameterValue{}}
	for name, value := range map[string]rosparam.Value{
		"flag": true, "count": int64(3), "gain": 1.0, "tiny": 1e-7, "name": "it's", "motion.kick.reach": 0.25,
		"flags": []bool{true, false}, "counts": []int64{1, 2}, "gains": []float64{1, 2.5}, "names": []string{"a", "3"},
	} {
		f.values[name] = graph.WireValue(value, 0)
	}
	f.values["bytes"] = rclinterfaces.ParameterValue{Type: rclinterfaces.ParameterTypeParameterByteArray, ByteArrayValue: []byte{1, 255}}
	f.values["unset"] = rclinterfaces.ParameterValue{}
	f.serve(t, g.Node)
	return g, f
}

func TestParametersAreShownAsROSDoes(t *testing.T) {
	g, _ := newParamGraph(t)
	all := "bytes count counts flag flags gain gains motion.kick.reach name names tiny unset"
	for _, c := range []struct{ line, want string }{
		{"list /nao1/talker", "  " + strings.ReplaceAll(all, " ", "\n  ") + "\n"},
		{"list", "/nao1/talker:\n  " + strings.ReplaceAll(all, " ", "\n  ") + "\n"},
		{"list --filter ^count --param-type", "/nao1/talker:\n  count (type: integer)\n  counts (type: integer array)\n"},
		{"get /nao1/talker flag", "Boolean value is: True\n"},
		{"get /nao1/talker count", "Integer value is: 3\n"},
		{"get /nao1/talker gain", "Double value is: 1.0\n"},
		{"get /nao1/talker tiny", "Double value is: 1e-07\n"},
		{"get /nao1/talker name", "String value is: it's\n"},
		{"get /nao1/talker flags", "Boolean values are: [True, False]\n"},
		{"get /nao1/talker counts", "Integer values are: [1, 2]\n"},
		{"get /nao1/talker gains", "Double values are: [1.0, 2.5]\n"},
		{"get /nao1/talker names", "String values are: ['a', '3']\n"},
		{"get /nao1/talker bytes", "Byte values are: [b'\\x01', b'\\xff']\n"},
		{"get /nao1/talker unset", "Parameter not set.\n"},
		{"get /nao1/talker gain --hide-type", "1.0\n"},
		{"describe /nao1/talker gain count", `Parameter name: gain
  Type: double
  Description: what gain is
  Constraints:
    Min value: 0.0
    Max value: 2.5
    Additional constraints: be kind
Parameter name: count
  Type: integer
  Description: what count is
  Constraints:
    Read only: true
    Min value: 0.0
    Max value: 2.5
    Additional constraints: be kind
`},
		{"dump /nao1/talker", `/nao1/talker:
  ros__parameters:
    bytes:
    - 1
    - 255
    count: 3
    counts:
    - 1
    - 2
    flag: true
    flags:
    - true
    - false
    gain: 1.0
    gains:
    - 1.0
    - 2.5
    motion:
      kick:
        reach: 0.25
    name: it's
    names:
    - a
    - '3'
    tiny: 1.0e-07
`},
	} {
		t.Run(c.line, func(t *testing.T) {
			t.Parallel()
			out, err := g.Gonao(append([]string{"param"}, strings.Fields(c.line)...)...)
			require.NoError(t, err)
			require.Equal(t, c.want, out)
		})
	}
}

func TestParametersAreSet(t *testing.T) {
	g, f := newParamGraph(t)
	for _, c := range []struct {
		name, text string
		want       any
	}{
		{"flag", "off", false},
		{"count", "4", int64(4)},
		{"gain", "-0.5", -0.5},
		{"name", `"3"`, "3"},
		{"counts", "[7]", []int64{7}},
		{"gains", "[]", []float64(nil)},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, err := g.Gonao("param", "set", "/nao1/talker", c.name, c.text, "--timeout", "5")
			require.NoError(t, err)
			require.Equal(t, "Set parameter successful\n", out)
			require.Equal(t, c.want, graph.GoValue(f.values[c.name]))
		})
	}
	out, err := g.Gonao("param", "delete", "/nao1/talker", "name")
	require.NoError(t, err)
	require.Equal(t, "Deleted parameter successfully\n", out)
}

func TestWhatWasDumpedIsLoaded(t *testing.T) {
	g, f := newParamGraph(t)
	delete(f.values, "bytes") // ROS's files have no bytes
	before := map[string]any{}
	for name, value := range f.values {
		before[name] = graph.GoValue(value)
	}
	out, err := g.Gonao("param", "dump", "/nao1/talker")
	require.NoError(t, err)
	file := t.TempDir() + "/dump.yaml"
	tooltest.WriteFile(t, file, out+"/**:\n  ros__parameters:\n    count: 9\n")
	for name, value := range f.values {
		f.values[name] = rclinterfaces.ParameterValue{Type: value.Type}
	}
	out, err = g.Gonao("param", "load", "/nao1/talker", file, "--no-use-wildcard")
	require.NoError(t, err)
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	require.Len(t, lines, len(before)-1) // one is not set
	require.True(t, slices.Contains(lines, "Set parameter motion.kick.reach successful"), out)
	for name, want := range before {
		require.Equal(t, want, graph.GoValue(f.values[name]), name)
	}

	_, err = g.Gonao("param", "load", "/nao1/talker", file)
	require.NoError(t, err)
	require.Equal(t, int64(9), f.values["count"].IntegerValue)

	tooltest.WriteFile(t, file, "/nao1/talker:\n  ros__parameters: {count: 5, gain: text, gian: 1.0}\n")
	out, err = g.Gonao("param", "load", "/nao1/talker", file)
	require.EqualError(t, err, "node /nao1/talker: 2 of 3 parameters not set")
	require.Equal(t, "Set parameter count successful\nSet parameter gain failed: wrong type\n"+
		"Set parameter gian failed: gian is not declared (did you mean \"gain\"?)\n", out)
}

func TestWrongParameterCommandsAreRefused(t *testing.T) {
	g, _ := newParamGraph(t)
	file := t.TempDir() + "/a.yaml"
	tooltest.WriteFile(t, file, "/other:\n  ros__parameters: {count: 5}\n")
	for _, c := range []struct{ line, want string }{
		{"get /nao1/talkr count --timeout 1ms", `no node /nao1/talkr (did you mean "/nao1/talker"?)`},
		{"get /nao1/talker cont", `node /nao1/talker has no parameter "cont" (did you mean "count"?)`},
		{"describe /nao1/talker zzz", `node /nao1/talker has no parameter "zzz"; it has: bytes, count, counts, `},
		{"set /nao1/talker count 1.5", `setting parameter failed: wrong type`},
		{"set /nao1/talker cont 1", `setting parameter failed: cont is not declared (did you mean "count"?)`},
		{"set /nao1/talker count {a:1}", `expected a value or a list`},
		{"delete /nao1/talker cont", `deleting parameter failed: cont is not declared`},
		{"load /nao1/talker " + file, `no parameters for /nao1/talker; it has some for: /other`},
		{"load /nao1/talker /nowhere.yaml", `/nowhere.yaml`},
		{"list --filter [", `--filter "[": `},
	} {
		t.Run(c.line, func(t *testing.T) {
			t.Parallel()
			_, err := g.Gonao(append([]string{"param"}, strings.Fields(c.line)...)...)
			require.ErrorContains(t, err, c.want)
		})
	}
}

func TestADumpedTextIsReadAsText(t *testing.T) {
	g, f := newParamGraph(t)
	for _, text := range []string{
		"off", "On", "y", "no", "true", "null", "~", "", "3", "0x1f", "1_000", "1e5", ".nan", "2026-11-23", "a: b", "- a", "[1", "#x", "'", `"`, " a ", "*a", "&a", "!t", "%", "@",
		"two\nlines", "tab\t", "größer", "plain",
	} {
		stored := rclinterfaces.ParameterValue{Type: rclinterfaces.ParameterTypeParameterString, StringValue: text}
		f.values["text"] = stored
		f.values["texts"] = rclinterfaces.ParameterValue{Type: rclinterfaces.ParameterTypeParameterStringArray, StringArrayValue: []string{text, "b"}}
		out, err := g.Gonao("param", "dump", "/nao1/talker")
		require.NoError(t, err)
		settings, err := rosparam.Parse("dump.yaml", []byte(out))
		require.NoError(t, err, out)
		found := 0
		for _, s := range settings {
			switch s.Name {
			case "text":
				require.Equal(t, rosparam.Value(text), s.Value, out)
				found++
			case "texts":
				require.Equal(t, rosparam.Value([]string{text, "b"}), s.Value, out)
				found++
			}
		}
		require.Equal(t, 2, found)
	}
}

func TestAReadOnlyValueThatStaysIsNoFailure(t *testing.T) {
	g, f := newParamGraph(t)
	f.readOnly = "count"
	file := tooltest.File(t, "p.yaml", "/nao1/talker:\n  ros__parameters: {count: 3, gain: 2.0}\n")
	out, err := g.Gonao("param", "load", "/nao1/talker", file)
	require.NoError(t, err)
	require.Contains(t, out, "Set parameter count not needed: it has this value")
	require.Contains(t, out, "Set parameter gain successful")
	file = tooltest.File(t, "p.yaml", "/nao1/talker:\n  ros__parameters: {count: 4}\n")
	_, err = g.Gonao("param", "load", "/nao1/talker", file)
	require.ErrorContains(t, err, "1 of 1 parameters not set")
}
