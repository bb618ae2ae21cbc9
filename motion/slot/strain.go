package slot

import (
	"math"

	"gonao/nao"
)

// Effort holds how near a motion comes to the limits of the joints.
type Effort struct {
	Speed    float64   // highest share of a joint's top speed, on the ways that the motion determines
	Joint    nao.Joint // joint with the largest share
	Slot     int       // slot in which it occurs
	Softest  float64   // stiffness of the joints that are not limp
	Stiffest float64
	Limp     []nao.Joint // limp in some slot, in LoLA's order
}

// Strain measures a motion. The way to a joint's first target is not known.
func Strain(m *Motion) Effort {
	load := Effort{Softest: 1}
	var last [nao.NumJoints]float64
	var known, limp [nao.NumJoints]bool
	for i := range m.Slots {
		s := &m.Slots[i]
		for _, t := range s.Targets {
			j := t.Joint
			if limp[j] = limp[j] || t.Limp(); t.Limp() {
				known[j] = false
				continue
			}
			load.Softest, load.Stiffest = min(load.Softest, t.Stiffness()), max(load.Stiffest, t.Stiffness())
			share := math.Abs(t.Angle-last[j]) * s.peak() / s.Duration.Seconds() / j.MaxSpeed()
			if known[j] && share > load.Speed {
				load.Speed, load.Joint, load.Slot = share, j, i
			}
			last[j], known[j] = t.Angle, true
		}
	}
	for j := range nao.Joint(nao.NumJoints) {
		if limp[j] {
			load.Limp = append(load.Limp, j)
		}
	}
	return load
}
