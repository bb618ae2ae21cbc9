package slot

import (
	"encoding/xml"
	"math"

	"gonao/motion/element"
	"gonao/nao"
)

// settings are the attributes that a slot inherits from its motion unless it has its own.
var settings = []string{"tolerance_deg", "timeout", "trajectory", "wait_reached", "stiffness", "support"}

// setting reads them; missing ones are those of the slot and the slack that it gets.
func (r *reader) setting(as element.Attributes, s Slot, slack float64) (Slot, float64, error) {
	toleranceDeg, err1 := r.Number(as, "tolerance_deg", s.Tolerance*180/math.Pi, 0.1, 90)
	timeoutSec, err2 := r.Number(as, "timeout", s.Timeout.Seconds(), minSec, maxSec)
	linear, err3 := r.oneOf(as, "trajectory", s.Linear, "sine", "linear")
	waits, err4 := r.oneOf(as, "wait_reached", !s.NoWait, "false", "true")
	stiffness, err5 := r.Number(as, "stiffness", 1-slack, 0, 1)
	support, err6 := r.support(as, s.Support)
	s.Support = support
	s.Tolerance, s.Timeout = toleranceDeg*math.Pi/180, element.Seconds(timeoutSec)
	s.Linear, s.NoWait = linear, !waits
	return s, 1 - stiffness, element.First(err1, err2, err3, err4, err5, err6)
}

// support returns the foot that an attribute names.
func (r *reader) support(as element.Attributes, otherwise Support) (Support, error) {
	text, ok := as["support"]
	if !ok {
		return otherwise, nil
	}
	for s := NoSupport; s <= RightSupport; s++ {
		if s.String() == text {
			return s, nil
		}
	}
	return otherwise, r.Errorf("support %q: expected none, left or right", text)
}

// oneOf returns which of two words an attribute is: true for the second.
func (r *reader) oneOf(as element.Attributes, name string, otherwise bool, no, yes string) (bool, error) {
	switch text, ok := as[name]; {
	case !ok:
		return otherwise, nil
	case text == no || text == yes:
		return text == yes, nil
	default:
		return false, r.Errorf("%s %q: expected %s or %s", name, text, no, yes)
	}
}

// slotElement reads <slot …> to its end and checks that its joints can keep up.
func (r *reader) slotElement(e xml.StartElement) error {
	as, err := r.Take(e, append([]string{"duration", "wait"}, settings...)...)
	if err != nil {
		return err
	}
	if _, ok := as["duration"]; !ok {
		return r.Errorf("<slot> has no duration")
	}
	durationSec, err1 := r.Number(as, "duration", 0, minSec, maxSec)
	waitSec, err2 := r.Number(as, "wait", 0, 0, maxSec)
	slot, slack, err3 := r.setting(as, r.usual, r.usualSlack)
	if err := element.First(err1, err2, err3); err != nil {
		return err
	}
	slot.Duration, slot.Wait = element.Seconds(durationSec), element.Seconds(waitSec)
	for {
		child, err := r.Next()
		switch {
		case err != nil:
			return err
		case child == nil && len(slot.Targets) == 0:
			return r.Errorf("<slot> has no <joint>")
		case child == nil:
			r.motion.Slots = append(r.motion.Slots, slot)
			return nil
		case child.Name.Local != "joint":
			return r.Errorf("<%s> in <slot>: expected <joint>", child.Name.Local)
		}
		target, err := r.jointElement(*child, &slot, slack)
		if err != nil {
			return err
		}
		for _, t := range slot.Targets {
			if t.Joint == target.Joint {
				return r.Errorf("joint %s is in the slot twice", t.Joint)
			}
		}
		slot.Targets = append(slot.Targets, target)
	}
}

// unitOf returns the attribute of a joint's value in a file, its unit and its size in rad.
func unitOf(j nao.Joint) (attribute, unit string, scale float64) {
	if j == nao.LHand || j == nao.RHand {
		return "open", "", 1
	}
	return "angle_deg", "°", math.Pi / 180
}

// jointElement reads <joint …/>.
func (r *reader) jointElement(e xml.StartElement, slot *Slot, slack float64) (Target, error) {
	as, err := r.Take(e, "name", "angle_deg", "open", "stiffness")
	if err != nil {
		return Target{}, err
	}
	joint, err := nao.ParseJoint(as["name"])
	if err != nil {
		return Target{}, r.Errorf("%w", err)
	}
	stiffness, err := r.Number(as, "stiffness", 1-slack, 0, 1)
	if err != nil {
		return Target{}, err
	}
	target := Target{Joint: joint, Slack: 1 - stiffness}
	if target.Angle, err = r.angle(as, target); err != nil {
		return Target{}, err
	}
	if err := r.follow(target, slot); err != nil {
		return Target{}, err
	}
	if err := r.End("expected nothing in <joint>"); err != nil {
		return Target{}, err
	}
	return target, nil
}

// angle reads a joint's angle, in rad; only a limp joint needs none.
func (r *reader) angle(as element.Attributes, t Target) (float64, error) {
	attribute, unit, scale := unitOf(t.Joint)
	other := "open"
	if attribute == other {
		other = "angle_deg"
	}
	_, has := as[attribute]
	if _, wrong := as[other]; wrong || !has && !t.Limp() {
		return 0, r.Errorf("joint %s: expected name and %s, perhaps stiffness, no more", t.Joint, attribute)
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
		r.known[j] = false // it goes anywhere
		return nil
	}
	_, unit, scale := unitOf(j)
	durationSec := slot.Duration.Seconds()
	const rounding = 1.001 // of angles in a file
	if speed := math.Abs(t.Angle-r.last[j]) * slot.peak() / durationSec; r.known[j] && speed > j.MaxSpeed()*rounding {
		return r.Errorf("joint %s: from %.1f%s to %.1f%s in %g s it would turn with up to %.0f%s/s: expected at most %.0f%s/s",
			j, r.last[j]/scale, unit, t.Angle/scale, unit, durationSec, speed/scale, unit, j.MaxSpeed()/scale, unit)
	}
	r.last[j], r.known[j] = t.Angle, true
	return nil
}
