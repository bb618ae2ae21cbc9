package vision

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestTheNeckIsKnownAtTheTimeOfTheImage(t *testing.T) {
	const ms = time.Millisecond
	var k Neck
	_, _, ok := k.At(0)
	require.False(t, ok)
	for i := range 200 { // 1 rad/s to the left, 0.5 up
		at := time.Second + time.Duration(i)*12*ms
		k.Add(at, at.Seconds(), -0.5*at.Seconds())
	}
	newest := time.Second + 199*12*ms
	for _, ago := range []time.Duration{0, 1 * ms, 30 * ms, 41 * ms, 700 * ms} {
		at := newest - ago
		yaw, pitch, ok := k.At(at)
		require.True(t, ok)
		require.InDelta(t, at.Seconds(), yaw, 1e-9, ago)
		require.InDelta(t, -0.5*at.Seconds(), pitch, 1e-9, ago)
	}
	yaw, _, ok := k.At(newest + 20*ms)
	require.True(t, ok, "a state may be later than its image")
	require.InDelta(t, newest.Seconds(), yaw, 1e-9)
	require.True(t, k.Covers(newest))
	require.False(t, k.Covers(newest+1))
	_, _, ok = k.At(newest + 40*ms)
	require.False(t, ok)
	_, _, ok = k.At(newest - 900*ms)
	require.False(t, ok)

	k.Add(5*ms, 7, 8) // the simulator began anew
	_, _, ok = k.At(newest)
	require.False(t, ok)
	yaw, pitch, ok := k.At(5 * ms)
	require.True(t, ok)
	require.Equal(t, []float64{7, 8}, []float64{yaw, pitch})
}
