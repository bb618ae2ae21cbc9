package robot

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/robot/score"
)

func TestFollowsAndDancesAsThePaper(t *testing.T) {
	r, err := New(DefaultConfig("follow_and_dance"))
	require.NoError(t, err)
	defer r.Close()
	start := time.Now()
	require.NoError(t, r.RunMachine(context.Background(), 27*time.Second))
	s := r.Record.Snapshot()
	fmt.Printf("wall %v %+v pos %d\n%+v\n", time.Since(start), s.Following, s.Positions, s.Trace)
	for name, v := range score.TraceVerdicts(s.Trace, score.PaperTrace(), 27) {
		require.True(t, v.Met, "%s: %+v", name, v)
	}
	for name, v := range s.Following.Verdicts() {
		require.True(t, v.Met, "%s: %+v", name, v)
	}
}
