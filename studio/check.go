package studio

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/studio/yamltext"
)

// checked is a text with everything that is known about it.
type checked struct {
	yaml     *yamltext.Document // nil if the text is not YAML that can be edited
	broken   error              // the reason for that
	machine  *chart.Machine
	view     View
	findings []Finding
	hash     string
}

// check reads a text, makes its view as far as it can be read, and finds what is wrong with it.
func check(name string, format Format, text string, words *hfsm.Vocabulary) (c checked) {
	c.view = emptyView()
	var findings chart.Findings
	c.machine, findings = readMachine(name, format, text, words)
	if c.machine != nil && (format == YAML || format == Lua) {
		findings = append(findings, c.compile(words)...)
	}
	findings = findings.Sorted()
	if format != YAML {
		c.broken = refuse(Invalid, "%s is edited as text", name)
		if c.machine != nil {
			c.view = chartView(c.machine)
		}
		c.findings = placed(findings, nil)
		return c
	}
	if c.machine != nil && c.machine.Extends != nil {
		c.extended(name, findings, words)
		return c
	}
	c.yaml, c.broken = yamltext.Parse(text)
	drawn := c.yaml
	if c.broken != nil {
		drawn = mended(text)
	}
	if drawn != nil {
		c.view = viewOf(drawn)
		c.view.Unreadable = c.broken != nil
	}
	c.findings = placed(findings, drawn)
	return c
}

// extended draws a machine that extends another one as the whole machine. Its text can be edited only as text.
func (c *checked) extended(name string, findings chart.Findings, words *hfsm.Vocabulary) {
	base := c.machine.Extends.Machine
	whole, _ := hfsm.Extended(c.machine, words) // errors are among the findings
	if whole != nil {
		c.machine, c.view = whole, chartView(whole)
	}
	c.view.Extends = base
	c.broken = refuse(Invalid, "%s extends %s: it is edited as text", name, base)
	own := c.machine.File
	for i := range findings {
		if f := &findings[i]; f.File != own && f.File != "" && f.Line > 0 {
			f.Text, f.Line, f.Column = fmt.Sprintf("%s:%d: %s", f.File, f.Line, f.Text), 0, 0
		}
	}
	c.findings = placed(findings, nil)
}

// compile checks names and expressions. A panic would be a bug of the engine, so the document stays open with a
// finding.
func (c *checked) compile(words *hfsm.Vocabulary) (findings chart.Findings) {
	defer func() {
		if p := recover(); p != nil {
			findings = append(findings, chart.Finding{Text: fmt.Sprintf("the machine cannot be checked: %v", p), Code: "check"})
		}
	}()
	model, findings := hfsm.Compile(c.machine, words)
	if model != nil {
		c.hash = model.Hash()
	}
	return findings
}

// mostMends bounds the number of lines that are skipped to make sense of a text.
const mostMends = 20

var faultLine = regexp.MustCompile(`line (\d+)`)

// mended reads a text that is not YAML as far as possible: it skips the lines at which the parser stumbles. Lines
// keep their numbers. It returns nil if that is not enough.
func mended(text string) *yamltext.Document {
	lines := strings.SplitAfter(text, "\n")
	for range mostMends {
		d, err := yamltext.Parse(strings.Join(lines, ""))
		if err == nil {
			return d
		}
		at := faultAt(err)
		if at == 0 {
			return nil
		}
		// An unclosed bracket is noticed only some lines later. Of the lines before the fault, skip the one without
		// which most of the text can be read.
		best, furthest := -1, 0
		for i := min(at, len(lines)-1); i >= max(0, at-4); i-- {
			if strings.TrimSpace(lines[i]) == "" {
				continue
			}
			kept := lines[i]
			lines[i] = blank(kept)
			_, err := yamltext.Parse(strings.Join(lines, ""))
			lines[i] = kept
			if err == nil {
				best = i
				break
			}
			if reached := faultAt(err); reached > furthest {
				best, furthest = i, reached
			}
		}
		if best < 0 {
			return nil
		}
		lines[best] = blank(lines[best])
	}
	return nil
}

// blank returns only the line breaks of a text.
func blank(line string) string { return strings.Repeat("\n", strings.Count(line, "\n")) }

// faultAt returns the line that an error of the parser names, or 0 if it names none.
func faultAt(err error) int {
	m := faultLine.FindStringSubmatch(err.Error())
	if m == nil {
		return 0
	}
	at, _ := strconv.Atoi(m[1])
	return at
}

// placed assigns findings to the states and transitions that they concern.
func placed(findings chart.Findings, d *yamltext.Document) []Finding {
	all := []Finding{}
	for _, f := range findings {
		out := Finding{Severity: Severity(f.Severity.String()), Message: f.Text, Code: f.Code, Key: f.Key, Line: f.Line, Column: f.Column}
		if d != nil {
			out.State, out.Transition = locate(d, f.Key)
			if out.State == "" && f.Line > 0 {
				out.State = stateAtLine(d, f.Line)
			}
		}
		all = append(all, out)
	}
	return all
}

// locate returns the state and the transition that contain the key of a finding, such as
// states.red.transitions[0].to.
func locate(d *yamltext.Document, key string) (state, transition string) {
	at := d.Root
	for {
		inside, word := statesOf(at)
		rest, ok := strings.CutPrefix(key, word+".")
		if inside == nil || !ok {
			break
		}
		var found *yamltext.Entry
		for _, e := range inside.Entries {
			name := e.Key.Value
			if (rest == name || strings.HasPrefix(rest, name+".")) && (found == nil || len(name) > len(found.Key.Value)) {
				found = e
			}
		}
		if found == nil {
			break
		}
		state = join(state, found.Key.Value)
		key = strings.TrimPrefix(strings.TrimPrefix(rest, found.Key.Value), ".")
		at = found.Value
	}
	var i int
	if n, _ := fmt.Sscanf(key, "transitions[%d]", &i); n == 1 && state != "" {
		transition = transitionID(state, i)
	}
	return state, transition
}

// stateAtLine returns the innermost state whose text contains a line.
func stateAtLine(d *yamltext.Document, line int) string {
	found := ""
	eachState(d, func(id string, e *yamltext.Entry) bool {
		if line >= d.Line(e.Key.Start) && line <= d.Line(e.Value.End) {
			found = id
		}
		return true
	})
	return found
}

// errorsOf returns the messages of the findings that are errors.
func errorsOf(findings []Finding) []string {
	var all []string
	for _, f := range findings {
		if f.Severity == SeverityError {
			all = append(all, f.Message)
		}
	}
	return all
}

// newErrors returns the first error in after that is not in before, or "".
func newErrors(before, after []Finding) string {
	old := errorsOf(before)
	for _, e := range errorsOf(after) {
		i := slices.Index(old, e)
		if i < 0 {
			return e
		}
		old = slices.Delete(old, i, i+1)
	}
	return ""
}
