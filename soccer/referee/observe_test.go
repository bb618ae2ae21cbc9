package referee_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/soccer/game"
	"gonao/soccer/referee"
)

func TestTouchesFollowFromTheBallsVelocity(t *testing.T) {
	var o referee.Observer
	home, away := referee.ID{Side: game.Home, Number: 2}, referee.ID{Side: game.Away, Number: 3}
	robots := []referee.Sight{{ID: home, X: -0.2}, {ID: away, X: 1.9}, {ID: referee.ID{Number: 99}}}
	x, v := 0.0, 0.0
	var touches []referee.Touch
	for i := range 100 {
		now := time.Duration(i) * 50 * time.Millisecond
		switch {
		case i == 10:
			v = 1.5 // a kick of home 2
		case x > 1.75 && v > 0.5:
			v = -0.2 // it comes to away 3
		}
		x += v * 0.05
		touches = append(touches, o.Observe(now, referee.Ball{X: x}, robots).Touches...)
	}
	require.Equal(t, []referee.Touch{{ID: home}, {ID: away, Deflection: true}}, touches)
}

func TestARobotThatMovesWalks(t *testing.T) {
	var o referee.Observer
	id := referee.ID{Side: game.Home, Number: 2}
	at := func(ms int, x float64) bool {
		return o.Observe(time.Duration(ms)*time.Millisecond, referee.Ball{X: 3}, []referee.Sight{{ID: id, X: x}}).Robots[0].Walking
	}
	require.False(t, at(0, 0), "nobody knows yet")
	require.True(t, at(100, 0.02))
	require.True(t, at(500, 0.02))
	require.False(t, at(700, 0.02))
	require.False(t, at(50, 0), "time began anew")
}
