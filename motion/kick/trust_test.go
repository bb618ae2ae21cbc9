package kick

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A body that fell in a kick is kicked with less, and with more again after each kick that stands.
func TestABodyThatFellKicksWeakerUntilItStands(t *testing.T) {
	var b trust
	require.InDelta(t, 1, b.share(), 0, "a new body")
	b.stood()
	require.InDelta(t, 1, b.share(), 0, "never more than all")
	b.fell(0.4)
	require.InDelta(t, 0.4, b.share(), 1e-12)
	b.stood()
	require.InDelta(t, 0.44, b.share(), 1e-12)
	for range 10 {
		b.fell(0.4)
	}
	require.InDelta(t, leastTrust, b.share(), 1e-12, "the ball still rolls")
	for range 100 {
		b.stood()
	}
	require.InDelta(t, 1, b.share(), 1e-12)
}

// A fall that the caller noticed counts, a kick that another owner of the legs ended does not.
func TestOnlyAbortedKicksOfATippedBodyLowerTheTrust(t *testing.T) {
	for tip, want := range map[float64]float64{0: 1, 0.5: 0.4, -0.5: 0.4} {
		e, err := New(DefaultConfig())
		require.NoError(t, err)
		e.status, e.balance.angles[1] = Running, tip
		e.Abort()
		require.Equal(t, Failed, e.status)
		require.InDelta(t, want, e.trust.share(), 1e-12, "tipped by %g rad", tip)
		a, r := aim{footSpeed: 2}, Request{Distance: 1}
		e.weaken(&a, &r)
		require.InDelta(t, 2*want, a.footSpeed, 1e-12)
		a, r = aim{footSpeed: 2}, Request{Strength: 1}
		e.weaken(&a, &r)
		require.InDelta(t, 2, a.footSpeed, 1e-12, "a strength is sent as it is")
	}
}
