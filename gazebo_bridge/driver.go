package gazebobridge

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"gonao/gazebo_bridge/transport"
	pacing "gonao/internal/pace"
	"gonao/internal/throttle"
	"gonao/nao"
	"gonao/nao/body"
)

// Driver drives one robot in Gazebo. Run belongs to one goroutine; the other methods may be
// called from any.
type Driver struct {
	*body.Loop
	protocol *protocol
}

// New returns a driver that uses a node of Gazebo Transport, which the caller must close. The clock is wall time,
// for timeouts and statistics.
func New(cfg Config, node *transport.Node, clock body.Clock, log *slog.Logger) *Driver {
	cfg = cfg.withoutBattery()
	p := &protocol{stand: pacing.New(0), node: node, clock: clock, log: log, arrangements: make(chan arrangement)}
	p.cfg.Store(&cfg)
	return &Driver{Loop: body.New(cfg.Config, p, clock, log), protocol: p}
}

// Tune replaces the configuration, except for the names and the lockstep, from the next cycle on.
func (d *Driver) Tune(cfg Config) {
	old := d.protocol.config()
	cfg = cfg.withoutBattery()
	cfg.Names, cfg.Lockstep = old.Names, old.Lockstep
	if cfg.MostRealTime != old.MostRealTime {
		d.protocol.speed.Store(nil)
	}
	d.protocol.cfg.Store(&cfg)
	d.Loop.Tune(cfg.Config)
}

// World returns the robot's world; ok is false if there is none.
func (d *Driver) World() (w World, ok bool) {
	d.protocol.mu.Lock()
	defer d.protocol.mu.Unlock()
	return d.protocol.found, d.protocol.found != World{}
}

// RobotConfig returns id and version of the body, then of the head, as for LoLA. It uses Gazebo's names for a model
// of a NAO V6. The strings are empty while there is no world.
func (d *Driver) RobotConfig() [4]string {
	w, ok := d.World()
	if !ok {
		return [4]string{}
	}
	id := w.Name + "/" + d.protocol.config().Names.Model
	return [4]string{id, "6.0.0", id, "6.0.0"}
}

// PhysicsStep returns the time step of the world's physics, or 0 if it is unknown, which is always so without
// lockstep.
func (d *Driver) PhysicsStep() time.Duration {
	d.protocol.mu.Lock()
	defer d.protocol.mu.Unlock()
	return d.protocol.step
}

// protocol is Gazebo Transport to one robot. Its fields outlive a connection.
type protocol struct {
	cfg          atomic.Pointer[Config]
	stand        *pacing.Pace            // in lockstep, the connection's goroutine keeps this pace
	speed        atomic.Pointer[float64] // set by SetSpeed; nil: as configured
	node         *transport.Node
	clock        body.Clock
	log          *slog.Logger
	arrangements chan arrangement // requests of Arrange

	broken throttle.Counter // counts messages that do not have their type
	unlit  bool             // missing LEDs have been logged

	mu    sync.Mutex
	found World // valid while connected
	robot *robot
	step  time.Duration
	force force
}

// config returns the present configuration.
func (p *protocol) config() *Config { return p.cfg.Load() }

// LeftStiff returns false, since a model that is gone need not be let down.
func (p *protocol) LeftStiff(*nao.Command) bool { return false }

// meetWithin is the longest time that a found model may take to answer.
const meetWithin = 5 * time.Second

// Open finds the robot in its world.
func (p *protocol) Open(ctx context.Context) (body.Connection, error) {
	if err := p.node.Settle(ctx); err != nil {
		return nil, err
	}
	cfg := p.config()
	w, err := find(p.node, cfg.Names.World)
	if err != nil {
		return nil, err
	}
	r, err := openRobot(p.node, w, cfg.Names)
	if err != nil {
		return nil, err
	}
	if err = r.prepare(ctx, cfg.Lockstep); err != nil {
		r.close()
		return nil, err
	}
	p.log.Info("found the robot", "world", r.names.World, "model", r.names.Model, "generation", w.Generation.String(), "step", r.step)
	p.note(w, r.step, r)
	c := &connection{protocol: p, robot: r}
	c.last, _ = r.inbox.newest()
	return c, nil
}

// note records the connected robot and its world.
func (p *protocol) note(w World, step time.Duration, r *robot) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.found, p.step, p.robot = w, step, r
}
