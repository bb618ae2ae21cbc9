package host

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"slices"

	"gonao/hfsm"
)

// Reload reads the machine's files again and continues with them, between two ticks: active states stay active if they
// still exist. After an error the machine continues unchanged, and the view says why. said is for people.
func (x Loading) Reload() (said string, err error) {
	x.m.loading.Lock()
	defer x.m.loading.Unlock()
	from := x.currentSource()
	switch {
	case from.generated != "":
		return "", errors.New(from.generated)
	case from.name == "":
		return "", errors.New("no file: the running machine was made for one call, or was loaded as a text")
	}
	model, files, err := x.m.load(from.name)
	x.m.mu.Lock()
	defer x.m.mu.Unlock()
	for _, file := range x.m.files { // files with errors may name files that the check does not reach
		if err != nil && !slices.Contains(files, file) {
			files = append(files, file)
		}
	}
	x.m.files, x.m.disk = files, sumOf(files)
	if x.m.refused = err; err != nil {
		x.m.changed()
		return "", err
	}
	if !x.m.running() {
		return "", ErrIdle
	}
	x.m.source.text = x.m.opts.Loader.Source()
	if model.Hash() == x.m.brain.Machine().Model().Hash() {
		return x.m.unchanged(), nil
	}
	changed, err := x.m.swap(model)
	return changed.String(), err
}

// unchanged says that a machine was loaded which runs already. A person who loads one again that has ended expects it to
// run. mu is held.
func (m *Machine) unchanged() string {
	if m.brain.Machine().Status() != hfsm.Running {
		return "nothing has changed, and it has ended: begin it anew (--anew)"
	}
	return "nothing has changed"
}

// FilesChanged reports whether the files that the machine is made of are other ones than when they
// were read last, or when a text took their place.
func (x Loading) FilesChanged() bool {
	files := x.m.Files()
	sum := sumOf(files)
	x.m.mu.Lock()
	defer x.m.mu.Unlock()
	return len(files) > 0 && sum != x.m.disk
}

// sumOf returns a hash of the contents of files.
func sumOf(files []string) (sum [32]byte) {
	h := sha256.New()
	for _, file := range files {
		text, err := os.ReadFile(file)
		fmt.Fprintf(h, "%s %d %t\n", file, len(text), err == nil)
		_, _ = h.Write(text)
	}
	return [32]byte(h.Sum(nil))
}

// swap continues with another model. mu is held.
func (m *Machine) swap(model *hfsm.Model) (changed hfsm.Reloaded, err error) {
	defer m.hold()()
	changed, err = m.brain.Reload(model)
	if m.refused = err; err != nil {
		return changed, err
	}
	m.revision++
	m.rebreak()
	m.changed()
	return changed, nil
}
