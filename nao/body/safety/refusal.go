package safety

import "gonao/nao"

// Refusal is the reason why the robot is let down and no commander obeyed.
type Refusal uint8

// The refusals. Where several hold, the first one counts.
const (
	NoRefusal    Refusal = iota
	TooHot               // a motor of the legs is about to be switched off by the body
	BatteryEmpty         // the body is about to switch itself off
	PutToRest            // three presses of the chest button; one press ends it
)

// String returns the reason in a few words.
func (r Refusal) String() string {
	return [...]string{"none", "a leg's motor is too hot", "the battery is empty", "put to rest by the chest button"}[r]
}

// Refusal returns why commands are refused now.
func (g *Guard) Refusal() Refusal { return g.refusal }

// HottestLeg returns the hottest joint of the legs: the cause while the refusal is TooHot.
func (g *Guard) HottestLeg() nao.Joint { return g.heat.hottest }

// updateRefusal determines whether commands are refused in this cycle.
func (g *Guard) updateRefusal(state *nao.State) {
	hot := g.heat.step(&g.cfg, state, g.dtSec)
	empty := g.battery.step(&g.cfg, state, g.dtSec)
	rest := g.rest.step(g.now, &g.cfg, state)
	switch {
	case hot:
		g.refusal = TooHot
	case empty:
		g.refusal = BatteryEmpty
	case rest:
		g.refusal = PutToRest
	default:
		g.refusal = NoRefusal
	}
}
