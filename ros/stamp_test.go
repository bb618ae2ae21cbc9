package ros

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestTimeZeroIsTheEpoch(t *testing.T) {
	for _, d := range []time.Duration{0, 12 * time.Millisecond, 1_789_000_000*time.Second + 7} {
		require.Equal(t, d, SinceEpoch(FromEpoch(d)))
		require.Equal(t, d, StampSinceEpoch(EpochStamp(d)))
	}
	require.Equal(t, int32(1), EpochStamp(1500*time.Millisecond).Sec)
	require.Equal(t, uint32(5e8), EpochStamp(1500*time.Millisecond).Nanosec)
}
