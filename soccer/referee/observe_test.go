package referee_test

import (
	"math"
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
		touches = append(touches, o.Observe(now, referee.Ball{X: x}, robots, nil).Touches...)
	}
	require.Equal(t, []referee.Touch{{ID: home}, {ID: away, Deflection: true}}, touches)
}

func TestARobotThatMovesWalks(t *testing.T) {
	var o referee.Observer
	id := referee.ID{Side: game.Home, Number: 2}
	at := func(ms int, x float64) bool {
		return o.Observe(time.Duration(ms)*time.Millisecond, referee.Ball{X: 3}, []referee.Sight{{ID: id, X: x}}, nil).Robots[0].Walking
	}
	require.False(t, at(0, 0), "nobody knows yet")
	require.True(t, at(100, 0.02))
	require.True(t, at(500, 0.02))
	require.False(t, at(700, 0.02))
	require.False(t, at(50, 0), "time began anew")
}

func TestReportedContactsAreTouchesAndMeetings(t *testing.T) {
	var o referee.Observer
	a, b := referee.ID{Side: game.Home, Number: 1}, referee.ID{Side: game.Away, Number: 2}
	look := func(ms int, ball referee.Ball, met *referee.Meetings) *referee.Truth {
		return o.Observe(time.Duration(ms)*time.Millisecond, ball, []referee.Sight{
			{ID: a, X: 1, HeadKnown: true, HeadYaw: 1.2, Stance: 0.3, Cover: 0.5}, {ID: b, X: 1.3, Lean: 0.5},
		}, met)
	}
	look(0, referee.Ball{}, &referee.Meetings{})
	truth := look(50, referee.Ball{X: 0.05}, &referee.Meetings{
		Touches: []referee.Touch{{ID: a, Arm: true}}, Contacts: []referee.Contact{{A: a, B: b, X: 1.15}, {A: a, B: referee.ID{Side: game.Home, Number: 9}}},
	})
	require.Equal(t, []referee.Touch{{ID: a, Arm: true}}, truth.Touches, "nothing came before")
	require.Len(t, truth.Contacts, 1, "a robot that nobody sees is left out")
	require.False(t, truth.Robots[0].Unstable)
	require.True(t, truth.Robots[1].Unstable && truth.Robots[1].Pushed)
	require.InDelta(t, 0.3, truth.Robots[0].Stance, 1e-12)
	require.True(t, truth.Robots[0].Looks, "its head has just moved")
	truth = look(100, referee.Ball{X: 0.1}, &referee.Meetings{Touches: []referee.Touch{{ID: a}}})
	require.True(t, truth.Touches[0].Deflection, "the ball came at 1 m/s")
	truth = look(150, referee.Ball{X: 0.6}, &referee.Meetings{})
	require.Empty(t, truth.Touches, "a jump alone is no touch where contacts are reported")
	require.False(t, look(3000, referee.Ball{X: 2}, &referee.Meetings{}).Robots[0].Looks, "its head has rested, away from the ball")
}

func TestPlacesAreMovedBesideOthers(t *testing.T) {
	id := referee.ID{Side: game.Home, Number: 1}
	other := referee.Robot{ID: referee.ID{Side: game.Away, Number: 1}, X: 1}
	at := referee.Stand{ID: id, X: 1}.Free([]referee.Robot{other, {ID: id, X: 1}})
	require.GreaterOrEqual(t, math.Abs(at.Y), 0.45)
	require.Equal(t, referee.Stand{ID: id, X: 3}, referee.Stand{ID: id, X: 3}.Free([]referee.Robot{other}))
	x, y := referee.FreeBall(1, 0, []referee.Robot{other})
	require.GreaterOrEqual(t, math.Hypot(x-1, y), 0.155)
	x, y = referee.FreeBall(0, 0, []referee.Robot{other})
	require.Zero(t, math.Hypot(x, y))
	require.Greater(t, referee.Parking(9, 6, 0.7, 0).Y, 3.7, "beside the carpet")
}

func TestARobotThatLiesAndTurnsItsTrunkGetsUp(t *testing.T) {
	var o referee.Observer
	id := referee.ID{Side: game.Home, Number: 1}
	rises := func(ms int, lean float64) bool {
		sights := []referee.Sight{{ID: id, Lean: lean, Fallen: true}}
		return o.Observe(time.Duration(ms)*time.Millisecond, referee.Ball{}, sights, nil).Robots[0].GettingUp
	}
	require.False(t, rises(0, 1.5))
	require.False(t, rises(50, 1.5), "it lies still")
	require.True(t, rises(100, 1.45))
	require.True(t, rises(1000, 1.45))
	require.False(t, rises(1200, 1.45), "it has stopped")
}
