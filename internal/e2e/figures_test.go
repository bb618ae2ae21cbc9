package e2e

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	"gonao/ros"
	"gonao/studio/door"
	"gonao/studio/foxglove/foxglovetest"
)

// pageTopics are all the topics that the studio's pages subscribe to, for one robot with one camera panel.
var pageTopics = []string{
	"studio/session", "studio/presence", "studio/actions", "/rosout", "/tf", "/tf_static", "/nao1/robot_description", "/nao1/robot_state",
	"/nao1/ground_truth", "/world_markers", "/nao1/world_markers", "/nao1/color_blobs", "/nao1/camera/top/image_raw/compressed", "/nao1/skills",
	"/nao1/odom", "/nao1/motion_state", "/nao1/cycle_stats", "/nao1/simulator_stats", "/nao1/carrier_state", "/nao1/machine_state",
	"/nao1/machine/snapshot", "/nao1/machine/deltas", "/nao1/skill/machine/snapshot", "/nao1/skill/machine/deltas",
}

// camera is the topic of pageTopics whose cost is measured separately.
const camera = "/nao1/camera/top/image_raw/compressed"

// measured is the time for which each figure is measured.
const measured = 20 * time.Second

// TestFiguresOfTheStudio prints what the studio costs beside a simulated robot that plays, with real processes over
// DDS. It asserts only that everything works, since the figures depend on the machine. make bench OF=studio runs it.
func TestFiguresOfTheStudio(t *testing.T) {
	if os.Getenv("FIGURES") == "" {
		t.Skip("it measures for two minutes on a quiet machine; make bench OF=studio runs it")
	}
	s := newSandbox(t)
	s.observe()
	launch := s.startEnv([]string{"HOME=" + s.dir, "XDG_CONFIG_HOME=" + s.dir, "XDG_CACHE_HOME=" + s.dir},
		"gonao", "launch", "sim.launch.yaml", "socket:="+s.socket, "studio:=true")
	port := launch.says(`serves the page at http://localhost:(\d+)`)[1]
	keys, err := door.ReadKeys(filepath.Join(s.dir, "gonao", "studio.json"))
	require.NoError(t, err)
	pid := launch.pidOf("studio")
	states := subscribe[msgs.MachineState](s, "machine_state", ros.TransientLocal())
	await(t, states, "a machine that runs", func(m *msgs.MachineState) bool { return m.Path != "" })

	look := func() *foxglovetest.Client {
		c, err := foxglovetest.Dial(t.Context(), "ws://localhost:"+port+"/ws", http.Header{"Authorization": {"Bearer " + keys.Viewer}})
		require.NoError(t, err)
		t.Cleanup(c.Close)
		return c
	}
	fmt.Println("figure | measured | must")
	wait(t, measured/2) // time for discovery
	var viewers []*viewing
	for _, count := range []int{0, 1, 5} {
		for len(viewers) < count {
			viewers = append(viewers, follow(t, look(), slices.DeleteFunc(slices.Clone(pageTopics), func(topic string) bool { return topic == camera })))
		}
		fmt.Printf("server CPU, %d viewers of every page without camera | %.1f %% of a core | %d\n", count, 100*share(t, pid, measured), []int{0, 2, 0, 0, 0, 5}[count])
	}
	for _, v := range viewers[1:] {
		v.client.Close()
	}
	one := viewers[0]
	simulator := launch.pidOf("simulator")
	alone := share(t, simulator, measured)
	_, err = one.client.Subscribe(t.Context(), camera)
	require.NoError(t, err)
	settle(t)
	before := one.bytes()
	with := share(t, simulator, measured)
	fmt.Printf("server CPU, 1 viewer with a camera | %.1f %% of a core | \n", 100*share(t, pid, measured))
	after := one.bytes()
	fmt.Printf("simulator's CPU for images that a viewer receives, drawing included | %.1f %% of a core | \n", 100*(with-alone))
	all := 0.0
	for _, topic := range one.topics() {
		rate := float64(after[topic]-before[topic]) / (2 * measured.Seconds()) / 1e6
		all += rate
		if rate > 0.0005 {
			fmt.Printf("  %s | %.3f MB/s | \n", topic, rate)
		}
	}
	fmt.Printf("every page's topics to one client | %.2f MB/s | 1\n", all)
	one.client.Close()
	history(t, s)
}

