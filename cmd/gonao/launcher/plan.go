package launcher

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// Plan is the result of a launch file with given arguments: every step, in order. It has no
// substitutions left, and nothing is started yet.
type Plan struct {
	File  string   // absolute path of the launch file
	Steps []Step   // by time, then in the file's order
	Notes []string // what the user should know before it runs, a sentence each

	given    bool              // it depends on arguments of the user, which may be wrong
	startEnv map[string]string // String prints only what a process changes
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
	Name    string      // unique, such as "vision-3"; the prefix of its output
	Node    string      // full ROS name such as "/nao1/vision"; empty when unknown
	Program string      // path of the program
	Args    []string    // the whole command line, Args[0] included
	Files   []ParamFile // parameter files to write before the start
	Env     []string    // the whole environment, NAME=value, sorted
	Dir     string      // working directory; empty: that of the launcher
	Output  Output
	Checks  bool // a node of gonao, which checks its parameters with --check

	Respawn      bool          // start it again when it ends, unless its configuration is wrong
	RespawnDelay time.Duration // how long to wait before that
	RespawnMax   int           // how often at most; negative: without limit

	TermAfter, KillAfter time.Duration // from SIGINT to SIGTERM, and from there to SIGKILL
	ShutdownOnExit       bool          // stop everything when it ends
}

// ParamFile is a parameter file that exists only while the plan runs; its path
// belongs to Args[Arg].
type ParamFile struct {
	Arg     int
	Content string
}

// Output holds which output of a process is shown on the screen. The log file contains all
// of it.
type Output struct{ Stdout, Stderr bool }

// Processes returns the processes of the plan in order.
func (p *Plan) Processes() []*Process {
	var out []*Process
	for _, s := range p.Steps {
		if s.Process != nil {
			out = append(out, s.Process)
		}
	}
	return out
}

// Process returns the first process with a name: the full name of its ROS node
// ("/nao1/vision") or the last part of it ("vision"), the name of the program ("vision") or
// of the process ("vision-3"); nil if there is none.
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

// String returns the plan for people: gonao launch --print and golden files.
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

// write writes one process, and of its environment what differs from base.
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

// envChanges returns what env sets, changes or (with a minus) removes.
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
