package slot

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonao/nao"
)

// Mirrored is the word that, behind a motion's name and an @, names its mirror image.
const Mirrored = "mirrored"

// Mirror returns the motion with left and right exchanged. Where the other side's
// range ends earlier, which for a NAO's ankles is half a degree, the angle is
// that end; the texts name where.
func (m *Motion) Mirror() (*Motion, []string) {
	var ends []string
	mirror := *m
	mirror.Name, _ = strings.CutSuffix(m.Name, "@"+Mirrored)
	if mirror.Name == m.Name {
		mirror.Name += "@" + Mirrored
	}
	mirror.Slots, mirror.Joints = slices.Clone(m.Slots), slices.Clone(m.Joints)
	for i := range mirror.Slots {
		targets := slices.Clone(mirror.Slots[i].Targets)
		for k, t := range targets {
			joint, sign := t.Joint.Mirror()
			angle := joint.Clamp(sign * t.Angle)
			if off := math.Abs(angle - sign*t.Angle); off > 1e-9 {
				ends = append(ends, fmt.Sprintf("slot %d: %s cannot go as far as %s: %.1f° less", i+1, joint, t.Joint, off*180/math.Pi))
			}
			targets[k].Joint, targets[k].Angle = joint, angle
		}
		mirror.Slots[i].Targets, mirror.Slots[i].Support = targets, mirror.Slots[i].Support.other()
	}
	for i, j := range mirror.Joints {
		mirror.Joints[i], _ = j.Mirror()
	}
	slices.SortFunc(mirror.Joints, cmp.Compare[nao.Joint])
	return &mirror, ends
}

// Find returns the motion of a name, or, with @mirrored behind it, its mirror image.
func (l Library) Find(name string) (*Motion, bool) {
	plain, mirrored := strings.CutSuffix(name, "@"+Mirrored)
	m, ok := l[plain]
	if ok && mirrored {
		m, _ = m.Mirror()
	}
	return m, ok
}
