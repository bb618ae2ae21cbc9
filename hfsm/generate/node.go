package generate

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"

	"gonao/hfsm"
	"gonao/hfsm/chart"
)

// The files of a node beside those of the package.
const (
	nodeGo       = "node.go"
	activitiesGo = "activities.go"
)

// rosTypes are the messages of std_msgs that hold a value.
var rosTypes = map[chart.Type]string{chart.Bool: "Bool", chart.Int: "Int64", chart.Float: "Float64", chart.String: "String"}

// topic makes a ROS name from one of a machine's: ballAge becomes ball_age.
func topic(name string) string {
	var b strings.Builder
	before := '_'
	for _, r := range name {
		switch {
		case r >= 'A' && r <= 'Z':
			if unicode.IsLower(before) || unicode.IsDigit(before) {
				b.WriteByte('_')
			}
			b.WriteRune(unicode.ToLower(r))
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			b.WriteRune(r)
		case before != '_':
			b.WriteByte('_')
			r = '_'
		}
		before = r
	}
	text := strings.Trim(b.String(), "_")
	if text == "" || text[0] >= '0' && text[0] <= '9' {
		text = "n" + text
	}
	return text
}

// port is an input or an output with its topic.
type port struct {
	*value
	topic string
}

// ports returns the values of a role with their topics.
func (p *plan) ports(role hfsm.Role, taken *names) []port {
	var all []port
	for _, v := range p.values {
		if v.Role == role {
			all = append(all, port{v, taken.claim(topic(v.Name))})
		}
	}
	return all
}

// nodeFile writes the node: topics in, topics out, the machine between them.
func (p *plan) nodeFile() string {
	t, taken := &text{}, newNames("machine_state", "machine", "event")
	in, out := p.ports(hfsm.InputRole, taken), p.ports(hfsm.OutputRole, taken)
	t.f("%s from %s; DO NOT EDIT.\n\n", generatedBy, p.file())
	t.f("// Package %s is the node that runs the machine %s.\n", p.opts.Package, printable(p.chart.Name))
	if p.chart.Description != "" {
		t.f("//\n%s", doc(p.chart.Description))
	}
	t.f("//\n")
	for _, v := range in {
		t.f("//\tsubscribes  %s  std_msgs/%s  the input %s%s\n", v.topic, rosTypes[v.Type], printable(v.Name), printable(v.about()))
	}
	if p.events {
		t.f("//\tsubscribes  event  std_msgs/String  events by their names\n")
	}
	for _, v := range out {
		t.f("//\tpublishes   %s  std_msgs/%s  when it changes: the output %s%s\n", v.topic, rosTypes[v.Type], printable(v.Name), printable(v.about()))
	}
	t.f("//\tpublishes   machine_state  gonao_msgs/MachineState  at every transition\n")
	t.f("//\n// And the topics and services for viewers and debuggers, see package gonao/nodes/machinetopics.\n")
	t.f("//\n// When the clock goes back, the machine restarts. Its activities are in activities.go.\npackage %s\n\n", p.opts.Package)
	t.f("import (\n\"context\"\n")
	if len(p.parameters()) > 0 {
		t.f("\"errors\"\n")
	}
	t.f("\"fmt\"\n\n\"gonao/nodes/machinetopics\"\n\"gonao/ros\"\n)\n")
	p.config(t)
	p.run(t, in, out)
	return t.String()
}

// parameters returns the machine's parameters.
func (p *plan) parameters() []*value {
	var all []*value
	for _, v := range p.values {
		if v.Role == hfsm.ParameterRole {
			all = append(all, v)
		}
	}
	return all
}

// config writes the parameters of the node.
func (p *plan) config(t *text) {
	t.f("\n// Config is the node's parameters.\ntype Config struct {\n")
	taken, quotes := newNames(), strings.NewReplacer("`", "'", "|", "_")
	defaults := ""
	for _, v := range p.parameters() {
		d := v.Declaration
		about := cmp.Or(d.Description, "the parameter "+d.Name+" of the machine")
		tag := fmt.Sprintf("yaml:%q desc:%q", taken.claim(topic(d.Name)), strings.ReplaceAll(printable(about), "`", "'"))
		if d.Unit != "" {
			tag += fmt.Sprintf(" unit:%q", strings.ReplaceAll(printable(d.Unit), "`", "'"))
		}
		if d.Min != nil {
			tag += fmt.Sprintf(` min:"%g"`, *d.Min)
		}
		if d.Max != nil {
			tag += fmt.Sprintf(` max:"%g"`, *d.Max)
		}
		if v.Type == chart.String && len(d.Enum) > 0 {
			var words []string
			for _, v := range d.Enum {
				words = append(words, quotes.Replace(printable(v.String)))
			}
			tag += fmt.Sprintf(" enum:%q", strings.Join(words, "|"))
		}
		t.f("%s %s `%s`\n", v.goName, goType(v.Type), tag)
		defaults += fmt.Sprintf("%s: %s,\n", v.goName, literal(v.Initial, v.Type))
	}
	t.f("}\n\n// DefaultConfig returns the values of the machine's file.\nfunc DefaultConfig() Config {\nreturn Config{\n%s}\n}\n", defaults)
}

