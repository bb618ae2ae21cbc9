package motion

import (
	"fmt"
	"math"
	"time"

	"gonao/internal/si"
)

// How a fall goes on, s and rad/s.
const (
	fallAtMostSec  = 2.5 // then the robot lies, whatever the detector sees
	caughtSec      = 0.8 // upright again for this long: it did not fall
	quietGyro      = 0.6 // largest rate of a robot that lies still
	quietAtMostSec = 3.0
	againSec       = 5.0 // after a get-up that failed
	foundSec       = 0.1 // a robot that lies so early was found lying
)

// fallControl detects falls, makes them soft, and gets the robot up.
type fallControl struct {
	engine faller // nil: falls are not detected
	getUp  riser  // may be nil

	balance    balance // result of the detector
	count      int     // falls
	uprightAt  time.Duration
	mayGetUp   bool
	pauseUntil time.Duration // no get-up before
}

// side returns the side that the robot falls to, or lies on.
func (f *fallControl) side() string {
	if f.engine == nil {
		return ""
	}
	return f.engine.Side()
}

// watchFall passes the state to the detector, and begins or ends a fall.
func (w *wholeBody) watchFall(c *core) {
	f := &w.fall
	if f.engine == nil {
		return
	}
	f.balance = f.engine.Watch(&c.sensors)
	if c.body.state == saving && w.save.kind != SaveBlock {
		w.watchDive(c)
		return
	}
	switch c.body.state {
	case gettingUp, fallen, resting, playingOnGround:
	case falling:
		if f.balance != upright {
			f.uprightAt = c.now
		}
		switch {
		case f.balance == lying || c.sinceSec(c.body.since) > fallAtMostSec:
			c.body.on(lay, c.now)
		case c.sinceSec(f.uprightAt) > caughtSec:
			c.joints.release(fallOwner)
			w.goToStand(c, caught)
		}
	default:
		switch {
		case f.balance == upright:
		case f.balance == lying && c.body.state == starting && c.sinceSec(w.start.begun) < foundSec:
			// A robot that was found limp lies until a get-up is requested, unless the driver let it down.
			f.begin(c, foundLying)
			again := c.obedience.letDown
			f.mayGetUp = c.cfg.AutoGetUp && (again || w.start.wasStiff()) || again && c.tasks.under(getUpTask)
		default:
			f.count++
			f.begin(c, fell)
		}
	}
}

// begin makes the fall the owner of every joint: the robot falls, or lies. Other owners end with their next step.
func (f *fallControl) begin(c *core, e event) {
	if t := c.tasks.legs(); t.kind != getUpTask {
		c.tasks.endLegs(Fell, fmt.Errorf("%s: %w", t.kind.name(), ErrFallen))
	}
	c.joints.claim(fallOwner, allJoints)
	f.engine.Protect(&c.joints.command)
	f.uprightAt, f.pauseUntil = c.now, 0
	f.mayGetUp = c.cfg.AutoGetUp && !c.body.handled || c.tasks.under(getUpTask)
	c.body.on(e, c.now)
}

// stepFall falls softly, lies, and gets up when it may.
func (w *wholeBody) stepFall(c *core) {
	f := &w.fall
	f.engine.Step(&c.sensors, c.joints.draft())
	c.joints.take(fallOwner, c.now)
	if c.body.state != fallen || f.getUp == nil || c.now < f.pauseUntil || !f.mayGetUp {
		return
	}
	g, lies := &c.sensors.Gyroscope, c.sinceSec(c.body.since)
	still := math.Hypot(math.Hypot(g[0], g[1]), g[2]) < quietGyro
	if still && lies >= c.cfg.FallenSec || lies > quietAtMostSec {
		f.beginGetUp(c)
	}
}

// beginGetUp begins to get up from where the joints are.
func (f *fallControl) beginGetUp(c *core) {
	c.joints.meetLimp(&c.sensors)
	if r, ok := f.getUp.(getUpEngine); ok {
		_ = r.Tune(c.cfg.GetUp) // checked before, and no get-up is under way
	}
	if err := f.getUp.Begin(&c.sensors, &c.joints.command); err != nil {
		c.tasks.endLegs(GaveUp, fmt.Errorf("get_up: %w", err))
		f.pauseUntil = c.now + si.Seconds(againSec)
		return
	}
	c.joints.claim(getUpOwner, allJoints)
	c.body.on(getUpBegan, c.now)
}

// stepGetUp gets up.
func (w *wholeBody) stepGetUp(c *core) {
	f := &w.fall
	how := f.getUp.Step(&c.sensors, c.joints.draft())
	c.joints.take(getUpOwner, c.now)
	if t := c.tasks.legs(); t.kind == getUpTask {
		t.report.Attempts, t.report.Share = f.getUp.Attempts(), f.getUp.Progress()
	}
	switch how {
	case engineRunning:
	case engineDone:
		c.tasks.endLegs(Finished, nil)
		c.joints.release(getUpOwner)
		clear(c.joints.moved[:]) // the walk may have the arms
		w.comeToStand(c)
	case engineFailed:
		c.tasks.endLegs(GaveUp, fmt.Errorf("get_up: %w: %d; the last: %s", errGaveUp, f.getUp.Attempts(), f.getUp.LastFailure()))
		f.begin(c, getUpFailed)
		f.pauseUntil = c.now + si.Seconds(againSec)
	}
}
