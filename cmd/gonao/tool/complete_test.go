package tool_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/cmd/gonao/tooltest"
	"gonao/msgs"
	sensormsgs "gonao/msgs/sensor_msgs"
	"gonao/ros"
)

// completed returns the completions of a command line, whose last word is what was typed.
func completed(t *testing.T, g *tooltest.Graph, line ...string) []string {
	t.Helper()
	out, err := g.Gonao(append([]string{"__completeNoDesc"}, line...)...)
	require.NoError(t, err)
	words, _, _ := strings.Cut(out, "\n:")
	return strings.Split(words, "\n")
}

func TestJointsAreCompletedFromTheRobotInTheGraph(t *testing.T) {
	g := tooltest.New(t)
	joints, err := ros.Advertise[sensormsgs.JointState](g.Node, "joint_states", ros.TransientLocal(), ros.Depth(1))
	require.NoError(t, err)
	require.NoError(t, joints.Publish(sensormsgs.JointState{Name: []string{"HeadYaw", "LElbowRoll", "LElbowYaw"}}))
	g.Again(func() {
		_ = joints.Publish(sensormsgs.JointState{Name: []string{"HeadYaw", "LElbowRoll", "LElbowYaw"}})
	})
	require.Equal(t, []string{"LElbowRoll", "LElbowYaw"}, completed(t, g, "motion", "record", "a.xml", "--limp", "LEl"))
	require.Equal(t, []string{"follow_and_dance", "follow_ball"}, completed(t, g, "experiment", "trial", "fol"))
	require.Equal(t, []string{"head,LElbowRoll", "head,LElbowYaw"}, completed(t, g, "motion", "record", "a.xml", "--joints", "head,LEl"))
	require.Equal(t, []string{"left_arm", "legs"}, completed(t, g, "motion", "record", "a.xml", "--limp", "le"))
}

func TestSkillsThatAreOfferedAreCompletedAsCalls(t *testing.T) {
	g := tooltest.New(t)
	skills, err := ros.Advertise[msgs.SkillArray](g.Node, "skills", ros.Reliable(), ros.TransientLocal(), ros.Depth(1))
	require.NoError(t, err)
	require.NoError(t, skills.Publish(msgs.SkillArray{Skills: []msgs.Skill{
		{Name: "kick", Offered: true},
		{Name: "goto", Offered: true, Parameters: []string{"x: float", "frame: string = 'odom'"}},
		{Name: "fly", Reason: "no wings"},
	}}))
	require.Equal(t, []string{`{call: "goto{x=, frame='odom'}"}`, `{call: "kick{}"}`},
		completed(t, g, "action", "send-goal", "/nao1/execute_skill", "gonao_msgs/action/ExecuteSkill", ""))
	require.Equal(t, []string{`{call: "kick{}"}`},
		completed(t, g, "action", "send-goal", "/nao1/execute_skill", "gonao_msgs/ExecuteSkill", `{call: "k`))
}

func TestLaunchArgumentsAndMotionsAreCompleted(t *testing.T) {
	g := tooltest.New(t)
	require.Contains(t, completed(t, g, "launch", "si"), "sim.launch.yaml")
	require.Equal(t, []string{"machine:="}, completed(t, g, "launch", "sim.launch.yaml", "mach"))
	require.Equal(t, []string{"machine:=follow_and_dance", "machine:=follow_ball"}, completed(t, g, "launch", "sim.launch.yaml", "machine:=fo"))
	require.Equal(t, []string{"look:=skin"}, completed(t, g, "launch", "sim.launch.yaml", "look:=s"))
	require.Equal(t, []string{"world:=empty", "world:=field2010", "world:=hsl_small", "world:=spl"}, completed(t, g, "launch", "sim.launch.yaml", "world:="))
	require.NotContains(t, completed(t, g, "launch", "sim.launch.yaml", "machine:=dance", "mach"), "machine:=")
	require.Equal(t, []string{"dance_left", "dance_right"}, completed(t, g, "motion", "play", "dan"))
}
