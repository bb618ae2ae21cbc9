package lolaserver

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tinylib/msgp/msgp"

	"gonao/nao"
	"gonao/nao/lola"
)

// freePort returns an address of this machine with a port that is free. The address is this process's own, so that no
// other process gets the port before the test does.
func freePort(t *testing.T) string {
	t.Helper()
	pid := os.Getpid()
	l, err := net.Listen("tcp", fmt.Sprintf("127.%d.%d.%d:0", 1+pid>>15&0x7f, pid>>7&0xff, 1+pid&0x7f))
	require.NoError(t, err)
	defer l.Close()
	return l.Addr().String()
}

func TestARobotIsServedOverTCPToo(t *testing.T) {
	address := freePort(t)
	s := serve(t, func(c *Config) { c.Path = "tcp://" + address })
	conn, err := net.Dial("tcp", address)
	require.NoError(t, err)
	p := &peer{Conn: conn, t: t}
	defer p.Close()
	p.frame()
	for n := range 100 {
		p.order(float64(n))
		require.InDelta(t, n, p.frame().Position[nao.HeadYaw], 0)
	}
	_, err = Listen(Config{Path: "tcp://" + address})
	require.ErrorContains(t, err, "tcp://"+address)
	require.ErrorContains(t, err, "already serves it")
	require.Zero(t, s.Stats().Garbage)
	for _, wrong := range []string{"tcp://127.0.0.1", "http://127.0.0.1:80", ""} {
		_, err = Listen(Config{Path: wrong})
		require.ErrorContains(t, err, "expected", wrong)
	}
}

// A client that reads late gets whole frames: one that did not fit into the socket is
// ended before the next begins.
func TestAClientThatReadsLateGetsWholeFrames(t *testing.T) {
	for _, where := range []string{"tcp://" + freePort(t), filepath.Join(t.TempDir(), "robocup")} {
		server, err := Listen(Config{Path: where, Clock: &handClock{}})
		require.NoError(t, err)
		network, address, err := lola.Address(where)
		require.NoError(t, err)
		conn, err := net.Dial(network, address)
		require.NoError(t, err)
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		ended := make(chan error, 1)
		full, cycle := make(chan struct{}), make(chan struct{})
		go func() {
			isFull := false
			ended <- server.Run(ctx, &puppet{}, func(Cycle) {
				if !isFull && server.Stats().Dropped > 3 {
					isFull = true
					close(full)
				}
				if isFull { // from now on the client reads a frame for each that is made
					select {
					case <-cycle:
					case <-ctx.Done():
					}
				}
			})
		}()
		select {
		case <-full:
		case <-ctx.Done():
			t.Fatal("the client's socket is never full")
		}
		reader := lola.NewReader(conn)
		var s lola.Sensors
		for range server.Stats().Frames + 300 {
			select {
			case cycle <- struct{}{}:
			case <-ctx.Done():
				t.Fatal("the server makes no cycles")
			}
			require.NoError(t, reader.Sensors(&s))
		}
		require.Zero(t, reader.Stats().GarbageBytes, where)
		require.Zero(t, reader.Stats().Rejected)
		cancel()
		require.NoError(t, conn.Close())
		require.NoError(t, <-ended)
	}
}

func TestCommandsOfAnyKindOfNumberOrderAndSubsetAreUsed(t *testing.T) {
	s := serve(t, nil)
	p := dial(t, s.path)
	p.frame()
	write := func(frame []byte) lola.Sensors {
		_, err := p.Write(frame)
		require.NoError(t, err)
		return p.frame()
	}
	// As NaoTH's script: doubles. The order is another than the robot's.
	frame := msgp.AppendMapHeader(nil, 3)
	frame = msgp.AppendString(frame, "Stiffness")
	frame = msgp.AppendArrayHeader(frame, uint32(nao.NumJoints))
	for range nao.NumJoints {
		frame = msgp.AppendInt(frame, 1) // an integer
	}
	frame = msgp.AppendString(frame, "Sonar")
	frame = msgp.AppendArrayHeader(frame, 2)
	frame = msgp.AppendInt(msgp.AppendBool(frame, true), 0) // a boolean and an integer
	frame = msgp.AppendString(frame, "Position")
	frame = msgp.AppendArrayHeader(frame, uint32(nao.NumJoints))
	for j := range nao.NumJoints {
		frame = msgp.AppendFloat64(frame, float64(j)/100)
	}
	got := write(frame)
	require.InDelta(t, 0.24, got.Position[nao.RHand], 1e-6)
	require.InDelta(t, 1, got.Stiffness[nao.LKneePitch], 0)
	require.Equal(t, [2]float32{1, 0}, got.Sonar)

	// A subset, with a key that no robot has: the rest stays.
	frame = msgp.AppendMapHeader(nil, 2)
	frame = msgp.AppendString(frame, "Tail")
	frame = msgp.AppendFloat32(frame, 1)
	frame = msgp.AppendString(frame, "Chest")
	frame = msgp.AppendArrayHeader(frame, 3)
	for range 3 {
		frame = msgp.AppendFloat32(frame, 0.5)
	}
	got = write(frame)
	require.InDelta(t, 0.24, got.Position[nao.RHand], 1e-6)
	require.InDelta(t, 1, got.Stiffness[nao.LKneePitch], 0)
}

func TestARobotHasTheIDsOfTheConfiguration(t *testing.T) {
	ids := [4]string{"P0000073A03S83I00011", "6.0.0", "P0000074A05S95M00060", "6.0.0"}
	s := serve(t, func(c *Config) { c.Robot = ids })
	require.Equal(t, ids, dial(t, s.path).frame().RobotConfig)

	for i, name := range []string{"body id", "body version", "head id", "head version"} {
		wrong := ids
		wrong[i] += "x"
		_, err := Listen(Config{Path: filepath.Join(t.TempDir(), "r"), Robot: wrong})
		require.ErrorContains(t, err, name)
		require.ErrorContains(t, err, "expected "+map[bool]string{true: "20", false: "5"}[strings.HasSuffix(name, "id")])
	}
}

// Several robots are several servers, each with a socket of its own.
func TestSeveralRobotsDoNotMeet(t *testing.T) {
	const robots = 4
	var peers [robots]*peer
	for i := range peers {
		s := serve(t, nil)
		peers[i] = dial(t, s.path)
		peers[i].frame()
	}
	for n := range 50 {
		for i, p := range peers {
			p.order(float64(n*robots + i))
		}
		for i, p := range peers {
			require.InDelta(t, n*robots+i, p.frame().Position[nao.HeadYaw], 0)
		}
	}
}

// Some clients read exactly 896 bytes a cycle and look for the first one.
func TestAFrameIs896BytesWhateverTheBodyMeasures(t *testing.T) {
	s := serve(t, nil)
	p := dial(t, s.path)
	var frame [lola.SensorFrameSize]byte
	for n := range 50 {
		_, err := io.ReadFull(p, frame[:])
		require.NoError(t, err)
		require.Equal(t, byte(0x8d), frame[0], "a map of 13 keys")
		p.order(float64(n) * 1e6)
	}
}
