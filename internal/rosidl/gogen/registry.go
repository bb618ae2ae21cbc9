package gogen

import (
	"strings"

	"gonao/internal/rosidl"
)

// registry writes the package that makes messages by the names of their types.
func (g *generator) registry() *file {
	f := &file{generator: g, from: "all definitions", imports: map[string]bool{cdrPath: true, "strings": true}}
	names := map[string][]string{} // by ROS package
	for _, name := range rosidl.Sorted(g.set.Messages) {
		if m := g.set.Messages[name]; !strings.HasSuffix(name, "_Event") {
			names[m.Package] = append(names[m.Package], name)
		}
	}
	f.p("// New returns a new message of the type of that name in ROS, such as")
	f.p("// \"sensor_msgs/msg/Image\", or nil for a type that is not compiled in.")
	f.p("func New(typeName string) cdr.Message {")
	f.p("pkg, _, _ := strings.Cut(typeName, \"/\")\nswitch pkg {")
	for _, pkg := range rosidl.Sorted(names) {
		f.p("case %q:\nreturn new%s(typeName)", pkg, camel(pkg))
	}
	f.p("}\nreturn nil\n}\n")
	f.p("// Names lists the types that New knows, in order.")
	f.p("func Names() []string {\nreturn []string{")
	for _, pkg := range rosidl.Sorted(names) {
		for _, name := range names[pkg] {
			f.p("%q,", name)
		}
	}
	f.p("}\n}\n")
	for _, pkg := range rosidl.Sorted(names) {
		f.imports[f.importPath(pkg)] = true
		f.p("func new%s(typeName string) cdr.Message {\nswitch typeName {", camel(pkg))
		for _, name := range names[pkg] {
			f.p("case %q:\nreturn &%s.%s{}", name, f.clause(pkg), goName(g.set.Messages[name].Name))
		}
		f.p("}\nreturn nil\n}\n")
	}
	return f
}
