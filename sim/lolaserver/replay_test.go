package lolaserver

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/nao"
	"gonao/nao/lola"
)

// recorded is a session of a puppet and a client that turns its head, taken through a
// proxy.
func recorded(t *testing.T, cycles int) []byte {
	t.Helper()
	s := serve(t, nil)
	var file bytes.Buffer
	out, err := lola.NewSessionWriter(&file)
	require.NoError(t, err)
	listen := filepath.Join(t.TempDir(), "proxy")
	proxy, err := NewProxy(s.path, listen, out, Monotonic{}, t.Logf)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- proxy.Run(ctx) }()
	p := dial(t, listen)
	p.frame()
	for n := range cycles {
		p.order(float64(n) / 100)
		require.InDelta(t, float64(n)/100, p.frame().Position[nao.HeadYaw], 1e-6)
	}
	require.NoError(t, p.Close())
	require.Eventually(t, func() bool { return proxy.Count(lola.Went) == 1 }, patience, time.Millisecond)
	cancel()
	require.NoError(t, <-ended)
	require.NoFileExists(t, listen)
	require.Equal(t, cycles, proxy.Count(lola.RecordCommands))
	return file.Bytes()
}

// replay serves a session to a client, and returns all bytes that came and how many frames
// were sent.
func replay(t *testing.T, file []byte, cfg Config, speed float64, client func(p *peer)) int {
	t.Helper()
	reader, err := lola.NewSessionReader(bytes.NewReader(file))
	require.NoError(t, err)
	cfg.Path = filepath.Join(t.TempDir(), "robocup")
	server, err := Listen(cfg)
	require.NoError(t, err)
	type result struct {
		sent int
		err  error
	}
	ended := make(chan result, 1)
	go func() {
		sent, err := server.Replay(t.Context(), reader, speed)
		ended <- result{sent, err}
	}()
	client(dial(t, cfg.Path))
	r := <-ended
	require.NoError(t, r.err)
	require.NoFileExists(t, cfg.Path)
	return r.sent
}

// sensorFrames are those of a session, one after the other.
func sensorFrames(t *testing.T, file []byte) (all []byte) {
	t.Helper()
	reader, err := lola.NewSessionReader(bytes.NewReader(file))
	require.NoError(t, err)
	for {
		frame, _, err := reader.NextSensors()
		if errors.Is(err, io.EOF) {
			return all
		}
		require.NoError(t, err)
		all = append(all, frame...)
	}
}

func TestARecordedSessionIsSentAgainByteForByte(t *testing.T) {
	file := recorded(t, 100)
	want := sensorFrames(t, file)
	require.Len(t, want, 101*lola.SensorFrameSize)

	t.Run("in lockstep", func(t *testing.T) {
		var got []byte
		sent := replay(t, file, Config{Lockstep: true}, 1, func(p *peer) {
			var frame [lola.SensorFrameSize]byte
			for range 101 {
				_, err := io.ReadFull(p, frame[:])
				require.NoError(t, err)
				got = append(got, frame[:]...)
				p.order(3) // whatever it commands
			}
		})
		require.Equal(t, 101, sent)
		require.Equal(t, want, got)
	})

	t.Run("at its times", func(t *testing.T) {
		clock := &handClock{}
		var got []byte
		replay(t, file, Config{Clock: clock}, 2, func(p *peer) {
			var err error
			got, err = io.ReadAll(p)
			require.NoError(t, err)
		})
		require.NotEmpty(t, got)
		require.Zero(t, len(got)%lola.SensorFrameSize)
		reader, err := lola.NewSessionReader(bytes.NewReader(file))
		require.NoError(t, err)
		_, first, err := reader.NextSensors()
		require.NoError(t, err)
		last := first
		for _, at, err := reader.NextSensors(); err == nil; _, at, err = reader.NextSensors() {
			last = at
		}
		require.Equal(t, (last-first)/2, clock.now, "twice as fast")
	})

	t.Run("as far as a killed recorder came", func(t *testing.T) {
		sent := replay(t, file[:len(file)/2], Config{Lockstep: true}, 1, func(p *peer) {
			for {
				if _, err := io.ReadFull(p, make([]byte, lola.SensorFrameSize)); err != nil {
					return
				}
				p.order(0)
			}
		})
		require.InDelta(t, 50, sent, 10)
	})
}

