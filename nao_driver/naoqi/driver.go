package naoqi

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"gonao/body/health"
	"gonao/body/safety"
	"gonao/nao"
	naodriver "gonao/nao_driver"
)

// Driver is the client of one robot. Run belongs to one goroutine; everything else may
// be called from any.
type Driver struct {
	cfg   Config
	clock naodriver.Clock
	log   *slog.Logger
	guard *safety.Guard

	health health.Monitor
	sonars naodriver.Sonars

	epoch  time.Time // the robot's time 0
	fast   *block
	slow   *block
	state  nao.State
	answer nao.Command
	out    nao.Command
	lights nao.Lights
	motors motors

	ending    bool
	endBy     time.Time // of the safe ending
	commanded bool      // a command has come
	slowAt    time.Time // when the slow readings were asked for last

	tuned atomic.Pointer[Config] // what Tune gave, until the next cycle
	anew  atomic.Bool            // the guard shall take the body over anew

	mu       sync.Mutex
	stats    naodriver.Stats
	snapshot nao.State
	memory   Refresh
	robot    *robot    // nil while there is none
	config   [4]string // of the robot that is or was connected
	walk     walk
}

// Refresh tells how often ALMemory has something new.
type Refresh struct {
	Asked   uint64        // times
	Changed uint64        // times that something had changed
	During  time.Duration // between the first and the last
}

// Rate gives the refreshes per second, 0 before there are any.
func (r Refresh) Rate() float64 {
	if r.During <= 0 {
		return 0
	}
	return float64(r.Changed) / r.During.Seconds()
}

// New makes a driver. The clock is wall time.
func New(cfg Config, clock naodriver.Clock, log *slog.Logger) *Driver {
	return &Driver{
		cfg: cfg, clock: clock, log: log, guard: safety.New(cfg.Safety),
		fast: newBlock(fast), slow: newBlock(slow),
	}
}

// Tune takes other figures from the next cycle on, all but those of the connection. It
// may be called from any goroutine.
func (d *Driver) Tune(cfg Config) { d.tuned.Store(&cfg) }

// tune takes over what Tune gave.
func (d *Driver) tune() {
	if d.tuned.Load() == nil {
		return
	}
	cfg := *d.tuned.Swap(nil)
	cfg.Address, cfg.User, cfg.Password, cfg.KeepLife = d.cfg.Address, d.cfg.User, d.cfg.Password, d.cfg.KeepLife
	if err := cfg.Check(); err != nil {
		d.log.Warn("figures refused", "reason", err)
		return
	}
	d.mu.Lock()
	d.cfg = cfg
	d.mu.Unlock()
	d.guard.Tune(cfg.Safety)
}

// Stats gives the statistics so far.
func (d *Driver) Stats() naodriver.Stats {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.stats
}

// State gives the state of the last cycle; its Cycle is 0 before the first.
func (d *Driver) State() nao.State {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.snapshot
}

// RobotConfig gives id and version of the robot's body, then of its head, as far as it
// tells them; empty before one was met. It may be called from any goroutine.
func (d *Driver) RobotConfig() [4]string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.config
}

// Transmit switches the sonars, which are on at first: ALSonar has one switch for both, and
// they are off when neither is wanted. The distance of one that is not wanted is reported as
// not measured. It may be called from any goroutine.
func (d *Driver) Transmit(left, right bool) { d.sonars.Transmit(left, right) }

// Memory tells how often ALMemory has something new, on the present connection.
func (d *Driver) Memory() Refresh {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.memory
}

// Run drives the robot until ctx ends and the robot has been let down, which takes at
// most Config.EndWithin. A robot that is not there, goes away or falls silent is waited
// for; that is no error. One that refuses the password, or that is no NAO we drive, is.
func (d *Driver) Run(ctx context.Context, commander naodriver.Commander) error {
	if err := d.cfg.Check(); err != nil {
		return fmt.Errorf("NAOqi: %w", err)
	}
	for {
		r, err := d.find(ctx)
		if r == nil {
			return err
		}
		err = d.serve(ctx, r, commander)
		d.leave(r)
		if d.ending && errors.Is(err, errLetDown) {
			return nil
		}
		d.log.Warn("lost the robot, connecting again", "address", d.cfg.Address, "reason", err)
	}
}

