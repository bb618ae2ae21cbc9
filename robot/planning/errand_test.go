package planning

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/robot/percepts/plane"
)

// errand returns an errand on the way to a goal, 2 m ahead of a robot at the origin.
func errand(t *testing.T) (*Errand, Trip) {
	t.Helper()
	e := NewErrand(guide(t), DefaultPatience())
	e.Begin(Target{Pose: plane.Pose{X: 2}})
	return e, Trip{Known: true, Walks: true}
}

func TestAGoalIsJudgedByTheWay(t *testing.T) {
	limits := DefaultPatience()
	// verdict judges a trip after some time, with what is left of the way.
	verdict := func(e *Errand, trip Trip, at time.Duration) Verdict {
		trip.Now = at
		return e.judge(&trip)
	}

	e, far := errand(t)
	require.Equal(t, UnderWay, verdict(e, far, 0))
	require.Equal(t, UnderWay, verdict(e, far, limits.Nearer))
	require.Equal(t, NoNearer, verdict(e, far, limits.Nearer+time.Second))

	e, far = errand(t)
	verdict(e, far, 0)
	e.lead.Left = 3
	require.Equal(t, UnderWay, verdict(e, far, limits.Nearer+time.Second), "it goes round something")

	e, there := errand(t)
	there.Pose = plane.Pose{X: 1.95, Theta: 0.1}
	require.Equal(t, UnderWay, verdict(e, there, time.Second), "it still walks")
	there.Stands = true
	require.Equal(t, Reached, verdict(e, there, time.Second))

	e, gone := errand(t)
	gone.Known = false
	require.Equal(t, UnderWay, verdict(e, gone, time.Second))
	late := time.Second + limits.Located + time.Millisecond
	require.Equal(t, Lost, verdict(e, gone, late))
	require.Equal(t, UnderWay, verdict(e, far, late))
	require.Equal(t, UnderWay, verdict(e, gone, late+time.Second), "lost again, the time begins again")
}

func TestAnErrandEndsWithItsVerdict(t *testing.T) {
	e, trip := errand(t)
	v, err := e.Step(&trip, robotAt(1, 0.05))
	require.NoError(t, err)
	require.Equal(t, UnderWay, v)
	require.Greater(t, e.Lead().Left, 2.0, "round the robot")
	trip.Pose, trip.Stands = plane.Pose{X: 2}, true
	v, err = e.Step(&trip, robotAt(1, 0.05))
	require.NoError(t, err)
	require.Equal(t, Reached, v)
	require.False(t, e.Busy())

	e.Begin(Target{})
	trip.Pose.X = math.NaN()
	v, err = e.Step(&trip, robotAt(1, 0))
	require.Error(t, err)
	require.Equal(t, NoPlan, v)
	require.False(t, e.Busy())
}

func TestOnlyGoalsOnTheCarpetAreAccepted(t *testing.T) {
	e, _ := errand(t)
	require.NoError(t, e.Check(plane.Pose{X: 4.5, Y: -3}))
	for _, goal := range []plane.Pose{{X: 50}, {Y: -50}, {Theta: math.Inf(1)}, {X: math.NaN()}} {
		require.ErrorIs(t, e.Check(goal), ErrOffCarpet)
	}
}

func TestAnErrandAllocatesNothing(t *testing.T) {
	e, trip := errand(t)
	s := robotAt(1, 0)
	require.Zero(t, testing.AllocsPerRun(20, func() {
		if v, err := e.Step(&trip, s); err != nil || v != UnderWay {
			panic("not under way")
		}
	}))
}
