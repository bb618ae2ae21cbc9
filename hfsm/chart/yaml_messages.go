package chart

import (
	"fmt"
	"time"

	"go.yaml.in/yaml/v3"
)

var (
	payloadKeys = []string{"namelist", "params", "content", "value"}
	paramKeys   = []string{"name", "value", "location"}
	sendKeys    = append([]string{"event", "to", "type", "id", "id_location", "delay"}, payloadKeys...)
	invokeKeys  = append([]string{"type", "source", "id", "id_location", "auto_forward", "finalize", "machine"}, payloadKeys...)
)

// message reads the content of send: an event's name, or a mapping.
func (r actionReader) message(n *yaml.Node, key string) *Message {
	m := &Message{Place: r.place(n, key)}
	if n.Kind == yaml.ScalarNode {
		m.Event, m.EventExpression = r.either(fields{{val: n}}, key, "")
		return m
	}
	fs := r.record(n, key, "an event, or {event: name, delay: 1s, to: …}", sendKeys...)
	m.Event, m.EventExpression = r.either(fs, key, "event")
	m.Target, m.TargetExpression = r.either(fs, key, "to")
	m.Type, m.TypeExpression = r.either(fs, key, "type")
	m.ID, m.IDLocation = r.optionalText(fs, "id"), r.optionalText(fs, "id_location")
	m.Delay, m.DelayExpression = r.either(fs, key, "delay")
	if _, err := time.ParseDuration(m.Delay); err != nil && m.Delay != "" && r.profile == Robot {
		r.fault(fs.of("delay").val, join(key, "delay"), codeValue, "%q; expected a time such as 10s or 250ms", m.Delay)
	}
	if _, ok := fs.get("event"); !ok && r.profile == Robot && n.Kind == yaml.MappingNode {
		r.fault(n, join(key, "event"), codeMissing, "missing; expected the name of an event")
	}
	m.Payload = r.payloadOf(fs, key)
	return m
}

// payload reads the data of an event.
func (r actionReader) payload(n *yaml.Node, key string) *Payload {
	p := r.payloadOf(r.record(n, key, "namelist, params, content or value", payloadKeys...), key)
	return &p
}

func (r actionReader) payloadOf(fs fields, key string) Payload {
	p := Payload{Content: r.optionalText(fs, "content"), Value: r.optionalExpression(fs, "value")}
	if f, ok := fs.get("namelist"); ok {
		p.NameList = r.words(f.val, join(key, "namelist"), "a list of names")
	}
	f, ok := fs.get("params")
	if !ok {
		return p
	}
	at := join(key, "params")
	for i, item := range r.list(f.val, at, "a list such as [{name: x, value: 1}]") {
		at := fmt.Sprintf("%s[%d]", at, i)
		parts := r.record(item, at, "name, and value or location", paramKeys...)
		p.Params = append(p.Params, PayloadParam{
			Name: r.optionalText(parts, "name"), Expression: r.optionalText(parts, "value"),
			Location: r.optionalText(parts, "location"),
		})
	}
	return p
}

// invokes reads a list of services.
func (r stateReader) invokes(n *yaml.Node, key string) []Invoke {
	var all []Invoke
	for i, item := range r.list(n, key, "a list of services") {
		all = append(all, r.invoke(item, fmt.Sprintf("%s[%d]", key, i)))
	}
	return all
}

func (r stateReader) invoke(n *yaml.Node, key string) Invoke {
	fs := r.record(n, key, "a service: type, source, id, …", invokeKeys...)
	v := Invoke{Place: r.place(n, key), ID: r.optionalText(fs, "id"), IDLocation: r.optionalText(fs, "id_location")}
	v.Type, v.TypeExpression = r.either(fs, key, "type")
	v.Source, v.SourceExpression = r.either(fs, key, "source")
	optional(fs, "auto_forward", &v.AutoForward, r.bool)
	if f, ok := fs.get("finalize"); ok {
		v.HasFinalize, v.Finalize = true, actionReader(r).actions(f.val, join(key, "finalize"), true, 0)
	}
	v.Payload = actionReader(r).payloadOf(fs, key)
	optional(fs, "machine", &v.Machine, machineReader(r).nested)
	return v
}

// nested reads a machine inside another one, which has its own profile, language and names.
func (r machineReader) nested(n *yaml.Node, key string) *Machine {
	if r.nesting >= maxDepth {
		r.fault(n, key, CodeTooMuch, "more than %d machines inside each other", maxDepth)
		return nil
	}
	inner := *r.document
	inner.nesting++
	m := machineReader{&inner}.machine(n, key, 0)
	r.findings, r.states = inner.findings, inner.states
	if m != nil {
		m.places = r.places
	}
	return m
}
