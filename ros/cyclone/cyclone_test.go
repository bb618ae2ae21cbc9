package cyclone

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	rclinterfaces "gonao/msgs/rcl_interfaces"
	rosgraphmsgs "gonao/msgs/rosgraph_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros"
)

// patience is how long a test waits for what must come. It is long: the computer may be busy with other work.
const patience = 2 * time.Minute

// useOwnDomain returns the test its own DDS domain on this host. The tag keeps apart
// whoever else chose the same number.
func useOwnDomain(t testing.TB, n int) {
	t.Helper()
	t.Setenv("ROS_DOMAIN_ID", fmt.Sprint((os.Getpid()*7+n)%101))
	t.Setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST")
	configure(t, fmt.Sprintf("<CycloneDDS><Domain><Discovery><Tag>gonao_test_%d_%d</Tag></Discovery></Domain></CycloneDDS>", os.Getpid(), n))
}

// configure adds to Cyclone's configuration, for us and for partners and peers.
func configure(t testing.TB, xml string) {
	t.Helper()
	if before := os.Getenv("CYCLONEDDS_URI"); before != "" {
		xml = before + "," + xml
	}
	t.Setenv("CYCLONEDDS_URI", xml)
}

// keepStopped makes others believe in a process that is stopped for longer than any test waits, instead of 10 s.
func keepStopped(t testing.TB) {
	t.Helper()
	configure(t, "<CycloneDDS><Domain><Discovery><LeaseDuration>30min</LeaseDuration></Discovery></Domain></CycloneDDS>")
}

func openNode(t testing.TB, name string) *ros.Node {
	t.Helper()
	b, err := Open()
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	n, err := ros.NewNode(context.Background(), b, name, ros.NodeOptions{Bare: true})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, n.Close()) })
	return n
}

// openLoggedNode also gives what the node logs.
func openLoggedNode(t testing.TB, name string) (*ros.Node, *syncBuffer) {
	t.Helper()
	log := &syncBuffer{}
	b, err := Open()
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	n, err := ros.NewNode(context.Background(), b, name, ros.NodeOptions{Logger: textLogger(log)})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, n.Close()) })
	return n, log
}

func textLogger(w io.Writer) *slog.Logger { return slog.New(slog.NewTextHandler(w, nil)) }

func receive[T any](t testing.TB, c <-chan T) T {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-time.After(patience):
		require.Fail(t, "nothing arrived", "after %v", patience)
		panic("unreachable")
	}
}

func eventually(t testing.TB, what string, ok func() bool) {
	t.Helper()
	require.Eventually(t, ok, patience, 2*time.Millisecond, what)
}

func TestWhatIsPublishedArrivesInOrder(t *testing.T) {
	useOwnDomain(t, 1)
	n := openNode(t, "talker")
	sub, err := ros.Subscribe[stdmsgs.String](n, "chatter", ros.Depth(5))
	require.NoError(t, err)
	pub, err := ros.Advertise[stdmsgs.String](n, "chatter")
	require.NoError(t, err)
	eventually(t, "the two match", func() bool { return pub.Subscribers() == 1 && sub.Publishers() == 1 })
	for i := range 5 {
		require.NoError(t, pub.Publish(stdmsgs.String{Data: fmt.Sprint("hello ", i)}))
	}
	for i := range 5 {
		require.Equal(t, fmt.Sprint("hello ", i), receive(t, sub.C()).Data)
	}
}

