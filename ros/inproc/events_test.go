package inproc_test

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros"
	"gonao/ros/inproc"
)

// collect keeps the events of one kind.
func collect(kind ros.EventKind, into *[]ros.Event) ros.Option {
	return ros.OnEvent(func(e ros.Event) {
		if e.Kind == kind {
			*into = append(*into, e)
		}
	})
}

func TestBothSidesHearWhoComesAndGoes(t *testing.T) {
	bus := inproc.NewBus()
	talker, listener := newNode(t, bus, "talker"), newNode(t, bus, "listener")
	var events []ros.Event
	pub, err := ros.Advertise[stdmsgs.String](talker, "chatter", ros.OnEvent(func(e ros.Event) { events = append(events, e) }))
	require.NoError(t, err)
	sub, err := ros.Subscribe[stdmsgs.String](listener, "chatter")
	require.NoError(t, err)
	require.Equal(t, 1, pub.Events().Matched)
	require.Equal(t, ros.EventCounts{Matched: 1, Alive: 1}, sub.Events())
	require.NoError(t, sub.Close())
	require.Zero(t, pub.Events().Matched)
	require.Equal(t, []ros.Event{
		{Kind: ros.EventMatched, Topic: "/nao1/chatter", Peer: "/nao1/listener", Total: 1, Change: 1},
		{Kind: ros.EventUnmatched, Topic: "/nao1/chatter", Peer: "/nao1/listener", Total: 0, Change: -1},
	}, events)
}

func TestEveryMisfitIsAnEventOnBothSides(t *testing.T) {
	rows := map[string]struct {
		offered, requested ros.QoS
		policies           []string
	}{
		"reliability":      {ros.QoS{}, ros.QoS{Reliable: true}, []string{"reliability"}},
		"durability":       {ros.QoS{}, ros.QoS{TransientLocal: true}, []string{"durability"}},
		"deadline, none":   {ros.QoS{}, ros.QoS{Deadline: 1}, []string{"deadline"}},
		"deadline, longer": {ros.QoS{Deadline: 2}, ros.QoS{Deadline: 1}, []string{"deadline"}},
		"liveliness kind":  {ros.QoS{}, ros.QoS{ManualLiveliness: true}, []string{"liveliness"}},
		"lease":            {ros.QoS{Lease: 2e9}, ros.QoS{Lease: 1e9}, []string{"liveliness"}},
		"several":          {ros.QoS{}, ros.QoS{Reliable: true, TransientLocal: true}, []string{"reliability", "durability"}},
		"more than asked": {
			ros.QoS{Reliable: true, TransientLocal: true, Deadline: 1e9, ManualLiveliness: true, Lease: 1e9},
			ros.QoS{Deadline: 2e9, Lease: 2e9},
			nil,
		},
		"depth and lifespan do not matter": {ros.QoS{Depth: 1, Lifespan: 1e9}, ros.QoS{KeepAll: true}, nil},
	}
	for name, row := range rows {
		t.Run(name, func(t *testing.T) {
			bus := inproc.NewBus()
			n := newNode(t, bus, "talker")
			var ours, theirs []ros.Event
			pub, err := ros.Advertise[stdmsgs.String](n, "chatter", ros.WithQoS(row.offered), collect(ros.EventIncompatibleQoS, &ours))
			require.NoError(t, err)
			sub, err := ros.Subscribe[stdmsgs.String](newNode(t, bus, "listener"), "chatter", ros.WithQoS(row.requested), collect(ros.EventIncompatibleQoS, &theirs))
			require.NoError(t, err)
			require.Equal(t, len(row.policies) == 0, pub.Subscribers() == 1)
			require.Equal(t, len(row.policies) == 0, sub.Publishers() == 1)
			require.Len(t, ours, len(row.policies))
			for i, policy := range row.policies {
				require.Equal(t, policy, ours[i].Policy)
				require.Equal(t, policy, theirs[i].Policy)
				require.Equal(t, "/nao1/listener", ours[i].Peer)
				require.Equal(t, "/nao1/talker", theirs[i].Peer)
			}
			if row.policies != nil {
				require.Equal(t, 1, pub.Events().Incompatible)
				require.Equal(t, 1, sub.Events().Incompatible)
			}
		})
	}
}

