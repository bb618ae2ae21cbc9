package gogen

import (
	"path"
	"strings"

	"gonao/internal/rosidl"
)

// registry generates the package that creates messages by type name: one file for each ROS package, and one that
// selects among them.
func (g *generator) registry(files map[string]*file) {
	root := &file{generator: g, from: "all definitions", imports: map[string]bool{cdrPath: true, "strings": true}}
	names := map[string][]string{} // by ROS package
	for _, name := range rosidl.Sorted(g.set.Messages) {
		m := g.set.Messages[name]
		if _, other := g.foreign[m.Package]; !other && !strings.HasSuffix(name, "_Event") {
			names[m.Package] = append(names[m.Package], name)
		}
	}
	root.p("// New returns a new message of the type of that name in ROS, such as")
	root.p("// \"sensor_msgs/msg/Image\", or nil for a type that is not compiled in.")
	root.p("func New(typeName string) cdr.Message {")
	root.p("pkg, _, _ := strings.Cut(typeName, \"/\")\nswitch pkg {")
	for _, pkg := range rosidl.Sorted(names) {
		root.p("case %q:\nreturn new%s(typeName)", pkg, camel(pkg))
	}
	root.p("}\nreturn nil\n}\n")
	root.p("// Names lists the types that New knows, in order.")
	root.p("func Names() []string {\nvar all []string")
	for _, pkg := range rosidl.Sorted(names) {
		root.p("all = append(all, names%s()...)", camel(pkg))
		files[path.Join("registry", pkg+"_gen.go")] = g.registryOf(pkg, names[pkg])
	}
	root.p("return all\n}\n")
	files[path.Join("registry", registryFile)] = root
}

// registryFile is the registry's file that holds the package comment.
const registryFile = "registry_gen.go"

// registryOf generates the registry's file for one ROS package.
func (g *generator) registryOf(pkg string, names []string) *file {
	f := &file{
		generator: g, from: "the definitions of " + pkg,
		imports: map[string]bool{cdrPath: true, g.importPath(pkg): true},
	}
	f.p("func names%s() []string {\nreturn []string{", camel(pkg))
	for _, name := range names {
		f.p("%q,", name)
	}
	f.p("}\n}\n")
	f.p("func new%s(typeName string) cdr.Message {\nswitch typeName {", camel(pkg))
	for _, name := range names {
		f.p("case %q:\nreturn &%s.%s{}", name, f.clause(pkg), goName(g.set.Messages[name].Name))
	}
	f.p("}\nreturn nil\n}\n")
	return f
}
