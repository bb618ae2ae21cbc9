package look

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
)

// standing returns the state of a robot that stands at ease, its weight on four corners
// of each sole.
func standing(at time.Duration) nao.State {
	s := nao.State{Time: at, Position: nao.StandPosture()}
	for i := range s.FSR {
		s.FSR[i] = 6.5
	}
	s.Current[nao.LKneePitch] = 0.5
	return s
}

func TestARobotThatStandsHasItsWeightOverItsSoles(t *testing.T) {
	var r Record
	for k := range 50 {
		s := standing(time.Duration(k) * nao.CyclePeriod)
		r.Add(&s, nil)
	}
	s := r.Samples[49]
	require.True(t, s.Loaded && s.OnFoot)
	require.Greater(t, s.CoM.X, s.Support[0])
	require.Less(t, s.CoM.X, s.Support[1])
	require.InDelta(t, 0, s.CoM.Y, 0.01)
	require.InDelta(t, 0, s.ZMP.Y, 0.01)
	require.InDelta(t, 0, s.Soles[nao.LeftLeg].Z, 1e-3)
	require.InDelta(t, 0.5*24/nao.LKneePitch.MaxSpeed(), s.Torque[nao.LKneePitch], 1e-9)
	require.Equal(t, r.Samples[0].Soles, s.Soles, "who stands does not go anywhere")
	dir := t.TempDir()
	require.NoError(t, r.Draw(dir, "a stand"))
	for _, name := range []string{"balance.png", "feet.png", "torques.png"} {
		require.FileExists(t, filepath.Join(dir, name))
	}
	require.ErrorContains(t, (&Record{}).Draw(dir, ""), "at least two states")
}

// Without a true pose the sole that bears more weight does not move, and the torso moves over it.
func TestTheSoleThatBearsStays(t *testing.T) {
	var r Record
	for k := range 50 {
		s := standing(time.Duration(k) * nao.CyclePeriod)
		for i := nao.RFrontLeft; i <= nao.RRearRight; i++ {
			s.FSR[i] = 0 // on the left one
		}
		s.Position[nao.LHipPitch] -= 0.004 * float64(k)
		s.Angles[1] = 0.004 * float64(k) // bent forward in the hip
		r.Add(&s, nil)
	}
	first, last := r.Samples[0], r.Samples[49]
	require.InDelta(t, first.Soles[nao.LeftLeg].X, last.Soles[nao.LeftLeg].X, 2e-3)
	require.Greater(t, last.CoM.X, first.CoM.X+0.01)
	require.Less(t, last.Support[3]-last.Support[2], 0.12, "one sole")
}

func TestATruePoseGoesBeforeTheFeet(t *testing.T) {
	var r Record
	s := standing(0)
	x := nao.Translation(r3.Vec{X: 3, Z: 0.3})
	r.Add(&s, &x)
	require.InDelta(t, 3, r.Samples[0].CoM.X, 0.1)
}
