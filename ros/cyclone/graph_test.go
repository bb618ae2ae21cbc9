package cyclone

import (
	"context"
	"encoding/hex"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	exampleinterfaces "gonao/msgs/example_interfaces"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros"
)

// known are all endpoints that DDS knows.
func known(b ros.Backend) []*info {
	var all []*info
	peers := b.(*backend).peers
	peers.look(func() { all = slices.Collect(maps.Values(peers.endpoints)) })
	return all
}

// endpointData finds the user data of an endpoint among all that DDS knows.
func endpointData(t *testing.T, b ros.Backend, topic string, writer bool) []string {
	t.Helper()
	var data []string
	for _, i := range known(b) {
		if i.topic == topic && i.writer == writer {
			data = append(data, i.userData)
		}
	}
	return data
}

func TestEndpointsCarryTheirUserData(t *testing.T) {
	useOwnDomain(t, 10)
	b, err := Open()
	require.NoError(t, err)
	defer b.Close()
	n, err := ros.NewNode(t.Context(), b, "talker", ros.NodeOptions{})
	require.NoError(t, err)
	defer n.Close()
	_, err = ros.Advertise[stdmsgs.String](n, "chatter")
	require.NoError(t, err)
	_, err = ros.Serve(n, "add", func(_ context.Context, q exampleinterfaces.AddTwoIntsRequest) (exampleinterfaces.AddTwoIntsResponse, error) {
		return exampleinterfaces.AddTwoIntsResponse{Sum: q.A + q.B}, nil
	})
	require.NoError(t, err)
	client, err := ros.NewClient[exampleinterfaces.AddTwoIntsRequest, exampleinterfaces.AddTwoIntsResponse](n, "add")
	require.NoError(t, err)

	hash := (*stdmsgs.String)(nil).TypeHash()
	require.Equal(t, []string{"typehash=" + hash + ";"}, endpointData(t, b, "rt/chatter", true))
	require.Equal(t, []string{"typehash=" + discoveryHash + ";"}, endpointData(t, b, discoveryTopic, true))
	require.Equal(t, []string{"typehash=" + discoveryHash + ";"}, endpointData(t, b, discoveryTopic, false))
	types := (*exampleinterfaces.AddTwoIntsRequest)(nil).ServiceType()
	for _, pair := range []struct {
		kind              string
		requests, replies []string
	}{
		{"serviceid= ", endpointData(t, b, "rq/addRequest", false), endpointData(t, b, "rr/addReply", true)},
		{"clientid= ", endpointData(t, b, "rq/addRequest", true), endpointData(t, b, "rr/addReply", false)},
	} {
		require.Len(t, pair.requests, 1)
		require.Len(t, pair.replies, 1)
		id, hash, _ := strings.Cut(pair.requests[0], ";")
		id2, hash2, _ := strings.Cut(pair.replies[0], ";")
		require.True(t, strings.HasPrefix(id, pair.kind), id)
		require.Equal(t, id, id2, "both endpoints have the same id")
		require.Equal(t, "typehash="+types.Request.Hash+";", hash)
		require.Equal(t, "typehash="+types.Response.Hash+";", hash2)
	}
	require.NoError(t, client.WaitForServer(t.Context()))
	answer, err := client.Call(t.Context(), exampleinterfaces.AddTwoIntsRequest{A: 3, B: 4})
	require.NoError(t, err)
	require.EqualValues(t, 7, answer.Sum)
}

func TestTheGraphShowsAnotherProcessAndForgetsIt(t *testing.T) {
	useOwnDomain(t, 11)
	n := openNode(t, "watcher")
	_, err := ros.Advertise[stdmsgs.String](n, "/chatter")
	require.NoError(t, err)
	p := startPartner(t, "listen", "/chatter").ready()

	var g ros.Graph
	eventually(t, "the graph is complete", func() bool {
		g, err = n.Graph()
		return err == nil && len(g.Nodes) == 2 && len(g.Nodes[0].Subscribes) == 1
	})
	require.Equal(t, "/other/partner", g.Nodes[0].FullName())
	require.Equal(t, []string{"/chatter"}, g.Nodes[0].Subscribes)
	require.Equal(t, "/watcher", g.Nodes[1].FullName())
	require.Equal(t, []string{"/chatter"}, g.Nodes[1].Publishes)
	require.Len(t, g.Topics, 1)
	topic := g.Topics[0]
	require.Equal(t, "/chatter", topic.Name)
	require.Equal(t, []string{"std_msgs/msg/String"}, topic.Types)
	require.Equal(t, [2]int{1, 1}, [2]int{topic.Publishers, topic.Subscribers})
	host, err := os.Hostname()
	require.NoError(t, err)
	require.Equal(t, host, g.Nodes[0].Host)
	require.Equal(t, p.cmd.Process.Pid, g.Nodes[0].PID)
	require.Len(t, topic.Endpoints, 2)
	for _, e := range topic.Endpoints {
		require.Equal(t, "std_msgs/msg/String", e.Type)
		require.Equal(t, (*stdmsgs.String)(nil).TypeHash(), e.Hash)
		require.Equal(t, "rmw_cyclonedds_cpp", e.RMW)
		if e.Writer {
			require.Equal(t, "/watcher", e.Node)
			require.Equal(t, ros.QoS{Reliable: true, Depth: 10}, e.QoS)
			continue
		}
		require.Equal(t, "/other/partner", e.Node)
		require.Equal(t, g.Nodes[0].Participant, e.Participant)
		require.Equal(t, ros.QoS{Reliable: true, KeepAll: true}, e.QoS)
	}

	require.NoError(t, p.cmd.Process.Signal(syscall.SIGKILL))
	eventually(t, "the killed node is forgotten", func() bool {
		g, err = n.Graph()
		return err == nil && len(g.Nodes) == 1
	})
}

