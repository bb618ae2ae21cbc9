package planning

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/percepts/plane"
)

func TestAGoalIsJudgedByTheWay(t *testing.T) {
	limits := DefaultPatience()
	far := Trip{Known: true, Goal: plane.Pose{X: 2}, Lead: &Lead{Left: 2}, Walks: true}
	after := func(trip Trip, d time.Duration) Trip { trip.Now = d; return trip }

	var p Progress
	require.Equal(t, UnderWay, p.Step(limits, &far))
	same := after(far, limits.Nearer)
	require.Equal(t, UnderWay, p.Step(limits, &same))
	same = after(far, limits.Nearer+time.Second)
	require.Equal(t, NoNearer, p.Step(limits, &same))

	p = Progress{}
	p.Step(limits, &far)
	round := after(far, limits.Nearer+time.Second)
	round.Lead = &Lead{Left: 3}
	require.Equal(t, UnderWay, p.Step(limits, &round), "it goes round something")

	p = Progress{}
	there := after(far, time.Second)
	there.Pose = plane.Pose{X: 1.95, Theta: 0.1}
	require.Equal(t, UnderWay, p.Step(limits, &there), "it still walks")
	there.Stands = true
	require.Equal(t, Reached, p.Step(limits, &there))

	p = Progress{}
	gone := after(far, time.Second)
	gone.Known = false
	require.Equal(t, UnderWay, p.Step(limits, &gone))
	gone.Now += limits.Located + time.Millisecond
	require.Equal(t, Lost, p.Step(limits, &gone))
	back := after(far, gone.Now)
	require.Equal(t, UnderWay, p.Step(limits, &back))
	gone.Now += time.Second
	require.Equal(t, UnderWay, p.Step(limits, &gone), "lost anew, the time begins again")
}
