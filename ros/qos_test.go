package ros

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestAQoSTellsWhatItIs(t *testing.T) {
	require.Equal(t, "best effort, depth 1", QoS{}.String())
	require.Equal(t, "reliable, transient local, depth 10", QoS{Reliable: true, TransientLocal: true, Depth: 10}.String())
	require.Equal(t, "reliable, keep all, deadline 1s, lifespan 10s, manual by topic liveliness, lease 2s", QoS{
		Reliable: true, KeepAll: true, Deadline: time.Second, Lifespan: 10 * time.Second, ManualLiveliness: true, Lease: 2 * time.Second,
	}.String())
}

func TestOptionsSetEveryPolicy(t *testing.T) {
	o := applyOptions([]Option{
		BestEffort(), TransientLocal(), Depth(0), Deadline(time.Second), Lifespan(2 * time.Second), ManualLiveliness(3 * time.Second),
	})
	require.Equal(t, QoS{
		TransientLocal: true, Depth: 1, Deadline: time.Second, Lifespan: 2 * time.Second, ManualLiveliness: true, Lease: 3 * time.Second,
	}, o.qos)
	require.Equal(t, QoS{Reliable: true, KeepAll: true, Depth: 1, Lease: time.Second},
		applyOptions([]Option{WithQoS(QoS{Reliable: true}), KeepAll(), AutomaticLiveliness(time.Second)}).qos)
}
