package backendtest

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	sensormsgs "gonao/msgs/sensor_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros"
)

func inOrder(t *testing.T, open ros.Opener) {
	a, b := pair(t, open)
	const count = 50
	sub, err := ros.Subscribe[stdmsgs.String](b, "chatter", ros.Depth(count))
	require.NoError(t, err)
	pub, err := ros.Advertise[stdmsgs.String](a, "chatter", ros.Depth(count))
	require.NoError(t, err)
	eventually(t, "the two match", func() bool { return pub.Subscribers() == 1 && sub.Publishers() == 1 })
	for i := range count {
		require.NoError(t, pub.Publish(stdmsgs.String{Data: fmt.Sprint("hello ", i)}))
	}
	for i := range count {
		require.Equal(t, fmt.Sprint("hello ", i), receive(t, sub.C()).Data)
	}
	require.Zero(t, pub.Dropped())
}

func anySize(t *testing.T, open ros.Opener) {
	a, b := pair(t, open)
	sub, err := ros.Subscribe[sensormsgs.Image](b, "image")
	require.NoError(t, err)
	pub, err := ros.Advertise[sensormsgs.Image](a, "image")
	require.NoError(t, err)
	eventually(t, "the two match", func() bool { return pub.Subscribers() == 1 && sub.Publishers() == 1 })
	for _, size := range []int{0, 1, 3, 640 * 480 * 2} {
		sent := sensormsgs.Image{Encoding: "yuv422_yuy2", Data: make([]byte, size)}
		for i := range sent.Data {
			sent.Data[i] = byte(i * 7)
		}
		require.NoError(t, pub.Publish(sent))
		got := receive(t, sub.C())
		require.Equal(t, sent.Encoding, got.Encoding)
		require.Len(t, got.Data, size)
		if size > 0 {
			require.Equal(t, sent.Data, got.Data)
		}
	}
}

func lateReader(t *testing.T, open ros.Opener) {
	a, b := pair(t, open)
	pub, err := ros.Advertise[stdmsgs.String](a, "state", ros.TransientLocal(), ros.Depth(2))
	require.NoError(t, err)
	for _, text := range []string{"a", "b", "c"} {
		require.NoError(t, pub.Publish(stdmsgs.String{Data: text}))
	}
	late, err := ros.Subscribe[stdmsgs.String](b, "state", ros.TransientLocal(), ros.Depth(5))
	require.NoError(t, err)
	require.Equal(t, "b", receive(t, late.C()).Data)
	require.Equal(t, "c", receive(t, late.C()).Data)
}

func misfit(t *testing.T, open ros.Opener) {
	a, b := pair(t, open)
	pub, err := ros.Advertise[stdmsgs.String](a, "chatter", ros.BestEffort())
	require.NoError(t, err)
	demanding, err := ros.Subscribe[stdmsgs.String](b, "chatter", ros.Reliable())
	require.NoError(t, err)
	modest, err := ros.Subscribe[stdmsgs.String](b, "chatter", ros.BestEffort())
	require.NoError(t, err)
	eventually(t, "the modest one matches", func() bool { return modest.Publishers() == 1 && pub.Subscribers() == 1 })
	require.Zero(t, demanding.Publishers())
}

func closing(t *testing.T, open ros.Opener) {
	a, b := pair(t, open)
	pub, err := ros.Advertise[stdmsgs.String](a, "chatter")
	require.NoError(t, err)
	for range 3 {
		sub, err := ros.Subscribe[stdmsgs.String](b, "chatter")
		require.NoError(t, err)
		eventually(t, "they match", func() bool { return pub.Subscribers() == 1 && sub.Publishers() == 1 })
		require.NoError(t, pub.Publish(stdmsgs.String{Data: "once"}))
		require.Equal(t, "once", receive(t, sub.C()).Data)
		require.NoError(t, sub.Close())
		eventually(t, "it has gone", func() bool { return pub.Subscribers() == 0 })
		require.NoError(t, pub.Publish(stdmsgs.String{Data: "to nobody"}))
	}
	require.NoError(t, pub.Close())
	require.NoError(t, pub.Close(), "a second Close does nothing")
}

// lastWords has a node end as soon as it has spoken.
func lastWords(t *testing.T, open ros.Opener) {
	listener := newNode(t, open, "listener")
	const count = 20
	image, err := ros.Subscribe[sensormsgs.Image](listener, "image", ros.Depth(count))
	require.NoError(t, err)
	b, err := open()
	require.NoError(t, err)
	n, err := ros.NewNode(context.Background(), b, "brief", ros.NodeOptions{Namespace: "/nao1"})
	require.NoError(t, err)
	pub, err := ros.Advertise[sensormsgs.Image](n, "image", ros.Depth(count))
	require.NoError(t, err)
	eventually(t, "the two match", func() bool { return pub.Subscribers() == 1 && image.Publishers() == 1 })
	for i := range count {
		require.NoError(t, pub.Publish(sensormsgs.Image{Width: uint32(i), Data: make([]byte, 20_000)}))
	}
	require.NoError(t, n.Close())
	require.NoError(t, b.Close())
	for i := range count {
		require.EqualValues(t, i, receive(t, image.C()).Width)
	}
	require.Zero(t, pub.Dropped())
}

func busy(t *testing.T, open ros.Opener) {
	a, b := pair(t, open)
	const count = 200
	sub, err := ros.Subscribe[stdmsgs.String](b, "chatter", ros.Depth(count))
	require.NoError(t, err)
	pub, err := ros.Advertise[stdmsgs.String](a, "chatter", ros.Depth(count))
	require.NoError(t, err)
	eventually(t, "the two match", func() bool { return pub.Subscribers() == 1 && sub.Publishers() == 1 })
	sent := make(chan error, 1)
	go func() {
		for i := range count {
			if err := pub.Publish(stdmsgs.String{Data: fmt.Sprint(i)}); err != nil {
				sent <- err
				return
			}
			time.Sleep(time.Millisecond) // about as long as creating the others takes
		}
		sent <- nil
	}()
	for i := range 10 {
		other, err := ros.Subscribe[stdmsgs.String](b, fmt.Sprint("other", i))
		require.NoError(t, err)
		require.NoError(t, other.Close())
	}
	require.NoError(t, receive(t, sent))
	for i := range count {
		require.Equal(t, fmt.Sprint(i), receive(t, sub.C()).Data)
	}
}

func sent(t *testing.T, open ros.Opener) {
	a, b := pair(t, open)
	times := make(chan time.Time, 10)
	var m stdmsgs.String
	sub, err := ros.SubscribeRaw(b, "chatter", m.TypeName(), m.TypeHash(), func(_ []byte, sent time.Time) { times <- sent })
	require.NoError(t, err)
	pub, err := ros.Advertise[stdmsgs.String](a, "chatter")
	require.NoError(t, err)
	eventually(t, "both sides match", func() bool { return pub.Subscribers() == 1 && sub.Publishers() == 1 })
	before := a.Clock.Now()
	require.NoError(t, pub.Publish(stdmsgs.String{Data: "now"}))
	at, after := receive(t, times), a.Clock.Now()
	require.False(t, at.Before(before) || at.After(after), "sent at %v, expected %v to %v", at, before, after)
}
