package cyclone

import (
	"bytes"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/ros"
	"gonao/ros/cdr"
)

// openBeside opens a second domain of this process that is the same on the wire, so that samples leave the process. A
// fifth of all packets that it sends is lost.
func openBeside(t *testing.T) *participant {
	t.Helper()
	configure(t, "<CycloneDDS><Domain><Discovery><ExternalDomainId>"+os.Getenv("ROS_DOMAIN_ID")+"</ExternalDomainId></Discovery>"+
		"<Internal><Test><XmitLossiness>200</XmitLossiness></Test></Internal></Domain></CycloneDDS>")
	t.Setenv("ROS_DOMAIN_ID", "229")
	return openBackend(t).participant
}

// The number of a call is in the header of the sample, which Cyclone sends again and in fragments.
func TestCallsOfRmwFastrtpsArriveWithTheirNumber(t *testing.T) {
	useOwnDomain(t, 53)
	n, err := openBackend(t).CreateNode("/", "server")
	require.NoError(t, err)
	spec := ros.ServiceSpec{Name: "/large", RequestType: "std_srvs/srv/Trigger_Request", ResponseType: "std_srvs/srv/Trigger_Response"}
	var s ros.RawServer
	ready := make(chan struct{})
	s, err = n.Server(spec, func(id ros.RequestID, request []byte) {
		<-ready
		_ = s.Reply(id, request) // if it fails, nothing arrives
	})
	require.NoError(t, err)
	close(ready)

	request, reply, err := specs(spec, "")
	require.NoError(t, err)
	p := openBeside(t)
	type answer struct {
		call
		data []byte
	}
	answers := make(chan answer, 100)
	in, err := newReader(p, reply, func(data []byte, from source) { answers <- answer{from.call, bytes.Clone(data)} })
	require.NoError(t, err)
	out, err := newWriter(p, request)
	require.NoError(t, err)
	eventually(t, "they have met", func() bool { return out.Subscribers() == 1 && in.Publishers() == 1 })
	header := cdr.Header()
	for i := range int64(30) {
		want := answer{call{in.gid, i + 1}, append(header[:], bytes.Repeat([]byte{byte(i), 2, 3, 4}, 1<<(i%16))...)}
		require.NoError(t, out.sendCall(want.call, want.data))
		require.Equal(t, want, receive(t, answers))
	}
	require.NoError(t, out.Close())
	require.NoError(t, in.Close())
	require.NoError(t, s.Close())
	require.NoError(t, n.Close())
}
