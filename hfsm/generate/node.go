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
	t.f("import (\n\"context\"\n\"errors\"\n\"fmt\"\n\"sync/atomic\"\n\"time\"\n\n")
	if p.events {
		t.f("\"gonao/hfsm\"\n")
	}
	if p.events || len(in)+len(out) > 0 {
		t.f("stdmsgs \"gonao/msgs/std_msgs\"\n")
	}
	t.f("\"gonao/nodes/machinetopics\"\n\"gonao/ros\"\n)\n")
	p.config(t)
	p.runner(t, in, out)
	p.open(t, in, out)
	p.tick(t, in, out)
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

// runner writes the node's type and its loop.
func (p *plan) runner(t *text, in, out []port) {
	t.f("\n// runner is the machine with its topics.\ntype runner struct {\nn *ros.Node\nm *Machine\ncfg Config\nepoch uint32 // of the machine when cfg was set\n\n")
	for _, v := range in {
		t.f("in%s *ros.Watcher[stdmsgs.%s]\nat%s time.Time\n", v.goName, rosTypes[v.Type], v.goName)
	}
	if p.events {
		t.f("events *ros.Subscription[ros.Arrival[stdmsgs.String]]\n")
	}
	for _, v := range out {
		t.f("out%s *ros.Publisher[stdmsgs.%s]\nlast%s %s // published\n", v.goName, rosTypes[v.Type], v.goName, goType(v.Type))
	}
	if len(out) > 0 {
		t.f("published bool // the outputs were\n")
	}
	t.f("live *machinetopics.Generated // the machine, as viewers see it\njumped atomic.Bool // the clock went back since the last tick\n}\n")
	t.f(`
// Run runs the node until ctx ends.
func Run(ctx context.Context, n *ros.Node, cfg Config) error {
	r := &runner{n: n}
	looked, stop := context.WithCancel(ctx)
	defer stop()
	if err := r.open(looked, cfg); err != nil {
		return fmt.Errorf(%[1]q, err)
	}
	changes, err := ros.WatchConfig[Config](n, nil)
	if err != nil {
		return fmt.Errorf(%[1]q, err)
	}
	n.Clock.OnJump(func(_, _ time.Time) { r.jumped.Store(true) })
	for now := range n.Clock.Tick(ctx, Period) {
		if next, ok := changes.Next(); ok {
			if err := r.configure(next); err != nil {
				n.Log.Error("parameters", "error", err)
			}
		}
		if err := r.tick(now); err != nil {
			n.Log.Error("machine", "error", err)
		}
	}
	stop()
	r.live.Stop(n.Clock.Now())
	return nil
}

// configure sets the parameters of the machine.
func (r *runner) configure(cfg Config) error {
	r.cfg, r.epoch = cfg, r.m.Epoch()
`, printable(topic(p.chart.Name))+": %w")
	sets := ""
	for _, v := range p.parameters() {
		sets += fmt.Sprintf("r.m.Set%s(cfg.%s),\n", v.goName, v.goName)
	}
	if sets == "" {
		t.f("return nil\n}\n")
		return
	}
	t.f("return errors.Join(\n%s)\n}\n", sets)
}

// open writes how the machine and its topics are made.
func (p *plan) open(t *text, in, out []port) {
	const failed = "; err != nil {\nreturn err\n}\n"
	t.f("\n// open makes the machine and its topics.\nfunc (r *runner) open(ctx context.Context, cfg Config) (err error) {\n")
	if len(p.kinds) > 0 {
		t.f("robot, err := newRobot(r.n, cfg)\nif err != nil {\nreturn err\n}\nif r.m, err = NewMachine(robot)" + failed)
	} else {
		t.f("if r.m, err = NewMachine()" + failed)
	}
	t.f("if err := r.configure(cfg)" + failed + "r.m.OnLog = func(label string, value any) { r.n.Log.Info(label, \"value\", value) }\n")
	for _, v := range in {
		t.f("if r.in%s, err = ros.Watch[stdmsgs.%s](r.n, %q)%s", v.goName, rosTypes[v.Type], v.topic, failed)
	}
	if p.events {
		t.f("if r.events, err = ros.SubscribeArrivals[stdmsgs.String](r.n, \"event\", ros.Depth(64))" + failed)
	}
	for _, v := range out {
		t.f("if r.out%s, err = ros.Advertise[stdmsgs.%s](r.n, %q, ros.TransientLocal(), ros.Depth(1))%s", v.goName, rosTypes[v.Type], v.topic, failed)
	}
	t.f("r.live, err = machinetopics.OpenGenerated(ctx, r.n, r.m.Machine.Machine)\nreturn err\n}\n\n")
	t.f("// clockTime converts a time of the node's clock to the machine's.\nfunc clockTime(t time.Time) time.Duration { return time.Duration(t.UnixNano()) }\n")
}

// tick writes one round of the node.
func (p *plan) tick(t *text, in, out []port) {
	t.f("\n// tick is one round of the node.\nfunc (r *runner) tick(now time.Time) error {\nif r.jumped.Swap(false) {\nr.live.Reset(now)\n")
	for _, v := range in {
		t.f("r.at%s = time.Time{}\n", v.goName)
	}
	t.f("}\nvar err error\nif r.epoch != r.m.Epoch() { // it restarts, with the parameters of its file\nerr = r.configure(r.cfg)\n}\n")
	if p.events {
		t.f("for more := true; more; {\nselect {\ncase e := <-r.events.C():\nif !r.m.PostAt(hfsm.Event{Name: e.Message.Data}, min(clockTime(e.At), clockTime(now))) {\nr.n.Log.Warn(\"too many events\", \"lost\", e.Message.Data)\n}\ndefault:\nmore = false\n}\n}\n")
	}
	t.f("err = errors.Join(err, r.live.CatchUp(now, Period))\n")
	for _, v := range in {
		t.f("if at := r.in%[1]s.Received(); at.After(r.at%[1]s) {\nr.at%[1]s = at\nif v, ok := r.in%[1]s.Get(); ok {\nr.m.Set%[1]sAt(v.Data, clockTime(at))\n}\n}\n", v.goName)
	}
	if len(out) == 0 {
		t.f("return errors.Join(err, r.live.Tick(now))\n}\n")
		return
	}
	t.f("return errors.Join(err, r.live.Tick(now), r.publish())\n}\n\n// publish publishes the outputs that have changed.\nfunc (r *runner) publish() (err error) {\n")
	for _, v := range out {
		t.f("if v := r.m.%[1]s(); !r.published || v != r.last%[1]s {\nr.last%[1]s = v\nerr = errors.Join(err, r.out%[1]s.Publish(stdmsgs.%[2]s{Data: v}))\n}\n", v.goName, rosTypes[v.Type])
	}
	t.f("r.published = true\nreturn err\n}\n")
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
