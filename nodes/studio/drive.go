package studio

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"slices"
	"sync"
	"time"

	"gonao/internal/latest"
	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	"gonao/ros"
	"gonao/studio/foxglove"
)

// drive moves robots for browsers: it holds the leases, passes on velocities and stops robots whose driver is lost.
type drive struct {
	node   *ros.Node
	clock  *ros.Clock // for the leases: never simulated
	log    *slog.Logger
	limits limits

	cancelGoals func(session uint32, robot string) // those of a lost driver
	pause       func(ctx context.Context, robot string) error
	changed     func() // a lease changed

	mu     sync.Mutex
	leases leases
	wheels map[string]*wheel // by robot
	ended  map[uint32]bool   // sessions that are gone and may still have leases
	wake   chan struct{}
}

// limits are how fast a person may drive.
type limits struct{ speedMPerSec, turnRadPerSec float64 }

// wheel holds what is needed to drive one robot.
type wheel struct {
	Velocity *ros.Publisher[geometrymsgs.Twist] `topic:"{robot}cmd_vel" qos:"reliable, depth 1" doc:"while a person drives a robot"`
	Head     *ros.Publisher[msgs.HeadCommand]   `topic:"{robot}head_command" qos:"reliable, depth 1" doc:"while a person moves its head"`
	others   ros.RawSubscriber                  // of cmd_vel: shows whether the machine drives

	sent    []geometrymsgs.Twist // the last ones, to distinguish them from those of others
	moving  bool                 // the last one was not zero
	until   time.Time            // time at which it ends unless renewed
	machine time.Time            // when another publisher last drove
	since   time.Time            // when we subscribed to the others
}

func newDrive(n *ros.Node, clock *ros.Clock, l limits) *drive {
	return &drive{
		node: n, clock: clock, log: n.Log, limits: l, wheels: map[string]*wheel{}, ended: map[uint32]bool{}, wake: make(chan struct{}, 1),
	}
}

// run ends expired leases and velocities, until ctx ends; then it stops all robots that it moves.
func (d *drive) run(ctx context.Context) {
	for {
		var timer <-chan time.Time
		if now, next := d.check(); !next.IsZero() {
			timer = d.clock.After(next.Sub(now))
			if moved := d.clock.Now(); !moved.Before(next) || d.clock.Simulated() && !moved.Equal(now) {
				continue // the clock continued before the timer was set
			}
		}
		select {
		case <-ctx.Done():
			d.stopAll()
			return
		case <-timer:
		case <-d.wake:
		}
	}
}

// check ends expired leases and velocities. It returns the time of the next check, zero if there is none.
func (d *drive) check() (now, next time.Time) {
	d.mu.Lock()
	now = d.clock.Now()
	lost := d.leases.lost(now, func(holder uint32) bool { return d.ended[holder] })
	clear(d.ended)
	for _, l := range lost {
		d.halt(l.robot)
	}
	soonest := func(t time.Time) {
		if next.IsZero() || t.Before(next) {
			next = t
		}
	}
	for robot, w := range d.wheels {
		if w.moving && !now.Before(w.until) {
			d.halt(robot)
		}
		if w.moving {
			soonest(w.until)
		}
	}
	for _, l := range d.leases.held {
		soonest(l.until)
	}
	d.mu.Unlock()
	for _, l := range lost {
		d.log.Warn("the driver is lost: the robot stops and its goals are canceled", "robot", l.robot, "driver", l.name)
		d.cancelGoals(l.holder, l.robot)
	}
	if len(lost) > 0 {
		d.changed()
	}
	return now, next
}

func (d *drive) look() {
	latest.Notify(d.wake)
}

// sessionEnded ends the leases of a session.
func (d *drive) sessionEnded(number uint32) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.leases.drives(number)) > 0 {
		d.ended[number] = true
		d.look()
	}
}

// take takes the lease of a robot for a session.
func (d *drive) take(s *foxglove.Session, robot string) error {
	d.mu.Lock()
	had := d.leases.has(robot, s.Number, d.clock.Now())
	err := d.leases.take(robot, s.Number, author(s), d.clock.Now())
	d.mu.Unlock()
	d.look()
	if err == nil && !had {
		d.changed()
	}
	return err
}

// free returns an error if another session drives a robot.
func (d *drive) free(s *foxglove.Session, robot string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if l, ok := d.leases.other(robot, s.Number, d.clock.Now()); ok {
		return fmt.Errorf("%s is driven by %s", display(robot), l.name)
	}
	return nil
}

func (d *drive) drives(number uint32) []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.leases.drives(number)
}

func (d *drive) driver(robot string) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.leases.driver(robot)
}

// serve answers studio/drive.
func (d *drive) serve(_ context.Context, s *foxglove.Session, q DriveRequest) (Said, error) {
	switch q.Op {
	case TakeLease:
		if _, err := d.wheel(q.Robot); err != nil {
			return Said{}, err
		}
		return Said{"you drive " + display(q.Robot)}, d.take(s, q.Robot)
	case RenewLease:
		d.mu.Lock()
		ok := d.leases.renew(s.Number, d.clock.Now())
		d.mu.Unlock()
		if !ok {
			return Said{}, errors.New("this browser drives no robot; the lease may have been lost")
		}
		return Said{}, nil
	case ReleaseLease:
		d.mu.Lock()
		if d.leases.release(q.Robot, s.Number) {
			d.halt(q.Robot)
		}
		d.mu.Unlock()
		d.changed()
		return Said{display(q.Robot) + " is free"}, nil
	}
	return Said{}, fmt.Errorf("op %q: expected take, renew or release", q.Op)
}

