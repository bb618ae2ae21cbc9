package safety

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/nao"
)

// The commander is dead, and its connection breaks and comes back repeatedly. The robot is stiff at each reconnect.
// However short the connections are, their times must add up, so that the robot is held for 10 s, lowered to the crouch
// for 2 s, and made limp within 1 s.
func TestAConnectionThatComesAndGoesKeepsNoRobotStiff(t *testing.T) {
	const most = 14 * time.Second
	for _, lasts := range []time.Duration{12 * time.Second, 4 * time.Second, 1500 * time.Millisecond, 900 * time.Millisecond, 300 * time.Millisecond, 100 * time.Millisecond, 12 * time.Millisecond} {
		for _, pause := range []time.Duration{0, time.Second} { // body time between two connections; it is zero if time is counted in frames
			for name, pitch := range map[string]float64{"upright": 0, "lying": 1.5} {
				t.Run(fmt.Sprint(name, lasts, pause), func(t *testing.T) {
					g := New(DefaultConfig())
					state := nao.State{Position: nao.StandPosture(), Capabilities: nao.CanPosition | nao.CanStiffness}
					state.Angles[1], state.Battery.Charge = pitch, 0.9
					for j := range state.Stiffness {
						state.Stiffness[j] = 1
					}
					now, connected, farthest := time.Duration(0), time.Duration(0), 0.0
					late := [2]nao.Joints{state.Position, state.Position} // the body carries out a command two cycles later
					for state.Stiffness != (nao.Joints{}) {
						g.Restart()
						for end := now + lasts; now < end; now += nao.CyclePeriod {
							var out nao.Command
							g.Step(now, &state, nil, &out)
							for j := range out.Position {
								farthest = max(farthest, math.Abs(out.Position[j]-state.Position[j]))
							}
							state.Position, state.Stiffness = late[0], out.Stiffness
							late = [2]nao.Joints{late[1], out.Position}
							state.Cycle++
							connected += nao.CyclePeriod
						}
						require.Less(t, connected, most+lasts, "still stiff")
						now += pause
					}
					require.Equal(t, Limp, g.Mode())
					require.Less(t, farthest, 0.15, "nothing jumps")
					if pitch == 0 {
						crouch := nao.CrouchPosture()
						for j := nao.LHipYawPitch; j <= nao.RAnkleRoll; j++ {
							require.InDelta(t, crouch[j], state.Position[j], 0.3, "limp in the crouch: %s", j)
						}
					}
				})
			}
		}
	}
}

// A commander that returns may command again, although the robot is being let down.
func TestACommanderThatIsBackEndsTheLettingDown(t *testing.T) {
	g := New(DefaultConfig())
	state := nao.State{Position: nao.StandPosture(), Stiffness: nao.Joints{nao.LKneePitch: 1, nao.RKneePitch: 1, nao.LHipPitch: 1}}
	cmd, out := nao.Command{Position: nao.StandPosture()}, nao.Command{}
	now := time.Duration(0)
	for ; g.Mode() != Crouching; now += nao.CyclePeriod {
		g.Step(now, &state, nil, &out)
	}
	g.Restart()
	g.Step(now, &state, &cmd, &out)
	require.Equal(t, Following, g.Mode())
}