// run writes the function that runs the node.
func (p *plan) run(t *text, in, out []port) {
	failed := fmt.Sprintf("if err != nil {\nreturn fmt.Errorf(%q, err)\n}\n", printable(topic(p.chart.Name))+": %w")
	t.f("\n// Run runs the node until ctx ends.\nfunc Run(ctx context.Context, n *ros.Node, cfg Config) error {\n")
	if len(p.kinds) > 0 {
		t.f("robot, err := newRobot(n, cfg)\n%sm, err := NewMachine(robot)\n%s", failed, failed)
	} else {
		t.f("m, err := NewMachine()\n%s", failed)
	}
	t.f("m.OnLog = func(label string, value any) { n.Log.Info(label, \"value\", value) }\n")
	t.f("err = machinetopics.RunGenerated(ctx, n, cfg, machinetopics.GeneratedNode[Config]{\nMachine: m.Machine.Machine, Period: Period, Events: %t,\n", p.events)
	sets := ""
	for _, v := range p.parameters() {
		sets += fmt.Sprintf("m.Set%s(cfg.%s),\n", v.goName, v.goName)
	}
	if sets == "" {
		t.f("Configure: func(Config) error { return nil },\n")
	} else {
		t.f("Configure: func(cfg Config) error {\nreturn errors.Join(\n%s)\n},\n", sets)
	}
	for _, side := range []struct {
		field string
		ports []port
	}{{"Inputs", in}, {"Outputs", out}} {
		if len(side.ports) == 0 {
			continue
		}
		t.f("%s: []machinetopics.GeneratedPort{\n", side.field)
		for _, v := range side.ports {
			t.f("{Slot: %d, Topic: %q},\n", v.ID, v.topic)
		}
		t.f("},\n")
	}
	t.f("})\n%sreturn nil\n}\n", failed)
}

// activitiesFile writes the file that belongs to the user.
func (p *plan) activitiesFile() string {
	t := &text{}
	t.f("// This file is yours: gonao hfsm generate wrote it once and does not touch it again.\n\npackage %s\n\nimport (\n\"gonao/hfsm\"\n\"gonao/hfsm/embedded\"\n\"gonao/ros\"\n)\n", p.opts.Package)
	t.f("\n// robot carries out the machine's activities.\ntype robot struct {\nn *ros.Node\n}\n\n// newRobot returns a robot with its topics and clients.\nfunc newRobot(n *ros.Node, _ Config) (*robot, error) {\nreturn &robot{n}, nil\n}\n")
	for _, k := range p.kinds {
		t.f("\n%sfunc (r *robot) %s(m *Machine%s) (hfsm.Activity, error) {\n", doc(k.goName+" makes one use of "+k.name+"; so far it does nothing."), k.goName, k.param())
		t.f("r.n.Log.Warn(%q)\nreturn embedded.Nothing{}, nil\n}\n", k.name+" does nothing yet")
	}
	return t.String()
}

// Main returns the main file of a generated node; path is the import path of its package.
func (r *Result) Main(path, name string) File {
	text := fmt.Sprintf(`// Code generated by gonao hfsm generate; DO NOT EDIT.

// Command %[1]s runs the machine of %[2]s.
package main

import (
	"gonao/ros"
	"gonao/ros/rmw"

	%[3]s%[2]q
)

func main() { ros.Main(rmw.Open, %[4]q, %[5]s.DefaultConfig(), %[5]s.Run) }
`, name, path, alias(path, r.Package), topic(name), r.Package)
	return File{Name: "main.go", Text: []byte(text)}
}

// alias returns the name before an import whose path does not end in the package's name.
func alias(path, pkg string) string {
	if strings.HasSuffix(path, "/"+pkg) || path == pkg {
		return ""
	}
	return pkg + " "
}
