package motion

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"gonao/internal/si"
	"gonao/motion/slot"
	"gonao/nao"
)

// How far a move to angles may be off, and how late.
const (
	moveTolerance = 4 * math.Pi / 180
	moveTimeout   = 600 * time.Millisecond
)

// ErrBadMove is returned for a move that makes no sense.
var ErrBadMove = errors.New("no such move")

// moveMotion returns the slot motion of one slot that moves joints to angles: the joint with
// the longest way from the commanded angles reaches speedShare of its top speed at its peak.
func moveMotion(targets []slot.Target, speedShare float64, from *nao.Joints) (*slot.Motion, error) {
	if !(speedShare > 0 && speedShare <= 1) {
		return nil, fmt.Errorf("%w: speed %g: expected above 0, up to 1", ErrBadMove, speedShare)
	}
	if len(targets) == 0 {
		return nil, fmt.Errorf("%w: no joint; expected at least one", ErrBadMove)
	}
	move := &slot.Motion{Name: "move", Tolerance: moveTolerance, Timeout: moveTimeout}
	longest := nao.CyclePeriod.Seconds()
	for _, t := range targets {
		low, high := t.Joint.Range()
		switch {
		case slices.Contains(move.Joints, t.Joint):
			return nil, fmt.Errorf("%w: joint %s is there twice", ErrBadMove, t.Joint)
		case !(t.Angle >= low && t.Angle <= high):
			return nil, fmt.Errorf("%w: joint %s to %.4g; expected %.4g to %.4g rad", ErrBadMove, t.Joint, t.Angle, low, high)
		}
		move.Joints = append(move.Joints, t.Joint)
		way := math.Abs(t.Angle - from[t.Joint])
		longest = max(longest, way*math.Pi/2/(speedShare*t.Joint.MaxSpeed())) // a cosine's peak is π/2 of its mean
	}
	slices.Sort(move.Joints)
	move.Slots = []slot.Slot{{Duration: si.Seconds(longest), Targets: slices.Clone(targets)}}
	return move, nil
}
