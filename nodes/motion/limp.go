package motion

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"gonao/motion"
	"gonao/msgs"
	"gonao/nao"
)

// limpSec is how long joints are limp when a request has no time.
const limpSec = 3

// limp makes joints limp, and makes limp joints that are not named stiff again.
func (l *loop) limp(q *msgs.SetLimpRequest) error {
	sec := cmp.Or(q.Seconds, limpSec)
	if !(sec > 0 && sec <= motion.MaxLimp.Seconds()) {
		return fmt.Errorf("seconds %g: expected 0 (which is %d) to %g", q.Seconds, limpSec, motion.MaxLimp.Seconds())
	}
	var joints []nao.Joint
	for i, name := range q.Names {
		some, err := nao.ParseJoints(name)
		if err != nil {
			return fmt.Errorf("names[%d]: %w", i, err)
		}
		joints = append(joints, some...)
	}
	slices.Sort(joints)
	joints = slices.Compact(joints)
	return l.within(func() error { return l.motion.Limp(joints, time.Duration(math.Round(sec*1e9))) })
}
