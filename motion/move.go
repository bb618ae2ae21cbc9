package motion

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"gonao/motion/slot"
	"gonao/nao"
)

// What a move to angles that somebody asks for may be off, and late.
const (
	moveTolerance = 4 * math.Pi / 180
	moveTimeout   = 600 * time.Millisecond
)

// ErrBadMove is why a move that makes no sense is refused.
var ErrBadMove = errors.New("no such move")

// Move takes joints to angles, rad, all at once on sinusoidal ways: the joint with
// the longest way reaches speedShare (above 0, up to 1) of its top speed at its
// peak. It is a play like any other, of one slot; the same refusals hold. Angles
// outside a joint's range are refused too.
func (m *Motion) Move(targets []slot.Target, speedShare float64) (Play, error) {
	if !(speedShare > 0 && speedShare <= 1) {
		return Play{}, fmt.Errorf("%w: speed %g: expected above 0, up to 1", ErrBadMove, speedShare)
	}
	if len(targets) == 0 {
		return Play{}, fmt.Errorf("%w: no joint; expected at least one", ErrBadMove)
	}
	move := &slot.Motion{Name: "move", Tolerance: moveTolerance, Timeout: moveTimeout}
	for _, t := range targets {
		low, high := t.Joint.Range()
		switch {
		case slices.Contains(move.Joints, t.Joint):
			return Play{}, fmt.Errorf("%w: joint %s is there twice", ErrBadMove, t.Joint)
		case !(t.Angle >= low && t.Angle <= high):
			return Play{}, fmt.Errorf("%w: joint %s to %.4g; expected %.4g to %.4g rad", ErrBadMove, t.Joint, t.Angle, low, high)
		}
		move.Joints = append(move.Joints, t.Joint)
	}
	slices.Sort(move.Joints)
	move.Slots = []slot.Slot{{Duration: m.wayTime(targets, speedShare), Targets: slices.Clone(targets)}}
	return m.play(move)
}

// wayTime is how long the longest of the ways takes; never nothing.
func (m *Motion) wayTime(targets []slot.Target, speedShare float64) time.Duration {
	longest := nao.CyclePeriod.Seconds()
	for _, t := range targets {
		way := math.Abs(t.Angle - m.command.Position[t.Joint])
		longest = max(longest, way*math.Pi/2/(speedShare*t.Joint.MaxSpeed())) // a cosine's peak is π/2 of its mean
	}
	return time.Duration(longest * float64(time.Second))
}
