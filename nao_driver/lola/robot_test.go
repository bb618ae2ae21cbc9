package lola_test

import (
	"context"
	"log/slog"
	"net"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/nao"
	"gonao/nao/body"
	"gonao/nao/body/drivertest"
	codec "gonao/nao/lola"
	"gonao/nao_driver/lola"
)

// patience is how long a test waits for what must come. It is long: the computer may be busy with other work.
const patience = 2 * time.Minute

// robot is a LoLA server whose motors do at once what they are commanded. It sends the next frame
// when the last is answered, so that tests need not wait.
type robot struct {
	t        *testing.T
	listener net.Listener
	conn     net.Conn
	reader   *codec.Reader
	sensors  codec.Sensors
	commands codec.Commands
}

func socketPath(t *testing.T) string { return filepath.Join(t.TempDir(), "lola") }

func listen(t *testing.T, path string) *robot {
	t.Helper()
	listener, err := net.Listen("unix", path)
	require.NoError(t, err)
	r := &robot{t: t, listener: listener, sensors: codec.Sensors{RobotConfig: codec.SimulatedRobotConfig()}}
	state := nao.State{Position: nao.StandPosture(), Accelerometer: [3]float64{0, 0, 9.81}}
	for j := range nao.NumJoints {
		state.Stiffness[j] = 1
	}
	r.sensors.SetState(&state)
	t.Cleanup(r.close)
	return r
}

func (r *robot) close() {
	r.listener.Close()
	if r.conn != nil {
		r.conn.Close()
	}
}

// accept blocks until the driver connects.
func (r *robot) accept() {
	r.t.Helper()
	conn, err := r.listener.Accept()
	require.NoError(r.t, err)
	require.NoError(r.t, conn.SetDeadline(time.Now().Add(2*patience)))
	r.conn, r.reader = conn, codec.NewReader(conn)
}

func (r *robot) send(data []byte) {
	r.t.Helper()
	_, err := r.conn.Write(data)
	require.NoError(r.t, err)
}

// cycle sends a frame and reads its answer.
func (r *robot) cycle() {
	r.t.Helper()
	require.NoError(r.t, r.tryCycle())
}

// tryCycle is cycle with a connection that the driver may have given up.
func (r *robot) tryCycle() error {
	if _, err := r.conn.Write(r.sensors.Append(nil)); err != nil {
		return err
	}
	if err := r.reader.Commands(&r.commands); err != nil {
		return err
	}
	r.sensors.Position, r.sensors.Stiffness = r.commands.Position, r.commands.Stiffness
	return nil
}

func (r *robot) cycles(n int) {
	r.t.Helper()
	for range n {
		r.cycle()
	}
}

// run starts a driver.
func run(t *testing.T, cfg lola.Config, c body.Commander) (d *lola.Driver, cancel func(), done <-chan error) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	d = lola.New(cfg, drivertest.Wall{}, slog.New(slog.DiscardHandler))
	ended := make(chan error, 1)
	go func() { ended <- d.Run(ctx, c) }()
	t.Cleanup(cancel)
	return d, cancel, ended
}

func config(path string) lola.Config {
	cfg := lola.DefaultConfig()
	cfg.Path, cfg.RetryEvery = path, time.Millisecond
	cfg.SilentFor, cfg.EndWithin = patience, patience
	return cfg
}

func await(t *testing.T, done <-chan error) {
	t.Helper()
	select {
	case err := <-done:
		require.NoError(t, err)
	case <-time.After(patience):
		require.Fail(t, "the driver does not end")
	}
}
