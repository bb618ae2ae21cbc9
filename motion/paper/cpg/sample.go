package cpg

import (
	"time"

	"gonao/motion/paper/gait"
	"gonao/nao"
)

// Sample holds the angles of a behaviour's joints at a time.
type Sample struct {
	At        time.Duration
	Positions []float64 // rad, in the order of Motion.Joints
}

// Times of a behaviour that is played as a trajectory: on the way to its offsets, between two samples, and from the offsets
// to the stand.
const (
	toOffsets   = 800 * time.Millisecond
	sampleEvery = 2 * nao.CyclePeriod
	toStand     = time.Second
)

// Samples returns the behaviour as points of a trajectory: to the offsets, with amplitudes that grow, for sec seconds, with
// amplitudes that fade, and to the stand.
func (m *Motion) Samples(sec float64) []Sample {
	length := m.Start.Seconds() + sec + m.Stop.Seconds()
	all := []Sample{{At: toOffsets, Positions: m.positions(0, 0)}}
	for at := sampleEvery; at.Seconds() < length; at += sampleEvery {
		t := at.Seconds()
		size := gait.Ease(min(t/m.Start.Seconds(), (length-t)/m.Stop.Seconds(), 1))
		all = append(all, Sample{At: toOffsets + at, Positions: m.positions(t, size)})
	}
	end := all[len(all)-1].At + sampleEvery
	stand := Sample{At: end + toStand}
	posture := nao.StandPosture()
	for _, j := range m.Joints {
		stand.Positions = append(stand.Positions, posture[j.Joint])
	}
	return append(all, Sample{At: end, Positions: m.positions(0, 0)}, stand)
}

// positions returns the angles of all joints, within their ranges.
func (m *Motion) positions(tSec, size float64) []float64 {
	all := make([]float64, len(m.Joints))
	for i := range m.Joints {
		all[i] = m.Joints[i].Joint.Clamp(m.Joints[i].At(tSec, size))
	}
	return all
}
