package safety

import (
	"math"
	"time"

	"gonao/nao"
)

// heat is the rule about the motors' temperatures.
type heat struct {
	loss    nao.Joints // share of the stiffness that each joint has lost, 0 to 1
	sec     float64    // time for which a leg has been too hot
	resting bool       // the robot rests until its legs are cool
	hottest nao.Joint  // of all joints of the legs
}

// step updates the loss of stiffness and reports whether the legs must rest.
func (h *heat) step(cfg *Config, state *nao.State, dtSec float64) bool {
	if !state.Capabilities.Has(nao.SensesTemperature) {
		*h = heat{}
		return false
	}
	cool, tooHot, most := true, false, math.Inf(-1)
	for j := range nao.Joint(nao.NumJoints) {
		celsius, status := state.Temperature[j], state.Status[j]
		want := 0.0
		switch {
		case status >= nao.StatusVeryHot || celsius >= cfg.TooHotCelsius:
			want = cfg.TooHotLoss
		case status == nao.StatusHot || celsius >= cfg.HotCelsius:
			want = cfg.HotLoss
		}
		h.loss[j] = toward(h.loss[j], want, cfg.LossPerSec*dtSec)
		if j < nao.LHipYawPitch || j > nao.RAnkleRoll {
			continue
		}
		tooHot = tooHot || want >= cfg.TooHotLoss && want > 0
		cool = cool && status == nao.StatusNormal && !(celsius >= cfg.CoolCelsius)
		if worse := celsius + 100*float64(status); worse > most {
			most, h.hottest = worse, j
		}
	}
	if h.sec += dtSec; !tooHot {
		h.sec = 0
	}
	switch {
	case h.sec >= cfg.TooHotFor.Seconds() && tooHot:
		h.resting = true
	case cool:
		h.resting = false
	}
	return h.resting
}

// battery is the rule about the charge.
type battery struct {
	sec   float64 // time for which it has been empty
	empty bool
}

// step reports whether the robot must be let down before it switches off. A charge of exactly 0 means that it was not
// measured, because the body switches itself off before.
func (b *battery) step(cfg *Config, state *nao.State, dtSec float64) bool {
	if !state.Capabilities.Has(nao.SensesBattery) {
		*b = battery{}
		return false
	}
	charge, charging := state.Battery.Charge, state.Battery.Charging
	if b.sec += dtSec; charging || !(charge > 0 && charge <= cfg.EmptyCharge) {
		b.sec = 0
	}
	switch {
	case b.sec >= cfg.EmptyFor.Seconds() && b.sec > 0:
		b.empty = true
	case charging || charge > cfg.EmptyCharge+0.05:
		b.empty = false
	}
	return b.empty
}

// rest is the rule about the chest button.
type rest struct {
	buttons *ButtonDetector
	resting bool
}

// step reports whether the robot was put to rest.
func (r *rest) step(now time.Duration, cfg *Config, state *nao.State) bool {
	for _, e := range r.buttons.Step(now, state) {
		switch {
		case e.Button != nao.ChestButton:
		case e.Kind == Triple:
			r.resting = true
		case e.Kind == Single || e.Kind == Double:
			r.resting = false
		}
	}
	return r.resting && cfg.ChestRests
}
