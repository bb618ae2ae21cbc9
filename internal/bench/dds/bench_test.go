package dds

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// The conditions under which messages are sent. Rendering has ordinary priority.
var conditions = []struct {
	name       string
	render     bool
	how        scheduling
	priorities [2]int // real-time priority of the motion node and the driver, which request it themselves
}{
	{"alone", false, ordinary, [2]int{}},
	{"rendering", true, ordinary, [2]int{}},
	{"rendering_fifo", true, fifo, [2]int{16, 18}},
}

// cycle is the period of the robot's control loop in ms. The number trips takes about 3 s of such cycles.
const cycle, trips = 12, 250

// BenchmarkRoundTrip measures the time of 64 bytes to another process and back, reliable, one message after the other,
// beside two C programs.
func BenchmarkRoundTrip(b *testing.B) {
	useOwnDomain(b)
	const rounds = 3 // alternately, so that a disturbance affects both
	var own, theirs []sample
	for b.Loop() {
		for range rounds {
			theirs = append(theirs, roundTrip(b, peers, ordinary, 4000, 0))
			own = append(own, roundTrip(b, ours, ordinary, 4000, 0))
		}
	}
	report(b, own, theirs)
}

// BenchmarkRoundTripAt83Hz measures the same with the idle times of a control loop.
func BenchmarkRoundTripAt83Hz(b *testing.B) {
	for _, c := range conditions {
		b.Run(c.name, func(b *testing.B) {
			useOwnDomain(b)
			granted(b, c.how)
			var own, theirs []sample
			for b.Loop() {
				stop := drawing(b, c.render)
				theirs = append(theirs, roundTrip(b, peers, c.how, trips, cycle))
				own = append(own, roundTrip(b, ours, c.how, trips, cycle))
				stop()
			}
			report(b, own, theirs)
		})
	}
}

// BenchmarkControlCycle measures the time from the publication of robot_state to the arrival of the joint_command that
// answers it, through the motion node in another process, at 83 Hz.
func BenchmarkControlCycle(b *testing.B) {
	for _, c := range conditions {
		b.Run(c.name, func(b *testing.B) {
			useOwnDomain(b)
			granted(b, c.how)
			var own []sample
			for b.Loop() {
				stop := drawing(b, c.render)
				motion := ours(b, ordinary, "motion", c.priorities[0])
				own = append(own, ours(b, ordinary, "body", trips, cycle, c.priorities[1]).sample(b))
				motion.stop()
				stop()
			}
			report(b, own, nil)
		})
	}
}

// useOwnDomain separates the processes of a benchmark from all others on this host.
func useOwnDomain(b testing.TB) {
	b.Setenv("ROS_DOMAIN_ID", fmt.Sprint((os.Getpid()*7+13)%101))
	b.Setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST")
	b.Setenv("CYCLONEDDS_URI", fmt.Sprintf("<CycloneDDS><Domain><Discovery><Tag>%s</Tag></Discovery></Domain></CycloneDDS>", tag()))
}

// tag separates the benchmark from others in the same domain.
func tag() string { return fmt.Sprint("bench-", os.Getpid()) }

// granted skips a benchmark if the kernel refuses its scheduling.
func granted(b *testing.B, how scheduling) {
	if len(how) == 0 {
		return
	}
	if out, err := exec.Command(how[0], append(how[1:], "true")...).CombinedOutput(); err != nil {
		b.Skipf("no SCHED_FIFO here (needs root, CAP_SYS_NICE or an rtprio limit): %v: %s", err, out)
	}
}

// drawing runs the rendering process until the returned function stops it, which reports the images per second.
func drawing(b *testing.B, wanted bool) (stop func()) {
	b.Helper()
	if !wanted {
		return func() {}
	}
	p := ours(b, ordinary, "render").ready(b)
	return func() {
		b.Helper()
		require.NoError(b, p.cmd.Process.Signal(syscall.SIGTERM))
		var perSecond float64
		_, err := fmt.Sscan(p.line(b), &perSecond)
		require.NoError(b, err)
		b.ReportMetric(perSecond, "images/s")
	}
}

// sample is the output of one measuring process.
type sample struct{ p50, p99, lost float64 } // ns, ns, trips

func roundTrip(b *testing.B, start starter, how scheduling, trips, periodMs int) sample {
	b.Helper()
	pong := start(b, how, "pong").ready(b)
	defer pong.stop()
	return start(b, how, "ping", trips, periodMs).sample(b)
}

func (p *process) sample(b *testing.B) (s sample) {
	b.Helper()
	_, err := fmt.Sscan(p.line(b), &s.p50, &s.p99, &s.lost)
	require.NoError(b, err)
	p.stop()
	return s
}

// report reports the medians over all rounds.
func report(b *testing.B, own, theirs []sample) {
	b.ReportMetric(0, "ns/op") // the start of the processes is not measured
	b.ReportMetric(middle(own, func(s sample) float64 { return s.p50 })/1e3, "p50-µs")
	b.ReportMetric(middle(own, func(s sample) float64 { return s.p99 })/1e3, "p99-µs")
	b.ReportMetric(middle(own, func(s sample) float64 { return s.lost }), "lost")
	if len(theirs) > 0 {
		b.ReportMetric(middle(theirs, func(s sample) float64 { return s.p50 })/1e3, "C-p50-µs")
		b.ReportMetric(middle(theirs, func(s sample) float64 { return s.p99 })/1e3, "C-p99-µs")
	}
}

func middle(samples []sample, of func(sample) float64) float64 {
	values := make([]float64, len(samples))
	for i, s := range samples {
		values[i] = of(s)
	}
	slices.Sort(values)
	return values[len(values)/2]
}
