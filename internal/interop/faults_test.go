package interop

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/internal/built"
	"gonao/msgs"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/nao"
	"gonao/ros"
)

// TestAKilledPeerIsMatchedAgainAtOnce kills a peer with SIGKILL and starts it again. The old peer counts as present
// until its lease of 10 s ends, and must not delay the new one.
func TestAKilledPeerIsMatchedAgainAtOnce(t *testing.T) {
	peers(t, "killed and started again: matched again while the old peer's lease lasts", func(t *testing.T, p *peer) {
		n := openNode(t, "node")
		pub, err := ros.Advertise[stdmsgs.String](n, "/ours")
		require.NoError(t, err)
		sub, err := ros.Subscribe[stdmsgs.String](n, "/theirs")
		require.NoError(t, err)
		talk := func(p *peer) {
			p.ask("reader r rt/ours std_msgs/msg/String 1,0,10")
			p.ask("writer w rt/theirs std_msgs/msg/String 1,0,10")
			eventually(t, "the peer matches", func() bool {
				in, _ := p.matched("r")
				out, _ := p.matched("w")
				return in == 1 && out == 1
			})
			text := fmt.Sprint("text of ", p.cmd.Process.Pid)
			// Either side may discover the other first, so both publish until a message is received.
			tick := time.NewTicker(10 * time.Millisecond)
			defer tick.Stop()
			heardUs, heardThem := false, false
			for end := time.Now().Add(patience); !heardUs || !heardThem; {
				require.True(t, time.Now().Before(end), "heard us: %v, heard them: %v", heardUs, heardThem)
				require.NoError(t, pub.Publish(stdmsgs.String{Data: text}))
				p.ask("write w %s", text)
				select {
				case got := <-p.of("r"):
					heardUs = heardUs || strings.Contains(got, text)
				case m := <-sub.C():
					heardThem = heardThem || m.Data == text
				case <-tick.C:
				}
			}
		}
		talk(p)
		p.kill()
		again := startPeer(t, p.kind)
		started := time.Now()
		talk(again)
		took := time.Since(started)
		t.Logf("both ways again %v after the start (want < 3 s)", took.Round(time.Millisecond))
		// The killed peer still counts: its lease of 10 s (Fast DDS: 20 s) had not ended when both directions worked.
		// On a machine so busy that the lease has ended, the new peer did not wait for it if it took less time than the
		// lease.
		require.True(t, sub.Publishers() == 2 || took < 9*time.Second, "%d publishers, %v", sub.Publishers(), took)
	})
}

// TestAStoppedSubscriberNeverDelaysTheControlLoop stops a subscriber's process for 10 s of a 12 ms loop. All commands
// are published during that time, and another subscriber receives each of them.
func TestAStoppedSubscriberNeverDelaysTheControlLoop(t *testing.T) {
	record(t, string(inC), "a subscriber stopped for 10 s does not delay the 12 ms loop")
	useOwnDomain(t)
	p := startPeer(t, inC)
	n := openNode(t, "motion")
	const topic = "gonao_msgs/msg/RobotState"
	last, err := ros.Advertise[msgs.RobotState](n, "/state", ros.Depth(1))
	require.NoError(t, err)
	all, err := ros.Advertise[msgs.RobotState](n, "/all", ros.KeepAll())
	require.NoError(t, err)
	cycles := int(10*time.Second/nao.CyclePeriod) + 1
	fine, err := ros.Subscribe[msgs.RobotState](n, "/state", ros.BestEffort(), ros.Depth(cycles))
	require.NoError(t, err)
	p.ask("reader a rt/state %s 1,0,10", topic)
	p.ask("reader b rt/all %s 1,0,0", topic)
	eventually(t, "all match", func() bool { return last.Subscribers() == 2 && all.Subscribers() == 1 })

	require.NoError(t, p.cmd.Process.Signal(syscall.SIGSTOP))
	// A publisher that waited for the stopped process would block until the process continues, below.
	tick := time.NewTicker(nao.CyclePeriod)
	defer tick.Stop()
	var m msgs.RobotState
	worst := time.Duration(0)
	for range cycles {
		<-tick.C
		m.Cycle++
		start := time.Now()
		require.NoError(t, last.Publish(m))
		require.NoError(t, all.Publish(m))
		worst = max(worst, time.Since(start))
	}
	for i := range cycles {
		require.EqualValues(t, i+1, receive(t, fine.C()).Cycle)
	}
	require.Zero(t, last.Dropped(), "a new state replaces the old one that waits")
	t.Logf("%d cycles, longest publishing %v, dropped of a history without limit: %d", cycles, worst, all.Dropped())
	require.NoError(t, p.cmd.Process.Signal(syscall.SIGCONT))
}

