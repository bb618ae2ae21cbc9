package interop

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros"
)

// inNamespace runs a command in its own network namespace, which loses every fifth packet.
const inNamespace = `ip link set lo up && tc qdisc add dev lo root netem loss 20% && exec "$0" "$@"`

// TestLossLosesNoReliableMessage sends in both directions while every fifth packet is lost: by netem in a network
// namespace, in which this test runs itself again, or by Cyclone.
func TestLossLosesNoReliableMessage(t *testing.T) {
	const inside = "GONAO_INTEROP_LOSSY"
	if os.Getenv(inside) == "" {
		if err := exec.Command("unshare", "-rn", "sh", "-c", inNamespace, "true").Run(); err == nil {
			record(t, string(inC), "20 % packet loss (netem): no reliable message lost, both ways")
			cmd := exec.Command("unshare", "-rn", "sh", "-c", inNamespace, os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
			cmd.Env = append(os.Environ(), inside+"=1", "GONAO_INTEROP_TABLE=")
			out, err := cmd.CombinedOutput()
			require.NoError(t, err, "%s", out)
			return
		}
		record(t, string(inC), "20 % packet loss (Cyclone's XmitLossiness): no reliable message lost, both ways")
		t.Log("no network namespace with netem here: Cyclone drops the packets it should send")
	}
	useOwnDomain(t)
	if os.Getenv(inside) == "" {
		configure(t, "<Internal><Test><XmitLossiness>200</XmitLossiness></Test></Internal>") // per mille
	}
	const sent = 1500
	p := startPeer(t, inC)
	n := openNode(t, "node")
	pub, err := ros.Advertise[stdmsgs.String](n, "/ours", ros.KeepAll())
	require.NoError(t, err)
	sub, err := ros.Subscribe[stdmsgs.String](n, "/theirs", ros.KeepAll(), ros.Depth(sent))
	require.NoError(t, err)
	p.ask("reader r rt/ours std_msgs/msg/String 1,0,0")
	p.ask("quiet r")
	p.ask("writer w rt/theirs std_msgs/msg/String 1,0,0")
	p.awaitMatched("r", 1)
	p.awaitMatched("w", 1)
	eventually(t, "both match", func() bool { return pub.Subscribers() == 1 && sub.Publishers() == 1 })

	for i := range sent {
		require.NoError(t, pub.Publish(stdmsgs.String{Data: fmt.Sprintf("%d %0100d", i, i)}))
	}
	require.Zero(t, pub.Dropped())
	p.ask("flood w %d", sent)
	for i := range sent {
		number, _, _ := strings.Cut(receive(t, sub.C()).Data, " ")
		require.Equal(t, fmt.Sprint(i), number)
	}
	eventually(t, "the peer has all", func() bool { return strings.HasPrefix(p.ask("count r"), fmt.Sprint("count ", sent)) })
	require.Equal(t, fmt.Sprintf("count %d 0", sent), p.ask("count r"), "count, and out of order")
}
