package lola_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"math"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/tinylib/msgp/msgp"

	"gonao/nao"
	"gonao/nao/body"
	"gonao/nao/body/drivertest"
	"gonao/nao_driver/lola"
)

// journal is a log that can be read while it is written.
type journal struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (j *journal) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(p)
}

func (j *journal) says(t *testing.T, what string) {
	t.Helper()
	require.Eventually(t, func() bool {
		j.mu.Lock()
		defer j.mu.Unlock()
		return bytes.Contains(j.text.Bytes(), []byte(what))
	}, patience, time.Millisecond, what)
}

// runLogged starts a driver with a log to read.
func runLogged(t *testing.T, cfg lola.Config, c body.Commander) (*journal, <-chan error) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	said := &journal{}
	d := lola.New(cfg, drivertest.Wall{}, slog.New(slog.NewTextHandler(said, nil)))
	done := make(chan error, 1)
	go func() { done <- d.Run(ctx, c) }()
	t.Cleanup(cancel)
	return said, done
}

func TestABodyThatHasNoLoLAIsRefusedBeforeItMoves(t *testing.T) {
	path := socketPath(t)
	r := listen(t, path)
	r.sensors.RobotConfig[1] = "5.0.0"
	_, done := runLogged(t, config(path), &drivertest.Commander{Cmd: drivertest.Standing()})
	r.accept()
	r.send(r.sensors.Append(nil))
	err := <-done
	require.ErrorContains(t, err, `body version "5.0.0", expected 6.x`)
	require.ErrorContains(t, err, "NAOqi")
	_, err = r.conn.Read(make([]byte, 1))
	require.ErrorIs(t, err, io.EOF, "not one command was sent")
}

func TestFramesThatLackTheJointsMoveNothing(t *testing.T) {
	path := socketPath(t)
	r := listen(t, path)
	c := &drivertest.Commander{Cmd: drivertest.Standing()}
	said, _ := runLogged(t, config(path), c)
	r.accept()
	partial := msgp.AppendString(msgp.AppendMapHeader(nil, 1), "Sonar")
	partial = msgp.AppendFloat32(msgp.AppendFloat32(msgp.AppendArrayHeader(partial, 2), 1), 1)
	for range 20 {
		r.send(partial)
	}
	said.says(t, "Position, Stiffness and Angles")
	require.Empty(t, c.States())
	r.cycle() // whole frames at last
	require.NotEmpty(t, c.States())
}

func TestTheLogNamesWhyThereIsNoRobot(t *testing.T) {
	path := socketPath(t)
	said, _ := runLogged(t, config(path), &drivertest.Commander{})
	said.says(t, "RoboCup firmware")

	require.NoError(t, os.WriteFile(path, nil, 0o600))
	said.says(t, "systemctl --user status lola")
	require.NoError(t, os.Remove(path))

	r := listen(t, path)
	cfg := config(path)
	cfg.SilentFor = 20 * time.Millisecond
	said, _ = runLogged(t, cfg, &drivertest.Commander{})
	r.accept() // and send nothing, as LoLA does when it serves another
	said.says(t, "one program at a time")
}

func TestADistanceIsNotMeasuredUntilItsTransmitterWasOnForATenthOfASecond(t *testing.T) {
	path := socketPath(t)
	r := listen(t, path)
	r.sensors.Sonar = [2]float32{0.5, 0.75}
	c := &drivertest.Commander{Cmd: drivertest.Standing()}
	d, _, _ := run(t, config(path), c)
	r.accept()
	r.cycles(20)
	require.Equal(t, [2]bool{true, true}, r.commands.Sonar)
	for i, st := range c.States() {
		require.Equal(t, i < 9, math.IsNaN(st.Sonar[nao.LeftSonar]), "cycle %d", st.Cycle)
	}
	require.InDelta(t, 0.75, c.States()[19].Sonar[nao.RightSonar], 0)

	d.Transmit(true, false)
	r.cycles(2)
	require.Equal(t, [2]bool{true, false}, r.commands.Sonar)
	r.cycle()
	last := c.States()[len(c.States())-1]
	require.InDelta(t, 0.5, last.Sonar[nao.LeftSonar], 0)
	require.True(t, math.IsNaN(last.Sonar[nao.RightSonar]), "stale")
	d.Transmit(true, true)
	r.cycles(12)
	require.InDelta(t, 0.75, c.States()[len(c.States())-1].Sonar[nao.RightSonar], 0)
}
