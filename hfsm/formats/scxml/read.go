package scxml

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"gonao/hfsm/chart"
)

// Open reads a file that a document names, such as the src of a script. The name is as the
// document writes it, without "file:".
type Open func(name string) ([]byte, error)

// Read reads a document and returns every fault it finds. The chart is nil only when
// nothing could be read. open may be nil: then a document that names files is refused.
func Read(file string, src []byte, open Open) (*chart.Machine, chart.Findings) {
	root, fault := parse(file, src)
	if fault != nil {
		return nil, chart.Findings{*fault}
	}
	return readDocument(root, open, new(int))
}

// readDocument reads a document from its root, which may stand inside another.
func readDocument(root *element, open Open, paths *int) (*chart.Machine, chart.Findings) {
	r := &reader{open: open, ids: map[string]string{}, taken: map[string]bool{}, declared: map[string]bool{}, paths: paths, root: root}
	if root.Name != "scxml" || !isSCXML(root) {
		r.fault(root, "", "<"+root.Name+">; expected <scxml>")
		return nil, r.findings
	}
	r.machine = &chart.Machine{File: root.Doc.File, Profile: chart.SCXML}
	r.collect(root)
	r.document()
	r.resolve()
	return r.machine, r.findings.Sorted()
}

// reader makes a chart from elements.
type reader struct {
	machine  *chart.Machine
	root     *element
	open     Open
	findings chart.Findings
	ids      map[string]string // path of each state by its id
	taken    map[string]bool   // ids in the document
	unnamed  int
	later    []reference
	paths    *int            // bytes of all paths so far, also in documents inside
	declared map[string]bool // names of variables
	keys     []string        // keys of the elements around the present one
}

// The readers of the parts of a document. The reader holds what they have read so far.
type (
	stateReader     struct{ *reader }
	actionReader    struct{ *reader }
	valueReader     struct{ *reader }
	extensionReader struct{ *reader } // for elements and attributes of gonao's namespace
)

// key returns the keys of the elements around the one being read; of a long list only the
// end.
func (r *reader) key() string {
	first, length := len(r.keys), 0
	for first > 0 && length+len(r.keys[first-1]) < maxKey {
		first--
		length += len(r.keys[first]) + 1
	}
	key := strings.Join(r.keys[first:], ".")
	if first > 0 {
		key = "…" + key
	}
	return key
}

func (r *reader) full() bool { return len(r.findings) >= maxFindings }

func (r *reader) fault(e *element, attr, text string) {
	if r.full() {
		return
	}
	key := r.key()
	if attr != "" {
		if key != "" {
			key += "."
		}
		key += attr
	}
	r.findings = append(r.findings, *fault(e.Doc, at(e, attr), key, text))
}

func (r *reader) note(e *element, text string) {
	if r.full() {
		return
	}
	f := fault(e.Doc, e.Start, r.key(), text)
	f.Severity, f.Code = chart.Note, "foreign-element"
	r.findings = append(r.findings, *f)
}

func (r *reader) place(e *element, attr string) chart.Place {
	line, column := e.Doc.Place(at(e, attr))
	key := r.key()
	if attr != "" && attr != "/" {
		key = strings.TrimPrefix(key+"."+attr, ".")
	}
	return chart.Place{Line: line, Column: column, Key: key}
}

// expression returns an attribute as a piece of text; nil when it is not there, or
// empty.
func (r *reader) expression(e *element, attr string) *chart.Expression {
	text, ok := own(e)(attr)
	if !ok || strings.TrimSpace(text) == "" {
		return nil
	}
	language, _ := ours(e)("language")
	return &chart.Expression{Place: r.place(e, attr), Text: text, Language: language}
}

// collect records all ids of the document, so that states without one get an unused name.
func (r *reader) collect(e *element) {
	for _, child := range e.Children {
		if !isSCXML(child) || !isState(child.Name) {
			continue
		}
		if id := valueOf(child, "id"); id != "" {
			r.taken[id] = true
		}
		r.collect(child)
	}
}

