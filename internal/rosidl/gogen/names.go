package gogen

import (
	"fmt"
	"strings"
	"unicode"

	"gonao/internal/rosidl"
)

// goName returns the Go name of a message: PlayMotionGoal for PlayMotion_Goal.
func goName(name string) string { return strings.ReplaceAll(name, "_", "") }

// camel returns the Go name of a field or a constant: BatteryCharge for battery_charge.
func camel(name string) string {
	var out strings.Builder
	for part := range strings.SplitSeq(strings.ToLower(name), "_") {
		if part != "" {
			out.WriteString(strings.ToUpper(part[:1]) + part[1:])
		}
	}
	return out.String()
}

// fieldName returns the Go name of a field, which differs from the names of the methods.
func fieldName(name string) string {
	switch n := camel(name); n {
	case "TypeName", "TypeHash", "SetDefaults", "ActionType", "ServiceType":
		return n + "_"
	default:
		return n
	}
}

// constantName returns the Go name of a constant: the name of its message and its own name.
func constantName(m *rosidl.Message, c rosidl.Constant) string { return goName(m.Name) + camel(c.Name) }

// snake returns the file name of an interface: color_rgba for ColorRGBA.
func snake(name string) string {
	var out strings.Builder
	letters := []rune(name)
	for i, c := range letters {
		if unicode.IsUpper(c) && i > 0 && letters[i-1] != '_' {
			next := i+1 < len(letters) && unicode.IsLower(letters[i+1])
			if !unicode.IsUpper(letters[i-1]) || next {
				out.WriteByte('_')
			}
		}
		out.WriteRune(unicode.ToLower(c))
	}
	return out.String()
}

// checkNames returns an error if two things would have the same name in Go.
func (g *generator) checkNames() error {
	taken := map[string]string{} // "package.Name" in Go, and the thing that has this name
	for _, name := range rosidl.Sorted(g.set.Messages) {
		m := g.set.Messages[name]
		claim := func(ident, what string, line int) error {
			key := m.Package + "." + ident
			if other, there := taken[key]; there {
				return &rosidl.Error{File: m.File, Line: line, Err: fmt.Errorf("%s and %s are both %s in Go", what, other, ident)}
			}
			taken[key] = what
			return nil
		}
		if err := claim(goName(m.Name), name, 0); err != nil {
			return err
		}
		if g.hasDefaults(m) {
			if err := claim("New"+goName(m.Name), "the constructor of "+name, 0); err != nil {
				return err
			}
		}
		for _, c := range m.Constants {
			if err := claim(constantName(m, c), name+"."+c.Name, c.Line); err != nil {
				return err
			}
		}
		for _, f := range m.Fields {
			if err := claim(goName(m.Name)+"."+fieldName(f.Name), name+"."+f.Name, f.Line); err != nil {
				return err
			}
		}
	}
	return nil
}

// hasDefaults reports whether a field of m, or of a message in it, has a default.
func (g *generator) hasDefaults(m *rosidl.Message) bool {
	for _, f := range m.Fields {
		if f.Default != nil || fixedNested(f.Type) && g.hasDefaults(g.set.Messages[f.Type.Nested]) {
			return true
		}
	}
	return false
}

// fixedNested reports whether a field always holds nested messages. A sequence does not, because it is empty at first.
func fixedNested(t rosidl.Type) bool {
	return t.Base == rosidl.Nested && (t.Shape == rosidl.Single || t.Shape == rosidl.Array)
}
