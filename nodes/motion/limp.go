package motion

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"gonao/motion"
	"gonao/msgs"
	"gonao/nao"
	"gonao/ros"
)

// limpSec is how long joints are limp when a request does not say.
const limpSec = 3

// errEnds is why a service that comes too late does nothing.
var errEnds = errors.New("motion ends")

// within runs do in the loop, between two states.
func (l *loop) within(do func() error) error {
	done := make(chan error, 1)
	if !l.ask(request{do: func() { done <- do() }}) {
		return errEnds
	}
	return <-done
}

// serveLimp lets joints be moved by hand.
func (l *loop) serveLimp() error {
	_, err := ros.Serve[msgs.SetLimpRequest](l.n, "set_limp",
		func(_ context.Context, q msgs.SetLimpRequest) (a msgs.SetLimpResponse, _ error) {
			a.Success, a.Message = said(l.limp(&q))
			return a, nil
		})
	return err
}

// said is what a service answers.
func said(err error) (bool, string) {
	if err != nil {
		return false, err.Error()
	}
	return true, ""
}

// limp makes joints limp, and those that were stiff again.
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
