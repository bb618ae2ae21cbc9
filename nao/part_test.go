package nao

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestJointsAreNamedAloneAndByParts(t *testing.T) {
	joints := func(name string) []Joint {
		js, err := ParseJoints(name)
		require.NoError(t, err)
		return js
	}
	require.Equal(t, []Joint{LKneePitch}, joints("LKneePitch"))
	require.Equal(t, []Joint{HeadYaw, HeadPitch}, joints("head"))
	require.Len(t, joints("all"), NumJoints)
	require.Len(t, joints("arms"), 12)
	seen := map[Joint]bool{}
	for _, part := range []string{"head", "left_arm", "right_arm", "legs"} {
		for _, j := range joints(part) {
			require.False(t, seen[j], j)
			require.Equal(t, part == "legs", j.IsLeg(), j)
			seen[j] = true
		}
	}
	require.Len(t, seen, NumJoints)
	_, err := ParseJoints("leg")
	require.ErrorContains(t, err, `joint "leg": no such joint`)
}
