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
	Space       chart.Space // that the robot is in; the zero Space fits all

	files []string
}

// Load loads and checks a machine: one of [Machines] by its name, or a file by its
// path, which has a slash in it or ends as machine files do.
func (l *Loader) Load(machine string) (*hfsm.Model, error) {
	l.files = nil
	dir := ""
	if isPath(machine) {
		dir = filepath.Dir(machine)
	}
	words := l.Words()
	words.Machines = func(name string) (*chart.Machine, error) { return l.called(dir, name, words) }
	c, findings, err := l.read(machine, words)
	if err != nil {
		return nil, err
	}
	var model *hfsm.Model
	if c != nil { // also after faults: all of them are told at once
		var more hfsm.Findings
		model, more = hfsm.Compile(c, words)
		findings = append(findings, more...).Sorted()
	}
	if errs := findings.Errors(); len(errs) > 0 {
		return nil, errs // they name the file
	}
	if missing := model.Missing(); len(missing) > 0 {
		return nil, fmt.Errorf("machine %q: no default for %s: it cannot run by itself; expected another machine, or execute_skill, to call it",
			machine, strings.Join(missing, ", "))
	}
	return model, nil
}

// Words returns what the robot offers, in the loader's space.
func (l *Loader) Words() *hfsm.Vocabulary {
	words := l.Config.Vocabulary()
	words.Space = l.Space
	return words
}

// Files returns the files on disk that the last load read, or would have read: also
// those of one that failed.
func (l *Loader) Files() []string { return l.files }

// called finds a machine that one in a directory calls.
func (l *Loader) called(dir, name string, words *hfsm.Vocabulary) (*chart.Machine, error) {
	if isPath(name) {
		return nil, fmt.Errorf("%q is a path; expected the name of a machine", name)
	}
	source := name
	for _, d := range append([]string{dir}, l.Directories...) {
		for _, end := range endings {
			if file := filepath.Join(d, name+end); d != "" && isFile(file) {
				source = file
			}
		}
		if source != name {
			break
		}
	}
	c, findings, err := l.read(source, words)
	if err != nil {
		return nil, err
	}
	if errs := findings.Errors(); len(errs) > 0 {
		return nil, errs
	}
	return c, nil
}

// read reads one machine.
func (l *Loader) read(machine string, words *hfsm.Vocabulary) (*chart.Machine, hfsm.Findings, error) {
	if isPath(machine) && !slices.Contains(l.files, machine) {
		l.files = append(l.files, machine)
	}
	file, src, err := readMachine(machine)
	if err != nil {
		return nil, nil, err
	}
	c, findings := Read(file, src, words)
	return c, findings, nil
}

// endings are those of machine files.
var endings = []string{".yaml", ".yml", ".lua"}

// Read reads a machine in the format that a file's ending tells. words is what the
// robot offers, see [Config.Vocabulary].
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
