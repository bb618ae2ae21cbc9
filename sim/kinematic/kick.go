package kinematic

import (
	"math"

	"gonao/nao/preset"
)

// A rectangle holds a kick's admissible places of the ball, m in the robot's frame (NaOISIS, table 2).
type rectangle struct{ minX, maxX, minY, maxY float64 }

var rectangles = [...]rectangle{
	leftStraight:  {0.10, 0.20, 0, 0.10},
	RightStraight: {0.10, 0.20, -0.10, 0},
	LeftSide:      {0.10, 0.22, -0.15, 0},
	RightSide:     {0.10, 0.22, 0, 0.15},
}

// Tips of the feet, m: straight kicks push from there, side kicks from the foot that was extended to the front first.
const (
	tipX     = 0.10
	tipY     = 0.05
	extendX  = 0.16
	wrongWay = 0.4 // share of a straight kick's length when a side kick begins on the wrong side
)

func (r rectangle) holds(x, y float64) bool {
	return x >= r.minX && x <= r.maxX && y >= r.minY && y <= r.maxY
}

// Admits reports whether a kick would hit a ball at a place in the robot's frame.
func (k Kick) Admits(x, y float64) bool { return int(k) < len(rectangles) && rectangles[k].holds(x, y) }

// timeOf returns distance and times of a kick.
func timeOf(k *preset.KickRules, kick Kick) preset.KickTime {
	if kick == LeftSide || kick == RightSide {
		return k.Side
	}
	return k.Straight
}

// left reports whether the left foot kicks.
func (k Kick) left() bool { return k == leftStraight || k == LeftSide }

// trajectory returns direction and length of a ball that a kick hits, without errors; false when it misses.
func trajectory(k *preset.KickRules, kick Kick, x, y, strength float64) (direction, length float64, ok bool) {
	strength = max(0, min(1, strength))
	foot := tipY
	if !kick.left() {
		foot = -tipY
	}
	length = timeOf(k, kick).Distance * strength
	sideways := kick == LeftSide || kick == RightSide
	if !kick.Admits(x, y) {
		straight := leftStraight
		if !kick.left() {
			straight = RightStraight
		}
		if !sideways || !straight.Admits(x, y) {
			return 0, 0, false
		}
		kick, sideways, length = straight, false, k.Straight.Distance*strength*wrongWay
	}
	if k.ByFoot {
		from := tipX
		if sideways {
			from = extendX
		}
		return math.Atan2(y-foot, x-from), length, true
	}
	switch {
	case !sideways:
		return 0, length, true
	case kick == LeftSide:
		return -math.Pi / 2, length, true
	default:
		return math.Pi / 2, length, true
	}
}

// hit is the moment of contact of a robot's kick.
func (w *World) hit(i int) {
	r, p := &w.Robots[i], w.Preset
	x, y := r.Pose.Local(w.Ball.X, w.Ball.Y)
	o := &r.task.order
	strength := 1.0
	if o.distance > 0 {
		strength = o.distance / timeOf(&p.Kicks, o.kick).Distance
	}
	direction, length, ok := trajectory(&p.Kicks, o.kick, x, y, strength)
	if !ok {
		return
	}
	direction += r.Pose.Theta + p.Kicks.Direction*r.rng.NormFloat64()
	length *= max(0.1, 1+p.Kicks.Error*r.rng.NormFloat64())
	speed := math.Sqrt(2 * p.Ball.Deceleration * length)
	w.Ball.VX, w.Ball.VY = speed*math.Cos(direction), speed*math.Sin(direction)
	w.Contacts = append(w.Contacts, Contact{Kind: Kicked, A: i, B: -1, Speed: speed})
}
