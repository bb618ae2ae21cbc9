package bodytest

import (
	"context"
	"log/slog"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/nao"
	"gonao/nao/lola"
	naodriver "gonao/nao_driver"
	"gonao/nao_driver/drivertest"
	"gonao/nao_driver/naoqi"
	"gonao/nao_driver/naoqi/fake"
	"gonao/sim"
	"gonao/sim/lolaserver"
	"gonao/sim/world"
)

// seen is a body whose state others may look at.
type seen struct {
	lolaserver.Body
	mu    sync.Mutex
	state nao.State
}

func (s *seen) Step(c *nao.Command) error {
	err := s.Body.Step(c)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.State(&s.state)
	return err
}

func (s *seen) look() nao.State {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.state
}

// overLoLA serves a body in lockstep, at address, with the driver at another.
func overLoLA(t *testing.T, b lolaserver.Body, address, dial string) Body {
	t.Helper()
	stand := nao.Command{Position: nao.StandPosture()}
	server, err := lolaserver.Listen(lolaserver.Config{Path: address, Lockstep: true, Initial: stand, Logf: t.Logf})
	require.NoError(t, err)
	body := &seen{Body: b}
	ctx, cancel := context.WithCancel(context.Background()) // it outlives the driver, which ends in the clean-up
	ended := make(chan error, 1)
	go func() { ended <- server.Run(ctx, body, func(lolaserver.Cycle) {}) }()
	t.Cleanup(func() { cancel(); require.NoError(t, <-ended) })
	cfg := naodriver.DefaultConfig()
	cfg.Path, cfg.RetryEvery, cfg.EndWithin, cfg.SilentFor = dial, time.Millisecond, patience, patience
	return Body{
		Driver:       naodriver.New(cfg, drivertest.Wall{}, slog.New(slog.DiscardHandler)),
		Capabilities: lola.Capabilities,
		Posture:      nao.StandPosture(),
		Weight:       [2]float64{40, 65},
		Position:     func(j nao.Joint) float64 { return body.look().Position[j] },
		Stiffness:    func(j nao.Joint) float64 { return body.look().Stiffness[j] },
	}
}

func TestLoLAOnTheSimulator(t *testing.T) {
	Suite(t, func(t *testing.T) Body {
		w, err := world.Load("empty")
		require.NoError(t, err)
		cfg := sim.DefaultConfig(w)
		cfg.Start = nao.StandPosture()
		cfg.Delay = 0 // in lockstep, nobody would carry out the last commands of a driver that has gone
		s, err := sim.New(cfg)
		require.NoError(t, err)
		t.Cleanup(s.Close) // after the server has ended
		path := filepath.Join(t.TempDir(), "r")
		return overLoLA(t, s, path, path)
	})
}

func TestLoLAOnAServerWithFaults(t *testing.T) {
	for name, f := range map[string]faults{
		"short reads":           {pieces: 7},
		"garbage between":       {pieces: 1, garbage: 10},
		"a frame twice":         {pieces: 1, twice: 9},
		"a line that is cut":    {pieces: 1, cut: 400},
		"hot joints":            {pieces: 1, hot: true},
		"missing keys":          {pieces: 1, without: []string{"Sonar", "Temperature", "FSR"}},
		"all of them, together": {pieces: 3, garbage: 11, twice: 13, cut: 500, hot: true, without: []string{"Sonar"}},
	} {
		t.Run(name, func(t *testing.T) {
			Suite(t, func(t *testing.T) Body {
				dir := t.TempDir()
				b := overLoLA(t, &doll{hot: f.hot}, filepath.Join(dir, "r"), filepath.Join(dir, "f"))
				f.between(t, filepath.Join(dir, "f"), filepath.Join(dir, "r"))
				b.Capabilities &^= f.lacks()
				return b
			})
		})
	}
}

func TestNAOqiOnItsFake(t *testing.T) {
	Suite(t, func(t *testing.T) Body {
		robot, err := fake.Start(fake.Config{TimeScale: 1})
		require.NoError(t, err)
		t.Cleanup(robot.Close)
		cfg := naoqi.DefaultConfig()
		cfg.Address, cfg.RetryEvery, cfg.SilentFor, cfg.EndWithin = robot.Address(), 10*time.Millisecond, patience, patience
		cfg.CallWithin = patience / 4
		s := &cfg.Safety
		s.HoldAfter, s.LetDownAfter = 300*time.Millisecond, 600*time.Millisecond
		s.LongestStep, s.GapStartsAfresh = time.Second, 5*time.Second
		return Body{
			Driver: naoqi.New(cfg, drivertest.Wall{}, slog.New(slog.DiscardHandler)),
			Capabilities: nao.CanPosition | nao.CanStiffness | nao.CanLimp | nao.CanHands | nao.CanLights | nao.CanSpeak |
				nao.TellsCurrent | nao.TellsTemperature | nao.TellsFSR | nao.TellsIMU | nao.TellsSonar | nao.TellsTouch | nao.TellsBattery,
			Posture:   nao.StandPosture(),
			Weight:    [2]float64{30, 65},
			Position:  func(j nao.Joint) float64 { return robot.Body().Look().Position[j] },
			Stiffness: func(j nao.Joint) float64 { return robot.Body().Look().Stiffness[j] },
		}
	})
}
