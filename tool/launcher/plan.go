package launcher

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// Plan is what a launch file comes to with given arguments: every step, in order.
// It holds no substitutions and has started nothing.
type Plan struct {
	File  string // absolute path of the launch file
	Steps []Step // by time, then in the file's order

	startEnv map[string]string // to show only what a process changes
}

// Step is one thing to do; exactly one of Process, Log and Shutdown is set.
type Step struct {
	After    time.Duration // since the start; more than 0 only within a timer
	Process  *Process
	Log      string // a message to show
	Shutdown string // a reason to stop everything
}

// Process is a program to run and how to look after it.
type Process struct {
	Name    string      // unique, such as "vision-3"; prefixes its output
	Node    string      // full ROS name such as "/nao1/vision"; empty when unknown
	Program string      // path of the program
	Args    []string    // the whole command line, Args[0] included
	Files   []ParamFile // parameter files to write before the start
	Env     []string    // the whole environment, NAME=value, sorted
	Dir     string      // working directory; empty is the launcher's own
	Output  Output

	Respawn      bool          // start it again when it ends, whatever its exit code
	RespawnDelay time.Duration // wait so long before
	RespawnMax   int           // that many times at most; negative is without end

	TermAfter, KillAfter time.Duration // after SIGINT comes SIGTERM, after that SIGKILL
	ShutdownOnExit       bool          // its end stops everything
}

// ParamFile is a parameter file that exists only while the plan runs; its path
// belongs to Args[Arg].
type ParamFile struct {
	Arg     int
	Content string
}

// Output says what of a process appears on the screen; the log file gets all.
type Output struct{ Stdout, Stderr bool }

// Processes gives the plan's processes in order.
func (p *Plan) Processes() []*Process {
	var out []*Process
	for _, s := range p.Steps {
		if s.Process != nil {
			out = append(out, s.Process)
		}
	}
	return out
}

// Process gives the first process with a name: a ROS node's full name
// ("/nao1/vision") or last part ("vision"), the program's name ("vision") or the
// process's own ("vision-3"); nil when there is none.
func (p *Plan) Process(name string) *Process {
	for _, proc := range p.Processes() {
		program, _, _ := cutLast(proc.Name, "-")
		_, node, _ := cutLast(proc.Node, "/")
		if name != "" && (proc.Node == name || node == name || proc.Name == name || program == name) {
			return proc
		}
	}
	return nil
}

// cutLast is strings.Cut around the last separator.
func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// String writes the plan for people: `gonao launch --print` and golden files.
func (p *Plan) String() string {
	var b strings.Builder
	for _, s := range p.Steps {
		if s.After > 0 {
			fmt.Fprintf(&b, "after %s: ", s.After)
		}
		switch {
		case s.Process != nil:
			s.Process.write(&b, p.startEnv)
		case s.Shutdown != "":
			fmt.Fprintf(&b, "shutdown: %s\n", s.Shutdown)
		default:
			fmt.Fprintf(&b, "log: %s\n", s.Log)
		}
	}
	return b.String()
}

// write writes one process; of the environment only what differs from base.
func (p *Process) write(b *strings.Builder, base map[string]string) {
	fmt.Fprintf(b, "%s", p.Name)
	if p.Node != "" {
		fmt.Fprintf(b, " (node %s)", p.Node)
	}
	fmt.Fprintf(b, "\n  %s", p.Program)
	for i, arg := range p.Args[1:] {
		if slices.ContainsFunc(p.Files, func(f ParamFile) bool { return f.Arg == i+1 }) {
			arg = "inline"
		}
		if strings.HasPrefix(arg, "-") && len(arg) > 1 || i == 0 {
			fmt.Fprintf(b, "\n    ")
		} else {
			b.WriteByte(' ')
		}
		b.WriteString(quoteWord(arg))
	}
	b.WriteByte('\n')
	for _, f := range p.Files {
		fmt.Fprintf(b, "  inline parameters:\n    %s\n", strings.ReplaceAll(strings.TrimSpace(f.Content), "\n", "\n    "))
	}
	if changes := envChanges(base, p.Env); changes != "" {
		fmt.Fprintf(b, "  env: %s\n", changes)
	}
	if p.Dir != "" {
		fmt.Fprintf(b, "  dir: %s\n", p.Dir)
	}
	fmt.Fprintf(b, "  screen: stdout %t, stderr %t\n", p.Output.Stdout, p.Output.Stderr)
	if p.Respawn {
		fmt.Fprintf(b, "  respawn: after %s", p.RespawnDelay)
		if p.RespawnMax >= 0 {
			fmt.Fprintf(b, ", at most %d times", p.RespawnMax)
		}
		b.WriteByte('\n')
	}
	if p.ShutdownOnExit {
		b.WriteString("  its end stops everything\n")
	}
}

// envChanges lists what env sets, changes or (with a minus) drops.
func envChanges(base map[string]string, env []string) string {
	left := maps.Clone(base)
	var out []string
	for _, pair := range env {
		name, text, _ := strings.Cut(pair, "=")
		if old, ok := base[name]; !ok || old != text {
			out = append(out, quoteWord(pair))
		}
		delete(left, name)
	}
	for _, name := range sortedKeys(left) {
		out = append(out, "-"+name)
	}
	return strings.Join(out, " ")
}

// quoteWord puts quotes around a word that a shell would split.
func quoteWord(word string) string {
	if word != "" && !strings.ContainsAny(word, " \t\n'\"\\$&|;<>()*?#~`!{}[]") {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
