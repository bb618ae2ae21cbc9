package foxglove

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// drain returns what a queue sends, as text.
func drain(q *queue) (out []string) {
	for {
		f, ok := q.next(nil)
		if !ok {
			return out
		}
		if f.binary {
			out = append(out, fmt.Sprintf("%d:%s", f.data[1], f.data[13:]))
		} else {
			out = append(out, string(f.data))
		}
	}
}

func text(s string) message { return message{stamp: time.Unix(1, 0), payload: []byte(s)} }

func TestControlGoesFirstAndImagesLast(t *testing.T) {
	q := newQueue(1000)
	image, state := &slot{id: 1, bulk: true, keep: 1}, &slot{id: 2, keep: 1}
	q.put(image, text("picture"))
	q.put(state, text("pose"))
	require.NoError(t, q.putControl(frame{data: []byte("answer")}))
	require.Equal(t, []string{"answer", "2:pose", "1:picture"}, drain(q))
}

func TestTheNewestStateReplacesTheOneBefore(t *testing.T) {
	q := newQueue(1000)
	pose, joints, ring := &slot{id: 1, keep: 1}, &slot{id: 2, keep: 1}, &slot{id: 3, keep: 3}
	for i := range 10 {
		q.put(pose, text(fmt.Sprint("p", i)))
		q.put(joints, text(fmt.Sprint("j", i)))
		q.put(ring, text(fmt.Sprint("r", i)))
	}
	require.Equal(t, []string{"1:p9", "2:j9", "3:r7", "3:r8", "3:r9"}, drain(q))
	require.EqualValues(t, 9, pose.dropped)
}

func TestOneBusySubscriptionDoesNotStarveAnother(t *testing.T) {
	q := newQueue(1000)
	a, b := &slot{id: 1, keep: 10}, &slot{id: 2, keep: 10}
	for i := range 3 {
		q.put(a, text(fmt.Sprint(i)))
	}
	q.put(b, text("b"))
	require.Equal(t, []string{"1:0", "2:b", "1:1", "1:2"}, drain(q))
}

func TestARingIsBoundedInBytesToo(t *testing.T) {
	s := &slot{keep: 1000}
	for range 100 {
		s.put(message{payload: make([]byte, maxRingBytes/10)})
	}
	require.LessOrEqual(t, s.bytes, maxRingBytes)
	require.Len(t, s.waiting, 10)
}

func TestAQueueOfAClientThatDoesNotReadOverflows(t *testing.T) {
	q := newQueue(100)
	require.NoError(t, q.putControl(frame{data: make([]byte, 90)}))
	require.ErrorIs(t, q.putControl(frame{data: make([]byte, 20)}), errOverflow)
	drain(q)
	require.NoError(t, q.putControl(frame{data: make([]byte, 1000)}), "one large answer alone is sent")
}

func TestWhatIsUnsubscribedIsNotSent(t *testing.T) {
	q := newQueue(100)
	s := &slot{id: 1, keep: 1}
	q.put(s, text("a"))
	q.remove(s)
	require.Empty(t, drain(q))
	q.put(s, text("b"))
	require.Equal(t, []string{"1:b"}, drain(q))
}

func FuzzFramesOfAClient(f *testing.F) {
	f.Add([]byte{2, 1, 0, 0, 0, 2, 0, 0, 0, 4, 0, 0, 0, 'j', 's', 'o', 'n', '{', '}'})
	f.Add([]byte{2, 1, 0, 0, 0, 2, 0, 0, 0, 255, 255, 255, 255})
	f.Add([]byte(`{"op":"subscribe","subscriptions":[{"id":1,"channelId":1}]}`))
	f.Add([]byte(`{"op":"setParameters","parameters":[{"name":"/a.b","value":[1,"x"]}]}`))
	f.Add([]byte(`{"op":"advertise","channels":[{"id":1,"topic":"/x","encoding":"cdr"}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		server := NewServer(Options{})
		server.AddChannel(ChannelConfig{Topic: "/x"})
		s := &Session{
			server: server, queue: newQueue(1 << 20), role: Driver, ctx: t.Context(), cancel: func(error) {},
			subscriptions: map[uint32]*subscription{}, published: map[uint32]ChannelInfo{}, watched: map[string]bool{},
		}
		server.open(s)
		_ = s.handleBinary(t.Context(), data) // an error is what the client is shown
		_ = s.handleText(t.Context(), data)
		if call, err := parseServiceCall(data); err == nil && len(call.encoding)+len(call.payload)+12 != len(data) {
			t.Fatal("bytes of the call are lost")
		}
		s.end()
	})
}
