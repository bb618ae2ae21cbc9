package experiment

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"gonao/hfsm/chart"
	"gonao/hfsm/expr"
	"gonao/internal/journal"
	"gonao/internal/wording"
)

// Experiment is a file with the trials of its cells.
type Experiment struct {
	*File
	Kind     *Kind
	Cells    []Cell
	Trials   []*Trial  // by cell
	Measures []Measure // the columns of the table

	formulas []*expr.Node // by measure
}

// Row is one run.
type Row struct {
	Cell   int
	Seed   uint64
	Values []float64 // by measure; NaN where the run has no value
}

// New makes the trials of all cells of a file. The error holds everything that is wrong, each with its key.
func New(f *File) (*Experiment, error) {
	all := f.check()
	kind, err := FindKind(f.Run)
	if err != nil {
		all = append(all, err)
		if kind == nil {
			return nil, errors.Join(all...)
		}
	}
	e := &Experiment{File: f, Kind: kind, Cells: f.Cells()}
	if len(e.Cells) > mostRuns {
		return nil, errors.Join(all...)
	}
	told := map[string]bool{}
	for i := range e.Cells {
		c := &e.Cells[i]
		t, wrong := newTrial(kind, c.Settings, f.dir())
		for _, w := range wrong {
			if text := f.key(c, w.setting) + ": " + w.text; !told[text] { // several cells have the same
				told[text] = true
				all = append(all, errors.New(text))
			}
		}
		e.Trials = append(e.Trials, t)
	}
	if err := errors.Join(append(all, e.readMeasures()...)...); err != nil {
		return nil, err
	}
	return e, nil
}

// newTrial makes the trial of some settings, and returns what is wrong with them. The trial may be nil then.
func newTrial(k *Kind, s Settings, dir string) (*Trial, []wrong) {
	v := newValues(s, dir)
	t, err := k.New(v)
	v.place(err)
	v.checkNames()
	return t, v.wrong
}

// readMeasures reads the expressions of the file, of the measures of any cell. Where a cell does not have one of them, its rows have no value.
func (e *Experiment) readMeasures() (wrong []error) {
	fail := func(format string, args ...any) { wrong = append(wrong, fmt.Errorf(format, args...)) }
	scope, formulas := expr.Scope{}, e.File.Measures
	own := map[string]Measure{}
	for _, t := range e.Trials {
		if t == nil {
			return nil // what can be measured is not known
		}
		for _, m := range t.Measures {
			if _, known := own[m.Name]; !known {
				own[m.Name], scope[m.Name] = m, expr.Name{Type: chart.Float}
				if len(e.File.Measures) == 0 {
					formulas = append(formulas, Formula{m.Name, m.Name})
				}
			}
		}
	}
	for _, f := range formulas {
		m := Measure{Name: f.Name, Doc: f.Text}
		if same, ok := own[f.Text]; ok {
			m.Unit, m.Doc = same.Unit, same.Doc
		}
		e.Measures = append(e.Measures, m)
		node, err := expr.Parse(f.Text, scope)
		if err != nil {
			fail("measures.%s: %q: %w", f.Name, f.Text, err)
		} else if node.Type == chart.String {
			fail("measures.%s: %q: a text; expected a number, or true or false", f.Name, f.Text)
		}
		e.formulas = append(e.formulas, node)
	}
	names := e.names()
	for i, p := range e.Plots {
		if p.Y != "" && !slices.Contains(names, p.Y) {
			fail("plots[%d].y: %q: no such measure; expected one of %s%s", i, p.Y, strings.Join(names, ", "), wording.DidYouMean(p.Y, names))
		}
	}
	return wrong
}

// names returns the names of the measures.
func (e *Experiment) names() []string {
	names := make([]string, len(e.Measures))
	for i, m := range e.Measures {
		names[i] = m.Name
	}
	return names
}

// measured holds the values of a run, for the expressions.
type measured map[string]journal.Number

// Value returns a measure; NaN if the run has none.
func (m measured) Value(name string) chart.Value {
	if v, ok := m[name]; ok {
		return chart.FloatValue(float64(v))
	}
	return chart.FloatValue(math.NaN())
}

