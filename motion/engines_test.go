package motion

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/nao"
)

// withEngines gives a robot that stands, with the real engines; its joints follow, and
// its soles carry it.
func withEngines(tb testing.TB) (*Motion, *puppet) {
	library, err := Builtin()
	require.NoError(tb, err)
	m, err := New(DefaultConfig(), library)
	require.NoError(tb, err)
	b := newPuppet(nao.StandPosture())
	for i := range b.state.FSR {
		b.state.FSR[i] = 6.5
	}
	b.state.Accelerometer[2] = 9.81
	b.step(m)
	b.until(tb, m, Standing, 500)
	b.run(m, 100, smooth(tb))
	return m, b
}

// rock shifts the weight from sole to sole, as a walk does.
func (b *puppet) rock() {
	left := 6.5 * (1 + math.Sin(2*math.Pi*b.state.Time.Seconds()/0.5))
	for i := range b.state.FSR {
		b.state.FSR[i] = left
		if nao.FSR(i) >= nao.RFrontLeft {
			b.state.FSR[i] = 13 - left
		}
	}
}

func TestTheRealEnginesHandOverWithoutAJump(t *testing.T) {
	m, b := withEngines(t)
	task, err := m.Kick(KickRequest{})
	require.NoError(t, err)
	b.until(t, m, Kicking, 400)
	b.run(m, 30, smooth(t))
	m.CancelTask(task)
	b.until(t, m, Standing, 600)
	_, err = m.Posture("sit")
	require.NoError(t, err)
	b.until(t, m, Sitting, 600)
	_, err = m.Posture("stand")
	require.NoError(t, err)
	b.until(t, m, Standing, 600)
	b.run(m, 50, smooth(t))
	for n := range 6 {
		require.NoError(t, m.SetVelocity(Velocity{X: 0.1, Y: 0.02 * float64(n%3-1), Yaw: 0.2}))
		b.run(m, 40, smooth(t))
	}
	require.Equal(t, Walking, m.State())
	b.state.Angles[1] = 1.4 // on its front
	b.until(t, m, Fallen, 60)
	b.until(t, m, GettingUp, 300)
	b.run(m, 300, smooth(t))
}

func TestABrokenSensorNeitherMovesNorPoisonsTheWalk(t *testing.T) {
	m, b := withEngines(t)
	good := b.state
	b.state.Gyroscope[0], b.state.Angles[1], b.state.FSR[3] = math.NaN(), math.Inf(1), math.NaN()
	b.run(m, 20, smooth(t))
	b.state.Gyroscope, b.state.Angles, b.state.FSR = good.Gyroscope, good.Angles, good.FSR
	b.run(m, 100, smooth(t))
	require.Equal(t, Standing, m.State())
	at := m.Odometry()
	require.False(t, math.IsNaN(at.X+at.Y+at.Yaw))
}

func TestAStepWithEnginesAllocatesNothing(t *testing.T) {
	m, b := withEngines(t)
	steps := func(name string) {
		require.Zero(t, testing.AllocsPerRun(50, func() { b.step(m) }), name)
	}
	steps("standing")
	_, err := m.Kick(KickRequest{})
	require.NoError(t, err)
	b.until(t, m, Kicking, 400)
	steps("kicking")
	b.until(t, m, Standing, 600)
	for range 20 {
		require.NoError(t, m.SetVelocity(Velocity{X: 0.1, Y: 0.05, Yaw: 0.5}))
		for range 5 {
			b.rock()
			b.step(m)
		}
	}
	require.Equal(t, Walking, m.State())
	steps("walking")
}

func BenchmarkWalk(b *testing.B) {
	for name, v := range map[string]Velocity{
		"stand": {}, "ahead": {X: 0.2}, "aside": {Y: 0.1}, "turn": {Yaw: 1}, "all": {X: 0.1, Y: 0.05, Yaw: 0.5},
	} {
		b.Run(name, func(b *testing.B) {
			m, puppet := withEngines(b)
			b.ReportAllocs()
			for n := 0; b.Loop(); n++ {
				if n%20 == 0 {
					_ = m.SetVelocity(v)
				}
				puppet.rock()
				puppet.step(m)
			}
		})
	}
}
