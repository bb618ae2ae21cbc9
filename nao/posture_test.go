package nao

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPosturesStandOnFlatSolesWithTheCentreOfMassOverThem(t *testing.T) {
	for name, joints := range map[string]Joints{"stand": StandPosture(), "crouch": CrouchPosture()} {
		t.Run(name, func(t *testing.T) {
			for j := range Joint(NumJoints) {
				require.InDelta(t, j.Clamp(joints[j]), joints[j], 0, "%s", j)
			}
			left, right := SoleInTorso(LeftLeg, &joints), SoleInTorso(RightLeg, &joints)
			require.InDelta(t, left.P.Z, right.P.Z, 1e-9)
			require.InDelta(t, 1, left.R[8], 1e-9, "the sole is flat under an upright trunk")
			com := CoM(&joints)
			require.InDelta(t, left.P.X+0.02, com.X, 0.025, "between heel and toes")
			require.InDelta(t, 0, com.Y, 0.002)
		})
	}
	stand, crouch := StandPosture(), CrouchPosture()
	require.Greater(t, -SoleInTorso(LeftLeg, &stand).P.Z, 0.30)
	require.Less(t, -SoleInTorso(LeftLeg, &crouch).P.Z, 0.25)
}
