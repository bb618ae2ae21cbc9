package naoqi

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"gonao/nao/body"
)

// Driver is the client of one robot. Run belongs to one goroutine; the other methods may be
// called from any.
type Driver struct {
	*body.Loop
	protocol *protocol
}

// New returns a driver that is ready to run. The clock is wall time.
func New(cfg Config, clock body.Clock, log *slog.Logger) *Driver {
	p := newProtocol(cfg, clock, log)
	return &Driver{Loop: body.New(cfg.Config, p, clock, log), protocol: p}
}

// Run drives the robot until ctx ends and the robot has been let down, which takes at most Config.EndWithin. Run
// waits for a robot that is missing, goes away or falls silent; that is not an error. It is an error if a robot
// refuses the password, or is not a NAO that gonao drives.
func (d *Driver) Run(ctx context.Context, commander body.Commander) error {
	if err := d.protocol.config().Check(); err != nil {
		return fmt.Errorf("NAOqi: %w", err)
	}
	return d.Loop.Run(ctx, commander)
}

// Tune replaces the configuration, except for the connection's fields, from the next cycle on.
func (d *Driver) Tune(cfg Config) {
	p := d.protocol
	old := p.config()
	cfg.Address, cfg.User, cfg.Password, cfg.KeepLife = old.Address, old.User, old.Password, old.KeepLife
	if err := cfg.Check(); err != nil {
		p.log.Warn("figures refused", "reason", err)
		return
	}
	p.cfg.Store(&cfg)
	d.Loop.Tune(cfg.Config)
}

// RobotConfig returns id and version of the robot's body, then of its head, if the robot reports them. They are
// empty before the first connection.
func (d *Driver) RobotConfig() [4]string {
	d.protocol.mu.Lock()
	defer d.protocol.mu.Unlock()
	return d.protocol.robotConfig
}

// Memory returns how often ALMemory has had new values on the present connection.
func (d *Driver) Memory() Refresh {
	d.protocol.mu.Lock()
	defer d.protocol.mu.Unlock()
	return d.protocol.memory
}

// errNoRobot is the error of calls that need a connected robot.
var errNoRobot = errors.New("no robot is connected")

// present returns the connected robot, or errNoRobot.
func (p *protocol) present() (*robot, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.current == nil {
		return nil, errNoRobot
	}
	return p.current, nil
}
