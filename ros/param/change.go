package param

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"gonao/internal/declared"
)

// Why a parameter is not changed, besides its value.
var (
	ErrUnknown  = errUnknown
	ErrReadOnly = errors.New("it can be set at the start only")
)

// ChangeError is the error of a parameter that cannot be changed. Its reason is [ErrUnknown], [ErrReadOnly], a
// [*declared.RangeError], or another error about its value.
type ChangeError struct {
	Name string
	Err  error
}

func (e *ChangeError) Error() string { return fmt.Sprintf("parameter %q: %v", e.Name, e.Err) }

// Unwrap returns the reason.
func (e *ChangeError) Unwrap() error { return e.Err }

// Change returns a copy of a configuration, a pointer to a struct, with some parameters changed. A wrong setting is a
// [*ChangeError]. The copy is checked as in [Check].
func Change(config any, settings []Setting) (any, error) {
	next := Copy(config)
	fields, err := byName(next)
	if err != nil {
		return nil, err
	}
	for _, s := range settings {
		if err := change(fields, s); err != nil {
			return nil, &ChangeError{Name: s.Name, Err: err}
		}
	}
	return next, Check(next)
}

// change sets one parameter.
func change(fields map[string]*declared.Field, s Setting) error {
	f := fields[s.Name]
	switch {
	case f == nil:
		return fmt.Errorf("%w%s", ErrUnknown, strings.TrimPrefix(near(s.Name, fields), "; --help lists them"))
	case f.ReadOnly:
		return ErrReadOnly
	case s.Value == nil:
		return errors.New("no value given: a node's parameter cannot be deleted")
	}
	if err := assign(fields, s.Name, s.Value); err != nil {
		return err
	}
	expected := kindOf(f.Value.Type())
	if got := KindOf(s.Value); got != expected && expected != Any && reflect.ValueOf(s.Value).Len() > 0 {
		text, _ := typeText(f.Value.Type())
		return fmt.Errorf("expected %s, got %s", withArticle(text), describe(s.Value)) // bytes for integers
	}
	return nil
}
