// Package sensors detects force cells and gyroscopes whose readings cannot be right, and replaces the readings of the cells.
//
// [Cells] compares the eight cells of the soles with each other, with the robot's weight, and with which foot the
// measured joints have on the ground. [Gyroscope] compares the gyroscope with itself and with the body's own roll and
// pitch. Both are stepped once per cycle with the state, belong to one goroutine, allocate nothing, and use a sensor
// again when its readings are right again. Forces in N, angles in rad, heights in m.
package sensors

import (
	"cmp"
	"math"

	"gonao/internal/si"
	"gonao/nao"
)

// Fault is the fault of a force cell.
type Fault uint8

// The faults.
const (
	Sound  Fault = iota
	Dead         // it reads zero, although its foot bears load
	Stuck        // it always reads the same force, or NaN
	Biased       // it reads a force although its foot is in the air
)

// String returns the fault in a word.
func (f Fault) String() string { return [...]string{"sound", "dead", "stuck", "biased"}[f] }

// When a cell counts as faulty. The times are sums of cycles with evidence.
const (
	nothingN  = 1.5 // largest reading of a cell without load
	silentN   = 3.0 // largest reading of a foot without load
	bearsN    = 8.0 // smallest reading of a foot with load
	airborneM = 0.008
	levelM    = 0.006
	tiltMost  = 0.5 // rad: beyond it, nothing is concluded

	deadSec    = 0.15 // a foot that bears alone and reads nothing
	halfSec    = 0.3  // a foot that stands beside another and reads nothing
	cornerSec  = 0.4  // of a cell, while its neighbours show load
	airSec     = 2.0  // an upright robot whose feet both read nothing
	weighsSec  = 0.2  // as airSec, for Weighs: until then its feet may be in the air
	idleSec    = 4.0  // a cell that reads nothing while its foot bears
	biasedSec  = 0.15 // a cell that reads a force in the air
	soundSec   = 0.05 // with right readings until it is used again
	stuckRange = 0.3  // N: a cell that changes by less
	movingN    = 10.0 // while another one changes by more
	block      = 42   // cycles over which changes are measured
)

// Cells monitors the force cells of both soles. The zero value is ready.
type Cells struct {
	faults [nao.NumFSR]Fault
	cells  [nao.NumFSR]cell
	feet   [nao.NumLegs]foot
	last   nao.State // state with the last finite readings

	began   bool
	dtSec   float64
	upright bool
	heightM [nao.NumLegs]float64 // height of each sole over the lower one
	airSec  float64              // for how long both feet have read nothing
	cycle   int                  // cycle of the block
	weight  float64              // N, 0: not measured yet
	readN   [nao.NumFSR]float64  // as measured; 0 for NaN
	replace [nao.NumFSR]float64  // with faulty cells replaced
}

// cell holds the evidence on one cell.
type cell struct {
	corner, idle, biased, right float64 // s
	low, high                   float64 // N, in this block
	missing                     bool    // reads no number
}

// foot holds the evidence on a foot.
type foot struct {
	silent, pending float64 // s
	loud            float64 // s
}

// Faults returns what is wrong with each cell.
func (m *Cells) Faults() [nao.NumFSR]Fault { return m.faults }

// Forces returns the cells' forces; those of faulty cells are replaced by what the others, the robot's weight and the
// heights of the soles make likely.
func (m *Cells) Forces() *[nao.NumFSR]float64 { return &m.replace }

// Weighs reports whether the cells measure which foot bears load: at least one foot has working cells, and not all cells
// read nothing, as they do in the air.
func (m *Cells) Weighs() bool {
	return m.airSec < weighsSec && (m.known(nao.LeftLeg) || m.known(nao.RightLeg))
}

// known reports whether a foot has enough sound cells to measure its load.
func (m *Cells) known(leg nao.Leg) bool { return m.faulty(leg) < 2 }

// faulty counts a foot's faulty cells.
func (m *Cells) faulty(leg nao.Leg) (n int) {
	for _, f := range m.faults[4*leg : 4*leg+4] {
		if f != Sound {
			n++
		}
	}
	return n
}

// Step reads a state.
func (m *Cells) Step(state *nao.State) {
	m.read(state)
	if m.upright && m.dtSec > 0 && state.Capabilities.Has(nao.SensesFSR) {
		m.judgeAir()
		for leg := range nao.Leg(nao.NumLegs) {
			m.judgeFoot(leg)
		}
		for i := range nao.FSR(nao.NumFSR) {
			m.judgeCell(i)
		}
		m.judgeChanges()
		m.weigh()
	}
	m.fill()
}

