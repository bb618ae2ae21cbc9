package interop

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros"
)

// warnings collects the lines that a logger writes.
type warnings struct {
	mu    sync.Mutex
	lines []string
}

func (w *warnings) Write(line []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.lines = append(w.lines, string(line))
	return len(line), nil
}

// about returns the lines that contain a text.
func (w *warnings) about(text string) (found []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, line := range w.lines {
		if strings.Contains(line, text) {
			found = append(found, line)
		}
	}
	return found
}

// TestServicesOfAnotherRMWOfARealROSAreRefusedWithAWord requires that topics work, and that services are refused with a
// warning.
func TestServicesOfAnotherRMWOfARealROSAreRefusedWithAWord(t *testing.T) {
	if backend == "rclgo" {
		t.Skip("rcl does not report which RMW a node runs on")
	}
	withROS2(t, "services: refused with one warning that explains what to do; topics still work", []dds{onFast}, func(t *testing.T, p *peer) {
		var said warnings
		n := openFullNodeLogging(t, slog.New(slog.NewTextHandler(&said, nil)))
		p.ask("serve /theirs")
		p.ask("serve_action /count")
		eventually(t, "we know the peer's services by its name", func() bool {
			g, err := n.Graph()
			require.NoError(t, err)
			for _, i := range g.Nodes {
				if i.FullName() == "/other/peer" {
					serves := fmt.Sprint(i.Serves)
					return contains(serves, "/theirs") && contains(serves, "/count/_action/cancel_goal")
				}
			}
			return false
		})
		c, err := ros.NewClient[addRequest, addResponse](n, "/theirs")
		require.NoError(t, err)
		_, err = ros.NewActionClient[fibonacciGoal, fibonacciResult, fibonacciFeedback](n, "/count")
		require.NoError(t, err)
		eventually(t, "the peer is named", func() bool { return len(said.about("rmw_fastrtps_cpp")) > 0 })
		line := said.about("rmw_fastrtps_cpp")[0]
		for _, part := range []string{"other=/other/peer", "RMW_IMPLEMENTATION=rmw_cyclonedds_cpp", "-tags rclgo"} {
			require.Contains(t, line, part)
		}
		ctx, stop := context.WithTimeout(t.Context(), 2*time.Second)
		defer stop()
		_, err = c.Call(ctx, addRequest{A: 1, B: 2})
		require.ErrorIs(t, err, context.DeadlineExceeded)

		p.ask("reader r rt/chatter std_msgs/msg/String")
		pub, err := ros.Advertise[stdmsgs.String](n, "/chatter")
		require.NoError(t, err)
		eventually(t, "the two match", func() bool { return pub.Subscribers() == 1 })
		p.awaitMatched("r", 1)
		require.NoError(t, pub.Publish(stdmsgs.String{Data: "still"}))
		require.Equal(t, "5:still ", p.received("r"))
		require.Len(t, said.about("rmw_fastrtps_cpp"), 1)
	})
}
