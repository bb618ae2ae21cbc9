package jderobot

import (
	"bytes"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"gonao/hfsm/chart"
)

// Write writes a machine in the newest dialect, that of VisualStates 0.2. A machine from a JdeRobot file is the same when
// it is read again. The findings report what the dialect cannot express: a Warning for an omitted part, an Error (which
// is also the error) if nothing can be written.
func Write(to io.Writer, m *chart.Machine) (chart.Findings, error) {
	w := newWriter(m)
	w.lossesOfMachine()
	if errs := w.findings.Errors(); len(errs) > 0 {
		return w.findings, errs
	}
	w.document(nil)
	// Reading the output back shows what the kept texts declare. Anything else is written newly, because the machine was
	// changed, or is not from JdeRobot.
	back, _ := Read(m.File, w.out.Bytes())
	missing, rewritten := undeclared(m, back), otherGuards(m, back)
	if len(missing)+len(rewritten) > 0 {
		findings := w.findings
		w = newWriter(m)
		w.rewritten = rewritten
		w.document(missing)
		w.findings = findings
	}
	_, err := to.Write(w.out.Bytes())
	return w.findings, err
}

// writer holds the state of writing one machine.
type writer struct {
	m        *chart.Machine
	findings chart.Findings
	out      bytes.Buffer
	indent   int
	kept     map[string][]*keptPiece // by path and role
	order    []*keptPiece
	ids      map[string]int // by path
	paths    map[*chart.State]string
	drawn    map[string]chart.Layout
	language string
	links    int // transitions written
	// rewritten holds the transitions whose guard differs from their kept condition.
	rewritten map[*chart.Transition]bool
}

type keptPiece struct {
	*chart.Kept
	written bool
}

func newWriter(m *chart.Machine) *writer {
	w := &writer{m: m, kept: map[string][]*keptPiece{}, ids: map[string]int{}, drawn: map[string]chart.Layout{}, paths: map[*chart.State]string{}, language: "python"}
	for i := range m.Kept {
		k := &keptPiece{Kept: &m.Kept[i]}
		w.order = append(w.order, k)
		w.kept[k.Path+"\x00"+k.Role] = append(w.kept[k.Path+"\x00"+k.Role], k)
		if k.Language == "cpp" {
			w.language = "cpp"
		}
	}
	w.number(m.Root, "", chart.Layout{})
	return w
}

// number assigns ids to the states, and positions to those without one.
func (w *writer) number(s *chart.State, path string, drawn chart.Layout) {
	w.paths[s] = path
	w.ids[path] = len(w.paths) - 1
	if at, ok := w.m.Layout[path]; ok {
		drawn = at
	}
	w.drawn[path] = drawn
	for i, inner := range s.States {
		const perRow, apart = 4, 150
		w.number(inner, join(path, inner.Name), chart.Layout{X: float64(i%perRow+1) * apart, Y: float64(i/perRow+1) * apart})
	}
}

func (w *writer) find(s chart.Severity, at chart.Place, code, text string) {
	w.findings = append(w.findings, chart.Finding{
		Severity: s, File: w.m.File, Line: at.Line, Column: at.Column, Key: at.Key, Code: code, Text: text,
	})
}

// take returns the kept piece of a path and a role, and marks it as written.
func (w *writer) take(path, role string) (string, bool) {
	text := ""
	found := w.kept[path+"\x00"+role]
	for _, k := range found {
		k.written = true
		text += k.Text
	}
	return text, len(found) > 0
}

func (w *writer) open(tag string) {
	w.line("<" + tag + ">")
	w.indent++
}

// close writes the end tag of open's tag, without its attributes.
func (w *writer) close(tag string) {
	w.indent--
	w.line("</" + tag + ">")
}

func (w *writer) line(text string) {
	w.out.WriteString(strings.Repeat("  ", w.indent) + text + "\n")
}

func (w *writer) element(tag, text string) {
	w.line("<" + tag + ">" + escape(text) + "</" + tag + ">")
}

// escape keeps ends of lines and tabs as they are: it is code that people read.
func escape(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '&':
			b.WriteString("&amp;")
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case r == '"':
			b.WriteString("&quot;")
		case r == '\n' || r == '\t' || r >= ' ' && r != 0xFFFE && r != 0xFFFF:
			b.WriteRune(r)
		default:
			b.WriteRune('\uFFFD') // no XML can hold it
		}
	}
	return b.String()
}

// document writes it all; missing are the declarations that are in no kept text.
func (w *writer) document(missing []chart.Declaration) {
	w.line(`<?xml version="1.0" ?>`)
	w.open("VisualStates")
	w.config()
	w.manner()
	w.namespace("global_namespace", "", ofGlobal, missing)
	w.texts("libraries", "library", roleLibraries)
	w.state(w.m.Root, true)
	for _, k := range w.order {
		if !k.written {
			w.line(`<kept path="` + escape(k.Path) + `" role="` + escape(k.Role) + `" language="` + escape(k.Language) + `">` + escape(k.Text) + `</kept>`)
		}
	}
	w.close("VisualStates")
}