// read stores a state's readings and computes the heights of the soles.
func (m *Cells) read(state *nao.State) {
	m.dtSec = 0
	if m.began {
		m.dtSec = min(max((state.Time-m.last.Time).Seconds(), 0), 0.1)
	}
	keep := func(to, from []float64) {
		for i, v := range from {
			if si.IsFinite(v) {
				to[i] = v
			}
		}
	}
	keep(m.last.Position[:], state.Position[:])
	keep(m.last.Angles[:], state.Angles[:])
	m.last.Time, m.began = state.Time, true
	for i, f := range state.FSR {
		m.cells[i].missing = !si.IsFinite(f)
		m.readN[i] = 0
		if !m.cells[i].missing {
			m.readN[i] = max(f, 0)
		}
	}
	roll, pitch := m.last.Angles[0], m.last.Angles[1]
	m.upright = math.Abs(roll) < tiltMost && math.Abs(pitch) < tiltMost
	var z [nao.NumLegs]float64
	sr, cr := math.Sincos(roll)
	sp, cp := math.Sincos(pitch)
	for leg := range z {
		p := nao.SoleInTorso(nao.Leg(leg), &m.last.Position).P
		z[leg] = -sp*p.X + cp*(sr*p.Y+cr*p.Z)
	}
	low := min(z[0], z[1])
	m.heightM = [nao.NumLegs]float64{z[0] - low, z[1] - low}
}

// sum returns the sum of a foot's readings.
func (m *Cells) sum(leg nao.Leg) float64 {
	r := m.readN[4*leg : 4*leg+4]
	return r[0] + r[1] + r[2] + r[3]
}

// judgeAir looks for cells that are all dead. A robot that is lifted reads the same; its cells are taken back as soon as
// it is put down.
func (m *Cells) judgeAir() {
	if m.sum(nao.LeftLeg)+m.sum(nao.RightLeg) > silentN {
		m.airSec = 0
		return
	}
	if m.airSec += m.dtSec; m.airSec < airSec {
		return
	}
	for i := range m.faults {
		m.faults[i] = Dead
	}
}

// judgeFoot looks for a foot that reads nothing although it must bear load. A lifted robot reads nothing with both feet,
// so a single foot's silence counts only after the other foot has borne load again.
func (m *Cells) judgeFoot(leg nao.Leg) {
	other := 1 - leg
	f, mine, others := &m.feet[leg], m.sum(leg), m.sum(other)
	if mine > silentN {
		f.silent, f.pending = 0, 0
		if f.loud += m.dtSec; f.loud >= soundSec {
			for i := nao.FSR(4 * leg); i < nao.FSR(4*leg+4); i++ {
				if m.faults[i] == Dead && m.readN[i] > nothingN {
					m.faults[i], m.cells[i].corner, m.cells[i].idle = Sound, 0, 0
				}
			}
		}
		return
	}
	f.loud = 0
	switch full := m.full(); {
	case m.heightM[other] > airborneM:
		f.pending += m.dtSec
	case others > 0.5*full:
		f.silent += min(f.pending, deadSec)
		f.pending = 0
		if others < 0.65*full && m.heightM[leg] < levelM {
			f.silent += deadSec / halfSec * m.dtSec
		}
	case others > 0.2*full && m.heightM[leg] < levelM:
		f.silent += deadSec / halfSec * m.dtSec
	}
	if f.silent >= deadSec {
		for i := nao.FSR(4 * leg); i < nao.FSR(4*leg+4); i++ {
			m.faults[i] = Dead
		}
	}
}

// full returns the robot's weight as the cells measure it.
func (m *Cells) full() float64 {
	if m.weight == 0 {
		return gravity * nao.TotalMass()
	}
	return m.weight
}

// gravity is that of the Earth, m/s².
const gravity = 9.81

// weigh learns the weight as the cells measure it, while all of them are sound and both feet stand.
func (m *Cells) weigh() {
	const perSec, share = 0.1, 0.4
	total, nominal := m.sum(nao.LeftLeg)+m.sum(nao.RightLeg), gravity*nao.TotalMass()
	if m.faults != [nao.NumFSR]Fault{} || m.heightM[0]+m.heightM[1] > levelM || math.Abs(total/nominal-1) > share {
		return
	}
	m.weight = cmp.Or(m.weight, nominal)
	m.weight += perSec * m.dtSec * (total - m.weight)
}