func TestSimulatedTimeComesFromClock(t *testing.T) {
	useOwnDomain(t, 18)
	sim := openNode(t, "simulator")
	clock, err := ros.Advertise[rosgraphmsgs.Clock](sim, "/clock", ros.BestEffort(), ros.Depth(1))
	require.NoError(t, err)
	b, err := Open()
	require.NoError(t, err)
	defer b.Close()
	n, err := ros.NewNode(t.Context(), b, "motion", ros.NodeOptions{UseSimTime: true})
	require.NoError(t, err)
	defer n.Close()
	require.Equal(t, time.Unix(0, 0), n.Clock.Now())
	require.False(t, n.Clock.Started())
	eventually(t, "/clock matches", func() bool { return clock.Subscribers() == 1 })

	jumps := make(chan time.Time, 1)
	n.Clock.OnJump(func(_, to time.Time) { jumps <- to })
	say := func(sec int64) {
		require.NoError(t, clock.Publish(rosgraphmsgs.Clock{Clock: ros.Stamp(time.Unix(sec, 0))}))
		eventually(t, "the time arrives", func() bool { return n.Clock.Now().Equal(time.Unix(sec, 0)) })
	}
	say(10)
	after := n.Clock.After(2 * time.Second)
	say(11)
	require.Empty(t, after)
	say(12)
	require.Equal(t, time.Unix(12, 0), receive(t, after))
	say(3) // the simulator was started again
	require.Equal(t, time.Unix(3, 0), receive(t, jumps))
}

func TestSimulatedTimeCanBeSwitchedByItsParameter(t *testing.T) {
	useOwnDomain(t, 29)
	sim := openNode(t, "simulator")
	clock, err := ros.Advertise[rosgraphmsgs.Clock](sim, "/clock", ros.BestEffort(), ros.Depth(1))
	require.NoError(t, err)
	n, _ := openLoggedNode(t, "motion")
	require.False(t, n.Clock.Simulated())
	client, err := ros.NewClient[rclinterfaces.SetParametersRequest, rclinterfaces.SetParametersResponse](sim, "/motion/set_parameters")
	require.NoError(t, err)
	require.NoError(t, client.WaitForServer(t.Context()))
	for _, on := range []bool{true, false, true} {
		answer, err := client.Call(t.Context(), rclinterfaces.SetParametersRequest{Parameters: []rclinterfaces.Parameter{
			{Name: "use_sim_time", Value: ros.ParameterValue(on)},
		}})
		require.NoError(t, err)
		require.True(t, answer.Results[0].Successful, answer.Results[0].Reason)
		require.Equal(t, on, n.Clock.Simulated())
		matched := map[bool]int{true: 1}[on]
		eventually(t, "/clock is followed, or not", func() bool { return clock.Subscribers() == matched })
		if on {
			require.NoError(t, clock.Publish(rosgraphmsgs.Clock{Clock: ros.Stamp(time.Unix(7, 0))}))
			eventually(t, "its time counts", func() bool { return n.Clock.Now().Equal(time.Unix(7, 0)) })
		}
	}
}

func TestALateReaderGetsWhatATransientLocalPublisherKept(t *testing.T) {
	useOwnDomain(t, 19)
	n := openNode(t, "executor")
	pub, err := ros.Advertise[stdmsgs.String](n, "state", ros.TransientLocal(), ros.Depth(2))
	require.NoError(t, err)
	for i := range 3 {
		require.NoError(t, pub.Publish(stdmsgs.String{Data: fmt.Sprint(i)}))
	}
	sub, err := ros.Subscribe[stdmsgs.String](n, "state", ros.TransientLocal(), ros.Depth(5))
	require.NoError(t, err)
	require.Equal(t, "1", receive(t, sub.C()).Data)
	require.Equal(t, "2", receive(t, sub.C()).Data)
}

// syncBuffer is a buffer that several goroutines write to.
type syncBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *syncBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

func TestARobotStateCostsNoAllocation(t *testing.T) {
	useOwnDomain(t, 25)
	n := openNode(t, "driver")
	pub, err := ros.Advertise[msgs.RobotState](n, "robot_state", ros.BestEffort(), ros.Depth(1))
	require.NoError(t, err)
	sub, err := ros.Subscribe[msgs.RobotState](n, "robot_state", ros.BestEffort(), ros.Depth(1))
	require.NoError(t, err)
	eventually(t, "they match", func() bool { return pub.Subscribers() == 1 })
	var m msgs.RobotState
	require.Zero(t, testing.AllocsPerRun(500, func() {
		m.Cycle++
		if err := pub.Publish(m); err != nil {
			panic(err)
		}
		if got := <-sub.C(); got.Cycle != m.Cycle {
			panic("out of order")
		}
	}), "sending and receiving")
}
