package motion

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"gonao/motion"
	"gonao/msgs"
	"gonao/nao"
	"gonao/ros"
)

// limpSec is how long joints are limp when a request has no time.
const limpSec = 3

// serveLimp serves set_limp: joints that are moved by hand.
func (l *loop) serveLimp() error {
	_, err := ros.Serve[msgs.SetLimpRequest](l.n, "set_limp",
		func(_ context.Context, q msgs.SetLimpRequest) (a msgs.SetLimpResponse, _ error) {
			a.Success, a.Message = answer(l.limp(&q))
			return a, nil
		})
	return err
}

// serveGait serves set_gait, which sets the parameter gait.
func serveGait(l *loop) error {
	_, err := ros.Serve[msgs.SetGaitRequest](l.n, "set_gait",
		func(_ context.Context, q msgs.SetGaitRequest) (a msgs.SetGaitResponse, _ error) {
			a.Success, a.Message = answer(ros.SetParameter(l.n, "gait", q.Gait))
			return a, nil
		})
	return err
}

// answer returns the fields that every service's response has.
func answer(err error) (bool, string) {
	if err != nil {
		return false, err.Error()
	}
	return true, ""
}

// limp makes joints limp, and those that were limp and are not named stiff again.
func (l *loop) limp(q *msgs.SetLimpRequest) error {
	sec := q.Seconds
	if sec == 0 {
		sec = limpSec
	}
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
