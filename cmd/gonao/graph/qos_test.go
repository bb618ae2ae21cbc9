package graph

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/ros"
)

func TestASubscriptionAsksForWhatAllPublishersOffer(t *testing.T) {
	reliable := ros.EndpointInfo{QoS: ros.QoS{Reliable: true}}
	latched := ros.EndpointInfo{QoS: ros.QoS{Reliable: true, TransientLocal: true}}
	bestEffort := ros.EndpointInfo{}
	for _, c := range []struct {
		name    string
		flags   qosFlags
		writers []ros.EndpointInfo
		want    ros.QoS
		note    string
	}{
		{"nobody is known", qosFlags{}, nil, ros.QoS{Depth: listenDepth}, ""},
		{"all are reliable", qosFlags{}, []ros.EndpointInfo{reliable, reliable}, ros.QoS{Reliable: true, Depth: listenDepth}, ""},
		{"all keep their last", qosFlags{}, []ros.EndpointInfo{latched}, ros.QoS{Reliable: true, TransientLocal: true, Depth: listenDepth}, ""},
		{"one is best effort", qosFlags{}, []ros.EndpointInfo{reliable, bestEffort}, ros.QoS{Depth: listenDepth}, "1 of 2 publishers are reliable"},
		{"one keeps its last", qosFlags{}, []ros.EndpointInfo{reliable, latched}, ros.QoS{Reliable: true, Depth: listenDepth}, "1 of 2 publishers are transient local"},
		{
			"what was asked for goes before",
			qosFlags{reliability: "best_effort", durability: "volatile", depth: 3, history: "keep_all"},
			[]ros.EndpointInfo{latched},
			ros.QoS{Depth: 3, KeepAll: true},
			"",
		},
		{"a profile replaces all", qosFlags{profile: "sensor_data"}, []ros.EndpointInfo{latched}, ros.QoS{Depth: 5}, ""},
		{"short words", qosFlags{transientLocal: true}, nil, ros.QoS{Reliable: true, TransientLocal: true, Depth: listenDepth}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var notes strings.Builder
			require.Equal(t, c.want, c.flags.subscription("/chatter", c.writers, &notes))
			if c.note == "" {
				require.Empty(t, notes.String())
			}
			require.Contains(t, notes.String(), c.note)
		})
	}
}
