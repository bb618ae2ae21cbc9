package cyclone

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros"
)

func TestFewReadersAreInsideCAtOnce(t *testing.T) {
	useOwnDomain(t, 41)
	n := openNode(t, "listener")
	pub, err := ros.Advertise[stdmsgs.String](n, "chatter", ros.Depth(1))
	require.NoError(t, err)
	sub, err := ros.Subscribe[stdmsgs.String](n, "chatter", ros.Depth(1))
	require.NoError(t, err)
	eventually(t, "both match", func() bool { return pub.Subscribers() == 1 })
	p := participantOfTest(t)
	for range cap(p.turns) { // as many readers as may
		p.turns <- struct{}{}
	}
	require.NoError(t, pub.Publish(stdmsgs.String{Data: "x"}))
	require.Never(t, func() bool { return len(sub.C()) > 0 }, 200*time.Millisecond, 10*time.Millisecond, "one more reader has taken its message")
	<-p.turns // one of them has left
	require.Equal(t, "x", receive(t, sub.C()).Data)
	for range cap(p.turns) - 1 {
		<-p.turns
	}
}

func TestABurstWakesItsReaderOnce(t *testing.T) {
	useOwnDomain(t, 72)
	openNode(t, "burst")
	p := participantOfTest(t)
	spec := endpointSpec{topic: "rt/burst", typ: "std_msgs::msg::dds_::String_", qos: ros.QoS{Reliable: true, KeepAll: true}}
	got, release := make(chan []byte), make(chan struct{})
	r, err := newReader(p, spec, func(data []byte, _ source) {
		got <- data
		<-release
	})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, r.Close()) })
	w, err := newWriter(p, spec)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, w.Close()) })
	eventually(t, "both match", func() bool { return w.Subscribers() == 1 && r.Publishers() == 1 })
	sample := make([]byte, 8)
	require.NoError(t, w.send(sample, nil))
	receive(t, got) // the reader is busy until release
	before := arrivals(t, r)
	for range 20 {
		require.NoError(t, w.send(sample, nil))
	}
	require.Equal(t, before+1, arrivals(t, r))
	close(release)
	for range 20 {
		receive(t, got)
	}
	require.NoError(t, w.send(sample, nil))
	receive(t, got)
}

// arrivals returns how often a reader's event was added to.
func arrivals(t *testing.T, r *reader) (count int) {
	t.Helper()
	info, err := os.ReadFile(fmt.Sprintf("/proc/self/fdinfo/%d", r.endpoint.event))
	require.NoError(t, err)
	_, text, found := strings.Cut(string(info), "eventfd-count:")
	require.True(t, found, "%s", info)
	_, err = fmt.Sscanf(text, "%x", &count)
	require.NoError(t, err)
	return count
}

// participantOfTest returns the participant of the test's domain.
func participantOfTest(t *testing.T) *participant {
	t.Helper()
	joined.mu.Lock()
	defer joined.mu.Unlock()
	require.Len(t, joined.participants, 1)
	for _, p := range joined.participants {
		return p
	}
	return nil
}
