package getup

import (
	"gonao/internal/si"
	"gonao/nao"
)

// raise lifts a trunk that leans too far forward for the slot under way: the arms push harder, and the hips open.
type raise struct{ arms, hips float64 } // rad

// lift holds the largest forward lean of the trunk during a slot of a motion, from its beginning to its end, in degrees,
// and the movement that raises it when it leans farther. The figures are from robots that got up, with a margin.
type lift struct {
	motion     string
	slot       int
	from, to   float64
	arms, hips float64 // rad per rad of lean too much, in units of Config.RaiseArms and Config.RaiseHips
}

var lifts = [...]lift{
	{"stand_up_front", 4, 92, 50, 1, 0},
	{"stand_up_front", 5, 50, 20, 1, 1},
	{"stand_up_back", 5, 25, 25, 0, 1},
	{"stand_up_back", 6, 24, 18, 0, 1},
	{"stand_up_back", 7, 18, 15, 0, 1},
}

// leansTooFar returns by how much the trunk leans too far forward for the slot under way, rad, for the arms and for the hips.
func (e *Engine) leansTooFar() (over raise) {
	if e.phase != playing {
		return over
	}
	motion, slot := e.motions[e.at], e.checked
	for i := range lifts {
		if l := &lifts[i]; l.slot == slot && l.motion == motion.Name {
			share := min(max(e.player.Progress(e.clock)*float64(len(motion.Slots))-float64(slot), 0), 1)
			most := (l.from + share*(l.to-l.from)) * si.Degree
			if lean := e.trunk.lean - most; lean > 0 {
				over = raise{l.arms * lean, l.hips * lean}
			}
		}
	}
	return over
}

// step follows the lean, and adds the correction to the targets.
func (r *raise) step(cfg *Config, over raise, dtSec float64, out *nao.Joints) {
	const sec, mostArms, mostHips = 0.1, 0.8, 0.5
	share := min(dtSec/sec, 1)
	r.arms += share * (min(cfg.RaiseArms*over.arms, mostArms) - r.arms)
	r.hips += share * (min(cfg.RaiseHips*over.hips, mostHips) - r.hips)
	add(out, nao.LShoulderPitch, r.arms)
	add(out, nao.RShoulderPitch, r.arms)
	add(out, nao.LHipPitch, r.hips)
	add(out, nao.RHipPitch, r.hips)
}