func TestAProxyWithoutARobotLogsAndGoesOn(t *testing.T) {
	var file bytes.Buffer
	out, err := lola.NewSessionWriter(&file)
	require.NoError(t, err)
	dir := t.TempDir()
	logged := make(chan string, 10)
	logf := func(format string, args ...any) { logged <- format }
	_, err = NewProxy(filepath.Join(dir, "robot"), filepath.Join(dir, "robot"), out, Monotonic{}, logf)
	require.ErrorContains(t, err, "another one than the robot's")
	_, err = NewProxy("http://x", filepath.Join(dir, "p"), out, Monotonic{}, logf)
	require.ErrorContains(t, err, "tcp://HOST:PORT")
	proxy, err := NewProxy(filepath.Join(dir, "robot"), filepath.Join(dir, "p"), out, Monotonic{}, logf)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- proxy.Run(ctx) }()
	for range 2 {
		conn, err := net.Dial("unix", filepath.Join(dir, "p"))
		require.NoError(t, err)
		_, err = conn.Read(make([]byte, 1))
		require.ErrorIs(t, err, io.EOF)
		require.Contains(t, <-logged, "no robot")
	}
	cancel()
	require.NoError(t, <-ended)
}

// full is a disk without space.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

func TestAFullDiskEndsTheProxyWithAnError(t *testing.T) {
	s := serve(t, nil)
	out, err := lola.NewSessionWriter(full{})
	require.NoError(t, err)
	listen := filepath.Join(t.TempDir(), "proxy")
	proxy, err := NewProxy(s.path, listen, out, Monotonic{}, t.Logf)
	require.NoError(t, err)
	ended := make(chan error, 1)
	go func() { ended <- proxy.Run(t.Context()) }()
	conn, err := net.Dial("unix", listen)
	require.NoError(t, err)
	defer conn.Close()
	var c lola.Commands
	frame := c.Append(nil)
	go io.Copy(io.Discard, conn)
	for {
		if _, err := conn.Write(frame); err != nil {
			break
		}
	}
	require.ErrorContains(t, <-ended, "write the session: no space left on device")
}

// BenchmarkARoundTrip measures a command and the frame after it, without and with the recorder
// between them.
func BenchmarkARoundTrip(b *testing.B) {
	for _, recorded := range []bool{false, true} {
		b.Run(map[bool]string{false: "direct", true: "recorded"}[recorded], func(b *testing.B) {
			path := filepath.Join(b.TempDir(), "r")
			server, err := Listen(Config{Path: path, Lockstep: true})
			require.NoError(b, err)
			ctx, cancel := context.WithCancel(b.Context())
			defer cancel()
			go server.Run(ctx, &puppet{}, func(Cycle) {})
			if recorded {
				out, err := lola.NewSessionWriter(io.Discard)
				require.NoError(b, err)
				proxy, err := NewProxy(path, path+"p", out, Monotonic{}, b.Logf)
				require.NoError(b, err)
				go proxy.Run(ctx)
				path += "p"
			}
			conn, err := net.Dial("unix", path)
			require.NoError(b, err)
			defer conn.Close()
			var c lola.Commands
			command, frame := c.Append(nil), make([]byte, lola.SensorFrameSize)
			_, err = io.ReadFull(conn, frame)
			require.NoError(b, err)
			for b.Loop() {
				if _, err := conn.Write(command); err != nil {
					b.Fatal(err)
				}
				if _, err := io.ReadFull(conn, frame); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
