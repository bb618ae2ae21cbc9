package dynamic

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"

	"gonao/internal/rosidl"
	typedescription "gonao/msgs/type_description_interfaces"
)

// AddDir adds the definitions below a directory: its packages
// (<dir>/<package>/{msg,srv,action}), or the directory itself if it is one; an
// installation of ROS 2 has them in share. A type that was there before and not used
// yet is replaced.
func (l *Library) AddDir(dir string) error {
	added := map[string]file{}
	abs, err := filepath.Abs(dir)
	if err == nil {
		err = addPackage(added, filepath.Base(abs), os.DirFS(abs), dir)
	}
	if err != nil {
		return fmt.Errorf("definitions: %w", err)
	}
	entries, err := os.ReadDir(abs)
	if err != nil {
		return fmt.Errorf("definitions: %w", err)
	}
	for _, e := range entries {
		if len(added) > 0 && (e.Name() == "msg" || e.Name() == "srv" || e.Name() == "action") {
			continue
		}
		place := filepath.Join(dir, e.Name())
		if info, err := os.Stat(filepath.Join(abs, e.Name())); err != nil || !info.IsDir() {
			continue
		}
		if err := addPackage(added, e.Name(), os.DirFS(filepath.Join(abs, e.Name())), place); err != nil && !errors.Is(err, fs.ErrPermission) {
			return fmt.Errorf("definitions: %w", err)
		}
	}
	if len(added) == 0 {
		return fmt.Errorf("definitions: %s: expected <package>/msg/*.msg or msg/*.msg in it", dir)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	maps.Copy(l.files, added)
	return nil
}

// AddFS adds a ROS package's definitions from its directories msg, srv and action, which
// may be embedded in the program. They are parsed when they are first used.
func (l *Library) AddFS(pkg string, fsys fs.FS) error {
	added := map[string]file{}
	if err := addPackage(added, pkg, fsys, pkg); err != nil {
		return fmt.Errorf("definitions: %w", err)
	}
	if len(added) == 0 {
		return fmt.Errorf("definitions of %s: expected msg/*.msg, srv/*.srv or action/*.action", pkg)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	maps.Copy(l.files, added)
	return nil
}

// Definition is the text of the file that defines an interface (.msg, .srv or
// .action). For a type that is known from a description only, and for a part of a
// service or an action, it is made of the fields.
func (l *Library) Definition(typeName string) (string, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.definition(full(typeName))
}

func (l *Library) definition(name string) (string, error) {
	if f, ok := l.files[name]; ok {
		return f.text, nil
	}
	if err := l.parse(name); err != nil {
		return "", err
	}
	if m := l.set.Messages[name]; m != nil {
		return write(m), nil
	}
	if s := l.set.Services[name]; s != nil {
		return write(s.Request) + "---\n" + write(s.Response), nil
	}
	a := l.set.Actions[name]
	return write(a.Goal) + "---\n" + write(a.Result) + "---\n" + write(a.Feedback), nil
}

// DefinitionWithReferences is the text of a message's definition followed by those
// of all messages in it, each behind a line of = and a line "MSG: package/Name", as
// MCAP files have it (ros2msg).
func (l *Library) DefinitionWithReferences(typeName string) (string, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	name := full(typeName)
	if err := l.load(name); err != nil {
		return "", err
	}
	_, referenced, err := l.set.Describe(name)
	if err != nil {
		return "", err
	}
	text, err := l.definition(name)
	if err != nil {
		return "", err
	}
	var out strings.Builder
	out.WriteString(text)
	for _, d := range referenced {
		text, err := l.definition(d.Name)
		if err != nil {
			return "", err
		}
		pkg, _, last := split(d.Name)
		fmt.Fprintf(&out, "\n%s\nMSG: %s/%s\n%s", strings.Repeat("=", 80), pkg, last, text)
	}
	return out.String(), nil
}

// Sources returns the texts of a type and of all types it refers to, in the form of GetTypeDescription's answer: the
// encoding is the kind of the file, or "implicit" for a type without a file.
func (l *Library) Sources(typeName string) ([]typedescription.TypeSource, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	name := full(typeName)
	if err := l.load(name); err != nil {
		return nil, err
	}
	root, referenced, err := l.set.Describe(name)
	if err != nil {
		return nil, err
	}
	var out []typedescription.TypeSource
	for _, d := range append([]rosidl.Description{root}, referenced...) {
		source := typedescription.TypeSource{TypeName_: d.Name, Encoding: "implicit"}
		if f, ok := l.files[d.Name]; ok {
			source.Encoding, source.RawFileContents = f.kind, f.text
		}
		out = append(out, source)
	}
	return out, nil
}

// write writes a message as a .msg file has it, without comments.
func write(m *rosidl.Message) string {
	var out strings.Builder
	for _, c := range m.Constants {
		fmt.Fprintf(&out, "%s %s=%s\n", typeText(c.Type), c.Name, literal(c.Value))
	}
	for _, f := range m.Fields {
		fmt.Fprintf(&out, "%s %s", typeText(f.Type), f.Name)
		if f.Default != nil {
			out.WriteString(" " + literal(f.Default))
		}
		out.WriteByte('\n')
	}
	return out.String()
}

func literal(value any) string {
	switch v := value.(type) {
	case []any:
		items := make([]string, len(v))
		for i, item := range v {
			items[i] = literal(item)
		}
		return "[" + strings.Join(items, ", ") + "]"
	case string:
		return `"` + strings.ReplaceAll(v, `"`, `\"`) + `"`
	default:
		return strings.ToLower(defaultText(v))
	}
}

// typeText writes a type as a .msg file has it.
func typeText(t rosidl.Type) string {
	text := baseName(t)
	if t.StringBound > 0 {
		text += fmt.Sprintf("<=%d", t.StringBound)
	}
	switch t.Shape {
	case rosidl.Array:
		text += fmt.Sprintf("[%d]", t.Size)
	case rosidl.Bounded:
		text += fmt.Sprintf("[<=%d]", t.Size)
	case rosidl.Unbounded:
		text += "[]"
	case rosidl.Single:
	}
	return text
}

// baseName is the name of one value of a type.
func baseName(t rosidl.Type) string {
	if t.Base == rosidl.Nested {
		pkg, _, last := split(t.Nested)
		return pkg + "/" + last
	}
	return map[rosidl.Base]string{
		rosidl.Bool: "bool", rosidl.Byte: "byte", rosidl.Char: "char", rosidl.Int8: "int8", rosidl.Uint8: "uint8",
		rosidl.Int16: "int16", rosidl.Uint16: "uint16", rosidl.Int32: "int32", rosidl.Uint32: "uint32",
		rosidl.Int64: "int64", rosidl.Uint64: "uint64", rosidl.Float32: "float32", rosidl.Float64: "float64",
		rosidl.String: "string", rosidl.WString: "wstring",
	}[t.Base]
}
