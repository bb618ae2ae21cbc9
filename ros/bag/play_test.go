package bag

import (
	"context"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	rosgraphmsgs "gonao/msgs/rosgraph_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros"
	"gonao/ros/inproc"
)

// arrival is a message with the time since the start of playing.
type arrival struct {
	text string
	at   time.Duration
}

// arrivals collects what is heard on a topic.
type arrivals struct {
	mu    sync.Mutex
	start time.Time
	list  []arrival
}

func (a *arrivals) add(text string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.list = append(a.list, arrival{text, time.Since(a.start)})
}

func (a *arrivals) get() []arrival {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Clone(a.list)
}

// listen collects the texts on a topic from now on.
func listen(t *testing.T, n *ros.Node, topic string) *arrivals {
	t.Helper()
	a := &arrivals{start: time.Now()}
	_, err := ros.SubscribeRaw(n, topic, "std_msgs/msg/String", "", func(data []byte, _ time.Time) {
		var m stdmsgs.String
		if err := (Message{Topic: &Topic{Type: m.TypeName()}, Data: data}).Decode(&m); err == nil {
			a.add(m.Data)
		}
	}, ros.BestEffort())
	require.NoError(t, err)
	return a
}

func TestABagIsPlayedInItsTime(t *testing.T) {
	ms := time.Millisecond
	for _, c := range []struct {
		name string
		opts PlayOptions
		want []arrival
	}{
		{"as recorded", PlayOptions{}, []arrival{{"hello 0", 0}, {"hello 1", 10 * ms}, {"hello 2", 20 * ms}, {"hello 3", 30 * ms}}},
		{"twice as fast", PlayOptions{Rate: 2}, []arrival{{"hello 0", 0}, {"hello 1", 5 * ms}, {"hello 2", 10 * ms}, {"hello 3", 15 * ms}}},
		{"from later on", PlayOptions{Offset: 15 * ms}, []arrival{{"hello 2", 5 * ms}, {"hello 3", 15 * ms}}},
		{"a part", PlayOptions{Offset: 5 * ms, Duration: 15 * ms}, []arrival{{"hello 1", 5 * ms}}},
		{"after a delay", PlayOptions{Delay: time.Second, Offset: 30 * ms}, []arrival{{"hello 3", time.Second}}},
		{"paused, then resumed after 2 s", PlayOptions{Paused: true, Offset: 25 * ms}, []arrival{{"hello 3", 2005 * ms}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				bus := inproc.NewBus()
				n, _ := newNode(t, bus, "player")
				got := listen(t, n, "/chatter")
				p, err := NewPlayer(n, open(t, writeBag(t, 4, Options{})), c.opts)
				require.NoError(t, err)
				if c.opts.Paused {
					time.AfterFunc(2*time.Second, p.Resume)
				}
				played, err := p.Run(t.Context())
				require.NoError(t, err)
				require.Equal(t, Played{Messages: uint64(len(c.want))}, played)
				require.Equal(t, c.want, got.get())
			})
		})
	}
}

func TestPlayingLoopsUntilItIsEnded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n, _ := newNode(t, inproc.NewBus(), "player")
		got := listen(t, n, "/there")
		p, err := NewPlayer(n, open(t, writeBag(t, 4, Options{})), PlayOptions{
			Loop: true, Remap: map[string]string{"/chatter": "/there"}, Topics: []string{"/chatter"},
		})
		require.NoError(t, err)
		ctx, stop := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer stop()
		_, err = p.Run(ctx)
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.Greater(t, len(got.get()), 12)
	})
}

func TestTheClockOfTheBagIsPublished(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n, _ := newNode(t, inproc.NewBus(), "player")
		var mu sync.Mutex
		var times []time.Time
		_, err := ros.SubscribeRaw(n, "/clock", "rosgraph_msgs/msg/Clock", "", func(data []byte, _ time.Time) {
			var m rosgraphmsgs.Clock
			if (Message{Topic: &Topic{Type: m.TypeName()}, Data: data}).Decode(&m) == nil {
				mu.Lock()
				defer mu.Unlock()
				times = append(times, ros.StampTime(m.Clock))
			}
		}, ros.BestEffort())
		require.NoError(t, err)
		p, err := NewPlayer(n, open(t, writeBag(t, 11, Options{})), PlayOptions{ClockHz: 100, Rate: 2})
		require.NoError(t, err)
		_, err = p.Run(t.Context())
		require.NoError(t, err)
		mu.Lock()
		defer mu.Unlock()
		require.Len(t, times, 6) // 100 ms of the bag in 50 ms
		for i, at := range times {
			require.Equal(t, 20*time.Millisecond*time.Duration(i), at.Sub(times[0]))
		}
		require.Equal(t, at(0), times[0])
	})
}

func TestPlayingOntoAnotherDefinitionIsToldWithBothHashes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bus := inproc.NewBus()
		other, _ := newNode(t, bus, "other")
		_, err := ros.AdvertiseRaw(other, "/chatter", "std_msgs/msg/String", "RIHS01_00")
		require.NoError(t, err)
		n, logs := newNode(t, bus, "player")
		p, err := NewPlayer(n, open(t, writeBag(t, 1, Options{})), PlayOptions{})
		require.NoError(t, err)
		_, err = p.Run(t.Context())
		require.NoError(t, err)
		require.Contains(t, logs.String(), "the bag has "+new(stdmsgs.String).TypeHash()+", expected RIHS01_00 of /other")
	})
}

func TestWhatCannotBePlayedIsTold(t *testing.T) {
	n, _ := newNode(t, inproc.NewBus(), "player")
	r := open(t, writeBag(t, 4, Options{}))
	for _, c := range []struct {
		opts PlayOptions
		want string
	}{
		{PlayOptions{Rate: -1}, "expected a rate above 0"},
		{PlayOptions{ClockHz: -1}, "clock of 0 to 1e4 Hz"},
		{PlayOptions{Offset: time.Hour}, "start offset 1h0m0s: it is 30ms long"},
		{PlayOptions{Topics: []string{"/chater"}}, `topic /chater: not in it (did you mean "/chatter"?)`},
	} {
		_, err := NewPlayer(n, r, c.opts)
		require.ErrorContains(t, err, c.want)
	}
	_, err := NewPlayer(n, open(t, writeBag(t, 0, Options{})), PlayOptions{})
	require.ErrorContains(t, err, "no messages in it")
}