func TestAllParticipantIndicesTakenNamesTheSetting(t *testing.T) {
	useOwnDomain(t, 12)
	t.Setenv("ROS_DOMAIN_ID", fmt.Sprint(215+os.Getpid()%18)) // beyond those of other tests, which take indices too
	configure(t, "<CycloneDDS><Domain><Discovery><MaxAutoParticipantIndex>1</MaxAutoParticipantIndex></Discovery></Domain></CycloneDDS>")
	startPartner(t, "sleep").ready()
	_, err := Open()
	require.ErrorContains(t, err, "MaxAutoParticipantIndex")
	require.ErrorContains(t, err, "ROS_DOMAIN_ID")
}

func TestBadSettingsAreNamed(t *testing.T) {
	rows := map[string]struct{ name, value, want string }{
		"domain is not a number": {"ROS_DOMAIN_ID", "home", `ROS_DOMAIN_ID="home": expected a number from 0 to 232`},
		"domain too large":       {"ROS_DOMAIN_ID", "233", "expected a number from 0 to 232"},
		"peer is no host":        {"ROS_STATIC_PEERS", "127.0.0.1;a b", `ROS_STATIC_PEERS="127.0.0.1;a b": "a b": expected addresses`},
		"peer is no address":     {"ROS_STATIC_PEERS", "300.1.2.3", `"300.1.2.3": expected addresses`},
		"no XML":                 {"CYCLONEDDS_URI", "garbage", `garbage (CYCLONEDDS_URI="garbage": expected Cyclone DDS's XML`},
		"unknown element":        {"CYCLONEDDS_URI", "<CycloneDDS><Domain><Genral/></Domain></CycloneDDS>", "Genral: unknown element"},
		"unknown range":          {"ROS_AUTOMATIC_DISCOVERY_RANGE", "MOON", "expected SUBNET, LOCALHOST, OFF or SYSTEM_DEFAULT"},
	}
	for name, row := range rows {
		t.Run(name, func(t *testing.T) {
			useOwnDomain(t, 13)
			t.Setenv(row.name, row.value)
			_, err := Open()
			require.ErrorContains(t, err, row.want)
		})
	}
}

func TestTheGrantedReceiveBufferIsTold(t *testing.T) {
	useOwnDomain(t, 14)
	n := openNode(t, "camera")
	require.Equal(t, min(rmemMax(), ros.FullReceiveBuffer), n.ReceiveBuffer())
	require.Equal(t, rmemMax() >= ros.FullReceiveBuffer, n.HoldsImages())

	useOwnDomain(t, 15)
	configure(t, stockForOurs)
	n = openNode(t, "camera")
	require.Equal(t, 212992, n.ReceiveBuffer())
	require.False(t, n.HoldsImages())
}

func TestOneProcessHasOneParticipant(t *testing.T) {
	useOwnDomain(t, 16)
	a, err := Open()
	require.NoError(t, err)
	b, err := Open()
	require.NoError(t, err)
	require.Same(t, a.(*backend).participant, b.(*backend).participant)
	require.NoError(t, a.Close())
	require.NoError(t, a.Close(), "closing twice changes nothing")
	n, err := ros.NewNode(t.Context(), b, "still", ros.NodeOptions{Namespace: "/here"})
	require.NoError(t, err)
	require.NoError(t, n.Close())
	require.NoError(t, b.Close())
	again, err := Open()
	require.NoError(t, err, "the domain can be joined again")
	require.NoError(t, again.Close())
}

