package cyclone

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/ros"
	"gonao/ros/cdr"
)

// lateClient is a client whose reply reader comes after its request.
type lateClient struct {
	p       *participant
	out     *writer
	reply   endpointSpec
	replies chan []byte
}

func newLateClient(t *testing.T, p *participant, s ros.ServiceSpec) *lateClient {
	t.Helper()
	request, reply, err := specs(s, serviceID("clientid", p.newID()))
	require.NoError(t, err)
	c := &lateClient{p: p, reply: reply, replies: make(chan []byte, 10)}
	c.out, err = newWriter(p, request)
	require.NoError(t, err)
	return c
}

func (c *lateClient) request(t *testing.T, sequence int64) {
	t.Helper()
	head := callHead(7, sequence)
	require.NoError(t, c.out.send(head[:], []byte{0, 0, 0, 0}))
}

func (c *lateClient) listen(t *testing.T) {
	t.Helper()
	r, err := newReader(c.p, c.reply, func(data []byte, _ source) { c.replies <- append([]byte(nil), data...) })
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, r.Close()) })
}

// A busy machine discovers the two endpoints of a client far apart.
func TestAReplyWaitsForAReaderThatIsDiscoveredLate(t *testing.T) {
	useOwnDomain(t, 42)
	b, err := Open()
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	n, err := b.CreateNode("/", "server")
	require.NoError(t, err)
	spec := ros.ServiceSpec{Name: "/late", RequestType: "std_srvs/srv/Trigger_Request", ResponseType: "std_srvs/srv/Trigger_Response"}
	asked := make(chan struct{}, 10)
	var s ros.RawServer
	ready := make(chan struct{})
	s, err = n.Server(spec, func(id ros.RequestID, _ []byte) {
		<-ready
		asked <- struct{}{}
		s.Reply(id, make([]byte, cdr.HeaderSize+8))
	})
	require.NoError(t, err)
	close(ready)
	p := b.(*backend).participant

	c := newLateClient(t, p, spec)
	eventually(t, "they have met", func() bool { return c.out.Subscribers() == 1 })
	c.request(t, 1)
	receive(t, asked)
	<-time.After(300 * time.Millisecond) // the reply is due; rmw_cyclonedds drops it after 100 ms
	c.listen(t)
	_, sequence, _, ok := splitCall(receive(t, c.replies))
	require.True(t, ok)
	require.EqualValues(t, 1, sequence)
	require.NoError(t, c.out.Close())

	// A client that goes, or a server that is closed, ends the wait.
	gone, stays := newLateClient(t, p, spec), newLateClient(t, p, spec)
	eventually(t, "they have met", func() bool { return gone.out.Subscribers() == 1 && stays.out.Subscribers() == 1 })
	gone.request(t, 2)
	receive(t, asked)
	require.NoError(t, gone.out.Close())
	stays.request(t, 3)
	receive(t, asked)
	require.NoError(t, s.Close())
	require.Empty(t, s.(*server).without, "no wait lasted to its end")
	require.NoError(t, stays.out.Close())
	require.NoError(t, n.Close())
}

// Clients whose readers never come are waited for once each, also by turns.
func TestAClientWithoutAReaderIsWaitedForOnce(t *testing.T) {
	useOwnDomain(t, 51)
	b := openBackend(t)
	n, err := b.CreateNode("/", "server")
	require.NoError(t, err)
	spec := ros.ServiceSpec{Name: "/half", RequestType: "std_srvs/srv/Trigger_Request", ResponseType: "std_srvs/srv/Trigger_Response"}
	asked := make(chan struct{}, 10)
	var s *server
	ready := make(chan struct{})
	raw, err := n.Server(spec, func(id ros.RequestID, _ []byte) {
		<-ready
		_ = s.Reply(id, make([]byte, cdr.HeaderSize+8)) // nobody reads it
		asked <- struct{}{}
	})
	require.NoError(t, err)
	s = raw.(*server)
	s.patience = 10 * time.Millisecond
	close(ready)
	clients := []*lateClient{newLateClient(t, b.participant, spec), newLateClient(t, b.participant, spec)}
	eventually(t, "they have met", func() bool { return clients[0].out.Subscribers() == 1 && clients[1].out.Subscribers() == 1 })
	for i, c := range clients {
		c.request(t, int64(i))
		receive(t, asked)
	}
	s.missing.Lock()
	require.Len(t, s.without, 2, "both are known, so that neither is waited for again")
	s.missing.Unlock()
	require.NoError(t, s.Close())
	for _, c := range clients {
		require.NoError(t, c.out.Close())
	}
	require.NoError(t, n.Close())
}
