package param

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
)

// Why a parameter is not changed, besides its value.
var (
	ErrUnknown  = errUnknown
	ErrReadOnly = errors.New("it can be set at the start only")
)

// ChangeError is the error of a parameter that cannot be changed. Its reason is [ErrUnknown], [ErrReadOnly], a
// [*RangeError], or another error about its value.
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
	entries, err := Entries(config)
	if err != nil {
		return nil, err
	}
	byName := map[string]*Entry{}
	for i := range entries {
		byName[entries[i].Name] = &entries[i]
	}
	for _, s := range settings {
		if err := change(reflect.ValueOf(next).Elem(), byName[s.Name], s); err != nil {
			return nil, &ChangeError{Name: s.Name, Err: err}
		}
	}
	return next, Check(next)
}

// change sets one parameter of v; e is nil when there is none of the name.
func change(v reflect.Value, e *Entry, s Setting) error {
	switch {
	case e == nil:
		return fmt.Errorf("%w%s", ErrUnknown, strings.TrimPrefix(near(s.Name, v.Interface()), "; --help lists them"))
	case e.ReadOnly:
		return ErrReadOnly
	case s.Value == nil:
		return errors.New("no value given: a node's parameter cannot be deleted")
	}
	if err := assign(v, strings.Split(s.Name, "."), s.Value, About{}); err != nil {
		return err
	}
	if got := KindOf(s.Value); got != e.Kind && e.Kind != Any && reflect.ValueOf(s.Value).Len() > 0 {
		return fmt.Errorf("expected %s, got %s", withArticle(e.Type), describe(s.Value)) // bytes for integers
	}
	return nil
}
