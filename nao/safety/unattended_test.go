package safety

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/nao"
)

// A line that breaks and comes back again and again, in front of a commander who is
// dead: each time the robot is found stiff, and each time it would be held for 10 s.
func TestALineThatComesAndGoesKeepsNoRobotStiff(t *testing.T) {
	for _, lasts := range []time.Duration{12 * time.Second, 4 * time.Second, 1500 * time.Millisecond} {
		g := New(DefaultConfig())
		state := nao.State{Position: nao.StandPosture(), Capabilities: nao.CanPosition | nao.CanStiffness}
		state.Accelerometer[2], state.Battery.Charge = 9.81, 0.9
		for j := range state.Stiffness {
			state.Stiffness[j] = 1
		}
		now := time.Duration(0)
		limp := false
		for range 20 {
			g.Restart()
			for end := now + lasts; now < end && !limp; now += nao.CyclePeriod {
				var out nao.Command
				g.Step(now, &state, nil, &out)
				state.Position, state.Stiffness = out.Position, out.Stiffness
				state.Cycle++
				limp = state.Stiffness == nao.Joints{}
			}
			now += time.Second
		}
		require.True(t, limp, "connections of %s", lasts)
	}
}
