package hfsm

import (
	"errors"
	"path/filepath"

	"gonao/hfsm/chart"
	"gonao/hfsm/formats/scxml"
)

// Load reads and checks a machine. file names it in findings, and its ending selects
// its format; words is what the host offers, or nil to take any input and any
// activity as they are written. The error is [Findings]: everything that is wrong,
// up to 100 faults, not only the first. What does not keep the machine from running
// is in [Model.Warnings].
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

// Extended returns a machine that extends another one as the whole machine, see [chart.Extended]: the other one is
// found as those that it calls. It returns nil with findings where that is not possible.
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
