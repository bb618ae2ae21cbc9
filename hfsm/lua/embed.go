package lua

import (
	"slices"

	"gonao/hfsm"
	"gonao/hfsm/chart"
)

// Text is one script of a machine that was generated as Go: its text, its place and its
// use.
type Text struct {
	Use    hfsm.Use
	Line   int
	Column int
	Source string
}

// Open prepares the texts of a chart and opens a session for one use of it, in the
// state path of its machine. The chart only has to have its name, its file and what it
// declares. The id of a piece is its place in the list.
func Open(c *chart.Machine, texts []Text, w Scope, path string, opts Options) (hfsm.Session, error) {
	u := newUnit(c, opts.withDefaults())
	for _, t := range texts {
		u.collectText(t)
	}
	pieces := make([]piece, len(texts))
	for i, t := range texts {
		e := chart.Expression{Place: chart.Place{Line: t.Line, Column: t.Column}, Text: t.Source, Language: Name}
		id, err := u.Piece(e, t.Use)
		if err != nil {
			return nil, err
		}
		pieces[i] = u.pieces[id]
	}
	u.pieces = pieces
	return u.open(w, c.Name+"\x00"+path)
}

// collectText notes the global names that one text sets.
func (u *unit) collectText(t Text) {
	if t.Use == hfsm.Location && !slices.Contains(declaredNames(u.chart), t.Source) {
		u.declared[t.Source] = true
	}
	c, err := parseText(u.chart.File, 0, t.Source, u.opts.MaxSource)
	if err != nil {
		return // an expression, or a fault that is found again
	}
	for _, n := range namesOf(c.stmts).set {
		u.declared[n.name] = true
	}
}
