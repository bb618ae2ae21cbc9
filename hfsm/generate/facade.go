package generate

import (
	"fmt"
	"go/format"
	"maps"
	"math"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/hfsm/embedded"
)

// reserved are the names of a generated package that nothing of the machine gets.
var reserved = []string{
	"Machine", "NewMachine", "Activities", "Period", "Config", "DefaultConfig", "Run", "init", "main",
}

// methods returns the names that a generated machine has whatever is in its file.
func methods() []string {
	all := []string{"Machine", "OnLog", "OnSend", "OnTransition"}
	for _, t := range []reflect.Type{reflect.TypeFor[*hfsm.Machine](), reflect.TypeFor[*embedded.Machine]()} {
		for i := range t.NumMethod() {
			all = append(all, t.Method(i).Name)
		}
	}
	return all
}

// text is Go that is being written.
type text struct{ strings.Builder }

// f writes a formatted piece.
func (t *text) f(format string, args ...any) { fmt.Fprintf(&t.Builder, format, args...) }

// formatted formats a file as gofmt does.
func formatted(src string) ([]byte, error) { return format.Source([]byte(src)) }

// machineFile writes machine.go.
func (p *plan) machineFile() string {
	t := &text{}
	t.f("%s from %s; DO NOT EDIT.\n\n", generatedBy, p.file())
	if !p.opts.Node { // otherwise node.go has the comment of the package
		t.f("%s", doc(fmt.Sprintf("Package %s is the machine %s with its values and activities under their names.", p.opts.Package, p.chart.Name)))
	}
	t.f("package %s\n\nimport (\n\"embed\"\n", p.opts.Package)
	if len(p.kinds) > 0 {
		t.f("\"fmt\"\n")
	}
	t.f("\"time\"\n\n")
	if len(p.kinds) > 0 || len(p.words.Before) > 0 || len(p.words.Functions) > 0 || p.lua || len(p.parameters()) > 0 {
		t.f("\"gonao/hfsm\"\n")
	}
	if len(p.words.Functions) > 0 {
		t.f("\"gonao/hfsm/chart\"\n")
	}
	t.f("\"gonao/hfsm/embedded\"\n")
	if p.lua {
		t.f("\"gonao/hfsm/lua\"\n")
	}
	t.f(")\n\n// The states, in the order of the file.\nconst (\n")
	for _, s := range p.states {
		t.f("%s = %d // %s\n", s.name, s.id, printable(s.path))
	}
	t.f(")\n\n// Period is how often the machine is to be ticked.\nconst Period = %s\n", p.period)
	p.activities(t)
	p.machine(t)
	for _, v := range p.values {
		v.write(t)
	}
	p.source(t)
	return t.String()
}

// file is the name of the machine's file.
func (p *plan) file() string { return printable(filepath.Base(p.chart.File)) }

// activities writes the interface of the activities and their arguments.
func (p *plan) activities(t *text) {
	if len(p.kinds) == 0 {
		return
	}
	t.f("\n%stype Activities interface {\n", doc("Activities makes the activities of a machine: each method is called once for each use, when the machine is made."))
	for _, k := range p.kinds {
		t.f("%s", doc(k.goName+" makes one use of "+k.name+": "+strings.Join(k.uses, ", ")+"."))
		t.f("%s(m *Machine%s) (hfsm.Activity, error)\n", k.goName, k.param())
	}
	t.f("}\n")
	for _, k := range p.kinds {
		if len(k.params) == 0 {
			continue
		}
		t.f("\n%stype %s struct{ args embedded.Args }\n", doc(k.args+" are the arguments of one use of "+k.name+", as they were evaluated for its last Start."), k.args)
		for _, a := range k.params {
			method := map[hfsm.Type]string{hfsm.Bool: "Bool", hfsm.Int: "Int", hfsm.Float: "Float", hfsm.String: "Text"}[a.typ]
			t.f("\n%sfunc (a %s) %s() %s { return a.args.%s(%q, %s) }\n", doc(a.goName+" is the argument "+a.name+"."), k.args, a.goName, goType(a.typ), method, a.name, literal(a.missing, a.typ))
		}
	}
}

