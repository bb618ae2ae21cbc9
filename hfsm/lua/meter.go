package lua

import (
	"context"
	"errors"
	"fmt"
	"time"

	glua "github.com/yuin/gopher-lua"
)

// meter is the context of an interpreter. The interpreter calls Done before each
// instruction, so the meter counts them and ends the script deterministically when the
// budget is used up. After that every further instruction ends at once, so that no pcall
// can continue.
type meter struct {
	left   int
	over   error // error when none are left; nil: used up
	budget int   // granted instructions
	unit   string

	watch   func() (pause int, err error) // called after watchIn instructions, and again after a pause
	watchIn int
}

// closed is the channel that Done returns when the budget is used up.
var closed = func() chan struct{} { c := make(chan struct{}); close(c); return c }()

// grant starts again with n instructions; unit is their period, for error texts.
func (m *meter) grant(n int, unit string) {
	m.left, m.budget, m.unit, m.over = n, n, unit, nil
}

// exhausted reports whether nothing runs until the next grant.
func (m *meter) exhausted() bool { return m.left < 0 || m.over != nil }

// Done counts one instruction.
func (m *meter) Done() <-chan struct{} {
	m.left--
	m.watchIn--
	if m.watchIn < 0 && m.watch != nil {
		m.look()
	}
	if m.left < 0 || m.over != nil {
		return closed
	}
	return nil
}

// look calls watch.
func (m *meter) look() {
	pause, err := m.watch()
	if m.over == nil {
		m.over = err
	}
	m.watchIn = pause
}

// Err returns the reason for which scripts were ended, or nil.
func (m *meter) Err() error {
	switch {
	case m.over != nil:
		return m.over
	case m.left < 0:
		return &BudgetError{Budget: m.budget, Unit: m.unit}
	}
	return nil
}

// Deadline returns none: a meter counts instructions, not time.
func (m *meter) Deadline() (time.Time, bool) { return time.Time{}, false }

// Value returns nil: a meter carries no values.
func (m *meter) Value(any) any { return nil }

// charge counts n instructions for the work of a library function, and ends the script
// when its budget is used up.
func (m *meter) charge(l *glua.LState, n int) {
	m.left -= n
	m.watchIn -= n
	if m.left < 0 || m.over != nil {
		l.RaiseError("%s", m.Err().Error())
	}
}

// BudgetError is the error of scripts that ran more instructions than their budget.
type BudgetError struct {
	Budget int
	Unit   string
}

func (e *BudgetError) Error() string {
	return fmt.Sprintf("more than %d instructions %s; expected a script that ends", e.Budget, e.Unit)
}

// errMemory is the error of scripts that hold more memory than they may.
var errMemory = errors.New("the script holds too much memory")

var _ context.Context = (*meter)(nil)
