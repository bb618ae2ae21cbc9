package studio

import (
	"bufio"
	"context"
	"encoding/binary"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros"
	"gonao/ros/cdr"
	"gonao/studio/foxglove/foxglovetest"
)

// viewAs is the environment variable that makes the test binary a viewer: URL, token and topics.
const viewAs = "GONAO_STUDIO_VIEWER"

func TestMain(m *testing.M) {
	if words := strings.Fields(os.Getenv(viewAs)); len(words) > 2 {
		if err := view(words[0], words[1], words[2:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// view subscribes topics and prints, for each message, its length and its last four bytes as a number. It ends with its
// input.
func view(url, token string, topics []string) error {
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		bufio.NewReader(os.Stdin).ReadString('\n')
		cancel()
	}()
	c, err := foxglovetest.Dial(ctx, url, http.Header{"Authorization": {"Bearer " + token}})
	if err != nil {
		return err
	}
	defer c.Close()
	for _, topic := range topics {
		if _, err := c.Subscribe(ctx, topic); err != nil {
			return err
		}
	}
	fmt.Println("ready")
	for {
		select {
		case m := <-c.Messages:
			last := uint32(0)
			if n := len(m.Data); n >= 4 {
				last = binary.LittleEndian.Uint32(m.Data[n-4:])
			}
			fmt.Println(len(m.Data), last)
		case <-c.Done():
			return c.Err()
		case <-ctx.Done():
			return nil
		}
	}
}

// viewer is a viewer in a process of its own.
type viewer struct {
	cmd   *exec.Cmd
	lines *bufio.Scanner
}

func startViewer(t testing.TB, s *stage, topics ...string) *viewer {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	v := &viewer{cmd: exec.Command(self)}
	v.cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%s/ws %s %s", viewAs, s.url("ws"), s.keys.Viewer, strings.Join(topics, " ")))
	v.cmd.Stderr = os.Stderr
	in, err := v.cmd.StdinPipe()
	require.NoError(t, err)
	out, err := v.cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, v.cmd.Start())
	v.lines = bufio.NewScanner(out)
	require.True(t, v.lines.Scan())
	require.Equal(t, "ready", v.lines.Text())
	t.Cleanup(func() {
		v.cmd.Process.Signal(syscall.SIGCONT)
		in.Close()
		for v.lines.Scan() { // it must not wait for its reader
		}
		v.cmd.Wait()
	})
	return v
}

// until reads until a message ends with a number, and returns how many messages came before it.
func (v *viewer) until(t *testing.T, last uint32) (messages int) {
	t.Helper()
	for v.lines.Scan() {
		_, number, _ := strings.Cut(v.lines.Text(), " ")
		if number == strconv.FormatUint(uint64(last), 10) {
			return messages
		}
		messages++
	}
	t.Fatalf("the viewer ended before message %d", last)
	return 0
}

// numbered publishes messages of a size that end with a number.
func numbered(t *testing.T, p ros.RawPublisher, size int, number uint32) {
	t.Helper()
	m := stdmsgs.UInt8MultiArray{Data: make([]byte, size)}
	binary.LittleEndian.PutUint32(m.Data[size-4:], number)
	require.NoError(t, p.Publish(cdr.Marshal(&m)))
}

func TestAViewerThatIsStoppedDelaysNobody(t *testing.T) {
	s := newStage(t, nil)
	like := stdmsgs.UInt8MultiArray{}
	p, err := ros.AdvertiseRaw(s.robot, "state", like.TypeName(), like.TypeHash(), ros.BestEffort(), ros.Depth(1))
	require.NoError(t, err)
	var viewers []*viewer
	for range 5 {
		viewers = append(viewers, startViewer(t, s, "/nao1/state"))
	}
	eventually(t, "all look", func() bool { return p.Subscribers() == 1 })
	stopped, others := viewers[0], viewers[1:]
	require.NoError(t, stopped.cmd.Process.Signal(syscall.SIGSTOP))
	eventually(t, "it is stopped", func() bool {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", stopped.cmd.Process.Pid))
		require.NoError(t, err)
		return strings.Contains(string(text), ") T ")
	})

	// A hundred times what sockets hold. Publishing on the bus in one process returns when the studio has it, so a
	// studio that waited for its viewer would never return.
	const count, size = 4000, 50_000
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for i := range uint32(count) {
		numbered(t, p, size, i+1)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	require.Less(t, int64(after.HeapAlloc)-int64(before.HeapAlloc), int64(20<<20), "what waits for the stopped viewer is bounded")
	for _, v := range others {
		v.until(t, count)
	}
	require.NoError(t, stopped.cmd.Process.Signal(syscall.SIGCONT))
	old := stopped.until(t, count)
	require.Less(t, old, count/2, "of a topic that may lose messages the newest is sent, not all that were missed")
}

// A benchmark's reading of the server's CPU time: share of a core with so many viewers of 50 messages a second.
func BenchmarkStudioServer(b *testing.B) {
	for _, viewers := range []int{0, 1, 5} {
		b.Run(fmt.Sprintf("viewers=%d", viewers), func(b *testing.B) {
			s := newStage(b, nil)
			p, err := ros.Advertise[msgs.MachineDelta](s.robot, "machine/deltas", ros.TransientLocal(), ros.Depth(100))
			require.NoError(b, err)
			state, err := ros.Advertise[msgs.RobotState](s.robot, "robot_state", ros.BestEffort(), ros.Depth(1))
			require.NoError(b, err)
			for range viewers {
				v := startViewer(b, s, "/nao1/machine/deltas", "/nao1/robot_state")
				go func() {
					for v.lines.Scan() { // it must not wait for its reader
					}
				}()
			}
			time.Sleep(200 * time.Millisecond) // the subscriptions
			delta := msgs.MachineDelta{Path: strings.Repeat("x", 200)}
			ticker := time.NewTicker(20 * time.Millisecond)
			defer ticker.Stop()
			start, began := cpuTime(b), time.Now()
			for b.Loop() {
				<-ticker.C
				require.NoError(b, p.Publish(delta))
				require.NoError(b, state.Publish(msgs.RobotState{}))
			}
			b.ReportMetric(100*(cpuTime(b)-start).Seconds()/time.Since(began).Seconds(), "%core")
		})
	}
}

// cpuTime returns the CPU time of this process: studio, publisher and bus.
func cpuTime(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	require.NoError(b, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
