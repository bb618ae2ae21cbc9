package hfsm

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonao/hfsm/chart"
	"gonao/internal/wording"
)

// scripted reports whether an expression is in a script language.
func (f *frame) scripted(e *chart.Expression) bool {
	return e.Language != "" || f.chart.Language != "" && f.chart.Language != nullLanguage
}

// nullLanguage is SCXML's null data model. Its documents hold no data: typed expressions have what they need, In and
// constants.
const nullLanguage = "null"

// piece compiles a text in the language of its chart. ok is false after a finding.
func (b *textCompiler) piece(f *frame, e chart.Expression, use Use) (int, bool) {
	language := e.Language
	if language == "" {
		language = f.chart.Language
	}
	if !b.open(f, language, e.Place) {
		return 0, false
	}
	f.used.Mentions(e.Text)
	id, err := f.unit.Piece(e, use)
	if err != nil {
		b.failed(f, e.Place, err)
		return 0, false
	}
	return id, true
}

// open begins the unit of a chart.
func (b *textCompiler) open(f *frame, language string, at chart.Place) bool {
	switch {
	case f.unit != nil && (language == f.language || f.language == ""):
		return true
	case f.unit != nil:
		b.fault(f, at, "%s in a machine with %s; expected one language", language, f.language)
		return false
	case f.broken:
		return false
	}
	var known []string
	if b.words != nil {
		for word := range b.words.Languages {
			known = append(known, word)
		}
	}
	slices.Sort(known)
	i := slices.Index(known, language)
	if i < 0 {
		b.fault(f, at, "no language %q here%s; expected one of %s", language, wording.DidYouMean(language, known), chart.Listed(known))
		f.broken = true
		return false
	}
	unit, err := b.words.Languages[language].Unit(f.chart)
	if err != nil {
		b.failed(f, at, err)
		f.broken = true
		return false
	}
	f.unit, f.language = unit, language
	return true
}

// failed reports an error of a language; a finding keeps its place.
func (b *textCompiler) failed(f *frame, at chart.Place, err error) {
	var all Findings
	var one Finding
	switch {
	case errors.As(err, &all):
	case errors.As(err, &one):
		all = Findings{one}
	default:
		b.fault(f, at, "%v", err)
		return
	}
	for _, one := range all {
		if one.File == "" {
			one.File = f.chart.File
		}
		if one.Key == "" {
			one.Key = at.Key
		}
		b.add(one)
	}
}

// session returns the function that finds the session of a chart in a machine. It records the state whose text runs, and
// whether the text may start activities.
func (b *textCompiler) session(f *frame) func(*Machine) Session {
	n, at := f.id, b.here
	return func(m *Machine) Session {
		m.scripts.here = at
		return m.scripts.sessions[n]
	}
}

// scriptGuard returns a condition in the chart's language.
func (b *textCompiler) scriptGuard(f *frame, e chart.Expression) compiled {
	id, ok := b.piece(f, e, Condition)
	if !ok {
		return compiled{}
	}
	session := b.session(f)
	return compiled{typ: Bool, fails: true, bool: func(m *Machine) bool {
		holds, err := session(m).Bool(id)
		if err != nil {
			m.scripts.problem = err
			return false
		}
		return holds
	}}
}

// scriptValue returns a value of a type that a script computes.
func (b *textCompiler) scriptValue(f *frame, e chart.Expression, want Type) compiled {
	id, ok := b.piece(f, e, Quantity)
	if !ok {
		return compiled{}
	}
	session := b.session(f)
	value := func(m *Machine) Value {
		got, err := session(m).Value(id)
		if err != nil {
			m.scripts.problem = err
			return Value{Type: want}
		}
		v, ok := valueOf(got)
		if ok {
			v, ok = fitted(v, want)
		}
		if !ok {
			m.scripts.problem = fmt.Errorf("%q = %v; expected a value of type %s", e.Text, got, want)
			return Value{Type: want}
		}
		return v
	}
	c := compiled{typ: want, fails: true}
	switch want {
	case Bool:
		c.bool = func(m *Machine) bool { return value(m).Bool }
	case Int:
		c.int = func(m *Machine) int64 { return value(m).Int }
	case Float:
		c.float = func(m *Machine) float64 { return value(m).Float }
	case String:
		c.string = func(m *Machine) string { return value(m).String }
	}
	return c
}

