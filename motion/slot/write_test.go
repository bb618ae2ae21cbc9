package slot

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/internal/fuzzn"
	"gonao/nao"
)

// same fails unless two motions are alike but for rounding and their files.
func same(t *testing.T, want, got *Motion) {
	t.Helper()
	require.Equal(t, want.Name, got.Name)
	require.Equal(t, want.Joints, got.Joints)
	require.Equal(t, want.Lying, got.Lying)
	require.InDelta(t, want.Tolerance, got.Tolerance, 1e-6)
	require.Len(t, got.Slots, len(want.Slots))
	for i := range want.Slots {
		w, g := &want.Slots[i], &got.Slots[i]
		require.InDelta(t, want.tolerance(w), got.tolerance(g), 1e-6)
		require.Equal(t, want.timeout(w), got.timeout(g))
		require.Equal(t, []any{w.Duration, w.Wait, w.Linear, w.NoWait}, []any{g.Duration, g.Wait, g.Linear, g.NoWait})
		require.Len(t, g.Targets, len(w.Targets))
		for k := range w.Targets {
			require.Equal(t, w.Targets[k].Joint, g.Targets[k].Joint)
			require.InDelta(t, w.Targets[k].Angle, g.Targets[k].Angle, 1e-3)
			require.InDelta(t, w.Targets[k].Slack, g.Targets[k].Slack, 1e-4)
		}
	}
}

func TestWritesWhatItHasRead(t *testing.T) {
	const text = `<!-- by hand -->
<motion name="a&lt;b" lying="true" tolerance_deg="5" timeout="1.5" stiffness="0.8">
  <slot duration="0.45" wait="0.1" trajectory="linear" wait_reached="false">
    <joint name="RShoulderPitch" angle_deg="-60.25"/>
    <joint name="RHand" open="1" stiffness="0.3"/>
  </slot>
  <slot duration="0.6" tolerance_deg="2" timeout="3" stiffness="0.5">
    <joint name="RShoulderPitch" angle_deg="0"/>
  </slot>
</motion>
`
	require.Equal(t, text, string(parse(t, text).XML("by hand")))
}

// random gives a motion that Parse takes.
func random(rng *rand.Rand) *Motion {
	m := &Motion{Name: "random", Tolerance: 0.05, Timeout: time.Second}
	var named [nao.NumJoints]bool
	for range 1 + rng.IntN(4) {
		s := Slot{
			Duration: time.Duration(3e9 + rng.Int64N(1e9)), Linear: rng.IntN(2) == 0, NoWait: rng.IntN(2) == 0,
			Tolerance: 0.05, Timeout: time.Second,
		}
		if rng.IntN(2) == 0 {
			s.Wait, s.Tolerance, s.Timeout = time.Duration(rng.Int64N(1e9)), 0.1, 2*time.Second
		}
		for _, j := range rng.Perm(nao.NumJoints)[:1+rng.IntN(5)] {
			lo, hi := nao.Joint(j).Range()
			target := Target{Joint: nao.Joint(j), Angle: lo + rng.Float64()*(hi-lo)}
			if rng.IntN(2) == 0 {
				target.Slack = float64(rng.IntN(11)) / 10
			}
			s.Targets = append(s.Targets, target)
			named[j] = true
		}
		m.Slots = append(m.Slots, s)
	}
	for j := range nao.Joint(nao.NumJoints) {
		if named[j] {
			m.Joints = append(m.Joints, j)
		}
	}
	return m
}

func TestRandomMotionsAreReadAsTheyWereWritten(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 7))
	for range fuzzn.N(t) / 50 {
		m := random(rng)
		got, err := Parse("random.xml", m.XML("a -- comment -"))
		require.NoError(t, err, string(m.XML("")))
		same(t, m, got)
		mirror, _ := m.Mirror()
		mirror.Name = "m"
		_, err = Parse("mirror.xml", mirror.XML(""))
		require.NoError(t, err, "a mirror image keeps the limits")
	}
}

func TestASlowerMotionTakesLongerAndAFasterOneIsNeverTooFast(t *testing.T) {
	m := parse(t, wave)
	require.Equal(t, 2*m.Length(), m.Slower(2).Length())
	fast := m.Slower(0.01)
	require.Equal(t, 12*time.Millisecond, fast.Slots[0].Duration, "where it begins is not known")
	parse(t, string(fast.XML("")))
	require.InDelta(t, 1.0472*1.5708/nao.RShoulderPitch.MaxSpeed(), fast.Slots[1].Duration.Seconds(), 1e-3)
	require.Equal(t, 450*time.Millisecond, m.Slots[0].Duration, "the motion itself stays")
}
