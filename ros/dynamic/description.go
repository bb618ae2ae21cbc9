package dynamic

import (
	"fmt"
	"slices"
	"strings"

	"gonao/internal/rosidl"
	"gonao/internal/wording"
	typedescription "gonao/msgs/type_description_interfaces"
)

// Description is the type description of a message, a service or an action, with
// those of all types that it refers to.
func (l *Library) Description(typeName string) (typedescription.TypeDescription, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var out typedescription.TypeDescription
	name := full(typeName)
	if err := l.load(name); err != nil {
		return out, err
	}
	root, referenced, err := l.set.Describe(name)
	if err != nil {
		return out, err
	}
	out.TypeDescription = individual(root)
	for _, d := range referenced {
		out.ReferencedTypeDescriptions = append(out.ReferencedTypeDescriptions, individual(d))
	}
	return out, nil
}

func individual(d rosidl.Description) typedescription.IndividualTypeDescription {
	out := typedescription.IndividualTypeDescription{TypeName_: d.Name}
	for _, f := range d.Fields {
		out.Fields = append(out.Fields, typedescription.Field{
			Name: f.Name, DefaultValue: defaultText(f.Default),
			Type: typedescription.FieldType{
				TypeId: uint8(f.Type.ID()), Capacity: uint64(f.Type.Size),
				StringCapacity: uint64(f.Type.StringBound), NestedTypeName: f.Type.Nested,
			},
		})
	}
	return out
}

// defaultText writes a default as ROS's generator does, which is written in Python.
func defaultText(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case bool:
		if v {
			return "True"
		}
		return "False"
	case float64:
		return wording.PythonFloat(v)
	case []any:
		items := make([]string, len(v))
		for i, item := range v {
			items[i] = defaultText(item)
			if text, ok := item.(string); ok {
				items[i] = pythonQuote(text)
			}
		}
		return "(" + strings.Join(items, ", ") + ")"
	default:
		return fmt.Sprint(v)
	}
}

// pythonQuote quotes a string, in ' unless it has one.
func pythonQuote(text string) string {
	if strings.Contains(text, "'") && !strings.Contains(text, `"`) {
		return `"` + text + `"`
	}
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(text) + "'"
}

// AddDescription adds a type and all types it refers to, as another node described them. It refuses a type that the
// library already has with another hash; a NewLibrary is empty. A description has no defaults and constants.
func (l *Library) AddDescription(d *typedescription.TypeDescription) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.addDescription(d); err != nil {
		return fmt.Errorf("description of %s: %w", shorten(d.TypeDescription.TypeName_), err)
	}
	return nil
}

func (l *Library) addDescription(d *typedescription.TypeDescription) error {
	added := NewLibrary()
	all := append(slices.Clone(d.ReferencedTypeDescriptions), d.TypeDescription)
	if err := believable(all); err != nil {
		return err
	}
	for _, one := range all {
		if err := added.describe(one); err != nil {
			return err
		}
	}
	if err := added.assemble(); err != nil {
		return err
	}
	fresh := rosidl.NewSet()
	for _, other := range rosidl.Sorted(added.set.Messages) {
		if err := added.load(other); err != nil {
			return err
		}
		if l.parse(other) != nil {
			fresh.Messages[other] = added.set.Messages[other]
			continue
		}
		theirs, err := added.hash(other)
		if err != nil {
			return err
		}
		ours, err := l.hash(other)
		if err != nil {
			return err
		}
		if ours != theirs {
			return fmt.Errorf("%s is here with hash %s, described with hash %s", other, ours, theirs)
		}
	}
	for other, m := range fresh.Messages {
		l.set.Messages[other] = m
	}
	for other, s := range added.set.Services {
		if l.set.Services[other] == nil {
			l.set.Services[other] = s
		}
	}
	for other, a := range added.set.Actions {
		if l.set.Actions[other] == nil {
			l.set.Actions[other] = a
		}
	}
	return nil
}

// The largest accepted description: much larger than those of ROS 2, but small enough that a hostile sender cannot keep
// us busy.
const maxTypes, maxFields, maxName = 512, 1 << 13, 255

// believable refuses a description that is too large.
func believable(all []typedescription.IndividualTypeDescription) error {
	if len(all) > maxTypes {
		return fmt.Errorf("%d types, expected at most %d", len(all), maxTypes)
	}
	fields := 0
	for _, d := range all {
		if fields += len(d.Fields); fields > maxFields {
			return fmt.Errorf("more than %d fields", maxFields)
		}
		if len(d.TypeName_) > maxName {
			return fmt.Errorf("type name %s: longer than %d characters", shorten(d.TypeName_), maxName)
		}
		for _, f := range d.Fields {
			if len(f.Name) > maxName || len(f.Type.NestedTypeName) > maxName {
				return fmt.Errorf("%s: field %s of type %q: a name longer than %d characters",
					d.TypeName_, shorten(f.Name), shorten(f.Type.NestedTypeName), maxName)
			}
		}
	}
	return nil
}

