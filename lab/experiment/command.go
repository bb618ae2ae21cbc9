package experiment

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"gonao/internal/journal"
	"gonao/internal/yamlfault"
)

// commandKind runs a program of the user's.
var commandKind = Kind{
	Name: "command", Doc: "a program of one's own, such as one that starts a launch file and watches topics: its last line is a JSON object of measures", New: newCommand,
}

func newCommand(v *Values) (*Trial, error) {
	v.Text("command", "", "the command line for sh, which runs it in the directory of the experiment file; {NAME} is the setting of that name, {seed} the seed")
	line := v.set["command"] // as it is: it may begin with ./ but is not a path
	names := strings.FieldsFunc(v.Text("reports", "", "names of the measures, with blanks between"), func(c rune) bool { return c == ' ' || c == ',' })
	limit := v.Duration("limit", time.Hour, time.Millisecond, 100*time.Hour, "the longest time of a run; then it is ended and has failed")
	v.Known = append(v.Known, Known{"NAME", "", "any other name: a setting that {NAME} stands for"})
	if line == "" {
		v.fail("command", "missing; expected a command line, such as ./walk.py --gain {gain} --seed {seed}")
	}
	if len(names) == 0 {
		v.fail("reports", "missing; expected the names of what the command reports")
	}
	for _, name := range v.left("") {
		if !strings.Contains(line, "{"+name+"}") {
			v.fail(name, "the command does not have {%s}", name)
		}
		line = strings.ReplaceAll(line, "{"+name+"}", quote(resolve(v.set[name], v.dir)))
		v.used[name] = true
	}
	if program, _, _ := strings.Cut(line, " "); isRelative(program) && !isFile(resolve(program, v.dir)) {
		v.fail("command", "%s: no such file in %s, the directory of the experiment file", program, v.dir)
	}
	t := &Trial{Run: func(ctx context.Context, seed uint64) (map[string]float64, error) {
		ctx, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		return runCommand(ctx, strings.ReplaceAll(line, "{seed}", strconv.FormatUint(seed, 10)), v.dir, names)
	}}
	for _, name := range names {
		t.Measures = append(t.Measures, Measure{Name: name, Doc: "as the command reports it"})
	}
	return t, nil
}

// program returns a word for the content of the program or script that a command line starts: of its first word that is a file
// in the directory. It returns "" for other programs.
func program(line, dir string) string {
	for _, word := range strings.Fields(line) {
		if path := filepath.Join(dir, word); isFile(path) {
			return " " + journal.File(path)
		}
	}
	return ""
}

// quote quotes a value for sh, unless it is a plain word, which may stand within quotes of the user's.
func quote(value string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._/+-:=,"
	if value != "" && strings.Trim(value, plain) == "" {
		return value
	}
	return "'" + strings.ReplaceAll(value, "'", `'\''`) + "'"
}

// lastWords returns the end of what a program wrote on stderr, where its error is, in one line.
func lastWords(text string) string {
	const most = 300 // bytes
	text = strings.Join(strings.Fields(text), " ")
	if over := len(text) - most; over > 0 {
		return "…" + strings.ToValidUTF8(text[over:], "")
	}
	return text
}

// runCommand runs a command line in a directory and returns what its last line reports.
func runCommand(ctx context.Context, line, dir string, names []string) (map[string]float64, error) {
	cmd := exec.CommandContext(ctx, "sh", "-c", line)
	cmd.Dir = dir
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) } // with all processes that it started
	cmd.WaitDelay = time.Second
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%s: %w: %s (in %s)", line, errors.Join(err, ctx.Err()), lastWords(errs.String()), dir)
	}
	text := strings.TrimSpace(out.String())
	last := text[strings.LastIndexByte(text, '\n')+1:]
	var all map[string]*float64
	if err := json.Unmarshal([]byte(last), &all); err != nil {
		return nil, fmt.Errorf("%s: its last line is %q: expected a JSON object of numbers, such as {%q: 1.5}: %w", line, yamlfault.Short(last), names[0], err)
	}
	measures := map[string]float64{}
	for _, name := range names {
		v, ok := all[name]
		if !ok {
			return nil, fmt.Errorf("%s: its last line has no %q: %s", line, name, yamlfault.Short(last))
		}
		if v != nil { // null: no value
			measures[name] = *v
		}
	}
	return measures, nil
}
