package localization

import (
	"math"
	"time"

	"gonao/robot/percepts/field"
)

// Gaze chooses where the head looks while nothing else needs it: at the most useful landmarks while the pose is known,
// and all around while it is not. Set the fields, then call Yaw with each estimate.
type Gaze struct {
	Field *field.Map // in map
	View  View
	Limit float64       // rad, of the head's yaw to either side
	Dwell time.Duration // shortest time of looking in one direction

	yaw    float64
	until  time.Duration
	search int // direction of a search, and how far it is
	began  bool
	looks  [4]look // the latest
	next   int
}

// look is where the head looked, and when.
type look struct {
	yaw float64
	at  time.Duration
}

// freshSec is how long a direction is worth less after the head has looked there.
const freshSec = 4.0

// Yaw returns where the head looks after an estimate, rad, left positive.
func (g *Gaze) Yaw(e *Estimate) float64 {
	if g.began && e.Stamp < g.until && g.until-e.Stamp <= g.Dwell {
		return g.yaw
	}
	g.began, g.until = true, e.Stamp+g.Dwell
	if e.Localized && g.Field != nil {
		g.search = 0
		g.yaw = bestYaw(g.Field, e.Pose, e.Cov, g.View, g.Limit, func(yaw float64) float64 { return g.worth(yaw, e.Stamp) })
		g.looks[g.next] = look{g.yaw, e.Stamp}
		g.next = (g.next + 1) % len(g.looks)
		return g.yaw
	}
	// From side to side in steps of most of a view, so that neighbours overlap.
	steps := max(1, int(math.Ceil(2*g.Limit/(0.8*g.View.WidthRad))))
	k := g.search % (2 * steps)
	if k > steps {
		k = 2*steps - k
	}
	g.search++
	g.yaw = -g.Limit + 2*g.Limit*float64(k)/float64(steps)
	return g.yaw
}

// worth returns the weight of a view, 1 for one that was not looked at lately, so that the head turns on.
func (g *Gaze) worth(yaw float64, now time.Duration) float64 {
	w := 1.0
	for _, l := range g.looks {
		age := (now - l.at).Seconds()
		if l.at > 0 && age >= 0 && age < freshSec && math.Abs(yaw-l.yaw) < g.View.WidthRad/2 {
			w = min(w, 0.05+0.95*age/freshSec)
		}
	}
	return w
}
