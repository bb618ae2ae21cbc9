package robot_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/cmd/gonao/tooltest"
)

func (b *bench) team(command, file string, args ...string) (string, error) {
	line := append([]string{"robot", command, "--team", file}, args...)
	for _, option := range b.robot.Options {
		line = append(line, "--ssh-option", option)
	}
	var out tooltest.Buffer
	err := (&tooltest.Graph{}).Run(b.t.Context(), &out, line...)
	return out.String(), err
}

func TestATeamIsDeployedAndShownAsOneTable(t *testing.T) {
	if testing.Short() {
		t.Skip("many connections to an sshd")
	}
	b := newBench(t)
	host := b.robot.Target()
	file := filepath.Join(t.TempDir(), "robots.yaml")
	tooltest.WriteFile(t, file, `team: 24
color: blue
arguments: ["socket:=`+b.socket+`"]
robots:
- {host: `+host+`, number: 3, role: striker, arguments: ["machine:=dance"]}
- {host: nobody@127.0.0.9, number: 4}
`)
	out, err := b.team("deploy", file, "--watch", "100ms")
	require.EqualError(t, err, "team "+file+": 1 of 2 robots are not deployed: the table above shows why")
	require.Contains(t, out, "3 "+host+" | ")
	require.Contains(t, out, "runs: robot.launch.yaml socket:="+b.socket+" machine:=dance\n")
	require.Regexp(t, `3 +striker +`+host+` +runs\n`, out)
	require.Regexp(t, `4 +nobody@127.0.0.9 +.+\n`, out)

	out, err = b.team("status", file)
	require.EqualError(t, err, "team "+file+": 1 of 2 robots are not running: the table above shows why")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	require.Len(t, lines, 3)
	require.Regexp(t, `^number +role +host +nodes +version +launch file +since$`, lines[0])
	require.Regexp(t, `^3 +striker +`+host+` +runs +\d+-\d+-\w+ +robot.launch.yaml`, lines[1])
}

func TestAWrongTeamIsNamed(t *testing.T) {
	b := newBench(t)
	for text, want := range map[string]string{
		"team: 300\nrobots: [{host: a, number: 1}]": "team: 300: expected 1 to 254",
		"team: 1":                                  "robots: the list is empty; expected host and number of each robot",
		"team: 1\nrobots: [{number: 1}]":           "robots[0].host: missing; expected user@host",
		"team: 1\nrobots: [{host: a, number: 21}]": "robots[0].number: 21: expected 1 to 20",
		"team: 1\nrobots: [{host: a, number: 2}, {host: b, number: 2}]": "robots[1].number: 2 is the number of a already",
		"team: 1\nrobots: [{host: a, number: 2}, {host: a, number: 3}]": "robots[1].host: a is listed twice",
		"team: 1\nrobots: [{host: a, number: 2, colour: red}]":          "colour",
	} {
		file := filepath.Join(t.TempDir(), "robots.yaml")
		tooltest.WriteFile(t, file, text)
		_, err := b.team("status", file)
		require.ErrorContains(t, err, want)
		require.ErrorContains(t, err, file)
	}
	_, err := b.team("deploy", "robots.yaml", "nao@nao.local")
	require.ErrorContains(t, err, `argument "nao@nao.local": with --team expected name:=value and no host`)
	_, err = b.team("deploy", "nowhere.yaml")
	require.ErrorContains(t, err, "nowhere.yaml")
}