// history prints how fast the recording grows and how long it takes to read one of its moments.
func history(t *testing.T, s *sandbox) {
	t.Helper()
	past, err := ros.NewClient[msgs.GetMachineHistoryRequest, msgs.GetMachineHistoryResponse](s.node, "machine/get_history")
	require.NoError(t, err)
	moment, err := ros.NewClient[msgs.GetMachineMomentRequest, msgs.GetMachineMomentResponse](s.node, "machine/get_moment")
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	require.NoError(t, past.WaitForServer(ctx))
	require.NoError(t, moment.WaitForServer(ctx))
	read := func() msgs.GetMachineHistoryResponse {
		a, err := past.Call(ctx, msgs.GetMachineHistoryRequest{})
		require.NoError(t, err)
		require.True(t, a.Success, a.Message)
		require.NotEmpty(t, a.Parts)
		return a
	}
	first, began := read(), time.Now()
	wait(t, 3*measured)
	last := read()
	grown := float64(last.Bytes-first.Bytes) / time.Since(began).Hours() / 1e6
	part := last.Parts[len(last.Parts)-1]
	fmt.Printf("the recording of the demo's machine | %.1f MB an hour (%d events in %.0f s) | some 20\n", grown, len(last.Events), part.End-part.Begin)
	var took []float64
	for i := range 50 {
		at := part.Begin + (part.End-part.Begin)*(float64(i)+0.5)/50
		asked := time.Now()
		a, err := moment.Call(ctx, msgs.GetMachineMomentRequest{Part: part.Part, Time: at})
		require.NoError(t, err)
		require.True(t, a.Success, a.Message)
		took = append(took, time.Since(asked).Seconds()*1000)
	}
	slices.Sort(took)
	fmt.Printf("get_moment of 50 moments | median %.1f ms, longest %.1f ms | \n", took[len(took)/2], took[len(took)-1])
}

// viewing is a client that reads and counts all messages it receives.
type viewing struct {
	client *foxglovetest.Client
	count  chan map[string]int
	ask    chan struct{}
}

// follow subscribes to the topics that exist.
func follow(t *testing.T, c *foxglovetest.Client, topics []string) *viewing {
	t.Helper()
	v := &viewing{client: c, count: make(chan map[string]int), ask: make(chan struct{})}
	for _, topic := range topics {
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		if _, err := c.Subscribe(ctx, topic); err != nil && ctx.Err() == nil {
			require.NoError(t, err, topic)
		}
		cancel()
	}
	go func() {
		bytes := map[string]int{}
		for {
			select {
			case m := <-c.Messages:
				const frame = 13 + 4 // header of the message and of its WebSocket frame
				bytes[m.Topic] += len(m.Data) + frame
			case <-v.ask:
				copied := map[string]int{}
				for topic, n := range bytes {
					copied[topic] = n
				}
				v.count <- copied
			case <-c.Done():
				return
			}
		}
	}()
	settle(t)
	return v
}

// bytes returns the number of bytes received so far, by topic.
func (v *viewing) bytes() map[string]int {
	v.ask <- struct{}{}
	return <-v.count
}

// topics returns the topics that have sent a message, sorted.
func (v *viewing) topics() []string {
	var all []string
	for topic := range v.bytes() {
		all = append(all, topic)
	}
	slices.Sort(all)
	return all
}

// settle waits until subscriptions have begun.
func settle(t *testing.T) {
	t.Helper()
	wait(t, 2*time.Second)
}

func wait(t *testing.T, d time.Duration) {
	t.Helper()
	select {
	case <-time.After(d):
	case <-t.Context().Done():
	}
}

// share returns the share of a core that a process uses during one measurement.
func share(t *testing.T, pid int, during time.Duration) float64 {
	t.Helper()
	before, began := processorTime(t, pid), time.Now()
	wait(t, during)
	return (processorTime(t, pid) - before) / time.Since(began).Seconds()
}

// processorTime returns the seconds for which a process's threads have run.
func processorTime(t *testing.T, pid int) (sec float64) {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	require.NoError(t, err)
	_, rest, _ := strings.Cut(string(text), ") ")
	fields := strings.Fields(rest)
	const ticks = 100 // clock ticks per second
	for _, i := range []int{11, 12} {
		n, err := strconv.ParseFloat(fields[i], 64)
		require.NoError(t, err)
		sec += n / ticks
	}
	return sec
}
