package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"gonao/hfsm"
	"gonao/hfsm/formats/scxml"
	"gonao/hfsm/formats/scxml/session"
)

// horizon is how long a document may take, in its own time.
const horizon = 100 * time.Second

// outcome is the result of a document's run.
type outcome struct {
	passed bool
	why    string
	log    []string
}

// Activity returns an error: SCXML has no activities.
func (o *outcome) Activity(_ *hfsm.Machine, name string, _ hfsm.Args) (hfsm.Activity, error) {
	return nil, fmt.Errorf("no activity %q", name)
}

// Log records what a document logs.
func (o *outcome) Log(_ *hfsm.Machine, label string, value any) {
	o.log = append(o.log, fmt.Sprintf("%s %v", label, value))
}

// run runs a document to its end.
func (d *document) run() *outcome {
	out := &outcome{}
	open := func(name string) ([]byte, error) { return os.ReadFile(filepath.Join(d.dir, filepath.FromSlash(name))) }
	c, findings := scxml.Read(d.name, d.text, open)
	if errs := findings.Errors(); len(errs) > 0 {
		out.why = errs.Error()
		return out
	}
	system := session.New(session.Options{
		Words: &hfsm.Vocabulary{Languages: map[string]hfsm.Language{"ecmascript": ecmascript{}}},
		Host:  out, Open: open,
	})
	one, err := system.Start(c)
	if err != nil {
		out.why = err.Error()
		return out
	}
	if err := system.Run(horizon); err != nil {
		out.why = err.Error()
		return out
	}
	end, _ := one.Machine().SCXML().Ended()
	out.passed = end == "pass"
	switch {
	case out.passed:
	case end == "":
		out.why = fmt.Sprintf("still in %q after %v", one.Machine().Path(), horizon)
	default:
		out.why = fmt.Sprintf("ended in %q", end)
	}
	if cause := one.Machine().Cause(); cause != nil && !out.passed {
		out.why += fmt.Sprintf(" (last fault: %v)", cause)
	}
	return out
}
