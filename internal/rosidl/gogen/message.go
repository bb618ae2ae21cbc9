package gogen

import (
	"fmt"
	"strconv"
	"strings"

	"gonao/internal/rosidl"
)

// cdrPath is the package that the generated code imports for encoding and decoding.
const cdrPath = "gonao/ros/cdr"

// message generates the struct of m, its constants and its methods.
func (f *file) message(m *rosidl.Message, what string) {
	f.imports[cdrPath] = true
	name := goName(m.Name)
	f.p("// %s is the %s.", name, what)
	if len(m.Doc) > 0 {
		f.p("//")
		f.comment(m.Doc)
	}
	f.p("type %s struct {", name)
	for i, field := range m.Fields {
		if i > 0 && len(field.Doc) > 1 {
			f.p("")
		}
		f.documented(fieldName(field.Name)+" "+f.goType(field.Type), field.Doc)
	}
	f.p("}\n")
	f.constants(m)
	hash, err := f.set.Hash(m.FullName())
	if err != nil {
		panic(err) // cannot fail, because the set was checked
	}
	f.p("// TypeName returns the name of the type in ROS.")
	f.p("func (*%s) TypeName() string { return %q }\n", name, m.FullName())
	f.p("// TypeHash returns the hash of the type description.")
	f.p("func (*%s) TypeHash() string {\n\treturn %q\n}\n", name, hash)
	f.defaults(m)
	f.marshal(m)
	f.unmarshal(m)
}

// comment generates a comment with the lines of a definition's comment.
func (f *file) comment(lines []string) {
	for _, line := range lines {
		f.p("%s", strings.TrimRight("// "+line, " "))
	}
}

// documented generates a line of code with its comment after or above it.
func (f *file) documented(code string, doc []string) {
	if len(doc) == 1 {
		f.p("\t%s // %s", code, doc[0])
		return
	}
	f.comment(doc)
	f.p("\t%s", code)
}

func (f *file) constants(m *rosidl.Message) {
	if len(m.Constants) == 0 {
		return
	}
	f.p("// Constants of %s.", m.FullName())
	f.p("const (")
	for _, c := range m.Constants {
		f.documented(fmt.Sprintf("%s %s = %s", constantName(m, c), scalar(c.Type.Base), literal(c.Type, c.Value)), c.Doc)
	}
	f.p(")\n")
}

// scalar returns the Go type of one primitive value.
func scalar(b rosidl.Base) string {
	return map[rosidl.Base]string{
		rosidl.Bool: "bool", rosidl.Byte: "byte", rosidl.Int8: "int8", rosidl.Uint8: "uint8",
		rosidl.Int16: "int16", rosidl.Uint16: "uint16", rosidl.Int32: "int32", rosidl.Uint32: "uint32",
		rosidl.Int64: "int64", rosidl.Uint64: "uint64", rosidl.Float32: "float32", rosidl.Float64: "float64",
		rosidl.String: "string", rosidl.WString: "string",
	}[b]
}

// element returns the Go type of one value of t.
func (f *file) element(t rosidl.Type) string {
	if t.Base != rosidl.Nested {
		return scalar(t.Base)
	}
	m := f.set.Messages[t.Nested]
	if m.Package == f.pkg {
		return goName(m.Name)
	}
	f.imports[f.importPath(m.Package)] = true
	return f.clause(m.Package) + "." + goName(m.Name)
}

func (f *file) goType(t rosidl.Type) string {
	switch t.Shape {
	case rosidl.Array:
		return fmt.Sprintf("[%d]%s", t.Size, f.element(t))
	case rosidl.Bounded, rosidl.Unbounded:
		return "[]" + f.element(t)
	default:
		return f.element(t)
	}
}

// literal returns a value of a definition as Go source.
func literal(t rosidl.Type, value any) string {
	switch v := value.(type) {
	case string:
		return strconv.Quote(v)
	case float64:
		bits := 64
		if t.Base == rosidl.Float32 {
			bits = 32
		}
		return strconv.FormatFloat(v, 'g', -1, bits)
	case []any:
		items := make([]string, len(v))
		for i, item := range v {
			items[i] = literal(t, item)
		}
		return "{" + strings.Join(items, ", ") + "}"
	default:
		return fmt.Sprint(v)
	}
}

// defaults generates the constructor and SetDefaults if a field has a default.
func (f *file) defaults(m *rosidl.Message) {
	if !f.hasDefaults(m) {
		return
	}
	name := goName(m.Name)
	f.p("// New%s returns a message with the defaults of its definition.", name)
	f.p("func New%s() %s {\n\tvar m %s\n\tm.SetDefaults()\n\treturn m\n}\n", name, name, name)
	f.p("// SetDefaults sets the fields that have a default.")
	f.p("func (m *%s) SetDefaults() {", name)
	for _, field := range m.Fields {
		goField := "m." + fieldName(field.Name)
		switch {
		case field.Default != nil && field.Type.Shape == rosidl.Single:
			f.p("%s = %s", goField, literal(field.Type, field.Default))
		case field.Default != nil:
			f.p("%s = %s%s", goField, f.goType(field.Type), literal(field.Type, field.Default))
		case !fixedNested(field.Type) || !f.hasDefaults(f.set.Messages[field.Type.Nested]):
		case field.Type.Shape == rosidl.Array:
			f.p("for i := range %s {\n%s[i].SetDefaults()\n}", goField, goField)
		default:
			f.p("%s.SetDefaults()", goField)
		}
	}
	f.p("}\n")
}
