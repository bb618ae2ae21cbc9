package tool_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/cmd/gonao/tooltest"
)

func TestDefinitionsAreShownAsROSDoes(t *testing.T) {
	g := tooltest.New(t)
	_, dir := tooltest.OddLibrary(t, "# What is odd.\n\nuint8 MOST=3  # of all\nstring WORD=\"a b\"\nOdder[<=2] odders # two\n\nfloat64 x\n")
	tooltest.WriteFile(t, dir+"/odd_msgs/msg/Odder.msg", "# More so.\nbuiltin_interfaces/Time[] times\n\nstring<=5 name\n")
	for _, c := range []struct{ flags, want string }{
		{"", "# What is odd.\n\nuint8 MOST=3  # of all\nstring WORD=\"a b\"\nOdder[<=2] odders # two\n" +
			"\tbuiltin_interfaces/Time[] times\n\t\tint32 sec\n\t\tuint32 nanosec\n\tstring<=5 name\n\nfloat64 x\n"},
		{"--no-comments", "uint8 MOST=3\nstring WORD=\"a b\"\nOdder[<=2] odders\n" +
			"\tbuiltin_interfaces/Time[] times\n\t\tint32 sec\n\t\tuint32 nanosec\n\tstring<=5 name\nfloat64 x\n"},
	} {
		out, err := g.Gonao(append([]string{"interface", "show", "odd_msgs/msg/Odd", "--definitions", dir}, strings.Fields(c.flags)...)...)
		require.NoError(t, err)
		require.Equal(t, c.want, out)
	}
	out, err := g.Gonao("interface", "show", "odd_msgs/Odd", "--definitions", dir, "--all-comments")
	require.NoError(t, err)
	require.Contains(t, out, "\n\t# More so.\n\tbuiltin_interfaces/Time[] times\n")
	require.Contains(t, out, "\n\n\tstring<=5 name\n")

	for _, c := range []struct{ line, want string }{
		{"show std_srvs/srv/SetBool --no-comments", "bool data\n---\nbool success\nstring message\n"},
		{"package std_srvs", "std_srvs/srv/Empty\nstd_srvs/srv/SetBool\nstd_srvs/srv/Trigger\n"},
		{"package example_interfaces --only-actions", "example_interfaces/action/Fibonacci\n"},
		{"proto geometry_msgs/msg/Point", "\"x: 0.0\ny: 0.0\nz: 0.0\n\"\n"},
		{"proto std_srvs/srv/SetBool --no-quotes", "data: false\n\n"},
		{"proto example_interfaces/action/Fibonacci --no-quotes", "order: 0\n\n"},
	} {
		out, err := g.Gonao(append([]string{"interface"}, strings.Fields(c.line)...)...)
		require.NoError(t, err)
		require.Equal(t, c.want, out, c.line)
	}
	t.Setenv("AMENT_PREFIX_PATH", "") // a sourced ROS 2 has more of them
	out, err = g.Gonao("interface", "list", "-s", "-a")
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(out, "Services:\n    "), out)
	require.Contains(t, out, "\nActions:\n    control_msgs/action/FollowJointTrajectory\n    example_interfaces/action/Fibonacci\n")
	out, err = g.Gonao("interface", "packages", "-a")
	require.NoError(t, err)
	require.Contains(t, out, "example_interfaces\ngonao_msgs\n")
}
