package slot

import (
	"encoding/xml"
	"math"

	"gonao/nao"
)

// slotElement reads <slot …> to its end and checks that its joints can keep up.
func (r *reader) slotElement(e xml.StartElement) error {
	as, err := r.take(e, "duration", "wait")
	if err != nil {
		return err
	}
	if _, ok := as["duration"]; !ok {
		return r.errorf("<slot> has no duration")
	}
	const minSec = 0.012 // one cycle of the body
	durationSec, err1 := r.number(as, "duration", 0, minSec, maxSec)
	waitSec, err2 := r.number(as, "wait", 0, 0, maxSec)
	if err := cmpErr(err1, err2); err != nil {
		return err
	}
	slot := Slot{Duration: seconds(durationSec), Wait: seconds(waitSec)}
	for {
		child, err := r.next()
		switch {
		case err != nil:
			return err
		case child == nil && len(slot.Targets) == 0:
			return r.errorf("<slot> has no <joint>")
		case child == nil:
			r.motion.Slots = append(r.motion.Slots, slot)
			return nil
		case child.Name.Local != "joint":
			return r.errorf("<%s> in <slot>: expected <joint>", child.Name.Local)
		}
		target, err := r.jointElement(*child, durationSec)
		if err != nil {
			return err
		}
		for _, t := range slot.Targets {
			if t.Joint == target.Joint {
				return r.errorf("joint %s is in the slot twice", t.Joint)
			}
		}
		slot.Targets = append(slot.Targets, target)
	}
}

// jointElement reads <joint …/>.
func (r *reader) jointElement(e xml.StartElement, durationSec float64) (Target, error) {
	as, err := r.take(e, "name", "angle_deg", "open")
	if err != nil {
		return Target{}, err
	}
	joint, err := nao.ParseJoint(as["name"])
	if err != nil {
		return Target{}, r.errorf("%w", err)
	}
	attribute, unit, scale := "angle_deg", "°", math.Pi/180
	if joint == nao.LHand || joint == nao.RHand {
		attribute, unit, scale = "open", "", 1.0
	}
	if _, ok := as[attribute]; !ok || len(as) != 2 {
		return Target{}, r.errorf("joint %s: expected name and %s, no more", joint, attribute)
	}
	value, err := r.number(as, attribute, 0, -360, 360)
	if err != nil {
		return Target{}, err
	}
	// A file may give the limit itself, rounded.
	const slack = 1e-3
	angle := value * scale
	lo, hi := joint.Range()
	if angle < lo-slack || angle > hi+slack {
		return Target{}, r.errorf("joint %s: %s %g: expected %.1f%s to %.1f%s",
			joint, attribute, value, lo/scale, unit, hi/scale, unit)
	}
	angle = joint.Clamp(angle)
	if speed := peakSpeed(angle-r.last[joint], durationSec); r.known[joint] && speed > joint.MaxSpeed() {
		return Target{}, r.errorf("joint %s: from %.1f%s to %.1f%s in %g s it would turn with up to %.0f%s/s: expected at most %.0f%s/s",
			joint, r.last[joint]/scale, unit, value, unit, durationSec, speed/scale, unit, joint.MaxSpeed()/scale, unit)
	}
	r.last[joint], r.known[joint] = angle, true
	if child, err := r.next(); err != nil || child != nil {
		return Target{}, cmpErr(err, r.errorf("expected nothing in <joint>"))
	}
	return Target{Joint: joint, Angle: angle}, nil
}
