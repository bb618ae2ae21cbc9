package generate

import (
	"fmt"
	"strings"
	"unicode"

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
	*slot
	topic string
}

func (w *nodeWriter) ports(slots []*slot, taken *names) []port {
	var all []port
	for _, s := range slots {
		all = append(all, port{s, taken.claim(topic(s.declared.Name))})
	}
	return all
}

// nodeFile writes the node: topics in, topics out, the machine between them.
func (w *nodeWriter) nodeFile() {
	taken := newNames("machine_state", "machine", "event")
	in, out := w.ports(w.inputs, taken), w.ports(w.outputs, taken)
	w.f(generatedBy+" from %s, but for the regions of user code; DO NOT EDIT.\n\n", place(w.chart, chart.Place{}))
	w.f("// Package %s is the node that runs the machine %s.\n", w.opts.Package, printable(w.chart.Name))
	if w.chart.Description != "" {
		w.f("//\n%s", doc(w.chart.Description))
	}
	w.f("//\n")
	for _, p := range in {
		w.f("//\tsubscribes  %s  std_msgs/%s  %s\n", p.topic, rosTypes[p.typ], printable(p.about()))
	}
	if w.events {
		w.f("//\tsubscribes  event  std_msgs/String  events by their names\n")
	}
	for _, p := range out {
		w.f("//\tpublishes   %s  std_msgs/%s  when it changes: %s\n", p.topic, rosTypes[p.typ], printable(p.about()))
	}
	w.f("//\tpublishes   machine_state  gonao_msgs/MachineState  at every transition\n")
	w.f("//\n// And what viewers and debuggers need, see package gonao/nodes/machinetopics.\n")
	w.f("//\n// A clock that goes back makes the machine begin again. What it has done is in\n// activities.go.\npackage %s\n\n%s", w.opts.Package, importsHere)
	w.config()
	w.nodeType(in, out)
	w.nodeRun(in)
	w.nodeOpen(in, out)
	w.nodeTick(in, out)
	w.f("\n")
	w.region("more of the node")
}

// config writes the parameters.
func (w *nodeWriter) config() {
	w.f("\n// Config is the node's parameters.\ntype Config struct {\n")
	taken := newNames()
	for _, s := range w.params {
		d := s.declared
		about := d.Description
		if about == "" {
			about = "the parameter " + d.Name + " of the machine"
		}
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
		if s.typ == chart.String && len(d.Enum) > 0 {
			var words []string
			for _, v := range d.Enum {
				words = append(words, strings.NewReplacer("`", "'", "|", "_").Replace(printable(v.String)))
			}
			tag += fmt.Sprintf(" enum:%q", strings.Join(words, "|"))
		}
		w.f("%s %s `%s`\n", s.field, goType(s.typ), tag)
	}
	w.region("parameters")
	w.f("}\n\n// DefaultConfig returns the values of the machine's file.\nfunc DefaultConfig() Config {\ncfg := Config{}\n")
	for _, s := range w.params {
		w.f("cfg.%s = %s\n", s.field, literal(s.initial).text)
	}
	w.region("defaults")
	w.f("return cfg\n}\n")
}

func (w *nodeWriter) nodeType(in, out []port) {
	w.f("\n// runner is the machine with its topics.\ntype runner struct {\nn *ros.Node\nm *Machine\n\n")
	for _, p := range in {
		w.f("%sIn *ros.Watcher[stdmsgs.%s]\n%sAt time.Time\n", lower(p.field), rosTypes[p.typ], lower(p.field))
	}
	if w.events {
		w.f("events *ros.Subscription[ros.Arrival[stdmsgs.String]]\n")
	}
	for _, p := range out {
		w.f("%sOut *ros.Publisher[stdmsgs.%s]\n", lower(p.field), rosTypes[p.typ])
	}
	if len(out) > 0 {
		w.f("published Outputs // what was published last\nany bool // something was\n")
	}
	w.f("live *machinetopics.Generated // the machine, as viewers see it\njumped atomic.Bool // the clock went back since the last tick\nfault error // of a publisher, since the last tick\n}\n")
}

func (w *nodeWriter) nodeRun(in []port) {
	w.f(`
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
			r.configure(next)
		}
		if err := r.tick(now); err != nil {
			n.Log.Error("machine", "error", err)
		}
	}
	stop()
	r.live.Stop(n.Clock.Now())
	return nil
}

// clockTime returns a time of the node's clock as the machine takes it.
func clockTime(t time.Time) time.Duration { return time.Duration(t.UnixNano()) }
`, printable(topic(w.chart.Name))+": %w")
	w.f("\n// configure sets the parameters of the machine.\nfunc (r *runner) configure(cfg Config) {\n")
	for _, s := range w.params {
		w.f("r.m.Parameters.%s = cfg.%s\n", s.field, s.field)
	}
	w.region("configure")
	w.f("}\n")
}