// setInScript assigns to something that only the language has.
func (b *actionCompiler) setInScript(f *frame, a *chart.Action) func(*Machine) error {
	to, ok := b.texts.piece(f, chart.Expression{Place: a.Place, Text: a.Name, Language: a.Value.Language}, Location)
	if !ok {
		return nil
	}
	value, ok := b.texts.piece(f, *a.Value, Quantity)
	if !ok {
		return nil
	}
	session := b.texts.session(f)
	return func(m *Machine) error {
		v, err := session(m).Value(value)
		if err != nil {
			return err
		}
		return session(m).Assign(to, v)
	}
}

// setFromScript assigns the value of a script to a variable with a type.
func (b *actionCompiler) setFromScript(f *frame, a *chart.Action, to scoped) func(*Machine) error {
	id, ok := b.texts.piece(f, *a.Value, Quantity)
	if !ok {
		return nil
	}
	session := b.texts.session(f)
	return func(m *Machine) error {
		got, err := session(m).Value(id)
		if err != nil {
			return err
		}
		return m.values.assign(m, to.slot, got)
	}
}

// valueOf returns a value of a language as one of the four types.
func valueOf(got any) (Value, bool) {
	switch v := got.(type) {
	case bool:
		return BoolValue(v), true
	case int64:
		return IntValue(v), true
	case int:
		return IntValue(int64(v)), true
	case float64:
		return FloatValue(v), true
	case string:
		return StringValue(v), true
	}
	return Value{}, false
}

// widenValue makes an int a float when a float is wanted.
func widenValue(v Value, want Type) (Value, bool) {
	if v.Type == Int && want == Float {
		return FloatValue(float64(v.Int)), true
	}
	return v, v.Type == want
}

// fitted makes an int of a float without a fraction as well: languages without
// types have but one kind of number.
func fitted(v Value, want Type) (Value, bool) {
	const exact = 1 << 53 // beyond it, several ints are the same float
	if v.Type == Float && want == Int && v.Float == math.Trunc(v.Float) && math.Abs(v.Float) < exact {
		return IntValue(int64(v.Float)), true
	}
	return widenValue(v, want)
}

// script makes an action of a text.
func (b *actionCompiler) script(f *frame, a *chart.Action) func(*Machine) error {
	if a.Value == nil {
		b.fault(f, a.Place, "no script; expected its text")
		return nil
	}
	if !f.scripted(a.Value) {
		b.fault(f, a.Place, "a script in a machine without a language; expected its name, such as lua")
		return nil
	}
	id, ok := b.texts.piece(f, *a.Value, Statement)
	if !ok {
		return nil
	}
	session := b.texts.session(f)
	return func(m *Machine) error { return session(m).Run(id) }
}

// each makes a loop over the items of an array.
func (b *actionCompiler) each(f *frame, state int, a *chart.Action) func(*Machine) error {
	if a.Loop == nil || !f.scripted(&a.Loop.Array) {
		b.fault(f, a.Place, "a loop; expected it in a machine whose language has arrays")
		return nil
	}
	id, ok := b.texts.piece(f, a.Loop.Array, Quantity)
	if !ok {
		return nil
	}
	body := b.actions(f, state, a.Loop.Do)
	session, item, index := b.texts.session(f), a.Loop.Item, a.Loop.Index
	return func(m *Machine) error {
		return session(m).Each(id, item, index, func() error { return runActions(m, body, Anew) })
	}
}