// TestManyNodesSeeEachOther opens 200 nodes in 20 processes, or 80 in 8 with -short. Each process must discover each
// node.
func TestManyNodesSeeEachOther(t *testing.T) {
	const nodes = 10
	processes := 20
	if testing.Short() {
		processes = 8
	}
	record(t, "gonao", fmt.Sprintf("%d nodes in %d processes: each seen, also by gonao node list", processes*nodes, processes))
	useOwnDomain(t)
	n := openNode(t, "looker")
	start := time.Now()
	crowd := make([]*peer, processes)
	for i := range crowd {
		crowd[i] = ours(t, fmt.Sprintf("robot%d", i), nodes)
		t.Cleanup(crowd[i].kill) // a regular shutdown would take longer, as the processes would end one after the other
	}
	for _, p := range crowd {
		p.ready()
	}
	t.Logf("opened after %v", time.Since(start).Round(time.Millisecond))
	var names []string
	for end := time.Now().Add(3 * patience); len(names) < processes*nodes; time.Sleep(20 * time.Millisecond) {
		require.True(t, time.Now().Before(end), "%d nodes seen", len(names))
		g, err := n.Graph()
		require.NoError(t, err)
		names = names[:0]
		for _, i := range g.Nodes {
			if i.Name != "looker" {
				names = append(names, i.FullName())
			}
		}
	}
	t.Logf("all seen after %v", time.Since(start).Round(time.Millisecond))
	require.Len(t, names, processes*nodes)

	list, err := exec.Command(built.Program(t, "gonao"), "node", "list").CombinedOutput()
	require.NoError(t, err, "%s", list)
	for _, name := range names {
		require.Contains(t, string(list), name+"\n")
	}
}

// ours starts a process with nodes of ours.
func ours(t *testing.T, role string, nodes int) *peer {
	t.Helper()
	return start(t, "gonao", exec.Command(os.Args[0]), "GONAO_INTEROP_ROLE="+role, fmt.Sprint("GONAO_INTEROP_NODES=", nodes))
}

func TestWhoFindsNoParticipantIndexSaysWhatToRaise(t *testing.T) {
	record(t, "gonao", "one process too many: the error names the setting to raise")
	useOwnDomain(t)
	t.Setenv("CYCLONEDDS_URI", "<CycloneDDS><Domain><Discovery><MaxAutoParticipantIndex>2</MaxAutoParticipantIndex></Discovery></Domain></CycloneDDS>")
	ours(t, "one", 1).ready()
	ours(t, "two", 1).ready()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "GONAO_INTEROP_ROLE=three", "GONAO_INTEROP_NODES=1")
	out, err := cmd.CombinedOutput()
	require.Error(t, err)
	require.Contains(t, string(out), "MaxAutoParticipantIndex")
}

