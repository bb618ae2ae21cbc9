package behavior

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gonao/hfsm"
	"gonao/hfsm/chart"
)

// Loader reads machines and those they call, and remembers the files, so that they
// can be watched. One load at a time.
type Loader struct {
	Config *Config
	// Directories are where called machines are looked for, after the directory of
	// the machine itself and before the machines that come with the package.
	Directories []string
	Space       chart.Space // the robot's space; the zero Space matches all

	files  []string
	text   []byte // text of the machine, instead of its file
	given  string
	source []byte // text of the last machine read
}

// LongFile is the longest text of a machine that is read, bytes.
const LongFile = 1 << 20

// Load loads and checks a machine: one of [Machines] by its name, or a file by its
// path, which has a slash in it or ends as machine files do.
func (l *Loader) Load(machine string) (*hfsm.Model, error) {
	l.begin("", nil)
	model, findings, err := l.check(machine)
	if err != nil {
		return nil, err
	}
	if errs := findings.Errors(); len(errs) > 0 {
		return nil, errs // they name the file
	}
	if err := complete(machine, model); err != nil {
		return nil, err
	}
	return model, nil
}

// Check reads a machine as Load does and returns all findings, by their places. The model is nil when one of them is an
// error. The error is set when the machine cannot be read at all.
func (l *Loader) Check(machine string) (*hfsm.Model, hfsm.Findings, error) {
	l.begin("", nil)
	model, findings, err := l.check(machine)
	return alone(machine, model, findings, err)
}

// CheckText is Check of a text that lies in no file, or in another one by now. file is its name in
// findings, and its ending the format; machines that it calls are looked for beside it.
func (l *Loader) CheckText(file string, text []byte) (*hfsm.Model, hfsm.Findings, error) {
	if len(text) > LongFile {
		return nil, nil, fmt.Errorf("%s: %d bytes; expected at most %d", file, len(text), LongFile)
	}
	if !IsMachineFile(file) {
		return nil, nil, fmt.Errorf("file %q: expected a name that ends in %s", file, strings.Join(endings, ", "))
	}
	l.begin(file, text)
	model, findings, err := l.check(file)
	return alone(file, model, findings, err)
}

// begin forgets the load before.
func (l *Loader) begin(file string, text []byte) {
	l.files, l.text, l.given, l.source = nil, text, file, nil
}

// check reads and compiles a machine.
func (l *Loader) check(machine string) (*hfsm.Model, hfsm.Findings, error) {
	dir := ""
	if isPath(machine) {
		dir = filepath.Dir(machine)
	}
	words := l.WordsBeside(dir)
	c, findings, err := l.read(machine, words)
	if err != nil {
		return nil, nil, err
	}
	if c == nil {
		return nil, findings, nil
	}
	// Also after faults: all of them are reported at once.
	model, more := hfsm.Compile(c, words)
	findings = append(findings, more...).Sorted()
	if len(findings.Errors()) > 0 || model == nil {
		return nil, findings, nil
	}
	return model, findings, nil
}

// complete returns an error if parts are missing that a machine needs to run by itself.
func complete(machine string, model *hfsm.Model) error {
	missing := model.Missing()
	if len(missing) == 0 {
		return nil
	}
	return fmt.Errorf("machine %q: no default for %s: it cannot run by itself; expected another machine, or execute_skill, to call it",
		machine, strings.Join(missing, ", "))
}

// alone adds a finding where a machine cannot run by itself.
func alone(machine string, model *hfsm.Model, findings hfsm.Findings, err error) (*hfsm.Model, hfsm.Findings, error) {
	if err != nil || model == nil {
		return nil, findings, err
	}
	missing := complete(machine, model)
	if missing == nil {
		return model, findings, nil
	}
	c := model.Chart()
	at := c.At(c.Place, "parameters")
	findings = append(findings, hfsm.Finding{File: c.FileOf(at), Line: at.Line, Column: at.Column, Key: at.Key, Text: missing.Error()})
	return nil, findings.Sorted(), nil
}

