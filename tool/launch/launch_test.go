package launch_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/tool/tooltest"
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

	logs := t.TempDir()
	out, err = g.Gonao("launch", file, "who:=nao", "word:=bye", "--log-dir", logs)
	require.NoError(t, err)
	require.Contains(t, out, "the whole output is kept in "+logs+"\n")
	require.Contains(t, out, "[echo-1] bye nao\n")
}
