package getup

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/nao"
)

const cycle = nao.CyclePeriod

// tip lets the trunk tip about an axis: tilt grows from 0 with a steady acceleration of
// the tilt itself, as an inverted pendulum's does, and stops at the ground.
func tip(d *FallDetector, pitch, roll float64, until time.Duration) (falling, fallen float64) {
	tilt, rate := 0.02, 0.1
	for t := time.Duration(0); t < until; t += cycle {
		dt := cycle.Seconds()
		if rate += 35 * math.Sin(tilt) * dt; tilt < math.Pi/2 {
			tilt += rate * dt
		} else {
			rate = 0
		}
		s := &nao.State{Time: t, Angles: [2]float64{roll * tilt, pitch * tilt}}
		s.Gyroscope[0], s.Gyroscope[1] = roll*rate, pitch*rate
		switch d.Step(s) {
		case Falling:
			if falling == 0 {
				falling = tilt
			}
		case Fallen:
			return falling, t.Seconds()
		default:
		}
	}
	return falling, 0
}

func TestAFallIsSeenEarlyAndOnItsSide(t *testing.T) {
	for _, row := range []struct {
		pitch, roll float64
		side        FallSide
	}{{1, 0, Front}, {-1, 0, Back}, {0, -1, Left}, {0, 1, Right}} {
		t.Run(row.side.String(), func(t *testing.T) {
			d := NewFallDetector(DefaultFallConfig())
			at, lies := tip(d, row.pitch, row.roll, 5*time.Second)
			require.Greater(t, at, 0.3)
			require.Less(t, at, 0.7, "before 40°")
			require.Positive(t, lies)
			require.Equal(t, row.side, d.Side())
			require.Equal(t, Fallen, d.State())
		})
	}
}

// The trunk of a walk sways by some degrees, that of a kick by more; sitting down is slow.
func TestNothingElseLooksLikeAFall(t *testing.T) {
	for _, row := range []struct {
		name      string
		tilt, hz  float64
		noisyGyro float64
	}{
		{"walking", 0.12, 2, 0.5}, {"kicking", 0.25, 0.8, 1}, {"sitting down", 0.33, 0.2, 0.2}, {"standing", 0.02, 0.5, 3},
	} {
		t.Run(row.name, func(t *testing.T) {
			d := NewFallDetector(DefaultFallConfig())
			for i := range 1000 {
				now := time.Duration(i) * cycle
				w := 2 * math.Pi * row.hz
				s := &nao.State{Time: now, Angles: [2]float64{0, row.tilt * math.Sin(w*now.Seconds())}}
				s.Gyroscope[1] = row.tilt*w*math.Cos(w*now.Seconds()) + row.noisyGyro*float64(i%3-1)
				require.Equal(t, Upright, d.Step(s))
			}
		})
	}
}

func TestARobotThatCatchesItselfIsUprightAgain(t *testing.T) {
	d := NewFallDetector(DefaultFallConfig())
	for i := range 100 {
		s := &nao.State{Time: time.Duration(i) * cycle}
		if i > 10 && i < 20 {
			s.Angles[1], s.Gyroscope[1] = 0.5, 2
		}
		got := d.Step(s)
		if i == 19 {
			require.Equal(t, Falling, got)
		}
	}
	require.Equal(t, Upright, d.State())
}

func TestWhatIsNoNumberIsNoFall(t *testing.T) {
	d := NewFallDetector(DefaultFallConfig())
	nan := math.NaN()
	for i := range 100 {
		s := &nao.State{Time: time.Duration(i) * cycle, Angles: [2]float64{nan, nan}, Gyroscope: [3]float64{nan, math.Inf(1), nan}}
		require.Equal(t, Upright, d.Step(s))
	}
	_, lies := tip(d, 1, 0, 5*time.Second)
	require.Positive(t, lies, "and it still sees one")
}

func TestAProtectedRobotGetsSoftWithoutAJump(t *testing.T) {
	for side := Front; side <= Right; side++ {
		stand := nao.Command{Position: nao.StandPosture()}
		for j := range stand.Stiffness {
			stand.Stiffness[j] = 1
		}
		var p FallProtector
		p.Begin(side, &stand)
		before := stand
		for i := range 150 {
			s := &nao.State{Time: time.Duration(i) * cycle, Position: before.Position}
			if i == 50 {
				s.Position[nao.LKneePitch] = math.NaN()
			}
			var out nao.Command
			p.Step(s, &out)
			for j := range nao.Joint(nao.NumJoints) {
				require.InDelta(t, before.Position[j], out.Position[j], j.MaxSpeed()*cycle.Seconds()+1e-9, "%s", j)
				require.InDelta(t, j.Clamp(out.Position[j]), out.Position[j], 0, "%s", j)
				require.LessOrEqual(t, out.Stiffness[j], before.Stiffness[j]+1e-9)
				if i >= 6 {
					require.LessOrEqual(t, out.Stiffness[j], 0.35)
				}
			}
			before = out
		}
		require.Equal(t, nao.Joints{}, before.Stiffness, "at the end it is limp")
	}
}

func TestStepsAllocateNothing(t *testing.T) {
	d := NewFallDetector(DefaultFallConfig())
	var p FallProtector
	s, out := &nao.State{}, &nao.Command{}
	p.Begin(Front, out)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		s.Time += cycle
		d.Step(s)
		p.Step(s, out)
	}))
}
