package gazebobridge

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"gonao/body/safety"
	"gonao/gazebo_bridge/transport"
	"gonao/nao"
	naodriver "gonao/nao_driver"
)

// Driver drives one robot in Gazebo. Run belongs to one goroutine; the other methods may
// be called from any.
type Driver struct {
	cfg   Config
	node  *transport.Node
	clock Clock
	log   *slog.Logger
	guard *safety.Guard

	state  nao.State
	answer nao.Command
	out    nao.Command
	lights nao.Lights
	sonars naodriver.Sonars

	ending    bool
	endBy     time.Time // of the safe ending
	commanded bool      // a command has come
	unlit     bool      // it has been said that there are no LEDs
	pace      pace

	tuned  atomic.Pointer[Config] // what Tune gave, until the next cycle
	orders chan order             // what Arrange was told

	mu       sync.Mutex
	stats    naodriver.Stats
	snapshot nao.State
	found    World // while connected
	force    force
	step     time.Duration
}

// New makes a driver on a node of Gazebo Transport, which stays the caller's. The clock is
// wall time, for timeouts and statistics.
func New(cfg Config, node *transport.Node, clock Clock, log *slog.Logger) *Driver {
	cfg = cfg.withoutBattery()
	return &Driver{cfg: cfg, node: node, clock: clock, log: log, guard: safety.New(cfg.Safety), orders: make(chan order)}
}

// Tune takes other figures from the next cycle on, all but the names and the lockstep.
func (d *Driver) Tune(cfg Config) { d.tuned.Store(&cfg) }

// tune takes over what Tune gave.
func (d *Driver) tune() {
	if d.tuned.Load() == nil {
		return
	}
	names, lockstep := d.cfg.Names, d.cfg.Lockstep
	d.cfg = d.tuned.Swap(nil).withoutBattery()
	d.cfg.Names, d.cfg.Lockstep = names, lockstep
	d.guard.Tune(d.cfg.Safety)
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

// World gives the world the robot is in; ok is false while there is none.
func (d *Driver) World() (w World, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.found, d.stats.Connected
}

// PhysicsStep gives the time the world's physics steps by; 0 when it is not known, which
// it is in lockstep only.
func (d *Driver) PhysicsStep() time.Duration {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.step
}

func (d *Driver) connected(w World, step time.Duration, yes bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.found, d.step = w, step
	d.stats.Connect(yes)
}

// Run drives the robot until ctx ends and the robot has been let down, which takes at
// most Config.EndWithin of wall time. A server that is not there, goes away or falls silent is
// waited for; that is no error, and Run returns nil.
func (d *Driver) Run(ctx context.Context, commander naodriver.Commander) error {
	for ctx.Err() == nil {
		r := d.find(ctx)
		if r == nil {
			break
		}
		err := d.serve(ctx, r, commander)
		r.close()
		d.connected(World{}, 0, false)
		if d.ending {
			if !d.guard.Ended() {
				d.log.Warn("the robot was not let down to the end", "reason", err)
			}
			break
		}
		d.log.Warn("lost the robot, looking for it again", "world", r.names.World, "model", r.names.Model, "reason", err)
		if d.clock.Sleep(ctx, d.cfg.RetryEvery) != nil {
			break
		}
	}
	return nil
}

// meetWithin is how long a model that was found may take to answer.
const meetWithin = 5 * time.Second

// find waits until the robot is there; nil when ctx ends first.
func (d *Driver) find(ctx context.Context) *robot {
	if d.node.Settle(ctx) != nil {
		return nil
	}
	for said := ""; ; {
		r, err := d.look(ctx)
		if err == nil {
			d.log.Info("found the robot", "world", r.names.World, "model", r.names.Model, "generation", r.world.Generation.String(), "step", r.step)
			d.connected(r.world, r.step, true)
			return r
		}
		if ctx.Err() != nil {
			return nil
		}
		if err.Error() != said { // once for each reason
			said = err.Error()
			d.log.Warn("waiting for the robot", "reason", err)
		}
		d.tune()
		if d.clock.Sleep(ctx, d.cfg.RetryEvery) != nil {
			return nil
		}
	}
}

// look tries once to find the robot.
func (d *Driver) look(ctx context.Context) (*robot, error) {
	w, err := Find(d.node, d.cfg.Names.World)
	if err != nil {
		return nil, err
	}
	r, err := openRobot(d.node, w, d.cfg.Names)
	if err != nil {
		return nil, err
	}
	if err = d.prepare(ctx, r); err != nil {
		r.close()
		return nil, err
	}
	return r, nil
}

// prepare brings the world to where cycles can begin: in lockstep it stands still, with no
// step left to make; a robot in the posture of its file stands.
func (d *Driver) prepare(ctx context.Context, r *robot) error {
	ctx, cancel := context.WithTimeout(ctx, meetWithin)
	defer cancel()
	if d.cfg.Lockstep {
		if err := r.control(ctx, true, 0, nil); err != nil {
			return err
		}
	}
	if err := r.meet(ctx, meetWithin); err != nil {
		return err
	}
	if d.cfg.Lockstep {
		if err := r.measureStep(ctx); err != nil {
			return err
		}
		if err := r.hurry(ctx); err != nil {
			return err
		}
	}
	var first nao.Joints
	r.inbox.mu.Lock()
	message := r.inbox.joints
	r.inbox.mu.Unlock()
	if err := r.joints.read(message, r.names, &first); err != nil {
		return err
	}
	r.targets.held = first
	r.sonars = offers(r.node.Topics(), r.names.Sonar(nao.LeftSonar))
	if !asFiled(&first) || !r.arrangeable() {
		return nil
	}
	stand, c := nao.StandPosture(), r.newChanges()
	if err := r.arrange(c, Arrangement{Posture: &stand}); err != nil {
		return err
	}
	return r.control(ctx, d.cfg.Lockstep, 0, c)
}

// measureStep waits until the world stands still, and steps it twice: a step that is not
// done when the cycles begin would be one too many in one of them. Two joint states of one time
// come only from a world that is paused.
func (r *robot) measureStep(ctx context.Context) error {
	if err := r.await(ctx, func(b *inbox) bool { return b.still }); err != nil {
		return fmt.Errorf("world %s: it does not stand still although it was told to pause: does somebody else control it? (%w)", r.names.World, err)
	}
	for i := range 2 {
		r.inbox.mu.Lock()
		before := r.inbox.stamp
		r.inbox.mu.Unlock()
		if err := r.control(ctx, true, 1, nil); err != nil {
			return err
		}
		if err := r.await(ctx, func(b *inbox) bool { return b.stamp != before }); err != nil {
			return fmt.Errorf("world %s: it was asked for a step and makes none: %w", r.names.World, err)
		}
		r.inbox.mu.Lock()
		step := r.inbox.stamp - before
		r.inbox.mu.Unlock()
		switch {
		case i > 0 && step != r.step:
			return fmt.Errorf("world %s: it was asked for one step and made %v, then %v: does somebody else control it?", r.names.World, r.step, step)
		case step <= 0 || nao.CyclePeriod%step != 0:
			return fmt.Errorf("world %s: its physics steps by %v: expected a whole part of %v (max_step_size in its SDF)", r.names.World, step, nao.CyclePeriod)
		}
		r.step = step
	}
	return nil
}

var (
	errLetDown = errors.New("the robot has been let down")
	errSilent  = errors.New("the server fell silent")
	errTooLong = errors.New("letting it down took too long")
)
