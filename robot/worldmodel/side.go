package worldmodel

import (
	"math"
	"time"

	"gonao/robot/percepts"
)

// Figures of the comparison of seen robots with what teammates have told.
const (
	silent    = 0.02 // per m², density of teammates that have not told where they are
	farOff    = 1.0  // m from the middle of the field, from where on a place and the one opposite are told apart
	toldDev   = 0.3  // m, of a teammate about what it has told
	toldSpeed = 0.2  // m/s, at which it may have walked since
	sideRate  = 3.0  // evidence of one teammate per second, at the most
	sideMost  = 4.0  // evidence of one teammate, at the most: one alone that is wrong itself turns nobody
	sideTime  = 20.0 // s, after which old evidence is forgotten
)

// compareSides compares the robots of the own team in an image with the places that teammates have told, and with those places on the
// other side of the field: where they fit better there, the robot is probably on the other side itself.
func (m *Model) compareSides(in *Input, dt float64) {
	keep := math.Exp(-dt / sideTime)
	for i := range m.sides {
		m.sides[i] *= keep
	}
	if !in.Image {
		return
	}
	for i := range m.robotN {
		r := &m.robots[i]
		if r.seenAt != in.Stamp || r.side() != percepts.OwnSide {
			continue // opponents stand opposite to the robots of the own team
		}
		x, y := m.pose.Point(m.odometry.Local(r.filter.mean[0], r.filter.mean[1]))
		if math.Hypot(x, y) < farOff {
			continue
		}
		here, nearest := m.told(in.Stamp, x, y)
		there, opposite := m.told(in.Stamp, -x, -y)
		if there > here {
			nearest = opposite
		}
		if nearest < 0 {
			continue
		}
		evidence := max(-sideRate, min(math.Log(there/here), sideRate)) * min(dt, 0.2)
		m.sides[nearest] = max(-sideMost, min(m.sides[nearest]+evidence, sideMost))
	}
}

// told returns the density of teammates at a place in map, per m², by what they have told, and which of them adds most; −1: none.
func (m *Model) told(now time.Duration, x, y float64) (density float64, nearest int) {
	density, nearest = silent, -1
	most := 0.0
	for i := range m.team {
		t := &m.team[i]
		age := now - t.Stamp
		if t.Stamp == 0 || age > m.cfg.ForgetTeam || t.Penalized {
			continue
		}
		moved := toldSpeed * age.Seconds()
		v := t.PoseDev*t.PoseDev + toldDev*toldDev + moved*moved
		dx, dy := t.Pose.X-x, t.Pose.Y-y
		part := math.Exp(-(dx*dx+dy*dy)/(2*v)) / (2 * math.Pi * v)
		density += part
		if part > most {
			most, nearest = part, i
		}
	}
	return density, nearest
}

// otherSide returns the sum of the evidence of all teammates.
func (m *Model) otherSide() (sum float64) {
	for _, e := range m.sides {
		sum += e
	}
	return sum
}
