package track

import (
	"math"
	"time"

	"gonao/nao"
)

// Controller returns head commands that follow a target.
type Controller interface {
	// Observe is called on every new sighting, after the target was updated.
	Observe(t *Target)
	// Step returns the command at a time; ok is false when there is nothing to
	// command: the ball was not seen for too long.
	Step(now time.Duration, t *Target) (c nao.HeadCommand, ok bool)
	// Begin is called when another target is followed.
	Begin()
}

// Proportional commands the neck's speed in proportion to the ball's distance
// from the middle of the image, as in Menéndez et al. 2013, V-B.
type Proportional struct{ Config Config }

// Observe does nothing: this controller learns nothing.
func (*Proportional) Observe(*Target) {}

// Begin does nothing.
func (*Proportional) Begin() {}

// Step returns the speed for the error in the last image.
func (p *Proportional) Step(now time.Duration, t *Target) (nao.HeadCommand, bool) {
	seen, ok := t.Seen()
	if !ok || (now-seen).Seconds() > p.Config.HoldSec {
		return nao.HeadCommand{Stamp: now, Mode: nao.HeadSpeed}, false
	}
	s := t.Last()
	limit := p.Config.MaxRateRad
	return nao.HeadCommand{
		Stamp:     now,
		Mode:      nao.HeadSpeed,
		YawRate:   clamp(-p.Config.Gain*s.ImageAzimuth, limit),
		PitchRate: clamp(p.Config.Gain*s.ImageElevation, limit),
	}, true
}

// Predictive commands where the ball will be when the neck gets there: the
// target's filter carries the ball from the image's stamp to now and on by the
// neck's own delay. That delay it learns from how far the optical axis lags
// behind a moving ball.
type Predictive struct {
	Config Config

	leadSec float64 // the neck's delay; 0 before the first step
}

// bounds of the neck's delay, s.
const (
	minLeadSec = 0.001 // not 0, which means a delay not yet learnt
	maxLeadSec = 0.2
)

// LeadSec returns the neck's delay as learnt, s.
func (p *Predictive) LeadSec() float64 { return p.leadSec }

// Tune sets another configuration from now on. The learnt delay of the neck stays, unless the configured delay changes.
func (p *Predictive) Tune(c Config) {
	if c.ActuationSec != p.Config.ActuationSec {
		p.leadSec = 0
	}
	p.Config = c
}

// Begin keeps the learnt delay of the neck.
func (p *Predictive) Begin() {}

// Observe learns the neck's delay: an axis that lags behind the ball's motion
// means that the neck is later than assumed (least mean squares on the lag).
func (p *Predictive) Observe(t *Target) {
	if p.leadSec == 0 {
		p.leadSec = p.Config.ActuationSec
	}
	s := t.Last()
	errYaw, errPitch := -s.ImageAzimuth, s.ImageElevation
	const (
		near = 0.12 // rad: farther off the head is still on its way
		slow = 0.15 // rad/s: the delay cannot be learnt from a ball this slow
	)
	rate2 := t.az.rate*t.az.rate + t.el.rate*t.el.rate
	if math.Hypot(errYaw, errPitch) > near || rate2 < slow*slow {
		return
	}
	lag := (errYaw*t.az.rate - errPitch*t.el.rate) / rate2
	p.leadSec = min(max(p.leadSec+p.Config.AdaptRate*lag, minLeadSec), maxLeadSec)
}

// Step returns the place of the ball when the neck will be there, and its rates.
func (p *Predictive) Step(now time.Duration, t *Target) (nao.HeadCommand, bool) {
	if p.leadSec == 0 {
		p.leadSec = p.Config.ActuationSec
	}
	seen, ok := t.Seen()
	age := (now - seen).Seconds()
	if !ok || age > p.Config.HoldSec+p.Config.SearchAfterSec {
		return nao.HeadCommand{Stamp: now}, false
	}
	const dt = 0.01 // s, for the rates
	ahead := min(age, p.Config.HoldSec) + p.leadSec
	yaw, pitch := t.aim(ahead)
	c := nao.HeadCommand{Stamp: now, Yaw: yaw, Pitch: pitch}
	if age <= p.Config.HoldSec {
		nextYaw, nextPitch := t.aim(ahead + dt)
		c.YawRate = clamp((nextYaw-yaw)/dt, p.Config.MaxRateRad)
		c.PitchRate = clamp((nextPitch-pitch)/dt, p.Config.MaxRateRad)
	}
	c.Yaw, c.Pitch = nao.ClampHead(c.Yaw, c.Pitch)
	return c, true
}

// clamp limits a value to ±limit.
func clamp(v, limit float64) float64 { return min(max(v, -limit), limit) }
