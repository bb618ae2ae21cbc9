package tool_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/tooltest"
)

func TestLaunchFilesAreRunAndShown(t *testing.T) {
	g := tooltest.New(t)
	file := t.TempDir() + "/a.launch.yaml"
	tooltest.WriteFile(t, file, `
launch:
- arg: {name: word, default: hello, description: what to say, choice: [{value: hello}, {value: bye}]}
- arg: {name: who}
- arg: {name: never, default: x, if: "false"}
- executable: {cmd: echo $(var word) $(var who), output: screen}
`)
	out, err := g.Gonao("launch", file, "--show-args")
	require.NoError(t, err)
	require.Equal(t, `Arguments (name:=value):

  word
      what to say
      one of: hello, bye
      default: hello

  who
      required

  never*
      default: x

* used only under a condition
`, out)

	out, err = g.Gonao("launch", file, "who:=nao", "--print")
	require.NoError(t, err)
	require.Contains(t, out, "hello nao")

	for want, args := range map[string][]string{
		`no argument "wo" (did you mean`: {"who:=nao", "wo:=x"}, `argument "word"`: {"who:=nao", "word:=x"}, `required argument "who"`: nil, `expected name:=value`: {"who:="},
	} {
		for _, flag := range []string{"--force", "--check"} {
			_, err = g.Gonao(append([]string{"launch", file, flag}, args...)...)
			require.ErrorContains(t, err, want)
			require.Equal(t, cli.ExitUsage, cli.ExitCode(err), want)
		}
	}

	out, err = g.Gonao("launch", file, "who:=nao", "--check")
	require.NoError(t, err)
	require.Equal(t, "a.launch.yaml: 2 variants checked, all would start\n", out)
	broken := tooltest.File(t, "b.launch.yaml", "launch:\n- arg: {name: word, default: a, choice: [{value: a}, {value: b}]}\n- include: {file: $(var word).yaml}\n")
	out, err = g.Gonao("launch", broken, "--check")
	require.EqualError(t, err, "b.launch.yaml: 2 of 2 variants would not start")
	require.Contains(t, out, "b.launch.yaml word:=b: ")

	logs := t.TempDir()
	out, err = g.Gonao("launch", file, "who:=nao", "word:=bye", "--log-dir", logs)
	require.NoError(t, err)
	require.Contains(t, out, "the whole output is kept in "+logs+"\n")
	require.Contains(t, out, "[echo-1] bye nao\n")
}

func TestTheOutputIsKeptWhereROSKeepsIt(t *testing.T) {
	file := tooltest.File(t, "a.launch.yaml", "launch:\n- executable: {cmd: echo hello, name: greeter}\n")
	home := t.TempDir()
	for _, c := range []struct{ name, value, below string }{
		{"ROS_LOG_DIR", filepath.Join(home, "logs"), "logs"},
		{"ROS_HOME", filepath.Join(home, "ros"), "ros/log"},
		{"HOME", filepath.Join(home, "me"), "me/.ros/log"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv("ROS_LOG_DIR", "")
			t.Setenv("ROS_HOME", "")
			t.Setenv(c.name, c.value)
			out, _, err := tooltest.Gonao(t, "launch", file)
			require.NoError(t, err)
			require.Contains(t, out, "the whole output is kept in "+filepath.Join(home, c.below)+"/gonao-")
			kept, err := filepath.Glob(filepath.Join(home, c.below, "gonao-*", "greeter-1.log"))
			require.NoError(t, err)
			require.Len(t, kept, 1)
		})
	}
}

func TestALaunchFileOfAPackageIsFoundByItsName(t *testing.T) {
	out, _, err := tooltest.Gonao(t, "launch", "gonao_bringup", "robot.launch.yaml", "--show-args")
	require.NoError(t, err)
	require.Contains(t, out, "\n  protocol")
	for _, c := range []struct{ line, want string }{
		{"gonao_bringup nowhere.launch.yaml", "nowhere.launch.yaml: no such file"},
		{"robot.launch.yaml nowhere", `launch robot.launch.yaml: argument "nowhere": expected name:=value`},
		{"nowhere.launch.yaml --show-args", "nowhere.launch.yaml: no such file"},
	} {
		_, _, err := tooltest.Gonao(t, append([]string{"launch"}, strings.Fields(c.line)...)...)
		require.ErrorContains(t, err, c.want)
	}
}
