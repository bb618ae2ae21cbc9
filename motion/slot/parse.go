package slot

import (
	"encoding/xml"
	"math"
	"strings"
	"time"

	"gonao/motion/element"
	"gonao/nao"
)

// Defaults of what a motion file leaves out.
const (
	DefaultTolerance = 4 * math.Pi / 180 // rad
	DefaultTimeout   = 600 * time.Millisecond
)

// Bounds that keep times and memory sane.
const (
	minSec   = 0.012 // one cycle of the body
	maxSec   = 3600
	maxSlots = 10000
)

// reader reads one motion file.
type reader struct {
	*element.Reader
	motion *Motion
	usual  Slot                   // what slots inherit from the motion
	last   [nao.NumJoints]float64 // target of the last slot that named the joint
	known  [nao.NumJoints]bool    // whether the joint is at its last target
	named  [nao.NumJoints]bool    // whether any slot named the joint

	usualSlack float64
}

// Parse reads one motion file. Errors name the file, the line and what was
// expected: `dance.xml:7: joint "LElbw": no such joint (did you mean LElbowYaw?)`.
func Parse(file string, data []byte) (*Motion, error) {
	r := &reader{Reader: element.NewReader(file, data), motion: &Motion{File: file}}
	if err := r.Document("motion", r.motionElement); err != nil {
		return nil, err
	}
	for j := range nao.Joint(nao.NumJoints) {
		if r.named[j] {
			r.motion.Joints = append(r.motion.Joints, j)
		}
	}
	return r.motion, nil
}

// motionElement reads <motion …> to its end.
func (r *reader) motionElement(e xml.StartElement) error {
	as, err := r.Take(e, append([]string{"name", "lying"}, settings...)...)
	if err != nil {
		return err
	}
	r.motion.Name = as["name"]
	if r.motion.Name == "" {
		return r.Errorf("<motion> has no name")
	}
	if strings.Contains(r.motion.Name, "@") {
		return r.Errorf("motion name %q: expected no @, which stands before %q", r.motion.Name, Mirrored)
	}
	if r.motion.Lying, err = r.oneOf(as, "lying", false, "false", "true"); err != nil {
		return err
	}
	usual := Slot{Tolerance: DefaultTolerance, Timeout: DefaultTimeout}
	if r.usual, r.usualSlack, err = r.setting(as, usual, 0); err != nil {
		return err
	}
	r.motion.Tolerance, r.motion.Timeout = r.usual.Tolerance, r.usual.Timeout
	for {
		child, err := r.Next()
		switch {
		case err != nil:
			return err
		case child == nil && len(r.motion.Slots) == 0:
			return r.Errorf("motion %q has no <slot>", r.motion.Name)
		case child == nil:
			return nil
		case child.Name.Local != "slot":
			return r.Errorf("<%s> in <motion>: expected <slot>", child.Name.Local)
		case len(r.motion.Slots) == maxSlots:
			return r.Errorf("expected at most %d slots", maxSlots)
		}
		if err := r.slotElement(*child); err != nil {
			return err
		}
	}
}
