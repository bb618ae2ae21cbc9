package statepublisher

import (
	"math"
	"time"

	"gonao/ros/tf"
)

// limb is a link that a joint moves.
type limb struct {
	pose       tf.Stamped   // reused; its frames have the prefix
	origin     tf.Transform // pose of the joint in the parent at position 0
	joint      *urdfJoint
	source     string // the joint whose position is used: its own, or the joint that it mimics
	multiplier float64
	offset     float64

	sent   time.Time // stamp of the last pose that was published
	placed bool      // sent counts
}

// links computes where the links are from the joints' positions. It belongs to one
// goroutine.
type links struct {
	limbs  []limb
	byName map[string][]int // limbs that a joint's position moves, its own first
	out    []tf.Stamped     // reused
	due    []int            // reused
	last   time.Time        // stamp of the last message
}

// newLinks returns the moving links, and the poses of the fixed ones.
func newLinks(r *urdfRobot, prefix string) (*links, []tf.Stamped) {
	b := &links{byName: make(map[string][]int)}
	var fixed []tf.Stamped
	for i := range r.Joints {
		j := &r.Joints[i]
		pose := tf.Stamped{Parent: prefix + j.Parent, Child: prefix + j.Child}
		pose.Transform = tf.RollPitchYaw(j.RPY[0], j.RPY[1], j.RPY[2])
		pose.P = j.XYZ
		switch {
		case j.Type == Fixed:
			fixed = append(fixed, pose)
		case j.Moves():
			l := limb{pose: pose, origin: pose.Transform, joint: j, source: j.Name, multiplier: 1}
			if j.Mimic != nil {
				l.source, l.multiplier, l.offset = j.Mimic.Joint, j.Mimic.Multiplier, j.Mimic.Offset
			}
			b.limbs = append(b.limbs, l)
		}
	}
	for i := range b.limbs {
		b.byName[b.limbs[i].source] = append(b.byName[b.limbs[i].source], i)
	}
	return b, fixed
}

// move returns the poses of the links whose joints are named, or nil if all of them were returned less than a
// period before. The result is valid until the next call. Unknown joints and positions that are not
// finite are skipped; broken is the number of the latter.
func (b *links) move(stamp time.Time, names []string, positions []float64, period time.Duration) (poses []tf.Stamped, broken int) {
	if stamp.Before(b.last) {
		b.forget() // the clock was set back
	}
	b.last = stamp
	b.out, b.due = b.out[:0], b.due[:0]
	due := false
	for i, name := range names {
		q := positions[i]
		moved := b.byName[name]
		if len(moved) > 0 && (math.IsNaN(q) || math.IsInf(q, 0)) {
			broken++
			continue
		}
		for _, k := range moved {
			l := &b.limbs[k]
			due = due || !l.placed || stamp.Sub(l.sent) >= period
			l.place(q)
			l.pose.Time = stamp
			b.out, b.due = append(b.out, l.pose), append(b.due, k)
		}
	}
	if !due {
		return nil, broken
	}
	for _, k := range b.due {
		b.limbs[k].sent, b.limbs[k].placed = stamp, true
	}
	return b.out, broken
}

// forget makes every link due.
func (b *links) forget() {
	for i := range b.limbs {
		b.limbs[i].placed = false
	}
}

// place sets the limb's pose at a position of its source, rad or m.
func (l *limb) place(q float64) {
	q = l.multiplier*q + l.offset
	if l.joint.Type == Prismatic {
		x := l.joint.Axis
		x.X, x.Y, x.Z = q*x.X, q*x.Y, q*x.Z
		l.pose.Transform = l.origin.Mul(tf.Translation(x))
		return
	}
	l.pose.Transform = l.origin.Mul(tf.Rotation(l.joint.Axis, q))
}
