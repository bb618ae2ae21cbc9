package lua

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/internal/suggest"
)

// Library is all machines and skills of a directory, by their names. It does not
// change: when a file does, read it again.
type Library struct {
	words   hfsm.Vocabulary
	entries map[string]*chart.Machine
	names   []string
	broken  map[string]string // files that could not be read, by the name they would have
}

// Errors a lookup can wrap.
var (
	// ErrSpace says that a machine is for another platform or domain.
	ErrSpace = errors.New("not offered in this space")
	// ErrBroken says that a machine's file has faults.
	ErrBroken = errors.New("its file has faults")
)

// Bounds of a library.
const (
	mostFiles = 1000
	longFile  = 1 << 20
)

// ReadLibrary reads all machines below a directory of a file system: .yaml and .lua
// files, and those of words.Readers. words is what the host offers, or nil; its
// Machines are not asked. The library is there also when there are findings: what is
// right can be used. All files are looked at, and all of them are checked.
func ReadLibrary(fsys fs.FS, dir string, words *hfsm.Vocabulary, opts Options) (*Library, chart.Findings) {
	b := &Library{entries: map[string]*chart.Machine{}, broken: map[string]string{}}
	offered := words
	if words != nil {
		b.words = *words
	} else {
		b.words = hfsm.Vocabulary{}
	}
	b.words.Languages = withKey(b.words.Languages, Name, hfsm.Language(New(opts)))
	b.words.Readers = withKey(b.words.Readers, ".lua", Reader(opts))
	b.words.Machines = b.Machine
	var found chart.Findings
	files := 0
	err := fs.WalkDir(fsys, dir, func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir():
			if strings.HasPrefix(entry.Name(), ".") && file != dir {
				return fs.SkipDir
			}
			return nil
		case b.reader(file) == nil:
			return nil
		}
		if files++; files > mostFiles {
			return fmt.Errorf("more than %d files", mostFiles)
		}
		found = append(found, b.add(fsys, file, offered)...)
		return nil
	})
	if err != nil {
		found = append(found, chart.Finding{File: dir, Text: err.Error(), Code: "library"})
	}
	slices.Sort(b.names)
	return b, append(found, b.dependences()...)
}

func withKey[V any](m map[string]V, key string, v V) map[string]V {
	out := map[string]V{key: v}
	for k, v := range m {
		out[k] = v
	}
	return out
}

// reader gives what reads a file, or nil.
func (b *Library) reader(file string) hfsm.Reader {
	ending := path.Ext(file)
	if ending == ".yaml" || ending == ".yml" {
		return func(file string, src []byte, _ *hfsm.Vocabulary) (*chart.Machine, chart.Findings) {
			return chart.ReadYAML(file, src)
		}
	}
	return b.words.Readers[ending]
}

// add reads one file.
func (b *Library) add(fsys fs.FS, file string, words *hfsm.Vocabulary) chart.Findings {
	own := strings.TrimSuffix(path.Base(file), path.Ext(file))
	info, err := fs.Stat(fsys, file)
	if err == nil && info.Size() > longFile {
		err = fmt.Errorf("%d bytes; expected at most %d", info.Size(), longFile)
	}
	var src []byte
	if err == nil {
		src, err = fs.ReadFile(fsys, file)
	}
	if err != nil {
		b.broken[own] = file
		return chart.Findings{{File: file, Text: err.Error(), Code: "library"}}
	}
	m, found := b.reader(file)(file, src, words)
	if m == nil || len(found.Errors()) > 0 {
		b.broken[own] = file
		return found
	}
	if other := b.entries[m.Name]; other != nil {
		return append(found, chart.Finding{File: file, Line: m.Line, Column: m.Column, Key: "machine", Text: fmt.Sprintf("%s has the name %s too; expected another one", other.File, m.Name), Code: "library"})
	}
	b.entries[m.Name] = m
	b.names = append(b.names, m.Name)
	return found
}

// Machine finds a machine that the space of the vocabulary offers; it is
// [hfsm.Vocabulary.Machines].
func (b *Library) Machine(name string) (*chart.Machine, error) {
	m := b.entries[name]
	if m == nil {
		if file, ok := b.broken[name]; ok {
			return nil, fmt.Errorf("%w: %s", ErrBroken, file)
		}
		return nil, fmt.Errorf("there is none%s; expected one of %s", suggest.DidYouMean(name, b.names), chart.Listed(b.names))
	}
	if !Offered(m, b.words.Space) {
		return nil, fmt.Errorf("%w, which is %s", ErrSpace, spaceText(b.words.Space))
	}
	return m, nil
}

// Words gives the vocabulary with the library's machines, Lua and its reader.
func (b *Library) Words() *hfsm.Vocabulary {
	words := b.words
	return &words
}

// Names gives the names of all machines a space offers whose level is at most that
// given, sorted; those without a level are of any.
func (b *Library) Names(space chart.Space, most chart.Level) []string {
	var names []string
	for _, name := range b.names {
		if m := b.entries[name]; Offered(m, space) && m.Level <= most {
			names = append(names, name)
		}
	}
	return names
}

// Offered says whether a machine is for a space. An empty part of either is any.
func Offered(m *chart.Machine, in chart.Space) bool {
	fits := func(a, b string) bool { return a == "" || b == "" || a == b }
	return len(m.Spaces) == 0 || slices.ContainsFunc(m.Spaces, func(s chart.Space) bool {
		return fits(s.Platform, in.Platform) && fits(s.Domain, in.Domain)
	})
}

func spaceText(s chart.Space) string {
	part := func(text string) string {
		if text == "" {
			return "any"
		}
		return text
	}
	return part(s.Platform) + "/" + part(s.Domain)
}

// Check compiles every machine the space offers against all others and gives what
// is found in any of them, those of one file together.
func (b *Library) Check() chart.Findings {
	var all chart.Findings
	for _, name := range b.names {
		if m := b.entries[name]; Offered(m, b.words.Space) {
			_, found := hfsm.Compile(m, &b.words)
			for _, f := range found {
				if !slices.Contains(all, f) {
					all = append(all, f)
				}
			}
		}
	}
	return all
}
