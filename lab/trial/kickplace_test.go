package trial

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The front of the foot is 10 cm ahead of the ankle, and the ball is 8 cm wide at the height of the foot.
func TestABallCannotLieWhereAFootIs(t *testing.T) {
	require.InDelta(t, 0.142, clearOfFeet(0.05), 0.003, "before the left foot")
	require.InDelta(t, clearOfFeet(0.05), clearOfFeet(-0.05), 1e-9)
	require.InDelta(t, 0.127, clearOfFeet(0), 0.004, "between both")
	require.Zero(t, clearOfFeet(0.2), "beside them")
}