// param is the parameter of a method of Activities.
func (k *kind) param() string {
	if len(k.params) == 0 {
		return ""
	}
	return ", args " + k.args
}

// machine writes the type, and how it is made.
func (p *plan) machine(t *text) {
	about := ""
	if p.chart.Description != "" {
		about = "//\n" + doc(p.chart.Description)
	}
	t.f("\n%s%stype Machine struct{ embedded.Machine }\n", doc(fmt.Sprintf("Machine is one running %s (%s). It is not safe for use by several goroutines at once.", p.chart.Name, p.file())), about)
	if len(p.kinds) == 0 {
		t.f("\n// NewMachine makes a machine. It enters its first state at the first Tick.\nfunc NewMachine() (*Machine, error) {\nm := &Machine{}\nreturn m, m.Open(source, nil)\n}\n")
		return
	}
	t.f("\n%sfunc NewMachine(activities Activities) (*Machine, error) {\nm := &Machine{}\nif activities == nil {\nreturn m, m.Open(source, nil)\n}\n",
		doc("NewMachine returns a machine. activities creates its activities; if it is nil, they do nothing. The machine enters its first state at the first Tick."))
	t.f("return m, m.Open(source, func(name string, args embedded.Args) (hfsm.Activity, error) {\nswitch name {\n")
	for _, k := range p.kinds {
		args := ""
		if len(k.params) > 0 {
			args = ", " + k.args + "{args}"
		}
		t.f("case %q:\nreturn activities.%s(m%s)\n", k.name, k.goName, args)
	}
	t.f("}\nreturn nil, fmt.Errorf(\"no activity %%q\", name)\n})\n}\n")
}

// write writes the methods of a value.
func (v *value) write(t *text) {
	typ, method := goType(v.Type), map[hfsm.Type]string{hfsm.Bool: "Bool", hfsm.Int: "Int", hfsm.Float: "Float", hfsm.String: "String"}[v.Type]
	about := v.about()
	t.f("\n%sfunc (m *Machine) %s() %s { return m.Value(%d).%s }\n", doc(fmt.Sprintf("%s returns the %s %s%s.", v.goName, v.Role, v.Name, about)), v.goName, typ, v.ID, method)
	switch v.Role {
	case hfsm.InputRole:
		t.f("\n%sfunc (m *Machine) Set%s(v %s) { m.Set%s(%d, v) }\n", doc(fmt.Sprintf("Set%s sets the input %s; it counts as set at the next Tick.", v.goName, v.Name)), v.goName, typ, method, v.ID)
		t.f("\n%sfunc (m *Machine) Set%sAt(v %s, at time.Duration) { m.Set%sAt(%d, v, at) }\n", doc(fmt.Sprintf("Set%sAt sets the input %s with the time at which it was measured, on the caller's clock.", v.goName, v.Name)), v.goName, typ, method, v.ID)
	case hfsm.ParameterRole:
		t.f("\n%sfunc (m *Machine) Set%s(v %s) error { return m.SetValue(%d, hfsm.%sValue(v)) }\n", doc(fmt.Sprintf("Set%s sets the parameter %s. Reset returns it to the value of the file.", v.goName, v.Name)), v.goName, typ, v.ID, method)
	case hfsm.VariableRole, hfsm.OutputRole:
	}
}

// about returns a value's description, with its unit and range.
func (v *value) about() string {
	d := v.Declaration
	var parts []string
	for _, text := range []string{d.Description, d.Unit} {
		if text != "" {
			parts = append(parts, text)
		}
	}
	switch {
	case d.Min != nil && d.Max != nil:
		parts = append(parts, fmt.Sprintf("%g to %g", *d.Min, *d.Max))
	case d.Min != nil:
		parts = append(parts, fmt.Sprintf("at least %g", *d.Min))
	case d.Max != nil:
		parts = append(parts, fmt.Sprintf("at most %g", *d.Max))
	}
	if len(d.Enum) > 0 {
		var all []string
		for _, v := range d.Enum {
			all = append(all, v.Text())
		}
		parts = append(parts, "one of "+strings.Join(all, ", "))
	}
	if len(parts) == 0 {
		return ""
	}
	return ": " + strings.Join(parts, ", ")
}

