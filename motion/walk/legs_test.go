package walk

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/nao"
)

func TestTheLegsReachTheSolesTheyAreAskedFor(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		var j nao.Joints
		draw := func(joint nao.Joint, low, high float64) { j[joint] = low + (high-low)*random.Float64() }
		draw(nao.LHipYawPitch, -0.8, 0.4)
		for _, leg := range []nao.Leg{nao.LeftLeg, nao.RightLeg} {
			first := firstOf(leg)
			draw(first, -0.3, 0.3)
			draw(first+1, -1, 0.2)
			draw(first+2, 0.2, 1.5)
			draw(first+3, -0.8, 0.4)
			draw(first+4, -0.3, 0.3)
		}
		soles := [nao.NumLegs]nao.Pose{nao.SoleInTorso(nao.LeftLeg, &j), nao.SoleInTorso(nao.RightLeg, &j)}
		yaw, legs, short := legsTo(&soles)
		require.Zero(t, short)
		var got nao.Joints
		got[nao.LHipYawPitch] = yaw
		legs[0].put(nao.LeftLeg, &got)
		legs[1].put(nao.RightLeg, &got)
		for joint := nao.LHipYawPitch; joint <= nao.RAnkleRoll; joint++ {
			require.InDelta(t, j[joint], got[joint], 1e-9, joint.String())
		}
	}
}