// TestAHostilePeerHarmsNobody makes a C peer send bytes that are not messages, wrong discovery data, and user data of
// every kind, while a good peer continues to communicate.
func TestAHostilePeerHarmsNobody(t *testing.T) {
	record(t, string(inC), "malformed samples, ros_discovery_info and user data do no harm")
	useOwnDomain(t)
	good, bad := startPeer(t, inC), startPeer(t, inC)
	n := openNode(t, "node")
	ours(t, "friend", 1).ready()
	sub, err := ros.Subscribe[stdmsgs.String](n, "/chatter", ros.Depth(100))
	require.NoError(t, err)
	state, err := ros.Subscribe[msgs.RobotState](n, "/state", ros.Depth(100))
	require.NoError(t, err)
	_, err = ros.Serve(n, "/add", func(_ context.Context, q addRequest) (addResponse, error) { return addResponse{Sum: q.A + q.B}, nil })
	require.NoError(t, err)
	sees := func() bool {
		g, err := n.Graph()
		require.NoError(t, err)
		for _, i := range g.Nodes {
			if i.FullName() == "/friend/friend_0" {
				return true
			}
		}
		return false
	}
	eventually(t, "the good peer is seen", sees)

	rng := rand.New(rand.NewPCG(8, 1))
	userData := []string{
		"-", "typehash=RIHS01_zz;", "typehash=", ";;;;=;=", "clientid=;", "serviceid=~1.10.;clientid=~zz.;", "enclave", "\x01\xff\xfe",
		"clientid=" + strings.Repeat("1.", 200), "typehash=RIHS01_" + strings.Repeat("0", 300) + ";",
	}
	topics := [][2]string{
		{"ros_discovery_info", "rmw_dds_common::msg::dds_::ParticipantEntitiesInfo_"},
		{"rt/chatter", "std_msgs::msg::dds_::String_"},
		{"rt/state", "gonao_msgs::msg::dds_::RobotState_"},
		{"rq/addRequest", "example_interfaces::srv::dds_::AddTwoInts_Request_"},
		{"rr/addReply", "example_interfaces::srv::dds_::AddTwoInts_Response_"},
		{"rt/" + strings.Repeat("x", 200), "a::msg::dds_::B_"},
		{"rt//", "msg::dds_"},
		{"rq/x", "::::"},
		{"rr/Reply", "x"},
	}
	for i, topic := range topics {
		for k, size := range []int{rawSizes[i%4], 16, 40, 400} {
			data := make([]byte, size)
			for b := range data {
				data[b] = byte(rng.Uint32())
			}
			if k == 2 { // a gid, and a number of nodes that is larger than the number of bytes
				binary.LittleEndian.PutUint32(data[16:], 1<<31-1)
			}
			if k == 3 { // a gid, two nodes, and a name that is longer than the data
				binary.LittleEndian.PutUint32(data[16:], 2)
				binary.LittleEndian.PutUint32(data[20:], 1<<32-1)
			}
			bad.ask("raw %s %s %s %s", topic[0], topic[1], userData[(i+k)%len(userData)], hex.EncodeToString(data))
		}
	}

	good.ask("writer w rt/chatter std_msgs/msg/String 1,0,10")
	good.awaitMatched("w", 1)
	good.ask("write w the good one")
	for {
		if m := receive(t, sub.C()); m.Data == "the good one" {
			break // the other bytes could be read as text
		}
	}
	require.Empty(t, state.C(), "none of the bytes is a state")
	good.ask("client /add clientid=~1.2.3;")
	good.awaitMatched("rq/addRequest", 1)
	eventually(t, "the good peer receives our replies, whatever else is written there", func() bool {
		_, writers := good.matched("rr/addReply")
		return slices.ContainsFunc(repliers(t, n, "/add"), func(id string) bool { return slices.Contains(writers, id) })
	})
	guid := strings.TrimPrefix(good.ask("call /add 1 40 2"), "ok ")
	require.Equal(t, guid+" 1 42", next(good, "rr/addReply", guid))
	eventually(t, "the good peer is still seen", sees)
}

// repliers returns the guids, in hex, with which our node writes a service's replies.
func repliers(t *testing.T, n *ros.Node, service string) (ids []string) {
	t.Helper()
	g, err := n.Graph()
	require.NoError(t, err)
	for _, info := range g.Services {
		for _, e := range info.Endpoints {
			if info.Name == service && e.Writer && e.Node == n.FullName() {
				ids = append(ids, hex.EncodeToString(e.GID[:]))
			}
		}
	}
	return ids
}
