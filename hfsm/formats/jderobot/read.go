package jderobot

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"gonao/hfsm/chart"
	"gonao/hfsm/expr"
	"gonao/hfsm/formats/foreign"
)

// Is reports whether a file looks like one of JdeRobot's machines.
func Is(src []byte) bool {
	text, _, err := utf8Of(src[:min(len(src), 4096)&^1])
	return err == nil && rootTag.MatchString(text)
}

var rootTag = regexp.MustCompile(`<(VisualStates|VisualHFSM)[\s/>]`)

// Read reads a machine of any dialect. A repair is reported as a Warning, a part that needs porting as a Note. After an
// Error the machine is nil, or has no state.
func Read(file string, src []byte) (*chart.Machine, chart.Findings) {
	r := &reader{file: file}
	if len(src) > maxBytes {
		r.fail(chart.Place{}, "too-large", "%d bytes; expected at most %d", len(src), maxBytes)
		return nil, r.findings
	}
	text, guess, err := utf8Of(src)
	if err != nil {
		r.fail(chart.Place{}, "encoding", "%v", err)
		return nil, r.findings
	}
	if guess != "" {
		r.warn(chart.Place{Line: 1, Column: 1}, "encoding", "%s", guess)
	}
	root, doctype, wrong := parse(text)
	if wrong != nil {
		r.fail(chart.Place{Line: wrong.Line, Column: wrong.Column}, "not-xml", "%v", wrong)
		return nil, r.findings
	}
	if doctype {
		r.warn(chart.Place{Line: 1, Column: 1}, "doctype", "the document type declaration is ignored")
	}
	var d *document
	switch {
	case root.Name != "VisualStates" && root.Name != "VisualHFSM":
		r.fail(root.place(""), "not-jderobot", "<%s>; expected <VisualStates> or <VisualHFSM>", root.Name)
		return nil, r.findings
	case root.child("SubAutomata") != nil:
		d = r.flat(root)
	default:
		d = nested(root)
	}
	r.note(root.place(""), "dialect", "JdeRobot XML of dialect %s", d.dialect)
	return r.build(d), r.findings.Sorted()
}

// reader holds the state of reading one file.
type reader struct {
	file     string
	findings chart.Findings
	machine  *chart.Machine
	language string // language of the code in the file: "cpp", "python", or "" when unclear
	states   int
	byID     map[string][]*built // in the whole file
	taken    map[string]int      // names of values
	full     bool
	// conditions reads translated conditions, once all variables are known.
	conditions *expr.Reader
	// idsOfFile: an id is one state's in the whole file, not in its automaton alone.
	idsOfFile bool
}

func (r *reader) fail(at chart.Place, code, format string, args ...any) {
	r.find(chart.Error, at, code, format, args...)
}

func (r *reader) warn(at chart.Place, code, format string, args ...any) {
	r.find(chart.Warning, at, code, format, args...)
}

func (r *reader) note(at chart.Place, code, format string, args ...any) {
	r.find(chart.Note, at, code, format, args...)
}

func (r *reader) find(s chart.Severity, at chart.Place, code, format string, args ...any) {
	if len(r.findings) >= maxFindings && s != chart.Error {
		if !r.full {
			r.full = true
			r.findings = append(r.findings, chart.Finding{
				Severity: chart.Note, File: r.file, Code: "more", Text: "more than this; the rest is not listed",
			})
		}
		return
	}
	r.findings = append(r.findings, chart.Finding{
		Severity: s, File: r.file, Line: at.Line, Column: at.Column, Key: at.Key, Code: code,
		Text: fmt.Sprintf(format, args...),
	})
}

// nameOf returns a machine's name from the name in the file, or from its path.
func nameOf(said, file string) string {
	if said == "" {
		said = filepath.Base(file)
		if dot := strings.IndexByte(said, '.'); dot > 0 {
			said = said[:dot]
		}
	}
	return foreign.Identifier(said, "machine")
}
