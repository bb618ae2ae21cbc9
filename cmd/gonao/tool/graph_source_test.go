package tool_test

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/cmd/gonao/tooltest"
	typedescription "gonao/msgs/type_description_interfaces"
	"gonao/ros/cdr"
	"gonao/ros/dynamic"
)

// describeTypes serves the descriptions of a library from the node under test.
func describeTypes(t *testing.T, g *tooltest.Graph, lib *dynamic.Library) {
	tooltest.Serve(t, g.Node, "get_type_description", func(q typedescription.GetTypeDescriptionRequest) (a typedescription.GetTypeDescriptionResponse) {
		hash, err := lib.Hash(q.TypeName_)
		if err == nil && hash != q.TypeHash_ {
			err = errors.New("no such hash")
		}
		if err == nil {
			a.TypeDescription, err = lib.Description(q.TypeName_)
		}
		if a.Successful = err == nil; err != nil {
			a.FailureReason = err.Error()
		}
		return a
	})
}

func TestATypeThatIsNotKnownIsDescribedByItsPublisher(t *testing.T) {
	g := tooltest.New(t)
	lib, dir := tooltest.OddLibrary(t, "std_msgs/Header header\nint32[] numbers\n")
	m, err := lib.Message("odd_msgs/msg/Odd")
	require.NoError(t, err)
	require.NoError(t, m.SetText("{header: {frame_id: here}, numbers: [1, 2]}", time.Time{}))
	g.Repeat("odd", m.TypeName(), m.TypeHash(), cdr.Marshal(m))
	want := "header:\n  stamp:\n    sec: 0\n    nanosec: 0\n  frame_id: here\nnumbers:\n- 1\n- 2\n---\n"

	out, err := g.Gonao("topic", "echo", "/nao1/odd", "--once", "--definitions", dir)
	require.NoError(t, err)
	require.Equal(t, want, out)

	_, err = g.Gonao("topic", "echo", "/nao1/odd", "--once", "--timeout", "50ms")
	require.EqualError(t, err, "topic /nao1/odd: no definition of odd_msgs/msg/Odd, expected package/msg/Name; nor was it described: "+
		"description of odd_msgs/msg/Odd from /nao1/talker: /nao1/talker/get_type_description: no server: context deadline exceeded; give the definition with --definitions DIR")

	describeTypes(t, g, lib)
	out, err = g.Gonao("topic", "echo", "/nao1/odd", "--once")
	require.NoError(t, err)
	require.Equal(t, want, out)
	out, err = g.Gonao("interface", "show", "odd_msgs/msg/Odd", "--node", "/nao1/talker")
	require.NoError(t, err)
	require.Equal(t, "std_msgs/Header header\n\tbuiltin_interfaces/Time stamp\n\t\tint32 sec\n\t\tuint32 nanosec\n\tstring frame_id\nint32[] numbers\n", out)
	out, err = g.Gonao("topic", "pub", "--once", "-w", "0", "--keep-alive", "0", "/nao1/odd", "odd_msgs/msg/Odd", "numbers: [7]")
	require.NoError(t, err)
	require.Contains(t, out, "publishing #1: odd_msgs.msg.Odd(header=std_msgs.msg.Header(stamp=builtin_interfaces.msg.Time(sec=0, nanosec=0), frame_id=''), numbers=[7])")
	require.Contains(t, g.Rate("/nao1/odd"), "average rate: ")
}

func TestADefinitionThatDiffersIsToldWithBothHashes(t *testing.T) {
	g := tooltest.New(t)
	_, ours := tooltest.OddLibrary(t, "int32 number\n")
	lib, _ := tooltest.OddLibrary(t, "int32 number\nstring name\n")
	m, err := lib.Message("odd_msgs/msg/Odd")
	require.NoError(t, err)
	g.Repeat("odd", m.TypeName(), m.TypeHash(), cdr.Marshal(m))
	known, _ := tooltest.OddLibrary(t, "int32 number\n")
	hash, err := known.Hash("odd_msgs/msg/Odd")
	require.NoError(t, err)

	_, err = g.Gonao("topic", "echo", "/nao1/odd", "--once", "--definitions", ours, "--timeout", "50ms")
	require.EqualError(t, err, "topic /nao1/odd: odd_msgs/msg/Odd is here with hash "+hash+", at /nao1/talker with hash "+m.TypeHash()+
		", which it does not describe: description of odd_msgs/msg/Odd from /nao1/talker: /nao1/talker/get_type_description: no server: context deadline exceeded; give the definition with --definitions DIR")

	describeTypes(t, g, lib)
	out, err := g.Gonao("topic", "echo", "/nao1/odd", "--once", "--definitions", ours)
	require.NoError(t, err)
	require.Equal(t, "warning: topic /nao1/odd: odd_msgs/msg/Odd is here with hash "+hash+", at /nao1/talker with hash "+m.TypeHash()+
		"; taken as /nao1/talker describes it\nnumber: 0\nname: ''\n---\n", out)
}
