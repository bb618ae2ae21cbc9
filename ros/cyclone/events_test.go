package cyclone

import (
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros"
)

// awaitEvent returns the next event of a kind.
func awaitEvent(t testing.TB, events <-chan ros.Event, kind ros.EventKind) ros.Event {
	t.Helper()
	for {
		if e := receive(t, events); e.Kind == kind {
			return e
		}
	}
}

func into(events chan<- ros.Event) ros.Option {
	return ros.OnEvent(func(e ros.Event) { events <- e })
}

func TestAnotherProcessIsMatchedByNameAndUnmatched(t *testing.T) {
	useOwnDomain(t, 40)
	n := openNode(t, "talker")
	events := make(chan ros.Event, 10)
	pub, err := ros.Advertise[stdmsgs.String](n, "/chatter", into(events))
	require.NoError(t, err)
	p := startPartner(t, "listen", "/chatter").ready()
	e := awaitEvent(t, events, ros.EventMatched)
	require.Equal(t, [2]int{1, 1}, [2]int{e.Total, e.Change})
	require.Equal(t, "/chatter", e.Topic)
	require.Equal(t, 1, pub.Events().Matched)
	eventually(t, "its node is known", func() bool {
		g, err := n.Graph()
		return err == nil && len(g.Nodes) == 2
	})
	require.NoError(t, p.cmd.Process.Signal(syscall.SIGKILL))
	e = awaitEvent(t, events, ros.EventUnmatched)
	require.Equal(t, [2]int{0, -1}, [2]int{e.Total, e.Change})
}

func TestMisfitsWithAnotherProcessAreEventsAndOneWarning(t *testing.T) {
	rows := map[string]struct {
		ours    []ros.Option // the partner subscribes reliable, volatile
		writer  bool
		policy  string
		warning string
	}{
		"our writer, their reader": {
			[]ros.Option{ros.BestEffort()},
			true, "reliability",
			`publisher=/us subscriber=/other/partner policies="reliability: offered best effort, requested reliable"`,
		},
		"our reader, their writer": {
			[]ros.Option{ros.TransientLocal()},
			false, "durability",
			`publisher=/other/partner subscriber=/us policies="durability: offered volatile, requested transient local"`,
		},
		"deadline": {
			[]ros.Option{ros.Deadline(time.Second)},
			false, "deadline",
			`deadline: offered deadline infinite, requested deadline 1s`,
		},
		"liveliness": {
			[]ros.Option{ros.ManualLiveliness(time.Second)},
			false, "liveliness",
			`requested manual by topic liveliness, lease 1s`,
		},
	}
	for name, row := range rows {
		t.Run(name, func(t *testing.T) {
			useOwnDomain(t, 41)
			n, log := openLoggedNode(t, "us")
			events := make(chan ros.Event, 10)
			role := "talk"
			if row.writer {
				role = "listen"
				_, err := ros.Advertise[stdmsgs.String](n, "/chatter", append(row.ours, into(events))...)
				require.NoError(t, err)
			} else {
				_, err := ros.Subscribe[stdmsgs.String](n, "/chatter", append(row.ours, into(events))...)
				require.NoError(t, err)
			}
			startPartner(t, role, "/chatter").ready()
			e := awaitEvent(t, events, ros.EventIncompatibleQoS)
			require.Equal(t, row.policy, e.Policy)
			eventually(t, "the log says it", func() bool { return strings.Contains(log.String(), row.warning) })
			require.Equal(t, 1, strings.Count(log.String(), "QoS does not fit"), log.String())
		})
	}
}

func TestAMissedDeadlineIsToldAcrossProcesses(t *testing.T) {
	useOwnDomain(t, 42)
	n := openNode(t, "listener")
	events := make(chan ros.Event, 100)
	sub, err := ros.Subscribe[stdmsgs.String](n, "/chatter", ros.Deadline(200*time.Millisecond), into(events))
	require.NoError(t, err)
	startPartner(t, "promise", "/chatter").ready()
	receive(t, sub.C())
	e := awaitEvent(t, events, ros.EventDeadlineMissed)
	require.Positive(t, e.Total)
	require.Positive(t, sub.Events().DeadlinesMissed)
}

func TestALostLifeIsToldOnBothSides(t *testing.T) {
	useOwnDomain(t, 43)
	n := openNode(t, "talker")
	ours, theirs := make(chan ros.Event, 100), make(chan ros.Event, 100)
	pub, err := ros.Advertise[stdmsgs.String](n, "/mine", ros.ManualLiveliness(300*time.Millisecond), into(ours))
	require.NoError(t, err)
	_, err = ros.Subscribe[stdmsgs.String](n, "/chatter", ros.ManualLiveliness(time.Second), into(theirs))
	require.NoError(t, err)
	startPartner(t, "faint", "/chatter").ready() // speaks every second, which is less than it promises
	for _, alive := range []int{1, 0, 1} {
		require.Equal(t, alive, awaitEvent(t, theirs, ros.EventLivelinessChanged).Total)
	}
	require.NoError(t, pub.AssertLiveliness())
	require.Positive(t, awaitEvent(t, ours, ros.EventLivelinessLost).Total)
	require.Positive(t, pub.Events().LivelinessLost)
}

func TestASecondNodeOfTheNameIsWarnedOf(t *testing.T) {
	useOwnDomain(t, 44)
	b, err := Open()
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	var log syncBuffer
	n, err := ros.NewNode(t.Context(), b, "partner", ros.NodeOptions{Namespace: "other", Logger: textLogger(&log)})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, n.Close()) })
	startPartner(t, "sleep").ready()
	eventually(t, "the log says it", func() bool {
		return strings.Contains(log.String(), "another node has the same name") && strings.Contains(log.String(), "name=/other/partner")
	})
}

func TestEveryQoSOfOursIsSeenByOthers(t *testing.T) {
	useOwnDomain(t, 45)
	n := openNode(t, "watcher")
	startPartner(t, "promise", "/chatter").ready()
	eventually(t, "its QoS is known", func() bool {
		g, err := n.Graph()
		if err != nil || len(g.Topics) == 0 {
			return false
		}
		for _, topic := range g.Topics {
			if topic.Name == "/chatter" && len(topic.Endpoints) == 1 && topic.Endpoints[0].Node != "" {
				require.Equal(t, ros.QoS{
					Reliable: true, TransientLocal: true, Depth: 3, Deadline: 200 * time.Millisecond, Lifespan: 10 * time.Second,
					ManualLiveliness: true, Lease: 5 * time.Second,
				}, topic.Endpoints[0].QoS)
				return true
			}
		}
		return false
	})
}

func TestAPeerThatIsNoNodeIsSeenWithItsQoS(t *testing.T) {
	useOwnDomain(t, 46)
	n := openNode(t, "watcher")
	changed := n.GraphChanged()
	startPeer(t, fullBuffer, "listen", "rt/chatter", "1").ready()
	for {
		receive(t, changed)
		g, err := n.Graph()
		require.NoError(t, err)
		for _, topic := range g.Topics {
			if topic.Name == "/chatter" {
				e := topic.Endpoints[0]
				require.Equal(t, [3]string{"", "", ""}, [3]string{e.Node, e.Hash, e.RMW})
				require.Equal(t, ros.QoS{Reliable: true, KeepAll: true}, e.QoS)
				return
			}
		}
	}
}