func TestANodeMeetsTheOtherSideOfItsTopicsAndItsNamesakes(t *testing.T) {
	useOwnDomain(t, 47)
	b, err := Open()
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	open := func(name string) *ros.Node {
		n, err := ros.NewNode(t.Context(), b, name, ros.NodeOptions{Bare: true})
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, n.Close()) })
		return n
	}
	us, other := open("us"), open("other")
	open("us")
	for n, topics := range map[*ros.Node][2]string{us: {"/both", "/both"}, other: {"/both", "/both"}} {
		_, err := ros.Advertise[stdmsgs.String](n, topics[0])
		require.NoError(t, err)
		_, err = ros.Subscribe[stdmsgs.String](n, topics[1])
		require.NoError(t, err)
	}
	_, err = ros.Advertise[stdmsgs.String](other, "/far")
	require.NoError(t, err)
	_, err = ros.Advertise[stdmsgs.String](us, "/ours")
	require.NoError(t, err)
	_, err = ros.Advertise[stdmsgs.String](other, "/ours") // beside us, not opposite
	require.NoError(t, err)
	eventually(t, "all is there", func() bool {
		g, err := b.(*backend).Neighbours("/us")
		require.NoError(t, err)
		require.Len(t, g.Nodes, 2, "the namesake too")
		if len(g.Topics) < 2 {
			return false
		}
		require.Len(t, g.Topics, 2)
		both, ours := g.Topics[0], g.Topics[1]
		return both.Name == "/both" && both.Publishers == 2 && both.Subscribers == 2 && len(both.Endpoints) == 4 &&
			ours.Name == "/ours" && len(ours.Endpoints) == 1 && ours.Endpoints[0].Node == "/us"
	})
}

func TestOthersAreToldTheLastOfABurst(t *testing.T) {
	useOwnDomain(t, 48)
	b, err := Open()
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	told := make(chan participantEntities, 100)
	p := b.(*backend).participant
	r, err := newReader(p, endpointSpec{
		topic: discoveryTopic, typ: discoveryType, qos: ros.QoS{Reliable: true, TransientLocal: true, KeepAll: true},
	}, func(data []byte, _ source) {
		e, err := unmarshalEntities(data, gidSize(""))
		require.NoError(t, err)
		told <- e
	})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, r.Close()) })
	n, err := ros.NewNode(t.Context(), b, "talker", ros.NodeOptions{Bare: true})
	require.NoError(t, err)
	const count = 40
	for i := range count {
		_, err := ros.Advertise[stdmsgs.String](n, fmt.Sprint("/t", i))
		require.NoError(t, err)
	}
	for e := receive(t, told); len(e.nodes) != 1 || len(e.nodes[0].writers) != count; e = receive(t, told) {
		continue
	}
	require.NoError(t, n.Close())
	for e := receive(t, told); len(e.nodes) != 0; e = receive(t, told) {
		continue
	}
}

// One participant reports nodes of many that do not exist, and of one that does: 60,000 times under make nightly.
func TestAParticipantReportsItsOwnNodesAlone(t *testing.T) {
	useOwnDomain(t, 49)
	b := openBackend(t)
	startPartner(t, "sleep").ready()
	node := func(name string) (found ros.NodeInfo, there bool) {
		g, err := b.Graph()
		require.NoError(t, err)
		for _, n := range g.Nodes {
			if n.FullName() == name {
				found, there = n, true
			}
		}
		return found, there
	}
	var victim ros.NodeInfo
	eventually(t, "the victim is there", func() (there bool) { victim, there = node("/other/partner"); return there })
	before := residentKB(t)
	messages := "2000"
	if !testing.Short() {
		messages = "60000"
	}
	forger := startPartner(t, "forge", hex.EncodeToString(victim.Participant[:]), messages).ready()
	eventually(t, "all is heard", func() bool { _, there := node("/done"); return there })
	grown := residentKB(t) - before
	t.Logf("%s messages: grown by %d kB", messages, grown)
	require.Less(t, grown, 20<<10)
	others := func() int {
		b.discovery.mu.Lock()
		defer b.discovery.mu.Unlock()
		return len(b.discovery.others)
	}
	require.Equal(t, 2, others())
	still, there := node("/other/partner")
	require.True(t, there)
	require.Equal(t, victim.Participant, still.Participant)
	_, there = node("/evil")
	require.False(t, there)
	require.NoError(t, forger.cmd.Process.Kill())
	eventually(t, "nothing is kept of the one that has left", func() bool { return others() == 1 })
}

// The nodes of a thousand participants are kept, with a warning once about the others.
func TestNodesOfTooManyParticipantsAreNotKept(t *testing.T) {
	useOwnDomain(t, 50)
	b := openBackend(t)
	for i := range mostParticipants {
		b.discovery.mu.Lock()
		b.discovery.others[gid{byte(i >> 8), byte(i), 1}] = heard{when: time.Now().Add(time.Hour)}
		b.discovery.mu.Unlock()
	}
	startPartner(t, "sleep").ready()
	eventually(t, "the partner is refused", func() bool {
		g, err := b.Graph()
		require.NoError(t, err)
		require.Empty(t, g.Nodes)
		b.discovery.mu.Lock()
		defer b.discovery.mu.Unlock()
		return b.discovery.warned.full
	})
}
