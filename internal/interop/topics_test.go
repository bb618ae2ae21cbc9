package interop

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/internal/fuzzn"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros"
	"gonao/ros/cdr"
)

// TestEveryKindOfFieldGoesThereAndBack sends random messages to a peer. The peer prints what it read, field by field,
// and sends the message back.
func TestEveryKindOfFieldGoesThereAndBack(t *testing.T) {
	peers(t, "topics both ways: every kind of field, values compared", func(t *testing.T, p *peer) {
		n := openNode(t, "node")
		rng := rand.New(rand.NewPCG(3, 1))
		type pair struct {
			pub  ros.RawPublisher
			back chan []byte
		}
		pairs := map[string]pair{}
		for _, name := range typeNames {
			if leftOut(name) {
				t.Log("no type support for", name)
				continue
			}
			topic := strings.ToLower(strings.ReplaceAll(name, "/", "_"))
			c := pair{back: make(chan []byte, 16)}
			hash := newMessage(name).TypeHash()
			var err error
			c.pub, err = ros.AdvertiseRaw(n, "/to/"+topic, name, hash)
			require.NoError(t, err)
			_, err = ros.SubscribeRaw(n, "/from/"+topic, name, hash, func(data []byte, _ time.Time) { c.back <- slices.Clone(data) })
			require.NoError(t, err)
			if p.ask("reader in/%s rt/to/%s %s 1,0,10", name, topic, name) == "missing" {
				t.Logf("%s does not know %s", p.kind, name)
				continue
			}
			p.ask("writer out/%s rt/from/%s %s 1,0,10", name, topic, name)
			p.ask("echo in/%s out/%s", name, name)
			pairs[name] = c
		}
		for _, name := range typeNames {
			c, ok := pairs[name]
			if !ok {
				continue
			}
			eventually(t, "the two match", func() bool { return c.pub.Subscribers() == 1 })
			p.awaitMatched("in/"+name, 1)
			p.awaitMatched("out/"+name, 1)
			for range 5 {
				m, data := randomMessage(t, rng, name)
				require.NoError(t, c.pub.Publish(data))
				require.Equal(t, compiled.types.showGo(name, reflect.ValueOf(m).Elem()), p.received("in/"+name), name)
				back := newMessage(name)
				require.NoError(t, cdr.Unmarshal(receive(t, c.back), back))
				require.Equal(t, m, back, name)
			}
		}
	})
}

// randomMessage returns a message with random values, and its bytes.
func randomMessage(t testing.TB, rng *rand.Rand, name string) (cdr.Message, []byte) {
	t.Helper()
	for most := 3; ; most-- {
		m := newMessage(name)
		fuzzn.Fill(rng, reflect.ValueOf(m).Elem(), most)
		if data, err := cdr.Encode(nil, m); err == nil {
			return m, data
		}
		require.Positive(t, most, "%s breaks a bound without elements", name)
	}
}

func TestALateReaderGetsTheLastMessages(t *testing.T) {
	peers(t, "transient local: a late reader gets the last depth messages, both ways", func(t *testing.T, p *peer) {
		n := openNode(t, "node")
		const depth, sent = 3, 7
		pub, err := ros.Advertise[stdmsgs.String](n, "/ours", ros.TransientLocal(), ros.Depth(depth))
		require.NoError(t, err)
		p.ask("writer w rt/theirs std_msgs/msg/String 1,1,%d", depth)
		for i := range sent {
			require.NoError(t, pub.Publish(stdmsgs.String{Data: fmt.Sprint("text ", i)}))
			p.ask("write w text %d", i)
		}
		p.ask("reader r rt/ours std_msgs/msg/String 1,1,0")
		sub, err := ros.Subscribe[stdmsgs.String](n, "/theirs", ros.TransientLocal(), ros.Depth(10))
		require.NoError(t, err)
		for i := sent - depth; i < sent; i++ {
			require.Equal(t, fmt.Sprint("text ", i), receive(t, sub.C()).Data)
			require.Equal(t, fmt.Sprintf("6:text %d ", i), p.received("r"))
		}
		// Volatile readers receive no old messages: the first one is new.
		p.ask("reader v rt/ours std_msgs/msg/String 1,0,0")
		fresh, err := ros.Subscribe[stdmsgs.String](n, "/theirs", ros.Depth(10))
		require.NoError(t, err)
		p.awaitMatched("v", 1)
		p.awaitMatched("w", 2)
		eventually(t, "both match", func() bool { return pub.Subscribers() == 2 && fresh.Publishers() == 1 })
		require.NoError(t, pub.Publish(stdmsgs.String{Data: "text n"}))
		p.ask("write w text n")
		// Fast DDS, however, requests history even from volatile writers.
		if !weAreFast() {
			require.Equal(t, "text n", receive(t, fresh.C()).Data)
		}
		if p.kind != inFast && p.kind != onFast {
			require.Equal(t, "6:text n ", p.received("v"))
		}
	})
}
