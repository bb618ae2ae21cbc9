package launcher

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// Plan is the result of running a launch file with given arguments: every step, in order. It contains no
// substitutions, and nothing has been started.
type Plan struct {
	File  string   // absolute path of the launch file
	Steps []Step   // sorted by time, then in the file's order
	Notes []string // sentences that the user should read before the plan runs

	given    bool              // the plan depends on the user's arguments, which may be wrong
	startEnv map[string]string // String prints only what a process changes in it
}

// Step is one thing to do; exactly one of Process, Log and Shutdown is set.
type Step struct {
	After    time.Duration // time after the start; it is more than 0 only for a timer's steps
	Process  *Process
	Log      string // a message to show
	Shutdown string // a reason to stop everything
}

// Process is a program to run, and how to supervise it.
type Process struct {
	Name    string      // unique, such as "vision-3"; the prefix of its output
	Node    string      // full ROS name such as "/nao1/vision"; empty if unknown
	Program string      // path of the program
	Args    []string    // the whole command line, Args[0] included
	Files   []ParamFile // parameter files to write before the start
	Env     []string    // the whole environment, NAME=value, sorted
	Dir     string      // working directory; if empty, the launcher's
	Output  Output
	Checks  bool // a node of gonao, which checks its parameters with --check

	Respawn      bool          // start it again when it ends, unless its configuration is wrong
	RespawnDelay time.Duration // delay before the restart
	RespawnMax   int           // largest number of restarts; if negative, unlimited

	TermAfter, KillAfter time.Duration // time from SIGINT to SIGTERM, and from SIGTERM to SIGKILL
	ShutdownOnExit       bool          // stop everything when it ends
}

// ParamFile is a parameter file that exists only while the plan runs. Args[Arg] is its path.
type ParamFile struct {
	Arg     int
	Content string
}

// Output selects the output of a process that is shown on the screen. The log file contains all of it.
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

// Process returns the first process with a name, or nil. The name may be that of its ROS node ("/nao1/vision", or
// the last part, "vision"), of the program ("vision") or of the process ("vision-3").
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

// cutLast cuts s around the last separator, as strings.Cut does around the first.
func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// String returns the plan as text for gonao launch --print and for golden files.
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

// write writes one process. Of its environment it writes the differences from base.
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
		b.WriteString("  when it ends, everything stops\n")
	}
}

// envChanges returns the variables that env sets, changes or (with a minus) removes.
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
