package walk

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/nao"
)

func TestAKickOutOfTheWalkSaysWhatItCannotDo(t *testing.T) {
	good := KickStep{Leg: nao.LeftLeg, BallX: 0.5, BallY: 0.05, Strength: 1}
	e, err := New(DefaultConfig())
	require.NoError(t, err)
	require.NoError(t, e.Kick(good))
	require.True(t, e.Kicking())
	e.CancelKick()
	require.False(t, e.Kicking())
	for name, row := range map[string]struct {
		change func(*KickStep)
		want   error
	}{
		"NaN":      {func(k *KickStep) { k.BallX = math.NaN() }, ErrNotFinite},
		"infinite": {func(k *KickStep) { k.Direction = math.Inf(1) }, ErrNotFinite},
		"far":      {func(k *KickStep) { k.BallX = 5 }, errKickFar},
		"behind":   {func(k *KickStep) { k.BallX = -0.1 }, errKickFar},
		"beside":   {func(k *KickStep) { k.BallY = 1 }, errKickFar},
		"sideways": {func(k *KickStep) { k.Direction = 1.5 }, errKickFar},
		"no leg":   {func(k *KickStep) { k.Leg = 7 }, nil},
		"weak":     {func(k *KickStep) { k.Strength = 0 }, nil},
		"strong":   {func(k *KickStep) { k.Strength = 2 }, nil},
	} {
		k := good
		row.change(&k)
		err := e.Kick(k)
		require.Error(t, err, name)
		if row.want != nil {
			require.ErrorIs(t, err, row.want, name)
		}
		require.False(t, e.Kicking(), name)
	}
}

// The kicking foot's way has no jump, goes through the ball with the planned speed,
// and ends where the step lands.
func TestTheKickingFootGoesThroughTheBall(t *testing.T) {
	e, err := New(DefaultConfig())
	require.NoError(t, err)
	k := &e.kick
	*k = kickState{
		active: true, step: KickStep{Leg: nao.LeftLeg}, speed: 1.2,
		from: vec2{-0.05, 0.104}, touch: vec2{0.03, 0.11}, along: vec2{1, 0},
	}
	e.support, e.period = nao.RightLeg, 0.3
	e.land(place{0.05, 0.104, 0})
	const dt, fastest = 1e-4, 4 // s, m/s
	last := vec2{-0.05, 0.104}
	for sec := dt; sec <= e.period; sec += dt {
		at, lift := k.swing(e, sec/e.period)
		require.Less(t, math.Hypot(at.x-last.x, at.y-last.y), fastest*dt, "at %g s", sec)
		require.GreaterOrEqual(t, lift, 0.0)
		if math.Abs(sec-kickTouch*e.period) < dt {
			require.InDelta(t, 0.03, at.x, 1e-3)
			require.InDelta(t, 1.2, (at.x-last.x)/dt, 0.05)
		}
		last = at
	}
	require.InDelta(t, 0.05, last.x, 1e-3)
}

// A kick whose step is the walk's last one is over too, and another may follow.
func TestAKickThatIsTheLastStepEnds(t *testing.T) {
	p := newPuppet(t)
	p.run(80)
	require.NoError(t, p.e.SetVelocity(Velocity{X: 0.1}))
	p.run(150)
	p.e.Stop()
	p.e.kick = kickState{active: true, step: KickStep{Leg: other(p.e.support)}, along: vec2{1, 0}}
	p.run(300)
	require.Equal(t, Standing, p.e.Phase())
	require.False(t, p.e.Kicking())
	require.Equal(t, 1, p.e.Kicks())
}
