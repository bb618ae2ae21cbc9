package naoqi_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/nao/body/drivertest"
	"gonao/nao_driver/naoqi"
	"gonao/nao_driver/naoqi/fake"
)

// journal is a log that tests look into.
type journal struct {
	mu   sync.Mutex
	text strings.Builder
}

func (j *journal) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(p)
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.String()
}

func start(t *testing.T, cfg fake.Config) *fake.Robot {
	t.Helper()
	robot, err := fake.Start(cfg)
	require.NoError(t, err)
	t.Cleanup(robot.Close)
	return robot
}

// config drives a fake faster than a robot would be, so that tests are short.
func config(robot *fake.Robot) naoqi.Config {
	cfg := naoqi.DefaultConfig()
	cfg.Address, cfg.RetryEvery = robot.Address(), 10*time.Millisecond
	cfg.SilentFor = 20 * time.Second
	return cfg
}

// quick returns a configuration that lets the robot down in a tenth of the time.
func quick(cfg naoqi.Config) naoqi.Config {
	s := &cfg.Safety
	s.FirstWithin, s.HoldAfter, s.LetDownAfter = 300*time.Millisecond, 200*time.Millisecond, 400*time.Millisecond
	s.CrouchIn, s.LimpIn, s.FallenLimpIn = 200*time.Millisecond, 100*time.Millisecond, 50*time.Millisecond
	s.StiffnessPerSec, s.LongestStep, s.GapStartsAfresh = 10, time.Second, 5*time.Second
	return cfg
}

type running struct {
	*naoqi.Driver
	log  *journal
	stop context.CancelFunc
	done chan error
}

func run(t *testing.T, cfg naoqi.Config, c *drivertest.Commander) *running {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	j := &journal{}
	r := &running{log: j, stop: cancel, done: make(chan error, 1)}
	r.Driver = naoqi.New(cfg, drivertest.Wall{}, slog.New(slog.NewTextHandler(j, nil)))
	go func() { r.done <- r.Run(ctx, c) }()
	t.Cleanup(cancel)
	return r
}

func (r *running) await(t *testing.T) {
	t.Helper()
	select {
	case err := <-r.done:
		require.NoError(t, err)
	case <-time.After(2 * time.Minute):
		require.Fail(t, "the driver does not end", r.log)
	}
}

func eventually(t *testing.T, why string, condition func() bool, log fmt.Stringer) {
	t.Helper()
	deadline := time.Now().Add(2 * time.Minute)
	for !condition() {
		if time.Now().After(deadline) {
			require.Fail(t, why, log)
		}
		time.Sleep(time.Millisecond)
	}
}
