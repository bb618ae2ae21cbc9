package hfsm

import (
	"errors"
	"fmt"
	"regexp"

	"gonao/hfsm/chart"
)

// nullLanguage is the name of the language without values: SCXML's null data
// model. Its conditions are In('state') alone; a constant has its value.
const nullLanguage = "null"

// nullUnit holds the pieces of a chart without data: names of states, or values.
type nullUnit struct{ pieces []any }

var inState = regexp.MustCompile(`^\s*In\s*\(\s*(?:'([^']*)'|"([^"]*)")\s*\)\s*$`)

// Piece accepts conditions on states and constants.
func (u *nullUnit) Piece(text chart.Expression, use Use) (int, error) {
	var piece any
	switch use {
	case Condition:
		found := inState.FindStringSubmatch(text.Text)
		if found == nil {
			return 0, fmt.Errorf("%q in a machine without a data model; expected In('state')", text.Text)
		}
		piece = found[1] + found[2]
	case Quantity, Content:
		v, ok := chart.Constant(text.Text)
		if !ok && use == Quantity {
			return 0, fmt.Errorf("%q in a machine without a data model; expected a constant", text.Text)
		}
		piece = anyOf(v)
	case Location, Statement:
		return 0, fmt.Errorf("%q needs a data model, and the machine has none", text.Text)
	}
	u.pieces = append(u.pieces, piece)
	return len(u.pieces) - 1, nil
}

// Open makes a session, which only looks at its machine.
func (u *nullUnit) Open(scope *Scope) (Session, error) {
	return &nullSession{u, scope.Machine}, nil
}

type nullSession struct {
	unit    *nullUnit
	machine *Machine
}

func (s *nullSession) Bool(id int) (bool, error) {
	name, _ := s.unit.pieces[id].(string)
	return s.machine.SCXML().InState(name), nil
}

func (s *nullSession) Value(id int) (any, error) { return s.unit.pieces[id], nil }

func (s *nullSession) Run(int) error         { return errNull }
func (s *nullSession) Assign(int, any) error { return errNull }
func (s *nullSession) Each(int, string, string, func() error) error {
	return errNull
}

var errNull = errors.New("no data model; expected one, such as lua")

func (s *nullSession) Begin()       {}
func (s *nullSession) Event(*Event) {}
func (s *nullSession) Reset() error { return nil }
func (s *nullSession) Close()       {}
