package motion

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
)

func TestAnIdleHeadCommandGivesWayToEveryOther(t *testing.T) {
	m, b, _ := onFeet(t)
	idle := nao.HeadCommand{Mode: nao.HeadPosition, Yaw: 0.8, Pitch: 0.1}
	suggest := func() bool { return m.SuggestHead(idle) }
	require.True(t, suggest())
	require.Equal(t, "the idle head commands", m.Owner(Head))
	b.run(m, 30, smooth(t))
	require.Greater(t, m.core.joints.command.Position[nao.HeadYaw], 0.2)

	require.NoError(t, m.SetHead(nao.HeadCommand{Mode: nao.HeadPosition, Yaw: -0.5}))
	require.Equal(t, "the head commands", m.Owner(Head))
	require.False(t, suggest(), "a head command has the head")
	b.run(m, 60, smooth(t)) // no head commands any more
	require.True(t, suggest())

	task, err := m.LookAt(LookAt{Point: r3.Vec{X: 1, Y: 0.2}, HoldSec: -1})
	require.NoError(t, err)
	require.False(t, suggest(), "look_at has the head")
	b.run(m, 5, smooth(t))
	m.CancelTask(task)
	b.run(m, 60, smooth(t))
	require.True(t, suggest())
	b.run(m, 60, smooth(t))
	require.Equal(t, "nobody", m.Owner(Head), "free half a second after the last")
}

func TestAnIdleHeadCommandIsDroppedWhereItMeansNothing(t *testing.T) {
	m, b, _ := onFeet(t)
	require.False(t, m.SuggestHead(nao.HeadCommand{Yaw: math.NaN()}))
	require.Equal(t, "nobody", m.Owner(Head))
	require.True(t, m.SuggestHead(nao.HeadCommand{Yaw: 0.5}))
	b.run(m, 10, smooth(t))
	m.StandStill(true)
	require.False(t, m.SuggestHead(nao.HeadCommand{Yaw: 0.5}))
	require.Equal(t, "nobody", m.Owner(Head))
}

// Head commands that go on keep the head: a look ends at once, with who has the head. When they have stopped, a look
// begins, and a later head command ends it as before.
func TestALookAtEndsWithTheReasonWhileHeadCommandsGoOn(t *testing.T) {
	for name, row := range map[string]struct {
		before bool // head commands before the look
		after  int  // cycles from its beginning to the next one
		want   string
	}{
		"they go on":       {before: true, after: 2, want: "joint HeadYaw: held by the head commands, which go on"},
		"they come again":  {before: true, after: 60, want: "something else was asked for: a head command"},
		"they begin after": {after: 2, want: "something else was asked for: a head command"},
	} {
		m, b, _ := onFeet(t)
		if row.before {
			require.NoError(t, m.SetHead(nao.HeadCommand{Mode: nao.HeadPosition, Yaw: -0.5}))
			b.run(m, 2, smooth(t))
		}
		task, err := m.LookAt(LookAt{Point: r3.Vec{X: 1, Y: 0.2}, HoldSec: -1})
		require.NoError(t, err)
		b.run(m, row.after, smooth(t))
		require.NoError(t, m.SetHead(nao.HeadCommand{Mode: nao.HeadPosition, Yaw: -0.5}))
		require.Equal(t, Preempted, m.Report(task).Outcome, name)
		require.ErrorContains(t, m.Report(task).Err, row.want, name)
	}
}
