package motion_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/tooltest"
)

const nodCPG = `<cpg name="nod" start="0.5" stop="0.5">
  <joint name="HeadPitch"><sine amplitude_deg="5" period="0.5"/></joint>
</cpg>
`

const badCPG = `<cpg name="bad">
  <joint name="HeadPich"><sine amplitude_deg="5" period="0.5"/></joint>
  <joint name="HeadYaw"><sine amplitude_deg="500" period="0.5"/></joint>
  <joint name="LHipRoll"><sine amplitude_deg="5"/></joint>
</cpg>
`

func TestCPGBehavioursAreCheckedWithAllThatIsWrong(t *testing.T) {
	g := tooltest.New(t)
	good, bad := tooltest.File(t, "nod.xml", nodCPG), tooltest.File(t, "bad.xml", badCPG)
	out, err := g.Gonao("motion", "check", good)
	require.NoError(t, err)
	require.Contains(t, out, "CPG behaviour nod, 1 joint, 1 sine, longest period 0.5 s, head; HeadPitch turns with")
	out, err = g.Gonao("motion", "check", good, bad)
	require.Equal(t, cli.ExitFailed, cli.ExitCode(err))
	require.ErrorContains(t, err, "1 of 2 motions cannot be played")
	for _, want := range []string{
		`bad.xml:2: joint "HeadPich": no such joint (did you mean HeadPitch?)`, `bad.xml:3: amplitude_deg "500"`, `bad.xml:4: joint LHipRoll: <sine> has no period`,
	} {
		require.Contains(t, out, want)
	}
	out, err = g.Gonao("motion", "list")
	require.NoError(t, err)
	require.Contains(t, out, "cpg_walk             CPG\n")
}

func TestACPGBehaviourIsPlayed(t *testing.T) {
	g := tooltest.New(t)
	aRobot(t, g)
	_, err := g.Gonao("motion", "play", "stand")
	require.NoError(t, err)
	nod := tooltest.File(t, "nod.xml", nodCPG)
	out, err := g.Gonao("motion", "play", nod, "--seconds", "1")
	require.NoError(t, err)
	require.Contains(t, out, "played nod\n")
	out, err = g.Gonao("motion", "play", "cpg_turn", "--mirrored", "--slower", "1.5", "--seconds", "0.5")
	require.NoError(t, err)
	require.Contains(t, out, "played cpg_turn@mirrored\n")
	_, err = g.Gonao("motion", "play", tooltest.File(t, "bad.xml", badCPG))
	require.ErrorContains(t, err, "bad.xml:4: joint LHipRoll: <sine> has no period")
	_, err = g.Gonao("motion", "play", nod, "--slower", "0.1")
	require.ErrorContains(t, err, "could turn with")
	_, err = g.Gonao("motion", "play", nod, "--seconds", "NaN")
	require.Equal(t, cli.ExitUsage, cli.ExitCode(err))
}
