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

// protocol is NAOqi on one robot. What it holds outlives a connection.
type protocol struct {
	cfg   atomic.Pointer[Config]
	clock body.Clock
	log   *slog.Logger

	// Of the goroutine of Run.
	epoch  time.Time // the robot's time 0
	fast   *block
	slow   *block
	motors motors

	moved atomic.Bool // ALMotion has moved the joints and given them back, since the last state

	mu          sync.Mutex
	memory      Refresh
	current     *robot    // that is connected; nil while there is none
	robotConfig [4]string // of the robot that is or was connected
	walk        walk
}

// Refresh counts how often ALMemory has new values.
type Refresh struct {
	Asked   uint64        // calls
	Changed uint64        // calls with a value that had changed
	During  time.Duration // between the first call and the last
}

// Rate returns the refreshes per second, 0 before there are any.
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

// config returns the figures of the moment.
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

// LeftStiff reports whether NAOqi holds the joints, or ALMotion has the body: NAOqi goes on with
// what it was commanded last.
func (p *protocol) LeftStiff(*nao.Command) bool { return p.walks() || p.motors.stiff() }

// explain adds to the error of a robot that is not connected what a person can do.
func explain(err error) error {
	var unknown *net.DNSError
	switch {
	case errors.Is(err, errRefused):
		return &body.FinalError{Err: fmt.Errorf("NAOqi: %w: set the parameters naoqi.user and naoqi.password to what the robot's web page takes; both empty where NAOqi asks for none", err)}
	case errors.Is(err, errWrongBody):
		return &body.FinalError{Err: fmt.Errorf("NAOqi: %w; is naoqi.address that of the robot you mean?", err)}
	case errors.As(err, &unknown):
		return fmt.Errorf("%w (press the robot's chest button: it says its address, for naoqi.address)", err)
	case errors.Is(err, syscall.ECONNREFUSED):
		return fmt.Errorf("%w (a machine is there, NAOqi is not: it takes two minutes to start, and RoboCup's firmware has none)", err)
	default:
		return fmt.Errorf("%w (is the robot on, and in this network? see docs/naoqi.md)", err)
	}
}
