package nao_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/nao"
)

func TestGroupsAreNAOqis(t *testing.T) {
	body, err := nao.ParseChain("Body")
	require.NoError(t, err)
	require.Len(t, body, 26, "a value for each hip, though one motor turns both")
	require.Equal(t, nao.LHand, body[7])
	require.Equal(t, nao.LHipYawPitch, body[8])
	require.Equal(t, nao.LHipYawPitch, body[14])
	require.Equal(t, nao.RHand, body[25])

	for name, n := range map[string]int{"Head": 2, "LArm": 6, "RArm": 6, "LLeg": 6, "RLeg": 6, "Arms": 12, "legs": 12, "RHipYawPitch": 1} {
		joints, err := nao.ParseChain(name)
		require.NoError(t, err, name)
		require.Len(t, joints, n, name)
	}
	_, err = nao.ParseChain("HeadYw")
	require.ErrorContains(t, err, "did you mean HeadYaw?")
}
