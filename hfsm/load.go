package hfsm

import (
	"errors"
	"path/filepath"

	"gonao/hfsm/chart"
	"gonao/hfsm/formats/scxml"
)

// Load reads and checks a machine. file names it in findings, and its ending selects its format; words is what the host
// offers, or nil to accept any input and any activity as written. The error is [Findings]: all faults, up to 100, not
// only the first. Findings that do not keep the machine from running are in [Model.Warnings].
func Load(file string, src []byte, words *Vocabulary) (*Model, error) {
	c, found := read(file, src, words)
	if c == nil {
		return nil, found.Errors()
	}
	model, more := Compile(c, words)
	found = append(found, more...).Sorted()
	if errs := found.Errors(); len(errs) > 0 {
		return nil, errs[:min(len(errs), maxFindings)]
	}
	model.warnings = found.Warnings()
	return model, nil
}

// Extended returns the complete machine for a machine that extends another one, see [chart.Extended]; words finds the
// other one. It returns nil with findings if that is not possible.
func Extended(c *chart.Machine, words *Vocabulary) (*chart.Machine, Findings) {
	if c == nil || c.Extends == nil {
		return c, nil
	}
	find := func(string) (*chart.Machine, error) { return nil, errors.New("no machine can be extended here") }
	switch {
	case words != nil && words.Extended != nil:
		find = words.Extended
	case words != nil && words.Machines != nil:
		find = words.Machines
	}
	return chart.Extended(c, find)
}

// read reads a chart in the format of a file's ending.
func read(file string, src []byte, words *Vocabulary) (*chart.Machine, Findings) {
	if words != nil {
		if read, ok := words.Readers[filepath.Ext(file)]; ok {
			return read(file, src, words)
		}
	}
	if filepath.Ext(file) == ".scxml" {
		return scxml.Read(file, src, nil)
	}
	return chart.ReadYAML(file, src)
}
