package session

import (
	"errors"
	"fmt"
	"strings"

	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/hfsm/formats/scxml"
)

// host is the host of a session's machine.
type host struct{ *Session }

var (
	_ hfsm.Host      = (*host)(nil)
	_ hfsm.Processor = (*host)(nil)
	_ hfsm.Logger    = (*host)(nil)
)

// Activity makes an activity by the host of the options.
func (h *host) Activity(m *hfsm.Machine, name string, args hfsm.Args) (hfsm.Activity, error) {
	if h.system.options.Host == nil {
		return nil, fmt.Errorf("no activity %q; a document has no activities", name)
	}
	return h.system.options.Host.Activity(m, name, args)
}

// Log passes a log to the system's host.
func (h *host) Log(m *hfsm.Machine, label string, value any) {
	if logger, ok := h.system.options.Host.(hfsm.Logger); ok {
		logger.Log(m, label, value)
	}
}

// SessionID returns the session's id.
func (h *host) SessionID(*hfsm.Machine) string { return h.id }

// Send puts an event into the external queue of another session.
func (h *host) Send(_ *hfsm.Machine, target, kind string, e hfsm.Event) error {
	if !plain(kind) && kind != hfsm.ProcessorName {
		return hfsm.ErrType
	}
	to, err := h.find(target)
	if err != nil {
		return err
	}
	if to == h.parent {
		e.InvokeID = h.invokeID
	}
	if !to.machine.Post(e) {
		return fmt.Errorf("session %s accepts no more events", to.id)
	}
	return nil
}

// find returns the session an event is for.
func (h *host) find(target string) (*Session, error) {
	id, session := strings.CutPrefix(target, "#_scxml_")
	invoked, other := strings.CutPrefix(target, "#_")
	var to *Session
	switch {
	case session:
		to = h.system.byID[id]
	case target == "#_parent":
		to = h.parent
	case other:
		to = h.children[invoked]
	default:
		return nil, hfsm.ErrTarget
	}
	if to == nil || to.over {
		return nil, fmt.Errorf("no session %q; expected a running session", target)
	}
	return to, nil
}

// plain reports whether a type of an invocation or of a message is SCXML's.
func plain(kind string) bool {
	switch strings.TrimSuffix(kind, "/") {
	case "", "scxml", "http://www.w3.org/TR/scxml":
		return true
	}
	return false
}

// Invoke begins a document.
func (h *host) Invoke(_ *hfsm.Machine, v hfsm.Invocation) error {
	if !plain(v.Type) {
		return fmt.Errorf("invoke a service of type %q: %w", v.Type, hfsm.ErrType)
	}
	c, err := h.document(&v)
	if err != nil {
		return fmt.Errorf("invoke: %w", err)
	}
	child, err := h.system.start(c, h.Session, v)
	if err != nil {
		return fmt.Errorf("invoke: %w", err)
	}
	h.children[v.ID] = child
	return nil
}

// document returns the chart that is invoked.
func (h *host) document(v *hfsm.Invocation) (*chart.Machine, error) {
	if v.Machine != nil {
		return v.Machine, nil
	}
	name := strings.TrimPrefix(v.Source, "file:")
	text, given := v.Content.(string)
	switch {
	case v.Source != "":
		if c := h.system.charts[name]; c != nil {
			return c, nil
		}
		if h.system.options.Open == nil {
			return nil, fmt.Errorf("%q: expected no files here", name)
		}
		src, err := h.system.options.Open(name)
		if err != nil {
			return nil, err
		}
		text = string(src)
	case !given:
		return nil, errors.New("no document; expected src, or content with one")
	default:
		name = v.ID
	}
	c, findings := scxml.Read(name, []byte(text), h.system.options.Open)
	if errs := findings.Errors(); len(errs) > 0 {
		return nil, errs
	}
	if v.Source != "" {
		h.system.charts[name] = c
	}
	return c, nil
}

// Cancel ends a document that is no longer needed.
func (h *host) Cancel(_ *hfsm.Machine, id string) {
	if child := h.children[id]; child != nil {
		child.Stop()
	}
}

// Forward sends an event that the parent has received to an invoked document.
func (h *host) Forward(_ *hfsm.Machine, id string, e hfsm.Event) {
	if child := h.children[id]; child != nil && !child.over {
		child.machine.Post(e)
	}
}

// Ended sends done.invoke to the parent.
func (h *host) Ended(_ *hfsm.Machine, data any) {
	if h.parent == nil || h.parent.over || h.parent.children[h.invokeID] != h.Session {
		return
	}
	h.parent.machine.Post(hfsm.Event{
		Name: "done.invoke." + h.invokeID, Data: data, InvokeID: h.invokeID,
		Origin: "#_scxml_" + h.id, OriginType: hfsm.ProcessorName,
	})
}
