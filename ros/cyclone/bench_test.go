package cyclone

import (
	"fmt"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	sensormsgs "gonao/msgs/sensor_msgs"
	"gonao/ros"
	"gonao/ros/cdr"
)

// BenchmarkImages is the throughput of 640×480 YUYV images, flat out and
// reliable, from one process to another, beside two C programs.
func BenchmarkImages(b *testing.B) {
	useOwnDomain(b, 22)
	const images = 300
	const size = 640 * 480 * 2
	rate := func(took time.Duration) float64 { return float64(images-1) * size / took.Seconds() / 1e6 }

	n := openNode(b, "viewer")
	var ours, theirs []float64 // one hiccup of the machine in 100 ms would be the figure
	for b.Loop() {
		theirs = append(theirs, rate(peerImages(b, images)))
		came := make(chan time.Time, images)
		var first sensormsgs.Image
		sub, err := ros.SubscribeRaw(n, "/flood", "sensor_msgs/msg/Image", "", func(data []byte, _ time.Time) {
			_ = cdr.Unmarshal(data, &first) // as a node would
			came <- time.Now()
		}, ros.KeepAll())
		require.NoError(b, err)
		p := startPartner(b, "flood", fmt.Sprint(images)).ready()
		eventually(b, "both sides match", func() bool { return sub.Publishers() == 1 })
		require.NoError(b, p.cmd.Process.Signal(syscall.SIGUSR1))
		start := receive(b, came)
		end := start
		for i := range images - 1 {
			select {
			case end = <-came:
			case <-time.After(patience):
				b.Fatalf("image %d of %d has not come", i+1, images)
			}
		}
		require.NoError(b, sub.Close())
		require.NoError(b, p.cmd.Process.Signal(syscall.SIGTERM))
		require.NoError(b, p.cmd.Wait())
		ours = append(ours, rate(end.Sub(start)))
	}
	b.ReportMetric(median(ours), "MB/s")
	b.ReportMetric(median(theirs), "C-MB/s")
	b.ReportMetric(median(ours)/median(theirs), "x-of-C")
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}

// peerImages is how long the C listener took for all images but the first.
func peerImages(b *testing.B, images int) (took time.Duration) {
	b.Helper()
	listener := startPeer(b, fullBuffer, "listen_image", "rt/cflood", fmt.Sprint(images), "1").ready()
	talker := startPeer(b, fullBuffer, "talk_image", "rt/cflood", fmt.Sprint(images), "640", "480", "0", "1").ready()
	listener.matched()
	talker.talk()
	listener.line()
	listener.line()
	_, err := fmt.Sscan(listener.line(), (*int64)(&took))
	require.NoError(b, err)
	return took
}

// BenchmarkImageLoss counts the images that are lost at 30 Hz best effort.
func BenchmarkImageLoss(b *testing.B) {
	useOwnDomain(b, 23)
	const images, hz = 90, 30
	n := openNode(b, "viewer")
	for b.Loop() {
		last := make(chan int, images)
		sub, err := ros.SubscribeRaw(n, "/image", "sensor_msgs/msg/Image", "", func(data []byte, _ time.Time) {
			last <- len(data)
		}, ros.SensorData())
		require.NoError(b, err)
		p := startPartner(b, "images", fmt.Sprint(images), fmt.Sprint(hz))
		require.Equal(b, "sent", p.line())
		time.Sleep(100 * time.Millisecond) // what is still under way
		require.NoError(b, sub.Close())
		b.ReportMetric(float64(images-len(last)), "lost-of-90")
		b.ReportMetric(float64(n.ReceiveBuffer()), "B-rcvbuf")
	}
}