// Call returns NaN: it is needed for ages, and measures have none.
func (measured) Call(string, string) chart.Value { return chart.FloatValue(math.NaN()) }

// row returns the row of a run. The value of an expression is NaN if it reads a measure that has no value.
func (e *Experiment) row(cell int, seed uint64, m measured) Row {
	r := Row{Cell: cell, Seed: seed, Values: make([]float64, len(e.formulas))}
	for i, node := range e.formulas {
		missing := slices.ContainsFunc(node.Reads(nil), func(name string) bool { return math.IsNaN(m.Value(name).Float) })
		switch v := node.Eval(m); {
		case missing:
			r.Values[i] = math.NaN()
		case v.Type == chart.Bool && v.Bool:
			r.Values[i] = 1
		case v.Type == chart.Int:
			r.Values[i] = float64(v.Int)
		case v.Type == chart.Float:
			r.Values[i] = v.Float
		}
	}
	return r
}

// keys returns the keys of all runs, seed by seed, so that all cells have results early.
func (e *Experiment) keys() []journal.Key {
	settings := make([]string, len(e.Cells))
	for i := range e.Cells {
		settings[i] = e.Run + ": " + e.digest(&e.Cells[i])
	}
	var keys []journal.Key
	for _, seed := range e.Seeds {
		for i := range e.Cells {
			name := e.Label(&e.Cells[i], -1)
			if name == "" {
				name = e.Run
			}
			keys = append(keys, journal.Key{Name: name, Seed: seed, Settings: settings[i]})
		}
	}
	return keys
}

// digest returns the settings of a cell as text. A file is named by its content, so that the same experiment has the same runs wherever
// its files are.
func (e *Experiment) digest(c *Cell) string {
	all := map[string]string{}
	for _, s := range c.Settings {
		all[s.Name] = s.Value
	}
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(all)) {
		value := journal.File(resolve(all[name], e.dir()))
		if e.Run == commandKind.Name && name == "command" {
			value = all[name] + program(all[name], e.dir())
		}
		parts = append(parts, name+"="+value)
	}
	return strings.Join(parts, " ")
}

// Options are the options of [Experiment.Execute].
type Options struct {
	Journal *journal.Journal
	Runs    journal.Options
	// Table is the file of the table of the runs, CSV; "": none. A row is written as soon as its run has finished. The file is always whole:
	// at the beginning and in the end it is replaced by one that has the rows in order.
	Table string
	// Elsewhere, if not nil, makes a run in place of the trial: another process does the work.
	Elsewhere func(ctx context.Context, task *Task) (map[string]journal.Number, error)
}

// Execute makes the runs that the journal does not have and returns the rows of all runs, seed by seed. Together with an error, a
// [*journal.Missing], it returns the rows of the runs that have finished.
func (e *Experiment) Execute(ctx context.Context, o Options) ([]Row, error) {
	keys := e.keys()
	rows := make([]*Row, len(keys))
	table, err := e.openTable(o.Table, o.Journal, keys)
	if err != nil {
		return nil, err
	}
	defer table.close()
	stored := table.stored
	_, err = journal.Run(ctx, o.Journal, keys, o.Runs, func(ctx context.Context, i int) (measured, error) {
		if cell := i % len(e.Cells); o.Elsewhere != nil {
			return o.Elsewhere(ctx, e.task(cell, keys[i].Seed))
		} else {
			return runTrial(ctx, e.Trials[cell], keys[i].Seed)
		}
	}, func(i int, m measured) {
		r := e.row(i%len(e.Cells), keys[i].Seed, m)
		rows[i] = &r
		if stored--; stored < 0 { // the rows of the journal come first and are in the table already
			table.add(&r)
		}
	})
	var there []Row
	for _, r := range rows {
		if r != nil {
			there = append(there, *r)
		}
	}
	return there, errors.Join(err, table.err, e.replaceTable(o.Table, there))
}

// runTrial runs a trial with a seed.
func runTrial(ctx context.Context, t *Trial, seed uint64) (measured, error) {
	values, err := t.Run(ctx, seed)
	if err != nil {
		return nil, err
	}
	return numbers(values), nil
}
