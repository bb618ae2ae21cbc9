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

	"gonao/nao"
	"gonao/nao/body"
)

// protocol is NAOqi on one robot. Its fields outlive a connection.
type protocol struct {
	cfg   atomic.Pointer[Config]
	clock body.Clock
	log   *slog.Logger

	// These fields belong to the goroutine of Run.
	epoch  time.Time // time 0 of the robot
	fast   *block
	slow   *block
	motors motors

	moved atomic.Bool // since the last state, ALMotion has moved the joints and returned them

	mu          sync.Mutex
	memory      Refresh
	current     *robot    // the connected robot; nil if there is none
	robotConfig [4]string // of the robot that is or was connected last
	walk        walk
}

// Refresh counts how often ALMemory has had new values.
type Refresh struct {
	Asked   uint64        // number of calls
	Changed uint64        // number of calls in which a value had changed
	During  time.Duration // time from the first call to the last
}

// Rate returns the refreshes per second. It is 0 before the first.
func (r Refresh) Rate() float64 {
	if r.During <= 0 {
		return 0
	}
	return float64(r.Changed) / r.During.Seconds()
}

func newProtocol(cfg Config, clock body.Clock, log *slog.Logger) *protocol {
	p := &protocol{clock: clock, log: log, fast: newBlock(fast), slow: newBlock(slow)}
	p.cfg.Store(&cfg)
	return p
}

// config returns the present configuration.
func (p *protocol) config() *Config { return p.cfg.Load() }

// Open connects to the robot and finds its services.
func (p *protocol) Open(ctx context.Context) (body.Connection, error) {
	cfg := p.config()
	r, err := p.openRobot(ctx, cfg)
	if err != nil {
		return nil, explain(err)
	}
	p.log.Info("connected to the robot", "address", r.session.address.String(), "model", r.model,
		"body", r.body, "naoqi", r.version, "capabilities", r.can.String())
	p.motors.forget()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.current, p.robotConfig, p.memory = r, r.config, Refresh{}
	p.walk.commanded = speed{}
	now := p.clock.Now()
	return &connection{protocol: p, robot: r, lights: newLEDSetter(r, p.log), next: now, lastGood: now}, nil
}

func (p *protocol) openRobot(ctx context.Context, cfg *Config) (*robot, error) {
	a, err := parseAddress(cfg.Address)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, cfg.ConnectWithin, fmt.Errorf("no answer within %s", cfg.ConnectWithin))
	defer cancel()
	return openRobot(ctx, a, cfg, p.log)
}

// LeftStiff reports whether NAOqi holds the joints stiff, or ALMotion has the body. NAOqi keeps executing its last
// command.
func (p *protocol) LeftStiff(*nao.Command) bool { return p.walks() || p.motors.stiff() }

// explain adds advice to the error of a connection that could not be made.
func explain(err error) error {
	var unknown *net.DNSError
	switch {
	case errors.Is(err, errRefused):
		return &body.FinalError{Err: fmt.Errorf("NAOqi: %w: set the parameters naoqi.user and naoqi.password to those of the robot's web page, or leave both empty if NAOqi requires none", err)}
	case errors.Is(err, errWrongBody):
		return &body.FinalError{Err: fmt.Errorf("NAOqi: %w; is naoqi.address the address of the right robot?", err)}
	case errors.As(err, &unknown):
		return fmt.Errorf("%w (press the robot's chest button: it says its address, for naoqi.address)", err)
	case errors.Is(err, syscall.ECONNREFUSED):
		return fmt.Errorf("%w (a machine answers, but NAOqi does not run: it takes two minutes to start, and RoboCup's firmware does not contain it)", err)
	default:
		return fmt.Errorf("%w (is the robot on, and in this network? See docs/naoqi.md)", err)
	}
}
