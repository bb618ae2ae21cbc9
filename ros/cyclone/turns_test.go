package cyclone

import (
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
