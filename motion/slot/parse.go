package slot

import (
	"encoding/xml"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"gonao/nao"
)

// Defaults of optional attributes.
const (
	defaultTolerance = 4 * math.Pi / 180 // rad
	defaultTimeout   = 600 * time.Millisecond
)

// Bounds that keep times and memory sane.
const (
	minSec   = 0.012 // one cycle of the body
	maxSec   = 3600
	maxSlots = 10000
)

// reader reads one motion file. It goes on after an error, so that all of them are found at once.
type reader struct {
	*XMLReader
	motion *Motion
	usual  Slot                   // attributes that slots inherit from the motion
	last   [nao.NumJoints]float64 // target of the last slot that named the joint
	known  [nao.NumJoints]bool    // whether the joint is at its last target
	named  [nao.NumJoints]bool    // whether any slot named the joint
	wrong  []error

	usualSlack float64
}

// Parse reads one motion file. The error joins all errors, one a line, with the file, the line and what was expected:
// `dance.xml:7: joint "LElbw": no such joint (did you mean LElbowYaw?)`.
func Parse(file string, data []byte) (*Motion, error) {
	r := &reader{XMLReader: NewXMLReader(file, data), motion: &Motion{File: file}}
	if err := r.Document("motion", r.motionElement); err != nil {
		r.note(err)
	}
	if err := r.all(); err != nil {
		return nil, err
	}
	for j := range nao.Joint(nao.NumJoints) {
		if r.named[j] {
			r.motion.Joints = append(r.motion.Joints, j)
		}
	}
	return r.motion, nil
}

// note stores errors.
func (r *reader) note(errs ...error) {
	for _, err := range errs {
		if err != nil {
			r.wrong = append(r.wrong, err)
		}
	}
}

// mostErrors limits the errors reported for one file.
const mostErrors = 20

// all returns the errors together, nil if there are none.
func (r *reader) all() error {
	if n := len(r.wrong); n > mostErrors {
		return errors.Join(append(r.wrong[:mostErrors:mostErrors], fmt.Errorf("%s: %d more errors", r.File, n-mostErrors))...)
	}
	return errors.Join(r.wrong...)
}

// motionElement reads <motion …> to its end. The error is one after which the file cannot be read.
func (r *reader) motionElement(e xml.StartElement) error {
	as, wrong := r.TakeAll(e, append([]string{"name", "lying"}, settings...)...)
	r.note(wrong...)
	r.motion.Name = as["name"]
	if r.motion.Name == "" {
		r.note(r.Errorf("<motion> has no name"))
	}
	if strings.Contains(r.motion.Name, "@") {
		r.note(r.Errorf("motion name %q: expected no @, which stands before %q", r.motion.Name, Mirrored))
	}
	r.motion.Lying = r.oneOf(as, "lying", false, "false", "true")
	r.usual, r.usualSlack = r.setting(as, Slot{Tolerance: defaultTolerance, Timeout: defaultTimeout}, 0)
	r.motion.Tolerance, r.motion.Timeout = r.usual.Tolerance, r.usual.Timeout
	err := r.children("motion", "slot", r.slotElement)
	if err == nil && len(r.motion.Slots) == 0 {
		r.note(r.Errorf("motion %q has no <slot>", r.motion.Name))
	}
	return err
}

// children reads the elements of one name, or no elements if it is empty, to the end of their parent.
func (r *reader) children(around, name string, read func(e xml.StartElement) error) error {
	for {
		child, err := r.Next()
		switch {
		case errors.Is(err, ErrXML):
			r.note(err)
			continue
		case err != nil || child == nil:
			return err
		case child.Name.Local != name:
			if name == "" {
				r.note(r.Errorf("<%s>: expected nothing in <%s>", child.Name.Local, around))
			} else {
				r.note(r.Errorf("<%s> in <%s>: expected <%s>", child.Name.Local, around, name))
			}
			err = r.Skip()
		default:
			err = read(*child)
		}
		if err != nil {
			return err
		}
	}
}
