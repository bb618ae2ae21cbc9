package chart

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// everything reads the machine that has all keys of the profile robot.
func everything(t testing.TB) *Machine {
	t.Helper()
	src, err := os.ReadFile("testdata/everything.yaml")
	require.NoError(t, err)
	m, findings := ReadYAML("everything.yaml", src)
	require.Empty(t, findings)
	return m
}

func TestEveryPartOfAMachineIsRead(t *testing.T) {
	m := everything(t)
	require.Equal(t, "everything", m.Name)
	require.Equal(t, Skill, m.Level)
	require.Equal(t, []Space{{"nao", "soccer"}, {"nao", ""}}, m.Spaces)
	require.Equal(t, 5, m.MaxTransitions)
	require.Equal(t, Deep, m.Root.History)
	require.InDelta(t, 20, m.Root.RateHz, 0)
	require.Equal(t, []string{"imu", "play"}, m.Needs)
	require.Equal(t, FloatValue(0), *m.Parameters[0].Initial)
	require.Nil(t, m.Parameters[1].Initial)
	require.Equal(t, []Value{StringValue("left"), StringValue("right")}, m.Parameters[1].Enum)
	require.Equal(t, 500*time.Millisecond, m.Inputs[1].StaleAfter)
	near := m.Inputs[2]
	require.Equal(t, Source{near.From.Place, "sonar/left", "sensor_msgs/msg/Range", "range"}, *near.From)
	require.Equal(t, StringValue("="), *m.Variables[1].Initial)
	require.InDelta(t, 10, *m.Variables[0].Max, 0)
	require.Equal(t, "lua", m.Preconditions[1].Language)
	require.Equal(t, map[string]Layout{"a": {X: 10, Y: 20}, "a/legs": {5, 5, 80, 40.5}}, m.Layout)
	require.Equal(t, Kept{Place{Line: 76, Column: 5, Key: "kept[0]"}, "a", "code", "python", "a = 1\nb = 2\n"}, m.Kept[0])
	require.Equal(t, []string{"a"}, m.Root.Initial)
	require.Len(t, m.Root.States, 4)
	b, d := m.Root.States[1], m.Root.States[3]
	require.Equal(t, "goto", b.Call.Machine)
	require.Equal(t, FloatValue(1), b.Call.Args[0].Value)
	require.Equal(t, "ball_age", b.Call.Args[1].Expression.Text)
	require.Equal(t, Return{Place{Line: 66, Column: 74, Key: "states.b.call.returns.turns"}, "turns", "steps"}, b.Call.Returns[0])
	require.Equal(t, FinalState, d.Kind)
}

func TestStatesAreRead(t *testing.T) {
	m := everything(t)
	a := m.Root.States[0]
	require.Equal(t, Parallel, a.Kind)
	require.Equal(t, time.Second, a.StopWithin)
	legs, head := a.States[0], a.States[1]
	require.Equal(t, []string{"left"}, legs.Initial)
	require.Equal(t, None, legs.History)
	require.True(t, head.States[1].Failed)

	require.Len(t, a.Entry, 13, "set writes two variables")
	require.Equal(t, []Do{Set, Set, Raise, Log, Log, Script, Script, Send, Send, Cancel, Cancel, If, Activity}, dos(a.Entry))
	script := a.Entry[6]
	require.Equal(t, Place{Line: 36, Column: 11, Key: "states.a.entry[5].lua"}, script.Value.Place, "where its text begins")
	require.Equal(t, Place{Line: 37, Column: 13, Key: "states.a.entry[5].lua"}, script.Value.Within(20))
	require.Equal(t, "few", a.Entry[11].Branches[1].Then[1].Name)

	walk := a.Do[0]
	require.Equal(t, "walk", walk.Name)
	require.Equal(t, "x", walk.Args[0].Expression.Text)
	require.Equal(t, IntValue(3), walk.Args[3].Value)
	var names []string
	for _, a := range walk.Args[6:] {
		names = append(names, a.Name)
	}
	require.Equal(t, []string{"goal.to.x", "goal.to.y", "goal.names[0]", "goal.names[1]"}, names)
	require.Equal(t, "gait", walk.Args[9].Expression.Text)
	require.Equal(t, "states.a.do.walk.goal.names[1]", walk.Args[9].Key)
	require.Equal(t, StringValue("=slow"), walk.Args[4].Value)

	first := a.Transitions[0]
	require.Equal(t, []string{"kick"}, first.Events)
	require.Equal(t, 2*time.Second, first.After)
	require.Equal(t, 5, first.Priority)
	require.Equal(t, Place{Line: 61, Column: 27, Key: "states.a.transitions[0].if"}, first.If.Place)
	require.Equal(t, Place{Line: 61, Column: 53, Key: "states.a.transitions[0].to"}, m.At(first.Place, "to"))
	require.Equal(t, Place{Line: 61, Column: 9, Key: "states.a.transitions[0].nothing"}, m.At(first.Place, "nothing"))
	require.True(t, a.Transitions[2].Internal)
	require.Empty(t, a.Transitions[1].To)
}

func dos(actions []Action) []Do {
	var all []Do
	for _, a := range actions {
		all = append(all, a.Do)
	}
	return all
}

func TestTheMachinesOfTheRobotAreRead(t *testing.T) {
	files, err := machineFiles()
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		src, err := os.ReadFile(file)
		require.NoError(t, err)
		_, findings := ReadYAML(file, src)
		require.Empty(t, findings)
	}
}

// machineFiles are the machines delivered with the robot.
func machineFiles() ([]string, error) {
	all, err := filepath.Glob("../../behavior/machines/*.yaml")
	if err != nil {
		return nil, err
	}
	skills, err := filepath.Glob("../../behavior/machines/skills/*.yaml")
	return append(all, skills...), err
}
