package worldmodel

import (
	"math"
	"time"

	"gonao/robot/percepts"
)

// Parameters of the comparison of seen robots with teammates' reports.
const (
	silent    = 0.02 // per m², density of teammates without a report
	farOff    = 1.0  // m from the middle of the field, from which a place and the opposite one are distinguished
	toldDev   = 0.3  // m, of a teammate from its report
	toldSpeed = 0.2  // m/s, at which it may have walked since
	sideRate  = 3.0  // evidence of one teammate per second, at the most
	sideMost  = 4.0  // largest evidence of one teammate: a single wrong teammate cannot turn the robot
	sideTime  = 20.0 // s, after which old evidence is forgotten
)

// compareSides compares the robots of the own team in an image with the reported places of teammates, and with those
// places on the other side of the field: if they fit better there, the robot is probably on the other side itself.
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

// told returns the density of teammates at a place in map, per m², from their reports, and which of them adds most; −1:
// none.
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
