package behavior

import (
	"os"
	"path/filepath"
	"slices"

	"gonao/hfsm/chart"
)

// Found is a machine that may be started.
type Found struct {
	Name        string
	Source      string // as for [Loader.Load]
	Description string
	Level       chart.Level
	Err         error // why it cannot run by itself; nil when it can
}

// maxFound bounds the files of one directory that [FindMachines] reads.
const maxFound = 200

// FindMachines returns the machines that come with the package, and those of directories, each checked. A directory that
// cannot be read is skipped.
func FindMachines(cfg *Config, directories []string) []Found {
	var all []Found
	l := Loader{Config: cfg, Directories: directories}
	for _, name := range append(Machines(), Agents()...) {
		all = append(all, l.find(name, name))
	}
	slices.Sort(directories)
	for _, dir := range slices.Compact(directories) {
		entries, err := os.ReadDir(dir)
		if err != nil {
			continue
		}
		for _, entry := range entries[:min(len(entries), maxFound)] {
			file := filepath.Join(dir, entry.Name())
			if info, err := entry.Info(); err == nil && info.Mode().IsRegular() && info.Size() <= LongFile && IsMachineFile(file) {
				base := entry.Name()
				all = append(all, l.find(file, base[:len(base)-len(filepath.Ext(base))]))
			}
		}
	}
	return all
}

// find checks one machine.
func (l *Loader) find(source, name string) Found {
	out := Found{Name: name, Source: source}
	model, findings, err := l.Check(source)
	if errs := findings.Errors(); err == nil && len(errs) > 0 {
		err = errs[0]
	}
	if out.Err = err; model != nil {
		c := model.Chart()
		out.Name, out.Description, out.Level = model.Name(), c.Description, c.Level
	}
	return out
}
