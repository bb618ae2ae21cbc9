package naodriver

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"log/slog"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	"gonao/nao"
	"gonao/nao_driver/sim3d"
	"gonao/ros"
	"gonao/ros/inproc"
	"gonao/ros/param"
)

// answer is what the server in the test sends for each message that it receives, with the time in s.
const answer = "(time (now %.2f))(GYR (n torso) (rt 0.00 0.00 0.00))(ACC (n torso) (a 0.00 0.00 9.81))(HJ (n hj1) (ax 20.00))" +
	"(See (B (pol 2.00 0.00 -10.00)) (P (team gonao) (id 4) (head (pol 3.00 -20.00 1.00))))"

func TestAPlayerOfThe3DSimulationHasTheTopicsOfABody(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	var serving sync.WaitGroup
	serving.Go(func() {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		for now := 1.0; ; now += 0.02 {
			var size [4]byte
			if _, err := io.ReadFull(conn, size[:]); err != nil {
				return
			}
			if _, err := io.CopyN(io.Discard, conn, int64(binary.BigEndian.Uint32(size[:]))); err != nil {
				return
			}
			text := fmt.Appendf(nil, answer, now)
			if _, err := conn.Write(append(binary.BigEndian.AppendUint32(nil, uint32(len(text))), text...)); err != nil {
				return
			}
		}
	})
	t.Cleanup(func() { listener.Close(); serving.Wait() })

	bus := inproc.NewBus()
	open := func(name string, cfg *Config) *ros.Node {
		n, err := ros.NewNode(context.Background(), bus, name, ros.NodeOptions{Namespace: "nao1", Parameters: cfg, Logger: slog.New(slog.DiscardHandler)})
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, n.Close()) })
		return n
	}
	observer := open("observer", &Config{})
	objects, err := ros.Subscribe[msgs.SeenObjects](observer, "seen_objects", ros.SensorData())
	require.NoError(t, err)
	states, err := ros.Subscribe[msgs.RobotState](observer, "robot_state", ros.SensorData())
	require.NoError(t, err)
	cfg := DefaultConfig()
	cfg.Protocol, cfg.Sim3D.Address, cfg.RealtimePriority = "sim3d", listener.Addr().String(), 0
	require.NoError(t, param.Check(&cfg))
	running := cfg
	n := open("nao_driver", &running)
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- run(ctx, n, cfg, time.Minute) }()
	t.Cleanup(func() { stop(); require.NoError(t, <-ended) })

	seen := receive(t, objects.C())
	require.Len(t, seen.Balls, 1)
	require.InDelta(t, 0.6, seen.Balls[0].Y, 0.2, "the head looks 20° to the left")
	require.Equal(t, uint8(4), seen.Robots[0].Number)
	state := receive(t, states.C())
	require.Equal(t, sim3d.Capabilities, nao.Capabilities(state.Capabilities))

	cfg.Sim3D.Team = "two words"
	require.ErrorContains(t, param.Check(&cfg), `sim3d: team "two words"`)
}
