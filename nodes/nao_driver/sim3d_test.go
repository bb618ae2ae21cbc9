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
	builtininterfaces "gonao/msgs/builtin_interfaces"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/nao"
	"gonao/nao_driver/sim3d"
	"gonao/ros"
	"gonao/ros/inproc"
	"gonao/ros/param"
)

// answer is what the server in the test sends for each message that it receives, with the time in s.
const answer = "(time (now %.2f))(GS (unum 2)(team right)(t 3.00)(pm KickIn_Right))(hear gonao 2.98 -30.0 pass!3)(GYR (n torso) (rt 0.00 0.00 0.00))(ACC (n torso) (a 0.00 0.00 9.81))(HJ (n hj1) (ax 20.00))" +
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
	usual := DefaultConfig()
	observer := open("observer", &usual)
	objects, err := ros.Subscribe[msgs.SeenObjects](observer, "seen_objects", ros.SensorData())
	require.NoError(t, err)
	games, err := ros.Subscribe[msgs.GameState](observer, "game_state", ros.TransientLocal())
	require.NoError(t, err)
	heard, err := ros.Subscribe[stdmsgs.String](observer, "sim3d/heard")
	require.NoError(t, err)
	say, err := ros.Advertise[stdmsgs.String](observer, "sim3d/say", ros.TransientLocal())
	require.NoError(t, err)
	require.NoError(t, say.Publish(stdmsgs.String{Data: "mine"}))
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
	game := receive(t, games.C())
	require.Equal(t, [3]uint8{msgs.GameStateStatePlaying, msgs.GameStateSetPlayKickIn, msgs.GameStateKickingHome}, [3]uint8{game.State, game.SetPlay, game.Kicking})
	require.False(t, game.HomeOnLeft)
	require.Equal(t, "pass!3", receive(t, heard.C()).Data)
	state := receive(t, states.C())
	require.Equal(t, sim3d.Capabilities, nao.Capabilities(state.Capabilities))

	cfg.Sim3D.Team = "two words"
	require.ErrorContains(t, param.Check(&cfg), `sim3d: team "two words"`)
}

func TestModesOfPlayAreStatesOfAGame(t *testing.T) {
	of := func(mode string, left bool) [3]uint8 {
		m := gameOf(builtininterfaces.Time{}, &sim3d.Game{Mode: mode, Left: left, Score: [2]int{2, 1}}, "gonao")
		return [3]uint8{m.State, m.SetPlay, m.Kicking}
	}
	home, away := msgs.GameStateKickingHome, msgs.GameStateKickingAway
	for _, row := range []struct {
		mode                    string
		state, setPlay, kicking uint8 // of the team on the left
	}{
		{"BeforeKickOff", msgs.GameStateStateReady, msgs.GameStateSetPlayKickOff, msgs.GameStateKickingNone},
		{"KickOff_Left", msgs.GameStateStatePlaying, msgs.GameStateSetPlayKickOff, home},
		{"Goal_Left", msgs.GameStateStateReady, msgs.GameStateSetPlayKickOff, away},
		{"corner_kick_right", msgs.GameStateStatePlaying, msgs.GameStateSetPlayCornerKick, away},
		{"goal_kick_left", msgs.GameStateStatePlaying, msgs.GameStateSetPlayGoalKick, home},
		{"offside_left", msgs.GameStateStatePlaying, msgs.GameStateSetPlayIndirectFreeKick, away},
		{"PlayOn", msgs.GameStateStatePlaying, msgs.GameStateSetPlayNone, msgs.GameStateKickingNone},
		{"unheard_of", msgs.GameStateStatePlaying, msgs.GameStateSetPlayNone, msgs.GameStateKickingNone},
		{"GameOver", msgs.GameStateStateFinished, msgs.GameStateSetPlayNone, msgs.GameStateKickingNone},
	} {
		require.Equal(t, [3]uint8{row.state, row.setPlay, row.kicking}, of(row.mode, true), row.mode)
		if row.kicking != msgs.GameStateKickingNone {
			require.Equal(t, [3]uint8{row.state, row.setPlay, home + away - row.kicking}, of(row.mode, false), row.mode)
		}
	}
	m := gameOf(builtininterfaces.Time{}, &sim3d.Game{Score: [2]int{2, 1}}, "gonao")
	require.Equal(t, [2]uint8{1, 2}, [2]uint8{m.Home.Score, m.Away.Score}, "home plays from the right")
}
