package hfsm

import (
	"slices"
	"strings"

	"gonao/hfsm/chart"
	"gonao/hfsm/expr"
	"gonao/internal/suggest"
)

// usage is what the text of a chart does with its values.
type usage struct {
	read, written map[string]bool
	texts         []string // in other languages, which may do anything with what they name
}

func (u *usage) reads(n *expr.Node) {
	if u.read == nil {
		u.read = map[string]bool{}
	}
	n.Walk(func(n *expr.Node) {
		if n.Kind == expr.Variable {
			u.read[n.Name] = true
		}
	})
}

func (u *usage) writes(name string) {
	if u.written == nil {
		u.written = map[string]bool{}
	}
	u.written[name] = true
}

func (u *usage) mentions(text string) { u.texts = append(u.texts, text) }

// mentioned says whether a script may know a value.
func (u *usage) mentioned(name string) bool {
	return slices.ContainsFunc(u.texts, func(text string) bool { return strings.Contains(text, name) })
}

// checkUse notes values that nobody reads or writes. Inputs are not looked at:
// naming one may be there to have it, for an activity.
func (b *compiler) checkUse() {
	for _, f := range b.model.frames {
		if f.chart.Unit != nil { // its language has read it, and knows
			continue
		}
		for i := range f.chart.Parameters {
			b.checkValue(f, &f.chart.Parameters[i], true)
		}
		for i := range f.chart.Variables {
			b.checkValue(f, &f.chart.Variables[i], false)
		}
		for i := range f.chart.Outputs {
			d := &f.chart.Outputs[i]
			if !f.used.written[d.Name] && !f.used.mentioned(d.Name) {
				b.remark(chart.Note, f, d.Place, codeNeverWritten, "never written")
			}
		}
	}
}

// checkValue notes what is wrong with the use of one value.
func (b *compiler) checkValue(f *frame, d *chart.Declaration, written bool) {
	read := f.used.read[d.Name]
	written = written || f.used.written[d.Name]
	switch {
	case f.used.mentioned(d.Name) || read && written:
	case written:
		b.remark(chart.Note, f, d.Place, codeNeverRead, "never read")
	case read:
		value := Value{Type: d.Type}
		if d.Initial != nil {
			value = *d.Initial
		}
		b.remark(chart.Note, f, d.Place, codeNeverWritten, "never written; it is always %s", value.Text())
	default:
		b.remark(chart.Note, f, d.Place, codeUnused, "neither read nor written")
	}
}

// checkEvents reports events that transitions wait for and nobody knows, and those
// that are raised and no transition waits for.
func (b *compiler) checkEvents() {
	raised := map[string][]place{}
	var awaited, names []string
	for i := range b.model.states {
		s := &b.model.states[i]
		f := b.of(s)
		for _, actions := range [][]chart.Action{s.source.Entry, s.source.Exit} {
			collectRaised(raised, f, actions)
		}
		for _, t := range s.source.Transitions {
			awaited = append(awaited, t.Events...)
			collectRaised(raised, f, t.Then)
		}
	}
	for _, f := range b.model.frames {
		collectRaised(raised, f, f.chart.Begin)
	}
	for name := range raised {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		for _, p := range raised[name] {
			if p.raise && !matches(awaited, name) {
				b.remark(chart.Note, p.frame, p.at, codeUnheard, "no transition waits for %q%s", name, suggest.DidYouMean(name, awaited))
			}
		}
	}
	b.checkAwaited(names)
}

// place is where an event is raised, or sent.
type place struct {
	frame *frame
	at    chart.Place
	raise bool
}

func collectRaised(raised map[string][]place, f *frame, actions []chart.Action) {
	for i := range actions {
		a := &actions[i]
		switch {
		case a.Do == chart.Raise:
			raised[a.Name] = append(raised[a.Name], place{f, a.Place, true})
		case a.Do == chart.Send && a.Message != nil && a.Message.Event != "":
			raised[a.Message.Event] = append(raised[a.Message.Event], place{f, a.Place, false})
		}
		collectRaised(raised, f, a.Actions)
		for _, branch := range a.Branches {
			collectRaised(raised, f, branch.Then)
		}
		if a.Loop != nil {
			collectRaised(raised, f, a.Loop.Do)
		}
	}
}

// checkAwaited reports events that transitions wait for and nobody raises. Where
// the host does not say what it posts, only those that look like a slip.
func (b *compiler) checkAwaited(raised []string) {
	known := raised
	told := b.words != nil && b.words.Events != nil
	if told {
		known = append(slices.Clone(raised), b.words.Events...)
	}
	for i := range b.model.states {
		s := &b.model.states[i]
		f := b.of(s)
		for _, t := range s.source.Transitions {
			for _, word := range t.Events {
				heard := slices.ContainsFunc(known, func(name string) bool {
					return matches([]string{word}, name) || matches([]string{name}, example(word))
				})
				if meant := suggest.DidYouMean(word, known); !heard && word != "*" && (told || meant != "") {
					b.remark(chart.Warning, f, f.chart.At(t.Place, "event"), codeUnknownEvent, "nobody raises %q%s", word, meant)
				}
			}
		}
	}
}
