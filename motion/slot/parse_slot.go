package slot

import (
	"encoding/xml"
	"math"

	"gonao/nao"
)

// settings are the attributes that a slot inherits from its motion unless it has its own.
var settings = []string{"tolerance_deg", "timeout", "trajectory", "wait_reached", "stiffness", "support"}

// setting reads them; missing and wrong ones are those of the slot and the slack that it gets.
func (r *reader) setting(as XMLAttributes, s Slot, slack float64) (Slot, float64) {
	s.Tolerance = r.number(as, "tolerance_deg", s.Tolerance*180/math.Pi, 0.1, 90) * math.Pi / 180
	s.Timeout = XMLSeconds(r.number(as, "timeout", s.Timeout.Seconds(), minSec, maxSec))
	s.Linear = r.oneOf(as, "trajectory", s.Linear, "sine", "linear")
	s.NoWait = !r.oneOf(as, "wait_reached", !s.NoWait, "false", "true")
	s.Support = r.support(as, s.Support)
	return s, 1 - r.number(as, "stiffness", 1-slack, 0, 1)
}

// number returns an attribute as a number from lo to hi; otherwise if it is missing or wrong.
func (r *reader) number(as XMLAttributes, name string, otherwise, lo, hi float64) float64 {
	v, err := r.Number(as, name, otherwise, lo, hi)
	if err != nil {
		r.note(err)
		return otherwise
	}
	return v
}

// support returns the foot that an attribute names.
func (r *reader) support(as XMLAttributes, otherwise Support) Support {
	text, ok := as["support"]
	if !ok {
		return otherwise
	}
	for s := NoSupport; s <= RightSupport; s++ {
		if s.String() == text {
			return s
		}
	}
	r.note(r.Errorf("support %q: expected none, left or right", text))
	return otherwise
}

// oneOf returns which of two words an attribute is: true for the second.
func (r *reader) oneOf(as XMLAttributes, name string, otherwise bool, no, yes string) bool {
	switch text, ok := as[name]; {
	case !ok:
		return otherwise
	case text == no || text == yes:
		return text == yes
	default:
		r.note(r.Errorf("%s %q: expected %s or %s", name, text, no, yes))
		return otherwise
	}
}

// slotElement reads <slot …> to its end and checks that its joints can keep up.
func (r *reader) slotElement(e xml.StartElement) error {
	if len(r.motion.Slots) == maxSlots {
		return r.Errorf("expected at most %d slots", maxSlots)
	}
	as, wrong := r.TakeAll(e, append([]string{"duration", "wait"}, settings...)...)
	r.note(wrong...)
	if _, ok := as["duration"]; !ok {
		r.note(r.Errorf("<slot> has no duration"))
	}
	slot, slack := r.setting(as, r.usual, r.usualSlack)
	slot.Duration = XMLSeconds(r.number(as, "duration", maxSec, minSec, maxSec))
	slot.Wait = XMLSeconds(r.number(as, "wait", 0, 0, maxSec))
	joints := 0
	err := r.children("slot", "joint", func(e xml.StartElement) error {
		joints++
		target, ok, err := r.jointElement(e, &slot, slack)
		if err != nil || !ok {
			return err
		}
		for _, t := range slot.Targets {
			if t.Joint == target.Joint {
				r.note(r.Errorf("joint %s is in the slot twice", t.Joint))
			}
		}
		slot.Targets = append(slot.Targets, target)
		return nil
	})
	if err == nil && joints == 0 {
		r.note(r.Errorf("<slot> has no <joint>"))
	}
	r.motion.Slots = append(r.motion.Slots, slot)
	return err
}

// unitOf returns the attribute of a joint's value in a file, its unit and its size in rad.
func unitOf(j nao.Joint) (attribute, unit string, scale float64) {
	if j == nao.LHand || j == nao.RHand {
		return "open", "", 1
	}
	return "angle_deg", "°", math.Pi / 180
}

// jointElement reads <joint …/>. ok is false for a wrong one; after err the file cannot be read further.
func (r *reader) jointElement(e xml.StartElement, slot *Slot, slack float64) (target Target, ok bool, err error) {
	before := len(r.wrong)
	as, wrong := r.TakeAll(e, "name", "angle_deg", "open", "stiffness")
	r.note(wrong...)
	joint, err := nao.ParseJoint(as["name"])
	if err != nil {
		r.note(r.Errorf("%w", err))
	} else {
		target = Target{Joint: joint, Slack: 1 - r.number(as, "stiffness", 1-slack, 0, 1)}
		if target.Angle, err = r.angle(as, target); err != nil {
			r.note(err)
		} else {
			r.note(r.follow(target, slot))
		}
	}
	good := len(r.wrong) == before
	return target, good, r.children("joint", "", nil)
}

// angle reads a joint's angle, in rad; only a limp joint may omit it.
func (r *reader) angle(as XMLAttributes, t Target) (float64, error) {
	attribute, unit, scale := unitOf(t.Joint)
	other := "open"
	if attribute == other {
		other = "angle_deg"
	}
	_, has := as[attribute]
	if _, wrong := as[other]; wrong || !has && !t.Limp() {
		return 0, r.Errorf("joint %s: expected only name, %s and optionally stiffness", t.Joint, attribute)
	}
	if !has {
		return t.Joint.Clamp(0), nil
	}
	value, err := r.Number(as, attribute, 0, -360, 360)
	if err != nil {
		return 0, err
	}
	// A file may have the limit itself, rounded.
	const slack = 1e-3
	lo, hi := t.Joint.Range()
	if rad := value * scale; rad < lo-slack || rad > hi+slack {
		return 0, r.Errorf("joint %s: %s %g: expected %.1f%s to %.1f%s",
			t.Joint, attribute, value, lo/scale, unit, hi/scale, unit)
	}
	return t.Joint.Clamp(value * scale), nil
}

// follow stores where a joint goes, and checks that it can go there in time.
func (r *reader) follow(t Target, slot *Slot) error {
	j := t.Joint
	r.named[j] = true
	if t.Limp() {
		r.known[j] = false // its angle is unknown
		return nil
	}
	_, unit, scale := unitOf(j)
	last, known, durationSec := r.last[j], r.known[j], slot.Duration.Seconds()
	r.last[j], r.known[j] = t.Angle, true
	const rounding = 1.001 // rounding errors of angles in a file
	if speed := math.Abs(t.Angle-last) * slot.peak() / durationSec; known && speed > j.MaxSpeed()*rounding {
		return r.Errorf("joint %s: from %.1f%s to %.1f%s in %g s it would turn with up to %.0f%s/s: expected at most %.0f%s/s",
			j, last/scale, unit, t.Angle/scale, unit, durationSec, speed/scale, unit, j.MaxSpeed()/scale, unit)
	}
	return nil
}
