package trial

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/sim"
)

func TestSitsSoftlyAndStandsUp(t *testing.T) {
	seat, err := RunSit(Setup{Profile: sim.Real, Seed: 1})
	require.NoError(t, err)
	require.True(t, seat.Seated, "%+v", seat)
	require.True(t, seat.Stands, "%+v", seat)
}
