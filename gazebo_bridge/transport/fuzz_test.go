package transport

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"gonao/gazebo_bridge/gzmsgs"
	"gonao/internal/fuzzn"
)

func goodDatagrams(t *testing.T) [][]byte {
	t.Helper()
	publisher := &gzmsgs.Discovery_Publisher{
		Topic: "@/p@/t", Address: "tcp://127.0.0.1:1", ProcessUuid: "a", NodeUuid: "b", Scope: gzmsgs.Discovery_Publisher_ALL,
		PubType: &gzmsgs.Discovery_Publisher_MsgPub{MsgPub: &gzmsgs.Discovery_Publisher_MessagePublisher{Ctrl: "c", MsgType: "gz.msgs.Double"}},
	}
	var all [][]byte
	for kind := range gzmsgs.Discovery_Type_name {
		d := &gzmsgs.Discovery{
			Version: version, ProcessUuid: "x", Type: gzmsgs.Discovery_Type(kind), Flags: &gzmsgs.Discovery_Flags{Relay: true},
			DiscContents: &gzmsgs.Discovery_Pub{Pub: publisher},
		}
		if d.Type == gzmsgs.Discovery_SUBSCRIBE {
			d.DiscContents = &gzmsgs.Discovery_Sub{Sub: &gzmsgs.Discovery_Subscriber{Topic: "@/p@/t"}}
		}
		data, err := appendDatagram(nil, d)
		require.NoError(t, err)
		all = append(all, data)
	}
	return all
}

func TestDatagramsComeBackAsTheyWere(t *testing.T) {
	for _, data := range goodDatagrams(t) {
		d, err := parseDatagram(append(data, 1, 2, 3)) // what follows is not looked at
		require.NoError(t, err)
		again, err := appendDatagram(nil, d)
		require.NoError(t, err)
		require.Equal(t, data, again)
	}
}

func TestADatagramThatIsNoneIsRefused(t *testing.T) {
	for want, data := range map[string]string{
		"1 bytes: shorter than its length":  "\x01",
		"2 bytes of 9 that were announced":  "\x09\x00ab",
		"no discovery message":              "\x02\x00\xff\xff",
		"of another protocol version: 0":    "\x00\x00",
		"of nobody: process_uuid is empty":  "\x02\x00\x10\x0a",
		"ADVERTISE without a topic":         "\x07\x00\x10\x0a\x1a\x01x\x20\x01",
		"SUBSCRIBE without a topic":         "\x07\x00\x10\x0a\x1a\x01x\x20\x02",
		"of another protocol version: 1000": "\x03\x00\x10\xe8\x07",
	} {
		_, err := parseDatagram([]byte(data))
		require.ErrorContains(t, err, want, "%q", data)
	}
}

// Whatever comes by UDP, the node continues and keeps its catalog.
func TestRandomDatagramsHarmNobody(t *testing.T) {
	good := goodDatagrams(t)
	n := testNode(t)
	rng := rand.New(rand.NewPCG(1, 2))
	for range fuzzn.N(t) {
		data := fuzzn.Mutate(rng, nil, good[rng.IntN(len(good))])
		if len(data) > 1 && rng.IntN(2) == 0 { // a length that is right, lest all end there
			data[0], data[1] = byte(len(data)-2), byte((len(data)-2)>>8)
		}
		n.receiveDatagram(data)
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	require.NotZero(t, n.counts.datagrams)
	require.NotZero(t, n.counts.broken)
}

// testNode returns a node whose wire is connected to nothing and whose ticks the test makes.
func testNode(t *testing.T) *Node {
	t.Helper()
	n, err := Open(Options{Partition: "fuzz" + uuid(), IP: "127.0.0.1"})
	require.NoError(t, err)
	t.Cleanup(func() { n.Close() })
	return n
}

func TestRandomFramesHarmNobody(t *testing.T) {
	n := testNode(t)
	_, err := n.Serve("/twice", "gz.msgs.Double", "gz.msgs.Double", nil)
	require.NoError(t, err)
	heard := 0
	_, err = n.Subscribe("/t", "", func(Message) { heard++ })
	require.NoError(t, err)
	name, err := n.options.full("/t")
	require.NoError(t, err)
	m := message{name, "tcp://127.0.0.1:1", []byte("data"), "gz.msgs.Double"}
	r := response{"s", "n", "i", []byte("data"), true}
	q := request{"other", "tcp://127.0.0.1:1", "r", "n", "i", []byte("data"), "gz.msgs.Double", "gz.msgs.Empty"}
	good := [][][]byte{m.frames(), append([][]byte{nil}, q.frames()...), append([][]byte{nil}, r.frames()...)}
	rng := rand.New(rand.NewPCG(3, 4))
	for range fuzzn.N(t) {
		kind := rng.IntN(3)
		var frames [][]byte
		for _, f := range good[kind] {
			switch rng.IntN(20) {
			case 0: // left out
			case 1:
				frames = append(frames, f, f)
			case 2:
				frames = append(frames, fuzzn.Mutate(rng, nil, append([]byte{0}, f...)))
			default:
				frames = append(frames, f)
			}
		}
		switch kind {
		case 0:
			n.message(frames)
		case 1:
			if len(frames) == 9 && string(frames[8]) != "gz.msgs.Empty" {
				continue // an answer would be sent to an address of noise
			}
			n.request(frames)
		case 2:
			n.response(frames)
		}
	}
	require.NotZero(t, heard)
}

func TestFramesComeBackAsTheyWere(t *testing.T) {
	m := message{"t", "a", []byte("d"), "gz.msgs.Double"}
	gotM, err := parseMessage(m.frames())
	require.NoError(t, err)
	require.Equal(t, m, gotM)
	gotM, err = parseMessage(append(m.frames(), []byte("statistics")))
	require.NoError(t, err)
	require.Equal(t, m, gotM)
	q := request{"s", "a", "r", "n", "i", []byte("d"), "q", "p"}
	gotQ, err := parseRequest(append([][]byte{nil}, q.frames()...))
	require.NoError(t, err)
	require.Equal(t, q, gotQ)
	for _, ok := range []bool{true, false} {
		r := response{"s", "n", "i", []byte("d"), ok}
		gotR, err := parseResponse(append([][]byte{nil}, r.frames()...))
		require.NoError(t, err)
		require.Equal(t, r, gotR)
	}
	_, err = parseResponse([][]byte{nil, nil, nil, nil, nil, []byte("maybe")})
	require.ErrorContains(t, err, `result "maybe": expected 0 or 1`)
}

func TestAMessageOfAnotherTypeIsNotRead(t *testing.T) {
	data, err := proto.Marshal(&gzmsgs.Double{Data: 1})
	require.NoError(t, err)
	var d gzmsgs.Double
	m := Message{Topic: "/t", Type: "gz.msgs.IMU", Data: data}
	require.ErrorContains(t, m.Into(&d), "topic /t: message of type gz.msgs.IMU: expected Double")
	m = Message{Topic: "/t", Type: "gz.msgs.Double", Data: []byte("\xff")}
	require.ErrorContains(t, m.Into(&d), "topic /t: no gz.msgs.Double")
}