func (w *nodeWriter) nodeOpen(in, out []port) {
	w.f("\n// open makes the machine and its topics.\nfunc (r *runner) open(ctx context.Context, cfg Config) (err error) {\n")
	if len(w.kinds) > 0 {
		w.f("robot, err := newRobot(r.n, cfg)\nif err != nil {\nreturn err\n}\nif r.m, err = NewMachine(robot); err != nil {\nreturn err\n}\n")
	} else {
		w.f("if r.m, err = NewMachine(); err != nil {\nreturn err\n}\n")
	}
	w.f("r.configure(cfg)\nr.m.OnLog = func(label string, value any) { r.n.Log.Info(label, \"value\", value) }\n")
	failed := "; err != nil {\nreturn err\n}\n"
	for _, p := range in {
		w.f("if r.%sIn, err = ros.Watch[stdmsgs.%s](r.n, %q)%s", lower(p.field), rosTypes[p.typ], p.topic, failed)
	}
	if w.events {
		w.f("if r.events, err = ros.SubscribeArrivals[stdmsgs.String](r.n, \"event\", ros.Depth(64))%s", failed)
	}
	for _, p := range out {
		w.f("if r.%sOut, err = ros.Advertise[stdmsgs.%s](r.n, %q, ros.TransientLocal(), ros.Depth(1))%s", lower(p.field), rosTypes[p.typ], p.topic, failed)
	}
	w.region("open")
	w.f("r.live, err = machinetopics.OpenGenerated(ctx, r.n, r.m)\nreturn err\n}\n")
}

func (w *nodeWriter) nodeTick(in, out []port) {
	w.f("\n// tick is one round of the node.\nfunc (r *runner) tick(now time.Time) error {\nif r.jumped.Swap(false) {\nr.live.Reset(now)\n")
	for _, p := range in {
		w.f("r.%sAt = time.Time{}\n", lower(p.field))
	}
	w.f("}\n")
	if w.events {
		w.f("for more := true; more; {\nselect {\ncase e := <-r.events.C():\nif !r.m.PostAt(native.Event{Name: e.Message.Data}, min(clockTime(e.At), clockTime(now))) {\nr.n.Log.Warn(\"too many events\", \"lost\", e.Message.Data)\n}\ndefault:\nmore = false\n}\n}\n")
	}
	w.f("err := r.live.CatchUp(now, Period)\n")
	for _, p := range in {
		f := lower(p.field)
		set := fmt.Sprintf("r.m.Set%s(v.Data)", p.field)
		if p.aged {
			set = fmt.Sprintf("r.m.Set%sAt(v.Data, clockTime(r.%sAt))", p.field, f)
		}
		w.f("if at := r.%sIn.Received(); at.After(r.%sAt) {\nr.%sAt = at\nif v, ok := r.%sIn.Get(); ok {\n%s\n}\n}\n", f, f, f, f, set)
	}
	w.region("before the tick")
	w.f("r.fault = nil\nerr = errors.Join(err, r.live.Tick(now))\n")
	w.region("after the tick")
	if len(out) > 0 {
		w.f("r.publish()\n")
	}
	w.f("return errors.Join(err, r.fault)\n}\n")
	if len(out) == 0 {
		return
	}
	w.f("\n// publish publishes the outputs that have changed.\nfunc (r *runner) publish() {\n")
	for _, p := range out {
		w.f("if v := r.m.Outputs.%s; !r.any || v != r.published.%s {\nif err := r.%sOut.Publish(stdmsgs.%s{Data: v}); err != nil {\nr.fault = errors.Join(r.fault, err)\n}\n}\n",
			p.field, p.field, lower(p.field), rosTypes[p.typ])
	}
	w.f("r.published, r.any = r.m.Outputs, true\n}\n")
}

// activitiesFile writes what the user goes on with: it is written once.
func (w *nodeWriter) activitiesFile() {
	w.f("// Package %s does what the machine needs done. This file is yours: gonao hfsm\n// generate wrote it once and does not touch it again.\npackage %s\n\n%s", w.opts.Package, w.opts.Package, importsHere)
	w.f("\n// robot does what the machine needs done.\ntype robot struct {\nn *ros.Node\n}\n\n// newRobot makes it, with its topics and clients.\nfunc newRobot(n *ros.Node, _ Config) (*robot, error) {\nreturn &robot{n}, nil\n}\n")
	for _, k := range w.kinds {
		args := ""
		if len(k.args) > 0 {
			args = ", args *" + w.argType(k)
		}
		w.f("\n%sfunc (r *robot) %s(m *Machine%s) (native.Activity, error) {\n", doc(k.goName+" makes one use of "+k.name+"; so far it does nothing."), k.goName, args)
		w.f("r.n.Log.Warn(%q)\nreturn native.Nothing{}, nil\n}\n", k.name+" does nothing yet")
	}
}

// Main returns the main of a generated node; path is the import path of its package.
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

// alias is the name before an import whose path does not end in it.
func alias(path, pkg string) string {
	if strings.HasSuffix(path, "/"+pkg) || path == pkg {
		return ""
	}
	return pkg + " "
}