// find waits until the robot is there; nil without an error when it is not any more to
// be waited for.
func (d *Driver) find(ctx context.Context) (*robot, error) {
	for said := ""; ; {
		if !d.worthFinding(ctx) {
			return nil, nil
		}
		r, err := d.open(ctx)
		if err == nil {
			d.log.Info("connected to the robot", "address", r.session.address.String(), "model", r.model,
				"body", r.body, "naoqi", r.version, "capabilities", r.can.String())
			d.found(r)
			return r, nil
		}
		if errors.Is(err, errRefused) || errors.Is(err, errWrongBody) {
			return nil, explain(err)
		}
		if err.Error() != said && d.worthFinding(ctx) { // once for each reason
			said = err.Error()
			d.log.Warn("waiting for the robot", "address", d.cfg.Address, "reason", err, "hint", hint(err))
		}
		d.tune()
		wait := ctx
		if d.ending {
			wait = context.WithoutCancel(ctx)
		}
		d.clock.Sleep(wait, d.cfg.RetryEvery) //nolint:errcheck // looked at above
	}
}

// worthFinding tells whether to look for the robot: until ctx ends, and then as long as
// a robot that we left stiff may still be let down.
func (d *Driver) worthFinding(ctx context.Context) bool {
	if ctx.Err() == nil {
		return true
	}
	if !d.leftStiff() {
		return false
	}
	if !d.ending {
		d.beginEnd()
	}
	if d.clock.Now().Before(d.endBy) {
		return true
	}
	d.log.Warn("the robot was not let down: it is not to be reached, and NAOqi keeps it stiff")
	return false
}

// open connects and looks what robot it is.
func (d *Driver) open(ctx context.Context) (*robot, error) {
	a, err := parseAddress(d.cfg.Address)
	if err != nil {
		return nil, err
	}
	within := d.cfg.ConnectWithin
	if d.ending {
		ctx = context.WithoutCancel(ctx)
		within = min(within, d.endBy.Sub(d.clock.Now()))
	}
	ctx, cancel := context.WithTimeoutCause(ctx, within, fmt.Errorf("no answer within %s", d.cfg.ConnectWithin))
	defer cancel()
	return openRobot(ctx, a, &d.cfg, d.log)
}

// explain says what to do about a robot that is not to be driven.
func explain(err error) error {
	if errors.Is(err, errRefused) {
		return fmt.Errorf("NAOqi: %w: set the parameters naoqi.user and naoqi.password to what the robot's web page takes; both empty where NAOqi asks for none", err)
	}
	return fmt.Errorf("NAOqi: %w; is naoqi.address that of the robot you mean?", err)
}

// hint says what to do about a robot that is not found yet.
func hint(err error) string {
	var unknown *net.DNSError
	switch {
	case errors.As(err, &unknown):
		return "press the robot's chest button: it says its address, for naoqi.address"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "a machine is there, NAOqi is not: it takes two minutes to start, and RoboCup's firmware has none"
	default:
		return "is the robot on, and in this network? see docs/naoqi.md"
	}
}

// found takes note of a robot, leave of its loss.
func (d *Driver) found(r *robot) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.stats.Connect(true)
	d.robot, d.config, d.memory = r, r.config, Refresh{}
	d.walk.told = speed{}
}

func (d *Driver) leave(r *robot) {
	d.mu.Lock()
	d.stats.Connect(false)
	d.robot = nil
	d.mu.Unlock()
	if d.ending {
		ctx, cancel := context.WithTimeout(context.Background(), d.cfg.CallWithin)
		defer cancel()
		r.end(ctx, d.log)
	}
	r.session.close()
}

// errNoRobot is what those get who want something of a robot that is not connected.
var errNoRobot = errors.New("no robot is connected")

// present gives the robot that is connected.
func (d *Driver) present() (*robot, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.robot == nil {
		return nil, errNoRobot
	}
	return d.robot, nil
}