func TestAMissedDeadlineIsCountedOnBothSides(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bus := inproc.NewBus()
		n := newNode(t, bus, "talker")
		pub, err := ros.Advertise[stdmsgs.String](n, "chatter", ros.Deadline(time.Second))
		require.NoError(t, err)
		sub, err := ros.Subscribe[stdmsgs.String](n, "chatter", ros.Deadline(time.Second))
		require.NoError(t, err)
		step := func() {
			synctest.Wait()
			bus.Advance(500 * time.Millisecond)
			synctest.Wait()
		}
		for range 10 {
			step()
		}
		require.Zero(t, sub.Events().DeadlinesMissed, "the count begins with the first message")
		for range 5 {
			require.NoError(t, pub.Publish(stdmsgs.String{}))
			step()
		}
		require.Zero(t, sub.Events().DeadlinesMissed)
		for range 4 {
			step()
		}
		require.Equal(t, 2, sub.Events().DeadlinesMissed)
		require.Equal(t, 2, pub.Events().DeadlinesMissed)
	})
}

func TestAPublisherWithoutSignOfLifeIsDeadUntilItSpeaks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bus := inproc.NewBus()
		n := newNode(t, bus, "talker")
		pub, err := ros.Advertise[stdmsgs.String](n, "chatter", ros.ManualLiveliness(time.Second))
		require.NoError(t, err)
		sub, err := ros.Subscribe[stdmsgs.String](n, "chatter", ros.ManualLiveliness(time.Second))
		require.NoError(t, err)
		step := func() {
			synctest.Wait()
			bus.Advance(600 * time.Millisecond)
			synctest.Wait()
		}
		step()
		require.NoError(t, pub.AssertLiveliness())
		step()
		require.Equal(t, 1, sub.Events().Alive)
		step()
		require.Equal(t, 1, pub.Events().LivelinessLost)
		require.Zero(t, sub.Events().Alive)
		require.NoError(t, pub.Publish(stdmsgs.String{}))
		require.Equal(t, 1, sub.Events().Alive)
	})
}

func TestWhatOutlivesItsLifespanIsNotDelivered(t *testing.T) {
	bus := inproc.NewBus()
	n := newNode(t, bus, "talker")
	pub, err := ros.Advertise[stdmsgs.String](n, "state", ros.TransientLocal(), ros.Lifespan(2*time.Second))
	require.NoError(t, err)
	require.NoError(t, pub.Publish(stdmsgs.String{Data: "old"}))
	bus.Advance(1500 * time.Millisecond)
	require.NoError(t, pub.Publish(stdmsgs.String{Data: "young"}))
	bus.Advance(time.Second)
	sub, err := ros.Subscribe[stdmsgs.String](n, "state", ros.TransientLocal())
	require.NoError(t, err)
	require.Len(t, sub.C(), 1)
	require.Equal(t, "young", (<-sub.C()).Data)
}

func TestAMisfitIsWarnedOfOnceWithBothNames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bus := inproc.NewBus()
		var log bytes.Buffer
		n, err := ros.NewNode(t.Context(), bus, "listener", ros.NodeOptions{Logger: slog.New(slog.NewTextHandler(&log, nil))})
		require.NoError(t, err)
		defer n.Close()
		other := newNode(t, bus, "talker")
		_, err = ros.Subscribe[stdmsgs.String](n, "/chatter")
		require.NoError(t, err)
		_, err = ros.Advertise[stdmsgs.String](other, "/chatter", ros.SensorData())
		require.NoError(t, err)
		time.Sleep(time.Second)
		synctest.Wait()
		_, err = ros.Advertise[stdmsgs.String](other, "/another") // the graph changes again
		require.NoError(t, err)
		time.Sleep(time.Second)
		synctest.Wait()
		require.Equal(t, 1, strings.Count(log.String(), "QoS does not fit"), log.String())
		require.Contains(t, log.String(), "publisher=/nao1/talker subscriber=/listener")
	})
}

func TestTheGraphTellsWhenItChanges(t *testing.T) {
	bus := inproc.NewBus()
	n := newNode(t, bus, "watcher")
	changed := n.GraphChanged()
	pub, err := ros.Advertise[stdmsgs.String](newNode(t, bus, "talker"), "chatter", ros.Deadline(time.Second))
	require.NoError(t, err)
	require.Len(t, changed, 1)
	<-changed
	g, err := n.Graph()
	require.NoError(t, err)
	require.Contains(t, g.Topics, ros.TopicInfo{
		Name: "/nao1/chatter", Types: []string{"std_msgs/msg/String"}, Publishers: 1,
		Endpoints: []ros.EndpointInfo{{
			Node: "/nao1/talker", Type: "std_msgs/msg/String", Hash: (*stdmsgs.String)(nil).TypeHash(), Writer: true,
			QoS: ros.QoS{Reliable: true, Depth: 10, Deadline: time.Second}, GID: g.Topics[len(g.Topics)-1].Endpoints[0].GID,
		}},
	})
	require.NoError(t, pub.Close())
	require.Len(t, changed, 1)
	require.NoError(t, n.Close())
	<-changed
	_, open := <-changed
	require.False(t, open, "it closes with the node")
}
