package trial

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/motion/paper/gait"
	"gonao/nao"
	"gonao/sim"
)

// The paper's observation: with the yaw on HipYawPitch alone the robot is stable, but
// its torso swings forward and back; with the virtual vertical joint it does not. On
// ground with more friction the feet, which have to turn on it, hold the torso back.
func TestATurnOfTheLegsSwingsTheTorsoUnlessTheHipIsVertical(t *testing.T) {
	swing := func(angles func(gait.LegPose, nao.Leg) nao.LegAngles) float64 {
		s, err := newBare(Setup{Profile: sim.Paper, Seed: 1})
		require.NoError(t, err)
		defer s.Close()
		require.NoError(t, s.Stand())
		begin := s.Time()
		low, high := math.Inf(1), math.Inf(-1)
		require.NoError(t, s.Run(Func(func(state *nao.State, out *nao.Command) {
			sec := (s.Time() - begin).Seconds()
			grown := min(sec/2, 1)
			p := gait.LegPose{Extension: -0.2, Yaw: 0.15 * grown * math.Sin(math.Pi*sec)}
			for leg := range nao.Leg(nao.NumLegs) {
				a := angles(p, leg)
				if sec < 1 { // the first second begins from the standing posture
					was := nao.LegAnglesOf(leg, &out.Position)
					a = between(was, a, sec)
				}
				a.Put(leg, &out.Position)
			}
			if sec > 2 {
				_, pitch, _ := s.Torso().RollPitchYaw()
				low, high = min(low, pitch), max(high, pitch)
			}
			out.Cycle = state.Cycle
		}), 5*time.Second))
		require.False(t, s.Fallen())
		return high - low
	}
	plain, virtual := swing(gait.LegPose.Plain), swing(gait.LegPose.Angles)
	require.Greater(t, plain, 0.1, "rad")
	require.Less(t, virtual, plain/5)
}

// between mixes two postures of a leg: the second's share grows as often as it is called.
func between(a, b nao.LegAngles, share float64) nao.LegAngles {
	mix := func(x, y float64) float64 { return x + share*(y-x) }
	return nao.LegAngles{
		HipYawPitch: mix(a.HipYawPitch, b.HipYawPitch), HipRoll: mix(a.HipRoll, b.HipRoll), HipPitch: mix(a.HipPitch, b.HipPitch),
		KneePitch: mix(a.KneePitch, b.KneePitch), AnklePitch: mix(a.AnklePitch, b.AnklePitch), AnkleRoll: mix(a.AnkleRoll, b.AnkleRoll),
	}
}
