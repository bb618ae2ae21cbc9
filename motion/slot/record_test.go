package slot

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/internal/fuzzn"
	"gonao/nao"
)

func head(t *testing.T) *Recording {
	r, err := NewRecording([]nao.Joint{nao.HeadPitch, nao.HeadYaw, nao.HeadYaw}, 0.5, 0.8)
	require.NoError(t, err)
	return r
}

func TestPosturesBecomeSlots(t *testing.T) {
	r := head(t)
	var at nao.Joints
	at[nao.HeadYaw] = 0.50001
	require.NoError(t, r.Take(&at))
	at[nao.HeadYaw], at[nao.HeadPitch] = -1.5, 0.1
	require.NoError(t, r.Take(&at))
	require.NoError(t, r.SetWait(0.25))
	m, err := r.Motion("look")
	require.NoError(t, err)
	require.Equal(t, []nao.Joint{nao.HeadYaw, nao.HeadPitch}, m.Joints)
	require.Equal(t, 500*time.Millisecond, m.Slots[0].Duration)
	require.InDelta(t, 28.6, m.Slots[0].Targets[0].Angle*180/math.Pi, 1e-9, "a tenth of a degree")
	require.InDelta(t, 2*math.Pi/2/(0.5*8.268), m.Slots[1].Duration.Seconds(), 0.011, "no faster than half the top speed")
	require.Equal(t, 250*time.Millisecond, m.Slots[1].Wait)
	require.InDelta(t, 0.8, m.Slots[1].Targets[0].Stiffness(), 1e-9)

	require.NoError(t, r.SetDuration(3))
	require.Equal(t, 3*time.Second, r.Slots()[1].Duration)
	require.NoError(t, r.Undo())
	require.Equal(t, 1, r.Len())
	require.Len(t, m.Slots, 2, "what was given out stays")
}

func TestWhatMakesNoSenseIsRefused(t *testing.T) {
	_, err := NewRecording(nil, 0.5, 1)
	require.EqualError(t, err, "no joint: expected at least one")
	_, err = NewRecording([]nao.Joint{0}, math.NaN(), 1)
	require.EqualError(t, err, "NaN s: expected 0.012 to 60")
	_, err = NewRecording([]nao.Joint{0}, 1, 0)
	require.EqualError(t, err, "stiffness 0: expected above 0, up to 1")
	r := head(t)
	require.ErrorIs(t, r.Undo(), errNoPoses)
	require.ErrorIs(t, r.SetDuration(1), errNoPoses)
	require.ErrorIs(t, r.SetWait(1), errNoPoses)
	_, err = r.Motion("x")
	require.ErrorIs(t, err, errNoPoses)
	at := nao.Joints{nao.HeadPitch: math.NaN()}
	require.EqualError(t, r.Take(&at), "joint HeadPitch: its sensor reports NaN")
	require.NoError(t, r.Take(&nao.Joints{}))
	require.ErrorContains(t, r.SetDuration(100), "100 s: expected 0.012 to 60")
	require.ErrorContains(t, r.SetWait(-1), "-1 s: expected 0 to 60")
	_, err = r.Motion("a@b")
	require.EqualError(t, err, `motion name "a@b": expected one without @`)
}

// Whatever a robot measures, also a little beyond its ranges, what is recorded of it
// can be read back.
func TestRandomPosturesMakeMotionsThatCanBeRead(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 3))
	all, err := nao.ParseJoints("all")
	require.NoError(t, err)
	for range fuzzn.N(t) / 100 {
		r, err := NewRecording(all[rng.IntN(nao.NumJoints):], 0.02+rng.Float64(), 0.1+0.9*rng.Float64())
		require.NoError(t, err)
		for range 1 + rng.IntN(4) {
			var at nao.Joints
			for j := range nao.Joint(nao.NumJoints) {
				lo, hi := j.Range()
				at[j] = lo + (rng.Float64()*1.04-0.02)*(hi-lo)
			}
			require.NoError(t, r.Take(&at))
		}
		_, err = r.Motion("random")
		require.NoError(t, err)
	}
}

func TestAPoseOfAMotionTakesAllJointsWhereTheyAreThen(t *testing.T) {
	m, err := Parse("m.xml", []byte(`<motion name="m">
		<slot duration="1" wait="1"><joint name="HeadYaw" angle_deg="10"/><joint name="HeadPitch" angle_deg="5"/></slot>
		<slot duration="1"><joint name="HeadYaw" angle_deg="0"/></slot>
		<slot duration="1"><joint name="LHand" open="1"/></slot></motion>`))
	require.NoError(t, err)
	p := m.RecordedPose(1, 2)
	require.Equal(t, "m 2", p.Name)
	require.Equal(t, []nao.Joint{nao.HeadYaw, nao.HeadPitch}, p.Joints)
	require.Len(t, p.Slots, 1)
	require.Equal(t, 2*time.Second, p.Slots[0].Duration)
	require.InDelta(t, 0, p.Slots[0].Targets[0].Angle, 1e-9)
	require.InDelta(t, 5*math.Pi/180, p.Slots[0].Targets[1].Angle, 1e-9)
	require.Len(t, m.Slots, 3)
}
