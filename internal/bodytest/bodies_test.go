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
	"gonao/nao/body/drivertest"
	codec "gonao/nao/lola"
	"gonao/nao_driver/lola"
	"gonao/nao_driver/naoqi"
	"gonao/nao_driver/naoqi/fake"
	"gonao/sim"
	"gonao/sim/lolaserver"
	"gonao/sim/world"
)

// watchedBody is a body whose state and sensors a test can read and change.
type watchedBody struct {
	lolaserver.Single
	mu      sync.Mutex
	state   nao.State
	celsius map[nao.Joint]float64
	charge  float64 // 0 selects the body's own charge
}

func (s *watchedBody) Step(c *nao.Command) error {
	err := s.Single.Step(c)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Single.State(&s.state)
	return err
}

// State fills in the readings of the sensors.
func (s *watchedBody) State(out *nao.State) {
	s.Single.State(out)
	s.mu.Lock()
	defer s.mu.Unlock()
	for j, celsius := range s.celsius {
		out.Temperature[j], out.Status[j] = celsius, nao.StatusNormal
	}
	if s.charge > 0 {
		out.Battery.Charge = s.charge
	}
}

func (s *watchedBody) look() nao.State {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.state
}

func (s *watchedBody) heat(j nao.Joint, celsius float64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.celsius[j] = celsius
}

func (s *watchedBody) load(charge float64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.charge = charge
}

// overLoLA serves a body in lockstep over a connection with faults.
func overLoLA(t *testing.T, b lolaserver.Single, f faults) Body {
	t.Helper()
	dir := t.TempDir()
	served, dialed := filepath.Join(dir, "r"), filepath.Join(dir, "l")
	stand := nao.Command{Position: nao.StandPosture()}
	server, err := lolaserver.Listen(lolaserver.Config{Path: served, Lockstep: true, Initial: stand, Logf: t.Logf})
	require.NoError(t, err)
	body := &watchedBody{Single: b, celsius: map[nao.Joint]float64{}}
	ctx, cancel := context.WithCancel(context.Background()) // the server must run longer than the driver, which ends in the cleanup
	ended := make(chan error, 1)
	go func() { ended <- server.Run(ctx, body, func(lolaserver.Cycle) {}) }()
	t.Cleanup(func() { cancel(); require.NoError(t, <-ended) })
	l := &line{faults: f}
	l.open(t, dialed, served)
	cfg := lola.DefaultConfig()
	cfg.Path, cfg.RetryEvery, cfg.EndWithin, cfg.SilentFor = dialed, time.Millisecond, patience, patience
	driver := lola.New(cfg, drivertest.Wall{}, slog.New(slog.DiscardHandler))
	return Body{
		Driver:       driver,
		Capabilities: codec.Capabilities &^ f.lacks(),
		Posture:      nao.StandPosture(),
		Weight:       [2]float64{40, 65},
		Position:     func(j nao.Joint) float64 { return body.look().Position[j] },
		Stiffness:    func(j nao.Joint) float64 { return body.look().Stiffness[j] },
		Chest:        l.chest,
		Heat:         body.heat,
		Charge:       body.load,
		Stall:        l.stall,
		SilentFor:    func(d time.Duration) { cfg.SilentFor = d; driver.Tune(cfg) },
		Targets:      l.received,
		Whole:        f.garbage+f.twice+f.cut == 0,
	}
}

func TestLoLAOnTheSimulator(t *testing.T) {
	Suite(t, func(t *testing.T) Body {
		w, err := world.Load("empty")
		require.NoError(t, err)
		cfg := sim.DefaultConfig(w)
		cfg.Start = nao.StandPosture()
		cfg.Delay = 0 // in lockstep, the last commands of a driver that has ended would not be executed
		s, err := sim.New(cfg)
		require.NoError(t, err)
		t.Cleanup(s.Close) // run after the server has ended
		return overLoLA(t, s, faults{pieces: 1})
	})
}

func TestLoLAOnAServerWithFaults(t *testing.T) {
	for name, f := range map[string]faults{
		"short reads":         {pieces: 7},
		"garbage between":     {pieces: 1, garbage: 10},
		"a frame twice":       {pieces: 1, twice: 9},
		"a line that is cut":  {pieces: 1, cut: 400},
		"hot joints":          {pieces: 1, hot: true},
		"missing keys":        {pieces: 1, without: []string{"Sonar", "Temperature", "FSR"}},
		"all faults together": {pieces: 3, garbage: 11, twice: 13, cut: 500, hot: true, without: []string{"Sonar"}},
	} {
		if testing.Short() && f.twice+f.cut > 0 && f.garbage == 0 {
			continue // the row with all faults includes these
		}
		t.Run(name, func(t *testing.T) {
			Suite(t, func(t *testing.T) Body { return overLoLA(t, &doll{hot: f.hot}, f) })
		})
	}
}

func TestNAOqiOnItsFake(t *testing.T) {
	t.Parallel() // the test mostly waits
	Suite(t, func(t *testing.T) Body {
		robot, err := fake.Start(fake.Config{TimeScale: 1})
		require.NoError(t, err)
		t.Cleanup(robot.Close)
		cfg := naoqi.DefaultConfig()
		cfg.Address, cfg.RetryEvery, cfg.SilentFor, cfg.EndWithin = robot.Address(), 10*time.Millisecond, patience, patience
		cfg.CallWithin = 10 * time.Second // the longest allowed time
		cfg.Rate = 25                     // each state takes a call
		s := &cfg.Safety
		s.HoldAfter, s.LetDownAfter = 300*time.Millisecond, 600*time.Millisecond
		s.LongestStep, s.GapStartsAfresh = time.Second, 5*time.Second
		driver := naoqi.New(cfg, drivertest.Wall{}, slog.New(slog.DiscardHandler))
		return Body{
			Driver: driver,
			Capabilities: nao.CanPosition | nao.CanStiffness | nao.CanLimp | nao.CanHands | nao.CanLights | nao.CanSpeak |
				nao.SensesCurrent | nao.SensesTemperature | nao.SensesFSR | nao.SensesIMU | nao.SensesSonar | nao.SensesTouch | nao.SensesBattery,
			Posture:   nao.StandPosture(),
			Weight:    [2]float64{30, 65},
			Position:  func(j nao.Joint) float64 { return robot.Body().Look().Position[j] },
			Stiffness: func(j nao.Joint) float64 { return robot.Body().Look().Stiffness[j] },
			Chest: func() nao.Color {
				c := robot.LED("ChestLeds").RGB
				part := func(shift int) float32 { return float32(c>>shift&0xff) / 255 }
				return nao.Color{R: part(16), G: part(8), B: part(0)}
			},
			Heat:      robot.Body().Heat,
			Charge:    robot.Body().Charge,
			Stall:     robot.Stall,
			SilentFor: func(d time.Duration) { cfg.SilentFor, cfg.CallWithin = d, d/2; driver.Tune(cfg) },
		}
	})
}
