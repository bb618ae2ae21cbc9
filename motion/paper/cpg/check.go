package cpg

import (
	"fmt"

	"gonao/internal/si"
	"gonao/nao"
)

// check returns an error for a joint that would leave its range or turn too fast.
func (m *Motion) check() error {
	for i := range m.Joints {
		for _, err := range m.Joints[i].findings() {
			return fmt.Errorf("%s: %w", m.Name, err)
		}
	}
	return nil
}

// findings returns how the joint would leave its range or turn too fast.
func (j *Joint) findings() (all []error) {
	const slack = 1e-3 // a file may have the limit itself, rounded
	middle, rad, speed := j.reach()
	lo, hi := j.Joint.Range()
	if !(middle-rad >= lo-slack && middle+rad <= hi+slack) {
		all = append(all, fmt.Errorf("joint %s: could go from %.1f° to %.1f°: expected %.1f° to %.1f°",
			j.Joint, (middle-rad)/si.Degree, (middle+rad)/si.Degree, lo/si.Degree, hi/si.Degree))
	}
	if top := j.Joint.MaxSpeed(); !(speed <= top) {
		all = append(all, fmt.Errorf("joint %s: could turn with %.0f°/s: expected at most %.0f°/s", j.Joint, speed/si.Degree, top/si.Degree))
	}
	return all
}

// Strain is how near a behaviour comes to the limits of the joints.
type Strain struct {
	Joint   nao.Joint // with the largest share of its top speed
	Speed   float64   // that share
	Near    nao.Joint // the joint that comes nearest to the end of its range
	LeftRad float64   // how far it stays from there
}

// Strain returns how near the behaviour comes to the limits of the joints.
func (m *Motion) Strain() Strain {
	load := Strain{LeftRad: 1e9}
	for i := range m.Joints {
		j := &m.Joints[i]
		middle, rad, speed := j.reach()
		if share := speed / j.Joint.MaxSpeed(); share > load.Speed {
			load.Joint, load.Speed = j.Joint, share
		}
		lo, hi := j.Joint.Range()
		if left := min(middle-rad-lo, hi-middle-rad); left < load.LeftRad {
			load.Near, load.LeftRad = j.Joint, max(left, 0)
		}
	}
	return load
}

// hand reports whether a joint is a hand's, which has no angle.
func hand(j nao.Joint) bool { return j == nao.LHand || j == nao.RHand }
