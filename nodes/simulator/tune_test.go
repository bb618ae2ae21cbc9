package simulator

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	"gonao/nao"
	"gonao/ros"
)

func TestNoiseAndCarriersCanBeChangedWhileItRuns(t *testing.T) {
	r := newRig(t, nil)
	scatter := func() float64 { // of a joint at rest
		var least, most float32 = math.MaxFloat32, -math.MaxFloat32
		for range 30 {
			r.step(1, 0)
			q := r.sensors.Position[nao.RElbowYaw]
			least, most = min(least, float32(q)), max(most, float32(q))
		}
		return float64(most - least)
	}
	r.step(50, 0)
	require.Empty(t, r.set("noise.position_rad", 0.0))
	require.Less(t, scatter(), 0.001)
	require.Empty(t, r.set("noise.position_rad", 0.1))
	require.Greater(t, scatter(), 0.05)
	require.Contains(t, r.set("noise.position_rad", -1.0), "out of range")
	require.Contains(t, r.set("noise.fsr_gain", 1.0), "read-only")
	require.Contains(t, r.set("camera.noise", 41.0), "out of range")
	require.Greater(t, scatter(), 0.05, "what was refused changes nothing")

	states := subscribe[msgs.CarrierState](t, r.observer, "carrier_state")
	commands, err := ros.Advertise[msgs.CarrierCommand](r.observer, "carrier_command")
	require.NoError(t, err)
	height := func() float64 {
		r.step(1, 0)
		end := until(t, states, func(s msgs.CarrierState) bool { return s.Stamp == r.now() })
		return float64(end.Heights[1])
	}
	before := height()
	require.Empty(t, r.set("carriers.lift_m_per_sec", 0.001))
	require.NoError(t, commands.Publish(msgs.CarrierCommand{Name: "ball_red", Angle: -0.3, Height: float32(before) + 0.3}))
	r.step(50, 0)
	require.InDelta(t, before, height(), 0.002, "hardly moves")
	require.Empty(t, r.set("carriers.lift_m_per_sec", 1.0))
	stepUntil(t, func() { r.step(10, 0) }, func() bool { return height() > before+0.1 }, "the ball is lifted")
}
