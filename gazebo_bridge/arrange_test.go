package gazebobridge_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	gazebobridge "gonao/gazebo_bridge"
	"gonao/gazebo_bridge/gztest"
	"gonao/nao"
	"gonao/nao/body/safety"
)

// One step too many, left over from finding out how long one is, would come to light only
// once in a while.
func TestNoStepIsLeftOverWhenTheCyclesBegin(t *testing.T) {
	for range 2 {
		b := newBench(t, nil)
		w := b.world(gztest.Options{Playing: true})
		b.commander.want(nao.StandPosture())
		b.commander.until(t, "some cycles", func(s *nao.State) bool { return s.Cycle >= 20 })
		states := b.commander.States()
		for i := 1; i < len(states); i++ {
			require.Equal(t, states[i-1].Time-states[i-1].Time%nao.CyclePeriod+nao.CyclePeriod, states[i].Time, "cycle %d", i)
		}
		b.stop()
		require.NoError(t, <-b.done)
		b.done <- nil
		require.NoError(t, w.Close())
	}
}

func TestARobotInThePostureOfItsFileIsPutOnItsFeet(t *testing.T) {
	b := newBench(t, nil)
	var zero nao.Joints
	w := b.world(gztest.Options{Posture: &zero, Blind: true})
	s := b.commander.until(t, "a state", func(s *nao.State) bool { return s.Cycle > 0 })
	for j, q := range nao.StandPosture() {
		require.InDelta(t, q, s.Position[j], 1e-9, "%v in the first state", nao.Joint(j))
	}
	b.commander.until(t, "and then", func(s *nao.State) bool { return s.Cycle > 20 })
	right, target := w.Joint(nao.SecondHipYawPitch)
	require.InDelta(t, nao.StandPosture()[nao.LHipYawPitch], right, 1e-9)
	require.InDelta(t, right, target, 1e-9)
	knee, target := w.Joint(nao.LKneePitch.String())
	require.InDelta(t, nao.StandPosture()[nao.LKneePitch], knee, 1e-9)
	require.InDelta(t, knee, target, 1e-9, "its controller holds it there")
	s, _ = b.commander.last()
	require.False(t, s.Capabilities.Has(nao.SensesSonar), "nothing is rendered")
}

func TestARobotThatStandsOtherwiseStaysAsItIs(t *testing.T) {
	for name, o := range map[string]gztest.Options{
		"in another posture":            {Posture: posture(nao.CrouchPosture())},
		"on a server without the means": {Posture: posture(nao.Joints{}), Fixed: true},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, nil)
			b.world(o)
			s := b.commander.until(t, "a state", func(s *nao.State) bool { return s.Cycle > 0 })
			require.InDelta(t, o.Posture[nao.LKneePitch], s.Position[nao.LKneePitch], 1e-9)
		})
	}
}

func posture(q nao.Joints) *nao.Joints { return &q }

func TestThingsAreMovedBetweenTwoCycles(t *testing.T) {
	b := newBench(t, nil)
	w := b.world(gztest.Options{Balls: []string{"ball"}})
	b.commander.want(nao.StandPosture())
	b.commander.until(t, "it follows", func(*nao.State) bool { return b.driver.Stats().Mode == safety.Following })
	x := nao.RollPitchYaw(0, 0, 1)
	x.P.X, x.P.Z = 2, 0.3
	crouch := nao.CrouchPosture()
	b.commander.want(crouch)
	require.NoError(t, b.driver.Arrange(t.Context(), gazebobridge.Arrangement{
		Torso: &x, Posture: &crouch, Models: map[uint32]nao.Pose{w.Pose("ball").GetId(): x},
	}))
	s, _ := b.commander.last()
	b.commander.until(t, "the cycles go on", func(now *nao.State) bool { return now.Cycle > s.Cycle+10 })
	require.InDelta(t, 2, w.Pose("nao").GetPosition().GetX(), 1e-9)
	require.InDelta(t, math.Sin(0.5), w.Pose("ball").GetOrientation().GetZ(), 1e-9)
	knee, _ := w.Joint(nao.LKneePitch.String())
	require.InDelta(t, crouch[nao.LKneePitch], knee, 0.05, "and it is held there")
}

func TestAServerWithoutControlStateIsAnError(t *testing.T) {
	b := newBench(t, nil)
	b.world(gztest.Options{Fixed: true})
	b.commander.until(t, "a state", func(s *nao.State) bool { return s.Cycle > 0 })
	require.ErrorContains(t, b.driver.Arrange(t.Context(), gazebobridge.Arrangement{}), "Fortress 6.2")
}
