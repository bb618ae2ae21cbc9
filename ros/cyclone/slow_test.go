package cyclone

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros"
)

func TestAStuckReliableReaderDoesNotStopThePublisher(t *testing.T) {
	rows := map[string]func(t *testing.T) *process{
		"a stopped process": func(t *testing.T) *process {
			return startPartner(t, "listen", "/chatter").ready()
		},
		"a program that never takes": func(t *testing.T) *process {
			return startPeer(t, fullBuffer, "hoard", "rt/chatter").ready()
		},
	}
	for name, startReader := range rows {
		t.Run(name, func(t *testing.T) {
			useOwnDomain(t, 7)
			keepStopped(t)
			n, log := openLoggedNode(t, "talker")
			pub, err := ros.Advertise[stdmsgs.String](n, "chatter", ros.KeepAll())
			require.NoError(t, err)
			fine, err := ros.Subscribe[stdmsgs.String](n, "chatter", ros.BestEffort(), ros.Depth(1))
			require.NoError(t, err)
			p := startReader(t)
			eventually(t, "both match", func() bool { return pub.Subscribers() == 2 })
			if name == "a stopped process" {
				stop(t, p)
			}
			m := stdmsgs.String{Data: strings.Repeat("x", 64<<10)}
			worst, began := time.Duration(0), time.Now()
			// A blocking writer would stand still after 2 MB until the reader is
			// given up; six times as much must go through.
			for range 200 {
				start := time.Now()
				require.NoError(t, pub.Publish(m))
				worst = max(worst, time.Since(start))
			}
			t.Logf("longest Publish %v, dropped %d of 200", worst, pub.Dropped())
			require.Positive(t, pub.Dropped())
			require.Less(t, pub.Dropped(), uint64(200))
			require.Equal(t, 2, pub.Subscribers(), "the reader must not have been given up meanwhile")
			require.Contains(t, log.String(), "topic=/chatter")
			require.LessOrEqual(t, strings.Count(log.String(), "messages dropped"), 1+int(time.Since(began).Seconds())+200/20)
			receive(t, fine.C())
		})
	}
}

func TestKeepLastNeverDropsForAStuckReader(t *testing.T) {
	useOwnDomain(t, 8)
	n := openNode(t, "talker")
	pub, err := ros.Advertise[stdmsgs.String](n, "chatter", ros.Depth(1))
	require.NoError(t, err)
	startPeer(t, fullBuffer, "hoard", "rt/chatter").ready()
	eventually(t, "the peer matches", func() bool { return pub.Subscribers() == 1 })
	m := stdmsgs.String{Data: strings.Repeat("x", 64<<10)}
	for range 200 {
		require.NoError(t, pub.Publish(m))
	}
	require.Zero(t, pub.Dropped(), "a new message replaces the old one that waits")
}

func TestPublishAllocatesNothing(t *testing.T) {
	useOwnDomain(t, 9)
	n := openNode(t, "talker")
	pub, err := ros.Advertise[stdmsgs.String](n, "chatter", ros.Depth(1))
	require.NoError(t, err)
	startPeer(t, fullBuffer, "hoard", "rt/chatter").ready()
	eventually(t, "the peer matches", func() bool { return pub.Subscribers() == 1 })
	m := stdmsgs.String{Data: "twelve bytes"}
	require.Zero(t, testing.AllocsPerRun(500, func() {
		if err := pub.Publish(m); err != nil {
			panic(err)
		}
	}))
}
