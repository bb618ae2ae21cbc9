package cyclone

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	sensormsgs "gonao/msgs/sensor_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros"
	"gonao/ros/cdr"
)

// pinger sends 64 bytes and waits for them to come back.
type pinger struct {
	pub  ros.RawPublisher
	back chan struct{}
	data []byte
}

func newPinger(b *testing.B) (*pinger, *process) {
	b.Helper()
	partner := startPartner(b, "pong").ready()
	n := openNode(b, "pinger")
	p := &pinger{back: make(chan struct{}, 1)}
	p.data = cdr.Marshal(&stdmsgs.String{Data: strings.Repeat("x", 59)})
	require.Len(b, p.data, 4+64)
	sub, err := ros.SubscribeRaw(n, "/pong", "std_msgs/msg/String", func([]byte) { p.back <- struct{}{} })
	require.NoError(b, err)
	p.pub, err = ros.AdvertiseRaw(n, "/ping", "std_msgs/msg/String", "")
	require.NoError(b, err)
	eventually(b, "the pong matches", func() bool { return p.pub.Subscribers() == 1 && sub.Publishers() == 1 })
	for range 200 {
		p.trip(b)
	}
	return p, partner
}

func (p *pinger) trip(b *testing.B) time.Duration {
	start := time.Now()
	if err := p.pub.Publish(p.data); err != nil {
		b.Fatal(err)
	}
	<-p.back
	return time.Since(start)
}

// peerPing is the C programs' median and 99th percentile between themselves.
func peerPing(b *testing.B, trips int) (p50, p99 time.Duration) {
	b.Helper()
	startPeer(b, fullBuffer, "pong", "rt/cping", "rt/cpong").ready()
	line := startPeer(b, fullBuffer, "ping", "rt/cping", "rt/cpong", fmt.Sprint(trips)).line()
	_, err := fmt.Sscan(line, (*int64)(&p50), (*int64)(&p99))
	require.NoError(b, err)
	return p50, p99
}

func report(b *testing.B, took []time.Duration, name string) (p50 time.Duration) {
	slices.Sort(took)
	p50 = took[len(took)/2]
	b.ReportMetric(float64(p50.Nanoseconds())/1e3, name+"p50-µs")
	b.ReportMetric(float64(took[len(took)*99/100].Nanoseconds())/1e3, name+"p99-µs")
	return p50
}

// BenchmarkRoundTrip is 64 bytes to another process and back, one after the
// other, beside two C programs.
func BenchmarkRoundTrip(b *testing.B) {
	useOwnDomain(b, 20)
	c50, c99 := peerPing(b, 5000)
	p, _ := newPinger(b)
	var took []time.Duration
	b.ReportAllocs()
	for b.Loop() {
		took = append(took, p.trip(b))
	}
	p50 := report(b, took, "")
	b.ReportMetric(float64(c50.Nanoseconds())/1e3, "C-p50-µs")
	b.ReportMetric(float64(c99.Nanoseconds())/1e3, "C-p99-µs")
	b.ReportMetric(float64(p50)/float64(c50), "x-of-C")
}

// BenchmarkRoundTripAt83Hz has the idle gaps of a control loop: alone, beside a
// load on every core (BENCH_LOAD may name a better one, a renderer say), and
// beside it with both processes in SCHED_FIFO. It takes 9 s whatever -benchtime is.
func BenchmarkRoundTripAt83Hz(b *testing.B) {
	useOwnDomain(b, 21)
	load := os.Getenv("BENCH_LOAD")
	if load == "" {
		load = "for i in $(seq $(nproc)); do while :; do :; done & done; wait"
	}
	for b.Loop() {
		p, pongs := newPinger(b)
		report(b, p.at83Hz(b), "idle-")
		stop := runLoad(b, load)
		report(b, p.at83Hz(b), "load-")
		if err := inFIFO(pongs.cmd.Process.Pid); err != nil {
			b.Log("no real time:", err)
		} else {
			report(b, p.at83Hz(b), "load-FIFO-")
		}
		stop()
	}
}

// at83Hz measures for 3 s.
func (p *pinger) at83Hz(b *testing.B) (took []time.Duration) {
	const cycle, trips = 12 * time.Millisecond, 250
	tick := time.NewTicker(cycle)
	defer tick.Stop()
	for range trips {
		<-tick.C
		took = append(took, p.trip(b))
	}
	return took
}

// inFIFO puts the test and its partner into SCHED_FIFO. The test stays there: run
// the benchmark alone, or last.
func inFIFO(partner int) error {
	if err := ros.RealtimeProcess(10); err != nil {
		return err
	}
	return exec.Command("chrt", "--all-tasks", "--fifo", "--pid", "10", fmt.Sprint(partner)).Run()
}

// runLoad runs a shell command line with all its children until stop.
func runLoad(b *testing.B, line string) (stop func()) {
	b.Helper()
	cmd := exec.Command("sh", "-c", line)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	require.NoError(b, cmd.Start())
	return func() {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		_ = cmd.Wait()
	}
}

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
		sub, err := ros.SubscribeRaw(n, "/flood", "sensor_msgs/msg/Image", func(data []byte) {
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
	startPeer(b, fullBuffer, "talk_image", "rt/cflood", fmt.Sprint(images), "640", "480", "0", "1")
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
		sub, err := ros.SubscribeRaw(n, "/image", "sensor_msgs/msg/Image", func(data []byte) {
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
