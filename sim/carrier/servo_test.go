package carrier

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

const dt = 0.012

func TestServoReachesItsTargetWithinItsLimitsAndWithoutOvershoot(t *testing.T) {
	turn, lift := DemoCapacity().Limits()
	for _, row := range []struct {
		name     string
		from, to Position
	}{
		{"long way left", Position{-0.8, 0.3}, Position{0.8, 0.8}},
		{"long way right", Position{0.8, 0.8}, Position{-0.8, 0.3}},
		{"short way, never at full speed", Position{0, 0.5}, Position{0.02, 0.51}},
		{"no way", Position{0.1, 0.5}, Position{0.1, 0.5}},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := NewServo(row.from, turn, lift, 0.1, 1.5)
			require.True(t, s.Command(row.to))
			last := s
			for range 600 {
				s.Step(dt)
				require.LessOrEqual(t, math.Abs(s.Angle.Rate), turn.Speed+1e-12)
				require.LessOrEqual(t, math.Abs(s.Height.Rate), lift.Speed+1e-12)
				require.LessOrEqual(t, math.Abs(s.Angle.Rate-last.Angle.Rate), 2.01*turn.Acceleration*dt)
				beyond := (s.Angle.Value - row.to.Angle) * math.Copysign(1, row.to.Angle-row.from.Angle)
				require.LessOrEqual(t, beyond, 1e-3, "overshoot, rad")
				last = s
			}
			require.InDelta(t, row.to.Angle, s.Angle.Value, 1e-9)
			require.InDelta(t, row.to.Height, s.Height.Value, 1e-9)
			require.Zero(t, s.Angle.Rate)
		})
	}
}

func TestServoTurnsRoundWhenTheTargetJumpsBack(t *testing.T) {
	turn, lift := DemoCapacity().Limits()
	s := NewServo(Position{0, 0.5}, turn, lift, 0.1, 1.5)
	s.Command(Position{1, 0.5})
	for range 60 {
		s.Step(dt)
	}
	require.InDelta(t, turn.Speed, s.Angle.Rate, 1e-9, "at full speed by now")
	s.Command(Position{-1, 0.5})
	for range 600 {
		was := s.Angle.Rate
		s.Step(dt)
		require.LessOrEqual(t, math.Abs(s.Angle.Rate-was), 2.01*turn.Acceleration*dt)
	}
	require.InDelta(t, -1.0, s.Angle.Value, 1e-9)
}

func TestServoRefusesWhatIsNoNumberAndCutsToItsReach(t *testing.T) {
	turn, lift := DemoCapacity().Limits()
	s := NewServo(Position{0.2, 0.5}, turn, lift, 0.1, 1.5)
	require.False(t, s.Command(Position{math.NaN(), 0.5}))
	require.False(t, s.Command(Position{0, math.Inf(1)}))
	require.Equal(t, Position{0.2, 0.5}, s.Target)
	require.True(t, s.Command(Position{100, -3}))
	require.Equal(t, Position{math.Pi, 0.1}, s.Target)
	s.Reset()
	require.Equal(t, Position{0.2, 0.5}, s.Target)
}

func TestServoStepDoesNotAllocate(t *testing.T) {
	turn, lift := DemoCapacity().Limits()
	s := NewServo(Position{}, turn, lift, 0, 1)
	s.Command(Position{1, 1})
	require.Zero(t, testing.AllocsPerRun(100, func() { s.Step(dt) }))
}