// twist answers studio/twist.
func (d *drive) twist(ctx context.Context, s *foxglove.Session, q TwistRequest) (Said, error) {
	for name, v := range map[string]float64{"x": q.X, "y": q.Y, "yaw": q.Yaw} {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return Said{}, fmt.Errorf("%s: %g: expected a number", name, v)
		}
	}
	w, err := d.wheel(q.Robot)
	if err != nil {
		return Said{}, err
	}
	if driven, err := d.steer(s, w, q); err != nil || !driven {
		return Said{}, err
	}
	// The machine drives. Pausing it may need a while, so the lock is not held.
	if !q.Legs {
		return Said{}, fmt.Errorf("the machine drives %s: take the legs to drive yourself", display(q.Robot))
	}
	if err := d.pause(ctx, q.Robot); err != nil {
		return Said{}, fmt.Errorf("take the legs: %w", err)
	}
	d.mu.Lock()
	w.machine = time.Time{}
	d.mu.Unlock()
	_, err = d.steer(s, w, q)
	return Said{"the machine is paused, you drive"}, err
}

// listenFirst is how long we listen to cmd_vel before the first velocity is sent.
const listenFirst = 150 * time.Millisecond

// steer publishes a velocity, unless the machine drives.
func (d *drive) steer(s *foxglove.Session, w *wheel, q TwistRequest) (machineDrives bool, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	now := d.clock.Now()
	if !d.leases.has(q.Robot, s.Number, now) {
		return false, fmt.Errorf("you do not drive %s: take it first", display(q.Robot))
	}
	d.leases.renew(s.Number, now)
	d.look()
	if h := q.Head; h != nil {
		if err := w.Head.Publish(msgs.HeadCommand{Stamp: ros.Stamp(d.node.Clock.Now()), Yaw: float32(h.Yaw), Pitch: float32(h.Pitch)}); err != nil {
			return false, err
		}
	}
	v := d.limits.clamp(q)
	if v == (geometrymsgs.Twist{}) && !w.moving {
		return false, nil
	}
	if !w.moving && now.Sub(w.since) < listenFirst {
		return false, nil // it is unknown yet whether the machine drives; the next velocity comes soon
	}
	if !w.machine.IsZero() && now.Sub(w.machine) < leaseTime && v != (geometrymsgs.Twist{}) {
		if w.moving {
			d.halt(q.Robot)
		}
		return true, nil
	}
	w.moving, w.until = v != geometrymsgs.Twist{}, now.Add(leaseTime)
	return false, w.publish(v)
}

// clamp returns the velocity of a request within the limits.
func (l limits) clamp(q TwistRequest) geometrymsgs.Twist {
	x, y := q.X, q.Y
	if speed := math.Hypot(x, y); speed > l.speedMPerSec {
		x, y = x*l.speedMPerSec/speed, y*l.speedMPerSec/speed
	}
	return geometrymsgs.Twist{
		Linear:  geometrymsgs.Vector3{X: x, Y: y},
		Angular: geometrymsgs.Vector3{Z: min(max(q.Yaw, -l.turnRadPerSec), l.turnRadPerSec)},
	}
}

// publish publishes a velocity and remembers it.
func (w *wheel) publish(v geometrymsgs.Twist) error {
	const remembered = 16
	if w.sent = append(w.sent, v); len(w.sent) > remembered {
		w.sent = slices.Delete(w.sent, 0, 1)
	}
	return w.Velocity.Publish(v)
}

// halt stops a robot; mu must be held.
func (d *drive) halt(robot string) {
	w := d.wheels[robot]
	if w == nil || !w.moving {
		return
	}
	w.moving = false
	if err := w.publish(geometrymsgs.Twist{}); err != nil {
		d.log.Error("the robot cannot be stopped", "robot", robot, "error", err)
	}
}

// stop publishes the velocity zero, even without a driver.
func (d *drive) stop(robot string) error {
	w, err := d.wheel(robot)
	if err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	w.moving = false
	return w.publish(geometrymsgs.Twist{})
}

func (d *drive) stopAll() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for robot := range d.wheels {
		d.halt(robot)
	}
}

// wheel returns what is needed to drive a robot.
func (d *drive) wheel(robot string) (*wheel, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if w := d.wheels[robot]; w != nil {
		return w, nil
	}
	if err := d.robotExists(robot); err != nil {
		return nil, err
	}
	w := &wheel{since: d.clock.Now()}
	if err := ros.Open(d.node, w, "{robot}", robot+"/"); err != nil {
		return nil, err
	}
	like := geometrymsgs.Twist{}
	var err error
	w.others, err = ros.SubscribeRaw(d.node, robot+"/cmd_vel", like.TypeName(), like.TypeHash(), func(data []byte, _ time.Time) {
		d.hear(w, data)
	}, ros.Reliable(), ros.Depth(1))
	if err != nil {
		return nil, err
	}
	d.wheels[robot] = w
	return w, nil
}

// robotExists returns an error for a robot that the graph does not have.
func (d *drive) robotExists(robot string) error {
	g, err := d.node.Graph()
	if err != nil {
		return err
	}
	robots := robotsOf(g)
	if !slices.Contains(robots, robot) {
		return fmt.Errorf("there is no robot %q; there are: %q", robot, robots)
	}
	return nil
}
