package backendtest

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros"
)

// RoundTrip measures the time of 64 bytes to another node and back, over two reliable topics; each node has its own
// backend.
func RoundTrip(b *testing.B, open ros.Opener) {
	near, far := newNode(b, open, "near"), newNode(b, open, "far")
	there, err := ros.Advertise[stdmsgs.String](near, "there")
	require.NoError(b, err)
	back, err := ros.Advertise[stdmsgs.String](far, "back")
	require.NoError(b, err)
	heard, err := ros.Subscribe[stdmsgs.String](far, "there")
	require.NoError(b, err)
	answers, err := ros.Subscribe[stdmsgs.String](near, "back")
	require.NoError(b, err)
	require.Eventually(b, func() bool {
		return there.Subscribers() == 1 && back.Subscribers() == 1 && heard.Publishers() == 1 && answers.Publishers() == 1
	}, patience, time.Millisecond)
	go func() {
		for m := range heard.C() {
			if back.Publish(m) != nil {
				return
			}
		}
	}()
	m := stdmsgs.String{Data: strings.Repeat("x", 64)}
	var took []time.Duration
	b.ReportAllocs()
	for b.Loop() {
		start := time.Now()
		require.NoError(b, there.Publish(m))
		<-answers.C()
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds()), "p50-us")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-us")
}
