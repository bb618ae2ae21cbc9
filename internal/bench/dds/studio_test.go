package dds

import (
	"context"
	"fmt"
	"net/http"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/nodes/studio"
	"gonao/ros"
	"gonao/studio/door"
	"gonao/studio/foxglove/foxglovetest"
)

// viewedTopics are the topics that the viewers of a studio subscribe to.
var viewedTopics = []string{"/nao1/robot_state", "/nao1/joint_states", "/nao1/cycle_stats"}

// BenchmarkDriverWithStudio measures the driver's node like BenchmarkDriver: alone, and with a studio that has five
// viewers, one of which is stopped by SIGSTOP. Late answers and jitter should be the same in both cases.
func BenchmarkDriverWithStudio(b *testing.B) {
	for _, viewers := range []int{0, 5} {
		b.Run(fmt.Sprintf("viewers=%d", viewers), func(b *testing.B) {
			useOwnDomain(b)
			var d drive
			for b.Loop() {
				if viewers == 0 {
					d = driveOnce(b, nil, [3]int{})
					continue
				}
				dir, port := b.TempDir(), 28765
				defer ours(b, ordinary, "studio", dir, port).ready(b).stop()
				for i := range viewers {
					v := ours(b, ordinary, "view", dir, port, i == 0)
					defer func() {
						require.NoError(b, v.cmd.Process.Signal(syscall.SIGCONT)) // a stopped process could not be ended
						v.stop()
					}()
				}
				d = driveOnce(b, nil, [3]int{})
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(100*d.share, "%core")
			b.ReportMetric(d.p99/1e3, "answer-p99-µs")
			b.ReportMetric(d.jitter/1e3, "jitter-p99-µs")
			b.ReportMetric(d.late, "late")
		})
	}
}

// serveStudio serves a studio with the directory args[0] on the port args[1].
func serveStudio(ctx context.Context, n *ros.Node, args []string) error {
	port, err := strconv.Atoi(args[1])
	if err != nil {
		return err
	}
	cfg := studio.DefaultConfig()
	cfg.Address, cfg.Port, cfg.Ports = "127.0.0.1", port, 1
	cfg.TokenFile, cfg.Directory = filepath.Join(args[0], "studio.json"), filepath.Join(args[0], "machines")
	if _, err := door.LoadKeys(cfg.TokenFile); err != nil {
		return err
	}
	fmt.Println("ready")
	return studio.Run(ctx, n, cfg)
}

// view is a viewer of the studio with the directory args[0] on the port args[1]. If args[2] is true, it stops itself
// when it receives the first message.
func view(ctx context.Context, args []string) error {
	keys, err := door.ReadKeys(filepath.Join(args[0], "studio.json"))
	if err != nil {
		return err
	}
	var c *foxglovetest.Client
	for c == nil {
		// Dialing fails until the studio listens.
		c, _ = foxglovetest.Dial(ctx, "ws://127.0.0.1:"+args[1]+"/ws", http.Header{"Authorization": {"Bearer " + keys.Viewer}})
		if ctx.Err() != nil {
			return nil
		}
	}
	defer c.Close()
	for _, topic := range viewedTopics {
		if _, err := c.Subscribe(ctx, topic); err != nil {
			return err
		}
	}
	for looking := false; ; {
		select {
		case <-c.Messages:
			if !looking {
				looking = true
				fmt.Println("looking")
			}
			if args[2] == "true" {
				args[2] = "false"
				if err := syscall.Kill(syscall.Getpid(), syscall.SIGSTOP); err != nil {
					return err
				}
			}
		case <-c.Done():
			return nil
		case <-ctx.Done():
			return nil
		}
	}
}
