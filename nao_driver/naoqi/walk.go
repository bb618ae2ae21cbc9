package naoqi

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"
)

// speed is a walking speed: m/s forward and to the left, rad/s counterclockwise.
type speed struct{ x, y, theta float64 }

// walk holds the command to ALMotion. protocol.mu guards it.
type walk struct {
	owns      bool      // ALMotion has the body, because it was commanded to walk or to take a posture
	wish      speed     // the newest requested speed
	wishAt    time.Time // time of that request
	commanded speed     // the speed that ALMotion was commanded last
	calling   bool      // a call is under way
}

// Walk sets the speed of ALMotion's walk, m/s forward and to the left and rad/s counterclockwise, until the next
// call. ALMotion stops if no call follows for Config.StopAfter.
//
// From the first call on ALMotion has the body: the robot gets up and stands, and a commander moves only head and
// hands, until the posture "Rest".
func (d *Driver) Walk(x, y, theta float64) error {
	p := d.protocol
	for _, v := range []float64{x, y, theta} {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("speed (%g, %g, %g): expected finite numbers", x, y, theta)
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.walk.wish, p.walk.wishAt = speed{x, y, theta}, p.clock.Now()
	if p.walk.wish != (speed{}) {
		p.walk.owns = true
	}
	return nil
}

// walks reports whether ALMotion has the body.
func (p *protocol) walks() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.walk.owns
}

// stepWalk sends ALMotion the newest request. It uses a goroutine, because getting up takes seconds. It reports
// whether ALMotion has the body.
func (p *protocol) stepWalk(r *robot, ending bool) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	w := &p.walk
	if !w.owns || w.calling || ending {
		return w.owns
	}
	wish := w.wish
	if p.clock.Now().Sub(w.wishAt) >= p.config().StopAfter {
		wish = speed{}
	}
	if wish == w.commanded {
		return true
	}
	w.calling = true
	go func() {
		err := r.move(wish)
		p.mu.Lock()
		defer p.mu.Unlock()
		w.calling = false
		if err != nil {
			p.log.Warn("ALMotion did not accept the walking speed", "reason", err)
			return // the next cycle sends it again
		}
		w.commanded = wish
	}()
	return true
}

// move makes ALMotion walk, or stop.
func (r *robot) move(v speed) error {
	ctx, cancel := context.WithTimeout(context.Background(), wakeWithin)
	defer cancel()
	motion := r.motion.WithContext(ctx)
	return guarded(func() error {
		if v == (speed{}) {
			return motion.StopMove()
		}
		if err := r.wake(ctx); err != nil {
			return err
		}
		return motion.Move(float32(v.x), float32(v.y), float32(v.theta))
	})
}

// wakeWithin bounds the time to get up.
const wakeWithin = 15 * time.Second

// wake stiffens the robot and makes it stand, if it does not stand yet.
func (r *robot) wake(ctx context.Context) error {
	motion := r.motion.WithContext(ctx)
	if awake, err := motion.RobotIsWakeUp(); err != nil || awake {
		return err
	}
	return motion.WakeUp()
}

// Rest is the posture with which ALMotion returns the body, crouched and limp. NAOqi itself has no posture with
// this name.
const Rest = "Rest"

// Postures returns the names that GoToPosture accepts.
func (d *Driver) Postures(ctx context.Context) (list []string, err error) {
	r, err := d.protocol.present()
	if err != nil {
		return nil, err
	}
	if r.posture == nil {
		return []string{Rest}, nil
	}
	err = guarded(func() error {
		list, err = r.posture.WithContext(ctx).GetPostureList()
		return err
	})
	return append(list, Rest), err
}

// ErrNotReached is returned if the robot did not reach a posture.
var ErrNotReached = errors.New("the posture was not reached")

// GoToPosture moves the robot to a posture of NAOqi, such as "Stand", "Crouch" or "SitRelax", or to Rest. It blocks
// until the robot is there. If ctx ends before, the robot stops. As with Walk, ALMotion has the body from then on,
// except after Rest.
func (d *Driver) GoToPosture(ctx context.Context, name string) error {
	r, err := d.protocol.present()
	if err != nil {
		return err
	}
	p := d.protocol
	p.mu.Lock()
	p.walk.owns, p.walk.wish = true, speed{}
	p.mu.Unlock()
	if name == Rest {
		return p.returnBody(ctx, r)
	}
	if r.posture == nil {
		return fmt.Errorf("posture %q: the robot has no ALRobotPosture", name)
	}
	err = guarded(func() error {
		if err := r.wake(ctx); err != nil {
			return err
		}
		there, err := r.posture.WithContext(ctx).GoToPosture(name, float32(p.config().PostureSpeed))
		if err == nil && !there {
			err = ErrNotReached
		}
		return err
	})
	if ctx.Err() != nil {
		stopping, cancel := context.WithTimeout(context.WithoutCancel(ctx), p.config().CallWithin)
		defer cancel()
		return errors.Join(context.Cause(ctx), guarded(r.posture.WithContext(stopping).StopMove))
	}
	if err != nil {
		return fmt.Errorf("posture %q: %w", name, err)
	}
	return nil
}

// returnBody makes the robot rest and returns the body to the commander.
func (p *protocol) returnBody(ctx context.Context, r *robot) error {
	err := guarded(func() error {
		if err := r.motion.WithContext(ctx).StopMove(); err != nil {
			return err
		}
		return r.motion.WithContext(ctx).Rest()
	})
	if err != nil {
		return fmt.Errorf("rest: %w", err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.walk = walk{}
	p.moved.Store(true)
	return nil
}
