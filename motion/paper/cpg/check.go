package cpg

import (
	"fmt"

	"gonao/internal/si"
	"gonao/nao"
)

// check returns an error for a joint that would leave its range or turn too fast.
func (m *Motion) check() error {
	for i := range m.Joints {
		if err := m.Joints[i].check(); err != nil {
			return fmt.Errorf("%s: %w", m.Name, err)
		}
	}
	return nil
}

func (j *Joint) check() error {
	const slack = 1e-3 // a file may have the limit itself, rounded
	middle, rad, speed := j.reach()
	lo, hi := j.Joint.Range()
	if !(middle-rad >= lo-slack && middle+rad <= hi+slack) {
		return fmt.Errorf("joint %s: could go from %.1f° to %.1f°: expected %.1f° to %.1f°",
			j.Joint, (middle-rad)/si.Degree, (middle+rad)/si.Degree, lo/si.Degree, hi/si.Degree)
	}
	if top := j.Joint.MaxSpeed(); !(speed <= top) {
		return fmt.Errorf("joint %s: could turn with %.0f°/s: expected at most %.0f°/s", j.Joint, speed/si.Degree, top/si.Degree)
	}
	return nil
}

// hand reports whether a joint is a hand's, which has no angle.
func hand(j nao.Joint) bool { return j == nao.LHand || j == nao.RHand }