// shorten cuts a name that is not believed.
func shorten(name string) string {
	if len(name) <= maxName {
		return name
	}
	return name[:32] + "…"
}

// describe adds one described type as a message; assemble handles services and actions.
func (l *Library) describe(d typedescription.IndividualTypeDescription) error {
	pkg, kind, last := split(d.TypeName_)
	if !slices.Contains([]string{"msg", "srv", "action"}, kind) || last == "" || pkg == "" || strings.Contains(last, "/") {
		return fmt.Errorf("type name %q, expected package/msg/Name", d.TypeName_)
	}
	m := &rosidl.Message{Package: pkg, Kind: kind, Name: last}
	there := map[string]bool{}
	for _, f := range d.Fields {
		t, err := rosidl.TypeOf(int(f.Type.TypeId), f.Type.Capacity, f.Type.StringCapacity, f.Type.NestedTypeName)
		if err != nil {
			return fmt.Errorf("%s: field %q: %w", d.TypeName_, f.Name, err)
		}
		if !plainName(f.Name) || !plainName(strings.ReplaceAll(f.Type.NestedTypeName, "/", "_")) && f.Type.NestedTypeName != "" {
			return fmt.Errorf("%s: field %q of type %q: expected names of letters, digits and underscores", d.TypeName_, f.Name, f.Type.NestedTypeName)
		}
		if there[f.Name] {
			return fmt.Errorf("%s: field %q is there twice", d.TypeName_, f.Name)
		}
		there[f.Name] = true
		m.Fields = append(m.Fields, rosidl.Field{Name: f.Name, Type: t})
	}
	if len(m.Fields) == 1 && m.Fields[0].Name == rosidl.EmptyMember {
		m.Fields = nil // the hash puts it back
	}
	if !plainName(strings.ReplaceAll(d.TypeName_, "/", "_")) {
		return fmt.Errorf("type name %q: expected letters, digits and underscores", d.TypeName_)
	}
	return l.set.AddMessages(m)
}

// plainName reports whether a name needs no escape in JSON, from which its hash is computed.
func plainName(name string) bool {
	return name != "" && !strings.ContainsFunc(name, func(c rune) bool {
		return c != '_' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z')
	})
}

// assemble makes services and actions of the described types that are not messages.
func (l *Library) assemble() error {
	for _, name := range rosidl.Sorted(l.set.Messages) {
		m := l.set.Messages[name]
		_, kind, last := split(name)
		service := kind == "srv" && !strings.Contains(last, "_") ||
			kind == "action" && (strings.HasSuffix(last, "_SendGoal") || strings.HasSuffix(last, "_GetResult"))
		if !service {
			continue
		}
		s := &rosidl.Service{Package: m.Package, Kind: m.Kind, Name: m.Name}
		if err := l.claim(m, map[string]**rosidl.Message{
			"request_message": &s.Request, "response_message": &s.Response, "event_message": &s.Event,
		}); err != nil {
			return err
		}
		delete(l.set.Messages, name)
		l.set.Services[name] = s
	}
	for _, name := range rosidl.Sorted(l.set.Messages) {
		m := l.set.Messages[name]
		_, kind, last := split(name)
		if kind != "action" || strings.Contains(last, "_") {
			continue
		}
		a := &rosidl.Action{Package: m.Package, Name: m.Name}
		if err := l.claim(m, map[string]**rosidl.Message{
			"goal": &a.Goal, "result": &a.Result, "feedback": &a.Feedback, "feedback_message": &a.FeedbackMessage,
		}); err != nil {
			return err
		}
		a.SendGoal, a.GetResult = l.set.Services[name+"_SendGoal"], l.set.Services[name+"_GetResult"]
		if a.SendGoal == nil || a.GetResult == nil {
			return fmt.Errorf("%s: expected its services %s_SendGoal and %s_GetResult", name, last, last)
		}
		delete(l.set.Messages, name)
		l.set.Actions[name] = a
	}
	return nil
}

// claim finds the messages that a service or an action names in its fields.
func (l *Library) claim(m *rosidl.Message, parts map[string]**rosidl.Message) error {
	for _, f := range m.Fields {
		if part := parts[f.Name]; part != nil && f.Type.Base == rosidl.Nested && f.Type.Shape == rosidl.Single {
			*part = l.set.Messages[f.Type.Nested]
		}
	}
	for _, name := range rosidl.Sorted(parts) {
		if *parts[name] == nil {
			return fmt.Errorf("%s: the description of its %s is missing", m.FullName(), name)
		}
	}
	return nil
}