// source writes the embedded files.
func (p *plan) source(t *text) {
	t.f("\n//go:embed")
	for _, f := range p.texts {
		t.f(" %s", f.Name)
	}
	t.f("\nvar files embed.FS\n\n// source is the machine that runs.\nvar source = &embedded.Source{\nFiles: files, Text: %q, File: %q,\nHash: %q,\n", machineYAML, p.file(), p.hash)
	if len(p.called) > 0 {
		t.f("Called: map[string]string{\n")
		for _, name := range slices.Sorted(maps.Keys(p.called)) {
			t.f("%q: %q,\n", name, p.called[name])
		}
		t.f("},\n")
	}
	w := &p.words
	if len(w.Before) > 0 || len(w.Functions) > 0 || p.lua {
		t.f("Words: hfsm.Vocabulary{\n")
		if len(w.Before) > 0 {
			t.f("Before: map[string]hfsm.Value{\n")
			for _, name := range slices.Sorted(maps.Keys(w.Before)) {
				t.f("%q: %s,\n", name, valueLiteral(w.Before[name]))
			}
			t.f("},\n")
		}
		if len(w.Functions) > 0 {
			p.functions(t)
		}
		if p.lua {
			t.f("Languages: map[string]hfsm.Language{lua.Name: lua.New(lua.Options{})},\n")
		}
		t.f("},\n")
	}
	t.f("}\n")
}

// functions writes the functions of the host that the machine calls, and the inputs they may read.
func (p *plan) functions(t *text) {
	t.f("Inputs: map[string]hfsm.Type{\n")
	for _, name := range slices.Sorted(maps.Keys(p.words.Inputs)) {
		t.f("%q: hfsm.%s,\n", name, typeName(p.words.Inputs[name]))
	}
	t.f("},\nFunctions: []chart.Function{\n")
	for _, f := range p.words.Functions {
		t.f("{\nName: %q, Type: hfsm.%s, Value: chart.Expression{Text: %q},\nParameters: []chart.FunctionParameter{\n", f.Name, typeName(f.Type), f.Value.Text)
		for _, a := range f.Parameters {
			t.f("{Name: %q, Type: hfsm.%s},\n", a.Name, typeName(a.Type))
		}
		t.f("},\n},\n")
	}
	t.f("},\n")
}

// goType returns a type of machines in Go.
func goType(t chart.Type) string {
	return map[chart.Type]string{chart.Bool: "bool", chart.Int: "int64", chart.Float: "float64", chart.String: "string"}[t]
}

// typeName returns the name of a type in package hfsm.
func typeName(t chart.Type) string {
	return map[chart.Type]string{chart.Bool: "Bool", chart.Int: "Int", chart.Float: "Float", chart.String: "String"}[t]
}

// literal returns a value as Go writes it; want is the type that is expected.
func literal(v hfsm.Value, want hfsm.Type) string {
	switch {
	case v.Type == hfsm.Bool:
		return strconv.FormatBool(v.Bool)
	case v.Type == hfsm.Int && want == hfsm.Float:
		return strconv.FormatInt(v.Int, 10) + ".0"
	case v.Type == hfsm.Int:
		return strconv.FormatInt(v.Int, 10)
	case v.Type == hfsm.String:
		return strconv.Quote(v.String)
	case math.IsInf(v.Float, 0) || math.IsNaN(v.Float) || v.Float == 0 && math.Signbit(v.Float):
		return "0.0" // no file holds them
	}
	return strconv.FormatFloat(v.Float, 'g', -1, 64)
}

// valueLiteral returns a value of package hfsm as Go writes it.
func valueLiteral(v hfsm.Value) string {
	return fmt.Sprintf("hfsm.%sValue(%s)", typeName(v.Type), literal(v, v.Type))
}
