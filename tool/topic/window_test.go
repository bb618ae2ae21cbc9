package topic

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestTheStatisticsOfGapsAreExact(t *testing.T) {
	var s gaps
	require.Equal(t, "no new messages", s.String())
	at := time.Unix(0, 0)
	for _, ms := range []int{0, 100, 300, 100} { // the first gap has left the window of 3
		at = at.Add(time.Duration(ms) * time.Millisecond)
		s.add(at, 3)
	}
	require.Equal(t, "average rate: 5.000\n\tmin: 0.100s max: 0.300s std dev: 0.10000s window: 3", s.String())
}