// Source returns the text of the machine that was read last.
func (l *Loader) Source() string { return string(l.source) }

// Words returns the vocabulary of the robot, in the loader's space.
func (l *Loader) Words() *hfsm.Vocabulary {
	words := l.Config.Vocabulary()
	words.Space = l.Space
	return words
}

// WordsBeside returns the vocabulary of a machine in a directory: the robot's, with the machines that it may call.
func (l *Loader) WordsBeside(dir string) *hfsm.Vocabulary {
	words := l.Words()
	words.Machines = func(name string) (*chart.Machine, error) { return l.called(dir, name, words) }
	return words
}

// Files returns the files on disk that the last load read, or tried to read.
func (l *Loader) Files() []string { return l.files }

// called finds a machine that one in a directory calls.
func (l *Loader) called(dir, name string, words *hfsm.Vocabulary) (*chart.Machine, error) {
	if isPath(name) {
		return nil, fmt.Errorf("%q is a path; expected the name of a machine", name)
	}
	c, findings, err := l.read(l.fileOf(dir, name), words)
	if err != nil {
		return nil, err
	}
	if errs := findings.Errors(); len(errs) > 0 {
		return nil, errs
	}
	return c, nil
}

// fileOf returns the file of a machine that one in a directory calls or reads, or its name when it is
// one of ours.
func (l *Loader) fileOf(dir, name string) string {
	for _, d := range append([]string{dir}, l.Directories...) {
		for _, end := range slices.Backward(endings) {
			if file := filepath.Join(d, name+end); d != "" && isFile(file) {
				return file
			}
		}
	}
	return name
}

// Before returns the machines whose states a machine reads, by their names in a host, and those
// that these read, in an order in which each ticks before those that read it. They are found as
// called machines are.
func (l *Loader) Before(machine string) (all []Beside, err error) {
	model, err := l.Load(machine)
	if err != nil {
		return nil, err
	}
	dir := ""
	if isPath(machine) {
		dir = filepath.Dir(machine)
	}
	for _, slot := range model.Slots() {
		d := slot.Declaration
		if slot.Role != hfsm.InputRole || d == nil || d.Machine == nil {
			continue
		}
		one := Beside{d.Machine.Machine, l.fileOf(dir, d.Machine.Machine)}
		first, err := l.Before(one.Source)
		if err != nil {
			return nil, err
		}
		for _, b := range append(first, one) {
			if !slices.Contains(all, b) {
				all = append(all, b)
			}
		}
	}
	return all, nil
}

// Beside is a machine that another one reads: its name in a host, and its source for [Loader.Load].
type Beside struct{ Name, Source string }

// read reads one machine.
func (l *Loader) read(machine string, words *hfsm.Vocabulary) (*chart.Machine, hfsm.Findings, error) {
	if isPath(machine) && (l.text == nil || machine != l.given) && !slices.Contains(l.files, machine) {
		l.files = append(l.files, machine)
	}
	file, src, err := l.given, l.text, error(nil)
	if l.text == nil || machine != l.given {
		file, src, err = readMachine(machine)
	}
	if err != nil {
		return nil, nil, err
	}
	if l.source == nil {
		l.source = src
	}
	c, findings := Read(file, src, words)
	return c, findings, nil
}

// endings are those of machine files.
var endings = []string{".yaml", ".yml", ".lua"}

// Read reads a machine; the file's ending selects the format. words is the vocabulary of the robot, see
// [Config.Vocabulary].
func Read(file string, src []byte, words *hfsm.Vocabulary) (*chart.Machine, hfsm.Findings) {
	if read, ok := words.Readers[filepath.Ext(file)]; ok {
		return read(file, src, words)
	}
	return chart.ReadYAML(file, src)
}

// IsMachineFile reports whether a file is a machine by its name.
func IsMachineFile(file string) bool { return slices.Contains(endings, filepath.Ext(file)) }

// isPath reports whether a machine is named by its file.
func isPath(machine string) bool {
	return strings.ContainsAny(machine, `/\`) || IsMachineFile(machine)
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}
