package sim

import (
	"fmt"
	"reflect"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/internal/declared"
	"gonao/nao"
)

// figures returns all figures of a body but its centres of mass.
func (t *Traits) figures() []declared.Field {
	all, err := declared.Fields(t)
	if err != nil {
		panic(err) // a wrong tag
	}
	return all
}

// figure returns the figure with a key, or nil if no figure has it.
func (t *Traits) figure(key string) *declared.Field {
	all := t.figures()
	for i := range all {
		if all[i].Name == key {
			return &all[i]
		}
	}
	return nil
}

// parts is what a figure has values for: axes, joints, cells or links.
type parts uint8

const (
	ofAxes   parts = iota // one for each axis, a list
	ofJoints              // one for each joint
	ofCells               // one for each force cell
	ofLinks               // one for each link
)

// whereIn returns the parts of a figure that is an array.
func whereIn(f *declared.Field) parts {
	switch f.Value.Len() {
	case nao.NumJoints:
		return ofJoints
	case nao.NumFSR:
		return ofCells
	case nao.NumLinks:
		return ofLinks
	}
	return ofAxes
}

// mostShiftM is the farthest that a link's centre of mass may be off, m.
const mostShiftM = 0.1

// name returns the name of part i of a figure.
func (p parts) name(i int) string {
	switch p {
	case ofJoints:
		return nao.Joint(i).String()
	case ofCells:
		return nao.FSR(i).String()
	case ofLinks:
		return nao.Link(i).String()
	case ofAxes:
	}
	return fmt.Sprint(i + 1)
}

// checkFigure returns an error that names the figure, the part and the range when a value is absurd.
func checkFigure(f *declared.Field) error {
	if f.Value.Kind() != reflect.Array {
		return checkValue(f, f.Name, f.Value)
	}
	for i := range f.Value.Len() {
		if err := checkValue(f, f.Name+" of "+whereIn(f).name(i), f.Value.Index(i)); err != nil {
			return err
		}
	}
	return nil
}

func checkValue(f *declared.Field, name string, v reflect.Value) error {
	switch err := f.Check(v); {
	case err == nil:
		return nil
	case v.CanFloat():
		return fmt.Errorf("%s %.4g: expected %s", name, f.Outside(v.Float()), f.Range)
	default:
		return fmt.Errorf("%s %w", name, err)
	}
}

func (t *Traits) validate() error {
	all := t.figures()
	for i := range all {
		if err := checkFigure(&all[i]); err != nil {
			return fmt.Errorf("body: %w", err)
		}
	}
	for l := range nao.Link(nao.NumLinks) {
		if d := r3.Norm(t.CoM[l]); !(d <= mostShiftM) {
			return fmt.Errorf("body: com_mm of %s: %.4g mm off: expected %g at most", l, 1e3*d, 1e3*mostShiftM)
		}
	}
	return nil
}
