package naodriver

import (
	"context"
	"log/slog"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"gonao/body/health"
	"gonao/body/safety"
	"gonao/nao"
	"gonao/nao/lola"
)

// Commander is whom the driver tells what the body senses, and who answers.
// The methods are called from the goroutine of Run and must not keep what they
// are given.
type Commander interface {
	// Tell hands out what the body sensed in a cycle. It must not wait.
	Tell(state *nao.State)
	// Answer fills in the newest command and tells whether one came since the last
	// call. It waits at most so long for one that answers the cycle.
	Answer(cycle uint64, within time.Duration, cmd *nao.Command) bool
	// Lights fills in the newest wish for the LEDs and tells whether one came since the
	// last call. It must not wait.
	Lights(out *nao.Lights) bool
}

// Clock is wall time; a *ros.Clock on system time is one.
type Clock interface {
	Now() time.Time
	Sleep(ctx context.Context, d time.Duration) error
}

// Config says where the robot is and how long to wait for what.
type Config struct {
	Path         string        // of LoLA's socket
	AnswerWithin time.Duration // a commander's time to answer a frame; then his last word counts
	SilentFor    time.Duration // without a frame for so long: connect again
	RetryEvery   time.Duration // between attempts to connect
	EndWithin    time.Duration // bound of the safe ending, whatever the robot does
	Safety       safety.Config
}

// DefaultConfig is for the robot, and for a simulation that runs in real time.
func DefaultConfig() Config {
	return Config{
		Path:         lola.SocketPath,
		AnswerWithin: 10 * time.Millisecond,
		SilentFor:    2 * time.Second,
		RetryEvery:   250 * time.Millisecond,
		EndWithin:    3800 * time.Millisecond,
		Safety:       safety.DefaultConfig(),
	}
}

// Driver is the client of one robot. Run belongs to one goroutine; Stats and
// State may be called from any.
type Driver struct {
	cfg    Config
	clock  Clock
	log    *slog.Logger
	guard  *safety.Guard
	health health.Monitor

	reader   *lola.Reader
	sensors  lola.Sensors
	commands lola.Commands
	frame    []byte
	state    nao.State
	answer   nao.Command
	out      nao.Command
	lights   nao.Lights
	sonars   Sonars

	ending    bool
	endBy     time.Time // of the safe ending
	commanded bool      // a command has come
	lacking   bool      // it has been said that frames lack what is needed
	judged    string    // the body version that was looked at

	tuned atomic.Pointer[Config] // what Tune gave, until the next cycle

	mu       sync.Mutex
	stats    Stats
	snapshot nao.State
	robot    [4]string // as LoLA's RobotConfig
}

// New makes a driver. The clock is wall time, for timeouts and statistics.
func New(cfg Config, clock Clock, log *slog.Logger) *Driver {
	return &Driver{
		cfg: cfg, clock: clock, log: log, guard: safety.New(cfg.Safety),
		reader: lola.NewReader(nil),
		frame:  make([]byte, 0, lola.MaxFrameSize),
	}
}

// Transmit switches the sonars' transmitters, which are on at first. What a sonar whose
// transmitter is off would say is old, and is reported as not measured. It may be called
// from any goroutine.
func (d *Driver) Transmit(left, right bool) { d.sonars.Transmit(left, right) }

// Tune takes other figures from the next cycle on, all but the path. It may be
// called from any goroutine.
func (d *Driver) Tune(cfg Config) { d.tuned.Store(&cfg) }

// tune takes over what Tune gave.
func (d *Driver) tune() {
	if d.tuned.Load() == nil {
		return
	}
	path := d.cfg.Path
	d.cfg = *d.tuned.Swap(nil)
	d.cfg.Path = path
	d.guard.Tune(d.cfg.Safety)
}

func (d *Driver) setDeadline(conn net.Conn) error {
	if d.ending {
		return conn.SetDeadline(d.endBy)
	}
	return conn.SetDeadline(d.clock.Now().Add(d.cfg.SilentFor))
}

func (d *Driver) beginEnd() {
	d.ending, d.endBy = true, d.clock.Now().Add(d.cfg.EndWithin)
	d.guard.End()
	d.log.Info("letting the robot down", "mode", d.guard.Mode().String())
}

// cycle hands out one frame's state and makes the frame that answers it. Time
// for the rules of safety is the body's: 12 ms a cycle, however fast a simulation
// runs.
func (d *Driver) cycle(commander Commander) {
	arrived := d.clock.Now()
	d.state.Cycle++
	d.state.Time = time.Duration(d.state.Cycle) * nao.CyclePeriod
	d.sensors.State(&d.state)
	d.sonars.Hide(&d.state)
	commander.Tell(&d.state)

	within := time.Duration(0) // nobody commands: nobody to wait for
	if d.guard.Mode() == safety.Following && !d.ending {
		within = d.cfg.AnswerWithin
	}
	var cmd *nao.Command
	answered, expected := false, d.commanded
	if commander.Answer(d.state.Cycle, within, &d.answer) {
		cmd, d.commanded = &d.answer, true
		answered = cmd.Cycle == d.state.Cycle || cmd.Cycle == 0
	}
	if commander.Lights(&d.lights) {
		d.lights.Limit()
		d.commands.SetLights(&d.lights)
	}
	took := d.clock.Now().Sub(arrived)

	d.health.Step(&d.state, &d.out) // the body has had that since the last cycle
	was, refusal := d.guard.Mode(), d.guard.Refusal()
	d.guard.Step(d.state.Time, &d.state, cmd, &d.out)
	d.commands.SetCommand(&d.out)
	d.commands.Sonar = d.sonars.Tell()
	d.frame = d.commands.Append(d.frame[:0])
	d.count(arrived, took, answered, expected)
	SayGuard(d.log, d.guard, was, refusal)
}

// SayGuard logs what the rules of safety have changed since they were in a mode and
// refused for a reason.
func SayGuard(log *slog.Logger, g *safety.Guard, was safety.Mode, refused safety.Refusal) {
	if mode := g.Mode(); mode != was {
		log.Info("guard", "mode", mode.String(), "was", was.String())
	}
	refusal := g.Refusal()
	if refusal == refused {
		return
	}
	switch refusal {
	case safety.NoRefusal:
		log.Info("the robot obeys again", "was", refused.String())
	case safety.TooHot:
		log.Warn("letting the robot down, whoever commands", "reason", refusal.String(), "joint", g.HottestLeg().String())
	case safety.BatteryEmpty, safety.PutToRest:
		log.Warn("letting the robot down, whoever commands", "reason", refusal.String())
	}
}