// neighbours returns the cells beside a cell on its sole, and the one diagonally across.
func neighbours(i nao.FSR) (beside [2]nao.FSR, across nao.FSR) {
	first := i / 4 * 4
	return [2]nao.FSR{first + (i - first) ^ 1, first + (i - first) ^ 2}, first + (i - first) ^ 3
}

// expected returns the likely reading of a cell: on a plane through the other three forces.
func (m *Cells) expected(i nao.FSR) float64 {
	beside, across := neighbours(i)
	return max(m.readN[beside[0]]+m.readN[beside[1]]-m.readN[across], 0)
}

// judgeCell looks for a cell that is dead on a foot that bears, and one that reads a force in the air.
func (m *Cells) judgeCell(i nao.FSR) {
	leg := nao.Leg(i / 4)
	c, v := &m.cells[i], m.readN[i]
	bears := m.sum(leg) > bearsN
	switch {
	case c.missing:
		m.faults[i], c.right = Stuck, 0
		return
	case v > nothingN:
		c.idle, c.corner = 0, 0
	case bears && m.heightM[leg] < levelM:
		c.idle += m.dtSec
		if m.expected(i) > 5 {
			c.corner += m.dtSec
		}
	}
	inAir := m.heightM[leg] > 1.5*airborneM
	if inAir && v > nothingN+0.5 {
		c.biased += m.dtSec
	} else if inAir {
		c.biased = 0
		if c.right += m.dtSec; c.right >= soundSec && (m.faults[i] == Biased || m.faults[i] == Stuck) {
			m.faults[i] = Sound
		}
	}
	switch {
	case m.faults[i] != Sound:
	case c.corner >= cornerSec || c.idle >= idleSec && m.heightM[1-leg] > airborneM:
		m.faults[i], c.right = Dead, 0
	case c.biased >= biasedSec:
		m.faults[i], c.right = Biased, 0
	}
}

// judgeChanges looks for cells that do not change while others do, block by block.
func (m *Cells) judgeChanges() {
	widest := 0.0
	for i := range m.cells {
		c := &m.cells[i]
		if m.cycle == 0 {
			c.low, c.high = m.readN[i], m.readN[i]
		}
		c.low, c.high = min(c.low, m.readN[i]), max(c.high, m.readN[i])
		widest = max(widest, c.high-c.low)
	}
	if m.cycle++; m.cycle < block {
		return
	}
	m.cycle = 0
	for i := range m.cells {
		c := &m.cells[i]
		still := c.high-c.low < stuckRange
		switch {
		case still && c.low > nothingN && widest > movingN:
			m.faults[i], c.right = Stuck, 0
		case !still && m.faults[i] == Stuck && !c.missing:
			m.faults[i] = Sound
		}
	}
}

// fill computes the forces with faulty cells replaced.
func (m *Cells) fill() {
	m.replace = m.readN
	for leg := range nao.Leg(nao.NumLegs) {
		if m.faulty(leg) != 1 {
			continue
		}
		for i := nao.FSR(4 * leg); i < nao.FSR(4*leg+4); i++ {
			if m.faults[i] != Sound {
				m.replace[i] = m.expected(i)
			}
		}
	}
	switch left, right := m.known(nao.LeftLeg), m.known(nao.RightLeg); {
	case left && right && (!m.upright || m.Weighs()):
	case left && m.Weighs():
		m.spread(nao.RightLeg, m.rest(nao.LeftLeg))
	case right && m.Weighs():
		m.spread(nao.LeftLeg, m.rest(nao.RightLeg))
	default: // the lower sole bears
		share := min(max(0.5+(m.heightM[nao.RightLeg]-m.heightM[nao.LeftLeg])/(2*airborneM), 0), 1)
		m.spread(nao.LeftLeg, share*m.full())
		m.spread(nao.RightLeg, (1-share)*m.full())
	}
}

// rest returns the remaining weight, borne by the other foot, when the load of one foot is measured. A foot that is
// clearly in the air bears nothing.
func (m *Cells) rest(known nao.Leg) float64 {
	const most = 3 * airborneM
	r := m.replace[4*known : 4*known+4]
	load := m.full() - (r[0] + r[1] + r[2] + r[3])
	return max(load, 0) * min(max(2-m.heightM[1-known]/most*2, 0), 1)
}

// spread puts a load on all four cells of a foot.
func (m *Cells) spread(leg nao.Leg, load float64) {
	for i := 4 * leg; i < 4*leg+4; i++ {
		m.replace[i] = load / 4
	}
}