func (w *writer) config() {
	w.open("config")
	w.texts("buildDependencies", "dependency", roleBuild)
	w.texts("runDependencies", "dependency", roleRun)
	w.raws("topics", roleTopic)
	if len(w.kept["\x00"+roleInterface]) > 0 {
		w.raws("interfaces", roleInterface) // Ice has no place in E; a reader for ROS ignores it
	}
	w.close("config")
}

// texts writes a list that is kept as lines.
func (w *writer) texts(tag, inner, role string) {
	text, _ := w.take("", role)
	w.open(tag)
	for _, line := range strings.Split(text, "\n") {
		if line != "" {
			w.element(inner, line)
		}
	}
	w.close(tag)
}

// raws writes elements that are kept as they were.
func (w *writer) raws(tag, role string) {
	w.open(tag)
	for _, k := range w.kept["\x00"+role] {
		k.written = true
		w.line(k.Text)
	}
	w.close(tag)
}

func (w *writer) namespace(tag, path, of string, missing []chart.Declaration) {
	w.open(tag)
	functions, _ := w.take(path, of+roleFunctions)
	w.element("functions", functions)
	variables, _ := w.take(path, of+roleVariables)
	for _, d := range missing {
		if variables != "" && !strings.HasSuffix(variables, "\n") {
			variables += "\n"
		}
		variables += w.declaration(d)
	}
	w.element("variables", variables)
	if parameters, ok := w.take(path, of+roleParameters); ok {
		w.line("<parameters>" + parameters + "</parameters>")
	}
	w.close(tag)
}

// state writes a state with all inside it.
func (w *writer) state(s *chart.State, initial bool) {
	path := w.paths[s]
	word := "False"
	if initial {
		word = "True"
	}
	w.open(`state id="` + strconv.Itoa(w.ids[path]) + `" initial="` + word + `"`)
	w.element("posx", decimal(w.drawn[path].X))
	w.element("posy", decimal(w.drawn[path].Y))
	name, ok := w.take(path, roleName)
	switch {
	case path == "":
		name = w.m.Name
	case !ok:
		name = s.Name
	}
	w.element("name", name)
	code, _ := w.take(path, roleCode)
	w.element("code", code)
	w.element("timestep", w.timestep(s, path))
	w.namespace("namespace", path, "", nil)
	if path != "" {
		w.lossesOfState(s)
	}
	for _, t := range s.Transitions {
		w.transition(t, path)
	}
	for i, inner := range s.States {
		w.state(inner, isInitial(s, inner, i))
	}
	w.close("state")
}

func isInitial(s, inner *chart.State, index int) bool {
	if len(s.Initial) == 0 {
		return index == 0
	}
	return s.Initial[0] == inner.Name
}

// decimal writes a position as Python does: with a point.
func decimal(v float64) string {
	text := strconv.FormatFloat(v, 'f', -1, 64)
	if !strings.Contains(text, ".") {
		text += ".0"
	}
	return text
}

// timestep returns the period of the automaton inside a state, in whole ms.
func (w *writer) timestep(s *chart.State, path string) string {
	if len(s.States) == 0 {
		if text, ok := w.take(path, rolePeriod); ok {
			return text
		}
		return strconv.Itoa(defaultPeriodMs)
	}
	rate := s.RateHz
	for up := path; rate == 0 && up != ""; {
		up = up[:max(0, strings.LastIndexByte(up, '/'))]
		rate = w.at(up).RateHz
	}
	if rate == 0 {
		return strconv.Itoa(defaultPeriodMs)
	}
	ms := max(1, math.Round(1000/rate))
	if math.Abs(ms-1000/rate) > 1e-9 {
		w.find(chart.Warning, s.Place, "rounded", strconv.FormatFloat(rate, 'g', -1, 64)+" Hz; the dialect has whole ms, written as "+strconv.Itoa(int(ms)))
	}
	return strconv.Itoa(int(ms))
}

// at returns the state at a path.
func (w *writer) at(path string) *chart.State {
	s := w.m.Root
	for _, name := range strings.Split(path, "/") {
		for _, inner := range s.States {
			if inner.Name == name {
				s = inner
				break
			}
		}
	}
	return s
}

// milliseconds writes a time in whole ms.
func (w *writer) milliseconds(d time.Duration, at chart.Place) string {
	ms := max(1, d.Round(time.Millisecond).Milliseconds())
	if d != time.Duration(ms)*time.Millisecond {
		w.find(chart.Warning, at, "rounded", d.String()+"; the dialect has whole ms, written as "+strconv.FormatInt(ms, 10))
	}
	return strconv.FormatInt(ms, 10)
}
