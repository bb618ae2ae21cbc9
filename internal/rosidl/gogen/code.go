package gogen

import (
	"fmt"

	"gonao/internal/rosidl"
)

// method returns the name of the method of Reader and Writer for one value.
func method(b rosidl.Base) string {
	return map[rosidl.Base]string{
		rosidl.Bool: "Bool", rosidl.Byte: "Uint8", rosidl.Int8: "Int8", rosidl.Uint8: "Uint8",
		rosidl.Int16: "Int16", rosidl.Uint16: "Uint16", rosidl.Int32: "Int32", rosidl.Uint32: "Uint32",
		rosidl.Int64: "Int64", rosidl.Uint64: "Uint64", rosidl.Float32: "Float32", rosidl.Float64: "Float64",
		rosidl.String: "String", rosidl.WString: "WString",
	}[b]
}

// isText reports whether values of the kind have their own length.
func isText(b rosidl.Base) bool { return b == rosidl.String || b == rosidl.WString }

// marshal generates MarshalCDR.
func (f *file) marshal(m *rosidl.Message) {
	name := goName(m.Name)
	f.p("// MarshalCDR writes the fields.")
	if len(m.Fields) == 0 {
		f.p("func (*%s) MarshalCDR(w *cdr.Writer) { w.Uint8(0) }\n", name)
		return
	}
	f.p("func (m *%s) MarshalCDR(w *cdr.Writer) {", name)
	for _, field := range m.Fields {
		t, value := field.Type, "m."+fieldName(field.Name)
		all := value
		switch t.Shape {
		case rosidl.Single:
			f.write(t, value)
			continue
		case rosidl.Array:
			all += "[:]"
		case rosidl.Bounded:
			f.p("w.BoundedCount(len(%s), %d)", value, t.Size)
		case rosidl.Unbounded:
			f.p("w.Count(len(%s))", value)
		}
		if t.Base == rosidl.Nested || isText(t.Base) {
			f.p("for i := range %s {", value)
			f.write(t, value+"[i]")
			f.p("}")
			continue
		}
		f.p("w.%ss(%s)", method(t.Base), all)
	}
	f.p("}\n")
}

// write generates the code that encodes one value.
func (f *file) write(t rosidl.Type, value string) {
	switch {
	case t.Base == rosidl.Nested:
		f.p("%s.MarshalCDR(w)", value)
	case t.StringBound > 0:
		f.p("w.Bounded%s(%s, %d)", method(t.Base), value, t.StringBound)
	default:
		f.p("w.%s(%s)", method(t.Base), value)
	}
}

// unmarshal generates UnmarshalCDR.
func (f *file) unmarshal(m *rosidl.Message) {
	name := goName(m.Name)
	f.p("// UnmarshalCDR reads the fields, into the memory of slices that are there.")
	if len(m.Fields) == 0 {
		f.p("func (*%s) UnmarshalCDR(r *cdr.Reader) { r.Uint8() }\n", name)
		return
	}
	f.p("func (m *%s) UnmarshalCDR(r *cdr.Reader) {", name)
	for _, field := range m.Fields {
		t, value := field.Type, "m."+fieldName(field.Name)
		all := value
		switch t.Shape {
		case rosidl.Single:
			f.read(t, value)
			continue
		case rosidl.Array:
			all += "[:]"
		case rosidl.Bounded:
			f.p("%s = cdr.Resize(%s, r.BoundedCount(%d, %d))", value, value, f.smallest(t), t.Size)
		case rosidl.Unbounded:
			f.p("%s = cdr.Resize(%s, r.Count(%d))", value, value, f.smallest(t))
		}
		if t.Base == rosidl.Nested || isText(t.Base) {
			f.p("for i := range %s {", value)
			f.read(t, value+"[i]")
			f.p("}")
			continue
		}
		f.p("r.%ss(%s)", method(t.Base), all)
	}
	f.p("}\n")
}

// read generates the code that decodes one value.
func (f *file) read(t rosidl.Type, value string) {
	switch {
	case t.Base == rosidl.Nested:
		f.p("%s.UnmarshalCDR(r)", value)
	case t.StringBound > 0:
		f.p("r.Bounded%s(&%s, %d)", method(t.Base), value, t.StringBound)
	case isText(t.Base):
		f.p("r.%s(&%s)", method(t.Base), value)
	default:
		f.p("%s = r.%s()", value, method(t.Base))
	}
}

// smallest returns the smallest possible size of a value of t in bytes, without padding.
func (g *generator) smallest(t rosidl.Type) int {
	switch t.Base {
	case rosidl.Nested:
		sum := 0
		for _, field := range g.set.Messages[t.Nested].Fields {
			switch field.Type.Shape {
			case rosidl.Single:
				sum += g.smallest(field.Type)
			case rosidl.Array:
				sum += field.Type.Size * g.smallest(field.Type)
			default:
				sum += 4 // the element count
			}
		}
		return max(sum, 1)
	case rosidl.Bool, rosidl.Byte, rosidl.Int8, rosidl.Uint8:
		return 1
	case rosidl.Int16, rosidl.Uint16:
		return 2
	case rosidl.Int64, rosidl.Uint64, rosidl.Float64:
		return 8
	default: // 32-bit numbers, and the lengths of strings
		return 4
	}
}

// service generates the messages of s and its description.
func (f *file) service(s *rosidl.Service, what string) {
	f.message(s.Request, "request of the "+what)
	f.p("// ServiceType describes the service that the request belongs to.")
	f.p("func (*%s) ServiceType() cdr.ServiceType {", goName(s.Request.Name))
	f.p("return %s\n}\n", f.serviceType(s))
	f.message(s.Response, "response of the "+what)
}

// action generates the messages of a, including the derived ones, and its description.
func (f *file) action(a *rosidl.Action) {
	what := "action " + a.FullName()
	f.message(a.Goal, "goal of the "+what)
	f.p("// ActionType describes the action that the goal belongs to.")
	f.p("func (*%s) ActionType() cdr.ActionType {", goName(a.Goal.Name))
	f.p("return cdr.ActionType{\nType: %s,", f.typeOf(a.FullName()))
	f.p("Goal: %s,\nResult: %s,", f.typeOf(a.Goal.FullName()), f.typeOf(a.Result.FullName()))
	f.p("Feedback: %s,", f.typeOf(a.Feedback.FullName()))
	f.p("SendGoal: %s,\nGetResult: %s,", f.serviceType(a.SendGoal), f.serviceType(a.GetResult))
	f.p("FeedbackMessage: %s,\n}\n}\n", f.typeOf(a.FeedbackMessage.FullName()))
	f.message(a.Result, "result of the "+what)
	f.message(a.Feedback, "feedback of the "+what)
	f.service(a.SendGoal, "service that sends goals of the "+what)
	f.service(a.GetResult, "service that returns results of the "+what)
	f.message(a.FeedbackMessage, "message on the feedback topic of the "+what)
}

func (f *file) serviceType(s *rosidl.Service) string {
	return fmt.Sprintf("cdr.ServiceType{\nType: %s,\nRequest: %s,\nResponse: %s,\nEvent: %s,\n}",
		f.typeOf(s.FullName()), f.typeOf(s.Request.FullName()), f.typeOf(s.Response.FullName()), f.typeOf(s.Event.FullName()))
}

func (f *file) typeOf(name string) string {
	hash, err := f.set.Hash(name)
	if err != nil {
		panic(err) // cannot fail, because the set was checked
	}
	return fmt.Sprintf("cdr.Type{Name: %q, Hash: %q}", name, hash)
}