func isState(name string) bool {
	switch name {
	case "state", "parallel", "final", "history":
		return true
	}
	return false
}

// known reports attributes that SCXML does not have: usually a misspelling.
func (r *reader) known(e *element, names ...string) {
attributes:
	for _, a := range e.Attrs {
		if a.Name.Space != "" || a.Name.Local == "xmlns" {
			continue
		}
		for _, name := range names {
			if a.Name.Local == name {
				continue attributes
			}
		}
		r.fault(e, a.Name.Local, fmt.Sprintf("no such attribute of <%s>; expected one of %s", e.Name, chart.Listed(names)))
	}
}

// required returns an attribute that must be there.
func (r *reader) required(e *element, attr string) string {
	value, ok := own(e)(attr)
	if !ok || strings.TrimSpace(value) == "" {
		r.fault(e, attr, fmt.Sprintf("missing; expected it on <%s>", e.Name))
	}
	return value
}

// one reports a fault when more than one of a group of attributes is present.
func (r *reader) one(e *element, names ...string) {
	seen := ""
	for _, name := range names {
		if _, ok := own(e)(name); !ok {
			continue
		}
		if seen != "" {
			r.fault(e, name, fmt.Sprintf("given beside %s; expected one of the two", seen))
		}
		seen = name
	}
}

// document reads the root element.
func (r *reader) document() {
	e, m := r.root, r.machine
	r.known(e, "initial", "name", "version", "datamodel", "binding")
	m.Place = r.place(e, "")
	m.Root = &chart.State{Place: m.Place}
	m.Name = valueOf(e, "name")
	if m.Name == "" {
		base := filepath.Base(m.File)
		m.Name = strings.TrimSuffix(base, filepath.Ext(base))
	}
	if v, ok := own(e)("version"); ok && v != "1.0" {
		r.fault(e, "version", strconv.Quote(v)+"; expected 1.0")
	}
	switch model := valueOf(e, "datamodel"); model {
	case "expressions", "":
		if model == "" {
			m.Language = "null"
		}
	default:
		m.Language = model
	}
	switch valueOf(e, "binding") {
	case "", "early":
	case "late":
		m.LateBinding = true
	default:
		r.fault(e, "binding", strconv.Quote(valueOf(e, "binding"))+"; expected early or late")
	}
	r.targets(e, "initial", "", &m.Root.Initial)
	for _, child := range e.Children {
		r.inRoot(child)
	}
	if len(m.Root.States) == 0 && len(r.findings.Errors()) == 0 {
		r.fault(e, "", "no state; expected at least one <state>, <parallel> or <final>")
	}
	extensionReader{r}.ourRoot(e)
}

func (r *reader) inRoot(child *element) {
	m := r.machine
	switch {
	case !isSCXML(child):
		extensionReader{r}.foreign(child, m.Root, "")
	case isState(child.Name) && child.Name != "history":
		stateReader{r}.state(child, m.Root, "")
	case child.Name == "datamodel":
		valueReader{r}.datamodel(child, "")
	case child.Name == "script":
		if action, ok := (actionReader{r}).script(child); ok {
			m.Begin = append(m.Begin, action)
		}
	default:
		r.misplaced(child, "<scxml>")
	}
}

func (r *reader) misplaced(e *element, where string) {
	r.fault(e, "", fmt.Sprintf("<%s> in %s; expected an element that SCXML has there", e.Name, where))
}

// content reads a file that the document names.
func (r *reader) file(e *element) (string, bool) {
	name := strings.TrimPrefix(valueOf(e, "src"), "file:")
	if r.open == nil {
		r.fault(e, "src", fmt.Sprintf("%q; expected no files here", name))
		return "", false
	}
	text, err := r.open(name)
	if err != nil {
		r.fault(e, "src", fmt.Sprintf("%q cannot be read: %v", name, err))
		return "", false
	}
	if len(text) > maxBytes {
		r.fault(e, "src", fmt.Sprintf("%q has %d bytes; expected at most %d", name, len(text), maxBytes))
		return "", false
	}
	return string(text), true
}
