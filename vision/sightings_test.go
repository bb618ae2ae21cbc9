package vision

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestAThingIsSeenAndLostOnceHoweverItFlickers(t *testing.T) {
	var s Sightings
	var all []Change
	at := time.Duration(0)
	image := func(ball bool) {
		at += 33 * time.Millisecond
		all = s.Update(all, at, [NumSightings]bool{BallSighting: ball})
	}
	for range 20 { // found now and then
		image(true)
		image(true)
		image(false)
	}
	require.Empty(t, all)
	for range 40 {
		image(true)
	}
	require.Equal(t, []Change{{Thing: BallSighting}}, all)
	for range 10 { // hidden for a moment
		image(false)
	}
	image(true)
	require.Len(t, all, 1)
	for range 40 {
		image(false)
	}
	require.Equal(t, []string{"ball_seen", "ball_lost"}, []string{all[0].Label(), all[1].Label()})
	require.Len(t, all, 2)
}

func TestAClockThatGoesBackLosesWhatWasSeen(t *testing.T) {
	var s Sightings
	all := s.Update(nil, time.Hour, [NumSightings]bool{})
	for i := range 3 {
		all = s.Update(all, time.Hour+time.Duration(i), [NumSightings]bool{GoalSighting: true})
	}
	all = s.Update(all, time.Second, [NumSightings]bool{})
	require.Equal(t, []Change{{Thing: GoalSighting}, {Thing: GoalSighting, Lost: true}}, all)
	require.Equal(t, "unknown", Sighting(9).String())
}
